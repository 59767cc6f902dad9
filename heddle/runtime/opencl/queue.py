"""Command queue of an OpenCL device, loaded kernels, and their launches.

Inputs: memory, arguments, launch dimensions. Outputs: an asynchronous launch, whose writes are visible to all later commands.
Invariants: an error that loses the device is stored, and is the error of every later call; a wait ends after `KERNEL_TIMEOUT` seconds
without progress.
"""
from __future__ import annotations

import contextlib
import ctypes
import struct
import threading
from collections.abc import Mapping, Sequence
from ctypes import c_size_t, c_uint64, c_void_p
from typing import TYPE_CHECKING

from heddle.device.device_lost import Losable
from heddle.errors import DeviceError
from heddle.process import interrupts
from heddle.process.fork_safety import free_in_child
from heddle.runtime.common.polling import wait_until
from heddle.runtime.common.retired import Retired
from heddle.runtime.opencl import library as opencl_library
from heddle.runtime.opencl.library import CLError, CLInfo, Library

if TYPE_CHECKING:
    from heddle.runtime.opencl.image import CLImage
    from heddle.runtime.opencl.memory import CLMemory
    from heddle.uop.program_info import ProgramInfo


_one_build = free_in_child(threading.RLock())


class CLQueue(Losable):
    """A context and its queue."""

    def __init__(self, library: Library, info: CLInfo, name: str) -> None:
        super().__init__(name)
        self.library, self.info = library, info
        self.lock = interrupts.DeferringLock()  # a kernel's arguments are part of its object until it is queued
        self._unfinished: list[tuple[int, object]] = []  # copies that Ctrl-C has left behind: events, and memory of the host in use
        device = c_void_p(info.handle)
        properties = (c_void_p * 3)(opencl_library.CONTEXT_PLATFORM, info.platform, None)
        self.context = library.make("clCreateContext", properties, 1, ctypes.byref(device), None, None)
        self.handle = self._make_queue(0)
        self._timed: int | None = None
        self.retired: Retired[tuple[int, int]] = Retired(self._release_programs)  # kernels and their programs
        self.released = 0  # how much memory has been given back: a handle from before may since be another memory's

    def _make_queue(self, properties: int) -> int:
        library, device = self.library, self.info.handle
        if self.info.version < (2, 0) or "clCreateCommandQueueWithProperties" not in library.functions:
            return library.make("clCreateCommandQueue", self.context, device, properties)
        property_list = (c_uint64 * 3)(opencl_library.QUEUE_PROPERTIES, properties, 0)
        return library.make("clCreateCommandQueueWithProperties", self.context, device, property_list)

    def release(self, memory: int) -> None:
        """Gives memory back."""
        self.released += 1
        self.library.functions["clReleaseMemObject"](memory)

    def _release_programs(self, programs: list[tuple[int, int]]) -> None:
        """The driver keeps what is queued."""
        with self.lock, self.alone():
            for kernel, program in programs:
                self.library.functions["clReleaseKernel"](kernel)
                self.library.functions["clReleaseProgram"](program)

    @property
    def timed(self) -> int:
        """A second queue, whose launches are timed: that costs some drivers time for each."""
        if self._timed is None: self._timed = self._make_queue(opencl_library.QUEUE_PROFILING)
        return self._timed

    def build(self, program: int, options: bytes | None) -> None:
        """Compiles a program, or takes its binary, for this device. CLError if the driver refuses."""
        device = c_void_p(self.info.handle)
        with self.alone(): self.library.call("clBuildProgram", program, 1, ctypes.byref(device), options, None, None)

    def alone(self) -> contextlib.AbstractContextManager[object]:
        """Held while the driver's compiler or its results are at work, if that has to be one thread at a time."""
        return _one_build if self.info.builds_alone else contextlib.nullcontext()

    # ---- faults

    def failed(self, fault: CLError) -> DeviceError:
        """The error to raise for a call that failed; the device is lost if that follows."""
        if not fault.loses_device: return fault
        return self.lose(f"it was lost when {fault.what.rstrip('.')}")

    # ---- queueing and waiting

    def enqueue(self, function: str, *args: object, queue: int | None = None) -> None:
        """A command that nobody waits for."""
        self.check()
        try: self.library.call(function, queue or self.handle, *args, 0, None, None)
        except CLError as fault: raise self.failed(fault) from None

    def event(self, function: str, *args: object, queue: int | None = None) -> int:
        """A command; its event is to be given to `wait`."""
        self.check()
        event = c_void_p()
        try:
            self.library.call(function, queue or self.handle, *args, 0, None, ctypes.byref(event))
            self.library.call("clFlush", queue or self.handle)
        except CLError as fault: raise self.failed(fault) from None
        return event.value or 0

    def wait_for(self, function: str, memory: int, offset: int, nbytes: int, host: object) -> None:
        """Copies between `memory` and the host, and waits until that is done."""
        self.wait_until_done(function, memory, 0, offset, nbytes, host, keeps=host)

    def wait_until_done(self, function: str, *args: object, keeps: object = None) -> None:
        """A command, which is done when this returns. `keeps`: what it uses, also if Ctrl-C ends the wait."""
        with interrupts.deferred():
            self._forget_finished()
            event = self.event(function, *args)
            try: self.wait(event)
            except KeyboardInterrupt:
                self._unfinished.append((event, keeps))
                raise
            except BaseException:
                self.library.call("clReleaseEvent", event)
                raise
            self.library.call("clReleaseEvent", event)

    def _forget_finished(self) -> None:
        """Lets go of commands that were left behind and are done; the queue runs them in order."""
        while len(self._unfinished) and self._is_done(self._unfinished[0][0]):
            self.library.call("clReleaseEvent", self._unfinished.pop(0)[0])

    def _is_done(self, event: int) -> bool:
        """Whether the event's command has ended, however."""
        return self._status(event) <= opencl_library.COMPLETE

    def _status(self, event: int) -> int:
        """COMPLETE, or more while the event's command has not ended, or the error with which it has."""
        status = ctypes.c_int(1)
        size = ctypes.sizeof(status)
        self.library.call("clGetEventInfo", event, opencl_library.EVENT_STATUS, size, ctypes.byref(status), None)
        return status.value

    def finish(self) -> None:
        """Returns when all that was queued is done."""
        self.wait_until_done("clEnqueueMarkerWithWaitList")

    def wait(self, event: int) -> None:
        """Returns when the event's command is done. DeviceError if it failed or takes longer than KERNEL_TIMEOUT."""
        def is_done() -> bool:
            try: status = self._status(event)
            except CLError as fault: raise self.failed(fault) from None
            if status < 0: raise self.failed(CLError("a command", status))
            return status == opencl_library.COMPLETE

        if not wait_until(is_done): raise self.hang()

    def seconds(self, event: int) -> tuple[float, float, float]:
        """When a command of `timed` was queued, began and ended, by the device's clock, once it is over. The event is given back."""
        stages = opencl_library.PROFILING_QUEUED, opencl_library.PROFILING_START, opencl_library.PROFILING_END
        try:
            self.wait(event)
            queued, begin, end = (self.library.number("clGetEventProfilingInfo", event, stage) * 1e-9 for stage in stages)
        finally: self.library.call("clReleaseEvent", event)
        return queued, begin, end


#: a command: the function that queues it, and its arguments between the queue and the events
Command = tuple[str, tuple[object, ...]]


class CLKernel:
    """A kernel object of the driver, which keeps its arguments."""

    def __init__(self, queue: CLQueue, program: int, info: ProgramInfo) -> None:
        self._queue, self._info = queue, info
        with queue.alone(): self.handle = queue.library.make("clCreateKernel", program, info.name.encode())
        self._set = queue.library.functions["clSetKernelArg"]
        self._known: list[object] = []  # arguments as they were last set
        self._at = -1  # what `queue.released` was then

    def launch(self, bufs: Sequence[CLMemory | CLImage | None], var_vals: Mapping[str, int], global_size: Sequence[int],
               local_size: Sequence[int] | None) -> Command:
        """The command that runs it over `global_size` work-groups of `local_size` threads; its arguments are set."""
        rank = max(len(global_size), len(local_size or ()))
        groups, threads = ((*sizes, 1, 1, 1)[:rank] for sizes in (global_size, local_size or ()))
        extents = (c_size_t * rank)(*(g * n for g, n in zip(groups, threads, strict=True)))
        self._set_arguments(bufs, var_vals)
        return "clEnqueueNDRangeKernel", (self.handle, rank, None, extents, (c_size_t * rank)(*threads))

    def _set_arguments(self, bufs: Sequence[CLMemory | CLImage | None], var_vals: Mapping[str, int]) -> None:
        """Sets the arguments that differ from those that the kernel object has."""
        values = [part for memory in bufs for part in (memory or (0, 0))[:2]]  # a Buffer of no bytes has no memory, and says 0
        values += [var_vals[name] for name in self._info.vars]
        if self._at != self._queue.released:
            self._known.clear()
            self._at = self._queue.released
        known = self._known
        known += [None] * (len(values) - len(known))
        for at, value in enumerate(values):
            if known[at] == value: continue
            code = self._set(self.handle, at, 8, struct.pack("q", value))
            if code != 0: raise self._queue.failed(CLError("clSetKernelArg", code))
            known[at] = value


class CLProgram:
    """A kernel of the driver. Calling it queues a launch."""

    def __init__(self, queue: CLQueue, info: ProgramInfo, binary: bytes) -> None:
        self._queue, self._info = queue, info
        queue.retired.make_room()
        try:
            self._program = _load_program(queue, binary)
            self._kernel = self.kernel()
        except CLError as fault: raise queue.failed(fault) from None
        queue.retired.follow(self, (self._kernel.handle, self._program))

    def kernel(self) -> CLKernel:
        """One more object of this kernel, with arguments of its own. CLError."""
        return CLKernel(self._queue, self._program, self._info)

    def __call__(self, bufs: Sequence[CLMemory | CLImage | None], var_vals: Mapping[str, int], global_size: Sequence[int] = (1,),
                 local_size: Sequence[int] | None = None, wait: bool = False) -> float | None:
        """Queues the kernel over `global_size` work-groups of `local_size` threads; returns its seconds if it is to `wait`."""
        queue = self._queue
        if wait: queue.finish()
        with queue.lock:
            queue.check()
            function, args = self._kernel.launch(bufs, var_vals, global_size, local_size)
            if not wait: return queue.enqueue(function, *args)
            event = queue.event(function, *args, queue=queue.timed)
        _, begin, end = queue.seconds(event)
        return end - begin


def _load_program(queue: CLQueue, binary: bytes) -> int:
    """The program in `binary`, ready to make kernels of. CLError if the driver does not take it."""
    library, handle = queue.library, c_void_p(queue.info.handle)
    size, status = c_size_t(len(binary)), ctypes.c_int(0)
    room = ctypes.create_string_buffer(binary, len(binary))
    where = c_void_p(ctypes.addressof(room))
    with queue.alone():
        program = library.make("clCreateProgramWithBinary", queue.context, 1, ctypes.byref(handle), ctypes.byref(size),
                               ctypes.byref(where), ctypes.byref(status))
        queue.build(program, None)
    return program
