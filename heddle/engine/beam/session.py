"""Searches for a batch of kernels: what is known already, whose turn it is, when it is stopped, what is said about it.

In: kernels and their devices. Out: for each the actions to compile it with, or None for what the heuristic does.
Always true: one search at a time in this process, so that none disturbs another's times; workers live no longer than the batch.
After one Ctrl-C the search ends with the best so far, and this process searches no more; the next Ctrl-C is the program's own.
"""
from __future__ import annotations

import os
import threading
import time
from collections.abc import Sequence

from heddle.codegen.describe import kernel_name
from heddle.device import Compiled, on_fork
from heddle.engine import report
from heddle.engine.beam import progress, winners
from heddle.engine.beam.crew import Crew, NoWorkerError
from heddle.engine.beam.search import Search
from heddle.errors import warn_once
from heddle.settings import TABLE, settings
from heddle.stats import format_seconds
from heddle.uop import UOp

Job = tuple[UOp, Compiled]
Actions = tuple[str, ...]

_turn = threading.Lock()
_stopped = threading.Event()
_MOST_COMPILERS = 8

#: what workers are told of this process's settings; the others, which would have them search or speak, are at their defaults
_PASSED_ON = ("THREADS", "CACHE", "CACHE_DIR", "CACHE_SIZE", "MEMORY_LIMIT", "MEMORY_CACHE")


def _after_fork() -> None:
    global _turn
    _turn = threading.Lock()


on_fork.append(_after_fork)


def find_actions(jobs: Sequence[Job]) -> list[Actions | None]:
    """The actions for each kernel; None where the heuristic decides, because nothing may or can be searched."""
    found = [_known(ast, device) for ast, device in jobs]
    missing = [n for n, actions in enumerate(found) if actions is None]
    if not missing or settings.NOOPT or settings.BEAM_BUDGET <= 0 or _stopped.is_set(): return found
    with _turn, _Crews() as crews:
        for n in missing:
            if not _stopped.is_set(): found[n] = _known(*jobs[n]) or _search(*jobs[n], crews)
    return found


def allow_searches() -> None:
    """Takes back what a Ctrl-C has stopped."""
    _stopped.clear()


def _known(ast: UOp, device: Compiled) -> Actions | None:
    winner = winners.find(ast, device, settings.BEAM)
    return None if winner is None else winner.actions


class _Crews:
    """The workers of a batch, by device."""

    def __init__(self) -> None:
        self._crews: dict[str, Crew] = {}

    def of(self, device: Compiled) -> Crew:
        """NoWorkerError if the device was not opened by name: another process could not open it."""
        if not device.opened_as: raise NoWorkerError(f"{device.name} was not opened by its name")
        if device.opened_as not in self._crews:
            switches = {row.name: settings.get(row.name) if row.name in _PASSED_ON else row.default for row in TABLE}
            self._crews[device.opened_as] = Crew(device.opened_as, switches, min(_MOST_COMPILERS, os.cpu_count() or 1))
        return self._crews[device.opened_as]

    def __enter__(self) -> _Crews: return self

    def __exit__(self, *_: object) -> None:
        for crew in self._crews.values(): crew.stop()


def _search(ast: UOp, device: Compiled, crews: _Crews) -> Actions | None:
    """Searches now. What is found is kept on disk, unless the search was stopped."""
    begin = time.monotonic()
    search: Search | None = None
    try:
        crew = crews.of(device)
        with progress.bar(kernel_name(ast), settings.BEAM_BUDGET) as show:
            search = Search(ast, device, settings.BEAM, settings.BEAM_BUDGET, settings.BEAM_TIMEOUT, crew, show)
            search.run()
    except KeyboardInterrupt:
        _stopped.set()
        report.say("BEAM: stopped by Ctrl-C. The best so far is used, and this process searches no more.")
    except NoWorkerError as fault:
        warn_once(f"BEAM cannot search for kernels of {device.name}: {fault}. The heuristic decides", key=f"beam {device.name}")
    winner = search.winner() if search is not None else None
    if winner is None: return None
    winners.keep(winner, ast, on_disk=not _stopped.is_set())
    if settings.DEBUG >= 2: _say(winner, search.tried if search else 0, time.monotonic() - begin)
    return winner.actions


def _say(winner: winners.Winner, tried: int, seconds: float) -> None:
    report.say(f"BEAM {winner.name}: {progress.describe(tried, winner.seconds, winner.heuristic)} in {format_seconds(seconds)}: "
               f"{', '.join(winner.actions) or 'no actions'}")
