"""Interpreter of work-groups: threads run as coroutines from barrier to barrier, and races are errors.

Inputs: the ops of a kernel and the Python generator that does the work of one thread.
Outputs: a function of buffers and variables.
Invariants: threads see each other's stores to shared memory only across a barrier. What a machine would leave open is an
InternalError that names the memory: threads that do not all arrive at a barrier, two threads that touch an element between two
barriers (anywhere in the grid, for buffers) of which one writes, unless both write the same value.
"""
from __future__ import annotations

import itertools
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Protocol

from heddle.dtype import ConstType
from heddle.errors import InternalError
from heddle.uop.ops import Ops
from heddle.uop.printer import show_line
from heddle.uop.uop import UOp

Memory = memoryview | bytearray | bytes
Kernel = Callable[[Sequence[Memory], dict[str, int]], None]
Thread = Callable[["Sequence[Watched]", dict[str, int], "dict[int, Watched]", dict[str, int]], Generator[None, None, None]]
_SEVERAL = -1


class Elements(Protocol):
    """The elements of a memory."""

    def __len__(self) -> int: ...
    def __getitem__(self, at: int | slice, /) -> object: ...
    def __setitem__(self, at: int, value: ConstType, /) -> None: ...


class Watched:
    """Memory whose elements know which thread wrote or read them since everyone last met."""

    def __init__(self, node: UOp, elements: Elements) -> None:
        self.node, self.elements = node, elements
        self.thread = 0
        self.writers: dict[int, int] = {}
        self.readers: dict[int, int] = {}

    def __len__(self) -> int: return len(self.elements)

    def meet(self) -> None:
        """Everyone has arrived: what was done before is seen by all."""
        self.writers.clear()
        self.readers.clear()

    def __getitem__(self, at: int | slice) -> object:
        for i in range(*at.indices(len(self.elements))) if isinstance(at, slice) else (at,): self._read(i)
        return self.elements[at]

    def _read(self, at: int) -> None:
        if self.writers.get(at, self.thread) != self.thread: self._race(at, "reads what another wrote")
        if self.readers.setdefault(at, self.thread) != self.thread: self.readers[at] = _SEVERAL

    def __setitem__(self, at: int, value: ConstType) -> None:
        if self.readers.get(at, self.thread) != self.thread: self._race(at, "writes what another read")
        if self.writers.setdefault(at, self.thread) != self.thread and not _is_same(self.elements[at], value):
            self._race(at, "writes something else than another")
        self.elements[at] = value

    def _race(self, at: int, what: str) -> None:
        raise InternalError(f"a race for element {at}: thread {self.thread} {what}, with no barrier between them: "
                            f"{show_line(self.node)}")


def _is_same(a: object, b: object) -> bool: return a == b or (a != a and b != b)


def over_groups(uops: Sequence[UOp], thread: Thread, params: Sequence[tuple[UOp, Callable[[Memory], Elements]]]) -> Kernel:
    """The function that runs `thread` at every position. `params` opens each PARAM's buffer."""
    grid, group = (_positions(uops, letter) for letter in "gl")
    local = [u for u in uops if u.op is Ops.DEFINE_LOCAL]

    def run(buffers: Sequence[Memory], variables: dict[str, int]) -> None:
        opened = [Watched(node, open_it(b)) for (node, open_it), b in zip(params, buffers, strict=True)]
        first = 0
        for position in grid():
            shared = {u.arg[0]: Watched(u, [None] * u.arg[1]) for u in local}
            threads = [thread(opened, variables, shared, position | own) for own in group()]
            first += _run_group(threads, first, opened, list(shared.values()))
    return run


def _positions(uops: Sequence[UOp], letter: str) -> Callable[[], Iterator[dict[str, int]]]:
    """All positions in the grid ("g") or a work-group ("l"), dimension 0 fastest."""
    extents = {u.arg: int(u.src[0].arg) for u in uops if u.op is Ops.SPECIAL and u.arg[0] == letter}
    names = sorted(extents, reverse=True)

    def every() -> Iterator[dict[str, int]]:
        for at in itertools.product(*(range(extents[n]) for n in names)): yield dict(zip(names, at, strict=True))
    return every


def _run_group(threads: list[Generator[None, None, None]], first: int, buffers: list[Watched], shared: list[Watched]) -> int:
    """Runs the threads, which are numbered from `first`, from barrier to barrier; returns how many they are."""
    while True:
        waiting = [_advance(it, first + n, buffers, shared) for n, it in enumerate(threads)]
        if not any(waiting): return len(threads)
        if not all(waiting):
            missing = waiting.index(False)
            raise InternalError(f"thread {missing} of a work-group of {len(threads)} has ended while others wait at a barrier")
        for memory in shared: memory.meet()


def _advance(thread: Generator[None, None, None], number: int, buffers: list[Watched], shared: list[Watched]) -> bool:
    """Runs a thread to its next barrier, or to its end: then False."""
    for memory in (*buffers, *shared): memory.thread = number
    return next(thread, _ENDED) is not _ENDED


_ENDED = object()
