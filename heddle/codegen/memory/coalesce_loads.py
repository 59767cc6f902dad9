"""Coalescing of loads: adjacent scalar loads of one thread become one vector load.

Inputs: an expanded kernel for a device whose threads load up to 16 bytes at a time.
Outputs: the same with four loads of neighbours, from a multiple of four on, replaced by one load of a vector and its lanes.
Invariants: only memory that the kernel does not write is read earlier than it was; loads under a condition stay as they are.
"""
from __future__ import annotations

from heddle.renderer import Capabilities, gate_of
from heddle.uop import Ops, UOp
from heddle.uop.polynomial import linear
from heddle.uop.rewrite_trace import direct

_LANES = 4
_WIDTH = 16  # bytes of the vectors of devices to which memory gives that much at a time


@direct
def join_loads(sink: UOp, caps: Capabilities) -> UOp:
    """`sink` with loads of neighbours joined."""
    if caps.workgroup is None or caps.vector != _WIDTH: return sink
    order = sink.toposort()
    written = {n.src[0].src[0] for n in order if n.op is Ops.STORE}
    spots: dict[tuple[UOp, frozenset[tuple[UOp, int]], int], dict[int, UOp]] = {}  # buffer, terms, fours -> position among the four
    for n in order:
        if n.op is not Ops.LOAD or n.dtype.count > 1 or n.dtype.itemsize > 4 or gate_of(n) is not None: continue
        buffer, at, *_ = n.src[0].src
        if buffer.op is not Ops.PARAM or buffer in written: continue
        terms, constant = linear(at)
        if any(f % _LANES for f in terms.values()): continue
        spots.setdefault((buffer, frozenset(terms.items()), constant // _LANES), {})[constant % _LANES] = n
    lanes: dict[UOp, UOp] = {}
    for four in spots.values():
        if len(four) < _LANES: continue
        first = four[0]
        whole = UOp(Ops.LOAD, first.dtype.vec(_LANES), first.src)
        lanes |= {load: whole.gep(i) for i, load in four.items()}
    return sink.substitute(lanes) if lanes else sink
