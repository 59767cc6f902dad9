"""Operations of LLVM's language, compiled for RDNA2, 3 and 4 and interpreted, against the same operations on this machine."""

from __future__ import annotations

import re

import numpy as np
import pytest

from tests.emulators.amd.rdna import testing
from tests.emulators.amd.rdna.testing import on_both

pytest.importorskip("llvmlite")
N = 512


@pytest.fixture(autouse=True, params=["gfx1030", "gfx1100", "gfx1201", "gfx1030/64", "gfx1100/64", "gfx1201/64"])
def cpu(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """What the kernels of a test are compiled for."""
    monkeypatch.setattr(testing, "CPU", request.param)
    return request.param


LLVM_TYPES = {
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
    "half": np.float16,
    "float": np.float32,
    "double": np.float64,
}
LETTER = {"half": "f16", "float": "f32", "double": "f64"}
Rows = list[tuple[str, str, str]]  # what it is, the type of its result, code that defines %r from %a, %b, %c


def values(kind: str, seed: int, n: int = N) -> np.ndarray:
    """Random bit patterns and the numbers at which things change."""
    rng, dtype = np.random.default_rng(seed), np.dtype(LLVM_TYPES[kind])
    out = np.frombuffer(rng.bytes(n * dtype.itemsize), dtype).copy()
    if dtype.kind == "i":
        info = np.iinfo(dtype)
        chosen = np.array([0, 1, -1, 2, info.min, info.max, info.min + 1, 7, 31, 32, 100], dtype)
    else:
        info = np.finfo(dtype)
        chosen = np.array(
            [0, -0.0, 1, -1, 0.5, 1.5, 2.5, -2.5, np.inf, -np.inf, np.nan, info.max, info.tiny, info.tiny / 2, 3.0, 1e4], dtype
        )
        near_one = np.flatnonzero(rng.random(n) < 0.4)
        out[near_one] = rng.normal(size=len(near_one)).astype(dtype) * dtype.type(8)
    special = np.flatnonzero(rng.random(n) < 0.4)
    out[special] = rng.choice(chosen, len(special))
    return out


def same(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Bit for bit; any NaN is like any other."""
    if a.dtype.kind != "f":
        return a == b
    bits = f"u{a.dtype.itemsize}"
    return (a.view(bits) == b.view(bits)) | (np.isnan(a) & np.isnan(b))


def check(kind: str, rows: Rows, inputs: list[np.ndarray], declarations: str = "") -> None:
    """Every row on every element; rows whose results have one type share a kernel."""
    for result in dict.fromkeys(r for _, r, _ in rows):
        mine = [(name, code) for name, r, code in rows if r == result]
        body = ""
        for k, name in enumerate("abc"[: len(inputs)]):
            body += f"%p{name} = getelementptr {kind}, ptr addrspace(1) %p{k + 1}, i64 %i\n"
            body += f"%{name} = load {kind}, ptr addrspace(1) %p{name}\n"
        for k, (_, code) in enumerate(mine):
            body += re.sub(r"%([rstu])\b", rf"%\g<1>{k}", code)
            body += f"\n%at{k} = add i64 %i, {k * N}\n%po{k} = getelementptr {result}, ptr addrspace(1) %p0, i64 %at{k}\n"
            body += f"store {result} %r{k}, ptr addrspace(1) %po{k}\n"
        here, there = on_both(N, body, [np.zeros(N * len(mine), LLVM_TYPES[result]), *inputs], declarations)
        got, wanted = here[0].reshape(-1, N), there[0].reshape(-1, N)
        for k, (name, _) in enumerate(mine):
            bad = np.flatnonzero(~same(got[k], wanted[k]))
            few = bad[:4]
            assert not len(bad), (
                f"{name} of {kind}: {[x[few] for x in inputs]} gives {got[k][few]}, should be {wanted[k][few]}"
            )


INTEGERS = ("i8", "i16", "i32", "i64")
FLOATS = ("half", "float", "double")
COMPARE = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
FCMP = ("oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno")


def intrinsic(name: str, kind: str, count: int, suffix: str = "") -> tuple[str, str]:
    """Its declaration, and a call with %a, %b, %c."""
    full = f"@llvm.{name}.{LETTER.get(kind, kind)}"
    extra = f", i1 {suffix}" if suffix else ""
    declaration = f"declare {kind} {full}({', '.join([kind] * count)}{', i1' if suffix else ''})\n"
    return declaration, f"%r = call {kind} {full}({', '.join(f'{kind} %{x}' for x in 'abc'[:count])}{extra})"


@pytest.mark.parametrize("kind", INTEGERS)
def test_integers(kind: str) -> None:
    bits = int(kind[1:])
    rows: Rows = [(op, kind, f"%r = {op} {kind} %a, %b") for op in ("add", "sub", "mul", "and", "or", "xor")]
    rows += [(op, kind, f"%s = and {kind} %b, {bits - 1}\n%r = {op} {kind} %a, %s") for op in ("shl", "lshr", "ashr")]
    rows += [(c, kind, f"%s = icmp {c} {kind} %a, %b\n%r = select i1 %s, {kind} %a, {kind} %b") for c in COMPARE]
    rows += [
        ("select by bit", kind, f"%s = trunc {kind} %c to i1\n%r = select i1 %s, {kind} %a, {kind} %b"),
        ("mad", kind, f"%s = mul {kind} %a, %b\n%r = add {kind} %s, %c"),
    ]
    declared = ""
    calls = [
        ("umin", 2),
        ("umax", 2),
        ("smin", 2),
        ("smax", 2),
        ("ctpop", 1),
        ("bitreverse", 1),
        ("fshl", 3),
        ("fshr", 3),
        ("uadd.sat", 2),
        ("usub.sat", 2),
        ("sadd.sat", 2),
        ("ssub.sat", 2),
    ]
    for name, count in [*calls, *([("bswap", 1)] if bits > 8 else [])]:
        line, code = intrinsic(name, kind, count)
        declared += line
        rows.append((name, kind, code))
    for name in ("ctlz", "cttz", "abs"):
        line, code = intrinsic(name, kind, 1, "false")
        declared += line
        rows.append((name, kind, code))
    check(kind, rows, [values(kind, seed) for seed in (1, 2, 3)], declared)


@pytest.mark.parametrize("kind", INTEGERS)
def test_integer_division(kind: str) -> None:
    a, b = values(kind, 4), values(kind, 5)
    b[(b == 0) | (b == -1)] = 3
    check(kind, [(op, kind, f"%r = {op} {kind} %a, %b") for op in ("udiv", "sdiv", "urem", "srem")], [a, b])


@pytest.mark.parametrize("kind", INTEGERS)
def test_integer_widths(kind: str) -> None:
    bits = int(kind[1:])
    rows: Rows = [
        (f"{op} to {to}", to, f"%r = {op} {kind} %a to {to}")
        for to in INTEGERS
        for op in (("zext", "sext") if int(to[1:]) > bits else ("trunc",) if int(to[1:]) < bits else ())
    ]
    rows += [
        (f"{op} to {to}", to, f"%r = {op} {kind} %a to {to}")
        for to in FLOATS
        for op in ("sitofp", "uitofp")
        if not (to == "half" and bits == 64)
    ]
    check(kind, rows, [values(kind, 6)])


@pytest.mark.parametrize("kind", FLOATS)
def test_floats(kind: str) -> None:
    rows: Rows = [(op, kind, f"%r = {op} {kind} %a, %b") for op in ("fadd", "fsub", "fmul", "fdiv")]
    rows += [("fneg", kind, f"%r = fneg {kind} %a"), ("neg of product", kind, f"%s = fneg {kind} %a\n%r = fmul {kind} %s, %b")]
    rows += [(c, kind, f"%s = fcmp {c} {kind} %a, %b\n%r = select i1 %s, {kind} %a, {kind} %c") for c in FCMP]
    declared = ""
    for name, count in (
        ("fma", 3),
        ("sqrt", 1),
        ("floor", 1),
        ("ceil", 1),
        ("trunc", 1),
        ("rint", 1),
        ("roundeven", 1),
        ("round", 1),
        ("fabs", 1),
        ("copysign", 2),
        ("minnum", 2),
        ("maxnum", 2),
    ):
        if name == "fma" and kind == "half":
            continue  # the host rounds twice
        line, code = intrinsic(name, kind, count)
        declared += line
        rows.append((name, kind, code))
    inputs = [values(kind, seed) for seed in (7, 8, 9)]
    both_zero = (inputs[0] == 0) & (inputs[1] == 0)  # minnum may choose either zero
    inputs[1][both_zero] = 2
    check(kind, rows, inputs, declared)


@pytest.mark.parametrize("kind", FLOATS)
def test_float_widths(kind: str) -> None:
    size = np.dtype(LLVM_TYPES[kind]).itemsize
    rows: Rows = [
        (f"to {to}", to, f"%r = {'fpext' if np.dtype(LLVM_TYPES[to]).itemsize > size else 'fptrunc'} {kind} %a to {to}")
        for to in FLOATS
        if to != kind
    ]
    declared = ""
    for to in INTEGERS:
        for op in ("fptosi", "fptoui"):
            name = f"@llvm.{op}.sat.{to}.{LETTER[kind]}"
            declared += f"declare {to} {name}({kind})\n"
            rows.append((name, to, f"%r = call {to} {name}({kind} %a)"))
    check(kind, rows, [values(kind, 10)], declared)
