"""Integer, bit and comparison instructions against their definitions in the PTX manual, in Python's own integers."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from .ptx.testing import lanewise_many

RNG = np.random.default_rng(1)
EDGES = [0, 1, 2, 31, 32, 33, 63, 64, 255, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFE, 0xFFFFFFFF]
M32, M64 = (1 << 32) - 1, (1 << 64) - 1


def words(bits: int, n: int = 60) -> np.ndarray:
    """Edge cases against edge cases, then random words."""
    edges = np.array([e << (bits - 32) if i % 2 else e for i, e in enumerate(EDGES)], np.uint64)
    return np.concatenate([edges, RNG.integers(0, 1 << bits, n, dtype=np.uint64)]).astype(f"u{bits // 8}")


def signed(v: int, bits: int = 32) -> int:
    v &= (1 << bits) - 1
    return v - (1 << bits) if v >> (bits - 1) else v


def truncated(a: int, b: int) -> int:
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


Table = dict[str, Callable[[int, int, int], int]]
OPS32: Table = {
    "add.u32 %d, %a, %b;": lambda a, b, c: a + b,
    "sub.s32 %d, %a, %b;": lambda a, b, c: a - b,
    "add.sat.s32 %d, %a, %b;": lambda a, b, c: max(-(1 << 31), min((1 << 31) - 1, signed(a) + signed(b))),
    "sub.sat.s32 %d, %a, %b;": lambda a, b, c: max(-(1 << 31), min((1 << 31) - 1, signed(a) - signed(b))),
    "mul.lo.s32 %d, %a, %b;": lambda a, b, c: a * b,
    "mul.hi.u32 %d, %a, %b;": lambda a, b, c: a * b >> 32,
    "mul.hi.s32 %d, %a, %b;": lambda a, b, c: signed(a) * signed(b) >> 32,
    "mad.lo.u32 %d, %a, %b, %c;": lambda a, b, c: a * b + c,
    "mad.hi.s32 %d, %a, %b, %c;": lambda a, b, c: (signed(a) * signed(b) >> 32) + c,
    "mul24.lo.u32 %d, %a, %b;": lambda a, b, c: (a & 0xFFFFFF) * (b & 0xFFFFFF),
    "mul24.hi.s32 %d, %a, %b;": lambda a, b, c: signed(a, 24) * signed(b, 24) >> 16,
    "sad.s32 %d, %a, %b, %c;": lambda a, b, c: abs(signed(a) - signed(b)) + c,
    "sad.u32 %d, %a, %b, %c;": lambda a, b, c: abs(a - b) + c,
    "div.u32 %d, %a, %b;": lambda a, b, c: a // b if b else M32,
    "rem.u32 %d, %a, %b;": lambda a, b, c: a % b if b else a,
    "div.s32 %d, %a, %b;": lambda a, b, c: truncated(signed(a), signed(b)) if b else M32,
    "rem.s32 %d, %a, %b;": lambda a, b, c: signed(a) - truncated(signed(a), signed(b)) * signed(b) if b else a,
    "min.s32 %d, %a, %b;": lambda a, b, c: min(signed(a), signed(b)),
    "max.u32 %d, %a, %b;": lambda a, b, c: max(a, b),
    "min.relu.s32 %d, %a, %b;": lambda a, b, c: max(0, min(signed(a), signed(b))),
    "abs.s32 %d, %a;": lambda a, b, c: abs(signed(a)),
    "neg.s32 %d, %a;": lambda a, b, c: -a,
    "and.b32 %d, %a, %b;": lambda a, b, c: a & b,
    "or.b32 %d, %a, %b;": lambda a, b, c: a | b,
    "xor.b32 %d, %a, %b;": lambda a, b, c: a ^ b,
    "not.b32 %d, %a;": lambda a, b, c: ~a,
    "cnot.b32 %d, %a;": lambda a, b, c: int(a == 0),
    "shl.b32 %d, %a, %b;": lambda a, b, c: a << b if b < 32 else 0,
    "shr.u32 %d, %a, %b;": lambda a, b, c: a >> min(b, 32),
    "shr.s32 %d, %a, %b;": lambda a, b, c: signed(a) >> min(b, 31),
    "shl.b32 %d, %a, 7;": lambda a, b, c: a << 7,
    "shf.l.wrap.b32 %d, %a, %b, %c;": lambda a, b, c: ((b << 32 | a) << (c & 31)) >> 32,
    "shf.r.wrap.b32 %d, %a, %b, %c;": lambda a, b, c: (b << 32 | a) >> (c & 31),
    "shf.l.clamp.b32 %d, %a, %b, %c;": lambda a, b, c: ((b << 32 | a) << min(c, 32)) >> 32,
    "shf.r.clamp.b32 %d, %a, %b, %c;": lambda a, b, c: (b << 32 | a) >> min(c, 32),
    "popc.b32 %d, %a;": lambda a, b, c: a.bit_count(),
    "clz.b32 %d, %a;": lambda a, b, c: 32 - a.bit_length(),
    "brev.b32 %d, %a;": lambda a, b, c: int(f"{a:032b}"[::-1], 2),
    "bfind.u32 %d, %a;": lambda a, b, c: a.bit_length() - 1,
    "bfind.s32 %d, %a;": lambda a, b, c: (a if signed(a) >= 0 else ~a & M32).bit_length() - 1,
    "bfind.shiftamt.u32 %d, %a;": lambda a, b, c: 32 - a.bit_length() if a else -1,
    "bfe.u32 %d, %a, %b, %c;": lambda a, b, c: extract(a, b & 255, c & 255, False),
    "bfe.s32 %d, %a, %b, %c;": lambda a, b, c: extract(a, b & 255, c & 255, True),
    "bfe.s32 %d, %a, 4, 7;": lambda a, b, c: extract(a, 4, 7, True),
    "bfi.b32 %d, %a, %b, 9, 5;": lambda a, b, c: b & ~(31 << 9) | (a & 31) << 9,
    "bfi.b32 %d, %a, %b, %c, 40;": lambda a, b, c: insert(a, b, c & 255, 40),
    "bmsk.clamp.b32 %d, %a, %b;": lambda a, b, c: ((1 << min(b, 32)) - 1) << min(a, 32),
    "bmsk.wrap.b32 %d, %a, %b;": lambda a, b, c: ((1 << (b & 31)) - 1) << (a & 31),
    "szext.wrap.s32 %d, %a, %b;": lambda a, b, c: signed(a, b & 31) if b & 31 else 0,
    "szext.clamp.u32 %d, %a, %b;": lambda a, b, c: a & ((1 << min(b, 32)) - 1),
    "lop3.b32 %d, %a, %b, %c, 0x96;": lambda a, b, c: a ^ b ^ c,
    "lop3.b32 %d, %a, %b, %c, 0x1a;": lambda a, b, c: (a & b | c) ^ a,
    "prmt.b32 %d, %a, %b, 0x5410;": lambda a, b, c: (a & 0xFFFF) | (b & 0xFFFF) << 16,
    "prmt.b32 %d, %a, %b, %c;": lambda a, b, c: permute(a, b, c),
    "prmt.b32.f4e %d, %a, %b, %c;": lambda a, b, c: (b << 32 | a) >> 8 * (c & 3),
    "dp4a.s32.u32 %d, %a, %b, %c;": lambda a, b, c: c + sum(signed(x, 8) * y for x, y in zip(octets(a), octets(b))),
    "dp2a.hi.u32.s32 %d, %a, %b, %c;": lambda a, b, c: c + (a & 65535) * signed(octets(b)[2], 8) + (a >> 16) * signed(octets(b)[3], 8),
    "setp.lt.s32 %p1, %a, %b; selp.b32 %d, 7, %c, %p1;": lambda a, b, c: 7 if signed(a) < signed(b) else c,
    "setp.hs.u32 %p1, %a, %b; selp.u32 %d, 1, 0, %p1;": lambda a, b, c: int(a >= b),
    "setp.eq.u32 %p3, %c, 0; setp.ne.and.b32 %p1|%p2, %a, %b, !%p3; selp.b32 %d, 1, 0, %p2;": lambda a, b, c: int(a == b and c != 0),
    "set.ge.u32.s32 %d, %a, %b;": lambda a, b, c: M32 if signed(a) >= signed(b) else 0,
    "slct.b32.s32 %d, %a, %b, %c;": lambda a, b, c: a if signed(c) >= 0 else b,
    "add.cc.u32 %r5, %a, %b; addc.u32 %d, %c, 0;": lambda a, b, c: c + (a + b >> 32),
    "sub.cc.u32 %r5, %a, %b; subc.u32 %d, %c, 0;": lambda a, b, c: c - (a < b),
    "mad.lo.cc.u32 %r5, %a, %b, %c; madc.hi.u32 %d, %a, %b, 0;": lambda a, b, c: (a * b + c) >> 32,
    "mov.b32 {%h1, %h2}, %a; mov.b32 %d, {%h2, %h1};": lambda a, b, c: (a >> 16) | (a << 16),
    "cvt.s32.s8 %d, %a;": lambda a, b, c: signed(a, 8),
    "cvt.u32.u16 %d, %a;": lambda a, b, c: a & 0xFFFF,
    "cvt.sat.s32.u32 %d, %a;": lambda a, b, c: min(a, 0x7FFFFFFF),
    "cvt.sat.u32.s32 %d, %a;": lambda a, b, c: max(0, signed(a)),
    "cvt.sat.s8.s32 %d, %a;": lambda a, b, c: max(-128, min(127, signed(a))),
    "add.u16x2 %d, %a, %b;": lambda a, b, c: (a + b & 0xFFFF) | ((a >> 16) + (b >> 16) & 0xFFFF) << 16,
}
OPS64: Table = {
    "add.u64 %d, %a, %b;": lambda a, b, c: a + b,
    "mul.lo.u64 %d, %a, %b;": lambda a, b, c: a * b,
    "mul.hi.u64 %d, %a, %b;": lambda a, b, c: a * b >> 64,
    "mul.hi.s64 %d, %a, %b;": lambda a, b, c: signed(a, 64) * signed(b, 64) >> 64,
    "div.s64 %d, %a, %b;": lambda a, b, c: truncated(signed(a, 64), signed(b, 64)) if b else M64,
    "rem.u64 %d, %a, %b;": lambda a, b, c: a % b if b else a,
    "popc.b64 %r5, %a; cvt.u64.u32 %d, %r5;": lambda a, b, c: a.bit_count(),
    "clz.b64 %r5, %a; cvt.u64.u32 %d, %r5;": lambda a, b, c: 64 - a.bit_length(),
    "brev.b64 %d, %a;": lambda a, b, c: int(f"{a:064b}"[::-1], 2),
    "bfind.s64 %r5, %a; cvt.s64.s32 %d, %r5;": lambda a, b, c: (a if signed(a, 64) >= 0 else ~a & M64).bit_length() - 1,
    "cvt.u32.u64 %r5, %b; shl.b64 %d, %a, %r5;": lambda a, b, c: a << (b & M32) if b & M32 < 64 else 0,
    "cvt.u32.u64 %r5, %b; shr.s64 %d, %a, %r5;": lambda a, b, c: signed(a, 64) >> min(b & M32, 63),
    "cvt.u32.u64 %r5, %b; bfe.s64 %d, %a, %r5, 20;": lambda a, b, c: extract(a, b & 255, 20, True, 64),
    "cvt.u32.u64 %r5, %a; cvt.u32.u64 %r6, %b; mul.wide.s32 %d, %r5, %r6;": lambda a, b, c: signed(a) * signed(b),
    "cvt.u32.u64 %r5, %a; cvt.u32.u64 %r6, %b; mad.wide.u32 %d, %r5, %r6, %c;": lambda a, b, c: (a & M32) * (b & M32) + c,
    "mov.b64 {%r5, %r6}, %a; mov.b64 %d, {%r6, %r5};": lambda a, b, c: a >> 32 | a << 32,
}


def octets(v: int) -> list[int]:
    return [v >> 8 * i & 255 for i in range(4)]


def extract(a: int, at: int, n: int, is_signed: bool, bits: int = 32) -> int:
    """The manual's loop for bfe."""
    top = bits - 1
    sign = 0 if not is_signed or n == 0 else a >> min(at + n - 1, top) & 1
    return sum((a >> at + i & 1 if i < n and at + i <= top else sign) << i for i in range(bits))


def insert(a: int, into: int, at: int, n: int) -> int:
    """The manual's loop for bfi."""
    for i in range(min(n, 32)):
        if at + i < 32:
            into = into & ~(1 << at + i) | (a >> i & 1) << at + i
    return into


def permute(a: int, b: int, c: int) -> int:
    data, out = [*octets(a), *octets(b)], 0
    for i in range(4):
        pick = c >> 4 * i & 15
        byte = data[pick & 7]
        out |= ((255 if byte & 128 else 0) if pick & 8 else byte) << 8 * i
    return out


def mixed(bits: int) -> tuple[np.ndarray, ...]:
    """Three columns that pair edges with edges and with small shifts."""
    base = words(bits)
    small = RNG.integers(0, bits + 8, len(base)).astype(base.dtype)
    pairs = [(x, y) for x in base[:14] for y in base[:14]]
    a = np.concatenate([base, base, np.array([p[0] for p in pairs], base.dtype)])
    b = np.concatenate([small, RNG.permutation(base), np.array([p[1] for p in pairs], base.dtype)])
    c = np.concatenate([RNG.permutation(base), small, RNG.permutation(np.resize(base, len(pairs)))])
    return a, b, c


@pytest.mark.parametrize(("bits", "table"), [(32, OPS32), (64, OPS64)])
def test_against_their_definitions(bits, table):
    a, b, c = mixed(bits)
    found = lanewise_many(list(table), a, b, c, out=a.dtype)
    mask = (1 << bits) - 1
    for row, (code, meaning) in zip(found, table.items()):
        expected = [meaning(*v) & mask for v in zip(a.tolist(), b.tolist(), c.tolist())]
        wrong = [i for i, (x, y) in enumerate(zip(row.tolist(), expected)) if x != y]
        assert not wrong, (code, [hex(int(v[wrong[0]])) for v in (a, b, c)], hex(int(row[wrong[0]])), hex(expected[wrong[0]]))


def test_sixteen_bits():
    a, b = (RNG.integers(0, 1 << 16, 200, dtype=np.uint16) for _ in range(2))
    codes = ["add.s16 %d, %a, %b;", "mul.lo.u16 %d, %a, %b;", "mul.hi.s16 %d, %a, %b;", "max.s16 %d, %a, %b;",
             "mul.wide.s16 %r5, %a, %b; shr.u32 %r5, %r5, 8; cvt.u16.u32 %d, %r5;"]  # fmt: skip
    found = lanewise_many(codes, a, b, out=np.uint16)
    s, t = a.view(np.int16).astype(np.int64), b.view(np.int16).astype(np.int64)
    expected = [s + t, a.astype(np.int64) * b, s * t >> 16, np.maximum(s, t), s * t >> 8]
    for row, want in zip(found, expected):
        np.testing.assert_array_equal(row, want.astype(np.uint16))
