"""`heddle explain PROGRAM`: runs a program, and explains missed fusions, recompilations and cache misses.

Inputs: a file, or `-m` and a module, with its arguments. Outputs: the program's output, then a report with the user's lines and cures.
Invariants: the program's results are unchanged; the report appears even if it fails.
"""
from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack

from heddle.process.program import arguments_of, check_program, file_of, run_program, title_of
from heddle.process.tracebacks import print_error_of_script
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


def explain_program(program: Sequence[str]) -> int:
    """Runs `program`, a file or `-m` and a module with its arguments, and prints the report; its exit status. FileMissingError."""
    from heddle.tools.explain.report import print_report
    check_program(program)
    GlobalCounters.reset()
    with Observer() as seen, arguments_of(program): status = _run(program)
    sys.stdout.flush()
    print_report(seen.findings, GlobalCounters, title_of(program))
    return status


def _run(program: Sequence[str]) -> int:
    """Runs the program as Python would; its exit status."""
    try: run_program(program)
    except SystemExit as end:
        if isinstance(end.code, str): print(end.code, file=sys.stderr)
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except Exception as fault:  # the program's own: shown as Python shows it, and the report is of use all the more
        print_error_of_script(fault, file_of(program))
        return 1
    return 0
