"""Graph launches on WebGPU devices: many launches as one submission.

Inputs: `Launch`es. Outputs: a callable that runs them in order on the buffers of each run. Invariants: bind groups are created once
for the same buffers; launches whose sizes are known only at run time, and copies, are encoded as they would be without a graph.
"""
from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from heddle.device.interface import Launch

if TYPE_CHECKING:
    from heddle.runtime.webgpu.memory import WGAllocator, WGMemory
    from heddle.runtime.webgpu.queue import WGProgram, WGQueue

#: pipeline, bind group, work-groups
_Ready = tuple[int, int, Sequence[int]]


class WGGraph:
    """Calling it runs every launch: graph(memory of the buffers, values of the variables)."""

    def __init__(self, queue: WGQueue, allocator: WGAllocator, launches: Sequence[Launch]) -> None:
        self._queue, self._allocator, self._launches = queue, allocator, tuple(launches)
        self._ready: list[_Ready | None] = []
        self._for: tuple[Any, ...] | None = None  # the buffers that `_ready` is for
        self._groups: list[int] = []
        weakref.finalize(self, _release, queue, self._groups)

    def __call__(self, raws: Sequence[Any], var_vals: Mapping[str, int]) -> None:
        """Runs the launches in order, as few submissions."""
        queue = self._queue
        with queue.gpu.lock:
            queue.gpu.check()
            if (buffers := tuple(raws)) != self._for: self._prepare(buffers)
            for ready, launch in zip(self._ready, self._launches, strict=True):
                if ready is not None: queue.launch(*ready)
                else: self._write_down(launch, raws, var_vals)
            queue.submit()

    def _write_down(self, launch: Launch, raws: Sequence[Any], var_vals: Mapping[str, int]) -> None:
        if launch.program is None or launch.info is None:
            (to, at), (source, begin) = launch.pointers
            self._queue.copy(raws[source].handle, raws[source].offset + begin, raws[to].handle, raws[to].offset + at, launch.nbytes)
            return
        memory = self._memory(launch, raws)
        size = tuple(var_vals[n] if isinstance(n, str) else n for n in launch.info.grid)
        launch.program(memory, var_vals, size, launch.info.workgroup)

    def _memory(self, launch: Launch, raws: Sequence[Any]) -> list[WGMemory]:
        return [raws[slot]._replace(offset=raws[slot].offset + at, nbytes=size)
                for (slot, at), size in zip(launch.pointers, launch.sizes, strict=True)]

    def _prepare(self, buffers: tuple[Any, ...]) -> None:
        _release(self._queue, self._groups)
        self._ready = [self._made_ready(launch, buffers) for launch in self._launches]
        self._for = buffers

    def _made_ready(self, launch: Launch, buffers: tuple[Any, ...]) -> _Ready | None:
        program: WGProgram | Any = launch.program
        if launch.info is None or launch.info.vars: return None
        found = program.prepared(self._memory(launch, buffers))
        if found is None: return None
        self._groups.append(found[1])
        return *found, launch.info.grid  # type: ignore[return-value]  # without variables, all are numbers


def _release(queue: WGQueue, groups: list[int]) -> None:
    while groups: queue.release_group(groups.pop())
