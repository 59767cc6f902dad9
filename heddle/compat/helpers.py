"""Small functions that programs written for the reference import beside the tensor: what `tinygrad.helpers` has for users.

In and out: as there. Always true: a switch, such as DEBUG, has the value that it has in heddle's settings now.
"""
from __future__ import annotations

import functools
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ContextDecorator
from operator import mul
from typing import Any, Self, TypeVar

from heddle.compat.switches import TRAINING as TRAINING
from heddle.compat.switches import Context as Context
from heddle.compat.switches import switch_called
from heddle.settings import getenv as getenv
from heddle.tensor.download import fetch as fetch

T = TypeVar("T")
U = TypeVar("U")

# ---- numbers and sequences


def prod(x: Iterable[T]) -> T | int:
    """The product of all; 1 of nothing."""
    return functools.reduce(mul, x, 1)  # type: ignore[return-value, arg-type]


def ceildiv(num: int, amt: int) -> int:
    """num / amt, rounded up."""
    return -(-num // amt)


def round_up(num: int, amt: int) -> int:
    """The least multiple of `amt` that is not below `num`."""
    return ceildiv(num, amt) * amt


def round_down(num: int, amt: int) -> int:
    """The greatest multiple of `amt` that is not above `num`."""
    return num // amt * amt


def argfix(*x: Any) -> tuple[Any, ...]:
    """f(1, 2), f((1, 2)) and f([1, 2]) alike: (1, 2)."""
    return tuple(x[0]) if len(x) == 1 and isinstance(x[0], (tuple, list)) else x


def argsort(x: Sequence[Any]) -> Any:
    """The indices that sort `x`, in its own type."""
    return type(x)(sorted(range(len(x)), key=x.__getitem__))  # type: ignore[call-arg]


def make_tuple(x: int | Sequence[int], cnt: int) -> tuple[int, ...]:
    """`cnt` times the same number, or the numbers given."""
    return (x,) * cnt if isinstance(x, int) else tuple(x)


def all_same(items: Sequence[Any]) -> bool:
    """Whether no item differs from the first."""
    return all(item == items[0] for item in items)


def all_int(t: Sequence[Any]) -> bool:
    """Whether all are Python integers."""
    return all(isinstance(s, int) for s in t)


def dedup(x: Iterable[T]) -> list[T]:
    """Each once, in order."""
    return list(dict.fromkeys(x))


def flatten(l: Iterable[Iterable[T]]) -> list[T]:  # noqa: E741 (a public name)
    """The elements of the elements."""
    return [item for items in l for item in items]


def fully_flatten(l: Any) -> list[Any]:  # noqa: E741 (a public name)
    """The leaves of nested lists and tuples."""
    found, stack = list[Any](), [l]
    while stack:
        x = stack.pop()
        if isinstance(x, (list, tuple)): stack.extend(reversed(x))
        else: found.append(x)
    return found


def partition(itr: Iterable[T], fxn: Callable[[T], bool]) -> tuple[list[T], list[T]]:
    """Those for which `fxn` is true, and the others."""
    yes, no = list[T](), list[T]()
    for item in itr: (yes if fxn(item) else no).append(item)
    return yes, no


def merge_dicts(ds: Iterable[dict[T, U]]) -> dict[T, U]:
    """All entries. ValueError where two have a key with different values."""
    merged: dict[T, U] = {}
    for key, value in (entry for d in ds for entry in d.items()):
        if merged.setdefault(key, value) != value: raise ValueError(f"{key!r} has the values {merged[key]!r} and {value!r}")
    return merged


def get_child(obj: Any, key: str) -> Any:
    """What a path such as "layers.0.weight" leads to from `obj`."""
    for part in key.split("."):
        if isinstance(obj, (list, tuple)) and part.isdigit(): obj = obj[int(part)]
        else: obj = obj[part] if isinstance(obj, dict) else getattr(obj, part)
    return obj


def unwrap(x: T | None) -> T:
    """`x`. ValueError if it is None."""
    if x is None: raise ValueError("a value was expected, there is None")
    return x


def __getattr__(name: str) -> Any:
    return switch_called(name, __name__)


# ---- the terminal

_COLORS = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")


def colored(st: Any, color: str | None, background: bool = False) -> str:
    """Text in a colour of a terminal; in capitals the bright ones. As it is without a colour."""
    if color is None: return str(st)
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
        super().__init__(range(n), **{"total": n, **kwargs})
