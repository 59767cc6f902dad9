"""/dev/nvidia-uvm: GPUs and channels registered, ranges, mappings of RM's memory.

In: UVM's bare command numbers and structures. Out: what the file's GPUs see. Always true: nothing but INITIALIZE is answered before
it; statuses are RM's, in the structure's last field.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .channel import Channel
from .errors import Refused, Status
from .gpu import GPU
from .objects import Client, Memory, VASpace
from .space import Space
from .structs import View

if TYPE_CHECKING:
    from .mock import NVMock

Handler = Callable[["UVM", View], None]
INITIALIZE, MM_INITIALIZE = 0x30000001, 0x4B
EXTERNALLY_OWNED = 0x8  # flag of a VA space
READ_WRITE = (0, 1, 2)  # mapping types that may write; 3 is read-only
SMALLEST_WINDOW = 2 << 20  # what a channel's context buffers take at least


class UVM:
    """The state of one open file."""

    def __init__(self, mock: NVMock) -> None:
        self.mock = mock
        self.space: Space | None = None
        self.gpus: dict[int, VASpace | None] = {}  # registered GPUs and their VA spaces
        self.peers: set[frozenset[int]] = set()

    def call(self, number: int, p: View) -> None:
        if number not in (INITIALIZE, MM_INITIALIZE) and self.space is None: raise Refused(Status.ILLEGAL_ACTION, "before INITIALIZE")
        COMMANDS[number][2](self, p)

    def of(self) -> Space:
        assert self.space is not None
        return self.space

    def gpu(self, uuid: bytes, registered: bool = True) -> GPU:
        """Refused if there is none, or it is not registered."""
        found = next((g for g in self.mock.gpus if g.uuid == uuid), None)
        if found is None or (registered and found.index not in self.gpus): raise Refused(Status.GPU_UUID_NOT_FOUND, uuid.hex())
        self.mock.check_lost(found)
        return found

    def client(self, p: View) -> Client:
        if p["rmCtrlFd"] not in (0xFFFFFFFF, *self.mock.control_numbers()):
            raise Refused(Status.INVALID_ARGUMENT, f"file {p['rmCtrlFd']}")
        return self.mock.client(p["hClient"])

    def close(self) -> None:
        if self.space is not None: self.space.close()
        for space in self.gpus.values():
            if space is not None: space.uvm = None


def initialize(uvm: UVM, p: View) -> None:
    if p["flags"] & ~3: raise Refused(Status.INVALID_ARGUMENT, f"flags {p['flags']:#x}")
    if uvm.space is not None: raise Refused(Status.INVALID_STATE, "INITIALIZE came twice")
    uvm.space = Space(uvm.mock.pages, uvm.mock.memory)


def mm_initialize(uvm: UVM, p: View) -> None:
    other = uvm.mock.uvm_by_number(p["uvmFd"])
    if other is None or other is uvm or other.space is None:
        raise Refused(Status.INVALID_ARGUMENT, "the other file is no initialized one")


def register_gpu(uvm: UVM, p: View) -> None:
    gpu = uvm.gpu(p.raw("gpu_uuid"), registered=False)
    if gpu.index in uvm.gpus: raise Refused(Status.STATE_IN_USE, "registered already")
    uvm.gpus[gpu.index] = None
    p["numaEnabled"], p["numaNodeId"] = 0, 0xFFFFFFFF


def unregister_gpu(uvm: UVM, p: View) -> None:
    gpu = uvm.gpu(p.raw("gpu_uuid"))
    _forget_space(uvm, gpu)
    del uvm.gpus[gpu.index]


def register_space(uvm: UVM, p: View) -> None:
    gpu = uvm.gpu(p.raw("gpuUuid"))
    space = uvm.client(p).find(p["hVaSpace"], VASpace)
    assert isinstance(space, VASpace)
    if not space.flags & EXTERNALLY_OWNED: raise Refused(Status.INVALID_FLAGS, "the VA space's flags lack 0x8, externally owned")
    if space.gpu is not gpu: raise Refused(Status.INVALID_DEVICE, "the VA space of another GPU")
    if uvm.gpus[gpu.index] is not None: raise Refused(Status.STATE_IN_USE, "the GPU has a VA space already")
    uvm.gpus[gpu.index], space.uvm = space, uvm.space


def unregister_space(uvm: UVM, p: View) -> None: _forget_space(uvm, uvm.gpu(p.raw("gpuUuid")))


def _forget_space(uvm: UVM, gpu: GPU) -> None:
    if (space := uvm.gpus[gpu.index]) is not None: space.uvm = None
    uvm.gpus[gpu.index] = None
    uvm.of().forget(gpu.index)


def register_channel(uvm: UVM, p: View) -> None:
    gpu = uvm.gpu(p.raw("gpuUuid"))
    channel = uvm.client(p).find(p["hChannel"], Channel)
    assert isinstance(channel, Channel)
    space = channel.va_space()
    if space is None or space is not uvm.gpus[gpu.index]:
        raise Refused(Status.INVALID_CLIENT, "the channel's VA space is not registered")
    if channel.is_registered: raise Refused(Status.STATE_IN_USE, "registered already")
    if p["base"] % 4096 or p["length"] < SMALLEST_WINDOW: raise Refused(Status.INVALID_ADDRESS, f"a window of {p['length']} bytes")
    if uvm.mock.pages.is_used(p["base"], p["length"]):
        raise Refused(Status.UVM_ADDRESS_IN_USE, "the window meets the program's memory")
    uvm.of().add_window(p["base"], p["length"], channel)
    channel.is_registered = True


def unregister_channel(uvm: UVM, p: View) -> None:
    channel = uvm.mock.client(p["hClient"]).find(p["hChannel"], Channel)
    assert isinstance(channel, Channel)
    if not channel.is_registered: raise Refused(Status.INVALID_ARGUMENT, "not registered")
    uvm.of().remove_windows(channel)
    channel.is_registered = False


def create_range(uvm: UVM, p: View) -> None: uvm.of().add_range(p["base"], p["length"])
def free_range(uvm: UVM, p: View) -> None: uvm.of().remove_range(p["base"], p["length"] if "length" in p else None)


def map_external(uvm: UVM, p: View) -> None:
    memory = uvm.client(p).find(p["hMemory"], Memory)
    assert isinstance(memory, Memory)
    count, size = p["gpuAttributesCount"], p.of.fields["perGpuAttributes"][1]
    if not 0 < count <= size // 36: raise Refused(Status.INVALID_ARGUMENT, f"attributes of {count} GPUs")
    rights: dict[int, bool] = {}
    for i in range(count):
        entry = p.raw("perGpuAttributes")[36 * i:36 * i + 36]
        gpu, kind = uvm.gpu(entry[:16]), int.from_bytes(entry[16:20], "little")
        if uvm.gpus[gpu.index] is None: raise Refused(Status.INVALID_DEVICE, "the GPU has no VA space")
        if kind not in (*READ_WRITE, 3): raise Refused(Status.INVALID_ARGUMENT, f"mapping type {kind}")
        if memory.is_video and memory.gpu is not gpu and frozenset((gpu.index, memory.of_gpu().index)) not in uvm.peers:
            raise Refused(Status.INVALID_DEVICE, f"GPU {gpu.index} has no peer access to the memory of GPU {memory.of_gpu().index}")
        rights[gpu.index] = kind in READ_WRITE
    uvm.of().map(p["base"], p["length"], memory.bytes_of(), p["offset"], rights)


def unmap_external(uvm: UVM, p: View) -> None: uvm.of().unmap(p["base"], p["length"], uvm.gpu(p.raw("gpuUuid")).index)


def _pair(uvm: UVM, p: View) -> frozenset[int]:
    pair = frozenset(uvm.gpu(p.raw(f"gpuUuid{x}")).index for x in "AB")
    if len(pair) != 2: raise Refused(Status.INVALID_DEVICE, "one GPU twice")
    return pair


def enable_peers(uvm: UVM, p: View) -> None:
    pair = _pair(uvm, p)
    if not uvm.mock.has_peers: raise Refused(Status.NOT_SUPPORTED, "these GPUs do not reach each other")
    if pair in uvm.peers: raise Refused(Status.INVALID_DEVICE, "enabled already")
    uvm.peers.add(pair)


def disable_peers(uvm: UVM, p: View) -> None:
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
