"""Each instruction of the interpreter of ir3 against a reference of its own: Python's integers and floats, one thread at a time.

What instructions mean: Mesa, src/compiler/nir/nir_opcodes.py (of the NIR operation that src/freedreno/ir3/ir3_compiler_nir.c,
emit_alu, makes them for), src/freedreno/isa/ir3-cat3.xml (shrm, shlm, shrg, shlg, andg), src/freedreno/ir3/ir3_nir_imul.py (mull.u,
madsh.m16); sad.s32 is what Mesa adds three integers by (test_qcom_ir3.py).
"""
from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from tests.emulators.qcom.errors import KernelFault
from tests.emulators.qcom.ir3 import ops
from tests.emulators.qcom.ir3.decode import Instruction, decode_line
from tests.emulators.qcom.ir3.execute import Launch, _Batch

Array = np.ndarray[Any, Any]
RNG = np.random.default_rng(11)
_DTYPES = {16: np.float16, 32: np.float32}
#: zeros, ones, subnormal, smallest normal, largest, infinite and NaN of both signs, halves between integers, around powers of two
_FLOATS = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 0.4999, -0.75, 3.0, 1e-3, 255.5, -256.0, 32767.5, 65504.0, -65504.0,
           np.inf, -np.inf, np.nan]
_WIDE = [1e-40, -1e-45, 2.0 ** -126, -2.0 ** -126, 3.4028235e38, -3.4028235e38, 2147483648.0, -2147483648.0, 4294967296.0, 8388607.5]
_NARROW = [2.0 ** -14, -2.0 ** -14, 2.0 ** -15, -2.0 ** -24, 2049.0]
_INTEGERS = [0, 1, 2, 3, 31, 32, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x10000, 0x7FFFFF, 0x800000, 0xFFFFFF, 0x1000000,
             0x7FFFFFFF, 0x80000000, 0xFFFFFFFF]


def floats(bits: int, count: int) -> list[Array]:
    """Bits of `count` operands: every combination of special values of two, and random ones."""
    special = np.array(_FLOATS + (_WIDE if bits == 32 else _NARROW), _DTYPES[bits])
    some = special if count < 3 else special[::2]
    rows = np.array(list(itertools.product(some, repeat=count)), _DTYPES[bits]).T
    random = (RNG.standard_normal((count, 300)) * 10.0 ** RNG.integers(-4, 5, (count, 300))).astype(_DTYPES[bits])
    kind = np.uint16 if bits == 16 else np.uint32
    return [np.concatenate([row, more]).view(kind).astype(np.uint32) for row, more in zip(rows, random, strict=True)]


def integers(bits: int, count: int) -> list[Array]:
    rows = np.array(list(itertools.product(_INTEGERS, repeat=count)), np.uint64).T
    random = RNG.integers(0, 1 << 32, (count, 300), np.uint64)
    mask = np.uint64((1 << bits) - 1)
    return [(np.concatenate([row, more]) & mask).astype(np.uint32) for row, more in zip(rows, random, strict=True)]


class NoMemory:
    """What these instructions do not touch."""

    def span(self, address: int) -> tuple[int, Array]: raise KernelFault(f"{address:#x} is touched")


def run(line: str, operands: Sequence[Array], half: bool) -> _Batch:
    """The threads after the instruction; the operands are in r0.x, r0.y and so on, or in hr0.x."""
    count = len(operands[0])
    batch = _Batch(Launch("a630", b"", (), (1, 1, 1), (count, 1, 1), 0, 0, False, None, None), (), NoMemory(), [(0, 0, 0)])
    for n, values in enumerate(operands): (batch.halves if half else batch.registers)[n] = values
    it: Instruction = decode_line(line, {})
    with np.errstate(all="ignore"): batch.step(it, np.arange(count), 0)
    return batch


def line_of(name: str, count: int, half: bool, prefix: str = "") -> str:
    h = "h" if half else ""
    return f"{prefix}{name} {h}r4.x, " + ", ".join(f"{h}r0.{letter}" for letter in "xyz"[:count])


def result(batch: _Batch, half: bool) -> list[int]: return (batch.halves if half else batch.registers)[16].tolist()


# ---- references on floats, in double precision: exact for a sum or product of two operands of 32 bits before it is rounded


def value(bits: int, word: int) -> float:
    """What an instruction reads: zeros in place of subnormal numbers."""
    x = float(np.array(word, np.uint16 if bits == 16 else np.uint32).view(_DTYPES[bits]))
    return math.copysign(0.0, x) if abs(x) < 2.0 ** (-14 if bits == 16 else -126) else x


def word_of(bits: int, x: float) -> int:
    """What an instruction makes of an exact result."""
    with np.errstate(all="ignore"): rounded = _DTYPES[bits](x)
    if abs(float(rounded)) < 2.0 ** (-14 if bits == 16 else -126): rounded = _DTYPES[bits](math.copysign(0.0, x))
    return int(rounded.view(np.uint16 if bits == 16 else np.uint32))


def whole(rounded: Callable[[float], int]) -> Callable[[float], float]:
    """A function to integers, of floats that may be infinite, with the sign of what it is of."""
    return lambda x: math.copysign(float(rounded(x)), x) if math.isfinite(x) else x


def _or(fallback: Callable[[float], float], f: Callable[[float], float]) -> Callable[[float], float]:
    def guarded(x: float) -> float:
        try: return f(x)
        except (ZeroDivisionError, ValueError, OverflowError): return fallback(x)
    return guarded


def _pick(is_first: Callable[[float, float], bool]) -> Callable[[float, float], float]:
    """fmin and fmax: the other one, where one is NaN."""
    return lambda a, b: b if math.isnan(a) else a if math.isnan(b) or is_first(a, b) else b


_FLOAT: dict[str, Callable[..., float]] = {
    "add.f": operator.add, "mul.f": operator.mul, "min.f": _pick(operator.le), "max.f": _pick(operator.ge), "absneg.f": lambda a: a,
    "trunc.f": whole(math.trunc), "floor.f": whole(math.floor), "ceil.f": whole(math.ceil), "rndne.f": whole(round),
    "sign.f": lambda a: 0.0 if math.isnan(a) else a if a == 0 else math.copysign(1.0, a),
    "rcp": _or(lambda a: math.copysign(math.inf, a), lambda a: 1 / a),
    "sqrt": _or(lambda a: math.nan, math.sqrt),
    "rsq": _or(lambda a: math.copysign(math.inf, a) if a == 0 else math.nan, lambda a: 1 / math.sqrt(a)),
    "exp2": _or(lambda a: math.inf, math.exp2), "log2": _or(lambda a: -math.inf if a == 0 else math.nan, math.log2)}
_SUMS = ("mad.f16", "mad.f32")
#: computed in double precision here and there: by one unit in the last place apart where that is a tie
_NEAR = ("exp2", "log2", "rsq")


def assert_floats(bits: int, found: list[int], wanted: list[int], near: bool = False) -> None:
    kind = np.uint16 if bits == 16 else np.uint32
    a, b = (np.array(words, np.uint32).astype(kind) for words in (found, wanted))
    x, y = a.view(_DTYPES[bits]), b.view(_DTYPES[bits])
    both_nan = np.isnan(x) & np.isnan(y)
    apart = np.abs(a.astype(np.int64) - b.astype(np.int64))
    wrong = ~both_nan & (apart > (1 if near else 0))
    assert not wrong.any(), [(hex(a[n]), hex(b[n])) for n in np.flatnonzero(wrong)[:5]]


@pytest.mark.parametrize("bits", [32, 16])
@pytest.mark.parametrize("name", _FLOAT)
def test_an_instruction_on_floats(name: str, bits: int) -> None:
    count = 2 if name in ("add.f", "mul.f", "min.f", "max.f") else 1
    operands = floats(bits, count)
    if name in ("min.f", "max.f"):  # which zero is the smaller is not defined
        kept = ~np.all([[value(bits, word) == 0 for word in words.tolist()] for words in operands], axis=0)
        operands = [words[kept] for words in operands]
    values = zip(*([value(bits, word) for word in words.tolist()] for words in operands), strict=True)
    wanted = [word_of(bits, _FLOAT[name](*row)) for row in values]
    assert_floats(bits, result(run(line_of(name, count, bits == 16), operands, bits == 16), bits == 16), wanted, name in _NEAR)


@pytest.mark.parametrize("name", _SUMS)
def test_mad_rounds_the_product_and_the_sum(name: str) -> None:
    bits = int(name[-2:])
    operands = floats(bits, 3)
    wanted: list[int] = []
    for a, b, c in zip(*(words.tolist() for words in operands), strict=True):
        with np.errstate(all="ignore"): product = float(_DTYPES[bits](value(bits, a) * value(bits, b)))
        wanted.append(word_of(bits, product + value(bits, c)))
    assert_floats(bits, result(run(line_of(name, 3, bits == 16), operands, bits == 16), bits == 16), wanted)


def test_modifiers_of_floats() -> None:
    words, = floats(32, 1)
    for marks, change in (("(neg)", operator.neg), ("(abs)", abs), ("(absneg)", lambda a: -abs(a)), ("(neg)(abs)", lambda a: -abs(a))):
        found = run(f"add.f r4.x, {marks}r0.x, (0.0)", [words], False)
        assert_floats(32, result(found, False), [word_of(32, change(value(32, w)) + 0.0) for w in words.tolist()])
    clamped = [word_of(32, 0.0 if math.isnan(x) else min(max(x * 2, 0.0), 1.0)) for x in (value(32, w) for w in words.tolist())]
    found = result(run("(sat)mul.f r4.x, r0.x, (2.0)", [words], False), False)
    assert_floats(32, [w & 0x7FFFFFFF for w in found], [w & 0x7FFFFFFF for w in clamped])
    narrowed = [word_of(16, float(np.float32(value(32, w)))) for w in words.tolist()]
    assert_floats(16, run("absneg.f hr4.x, r0.x", [words], False).halves[16].tolist(), narrowed)


# ---- references on integers


def signed(bits: int, a: int) -> int: return a - (1 << bits) if a >> bits - 1 & 1 else a


def low24(a: int) -> int: return signed(24, a & 0xFFFFFF)


_INTEGER: dict[str, Callable[..., int]] = {
    "add.u": lambda w, a, b: a + b, "sub.u": lambda w, a, b: a - b, "min.u": lambda w, a, b: min(a, b),
    "max.u": lambda w, a, b: max(a, b), "add.s": lambda w, a, b: a + b, "sub.s": lambda w, a, b: a - b,
    "min.s": lambda w, a, b: min(signed(w, a), signed(w, b)), "max.s": lambda w, a, b: max(signed(w, a), signed(w, b)),
    "absneg.s": lambda w, a: a, "and.b": lambda w, a, b: a & b, "or.b": lambda w, a, b: a | b, "xor.b": lambda w, a, b: a ^ b,
    "not.b": lambda w, a: ~a, "shl.b": lambda w, a, b: a << b % w, "shr.b": lambda w, a, b: a >> b % w,
    "ashr.b": lambda w, a, b: signed(w, a) >> b % w, "mull.u": lambda w, a, b: (a & 0xFFFF) * (b & 0xFFFF),
    "madsh.m16": lambda w, a, b, c: ((a & 0xFFFF) * (b >> 16) << 16) + c,
    "clz.b": lambda w, a: 32 - a.bit_length() if a else -1,
    "clz.s": lambda w, a: 32 - (~a & 0xFFFFFFFF if a >> 31 else a).bit_length() if a not in (0, 0xFFFFFFFF) else -1,
    "cbits.b": lambda w, a: a.bit_count(), "bfrev.b": lambda w, a: int(f"{a:032b}"[::-1], 2),
    "mul.u24": lambda w, a, b: (a & 0xFFFFFF) * (b & 0xFFFFFF), "mul.s24": lambda w, a, b: low24(a) * low24(b),
    "mad.u24": lambda w, a, b, c: (a & 0xFFFFFF) * (b & 0xFFFFFF) + c, "mad.s24": lambda w, a, b, c: low24(a) * low24(b) + c,
    "mad.u16": lambda w, a, b, c: (a & 0xFFFF) * (b & 0xFFFF) + c, "sad.s32": lambda w, a, b, c: a + b + c,
    "sel.b32": lambda w, a, b, c: a if b else c, "sel.b16": lambda w, a, b, c: a if b else c,
    "shrm": lambda w, a, b, c: b >> a % w & c, "shlm": lambda w, a, b, c: b << a % w & c,
    "shrg": lambda w, a, b, c: b >> a % w | c, "shlg": lambda w, a, b, c: b << a % w | c, "andg": lambda w, a, b, c: b & a | c}
#: those of 16 bits, too, or alone
_SHORT = ("add.u", "sub.u", "min.u", "max.u", "add.s", "sub.s", "min.s", "max.s", "and.b", "or.b", "xor.b", "not.b", "shl.b", "shr.b",
          "ashr.b", "sel.b16")


@pytest.mark.parametrize(("name", "bits"), [*((name, 32) for name in _INTEGER if name != "sel.b16"), *((name, 16) for name in _SHORT)])
def test_an_instruction_on_integers(name: str, bits: int) -> None:
    count = _INTEGER[name].__code__.co_argcount - 1
    operands = integers(bits, count)
    wanted = [_INTEGER[name](bits, *row) & (1 << bits) - 1 for row in zip(*(words.tolist() for words in operands), strict=True)]
    assert result(run(line_of(name, count, bits == 16), operands, bits == 16), bits == 16) == wanted


@pytest.mark.parametrize("bits", [32, 16])
@pytest.mark.parametrize("name", ["add.u", "sub.u", "add.s", "sub.s"])
def test_integers_that_saturate(name: str, bits: int) -> None:
    operands = integers(bits, 2)
    read = signed if name[-1] == "s" else lambda w, a: a
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if name[-1] == "s" else (0, (1 << bits) - 1)
    step = operator.add if name[:3] == "add" else operator.sub
    wanted = [min(max(step(read(bits, a), read(bits, b)), low), high) & (1 << bits) - 1
              for a, b in zip(*(words.tolist() for words in operands), strict=True)]
    assert result(run(line_of(name, 2, bits == 16, "(sat)"), operands, bits == 16), bits == 16) == wanted


def test_modifiers_of_integers() -> None:
    words, = integers(32, 1)
    for marks, change in (("(neg)", operator.neg), ("(abs)", abs), ("(neg)(abs)", lambda a: -abs(a))):
        found = result(run(f"add.s r4.x, {marks}r0.x, 5", [words], False), False)
        assert found == [change(signed(32, w)) + 5 & 0xFFFFFFFF for w in words.tolist()]
    short, = integers(16, 1)
    assert run("add.s r4.x, hr0.x, 0", [short], True).registers[16].tolist() == [signed(16, w) & 0xFFFFFFFF for w in short.tolist()]


# ---- comparisons


@pytest.mark.parametrize("bits", [32, 16])
@pytest.mark.parametrize("relation", ops._COMPARE)
@pytest.mark.parametrize("kind", ["f", "s", "u"])
def test_a_comparison(kind: str, relation: str, bits: int) -> None:
    operands = floats(bits, 2) if kind == "f" else integers(bits, 2)
    read = {"f": value, "s": signed, "u": lambda w, a: a}[kind]
    rows = zip(*(words.tolist() for words in operands), strict=True)
    wanted = [int(getattr(operator, relation)(read(bits, a), read(bits, b))) for a, b in rows]
    batch = run(line_of(f"cmps.{kind}.{relation}", 2, bits == 16), operands, bits == 16)
    assert result(batch, bits == 16) == wanted
    h = "h" if bits == 16 else ""
    taken = run(f"cmps.{kind}.{relation} p0.x, {h}r0.x, {h}r0.y", operands, bits == 16).predicates[0]
    assert taken.tolist() == [bool(n) for n in wanted]


# ---- conversions and moves

_KINDS = ("f16", "f32", "u8", "u16", "u32", "s8", "s16", "s32")


def toward_zero(x: float) -> float:
    """The half nearest to x that is not further from zero."""
    if not math.isfinite(x) or x == 0: return x
    unit = 2.0 ** (max(math.frexp(x)[1] - 1, -14) - 10)
    return math.copysign(min(math.trunc(abs(x) / unit) * unit, 65504.0), x)


def converted(source: str, to: str, word: int, rounds_even: bool) -> int:
    bits, of = int(to[1:]), int(source[1:])
    if source[0] == "f": x: float = value(of, word)
    elif source[0] == "s" or (source == "u8" and to[0] == "s"): x = signed(of, word & (1 << of) - 1)
    else: x = word & (1 << of) - 1
    if to[0] == "f":
        return word_of(bits, toward_zero(x) if (source, to) == ("f32", "f16") and not rounds_even else x)
    if source[0] != "f": return int(x) & (1 << bits) - 1
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if to[0] == "s" else (0, (1 << bits) - 1)
    whole_ = 0 if math.isnan(x) else low if x < low else high if x > high else math.trunc(x)
    return whole_ & (1 << bits) - 1


@pytest.mark.parametrize("to", _KINDS)
@pytest.mark.parametrize("source", _KINDS)
def test_a_conversion(source: str, to: str) -> None:
    if source == to: return assert_moved(source)
    bits, half = int(to[1:]), int(to[1:]) < 32
    words, = floats(int(source[1:]), 1) if source[0] == "f" else integers(int(source[1:]), 1)
    of_half = int(source[1:]) < 32
    for mark in ("", "(even)"):
        batch = run(f"cov.{source}{to} {mark}{'h' if half else ''}r4.x, {'h' if of_half else ''}r0.x", [words], of_half)
        wanted = [converted(source, to, w, bool(mark)) for w in words.tolist()]
        found = [w & (1 << bits) - 1 for w in result(batch, half)]
        if to[0] == "f": assert_floats(bits, found, wanted)
        else: assert found == wanted


def assert_moved(kind: str) -> None:
    """mov keeps every bit, subnormal numbers and NaN included."""
    half = int(kind[1:]) < 32
    words, = floats(int(kind[1:]), 1) if kind[0] == "f" else integers(int(kind[1:]), 1)
    h = "h" if half else ""
    assert result(run(f"mov.{kind}{kind} {h}r4.x, {h}r0.x", [words], half), half) == words.tolist()


def test_moves_of_several_registers() -> None:
    rows = [np.arange(8, dtype=np.uint32) + 100 * n for n in range(4)]
    batch = run("swz.u32u32 r0.y, r0.x, r0.x, r0.y", rows, False)
    assert batch.registers[1].tolist() == rows[0].tolist() and batch.registers[0].tolist() == rows[1].tolist(), "at once"
    batch = run("gat.u32u32 r4.x, r0.w, r0.z, r0.y, r0.x", rows, False)
    assert [batch.registers[16 + n].tolist() for n in range(4)] == [row.tolist() for row in rows[::-1]]
    batch = run("sct.u32u32 r4.x, r5.y, r6.z, r7.w, r0.x", rows, False)
    assert [batch.registers[16 + 5 * n].tolist() for n in range(4)] == [row.tolist() for row in rows]
    with pytest.raises(KernelFault, match="not emulated"): run("swz.u32u16 hr0.y, hr0.x, r0.x, r0.y", rows, False)


def test_repeats_step_through_registers() -> None:
    rows = [np.arange(4, dtype=np.uint32) + 10 * n for n in range(6)]
    batch = run("(rpt2)add.u r4.x, (r)r0.x, r0.y", rows, False)
    assert [batch.registers[16 + n].tolist() for n in range(3)] == [(rows[n] + rows[1]).tolist() for n in range(3)]


def test_address_registers() -> None:
    """mova takes 16 bits with their sign; an operand is found from there."""
    words = np.array([0, 1, 2, 3, 0xFFFF], np.uint32)
    batch = run("mova a0.x, hr0.x", [words], True)
    assert batch.addresses[0].tolist() == [0, 1, 2, 3, -1]
    batch.registers[:40] = np.arange(40, dtype=np.uint32)[:, None]
    batch.constants[:40] = np.arange(100, 140)
    batch.step(decode_line("mov.u32u32 r4.x, r<a0.x + 8>", {}), np.arange(5), 0)
    batch.step(decode_line("mov.u32u32 r5.x, c<a0.x + 8>", {}), np.arange(5), 0)
    assert batch.registers[16].tolist() == [8, 9, 10, 11, 7] and batch.registers[20].tolist() == [108, 109, 110, 111, 107]
    assert run("mova1 a1.x, 7", [words], False).addresses[1].tolist() == [7] * 5


def test_every_instruction_has_a_reference() -> None:
    """An entry of the interpreter's tables that no case above covers fails here."""
    assert set(ops.FLOAT_OPS) == {*_FLOAT, *_SUMS}
    assert {*ops.SIGNED_OPS, *ops.UNSIGNED_OPS} == set(_INTEGER)
    assert set(_SHORT) <= set(_INTEGER)
    with pytest.raises(KernelFault, match="is not emulated"): run("dp2acc r4.x, r0.x, r0.y, r0.z", integers(32, 1) * 3, False)
