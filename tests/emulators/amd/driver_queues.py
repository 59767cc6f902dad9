"""The driver's requests on queues, and the doorbells of each GPU.

Checks of the request: set_queue_properties_from_user and kfd_ioctl_create_queue of amdkfd/kfd_chardev.c; of its buffers:
kfd_queue_acquire_buffers and kfd_queue_buffer_get of kfd_queue.c; how many there may be: create_queue_cpsch of
kfd_device_queue_manager.c.

Always true: ring, pointers, end-of-pipe buffer and save area lie in mappings of exactly their size, which stay mapped as long as
the queue.
"""
from __future__ import annotations

import errno
from dataclasses import dataclass
from typing import Any

from tests.emulators.amd.driver_memory import Memories
from tests.emulators.amd.events import refuse
from tests.emulators.amd.interface import DOORBELL_BYTES, MMAP_DOORBELL, MMAP_GPU_SHIFT
from tests.emulators.amd.machine import Card, Machine
from tests.emulators.amd.memory import Buffer, Store
from tests.emulators.amd.pm4 import ComputeQueue
from tests.emulators.amd.queues import Queue
from tests.emulators.amd.sdma import SDMAQueue
from tests.emulators.amd.topology import PAGE

COMPUTE, SDMA, SDMA_BY_ENGINE = 0, 1, 4
_ENOTSUPP = 524  # the kernel's own
_LEAST_RING = 1024
_SDMA_ENGINES, _SDMA_QUEUES, _COMPUTE_QUEUES = 2, 12, 128


@dataclass
class Doorbells:
    """A GPU's page of them. offset: in the store; address: the mock's view. free: slots that no queue has."""

    offset: int
    address: int
    free: list[int]


@dataclass
class _Made:
    queue: Queue
    card: Card
    slot: int
    buffers: list[Buffer]
    kind: int


class Queues:
    """Queues of the process."""

    def __init__(self, machine: Machine, store: Store, memories: Memories) -> None:
        self._machine, self._store, self._memories = machine, store, memories
        self._doorbells: dict[int, Doorbells] = {}
        self._made: dict[int, _Made] = {}
        self._next = 0

    def doorbells(self, card: Card) -> Doorbells:
        """The doorbells of a GPU."""
        if card.index not in self._doorbells:
            offset = self._store.take(DOORBELL_BYTES)
            slots = list(range(DOORBELL_BYTES // 8))
            self._machine.random.shuffle(slots)
            self._doorbells[card.index] = Doorbells(offset, self._store.look(offset, DOORBELL_BYTES), slots)
        return self._doorbells[card.index]

    def create(self, args: Any) -> None:
        """CREATE_QUEUE. Source: set_queue_properties_from_user of amdkfd/kfd_chardev.c."""
        if args.percentage & 0xFF > 100: raise refuse(errno.EINVAL, f"percentage {args.percentage & 0xFF}")
        if args.priority > 15: raise refuse(errno.EINVAL, f"priority {args.priority}")
        if args.ring_size & (args.ring_size - 1): raise refuse(errno.EINVAL, f"a ring of {args.ring_size:#x} bytes: no power of two")
        args.ring_size = max(args.ring_size, _LEAST_RING)
        if args.type not in (COMPUTE, SDMA, SDMA_BY_ENGINE): raise refuse(_ENOTSUPP, f"queues of type {args.type} are not emulated")
        card = self._memories.bound(args.gpu_id)
        if args.type == SDMA_BY_ENGINE and args.sdma_engine >= _SDMA_ENGINES:
            raise refuse(errno.EINVAL, f"there is no SDMA engine {args.sdma_engine}")
        if card.lost is not None: raise refuse(errno.EIO, f"GPU {args.gpu_id:#x} is lost")
        buffers = self._buffers(card, args)
        self._check_count(card, args.type)
        self._add(card, args, buffers)

    def _buffers(self, card: Card, args: Any) -> list[Buffer]:
        """Source: kfd_queue_acquire_buffers of amdkfd/kfd_queue.c."""
        found = [_exact(card, args.write_pointer & -PAGE, PAGE, "write pointer"),
                 _exact(card, args.read_pointer & -PAGE, PAGE, "read pointer"),
                 _exact(card, args.ring, args.ring_size, "ring")]
        if args.type != COMPUTE: return found
        gpu = card.gpu
        if args.eop_size != PAGE: raise refuse(errno.EINVAL, f"an end-of-pipe buffer of {args.eop_size} bytes; {PAGE} are right")
        found.append(_exact(card, args.eop, PAGE, "end-of-pipe buffer"))
        if args.control_stack != gpu.control_stack:
            raise refuse(errno.EINVAL, f"a control stack of {args.control_stack:#x} bytes; {gpu.control_stack:#x} are right")
        if args.save_size < gpu.save_area:
            raise refuse(errno.EINVAL, f"a save area of {args.save_size:#x} bytes; {gpu.save_area:#x} are needed")
        found.append(_exact(card, args.save, gpu.save_mapping, "save area"))
        return found

    def _check_count(self, card: Card, kind: int) -> None:
        """Source: create_queue_cpsch of amdkfd/kfd_device_queue_manager.c."""
        others = sum(made.card is card and (made.kind == COMPUTE) == (kind == COMPUTE) for made in self._made.values())
        most = _COMPUTE_QUEUES if kind == COMPUTE else _SDMA_QUEUES
        if others >= most: raise refuse(errno.ENOMEM, f"{most} queues are the most")

    def _add(self, card: Card, args: Any, buffers: list[Buffer]) -> None:
        bells = self.doorbells(card)
        slot = bells.free.pop()
        make = ComputeQueue if args.type == COMPUTE else SDMAQueue
        queue = make(self._machine, card, args.ring, args.ring_size, args.write_pointer, args.read_pointer, bells.address + 8 * slot)
        number, self._next = self._next, self._next + 1
        for buffer in buffers: buffer.queues += 1
        self._made[number] = _Made(queue, card, slot, buffers, args.type)
        self._machine.queues[number] = queue
        args.queue_id = number
        args.doorbell = MMAP_DOORBELL | card.id << MMAP_GPU_SHIFT | 8 * slot

    def _find(self, number: int) -> _Made:
        """Source: pqm_destroy_queue of amdkfd/kfd_process_queue_manager.c."""
        if number not in self._made: raise refuse(errno.EINVAL, f"there is no queue {number}")
        return self._made[number]

    def update(self, args: Any) -> None:
        """UPDATE_QUEUE, of share and priority: a ring stays where it is. Source: kfd_ioctl_update_queue of amdkfd/kfd_chardev.c."""
        made = self._find(args.queue_id)
        if args.percentage & 0xFF > 100 or args.priority > 15: raise refuse(errno.EINVAL, "percentage or priority")
        if (args.ring, args.ring_size) != (made.queue.ring, made.queue.nbytes):
            raise refuse(errno.EINVAL, "moving a ring is not emulated")

    def destroy(self, args: Any) -> None:
        """DESTROY_QUEUE. What it had begun does not end."""
        made = self._find(args.queue_id)
        for buffer in made.buffers: buffer.queues -= 1
        self.doorbells(made.card).free.insert(0, made.slot)
        del self._made[args.queue_id], self._machine.queues[args.queue_id]


def _exact(card: Card, address: int, nbytes: int, what: str) -> Buffer:
    """Source: kfd_queue_buffer_get of amdkfd/kfd_queue.c."""
    buffer = card.memory.find(address)
    if buffer is None: raise refuse(errno.EINVAL, f"{what} at {address:#x}, where nothing is mapped to the GPU")
    if (buffer.va, buffer.nbytes) != (address, nbytes):
        raise refuse(errno.EINVAL, f"{what}: {nbytes:#x} bytes at {address:#x}, in a mapping of {buffer.nbytes:#x} at {buffer.va:#x}")
    return buffer
