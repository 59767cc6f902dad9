"""ELF files of 64 bits: sections, symbols and texts, for objects of processors and of GPUs alike.

Inputs: the bytes of a file. Outputs: an `ElfFile`. Invariants: every offset is checked before it is used; within `checked`, a file
that is truncated or altered is a FileFormatError.
"""
from __future__ import annotations

import contextlib
import struct
from collections.abc import Collection, Generator

from heddle.errors import FileFormatError
from heddle.lazy_dataclass import dataclass

RELA, NOTE, NOBITS = 4, 7, 8  # kinds of sections
WRITE, ALLOC = 1, 2  # flags of sections
OF_SYSTEM = 0x0FF00000  # those that mean what the system, or here the machine, says (SHF_MASKOS)
RELOCATABLE = 1  # kind of a file that no linker has made
RELOCATION = struct.Struct("<QQq")
CURE = "Empty the disk cache, or set CACHE=0, so that the kernel is compiled again."
_SYMTABS = (2, 11)  # of an object, of what a linker made
_HEADER, _SECTION, _SYMBOL = (struct.Struct(f) for f in ("<16sHHIQQQIHHHHHH", "<IIQQQQIIQQ", "<IBBHQQ"))
_LONGEST = 512  # bytes of a name


@contextlib.contextmanager
def checked(binary: bytes, what: str) -> Generator[None]:
    """Whatever is not where a reader of `binary` expects it is a FileFormatError."""
    try: yield
    except (struct.error, IndexError, UnicodeDecodeError, KeyError, OverflowError) as fault:
        raise FileFormatError(f"the {what} of {len(binary)} bytes is cut short or altered ({fault})", CURE) from fault


@dataclass(slots=True)
class Section:
    """A part of the file; `data` is empty where it has only a size."""

    name: str
    kind: int
    flags: int
    address: int
    data: memoryview
    size: int
    align: int
    link: int
    info: int
    at: int = 0  # where a loader puts it


class ElfFile:
    """The file in its parts. FileFormatError, which says that it is none of `what`, if it is for no machine of these."""

    def __init__(self, binary: bytes, machines: Collection[int], what: str, kinds: Collection[int] = (), cure: str = CURE) -> None:
        self._file = memoryview(binary)
        ident, self.kind, self.machine, *rest = _HEADER.unpack_from(self._file)
        if ident[:6] != b"\x7fELF\x02\x01" or self.machine not in machines or (kinds and self.kind not in kinds):
            raise FileFormatError(f"this is no {what}", cure)
        self.abi_version: int = ident[8]
        self.flags: int = rest[4]
        self.sections = self._read_sections(offset=rest[3], size=rest[8], count=rest[9], names=rest[10])

    def _slice(self, offset: int, size: int) -> memoryview:
        if offset + size > len(self._file): raise IndexError(f"bytes {offset} to {offset + size} are missing")
        return self._file[offset:offset + size]

    def _read_sections(self, offset: int, size: int, count: int, names: int) -> list[Section]:
        if size != _SECTION.size: raise IndexError(f"a section header of {size} bytes")
        rows = list(_SECTION.iter_unpack(self._slice(offset, size * count)))
        texts = self._slice(rows[names][4], rows[names][5])
        return [Section(text_at(texts, name), kind, flags, address, self._slice(at, 0 if kind in (0, NOBITS) else nbytes), nbytes,
                        max(align, 1), link, info)
                for name, kind, flags, address, at, nbytes, link, info, align, _ in rows]

    def symbols(self) -> tuple[list[tuple[int, ...]], memoryview]:
        """The table of symbols: (offset of the name, info, visibility, section, value, size) of each, and the texts of the names."""
        table = next((s for s in self.sections if s.kind in _SYMTABS), None)
        if table is None: raise IndexError("a file without symbols")
        return list(_SYMBOL.iter_unpack(table.data)), self.sections[table.link].data


def text_at(texts: memoryview, at: int) -> str:
    """The text that starts at a byte and ends in a zero byte."""
    end = bytes(texts[at:at + _LONGEST]).find(b"\0")
    if end < 0: raise IndexError(f"no name at byte {at}")
    return bytes(texts[at:at + end]).decode()
