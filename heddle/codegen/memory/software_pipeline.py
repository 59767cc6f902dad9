"""Software pipeline: copies of the next tiles run asynchronously while a work-group computes with the current one.

Inputs: a kernel with tiles that the iterations of a reduction fill (shared_memory.py), the loop, a depth.
Outputs: the kernel with that many buffers for each tile; the first are filled before the loop, and each iteration fills the buffer
that the previous one has used.
Invariants: one barrier per iteration. Before it each thread waits for its copies to this iteration's tiles, so that they are there
for all; and nobody reads any more what was left by the previous iteration, which is what is copied to next.

    copy iterations 0 … depth - 2
    loop: wait for this iteration's, barrier, copy what is depth - 1 iterations ahead, compute

TMA copies tiles asynchronously (tma.py) and signals an mbarrier instead: there is one for each buffer of the pipeline.

Products of a warp group (WGMMA) are still running when their iteration ends, so one more buffer is used: copies are one iteration less
ahead, and before the barrier each thread also waits for all products but those of the previous iteration.

A loop of few iterations has a buffer for each, and no more. A depth beyond that fills all of them before the loop.
"""
from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from heddle.codegen.actions.group_reduce import after_readers, barrier
from heddle.codegen.actions.loop_transforms import fresh_id, iterations, size_of
from heddle.codegen.linearize import as_node
from heddle.codegen.memory.shared_memory import within
from heddle.codegen.memory.tile_layout import ZERO
from heddle.codegen.memory.tma import barriers, mbarrier_wait, tma_load
from heddle.dtype import dtypes
from heddle.lazy_dataclass import dataclass
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.rewrite import rewrite_replaced
from heddle.uop.rewrite_trace import current_trace
from heddle.uop.rules import symbolic

#: the argument of a STORE that may be done asynchronously, up to the next WAIT that counts it
BEHIND = "behind"


@dataclass(frozen=True)
class Filled:
    """A tile as its readers see it (the memory after a barrier), and what fills it: a store in some loops, or TMA."""

    seen: UOp
    fill: tuple[UOp, ...]
    copies: tuple[UOp, ...] = ()

    @property
    def local(self) -> UOp: return self.seen.src[0]

    @property
    def size(self) -> int: return self.local.arg[1]

    @property
    def by_tma(self) -> bool: return self.fill[0].op is Ops.TMA_TILE

    @property
    def source(self) -> UOp:
        """What changes with the loops around the tile: what is loaded, or a TMA tile."""
        return self.fill[0] if self.by_tma else self.fill[0].src[1]


def tiles_of(sink: UOp, loop: UOp) -> list[Filled]:
    """The tiles that every iteration of `loop` fills."""
    found: list[Filled] = []
    for n in sink.toposort():
        if n.op is not Ops.AFTER or n.src[0].op is not Ops.DEFINE_LOCAL or loop not in n.ranges: continue
        effect = n.src[1].src[0]
        store, copies = (effect.src[0], effect.src[1:]) if effect.op is Ops.END else (effect, ())
        if store.op is Ops.STORE and store.arg is None and store.src[1].op is Ops.LOAD: found.append(Filled(n, (store,), copies))
        elif store.op is Ops.TMA_TILE: found.append(Filled(n, n.src[1].src))
    return found


def least_depth(sink: UOp) -> int:
    """The least depth of a pipeline: products of a warp group are still under way in the next iteration."""
    return 3 if any(n.op is Ops.WGMMA for n in sink.toposort()) else 2


def most_depth(sink: UOp, loop: UOp) -> int:
    """The greatest depth of a pipeline: all tiles are filled before the loop."""
    return size_of(loop) + least_depth(sink) - 1


def pipelined(sink: UOp, loop: UOp, depth: int) -> UOp:
    """The kernel with the tiles of `loop` filled `depth` - 1 iterations ahead."""
    tiles = tiles_of(sink, loop)
    ids = itertools.count(fresh_id(sink))
    under_way = sum(iterations(r for r in n.ranges if r.arg[1] is AxisType.UNROLL) for n in sink.toposort() if n.op is Ops.WGMMA)
    before = depth - (2 if under_way else 1)  # iterations that tiles are filled ahead
    depth = min(depth, size_of(loop))  # buffers
    start = UOp.range(before, AxisType.LOOP, next(ids))
    buffers = {t: UOp(Ops.DEFINE_LOCAL, t.local.dtype, (), (t.local.arg[0], depth * t.size)) for t in tiles}
    announced = barriers(sum(n.op is Ops.DEFINE_LOCAL for n in sink.toposort()), depth)

    def fill(iteration: UOp, memory: Mapping[Filled, UOp], known: UOp, *gate: UOp) -> list[UOp]:
        """The effects that fill the buffers of an iteration; `known` are the barriers."""
        stores = [_fill(t, memory[t], iteration, depth, loop, ids, *gate) for t in tiles if not t.by_tma]
        loads = [load for t in tiles if t.by_tma for load in _moved(t, memory[t], iteration, depth, loop)]
        both = [tma_load(known.index(iteration % depth), gate[0] if gate else UOp.const(dtypes.bool, True), loads)] if loads else []
        return [*both, *([_commit(stores)] if stores else [])]

    outside = {t: t.source.substitute({loop: ZERO, **dict.fromkeys(t.copies, ZERO)}) for t in tiles}
    first = fill(start, {t: after_readers(buffer, outside[t]) for t, buffer in buffers.items()}, announced)
    begun = (first[0] if len(first) == 1 else UOp(Ops.GROUP, dtypes.void, tuple(first))).end(start)
    waits = [mbarrier_wait(announced, loop, depth, begun, loop)] if any(t.by_tma for t in tiles) else []
    is_ahead = before < size_of(loop)
    if not all(t.by_tma for t in tiles): waits.append(_wait("copies", before - 1 if is_ahead else 0, begun, loop))
    if under_way: waits.append(_wait("products", under_way, loop))
    arrived = barrier(*waits)
    ahead = loop + before
    coming = [arrived] if not is_ahead else \
        fill(ahead, {t: buffer.after(arrived) for t, buffer in buffers.items()}, announced.after(arrived), ahead < size_of(loop))
    seen = {t.seen: (buffer.after(*coming), loop % depth * t.size) for t, buffer in buffers.items()}
    reads = [n for n in sink.toposort() if n.op is Ops.INDEX and n.src[0] in seen]
    swap = {n: memory.index(n.src[1] + further) for n in reads for memory, further in (seen[n.src[0]],)}
    return rewrite_replaced(sink, symbolic, swap)


def _commit(effects: Sequence[UOp]) -> UOp: return UOp(Ops.ASYNC_COMMIT, dtypes.void, tuple(effects))


def _wait(what: str, but: int, *effects: UOp) -> UOp: return UOp(Ops.ASYNC_WAIT, dtypes.void, effects, (what, but))


def _fill(t: Filled, memory: UOp, iteration: UOp, depth: int, loop: UOp, ids: Iterator[int], *gate: UOp) -> UOp:
    """The effect that fills the tile of an iteration, in that iteration's buffer."""
    copies = {r: UOp.range(size_of(r), r.arg[1], next(ids)) for r in t.copies}
    buffer, value, *own = (s.substitute({loop: iteration, **copies}) for s in t.fill[0].src)
    gates = [g & more for g in own for more in gate] or [*own, *gate]
    at = buffer.src[1] + iteration % depth * t.size
    store = memory.index(at).store(within(value, *gate), *gates).replace(arg=BEHIND)
    return store.end(*copies.values())


def _moved(t: Filled, memory: UOp, iteration: UOp, depth: int, loop: UOp) -> list[UOp]:
    """The TMA tiles of an iteration, in the buffer of that iteration."""
    found: list[UOp] = []
    for tile in t.fill:
        buffer, *source = (s.substitute({loop: iteration}) for s in tile.src)
        found.append(tile.replace(src=(memory.index(buffer.src[1] + iteration % depth * t.size), *source)))
    return found


def fetch(uops: Sequence[UOp]) -> list[UOp]:
    """The linear IR with an ASYNC_COPY for each load of 4, 8 or 16 bytes that only an asynchronous store uses."""
    used = {s for u in uops for s in u.src}
    kept = [u for u in uops if u.op is not Ops.GEP or u in used]  # lanes of what is copied whole
    uses = Counter(s for u in kept for s in u.src)
    behind = {u.src[1]: u for u in kept if u.op is Ops.STORE and u.arg == BEHIND}
    fetched = {load for load, store in behind.items() if uses[load] == 1 and _can_be_fetched(load, store)}
    copies = {store: _fetch(store) for load, store in behind.items() if load in fetched}
    out = [copies.get(u, u) for u in kept if u not in fetched]
    if len(out) < len(uops) and (trace := current_trace.get()) is not None: trace.replaced(as_node(uops), as_node(out), copies, fetch)
    return out


def _can_be_fetched(load: UOp, store: UOp) -> bool:
    """A load that is done only where its store is: a fetch has one condition."""
    if load.op is not Ops.LOAD or load.src[0].op is not Ops.INDEX or load.src[0].src[0].op is not Ops.PARAM: return False
    return load.dtype.itemsize in (4, 8, 16) and load.src[2:] in ((), store.src[2:])


def _fetch(store: UOp) -> UOp:
    load = store.src[1]
    return UOp(Ops.ASYNC_COPY, dtypes.void, (store.src[0], load.src[0], *store.src[2:]), load.dtype.count)
