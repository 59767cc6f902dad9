"""Thread block clusters: which blocks of a wave belong together, addresses of each other's shared memory, and their barrier.

In: the lanes at mapa, getctarank and barrier.cluster. Out: addresses; lanes that go on. Always true: the blocks of a cluster are side
by side in one wave, by rank. In the window shared::cluster a block's own addresses are those of shared::cta, and those of rank r begin
at r + 1 times 16 MiB, which only mapa makes.

Source: PTX ISA, mapa, getctarank, barrier.cluster (a thread that has exited counts as arrived; arrive and wait alternate).
"""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .errors import BarrierMisuse, OutOfBounds

if TYPE_CHECKING:
    from .syntax import Instr
    from .wave import Wave

Array = np.ndarray
Triple = tuple[int, int, int]
WARP = 32
WINDOW = 24  # bits of an offset in a block's shared memory
_LATER = np.iinfo(np.int64).max


def by_cluster(grid: Triple, cluster: Triple) -> Array:
    """The linear numbers of all blocks, cluster after cluster, by rank in each."""
    z, y, x = np.indices(grid[::-1]).reshape(3, -1)
    at = [(c // k, c % k) for c, k in zip((x, y, z), cluster, strict=True)]
    keys = [part[1] for part in at] + [part[0] for part in at]  # the last key counts most
    return np.lexsort(keys)


class Clusters:
    """The clusters of a wave."""

    def __init__(self, wave: Wave, cluster: Triple):
        self.wave, self.size = wave, int(np.prod(cluster))
        self.arrived, self.waited = np.zeros(wave.n, np.int64), np.zeros(wave.n, np.int64)  # how often, by lane
        self.waiting: list[tuple[Instr, Array, int]] = []

    # -- addresses
    def rank(self, x: Wave) -> Array:
        """Of each active lane's block."""
        return x.block_of[x.active_lanes()] % self.size

    def check_rank(self, x: Wave, rank: Array) -> None:
        if (bad := rank >= self.size).any():
            raise x.fault(OutOfBounds, f"rank {int(rank[bad][0])} in a cluster of {self.size} blocks", x.active_lanes()[bad])

    def base(self, x: Wave, rank: Array) -> Array:
        """Where the shared memory of that rank begins, in the cluster of each active lane."""
        first = x.block_of[x.active_lanes()] // self.size * self.size
        return x.shared_bases[first + rank]

    def resolve(self, x: Wave, addresses: Array) -> tuple[Array, Array]:
        """(offsets, where the memory begins) of addresses in shared::cluster."""
        addresses = np.broadcast_to(addresses, (x.count,))
        named = (addresses >> np.uint64(WINDOW)).astype(np.int64)
        rank = np.where(named > 0, named - 1, self.rank(x))
        self.check_rank(x, rank)
        return addresses & np.uint64((1 << WINDOW) - 1), self.base(x, rank)

    def beside(self, address: int, rank: int) -> int:
        """The same place in the shared memory of that rank, of the cluster that a real address belongs to."""
        x = self.wave
        group, offset = divmod(address - x.shared_start, x.shared_room)
        return int(x.shared_bases[group // self.size * self.size + rank]) + offset

    # -- the barrier
    def arrive(self, x: Wave) -> None:
        lanes = x.active_lanes()
        if (twice := self.arrived[lanes] != self.waited[lanes]).any():
            raise x.fault(BarrierMisuse, "a thread arrives at the cluster's barrier again and has not waited", lanes[twice])
        self.arrived[lanes] += 1

    def wait(self, x: Wave, ins: Instr, next_pc: int) -> None:
        lanes = x.active_lanes()
        if (never := self.arrived[lanes] == self.waited[lanes]).any():
            raise x.fault(BarrierMisuse, "a thread waits at the cluster's barrier and has not arrived", lanes[never])
        self.waiting.append((ins, x.mask.copy(), next_pc))

    def release(self) -> None:
        """Lets those go on whose whole cluster has arrived."""
        if not self.waiting:
            return
        x = self.wave
        least = np.where(x.live, self.arrived, _LATER).reshape(-1, self.size * x.padded).min(axis=1)
        over = np.repeat(least, self.size * x.padded) >= self.arrived
        together: dict[int, Array] = {}  # all who wait at an instruction, by where it goes on
        for _, mask, next_pc in self.waiting:
            together[next_pc] = together.get(next_pc, np.zeros(x.n, bool)) | mask
        left: list[tuple[Instr, Array, int]] = []
        for ins, mask, next_pc in self.waiting:
            going = mask & over
            if going.any():
                if ins.has("aligned"):
                    self._check_aligned(ins, going, together[next_pc])
                self.waited[going] += 1
                x.meet_clusters(going)
                x.push(next_pc, going)
            if (stay := mask & ~over).any():
                left.append((ins, stay, next_pc))
        self.waiting = left

    def _check_aligned(self, ins: Instr, going: Array, here: Array) -> None:
        x = self.wave
        divided = going.reshape(-1, WARP).any(axis=1) & (x.live & ~here).reshape(-1, WARP).any(axis=1)
        if divided.any():
            bad = (x.live.reshape(-1, WARP) & divided[:, None]).reshape(-1)
            text = "a warp reaches an aligned barrier of its cluster divided: not all of its threads at this instruction"
            raise BarrierMisuse(text, x.where(ins, np.flatnonzero(bad)))
