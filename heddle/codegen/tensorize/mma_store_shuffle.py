"""Quad shuffles of MMA results: four neighbouring threads exchange them, so that each stores 16 contiguous bytes.

Inputs: an expanded kernel in which thread `lane` stores columns lane % 4 * 2 and the one after of every 8, as MMA units hand
results out (mma.py).
Outputs: the same with stores of several such pairs replaced by one: of 4 pairs of 2 bytes a thread has all 8 columns of one tile,
of 8 pairs of single bytes those of two. Without it a warp's store would fill half a sector of 32 bytes, or a quarter.
Invariants: only stores that all threads do are transposed, of pairs from tiles side by side, whose rows begin at multiples of 16
bytes.
"""
from __future__ import annotations

from heddle.codegen.legalize.scalarize import residue
from heddle.renderer import Capabilities, gate_of
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.polynomial import combine, linear

#: bytes that a thread stores at a time
_WIDTH = 16
#: columns of a tile, and threads that have them
_COLUMNS, _THREADS = 8, 4
#: by how much the first of two columns moves from one thread to the next
_PAIR = 2

#: where a store goes but for a constant: the buffer, and the terms of the position without that of the thread
_Row = tuple[UOp, UOp, frozenset[tuple[UOp, int]]]


def shuffle_stores(sink: UOp, caps: Capabilities) -> UOp:
    """`sink` with the stores of neighbouring tiles shuffled."""
    if not caps.has_shuffles: return sink
    order = sink.toposort()
    read = {n.src[0].src[0] for n in order if n.op is Ops.LOAD}  # others may still want what this thread would overwrite
    rows: dict[_Row, dict[int, UOp]] = {}
    for store in (n for n in order if n.op is Ops.STORE and n.src[0].src[0] not in read):
        if (found := _pair(store)) is not None: rows.setdefault(found[0], {})[found[1]] = store
    swap: dict[UOp, UOp] = {}
    for row, stores in rows.items(): swap |= _transposed(row, stores)
    return sink.substitute(swap) if swap else sink


def _pair(store: UOp) -> tuple[_Row, int] | None:
    """The row and the column of a store of two results that an MMA unit has given a thread."""
    address, value = store.src[:2]
    if gate_of(store) is not None or address.op is not Ops.INDEX: return None
    buffer, at, *valid = address.src
    if valid or buffer.op is not Ops.PARAM or value.dtype.scalar().is_bool(): return None
    if value.dtype.count != _PAIR or value.dtype.itemsize > 2 * _PAIR: return None
    terms, constant = linear(at)
    thread = next((t for t, factor in terms.items() if factor == _PAIR and _is_thread(t)), None)
    if thread is None: return None
    return (buffer, thread, frozenset((t, f) for t, f in terms.items() if t is not thread)), constant


def _is_thread(x: UOp) -> bool:
    """Whether `x` is the number of a thread among four neighbours of a warp."""
    if x.op is not Ops.MOD: return False
    lane, count = x.src
    return count.op is Ops.CONST and count.arg == _THREADS and lane.op is Ops.RANGE and lane.arg[1] is AxisType.WARP


def _transposed(row: _Row, stores: dict[int, UOp]) -> dict[UOp, UOp]:
    """For each store of those that are transposed, the one that does what all of them did."""
    buffer, thread, others = row
    pairs = _WIDTH // (_PAIR * buffer.dtype.itemsize)
    columns = pairs * _COLUMNS // _THREADS  # of a thread, then
    swap: dict[UOp, UOp] = {}
    left = set(stores)
    for first in sorted(stores):
        tiles = [first + n * _COLUMNS for n in range(pairs)]
        base = combine(dict(others), first)
        if not left.issuperset(tiles) or residue(base, columns) != 0: continue
        left.difference_update(tiles)
        values = tuple(stores[at].src[1] for at in tiles)
        together = UOp(Ops.VECTORIZE, values[0].dtype.scalar().vec(_PAIR * pairs), values)
        address = buffer.index(combine({**dict(others), thread: columns}, first))
        done = address.store(UOp(Ops.QUAD_SHUFFLE, together.dtype, (together,)))
        swap |= dict.fromkeys((stores[at] for at in tiles), done)
    return swap
