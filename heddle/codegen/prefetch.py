"""Tiles that are filled some turns ahead: while a work-group computes with one, copies of the next ones are under way.

In: a kernel with tiles that the turns of a fold fill (group_stage.py), the loop, a number of stages. Out: the kernel with that many
places for each tile; the first are filled before the loop, and each turn fills the place that the turn before it has done with.
Always true: one barrier a turn. Before it each item waits for its own copies to this turn's tiles, so that after it they are there for
all; and nobody reads any more what was left by the turn before, which is what is copied to next.

    fetch turns 0 … stages - 2
    loop: wait for this turn's, barrier, fetch what is stages - 1 turns ahead, compute

Tiles that the device copies by itself (boxes.py) are delivered and received instead: there is a barrier for each of the stages.

Products of four warps (WGMMA) are still under way when their turn ends, so one stage more is in use: the fetches are one turn less
ahead, and before the barrier each item also waits for all products but those of the turn before.
"""
from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from heddle.codegen.axes import fresh_id, size_of, turns
from heddle.codegen.boxes import barriers, deliver, receive
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
    """A tile as its readers see it (the memory after a barrier), and what fills it: a store in some loops, or boxes."""

    seen: UOp
    fill: tuple[UOp, ...]
    copies: tuple[UOp, ...] = ()

    @property
    def local(self) -> UOp: return self.seen.src[0]

    @property
    def size(self) -> int: return self.local.arg[1]

    @property
    def by_boxes(self) -> bool: return self.fill[0].op is Ops.BOX

    @property
    def source(self) -> UOp:
        """What changes with the loops around the tile: what is loaded, or a box."""
        return self.fill[0] if self.by_boxes else self.fill[0].src[1]


def tiles_of(sink: UOp, loop: UOp) -> list[Filled]:
    """The tiles that every turn of `loop` fills."""
    found: list[Filled] = []
    for n in sink.toposort():
        if n.op is not Ops.AFTER or n.src[0].op is not Ops.DEFINE_LOCAL or loop not in n.ranges: continue
        effect = n.src[1].src[0]
        store, copies = (effect.src[0], effect.src[1:]) if effect.op is Ops.END else (effect, ())
        if store.op is Ops.STORE and store.arg is None and store.src[1].op is Ops.LOAD: found.append(Filled(n, (store,), copies))
        elif store.op is Ops.BOX: found.append(Filled(n, n.src[1].src))
    return found


def fill_ahead(sink: UOp, loop: UOp, stages: int) -> UOp:
    """The kernel with the tiles of `loop` filled `stages` - 1 turns ahead."""
    tiles = tiles_of(sink, loop)
    ids = itertools.count(fresh_id(sink))
    under_way = sum(turns(r for r in n.ranges if r.arg[1] is AxisType.UNROLL) for n in sink.toposort() if n.op is Ops.WGMMA)
    before = stages - (2 if under_way else 1)  # turns that tiles are filled ahead
    start = UOp.range(before, AxisType.LOOP, next(ids))
    places = {t: UOp(Ops.DEFINE_LOCAL, t.local.dtype, (), (t.local.arg[0], stages * t.size)) for t in tiles}
    announced = barriers(sum(n.op is Ops.DEFINE_LOCAL for n in sink.toposort()), stages)

    def fill(turn: UOp, memory: Mapping[Filled, UOp], known: UOp, *gate: UOp) -> list[UOp]:
        """What fills the places of a turn; `known` are the barriers."""
        stores = [_fill(t, memory[t], turn, stages, loop, ids, *gate) for t in tiles if not t.by_boxes]
        boxes = [box for t in tiles if t.by_boxes for box in _moved(t, memory[t], turn, stages, loop)]
        both = [deliver(known.index(turn % stages), gate[0] if gate else UOp.const(dtypes.bool, True), boxes)] if boxes else []
        return [*both, *([_commit(stores)] if stores else [])]

    outside = {t: t.source.substitute({loop: ZERO, **dict.fromkeys(t.copies, ZERO)}) for t in tiles}
    first = fill(start, {t: after_readers(place, outside[t]) for t, place in places.items()}, announced)
    begun = (first[0] if len(first) == 1 else UOp(Ops.GROUP, dtypes.void, tuple(first))).end(start)
    waits = [receive(announced, loop, stages, begun, loop)] if any(t.by_boxes for t in tiles) else []
    if not all(t.by_boxes for t in tiles): waits.append(_wait("copies", before - 1, begun, loop))
    if under_way: waits.append(_wait("products", under_way, loop))
    arrived = barrier(*waits)
    ahead = loop + before
    coming = fill(ahead, {t: place.after(arrived) for t, place in places.items()}, announced.after(arrived), ahead < size_of(loop))
    seen = {t.seen: (place.after(*coming), loop % stages * t.size) for t, place in places.items()}
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
    place, value, *own = (s.substitute({loop: turn, **copies}) for s in t.fill[0].src)
    gates = [g & more for g in own for more in gate] or [*own, *gate]
    at = place.src[1] + turn % stages * t.size
    store = memory.index(at).store(within(value, *gate), *gates).replace(arg=BEHIND)
    return store.end(*copies.values())


def _moved(t: Filled, memory: UOp, turn: UOp, stages: int, loop: UOp) -> list[UOp]:
    """The boxes of a turn, in the place that is that turn's."""
    found: list[UOp] = []
    for box in t.fill:
        place, *source = (s.substitute({loop: turn}) for s in box.src)
        found.append(box.replace(src=(memory.index(place.src[1] + turn % stages * t.size), *source)))
    return found


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
