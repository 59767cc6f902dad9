"""Images of an Adreno GPU: rows of pixels of four floats, and the descriptors by which texture units and stores reach them.

Inputs: an `ImageDType`, an address. Outputs: `QCOMImage`, its descriptor. Invariants: images are linear; their rows begin at multiples
of 64 bytes; what is between rows is never read or written; the host reads and writes float32 in contiguous rows, whatever the format.

Layouts: Mesa, src/freedreno/registers/adreno/a6xx.xml (A6XX_TEX_CONST), src/freedreno/fdl/{fd6_layout.c, fd6_view.cc}.
"""
from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from heddle.dtype import ImageDType
from heddle.errors import ExchangeError
from heddle.runtime.cpu.memory import view_at

if TYPE_CHECKING:
    import numpy as np

#: most rows, and most pixels of a row
LARGEST = 16384, 16384
#: bytes of a descriptor, and where a table of them begins
DESCRIPTOR_BYTES, TABLE_ALIGN = 64, 64
#: bytes: where rows of a linear image begin
ROW_ALIGN = 64
_FEW_ROWS, _PAGE = 2048, 4096
#: A6XX_TEX_CONST: components in their order, formats by the bytes of an element, a 2D image, one layer
_IN_ORDER, _FORMATS, _IS_2D, _ONE_LAYER = 0 << 4 | 1 << 7 | 2 << 10 | 3 << 13, {2: 0x62, 4: 0x82}, 1 << 29, 1 << 17
_IS_BUFFER = 4 << 29
_DESCRIPTOR = struct.Struct("<16I")


class QCOMImage(int):
    """The address of a whole image, with rows `pitch` bytes apart."""

    image: ImageDType
    pitch: int

    def __new__(cls, address: int, image: ImageDType, pitch: int) -> QCOMImage:
        made = super().__new__(cls, address)
        made.image, made.pitch = image, pitch
        return made

    def __eq__(self, other: object) -> bool:
        return isinstance(other, QCOMImage) and (int(self), self.image, self.pitch) == (int(other), other.image, other.pitch)

    def __hash__(self) -> int: return hash((int(self), self.image, self.pitch))

    @property
    def nbytes(self) -> int:
        """What it takes of memory."""
        return self.pitch * self.image.height


def pitch_of(image: ImageDType, align: int = ROW_ALIGN) -> int:
    """Bytes from one row to the next, where rows begin at multiples of `align`."""
    return -(-image.nbytes // image.height // align) * align


def descriptor(image: QCOMImage) -> bytes:
    """What a texture unit, or a store, is told of an image."""
    low, high = image & 0xFFFFFFFF, image >> 32
    form = _FORMATS[image.image.format.itemsize] << 22 | _IN_ORDER
    layer = -(-image.nbytes // _PAGE)
    size, rows = image.image.width | image.image.height << 15, image.pitch << 7 | _IS_2D
    return _DESCRIPTOR.pack(form, size, rows, layer, low, high | _ONE_LAYER, *(0,) * 10)


def texel_descriptor(address: int, size: int, count: int) -> bytes:
    """What a texture unit is told of `count` vectors of four floats, of `size` bytes each, at an address that is a multiple of these.

    The descriptor has where the line of 64 bytes begins, and the vectors in it before the first (fd6_view.cc, fdl6_buffer_view_init).
    """
    start, before = address // ROW_ALIGN * ROW_ALIGN, address % ROW_ALIGN // size
    form = _FORMATS[size // 4] << 22 | _IN_ORDER
    kind = _IS_BUFFER | before << 16 | 1 << 4
    return _DESCRIPTOR.pack(form, count, kind, 0, start & 0xFFFFFFFF, start >> 32, *(0,) * 10)


def foreign(address: int, image: ImageDType, nbytes: int) -> QCOMImage:
    """An image of another library that fills memory of `nbytes` bytes. ExchangeError if its size does not tell where rows begin.

    Rows begin at multiples of 64 bytes, or, where there are few, of a greater power of two: of these distances, the one that fills
    this memory in whole pages. How libraries choose is not documented, so more than one is refused.
    """
    most = max(_FEW_ROWS >> image.height.bit_length() - 1, ROW_ALIGN)
    pitches = {pitch_of(image, 1 << n) for n in range(ROW_ALIGN.bit_length() - 1, most.bit_length())}
    fitting = [pitch for pitch in pitches if -(-pitch * image.height // _PAGE) * _PAGE == nbytes]
    if len(fitting) == 1: return QCOMImage(address, image, fitting[0])
    sizes = ", ".join(str(-(-pitch * image.height // _PAGE) * _PAGE) for pitch in sorted(pitches))
    why = "more than one distance between rows" if fitting else "no distance between rows"
    raise ExchangeError(f"the {nbytes} bytes at {address:#x} fit {why} of {image.name}, which takes one of {sizes} bytes",
                        "Give the address of a whole image of that size, choose another width, or copy it to a buffer first.")


# ---- data


def write(dest: QCOMImage, mv: memoryview) -> None:
    """Fills an image from float32 of the host."""
    import numpy as np
    with np.errstate(over="ignore"): _rows(dest)[:] = np.frombuffer(mv, np.float32).reshape(dest.image.height, -1)


def read(mv: memoryview, src: QCOMImage) -> None:
    """Fills float32 of the host from an image."""
    import numpy as np
    np.frombuffer(mv, np.float32).reshape(src.image.height, -1)[:] = _rows(src)


def _rows(image: QCOMImage) -> np.ndarray[tuple[int, int], np.dtype[np.float16 | np.float32]]:
    """The elements, row by row, without what is between rows."""
    import numpy as np
    kind = np.float16 if image.image.format.itemsize == 2 else np.float32
    whole = np.frombuffer(view_at(int(image), image.nbytes), kind).reshape(image.image.height, -1)
    return whole[:, :4 * image.image.width]
