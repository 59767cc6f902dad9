"""LLVM's text for AMD's GPUs: what it looks like, and that LLVM makes the instructions that are meant.

What it computes is tested on the emulator.
"""

from __future__ import annotations

import re
import shutil
from collections import Counter

import numpy as np
import pytest

from heddle import Tensor
from heddle.codegen import to_program
from heddle.codegen.legalize.scalarize import scalarize
from heddle.device import Device
from heddle.dtype import DType, dtypes
from heddle.engine.execute import scheduling_capabilities
from heddle.errors import DeviceError, InternalError
from heddle.renderer.llvm.amdgcn import AMDArchitecture, AMDRenderer, is_known, shuffle_controls
from heddle.runtime.common import llvm_worker
from heddle.runtime.common.llvm import AMD_GPU, AMDCompiler, find_llvm
from heddle.runtime.common.llvm_worker import Options
from heddle.schedule import create_schedule
from heddle.uop import Ops, UOp
from tests.codegen.test_golden import GRAPHS
from tests.emulators.amd.rdna.decode import Dpp, Instr
from tests.emulators.amd.rdna.dpp import lanes_of
from tests.renderer import cases
from tests.renderer.kernels import Kernel
from tests.runtime.amd.test_code import groups
from tests.schedule.graphs import kernels

RDNA3 = AMDRenderer(AMDArchitecture.parse("gfx1100"))
GPUS = ("gfx1030", "gfx1100", "gfx1201", "gfx942")
needs_llvm = pytest.mark.skipif(find_llvm() is None, reason="llvmlite is not installed")
HAS_OBJDUMP = any(shutil.which(f"llvm-objdump-{n}") for n in range(17, 30))
needs_objdump = pytest.mark.skipif(not HAS_OBJDUMP, reason="no llvm-objdump here")


def text(k: Kernel, renderer: AMDRenderer = RDNA3) -> str:
    return renderer.render(scalarize(k.ops), k.name)


def instructions(k: Kernel, gpu: str = "gfx1100") -> str:
    compiler = AMDCompiler(find_llvm() or "", gpu)
    return compiler.disassemble(compiler.compile(text(k)))


def instruction_names(kernel: UOp, gpu: str, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each instruction is in a kernel, as the compiler writes it without any disassembler."""
    options = Options(AMD_GPU, gpu, (), loops=False)
    machine = llvm_worker._target_machine(options.triple, options.cpu, options.edits)
    with monkeypatch.context() as patch:
        patch.setattr(machine, "emit_object", machine.emit_assembly)
        written = llvm_worker.compile_module(to_program(kernel, AMDRenderer(AMDArchitecture.parse(gpu))).src[1].arg, options)
    return Counter(re.findall(r"^\t([a-z]\w+)", str(written), re.MULTILINE))


def test_architectures() -> None:
    assert str(AMDArchitecture.parse("GFX1100")) == "gfx1100" and str(AMDArchitecture(9, 0, 10)) == "gfx90a"
    assert AMDArchitecture.of_version(110001) == AMDArchitecture.parse("gfx1101")
    assert AMDArchitecture.of_version(90402) == AMDArchitecture.parse("gfx942")
    assert [AMDArchitecture.parse(g).wave for g in GPUS] == [32, 32, 32, 64]
    assert not is_known(AMDArchitecture.of_version(90010))
    with pytest.raises(DeviceError, match=r"no AMD architecture 'gfx9'[\s\S]*There is: gfx1030"):
        AMDArchitecture.parse("gfx9")


def test_arguments_are_buffers_and_then_variables_of_8_bytes() -> None:
    found = text(groups())
    assert "@groups(ptr addrspace(1) %d0, ptr addrspace(1) %d1, i64 %n0) #0 !reqd_work_group_size !1 {" in found
    assert "!1 = !{i32 64, i32 1, i32 1}" in found and '"amdgpu-flat-work-group-size"="64,64"' in found
    assert "@groups_tile" in found and "internal addrspace(3) global [64 x float] poison, align 16" in found


@pytest.mark.parametrize("dtype", [dtypes.float16, dtypes.float32, dtypes.float64])
def test_a_difference_from_zero_is_no_negation(dtype: DType) -> None:
    """0 - 0 is 0.0 and -0 is -0.0: LLVM folds `fsub 0.0, x` into a negated operand all the same."""
    for first, is_selected in ((0.0, True), (-0.0, False), (1.0, False)):
        k = Kernel("difference")
        out, x = k.param(dtype, 1), k.param(dtype, 1)
        difference = UOp.const(dtype, first).alu(Ops.SUB, k.load(x, 0))
        k.store(out, 0, UOp.const(dtype, 1.0).alu(Ops.FDIV, difference))
        found = text(k)
        assert ("select i1" in found and "fneg" in found and "fsub" not in found) is is_selected, found


def test_positions_that_fit_are_scaled_in_32_bits() -> None:
    found = text(groups())
    assert "call i32 @llvm.amdgcn.workgroup.id.x()" in found and "call i32 @llvm.amdgcn.workitem.id.x()" in found
    assert "mul nuw nsw i32" in found and "zext nneg i32" in found
    k = Kernel("far")
    out, i = k.param(dtypes.float32, 1 << 31), UOp(Ops.SPECIAL, dtypes.int32, (UOp.const(dtypes.int32, 1 << 30),), "gidx0")
    k.store(out, i, UOp.const(dtypes.float32, 1.0))
    assert "mul nuw" not in text(k) and "sext i32" in text(k)


def test_what_has_no_instruction_is_an_internal_error() -> None:
    k = Kernel("exp")
    out, a = (k.param(dtypes.float32, 8) for _ in range(2))
    k.store(out, 0, k.load(a, 0).alu(Ops.EXP2))
    with pytest.raises(InternalError, match="AMDRenderer has no EXP2"):
        text(k)


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201", "gfx942"])
@pytest.mark.parametrize("apart", [1, 2, 4, 8])
def test_moves_between_threads_are_an_exclusive_or(arch: str, apart: int) -> None:
    lanes = np.arange(64)
    for control in shuffle_controls(AMDArchitecture.parse(arch), apart):
        index, there = lanes_of(Instr.__new__(Instr), Dpp(control))
        assert there.all()
        lanes = lanes[index]
    assert (lanes == np.arange(64) ^ apart).all()


@needs_llvm
@needs_objdump
def test_a_barrier_waits_and_shared_memory_is_read_after_it() -> None:
    found = instructions(groups())
    assert found.index("ds_store_b32") < found.index("s_barrier") < found.index("ds_load_b32")
    assert "global_load_b32" in found and "scratch_" not in found and "flat_" not in found


@needs_llvm
@needs_objdump
def test_vectors_are_moved_at_once_and_registers_are_registers() -> None:
    k = Kernel("sums")
    out, a = (k.param(dtypes.float32, 64) for _ in range(2))
    total = k.register(dtypes.float32, 0.0)
    with k.loop(8) as i:
        value = k.load(a, i * 4, 4)
        k.set(total, k.get(total) + value.gep(0) + value.gep(3))
    k.store(out, 0, k.get(total))
    found = instructions(k)
    assert "scratch_" not in found and "v_add_f32" in found
    k = Kernel("copy")
    out, a = (k.param(dtypes.float32, 64) for _ in range(2))
    item = UOp(Ops.SPECIAL, dtypes.int32, (UOp.const(dtypes.int32, 16),), "lidx0")
    k.store(out, item * 4, k.load(a, item * 4, 4))
    found = instructions(k)
    assert "global_load_b128" in found and "global_store_b128" in found


@needs_llvm
@pytest.mark.parametrize("gpu", GPUS)
@pytest.mark.parametrize("count", (1, 4))
def test_every_op_compiles(gpu: str, count: int) -> None:
    """One dtype for each GPU and width by default: how all are computed is tested where kernels run."""
    renderer, compiler = AMDRenderer(AMDArchitecture.parse(gpu)), AMDCompiler(find_llvm() or "", gpu)
    for dtype in (dtypes.bool, dtypes.int8, dtypes.int64, dtypes.float32, dtypes.float64):
        assert compiler.compile(text(cases.all_ops(dtype, count), renderer))[:4] == b"\x7fELF"
    targets = (dtypes.bool, *dtypes.ints, dtypes.float16, dtypes.float32, dtypes.float64)
    for source in (dtypes.float16, dtypes.float32, dtypes.float64, dtypes.uint8, dtypes.int64):
        assert compiler.compile(text(cases.all_casts(source, targets, count), renderer))


@needs_llvm
@pytest.mark.parametrize("gpu", [pytest.param(g, marks=pytest.mark.slow) if g != "gfx1100" else g for g in GPUS])
@pytest.mark.parametrize("name", GRAPHS)
def test_real_kernels_compile_without_spills(gpu: str, name: str) -> None:
    renderer, compiler = AMDRenderer(AMDArchitecture.parse(gpu)), AMDCompiler(find_llvm() or "", gpu)
    for kernel in kernels(GRAPHS[name]()):
        program = to_program(kernel, renderer)
        assert "no spills" in compiler.usage(compiler.compile(program.src[1].arg))


@needs_llvm
@pytest.mark.parametrize("dtype", ("float16", "bfloat16"))
@pytest.mark.parametrize("gpu", ("gfx1100", "gfx1201", "gfx942"))
def test_large_products_are_done_by_matrix_units_within_half_of_the_registers(gpu: str, dtype: str) -> None:
    (kernel,) = kernels((Tensor.empty(1024, 512, dtype=dtype) @ Tensor.empty(512, 1024, dtype=dtype)).uop)
    source = to_program(kernel, AMDRenderer(AMDArchitecture.parse(gpu))).src[1].arg
    assert f"llvm.amdgcn.{'mfma' if gpu == 'gfx942' else 'wmma'}.f32.16x16x16" in source
    compiler = AMDCompiler(find_llvm() or "", gpu)
    binary = compiler.compile(source)
    if HAS_OBJDUMP:
        kind = "f16" if dtype == "float16" else "bf16"
        assert f"v_{'mfma' if gpu == 'gfx942' else 'wmma'}_f32_16x16x16_{kind}" in compiler.disassemble(binary)
    used = re.match(r"(\d+) vector registers, .* no spills", compiler.usage(binary))
    assert used is not None and int(used[1]) <= 128


@needs_llvm
@pytest.mark.parametrize("gpu", ("gfx1100", "gfx1201", "gfx942"))
@pytest.mark.parametrize("transposed", (False, True), ids=("ab", "a.Tb"))
def test_factors_of_any_order_are_read_by_vectors(gpu: str, transposed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before: 64, 32 and 16 elements one by one for 8 products (of gfx942: 16)."""
    a = Tensor.empty(512, 1024, dtype="bfloat16").T if transposed else Tensor.empty(1024, 512, dtype="bfloat16")
    (kernel,) = kernels((a @ Tensor.empty(512, 1024, dtype="bfloat16")).uop)
    found = instruction_names(kernel, gpu, monkeypatch)
    assert sum(n for name, n in found.items() if "mfma" in name or "wmma" in name) >= 8
    assert any(re.match("ds_(load|read).*64|ds_load_b128", name) for name in found)
    assert not [name for name in found if re.match("ds_.*(u16|b16|u8|b8)", name)]


@needs_llvm
@pytest.mark.parametrize(("gpu", "depth"), (
    ("gfx1201", 32), *(pytest.param(gpu, 128, marks=pytest.mark.slow) for gpu in ("gfx1100", "gfx1201", "gfx942"))))
def test_values_of_attention_are_read_by_vectors(gpu: str, depth: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before: with a depth of 128, that many elements one by one in each block of keys. And nothing is spilled."""
    q, k, v = (Tensor.empty(4, 16, 2048, depth, dtype="bfloat16", device="NULL:METAL") for _ in range(3))
    result = UOp.sink(q.scaled_dot_product_attention(k, v).uop)
    (kernel,) = (c.src[0] for c in create_schedule(result, scheduling_capabilities).linear.src if c.src[0].op is Ops.SINK)
    found = instruction_names(kernel, gpu, monkeypatch)
    assert sum(n for name, n in found.items() if "mfma" in name or "wmma" in name) >= depth / 2
    assert not [name for name in found if re.match("ds_(load|read).*(u16|u8)|scratch_", name)]


@pytest.mark.parametrize(("least", "is_apart"), ((0, True), (-8, False)))
def test_a_constant_is_added_to_an_address_and_not_to_its_position(least: int, is_apart: bool) -> None:
    """Instructions hold it, so that what is a constant apart shares an address. A position to which it is added is none below 0."""
    k = Kernel("apart")
    out, a = (k.param(dtypes.float32, 1 << 16) for _ in range(2))
    item = UOp(Ops.SPECIAL, dtypes.int32, (UOp.const(dtypes.int32, 64),), "lidx0") + least
    k.store(out, 0, k.load(a, item + 128))
    assert ("i64 512\n" in text(k)) is is_apart, text(k)


def test_no_matrix_units_on_rdna2() -> None:
    (kernel,) = kernels((Tensor.empty(64, 64, dtype="float16") @ Tensor.empty(64, 64, dtype="float16")).uop)
    assert "wmma" not in to_program(kernel, AMDRenderer(AMDArchitecture.parse("gfx1030"))).src[1].arg


@needs_llvm
def test_null_compiles_for_a_gpu_that_is_not_here() -> None:
    device = Device["NULL:AMD:gfx1201"]
    assert device.renderer.target == "LLVM gfx1201"
    assert device.compiler.compile_cached(text(groups()))[:4] == b"\x7fELF"
    with pytest.raises(DeviceError, match="gfx803"):
        Device["NULL:AMD:gfx803"]
