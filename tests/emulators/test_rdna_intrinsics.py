"""Instructions that ordinary code does not reach, called by LLVM's names for them, against NumPy."""
from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest

from tests.emulators.amd.rdna import testing
from tests.emulators.amd.rdna.testing import PLAIN, launch
from tests.emulators.test_rdna_ops import LLVM_TYPES, values

pytest.importorskip("llvmlite")
Array = np.ndarray
N = 128
F16, F32, F64, U32 = np.float16, np.float32, np.float64, np.uint32
ALL, RDNA2 = ("gfx1030", "gfx1100", "gfx1201"), ("gfx1030",)


@dataclass(frozen=True)
class Case:
    """`result name(kinds...)`; `constants` follow the arguments. expected: of NumPy arrays. ulp: how far off the result may be."""

    result: str
    name: str
    kinds: tuple[str, ...]
    expected: Callable[..., Array]
    constants: tuple[str, ...] = ()
    ulp: float = 0
    cpus: tuple[str, ...] = ALL


def flushed(fn: Callable[..., Array]) -> Callable[..., Array]:
    """In float64, without subnormal numbers of float32."""
    tiny = np.finfo(F32).tiny
    cut = lambda a: np.where(np.abs(a) < tiny, np.copysign(F32(0), a), a)
    return lambda a: cut(fn(cut(a).astype(F64)).astype(F32))


def nearest(fn: Callable[..., Array]) -> Callable[..., Array]: return lambda *a: fn(*(x.astype(F64) for x in a)).astype(a[0].dtype)


def bytes_of(a: Array, kind: type) -> Array: return np.ascontiguousarray(a).view(kind).reshape(-1, 4).astype(np.int64)


def dot4(a: Array, b: Array, c: Array, kind: type) -> Array:
    return ((bytes_of(a, kind) * bytes_of(b, kind)).sum(axis=1) + c).astype(np.int64).astype(np.int32)


def med3(a: Array, b: Array, c: Array) -> Array:
    any_nan = np.isnan(a) | np.isnan(b) | np.isnan(c)
    return np.where(any_nan, np.fmin(np.fmin(a, b), c), np.median(np.stack([a, b, c]), axis=0)).astype(F32)


def cut_to_f16(a: Array) -> Array:
    near = a.astype(F16)
    return np.where(np.abs(near.astype(F32)) > np.abs(a), np.nextafter(near, F16(0)), near)


def shifted_bytes(a: Array, b: Array, c: Array) -> Array:
    both = a.view(U32).astype(np.uint64) << np.uint64(32) | b.view(U32)
    return (both >> (8 * (c & 3)).astype(np.uint64)).astype(np.int32)


def selected(a: Array, b: Array, s: Array) -> Array:
    """v_perm_b32."""
    both = np.concatenate([np.ascontiguousarray(x).view(np.uint8).reshape(-1, 4) for x in (b, a)], axis=1)
    out = np.zeros((len(a), 4), np.uint8)
    for lane in range(len(a)):
        for k in range(4):
            which = int(s[lane].view(U32)) >> 8 * k & 255
            out[lane, k] = (255 if which > 12 else 0 if which == 12 else
                            both[lane, which] if which < 8 else 255 * (both[lane, (which - 8) * 2 + 1] >> 7))  # fmt: skip
    return out.view(np.int32)[:, 0]


CASES = (
    Case("float", "rcp.f32", ("float",), flushed(lambda a: 1 / a), ulp=1),
    Case("float", "rsq.f32", ("float",), flushed(lambda a: 1 / np.sqrt(a)), ulp=1),
    Case("float", "sqrt.f32", ("float",), flushed(np.sqrt), ulp=1),
    Case("float", "exp2.f32", ("float",), flushed(np.exp2), ulp=1),
    Case("float", "log.f32", ("float",), flushed(np.log2), ulp=1),
    Case("half", "rcp.f16", ("half",), nearest(lambda a: 1 / a), ulp=1),
    Case("half", "sqrt.f16", ("half",), nearest(np.sqrt), ulp=1),
    Case("double", "rcp.f64", ("double",), lambda a: 1 / a, ulp=2.0**29),
    Case("double", "rsq.f64", ("double",), lambda a: 1 / np.sqrt(a), ulp=2.0**29),
    Case("float", "fract.f32", ("float",), lambda a: np.where(np.isinf(a), np.nan, np.minimum(a - np.floor(a), 1 - F32(2**-24)))),
    Case("float", "fmed3.f32", ("float", "float", "float"), med3),
    Case("i32", "frexp.exp.i32.f32", ("float",), lambda a: np.where(np.isfinite(a), np.frexp(a)[1], 0)),
    Case("float", "frexp.mant.f32", ("float",), lambda a: np.where(np.isfinite(a), np.frexp(a)[0], a)),
    Case("i32", "ubfe.i32", ("i32", "i32", "i32"),
         lambda a, b, c: (a.view(U32) >> (b & 31).view(U32)).view(np.int32) & ((1 << (c & 31)) - 1)),
    Case("i32", "alignbyte", ("i32", "i32", "i32"), shifted_bytes),
    Case("i32", "perm", ("i32", "i32", "i32"), selected),
    Case("i32", "mul.u24.i32", ("i32", "i32"), lambda a, b: (a & 0xFFFFFF) * (b & 0xFFFFFF)),
    Case("i32", "mul.i24.i32", ("i32", "i32"), lambda a, b: (a << 8 >> 8) * (b << 8 >> 8)),
    Case("i32", "udot4", ("i32", "i32", "i32"), lambda a, b, c: dot4(a, b, c, np.uint8), ("i1 false",)),
    Case("i32", "sdot4", ("i32", "i32", "i32"), lambda a, b, c: dot4(a, b, c, np.int8), ("i1 false",), cpus=RDNA2),
    Case("i1", "class.f32", ("float",), lambda a: np.isnan(a) | (np.isinf(a) & (a < 0)), ("i32 7",)),
    Case("i1", "class.f64", ("double",), lambda a: (a == 0) & np.signbit(a), ("i32 32",)),
    Case("<2 x half>", "cvt.pkrtz", ("float", "float"), lambda a, b: np.stack([cut_to_f16(a), cut_to_f16(b)], axis=1)),
    Case("<2 x i16>", "cvt.pk.u16", ("i32", "i32"),
         lambda a, b: np.stack([np.minimum(x.view(U32), 65535).astype(np.uint16) for x in (a, b)], axis=1)),
)  # fmt: skip


def call(case: Case) -> str:
    """A kernel that calls it for each lane."""
    body = "  %t = call i32 @llvm.amdgcn.workitem.id.x()\n"
    for k, kind in enumerate(case.kinds):
        body += f"  %p{k} = getelementptr {kind}, ptr addrspace(1) %in{k}, i32 %t\n  %x{k} = load {kind}, ptr addrspace(1) %p{k}\n"
    given = ", ".join([f"{kind} %x{k}" for k, kind in enumerate(case.kinds)] + list(case.constants))
    types = ", ".join([*case.kinds, *(c.split()[0] for c in case.constants)])
    value, kind = "%r", case.result
    body += f"  %r = call {case.result} @llvm.amdgcn.{case.name}({given})\n"
    if kind == "i1":
        value, kind = "%wide", "i32"
        body += "  %wide = zext i1 %r to i32\n"
    body += f"  %po = getelementptr {kind}, ptr addrspace(1) %out, i32 %t\n  store {kind} {value}, ptr addrspace(1) %po\n  ret void\n"
    inputs = ", ".join(f"ptr addrspace(1) %in{k}" for k in range(len(case.kinds)))
    return (f"declare i32 @llvm.amdgcn.workitem.id.x()\ndeclare {case.result} @llvm.amdgcn.{case.name}({types})\n"
            f"define amdgpu_kernel void @k(ptr addrspace(1) %out, {inputs}) #0 {{\n{body}}}\n{PLAIN}")  # fmt: skip


def result_of(kind: str) -> np.dtype:
    if found := re.match(r"<2 x (\w+)>", kind): return np.dtype((np.dtype({"half": F16, "i16": np.uint16}[found[1]]), 2))
    return np.dtype(np.int32 if kind == "i1" else LLVM_TYPES[kind])


@pytest.mark.parametrize("case, cpu", [pytest.param(c, cpu, id=f"{c.name}-{cpu}") for c in CASES for cpu in c.cpus])
def test_instruction(case: Case, cpu: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(testing, "CPU", cpu)
    inputs = [values(kind, 20 + k, N) for k, kind in enumerate(case.kinds)]
    if case.name == "perm": inputs[2] = (inputs[2].view(U32) & 0x0F0F0F0F).view(np.int32)
    out, *_ = launch(call(case), [np.zeros(N, result_of(case.result)), *inputs], size=N)
    with np.errstate(all="ignore"): wanted = case.expected(*inputs).astype(out.dtype)
    if out.dtype.kind != "f":
        assert np.array_equal(out, wanted), (out[out != wanted], wanted[out != wanted])
        return
    with np.errstate(all="ignore"): near = np.abs(out.astype(F64) - wanted) <= case.ulp * np.abs(np.spacing(wanted)).astype(F64)
    good = near | (out == wanted) | (np.isnan(out) & np.isnan(wanted))
    assert good.all(), (out[~good][:4], wanted[~good][:4], [x[~good][:4] for x in inputs] if out.ndim == 1 else "")
