"""Search space of schedules: the lists of actions that a search starts from, and the neighbours of a list.

Inputs: a simplified kernel, a list of actions, the device's capabilities.
Outputs: legal lists (legality.py), each with the kernel it makes.
Invariants: the same lists in the same order in every process. An action that is put in, taken out or changed moves the numbers of
the axes that later actions make; `edited` rewrites those, so that the rest of a list means the same loops as before. What is tried
in place of an action, and which ones are added, is said by the classes of actions (action.py).
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from heddle.codegen.actions.action import Action, Actions, action_classes
from heddle.codegen.actions.legality import follow, is_sane
from heddle.codegen.actions.loop_transforms import fresh_id
from heddle.codegen.policy.gpu_schedule import choose_actions
from heddle.renderer import Capabilities
from heddle.uop import UOp

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
    """`actions` after an edit; later actions are renumbered to apply to the same loops.

    `states` are those of `states_of`. None where the new list may not be done.
    """
    at, drop, put = edit
    names: dict[int, int | None] = {}  # new numbers of axes; None: the axis is gone
    sink, done = states[at], list(actions[:at])
    before = fresh_id(sink)
    for action in put:
        if action.why_not(sink, caps) is not None: return None
        before = fresh_id(sink)
        sink = action.apply(sink, caps)
        if action.replaces_axes: names |= {action.axes[0]: before, **dict.fromkeys(action.axes[1:])}
        done.append(action)
    if drop: names |= _made(states[at], actions[at], before if put else None)
    for n in range(at + drop, len(actions)):
        action = _renamed(actions[n], names)
        if action is None: continue
        if action.why_not(sink, caps) is not None: return None
        old, new = fresh_id(states[n]), fresh_id(sink)
        names |= {old + k: new + k for k in range(_MADE_AT_MOST)}
        sink = action.apply(sink, caps)
        done.append(action)
    return Plan(tuple(done), sink) if is_sane(sink, caps) else None


def _made(sink: UOp, dropped: Action, instead: int | None) -> dict[int, int | None]:
    """The new numbers of the axes that `dropped` created: those of the action `instead`, or the axis that they were split from."""
    first = fresh_id(sink)
    if instead is not None: return {first + k: instead + k for k in range(_MADE_AT_MOST)}
    return {first: dropped.axes[0], first + 1: None, first + 2: None} if dropped.replaces_axes else {}


def _renamed(action: Action, names: dict[int, int | None]) -> Action | None:
    """`action` on the renumbered axes, without those that are gone; None if it cannot be done on those that are left."""
    fixed, moving = action.axes[:action.operands], action.axes[action.operands:]
    left = [name for a in moving if (name := names.get(a, a)) is not None]
    if not left or (len(left) < len(moving) and not action.may_lose_axes): return None
    return replace(action, axes=(*fixed, *left))
