"""What ends a basic block: branches, exits, barriers, traps, calls into the run-time library."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import numpy as np

from ..barriers import Arrival
from ..errors import OutOfBounds, Trap
from ..memory import SPACE
from ..syntax import Args, Reg
from ..types import KINDS, UINT, as_dtype
from .registry import PRED, Array, control, op

if TYPE_CHECKING:
    from ..program import Builder, Step
    from ..syntax import Instr
    from ..wave import Wave

U32 = KINDS["u32"]


@control("bra")
def bra(b: Builder, ins: Instr, pc: int) -> Step:
    (target,) = b.targets(b.node)
    after = pc + 1
    if ins.guard is None:
        return lambda x: x.push(target, x.mask)
    slot, negated = b.src(ins.guard, PRED), ins.guard.negated

    def step(x: Wave) -> None:
        p = x.r[slot]
        if p.shape[0] == 1:
            x.push(target if bool(p[0]) != negated else after, x.mask)
            return
        taken = x.mask & (~p if negated else p)
        n = int(np.count_nonzero(taken))
        if n == x.count:
            x.push(target, taken)
        elif n == 0:
            x.push(after, x.mask)
        else:
            x.push(target, taken)
            x.push(after, x.mask & ~taken)

    return step


@control("brx")
def brx(b: Builder, ins: Instr, pc: int) -> Step:
    targets = b.targets(b.node)
    slot = b.src(ins.operands[0], U32)

    def step(x: Wave) -> None:
        index = x.spread(as_dtype(x.r[slot], UINT[32]))
        wrong = x.mask & (index >= len(targets))
        if wrong.any():
            raise x.fault(OutOfBounds, f"branch index beyond its {len(targets)} targets", wrong)
        for i, target in enumerate(targets):
            taken = x.mask & (index == i)
            if taken.any():
                x.push(target, taken)

    return step


@control("exit", "ret")
def leave(b: Builder, ins: Instr, pc: int) -> Step:
    targets = b.targets(b.node)
    if targets:  # the end of an inlined function
        return lambda x: x.push(targets[0], x.mask)
    return lambda x: x.exit_lanes()


@control("trap")
def trap(b: Builder, ins: Instr, pc: int) -> Step:
    def step(x: Wave) -> None:
        raise x.fault(Trap, "trap")

    return step


@op("brkpt")
def breakpoint_(b: Builder, ins: Instr) -> Step:
    return lambda x: None


# -- barriers of the block
@control("bar", "barrier")
def barrier(b: Builder, ins: Instr, pc: int) -> Step:
    """bar.sync, .arrive, .red and the same of barrier{.cta}; bar is barrier with .aligned. bar.warp is warp-wide."""
    if ins.has("warp"):
        return lambda x: warp_barrier(x, pc)
    if ins.has("cluster"):
        return cluster_barrier(ins, pc)
    aligned = ins.op == "bar" or ins.has("aligned")
    if ins.has("red"):
        return reducing_barrier(b, ins, pc, aligned)
    number = b.src(ins.operands[0], U32)
    count = b.src(ins.operands[1], U32) if len(ins.operands) > 1 else None
    wait = ins.has("sync")

    def step(x: Wave) -> None:
        arrival = Arrival(ins, x.mask, pc + 1, aligned, None)
        arrive_by_number(x, number, count, arrival, wait)

    return step


def warp_barrier(x: Wave, pc: int) -> None:
    """Its gate has waited for the lanes."""
    if x.races is not None:
        x.races.meet_warps(x.mask)
    x.push(pc + 1, x.mask)


def arrive_by_number(x: Wave, number: int, count: int | None, arrival: Arrival, wait: bool) -> None:
    """Lanes of one instruction may name several barriers when the number is in a register."""
    expected = as_dtype(x.r[count], UINT[32]) if count is not None else np.zeros(1, np.uint32)
    numbers = as_dtype(x.r[number], UINT[32])
    if numbers.shape[0] == 1 and expected.shape[0] == 1:
        x.barriers.arrive(int(numbers[0]), int(expected[0]), arrival, wait)
        return
    both = np.stack([x.active(numbers), x.active(expected)], axis=1)
    mask = arrival.mask
    for which, threads in np.unique(both, axis=0):
        part = mask & (x.spread(numbers) == which) & (x.spread(expected) == threads)
        x.enter(part, int(np.count_nonzero(part)))
        one = Arrival(arrival.ins, part, arrival.next_pc, arrival.aligned, arrival.resume)
        x.barriers.arrive(int(which), int(threads), one, wait)


def reducing_barrier(b: Builder, ins: Instr, pc: int, aligned: bool) -> Step:
    """A barrier that tells all threads how many (popc), whether all (and) or any (or) predicates hold."""
    d = b.dst(ins.operands[0])
    number, last = b.src(ins.operands[1], U32), ins.operands[-1]
    count = b.src(ins.operands[2], U32) if len(ins.operands) > 3 else None
    assert isinstance(last, Reg)
    p, negated = b.src(last, PRED), last.negated

    def resume(x: Wave, mask: Array) -> None:
        votes = (x.spread(x.r[p]) ^ negated) & mask
        per_block = votes.reshape(x.groups, x.padded).sum(axis=1)
        members = mask.reshape(x.groups, x.padded).sum(axis=1)
        result = per_block if ins.has("popc") else per_block == members if ins.has("and") else per_block > 0
        x.put(d, (result.astype(np.uint32) if ins.has("popc") else result)[x.block_of])

    def step(x: Wave) -> None:
        arrive_by_number(x, number, count, Arrival(ins, x.mask, pc + 1, aligned, resume), True)

    return step


def cluster_barrier(ins: Instr, pc: int) -> Step:
    """barrier.cluster.arrive and .wait."""

    def step(x: Wave) -> None:
        if ins.has("arrive"):
            x.clusters.arrive(x)
            x.push(pc + 1, x.mask)
        else:
            x.clusters.wait(x, ins, pc + 1)
        x.clusters.release()

    return step


# -- calls that were not inlined: the run-time library
@op("call")
def call(b: Builder, ins: Instr) -> Step:
    name = next((o.name for o in ins.operands if isinstance(o, Reg)), "?")
    if name not in LIBRARY:
        raise b.error(ins, f"call of {name}: neither in the module nor in the emulator's library")
    groups = [o for o in ins.operands if isinstance(o, Args)]
    args = [b._local_offset(a, b.node.frame, ins) for a in groups[-1].items] if groups else []
    result = b._local_offset(groups[0].items[0], b.node.frame, ins) if len(groups) > 1 else None
    function = LIBRARY[name]

    def step(x: Wave) -> None:
        lanes = np.flatnonzero(x.mask)
        for lane in lanes:
            base = int(x.local_base[lane])
            value = function(x, int(lane), [word(base + at) for at in args])
            if result is not None:
                put_word(base + result, value)

    return step


def word(address: int) -> int:
    return int.from_bytes(raw_bytes(address, 8), "little")


def raw_bytes(address: int, n: int) -> bytes:
    return SPACE[1][address - 4096 : address - 4096 + n].tobytes()


def put_word(address: int, value: int) -> None:
    SPACE[1][address - 4096 : address - 4096 + 4] = np.frombuffer(struct.pack("<I", value & 0xFFFFFFFF), np.uint8)


def c_string(address: int) -> str:
    text = raw_bytes(address, 4096)
    return text[: text.index(0)].decode("utf-8", "replace")


def vprintf(x: Wave, lane: int, args: list[int]) -> int:
    """printf with its arguments packed at their natural alignment; the text goes to Launch.printed."""
    text, values = c_string(args[0]), args[1]
    x.launch.printed.append(format_c(text, values))
    return 0


def format_c(text: str, at: int) -> str:
    out, i = "", 0
    while i < len(text):
        if text[i] != "%":
            out, i = out + text[i], i + 1
            continue
        j = i + 1
        while text[j] not in "diouxXfFeEgGcspaA%":
            j += 1
        spec, conversion = text[i : j + 1].replace("l", "").replace("h", "").replace("z", ""), text[j]
        i = j + 1
        if conversion == "%":
            out += "%"
            continue
        size = 8 if conversion in "fFeEgGaAsp" or "l" in text[i - (j + 1 - i) : j] or "z" in text[i - 3 : j] else 4
        at = -(-at // size) * size
        raw = raw_bytes(at, size)
        at += size
        out += formatted(spec, conversion, raw)
    return out


def formatted(spec: str, conversion: str, raw: bytes) -> str:
    if conversion in "fFeEgG":
        return spec % struct.unpack("<d", raw)[0]
    number = int.from_bytes(raw, "little", signed=conversion in "di")
    if conversion == "s":
        return spec % c_string(number)
    if conversion == "p":
        return hex(number)
    return spec.replace("u", "d") % (chr(number) if conversion == "c" else number)


def assert_fail(x: Wave, lane: int, args: list[int]) -> int:
    message, file, line, function = c_string(args[0]), c_string(args[1]), args[2] & 0xFFFFFFFF, c_string(args[3])
    raise x.fault(Trap, f"{file}:{line}: {function}: assertion `{message}` failed", np.array([lane]))


LIBRARY = {"vprintf": vprintf, "__assertfail": assert_fail}
