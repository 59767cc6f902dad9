"""Default schedule of scans and merges on a CPU: several rows at a time hide the latency of the loop-carried value.

Inputs: a kernel whose innermost loop carries a value.
Outputs: the same with several rows in each iteration: as vectors where rows are contiguous in memory, else as many scalars as
hide the time that an iteration waits for the one before.
"""
from __future__ import annotations

from heddle.codegen.actions.action import Action
from heddle.codegen.actions.loop_transforms import (
    accesses,
    carried_axes,
    is_fixed,
    iterations,
    lanes_within,
    size_of,
    stride,
)
from heddle.codegen.actions.schedule_builder import Optimiser, replaced
from heddle.codegen.policy.matmul_cpu import make_grid
from heddle.renderer import Capabilities
from heddle.uop import AxisType, Ops, UOp

#: Rows in an iteration: an addition takes 4 cycles, of which two begin in each; a step of a merge is longer, and needs more registers.
_ROWS, _ROWS_OF_MERGE = 8, 4
#: Vectors in an iteration where rows are contiguous: memory is then read in runs of 512 bytes.
_VECTORS = 8


def optimise_carried(opt: Optimiser, caps: Capabilities, lanes: int) -> tuple[UOp, list[Action]]:
    """The kernel as a CPU had better run it."""
    carried = carried_axes(opt.sink)
    rows = [r for r in opt.sink.src[0].src[1:] if r not in carried]
    contiguous = next((r for r in rows if is_fixed(r) and size_of(r) >= 4 and _is_walked(opt.sink, r)), None)
    if contiguous is not None: rows = _in_vectors(opt, contiguous, rows, lanes)
    elif rows and _iterations_to_blocks(opt.sink, rows[-1], carried, lanes):
        opt.split(carried[-1], lanes, AxisType.UNROLL)
        rows = replaced(rows, rows[-1], opt.split(rows[-1], lanes, AxisType.VECTOR, overlap=True)[0])
    elif rows and is_fixed(rows[-1]):
        most = _ROWS_OF_MERGE if _loads_by_value(opt.sink) else _ROWS
        several = min(most, size_of(rows[-1]))
        if several > 1: rows = replaced(rows, rows[-1], opt.split(rows[-1], several, AxisType.UNROLL, overlap=True)[0])
    make_grid(opt, _outermost(rows, caps))
    return opt.sink, opt.actions


def _in_vectors(opt: Optimiser, r: UOp, rows: list[UOp], lanes: int) -> list[UOp]:
    width = lanes_within(size_of(r), lanes)
    outer, _ = opt.split(r, width, AxisType.VECTOR, overlap=True)
    rows = replaced(rows, r, outer)
    if outer is None: return rows
    several = min(_VECTORS, size_of(outer))
    return replaced(rows, outer, opt.split(outer, several, AxisType.UNROLL, overlap=True)[0]) if several > 1 else rows


def _outermost(rows: list[UOp], caps: Capabilities) -> list[UOp]:
    """The loops whose iterations the threads share."""
    chosen: list[UOp] = []
    for r in rows:
        if chosen and (not is_fixed(r) or iterations(chosen) >= 16 * caps.threads): break
        chosen.append(r)
    return chosen


def _is_walked(sink: UOp, r: UOp) -> bool:
    """Whether all memory is walked along `r` one element at a time, or stays where it is."""
    return all(stride(n.src[1], r) in (0, 1) and not any(r in v.ranges for v in n.src[2:]) for n in accesses(sink)) and \
        any(stride(n.src[0].src[1], r) == 1 for n in sink.toposort() if n.op is Ops.STORE)


def _iterations_to_blocks(sink: UOp, r: UOp, carried: list[UOp], lanes: int) -> bool:
    """Whether as many iterations as there are lanes can be done at once: rows are loaded in vectors along the carried axis, transposed
    in registers (see expand.py), reduced lane by lane, transposed back and stored in vectors.
    """
    s = carried[-1]
    if not (is_fixed(r) and is_fixed(s)) or size_of(r) < lanes or size_of(s) % lanes or lanes & (lanes - 1): return False
    moving = [n for n in accesses(sink) if s in n.ranges]
    return len(carried) == 1 and lanes > 1 and \
        all(stride(n.src[1], s) == 1 and stride(n.src[1], r) is not None and len(n.src) < 3 for n in moving)


def _loads_by_value(sink: UOp) -> bool:
    """Whether what is carried says where memory is read."""
    return any(n.op is Ops.INDEX and any(s.op is Ops.LOOP_CARRIED for s in n.src[1].toposort()) for n in sink.toposort())
