"""mma.sync, ldmatrix and stmatrix. Products and sums are exact in float64 (integers: in int64) and rounded once: the
manual leaves the order and the precision of the sum inside one instruction open."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from ..errors import BarrierMisuse
from ..memory import SPACE, where
from ..syntax import Vec
from ..types import F16, F64, KINDS, UINT, Kind, as_dtype
from .access import Site, space_of
from .fragments import a_index, b_index, c_index, gathered, scattered
from .registry import GATES, Array, op
from .warp import everyone

if TYPE_CHECKING:
    from ..program import Builder, Step
    from ..syntax import Instr, Operand
    from ..wave import Wave

GATES.update({"mma": everyone, "ldmatrix": everyone, "stmatrix": everyone, "movmatrix": everyone, "wmma": everyone})
SHAPE = re.compile(r"m(\d+)n(\d+)k(\d+)$")
NARROW = {"s4": (4, True), "u4": (4, False), "b1": (1, False)}


def shape_of(ins: Instr) -> tuple[int, int, int]:
    m, n, k = next(found.groups() for mod in ins.mods if (found := SHAPE.match(mod)))
    return int(m), int(n), int(k)


def operand_names(ins: Instr) -> tuple[str, str, str, str]:
    """Types of D, A, B, C: the modifiers behind the layouts."""
    names = [m for m in ins.mods if m in KINDS or m in NARROW]
    if len(names) == 1:
        return (names[0],) * 4  # type: ignore[return-value]
    return names[0], names[1], names[2], names[-1]


def elements(raw: Array, name: str) -> Array:
    """Registers (..., lanes) to numbers (..., lanes, per register) in float64, or int64 of integers."""
    if name in NARROW:
        bits, signed = NARROW[name]
        parts = (raw[..., None] >> (np.arange(32 // bits, dtype=np.uint32) * np.uint32(bits))) & np.uint32((1 << bits) - 1)
        wide = parts.astype(np.int64)
        return np.where(wide >> (bits - 1), wide - (1 << bits), wide) if signed else wide
    kind = KINDS[name]
    width = UINT[kind.bits] if kind.to_work else kind.dtype
    parts = np.ascontiguousarray(raw).view(width).reshape(*raw.shape, -1)
    return (kind.to_work(parts) if kind.to_work else parts).astype(F64 if kind.is_float else np.int64)


def rounded(value: Array, kind: Kind, saturate: bool) -> Array:
    """The accumulator's type from the exact sum."""
    if kind.is_float:
        return value.astype(kind.dtype)
    if saturate:
        return np.clip(value, -(1 << 31), (1 << 31) - 1).astype(np.int32)
    return value.astype(np.int32)


def accumulators(values: list[Array], kind: Kind) -> Array:
    """Registers of C or D to (elements, lanes); f16 packs two."""
    if kind.dtype is F16:
        pairs = np.stack([np.ascontiguousarray(v).view(F16).reshape(-1, 2) for v in values])
        return np.moveaxis(pairs, 2, 1).reshape(2 * len(values), -1)
    return np.stack([as_dtype(v, kind.dtype) for v in values])


def put_accumulators(x: Wave, slots: list[int], values: Array, kind: Kind) -> None:
    """The way back."""
    if kind.dtype is F16:
        packed = np.ascontiguousarray(np.moveaxis(values.reshape(len(slots), 2, -1), 1, 2)).view(UINT[32])[..., 0]
        values = packed
    for slot, value in zip(slots, values):
        x.put(slot, np.ascontiguousarray(value))


def items(o: Operand) -> tuple[Operand, ...]:
    return o.items if isinstance(o, Vec) else (o,)


def whole_warps(x: Wave) -> None:
    """These instructions are undefined unless all 32 lanes take part."""
    torn = x.mask.reshape(-1, 32)
    torn = torn.any(axis=1) & ~torn.all(axis=1)
    if torn.any():
        bad = np.repeat(torn, 32) & x.mask
        raise x.fault(BarrierMisuse, "executed by a part of a warp: all 32 threads must take part", bad)


@op("mma")
def mma(b: Builder, ins: Instr) -> Step:
    if ins.has("sp", "block_scale") or any(m.startswith("sp::") for m in ins.mods):
        raise b.error(ins, "sparse or block-scaled matrices")
    m, n, k = shape_of(ins)
    d_name, a_name, b_name, c_name = operand_names(ins)
    d_kind, c_kind = KINDS[d_name], KINDS[c_name]
    groups = [items(o) for o in ins.operands]
    slots = [[b.src(o, KINDS["f64" if a_name == "f64" else "b32"]) for o in g] for g in groups[1:4]]
    targets = [b.dst(o) for o in groups[0]]
    per = per_register(a_name)
    ia, ib, ic = a_index(m, k, per), b_index(k, n, per), c_index(m, n)
    saturate = ins.has("satfinite")
    boolean = next((mod for mod in ins.mods if mod in ("xor", "and")), None) if a_name == "b1" else None

    def step(x: Wave) -> None:
        whole_warps(x)
        left = gathered(fragment(x, slots[0], a_name), ia, m, k)
        right = gathered(fragment(x, slots[1], b_name), ib, k, n)
        c = accumulators([np.ascontiguousarray(x.spread(x.r[s])) for s in slots[2]], c_kind)
        total = product(left, right, boolean) + gathered(c.reshape(len(c), -1, 32, 1), ic, m, n)
        put_accumulators(x, targets, scattered(rounded(total, d_kind, saturate), ic), d_kind)

    return step


def per_register(name: str) -> int:
    return 32 // NARROW[name][0] if name in NARROW else max(1, 32 // KINDS[name].bits)


def fragment(x: Wave, slots: list[int], name: str) -> Array:
    """(registers, warps, 32, per)"""
    raw = np.stack([x.spread(as_dtype(x.r[s], F64 if name == "f64" else UINT[32])) for s in slots])
    values = elements(raw, name)
    return values.reshape(len(slots), -1, 32, values.shape[-1])


def product(left: Array, right: Array, boolean: str | None) -> Array:
    if boolean is None:
        return np.matmul(left, right)
    a, c = left[:, :, :, None], right[:, None, :, :]
    return ((a ^ c) if boolean == "xor" else (a & c)).sum(axis=2)


# -- matrices of 8 rows of 16 bytes between shared memory and registers
def matrix_count(ins: Instr) -> int:
    return int(next(m for m in ins.mods if m in ("x1", "x2", "x4"))[1:])


def row_addresses(x: Wave, site: Site, count: int) -> Array:
    """(count, warps, 8): lanes 8*i to 8*i+7 give the rows of matrix i."""
    given = (np.arange(x.n) % 32) < 8 * count
    before = x.mask, x.count
    mask = x.mask & given
    x.enter(mask, int(np.count_nonzero(mask)))
    addresses = np.zeros(x.n, np.uint64)
    addresses[mask] = site.addresses(x)
    x.enter(*before)
    return np.moveaxis(addresses.reshape(-1, 4, 8)[:, :count], 1, 0)


def row_lanes(x: Wave, count: int, active: Array) -> Array:
    """The lanes that give the rows, in the order of `row_addresses` of the active warps."""
    lanes = np.moveaxis(np.arange(x.n).reshape(-1, 4, 8)[:, :count], 1, 0)
    return lanes[:, active].reshape(-1)


@op("ldmatrix")
def ldmatrix(b: Builder, ins: Instr) -> Step:
    """Lane t of a warp gets of each matrix the two elements 2*(t % 4) and the next of row t // 4; .trans: of column t // 4."""
    if not ins.has("m8n8") or not ins.has("b16"):
        raise b.error(ins, "only ldmatrix of m8n8 and b16")
    count, transposed = matrix_count(ins), ins.has("trans")
    slots = [b.dst(o) for o in items(ins.operands[0])]
    site = Site(b, ins, ins.operands[1], space_of(ins), 16)

    def step(x: Wave) -> None:
        whole_warps(x)
        rows = row_addresses(x, site, count)
        active = x.mask.reshape(-1, 32).any(axis=1)
        out = np.zeros((count, len(active), 8, 8), np.uint16)
        cells = rows[:, active, :, None] + np.arange(8, dtype=np.uint64) * np.uint64(2)
        site.require_if_shared(x, cells, 2)
        if x.races is not None and site.touches_shared(x, cells):
            x.races.read(rows[:, active].reshape(-1), 16, row_lanes(x, count, active))
        out[:, active] = SPACE[2][where(cells, 2)]
        if transposed:
            out = np.ascontiguousarray(np.swapaxes(out, 2, 3))
        for slot, matrix in zip(slots, out):
            x.put(slot, matrix.reshape(-1).view(np.uint32))

    return step


@op("stmatrix")
def stmatrix(b: Builder, ins: Instr) -> Step:
    if not ins.has("m8n8") or not ins.has("b16"):
        raise b.error(ins, "only stmatrix of m8n8 and b16")
    count, transposed = matrix_count(ins), ins.has("trans")
    site = Site(b, ins, ins.operands[0], space_of(ins), 16)
    slots = [b.src(o, KINDS["b32"]) for o in items(ins.operands[1])]

    def step(x: Wave) -> None:
        whole_warps(x)
        rows = row_addresses(x, site, count)
        active = x.mask.reshape(-1, 32).any(axis=1)
        raw = np.stack([np.ascontiguousarray(x.spread(as_dtype(x.r[s], UINT[32]))) for s in slots])
        values = raw.view(np.uint16).reshape(count, -1, 8, 8)
        if transposed:
            values = np.swapaxes(values, 2, 3)
        cells = rows[:, active, :, None] + np.arange(8, dtype=np.uint64) * np.uint64(2)
        if x.races is not None and site.touches_shared(x, cells):
            lanes = row_lanes(x, count, active)
            x.races.write(rows[:, active].reshape(-1), 16, lanes, np.ones(len(lanes), bool))
        SPACE[2][where(cells, 2)] = values[:, active]
        site.mark_if_shared(x, cells, 2)

    return step


@op("movmatrix")
def movmatrix(b: Builder, ins: Instr) -> Step:
    """The transpose of a fragment."""
    d, s = b.dst(ins.operands[0]), b.src(ins.operands[1], KINDS["b32"])

    def step(x: Wave) -> None:
        matrix = np.ascontiguousarray(x.spread(as_dtype(x.r[s], UINT[32]))).view(np.uint16).reshape(-1, 8, 8)
        x.put(d, np.ascontiguousarray(np.swapaxes(matrix, 1, 2)).reshape(-1).view(np.uint32))

    return step


# -- wmma: fragments are opaque, so any layout that load, mma and store share will do
def wmma_place(rows: int, columns: int, registers: int, per: int) -> Array:
    """(registers, 32, per) -> flat element; where there is more room than elements the rest repeats them."""
    return np.arange(registers * 32 * per).reshape(32, registers, per).transpose(1, 0, 2) % (rows * columns)


def wmma_extent(ins: Instr, which: str) -> tuple[int, int]:
    m, n, k = shape_of(ins)
    return {"a": (m, k), "b": (k, n), "c": (m, n), "d": (m, n)}[which]


@op("wmma")
def wmma(b: Builder, ins: Instr) -> Step:
    if ins.has("load"):
        return wmma_move(b, ins, load=True)
    return wmma_move(b, ins, load=False) if ins.has("store") else wmma_mma(b, ins)


def wmma_move(b: Builder, ins: Instr, load: bool) -> Step:
    which = next(m for m in ins.mods if m in ("a", "b", "c", "d"))
    rows, columns = wmma_extent(ins, which)
    by_column = ins.has("col")
    kind = KINDS[next(m for m in ins.mods if m in KINDS)]
    fragment_of, address = ins.operands[:2] if load else ins.operands[1::-1]
    registers = items(fragment_of)
    slots = [b.dst(r) if load else b.src(r, KINDS["b32"]) for r in registers]
    site = Site(b, ins, address, space_of(ins), kind.bytes)
    stride = b.src(ins.operands[2], KINDS["u32"]) if len(ins.operands) > 2 else None
    per = max(1, 32 // kind.bits)
    place = wmma_place(rows, columns, len(slots), per)
    r, c = place // columns, place % columns

    def cell(x: Wave, i: int, e: int) -> Array:
        """Byte offsets of element e of register i, of all lanes."""
        long = np.uint64(rows if by_column else columns) if stride is None else as_dtype(x.r[stride], UINT[64])
        outer, inner = (c, r) if by_column else (r, c)
        lanes = np.tile(outer[i, :, e].astype(np.uint64), x.n // 32) * long + np.tile(inner[i, :, e].astype(np.uint64), x.n // 32)
        return lanes * np.uint64(kind.bytes)

    def step(x: Wave) -> None:
        whole_warps(x)
        for i, slot in enumerate(slots):
            parts = []
            for e in range(per):
                at = site.addresses_with(x, cell(x, i, e))
                if load:
                    site.require_if_shared(x, at, kind.bytes)
                    parts.append(SPACE[kind.bytes][where(at, kind.bytes)])
                else:
                    raw = np.ascontiguousarray(x.spread(as_dtype(x.r[slot], UINT[32]))).view(UINT[kind.bits]).reshape(-1, per)
                    SPACE[kind.bytes][where(at, kind.bytes)] = x.active(np.ascontiguousarray(raw[:, e]))
                    site.mark_if_shared(x, at, kind.bytes)
            if load:
                x.put_active(slot, np.stack(parts, axis=1).reshape(-1).view(UINT[32]))

    return step


def wmma_mma(b: Builder, ins: Instr) -> Step:
    m, n, k = shape_of(ins)
    names = [mod for mod in ins.mods if mod in KINDS]
    d_name, c_name = names[0], names[-1]
    a_name, b_name = (names[1], names[2]) if len(names) == 4 else ("f16", "f16")
    groups = [items(o) for o in ins.operands]
    targets = [b.dst(o) for o in groups[0]]
    slots = [[b.src(o, KINDS["b32"]) for o in g] for g in groups[1:4]]
    d_kind = KINDS[d_name]

    def matrix(x: Wave, which: int, name: str, extent: tuple[int, int]) -> Array:
        values = fragment(x, slots[which], name)
        index = wmma_place(*extent, len(slots[which]), values.shape[-1])
        return gathered(values, index, *extent)

    def step(x: Wave) -> None:
        whole_warps(x)
        total = np.matmul(matrix(x, 0, a_name, (m, k)), matrix(x, 1, b_name, (k, n))) + matrix(x, 2, c_name, (m, n))
        out = rounded(total, d_kind, ins.has("satfinite"))
        per = max(1, 32 // d_kind.bits)
        index = wmma_place(m, n, len(targets), per)
        lanes = out.reshape(len(out), -1)[:, index]  # warps, registers, 32, per
        for i, slot in enumerate(targets):
            x.put(slot, np.ascontiguousarray(lanes[:, i]).reshape(-1).view(UINT[32] if per > 1 else d_kind.dtype))

    return step


