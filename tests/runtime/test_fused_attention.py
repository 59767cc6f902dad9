"""Attention by blocks of scores against NumPy, on every GPU there is, and on emulated ones in processes of their own."""
from __future__ import annotations

import numpy as np
import pytest

from heddle import Context, Tensor, Variable
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


# ---- on the device


@pytest.fixture(params=gpus.EACH)
def gpu(request: pytest.FixtureRequest) -> str: return request.param


def expected(q: Tensor, k: Tensor, v: Tensor, mask: np.ndarray | None) -> np.ndarray:
    a, b, c = map(gpus.numbers, (q, k, v))
    b, c = (np.repeat(x, a.shape[1] // x.shape[1], 1) for x in (b, c))
    scores = a @ np.swapaxes(b, -1, -2) / np.sqrt(a.shape[-1])
    if mask is not None: scores = np.where(mask, scores, -np.inf)
    with np.errstate(invalid="ignore"): weights = np.exp(scores - scores.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True) @ c


def matches(found: Tensor, q: Tensor, k: Tensor, v: Tensor, mask: np.ndarray | None, is_masked: bool = False) -> None:
    """One kernel computes it, and one which rows of a mask see anything, with the error of its format, to which scores are rounded."""
    planned = plan([found.uop], scheduling_capabilities)
    assert planned is not None and len([c for c in planned.template.linear.src if c.src[0].op is Ops.SINK]) == 1 + is_masked
    tolerance = 2e-2 if q.dtype == BF16 else 3e-3
    np.testing.assert_allclose(gpus.numbers(found), expected(q, k, v, mask), rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize(("dtype", "shared", "rows", "keys", "width", "causal"), [
    (BF16, 1, 128, 128, 64, True), (F16, 2, 72, 100, 32, True), (BF16, 1, 20, 33, 80, False), (F16, 4, 64, 130, 128, True)])
def test_heads(gpu: str, dtype: DType, shared: int, rows: int, keys: int, width: int, causal: bool) -> None:
    """Rows, keys and widths that are whole blocks, and others; heads of keys that several heads of queries share."""
    rng = np.random.default_rng(rows)
    with Context(DEV=gpu):
        q = gpus.normal(rng, dtype, 1, 4, rows, width)
        k, v = (gpus.normal(rng, dtype, 1, 4 // shared, keys, width) for _ in range(2))
        found = q.scaled_dot_product_attention(k, v, is_causal=causal, enable_gqa=shared > 1)
        matches(found, q, k, v, np.tril(np.ones((rows, keys), bool)) if causal else None)


def test_any_mask_and_rows_that_see_nothing(gpu: str) -> None:
    rng = np.random.default_rng(1)
    with Context(DEV=gpu):
        q, k, v = (gpus.normal(rng, F16, 2, 2, 64, 64) for _ in range(3))
        mask = rng.random((2, 1, 64, 64)) > 0.4
        matches(q.scaled_dot_product_attention(k, v, attn_mask=Tensor(mask).realize()), q, k, v, mask, True)
        mask[0, 0, 5] = False
        found = gpus.numbers(q.scaled_dot_product_attention(k, v, attn_mask=Tensor(mask).realize()))
    assert not found[0, :, 5].any() and np.isfinite(found).all()


def test_a_cache_whose_length_is_known_at_launch(gpu: str) -> None:
    """What lies behind the end takes no part, be it NaN."""
    rng = np.random.default_rng(2)
    with Context(DEV=gpu):
        q = gpus.normal(rng, BF16, 1, 4, 32, 64)
        full = [rng.standard_normal((1, 2, 160, 64)).astype(np.float32) for _ in range(2)]
        for length in (33, 64, 100):
            for x in full: x[:, :, length:] = np.nan
            k, v = (Tensor(x).cast(BF16).realize() for x in full)
            n = Variable("n", 32, 160).bind(length)
            seen, whole = ([x.shrink(((0, 1), (0, 2), (0, m), (0, 64))) for x in (k, v)] for m in (n, length))
            found = q.scaled_dot_product_attention(seen[0], seen[1], enable_gqa=True)
            matches(found, q, whole[0], whole[1], None)
            for x in full: x[:] = rng.standard_normal(x.shape)


def test_work_around_both_products(gpu: str) -> None:
    """Queries that are computed, a bias on scores, something after the sum."""
    rng = np.random.default_rng(3)
    with Context(DEV=gpu):
        q, k, v = (gpus.normal(rng, F16, 1, 2, 64, 64) for _ in range(3))
        found = ((q * 2) @ k.transpose(-1, -2) * 0.1 + Tensor(np.arange(64, dtype=np.float32) / 64).cast(F16)).softmax() @ v
        a, b, c = map(gpus.numbers, (q, k, v))
        scores = 2 * a @ np.swapaxes(b, -1, -2) * 0.1 + np.arange(64, dtype=np.float32) / 64
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        positive = np.maximum(weights / weights.sum(-1, keepdims=True) @ c, 0)
        np.testing.assert_allclose(gpus.numbers(found.relu()), positive, rtol=1e-2, atol=1e-2)


def rows_of_scores(which: str, rows: int, keys: int) -> tuple[np.ndarray, np.ndarray]:
    """Queries and keys of which scores grow or fall along the keys by far more than an exponential spans, or are infinite or NaN."""
    rng = np.random.default_rng(4)
    a, b = (rng.standard_normal((1, 1, n, 32)).astype(np.float32) for n in (rows, keys))
    slope = np.linspace(-60, 60, keys, dtype=np.float32) * {"grow": 1, "fall": -1}.get(which, 0)
    a[..., 0], b[..., 0] = 16, slope
    match which:
        case "vast": a, b = a * 2**60, b * 2**60
        case "far below": b[..., 0] = -2000
        case "infinite": a[..., 0], b[..., 0], b[0, 0, 70, 0] = np.abs(a[..., 0]), 0, np.inf
        case "minus infinity": a[..., 0], b[..., 0], b[0, 0, :100, 0] = np.abs(a[..., 0]), 0, -np.inf
        case "NaN": b[0, 0, 130, 3] = np.nan
        case "NaN in a row": a[0, 0, 5, 3] = np.nan
        case _: pass
    return a, b


@pytest.mark.parametrize("which", ["grow", "fall", "vast", "far below", "infinite", "minus infinity", "NaN", "NaN in a row"])
def test_scores_of_any_size(gpu: str, which: str) -> None:
    """Sums are rescaled as the maximum grows: in float64 that makes no difference."""
    rng = np.random.default_rng(5)
    a, b = rows_of_scores(which, 64, 200)
    with Context(DEV=gpu):
        q, k, v = (Tensor(x).cast(BF16).realize() for x in (a, b, rng.standard_normal((1, 1, 200, 32)).astype(np.float32)))
        found = gpus.numbers(q.scaled_dot_product_attention(k, v))
        a, b, c = (gpus.numbers(x).astype(np.float64) for x in (q, k, v))
    with np.errstate(all="ignore"):
        scores = (a @ np.swapaxes(b, -1, -2)).astype(np.float32) * 0.1767578125  # 32**-0.5 in bfloat16, as a constant of scores is
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        right = weights / weights.sum(-1, keepdims=True) @ c
    np.testing.assert_array_equal(np.isnan(found), np.isnan(right))
    if which != "vast": np.testing.assert_allclose(found, right, rtol=3e-2, atol=3e-2)
    assert np.abs(found[~np.isnan(found)]).max(initial=0) <= np.abs(c).max() * 1.01


def test_masked_blocks_before_and_after_scores(gpu: str) -> None:
    """Rows that see nothing of the first block, of the last, of any but one key, or nothing at all."""
    rng = np.random.default_rng(6)
    with Context(DEV=gpu):
        q, k, v = gpus.normal(rng, BF16, 1, 2, 64, 32), gpus.normal(rng, BF16, 1, 2, 256, 32), gpus.normal(rng, BF16, 1, 2, 256, 32)
        mask = np.ones((1, 1, 64, 256), bool)
        for row, seen in enumerate((slice(64, 256), slice(0, 64), slice(255, 256), slice(0, 1), slice(130, 131), slice(0, 0))):
            mask[0, 0, row] = False
            mask[0, 0, row, seen] = True
        found = gpus.numbers(q.scaled_dot_product_attention(k, v, attn_mask=Tensor(mask).realize()))
        right = expected(q, k, v, mask)
    assert not found[0, :, 5].any()
    np.testing.assert_allclose(np.delete(found, 5, 2), np.delete(right, 5, 2), rtol=2e-2, atol=2e-2)


def softmax(x: np.ndarray) -> np.ndarray:
    x = np.exp(x - x.max(-1, keepdims=True))
    return x / x.sum(-1, keepdims=True)


@pytest.mark.parametrize("work", ["no division", "a sharper exponential", "dropped after", "the mean too", "twice",
                                  "a mean and no maximum", "the maximum once more", "a wider exponent"])
def test_other_work_on_rows(gpu: str, work: str) -> None:
    """Sums that are proportional to one exponential of the maximum, and others, which take a loop of their own."""
    rng = np.random.default_rng(7)
    kept = rng.random((64, 200)) > 0.3

    def on_rows(x, is_array: bool):  # noqa: ANN001, ANN202  (a Tensor, or an array)
        def most(y): return y.max(-1, keepdims=True) if is_array else y.max(-1, keepdim=True)  # noqa: ANN001, ANN202
        def mean(y): return y.mean(-1, keepdims=True) if is_array else y.mean(-1, keepdim=True)  # noqa: ANN001, ANN202
        exp = np.exp if is_array else Tensor.exp
        match work:
            case "no division": return exp(x - most(x))
            case "a sharper exponential": return exp((x - most(x)) * 3)
            case "dropped after":
                p = exp(x - most(x))
                return (np.where(kept, p, 0) if is_array else Tensor(kept).realize().where(p, 0)) / p.sum(-1, keepdims=True)
            case "the mean too": return exp(x - most(x)) * mean(x)
            case "twice": return softmax(softmax(x) * 4) if is_array else (x.softmax() * 4).softmax()
            case "a mean and no maximum": return x - mean(x)
            case "the maximum once more": return exp(x - most(x)) * most(x)
            case _: return exp(x * 0.5 - most(x))

    with Context(DEV=gpu):
        q, k, v = gpus.normal(rng, F16, 1, 2, 64, 32), gpus.normal(rng, F16, 1, 2, 200, 32), gpus.normal(rng, F16, 1, 2, 200, 32)
        found = on_rows((q.float() @ k.float().transpose(-1, -2)) * 0.25, False).cast(F16).float() @ v.float()
        planned = plan([found.uop], scheduling_capabilities)
        assert planned is not None and len([c for c in planned.template.linear.src if c.src[0].op is Ops.SINK]) == 1
        got = gpus.numbers(found)
        a, b, c = (gpus.numbers(x).astype(np.float64) for x in (q, k, v))
    right = on_rows(a @ np.swapaxes(b, -1, -2) * 0.25, True) @ c
    np.testing.assert_allclose(got, right, rtol=1e-2, atol=1e-2 * np.abs(right).max())
