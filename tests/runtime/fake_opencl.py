"""A made-up OpenCL library: functions of Python under OpenCL's names, with one device, memory that is bytes, and faults on demand.

`FakeOpenCL(fail={"clCreateBuffer": -4})` fails there with that code; `hang=True` never ends a launch.
"""
from __future__ import annotations

import ctypes
import itertools
from collections.abc import Callable
from typing import Any

from heddle.runtime.opencl import library as opencl_library

_TEXTS = {0x102B: "Fake GPU", 0x102C: "Fakers", 0x102D: "1.0", 0x1030: "cl_khr_fp64"}
_NUMBERS = {0x1000: 4, 0x1002: 8, 0x101F: 1 << 30, 0x1023: 32 << 10, 0x1022: 1, 0x1004: 256, 0x100A: 1, 0x101B: 0,
            0x1016: 0}


class FakeOpenCL:
    """Stands where `ctypes.CDLL` gives a library."""

    def __init__(self, version: str = "OpenCL 1.2 fake", platforms: int = 1, fail: dict[str, int] | None = None,
                 hang: bool = False, log: str = "") -> None:
        self.version, self.platforms, self.fail, self.hang, self.log = version, platforms, fail or {}, hang, log
        self.memory: dict[int, bytearray] = {}
        self.calls: list[str] = []
        self._handles = itertools.count(1000)

    def __getattr__(self, name: str) -> Any:
        known = opencl_library._FUNCTIONS if self.version < "OpenCL 2" else opencl_library._FUNCTIONS | opencl_library._NEWER
        if name not in known: raise AttributeError(name)
        makes = known[name][0] is ctypes.c_void_p
        return _Function(self, name, getattr(type(self), "_" + name, _new if makes else _succeed), makes)

    # ---- what there is

    def _clGetPlatformIDs(self, room: int, found: Any, count: Any) -> int:
        return self._list(found, count, [1 + n for n in range(self.platforms)], -1001)

    def _clGetDeviceIDs(self, platform: int, kind: int, room: int, found: Any, count: Any) -> int:
        return self._list(found, count, [70 + platform], -1)

    def _list(self, found: Any, count: Any, handles: list[int], none: int) -> int:
        if not handles: return none
        if count is not None: count._obj.value = len(handles)
        if found is not None: found[:] = handles
        return 0

    def _clGetDeviceInfo(self, device: int, what: int, size: int, room: Any, needed: Any) -> int:
        if what == 0x1005: data = b"".join((256).to_bytes(8, "little") for _ in range(3))
        elif what in _NUMBERS: data = _NUMBERS[what].to_bytes(8, "little")
        else: data = (self.version if what == 0x102F else _TEXTS[what]).encode() + b"\0"
        return _answer(data, room, needed)

    # ---- memory and launches

    def _clCreateBuffer(self, context: int, flags: int, nbytes: int, host: Any) -> int:
        self.memory[handle := next(self._handles)] = bytearray(nbytes)
        return handle

    def _clEnqueueWriteBuffer(self, queue: int, memory: int, blocking: int, at: int, nbytes: int, host: Any, *events: Any) -> int:
        self.memory[memory][at:at + nbytes] = bytes(host)
        return self._begin(events)

    def _clEnqueueReadBuffer(self, queue: int, memory: int, blocking: int, at: int, nbytes: int, host: Any, *events: Any) -> int:
        ctypes.memmove(host, bytes(self.memory[memory][at:at + nbytes]), nbytes)
        return self._begin(events)

    def _clEnqueueMarkerWithWaitList(self, queue: int, *events: Any) -> int: return self._begin(events)
    def _clEnqueueNDRangeKernel(self, queue: int, *args: Any) -> int: return self._begin(args[-3:])

    def _begin(self, events: tuple[Any, ...]) -> int:
        if events[-1] is not None: events[-1]._obj.value = next(self._handles)
        return 0

    def _clGetEventInfo(self, event: int, what: int, size: int, status: Any, needed: Any) -> int:
        status._obj.value = self.fail.get("a launch", 1 if self.hang else 0)
        return 0

    # ---- programs

    def _clGetProgramBuildInfo(self, program: int, device: int, what: int, size: int, room: Any, needed: Any) -> int:
        return _answer(self.log.encode() + b"\0", room, needed)

    def _clGetProgramInfo(self, program: int, what: int, size: int, room: Any, needed: Any) -> int:
        if what == opencl_library.PROGRAM_BINARY_SIZES: return _answer((4).to_bytes(8, "little"), room, needed)
        ctypes.memmove(room._obj.value, b"code", 4)
        return 0


class _Function:
    """One function: it fails if it is to, else does what the fake does."""

    def __init__(self, library: FakeOpenCL, name: str, body: Callable[..., int], makes: bool) -> None:
        self.library, self.name, self.body, self.makes = library, name, body, makes

    def __call__(self, *args: Any) -> int:
        self.library.calls.append(self.name)
        code = self.library.fail.get(self.name, 0)
        if not self.makes: return code or self.body(self.library, *args)
        args[-1]._obj.value = code
        return 0 if code else self.body(self.library, *args[:-1])


def _new(library: FakeOpenCL, *args: Any) -> int: return next(library._handles)
def _succeed(library: FakeOpenCL, *args: Any) -> int: return 0


def _answer(data: bytes, room: Any, needed: Any) -> int:
    if needed is not None: needed._obj.value = len(data)
    if room is not None: ctypes.memmove(room, data, len(data))
    return 0
