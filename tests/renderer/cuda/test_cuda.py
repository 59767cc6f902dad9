"""Text for CUDA: what it looks like, and that NVIDIA's own compiler takes it for every architecture without spilling."""
from __future__ import annotations

import threading

import pytest

from heddle import Context, Tensor
from heddle.codegen import to_program
from heddle.codegen.legalize.scalarize import scalarize
from heddle.dtype import DType, dtypes
from heddle.errors import DeviceError
from heddle.renderer.cuda.cuda import Architecture, CUDARenderer
from heddle.runtime.cuda import nvrtc
from heddle.runtime.cuda.cubin import usage
from heddle.uop import Ops, UOp
from tests.renderer import cases
from tests.renderer.kernels import Kernel
from tests.schedule.graphs import empty, kernels, matmul, softmax

CUDA = CUDARenderer(Architecture(90))
needs_nvrtc = pytest.mark.skipif(not nvrtc.probe().usable, reason="NVRTC is not installed")
ARCHITECTURES = ("sm_80", "sm_89", "sm_90a", "sm_100", "sm_120")
FLOATS = (dtypes.float16, dtypes.bfloat16, *dtypes.fp8s)


def text(k: Kernel, renderer: CUDARenderer = CUDA) -> str: return renderer.render(scalarize(k.ops), k.name)


def test_a_kernel_that_moves_vectors_has_an_entry_for_any_address() -> None:
    k = Kernel("moves")
    out, a = (k.param(dtypes.float32, 64) for _ in range(2))
    with k.loop(4) as i: k.store(out, i * 16, k.load(a, i * 16 + 4, 4) + k.load(a, i * 16, 4))
    written = text(k)
    assert written.count("= load<aligned, 4>((in1 + ") == 2 and "store<aligned>((out0 + " in written
    assert 'extern "C" __global__ void __launch_bounds__(1) moves(float *out0, const float *in1) { body<true>(out0, in1); }' in written
    assert "moves_anywhere(float *out0, const float *in1) { body<false>(out0, in1); }" in written


def test_a_kernel_of_scalars_has_one_entry() -> None:
    k = Kernel("scalars")
    out, a = (k.param(dtypes.float32, 64) for _ in range(2))
    k.store(out, 1, k.load(a, 2))
    assert text(k) == ('extern "C" __global__ void __launch_bounds__(1) scalars(float *out0, const float *in1) {\n'
                       "  out0[1] = in1[2];\n}\n")


def narrow(dtype: DType) -> Kernel:
    k = Kernel("narrow")
    out, a, back = k.param(dtype, 8), k.param(dtypes.float32, 8), k.param(dtypes.float32, 8)
    k.store(out, 0, k.load(a, 0).cast(dtype))
    k.store(back, 0, k.load(out, 1).cast(dtypes.float32))
    return k


@pytest.mark.parametrize("dtype", FLOATS)
@needs_nvrtc
def test_narrow_floats_are_converted_by_instructions(dtype: DType) -> None:
    written = text(narrow(dtype))
    assert "cvt.rn" in written and dtype not in CUDA.capabilities.as_bits
    ptx = nvrtc.NVRTCCompiler(Architecture(90), to_ptx=True).compile(written).decode()
    assert "cvt.rn" in ptx and "call" not in ptx


def test_what_an_architecture_lacks_is_integer_arithmetic() -> None:
    old, ampere = CUDARenderer(Architecture(75)).capabilities, CUDARenderer(Architecture(80)).capabilities
    assert old.as_bits == frozenset((dtypes.bfloat16, *dtypes.fp8s)) and ampere.as_bits == frozenset(dtypes.fp8s)


@pytest.mark.parametrize("arch", ARCHITECTURES)
@needs_nvrtc
def test_matmuls_do_not_spill(arch: str) -> None:
    renderer = CUDARenderer(Architecture.parse(arch))
    graphs = (matmul(empty(512, 512), empty(512, 512)), matmul(empty(64, 130), empty(130, 77)))
    for ast in (k for graph in graphs for k in kernels(graph)): _compiles_whole(ast, renderer)


@needs_nvrtc
def test_softmax_does_not_spill() -> None:
    for ast in kernels(softmax(empty(64, 1000))): _compiles_whole(ast, CUDA)


@needs_nvrtc
def test_values_that_are_used_twice_again_and_again_do_not_keep_the_compiler() -> None:
    """Random numbers are made of those; NVRTC must not follow each way from a vector back to where they begin."""
    def compile_them() -> None:
        with Context(DEV="NULL:CUDA:sm_90", CACHE=0): Tensor.randn(16, 16).realize()
    thread = threading.Thread(target=compile_them, daemon=True)
    thread.start()
    thread.join(100)
    assert not thread.is_alive()


def _compiles_whole(ast: UOp, renderer: CUDARenderer) -> None:
    program = to_program(ast, renderer)
    arch = Architecture.parse(renderer.target.split()[-1])
    found = usage(nvrtc.NVRTCCompiler(arch).compile_cached(program.src[1].arg))
    assert program.arg.name in found
    for use in found.values(): assert use.spilled == 0 and 0 < use.registers <= 255


def test_shared_memory_is_that_of_the_capability() -> None:
    assert Architecture.parse("sm_90a").shared_memory == 227 << 10 and Architecture.parse("SM_86").shared_memory == 99 << 10
    assert Architecture.parse("sm_130").shared_memory == 99 << 10  # unknown, so as the newest that is known


@pytest.mark.parametrize("name", ("90", "sm_60", "gfx1100", "sm_90b"))
def test_an_architecture_that_does_not_exist(name: str) -> None:
    with pytest.raises(DeviceError, match="there is no NVIDIA architecture") as caught: Architecture.parse(name)
    assert "sm_89" in str(caught.value.cure)


@needs_nvrtc
@pytest.mark.parametrize("dtype", (dtypes.bool, dtypes.int8, dtypes.uint16, dtypes.int32, dtypes.uint64, *dtypes.floats[-2:]))
def test_every_op_compiles(dtype: DType) -> None:
    k = cases.all_ops(dtype, 1)
    assert k.name in usage(nvrtc.NVRTCCompiler(Architecture(90)).compile(text(k)))


def test_positions() -> None:
    k = Kernel("items")
    out = k.param(dtypes.int32, 128)
    g, i = (k.add(UOp(Ops.SPECIAL, dtypes.int32, (UOp.const(dtypes.int32, n),), name)) for name, n in (("gidx1", 4), ("lidx0", 32)))
    k.store(out, g * 32 + i, UOp.const(dtypes.int32, 1))
    written = text(k)
    assert "const int gidx1 = blockIdx.y;" in written and "const int lidx0 = threadIdx.x;" in written
    assert "__launch_bounds__(32) items(int *out0)" in written
