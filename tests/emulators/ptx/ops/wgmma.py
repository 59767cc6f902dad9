"""wgmma.mma_async: products of four warps, with operands described in shared memory, and results that arrive at a wait.

The operands are read when the instruction is issued, and compared with what shared memory holds at the wait: whoever
overwrote them in between has a race. The accumulators hold poison from the issue to the wait, so that code that
touches them too early computes nonsense instead of passing by luck.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from ..errors import AsyncMisuse, BarrierMisuse
from ..memory import SPACE, where
from ..syntax import Imm, Operand
from ..types import KINDS, UINT, Kind, as_dtype
from .fragments import a_index, c_index, gathered, scattered
from .matrix import (
    accumulators,
    elements,
    fragment,
    items,
    operand_names,
    per_register,
    put_accumulators,
    rounded,
    shape_of,
)
from .registry import GATES, PRED, Array, Gate, op

if TYPE_CHECKING:
    from ..program import Builder, Step
    from ..syntax import Instr
    from ..wave import Wave

POISON = 0x7FF1DEAD
GROUP = 128  # threads of a warpgroup
SWIZZLE_BYTES = {0: 16, 1: 128, 2: 64, 3: 32}


# -- all four warps
def warpgroup_gate(b: Builder, ins: Instr, pc: int) -> Gate:
    """Each group of four warps goes on together."""

    def gate(x: Wave) -> bool:
        if x.padded % GROUP:
            raise x.fault(BarrierMisuse, f"a block of {x.threads} threads has no whole warpgroups")
        here, live = x.mask.reshape(-1, GROUP), x.live.reshape(-1, GROUP)
        torn = here.any(axis=1) & (live & ~here).any(axis=1)
        if not torn.any():
            return True
        late = np.repeat(torn, GROUP) & x.mask
        x.park(pc, late)
        go = x.mask & ~late
        n = int(np.count_nonzero(go))
        x.enter(go, n)
        return n > 0

    return gate


GATES["wgmma"] = lambda b, ins, pc: warpgroup_gate(b, ins, pc) if ins.has("mma_async") else (lambda x: True)


# -- operands in shared memory
@cache
def offsets(major_k: bool, swizzle: int, rows: int, k: int, size: int) -> tuple[Array, Array, Array]:
    """Of element (row, k) of an M- or N-by-K matrix: fixed byte offset, and how often LBO and SBO are added.

    The canonical layouts of the manual, with T elements of `size` bytes to 16 bytes and W bytes to a swizzled line.
    """
    r, c = np.meshgrid(np.arange(rows), np.arange(k), indexing="ij")
    t, w = 16 // size, SWIZZLE_BYTES[swizzle]
    if major_k and swizzle == 0:
        return r % 8 * 16 + c % t * size, c // t, r // 8
    if major_k:
        return r % 8 * w + c * size, 0 * c, r // 8
    if swizzle == 0:
        return r % t * size + c % 8 * 16, c // 8, r // t
    line = w // size
    return r % line * size + c % 8 * w, r // line, c // 8


def swizzled(address: Array, swizzle: int) -> Array:
    """Bits 4.. of the address XOR those three places above, of as many as the mode has."""
    bits = {0: 0, 1: 3, 2: 2, 3: 1}[swizzle]
    return address ^ ((address >> 3) & (((1 << bits) - 1) << 4))


@dataclass
class Shared:
    """One matrix in the shared memory of one warpgroup's block: its addresses and what they held at the issue."""

    addresses: Array
    bits: Array
    width: int

    def changed(self) -> bool:
        return not np.array_equal(SPACE[self.width][where(self.addresses, self.width)], self.bits)


def described(x: Wave, descriptor: int, base: int, rows: int, k: int, kind: Kind, transposed: bool) -> Shared:
    """The matrix that a descriptor names. `base` is the real address of the block's shared memory."""
    start, lbo, sbo = ((descriptor >> shift & 0x3FFF) << 4 for shift in (0, 16, 32))
    swizzle, base_offset = descriptor >> 62 & 3, descriptor >> 49 & 7
    if base_offset:
        raise x.fault(AsyncMisuse, "a matrix descriptor with a base offset, which the emulator does not know")
    fixed, leading, stride = offsets(not transposed, swizzle, rows, k, kind.bytes)
    at = swizzled(start + fixed + leading * lbo + stride * sbo, swizzle)
    if int(at.max()) + kind.bytes > x.shared_size:
        raise x.fault(AsyncMisuse, f"a matrix descriptor reaches offset {int(at.max())} of {x.shared_size} bytes of shared memory")
    addresses = np.uint64(base) + at.astype(np.uint64)
    state = x.shared_state(addresses, kind.bytes)
    full = 0x01010101 & ((1 << kind.bits) - 1)
    if (state != full).any():
        text = "a matrix in shared memory is read that was never written, or whose copy was not waited for"
        raise x.fault(AsyncMisuse, text)
    return Shared(addresses, SPACE[kind.bytes][where(addresses, kind.bytes)], kind.bytes)


# -- products under way
@dataclass
class Product:
    """One issue: which warpgroups, their group numbers, the results, and the operands to compare at the wait."""

    mask: Array
    slots: list[int]
    values: Array  # (elements, lanes)
    kind: Kind
    group: Array  # per lane
    operands: list[Shared]
    ins: Instr
    stale: Array = field(default_factory=lambda: np.zeros(0, bool))


OPEN = 1 << 40


class Flight:
    def __init__(self, x: Wave):
        self.products: list[Product] = []
        self.committed = np.zeros(x.n, np.int64)

    def accumulator(self, x: Wave, slots: list[int], kind: Kind) -> Array:
        """C of the next product: what is under way for these registers, else the registers."""
        values = accumulators([np.ascontiguousarray(x.spread(x.r[s])) for s in slots], kind)
        for p in self.products:
            if p.slots == slots:
                values = np.where(p.mask, p.values, values)
            elif set(p.slots) & set(slots) and (p.mask & x.mask).any():
                raise x.fault(AsyncMisuse, "accumulators overlap those of a product that was not waited for")
        return values

    def commit(self, x: Wave) -> None:
        for p in self.products:
            p.group = np.where(x.mask & (p.group == OPEN), self.committed, p.group)
        self.committed = self.committed + x.mask

    def finish(self, x: Wave, keep: int) -> None:
        left: list[Product] = []
        for p in self.products:
            done = x.mask & p.mask & (p.group < self.committed - keep)
            if done.any():
                if any(o.changed() for o in p.operands):
                    text = f"shared memory changed while a product that reads it was under way (line {p.ins.line})"
                    raise x.fault(AsyncMisuse, text, done)
                before = x.mask, x.count
                x.enter(done, int(np.count_nonzero(done)))
                put_accumulators(x, p.slots, p.values, p.kind)
                x.enter(*before)
                p.mask = p.mask & ~done
            if p.mask.any():
                left.append(p)
        self.products = left
        for p in left:  # what newer products still write stays poisoned
            poison(x, p)


def poison(x: Wave, p: Product) -> None:
    before = x.mask, x.count
    x.enter(p.mask, int(np.count_nonzero(p.mask)))
    for slot in p.slots:
        x.put(slot, np.full(1, POISON, np.uint32))
    x.enter(*before)


def flight_of(x: Wave) -> Flight:
    return x.state.setdefault("wgmma", Flight(x))  # type: ignore[return-value]


@op("wgmma")
def wgmma(b: Builder, ins: Instr) -> Step:
    if ins.has("fence"):
        return lambda x: None
    if ins.has("commit_group"):
        return lambda x: flight_of(x).commit(x)
    if ins.has("wait_group"):
        keep = ins.operands[0].value  # type: ignore[union-attr]
        return lambda x: flight_of(x).finish(x, keep)
    if ins.has("sp"):
        raise b.error(ins, "sparse matrices")
    return product(b, ins)


def product(b: Builder, ins: Instr) -> Step:
    """d, a | a-descriptor, b-descriptor{, scale-d{, negate a, negate b{, transpose a}{, transpose b}}}"""
    m, n, k = shape_of(ins)
    d_name, a_name, b_name, _ = operand_names(ins)
    d_kind, a_kind, b_kind = KINDS[d_name], KINDS[a_name], KINDS[b_name]
    slots = [b.dst(o) for o in items(ins.operands[0])]
    for o in items(ins.operands[0]):
        b.src(o, KINDS["b32"])
    a_operand = ins.operands[1]
    in_registers = hasattr(a_operand, "items")
    a_slots = [b.src(o, KINDS["b32" if in_registers else "u64"]) for o in items(a_operand)]
    b_slot = b.src(ins.operands[2], KINDS["u64"])
    scale, flags = scale_of(b, ins.operands[3:]), [o.value for o in ins.operands[4:] if isinstance(o, Imm)]
    signs, transposes = (*flags, 1, 1)[:2] if flags else (1, 1), flags[2:]
    a_transposed = bool(transposes[0]) if transposes and not in_registers else False
    b_transposed = bool(transposes[-1]) if transposes else False
    ia, ic = a_index(16, k, per_register(a_name)), c_index(16, n)

    def matrix_a(x: Wave, group: int, base: int, kept: list[Shared]) -> Array:
        found = described(x, first_of(x, a_slots[0], group), base, m, k, a_kind, a_transposed)
        kept.append(found)
        return numbers(found, a_kind)

    def step(x: Wave) -> None:
        flight, kept = flight_of(x), []
        groups = np.flatnonzero(x.mask.reshape(-1, GROUP).any(axis=1))
        left = np.zeros((x.n // GROUP, m, k))
        right = np.zeros((x.n // GROUP, k, n))
        for g in groups:
            base = int(x.shared_bases[x.block_of[g * GROUP]])
            if not in_registers:
                left[g] = matrix_a(x, int(g), base, kept)
            found = described(x, first_of(x, b_slot, int(g)), base, n, k, b_kind, b_transposed)
            kept.append(found)
            right[g] = numbers(found, b_kind).T
        if in_registers:
            left = gathered(fragment(x, a_slots, a_name), ia, 16, k).reshape(-1, m, k)
        if scale(x):
            c = flight.accumulator(x, slots, d_kind)
            added = gathered(c.reshape(len(c), -1, 32, 1), ic, 16, n).reshape(-1, m, n)
        else:
            added = np.zeros((len(left), m, n))
        left = (signs[0] * signs[1]) * left
        total = roughly_summed(left, right, added) if a_kind.bits == 8 else np.matmul(left, right) + added
        out = rounded(total, d_kind, ins.has("satfinite")).reshape(-1, 16, n)
        p = Product(x.mask.copy(), slots, scattered(out, ic), d_kind, np.full(x.n, OPEN), kept, ins)
        flight.products.append(p)
        poison(x, p)

    return step


#: bits that the sum of products of bytes keeps after the first one of its largest term
ROUGH_BITS = 13
LEAST = -200  # exponents below that of all products of bytes


def roughly_summed(left: Array, right: Array, added: Array) -> Array:
    """left @ right + added, of which each term is cut off 13 bits after the largest exponent: measured on an H100.

    The exponent of a product is the sum of its factors' exponents, though its first one may be one higher.
    """
    total = np.empty_like(added)
    for g, (a, b, c) in enumerate(zip(left, right, added, strict=True)):
        of_a, of_b, largest = exponents(a), exponents(b), exponents(c)
        for k in range(a.shape[1]):
            largest = np.maximum(largest, np.add.outer(of_a[:, k], of_b[k]))
        last = np.ldexp(1.0, np.maximum(largest, LEAST) - ROUGH_BITS)
        with np.errstate(invalid="ignore"):
            total[g] = np.trunc(c / last) * last
            for k in range(a.shape[1]):
                total[g] += np.trunc(np.multiply.outer(a[:, k], b[k]) / last) * last
    return total


def exponents(x: Array) -> Array:
    """floor(log2(abs(x))); of zeros, infinities and NaN a very small number."""
    return np.where(np.isfinite(x) & (x != 0), np.frexp(x)[1] - 1, 4 * LEAST)


def scale_of(b: Builder, operands: tuple[Operand, ...]):  # noqa: ANN201
    """Whether D's old value is added: a predicate, or a constant, or always."""
    if not operands:
        return lambda x: True
    first = operands[0]
    if isinstance(first, Imm):
        return lambda x: bool(first.value)
    slot, negated = b.src(first, PRED), getattr(first, "negated", False)

    def scale(x: Wave) -> bool:
        values = x.active(x.r[slot]) ^ negated
        if values.any() != values.all():
            raise x.fault(BarrierMisuse, "scale-d differs between threads of one product")
        return bool(values[0])

    return scale


def first_of(x: Wave, slot: int, group: int) -> int:
    """A descriptor, which must be the same in all threads of the warpgroup."""
    values = x.spread(as_dtype(x.r[slot], UINT[64]))[group * GROUP : (group + 1) * GROUP]
    if (values != values[0]).any():
        raise x.fault(BarrierMisuse, "threads of one warpgroup give different matrix descriptors")
    return int(values[0])


def numbers(found: Shared, kind: Kind) -> Array:
    return elements(found.bits, kind.name)[..., 0].astype(np.float64)
