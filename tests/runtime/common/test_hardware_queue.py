"""Timelines, words and rooms of devices with hardware queues, on engines that do their work when the host sleeps."""

from __future__ import annotations

import contextlib
import ctypes
import time
from collections import deque
from collections.abc import Generator
from dataclasses import dataclass, field

import pytest

from heddle.errors import DeviceError, InternalError
from heddle.runtime.common import system
from heddle.runtime.common.hardware_queue import SIGNAL_BYTES, Prebuilt, Room, Signal, Timeline, Words
from heddle.settings import Context

WAIT, SIGNAL, STAMP, WORK = range(4)


@dataclass(eq=False)
class FakeEngine:
    """Four words a packet: what, signal's address in two halves, number."""

    log: list[str]
    name: str
    waiting: deque[list[int]] = field(default_factory=deque)
    stuck: bool = False

    def _packet(self, words: Words, what: int, signal: Signal, number: int) -> None:
        words.add(what)
        words.pair(signal.address)
        words.add(number)

    def wait_for(self, words: Words, signal: Signal, number: int) -> None:
        self._packet(words, WAIT, signal, number)

    def signal(self, words: Words, signal: Signal, number: int) -> None:
        self._packet(words, SIGNAL, signal, number)

    def stamp(self, words: Words, signal: Signal) -> None:
        self._packet(words, STAMP, signal, 7)

    def submit(self, words: Words) -> None:
        assert not len(words) % 4
        self.waiting.append(list(words.words))

    def step(self) -> None:
        """Does the packets of the first submission that need not wait."""
        if self.stuck or not self.waiting:
            return
        words = self.waiting[0]
        while words:
            what, low, high, number = words[:4]
            fields = (ctypes.c_uint64 * 2).from_address(low | high << 32) if what != WORK else None
            if what == WAIT and fields is not None and fields[0] % 2**32 < number:
                return
            if what == SIGNAL and fields is not None:
                fields[0] = number | fields[0] & -1 << 32
            if what == STAMP and fields is not None:
                fields[1] = number
            if what == WORK:
                self.log.append(f"{self.name} {number}")
            del words[:4]
        self.waiting.popleft()


class Machine:
    """Two engines, and memory for a signal and a room. Nobody works but when the host sleeps."""

    def __init__(self) -> None:
        self.memory = ctypes.create_string_buffer(8192)
        self.base = -(-ctypes.addressof(self.memory) // 4096) * 4096
        self.log: list[str] = []
        self.kernels, self.copies = FakeEngine(self.log, "kernel"), FakeEngine(self.log, "copy")
        self.timeline = Timeline("FAKE", Signal(self.base))
        self.room = Room(self.timeline, self.base + 64, 256)

    def work(self, engine: FakeEngine, number: int, title: str = "") -> None:
        with self.timeline.submission(engine, title or f"work {number}") as words:
            words.add(WORK, 0, 0, number)

    def sleep(self, seconds: float) -> None:
        for engine in (self.copies, self.kernels):
            engine.step()
        time.sleep(min(seconds, 1e-4))


class Sleeping:
    """Linux, with a machine that works when somebody sleeps."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self.linux = machine, system.system()

    def __getattr__(self, name: str) -> object:
        return getattr(self.linux, name)

    def sleep(self, seconds: float) -> None:
        self.machine.sleep(seconds)


@pytest.fixture
def machine() -> Generator[Machine]:
    made = Machine()
    with contextlib.ExitStack() as stack:
        stack.enter_context(system.use(Sleeping(made)))  # type: ignore[arg-type]
        yield made


def test_submissions_are_done_in_order_whichever_engine_does_them(machine: Machine) -> None:
    for number in range(6):
        machine.work(machine.kernels if number % 3 else machine.copies, number)
    machine.timeline.finish()
    assert machine.log == ["copy 0", "kernel 1", "kernel 2", "copy 3", "kernel 4", "kernel 5"]
    assert machine.timeline.done.value == machine.timeline.submitted == 6


def test_a_submission_waits_for_another_device(machine: Machine) -> None:
    other = Machine()
    other.work(other.kernels, 1)
    with machine.timeline.submission(machine.kernels, after=(other.timeline, machine.timeline)) as words:
        words.add(WORK, 0, 0, 2)
    for _ in range(3):
        machine.sleep(0)
    assert machine.log == []
    other.sleep(0)
    machine.timeline.finish()
    assert machine.log == ["kernel 2"]


def test_nothing_is_handed_over_where_words_could_not_be_written(machine: Machine) -> None:
    with pytest.raises(ZeroDivisionError), machine.timeline.submission(machine.kernels, "bad"):
        raise ZeroDivisionError
    assert machine.timeline.submitted == 0 and not machine.kernels.waiting


def test_a_hang_loses_the_device_and_names_what_was_under_way(machine: Machine) -> None:
    machine.work(machine.kernels, 1, "first")
    machine.timeline.finish()
    machine.kernels.stuck = True
    for name in ("second", "third", "second"):
        machine.work(machine.kernels, 2, name)
    lost = []
    machine.timeline.on_lost = lost.append
    with Context(KERNEL_TIMEOUT=0.05), pytest.raises(DeviceError, match=r"within 0\.05 seconds .*: second or third"):
        machine.timeline.finish()
    assert len(lost) == 1
    with pytest.raises(DeviceError, match="second or third"):
        machine.work(machine.kernels, 3)


def test_what_a_driver_reports_ends_waiting_at_once(machine: Machine) -> None:
    machine.kernels.stuck = True
    machine.work(machine.kernels, 1, "reads_too_far")
    machine.timeline.fault = lambda: "the GPU touched 0x1000, where there is no memory"
    with pytest.raises(DeviceError, match="touched 0x1000, where there is no memory, in reads_too_far"):
        machine.timeline.finish()


def test_numbers_go_on_beyond_32_bits(machine: Machine) -> None:
    machine.timeline.submitted = (1 << 32) - 3
    machine.timeline.done.reset((1 << 32) - 3)
    for number in range(4):
        machine.work(machine.kernels if number % 2 else machine.copies, number)
        if machine.timeline.submitted > 1 << 32:
            assert machine.timeline.done.value >= 1 << 32, "the low half of what is done is not above that of what is waited for"
    machine.timeline.finish()
    assert machine.log == ["copy 0", "kernel 1", "copy 2", "kernel 3"] and machine.timeline.submitted == (1 << 32) + 2


def test_stamps_and_resets(machine: Machine) -> None:
    stamp = Signal(machine.base + SIGNAL_BYTES)
    with machine.timeline.submission(machine.kernels) as words:
        machine.kernels.stamp(words, stamp)
    machine.timeline.finish()
    assert (stamp.value, stamp.stamp) == (0, 7)
    stamp.reset()
    assert stamp.stamp == 0


# ---- rooms


def test_pieces_of_a_room_lie_in_it_and_do_not_overlap_while_in_use(machine: Machine) -> None:
    machine.copies.stuck = machine.kernels.stuck = True
    taken: list[tuple[int, int]] = []
    for nbytes in (64, 60, 100):
        at = machine.room.take(nbytes)
        machine.work(machine.kernels, nbytes)
        assert not (at - machine.room.address) % 64
        assert machine.room.address <= at <= at + nbytes <= machine.room.address + machine.room.nbytes
        assert all(at + nbytes <= a or b <= at for a, b in taken)
        taken.append((at, at + nbytes))


def test_a_piece_is_given_again_only_when_its_submission_is_done(machine: Machine) -> None:
    for number in range(20):
        at = machine.room.take(120)
        before = machine.timeline.submitted - machine.timeline.done.value
        assert before <= 1, f"two pieces fit, and {before} others are in use"
        ctypes.memset(at, number, 120)
        machine.work(machine.kernels, number)
    machine.timeline.finish()


def test_a_piece_as_large_as_the_room(machine: Machine) -> None:
    assert machine.room.take(8) == machine.room.address
    machine.work(machine.kernels, 0)
    for number in range(3):
        assert machine.room.take(256) == machine.room.address
        machine.work(machine.kernels, number)


def test_a_room_that_is_too_small_is_said(machine: Machine) -> None:
    with pytest.raises(InternalError, match="do not fit"):
        machine.room.take(257)
    machine.room.take(200)
    with pytest.raises(InternalError, match="one submission needs more"):
        machine.room.take(200)


# ---- words


def test_words_are_cut_to_32_bits() -> None:
    words = Words()
    words.add(1, -1, 1 << 35 | 5)
    words.pair(0x1234567890)
    assert words.words == [1, 0xFFFFFFFF, 5, 0x34567890, 0x12] and len(words) == 5


def test_prebuilt_words_take_values(machine: Machine) -> None:
    words = Words()
    words.add(11)
    words.later("buffer", 8)
    words.later("rows", is_wide=False)
    words.later("buffer")
    made = Prebuilt(words, machine.base + 1024)
    made.set({"buffer": (1 << 32) - 4, "rows": 3})
    written = (ctypes.c_uint32 * made.count).from_address(made.address)
    assert list(written) == [11, 4, 1, 3, 0xFFFFFFFC, 0]
    made.set({"rows": 4})
    assert list(written) == [11, 4, 1, 4, 0xFFFFFFFC, 0]
