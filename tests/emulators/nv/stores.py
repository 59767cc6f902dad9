"""Stores of the program into write-combined memory, which reach the GPU in any order until a fence.

In: stores through `System.registers` into the program's mappings of video memory, fences, doorbells. Out: `Misuse` among the mock's
faults. Always true: a GP_PUT that is written before a fence is told, and so is a doorbell before one: the GPU could fetch an entry of
the ring, or a GP_PUT, that is not there yet.

Source: mapping_cpu.c: memMap_IMPL (the program's mappings of video memory are NV_MEMORY_WRITECOMBINED); uvm_channel.c:
internal_channel_submit_work (mb before GP_PUT) and uvm_volta_host.c: uvm_hal_volta_host_write_gpu_put (wmb before the doorbell);
nvidia-push.c: nvWriteGpEntry (sfence before the kickoff).
"""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, cast

from heddle.runtime.common.system import Registers

from .channel import GP_PUT
from .errors import Misuse

if TYPE_CHECKING:
    from .mock import NVMock

_KINDS = {1: ctypes.c_uint8, 2: ctypes.c_uint16, 4: ctypes.c_uint32, 8: ctypes.c_uint64}


def registers_of(mock: NVMock, address: int, nbytes: int, width: int) -> Registers:
    """Memory as the program's registers: video memory with an eye on the order of stores."""
    memory = cast("Registers", (_KINDS[width] * (nbytes // width)).from_address(address))
    mapped = next((h for h in mock.pages.host if h.start <= address < h.end), None)
    return memory if mapped is None or not mapped.storage.is_video else WriteCombined(mock.stores, memory, address, width)


class Stores:
    """Which stores no fence has followed yet."""

    def __init__(self, mock: NVMock) -> None:
        self.mock = mock
        self._open: list[int] = []  # their addresses

    def fence(self) -> None: self._open.clear()

    def store(self, address: int) -> None:
        """A store into video memory."""
        if self._open and self._is_put(address): self._tell(f"GP_PUT at {address:#x} is written")
        self._open.append(address)

    def doorbell(self) -> None:
        """The usermode registers are mapped uncached: their store waits for nothing."""
        if self._open: self._tell("the doorbell is rung")
        self._open.clear()

    def _tell(self, what: str) -> None:
        stores = ", ".join(f"{address:#x}" for address in self._open[:4])
        self.mock.faults.append(Misuse(f"{what} with no fence after the write-combined stores at {stores}"))

    def _is_put(self, address: int) -> bool:
        userds = [c.userd for gpu in self.mock.gpus for c in gpu.channels.values() if c.userd is not None]
        places = [(h.storage, h.offset + address - h.start) for h in self.mock.pages.host if h.start <= address < h.end]
        return any(storage is s and at == offset + GP_PUT for storage, at in places for s, offset in userds)


class WriteCombined:
    """Registers in video memory."""

    def __init__(self, stores: Stores, memory: Registers, address: int, width: int) -> None:
        self._stores, self._memory, self._address, self._width = stores, memory, address, width

    def __getitem__(self, index: int) -> int: return self._memory[index]

    def __setitem__(self, index: int, value: int) -> None:
        self._stores.store(self._address + self._width * index)
        self._memory[index] = value
