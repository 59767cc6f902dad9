"""Events of the driver: the page that GPUs write to, interrupts, exceptions, and what a wait finds.

In: requests of the host, interrupts and faults of GPUs. Out: what is signalled. Always true: a GPU's interrupt signals the events
whose slots of the page were written before it (amdkfd/kfd_events.c); one that finds none does nothing.
"""
from __future__ import annotations

import ctypes
import errno
import os
from dataclasses import dataclass, field
from typing import Any

from tests.emulators.amd.errors import MemoryFault
from tests.emulators.amd.interface import EventData

SLOTS = 4096
UNSIGNALLED = (1 << 64) - 1
SIGNAL, HW_EXCEPTION, DEBUG, MEMORY_EXCEPTION = 0, 3, 5, 8
_KNOWN = (SIGNAL, 1, HW_EXCEPTION, DEBUG, 7, MEMORY_EXCEPTION)
_FIRST_OTHER = 0x80000000  # ids of events that have no slot
#: data of a HW exception: reset_type, cause, memory_lost, gpu_id
_RESET = (0, 0, 1)


@dataclass
class Event:
    """One of them. data: what a wait is told, as bytes of kfd_event_data's union."""

    number: int
    kind: int
    auto_reset: bool
    signalled: bool = False
    data: bytes = field(default=b"")


def refuse(code: int, why: str) -> OSError:
    """What a request fails with. `why` is for who reads the trace: the driver itself says the number alone."""
    return OSError(code, f"{os.strerror(code)}: {why}")


class Events:
    """The events of the process."""

    def __init__(self) -> None:
        self.page: Any = None  # 64-bit slots
        self.page_handle = 0
        self._slots = 256
        self._events: dict[int, Event] = {}

    def set_page(self, address: int, nbytes: int, handle: int) -> None:
        """The page lies in memory that the host brought; it can be said once, before there is one.

        Source: kfd_kmap_event_page of amdkfd/kfd_events.c.
        """
        if self.page is not None: raise refuse(errno.EINVAL, "there is an event page already")
        if nbytes < SLOTS * 8: raise refuse(errno.EINVAL, f"an event page has {SLOTS * 8} bytes, not {nbytes}")
        self._use(address, handle, SLOTS)

    def _use(self, address: int, handle: int, slots: int) -> None:
        self.page = (ctypes.c_uint64 * SLOTS).from_address(address)
        self.page_handle, self._slots = handle, slots
        for i in range(SLOTS): self.page[i] = UNSIGNALLED

    def own_page(self, address: int) -> None:
        """The driver's own page, of which older programs map 256 slots."""
        if self.page is None: self._use(address, 0, 256)

    def create(self, kind: int, auto_reset: bool) -> Event:
        """A new one. Source: kfd_event_create of amdkfd/kfd_events.c."""
        if kind not in _KNOWN: raise refuse(errno.EINVAL, f"there are no events of type {kind}")
        numbers = range(1, self._slots) if kind in (SIGNAL, DEBUG) else range(_FIRST_OTHER, _FIRST_OTHER + SLOTS)
        number = next((n for n in numbers if n not in self._events), None)
        if number is None: raise refuse(errno.ENOSPC, "all events are in use")
        self._events[number] = event = Event(number, kind, auto_reset)
        if number < SLOTS: self.page[number] = UNSIGNALLED
        return event

    def find(self, number: int) -> Event:
        """The event of that number. Source: lookup_event_by_id of amdkfd/kfd_events.c."""
        if number not in self._events: raise refuse(errno.EINVAL, f"there is no event {number}")
        return self._events[number]

    def destroy(self, number: int) -> None: del self._events[self.find(number).number]

    def set_by_host(self, number: int, signalled: bool) -> None:
        """SET_EVENT and RESET_EVENT. Source: kfd_set_event of amdkfd/kfd_events.c."""
        event = self.find(number)
        if event.kind != SIGNAL: raise refuse(errno.EINVAL, "the host sets signal events alone")
        event.signalled = signalled

    def interrupt(self) -> None:
        """A GPU's interrupt: events whose slots were written are signalled, and the slots made ready for the next time."""
        if self.page is None: return
        for event in list(self._events.values()):
            if event.number < SLOTS and self.page[event.number] != UNSIGNALLED:
                self.page[event.number] = UNSIGNALLED
                event.signalled = True

    def memory_exception(self, gpu_id: int, fault: MemoryFault) -> None:
        """A GPU touched what it may not: every event of that kind tells the page."""
        data = EventData(not_present=int(fault.missing), read_only=int(not fault.missing and fault.access == "write"),
                         no_execute=int(not fault.missing and fault.access == "execute"), va=fault.va & -4096, gpu_id=gpu_id)
        self._tell(MEMORY_EXCEPTION, bytes(data)[:32])

    def reset(self, gpu_id: int) -> None:
        """A GPU hung and was reset."""
        self._tell(HW_EXCEPTION, b"".join(value.to_bytes(4, "little") for value in (*_RESET, gpu_id)).ljust(32, b"\0"))

    def _tell(self, kind: int, data: bytes) -> None:
        for event in self._events.values():
            if event.kind == kind: event.signalled, event.data = True, data

    def ready(self, numbers: list[int], every: bool) -> bool:
        """Whether a wait for these ends."""
        signalled = [self.find(number).signalled for number in numbers]
        return all(signalled) if every else any(signalled)

    def collect(self, items: Any) -> None:
        """A wait has ended: what the events tell, and those that reset themselves are reset."""
        for item in items:
            event = self.find(item.event_id)
            if not event.signalled: continue
            if event.data: ctypes.memmove(ctypes.addressof(item), event.data, 32)
            if event.auto_reset: event.signalled = False
