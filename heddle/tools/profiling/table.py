"""Profile table: time by kernel, compared with the device's limits.

Inputs: events. Outputs: `Row`s, and a table of them. Invariants: times of one table's rows that ran in one thread do not overlap.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, TextIO

from heddle.errors import HeddleError, Location, describe_location
from heddle.settings import use_color
from heddle.tools.work import format_operations
from heddle.tracing.counters import format_bytes, format_rate, format_seconds
from heddle.tracing.events import DEVICE_KINDS, ProfileEvent

if TYPE_CHECKING:
    from rich.table import Table

    from heddle.tools.profiling.limits import Ceiling

#: what the host does that is worth a row; other spans only hold these
_HOST_KINDS = ("schedule", "search", "lower", "compile", "load")
_NUMBERS = ("calls", "time", "share", "each", "operations", "rate", "of best", "memory", "rate", "of best")
NOTHING = "nothing ran while the profile was on"
_PIPE_WIDTH = 180  # where there is no terminal that has a width


@dataclass
class Row:
    """Everything that ran under one name on one device. `ops` and `bytes` are sums over all its calls."""

    kind: str
    name: str
    device: str
    loc: Location | None
    calls: int = 0
    seconds: float = 0.0
    ops: int = 0
    bytes: int = 0

    def add(self, e: ProfileEvent) -> None:
        """Counts one event in."""
        self.calls += 1
        self.seconds += e.seconds
        self.ops += e.ops
        self.bytes += e.bytes

    @property
    def ops_rate(self) -> float:
        """Operations a second."""
        return self.ops / self.seconds if self.seconds else 0.0

    @property
    def bytes_rate(self) -> float:
        """Bytes a second."""
        return self.bytes / self.seconds if self.seconds else 0.0


def summarize(events: Sequence[ProfileEvent]) -> list[Row]:
    """A row for each kernel, copy and view, and one for each kind of the host's work; what took longest first."""
    rows: dict[tuple[object, ...], Row] = {}
    for e in events:
        if e.kind in DEVICE_KINDS: key, name = (e.kind, e.name, e.device, e.program), e.name
        elif e.kind in _HOST_KINDS: key, name = (e.kind,), e.kind
        else: continue
        row = rows.get(key)
        if row is None: row = rows[key] = Row(e.kind, name, e.device if e.kind in DEVICE_KINDS else "", e.loc)
        row.add(e)
    return sorted(rows.values(), key=lambda r: -r.seconds)


def print_table(events: Sequence[ProfileEvent], dropped: int, stream: TextIO, most: int, ceiling: Callable[[str], Ceiling]) -> None:
    """Prints the `most` rows that took longest, and sums of everything. `ceiling(device)` is called for devices with kernels only."""
    from rich.console import Console
    console = Console(file=stream, no_color=not use_color(stream), width=None if stream.isatty() else _PIPE_WIDTH, highlight=False)
    rows = summarize(events)
    if not rows:
        console.print(NOTHING)
        return
    limits, faults = _limits(rows, ceiling)
    console.print(_table(rows[:most], sum(r.seconds for r in rows), limits))
    for line in (*_footer(rows, most, dropped, limits), *faults): console.print(line, style="dim", markup=False)


def html_table(events: Sequence[ProfileEvent], dropped: int, most: int, ceiling: Callable[[str], Ceiling]) -> str:
    """The same table for a notebook."""
    rows = summarize(events)
    if not rows: return f"<code>{NOTHING}</code>"
    limits, faults = _limits(rows, ceiling)
    total = sum(r.seconds for r in rows)
    head = "".join(f"<th>{name}</th>" for name in ("kernel", *_NUMBERS, "line"))
    cells = ([f"<td>{escape(cell)}</td>" for cell in _cells(r, total, limits.get(r.device))] for r in rows[:most])
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in cells)
    notes = "<br>".join(map(escape, (*_footer(rows, most, dropped, limits), *faults)))
    return f"<div><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table><small>{notes}</small></div>"


def _limits(rows: Sequence[Row], ceiling: Callable[[str], Ceiling]) -> tuple[dict[str, Ceiling], list[str]]:
    """What each device can do, and why not, where that cannot be measured: the table is as good as it can be all the same."""
    limits: dict[str, Ceiling] = {}
    faults: list[str] = []
    for device in dict.fromkeys(r.device for r in rows if r.kind == "kernel" and r.seconds > 0):
        try: limits[device] = ceiling(device)
        except HeddleError as fault: faults.append(f"the best of {device} could not be measured: {fault.what}")
    return limits, faults


def _table(rows: Sequence[Row], total: float, limits: dict[str, Ceiling]) -> Table:
    from rich import box
    from rich.table import Table
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("kernel", no_wrap=True, style="cyan")
    for head in _NUMBERS:
        table.add_column(head, justify="right", no_wrap=True)
    table.add_column("line", overflow="fold")
    for row in rows: table.add_row(*_cells(row, total, limits.get(row.device)))
    return table


def _cells(r: Row, total: float, limit: Ceiling | None) -> list[str]:
    if r.kind in ("kernel", "view"): name = f"{r.name} on {r.device}"
    else: name = r.name if r.kind in ("copy", "collective") else f"Python: {r.name}"
    cells = [name, str(r.calls), format_seconds(r.seconds), f"{100 * r.seconds / total:.1f}%" if total else "",
             format_seconds(r.seconds / r.calls)]
    best_ops, best_bytes = (limit.ops, limit.bytes) if limit is not None else (0.0, 0.0)
    cells += [format_operations(r.ops), format_rate(r.ops_rate, "FLOPS"), _share(r.ops_rate, best_ops)] if r.ops else [""] * 3
    cells += [format_bytes(r.bytes), format_rate(r.bytes_rate, "B/s"), _share(r.bytes_rate, best_bytes)] if r.bytes else [""] * 3
    return [*cells, describe_location(r.loc).split(":  ")[0] if r.loc else ""]


def _share(rate: float, best: float) -> str:
    return f"{100 * rate / best:.0f}%" if best else ""


def _footer(rows: Sequence[Row], most: int, dropped: int, limits: dict[str, Ceiling]) -> list[str]:
    lines = [f"and {len(rows) - most} more rows, {format_seconds(sum(r.seconds for r in rows[most:]))}"] if len(rows) > most else []
    work = [r for r in rows if r.kind in DEVICE_KINDS]
    lines += [f"{sum(r.calls for r in work)} kernels, copies and views took {format_seconds(sum(r.seconds for r in work))}"]
    lines += [f"best seen on {device}: {format_rate(best.ops, 'FLOPS')} in float32, {format_rate(best.bytes, 'B/s')} of memory"
              for device, best in limits.items()]
    return lines + ([f"{dropped} older events had to go: profile a shorter part"] if dropped else [])
