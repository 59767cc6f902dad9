"""Resource usage of a cubin's kernels: registers, shared memory, stack. A reader of its own, so no NVIDIA tool is needed.

Inputs: an ELF file for NVIDIA GPUs, as NVRTC and ptxas write it. Outputs: a `Usage` for each kernel.
Invariants: every offset is checked before it is used; a file that is no cubin, or is truncated, is a FileFormatError.

Kernels keep their arrays in registers, so a stack frame means register spills: `spilled`.
"""
from __future__ import annotations

import contextlib
import struct
from collections.abc import Generator
from dataclasses import dataclass

from heddle.errors import FileFormatError
from heddle.renderer import Bytes

_CUDA = 190  # e_machine
_SYMTAB, _NOBITS = 2, 8
_HEADER, _SECTION, _SYMBOL = (struct.Struct(f) for f in ("<16sHHIQQQIHHHHHH", "<IIQQQQIIQQ", "<IBBHQQ"))
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


def usage(binary: bytes) -> dict[str, Usage]:
    """The kernels of a cubin by name."""
    with checked(binary): return Cubin(binary).kernels()


@contextlib.contextmanager
def checked(binary: bytes) -> Generator[None]:
    """Whatever is not where a reader of the cubin `binary` expects it is a FileFormatError."""
    try: yield
    except (struct.error, IndexError, UnicodeDecodeError, KeyError) as fault:
        raise FileFormatError(f"the cubin of {len(binary)} bytes is cut short or altered ({fault})",
                              "Empty the disk cache, or set CACHE=0, so that the kernel is compiled again.") from fault


@dataclass(frozen=True)
class Section:
    """A part of the file; `data` is empty where it has only a size."""

    name: str
    kind: int
    data: memoryview
    size: int
    link: int
    info: int
    align: int


@dataclass(frozen=True)
class Symbol:
    """A name for a place in a section."""

    name: str
    section: int
    value: int


class Cubin:
    """The file in its parts. IndexError, KeyError and struct.error if it is cut short: see `checked`."""

    def __init__(self, binary: bytes) -> None:
        self.file = memoryview(binary)
        ident, _, machine, *_ = header = _HEADER.unpack_from(self.file)
        if ident[:6] != b"\x7fELF\x02\x01" or machine != _CUDA:
            raise FileFormatError("this is no cubin", "Compile it with NVRTC or ptxas.")
        flags: int = header[7]
        # from Blackwell on the architecture has two bytes, and the first of these is not it
        self.arch = flags >> 8 & 0xFF if flags & 0x6000000 == 0x6000000 else flags & 0xFF
        self.sections = self._read_sections(offset=header[6], count=header[12], names=header[13])

    def _slice(self, offset: int, size: int) -> memoryview:
        if offset + size > len(self.file): raise IndexError(f"bytes {offset} to {offset + size} are missing")
        return self.file[offset:offset + size]

    def _read_sections(self, offset: int, count: int, names: int) -> list[Section]:
        rows = list(_SECTION.iter_unpack(self._slice(offset, _SECTION.size * count)))
        texts = self._slice(rows[names][4], rows[names][5])
        return [Section(_text(texts, name), kind, self._slice(at, 0 if kind in (0, _NOBITS) else size), size, link, info, align)
                for name, kind, _, _, at, size, link, info, align, _ in rows]

    def kernels(self) -> dict[str, Usage]:
        """What each kernel takes."""
        by_name = {s.name: s for s in self.sections}
        names = [symbol.name for symbol in self.symbols()]
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

    def symbols(self) -> list[Symbol]:
        """The table of symbols, in order."""
        table = next(s for s in self.sections if s.kind == _SYMTAB)
        texts = self.sections[table.link].data
        return [Symbol(_text(texts, name), section, value) for name, _, _, section, value, _ in _SYMBOL.iter_unpack(table.data)]


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


def _text(texts: memoryview, at: int) -> str:
    rest = bytes(texts[at:])
    return rest[:rest.index(b"\0")].decode() if b"\0" in rest else rest.decode()
