"""What gfx12 adds, and what it calls by another name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from ..decode import Instr
from ..operands import scalar_source, source
from ..registry import LEAVES, SCALAR, SPECIAL, VECTOR, Step, scalar, special, vector
from ..steps import span
from ..waiting import LDS, VM
from ..waiting import SCALAR as SCALAR_LOADS
from ..waves import Array, Waves
from . import localmem, scalars  # noqa: F401  whose names are given again
from .control import barrier
from .convert import pack, to_integer, toward_zero
from .floating import FMA, maximum, minimum
from .globalmem import scalar_load, scalar_touched
from .integer import I32, U32
from .packed import packed

F16, F32 = np.float16, np.float32
#: gfx12's name -> gfx11's
RENAMED = {
    "s_add_co_u32": "s_add_u32",
    "s_sub_co_u32": "s_sub_u32",
    "s_add_co_i32": "s_add_i32",
    "s_sub_co_i32": "s_sub_i32",
    "s_addk_co_i32": "s_addk_i32",
    "v_mad_co_u64_u32": "v_mad_u64_u32",
    "v_mad_co_i64_i32": "v_mad_i64_i32",
}
for _kind in ("f16", "f32", "f64"):
    RENAMED |= {f"v_{name}_num_{_kind}": f"v_{name}_{_kind}" for name in ("min", "max", "min3", "max3", "med3", "minmax", "maxmin")}
RENAMED |= {f"v_pk_{name}_num_f16": f"v_pk_{name}_f16" for name in ("min", "max")}
for _name in ("min", "max"):
    RENAMED |= {
        f"ds_{_name}_num_{_back}{_kind}": f"ds_{_name}_{_back}{_kind}" for _back in ("", "rtn_") for _kind in ("f32", "f64")
    }
    RENAMED |= {f"{_space}_atomic_{_name}_num_f32": f"{_space}_atomic_{_name}_f32" for _space in ("global", "flat")}
for _new, _old in RENAMED.items():
    for _table in (VECTOR, SCALAR, SPECIAL):
        if _old in _table:
            _table[_new] = _table[_old]  # type: ignore[assignment]


# -- IEEE 754-2019: a NaN is the result if it is an operand
def propagating(fn: Callable[[Array, Array], Array]) -> Callable[[Array, Array], Array]:
    return lambda a, b: np.where(np.isnan(a) | np.isnan(b), a + b, fn(a, b))


least, greatest = propagating(minimum), propagating(maximum)
for _kind in ("f16", "f32", "f64"):
    vector(f"{_kind} {_kind} {_kind}", **{f"v_minimum_{_kind}": least, f"v_maximum_{_kind}": greatest})
    vector(
        f"{_kind} {_kind} {_kind} {_kind}",
        **{
            f"v_minimum3_{_kind}": lambda a, b, c: least(least(a, b), c),
            f"v_maximum3_{_kind}": lambda a, b, c: greatest(greatest(a, b), c),
            f"v_minimummaximum_{_kind}": lambda a, b, c: greatest(least(a, b), c),
            f"v_maximumminimum_{_kind}": lambda a, b, c: least(greatest(a, b), c),
        },
    )
packed("f16", 2, v_pk_minimum_f16=least, v_pk_maximum_f16=greatest)


# -- floats in scalar registers
for _kind in ("f16", "f32"):
    scalar(
        f"{_kind} {_kind} {_kind}",
        **{
            f"s_add_{_kind}": np.add,
            f"s_sub_{_kind}": np.subtract,
            f"s_mul_{_kind}": np.multiply,
            f"s_min_num_{_kind}": minimum,
            f"s_max_num_{_kind}": maximum,
            f"s_minimum_{_kind}": least,
            f"s_maximum_{_kind}": greatest,
        },
    )
    scalar(
        f"{_kind} {_kind}",
        **{f"s_floor_{_kind}": np.floor, f"s_ceil_{_kind}": np.ceil, f"s_trunc_{_kind}": np.trunc, f"s_rndne_{_kind}": np.rint},
    )
    for _name in ("lt", "eq", "le", "gt", "lg", "ge", "o", "u", "nge", "nlg", "ngt", "nle", "neq", "nlt"):
        scalar(f"scc {_kind} {_kind}", **{f"s_cmp_{_name}_{_kind}": VECTOR[f"v_cmp_{_name}_{_kind}"].compute})
scalar("f32 i32", s_cvt_f32_i32=lambda a: a.astype(F32))
scalar("f32 u32", s_cvt_f32_u32=lambda a: a.astype(F32))
scalar("i32 f32", s_cvt_i32_f32=lambda a: to_integer(a, I32))
scalar("u32 f32", s_cvt_u32_f32=lambda a: to_integer(a, U32))
scalar("f16 f32", s_cvt_f16_f32=lambda a: a.astype(F16))
scalar("f32 f16", s_cvt_f32_f16=lambda a: a.astype(F32))
scalar("f32 u32", s_cvt_hi_f32_f16=lambda a: (a >> U32(16)).astype(np.uint16).view(F16).astype(F32))
scalar("u32 f32 f32", s_cvt_pk_rtz_f16_f32=lambda a, b: pack(*np.broadcast_arrays(toward_zero(a), toward_zero(b))))
scalar("u64 u64 u64", s_add_nc_u64=np.add, s_sub_nc_u64=np.subtract, s_mul_u64=np.multiply)


def touched(i: Instr) -> frozenset[int]:
    return frozenset((*span(i.dst, 1), *(r for s in i.src for r in span(s, 1))))


@special("s_fmac_f32", "s_fmac_f16", "s_fmaak_f32", "s_fmamk_f32", uses=touched)
def scalar_fma(i: Instr) -> Step:
    kind = i.name[-3:]
    if "fmac" in i.name:
        i.src = (*i.src, i.dst)
    reads = [scalar_source(i, at, kind) for at in range(3)]

    def step(w: Waves) -> None:
        value = FMA[kind](*(r(w) for r in reads))
        w.put_s(i.dst, value if kind == "f32" else value.view(np.uint16).astype(U32))

    return step


@special(*(f"v_s_{name}_{kind}" for name in ("exp", "log", "rcp", "rsq", "sqrt") for kind in ("f16", "f32")), uses=touched)
def scalar_transcendental(i: Instr) -> Step:
    """Once per wave, from a scalar register into one."""
    kind = i.name[-3:]
    read, compute = source(i, 0, kind), VECTOR[i.name.replace("v_s_", "v_")].compute

    def step(w: Waves) -> None:
        value = compute(read(w))
        w.put_s(i.dst, value if kind == "f32" else value.view(np.uint16).astype(U32))

    return step


# -- scalar loads of less and more
def narrow_load(size: int, is_signed: bool, i: Instr) -> Step:
    def step(w: Waves) -> None:
        at = w.wide_s(i.addr) + np.uint64(i.imm & (1 << 64) - 1) + w.s[i.saddr]
        raw = w.scalar_space.load(at, size)[0]
        w.put_s(i.dst, raw.view(f"i{size}").astype(I32).view(U32) if is_signed else raw.astype(U32))
        w.waiting.issue((SCALAR_LOADS,), range(i.dst, i.dst + 1))

    return step


for _name, _size, _signed in (("u8", 1, False), ("i8", 1, True), ("u16", 2, False), ("i16", 2, True)):
    special(f"s_load_{_name}", uses=scalar_touched(1))(partial(narrow_load, _size, _signed))
special("s_load_b96", uses=scalar_touched(3))(scalar_load(3))


# -- waits
#: counters by wait; those that are not here count what this model has at once
COUNTERS = {"s_wait_loadcnt": (VM,), "s_wait_dscnt": (LDS,), "s_wait_kmcnt": (SCALAR_LOADS,)}


@special("s_wait_loadcnt", "s_wait_dscnt", "s_wait_kmcnt", "s_wait_storecnt", "s_wait_samplecnt", "s_wait_bvhcnt", "s_wait_expcnt")
def wait(i: Instr) -> Step:
    def step(w: Waves) -> None:
        for counter in COUNTERS.get(i.name, ()):
            w.waiting.wait(counter, i.imm & 63)

    return step


@special("s_wait_loadcnt_dscnt", "s_wait_storecnt_dscnt")
def wait_for_two(i: Instr) -> Step:
    def step(w: Waves) -> None:
        if i.name == "s_wait_loadcnt_dscnt":
            w.waiting.wait(VM, i.imm >> 8 & 63)
        w.waiting.wait(LDS, i.imm & 63)

    return step


# -- barriers in two halves: to signal is not to wait, and every wave of a workgroup signals before it waits
LEAVES["s_barrier_wait"] = barrier


@special("s_barrier_signal")
def signal(i: Instr) -> Step:
    return lambda w: None
