"""Graph launches on WebGPU devices: many launches as one submission.

Inputs: `Launch`es. Outputs: a callable that runs them in order on the buffers of each run. Invariants: bind groups are created once
for the same buffers; launches whose sizes are known only at run time, and copies, are encoded as they would be without a graph.
"""
from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence

from heddle.device.interface import Launch
from heddle.runtime.common.kernels import programs_of
from heddle.runtime.common.update_graph import Binding, UpdateGraph
from heddle.runtime.webgpu.memory import WGAllocator, WGMemory
from heddle.runtime.webgpu.queue import WGProgram, WGQueue

#: pipeline, bind group, work-groups
_Recorded = tuple[int, int, tuple[int, int, int]]


class WGGraph(UpdateGraph[WGMemory]):
    """Calling it runs every launch: graph(memory of the buffers, values of the variables)."""

    def __init__(self, queue: WGQueue, allocator: WGAllocator, launches: Sequence[Launch]) -> None:
        super().__init__(launches)
        self._queue, self._allocator, self._programs = queue, allocator, programs_of(launches, WGProgram)
        self._recorded: dict[int, _Recorded] = {}  # by number of the launch
        weakref.finalize(self, _release, queue, self._recorded)

    def __call__(self, raws: Sequence[object], var_vals: Mapping[str, int]) -> None:
        """Runs the launches in order, as few submissions."""
        queue = self._queue
        with queue.gpu.lock:
            queue.gpu.check()
            self.update(raws, var_vals)
            for n in range(len(self.launches)):
                if (recorded := self._recorded.get(n)) is not None: queue.launch(*recorded)
                elif (program := self._programs[n]) is not None:
                    memory, values, grid = self.binding(n)
                    program(memory, values, grid)
                else:
                    dest, source = self.binding(n).ends
                    queue.copy(source.handle, source.offset, dest.handle, dest.offset, self.launches[n].nbytes)
            queue.submit()

    def memory_at(self, raw: object, nbytes: int, offset: int) -> WGMemory | None:
        return self._allocator.offset(raw, nbytes, offset) if isinstance(raw, WGMemory) else None

    def patch(self, n: int, binding: Binding[WGMemory]) -> None:
        """Makes a bind group, for a launch whose bindings depend on buffers alone and are none that have to be copied for it."""
        if (old := self._recorded.pop(n, None)) is not None: self._queue.release_group(old[1])
        program, info = self._programs[n], self.launches[n].info
        if program is None or info is None or info.vars: return
        if (found := program.prepared(binding.memory)) is not None: self._recorded[n] = *found, binding.grid


def _release(queue: WGQueue, recorded: dict[int, _Recorded]) -> None:
    while recorded: queue.release_group(recorded.popitem()[1][1])
