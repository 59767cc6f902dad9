"""PTX: what it looks like, and that NVIDIA's assembler takes it where that is installed.

What it computes is tested on the emulator.
"""
from __future__ import annotations

import glob
import importlib.util
import os
import subprocess
from pathlib import Path

import pytest

from heddle.codegen import to_program
from heddle.codegen.legalize.scalarize import scalarize
from heddle.dtype import DType, dtypes
from heddle.errors import InternalError
from heddle.renderer.cuda.cuda import Architecture, CUDARenderer
from heddle.renderer.ptx.ptx import PTXRenderer
from heddle.renderer.ptx.registers import literal
from heddle.uop import Ops, UOp
from tests.codegen.tensorize.test_mma import product
from tests.codegen.test_golden import FP8, GRAPHS
from tests.renderer import cases
from tests.renderer.cuda.test_cuda import narrow
from tests.renderer.kernels import Kernel
from tests.schedule.graphs import kernels

AMPERE = PTXRenderer(Architecture(80))
AMPERE_C = CUDARenderer(Architecture(80))


def text(k: Kernel, renderer: PTXRenderer = AMPERE) -> str: return renderer.render(scalarize(k.ops), k.name)


def body(k: Kernel) -> list[str]:
    """The instructions of the first entry."""
    lines = [line.strip() for line in text(k).split("}\n")[0].splitlines()]
    return [line for line in lines[lines.index("{") + 1:] if not line.startswith(".reg")]


def test_a_loop_that_may_not_turn_asks_first() -> None:
    k = Kernel("turns")
    out, n = k.param(dtypes.float32, 64), k.var("n", 0, 64)
    with k.loop(n) as i: k.store(out, i, UOp.const(dtypes.float32, 1.0))
    found = body(k)
    assert "@%p0 bra LOOP0_END;" in found and found.index("@%p0 bra LOOP0_END;") < found.index("LOOP0:")
    with_known = Kernel("known")
    out = with_known.param(dtypes.float32, 64)
    with with_known.loop(4) as i: with_known.store(out, i, UOp.const(dtypes.float32, 1.0))
    assert not any("bra LOOP0_END" in line for line in body(with_known))


def test_an_address_is_found_once_and_what_is_constant_is_an_offset() -> None:
    k = Kernel("places")
    out, a = (k.param(dtypes.float32, 64) for _ in range(2))
    with k.loop(4) as i: k.store(out, i * 4, k.load(a, i * 4) + k.load(a, i * 4 + 3))
    found = body(k)
    assert sum("mad.lo.s64" in line for line in found) == 2
    assert any("ld.global.f32" in line and "+12]" in line for line in found)


def test_gates_are_predicates() -> None:
    k = Kernel("gates")
    out, a = (k.param(dtypes.float32, 64) for _ in range(2))
    with k.loop(4) as i:
        inside = i < 3
        k.store(out, i, k.load(a, i, 1, UOp.const(dtypes.float32, 2.0), inside), inside)
    found = body(k)
    at = next(n for n, line in enumerate(found) if line.startswith("@%p0 ld.global.f32 %f0"))
    assert "mov.f32 %f0, 0f40000000;" in found[:at] and any(line.startswith("@%p0 st.global.f32") for line in found)


def test_much_shared_memory_comes_with_the_launch() -> None:
    k = Kernel("shared")
    out, tile = k.param(dtypes.float32, 64), k.local(dtypes.float32, 20000)
    k.store(tile, 0, UOp.const(dtypes.float32, 1.0))
    k.store(out, 0, k.load(tile, 0))
    assert ".extern .shared .align 128 .b8 shared[];" in text(k)


def test_literals_are_exact() -> None:
    assert literal(dtypes.float32, 1.0) == "0f3F800000" and literal(dtypes.float64, -0.5) == "0dBFE0000000000000"
    assert literal(dtypes.float32, float("-inf")) == "0fFF800000" and literal(dtypes.bfloat16, 1.0) == str(0x3F80)
    assert literal(dtypes.float16, -2.0) == str(0xC000) == AMPERE_C.literal(dtypes.float16, -2.0)
    assert literal(dtypes.int64, -5) == "-5"


def test_what_it_has_no_word_for() -> None:
    k = Kernel("sine")
    out, a = (k.param(dtypes.float32, 4) for _ in range(2))
    k.store(out, 0, k.load(a, 0).alu(Ops.SIN))
    with pytest.raises(InternalError, match=r"PTX has no SIN of .*float32 \(kernel sine\)"): text(k)


@pytest.mark.parametrize(("dtype", "count", "access"), ((dtypes.float16, 8, "v4.b32 {%r0"), (dtypes.int8, 16, "v4.b32 {%r0"),
                                                        (dtypes.uint8, 8, "v2.b32 {%r0"), (dtypes.bfloat16, 2, "b32 %r0")))
def test_narrow_elements_side_by_side_are_moved_as_words(dtype: DType, count: int, access: str) -> None:
    """And one by one where they may lie anywhere."""
    k = Kernel("moves")
    out, a = (k.param(dtype, 64) for _ in range(2))
    k.store(out, 0, k.load(a, 16, count))
    aligned, anywhere, _ = text(k).split("}\n")
    assert f"ld.global.{access}" in aligned and f"st.global.{access[:6].split(' ')[0]} " in aligned
    assert anywhere.count("st.global.") == count and ".b32 {" not in anywhere.replace("mov.b32 {", "")


# ---- ptxas


def _ptxas() -> str | None:
    spec = importlib.util.find_spec("nvidia")
    folders = list(spec.submodule_search_locations or ()) if spec else []
    return next((f for folder in [*folders, "/usr/local"] for f in glob.glob(os.path.join(folder, "c*", "bin", "ptxas"))), None)


needs_ptxas = pytest.mark.skipif(_ptxas() is None, reason="ptxas is not installed: pip install nvidia-cuda-nvcc")


def assemble(source: str, arch: str, folder: Path) -> str:
    """What `ptxas -v` says of a module that it takes."""
    file = folder / "kernel.ptx"
    file.write_text(source)
    done = subprocess.run([_ptxas() or "", "-v", f"-arch={arch}", str(file), "-o", str(folder / "kernel.cubin")],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr + source
    return done.stderr


@needs_ptxas
@pytest.mark.parametrize("arch", ("sm_80", "sm_90a", "sm_120"))
@pytest.mark.parametrize("name", ("softmax", "matmul", "pad", "units_fp8"))
def test_ptxas_takes_kernels_and_spills_nothing(name: str, arch: str, tmp_path: Path) -> None:
    for ast in kernels((GRAPHS | FP8)[name]()):
        said = assemble(to_program(ast, PTXRenderer(Architecture.parse(arch))).src[1].arg, arch, tmp_path)
        assert "0 bytes spill stores" in said and "warning" not in said


@needs_ptxas
@pytest.mark.parametrize(("arch", "size", "turned"), (("sm_89", 1024, True), ("sm_90a", 4096, True), ("sm_90a", 4096, False)))
def test_large_products_of_bytes_spill_nothing(arch: str, size: int, turned: bool, tmp_path: Path) -> None:
    ast = product(size, size, 512, dtypes.fp8e4m3, turned)
    written = to_program(ast, PTXRenderer(Architecture.parse(arch))).src[1].arg
    assert ("wgmma" if turned and arch == "sm_90a" else "mma.sync") in written
    assert assemble(written, arch, tmp_path).count(" 0 bytes spill stores") == 2, "two entries"


@needs_ptxas
@pytest.mark.parametrize("dtype", [d if d in (dtypes.bool, dtypes.int8, dtypes.float32) else pytest.param(d, marks=pytest.mark.slow)
                                   for d in (dtypes.bool, *dtypes.ints, *dtypes.floats[-2:])])
def test_ptxas_takes_every_op(dtype: DType, tmp_path: Path) -> None:
    k = cases.all_ops(dtype, 1)
    assemble(text(k), "sm_80", tmp_path)


@needs_ptxas
@pytest.mark.parametrize("dtype", (dtypes.float16, dtypes.bfloat16, *dtypes.fp8s))
def test_ptxas_takes_narrow_floats(dtype: DType, tmp_path: Path) -> None:
    ada = PTXRenderer(Architecture(89))
    assert dtype not in ada.capabilities.as_bits
    assemble(text(narrow(dtype), ada), "sm_89", tmp_path)
