"""Buckets: small collectives that do not need each other, joined into one message.

Inputs: a graph with each node on one device, and the most bytes of a message that is made of several. Outputs: for each node what it
has become: one COLLECTIVE of several sources in place of several, and views of its result in place of theirs.
Invariants: all ranks join the same, in the same order, for what decides is alike on all of them: kinds, sizes, and which collectives
need which. Elements are exchanged and reduced as they were; only a library that adds up long messages in another order than short ones
may give other last bits.

Only collectives with as many others before them on the longest way to them are joined: so none needs another of its bucket, and
buckets do not wait for each other.
"""
from __future__ import annotations

from collections.abc import Sequence

from heddle.lazy_dataclass import dataclass
from heddle.schedule.index_map import flatten, plus, quotient, rest
from heddle.uop import Ops, UOp
from heddle.uop.args import Collective, Shape
from heddle.uop.symbol import is_symbolic

#: kinds whose messages can be joined. The parts of a permute go to different ranks, as soon as they can
_JOINED = frozenset(("all_reduce", "all_gather", "reduce_scatter", "all_to_all", "broadcast"))
#: kinds whose source has a part for each rank, and those whose result has one of each
_FROM_PARTS = frozenset(("reduce_scatter", "all_to_all"))
_TO_PARTS = frozenset(("all_gather", "all_to_all"))


def bucketed(order: Sequence[UOp], most: int) -> dict[UOp, UOp]:
    """What each node of a graph, sources first, has become."""
    groups = _groups(order, most)
    if not groups: return {n: n for n in order}
    member_of = {node: group for group in groups for node in group}
    new: dict[UOp, UOp] = {}
    # a node whose bucket has others that are still to be visited comes after these: each is visited once all that it reads is there
    stack = list(reversed(order))
    while stack:
        node = stack[-1]
        group = member_of.get(node, (node,))
        missing = [s for n in group for s in n.src if s not in new]
        if node in new or not missing: stack.pop()
        else: stack += reversed(missing)
        if node in new or missing: continue
        if len(group) > 1: new.update(_joined(group, new))
        else: new[node] = _over(node, new)
    return new


def _over(node: UOp, new: dict[UOp, UOp]) -> UOp:
    src = tuple([new[s] for s in node.src])
    return node if src == node.src else node.replace(src=src)


def _groups(order: Sequence[UOp], most: int) -> list[tuple[UOp, ...]]:
    """The collectives to join, in the order in which the graph has them."""
    before: dict[UOp, int] = {}  # the collectives on the longest way to a node
    open_groups: dict[object, list[UOp]] = {}
    found: list[list[UOp]] = []
    for node in order:
        before[node] = max((before[s] + (s.op is Ops.COLLECTIVE) for s in node.src), default=0)
        if not _may_be_joined(node, most): continue
        key = before[node], node.arg._replace(order=0), node.dtype, node.device
        group = open_groups.get(key)
        if group is None or sum(map(_nbytes, group)) + _nbytes(node) > most:
            group = open_groups[key] = []
            found.append(group)
        group.append(node)
    return [tuple(group) for group in found if len(group) > 1]


def _may_be_joined(node: UOp, most: int) -> bool:
    if node.op is not Ops.COLLECTIVE or node.arg.kind not in _JOINED or is_symbolic(node.src[0].shape): return False
    return 0 < _nbytes(node) <= most


def _nbytes(node: UOp) -> int:
    """What is sent or what is received, whichever is longer: of an all-gather over many ranks, the result."""
    return max(node.src[0].numel, node.numel) * node.dtype.itemsize


def _joined(group: Sequence[UOp], new: dict[UOp, UOp]) -> dict[UOp, UOp]:
    """The results of a bucket: of each member, its part of the one message."""
    what: Collective = group[0].arg
    n = len(what.ranks)
    sources = [_by_parts(new[m.src[0]], n if what.kind in _FROM_PARTS else None) for m in group]
    whole = UOp(Ops.COLLECTIVE, group[0].dtype, tuple(sources), what)
    found: dict[UOp, UOp] = {}
    begin = 0
    for member, source in zip(group, sources, strict=True):
        end = begin + source.shape[-1]
        bounds = [(0, n), (begin, end)] if what.kind in _TO_PARTS else [(begin, end)]
        found[member] = whole.shrink(bounds).reshape(member.shape)
        begin = end
    return found


# ---- where each source is in its message


@dataclass(frozen=True)
class Part:
    """A value in a message of several: `rows` of `size` elements each, from `begin` on in rows of `stride`."""

    rows: int
    begin: int
    size: int
    stride: int

    def at(self, position: UOp) -> UOp:
        """The position in the message of a position in the value."""
        row, column = quotient(position, self.size), rest(position, self.size)
        return flatten((row, plus(column, self.begin)), (self.rows, self.stride))


def parts_of_message(node: UOp) -> list[Part]:
    """The parts of a COLLECTIVE's sources, which are joined along their last axis."""
    sizes = [s.shape[-1] for s in node.src]
    return [Part(s.numel // size, sum(sizes[:k]), size, sum(sizes)) for k, (s, size) in enumerate(zip(node.src, sizes, strict=True))]


# ---- making messages


def _by_parts(source: UOp, count: int | None) -> UOp:
    """All elements in one row, or in one row for each of `count` ranks."""
    shape: Shape = (source.numel,) if count is None else (count, source.numel // count)
    return source.reshape(shape)
