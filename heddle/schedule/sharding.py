"""Sharding: values on several devices, rewritten into one computation per device with the exchanges between them.

Inputs: a tensor graph with SHARDs and MULTIs.
Outputs: an equal graph in which each node is on one device, and for each root the parts that it is now. One rule an op
pushes MULTI towards the outputs.
Invariants: a value is what it would be on one device, but for the order in which float sums are added up; what cannot be done part
by part is gathered first and then done on every device.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from heddle.dtype import dtypes
from heddle.errors import InternalError
from heddle.schedule.collective import Parts, all_reduce, distribute, gather, join, piece, rearrange, span
from heddle.uop import GroupOp, Ops, UOp
from heddle.uop.rewrite import PatternMatcher, Rule, UPat, graph_rewrite, rule

RULES: list[Rule] = []
_MULTI = UPat(Ops.MULTI, name="x")


def _over(op: Ops) -> UPat: return UPat(op, src=(_MULTI,), name="node")


def _each(node: UOp, parts: Sequence[UOp], axis: int | None) -> UOp:
    """`node` done to each part by itself."""
    return UOp.multi([node.replace(src=(p,)) for p in parts], axis)


def _whole(x: UOp) -> UOp:
    """The MULTI that has all of `x` on each of its devices."""
    return x if x.arg is None else UOp.multi(rearrange(x.src, x.arg, None, x.device), None)


def _parts(x: UOp, axis: int | None, count: int) -> Parts:
    """The parts of an operand along `axis`. One that is on no device is cut anywhere."""
    if x.op is Ops.MULTI: return rearrange(x.src, x.arg, axis, x.device)
    if x.device is not None: raise InternalError(f"{x!r} on {x.device} beside values on several devices")
    return tuple([piece(x, axis, k, count) for k in range(count)])


# ---- to and from several devices


@rule(RULES, UPat(Ops.SHARD, src=(UPat.var("x"),), name="node"))
def shard(x: UOp, node: UOp) -> UOp:
    """shard(x) = multi(copy(piece of x) ...)"""
    devices, axis = node.arg
    parts = rearrange(x.src, x.arg, axis, devices) if x.op is Ops.MULTI and len(x.src) == len(devices) else \
        distribute(gather(x.src, x.arg, x.src[0].device) if x.op is Ops.MULTI else x, axis, devices)
    return UOp.multi(parts, axis)


@rule(RULES, _over(Ops.COPY))
def copy_of_parts(x: UOp, node: UOp) -> UOp:
    """copy(multi(a, b)) = join(copy(a), copy(b)), or the copy that is there"""
    return gather(x.src, x.arg, node.arg)


@rule(RULES, UPat((Ops.CONST, Ops.IOTA), src=(UPat(Ops.DEVICE, where=lambda d: isinstance(d.arg, tuple)),), name="node"))
def made_on_each(node: UOp) -> UOp:
    """const on (d, e) = multi(const on d, const on e)"""
    devices: tuple[str, ...] = node.src[0].arg
    return UOp.multi([node.replace(src=(UOp(Ops.DEVICE, arg=d),)) for d in devices], None)


# ---- element by element


@rule(RULES, UPat(GroupOp.ELEMENTWISE | {Ops.CONTIGUOUS}, name="node", where=lambda n: any(s.op is Ops.MULTI for s in n.src)))
def element_by_element(node: UOp) -> UOp:
    """f(multi(a0, a1), multi(b0, b1)) = multi(f(a0, b0), f(a1, b1)), all cut along the first axis that any is cut along"""
    spread = [s for s in node.src if s.op is Ops.MULTI]
    axis, count = next((s.arg for s in spread if s.arg is not None), None), len(spread[0].src)
    sources = zip(*[_parts(s, axis, count) for s in node.src], strict=True)
    return UOp.multi([node.replace(src=src) for src in sources], axis)


@rule(RULES, _over(Ops.DETACH))
def drop_detach(x: UOp) -> UOp:
    """detach(x) = x: only gradients look at it"""
    return x


@rule(RULES, UPat(Ops.CUSTOM_GRADIENT, name="node"))
def drop_custom_gradient(node: UOp) -> UOp:
    """custom_gradient(x, sources) = x: only gradients look at it"""
    return node.src[0]


@rule(RULES, UPat(Ops.ASSIGN, src=(UPat(Ops.MULTI, name="target"), UPat.var("value")), name="node"))
def assign_each(target: UOp, value: UOp, node: UOp) -> UOp:
    """multi(a, b) = value is a = its part for a, b = its part for b"""
    values = _parts(value, target.arg, len(target.src))
    return UOp.multi([node.replace(src=pair) for pair in zip(target.src, values, strict=True)], target.arg)


# ---- movement


@rule(RULES, _over(Ops.RESHAPE))
def reshape(x: UOp, node: UOp) -> UOp:
    """reshape(multi) = multi(reshape) where parts stay consecutive in every row of what stands before the axis"""
    count, axis = len(x.src), x.arg
    if axis is not None and (axis := _axis_after(x.shape, x.arg, node.arg, count)) is None: return _each(node, _whole(x).src, None)
    shape = node.arg if axis is None else (*node.arg[:axis], node.arg[axis] // count, *node.arg[axis + 1:])
    return UOp.multi([p.reshape(shape) for p in x.src], axis)


def _axis_after(old: tuple[int, ...], axis: int, new: tuple[Any, ...], count: int) -> int | None:
    """The axis of `new` whose `count` parts are those of `axis` of `old`. Sizes known at launch are not cut."""
    rows = math.prod(old[:axis])
    plain = [(a, size) for a, size in enumerate(new) if isinstance(size, int)]
    return next((a for a, size in plain if size and size % count == 0 and math.prod(new[:a]) == rows), None)


@rule(RULES, _over(Ops.PERMUTE))
def permute(x: UOp, node: UOp) -> UOp:
    """permute(multi) = multi(permute)"""
    return _each(node, x.src, None if x.arg is None else node.arg.index(x.arg))


@rule(RULES, _over(Ops.EXPAND))
def expand(x: UOp, node: UOp) -> UOp:
    """expand(multi) = multi(expand): an axis that is cut is longer than 1 and stays"""
    shape = [n if a == x.arg else m for a, (n, m) in enumerate(zip(x.src[0].shape, node.arg, strict=True))]
    return UOp.multi([p.expand(shape) for p in x.src], x.arg)


@rule(RULES, _over(Ops.PAD))
def pad(x: UOp, node: UOp) -> UOp:
    """pad(multi) = multi(pad) along other axes; along the one that is cut, of the whole"""
    if x.arg is None or node.arg[x.arg] == (0, 0): return _each(node, x.src, x.arg)
    return _each(node, _whole(x).src, None)


@rule(RULES, _over(Ops.SHRINK))
def shrink(x: UOp, node: UOp) -> UOp:
    """shrink(multi) = multi(shrink) along other axes; along the one that is cut, what is left of the parts is joined"""
    axis = x.arg
    if axis is None: return _each(node, x.src, None)
    begin, end = node.arg[axis]
    if not isinstance(begin, int) or not isinstance(end, int): return _each(node, _whole(x).src, None)  # known at launch
    whole = (begin, end) == (0, x.shape[axis])
    others = [(0, p) if a == axis else part for a, (p, part) in enumerate(zip(x.src[0].shape, node.arg, strict=True))]
    parts = [p.shrink(others) for p in x.src]
    return UOp.multi(parts, axis) if whole else UOp.multi(_joined_span(parts, axis, begin, end, x.device), None)


def _joined_span(parts: Sequence[UOp], axis: int, begin: int, end: int, devices: Sequence[str]) -> Parts:
    """From `begin` up to `end` along `axis` over all parts, on each device; only what is needed is copied."""
    size = parts[0].shape[axis]
    needed = [span(p, axis, max(begin - k * size, 0), min(end - k * size, size)) for k, p in enumerate(parts)
              if begin < (k + 1) * size and end > k * size]
    if not needed: needed = [span(parts[0], axis, 0, 0)]
    return tuple([join([w.copy_to_device(d) for w in needed], axis) for d in devices])


@rule(RULES, _over(Ops.FLIP))
def flip(x: UOp, node: UOp) -> UOp:
    """flip(multi) = multi(flip); along the axis that is cut, the order of the parts is reversed too"""
    parts = [node.replace(src=(p,)) for p in x.src]
    if x.arg in node.arg: parts = [p.copy_to_device(d) for p, d in zip(reversed(parts), x.device, strict=True)]
    return UOp.multi(parts, x.arg)


# ---- reductions and picking


@rule(RULES, _over(Ops.REDUCE_AXIS))
def reduce_axis(x: UOp, node: UOp) -> UOp:
    """reduce(multi) = multi(reduce); over the axis that is cut, the results of all devices are reduced"""
    op, axes = node.arg
    reduced = _each(node, x.src, x.arg)
    return reduced if x.arg not in axes else UOp.multi(all_reduce(op, reduced.src), None)


@rule(RULES, UPat(Ops.GATHER, src=(UPat.var("table"), UPat.var("index")), name="node",
                  where=lambda n: any(s.op is Ops.MULTI for s in n.src)))
def gather_rows(table: UOp, index: UOp, node: UOp) -> UOp:
    """rows by a cut index are cut likewise; of rows that are cut, a part of each; of a table cut between rows, a sum over devices"""
    count = len(table.src if table.op is Ops.MULTI else index.src)
    cut = table.arg if table.op is Ops.MULTI else None
    if cut is None: axis = index.arg if index.op is Ops.MULTI else None
    elif cut == 0: return UOp.multi(_rows_of_cut_table(table, _parts(index, None, count), node), None)
    else: axis = index.ndim + cut - 1
    tables, indices = _parts(table, cut, count), _parts(index, axis if cut is None else None, count)
    return UOp.multi([node.replace(src=pair) for pair in zip(tables, indices, strict=True)], axis)


@rule(RULES, UPat(Ops.SCAN, src=(_MULTI,), name="node"))
def scan(x: UOp, node: UOp) -> UOp:
    """scan(multi) = multi(scan) along other axes; along the one that is cut, of the whole"""
    return _each(node, (x if x.arg != node.arg[1] else _whole(x)).src, x.arg if x.arg != node.arg[1] else None)


@rule(RULES, UPat(Ops.MERGE, name="node", where=lambda n: any(s.op is Ops.MULTI for s in n.src)))
def merge(node: UOp) -> UOp:
    """merge(multi) = multi(merge) along rows; of runs that are cut, of the whole"""
    runs, spread = node.src[0], [s for s in node.src if s.op is Ops.MULTI]
    axis = runs.arg if runs.op is Ops.MULTI and runs.arg != runs.ndim - 1 else None
    count = len(spread[0].src)
    sources = zip(_parts(runs, axis, count), _parts(node.src[1], None, count), strict=True)
    return UOp.multi([node.replace(src=src) for src in sources], axis)


def _rows_of_cut_table(table: UOp, indices: Parts, node: UOp) -> Parts:
    """Each device finds the rows that it has, and 0 for the others."""
    rows = table.src[0].shape[0]
    wide = dtypes.int64 if indices[0].dtype.itemsize >= 4 and indices[0].dtype.is_unsigned() else indices[0].dtype
    if wide.itemsize < 4: wide = dtypes.int32
    shifted = [i.cast(wide) - k * rows for k, i in enumerate(indices)]
    return all_reduce(Ops.ADD, tuple([node.replace(src=pair) for pair in zip(table.src, shifted, strict=True)]))


sharding_rules = PatternMatcher(RULES)

# ---- whole graphs


@dataclass(frozen=True)
class Split:
    """A graph by device. `forms[i]` is what source i of the graph has become: a source of `sink`, or a MULTI of several."""

    sink: UOp
    forms: tuple[UOp, ...]


def split_by_device(sink: UOp) -> Split:
    """`sink` with each node on one device. Every source, and every part of one, is a node of its own, to be stored."""
    nodes = sink.toposort()
    if not any(n.op in (Ops.MULTI, Ops.SHARD) or (n.op is Ops.DEVICE and isinstance(n.arg, tuple)) for n in nodes):
        return Split(sink, sink.src)
    taken: dict[UOp, None] = {}
    forms = tuple([_own_memory(form, taken) for form in graph_rewrite(sink, sharding_rules).src])
    return Split(UOp.sink(*taken), forms)


def _own_memory(form: UOp, taken: dict[UOp, None]) -> UOp:
    if form.op is Ops.MULTI: return UOp.multi([_own_memory(p, taken) for p in form.src], form.arg)
    # what is memory already, or the memory of another result, is copied: whoever writes to one must not change the other
    if form.base is not form or form.op in _NOT_STORED: form = UOp(Ops.CONTIGUOUS, form.dtype, (form,))
    if form in taken: form = UOp(Ops.CONTIGUOUS, form.dtype, (form,), len(taken))
    taken[form] = None
    return form


_NOT_STORED = frozenset((Ops.BUFFER, Ops.PARAM, Ops.BUFFER_VIEW, Ops.CONST, Ops.IOTA))


def axis_of(node: UOp) -> int | None:
    """The axis along which a value on several devices is cut; None if each has all of it."""
    if node.op in (Ops.MULTI, Ops.SHARD): return node.arg if node.op is Ops.MULTI else node.arg[1]
    return graph_rewrite(node, sharding_rules).arg
