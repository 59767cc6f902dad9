"""Launches of what Qualcomm's OpenCL compiler makes: stand-ins of its containers, written from what is known of them, whose code is
Mesa's behind a few moves that put the vendor's registers where Mesa's code expects them.
"""
from __future__ import annotations

import struct
import sys
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from heddle import Tensor
from heddle.codegen.pipeline import to_program
from heddle.device import Device
from heddle.dtype import ImageDType, dtypes
from heddle.errors import DeviceError, FileFormatError
from heddle.renderer.nir.adreno import Adreno
from heddle.runtime.qcom import mesa, vendor_compiler
from heddle.runtime.qcom.ir3_compiler import IR3Compiler, disassembled
from heddle.runtime.qcom.ir3_program import NO_REGISTER, IR3Program
from heddle.runtime.qcom.program import QCOMProgram
from heddle.runtime.qcom.vendor_binary import VendorArgument, VendorConstant, read_binary
from heddle.runtime.qcom.vendor_program import vendor_program
from tests.emulators.qcom.install import as_device
from tests.emulators.qcom.system import QCOMSystem
from tests.schedule.graphs import kernels as graph_kernels

pytestmark = [pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is mapped as on Linux"),
              pytest.mark.skipif(not mesa.probe().usable, reason="tinymesa is not installed")]
A630 = Adreno.parse("a630")
SOURCE = """__kernel __attribute__((reqd_work_group_size(16, 1, 1)))
void {name}({parameters}) {{ }}
"""
BUFFERS = "__global char *mem0, const long at0, __global char *mem1, const long at1, const long n"
#: out[i] = in[i] * 2.5 + n, of 16 threads a group
SCALE = """kernel scale 16 1 1
shared 0
arguments 24
  %0 = argument 64 0
  %1 = argument 64 8
  %2 = argument 32 16
  %3 = workgroup_id 0
  %4 = local_invocation_id 0
  %5 = const 32 0x10
  %6 = imul %3 %5
  %7 = iadd %6 %4
  %8 = const 32 0x4
  %9 = imul %7 %8
  %10 = u2u64 %9
  %11 = iadd %0 %10
  %12 = iadd %1 %10
  %13 = load global 32x1 %12 0
  %14 = const 32 0x40200000
  %15 = fmul %13 %14
  %16 = i2f32 %2
  %17 = fadd %15 %16
  store global 32x1 %11 0 %17
"""
#: pixel i of an image of 4 columns is twice that of another
PIXELS = """kernel pixels 16 1 1
shared 0
arguments 16
  image 0
  image 1
  %0 = local_invocation_id 0
  %1 = const 32 0x4
  %2 = umod %0 %1
  %3 = udiv %0 %1
  %4 = load_pixel 1 %2 %3
  %5 = component %4 0
  %6 = component %4 1
  %7 = component %4 2
  %8 = component %4 3
  %9 = fadd %5 %5
  %10 = fadd %6 %6
  %11 = fadd %7 %7
  %12 = fadd %8 %8
  %13 = vec4 %9 %10 %11 %12
  store_pixel 0 %2 %3 %13
"""
#: mov.u32u32 of registers by number (isa/ir3-cat1.xml), which `test_the_moves` has the disassembler read; nop; where the code begins
MOVE, NOP, ENTRY = 0x200CC000_00000000, 0, 16


def move(to: int, source: int) -> bytes: return struct.pack("<Q", MOVE | to << 32 | source)


def code_of(made: IR3Program) -> bytes:
    """The code behind moves from r51.w and r0.x to where it has ids, at instruction 16; what is before that ends the thread."""
    moves = [move(made.group_id + n, 0xCF + n) for n in range(3)] if made.group_id != NO_REGISTER else []
    assert made.local_id in (0, NO_REGISTER)
    before = [(0x0300000000000000).to_bytes(8, "little")] * ENTRY
    return b"".join([*before, *moves, *[struct.pack("<Q", NOP)] * (16 - len(moves))]) + made.code


def container(made: IR3Program, arguments: tuple[VendorArgument, ...], samplers: int = 0) -> bytes:
    """Head, registers, constants, code, kernel; each field at the offset that the format is known by."""
    code = code_of(made)
    constants = [VendorConstant(4 * made.immediates_at + n, value, True) for n, value in enumerate(made.immediates)]
    registers, first_constant = 0x140, 0x180
    first_code = first_constant + 40 * len(constants)
    kernel = first_code + len(code)
    records = b"".join(struct.pack("<8I", 32, 0, 0, a.slot, 0, 0, 0, a.kind) for a in arguments)
    name = made.name.encode() + bytes(4 - len(made.name) % 4)
    data = bytearray(kernel + 0x158) + name + bytes(8 * samplers) + records + bytes(4)
    words = {0x34: registers, 0xAC: first_constant if constants else 0, 0xB0: len(constants), 0xC0: first_code, 0x100: len(code),
             0x110: kernel, registers + 0x14: max(made.full, 1), registers + 0x18: made.half, kernel + 0xC4: ENTRY,
             kernel + 0xC8: made.private, kernel + 0xD8: made.shared, kernel + 0xDC: samplers, kernel + 0x108: 2 * made.branches}
    for n, constant in enumerate(constants):
        at = first_constant + 40 * n
        words |= {at: constant.value, at + 16: constant.slot, at + 24: 1}
    for at, word in words.items(): struct.pack_into("<I", data, at, word)
    data[first_code:first_code + len(code)] = code
    return bytes(data)


def compiled(text: str) -> IR3Program:
    """Without merged registers, of which the vendor's kernels are not: so with no half ones."""
    made = IR3Program.of_bytes(IR3Compiler(A630).compile(text))
    assert made.half == 0
    return made


def slots(made: IR3Program, *bytes_of_arguments: int) -> list[int]:
    """The words of the constants at which arguments are, by where they begin among Mesa's."""
    return [next((to + at - start) // 4 for to, start, end in made.ranges if start <= at < end) for at in bytes_of_arguments]


def scale() -> tuple[bytes, str]:
    made = compiled(SCALE)
    out, source, n = slots(made, 0, 8, 16)
    unused = 4 * 40
    arguments = (VendorArgument(out, 0), VendorArgument(unused, 0), VendorArgument(source, 0), VendorArgument(unused + 2, 0),
                 VendorArgument(n, 0))
    return container(made, arguments), SOURCE.format(name="scale", parameters=BUFFERS)


def test_the_moves() -> None:
    made = replace(compiled(SCALE), code=move(0xC1, 0xD0) + struct.pack("<Q", NOP) + (0x0300000000000000).to_bytes(8, "little"))
    assert disassembled(made).split("\n")[0].strip() == "mov.u32u32 r48.y, r52.x"


def test_a_container_as_a_program() -> None:
    data, source = scale()
    kernel = read_binary(data)
    made = vendor_program(kernel, source, A630)
    assert IR3Program.of_bytes(made.to_bytes()) == made
    assert (made.threads, made.group_id, made.size_id, made.offset_id, made.local_id) == ((16, 1, 1), 0xCF, 0xC0, 0xCC, 0)
    assert made.entry == ENTRY and not made.is_merged and not made.is_double and made.constlen == 256
    constants = np.frombuffer(made.constants(struct.pack("<QQq", 0x123456789A, 0x77, 5)), np.uint32)
    words = {a.slot: constants[a.slot] for a in kernel.arguments}
    assert list(words.values()) == [0x3456789A, 0, 0x77, 0, 5] and 0x40200000 in constants


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> QCOMSystem: return as_device(monkeypatch, QCOMSystem())


def launch(data: bytes, source: str, tensors: list[Tensor], groups: int, variables: dict[str, int]) -> None:
    """Runs a container on the memory of tensors."""
    device: Any = Device["QCOM"]
    name = read_binary(data).name
    info: Any = SimpleNamespace(name=name, globals=tuple(range(len(tensors))), vars=tuple(variables), grid=(groups, 1, 1))
    binary = vendor_program(read_binary(data), source, A630).to_bytes()
    program = QCOMProgram(device.gpu, device.memory, info, binary)
    memory: list[Any] = [t.uop.base.buffer.raw for t in tensors]
    program(memory, variables, (groups, 1, 1))
    device.synchronize()


def test_a_container_is_launched(machine: QCOMSystem) -> None:
    data, source = scale()
    values = np.arange(64, dtype=np.float32)
    out, held = Tensor(np.zeros(64, np.float32), device="QCOM").realize(), Tensor(values, device="QCOM").realize()
    launch(data, source, [out, held], 4, {"n": 7})
    np.testing.assert_array_equal(out.numpy(), values * 2.5 + 7)
    assert machine.driver.faults == []


@pytest.mark.parametrize("kind", [dtypes.imagef((4, 4)), dtypes.imageh((4, 4))], ids=lambda kind: kind.name)
def test_images_of_a_container(machine: QCOMSystem, kind: ImageDType) -> None:
    made = compiled(PIXELS)
    arguments = VendorArgument(0, 2), VendorArgument(2, 0), VendorArgument(4, 1), VendorArgument(6, 0)
    parameters = "__write_only image2d_t a, const long at0, __read_only image2d_t b, const long at1"
    values = np.arange(64, dtype=np.float32)
    images = [Tensor(x, device="QCOM").cast(kind).realize() for x in (values * 0, values)]
    launch(container(made, arguments), SOURCE.format(name="pixels", parameters=parameters), images, 1, {})
    np.testing.assert_array_equal(images[0].numpy(), values * 2)
    assert machine.driver.textures_read == 1 and machine.driver.faults == []


@pytest.mark.parametrize(("old", "new", "match"), [
    ("void scale", "void other", "its kernel scale is not that of the source"),
    (", const long n", "", "it has 5 arguments, and the source 4"),
    ("__global char *mem1", "__read_only image2d_t mem1", "is of kind 0, and 1 is expected")])
def test_containers_of_other_sources_are_refused(old: str, new: str, match: str) -> None:
    data, source = scale()
    with pytest.raises(FileFormatError, match=f"cannot be launched: .*{match}"):
        vendor_program(read_binary(data), source.replace(old, new), A630)


def test_what_is_not_known_of_containers_is_refused() -> None:
    data, source = scale()
    with pytest.raises(FileFormatError, match="it is for a730, and what is known is of Adreno 6xx"):
        vendor_program(read_binary(data), source, Adreno.parse("a730"))
    kernel = replace(read_binary(data), samplers=(1,))
    with pytest.raises(FileFormatError, match="it has 1 samplers, and the source none"): vendor_program(kernel, source, A630)


def test_no_library(machine: QCOMSystem, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None: raise OSError("libOpenCL.so lists no device of Qualcomm's")

    monkeypatch.setattr(vendor_compiler, "vendor_device", missing)
    probe = vendor_compiler.probe()
    assert not probe.usable and "no device of Qualcomm's" in probe.reason and "QCOM:IR3" in probe.cure
    with pytest.raises(DeviceError, match="QCOM:CL"): Device["QCOM:CL"]


def test_the_compiler_reads_what_the_library_makes(monkeypatch: pytest.MonkeyPatch) -> None:
    data, source = scale()

    class Stand:
        """In place of the library's compiler."""

        cachekey = "opencl QUALCOMM Adreno(TM)"

        def __init__(self, queue: object, options: str) -> None: self.options = options
        def compile(self, text: str) -> bytes: return data

    monkeypatch.setattr(vendor_compiler, "vendor_device", lambda: (None, SimpleNamespace(driver="V@0615")))
    monkeypatch.setattr(vendor_compiler, "CLQueue", lambda *_: None)
    monkeypatch.setattr(vendor_compiler, "CLCompiler", Stand)
    assert vendor_compiler.probe().detail == "Qualcomm's OpenCL compiler, driver V@0615"
    compiler = vendor_compiler.VendorCompiler(A630)
    assert compiler.compile(source) == vendor_program(read_binary(data), source, A630).to_bytes()
    assert "a630" in compiler.cachekey and "instructions" in compiler.usage(compiler.compile(source))


@pytest.mark.parametrize("kind", ["float32", "float16", "image"])
def test_kernels_as_they_are_rendered_for_it(kind: str) -> None:
    """Their parameters are those that containers are matched with."""
    made: Any = dtypes.imageh((64, 16)) if kind == "image" else kind
    x = Tensor.empty(4096, dtype=made)
    source = to_program(graph_kernels((x + 1).cast("float32").uop)[-1], vendor_compiler.vendor_renderer(A630)).src[1].arg
    kernel = read_binary(scale()[0])
    name = source[source.index("void "):].split("(")[0].removeprefix("void ").strip()
    records = VendorArgument(0, 0), VendorArgument(2, 0), VendorArgument(4, int(kind == "image")), VendorArgument(6, 0)
    found = vendor_program(replace(kernel, name=name, arguments=records), source, A630)
    assert found.images == ((1,) if kind == "image" else ()) and len(found.ranges) == 2 - len(found.images)
