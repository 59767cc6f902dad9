"""Prefetching: memory that sums read once, from one end to the other, is asked for ahead of its use.

Inputs: the linear IR of a kernel, the device's capabilities.
Outputs: the same, with how many bytes ahead as the argument of such loads, for the renderer.
Invariants: results do not change; what is asked for may be beyond the end of a buffer.

A processor sees streams by itself, but only within a page, and starts again in the next one. Loops that do little else wait for memory
in any case; where an iteration computes as long as it reads, as of packed weights, both times add up (one core of a Xeon, without and
with 4 KiB ahead, in ms: a token of a decoder, weights of Q8_0 in a mapped file 14.5 and 8.7, of Q4_K 10.0 and 6.2; a row by
16384 x 4096 of float16 15.0 and 9.8, of float32 16.7 and 16.1).
"""
from __future__ import annotations

from collections.abc import Sequence

from heddle.codegen.actions.loop_transforms import stride
from heddle.codegen.linearize import with_argument
from heddle.renderer import AHEAD, Capabilities
from heddle.uop import GroupOp, Ops, UOp

#: Bytes of a buffer from which on it is not in the first cache, and of a load that is a vector.
_LEAST, _VECTOR = 256 << 10, 16
#: Ops for each such load from which on computing takes as long as reading: more than a multiplication and an addition.
_OPS = 3


def prefetch(uops: Sequence[UOp], caps: Capabilities) -> list[UOp]:
    """The linear IR with loads of streams marked."""
    streams = _streams(uops)
    if not streams: return list(uops)
    return with_argument(uops, streams, (AHEAD, caps.ahead), prefetch)


def _streams(uops: Sequence[UOp]) -> set[UOp]:
    """The loads of vectors in innermost loops that add up what they read, of buffers of which each iteration reads the next part."""
    found: set[UOp] = set()
    loops: list[UOp] = []
    inside: list[UOp] = []  # what follows the last RANGE
    for u in uops:
        if u.op is Ops.RANGE:
            loops.append(u)
            inside = []
        elif u.op is Ops.END:
            if any(n.op is Ops.STORE and n.src[0].op is Ops.DEFINE_REG for n in inside):
                found |= _streams_of_loop(inside, loops)
            loops.pop()
            inside = []
        else: inside.append(u)
    return found


def _streams_of_loop(body: list[UOp], loops: list[UOp]) -> set[UOp]:
    loads: dict[UOp, list[UOp]] = {}  # by buffer
    for u in body:
        if u.op is not Ops.LOAD or u.src[0].op is not Ops.INDEX: continue
        if (buffer := u.src[0].src[0]).op is Ops.PARAM: loads.setdefault(buffer, []).append(u)
    ops = sum(u.dtype.count > 1 and (u.op in GroupOp.ELEMENTWISE or u.op is Ops.DOT) for u in body)
    streams = {buffer: [u for u in of if u.dtype.itemsize >= _VECTOR] for buffer, of in loads.items()
               if buffer.arg.size * buffer.dtype.itemsize >= _LEAST and _are_a_stream(of, loops)}
    return {u for vectors in streams.values() if ops >= _OPS * len(vectors) for u in vectors}


def _are_a_stream(loads: list[UOp], loops: list[UOp]) -> bool:
    """Whether loads of a buffer read something else in every iteration, and most of what is between two iterations."""
    read = sum(u.dtype.count for u in loads)
    for u in loads:
        at = u.src[0].src[1]
        if not set(loops) <= at.ranges: return False
        step = stride(at, loops[-1])
        if step is None or not 0 < step <= 2 * read: return False
    return True
