"""The compute class (C6C0 to CEC0): windows, local memory, inline data, semaphores, and launches.

In: method and value. Out: launches given to the channel's work, bytes written. Always true: launches that no barrier separates run in
any order; a method that the class lacks is a fault.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .errors import DeviceFault, Xid

if TYPE_CHECKING:
    from .channel import Channel, Work

SEND_PCAS_A, SEND_PCAS2_B = 0x2B4, 0x2C0
LINE_LENGTH, LINE_COUNT, OFFSET_OUT, LAUNCH_DMA, LOAD_INLINE = 0x180, 0x184, 0x188, 0x1B0, 0x1B4
SHARED_WINDOW, LOCAL_WINDOW, LOCAL_MEMORY, LOCAL_SIZE = 0x2A0, 0x7B0, 0x790, 0x2E4
INLINE_QMD_DATA, REPORT, REPORT64 = 0x320, 0x1B00, 0x158
#: value bits that a method may have (those that carry addresses depend on the family)
_BITS = {0x110: 0xFFFFFFFF, 0x21C: 0x1017, 0x1698: 0x1011, 0x298: 0x1, 0x310: 0xFFFF, 0x2EC: 0x1FF, 0x1B0: 0x7FFF}
_UPPER = (0x188, 0x2A0, 0x7B0, 0x790, 0x1B00)
_PLAIN = {0x100, 0x180, 0x184, 0x18C, 0x1B4, 0x2A4, 0x7B4, 0x794, 0x2E4, 0x2E8, 0x318, 0x31C, 0x2B4, 0x2C0, 0x1B04, 0x1B08, 0x1B0C}
_SCHEDULES = {2, 3, 9, 0xA}  # actions of SEND_SIGNALING_PCAS2_B
_ACTIONS = _SCHEDULES | {1, 8}
_REPORT64 = range(0x158, 0x16C, 4)
_REPORT64_BITS = 3 | 3 << 3 | 1 << 5 | 1 << 12  # operation, size, flush disabled, 64 bits of payload


@dataclass(frozen=True)
class Setting:
    """What a launch takes from the channel."""

    shared_window: int | None
    local_window: int | None
    local_memory: int | None
    local_bytes: int  # for each TPC


class Compute:
    """The state of a compute object on a subchannel."""

    name = "compute"

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.values: dict[int, int] = {}
        self.inline = bytearray()
        self.inline_wanted = 0

    def method(self, number: int, value: int) -> None:
        """One method. DeviceFault if the class has none of that number, or its value has bits of no field.

        Source: clc6c0.h, clc7c0.h, clcbc0.h, clcdc0.h: the methods and the bits of their fields.
        """
        family = self.channel.of_gpu().spec.family
        inline_words = 96 if family.is_hopper_or_newer else 64
        is_inline_qmd = INLINE_QMD_DATA <= number < INLINE_QMD_DATA + 4 * inline_words
        is_wide = number in _REPORT64 and family.compute >= 0xC7C0
        if not (number in _BITS or number in _UPPER or number in _PLAIN or is_inline_qmd or is_wide):
            raise DeviceFault(Xid.CLASS_ERROR, f"illegal method {number:#x} of class {family.compute:#x}")
        allowed = family.address_high if number in _UPPER else _BITS.get(number, 0xFFFFFFFF)
        if value & ~allowed: raise self.bad(number, value, "bits of no field")
        self.values[number] = value
        match number:
            case 0x110: self.channel.drain("idle compute")  # WAIT_FOR_IDLE
            case 0x1B0: self._begin_inline(value)  # LAUNCH_DMA
            case 0x1B4: self._inline(value)  # LOAD_INLINE_DATA
            case 0x2C0: self._send(value)  # SEND_SIGNALING_PCAS2_B
            case 0x1B0C: self._report(value)  # REPORT_SEMAPHORE_D
            case 0x168: self._report64(value)  # its 64-bit form's execute
            case _:
                if is_inline_qmd: raise self.bad(number, value, "launch descriptors inline in the stream are not modelled")

    def bad(self, number: int, value: int, why: str) -> DeviceFault:
        return DeviceFault(Xid.GRAPHICS_EXCEPTION, f"compute method {number:#x} = {value:#x}: {why}")

    def _need(self, number: int) -> int:
        """Source: none: on the GPU the state that an earlier user left would be used."""
        if number not in self.values: raise self.bad(number, 0, "used before it was set")
        return self.values[number]

    def _pair(self, number: int) -> int | None:
        if number not in self.values or number + 4 not in self.values: return None
        return self.values[number] << 32 | self.values[number + 4]

    # ---- data inline in the stream
    def _begin_inline(self, flags: int) -> None:
        """Source: clcbc0.h: NVCBC0_LAUNCH_DMA_*, NVCBC0_LINE_LENGTH_IN, NVCBC0_LINE_COUNT."""
        if not flags & 1: raise self.bad(LAUNCH_DMA, flags, "block-linear layout is not modelled")
        if flags >> 4 & 3 == 2: raise self.bad(LAUNCH_DMA, flags, "its own semaphore is not modelled")
        if self.inline_wanted:
            raise self.bad(LAUNCH_DMA, flags, f"{self.inline_wanted - len(self.inline)} bytes of the one before are missing")
        if self._need(LINE_COUNT) != 1: raise self.bad(LAUNCH_DMA, flags, "more than one line is not modelled")
        self.inline, self.inline_wanted = bytearray(), self._need(LINE_LENGTH)
        if not self.inline_wanted: raise self.bad(LAUNCH_DMA, flags, "no bytes")

    def _inline(self, value: int) -> None:
        """Source: clcbc0.h: NVCBC0_LOAD_INLINE_DATA."""
        if not self.inline_wanted: raise self.bad(LOAD_INLINE, value, "no inline transfer is under way")
        self.inline += value.to_bytes(4, "little")
        if len(self.inline) < self.inline_wanted: return
        target = self._pair(OFFSET_OUT)
        if target is None: raise self.bad(LAUNCH_DMA, 0, "no destination")
        data, self.inline_wanted = bytes(self.inline[:self.inline_wanted]), 0
        self.channel.write(target, data)

    # ---- semaphores
    def _report(self, value: int) -> None:
        """Source: clc6c0.h: NVC6C0_SET_REPORT_SEMAPHORE_A to _D."""
        address, payload = self._pair(REPORT), self._need(REPORT + 8)
        if value & 3 or address is None: raise self.bad(REPORT + 12, value, "no release, or no address")
        self._release(address, payload, 4, bool(value >> 28 & 1), not value >> 2 & 1)

    def _report64(self, value: int) -> None:
        """Source: clcbc0.h: NVCBC0_SET_REPORT_SEMAPHORE_PAYLOAD_LOWER, _PAYLOAD_UPPER, _ADDRESS_LOWER, _ADDRESS_UPPER, then
        NVCBC0_REPORT_SEMAPHORE_EXECUTE_*.
        """
        first, second, low, high = (self._need(REPORT64 + 4 * i) for i in range(4))
        if value & 3: raise self.bad(REPORT64 + 16, value, "no release")
        if value & ~_REPORT64_BITS: raise self.bad(REPORT64 + 16, value, "a reduction or an interrupt is not modelled")
        nbytes = 8 if value >> 12 & 1 else 4
        self._release(high << 32 | low, first | (second << 32 if nbytes == 8 else 0), nbytes, value >> 3 & 3 != 0, not value >> 5 & 1)

    def _release(self, address: int, payload: int, nbytes: int, is_short: bool, waits: bool) -> None:
        """After what was launched before if it flushes; else whenever the front end comes to it.

        Source: clcbc0.h: NVCBC0_REPORT_SEMAPHORE_EXECUTE_STRUCTURE_SIZE_*; of the alignment: dev_pbdma.ref.txt, for semaphores.
        """
        if address % (nbytes if is_short else 16): raise self.bad(REPORT, address, "address of a semaphore")

        def write() -> None:
            data = payload.to_bytes(nbytes, "little")
            if not is_short: data = data.ljust(8, b"\0") + self.channel.of_gpu().now().to_bytes(8, "little")
            self.channel.write(address, data)

        if waits: self.channel.later(f"report of {payload:#x} at {address:#x}", write)
        else: write()

    # ---- launches
    def setting(self) -> Setting:
        return Setting(self._pair(SHARED_WINDOW), self._pair(LOCAL_WINDOW), self._pair(LOCAL_MEMORY), self._pair(LOCAL_SIZE) or 0)

    def _send(self, action: int) -> None:
        """Source: clc6c0.h: NVC6C0_SEND_SIGNALING_PCAS2_B_PCAS_ACTION_*."""
        if action not in _ACTIONS: raise self.bad(SEND_PCAS2_B, action, "no such action")
        if action in _SCHEDULES: self._schedule(self._need(SEND_PCAS_A) << 8, self.setting())

    def _schedule(self, address: int, setting: Setting, after: list[Work] | None = None) -> None:
        from .launch import Launcher
        launcher = Launcher(self.channel, setting)

        def run() -> None:
            following = launcher.launch(address)
            if following is not None: self._schedule(following, setting, [])

        # launches wait for reports and not for each other: nothing here says that one needs what another writes
        waits = [w for w in self.channel.pending if not w.name.startswith("launch")] if after is None else after
        self.channel.later(f"launch of the descriptor at {address:#x}", run, waits)
