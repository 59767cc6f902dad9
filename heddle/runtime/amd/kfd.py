"""Bindings of AMD's compute kernel driver (KFD): ioctls and their structures, and the process's one connection.

Inputs: names of requests and their fields. Outputs: the driver's answers. Invariants: a request's number encodes the size of its
structure; a refusal of the driver is an OSError; reported faults are stored per GPU until they are read.

Numbers and layouts: linux/kfd_ioctl.h, version 1.17 (a kernel takes a longer or shorter structure than its own).
"""
from __future__ import annotations

import ctypes
import errno
import threading
import weakref
from collections.abc import Sequence
from ctypes import c_uint32, c_uint64
from typing import TYPE_CHECKING

from heddle.device import on_fork
from heddle.errors import DeviceError
from heddle.runtime.common.system import DeviceFile, System, named_request, system

if TYPE_CHECKING:
    from heddle.runtime.common.native import CType

PATH = "/dev/kfd"
_MAJOR = 1  # of the interface that is known here
#: seconds between requests for faults: who waits for the GPU reads memory, and not the driver
_BETWEEN_LOOKS = 2e-3

# ---- structures


def _rows(**widths: int) -> list[tuple[str, CType]]:
    """Fields by name, each with its width in bytes."""
    return [(name, c_uint64 if width == 8 else c_uint32) for name, width in widths.items()]


class GetVersion(ctypes.Structure):
    """What the driver's interface is."""

    _fields_ = _rows(major=4, minor=4)


class CreateQueue(ctypes.Structure):
    """A ring that the hardware reads."""

    _fields_ = _rows(ring_base=8, write_pointer=8, read_pointer=8, doorbell_offset=8, ring_size=4, gpu_id=4, queue_type=4,
                     queue_percentage=4, queue_priority=4, queue_id=4, eop_addr=8, eop_size=8, ctx_save_addr=8, ctx_save_size=4,
                     ctl_stack_size=4, sdma_engine_id=4, pad=4)


class DestroyQueue(ctypes.Structure):
    """The end of one."""

    _fields_ = _rows(queue_id=4, pad=4)


class GetClockCounters(ctypes.Structure):
    """Clocks of the GPU and of the system, read at one time."""

    _fields_ = _rows(gpu=8, cpu=8, system=8, system_freq=8, gpu_id=4, pad=4)


class CreateEvent(ctypes.Structure):
    """An event that the driver or the GPU sets."""

    _fields_ = _rows(event_page_offset=8, trigger_data=4, event_type=4, auto_reset=4, node_id=4, event_id=4, slot_index=4)


class WaitEvents(ctypes.Structure):
    """Waits for events; milliseconds."""

    _fields_ = _rows(events_ptr=8, num=4, wait_for_all=4, timeout=4, result=4)


class EventData(ctypes.Structure):
    """One of the events waited for, and what is known of it: the words of a memory exception, or of a hardware exception."""

    _fields_ = _rows(word0=4, word1=4, word2=4, word3=4, va=8, gpu_id=4, error_type=4, ext=8, event_id=4, pad=4)


class AcquireVM(ctypes.Structure):
    """Takes the GPU's address space of an open render node for this process."""

    _fields_ = _rows(drm_fd=4, gpu_id=4)


class AllocMemory(ctypes.Structure):
    """Memory of the GPU, or of the host for it."""

    _fields_ = _rows(va_addr=8, size=8, handle=8, mmap_offset=8, gpu_id=4, flags=4)


class FreeMemory(ctypes.Structure):
    """Gives it back."""

    _fields_ = _rows(handle=8)


class MapMemory(ctypes.Structure):
    """Puts memory into the address spaces of GPUs, or takes it out; `n_success` counts those that are done."""

    _fields_ = _rows(handle=8, device_ids_ptr=8, n_devices=4, n_success=4)


class AvailableMemory(ctypes.Structure):
    """How much memory a GPU has left."""

    _fields_ = _rows(available=8, gpu_id=4, pad=4)


#: name -> number, whether the driver reads (1) and writes (2), structure
REQUESTS: dict[str, tuple[int, int, type[ctypes.Structure]]] = {
    "GET_VERSION": (0x01, 2, GetVersion), "CREATE_QUEUE": (0x02, 3, CreateQueue), "DESTROY_QUEUE": (0x03, 3, DestroyQueue),
    "GET_CLOCK_COUNTERS": (0x05, 3, GetClockCounters), "CREATE_EVENT": (0x08, 3, CreateEvent), "WAIT_EVENTS": (0x0C, 3, WaitEvents),
    "ACQUIRE_VM": (0x15, 1, AcquireVM), "ALLOC_MEMORY_OF_GPU": (0x16, 3, AllocMemory), "FREE_MEMORY_OF_GPU": (0x17, 1, FreeMemory),
    "MAP_MEMORY_TO_GPU": (0x18, 3, MapMemory), "UNMAP_MEMORY_FROM_GPU": (0x19, 3, MapMemory),
    "AVAILABLE_MEMORY": (0x23, 3, AvailableMemory)}

#: kinds of queues: packets for kernels, packets for copies
QUEUE_COMPUTE, QUEUE_SDMA = 0, 1
MOST_PERCENTAGE, NORMAL_PRIORITY = 100, 7
#: kinds of events
EVENT_HARDWARE, EVENT_MEMORY = 3, 8
_DONE = 0  # what WAIT_EVENTS says where one has come
#: flags of memory
VRAM, GTT, USERPTR, NO_SUBSTITUTE, PUBLIC, EXECUTABLE, WRITABLE = 1 << 0, 1 << 1, 1 << 2, 1 << 28, 1 << 29, 1 << 30, 1 << 31
UNCACHED, COHERENT = 1 << 25, 1 << 26


def request_number(name: str) -> int:
    """As ioctl wants it: direction, size, the driver's letter, number."""
    number, direction, structure = REQUESTS[name]
    return direction << 30 | ctypes.sizeof(structure) << 16 | ord("K") << 8 | number


# ---- the connection


class KFD:
    """The open driver. Events for faults come with the first memory that is given for them."""

    def __init__(self) -> None:
        self.file: DeviceFile = system().open(PATH)
        self.lock = threading.Lock()
        self.faults: dict[int, str] = {}  # by GPU, what was reported of it
        self._spaces: dict[int, DeviceFile] = {}  # files of GPUs whose address spaces are ours
        self._events: ctypes.Array[EventData] | None = None
        self._next_look = 0.0  # of the system's clock
        version = self.call("GET_VERSION")
        self.version = (version.major, version.minor)
        if version.major != _MAJOR:
            raise DeviceError(f"the interface of amdgpu is version {version.major}.{version.minor}, and {_MAJOR}.x is known here",
                              "Use a kernel whose amdgpu driver has it.")

    def call(self, name: str, **fields: int) -> ctypes.Structure:
        """Makes a request; its structure as the driver left it. OSError, which names the request, if it is refused."""
        structure = REQUESTS[name][2](**fields)
        named_request(self.file, name, request_number(name), structure)
        return structure

    def address_space(self, gpu: int, path: str) -> DeviceFile:
        """The GPU's own file, whose address space is this process's. OSError if it cannot be opened, or another library has it."""
        found = self._spaces.get(gpu)
        if found is None:
            found = system().open(path)
            self.call("ACQUIRE_VM", drm_fd=found.number(), gpu_id=gpu)
            self._spaces[gpu] = found
        return found

    def map_to(self, handle: int, gpus: Sequence[int]) -> None:
        """Puts memory into the address spaces of GPUs. OSError if one of them cannot have it."""
        ids = (c_uint32 * len(gpus))(*gpus)
        done = self.call("MAP_MEMORY_TO_GPU", handle=handle, device_ids_ptr=ctypes.addressof(ids), n_devices=len(gpus))
        if done.n_success != len(gpus): raise OSError(errno.EIO, f"the driver mapped memory to {done.n_success} of {len(gpus)} GPUs")

    def unmap_from(self, handle: int, gpus: Sequence[int]) -> None:
        """Takes memory out of them."""
        ids = (c_uint32 * len(gpus))(*gpus)
        self.call("UNMAP_MEMORY_FROM_GPU", handle=handle, device_ids_ptr=ctypes.addressof(ids), n_devices=len(gpus))

    # ---- faults

    def watch(self, page: int) -> None:
        """Has faults reported from now on. `page`: the handle of memory that holds the events' slots."""
        with self.lock:
            if self._events is not None: return
            kinds = (EVENT_MEMORY, EVENT_HARDWARE)
            self._events = events = (EventData * len(kinds))()
            for n, kind in enumerate(kinds):
                made = self.call("CREATE_EVENT", event_page_offset=0 if n else page, event_type=kind, auto_reset=1)
                events[n].event_id = made.event_id

    @property
    def watches(self) -> bool:
        """Whether somebody has given memory for events."""
        return self._events is not None

    def fault(self, gpu: int) -> str | None:
        """What was reported of a GPU so far, in words. However often it is called, the driver is queried every few milliseconds."""
        with self.lock:
            now = system().now()
            if self._events is not None and now >= self._next_look:
                self._next_look = now + _BETWEEN_LOOKS
                try: self._look(self._events)
                except OSError as refused: return refused.strerror
            return self.faults.get(gpu)

    def _look(self, events: ctypes.Array[EventData]) -> None:
        for event in events: ctypes.memset(ctypes.addressof(event), 0, EventData.event_id.offset)
        reply = self.call("WAIT_EVENTS", events_ptr=ctypes.addressof(events), num=len(events), wait_for_all=0, timeout=0)
        if reply.result != _DONE: return
        memory, hardware = events
        if memory.gpu_id: self.faults.setdefault(memory.gpu_id, memory_fault(memory))
        if hardware.word3: self.faults.setdefault(hardware.word3, hardware_fault(hardware))


def memory_fault(event: EventData) -> str:
    """A memory exception in words: whether the page was there, could be written, could be run."""
    whys = [why for is_so, why in ((event.word0, "where there is no memory"), (event.word1, "which may only be read"),
                                   (event.word2, "which may not be run")) if is_so]
    near = "near " if event.word3 else ""
    return f"the GPU touched {near}{event.va:#x}, {' and '.join(whys) or f'with an error of kind {event.error_type}'}"


def hardware_fault(event: EventData) -> str:
    """A hardware exception in words."""
    lost = ", and its memory is lost" if event.word2 else ""
    return f"the driver had to reset the GPU (reset {event.word0}, cause {event.word1}){lost}"


#: connections, by the operating system that they go through
_opened: weakref.WeakKeyDictionary[System, KFD] = weakref.WeakKeyDictionary()
on_fork.append(_opened.clear)


def kfd() -> KFD:
    """The process's connection to the driver. OSError if there is no driver, or it may not be opened."""
    found = _opened.get(system())
    if found is None: found = _opened[system()] = KFD()
    return found
