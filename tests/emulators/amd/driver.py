"""The driver (amdkfd): answers requests of the process as Linux does, with its error numbers.

In: structures of requests. Out: the same, filled in, or OSError. Always true: what the driver refuses changes nothing; rules are
those of the functions kfd_ioctl_* of amdkfd/kfd_chardev.c, and of kfd_queue.c and kfd_events.c; of several versions, the strictest.
"""
from __future__ import annotations

import ctypes
import errno
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.emulators.amd import interface as calls
from tests.emulators.amd.driver_memory import Memories
from tests.emulators.amd.driver_queues import Queues
from tests.emulators.amd.errors import Misuse
from tests.emulators.amd.events import SLOTS, refuse
from tests.emulators.amd.machine import Card, Machine
from tests.emulators.amd.memory import GTT, Store
from tests.emulators.amd.topology import PAGE

_FOREVER = 0xFFFFFFFF
DONE, TIMED_OUT = 0, 1
#: addresses that a process gives its GPUs, and the windows of LDS and private memory (gfx9 on)
_VM = (0x1000000, (1 << 47) - 1)
_LDS, _SCRATCH, _WINDOW = 1 << 48, 2 << 48, (1 << 32) - 1


@dataclass
class Order:
    """A request that is to fail. after: how many more of them go through first."""

    after: int
    code: int


@dataclass
class Driver:
    """All requests. files: what ACQUIRE_VM may be told of, by number of the file: path."""

    machine: Machine
    store: Store
    files: dict[int, str] = field(default_factory=dict[int, str])
    orders: dict[str, Order] = field(default_factory=dict[str, Order])
    calls: list[str] = field(default_factory=list[str])

    def __post_init__(self) -> None:
        self.memories = Memories(self.machine, self.store)
        self.queues = Queues(self.machine, self.store, self.memories)
        self._event_page: int | None = None  # offset in the store of the driver's own
        self._acts: dict[type[calls.Arguments], Callable[[Any], None]] = {
            calls.GetVersion: self._get_version, calls.AcquireVM: self._acquire_vm, calls.GetApertures: self._get_apertures,
            calls.GetClockCounters: self._get_clock_counters, calls.SetMemoryPolicy: self._for_bound_gpu,
            calls.SetScratchBackingVA: self._for_bound_gpu, calls.SetTrapHandler: self._for_bound_gpu,
            calls.AllocMemory: self.memories.alloc, calls.FreeMemory: self._free, calls.MapMemory: self.memories.map,
            calls.UnmapMemory: self.memories.unmap, calls.AvailableMemory: self.memories.available,
            calls.CreateQueue: self.queues.create, calls.UpdateQueue: self.queues.update, calls.DestroyQueue: self.queues.destroy,
            calls.CreateEvent: self._create_event, calls.DestroyEvent: lambda a: self.machine.events.destroy(a.event_id),
            calls.SetEvent: lambda a: self.machine.events.set_by_host(a.event_id, True),
            calls.ResetEvent: lambda a: self.machine.events.set_by_host(a.event_id, False), calls.WaitEvents: self._wait_events}

    def obey(self, name: str) -> None:
        """Fails a request that was ordered to fail. Source: none: a test orders the failure."""
        self.calls.append(name)
        if (order := self.orders.get(name)) is None: return
        if order.after:
            order.after -= 1
            return
        del self.orders[name]
        raise refuse(order.code, f"{name} was told to fail")

    def ioctl(self, request: int, argument: Any) -> int:
        """One request, with its structure as ctypes has it. Source: kfd_ioctl of amdkfd/kfd_chardev.c."""
        number, letter, size, direction = request & 0xFF, request >> 8 & 0xFF, request >> 16 & 0x3FFF, request >> 30
        if letter != ord("K") or number not in calls.REQUESTS: raise refuse(errno.ENOTTY, f"there is no request {request:#x}")
        kind = calls.REQUESTS[number]
        if direction != kind.direction: raise Misuse(f"{kind.__name__}: direction {direction} in {request:#x}; it is {kind.direction}")
        if ctypes.sizeof(argument) < size: raise Misuse(f"{kind.__name__}: {size} bytes said, {ctypes.sizeof(argument)} given")
        self.obey(kind.__name__)
        own = kind()
        common = min(size, ctypes.sizeof(own))
        ctypes.memmove(ctypes.addressof(own), ctypes.addressof(argument), common)
        try: self._acts[kind](own)
        finally:
            if direction & calls.READ: ctypes.memmove(ctypes.addressof(argument), ctypes.addressof(own), common)
        return 0

    # ---- the process and its GPUs

    def _get_version(self, args: Any) -> None: args.major, args.minor = 1, 17

    def _acquire_vm(self, args: Any) -> None:
        """Source: kfd_ioctl_acquire_vm of amdkfd/kfd_chardev.c."""
        path = self.files.get(args.file)
        if path is None: raise refuse(errno.EINVAL, f"{args.file} is no open file")
        self.memories.acquire(self.memories.card(args.gpu_id), args.file, path)

    def _get_apertures(self, args: Any) -> None:
        cards = self.machine.cards
        if not args.count:
            args.count = len(cards)
            return
        args.count = min(args.count, len(cards))
        items = (calls.Aperture * args.count).from_address(args.items)
        for item, card in zip(items, cards, strict=False):
            item.lds_base, item.lds_limit = _LDS, _LDS + _WINDOW
            item.scratch_base, item.scratch_limit = _SCRATCH, _SCRATCH + _WINDOW
            (item.base, item.limit), item.gpu_id = _VM, card.id

    def _get_clock_counters(self, args: Any) -> None:
        args.cpu = args.system = int(self.machine.clock.now() * 1e9)
        args.gpu = self.machine.clock.ticks() if any(card.id == args.gpu_id for card in self.machine.cards) else 0
        args.frequency = 10**9

    def _for_bound_gpu(self, args: Any) -> None: self.memories.bound(args.gpu_id)

    def _free(self, args: Any) -> None:
        """Source: kfd_ioctl_free_memory_of_gpu of amdkfd/kfd_chardev.c."""
        if args.handle == self.machine.events.page_handle: raise refuse(errno.EPERM, "the event page is freed with the process")
        self.memories.free(args)

    # ---- events

    def _create_event(self, args: Any) -> None:
        """Source: kfd_event_create and kfd_kmap_event_page of amdkfd/kfd_events.c."""
        events = self.machine.events
        if args.page:
            buffer = self.memories.find(args.page)
            if not buffer.flags & GTT: raise refuse(errno.EINVAL, "an event page lies in GTT")
            events.set_page(buffer.address, buffer.nbytes, args.page)
        elif events.page is None:
            self._event_page = self.store.take(SLOTS * 8)
            events.own_page(self.store.look(self._event_page, SLOTS * 8))
        event = events.create(args.type, bool(args.auto_reset))
        args.event_id = args.trigger = event.number
        has_slot = event.number < SLOTS
        args.page, args.slot = (calls.MMAP_EVENTS, event.number) if has_slot else (0, 0)

    def _wait_events(self, args: Any) -> None:
        events, machine = self.machine.events, self.machine
        items = (calls.EventData * args.count).from_address(args.events)
        numbers = [item.event_id for item in items]
        end = None if args.timeout == _FOREVER else machine.clock.now() + args.timeout / 1000
        while not events.ready(numbers, bool(args.all)):
            if end is not None and machine.clock.now() >= end:
                args.result = TIMED_OUT
                return
            if machine.step(): continue
            if end is None: self._wait_in_vain()
            else: machine.clock.sleep(end - machine.clock.now())
        args.result = DONE
        events.collect(items)

    def _wait_in_vain(self) -> None:
        """Source: none: a machine would wait for ever."""
        self.machine.report_deadlock()
        raise Misuse("the host waits for an event for ever, and no queue has anything to do")

    # ---- mappings of the driver's file

    def place(self, offset: int, nbytes: int) -> int:
        """Offset in the store of what is mapped at an offset of /dev/kfd.

        Source: kfd_mmap of amdkfd/kfd_chardev.c, kfd_doorbell_mmap of amdkfd/kfd_doorbell.c.
        """
        kind = offset & 3 << 62
        if kind == calls.MMAP_EVENTS and self._event_page is not None and nbytes in (256 * 8, SLOTS * 8): return self._event_page
        if kind != calls.MMAP_DOORBELL: raise refuse(errno.EINVAL, f"nothing is mapped at offset {offset:#x}")
        if nbytes != calls.DOORBELL_BYTES: raise refuse(errno.EINVAL, f"doorbells are {calls.DOORBELL_BYTES} bytes, not {nbytes}")
        if offset % PAGE: raise refuse(errno.EINVAL, f"offset {offset:#x} is none of a page")
        if offset % calls.DOORBELL_BYTES: raise refuse(errno.EINVAL, f"offset {offset:#x} is within the doorbells")
        return self.queues.doorbells(self._card_of(offset)).offset

    def _card_of(self, offset: int) -> Card: return self.memories.card(offset >> calls.MMAP_GPU_SHIFT & 0xFFFF)
