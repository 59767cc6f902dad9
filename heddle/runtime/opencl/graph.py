"""Graph launches on OpenCL devices: kernel objects prepared once, and a command buffer where supported.

Inputs: `Launch`es. Outputs: a callable that runs them in order on the buffers of each run. Invariants: each launch has a kernel object
of its own, so a replay sets only the arguments that differ from the last run; on the same buffers it sets none, and enqueues the
driver's command buffer where there is one (`command_buffer.py`).
"""
from __future__ import annotations

import threading
import time
import weakref
from array import array
from collections.abc import Mapping, Sequence

from heddle.device.interface import Launch, Program
from heddle.errors import InternalError
from heddle.runtime.common.update_graph import Binding, UpdateGraph
from heddle.runtime.opencl.command_buffer import CommandBuffer, Functions
from heddle.runtime.opencl.image import CLImage
from heddle.runtime.opencl.library import CLError
from heddle.runtime.opencl.memory import CLAllocator, CLMemory, copy_command
from heddle.runtime.opencl.queue import CLKernel, CLProgram, CLQueue, Command

#: what a parameter slot is given
Memory = CLMemory | CLImage


class CLGraph(UpdateGraph[Memory]):
    """Calling it runs every launch: graph(memory of the buffers, values of the variables)."""

    def __init__(self, queue: CLQueue, allocator: CLAllocator, launches: Sequence[Launch], kept: Functions | None) -> None:
        super().__init__(launches)
        self._queue, self._allocator, self._functions = queue, allocator, kept
        self._kernels = [_own_kernel(queue, launch.program) for launch in launches]
        self._commands: list[Command | None] = [None] * len(launches)  # of one without work-groups, None
        self._kept: CommandBuffer | None = None  # the commands, as the driver keeps them
        release, handles = queue.library.functions["clReleaseKernel"], [k.handle for k in self._kernels if k is not None]
        weakref.finalize(self, lambda: [release(handle) for handle in handles]).atexit = False

    def __call__(self, raws: Sequence[object], var_vals: Mapping[str, int]) -> None:
        """Queues the launches in order."""
        queue = self._queue
        with queue.lock:
            queue.check()
            try:
                if not self._update(raws, var_vals): self._keep()
                if self._kept is not None: self._kept.enqueue()
                else: self._enqueue()
            except CLError as fault: raise queue.failed(fault) from None

    def _update(self, raws: Sequence[object], var_vals: Mapping[str, int]) -> bool:
        """Whether any command is another one; a handle from before memory was released may since be that of other memory."""
        return self.update(raws, var_vals, self._queue.released)

    def memory_at(self, raw: object, nbytes: int, offset: int) -> Memory | None:
        if not isinstance(raw, (CLMemory, CLImage)): return None
        return self._allocator.offset(raw, nbytes, offset) if offset else raw

    def patch(self, n: int, binding: Binding[Memory]) -> None:
        """Sets the arguments of a kernel object that differ, and encodes its command anew."""
        self._kept = None
        self._commands[n] = self._command(self.launches[n], self._kernels[n], binding)

    def _command(self, launch: Launch, kernel: CLKernel | None, binding: Binding[Memory]) -> Command | None:
        """What queues a launch."""
        memory, values, grid = binding
        if kernel is None or launch.info is None:
            command = copy_command(*binding.ends, launch.nbytes)
            if command is None: raise InternalError("a copy between an image and other memory is in a graph")
            return command
        return None if binding.is_empty else kernel.launch(memory, values, grid[:len(launch.info.grid)], launch.info.workgroup)

    def _keep(self) -> None:
        """Gives the driver the list, if it keeps such."""
        if self._kept is not None or self._functions is None: return
        if any(kernel is None for kernel in self._kernels): return
        self._kept = CommandBuffer(self._queue, self._functions, [c for c in self._commands if c is not None])

    def _enqueue(self) -> None:
        functions, handle = self._queue.library.functions, self._queue.handle
        for name, args in filter(None, self._commands):
            if (code := functions[name](handle, *args, 0, None, None)) != 0: raise CLError(name, code)

    # ---- runs that are timed

    def stamps(self, runs: int) -> CLStamps:
        """Room for the stamps of so many runs in the calling thread."""
        return CLStamps(runs)

    def run_timed(self, raws: Sequence[object], var_vals: Mapping[str, int], target: CLStamps, began: float) -> bool:
        """Runs the launches, waits for them, and leaves stamps. False, and nothing has run, if that cannot be."""
        if not target.take(): return False
        queue = self._queue
        queue.finish()
        with queue.lock:
            queue.check()
            self._update(raws, var_vals)
            begin = time.perf_counter()
            events = [queue.event(c[0], *c[1], queue=queue.timed) if c is not None else None for c in self._commands]
        times = [queue.seconds(event) if event is not None else None for event in events]
        target.done.append((began, _moments(begin, times)))
        return True

    def moments(self, stamps: CLStamps) -> list[tuple[float, array[float]]]:
        """For each run that is done what was left with it, and when its first launch began and when each was done."""
        return stamps.done.copy()


class CLStamps:
    """Room for several runs in the thread that makes it: `done` has what is known of each."""

    def __init__(self, runs: int) -> None:
        self.target, self.runs = self, runs
        self.done: list[tuple[float, array[float]]] = []
        self._thread, self._left = threading.get_ident(), runs

    def taken(self) -> int: return self.runs - self._left
    def close(self) -> None: self._thread = 0

    def take(self) -> bool:
        """Whether the calling thread may have one run noted here, which is one less from now on."""
        if self._thread != threading.get_ident() or not self._left: return False
        self._left -= 1
        return True


def _moments(begin: float, times: Sequence[tuple[float, float, float] | None]) -> array[float]:
    """The host's times, of the device's: the first command was queued at `begin`."""
    first = next((t for t in times if t is not None), (0.0, 0.0, 0.0))
    later = begin - first[0]
    found = array("d", [first[1] + later])
    for at in times: found.append(found[-1] if at is None else at[2] + later)
    return found


def _own_kernel(queue: CLQueue, program: Program | None) -> CLKernel | None:
    """A kernel object for one launch; None for a copy."""
    if not isinstance(program, CLProgram): return None
    try: return program.kernel()
    except CLError as fault: raise queue.failed(fault) from None
