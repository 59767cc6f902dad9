"""The copy class (C6B5 to CAB5): linear and pitched copies by virtual addresses, and semaphores.

In: method and value. Out: bytes moved, in an order that the transfers allow. Always true: all bytes of source and destination are
looked up first; what this model lacks (remapping, reductions, physical addresses, block-linear) is a fault that says so.
"""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

from .errors import DeviceFault, Xid

if TYPE_CHECKING:
    from .channel import Channel, Work

NOP, SEMAPHORE_A, PAYLOAD, PAYLOAD_UPPER, LAUNCH_DMA = 0x100, 0x240, 0x248, 0x24C, 0x300
OFFSET_IN, OFFSET_OUT, PITCH_IN, PITCH_OUT, LINE_LENGTH, LINE_COUNT = 0x400, 0x408, 0x410, 0x414, 0x418, 0x41C
_REMAP = (0x700, 0x704, 0x708)
_UPPER = (SEMAPHORE_A, OFFSET_IN, OFFSET_OUT)
_KNOWN = {NOP, SEMAPHORE_A, SEMAPHORE_A + 4, PAYLOAD, PAYLOAD_UPPER, LAUNCH_DMA, *range(OFFSET_IN, LINE_COUNT + 4, 4), *_REMAP}
_PIPELINED = 1
_WITHOUT = {6: "an interrupt", 5: "an interrupt", 10: "remapping", 12: "a physical source", 13: "a physical target", 19: "a reduction",
            20: "a secure copy", 21: "a copy between protections", 22: "VPR", 23: "scrubbing"}
_RESERVED = 1 << 24 | 0xF << 28


class CopyEngine:
    """The state of a copy object on a subchannel."""

    name = "copy"

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.values: dict[int, int] = {}
        self.ordered: list[Work] = []  # what a copy that is not pipelined waits for

    def method(self, number: int, value: int) -> None:
        """Source: clc6b5.h to clcab5.h: the methods; NVC7B5_SET_SEMAPHORE_PAYLOAD_UPPER is not in clc6b5.h."""
        family = self.channel.of_gpu().spec.family
        if number not in _KNOWN or (number == PAYLOAD_UPPER and family.copy == 0xC6B5):
            raise DeviceFault(Xid.COPY_ENGINE, f"illegal method {number:#x} of class {family.copy:#x}")
        if number in _UPPER and value & ~family.address_high: raise self._bad(number, value, "beyond the GPU's addresses")
        self.values[number] = value
        if number == LAUNCH_DMA: self._launch(value)

    def _bad(self, number: int, value: int, why: str) -> DeviceFault:
        return DeviceFault(Xid.COPY_ENGINE, f"copy method {number:#x} = {value:#x}: {why}")

    def _address(self, number: int) -> int: return self._value(number) << 32 | self._value(number + 4)

    def _value(self, number: int) -> int:
        """Source: none: on the GPU the state that an earlier user left would be used."""
        if number not in self.values: raise self._bad(LAUNCH_DMA, self.values[LAUNCH_DMA], f"method {number:#x} was never set")
        return self.values[number]

    def _launch(self, flags: int) -> None:
        """Source: clc8b5.h: NVC8B5_LAUNCH_DMA_*."""
        for bit, what in _WITHOUT.items():
            if flags >> bit & 1: raise self._bad(LAUNCH_DMA, flags, f"{what} is not modelled")
        if flags & _RESERVED: raise self._bad(LAUNCH_DMA, flags, "reserved bits")
        transfer, semaphore = flags & 3, flags >> 3 & 3
        if transfer == 3 or semaphore == 3: raise self._bad(LAUNCH_DMA, flags, "transfer or semaphore type 3")
        lines = self._lines(flags) if transfer else []
        waits = [w for w in self.ordered if w in self.channel.pending]
        if transfer:
            work = self.channel.later(f"copy of {sum(n for _, _, n in lines)} bytes", lambda: self._copy(lines),
                                      [] if transfer == _PIPELINED else waits)
            self.ordered = [*waits, work]
        if semaphore: self._release(semaphore, bool(flags >> 27 & 1))

    def _lines(self, flags: int) -> list[tuple[int, int, int]]:
        """(source, destination, bytes) of each line.

        Source: clc8b5.h: NVC8B5_LAUNCH_DMA_MULTI_LINE_ENABLE, NVC8B5_LAUNCH_DMA_SRC_MEMORY_LAYOUT, NVC8B5_LINE_LENGTH_IN.
        """
        if not flags >> 7 & 1 or not flags >> 8 & 1: raise self._bad(LAUNCH_DMA, flags, "block-linear layout is not modelled")
        source, target, nbytes = self._address(OFFSET_IN), self._address(OFFSET_OUT), self._value(LINE_LENGTH)
        if not nbytes: raise self._bad(LAUNCH_DMA, flags, "lines of no bytes")
        if not flags >> 9 & 1: return [(source, target, nbytes)]
        steps = self._value(PITCH_IN), self._value(PITCH_OUT)
        return [(source + i * steps[0], target + i * steps[1], nbytes) for i in range(self._value(LINE_COUNT))]

    def _copy(self, lines: list[tuple[int, int, int]]) -> None:
        space, gpu = self.channel.space(), self.channel.of_gpu().index
        for source, target, nbytes in lines:
            pairs = list(space.pieces(gpu, target, nbytes, write=True))
            if len(pairs) == 1 and len(one := list(space.pieces(gpu, source, nbytes))) == 1:
                ctypes.memmove(pairs[0][0], one[0][0], nbytes)
            else: space.write(gpu, target, space.read(gpu, source, nbytes))

    def _release(self, kind: int, is_wide: bool) -> None:
        """Source: clc8b5.h: NVC8B5_LAUNCH_DMA_SEMAPHORE_TYPE_*, NVC8B5_LAUNCH_DMA_SEMAPHORE_PAYLOAD_SIZE."""
        address, payload = self._address(SEMAPHORE_A), self._value(PAYLOAD)
        if is_wide and self.channel.of_gpu().spec.family.copy == 0xC6B5:
            raise self._bad(LAUNCH_DMA, 1 << 27, "no payload of two words here")
        if is_wide: payload |= self._value(PAYLOAD_UPPER) << 32
        if address % (16 if kind == 2 else 8 if is_wide else 4): raise self._bad(LAUNCH_DMA, kind << 3, f"a semaphore at {address:#x}")

        def write() -> None:
            data = payload.to_bytes(8 if is_wide else 4, "little")
            if kind == 2: data = data.ljust(8, b"\0") + self.channel.of_gpu().now().to_bytes(8, "little")
            self.channel.write(address, data)

        self.ordered.append(self.channel.later(f"copy engine's release of {payload:#x} at {address:#x}", write, list(self.ordered)))
