"""Narrowing casts: the only readers of values, which are stored as these casts have them. And what a program stores after a CAST that
widened it, which is stored before that.

Inputs: a graph in topological order, and what is stored in any case.
Outputs: for a value that is to be stored, the path to the CAST to store in its place.
Invariants: nothing but the path reads the value, and it has each of its elements at most once. So the CAST takes less memory, rounds
each element once, as the program does, and what multiplies it finds a narrow float in memory, which tensor cores take.
"""
from __future__ import annotations

from collections.abc import Collection

from heddle.schedule.capabilities import CapabilitiesOf
from heddle.uop import GroupOp, Ops, UOp
from heddle.uop.traversal import Readers, readers_of

#: What shows each element at most once, and nothing else.
_MOVES = frozenset((Ops.RESHAPE, Ops.PERMUTE, Ops.FLIP, Ops.SHRINK))


class Narrowing:
    """The narrowing casts of a graph. `stored` may grow meanwhile; values that are stored `anyway` stay as they are."""

    def __init__(self, readers: Readers, stored: Collection[UOp], anyway: Collection[UOp]) -> None:
        self._readers, self._stored, self._anyway = readers, stored, anyway

    def path_from(self, node: UOp) -> list[UOp]:
        """`node`, what moves its elements, and the only CAST that reads them, if that narrows them; empty if there is none."""
        if node in self._anyway or not node.dtype.is_float(): return []
        path = [node]
        while path[-1].op is not Ops.CAST or path[-1] is node:
            readers = self._readers.of(path[-1])
            if len(readers) != 1 or readers[0] in self._stored or readers[0].op not in _MOVES | {Ops.CAST}: return []
            path.append(readers[0])
        cast = path[-1]
        return path if cast.dtype.is_float() and cast.dtype.itemsize < node.dtype.itemsize else []


# ---- copies of what was widened

#: What reads a stored value elementwise, or moves it: such a reader may widen the elements itself.
_ELEMENTWISE_READERS = GroupOp.ELEMENTWISE | GroupOp.MOVEMENT | {Ops.REDUCE_AXIS}


def store_narrow_copies(sink: UOp, capabilities: CapabilitiesOf) -> dict[UOp, UOp]:
    """What to put in place of CONTIGUOUS nodes: contiguous(moved(widened(x))) = widened(contiguous(moved(x)))

    Where tensor cores take `x` in its own format, which a product then finds in memory, such as the weights in the gradient of a
    convolution with strides, which are padded first. Zeros beside `x` are zeros in either format. What is no element-by-element
    reader's, such as a result of the program, is stored as it is.
    """
    order = sink.toposort()
    readers: dict[UOp, list[UOp]] | None = None
    swap: dict[UOp, UOp] = {}
    for node in order:
        if node.op is not Ops.CONTIGUOUS or node.device is None or (value := _widened_below(node)) is None: continue
        if value.src[0].dtype not in capabilities(node.device).fuses_blocks: continue
        readers = readers or readers_of(order)
        if any(r.op not in _ELEMENTWISE_READERS for r in readers[node]): continue
        moved = _moved(node.src[0], value, value.src[0])
        swap[node] = UOp(Ops.CONTIGUOUS, moved.dtype, (moved,)).cast(node.dtype)
    return swap


def _widened_below(node: UOp) -> UOp | None:
    """The CAST of a narrower float that a CONTIGUOUS moves the elements of; None for other values."""
    value = node.src[0].base
    is_widened = value.op is Ops.CAST and value.dtype.is_float() and value.src[0].dtype.is_float()
    return value if is_widened and value.src[0].dtype.itemsize < value.dtype.itemsize else None


def _moved(node: UOp, below: UOp, instead: UOp) -> UOp:
    """The movement ops of `node` down to `below`, of another value."""
    chain: list[UOp] = []
    while node is not below:
        chain.append(node)
        node = node.src[0]
    for n in reversed(chain): instead = n.replace(dtype=instead.dtype, src=(instead, *n.src[1:]))
    return instead
