"""What our renderer and NVRTC write, in each width in which they write it: arithmetic, comparisons, conversions, vectors.

The other files try each instruction in its usual width and in all its forms; results here follow from the PTX manual too, computed
with Python's integers and NumPy's IEEE arithmetic.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from .ptx.testing import entry, lanewise, lanewise_many, run

RNG = np.random.default_rng(4)
WIDTHS = (16, 32, 64)


def words(bits: int, n: int = 40) -> tuple[np.ndarray, np.ndarray]:
    """Two columns: every edge against every edge, then random words."""
    top = 1 << (bits - 1)
    edges = [0, 1, 2, 7, top - 1, top, top + 1, 2 * top - 2, 2 * top - 1]
    a, b = zip(*itertools.product(edges, edges))
    more = RNG.integers(0, 2 * top, (2, n), dtype=np.uint64)
    kind = f"u{bits // 8}"
    return tuple(np.concatenate([np.array(e, np.uint64), m]).astype(kind) for e, m in zip((a, b), more))  # type: ignore[return-value]


def signed(v: int, bits: int) -> int:
    return v - (1 << bits) if v >> (bits - 1) else v


def truncated(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


# -- integers
#: instruction -> (types, what it means of integers, which are signed for .s)
ARITHMETIC: dict[str, tuple[str, Callable[[int, int], int]]] = {
    "add": ("su", lambda a, b: a + b), "sub": ("su", lambda a, b: a - b), "mul.lo": ("su", lambda a, b: a * b),
    "min": ("su", min), "max": ("su", max), "and": ("b", lambda a, b: a & b), "or": ("b", lambda a, b: a | b),
    "xor": ("b", lambda a, b: a ^ b), "div": ("su", truncated), "rem": ("su", lambda a, b: a - truncated(a, b) * b),
}  # fmt: skip


@pytest.mark.parametrize("bits", WIDTHS)
def test_integers(bits: int) -> None:
    a, b = words(bits)
    codes, wanted = [], []
    for name, (kinds, means) in ARITHMETIC.items():
        divides = name in ("div", "rem")
        y = np.where(b == 0, 3, b).astype(b.dtype) if divides else b  # what division by zero gives is left open
        for kind in kinds:
            if divides:
                codes.append(f".reg .pred %z; .reg .b{bits} %y; setp.eq.b{bits} %z, %b, 0; selp.b{bits} %y, 3, %b, %z;"
                             f"{name}.{kind}{bits} %d, %a, %y;")  # fmt: skip
            else:
                codes.append(f"{name}.{kind}{bits} %d, %a, %b;")
            pairs = [(signed(int(p), bits), signed(int(q), bits)) if kind == "s" else (int(p), int(q)) for p, q in zip(a, y)]
            wanted.append([means(p, q) % (1 << bits) for p, q in pairs])
    got = lanewise_many(codes, a, b, out=a.dtype)
    for code, one, want in zip(codes, got, wanted, strict=True):
        np.testing.assert_array_equal(one, np.array(want, np.uint64).astype(a.dtype), code)


@pytest.mark.parametrize("bits", WIDTHS)
def test_integers_of_one_operand_and_shifts(bits: int) -> None:
    a, _ = words(bits)
    n = (np.arange(len(a)) % (bits + 3)).astype(np.uint32)  # shifts beyond the width are clamped to it
    whole = 1 << bits
    table: dict[str, Callable[[int, int], int]] = {
        f"neg.s{bits} %d, %a;": lambda v, s: -v,
        f"abs.s{bits} %d, %a;": lambda v, s: abs(signed(v, bits)),
        f"not.b{bits} %d, %a;": lambda v, s: ~v,
        f"shl.b{bits} %d, %a, %b;": lambda v, s: v << s,
        f"shr.u{bits} %d, %a, %b;": lambda v, s: v >> s,
        f"shr.s{bits} %d, %a, %b;": lambda v, s: signed(v, bits) >> s,
        f"mov.b{bits} %d, %a;": lambda v, s: v,
    }
    got = lanewise_many(list(table), a, n, out=a.dtype)
    for (code, means), one in zip(table.items(), got, strict=True):
        want = [means(int(v), int(s)) % whole for v, s in zip(a, n)]
        np.testing.assert_array_equal(one, np.array(want, np.uint64).astype(a.dtype), code)


@pytest.mark.parametrize("bits", (16, 32))
@pytest.mark.parametrize("kind", "su")
def test_products_of_twice_the_width(bits: int, kind: str) -> None:
    a, b = words(bits)
    c = RNG.integers(0, 1 << 63, len(a), dtype=np.uint64).astype(f"u{bits // 4}")
    of = (lambda v: signed(int(v), bits)) if kind == "s" else int
    got = lanewise_many([f"mul.wide.{kind}{bits} %d, %a, %b;", f"mad.wide.{kind}{bits} %d, %a, %b, %c;"], a, b, c, out=c.dtype)
    exact = [of(p) * of(q) for p, q in zip(a, b)]
    np.testing.assert_array_equal(got[0], np.array([e % (1 << 2 * bits) for e in exact], np.uint64).astype(c.dtype))
    summed = [(e + int(r)) % (1 << 2 * bits) for e, r in zip(exact, c)]
    np.testing.assert_array_equal(got[1], np.array(summed, np.uint64).astype(c.dtype))


def test_multiply_and_add_in_64_bits() -> None:
    a, b = words(64)
    c = a[::-1].copy()
    got = lanewise("mad.lo.s64 %d, %a, %b, %c;", a, b, c, out=np.uint64)
    np.testing.assert_array_equal(got, np.array([(int(p) * int(q) + int(r)) % (1 << 64) for p, q, r in zip(a, b, c)], np.uint64))


# -- comparisons
ORDERED: dict[str, Callable[[float, float], bool]] = {
    "eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "lt": lambda a, b: a < b, "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b,
}  # fmt: skip


@pytest.mark.parametrize("bits", WIDTHS)
def test_integers_are_compared(bits: int) -> None:
    a, b = words(bits)
    forms = [*itertools.product(ORDERED, "su"), ("eq", "b"), ("ne", "b")]
    got = lanewise_many([f"setp.{op}.{kind}{bits} %p5, %a, %b; selp.b32 %d, 1, 0, %p5;" for op, kind in forms], a, b, out=np.uint32)
    for (op, kind), one in zip(forms, got, strict=True):
        of = (lambda v: signed(int(v), bits)) if kind == "s" else int
        np.testing.assert_array_equal(one, [ORDERED[op](of(p), of(q)) for p, q in zip(a, b)], f"{op}.{kind}{bits}")


@pytest.mark.parametrize("dtype", (np.float32, np.float64))
def test_floats_are_compared(dtype: type) -> None:
    """Without `u` a comparison with NaN is false, with it true; num and nan ask for that alone."""
    special = [0.0, -0.0, 1.0, -1.0, math.inf, -math.inf, math.nan, float(np.finfo(dtype).tiny)]
    a, b = (np.array(column, dtype) for column in zip(*itertools.product(special, special)))
    unordered = [math.isnan(p) or math.isnan(q) for p, q in zip(a, b)]
    forms = [*ORDERED, *(f"{op}u" for op in ORDERED), "num", "nan"]
    kind = f"f{8 * a.dtype.itemsize}"
    got = lanewise_many([f"setp.{op}.{kind} %p5, %a, %b; selp.b32 %d, 1, 0, %p5;" for op in forms], a, b, out=np.uint32)
    for op, one in zip(forms, got, strict=True):
        if op in ("num", "nan"):
            want = [u == (op == "nan") for u in unordered]
        else:
            holds = ORDERED[op.removesuffix("u") if op not in ORDERED else op]
            want = [op not in ORDERED if u else holds(p, q) for u, p, q in zip(unordered, a, b)]
        np.testing.assert_array_equal(one, want, f"{op}.{kind}")


def test_predicates() -> None:
    table: dict[str, Callable[[bool, bool], bool]] = {
        "and.pred %p5, %p2, %p3;": lambda a, b: a and b, "or.pred %p5, %p2, %p3;": lambda a, b: a or b,
        "xor.pred %p5, %p2, %p3;": lambda a, b: a != b, "not.pred %p5, %p2;": lambda a, b: not a,
        "mov.pred %p5, %p2;": lambda a, b: a, "mov.pred %p5, 1;": lambda a, b: True, "mov.pred %p5, 0;": lambda a, b: False,
    }  # fmt: skip
    a, b = np.array([0, 0, 1, 1], np.uint32), np.array([0, 1, 0, 1], np.uint32)
    before = "setp.ne.u32 %p2, %a, 0; setp.ne.u32 %p3, %b, 0;"
    got = lanewise_many([f"{code} selp.b32 %d, 1, 0, %p5;" for code in table], a, b, out=np.uint32, before=before)
    for (code, means), one in zip(table.items(), got, strict=True):
        assert one.tolist() == [int(means(bool(p), bool(q))) for p, q in zip(a, b)], code


@pytest.mark.parametrize("kind", ("b16", "u16", "s16", "b32", "u32", "s32", "f32", "b64", "u64", "s64", "f64"))
def test_selection(kind: str) -> None:
    a, b = words(int(kind[1:]))
    got = lanewise(f"setp.lt.u{kind[1:]} %p5, %a, %b; selp.{kind} %d, %a, %b, %p5;", a, b, out=a.dtype)
    np.testing.assert_array_equal(got, np.minimum(a, b))


# -- conversions
@pytest.mark.parametrize("source", ("s8", "u8", "s16", "u16", "s32", "u32", "s64", "u64"))
def test_integers_are_converted(source: str) -> None:
    """Narrower: bits are cut off. Wider: by the sign of the source."""
    bits = int(source[1:])
    a, _ = words(max(bits, 16))
    targets = [f"{kind}{n}" for kind in "su" for n in (8, 16, 32, 64) if n != bits]
    values = [int(v) % (1 << bits) for v in a]
    values = [signed(v, bits) for v in values] if source[0] == "s" else values
    for target in targets:
        to = int(target[1:])
        got = lanewise(f"cvt.{target}.{source} %d, %a;", a, out=np.dtype(f"u{max(to, 16) // 8}"))
        kept = [v % (1 << to) for v in values]
        if to == 8:  # registers are wider: the result is extended by the sign of its type
            kept = [(signed(v, 8) if target[0] == "s" else v) % (1 << 16) for v in kept]
        np.testing.assert_array_equal(got, np.array(kept, np.uint64).astype(got.dtype), f"cvt.{target}.{source}")


@pytest.mark.parametrize("source", ("s16", "u16", "s32", "u32", "s64", "u64"))
def test_integers_become_floats(source: str) -> None:
    """Rounded to the nearest, ties to even: as NumPy does."""
    bits = int(source[1:])
    a, _ = words(bits)
    for bytes_, kind in ((4, np.float32), (8, np.float64)):
        got = lanewise(f"cvt.rn.f{8 * bytes_}.{source} %d, %a;", a, out=kind)
        np.testing.assert_array_equal(got, a.view(f"{'i' if source[0] == 's' else 'u'}{bits // 8}").astype(kind))


@pytest.mark.parametrize("dtype", (np.float32, np.float64))
def test_floats_become_integers(dtype: type) -> None:
    """Towards zero, what is too large the largest there is; NaN is 0, or with 64 bits on either side the topmost bit alone."""
    info = np.finfo(dtype)
    edges = [0.0, -0.0, 0.5, -0.5, 1.5, -1.99, 1e4, -4e4, 70000.0, 2147483648.0, -2147483904.0, 4294967296.0, 1e19, -1e19, 1e30,
             math.inf, -math.inf, math.nan, float(info.tiny), float(info.max)]  # fmt: skip
    a = np.concatenate([np.array(edges), RNG.standard_normal(40) * 1e3]).astype(dtype)
    width = 8 * a.dtype.itemsize
    for kind, bits in itertools.product("su", (16, 32, 64)):
        got = lanewise(f"cvt.rzi.{kind}{bits}.f{width} %d, %a;", a, out=np.dtype(f"u{bits // 8}"))
        low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if kind == "s" else (0, (1 << bits) - 1)
        nothing = 1 << (bits - 1) if 64 in (width, bits) else 0
        want = [nothing if math.isnan(v) else (high if v > 0 else low) if math.isinf(v) else min(max(int(v), low), high) for v in a]
        np.testing.assert_array_equal(got, np.array([w % (1 << bits) for w in want], np.uint64).astype(got.dtype), f"{kind}{bits}")


def test_floats_change_their_width() -> None:
    a = np.concatenate([[0.0, -0.0, 1.0, 65519.0, 65520.0, 1e-8, 1e-39, 1e39, np.inf, -np.inf, 1 + 2**-24, 1 + 3 * 2**-24],
                        RNG.standard_normal(50) * 2.0 ** RNG.integers(-30, 30, 50)])  # fmt: skip
    with np.errstate(all="ignore"):
        single, half = a.astype(np.float32), a.astype(np.float16)
        np.testing.assert_array_equal(lanewise("cvt.rn.f32.f64 %d, %a;", a, out=np.float32), single)
        np.testing.assert_array_equal(lanewise("cvt.f64.f32 %d, %a;", single, out=np.float64), single.astype(np.float64))
        np.testing.assert_array_equal(lanewise("cvt.rn.f16.f32 %d, %a;", single, out=np.float16), single.astype(np.float16))
        np.testing.assert_array_equal(lanewise("cvt.f32.f16 %d, %a;", half, out=np.float32), half.astype(np.float32))
    for kind, values in (("f32", single), ("f64", a)):
        np.testing.assert_array_equal(lanewise(f"cvt.rzi.{kind}.{kind} %d, %a;", values, out=values.dtype), np.trunc(values))


# -- floating point
@pytest.mark.parametrize("dtype", (np.float32, np.float64))
def test_arithmetic_of_floats(dtype: type) -> None:
    """add, sub, mul, div, sqrt and rcp are IEEE 754's, which are NumPy's; abs and neg change the sign, of zeros and infinities too."""
    special = [0.0, -0.0, 1.0, -3.0, math.inf, -math.inf, float(np.finfo(dtype).tiny), float(np.finfo(dtype).max), 1e-3]
    a, b = (np.array(column, dtype) for column in zip(*itertools.product(special, special)))
    kind = f"f{8 * a.dtype.itemsize}"
    with np.errstate(all="ignore"):
        table = {
            f"add.{kind} %d, %a, %b;": a + b, f"sub.{kind} %d, %a, %b;": a - b, f"mul.{kind} %d, %a, %b;": a * b,
            f"add.rn.{kind} %d, %a, %b;": a + b, f"div.rn.{kind} %d, %a, %b;": a / b, f"sqrt.rn.{kind} %d, %a;": np.sqrt(a),
            f"rcp.rn.{kind} %d, %a;": dtype(1) / a, f"neg.{kind} %d, %a;": -a, f"abs.{kind} %d, %a;": np.abs(a),
        }  # fmt: skip
    got = lanewise_many(list(table), a, b, out=dtype)
    for (code, want), one in zip(table.items(), got, strict=True):
        np.testing.assert_array_equal(one, want, code)
        numbers = ~np.isnan(want)
        np.testing.assert_array_equal(np.signbit(one[numbers]), np.signbit(want[numbers]), code)


def test_the_larger_one_or_nan() -> None:
    a, b = (np.array(c, np.float32) for c in zip(*itertools.product([1.0, -2.0, 0.0, -0.0, math.inf, math.nan], repeat=2)))
    got = lanewise_many(["max.NaN.f32 %d, %a, %b;", "max.f32 %d, %a, %b;"], a, b, out=np.float32)
    np.testing.assert_array_equal(got[0], np.maximum(a, b))
    np.testing.assert_array_equal(got[1], np.fmax(a, b))
    zeros = (a == 0) & (b == 0)
    np.testing.assert_array_equal(np.signbit(got[0][zeros]), np.signbit(a[zeros]) & np.signbit(b[zeros]), "+0 is larger than -0")


def test_reciprocals_of_doubles_begin_with_an_approximation() -> None:
    """Of the upper halves alone, with 20 bits of fraction: what division in software begins with."""
    a = np.concatenate([RNG.standard_normal(60) * 2.0 ** RNG.integers(-300, 300, 60), [1.0, -2.0, 3.0]])
    got = lanewise("rcp.approx.ftz.f64 %d, %a;", a, out=np.float64)
    assert not (got.view(np.uint64) & 0xFFFFFFFF).any()
    assert all(abs(Fraction(g) * Fraction(v) - 1) < Fraction(1, 1 << 19) for g, v in zip(got, a))
    edges = lanewise("rcp.approx.ftz.f64 %d, %a;", np.array([0.0, -0.0, np.inf, -np.inf, 1e-310]), out=np.float64)
    np.testing.assert_array_equal(edges, [np.inf, -np.inf, 0.0, -0.0, np.inf])


# -- memory
CLASSES = {"b8": "b16", "s8": "b16", "u8": "b16", "b16": "b16", "s16": "b16", "u16": "b16", "b32": "b32", "s32": "b32", "u32": "b32",
           "f32": "f32", "b64": "b64", "s64": "b64", "u64": "b64", "f64": "f64"}  # fmt: skip


@pytest.mark.parametrize("space", ("global", "shared"))
@pytest.mark.parametrize("kind", CLASSES)
def test_elements_alone_and_side_by_side(space: str, kind: str) -> None:
    """Each thread loads and stores 1, 2 or 4 elements, through shared memory in the second half of the cases."""
    size = int(kind[1:]) // 8
    for lanes in (1, 2, 4):
        if lanes * size > 16:
            continue
        data = RNG.integers(0, 256, 32 * lanes * size, np.uint8)
        names = ", ".join(f"%x{i}" for i in range(lanes))
        some, mod = (f"{{{names}}}", f".v{lanes}") if lanes > 1 else (names, "")
        move = f"mul.wide.u32 %rd5, %r1, {lanes * size}; add.u64 %rd6, %rd1, %rd5; add.u64 %rd7, %rd2, %rd5;"
        through = ""
        if space == "shared":
            through = (f".shared .align 16 .b8 s[{32 * lanes * size}]; mov.u64 %rd8, s; add.u64 %rd8, %rd8, %rd5;"
                       f"st.shared{mod}.{kind} [%rd8], {some}; bar.sync 0; ld.shared{mod}.{kind} {some}, [%rd8];")  # fmt: skip
        body = (f".reg .{CLASSES[kind]} {names}; mov.u32 %r1, %tid.x; {move} ld.global{mod}.{kind} {some}, [%rd7]; {through}"
                f"st.global{mod}.{kind} [%rd6], {some};")  # fmt: skip
        got, _ = run(entry(body), [np.zeros_like(data), data])
        np.testing.assert_array_equal(got, data, f"{kind} x {lanes}")


@pytest.mark.parametrize(("kind", "to"), (("s8", "s16"), ("u8", "u16"), ("s8", "s32"), ("u8", "u32"), ("s16", "s32"), ("u16", "u32")))
def test_a_load_into_a_wider_register_extends(kind: str, to: str) -> None:
    data = RNG.integers(0, 1 << int(kind[1:]), 32, np.uint64).astype(f"u{int(kind[1:]) // 8}")
    size, wide = data.itemsize, int(to[1:]) // 8
    body = (f".reg .b{to[1:]} %x; mov.u32 %r1, %tid.x; mad.wide.u32 %rd5, %r1, {size}, %rd2; mad.wide.u32 %rd6, %r1, {wide}, %rd1;"
            f"ld.global.{kind} %x, [%rd5]; st.global.{to} [%rd6], %x;")  # fmt: skip
    got, _ = run(entry(body), [np.zeros(32, f"u{wide}"), data])
    np.testing.assert_array_equal(got, data.view(f"{'i' if kind[0] == 's' else 'u'}{size}").astype(f"i{wide}").view(f"u{wide}"))


def test_bits_are_put_into_64() -> None:
    a, b = words(64)
    got = lanewise("bfi.b64 %d, %a, %b, 12, 20;", a, b, out=np.uint64)
    mask = ((1 << 20) - 1) << 12
    np.testing.assert_array_equal(got, np.array([(int(q) & ~mask) | (int(p) << 12 & mask) for p, q in zip(a, b)], np.uint64))
