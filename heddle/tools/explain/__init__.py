"""`heddle explain SCRIPT`: runs a script, and explains missed fusions, recompilations and cache misses.

Inputs: the path of a script and its arguments. Outputs: the script's output, then a report with the user's lines and cures.
Invariants: the script's results are unchanged; the report appears even if the script fails.
"""
from __future__ import annotations

import os
import runpy
import sys
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager

from heddle.errors import FileMissingError
from heddle.process.prompt import print_error_of_script
from heddle.tools.explain.again import Graphs, Kernels, explain_disk
from heddle.tools.explain.early import EarlyResults
from heddle.tools.explain.findings import Finding, Findings
from heddle.tools.explain.jits import Jits
from heddle.tools.explain.unfused import explain_boundaries
from heddle.tracing import bus
from heddle.tracing.counters import GlobalCounters
from heddle.tracing.events import Jitted, Programmed, Repeated, Scheduled


class Observer:
    """`with Observer() as seen:` explains the events of what runs inside in `seen.findings`."""

    def __init__(self) -> None:
        self.findings, self._subscriptions = Findings(), ExitStack()
        self._graphs, self._kernels, self._jits, self._early = Graphs(), Kernels(), Jits(), EarlyResults()

    def __enter__(self) -> Observer:
        begin = self._subscriptions.enter_context
        begin(bus.subscribed(Scheduled, self._add_graph))
        begin(bus.subscribed(Programmed, self._add_kernel))
        begin(bus.subscribed(Jitted, lambda event: self._add(self._jits.explain(event))))
        begin(bus.subscribed(Repeated, lambda event: self._add(_explain_repeated(event))))
        return self

    def __exit__(self, *_: object) -> None:
        self._subscriptions.close()
        for finding in (*self._early.at_end(), *self._jits.at_end()): self.findings.add(finding)

    def _add_graph(self, event: Scheduled) -> None:
        self._kernels.next_graph()
        self._early.add(event)
        for finding in explain_boundaries(event): self.findings.add(finding)
        if (found := self._graphs.explain(event)) is not None: self.findings.add(*found)

    def _add_kernel(self, event: Programmed) -> None:
        if (missed := explain_disk(event)) is not None: self.findings.add(missed, missed.why)  # one for all lines
        if (found := self._kernels.explain(event)) is not None: self.findings.add(*found)

    def _add(self, finding: Finding | None) -> None:
        if finding is not None: self.findings.add(finding)


def _explain_repeated(event: Repeated) -> Finding:
    done = "compiled" if event.cache == "source" else "loaded"
    why = f"the {event.cache} cache keeps {event.limit} kernels, and had dropped it"
    return Finding("memory", event.loc, f"a kernel was {done} again", why,
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
    except Exception as fault:  # the script's own: shown as Python shows it, and the report is of use all the more
        print_error_of_script(fault, script)
        return 1
    return 0


@contextmanager
def _as_main(script: str, arguments: Sequence[str]) -> Generator[None]:
    """Arguments and import path as the script expects them."""
    argv, path = sys.argv, sys.path[:]
    sys.argv, sys.path[:0] = [script, *arguments], [os.path.dirname(os.path.abspath(script))]
    try: yield
    finally: sys.argv, sys.path[:] = argv, path
