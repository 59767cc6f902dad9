"""Memory: limits, the cache of freed blocks, and what is said when there is none left."""
from __future__ import annotations

import random
import threading

import pytest

from heddle.device import allocator
from heddle.device.allocator import Allocator, size_class
from heddle.device.device_lost import Loss
from heddle.errors import DeviceError, OutOfMemoryError
from heddle.settings import Context
from heddle.tracing.counters import GlobalCounters
from heddle.tracing.recorder import Recorder

MIB = 1 << 20


class Fake(Allocator):
    """Memory of `room` bytes; blocks are numbers."""

    def __init__(self, room: int = 1 << 40) -> None:
        super().__init__("FAKE")
        self.room, self.blocks, self.made = room, {}, 0

    def _alloc(self, nbytes):
        if sum(self.blocks.values()) + nbytes > self.room: raise MemoryError
        self.made += 1
        self.blocks[self.made] = nbytes
        return self.made

    def _free(self, opaque, nbytes):
        assert self.blocks.pop(opaque) == nbytes

    def take(self, nbytes, what=""):
        opaque, ticket = self.alloc(nbytes, what, ("train.py", 7, "step"))
        return opaque, nbytes, ticket


@pytest.mark.parametrize("nbytes", [1, 63, 64, 65, 1024, 1025, 5000, MIB - 1, MIB, MIB + 1, 123_456_789])
def test_size_class(nbytes):
    size = size_class(nbytes)
    assert nbytes <= size <= max(64, nbytes * 9 // 8 + 64) and size % 64 == 0 and size_class(size) == size


def test_freed_blocks_are_used_again():
    memory = Fake()
    first = memory.take(MIB)
    memory.free(*first)
    assert memory.take(MIB - 10)[0] == first[0] and memory.made == 1
    assert memory.stats().live == MIB and memory.stats().cached == 0


def test_counts():
    memory, before = Fake(), GlobalCounters.mem_used
    blocks = [memory.take(MIB) for _ in range(3)]
    assert GlobalCounters.mem_used - before == 3 * MIB
    for block in blocks[1:]: memory.free(*block)
    stats = memory.stats()
    assert (stats.live, stats.cached, stats.peak_live, stats.peak_total) == (MIB, 2 * MIB, 3 * MIB, 3 * MIB)
    memory.empty_cache()
    assert memory.stats().cached == 0 and len(memory.blocks) == 1 and GlobalCounters.mem_used - before == MIB


def test_cache_is_capped_and_least_recently_used_goes_first():
    with Context(MEMORY_CACHE=4 * MIB):
        memory, rng = Fake(), random.Random(1)
        for _ in range(1000):
            memory.free(*memory.take(rng.randrange(1, 2 * MIB)))
            assert memory.stats().cached <= 4 * MIB and sum(memory.blocks.values()) == memory.stats().cached
    with Context(MEMORY_CACHE=2 * MIB):
        memory = Fake()
        old, new, other = memory.take(MIB), memory.take(MIB // 2), memory.take(MIB // 4)
        for block in (old, new, other): memory.free(*block)
        last = memory.take(2 * MIB - 900_000)
        memory.free(*last)
        assert old[0] not in memory.blocks and last[0] in memory.blocks
    with Context(MEMORY_CACHE=0):
        memory = Fake()
        memory.free(*memory.take(MIB))
        assert not memory.blocks


def test_caches_are_emptied_before_a_request_fails():
    memory = Fake(room=4 * MIB)
    blocks = [memory.take(MIB) for _ in range(4)]
    for block in blocks: memory.free(*block)
    assert memory.take(3 * MIB)[0] == 5


def test_limit_counts_what_is_cached():
    with Context(MEMORY_LIMIT="4M"):
        memory = Fake()
        blocks = [memory.take(MIB) for _ in range(4)]
        for block in blocks: memory.free(*block)
        memory.take(3 * MIB)
        assert sum(memory.blocks.values()) <= 4 * MIB


def test_a_lowered_limit_holds_for_cached_blocks_too():
    memory = Fake()
    memory.free(*memory.take(4 * MIB))
    with Context(MEMORY_LIMIT="1M"), pytest.raises(OutOfMemoryError): memory.take(4 * MIB)
    assert memory.take(4 * MIB)[1] == 4 * MIB


def test_out_of_memory_says_who_holds_what():
    with Context(MEMORY_LIMIT="64M"):
        memory = Fake()
        held = [memory.take(n * MIB, f"tensor {n}") for n in (1, 2, 3, 4, 5, 6, 7)]
        with pytest.raises(OutOfMemoryError) as caught: memory.take(48 * MIB)
    text = str(caught.value)
    assert ("FAKE is out of memory: requested 48 MiB; MEMORY_LIMIT 64 MiB, free 36 MiB; device total unknown; "
            "live 28 MiB, cached 0 B, peak 28 MiB") in text
    assert [f"tensor {n}" in text for n in (7, 6, 5, 4, 3, 2, 1)] == [True] * 5 + [False] * 2
    assert "made at train.py:7, in step" in text and "raise MEMORY_LIMIT" in text and ", in take:" in text
    assert caught.value.requested == 48 * MIB and caught.value.device == "FAKE" and len(held) == 7


def test_out_of_memory_of_the_device_itself():
    with pytest.raises(OutOfMemoryError, match="total unknown; live 0 B"): Fake(room=MIB).take(2 * MIB)


def test_more_than_the_device_has_is_refused_at_once():
    class Small(Fake):
        def memory_total(self): return MIB
    with pytest.raises(OutOfMemoryError, match="device total 1 MiB, free 1 MiB"): Small().take(2 * MIB)


def test_unreachable_buffers_are_collected_before_a_request_fails():
    memory = Fake(room=4 * MIB)

    class Holder:
        def __init__(self): self.me, self.block = self, memory.take(3 * MIB)
        def __del__(self): memory.free(*self.block)
    Holder()
    assert memory.take(3 * MIB)


def test_lost_memory_is_refused_and_never_freed():
    memory = Fake()
    block = memory.take(64)
    memory.lost = Loss("it fell off", "Put it back.")
    with pytest.raises(DeviceError, match=r"FAKE cannot be used: it fell off[\s\S]*Put it back."): memory.take(64)
    memory.free(*block)
    assert len(memory.blocks) == 1


def test_threads():
    memory = Fake()

    def work(seed):
        rng, held = random.Random(seed), []
        for _ in range(500):
            if held and rng.random() < 0.5: memory.free(*held.pop())
            else: held.append(memory.take(rng.randrange(1, 10_000)))
        for block in held: memory.free(*block)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for t in threads: t.start()
    for t in threads: t.join()
    stats = memory.stats()
    assert stats.live == 0 and stats.cached == sum(memory.blocks.values())


def test_caches_of_other_devices_are_emptied_too():
    room = [4 * MIB]

    class Shared(Fake):
        def _alloc(self, nbytes):
            if nbytes > room[0]: raise MemoryError
            room[0] -= nbytes
            return super()._alloc(nbytes)

        def _free(self, opaque, nbytes):
            room[0] += nbytes
            super()._free(opaque, nbytes)
    one, other = Shared(), Shared()
    one.free(*one.take(3 * MIB))
    assert one.stats().cached == 3 * MIB and other.take(2 * MIB) and one.stats().cached == 0


def test_peaks_count_from_where_they_are_reset():
    memory = Fake()
    first, second = memory.take(3 * MIB), memory.take(MIB)
    memory.free(*first)
    memory.reset_peak()
    assert (memory.stats().peak_live, memory.stats().peak_total) == (MIB, 4 * MIB)
    memory.free(*second)
    memory.take(2 * MIB)
    assert memory.stats().peak_live == 2 * MIB


def test_the_device_says_what_is_left():
    class Told(Fake):
        def memory_total(self): return 8 * MIB
        def memory_free(self): return 5 * MIB
    memory = Told(room=MIB)
    assert (memory.stats().total, memory.stats().free) == (8 * MIB, 5 * MIB)
    told = "requested 2 MiB; device total 8 MiB, free 5 MiB; live 0 B"
    with pytest.raises(OutOfMemoryError, match=told) as caught: memory.take(2 * MIB)
    assert (caught.value.total, caught.value.free, caught.value.requested) == (8 * MIB, 5 * MIB, 2 * MIB)


# ---- what is told of memory


def changes(heard: Recorder) -> list[tuple[int, int]]:
    """(live, cached) after each change that was told of."""
    times = [m.start for m in heard.memory() if m.device == "FAKE"]
    assert times == sorted(times)
    return [(m.live, m.cached) for m in heard.memory() if m.device == "FAKE"]


def test_memory_that_is_taken_again_at_once_is_not_told_of(monkeypatch):
    monkeypatch.setattr(allocator, "_UNSEEN", 60.0)
    memory, heard = Fake(), Recorder()
    kept = memory.take(MIB)
    heard.open()
    for _ in range(5):
        memory.free(*kept)
        kept = memory.take(MIB)
    heard.close()
    assert changes(heard) == [(0, MIB), (MIB, 0)]  # the first change is told whatever it is


def test_several_blocks_that_are_freed_and_taken_again_in_any_order_are_not_told_of(monkeypatch):
    monkeypatch.setattr(allocator, "_UNSEEN", 60.0)
    memory, heard = Fake(), Recorder()
    heard.open()
    large, small = memory.take(2 * MIB), memory.take(MIB)
    for _ in range(3):
        for block in (large, small): memory.free(*block)
        large, small = memory.take(2 * MIB), memory.take(MIB)
    assert changes(heard) == [(2 * MIB, 0), (3 * MIB, 0)]
    memory.free(*small)
    third = memory.take(2 * MIB)  # more than there was: nothing of what led there is left out
    assert changes(heard)[2:] == [(2 * MIB, MIB), (4 * MIB, MIB)]
    heard.close()
    memory.free(*third)


def test_changes_that_are_not_told_yet_are_few(monkeypatch):
    monkeypatch.setattr(allocator, "_UNSEEN", 60.0)
    memory, heard = Fake(), Recorder()
    heard.open()
    sizes = [64 << n for n in range(30, 10, -1)]
    block = memory.take(2 * sizes[0])
    for size in sizes * 10:  # always less than was told of
        memory.free(*block)
        block = memory.take(size)
        assert len(memory._late) <= allocator._MOST_LATE
    heard.close()
    stats = memory.stats()
    assert len(changes(heard)) > 100 and changes(heard)[-1] == (stats.live, stats.cached)


def test_memory_that_is_free_for_long_is_told_of(monkeypatch):
    monkeypatch.setattr(allocator, "_UNSEEN", 0.0)
    memory, heard = Fake(), Recorder()
    kept = memory.take(MIB)
    heard.open()
    for _ in range(3):
        memory.free(*kept)
        kept = memory.take(MIB)
    heard.close()
    assert changes(heard) == 3 * [(0, MIB), (MIB, 0)]


def test_what_was_freed_last_is_told_when_somebody_looks(monkeypatch):
    monkeypatch.setattr(allocator, "_UNSEEN", 60.0)
    memory, heard = Fake(), Recorder()
    heard.open()
    first, second = memory.take(MIB), memory.take(MIB)
    for block in (first, second): memory.free(*block)
    assert changes(heard) == [(MIB, 0), (2 * MIB, 0), (MIB, MIB), (0, 2 * MIB)] == changes(heard)
    other = memory.take(2 * MIB)
    memory.free(*other)
    heard.close()
    memory.take(MIB)
    assert changes(heard)[4:] == [(2 * MIB, 2 * MIB), (0, 4 * MIB)]
