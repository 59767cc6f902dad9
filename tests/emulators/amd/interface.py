"""The requests of /dev/kfd and of render nodes: numbers and structures, as include/uapi/linux/kfd_ioctl.h (1.17) lays them out.

Always true: a request's size is its structure's; the driver takes shorter and longer ones, with zeros for what is missing.
"""
from __future__ import annotations

import ctypes
from typing import Any, ClassVar

READ, WRITE = 2, 1
#: offsets of /dev/kfd for mmap: what for, and which GPU; a GPU's doorbells
MMAP_DOORBELL, MMAP_EVENTS, MMAP_GPU_SHIFT = 3 << 62, 2 << 62, 46
DOORBELL_BYTES = 8192
_KINDS: dict[str, Any] = {"u16": ctypes.c_uint16, "u32": ctypes.c_uint32, "u64": ctypes.c_uint64}


class Arguments(ctypes.Structure):
    """What a request carries. number, direction: of the request."""

    number: ClassVar[int]
    direction: ClassVar[int]

    # the fields are made by `_arguments`: these two say so to who checks types, and refuse others
    def __getattr__(self, name: str) -> int: raise AttributeError(name)

    def __setattr__(self, name: str, value: int) -> None:
        if not hasattr(type(self), name): raise AttributeError(name)
        super().__setattr__(name, value)


def _arguments(name: str, number: int, direction: int, text: str) -> type[Arguments]:
    fields = [(field, _KINDS[kind]) for kind, field in (item.split() for item in text.split(","))]
    return type(name, (Arguments,), {"_fields_": fields, "number": number, "direction": direction})


GetVersion = _arguments("GET_VERSION", 0x01, READ, "u32 major, u32 minor")
CreateQueue = _arguments("CREATE_QUEUE", 0x02, READ | WRITE, """u64 ring, u64 write_pointer, u64 read_pointer, u64 doorbell,
    u32 ring_size, u32 gpu_id, u32 type, u32 percentage, u32 priority, u32 queue_id, u64 eop, u64 eop_size, u64 save, u32 save_size,
    u32 control_stack, u32 sdma_engine, u32 pad""")
DestroyQueue = _arguments("DESTROY_QUEUE", 0x03, READ | WRITE, "u32 queue_id, u32 pad")
SetMemoryPolicy = _arguments("SET_MEMORY_POLICY", 0x04, WRITE,
                             "u64 base, u64 size, u32 gpu_id, u32 default_policy, u32 other_policy, u32 misc")
GetClockCounters = _arguments("GET_CLOCK_COUNTERS", 0x05, READ | WRITE,
                              "u64 gpu, u64 cpu, u64 system, u64 frequency, u32 gpu_id, u32 pad")
UpdateQueue = _arguments("UPDATE_QUEUE", 0x07, WRITE, "u64 ring, u32 queue_id, u32 ring_size, u32 percentage, u32 priority")
CreateEvent = _arguments("CREATE_EVENT", 0x08, READ | WRITE,
                         "u64 page, u32 trigger, u32 type, u32 auto_reset, u32 node, u32 event_id, u32 slot")
DestroyEvent = _arguments("DESTROY_EVENT", 0x09, WRITE, "u32 event_id, u32 pad")
SetEvent = _arguments("SET_EVENT", 0x0A, WRITE, "u32 event_id, u32 pad")
ResetEvent = _arguments("RESET_EVENT", 0x0B, WRITE, "u32 event_id, u32 pad")
WaitEvents = _arguments("WAIT_EVENTS", 0x0C, READ | WRITE, "u64 events, u32 count, u32 all, u32 timeout, u32 result")
SetScratchBackingVA = _arguments("SET_SCRATCH_BACKING_VA", 0x11, READ | WRITE, "u64 va, u32 gpu_id, u32 pad")
SetTrapHandler = _arguments("SET_TRAP_HANDLER", 0x13, WRITE, "u64 tba, u64 tma, u32 gpu_id, u32 pad")
GetApertures = _arguments("GET_PROCESS_APERTURES_NEW", 0x14, READ | WRITE, "u64 items, u32 count, u32 pad")
AcquireVM = _arguments("ACQUIRE_VM", 0x15, WRITE, "u32 file, u32 gpu_id")
AllocMemory = _arguments("ALLOC_MEMORY_OF_GPU", 0x16, READ | WRITE, "u64 va, u64 size, u64 handle, u64 offset, u32 gpu_id, u32 flags")
FreeMemory = _arguments("FREE_MEMORY_OF_GPU", 0x17, WRITE, "u64 handle")
MapMemory = _arguments("MAP_MEMORY_TO_GPU", 0x18, READ | WRITE, "u64 handle, u64 ids, u32 count, u32 done")
UnmapMemory = _arguments("UNMAP_MEMORY_FROM_GPU", 0x19, READ | WRITE, "u64 handle, u64 ids, u32 count, u32 done")
AvailableMemory = _arguments("AVAILABLE_MEMORY", 0x23, READ | WRITE, "u64 available, u32 gpu_id, u32 pad")

#: kfd_process_device_apertures
Aperture = _arguments("aperture", 0, 0, """u64 lds_base, u64 lds_limit, u64 scratch_base, u64 scratch_limit, u64 base, u64 limit,
    u32 gpu_id, u32 pad""")
#: kfd_event_data; the union is as a memory exception has it
EventData = _arguments("event data", 0, 0, """u32 not_present, u32 read_only, u32 no_execute, u32 imprecise, u64 va, u32 gpu_id,
    u32 error, u64 extension, u32 event_id, u32 pad""")
#: drm_amdgpu_info: of render nodes
Info = _arguments("AMDGPU_INFO", 0x45, WRITE, "u64 to, u32 size, u32 query, u64 detail0, u64 detail1")

#: what this driver answers to, by number
REQUESTS: dict[int, type[Arguments]] = {kind.number: kind for kind in (
    GetVersion, CreateQueue, DestroyQueue, SetMemoryPolicy, GetClockCounters, UpdateQueue, CreateEvent, DestroyEvent, SetEvent,
    ResetEvent, WaitEvents, SetScratchBackingVA, SetTrapHandler, GetApertures, AcquireVM, AllocMemory, FreeMemory, MapMemory,
    UnmapMemory, AvailableMemory)}


def request(kind: type[Arguments], letter: str = "K") -> int:
    """The number that ioctl is given for it."""
    return kind.direction << 30 | ctypes.sizeof(kind) << 16 | ord(letter) << 8 | kind.number
