"""ctypes bindings of the OpenCL library: functions, error codes, device attributes.

Inputs: the names under which the library may be found. Outputs: a `Library`, whose `call` converts every error number to a message.
Invariants: no status is ignored; the library is loaded once; listing the devices creates no context.
"""
from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Sequence
from ctypes import POINTER, c_char_p, c_int, c_size_t, c_uint, c_uint64, c_void_p
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from heddle.errors import DeviceError
from heddle.runtime.common.native import load_first

if TYPE_CHECKING:
    from heddle.runtime.common.native import CType

#: where the library is looked for, in order
LIBRARIES: tuple[str, ...] = {
    "darwin": ("/System/Library/Frameworks/OpenCL.framework/OpenCL",), "win32": ("OpenCL.dll",),
}.get(sys.platform, ("libOpenCL.so.1", "libOpenCL.so"))

# constants of CL/cl.h that we use
DEVICE_TYPE_CPU: Final = 1 << 1
DEVICE_TYPE_ALL: Final = 0xFFFFFFFF
QUEUE_PROFILING: Final = 1 << 1
MEM_READ_WRITE: Final = 1
COMPLETE: Final = 0
DEVICE_NOT_FOUND: Final = -1
COMPILE_FAILED: Final = (-11, -15, -17)  # build, compile, link
INVALID_BINARY: Final = -42
NO_MEMORY: Final = frozenset((-4, -5, -6, -61))  # object allocation, resources, host memory, buffer size
_LOST: Final = frozenset((-2, -5, -14, -34, -36, -9999, -1002))  # the device or its context is of no more use
PROGRAM_BINARY_SIZES, PROGRAM_BINARIES, PROGRAM_BUILD_LOG = 0x1165, 0x1166, 0x1183
EVENT_STATUS, PROFILING_QUEUED, PROFILING_START, PROFILING_END = 0x11D3, 0x1280, 0x1282, 0x1283
CONTEXT_PLATFORM, QUEUE_PROPERTIES = 0x1084, 0x1093
MEM_SIZE, MEM_CONTEXT = 0x1102, 0x1106
_ICD_FINDS_NOTHING = -1001

ERRORS: Final[dict[int, str]] = {
    -1: "device not found", -2: "device not available", -3: "compiler not available", -4: "memory object allocation failure",
    -5: "out of resources", -6: "out of host memory", -7: "profiling information not available", -11: "build program failure",
    -14: "an event in the wait list failed", -15: "compile program failure", -17: "link program failure", -30: "invalid value",
    -33: "invalid device", -34: "invalid context", -36: "invalid command queue", -38: "invalid memory object",
    -42: "invalid binary", -45: "invalid program executable", -46: "invalid kernel name", -48: "invalid kernel",
    -49: "invalid argument index", -50: "invalid argument value", -51: "invalid argument size", -52: "invalid kernel arguments",
    -54: "invalid work-group size", -55: "invalid work-item size", -61: "invalid buffer size", -63: "invalid global work size",
    -1001: "no platform found", -1002: "the driver's library is broken",
}

_PTR, _OUT_UINT, _OUT_SIZE, _OUT_INT = c_void_p, POINTER(c_uint), POINTER(c_size_t), POINTER(c_int)
_ADDRESS = c_size_t
#: name: (result, arguments); a result of c_void_p is a handle and comes with an error number behind the last argument
_FUNCTIONS: Final[dict[str, tuple[CType, tuple[CType, ...]]]] = {
    "clGetPlatformIDs": (c_int, (c_uint, _PTR, _OUT_UINT)),
    "clGetPlatformInfo": (c_int, (_PTR, c_uint, c_size_t, _PTR, _OUT_SIZE)),
    "clGetDeviceIDs": (c_int, (_PTR, c_uint64, c_uint, _PTR, _OUT_UINT)),
    "clGetDeviceInfo": (c_int, (_PTR, c_uint, c_size_t, _PTR, _OUT_SIZE)),
    "clCreateContext": (c_void_p, (_PTR, c_uint, _PTR, _PTR, _PTR)),
    "clCreateCommandQueue": (c_void_p, (_PTR, _PTR, c_uint64)),
    "clCreateBuffer": (c_void_p, (_PTR, c_uint64, c_size_t, _PTR)),
    "clCreateImage": (c_void_p, (_PTR, c_uint64, _PTR, _PTR, _PTR)),
    "clRetainMemObject": (c_int, (_PTR,)),
    "clReleaseMemObject": (c_int, (_PTR,)),
    "clGetMemObjectInfo": (c_int, (_PTR, c_uint, c_size_t, _PTR, _OUT_SIZE)),
    "clEnqueueReadBuffer": (c_int, (_PTR, _PTR, c_uint, c_size_t, c_size_t, _PTR, c_uint, _PTR, _PTR)),
    "clEnqueueWriteBuffer": (c_int, (_PTR, _PTR, c_uint, c_size_t, c_size_t, _PTR, c_uint, _PTR, _PTR)),
    "clEnqueueCopyBuffer": (c_int, (_PTR, _PTR, _PTR, c_size_t, c_size_t, c_size_t, c_uint, _PTR, _PTR)),
    "clGetImageInfo": (c_int, (_PTR, c_uint, c_size_t, _PTR, _OUT_SIZE)),
    "clEnqueueReadImage": (c_int, (_PTR, _PTR, c_uint, _PTR, _PTR, c_size_t, c_size_t, _PTR, c_uint, _PTR, _PTR)),
    "clEnqueueWriteImage": (c_int, (_PTR, _PTR, c_uint, _PTR, _PTR, c_size_t, c_size_t, _PTR, c_uint, _PTR, _PTR)),
    "clEnqueueCopyImage": (c_int, (_PTR, _PTR, _PTR, _PTR, _PTR, _PTR, c_uint, _PTR, _PTR)),
    "clEnqueueMigrateMemObjects": (c_int, (_PTR, c_uint, _PTR, c_uint64, c_uint, _PTR, _PTR)),
    "clEnqueueMarkerWithWaitList": (c_int, (_PTR, c_uint, _PTR, _PTR)),
    "clCreateProgramWithSource": (c_void_p, (_PTR, c_uint, _PTR, _PTR)),
    "clCreateProgramWithBinary": (c_void_p, (_PTR, c_uint, _PTR, _PTR, _PTR, _PTR)),
    "clBuildProgram": (c_int, (_PTR, c_uint, _PTR, c_char_p, _PTR, _PTR)),
    "clGetProgramBuildInfo": (c_int, (_PTR, _PTR, c_uint, c_size_t, _PTR, _OUT_SIZE)),
    "clGetProgramInfo": (c_int, (_PTR, c_uint, c_size_t, _PTR, _OUT_SIZE)),
    "clReleaseProgram": (c_int, (_PTR,)),
    "clCreateKernel": (c_void_p, (_PTR, c_char_p)),
    "clReleaseKernel": (c_int, (_PTR,)),
    "clSetKernelArg": (c_int, (_PTR, c_uint, c_size_t, _PTR)),
    "clEnqueueNDRangeKernel": (c_int, (_PTR, _PTR, c_uint, _PTR, _PTR, _PTR, c_uint, _PTR, _PTR)),
    "clFlush": (c_int, (_PTR,)),
    "clFinish": (c_int, (_PTR,)),
    "clGetEventInfo": (c_int, (_PTR, c_uint, c_size_t, _PTR, _OUT_SIZE)),
    "clGetEventProfilingInfo": (c_int, (_PTR, c_uint, c_size_t, _PTR, _OUT_SIZE)),
    "clReleaseEvent": (c_int, (_PTR,)),
    "clGetExtensionFunctionAddressForPlatform": (_ADDRESS, (_PTR, c_char_p)),
}
#: functions of later versions, which a library may lack
_NEWER: Final[dict[str, tuple[CType, tuple[CType, ...]]]] = {
    "clCreateCommandQueueWithProperties": (c_void_p, (_PTR, _PTR, _PTR)),  # 2.0; the older one is deprecated there
}


class CLError(DeviceError):
    """A call of OpenCL that failed. `code` is its error number."""

    def __init__(self, function: str, code: int) -> None:
        super().__init__(f"{function} failed: {ERRORS.get(code, 'an error of this driver')} ({code})",
                         "Look at the system's log for messages of the graphics driver, and at `clinfo`.")
        self.function, self.code = function, code

    @property
    def is_out_of_memory(self) -> bool: return self.code in NO_MEMORY

    @property
    def loses_device(self) -> bool: return self.code in _LOST


class Library:
    """The loaded library. `call` checks status codes, `make` gives handles."""

    def __init__(self, functions: object, path: str) -> None:
        self.path = path
        self.functions: dict[str, Callable[..., int]] = {}
        for name, (result, arguments) in (_FUNCTIONS | _NEWER).items():
            if name in _NEWER and not hasattr(functions, name): continue
            function = getattr(functions, name)  # AttributeError: too old, or none of OpenCL's
            function.restype = result
            function.argtypes = (*arguments, _OUT_INT) if result is c_void_p else arguments
            self.functions[name] = function

    def call(self, name: str, *args: object) -> None:
        """A function that returns a status. CLError if that is not success."""
        if (code := self.functions[name](*args)) != 0: raise CLError(name, code)

    def make(self, name: str, *args: object) -> int:
        """A function that returns a handle. CLError if there is none."""
        code = c_int(0)
        handle = self.functions[name](*args, ctypes.byref(code))
        if code.value != 0 or not handle: raise CLError(name, code.value)
        return handle

    def info(self, name: str, *args: object) -> bytes:
        """All bytes of what a `clGet…Info` function is asked for."""
        size = c_size_t(0)
        self.call(name, *args, 0, None, ctypes.byref(size))
        room = ctypes.create_string_buffer(max(size.value, 1))
        self.call(name, *args, size.value, room, None)
        return room.raw[:size.value]

    def text(self, name: str, *args: object) -> str:
        return self.info(name, *args).split(b"\0")[0].decode(errors="replace").strip()

    def number(self, name: str, *args: object) -> int:
        return int.from_bytes(self.info(name, *args), sys.byteorder)

    def handles(self, name: str, *args: object) -> list[int]:
        """What `clGetPlatformIDs` and `clGetDeviceIDs` list; nothing where they find nothing."""
        count = c_uint(0)
        code = self.functions[name](*args, 0, None, ctypes.byref(count))
        if code in (DEVICE_NOT_FOUND, _ICD_FINDS_NOTHING) or (code == 0 and count.value == 0): return []
        if code != 0: raise CLError(name, code)
        found = (c_void_p * count.value)()
        self.call(name, *args, count.value, found, None)
        return [handle for handle in found if handle]


def open_library(names: Sequence[str] = ()) -> Library:
    """The first of `names` (`LIBRARIES` if none are given) that loads. OSError with what each said if none does."""
    return load_first(names or LIBRARIES, lambda name: Library(ctypes.CDLL(name), name),
                      "{name} lacks a function of OpenCL 1.2 ({fault})")


# ---- what devices say of themselves


@dataclass(frozen=True)
class CLInfo:
    """A device as OpenCL describes it. Sizes in bytes."""

    handle: int
    platform: int
    name: str
    vendor: str
    driver: str
    version: tuple[int, int]
    kind: int  # bits of DEVICE_TYPE_…
    units: int
    memory: int
    local_memory: int
    local_is_fast: bool
    group_items: int
    group_sizes: tuple[int, int, int]
    float_lanes: int  # the width of float vectors that the driver would have
    rounds_exactly: bool  # division and square root can be had correctly rounded
    extensions: frozenset[str]
    image: tuple[int, int] | None  # most rows, and pixels a row, of an image; None where the device has no images

    @property
    def is_cpu(self) -> bool: return bool(self.kind & DEVICE_TYPE_CPU)

    @property
    def has_half(self) -> bool: return "cl_khr_fp16" in self.extensions

    @property
    def has_double(self) -> bool: return "cl_khr_fp64" in self.extensions

    @property
    def is_usable(self) -> bool: return self.version >= (1, 2)

    @property
    def builds_alone(self) -> bool:
        """Whether its compiler corrupts memory when two threads call it at once, as the standard lets them (Oclgrind 21.10)."""
        return self.name.startswith("Oclgrind")

    @property
    def rank(self) -> tuple[bool, bool, int, int]:
        """The best device has the greatest: a GPU before others, then one with more units."""
        return self.is_usable, not self.is_cpu, self.units, self.memory


def describe_device(library: Library, platform: int, handle: int) -> CLInfo:
    """What there is to know of a device before it is opened."""
    def text(what: int) -> str: return library.text("clGetDeviceInfo", handle, what)
    def number(what: int) -> int: return library.number("clGetDeviceInfo", handle, what)
    sizes = library.info("clGetDeviceInfo", handle, 0x1005)
    word = ctypes.sizeof(c_size_t)
    extents = [int.from_bytes(sizes[i * word:(i + 1) * word], sys.byteorder) for i in range(3)]
    return CLInfo(
        handle, platform, text(0x102B), text(0x102C), text(0x102D), _version(text(0x102F)), number(0x1000), number(0x1002),
        number(0x101F), number(0x1023), number(0x1022) == 1, number(0x1004), (extents[0], extents[1], extents[2]),
        number(0x100A), bool(number(0x101B) & (1 << 7)), frozenset(text(0x1030).split()),
        (number(0x1012), number(0x1011)) if number(0x1016) else None)


def _version(text: str) -> tuple[int, int]:
    """(1, 2) of "OpenCL 1.2 vendor's words"."""
    major, _, minor = text.removeprefix("OpenCL").strip().split(" ")[0].partition(".")
    return (int(major), int(minor)) if major.isdigit() and minor.isdigit() else (0, 0)


def list_devices(library: Library) -> list[CLInfo]:
    """All devices of all platforms, the best first. CLError where a driver fails at so little."""
    found = [describe_device(library, platform, handle) for platform in library.handles("clGetPlatformIDs")
             for handle in library.handles("clGetDeviceIDs", platform, DEVICE_TYPE_ALL)]
    return sorted(found, key=lambda d: d.rank, reverse=True)
