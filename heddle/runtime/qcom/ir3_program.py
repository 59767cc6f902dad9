"""Compiled kernels for Adreno GPUs: code, constants, and what a launch has to set.

Inputs: what the compiler reports. Outputs: `IR3Program`, and its bytes for the disk cache. Invariants: bytes that are not those of
this form and version are refused.
"""
from __future__ import annotations

import json
import struct
from dataclasses import asdict, dataclass, replace

from heddle.errors import FileFormatError

#: the version of the bytes
FORM = 7
_MAGIC, _HEAD = b"IR3" + bytes([FORM]), struct.Struct("<4sII")
#: the number of the register that there is not, r63.x
NO_REGISTER = 0xFC
#: bytes of code that a launch counts
UNIT = 128
_VECTOR = 16


@dataclass(frozen=True)
class IR3Program:
    """A kernel for the model `gpu`. Those of ir3 have no `written`, `size_id`, `offset_id` and `entry`.

    `full` and `half`: registers of four words and of four halves. `constlen`: constants in vectors of 16 bytes, of which `immediates`
    are from `immediates_at` on; `ranges`: (to, from, end) of bytes of the arguments among them. `private`: bytes for each thread.
    `images`: which buffers are images, or texels; `textures`: by number of the texture, which of these it is. `texels`: which buffers
    are read as vectors of four, which are aligned: (position, bytes of a vector, number of vectors). `anywhere`: the kernel for
    buffers that are not.
    `written`: by number of the image that is written, which of `images` it is; None if the numbers are the same. `size_id` and
    `offset_id`: registers of a work-group's size and first thread; `entry`: the first instruction. `stores` and `loads`:
    instructions that spill.
    """

    name: str
    gpu: str
    threads: tuple[int, int, int]
    arguments: int
    full: int
    half: int
    branches: int
    constlen: int
    shared: int
    private: int
    is_private_per_wave: bool
    is_merged: bool
    is_double: bool
    group_id: int
    local_id: int
    instructions: int
    nops: int
    stores: int
    loads: int
    waves: int
    immediates_at: int
    ranges: tuple[tuple[int, int, int], ...] = ()
    immediates: tuple[int, ...] = ()
    images: tuple[int, ...] = ()
    textures: tuple[int, ...] = ()
    texels: tuple[tuple[int, int, int], ...] = ()
    written: tuple[int, ...] | None = None
    size_id: int = NO_REGISTER
    offset_id: int = NO_REGISTER
    entry: int = 0
    code: bytes = b""
    anywhere: IR3Program | None = None

    @property
    def tables(self) -> tuple[int, ...]:
        """Which of `images` have descriptors: first those of textures, then those of images that are written."""
        return *self.textures, *(range(len(self.images)) if self.written is None else self.written)

    @property
    def units(self) -> int:
        """The length of the code, in units of 16 instructions."""
        return -(-len(self.code) // UNIT)

    @property
    def vectors(self) -> int:
        """Constants that a launch loads, in vectors."""
        ends = [to + end - start for to, start, end in self.ranges]
        used = max([-(-end // _VECTOR) for end in ends] + [self.immediates_at + -(-len(self.immediates) // 4)])
        return min(self.constlen, used)

    def constants(self, arguments: bytes) -> bytes:
        """The constants of a launch."""
        made = bytearray(_VECTOR * self.immediates_at) + struct.pack(f"<{len(self.immediates)}I", *self.immediates)
        for to, start, end in self.ranges:
            part = arguments[start:end]
            made[to:to + len(part)] = part
        return bytes(made.ljust(_VECTOR * self.vectors, b"\0")[:_VECTOR * self.vectors])

    def to_bytes(self) -> bytes:
        """A head, the fields as JSON, the code; then the kernel for buffers anywhere, if there is one."""
        fields = json.dumps(asdict(replace(self, code=b"", anywhere=None)) | {"code": ""}).encode()
        more = b"" if self.anywhere is None else self.anywhere.to_bytes()
        return _HEAD.pack(_MAGIC, len(fields), len(self.code)) + fields + self.code + more

    @staticmethod
    def of_bytes(data: bytes) -> IR3Program:
        """FileFormatError if it is no program of this form."""
        if len(data) < _HEAD.size: raise FileFormatError("a compiled kernel ends before its head does", _CURE)
        magic, fields, code = _HEAD.unpack_from(data)
        end = _HEAD.size + fields + code
        if magic != _MAGIC or len(data) < end:
            raise FileFormatError("this is no kernel for an Adreno GPU, or one of another version", _CURE)
        found = json.loads(data[_HEAD.size:end - code])
        x, y, z = found["threads"]
        exact = {"threads": (x, y, z), "immediates": tuple(found["immediates"]),
                 "images": tuple(found["images"]), "textures": tuple(found["textures"]),
                 "written": None if found["written"] is None else tuple(found["written"]),
                 "texels": tuple((at, size, count) for at, size, count in found["texels"]),
                 "ranges": tuple((to, start, stop) for to, start, stop in found["ranges"]), "code": data[end - code:end],
                 "anywhere": IR3Program.of_bytes(data[end:]) if len(data) > end else None}
        return IR3Program(**(found | exact))

    def __str__(self) -> str:
        spills = f", {self.private} bytes of private memory, {self.stores} spills and {self.loads} reloads" if self.private else ""
        wave = 128 if self.is_double else 64
        textures = f", {len(self.texels)} buffers as textures" if self.texels else ""
        return (f"{self.full} full and {self.half} half registers, {self.instructions} instructions of which {self.nops} wait, "
                f"{self.constlen} constants, {self.shared} bytes shared, {self.waves} waves of {wave}{textures}{spills}")


_CURE = "Remove it from the cache, so that it is compiled again."
