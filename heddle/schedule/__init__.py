"""The scheduler: a tensor graph as a LINEAR of CALLs, with kernels, their order, and memory for intermediates.

Inputs: a SINK of tensors.
Outputs: a `Schedule`. The same graph over other buffers is scheduled once: what is decided is kept as a template by the graph's
form and the capabilities of its devices, and filled in with the buffers of the current run; or the engine runs the template as it
is.
"""
from __future__ import annotations

import threading
import weakref
from collections import OrderedDict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import field

from heddle.dtype import dtypes
from heddle.errors import Location, user_location
from heddle.lazy_dataclass import dataclass
from heddle.named_tuple import NamedTuple
from heddle.process.collector import paused_collector
from heddle.process.fork_safety import free_in_child
from heddle.schedule import cost_model
from heddle.schedule.bindings.buffer_offsets import see_parts
from heddle.schedule.bindings.pack_bindings import fit_bindings
from heddle.schedule.cache_key import IN_PLACE, Form, OpForm, form_of, form_of_op
from heddle.schedule.capabilities import CapabilitiesOf, SchedulingCapabilities, any_device
from heddle.schedule.fusion import MEMORY, find_loops
from heddle.schedule.fusion_report import Boundary, Why, find_boundaries
from heddle.schedule.index_map import forget_moved
from heddle.schedule.kernels import Step, build_steps
from heddle.schedule.memory_planner import plan_memory
from heddle.schedule.rewrites import prepare, share_stored
from heddle.schedule.sharding import split_by_device
from heddle.schedule.template import Memories, Slots, Template, TemplateStore, over_slots
from heddle.schedule.topological_order import OrderCycle, order_steps
from heddle.settings import State, settings
from heddle.tracing.bus import emit, listeners_to
from heddle.tracing.events import Scheduled
from heddle.uop import GroupOp, Ops, UOp

__all__ = ["KnownPlan", "Planned", "Schedule", "create_schedule", "exchange_settings", "find_plan", "known_plan", "known_plan_of",
           "plan", "schedule_cache", "template_of"]


@dataclass(frozen=True)
class Schedule:
    """A schedule. `becomes` maps nodes of the graph to their memory after the run.

    `boundaries` are the values that go from CALL to CALL through memory. `cached` says that nothing had to be decided anew.
    """

    linear: UOp
    var_vals: dict[str, int] = field(default_factory=dict[str, int])
    becomes: dict[UOp, UOp] = field(default_factory=dict[UOp, UOp])
    boundaries: tuple[Boundary, ...] = ()
    cached: bool = False


#: Least recently used first; at most `_CACHED` of them.
schedule_cache: OrderedDict[Hashable, Template] = OrderedDict()
_CACHED = 1024
_newest: Template | None = None  # the most recently used one
_cache_lock = free_in_child(threading.Lock())
_listeners = listeners_to(Scheduled)


def create_schedule(sink: UOp, capabilities: CapabilitiesOf = any_device, alive: Iterable[UOp] = (),
                    store: TemplateStore | None = None) -> Schedule:
    """The schedule that computes the tensors under `sink` into memory.

    `capabilities` gives those of a device by its name: a cached schedule serves every device that has the same ones.
    `alive`: graphs that somebody may want later. What they need of this one and comes to lie in memory on the way is kept there.
    `store`: has templates of other processes.
    """
    planned = plan(sink.src, capabilities, alive, store)
    return Schedule(UOp(Ops.LINEAR), {}, {s: s for s in sink.src}) if planned is None else planned.filled_in()


class Planned(NamedTuple):
    """A plan for the tensors `requested`; `stored` are the nodes to store for each. Its template is not bound to buffers yet."""

    requested: tuple[UOp, ...]
    stored: tuple[UOp, ...]
    form: Form
    template: Template
    values: dict[str, int]  # of the variables
    cached: bool

    @property
    def sink(self) -> UOp:
        """The graph of the requested tensors."""
        return UOp.sink(*self.requested)

    def general(self) -> UOp:
        """The graph of the roots over numbered PARAMs, which is equal for all runs of the template."""
        whole, _ = self.form.general()
        return UOp.sink(*whole.src[:whole.arg])

    def filled_in(self) -> Schedule:
        """Binds the template to the run's buffers and variables, and to new memory for its results."""
        template = self.template
        memories = Memories(template, self.form.slots)
        calls: list[UOp] = []
        for over, line in zip(template.linear.src, template.lines_in(self.form.nodes), strict=True):
            call = UOp(Ops.CALL, dtypes.void, (over.src[0], *[memories.node(b.arg.slot) for b in over.src[1:]]))
            call.loc = line
            calls.append(call)
        linear = UOp(Ops.LINEAR, dtypes.void, tuple(calls))
        schedule = Schedule(linear, self.values, self.becomes(memories), template.boundaries, self.cached)
        if _listeners: emit(Scheduled(self, schedule, user_location()))
        return schedule

    def becomes(self, memories: Memories) -> dict[UOp, UOp]:
        """The memory of each node of the graph after the run."""
        template, nodes = self.template, self.form.nodes
        found: dict[UOp, UOp] = {}
        for root, home in zip(self.form.roots, template.homes, strict=True):
            found[root] = _target(root) if home is None else memories.result(home, root.shape)
        for number, home in template.kept.items(): found[nodes[number]] = memories.result(home, nodes[number].shape)
        for s, w in zip(self.requested, self.stored, strict=True):
            if s not in found: found[s] = found[w] if w.op is Ops.CONTIGUOUS and w.src and w.src[0] is s else s.substitute(found)
        return found


def plan(requested: Sequence[UOp], capabilities: CapabilitiesOf = any_device, alive: Iterable[UOp] = (),
         store: TemplateStore | None = None) -> Planned | None:
    """The plan that `create_schedule` binds; None if everything is in memory already."""
    stored = tuple([stored_form(s) for s in requested])
    roots = tuple(dict.fromkeys([w for w in stored if w.op not in MEMORY and w.op is not Ops.MULTI]))
    if not roots: return None
    form = form_of(roots, alive)
    values = form.values()
    template, cached = _template(form, capabilities, store)
    if settings.VERIFY: _verify(UOp.sink(*requested), template.linear)
    return Planned(tuple(requested), stored, form, template, values, cached)


def find_plan(root: UOp, capabilities: CapabilitiesOf = any_device) -> tuple[Sequence[UOp], Template, Form | None] | None:
    """The BUFFERs and the template of a node that is stored as it is, without variables, if its schedule is cached; and its form,
    if it is more than an op on memory and constants."""
    op_form = form_of_op(root)
    if op_form is not None and (template := _known_op(op_form, capabilities)) is not None: return op_form.slots, template, None
    if not settings.SCACHE: return None
    form = form_of((root,))
    key = _key(form, capabilities)
    template = schedule_cache.get(key)
    if template is None or form.sized: return None
    if template is not _newest: _keep(key, template)
    if settings.VERIFY: _verify(UOp.sink(root), template.linear)
    elif op_form is not None and form.slots == op_form.slots and form.devices == (op_form.device,):
        _note_op(op_form, _known(op_form.device, key, template, capabilities))
    return form.slots, template, form


class KnownPlan(NamedTuple):
    """Where a template stands in the schedule cache: what a look-up of its whole key found."""

    state: State  # of the settings: they say that the cache is used, and that nothing is verified
    device: str
    capabilities: SchedulingCapabilities
    key: Hashable
    template: weakref.ref[Template]


def known_plan(root: UOp, template: Template, capabilities: CapabilitiesOf) -> tuple[Sequence[UOp], KnownPlan] | None:
    """The BUFFERs of a node whose template is `template`, and where that stands, if it has no variables and is on one device."""
    form = form_of((root,))
    return None if (found := known_plan_of(form, template, capabilities)) is None else (form.slots, found)


def known_plan_of(form: Form, template: Template, capabilities: CapabilitiesOf) -> KnownPlan | None:
    """Where the template of a form stands, if it has no variables and is on one device."""
    if form.sized or len(form.devices) != 1 or settings.VERIFY or not settings.SCACHE: return None
    return _known(form.devices[0], _key(form, capabilities), template, capabilities)


def _known(device: str, key: Hashable, template: Template, capabilities: CapabilitiesOf) -> KnownPlan:
    return KnownPlan(settings.state(), device, capabilities(device), key, weakref.ref(template))


def template_of(known: KnownPlan, capabilities: CapabilitiesOf) -> Template | None:
    """The template, if it is in the schedule cache still, for settings as they are; it is marked as the most recently used."""
    if not settings.is_still(known.state) or capabilities(known.device) is not known.capabilities: return None
    template = known.template()
    if template is _newest: return template if schedule_cache else None  # emptied, and nothing scheduled since
    if template is None or schedule_cache.get(known.key) is not template: return None
    _keep(known.key, template)
    return template


#: by the key of an `OpForm`
_known_ops: dict[Hashable, KnownPlan] = {}


def _known_op(form: OpForm, capabilities: CapabilitiesOf) -> Template | None:
    """The template of a single op, if it is known."""
    known = _known_ops.get(form.key)
    return None if known is None else template_of(known, capabilities)


def _note_op(form: OpForm, known: KnownPlan) -> None:
    if len(_known_ops) >= _CACHED: _known_ops.clear()
    _known_ops[form.key] = known


def exchange_settings() -> tuple[int, int]:
    """The settings that schedules depend on, beside those of kernels: how they join and order collectives."""
    return settings.COLLECTIVE_BUCKET, settings.COLLECTIVE_OVERLAP


def _of_devices(form: Form, capabilities: CapabilitiesOf) -> tuple[SchedulingCapabilities, ...]:
    return tuple([capabilities(d) for d in form.devices])


def _key(form: Form, capabilities: CapabilitiesOf) -> Hashable:
    """Where the template of a form stands in the schedule cache."""
    return form.key, _of_devices(form, capabilities), exchange_settings()


def _template(form: Form, capabilities: CapabilitiesOf, store: TemplateStore | None) -> tuple[Template, bool]:
    """The schedule of a graph for devices with these capabilities, and whether it was cached."""
    if not settings.SCACHE: return _made(form, capabilities), False
    key = _key(form, capabilities)
    if (template := schedule_cache.get(key)) is not None:
        if template is not _newest: _keep(key, template)
        return template, True
    stored_key = None if store is None else store.key(form, _of_devices(form, capabilities))
    found = None if store is None or stored_key is None else store.read(stored_key, form)
    template = _made(form, capabilities) if found is None else found
    _keep(key, template)
    if found is None and store is not None and stored_key is not None: store.write(stored_key, form, template)
    return template, found is not None


def _keep(key: Hashable, template: Template) -> None:
    """Marks a template as the most recently used."""
    global _newest
    with _cache_lock:
        _newest = template
        schedule_cache[key] = template
        schedule_cache.move_to_end(key)
        if len(schedule_cache) > _CACHED: schedule_cache.popitem(last=False)


def _verify(sink: UOp, linear: UOp) -> None:
    from heddle.uop.verify.verifier import Spec, verify
    verify(sink, Spec.tensor_graph, "building the graph")
    verify(linear, Spec.schedule, "schedule")


_LOOKED_THROUGH = GroupOp.MOVEMENT | {Ops.CONST, Ops.IOTA, Ops.DETACH}


def stored_form(node: UOp) -> UOp:
    """The node to store so that `node` is in memory: what its movement ops look at, or all of it if that is constant."""
    if node.op is Ops.CUSTOM_GRADIENT and _is_seen_through(node): return UOp(Ops.CONTIGUOUS, node.dtype, (node,))
    if node.op not in _LOOKED_THROUGH: return node
    base = node.base
    if base.op in (Ops.CONST, Ops.IOTA): return UOp(Ops.CONTIGUOUS, node.dtype, (node,))
    return stored_form(base.src[0]) if base.op is Ops.DETACH else base


def _is_seen_through(node: UOp) -> bool:
    """Whether what is left of a CUSTOM_GRADIENT for the schedule is a view, or memory, which is stored elsewhere or not at all."""
    while node.op is Ops.CUSTOM_GRADIENT: node = node.src[0]
    return node.op in _LOOKED_THROUGH or node.op in MEMORY or node.op in (Ops.MULTI, Ops.BITCAST, Ops.ASSIGN)


def _target(assign: UOp) -> UOp:
    """The view that an ASSIGN writes to, with the ASSIGNs under it gone."""
    target = assign.src[0]
    if target.op is Ops.BUFFER: return target
    return target.substitute({n: _target(n) for n in target.toposort() if n.op is Ops.ASSIGN})


def _made(form: Form, capabilities: CapabilitiesOf) -> Template:
    with paused_collector():  # it would walk the graph for a quarter of the time
        try: return _schedule(form, capabilities)
        finally: forget_moved()


def _schedule(form: Form, capabilities: CapabilitiesOf) -> Template:
    """The template of a graph: the stage from its split by devices to memory planning; the passes stand in their order.

    `entries`: values of graphs that are alive, whose memory is reported if the schedule stores them anyway; on several devices
    there are none. If the order is cyclic, because a value is read after it is overwritten, assigned values are stored apart and
    written last.
    """
    whole, number = form.general()
    count: int = whole.arg
    roots, entries = whole.src[:count], whole.src[count:]
    general = UOp.sink(*roots)
    split = split_by_device(general, settings.COLLECTIVE_BUCKET)
    if split.sink.src != roots: entries = ()  # on several devices each part is a node of its own
    below = list(UOp.sink(*entries).toposort(gate=lambda n: n not in roots))[:-1]
    ready = prepare(UOp.sink(*split.sink.src, *below), capabilities, {*split.sink.src, *entries}).src
    done = len(ready) - len(below)
    ready = share_stored(ready, done)
    sink = UOp.sink(*ready[:done])
    try: steps, homes, why = _ordered_steps(sink, capabilities)
    except OrderCycle:
        sink = _write_last(sink)
        steps, homes, why = _ordered_steps(sink, capabilities)
    prepared = dict(zip(split.sink.src, sink.src, strict=False))  # writes that have to come last are at the end
    stored = {old: homes.get(new, new) for old, new in prepared.items()}
    outputs = [_home(form, stored) for form in split.forms]
    kept = _first_stored(entries, dict(zip(below, ready[done:], strict=True)), homes, roots)
    fitted = fit_bindings(steps, capabilities)
    planned, arenas = plan_memory(fitted, {*(homes[n] for n in sink.src if n in homes), *kept.values()})
    slots = Slots(len(form.slots), planned, arenas)
    linear = over_slots(see_parts(fitted, capabilities), slots)
    ends = tuple([None if root.op is Ops.ASSIGN else slots.over(home) for root, home in zip(roots, outputs, strict=True)])
    seen = {number[n]: slots.param(home) for n, home in kept.items()}
    boundaries = find_boundaries(steps, why, general, sink)
    return Template(linear, _lines(number, fitted), len(form.slots), tuple(slots.found), ends, seen, boundaries)


def _lines(number: dict[UOp, int], steps: Iterable[Step]) -> tuple[tuple[int | None, Location | None], ...]:
    """For each step, the number of the last node of the graph with its source line, and that line."""
    last = {id(n.loc): i for n, i in number.items() if n.loc is not None}
    return tuple((last.get(id(s.loc)), s.loc) for s in steps)


#: views stay views of kept values, and assigned values are kept anyway
_NOT_KEPT = GroupOp.MOVEMENT | {Ops.ASSIGN, Ops.DETACH, Ops.BITCAST}


def _first_stored(entries: tuple[UOp, ...], prepared: dict[UOp, UOp], homes: dict[UOp, UOp],
                  roots: tuple[UOp, ...]) -> dict[UOp, UOp]:
    """The homes of the first stored nodes on the way down from `entries`: what lies below them is not needed again."""
    found: dict[UOp, UOp] = {}
    stack, seen = list(entries), set(roots)
    while stack:
        node = stack.pop()
        if node in seen or node.op in IN_PLACE: continue
        seen.add(node)
        home = homes.get(prepared[node])
        if home is None or node.op in _NOT_KEPT: stack += node.src
        else: found[node] = home
    return found


def _home(form: UOp, stored: dict[UOp, UOp]) -> UOp:
    """The memory of a root: on several devices, of all its parts."""
    if form.op is not Ops.MULTI: return stored[form]
    return UOp.multi([stored[p].reshape(p.shape) for p in form.src], form.arg)


def _ordered_steps(sink: UOp, capabilities: CapabilitiesOf) -> tuple[list[Step], dict[UOp, UOp], dict[UOp, Why]]:
    """The kernels and copies for `sink` in the order to run them, the home of each stored node, and why some were stored."""
    order = [n for n in sink.toposort() if n is not sink and n.op is not Ops.DEVICE]
    devices = {n.device for n in order} - {None}
    limits = [most for device in devices if (most := capabilities(device or "").most_buffers) is not None]
    plan = find_loops(sink, min(cost_model.MOST_BUFFERS, *limits), min(limits) - 1) if limits else find_loops(sink)
    steps, homes = build_steps(order, plan, sink.src)
    return order_steps(steps, settings.COLLECTIVE_OVERLAP), homes, plan.why


def _write_last(sink: UOp) -> UOp:
    """Stores values apart that are assigned to memory whose old version is still read; their readers read them there.

    What writes to memory that has been assigned to before still comes after that: targets keep their ASSIGNs.
    """
    values: dict[UOp, UOp] = {}  # each node as it is read
    targets: dict[UOp, UOp] = {}  # each node as the target of a write
    for node in sink.toposort():
        if node.op is Ops.ASSIGN:
            value = values[node.src[1]]
            values[node] = value if value.op is Ops.CONTIGUOUS else UOp(Ops.CONTIGUOUS, node.dtype, (value,))
            targets[node] = node.replace(src=(targets[node.src[0]], values[node]))
        else:
            values[node] = node.replace(src=tuple(values[s] for s in node.src))
            targets[node] = node.replace(src=tuple(targets[s] for s in node.src))
    stored = [targets[s] if s.op is Ops.ASSIGN else values[s] for s in sink.src]
    others = [targets[n] for n in values if n.op is Ops.ASSIGN and n not in sink.src]
    return UOp.sink(*stored, *others)
