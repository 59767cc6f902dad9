"""Register tiles of products, and a model of the cycles that an iteration of the reduction takes.

Inputs: the rows and columns of a product, the device's capabilities.
Outputs: a tile of accumulators.
Invariants: accumulators, a row of vectors and one element in all lanes fit the registers.
"""
from __future__ import annotations

import math

from heddle.codegen.actions.loop_transforms import lanes_within
from heddle.lazy_dataclass import dataclass
from heddle.renderer import Capabilities

#: How far apart lanes may be: vectors of those are picked from contiguous ones.
STEPS = range(1, 5)
#: Accumulators in flight that hide the latency of an addition: 4 cycles, two a cycle.
IN_FLIGHT = 8
#: Bytes per cycle from the second cache while arithmetic goes on (Cascade Lake and Zen 5: 20 to 30).
_CACHE2_BYTES = 22
#: Cycles of an iteration for a row of lines that comes from behind it (1024 x 256 by 32 x 32 positions, GFLOPS of 262: tiles of 6 x 4
#: vectors 139, 8 x 2 131, 14 x 2 216; Zen 5).
_FAR_CYCLES = 9
#: Cycles of a store whose line has been evicted, since results of a tile fall on each other in a cache of so many ways; how many such
#: stores a core lets wait (64 x 768 by 3072 x 768 transposed: 6 x 4 vectors 172 GFLOPS, 12 x 2 240; by 3088 columns, which do not
#: collide, 256 and 244; 3 x 3 of 3 to 32 channels of 224 x 224, 14 x 2: 1.36 ms, along positions 0.37; Zen 5).
_COLLIDING_CYCLES, _STORE_WAYS, _BUFFERED = 20, 16, 64
#: Cycles that each load of an iteration costs beside the arithmetic it runs under (Cascade Lake: tiles of 8 × 2 vectors reach
#: 85 % of the arithmetic's limit, 12 × 2 89 %, 8 × 3 and 6 × 4 98 %).
_LOAD_CYCLES = 0.1


@dataclass(frozen=True)
class Tile:
    """Accumulators: `rows` × `vectors` vectors of `width` lanes, and the cycles that a useful product of a full vector takes."""

    rows: int
    vectors: int
    width: int
    cycles: float = math.inf


@dataclass(frozen=True)
class Memory:
    """What a tile's memory costs beside the panel.

    `is_far`: rows are contiguous elements, in another line with each iteration, which comes from behind the second cache. `length`:
    the iterations after which results are stored that lie `apart` bytes from lane to lane; 0 for those along the vectors. Their stores
    take `each` cycles, or, contiguous along the rows, are transposed in registers (`each` is 0).
    """

    is_far: bool = False
    length: int = 0
    apart: int = 0
    each: int = 0

    def stored(self, rows: int, lanes: int, iteration: float) -> float:
        """Cycles of the stores of a tile, for each iteration, which takes so many without them.

        What is transposed is stored in vectors of a power of two; wider ones take more shuffles (3 x 3 of 3 to 32 channels, 27
        iterations: 8 x 2 117 us, 14 x 2 124, 28 x 1 138; Zen 5).
        """
        if not self.length: return 0.0
        if self.each: return lanes * rows * self.each / self.length
        at_once = min(1 << (rows.bit_length() - 1), lanes)
        stores = lanes * -(-rows // at_once)
        cycles = stores * max(at_once / 2 - 1, 3)
        if fall_on_each_other(self.apart, lanes, _STORE_WAYS):
            # as many as wait in a core's buffer do so while the next tile is computed
            cycles = max(cycles, stores * _COLLIDING_CYCLES - (iteration * self.length if stores <= _BUFFERED else 0))
        return cycles / self.length


def fall_on_each_other(apart: int, n: int, ways: int) -> bool:
    """Whether `n` elements `apart` bytes do: those a multiple of 4 KiB apart share a set of the first cache, of so many `ways`."""
    return apart > 64 and n * math.gcd(apart, 4096) > ways * 4096


_NEAR = Memory()


def choose_tile(n_rows: int, n_columns: int, caps: Capabilities, itemsize: int, exact: bool, most_vectors: int = 4,
                memory: Memory = _NEAR) -> Tile:
    """The tile with the fewest cycles for each useful product, by the machine's capabilities.

    An iteration of the reduction takes the longest of: its products at two a cycle, its loads at two a cycle, the latency of one
    addition (4 cycles), and the panel's bytes at the second cache's rate, with lines that are far; to which each load adds a little,
    and so do stores. `exact`: only sizes that divide. No row of the tile has more than `most_vectors`.
    """
    lanes = caps.vector // itemsize
    width = lanes_within(n_columns, lanes)
    if exact: width = min(width, n_columns & -n_columns)
    best = Tile(1, 1, width)
    for vectors in range(1, most_vectors + 1):
        if vectors * width > n_columns: break
        for rows in range(1, min(n_rows, 28) + 1):
            if rows * vectors + vectors + 1 > caps.registers: break
            if exact and (n_rows % rows or n_columns % (vectors * width)): continue
            done = -(-n_rows // rows) * rows * -(-n_columns // (vectors * width)) * vectors * width / (n_rows * n_columns)
            fetched = vectors * width * itemsize / _CACHE2_BYTES + memory.is_far * _FAR_CYCLES
            iteration = max(rows * vectors / 2, (rows + vectors) / 2, 4.0, fetched)
            beside = _LOAD_CYCLES * (rows + vectors) + memory.stored(rows, vectors * width, iteration)
            cycles = (iteration + beside) / (rows * vectors) * done * (lanes / width)
            if cycles < best.cycles - 1e-9: best = Tile(rows, vectors, width, cycles)
    return best
