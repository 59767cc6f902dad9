"""Kernels of well-known layers as both renderers write them, for a machine that is the same everywhere.

`pytest --update-golden` writes them anew; read the difference before it is committed.
"""
from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Callable

import pytest

from heddle import Tensor, Variable
from heddle.codegen import to_program
from heddle.dtype import dtypes
from heddle.renderer import Capabilities, Renderer
from heddle.renderer.c.clang import ClangRenderer
from heddle.renderer.c.msl import AppleGPU, MSLRenderer
from heddle.renderer.c.opencl import OpenCLRenderer
from heddle.renderer.cuda.cuda import Architecture, CUDARenderer
from heddle.renderer.llvm.llvmir import LLVMRenderer
from heddle.renderer.nir.adreno import Adreno
from heddle.renderer.nir.nir import NIRRenderer
from heddle.renderer.ptx.ptx import PTXRenderer
from heddle.renderer.wgsl.wgsl import WGSLRenderer
from heddle.uop import Ops, UOp
from tests.schedule.graphs import conv, empty, kernels, layernorm, matmul, softmax
from tests.schedule.patterns.test_attention_fusion import kernels as chained

#: AVX-512, two threads
CAPABILITIES = Capabilities(native=frozenset((Ops.SQRT, Ops.TRUNC, Ops.FDIV, Ops.RECIPROCAL, Ops.MULACC, Ops.MAX, Ops.NEG, Ops.WHERE,
                                           Ops.CMPEQ)),
                vector=64, registers=32, cache=(32 << 10, 1 << 20), threads=2, has_scratch=True)
#: a GPU of no particular maker
GPU = Capabilities(native=CAPABILITIES.native, index_dtype=dtypes.int32, vector=16, registers=32, threads=16, shared_memory=32 << 10,
             has_fast_shared=True, workgroup=(256, 256, 64), workgroup_threads=256)
#: the least that WebGPU promises
WEB = Capabilities(dtypes=frozenset(dtypes.all) - {dtypes.float64}, arithmetic=frozenset((dtypes.bool, *dtypes.ints, dtypes.float32)),
             as_bits=frozenset((dtypes.float16, dtypes.bfloat16, *dtypes.fp8s)), native=CAPABILITIES.native | {Ops.SIN},
             index_dtype=dtypes.int32, vector=16, buffers_per_kernel=8, shared_memory=4 << 10,
             has_fast_shared=True, workgroup=(256, 256, 64), workgroup_threads=256, grid=(65535, 65535, 65535))
RENDERERS = {"c": ClangRenderer("golden", CAPABILITIES), "ll": LLVMRenderer("golden", CAPABILITIES),
             "cl": OpenCLRenderer("golden", GPU),
             "wgsl": WGSLRenderer("golden", WEB), "cu": CUDARenderer(Architecture(80)),
             "ptx": PTXRenderer(Architecture(80)), "metal": MSLRenderer(AppleGPU()), "nir": NIRRenderer(Adreno.parse("a630"))}


def gathered() -> UOp:
    index = UOp.new_buffer("CPU", 6, dtypes.int32)
    return empty(100, 32).gather(index)


GRAPHS: dict[str, Callable[[], UOp]] = {
    "elementwise": lambda: (empty(64, 48) * 2 + empty(64, 48)).maximum(0),
    "odd_elementwise": lambda: empty(5, 33) + 1,
    "softmax": lambda: softmax(empty(64, 256)),
    "softmax_of_short_rows": lambda: softmax(empty(200, 10)),
    "channels_last": lambda: (Tensor.empty(200, 3, dtype="uint8").cast("float32") * Tensor.empty(3) + Tensor.empty(3)).uop,
    "layernorm": lambda: layernorm(empty(64, 256), empty(256), empty(256)),
    "row_sum": lambda: empty(64, 1000).reduce_axis(Ops.ADD, (1,)),
    "column_sum": lambda: empty(512, 256).reduce_axis(Ops.ADD, (0,)),
    "matmul": lambda: matmul(empty(64, 128), empty(128, 96)).maximum(0),
    "matmul_transposed": lambda: matmul(empty(64, 128), empty(96, 128).permute((1, 0))),
    "matmul_of_some_rows": lambda: (Tensor.empty(64, 128)[:Variable("rows", 1, 64).bind(9)] @ Tensor.empty(128, 96)).uop,
    "conv": lambda: conv(empty(2, 16, 14, 14), empty(32, 16, 3, 3), padding=1),
    "gather": gathered,
    "pad": lambda: empty(6, 30).pad(((1, 1), (2, 0))),
    "scatter_add": lambda: Tensor.empty(20, 8).scatter_add(0, Tensor.empty(6, 8, dtype="int32"), Tensor.empty(6, 8)).uop,
    "bytes": lambda: (Tensor.empty(7, 11, dtype="uint8") * 3 + 1).uop,
    "narrow_floats": lambda: (Tensor.empty(48, dtype="bfloat16") * Tensor.empty(48, dtype="float16")).cast("fp8e4m3").uop,
    "running_sums_of_rows": lambda: Tensor.empty(96, 64).cumsum(1).uop,
    "running_sums_of_columns": lambda: Tensor.empty(64, 96).cumsum(0).uop,
    "running_sum": lambda: Tensor.empty(3000).cumsum(0).uop,
    "merge": lambda: Tensor.empty(3, 256, dtype="uint64").uop.merge(Tensor.empty(1, dtype="uint32").uop, 64, 128),
    "longs": lambda: (Tensor.empty(40, dtype="int64") * Tensor.empty(40, dtype="int64") // 1000 >> 3).uop,
}


def sources(graph: UOp, renderer: Renderer) -> str:
    """The kernels' sources under the actions that shaped them."""
    programs = [to_program(ast, renderer) for ast in kernels(graph)]
    return "\n".join("\n".join([*(f"; {a}" for a in p.arg.applied), p.src[1].arg]) for p in programs)


@pytest.mark.parametrize("language", RENDERERS)
@pytest.mark.parametrize("name", GRAPHS)
def test_kernels_are_as_they_were(name: str, language: str, golden: Callable[[str, str], None]) -> None:
    golden(f"{name}.{language}", sources(GRAPHS[name](), RENDERERS[language]))


@pytest.mark.skipif(shutil.which("clang-15") is None, reason="needs clang 15, the oldest that is used")
@pytest.mark.parametrize("name", [*GRAPHS, "few_columns"])
def test_the_oldest_clang_takes_every_kernel(name: str) -> None:
    """To clang 15 a shuffle that changes the number of lanes is a vector of another kind: few columns join one with one of ours."""
    graph = GRAPHS.get(name, lambda: matmul(empty(64, 256), empty(10, 256).permute((1, 0))))()
    text = "".join(line for line in sources(graph, RENDERERS["c"]).splitlines(keepends=True) if not line.startswith(";"))
    done = subprocess.run(["clang-15", "-x", "c", "-fsyntax-only", "-w", "-"], input=text, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


#: products on matrix units: of rows as they lie in memory, and of columns
PRODUCTS: dict[str, Callable[[], UOp]] = {
    "units": lambda: (Tensor.empty(128, 256, dtype="bfloat16") @ Tensor.empty(256, 128, dtype="bfloat16")).uop,
    "units_transposed": lambda: (Tensor.empty(64, 192, dtype="float16") @ Tensor.empty(64, 192, dtype="float16").T).uop,
}


@pytest.mark.parametrize("language", ["c", "ll"])
def test_attention_is_as_it_was(language: str, golden: Callable[[str, str], None]) -> None:
    """Both products in one kernel, for a device that keeps rows of scores."""
    q, k, v = (Tensor.empty(2, 64, 32) for _ in range(3))
    (ast,) = chained(q.scaled_dot_product_attention(k, v, is_causal=True).uop.contiguous())
    program = to_program(ast, RENDERERS[language])
    golden(f"attention.{language}", "\n".join([*(f"; {a}" for a in program.arg.applied), program.src[1].arg]))


#: the same for Hopper, where four warps multiply together
HOPPER = Architecture(90, "a")
UNITS: dict[str, Renderer] = {"cu": RENDERERS["cu"], "ptx": RENDERERS["ptx"],
                              "sm_90a.cu": CUDARenderer(HOPPER), "sm_90a.ptx": PTXRenderer(HOPPER)}


@pytest.mark.parametrize("language", UNITS)
@pytest.mark.parametrize("name", PRODUCTS)
def test_products_on_matrix_units_are_as_they_were(name: str, language: str, golden: Callable[[str, str], None]) -> None:
    golden(f"{name}.{language}", sources(PRODUCTS[name](), UNITS[language]))


#: products of bytes: of columns, by a warp, and along the reduction of both, by four on Hopper
FP8: dict[str, Callable[[], UOp]] = {
    "units_fp8": lambda: (Tensor.empty(64, 128, dtype="fp8e4m3") @ Tensor.empty(128, 64, dtype="fp8e4m3")).cast("fp8e4m3").uop,
    "units_fp8_transposed": lambda: (Tensor.empty(64, 384, dtype="fp8e5m2") @ Tensor.empty(64, 384, dtype="fp8e5m2").T).uop,
}


@pytest.mark.parametrize("language", ("sm_90a.cu", "sm_90a.ptx"))
@pytest.mark.parametrize("name", FP8)
def test_products_of_bytes_are_as_they_were(name: str, language: str, golden: Callable[[str, str], None]) -> None:
    golden(f"{name}.{language}", sources(FP8[name](), UNITS[language]))


def digests() -> str:
    """One line that changes with any text."""
    texts = (sources(graph(), renderer) for graph in GRAPHS.values() for renderer in RENDERERS.values())
    return " ".join(hashlib.sha256(text.encode()).hexdigest() for text in texts)


def test_another_process_writes_the_same() -> None:
    """Whatever was made before, and in whatever order sets are walked."""
    program = "from tests.codegen.test_golden import *; [empty(3) for _ in range(50)]; print(digests(), end='')"
    other = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True,
                           env={"PYTHONHASHSEED": "77", "PYTHONPATH": "."})
    assert other.stdout == digests()
