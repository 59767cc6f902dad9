"""Where waves go, what they wait for, and the mode of floats."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...errors import KernelFault
from ..decode import EXEC, VCC, Instr, signed
from ..operands import unknown
from ..registry import Step, leaves, special
from ..steps import span
from ..waiting import LDS, SCALAR, VM
from ..waves import U32, U64, Array, Waves


def target(i: Instr) -> int:
    return i.pc + 4 + 4 * signed(i.imm, 16)


@leaves("s_branch")
def branch(i: Instr) -> Step:
    to = target(i)
    return lambda w: w.push(to, w.active)


CONDITIONS: dict[str, Callable[[Waves], Array]] = {
    "s_cbranch_scc0": lambda w: ~w.scc,
    "s_cbranch_scc1": lambda w: w.scc,
    "s_cbranch_vccz": lambda w: w.none_in(VCC),
    "s_cbranch_vccnz": lambda w: ~w.none_in(VCC),
    "s_cbranch_execz": lambda w: w.none_in(EXEC),
    "s_cbranch_execnz": lambda w: ~w.none_in(EXEC),
}


@leaves(*CONDITIONS)
def conditional(i: Instr) -> Step:
    to, following, condition = target(i), i.pc + 4, CONDITIONS[i.name]
    return lambda w: w.jump(condition(w), to, following)


@leaves("s_endpgm", "s_endpgm_saved")
def endpgm(i: Instr) -> Step:
    return lambda w: w.end()


@leaves("s_barrier")
def barrier(i: Instr) -> Step:
    following = i.pc + 4
    return lambda w: w.park(following)


@leaves("s_code_end", "s_trap", "s_sethalt", "s_setkill")
def stop(i: Instr) -> Step:
    def step(w: Waves) -> None:
        raise KernelFault(f"at {i.pc:#x}: {i}: the kernel stops here")

    return step


@leaves("s_setpc_b64", "s_swappc_b64", "s_call_b64")
def far(i: Instr) -> Step:
    def step(w: Waves) -> None:
        to = np.full((1, 1), target(i), U64) if i.name == "s_call_b64" else w.wide_s(i.src[0])
        if i.name != "s_setpc_b64":
            w.put_wide_s(i.dst, np.full((1, 1), i.pc + i.size, U64))
        to = np.broadcast_to(to, w.active.shape)
        for address in np.unique(to[w.active]):
            w.push(int(address), w.active & (to == address))

    return step


@special("s_getpc_b64")
def getpc(i: Instr) -> Step:
    here = np.full((1, 1), i.pc + 4, U64)
    return lambda w: w.put_wide_s(i.dst, here)


# -- counters
@special("s_waitcnt")
def waitcnt(i: Instr) -> Step:
    vm, lgkm = i.imm >> 10 & 63, i.imm >> 4 & 63

    def step(w: Waves) -> None:
        if not w.waiting.due:
            return
        if vm < 63:
            w.waiting.wait(VM, vm)
        if lgkm < 63:
            w.waiting.wait(LDS, lgkm)
            w.waiting.wait(SCALAR, lgkm)

    return step


@special("s_waitcnt_vscnt", "s_waitcnt_vmcnt", "s_waitcnt_expcnt", "s_waitcnt_lgkmcnt")
def waitcnt_one(i: Instr) -> Step:
    """Stores need no waiting here: their values have been read when they are issued."""
    counters = {"s_waitcnt_vmcnt": (VM,), "s_waitcnt_lgkmcnt": (LDS, SCALAR)}.get(i.name, ())

    def step(w: Waves) -> None:
        for c in counters:
            w.waiting.wait(c, i.imm & 63)

    return step


# -- the mode register: how floats are rounded, and whether subnormal ones exist
MODE = 1


def set_mode(w: Waves, value: int, low: int, size: int, i: Instr) -> None:
    """Bits 1:0 and 3:2 rounding, 5:4 and 7:6 subnormals (3: all are kept), of float32 and of float64 with float16."""
    for bit in range(low, low + size):
        new = value >> bit - low & 1
        if bit < 4 and new:
            raise unknown(i, "only rounding to nearest even is modelled")
        if bit in (4, 5):
            w.flush32 = not new
        if bit in (6, 7) and not new:
            raise unknown(i, "subnormal float16 and float64 are always kept in this model")


@special("s_denorm_mode", "s_round_mode")
def mode(i: Instr) -> Step:
    low = 4 if i.name == "s_denorm_mode" else 0
    return lambda w: set_mode(w, i.imm & 15, low, 4, i)


@special("s_setreg_imm32_b32", "s_setreg_b32")
def setreg(i: Instr) -> Step:
    register, low, size = i.imm & 63, i.imm >> 6 & 31, (i.imm >> 11 & 31) + 1
    if register != MODE:
        raise unknown(i, f"hardware register {register} is not modelled")

    def step(w: Waves) -> None:
        if i.name == "s_setreg_imm32_b32":
            return set_mode(w, i.literal, low, size, i)
        values = np.unique(np.broadcast_to(w.s[i.dst], w.active.shape)[w.active])
        if len(values) != 1:
            raise unknown(i, "waves that run together must agree on the mode")
        set_mode(w, int(values[0]), low, size, i)

    return step


@special("s_getreg_b32", uses=lambda i: frozenset(span(i.dst, 1)))
def getreg(i: Instr) -> Step:
    register, low, size = i.imm & 63, i.imm >> 6 & 31, (i.imm >> 11 & 31) + 1
    if register != MODE:
        raise unknown(i, f"hardware register {register} is not modelled")

    def step(w: Waves) -> None:
        now = (0 if w.flush32 else 0x30) | 0xC0
        w.put_s(i.dst, np.full((1, 1), now >> low & (1 << size) - 1, U32))

    return step


@special("s_version")
def version(i: Instr) -> Step:
    return lambda w: None
