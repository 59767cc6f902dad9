"""The reader of binaries of Qualcomm's OpenCL compiler, over a stand-in with the sections where users found them."""
from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.errors import FileFormatError
from heddle.runtime.qcom import mesa
from heddle.runtime.qcom.ir3_compiler import IR3Compiler, disassembled
from heddle.runtime.qcom.ir3_program import IR3Program
from heddle.runtime.qcom.vendor_binary import VendorArgument, VendorConstant, VendorKernel, read_binary
from tests.runtime.qcom.test_ir3_compiler import ADD

CODE = (0x0300000000000000).to_bytes(8, "little") + bytes(120)
CONSTANTS = VendorConstant(16, 0x40200000, True), VendorConstant(20, 0x4248, False)
ARGUMENTS = VendorArgument(0, 1), VendorArgument(2, 1), VendorArgument(4, 7)


def binary(code: bytes = CODE, constants: tuple[VendorConstant, ...] = CONSTANTS, name: bytes = b"add") -> bytearray:
    """Head, registers, constants, code, kernel; each field written at the offset that the format is known by."""
    registers = 0x140
    first_constant = registers + 0x40
    first_code = first_constant + 40 * len(constants)
    kernel = first_code + len(code)
    arguments = b"".join(struct.pack("<IIIIIIIII", 36, 0, 0, a.slot, 0, 0, 0, a.kind, 0) for a in ARGUMENTS)
    padded = name + bytes(4 - len(name) % 4)
    data = bytearray(kernel + 0x158) + padded + struct.pack("<Q", 0x123456789A) + arguments + bytes(4)
    words = {0x34: registers, 0xAC: first_constant if constants else 0, 0xB0: len(constants), 0xC0: first_code, 0x100: len(code),
             0x110: kernel, registers + 0x14: 5, registers + 0x18: 3, kernel + 0xC4: 0, kernel + 0xC8: 64, kernel + 0xD8: 2048,
             kernel + 0xDC: 1, kernel + 0x108: 6}
    for n, constant in enumerate(constants):
        at = first_constant + 40 * n
        words |= {at: constant.value, at + 16: constant.slot, at + 24: int(constant.is_wide)}
    for at, word in words.items(): struct.pack_into("<I", data, at, word)
    data[first_code:first_code + len(code)] = code
    return data


def test_a_binary() -> None:
    wanted = VendorKernel("add", CODE, 5, 3, 0, 64, 2048, 3, (0x123456789A,), CONSTANTS, ARGUMENTS)
    assert read_binary(bytes(binary())) == wanted
    assert read_binary(bytes(binary(constants=()))).constants == ()
    assert str(wanted) == ("add: 5 full and 3 half registers, 16 instructions, 2048 bytes shared, 64 private, 2 constants, "
                           "3 arguments, 1 samplers")


@pytest.mark.skipif(not mesa.probe().usable, reason="tinymesa is not installed")
def test_its_code_is_what_a_disassembler_reads() -> None:
    from heddle.renderer.nir.adreno import Adreno
    program = IR3Program.of_bytes(IR3Compiler(Adreno.parse("a630")).compile(ADD))
    read = read_binary(bytes(binary(program.code)))
    assert read.code == program.code and "ldg.u32" in disassembled(program)


@pytest.mark.parametrize("at,value,match", [
    (0x34, 0, "the section that 0x34 names is at 0x0"), (0xC0, 0x7FFFFFFF, "the section that 0xc0 names is at 0x7fffffff"),
    (0x110, 0x141, "the section that 0x110 names"), (0x100, 0, "0 bytes of code"), (0x100, 12, "12 bytes of code"),
    (0x100, 4096, "4096 bytes of code"), (0x140 + 0x14, 65, "full registers is 65, and can be 64"),
    (0x180 + 16, 2048, "the slot of a constant is 2048"), (0x180 + 24, 2, "a constant has 2 where"),
    (0x180 + 80 + 128 + 0xD8, 1 << 20, "shared memory is 1048576"), (0x180 + 80 + 128 + 0x108, 5, "twice the branch stack is 5"),
    (0x180 + 80 + 128 + 0xC4, 16, "the first instruction is 16"), (0x180 + 80 + 128 + 0x158, 0, "has no name"),
    (0x180 + 80 + 128 + 0xDC, 17, "the number of samplers is 17"), (0x180 + 80 + 128 + 0x164, 8, "an argument at .* takes 8 bytes")])
def test_what_is_not_known_is_refused(at: int, value: int, match: str) -> None:
    data = binary()
    struct.pack_into("<I", data, at, value)
    with pytest.raises(FileFormatError, match=f"no binary of Qualcomm's OpenCL compiler that can be read: .*{match}"):
        read_binary(bytes(data))


def test_other_files() -> None:
    with pytest.raises(FileFormatError, match="it has 4 bytes"): read_binary(b"\x7fELF")
    with pytest.raises(FileFormatError, match="the section that"): read_binary(b"\x7fELF" + bytes(4096))


@given(st.data())
def test_damaged_binaries_are_read_or_refused(data: st.DataObject) -> None:
    """Never another error: no access outside of the file."""
    made = binary()
    for _ in range(data.draw(st.integers(1, 4))):
        made[data.draw(st.integers(0, len(made) - 1))] = data.draw(st.integers(0, 255))
    cut = bytes(made[:data.draw(st.integers(0, len(made)))])
    try: read_binary(cut)
    except FileFormatError as refusal: assert "ir3" in str(refusal)
