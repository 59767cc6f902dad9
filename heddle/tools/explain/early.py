"""Detection of values that were realized too early: computed by one graph, and read by one later graph only.

Inputs: events of graphs. Outputs, at the end: a finding for each line whose result went through memory for no other reader.
Invariants: memory is identified by its number, and none is kept alive.
"""
from __future__ import annotations

from heddle.errors import Location, describe_location
from heddle.named_tuple import NamedTuple
from heddle.tools.explain.findings import Finding
from heddle.tracing.events import Scheduled
from heddle.uop import Ops, UOp


class _Made(NamedTuple):
    """Where a value comes from, and the line that requested it."""

    value: Location | None
    requested_at: Location | None
    shape: tuple[int, ...]


class EarlyResults:
    """What graphs have written, and which graphs read it."""

    def __init__(self) -> None:
        self._made: dict[int, _Made] = {}
        self._readers: dict[int, list[Location | None]] = {}

    def add(self, event: Scheduled) -> None:
        """Notes what a graph reads and writes."""
        for n in event.planned.sink.toposort():
            if n.op is Ops.BUFFER and n.arg.id in self._made: self._readers.setdefault(n.arg.id, []).append(event.loc)
        for value, memory in event.schedule.becomes.items():
            if value.op is Ops.ASSIGN or (buffer := _buffer_of(memory)) is None: continue
            self._made.setdefault(buffer.arg.id, _Made(value.loc, event.loc, value.shape))

    def at_end(self) -> list[Finding]:
        """A finding for each result that one graph has read."""
        return [_finding(self._made[number], readers[0]) for number, readers in self._readers.items() if len(readers) == 1]


def _buffer_of(node: UOp) -> UOp | None:
    """The BUFFER of a result."""
    while node.op is not Ops.BUFFER:
        if not node.src: return None
        node = node.src[0]
    return node


def _finding(made: _Made, reader: Location | None) -> Finding:
    requested = describe_location(made.requested_at) if made.requested_at else "another line"
    return Finding("early", reader, f"reads {'x'.join(map(str, made.shape)) or 'a scalar'}, which no other graph reads",
                   f"it had been computed into memory for {requested}",
                   "If nothing else needs it, realise only here: then what computes it can be fused with what reads it.")
