"""Tensor maps: the 128 opaque bytes of CUtensorMap, in a layout of the emulator's own.

The driver's stand-in writes them, cp.async.bulk.tensor reads them. Dimensions are innermost first, as cuda.h has them.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

MAGIC = b"PTXTMAP1"
LAYOUT = struct.Struct("<8sQ4B5I4Q5H5B")
#: CUtensorMapDataType in order
TYPES = ("u8", "u16", "u32", "s32", "u64", "s64", "f16", "f32", "f64", "bf16", "f32", "tf32", "tf32")
BYTES = {"u8": 1, "u16": 2, "f16": 2, "bf16": 2, "u32": 4, "s32": 4, "f32": 4, "tf32": 4, "u64": 8, "s64": 8, "f64": 8}


@dataclass(frozen=True)
class TensorMap:
    """A tensor in global memory and the box that one copy moves. Strides in bytes, of all dimensions but the first."""

    address: int
    type: int
    dims: tuple[int, ...]
    strides: tuple[int, ...]
    box: tuple[int, ...]
    element_strides: tuple[int, ...]
    swizzle: int = 0  # CUtensorMapSwizzle: 0 none, 1 32 bytes, 2 64 bytes, 3 128 bytes
    fill_nan: bool = False

    @property
    def rank(self) -> int:
        return len(self.dims)

    @property
    def type_name(self) -> str:
        return TYPES[self.type]

    @property
    def element(self) -> int:
        return BYTES[self.type_name]

    def encode(self) -> bytes:
        pad = lambda values, n: (*values, *(0,) * (n - len(values)))
        raw = LAYOUT.pack(MAGIC, self.address, self.type, self.rank, self.swizzle, self.fill_nan,
                          *pad([d - 1 for d in self.dims], 5), *pad(self.strides, 4), *pad(self.box, 5),
                          *pad(self.element_strides, 5))  # fmt: skip
        return raw.ljust(128, b"\0")


def decode(raw: bytes) -> TensorMap | None:
    """What encode made; None for anything else."""
    magic, address, kind, rank, swizzle, fill, *rest = LAYOUT.unpack(raw[: LAYOUT.size])
    if magic != MAGIC:
        return None
    dims, strides, box, steps = rest[:5], rest[5:9], rest[9:14], rest[14:19]
    return TensorMap(address, kind, tuple(d + 1 for d in dims[:rank]), tuple(strides[: rank - 1]), tuple(box[:rank]),
                     tuple(steps[:rank]), swizzle, bool(fill))  # fmt: skip
