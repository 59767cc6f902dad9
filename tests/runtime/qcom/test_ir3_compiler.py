"""Kernels for Adreno GPUs, compiled here by Mesa's ir3: what it reports, what it is given, what is refused."""
from __future__ import annotations

import re
from pathlib import Path

import pytest

from heddle import Context, Tensor
from heddle.device import Device
from heddle.dtype import dtypes
from heddle.errors import DeviceError, FileFormatError, InternalError
from heddle.renderer.nir.adreno import MODELS, Adreno
from heddle.runtime.qcom import mesa
from heddle.runtime.qcom.ir3_compiler import IR3Compiler
from heddle.runtime.qcom.ir3_program import IR3Program

needs_mesa = pytest.mark.skipif(not mesa.probe().usable, reason="tinymesa is not installed")
GOLDEN = Path(__file__).resolve().parents[2] / "codegen" / "golden"
ADD = """kernel add 64 1 1
shared 0
arguments 16
  %0 = argument 64 0
  %1 = argument 64 8
  %2 = workgroup_id 0
  %3 = local_invocation_id 0
  %4 = const 32 0x40
  %5 = imul %2 %4
  %6 = iadd %5 %3
  %7 = const 32 0x4
  %8 = imul %6 %7
  %9 = u2u64 %8
  %10 = iadd %0 %9
  %11 = iadd %1 %9
  %12 = load global 32x1 %11 0
  %13 = const 32 0x40200000
  %14 = fadd %12 %13
  store global 32x1 %10 0 %14
"""


@needs_mesa
@pytest.mark.parametrize("model", MODELS, ids=str)
def test_a_kernel_for_every_model(model: Adreno) -> None:
    compiler = IR3Compiler(model)
    binary = compiler.compile(ADD)
    program, text = IR3Program.of_bytes(binary), compiler.disassemble(binary)
    assert (program.name, program.gpu, program.threads, program.arguments) == ("add", str(model), (64, 1, 1), 16)
    assert len(program.code) == 128 * program.units
    assert [len(re.findall(rf"\b{op}\b", text)) for op in ("ldg.u32", "stg.u32", "add.f", "end")] == [1, 1, 1, 1]
    assert 0x40200000 in program.immediates and program.full > 0 and program.private == 0
    assert program.constants(bytes(range(1, 17)))[:16] == bytes(range(1, 17))
    assert re.fullmatch(r"\d+ full and \d+ half registers, \d+ instructions of which \d+ wait, .*", compiler.usage(binary))


@needs_mesa
@pytest.mark.parametrize("name", ["a618", "a630", "a660", "a730", "a740"])
def test_every_golden_kernel_compiles(name: str) -> None:
    compiler = IR3Compiler(Adreno.parse(name))
    golden = "".join(file.read_text() for file in sorted(GOLDEN.glob("*.nir")))
    sources = re.findall(r"^kernel .*\n(?:shared|arguments|  ).*\n(?:(?:arguments|  ).*\n)*", golden, re.M)
    assert len(sources) >= 20
    for source in sources:
        program = IR3Program.of_bytes(compiler.compile(source))
        assert program.instructions > 0 and program.constlen <= compiler.gpu.constants, program.name


@needs_mesa
@pytest.mark.parametrize("op,constant,instruction", [("fadd", "0x0", "add.f"), ("fmul", "0x0", "mul.f")])
def test_values_that_are_no_numbers_are_kept(op: str, constant: str, instruction: str) -> None:
    """x + 0 is not x where x is -0, and x * 0 is not 0 where x is NaN: ir3 leaves them out unless it is told."""
    source = ADD.replace("fadd", op).replace("0x40200000", constant)
    source = source.replace("  store", "  %15 = frcp %14\n  store").replace("0 %14", "0 %15")
    compiler = IR3Compiler(Adreno.parse("a630"))
    assert instruction in compiler.disassemble(compiler.compile(source))


@needs_mesa
def test_null_compiles_for_a_gpu_that_is_not_here() -> None:
    with Context(DEV="NULL:QCOM:a660"):
        (Tensor.empty(64, 32) @ Tensor.empty(32, 16)).softmax().realize()
        compiler = Device[Device.DEFAULT].compiler
    assert isinstance(compiler, IR3Compiler) and compiler.gpu.name == "a660"


@needs_mesa
def test_null_compiles_kernels_of_images() -> None:
    with Context(DEV="NULL:QCOM:a618"):
        (Tensor.empty(64 * 16 * 4, dtype=dtypes.imageh((64, 16))) * 2).cast(dtypes.imagef((64, 16))).realize()
        compiler = Device[Device.DEFAULT].compiler
    assert isinstance(compiler, IR3Compiler)
    with Context(DEV="NULL"): (Tensor.empty(64) * 2).cast(dtypes.imagef((4, 4))).realize()  # memory like any other, in C


@needs_mesa
def test_lines_that_are_no_nir() -> None:
    compiler = IR3Compiler(Adreno.parse("a630"))
    with pytest.raises(DeviceError, match="has no 'fgizmo'"): compiler.compile(ADD.replace("fadd", "fgizmo"))
    with pytest.raises(InternalError, match="NIR's fneg does not take 2 values"): compiler.compile(ADD.replace("fadd", "fneg"))
    assert IR3Program.of_bytes(compiler.compile(ADD)).name == "add", "it goes on after an error"


def test_a_binary_of_another_form_is_refused() -> None:
    with pytest.raises(FileFormatError, match="ends before its head"): IR3Program.of_bytes(b"IR3")
    with pytest.raises(FileFormatError, match="no kernel for an Adreno GPU"): IR3Program.of_bytes(b"\x7fELF" + bytes(60))


def test_models() -> None:
    assert Adreno.parse(" A630 ").chip == 0x06030001 and Adreno.of_chip(0x06030002) == Adreno.parse("a630")
    assert Adreno.of_chip(0x05040001) is None and Adreno.parse("a730").generation == 7
    with pytest.raises(DeviceError, match="no Adreno GPU 'a540' that kernels are made for"): Adreno.parse("a540")


@pytest.mark.parametrize("installed,reason", [(None, "tinymesa is not installed"),
                                              ("26.0.1.0", "tinymesa 26.0.1.0 is another version")])
def test_why_the_compiler_is_not_there(monkeypatch: pytest.MonkeyPatch, installed: str | None, reason: str) -> None:
    monkeypatch.setattr(mesa, "find", lambda: installed and "/nowhere/libtinymesa.so")
    monkeypatch.setattr(mesa, "version", lambda: installed)
    probe = mesa.probe()
    assert not probe.usable and probe.reason == reason and "[qcom]" in probe.cure and "25.2.7" in probe.requires
    mesa.library.cache_clear()
    with pytest.raises(DeviceError, match=f"cannot be compiled: {reason}"): mesa.library()
