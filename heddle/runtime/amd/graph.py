"""Graph launches on AMD GPUs: many launches as few submissions, whose packets are written once and stay in GPU-visible memory.

Inputs: `Launch`es. Outputs: a callable that runs them in order on the buffers of each run. Invariants: a replay rewrites only the
arguments and extents that differ from the run before last, whose memory it reuses once that run is done; independent kernels are one
submission, copies between them others.
"""
from __future__ import annotations

import itertools
import math
import weakref
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from heddle.device.interface import Launch, extents
from heddle.runtime.amd import sdma
from heddle.runtime.amd.gpu import AMDGPU
from heddle.runtime.amd.program import AMDProgram
from heddle.runtime.common.hardware_queue import Prebuilt, Words

_ALIGN = 64
_WORD = 4
_VARIANTS = 2  # copies of words and arguments: one is changed while the GPU may still read the other


class Step:
    """One kernel of a part, with what its arguments were last set to."""

    def __init__(self, launch: Launch, program: AMDProgram, number: int) -> None:
        self.launch, self.program = launch, program
        self.set_to: tuple[int, ...] = ()
        self.place = 0
        #: extents, each a number or the key of one that a variable gives
        self.groups = [f"{number} {n}" if isinstance(n, str) else n for n in extents(program.info.grid)]
        self.varying = {f"{number} {n}": n for n in program.info.grid if isinstance(n, str)}

    def arguments(self, raws: Sequence[int], var_vals: Mapping[str, int]) -> tuple[int, ...]:
        """Its arguments in this run."""
        return self.program.values([raws[slot] + at for slot, at in self.launch.pointers], var_vals)

    def grid(self, var_vals: Mapping[str, int]) -> tuple[int, ...]:
        """Its extents in this run."""
        return extents([var_vals[n] if isinstance(n, str) else n for n in self.program.info.grid])


class Part:
    """Kernels side by side: words that stay in memory, and arguments behind them."""

    def __init__(self, gpu: AMDGPU, steps: Sequence[Step]) -> None:
        self._gpu, self.steps = gpu, steps
        size = sum(-(-s.program.nbytes // _ALIGN) * _ALIGN for s in steps)
        block = gpu.memory.take_shared(size + len(self._write()) * _WORD)
        weakref.finalize(self, gpu.retire, partial(gpu.memory.give, block)).atexit = False
        at = block.address
        for step in steps: step.place, at = at, at + -(-step.program.nbytes // _ALIGN) * _ALIGN
        self.words = Prebuilt(self._write(), at)
        self.titles = tuple(dict.fromkeys(s.program.title for s in steps))

    def _write(self) -> Words:
        words, gpu = Words(), self._gpu
        for n, step in enumerate(self.steps):
            gpu.pm4.after_kernels(words, near=n > 0)
            step.program.append(words, step.place, step.groups)
        return words

    def update(self, raws: Sequence[int], var_vals: Mapping[str, int]) -> None:
        """Writes what is other than it was; nothing may be reading."""
        for step in self.steps:
            wanted = step.arguments(raws, var_vals)
            if wanted != step.set_to:
                step.program.write_arguments(step.place, wanted)
                step.set_to = wanted
            if step.varying: self.words.set(self.words.changed(self.words.set_to | {k: var_vals[n] for k, n in step.varying.items()}))

    def submit(self) -> None:
        """Runs the kernels."""
        with self._gpu.timeline.submission(self._gpu.compute, *self.titles) as words:
            self._gpu.pm4.run(words, self.words.address, self.words.count)


class Variant:
    """All parts once, and the submission that they were last run by."""

    def __init__(self, gpu: AMDGPU, launches: Sequence[Launch]) -> None:
        self.last = 0
        self.parts: list[Part | Launch] = []
        numbers = itertools.count()
        for is_copy, some in itertools.groupby(launches, lambda launch: launch.program is None):
            if is_copy: self.parts += list(some)
            else: self.parts.append(Part(gpu, [_step(launch, next(numbers)) for launch in some]))


class AMDGraph:
    """Calling it runs every launch: graph(memory of the buffers, values of the variables)."""

    def __init__(self, gpu: AMDGPU, launches: Sequence[Launch]) -> None:
        self._gpu, self._launches = gpu, launches
        self._variants: list[Variant] = []
        self._turn = 0

    def __call__(self, raws: Sequence[Any], var_vals: Mapping[str, int]) -> None:
        """Runs the launches in order."""
        gpu, memory = self._gpu, [raw or 0 for raw in raws]
        with gpu.timeline.lock:
            variant = self._next()
            gpu.timeline.wait(variant.last)
            for part in variant.parts:
                if isinstance(part, Part): part.update(memory, var_vals)
            for part in variant.parts: self._submit(part, memory, var_vals)
            variant.last = gpu.timeline.submitted

    def _next(self) -> Variant:
        """The copy of everything that was used longest ago."""
        self._turn = (self._turn + 1) % _VARIANTS
        if len(self._variants) < _VARIANTS: self._variants.append(Variant(self._gpu, self._launches))
        return self._variants[self._turn % len(self._variants)]

    def _submit(self, part: Part | Launch, memory: Sequence[int], var_vals: Mapping[str, int]) -> None:
        gpu = self._gpu
        if isinstance(part, Launch):
            dest, source = (memory[slot] + at for slot, at in part.pointers)
            with gpu.timeline.submission(gpu.copies) as words: sdma.copy(words, dest, source, part.nbytes)
        elif all(math.prod(step.grid(var_vals)) for step in part.steps): part.submit()
        else:  # a launch of no work-groups is left out
            for step in part.steps: step.program(step.set_to[:len(step.launch.pointers)], var_vals, step.grid(var_vals))


def _step(launch: Launch, number: int) -> Step:
    program: Any = launch.program
    return Step(launch, program, number)
