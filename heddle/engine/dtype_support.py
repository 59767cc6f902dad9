"""Dtype support check: whether a device supports the number formats of a kernel.

Inputs: a kernel's ast, the device, the line that made the kernel. Outputs: nothing, or an error that names op, format, device, line
and the nearest supported format. Invariants: the check precedes compilation, so no driver message reaches the user.
"""
from __future__ import annotations

from heddle.device.interface import Compiled
from heddle.dtype import DType, dtypes
from heddle.errors import DeviceError, DTypeError, Location
from heddle.uop import Ops, UOp

#: missing narrow floats are computed in float32 (codegen/legalize/float_emulation.py); offsets in memory are counted in a
#: format of their own, which the renderer chooses
_EMULATED = frozenset((dtypes.float16, dtypes.bfloat16, *dtypes.fp8s, *dtypes.fp8_fnuz, dtypes.index, dtypes.void))


def check_dtypes(ast: UOp, device: Compiled, loc: Location | None = None) -> None:
    """DTypeError for the first node whose format `device` neither computes in nor stores; DeviceError if it has no kernels."""
    if not device.renderer.capabilities.arithmetic:
        raise DeviceError(f"{device.name} holds data and computes nothing", "Move the tensor first: x.to(device).", where=loc)
    has = device.renderer.capabilities.dtypes | _EMULATED
    for node in ast.toposort():
        if node.dtype.scalar() not in has: raise _lacking(node, device.name, device.renderer.capabilities.dtypes, loc)


def _lacking(node: UOp, device: str, has: frozenset[DType], loc: Location | None) -> DTypeError:
    dtype = node.dtype.scalar()
    near = nearest_format(dtype, has)
    cure = f"Cast to {near.name}, the nearest that it has, or move to a device that has {dtype.name}." if near is not None else \
        f"Move to a device that has {dtype.name}."
    what = "memory that" if node.op is Ops.PARAM else f"{node.op.name} which"
    return DTypeError(f"{device} has no {dtype.name}, the format of {what} this kernel needs", cure, where=node.loc or loc)


def nearest_format(dtype: DType, has: frozenset[DType]) -> DType | None:
    """The format of the same kind in `has` whose size is nearest, the larger of two."""
    same = [d for d in has if d.kind == dtype.kind]
    return min(same, key=lambda d: (abs(d.itemsize - dtype.itemsize), -d.itemsize, d.name), default=None)
