"""A few blocks of one launch, run together: registers, who is active, and the scheduler.

Lanes are the threads of `blocks` side by side, each block padded to whole warps. A register is one array over all
lanes (or of length 1 where all agree). The scheduler holds, per basic block, the lanes that are about to enter it, and
always runs the lowest one: lanes that a branch separated meet again at the first instruction behind both arms, because
compilers lay code out forwards. Lanes at a barrier, or at a warp-wide instruction that not all named lanes have
reached, are parked. When nothing can run and somebody is parked, that is a deadlock and is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from .barriers import Barriers
from .clusters import Clusters
from .errors import BarrierMisuse, Endless, PtxError, Uninitialised, Where
from .memory import Block, Memory
from .races import Races, granule
from .types import as_dtype

if TYPE_CHECKING:
    from .program import BasicBlock, Program

Array = np.ndarray
Triple = tuple[int, int, int]
WARP = 32
FAIR = 64  # after so many basic blocks, one that waits longest gets its turn: a spin lock's holder must run
U32, U64 = np.dtype(np.uint32), np.dtype(np.uint64)


@dataclass(frozen=True)
class Launch:
    """What one kernel launch is given. Sizes in bytes."""

    program: Program
    grid: Triple
    block: Triple
    params: bytes
    memory: Memory
    shared_dynamic: int = 0
    device: int = 0
    reaches: Callable[[Block], bool] = lambda block: True  # may this device touch that allocation?
    cluster: Triple = (1, 1, 1)
    step_limit: int = 50_000_000  # instructions of one wave before the watchdog bites
    printed: list[str] = field(default_factory=list)
    races: bool = True  # are accesses to shared memory watched for races?
    cooperative: bool = False  # all blocks at once, because they wait for each other


class Wave:
    """State of `blocks` (linear block numbers) while they run."""

    def __init__(self, launch: Launch, blocks: Sequence[int], param_base: int):
        program = launch.program
        self.launch, self.program, self.memory = launch, program, launch.memory
        self.block_ids = np.asarray(blocks, np.int64)
        self.threads = int(np.prod(launch.block))
        self.padded = -(-self.threads // WARP) * WARP
        self.groups, self.n = len(blocks), len(blocks) * self.padded
        self.param_base = param_base
        self.steps = 0
        self.state: dict[object, object] = {}  # what single instructions keep: copy groups, products in flight
        self.all_lanes = lane = np.arange(self.n)
        self.block_of, self.thread_of = lane // self.padded, lane % self.padded
        self.live = self.thread_of < self.threads
        self.live_count = self.groups * self.threads
        self.at_end: list[Callable[[], None]] = []
        self._shared_memory()
        self.races = Races(self, granule(program)) if launch.races and self.shared_size else None
        self._local_memory()
        self.pending: dict[int, Array] = {0: self.live.copy()}
        self.parked: dict[int, Array] = {}
        self.barriers = Barriers(self)
        self.clusters = Clusters(self, launch.cluster)
        self.age: dict[int, int] = {}
        self.here = 0  # start of the basic block that runs
        self.mask, self.count, self.whole = self.live, self.live_count, True
        self._index: Array | None = None
        self.r: list[Array] = program.fresh_registers(self)
        self.unwritten: dict[int, Array] = {}  # tracked slot -> lanes that have not written it yet

    def _shared_memory(self) -> None:
        self.shared_size = self.program.shared_size + self.launch.shared_dynamic
        room = max(16, -(-self.shared_size // 1024) * 1024)  # each block's starts at a multiple of 1 KiB, as swizzles want
        self.shared_room = room
        self.shared = self.memory.allocate(self.groups * room + 1024, -2, "shared memory")
        self.shared_start = -(-self.shared.start // 1024) * 1024
        base = np.uint64(self.shared_start) + np.arange(self.groups, dtype=np.uint64) * np.uint64(room)
        self.shared_bases = base
        self.shared_base = base if self.groups == 1 else base[self.block_of]
        written = np.zeros(self.groups * room, np.uint8)
        self.shadow = {s: written.view(f"u{s}") for s in (1, 2, 4, 8)}

    def is_shared(self, address: int) -> bool:
        """Is this real address in some block's shared memory?"""
        return 0 <= address - self.shared_start < len(self.shadow[1])

    def shared_state(self, a: Array, size: int) -> Array:
        """What is known of the shared bytes at these addresses: 0 unwritten, 1 written, 2 a copy is under way."""
        return self.shadow[size][((a - np.uint64(self.shared_start)) // np.uint64(size)).view(np.int64)]

    def mark_shared(self, a: Array, size: int, state: int = 1) -> None:
        shadow = self.shadow[size]
        value = (0x0101010101010101 * state) & ((1 << 8 * size) - 1)
        shadow[((a - np.uint64(self.shared_start)) // np.uint64(size)).view(np.int64)] = shadow.dtype.type(value)

    def _local_memory(self) -> None:
        size = -(-self.program.local_size // 16) * 16
        self.local_size = size
        self.local = self.memory.allocate(self.n * size, -2, "local memory") if size else None
        start = np.uint64(self.local.start if self.local else 0)
        self.local_base = start + np.arange(self.n, dtype=np.uint64) * np.uint64(size)

    def close(self) -> None:
        for block in (self.shared, self.local):
            if block is not None:
                self.memory.free(block, poison=False)

    # -- the lanes that run
    def meet(self, mask: Array) -> None:
        """Threads of these lanes' blocks meet: what they did is seen from now on."""
        if self.races is not None:
            self.races.meet(mask)

    def meet_clusters(self, mask: Array) -> None:
        """The same for the blocks of their clusters."""
        if self.races is not None:
            self.races.meet_clusters(mask)

    def active_lanes(self) -> Array:
        """Indices of the active lanes."""
        index = self.lanes()
        return self.all_lanes if index is None else index

    def enter(self, mask: Array, count: int) -> None:
        self.mask, self.count = mask, count
        self.whole = count == self.live_count
        self._index = None

    def lanes(self) -> Array | None:
        """Indices of the active lanes; None when every lane is."""
        if self.count == self.n:
            return None
        if self._index is None:
            self._index = np.flatnonzero(self.mask)
        return self._index

    def spread(self, a: Array) -> Array:
        """A register as one value per lane."""
        return a if a.shape[0] == self.n else np.broadcast_to(a, (self.n,))

    def active(self, a: Array) -> Array:
        """A register's values in the active lanes only."""
        index = self.lanes()
        if a.shape[0] != self.n:
            return np.broadcast_to(a, (self.count,))
        return a if index is None else a[index]

    def put(self, slot: int, value: Array) -> None:
        """Write a register in the active lanes."""
        self.r[slot] = value if self.whole else self.merge(slot, value)

    def put_active(self, slot: int, value: Array) -> None:
        """Write values given for the active lanes only."""
        index = self.lanes()
        if index is not None:
            full = np.zeros(self.n, value.dtype)
            full[index] = value
            value = full
        self.put(slot, value)

    def merge(self, slot: int, value: Array) -> Array:
        """The register with the active lanes replaced."""
        old = self.r[slot]
        if old is None:
            old = np.zeros(1, value.dtype)
        if old.dtype is not value.dtype:
            old = as_dtype(old, value.dtype)
        return np.where(self.mask, value, old)

    def require_written(self, slot: int, name: str) -> None:
        """Uninitialised unless every active lane wrote this register."""
        missing = self.unwritten.get(slot, self.live) & self.mask
        if missing.any():
            raise self.fault(Uninitialised, f"register {name} is read and was never written", missing)

    def mark_written(self, slot: int) -> None:
        """The active lanes have written a register that is tracked."""
        self.unwritten[slot] = self.unwritten.get(slot, self.live) & ~self.mask

    # -- scheduling
    def push(self, pc: int, mask: Array) -> None:
        """Let these lanes continue at pc, together with those that are there already."""
        if pc in self.parked:
            mask = mask | self.parked.pop(pc)
        have = self.pending.get(pc)
        self.pending[pc] = mask if have is None else have | mask

    def park(self, pc: int, mask: Array) -> None:
        have = self.parked.get(pc)
        self.parked[pc] = mask if have is None else have | mask

    def exit_lanes(self) -> None:
        self.live = self.live & ~self.mask
        self.live_count = int(np.count_nonzero(self.live))
        for pc in list(self.parked):  # whoever waited for an exited lane may go on
            self.push(pc, np.zeros(self.n, bool))
        self.clusters.release()

    def run(self) -> None:
        turns = 0
        blocks = self.program.blocks
        while self.pending or self._unblock():
            turns += 1
            pc = min(self.pending) if turns % FAIR else min(self.pending, key=lambda p: self.age.get(p, 0))
            self.age[pc] = turns
            mask = self.pending.pop(pc)
            count = int(np.count_nonzero(mask))
            if count:
                self._run_block(pc, blocks[pc], mask, count)
        for finish in self.at_end:
            finish()

    def _run_block(self, pc: int, block: BasicBlock, mask: Array, count: int) -> None:
        self.here = pc
        self.steps += len(block.steps) + 1
        self.enter(mask, count)
        step = block.leave
        try:
            if self.steps > self.launch.step_limit:
                raise self.fault(Endless, f"more than {self.launch.step_limit} instructions: endless loop?")
            if block.gate is not None and not block.gate(self):
                return
            for step in block.steps:
                step(self)
            step = block.leave
            step(self)
        except Exception as error:
            self._locate(error, block, step)
            raise

    def _unblock(self) -> bool:
        """Nothing can run: retry what polls, or report who waits for what."""
        if self.barriers.retry():
            return True
        waiting = self.barriers.waiting() + [(ins, mask) for ins, mask, _ in self.clusters.waiting]
        for pc, mask in self.parked.items():
            if mask.any():
                waiting.append((self.program.blocks[pc].first, mask))
        if not waiting:
            return False
        ins, mask = waiting[0]
        gone = int(self.padded * self.groups - (self.n - self.groups * self.threads) - self.live_count)
        notes = "".join(f"\n  others wait at line {i.line}: {i.text}" for i, _ in waiting[1:3])
        notes += "".join(f"\n  {self.barriers.lacking[pc]}" for pc, (_, m) in self.barriers.polls.items() if m.any())
        if gone:
            notes += f"\n  {gone} threads have exited"
        raise BarrierMisuse(f"threads wait for others that never arrive{notes}", self.where(ins, np.flatnonzero(mask)))

    # -- errors
    def fault(self, kind: type[PtxError], what: str, lanes: Array | None = None) -> PtxError:
        """An error of this instruction in `lanes` (indices or mask; default: all that are active)."""
        if lanes is None:
            lanes = self.mask
        error = kind(what)
        error.lanes = np.flatnonzero(lanes) if lanes.dtype == bool else lanes  # type: ignore[attr-defined]
        return error

    def _locate(self, error: Exception, block: BasicBlock, step: Callable[[Wave], None]) -> None:
        at = block.steps.index(step) if step in block.steps else len(block.steps)
        ins = block.instrs[min(at, len(block.instrs) - 1)]
        if isinstance(error, PtxError):
            if error.where is None:
                where = self.where(ins, getattr(error, "lanes", np.flatnonzero(self.mask)))
                type(error).__init__(error, error.what, where)
        else:
            error.add_note(f"while emulating line {ins.line}: {ins.text}")

    def where(self, ins: object, lanes: Array) -> Where:
        listed = [self.coordinates(int(lane)) for lane in lanes[:4]]
        line, text = getattr(ins, "line", 0), getattr(ins, "text", "?")
        return Where(self.program.name, line, text, listed, max(0, len(lanes) - 4))

    def coordinates(self, lane: int) -> tuple[Triple, Triple]:
        linear = int(self.block_ids[self.block_of[lane]])
        return unflatten(linear, self.launch.grid), unflatten(int(self.thread_of[lane]), self.launch.block)

    # -- views by warp
    def by_warp(self, a: Array) -> Array:
        """(warps, 32)"""
        return self.spread(a).reshape(-1, WARP)

    def bits_of(self, mask: Array) -> Array:
        """One 32-bit word per warp from a mask over lanes."""
        packed = np.packbits(np.ascontiguousarray(mask).reshape(-1, WARP), axis=1, bitorder="little")
        return packed.view(U32).reshape(-1)


def unflatten(linear: int, extent: Triple) -> Triple:
    x, y, _ = extent
    return linear % x, linear // x % y, linear // (x * y)
