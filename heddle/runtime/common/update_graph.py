"""Update graphs: launches recorded once on a device, and patched where the bindings of a run differ from those written last.

Inputs: `Launch`es; for each run, the memory of the buffers and the values of the variables. Outputs: calls of `patch` for the launches
that differ. Invariants: a run with the bindings of the last one patches nothing; what an exception interrupts is patched by the next
run; what a hardware queue may still read is not patched.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from heddle.device.interface import Launch, extents
from heddle.errors import InternalError
from heddle.runtime.common.hardware_queue import Timeline

#: what a parameter slot is given: an address, or a runtime's own description of memory
Memory = TypeVar("Memory")


class Binding(NamedTuple, Generic[Memory]):
    """What a launch works on in one run: memory for each parameter slot, values of its variables, work-groups.

    A slot for a Buffer of no bytes may have no memory: None.
    """

    memory: tuple[Memory | None, ...]
    values: dict[str, int]
    grid: tuple[int, int, int]  # of a copy, ones

    @property
    def is_empty(self) -> bool:
        """Whether there is no work-group to launch."""
        return 0 in self.grid

    @property
    def ends(self) -> tuple[Memory, Memory]:
        """Destination and source of a copy."""
        dest, source = self.memory
        if dest is None or source is None: raise InternalError("a graph copies between Buffers of no bytes")
        return dest, source


class UpdateGraph(Generic[Memory]):
    """Launches, with the bindings that were written last. A runtime says what a slot is given, and how a launch is patched."""

    def __init__(self, launches: Sequence[Launch]) -> None:
        self.launches = tuple(launches)
        self.empty: set[int] = set()  # numbers of the launches without work-groups
        self._names = [_variables(launch) for launch in self.launches]
        self._all_names = tuple(dict.fromkeys(name for names in self._names for name in names))
        self._varying = {n for n, names in enumerate(self._names) if names}
        self._users: dict[int, set[int]] = {}  # index of a buffer -> numbers of the launches that use it
        for n, launch in enumerate(self.launches):
            for buffer, _ in launch.pointers: self._users.setdefault(buffer, set()).add(n)
        self._written: list[Binding[Memory] | None] = [None] * len(self.launches)
        self._epoch = 0
        # buffers and variables of the last update, if it ended well
        self._last: tuple[tuple[object, ...], tuple[int, ...]] | None = None

    def memory_at(self, raw: object, nbytes: int, offset: int) -> Memory | None:
        """What a slot is given: `nbytes` of a buffer, from `offset` on. A Buffer of no bytes has no memory (`raw` is None or 0)."""
        raise InternalError(f"{type(self).__name__} has no memory")

    def patch(self, n: int, binding: Binding[Memory]) -> None:
        """Writes the bindings of launch `n`."""
        raise InternalError(f"{type(self).__name__} patches nothing")

    def binding(self, n: int) -> Binding[Memory]:
        """What launch `n` is bound to since the last update."""
        if (found := self._written[n]) is None: raise InternalError(f"launch {n} of a graph is not bound to anything")
        return found

    def update(self, raws: Sequence[object], var_vals: Mapping[str, int], epoch: int = 0) -> bool:
        """Patches the launches whose bindings differ from those written last; whether any buffer or variable differs.

        In another `epoch`, equal descriptions of memory may mean other memory, so that every launch is patched.
        """
        if epoch != self._epoch:
            self._epoch, self._last = epoch, None
            self._written[:] = [None] * len(self.launches)
        now = tuple(raws), tuple([var_vals[name] for name in self._all_names])
        if now == self._last: return False
        stale = self._stale(*now)
        self._last = None
        for n in stale: self._bind(n, raws, var_vals)
        self._last = now
        return True

    def _stale(self, raws: tuple[object, ...], values: tuple[int, ...]) -> Sequence[int]:
        """Numbers of the launches that use a buffer or a variable that differs."""
        if self._last is None: return range(len(self.launches))
        changed = (buffer for buffer, (new, old) in enumerate(zip(raws, self._last[0], strict=True)) if new != old)
        found = {n for buffer in changed for n in self._users.get(buffer, ())}
        return sorted(found if values == self._last[1] else found | self._varying)

    def _bind(self, n: int, raws: Sequence[object], var_vals: Mapping[str, int]) -> None:
        launch = self.launches[n]
        sizes = launch.sizes or (launch.nbytes,) * len(launch.pointers)
        memory = tuple([self.memory_at(raws[at], size, offset) for (at, offset), size in zip(launch.pointers, sizes, strict=True)])
        grid = [var_vals[size] if isinstance(size, str) else size for size in launch.info.grid] if launch.info is not None else None
        binding = Binding(memory, {name: var_vals[name] for name in self._names[n]}, extents(grid))
        if binding == self._written[n]: return
        self._written[n] = None
        self.patch(n, binding)
        self._written[n] = binding
        (self.empty.add if binding.is_empty else self.empty.discard)(n)


def _variables(launch: Launch) -> tuple[str, ...]:
    """Names of the variables that a launch is given, or that its grid depends on."""
    if launch.info is None: return ()
    return (*launch.info.vars, *(size for size in launch.info.grid if isinstance(size, str) and size not in launch.info.vars))


class AddressGraph(UpdateGraph[int]):
    """An update graph of a device whose memory is an address."""

    def memory_at(self, raw: object, nbytes: int, offset: int) -> int: return offset + raw if isinstance(raw, int) else offset


# ---- commands that a hardware queue reads from memory


class Recording(AddressGraph):
    """An update graph whose commands and arguments are in memory that a hardware queue reads."""

    last = 0  # number of the submission that its last run ended with

    def submit(self) -> None:
        """Submits the commands, which are patched."""
        raise InternalError(f"{type(self).__name__} submits nothing")


class DoubleBufferedGraph:
    """Runs two recordings alternately, so that one is patched while the device reads the other.

    Calling it runs every launch: graph(memory of the buffers, values of the variables).
    """

    def __init__(self, timeline: Timeline, record: Callable[[], Recording]) -> None:
        self._timeline, self._record = timeline, record
        self._recordings: list[Recording] = []

    def __call__(self, raws: Sequence[object], var_vals: Mapping[str, int]) -> None:
        """Runs the launches in order."""
        timeline = self._timeline
        with timeline.lock:
            timeline.check()
            recording = self._record() if len(self._recordings) < _RECORDINGS else self._recordings.pop(0)
            self._recordings.append(recording)
            if not timeline.is_done(recording.last): timeline.wait(recording.last)
            recording.update(raws, var_vals)
            try: recording.submit()
            finally: recording.last = timeline.submitted


_RECORDINGS = 2
