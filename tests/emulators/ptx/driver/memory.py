"""Allocation and copies."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

import numpy as np

from ..memory import Block
from .api import Context, entry, put
from .codes import (
    ALREADY_REGISTERED,
    INVALID_VALUE,
    NOT_REGISTERED,
    OUT_OF_MEMORY,
    Failure,
)
from .queues import Stream, null_stream, stream_of, submit, synchronise, wait

if TYPE_CHECKING:
    from .api import StandIn

SIZE, INT, UINT, U64 = ctypes.c_size_t, ctypes.c_int, ctypes.c_uint, ctypes.c_uint64
HOST = -1


def allocate(s: StandIn, size: int, device: int, what: str = "device memory") -> Block:
    if size == 0:
        raise Failure(INVALID_VALUE, "zero bytes")
    if s.used[device] + size > s.specs[device].memory:
        synchronise(s, s.context())  # frees that are queued may make room
    if s.used[device] + size > s.specs[device].memory:
        raise Failure(OUT_OF_MEMORY, f"{size} bytes, {s.specs[device].memory - s.used[device]} are free")
    s.used[device] += size
    return s.memory.allocate(size, device, what)


def release(s: StandIn, block: Block) -> None:
    s.used[block.owner] -= block.size
    s.memory.free(block)


def block_at(s: StandIn, address: int) -> Block:
    """The allocation that begins here."""
    block = s.memory.find(address)
    if block is None or block.start != address:
        raise Failure(INVALID_VALUE, f"0x{address:x} is no allocation's start: {s.memory.describe(address)}")
    return block


def check_range(s: StandIn, address: int, size: int) -> Block:
    block = s.memory.find(address)
    if size and (block is None or address + size > block.end):
        raise Failure(INVALID_VALUE, f"{size} bytes at 0x{address:x}: {s.memory.describe(address)}")
    return block  # type: ignore[return-value]


@entry("cuMemAlloc cuMemAlloc_v2", "pz")
def mem_alloc(s: StandIn, out: int, size: int) -> None:
    put(out, allocate(s, size, s.context().device).start, U64)


@entry("cuMemFree cuMemFree_v2", "p")
def mem_free(s: StandIn, address: int) -> None:
    """Waits for the device, as the driver does."""
    if not address:
        return
    block = block_at(s, address)
    synchronise(s, s.context())
    release(s, block)


@entry("cuMemAllocAsync", "pzp")
def mem_alloc_async(s: StandIn, out: int, size: int, stream: int) -> None:
    put(out, allocate(s, size, stream_of(s, stream).context.device).start, U64)


@entry("cuMemAllocFromPoolAsync", "pzpp")
def mem_alloc_pool(s: StandIn, out: int, size: int, pool: int, stream: int) -> None:
    s.get(pool, tuple)
    mem_alloc_async(s, out, size, stream)


@entry("cuMemFreeAsync", "pp")
def mem_free_async(s: StandIn, address: int, stream: int) -> None:
    block = block_at(s, address)
    submit(s, stream_of(s, stream), "free", lambda: release(s, block))


@entry("cuMemGetInfo cuMemGetInfo_v2", "pp")
def mem_info(s: StandIn, free: int, total: int) -> None:
    device = s.context().device
    put(free, s.specs[device].memory - s.used[device], SIZE)
    put(total, s.specs[device].memory, SIZE)


@entry("cuMemGetAddressRange cuMemGetAddressRange_v2", "ppp")
def mem_range(s: StandIn, base: int, size: int, address: int) -> None:
    block = s.memory.find(address)
    if block is None:
        raise Failure(INVALID_VALUE)
    if base:
        put(base, block.start, U64)
    if size:
        put(size, block.size, SIZE)


# -- host memory
@entry("cuMemHostAlloc", "pzu")
def host_alloc(s: StandIn, out: int, size: int, flags: int) -> None:
    put(out, s.memory.allocate(max(size, 1), HOST, "host memory").start)


@entry("cuMemAllocHost cuMemAllocHost_v2", "pz")
def alloc_host(s: StandIn, out: int, size: int) -> None:
    host_alloc(s, out, size, 0)


@entry("cuMemFreeHost", "p")
def free_host(s: StandIn, address: int) -> None:
    block = block_at(s, address)
    synchronise(s, s.context())
    s.memory.free(block)


@entry("cuMemHostRegister cuMemHostRegister_v2", "pzu")
def host_register(s: StandIn, address: int, size: int, flags: int) -> None:
    if s.memory.find(address) is not None:
        raise Failure(ALREADY_REGISTERED)
    s.memory.adopt(address, size, HOST, "registered host memory")


@entry("cuMemHostUnregister", "p")
def host_unregister(s: StandIn, address: int) -> None:
    block = s.memory.find(address)
    if block is None or block.what != "registered host memory":
        raise Failure(NOT_REGISTERED)
    s.memory.free(block, poison=False)


@entry("cuMemHostGetDevicePointer cuMemHostGetDevicePointer_v2", "ppu")
def host_device_pointer(s: StandIn, out: int, address: int, flags: int) -> None:
    check_range(s, address, 1)
    put(out, address, U64)


@entry("cuMemAllocManaged", "pzu")
def alloc_managed(s: StandIn, out: int, size: int, flags: int) -> None:
    put(out, allocate(s, size, s.context().device, "managed memory").start, U64)


# -- pools
@entry("cuDeviceGetDefaultMemPool cuDeviceGetMemPool", "pi")
def default_pool(s: StandIn, out: int, device: int) -> None:
    put(out, s.pools[device])


@entry("cuMemPoolSetAttribute cuMemPoolGetAttribute", "pip")
def pool_attribute(s: StandIn, pool: int, which: int, value: int) -> None:
    s.get(pool, tuple)


@entry("cuMemPoolTrimTo", "pz")
def pool_trim(s: StandIn, pool: int, keep: int) -> None:
    s.get(pool, tuple)


@entry("cuMemPoolSetAccess", "ppz")
def pool_access(s: StandIn, pool: int, rights: int, count: int) -> None:
    """CUmemAccessDesc: location type, device, flags. Lets those devices reach the pool's memory."""
    _, owner = s.get(pool, tuple)
    for i in range(count):
        _, device, flags = (INT * 3).from_address(rights + 12 * i)
        if flags and device in s.primary:
            s.get(s.primary[device], Context).peers.add(owner)


# -- what a pointer is
@entry("cuPointerGetAttribute", "pip")
def pointer_attribute(s: StandIn, out: int, which: int, address: int) -> None:
    block = s.memory.find(address)
    if block is None:
        raise Failure(INVALID_VALUE, "a pointer the driver did not make")
    host = block.owner == HOST
    device = s.context().device if host and s.stack else max(block.owner, 0)
    values = {
        1: (s.primary.get(device, 0), ctypes.c_void_p), 2: (1 if host else 2, UINT), 3: (address, ctypes.c_void_p),
        8: (int(block.what == "managed memory"), UINT), 9: (device, INT), 11: (block.start, ctypes.c_void_p),
        12: (block.size, SIZE), 13: (1, UINT), 7: (block.start, U64),
    }  # fmt: skip
    if which not in values or (which == 4 and not host):
        raise Failure(INVALID_VALUE, f"attribute {which}")
    put(out, *values[which])


# -- copies
def move(s: StandIn, to: int, source: int, size: int) -> None:
    ctypes.memmove(to, source, size)


def is_pinned(s: StandIn, address: int, size: int) -> bool:
    block = s.memory.find(address)
    return block is not None and address + size <= block.end


def copy_now(s: StandIn, to: int, source: int, size: int) -> None:
    """A synchronous copy: the null stream's, so it waits for blocking streams only."""
    stream = null_stream(s, s.context())
    wait(s, submit(s, stream, "copy", lambda: move(s, to, source, size)))


def copy_later(s: StandIn, stream: Stream, to: int, source: int, size: int) -> None:
    submit(s, stream, "copy", lambda: move(s, to, source, size))


@entry("cuMemcpyHtoD cuMemcpyHtoD_v2", "ppz")
def copy_in(s: StandIn, to: int, source: int, size: int) -> None:
    check_range(s, to, size)
    copy_now(s, to, source, size)


@entry("cuMemcpyDtoH cuMemcpyDtoH_v2", "ppz")
def copy_out(s: StandIn, to: int, source: int, size: int) -> None:
    check_range(s, source, size)
    copy_now(s, to, source, size)


@entry("cuMemcpyDtoD cuMemcpyDtoD_v2", "ppz")
def copy_between(s: StandIn, to: int, source: int, size: int) -> None:
    check_range(s, to, size), check_range(s, source, size)
    copy_now(s, to, source, size)


@entry("cuMemcpy", "ppz")
def copy_any(s: StandIn, to: int, source: int, size: int) -> None:
    copy_now(s, to, source, size)


@entry("cuMemcpyHtoDAsync cuMemcpyHtoDAsync_v2", "ppzp")
def copy_in_async(s: StandIn, to: int, source: int, size: int, stream: int) -> None:
    """Pinned memory is read when the copy runs; other memory is staged before the call returns."""
    check_range(s, to, size)
    queue = stream_of(s, stream)
    if is_pinned(s, source, size):
        copy_later(s, queue, to, source, size)
        return
    staged = ctypes.string_at(source, size)
    submit(s, queue, "copy", lambda: ctypes.memmove(to, staged, size) and None)


@entry("cuMemcpyDtoHAsync cuMemcpyDtoHAsync_v2", "ppzp")
def copy_out_async(s: StandIn, to: int, source: int, size: int, stream: int) -> None:
    """Into memory that is not pinned the call returns only when the copy is done."""
    check_range(s, source, size)
    queue = stream_of(s, stream)
    copy_later(s, queue, to, source, size)
    if not is_pinned(s, to, size):
        wait(s, queue.last)


@entry("cuMemcpyDtoDAsync cuMemcpyDtoDAsync_v2 cuMemcpyAsync", "ppzp")
def copy_between_async(s: StandIn, to: int, source: int, size: int, stream: int) -> None:
    copy_later(s, stream_of(s, stream), to, source, size)


def check_peer(s: StandIn, to: int, to_context: int, source: int, source_context: int, size: int) -> None:
    for address, context in ((to, to_context), (source, source_context)):
        block = check_range(s, address, size)
        if block.owner not in (HOST, s.get(context, Context).device):
            raise Failure(INVALID_VALUE, f"0x{address:x} is of device {block.owner}, not of the context given")


@entry("cuMemcpyPeer", "ppppz")
def copy_peer(s: StandIn, to: int, to_context: int, source: int, source_context: int, size: int) -> None:
    check_peer(s, to, to_context, source, source_context, size)
    for context in (to_context, source_context):
        synchronise(s, s.get(context, Context))
    move(s, to, source, size)


@entry("cuMemcpyPeerAsync", "ppppzp")
def copy_peer_async(s: StandIn, to: int, to_context: int, source: int, source_context: int, size: int, stream: int) -> None:
    check_peer(s, to, to_context, source, source_context, size)
    copy_later(s, stream_of(s, stream), to, source, size)


# -- fills
def fill(s: StandIn, address: int, value: int, width: int, count: int) -> None:
    data = np.full(count, value, f"u{width}")
    ctypes.memmove(address, data.ctypes.data, data.nbytes)


def fill_later(s: StandIn, address: int, value: int, width: int, count: int, stream: Stream) -> None:
    check_range(s, address, width * count)
    if address % width:
        raise Failure(INVALID_VALUE, "a fill of misaligned memory")
    submit(s, stream, "fill", lambda: fill(s, address, value, width, count))


@entry("cuMemsetD8 cuMemsetD8_v2", "pbz")
def memset8(s: StandIn, address: int, value: int, count: int) -> None:
    fill_later(s, address, value, 1, count, null_stream(s, s.context()))


@entry("cuMemsetD16 cuMemsetD16_v2", "phz")
def memset16(s: StandIn, address: int, value: int, count: int) -> None:
    fill_later(s, address, value, 2, count, null_stream(s, s.context()))


@entry("cuMemsetD32 cuMemsetD32_v2", "puz")
def memset32(s: StandIn, address: int, value: int, count: int) -> None:
    fill_later(s, address, value, 4, count, null_stream(s, s.context()))


@entry("cuMemsetD8Async", "pbzp")
def memset8_async(s: StandIn, address: int, value: int, count: int, stream: int) -> None:
    fill_later(s, address, value, 1, count, stream_of(s, stream))


@entry("cuMemsetD16Async", "phzp")
def memset16_async(s: StandIn, address: int, value: int, count: int, stream: int) -> None:
    fill_later(s, address, value, 2, count, stream_of(s, stream))


@entry("cuMemsetD32Async", "puzp")
def memset32_async(s: StandIn, address: int, value: int, count: int, stream: int) -> None:
    fill_later(s, address, value, 4, count, stream_of(s, stream))
