"""Quad shuffles of MMA results: four neighbouring threads exchange them, so that each stores 16 contiguous bytes.

Inputs: an expanded kernel in which each thread of a quad stores a few neighbouring columns of a tile, as the device's tensor cores
hold results (renderer/tensor_cores.py): of NVIDIA's, columns lane % 4 * 2 and the one after of every 8.
Outputs: the same with stores of several such tiles replaced by one: of 4 pairs of 2 bytes a thread has all 8 columns of one tile,
of 8 pairs of single bytes those of two. Without it a warp's store would fill half a sector of 32 bytes, or a quarter.
Invariants: only stores that all threads do are transposed, of pairs from tiles side by side, whose rows begin at multiples of 16
bytes.
"""
from __future__ import annotations

from heddle.codegen.legalize.scalarize import residue
from heddle.renderer import Capabilities, gate_of
from heddle.renderer.tensor_cores import Digit
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.polynomial import combine, linear
from heddle.uop.rewrite_trace import direct

#: bytes that a thread stores at a time
_WIDTH = 16
#: neighbouring threads that a shuffle transposes
_QUAD = 4

#: where a store goes but for a constant: the buffer, and the terms of the position without that of the thread
_Row = tuple[UOp, UOp, frozenset[tuple[UOp, int]]]


@direct
def shuffle_stores(sink: UOp, caps: Capabilities) -> UOp:
    """`sink` with the stores of neighbouring tiles shuffled."""
    quad = next((d for unit in caps.tensor_cores for d in unit.c.column.thread if (d.divisor, d.extent) == (1, _QUAD)), None)
    if quad is None or not caps.has_shuffles: return sink
    order = sink.toposort()
    read = {n.src[0].src[0] for n in order if n.op is Ops.LOAD}  # others may still want what this thread would overwrite
    rows: dict[_Row, dict[int, UOp]] = {}
    for store in (n for n in order if n.op is Ops.STORE and n.src[0].src[0] not in read):
        if (found := _part_of_row(store, quad)) is not None: rows.setdefault(found[0], {})[found[1]] = store
    swap: dict[UOp, UOp] = {}
    for row, stores in rows.items(): swap |= _transposed(row, stores, quad)
    return sink.substitute(swap) if swap else sink


def _part_of_row(store: UOp, quad: Digit) -> tuple[_Row, int] | None:
    """The row and the column of a store of the neighbouring results that a thread of a quad holds."""
    address, value = store.src[:2]
    if gate_of(store) is not None or address.op is not Ops.INDEX: return None
    buffer, at, *valid = address.src
    if valid or buffer.op is not Ops.PARAM or value.dtype.scalar().is_bool(): return None
    if value.dtype.count != quad.weight or value.dtype.scalar().itemsize > 2: return None
    terms, constant = linear(at)
    thread = next((t for t, factor in terms.items() if factor == quad.weight and _is_thread(t)), None)
    if thread is None: return None
    return (buffer, thread, frozenset((t, f) for t, f in terms.items() if t is not thread)), constant


def _is_thread(x: UOp) -> bool:
    """Whether `x` is the number of a thread among four neighbours of a warp."""
    if x.op is not Ops.MOD: return False
    lane, count = x.src
    return count.op is Ops.CONST and count.arg == _QUAD and lane.op is Ops.RANGE and lane.arg[1] is AxisType.WARP


def _transposed(row: _Row, stores: dict[int, UOp], quad: Digit) -> dict[UOp, UOp]:
    """For each store of those that are transposed, the one that does what all of them did."""
    buffer, thread, others = row
    parts = _WIDTH // (quad.weight * buffer.dtype.itemsize)
    columns = parts * quad.weight  # of a thread, then
    swap: dict[UOp, UOp] = {}
    left = set(stores)
    for first in sorted(stores):
        tiles = [first + n * quad.weight * _QUAD for n in range(parts)]
        base = combine(dict(others), first)
        if not left.issuperset(tiles) or residue(base, columns) != 0: continue
        left.difference_update(tiles)
        values = tuple(stores[at].src[1] for at in tiles)
        together = UOp(Ops.VECTORIZE, values[0].dtype.scalar().vec(columns), values)
        address = buffer.index(combine({**dict(others), thread: columns}, first))
        done = address.store(UOp(Ops.QUAD_SHUFFLE, together.dtype, (together,)))
        swap |= dict.fromkeys((stores[at] for at in tiles), done)
    return swap
