"""Gradients of attention by blocks of scores against NumPy, on every GPU there is, and on emulated ones in processes of their own."""
from __future__ import annotations

import numpy as np
import pytest

from heddle import Context, Tensor
from heddle.dtype import DType, dtypes
from heddle.engine.execute import scheduling_capabilities
from heddle.schedule import plan
from heddle.uop import Ops
from tests.runtime import gpus

BF16, F16 = dtypes.bfloat16, dtypes.float16


@gpus.not_emulated
@pytest.mark.parametrize("device", [d if d == "CUDA" else pytest.param(d, marks=pytest.mark.slow)
                                    for d in gpus.NAMES if d not in gpus.DEVICES])
def test_on_an_emulated_device(device: str) -> None: gpus.run_emulated(__file__, device)


@pytest.fixture(params=gpus.EACH)
def gpu(request: pytest.FixtureRequest) -> str: return request.param


def heads(rng: np.random.Generator, dtype: DType, *shape: int) -> Tensor:
    x = Tensor(rng.standard_normal(shape).astype(np.float32)).cast(dtype).realize()
    return x.detach().requires_grad_(True)


def numbers(x: Tensor) -> np.ndarray: return x.detach().cast(dtypes.float32).numpy().astype(np.float64)


def expected(q: np.ndarray, k: np.ndarray, v: np.ndarray, do: np.ndarray, seen: np.ndarray | None) -> list[np.ndarray]:
    """The output and the gradients, in float64; heads of keys that several heads share get the sum of theirs."""
    shared = q.shape[1] // k.shape[1]
    wide_k, wide_v = (np.repeat(x, shared, 1) for x in (k, v))
    scale = float(Tensor(q.shape[-1] ** -0.5).cast(BF16).float().item())
    scores = q @ np.swapaxes(wide_k, -1, -2) * scale
    if seen is not None: scores = np.where(seen, scores, -np.inf)
    with np.errstate(invalid="ignore"):
        p = np.exp(scores - scores.max(-1, keepdims=True))
        p /= p.sum(-1, keepdims=True)
        if seen is not None: p = np.where(seen.any(-1, keepdims=True), p, 0)
        dp = do @ np.swapaxes(wide_v, -1, -2)
        ds = (dp - (dp * p).sum(-1, keepdims=True)) * p * scale
        if seen is not None: ds = np.where(seen, ds, 0)  # of a score that is not chosen
        found = [p @ wide_v, ds @ wide_k, np.swapaxes(ds, -1, -2) @ q, np.swapaxes(p, -1, -2) @ do]
    return [found[0], found[1], *(x.reshape(*k.shape[:2], shared, *k.shape[2:]).sum(2) for x in found[2:])]


def kernels(*roots: Tensor) -> list[list[int]]:
    """The sizes of the buffers of each kernel."""
    planned = plan([x.uop for x in roots], scheduling_capabilities)
    assert planned is not None
    calls = [c for c in planned.template.linear.src if c.src[0].op is Ops.SINK]
    return [[n.arg.size for n in c.src[0].toposort() if n.op is Ops.PARAM] for c in calls]


def close(found: np.ndarray, right: np.ndarray, dtype: DType) -> None:
    np.testing.assert_array_equal(np.isnan(found), np.isnan(right))
    size = np.nanmax(np.abs(right), initial=1)
    np.testing.assert_allclose(found, right, rtol=0, atol=(2.5e-2 if dtype == BF16 else 4e-3) * size)


@pytest.mark.parametrize(("dtype", "shared", "rows", "keys", "width", "causal"), [
    (BF16, 1, 128, 128, 64, True), (F16, 1, 72, 100, 32, True), (BF16, 1, 40, 65, 80, False), (F16, 2, 64, 96, 32, False),
    (BF16, 1, 40, 200, 32, True), (BF16, 1, 200, 70, 32, True)])
def test_gradients(gpu: str, dtype: DType, shared: int, rows: int, keys: int, width: int, causal: bool) -> None:
    """Rows, keys and widths that are whole blocks, and others; no buffer has a number for each score."""
    rng = np.random.default_rng(rows)
    with Context(DEV=gpu):
        q, do = heads(rng, dtype, 1, 4, rows, width), heads(rng, dtype, 1, 4, rows, width)
        k, v = (heads(rng, dtype, 1, 4 // shared, keys, width) for _ in range(2))
        out = q.scaled_dot_product_attention(k, v, is_causal=causal, enable_gqa=shared > 1)
        out.backward(do.detach())
        grads = [x.grad for x in (q, k, v)]
        assert all(4 * rows * keys > max(sizes) or keys <= width for sizes in kernels(out, *grads))
        Tensor.realize(out, *grads)
        right = expected(*map(numbers, (q, k, v, do)), np.tril(np.ones((rows, keys), bool)) if causal else None)
        for found, x in zip((out, *grads), right, strict=True): close(numbers(found), x, dtype)


def test_a_mask_and_rows_that_see_nothing(gpu: str) -> None:
    rng = np.random.default_rng(1)
    with Context(DEV=gpu):
        q, k, v, do = (heads(rng, BF16, 2, 2, 64, 32) for _ in range(4))
        seen = rng.random((2, 1, 64, 64)) > 0.4
        seen[0, 0, 7], seen[1, 0, :, 9] = False, False
        out = q.scaled_dot_product_attention(k, v, attn_mask=Tensor(seen).realize())
        out.backward(do.detach())
        grads = [x.grad for x in (q, k, v)]
        assert len(kernels(*grads)) == 8, "besides those of attention: which rows see anything, and their part of what comes back"
        Tensor.realize(*grads)
        for found, x in zip(grads, expected(*map(numbers, (q, k, v, do)), seen)[1:], strict=True): close(numbers(found), x, BF16)


def test_one_gradient_after_the_output_was_read(gpu: str) -> None:
    """What the forward pass reduced is not kept: it is computed once more."""
    rng = np.random.default_rng(2)
    with Context(DEV=gpu):
        q, k, v, do = (heads(rng, BF16, 1, 2, 64, 32) for _ in range(4))
        out = q.scaled_dot_product_attention(k, v, is_causal=True)
        first = numbers(out)
        out.backward(do.detach())
        grads = [x.grad for x in (q, k, v)]
        assert len(kernels(*grads)) == 6, "reductions of rows, and three gradients"
        Tensor.realize(*grads)
        right = expected(*map(numbers, (q, k, v, do)), np.tril(np.ones((64, 64), bool)))
        for found, x in zip((first, *map(numbers, grads)), right, strict=True): close(found, x, BF16)


@pytest.mark.parametrize("which", ["fall", "vast", "NaN", "infinite"])
def test_scores_of_any_size(gpu: str, which: str) -> None:
    """Exponentials far apart, one score that is all there is to a row, and what spreads from a key to its column of rows."""
    rng = np.random.default_rng(3)
    a, b = rng.standard_normal((1, 2, 64, 32)), rng.standard_normal((1, 2, 130, 32))
    match which:
        case "fall": a[..., 0], b[..., 0] = 16, np.linspace(60, -60, 130)
        case "vast": a, b = a * 2.0**60, b * 2.0**60
        case "NaN": b[0, 0, 100, 3] = np.nan
        case _: b[0, 1, 100, 3] = np.inf
    with Context(DEV=gpu):
        q, k = (Tensor(x.astype(np.float32)).cast(BF16).realize().detach().requires_grad_(True) for x in (a, b))
        v, do = heads(rng, BF16, 1, 2, 130, 32), heads(rng, BF16, 1, 2, 64, 32)
        out = q.scaled_dot_product_attention(k, v)
        out.backward(do.detach())
        grads = [x.grad for x in (q, k, v)]
        Tensor.realize(out, *grads)
        with np.errstate(all="ignore"): right = expected(*map(numbers, (q, k, v, do)), None)
        for name, found, x in zip(("out", "q", "k", "v"), map(numbers, (out, *grads)), right, strict=True):
            if which == "vast":  # what is as great as the maximum is a matter of rounding; gradients of scores are 0 or overflow
                if name == "out": assert np.abs(found).max() <= np.abs(numbers(v)).max() * 1.01
                if name == "v": assert np.isfinite(found).all()
            elif (which, name) == ("fall", "q"):  # a sum that cancels, of gradients rounded to bfloat16
                np.testing.assert_allclose(found, x, rtol=0, atol=0.15 * np.abs(x).max())
            else: close(found, x, BF16)


def test_float32_on_units_that_take_it(gpu: str) -> None:
    """Nothing is rounded to fewer bits then: not the quotients, and not the exponentials."""
    if gpu != "METAL": pytest.skip("only METAL's units take float32 without rounding")
    rng = np.random.default_rng(4)
    with Context(DEV=gpu):
        q, k, v, do = (heads(rng, dtypes.float32, 1, 2, 64, 32) for _ in range(4))
        out = q.scaled_dot_product_attention(k, v)
        out.backward(do.detach())
        grads = [x.grad for x in (q, k, v)]
        assert len(kernels(*grads)) == 6
        scores = numbers(q) @ np.swapaxes(numbers(k), -1, -2) * np.float32(32**-0.5)
        p = np.exp(scores - scores.max(-1, keepdims=True))
        p /= p.sum(-1, keepdims=True)
        dp = numbers(do) @ np.swapaxes(numbers(v), -1, -2)
        ds = (dp - (dp * p).sum(-1, keepdims=True)) * p * np.float32(32**-0.5)
        right = (ds @ numbers(k), np.swapaxes(ds, -1, -2) @ numbers(q), np.swapaxes(p, -1, -2) @ numbers(do))
        for found, x in zip(grads, right, strict=True): np.testing.assert_allclose(numbers(found), x, rtol=0, atol=1e-5)
