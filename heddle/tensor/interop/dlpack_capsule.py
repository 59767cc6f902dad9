"""DLPack capsules: creation for export, and consumption on import.

Inputs: NumPy arrays over our memory, or the capsule of another library. Outputs: capsules, or a capsule's description and its owner.
Invariants: exported memory lives until its deleter has been called, which happens once: by the consumer, or by the capsule itself if
it was never consumed. A capsule that is refused is left unchanged.

The layout of the structures is that of dlpack.h, version 1.1. Capsules are made by NumPy, whose own are written in C: a callback
into Python would run while exceptions propagate, or after the interpreter has ended.
"""
from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from ctypes import (
    POINTER,
    Structure,
    c_char_p,
    c_int,
    c_int32,
    c_int64,
    c_uint8,
    c_uint16,
    c_uint32,
    c_uint64,
    c_void_p,
    py_object,
)
from dataclasses import dataclass
from typing import TYPE_CHECKING

from heddle.dtype import DType, dtypes
from heddle.errors import ExchangeError
from heddle.tensor.interop.strides import row_major

if TYPE_CHECKING:
    import numpy as np

VERSION = 1
#: device types of dlpack.h
CPU = 1
_DEVICE_NAMES = {1: "CPU", 2: "CUDA", 3: "CUDA host", 4: "OpenCL", 7: "Vulkan", 8: "Metal", 9: "VPI", 10: "ROCm", 11: "ROCm host",
                 13: "CUDA managed", 14: "oneAPI", 15: "WebGPU", 16: "Hexagon", 17: "MAIA"}
_READ_ONLY, _COPIED, _PADDED = 1, 2, 4

# code of each kind of number in dlpack.h
_CODES = {"int": 0, "uint": 1, "float": 2, "bool": 6}
_CODES_BY_NAME = {"bfloat16": 4, "fp8e4m3": 10, "fp8e5m2": 12, "fp8e4m3fnuz": 11, "fp8e5m2fnuz": 13}
_CODE_NAMES = {0: "int", 1: "uint", 2: "float", 3: "opaque", 4: "bfloat", 5: "complex", 6: "bool", 7: "float8_e3m4", 8: "float8_e4m3",
               9: "float8_e4m3b11fnuz", 10: "float8_e4m3fn", 11: "float8_e4m3fnuz", 12: "float8_e5m2", 13: "float8_e5m2fnuz",
               14: "float8_e8m0fnu", 15: "float6_e2m3fn", 16: "float6_e3m2fn", 17: "float4_e2m1fn"}


def _code(dtype: DType) -> tuple[int, int]:
    """(code, bits) of a dtype."""
    return _CODES_BY_NAME.get(dtype.name, _CODES[dtype.kind]), 8 * dtype.itemsize


_DTYPES = {_code(d): d for d in (*dtypes.all, *dtypes.fp8_fnuz)}

# ---- structures


class _Device(Structure):
    _fields_ = (("type", c_int32), ("id", c_int32))


class _DataType(Structure):
    _fields_ = (("code", c_uint8), ("bits", c_uint8), ("lanes", c_uint16))


class _Tensor(Structure):
    _fields_ = (("data", c_void_p), ("device", _Device), ("ndim", c_int32), ("dtype", _DataType), ("shape", POINTER(c_int64)),
                ("strides", POINTER(c_int64)), ("byte_offset", c_uint64))


class _Managed(Structure):
    _fields_ = (("tensor", _Tensor), ("context", c_void_p), ("deleter", c_void_p))


class _ManagedVersioned(Structure):
    _fields_ = (("major", c_uint32), ("minor", c_uint32), ("context", c_void_p), ("deleter", c_void_p), ("flags", c_uint64),
                ("tensor", _Tensor))


# Prototypes of our own: argument types set on ctypes.pythonapi itself would be set for every library of the process.
_get_name = ctypes.PYFUNCTYPE(c_char_p, py_object)(("PyCapsule_GetName", ctypes.pythonapi))
_set_name = ctypes.PYFUNCTYPE(c_int, py_object, c_char_p)(("PyCapsule_SetName", ctypes.pythonapi))
_get_pointer = ctypes.PYFUNCTYPE(c_void_p, py_object, c_char_p)(("PyCapsule_GetPointer", ctypes.pythonapi))

#: deleters of Python libraries release Python objects: they are called with the GIL held
_Deleter = ctypes.PYFUNCTYPE(None, c_void_p)

# the name of a capsule -> its structure, and its name once it has been taken over
_KINDS: dict[bytes, tuple[type[Structure], bytes]] = {b"dltensor_versioned": (_ManagedVersioned, b"used_dltensor_versioned"),
                                                      b"dltensor": (_Managed, b"used_dltensor")}
# a capsule keeps the address of its name, perhaps for longer than this module lives
for _, _used in _KINDS.values(): ctypes.pythonapi.Py_IncRef(py_object(_used))

# ---- import


@dataclass(frozen=True)
class ExportedArray:
    """The array that a capsule describes. `pointer` is that of element 0; strides count elements; devices are (type, id)."""

    capsule: object
    pointer: int
    device: tuple[int, int]
    dtype: DType
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    readonly: bool
    copied: bool

    def take(self) -> Owner:
        """Consumes the capsule: the memory lives as long as the object that is returned."""
        kind, used = _KINDS[_get_name(self.capsule)]
        address = _get_pointer(self.capsule, _get_name(self.capsule))
        _set_name(self.capsule, used)
        return Owner(address, kind.from_address(address).deleter)


class Owner:
    """Calls the deleter when the memory is no longer used."""

    __slots__ = ("__weakref__", "_address", "_delete")

    def __init__(self, address: int, deleter: int | None) -> None:
        self._address = address
        self._delete = _Deleter(deleter) if deleter else None

    def __del__(self, ends: Callable[[], bool] = sys.is_finalizing) -> None:
        if self._delete is not None and not ends(): self._delete(self._address)  # the exporter may be gone when Python ends


def read(capsule: object) -> ExportedArray:
    """Reads the description; the capsule is not consumed. ExchangeError, with the reason, for what we cannot use."""
    if type(capsule).__name__ != "PyCapsule":
        raise ExchangeError(f"__dlpack__() gave a {type(capsule).__name__} and no capsule",
                            "Update the library that the array comes from.")
    name = _get_name(capsule) or b""
    if name not in _KINDS:
        if name.startswith(b"used_"):
            raise ExchangeError("the DLPack capsule has been taken over already", "Make a new one for each use.")
        raise ExchangeError(f"a capsule named {name.decode(errors='replace')!r} is none of DLPack's",
                            "A capsule is consumed by its first use: call __dlpack__() again.")
    managed = _KINDS[name][0].from_address(_get_pointer(capsule, name))
    flags = _flags(managed)
    tensor = managed.tensor
    shape = tuple(tensor.shape[:tensor.ndim]) if tensor.ndim else ()
    strides = tuple(tensor.strides[:tensor.ndim]) if tensor.ndim and tensor.strides else row_major(shape)
    device = (tensor.device.type, tensor.device.id)
    return ExportedArray(capsule, (tensor.data or 0) + tensor.byte_offset, device, _dtype(tensor.dtype), shape, strides,
                         bool(flags & _READ_ONLY), bool(flags & _COPIED))


def _flags(managed: Structure) -> int:
    """The flags of a versioned capsule, 0 of another. ExchangeError for a version or a layout that we cannot read."""
    if isinstance(managed, _Managed): return 0
    if managed.major != VERSION:
        raise ExchangeError(f"DLPack version {managed.major}.{managed.minor} is not known here, only {VERSION} is",
                            "Update heddle, or pass the array through NumPy.")
    if managed.flags & _PADDED:
        raise ExchangeError("arrays of elements smaller than a byte have no twin here",
                            "Convert the array to whole bytes first.")
    return managed.flags


def _dtype(found: Structure) -> DType:
    """Our dtype of a DLDataType. ExchangeError, naming both, if there is none."""
    dtype = _DTYPES.get((found.code, found.bits))
    if dtype is not None and found.lanes == 1: return dtype
    lanes = f" x {found.lanes}" if found.lanes != 1 else ""
    name = _CODE_NAMES.get(found.code, f"code {found.code}")
    raise ExchangeError(f"DLPack dtype {name}, {found.bits} bits{lanes}, has no twin here",
                        f"Cast the array first. There are: {', '.join(d.name for d in dtypes.all)}.")


def device_text(device: tuple[int, int]) -> str:
    """A (type, id) as text."""
    return f"{_DEVICE_NAMES.get(device[0], f'DLPack device type {device[0]}')} {device[1]}"


# ---- export


def make(array: np.ndarray, dtype: DType, device: tuple[int, int], versioned: bool, copied: bool) -> object:
    """A capsule of a NumPy array of unsigned integers, declared as `dtype` on `device`."""
    capsule = array.__dlpack__(max_version=(VERSION, 0)) if versioned else array.__dlpack__()
    name = _get_name(capsule)
    managed = _KINDS[name][0].from_address(_get_pointer(capsule, name))
    managed.tensor.dtype.code, managed.tensor.dtype.bits = _code(dtype)
    managed.tensor.device.type, managed.tensor.device.id = device
    if versioned and copied: managed.flags |= _COPIED
    return capsule
