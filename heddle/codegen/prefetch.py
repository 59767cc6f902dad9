"""Tiles that are filled some turns ahead: while a work-group computes with one, copies of the next ones are under way.

In: a kernel with tiles that the turns of a fold fill (group_stage.py), the loop, a number of stages. Out: the kernel with that many
places for each tile; the first are filled before the loop, and each turn fills the place that the turn before it has done with.
Always true: one barrier a turn. Before it each item waits for its own copies to this turn's tiles, so that after it they are there for
all; and nobody reads any more what was left by the turn before, which is what is copied to next.

    fetch turns 0 … stages - 2
    loop: wait for this turn's, barrier, fetch what is stages - 1 turns ahead, compute

Products of four warps (WGMMA) are still under way when their turn ends, so one stage more is in use: the fetches are one turn less
ahead, and before the barrier each item also waits for all products but those of the turn before.
"""
from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from heddle.codegen.axes import fresh_id, size_of, turns
from heddle.codegen.group_stage import ZERO, within
from heddle.codegen.grouped import after_readers, barrier
from heddle.dtype import dtypes
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.rewrite import graph_rewrite
from heddle.uop.rules import symbolic

#: the argument of a STORE that may be done behind the items' back, up to the next WAIT that counts it
BEHIND = "behind"


@dataclass(frozen=True)
class Filled:
    """A tile as its readers see it (the memory after a barrier), the store that fills it and the loops around that."""

    seen: UOp
    store: UOp
    copies: tuple[UOp, ...]

    @property
    def local(self) -> UOp: return self.seen.src[0]

    @property
    def size(self) -> int: return self.local.arg[1]


def tiles_of(sink: UOp, loop: UOp) -> list[Filled]:
    """The tiles that every turn of `loop` fills."""
    found: list[Filled] = []
    for n in sink.toposort():
        if n.op is not Ops.AFTER or n.src[0].op is not Ops.DEFINE_LOCAL or loop not in n.ranges: continue
        effect = n.src[1].src[0]
        store, copies = (effect.src[0], effect.src[1:]) if effect.op is Ops.END else (effect, ())
        if store.op is Ops.STORE and store.arg is None and store.src[1].op is Ops.LOAD: found.append(Filled(n, store, copies))
    return found


def fill_ahead(sink: UOp, loop: UOp, stages: int) -> UOp:
    """The kernel with the tiles of `loop` filled `stages` - 1 turns ahead."""
    tiles = tiles_of(sink, loop)
    ids = itertools.count(fresh_id(sink))
    under_way = sum(turns(r for r in n.ranges if r.arg[1] is AxisType.UNROLL) for n in sink.toposort() if n.op is Ops.WGMMA)
    before = stages - (2 if under_way else 1)  # turns that tiles are filled ahead
    start = UOp.range(before, AxisType.LOOP, next(ids))
    places = [UOp(Ops.DEFINE_LOCAL, t.local.dtype, (), (t.local.arg[0], stages * t.size)) for t in tiles]
    outside = [t.store.src[1].substitute({loop: ZERO, **dict.fromkeys(t.copies, ZERO)}) for t in tiles]
    first = [_fill(t, after_readers(place, o), start, stages, loop, ids) for t, place, o in zip(tiles, places, outside, strict=True)]
    waits = [_wait("copies", before - 1, _commit(first).end(start), loop)]
    if under_way: waits.append(_wait("products", under_way, loop))
    arrived = barrier(*waits)
    ahead = loop + before
    more = ahead < size_of(loop)
    coming = _commit([_fill(t, place.after(arrived), ahead, stages, loop, ids, more) for t, place in zip(tiles, places, strict=True)])
    seen = {t.seen: (place.after(coming), loop % stages * t.size) for t, place in zip(tiles, places, strict=True)}
    swap: dict[UOp, UOp] = {}
    for n in sink.toposort():
        if n.op is not Ops.INDEX or n.src[0] not in seen: continue
        memory, further = seen[n.src[0]]
        swap[n] = memory.index(n.src[1] + further)
    return graph_rewrite(sink.substitute(swap), symbolic)


def _commit(effects: Sequence[UOp]) -> UOp: return UOp(Ops.COMMIT, dtypes.void, tuple(effects))


def _wait(what: str, but: int, *effects: UOp) -> UOp: return UOp(Ops.WAIT, dtypes.void, effects, (what, but))


def _fill(t: Filled, memory: UOp, turn: UOp, stages: int, loop: UOp, ids: Iterator[int], *gate: UOp) -> UOp:
    """What fills the tile of a turn, in the place that is that turn's."""
    copies = {r: UOp.range(size_of(r), r.arg[1], next(ids)) for r in t.copies}
    place, value, *own = (s.substitute({loop: turn, **copies}) for s in t.store.src)
    gates = [g & more for g in own for more in gate] or [*own, *gate]
    at = place.src[1] + turn % stages * t.size
    store = memory.index(at).store(within(value, *gate), *gates).replace(arg=BEHIND)
    return store.end(*copies.values())


def fetch(uops: Sequence[UOp]) -> list[UOp]:
    """The straight list with a FETCH for each load of 4, 8 or 16 bytes that only a store behind the items' back uses."""
    used = {s for u in uops for s in u.src}
    uops = [u for u in uops if u.op is not Ops.GEP or u in used]  # lanes of what is copied whole
    uses = Counter(s for u in uops for s in u.src)
    behind = {u.src[1]: u for u in uops if u.op is Ops.STORE and u.arg == BEHIND}
    fetched = {load for load, store in behind.items() if uses[load] == 1 and _can_be_fetched(load, store)}
    return [_fetch(u) if u.op is Ops.STORE and u.arg == BEHIND and u.src[1] in fetched else u for u in uops if u not in fetched]


def _can_be_fetched(load: UOp, store: UOp) -> bool:
    """A load that is done only where its store is: a fetch has one condition."""
    if load.op is not Ops.LOAD or load.src[0].op is not Ops.INDEX or load.src[0].src[0].op is not Ops.PARAM: return False
    return load.dtype.itemsize in (4, 8, 16) and load.src[2:] in ((), store.src[2:])


def _fetch(store: UOp) -> UOp:
    load = store.src[1]
    return UOp(Ops.FETCH, dtypes.void, (store.src[0], load.src[0], *store.src[2:]), load.dtype.count)
