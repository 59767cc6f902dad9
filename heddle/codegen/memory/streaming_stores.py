"""Streaming stores: large results that a kernel writes once, line by line, go past the caches.

Inputs: the linear IR of a kernel, the device's capabilities.
Outputs: the same, with `STREAMED` as the argument of such stores, for the renderer.
Invariants: results do not change. Each store of a vector begins a whole number of its own lengths behind the start of its buffer, and
the stores of an iteration fill cache lines.

A core that writes a part of a cache line reads the line first, and later another core or kernel waits until it is written back. What
is larger than the caches is not found there again anyway: 64 MiB read and 64 MiB written take 9.5 ms and so 4.5 (one core of a Xeon);
written and then read by a second kernel 18.9 and 15.6, 16 MiB 3.9 and 3.2, 4 MiB 0.83 and 0.86.
"""
from __future__ import annotations

from collections.abc import Sequence

from heddle.codegen.linearize import with_argument
from heddle.renderer import STREAMED, Capabilities, gate_of, memory_of
from heddle.uop import Ops, UOp
from heddle.uop.polynomial import linear


def stream_stores(uops: Sequence[UOp], caps: Capabilities) -> list[UOp]:
    """The linear IR with stores to large results marked."""
    streamed = _streamed(uops, caps)
    if not streamed: return list(uops)
    return with_argument(uops, streamed, STREAMED, stream_stores)


def _streamed(uops: Sequence[UOp], caps: Capabilities) -> set[UOp]:
    """The stores to large buffers that nothing here reads, if those of each block of the program fill cache lines."""
    large = {u for u in uops if u.op is Ops.PARAM and u.arg.size * u.dtype.itemsize >= caps.streamed}
    large -= {memory_of(u.src[0]) for u in uops if u.op is Ops.LOAD}
    if not large: return set()
    blocks: list[list[UOp]] = [[]]  # of stores with nothing but other work in between
    for u in uops:
        if u.op is Ops.RANGE or u.op is Ops.END: blocks.append([])
        elif u.op is Ops.STORE and memory_of(u.src[0]) in large: blocks[-1].append(u)
    unfit = {memory_of(u.src[0]) for block in blocks if not _fill_lines(block, caps.line) for u in block}
    return {u for block in blocks for u in block if memory_of(u.src[0]) not in unfit}


def _fill_lines(stores: Sequence[UOp], line: int) -> bool:
    """Whether these stores write every byte of all cache lines that they touch, of buffers that begin with one."""
    written: dict[tuple[UOp, frozenset[tuple[UOp, int]]], set[int]] = {}
    for u in stores:
        value, buffer = u.src[1].dtype, u.src[0].src[0]
        if gate_of(u) is not None or u.src[0].op is not Ops.INDEX or buffer.op is not Ops.PARAM: return False
        terms, constant = linear(u.src[0].src[1])
        begin = constant * buffer.dtype.itemsize
        if value.count < 2 or line % value.itemsize or begin % value.itemsize: return False
        if any(n * buffer.dtype.itemsize % line for n in terms.values()): return False
        written.setdefault((buffer, frozenset(terms.items())), set()).update(range(begin, begin + value.itemsize))
    return all(len(at) == line * len({n // line for n in at}) for at in written.values())
