"""The driver's requests on memory: a GPU's address space, buffers, what is mapped where.

Checks: kfd_ioctl_acquire_vm, kfd_ioctl_alloc_memory_of_gpu, kfd_ioctl_free_memory_of_gpu, kfd_ioctl_map_memory_to_gpu and
kfd_ioctl_unmap_memory_from_gpu of amdkfd/kfd_chardev.c; what is busy: amdgpu_amdkfd_gpuvm_free_memory_of_gpu.

Always true: a buffer is mapped to a GPU before packets may touch it, unmapped everywhere before it is freed, and neither while a queue
needs it. Handles name the GPU that a buffer was made for, and may be mapped to others.
"""
from __future__ import annotations

import ctypes
import errno
from typing import Any

from tests.emulators.amd.events import refuse
from tests.emulators.amd.interface import DOORBELL_BYTES
from tests.emulators.amd.machine import Card, Machine
from tests.emulators.amd.memory import (
    DOORBELL,
    EXECUTABLE,
    GTT,
    PUBLIC,
    USERPTR,
    VRAM,
    WRITABLE,
    Buffer,
    Store,
    is_mapped,
)
from tests.emulators.amd.topology import PAGE, render_path

_KINDS = VRAM | GTT | USERPTR | DOORBELL
#: contiguous, extended-coherent, uncached, coherent, queue memory, no substitute
_HINTS = 0x3F << 23
_FLAGS = _KINDS | _HINTS | PUBLIC | EXECUTABLE | WRITABLE
#: where a buffer lies in a render node, for mmap
MMAP_BASE = 1 << 40


class Memories:
    """Buffers of the process, by handle."""

    def __init__(self, machine: Machine, store: Store) -> None:
        self._machine, self._store = machine, store
        self._vms: dict[int, int] = {}  # number of the render file by index of the card
        self._buffers: dict[int, Buffer] = {}
        self._made = 0
        self._in_use = {card.index: 0 for card in machine.cards}  # bytes of VRAM

    def card(self, gpu_id: int) -> Card:
        """The GPU of that id. Source: kfd_process_device_data_by_id of amdkfd/kfd_process.c."""
        for card in self._machine.cards:
            if card.id == gpu_id: return card
        raise refuse(errno.EINVAL, f"there is no GPU {gpu_id:#x}")

    def bound(self, gpu_id: int) -> Card:
        """The GPU, which has an address space of this process. Source: kfd_bind_process_to_device of amdkfd/kfd_process.c."""
        card = self.card(gpu_id)
        if card.index not in self._vms: raise refuse(errno.ENODEV, f"no ACQUIRE_VM for GPU {gpu_id:#x}")
        return card

    def acquire(self, card: Card, file: int, path: str) -> None:
        """The address space of a render file is the process's from now on. Source: kfd_ioctl_acquire_vm of amdkfd/kfd_chardev.c."""
        if path != render_path(card.index): raise refuse(errno.EINVAL, f"{path} is not the file of GPU {card.id:#x}")
        if self._vms.setdefault(card.index, file) != file: raise refuse(errno.EBUSY, f"GPU {card.id:#x} has an address space already")

    def find(self, handle: int, code: int = errno.EINVAL) -> Buffer:
        """The buffer of that handle. Source: kfd_process_device_translate_handle of amdkfd/kfd_process.c."""
        self.card(handle >> 32)
        if handle not in self._buffers: raise refuse(code, f"there is no buffer {handle:#x}")
        return self._buffers[handle]

    def alloc(self, args: Any) -> None:
        """ALLOC_MEMORY_OF_GPU. Source: kfd_ioctl_alloc_memory_of_gpu of amdkfd/kfd_chardev.c."""
        if not args.size: raise refuse(errno.EINVAL, "a buffer of no bytes")
        card = self.card(args.gpu_id)
        kind = args.flags & _KINDS
        if kind == VRAM and args.flags & PUBLIC and not card.gpu.large_bar: raise refuse(errno.EINVAL, "the host sees little of VRAM")
        self.bound(args.gpu_id)
        if kind not in (VRAM, GTT, USERPTR, DOORBELL): raise refuse(errno.EINVAL, f"flags {args.flags:#x} name no one kind of memory")
        if rest := args.flags & ~_FLAGS: raise refuse(errno.EINVAL, f"flags {rest:#x} are unknown")
        if args.va % PAGE or args.size % PAGE: raise refuse(errno.EINVAL, f"{args.size:#x} bytes at {args.va:#x} are no whole pages")
        if kind == DOORBELL and args.size != DOORBELL_BYTES: raise refuse(errno.EINVAL, f"doorbells are {DOORBELL_BYTES} bytes")
        if kind == USERPTR and args.offset % PAGE: raise refuse(errno.EINVAL, f"host memory at {args.offset:#x}, which begins no page")
        if kind == USERPTR and not is_mapped(args.offset, args.size): raise refuse(errno.EFAULT, f"no host memory at {args.offset:#x}")
        if kind == VRAM: self._reserve(card, args.size)
        self._made += 1
        buffer = self._make(card.id << 32 | self._made, card, args)
        self._buffers[buffer.handle] = buffer
        args.handle = buffer.handle
        if buffer.offset is not None: args.offset = MMAP_BASE + buffer.offset

    def _make(self, handle: int, card: Card, args: Any) -> Buffer:
        if args.flags & USERPTR: return Buffer(handle, card.index, args.va, args.size, args.flags, args.offset, None)
        offset = self._store.take(args.size)
        return Buffer(handle, card.index, args.va, args.size, args.flags, self._store.look(offset, args.size), offset)

    def _reserve(self, card: Card, nbytes: int) -> None:
        """Source: amdgpu_amdkfd_reserve_mem_limit of amdgpu_amdkfd_gpuvm.c."""
        if self._in_use[card.index] + nbytes > card.gpu.vram: raise refuse(errno.ENOMEM, f"GPU {card.id:#x} has no {nbytes} bytes")
        self._in_use[card.index] += nbytes

    def available(self, args: Any) -> None:
        """AVAILABLE_MEMORY."""
        card = self.bound(args.gpu_id)
        args.available = card.gpu.vram - self._in_use[card.index]

    def used(self, index: int) -> int:
        """Bytes of VRAM that are given out."""
        return self._in_use[index]

    def free(self, args: Any) -> None:
        """FREE_MEMORY_OF_GPU. Source: amdgpu_amdkfd_gpuvm_free_memory_of_gpu of amdgpu_amdkfd_gpuvm.c."""
        buffer = self.find(args.handle)
        if buffer.mapped: raise refuse(errno.EBUSY, f"buffer {args.handle:#x} is mapped to GPUs {sorted(buffer.mapped)}")
        del self._buffers[args.handle]
        if buffer.flags & VRAM: self._in_use[buffer.gpu] -= buffer.nbytes
        if buffer.offset is not None: self._store.give(buffer.offset, buffer.nbytes, buffer.address)

    def host_unmaps(self, address: int, nbytes: int) -> None:
        """What the host had lent is gone."""
        for buffer in self._buffers.values():
            if buffer.offset is None and buffer.address < address + nbytes and address < buffer.address + buffer.nbytes:
                buffer.is_there = False

    def _targets(self, args: Any) -> list[int]:
        """Source: kfd_ioctl_map_memory_to_gpu of amdkfd/kfd_chardev.c."""
        if not args.count: raise refuse(errno.EINVAL, "no GPUs")
        if args.done > args.count: raise refuse(errno.EINVAL, f"{args.done} of {args.count} GPUs done already")
        return list((ctypes.c_uint32 * args.count).from_address(args.ids))[args.done:]

    def map(self, args: Any) -> None:
        """MAP_MEMORY_TO_GPU: `done` counts the GPUs that it went well for.

        Source: kfd_ioctl_map_memory_to_gpu of amdkfd/kfd_chardev.c.
        """
        ids = self._targets(args)
        buffer = self.find(args.handle, errno.ENOMEM)
        for gpu_id in ids:
            card = self.bound(gpu_id)
            if card.index not in buffer.mapped:
                if card.index != buffer.gpu and buffer.flags & VRAM and not self._machine.cards[buffer.gpu].gpu.large_bar:
                    raise refuse(errno.EINVAL, f"GPU {gpu_id:#x} cannot reach the VRAM of another")
                if not card.memory.add(buffer): raise refuse(errno.EINVAL, f"something is mapped at {buffer.va:#x} of GPU {gpu_id:#x}")
                buffer.mapped.add(card.index)
            args.done += 1

    def unmap(self, args: Any) -> None:
        """UNMAP_MEMORY_FROM_GPU, which counts in the same way. Source: kfd_ioctl_unmap_memory_from_gpu of amdkfd/kfd_chardev.c."""
        ids = self._targets(args)
        buffer = self.find(args.handle, errno.ENOMEM)
        for gpu_id in ids:
            card = self.card(gpu_id)
            if card.index not in buffer.mapped: raise refuse(errno.EINVAL, f"buffer {args.handle:#x} is not mapped to GPU {gpu_id:#x}")
            if buffer.queues: raise refuse(errno.EBUSY, f"a queue needs buffer {args.handle:#x}")
            card.memory.remove(buffer)
            card.caches.unmapped(buffer)
            buffer.mapped.remove(card.index)
            args.done += 1

    def place(self, index: int, offset: int, nbytes: int, readable: bool) -> int:
        """Offset in the store of what is mapped at an offset of a render node.

        Source: amdgpu_gem_object_mmap of amdgpu_gem.c, drm_gem_mmap of drm_gem.c.
        """
        for buffer in self._buffers.values():
            if buffer.offset is None or buffer.offset + MMAP_BASE != offset or buffer.gpu != index: continue
            if nbytes > buffer.nbytes: raise refuse(errno.EINVAL, f"a buffer of {buffer.nbytes} bytes has no {nbytes}")
            hidden = buffer.flags & VRAM and not buffer.flags & PUBLIC
            if readable and hidden: raise refuse(errno.EPERM, f"buffer {buffer.handle:#x} lies where the host cannot see it")
            return buffer.offset
        raise refuse(errno.EINVAL, f"no buffer is mapped at offset {offset:#x}")
