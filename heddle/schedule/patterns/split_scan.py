"""Split scans: a long scan of few rows, cut into pieces that run in parallel.

Inputs: a SCAN.
Outputs: the same as reductions of its pieces, a scan of what they come to, and a scan of each piece from what is before it.
Invariants: any order of reducing is allowed by the op's meaning; where a device has rows enough to be busy, nothing is cut.
"""
from __future__ import annotations

from heddle.dtype import dtypes
from heddle.schedule.capabilities import CapabilitiesOf, any_device
from heddle.uop import Ops, UOp
from heddle.uop.interpreter.ops import identity_of
from heddle.uop.rewrite import PatternMatcher, Rule, UPat, rule
from heddle.uop.symbol import is_symbolic

RULES: list[Rule] = []
#: Elements of a piece: fewer would be more work for the scan of what pieces come to, more leave the caches before they are read again.
_SHORTEST, _LONGEST = 32, 1024


@rule(RULES, UPat(Ops.SCAN, src=(UPat.var("x"),), name="scan"))
def cut_long_scan(x: UOp, scan: UOp, ctx: CapabilitiesOf | None) -> UOp | None:
    """scan(n elements) = scan(n/p elements, from the reduction of all before them) p times

    What is before each piece is a scan too, which may be cut again.
    """
    op: Ops = scan.arg[0]
    axis: int = scan.arg[1]
    length = x.shape[axis]
    if is_symbolic(x.shape): return None
    width = piece_of_scan(length, scan.capacity // length, (ctx or any_device)(scan.device or "").parallel_loops)
    if width == 0: return None
    pieces = -(-length // width)
    filled = x.pad([(0, pieces * width - length if a == axis else 0) for a in range(x.ndim)])  # nobody looks at what comes after
    cut = filled.reshape((*x.shape[:axis], pieces, width, *x.shape[axis + 1:]))
    start = _those_before(cut.reduce_axis(op, (axis + 1,)).contiguous().scan(op, axis), op, axis)
    return cut.scan(op, axis + 1, start).reshape(filled.shape).shrink([(0, n) for n in x.shape])


def _those_before(scanned: UOp, op: Ops, axis: int) -> UOp:
    """For each element of a scan the one before it; for the first one what changes no reduction."""
    around = [(0, 0)] * scanned.ndim
    kept = scanned.shrink([(0, n - 1 if a == axis else n) for a, n in enumerate(scanned.shape)])
    moved = kept.pad([*around[:axis], (1, 0), *around[axis + 1:]])
    position = UOp.iota(scanned.shape[axis], dtypes.int32).reshape([n if a == axis else 1 for a, n in enumerate(scanned.shape)])
    is_first = position.expand(scanned.shape).alu(Ops.CMPLT, UOp.const(dtypes.int32, 1).broadcast_to(scanned.shape))
    return is_first.where(UOp.const(scanned.dtype, identity_of(op, scanned.dtype)).broadcast_to(scanned.shape), moved)


def piece_of_scan(length: int, rows: int, parallel: int) -> int:
    """Elements of the pieces into which `rows` of a scan are cut, so that about `parallel` of them run side by side; 0: none is cut.

    A divisor of the length if there is one nearby; else the last piece goes further than the row.
    """
    if rows * 2 > parallel or length < 2 * _SHORTEST: return 0
    least = max(_SHORTEST, min(length * rows // parallel, _LONGEST))
    return next((w for w in range(least, 2 * least) if length % w == 0), least)


cut_scan_rules = PatternMatcher(RULES)
