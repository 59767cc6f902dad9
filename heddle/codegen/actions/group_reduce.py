"""Group reduction: the threads of a work-group share a reduction and combine their parts in local memory.

Inputs: an expanded kernel in which a REDUCE is over a WORKGROUP axis.
Outputs: the same reduction by stores to local memory, barriers and loads; the axis stays open, and is the thread's own position.
Invariants: all threads meet at every barrier, and every thread ends up with the whole reduction.

For 256 threads: each stores what it reduced; each of the first 16 (the others repeat them) reduces 16 parts; everyone reduces those
16.
"""
from __future__ import annotations

import itertools
import math

from heddle.codegen.actions.loop_transforms import size_of
from heddle.codegen.expand import reduce_tree
from heddle.dtype import dtypes
from heddle.errors import InternalError
from heddle.renderer import Capabilities
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.rewrite import graph_rewrite
from heddle.uop.rewrite_trace import direct
from heddle.uop.rules import symbolic

#: Parts that every thread reduces by itself.
_REDUCED_AT_ONCE = 32


@direct
def group_reductions(sink: UOp, caps: Capabilities) -> UOp:
    """`sink` with its shared reductions lowered."""
    if caps.workgroup is None: return sink
    order = sink.toposort()
    if not any(_shared_axes(n) for n in order): return sink
    ids = itertools.count(sum(n.op is Ops.DEFINE_LOCAL for n in order))
    new: dict[UOp, UOp] = {}
    for node in order:
        src = tuple([new[s] for s in node.src])
        made = node if src == node.src else node.replace(src=src)
        if _shared_axes(node) and any(r.arg[1] is AxisType.WORKGROUP for r in node.ranges):
            raise InternalError(f"threads share what each has of its own: {node!r}")
        new[node] = _spread(made, ids) if _shared_axes(made) else made
    return graph_rewrite(new[sink], symbolic)


def _shared_axes(node: UOp) -> list[UOp]:
    return [r for r in node.src[1:] if r.arg[1] is AxisType.WORKGROUP] if node.op is Ops.REDUCE else []


def _spread(reduction: UOp, ids: itertools.count[int]) -> UOp:
    threads = _shared_axes(reduction)
    if len(threads) != 1: raise InternalError(f"a reduction over {len(threads)} work-group axes: {reduction!r}")
    thread, n = threads[0], size_of(threads[0])
    part = reduction.src[0].reduce(reduction.arg, *(r for r in reduction.src[1:] if r is not thread))
    first = exchange(part, thread, n, None, next(ids))
    if n <= _REDUCED_AT_ONCE: return reduce_tree(reduction.arg, [_read(first, UOp.const(dtypes.index, i), part) for i in range(n)])
    groups = 1 << (n.bit_length() - 1) // 2
    if n % groups: raise InternalError(f"{n} threads cannot share a reduction: {reduction!r}")
    mine = thread % groups
    parts = reduce_tree(reduction.arg, [_read(first, mine + i * groups, part) for i in range(n // groups)])
    second = exchange(parts, thread, groups, thread < groups, next(ids))
    return reduce_tree(reduction.arg, [_read(second, UOp.const(dtypes.index, i), part) for i in range(groups)])


def exchange(value: UOp, thread: UOp, n: int, gate: UOp | None, number: int) -> UOp:
    """Local memory of `n` values, after each thread (for which `gate` holds) has stored its own and all have arrived."""
    lanes = value.dtype.count
    local = UOp(Ops.DEFINE_LOCAL, value.dtype.scalar(), (), (number, n * lanes))
    address = after_readers(local, value).index(thread * lanes)
    return local.after(barrier(address.store(value, *([gate] if gate is not None else []))))


def barrier(*effects: UOp) -> UOp:
    """A barrier of the work-group after `effects`."""
    return UOp(Ops.BARRIER, dtypes.void, effects)


def after_readers(local: UOp, *values: UOp) -> UOp:
    """The memory, after a barrier if `values` depend on loops: all threads have read what the previous iteration stored."""
    loops = dict.fromkeys(r for v in values for r in v.ranges if r.arg[1] not in (AxisType.GRID, AxisType.WORKGROUP, AxisType.WARP))
    return local.after(barrier(*sorted(loops, key=lambda r: r.arg[0]))) if loops else local


def _read(memory: UOp, at: UOp, like: UOp) -> UOp:
    lanes = like.dtype.count
    return memory.index(at * lanes).load(like.dtype)


def shared_bytes(n: int, itemsize: int) -> int:
    """Bytes of local memory that a reduction by `n` threads takes."""
    return (n + (0 if n <= _REDUCED_AT_ONCE else 1 << (n.bit_length() - 1) // 2)) * itemsize


def most_threads(n: int) -> int:
    """The most threads, a power of two, that can share a reduction of `n` elements with at least one element each."""
    return 1 << max(0, math.floor(math.log2(max(n, 1))))
