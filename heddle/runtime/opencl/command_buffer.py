"""OpenCL command buffers (`cl_khr_command_buffer`): lists of launches that the driver keeps and runs as one.

Inputs: commands, whose kernels have their arguments. Outputs: a `CommandBuffer`. Invariants: a buffer may be enqueued again before its
last run is over; it holds launches only, since the extension's copies have changed their arguments from version to version.
"""
from __future__ import annotations

import ctypes
import weakref
from collections.abc import Callable, Sequence
from ctypes import c_int, c_uint, c_uint64, c_void_p
from typing import TYPE_CHECKING, Final

from heddle.runtime.opencl.library import CLError
from heddle.runtime.opencl.queue import CLQueue, Command

if TYPE_CHECKING:
    from heddle.runtime.common.native import CType

EXTENSION: Final = "cl_khr_command_buffer"
# constants of CL/cl_ext.h
_CAPABILITIES, _SIMULTANEOUS_USE = 0x12A9, 1 << 2
_FLAGS, _FLAG_SIMULTANEOUS_USE = 0x1293, 1

_PTR = c_void_p
#: name: (result, arguments), as in `library.py`
_FUNCTIONS: Final[dict[str, tuple[CType, tuple[CType, ...]]]] = {
    "clCreateCommandBufferKHR": (c_void_p, (c_uint, _PTR, _PTR, _PTR)),
    "clCommandNDRangeKernelKHR": (c_int, (_PTR, _PTR, _PTR, _PTR, c_uint, _PTR, _PTR, _PTR, c_uint, _PTR, _PTR, _PTR)),
    "clFinalizeCommandBufferKHR": (c_int, (_PTR,)),
    "clEnqueueCommandBufferKHR": (c_int, (c_uint, _PTR, _PTR, c_uint, _PTR, _PTR)),
    "clReleaseCommandBufferKHR": (c_int, (_PTR,)),
}
Functions = dict[str, Callable[..., int]]


def command_buffers(queue: CLQueue) -> Functions | None:
    """The extension's functions; None where the device lacks it, or keeps no list that may be queued while it runs."""
    library, info = queue.library, queue.info
    if EXTENSION not in info.extensions: return None
    if not library.number("clGetDeviceInfo", info.handle, _CAPABILITIES) & _SIMULTANEOUS_USE: return None
    find = library.functions["clGetExtensionFunctionAddressForPlatform"]
    found = {name: find(info.platform, name.encode()) for name in _FUNCTIONS}
    if not all(found.values()): return None
    return {name: ctypes.CFUNCTYPE(result, *arguments)(found[name]) for name, (result, arguments) in _FUNCTIONS.items()}


class CommandBuffer:
    """Launches as the driver keeps them, each with the arguments that its kernel has now. CLError."""

    def __init__(self, queue: CLQueue, functions: Functions, launches: Sequence[Command]) -> None:
        self._functions = functions
        status, handle = c_int(0), c_void_p(queue.handle)
        properties = (c_uint64 * 3)(_FLAGS, _FLAG_SIMULTANEOUS_USE, 0)
        self._handle = functions["clCreateCommandBufferKHR"](1, ctypes.byref(handle), properties, ctypes.byref(status))
        if status.value != 0 or not self._handle: raise CLError("clCreateCommandBufferKHR", status.value)
        weakref.finalize(self, functions["clReleaseCommandBufferKHR"], self._handle).atexit = False
        for _, args in launches: self._call("clCommandNDRangeKernelKHR", self._handle, None, None, *args, 0, None, None, None)
        self._call("clFinalizeCommandBufferKHR", self._handle)

    def _call(self, name: str, *args: object) -> None:
        if (code := self._functions[name](*args)) != 0: raise CLError(name, code)

    def enqueue(self) -> None:
        """Queues all launches, in order. CLError."""
        self._call("clEnqueueCommandBufferKHR", 0, None, self._handle, 0, None, None)
