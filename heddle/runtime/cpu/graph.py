"""Graph launches on the CPU: many launches as one native call, which walks a table (`heddle_graph_run` in pool.c).

Inputs: `Launch`es. Outputs: a callable that runs them in order on the buffers of each run. Invariants: the table never changes, so
threads may run one graph at the same time; addresses, variables and scratch memory, which differ between runs, are passed with the
call.
"""
from __future__ import annotations

import math
import struct
from array import array
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from heddle.device.interface import REASONS, Launch
from heddle.errors import InternalError
from heddle.runtime.common.clock import TickClock
from heddle.runtime.cpu.pool import Pool, thread_count

if TYPE_CHECKING:
    from heddle.runtime.ops_cpu import CPUDevice, CPUProgram

#: A copy of fewer bytes is not worth waking another thread: about 20 microseconds at 10 bytes a nanosecond.
_SMALL_COPY = 1 << 18
#: Launches that together are worth about a millisecond: longer ones let other Python threads go on.
_SHORT_OPS, _SHORT_BYTES = 1 << 24, 1 << 23
_WORTH_A_STAMP = 8000.0  # nanoseconds: reading the clock takes up to 80 of them with what it keeps waiting (a virtual machine)
_HEAD = 3  # numbers before the first run's
_START = 5.0  # nanoseconds that a launch takes beside its work (Zen 5 at 2.6 GHz)


_clocks: dict[Pool, TickClock] = {}  # of the stamps that a pool's code writes


def _clock_of(pool: Pool) -> TickClock:
    """The clock of a pool's stamps: made when it is first used."""
    return _clocks.get(pool) or _clocks.setdefault(pool, TickClock(pool.ticks))


class CPUStamps:
    """Room for several runs in this thread: of each when what it is part of began, its first moment, and one for each stop.

    The first three numbers are those of a `page` of pool.c: whose it is, where the next run goes, and where the room ends.
    """

    def __init__(self, thread: int, stops: int, runs: int) -> None:
        self.runs, self._row, self._values = runs, 2 + stops, array("q", bytes(8 * (_HEAD + runs * (2 + stops))))
        self.target = self._values.buffer_info()[0]
        self._values[:_HEAD] = array("q", (thread, self.target + 8 * _HEAD, self.target + 8 * len(self._values)))

    def taken(self) -> int: return ((self._values[1] - self.target) // 8 - _HEAD) // self._row
    def close(self) -> None: self._values[0] = 0

    def done(self) -> Iterator[tuple[float, array[int]]]:
        """When what each run that is done is part of began, and the run's stamps."""
        for at in range(_HEAD, _HEAD + self.taken() * self._row, self._row):
            row = self._values[at:at + self._row]
            if row[-1]: yield struct.unpack("d", row[:1])[0], row[1:]


class _LaunchTable:
    """Launches as the table that the native code reads."""

    def __init__(self, device: CPUDevice, launches: Sequence[Launch]) -> None:
        self._device, self._launches = device, tuple(launches)  # the launches keep the kernels' code in memory
        self._pool = device.pool()
        self._vars = sorted({name for launch in launches if launch.info for name in launch.info.vars})
        self._shares_of_time = [_nanoseconds(launch) for launch in launches]
        self._stamped = stamped_launches(self._shares_of_time)
        self._table = self._make_table()
        self._buffers, self._pack_buffers = 0, struct.Struct("").pack
        self._pack_values = struct.Struct(f"{len(self._vars)}q").pack

    def _threads(self) -> int:
        """How many threads may take part now."""
        required = thread_count()
        return self._pool.grow(required) if required > 1 else 1

    def _addresses(self, raws: Sequence[object]) -> bytes:
        """The addresses of a run's buffers. There may be some that no launch uses."""
        if len(raws) != self._buffers: self._pack_buffers, self._buffers = struct.Struct(f"{len(raws)}Q").pack, len(raws)
        return self._pack_buffers(*raws)

    def _values(self, var_vals: Mapping[str, int]) -> bytes | None:
        return self._pack_values(*[var_vals[name] for name in self._vars]) if self._vars else None

    # ---- the table

    def _make_table(self) -> tuple[array[int], ...]:
        """The arrays that the native code reads; they stay where they are as long as this object lives."""
        rows, pointers, variables = array("q"), array("q"), array("q")
        self._shares, self._scratch = False, 0
        for launch in self._launches:
            row = _row(launch, self._pool, self._vars)
            rows.extend(row)
            for pointer in launch.pointers: pointers.extend(pointer)
            if launch.info: variables.extend(map(self._vars.index, launch.info.vars))
            self._scratch, self._shares = max(self._scratch, row[5]), self._shares or row[6] == 1
        in_room = len(pointers) // 2 + len(variables)
        self._room = -(-in_room * 8 // 64) * 64
        stops = array("q", [i + 1 for i in self._stamped] or [0])
        head = array("q", (rows.buffer_info()[0], stops.buffer_info()[0], len(stops), pointers.buffer_info()[0], len(pointers) // 2,
                           variables.buffer_info()[0], len(variables), self._room))
        self._address = head.buffer_info()[0]
        return head, rows, stops, pointers, variables

    def _is_short(self) -> bool:
        if self._shares: return False
        infos = [launch.info for launch in self._launches if launch.info]
        copied = sum(launch.nbytes for launch in self._launches)
        known = all(info.ops + info.bytes > 0 for info in infos)
        return known and sum(i.ops for i in infos) < _SHORT_OPS and sum(i.bytes for i in infos) + 2 * copied < _SHORT_BYTES


class CPUGraph(_LaunchTable):
    """Calling it runs every launch: graph(addresses of the buffers, values of the variables)."""

    def __init__(self, device: CPUDevice, launches: Sequence[Launch]) -> None:
        super().__init__(device, launches)
        self._run = self._pool.run_short_graph if self._is_short() else self._pool.run_graph

    def __call__(self, raws: Sequence[object], var_vals: Mapping[str, int]) -> None:
        """Runs the launches in order. OutOfMemoryError if there is no scratch memory."""
        self.run_timed(raws, var_vals, None, 0.0)

    def stamps(self, runs: int) -> CPUStamps:
        """Room for the stamps of so many runs in the calling thread."""
        _clock_of(self._pool)  # which has to look at both clocks some time before it is asked
        return CPUStamps(self._pool.thread(), len(self._stamped), runs)

    def run_timed(self, raws: Sequence[object], var_vals: Mapping[str, int], target: int | None, began: float) -> bool:
        """Runs the launches, and leaves stamps at the target of some `CPUStamps`. False, and nothing has run, if that cannot be."""
        threads = self._threads() if self._shares else 1
        room = self._device.take_scratch(self._room + threads * self._scratch)
        try: return self._run(self._address, self._addresses(raws), self._values(var_vals), room[0], threads, target, began) == 0
        finally: self._device.scratch.give(room)

    def moments(self, stamps: CPUStamps) -> list[tuple[float, list[float]]]:
        """For each run that is done what was left with it, and when its first launch began and when each was done."""
        clock = _clock_of(self._pool)
        return [(began, spread(clock.seconds(run), self._stamped, self._shares_of_time)) for began, run in stamps.done()]


class StepGraph(_LaunchTable):
    """A graph with steps. Where one is not done when it has looked for a while, Python has its turn (`Step.resume`)."""

    def __init__(self, device: CPUDevice, launches: Sequence[Launch]) -> None:
        super().__init__(device, launches)
        self._run = self._pool.run_short_steps if self._is_short() else self._pool.run_steps

    def __call__(self, raws: Sequence[object], var_vals: Mapping[str, int]) -> None:
        """Runs the launches in order. OutOfMemoryError if there is no scratch memory; what a step raises that fails."""
        threads = self._threads() if self._shares else 1
        room = self._device.take_scratch(self._room + threads * self._scratch)
        try:
            values = self._values(var_vals)
            found = self._run(self._address, self._addresses(raws), values, room[0], threads)
            while found: found = self._resume(found, values, room[0], threads)
        finally: self._device.scratch.give(room)

    def _resume(self, found: int, values: bytes | None, room: int, threads: int) -> int:
        """Lets the step go on that was not done, until another one is not done, or none is left: 0."""
        at = found // REASONS
        step = self._launches[at].step
        if step is None or step.resume is None: raise InternalError(f"launch {at} of a graph has returned {found % REASONS}")
        return step.resume(found, lambda: self._pool.resume_steps(self._address, values, room, threads, at))


# ---- times of launches


def _nanoseconds(launch: Launch) -> float:
    """Roughly what a launch takes: 16 operations or bytes a nanosecond, and what starting it costs."""
    ops, nbytes = (launch.info.ops, launch.info.bytes) if launch.info else (0, 2 * launch.nbytes)
    return _START + (ops + nbytes) / 16


def stamped_launches(nanoseconds: Sequence[float]) -> list[int]:
    """The launches after which the clock is read, which is not free: each that takes `_WORTH_A_STAMP`, of shorter ones the last."""
    found: list[int] = []
    since = 0.0
    for i, ns in enumerate(nanoseconds):
        since += ns
        if since < _WORTH_A_STAMP and i + 1 < len(nanoseconds): continue
        found.append(i)
        since = 0.0
    return found


def spread(moments: Sequence[float], stamped: Sequence[int], shares: Sequence[float]) -> list[float]:
    """When the first launch began and when each was done, where the clock was read after those in `stamped` only.

    Launches between two looks at the clock have of that time what their `shares` say.
    """
    found, first = [moments[0]], 0
    for last, begin, end in zip(stamped, moments, moments[1:], strict=False):
        total, done = sum(shares[first:last + 1]), 0.0
        for share in shares[first:last + 1]:
            done += share
            found.append(begin + (end - begin) * done / total)
        first = last + 1
    return found


def _row(launch: Launch, pool: Pool, variables: Sequence[str]) -> tuple[int, ...]:
    """A `launch` of pool.c: code, pointers, variables, pieces, variable that gives them, scratch, whether it is shared or a step."""
    if (step := launch.step) is not None: return step.function, len(launch.pointers), 0, step.what, -1, 0, 2
    program = cast("CPUProgram", launch.program)
    if launch.info is None: return pool.copy, 2, 0, launch.nbytes, -1, 0, int(launch.nbytes >= _SMALL_COPY)
    named = [n for n in launch.info.grid if isinstance(n, str)]
    fixed = math.prod(n for n in launch.info.grid if not isinstance(n, str))
    if named and (len(named) > 1 or fixed != 1): raise InternalError(f"a grid of {launch.info.grid} has more than one axis")
    shared = not program.is_short and (bool(named) or fixed > 1)
    return (program.address, len(launch.pointers), len(launch.info.vars), fixed, variables.index(named[0]) if named else -1,
            program.scratch, int(shared))
