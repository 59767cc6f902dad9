"""Terminal output helpers of `heddle.helpers`: colours, times, progress bars, profiles."""
from __future__ import annotations

import cProfile
import pstats
import re
import string
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ContextDecorator
from typing import Any, Self, TypeVar

from heddle.errors import ShapeError

T = TypeVar("T")
_COLORS = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")


def colored(st: Any, color: str | None, background: bool = False) -> str:
    """Text in a colour of a terminal; in capitals the bright ones. As it is without a colour."""
    if color is None: return str(st)
    if color.lower() not in _COLORS: raise ShapeError(f"there is no colour {color!r}", f"There are: {', '.join(_COLORS)}.")
    code = (40 if background else 30) + 60 * color.isupper() + _COLORS.index(color.lower())
    return f"\x1b[{code}m{st}\x1b[0m"


class Timing(ContextDecorator):
    """`with Timing("step "):` prints how long it took, in milliseconds, and what `on_exit` says of the nanoseconds."""

    def __init__(self, prefix: str = "", on_exit: Callable[[int], str] | None = None, enabled: bool = True) -> None:
        self.prefix, self.on_exit, self.enabled = prefix, on_exit, enabled
        self.et = self.st = 0

    def __enter__(self) -> Self:
        self.st = time.perf_counter_ns()
        return self

    def __exit__(self, *_: object) -> None:
        self.et = time.perf_counter_ns() - self.st
        if self.enabled: print(f"{self.prefix}{self.et * 1e-6:6.2f} ms{self.on_exit(self.et) if self.on_exit else ''}")


class tqdm(Iterable[T]):  # noqa: N801 (the public name)
    """A progress bar around what is gone through, drawn on a terminal by rich; `set_description` puts text before it."""

    def __init__(self, iterable: Iterable[T] | None = None, desc: str = "", disable: bool | None = False, unit: str = "it",
                 unit_scale: bool = False, total: int | None = None, rate: int = 100) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
        if total is None and hasattr(iterable, "__len__"): total = len(iterable)  # type: ignore[arg-type]
        columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn(unit), TimeElapsedColumn()
        self.iterable, self.n = iterable, 0
        self._bar = Progress(*columns, console=Console(file=sys.stderr), disable=bool(disable), refresh_per_second=min(rate, 10))
        self._task = self._bar.add_task(desc, total=total)

    def __iter__(self) -> Iterator[T]:
        if self.iterable is None: return
        with self._bar:
            for item in self.iterable:
                yield item
                self.update()

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None: self.close()

    def update(self, n: int = 1, close: bool = False) -> None:
        """`n` more are done."""
        self.n += n
        self._bar.update(self._task, advance=n)
        if close: self.close()

    def set_description(self, desc: str) -> None:
        """Text before the bar; colours are those of `colored`."""
        from rich.text import Text
        self._bar.update(self._task, description=Text.from_ansi(desc).markup)

    def close(self) -> None:
        """Leaves the bar as it is."""
        self._bar.stop()

    @staticmethod
    def write(s: str) -> None:
        """A line above the bar."""
        print(s, file=sys.stderr)


class trange(tqdm[int]):  # noqa: N801 (the public name)
    """`tqdm(range(n))`"""

    def __init__(self, n: int, **kwargs: Any) -> None:
        options: dict[str, Any] = {"total": n, **kwargs}
        super().__init__(range(n), **options)


# ---- text

_ESCAPE = re.compile(r"\x1b\[[0-9;]*[A-Za-z]|\x1b_G.*?\x1b\\\\", re.DOTALL)


def ansistrip(s: str) -> str:
    """Text without the codes for colours."""
    return _ESCAPE.sub("", s)


def ansilen(s: str) -> int:
    """Characters that are seen of a text with codes for colours."""
    return len(ansistrip(s))


def ansipad(s: str, w: int) -> str:
    """Text with spaces after it up to a width of `w`."""
    return s + " " * (w - ansilen(s))


def colorize_float(x: float) -> str:
    """A ratio of times: green below 0.75, red above 1.15, else yellow."""
    return colored(f"{x:7.2f}x", "green" if x < 0.75 else "red" if x > 1.15 else "yellow")


def time_to_str(t: float, w: int = 8) -> str:
    """A time of `t` seconds in s, ms or us, the largest in which it is above 10."""
    factor, unit = (1, "s ") if t > 10 else (1e3, "ms") if t > 10e-3 else (1e6, "us")
    return f"{t * factor:{w}.2f}{unit}"


def size_to_str(s: int) -> str:
    """A number of bytes in B, KB, MB or GB of 1024 each."""
    for power, unit in ((3, "GB"), (2, "MB"), (1, "KB")):
        if s >= 1024 ** power: return f"{s / 1024 ** power:.2f} {unit}"
    return f"{s} B"


def word_wrap(x: str, wrap: int = 80) -> str:
    """Text in lines of at most `wrap` characters, without regard to words."""
    return "\n".join(line[i:i + wrap] for line in x.split("\n") for i in range(0, max(1, len(line)), wrap))


def strip_parens(fst: str) -> str:
    """Text without the parentheses around all of it, if there are such."""
    if len(fst) < 2 or fst[0] != "(" or fst[-1] != ")": return fst
    depth = 0
    for c in fst[1:-1]:
        depth += (c == "(") - (c == ")")
        if depth < 0: return fst
    return fst[1:-1]


def pluralize(st: str, cnt: int) -> str:
    """"1 cat", "2 cats"."""
    return f"{cnt} {st}" if cnt == 1 else f"{cnt} {st}s"


def to_function_name(s: str) -> str:
    """Text as an identifier: what may not stand there as the number of the character, in hexadecimal digits."""
    legal = string.ascii_letters + string.digits + "_"
    return "".join(c if c in legal else f"{ord(c):02X}" for c in ansistrip(s))


def stderr_log(msg: str) -> None:
    """Writes to standard error at once."""
    print(msg, end="", file=sys.stderr, flush=True)


class Profiling(ContextDecorator):
    """`with Profiling():` prints the functions that took longest, by Python's own profiler; `fn` names a file for all of it.

    `frac`: share of the functions that are shown; `ts`: factor for the times.
    """

    def __init__(self, enabled: bool = True, sort: str = "cumtime", frac: float = 0.2, fn: str | None = None, ts: float = 1) -> None:
        self.enabled, self.sort, self.frac, self.fn, self.time_scale = enabled, sort, frac, fn, 1e3 * ts
        self._profile = cProfile.Profile()

    def __enter__(self) -> Self:
        if self.enabled: self._profile.enable()
        return self

    def __exit__(self, *_: object) -> None:
        if not self.enabled: return
        self._profile.disable()
        if self.fn: self._profile.dump_stats(self.fn)
        stats = pstats.Stats(self._profile).strip_dirs().sort_stats(self.sort)
        rows: list[tuple[str, int, str]] = vars(stats)["fcn_list"]
        for file, line, name in rows[:max(1, int(len(rows) * self.frac))]:
            _, calls, own, whole, _ = vars(stats)["stats"][file, line, name]
            print(f"n:{calls:8d}  tm:{own * self.time_scale:7.2f}ms  tot:{whole * self.time_scale:7.2f}ms  {file}:{line} {name}")
