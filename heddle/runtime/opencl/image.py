"""Images of an OpenCL device: rows of pixels of four floats, in the device's own layout.

Inputs: an `ImageDType`, bytes of float32. Outputs: `CLImage`. Invariants: the host reads and writes float32 in contiguous rows,
whatever the image's format; an image that the device does not support is refused before it is created.
"""
from __future__ import annotations

import ctypes
from ctypes import c_char, c_size_t, c_uint, c_void_p
from typing import TYPE_CHECKING, Final

from heddle.dtype import ImageDType
from heddle.errors import DeviceError, ExchangeError
from heddle.named_tuple import NamedTuple
from heddle.runtime.opencl.library import MEM_READ_WRITE, CLInfo, Library

if TYPE_CHECKING:
    from heddle.runtime.opencl.queue import CLQueue, Command

# constants of CL/cl.h
_RGBA, _HALF, _FLOAT = 0x10B5, 0x10DD, 0x10DE
_IMAGE2D: Final = 0x10F1
_FORMAT, _WIDTH, _HEIGHT = 0x1110, 0x1114, 0x1115


class _Format(ctypes.Structure):
    _fields_ = [("order", c_uint), ("kind", c_uint)]


class _Description(ctypes.Structure):
    _fields_ = [("kind", c_uint), ("width", c_size_t), ("height", c_size_t), ("depth", c_size_t), ("array_size", c_size_t),
                ("row_pitch", c_size_t), ("slice_pitch", c_size_t), ("mip_levels", c_uint), ("samples", c_uint), ("buffer", c_void_p)]


class CLImage(NamedTuple):
    """A whole image. The offset is that of all memory of this device; a part of an image is not memory."""

    handle: int
    offset: int
    image: ImageDType


def check(device: str, info: CLInfo, image: ImageDType) -> None:
    """DeviceError if the device has no images, or none so large."""
    if info.image is None:
        raise DeviceError(f"{device} ({info.name}) has no images, so {image.name} cannot be there", "Leave the dtype out.")
    height, width = info.image
    if image.height > height or image.width > width:
        raise DeviceError(f"{device} has images of up to {height} rows of {width} pixels, and {image.name} is larger",
                          "Choose another height and width for as many elements, or cut the tensor.")


def make(queue: CLQueue, image: ImageDType) -> int:
    """A new image. CLError if there is none."""
    form = _Format(_RGBA, _HALF if image.format.itemsize == 2 else _FLOAT)
    description = _Description(kind=_IMAGE2D, width=image.width, height=image.height)
    return queue.library.make("clCreateImage", queue.context, MEM_READ_WRITE, ctypes.byref(form), ctypes.byref(description), None)


def check_format(library: Library, handle: int, image: ImageDType) -> None:
    """ExchangeError if another library's image is not what it is said to be."""
    form = _Format.from_buffer_copy(library.info("clGetImageInfo", handle, _FORMAT))
    size = tuple(library.number("clGetImageInfo", handle, what) for what in (_HEIGHT, _WIDTH))
    expected = _HALF if image.format.itemsize == 2 else _FLOAT
    if (form.order, form.kind, *size) != (_RGBA, expected, image.height, image.width):
        raise ExchangeError(f"the cl_mem {handle:#x} is an image of {size[0]} rows of {size[1]} pixels in format "
                            f"{form.order:#x} {form.kind:#x}, and not {image.name}, which is {_RGBA:#x} {expected:#x}",
                            "Check height, width and format.")


def _whole(image: ImageDType) -> tuple[ctypes.Array[c_size_t], ctypes.Array[c_size_t]]:
    """Where all of an image begins, and how far it goes."""
    return (c_size_t * 3)(0, 0, 0), (c_size_t * 3)(image.width, image.height, 1)


def write(queue: CLQueue, dest: CLImage, mv: memoryview) -> None:
    """Fills an image from float32 of the host."""
    data = bytearray(_as_halves(mv) if dest.image.format.itemsize == 2 else mv)
    host = (c_char * len(data)).from_buffer(data)
    queue.wait_until_done("clEnqueueWriteImage", dest.handle, 0, *_whole(dest.image), 0, 0, host)


def read(queue: CLQueue, mv: memoryview, src: CLImage) -> None:
    """Fills float32 of the host from an image."""
    room = mv if src.image.format.itemsize == 4 else memoryview(bytearray(src.image.nbytes))
    host = (c_char * room.nbytes).from_buffer(room)
    queue.wait_until_done("clEnqueueReadImage", src.handle, 0, *_whole(src.image), 0, 0, host)
    if room is not mv: _from_halves(mv, room)


def _as_halves(mv: memoryview) -> bytes:
    import numpy as np
    with np.errstate(over="ignore"): return np.frombuffer(mv, np.float32).astype(np.float16).tobytes()


def _from_halves(mv: memoryview, halves: memoryview) -> None:
    import numpy as np
    np.frombuffer(mv, np.float32)[:] = np.frombuffer(halves, np.float16)


def copy_command(dest: object, src: object) -> Command | None:
    """What copies between two images of one kind, without the host; None for anything else."""
    if not isinstance(dest, CLImage) or not isinstance(src, CLImage) or dest.image != src.image: return None
    start, region = _whole(src.image)
    return "clEnqueueCopyImage", (src.handle, dest.handle, start, start, region)
