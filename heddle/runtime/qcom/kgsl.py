"""KGSL, the kernel driver of Adreno GPUs on Android and embedded Linux: its requests, and the connection.

Inputs: requests by name and field. Outputs: the driver's answers. Invariants: structures are those of the driver's public header,
sizes included; a refused request is an OSError that names it.

Layouts and numbers: msm_kgsl.h (qualcomm-linux/kgsl, include/uapi/linux).
"""
from __future__ import annotations

import ctypes
import errno
from ctypes import c_int32, c_uint32, c_uint64

from heddle.runtime.common.system import DeviceFile, named_request, system

PATH = "/dev/kgsl-3d0"
_MAGIC = 0x09

# ---- structures


class GetProperty(ctypes.Structure):
    """What a property is read into."""

    _fields_ = [("type", c_uint32), ("value", c_uint64), ("sizebytes", c_uint64)]


class WaitTimestamp(ctypes.Structure):
    """Waits for a context's submission; `timeout` in milliseconds, 0 for ever."""

    _fields_ = [("context_id", c_uint32), ("timestamp", c_uint32), ("timeout", c_uint32)]


class ContextCreate(ctypes.Structure):
    """Makes a context."""

    _fields_ = [("flags", c_uint32), ("drawctxt_id", c_uint32)]


class ContextDestroy(ctypes.Structure):
    """Ends a context."""

    _fields_ = [("drawctxt_id", c_uint32)]


class ReadTimestamp(ctypes.Structure):
    """The number of the submission that was queued, begun or finished last."""

    _fields_ = [("context_id", c_uint32), ("type", c_uint32), ("timestamp", c_uint32)]


class MemoryInfo(ctypes.Structure):
    """What there is at an address, or what an id means."""

    _fields_ = [("gpuaddr", c_uint64), ("id", c_uint32), ("flags", c_uint32), ("size", c_uint64), ("mmapsize", c_uint64),
                ("useraddr", c_uint64), ("padding", c_uint64 * 4)]


class SyncCache(ctypes.Structure):
    """What the host's caches hold of memory is written back, or forgotten."""

    _fields_ = [("gpuaddr", c_uint64), ("id", c_uint32), ("op", c_uint32), ("offset", c_uint64), ("length", c_uint64)]


class ObjectAlloc(ctypes.Structure):
    """Makes memory."""

    _fields_ = [("size", c_uint64), ("flags", c_uint64), ("va_len", c_uint64), ("mmapsize", c_uint64), ("id", c_uint32),
                ("metadata_len", c_uint32), ("metadata", c_uint64)]


class ObjectFree(ctypes.Structure):
    """Frees memory."""

    _fields_ = [("flags", c_uint64), ("priv", c_uint64), ("id", c_uint32), ("type", c_uint32), ("len", c_uint32)]


class ObjectImport(ctypes.Structure):
    """Makes memory of what the process has already."""

    _fields_ = [("priv", c_uint64), ("priv_len", c_uint64), ("flags", c_uint64), ("type", c_uint32), ("id", c_uint32)]


class UserAddress(ctypes.Structure):
    """What `ObjectImport.priv` points to, for memory at an address."""

    _fields_ = [("virtaddr", c_uint64)]


class Command(ctypes.Structure):
    """Submits commands."""

    _fields_ = [("flags", c_uint64), ("cmdlist", c_uint64), ("cmdsize", c_uint32), ("numcmds", c_uint32), ("objlist", c_uint64),
                ("objsize", c_uint32), ("numobjs", c_uint32), ("synclist", c_uint64), ("syncsize", c_uint32), ("numsyncs", c_uint32),
                ("context_id", c_uint32), ("timestamp", c_uint32)]


class CommandObject(ctypes.Structure):
    """One entry of `Command.cmdlist`; `size` in bytes."""

    _fields_ = [("offset", c_uint64), ("gpuaddr", c_uint64), ("size", c_uint64), ("flags", c_uint32), ("id", c_uint32)]


class FaultReport(ctypes.Structure):
    """What the driver notes of faults of a context that it has ended: `faultlist` points to `faultnents` of `Faults`."""

    _fields_ = [("faultlist", c_uint64), ("faultnents", c_uint32), ("faultsize", c_uint32), ("context_id", c_uint32),
                ("padding", c_uint32)]


class Faults(ctypes.Structure):
    """Faults of one type: how many there are, or, where `fault` points to entries of `size` bytes, what is to be written there."""

    _fields_ = [("fault", c_uint64), ("type", c_uint32), ("count", c_uint32), ("size", c_uint32), ("padding", c_uint32)]


class PageFault(ctypes.Structure):
    """An access to an address that the GPU may not use so."""

    _fields_ = [("fault_addr", c_uint64), ("reserved", c_uint64 * 2), ("fault_type", c_uint32), ("padding", c_uint32)]


class DeviceInfo(ctypes.Structure):
    """The property that tells which GPU it is."""

    _fields_ = [("device_id", c_uint32), ("chip_id", c_uint32), ("mmu_enabled", c_int32), ("gmem_base", c_uint64),
                ("gpu_id", c_uint32), ("gmem_size", c_uint64)]


#: name -> number, direction as ioctl has it (1 the driver reads, 3 it writes too), structure
REQUESTS: dict[str, tuple[int, int, type[ctypes.Structure]]] = {
    "DEVICE_GETPROPERTY": (0x02, 3, GetProperty), "DEVICE_WAITTIMESTAMP_CTXTID": (0x07, 1, WaitTimestamp),
    "DRAWCTXT_CREATE": (0x13, 3, ContextCreate), "DRAWCTXT_DESTROY": (0x14, 1, ContextDestroy),
    "CMDSTREAM_READTIMESTAMP_CTXTID": (0x16, 3, ReadTimestamp), "GPUMEM_GET_INFO": (0x36, 3, MemoryInfo),
    "GPUMEM_SYNC_CACHE": (0x37, 1, SyncCache), "GPUOBJ_ALLOC": (0x45, 3, ObjectAlloc), "GPUOBJ_FREE": (0x46, 1, ObjectFree),
    "GPUOBJ_IMPORT": (0x48, 3, ObjectImport), "GPU_COMMAND": (0x4A, 3, Command), "GET_FAULT_REPORT": (0x5E, 3, FaultReport),
}

# ---- numbers

#: flags of a context: what the driver requires, one clock of submissions, OpenCL's kind, a fault ends it and is noted with its
#: address; drivers that do not know the last one leave it out
_NO_GMEM, _PREAMBLE, _PER_CONTEXT_TS, _TYPE_CL, _INVALIDATE_ON_FAULT, _FAULT_INFO = 0x2, 0x10, 0x40, 2 << 20, 1 << 28, 1 << 30
CONTEXT = _NO_GMEM | _PREAMBLE | _PER_CONTEXT_TS | _TYPE_CL | _INVALIDATE_ON_FAULT | _FAULT_INFO
#: flags of memory
READ_ONLY, USE_CPU_MAP, _ALIGN_AT, _CACHE_AT = 1 << 24, 1 << 28, 16, 26
WRITE_COMBINED, WRITE_BACK = 0 << _CACHE_AT, 3 << _CACHE_AT
USER_ADDRESS = 2
#: operations on the host's caches
TO_GPU, FROM_GPU, RANGE = 1, 2, 1 << 31
#: of faults: the type, and bits of `PageFault.fault_type`
_PAGE_FAULTS, _WRITE, _NOT_MAPPED, _NOT_ALLOWED = 1, 1 << 1, 1 << 2, 1 << 3
PROPERTY_DEVICE_INFO, COMMAND_IS_BUFFER, QUEUED = 1, 1, 3


def aligned_to(nbytes: int) -> int:
    """The flag for memory that begins at a multiple of a power of two."""
    return (nbytes.bit_length() - 1) << _ALIGN_AT


def request_number(name: str) -> int:
    """As ioctl wants it: direction, size, the driver's letter, number."""
    number, direction, structure = REQUESTS[name]
    return direction << 30 | ctypes.sizeof(structure) << 16 | _MAGIC << 8 | number


# ---- the connection


class KGSL:
    """The open driver."""

    def __init__(self) -> None:
        self.file: DeviceFile = system().open(PATH)

    def call(self, name: str, **fields: int) -> ctypes.Structure:
        """Makes a request; its structure as the driver left it. OSError, which names the request, if it is refused."""
        structure = REQUESTS[name][2](**fields)
        named_request(self.file, name, request_number(name), structure)
        return structure

    def device_info(self) -> DeviceInfo:
        """Which GPU it is."""
        info = DeviceInfo()
        self.call("DEVICE_GETPROPERTY", type=PROPERTY_DEVICE_INFO, value=ctypes.addressof(info), sizebytes=ctypes.sizeof(info))
        return info

    def submit(self, context: int, address: int, words: int) -> int:
        """Queues a command buffer; the number that the driver gives it. OSError EDEADLK if the context was ended by a fault.

        EPROTO reports, once, a fault that the context survived; the commands are queued all the same, and the number is queried.
        """
        entry = CommandObject(gpuaddr=address, size=4 * words, flags=COMMAND_IS_BUFFER)
        try:
            return self.call("GPU_COMMAND", cmdlist=ctypes.addressof(entry), cmdsize=ctypes.sizeof(entry), numcmds=1,
                             context_id=context).timestamp
        except OSError as fault:
            if fault.errno != errno.EPROTO: raise
        return self.call("CMDSTREAM_READTIMESTAMP_CTXTID", context_id=context, type=QUEUED).timestamp

    def info_at(self, address: int) -> MemoryInfo | None:
        """The driver's memory that an address lies in; None if there is none."""
        found = MemoryInfo(gpuaddr=address)
        try: self.file.ioctl(request_number("GPUMEM_GET_INFO"), found)
        except OSError as fault:
            if fault.errno != errno.EINVAL: raise
            return None
        return found

    def page_faults(self, context: int) -> list[str]:
        """The accesses that the driver ended a context for; none if it does not say."""
        faults = Faults()
        fields = {"faultlist": ctypes.addressof(faults), "faultnents": 1, "faultsize": ctypes.sizeof(faults), "context_id": context}
        try:
            self.call("GET_FAULT_REPORT", **fields)  # how many
            if faults.type != _PAGE_FAULTS or not faults.count: return []
            found = (PageFault * faults.count)()
            faults.fault, faults.size = ctypes.addressof(found), ctypes.sizeof(PageFault)
            self.call("GET_FAULT_REPORT", **fields)
        except OSError: return []  # a driver that has no such reports
        return [_described(fault) for fault in found]


def _described(fault: PageFault) -> str:
    access = "a write to" if fault.fault_type & _WRITE else "a read of"
    why = "where the GPU has no memory" if fault.fault_type & _NOT_MAPPED else "which is not allowed"
    return f"{access} {fault.fault_addr:#x}" + (f", {why}" if fault.fault_type & (_NOT_MAPPED | _NOT_ALLOWED) else "")
