"""Scalar loads, and vector loads, stores and atomic operations of global and private memory."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...errors import KernelFault
from ..access import (
    ATOMIC_DTYPES,
    ATOMICS,
    FLOAT_ATOMICS,
    LOADS,
    STORES,
    Combine,
    Width,
    active_of,
    atomically,
    every_lane,
    fill_loaded,
    operand,
    returned,
)
from ..decode import NULL, VGPR, Instr
from ..operands import PRIVATE_HIGH, SHARED_HIGH, unknown
from ..registry import Step, special
from ..steps import span
from ..waiting import LDS, SCALAR, VM
from ..waves import U64, Array, Waves


def unsigned(value: int) -> np.uint64:
    return np.uint64(value & (1 << 64) - 1)


# -- scalar
def scalar_load(count: int) -> Callable[[Instr], Step]:
    def make(i: Instr) -> Step:
        offset = unsigned(i.imm)

        def step(w: Waves) -> None:
            at = w.wide_s(i.addr) + offset
            if i.saddr != NULL:
                at = at + w.s[i.saddr]
            at = at & ~U64.type(3)
            if not w.all_active and at.shape[0] > 1:
                at = np.where(w.active, at, at[np.flatnonzero(w.active)[0]])
            for k, value in enumerate(w.scalar_space.load(at, 4, count)):
                w.put_s(i.dst + k, value)
            w.waiting.issue((SCALAR,), range(i.dst, i.dst + count))

        return step

    return make


def scalar_touched(count: int) -> Callable[[Instr], frozenset[int]]:
    return lambda i: frozenset((*span(i.addr, 2), *span(i.saddr, 1), *span(i.dst, count)))


for _n in (1, 2, 4, 8, 16):
    special(f"s_load_b{32 * _n}", uses=scalar_touched(_n))(scalar_load(_n))


# -- caches
@special("buffer_gl0_inv", "buffer_gl1_inv", "global_inv", "global_wbinv")
def invalidate(i: Instr) -> Step:
    return lambda w: w.space.memory.forget()


# -- addresses
def global_address(i: Instr) -> Callable[[Waves], Array]:
    offset = unsigned(i.imm)
    if i.form == "FLAT":
        return checked_flat(i, lambda w: w.wide_v(i.addr) + offset)
    if i.saddr == NULL:
        return lambda w: w.wide_v(i.addr) + offset
    return lambda w: w.wide_s(i.saddr) + offset + w.bits(i.addr)


def checked_flat(i: Instr, address: Callable[[Waves], Array]) -> Callable[[Waves], Array]:
    def checked(w: Waves) -> Array:
        a = address(w)
        high = active_of(w, a >> U64.type(32))
        if ((high == SHARED_HIGH) | (high == PRIVATE_HIGH)).any():
            raise unknown(i, "flat accesses of local or private memory are not modelled")
        return a

    return checked


def private_offset(i: Instr) -> Callable[[Waves], Array]:
    """Bytes from the start of a lane's private memory."""
    offset = np.full((1, 1), i.imm, np.int64)

    def read(w: Waves) -> Array:
        at = offset
        if i.saddr != NULL:
            at = at + w.s[i.saddr]
        return at + w.bits(i.addr) if i.vaddr else at

    return read


def private_address(w: Waves, at: Array, size: int) -> Array:
    """Where `size` bytes of private memory lie: words of the lanes of a wave follow each other."""
    inside = active_of(w, at)
    if inside.size and (int(inside.min()) < 0 or int(inside.max()) + size > w.scratch_bytes):
        raise KernelFault(
            f"private memory is touched at {int(inside.min())} to {int(inside.max()) + size}, of {w.scratch_bytes} bytes per lane"
        )
    word, byte = at.astype(U64) & ~U64.type(3), at.astype(U64) & U64.type(3)
    return w.scratch_base + word * U64.type(w.width) + byte + w.lane.astype(U64) * U64.type(4)


def pieces(i: Instr, width: Width) -> list[tuple[int, int]]:
    """Private memory is reached word by word: offset and size of each access."""
    return [(4 * k, 4) for k in range(width.count)] if width.size == 4 else [(0, width.size)]


# -- loads and stores
def vector_load(width: Width) -> Callable[[Instr], Step]:
    def make(i: Instr) -> Step:
        private = i.form == "SCRATCH"
        address = private_offset(i) if private else global_address(i)
        counters = (VM, LDS) if i.form == "FLAT" else (VM,)

        def step(w: Waves) -> None:
            if w.mask.any():
                at = address(w)
                if private:
                    parts = [active_of(w, private_address(w, at + offset, size)) for offset, size in pieces(i, width)]
                    found = [w.space.load(part, width.size)[0] for part in parts]
                else:
                    found = w.space.load(active_of(w, at), width.size, width.count)
                fill_loaded(w, i.dst, width, found)
            w.waiting.issue(counters, range(VGPR + i.dst, VGPR + i.dst + width.count))

        return step

    return make


def vector_store(width: Width) -> Callable[[Instr], Step]:
    def make(i: Instr) -> Step:
        private = i.form == "SCRATCH"
        address = private_offset(i) if private else global_address(i)

        def step(w: Waves) -> None:
            if not w.mask.any():
                return
            at = address(w)
            values = [every_lane(w, width.element(w.bits(i.data + k))) for k in range(width.count)]
            if not private:
                return w.space.store(every_lane(w, at), values, width.size)
            for (offset, size), value in zip(pieces(i, width), values):
                w.space.store(every_lane(w, private_address(w, at + offset, size)), [value], width.size)

        return step

    return make


def touched(width: Width, is_load: bool) -> Callable[[Instr], frozenset[int]]:
    def registers(i: Instr) -> frozenset[int]:
        out = set() if is_load else set(span(VGPR + i.data, width.count))  # loads into one register come back in order
        if i.form == "SCRATCH":
            out |= {*(span(VGPR + i.addr, 1) if i.vaddr else ()), *span(i.saddr, 1)}
        else:
            out |= {*span(VGPR + i.addr, 2 if i.saddr == NULL else 1), *span(i.saddr, 2)}
        return frozenset(out)

    return registers


for _space in ("global", "flat", "scratch"):
    for _name, _width in LOADS.items():
        special(f"{_space}_load_{_name}", uses=touched(_width, True))(vector_load(_width))
    for _name, _width in STORES.items():
        special(f"{_space}_store_{_name}", uses=touched(_width, False))(vector_store(_width))


# -- atomic operations
def exchanged(w: Waves, i: Instr, at: Array, values: Array, combine: Combine, compare: Array | None) -> Array:
    """What was at these addresses before each lane in turn changed it; with `compare` only where that was there."""
    dtype, size = values.dtype, values.dtype.itemsize
    if (at & U64.type(size - 1)).any():
        raise KernelFault(f"at {i.pc:#x}: {i}: an atomic operation at an address that is not aligned")
    before = np.empty(at.shape, dtype)
    for mapping, here in w.space.parts(at, size, True):
        which = np.ones(at.shape, bool) if here is None else here
        offsets = (at[which] - U64.type(mapping.start)).view(np.int64)
        if mapping.lines:
            mapping.lines.will_write(offsets, size, is_atomic=True)
        chosen = None if compare is None else compare[which]
        before[which] = atomically(mapping.view(size).view(dtype), offsets // size, combine, values[which], chosen)
        if mapping.lines:
            mapping.lines.written(offsets, size)
    return before


def atomic(name: str, kind: str) -> Callable[[Instr], Step]:
    dtype = ATOMIC_DTYPES[kind]
    words = dtype.itemsize // 4

    def make(i: Instr) -> Step:
        address = global_address(i)
        combine = (FLOAT_ATOMICS if kind[0] == "f" else ATOMICS).get(name, ATOMICS["swap"])

        def step(w: Waves) -> None:
            if w.mask.any():
                compare = operand(w, i.data + words, dtype) if name == "cmpswap" else None
                before = exchanged(w, i, every_lane(w, address(w)), operand(w, i.data, dtype), combine, compare)
                if i.glc:
                    returned(w, i.dst, before)
            if i.glc:
                w.waiting.issue((VM,), range(VGPR + i.dst, VGPR + i.dst + words))

        return step

    return make


def atomic_touched(words: int, operands: int) -> Callable[[Instr], frozenset[int]]:
    def registers(i: Instr) -> frozenset[int]:
        returns = span(VGPR + i.dst, words) if i.glc else ()
        address = (*span(VGPR + i.addr, 2 if i.saddr == NULL else 1), *span(i.saddr, 2))
        return frozenset((*returns, *span(VGPR + i.data, words * operands), *address))

    return registers


#: operations, and the kinds of memory that they are there for
COMBINATIONS = {
    "swap": "b32 b64",
    "cmpswap": "b32 b64 f32",
    "add": "u32 u64 f32",
    "sub": "u32 u64",
    "csub": "u32",
    "min": "i32 u32 i64 u64 f32",
    "max": "i32 u32 i64 u64 f32",
    "and": "b32 b64",
    "or": "b32 b64",
    "xor": "b32 b64",
    "inc": "u32 u64",
    "dec": "u32 u64",
}
for _space in ("global", "flat"):
    for _name, _kinds in COMBINATIONS.items():
        for _kind in _kinds.split():
            special(f"{_space}_atomic_{_name}_{_kind}", uses=atomic_touched(1 + _kind.endswith("64"), 1 + (_name == "cmpswap")))(
                atomic(_name, _kind)
            )
