"""The mock's rings, pushbuffers, semaphores and copies: words of the fact sheets, and each rule broken once."""
from __future__ import annotations

import ctypes
import struct
from collections.abc import Iterator
from typing import Any

import pytest

from .nv import FAMILIES, Deadlock, NVMock, Spec, Xid
from .nv.testing import Bench, Queue, close_all, header, methods, peek, poke, signal, wait, wide


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    close_all()


def bench(family: str = "AD102", **options: Any) -> tuple[Bench, Queue]:
    b = Bench(NVMock([Spec(FAMILIES[family])], **options)).start()
    return b, b.channel(b.family.compute, b.family.copy)


def fault_of(b: Bench, queue: Queue, *words: int) -> str:
    """What a stream did wrong; its notifier has the same number, and nothing comes after."""
    at = b.memory(4096)
    poke(at, bytes(16))
    b.submit(queue, *words, *signal(at, 1))
    b.mock.run()
    fault = b.mock.faults[-1]
    status, number = peek(b.errors + 14, 2), peek(b.errors + 8, 4)
    assert (status, number, peek(at)) == (0xFFFF, getattr(fault, "xid", None), 0)
    return str(fault)


# ---- words


def test_words_of_the_fact_sheets() -> None:
    """Streams that NVIDIA's own class headers decode as they were meant (fact sheet of mocks, section 5)."""
    assert header(0, 1, 1) == 0x20012000
    assert signal(0, 0)[0] == 0x20050017 and signal(0, 0)[-1] == 0x03100001 and wait(0, 0)[-1] == 0x01001003
    assert (header(0x2B4, 1, 1), header(0x2C0, 1, 1)) == (0x200120AD, 0x200120B0)
    assert (header(0x400, 4, 4), header(0x418, 1, 4), header(0x300, 1, 4), header(0x240, 3, 4)) == \
        (0x20048100, 0x20018106, 0x200180C0, 0x20038090)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_stream_of_golden_words(family: str) -> None:
    b, queue = bench(family)
    source, target, done = (b.memory(4096) for _ in range(3))
    poke(source, bytes(range(256)))
    poke(done, bytes(64))
    b.submit(queue, 0x20018000, b.family.copy, 0x20048100, *wide(source), *wide(target), 0x20018106, 256, 0x200180C0, 0x182,
             0x20038090, *wide(done), 5, 0x200180C0, 0x14,
             0x20050017, done & 0xFFFFFFFF, done >> 32, 5, 0, 0x01001003,
             0x20050017, done + 32 & 0xFFFFFFFF, done >> 32, 9, 0, 0x03100001)
    b.mock.run()
    assert b.mock.faults == []
    assert ctypes.string_at(target, 256) == bytes(range(256))
    assert (peek(done), peek(done + 32)) == (5, 9)
    assert b.gpu.now() - 10**9 < peek(done + 8) <= peek(done + 40) <= b.gpu.now()


@pytest.mark.parametrize(("operation", "expected"), [(1, [(0x64, 1), (0x68, 2), (0x6C, 3)]), (3, [(0x64, 1), (0x64, 2), (0x64, 3)]),
                                                     (5, [(0x64, 1), (0x68, 2), (0x68, 3)])])
def test_headers_step_through_methods(operation: int, expected: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch) -> None:
    b, queue = bench()
    seen: list[tuple[int, int]] = []
    from .nv.host import Host
    monkeypatch.setattr(Host, "method", lambda self, subchannel, number, value: seen.append((number, value)))
    b.submit(queue, *methods(0x64, 1, 2, 3, operation=operation), 4 << 29 | 0x1FFF << 16 | 0x78 >> 2)
    b.mock.run()
    assert seen == [*expected, (0x78, 0x1FFF)]


# ---- rings


def test_a_ring_goes_round() -> None:
    b, _ = bench()
    queue = b.channel(b.family.compute, entries=4)
    at = b.memory(4096)
    for i in range(11):
        b.submit(queue, *signal(at, i))
        b.mock.run()
        assert peek(at) == i
    assert peek(queue.userd + 0x88, 4) == 11 % 4


def test_control_entries() -> None:
    b, queue = bench("GH100")
    at = b.memory(4096)
    b.enter(queue, 0)
    b.enter(queue, 4 << 32 | 0)  # pushbuffers below 2**40
    b.submit(queue, *signal(at, 3))
    b.mock.run()
    assert peek(at) == 3
    b.enter(queue, 1 << 32)
    b.kick(queue)
    b.mock.run()
    assert "control entry with opcode 1" in str(b.mock.faults[-1])


@pytest.mark.parametrize(("entry", "what"), [(1 | 4 << 42, "fetch is conditional"), (0x1000 | 4 << 42, "not mapped"),
                                             (4 << 32, "opcode 4")])
def test_entries_that_cannot_be(entry: int, what: str) -> None:
    b, queue = bench()
    b.enter(queue, entry)
    b.kick(queue)
    b.mock.run()
    assert what in str(b.mock.faults[-1])


def test_gp_put_lies_within_the_ring() -> None:
    b, queue = bench()
    b.kick(queue, put=queue.entries)
    assert "GP_PUT 64 of a ring of 64 entries" in str(b.mock.faults[-1])


@pytest.mark.parametrize(("fences", "what"), [
    ((True, True), None), ((False, True), "GP_PUT at"), ((True, False), "the doorbell is rung"), ((False, False), "GP_PUT at")])
def test_stores_into_video_memory_are_fenced(fences: tuple[bool, bool], what: str | None) -> None:
    """Between an entry of the ring and GP_PUT, and between that and the doorbell."""
    b, queue = bench()
    at, words = b.memory(4096), b.memory(4096)
    poke(words, b"".join(word.to_bytes(4, "little") for word in signal(at, 5)))
    ring, userd = b.mock.registers(queue.ring, 512, 8), b.mock.registers(queue.userd, 512, 4)
    ring[queue.put] = words | 5 + 1 << 42
    if fences[0]: b.mock.barrier()
    userd[0x8C // 4] = queue.put + 1
    if fences[1]: b.mock.barrier()
    b.doorbell[0x90 // 4] = queue.token
    b.mock.run()
    assert peek(at) == 5 and userd[0x88 // 4] == queue.put + 1
    assert [what in str(fault) for fault in b.mock.faults[:1]] == ([True] if what else [])


def test_memory_of_the_host_needs_no_fence() -> None:
    b, queue = bench()
    signals = b.mock.registers(b.memory(4096, video=False), 4096, 8)
    signals[0] = 1
    b.kick(queue)
    assert b.mock.faults == []


def test_a_doorbell_wants_a_token() -> None:
    b, queue = bench()
    b.kick(queue, token=77)
    assert "no channel's token" in str(b.mock.faults[-1])


@pytest.mark.parametrize("options", [{"register": False, "schedule": False}, {"schedule": False}])
def test_a_channel_is_scheduled_before_it_works(options: dict[str, bool]) -> None:
    b, _ = bench()
    queue = b.channel(b.family.compute, **options)
    b.submit(queue, *signal(b.memory(4096), 1))
    assert "not scheduled" in str(b.mock.faults[-1])


def test_a_channel_that_is_no_longer_scheduled() -> None:
    b, queue = bench()
    b.schedule(enable=0)
    b.submit(queue, *signal(b.memory(4096), 1))
    assert "not scheduled" in str(b.mock.faults[-1])


# ---- streams that cannot be


@pytest.mark.parametrize(("words", "xid", "what"), [
    ([0x00010040], Xid.PUSHBUFFER, "operation 0"),
    ([0x40010000], Xid.PUSHBUFFER, "operation 2"),
    ([header(0x5C, 40)], Xid.PUSHBUFFER, "ends before the 40 words"),
    (methods(0x50, 1), Xid.PUSHBUFFER, "illegal host method 0x50"),
    (methods(0x5C, 2), Xid.PUSHBUFFER, "multiple of 4"),
    (methods(0x60, 0x100), Xid.PUSHBUFFER, "beyond the GPU's addresses"),
    (methods(0x6C, 1), Xid.PUSHBUFFER, "before method 0x5c"),
    (signal(0x1000, 1, 1 | 1 << 8), Xid.PUSHBUFFER, "bits of no field"),
    (signal(0x1008, 1), Xid.PUSHBUFFER, "a semaphore at 0x1008"),
    (signal(0x1000, 1, 7), Xid.PUSHBUFFER, "operation 7"),
    (signal(0x1000, 1), Xid.MMU_FAULT, "write to 0x1000"),
    (wait(0x1000, 1), Xid.MMU_FAULT, "read of 0x1000"),
    (methods(0x78, 2), Xid.PUSHBUFFER, "scope"),
    (methods(0x34, 1 << 27), Xid.PUSHBUFFER, "membar alone"),
    (methods(0x28, 1, 0, 0, 5 << 27), Xid.PUSHBUFFER, "A 0x1"),
    (methods(0, 0xCBC0, subchannel=1), Xid.CLASS_ERROR, "no such object"),
    (methods(0, 1 << 16, subchannel=1), Xid.PUSHBUFFER, "engine is named"),
    (methods(0x110, 0, subchannel=3), Xid.PUSHBUFFER, "no object"),
])
def test_host_methods_that_cannot_be(words: list[int], xid: Xid, what: str) -> None:
    b, queue = bench()
    text = fault_of(b, queue, *words)
    assert what in text and f"Xid {int(xid)}" in text


def test_hopper_has_wider_addresses() -> None:
    b, queue = bench("GH100")
    assert "beyond" in fault_of(b, queue, *methods(0x60, 0x2000000))
    b, queue = bench("GH100")
    assert "0x10000000000" in fault_of(b, queue, *signal(0x1_0000_0000_00, 1))


@pytest.mark.parametrize(("words", "what"), [
    (methods(0x1B8, 0), "illegal method 0x1b8"), (methods(0x300, 0x3), "transfer"), (methods(0x300, 0x102), "block-linear"),
    (methods(0x300, 0x182 | 1 << 10), "remapping"), (methods(0x300, 0x182 | 1 << 12), "physical source"),
    (methods(0x300, 0x182 | 1 << 19), "reduction"), (methods(0x300, 0x182), "method 0x400 was never set"),
    ([*methods(0x400, 0, 0, 0, 0), *methods(0x418, 0), *methods(0x300, 0x182)], "no bytes"),
    ([*methods(0x240, 0, 8, 1), *methods(0x300, 0x14)], "a semaphore at 0x8"), (methods(0x400, 0x20000), "beyond the GPU's addresses"),
    ([*methods(0x400, 0, 0x1000, 0, 0x2000), *methods(0x418, 4), *methods(0x300, 0x182)], "not mapped")])
def test_copies_that_cannot_be(words: list[int], what: str) -> None:
    b, queue = bench()
    at_four = [w | 4 << 13 if is_header else w for w, is_header in _headers(words)]
    text = fault_of(b, queue, *methods(0, b.family.copy, subchannel=4), *at_four, *methods(0x78, 0))
    assert what in text


def _headers(words: list[int]) -> Iterator[tuple[int, bool]]:
    left = 0
    for word in words:
        yield word, not left
        left = left - 1 if left else word >> 16 & 0x1FFF


def test_an_old_copy_class_has_no_wide_payload() -> None:
    b, queue = bench("GA100")
    assert "illegal method 0x24c" in fault_of(b, queue, *methods(0, b.family.copy, subchannel=4), *methods(0x24C, 1, subchannel=4))


def test_memory_mapped_to_be_read_is_not_written() -> None:
    b, queue = bench()
    handle, at = b.allocate(4096), b.next
    b.next += 0x10000
    b.uvm(0x49, base=at, length=4096)
    b.show(handle, 4096, at, kind=3)
    assert "mapped to be read" in fault_of(b, queue, *signal(at, 1))


def test_a_fault_stops_the_whole_group_and_the_debugger_tells_it() -> None:
    b, queue = bench()
    other = b.channel(b.family.compute)
    assert "0x123000" in fault_of(b, queue, *signal(0x123000, 1))
    at = b.memory(4096)
    poke(at, bytes(8))
    b.submit(other, *signal(at, 1))
    b.mock.run()
    assert peek(at) == 0
    tool = b.alloc(b.device, 0x83DE, "NV83DE_ALLOC_PARAMETERS", hAppClient=b.client, hClass3dObject=queue.objects[b.family.compute])
    p = b.control(tool, 0x83DE0328, "NV83DE_CTRL_DEBUG_READ_MMU_FAULT_INFO_PARAMS")
    assert (p["count"], p["mmuFaultInfoList[].faultAddress"], p["mmuFaultInfoList[].accessType"]) == (1, 0x123000, 1)
    states = b.control(tool, 0x83DE030C, "NV83DE_CTRL_DEBUG_READ_ALL_SM_ERROR_STATES_PARAMS", numSMsToRead=4)
    assert states["mmuFault.valid"] == 1


# ---- semaphores


@pytest.mark.parametrize(("execute", "held", "wanted", "passes"), [
    (0, 5, 5, True), (0, 6, 5, False), (2, 6, 5, True), (2, 4, 5, False), (2, 0xFFFFFFFF, 0, True), (2, 1, 0xFFFFFFFF, False),
    (3, 2, 0xFFFFFFFE, True), (3, 0xFFFFFFFE, 2, False), (3 | 1 << 24, 1 << 40, 1 << 39, True), (3 | 1 << 24, 1, 1 << 40, False),
    (4, 6, 2, True), (4, 4, 2, False), (5, 0xFFFFFFF0, 0xE, True), (5, 0xFFFFFFF0, 0xF, False)])
def test_a_wait_passes_or_not(execute: int, held: int, wanted: int, passes: bool) -> None:
    b, queue = bench()
    at, done = b.memory(4096), b.memory(4096)
    poke(at, held.to_bytes(8, "little"))
    poke(done, bytes(8))
    b.submit(queue, *wait(at, wanted, execute), *signal(done, 1))
    b.mock.run()
    assert (peek(done), b.mock.faults) == (int(passes), [])


@pytest.mark.parametrize(("operation", "expected"), [(0, 3), (1, 10), (2, 9), (3, 2), (4, 11), (5, 13), (6, 0), (7, 3)])
def test_reductions(operation: int, expected: int) -> None:
    b, queue = bench()
    at = b.memory(4096)
    poke(at, (10).to_bytes(8, "little"))
    b.submit(queue, *signal(at, 3, 6 | 1 << 24 | operation << 27))
    b.mock.run()
    assert (peek(at), b.mock.faults) == (expected, [])


@pytest.mark.parametrize(("execute", "expected"), [(6, (1 << 32) - 5), (6 | 1 << 31, 3)])
def test_a_reduction_is_signed_unless_it_says_otherwise(execute: int, expected: int) -> None:
    b, queue = bench()
    at = b.memory(4096)
    poke(at, struct.pack("<i", -5) + bytes(4))
    b.submit(queue, *signal(at, 3, execute))
    b.mock.run()
    assert (peek(at, 4), b.mock.faults) == (expected, []), "the lesser of -5 and 3, or of 4294967291 and 3"


def test_words_of_zeros_are_no_operation() -> None:
    b, queue = bench()
    at = b.memory(4096)
    b.submit(queue, 0, 0, *signal(at, 3), 0)
    b.mock.run()
    assert (peek(at), b.mock.faults) == (3, [])


def test_a_short_release_leaves_the_rest_alone() -> None:
    b, queue = bench()
    at = b.memory(4096)
    poke(at, b"\xaa" * 16)
    b.submit(queue, *signal(at, 1 << 40 | 5, 1))
    b.mock.run()
    assert ctypes.string_at(at, 16) == struct.pack("<I", 5) + b"\xaa" * 12


def test_channels_wait_for_each_other_in_any_order() -> None:
    for seed in range(8):
        b, one = bench(seed=seed)
        two = b.channel(b.family.compute)
        at, other = b.memory(4096), b.memory(4096)
        for where in (at, other): poke(where, bytes(8))
        b.submit(one, *wait(at, 1), *signal(other, 2), *wait(at, 3), *signal(other, 4))
        b.submit(two, *signal(at, 1), *wait(other, 2), *signal(at, 3))
        b.mock.sleep(1e-3)
        assert (peek(at), peek(other), b.mock.faults) == (3, 4, [])
        close_all()


def test_a_release_without_a_wait_may_come_before_the_copy() -> None:
    """What lacks WFI is seen at some seed; with it at none."""
    early: dict[bool, int] = {}
    for waits in (False, True):
        early[waits] = 0
        for seed in range(12):
            b, queue = bench(seed=seed)
            source, target, seen, at = (b.memory(4096) for _ in range(4))
            for where, value in ((source, 7), (target, 0), (seen, 0), (at, 0)): poke(where, value.to_bytes(8, "little"))
            copy = methods(0, b.family.copy, subchannel=4)
            first = [*methods(0x400, *wide(source), *wide(target)), *methods(0x418, 8), *methods(0x300, 0x182)]
            b.submit(queue, *copy, *[w | 4 << 13 if is_header else w for w, is_header in _headers(first)],
                     *signal(at, 1, 1 | 1 << 24 | int(waits) << 20))
            other = b.channel(b.family.copy)
            second = [*methods(0x400, *wide(target), *wide(seen)), *methods(0x418, 8), *methods(0x300, 0x182)]
            b.submit(other, *wait(at, 1), *copy, *[w | 4 << 13 if is_header else w for w, is_header in _headers(second)])
            b.mock.run()
            early[waits] += peek(seen) != 7
            close_all()
    assert early[True] == 0 < early[False]


def test_copies_by_lines() -> None:
    b, queue = bench()
    source, target = b.memory(4096), b.memory(4096)
    poke(source, bytes(range(64)))
    poke(target, bytes(64))
    b.submit(queue, *methods(0, b.family.copy, subchannel=4), *methods(0x400, *wide(source), *wide(target), 16, 8, 4, 3, subchannel=4),
             *methods(0x300, 0x182 | 1 << 9, subchannel=4))
    b.mock.run()
    assert ctypes.string_at(target, 20) == bytes([0, 1, 2, 3, 0, 0, 0, 0, 16, 17, 18, 19, 0, 0, 0, 0, 32, 33, 34, 35])


# ---- hangs


def test_a_deadlock_is_reported_with_the_rings() -> None:
    b, one = bench()
    at = b.memory(4096)
    poke(at, bytes(8))
    b.submit(one, *wait(at, 1))
    with pytest.raises(Deadlock) as report:
        for _ in range(100): b.mock.sleep(1e-3)
    text = str(report.value)
    assert f"waits for 64 bits at {at:#x} to reach 0x1" in text and "GP_GET 1, GP_PUT 1 of 64" in text and "01001003" in text


def test_time_goes_on_while_nothing_does() -> None:
    b, one = bench(raises_deadlock=False)
    at = b.memory(4096)
    poke(at, bytes(8))
    b.submit(one, *wait(at, 1))
    before = b.mock.now()
    for _ in range(60): b.mock.sleep(1.0)
    assert b.mock.now() - before > 58
    assert any(isinstance(f, Deadlock) for f in b.mock.faults)
    poke(at, (1).to_bytes(8, "little"))  # the program lets it go on
    b.mock.sleep(1.0)
    assert not b.mock.scheduler.is_stuck()
