"""Error tolerances between two runs of one kernel: they may differ by compiler, reduction order and device functions only.

Inputs: a kernel's ast, and what two runs of it wrote. Outputs: the first element that is too far off, or None.
Invariants: integers and bools are equal; NaN is where NaN is, and infinities where they are. A float may differ by the units in the
last place (ULP) that the table below allows each op, summed up along the way to its store:

    product, quotient: sum of both sides' + its own     sum: the larger side's + its own     2**x: |x| times x's + its own
    reduction of n: the terms' + 4 sqrt(n)               selections and comparisons: the largest of its sources'

An addition may cancel, so where there is one, ULP are counted at the typical size (root mean square) of what is read and written.
"""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from heddle.dtype import DType, decode_float
from heddle.named_tuple import NamedTuple
from heddle.uop import KernelInfo, Ops, UOp

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    Numbers = NDArray[np.float64] | NDArray[np.float32]

#: ULP by which a device's own function may be off; 1 for what is not listed. Vendors promise 2 to 3 for quotients and roots.
ULP: dict[Ops, float] = {Ops.EXP2: 4, Ops.LOG2: 4, Ops.SIN: 4, Ops.COS: 4, Ops.SQRT: 3, Ops.RECIPROCAL: 3, Ops.FDIV: 3,
                         Ops.NEG: 0, Ops.MAX: 0, Ops.WHERE: 0, Ops.BITCAST: 0}
#: Relative distance of neighbouring numbers, and the greatest power of two.
_FORMATS = {"float64": (2.0 ** -52, 1024), "float32": (2.0 ** -23, 128), "float16": (2.0 ** -10, 16), "bfloat16": (2.0 ** -7, 128),
            "fp8e4m3": (2.0 ** -3, 9), "fp8e5m2": (2.0 ** -2, 16), "fp8e4m3fnuz": (2.0 ** -3, 8), "fp8e5m2fnuz": (2.0 ** -2, 16)}


class Allowance(NamedTuple):
    """For one output: the relative error, whether additions may cancel, and an absolute size below which relative means nothing."""

    relative: float
    cancels: bool
    floor: float


@dataclass(frozen=True)
class Difference:
    """The first element that differs too much, and how many do."""

    index: int
    got: float
    expected: float
    count: int


def allowances(ast: UOp) -> dict[int, Allowance]:
    """What each output of a kernel is allowed, by the slot of its buffer."""
    order = ast.toposort()
    errors: dict[UOp, float] = {}
    for node in order: errors[node] = _error(node, [errors[s] for s in node.src])
    out: dict[int, Allowance] = {}
    # what a user wrote goes through registers: any of its loops may add up
    turns = math.prod(int(n.vmax) + 1 for n in order if n.op is Ops.RANGE) if isinstance(ast.arg, KernelInfo) else 0
    for store in (n for n in order if n.op is Ops.STORE and _memory(n).op is Ops.PARAM):
        below = store.src[1].toposort()
        floats = [n for n in below if n.dtype.is_float()]
        cancels = turns > 1 or any(n.op is Ops.ADD or (n.op is Ops.REDUCE and n.arg is Ops.ADD) or n.op is Ops.MULACC for n in floats)
        floor = 1.0 if any(n.op in (Ops.LOG2, Ops.SIN, Ops.COS) for n in floats) else 0.0
        both_and_rounding = 2 * errors[store.src[1]] + (2 + 8 * math.sqrt(turns)) * _epsilon(store.src[1].dtype)
        before = out.get(slot := _memory(store).arg.slot, Allowance(0.0, False, 0.0))
        out[slot] = Allowance(max(both_and_rounding, before.relative), cancels or before.cancels, max(floor, before.floor))
    return out


def _memory(store: UOp) -> UOp:
    """The memory that a STORE writes to, or its register."""
    node = store.src[0]
    while node.op in (Ops.INDEX, Ops.AFTER): node = node.src[0]
    return node


def _epsilon(dtype: DType) -> float: return _FORMATS[dtype.scalar().name][0] if dtype.is_float() else 0.0


def _error(node: UOp, src: list[float]) -> float:
    """The relative error of a value, given those of its sources."""
    if not node.dtype.is_float() or node.op in (Ops.LOAD, Ops.CONST, Ops.PARAM): return 0.0
    epsilon, largest = _FORMATS[node.dtype.scalar().name]
    own = ULP.get(node.op, 1) * epsilon
    match node.op:
        case Ops.MUL | Ops.FDIV: return sum(src) + own
        case Ops.MULACC: return max(src[0] + src[1], src[2]) + 2 * own
        case Ops.EXP2: return src[0] * largest * math.log(2) + own
        case Ops.LOG2: return src[0] * math.log2(math.e) + own
        case Ops.SIN | Ops.COS: return src[0] * 32 + own  # arguments of some turns of the circle
        case Ops.LOOP_CARRIED: return src[0] + 4 * math.sqrt(math.prod(int(r.vmax) + 1 for r in node.src[2:])) * epsilon
        case Ops.REDUCE:
            n = math.prod(int(r.vmax) + 1 for r in node.src[1:])
            if node.arg is Ops.MAX: return src[0]
            return (src[0] * n if node.arg is Ops.MUL else src[0]) + 4 * math.sqrt(n) * epsilon
        case _: return max(src, default=0.0) + own


# ---- comparing


def numbers(data: bytes | memoryview, dtype: DType) -> Numbers:
    """The elements of a buffer: integers as they are, floats as float64."""
    import numpy as np
    if dtype.fmt is not None: found = np.frombuffer(data, np.dtype(dtype.fmt))
    elif dtype.itemsize == 2: found = (np.frombuffer(data, np.uint16).astype(np.uint32) << 16).view(np.float32)
    else: found = np.array([decode_float(dtype, n) for n in range(256)])[np.frombuffer(data, np.uint8)]
    return found.astype(np.float64) if dtype.is_float() else found


def typical_size(values: Numbers) -> float:
    """The root mean square of what is finite."""
    import numpy as np
    finite = np.abs(values[np.isfinite(values)])
    largest = float(finite.max(initial=0.0))
    return largest * math.sqrt(float(np.mean((finite / largest) ** 2))) if largest else 0.0


def first_difference(got: Numbers, expected: Numbers, dtype: DType, allowed: Allowance, size: float) -> Difference | None:
    """The first element of `got` that is not `expected` by more than is `allowed`. `size`: typical one of what the kernel read."""
    import numpy as np
    off = got != expected
    if dtype.is_float() and off.any():
        with np.errstate(all="ignore"):
            at_least = max(size, typical_size(expected)) if allowed.cancels else 0.0
            room = allowed.relative * np.maximum(np.abs(expected), max(at_least, allowed.floor)) + _least(dtype)
            near = np.isfinite(got) & np.isfinite(expected) & (np.abs(got - expected) <= room)
        off &= ~near & ~(np.isnan(got) & np.isnan(expected))
    if not off.any(): return None
    at = int(np.argmax(off))
    return Difference(at, got[at].item(), expected[at].item(), int(off.sum()))


def _least(dtype: DType) -> float:
    """Devices may take numbers too small for full precision for 0."""
    epsilon, largest = _FORMATS[dtype.name]
    return 4 * 2.0 ** (3 - largest) if dtype.itemsize > 1 else 2.0 * epsilon * 2.0 ** (3 - largest)
