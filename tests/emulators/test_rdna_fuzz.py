"""Random straight programs, compiled for RDNA2, 3 and 4 and interpreted, against the same programs on this machine.

Each program reads a few numbers of every type, computes with them and with constants, and stores every result. Divisors are odd
and shifts are small, because the rest is not defined; everything else may overflow, wrap, round or be a NaN. LLVM does not keep the
sign of zero where a product is narrowed to float16, or where 0 - x becomes -x: so no zero is a constant, and zeros are alike.
"""
from __future__ import annotations

import random

import numpy as np
import pytest

from tests.emulators.amd.rdna import testing
from tests.emulators.amd.rdna.testing import on_both
from tests.emulators.test_rdna_ops import LLVM_TYPES, same, values

pytest.importorskip("llvmlite")
N, INPUTS, STEPS = 128, 3, 40
INTEGERS, FLOATS = ("i8", "i16", "i32", "i64"), ("half", "float", "double")
KINDS = (*INTEGERS, *FLOATS)
COMPARE = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
FCMP = ("oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno")


class Program:
    """Text of a function's body, and what it stores where."""

    def __init__(self, seed: int) -> None:
        self.random, self.lines, self.stored = random.Random(seed), list[str](), list[str]()
        self.known: dict[str, list[str]] = {kind: [] for kind in KINDS}
        self.bits: list[str] = []
        for at, kind in enumerate(KINDS):
            for k in range(INPUTS):
                place = self.name(f"getelementptr i64, ptr addrspace(1) %p1, i64 {(at * INPUTS + k) * N}")
                place = self.name(f"getelementptr i64, ptr addrspace(1) {place}, i64 %i")
                self.known[kind].append(self.name(f"load {kind}, ptr addrspace(1) {place}, align 8"))
        for _ in range(STEPS): self.step()

    def name(self, code: str) -> str:
        self.lines.append(f"%v{len(self.lines)} = {code}")
        return f"%v{len(self.lines) - 1}"

    def pick(self, kind: str) -> str:
        """A value, mostly a late one, or a constant."""
        if self.random.random() < 0.15:
            if kind in INTEGERS: return str(self.random.choice((0, 1, -1, 7, 64, 100, self.random.randrange(-128, 128))))
            return self.random.choice(("1.0", "-2.0", "0.5", "4.0", "1.5", "-100.0"))
        have = self.known[kind]
        return self.random.choice(have[-6:] if self.random.random() < 0.7 else have)

    def step(self) -> None:
        """One operation; its result is stored and may be used by later ones."""
        kind = self.random.choice(KINDS)
        a, b, c = (self.pick(kind) for _ in range(3))
        made = self.integer(kind, a, b, c) if kind in INTEGERS else self.floating(kind, a, b, c)
        self.known[kind].append(made)
        place = self.name(f"getelementptr i64, ptr addrspace(1) %p0, i64 {len(self.stored) * N}")
        place = self.name(f"getelementptr i64, ptr addrspace(1) {place}, i64 %i")
        self.lines.append(f"store {kind} {made}, ptr addrspace(1) {place}, align 8")
        self.lines.append("")
        self.stored.append(kind)

    def integer(self, kind: str, a: str, b: str, c: str) -> str:
        bits = int(kind[1:])
        match self.random.randrange(9):
            case 0: return self.name(f"{self.random.choice(('add', 'sub', 'mul', 'and', 'or', 'xor'))} {kind} {a}, {b}")
            case 1:
                amount = self.name(f"and {kind} {b}, {bits - 1}")
                return self.name(f"{self.random.choice(('shl', 'lshr', 'ashr'))} {kind} {a}, {amount}")
            case 2:
                self.bits.append(self.name(f"icmp {self.random.choice(COMPARE)} {kind} {a}, {b}"))
                return self.name(f"select i1 {self.random.choice(self.bits)}, {kind} {c}, {kind} {a}")
            case 3:
                half = self.name(f"lshr {kind} {b}, {self.random.randrange(bits)}")
                return self.name(f"add {kind} {half}, {a}")
            case 4:
                divisor = self.name(f"or {kind} {self.name(f'and {kind} {b}, 63')}, 1")
                return self.name(f"{self.random.choice(('udiv', 'urem', 'sdiv', 'srem'))} {kind} {a}, {divisor}")
            case 5:
                other = self.random.choice([k for k in INTEGERS if k != kind])
                op = "trunc" if int(other[1:]) > bits else self.random.choice(("zext", "sext"))
                return self.name(f"{op} {other} {self.pick(other)} to {kind}")
            case 6:
                product = self.name(f"mul {kind} {a}, {b}")
                return self.name(f"add {kind} {product}, {c}")
            case 7:
                masked = self.name(f"and {kind} {a}, {b}")
                return self.name(f"or {kind} {masked}, {c}")
            case _:
                condition = self.name(f"xor i1 {self.random.choice(self.bits)}, true") if self.bits else "true"
                return self.name(f"zext i1 {condition} to {kind}")

    def floating(self, kind: str, a: str, b: str, c: str) -> str:
        match self.random.randrange(6):
            case 0 | 1: return self.name(f"{self.random.choice(('fadd', 'fsub', 'fmul', 'fdiv'))} {kind} {a}, {b}")
            case 2:
                self.bits.append(self.name(f"fcmp {self.random.choice(FCMP)} {kind} {a}, {b}"))
                return self.name(f"select i1 {self.random.choice(self.bits)}, {kind} {c}, {kind} {b}")
            case 3: return self.name(f"fneg {kind} {a}")
            case 4:
                source = self.random.choice(("i8", "i16", "i32"))
                return self.name(f"{self.random.choice(('sitofp', 'uitofp'))} {source} {self.pick(source)} to {kind}")
            case _:
                other = self.random.choice([k for k in FLOATS if k != kind])
                wider = np.dtype(LLVM_TYPES[other]).itemsize < np.dtype(LLVM_TYPES[kind]).itemsize
                return self.name(f"{'fpext' if wider else 'fptrunc'} {other} {self.pick(other)} to {kind}")


def check(seed: int, cpu: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(testing, "CPU", cpu)
    program = Program(seed)
    inputs = np.zeros((len(KINDS) * INPUTS, N), np.int64)
    for row in range(len(inputs)):
        kind = KINDS[row // INPUTS]
        drawn = values(kind, seed * 100 + row, N)
        # LLVM's division by a number whose bits are all ones is not rounded correctly: no reciprocal in float64 is near enough
        if kind == "double": drawn[np.abs(drawn) == np.finfo(np.float64).max] = 1e300
        inputs[row].view(LLVM_TYPES[kind])[:: 8 // np.dtype(LLVM_TYPES[kind]).itemsize] = drawn
    here, there = on_both(N, "\n".join(program.lines), [np.zeros((len(program.stored), N), np.int64), inputs])
    for row, kind in enumerate(program.stored):
        step = 8 // np.dtype(LLVM_TYPES[kind]).itemsize
        got, wanted = (a[0][row].view(LLVM_TYPES[kind])[::step] for a in (here, there))
        bad = np.flatnonzero(~(same(got, wanted) | ((got == 0) & (wanted == 0))))
        assert not len(bad), f"seed {seed}, {cpu}: result {row}, {kind}, lanes {bad[:4]}: {got[bad[:4]]}, should be {wanted[bad[:4]]}"


@pytest.mark.parametrize("cpu", ["gfx1030", "gfx1100", "gfx1201"])
@pytest.mark.parametrize("seed", range(8))
def test_random_programs(seed: int, cpu: str, monkeypatch: pytest.MonkeyPatch) -> None: check(seed, cpu, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("cpu", ["gfx1030", "gfx1100", "gfx1201"])
@pytest.mark.parametrize("tens", range(1, 11))
def test_many_random_programs(tens: int, cpu: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(10 * tens, 10 * tens + 10): check(seed, cpu, monkeypatch)
