"""Search space of schedules: the lists of actions that a search starts from, and the neighbours of a list.

Inputs: a simplified kernel, a list of actions, the device's capabilities.
Outputs: legal lists (legality.py), each with the kernel it makes.
Invariants: the same lists in the same order in every process. An action that is put in, taken out or changed moves the numbers of
the axes that later actions make; `edited` rewrites those, so that the rest of a list means the same loops as before.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from heddle.codegen.actions.action import OF_LOADS, TMA, Action, apply
from heddle.codegen.actions.legality import follow, is_sane, why_not
from heddle.codegen.actions.loop_transforms import fresh_id, size_of, stride
from heddle.codegen.memory.tile_operands import loads
from heddle.codegen.policy.gpu_schedule import choose_actions
from heddle.renderer import Capabilities
from heddle.uop import AxisType, Ops, UOp

Actions = tuple[Action, ...]
_LOOPS = (AxisType.LOOP, AxisType.REDUCE)
#: Actions that come after all splits: they are appended to a list, and new splits are inserted before them.
_LAST = ("order", "join", "fuse_rows", "cache_read", "cache_shared", "dot_product", "tensorize", "pipeline")
_MADE_AT_MOST = 3  # axes that one action creates: outer, inner, rest


class Plan(NamedTuple):
    """A list of actions and the kernel that they make."""

    actions: Actions
    sink: UOp


def planned(kernel: UOp, actions: Sequence[Action], caps: Capabilities) -> Plan | None:
    """`kernel` after `actions`; None if they are illegal."""
    sink = follow(kernel, actions, caps)
    return None if sink is None else Plan(tuple(actions), sink)


# ---- initial lists


def starts(kernel: UOp, caps: Capabilities) -> list[Plan]:
    """The default schedule, then those of other machines (fewer registers, other caches, more threads), and the empty list."""
    sink, actions = choose_actions(kernel, caps)
    found = {sink: Plan(tuple(actions), sink)}
    for like in _other_machines(caps):
        plan = planned(kernel, choose_actions(kernel, like)[1], caps)
        if plan is not None: found.setdefault(plan.sink, plan)
    found.setdefault(kernel, Plan((), kernel))
    return list(found.values())


def _other_machines(caps: Capabilities) -> Iterator[Capabilities]:
    for threads in (512, 256, 128, 64, 32):
        if threads < caps.workgroup_threads: yield replace(caps, workgroup_threads=threads)
    if caps.workgroup is not None: yield replace(caps, vector=0)
    if caps.vector >= 32: yield replace(caps, vector=caps.vector // 2)
    for registers in (caps.registers // 2, caps.registers * 3 // 4):
        yield replace(caps, registers=registers)
    for threads in (4, 16): yield replace(caps, threads=caps.threads * threads)
    if caps.threads > 1: yield replace(caps, threads=1)
    for times in (4, 16):
        yield replace(caps, cache=tuple(n // times for n in caps.cache))
        yield replace(caps, cache=tuple(n * times for n in caps.cache))
    if caps.has_scratch: yield replace(caps, has_scratch=False)
    if caps.has_tma: yield replace(caps, has_tma=False)
    if caps.has_async_copies: yield replace(caps, shared_memory=(caps.shared_memory or 0) // 2)  # two work-groups per core
    if caps.has_fast_shared: yield replace(caps, shared_memory=0)
    if caps.tensor_cores: yield replace(caps, tensor_cores=())
    if caps.dot_product_dtypes: yield replace(caps, dot_product_dtypes=frozenset())
    if caps.has_scratch and caps.vector >= 32: yield replace(caps, has_scratch=False, vector=caps.vector // 2)


# ---- neighbours of a list


class Edit(NamedTuple):
    """An edit of a list: from action `at` on, `drop` actions are replaced by those in `put`."""

    at: int
    drop: int
    put: Actions


def edits(kernel: UOp, actions: Actions, caps: Capabilities) -> Iterator[Edit]:
    """All neighbours of `actions`: an action removed, changed or added. `edited` checks their legality."""
    states = states_of(kernel, actions)
    for at, action in enumerate(actions):
        for other in ((), *_changes(states[at], action, caps)): yield Edit(at, 1, other)
    end = next((n for n, a in enumerate(actions) if a.what in _LAST or a.kind in ("grid", "workgroup")), len(actions))
    for more in _additions(states[end], caps, staged=any(a.what in OF_LOADS for a in actions)): yield Edit(end, 0, more)
    for more in _endings(states[-1], caps): yield Edit(len(actions), 0, more)


def states_of(kernel: UOp, actions: Actions) -> list[UOp]:
    """The kernel before each action, and after the last."""
    states = [kernel]
    for action in actions: states.append(apply(states[-1], action))
    return states


def edited(states: Sequence[UOp], actions: Actions, edit: Edit, caps: Capabilities) -> Plan | None:
    """`actions` after an edit; later actions are renumbered to apply to the same loops.

    `states` are those of `states_of`. None where the new list may not be done.
    """
    at, drop, put = edit
    names: dict[int, int | None] = {}  # new numbers of axes; None: the axis is gone
    sink, done = states[at], list(actions[:at])
    before = fresh_id(sink)
    for action in put:
        if why_not(sink, action, caps) is not None: return None
        before = fresh_id(sink)
        sink = apply(sink, action)
        if action.what in ("split", "join"): names |= {action.axes[0]: before, **dict.fromkeys(action.axes[1:])}
        done.append(action)
    if drop: names |= _made(states[at], actions[at], before if put else None)
    for n in range(at + drop, len(actions)):
        action = _renamed(actions[n], names)
        if action is None: continue
        if why_not(sink, action, caps) is not None: return None
        old, new = fresh_id(states[n]), fresh_id(sink)
        names |= {old + k: new + k for k in range(_MADE_AT_MOST)}
        sink = apply(sink, action)
        done.append(action)
    return Plan(tuple(done), sink) if is_sane(sink, caps) else None


def _made(sink: UOp, dropped: Action, instead: int | None) -> dict[int, int | None]:
    """The new numbers of the axes that `dropped` created: those of the action `instead`, or the axis that they were split from."""
    first = fresh_id(sink)
    if instead is not None: return {first + k: instead + k for k in range(_MADE_AT_MOST)}
    return {first: dropped.axes[0], first + 1: None, first + 2: None} if dropped.what in ("split", "join") else {}


def _renamed(action: Action, names: dict[int, int | None]) -> Action | None:
    """`action` on the renumbered axes, without those that are gone; None if none is left."""
    fixed, moving = (action.axes[:1], action.axes[1:]) if action.what in OF_LOADS else ((), action.axes)
    left = [name for a in moving if (name := names.get(a, a)) is not None]
    if not left or (len(left) < len(moving) and action.what in ("split", "join", "tensorize")): return None
    return replace(action, axes=(*fixed, *left))


# ---- changes of one action


def _changes(sink: UOp, action: Action, caps: Capabilities) -> Iterator[Actions]:
    """Alternatives to `action`."""
    if action.what == "split":
        for size in _sizes_near(action.size, action.kind): yield (replace(action, size=size),)
        if action.kind == "unroll": yield (replace(action, kind="loop"),)
        if action.kind == "loop": yield (replace(action, kind="unroll"),)
        if action.overlap: yield (replace(action, overlap=False),)
        else: yield (replace(action, overlap=True),)
    elif action.what == "order":
        for n in range(len(action.axes) - 1):
            a = list(action.axes)
            a[n], a[n + 1] = a[n + 1], a[n]
            yield (replace(action, axes=tuple(a)),)
    elif action.what == "cache_read":
        for lanes in {1, caps.vector // 8, caps.vector // 4} - {action.size, 0}: yield (replace(action, size=lanes),)
    elif action.what == "cache_shared" and caps.has_tma: yield (replace(action, kind="" if action.kind else TMA),)
    elif action.what == "fuse_rows":
        for size in _sizes_near(action.size, action.what): yield (replace(action, size=size),)
    elif action.what == "pipeline":
        for depth in range(2, 9): yield (replace(action, size=depth),)
    elif action.what == "join" and action.size:
        for size in (action.size // 2, action.size * 2): yield (replace(action, size=size),)
        yield Action("order", action.axes), replace(action, size=0)
    elif action.what == "mark" and action.kind == "grid": yield from _deeper_grid(sink, action, caps)


def _sizes_near(size: int, kind: str) -> tuple[int, ...]:
    if kind == "vector": return (size // 2, size * 2)
    steps = (size // 2, size * 2, size - 1, size + 1, size * 4, size // 4, size - 2, size + 2)
    return tuple(s for s in dict.fromkeys(steps) if s > 1)


def _deeper_grid(sink: UOp, action: Action, caps: Capabilities) -> Iterator[Actions]:
    """Merges the next loop into the grid; on devices with work-groups, also swizzled into groups that share rows and columns."""
    inside = [r for r in sink.src[0].src[1:] if r.arg[1] in _LOOPS]
    at = next((n for n, r in enumerate(inside) if r.arg[0] == action.axes[0]), len(inside))
    if at + 1 >= len(inside) or (at and caps.workgroup is None): return
    for together in (0,) if caps.workgroup is None else (0, 4, 8, 16):
        join = Action("join", (inside[at].arg[0], inside[at + 1].arg[0]), together, kind="loop")
        yield join, replace(action, axes=(fresh_id(sink),))


# ---- additions


def _additions(sink: UOp, caps: Capabilities, staged: bool) -> Iterator[Actions]:
    """Splits, marks and reorderings of the existing loops, and tiles."""
    for r in own_loops(sink):
        n, number = size_of(r), r.arg[0]
        yield from ((Action("split", (number,), size, kind="unroll"),) for size in (2, 4, 8) if size < n)
        yield from ((Action("split", (number,), size, kind="loop"),) for size in (8, 32, 128) if size < n)
        for lanes in (caps.vector // 4, caps.vector // 8):
            if 1 < lanes < n: yield (Action("split", (number,), lanes, kind="vector"),)
            if 1 < lanes < n and n % lanes: yield (Action("split", (number,), lanes, kind="vector", overlap=True),)
        if caps.workgroup is not None:
            yield from ((Action("split", (number,), size, kind="workgroup", mask=True),) for size in (8, 32, 128) if size < n)
        if n <= 16: yield (Action("mark", (number,), kind="unroll"),)
        if n in (caps.vector // 4, caps.vector // 8): yield (Action("mark", (number,), kind="vector"),)
    yield from _orders(sink)
    if caps.has_scratch and not staged: yield from _transposed_tiles(sink, caps)
    if caps.has_scratch and not staged: yield from _cache_reads(sink, caps)


def own_loops(sink: UOp) -> list[UOp]:
    """The axes of outputs and reductions that are still loops, except those that copy tiles."""
    closed = (r for n in sink.toposort() if n.op is Ops.REDUCE or n in sink.src for r in n.src[1:])
    return [r for r in dict.fromkeys(closed) if r.arg[1] in _LOOPS and r.src[0].op is Ops.CONST]


def _orders(sink: UOp) -> Iterator[Actions]:
    """Interchanges of adjacent loops of the outputs."""
    inside = [r.arg[0] for r in sink.src[0].src[1:] if r.arg[1] is AxisType.LOOP]
    for n in range(len(inside) - 1):
        yield (Action("order", (*inside[:n], inside[n + 1], inside[n], *inside[n + 2:])),)


def _cache_reads(sink: UOp, caps: Capabilities) -> Iterator[Actions]:
    """A tile of each load that a reduction reads repeatedly: all its axes but the outermost, slowest in memory first."""
    for number, load in enumerate(loads(sink)):
        moving = [r for r in load.ranges if r.src[0].op is Ops.CONST]
        by_step = sorted(moving, key=lambda r: (-abs(stride(load.src[0].src[1], r) or 0), r.arg[0]))
        outer = next((r for r in sink.src[0].src[1:] if r in moving and r.arg[1] in _LOOPS), None)
        for tile in ([r for r in by_step if r is not outer], by_step):
            if tile: yield (Action("cache_read", (number, *(r.arg[0] for r in tile)), max(caps.vector // load.dtype.itemsize, 1)),)


def _transposed_tiles(sink: UOp, caps: Capabilities) -> Iterator[Actions]:
    """For a load that is contiguous along another loop than the lanes: a tile of both, transposed while it is copied."""
    inside = [r for r in sink.src[0].src[1:] if r.arg[1] is AxisType.LOOP and r.src[0].op is Ops.CONST]
    lanes = [r for r in sink.src[0].src[1:] if r.arg[1] in (AxisType.VECTOR, AxisType.UNROLL)]
    new = fresh_id(sink)
    for number, load in enumerate(loads(sink)):
        at = load.src[0].src[1]
        for r in (r for r in inside if stride(at, r) == 1):
            moving = [q.arg[0] for q in lanes if q in load.ranges]
            width = max(caps.vector // load.dtype.itemsize, 1)
            for size in (s for s in (width, 4 * width) if moving and 1 < s < size_of(r)):
                loops = [q.arg[0] if q is not r else new for q in inside]
                yield (Action("split", (r.arg[0],), size, "loop", overlap=size_of(r) % size != 0), Action("order", (*loops, new + 1)),
                       Action("cache_read", (number, new + 1, *moving), width))


def _endings(sink: UOp, caps: Capabilities) -> Iterator[Actions]:
    """A grid, if there is none: the outermost loop, or the two outermost."""
    inside = [r for r in sink.src[0].src[1:] if r.arg[1] is AxisType.LOOP]
    if not inside or (caps.threads < 2 and caps.workgroup is None): return
    yield (Action("mark", (inside[0].arg[0],), kind="grid"),)
    if len(inside) > 1 and caps.workgroup is None:
        join = Action("join", (inside[0].arg[0], inside[1].arg[0]), kind="loop")
        yield join, Action("mark", (fresh_id(sink),), kind="grid")
