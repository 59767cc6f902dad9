"""Hardware queues of an AMD GPU: ring buffers for kernels and for copies.

Inputs: `Words` of a timeline's submissions. Outputs: submissions visible to the hardware. Invariants: a submission is contiguous in
the ring, and a slot is overwritten only once its submission is done; the doorbell is rung after all earlier writes are visible.
"""
from __future__ import annotations

import ctypes
from collections import deque
from collections.abc import Callable

from heddle.errors import InternalError
from heddle.runtime.amd import sdma
from heddle.runtime.amd.pm4 import CLOCK, PM4, nop
from heddle.runtime.amd.sdma import SDMA
from heddle.runtime.common.hardware_queue import Signal, Timeline, Words
from heddle.runtime.common.system import system

_WORD = 4


class Ring:
    """A ring at `address`. The write pointer at `pointer` and the doorbell count in units of `unit` bytes, and never wrap."""

    def __init__(self, timeline: Timeline, address: int, nbytes: int, pointer: int, doorbell: int, unit: int,
                 pad: Callable[[int], list[int]]) -> None:
        self._timeline, self._count, self._unit, self._pad = timeline, nbytes // _WORD, unit, pad
        self._words = (ctypes.c_uint32 * self._count).from_address(address)
        self._pointer = ctypes.c_uint64.from_address(pointer)
        self._doorbell = system().registers(doorbell, 8, 8)
        self._head = self._tail = 0  # words written and done since the beginning
        self._written: deque[tuple[int, int]] = deque()  # the head after each submission, and its number

    def put(self, words: Words) -> None:
        """Hands words over, as the timeline's next submission."""
        count, at = len(words), self._head % self._count
        if 2 * count > self._count: raise InternalError(f"{count} words do not fit a ring of {self._count}: half of it may be padding")
        left = self._count - at
        pad = self._pad(left) if count > left else []
        self._make_room(len(pad) + count)
        if pad: self._words[at:at + left], at = pad, 0
        self._words[at:at + count] = words.words
        self._head += len(pad) + count
        self._written.append((self._head, self._timeline.submitted + 1))
        self._pointer.value = self._head * _WORD // self._unit
        system().barrier()
        self._doorbell[0] = self._pointer.value

    def _make_room(self, count: int) -> None:
        while self._head + count - self._tail >= self._count:  # a full ring would look like an empty one
            head, number = self._written[0]
            self._timeline.wait(number)
            self._written.popleft()
            self._tail = head


class ComputeQueue:
    """The queue for kernels."""

    def __init__(self, ring: Ring, pm4: PM4) -> None:
        self._ring, self.pm4 = ring, pm4

    @staticmethod
    def pad(count: int) -> list[int]: return nop(count)

    def wait_for(self, words: Words, signal: Signal, number: int) -> None:
        self.pm4.wait(words, signal.address, number)
        self.pm4.acquire(words)

    def signal(self, words: Words, signal: Signal, number: int) -> None: self.pm4.release(words, signal.address, number)

    def stamp(self, words: Words, signal: Signal) -> None:
        self.pm4.release(words, signal.stamp_address, 0, what=CLOCK, flush=False)

    def submit(self, words: Words) -> None: self._ring.put(words)


class CopyQueue:
    """The queue for copies."""

    def __init__(self, ring: Ring, packets: SDMA) -> None:
        self._ring, self._packets = ring, packets

    @staticmethod
    def pad(count: int) -> list[int]: return sdma.nop(count)

    def wait_for(self, words: Words, signal: Signal, number: int) -> None:
        self._packets.wait(words, signal.address, number)
        self._packets.acquire(words)

    def signal(self, words: Words, signal: Signal, number: int) -> None:
        self._packets.release(words)
        self._packets.fence(words, signal.address, number)

    def submit(self, words: Words) -> None: self._ring.put(words)
