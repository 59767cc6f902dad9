"""What a test run shows of each runtime: the table at its end, and the file that the table of docs/runtimes.md is made of.

In: the reports of tests. Out: a row a runtime: whether it opens, how many tests of the op suite passed, its dtypes, graphs, how
launches are timed, and on what it ran. Always true: what stands in a row was seen in the run that wrote it; a runtime of which no
test ran has no row in that run's table, and keeps its earlier row in the file.

The op suite is `tests/tensor/test_conformance_*.py`. What does not compute is shown by its own tests, `tests/runtime/test_<name>*.py`.
"""
from __future__ import annotations

import json
import re
import subprocess
from collections import Counter
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.emulators import EMULATED

#: the property by which a test tells its runtime; such properties reach the process that leads the workers
PROPERTY = "runtime"
_SUITE = re.compile(r"tests/tensor/test_conformance_\w+\.py")
_OWN = re.compile(r"tests/runtime/test_([a-z0-9]+)\w*\.py")
_COUNTS = ("passed", "failed", "skipped", "not run")


@dataclass
class Row:
    """One runtime. `suite` and `own`: tests by outcome; skipped are those for which it lacks the dtype or the device.

    Not run are those that a run which was stopped had yet to come to. `ran`: the day and the commit of the op suite's last run.
    """

    name: str
    opens: bool
    dtypes: str
    graph: bool
    timing: str
    shown: str
    suite: dict[str, int]
    own: dict[str, int]
    ran: str = ""


class RuntimeReport:
    """The plugin: counts, and writes at the end if `file` is given."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._outcomes: dict[str, tuple[str, bool, str]] = {}  # test -> runtime, whether of the op suite, outcome

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """What is to come. (A process that leads workers does not know.)"""
        for item in session.items:
            if found := _runtime_of(item.nodeid, item.user_properties): self._outcomes[item.nodeid] = (*found, "not run")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test's set-up, call or end; what went wrong in any of them counts."""
        found = _runtime_of(report.nodeid, report.user_properties)
        if found is None or (report.passed and report.when != "call"): return
        before = self._outcomes.get(report.nodeid, (*found, "not run"))[2]
        self._outcomes[report.nodeid] = (*found, report.outcome if before in ("passed", "not run") else before)

    def rows(self) -> list[Row]:
        """A row for each runtime of which tests ran, in the order of the device table."""
        suites, owns = self._counts(True), self._counts(False)
        names = [n for n in runtime_names() if n in suites or _device_of(n) in owns]
        return [_row(n, suites.get(n, {}), owns.get(_device_of(n), {})) for n in names]

    def _counts(self, suite: bool) -> dict[str, dict[str, int]]:
        counts = Counter((name, outcome) for name, is_suite, outcome in self._outcomes.values() if is_suite == suite)
        return {name: {o: counts[name, o] for o in _COUNTS} for name, _ in counts}

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """The table of this run."""
        if not any(suite for _, suite, _ in self._outcomes.values()): return
        rows = self.rows()
        terminalreporter.section("runtimes, as this run shows them")
        for line in plain_table(rows): terminalreporter.line(line)

    def pytest_sessionfinish(self) -> None:
        """Puts the rows into the file."""
        if self._file is not None: write_rows(self._file, self.rows())


def _runtime_of(nodeid: str, properties: list[tuple[str, object]]) -> tuple[str, bool] | None:
    """The runtime a test is about, and whether it belongs to the op suite."""
    name = dict(properties).get(PROPERTY)
    if name and _SUITE.match(nodeid): return str(name), True
    own = _OWN.match(nodeid)
    return (own[1].upper(), False) if own else None


def runtime_names() -> list[str]:
    """DEVICE, or DEVICE:COMPILER of what computes here by several, in the order of the device table."""
    from heddle.device import Device, device_table
    return [name for row in device_table() for name in
            [f"{row.name}:{c.name}" for c in row.compilers if c.usable and row.usable and Device[row.name].timed_by] or [row.name]]


def _device_of(name: str) -> str: return name.partition(":")[0]


def not_exercised() -> list[str]:
    """A line for each runtime that cannot be used here: why, and how to get it."""
    from heddle.device import device_table
    return [f"{row.name}: {row.detail} -> {row.cure}" for row in device_table() if not row.usable]


def _row(name: str, suite: dict[str, int], own: dict[str, int]) -> Row:
    """What is known of a runtime, asked of the open device."""
    from heddle.device import Device
    probe = Device.probe(name)
    if not probe.usable: return Row(name, False, "", False, "", f"stand-ins; needs {probe.requires or probe.reason}", suite, own)
    device = Device[name if name != "DISK" else "DISK:/dev/null"]
    caps = device.renderer.capabilities
    dtypes = _dtypes(caps.dtypes) if caps.arithmetic else "any, as bytes"
    shown = ("emulated: " if _device_of(name) == EMULATED else "") + probe.detail.partition(";")[0]
    ran = _today_and_commit() if suite else ""
    return Row(name, True, dtypes, device.graph() is not None, device.timed_by, shown, suite, own, ran)


def _today_and_commit() -> str:
    """`2026-11-22, 1a2b3c4`, and `with changes` where heddle/ is not that commit's; the day alone outside a checkout."""
    def git(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["git", *arguments], cwd=Path(__file__).resolve().parent, capture_output=True, text=True)
    commit = git("rev-parse", "--short", "HEAD")
    if commit.returncode: return str(date.today())
    changed = git("diff", "--quiet", "HEAD", "--", "../heddle").returncode
    return f"{date.today()}, {commit.stdout.strip()}{' with changes' if changed else ''}"


def _dtypes(known: frozenset[Any]) -> str:
    from heddle.dtype import dtypes
    lacking = sorted(d.name for d in set(dtypes.all) - known)
    return "all" if not lacking else f"all but {', '.join(lacking)}"


# ---- the file


def read_rows(file: Path) -> list[Row]:
    """The rows of a file; none if there is no file."""
    return [Row(**row) for row in json.loads(file.read_text())] if file.exists() else []


def write_rows(file: Path, rows: list[Row]) -> None:
    """Puts `rows` into the file. Of a runtime that it has already, tests that did not run this time keep their counts.

    Rows of a device go if this run calls its runtimes otherwise: one that was only emulated, or could not be opened.
    """
    order, shown = runtime_names(), {_device_of(row.name) for row in rows}
    kept = {row.name: row for row in read_rows(file) if row.name in order or _device_of(row.name) not in shown}
    for row in rows:
        before = kept.get(row.name)
        kept[row.name] = Row(**{**asdict(row), "suite": row.suite or (before.suite if before else {}),
                                "own": row.own or (before.own if before else {}),
                                "ran": row.ran or (before.ran if before else "")})
    devices = list(dict.fromkeys(map(_device_of, order)))
    ordered = sorted((row for row in kept.values() if _device_of(row.name) in devices),
                     key=lambda row: (devices.index(_device_of(row.name)), order.index(row.name) if row.name in order else 0))
    file.write_text(json.dumps([asdict(row) for row in ordered], indent=1, ensure_ascii=False) + "\n")


# ---- the table

HEAD = ("runtime", "opens", "op suite", "of", "own tests", "dtypes", "graph", "timing", "how shown")


def cells(row: Row) -> tuple[str, ...]:
    """A row as text, in the order of HEAD."""
    return (row.name, "yes" if row.opens else "no", tally(row.suite), row.ran or "–", tally(row.own), row.dtypes or "–",
            "yes" if row.graph else "–", row.timing or "–", row.shown)


def tally(counts: dict[str, int]) -> str:
    """`225/225`, or `205/205, 20 skipped, 3 not run`; – where nothing ran."""
    ran = counts.get("passed", 0) + counts.get("failed", 0)
    if not ran: return "–"
    return ", ".join([f"{counts['passed']}/{ran}", *(f"{counts[what]} {what}" for what in _COUNTS[2:] if counts.get(what))])


def plain_table(rows: list[Row]) -> list[str]:
    """For a terminal."""
    lines = [HEAD, *map(cells, rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(HEAD) - 1)]
    return ["  ".join([*(f"{cell:{width}}" for cell, width in zip(line, widths)), line[-1]]) for line in lines]


def markdown_table(rows: list[Row]) -> str:
    """For the docs."""
    lines = [f"| {' | '.join(HEAD)} |", f"|{'---|' * len(HEAD)}"]
    return "\n".join([*lines, *(f"| `{row.name}` | {' | '.join(cells(row)[1:])} |" for row in rows)])
