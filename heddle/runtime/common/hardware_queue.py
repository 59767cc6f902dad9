"""Timeline of a device with hardware queues: numbered submissions, signals, command words, and reuse of memory after completion.

Inputs: engines, each of which encodes its packets for waits and signals and passes words to its own queue. Outputs: numbered
submissions.
Invariants: a device's submissions finish in the order of their numbers, whichever engine runs them; memory that a submission reads is
rewritten only once the submission is done; a wait ends after `KERNEL_TIMEOUT` seconds and marks the device as lost, with the names of
the unfinished kernels.

A signal is 16 bytes of host-visible GPU memory, aligned to 16: a 64-bit number, then the device's clock.
"""
from __future__ import annotations

import contextlib
import ctypes
import threading
from collections import deque
from collections.abc import Callable, Generator, Hashable, Mapping, Sequence
from typing import Protocol, TypeVar

from heddle.device.device_lost import Losable
from heddle.errors import InternalError
from heddle.named_tuple import NamedTuple
from heddle.runtime.common.polling import wait_until
from heddle.runtime.common.system import system
from heddle.runtime.cpu.memory import readable, view_at

T = TypeVar("T")
SIGNAL_BYTES = 16
_LOW = (1 << 32) - 1


class Signal:
    """A 64-bit number and a time stamp, written by a device."""

    def __init__(self, address: int) -> None:
        self.address, self.stamp_address = address, address + 8
        self._fields = system().registers(address, SIGNAL_BYTES, 8)

    @property
    def value(self) -> int: return self._fields[0]

    @property
    def stamp(self) -> int:
        """The device's clock at its last write."""
        return self._fields[1]

    def reset(self, value: int = 0) -> None:
        """Sets the signalled number to `value`, without a time stamp."""
        self._fields[0], self._fields[1] = value, 0


# ---- words


class Patch(NamedTuple):
    """Command words that depend on a value known later: one, or two for a 64-bit number, of the value and `further`."""

    at: int
    key: Hashable
    further: int
    is_wide: bool


class Words:
    """A list of 32-bit command words for a queue."""

    def __init__(self) -> None:
        self.words: list[int] = []
        self.patches: list[Patch] = []
        self.runs: list[tuple[int, Prebuilt]] = []  # words in memory that run before the word of this number

    def __len__(self) -> int: return len(self.words)

    def add(self, *words: int) -> None:
        """Appends words, truncated to 32 bits."""
        self.words += [word & _LOW for word in words]

    def pair(self, value: int) -> None:
        """Appends a 64-bit number, the low half first."""
        self.words += [value & _LOW, value >> 32 & _LOW]

    def run(self, prebuilt: Prebuilt) -> None:
        """Has words in memory run at this point, for a queue whose entries point to words; others have packets for that."""
        self.runs.append((len(self.words), prebuilt))

    def later(self, key: Hashable, further: int = 0, is_wide: bool = True) -> None:
        """Appends placeholder words for the value of `key`, plus `further`."""
        self.patches.append(Patch(len(self.words), key, further, is_wide))
        self.words += [0, 0] if is_wide else [0]


class Prebuilt:
    """Command words that stay in device memory, and are run from there repeatedly."""

    def __init__(self, words: Words, address: int) -> None:
        self.address, self.count = address, len(words)
        self._memory = (ctypes.c_uint32 * self.count).from_address(address)
        self._memory[:] = words.words
        self._patches: dict[Hashable, list[Patch]] = {}
        for patch in words.patches: self._patches.setdefault(patch.key, []).append(patch)

    def set(self, values: Mapping[Hashable, int]) -> None:
        """Writes values into the words, which no run may be reading."""
        for key, value in values.items():
            for at, _, further, is_wide in self._patches[key]:
                self._memory[at] = value + further & _LOW
                if is_wide: self._memory[at + 1] = value + further >> 32 & _LOW


# ---- submissions


class Engine(Protocol):
    """A queue of a device: for kernels, or for copies."""

    def wait_for(self, words: Words, signal: Signal, number: int) -> None:
        """Appends a wait until the signal is `number` or more; later words see what was written before the signal."""
        ...

    def signal(self, words: Words, signal: Signal, number: int) -> None:
        """Appends a write of `number` once all earlier words are done and their writes are visible to everyone."""
        ...

    def submit(self, words: Words) -> None:
        """Submits words. They run after those submitted before."""
        ...


class Submission(NamedTuple):
    """A submission: its number, and its name."""

    number: int
    titles: tuple[str, ...]


class Timeline(Losable):
    """A device's submissions in order: each signals its number. `fault` returns the driver's fault report, if any."""

    def __init__(self, name: str, signal: Signal) -> None:
        super().__init__(name)
        self.done = signal
        self.lock = threading.RLock()
        self.submitted = 0
        self.fault: Callable[[], str | None] = lambda: None
        self._in_flight: deque[Submission] = deque()
        self._last: Engine | None = None
        self._retired: deque[tuple[int, Callable[[], None]]] = deque()  # what gives memory back, and after which submission

    @contextlib.contextmanager
    def submission(self, engine: Engine, *titles: str, after: Sequence[Timeline] = ()) -> Generator[Words]:
        """Words to append to, submitted on exit. They run after all earlier ones, and after what `after` has submitted so far."""
        with self.lock:
            words = self._begin(engine)
            for other in after:
                if other.submitted and other is not self: engine.wait_for(words, other.done, other.submitted)
            yield words
            self._end(engine, words, titles)

    def run(self, engine: Engine, prebuilt: Prebuilt, titles: tuple[str, ...]) -> None:
        """Submits words that are in memory, after all earlier submissions."""
        with self.lock:
            words = self._begin(engine)
            words.run(prebuilt)
            self._end(engine, words, titles)

    def _begin(self, engine: Engine) -> Words:
        self.check()
        if self.submitted & _LOW == _LOW: self._begin_epoch()
        words = Words()
        if self._last is not engine and self._last is not None: engine.wait_for(words, self.done, self.submitted)
        return words

    def _end(self, engine: Engine, words: Words, titles: tuple[str, ...]) -> None:
        engine.signal(words, self.done, self.submitted + 1)
        engine.submit(words)
        self.submitted += 1
        self._last = engine
        self._in_flight.append(Submission(self.submitted, titles))
        if len(self._in_flight) > _REMEMBERED: self._forget_done()

    def _begin_epoch(self) -> None:
        """Skips a number whose low half is 0: some engines compare the low half alone."""
        self.finish()
        self.submitted += 1
        self.done.reset(self.submitted)

    def is_done(self, number: int) -> bool:
        """Whether the submission of that number is done."""
        return self.done.value >= number

    def finish(self) -> None:
        """Waits for all submissions. DeviceError on a time-out or a fault that the driver reports."""
        self.wait(self.submitted)

    def wait(self, number: int) -> None:
        """Waits for the submission of that number."""
        self.check()
        if not wait_until(lambda: self.is_done(number) or self._is_faulty(), system().now, system().sleep):
            raise self.hang(self.under_way())
        self.check()
        with self.lock: self._forget_done()

    def _is_faulty(self) -> bool:
        if (what := self.fault()) is not None: self.lose(f"{what}, in {self.under_way()}")
        return self.lost is not None

    def under_way(self) -> str:
        """The names of submissions that are not done."""
        done = self.done.value
        with self.lock: titles = [t for s in self._in_flight if s.number > done for t in s.titles]
        unique = list(dict.fromkeys(titles))
        return " or ".join([*unique[:_NAMED], *(["others"] if len(unique) > _NAMED else [])]) or "a copy"

    # ---- memory that is no longer used

    def retire(self, give_back: Callable[[], None]) -> None:
        """Calls `give_back` once all that was submitted so far is done. Safe in a finalizer."""
        self._retired.append((self.submitted, give_back))

    def reclaim(self) -> None:
        """Gives back the memory that no submission uses any more."""
        if self.lost is not None: return
        while self._retired and self.is_done(self._retired[0][0]): self._retired.popleft()[1]()

    def alloc(self, alloc: Callable[[], T]) -> T:
        """What `alloc` returns; where there is no room, after all retired memory has been given back. MemoryError."""
        self.reclaim()
        try: return alloc()
        except MemoryError:
            if not self._retired: raise
        self.finish()
        self.reclaim()
        return alloc()

    def _forget_done(self) -> None:
        done = self.done.value
        while self._in_flight and self._in_flight[0].number <= done: self._in_flight.popleft()


_REMEMBERED = 256  # submissions kept before finished ones are dropped
_NAMED = 8  # maximum number of kernels that an error names


# ---- memory that submissions read


class Room:
    """A ring buffer of device memory that the host fills piece by piece: for arguments, or for data in transit.

    A piece belongs to the submission that is made next; whoever takes one holds the timeline's lock until that is handed over.
    """

    def __init__(self, timeline: Timeline, address: int, nbytes: int) -> None:
        self._timeline, self.address, self.nbytes = timeline, address, nbytes
        self._head = self._tail = 0  # bytes allocated and freed since the beginning
        self._taken: deque[tuple[int, int]] = deque()  # the head after each piece, and its submission

    def take(self, nbytes: int, align: int = 64) -> int:
        """The address of an unused piece; waits for the submission that used it last."""
        if nbytes > self.nbytes: raise InternalError(f"{nbytes} bytes do not fit a room of {self.nbytes}")
        start = -(-self._head // align) * align
        if start % self.nbytes + nbytes > self.nbytes: start = -(-start // self.nbytes) * self.nbytes  # a piece is contiguous
        end = start + nbytes
        while end - self._tail > self.nbytes: self._give_back(start)
        self._head = end
        self._taken.append((end, self._timeline.submitted + 1))
        return self.address + start % self.nbytes

    def _give_back(self, start: int) -> None:
        if not self._taken:  # only the end of the last round was in the way
            self._tail = start
            return
        head, number = self._taken[0]
        if number > self._timeline.submitted: raise InternalError(f"one submission needs more than {self.nbytes} bytes of room")
        if not self._timeline.is_done(number): self._timeline.wait(number)
        self._taken.popleft()
        self._tail = head


#: pieces of a staging area: what the host has yet to read is not overwritten by the next, though a third may be left out at its end
_STAGED = 3


class Staging:
    """Copies between the host and a device through memory that both see, `piece` bytes at a time: one is filled or read while the
    next is under way.

    `copy(dest, source, nbytes)` submits the copy of a piece.
    """

    def __init__(self, timeline: Timeline, make: Callable[[int], int], piece: int) -> None:
        """`make`: the address of so many bytes."""
        self._timeline, self._piece = timeline, piece
        self._room = Room(timeline, make(_STAGED * piece), _STAGED * piece)

    def send(self, dest: int, data: memoryview | bytes, copy: Callable[[int, int, int], None]) -> None:
        """Copies `data` to the device; it may be changed when this returns."""
        for at in range(0, len(data), self._piece):
            part = data[at:at + self._piece]
            with self._timeline.lock:
                address = self._room.take(len(part))
                ctypes.memmove(address, readable(part), len(part))
                copy(dest + at, address, len(part))

    def fetch(self, data: memoryview, source: int, copy: Callable[[int, int, int], None]) -> None:
        """Fills `data` from the device."""
        before: tuple[int, int, memoryview] | None = None
        with self._timeline.lock:
            for at in range(0, len(data), self._piece):
                part = data[at:at + self._piece]
                address = self._room.take(len(part))
                copy(address, source + at, len(part))
                if before is not None: self._read(*before)
                before = self._timeline.submitted, address, part
            if before is not None: self._read(*before)

    def _read(self, number: int, address: int, part: memoryview) -> None:
        self._timeline.wait(number)
        part[:] = view_at(address, len(part))
