"""Attention of a few rows, split along its keys, against NumPy in float64, on every GPU there is and on emulated ones."""
from __future__ import annotations

import math

import numpy as np
import pytest

from heddle import Context, Tensor, Variable
from heddle.dtype import DType, dtypes
from heddle.engine.execute import scheduling_capabilities
from heddle.schedule import plan
from heddle.uop import Ops
from tests.runtime import gpus

BF16, F16, F32 = dtypes.bfloat16, dtypes.float16, dtypes.float32
#: the error of a format: of results, whose weights are not rounded before they are summed
TOLERANCE = {BF16: 1e-2, F16: 1e-3, F32: 2e-6}


@gpus.not_emulated
@pytest.mark.parametrize("device", [d if d == "METAL" else pytest.param(d, marks=pytest.mark.slow)
                                    for d in gpus.NAMES if d not in gpus.DEVICES])
def test_on_an_emulated_device(device: str) -> None: gpus.run_emulated(__file__, device)


# ---- on the device


@pytest.fixture(params=gpus.EACH)
def gpu(request: pytest.FixtureRequest) -> str: return request.param


def numbers(x: Tensor) -> np.ndarray: return gpus.numbers(x).astype(np.float64)


def expected(q: np.ndarray, k: np.ndarray, v: np.ndarray, mask: np.ndarray | None = None, scale: float | None = None) -> np.ndarray:
    """In float64. mask: bool, true where a row sees a key, or added to the scores."""
    k, v = (np.repeat(x, q.shape[-3] // x.shape[-3], -3) for x in (k, v))
    scores = q @ np.swapaxes(k, -1, -2) * (1 / math.sqrt(q.shape[-1]) if scale is None else scale)
    if mask is not None: scores = np.where(mask, scores, -np.inf) if mask.dtype == bool else scores + mask
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True) @ v


def matches(found: Tensor, right: np.ndarray, dtype: DType, is_masked: bool = False) -> None:
    """Two kernels compute it, and one which rows of a mask see anything; what is infinite or NaN is."""
    planned = plan([found.uop], scheduling_capabilities)
    assert planned is not None and len([c for c in planned.template.linear.src if c.src[0].op is Ops.SINK]) == 2 + is_masked
    np.testing.assert_allclose(numbers(found), right, rtol=TOLERANCE[dtype], atol=TOLERANCE[dtype])


@pytest.mark.parametrize(("dtype", "heads", "shared", "rows", "keys", "width", "columns"), [
    (BF16, 4, 4, 1, 512, 128, 128), (F16, 6, 3, 2, 300, 64, 96), (F32, 2, 1, 1, 128, 8, 8), (F32, 8, 8, 3, 200, 256, 256),
    (BF16, 1, 1, 15, 131, 80, 40), (F16, 15, 15, 1, 257, 24, 64)])
def test_heads(gpu: str, dtype: DType, heads: int, shared: int, rows: int, keys: int, width: int, columns: int) -> None:
    """Keys that are whole chunks, and others; rows that fit a work-group, and more; depths that lanes divide in several ways."""
    rng = np.random.default_rng(keys)
    with Context(DEV=gpu):
        q, k = gpus.normal(rng, dtype, 2, heads, rows, width), gpus.normal(rng, dtype, 2, heads // shared, keys, width)
        v = gpus.normal(rng, dtype, 2, heads // shared, keys, columns)
        matches(q.scaled_dot_product_attention(k, v, enable_gqa=True), expected(numbers(q), numbers(k), numbers(v)), dtype)


@pytest.mark.parametrize("kind", ["causal", "boolean", "added", "of each head"])
def test_masks(gpu: str, kind: str) -> None:
    rng = np.random.default_rng(1)
    with Context(DEV=gpu):
        q, k, v = (gpus.normal(rng, F32, 2, 4, n, 32) for n in (5, 200, 200))
        mask = {"causal": np.tril(np.ones((5, 200), bool)), "boolean": rng.random((2, 1, 5, 200)) > 0.3,
                "added": rng.standard_normal((5, 200)).astype(np.float32), "of each head": rng.random((2, 4, 1, 200)) > 0.9}[kind]
        is_causal = kind == "causal"
        found = q.scaled_dot_product_attention(k, v, None if is_causal else Tensor(mask).realize(), is_causal=is_causal)
        matches(found, expected(numbers(q), numbers(k), numbers(v), mask), F32, not is_causal)


def test_rows_that_see_nothing_and_numbers_that_are_none(gpu: str) -> None:
    """A row that is masked in all chunks, in one, in all but one key; values that are infinite or NaN where a row does not look."""
    rng = np.random.default_rng(2)
    with Context(DEV=gpu):
        q, k = gpus.normal(rng, F32, 1, 1, 5, 32), gpus.normal(rng, F32, 1, 1, 300, 32)
        v = rng.standard_normal((1, 1, 300, 32)).astype(np.float32)
        v[0, 0, 7, :2], v[0, 0, 150, 3], v[0, 0, 299, 4] = np.inf, np.nan, -np.inf
        mask = np.ones((1, 1, 5, 300), bool)
        mask[..., 1, :], mask[..., 2, :256], mask[..., 3, :], mask[..., 3, 100] = False, False, False, True
        found = numbers(q.scaled_dot_product_attention(k, Tensor(v).realize(), Tensor(mask).realize()))
        with np.errstate(invalid="ignore"): right = expected(numbers(q), numbers(k), v.astype(np.float64), mask)
    assert np.isnan(right[0, 0, 1]).all() and not found[0, 0, 1].any()
    right[0, 0, 1] = 0
    np.testing.assert_allclose(found, right, rtol=1e-5, atol=1e-5)
    assert np.isfinite(found[0, 0, :, 5]).all()


@pytest.mark.parametrize("which", ["grow", "fall", "vast", "infinite", "minus infinity", "NaN"])
def test_scores_of_any_size(gpu: str, which: str) -> None:
    """Chunks whose maxima are further apart than exponentials span."""
    rng = np.random.default_rng(3)
    a, b, c = (rng.standard_normal((1, 1, n, 32)).astype(np.float32) for n in (3, 300, 300))
    a[..., 0], b[..., 0] = 16, np.linspace(-60, 60, 300) * {"grow": 1, "fall": -1}.get(which, 0)
    match which:
        case "vast": a, b = a * 2**60, b * 2**60
        case "infinite": b[0, 0, 170, 0] = np.inf
        case "minus infinity": b[0, 0, :130, 0] = -np.inf
        case "NaN": b[0, 0, 130, 3] = np.nan
        case _: pass
    with Context(DEV=gpu), np.errstate(all="ignore"):
        found = numbers((Tensor(a) @ Tensor(b).transpose(-1, -2)).softmax() @ Tensor(c))
        right = expected(a.astype(np.float64), b.astype(np.float64), c.astype(np.float64), scale=1.0)
    np.testing.assert_allclose(found, right, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("dtype", [BF16, F32])
def test_a_cache_whose_length_is_known_at_launch(gpu: str, dtype: DType) -> None:
    """What lies behind the end takes no part, be it NaN; the same kernels serve all lengths."""
    rng = np.random.default_rng(4)
    with Context(DEV=gpu):
        q = gpus.normal(rng, dtype, 1, 4, 1, 64)
        for start in (0, 1, 126, 127, 128, 299):
            full = [rng.standard_normal((1, 2, 300, 64)).astype(np.float32) for _ in range(2)]
            for x in full: x[:, :, start + 1:] = np.nan
            k, v = (Tensor(x).cast(dtype).realize() for x in full)
            n = Variable("start", 0, 299).bind(start) + 1
            found = q.scaled_dot_product_attention(k[:, :, :n], v[:, :, :n], enable_gqa=True)
            matches(found, expected(numbers(q), numbers(k)[:, :, :start + 1], numbers(v)[:, :, :start + 1]), dtype)


def test_other_work_around_both_products(gpu: str) -> None:
    """A cache of bytes with scales, a soft cap of scores, one score more in the sum, something after it."""
    rng = np.random.default_rng(5)
    with Context(DEV=gpu):
        q, sink = gpus.normal(rng, F32, 1, 4, 1, 32), gpus.normal(rng, F32, 1, 4, 1, 1)
        kept = [rng.integers(-100, 100, (1, 4, 200, 32)).astype(np.int8) for _ in range(2)]
        scales = [rng.random((1, 4, 200, 1)).astype(np.float32) / 50 for _ in range(2)]
        k, v = (Tensor(x).realize().float() * Tensor(s).realize() for x, s in zip(kept, scales, strict=True))
        scores = (q @ k.transpose(-1, -2) / 9).tanh() * 9
        m = scores.max(-1, keepdim=True)
        e = (scores - m).exp()
        found = (e / (e.sum(-1, keepdim=True) + (sink - m).exp()) @ v).relu() + 1
        a, b, c = numbers(q), *(x.astype(np.float64) * s for x, s in zip(kept, scales, strict=True))
        weights = np.exp(np.tanh(a @ np.swapaxes(b, -1, -2) / 9) * 9)
        right = np.maximum(weights / (weights.sum(-1, keepdims=True) + np.exp(numbers(sink))) @ c, 0) + 1
        matches(found, right, F32)


@pytest.mark.parametrize("seed", range(8))
def test_random_shapes(gpu: str, seed: int) -> None:
    rng = np.random.default_rng([6, seed])
    dtype = (BF16, F16, F32)[seed % 3]
    shared, groups, rows = (int(rng.integers(1, n)) for n in (7, 4, 16))
    keys, width, columns = int(rng.integers(128, 400)), 8 * int(rng.integers(1, 20)), 8 * int(rng.integers(1, 20))
    with Context(DEV=gpu):
        q, k = gpus.normal(rng, dtype, 1, shared * groups, rows, width), gpus.normal(rng, dtype, 1, groups, keys, width)
        v, mask = gpus.normal(rng, dtype, 1, groups, keys, columns), rng.random((rows, keys)) > 0.5
        n = int(rng.integers(1, keys))
        mask[:, 0] = True
        m = Variable("n", 1, keys).bind(n)
        found = q.scaled_dot_product_attention(k[:, :, :m], v[:, :, :m], Tensor(mask).realize()[:, :m], enable_gqa=True)
        matches(found, expected(numbers(q), numbers(k)[:, :, :n], numbers(v)[:, :, :n], mask[:, :n]), dtype, True)


def test_runs_are_the_same_bit_by_bit(gpu: str) -> None:
    rng = np.random.default_rng(7)
    with Context(DEV=gpu):
        q, k, v = (gpus.normal(rng, F32, 1, 2, n, 64) for n in (2, 500, 500))
        first, second = (q.scaled_dot_product_attention(k, v).numpy() for _ in range(2))
    np.testing.assert_array_equal(first, second)
