"""Local memory: loads, stores, atomic operations, and the permutations of lanes that go through its crossbar."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...errors import KernelFault
from ..access import (
    ATOMIC_DTYPES,
    ATOMICS,
    FLOAT_ATOMICS,
    LOADS,
    Width,
    active_of,
    atomically,
    every_lane,
    fill,
    fill_loaded,
    operand,
    returned,
)
from ..decode import VGPR, Instr
from ..errors import LdsFault
from ..registry import Step, special
from ..space import Span, gather, scatter
from ..steps import span
from ..waiting import LDS
from ..waves import Array, Waves


def place(w: Waves, i: Instr, offset: int, size: int, all_lanes: bool = False) -> Array:
    """Bytes from the start of all local memory, for the lanes that run. LdsFault beyond what the workgroup has."""
    at = (w.bits(i.addr) + np.uint32(offset)).astype(np.int64)
    chosen = every_lane(w, at) if all_lanes else active_of(w, at)
    if chosen.size and int(chosen.max()) + size > w.lds_bytes:
        raise LdsFault(
            f"at {i.pc:#x}: {i}: local memory is touched up to byte {int(chosen.max()) + size}, the workgroup has {w.lds_bytes}"
        )
    where = at + w.lds_base
    return every_lane(w, where) if all_lanes else active_of(w, where)


def memory(w: Waves) -> Span:
    return Span(0, len(w.lds), w.lds)


def local_load(width: Width, offsets: Callable[[Instr], tuple[int, ...]]) -> Callable[[Instr], Step]:
    def make(i: Instr) -> Step:
        where = offsets(i)
        registers = range(VGPR + i.dst, VGPR + i.dst + width.count * len(where))

        def step(w: Waves) -> None:
            if w.mask.any():
                found = [gather(memory(w), place(w, i, o, width.bytes), width.size, width.count) for o in where]
                for k, part in enumerate(found):
                    fill_loaded(w, i.dst + k * width.count, width, part)
            w.waiting.issue((LDS,), registers)

        return step

    return make


def local_store(width: Width, offsets: Callable[[Instr], tuple[int, ...]]) -> Callable[[Instr], Step]:
    def make(i: Instr) -> Step:
        sources = (i.data, i.data1)

        def step(w: Waves) -> None:
            w.waiting.issue((LDS,), range(0))  # counted as loads are
            if not w.mask.any():
                return
            for o, first in zip(offsets(i), sources):
                values = [every_lane(w, width.element(w.bits(first + k))) for k in range(width.count)]
                scatter(memory(w), place(w, i, o, width.bytes, all_lanes=True), values, width.size)

        return step

    return make


def single(i: Instr) -> tuple[int, ...]:
    return (i.imm | i.offset1 << 8,)


def double(unit: int) -> Callable[[Instr], tuple[int, ...]]:
    return lambda i: (i.imm * unit, i.offset1 * unit)


def touched(data: int, second: int = 0) -> Callable[[Instr], frozenset[int]]:
    """Not the results: loads into one register come back in order."""
    return lambda i: frozenset((*span(VGPR + i.addr, 1), *span(VGPR + i.data, data), *span(VGPR + i.data1, second)))


NARROW = {
    "u8": "u8",
    "i8": "i8",
    "u16": "u16",
    "i16": "i16",
    "u8_d16": "d16_u8",
    "i8_d16": "d16_i8",
    "u16_d16": "d16_b16",
    "u8_d16_hi": "d16_hi_u8",
    "i8_d16_hi": "d16_hi_i8",
    "u16_d16_hi": "d16_hi_b16",
}
for _name in ("b32", "b64", "b96", "b128"):
    special(f"ds_load_{_name}", uses=touched(0))(local_load(LOADS[_name], single))
    special(f"ds_store_{_name}", uses=touched(LOADS[_name].count))(local_store(LOADS[_name], single))
for _name, _width in NARROW.items():
    special(f"ds_load_{_name}", uses=touched(0))(local_load(LOADS[_width], single))
for _name, _width in {"b8": Width(1), "b16": Width(2), "b8_d16_hi": Width(1, half=1), "b16_d16_hi": Width(2, half=1)}.items():
    special(f"ds_store_{_name}", uses=touched(1))(local_store(_width, single))
for _name, _size in (("b32", 4), ("b64", 8)):
    for _stride, _unit in (("", 1), ("stride64_", 64)):
        _n, _at = LOADS[_name].count, double(_size * _unit)
        special(f"ds_load_2addr_{_stride}{_name}", uses=touched(0))(local_load(LOADS[_name], _at))
        special(f"ds_store_2addr_{_stride}{_name}", uses=touched(_n, _n))(local_store(LOADS[_name], _at))


# -- atomic operations
def atomic(name: str, kind: str, returns: bool) -> Callable[[Instr], Step]:
    dtype = ATOMIC_DTYPES[kind]

    def make(i: Instr) -> Step:
        combine = (FLOAT_ATOMICS if kind[0] == "f" else ATOMICS).get(name, ATOMICS["swap"])

        def step(w: Waves) -> None:
            if w.mask.any():
                at = place(w, i, single(i)[0], dtype.itemsize, all_lanes=True)
                if (at % dtype.itemsize).any():
                    raise KernelFault(f"at {i.pc:#x}: {i}: an atomic operation at an address that is not aligned")
                compare = operand(w, i.data1, dtype) if name == "cmpstore" else None
                before = atomically(w.lds.view(dtype), at // dtype.itemsize, combine, operand(w, i.data, dtype), compare)
                if returns:
                    returned(w, i.dst, before)
            if returns:
                w.waiting.issue((LDS,), range(VGPR + i.dst, VGPR + i.dst + dtype.itemsize // 4))

        return step

    return make


for _name, _kinds in {
    "add": "u32 u64 f32",
    "sub": "u32 u64",
    "rsub": "u32 u64",
    "inc": "u32 u64",
    "dec": "u32 u64",
    "min": "i32 u32 i64 u64 f32 f64",
    "max": "i32 u32 i64 u64 f32 f64",
    "and": "b32 b64",
    "or": "b32 b64",
    "xor": "b32 b64",
    "storexchg": "b32 b64",
    "cmpstore": "b32 b64 f32 f64",
}.items():
    for _kind in _kinds.split():
        _n, _second = 1 + _kind.endswith("64"), (1 + _kind.endswith("64")) * (_name == "cmpstore")
        special(f"ds_{_name}_{_kind}", uses=touched(_n, _second))(atomic(_name, _kind, False))
        special(f"ds_{_name}_rtn_{_kind}", uses=touched(_n, _second))(atomic(_name, _kind, True))


# -- permutations: nothing is kept in local memory
def rearranged(w: Waves, i: Instr, value: Array, index: Array) -> None:
    """Each lane gets that of another of its 32; 0 from one that does not run."""
    index = w.lane & 32 | index & 31
    index = np.broadcast_to(index, (w.count, w.width))
    out = np.take_along_axis(np.where(w.mask, value, np.uint32(0)), index, axis=1)
    fill(w, i.dst, active_of(w, out))
    w.waiting.issue((LDS,), range(VGPR + i.dst, VGPR + i.dst + 1))


@special("ds_bpermute_b32", uses=touched(1))
def bpermute(i: Instr) -> Step:
    return lambda w: rearranged(w, i, w.bits(i.data), w.bits(i.addr).astype(np.int64) + single(i)[0] >> 2)


@special("ds_permute_b32", uses=touched(1))
def permute(i: Instr) -> Step:
    """Each lane sends; of those that send to the same lane the highest wins."""

    def step(w: Waves) -> None:
        to = w.spread(w.lane & 32 | (w.bits(i.addr).astype(np.int64) + single(i)[0] >> 2) & 31)
        value, out = w.spread(w.bits(i.data)), np.zeros((w.count, w.width), np.uint32)
        for lane in range(w.width):
            rows = np.flatnonzero(w.mask[:, lane])
            out[rows, to[rows, lane]] = value[rows, lane]
        fill(w, i.dst, active_of(w, out))
        w.waiting.issue((LDS,), range(VGPR + i.dst, VGPR + i.dst + 1))

    return step


@special("ds_swizzle_b32", uses=touched(0))
def swizzle(i: Instr) -> Step:
    pattern = single(i)[0]

    def index(lane: Array) -> Array:
        if pattern & 0x8000:
            return (lane & ~3) + (pattern >> 2 * (lane & 3) & 3)
        return ((lane & pattern & 31) | pattern >> 5 & 31) ^ (pattern >> 10 & 31)

    return lambda w: rearranged(w, i, w.bits(i.addr), index(w.lane)[None, :])


@special("ds_nop")
def nop(i: Instr) -> Step:
    return lambda w: None
