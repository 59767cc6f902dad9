"""Sources as they were: every op in every language, and small kernels in the CPU's two.

`pytest --update-golden` writes them anew; read the difference before it is committed.
"""
from __future__ import annotations

from collections.abc import Callable

import pytest

from heddle.codegen.legalize.scalarize import scalarize
from heddle.dtype import DType, dtypes
from heddle.renderer import Capabilities, Renderer
from heddle.renderer.c.clang import ClangRenderer
from heddle.renderer.c.hip import HIPRenderer
from heddle.renderer.c.opencl import OpenCLRenderer
from heddle.renderer.cuda.cuda import Architecture, CUDARenderer
from heddle.renderer.llvm.amdgcn import AMDArchitecture, AMDRenderer
from heddle.renderer.llvm.llvmir import LLVMRenderer
from heddle.renderer.ptx.ptx import PTXRenderer
from tests.renderer import cases, kernels
from tests.renderer.kernels import Kernel

RENDERERS: dict[str, Renderer] = {
    "c": ClangRenderer("test", Capabilities(vector=64)), "ll": LLVMRenderer("test", Capabilities(vector=64)),
    "cl": OpenCLRenderer("test", Capabilities(vector=16)), "cu": CUDARenderer(Architecture(90)), "ptx": PTXRenderer(Architecture(80)),
    "gcn": AMDRenderer(AMDArchitecture.parse("gfx1100")), "hip": HIPRenderer(AMDArchitecture.parse("gfx1100"))}
#: languages that compute with one element at a time
SCALAR = ("cu", "ptx", "gcn", "hip")

ON_CPU = ((dtypes.bool, 4), (dtypes.uint8, 1), (dtypes.float32, 4))
ON_GPU = ((dtypes.bool, 4), (dtypes.int8, 4), (dtypes.int32, 1), (dtypes.float32, 4))
SHORT = ((dtypes.bool, 1), (dtypes.int8, 1), (dtypes.float32, 4))
OPS = {"c": ON_CPU, "ll": ON_CPU, "cl": ON_GPU, "cu": ON_GPU, "ptx": SHORT, "gcn": SHORT, "hip": SHORT}


@pytest.mark.parametrize(("language", "dtype", "count"), [(name, *row) for name, rows in OPS.items() for row in rows])
def test_every_op(language: str, dtype: DType, count: int, golden: Callable[[str, str], None]) -> None:
    k = cases.all_ops(dtype, count)
    ops = scalarize(k.ops) if language in SCALAR else k.ops
    golden(f"{k.name}.{language}", RENDERERS[language].render(ops, k.name))


@pytest.mark.parametrize("language", ["c", "ll"])
@pytest.mark.parametrize("make", kernels.GOLDEN, ids=lambda f: f.__name__)
def test_small_kernels(make: Callable[[], Kernel], language: str, golden: Callable[[str, str], None]) -> None:
    k = make()
    golden(f"{k.name}.{language}", RENDERERS[language].render(k.ops, k.name))
