"""Products on the matrices of Apple's SIMD groups: which go there, and (on the emulator of Metal) that they come out right."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from heddle import Context, Tensor
from heddle.codegen import to_program
from heddle.dtype import DType, dtypes
from heddle.renderer.c.msl import AppleGPU, MSLRenderer
from heddle.runtime.cpu.clang import find_clang
from heddle.runtime.metal import framework
from tests.codegen.tensorize.test_mma import product
from tests.emulators.metal.fake import FakeMetal
from tests.emulators.metal.install import as_device

NEW, OLD = MSLRenderer(AppleGPU()), MSLRenderer(AppleGPU(language=(3, 0)))
FLOATS = (dtypes.float32, dtypes.float16, dtypes.bfloat16)
needs_clang = pytest.mark.skipif(find_clang()[0] is None, reason="kernels for the emulator are compiled by clang: pip install ziglang")


@pytest.mark.parametrize("dtype", FLOATS)
def test_products_of_floats_go_to_simd_groups(dtype: DType) -> None:
    kind = {"float32": "float", "float16": "half", "bfloat16": "bfloat"}[dtype.name]
    program = to_program(product(64, 64, 64, dtype), NEW)
    assert f"simdgroup_matrix<{kind}, 8, 8> x;" in program.src[1].arg and program.arg.workgroup[0] % 32 == 0


def test_float32_is_not_rounded_there_so_it_needs_no_leave() -> None:
    with Context(TF32=False): assert "simdgroup_multiply_accumulate" in to_program(product(64, 64, 64, dtypes.float32), NEW).src[1].arg


def test_bfloat_goes_there_from_the_language_3_1_on() -> None:
    assert "simdgroup" not in to_program(product(64, 64, 64, dtypes.bfloat16), OLD).src[1].arg


def test_a_reduction_shorter_than_a_tile_is_left_out() -> None:
    assert "simdgroup" not in to_program(product(64, 64, 6, dtypes.float16), NEW).src[1].arg
    assert "simdgroup" in to_program(product(64, 64, 60, dtypes.float16), NEW).src[1].arg


@pytest.fixture
def metal(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeMetal]:
    fake = as_device(monkeypatch, FakeMetal())
    with Context(DEV="METAL"): yield fake
    framework.forget()


@needs_clang
@pytest.mark.parametrize("dtype, sizes, transposed", [
    *((d, (64, 64, 64), (False, False)) for d in FLOATS), *((d, (16, 24, 40), (True, False)) for d in FLOATS),
    (dtypes.float16, (70, 66, 64), (False, True)), (dtypes.float32, (8, 8, 8), (True, True)),
    (dtypes.bfloat16, (70, 66, 64), (True, False))])
def test_products_come_out_right(metal: FakeMetal, sizes: tuple[int, int, int], transposed: tuple[bool, bool], dtype: DType) -> None:
    m, n, k = sizes
    rng = np.random.default_rng(m)
    a, b = rng.integers(-4, 5, (m, k)).astype(np.float32), rng.integers(-4, 5, (k, n)).astype(np.float32)
    x, y = (Tensor(t.T.copy() if iteration else t).cast(dtype).realize() for t, iteration in zip((a, b), transposed, strict=True))
    found = (x.T if transposed[0] else x).matmul(y.T if transposed[1] else y, dtype=dtypes.float32) + 1
    assert (found.numpy() == a @ b + 1).all() and not metal.faults
