"""What vector memory instructions share: how wide they are, which lanes take part, atomic operations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .waves import Array, Waves

U32 = np.uint32


@dataclass(frozen=True)
class Width:
    """Elements of `size` bytes, `count` of them; `is_signed` ones are extended; `half`: which 16 bits of the register, None: all."""

    size: int
    count: int = 1
    is_signed: bool = False
    half: int | None = None

    @property
    def bytes(self) -> int:
        return self.size * self.count

    def register(self, raw: Array, old: Array | None) -> Array:
        """A loaded element as it is put in a register that held `old`."""
        if self.size == 4:
            return raw
        wide = raw.view(f"i{self.size}").astype(np.int32).view(U32) if self.is_signed else raw.astype(U32)
        if self.half is None:
            return wide
        assert old is not None
        wide = wide & U32(0xFFFF)
        return old & U32(0xFFFF) | wide << U32(16) if self.half else old & U32(0xFFFF0000) | wide

    def element(self, register: Array) -> Array:
        """What a store takes of a register."""
        if self.half:
            register = register >> U32(16)
        return register if self.size == 4 else register.astype(f"u{self.size}")


LOADS = {
    "u8": Width(1),
    "i8": Width(1, is_signed=True),
    "u16": Width(2),
    "i16": Width(2, is_signed=True),
    "b32": Width(4),
    "b64": Width(4, 2),
    "b96": Width(4, 3),
    "b128": Width(4, 4),
    "d16_u8": Width(1, half=0),
    "d16_i8": Width(1, is_signed=True, half=0),
    "d16_b16": Width(2, half=0),
    "d16_hi_u8": Width(1, half=1),
    "d16_hi_i8": Width(1, is_signed=True, half=1),
    "d16_hi_b16": Width(2, half=1),
}
STORES = {
    "b8": Width(1),
    "b16": Width(2),
    "b32": Width(4),
    "b64": Width(4, 2),
    "b96": Width(4, 3),
    "b128": Width(4, 4),
    "d16_hi_b8": Width(1, half=1),
    "d16_hi_b16": Width(2, half=1),
}


def active_of(w: Waves, a: Array) -> Array:
    """The values of the lanes that run: `a` itself when all do."""
    return a if w.whole else w.spread(a)[w.mask]


def fill(w: Waves, n: int, values: Array) -> None:
    """Write a vector register with values for the lanes that run, as `active_of` gave them."""
    if w.whole:
        w.v[n] = values
        return
    new = np.array(w.spread(w.bits(n)))
    new[w.mask] = values
    w.v[n] = new


def fill_loaded(w: Waves, n: int, width: Width, found: list[Array]) -> None:
    """Write the registers from `n` on with what was loaded."""
    old = active_of(w, w.bits(n)) if width.half is not None else None
    for k, raw in enumerate(found):
        fill(w, n + k, width.register(raw, old))


def every_lane(w: Waves, a: Array) -> Array:
    """One value for each lane that runs, in a row: for what happens once per lane even where all agree."""
    return w.spread(a)[w.mask]


# -- atomic operations: (memory, operand) -> new memory
Combine = Callable[[Array, Array], Array]


def increment(old: Array, limit: Array) -> Array:
    return np.where(old >= limit, old.dtype.type(0), old + old.dtype.type(1))


def decrement(old: Array, limit: Array) -> Array:
    return np.where((old == 0) | (old > limit), limit, old - old.dtype.type(1))


ATOMICS: dict[str, Combine] = {
    "swap": lambda old, new: new,
    "storexchg": lambda old, new: new,
    "add": np.add,
    "sub": np.subtract,
    "rsub": lambda old, new: new - old,
    "min": np.minimum,
    "max": np.maximum,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
    "inc": increment,
    "dec": decrement,
    "csub": lambda old, new: np.where(old >= new, old - new, old.dtype.type(0)),
}
FLOAT_ATOMICS: dict[str, Combine] = {**ATOMICS, "min": np.fmin, "max": np.fmax}
#: mnemonic's last part -> dtype of memory
ATOMIC_DTYPES = {
    k: np.dtype(v)
    for k, v in {
        "b32": np.uint32,
        "u32": np.uint32,
        "i32": np.int32,
        "f32": np.float32,
        "b64": np.uint64,
        "u64": np.uint64,
        "i64": np.int64,
        "f64": np.float64,
    }.items()
}


def rounds(index: Array) -> list[Array]:
    """Lanes in groups within which all places differ; a lane comes after those before it that have the same place."""
    order = np.argsort(index, kind="stable")
    ordered = index[order]
    first = np.concatenate(([True], ordered[1:] != ordered[:-1]))
    starts = np.maximum.accumulate(np.where(first, np.arange(len(index)), 0))
    rank = np.empty(len(index), np.int64)
    rank[order] = np.arange(len(index)) - starts
    return [np.flatnonzero(rank == r) for r in range(int(rank.max()) + 1)]


def atomically(data: Array, index: Array, combine: Combine, values: Array, compare: Array | None = None) -> Array:
    """Each lane in turn replaces data[index]; what was there before. With `compare` only where that was there."""
    before = np.empty(index.shape, data.dtype)
    for lanes in rounds(index):
        at = index[lanes]
        old = data[at]
        before[lanes] = old
        if compare is None:
            data[at] = combine(old, values[lanes])
        else:
            data[at] = np.where(old == compare[lanes], values[lanes], old)
    return before


def operand(w: Waves, n: int, dtype: np.dtype) -> Array:
    """The operand of an atomic operation, per lane that runs."""
    return every_lane(w, w.bits(n) if dtype.itemsize == 4 else w.wide_v(n)).view(dtype)


def returned(w: Waves, n: int, before: Array) -> None:
    """What an atomic operation found goes into vector registers."""
    raw = before.view(f"u{before.dtype.itemsize}")
    parts = [raw] if raw.dtype.itemsize == 4 else [raw.astype(U32), (raw >> np.uint64(32)).astype(U32)]
    for k, part in enumerate(parts):
        fill(w, n + k, part.reshape(w.count, w.width) if w.whole else part)
