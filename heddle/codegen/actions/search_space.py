"""Search space of schedules: the lists of actions that a search starts from, and the neighbours of a list.

Inputs: a simplified kernel, a list of actions, the device's capabilities.
Outputs: legal lists (legality.py), each with the kernel it makes.
Invariants: the same lists in the same order in every process. Axes keep their names when another action is put in, taken out or
changed; what was done to the outer part of an axis that is not split any more is done to the axis, and the other way round. What is
tried in place of an action, and which ones are added, is said by the classes of actions (action.py).
"""
from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from heddle.codegen.actions.action import Action, Actions, action_classes, axes_by_name
from heddle.codegen.actions.legality import follow, is_sane
from heddle.codegen.actions.loop_transforms import axes_joined
from heddle.codegen.policy import choose_actions
from heddle.named_tuple import NamedTuple
from heddle.renderer import Capabilities
from heddle.uop import UOp


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
    """Capabilities that differ from the device's in one respect: the default schedules for these are where a search starts."""
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
    states = states_of(kernel, actions, caps)
    for at, action in enumerate(actions):
        for other in ((), *action.alternatives(states[at], caps)): yield Edit(at, 1, other)
    end = next((n for n, a in enumerate(actions) if a.is_late), len(actions))
    for cls in action_classes():
        for more in cls.additions(states[end], caps, actions): yield Edit(end, 0, more)
        for more in cls.endings(states[-1], caps): yield Edit(len(actions), 0, more)


def states_of(kernel: UOp, actions: Actions, caps: Capabilities) -> list[UOp]:
    """The kernel before each action, and after the last."""
    states = [kernel]
    for action in actions: states.append(action.apply(states[-1], caps))
    return states


def edited(states: Sequence[UOp], actions: Actions, edit: Edit, caps: Capabilities) -> Plan | None:
    """`actions` after an edit; later actions are done to the axes that are there. None where the new list may not be done.

    `states` are those of `states_of`.
    """
    at, drop, put = edit
    sink, done = states[at], list(actions[:at])
    for action in put:
        if action.why_not(sink, caps) is not None: return None
        sink = action.apply(sink, caps)
        done.append(action)
    for later in actions[at + drop:]:
        action = _on_axes_of(sink, later)
        if action is None: continue
        if action.why_not(sink, caps) is not None: return None
        sink = action.apply(sink, caps)
        done.append(action)
    return Plan(tuple(done), sink) if is_sane(sink, caps) else None


def _on_axes_of(sink: UOp, action: Action) -> Action | None:
    """`action` on the axes of the kernel, without those that are gone; None if it cannot be done on those that are left."""
    known = axes_by_name(sink)
    fixed, moving = action.axes[:action.operands], action.axes[action.operands:]
    left = [name for a in moving if (name := _now(a, known)) is not None]
    if not left or (len(left) < len(moving) and not action.may_lose_axes): return None
    return replace(action, axes=(*fixed, *left))


def _now(name: str, known: Collection[str]) -> str | None:
    """What an axis is now: itself, what it was the outermost part or the first one of, or what it is that of.

    None for one that is gone: the inner part of an axis that is not split, the second one of two that are joined.
    """
    whole = name
    while whole not in known and whole.endswith(".0"): whole = whole.removesuffix(".0")
    if whole in known: return whole
    alone = next((a for a in known if whole.endswith(")") and whole.startswith(f"({axes_joined(a)}+")), None)
    return alone or next((a for a in known if _starts_as(a, name)), None)


def _starts_as(axis: str, name: str) -> bool:
    """Whether an axis is the outermost part of another, or that and more."""
    while axis.endswith(".0"): axis = axis.removesuffix(".0")
    return axis == name or axis.startswith(f"({axes_joined(name)}+")
