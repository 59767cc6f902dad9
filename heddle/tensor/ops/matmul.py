"""Matrix products: matmul, einsum, linear.

Inputs: tensors whose inner axes are equal. Outputs: sums of products in the promoted dtype.
Invariants: a product is one MUL under one sum over the last axis, the form that the scheduler recognises; 16-bit floats are
multiplied and summed in float32.
"""
from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from heddle.dtype import DTypeLike, promote, to_dtype
from heddle.errors import ShapeError
from heddle.settings import settings
from heddle.tensor.arguments import Numbers
from heddle.tensor.io.packed_weights import rounded_product
from heddle.tensor.node_builders import Shape, alu, broadcast, broadcast_shapes, cast, mark
from heddle.tensor.ops.reduce import accumulator, reduced
from heddle.uop import Ops, UOp
from heddle.uop.symbol import is_symbolic

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor


class LinalgMixin:
    """Matrix products."""

    __slots__ = ()

    def matmul(self: Tensor, x: object, reverse: bool = False, dtype: DTypeLike | None = None) -> Tensor:
        """self @ x, or x @ self with `reverse`. See `dot`."""
        if not reverse: return self.dot(x, dtype)
        return self._converted(x).dot(self, dtype)

    def dot(self: Tensor, w: object, dtype: DTypeLike | None = None) -> Tensor:
        """Product over the last axis of self and the second-last of w.

        self: (..., m, k) or (k,), w: (..., k, n) or (k,); leading axes broadcast; result (..., m, n) in the promoted dtype.
        16-bit floats accumulate in float32. ShapeError if the two k differ or a tensor has no axes. With INT8_ACTIVATIONS=1, rows that
        are multiplied with packed weights of a GGUF file are rounded first.
        """
        w = self._converted(w)
        _check_inner(self, w)
        if settings.INT8_ACTIVATIONS and dtype is None and (found := rounded_product(self, w, _product)) is not None: return found
        kind = promote(self.dtype, w.dtype) if dtype is None else to_dtype(dtype)
        a, b, acc = self.uop, w.uop, accumulator(kind)
        is_row, is_column = len(a.shape) < 2, len(b.shape) < 2
        if is_row: a = a.reshape((1, *a.shape))
        if is_column: b = b.reshape((*b.shape, 1))
        product = _product(cast(a, acc), cast(b, acc))
        if is_row or is_column:
            shape = product.shape
            product = product.reshape(shape[:-2] + (() if is_row else shape[-2:-1]) + (() if is_column else shape[-1:]))
        return self._of(mark(cast(product, kind)), self._needs_grad or w._needs_grad)

    def image_dot(self: Tensor, w: object, dtype: DTypeLike | None = None) -> Tensor:
        """The same as `dot`: operands are read as images if their memory is one (`dtypes.imagef`), whatever the method."""
        return self.dot(w, dtype)

    def __matmul__(self: Tensor, x: object) -> Tensor: return self.matmul(x)
    def __rmatmul__(self: Tensor, x: object) -> Tensor: return self.matmul(x, True)
    def __imatmul__(self: Tensor, x: object) -> Tensor: return self._become(self.matmul(x))

    def linear(self: Tensor, weight: Tensor, bias: Tensor | None = None, dtype: DTypeLike | None = None) -> Tensor:
        """self @ weight + bias: (..., in) -> (..., out). weight: (in, out), or (in,), which multiplies elementwise; bias: (out,).

        With `dtype` all three are cast to it first. (`nn.Linear` keeps its weight transposed, as (out, in).) ShapeError if the sizes
        differ.
        """
        if dtype is not None: return self.cast(dtype).linear(weight.cast(dtype), None if bias is None else bias.cast(dtype))
        x = self * weight if weight.ndim == 1 else self.dot(weight)
        return x if bias is None else x + bias

    def outer(self: Tensor, x: Tensor) -> Tensor:
        """Outer product: (n,), (m,) -> (n, m)."""
        return self.flatten().unsqueeze(1) * x.flatten().unsqueeze(0)

    def newton_schulz(self: Tensor, steps: int, params: Numbers, eps: float = 1e-7) -> Tensor:
        """(..., m, n) -> the same with singular values near 1: x becomes a x + b (x x') x + c (x x')**2 x …, `steps` times.

        `params`: a, b, c …, as in Jordan and others (2024): (3.4445, -4.775, 2.0315). The norm is brought to at most 1 before.
        """
        if self.ndim < 2 or not self.dtype.is_float():
            raise ShapeError(f"newton_schulz needs float matrices, got {self.dtype.name} of shape {self.shape}",
                             "Cast it with .float(), and give at least two axes.")
        if not params:
            raise ShapeError("newton_schulz needs at least one factor in params, such as (3.4445, -4.775, 2.0315)",
                             "Leave params out for the usual factors.")
        tall = self.shape[-2] > self.shape[-1]
        wide = (self.transpose(-1, -2) if tall else self).cast(accumulator(self.dtype))
        x = (wide / (wide._norm(2, (-2, -1)) + eps)).cast(self.dtype)
        for _ in range(steps):
            square, term, total = x @ x.transpose(-1, -2), x, params[0] * x
            for factor in params[1:]:
                term = square @ term
                total = total + factor * term
            x = total
        return x.transpose(-1, -2) if tall else x

    @staticmethod
    def einsum(formula: str, *operands: object, dtype: DTypeLike | None = None) -> Tensor:
        """Einstein summation by a formula such as "bij,bjk->bik"; without "->" the letters that occur once, in order, remain.

        ShapeError if a letter has two sizes, DTypeError if the formula does not fit the operands.
        """
        from heddle.tensor.ops.einsum import einsum
        return einsum(formula, operands, dtype)


def _check_inner(a: Tensor, b: Tensor) -> None:
    """ShapeError unless the last axis of a is as long as the second-last (or only) axis of b."""
    own, other = a.uop.shape, b.uop.shape
    if not own or not other:
        raise ShapeError(f"matmul needs tensors with axes, got shapes {own} and {other}", "Use * for numbers.")
    inner = other[-2] if len(other) > 1 else other[0]
    if own[-1] == inner: return
    turned = b.ndim > 1 and b.shape[-1] == a.shape[-1]
    raise ShapeError(f"matmul needs equal inner sizes, got {a.shape[-1]} and {inner} (a is {a.shape}, b is {b.shape})",
                     "Try b.transpose(-1, -2)." if turned else "The last axis of a and the second-last of b are summed over.")


def _product(a: UOp, b: UOp) -> UOp:
    """(..., m, k), (..., k, n) -> (..., m, n), both of one dtype."""
    own, other = a.shape, b.shape
    if is_symbolic(own) or is_symbolic(other): left, axes, right, shape = _arranged(own, other)
    else: left, axes, right, shape = _arrangement(own, other)
    factors = broadcast(a.reshape(left), shape), broadcast(b.permute(axes).reshape(right), shape)
    return reduced(Ops.ADD, alu(Ops.MUL, *factors), (len(shape) - 1,), False)


def _arranged(a: Shape, b: Shape) -> tuple[Shape, tuple[int, ...], Shape, Shape]:
    """The shape in which the left operand is repeated; the order of axes and then the shape of the right one; that of all products."""
    (m, k), n, lead = a[-2:], b[-1], broadcast_shapes([a[:-2], b[:-2]], "matmul")
    return (*a[:-2], m, 1, k), (*range(len(b) - 2), len(b) - 1, len(b) - 2), (*b[:-2], 1, n, k), (*lead, m, n, k)


_arrangement = functools.lru_cache(maxsize=1024)(_arranged)
