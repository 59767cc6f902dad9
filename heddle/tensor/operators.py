"""Python operators of tensors: each calls the method of the same meaning.

Inputs: a tensor and any valid operand. Outputs: a tensor; the same one for in-place operators.
Invariants: an in-place operation keeps shape and dtype, and all views of the tensor see it.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.dtype import promote
from heddle.errors import DTypeError, ShapeError
from heddle.uop import Ops

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

# members of an Enum are slow to look up by attribute, and these are the commonest calls of all
_ADD, _MUL = Ops.ADD, Ops.MUL


class OperatorMixin:
    """+, -, *, … and their in-place forms."""

    __slots__ = ()

    def __add__(self: Tensor, x: object) -> Tensor: return self._binary(_ADD, x)
    def __radd__(self: Tensor, x: object) -> Tensor: return self._binary(_ADD, x, True)
    def __sub__(self: Tensor, x: object) -> Tensor: return self.sub(x)
    def __rsub__(self: Tensor, x: object) -> Tensor: return self.sub(x, True)
    def __mul__(self: Tensor, x: object) -> Tensor: return self._binary(_MUL, x)
    def __rmul__(self: Tensor, x: object) -> Tensor: return self._binary(_MUL, x, True)
    def __truediv__(self: Tensor, x: object) -> Tensor: return self.div(x)
    def __rtruediv__(self: Tensor, x: object) -> Tensor: return self.div(x, True)
    def __floordiv__(self: Tensor, x: object) -> Tensor: return self._floordiv(x)
    def __rfloordiv__(self: Tensor, x: object) -> Tensor: return self._floordiv(x, True)
    def __mod__(self: Tensor, x: object) -> Tensor: return self.mod(x)
    def __rmod__(self: Tensor, x: object) -> Tensor: return self.mod(x, True)
    def __pow__(self: Tensor, x: object) -> Tensor: return self.pow(x)
    def __rpow__(self: Tensor, x: object) -> Tensor: return self.pow(x, True)
    def __and__(self: Tensor, x: object) -> Tensor: return self.bitwise_and(x)
    def __rand__(self: Tensor, x: object) -> Tensor: return self.bitwise_and(x, True)
    def __or__(self: Tensor, x: object) -> Tensor: return self.bitwise_or(x)
    def __ror__(self: Tensor, x: object) -> Tensor: return self.bitwise_or(x, True)
    def __xor__(self: Tensor, x: object) -> Tensor: return self.bitwise_xor(x)
    def __rxor__(self: Tensor, x: object) -> Tensor: return self.bitwise_xor(x, True)
    def __lshift__(self: Tensor, x: object) -> Tensor: return self.lshift(x)
    def __rlshift__(self: Tensor, x: object) -> Tensor: return self.lshift(x, True)
    def __rshift__(self: Tensor, x: object) -> Tensor: return self.rshift(x)
    def __rrshift__(self: Tensor, x: object) -> Tensor: return self.rshift(x, True)
    def __invert__(self: Tensor) -> Tensor: return self.bitwise_not()
    def __lt__(self: Tensor, x: object) -> Tensor: return self.lt(x)
    def __gt__(self: Tensor, x: object) -> Tensor: return self.gt(x)
    def __le__(self: Tensor, x: object) -> Tensor: return self.le(x)
    def __ge__(self: Tensor, x: object) -> Tensor: return self.ge(x)
    # None is equal to no tensor, by identity: True or False, as for other objects
    def __eq__(self: Tensor, x: object) -> Tensor: return NotImplemented if x is None else self.eq(x)  # type: ignore[override]
    def __ne__(self: Tensor, x: object) -> Tensor: return NotImplemented if x is None else self.ne(x)  # type: ignore[override]
    def __contains__(self: Tensor, x: object) -> bool: return bool(self.eq(x).any().item())

    # in place
    def __iadd__(self: Tensor, x: object) -> Tensor: return self._become(self.add(x))
    def __isub__(self: Tensor, x: object) -> Tensor: return self._become(self.sub(x))
    def __imul__(self: Tensor, x: object) -> Tensor: return self._become(self.mul(x))
    def __itruediv__(self: Tensor, x: object) -> Tensor: return self._become(self.div(x))
    def __ifloordiv__(self: Tensor, x: object) -> Tensor: return self._become(self._floordiv(x))
    def __imod__(self: Tensor, x: object) -> Tensor: return self._become(self.mod(x))
    def __ipow__(self: Tensor, x: object) -> Tensor: return self._become(self.pow(x))
    def __iand__(self: Tensor, x: object) -> Tensor: return self._become(self.bitwise_and(x))
    def __ior__(self: Tensor, x: object) -> Tensor: return self._become(self.bitwise_or(x))
    def __ixor__(self: Tensor, x: object) -> Tensor: return self._become(self.bitwise_xor(x))
    def __ilshift__(self: Tensor, x: object) -> Tensor: return self._become(self.lshift(x))
    def __irshift__(self: Tensor, x: object) -> Tensor: return self._become(self.rshift(x))

    def _become(self: Tensor, result: Tensor) -> Tensor:
        if result.shape != self.shape:
            raise ShapeError(f"an operation in place keeps the shape {self.shape}, but the result has {result.shape}",
                             "Write x = x + y instead of x += y.")
        if result.dtype != self.dtype:
            if promote(result.dtype, self.dtype) != self.dtype:
                raise DTypeError(f"an operation in place keeps the dtype {self.dtype.name}, but the result has {result.dtype.name}",
                                 "Write x = x + y instead of x += y.")
            result = result.cast(self.dtype)
        return self._write(result)
