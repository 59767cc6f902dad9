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


def choose_tile(n_rows: int, n_columns: int, caps: Capabilities, itemsize: int, exact: bool, most_vectors: int = 4) -> Tile:
    """The tile with the fewest cycles for each useful product, by the machine's capabilities.

    An iteration of the reduction takes the longest of: its products at two a cycle, its loads at two a cycle, the latency of one
    addition (4 cycles), and the panel's bytes at the second cache's rate; to which each load adds a little.
    `exact`: only sizes that divide. No row of the tile has more than `most_vectors`.
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
            iteration = max(rows * vectors / 2, (rows + vectors) / 2, 4.0, vectors * width * itemsize / _CACHE2_BYTES)
            cycles = (iteration + _LOAD_CYCLES * (rows + vectors)) / (rows * vectors) * done * (lanes / width)
            if cycles < best.cycles - 1e-9: best = Tile(rows, vectors, width, cycles)
    return best
