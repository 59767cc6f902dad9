"""`heddle explain SCRIPT`: runs a script, and explains missed fusions, recompilations and cache misses.

Inputs: the path of a script and its arguments. Outputs: the script's output, then a report with the user's lines and cures.
Invariants: the script's results are unchanged; the report appears even if the script fails.
"""
from __future__ import annotations

import os
import runpy
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from heddle.errors import FileMissingError
from heddle.tools.explain.again import Graphs, Kernels, explain_disk
from heddle.tools.explain.early import EarlyResults
from heddle.tools.explain.findings import Finding, Findings
from heddle.tools.explain.jits import Jits
from heddle.tools.explain.unfused import explain_boundaries
from heddle.tracing import diagnostics
from heddle.tracing.counters import GlobalCounters


class Observer:
    """`with Observer() as seen:` turns the notes of what runs inside into `seen.findings`."""

    def __init__(self) -> None:
        self.findings = Findings()
        self._graphs, self._kernels, self._jits, self._early = Graphs(), Kernels(), Jits(), EarlyResults()

    def __enter__(self) -> Observer:
        diagnostics.listeners.append(self._hear)
        return self

    def __exit__(self, *_: object) -> None:
        diagnostics.listeners.remove(self._hear)
        for finding in (*self._early.at_end(), *self._jits.at_end()): self.findings.add(finding)

    def _hear(self, note: Any) -> None:
        if isinstance(note, diagnostics.Scheduled): self._hear_graph(note)
        elif isinstance(note, diagnostics.Programmed): self._hear_kernel(note)
        elif isinstance(note, diagnostics.Jitted): self._add(self._jits.explain(note))
        elif isinstance(note, diagnostics.Repeated): self._add(_explain_repeated(note))

    def _hear_graph(self, note: diagnostics.Scheduled) -> None:
        self._kernels.next_graph()
        self._early.hear(note)
        for finding in explain_boundaries(note): self.findings.add(finding)
        if (found := self._graphs.explain(note)) is not None: self.findings.add(*found)

    def _hear_kernel(self, note: diagnostics.Programmed) -> None:
        if (missed := explain_disk(note)) is not None: self.findings.add(missed, missed.why)  # one for all lines
        if (found := self._kernels.explain(note)) is not None: self.findings.add(*found)

    def _add(self, finding: Finding | None) -> None:
        if finding is not None: self.findings.add(finding)


def _explain_repeated(note: diagnostics.Repeated) -> Finding:
    done = "compiled" if note.cache == "source" else "loaded"
    why = f"the {note.cache} cache keeps {note.limit} kernels, and had dropped it"
    return Finding("memory", note.loc, f"a kernel was {done} again", why,
                   "Use fewer different kernels: bind sizes to variables, pass numbers as tensors.")


def explain_script(script: str, arguments: Sequence[str]) -> int:
    """Runs `script`, and prints the report; the script's exit status. FileMissingError if it is not there."""
    from heddle.tools.explain.report import print_report
    if not os.path.isfile(script): raise FileMissingError(f"there is no script {script}", "Give the path of a Python file.", None)
    GlobalCounters.reset()
    with Observer() as seen, _as_main(script, arguments): status = _run(script)
    sys.stdout.flush()
    print_report(seen.findings, GlobalCounters, script)
    return status


def _run(script: str) -> int:
    """Runs the script as Python would; its exit status."""
    try: runpy.run_path(script, run_name="__main__")
    except SystemExit as end:
        if isinstance(end.code, str): print(end.code, file=sys.stderr)
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except Exception:  # the script's own: shown as Python shows it, and the report is of use all the more
        traceback.print_exc()
        return 1
    return 0


@contextmanager
def _as_main(script: str, arguments: Sequence[str]) -> Iterator[None]:
    """Arguments and import path as the script expects them."""
    argv, path = sys.argv, sys.path[:]
    sys.argv, sys.path[:0] = [script, *arguments], [os.path.dirname(os.path.abspath(script))]
    try: yield
    finally: sys.argv, sys.path[:] = argv, path
