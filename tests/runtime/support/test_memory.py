"""Memory of the host: aligned, written to and read back, given back to the system."""
from __future__ import annotations

import itertools
import os
import random

import pytest

from heddle.errors import OutOfMemoryError
from heddle.runtime.support.memory import HUGE_PAGE, HostAllocator
from heddle.settings import Context


@pytest.mark.parametrize("nbytes", (1, 64, 1000, 4096, 200_000, 300_000, HUGE_PAGE, HUGE_PAGE + 1, 5 * HUGE_PAGE))
def test_blocks_are_aligned_and_hold_what_is_written(nbytes: int) -> None:
    a = HostAllocator("TEST")
    address, ticket = a.alloc(nbytes)
    assert address % 64 == 0
    if nbytes >= HUGE_PAGE: assert address % HUGE_PAGE == 0
    data = os.urandom(nbytes)
    a.copyin(address, memoryview(data))
    back = bytearray(nbytes)
    a.copyout(memoryview(back), address)
    assert back == data and bytes(a.as_memoryview(address, nbytes)) == data
    a.free(address, nbytes, ticket)
    a.empty_cache()


def test_live_blocks_never_overlap() -> None:
    a, rng = HostAllocator("TEST"), random.Random(0)
    live: dict[int, tuple[int, int]] = {}
    for _ in range(2000):
        if live and rng.random() < 0.45:
            address = rng.choice(list(live))
            nbytes, ticket = live.pop(address)
            a.free(address, nbytes, ticket)
            if rng.random() < 0.05: a.empty_cache()
        else:
            nbytes = int(2 ** rng.uniform(0, 22))
            address, ticket = a.alloc(nbytes)
            live[address] = nbytes, ticket
    spans = sorted((address, address + nbytes) for address, (nbytes, _) in live.items())
    assert all(end <= start for (_, end), (start, _) in itertools.pairwise(spans))
    for address, (nbytes, ticket) in live.items(): a.free(address, nbytes, ticket)
    a.empty_cache()
    assert a.stats().live == a.stats().cached == 0


def test_a_freed_large_block_is_used_again() -> None:
    a = HostAllocator("TEST")
    first, ticket = a.alloc(8 * HUGE_PAGE)
    a.free(first, 8 * HUGE_PAGE, ticket)
    second, ticket = a.alloc(8 * HUGE_PAGE - 5)
    assert second == first
    a.free(second, 8 * HUGE_PAGE - 5, ticket)
    a.empty_cache()


def test_large_blocks_go_back_to_the_system() -> None:
    a = HostAllocator("TEST")
    address, ticket = a.alloc(64 << 20)
    a.as_memoryview(address, 64 << 20)[::4096] = bytes(len(range(0, 64 << 20, 4096)))
    before = resident()
    a.free(address, 64 << 20, ticket)
    a.empty_cache()
    assert before - resident() > 60 << 20


def resident() -> int:
    with open("/proc/self/statm") as file: return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_a_limit_and_impossible_sizes_are_out_of_memory() -> None:
    with pytest.raises(OutOfMemoryError, match="TEST is out of memory"): HostAllocator("TEST").alloc(1 << 60)
    with Context(MEMORY_LIMIT=1 << 20), pytest.raises(OutOfMemoryError): HostAllocator("TEST").alloc(2 << 20)


def test_devices_of_the_host_copy_directly() -> None:
    a, b = HostAllocator("A"), HostAllocator("B")
    (x, tx), (y, ty) = a.alloc(100), b.alloc(100)
    a.copyin(x, memoryview(bytes(range(100))))
    assert b.transfer(y, x, 100, a)
    assert bytes(b.as_memoryview(y, 100)) == bytes(range(100))
    a.free(x, 100, tx)
    b.free(y, 100, ty)
