"""Binary operators of tensors: arithmetic, comparisons, bits, selection.

Inputs: tensors, or a tensor and a Python number, that broadcast. Outputs: one tensor in the promoted dtype (bool for comparisons).
Invariants: sources of a node have one dtype and shape; a Python number never widens a tensor of its own kind, and one that does not
fit in its dtype is a NumberRangeError (graph.checked_number).
"""
from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING

from heddle.dtype import ConstType, DType, dtypes, least_upper_float, promote, unsigned_of
from heddle.errors import DTypeError, ShapeError
from heddle.tensor.autograd.composite_rules import as_whole
from heddle.tensor.node_builders import (
    alu,
    cast,
    constant,
    fits,
    match,
    match_shapes,
    outside_range,
    with_scalar,
)
from heddle.uop import Ops, UOp

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor


# members of an Enum are slow to look up by attribute, and operators are the commonest calls of all
_ADD, _SUB, _MUL, _MAX = Ops.ADD, Ops.SUB, Ops.MUL, Ops.MAX


def _remainders() -> ModuleType:
    from heddle.tensor.ops import remainder
    return remainder


class ElementwiseMixin:
    """Binary operations: operands broadcast (ShapeError if they cannot), and the result has the promoted dtype or is bool."""

    __slots__ = ()
    uop: UOp
    _needs_grad: bool | None

    # ---- conversion of operands

    def _operand(self: Tensor, x: object) -> Tensor | int | float:
        """`x` as a tensor or a Python number."""
        if isinstance(x, (int, float, type(self))): return x
        if getattr(x, "shape", None) == () and (item := getattr(x, "item", None)) is not None:
            return item()  # a NumPy number is as weak as Python's
        return self._converted(x)

    def _converted(self: Tensor, x: object, dtype: DType | None = None) -> Tensor:
        """`x` as a tensor: itself, or a new one on this device. DTypeError for None, which would be a tensor without elements."""
        if isinstance(x, type(self)): return x
        if x is None: raise DTypeError("an operand is None", "Give a tensor or a number; a function without a return gives None.")
        return type(self)(x, self.device, dtype)

    def _both(self: Tensor, what: str, x: object) -> tuple[UOp, UOp]:
        """This tensor and `x` in one dtype and shape."""
        x = self._operand(x)
        if isinstance(x, (int, float)): return with_scalar(self.uop, x)
        a, b = match(what, self.uop, x.uop)
        return a, b

    def _tensors(self: Tensor, operands: tuple[UOp, UOp], x: object) -> list[Tensor]:
        """Both operands as tensors. A number is placed on the device of this one, because later results may depend on it alone."""
        a, b = operands
        if b.device is None and isinstance(x, (int, float)): b = constant(b.dtype, x, b.shape, self.device)
        return [self._of(n, self._needs(x)) for n in (a, b)]

    def _binary(self: Tensor, op: Ops, x: object, reverse: bool = False) -> Tensor:
        """`op` of this tensor and `x`, of both in the other order with `reverse`, in their promoted dtype."""
        if isinstance(x, ElementwiseMixin):
            a, b = self.uop, x.uop
            if a.dtype is not b.dtype or a.shape != b.shape: a, b = match(op.name.lower(), a, b)
            needs = self._needs_grad or x._needs_grad
        else: (a, b), needs = self._both("arithmetic", x), self._needs_grad
        return self._of(alu(op, b, a) if reverse else alu(op, a, b), needs)

    def _bits(self: Tensor, op: Ops, x: object, reverse: bool = False) -> Tensor:
        result = self._binary(op, x, reverse)
        if result.dtype.is_float():
            raise DTypeError(f"{op.name.lower()} needs integers or bools, got {self.dtype.name} and {_name_of(x)}",
                             "Use .int(), or .bitcast() to work on the bits of floats.")
        return result

    def _both_floats(self: Tensor, what: str, x: object) -> tuple[UOp, UOp]:
        """This tensor and `x` in one float dtype and shape; a number becomes a float before it could wrap in an integer dtype."""
        x = self._operand(x)
        own = self if self.dtype.is_float() or isinstance(x, ElementwiseMixin) else self.cast(dtypes.default_float)
        a, b = own._both(what, x)
        kind = least_upper_float(a.dtype)
        return cast(a, kind), cast(b, kind)

    def _bound(self: Tensor, x: object, is_lower: bool) -> object:
        """`x` as a lower or upper bound of this tensor's values; an integer out of their range is replaced by the end of the range."""
        if type(x) is not int or not self.dtype.is_integer(): return x
        return max(x, int(self.dtype.min)) if is_lower else min(x, int(self.dtype.max))

    def _compared(self: Tensor, what: str, x: object) -> tuple[UOp, UOp]:
        """This tensor and `x` as operands of a comparison: an integer out of the range of the dtype does not wrap."""
        x = self._operand(x)
        if type(x) is int and self.dtype.is_integer() and not fits(x, self.dtype): return outside_range(self.uop, x > 0)
        return self._both(what, x)

    def _compare(self: Tensor, op: Ops, x: object, reverse: bool = False) -> Tensor:
        a, b = self._compared(op.name.lower(), x)
        return self._of(alu(op, b, a) if reverse else alu(op, a, b), False)

    # ---- arithmetic

    def add(self: Tensor, x: object, reverse: bool = False) -> Tensor:
        """self + x; wraps for integers, `or` for bools."""
        return self._binary(_ADD, x, reverse)

    def sub(self: Tensor, x: object, reverse: bool = False) -> Tensor:
        """self - x; wraps for integers. DTypeError for bools."""
        result = self._binary(_SUB, x, reverse)
        if result.dtype.is_bool(): raise DTypeError("bools cannot be subtracted", "Use ^ or .logical_not(), or .int() before.")
        return result

    def mul(self: Tensor, x: object, reverse: bool = False) -> Tensor:
        """self * x; wraps for integers, `and` for bools."""
        return self._binary(_MUL, x, reverse)

    def div(self: Tensor, x: object, reverse: bool = False, rounding_mode: str | None = None) -> Tensor:
        """self / x, in a float dtype; rounded towards zero ("trunc") or down ("floor"), in the promoted dtype, if asked.

        Rounded down it is what `//` gives, which goes with `%`: of floats that of the exact quotient, as in NumPy, torch and Python,
        so that 1.0 // 0.1 is 9; NaN for an infinite float, self / x for x = 0. Towards zero it is the rounded quotient that is cut.
        """
        if rounding_mode == "floor": return self._floordiv(x, reverse)
        if rounding_mode == "trunc": return self._truncdiv(x, reverse)
        if rounding_mode is not None:
            raise DTypeError(f"div has no rounding_mode {rounding_mode!r}", 'There are: None, "trunc", "floor".')
        a, b = self._both_floats("div", x)
        return self._of(alu(Ops.FDIV, b, a) if reverse else alu(Ops.FDIV, a, b), self._needs(x))

    def _floordiv(self: Tensor, x: object, reverse: bool = False) -> Tensor:
        a, b = self._both("floor division", x)
        if a.dtype.is_float():
            first, second = self._tensors((a, b), x)
            quotient = _remainders().floor_quotient
            return quotient(second, first) if reverse else quotient(first, second)
        if a.dtype.is_bool(): a, b = cast(a, dtypes.int8), cast(b, dtypes.int8)
        return self._of(alu(Ops.IDIV, b, a) if reverse else alu(Ops.IDIV, a, b), False)

    def _truncdiv(self: Tensor, x: object, reverse: bool = False) -> Tensor:
        """The quotient rounded towards zero, in the promoted dtype: integers exactly, floats by the rounded quotient."""
        a, b = self._tensors(self._both("idiv", x), x)
        if reverse: a, b = b, a
        if a.dtype.is_float(): return (a / b).trunc()
        down = a // b
        # floor and truncation differ by one where the signs differ and something is left over
        if a.dtype.is_unsigned(): return down
        return down + (((a < 0) ^ (b < 0)) & (down * b != a) & (b != 0)).cast(a.dtype)

    def idiv(self: Tensor, x: object) -> Tensor:
        """self / x rounded towards zero, in the promoted dtype; an integer by 0 is 0."""
        return self._truncdiv(x)

    def mod(self: Tensor, x: object, reverse: bool = False) -> Tensor:
        """self - x * floor(self / x): has the sign of x. An integer modulo 0 is 0. Floats: see `fmod`."""
        a, b = self._both("mod", x)
        if a.dtype.is_float():
            first, second = self._tensors((a, b), x)
            rules = _remainders()
            return rules.modulus(second, first) if reverse else rules.modulus(first, second, rules.least_of(x))
        if reverse: a, b = b, a
        if a.dtype.is_bool(): a, b = cast(a, dtypes.int8), cast(b, dtypes.int8)
        return self._of(alu(Ops.MOD, a, b), False)

    def fmod(self: Tensor, x: object) -> Tensor:
        """self - x * trunc(self / x): has the sign of self. Floats: exact, whatever the quotient. An integer with x = 0 is itself."""
        a, b = self._tensors(self._both("fmod", x), x)
        if not a.dtype.is_float(): return a - b * a._truncdiv(b)
        rules = _remainders()
        return rules.remainder(a, b, rules.least_of(x))

    def pow(self: Tensor, x: object, reverse: bool = False) -> Tensor:
        """self ** x. Negative bases give NaN unless x is whole; integers stay integers for a whole x of at least 0."""
        from heddle.tensor.ops.power import of_number, power
        x = self._operand(x)
        if isinstance(x, (int, float)) and not reverse: return power(self, x)
        if isinstance(x, (int, float)) and x > 0 and self.dtype.is_float(): return of_number(x, self)
        if isinstance(x, float) and x > 0: return of_number(x, self.cast(dtypes.default_float))
        a, b = self._tensors(self._both("pow", x), x)
        return power(b, a) if reverse else power(a, b)

    def maximum(self: Tensor, x: object) -> Tensor:
        """The maximum of the two; NaN if either is NaN. Where they are equal half the gradient flows to each."""
        x = self._operand(x)
        # MAX with a constant second is flat where they are equal, see its gradient
        is_constant = not isinstance(x, ElementwiseMixin) or x.uop.base.op is Ops.CONST
        return self._binary(_MAX, self._bound(x, is_lower=True), reverse=is_constant)

    def minimum(self: Tensor, x: object) -> Tensor:
        """The minimum of the two; NaN if either is NaN."""
        x = self._operand(self._bound(x, is_lower=False))
        a, b = self._tensors(self._both("minimum", x), x)
        if a.dtype.is_float(): return -((-a)._binary(Ops.MAX, -b))
        if a.dtype.is_bool(): return a & b
        return ~((~a)._binary(Ops.MAX, ~b))

    def copysign(self: Tensor, other: object) -> Tensor:
        """The magnitude of this with the sign of `other`, that of zeros included; a NaN counts as positive. Floats."""
        other = self._operand(other)
        a, b = self._tensors(self._both_floats("copysign", other), other)
        sign = b.detach()
        negative = (sign < 0) | ((sign == 0) & (sign.reciprocal() < 0))
        size = a.abs()
        return negative.where(-size, size)

    def logaddexp(self: Tensor, other: object) -> Tensor:
        """log(exp(self) + exp(other)), computed without overflow."""
        other = self._operand(other)
        a, b = self._tensors(self._both_floats("logaddexp", other), other)
        kind = a.dtype
        if kind.itemsize < 4: a, b = a.cast(dtypes.float32), b.cast(dtypes.float32)
        apart = (a == b).where(0, a - b).cast(a.dtype)  # of two equal infinities as well
        return as_whole(a.maximum(b) + (-apart.abs()).exp().log1p(), (a, b), _logaddexp_gradient).cast(kind)

    def lerp(self: Tensor, end: object, weight: object) -> Tensor:
        """self + (end - self) * weight."""
        return self + (end - self) * weight

    # ---- comparisons

    def eq(self: Tensor, x: object) -> Tensor:
        """self == x; false if either is NaN."""
        return self._compare(Ops.CMPEQ, x)

    def ne(self: Tensor, x: object) -> Tensor:
        """self != x; true if either is NaN."""
        return self._compare(Ops.CMPNE, x)

    def lt(self: Tensor, x: object) -> Tensor:
        """self < x; false if either is NaN."""
        return self._compare(Ops.CMPLT, x)

    def gt(self: Tensor, x: object) -> Tensor:
        """self > x; false if either is NaN."""
        return self._compare(Ops.CMPLT, x, reverse=True)

    def ge(self: Tensor, x: object) -> Tensor:
        """self >= x; false if either is NaN."""
        return self._at_most(x, reverse=True)

    def le(self: Tensor, x: object) -> Tensor:
        """self <= x; false if either is NaN."""
        return self._at_most(x)

    def _at_most(self: Tensor, x: object, reverse: bool = False) -> Tensor:
        a, b = self._compared("comparison", x)
        if reverse: a, b = b, a
        if not a.dtype.is_float(): return self._of(alu(Ops.NOT, alu(Ops.CMPLT, b, a)), False)
        # not (b < a) would be true for NaN
        return self._of(alu(Ops.OR, alu(Ops.CMPLT, a, b), alu(Ops.CMPEQ, a, b)), False)

    # ---- bits and truth

    def bitwise_and(self: Tensor, x: object, reverse: bool = False) -> Tensor:
        """self & x, of integers or bools. DTypeError for floats."""
        return self._bits(Ops.AND, x, reverse)

    def bitwise_or(self: Tensor, x: object, reverse: bool = False) -> Tensor:
        """self | x, of integers or bools. DTypeError for floats."""
        return self._bits(Ops.OR, x, reverse)

    def bitwise_xor(self: Tensor, x: object, reverse: bool = False) -> Tensor:
        """self ^ x, of integers or bools. DTypeError for floats."""
        return self._bits(Ops.XOR, x, reverse)

    xor = bitwise_xor

    def bitwise_not(self: Tensor) -> Tensor:
        """~self: every bit inverted; logical for bools."""
        if self.dtype.is_float(): raise DTypeError(f"bitwise_not needs integers or bools, got {self.dtype.name}", "Use .int() before.")
        return self._of(alu(Ops.NOT, self.uop), False)

    def logical_not(self: Tensor) -> Tensor:
        """Whether the value is 0."""
        return self._of(alu(Ops.NOT, self.bool().uop), False)

    def logical_and(self: Tensor, x: object) -> Tensor:
        """Whether both values are nonzero."""
        return self.bool() & self._truth(x)

    def logical_or(self: Tensor, x: object) -> Tensor:
        """Whether either value is nonzero."""
        return self.bool() | self._truth(x)

    def _truth(self: Tensor, x: object) -> Tensor | bool:
        x = self._operand(x)
        return bool(x) if isinstance(x, (int, float)) else x.bool()

    def lshift(self: Tensor, x: object, reverse: bool = False) -> Tensor:
        """self * 2**x of integers, wrapping: 0 for counts in a tensor that are negative or not below the bits, as in NumPy.

        A number as x has to be in [0, bits): ShapeError. DTypeError for floats.
        """
        return self._shift(Ops.SHL, x, reverse)

    def rshift(self: Tensor, x: object, reverse: bool = False) -> Tensor:
        """floor(self / 2**x) of integers: keeps the sign. Counts in a tensor that are negative or not below the bits give -1 for
        negative numbers and 0 for others, as in NumPy.

        A number as x has to be in [0, bits): ShapeError. DTypeError for floats.
        """
        return self._shift(Ops.SHR, x, reverse)

    def _shift(self: Tensor, op: Ops, x: object, reverse: bool) -> Tensor:
        if isinstance(x, int) and not reverse:
            if 0 <= x < self.dtype.bits: return self._bits(op, x)
            raise ShapeError(f"{self.dtype.name} cannot be shifted by {x} bits", f"Shift by 0 to {self.dtype.bits - 1}.")
        plain = self._bits(op, x, reverse)
        kind, (value, count) = plain.dtype, plain.uop.src[:2]
        if kind.is_bool() or (count.vmin >= 0 and count.vmax < kind.bits): return plain
        # devices take a count modulo the bits, or the least of both, or do either by the kind of their registers
        values, counts = self._of(value, False), self._of(count, False)
        inside = counts.bitcast(unsigned_of(kind.itemsize)) < kind.bits
        if op is Ops.SHR and not kind.is_unsigned(): return values._bits(op, inside.where(counts, kind.bits - 1))
        return inside.where(values._bits(op, inside.where(counts, 0)), 0)

    # ---- selection

    def where(self: Tensor, x: object, y: object) -> Tensor:
        """Selects x where this tensor is nonzero, else y, in the promoted dtype of both; unselected NaNs do not matter."""
        x, y = self._operand(x), self._operand(y)
        a, b = _branches(x, y)
        condition, a, b = match_shapes("where", self.bool().uop, a, b)
        needs = any(getattr(t, "_needs_grad", False) for t in (x, y))
        return self._of(alu(Ops.WHERE, condition, a, b), needs or None)

    def masked_fill(self: Tensor, mask: Tensor, value: object) -> Tensor:
        """This tensor with `value` (a number or a tensor) where `mask` is true; the three broadcast."""
        return mask.where(value, self)

    def clip(self: Tensor, min_: object = None, max_: object = None) -> Tensor:
        """Clamps to [min_, max_]; a bound of None does not apply. The gradient is 1 inside and on the bounds, else 0.

        Bounds are numbers or tensors; where one is NaN the result is. DTypeError if both are None.
        """
        low, high = (b if b is None else self._operand(b) for b in (min_, max_))
        low, high = self._bound(low, is_lower=True), self._bound(high, is_lower=False)
        if low is None and high is None: raise DTypeError("clip needs min_ or max_", "Give one of the two.")
        x: Tensor = self
        if low is not None: x = _or_nan(x < low, low).where(low, x)
        return x if high is None else _or_nan(x > high, high).where(high, x)

    clamp = clip

    def isclose(self: Tensor, other: object, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> Tensor:
        """Whether |self - other| <= atol + rtol * |other|; equal infinities are close."""
        other = self._converted(other)
        near = ((self - other).abs() <= other.abs() * rtol + atol) & other.isfinite()
        close = near | (self == other)
        return close | (self.isnan() & other.isnan()) if equal_nan else close

    def allclose(self: Tensor, other: object, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> Tensor:
        """A bool tensor with no axes: whether all values are close. Its truth is the answer: `if a.allclose(b):` looks at them."""
        return self.isclose(other, rtol, atol, equal_nan).all()

    def _needs(self: Tensor, x: object) -> bool | None:
        return self._needs_grad or getattr(x, "_needs_grad", None)


def _logaddexp_gradient(g: Tensor, a: Tensor, b: Tensor) -> tuple[Callable[[], Tensor], Callable[[], Tensor]]:
    """By softmax of the two."""
    apart = ((a == b) & a.isinf()).where(0.0, a - b)
    return lambda: g * apart.sigmoid(), lambda: g * (-apart).sigmoid()


def _name_of(x: object) -> str: return getattr(getattr(x, "dtype", type(x)), "name", type(x).__name__)


def _branches(x: Tensor | float, y: Tensor | float) -> tuple[UOp, UOp]:
    """Both branches in one dtype; numbers take that of the other branch."""
    if isinstance(x, (int, float)):
        if isinstance(y, (int, float)):
            dtype = promote(dtypes.from_py(x), dtypes.from_py(y))
            return constant(dtype, x), constant(dtype, y)
        b, a = _beside(y.uop, x)
        return a, b
    if isinstance(y, (int, float)): return _beside(x.uop, y)
    dtype = promote(x.dtype, y.dtype)
    return cast(x.uop, dtype), cast(y.uop, dtype)


def _beside(node: UOp, value: ConstType) -> tuple[UOp, UOp]:
    a, b = with_scalar(node, value)
    return a, constant(b.dtype, value)


def _or_nan(beyond: Tensor, bound: object) -> Tensor:
    """`beyond`, and wherever the bound is NaN."""
    if isinstance(bound, float): return beyond if bound == bound else beyond | True
    return beyond | (bound != bound) if isinstance(bound, type(beyond)) and bound.dtype.is_float() else beyond
