"""Attention, which is one kernel on a CPU, and one over its mask, against float64: masks, formats, odd sizes; the memory it takes."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence

import numpy as np
import pytest

import heddle
from heddle import Tensor
from heddle.device.allocator import MemoryStats
from heddle.tracing.counters import GlobalCounters

TOLERANCES = {"float32": 2e-5, "float16": 4e-3, "bfloat16": 4e-2}
MASKS = ("none", "causal", "bool", "padding", "added", "hidden rows", "minus infinity")


def reference(inputs: Sequence[np.ndarray], mask: np.ndarray | None = None) -> np.ndarray:
    q, k, v = (x.astype(np.float64) for x in inputs)
    scores = q @ k.swapaxes(-1, -2) / math.sqrt(q.shape[-1])
    if mask is not None: scores = np.where(mask, scores, -np.inf) if mask.dtype == bool else scores + mask
    with np.errstate(all="ignore"):
        e = np.exp(scores - scores.max(-1, keepdims=True))
        return np.where((scores > -np.inf).any(-1, keepdims=True), e / e.sum(-1, keepdims=True) @ v, 0)


def mask_of(how: str, rows: int, keys: int) -> np.ndarray | None:
    rng = np.random.default_rng(1)
    if how == "causal": return np.tril(np.ones((rows, keys), bool))
    if how == "bool": return rng.random((rows, keys)) > 0.3
    if how == "padding": return (np.arange(keys) < keys - 5)[None, None, None]
    if how == "added": return rng.integers(-3, 3, (2, 1, rows, keys)).astype(np.float32)
    if how == "hidden rows": return (np.arange(rows) % 7 != 3)[:, None] & np.ones((rows, keys), bool)
    if how == "minus infinity": return np.where(np.arange(keys) < 5, 0, -np.inf).astype(np.float32)[None].repeat(rows, 0)
    return None


def inputs(*shapes: tuple[int, ...]) -> list[np.ndarray]:
    return [np.random.default_rng(n).standard_normal(shape, dtype=np.float32) for n, shape in enumerate(shapes)]


@pytest.mark.parametrize("device", ["CPU", "CPU:LLVM"])
@pytest.mark.parametrize("how, dtype", [*((how, "float32") for how in MASKS), ("causal", "float16"), ("bool", "bfloat16")])
def test_attention_is_one_kernel(device: str, how: str, dtype: str) -> None:
    rows, keys, width = (33, 33, 24) if how == "causal" else (17, 40, 12)
    arrays = inputs((2, 2, rows, width), (2, 2, keys, width), (2, 2, keys, 20))
    q, k, v = (Tensor(a, device=device).cast(dtype).realize() for a in arrays)
    mask = mask_of(how, rows, keys)
    given = None
    if mask is not None and how != "causal":
        given = Tensor(mask, device=device).cast("bool" if mask.dtype == bool else dtype).realize()
    before = GlobalCounters.kernel_count
    got = q.scaled_dot_product_attention(k, v, given, is_causal=how == "causal").realize()
    assert GlobalCounters.kernel_count - before == (1 if given is None else 2)
    want = reference([t.float().numpy() for t in (q, k, v)], mask)
    assert how != "hidden rows" or not want[..., 3, :].any()
    np.testing.assert_allclose(got.float().numpy(), want, rtol=10 * TOLERANCES[dtype], atol=TOLERANCES[dtype])


@pytest.mark.parametrize("how", ["bool", "added"])
def test_rows_that_see_nothing_are_zero_as_are_their_gradients(how: str) -> None:
    """As in torch: padding at the left of a sequence is such rows, and a NaN there would be one of all later layers."""
    import torch
    arrays = inputs((2, 2, 6, 8), (2, 2, 6, 8), (2, 2, 6, 8))
    visible = np.tril(np.ones((6, 6), bool)) & (np.arange(6) >= np.array([0, 3])[:, None, None, None])
    mask = visible if how == "bool" else np.where(visible, 0.5, -np.inf).astype(np.float32)
    ours, theirs = [Tensor(a, requires_grad=True) for a in arrays], [torch.tensor(a, requires_grad=True) for a in arrays]
    found = ours[0].scaled_dot_product_attention(ours[1], ours[2], Tensor(mask))
    right = torch.nn.functional.scaled_dot_product_attention(*theirs, attn_mask=torch.tensor(mask))
    (found * found).sum().backward()
    (right * right).sum().backward()
    np.testing.assert_allclose(found.numpy(), right.detach().numpy(), rtol=1e-5, atol=1e-6)
    assert not found.numpy()[1, :, :3].any()
    for a, b in zip(ours, theirs, strict=True):
        assert a.grad is not None and b.grad is not None
        np.testing.assert_allclose(a.grad.numpy(), b.grad.numpy(), rtol=1e-4, atol=1e-5)


def test_heads_that_share_keys() -> None:
    q, k, v = inputs((2, 8, 32, 16), (2, 2, 32, 16), (2, 2, 32, 16))
    got = Tensor(q).scaled_dot_product_attention(Tensor(k), Tensor(v), enable_gqa=True).numpy()
    np.testing.assert_allclose(got, reference((q, k.repeat(4, 1), v.repeat(4, 1))), rtol=2e-4, atol=2e-5)


def test_keys_and_values_that_lie_in_pages() -> None:
    q, k, pages = inputs((3, 40, 24), (3, 40, 24), (10, 3, 4, 24))
    v = pages.transpose(1, 0, 2, 3).reshape(3, 40, 24)
    got = Tensor(q).scaled_dot_product_attention(Tensor(k), Tensor(pages).permute(1, 0, 2, 3).reshape(3, 40, 24))
    np.testing.assert_allclose(got.numpy(), reference((q, k, v)), rtol=2e-4, atol=2e-5)


@pytest.mark.parametrize("stored_first", [False, True])
def test_gradients_through_it(stored_first: bool) -> None:
    arrays = inputs((2, 40, 16), (2, 40, 16), (2, 40, 16))
    q, k, v = [Tensor(a, requires_grad=True) for a in arrays]
    out = q.scaled_dot_product_attention(k, v, is_causal=True)
    if stored_first: out.realize()
    (out * out).sum().backward()
    import torch
    theirs = [torch.tensor(a.astype(np.float64), requires_grad=True) for a in arrays]
    tq, tk, tv = theirs
    (torch.nn.functional.scaled_dot_product_attention(tq, tk, tv, is_causal=True) ** 2).sum().backward()
    for ours, other in zip((q, k, v), theirs, strict=True):
        assert ours.grad is not None and other.grad is not None
        np.testing.assert_allclose(ours.grad.numpy(), other.grad.numpy(), rtol=1e-3, atol=2e-5)


@pytest.mark.parametrize("length", [2048, pytest.param(8192, marks=pytest.mark.slow)])
def test_memory_grows_with_the_length_and_not_with_its_square(length: int) -> None:
    arrays = inputs(*[(1, 1, length, 16)] * 3)
    q, k, v = (Tensor(a, device="CPU").realize() for a in arrays)
    heddle.reset_peak_memory()
    before = heddle.memory_stats("CPU")
    out = q.scaled_dot_product_attention(k, v, is_causal=True).realize()
    after = heddle.memory_stats("CPU")
    assert isinstance(before, MemoryStats) and isinstance(after, MemoryStats)
    assert after.peak_live - before.live <= 2 * length * 16 * 4  # the result
    rows = length * 16 * 4  # the scores of a vector of rows; as many more as half a cache holds
    assert after.scratch <= max(before.scratch, (os.cpu_count() or 1) * 2 * max(rows, 1 << 20))
    want = reference([a[..., :64, :] for a in arrays], mask_of("causal", 64, 64))
    np.testing.assert_allclose(out.numpy()[..., :64, :], want, rtol=1e-3, atol=1e-5)
