"""Thread indices: grid and work-group axes become positions in the launch, `gidx0` … and `lidx0` ….

Inputs: an expanded kernel with GRID and WORKGROUP axes.
Outputs: the same without them: each is a SPECIAL, `gidx0` … or `lidx0` ….
Invariants: dimension 0 is the innermost axis, that of a warp if there is one; the work-group axis of a shared reduction counts
threads of the group; what does not change with the threads of a group is stored by the first of them.
"""
from __future__ import annotations

import math

from heddle.codegen.actions.loop_transforms import replace_ranges, size_of
from heddle.codegen.actions.predication import stores_of
from heddle.dtype import dtypes
from heddle.errors import InternalError
from heddle.renderer import Capabilities
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.rewrite_trace import direct


@direct
def to_threads(sink: UOp, caps: Capabilities) -> UOp:
    """`sink` as the program of one thread; unchanged for a device without work-groups."""
    if caps.workgroup is None: return sink
    grid, threads = axes_of(sink, AxisType.GRID), [*axes_of(sink, AxisType.WORKGROUP), *axes_of(sink, AxisType.WARP)]
    if len(grid) > 3 or len(threads) > 3: raise InternalError(f"a kernel over {len(grid)} grid and {len(threads)} work-group axes")
    indices = {r: special(f"gidx{d}", size_of(r)) for d, r in enumerate(reversed(grid))}
    indices |= {r: special(f"lidx{d}", size_of(r)) for d, r in enumerate(reversed(threads))}
    shared = [n for n in sink.toposort() if n.op is Ops.RANGE and n.arg[1] is AxisType.WORKGROUP and n not in threads]
    if shared:
        number = thread_number([indices[r] for r in threads] or [special("lidx0", size_of(shared[0]))])
        if any(size_of(r) != number.vmax + 1 for r in shared): raise InternalError("work-groups of several sizes in one kernel")
        indices |= dict.fromkeys(shared, number)
        if not threads: sink = stored_by(sink, number < 1)
    return _without_idle_barriers(replace_ranges(sink, {r: (at, ()) for r, at in indices.items()}))


@direct
def _without_idle_barriers(sink: UOp) -> UOp:
    """Removes barriers between iterations of a loop that became the grid: a work-group has one iteration of it."""
    idle = {n: n.src[0] for n in sink.toposort() if n.op is Ops.AFTER and n.src[1].op is Ops.BARRIER
            and all(s.op in (Ops.SPECIAL, Ops.CONST) for s in n.src[1].src)}
    return sink.substitute(idle) if idle else sink


def axes_of(sink: UOp, kind: AxisType) -> list[UOp]:
    """The axes of that kind around the kernel's outputs, outermost first."""
    return list(dict.fromkeys(r for end in sink.src for r in end.src[1:] if r.arg[1] is kind))


def special(name: str, extent: int) -> UOp:
    """Position of the thread in one dimension of the grid or of its work-group."""
    return UOp(Ops.SPECIAL, dtypes.index, (UOp.const(dtypes.index, extent),), name)


def thread_number(positions: list[UOp]) -> UOp:
    """The number of the thread in its work-group, from its position, outermost dimension first."""
    total = UOp.const(dtypes.index, 0)
    for n, p in enumerate(positions): total = total + p * math.prod(q.vmax + 1 for q in positions[n + 1:])
    return total


@direct
def stored_by(sink: UOp, who: UOp) -> UOp:
    """The kernel with its stores predicated on `who`, and with them what these read of the memory that they write: another thread
    could read it when it has been written."""
    return sink.substitute({s: _stored_by(s, who) for end in sink.src for s in stores_of(end)})


def _stored_by(store: UOp, who: UOp) -> UOp:
    """A store that is predicated on `who`, as are its value's own loads of that memory; below a reduction all threads load."""
    made: dict[UOp, UOp] = {}
    for n in store.src[1].toposort(gate=lambda n: n.op is not Ops.LOAD):
        if n.op is not Ops.LOAD: made[n] = n.replace(src=tuple([made.get(s, s) for s in n.src]))
        elif n.src[0].op is Ops.INDEX and n.src[0].src[0] is store.src[0].src[0]:
            if len(n.src) == 1: made[n] = n.replace(src=(n.src[0], UOp.const(n.dtype.scalar(), 0).splat(n.dtype.count), who))
            else: made[n] = n.replace(src=(*n.src[:2], n.src[2] & who))
    value = made.get(store.src[1], store.src[1])
    return store.replace(src=(store.src[0], value, store.src[2] & who if len(store.src) > 2 else who))
