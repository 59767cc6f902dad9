"""mbarrier: barriers that live in shared memory and count arrivals and bytes.

Their 64 bits are opaque, so what they count is kept beside the memory. try_wait that is not satisfied parks its lanes
until something changes; test_wait does so too as long as others can run.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ..errors import AsyncMisuse, BarrierMisuse
from ..memory import SPACE, where
from ..syntax import Addr, Reg
from ..types import KINDS, UINT, as_dtype
from .access import Site
from .async_copy import active_lanes
from .registry import GATES, Array, Gate, op

if TYPE_CHECKING:
    from ..program import Builder, Step
    from ..syntax import Instr
    from ..wave import Wave

U32, U64 = KINDS["u32"], KINDS["u64"]
LARGEST = (1 << 20) - 1


class Barrier:
    """Phase 0 first; a phase is over when `pending` arrivals and `bytes` are both down to zero."""

    def __init__(self, count: int):
        self.expected = self.pending = count
        self.bytes = 0
        self.phase = 0

    def arrive(self, x: Wave, count: int, drop: bool = False) -> int:
        """Arrivals, perhaps of more than one phase. Which phase the first was in."""
        first = self.phase
        while count > 0:
            if self.pending == 0:
                raise x.fault(BarrierMisuse, f"more arrivals than the {self.expected} that this mbarrier expects")
            some = min(count, self.pending)
            if count > some and self.bytes:
                raise x.fault(BarrierMisuse, f"more arrivals than the {self.expected} that this mbarrier expects")
            self.pending -= some
            count -= some
            if drop:
                self.expected -= some
            self.settle(x)
        return first

    def add_bytes(self, x: Wave, n: int) -> None:
        self.bytes += n
        if abs(self.bytes) > LARGEST:
            raise x.fault(BarrierMisuse, f"{self.bytes} bytes are more than an mbarrier counts")
        self.settle(x)

    def __str__(self) -> str:
        return f"the mbarrier's phase {self.phase} wants {self.pending} more arrivals and {self.bytes} more bytes"

    def settle(self, x: Wave) -> None:
        if self.pending == 0 and self.bytes == 0:
            self.phase += 1
            self.pending = self.expected
            x.barriers.progress()


def table(x: Wave) -> dict[int, Barrier]:
    return x.state.setdefault("mbarrier", {})  # type: ignore[return-value]


def arrive_at(x: Wave, address: int) -> Barrier:
    """The barrier at this real address."""
    found = table(x).get(address)
    if found is None:
        raise x.fault(AsyncMisuse, "no mbarrier was initialised here")
    return found


def barrier_addresses(x: Wave, site: Site) -> Iterator[tuple[int, Array]]:
    """Each barrier that the active lanes name, with the positions (among active lanes) of those that do."""
    a = np.broadcast_to(site.addresses(x), (x.count,))
    for at in np.unique(a):
        yield int(at), np.flatnonzero(a == at)


def site_of(b: Builder, ins: Instr) -> Site:
    operand = next(o for o in ins.operands if isinstance(o, Addr))
    shared = any(m.startswith("shared") for m in ins.mods)
    return Site(b, ins, operand, "shared" if shared else "generic", 8)


def behind_address(ins: Instr) -> tuple[object, ...]:
    at = next(i for i, o in enumerate(ins.operands) if isinstance(o, Addr))
    return ins.operands[at + 1 :]


def mbarrier_gate(b: Builder, ins: Instr, pc: int) -> Gate:
    if not ins.has("try_wait", "test_wait"):
        return lambda x: True
    ready, patient, site = readiness(b, ins), ins.has("try_wait"), site_of(b, ins)

    def gate(x: Wave) -> bool:
        done = ready(x)
        if done.all() or not (patient or x.pending):
            x.meet_clusters(x.mask)
            return True
        waiting = np.zeros(x.n, bool)
        waiting[active_lanes(x)[~done]] = True
        x.barriers.poll_again(pc, ins, waiting, told(x, site, ~done))
        go = x.mask & ~waiting
        n = int(np.count_nonzero(go))
        x.enter(go, n)
        x.meet_clusters(go)
        return n > 0

    return gate


GATES["mbarrier"] = mbarrier_gate


def told(x: Wave, site: Site, waiting: Array) -> str:
    """What a barrier that some lanes wait for lacks."""
    at = np.broadcast_to(site.addresses(x), (x.count,))[waiting][0]
    return str(arrive_at(x, int(at)))


def readiness(b: Builder, ins: Instr):  # noqa: ANN201
    """A function of the wave: whether the phase that each active lane waits for is over."""
    from .bulk import deliver

    site = site_of(b, ins)
    by_parity = ins.has("parity")
    slot = b.src(behind_address(ins)[0], U32 if by_parity else U64)  # type: ignore[arg-type]

    def ready(x: Wave) -> Array:
        given = x.active(as_dtype(x.r[slot], UINT[32 if by_parity else 64])).astype(np.int64)
        out = np.zeros(x.count, bool)

        def is_over(phase: int, wanted: Array) -> Array:
            return (phase & 1) != (wanted & 1) if by_parity else phase > wanted

        for at, lanes in barrier_addresses(x, site):
            found = arrive_at(x, at)
            if not is_over(found.phase, given[lanes]).all():  # what nobody has to wait for comes later
                deliver(x, at)
            out[lanes] = is_over(found.phase, given[lanes])
        return out

    return ready


@op("mbarrier")
def mbarrier(b: Builder, ins: Instr) -> Step:
    what = ins.mods[0]
    if what in ("test_wait", "try_wait"):
        return wait(b, ins)
    if what == "pending_count":
        d, s = b.dst(ins.operands[0]), b.src(ins.operands[1], U64)
        return lambda x: x.put(d, np.zeros(1, np.uint32) + (x.r[s] * 0).astype(np.uint32))
    site, operands = site_of(b, ins), behind_address(ins)
    number = b.src(operands[0], U32) if operands else None  # type: ignore[arg-type]
    first = ins.operands[0]
    d = b.dst(first) if isinstance(first, Reg) and first.name != "_" else None
    changes = {
        "init": lambda x, at, lanes, n: initialise(x, at, n),
        "inval": lambda x, at, lanes, n: table(x).pop(at) and 0,
        "expect_tx": lambda x, at, lanes, n: arrive_at(x, at).add_bytes(x, total(n, lanes)),
        "complete_tx": lambda x, at, lanes, n: arrive_at(x, at).add_bytes(x, -total(n, lanes)),
        "arrive": lambda x, at, lanes, n: arrive(x, ins, at, lanes, n),
        "arrive_drop": lambda x, at, lanes, n: arrive(x, ins, at, lanes, n),
    }
    change = changes[what]

    def step(x: Wave) -> None:
        x.meet_clusters(x.mask)
        values = x.active(as_dtype(x.r[number], UINT[32])).astype(np.int64) if number is not None else None
        tokens = np.zeros(x.count, np.uint64)
        for at, lanes in barrier_addresses(x, site):
            phase = change(x, at, lanes, values[lanes] if values is not None else None)
            tokens[lanes] = phase or 0
        if d is not None:
            x.put_active(d, tokens)

    return step


def total(n: Array | None, lanes: Array) -> int:
    return int(n.sum()) if n is not None else len(lanes)


def initialise(x: Wave, at: int, n: Array | None) -> int:
    assert n is not None
    if len(n) > 1 and len(set(n.tolist())) > 1:
        raise x.fault(BarrierMisuse, "threads initialise one mbarrier with different counts")
    if not 1 <= int(n[0]) <= LARGEST:
        raise x.fault(BarrierMisuse, f"an mbarrier for {int(n[0])} arrivals")
    table(x)[at] = Barrier(int(n[0]))
    SPACE[8][where(np.array([at], np.uint64), 8)] = np.uint64(int(n[0]))
    x.mark_shared(np.array([at], np.uint64), 8)
    return 0


def arrive(x: Wave, ins: Instr, at: int, lanes: Array, n: Array | None) -> int:
    """With expect_tx the number is of bytes and each lane arrives once; else the number is how often."""
    barrier = arrive_at(x, at)
    if ins.has("expect_tx"):
        barrier.bytes += total(n, lanes)
        return barrier.arrive(x, len(lanes), drop=ins.has("arrive_drop"))
    return barrier.arrive(x, total(n, lanes), drop=ins.has("arrive_drop"))


def wait(b: Builder, ins: Instr) -> Step:
    ready, d = readiness(b, ins), b.dst(ins.operands[0])
    return lambda x: x.put_active(d, ready(x))


