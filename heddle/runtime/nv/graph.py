"""Graph launches on NV devices: launch descriptors and arguments that stay in GPU memory, and the words that run them.

Inputs: `Launch`es of one GPU. Outputs: a callable that runs them in order on the buffers of each run. Invariants: what a run reads is
changed only when that run is done, for which there are two sets; a replay rewrites only what differs from the last run of its set.
"""
from __future__ import annotations

import ctypes
import itertools
import math
import weakref
from collections.abc import Mapping, Sequence
from typing import Any

from heddle.device.interface import Launch, extents
from heddle.runtime.nv import pushbuffer
from heddle.runtime.nv.gpu import GPU, Memory
from heddle.runtime.nv.program import Kernel, NVProgram
from heddle.runtime.nv.qmd import ALIGN
from heddle.runtime.nv.queue import NVQueue, refusals

_SETS = 2  # runs that may be under way at a time
_COPY_TITLE = "a copy"


class Step:
    """One launch of a graph in one set: a kernel with its place in memory, or a copy."""

    def __init__(self, launch: Launch, address: int) -> None:
        self.launch, self.address = launch, address
        program: Any = launch.program
        self.program: NVProgram | None = program
        self.words: tuple[int, ...] = ()
        self._wrote: tuple[Kernel, tuple[int, int, int], list[int]] | None = None

    def prepare(self, raws: Sequence[int], var_vals: Mapping[str, int]) -> None:
        """Makes memory and words those of a launch on these buffers."""
        launch, program = self.launch, self.program
        pointers = [raws[slot] + at for slot, at in launch.pointers]
        if program is None:
            methods = pushbuffer.copy(pointers[0], pointers[1], launch.nbytes)
            self.words = tuple(word for method in methods for word in method)
            return
        grid = extents([var_vals[n] if isinstance(n, str) else n for n in program.info.grid])
        if not math.prod(grid):
            self.words = ()
            return
        self.words = (*pushbuffer.settle(), *pushbuffer.launch(self.address))
        wanted = program.choose(pointers), grid, program.values(pointers, var_vals)
        if wanted == self._wrote: return
        kernel, _, values = wanted
        made = kernel.launch(self.address, grid, values)
        ctypes.memmove(self.address, made, len(made))
        self._wrote = wanted


class Set:
    """All steps, as they were in one of the last runs."""

    def __init__(self, launches: Sequence[Launch], address: int) -> None:
        self.number = 0  # the submission that the last run of this set ended with
        self._steps: list[Step] = []
        for launch in launches:
            self._steps.append(Step(launch, address))
            address += room(launch)
        self._for: tuple[tuple[int, ...], dict[str, int]] | None = None
        self._runs: list[tuple[bool, list[int]]] = []  # for kernels or for copies, words

    def runs(self, raws: Sequence[int], var_vals: Mapping[str, int]) -> list[tuple[bool, list[int]]]:
        """(whether they are for copies, words) of each part of a run on these buffers; the last run of this set is done."""
        now = tuple(raws), dict(var_vals)
        if self._for == now: return self._runs
        for step in self._steps: step.prepare(raws, var_vals)
        groups = itertools.groupby((s for s in self._steps if s.words), lambda s: s.program is None)
        self._runs = [(is_copy, [word for step in steps for word in step.words]) for is_copy, steps in groups]
        self._for = now
        return self._runs


def room(launch: Launch) -> int:
    """Bytes of memory that a launch takes in a set."""
    program: Any = launch.program
    return max(program.kernel.nbytes, program.anywhere.nbytes) if program is not None else 0


class NVGraph:
    """Calling it runs every launch: graph(memory of the buffers, values of the variables)."""

    def __init__(self, queue: NVQueue, launches: Sequence[Launch]) -> None:
        self._queue = queue
        nbytes = max(sum(map(room, launches)), ALIGN)
        with queue.timeline.lock, refusals(queue.name): block = queue.gpu.alloc_visible(_SETS * nbytes)
        weakref.finalize(self, _drop, queue, queue.gpu, block).atexit = False
        self._sets = [Set(launches, block.address + n * nbytes) for n in range(_SETS)]
        self._turn = itertools.cycle(self._sets)
        programs: list[Any] = [launch.program for launch in launches]
        self._titles = tuple(dict.fromkeys(p.title if p is not None else _COPY_TITLE for p in programs))

    def __call__(self, raws: Sequence[Any], var_vals: Mapping[str, int]) -> None:
        """Runs the launches in order."""
        queue, timeline = self._queue, self._queue.timeline
        with timeline.lock:
            one = next(self._turn)
            if not timeline.is_done(one.number): timeline.wait(one.number)
            for is_copy, run in one.runs([raw or 0 for raw in raws], var_vals):
                with timeline.submission(queue.copies if is_copy else queue.compute, *self._titles) as words: words.words += run
            one.number = timeline.submitted


def _drop(queue: NVQueue, gpu: GPU, block: Memory) -> None: queue.drop(lambda: gpu.free(block))
