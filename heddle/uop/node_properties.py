"""Properties that nodes cache: device, and the RANGEs they depend on. (Shapes and bounds: shapes.py, bounds.py.)

Inputs: a node whose sources have theirs.
Outputs: its own.
Invariants: a fact follows from the node's content alone.
"""
# pyright: reportPrivateUsage=false
from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from heddle.uop.ops import Ops

if TYPE_CHECKING:
    from heddle.uop.uop import UOp


def device_of(node: UOp) -> Any:
    """The name of the device it is on, or is computed on; a tuple of several; None for what goes anywhere."""
    if node.op in (Ops.BUFFER, Ops.PARAM): return node.arg.device
    if node.op in (Ops.DEVICE, Ops.COPY): return node.arg
    if node.op is Ops.SHARD: return node.arg[0]
    if node.op is Ops.MULTI: return tuple([s._device[0] for s in node.src])  # type: ignore[index]
    for s in node.src:
        if s._device is not None and s._device[0] is not None: return s._device[0]
    return None


_NO_RANGES: frozenset[UOp] = frozenset()


def ranges_of(node: UOp) -> frozenset[UOp]:
    """The RANGEs below it that no REDUCE or END closes."""
    if node.op is Ops.RANGE: return frozenset((node,)) | node.src[0].ranges
    if not node.src: return _NO_RANGES
    if node.op is Ops.REDUCE or node.op is Ops.END:
        return _union([node.src[0]]) - frozenset(node.src[1:])
    return _union(node.src)


def _union(nodes: Iterable[UOp]) -> frozenset[UOp]:
    found = _NO_RANGES
    for n in nodes:
        if not (r := n._ranges): continue
        if r is not found and not r <= found: found = r if found <= r else found | r
    return found
