"""Small kernels and CALLs, made by hand."""
from __future__ import annotations

import array

from heddle.device.buffer import uop_buffer
from heddle.dtype import dtypes
from heddle.uop import AxisType, Ops, ParamArg, UOp


def add_constant(size: int, constant: float = 1.0) -> UOp:
    """The ast of out[i] = in[i] + constant."""
    loop = UOp.range(size, AxisType.LOOP, 0)
    out, source = (UOp(Ops.PARAM, dtypes.float32, (), ParamArg(slot, size)) for slot in range(2))
    return UOp.sink(out.index(loop).store(source.index(loop).load() + constant).end(loop))


def buffer(size: int, device: str = "CPU", values: list[float] | None = None) -> UOp:
    """A BUFFER of float32, filled if `values` are given."""
    node = UOp.new_buffer(device, size, dtypes.float32)
    if values is not None: uop_buffer(node).copyin(memoryview(array.array("f", values)))
    return node


def param(slot: int, size: int, device: str = "CPU") -> UOp:
    return UOp(Ops.PARAM, dtypes.float32, (), ParamArg(slot, size, device))


def values(node: UOp) -> list[float]:
    """What is in a BUFFER."""
    return memoryview(uop_buffer(node).tobytes()).cast("f").tolist()


def call(what: UOp, *buffers: UOp) -> UOp: return UOp(Ops.CALL, src=(what, *buffers))


def copy(dest: UOp, source: UOp) -> UOp: return call(UOp(Ops.COPY, dtypes.float32, (), dest.device), dest, source)


def linear(*calls: UOp) -> UOp: return UOp(Ops.LINEAR, src=calls)
