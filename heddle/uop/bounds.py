"""Bounds: the least and greatest value of every op, for simplification and checks of index arithmetic.

Inputs: a node whose sources have bounds.
Outputs: (least, greatest); the dtype's own limits where nothing better is known.
Invariants: a value the node really takes, in whichever lane, lies within. An integer result that might wrap has the dtype's limits.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, cast

from heddle.dtype import dtypes
from heddle.uop.interpreter.ops import lane_values
from heddle.uop.ops import GroupOp, Ops

if TYPE_CHECKING:
    from heddle.uop.uop import UOp

#: least and greatest value. (Of a float they are floats: the limits of its dtype.)
Bounds = tuple[int, int]


def _mul(a: Bounds, b: Bounds) -> Bounds:
    products = (a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1])
    return min(products), max(products)


def _idiv(a: Bounds, b: Bounds) -> Bounds | None:
    if b[0] <= 0 <= b[1]: return None
    quotients = (a[0] // b[0], a[0] // b[1], a[1] // b[0], a[1] // b[1])
    return min(quotients), max(quotients)


def _mod(a: Bounds, b: Bounds) -> Bounds | None:
    if b[0] <= 0: return None
    if b[0] == b[1] and a[0] // b[0] == a[1] // b[0]: return a[0] % b[0], a[1] % b[0]
    return 0, b[1] - 1


def _compare(op: Ops, a: Bounds, b: Bounds) -> Bounds:
    if op is Ops.CMPLT: return a[1] < b[0], a[0] < b[1]
    apart, same = a[1] < b[0] or b[1] < a[0], a[0] == a[1] == b[0] == b[1]
    return (apart, not same) if op is Ops.CMPNE else (same, not apart)


def _multiple_below(condition: UOp, x: UOp) -> Bounds | None:
    """Bounds of x = r*c where r < k: how the start of the last piece of a cut axis is written."""
    if condition.op is not Ops.CMPLT or condition.src[1].op is not Ops.CONST or x.op is not Ops.MUL: return None
    r, k, c = condition.src[0], condition.src[1].arg, x.src[1]
    if r is not x.src[0] or c.op is not Ops.CONST or c.arg < 0: return None
    return r.vmin * c.arg, min(r.vmax, k - 1) * c.arg


def _kept_below(condition: UOp, x: UOp) -> Bounds | None:
    """Bounds of x where x < k: how a position is kept within its memory."""
    if condition.op is not Ops.CMPLT or condition.src[0] is not x or condition.src[1].op is not Ops.CONST: return None
    return min(x.vmin, condition.src[1].vmin - 1), min(x.vmax, condition.src[1].vmin - 1)


def _integer(node: UOp) -> Bounds | None:
    """Bounds of an integer op by interval arithmetic, before wrapping: the caller drops those outside of the dtype. None: unknown."""
    s = [x.bounds for x in node.src]
    match node.op:
        case Ops.ADD: return s[0][0] + s[1][0], s[0][1] + s[1][1]
        case Ops.SUB: return s[0][0] - s[1][1], s[0][1] - s[1][0]
        case Ops.NEG: return -s[0][1], -s[0][0]
        case Ops.MUL: return _mul(s[0], s[1])
        case Ops.IDIV: return _idiv(s[0], s[1])
        case Ops.MOD: return _mod(s[0], s[1])
        case Ops.MAX: return max(s[0][0], s[1][0]), max(s[0][1], s[1][1])
        case Ops.WHERE:
            yes = _multiple_below(node.src[0], node.src[1]) or _kept_below(node.src[0], node.src[1]) or s[1]
            return min(yes[0], s[2][0]), max(yes[1], s[2][1])
        case Ops.AND if s[1][0] == s[1][1] and s[1][0] >= 0: return 0, s[1][1]
        case Ops.XOR if min(s[0][0], s[1][0]) >= 0: return 0, (1 << max(int(s[0][1]), int(s[1][1])).bit_length()) - 1
        case Ops.SHR if s[1][0] == s[1][1] and 0 <= s[1][0] < 64: return int(s[0][0]) >> int(s[1][0]), int(s[0][1]) >> int(s[1][0])
        case Ops.RESHAPE | Ops.EXPAND | Ops.PERMUTE | Ops.FLIP | Ops.SHRINK: return int(s[0][0]), int(s[0][1])
        case Ops.VECTORIZE: return min(low for low, _ in s), max(high for _, high in s)
        case Ops.CONST: return min(lane_values(node)), max(lane_values(node))  # of lanes that differ
        case Ops.CAST if node.src[0].dtype.is_integer() or node.src[0].dtype.is_bool(): return int(s[0][0]), int(s[0][1])
        case _: return None


#: of positions, which most nodes whose bounds are found are
_INDEX, _LEAST, _GREATEST = dtypes.index, dtypes.index.min, dtypes.index.max
_ADD, _MUL = Ops.ADD, Ops.MUL


def bounds_of(node: UOp) -> Bounds:
    """Bounds of `node`, given its sources' bounds."""
    if node.dtype is _INDEX and ((op := node.op) is _ADD or op is _MUL):
        (a, b), (c, d) = node.src[0].bounds, node.src[1].bounds
        low, high = (a + c, b + d) if op is _ADD else (a * c, b * d) if c == d >= 0 else _mul((a, b), (c, d))
        if _LEAST <= low <= high <= _GREATEST: return low, high
    scalar = node.dtype.scalar()
    value: int | tuple[int, ...] = node.arg
    if node.op is Ops.CONST and not isinstance(value, tuple): return value, value
    if node.op is Ops.RANGE: return 0, max(node.src[0].bounds[1] - 1, 0)
    if node.op is Ops.DEFINE_VAR: return node.arg[1], node.arg[2]
    if node.op is Ops.SPECIAL: return 0, node.src[0].bounds[1] - 1
    if node.op in GroupOp.COMPARE and not node.src[0].dtype.is_float():
        return _compare(node.op, node.src[0].bounds, node.src[1].bounds)
    if scalar == dtypes.bool:
        if node.op in (Ops.AND, Ops.MUL): return all(x.vmin for x in node.src), all(x.vmax for x in node.src)
        if node.op in (Ops.OR, Ops.ADD): return any(x.vmin for x in node.src), any(x.vmax for x in node.src)
        if node.op is Ops.NOT: return not node.src[0].vmax, not node.src[0].vmin
        return False, True
    if scalar.is_integer() and (found := _integer(node)) is not None and scalar.min <= found[0] <= found[1] <= scalar.max:
        return found
    return cast(Bounds, (scalar.min, scalar.max)) if scalar.kind != "void" else (0, 0)
