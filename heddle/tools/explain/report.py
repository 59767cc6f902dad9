"""Report of `heddle explain`: colours on a terminal, plain text in a pipe.

Inputs: findings and the engine's counters. Outputs: text on standard output.
"""
from __future__ import annotations

import sys
import textwrap
from typing import TYPE_CHECKING

from heddle.errors import describe_location
from heddle.settings import use_color
from heddle.tools.explain.findings import SECTIONS, Finding, Findings
from heddle.tracing.counters import Counters

if TYPE_CHECKING:
    from rich.console import Console

_PIPE_WIDTH = 110
_SHOWN = 20  # findings of one section


def print_report(findings: Findings, counters: Counters, script: str) -> None:
    """Prints what was found, section by section."""
    from rich.console import Console
    color = use_color()
    console = Console(file=sys.stdout, no_color=not color, highlight=False,
                      width=None if sys.stdout.isatty() else _PIPE_WIDTH)
    console.rule(f"what heddle did for {script}", characters="─" if color else "-")
    for line in _summary(counters): console.print(line, markup=False)
    for section, title in SECTIONS.items():
        if rows := findings.of(section): _print_section(console, title, rows)
    if not len(findings): console.print("\nNothing to improve was seen.", markup=False)


def _summary(c: Counters) -> list[str]:
    return [f"{c.schedule_hits + c.schedule_misses} graphs computed, {c.schedule_hits} by schedules of the cache",
            f"{c.kernel_count} kernels and copies run; {c.lowered_kernels} kernels lowered, {c.compiled_kernels} compiled, "
            f"{c.loaded_programs} loaded"]


def _print_section(console: Console, title: str, rows: list[tuple[Finding, int]]) -> None:
    def say(text: str, style: str, indent: int, hang: int = 0) -> None:
        lines = textwrap.wrap(text, console.width - indent, subsequent_indent=" " * hang, break_long_words=False)
        for line in lines: console.print(" " * indent + line, style=style, markup=False, soft_wrap=True)

    console.print(f"\n{title}", style="bold")
    for finding, times in rows[:_SHOWN]:
        console.print()
        say(_location(finding) + (f"  ({times} times)" if times > 1 else ""), "cyan", 2)
        say(finding.what, "", 4)
        say(f"why:  {finding.why}", "yellow", 4, 6)
        if finding.cure: say(f"cure: {finding.cure}", "green", 4, 6)
    if len(rows) > _SHOWN: console.print(f"\n  and {len(rows) - _SHOWN} more", style="dim")


def _location(finding: Finding) -> str:
    return describe_location(finding.loc) if finding.loc is not None else "heddle"
