"""Host methods (below 0x100, on any subchannel): objects, semaphores, barriers.

In: method and value. Out: semaphores waited for and released. Always true: a value is compared and written as its width and operation
say; a release that does not wait for idle engines may come before their work.
"""
from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

from .errors import DeviceFault, Xid

if TYPE_CHECKING:
    from .channel import Channel

HOST_END = 0x100
MEM_OP_A, MEM_OP_D = 0x28, 0x34
SEM_ADDR_LO, SEM_ADDR_HI, SEM_PAYLOAD_LO, SEM_PAYLOAD_HI, SEM_EXECUTE = 0x5C, 0x60, 0x64, 0x68, 0x6C
_UNSIGNED = 1 << 31  # of a reduction: without it the numbers are signed
#: bits of SEM_EXECUTE that mean something
_SEM_BITS = 0x7 | 1 << 12 | 1 << 20 | 1 << 24 | 1 << 25 | 0xF << 27 | _UNSIGNED
RELEASE, REDUCTION = 1, 6
_MEMBAR = 5


def _circular(held: int, wanted: int, bits: int) -> bool: return (held - wanted) & (1 << bits) - 1 < 1 << bits - 1


#: operation -> whether a value lets a wait for another pass
_PASSES: dict[int, Callable[[int, int, int], bool]] = {
    0: lambda held, wanted, bits: held == wanted,
    2: lambda held, wanted, bits: held >= wanted,
    3: _circular,
    4: lambda held, wanted, bits: held & wanted != 0,
    5: lambda held, wanted, bits: held | wanted != (1 << bits) - 1,
}
_REDUCTIONS: dict[int, Callable[[int, int], int]] = {
    0: min, 1: max, 2: lambda a, b: a ^ b, 3: lambda a, b: a & b, 4: lambda a, b: a | b, 5: lambda a, b: a + b,
    6: lambda a, b: 0 if a >= b else a + 1, 7: lambda a, b: b if a == 0 or a > b else a - 1,
}


def signed(value: int, bits: int) -> int:
    """A number of so many bits, as two's complement."""
    return value - (1 << bits) if value >> bits - 1 else value


class Host:
    """The state of a channel's host methods."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.values: dict[int, int] = {}

    def method(self, subchannel: int, number: int, value: int) -> None:
        """One method. DeviceFault if it is none.

        Source: clc56f.h, clc86f.h: NVC56F_SET_OBJECT, _NON_STALL_INTERRUPT, _MEM_OP_*, _SEM_*, _WFI.
        """
        match number:
            case 0x00:  # SET_OBJECT
                if value >> 21 or value >> 16 & 0x1F: raise self._bad(number, value, "an engine is named, or bits of no field")
                self.channel.bind(subchannel, value & 0xFFFF)
            case 0x08 | 0x20: pass  # NOP, NON_STALL_INTERRUPT
            case 0x28 | 0x2C | 0x30: self.values[number] = value
            case 0x34: self._mem_op(value)  # MEM_OP_D
            case 0x5C:  # SEM_ADDR_LO
                if value & 3: raise self._bad(number, value, "not a multiple of 4")
                self.values[number] = value
            case 0x60:  # SEM_ADDR_HI
                if value & ~self.channel.of_gpu().spec.family.semaphore_high:
                    raise self._bad(number, value, "beyond the GPU's addresses")
                self.values[number] = value
            case 0x64 | 0x68: self.values[number] = value
            case 0x6C: self._execute(value)  # SEM_EXECUTE
            case 0x78:  # WFI
                if value > 1: raise self._bad(number, value, "scope")
                self.channel.drain("idle engines")
            case _: raise DeviceFault(Xid.PUSHBUFFER, f"illegal host method {number:#x} = {value:#x}")

    def _bad(self, number: int, value: int, why: str) -> DeviceFault:
        return DeviceFault(Xid.PUSHBUFFER, f"host method {number:#x} = {value:#x}: {why}")

    def _mem_op(self, value: int) -> None:
        """Source: clc86f.h: NVC86F_MEM_OP_C_MEMBAR_TYPE, NVC86F_MEM_OP_D_OPERATION_MEMBAR."""
        if value >> 27 != _MEMBAR: raise self._bad(MEM_OP_D, value, "of the operations the membar alone is known here")
        a, b, c = (self.values.get(MEM_OP_A + 4 * i, 0) for i in range(3))
        if a or b or c & 7 > 1: raise self._bad(MEM_OP_D, value, f"a membar with A {a:#x}, B {b:#x}, C {c:#x}")

    # ---- semaphores
    def _execute(self, value: int) -> None:
        """Source: clc86f.h: NVC86F_SEM_EXECUTE_*; dev_pbdma.ref.txt (alignment: a semaphore's size, and 16 bytes with a timestamp)."""
        missing = [n for n in (SEM_ADDR_LO, SEM_ADDR_HI, SEM_PAYLOAD_LO) if n not in self.values]
        if missing: raise self._bad(SEM_EXECUTE, value, f"before method {missing[0]:#x}")
        if value & ~_SEM_BITS: raise self._bad(SEM_EXECUTE, value, "bits of no field")
        address = self.values[SEM_ADDR_HI] << 32 | self.values[SEM_ADDR_LO]
        bits = 64 if value >> 24 & 1 else 32
        payload = self.values[SEM_PAYLOAD_LO] | (self.values.get(SEM_PAYLOAD_HI, 0) << 32 if bits == 64 else 0)
        stamped = value >> 25 & 1 and value & 7 == RELEASE
        if address % (16 if stamped else bits // 8): raise self._bad(SEM_EXECUTE, value, f"a semaphore at {address:#x}")
        if value & 7 in (RELEASE, REDUCTION): self._release(address, payload, bits, value)
        elif (operation := _PASSES.get(value & 7)) is not None: self._acquire(address, payload, bits, operation)
        else: raise self._bad(SEM_EXECUTE, value, f"operation {value & 7}")

    def _acquire(self, address: int, payload: int, bits: int, passes: Callable[[int, int, int], bool]) -> None:
        read = functools.partial(self.channel.word, address, bits // 8)

        def is_passed() -> bool: return passes(read(), payload, bits)

        if not is_passed(): self.channel.hold(is_passed, f"{bits} bits at {address:#x} to reach {payload:#x} (held {read():#x})")

    def _release(self, address: int, payload: int, bits: int, value: int) -> None:
        def write() -> None:
            data = payload.to_bytes(bits // 8, "little")
            if value & 7 == REDUCTION: data = self._reduced(address, payload, bits, value).to_bytes(bits // 8, "little")
            elif value >> 25 & 1: data = data.ljust(8, b"\0") + self.channel.of_gpu().now().to_bytes(8, "little")
            self.channel.write(address, data)

        if value >> 20 & 1 and self.channel.pending:
            work = self.channel.later(f"release of {payload:#x} at {address:#x}", write)
            self.channel.hold(lambda: work not in self.channel.pending, work.name)
        else: write()

    def _reduced(self, address: int, payload: int, bits: int, value: int) -> int:
        """Source: clc86f.h: NVC86F_SEM_EXECUTE_REDUCTION_*, and _REDUCTION_FORMAT, of which 0 is signed."""
        operation = _REDUCTIONS.get(value >> 27 & 0xF)
        if operation is None: raise self._bad(SEM_EXECUTE, value, "reduction")
        held = self.channel.word(address, bits // 8)
        pair = (held, payload) if value & _UNSIGNED else (signed(held, bits), signed(payload, bits))
        return operation(*pair) & (1 << bits) - 1
