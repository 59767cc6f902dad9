"""Reader of the program binaries of Qualcomm's OpenCL compiler for Adreno 6xx GPUs.

Inputs: what clGetProgramInfo gives as CL_PROGRAM_BINARIES. Outputs: `VendorKernel`: machine code, registers, constants, arguments.
Invariants: every offset and size is checked against the file and its other sections; what the reader does not know is refused.

The format is not documented. Offsets are those that users of the library found in binaries of A6xx; no sample was at hand.
`vendor_program.py` launches what is read; `scripts/qcom_check.sh` reads one on a device, and keeps it if it is refused.
"""
from __future__ import annotations

import struct
from dataclasses import dataclass

from heddle.errors import FileFormatError

# where the head has offsets and sizes of the sections
_REGISTERS_AT, _CONSTANTS_AT, _HAS_CONSTANTS_AT, _CODE_AT, _CODE_SIZE_AT, _KERNEL_AT = 0x34, 0xAC, 0xB0, 0xC0, 0x100, 0x110
_HEAD_BYTES = 0x114
# in the section of registers, and in that of the kernel
_FULL_AT, _HALF_AT = 0x14, 0x18
_ENTRY_AT, _PRIVATE_AT, _SHARED_AT, _SAMPLERS_AT, _BRANCHES_AT, _NAME_AT = 0xC4, 0xC8, 0xD8, 0xDC, 0x108, 0x158
_CONSTANT_BYTES, _VALUE_AT, _SLOT_AT, _IS_WIDE_AT = 40, 0, 16, 24
_ARGUMENT_BYTES, _ARGUMENT_SLOT_AT, _ARGUMENT_KIND_AT = 32, 12, 28
_SAMPLER_BYTES, _INSTRUCTION_BYTES, _MOST_CONSTANTS, _MOST_REGISTERS, _MOST_SAMPLERS = 8, 8, 4 * 512, 64, 16
_MOST_SHARED, _MOST_PRIVATE, _LONGEST_NAME = 32 << 10, 1 << 17, 1 << 10
CURE = "Compile with ir3, which QCOM does by itself, and report the driver's version: this reader knows binaries for Adreno 6xx."


@dataclass(frozen=True)
class VendorConstant:
    """A value that a launch puts at `slot` of the constants, in units of its size: 32 bits, or 16."""

    slot: int
    value: int
    is_wide: bool


@dataclass(frozen=True)
class VendorArgument:
    """An argument: where its words begin among the constants, and the compiler's number for its kind (buffer, texture, image)."""

    slot: int
    kind: int


@dataclass(frozen=True)
class VendorKernel:
    """A kernel. `entry`: the first instruction; `private`: bytes of a thread; `branches`: entries of the branch stack."""

    name: str
    code: bytes
    full: int
    half: int
    entry: int
    private: int
    shared: int
    branches: int
    samplers: tuple[int, ...]
    constants: tuple[VendorConstant, ...]
    arguments: tuple[VendorArgument, ...]

    def __str__(self) -> str:
        count = len(self.code) // _INSTRUCTION_BYTES
        return (f"{self.name}: {self.full} full and {self.half} half registers, {count} instructions, {self.shared} bytes shared, "
                f"{self.private} private, {len(self.constants)} constants, {len(self.arguments)} arguments, "
                f"{len(self.samplers)} samplers")


def read_binary(data: bytes) -> VendorKernel:
    """The kernel of a binary. FileFormatError names the first thing in it that this reader does not know."""
    return _Reader(data).kernel()


class _Reader:
    """Reads one container: little-endian words of 32 bits at offsets that its head names. Every number is checked against the most
    that it can be before it is used: FileFormatError otherwise."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        if len(data) < _HEAD_BYTES: raise _refusal(f"it has {len(data)} bytes, and its head {_HEAD_BYTES}")
        self._registers, self._code, self._kernel = (self._section(at) for at in (_REGISTERS_AT, _CODE_AT, _KERNEL_AT))
        self._constants = self._section(_CONSTANTS_AT) if self._word(_HAS_CONSTANTS_AT) else 0

    def _word(self, at: int) -> int:
        if not 0 <= at <= len(self._data) - 4: raise _refusal(f"{at:#x} is after its end")
        return struct.unpack_from("<I", self._data, at)[0]

    def _within(self, what: str, at: int, most: int) -> int:
        value = self._word(at)
        if value > most: raise _refusal(f"{what} is {value}, and can be {most}")
        return value

    def _section(self, at: int) -> int:
        """The offset of a section, which the head has at `at`."""
        start = self._word(at)
        if start < _HEAD_BYTES or start >= len(self._data) or start % 4:
            raise _refusal(f"the section that {at:#x} names is at {start:#x}")
        return start

    def _end(self, start: int) -> int:
        """Where the section after the one at `start` begins."""
        return min([s for s in (self._registers, self._code, self._kernel, self._constants) if s > start], default=len(self._data))

    def kernel(self) -> VendorKernel:
        """The kernel, checked: code inside its section, registers, samplers and memories within their limits.

        The branch stack is stored doubled; after the name, at the next multiple of 4 bytes, come the samplers and then the
        arguments.
        """
        size = self._word(_CODE_SIZE_AT)
        if not size or size % _INSTRUCTION_BYTES or self._code + size > self._end(self._code):
            raise _refusal(f"it has {size} bytes of code at {self._code:#x}")
        at = self._kernel
        branches = self._within("twice the branch stack", at + _BRANCHES_AT, 2 * 64)
        if branches % 2: raise _refusal(f"twice the branch stack is {branches}")
        name, rest = self._name(at + _NAME_AT)
        samplers = self._within("the number of samplers", at + _SAMPLERS_AT, _MOST_SAMPLERS)
        words = tuple(self._word(rest + _SAMPLER_BYTES * n) | self._word(rest + _SAMPLER_BYTES * n + 4) << 32 for n in range(samplers))
        entry = self._within("the first instruction", at + _ENTRY_AT, size // _INSTRUCTION_BYTES - 1)
        full, half = (self._within(f"{what} registers", self._registers + offset, _MOST_REGISTERS)
                      for what, offset in (("full", _FULL_AT), ("half", _HALF_AT)))
        return VendorKernel(
            name, self._data[self._code:self._code + size], full, half, entry,
            self._within("private memory", at + _PRIVATE_AT, _MOST_PRIVATE),
            self._within("shared memory", at + _SHARED_AT, _MOST_SHARED), branches // 2, words, tuple(self._read_constants()),
            tuple(self._arguments(rest + _SAMPLER_BYTES * samplers)))

    def _name(self, at: int) -> tuple[str, int]:
        """The kernel's name, and the first whole word after it."""
        end = self._data.find(b"\0", at, at + _LONGEST_NAME)
        text = self._data[at:end].decode("ascii", "replace") if end > at else ""
        if not text.isidentifier(): raise _refusal(f"the kernel has no name at {at:#x}")
        return text, at + -(-(end + 1 - at) // 4) * 4

    def _read_constants(self) -> list[VendorConstant]:
        if not self._constants: return []
        count = (self._end(self._constants) - self._constants) // _CONSTANT_BYTES
        if not count: raise _refusal("it has a section of constants without any")
        return [self._constant(self._constants + n * _CONSTANT_BYTES) for n in range(count)]

    def _constant(self, at: int) -> VendorConstant:
        slot, is_wide = self._within("the slot of a constant", at + _SLOT_AT, _MOST_CONSTANTS - 1), self._word(at + _IS_WIDE_AT)
        if is_wide not in (0, 1): raise _refusal(f"a constant has {is_wide} where it says whether it is of 32 bits")
        return VendorConstant(slot, self._word(at + _VALUE_AT) & (0xFFFFFFFF if is_wide else 0xFFFF), bool(is_wide))

    def _arguments(self, at: int) -> list[VendorArgument]:
        """Records, each with its length first, up to one of no length or the section's end."""
        found: list[VendorArgument] = []
        end = self._end(self._kernel)
        while at + 4 <= end and (size := self._word(at)):
            if size < _ARGUMENT_BYTES or size % 4 or at + size > end: raise _refusal(f"an argument at {at:#x} takes {size} bytes")
            slot = self._within("the slot of an argument", at + _ARGUMENT_SLOT_AT, _MOST_CONSTANTS - 1)
            found.append(VendorArgument(slot, self._word(at + _ARGUMENT_KIND_AT)))
            at += size
        return found


def _refusal(what: str) -> FileFormatError:
    return FileFormatError(f"this is no binary of Qualcomm's OpenCL compiler that can be read: {what}", CURE)
