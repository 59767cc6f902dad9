"""The mock of AMD's queues: packets of compute and DMA queues by hand, with the golden words of mocks.md §5; each rule broken once."""
from __future__ import annotations

import ctypes
import errno
import struct
import sys

import pytest

from tests.emulators.amd import interface as calls
from tests.emulators.amd.errors import CommandFault, Deadlock, MemoryFault
from tests.emulators.amd.testing import COMPUTE, DEVICE, RING, SDMA, HandQueue, Program, halves, u32, u64
from tests.emulators.amd.topology import GPU, PAGE, RDNA2, RDNA3, RDNA4, gpu_id

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is mapped as on Linux")

# golden words of gfx11: decoded by Mesa's ac_parse_ib as intended
_ACQUIRE = (0xC0065800, 0x00000000, 0xFFFFFFFF, 0x00000000, 0x00000000, 0x00000000, 0x00000004, 0x00004381)
_PARTIAL_FLUSH = (0xC0004600, 0x00000407)
_NOP_PAD = 0xFFFF1000


def _release(address: int, value: int, event: int = 0x0070C514, select: int = 0x42000000) -> tuple[int, ...]:
    return 0xC0064900, event, select, *halves(address), *halves(value), 0


def _wait(address: int, value: int, control: int = 0x15) -> tuple[int, ...]:
    return 0xC0053C00, control, *halves(address), value, 0xFFFFFFFF, 4


def _store(address: int, *values: int) -> tuple[int, ...]:
    return 3 << 30 | len(values) + 2 << 16 | 0x3700, 5 << 8 | 1 << 20, *halves(address), *values


def _fault_of(program: Program, queue: HandQueue, *words: int) -> Exception:
    queue.submit(*words)
    assert len(program.system.machine.faults) == 1
    return program.system.machine.faults[0]


# ---- rings


@pytest.mark.parametrize("gpu", [RDNA2, RDNA3, RDNA4])
def test_golden_words(gpu: GPU) -> None:
    program = Program((gpu,))
    queue, page = program.queue(), program.alloc()
    event = 0x0070C514
    queue.submit(*_ACQUIRE, *_PARTIAL_FLUSH, *_release(page, 0x1122334455667788, event), *_wait(page, 0x55667788, 0x13))
    assert not program.system.machine.faults
    assert u64(page) == 0x1122334455667788 and u32(queue.read_pointer) == queue.words


def test_nothing_runs_until_the_host_waits() -> None:
    program = Program()
    queue, page = program.queue(), program.alloc()
    queue.put(*_store(page, 7))
    queue.ring_doorbell()
    assert u32(page) == 0
    program.wait()
    assert u32(page) == 7


def test_a_ring_goes_round() -> None:
    program = Program()
    queue, page = program.queue(), program.alloc()
    for round_ in range(3 * RING // 4 // 64):
        queue.submit(*_store(page, round_), *[_NOP_PAD] * 59)
        assert u32(page) == round_
    assert u32(queue.read_pointer) == queue.words % (RING // 4) and queue.words > 2 * RING // 4


def test_no_packet_lies_across_the_end() -> None:
    program = Program()
    queue, page = program.queue(), program.alloc()
    queue.submit(*[_NOP_PAD] * (RING // 4 - 2))
    fault = _fault_of(program, queue, *_store(page, 7))
    assert isinstance(fault, CommandFault) and "2 are left" in str(fault)


def test_pointers_count_without_end() -> None:
    program = Program()
    queue = program.queue()
    queue.submit(*[_NOP_PAD] * 64)
    queue.bells[queue.slot] = 0
    program.wait()
    assert "went back" in str(program.system.machine.faults[0])


def test_the_write_pointer_is_written_before_the_doorbell() -> None:
    program = Program()
    queue = program.queue()
    queue.put(_NOP_PAD)
    queue.bells[queue.slot] = 1
    program.wait()
    assert "write pointer" in str(program.system.machine.faults[0])


def test_a_ring_is_not_filled_beyond_what_was_read() -> None:
    program = Program()
    queue = program.queue()
    queue.put(*[_NOP_PAD] * (RING // 4 + 1))
    queue.ring_doorbell()
    program.wait()
    assert "in a ring of" in str(program.system.machine.faults[0])


@pytest.mark.parametrize(("words", "says"), [
    ((0x00000000,), "no packet of type 3"), ((0x40000000,), "no packet of type 3"), ((0xC0007F00, 0), "unknown opcode"),
    ((0xC0001001, 0), "reserved bits"), ((0xC0001002, 0), "reserved bits"), ((0xC0031000, 0), "are left"),
    ((0xC0014600, 0x407, 0), "with 2 words"), ((0xC0004600, 0x1407), "reserved bits"), ((0xC0004600, 0x408), "event"),
    ((*_ACQUIRE[:7], 1 << 19), "ACQUIRE_MEM, word 7"), ((_ACQUIRE[0], 1, *_ACQUIRE[2:]), "ACQUIRE_MEM, word 1"),
    ((0xC0053C00, 0x05, 0, 0, 0, 0, 4), "space"), ((0xC0053C00, 0x55, 0, 0, 0, 0, 4), "operation"),
    ((0xC0053C00, 0x17, 0, 0, 0, 0, 4), ""), ((0xC0053C00, 0x15, 2, 0, 0, 0, 4), "multiple of 4"),
    ((0xC0053C00, 0x15, 0, 0x10000, 0, 0, 4), "high half"), ((0xC0033700, 0, 0x1000, 0, 1), "destination"),
    (_release(0x1004, 1), "multiple of 8"), (_release(0x1000, 1, 0x0070C504), "event"), (_release(0x1000, 1, select=5 << 29), "data"),
    (_release(0x1000, 1, select=1 << 20), "reserved bits"), ((0xC0023F00, 0x1000, 0, 16), "VALID"),
    ((0xC0023F00, 0x1000, 0, 16 | 9 << 20), "in its place"), ((0xC0017600, 0x2FF, 0), "no compute register"),
    ((0xC0017600, 0x1FF, 0), "no compute register"), ((0xC0017600, 0x10204, 0), "reserved bits"),
    ((0xC0071E00, 7, 0x1000, 0, 0, 0, 0, 0, 0), "atomic operation"), ((0xC0044000, 0x500, 0, 0, 0, 0), "source")])
def test_packets_that_stop_the_queue(words: tuple[int, ...], says: str) -> None:
    program = Program()
    fault = _fault_of(program, program.queue(), *words)
    assert says in str(fault)
    if says: assert isinstance(fault, CommandFault)


def test_newer_bits_of_release_are_reserved_on_older_cards() -> None:
    for gpu, faults in ((RDNA2, 1), (RDNA3, 0)):
        program = Program((gpu,))
        page = program.alloc()
        program.queue().submit(*_release(page, 1, 0x0070C514 | 1 << 30))
        assert len(program.system.machine.faults) == faults


# ---- what packets do


def test_stores_copies_and_additions() -> None:
    program = Program()
    queue, page = program.queue(), program.alloc()
    queue.submit(*_store(page, 1, 2, 3), 0xC0043700, 5 << 8 | 1 << 16, *halves(page + 16), 4, 5,
                 0xC0044000, 1 | 5 << 8 | 1 << 16, *halves(page), *halves(page + 24),
                 0xC0044000, 5 | 5 << 8, 77, 0, *halves(page + 32),
                 0xC0071E00, 47, *halves(page + 24), 10, 1, 0, 0, 0, 0xC0071E00, 15, *halves(page + 32), 3, 0, 0, 0, 0,
                 0xC0044000, 9 | 5 << 8 | 1 << 16, 0, 0, *halves(page + 40))
    assert not program.system.machine.faults
    assert struct.unpack("<6I", ctypes.string_at(page, 24)) == (1, 2, 3, 0, 5, 0)
    assert u64(page + 24) == (2 << 32 | 1) + (1 << 32 | 10) and u32(page + 32) == 80
    assert abs(u64(page + 40) / 1e8 - program.system.now()) < 5


def test_release_writes_32_bits_64_bits_and_the_time() -> None:
    program = Program()
    queue, page = program.queue(), program.alloc()
    queue.submit(*_release(page + 4, 0x1_0000_0002, select=1 << 29), *_release(page + 8, 1 << 32, select=2 << 29),
                 *_release(page + 16, 0, select=3 << 29), *_release(page + 24, 0, select=4 << 29))
    assert u64(page) == 2 << 32 and u64(page + 8) == 1 << 32
    assert 0 < u64(page + 16) <= u64(page + 24) and abs(u64(page + 24) / 1e8 - program.system.now()) < 5


@pytest.mark.parametrize(("function", "value", "passes"), [
    (0, 9, True), (1, 4, True), (1, 5, False), (2, 5, True), (2, 6, False), (3, 5, True), (3, 4, False), (4, 4, True), (4, 5, False),
    (5, 5, True), (5, 4, False), (6, 6, True), (6, 5, False)])
def test_waits_compare(function: int, value: int, passes: bool) -> None:
    program = Program()
    queue, page = program.queue(), program.alloc()
    ctypes.c_uint32.from_address(page).value = value | 0x100
    queue.submit(0xC0053C00, function | 0x10, *halves(page), 5, 0xFF, 4, *_store(page + 8, 1))
    assert u32(page + 8) == passes


def test_waits_of_64_bits() -> None:
    program = Program()
    queue, page = program.queue(), program.alloc()
    queue.submit(0xC0079300, 0x15, *halves(page), *halves(1 << 32), *halves((1 << 64) - 1), 4, *_store(page + 8, 1))
    assert u32(page + 8) == 0
    ctypes.c_uint64.from_address(page).value = 1 << 32
    program.wait()
    assert u32(page + 8) == 1


def test_indirect_buffers_nest_and_chain() -> None:
    program = Program()
    queue, page, code = program.queue(), program.alloc(), program.alloc()

    def put(at: int, *words: int) -> tuple[int, ...]:
        ctypes.memmove(code + at, struct.pack(f"<{len(words)}I", *words), 4 * len(words))
        return 0xC0023F00, *halves(code + at), len(words) | 1 << 23
    inner = put(0, *_store(page, 1))
    last = put(256, *_store(page + 4, 2))
    outer = put(512, *inner, last[0], last[1], last[2], last[3] | 1 << 20)
    queue.submit(*outer, *_store(page + 8, 3))
    assert not program.system.machine.faults and struct.unpack("<3I", ctypes.string_at(page, 12)) == (1, 2, 3)
    deeper = put(768, *put(1024, *inner))
    assert "indirect buffer in an" in str(_fault_of(program, queue, *deeper))


def test_an_indirect_buffer_is_mapped() -> None:
    program = Program()
    fault = _fault_of(program, program.queue(), 0xC0023F00, 0x1000, 0, 16 | 1 << 23)
    assert isinstance(fault, MemoryFault) and fault.va == 0x1000


# ---- DMA

_FENCE = 3 << 16 | 5  # uncached


def test_dma_copies_fills_and_fences() -> None:
    program = Program()
    queue, page, hidden = program.queue(SDMA), program.alloc(), program.alloc(PAGE, DEVICE)
    ctypes.memmove(page, b"heddle!?", 8)
    queue.submit(0, 1, 6, 0, *halves(page + 1), *halves(hidden + 3), 1, 4, 0, *halves(hidden + 3), *halves(page + 16),
                 0x8000000B, *halves(page + 32), 0xABCD, 4 * 4, 2, *halves(page + 64), 1, 5, 6,
                 _FENCE, *halves(page + 72), 9, 13 | 2 << 8, *halves(page + 96), 17 | 1 << 8, 0, 0, 0, 0)
    assert not program.system.machine.faults
    assert ctypes.string_at(page + 16, 6) == b"eddle\0"
    assert struct.unpack("<6I", ctypes.string_at(page + 32, 24)) == (0xABCD,) * 5 + (0,)
    assert (u32(page + 64), u32(page + 68), u32(page + 72)) == (5, 6, 9) and u64(page + 96) > 0
    assert u64(queue.read_pointer) == 4 * queue.words


def test_dma_waits_and_adds() -> None:
    program = Program()
    queue, page = program.queue(SDMA), program.alloc()
    queue.submit(47 << 25 | 10, *halves(page + 8), 5, 1, 0, 0, 0, 3 << 28 | 1 << 31 | 8, *halves(page), 4, 0xFF, 0xFFF0004,
                 _FENCE, *halves(page + 16), 1)
    assert u64(page + 8) == 1 << 32 | 5 and u32(page + 16) == 0
    ctypes.c_uint32.from_address(page).value = 0x104
    program.wait()
    assert u32(page + 16) == 1


def test_dma_goes_on_in_an_indirect_buffer() -> None:
    program = Program()
    queue, page, code = program.queue(SDMA), program.alloc(), program.alloc()
    words = (_FENCE, *halves(page), 1)
    ctypes.memmove(code, struct.pack("<4I", *words), 16)
    queue.submit(4, *halves(code), 4, 0, 0, _FENCE, *halves(page + 8), 2)
    assert (u32(page), u32(page + 8)) == (1, 2)
    assert "multiple of 32" in str(_fault_of(program, queue, 4, *halves(code + 8), 4, 0, 0))


@pytest.mark.parametrize(("words", "says"), [
    ((99,), "unknown packet"), ((1 | 1 << 18, 0, 0, 0, 0, 0, 0), "reserved bits"), ((1, 0x400000, 0, 0, 0, 0, 0), "count"),
    ((1, 0x3FFFFF, 0, 0, 0, 0, 0), "are the most"), ((1, 0, 1, 0, 0, 0, 0), "parameters"), ((1, 0, 0), "are left"),
    ((_FENCE, 2, 0, 1), "multiple of 4"), ((6, 1 << 28), "reserved bits"), ((8, 0, 0, 0, 0, 0xFFF0000), "register"),
    ((8 | 1 << 31, 0, 0, 0, 0, 4), "gives up"), ((11, 0, 0, 0, 0), "units of"), ((11 | 2 << 30, 0, 0, 0, 2), "count"),
    ((5, 0, 0, 1), "not kept in caches"), ((13 | 2 << 8, 8, 0), "multiple of 32"),
    ((10 | 3 << 25, 0, 0, 0, 0, 0, 0, 0), "atomic operation")])
def test_packets_that_stop_an_engine(words: tuple[int, ...], says: str) -> None:
    program = Program()
    assert says in str(_fault_of(program, program.queue(SDMA), *words))


# ---- events and faults


def _events(program: Program) -> tuple[int, int, int, int]:
    """The page's address, and a signal, a memory exception and a hardware exception."""
    page = program.alloc(8 * PAGE)
    signal = program.call(calls.CreateEvent, page=program.handles[page], auto_reset=1)
    memory, hardware = (program.call(calls.CreateEvent, type=kind, auto_reset=1) for kind in (8, 3))
    return page, signal.event_id, memory.event_id, hardware.event_id


def _ended(program: Program, numbers: tuple[int, ...], timeout: int = 1000) -> tuple[int, list[bytes]]:
    items = (calls.EventData * len(numbers))()
    for item, number in zip(items, numbers, strict=True): item.event_id = number
    found = program.call(calls.WaitEvents, events=ctypes.addressof(items), count=len(numbers), timeout=timeout)
    return found.result, [bytes(item) for item in items]


@pytest.mark.parametrize("kind", [COMPUTE, SDMA])
def test_an_interrupt_signals_the_event_whose_slot_was_written(kind: int) -> None:
    program = Program()
    page, signal, *_ = _events(program)
    queue = program.queue(kind)
    slot = page + 8 * signal
    if kind == COMPUTE: queue.put(*_release(slot, signal))
    else: queue.put(_FENCE, *halves(slot), signal, _FENCE, *halves(slot + 4), 0, 6, signal)
    queue.ring_doorbell()
    assert _ended(program, (signal,), 0xFFFFFFFF)[0] == 0
    assert u32(slot) == 0xFFFFFFFF and _ended(program, (signal,))[0] == 1


def test_an_interrupt_without_the_slot_signals_nothing() -> None:
    program = Program()
    page, signal, *_ = _events(program)
    program.queue(SDMA).submit(6, signal)
    assert _ended(program, (signal,))[0] == 1 and u32(page + 8 * signal) == 0xFFFFFFFF


def test_a_memory_fault_is_an_exception_with_its_address() -> None:
    program = Program()
    numbers = _events(program)[1:]
    fault = _fault_of(program, program.queue(), *_store(0x7000_1234_5678, 1))
    assert isinstance(fault, MemoryFault) and fault.va == 0x7000_1234_5678
    result, data = _ended(program, numbers)
    assert result == 0
    assert struct.unpack_from("<4IQI", data[1]) == (1, 0, 0, 0, 0x7000_1234_5000, gpu_id(0))
    assert _ended(program, numbers)[0] == 1


def test_a_write_to_what_may_only_be_read_says_so() -> None:
    program = Program()
    numbers = _events(program)[1:]
    va = program.alloc(PAGE, 2)
    program.queue(SDMA).submit(_FENCE, *halves(va), 1)
    assert struct.unpack_from("<4IQI", _ended(program, numbers)[1][1]) == (0, 1, 0, 0, va, gpu_id(0))


def test_a_stopped_queue_is_a_reset_of_the_card() -> None:
    program = Program()
    numbers = _events(program)[1:]
    queue, other, page = program.queue(), program.queue(SDMA), program.alloc()
    _fault_of(program, queue, 0xC0007F00, 0)
    assert struct.unpack_from("<4I", _ended(program, numbers)[1][2]) == (0, 0, 1, gpu_id(0))
    other.submit(_FENCE, *halves(page), 1)
    assert u32(page) == 0  # nothing of the card works any more
    with pytest.raises(OSError) as caught: program.queue()
    assert caught.value.errno == errno.EIO
    program.system.machine.revive()
    queue.submit(*_store(page, 2))
    assert u32(page) == 2


def test_other_cards_go_on() -> None:
    program = Program((RDNA3, RDNA3))
    page = program.alloc(gpu=0, others=(1,))
    _fault_of(program, program.queue(), 0xC0007F00, 0)
    program.queue(gpu=1).submit(*_store(page, 3))
    assert u32(page) == 3


def test_a_card_is_lost_on_order() -> None:
    program = Program()
    queue, page = program.queue(), program.alloc()
    program.system.lose(0, packet=3)
    queue.submit(*_store(page, 1), *_store(page, 2), *_store(page + 8, 3), *_store(page, 4))
    assert "packet 3" in str(program.system.machine.faults[0]) and u32(page) == 2


# ---- order


def test_queues_wait_for_each_other() -> None:
    program = Program(seed=3)
    one, two, page = program.queue(), program.queue(SDMA), program.alloc()
    one.put(*_wait(page, 1), *_store(page + 4, 2))
    two.put(_FENCE, *halves(page), 1, 5 << 28 | 1 << 31 | 8, *halves(page + 4), 2, 0xFFFFFFFF, 0xFFF0004, _FENCE, *halves(page + 8), 3)
    for queue in (one, two): queue.ring_doorbell()
    program.wait()
    assert struct.unpack("<3I", ctypes.string_at(page, 12)) == (1, 2, 3)


def test_queues_that_wait_for_nobody_are_a_deadlock() -> None:
    program = Program()
    queue, page = program.queue(), program.alloc()
    program.system.machine.patience = 8
    queue.put(*_wait(page, 1))
    queue.ring_doorbell()
    with pytest.raises(Deadlock, match=r"compute queue of GPU 0 at 0x0 of 0x1c, waits for 0x\w+ >= 0x1, which is 0x0"): program.wait()


def test_a_wait_for_an_event_that_no_queue_will_send_is_a_deadlock() -> None:
    program = Program()
    signal = _events(program)[1]
    queue, page = program.queue(), program.alloc()
    queue.put(*_wait(page, 1), *_release(page, 2))
    queue.ring_doorbell()
    with pytest.raises(Deadlock): _ended(program, (signal,), 0xFFFFFFFF)


def test_the_order_of_work_is_drawn_by_the_seed() -> None:
    def first(seed: int) -> int:
        program = Program(seed=seed)
        page = program.alloc()
        queues = [program.queue(SDMA) for _ in range(2)]
        for value, queue in enumerate(queues): queue.put(_FENCE, *halves(page), value + 1)
        for queue in queues: queue.ring_doorbell()
        program.wait()
        return u32(page)
    assert {first(seed) for seed in range(8)} == {1, 2} and first(1) == first(1)
