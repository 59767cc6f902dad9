"""Images as texture units and stores see them: descriptors, and pixels of four floats.

In: words of a descriptor, positions by column and row. Out: where pixels are. Always true: a descriptor is of a linear 2D image of
four floats or halves in their order, whose rows do not overlap, or of a buffer of such pixels; a pixel outside of it is a fault.

Source: Mesa, src/freedreno/registers/adreno/a6xx.xml (A6XX_TEX_CONST_0 to _5); of buffers, src/freedreno/fdl/fd6_view.cc
(fdl6_buffer_view_init).
"""
from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from tests.emulators.qcom.errors import CommandFault, KernelFault

Array = np.ndarray[Any, Any]
_FORMATS = {0x62: np.float16, 0x82: np.float32}


class _Memory(Protocol):
    def span(self, address: int) -> tuple[int, Array]: ...


@dataclass(frozen=True)
class Image:
    """`kind`: of an element."""

    address: int
    width: int
    height: int
    pitch: int
    kind: Any

    @staticmethod
    def of_words(data: bytes) -> Image:
        """CommandFault for another kind of image than kernels are made for."""
        words = struct.unpack("<16I", data)
        form, size, rows, layer, low, high = words[:6]
        if rows >> 29 == 4: return Image._of_buffer(words)
        tile, is_srgb, order, levels, samples, kind, swap = (form & 3, form >> 2 & 1, form >> 4 & 0xFFF, form >> 16 & 15,
                                                             form >> 20 & 3, form >> 22 & 0xFF, form >> 30)
        if tile or is_srgb or levels or samples or swap or order != (0 | 1 << 3 | 2 << 6 | 3 << 9) or kind not in _FORMATS:
            raise CommandFault(f"an image with the format {form:#x}")
        if rows >> 29 != 1 or rows & 15 or any(words[6:]): raise CommandFault(f"no linear 2D image: {rows:#x}")
        width, height, pitch = size & 0x7FFF, size >> 15 & 0x7FFF, rows >> 7 & 0x3FFFFF
        element = np.dtype(_FORMATS[kind]).itemsize
        if pitch % 64 or pitch < 4 * element * width or low % 64:
            raise CommandFault(f"rows of {width} pixels, {pitch} bytes apart, from {low:#x} on")
        if high >> 17 != 1 or (layer & 0x7FFFFF) << 12 < pitch * height: raise CommandFault("an image is not of one layer")
        return Image(low | (high & 0x1FFFF) << 32, width, height, pitch, _FORMATS[kind])

    @staticmethod
    def _of_buffer(words: tuple[int, ...]) -> Image:
        """A buffer of vectors: one row, whose number of pixels takes the fields of width and height, and which begins some pixels
        after the address (A6XX_TEX_CONST_2_STARTOFFSETTEXELS; struct size: of one pixel)."""
        form, size, rows, layer, low, high = words[:6]
        kind = form >> 22 & 0xFF
        if form & ~(0xFF << 22) != (1 << 7 | 2 << 10 | 3 << 13) or kind not in _FORMATS: raise CommandFault(f"texels in {form:#x}")
        if rows & 0x1FFFFFFF & ~(0x3F << 16) != 1 << 4 or layer or low % 64 or high >> 17 or any(words[6:]):
            raise CommandFault(f"no buffer of texels: {rows:#x} at {low:#x}")
        pixel, count = 4 * np.dtype(_FORMATS[kind]).itemsize, size & 0x3FFFFFFF
        if not 0 < count <= 1 << 27: raise CommandFault(f"{count} texels")
        return Image((low | high << 32) + (rows >> 16 & 0x3F) * pixel, count, 1, count * pixel, _FORMATS[kind])

    def pixels(self, memory: _Memory, columns: Array, rows: Array) -> tuple[Array, Array]:
        """(the elements of the memory that this image lies in, the first of each pixel)."""
        x, y = columns.astype(np.int64), rows.astype(np.int64)
        if ((x >= self.width) | (y >= self.height)).any():
            raise KernelFault(f"column {x.max()} and row {y.max()} of an image of {self.height} rows of {self.width} pixels")
        start, data = memory.span(self.address)
        size = np.dtype(self.kind).itemsize
        if self.address + self.pitch * self.height > start + len(data): raise KernelFault("an image ends after its memory")
        return data[:len(data) // size * size].view(self.kind), (self.address - start + y * self.pitch) // size + 4 * x
