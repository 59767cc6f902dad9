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
from typing import Required, TypedDict

from heddle.errors import FileFormatError
from heddle.runtime.amd.metadata import decode
from heddle.runtime.common.elf_file import (
    ALLOC,
    CURE,
    NOTE,
    RELA,
    RELOCATABLE,
    RELOCATION,
    ElfFile,
    Section,
    checked,
    text_at,
)

_AMD = 224  # e_machine
_METADATA = 32  # type of the note
_DESCRIPTOR = struct.Struct("<III4xq20xIIIHH4x")
_SUFFIX = ".kd"  # of a descriptor's symbol
#: bytes behind the code that may be fetched and are not run
_AHEAD = 256
#: relocation -> bytes, and how far the distance is shifted down
_RELATIVE = {4: (4, 0), 5: (8, 0), 10: (4, 0), 11: (4, 32)}

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


_Notes = TypedDict("_Notes", {".name": Required[str], ".vgpr_count": int, ".sgpr_count": int, ".vgpr_spill_count": int,
                              ".sgpr_spill_count": int}, total=False)


class CodeObject:
    """`image`: what goes into memory, at a multiple of 256; `gpu`: the number of the architecture in the header."""

    def __init__(self, binary: bytes) -> None:
        with checked(binary, "code object"): self._read(ElfFile(binary, (_AMD,), "code object of an AMD GPU"))

    def _read(self, file: ElfFile) -> None:
        self.gpu = file.flags & 0xFF
        self._sections = file.sections
        self._bases = self._lay_out() if file.kind == RELOCATABLE else {n: s.address for n, s in enumerate(self._sections)}
        loaded = [n for n, s in enumerate(self._sections) if _is_loaded(s)]
        end = max((self._bases[n] + self._sections[n].size for n in loaded), default=0)
        image = bytearray(end + _AHEAD)
        for n in loaded:
            section = self._sections[n]
            image[self._bases[n]:self._bases[n] + len(section.data)] = section.data
        symbols = self._offsets(file)
        if file.kind == RELOCATABLE: self._relocate(image, [at for _, at in symbols])
        self.image = bytes(image)
        said = self._metadata()
        self.kernels = {name.removesuffix(_SUFFIX): self._kernel(name.removesuffix(_SUFFIX), at, said)
                        for name, at in symbols if name.endswith(_SUFFIX) and at is not None}

    def _lay_out(self) -> dict[int, int]:
        """Assigns offsets to the sections of an object: one after the other."""
        bases: dict[int, int] = {}
        end = 0
        for n, section in enumerate(self._sections):
            if not _is_loaded(section): continue
            bases[n] = -(-end // section.align) * section.align
            end = bases[n] + section.size
        return bases

    def _offsets(self, file: ElfFile) -> list[tuple[str, int | None]]:
        """Names of symbols and offsets in the image; None where a symbol has no offset in it."""
        rows, texts = file.symbols()
        relative = {n: base - self._sections[n].address for n, base in self._bases.items()}  # an object's addresses are 0
        return [(text_at(texts, name), value + relative[section] if section in relative else None)
                for name, _, _, section, value, _ in rows]

    def _relocate(self, image: bytearray, offsets: list[int | None]) -> None:
        """Fills in distances between parts of the image, which is all that the compiler leaves open."""
        for section in self._sections:
            if section.kind != RELA or section.info not in self._bases: continue
            for at, info, addend in RELOCATION.iter_unpack(section.data):
                symbol, kind = divmod(int(info), 1 << 32)
                target = offsets[symbol]
                if kind not in _RELATIVE or target is None:
                    raise FileFormatError(f"the code object has a relocation of kind {kind}, which is not known here", CURE)
                width, shift = _RELATIVE[kind]
                offset = self._bases[section.info] + at
                if not 0 <= at <= self._sections[section.info].size - width: raise IndexError(f"relocation at byte {at}")
                value = target + addend - offset >> shift & (1 << 8 * width) - 1
                image[offset:offset + width] = value.to_bytes(width, "little")

    def _kernel(self, name: str, at: int, said: dict[str, _Notes]) -> Kernel:
        shared, private, arguments, entry, rsrc3, rsrc1, rsrc2, properties, _ = _DESCRIPTOR.unpack_from(self.image, at)
        if not 0 <= at + entry < len(self.image) - _AHEAD or (at + entry) % 256: raise IndexError(f"{name} begins at {at + entry}")
        words = said.get(name, _Notes({".name": name}))
        spilled = words.get(".vgpr_spill_count", 0) + words.get(".sgpr_spill_count", 0)
        return Kernel(name, at, at + entry, shared, private, arguments, rsrc1, rsrc2, rsrc3, properties,
                      words.get(".vgpr_count", 0), words.get(".sgpr_count", 0), spilled)

    def _metadata(self) -> dict[str, _Notes]:
        """What the compiler wrote about each kernel."""
        for section in self._sections:
            if section.kind != NOTE: continue
            names, size, kind = struct.unpack_from("<III", section.data)
            start = 12 + (names + 3) // 4 * 4
            if kind != _METADATA: continue
            kernels: list[_Notes] = decode(bytes(section.data[start:start + size]))["amdhsa.kernels"]
            return {kernel[".name"]: kernel for kernel in kernels}
        return {}


def _is_loaded(section: Section) -> bool: return bool(section.flags & ALLOC) and section.kind != NOTE
