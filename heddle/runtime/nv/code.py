"""Cubin loader of the NV device: code image, launch properties of each entry, and relocations.

Inputs: a cubin. Outputs: an `Image` of bytes with its `Entry`s. Invariants: the file's contents are checked before they are used; an
unknown kind of relocation is an error and not skipped.
"""
from __future__ import annotations

import re
import struct
from dataclasses import dataclass

from heddle.errors import CompileError
from heddle.runtime.common.elf_file import NOBITS, OF_SYSTEM, RELA, Section, checked
from heddle.runtime.cuda.cubin import Cubin, Usage, records

# attributes of .nv.info
_PARAMETER_BANK, _PARAMETER, _BARRIERS = 0x0A, 0x17, 0x4C
_BARRIERS_SHIFT = 20  # in the flags of code, where compilers of CUDA 12 have the number of barriers (see Entry)
# relocations: 64 bits of an address; its lower or higher 32 bits in the second word of an instruction
_ADDRESS, _LOW, _HIGH = 2, 0x38, 0x39
_REL = 9
#: sections that are in memory, besides constants: code, and variables
_LOADED = re.compile(r"\.text\.|\.nv\.global(\.init)?$|\.nv\.constant[1-9]\d*(\.|$)")
_CONSTANTS = re.compile(r"\.nv\.constant(\d+)(?:\.(.+))?$")
_ALIGN = 256  # of each section
_READ_AHEAD = 4096  # bytes after the code that the GPU may fetch


@dataclass(frozen=True)
class Entry:
    """One kernel. Offsets are bytes from the start of the image; sizes are in bytes."""

    usage: Usage
    code: int
    #: one more than the highest that is used. Files of ABI version 8 (13.x, and 12.x for Blackwell) have it in a record of .nv.info,
    #: older ones in the flags of the section of code (as seen in what NVRTC and ptxas 12.9 and 13.5 make)
    barriers: int
    #: of shared memory, what the GPU keeps for itself included
    shared: int
    #: where parameters begin in constant bank 0, and how large that is
    parameters_at: int
    bank_bytes: int
    #: offset and size of each parameter
    parameters: tuple[tuple[int, int], ...]
    #: offset and size of other constant banks
    banks: dict[int, tuple[int, int]]


class Image:
    """A cubin's code and constants, one after the other."""

    def __init__(self, binary: bytes) -> None:
        """FileFormatError if it is no cubin or is cut short; CompileError if it wants what is not known here."""
        with checked(binary, "cubin"):
            self._cubin = cubin = Cubin(binary)
            self.arch = cubin.arch
            self._data = bytearray()
            self._offsets = {n: self._put(s) for n, s in enumerate(cubin.sections) if _LOADED.match(s.name)}
            self._by_name = {s.name: n for n, s in enumerate(cubin.sections)}
            self._data += bytes(_READ_AHEAD)
            self._relocations = self._read_relocations()
            used = cubin.kernels()
            self.entries = {name: self._entry(name, used[name]) for name in used}

    def _put(self, section: Section) -> int:
        at = -(-len(self._data) // _ALIGN) * _ALIGN
        self._data += bytes(at - len(self._data)) + (bytes(section.size) if section.kind == NOBITS else bytes(section.data))
        return at

    def _entry(self, name: str, usage: Usage) -> Entry:
        said = records(self._section(f".nv.info.{name}").data)
        parameters: dict[int, tuple[int, int]] = {}
        text = self._section(f".text.{name}")
        base, barriers = 0, (text.flags & OF_SYSTEM) >> _BARRIERS_SHIFT
        for what, data in said:
            if what == _PARAMETER_BANK: base = struct.unpack("<IHH", data)[1]
            elif what == _BARRIERS: barriers = data[0]
            elif what == _PARAMETER:
                _, number, offset, packed = struct.unpack("<IHHI", data)
                parameters[number] = offset, packed >> 18
        bank = self._section(f".nv.constant0.{name}")
        in_order = tuple(parameters[n] for n in range(len(parameters)))
        code = self._offsets[self._by_name[f".text.{name}"]]
        return Entry(usage, code, barriers, self._shared(name), base, bank.size, in_order, self._banks(name))

    def _section(self, name: str) -> Section: return self._cubin.sections[self._by_name[name]]

    def _shared(self, name: str) -> int:
        found = self._by_name.get(f".nv.shared.{name}")
        return self._cubin.sections[found].size if found is not None else 0

    def _banks(self, name: str) -> dict[int, tuple[int, int]]:
        found: dict[int, tuple[int, int]] = {}
        for n, offset in self._offsets.items():
            section = self._cubin.sections[n]
            bank = _CONSTANTS.match(section.name)
            if bank is not None and bank[2] in (None, name): found[int(bank[1])] = offset, section.size
        return found

    def _read_relocations(self) -> list[tuple[int, int, int, int]]:
        """(offset, kind, section, further) of the words that depend on where a section is."""
        found: list[tuple[int, int, int, int]] = []
        symbols = self._cubin.named_symbols()
        for section in self._cubin.sections:
            if section.kind not in (RELA, _REL) or section.info not in self._offsets: continue
            rows: list[tuple[int, ...]] = list(struct.iter_unpack("<QQq" if section.kind == RELA else "<QQ", section.data))
            for offset, info, *addend in rows:
                kind, symbol = info & 0xFFFFFFFF, symbols[info >> 32]
                if kind not in (_ADDRESS, _LOW, _HIGH) or symbol.section not in self._offsets:
                    raise CompileError(f"{section.name} of a cubin has a relocation of kind {kind:#x} for {symbol.name!r}, "
                                       f"which NV does not know", cure="Use DEV=CUDA for this kernel, and please report it.")
                found.append((self._offsets[section.info] + offset, kind, symbol.section, symbol.value + sum(addend)))
        return found

    @property
    def nbytes(self) -> int:
        """Bytes of memory that it takes."""
        return len(self._data)

    def at(self, address: int) -> bytes:
        """The bytes, for memory at `address`."""
        data = bytearray(self._data)
        for offset, kind, section, further in self._relocations:
            value = address + self._offsets[section] + further
            if kind == _ADDRESS: struct.pack_into("<Q", data, offset, value)
            else: struct.pack_into("<I", data, offset + 4, value & 0xFFFFFFFF if kind == _LOW else value >> 32)
        return bytes(data)
