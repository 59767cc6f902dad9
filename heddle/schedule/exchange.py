"""Exchanges along the axes of a mesh: cutting, gathering, moving the cut, and reductions over members.

Inputs: the parts of a value on the devices of this process, and its layout. Outputs: other parts of it.
Invariants: between devices of one process they are the copies of collective.py; what other processes are needed for is one COLLECTIVE
per group of ranks, whose first local device exchanges for the others.
"""
from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from heddle.dtype import DType, dtypes
from heddle.schedule import collective
from heddle.schedule.collective import Parts, gather, piece, rearrange
from heddle.uop import GroupOp, Ops, UOp
from heddle.uop.args import Collective
from heddle.uop.mesh import DeviceMesh, Layout

# ---- layouts


def rearranged(parts: Parts, old: Layout, new: Layout) -> Parts:
    """The same value with the cuts of `new`, on the same mesh or one of the same sizes with other devices."""
    if old.cuts != new.cuts: parts = _cut_anew(parts, old, new)
    return tuple([p.copy_to_device(d) for p, d in zip(parts, new.mesh, strict=True)])


def _cut_anew(parts: Parts, old: Layout, new: Layout) -> Parts:
    mesh = new.mesh
    undo, redo = _changes(old, new)
    if len(undo) == len(redo) == 1 and undo[0][0] == redo[0][0]:
        (i, before), (_, after) = undo[0], redo[0]
        return _moved(parts, mesh, i, before, after)
    for i, axis in undo: parts = gathered(parts, mesh, (i,), axis)
    for i, axis in redo: parts = cut(parts, mesh, i, axis)
    return parts


def _changes(old: Layout, new: Layout) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Cuts to undo and cuts to make, in this order: pairs of a mesh axis and an axis of the value.

    Where several mesh axes cut one axis, only the last of them can be undone.
    """
    undo: list[tuple[int, int]] = []
    redo: list[tuple[int, int]] = []
    for axis in sorted({a for a in (*old.cuts, *new.cuts) if a is not None}):
        before, after = old.cutting(axis), new.cutting(axis)
        same = next((n for n, (b, a) in enumerate(zip(before, after, strict=False)) if b != a), min(len(before), len(after)))
        undo += [(i, axis) for i in reversed(before[same:])]
        redo += [(i, axis) for i in after[same:]]
    return undo, redo


def cut(parts: Parts, mesh: DeviceMesh, i: int, axis: int) -> Parts:
    """Each member's part along `axis`, of what all along mesh axis `i` have alike."""
    return tuple([_cut_of(p, mesh, i, axis, m) for m, p in enumerate(parts)])


def _cut_of(part: UOp, mesh: DeviceMesh, i: int, axis: int, member: int) -> UOp:
    """One member's part of what it has all of. Of elementwise work on an all-reduce, the work on a reduce-scatter."""
    order = part.toposort(gate=lambda n: n.op in GroupOp.ELEMENTWISE)
    reached = [n for n in order if n.op not in GroupOp.ELEMENTWISE and n.op is not Ops.DEVICE]
    scattered = {n: found for n in reached if n.shape == part.shape and (found := _scattered(n, mesh, i, axis)) is not None}
    number, count = mesh.number(member, (i,)), mesh.sizes[i]
    if not scattered: return piece(part, axis, number, count)
    new: dict[UOp, UOp] = {n: scattered.get(n) or piece(n, axis, number, count) for n in reached}
    for n in order:
        if n not in new and n.op in GroupOp.ELEMENTWISE: new[n] = n.replace(src=tuple([new[s] for s in n.src]))
    return new[part]


def _scattered(part: UOp, mesh: DeviceMesh, i: int, axis: int) -> UOp | None:
    """cut(all-reduce(x)) = reduce-scatter(x): of half the bytes. Views between the two apply to x as well."""
    node = part
    while node.op in (Ops.RESHAPE, Ops.PERMUTE): node = node.src[0]
    if node.op is not Ops.COLLECTIVE or node.arg.kind != "all_reduce" or mesh.box[i] != 1: return None
    what: Collective = node.arg
    if what.ranks != mesh.ranks_along((i,)): return None
    apart = _split(part.substitute({node: node.src[0]}), axis, len(what.ranks))
    return apart.exchange(what._replace(kind="reduce_scatter"))


def below_expand(part: UOp) -> UOp:
    """What an EXPAND repeats: exchanged before it, each element is sent once."""
    return part.src[0] if part.op is Ops.EXPAND else part


def _expanded(parts: Parts, shape: tuple[int, ...]) -> Parts: return tuple([p.expand(shape) for p in parts])


def gathered(parts: Parts, mesh: DeviceMesh, axes: Sequence[int], axis: int) -> Parts:
    """The parts along `axis` of all members that differ along the mesh axes `axes`, joined, on each of them."""
    if all(p.op is Ops.EXPAND for p in parts):
        shape = parts[0].shape
        whole = (*shape[:axis], shape[axis] * mesh.count_along(axes), *shape[axis + 1:])
        return _expanded(gathered(tuple(map(below_expand, parts)), mesh, axes, axis), whole)
    new = list(parts)
    for line in mesh.lines(axes):
        own, ranks = tuple([parts[m] for m in line]), mesh.ranks_along(axes)
        if len(ranks) == 1:
            for m in line: new[m] = gather(own, axis, mesh[m])
            continue
        local = gather(own, axis, mesh[line[0]])
        every = local.exchange(Collective("all_gather", ranks))
        _give(new, line, mesh, _merged(every, axis))
    return tuple(new)


def pick(parts: Parts, mesh: DeviceMesh, axes: Sequence[int], number: int) -> Parts | None:
    """What member `number` along the mesh axes `axes` has, on all of them. None where a process has some, but not all of them."""
    new = list(parts)
    for line in mesh.lines(axes):
        ranks = mesh.ranks_along(axes)
        if len(ranks) == 1: _give(new, line, mesh, parts[line[number]])
        elif len(line) == 1: new[line[0]] = parts[line[0]].exchange(Collective("broadcast", ranks, number=number))
        else: return None
    return tuple(new)


def _give(new: list[UOp], line: Sequence[int], mesh: DeviceMesh, value: UOp) -> None:
    """Copies what the first device of a line has got to the others."""
    for m in line: new[m] = value.copy_to_device(mesh[m])


def _merged(every: UOp, axis: int) -> UOp:
    """(n, …, s, …) to (…, n*s, …): the parts of all ranks along `axis`."""
    n, *shape = every.shape
    order = (*range(1, axis + 1), 0, *range(axis + 1, len(shape) + 1))
    return every.permute(order).reshape((*shape[:axis], n * shape[axis], *shape[axis + 1:]))


def _split(node: UOp, axis: int, count: int) -> UOp:
    """(…, n*s, …) to (n, …, s, …): the inverse."""
    shape = node.shape
    apart = node.reshape((*shape[:axis], count, shape[axis] // count, *shape[axis + 1:]))
    return apart.permute((axis, *range(axis), *range(axis + 1, len(shape) + 1)))


def _moved(parts: Parts, mesh: DeviceMesh, i: int, before: int, after: int) -> Parts:
    """What mesh axis `i` cuts along `before`, cut along `after` instead; only what a member lacks is sent."""
    if all(p.op is Ops.EXPAND for p in parts): return cut(gathered(parts, mesh, (i,), before), mesh, i, after)
    new = list(parts)
    for line in mesh.lines((i,)):
        own, ranks = tuple([parts[m] for m in line]), mesh.ranks_along((i,))
        if len(ranks) == 1:
            for m, p in zip(line, rearrange(own, before, after, [mesh[m] for m in line]), strict=True): new[m] = p
        elif len(line) == 1:
            swapped = _split(own[0], after, len(ranks)).exchange(Collective("all_to_all", ranks))
            new[line[0]] = _merged(swapped, before)
        else: return cut(gathered(parts, mesh, (i,), before), mesh, i, after)
    return tuple(new)


# ---- reductions


def all_reduce(op: Ops, parts: Parts, mesh: DeviceMesh, axes: Sequence[int]) -> Parts:
    """`op` over all members that differ along the mesh axes `axes`, on each of them."""
    new = list(parts)
    for line in mesh.lines(axes):
        own, ranks = tuple([parts[m] for m in line]), mesh.ranks_along(axes)
        if len(ranks) == 1:
            for m, p in zip(line, collective.all_reduce(op, own), strict=True): new[m] = p
            continue
        local = reduce(lambda a, b: a.alu(op, b), [p.contiguous().copy_to_device(mesh[line[0]]) if len(line) > 1 else p for p in own])
        _give(new, line, mesh, _between_ranks(op, local, ranks))
    return tuple(new)


def _between_ranks(op: Ops, value: UOp, ranks: tuple[int, ...]) -> UOp:
    """`op` over the values of several ranks: in a dtype that communicators reduce, or by gathering all where there is none."""
    own = value.dtype
    if own == dtypes.bool: return _between_ranks(_OF_BOOL[op], value.cast(dtypes.int32), ranks).alu(Ops.CMPNE, _zero(value))
    if own.is_float() and op is Ops.MAX:
        return value.exchange(Collective("all_gather", ranks)).reduce_axis(op, (0,)).reshape(value.shape)
    wide = own if Collective.can_reduce(own, op) else _wider(own)
    return value.cast(wide).exchange(Collective("all_reduce", ranks, op)).cast(own)


def _zero(like: UOp) -> UOp: return UOp.const(dtypes.int32, 0).broadcast_to(like.shape)


def _wider(dtype: DType) -> DType: return dtypes.float32 if dtype.is_float() else dtypes.int32


#: "or", "and" and the maximum of 0 and 1 as sums, products and maxima of integers
_OF_BOOL = {Ops.ADD: Ops.MAX, Ops.MUL: Ops.MUL, Ops.MAX: Ops.MAX}
