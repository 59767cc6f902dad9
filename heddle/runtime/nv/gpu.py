"""Open NVIDIA GPU: its address space, and memory in it.

Inputs: an NVInfo's objects. Outputs: blocks of memory at addresses that the GPU and, for host-visible blocks, the host share.
Invariants: a block has a range of addresses of its own; host-visible video memory is mapped at the GPU's address.
"""
from __future__ import annotations

import ctypes

from heddle.named_tuple import NamedTuple
from heddle.runtime.common.block_table import BlockTable
from heddle.runtime.common.system import (
    MAP_ANONYMOUS,
    MAP_FIXED,
    MAP_SHARED,
    PROT_READ,
    PROT_WRITE,
    DeviceFile,
    system,
)
from heddle.runtime.nv.address_space import Addresses
from heddle.runtime.nv.driver import Driver, Objects
from heddle.runtime.nv.resource_manager import (
    ADDRESS_SPACE,
    INSUFFICIENT_RESOURCES,
    INVALID_DEVICE,
    NO_MEMORY,
    SYSTEM_MEMORY,
    VIDEO_MEMORY,
    NVError,
)

PAGE, LARGE_PAGE = 4 << 10, 2 << 20
_EXTERNAL_WITH_FAULTS = 0x48  # an address space that unified memory owns, in which page faults are reported
# how memory is to be, in the fields of NV_MEMORY_ALLOCATION_PARAMS
_IMAGE, _NOTIFIER = 0, 13
_VIDEO_FLAGS, _SYSTEM_FLAGS = 0x1C101, 0xC101  # banks ignored, alignment forced, handle given, not mapped; video: persistent
_PAGES_4K, _CONTIGUOUS, _ANYHOW = 1 << 23, 2 << 27, 3 << 27
_PAGES_2M, _IN_SYSTEM = 3 << 23, 1 << 25
_CACHED, _NOT_CACHED, _LARGE = 0x5, 0x9, 1 << 20
_COLOUR = 6  # the format of memory without one
#: flags of memory of this process: pages anywhere, cached by the host, not mapped by the driver
_PINNED = 1 << 4 | 1 << 12 | 1 << 30


class Memory(NamedTuple):
    """A block: where it is, the driver's handle of it, and the range that its addresses are of: what the host sees has low ones."""

    address: int
    nbytes: int
    handle: int
    addresses: Addresses


class GPU:
    """A GPU's address space and memory."""

    def __init__(self, driver: Driver, objects: Objects) -> None:
        self.driver, self.objects, self.client = driver, objects, driver.client
        self.info, self.classes, self.uuid = objects.info, objects.classes(), objects.uuid()
        self.space = self.client.alloc(objects.device, ADDRESS_SPACE,
                                       self.client.structs("NV_VASPACE_ALLOCATION_PARAMETERS", flags=_EXTERNAL_WITH_FAULTS))
        driver.uvm.register_gpu(self.uuid, self.space)
        self._blocks = BlockTable[Memory]()
        self._peers: set[bytes] = set()
        self._seen: set[tuple[int, bytes]] = set()  # which of them other GPUs see, and which GPUs

    # ---- memory

    def alloc(self, nbytes: int) -> Memory:
        """Video memory. MemoryError if there is none left."""
        page = LARGE_PAGE if nbytes >= LARGE_PAGE else PAGE
        pages = (_PAGES_2M, _CACHED | _LARGE) if page == LARGE_PAGE else (_PAGES_4K, _CACHED)
        return self._video(nbytes, page, _ANYHOW | pages[0], pages[1], self.driver.wide)

    def alloc_visible(self, nbytes: int) -> Memory:
        """Video memory in one piece that the host sees too: for rings, words and arguments."""
        block = self._video(nbytes, PAGE, _CONTIGUOUS | _PAGES_4K, _CACHED, self.driver.low)
        self._show(block, self.client.open_gpu(self.info.minor))
        return block

    def alloc_system(self, nbytes: int) -> Memory:
        """Memory of the host that the driver takes, which no cache of the GPU keeps: for signals."""
        params = self._allocation_params(nbytes, PAGE, type=_NOTIFIER, flags=_SYSTEM_FLAGS, attr=_ANYHOW | _IN_SYSTEM,
                                         attr2=_NOT_CACHED)
        block = self._allocate(SYSTEM_MEMORY, params, PAGE, self.driver.low)
        self._show(block, system().open(self.client.file.path))
        return block

    def alloc_pinned(self, nbytes: int) -> Memory:
        """Memory of this process that the GPU sees too: for copies. MemoryError."""
        nbytes = whole(nbytes, PAGE)
        at = self.driver.low.take(nbytes, PAGE)
        # shared: pages of private memory would be others than the GPU's once a fork has come between
        system().mmap(at, nbytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED)
        handle = self.client.wrap_host_memory(self.objects.file, self.objects.device, at, nbytes, _PINNED)
        return self._map(Memory(at, nbytes, handle, self.driver.low))

    def free(self, block: Memory) -> None:
        """Gives a block back that nothing uses any more."""
        if block.addresses is self.driver.low: block.addresses.clear(block.address, block.nbytes)
        self.driver.uvm.free(block.address, block.nbytes)
        self.client.free(self.objects.device, block.handle)
        block.addresses.give_back(block.address, block.nbytes)
        self._blocks.remove(block)
        self._seen = {seen for seen in self._seen if seen[0] != block.address}

    def _video(self, nbytes: int, page: int, attr: int, attr2: int, addresses: Addresses) -> Memory:
        params = self._allocation_params(nbytes, page, type=_IMAGE, flags=_VIDEO_FLAGS, attr=attr, attr2=attr2)
        return self._allocate(VIDEO_MEMORY, params, page, addresses)

    def _allocation_params(self, nbytes: int, page: int, **fields: int) -> ctypes.Structure:
        nbytes = whole(nbytes, page)
        return self.client.structs("NV_MEMORY_ALLOCATION_PARAMS", owner=self.client.handle, size=nbytes, limit=nbytes - 1,
                                   alignment=page, format=_COLOUR, **fields)

    def _allocate(self, kind: int, params: ctypes.Structure, page: int, addresses: Addresses) -> Memory:
        nbytes: int = params.limit + 1
        try: handle = self.client.alloc(self.objects.device, kind, params)
        except NVError as fault:
            if fault.status in (NO_MEMORY, INSUFFICIENT_RESOURCES): raise MemoryError from None
            raise
        return self._map(Memory(addresses.take(nbytes, page), nbytes, handle, addresses))

    def _map(self, block: Memory) -> Memory:
        self.driver.uvm.create(block.address, block.nbytes)
        self.driver.uvm.map(block.address, block.nbytes, block.handle, (self.uuid,))
        return self._blocks.add(block)

    def _show(self, block: Memory, file: DeviceFile) -> None:
        """The host sees the block at the same address, through a file that has no mapping yet; it starts as zeros."""
        self.client.map(self.objects.device, block.handle, block.nbytes, file, block.address)
        file.close()
        ctypes.memset(block.address, 0, block.nbytes)

    # ---- other GPUs

    def know(self, other: GPU) -> None:
        """The two reach each other's memory. NVError if they cannot."""
        if other.uuid in self._peers: return
        try: self.driver.uvm.enable_peers(self.uuid, other.uuid)
        except NVError as fault:
            # GPUs that NVLink joins reach each other from the beginning, and the driver refuses to enable that once more; whether they
            # do, a mapping tells
            if fault.status != INVALID_DEVICE: raise
        self._peers.add(other.uuid)
        other._peers.add(self.uuid)

    def show_to(self, other: GPU, address: int) -> None:
        """The other GPU sees the block that `address` is in. NVError if they do not reach each other."""
        block = self._blocks.holding(address)
        assert block is not None
        if (block.address, other.uuid) in self._seen: return
        self.driver.uvm.map(block.address, block.nbytes, block.handle, (other.uuid,))
        self._seen.add((block.address, other.uuid))


def whole(value: int, step: int) -> int:
    """The least multiple of `step` that is not less than `value`."""
    return -(-value // step) * step
