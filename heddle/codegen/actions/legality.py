"""Legality of lists of actions: each action is legal where it stands, and what they all make can be lowered.

Inputs: a kernel's ast, actions, the device's capabilities.
Outputs: the kernel after them; None for a list that would change results, or that the device cannot run.
Invariants: a list that passes stores the same values as the kernel without it, float sums in another order. The heuristic's own
lists pass. Lists from files and from searches are checked here before anything is done. When an action is legal is said by its
class (`Action.why_not`).
"""
from __future__ import annotations

from collections.abc import Iterable

from heddle.codegen.actions.action import Action, action_classes
from heddle.codegen.actions.axis_types import MOST_COPIES
from heddle.codegen.actions.loop_transforms import iterations, size_of
from heddle.codegen.memory.tile_layout import MOST_SCRATCH
from heddle.codegen.thread_indices import axes_of
from heddle.renderer import Capabilities
from heddle.uop import AxisType, Ops, UOp

#: The most nodes of an ast: each split with a remainder duplicates the kernel.
MOST_NODES = 4000
#: Capabilities that some device may have, to check lists of actions for an absent device. They are checked again before use.
SOME_DEVICE = Capabilities(vector=256, has_scratch=True, shared_memory=MOST_SCRATCH, workgroup=(1024, 1024, 1024),
                           workgroup_threads=1024)


def capabilities_for(target: str) -> Capabilities:
    """The capabilities to check a list of actions with that was found for `target`: the GPU's own where the target names one.

    DeviceError for a GPU that is unknown.
    """
    from heddle.renderer.targets import capabilities_of_target
    return capabilities_of_target(target) or SOME_DEVICE


def follow(kernel: UOp, actions: Iterable[Action], caps: Capabilities) -> UOp | None:
    """`kernel` after all of `actions`; None if one of them is illegal."""
    for action in actions:
        if action.why_not(kernel, caps) is not None: return None
        kernel = action.apply(kernel, caps)
    return kernel if is_sane(kernel, caps) else None


def is_sane(sink: UOp, caps: Capabilities) -> bool:
    """Whether a kernel can be lowered and is not too long.

    No value has lanes of two axes, few copies are unrolled, all reductions that a work-group shares are for groups of one size, and
    no action left anything undone.
    """
    order = sink.toposort()
    if len(order) > MOST_NODES or not _groups_agree(sink, order, caps): return False
    if not all(cls.is_complete(sink, order) for cls in action_classes()): return False
    return all(_lanes_do_not_meet(n) and _copies(n.ranges) <= MOST_COPIES for n in order)


def _groups_agree(sink: UOp, order: Iterable[UOp], caps: Capabilities) -> bool:
    threads, grid = [*axes_of(sink, AxisType.WORKGROUP), *axes_of(sink, AxisType.WARP)], axes_of(sink, AxisType.GRID)
    if len(threads) > 3 or len(grid) > (3 if caps.workgroup is not None else 1): return False
    reductions = {n: axes for n in order if n.op is Ops.REDUCE and (axes := [r for r in n.src[1:] if r.arg[1] is AxisType.WORKGROUP])}
    if any(r.arg[1] in (AxisType.WORKGROUP, AxisType.WARP) for n in reductions for r in n.ranges): return False  # each has its own
    shared = list(reductions.values())
    sizes = {size_of(r) for axes in shared for r in axes}
    if threads: sizes.add(iterations(threads))
    if not all(len(axes) < 2 for axes in shared) or len(sizes) > 1: return False
    return all(n <= caps.workgroup_threads for n in sizes)


def _lanes_do_not_meet(node: UOp) -> bool: return sum(r.arg[1] is AxisType.VECTOR for r in node.ranges) < 2


def _copies(axes: Iterable[UOp]) -> int: return iterations(r for r in axes if r.arg[1] is AxisType.UNROLL)
