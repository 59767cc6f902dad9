"""/dev/nvidia-uvm: GPUs and channels registered, ranges, mappings of RM's memory.

In: UVM's bare command numbers and structures. Out: what the file's GPUs see. Always true: nothing but INITIALIZE is answered before
it; statuses are RM's, in the structure's last field.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .channel import Channel
from .errors import MockLimit, Refused, Status
from .gpu import GPU
from .objects import EXTERNALLY_OWNED, GRAPHICS, Client, Group, Memory, VASpace
from .space import Space
from .structs import View

if TYPE_CHECKING:
    from .mock import NVMock

Handler = Callable[["UVM", View], None]
INITIALIZE, MM_INITIALIZE = 0x30000001, 0x4B
READ_WRITE = (0, 1, 2)  # mapping types that may write; 3 is read-only
CONTEXT_SIZE = 2 << 20  # what the buffers of a context take here; on a GPU it is told by closed firmware


class UVM:
    """The state of one open file."""

    def __init__(self, mock: NVMock) -> None:
        self.mock = mock
        self.space: Space | None = None
        self.flags = 0
        self.ties: UVM | None = None  # whose memory this file keeps (MM_INITIALIZE)
        self.gpus: dict[int, VASpace | None] = {}  # registered GPUs and their VA spaces
        self.peers: set[frozenset[int]] = set()

    def call(self, number: int, p: View) -> None:
        """Source: uvm_api.h: UVM_ROUTE_CMD_STACK_INIT_CHECK."""
        if number not in (INITIALIZE, MM_INITIALIZE) and self.space is None: raise Refused(Status.ILLEGAL_ACTION, "before INITIALIZE")
        COMMANDS[number][2](self, p)

    def of(self) -> Space:
        assert self.space is not None
        return self.space

    def gpu(self, uuid: bytes, status: Status = Status.INVALID_DEVICE) -> GPU:
        """A registered GPU. Source: uvm_va_space.c: uvm_va_space_get_gpu_by_uuid and its callers."""
        found = next((g for g in self.mock.gpus if g.uuid == uuid), None)
        if found is None or found.index not in self.gpus: raise Refused(status, f"no GPU {uuid.hex()} is registered")
        self.mock.check_lost(found)
        return found

    def gpu_with_space(self, uuid: bytes) -> GPU:
        """One whose VA space is registered too. Source: uvm_va_space.c: uvm_va_space_get_gpu_by_uuid_with_gpu_va_space."""
        gpu = self.gpu(uuid)
        if self.gpus[gpu.index] is None: raise Refused(Status.INVALID_DEVICE, "the GPU has no VA space")
        return gpu

    def client(self, p: View) -> Client:
        """Source: nv_gpu_ops.c: nvGpuOpsRetainChannel, dupMemory (the client is looked up; rmCtrlFd is not used yet)."""
        return self.mock.client(p["hClient"])

    def reach(self, one: GPU, other: GPU) -> bool:
        """Whether a GPU sees the other's video memory: by NVLink always, else once that was enabled.

        Source: uvm_va_space.c: uvm_va_space_register_gpu (register_gpu_nvlink_peers), uvm_va_space_peer_enabled.
        """
        return one is other or self.mock.has_nvlink or frozenset((one.index, other.index)) in self.peers

    def close(self) -> None:
        if self.space is not None: self.space.close()
        for space in self.gpus.values():
            if space is not None: space.uvm = None


def initialize(uvm: UVM, p: View) -> None:
    """Again with the same flags is no error. Source: uvm.c: uvm_api_initialize; uvm_va_space.c: uvm_va_space_create."""
    if p["flags"] & ~3: raise Refused(Status.INVALID_ARGUMENT, f"flags {p['flags']:#x}")
    if uvm.ties is not None: raise Refused(Status.INVALID_ARGUMENT, "the file ties another")
    if uvm.space is not None:
        if p["flags"] != uvm.flags: raise Refused(Status.INVALID_ARGUMENT, f"flags {p['flags']:#x}, at first {uvm.flags:#x}")
        return
    uvm.space, uvm.flags = Space(uvm.mock.pages, uvm.mock.memory), p["flags"]


def mm_initialize(uvm: UVM, p: View) -> None:
    """Source: uvm.c: uvm_api_mm_initialize."""
    other = uvm.mock.uvm_by_number(p["uvmFd"])
    if other is None or other.space is None: raise Refused(Status.INVALID_ARGUMENT, "the other file is no initialized one")
    if uvm.space is not None or uvm.ties is not None: raise Refused(Status.IN_USE, "this file has a use already")
    if any(f.ties is other for f in uvm.mock.uvms()): raise Refused(Status.INVALID_STATE, "the other file is tied already")
    uvm.ties = other


def register_gpu(uvm: UVM, p: View) -> None:
    """Source: uvm_gpu.c: uvm_gpu_retain_by_uuid; uvm_va_space.c: uvm_va_space_register_gpu."""
    gpu = next((g for g in uvm.mock.gpus if g.uuid == p.raw("gpu_uuid")), None)
    if gpu is None: raise Refused(Status.GPU_UUID_NOT_FOUND, p.raw("gpu_uuid").hex())
    uvm.mock.check_lost(gpu)
    if gpu.index in uvm.gpus: raise Refused(Status.INVALID_DEVICE, "registered already")
    uvm.gpus[gpu.index] = None
    p["numaEnabled"], p["numaNodeId"] = 0, 0xFFFFFFFF


def unregister_gpu(uvm: UVM, p: View) -> None:
    gpu = uvm.gpu(p.raw("gpu_uuid"))
    _forget_space(uvm, gpu)
    del uvm.gpus[gpu.index]


def register_space(uvm: UVM, p: View) -> None:
    """Source: uvm_va_space.c: uvm_va_space_register_gpu_va_space, check_gpu_va_space; nv_gpu_ops.c: nvGpuOpsDupAddressSpace."""
    gpu = uvm.gpu(p.raw("gpuUuid"))
    space = uvm.client(p).find(p["hVaSpace"], VASpace)
    assert isinstance(space, VASpace)
    if space.gpu is not gpu: raise Refused(Status.OTHER_DEVICE_FOUND, "the VA space of another GPU")
    if not space.flags & EXTERNALLY_OWNED: raise Refused(Status.INVALID_FLAGS, "the VA space's flags lack 0x8, externally owned")
    if uvm.gpus[gpu.index] is not None: raise Refused(Status.INVALID_DEVICE, "the GPU has a VA space already")
    uvm.gpus[gpu.index], space.uvm = space, uvm.space


def unregister_space(uvm: UVM, p: View) -> None: _forget_space(uvm, uvm.gpu(p.raw("gpuUuid")))


def _forget_space(uvm: UVM, gpu: GPU) -> None:
    if (space := uvm.gpus[gpu.index]) is not None: space.uvm = None
    uvm.gpus[gpu.index] = None
    uvm.of().forget(gpu.index)


def register_channel(uvm: UVM, p: View) -> None:
    """The buffers of a context for graphics are put where nothing of UVM's is within the window that the program names; channels of a
    group share them. Channels of copy engines have none, and no window is looked at.

    Source: uvm_user_channel.c: uvm_user_channel_create, create_va_range, find_va_in_range, uvm_register_channel_under_write;
    nv_gpu_ops.c: nvGpuOpsVerifyChannel; uvm_ampere.c, uvm_ada.c, uvm_hopper.c: max_channel_va.
    """
    gpu = uvm.gpu_with_space(p.raw("gpuUuid"))
    channel = uvm.client(p).find(p["hChannel"], Channel)
    assert isinstance(channel, Channel)
    if channel.gpu is not gpu: raise Refused(Status.OTHER_DEVICE_FOUND, "the channel of another GPU")
    if channel.va_space() is not uvm.gpus[gpu.index]:
        raise Refused(Status.INVALID_CHANNEL, "the channel's VA space is not the registered one")
    start, size, group = p["base"], p["length"], channel.parent
    has_context = not isinstance(group, Group) or group.engine == GRAPHICS
    if has_context and not _is_range(start, size): raise Refused(Status.INVALID_ADDRESS, f"a window of {size} bytes at {start:#x}")
    if channel.is_registered: raise Refused(Status.INVALID_CHANNEL, "registered already")
    if has_context:
        if start + size - 1 >= gpu.spec.family.channel_addresses:
            raise Refused(Status.OUT_OF_RANGE, f"a window that ends at {start + size:#x}")
        uvm.of().put_context(group if isinstance(group, Group) else channel, channel, start, size, CONTEXT_SIZE)
    channel.is_registered = True


def _is_range(start: int, size: int) -> bool:
    """Source: uvm_api.h: uvm_api_range_invalid_aligned."""
    return bool(start and size) and not start % 4096 and not size % 4096 and start + size < 1 << 64


def unregister_channel(uvm: UVM, p: View) -> None:
    """The channel is stopped first.

    Source: uvm_user_channel.c: uvm_unregister_channel, uvm_user_channel_stop; nv_gpu_ops.c: nvGpuOpsStopChannel.
    """
    channel = uvm.mock.client(p["hClient"]).find(p["hChannel"], Channel)
    assert isinstance(channel, Channel)
    if not channel.is_registered: raise Refused(Status.INVALID_CHANNEL, "not registered")
    uvm.of().remove_context(channel)
    channel.is_registered = channel.is_scheduled = False


def create_range(uvm: UVM, p: View) -> None: uvm.of().add_range(p["base"], p["length"])
def free_range(uvm: UVM, p: View) -> None: uvm.of().remove_range(p["base"], p["length"] if "length" in p else None)


def map_external(uvm: UVM, p: View) -> None:
    """GPU by GPU, up to the first that is refused.

    Source: uvm_map_external.c: uvm_map_external_allocation, uvm_map_external_allocation_on_gpu, set_ext_gpu_map_location,
    uvm_api_mapping_type_invalid; nv_gpu_ops.c: dupMemory.
    """
    uvm.of().inside(p["base"], p["length"])
    count, size = p["gpuAttributesCount"], p.of.fields["perGpuAttributes"][1]
    if not 0 < count <= size // 36: raise Refused(Status.INVALID_ARGUMENT, f"attributes of {count} GPUs")
    for i in range(count):
        entry = p.raw("perGpuAttributes")[36 * i:36 * i + 36]
        kind, caching, *format_ = (int.from_bytes(entry[at:at + 4], "little") for at in range(16, 36, 4))
        if kind not in (*READ_WRITE, 3) or caching > 2:
            raise Refused(Status.INVALID_ARGUMENT, f"mapping type {kind}, caching {caching}")
        if any(format_): raise MockLimit("formats and compression of external mappings")
        gpu = uvm.gpu_with_space(entry[:16])
        memory = uvm.client(p).find(p["hMemory"], Memory)
        assert isinstance(memory, Memory)
        if memory.is_video and not uvm.reach(gpu, memory.of_gpu()):
            raise Refused(Status.INVALID_DEVICE, f"GPU {gpu.index} has no peer access to the memory of GPU {memory.of_gpu().index}")
        if memory.of_gpu().index not in uvm.gpus: raise Refused(Status.INVALID_DEVICE, "the memory's GPU is not registered")
        uvm.of().map(p["base"], p["length"], memory.bytes_of(), p["offset"], {gpu.index: kind in READ_WRITE})


def unmap_external(uvm: UVM, p: View) -> None:
    """Source: uvm_map_external.c: uvm_unmap_external."""
    uvm.of().inside(p["base"], p["length"])
    uvm.of().unmap(p["base"], p["length"], uvm.gpu_with_space(p.raw("gpuUuid")).index)


def _pair(uvm: UVM, p: View) -> frozenset[int]:
    """GPUs that are linked by NVLink reach each other from their registration on, and are refused here.

    Source: uvm_va_space.c: retain_pcie_peers_from_uuids; uvm_gpu.c: uvm_gpu_retain_pcie_peer_access.
    """
    pair = frozenset(uvm.gpu(p.raw(f"gpuUuid{x}")).index for x in "AB")
    if len(pair) != 2: raise Refused(Status.INVALID_DEVICE, "one GPU twice")
    if uvm.mock.has_nvlink: raise Refused(Status.INVALID_DEVICE, "the GPUs are linked by NVLink")
    return pair


def enable_peers(uvm: UVM, p: View) -> None:
    """Source: uvm_va_space.c: uvm_api_enable_peer_access; uvm_gpu.c: enable_pcie_peer_access."""
    pair = _pair(uvm, p)
    if not uvm.mock.has_peers: raise Refused(Status.NOT_SUPPORTED, "these GPUs do not reach each other")
    if pair in uvm.peers: raise Refused(Status.INVALID_DEVICE, "enabled already")
    uvm.peers.add(pair)


def disable_peers(uvm: UVM, p: View) -> None:
    """Source: uvm_va_space.c: uvm_api_disable_peer_access."""
    pair = _pair(uvm, p)
    if pair not in uvm.peers: raise Refused(Status.INVALID_DEVICE, "not enabled")
    uvm.peers.remove(pair)


#: number -> name, structure, handler
COMMANDS: dict[int, tuple[str, str, Handler]] = {
    INITIALIZE: ("UVM_INITIALIZE", "UVM_INITIALIZE_PARAMS", initialize),
    MM_INITIALIZE: ("UVM_MM_INITIALIZE", "UVM_MM_INITIALIZE_PARAMS", mm_initialize),
    0x25: ("UVM_REGISTER_GPU", "UVM_REGISTER_GPU_PARAMS", register_gpu),
    0x26: ("UVM_UNREGISTER_GPU", "UVM_UNREGISTER_GPU_PARAMS", unregister_gpu),
    0x19: ("UVM_REGISTER_GPU_VASPACE", "UVM_REGISTER_GPU_VASPACE_PARAMS", register_space),
    0x1A: ("UVM_UNREGISTER_GPU_VASPACE", "UVM_UNREGISTER_GPU_VASPACE_PARAMS", unregister_space),
    0x1B: ("UVM_REGISTER_CHANNEL", "UVM_REGISTER_CHANNEL_PARAMS", register_channel),
    0x1C: ("UVM_UNREGISTER_CHANNEL", "UVM_UNREGISTER_CHANNEL_PARAMS", unregister_channel),
    0x1D: ("UVM_ENABLE_PEER_ACCESS", "UVM_ENABLE_PEER_ACCESS_PARAMS", enable_peers),
    0x1E: ("UVM_DISABLE_PEER_ACCESS", "UVM_DISABLE_PEER_ACCESS_PARAMS", disable_peers),
    0x49: ("UVM_CREATE_EXTERNAL_RANGE", "UVM_CREATE_EXTERNAL_RANGE_PARAMS", create_range),
    0x21: ("UVM_MAP_EXTERNAL_ALLOCATION", "UVM_MAP_EXTERNAL_ALLOCATION_PARAMS", map_external),
    0x42: ("UVM_UNMAP_EXTERNAL", "UVM_UNMAP_EXTERNAL_PARAMS", unmap_external),
    0x22: ("UVM_FREE", "UVM_FREE_PARAMS", free_range),
}
