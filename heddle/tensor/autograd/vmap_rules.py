"""Batching rules of vmap: a graph with one more leading axis, one rule per op.

Inputs: nodes over placeholders, and for each placeholder its values along a new first axis. Outputs: the same nodes for all values.
Invariants: what does not depend on a placeholder is computed once; nodes with a gradient of their own keep it, batched too; no walk
recurses.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from heddle.dtype import DType, dtypes
from heddle.errors import TransformError
from heddle.tensor.autograd.composite_rules import Whole
from heddle.tensor.autograd.custom_gradient import Rule, with_rule
from heddle.tensor.autograd.subgraph import placeholder
from heddle.tensor.node_builders import alu, cast, constant, mark
from heddle.uop import GroupOp, Ops, UOp
from heddle.uop.mesh import Layout

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

#: (the node, its sources, which of them have the new axis, its size) -> the node with it
BatchRule = Callable[[UOp, "list[UOp]", "list[bool]", int], UOp]
_RULES: dict[Ops, BatchRule] = {}


def _batches(*ops: Ops) -> Callable[[BatchRule], BatchRule]:
    def enter(rule: BatchRule) -> BatchRule:
        for op in ops: _RULES[op] = rule
        return rule
    return enter


def batched(roots: Sequence[UOp], values: Mapping[UOp, UOp], size: int) -> list[UOp | None]:
    """`roots` with a new first axis of `size`, along which the keys of `values` are what these hold; None for those that lack it."""
    new: dict[UOp, UOp] = dict(values)
    for node in UOp.sink(*roots).toposort(gate=lambda n: n not in values):
        if node in new or node.op is Ops.SINK or not any(s in new for s in node.src): continue
        if (rule := _RULES.get(node.op)) is None:
            raise TransformError(f"vmap cannot batch {node.op.name.lower()}, which writes to memory or is not computed",
                                 "Assign outside of the function, and return values instead.", node.loc)
        made = rule(node, [new.get(s, s) for s in node.src], [s in new for s in node.src], size)
        if made.loc is None: made.loc = node.loc
        if node.gradient is not None and made.gradient is None: made.gradient = _batched_whole(node.gradient, new, size)
        new[node] = made
    return [new.get(root) for root in roots]


def spread(node: UOp, size: int) -> UOp:
    """`node`, which does not change along the new axis, repeated along it."""
    if node.base.op is Ops.CONST and not node.base.src: return constant(node.dtype, node.base.arg, (size, *node.shape))
    return node.reshape((1, *node.shape)).expand((size, *node.shape))


def _all_spread(sources: list[UOp], has: list[bool], size: int) -> list[UOp]:
    return [s if h else spread(s, size) for s, h in zip(sources, has, strict=True)]


# ---- rules


@_batches(*GroupOp.ELEMENTWISE)
def _elementwise(node: UOp, sources: list[UOp], has: list[bool], size: int) -> UOp:
    """element by element"""
    return UOp(node.op, node.dtype, tuple(_all_spread(sources, has, size)), node.arg)


@_batches(Ops.CONTIGUOUS, Ops.DETACH, Ops.COPY, Ops.MERGE)
def _same(node: UOp, sources: list[UOp], has: list[bool], size: int) -> UOp:
    """leading axes are free"""
    return node.replace(src=tuple(sources))


@_batches(Ops.RESHAPE)
def _reshape(node: UOp, sources: list[UOp], has: list[bool], size: int) -> UOp:
    """the new axis before the shape"""
    return sources[0].reshape((size, *node.arg))


@_batches(Ops.EXPAND)
def _expand(node: UOp, sources: list[UOp], has: list[bool], size: int) -> UOp:
    """the new axis before the shape"""
    return sources[0].expand((size, *node.arg))


@_batches(Ops.PERMUTE)
def _permute(node: UOp, sources: list[UOp], has: list[bool], size: int) -> UOp:
    """the new axis stays in front"""
    return sources[0].permute((0, *[a + 1 for a in node.arg]))


@_batches(Ops.PAD)
def _pad(node: UOp, sources: list[UOp], has: list[bool], size: int) -> UOp:
    """no border along the new axis"""
    return sources[0].pad(((0, 0), *node.arg))


@_batches(Ops.SHRINK)
def _shrink(node: UOp, sources: list[UOp], has: list[bool], size: int) -> UOp:
    """all of the new axis"""
    return sources[0].shrink(((0, size), *node.arg))


@_batches(Ops.FLIP)
def _flip(node: UOp, sources: list[UOp], has: list[bool], size: int) -> UOp:
    """the same axes, one further"""
    return sources[0].flip([a + 1 for a in node.arg])


@_batches(Ops.REDUCE_AXIS)
def _reduce(node: UOp, sources: list[UOp], has: list[bool], size: int) -> UOp:
    """the same axes, one further"""
    op, axes, *more = node.arg
    return node.replace(src=tuple(sources), arg=(op, tuple([a + 1 for a in axes]), *more))


@_batches(Ops.SCAN)
def _scan(node: UOp, sources: list[UOp], has: list[bool], size: int) -> UOp:
    """the same axis, one further"""
    op, axis = node.arg
    return node.replace(src=tuple(_all_spread(sources, has, size)), arg=(op, axis + 1))


@_batches(Ops.SHARD)
def _shard(node: UOp, sources: list[UOp], has: list[bool], size: int) -> UOp:
    """the same axis, one further"""
    devices, axis = node.arg
    if isinstance(axis, Layout): return sources[0].shard(devices, axis.with_cuts(None if a is None else a + 1 for a in axis.cuts))
    return sources[0].shard(devices, None if axis is None else axis + 1)


@_batches(Ops.GATHER)
def _gather(node: UOp, sources: list[UOp], has: list[bool], size: int) -> UOp:
    """each value's rows by its own index; of all rows as one table, if both change"""
    rows, index = sources
    count, rest, rank = node.src[0].shape[0], node.src[0].shape[1:], node.src[1].ndim
    clamped = node.arg is True
    if not has[0]: return rows.gather(index, clamped)
    if not has[1]:
        found = rows.permute((1, 0, *range(2, rows.ndim))).gather(index, clamped)
        return found.permute((rank, *range(rank), *range(rank + 1, found.ndim)))
    kind = index.dtype if index.dtype.itemsize == 8 else _int32(index)
    index = cast(index, kind)
    shape = index.shape
    first = cast(UOp.iota(size, kind).reshape((size, *(1,) * rank)).expand(shape), kind)
    below, within = alu(Ops.CMPLT, index, constant(kind, 0, shape)), alu(Ops.CMPLT, index, constant(kind, count, shape))
    inside = alu(Ops.AND, alu(Ops.NOT, below), within)
    whole = alu(Ops.ADD, alu(Ops.MUL, first, constant(kind, count, shape)), index)
    return rows.reshape((size * count, *rest)).gather(alu(Ops.WHERE, inside, whole, constant(kind, size * count, shape)))


def _int32(index: UOp) -> DType:
    return dtypes.int64 if index.dtype.is_unsigned() and index.dtype.itemsize == 4 else dtypes.int32


# ---- gradients of their own


@_batches(Ops.CUSTOM_GRADIENT)
def _custom(node: UOp, sources: list[UOp], has: list[bool], size: int) -> UOp:
    """the rule for each value; what does not change along the new axis gets the sum"""
    value, *others = _all_spread(sources, has, size)
    return with_rule(value, others, _BatchedRule(node.arg, size))


class _BatchedRule:
    """A rule for one value, for all along a new first axis."""

    def __init__(self, rule: Rule, size: int) -> None: self.rule, self.size = rule, size

    def __repr__(self) -> str: return f"{self.rule!r}, batched"

    def gradients(self, g: UOp, node: UOp, required: Sequence[bool]) -> list[UOp | None]:
        """See `Rule`."""
        own, sources = one_of(g), [one_of(s) for s in node.src]
        inner = with_rule(sources[0], sources[1:], self.rule)
        found = self.rule.gradients(own, inner, required)
        return pushed(found, {own: g, **dict(zip(sources, node.src, strict=True))}, self.size)


def _batched_whole(whole: Whole, new: Mapping[UOp, UOp], size: int) -> Whole | None:
    """The gradient of an operation for all values."""
    sources = tuple([new[s] if s in new else spread(s, size) for s in whole.sources])

    def rule(g: Tensor, *given: Tensor) -> Sequence[Callable[[], Tensor]]:
        own, placeholders = one_of(g.uop), [one_of(s.uop) for s in given]
        values = {own: g.uop, **{p: s.uop for p, s in zip(placeholders, given, strict=True)}}
        parts = whole.rule(g._of(own, False), *(g._of(p, False) for p in placeholders))

        def pulled(part: Callable[[], Tensor]) -> Callable[[], Tensor]:
            def value() -> Tensor:
                (found,) = pushed([part().uop], values, size)
                assert found is not None
                return g._of(mark(found), False)
            return value
        return [pulled(part) for part in parts]
    return Whole(sources, rule)


def one_of(node: UOp) -> UOp:
    """A placeholder for one value of those along the first axis of `node`."""
    return placeholder(node.shrink([(0, 1), *((0, n) for n in node.shape[1:])]).reshape(node.shape[1:]))


def pushed(found: Sequence[UOp | None], values: Mapping[UOp, UOp], size: int) -> list[UOp | None]:
    """Each of `found` for all values: repeated if it is the same for all."""
    nodes = [f for f in found if f is not None]
    made = iter([b if b is not None else spread(f, size) for f, b in zip(nodes, batched(nodes, values, size), strict=True)])
    return [None if f is None else next(made) for f in found]
