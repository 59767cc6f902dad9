"""atom and red. Lanes that hit the same address go one after another, lowest first."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from ..memory import SPACE, where
from ..syntax import Reg, Vec
from ..types import UINT, Kind, as_dtype, type_of
from .access import Site, space_of, vector_of
from .registry import Array, op

if TYPE_CHECKING:
    from ..program import Builder, Step
    from ..syntax import Instr
    from ..wave import Wave

Update = Callable[..., Array]  # (old, operand, ...) -> new
OPERATIONS = ("add", "min", "max", "and", "or", "xor", "exch", "cas", "inc", "dec")


def update_of(name: str, kind: Kind) -> Update:
    """The new value from the old one and the operands, as the type computes it."""
    table: dict[str, Update] = {
        "and": lambda old, a: old & a,
        "or": lambda old, a: old | a,
        "xor": lambda old, a: old ^ a,
        "exch": lambda old, a: a + np.zeros_like(old),
        "cas": lambda old, a, c: np.where(old == a, c, old),
        "inc": lambda old, a: np.where(old >= a, old.dtype.type(0), old + old.dtype.type(1)),
        "dec": lambda old, a: np.where((old == 0) | (old > a), a, old - old.dtype.type(1)),
        "min": np.fmin if kind.is_float else np.minimum,
        "max": np.fmax if kind.is_float else np.maximum,
        "add": np.add,
    }
    return table[name]


#: where an operation's order does not show and no old value is asked for
COMMUTING = {"add": np.add, "min": np.minimum, "max": np.maximum, "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}


@op("atom", "red")
def atomic(b: Builder, ins: Instr) -> Step:
    kind, name = type_of(ins.mods, -1), next(m for m in ins.mods if m in OPERATIONS)
    count = vector_of(ins)
    returns = ins.op == "atom"
    operands = ins.operands[1:] if returns else ins.operands
    site = Site(b, ins, operands[0], space_of(ins), kind.bytes * count)
    parts = [list(o.items) if isinstance(o, Vec) else [o] for o in operands[1:] if not is_policy(ins, o)]
    sources = [[b.src(p, kind) for p in group] for group in zip(*parts)]
    first = ins.operands[0]
    targets = (first.items if isinstance(first, Vec) else (first,)) if returns else ()
    slots = [None if isinstance(t, Reg) and t.name == "_" else b.dst(t) for t in targets] or [None] * count
    update = update_of(name, kind)
    quick = COMMUTING.get(name) if not kind.is_float or (name == "add" and kind.is_plain) else None

    def step(x: Wave) -> None:
        a = site.addresses(x)
        a = np.broadcast_to(a, (x.count,)) if a.shape[0] == 1 else a
        shared = site.space in ("shared", "generic") and site.touches_shared(x, a)
        for i, slot in enumerate(slots):
            at = a + np.uint64(i * kind.bytes)
            if shared:
                site.require_written(x, at, kind.bytes)
                if x.races is not None:
                    x.races.atomic(at, kind.bytes, x.active_lanes())
            values = [x.active(as_dtype(x.r[s], kind.dtype)) for s in sources[i]]
            if slot is None and quick is not None:
                in_any_order(at, kind, values[0], quick)
                continue
            old = in_order(at, kind, values, update)
            if slot is not None:
                x.put_active(slot, old)
        x.barriers.progress()

    return step


def is_policy(ins: Instr, o: object) -> bool:
    """The last operand of a form with a cache hint."""
    return any("cache_hint" in m for m in ins.mods) and o is ins.operands[-1]


def in_any_order(addresses: Array, kind: Kind, values: Array, update: np.ufunc) -> None:
    """Apply a commuting update; nobody asks for old values."""
    data = SPACE[kind.bytes]
    cells, which = np.unique(where(addresses, kind.bytes), return_inverse=True)
    sums = data[cells].view(kind.dtype)
    update.at(sums, which, values)
    data[cells] = sums.view(UINT[kind.bits])


def in_order(addresses: Array, kind: Kind, values: list[Array], update: Update) -> Array:
    """Apply `update` lane by lane; the values found before. Each round serves the next lane of every address."""
    data = SPACE[kind.bytes]
    index = where(addresses, kind.bytes)
    order = np.argsort(index, kind="stable")
    ordered = index[order]
    fresh = np.r_[True, ordered[1:] != ordered[:-1]]
    turn = np.arange(len(index)) - np.maximum.accumulate(np.where(fresh, np.arange(len(index)), 0))
    old = np.zeros(len(index), UINT[kind.bits])
    by_turn = np.argsort(turn, kind="stable")
    bounds = np.searchsorted(turn[by_turn], np.arange(int(turn.max()) + 2))
    for start, end in pairwise(bounds):
        lanes = order[by_turn[start:end]]
        found = data[index[lanes]]
        old[lanes] = found
        new = update(kind.load(found), *(kind.load(np.ascontiguousarray(v[lanes])) for v in values))
        data[index[lanes]] = as_dtype(np.ascontiguousarray(kind.store(new)), UINT[kind.bits])
    return old
