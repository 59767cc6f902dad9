"""Results as Markdown: a table a group, each cell with its ratio to the best, the best in bold, the limit of the machine beside it."""
from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.machine import Peaks, cpu_name
from benchmarks.rounds import Cell, Results
from benchmarks.workloads import BY_NAME, Workload

RESULTS = Path(__file__).resolve().parent / "results"


def duration(s: float) -> str:
    """Seconds in the unit a person would choose."""
    for unit, scale in (("µs", 1e6), ("ms", 1e3)):
        if s * scale < 1000: return f"{s * scale:.3g} {unit}"
    return f"{s:.3g} s"


def least_time(w: Workload, peaks: Peaks) -> float:
    """What the machine needs at least: the arithmetic at the peak, or the traffic at the bandwidth, whichever is more."""
    rate = peaks.read if w.bytes <= 64 * (1 << 20) * 4 and "sum" in w.name else peaks.triad
    return max(w.flops / peaks.fma, w.bytes / rate if w.bytes else 0.0)


def table(results: Results, peers: Sequence[str], about: dict[str, str], peaks: Peaks | None = None) -> str:
    """A row a workload, a column a peer."""
    shown = [p for p in peers if any(p in cells for cells in results.values())]
    limit = ["limit"] if peaks else []
    lines = [_line(["row", *limit, *shown, *(["heddle: % of limit"] if peaks else [])])]
    lines.append("|" + "---|" * (1 + len(shown) + 2 * len(limit)))
    for row, cells in results.items():
        values = [f"{row}: {about[row]}" if row in about else row]
        least = least_time(BY_NAME[row], peaks) if peaks else None
        if least is not None: values.append(duration(least))
        values += [_cell(cells.get(p), _best(cells)) for p in shown]
        if least is not None: values.append(_share(least, cells))
        lines.append(_line(values))
    return "\n".join(lines)


def _line(values: Iterable[str]) -> str: return "| " + " | ".join(values) + " |"


def _best(cells: dict[str, Cell]) -> float:
    return min((c.median for p, c in cells.items() if c.samples and not c.failed and p != "python"), default=float("nan"))


def _cell(cell: Cell | None, best: float) -> str:
    if cell is None or cell.failed or not cell.samples: return "–"
    text = f"{duration(cell.median)} ±{cell.spread / 2:.0%}"
    if cell.median < best: return text  # bare Python: no peer
    return f"**{text}**" if cell.median == best else f"{text} ({cell.median / best:.2f}×)"


def _share(least: float, cells: dict[str, Cell]) -> str:
    mine = [c.median for p, c in cells.items() if p.startswith("heddle") and c.samples and not c.failed]
    return f"{least / min(mine):.0%}" if mine else "–"


def failures(results: Results) -> str:
    """Why cells are empty, a line each."""
    lines = [f"- {row}, {peer}: {cell.failed}" for row, cells in results.items() for peer, cell in cells.items() if cell.failed]
    return "\n".join(lines)


def ratios(results: Results) -> str:
    """heddle's better compiler against the best other peer and tinygrad's better compiler: above 1 is faster."""
    lines = [_line(["row", "against the best peer", "against tinygrad's better compiler"]), "|---|---|---|"]
    for row, cells in results.items():
        mine = _least(cells, lambda p: p.startswith("heddle"))
        others = _least(cells, lambda p: not p.startswith("heddle") and p != "python")
        tiny = _least(cells, lambda p: p.startswith("tinygrad"))
        lines.append(_line([row, _times(others, mine), _times(tiny, mine)]))
    return "\n".join(lines)


def _least(cells: dict[str, Cell], wanted) -> float | None:
    return min((c.median for p, c in cells.items() if wanted(p) and c.samples and not c.failed), default=None)


def _times(other: float | None, mine: float | None) -> str:
    return f"{other / mine:.2f}×" if other and mine else "–"


def write(text: str, out: Path | None, prefix: str = "") -> None:
    """Writes a report: to `out`, to the terminal for -, else among the results, by processor and day."""
    if out is not None and str(out) == "-":
        print(text)
        return
    slug = re.sub(r"[^a-z0-9]+", "-", cpu_name().lower()).strip("-")
    path = out or RESULTS / f"{prefix}{slug}-{datetime.date.today()}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    print(f"wrote {path}")
