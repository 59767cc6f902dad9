"""Memory with given bytes in it, as a graph, and whether a tensor fills an image.

Inputs: bytes of the host, a dtype, a shape. Outputs: a node over a new buffer. Invariants: the bytes are copied at once.
"""
from __future__ import annotations

import math

from heddle.dtype import DType, ImageDType
from heddle.errors import ShapeError
from heddle.tensor.node_builders import Shape, mark
from heddle.uop import UOp
from heddle.uop.symbol import capacity, is_symbolic


def filled_buffer(raw: bytes | bytearray | memoryview, dtype: DType, shape: Shape, device: str) -> UOp:
    """New memory on `device` with these bytes in it."""
    from heddle.device.buffer import uop_buffer
    node = mark(UOp.new_buffer(device, math.prod(shape), dtype))
    if node.numel: uop_buffer(node).copyin(memoryview(raw).cast("B"))
    return node.reshape(shape)


def check_image_size(shape: Shape, image: ImageDType) -> None:
    """ShapeError if a tensor of this shape does not fill the image."""
    if is_symbolic(shape) or math.prod(shape) != image.size:
        raise ShapeError(f"{image.name} holds {image.size} elements ({image.height} x {image.width} pixels of four), and the shape "
                         f"{tuple(shape)} has {math.prod(capacity(shape))}", "Pad it to whole pixels, or choose another image.")
