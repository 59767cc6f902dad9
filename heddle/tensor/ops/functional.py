"""Functional building blocks of layers: norms, dropout, attention.

Inputs: tensors of activations and parameters. Outputs: tensors. Invariants: statistics of 16-bit floats are computed in float32.
"""
from __future__ import annotations

import math
from typing import TYPE_CHECKING

from heddle.errors import DTypeError, ShapeError
from heddle.narrowing import is_instance
from heddle.tensor.shard import heads_instead_of_rows
from heddle.uop.symbol import Symbol

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor


class FunctionalMixin:
    """Functions of layers."""

    __slots__ = ()

    def layernorm(self: Tensor, axis: object = -1, eps: float = 1e-5) -> Tensor:
        """Mean 0 and variance 1 over `axis` (one or several): (x - mean) / sqrt(variance + eps), the divisor of the variance being n.

        In the dtype of a float, worked out in float32 if that is narrower; in float32 for integers.
        """
        x = self._at_least_float32()
        away = x - x.mean(axis, keepdim=True)
        return (away * ((away * away).mean(axis, keepdim=True) + eps).rsqrt()).cast(self.dtype if self.dtype.is_float() else x.dtype)

    def rmsnorm(self: Tensor, axis: object = -1, eps: float = 1e-6) -> Tensor:
        """x / sqrt(mean(x**2) + eps) over `axis`, in the dtype that `layernorm` would have."""
        x = self._at_least_float32()
        return (x * ((x * x).mean(axis, keepdim=True) + eps).rsqrt()).cast(self.dtype if self.dtype.is_float() else x.dtype)

    def _at_least_float32(self: Tensor) -> Tensor:
        return self if self.dtype.is_float() and self.dtype.itemsize >= 4 else self.float()

    def batchnorm(self: Tensor, weight: Tensor | None, bias: Tensor | None, mean: Tensor, invstd: Tensor, axis: object = 1) -> Tensor:
        """(x - mean) * invstd * weight + bias, these having one element for each index of `axis`."""
        axes = axis if is_instance(axis, tuple) else (axis,)
        shape = tuple(n if i in axes else 1 for i, n in enumerate(self.shape))
        x = self - mean.reshape(shape)
        scale = invstd.reshape(shape) if invstd.ndim == len(axes) else invstd
        if weight is not None: x = x * weight.reshape(shape)
        x = x * scale
        return x if bias is None else x + bias.reshape(shape)

    def dropout(self: Tensor, p: float = 0.5) -> Tensor:
        """While `Tensor.training` 0 with chance p, else divided by 1 - p; otherwise this tensor. ShapeError unless 0 <= p <= 1."""
        if not 0 <= p <= 1: raise ShapeError(f"dropout needs a chance between 0 and 1, got {p}", "Give a fraction such as 0.5.")
        if not type(self).training or p == 0: return self
        if p == 1: return self.zeros_like()
        # stored, so that the backward pass need not draw again
        kept = (type(self).rand(*self.shape, device=self.device) >= p).contiguous()
        return kept.where(self, 0) * (1 / (1 - p))

    def scaled_dot_product_attention(self: Tensor, key: Tensor, value: Tensor, attn_mask: Tensor | None = None,
                                     dropout_p: float = 0.0, is_causal: bool = False, enable_gqa: bool = False) -> Tensor:
        """softmax(self @ key^T / sqrt(d) + mask) @ value.

        self: (..., t, d), key: (..., s, d), value: (..., s, e); result (..., t, e). attn_mask: bool (true: look there) or added
        to the scores. is_causal: row i looks at keys 0 to i; DTypeError with a mask beside. enable_gqa: key and value have fewer heads
        (axis -3), each serving several of self. dropout_p: the chance that a share is dropped while `Tensor.training`. A row whose
        mask leaves it nothing to look at is 0, and so are its gradients.
        """
        if is_causal and attn_mask is not None:
            raise DTypeError("attention takes a mask or is_causal, not both",
                             "Leave is_causal out, and combine the mask with a causal one.")
        if enable_gqa:
            key = key.repeat_interleave(self.shape[-3] // key.shape[-3], -3)
            value = value.repeat_interleave(self.shape[-3] // value.shape[-3], -3)
        query, key, value = heads_instead_of_rows(self, key, value)
        scores = query.matmul(key.transpose(-2, -1))
        width = self.shape[-1]
        scores = scores / type(self)(width, self.device).sqrt().cast(scores.dtype) if isinstance(width, Symbol) else (
            scores * (1 / math.sqrt(width)))
        if is_causal: scores = scores.ones_like(dtype="bool").tril().where(scores, -math.inf)
        scores, looks = masked(scores, attn_mask)
        mixed = scores.softmax(-1).cast(self.dtype).dropout(dropout_p).matmul(value)
        if looks is not None: mixed = looks.where(mixed, 0)
        return mixed if query is self else mixed.shard_like(self)


def masked(scores: Tensor, mask: Tensor | None) -> tuple[Tensor, Tensor | None]:
    """Scores (..., t, s) with a mask of bool (true: visible) or one that is added, and which rows look at anything (..., t, 1).

    Those that do not are as without a mask, so that their softmax and its gradients are numbers: what is made of them is to be
    replaced. (-inf minus their maximum, -inf, would be NaN.)
    """
    if mask is None: return scores, None
    # stored: it is read by kernels that have the same keys as their inner axis
    looks = (mask if mask.dtype.is_bool() else mask != -math.inf).any(-1, keepdim=True).contiguous()
    if mask.dtype.is_bool(): return mask.where(scores, looks.where(-math.inf, scores)), looks
    return looks.where(scores + mask, scores), looks
