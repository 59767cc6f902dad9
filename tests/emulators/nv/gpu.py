"""One GPU: its memory's size, clock, doorbell, and what went wrong on it.

In: doorbells. Out: channels that may get on. Always true: a fault stops the channel's whole group and is told in its notifiers; a lost
GPU does nothing any more.
"""
from __future__ import annotations

import hashlib
import time
from typing import TYPE_CHECKING

from .errors import DeviceFault, Misuse, Xid
from .families import Spec

if TYPE_CHECKING:
    from .channel import Channel
    from .mock import NVMock

DOORBELL, TIME_LOW, TIME_HIGH = 0x90, 0x80, 0x84
LOST = 0xFFFFFFFF


class GPU:
    """A card."""

    def __init__(self, mock: NVMock, index: int, spec: Spec) -> None:
        self.mock, self.index, self.spec = mock, index, spec
        self.uuid = hashlib.sha1(f"gpu {index}".encode()).digest()[:16]
        self.gpu_id, self.minor, self.bus = 0x100 * (index + 1), index, index + 1
        self.used = 0  # bytes of video memory
        self.is_lost = False
        self.methods = 0  # processed so far
        self.lose_at: int | None = None
        self.channels: dict[int, Channel] = {}  # by token
        self.mmu_faults: list[DeviceFault] = []
        self.exceptions: list[DeviceFault] = []
        self._shift = 10**15 + index * 10**12  # its clock and the host's have nothing in common

    def name(self) -> str: return f"NVIDIA {self.spec.family.name} (mock)"
    def pci(self) -> str: return f"0000:{self.bus:02x}:00.0"
    def now(self) -> int:
        """Nanoseconds on its clock, in steps of 32."""
        return (time.perf_counter_ns() + self._shift) // 32 * 32

    def count_method(self) -> None:
        """One method more; at the chosen one the GPU falls off the bus."""
        self.methods += 1
        if self.lose_at is not None and self.methods >= self.lose_at: self.lose()

    def lose(self) -> None:
        self.is_lost = True
        self.mock.faults.append(DeviceFault(Xid.FALLEN_OFF_THE_BUS, f"GPU {self.index} was lost"))

    def fault(self, channel: Channel, fault: DeviceFault) -> None:
        """A channel did what cannot be done."""
        fault.channel = f"GPU {self.index}, channel {channel.handle:#x}"
        self.mock.faults.append(fault)
        (self.mmu_faults if fault.xid is Xid.MMU_FAULT else self.exceptions).append(fault)
        for other in channel.siblings(): other.stop(fault)

    # ---- registers of the usermode mapping
    def ring(self, token: int) -> None:
        """The doorbell, with a channel's token."""
        if self.is_lost: return
        channel = self.channels.get(token)
        if channel is None: self.mock.faults.append(Misuse(f"GPU {self.index}: doorbell with {token:#x}, which is no channel's token"))
        else: channel.ring()

    def read_register(self, offset: int) -> int:
        if self.is_lost: return LOST
        if offset == TIME_LOW: return self.now() & 0xFFFFFFE0
        if offset == TIME_HIGH: return self.now() >> 32
        return 0
