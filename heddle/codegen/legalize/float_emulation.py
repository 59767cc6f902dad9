"""Emulation of floats narrower than float32, for devices that cannot compute in them or cannot load them.

Inputs: an optimised ast.
Outputs: a table of rules for the lowering.
Invariants: the value stays exactly what `OPS` says; every rule serves vectors as well as scalars.

What a device does not compute in is computed in float32 and rounded after every op. What it does not know is kept as
the unsigned integer of its bits: every node that makes such a value becomes BITCAST(float, bits), every node that reads
one takes the bits out again, and so no BITCAST to them is left at the end.
"""
from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from heddle.dtype import DType, dtypes
from heddle.lazy_dataclass import dataclass
from heddle.renderer import Capabilities
from heddle.uop import GroupOp, Ops, UOp
from heddle.uop.interpreter.ops import from_bits, lane_values, to_bits
from heddle.uop.rewrite import Rule, UPat


@dataclass(frozen=True)
class Narrow:
    """Layout of a float format: sign, then `exponent` bits, then `fraction` bits."""

    dtype: DType
    bits: DType  # the unsigned integer of that size
    exponent: int
    fraction: int
    nan: int
    overflow: int  # infinity, or NaN where there is none
    saturates: bool = False  # finite numbers that are too large become the largest one
    one_zero: bool = False  # the bits of -0.0 are the only NaN, and exponents are one less

    @property
    def largest(self) -> int:
        """What replaces finite numbers that are too large."""
        return self.overflow - 1 if self.saturates else self.overflow

    @property
    def bias(self) -> int: return (1 << (self.exponent - 1)) - (not self.one_zero)

    @property
    def drop(self) -> int:
        """How many bits float32's fraction is longer."""
        return 23 - self.fraction


NARROW: dict[DType, Narrow] = {layout.dtype: layout for layout in (
    Narrow(dtypes.float16, dtypes.uint16, 5, 10, 0x7E00, 0x7C00),
    Narrow(dtypes.bfloat16, dtypes.uint16, 8, 7, 0x7FC0, 0x7F80),
    Narrow(dtypes.fp8e5m2, dtypes.uint8, 5, 2, 0x7E, 0x7C, saturates=True),
    Narrow(dtypes.fp8e4m3, dtypes.uint8, 4, 3, 0x7F, 0x7F, saturates=True),
    Narrow(dtypes.fp8e4m3fnuz, dtypes.uint8, 4, 3, 0x80, 0x80, saturates=True, one_zero=True),
    Narrow(dtypes.fp8e5m2fnuz, dtypes.uint8, 5, 2, 0x80, 0x80, saturates=True, one_zero=True))}


def _shl(x: UOp, count: int) -> UOp: return x.alu(Ops.SHL, x.const_like(count))
def _shr(x: UOp, count: int) -> UOp: return x.alu(Ops.SHR, x.const_like(count))


# ---- bits to float32 and back


def bits_to_float32(bits: UOp, layout: Narrow) -> UOp:
    """The float32 with the value of these bits: the exponent is moved to float32's bias

    A subnormal f * 2**(1-bias-fraction) is made as (1 + f*2**-fraction) * 2**(1-bias) - 2**(1-bias), which needs no
    subnormal float32.
    """
    if bits.op is Ops.CONST and not isinstance(bits.arg, tuple):
        return UOp.const(dtypes.float32.vec(bits.dtype.count), from_bits(layout.dtype, bits.arg))
    wide = bits.cast(dtypes.uint32)
    if layout.exponent == 8: return _shl(wide, layout.drop).bitcast(dtypes.float32)
    sign_bit = layout.bits.bits - 1
    size = wide & (1 << sign_bit) - 1
    moved = _shl(size, layout.drop) + (127 - layout.bias << 23)
    subnormal = (moved + (1 << 23)).bitcast(dtypes.float32) - 2.0 ** (1 - layout.bias)
    value = (size < 1 << layout.fraction).where(subnormal.bitcast(dtypes.uint32), moved)
    special = moved | 0x7F800000 if layout.overflow != layout.nan else value.const_like(0x7FC00000)
    value = (size < layout.overflow).where(value, special)
    value = value | _shl(_shr(wide, sign_bit), 31)
    if layout.one_zero: value = wide.ne(layout.nan).where(value, value.const_like(0x7FC00000))
    return value.bitcast(dtypes.float32)


def float32_to_bits(x: UOp, layout: Narrow) -> UOp:
    """The bits of float32 x in a narrower format, rounded to nearest even; an infinite x stays infinite, or is NaN if there is
    no infinity.
    """
    bits = x.bitcast(dtypes.uint32)
    sign_bit = layout.bits.bits - 1
    size = bits & 0x7FFFFFFF
    rounded = _round_size(size, layout)
    rounded = (rounded < layout.overflow).where(rounded, layout.largest)
    if layout.saturates: rounded = (size < 0x7F800000).where(rounded, layout.overflow)
    rounded = x.ne(x).where(rounded.const_like(layout.nan), rounded)
    signed = rounded | _shl(_shr(bits, 31), sign_bit)
    if layout.one_zero: signed = rounded.ne(0).where(signed, rounded)
    return signed.cast(layout.bits)


def _round_size(size: UOp, layout: Narrow) -> UOp:
    """Bits of |x| in the narrow format, from those in float32; too large ones come out above `overflow`

    Dropping bits with a carry rounds the fraction and lets the exponent grow. Below the format's normal numbers, adding
    a power of two whose last place is the format's least unit leaves the number of units in the sum's low bits.
    """
    moved = size - (127 - layout.bias << 23)
    half = (1 << (layout.drop - 1)) - 1
    rounded = _shr(moved + half + (_shr(moved, layout.drop) & 1), layout.drop)
    if layout.exponent == 8: return rounded
    power = 24 - layout.bias - layout.fraction
    units = (size.bitcast(dtypes.float32) + 2.0 ** power).bitcast(dtypes.uint32) - (127 + power << 23)
    return (size < 128 - layout.bias << 23).where(units, rounded)


# ---- casts


def round_to_odd(x: UOp) -> UOp:
    """float64 x as a float32 that rounds further as x itself would

    Cut towards zero, with the last bit set if anything was cut off (S. Boldo, G. Melquiond, "Emulation of FMA and
    correctly rounded sums", 2008). Rounding to nearest twice would round some ties the wrong way.
    """
    nearest = x.cast(dtypes.float32)
    back = nearest.cast(dtypes.float64)
    magnitude = (1 << 63) - 1
    grew = (x.bitcast(dtypes.uint64) & magnitude) < (back.bitcast(dtypes.uint64) & magnitude)
    cut = nearest.bitcast(dtypes.uint32) - grew.cast(dtypes.uint32)
    return (cut | back.ne(x).cast(dtypes.uint32)).bitcast(dtypes.float32)


#: For integers of so many bytes: from which power of two on how many low bits become one, so that at most 24 bits are left, and
#: still more than any narrow float has.
_MARKED = {4: ((24, 8),), 8: ((24, 12), (36, 24), (48, 36), (60, 40))}


def _integer_to_float32(x: UOp) -> UOp:
    """An integer as a float32 that rounds further as x itself would: the low bits become one bit that says whether any is set."""
    value = x
    for power, low in _MARKED[x.dtype.scalar().itemsize]:
        last = x.const_like((1 << low) - 1)
        marked = (x | last) ^ last | _shl((x & last).ne(0).cast(x.dtype), low)
        fits = x < 1 << power
        if not x.dtype.is_unsigned(): fits = fits & (x.const_like(-(1 << power)) < x)
        value = fits.where(value, marked)
    return value.cast(dtypes.float32)


def _to_float32(x: UOp, target: DType) -> UOp:
    """x as a float32 from which rounding to `target` gives what rounding x itself would."""
    scalar = x.dtype.scalar()
    if scalar == dtypes.float64: return round_to_odd(x)
    exact = scalar.is_float() or scalar.is_bool() or max(-x.vmin, x.vmax) <= 1 << 24
    # an integer that float32 rounds is infinite in float16 before and after
    if exact or target == dtypes.float16: return x.cast(dtypes.float32)
    return _integer_to_float32(x)


def cast_to_narrow(node: UOp) -> UOp | None:
    """cast(x, narrow) = cast(float32 x, narrow), without rounding twice; what float32 holds exactly is left alone."""
    x = node.src[0]
    if x.dtype.scalar().is_bool() or (x.dtype.scalar().is_float() and x.dtype.scalar() != dtypes.float64): return None
    return _to_float32(x, node.dtype.scalar()).cast(node.dtype)


# ---- arithmetic in float32


def compute_in_float32(node: UOp) -> UOp:
    """op(narrow a, b) = cast(op(float32 a, b), narrow)

    float32 has more than twice the digits of each narrow format, so +, -, *, / and the square root are still rounded
    once (see interpreter/ops.py). Comparisons need no cast back.
    """
    wide = UOp(node.op, dtypes.float32.vec(node.dtype.count), tuple(s.cast(dtypes.float32) for s in node.src), node.arg)
    return wide.cast(node.dtype)


def compare_in_float32(node: UOp) -> UOp:
    """op(narrow a, b) = op(float32 a, b) for comparisons."""
    return node.replace(src=tuple(s.cast(dtypes.float32) for s in node.src))


def reduce_in_float32(node: UOp) -> UOp:
    """reduce(op, narrow x) = cast(reduce(op, float32 x), narrow): rounded once at the end, as the order of reducing is free.

    The maximum of nothing is the least number of the format, for infinity may be no number of it.
    """
    wide = UOp(Ops.REDUCE, dtypes.float32.vec(node.dtype.count), (node.src[0].cast(dtypes.float32), *node.src[1:]), node.arg)
    least = node.dtype.scalar().min
    if node.arg is Ops.MAX and least != -math.inf: wide = wide.alu(Ops.MAX, UOp.const(wide.dtype, least))
    return wide.cast(node.dtype)


# ---- values kept as bits


def _wrap(bits: UOp, dtype: DType) -> UOp: return bits.bitcast(dtype)


def _bits(x: UOp) -> UOp:
    """The bits of a narrow float; what is none stays."""
    layout = NARROW.get(x.dtype.scalar())
    if layout is None: return x
    if x.op is Ops.BITCAST and x.src[0].dtype.scalar() == layout.bits: return x.src[0]
    return x.bitcast(layout.bits)


def keep_memory_as_bits(node: UOp) -> UOp:
    """Memory and registers of narrow floats hold their bits."""
    return node.replace(dtype=NARROW[node.dtype.scalar()].bits.vec(node.dtype.count))


def keep_value_as_bits(node: UOp) -> UOp:
    """op(narrow a, …) = the same op on the bits, for ops that move values only."""
    moved = node.replace(dtype=NARROW[node.dtype.scalar()].bits.vec(node.dtype.count), src=tuple(_bits(s) for s in node.src))
    return _wrap(moved, node.dtype)


def keep_constant_as_bits(node: UOp) -> UOp:
    """A narrow constant = its bits."""
    layout = NARROW[node.dtype.scalar()]
    bits = [to_bits(layout.dtype, v) for v in lane_values(node)]
    arg = bits[0] if len(bits) == 1 else tuple(bits)
    return _wrap(UOp(Ops.CONST, layout.bits.vec(node.dtype.count), (), arg), node.dtype)


def multiply_bits(node: UOp) -> UOp:
    """dot(narrow a, b) = dot(bits of a, bits of b)"""
    return node.replace(src=(*map(_bits, node.src[:2]), *node.src[2:]))


def store_bits(node: UOp) -> UOp:
    """store(p, narrow x) = store(p, bits of x)"""
    return node.replace(src=tuple(_bits(s) for s in node.src))


def bitcast_through_bits(node: UOp) -> UOp | None:
    """bitcast(x, d) = bitcast(bits of x, d), and into a narrow float always from its own unsigned integer."""
    layout = NARROW.get(node.dtype.scalar())
    bits = _bits(node.src[0])
    if layout is not None: bits = bits.bitcast(layout.bits)
    new = bits.bitcast(node.dtype)
    return None if new is node else new


def encode_bits(node: UOp) -> UOp:
    """cast(x, narrow) = its bits by integer arithmetic, by way of float32 without rounding twice."""
    target = node.dtype.scalar()
    return _wrap(float32_to_bits(_to_float32(node.src[0], target), NARROW[target]), node.dtype)


def decode_bits(node: UOp) -> UOp:
    """cast(narrow x, d) = cast(float32 from its bits by integer arithmetic, d)"""
    return bits_to_float32(_bits(node.src[0]), NARROW[node.src[0].dtype.scalar()]).cast(node.dtype)


# ---- the table


def makes(formats: frozenset[DType]) -> Callable[[UOp], bool]: return lambda n: n.dtype.scalar() in formats
def reads(formats: frozenset[DType]) -> Callable[[UOp], bool]: return lambda n: n.src[0].dtype.scalar() in formats


def pattern(ops: Ops | Iterable[Ops], where: Callable[[UOp], bool] | None = None) -> UPat:
    """Any of `ops`, called `node`."""
    return UPat(ops, name="node", where=where)


def _float32_rules(computed: frozenset[DType]) -> list[Rule]:
    arithmetic = GroupOp.ALU - GroupOp.COMPARE - {Ops.WHERE}
    return [
        (pattern(arithmetic, makes(computed)), compute_in_float32),
        (pattern(GroupOp.COMPARE, reads(computed)), compare_in_float32),
        (pattern(Ops.REDUCE, makes(computed)), reduce_in_float32),
    ]


def _bits_rules(kept: frozenset[DType]) -> list[Rule]:
    memory = (Ops.PARAM, Ops.DEFINE_LOCAL, Ops.DEFINE_REG, Ops.INDEX)
    from_kept, to_kept = reads(kept), makes(kept)
    return [
        (pattern(memory, to_kept), keep_memory_as_bits),
        (pattern(Ops.AFTER, lambda n: to_kept(n) and not from_kept(n)), keep_memory_as_bits),
        (pattern((Ops.LOAD, Ops.WHERE, Ops.VECTORIZE, Ops.GEP, Ops.AFTER), to_kept), keep_value_as_bits),
        (pattern(Ops.CONST, to_kept), keep_constant_as_bits),
        (pattern(Ops.STORE, lambda n: n.src[1].dtype.scalar() in kept), store_bits),
        (pattern(Ops.DOT, from_kept), multiply_bits),
        (pattern(Ops.BITCAST, lambda n: to_kept(n) or from_kept(n)), bitcast_through_bits),
        (pattern(Ops.CAST, from_kept), decode_bits),
        (pattern(Ops.CAST, to_kept), encode_bits),
    ]


def narrow_float_rules(caps: Capabilities) -> list[Rule]:
    """The rules for the narrow floats that a device with these capabilities does not compute in."""
    computed = frozenset(NARROW) - caps.arithmetic
    kept = computed & (caps.as_bits | frozenset(dtypes.fp8_fnuz))  # no language has a type for these
    known = computed - kept
    return [*(_float32_rules(computed) if computed else []), *(_bits_rules(kept) if kept else []),
            *([(pattern(Ops.CAST, makes(known)), cast_to_narrow)] if known else [])]
