"""Graph -> LINEAR: which kernels there are, what they compute, in which order, and where intermediates live.

In: a SINK of tensors. Out: a `Schedule`. The same graph over other buffers is scheduled once (SPEC C2): the graph is looked
up with its buffers replaced by numbered PARAMs, and what is found is filled in with the buffers of the day.
"""
from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from heddle.dtype import dtypes
from heddle.errors import Location, ShapeError
from heddle.forking import free_in_child
from heddle.schedule import costs
from heddle.schedule.bindings import fit_bindings
from heddle.schedule.boundaries import Boundary, Why, find_boundaries
from heddle.schedule.kernels import Step, build_steps
from heddle.schedule.loops import MEMORY, find_loops
from heddle.schedule.memory import Place, plan_memory
from heddle.schedule.order import OrderCycle, order_steps
from heddle.schedule.prepare import prepare
from heddle.schedule.sharding import split_by_device
from heddle.schedule.traits import TraitsOf, any_device
from heddle.settings import settings
from heddle.uop import GroupOp, Ops, ParamArg, UOp
from heddle.uop.sizes import holds_symbols, laid_out, map_symbols
from heddle.uop.symbol import Bindings, map_argument

__all__ = ["Schedule", "create_schedule", "listeners", "schedule_cache"]


@dataclass(frozen=True)
class Schedule:
    """What to run. `becomes` says which node of the graph is which memory afterwards.

    `boundaries` are the values that go from CALL to CALL through memory. `cached` says that nothing had to be decided anew.
    """

    linear: UOp
    var_vals: dict[str, int] = field(default_factory=dict[str, int])
    becomes: dict[UOp, UOp] = field(default_factory=dict[UOp, UOp])
    boundaries: tuple[Boundary, ...] = ()
    cached: bool = False


@dataclass(frozen=True)
class Template:
    """A schedule over numbered places: steps, the homes of the outputs, and the plan of the rest.

    `lines` has for each step the number of the node in the graph whose line it has, if there is one.
    """

    calls: tuple[tuple[UOp, tuple[UOp, ...], Location | None], ...]
    lines: tuple[int | None, ...]
    homes: dict[UOp, UOp]
    kept: dict[int, UOp]  # homes of what graphs alive look at, by its number in the graph
    places: dict[UOp, Place]
    arenas: dict[str, int]
    boundaries: tuple[Boundary, ...]


#: SPEC C2. The oldest use goes first once there are `_CACHED` of them.
schedule_cache: OrderedDict[UOp, Template] = OrderedDict()
_CACHED = 1024
_cache_lock = free_in_child(threading.Lock())


#: told of every schedule that is handed out, with its graph over numbered PARAMs
listeners: list[Callable[[UOp, Schedule], None]] = []


def create_schedule(sink: UOp, traits: TraitsOf = any_device, alive: Iterable[UOp] = ()) -> Schedule:
    """Everything that must run for the tensors under `sink` to be in memory.

    `traits` says what matters of a device; it is the same whenever it is asked in one process.
    `alive`: graphs that somebody may want later. What they need of this one and comes to lie in memory on the way is kept there.
    """
    wanted = [stored_form(s) for s in sink.src]
    roots = tuple(dict.fromkeys(w for w in wanted if w.op not in MEMORY and w.op is not Ops.MULTI))
    if not roots: return Schedule(UOp(Ops.LINEAR), {}, {s: s for s in sink.src})
    today = _generalise(roots, alive)
    general = today.general
    template = schedule_cache.get(general) if settings.SCACHE else None
    cached = template is not None
    if template is None: template = _schedule(general, traits)
    if settings.SCACHE: _keep(general, template)
    schedule = _fill_in(template, today, sink, wanted, cached)
    if settings.VERIFY: _verify(sink, schedule.linear)
    for listener in listeners: listener(UOp.sink(*general.src[:general.arg]), schedule)
    return schedule


def _keep(general: UOp, template: Template) -> None:
    """Notes that a template was used now."""
    with _cache_lock:
        schedule_cache[general] = template
        schedule_cache.move_to_end(general)
        if len(schedule_cache) > _CACHED: schedule_cache.popitem(last=False)


def _verify(sink: UOp, linear: UOp) -> None:
    from heddle.uop.verify import Spec, verify
    verify(sink, Spec.tensor_graph, "building the graph")
    verify(linear, Spec.schedule, "schedule")


def stored_form(node: UOp) -> UOp:
    """The node to store so that `node` is in memory: what its movement ops look at, or all of it if that is constant."""
    base = node.base
    if base.op in (Ops.CONST, Ops.IOTA): return UOp(Ops.CONTIGUOUS, node.dtype, (node,))
    return stored_form(base.src[0]) if base.op is Ops.DETACH else base


class _Today(NamedTuple):
    """SINK(roots, entries), and the same with its buffers replaced by PARAMs and its variables unbound.

    Entries are nodes below the roots that graphs alive look at. The argument of the SINK is the number of roots.
    """

    sink: UOp
    general: UOp
    order: dict[UOp, None]  # the nodes of the roots
    slots: list[UOp]  # the buffers
    values: dict[str, int]  # of the variables

    @property
    def roots(self) -> tuple[UOp, ...]: return self.sink.src[:self.sink.arg]


def _generalise(roots: tuple[UOp, ...], alive: Iterable[UOp]) -> _Today:
    order = UOp.sink(*roots).toposort()
    sink = UOp.sink(*roots, *_entries(alive, order, roots), arg=len(roots))
    buffers = [n for n in order if n.op is Ops.BUFFER]
    swap = {b: UOp(Ops.PARAM, b.dtype, (), ParamArg(i, b.arg.size, b.arg.device, image=b.image)) for i, b in enumerate(buffers)}
    general, sized = sink.substitute(swap), [n for n in order if holds_symbols(n)]
    if not sized: return _Today(sink, general, order, buffers, {})
    return _Today(sink, map_symbols(general, lambda n: n.unbound()), order, buffers, _values_of(sized))


def _entries(alive: Iterable[UOp], order: dict[UOp, None], roots: tuple[UOp, ...]) -> list[UOp]:
    """The first nodes of `order` on the way down from each graph alive, but for roots and memory."""
    found: dict[UOp, None] = {}
    above = UOp.sink(*alive).toposort(gate=lambda n: n not in order)
    for node in above:
        if node in order and node not in roots and node.op not in _KNOWN: found[node] = None
    return list(found)


#: what is in memory already, or never needs to be
_KNOWN = MEMORY | {Ops.CONST, Ops.IOTA, Ops.DEVICE}


def _values_of(sized: list[UOp]) -> dict[str, int]:
    """The values of the variables in the arguments of these nodes. ShapeError, at the node's line, if one has two or none."""
    bindings = Bindings()
    for node in sized:
        try:
            map_argument(node.arg, bindings.add)
            bindings.values()
        except ShapeError as fault:
            fault.where = node.loc or fault.where
            raise
    return bindings.values()


def _schedule(general: UOp, traits: TraitsOf) -> Template:
    count, number = general.arg, {n: i for i, n in enumerate(general.toposort())}
    roots, entries = general.src[:count], general.src[count:]
    general = UOp.sink(*roots)
    split = split_by_device(general)
    if split.sink.src != roots: entries = ()  # on several devices each part is a node of its own
    below = list(UOp.sink(*entries).toposort(gate=lambda n: n not in roots))[:-1]
    ready = prepare(UOp.sink(*split.sink.src, *below), traits).src
    done = len(ready) - len(below)
    sink = UOp.sink(*ready[:done])
    try: steps, homes, why = _ordered_steps(sink, traits)
    except OrderCycle:
        sink = _write_last(sink)
        steps, homes, why = _ordered_steps(sink, traits)
    prepared = dict(zip(split.sink.src, sink.src, strict=False))  # writes that had to come last stand at the end
    stored = {old: homes.get(new, new) for old, new in prepared.items()}
    outputs = {root: _home(form, stored) for root, form in zip(roots, split.forms, strict=True)}
    kept = _first_stored(entries, dict(zip(below, ready[done:], strict=True)), homes, roots)
    fitted = fit_bindings(steps, traits)
    places, arenas = plan_memory(fitted, {*(homes[n] for n in sink.src if n in homes), *kept.values()})
    boundaries = find_boundaries(steps, why, general, sink)
    calls = tuple((s.what, s.buffers, s.loc) for s in fitted)
    return Template(calls, _lines(general, fitted), outputs, {number[n]: home for n, home in kept.items()}, places, arenas, boundaries)


def _lines(general: UOp, steps: Iterable[Step]) -> tuple[int | None, ...]:
    """For each step the number of the last node of the graph that has its line."""
    last = {id(n.loc): i for i, n in enumerate(general.toposort()) if n.loc is not None}
    return tuple(last.get(id(s.loc)) for s in steps)


def _first_stored(entries: tuple[UOp, ...], prepared: dict[UOp, UOp], homes: dict[UOp, UOp],
                  roots: tuple[UOp, ...]) -> dict[UOp, UOp]:
    """The homes of the first stored nodes on the way down from `entries`: what lies below them will not be wanted again."""
    found: dict[UOp, UOp] = {}
    stack, seen = list(entries), set(roots)
    while stack:
        node = stack.pop()
        if node in seen or node.op in _KNOWN: continue
        seen.add(node)
        home = homes.get(prepared[node])
        if home is None or node.op is Ops.ASSIGN or node.op in GroupOp.MOVEMENT: stack += node.src
        else: found[node] = home
    return found


def _home(form: UOp, stored: dict[UOp, UOp]) -> UOp:
    """The memory of a root: of one on several devices, of all its parts."""
    if form.op is not Ops.MULTI: return stored[form]
    return UOp.multi([stored[p].reshape(p.shape) for p in form.src], form.arg)


def _ordered_steps(sink: UOp, traits: TraitsOf) -> tuple[list[Step], dict[UOp, UOp], dict[UOp, Why]]:
    """The kernels and copies for `sink` in the order to run them, the home of each stored node, and why some were stored."""
    order = [n for n in sink.toposort() if n is not sink and n.op is not Ops.DEVICE]
    limits = [most for device in {n.device for n in order} - {None} if (most := traits(device or "").most_buffers) is not None]
    plan = find_loops(sink, min(costs.MOST_BUFFERS, *limits), min(limits) - 1) if limits else find_loops(sink)
    steps, homes = build_steps(order, plan)
    return order_steps(steps), homes, plan.why


def _write_last(sink: UOp) -> UOp:
    """Values assigned to memory that others still want as it was are kept apart, and everyone reads them there.

    What writes to memory that has been assigned to before still comes after that: targets keep their ASSIGNs.
    """
    values: dict[UOp, UOp] = {}  # each node where it is read
    targets: dict[UOp, UOp] = {}  # each node where it is written to
    for node in sink.toposort():
        if node.op is Ops.ASSIGN:
            value = values[node.src[1]]
            values[node] = value if value.op is Ops.CONTIGUOUS else UOp(Ops.CONTIGUOUS, node.dtype, (value,))
            targets[node] = node.replace(src=(targets[node.src[0]], values[node]))
        else:
            values[node] = node.replace(src=tuple(values[s] for s in node.src))
            targets[node] = node.replace(src=tuple(targets[s] for s in node.src))
    wanted = [targets[s] if s.op is Ops.ASSIGN else values[s] for s in sink.src]
    others = [targets[n] for n in values if n.op is Ops.ASSIGN and n not in sink.src]
    return UOp.sink(*wanted, *others)


class _Memories:
    """The memory of the day for each buffer of a template. (A function that calls itself would keep it alive for the collector.)"""

    def __init__(self, template: Template, slots: list[UOp]) -> None:
        self._places, self._slots = template.places, slots
        self._arenas = {device: UOp.new_buffer(device, size, dtypes.uint8) for device, size in template.arenas.items()}
        self._held: dict[UOp, UOp] = {}

    def buffer(self, b: UOp) -> UOp:
        """What stands for `b` today."""
        found = self._held.get(b)
        if found is None: found = self._held[b] = self._make(b)
        return found

    def result(self, home: UOp, shape: tuple[int, ...]) -> UOp:
        """What a root has become today."""
        if home.op is not Ops.MULTI: return laid_out(self.buffer(home), shape)
        return home.replace(src=tuple([self.buffer(p.base).reshape(p.shape) for p in home.src]))

    def _make(self, b: UOp) -> UOp:
        if b.op is Ops.PARAM:
            slot: int = b.arg.slot
            return self._slots[slot]
        if b.op is Ops.BUFFER_VIEW: return b.replace(src=(self.buffer(b.src[0]),))
        if (place := self._places.get(b)) is None: return UOp.new_buffer(b.arg.device, b.arg.size, b.dtype)
        return UOp(Ops.BUFFER_VIEW, b.dtype, (self._arenas[b.arg.device],), (b.arg.size, place.offset // b.dtype.itemsize))


def _fill_in(template: Template, today: _Today, sink: UOp, wanted: list[UOp], cached: bool) -> Schedule:
    """The template over today's buffers and values of variables, and new memory for its results."""
    memories = _Memories(template, today.slots)
    calls: list[UOp] = []
    nodes = list(today.order)
    for (what, buffers, loc), number in zip(template.calls, template.lines, strict=True):
        call = UOp(Ops.CALL, dtypes.void, (what, *[memories.buffer(b) for b in buffers]))
        # equal nodes of another graph have other lines; there may be fewer, where some differ in the values of variables only
        call.loc = (nodes[number].loc if number is not None and number < len(nodes) else None) or loc
        calls.append(call)
    becomes: dict[UOp, UOp] = {}
    for concrete, abstract in zip(today.roots, today.general.src, strict=False):
        if concrete.op is Ops.ASSIGN: becomes[concrete] = concrete.src[0].substitute(
            {n: _without_assign(n) for n in concrete.src[0].toposort() if n.op is Ops.ASSIGN})
        else: becomes[concrete] = memories.result(template.homes[abstract], concrete.shape)
    if template.kept:
        whole = list(today.sink.toposort())
        becomes |= {whole[i]: laid_out(memories.buffer(home), whole[i].shape) for i, home in template.kept.items()}
    for s, w in zip(sink.src, wanted, strict=True):
        becomes[s] = becomes[w] if w.op is Ops.CONTIGUOUS and w.src and w.src[0] is s else s.substitute(becomes)
    return Schedule(UOp(Ops.LINEAR, dtypes.void, tuple(calls)), today.values, becomes, template.boundaries, cached)


def _without_assign(assign: UOp) -> UOp:
    """The view that an ASSIGN writes to, with the ASSIGNs under it gone."""
    target = assign.src[0]
    return target.substitute({n: _without_assign(n) for n in target.toposort() if n.op is Ops.ASSIGN and n is not assign}) \
        if target.op is not Ops.BUFFER else target


