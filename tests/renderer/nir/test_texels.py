"""Which buffers are read through texture units."""
from __future__ import annotations

import pytest

from heddle import Context, Tensor
from tests.renderer.nir.test_nir import text_of


def texels(t: Tensor) -> list[list[str]]: return [line.split()[1:] for line in text_of(t).splitlines() if line.startswith("  texels")]


@pytest.mark.parametrize(("dtype", "bits"), [("float32", "32"), ("float16", "16")])
def test_factors_of_products(dtype: str, bits: str) -> None:
    a, b = Tensor.empty(64, 32, dtype=dtype), Tensor.empty(32, 128, dtype=dtype)
    assert texels(a @ b) == [["1", bits, "512"], ["2", bits, "1024"]]
    with Context(TEXTURES=0): assert texels(a @ b) == []


def test_what_is_no_factor_or_not_read_by_vectors_of_four() -> None:
    a = Tensor.empty(64, 32)
    assert texels(a + 1) == [] and texels(a.sum(1)) == []
    assert texels(a @ Tensor.empty(32, 63)) == [["1", "32", "512"]]  # rows of 63 begin anywhere
    assert texels(a.cast("bfloat16") @ a.cast("bfloat16").T) == []
