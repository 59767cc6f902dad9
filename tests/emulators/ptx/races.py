"""Races for shared memory: two threads of a block at one address within a barrier interval, of which at least one writes.

In: the loads, stores and atomics of a wave's lanes, and where threads meet. Out: `Race`, which names both threads.
Always true: what is reported is a race by the manual's memory model; not all races are found. A completed barrier counts for its whole
block, operations on an mbarrier, fences and the cluster's barrier for the whole cluster, whoever took part; bar.warp.sync counts for
its warp. Of the readers of a cell the last two are remembered. A store that changes nothing is no race, and neither are atomics among
themselves. Copies by the bulk engine and operands of wgmma are watched elsewhere (`AsyncMisuse`).

Source: PTX ISA, memory consistency model (data races, causality order), bar.sync, bar.warp.sync, fence, mbarrier.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .errors import Race
from .types import type_of

if TYPE_CHECKING:
    from .program import Program
    from .wave import Wave

Array = np.ndarray
WARP = 32
NOBODY = -1  # a stamp before all others
TIME, ATOMIC, LANE = 32, 1 << 31, (1 << 31) - 1  # a stamp's parts
_SIZED = ("ld", "st", "atom", "red", "ldu")


def granule(program: Program) -> int:
    """Bytes of the smallest access that may be to shared memory: what is kept for each cell."""
    sizes = [4]
    for block in program.blocks.values():
        for ins in block.instrs:
            if ins.op in ("ldmatrix", "stmatrix"):
                sizes.append(2)
            elif ins.op in _SIZED and not any(m.split("::")[0] in ("global", "param", "const", "local") for m in ins.mods):
                sizes.append(type_of(ins.mods, -1 if ins.op in ("atom", "red") else 0).bytes)
    return min(sizes)


class Races:
    """Who touched which cells of a wave's shared memory, and when: a stamp of the clock, a flag of atomics, and the lane."""

    def __init__(self, x: Wave, step: int):
        self.wave, self.step = x, step
        cells = len(x.shadow[1]) // step
        self.clock = 1
        self.met = np.zeros(x.n, np.int64)  # the clock when the threads of each lane's block met last
        self.clusters_met = self.met.copy()  # and those of its cluster
        self.warps_met = np.zeros(x.n // WARP, np.int64)
        self.writer, self.reader, self.other = (np.full(cells, NOBODY, np.int64) for _ in range(3))  # the last two readers differ

    # -- where threads meet
    def meet(self, mask: Array) -> None:
        """What the blocks of these lanes did before comes before what they do from now on."""
        self.clock += 1
        self.met.reshape(self.wave.groups, -1)[mask.reshape(self.wave.groups, -1).any(axis=1)] = self.clock

    def meet_clusters(self, mask: Array) -> None:
        """The same for all blocks of their clusters."""
        size = self.wave.clusters.size * self.wave.padded
        whole = np.repeat(mask.reshape(-1, size).any(axis=1), size)
        self.meet(whole)
        self.clusters_met[whole] = self.clock

    def meet_warps(self, mask: Array) -> None:
        """The same for their warps alone."""
        self.clock += 1
        self.warps_met[mask.reshape(-1, WARP).any(axis=1)] = self.clock

    # -- accesses
    def read(self, addresses: Array, size: int, lanes: Array) -> None:
        """`size` bytes at each address, by a lane each. Race."""
        at, lane = self._cells(addresses, size, lanes)
        self._check(at, lane, self.writer, "written", "read")
        before, mine = self.reader[at], lane | self.clock << TIME
        self.other[at] = np.where(before & LANE != lane, before, self.other[at])
        self.reader[at] = mine
        lost = self.reader[at] != mine  # several lanes at one cell
        if lost.any():
            self.other[at[lost]] = mine[lost]

    def write(self, addresses: Array, size: int, lanes: Array, changed: Array) -> None:
        """`size` bytes at each address, by a lane each, of which some hold another value then. Race."""
        at, lane = self._cells(addresses, size, lanes)
        if changed.all():
            self._check_all(at, lane, "written")
        elif changed.any():
            which = np.repeat(np.broadcast_to(changed, lanes.shape), size // self.step)
            self._check_all(at[which], lane[which], "written")
        self.writer[at] = lane | self.clock << TIME

    def atomic(self, addresses: Array, size: int, lanes: Array) -> None:
        """An atomic update. Race with others that are none."""
        at, lane = self._cells(addresses, size, lanes)
        self._check_all(at, lane, "updated")
        self.writer[at] = lane | self.clock << TIME | ATOMIC

    def one_value(self, address: Array, values: Array) -> None:
        """Lanes of one instruction write the same address. Race if they write different values."""
        differ = values != values[-1]
        if differ.any():
            lanes = self.wave.active_lanes()
            self._tell(address[0], "written", int(lanes[np.flatnonzero(differ)[0]]), "written", int(lanes[-1]))

    def overwritten(self, addresses: Array, size: int, which: Array) -> None:
        """Lanes of one instruction, some of whose values are not in memory after it: others wrote there. Race."""
        at, lane = self._cells(addresses[which], size, self.wave.active_lanes()[which])
        found = np.flatnonzero(self.writer[at] & LANE != lane)
        if len(found):
            n = int(found[0])
            self._tell(self._address(at[n]), "written", int(lane[n]), "written", int(self.writer[at[n]] & LANE))

    def _cells(self, addresses: Array, size: int, lanes: Array) -> tuple[Array, Array]:
        first = ((addresses - np.uint64(self.wave.shared_start)) // np.uint64(self.step)).view(np.int64)
        first = np.broadcast_to(first, lanes.shape)
        count = size // self.step
        if count == 1:
            return first, lanes
        return (first[:, None] + np.arange(count)).reshape(-1), np.repeat(lanes, count)

    def _address(self, cell: int) -> int: return int(cell) * self.step + self.wave.shared_start

    def _check_all(self, at: Array, lane: Array, now: str) -> None:
        self._check(at, lane, self.writer, "written", now)
        self._check(at, lane, self.reader, "read", now)
        self._check(at, lane, self.other, "read", now)

    def _check(self, at: Array, lane: Array, who: Array, before: str, now: str) -> None:
        """Another lane of the block was there, and the two have not met since."""
        stamp = who[at]
        earlier, padded = stamp & LANE, self.wave.padded
        racy = stamp >> TIME >= self.met[lane]
        if self.wave.clusters.size > 1:
            elsewhere = (earlier // padded != lane // padded) & (stamp >= 0)
            racy = np.where(elsewhere, stamp >> TIME >= self.clusters_met[lane], racy)
        if not racy.any():
            return
        racy &= earlier != lane
        racy &= (earlier // WARP != lane // WARP) | (stamp >> TIME >= self.warps_met[lane // WARP])
        if now == "updated":
            racy &= stamp & ATOMIC == 0
        if racy.any():
            n = int(np.flatnonzero(racy)[0])
            self._tell(self._address(at[n]), before, int(earlier[n]), now, int(lane[n]))

    def _tell(self, address: int, before: str, one: int, now: str, other: int) -> None:
        x = self.wave
        (block, first), (_, second) = x.coordinates(one), x.coordinates(other)
        what = f"shared memory at offset {(int(address) - x.shared_start) % x.shared_room} of block {block}"
        text = f"{what} is {before} by thread {first} and {now} by thread {second} with no barrier between"
        raise x.fault(Race, text, np.array([one, other]))
