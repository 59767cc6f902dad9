"""Rival products: several whose values one elementwise op combines, of which its kernel has loops for one.

Inputs: a graph in topological order, and what is stored in any case.
Outputs: the values to store with the lengths of their reductions: of each rival but the longest, all that is computed of it alone.
Invariants: a value is as large as its product, which would be stored in its place. What the longest product's kernel adds is then one
stored value, as in layers that have one product: in a residual network the blocks that change the number of channels share that kernel
with those that do not.
"""
from __future__ import annotations

from collections.abc import Collection

from heddle.schedule.patterns.epilogues import ONE_TO_ONE
from heddle.schedule.reductions import is_product, reduction_length
from heddle.uop import GroupOp, Ops, UOp
from heddle.uop.traversal import Readers

_IN_PIECES = 1 << 62


def rival_epilogues(order: list[UOp], readers: Readers, stored: Collection[UOp]) -> dict[UOp, int]:
    """The values to store, with the length of the product below each."""
    products = {n: length for n in order if n.op is Ops.REDUCE_AXIS and n not in stored and (length := _length(n))}
    if len(products) < 2: return {}
    found: dict[UOp, int] = {}
    sides: dict[UOp, dict[UOp, int]] = {}  # of an op: its sources that a product begins, with the length of the longest
    for product, length in products.items():
        below = product
        while (above := _only_reader(below, readers)) is not None and above not in stored and _continues(above, product):
            lengths = sides.setdefault(above, {})
            lengths[below] = max(lengths.get(below, 0), length)
            below = above
    for lengths in sides.values():
        longest = max(lengths.values())
        if sum(length == longest for length in lengths.values()) > 1: continue  # none is the one to keep
        for value, length in lengths.items():
            if length < longest and value.base.op in GroupOp.ELEMENTWISE: found[value.base] = length
    return found


def _length(reduction: UOp) -> int:
    """The length of a product; of one that is done in pieces, whose sum adds little to any kernel, more than all; 0 for others."""
    if is_product(reduction): return reduction_length(reduction)
    pieces = reduction.src[0].base
    inner = pieces.src[0].base if pieces.op is Ops.CONTIGUOUS else pieces
    return _IN_PIECES if inner is not pieces and inner.op is Ops.REDUCE_AXIS and is_product(inner) else 0


def _only_reader(node: UOp, readers: Readers) -> UOp | None:
    found = readers.of(node)
    return found[0] if len(found) == 1 else None


def _continues(above: UOp, product: UOp) -> bool:
    """Whether an op computes an element of each element of the product, in its dtype."""
    return above.op in ONE_TO_ONE and above.capacity == product.capacity and above.dtype == product.dtype
