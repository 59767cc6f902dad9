"""Weights that are unpacked from bytes where they are used, and products with them whose rows are rounded (`INT8_ACTIVATIONS`).

Inputs: rows of floats (..., k), and a weight (k, n) that is the transpose of one made of small integers and scales (`Digits`).
Outputs: the product in float32. Each part of a row that has one scale in the weight is rounded to integers of -127 to 127, so that the
kernel multiplies and adds up integers (llama.cpp does the same, with blocks of its own): an error of up to 1/254 of the largest of
each part.
Invariants: gradients are those of the exact product. Nothing is rounded unless the setting is on.
"""
from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from heddle.device import Device
from heddle.dtype import dtypes
from heddle.named_tuple import NamedTuple
from heddle.schedule.cost_model import ROWS_BY_LANES
from heddle.tensor.autograd.custom_gradient import with_rule
from heddle.tensor.node_builders import cast, mark
from heddle.uop import Ops, UOp
from heddle.uop.symbol import is_symbolic

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

_LARGEST = 127
#: Steps below it count as 0: 1 / step would be infinite.
_LEAST_STEP = 1.2e-38


class Digits(NamedTuple):
    """A matrix as (integers - offset) * scale - minimum.

    integers: (rows, *parts, runs, lanes, 4) of 8 bits, in the order of the columns; `offset` is a multiple of the lanes. scale
    and minimum: (rows, *parts) float32; no minimum is 0.
    """

    integers: Tensor
    scale: Tensor
    offset: int = 0
    minimum: Tensor | None = None


class Packed:
    """The mark of a value that is unpacked from bytes: a CUSTOM_GRADIENT of the value and the bytes, with this as its rule.

    digits: (bytes, rows) -> what a matrix of so many rows is made of; None if it is not made of digits.
    """

    def __init__(self, digits: Callable[[Tensor, int], Digits] | None = None) -> None: self.digits = digits

    def gradients(self, g: UOp, node: UOp, required: Sequence[bool]) -> list[UOp | None]:
        """See `Rule`: bytes have no gradient."""
        return [None]


def as_packed(value: Tensor, raw: Tensor, rule: Packed) -> Tensor:
    """`value`, marked as unpacked from the bytes `raw`."""
    return value._of(with_rule(value.uop, [raw.uop], rule), False)


def is_packed(x: Tensor) -> bool:
    """Whether `x` is unpacked from bytes where it is used."""
    return x.uop.op is Ops.CUSTOM_GRADIENT and isinstance(x.uop.arg, Packed)


def rounded_product(x: Tensor, w: Tensor, product: Callable[[UOp, UOp], UOp]) -> Tensor | None:
    """x @ w, x rounded; None where `w` is not the transpose of such a weight, or x has no floats, is on several devices, has a
    number of rows that is not known, or more than a few on a device without products of 8-bit integers."""
    if w.uop.op is not Ops.PERMUTE or w.uop.arg != (1, 0) or (weight := w.uop.src[0]).op is not Ops.CUSTOM_GRADIENT: return None
    if not isinstance(weight.arg, Packed) or weight.arg.digits is None: return None
    if not x.dtype.is_float() or isinstance(x.uop.device, tuple) or is_symbolic(x.uop.shape): return None
    rows, formats = math.prod(x.shape[:-1]), Device[x.uop.device].renderer.capabilities.dot_product_dtypes
    if rows == 0 or (rows > ROWS_BY_LANES and dtypes.int8 not in formats): return None
    digits = weight.arg.digits(x._of(weight.src[1], False), weight.shape[0])
    value = _product(x.detach().reshape(-1, x.shape[-1]).float(), digits).reshape(*x.shape[:-1], w.shape[-1])
    node = with_rule(value.uop, [x.uop, weight], _Exact(product))
    return x._of(mark(node), x._needs_grad or w._needs_grad)


def _product(x: Tensor, d: Digits) -> Tensor:
    """(t, k), a matrix of (n, k) -> (t, n)

    Of few rows, the lanes of a block's sum are those of all blocks' sum; of many, results are lanes, and a block has one sum.
    """
    t, (n, *parts, runs, lanes, group) = x.shape[0], d.integers.shape
    blocks = x.reshape(t, *parts, runs * lanes * group)
    largest = (blocks.abs().max(-1) / _LARGEST).contiguous()
    rounded = (blocks * (largest < _LEAST_STEP).where(0, 1 / largest).unsqueeze(-1)).round().cast(dtypes.int8).contiguous()
    sums = rounded.cast(dtypes.int32).sum(-1)
    digits = rounded.reshape(t, 1, *parts, runs, lanes, group)
    summed, left, shares = ((-3, -1), (1,), lanes) if t <= ROWS_BY_LANES else ((-3, -2, -1), (), 1)
    dot = (d.integers.unsqueeze(0).cast(dtypes.int32) * digits.cast(dtypes.int32)).sum(summed)  # (t, n, *parts, *left)
    # what is taken away is spread over the lanes
    if d.offset: dot = dot - (sums * (d.offset // shares)).contiguous().reshape(t, 1, *parts, *left)
    step = largest.reshape(t, 1, *parts, *left)
    terms = dot.float() * (d.scale.reshape(1, n, *parts, *left) * step)
    if d.minimum is not None:
        share = (sums.float() / shares * largest).contiguous()
        terms = terms - d.minimum.reshape(1, n, *parts, *left) * share.reshape(t, 1, *parts, *left)
    return terms.sum(tuple(range(2, terms.ndim)))


class _Exact:
    """The gradients of the product without rounding."""

    def __init__(self, product: Callable[[UOp, UOp], UOp]) -> None: self._product = product

    def gradients(self, g: UOp, node: UOp, required: Sequence[bool]) -> list[UOp | None]:
        """See `Rule`."""
        x, weight = node.src[1:]
        rows = (math.prod(x.shape[:-1]),)
        g = cast(g.reshape(rows + weight.shape[:1]), dtypes.float32)
        by_x = cast(self._product(g, weight).reshape(x.shape), x.dtype) if required[0] else None
        by_weight = self._product(g.permute((1, 0)), cast(x, dtypes.float32).reshape(rows + weight.shape[1:])) if required[1] else None
        return [by_x, by_weight]
