"""Memory of the host: aligned, written to and read back, given back to the system."""
from __future__ import annotations

import itertools
import os
import random
from pathlib import Path

import pytest

from heddle.errors import OutOfMemoryError
from heddle.runtime.cpu.memory import HUGE_PAGE, HostAllocator
from heddle.runtime.cpu.system import linux
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


def mapped() -> int:
    """Bytes of this process that are mapped."""
    with open("/proc/self/statm") as file: return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")


def test_slabs_go_back_to_the_system_when_all_their_pieces_have() -> None:
    a, before = HostAllocator("TEST"), mapped()
    blocks = [(200_000, *a.alloc(200_000)) for _ in range(200)]  # in 14 slabs or so
    stats = a.stats()
    assert mapped() - before > 40_000_000 and stats.live > 40_000_000 and 0 <= stats.unused < 8 << 20
    kept = blocks.pop(100)
    for nbytes, address, ticket in blocks: a.free(address, nbytes, ticket)
    a.empty_cache()
    stats = a.stats()
    assert stats.live + stats.unused == 4 << 20 and mapped() - before < 6 << 20
    a.copyin(kept[1], memoryview(b"x" * 200_000))
    a.free(kept[1], kept[0], kept[2])
    a.empty_cache()
    assert a.stats().unused == 0 and mapped() - before < 2 << 20


def test_pieces_of_a_slab_that_went_back_are_not_handed_out() -> None:
    a, rng = HostAllocator("TEST"), random.Random(3)
    for _ in range(30):
        blocks = [(n, *a.alloc(n)) for n in (rng.choice((64, 5000, 200_000)) for _ in range(rng.randint(1, 60)))]
        for n, address, _ in blocks: a.copyin(address, memoryview(bytes([n % 251]) * n))
        assert all(a.as_memoryview(address, n)[n - 1] == n % 251 for n, address, _ in blocks)
        for n, address, ticket in blocks: a.free(address, n, ticket)
        if rng.random() < 0.5: a.empty_cache()
    a.empty_cache()
    assert a.stats().unused == 0


def test_all_that_was_taken_is_accounted_for() -> None:
    a, before, rng = HostAllocator("TEST"), mapped(), random.Random(1)
    held = []
    with Context(MEMORY_CACHE="16M"):
        for _ in range(1000):
            nbytes = int(2 ** rng.uniform(6, 21))
            held.append((nbytes, *a.alloc(nbytes)))
            if len(held) > 40:
                nbytes, address, ticket = held.pop(rng.randrange(len(held)))
                a.free(address, nbytes, ticket)
            stats = a.stats()
            assert stats.cached <= 16 << 20
        assert abs(mapped() - before - (stats.live + stats.cached + stats.unused)) < 4 << 20
        for nbytes, address, ticket in held: a.free(address, nbytes, ticket)
        a.empty_cache()


@pytest.mark.parametrize("text, limited", [("1048576\n", True), ("max\n", False), (f"{1 << 62}\n", False)])
def test_a_container_has_what_it_may_take(text: str, limited: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    physical = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    (tmp_path / "limit").write_text(text)
    monkeypatch.setattr(linux, "CONTAINER_LIMITS", (str(tmp_path / "limit"), str(tmp_path / "none")))
    linux.total_memory.cache_clear()
    try:
        stats = HostAllocator("TEST").stats()
        assert stats.total == (1 << 20 if limited else physical) and 0 < stats.free <= stats.total
        if limited:
            with pytest.raises(OutOfMemoryError, match="device total 1 MiB"): HostAllocator("TEST").alloc(2 << 20)
    finally:
        monkeypatch.undo()
        linux.total_memory.cache_clear()
