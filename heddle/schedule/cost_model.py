"""Cost model of the scheduler: the constants that decide between storing a value and recomputing it.

Units are picoseconds on one core of a present-day server, per element. Measured on a 2.5 GHz Cascade Lake with AVX-512
(2026-11): vector arithmetic runs at about 16 elements a nanosecond in cache, memory at about 10 GB/s a core.
Only ratios matter, and only roughly: an error by a factor of two changes few decisions.
"""
from __future__ import annotations

from heddle.uop import Ops, UOp

ALU = 20
READ_BYTE = 60
WRITE_BYTE = 120
LAUNCH = 2_000_000  # overhead of a kernel: its buffers and its dispatch
_DEAR = {Ops.EXP2: 200, Ops.LOG2: 300, Ops.SIN: 700, Ops.COS: 700, Ops.SQRT: 150, Ops.FDIV: 150, Ops.RECIPROCAL: 150,
         Ops.IDIV: 2000, Ops.MOD: 2000}
#: an element that an index picks by itself: where the axis that is indexed is contiguous, and not the rows
GATHERED = 600
_FREE = frozenset((Ops.CAST, Ops.BITCAST, Ops.CONST, Ops.IOTA))

#: The length of a kernel's expression, in ops, beyond which it is split: compilers take more than linear time over long functions.
LONGEST_EXPRESSION = 400
#: The most buffers of a kernel where the device sets no limit.
MOST_BUFFERS = 24
#: Rows up to which sums of products of 8-bit integers keep lanes for each block, and several of them share a kernel; with more, each
#: is a tile, from 4 rows on (codegen/policy/byte_sums_schedule.py, byte_tiles_schedule.py). 16384 x 4096 on one core of a Xeon, lanes
#: and tiles in ms: 3 rows of Q8_0 9.9 and 34, of Q4_K 9.3 and 47; 4 rows 10.4 and 9.1, 11.1 and 8.4; 8 rows 14.6 and 10.5, 19.3 and
#: 12.9; exact 8 rows 16.6 and 19.9.
ROWS_BY_LANES = 3
#: The longest reduce that may be computed, unrolled, inside another loop.
SHORT_REDUCE = 64
#: The longest reduce that schedules unroll whatever is beside it.
UNROLLED_REDUCE = 16
#: The fewest rows and columns of a product whose strided factor is transposed first. That takes 1.6 ns per element; strided
#: reads take 1.5 (rows in the caches) to 15 ns longer for each element and 64 columns (Cascade Lake, 64 to 2048 of each).
FEWEST_ROWS, FEWEST_COLUMNS = 64, 128
#: The fewest reads of each element from which a repeated factor of a convolution is stored: each read through a window divides.
FEWEST_READS = 16
#: The fewest columns for which a few rows, not contiguous along the sum, are stored contiguous first.
FEW_ROWS_COLUMNS = 16
#: Conditions of attention fusion (two products and the ops between them in one kernel): rows that fill the lanes of a vector, the
#: least length of a row of scores, and the greatest depth of the first product, so that re-read tiles stay in the caches.
#: Attention of 128 to 4096 rows then takes 0.8 to 0.9 of the time of three kernels, causal 0.4 to 0.65 (one core of Zen 4).
CHAIN_ROWS, CHAIN_COLUMNS, CHAIN_DEPTH = 16, 32, 256
#: What the depth of the first product of such a chain is a multiple of on tensor cores, and the fewest columns of the second one.
CHAIN_TILE = 16
#: Attention of fewer rows is split along its keys on GPUs: from so many keys on, with depths and columns up to these, in chunks of so
#: many keys, a power of two. The parts of a chunk are less than an eighth of its keys and values then, with four rows for each key.
FEWEST_KEYS, CHUNK_DEPTH, CHUNK_COLUMNS, LEAST_CHUNK, MOST_CHUNK = 128, 256, 256, 128, 512
#: Loops that a chunk is worth, of those that keep a device busy: from how many work-groups on chunks are longer.
LOOPS_OF_CHUNK = 16
#: The greatest cost of recomputing, for each score of a chain, a value that reads no memory, such as a condition on positions.
CHEAP = 10 * ALU
#: Elements of a value, made of the numbers of its axes, of which each is cheaper computed again than read: shifts of packed fields.
TINY = 16
#: The least length of a reduce that is split in two where there is little other parallelism.
LONG_REDUCE = 1 << 15

#: From how many parallel loops on a device runs them as threads, and the elements that are worth a second kernel for its idle ones.
MANY_LOOPS, LARGE_REDUCE = 1 << 12, 1 << 18
#: Threads of a group that reduces a row, and elements of a vector that one thread has of results side by side.
GROUP, LANES = 128, 8
#: The least elements of a piece: of a row, which a group shares; of a column, where a sixteenth is then written of what is read. And
#: the fewest pieces that are worth a kernel more, and the most, which a thread of that adds one after the other; more are added in
#: two steps.
ROW_PIECE, COLUMN_PIECE, FEWEST_PIECES, MOST_PIECES = 1024, 16, 4, 128


def op_cost(node: UOp) -> int:
    """The cost of evaluating `node`, without its sources."""
    if node.op is Ops.GATHER and (node.src[0].op is Ops.PERMUTE or node.src[0].ndim == 1): return GATHERED
    return 0 if node.op in _FREE else _DEAR.get(node.op, ALU)
#: The fewest devices and bytes of a sum for ring all-reduce; other sums gather all parts on every device.
#: Measured with four devices in one memory, where 1 MiB takes as long either way and 16 MiB a fifth less by ring; with three,
#: a ring takes twice as long at any size.
RING_DEVICES, RING_BYTES = 4, 1 << 20
