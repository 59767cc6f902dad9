"""Products, convolutions, pooling, norms, attention and losses against NumPy and torch."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import assume, given
from hypothesis import strategies as st

from heddle import Tensor, dtypes
from tests.tensor.conformance import Case, array, normal, sizes, tensor, values
from tests.tolerances import assert_close

TAME = Case("product", lambda x: x, lambda x: x, special=False, low=-1, high=1)
F = torch.nn.functional


def _double(x: np.ndarray) -> torch.Tensor: return torch.tensor(x.astype(np.float64))


def _close(op: str, got: Tensor, want: Any) -> None:
    """`want`, in float64, is rounded to what the device computes in."""
    found = got.numpy()
    assert_close(op, found, np.asarray(want).astype(found.dtype))


@st.composite
def factors(draw: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Two shapes that matmul takes."""
    m, k, n = draw(sizes), draw(sizes), draw(sizes)
    lead = draw(st.lists(st.sampled_from((1, 2, 3)), max_size=2))
    a = draw(st.sampled_from(((k,), (m, k), (*lead, m, k))))
    b = draw(st.sampled_from(((k,), (k, n), (*[1] * len(lead), k, n))))
    return a, b


@given(two=factors(), dtype=st.sampled_from(("float32", "float64", "float16", "bfloat16", "int32", "int8", "uint8")),
       seed=st.integers(0, 9))
def test_matmul(fast_device: str, two: Any, dtype: str, seed: int) -> None:
    a, b = (values(TAME, s, dtype, seed + i) for i, s in enumerate(two))
    got = array(tensor(a) @ tensor(b))
    with np.errstate(over="ignore"):
        want = np.matmul(a.astype(np.float64), b.astype(np.float64)) if a.dtype.kind in "fV" else np.matmul(a, b)
    assert_close("matmul", got, np.asarray(want).astype(a.dtype))


@pytest.mark.parametrize(("m", "k", "n"), [(64, 64, 64), (100, 70, 130), (1, 300, 5), (257, 3, 65)])
def test_larger_matmul(fast_device: str, m: int, k: int, n: int) -> None:
    rng = np.random.default_rng(0)
    a, b = rng.standard_normal((m, k)).astype(np.float32), rng.standard_normal((k, n)).astype(np.float32)
    np.testing.assert_allclose((Tensor(a) @ Tensor(b)).numpy(), a.astype(np.float64) @ b, rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose((Tensor(b).T @ Tensor(a).T).numpy(), (a.astype(np.float64) @ b).T, rtol=1e-4, atol=1e-4)


FORMULAS = ["ij,jk->ik", "ij,jk", "bhqd,bhkd->bhqk", "ii->i", "ii", "iij->ji", "ij->ji", "i,j->ij", "...ij,...jk->...ik",
            "ij->", "abc,cd,da->b"]


@pytest.mark.parametrize("formula", FORMULAS)
def test_einsum(fast_device: str, formula: str) -> None:
    extent = dict(zip("abcdhijkq", (2, 3, 4, 5, 2, 3, 4, 5, 6), strict=True))
    rng = np.random.default_rng(0)
    xs = [normal(rng, *([2] if "." in part else []), *[extent[c] for c in part.replace(".", "")])
          for part in formula.split("->")[0].split(",")]
    _close("einsum", Tensor.einsum(formula, *map(Tensor, xs)), np.einsum(formula, *(x.astype(np.float64) for x in xs)))


# ---- windows


@given(data=st.data(), size=st.tuples(st.integers(4, 9), st.integers(4, 9)), kernel=st.tuples(st.integers(1, 3), st.integers(1, 4)),
       stride=st.tuples(st.integers(1, 4), st.integers(1, 3)), dilation=st.tuples(st.integers(1, 2), st.integers(1, 2)),
       padding=st.tuples(st.integers(0, 2), st.integers(0, 2)), groups=st.sampled_from((1, 1, 2, 4)))
def test_conv2d(fast_device: str, data: Any, size: Any, kernel: Any, stride: Any, dilation: Any, padding: Any, groups: int) -> None:
    assume(all(n + 2 * p > d * (k - 1) for n, k, d, p in zip(size, kernel, dilation, padding, strict=True)))
    rng = np.random.default_rng(0)
    x, w = normal(rng, 2, 4, *size), normal(rng, 8, 4 // groups, *kernel)
    bias = normal(rng, 8)
    more: dict[str, Any] = {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups}
    want = torch.conv2d(_double(x), _double(w), _double(bias), **more)
    _close("conv2d", Tensor(x).conv2d(Tensor(w), Tensor(bias), **more), want)


@given(size=st.tuples(st.integers(4, 9), st.integers(4, 9)), kernel=st.integers(1, 3), stride=st.integers(1, 3),
       dilation=st.integers(1, 2), padding=st.integers(0, 4), groups=st.sampled_from((1, 2)))
def test_gradients_of_conv2d(size: Any, kernel: int, stride: int, dilation: int, padding: int, groups: int) -> None:
    """Padding wider than the kernel among them, and positions that leave out the end of the input."""
    assume(all(n + 2 * padding > dilation * (kernel - 1) for n in size))
    rng = np.random.default_rng(0)
    x, w = rng.standard_normal((2, 4, *size)), rng.standard_normal((6, 4 // groups, kernel, kernel))
    how: dict[str, Any] = {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups}
    want = [torch.tensor(x, requires_grad=True), torch.tensor(w, requires_grad=True)]
    out = torch.conv2d(*want, **how)
    g = rng.standard_normal(tuple(out.shape))
    out.backward(torch.tensor(g))
    got = [Tensor(x, requires_grad=True), Tensor(w, requires_grad=True)]
    got[0].conv2d(got[1], **how).backward(Tensor(g))
    for a, b in zip(got, want, strict=True): assert_close("conv2d", a.grad.numpy(), b.grad.numpy())


@given(stride=st.integers(1, 3), padding=st.integers(0, 2), dilation=st.integers(1, 2), groups=st.sampled_from((1, 2)),
       more=st.integers(0, 1))
def test_conv_transpose2d(fast_device: str, stride: int, padding: int, dilation: int, groups: int, more: int) -> None:
    assume(more < max(stride, dilation))
    rng = np.random.default_rng(0)
    x, w = normal(rng, 2, 4, 5, 6), normal(rng, 4, 6 // groups, 3, 2)
    how: dict[str, Any] = {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups, "output_padding": more}
    want = F.conv_transpose2d(_double(x), _double(w), **how)
    _close("conv_transpose2d", Tensor(x).conv_transpose2d(Tensor(w), **how), want)


def test_conv_in_one_and_three_dimensions(fast_device: str) -> None:
    rng = np.random.default_rng(0)
    for axes, conv in ((1, torch.conv1d), (3, torch.conv3d)):
        x, w = normal(rng, 2, 3, *[6] * axes), normal(rng, 4, 3, *[3] * axes)
        want = conv(_double(x), _double(w), padding=1, stride=2)
        _close("conv2d", Tensor(x).conv2d(Tensor(w), padding=1, stride=2), want)


@given(size=st.tuples(st.integers(5, 9), st.integers(5, 9)), kernel=st.integers(1, 4), stride=st.integers(1, 4),
       padding=st.integers(0, 2),
       ceil=st.booleans(), count=st.booleans())
def test_pooling(fast_device: str, size: Any, kernel: int, stride: int, padding: int, ceil: bool, count: bool) -> None:
    assume(padding <= kernel // 2)
    x = normal(np.random.default_rng(0), 2, 3, *size)
    t = _double(x)
    got = Tensor(x).max_pool2d((kernel, kernel), stride, padding=padding, ceil_mode=ceil)
    np.testing.assert_array_equal(got.numpy(), F.max_pool2d(t, kernel, stride, padding, ceil_mode=ceil).numpy())
    got = Tensor(x).avg_pool2d((kernel, kernel), stride, padding=padding, ceil_mode=ceil, count_include_pad=count)
    _close("avg_pool2d", got, F.avg_pool2d(t, kernel, stride, padding, ceil, count))


def test_max_pool_dilated(fast_device: str) -> None:
    x = normal(np.random.default_rng(0), 1, 2, 9, 8)
    want = F.max_pool2d(_double(x), (3, 2), 2, (1, 0), (2, 3))
    np.testing.assert_array_equal(Tensor(x).max_pool2d((3, 2), 2, (2, 3), (1, 0)).numpy(), want.numpy())


# ---- functions of layers, and losses


@pytest.mark.parametrize("dtype", ["int8", "int32", "int64", "bool"])
def test_norms_of_integers_are_float32(dtype: str) -> None:
    x = values(TAME, (3, 8), dtype, 0)
    for name in ("layernorm", "rmsnorm"):
        found, wanted = getattr(tensor(x), name)(), getattr(tensor(x.astype(np.float32)), name)()
        assert found.dtype == dtypes.float32
        np.testing.assert_array_equal(array(found), array(wanted))


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
def test_layernorm_and_attention(fast_device: str, dtype: str) -> None:
    x = values(TAME, (3, 4, 8), dtype, 0)
    t = torch.tensor(x.astype(np.float64))
    assert_close("layernorm", array(tensor(x).layernorm()), F.layer_norm(t, (8,)).numpy().astype(x.dtype))
    rms = t / (t.square().mean(-1, keepdim=True) + 1e-6).sqrt()
    assert_close("layernorm", array(tensor(x).rmsnorm()), rms.numpy().astype(x.dtype))
    q, k, v = (values(TAME, (2, 3, 6, 4), dtype, i) for i in range(3))
    mask = np.random.default_rng(1).random((6, 6)) < 0.7
    mask |= np.eye(6, dtype=bool)
    for how, theirs in (({}, {}), ({"is_causal": True}, {"is_causal": True}),
                        ({"attn_mask": Tensor(mask)}, {"attn_mask": torch.tensor(mask)})):
        want = F.scaled_dot_product_attention(*(_double(a) for a in (q, k, v)), **theirs)
        got = tensor(q).scaled_dot_product_attention(tensor(k), tensor(v), **how)
        # scores of 16 bits are rounded between the two products
        if dtype == "float16": np.testing.assert_allclose(got.numpy(), want.numpy(), rtol=0, atol=1e-3)
        else: _close("attention", got, want)


@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
def test_losses(fast_device: str, reduction: str) -> None:
    rng = np.random.default_rng(0)
    logits, labels = rng.standard_normal((5, 7)).astype(np.float32), np.array([1, 2, 6, 0, 3])
    chances, targets = 1 / (1 + np.exp(-logits)), (rng.random((5, 7)) > 0.5).astype(np.float32)
    x, y, t, u = Tensor(logits), Tensor(labels), torch.tensor(logits), torch.tensor(labels)
    pairs = [
        (x.sparse_categorical_crossentropy(y, label_smoothing=0.1, reduction=reduction),
         F.cross_entropy(t, u, label_smoothing=0.1, reduction=reduction)),
        (x.cross_entropy(y, reduction), F.cross_entropy(t, u, reduction=reduction)),
        (x.log_softmax().nll_loss(y, reduction=reduction), F.nll_loss(t.log_softmax(-1), u, reduction=reduction)),
        (Tensor(chances).binary_crossentropy(Tensor(targets), reduction),
         F.binary_cross_entropy(torch.tensor(chances), torch.tensor(targets), reduction=reduction)),
        (x.binary_crossentropy_logits(Tensor(targets), reduction),
         F.binary_cross_entropy_with_logits(t, torch.tensor(targets), reduction=reduction)),
        (x.mse_loss(Tensor(targets), reduction), F.mse_loss(t, torch.tensor(targets), reduction=reduction)),
        (x.l1_loss(Tensor(targets), reduction), F.l1_loss(t, torch.tensor(targets), reduction=reduction)),
    ]
    for got, want in pairs: np.testing.assert_allclose(got.numpy(), want.numpy(), rtol=2e-5, atol=1e-6)


@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
@pytest.mark.parametrize("counts", [[True, False, True, False], [False] * 4])
@pytest.mark.parametrize("ignored", [-1, 0])  # a class too: nothing else keeps its row out then
@pytest.mark.parametrize("smoothing", [0.0, 0.1])
@pytest.mark.parametrize("odd", [0, -np.inf, np.nan])
def test_ignored_labels_do_not_count(fast_device: str, reduction: str, counts: list[bool], ignored: int, smoothing: float,
                                     odd: float) -> None:
    """Whatever is in their rows: nor if all are ignored, where a mean is NaN and its gradient is 0."""
    labels = np.where(counts, [1, 1, 2, 1], ignored)
    values, weights = np.random.default_rng(0).standard_normal((4, 3)).astype(np.float32), np.array([0.5, 2, 3], np.float32)
    values[1] += odd
    for ours, theirs in (
            (lambda x: x.sparse_categorical_crossentropy(Tensor(labels), ignored, smoothing, reduction),
             lambda x: F.cross_entropy(x, torch.tensor(labels), None, None, ignored, None, reduction, smoothing)),
            (lambda x: x.nll_loss(Tensor(labels), Tensor(weights), ignored, reduction),
             lambda x: F.nll_loss(x, torch.tensor(labels), torch.tensor(weights), ignore_index=ignored, reduction=reduction))):
        x, t = Tensor(values, requires_grad=True), torch.tensor(values, requires_grad=True)
        found, wanted = ours(x), theirs(t)
        found.sum().backward()
        wanted.sum().backward()
        np.testing.assert_allclose(found.numpy(), wanted.detach().numpy(), rtol=1e-5)
        np.testing.assert_allclose(x.grad.numpy(), t.grad.numpy(), rtol=1e-5, atol=1e-6)


def test_sample_on_every_device(device: str) -> None:
    rng = np.random.default_rng(0)
    a, b = normal(rng, 3, 4), normal(rng, 4, 2)
    _close("matmul", Tensor(a) @ Tensor(b), a.astype(np.float64) @ b)
    x, w = normal(rng, 1, 2, 4, 4), normal(rng, 2, 2, 3, 3)
    _close("conv2d", Tensor(x).conv2d(Tensor(w), padding=1), torch.conv2d(_double(x), _double(w), padding=1))
