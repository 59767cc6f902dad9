"""Graph launches on AMD GPUs: many launches as few submissions, whose packets are written once and stay in GPU-visible memory.

Inputs: `Launch`es. Outputs: a recording of them, to be run twice at a time. Invariants: a replay patches only the arguments and grids
that differ from the run before last, whose memory it reuses once that run is done; consecutive kernels are one submission, copies
between them others.
"""
from __future__ import annotations

import itertools
import weakref
from collections.abc import Mapping, Sequence
from functools import partial

from heddle.device.interface import Launch, extents
from heddle.runtime.amd.gpu import AMDGPU
from heddle.runtime.amd.program import AMDProgram
from heddle.runtime.common.hardware_queue import Prebuilt, Words
from heddle.runtime.common.kernels import programs_of
from heddle.runtime.common.update_graph import Binding, Recording

_ALIGN = 64
_WORD = 4


class Kernels:
    """Consecutive kernels of a graph, by number: words that stay in memory, and the arguments that they read."""

    def __init__(self, gpu: AMDGPU, programs: Mapping[int, AMDProgram]) -> None:
        self._gpu, self.programs = gpu, programs
        sizes = [-(-p.nbytes // _ALIGN) * _ALIGN for p in programs.values()]
        words = self._words(dict.fromkeys(programs, 0))
        block = gpu.memory.take_shared(sum(sizes) + len(words) * _WORD)
        weakref.finalize(self, gpu.timeline.retire, partial(gpu.memory.give, block)).atexit = False
        self._arguments = dict(zip(programs, itertools.accumulate(sizes, initial=block.address), strict=False))
        self.words = Prebuilt(self._words(self._arguments), block.address + sum(sizes))
        self._titles = tuple(dict.fromkeys(p.title for p in programs.values()))

    def _words(self, arguments: Mapping[int, int]) -> Words:
        """The packets of all launches, whose arguments are at these addresses; sizes given by variables are keys of later words."""
        words, pm4 = Words(), self._gpu.pm4
        for n, program in self.programs.items():
            pm4.after_kernels(words)
            grid = [f"{n} {size}" if isinstance(size, str) else size for size in extents(program.info.grid)]
            program.append(words, arguments[n], grid)
        return words

    def patch(self, n: int, binding: Binding[int]) -> None:
        """Writes the arguments of a launch, and its grid where variables give it."""
        program = self.programs[n]
        program.write_arguments(self._arguments[n], program.values(binding.memory, binding.values))
        self.words.set({f"{n} {size}": binding.values[size] for size in program.info.grid if isinstance(size, str)})

    def submit(self) -> None:
        """Runs the kernels."""
        with self._gpu.timeline.submission(self._gpu.compute, *self._titles) as words:
            self._gpu.pm4.run(words, self.words.address, self.words.count)


class AMDRecording(Recording):
    """Kernels, recorded, and copies between them, which are encoded at each run."""

    def __init__(self, gpu: AMDGPU, launches: Sequence[Launch]) -> None:
        super().__init__(launches)
        self._gpu = gpu
        programs = programs_of(launches, AMDProgram)
        self._parts: list[Kernels | int] = []  # of copies, the numbers
        self._kernels: dict[int, Kernels] = {}  # number of a launch -> the part that it is in
        for is_copy, numbers in itertools.groupby(range(len(launches)), lambda n: programs[n] is None):
            if is_copy: self._parts += numbers
            else:
                part = Kernels(gpu, {n: program for n in numbers if (program := programs[n]) is not None})
                self._kernels |= dict.fromkeys(part.programs, part)
                self._parts.append(part)

    def patch(self, n: int, binding: Binding[int]) -> None:
        """Writes the arguments and the grid of a kernel."""
        if n in self._kernels: self._kernels[n].patch(n, binding)

    def submit(self) -> None:
        """Submits the parts in order."""
        for part in self._parts:
            if isinstance(part, int): self._gpu.copy(*self.binding(part).ends, self.launches[part].nbytes)
            elif self.empty.isdisjoint(part.programs): part.submit()
            else:
                for n, program in part.programs.items():
                    memory, values, grid = self.binding(n)
                    program(memory, values, grid)  # one without work-groups does nothing
