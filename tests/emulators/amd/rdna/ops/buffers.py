"""Buffer instructions: loads, stores and atomic operations at an index and an offset in what four scalar registers describe.

Swizzled buffers lay out the same element of as many indices as INDEX_STRIDE says next to each other, in elements of 4 bytes; so is the
private memory of gfx10, whose index is the lane (ADD_TID_ENABLE). Beyond the end (OOB_SELECT) loads give 0, and stores do nothing.
Sources: "Buffer Addressing" and "Range Checking" of AMD's RDNA2, RDNA3 and RDNA4 instruction set manuals; fields of the descriptor as
SQ_BUF_RSRC_WORD1 to 3 in ROCr's registers.h.
"""

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
    Width,
    every_lane,
    fill_loaded,
    operand,
    returned,
)
from ..decode import NULL, VGPR, Instr
from ..operands import constant, unknown
from ..registry import Step, special
from ..steps import span
from ..waiting import SCALAR, VM
from ..waves import U64, Array, Waves
from .globalmem import COMBINATIONS, exchanged

I64 = np.int64
#: how OOB_SELECT says that an access is beyond the end: by index and offset in a structure, by index, never, by offset
STRUCTURED, INDEXED, NEVER, RAW = range(4)


def field(word: Array, low: int, width: int) -> Array:
    return (word >> np.uint32(low) & np.uint32((1 << width) - 1)).astype(I64)


class Descriptor:
    """What the four registers from `first` on say, for each wave."""

    def __init__(self, w: Waves, first: int) -> None:
        self.lanes = w.lane[None, :]
        low, high, self.records, form = w.s[first], w.s[first + 1], w.s[first + 2].astype(I64), w.s[first + 3]
        self.base = low.astype(U64) | (high & np.uint32(0xFFFF)).astype(U64) << U64.type(32)
        self.stride, self.is_swizzled = field(high, 16, 14), field(high, 31, 1) != 0
        self.index_stride = np.int64(8) << field(form, 21, 2)
        self.adds_lane, self.check = field(form, 23, 1) != 0, field(form, 28, 2)
        if (field(high, 30, 1) != 0).any() or (field(form, 30, 2) != 0).any():
            words = f"{int(high.flat[0]):#x}, {int(form.flat[0]):#x}"
            raise KernelFault(f"s[{first}:{first + 3}] describe no buffer that is modelled: words 1 and 3 are {words}")

    def place(self, index: Array, offset: Array, beyond: Array, nbytes: int) -> tuple[Array, Array]:
        """Addresses, and which of them are in the buffer. beyond: the scalar offset, which is not swizzled."""
        index = index + np.where(self.adds_lane, self.lanes, 0)
        group, lane = index // self.index_stride, index % self.index_stride
        words, within = offset // 4 * 4, offset % 4
        swizzled = (group * self.stride + words) * self.index_stride + lane * 4 + within
        at = np.where(self.is_swizzled, swizzled, index * self.stride + offset)
        outside = np.select(
            [self.check == STRUCTURED, self.check == INDEXED, self.check == NEVER],
            [(index >= self.records) | (offset + nbytes > self.stride), index >= self.records, self.records == 0],
            offset + beyond + nbytes > self.records,
        )
        return self.base + (at + beyond).astype(U64), ~outside


def scalar_offset(i: Instr) -> Callable[[Waves], Array]:
    if i.saddr == NULL:
        return lambda w: np.zeros((1, 1), I64)
    fixed = constant(i, i.saddr, "u32")
    if fixed is not None:
        return lambda w: fixed.astype(I64)
    return lambda w: w.s[i.saddr].astype(I64)


def places(i: Instr) -> Callable[[Waves, int, int], tuple[Array, Array]]:
    """For each lane that runs: the address of so many bytes, some bytes on, and whether it is in the buffer."""
    beyond, zero = scalar_offset(i), np.zeros((1, 1), I64)

    def found(w: Waves, further: int, nbytes: int) -> tuple[Array, Array]:
        index = w.bits(i.addr).astype(I64) if i.has_index else zero
        offset = w.bits(i.addr + i.has_index).astype(I64) if i.has_offset else zero
        at, inside = Descriptor(w, i.resource).place(index, offset + i.imm + further, beyond(w), nbytes)
        return every_lane(w, at), every_lane(w, inside)

    return found


def pieces(width: Width) -> list[int]:
    """Offsets of what is reached at a time: words, or less."""
    return [4 * k for k in range(width.count)]


def loaded(w: Waves, at: Array, inside: Array, width: Width) -> Array:
    """One element for each lane that runs; 0 beyond the end."""
    out = np.zeros(at.shape, f"u{width.size}")
    if inside.any():
        out[inside] = w.space.load(at[inside], width.size)[0]
    return out.reshape(w.count, w.width) if w.whole else out


def buffer_load(width: Width) -> Callable[[Instr], Step]:
    def make(i: Instr) -> Step:
        if i.lds:
            raise unknown(i, "loads into local memory are not modelled")
        find = places(i)

        def step(w: Waves) -> None:
            if w.mask.any():
                found = [loaded(w, *find(w, further, width.size), width) for further in pieces(width)]
                fill_loaded(w, i.dst, width, found)
            w.waiting.issue((VM,), range(VGPR + i.dst, VGPR + i.dst + width.count))

        return step

    return make


def buffer_store(width: Width) -> Callable[[Instr], Step]:
    def make(i: Instr) -> Step:
        find = places(i)

        def step(w: Waves) -> None:
            if not w.mask.any():
                return
            for k, further in enumerate(pieces(width)):
                at, inside = find(w, further, width.size)
                value = every_lane(w, width.element(w.bits(i.data + k)))
                if inside.any():
                    w.space.store(at[inside], [value[inside]], width.size)

        return step

    return make


def touched(i: Instr, results: int, operands: int) -> frozenset[int]:
    address = span(VGPR + i.addr, i.has_index + i.has_offset)
    offset = span(i.saddr, 1) if i.saddr < 128 else ()
    return frozenset(
        (*address, *span(i.resource, 4), *offset, *span(VGPR + i.dst, results), *span(VGPR + i.data, operands))
    )


for _name, _width in LOADS.items():
    special(f"buffer_load_{_name}", uses=lambda i: touched(i, 0, 0))(buffer_load(_width))
for _name, _width in STORES.items():
    special(f"buffer_store_{_name}", uses=lambda i, n=_width.count: touched(i, 0, n))(buffer_store(_width))


# -- atomic operations
def buffer_atomic(name: str, kind: str) -> Callable[[Instr], Step]:
    dtype = ATOMIC_DTYPES[kind]
    words = dtype.itemsize // 4
    combine = (FLOAT_ATOMICS if kind[0] == "f" else ATOMICS).get(name, ATOMICS["swap"])

    def make(i: Instr) -> Step:
        find = places(i)

        def step(w: Waves) -> None:
            if w.mask.any():
                at, inside = find(w, 0, dtype.itemsize)
                values = operand(w, i.data, dtype)
                compare = operand(w, i.data + words, dtype) if name == "cmpswap" else None
                before = np.zeros(at.shape, dtype)
                if inside.any():
                    chosen = None if compare is None else compare[inside]
                    before[inside] = exchanged(w, i, at[inside], values[inside], combine, chosen)
                if i.glc:
                    returned(w, i.dst, before)
            if i.glc:
                w.waiting.issue((VM,), range(VGPR + i.dst, VGPR + i.dst + words))

        return step

    return make


for _name, _kinds in COMBINATIONS.items():
    for _kind in _kinds.split():
        _n = 1 + _kind.endswith("64")
        special(
            f"buffer_atomic_{_name}_{_kind}",
            uses=lambda i, n=_n, m=_n * (1 + (_name == "cmpswap")): touched(i, n if i.glc else 0, m),
        )(buffer_atomic(_name, _kind))


# -- scalar loads
def scalar_buffer_load(count: int) -> Callable[[Instr], Step]:
    """Words at a multiple of 4; not swizzled."""

    def make(i: Instr) -> Step:
        beyond = scalar_offset(i)

        def step(w: Waves) -> None:
            buffer = Descriptor(w, i.addr)
            offset = (i.imm + beyond(w)) & ~3
            nbytes = np.where(buffer.stride == 0, buffer.records, buffer.records * buffer.stride)
            for k in range(count):
                at, inside = np.broadcast_arrays(buffer.base + (offset + 4 * k).astype(U64), offset + 4 * k + 4 <= nbytes)
                inside = inside & (w.active if inside.shape[0] > 1 else True)
                out = np.zeros(at.shape, np.uint32)
                if inside.any():
                    out[inside] = w.scalar_space.load(at[inside], 4)[0]
                w.put_s(i.dst + k, out)
            w.waiting.issue((SCALAR,), range(i.dst, i.dst + count))

        return step

    return make


for _count in (1, 2, 4, 8, 16):
    special(
        f"s_buffer_load_b{32 * _count}",
        uses=lambda i, n=_count: frozenset((*span(i.addr, 4), *span(i.saddr, 1), *span(i.dst, n))),
    )(scalar_buffer_load(_count))
