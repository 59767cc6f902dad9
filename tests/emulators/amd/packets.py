"""What each PM4 packet does: one function per opcode, and the table of them.

In: a queue, the words behind the header. Out: None when done, a text on what it waits for, or where to go on. Always true: every
bit that has no meaning in that packet must be zero, and addresses are checked before anything is written.

Opcodes and fields: PACKET3_* of amdgpu's nvd.h, and the structures PM4_MEC_* of PAL's gfx9_plus_merged_f32_mec_pm4_packets.h, one per
packet and of its name. Which of them a compute queue is given: kfdtest's PM4Packet.cpp (PM4AcquireMemoryPacket::InitPacketNV,
PM4ReleaseMemoryPacket::InitPacketNV, PM4IndirectBufPacket, PM4PartialFlushPacket, PM4WaitRegMemPacket) and Dispatch::BuildIb.
"""
from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.emulators.amd.cache_control import acquire_bits, control_caches
from tests.emulators.amd.errors import CommandFault
from tests.emulators.amd.launch import launch
from tests.emulators.amd.registers import SH_BASE
from tests.emulators.amd.words import add, address_of, number_at, one_of, only, put, waits

if TYPE_CHECKING:
    from tests.emulators.amd.pm4 import ComputeQueue

Body = tuple[int, ...]
_LONGEST = 0x3FFF
_MEMORY = (2, 5)  # destinations: through the second cache, or to memory itself
_CS_PARTIAL_FLUSH = (7, 4)
_END_OF_PIPE = ((0x14, 5), (0x28, 5))  # with caches flushed, and without
_VALID, _CHAIN = 1 << 23, 1 << 20


@dataclass(frozen=True)
class Jump:
    """An indirect buffer that goes on next."""

    address: int
    count: int
    chain: bool


@dataclass(frozen=True)
class Packet:
    """A kind of packet. least, most: words behind the header."""

    name: str
    least: int
    most: int
    act: Callable[[ComputeQueue, Body], str | Jump | None]


def _nop(queue: ComputeQueue, body: Body) -> None: del queue, body


def _set_sh_reg(queue: ComputeQueue, body: Body) -> None:
    """Source: PACKET3_SET_SH_REG of amdgpu's nvd.h."""
    only(body[0], 0xFFFF, "SET_SH_REG")
    for number, value in enumerate(body[1:], SH_BASE + body[0]):
        if number not in queue.names: raise CommandFault(f"SET_SH_REG: {number:#x} is no compute register of {queue.card.gpu.arch}")
        queue.registers[queue.names[number]] = value


def _dispatch(queue: ComputeQueue, groups: Body, initiator: int) -> None:
    x, y, z = groups
    found = launch(queue.card.gpu, queue.memory, queue.registers, (x, y, z), initiator)
    if 0 not in found.groups: queue.begin(found)


def _dispatch_direct(queue: ComputeQueue, body: Body) -> None: _dispatch(queue, body[:3], body[3])


def _dispatch_indirect(queue: ComputeQueue, body: Body) -> None:
    at = address_of(body[0], body[1], 4, "DISPATCH_INDIRECT")
    _dispatch(queue, struct.unpack("<3I", queue.memory.read(at, 12)), body[2])


def _atomic_mem(queue: ComputeQueue, body: Body) -> None:
    only(body[0], 0x7F | 3 << 25, "ATOMIC_MEM")  # other commands than one single operation would loop
    only(body[7], 0x1FFF, "ATOMIC_MEM, loop interval")
    add(queue.memory, body[0] & 0x7F, address_of(body[1], body[2], 4, "ATOMIC_MEM"), body[4] << 32 | body[3])


def _write_data(queue: ComputeQueue, body: Body) -> None:
    only(body[0], 0xF << 8 | 1 << 16 | 1 << 20 | 3 << 25, "WRITE_DATA")
    one_of(body[0] >> 8 & 0xF, _MEMORY, "WRITE_DATA's destination")
    at = address_of(body[1], body[2], 4, "WRITE_DATA")
    data = body[-1:] if body[0] >> 16 & 1 else body[3:]  # one address for all: the last word stays
    queue.memory.write(at, struct.pack(f"<{len(data)}I", *data))


def _wait_control(value: int, poll: int, what: str) -> int:
    only(value, 7 | 3 << 4 | 3 << 6 | 3 << 25, what)
    only(poll, 0xFFFF | 1 << 31, f"{what}, poll interval")
    one_of(value >> 4 & 3, (1,), f"{what}'s space")  # registers are not emulated
    one_of(value >> 6 & 3, (0, 3), f"{what}'s operation")
    return value & 7


def _wait_reg_mem(queue: ComputeQueue, body: Body) -> str:
    function = _wait_control(body[0], body[5], "WAIT_REG_MEM")
    return waits(queue.memory, address_of(body[1], body[2], 4, "WAIT_REG_MEM"), 4, function, body[3], body[4])


def _wait_reg_mem64(queue: ComputeQueue, body: Body) -> str:
    function = _wait_control(body[0], body[7], "WAIT_REG_MEM64")
    at = address_of(body[1], body[2], 8, "WAIT_REG_MEM64")
    return waits(queue.memory, at, 8, function, body[4] << 32 | body[3], body[6] << 32 | body[5])


def _indirect_buffer(queue: ComputeQueue, body: Body) -> Jump:
    """Source: PM4_MEC_INDIRECT_BUFFER of PAL's gfx9_plus_merged_f32_mec_pm4_packets.h."""
    only(body[2], 0xFFFFF | _CHAIN | 1 << 21 | _VALID | 3 << 28, "INDIRECT_BUFFER")
    if not body[2] & _VALID: raise CommandFault("INDIRECT_BUFFER without VALID")
    count, chain = body[2] & 0xFFFFF, bool(body[2] & _CHAIN)
    if chain and not queue.is_nested: raise CommandFault("INDIRECT_BUFFER: only an indirect buffer goes on in another in its place")
    at = address_of(body[0], body[1], 4, "INDIRECT_BUFFER")
    queue.memory.check(at, 4 * count, "read", "an indirect buffer")
    return Jump(at, count, chain)


def _copy_data(queue: ComputeQueue, body: Body) -> None:
    only(body[0], 0xF | 0xF << 8 | 3 << 13 | 1 << 16 | 1 << 20 | 3 << 25, "COPY_DATA")
    nbytes = 8 if body[0] >> 16 & 1 else 4
    source = one_of(body[0] & 0xF, (1, 2, 5, 9), "COPY_DATA's source")
    one_of(body[0] >> 8 & 0xF, _MEMORY, "COPY_DATA's destination")
    if source == 5: value = body[2] << 32 | body[1]
    elif source == 9: value = queue.machine.clock.ticks()
    else: value = number_at(queue.memory, address_of(body[1], body[2], nbytes, "COPY_DATA's source"), nbytes)
    put(queue.memory, address_of(body[3], body[4], nbytes, "COPY_DATA's destination"), value & (1 << 8 * nbytes) - 1, nbytes)


def _event_write(queue: ComputeQueue, body: Body) -> str:
    """Source: PM4_MEC_EVENT_WRITE of PAL's gfx9_plus_merged_f32_mec_pm4_packets.h."""
    only(body[0], 0x3F | 0xF << 8, "EVENT_WRITE")
    if (event := (body[0] & 0x3F, body[0] >> 8 & 0xF)) != _CS_PARTIAL_FLUSH: raise CommandFault(f"EVENT_WRITE of event {event}")
    return "launches to end" if queue.has_launches else ""


def _release_mem(queue: ComputeQueue, body: Body) -> None:
    """Source: PM4_MEC_RELEASE_MEM of PAL's gfx9_plus_merged_f32_mec_pm4_packets.h."""
    newer = 1 << 7 | 1 << 24 | 1 << 30 if queue.card.gpu.major >= 11 else 0
    only(body[0], 0x3F | 0xF << 8 | 0xFFF << 12 | 3 << 25 | 1 << 28 | newer, "RELEASE_MEM, event")
    only(body[1], 3 << 16 | 7 << 24 | 7 << 29, "RELEASE_MEM, selections")
    if (event := (body[0] & 0x3F, body[0] >> 8 & 0xF)) not in _END_OF_PIPE: raise CommandFault(f"RELEASE_MEM with event {event}")
    one_of(body[1] >> 16 & 3, (0, 1), "RELEASE_MEM's destination")
    interrupt = one_of(body[1] >> 24 & 7, (0, 1, 2, 3), "RELEASE_MEM's interrupt")
    data = one_of(body[1] >> 29, (0, 1, 2, 3, 4), "RELEASE_MEM's data")
    nbytes = 4 if data == 1 else 8
    at = address_of(body[2], body[3], nbytes, "RELEASE_MEM") if data else 0

    def act() -> None:
        if queue.caches: control_caches(queue.caches, queue.card.gpu.major, acquire_bits(body[0]), "RELEASE_MEM")
        value = queue.machine.clock.ticks() if data >= 3 else (body[5] << 32 | body[4]) & (1 << 8 * nbytes) - 1
        if data and interrupt != 1: put(queue.memory, at, value, nbytes)
        if interrupt in (1, 2): queue.machine.events.interrupt()
    queue.begin(act)


def _acquire_mem(queue: ComputeQueue, body: Body) -> None:
    for word, mask in enumerate((0, 0xFFFFFFFF, 0xFF, 0xFFFFFFFF, 0xFFFFFF, 0xFFFF, (1 << 19) - 1)):
        only(body[word], mask, f"ACQUIRE_MEM, word {word + 1}")
    if queue.caches: control_caches(queue.caches, queue.card.gpu.major, body[6], "ACQUIRE_MEM")


#: by opcode
PACKETS = {
    0x10: Packet("NOP", 1, _LONGEST, _nop),
    0x15: Packet("DISPATCH_DIRECT", 4, 4, _dispatch_direct),
    0x16: Packet("DISPATCH_INDIRECT", 3, 3, _dispatch_indirect),
    0x1E: Packet("ATOMIC_MEM", 8, 8, _atomic_mem),
    0x37: Packet("WRITE_DATA", 4, _LONGEST, _write_data),
    0x3C: Packet("WAIT_REG_MEM", 6, 6, _wait_reg_mem),
    0x93: Packet("WAIT_REG_MEM64", 8, 8, _wait_reg_mem64),
    0x3F: Packet("INDIRECT_BUFFER", 3, 3, _indirect_buffer),
    0x40: Packet("COPY_DATA", 5, 5, _copy_data),
    0x46: Packet("EVENT_WRITE", 1, 1, _event_write),
    0x49: Packet("RELEASE_MEM", 7, 7, _release_mem),
    0x58: Packet("ACQUIRE_MEM", 7, 7, _acquire_mem),
    0x76: Packet("SET_SH_REG", 2, _LONGEST, _set_sh_reg),
}
