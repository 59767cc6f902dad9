"""Attention by blocks of scores against NumPy, on every GPU there is, and on emulated ones in processes of their own."""
from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from heddle import Context, Tensor, Variable
from heddle.device import Device
from heddle.dtype import DType, dtypes
from heddle.engine.execute import scheduling_capabilities
from heddle.schedule import plan
from heddle.uop import Ops

ROOT = Path(__file__).resolve().parent.parent.parent
DEVICES = [d for d in ("CUDA", "AMD", "METAL") if Device.probe(d).usable]
BF16, F16 = dtypes.bfloat16, dtypes.float16


@pytest.mark.skipif("EMULATE" in os.environ, reason="this run is of an emulated device already")
@pytest.mark.parametrize("device", [d for d in ("CUDA", "AMD", "METAL") if d not in DEVICES])
def test_on_an_emulated_device(device: str) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-rs", "tests/runtime/test_fused_attention.py"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False,
                          env=os.environ | {"EMULATE": device, "PYTHONPATH": str(ROOT)})
    again = f"EMULATE={device} python {' '.join(command[1:])}"
    if not re.search(r"\d+ (passed|failed)", done.stdout): pytest.skip(f"{device} cannot be emulated here: {done.stdout[-500:]}")
    assert done.returncode == 0 and re.search(r"\d+ passed", done.stdout), f"again: {again}\n{done.stdout[-6000:]}"


# ---- on the device


@pytest.fixture(params=DEVICES or [pytest.param("", marks=pytest.mark.skip(reason="needs a GPU with tensor cores, or EMULATE"))])
def gpu(request: pytest.FixtureRequest) -> str: return request.param


def heads(rng: np.random.Generator, dtype: DType, *shape: int) -> Tensor:
    return Tensor(rng.standard_normal(shape).astype(np.float32)).cast(dtype).realize()


def numbers(x: Tensor) -> np.ndarray: return x.cast(dtypes.float32).numpy()


def expected(q: Tensor, k: Tensor, v: Tensor, mask: np.ndarray | None) -> np.ndarray:
    a, b, c = map(numbers, (q, k, v))
    b, c = (np.repeat(x, a.shape[1] // x.shape[1], 1) for x in (b, c))
    scores = a @ np.swapaxes(b, -1, -2) / np.sqrt(a.shape[-1])
    if mask is not None: scores = np.where(mask, scores, -np.inf)
    with np.errstate(invalid="ignore"): weights = np.exp(scores - scores.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True) @ c


def matches(found: Tensor, q: Tensor, k: Tensor, v: Tensor, mask: np.ndarray | None) -> None:
    """One kernel computes it, with the error of its format: scores are rounded to it, as in three kernels."""
    planned = plan([found.uop], scheduling_capabilities)
    assert planned is not None and len([c for c in planned.template.linear.src if c.src[0].op is Ops.SINK]) == 1
    tolerance = 2e-2 if q.dtype == BF16 else 3e-3
    np.testing.assert_allclose(numbers(found), expected(q, k, v, mask), rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize(("dtype", "shared", "rows", "keys", "width", "causal"), [
    (BF16, 1, 128, 128, 64, True), (F16, 2, 72, 100, 32, True), (BF16, 1, 20, 33, 80, False), (F16, 4, 64, 130, 128, True)])
def test_heads(gpu: str, dtype: DType, shared: int, rows: int, keys: int, width: int, causal: bool) -> None:
    """Rows, keys and widths that are whole blocks, and others; heads of keys that several heads of queries share."""
    rng = np.random.default_rng(rows)
    with Context(DEV=gpu):
        q = heads(rng, dtype, 1, 4, rows, width)
        k, v = (heads(rng, dtype, 1, 4 // shared, keys, width) for _ in range(2))
        found = q.scaled_dot_product_attention(k, v, is_causal=causal, enable_gqa=shared > 1)
        matches(found, q, k, v, np.tril(np.ones((rows, keys), bool)) if causal else None)


def test_any_mask_and_rows_that_see_nothing(gpu: str) -> None:
    rng = np.random.default_rng(1)
    with Context(DEV=gpu):
        q, k, v = (heads(rng, F16, 2, 2, 64, 64) for _ in range(3))
        mask = rng.random((2, 1, 64, 64)) > 0.4
        matches(q.scaled_dot_product_attention(k, v, attn_mask=Tensor(mask).realize()), q, k, v, mask)
        mask[0, 0, 5] = False
        found = numbers(q.scaled_dot_product_attention(k, v, attn_mask=Tensor(mask).realize()))
    assert np.isnan(found[0, :, 5]).all() and np.isfinite(np.delete(found[0], 5, axis=1)).all()


def test_a_cache_whose_length_is_known_at_launch(gpu: str) -> None:
    """What lies behind the end takes no part, be it NaN."""
    rng = np.random.default_rng(2)
    with Context(DEV=gpu):
        q = heads(rng, BF16, 1, 4, 32, 64)
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
        q, k, v = (heads(rng, F16, 1, 2, 64, 64) for _ in range(3))
        found = ((q * 2) @ k.transpose(-1, -2) * 0.1 + Tensor(np.arange(64, dtype=np.float32) / 64).cast(F16)).softmax() @ v
        a, b, c = map(numbers, (q, k, v))
        scores = 2 * a @ np.swapaxes(b, -1, -2) * 0.1 + np.arange(64, dtype=np.float32) / 64
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        positive = np.maximum(weights / weights.sum(-1, keepdims=True) @ c, 0)
        np.testing.assert_allclose(numbers(found.relu()), positive, rtol=1e-2, atol=1e-2)
