"""Addresses of OpenCL's buffers on an Adreno GPU: what Qualcomm's library keeps in the object behind a `cl_mem`.

Inputs: a `cl_mem` of Qualcomm's OpenCL in this process. Outputs: the address of its memory, as `Tensor.from_blob` takes it.
Invariants: a handle that cannot be read, or whose address is no memory that the driver has given this process, is refused; nothing is
written.

The layout is that library's own, and not documented: the address is the 64-bit word 20 of the object (byte 0xA0), as users of the
library have found. So it is not believed, but compared with what the driver knows.
"""
from __future__ import annotations

import ctypes
import os
from ctypes import c_size_t, c_uint64, c_void_p

from heddle.errors import ExchangeError
from heddle.runtime.cpu.system.posix import libc
from heddle.runtime.qcom.gpu import connection

_WORD, _ADDRESS_AT = 8, 20
_CURE = "Give a cl_mem of Qualcomm's OpenCL library, made in this process; for other libraries use DEV=CL, or copy: Tensor(array)."


class _Piece(ctypes.Structure):
    """iovec."""

    _fields_ = [("base", c_void_p), ("length", c_size_t)]


def buffer_address(cl_mem: int, nbytes: int) -> int:
    """The address of a buffer of `nbytes` bytes or more, for `Tensor.from_blob(address, shape, dtype=dtype, device="QCOM")`.

    ExchangeError if the handle is not readable, or its address is not the start of so much memory of the driver. OSError without a
    driver.
    """
    address = _word(cl_mem, _ADDRESS_AT * _WORD)
    if address is None: raise ExchangeError(f"the cl_mem {cl_mem:#x} is no object of this process", _CURE)
    found = connection().info_at(address) if address else None
    if found is None: raise ExchangeError(f"the cl_mem {cl_mem:#x} has {address:#x} where a buffer's address is expected, which is no "
                                          "memory of the GPU's driver", _CURE)
    room = found.gpuaddr + found.size - address
    if nbytes <= room: return address
    raise ExchangeError(f"{nbytes} bytes are more than the {room} of the cl_mem {cl_mem:#x}", "Check shape and dtype.")


def _word(address: int, offset: int) -> int | None:
    """64 bits of this process's memory; None if they cannot be read, which a plain access would not survive."""
    if address % _WORD or not 0 < address < 1 << 56: return None
    read = libc().process_vm_readv
    read.restype, read.argtypes = ctypes.c_ssize_t, (ctypes.c_int, c_void_p, ctypes.c_ulong, c_void_p, ctypes.c_ulong, ctypes.c_ulong)
    word = c_uint64(0)
    to, source = _Piece(ctypes.addressof(word), _WORD), _Piece(address + offset, _WORD)
    count = read(os.getpid(), ctypes.addressof(to), 1, ctypes.addressof(source), 1, 0)
    return word.value if count == _WORD else None
