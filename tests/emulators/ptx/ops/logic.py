"""Logic, shifts, comparison, selection and moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from .. import special
from ..clusters import WINDOW
from ..memory import poison
from ..syntax import Addr, Pair, Reg, Vec
from ..types import BOOL, F32, INT, KINDS, UINT, Kind, as_dtype, type_of
from .floating import flushed
from .registry import PRED, Array, elementwise, op

if TYPE_CHECKING:
    from ..program import Builder, Step
    from ..syntax import Instr
    from ..wave import Wave

U32 = KINDS["u32"]
LOGIC = {"and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}


@op("and", "or", "xor")
def and_or_xor(b: Builder, ins: Instr) -> Step:
    kind = type_of(ins.mods)
    return elementwise(b, ins, (kind, kind), LOGIC[ins.op])


@op("not")
def invert(b: Builder, ins: Instr) -> Step:
    return elementwise(b, ins, (type_of(ins.mods),), np.invert)


@op("cnot")
def cnot(b: Builder, ins: Instr) -> Step:
    kind = type_of(ins.mods)
    return elementwise(b, ins, (kind,), lambda a: (a == 0).astype(kind.dtype))


@op("lop3")
def lop3(b: Builder, ins: Instr) -> Step:
    """Any function of three bits by its truth table; with .and/.or also whether the result is not zero."""
    table = ins.operands[4].value  # type: ignore[union-attr]

    def apply(a: Array, c: Array, d: Array) -> Array:
        out = np.zeros(1, np.uint32)
        for i in range(8):
            if table >> i & 1:
                out = out | ((a if i & 4 else ~a) & (c if i & 2 else ~c) & (d if i & 1 else ~d))
        return out

    first = ins.operands[0]
    if isinstance(first, Pair):
        return lop3_with_predicate(b, ins, apply)
    return elementwise(b, ins, (U32,) * 3, KNOWN_TABLES.get(table, apply), sources=ins.operands[1:4])


#: truth tables that compilers use most
KNOWN_TABLES: dict[int, Callable[..., Array]] = {
    0x80: lambda a, b, c: a & b & c,
    0xFE: lambda a, b, c: a | b | c,
    0x96: lambda a, b, c: a ^ b ^ c,
    0xF8: lambda a, b, c: a | (b & c),
    0xEA: lambda a, b, c: (a & b) | c,
    0xCA: lambda a, b, c: (a & b) | (~a & c),
    0xE8: lambda a, b, c: (a & b) | (a & c) | (b & c),
}


def lop3_with_predicate(b: Builder, ins: Instr, apply: Callable[..., Array]) -> Step:
    pair, q = ins.operands[0], ins.operands[5]
    assert isinstance(pair, Pair) and isinstance(q, Reg)
    d, p = b.dst(pair.first), b.dst(pair.second)
    s, qs = [b.src(o, U32) for o in ins.operands[1:4]], b.src(q, PRED)
    combine = LOGIC["and" if ins.has("and") else "or"]

    def step(x: Wave) -> None:
        value = apply(*(as_dtype(x.r[i], U32.dtype) for i in s))
        other = x.r[qs] ^ q.negated
        x.put(d, value)
        x.put(p, combine(value != 0, other))

    return step


# -- shifts
@op("shl", "shr")
def shift(b: Builder, ins: Instr) -> Step:
    """Amounts beyond the width shift everything out (or leave the sign)."""
    kind = type_of(ins.mods)
    top = np.uint32(kind.bits - 1)

    def left(a: Array, n: Array) -> Array:
        return np.where(n > top, kind.dtype.type(0), a << np.minimum(n, top).astype(kind.dtype))

    def right(a: Array, n: Array) -> Array:
        shifted = a >> np.minimum(n, top).astype(kind.dtype)
        return shifted if kind.is_signed else np.where(n > top, kind.dtype.type(0), shifted)

    amount = ins.operands[2]
    if hasattr(amount, "value") and 0 <= amount.value < kind.bits:  # type: ignore[union-attr]
        n = kind.dtype.type(amount.value)  # type: ignore[union-attr]
        fixed = (lambda a: a << n) if ins.op == "shl" else (lambda a: a >> n)
        return elementwise(b, ins, (kind,), fixed, sources=ins.operands[1:2])
    return elementwise(b, ins, (kind, U32), left if ins.op == "shl" else right)


@op("shf")
def funnel(b: Builder, ins: Instr) -> Step:
    """The upper (.l) or lower (.r) word of b:a shifted."""

    def apply(low: Array, high: Array, n: Array) -> Array:
        n = n & np.uint32(31) if ins.has("wrap") else np.minimum(n, np.uint32(32))
        both = (high.astype(np.uint64) << np.uint64(32)) | low
        n64 = n.astype(np.uint64)
        return ((both << n64) >> np.uint64(32) if ins.has("l") else both >> n64).astype(np.uint32)

    return elementwise(b, ins, (U32,) * 3, apply)


@op("prmt")
def prmt(b: Builder, ins: Instr) -> Step:
    """Four bytes picked from the eight of b:a."""
    mode = next((m for m in ins.mods if m in PRMT_MODES), None)

    def apply(a: Array, c: Array, selector: Array) -> Array:
        a, c, selector = np.broadcast_arrays(a, c, selector)
        data = np.stack([a, c], axis=1).view(np.uint8).reshape(-1, 8)
        picks = (selector[:, None] >> (np.arange(4, dtype=np.uint32) * np.uint32(4))) & np.uint32(0xF)
        if mode:
            picks = np.array(PRMT_MODES[mode], np.uint32)[selector & np.uint32(3)]
        out = np.take_along_axis(data, (picks & np.uint32(7)).astype(np.int64), axis=1)
        signs = np.where(out & np.uint8(0x80), np.uint8(0xFF), np.uint8(0))
        return np.ascontiguousarray(np.where(picks & np.uint32(8), signs, out)).view(np.uint32).reshape(-1)

    return elementwise(b, ins, (U32,) * 3, apply)


PRMT_MODES = {
    "f4e": ((0, 1, 2, 3), (1, 2, 3, 4), (2, 3, 4, 5), (3, 4, 5, 6)),
    "b4e": ((0, 7, 6, 5), (1, 0, 7, 6), (2, 1, 0, 7), (3, 2, 1, 0)),
    "rc8": ((0, 0, 0, 0), (1, 1, 1, 1), (2, 2, 2, 2), (3, 3, 3, 3)),
    "ecl": ((0, 1, 2, 3), (1, 1, 2, 3), (2, 2, 2, 3), (3, 3, 3, 3)),
    "ecr": ((0, 0, 0, 0), (0, 1, 1, 1), (0, 1, 2, 2), (0, 1, 2, 3)),
    "rc16": ((0, 1, 0, 1), (2, 3, 2, 3), (0, 1, 0, 1), (2, 3, 2, 3)),
}


# -- comparison
def is_nan(a: Array, b: Array) -> Array:
    return np.isnan(a) | np.isnan(b)


#: ordered: false when either side is NaN
COMPARE: dict[str, Callable[[Array, Array], Array]] = {
    "eq": np.equal, "lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal,
    "lo": np.less, "ls": np.less_equal, "hi": np.greater, "hs": np.greater_equal, "ne": np.not_equal,
}  # fmt: skip
FLOAT_COMPARE: dict[str, Callable[[Array, Array], Array]] = {
    **{k: v for k, v in COMPARE.items() if k in ("eq", "lt", "le", "gt", "ge")},
    "ne": lambda a, b: (a < b) | (a > b),
    "equ": lambda a, b: (a == b) | is_nan(a, b),
    "neu": np.not_equal,
    "ltu": lambda a, b: ~(a >= b),
    "leu": lambda a, b: ~(a > b),
    "gtu": lambda a, b: ~(a <= b),
    "geu": lambda a, b: ~(a < b),
    "num": lambda a, b: ~is_nan(a, b),
    "nan": is_nan,
}


def comparison(ins: Instr, kind: Kind) -> Callable[[Array, Array], Array]:
    table = FLOAT_COMPARE if kind.is_float else COMPARE
    fn = table[next(m for m in ins.mods if m in table)]
    if kind.is_float and ins.has("ftz") and kind.dtype is F32:
        return lambda a, b: fn(flushed(a), flushed(b))
    return fn


@op("setp")
def setp(b: Builder, ins: Instr) -> Step:
    """p|q = (a cmp b) combined with c, and (not a cmp b) combined with c."""
    kind = type_of(ins.mods, -1)
    fn, first = comparison(ins, kind), ins.operands[0]
    combine = next((LOGIC[m] for m in ins.mods if m in LOGIC), None)
    if not isinstance(first, Pair) and combine is None and kind.lanes == 1:
        return elementwise(b, ins, (kind, kind), fn, out=PRED)
    p = b.dst(first.first if isinstance(first, Pair) else first)
    q = b.dst(first.second) if isinstance(first, Pair) else None
    s0, s1 = (b.src(o, kind) for o in ins.operands[1:3])
    third = ins.operands[3] if combine is not None else None
    c = b.src(third, PRED) if third is not None else None
    negated = isinstance(third, Reg) and third.negated

    def step(x: Wave) -> None:
        value = fn(kind.load(x.r[s0]), kind.load(x.r[s1]))
        yes, no = (value[:, 0], value[:, 1]) if kind.lanes == 2 else (value, ~value)
        if combine is not None and c is not None:
            other = x.r[c] ^ negated
            yes, no = combine(yes, other), combine(no, other)
        x.put(p, yes)
        if q is not None:
            x.put(q, no)

    return step


@op("set")
def set_(b: Builder, ins: Instr) -> Step:
    """1.0 or all ones where the comparison holds."""
    out, kind = type_of(ins.mods, 0), type_of(ins.mods, -1)
    fn = comparison(ins, kind)
    combine = next((LOGIC[m] for m in ins.mods if m in LOGIC), None)
    third = ins.operands[3] if combine is not None else None
    negated = isinstance(third, Reg) and third.negated

    def result(value: Array) -> Array:
        return value.astype(np.float32) if out.is_float else -value.astype(INT[out.bits])

    if combine is None:
        apply = lambda a, c: result(fn(a, c))
    else:
        apply = lambda a, c, d: result(combine(fn(a, c), d ^ negated))
    kinds = (kind, kind) if combine is None else (kind, kind, PRED)
    return elementwise(b, ins, kinds, apply, out=out if out.is_float else KINDS[f"s{out.bits}"])


@op("selp")
def selp(b: Builder, ins: Instr) -> Step:
    kind = type_of(ins.mods)
    raw = KINDS[f"b{kind.bits}"] if kind.dtype is not BOOL else kind
    last = ins.operands[3]
    flip = isinstance(last, Reg) and last.negated
    sources = (b.src(ins.operands[1], kind), b.src(ins.operands[2], kind), b.src(last, PRED))
    d, nothing = b.dst(ins.operands[0]), poison(raw.dtype)

    def step(x: Wave) -> None:
        a, c, p = (x.r[s] for s in sources)
        if p.shape[0] == 1:
            chosen = a if bool(p[0]) != flip else c
            x.put(d, chosen if chosen is not None else nothing)
            return
        a, c = (as_dtype(v, raw.dtype) if v is not None else nothing for v in (a, c))
        x.put(d, np.where(p, c, a) if flip else np.where(p, a, c))

    return step


@op("slct")
def slct(b: Builder, ins: Instr) -> Step:
    """a where c >= 0, else b (NaN counts as negative)."""
    kind, test = type_of(ins.mods, 0), type_of(ins.mods, -1)
    raw = KINDS[f"b{kind.bits}"]
    return elementwise(b, ins, (raw, raw, test), lambda a, c, t: np.where(t >= 0, a, c))


# -- moves
@op("mov")
def mov(b: Builder, ins: Instr) -> Step:
    kind = type_of(ins.mods)
    to, source = ins.operands
    if isinstance(to, Vec):
        return unpack(b, ins, kind)
    if isinstance(source, Vec):
        return pack(b, ins, kind)
    d = b.dst(to)
    if isinstance(source, Reg) and source.name in special.CLOCKS:
        read = special.CLOCKS[source.name]
        return lambda x: x.put(d, read(x))
    if isinstance(source, Reg) and source.name in b.module.functions:
        raise b.error(ins, "the address of a function")
    s, width = b.src(source, kind), kind.dtype.itemsize

    def step(x: Wave) -> None:
        value = x.r[s]
        if value.dtype.itemsize != width:  # an address in a narrower register
            value = as_dtype(value, kind.dtype)
        x.r[d] = value if x.whole else x.merge(d, value)

    return step


@op("_move")
def move_slot(b: Builder, ins: Instr) -> Step:
    """Of inlined calls: slot to slot."""
    to, source = (o.value for o in ins.operands)  # type: ignore[union-attr]
    b.node.writes.append(to)
    return lambda x: x.put(to, x.r[source])


def unpack(b: Builder, ins: Instr, kind: Kind) -> Step:
    parts = ins.operands[0].items  # type: ignore[union-attr]
    s = b.src(ins.operands[1], KINDS[f"b{kind.bits}"])
    slots = [None if isinstance(p, Reg) and p.name == "_" else b.dst(p) for p in parts]
    part, whole = UINT[kind.bits // len(parts)], UINT[kind.bits]

    def step(x: Wave) -> None:
        split = np.ascontiguousarray(as_dtype(x.r[s], whole)).view(part).reshape(-1, len(slots))
        for i, slot in enumerate(slots):
            if slot is not None:
                x.put(slot, np.ascontiguousarray(split[:, i]))

    return step


def pack(b: Builder, ins: Instr, kind: Kind) -> Step:
    parts = ins.operands[1].items  # type: ignore[union-attr]
    part = KINDS[f"b{kind.bits // len(parts)}"]
    slots = [b.src(p, part) for p in parts]
    d, whole = b.dst(ins.operands[0]), UINT[kind.bits]
    nothing = poison(part.dtype)

    def step(x: Wave) -> None:
        registers = (x.r[s] for s in slots)
        values = np.broadcast_arrays(*(nothing if r is None else as_dtype(r, part.dtype) for r in registers))
        x.put(d, np.stack(values, axis=1).view(whole).reshape(-1))

    return step


@op("cvta")
def cvta(b: Builder, ins: Instr) -> Step:
    """To and from generic addresses: those are host addresses, so only shared and local windows move."""
    to_space = ins.has("to")
    space = next(m.split("::")[0] for m in ins.mods if m.split("::")[0] in ("global", "shared", "local", "const", "param"))
    d, source = b.dst(ins.operands[0]), ins.operands[1]
    s = b.src(source.base if isinstance(source, Addr) and source.base is not None else source, KINDS["u64"])
    offset = np.uint64(source.offset % (1 << 64)) if isinstance(source, Addr) else np.uint64(0)
    width = type_of(ins.mods).dtype

    def step(x: Wave) -> None:
        value = as_dtype(x.r[s], UINT[64]) + offset
        if space in ("shared", "local"):
            base = x.shared_base if space == "shared" else x.local_base
            value = value - base if to_space else value + base
        x.put(d, as_dtype(value, width))

    return step


@op("isspacep")
def isspacep(b: Builder, ins: Instr) -> Step:
    d, s = b.dst(ins.operands[0]), b.src(ins.operands[1], KINDS["u64"])
    space = ins.mods[0].split("::")[0]

    def step(x: Wave) -> None:
        a = as_dtype(x.r[s], UINT[64])
        inside = {
            "shared": lambda: a - x.shared_base < np.uint64(x.shared_room),
            "local": lambda: a - x.local_base < np.uint64(max(x.local_size, 1)),
            "param": lambda: a - np.uint64(x.param_base) < np.uint64(x.program.param_size),
            "const": lambda: np.zeros(1, bool),
        }
        if space == "global":
            value = ~(inside["shared"]() | inside["local"]())
        else:
            value = inside[space]()
        x.put(d, value)

    return step


@op("mapa", "getctarank")
def cluster_address(b: Builder, ins: Instr) -> Step:
    """The same place in the shared memory of another block of the cluster; the rank of the block that an address belongs to."""
    kind, windowed = type_of(ins.mods), any(m.startswith("shared") for m in ins.mods)
    d, a = b.dst(ins.operands[0]), b.src(ins.operands[1], kind if ins.op == "mapa" else KINDS["u32" if windowed else "u64"])
    if ins.op == "getctarank":
        return lambda x: x.put_active(d, rank_of(x, x.active(x.r[a]).astype(np.uint64), windowed))
    r = b.src(ins.operands[2], KINDS["u32"])

    def step(x: Wave) -> None:
        address, rank = x.active(x.r[a]).astype(np.uint64), x.active(as_dtype(x.r[r], UINT[32])).astype(np.int64)
        x.clusters.check_rank(x, rank)
        if windowed:
            found = (rank + 1).astype(np.uint64) << np.uint64(WINDOW) | address
        else:
            found = address - x.shared_bases[x.block_of[x.active_lanes()]] + x.clusters.base(x, rank)
        x.put_active(d, found.astype(kind.dtype))

    return step


def rank_of(x: Wave, address: Array, windowed: bool) -> Array:
    if windowed:
        offset, base = x.clusters.resolve(x, address)
        address = base + offset
    return ((address - np.uint64(x.shared_start)) // np.uint64(x.shared_room) % np.uint64(x.clusters.size)).astype(np.uint32)
