"""The report of `heddle explain`: colours on a terminal, plain text in a pipe.

In: findings and the engine's counters. Out: text on standard output.
"""
from __future__ import annotations

import sys

from heddle.errors import describe_location
from heddle.settings import use_color
from heddle.stats import Counters
from heddle.tools.explain.findings import SECTIONS, Finding, Findings

_PIPE_WIDTH = 110
_SHOWN = 20  # findings of one section


def print_report(findings: Findings, counters: Counters, script: str) -> None:
    """Prints what was found, section by section."""
    from rich.console import Console
    color = use_color()
    console = Console(file=sys.stdout, no_color=not color, highlight=False, soft_wrap=False,
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


def _print_section(console: object, title: str, rows: list[tuple[Finding, int]]) -> None:
    from rich.console import Console
    from rich.padding import Padding
    from rich.text import Text
    assert isinstance(console, Console)
    console.print(Text(f"\n{title}", style="bold"))
    for finding, times in rows[:_SHOWN]:
        often = f"  ({times} times)" if times > 1 else ""
        console.print(Padding(Text(f"{_place(finding)}{often}", style="cyan"), (1, 0, 0, 2)))
        for head, text, style in (("", finding.what, ""), ("why:  ", finding.why, "yellow"), ("cure: ", finding.cure, "green")):
            if text: console.print(Padding(Text(head + text, style=style), (0, 0, 0, 4)))
    if len(rows) > _SHOWN: console.print(Padding(Text(f"and {len(rows) - _SHOWN} more", style="dim"), (1, 0, 0, 2)))


def _place(finding: Finding) -> str:
    return describe_location(finding.loc) if finding.loc is not None else "heddle"
