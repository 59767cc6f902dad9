"""Graph launches on NV devices: launch descriptors and arguments that stay in GPU memory, and the words that run them.

Inputs: `Launch`es of one GPU. Outputs: a recording of them, to be run twice at a time. Invariants: memory that a run reads is patched
only when that run is done; a replay patches only what differs from the last run of its recording.
"""
from __future__ import annotations

import ctypes
import itertools
import weakref
from collections.abc import Sequence
from functools import partial

from heddle.device.interface import Launch
from heddle.runtime.common.kernels import programs_of
from heddle.runtime.common.update_graph import Binding, Recording
from heddle.runtime.nv import pushbuffer
from heddle.runtime.nv.program import NVProgram
from heddle.runtime.nv.qmd import ALIGN
from heddle.runtime.nv.queue import NVQueue, refusals

_COPY_TITLE = "a copy"


class NVRecording(Recording):
    """Descriptors, arguments, and the words that launch them."""

    def __init__(self, queue: NVQueue, launches: Sequence[Launch]) -> None:
        super().__init__(launches)
        self._queue = queue
        self._programs = programs_of(launches, NVProgram)
        addresses = list(itertools.accumulate(map(_nbytes, self._programs), initial=0))
        with refusals(queue.name): block = queue.gpu.alloc_visible(max(addresses[-1], ALIGN))
        weakref.finalize(self, queue.timeline.retire, partial(queue.gpu.free, block)).atexit = False
        self._addresses = [block.address + at for at in addresses]
        self._words: list[list[int]] = [[] for _ in launches]  # by launch; none for one without blocks
        self._parts: list[tuple[bool, list[int]]] | None = None  # whether they are copies, and the words, of consecutive launches
        self._titles = tuple(dict.fromkeys(p.title if p is not None else _COPY_TITLE for p in self._programs))

    def patch(self, n: int, binding: Binding[int]) -> None:
        """Writes the descriptor and the arguments of a kernel; the words of a copy are made anew."""
        self._parts, self._words[n] = None, []
        program, address = self._programs[n], self._addresses[n]
        if program is None:
            copies = pushbuffer.copy(*binding.ends, self.launches[n].nbytes)
            self._words[n] = [word for method in copies for word in method]
        elif not binding.is_empty:
            self._words[n] = [*pushbuffer.settle(), *pushbuffer.launch(address)]
            arguments = program.values(binding.memory, binding.values)
            made = program.choose(binding.memory).launch(address, binding.grid, arguments)
            ctypes.memmove(address, made, len(made))

    def submit(self) -> None:
        """Submits the words of consecutive kernels, or copies, as one."""
        queue = self._queue
        if self._parts is None: self._parts = self._join()
        for is_copy, part in self._parts:
            with queue.timeline.submission(queue.copies if is_copy else queue.compute, *self._titles) as words: words.words += part

    def _join(self) -> list[tuple[bool, list[int]]]:
        groups = itertools.groupby((n for n, words in enumerate(self._words) if words), lambda n: self._programs[n] is None)
        return [(is_copy, [word for n in part for word in self._words[n]]) for is_copy, part in groups]


def _nbytes(program: NVProgram | None) -> int:
    """Bytes of memory for the descriptor and the arguments of a launch."""
    return max(program.kernel.nbytes, program.anywhere.nbytes) if program is not None else 0
