"""Graph launches on NV devices: launch descriptors and arguments that stay in GPU memory, and the words that run them.

Inputs: `Launch`es of one GPU. Outputs: a recording of them, to be run twice at a time. Invariants: memory that a run reads is patched
only when that run is done; a replay patches only what differs from the last run of its recording; consecutive kernels are one
submission, copies between them others.
"""
from __future__ import annotations

import ctypes
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from heddle.device.interface import Launch
from heddle.runtime.common.hardware_queue import Prebuilt, Words
from heddle.runtime.common.recorded_kernels import WORD, PartRecording, RecordedKernels
from heddle.runtime.common.update_graph import Binding
from heddle.runtime.nv import pushbuffer
from heddle.runtime.nv.gpu import Memory
from heddle.runtime.nv.program import NVProgram
from heddle.runtime.nv.qmd import ALIGN
from heddle.runtime.nv.queue import NVQueue, refusals


class Kernels(RecordedKernels[NVProgram]):
    """Consecutive kernels of a graph: descriptors, arguments, and the words that launch them, which stay in memory."""

    def __init__(self, queue: NVQueue, programs: Mapping[int, NVProgram]) -> None:
        super().__init__(queue.timeline, programs)
        self._queue = queue
        sizes = [max(p.kernel.nbytes, p.anywhere.nbytes) for p in programs.values()]
        count = len(_words(dict.fromkeys(programs, 0).values()))
        self._addresses, end = self.take(sizes, count * WORD, ALIGN, self._take, queue.gpu.free)
        self._launches = Prebuilt(_words(self._addresses.values()), end)

    def _take(self, nbytes: int) -> Memory:
        with refusals(self._queue.name): return self._queue.gpu.alloc_visible(nbytes)

    def patch(self, n: int, binding: Binding[int]) -> None:
        """Writes the descriptor and the arguments of a launch."""
        if binding.is_empty: return
        program, address = self.programs[n], self._addresses[n]
        made = program.choose(binding.memory).launch(address, binding.grid, program.values(binding.memory, binding.values))
        ctypes.memmove(address, made, len(made))

    def submit(self) -> None:
        """Runs the kernels."""
        self.timeline.run(self._queue.compute, self._launches, self.titles)


def _words(descriptors: Iterable[int]) -> Words:
    """What launches the kernels that are described at these addresses, one after the other."""
    words = Words()
    for address in descriptors: words.add(*pushbuffer.settle(), *pushbuffer.launch(address))
    return words


def record(queue: NVQueue, launches: Sequence[Launch]) -> PartRecording[NVProgram]:
    """A recording of launches on a GPU, and of copies between them."""
    return PartRecording(launches, NVProgram, partial(Kernels, queue), queue.copy)
