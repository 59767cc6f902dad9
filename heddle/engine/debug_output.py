"""DEBUG output of kernels and copies, written to standard error.

Level 2: one line for each launch. When a kernel first occurs, 3: the optimiser's actions, 4: its source, 5: its graph, 7: its
instructions. (1 belongs to the device, 6 to the pass runner.) FILTER restricts all of it to kernels whose name contains it.
"""
from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from heddle.errors import Location, describe_location
from heddle.settings import settings, use_color
from heddle.tracing.counters import GlobalCounters, format_bytes, format_rate, format_seconds
from heddle.uop.ops import Ops

if TYPE_CHECKING:
    from heddle.device import Compiled
    from heddle.uop.uop import UOp

_COLORS = {"dim": "2", "red": "31", "green": "32", "yellow": "33", "magenta": "35", "cyan": "36"}


def paint(text: str, color: str) -> str:
    """`text` in a colour, if standard error shows colours."""
    return f"\033[{_COLORS[color]}m{text}\033[0m" if use_color(sys.stderr) else text


def say(text: str) -> None:
    """One piece of debug output, whole even when several threads write."""
    sys.stderr.write(text + "\n")


def is_shown(name: str) -> bool:
    """Whether FILTER lets this kernel through."""
    return not settings.FILTER or settings.FILTER in name


def show_launch(kind: str, name: str, device: str, size: str, ops: int, nbytes: int, seconds: float | None) -> None:
    """The line of one launch: number, device, name, size, time, arithmetic and memory rates, memory in use."""
    if not is_shown(name): return
    color = {"kernel": "cyan", "copy": "yellow", "collective": "magenta", "view": "dim"}[kind]
    columns = [f"{GlobalCounters.kernel_count:5d}", f"{device:<8}", paint(f"{name:<40}", color), f"{size:>20}"]
    if seconds is not None: columns += [f"{format_seconds(seconds):>8}", *_rates(ops, nbytes, seconds)]
    say("  ".join([*columns, f"mem {format_bytes(GlobalCounters.mem_used)}"]))


def _rates(ops: int, nbytes: int, seconds: float) -> list[str]:
    if seconds <= 0: return [" " * 11, " " * 9]
    arithmetic, memory = (format_rate(n / seconds, unit) if n else "" for n, unit in ((ops, "FLOPS"), (nbytes, "B/s")))
    return [f"{arithmetic:>11}", f"{memory:>9}"]


def show_program(program: UOp, device: Compiled, loc: Location | None) -> None:
    """What levels 3 to 7 show of a kernel that is new to this process."""
    info, level = program.arg, settings.DEBUG
    if not is_shown(info.name): return
    location = f"  made at {describe_location(loc)}" if loc else ""
    actions = ", ".join(info.applied) or "none"
    say(f"{paint(info.name, 'cyan')} for {device.name}{paint(location, 'dim')}\n  optimised: {paint(actions, 'green')}")
    last: UOp = program.src[-1]
    if last.op is Ops.BINARY and (usage := device.compiler.usage(last.arg)):
        say(f"  takes: {usage}; tiles of {info.scratch} bytes" if info.scratch else f"  takes: {usage}")
    if level >= 5: say(_graph(program))
    if level >= 4: say(program.src[1].arg.rstrip())
    if level >= 7 and len(program.src) > 2: say(device.compiler.disassemble(program.src[2].arg).rstrip() or "  no disassembler")


def _graph(program: UOp) -> str:
    from heddle.uop.printer import show_graph
    return show_graph(program.src[0])


def show_pass(kernel: str, name: str, graph: UOp) -> None:
    """What level 6 shows: the graph of a kernel after the pass `name`. FILTER selects kernels, or a pass of every kernel."""
    from heddle.uop.printer import show_graph
    if is_shown(kernel) or is_shown(name): say(paint(f"{kernel} after {name}", "magenta") + "\n" + show_graph(graph))
