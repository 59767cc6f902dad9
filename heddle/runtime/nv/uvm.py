"""Bindings of NVIDIA's unified virtual memory driver, which maps memory at the addresses that GPUs of this process use.

Inputs: ranges of addresses, objects of the resource manager. Outputs: mappings visible to GPUs. Invariants: every status is checked;
an address means the same to all GPUs of this process.
"""
from __future__ import annotations

from collections.abc import Iterable

from heddle.runtime.common.system import system
from heddle.runtime.nv.resource_manager import UVM_FILE, Client, NVError
from heddle.runtime.nv.structs import MAPPING_WORDS

_INITIALIZE, _REGISTER_SPACE, _REGISTER_CHANNEL, _ENABLE_PEERS = 0x30000001, 0x19, 0x1B, 0x1D
_MAP, _FREE, _REGISTER_GPU, _CREATE_RANGE, _MM_INITIALIZE = 0x21, 0x22, 0x25, 0x49, 0x4B
_READ_WRITE_ATOMIC = 1
_NO_PARTITION = 0xFFFFFFFF  # in place of a file that names a part of a GPU


class UVM:
    """The driver's file, open for as long as the process uses its GPUs."""

    def __init__(self, client: Client) -> None:
        self._client, self._structs = client, client.structs
        self._file = system().open(UVM_FILE)
        self._ioctl(_INITIALIZE, "UVM_INITIALIZE_PARAMS", "to begin")
        # a second file ties this process's memory to the first; what it answers where that is not needed changes nothing
        self._keeper = system().open(UVM_FILE)
        tie = self._structs("UVM_MM_INITIALIZE_PARAMS", uvmFd=self._file.number())
        self._keeper.ioctl(_MM_INITIALIZE, tie)

    def close(self) -> None:
        """Gives up all ranges."""
        for file in (self._keeper, self._file): file.close()

    def _ioctl(self, number: int, name: str, what: str, **fields: object) -> None:
        request = self._structs(name, **fields)
        self._file.ioctl(number, request)
        if request.rmStatus: raise NVError(what, request.rmStatus)

    def _whose(self) -> dict[str, int]: return {"rmCtrlFd": self._client.file.number(), "hClient": self._client.handle}

    def register_gpu(self, uuid: bytes, space: int) -> None:
        """A GPU, and the address space that its kernels see."""
        self._ioctl(_REGISTER_GPU, "UVM_REGISTER_GPU_PARAMS", "a GPU", gpu_uuid=_uuid(uuid), rmCtrlFd=_NO_PARTITION)
        self._ioctl(_REGISTER_SPACE, "UVM_REGISTER_GPU_VASPACE_PARAMS", "an address space", gpuUuid=_uuid(uuid), hVaSpace=space,
                  **self._whose())

    def register_channel(self, uuid: bytes, channel: int, base: int, nbytes: int) -> None:
        """A channel, which keeps its own state in a range that nothing else uses."""
        self._ioctl(_REGISTER_CHANNEL, "UVM_REGISTER_CHANNEL_PARAMS", "a channel", gpuUuid=_uuid(uuid), hChannel=channel, base=base,
                  length=nbytes, **self._whose())

    def enable_peers(self, one: bytes, other: bytes) -> None:
        """Two GPUs reach each other's memory. NVError if they cannot."""
        self._ioctl(_ENABLE_PEERS, "UVM_ENABLE_PEER_ACCESS_PARAMS", "access between GPUs", gpuUuidA=_uuid(one), gpuUuidB=_uuid(other))

    def create(self, base: int, nbytes: int) -> None:
        """A range of addresses for memory of the resource manager."""
        self._ioctl(_CREATE_RANGE, "UVM_CREATE_EXTERNAL_RANGE_PARAMS", "a range of addresses", base=base, length=nbytes)

    def map(self, base: int, nbytes: int, memory: int, uuids: Iterable[bytes]) -> None:
        """These GPUs see an object's memory in a range, or in a part of it."""
        kind = self._structs.kind("UVM_MAP_EXTERNAL_ALLOCATION_PARAMS")
        request = kind(base=base, length=nbytes, hMemory=memory, **self._whose())
        for n, uuid in enumerate(uuids):
            words = [*_words(uuid), _READ_WRITE_ATOMIC]
            request.perGpuAttributes[n * MAPPING_WORDS:n * MAPPING_WORDS + len(words)] = words
            request.gpuAttributesCount = n + 1
        self._file.ioctl(_MAP, request)
        if request.rmStatus: raise NVError(f"to map {nbytes} bytes for the GPU", request.rmStatus)

    def free(self, base: int, nbytes: int) -> None:
        """Ends a range and its mappings."""
        fields = {"base": base, "length": nbytes}
        known = {field[0] for field in self._structs.kind("UVM_FREE_PARAMS")._fields_}
        self._ioctl(_FREE, "UVM_FREE_PARAMS", "to end a range", **{name: value for name, value in fields.items() if name in known})


def _uuid(uuid: bytes) -> tuple[int, ...]: return tuple(uuid)
def _words(uuid: bytes) -> list[int]: return [int.from_bytes(uuid[at:at + 4], "little") for at in range(0, 16, 4)]
