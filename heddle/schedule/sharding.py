"""Sharding: values on several devices, rewritten into one computation per device with the exchanges between them.

Inputs: a tensor graph with SHARDs and MULTIs.
Outputs: an equal graph in which each node is on one device, and for each root the parts that it is now. One rule an op
pushes MULTI towards the outputs.
Invariants: a value is what it would be on one device, but for the order in which float sums are added up; what cannot be done part
by part is gathered first and then done on every device.
"""
from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from heddle.dtype import dtypes
from heddle.errors import InternalError, Location
from heddle.lazy_dataclass import dataclass
from heddle.schedule.buckets import bucketed
from heddle.schedule.collective import Parts, gather, join, on_device, piece, span
from heddle.schedule.exchange import all_reduce, below_expand, pick, rearranged
from heddle.uop import GroupOp, Ops, Symbol, UOp
from heddle.uop.args import Shape
from heddle.uop.mesh import DeviceMesh, Layout, axis_or_layout, layout_of
from heddle.uop.rewrite import PatternMatcher, Rule, UPat, graph_rewrite, rule

RULES: list[Rule] = []
_MULTI = UPat(Ops.MULTI, name="x")


def _over(op: Ops) -> UPat: return UPat(op, src=(_MULTI,), name="node")


def layout(x: UOp) -> Layout:
    """The layout of a MULTI."""
    return layout_of(x.device, x.arg)


def _multi(parts: Sequence[UOp], new: Layout) -> UOp: return UOp.multi(parts, axis_or_layout(new))


def _each(node: UOp, x: UOp, cuts: Sequence[int | None] | None = None) -> UOp:
    """`node` done to each part of `x` by itself, which gives these cuts; None for those of `x`."""
    return _multi([node.replace(src=(p,)) for p in x.src], layout(x) if cuts is None else layout(x).with_cuts(cuts))


def _uncut(x: UOp, axes: Collection[int | None]) -> UOp:
    """`x` with the cuts of these axes undone."""
    old = layout(x)
    new = old.with_cuts(None if cut in axes else cut for cut in old.cuts)
    return x if new == old else _multi(rearranged(x.src, old, new), new)


def _parts(x: UOp, new: Layout) -> Parts:
    """The parts of an operand in a layout. One that is on no device is cut anywhere."""
    if x.op is Ops.MULTI: return rearranged(x.src, layout(x), new)
    if x.device is not None: raise InternalError(f"{x!r} on {x.device} beside values on several devices")
    return _pieces((x,) * len(new.mesh), new)


def _pieces(whole: Parts, new: Layout) -> Parts:
    """The parts of a value of which each member has all."""
    for axis in sorted({a for a in new.cuts if a is not None}):
        axes = new.cutting(axis)
        whole = tuple([piece(p, axis, new.mesh.number(m, axes), new.count(axis)) for m, p in enumerate(whole)])
    return whole


# ---- to and from several devices


@rule(RULES, UPat(Ops.SHARD, src=(UPat.var("x"),), name="node"))
def shard(x: UOp, node: UOp) -> UOp:
    """shard(x) = multi(copy(piece of x) ...)"""
    new = layout_of(*node.arg)
    if x.op is Ops.MULTI:
        old = layout(x)
        if old.mesh.sizes == new.mesh.sizes and old.mesh.box == new.mesh.box: return _multi(rearranged(x.src, old, new), new)
        x = _on_one(x, x.src[0].device)
    return _multi([on_device(p, d) for p, d in zip(_pieces((x,) * len(new.mesh), new), new.mesh, strict=True)], new)


@rule(RULES, _over(Ops.COPY))
def copy_of_parts(x: UOp, node: UOp) -> UOp:
    """copy(multi(a, b)) = join(copy(a), copy(b)), or the copy that is there"""
    return _on_one(x, node.arg)


def _on_one(x: UOp, device: str) -> UOp:
    """The whole value on one device."""
    if not isinstance(x.arg, Layout): return gather(x.src, x.arg, device)
    return gather(_uncut(x, layout(x).cuts).src, None, device)


@rule(RULES, UPat((Ops.CONST, Ops.IOTA), src=(UPat(Ops.DEVICE, where=lambda d: isinstance(d.arg, tuple)),), name="node"))
def made_on_each(node: UOp) -> UOp:
    """const on (d, e) = multi(const on d, const on e)"""
    devices: tuple[str, ...] = node.src[0].arg
    axis = Layout(devices, (None,) * len(devices.sizes)) if isinstance(devices, DeviceMesh) else None
    return UOp.multi([node.replace(src=(UOp(Ops.DEVICE, arg=d),)) for d in devices], axis)


# ---- element by element


@rule(RULES, UPat(GroupOp.ELEMENTWISE | {Ops.CONTIGUOUS}, name="node", where=lambda n: any(s.op is Ops.MULTI for s in n.src)))
def element_by_element(node: UOp) -> UOp:
    """f(multi(a0, a1), multi(b0, b1)) = multi(f(a0, b0), f(a1, b1)), all cut alike"""
    new = _common([s for s in node.src if s.op is Ops.MULTI], node.shape)
    sources = zip(*[_parts(s, new) for s in node.src], strict=True)
    return _multi([node.replace(src=src) for src in sources], new)


def _common(operands: Sequence[UOp], shape: tuple[int, ...]) -> Layout:
    """For each mesh axis the cut that needs the fewest elements of other operands moved, if the sizes can be cut by all of them."""
    layouts = [layout(x) for x in operands]
    sizes = [below_expand(x.src[0]).numel for x in operands]
    new = layouts[0].with_cuts((None,) * len(layouts[0].cuts))
    for i in range(len(new.cuts)):
        cuts = list(dict.fromkeys([cut for found in layouts if (cut := found.cuts[i]) is not None]))
        moved = {cut: sum(n for n, found in zip(sizes, layouts, strict=True) if found.cuts[i] not in (None, cut)) for cut in cuts}
        for cut in sorted(cuts, key=lambda c: moved[c]):
            trial = new.with_cuts((*new.cuts[:i], cut, *new.cuts[i + 1:]))
            if isinstance(shape[cut], Symbol) or shape[cut] % trial.count(cut): continue
            new = trial
            break
    return new


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
    values = _parts(value, layout(target))
    return _multi([node.replace(src=pair) for pair in zip(target.src, values, strict=True)], layout(target))


# ---- movement


@rule(RULES, _over(Ops.RESHAPE))
def reshape(x: UOp, node: UOp) -> UOp:
    """reshape(multi) = multi(reshape) where parts stay consecutive in every row of what stands before the axis"""
    found = layout(x)
    after = {cut: _axis_after(x.shape, cut, node.arg, found.count(cut)) for cut in found.cuts if cut is not None}
    lost = {cut for cut, axis in after.items() if axis is None}
    if lost:
        x = _uncut(x, lost)
        found = layout(x)
    new = found.with_cuts(None if cut is None else after[cut] for cut in found.cuts)
    return _multi([p.reshape(new.part(node.arg)) for p in x.src], new)


def _axis_after(old: tuple[int, ...], axis: int, new: Shape, count: int) -> int | None:
    """The axis of `new` whose `count` parts are those of `axis` of `old`. Sizes known at launch are not cut."""
    rows = math.prod(old[:axis])
    plain = [(a, size) for a, size in enumerate(new) if not isinstance(size, Symbol)]
    return next((a for a, size in plain if size and size % count == 0 and math.prod(new[:a]) == rows), None)


@rule(RULES, _over(Ops.PERMUTE))
def permute(x: UOp, node: UOp) -> UOp:
    """permute(multi) = multi(permute)"""
    return _each(node, x, [None if cut is None else node.arg.index(cut) for cut in layout(x).cuts])


@rule(RULES, _over(Ops.EXPAND))
def expand(x: UOp, node: UOp) -> UOp:
    """expand(multi) = multi(expand): an axis that is cut is longer than 1 and stays"""
    cuts = layout(x).cuts
    shape = [n if a in cuts else m for a, (n, m) in enumerate(zip(x.src[0].shape, node.arg, strict=True))]
    return _multi([p.expand(shape) for p in x.src], layout(x))


@rule(RULES, _over(Ops.PAD))
def pad(x: UOp, node: UOp) -> UOp:
    """pad(multi) = multi(pad) along other axes; along one that is cut, of the whole"""
    return _each(node, _uncut(x, [a for a, widths in enumerate(node.arg) if widths != (0, 0)]))


@rule(RULES, _over(Ops.SHRINK))
def shrink(x: UOp, node: UOp) -> UOp:
    """shrink(multi) = multi(shrink) along other axes; along one that is cut, what is left of the parts is joined"""
    if not isinstance(x.arg, Layout) and x.arg is not None: return _shrink_along(x, node, x.arg)
    x = _shrink_others(x, node.arg)
    bounds = [(0, x.shape[a]) if a not in layout(x).cuts else part for a, part in enumerate(node.arg)]
    for axis in sorted({a for a in layout(x).cuts if a is not None and bounds[a] != (0, x.shape[a])}):
        if any(isinstance(n, Symbol) for n in bounds[axis]): continue  # known at launch
        found = _picked(x, axis, *bounds[axis])
        if found is None: continue
        x, bounds[axis] = found, (0, found.shape[axis])
    x = _uncut(x, [a for a, part in enumerate(bounds) if part != (0, x.shape[a])])
    return _shrink_others(x, bounds)


def _shrink_others(x: UOp, bounds: Sequence[tuple[int, int]]) -> UOp:
    """`x` within the bounds of the axes that are not cut."""
    cuts = layout(x).cuts
    others = [(0, n) if a in cuts else part for a, (n, part) in enumerate(zip(x.src[0].shape, bounds, strict=True))]
    return _multi([p.shrink(others) for p in x.src], layout(x))


def _picked(x: UOp, axis: int, begin: int, end: int) -> UOp | None:
    """From `begin` up to `end` along `axis`, which is cut: what one member has of it, sent to the others. None if several do."""
    old = layout(x)
    size = x.src[0].shape[axis]
    if begin >= end or begin // size != (end - 1) // size: return None
    parts = tuple([span(p, axis, begin % size, begin % size + end - begin) for p in x.src])
    found = pick(parts, old.mesh, old.cutting(axis), begin // size)
    return None if found is None else _multi(found, old.with_cuts(None if cut == axis else cut for cut in old.cuts))


def _shrink_along(x: UOp, node: UOp, axis: int) -> UOp:
    """Of a value that is cut along `axis` on devices of this process."""
    begin, end = node.arg[axis]
    if not isinstance(begin, int) or not isinstance(end, int): return _each(node, _uncut(x, [axis]))  # known at launch
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
    if isinstance(x.arg, Layout): return _each(node, _uncut(x, node.arg))
    parts = [node.replace(src=(p,)) for p in x.src]
    if x.arg in node.arg: parts = [p.copy_to_device(d) for p, d in zip(reversed(parts), x.device, strict=True)]
    return UOp.multi(parts, x.arg)


# ---- reductions and picking


@rule(RULES, _over(Ops.REDUCE_AXIS))
def reduce_axis(x: UOp, node: UOp) -> UOp:
    """reduce(multi) = multi(reduce); over an axis that is cut, the results of all members are reduced"""
    op, axes = node.arg
    return _reduced(op, _each(node, x), [i for i, cut in enumerate(layout(x).cuts) if cut in axes])


def _reduced(op: Ops, x: UOp, axes: Sequence[int]) -> UOp:
    """`x`, of whose members along the mesh axes `axes` each has one operand, reduced over them."""
    if not axes: return x
    new = layout(x).with_cuts(None if i in axes else cut for i, cut in enumerate(layout(x).cuts))
    return _multi(all_reduce(op, x.src, new.mesh, axes), new)


@rule(RULES, UPat(Ops.GATHER, src=(UPat.var("table"), UPat.var("index")), name="node",
                  where=lambda n: any(s.op is Ops.MULTI for s in n.src)))
def gather_rows(table: UOp, index: UOp, node: UOp) -> UOp:
    """rows by a cut index are cut likewise; of rows that are cut, a part of each; of a table cut between rows, a sum over members"""
    mesh = layout(table if table.op is Ops.MULTI else index).mesh
    nowhere = Layout(mesh, (None,) * len(mesh.sizes))
    of_table, of_index = (layout(x) if x.op is Ops.MULTI else nowhere for x in (table, index))
    index_cuts = of_index.with_cuts(cut if t is None else None for t, cut in zip(of_table.cuts, of_index.cuts, strict=True))
    tables, indices = _parts(table, of_table), _parts(index, index_cuts)
    between = of_table.cutting(0)
    if between: indices, node = _own_rows(indices, mesh, between, tables[0].shape[0]), node.replace(arg=None)
    cuts = [c if t is None else None if t == 0 else index.ndim + t - 1 for t, c in zip(of_table.cuts, index_cuts.cuts, strict=True)]
    picked = _multi([node.replace(src=pair) for pair in zip(tables, indices, strict=True)], nowhere.with_cuts(cuts))
    return _reduced(Ops.ADD, picked, between)


def _own_rows(indices: Parts, mesh: DeviceMesh, axes: Sequence[int], rows: int) -> Parts:
    """The indices in each member's part of a table: those of rows that it does not have are out of range, and give 0."""
    wide = dtypes.int64 if indices[0].dtype.itemsize >= 4 and indices[0].dtype.is_unsigned() else indices[0].dtype
    if wide.itemsize < 4: wide = dtypes.int32
    return tuple([i.cast(wide) - mesh.number(m, axes) * rows for m, i in enumerate(indices)])


@rule(RULES, UPat(Ops.SCAN, src=(_MULTI,), name="node"))
def scan(x: UOp, node: UOp) -> UOp:
    """scan(multi) = multi(scan) along other axes; along the one that is cut, of the whole"""
    return _each(node, _uncut(x, [node.arg[1]]))


@rule(RULES, UPat(Ops.MERGE, name="node", where=lambda n: any(s.op is Ops.MULTI for s in n.src)))
def merge(node: UOp) -> UOp:
    """merge(multi) = multi(merge) along rows; of runs that are cut, of the whole"""
    spread = layout(next(s for s in node.src if s.op is Ops.MULTI))
    nowhere = spread.with_cuts((None,) * len(spread.cuts))
    runs = node.src[0] if node.src[0].op is not Ops.MULTI else _uncut(node.src[0], [node.src[0].ndim - 1])
    rows = layout(runs) if runs.op is Ops.MULTI else nowhere
    sources = zip(_parts(runs, rows), _parts(node.src[1], nowhere), strict=True)
    return _multi([node.replace(src=src) for src in sources], rows)


sharding_rules = PatternMatcher(RULES)

# ---- whole graphs


@dataclass(frozen=True)
class Split:
    """A graph by device. `forms[i]` is what source i of the graph has become: a source of `sink`, or a MULTI of several."""

    sink: UOp
    forms: tuple[UOp, ...]


def split_by_device(sink: UOp, bucket: int = 0) -> Split:
    """`sink` with each node on one device. Every source, and every part of one, is a node of its own, to be stored.

    bucket: the most bytes of a message that small collectives are joined into.
    """
    nodes = sink.toposort()
    if not any(n.op in (Ops.MULTI, Ops.SHARD) or (n.op is Ops.DEVICE and isinstance(n.arg, tuple)) for n in nodes):
        return Split(sink, sink.src)
    taken: dict[UOp, None] = {}
    forms = tuple([_own_memory(form, taken) for form in graph_rewrite(sink, sharding_rules).src])
    return _numbered(_joined(Split(UOp.sink(*taken), forms), bucket))


def _joined(split: Split, bucket: int) -> Split:
    """The split graph with its small collectives joined."""
    order = tuple(split.sink.toposort())
    if not bucket or sum(n.op is Ops.COLLECTIVE for n in order) < 2: return split
    new = bucketed(order, bucket)
    return split if new[split.sink] is split.sink else Split(new[split.sink], tuple([_with_new(form, new) for form in split.forms]))


def _numbered(split: Split) -> Split:
    """The split graph with its collectives numbered, in an order that is the same on all ranks, and with lines of the user."""
    sink, forms = split.sink, split.forms
    order = sink.toposort()
    if not any(n.op is Ops.COLLECTIVE for n in order): return split
    new: dict[UOp, UOp] = {}
    lines = _lines_of_collectives(tuple(order))
    count = 0
    for node in order:
        arg, src = node.arg, tuple([new[s] for s in node.src])
        if node.op is Ops.COLLECTIVE: arg, count = arg._replace(order=count), count + 1
        new[node] = node if src == node.src and arg is node.arg else node.replace(src=src, arg=arg)
        if node in lines: new[node].loc = lines[node]
    return Split(new[sink], tuple([_with_new(form, new) for form in forms]))


def _lines_of_collectives(order: Sequence[UOp]) -> dict[UOp, Location | None]:
    """The line that computes what a collective exchanges, or, of what is there already, the first that uses its result."""
    lines: dict[UOp, Location | None] = {}
    used: dict[UOp, Location | None] = {}
    for node in reversed(order):
        line = node.loc
        if node.op is Ops.COLLECTIVE:
            source = node.src[0].base
            line = lines[node] = (None if source.op in _NOT_STORED else source.loc) or line or used.get(node)
        for s in node.src: used[s] = line or used.get(node) or used.get(s)
    return lines


def _with_new(form: UOp, new: dict[UOp, UOp]) -> UOp:
    return form.replace(src=tuple([_with_new(p, new) for p in form.src])) if form.op is Ops.MULTI else new[form]


def _own_memory(form: UOp, taken: dict[UOp, None]) -> UOp:
    if form.op is Ops.MULTI: return UOp.multi([_own_memory(p, taken) for p in form.src], form.arg)
    # what is memory already, or the memory of another result, is copied: whoever writes to one must not change the other
    if form.base is not form or form.op in _NOT_STORED: form = UOp(Ops.CONTIGUOUS, form.dtype, (form,))
    if form in taken: form = UOp(Ops.CONTIGUOUS, form.dtype, (form,), len(taken))
    taken[form] = None
    return form


_NOT_STORED = frozenset((Ops.BUFFER, Ops.PARAM, Ops.BUFFER_VIEW, Ops.CONST, Ops.IOTA))


def axis_of(node: UOp) -> int | Layout | None:
    """The axis along which a value on several devices is cut; None if each has all of it; on a mesh its Layout."""
    if node.op in (Ops.MULTI, Ops.SHARD): return node.arg if node.op is Ops.MULTI else node.arg[1]
    return graph_rewrite(node, sharding_rules).arg
