"""Resource usage of a cubin's kernels: registers, shared memory, stack. A reader of its own, so no NVIDIA tool is needed.

Inputs: an ELF file for NVIDIA GPUs, as NVRTC and ptxas write it. Outputs: a `Usage` for each kernel.
Invariants: every offset is checked before it is used; a file that is no cubin, or is truncated, is a FileFormatError.

Kernels keep their arrays in registers, so a stack frame means register spills: `spilled`.
"""
from __future__ import annotations

import struct
from dataclasses import dataclass

from heddle.device.interface import Compiler
from heddle.renderer import Bytes
from heddle.runtime.common.elf_file import ElfFile, checked, text_at
from heddle.runtime.cuda import nvdisasm

_CUDA = 190  # e_machine
# attributes of .nv.info, each with the number of a symbol and a value
_FRAME_SIZE, _REGISTERS, _MIN_STACK = 0x11, 0x2F, 0x12
_BY_VALUE = (1, 2, 3)  # formats of a record that has its value in place of a length
_RESERVED = 0x400  # bytes at the start of shared memory that sm_90 and newer count in


@dataclass(frozen=True)
class Usage:
    """What one kernel takes: registers of a thread, bytes of shared memory of a block, bytes of stack of a thread."""

    registers: int
    shared: Bytes
    spilled: Bytes

    def __str__(self) -> str:
        spills = f"{self.spilled} bytes spilled" if self.spilled else "no spills"
        return f"{self.registers} registers, {self.shared} bytes of shared memory, {spills}"


class CubinCompiler(Compiler):
    """A compiler whose binaries are cubins."""

    def disassemble(self, binary: bytes) -> str: return nvdisasm.disassemble(binary)

    def usage(self, binary: bytes) -> str:
        """Registers, memory and spills of the kernels."""
        return "; ".join(f"{name}: {use}" for name, use in usage(binary).items())


def usage(binary: bytes) -> dict[str, Usage]:
    """The kernels of a cubin by name."""
    with checked(binary, "cubin"): return Cubin(binary).kernels()


@dataclass(frozen=True)
class Symbol:
    """A name for an offset in a section."""

    name: str
    section: int
    value: int


class Cubin(ElfFile):
    """The file in its parts. IndexError, KeyError and struct.error if it is cut short: see `checked`."""

    def __init__(self, binary: bytes) -> None:
        super().__init__(binary, (_CUDA,), "cubin", cure="Compile it with NVRTC or ptxas.")
        # from Blackwell on the architecture has two bytes, and the first of these is not it
        self.arch = self.flags >> 8 & 0xFF if self.flags & 0x6000000 == 0x6000000 else self.flags & 0xFF

    def kernels(self) -> dict[str, Usage]:
        """What each kernel takes."""
        by_name = {s.name: s for s in self.sections}
        names = [symbol.name for symbol in self.named_symbols()]
        info: dict[tuple[int, str], int] = {}
        if ".nv.info" in by_name:
            for what, data in records(by_name[".nv.info"].data):
                if len(data) != 8: continue
                symbol, value = struct.unpack("<II", data)
                info[what, names[symbol]] = value
        found: dict[str, Usage] = {}
        for section in self.sections:
            if not section.name.startswith(".text."): continue
            name = section.name[len(".text."):]
            shared = by_name.get(f".nv.shared.{name}")
            registers = info.get((_REGISTERS, name), section.info >> 24)
            stack = max(info.get((_FRAME_SIZE, name), 0), info.get((_MIN_STACK, name), 0))
            found[name] = Usage(registers, self._own(shared.size) if shared is not None else 0, stack)
        return found

    def _own(self, shared: int) -> int:
        """A kernel's own bytes of the shared memory that its section counts."""
        return max(shared - _RESERVED, 0) if self.arch >= 90 else shared

    def named_symbols(self) -> list[Symbol]:
        """The table of symbols, in order."""
        rows, texts = self.symbols()
        return [Symbol(text_at(texts, name), section, value) for name, _, _, section, value, _ in rows]


def records(data: memoryview) -> list[tuple[int, bytes]]:
    """(attribute, what is said of it) of the records in a section of .nv.info."""
    found: list[tuple[int, bytes]] = []
    at = 0
    while at + 4 <= len(data):
        form, what, size = struct.unpack_from("<BBH", data, at)
        at += 4
        if form in _BY_VALUE: found.append((what, struct.pack("<H", size)))
        else:
            found.append((what, bytes(data[at:at + size])))
            at += size
    return found
