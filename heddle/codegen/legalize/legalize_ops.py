"""Legalization of ops: floor division, arithmetic on bools, casts and narrow floats in terms of ops that the device has.

Inputs: an optimised ast.
Outputs: a table of rules for the lowering.
Invariants: the value stays exactly what `OPS` says; every rule serves vectors as well as scalars. A division that is left has a
dividend of at least 0 and a divisor of at least 1 by its bounds.
"""
from __future__ import annotations

from collections.abc import Callable

from heddle.codegen.legalize.float_emulation import makes, narrow_float_rules, pattern, reads
from heddle.dtype import dtypes, unsigned_of
from heddle.renderer import Capabilities
from heddle.uop import Ops, UOp
from heddle.uop.rewrite import Rule

# ---- floor division


def _is_plain(a: UOp, b: UOp) -> bool:
    """Is a / b what a machine's division gives?"""
    return a.vmin >= 0 and b.vmin > 0


def _unsigned(x: UOp) -> UOp:
    """x read as the unsigned integer of its size."""
    return x.cast(unsigned_of(x.dtype.scalar().itemsize))


def _magnitude(x: UOp) -> UOp:
    """|x|, unsigned: right for the least integer too."""
    return _unsigned(x if x.vmin >= 0 else (x < 0).where(-x, x))


def _complement_if_negative(x: UOp) -> tuple[UOp, UOp]:
    """(x, or -1-x where x is negative; all ones there, else 0)."""
    mask = x.alu(Ops.SHR, x.const_like(x.dtype.bits - 1))
    return _unsigned(x ^ mask), mask


def floor_divide(node: UOp) -> UOp | None:
    """a // b by divisions of non-negative numbers by positive ones; 0 where b is 0

    For b > 0 and a < 0, floor(a/b) = -1 - (-1-a)/b, and complementing is what -1-a is. Otherwise by magnitudes, rounded
    up where the signs differ; |a| + |b| - 1 still fits the unsigned integer.
    """
    a, b = node.src
    if _is_plain(a, b): return None
    if a.dtype.is_unsigned(): return b.eq(0).where(b.const_like(0), a // b.maximum(1))
    if b.vmin > 0:
        size, mask = _complement_if_negative(a)
        return (size // _unsigned(b)).cast(a.dtype) ^ mask
    divisor = _magnitude(b).maximum(1)
    differs = (a < 0).ne(b < 0)
    quotient = (differs.where(_magnitude(a) + (divisor - 1), _magnitude(a)) // divisor).cast(a.dtype)
    return b.eq(0).where(a.const_like(0), differs.where(-quotient, quotient))


def floor_remainder(node: UOp) -> UOp | None:
    """a % b = a - b * floor(a / b); 0 where b is 0

    For b > 0 and a < 0 it is b - 1 - (-1-a) % b.
    """
    a, b = node.src
    if _is_plain(a, b): return None
    if a.dtype.is_unsigned(): return a % b.maximum(1)
    if b.vmin > 0:
        rest = (_complement_if_negative(a)[0] % _unsigned(b)).cast(a.dtype)
        return (a < 0).where(b - 1 - rest, rest)
    return b.eq(0).where(a.const_like(0), a - b * (a // b))


# ---- arithmetic on bools


def _same(a: UOp) -> UOp: return a
def _or(a: UOp, b: UOp) -> UOp: return a | b
def _and(a: UOp, b: UOp) -> UOp: return a & b
def _xor(a: UOp, b: UOp) -> UOp: return a ^ b
def _are_equal(a: UOp, b: UOp) -> UOp: return (a ^ b).alu(Ops.NOT)
def _is_less(a: UOp, b: UOp) -> UOp: return a.alu(Ops.NOT) & b
def _both_or(a: UOp, b: UOp, c: UOp) -> UOp: return (a & b) | c


_LOGIC: dict[Ops, Callable[..., UOp]] = {
    Ops.ADD: _or, Ops.MAX: _or, Ops.MUL: _and, Ops.SUB: _xor, Ops.NEG: _same, Ops.MULACC: _both_or, Ops.CMPNE: _xor,
    Ops.CMPEQ: _are_equal, Ops.CMPLT: _is_less}


def arithmetic_on_bools(node: UOp) -> UOp:
    """a + b = max(a, b) = a | b, a * b = a & b, a - b = (a != b) = a ^ b, -a = a, (a < b) = !a & b, for bools."""
    return _LOGIC[node.op](*node.src)


# ---- casts


def cast_to_bool(node: UOp) -> UOp:
    """cast(x, bool) = x != 0

    True for NaN.
    """
    return node.src[0].ne(0)


def cast_float_to_small_integer(node: UOp) -> UOp | None:
    """cast(float x, int8) = cast(cast(x, int32), int8), through int64 for uint32

    As processors do and as NumPy shows on x86: what is out of range wraps if it fits the wider integer.
    """
    x, target = node.src[0], node.dtype.scalar()
    if target.itemsize < 4: return x.cast(dtypes.int32).cast(target)
    return x.cast(dtypes.int64).cast(target) if target == dtypes.uint32 else None


def cast_float_to_uint64(node: UOp) -> UOp:
    """cast(x, uint64) = x < 2**63 ? int64(x) : int64(x - 2**63) + 2**63

    A format that ends below 2**63 has no such number to compare with (fp8 would round it to its greatest): cast(x, uint64) = int64(x).
    """
    x = node.src[0]
    half = 2.0 ** 63
    if dtypes.finfo(x.dtype.scalar()).max < half: return x.cast(dtypes.int64).bitcast(dtypes.uint64)
    upper = (x - half).cast(dtypes.int64).bitcast(dtypes.uint64) ^ (1 << 63)
    return (x < half).where(x.cast(dtypes.int64).bitcast(dtypes.uint64), upper)


# ---- the table


def _integer_rules() -> list[Rule]:
    bools, floats = frozenset((dtypes.bool,)), frozenset(dtypes.floats)
    small = frozenset((dtypes.int8, dtypes.uint8, dtypes.int16, dtypes.uint16, dtypes.uint32))
    return [
        (pattern(Ops.IDIV), floor_divide),
        (pattern(Ops.MOD), floor_remainder),
        (pattern(_LOGIC, lambda n: n.src[0].dtype.is_bool()), arithmetic_on_bools),
        (pattern(Ops.CAST, makes(bools)), cast_to_bool),
        (pattern(Ops.CAST, lambda n: makes(small)(n) and reads(floats)(n)), cast_float_to_small_integer),
        (pattern(Ops.CAST, lambda n: makes(frozenset((dtypes.uint64,)))(n) and reads(floats)(n)), cast_float_to_uint64),
    ]


def emulation_rules(caps: Capabilities) -> list[Rule]:
    """The rules a device with these capabilities needs."""
    return _integer_rules() + narrow_float_rules(caps)
