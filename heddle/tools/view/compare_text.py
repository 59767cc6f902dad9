"""Comparison of two recordings as text: totals, a table of kernels, and what differs in their schedules.

Inputs: a comparison. Outputs: lines for a terminal or a file. Invariants: kernels come in the order of the page.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator

from heddle.tools.console import strong, styled
from heddle.tools.view.compare import Comparison
from heddle.tools.view.read import Row
from heddle.tracing.counters import format_bytes, format_seconds

_MOST_NAME = 44


def _count(n: float) -> str: return f"{n:,.0f}"


_TOTALS: tuple[tuple[str, str, Callable[[float], str]], ...] = (
    ("whole run", "run", format_seconds), ("in kernels and copies", "seconds", format_seconds), ("launches", "launches", _count),
    ("kernels", "kernels", _count), ("operations", "ops", _count), ("memory traffic", "bytes", format_bytes),
    ("most memory in use", "peak", format_bytes),
)
_HEADINGS = ("kernel", "launches", "time before", "after", "change", "traffic before", "after", "what differs")


def comparison_lines(comparison: Comparison, order: str = "change", most: int = 60) -> Iterator[str]:
    """The lines of the whole comparison, with the first `most` kernels."""
    totals, rows = comparison.totals(), comparison.rows(order, 0, most)
    yield f"before: {totals['before']['file']}    after: {totals['after']['file']}"
    yield ""
    yield from _table([("", "before", "after", "change"),
                       *((name, text(totals["before"][key] or 0), text(totals["after"][key] or 0),
                          relative(totals["before"][key], totals["after"][key])) for name, key, text in _TOTALS)])
    counts = totals["counts"]
    yield ""
    yield f"{counts['same']} kernels are the same, {counts['changed']} changed, {counts['new']} new, {counts['gone']} gone"
    yield ""
    yield from _table([_HEADINGS, *map(_kernel, rows["rows"])])
    if rows["total"] > most: yield f"… {rows['total'] - most} more"
    yield from _actions(comparison, rows["rows"])


def relative(before: float | None, after: float | None) -> str:
    """`+12 %`; how many times as much if it more than doubled; nothing for the same."""
    if not before or after is None: return "new" if after else ""
    if before == after: return ""
    ratio = after / before
    return f"{ratio:.1f} times" if ratio > 2 else f"{100 * (ratio - 1):+.0f} %"


def _kernel(row: Row) -> tuple[str, ...]:
    before, after = row["before"], row["after"]

    def both(key: str, text: Callable[[float], str]) -> list[str]: return ["–" if k is None else text(k[key]) for k in (before, after)]
    launches = {f"{k['calls']:,}": None for k in (before, after) if k}
    name = row["name"] or "(not compiled)"
    times, traffic = both("seconds", format_seconds), both("bytes", format_bytes)
    return (name if len(name) <= _MOST_NAME else name[:_MOST_NAME - 1] + "…", " → ".join(launches), *times,
            relative(before["seconds"], after["seconds"]) if before and after else row["state"], *traffic, what_differs(row))


def what_differs(row: Row) -> str:
    """`actions, source`; nothing for the same kernel."""
    parts = [word for word, differs in (("actions", row["other_actions"]), ("source", row["other_source"])) if differs]
    if row["by"] == "name": parts.insert(0, "ast")
    return ", ".join(parts)


def _table(rows: list[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    words = {0, rows[0].index(_HEADINGS[-1])} if _HEADINGS[-1] in rows[0] else {0}  # columns of words; the others are figures
    for n, row in enumerate(rows):
        cells = (cell.ljust(w) if c in words else cell.rjust(w) for c, (cell, w) in enumerate(zip(row, widths, strict=True)))
        line = "  ".join(cells).rstrip()
        yield strong(line) if n == 0 else line


def _actions(comparison: Comparison, rows: list[Row]) -> Iterator[str]:
    """The schedules that differ, action by action."""
    for row in rows:
        if not row["other_actions"]: continue
        yield ""
        yield strong(row["name"])
        for sign, text in comparison.differences(row["before"]["id"], row["after"]["id"])["actions"]:
            yield styled(f"  {sign} {text}", {"-": "red", "+": "green"}.get(sign, "dim"))
