"""Automatic mixed precision: products in a 16-bit float, sums in float32, without casts in the program.

Inputs: the class `Tensor`. Outputs: the same class, whose methods in `NARROW` and `WIDE` cast their operands inside `autocast`.
Invariants: outside of it nothing changes; a gradient has the dtype of its tensor; float64 and integers stay as they are.
"""
from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import ContextDecorator
from functools import wraps
from typing import Final, Self, TypeVar

from heddle.dtype import DType, DTypeLike, dtypes, to_dtype
from heddle.errors import DTypeError
from heddle.tensor.arguments import wrap_methods
from heddle.tensor.pytree import is_tensor

R = TypeVar("R")

#: products: their float operands are cast to the dtype of `autocast`, in which the result is
NARROW: Final = ("dot", "linear", "einsum", "conv2d", "conv_transpose2d")
#: what adds up, loses digits or overflows: 16-bit operands are cast to float32, in which the result is
WIDE: Final = (
    "sum", "prod", "mean", "var", "std", "var_mean", "std_mean", "normalize", "logsumexp", "softmax", "softmin", "log_softmax",
    "cumsum", "cumprod", "logcumsumexp", "exp", "exp2", "log", "log2", "log10", "log1p", "expm1", "pow", "rsqrt", "reciprocal",
    "square", "layernorm", "rmsnorm", "batchnorm", "binary_crossentropy", "binary_crossentropy_logits",
    "sparse_categorical_crossentropy", "cross_entropy", "nll_loss", "mse_loss", "l1_loss", "huber_loss", "smooth_l1_loss")


class _State(threading.local):
    """The dtype of products in this thread; None outside of `autocast`."""

    dtype: DType | None = None


state: Final = _State()


class autocast(ContextDecorator):  # noqa: N801  a context, as in torch
    """`with autocast():` or `@autocast()`: products of floats are computed in `dtype`, what adds up in float32.

    `dtype`: "bfloat16" or "float16"; for the latter the loss has to be scaled, see `heddle.nn.GradScaler`. `enabled` False: as without
    it, also inside another. Products, in `dtype`: dot and matmul, linear, einsum, conv2d, conv_transpose2d, with sums in
    float32 as always. In float32: reductions, softmax, exponentials, logarithms, powers, norms and losses. All else is in the dtype
    that promotion gives. Parameters stay what they are, and their gradients are in their dtype. DTypeError for another dtype.
    """

    def __init__(self, dtype: DTypeLike = "bfloat16", enabled: bool = True) -> None:
        self.dtype = to_dtype(dtype)
        self.enabled = enabled
        self._before: list[DType | None] = []
        if self.dtype not in (dtypes.float16, dtypes.bfloat16):
            raise DTypeError(f"autocast computes products in float16 or bfloat16, not in {self.dtype.name}",
                             'Write autocast("bfloat16"), or leave it out.')

    def __enter__(self) -> Self:
        self._before.append(state.dtype)
        state.dtype = self.dtype if self.enabled else None
        return self

    def __exit__(self, *_: object) -> None: state.dtype = self._before.pop()


def follow_autocast(cls: type) -> None:
    """Makes the methods in `NARROW` and `WIDE` cast their operands inside `autocast`."""
    wrap_methods(cls, NARROW, lambda fn: _casting(fn, (2, 4), None))
    wrap_methods(cls, WIDE, lambda fn: _casting(fn, (2,), dtypes.float32))


def _casting(fn: Callable[..., R], sizes: tuple[int, ...], dtype: DType | None) -> Callable[..., R]:
    """`fn`, whose float operands of these sizes are cast to `dtype`, or to that of `autocast`, inside of it."""
    @wraps(fn)
    def casting(*args: object, **kwargs: object) -> R:
        if (narrow := state.dtype) is None: return fn(*args, **kwargs)

        def changed(x: object) -> object:
            return x.cast(dtype or narrow) if is_tensor(x) and x.dtype.is_float() and x.dtype.itemsize in sizes else x
        return fn(*map(changed, args), **{name: changed(x) for name, x in kwargs.items()})
    return casting
