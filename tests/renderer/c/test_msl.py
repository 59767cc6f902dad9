"""Text for Metal: what it looks like, and that it compiles as such, with each pointer in its address space."""
from __future__ import annotations

import re
from pathlib import Path

import pytest

from heddle import Tensor
from heddle.codegen import to_program
from heddle.codegen.legalize.scalarize import scalarize
from heddle.dtype import DType, dtypes
from heddle.errors import DeviceError, DTypeError
from heddle.renderer.c.msl import ARGUMENTS, AppleGPU, MSLRenderer
from heddle.runtime.cpu.clang import find_clang
from heddle.uop import UOp
from tests.emulators.metal.compiler import Library, check_spaces
from tests.renderer import cases
from tests.renderer.kernels import Kernel
from tests.schedule.graphs import kernels

METAL = MSLRenderer(AppleGPU())
OLD = MSLRenderer(AppleGPU(language=(3, 0)))
GOLDEN = sorted((Path(__file__).parents[2] / "codegen" / "golden").glob("*.metal"))
needs_clang = pytest.mark.skipif(find_clang()[0] is None, reason="the text is compiled by clang: pip install ziglang")


def text(k: Kernel, renderer: MSLRenderer = METAL) -> str:
    return renderer.render(scalarize(k.ops, renderer.capabilities.lanes_moved), k.name)


def source(graph: UOp, renderer: MSLRenderer = METAL) -> str: return to_program(kernels(graph)[-1], renderer).src[1].arg


# ---- what is written


def test_memory_is_moved_in_packed_vectors_of_four() -> None:
    k = Kernel("moves")
    out, a = (k.param(dtypes.float16, 64) for _ in range(2))
    with k.loop(4) as i: k.store(out, i * 16, k.load(a, i * 16, 8))
    written = text(k)
    assert written.count("half4(*(device const packed_half4 *)(in1 + ") == 2
    assert written.count("*(device packed_half4 *)(out0 + ") == 2


def test_what_the_launch_knows_comes_in_one_buffer_after_the_others() -> None:
    from heddle import Variable
    rows = Variable("rows", 1, 64).bind(9)
    written = source((Tensor.empty(64, 8)[:rows] + 1).uop)
    assert "constant long *variables [[buffer(2)]]" in written and "const int n0_rows = variables[0];" in written


def test_float64_is_refused_with_a_reason() -> None:
    k = Kernel("wide")
    out = k.param(dtypes.float64, 4)
    k.store(out, 0, k.load(out, 1))
    with pytest.raises(DTypeError, match=r"METAL has no float64[\s\S]*Cast to float32"): text(k)


@pytest.mark.parametrize("value, written", [(float("inf"), "INFINITY"), (float("-inf"), "-INFINITY"), (float("nan"), "NAN"),
                                            (0.1, "0.1f"), (1.5, "1.5f")])
@pytest.mark.parametrize("dtype, cast", [(dtypes.float32, ""), (dtypes.float16, "(half)"), (dtypes.bfloat16, "(bfloat)")], ids=str)
def test_literals(dtype: DType, cast: str, value: float, written: str) -> None:
    assert METAL.literal(dtype, value) == cast + written


def test_a_bfloat_is_a_type_from_the_language_3_1_on_and_bits_before() -> None:
    graph = (Tensor.empty(8, dtype="bfloat16") + 1).uop
    new, old = source(graph), source(graph, OLD)
    assert "bfloat" in new and "float(" in new
    assert "bfloat" not in old and "ushort" in old


@pytest.mark.parametrize("start, end", [("float16", "bfloat16"), ("bfloat16", "float16")])
def test_between_half_and_bfloat_a_float_is_made(start: str, end: str) -> None:
    """Metal has no conversion from one to the other."""
    assert re.search(r"= (bfloat\()?float\(in1\[", source(Tensor.empty(3, dtype=start).cast(end).uop))
    written = source(Tensor.empty(64, dtype=start).cast(end).uop)
    if find_clang()[0] is not None: assert Library(written).declarations


def test_functions_keep_their_accuracy_whatever_the_options() -> None:
    written = source(Tensor.empty(64).exp2().log2().sin().sqrt().uop)
    assert {"precise::exp2(", "precise::log2(", "precise::sin(", "precise::sqrt("} <= set(re.findall(r"precise::\w+\(", written))


def test_limits_are_those_of_the_feature_set_tables() -> None:
    caps = METAL.capabilities
    assert caps.buffers_per_kernel == ARGUMENTS - 1 == 30 and caps.shared_memory == 32768
    assert caps.workgroup == (1024, 1024, 1024) and dtypes.float64 not in caps.dtypes


@pytest.mark.parametrize("name, gpu", [("apple7", AppleGPU()), ("Apple9-3.2", AppleGPU(9, (3, 2))),
                                       ("apple8-3.0", AppleGPU(8, (3, 0)))])
def test_architectures_have_names(name: str, gpu: AppleGPU) -> None:
    assert AppleGPU.parse(name) == gpu == AppleGPU.parse(str(gpu))


@pytest.mark.parametrize("name", ["apple3", "m1", "apple7-1.0", "sm_90"])
def test_others_are_refused(name: str) -> None:
    with pytest.raises(DeviceError, match=r"no Metal architecture[\s\S]*such as apple7"): AppleGPU.parse(name)


# ---- what compiles


@needs_clang
@pytest.mark.parametrize("file", GOLDEN, ids=lambda f: f.stem)
def test_kept_kernels_compile(file: Path) -> None:
    for part in file.read_text().split("#include <metal_stdlib>")[1:]:
        kernel = "#include <metal_stdlib>" + re.sub(r"(?m)^;.*$", "", part)
        check_spaces(kernel)
        assert Library(kernel).declarations


@needs_clang
def test_kernels_for_an_older_language_compile_as_that() -> None:
    written = source((Tensor.empty(64, dtype="bfloat16") * Tensor.empty(64, dtype="float16")).uop, OLD)
    check_spaces(written, (3, 0))


@needs_clang
@pytest.mark.parametrize("dtype", (dtypes.bool, dtypes.int8, dtypes.uint16, dtypes.int32, dtypes.uint64, dtypes.float32,
                                   dtypes.float16))
def test_every_op_compiles(dtype: DType) -> None: check_spaces(text(cases.all_ops(dtype, 1)))
