"""Addresses as GPUs see them: ranges, mappings and contexts of one UVM file, and whether a GPU may touch an address.

In: ranges and mappings. Out: host addresses of the bytes behind an address, or `DeviceFault`. Always true: no byte is touched on a
GPU's behalf that was not looked up here, and the PTX emulator's table of allocations has the same mappings.
"""
from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..ptx.memory import Block, Memory
from .errors import DeviceFault, MockLimit, Refused, Status, Xid
from .pages import PAGE, Pages, Placed, Storage, UserStorage, up


@dataclass(eq=False)
class Mapping:
    """A piece of an external range that GPUs see. `rights`: GPU -> whether it may write."""

    placed: Placed
    block: Block
    rights: dict[int, bool] = field(default_factory=dict)


@dataclass(eq=False)
class Range:
    """An external range: addresses that mappings may be made in."""

    start: int
    end: int
    mappings: list[Mapping] = field(default_factory=list)


@dataclass(frozen=True)
class Context:
    """Addresses of the buffers of a context, which the registered channels of a group share."""

    start: int
    end: int
    group: object
    channels: list[object]


class Space:
    """All addresses of one UVM file, which its GPUs share."""

    def __init__(self, pages: Pages, memory: Memory) -> None:
        self.pages, self.memory = pages, memory
        self.ranges: list[Range] = []
        self.contexts: list[Context] = []

    # ---- ranges
    def add_range(self, start: int, size: int) -> None:
        """Source: uvm_map_external.c: uvm_create_external_range (uvm_api_range_invalid_4k, uvm_va_range_create_external)."""
        if start % PAGE or size % PAGE or not size or not start: raise Refused(Status.INVALID_ADDRESS, "a range is of whole pages")
        if (taken := self._taken(start, start + size)) is not None:
            what = "an external range" if isinstance(taken, Range) else "a channel's context"
            raise Refused(Status.UVM_ADDRESS_IN_USE, f"{start:#x} to {start + size:#x} meets {what} at {taken.start:#x}")
        self.ranges.append(Range(start, start + size))

    def _taken(self, start: int, end: int) -> Range | Context | None:
        return next((taken for taken in (*self.ranges, *self.contexts) if taken.start < end and start < taken.end), None)

    def put_context(self, group: object, channel: object, start: int, size: int, wanted: int) -> None:
        """A context's buffers at the first multiple of their size in the window where nothing is, or those that its group has.

        Source: uvm_user_channel.c: create_va_range, find_va_range, find_va_in_range.
        """
        known = next((c for c in self.contexts if c.group is group), None)
        if known is not None: return known.channels.append(channel)
        at = up(start, wanted)
        while at + wanted <= start + size:
            taken = self._taken(at, at + wanted)
            if taken is None:
                self.contexts.append(Context(at, at + wanted, group, [channel]))
                return None
            at = up(taken.end, wanted)
        raise Refused(Status.INVALID_ADDRESS, f"a window of {size} bytes has no room for {wanted}")

    def remove_context(self, channel: object) -> None:
        """With the last of its channels."""
        for context in [c for c in self.contexts if channel in c.channels]:
            context.channels.remove(channel)
            if not context.channels: self.contexts.remove(context)

    def inside(self, start: int, size: int) -> Range:
        """The external range that so many addresses are in.

        Source: uvm_map_external.c: uvm_map_external_allocation, uvm_unmap_external.
        """
        if start % PAGE or size % PAGE or not size or not start: raise Refused(Status.INVALID_ADDRESS, "a mapping is of whole pages")
        found = next((r for r in self.ranges if r.start <= start and start + size <= r.end), None)
        if found is None: raise Refused(Status.INVALID_ADDRESS, f"{start:#x}, {size} bytes: not inside one external range")
        return found

    def remove_range(self, start: int, size: int | None) -> None:
        """Ends a range with all its mappings.

        Source: uvm_map_external.c: uvm_free.
        """
        found = next((r for r in self.ranges if r.start == start), None)
        if found is None or (size is not None and found.end - found.start != size):
            raise Refused(Status.INVALID_ADDRESS, f"no range of that size starts at {start:#x}")
        for mapping in list(found.mappings): self._remove(found, mapping)
        self.ranges.remove(found)

    def close(self) -> None:
        """All ranges end."""
        for r in list(self.ranges): self.remove_range(r.start, None)

    # ---- mappings
    def map(self, start: int, size: int, storage: Storage, offset: int, rights: dict[int, bool]) -> None:
        """Bytes of a storage at an address, for some GPUs; what they saw there before, they see no more.

        Source: uvm_map_external.c: uvm_map_external_allocation_on_gpu; nv_gpu_ops.c: nvGpuOpsBuildExternalAllocPtes (offset and size).
        """
        inside = self.inside(start, size)
        if offset >= storage.size: raise Refused(Status.INVALID_BASE, f"from byte {offset} of {storage.what} of {storage.size}")
        if offset + size > storage.size:
            raise Refused(Status.INVALID_LIMIT, f"{offset + size} bytes of {storage.what} of {storage.size}")
        if offset % PAGE: raise Refused(Status.INVALID_ADDRESS, f"from byte {offset}: no page size fits")
        for gpu in rights: self.unmap(start, size, gpu)
        for m in inside.mappings:
            if not m.placed.meets(start, start + size): continue
            if (m.placed.start, m.placed.size, m.placed.storage, m.placed.offset) != (start, size, storage, offset):
                raise MockLimit(f"two GPUs see different memory at {start:#x}")
            m.rights.update(rights)
            return
        placed = Placed(start, size, storage, offset)
        self.pages.show(placed)
        mapping = Mapping(placed, self.memory.adopt(start, size, -1, storage.what), dict(rights))
        mapping.block.keep = mapping
        inside.mappings.append(mapping)

    def unmap(self, start: int, size: int, gpu: int) -> None:
        """One GPU sees these addresses no more.

        Source: uvm_map_external.c: uvm_unmap_external_in_range, which splits mappings; that is not modelled.
        """
        inside = self.inside(start, size)
        for m in [m for m in inside.mappings if m.placed.meets(start, start + size) and gpu in m.rights]:
            if m.placed.start < start or m.placed.end > start + size:
                raise MockLimit(f"a part of the mapping at {m.placed.start:#x} ends")
            del m.rights[gpu]
            if not m.rights: self._remove(inside, m)

    def forget(self, gpu: int) -> None:
        """A GPU's addresses end."""
        for r in self.ranges:
            for m in list(r.mappings):
                m.rights.pop(gpu, None)
                if not m.rights: self._remove(r, m)

    def _remove(self, inside: Range, mapping: Mapping) -> None:
        inside.mappings.remove(mapping)
        self.memory.free(mapping.block, poison=False)
        self.pages.hide(mapping.placed)

    # ---- what a GPU touches
    def mapping(self, gpu: int, address: int, write: bool = False) -> Mapping:
        """The mapping that this address is in. DeviceFault if the GPU may not touch it.

        Source: dev_fault.h; kern_gmmu.c (a fault that UVM does not serve is Xid 31).
        """
        block = self.memory.find(address)
        found = block.keep if block is not None else None
        if not isinstance(found, Mapping) or gpu not in found.rights or not found.placed.meets(address, address + 1):
            raise DeviceFault(Xid.MMU_FAULT, f"{'write to' if write else 'read of'} {address:#x}, which is not mapped "
                              f"({self.memory.describe(address)})", address, write)
        if isinstance(found.placed.storage, UserStorage) and found.placed.storage.is_gone:
            raise MockLimit(f"{address:#x} is in pages that the program has unmapped, and that the driver keeps")
        if write and not found.rights[gpu]:
            raise DeviceFault(Xid.MMU_FAULT, f"write to {address:#x}, mapped to be read", address, True)
        return found

    def pieces(self, gpu: int, address: int, nbytes: int, write: bool = False) -> Iterator[tuple[int, int]]:
        """(host address, size) of the bytes behind so many addresses, which may lie in mappings side by side."""
        end = address + nbytes
        while address < end:
            placed = self.mapping(gpu, address, write).placed
            size = min(end, placed.end) - address
            yield placed.storage.own + placed.offset + address - placed.start, size
            address += size

    def read(self, gpu: int, address: int, nbytes: int) -> bytes:
        return b"".join(ctypes.string_at(at, n) for at, n in self.pieces(gpu, address, nbytes))

    def write(self, gpu: int, address: int, data: bytes) -> None:
        done = 0
        for at, n in list(self.pieces(gpu, address, len(data), write=True)):
            ctypes.memmove(at, data[done:done + n], n)
            done += n

    def word(self, gpu: int, address: int, nbytes: int) -> int: return int.from_bytes(self.read(gpu, address, nbytes), "little")
