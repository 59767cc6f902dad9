"""What work costs, roughly: the one table by which the schedule decides between storing a value and computing it again.

Units are picoseconds on one core of a present-day server, per element. Measured on a 2.5 GHz Cascade Lake with AVX-512
(2026-11): vector arithmetic runs at about 16 elements a nanosecond in cache, memory at about 10 GB/s a core.
Only ratios matter, and only roughly: a wrong factor of two moves few decisions.
"""
from __future__ import annotations

from heddle.uop import Ops, UOp

ALU = 20
READ_BYTE = 60
WRITE_BYTE = 120
LAUNCH = 2_000_000  # starting a kernel, its buffers and its dispatch
_DEAR = {Ops.EXP2: 200, Ops.LOG2: 300, Ops.SIN: 700, Ops.COS: 700, Ops.SQRT: 150, Ops.FDIV: 150, Ops.RECIPROCAL: 150,
         Ops.IDIV: 2000, Ops.MOD: 2000}
_FREE = frozenset((Ops.CAST, Ops.BITCAST, Ops.CONST, Ops.IOTA))

#: Ops of one kernel's expression beyond which it is cut: compilers take more than linear time over long functions.
LONGEST_EXPRESSION = 400
#: Buffers of one kernel beyond which it is cut where the device sets no limit of its own.
MOST_BUFFERS = 24
#: A reduce this short may be computed inside another loop, unrolled.
SHORT_REDUCE = 64
#: A product's rows and columns from which on a strided factor is transposed first. That takes 1.6 ns an element; reading it
#: across takes 1.5 (rows in the caches) to 15 ns longer for each element and 64 columns (Cascade Lake, 64 to 2048 of each).
FEWEST_ROWS, FEWEST_COLUMNS = 64, 128
#: Reads of each element from which on a repeated factor of a convolution is stored: a window divides for each of them.
FEWEST_READS = 16
#: Columns from which on a few rows of a product that are not contiguous along the sum are stored so first.
FEW_ROWS_COLUMNS = 16
#: What it takes for a product, what is done with its rows and a second product to be one kernel: rows that fill the lanes of a
#: vector, scores in a row, and no more products than that for a score: what is read again for each tile of rows stays in the caches.
#: Attention of 128 to 4096 rows then takes 0.8 to 0.9 of the time of three kernels, causal 0.4 to 0.65 (one core of Zen 4).
CHAIN_ROWS, CHAIN_COLUMNS, CHAIN_DEPTH = 16, 32, 256
#: What may be computed again for each score of a chain where it takes no memory, as conditions on positions do.
CHEAP = 10 * ALU
#: A reduce of at least this many elements with little else to run side by side is cut in two.
LONG_REDUCE = 1 << 15


def op_cost(node: UOp) -> int:
    """One evaluation of `node` itself, its sources being at hand."""
    return 0 if node.op in _FREE else _DEAR.get(node.op, ALU)
#: Sums over at least so many devices, of at least so many bytes, go round in a ring; else everyone gets the parts of all others.
#: Measured with four devices in one memory, where 1 MiB takes as long either way and 16 MiB a fifth less by ring; with three,
#: a ring takes twice as long at any size.
RING_DEVICES, RING_BYTES = 4, 1 << 20
