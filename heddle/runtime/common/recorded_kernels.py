"""Recordings in parts: consecutive kernels, whose packets stay in memory that a hardware queue reads, and the copies between them.

Inputs: `Launch`es, and what a runtime makes of consecutive kernels. Outputs: a recording. Invariants: parts run in the order of
the launches; where a kernel has no work-groups, or another one than was recorded is needed, the kernels of its part are launched one
by one.
"""
from __future__ import annotations

import itertools
import weakref
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Generic, Protocol, TypeVar

from heddle.device.interface import Launch
from heddle.errors import InternalError
from heddle.runtime.common.hardware_queue import Timeline
from heddle.runtime.common.kernels import programs_of
from heddle.runtime.common.update_graph import Binding, Recording

WORD = 4  # bytes


class QueuedProgram(Protocol):
    """A kernel of a runtime with hardware queues. Calling it queues one launch."""

    title: str

    def __call__(self, bufs: Sequence[int | None], var_vals: Mapping[str, int], global_size: Sequence[int] = ..., /) -> object: ...


class Block(Protocol):
    """A block of memory that the host and the device see."""

    @property
    def address(self) -> int: ...


P = TypeVar("P", bound=QueuedProgram)
B = TypeVar("B", bound=Block)


class RecordedKernels(Generic[P]):
    """Consecutive kernels of a graph, by number, with room in memory for what they read. The base of a runtime's own."""

    is_usual = True  # whether all launches are of the kernels that were recorded

    def __init__(self, timeline: Timeline, programs: Mapping[int, P]) -> None:
        self.timeline, self.programs = timeline, programs
        self.titles = tuple(dict.fromkeys(p.title for p in programs.values()))

    def take(self, sizes: Sequence[int], further: int, align: int, take: Callable[[int], B], give: Callable[[B], None],
             ) -> tuple[dict[int, int], int]:
        """Addresses of memory of these sizes for each kernel, at multiples of `align` bytes, and of `further` bytes after them: one
        block, which is given back once nothing runs any more that was submitted while this lived."""
        starts = list(itertools.accumulate((-(-size // align) * align for size in sizes), initial=0))
        block = take(starts[-1] + further)
        weakref.finalize(self, self.timeline.retire, partial(give, block)).atexit = False
        return {n: block.address + start for n, start in zip(self.programs, starts, strict=False)}, block.address + starts[-1]

    def patch(self, n: int, binding: Binding[int]) -> None:
        """Writes what launch `n` is bound to."""
        raise InternalError(f"{type(self).__name__} patches nothing")

    def submit(self) -> None:
        """Runs the kernels."""
        raise InternalError(f"{type(self).__name__} submits nothing")


class PartRecording(Recording, Generic[P]):
    """A recording of kernels, by `record`, and of copies between them, which `copy` submits at each run."""

    def __init__(self, launches: Sequence[Launch], kind: type[P], record: Callable[[dict[int, P]], RecordedKernels[P]],
                 copy: Callable[[int, int, int], None]) -> None:
        super().__init__(launches)
        self._copy = copy
        programs = programs_of(launches, kind)
        self._parts: list[RecordedKernels[P] | int] = []  # of copies, the numbers
        self._kernels: dict[int, RecordedKernels[P]] = {}  # number of a launch -> the part that it is in
        for is_copy, numbers in itertools.groupby(range(len(launches)), lambda n: programs[n] is None):
            if is_copy: self._parts += numbers
            else:
                part = record({n: program for n in numbers if (program := programs[n]) is not None})
                self._kernels |= dict.fromkeys(part.programs, part)
                self._parts.append(part)

    def patch(self, n: int, binding: Binding[int]) -> None:
        """Writes what a kernel is bound to; a copy is encoded when it is submitted."""
        if n in self._kernels: self._kernels[n].patch(n, binding)

    def submit(self) -> None:
        """Submits the parts in order."""
        for part in self._parts:
            if isinstance(part, int): self._copy(*self.binding(part).ends, self.launches[part].nbytes)
            elif part.is_usual and (not self.empty or self.empty.isdisjoint(part.programs)): part.submit()
            else:
                for n, program in part.programs.items():
                    memory, values, grid = self.binding(n)
                    program(memory, values, grid)  # one without work-groups does nothing; another kernel is run where that is needed
