"""Graph launches on Adreno GPUs: many launches as few submissions, whose packets are written once and stay in GPU-visible memory.

Inputs: `Launch`es. Outputs: a recording of them, to be run twice at a time. Invariants: a replay patches only the constants and grids
that differ from the run before last, whose memory it reuses once that run is done; consecutive kernels are one submission; the host
makes the copies between them.
"""
from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from functools import partial

from heddle.device.interface import Launch, extents
from heddle.runtime.common.hardware_queue import Prebuilt, Words
from heddle.runtime.common.recorded_kernels import WORD, PartRecording, RecordedKernels
from heddle.runtime.common.update_graph import Binding
from heddle.runtime.qcom import pm4
from heddle.runtime.qcom.gpu import QCOMGPU
from heddle.runtime.qcom.image import QCOMImage
from heddle.runtime.qcom.memory import QCOMAllocator
from heddle.runtime.qcom.program import QCOMProgram

_ALIGN = 64


class Kernels(RecordedKernels[QCOMProgram]):
    """Consecutive kernels of a graph: words that stay in memory, and the constants that they load."""

    def __init__(self, gpu: QCOMGPU, programs: Mapping[int, QCOMProgram]) -> None:
        super().__init__(gpu.timeline, programs)
        self._gpu = gpu
        self._others: set[int] = set()  # launches whose buffers are not where a texture may begin
        words, starts = self._words(dict.fromkeys(programs, 0))
        self._constants, end = self.take([p.usual.nbytes for p in programs.values()], len(words) * WORD, _ALIGN,
                                         gpu.memory.take_shared, gpu.memory.give)
        self.words = Prebuilt(self._words(self._constants)[0], end)
        self._runs = runs(starts, len(words), pm4.LARGEST_RUN)

    def _words(self, constants: Mapping[int, int]) -> tuple[Words, list[int]]:
        """The packets of all launches, whose constants are at these addresses, and where those of each begin.

        Sizes given by variables are keys of later words.
        """
        words, starts, first = Words(), list[int](), min(self.programs)
        for n, program in self.programs.items():
            starts.append(len(words))
            if n > first: self._gpu.pm4.kernels_done(words, reads_textures=bool(program.usual.program.textures))
            grid = [f"{n} {size}" if isinstance(size, str) else size for size in extents(program.info.grid)]
            program.usual.append(words, constants[n], grid)
        return words, starts

    def patch(self, n: int, binding: Binding[int]) -> None:
        """Writes the constants of a launch, and its grid where variables give it. One that needs another kernel is noted."""
        program = self.programs[n]
        values = program.values(binding.memory, binding.values)
        self._others.discard(n)
        if program.is_usual(values):
            program.usual.write_arguments(self._constants[n], values)
            for size, threads in zip(extents(program.info.grid), program.usual.program.threads, strict=True):
                if not isinstance(size, str): continue
                groups = binding.values[size]
                self.words.set({f"{n} {size}": groups, f"{n} {size} threads {threads}": groups * threads})
        else: self._others.add(n)
        self.is_usual = not self._others

    def submit(self) -> None:
        """Runs the kernels."""
        with self.timeline.submission(self._gpu.compute, *self.titles) as words:
            self._gpu.pm4.acquire(words)
            for start, count in self._runs: self._gpu.pm4.run(words, self.words.address + start * WORD, count)


def runs(starts: Sequence[int], count: int, most: int) -> list[tuple[int, int]]:
    """(start, number of words) of as few runs as possible of at most `most` words, which begin at some of `starts`."""
    cuts = [0]
    for start, end in itertools.pairwise([*starts, count]):
        if end - cuts[-1] > most: cuts.append(start)
    return [(start, end - start) for start, end in itertools.pairwise([*cuts, count])]


class QCOMRecording(PartRecording[QCOMProgram]):
    """Kernels, recorded, and copies between them, which the host makes at each run."""

    def __init__(self, allocator: QCOMAllocator, launches: Sequence[Launch]) -> None:
        super().__init__(launches, QCOMProgram, partial(Kernels, allocator.gpu), allocator.copy)

    def memory_at(self, raw: object, nbytes: int, offset: int) -> int:
        """An address; an image is used whole."""
        return raw if isinstance(raw, QCOMImage) else super().memory_at(raw, nbytes, offset)
