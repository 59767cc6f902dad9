"""Worker pools kept between searches, since starting workers takes as long as trying a dozen candidates.

Inputs: devices. Outputs: for each its `Crew`. Invariants: a crew is used only for the settings and the command it was started with; an
idle crew ends after `IDLE_SECONDS`; all end with this process; a forked child has none, and does not touch its parent's.
"""
from __future__ import annotations

import atexit
import threading
from collections.abc import Callable

from heddle.device import Compiled, on_fork
from heddle.engine.beam import worker_pool
from heddle.engine.beam.worker_pool import Crew, NoWorkerError
from heddle.named_tuple import NamedTuple
from heddle.process.cores import usable_cores
from heddle.settings import TABLE, settings

#: How long workers wait for the next search: programs that compile in stages are back by then.
IDLE_SECONDS = 20.0
_MOST_COMPILERS = 8

#: what workers are told of this process's settings; the others, which would have them search or speak, are at their defaults
_PASSED_ON = ("THREADS", "CACHE", "CACHE_DIR", "CACHE_SIZE", "MEMORY_LIMIT", "MEMORY_CACHE")


class _Kind(NamedTuple):
    """What a crew was started with."""

    switches: dict[str, object]
    compilers: int
    command: list[str]


class Crews:
    """The crews of this process. `lock` is held by whoever searches, and by nobody else."""

    def __init__(self, lock: Callable[[], threading.Lock]) -> None:
        self._lock, self._crews, self._timer = lock, dict[str, tuple[_Kind, Crew]](), None
        on_fork.append(self._leave)

    def of(self, device: Compiled) -> Crew:
        """NoWorkerError if the device was not opened by name: another process could not open it."""
        if not device.opened_as: raise NoWorkerError(f"{device.name} was not opened by its name")
        switches: dict[str, object] = {row.name: settings.get(row.name) if row.name in _PASSED_ON else row.default for row in TABLE}
        kind = _Kind(switches, min(_MOST_COMPILERS, usable_cores()), worker_pool.worker_command())
        known = self._crews.get(device.opened_as)
        if known is not None and known[0] == kind: return known[1]
        if known is not None: known[1].stop()
        atexit.unregister(self.stop)
        atexit.register(self.stop)
        self._crews[device.opened_as] = kind, Crew(device.opened_as, switches, kind.compilers)
        return self._crews[device.opened_as][1]

    def stop(self) -> None:
        """Ends all workers now."""
        while self._crews: self._crews.popitem()[1][1].stop()

    # ---- between searches

    _timer: threading.Timer | None

    def wake(self) -> None:
        """A search begins: nobody is sent home."""
        if self._timer is not None: self._timer.cancel()
        self._timer = None

    def rest(self) -> None:
        """The searches are done for now."""
        if not self._crews: return
        self._timer = threading.Timer(IDLE_SECONDS, lambda: self._send_home(timer))
        timer = self._timer
        timer.daemon = True
        timer.start()

    def _send_home(self, timer: threading.Timer) -> None:
        with self._lock():
            if self._timer is timer: self.stop()

    def _leave(self) -> None:
        """In a forked child: the workers are the parent's. Their pipes are let go, so that they see the parent's end."""
        for _, (_, found) in self._crews.items(): found.abandon()
        self._crews, self._timer = {}, None
