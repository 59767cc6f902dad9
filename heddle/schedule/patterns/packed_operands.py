"""Packed operands: factors computed from less memory than they would take (quantized weights, masks, one-hot rows).

Inputs: a tensor graph.
Outputs: the nodes between packed memory and a product. They are never stored: the product's kernel evaluates them while it copies a
tile of the factor to scratch memory (codegen/memory/cache_read.py), so that what is packed stays packed.
Invariants: such a node is elementwise, or moves elements; it is read by nothing but factors, and by lookups of rows, which evaluate
few of its elements (tied embeddings); what is below is memory, or stored in any case, and smaller than the factor.
"""
from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType

from heddle.dtype import dtypes
from heddle.named_tuple import NamedTuple
from heddle.schedule import cost_model
from heddle.schedule.index_map import TRUE, loops_over, source_index
from heddle.schedule.patterns.attention_fusion import is_marked
from heddle.schedule.reductions import is_product, summed, uses_of_elements
from heddle.uop import GroupOp, Ops, UOp
from heddle.uop.traversal import readers_of

_MEMORY = frozenset((Ops.BUFFER, Ops.PARAM, Ops.BUFFER_VIEW))
_LEAVES = _MEMORY | {Ops.CONTIGUOUS, Ops.COPY, Ops.COLLECTIVE, Ops.KERNEL, Ops.CONST, Ops.IOTA, Ops.DEVICE}
_INSIDE = GroupOp.ELEMENTWISE | GroupOp.MOVEMENT


#: Uses of each element of a factor up to which they share it in registers; with more, it is copied to scratch memory in tiles.
FEW_ROWS = 8


def is_sum_of_products(node: UOp) -> bool:
    """Whether a node sums products, of whatever shapes."""
    if node.op is not Ops.REDUCE_AXIS or node.arg[0] is not Ops.ADD: return False
    return summed(node).op is Ops.MUL


def factor_values(reduction: UOp) -> list[UOp]:
    """What a sum of products multiplies, below all that only repeats, moves or casts it."""
    return [value_of(s) for s in summed(reduction).src]


def is_byte_product(node: UOp) -> bool:
    """Whether a node sums products of 8-bit integers in int32. Those of a block of quantized numbers are scaled and summed up in the
    same kernel: all of them together take more memory than what they are made of."""
    return node.dtype == dtypes.int32 and is_sum_of_products(node) and all(v.dtype.itemsize == 1 for v in factor_values(node))


class ScaledProducts(NamedTuple):
    """What is between a sum and the products of bytes in it, and what these are scaled or moved by there."""

    between: list[UOp]
    scales: list[UOp]


def scaled_byte_products(order: list[UOp]) -> dict[UOp, ScaledProducts]:
    """The sums of products of many rows of 8-bit integers in blocks, scaled block by block: one of a kernel, as a product is (see
    codegen/policy/byte_tiles_schedule.py)."""
    inner = {n for n in order if n.op is Ops.REDUCE_AXIS and is_byte_product(n) and uses_of_elements(n) > cost_model.ROWS_BY_LANES}
    around, found = set[UOp](), dict[UOp, ScaledProducts]()
    for n in order if inner else ():
        if n.op in _INSIDE and not (inner.isdisjoint(n.src) and around.isdisjoint(n.src)): around.add(n)
        elif n.op is Ops.REDUCE_AXIS and n.dtype == dtypes.float32 and n.src[0] in around:
            nodes = n.src[0].toposort(gate=around.__contains__)
            found[n] = ScaledProducts([m for m in nodes if m in around], [m for m in nodes if m not in around and m not in inner])
    return found


def value_of(factor: UOp) -> UOp:
    """What a factor repeats, moves or widens; also what it narrows, unless that is computed: then it is the narrow value."""
    while factor.op in GroupOp.MOVEMENT or (factor.op is Ops.CAST and not is_narrowed_value(factor)): factor = factor.src[0]
    return factor


def is_narrowed_value(node: UOp) -> bool:
    """Whether a CAST rounds floats that are computed to a narrower format."""
    source = node.src[0]
    is_narrowing = source.dtype.is_float() and node.dtype.itemsize < source.dtype.itemsize
    return is_narrowing and source.op in GroupOp.ELEMENTWISE


def packed_nodes(order: list[UOp], scaled: Mapping[UOp, ScaledProducts] = MappingProxyType({})) -> set[UOp]:
    """The nodes of all packed factors in a graph, given in topological order, and of what `scaled_byte_products` are scaled by."""
    sums = [n for n in order if is_sum_of_products(n) and not is_marked(n)]
    within = {n for reduction in sums for f in _packed_factors(reduction) for n in _inside(f)}
    within |= {n for products in scaled.values() for s in products.scales if is_packed(value_of(s)) for n in _inside(s)}
    if not within: return within
    readers = readers_of(order)
    allowed = {n for reduction in sums for n in _ways(reduction)}.union(scaled, *(products.between for products in scaled.values()))
    for node in reversed(order):
        ends_there = all(r in allowed or (r.op is Ops.GATHER and r.src[0] is node) for r in readers.get(node, ()))
        if ends_there and (node in within or node.op in GroupOp.MOVEMENT): allowed.add(node)
        elif not ends_there: within.discard(node)
    return within


def _packed_factors(reduction: UOp) -> list[UOp]:
    """The packed factors that a kernel evaluates about once: those of few rows, and both of a product that is computed by tiles."""
    factors = factor_values(reduction)
    again = [reduction.src[0].capacity // max(f.capacity, 1) for f in factors]
    tiled = min(again) > FEW_ROWS and is_product(reduction)
    return [f for f, side, times in zip(factors, summed(reduction).src, again, strict=True)
            if (tiled or times <= FEW_ROWS) and is_packed(f) and not _is_seen_through_windows(side)]


def _is_seen_through_windows(side: UOp) -> bool:
    """Whether a factor's loops come to an element several times, as the windows of a convolution do: no tile is a part of it."""
    index, valid = loops_over(side.shape), TRUE
    while side.op in GroupOp.MOVEMENT or side.op is Ops.CAST:
        if side.op in GroupOp.MOVEMENT: index, valid = source_index(side, index, valid)
        side = side.src[0]
    moving = frozenset[UOp]().union(*(i.ranges for i in index))
    return math.prod(int(loop.vmax) + 1 for loop in moving) > side.capacity


def is_packed(value: UOp) -> bool:
    """Whether an elementwise value is computed from memory smaller than itself, or one memory of as many bytes, without reductions."""
    if value.op not in GroupOp.ELEMENTWISE: return False
    inside = value.toposort(gate=lambda n: n.op in _INSIDE)
    leaves = [n for n in inside if n.op not in _INSIDE]
    if any(n.op not in _LEAVES for n in leaves): return False
    read = {n: min(n.capacity, value.capacity) * n.dtype.itemsize for n in leaves if n.op in _MEMORY or n.src}
    is_of_bytes = value.dtype.itemsize == 1 and [size for n, size in read.items() if n.op in _MEMORY] == [value.capacity]
    return sum(read.values()) < value.capacity * value.dtype.itemsize or is_of_bytes


def _inside(value: UOp) -> list[UOp]: return [n for n in value.toposort(gate=lambda n: n.op in _INSIDE) if n.op in _INSIDE]


def _ways(reduction: UOp) -> list[UOp]:
    """The nodes between a sum of products and its factors' values."""
    inside = (*GroupOp.MOVEMENT, Ops.CAST)
    product = reduction.src[0]
    found = [reduction, product]
    while product.op is Ops.CAST:
        product = product.src[0]
        found.append(product)
    for s in product.src:
        while s.op in inside:
            found.append(s)
            s = s.src[0]
    return found
