"""Semantics of every op on Python numbers: constant folding calls `fold`.

Inputs: one op with values. Outputs: the value `OPS` promises.
Invariants: every result is rounded to its dtype as soon as it is made. Python's floats are float64, which has more than twice the
digits of every narrower format, so rounding twice (to float64, then to the format) is rounding once for +, -, *, / and the square
root (Figueroa, "When is double rounding innocuous?", SIGNUM 1995).
"""
from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from heddle.dtype import ConstType, DType, decode_float, encode_float, round_to
from heddle.errors import DTypeError
from heddle.uop.ops import GroupOp, Ops

if TYPE_CHECKING:
    from heddle.uop.uop import UOp

# ---- one value


def _exp2(x: float) -> float:
    try: return math.exp2(x)
    except OverflowError: return math.inf


def _log2(x: float) -> float:
    if x == 0: return -math.inf
    return math.log2(x) if not x < 0 else math.nan


def _sin(x: float) -> float: return math.sin(x) if math.isfinite(x) else math.nan
def _cos(x: float) -> float: return math.cos(x) if math.isfinite(x) else math.nan
def _sqrt(x: float) -> float: return math.sqrt(x) if not x < 0 else math.nan
def _trunc(x: float) -> float: return math.copysign(math.trunc(x), x) if math.isfinite(x) else x


def _divide(a: float, b: float) -> float:
    if b: return a / b
    return math.copysign(math.inf, a) * math.copysign(1.0, b) if a and a == a else math.nan


def greater(a: ConstType, b: ConstType) -> ConstType:
    """The greater of two; NaN, the one value that differs from itself, wins."""
    return a if a > b or a != a else b


def _reciprocal(x: float) -> float: return _divide(1.0, x)
def _floor_divide(a: int, b: int) -> int: return a // b if b else 0
def _remainder(a: int, b: int) -> int: return a % b if b else 0
def _choose(condition: bool, a: ConstType, b: ConstType) -> ConstType: return a if condition else b


_python: Any = operator  # its functions take anything
#: the ops whose value, rounded to the dtype, is that of a Python function. Bools are numbers here, added with 'or':
#: rounding makes every number but 0 True
EXACT: dict[Ops, Callable[..., ConstType]] = {
    Ops.NEG: _python.neg, Ops.EXP2: _exp2, Ops.LOG2: _log2, Ops.SIN: _sin, Ops.COS: _cos, Ops.SQRT: _sqrt, Ops.TRUNC: _trunc,
    Ops.RECIPROCAL: _reciprocal, Ops.ADD: _python.add, Ops.SUB: _python.sub, Ops.MUL: _python.mul, Ops.FDIV: _divide,
    Ops.IDIV: _floor_divide, Ops.MOD: _remainder, Ops.MAX: greater, Ops.AND: _python.and_, Ops.OR: _python.or_,
    Ops.XOR: _python.xor, Ops.SHL: _python.lshift, Ops.SHR: _python.rshift, Ops.CMPLT: _python.lt, Ops.CMPNE: _python.ne,
    Ops.CMPEQ: _python.eq, Ops.WHERE: _choose,
}


def cast(dtype: DType, value: ConstType) -> ConstType:
    """`value` in another scalar dtype, as CAST of the op table. Integers of any size round once."""
    if isinstance(value, int) and dtype.is_float() and dtype.itemsize < 8: value = _shorten(value)
    return round_to(dtype, value)


def _shorten(value: int) -> int:
    """`value` with at most 53 digits, the last one set if any dropped one was: rounding it further gives the same."""
    drop = abs(value).bit_length() - 53
    if drop <= 0: return value
    kept = abs(value) >> drop | (abs(value) & (1 << drop) - 1 != 0)
    return (kept << drop) * (-1 if value < 0 else 1)


def to_bits(dtype: DType, value: ConstType) -> int:
    """The bits of a scalar, as an unsigned integer."""
    if dtype.fmt is None: return encode_float(dtype, float(value))
    return int.from_bytes(struct.pack("<" + dtype.fmt, value), "little")


def from_bits(dtype: DType, bits: int) -> ConstType:
    """The scalar with these bits."""
    if dtype.fmt is None: return decode_float(dtype, bits)
    return struct.unpack("<" + dtype.fmt, bits.to_bytes(dtype.itemsize, "little"))[0]


def lane_values(const: UOp) -> tuple[int, ...]:
    """The values of a CONST: one that stands in every lane, or one for each."""
    differ = isinstance(const.arg, tuple)
    return const.arg if differ else (const.arg,)


def bitcast(to: DType, source: DType, value: ConstType) -> ConstType:
    """The scalar of dtype `to` with the bits that `value` has in dtype `source`."""
    return from_bits(to, to_bits(source, value))


def fold(op: Ops, dtype: DType, values: tuple[ConstType, ...], src_dtype: DType) -> ConstType | None:
    """The value of `op` on scalars: `dtype` is the result's, `src_dtype` that of the first source.

    None for what is no function of values, for a shift by a count that is out of range, and for a BITCAST to a NaN, whose
    bits a constant would not keep.
    """
    if op is Ops.CAST: return cast(dtype, values[0])
    if op is Ops.MULACC: return round_to(dtype, round_to(dtype, values[0] * values[1]) + values[2])
    if op is Ops.NOT: return round_to(dtype, not values[0] if dtype.is_bool() else ~int(values[0]))
    if op is Ops.BITCAST:
        result = bitcast(dtype, src_dtype, values[0])
        return None if result != result else result
    if op in (Ops.SHL, Ops.SHR) and not 0 <= values[1] < dtype.bits: return None
    function = EXACT.get(op)
    return None if function is None else round_to(dtype, function(*values))


# ---- for programs: helpers of `heddle.uop.ops`

def identity_of(op: Ops, dtype: DType) -> ConstType:
    """The identity of a reduction with `op`: ADD 0, MUL 1, MAX the least value."""
    if op is Ops.ADD: return 0
    if op is Ops.MUL: return 1
    return dtype.scalar().min


def identity_element(op: Ops, dt: DType) -> ConstType:
    """What leaves a value as it is when it is added (ADD), multiplied (MUL) or compared (MAX). DTypeError for another op."""
    if op in (Ops.ADD, Ops.MUL, Ops.MAX): return round_to(dt, identity_of(op, dt))
    raise DTypeError(f"{op} has no identity element", "It is there for ADD, MUL and MAX.")


def exec_alu(op: Ops, dtype: DType, operands: Sequence[ConstType], truncate_output: bool = True) -> ConstType | None:
    """What an elementwise op gives for Python numbers, as `dtype` stores it; exactly, without `truncate_output`.

    DTypeError for what is no elementwise op.
    """
    if op not in GroupOp.ALU: raise DTypeError(f"{op} is no elementwise op", "Give one such as Ops.ADD.")
    if not truncate_output and op in EXACT: return EXACT[op](*operands)
    return fold(op, dtype, tuple(operands), dtype)


def safe_exp2(x: float) -> float:
    """2 ** x, infinity where that is too large."""
    try: return 2 ** x
    except OverflowError: return math.inf


def safe_pow(x: float, y: float) -> float:
    """x ** y; NaN where that is no real number, infinity where it is too large or 1 / 0."""
    try: found: float | complex = x ** y
    except ZeroDivisionError: return math.inf
    except OverflowError: return math.inf if x > 0 or y % 2 == 0 else -math.inf
    return math.nan if isinstance(found, complex) else found
