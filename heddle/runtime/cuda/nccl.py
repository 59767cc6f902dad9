"""ctypes bindings of NCCL, NVIDIA's library of collectives: from the wheel `nvidia-nccl-cu12`, or from the system.

Inputs: the names under which the library may be found. Outputs: a `Library`, whose `call` converts every status to a message.
Invariants: the library is loaded at the first collective between GPUs, and not before; no status is ignored; communicators do not
block (`Config.blocking` is 0), so a status may be `IN_PROGRESS`.

Source of names, numbers and layouts: NCCL 2.32, `nccl.h` (github.com/NVIDIA/nccl, src/nccl.h.in). RCCL has the same interface.
"""
from __future__ import annotations

import ctypes
import functools
import glob
import importlib.util
import os
from collections.abc import Callable, Iterator
from ctypes import POINTER, c_char, c_char_p, c_int, c_size_t, c_uint, c_void_p
from typing import TYPE_CHECKING, Final

from heddle.dtype import DType, dtypes
from heddle.errors import DeviceError, DTypeError
from heddle.installation import install_command
from heddle.runtime.common.native import functions_of, load_first
from heddle.uop.ops import Ops

if TYPE_CHECKING:
    from heddle.runtime.common.native import CType

#: where it is looked for: in the folders of the wheels, then where the system's loader has it
_IN_WHEELS = "nccl/lib/libnccl.so.*"
INSTALLED: Final = ("libnccl.so.2", "libnccl.so")
#: how a library is loaded; tests put a stand-in's loader here
load: Callable[[str], object] = ctypes.CDLL
#: the first version whose communicators need not block: 2.14
LEAST: Final = 21400

UNIQUE_ID_BYTES: Final = 128
IN_PROGRESS: Final = 7
_UNHANDLED_CUDA_ERROR, _SYSTEM_ERROR, _INVALID_USAGE, _REMOTE_ERROR = 1, 2, 5, 6
_MAGIC = 0xCAFEBEEF


class UniqueId(ctypes.Structure):
    """ncclUniqueId"""

    _fields_ = (("internal", c_char * UNIQUE_ID_BYTES),)


class Config(ctypes.Structure):
    """ncclConfig_t as of version 2.14: `size` and `version` tell newer libraries that the later fields are not there."""

    _fields_ = (("size", c_size_t), ("magic", c_uint), ("version", c_uint), ("blocking", c_int))

    @classmethod
    def without_blocking(cls) -> Config: return cls(ctypes.sizeof(cls), _MAGIC, LEAST, 0)


_COMM, _STREAM, _BUFFER, _COUNT = c_void_p, c_void_p, c_void_p, c_size_t
_FUNCTIONS: Final[dict[str, tuple[CType, ...]]] = {
    "ncclGetVersion": (POINTER(c_int),), "ncclGetUniqueId": (POINTER(UniqueId),),
    "ncclCommInitRankConfig": (POINTER(c_void_p), c_int, UniqueId, c_int, POINTER(Config)),
    "ncclCommFinalize": (_COMM,), "ncclCommDestroy": (_COMM,), "ncclCommAbort": (_COMM,),
    "ncclCommGetAsyncError": (_COMM, POINTER(c_int)),
    "ncclAllReduce": (_BUFFER, _BUFFER, _COUNT, c_int, c_int, _COMM, _STREAM),
    "ncclReduceScatter": (_BUFFER, _BUFFER, _COUNT, c_int, c_int, _COMM, _STREAM),
    "ncclAllGather": (_BUFFER, _BUFFER, _COUNT, c_int, _COMM, _STREAM),
    "ncclBroadcast": (_BUFFER, _BUFFER, _COUNT, c_int, c_int, _COMM, _STREAM),
    "ncclSend": (_BUFFER, _COUNT, c_int, c_int, _COMM, _STREAM), "ncclRecv": (_BUFFER, _COUNT, c_int, c_int, _COMM, _STREAM),
    "ncclGroupStart": (), "ncclGroupEnd": (),
}

#: what to do about statuses that users meet
_CURES: Final[dict[int, str]] = {
    _UNHANDLED_CUDA_ERROR: "Run with NCCL_DEBUG=INFO to see which call of CUDA failed, and look at `nvidia-smi` on each machine.",
    _SYSTEM_ERROR: "Run with NCCL_DEBUG=INFO. Mostly NCCL_SOCKET_IFNAME has to name the network between the machines, or a container "
                   "has too little shared memory (/dev/shm).",
    _INVALID_USAGE: "Give each rank a GPU of its own, for example with CUDA_VISIBLE_DEVICES; NCCL_DEBUG=WARN tells more.",
    _REMOTE_ERROR: "Start again from the last checkpoint: another rank has ended, or the network between the machines failed.",
}
_CURE: Final = "Run with NCCL_DEBUG=INFO to see what NCCL says; DEVICE_COLLECTIVES=host does without it."
MISSING_CURE: Final = f"{install_command('nccl')} brings it (the package nvidia-nccl-cu12); DEVICE_COLLECTIVES=host does without."

_TYPES: Final = {dtypes.int8: 0, dtypes.uint8: 1, dtypes.int32: 2, dtypes.uint32: 3, dtypes.int64: 4, dtypes.uint64: 5,
                 dtypes.float16: 6, dtypes.float32: 7, dtypes.float64: 8, dtypes.bfloat16: 9}
_BYTE: Final = 1
_OPS: Final = {Ops.ADD: 0, Ops.MUL: 1, Ops.MAX: 2}


def type_of(dtype: DType) -> tuple[int, int]:
    """The type by which NCCL moves elements, and how many of it make an element: bytes for those that it has no type for.

    Bytes for 8-bit floats too, which NCCL has since 2.24, and for GPUs of compute capability 9.0 alone.
    """
    found = _TYPES.get(dtype)
    return (_BYTE, dtype.itemsize) if found is None else (found, 1)


def reduction_of(dtype: DType, op: Ops | None) -> tuple[int, int]:
    """The type and the operation by which NCCL reduces elements. DTypeError where heddle's result would be another.

    That is the maximum of floats, where NCCL leaves open what becomes of NaN, and dtypes without arithmetic in NCCL.
    """
    kind = _TYPES.get(dtype)
    if kind is None or op not in _OPS or (op is Ops.MAX and dtype.is_float()):
        raise DTypeError(f"NCCL does not reduce {dtype.name} by {op.name if op is not None else 'nothing'}",
                         "Cast to a dtype that it reduces, such as float32; the maximum of floats needs an all-gather.")
    return kind, _OPS[op]


class NCCLError(DeviceError):
    """A call of NCCL that failed. `code` is its status."""

    def __init__(self, function: str, code: int, words: str) -> None:
        super().__init__(f"{function} failed: {words} ({code})", _CURES.get(code, _CURE))
        self.function, self.code = function, code


class Library:
    """The loaded library."""

    def __init__(self, functions: object, path: str) -> None:
        self.path = path
        self.functions = functions_of(functions, _FUNCTIONS)  # AttributeError: it is older than LEAST
        self._says: Callable[[int], bytes] = _text_function(functions, "ncclGetErrorString", c_int)
        self._last: Callable[[None], bytes] = _text_function(functions, "ncclGetLastError", c_void_p)
        found = c_int(0)
        self.call("ncclGetVersion", ctypes.byref(found))
        self.version = found.value
        if self.version < LEAST: raise OSError(f"{path} is NCCL {self}, and 2.14 is needed")

    def __str__(self) -> str: return f"{self.version // 10000}.{self.version // 100 % 100}.{self.version % 100}"

    def error(self, function: str, code: int) -> NCCLError:
        """The error of a call, in NCCL's own words."""
        last = self._last(None).decode(errors="replace").strip()
        return NCCLError(function, code, self._says(code).decode(errors="replace") + (f": {last}" if last else ""))

    def call(self, name: str, *args: object) -> None:
        """A function that returns a status. NCCLError unless it is success, or in progress."""
        if (code := self.functions[name](*args)) not in (0, IN_PROGRESS): raise self.error(name, code)


def _text_function(functions: object, name: str, argument: CType) -> Callable[..., bytes]:
    found = getattr(functions, name)
    found.restype, found.argtypes = c_char_p, (argument,)
    return found


def candidates() -> Iterator[str]:
    """Paths and names under which the library may be found, in order."""
    spec = importlib.util.find_spec("nvidia")
    for folder in (spec.submodule_search_locations or () if spec else ()):
        yield from sorted(glob.glob(os.path.join(folder, _IN_WHEELS)), reverse=True)
    yield from INSTALLED


@functools.cache
def library() -> Library:
    """The library, loaded once. DeviceError, with the error of each path, if there is none."""
    try: return load_first(candidates(), lambda name: Library(load(name), name), "{name} lacks a function of NCCL 2.14 ({fault})")
    except OSError as fault: raise DeviceError(f"NCCL cannot be loaded: {fault}", MISSING_CURE) from None
