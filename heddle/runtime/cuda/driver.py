"""ctypes bindings of NVIDIA's driver library (libcuda): functions, error codes, device attributes.

Inputs: the names under which the library may be found. Outputs: a `Library`, whose `call` converts every error number to a message.
Invariants: no status is ignored; listing the devices creates no context; `load` is the one place where the library is loaded, and may
be replaced by a function that returns an object with functions of these names.

A stand-in that runs PTX declares this by an attribute `takes_cubins = False`; the real library takes both.
"""
from __future__ import annotations

import ctypes
import functools
import sys
from collections.abc import Callable, Sequence
from ctypes import POINTER, c_char_p, c_float, c_int, c_size_t, c_ubyte, c_uint, c_uint32, c_uint64, c_void_p
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from heddle.errors import DeviceError
from heddle.renderer.cuda.cuda import Architecture
from heddle.runtime.common.native import functions_of, load_first

if TYPE_CHECKING:
    from heddle.runtime.common.native import CType

#: where the library is looked for, in order
LIBRARIES: tuple[str, ...] = {"win32": ("nvcuda.dll",)}.get(sys.platform, ("libcuda.so.1", "libcuda.so"))
LEAST_DRIVER: Final = 12000  # CUDA 12.0, driver 525: the oldest whose graphs are updated as we do it
#: how a library is loaded; tests put a stand-in's loader here
load: Callable[[str], object] = ctypes.CDLL

# constants of cuda.h that we use
NO_DEVICE, PTX_FAILED = 100, (200, 209, 218, 222, 300)
NOT_FOUND, NOT_READY, TOO_LARGE, UPDATE_REFUSED = 500, 600, 701, 910
NO_MEMORY: Final = 2
_LEAST_ARCH = 75
#: errors of a kernel, or of the device: its context is of no more use
_LOST: Final = frozenset((4, 46, 201, 700, 702, 709, 710, 714, 715, 716, 717, 718, 719, 999))
STREAM_NON_BLOCKING, EVENT_TIMED, EVENT_UNTIMED = 1, 0, 2
STREAM_OF_THREAD: Final = 2
#: a priority above the usual one, which is 0
STREAM_HIGH_PRIORITY: Final = -1
POOL_RELEASE_THRESHOLD = 4
FUNC_MOST_THREADS, FUNC_SHARED, FUNC_LOCAL, FUNC_REGISTERS, FUNC_DYNAMIC_SHARED = 0, 1, 3, 4, 8
JIT_ERROR_LOG, JIT_ERROR_LOG_SIZE = 5, 6
POINTER_DEVICE, POINTER_KIND = 9, 2
MEMORY_DEVICE: Final = 2
_UNITS, _MAJOR, _MINOR, _POOLS, _SHARED_OPTIN = 16, 75, 76, 115, 97

_PTR, _OUT, _INT, _UINT, _SIZE = c_void_p, POINTER(c_void_p), POINTER(c_int), POINTER(c_uint), POINTER(c_size_t)
_ADDRESS = c_uint64


class KernelNode(ctypes.Structure):
    """CUDA_KERNEL_NODE_PARAMS_v2"""

    _fields_ = (("func", c_void_p), *((f"{extent}{d}", c_uint) for extent in ("grid", "block") for d in "xyz"), ("shared", c_uint),
                ("arguments", c_void_p), ("extra", c_void_p), ("kern", c_void_p), ("context", c_void_p))


def _side(name: str) -> tuple[tuple[str, CType], ...]:
    return (*((f"{name}_{at}", c_size_t) for at in ("x", "y", "z", "lod")), (f"{name}_kind", c_int), (f"{name}_host", c_void_p),
            (f"{name}", _ADDRESS), (f"{name}_array", c_void_p), (f"{name}_reserved", c_void_p), (f"{name}_pitch", c_size_t),
            (f"{name}_height", c_size_t))


class CopyNode(ctypes.Structure):
    """CUDA_MEMCPY3D_v2, of which we use one row."""

    _fields_ = (*_side("source"), *_side("dest"), ("width", c_size_t), ("height", c_size_t), ("depth", c_size_t))

    @staticmethod
    def row(dest: int, source: int, nbytes: int) -> CopyNode:
        return CopyNode(source_kind=MEMORY_DEVICE, source=source, dest_kind=MEMORY_DEVICE, dest=dest, width=nbytes, height=1, depth=1)


#: name -> argument types; all give a status
FUNCTIONS: Final[dict[str, tuple[CType, ...]]] = {
    "cuInit": (c_uint,), "cuDriverGetVersion": (_INT,),
    "cuGetErrorName": (c_int, POINTER(c_char_p)), "cuGetErrorString": (c_int, POINTER(c_char_p)),
    "cuDeviceGetCount": (_INT,), "cuDeviceGet": (_INT, c_int), "cuDeviceGetName": (c_char_p, c_int, c_int),
    "cuDeviceGetAttribute": (_INT, c_int, c_int), "cuDeviceTotalMem_v2": (_SIZE, c_int),
    "cuDeviceGetUuid_v2": (c_char_p, c_int),
    "cuDevicePrimaryCtxRetain": (_OUT, c_int), "cuDevicePrimaryCtxRelease_v2": (c_int,), "cuCtxSetCurrent": (_PTR,),
    "cuCtxSynchronize": (),
    "cuMemGetInfo_v2": (_SIZE, _SIZE),
    "cuDeviceGetDefaultMemPool": (_OUT, c_int), "cuMemPoolSetAttribute": (_PTR, c_int, _PTR),
    "cuMemAllocAsync": (POINTER(_ADDRESS), c_size_t, _PTR), "cuMemFreeAsync": (_ADDRESS, _PTR),
    "cuMemAlloc_v2": (POINTER(_ADDRESS), c_size_t), "cuMemFree_v2": (_ADDRESS,),
    "cuMemHostAlloc": (_OUT, c_size_t, c_uint), "cuMemFreeHost": (_PTR,),
    "cuMemcpyHtoDAsync_v2": (_ADDRESS, _PTR, c_size_t, _PTR), "cuMemcpyDtoHAsync_v2": (_PTR, _ADDRESS, c_size_t, _PTR),
    "cuMemcpyDtoDAsync_v2": (_ADDRESS, _ADDRESS, c_size_t, _PTR),
    "cuMemsetD8Async": (_ADDRESS, c_ubyte, c_size_t, _PTR),
    "cuMemcpyPeerAsync": (_ADDRESS, _PTR, _ADDRESS, _PTR, c_size_t, _PTR),
    "cuPointerGetAttribute": (_PTR, c_int, _ADDRESS),
    "cuStreamCreate": (_OUT, c_uint), "cuStreamCreateWithPriority": (_OUT, c_uint, c_int),
    "cuStreamDestroy_v2": (_PTR,), "cuStreamQuery": (_PTR,),
    "cuStreamWaitEvent": (_PTR, _PTR, c_uint),
    "cuEventCreate": (_OUT, c_uint), "cuEventDestroy_v2": (_PTR,), "cuEventRecord": (_PTR, _PTR), "cuEventQuery": (_PTR,),
    "cuEventElapsedTime": (POINTER(c_float), _PTR, _PTR),
    "cuModuleLoadDataEx": (_OUT, c_char_p, c_uint, _INT, _OUT), "cuModuleUnload": (_PTR,),
    "cuModuleGetFunction": (_OUT, _PTR, c_char_p), "cuFuncGetAttribute": (_INT, c_int, _PTR),
    "cuFuncSetAttribute": (_PTR, c_int, c_int),
    "cuLaunchKernel": (_PTR, *(c_uint,) * 7, _PTR, _PTR, _PTR),
    "cuTensorMapEncodeTiled": (_PTR, c_int, c_uint, _ADDRESS, *(POINTER(c_uint64),) * 2, *(POINTER(c_uint32),) * 2, *(c_int,) * 4),
    "cuGraphCreate": (_OUT, c_uint), "cuGraphDestroy": (_PTR,),
    "cuGraphAddKernelNode_v2": (_OUT, _PTR, _OUT, c_size_t, POINTER(KernelNode)),
    "cuGraphAddMemcpyNode": (_OUT, _PTR, _OUT, c_size_t, POINTER(CopyNode), _PTR),
    "cuGraphInstantiateWithFlags": (_OUT, _PTR, c_uint64), "cuGraphExecDestroy": (_PTR,), "cuGraphLaunch": (_PTR, _PTR),
    "cuGraphExecKernelNodeSetParams_v2": (_PTR, _PTR, POINTER(KernelNode)),
    "cuGraphExecMemcpyNodeSetParams": (_PTR, _PTR, POINTER(CopyNode), _PTR),
}

#: what to do about errors that users meet
_CURES: Final[dict[int, str]] = {
    NO_DEVICE: "Look whether `nvidia-smi` lists a GPU, and whether CUDA_VISIBLE_DEVICES hides it.",
    803: "The library belongs to another version than the kernel module: restart the machine, or install the driver again.",
    804: "This driver does not run with the installed compatibility package: remove that, or install a newer driver.",
    700: "A kernel read or wrote outside its memory. Run again with DEBUG=2, which waits for each kernel and so names the one; please "
         "report it with the file that VALIDATE_WITH_CPU=1 writes.",
    716: "A kernel touched memory that is not aligned as it should be; run again with DEBUG=2 to see which one.",
    702: "A display driver stops kernels that take long: make the work of one kernel smaller.",
}
_CURE: Final = "Look at `nvidia-smi` and at the system's log for messages of the NVIDIA driver (Xid)."


class CUDAError(DeviceError):
    """A call of the driver that failed. `code` is its error number."""

    def __init__(self, function: str, code: int, words: str, during: str = "") -> None:
        super().__init__(f"{function} failed{during}: {words} ({code})", _CURES.get(code, _CURE))
        self.function, self.code = function, code

    @property
    def loses_device(self) -> bool: return self.code in _LOST


class Library:
    """The loaded library. `call` checks status codes, `make` gives handles."""

    def __init__(self, functions: object, path: str) -> None:
        self.path = path
        self.takes_cubins: bool = getattr(functions, "takes_cubins", True)
        self.functions = functions_of(functions, FUNCTIONS)  # AttributeError: the driver is older than LEAST_DRIVER

    def error(self, function: str, code: int, during: str = "") -> CUDAError:
        """The error of a call, in the driver's own words."""
        name, text = c_char_p(), c_char_p()
        self.functions["cuGetErrorName"](code, ctypes.byref(name))
        self.functions["cuGetErrorString"](code, ctypes.byref(text))
        words = (text.value or name.value or b"an error of this driver").decode(errors="replace")
        return CUDAError(function, code, words, during)

    def call(self, name: str, *args: object) -> None:
        """A function that returns a status. CUDAError if that is not success."""
        if (code := self.functions[name](*args)) != 0: raise self.error(name, code)

    def make(self, name: str, *args: object) -> int:
        """A function whose first argument is where a handle goes. CUDAError if there is none."""
        handle = c_void_p()
        self.call(name, ctypes.byref(handle), *args)
        return handle.value or 0

    def number(self, name: str, *args: object, kind: type[c_int] | type[c_size_t] | type[c_uint64] = c_int) -> int:
        """A function whose first argument is where a number goes."""
        found = kind(0)
        self.call(name, ctypes.byref(found), *args)
        return found.value


def open_library(names: Sequence[str] = ()) -> Library:
    """The first of `names` (`LIBRARIES` if none are given) that loads. OSError with what each said if none does."""
    return load_first(names or LIBRARIES, lambda name: Library(load(name), name),
                      "{name} lacks a function of CUDA 12 ({fault}): the driver is too old")


@functools.cache
def library() -> Library:
    """The driver library, loaded once and initialised. OSError if there is none, CUDAError if it cannot be used."""
    found = open_library()
    found.call("cuInit", 0)
    return found


# ---- what devices say of themselves


@dataclass(frozen=True)
class CUDAInfo:
    """A device as the driver describes it. Sizes in bytes."""

    ordinal: int  # its number among all GPUs of the driver
    handle: int
    name: str
    arch: Architecture
    units: int
    memory: int
    shared_memory: int  # of a block that opts in
    has_pools: bool

    @property
    def is_usable(self) -> bool: return self.arch.number >= _LEAST_ARCH

    def __str__(self) -> str: return f"{self.name}, {self.arch}, {self.units} multiprocessors, {self.memory >> 30} GiB"


@functools.cache
def devices() -> tuple[CUDAInfo, ...]:
    """The GPUs of this machine, in the driver's order. CUDAError, OSError."""
    driver = library()
    return tuple(_describe(driver, n, driver.number("cuDeviceGet", n)) for n in range(driver.number("cuDeviceGetCount")))


def index_of_ordinal(ordinal: int) -> int | None:
    """The index, in names of devices, of the GPU that the driver gives this number to: usable ones alone have one."""
    usable = [gpu.ordinal for gpu in devices() if gpu.is_usable]
    return usable.index(ordinal) if ordinal in usable else None


def _describe(driver: Library, ordinal: int, handle: int) -> CUDAInfo:
    def attribute(which: int) -> int: return driver.number("cuDeviceGetAttribute", which, handle)
    name = ctypes.create_string_buffer(256)
    driver.call("cuDeviceGetName", name, len(name), handle)
    number = 10 * attribute(_MAJOR) + attribute(_MINOR)
    memory = driver.number("cuDeviceTotalMem_v2", handle, kind=c_size_t)
    arch = Architecture.of_device(number)
    return CUDAInfo(ordinal, handle, name.value.decode(errors="replace"), arch, attribute(_UNITS), memory, attribute(_SHARED_OPTIN),
                    bool(attribute(_POOLS)))


def driver_version(driver: Library) -> tuple[int, int]:
    """The newest CUDA that the driver knows, such as (12, 8)."""
    found: int = driver.number("cuDriverGetVersion")
    return found // 1000, found % 1000 // 10
