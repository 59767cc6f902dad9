"""Graph launches on AMD GPUs: many launches as few submissions, whose packets are written once and stay in GPU-visible memory.

Inputs: `Launch`es. Outputs: a recording of them, to be run twice at a time. Invariants: a replay patches only the arguments and grids
that differ from the run before last, whose memory it reuses once that run is done; consecutive kernels are one submission, copies
between them others.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from heddle.device.interface import Launch, extents
from heddle.runtime.amd.gpu import AMDGPU
from heddle.runtime.amd.program import AMDProgram
from heddle.runtime.common.hardware_queue import Prebuilt, Words
from heddle.runtime.common.recorded_kernels import WORD, PartRecording, RecordedKernels
from heddle.runtime.common.update_graph import Binding

_ALIGN = 64


class Kernels(RecordedKernels[AMDProgram]):
    """Consecutive kernels of a graph: words that stay in memory, and the arguments that they read."""

    def __init__(self, gpu: AMDGPU, programs: Mapping[int, AMDProgram]) -> None:
        super().__init__(gpu.timeline, programs)
        self._gpu = gpu
        count = len(self._words(dict.fromkeys(programs, 0)))
        self._arguments, end = self.take([p.nbytes for p in programs.values()], count * WORD, _ALIGN, gpu.memory.take_shared,
                                         gpu.memory.give)
        self.words = Prebuilt(self._words(self._arguments), end)

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
        with self.timeline.submission(self._gpu.compute, *self.titles) as words:
            self._gpu.pm4.run(words, self.words.address, self.words.count)


def record(gpu: AMDGPU, launches: Sequence[Launch]) -> PartRecording[AMDProgram]:
    """A recording of launches on a GPU, which also makes the copies between them."""
    return PartRecording(launches, AMDProgram, partial(Kernels, gpu), gpu.copy)
