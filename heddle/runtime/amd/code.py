"""AMD code object loader: kernels of a code object, and the bytes of its GPU image.

Inputs: an ELF file for AMD GPUs, as LLVM writes it: relocatable or linked. Outputs: a position-independent image, and for each kernel
the contents of its descriptor and its metadata.
Invariants: every offset is checked before it is used; a file that is no code object, or is truncated, is a FileFormatError; the image
is padded for the GPU's instruction prefetch.

Layouts: LLVM's "User Guide for AMDGPU Backend" (code object version 5), and its AMDHSAKernelDescriptor.h.
"""
from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any, NamedTuple

from heddle.errors import FileFormatError
from heddle.runtime.amd.metadata import decode

_AMD = 224  # e_machine
_RELOCATABLE = 1  # e_type
_RELA, _NOTE, _NOBITS, _ALLOC = 4, 7, 8, 2
_SYMTABS = (2, 11)  # of an object, of what a linker made
_METADATA = 32  # type of the note
_HEADER, _SECTION, _SYMBOL, _RELOCATION = (struct.Struct(f) for f in ("<16sHHIQQQIHHHHHH", "<IIQQQQIIQQ", "<IBBHQQ", "<QQq"))
_DESCRIPTOR = struct.Struct("<III4xq20xIIIHH4x")
_SUFFIX = ".kd"  # of a descriptor's symbol
#: bytes behind the code that may be fetched and are not run
_AHEAD = 256
#: relocation -> bytes, and how far the distance is shifted down
_RELATIVE = {4: (4, 0), 5: (8, 0), 10: (4, 0), 11: (4, 32)}
_CURE = "Empty the disk cache, or set CACHE=0, so that the kernel is compiled again."

#: arguments that the hardware puts into scalar registers, in order: (bit of the properties, name, registers)
_SCALARS = ((0, "private_segment_buffer", 4), (1, "dispatch_ptr", 2), (2, "queue_ptr", 2), (3, "kernarg_ptr", 2),
            (4, "dispatch_id", 2), (5, "flat_scratch_init", 2), (6, "private_segment_size", 1))
_WAVE32 = 1 << 10


@dataclass(frozen=True)
class Kernel:
    """One kernel. `descriptor` and `entry` are offsets in the image; sizes in bytes, `private` for each thread."""

    name: str
    descriptor: int
    entry: int
    shared: int
    private: int
    arguments: int
    rsrc1: int
    rsrc2: int
    rsrc3: int
    properties: int
    vector_registers: int
    scalar_registers: int
    spilled: int

    @property
    def wave(self) -> int:
        """Items that go together."""
        return 32 if self.properties & _WAVE32 else 64

    @property
    def scalars(self) -> tuple[tuple[str, int], ...]:
        """What it wants in its first scalar registers, in order, and in how many."""
        return tuple((name, count) for bit, name, count in _SCALARS if self.properties >> bit & 1)

    def __str__(self) -> str:
        spills = f"{self.spilled} registers spilled" if self.spilled else "no spills"
        own = f", {self.private} bytes of scratch" if self.private else ""
        return (f"{self.vector_registers} vector registers, {self.scalar_registers} scalar registers, {self.shared} bytes of shared "
                f"memory{own}, {spills}")


class _Section(NamedTuple):
    name: str
    kind: int
    flags: int
    address: int
    data: memoryview
    size: int
    align: int
    link: int
    info: int


class CodeObject:
    """`image`: what goes into memory, at a multiple of 256; `gpu`: the number of the architecture in the header."""

    def __init__(self, binary: bytes) -> None:
        try: self._read(binary)
        except (struct.error, IndexError, UnicodeDecodeError, KeyError, StopIteration) as fault:
            raise FileFormatError(f"the code object of {len(binary)} bytes is cut short or altered ({fault})", _CURE) from fault

    def _read(self, binary: bytes) -> None:
        self._file = memoryview(binary)
        ident, kind, machine, *rest = _HEADER.unpack_from(self._file)
        if ident[:6] != b"\x7fELF\x02\x01" or machine != _AMD: raise FileFormatError("this is no code object of an AMD GPU", _CURE)
        self.gpu = rest[4] & 0xFF
        self._sections = self._read_sections(offset=rest[3], count=rest[9], names=rest[10])
        self._bases = self._place() if kind == _RELOCATABLE else {n: s.address for n, s in enumerate(self._sections)}
        loaded = [n for n, s in enumerate(self._sections) if _is_loaded(s)]
        end = max((self._bases[n] + self._sections[n].size for n in loaded), default=0)
        image = bytearray(end + _AHEAD)
        for n in loaded:
            section = self._sections[n]
            image[self._bases[n]:self._bases[n] + len(section.data)] = section.data
        symbols = self._read_symbols()
        if kind == _RELOCATABLE: self._relocate(image, [at for _, at in symbols])
        self.image = bytes(image)
        said = self._metadata()
        self.kernels = {name.removesuffix(_SUFFIX): self._kernel(name.removesuffix(_SUFFIX), at, said)
                        for name, at in symbols if name.endswith(_SUFFIX) and at is not None}

    def _slice(self, offset: int, size: int) -> memoryview:
        if offset + size > len(self._file): raise IndexError(f"bytes {offset} to {offset + size} are missing")
        return self._file[offset:offset + size]

    def _read_sections(self, offset: int, count: int, names: int) -> list[_Section]:
        rows = list(_SECTION.iter_unpack(self._slice(offset, _SECTION.size * count)))
        texts = self._slice(rows[names][4], rows[names][5])
        return [_Section(_text(texts, name), kind, flags, address, self._slice(at, 0 if kind in (0, _NOBITS) else size), size,
                         max(align, 1), link, info)
                for name, kind, flags, address, at, size, link, info, align, _ in rows]

    def _place(self) -> dict[int, int]:
        """Where the sections of an object go: one after the other."""
        bases: dict[int, int] = {}
        end = 0
        for n, section in enumerate(self._sections):
            if not _is_loaded(section): continue
            bases[n] = -(-end // section.align) * section.align
            end = bases[n] + section.size
        return bases

    def _read_symbols(self) -> list[tuple[str, int | None]]:
        """Names and offsets in the image; None where a symbol has no offset in it."""
        table = next(s for s in self._sections if s.kind in _SYMTABS)
        texts = self._sections[table.link].data
        relative = {n: base - self._sections[n].address for n, base in self._bases.items()}  # an object's addresses are 0
        return [(_text(texts, name), value + relative[section] if section in relative else None)
                for name, _, _, section, value, _ in _SYMBOL.iter_unpack(table.data)]

    def _relocate(self, image: bytearray, offsets: list[int | None]) -> None:
        """Fills in distances between parts of the image, which is all that the compiler leaves open."""
        for section in self._sections:
            if section.kind != _RELA or section.info not in self._bases: continue
            for at, info, addend in _RELOCATION.iter_unpack(section.data):
                symbol, kind = divmod(int(info), 1 << 32)
                target = offsets[symbol]
                if kind not in _RELATIVE or target is None:
                    raise FileFormatError(f"the code object has a relocation of kind {kind}, which is not known here", _CURE)
                width, shift = _RELATIVE[kind]
                offset = self._bases[section.info] + at
                if not 0 <= at <= self._sections[section.info].size - width: raise IndexError(f"relocation at byte {at}")
                value = target + addend - offset >> shift & (1 << 8 * width) - 1
                image[offset:offset + width] = value.to_bytes(width, "little")

    def _kernel(self, name: str, at: int, said: dict[str, dict[str, Any]]) -> Kernel:
        shared, private, arguments, entry, rsrc3, rsrc1, rsrc2, properties, _ = _DESCRIPTOR.unpack_from(self.image, at)
        if not 0 <= at + entry < len(self.image) - _AHEAD or (at + entry) % 256: raise IndexError(f"{name} begins at {at + entry}")
        words = said.get(name, {})
        spilled = int(words.get(".vgpr_spill_count", 0)) + int(words.get(".sgpr_spill_count", 0))
        return Kernel(name, at, at + entry, shared, private, arguments, rsrc1, rsrc2, rsrc3, properties,
                      int(words.get(".vgpr_count", 0)), int(words.get(".sgpr_count", 0)), spilled)

    def _metadata(self) -> dict[str, dict[str, Any]]:
        """What the compiler wrote about each kernel."""
        for section in self._sections:
            if section.kind != _NOTE: continue
            names, size, kind = struct.unpack_from("<III", section.data)
            start = 12 + (names + 3) // 4 * 4
            if kind != _METADATA: continue
            kernels: list[dict[str, Any]] = decode(bytes(section.data[start:start + size]))["amdhsa.kernels"]
            return {kernel[".name"]: kernel for kernel in kernels}
        return {}


def _is_loaded(section: _Section) -> bool: return bool(section.flags & _ALLOC) and section.kind != _NOTE


def _text(texts: memoryview, at: int) -> str:
    rest = bytes(texts[at:])
    return rest[:rest.index(b"\0")].decode() if b"\0" in rest else rest.decode()
