"""Graph summaries: enough to compare two graphs without keeping their nodes.

Inputs: a UOp. Outputs: a `Portrait`, which holds no node and so keeps no memory alive; `differences` between two of them, in words.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from heddle.device import Device
from heddle.dtype import dtypes
from heddle.named_tuple import NamedTuple
from heddle.uop import GroupOp, Ops, UOp


class Line(NamedTuple):
    """One node: its op, number format, its argument as text, and the shape (of a kernel's buffer: its size)."""

    op: str
    dtype: str
    detail: str
    shape: str


Portrait = tuple[Line, ...]


class Difference(NamedTuple):
    """`kind`: sizes, constants, dtypes, devices, arguments or operations. `text`: from what to what."""

    kind: str
    text: str


def portrait(root: UOp) -> Portrait:
    """Every node under `root`, in order."""
    return tuple(_line(n) for n in root.toposort())


def _line(n: UOp) -> Line:
    if n.op in (Ops.BUFFER, Ops.PARAM):
        device = Device[n.device].opened_as if n.device else ""  # with its compiler: kernels of another are scheduled by themselves
        return Line(n.op.name, n.dtype.name, device, str(n.arg.size))
    # a number that counts elements is a size, whatever it is written as
    if n.op is Ops.CONST and n.dtype == dtypes.index: return Line(n.op.name, n.dtype.name, "", str(n.arg))
    return Line(n.op.name, n.dtype.name, _detail(n), _shape(n))


_SIZED = frozenset((Ops.RESHAPE, Ops.EXPAND, Ops.IOTA))  # whose argument is their shape


def _detail(n: UOp) -> str:
    arg: object = n.arg
    if arg is None or n.op in _SIZED: return ""
    return f"{arg:.7g}" if isinstance(arg, float) else str(arg)


def _shape(n: UOp) -> str:
    """The shape as text; of a kernel's nodes, which have none, nothing."""
    return "x".join(map(str, n.shape)) if n.op in _SHAPED else ""


_SHAPED = GroupOp.MOVEMENT | GroupOp.ELEMENTWISE | {
    Ops.REDUCE_AXIS, Ops.SCAN, Ops.MERGE, Ops.CONTIGUOUS, Ops.ASSIGN, Ops.IOTA, Ops.GATHER, Ops.COPY,
    Ops.COLLECTIVE}



def differences(old: Portrait, new: Portrait) -> list[Difference]:
    """In what `new` differs; empty if in nothing that a portrait shows. Of sizes, those of loops before those of memory."""
    if [line.op for line in old] != [line.op for line in new]: return [Difference("operations", _operations(old, new))]
    found: dict[str, Difference] = {}
    for a, b in sorted(zip(old, new, strict=True), key=lambda lines: lines[0].op == "PARAM"):
        for d in _between(a, b): found.setdefault(d.kind, d)
    return list(found.values())


def _between(a: Line, b: Line) -> list[Difference]:
    found: list[Difference] = []
    if a.dtype != b.dtype: found.append(Difference("dtypes", f"{a.dtype} became {b.dtype}"))
    if a.shape != b.shape: found.append(Difference("sizes", f"{a.shape or 'scalar'} became {b.shape or 'scalar'}"))
    if a.detail != b.detail: found.append(Difference(_KINDS.get(a.op, "arguments"), f"{a.detail} became {b.detail}"))
    return found


_KINDS = {"CONST": "constants", "DEVICE": "devices", "BUFFER": "devices", "PARAM": "devices", "COPY": "devices",
          "PAD": "sizes", "SHRINK": "sizes", "BUFFER_VIEW": "sizes", "RANGE": "sizes"}


def _operations(old: Portrait, new: Portrait) -> str:
    before, after = (Counter(line.op for line in p) for p in (old, new))
    more, fewer = after - before, before - after
    parts = [f"{n} more {op}" for op, n in sorted(more.items())] + [f"{n} fewer {op}" for op, n in sorted(fewer.items())]
    return ", ".join(parts[:6]) + (", …" if len(parts) > 6 else "") if parts else "the same ones in another order"


def closest(new: Portrait, earlier: Sequence[Portrait]) -> list[Difference]:
    """The differences from the one of `earlier` that is most like `new`; of equals from the latest."""
    def distance(found: list[Difference]) -> tuple[bool, int]: return any(d.kind == "operations" for d in found), len(found)
    return min((differences(old, new) for old in reversed(earlier)), key=distance)
