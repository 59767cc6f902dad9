"""Realization of tensors: the one place where tensor/ requests a schedule and runs it.

Inputs: tensors. Outputs: the same tensors, backed by memory. Invariants: an ASSIGN runs once; a live value that was built before an
assignment is computed before the memory it reads is overwritten; other live graphs use the computed values.
"""
from __future__ import annotations

import time
from collections.abc import Collection, Generator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from heddle.engine.execute import scheduling_capabilities
from heddle.engine.run_template import run_planned
from heddle.engine.template_store import templates_on_disk
from heddle.errors import DeviceError, ShapeError
from heddle.named_tuple import NamedTuple
from heddle.process.interrupts import whole_run
from heddle.schedule import Planned, Schedule, create_schedule, plan
from heddle.tensor import aliasing
from heddle.tensor.autograd import lazy_gradients, realized_graphs
from heddle.tensor.autograd.tracing import check_has_value
from heddle.tensor.eager.realize_alone import follow, graphs_alive, put_in_memory, realize_alone, settle_alone
from heddle.tensor.host_data import own_node, runs_kernels
from heddle.tensor.lock import lock, locked
from heddle.tensor.random import random
from heddle.tracing.bus import emit_realized, listening
from heddle.tracing.counters import GlobalCounters
from heddle.uop import GroupOp, Ops, UOp
from heddle.uop.traversal import walk

_now = time.perf_counter

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor


def read_tensor(tensor: Tensor) -> None:
    """Computes a tensor whose value is read: gradients flow through it as before."""
    realize_tensors((tensor,), is_read=True)


def realize_tensors(tensors: Sequence[Tensor], is_read: bool = False) -> None:
    """Computes every unrealized tensor, all in one schedule. `is_read`: for a read of a value, not by an explicit request."""
    with lock:
        if len(tensors) != 1 or _held.get() is not None or not realize_alone(tensors[0], is_read): _realize_together(tensors, is_read)


def _realize_together(tensors: Sequence[Tensor], is_read: bool) -> None:
    requested = [t for t in dict.fromkeys(tensors) if _has_to_be_computed(t)]
    if not requested: return
    for t in requested:
        if (device := t.uop.device) is None or runs_kernels(device) or t.uop.op is Ops.ASSIGN: continue
        if aliasing.memory_of(t.uop) is None:
            raise DeviceError(f"{device} holds data and computes nothing", "Move the tensor first: x.to(device).", t.uop.loc)
    t = requested[0]
    is_simple = len(requested) == 1 and t._storage is None and t.uop.op not in _LOOKED_THROUGH and t.uop.device is not None
    if roots := [t.uop] if is_simple else _roots(requested): _compute(roots, set(requested), is_read)


def _has_to_be_computed(t: Tensor) -> bool:
    """Whether there is something to compute: a tensor without elements needs no memory."""
    if t._unseen is not None: return False  # a replay's result that has not been accessed
    storage = t._storage
    return (storage is None or storage.memory is None or storage.first().assigned is not None) and 0 not in t.uop.shape


# ---- which node is computed for a tensor


def _roots(tensors: Sequence[Tensor]) -> list[UOp]:
    """The nodes to compute for `tensors`: of views the full value that they share, so that they stay views of one memory."""
    for t in tensors: _prepare(t)
    return list(dict.fromkeys([root for t in tensors if (root := _root(t)) is not None]))


def _prepare(t: Tensor) -> None:
    """Makes the node to compute for `t` one that is stored, and points all its views at that memory."""
    storage = t._storage
    if storage is None:
        if t.uop.device is None: t.uop = _on_default_device(t.uop)
        elif (memory := aliasing.memory_to_share(t.uop)) is not None: aliasing.put_in_memory(t, memory)  # until one is written to
        elif aliasing.memory_of(t.uop) is not None: t.uop = UOp(Ops.CONTIGUOUS, t.uop.dtype, (t.uop,))
        return
    if storage.memory is not None: return
    if storage.source is None and not storage.has_others(t):  # the rest is unobservable
        if t.uop.device is None: t.uop = _on_default_device(t.uop)
        if t.uop.base.op in (Ops.CONST, Ops.IOTA): t.uop = UOp(Ops.CONTIGUOUS, t.uop.dtype, (t.uop,))
        storage.root = aliasing.unshaped(t.uop)
    else: _store_root(storage.first())


def _root(t: Tensor) -> UOp | None:
    storage = t._storage
    if storage is None: return t.uop
    first = storage.first()
    if first.assigned is not None: return first.assigned
    if storage.memory is not None: return None
    return first.root if first is not storage or storage.has_others(t) else t.uop


def _store_root(storage: aliasing.Storage) -> None:
    """Makes the root a node that can be stored: a constant, or a view of other memory, is copied."""
    if storage.root.device is None: storage.rebase(_on_default_device(storage.root))
    if storage.root.base.op in _NEVER_STORED: storage.rebase(own_node(storage.root))


_LOOKED_THROUGH = GroupOp.MOVEMENT | {Ops.CONST, Ops.IOTA, Ops.DETACH, Ops.BITCAST} | aliasing.MEMORY
_NEVER_STORED = aliasing.MEMORY | {Ops.CONST, Ops.IOTA, Ops.DETACH, Ops.BITCAST}


@locked
def realize_assign(assign: UOp) -> None:
    """Runs a partial ASSIGN now, together with the tensors that still need the old value."""
    _compute([assign], set())


def _compute(roots: list[UOp], requested: set[Tensor], is_read: bool = False) -> None:
    """Computes `roots`, which belong to the tensors `requested`, and everything that must be computed with them."""
    check_has_value(roots, "computing it")
    ends = () if is_read else frozenset(requested)  # gradients stop at explicitly realized values
    advances = random.advances(roots)
    if is_assigning := bool(aliasing.assigns) or Ops.ASSIGN in [r.op for r in roots]: roots = _with_assigns(roots, requested)
    pending = aliasing.pending_tensors()
    is_simple = len(requested) == len(pending) == 1 and pending[0].uop is roots[0]
    if is_simple and not (advances or is_assigning or pending[0]._needs_grad):
        # no other tensor is pending
        if (found := run(roots, ()).get(roots[0])) is not None: settle_alone(pending[0], roots[0], found, is_read)
        return
    if not (is_assigning or advances): return _settle(_run_apart(roots, graphs_alive(pending)), ends)
    with whole_run():  # assignments are known to be in memory, or have not run
        _settle(_run_apart([*roots, *advances], graphs_alive(pending)), ends)
        for advance in advances: _rebase_pending(advance)


def _run_apart(roots: Sequence[UOp], alive: Sequence[UOp]) -> dict[UOp, UOp]:
    """As `run`, with separate memory for equal values whose gradients differ.

    The schedule ignores nodes that matter to gradients only, such as DETACH: to it such values are one.
    """
    becomes = run(roots, alive)
    copies: dict[UOp, UOp] = {}
    for memory, graphs in _shared_results(becomes).items():
        first, *cuts = [_gradient_nodes(graph) for graph in graphs]
        others = list(graphs.values())[1:]
        for old in [old for nodes, own in zip(others, cuts, strict=True) if own != first for old in nodes]:
            new = becomes.pop(old)  # computed again where it is used later
            if old in roots: copies[old] = new.substitute({memory: own_node(memory)})
    if copies: becomes |= zip(copies, _copied(list(copies.values())), strict=True)
    return becomes


def _shared_results(becomes: dict[UOp, UOp]) -> dict[UOp, dict[UOp, list[UOp]]]:
    """Memories shared by several float values: each value as it was computed, and the nodes that it stands for."""
    if len({new.base for new in becomes.values()}) == len(becomes): return {}
    found: dict[UOp, dict[UOp, list[UOp]]] = {}
    for old, new in becomes.items():
        if old.dtype.is_float() and (stored := realized_graphs.stored_graph(old, new)) is not None:
            found.setdefault(stored[0], {}).setdefault(stored[1], []).append(old)
    return {memory: graphs for memory, graphs in found.items() if len(graphs) > 1}


def _gradient_nodes(graph: UOp) -> set[UOp]:
    """Nodes that affect only the gradient through `graph`."""
    inside = graph.toposort(gate=lambda n: n.op not in aliasing.MEMORY)
    return {n for n in inside if n.op in (Ops.DETACH, Ops.CUSTOM_GRADIENT)}


def _copied(nodes: Sequence[UOp]) -> list[UOp]:
    """The memories of copies."""
    becomes = run(nodes, ())
    return [becomes[n] for n in nodes]


def _on_default_device(node: UOp) -> UOp:
    """A device-independent graph of constants, placed on the default device."""
    from heddle.device import Device
    device = (UOp(Ops.DEVICE, arg=Device.DEFAULT),)
    return node.substitute({n: n.replace(src=device) for n in node.toposort() if n.op in (Ops.CONST, Ops.IOTA)})


def run(roots: Sequence[UOp], alive: Sequence[UOp]) -> dict[UOp, UOp]:
    """Computes `roots`; stored values may be reused in the graphs `alive`. Returns the memory of each computed node."""
    if (held := _held.get()) is not None:
        held.append(schedule := create_schedule(UOp.sink(*roots), scheduling_capabilities, alive, templates_on_disk))
        becomes = schedule.becomes
    else:
        begin, planned_at = _now() if listening else 0.0, 0.0
        try:
            planned = plan(roots, scheduling_capabilities, alive, templates_on_disk)
            if begin: planned_at = _now()
            GlobalCounters.count_schedule(planned is not None and planned.cached)
            becomes = {} if planned is None else run_planned(planned)
        finally:
            if begin: emit_realized(len(roots), begin, planned_at)
        if _noted is not None and planned is not None: _noted.append(Run(planned, becomes))
    return {old: new for old, new in becomes.items() if old is not new}


class Run(NamedTuple):
    """A plan that has run, and what its nodes have become."""

    planned: Planned
    becomes: dict[UOp, UOp]


_noted: list[Run] | None = None


@contextmanager
def noting_runs() -> Generator[list[Run]]:
    """Collects the runs inside. The lock must be held."""
    global _noted
    before, _noted = _noted, (runs := list[Run]())
    try: yield runs
    finally: _noted = before


#: deferred schedules of this thread or task; None where they run at once
_held: ContextVar[list[Schedule] | None] = ContextVar("held", default=None)


@locked
def schedule_tensors(tensors: Sequence[Tensor]) -> tuple[UOp, dict[str, int]]:
    """The LINEAR that computes `tensors`, and the values of its variables. Their memory is empty until it runs."""
    token = _held.set(schedules := [])
    try: realize_tensors(tensors)
    finally: _held.reset(token)
    values: dict[str, int] = {}
    for schedule in schedules:
        for name, value in schedule.var_vals.items():
            if values.setdefault(name, value) != value:
                raise ShapeError(f"{name} is bound to {values[name]} and to {value} in one LINEAR", "Schedule the tensors one by one.")
    return UOp(Ops.LINEAR, src=tuple([call for schedule in schedules for call in schedule.linear.src])), values


def realize_all(tensors: Sequence[Tensor], storages: Sequence[aliasing.Storage] = ()) -> None:
    """Computes `tensors` and pending assignments, and advances the random generators past all draws, in one schedule.

    The assignments are those of this thread, and those to `storages`. Another thread may be building a graph that reads what it has
    assigned, or what was there before: graphs are built without locking, so only that thread runs its assignments.
    """
    due = [first for s in storages if (first := s.first()).assigned is not None]
    requested = [t for t in dict.fromkeys((*tensors, *_tensors_of([*aliasing.assigning_here(), *due]))) if _has_to_be_computed(t)]
    roots = list(dict.fromkeys((*_roots(requested), *random.unsettled())))
    if roots: _compute(roots, set(requested))


# ---- assignments


@locked
def compute_before_overwriting(memories: set[UOp]) -> None:
    """Computes the pending tensors that read one of `memories`, which is about to be overwritten."""
    pending = aliasing.pending_tensors()
    if pending and (readers := _readers(pending, memories, set())):
        for t in readers: store_views(t)
        realize_tensors(readers)


def store_views(t: Tensor) -> None:
    """Stores the current value of views of memory that is about to be overwritten."""
    if t._storage is None:
        if t.uop.op is not Ops.CONTIGUOUS: t.uop = UOp(Ops.CONTIGUOUS, t.uop.dtype, (t.uop,))  # it may simplify to that memory
        return
    storage = t._storage.first()
    if storage.assigned is not None: return  # it gets memory of its own
    if storage.root.op is not Ops.CONTIGUOUS: storage.rebase(own_node(storage.root))


def _with_assigns(roots: list[UOp], requested: set[Tensor]) -> list[UOp]:
    """`roots`, those of `requested`, every ASSIGN below them, and the pending tensors that need the values before those writes."""
    seen: set[UOp] = set()
    assigns: set[UOp] = set()
    kept: set[Tensor] = set()
    while True:
        found: list[UOp] = []
        for node in walk(roots, seen):
            seen.add(node)
            if node.op is Ops.ASSIGN: found.append(node)
        roots = list(dict.fromkeys((*roots, *found)))
        assigns.update(found)
        if not assigns: return roots
        alive = (*aliasing.pending_tensors(), *_tensors_of(aliasing.assigning()))
        others = [t for t in alive if t not in kept and _has_to_be_computed(t)]
        readers = _readers(others, {leaf for a in assigns for leaf in written_leaves(a)}, assigns) if others else []
        if not readers: return roots
        for t in readers: store_views(t)
        requested |= set(readers)
        kept |= set(readers)
        roots = list(dict.fromkeys((*roots, *_roots(readers))))


def _tensors_of(storages: Sequence[aliasing.Storage]) -> list[Tensor]:
    """One tensor of each."""
    return [t for storage in storages for t in storage.tensors()[:1]]


def written_memory(assign: UOp) -> UOp:
    """The memory that an ASSIGN writes to."""
    node = assign.src[0]
    while node.op not in aliasing.MEMORY: node = node.src[0]
    return node


def written_leaves(assign: UOp) -> tuple[UOp, ...]:
    """The BUFFERs that an ASSIGN writes to: one per device."""
    return aliasing.leaves_of(written_memory(assign))


def _readers(tensors: Sequence[Tensor], memories: set[UOp], assigns: set[UOp]) -> list[Tensor]:
    """The tensors whose graph reads one of `memories` other than through `assigns`."""
    seen, reads = set(assigns), set(memories)
    for node in walk([t.uop for t in tensors], seen):
        seen.add(node)
        for s in node.src:
            if s in reads:
                reads.add(node)
                break
    return [t for t in tensors if t.uop in reads]


# ---- after a run


def _settle(becomes: dict[UOp, UOp], ends: Collection[Tensor]) -> None:
    """Points every live tensor at the memory of its computed graph. `ends`: nodes at which unrequested gradients stop."""
    assigns = [n for n in becomes if n.op is Ops.ASSIGN]
    written = {leaf for n in assigns if not random.is_position(written_memory(n)) for leaf in written_leaves(n)}
    lazy_gradients.lose_reading(written, assigns)
    if assigns or aliasing.assigns: lazy_gradients.substitute(becomes)
    finished = _run_assigns(assigns, becomes)
    for storage in aliasing.assigning(): aliasing.reassign(storage, becomes)
    if becomes and (pending := aliasing.pending_tensors()): _settle_pending(pending, becomes, ends)
    if not assigns: return
    realized_graphs.forget_reading(written)  # the graphs of values before the writes have been remembered by now
    for storage, node in finished: realized_graphs.remember_assigned(storage, written_memory(node), node.src[1], written)


def _settle_pending(pending: list[Tensor], becomes: dict[UOp, UOp], ends: Collection[Tensor]) -> None:
    """Moves pending tensors and their storages to the memory that `becomes` has for their nodes, or to nodes above such memory.

    In this order: remember the graphs of values inside, rebase storages, move tensors, then views that another thread has added
    meanwhile, and rebuild the remembered graphs over memory. `ends` as for `_settle`.
    """
    before = [t.uop for t in pending]
    seen = [t._storage for t in pending]  # looked at once: threads that build graphs meanwhile may give a tensor its first
    own = {id(s): s for s in seen if s is not None}
    counts = [len(s.views) for s in own.values()]
    storages = list((own | {id(f): f for s in own.values() if (f := s.first()) is not s}).values())
    shared = [s.root for s in storages]
    realized_graphs.remember_inner(becomes, [t.uop for t in pending if t._needs_grad], realized_graphs.remember)
    number = realized_graphs.next_run()
    unasked = [t.uop for t in pending if not t._needs_grad and t not in ends and t.dtype.is_float()]
    realized_graphs.remember_inner(becomes, unasked, lambda old, new: realized_graphs.remember_read(old, new, number))
    roots = {id(s): s.first().root for s in own.values()}
    above = [n for n in dict.fromkeys((*before, *shared)) if n not in becomes]
    moved = dict(zip(above, UOp.sink(*above).substitute(becomes).src, strict=True)) if above else {}
    for storage, root in zip(storages, shared, strict=True):
        if storage.source is None: new = becomes.get(root) or moved[root]
        else:  # expanded: a view of what it is expanded from, though something equal to it may be in memory by itself
            first = roots[id(storage)]
            new = root.substitute({first: becomes.get(first) or moved[first]})
        storage.root = aliasing.unshaped(new)
    for tensor, old, storage in zip(pending, before, seen, strict=True):
        made_since = None
        if storage is None:
            new = becomes.get(old) or moved[old]
            made_since = tensor._storage if new is not old else None
        else:  # a view stays a view of its root, though something equal to it may be in memory by itself
            root = roots[id(storage)]
            new = old.substitute({root: becomes.get(root) or moved[root]})
        if new is old: continue
        put_in_memory(tensor, new)
        if made_since is not None: follow(made_since, old, new)
        if aliasing.is_leaf(tensor): realized_graphs.move_leaf(old, new)
        elif tensor._needs_grad: realized_graphs.remember(old, new)
        elif tensor not in ends: realized_graphs.remember_read(old, new, number)
        else: realized_graphs.remember_requested(old, new)
    for storage, count in zip(own.values(), counts, strict=True):
        if len(storage.views) <= count: continue
        root = roots[id(storage)]
        follow(storage, root, becomes.get(root) or moved[root])
    # realized values are found by their graph, which is remembered
    swap = {old: t.uop for t, old in zip(pending, before, strict=True)
            if t.uop is not old and t.dtype.is_float() and aliasing.memory_of(t.uop) is None}
    if swap: realized_graphs.rebuild(swap, number)


def _run_assigns(assigns: Sequence[UOp], becomes: dict[UOp, UOp]) -> list[tuple[aliasing.Storage, UOp]]:
    """After assignments have run: tensors of an ASSIGN refer to its target again. Returns their storages."""
    finished: list[tuple[aliasing.Storage, UOp]] = []
    for node in assigns:
        ref = aliasing.assigns.pop(node, None)
        storage = ref() if ref is not None else None
        if storage is None or storage.assigned is not node: continue
        storage.assigned = None
        storage.substitute({node: becomes[node]})
        finished.append((storage, node))
    return finished


# ---- generators of random numbers


@locked
def settle_draws() -> None:
    """Computes the random tensors that wait: a replay of what draws them would do so from a generator that has moved on."""
    pending = aliasing.pending_tensors()
    drawn = random.drawn([t.uop for t in pending])
    if waiting := [t for t in pending if t.uop in drawn]: realize_tensors(waiting, is_read=True)


def _rebase_pending(advance: UOp) -> None:
    """Rebases earlier draws on the generator's new position: those not computed yet, and those of a gradient."""
    swap = random.advanced(advance)
    aliasing.substitute_pending(swap)
    lazy_gradients.substitute(swap)
    for storage in aliasing.assigning(): aliasing.reassign(storage, swap)
    realized_graphs.substitute(swap)
