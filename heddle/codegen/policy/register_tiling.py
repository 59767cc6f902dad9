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
FAR_CYCLES = 9
#: Cycles for each element of a row that is in a line of its own, which the second cache holds.
_LINE_CYCLES = 3
#: Rows of an operand that may fall on the same sets of the first cache: one way is left to the other operand.
WAYS = 7
#: What copying a vector of an operand costs: as much as so many vectors of products (Zen 5).
COPIED = 7
#: Of so many tiles of columns, one may be computed twice.
_TWICE = 50
#: Tiles of columns that share a copy of windows which are more than an element apart.
_STRIDED_BLOCK = 8
#: Pieces of the grid for each thread: enough that an uneven core does not hold the others up.
PIECES = 4
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
    """What a tile's memory costs beside the panel. `length`: the iterations of the reduction; `pieces`: of the grid, but for columns.

    Operands: `is_strided`: rows are windows apart in one line, which are copied. `is_far`: all rows come from behind the
    second cache. `is_contiguous`: they are contiguous elements, in another line with each iteration. Other rows start `rows_apart`
    bytes from one another, and are copied for each block of columns if so many fall on each other. `is_scattered`: each iteration
    reads each row from another line; those of `kept` rows stay in the second cache.

    Results: not `is_along` the vectors, they lie `apart` bytes from lane to lane. Their stores take `each` cycles, or are transposed
    in registers where they are contiguous along the rows (`each` is 0).
    """

    length: int = 1
    pieces: int = 1
    is_strided: bool = False
    is_far: bool = False
    is_contiguous: bool = False
    rows_apart: int = 0
    is_scattered: bool = False
    kept: int = 0
    is_along: bool = True
    apart: int = 0
    each: int = 0

    def fetched(self, panel: float, rows: int, block: int, itemsize: int) -> float:
        """Cycles until an iteration has its part of the panel, which takes so many, and of the rows, which so many tiles share."""
        if self.is_scattered: return panel + (0.0 if self.is_copied(rows) else self._read(rows))
        if self.is_contiguous: return panel + self.is_far * FAR_CYCLES
        return max(panel, self.is_far * FAR_CYCLES * rows * itemsize / 64 / block)  # streams that are prefetched

    def copied(self, rows: int, block: int, tiles: int, lanes: int) -> float:
        """Cycles of an iteration for copying its part of so many rows for each block of so many of the tiles, beside doing so once.

        8 pictures of 512 x 28 x 28 to 128 channels, GFLOPS: 4 pictures by 2 vectors of channels 16, 4 channels by 3 vectors of
        positions 70. 2048 x 7 x 7 to 512: 14 by 1 45, 6 by 2 74 (Zen 3).
        """
        if not self.is_copied(rows): return 0.0
        return self._read(rows) / block if self.is_scattered else rows * COPIED / lanes / 2 * (1 / block - 1 / tiles)

    def is_copied(self, rows: int) -> bool:
        """Whether so many rows are copied, since they fall on each other in the first cache."""
        return fall_on_each_other(self.rows_apart, rows, WAYS)

    def _read(self, rows: int) -> float: return rows * (_LINE_CYCLES if rows <= self.kept else FAR_CYCLES)

    def stored(self, rows: int, lanes: int, iteration: float) -> float:
        """Cycles of the stores of a tile, for each iteration, which takes so many without them.

        What is transposed is stored in vectors of a power of two; wider ones take more shuffles (3 x 3 of 3 to 32 channels, 27
        iterations: 8 x 2 117 us, 14 x 2 124, 28 x 1 138; Zen 5).
        """
        if self.is_along: return 0.0
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


def second_cache(caps: Capabilities) -> int:
    """Bytes of the cache that tiles of operands should stay in."""
    return caps.cache[1] if len(caps.cache) > 1 else 512 << 10


def block_tiles(n_columns: int, width: int, memory: Memory, caps: Capabilities, itemsize: int, exact: bool) -> int:
    """Tiles of `width` columns that are cached together: as many as half the second cache holds, few enough for the grid.

    `exact`: blocks that divide; else one tile in `_TWICE` may be computed twice, in the last two blocks.

    Windows that are copied for each block and share few elements with the next ones pay for larger blocks, a tile of which the cache
    holds (8 pictures, 3 x 3 by two of 256 channels of 28 x 28, GFLOPS: blocks of one tile 48, 4 69, 8 70; Zen 3).
    """
    tiles = -(-n_columns // width)
    fits = max(second_cache(caps) // 2 // (memory.length * width * itemsize), _STRIDED_BLOCK if memory.is_strided else 1)
    most = min(fits, max(tiles * memory.pieces // (PIECES * caps.threads), 2), tiles)
    return next(b for b in range(most, 0, -1) if -tiles % b <= (0 if exact else tiles // _TWICE))


def choose_tile(n_rows: int, n_columns: int, caps: Capabilities, itemsize: int, exact: bool, most_vectors: int = 4,
                memory: Memory = _NEAR) -> Tile:
    """The tile with the fewest cycles for each useful product, by the machine's capabilities.

    An iteration of the reduction takes the longest of: its products at two a cycle, its loads at two a cycle, the latency of one
    addition (4 cycles), and the panel's bytes at the second cache's rate, with lines that are far; to which each load adds a little,
    and so do stores and copies. `exact`: only sizes that divide. No row of the tile has more than `most_vectors`.
    """
    lanes = caps.vector // itemsize
    width = lanes_within(n_columns, lanes)
    if exact: width = min(width, n_columns & -n_columns)
    best = Tile(1, 1, width)
    for vectors in range(1, most_vectors + 1):
        columns = vectors * width
        if columns > n_columns: break
        block, tiles = block_tiles(n_columns, columns, memory, caps, itemsize, exact), -(-n_columns // columns)
        for rows in range(1, min(n_rows, 28) + 1):
            if rows * vectors + vectors + 1 > caps.registers: break
            if exact and (n_rows % rows or n_columns % columns): continue
            done = -(-n_rows // rows) * rows * tiles * columns / (n_rows * n_columns)
            fetched = memory.fetched(columns * itemsize / _CACHE2_BYTES, rows, block, itemsize)
            iteration = max(rows * vectors / 2, (rows + vectors) / 2, 4.0, fetched)
            beside = _LOAD_CYCLES * (rows + vectors) + memory.stored(rows, columns, iteration)
            beside += memory.copied(rows, block, tiles, width)
            cycles = (iteration + beside) / (rows * vectors) * done * (lanes / width)
            if cycles < best.cycles - 1e-9: best = Tile(rows, vectors, width, cycles)
    return best
