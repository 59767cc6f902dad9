"""Search sessions: searches for a batch of kernels, with cached winners, a total budget, interruption and progress reports.

Inputs: kernels and their devices. Outputs: for each the actions to compile it with, or None for the heuristic's.
Invariants: one search at a time per process, so that none disturbs another's times; together they take no longer than
BEAM_TOTAL_BUDGET. After one Ctrl-C the search ends with the best so far, and this process searches no more; the next Ctrl-C is the
program's own.
"""
from __future__ import annotations

import threading
import time
from collections.abc import Sequence

from heddle.codegen.actions.loop_transforms import carried_axes
from heddle.codegen.program_info import kernel_name
from heddle.device import Compiled
from heddle.engine import debug_output
from heddle.engine.beam import progress, winners
from heddle.engine.beam.kept_pools import Crews
from heddle.engine.beam.search import Search
from heddle.engine.beam.worker_pool import NoWorkerError
from heddle.errors import warn_once
from heddle.process.fork_safety import free_in_child
from heddle.settings import settings
from heddle.tracing import bus
from heddle.tracing.counters import Seconds, format_seconds
from heddle.uop import UOp
from heddle.uop.cost import count_bytes, count_ops

Job = tuple[UOp, Compiled]
Actions = tuple[str, ...]

_lock = free_in_child(threading.Lock())
_stopped = threading.Event()
_spent = Seconds(0.0)  # on searches in this process; changed with the lock held
_crews = Crews(lambda: _lock)


def find_actions(jobs: Sequence[Job]) -> list[Actions | None]:
    """The actions for each kernel; None where the heuristic decides, because nothing may or can be searched.

    Loops with a loop-carried value are not searched: no action on their axis would keep what they compute.
    """
    found = [_known(ast, device) for ast, device in jobs]
    missing = [n for n, actions in enumerate(found) if actions is None and not carried_axes(jobs[n][0])]
    if not missing or settings.NOOPT or settings.BEAM_BUDGET <= 0 or _stopped.is_set(): return found
    # what takes longest first: time may be over before the last
    missing.sort(key=lambda n: -count_ops(jobs[n][0]) - count_bytes(jobs[n][0]))
    with _lock:
        _crews.wake()
        try:
            for n in missing:
                if not _stopped.is_set(): found[n] = _known(*jobs[n]) or _traced_search(*jobs[n])
        except BaseException:
            _crews.stop()
            raise
        _crews.rest()
    return found


def allow_searches() -> None:
    """Takes back what a Ctrl-C or BEAM_TOTAL_BUDGET has stopped."""
    global _spent
    _stopped.clear()
    _spent = Seconds(0.0)


def _known(ast: UOp, device: Compiled) -> Actions | None:
    winner = winners.find(ast, device, settings.BEAM)
    return None if winner is None else winner.actions


def _time_left() -> Seconds:
    """What is left of BEAM_TOTAL_BUDGET for one kernel; its end is said once."""
    total = settings.BEAM_TOTAL_BUDGET
    if not total or (left := total - _spent) >= settings.BEAM_BUDGET: return settings.BEAM_BUDGET
    if left <= 0:
        warn_once(f"searches have taken the {format_seconds(total)} of BEAM_TOTAL_BUDGET: the heuristic decides from now on",
                  key="BEAM_TOTAL_BUDGET")
    return Seconds(max(left, 0.0))


def _traced_search(ast: UOp, device: Compiled) -> Actions | None:
    with bus.span("search", kernel_name(ast), device.name): return _search(ast, device)


def _search(ast: UOp, device: Compiled) -> Actions | None:
    """Searches now. What is found is kept on disk, unless the search was stopped."""
    global _spent
    if (budget := _time_left()) <= 0: return None
    begin = time.monotonic()
    search: Search | None = None
    try:
        with progress.bar(kernel_name(ast), budget) as show:
            crew = _crews.of(device)
            search = Search(ast, device, settings.BEAM, budget, settings.BEAM_TIMEOUT, crew, show)
            search.run()
            crew.respawn()
    except KeyboardInterrupt:
        _crews.stop()
        _stopped.set()
        debug_output.say("BEAM: stopped by Ctrl-C. The best so far is used, and this process searches no more.")
    except NoWorkerError as fault:
        _crews.stop()
        warn_once(f"BEAM cannot search for kernels of {device.name}: {fault}. The heuristic decides", key=f"beam {device.name}")
    _spent = Seconds(_spent + time.monotonic() - begin)
    winner = search.winner() if search is not None else None
    if search is None or winner is None: return None
    winners.keep(winner, ast, device.renderer.capabilities, on_disk=not _stopped.is_set())
    if settings.DEBUG >= 2: _say(winner, search.tried, time.monotonic() - begin)
    return winner.actions


def _say(winner: winners.Winner, tried: int, seconds: float) -> None:
    debug_output.say(f"BEAM {winner.name}: {progress.describe(tried, winner.seconds, winner.heuristic)} in {format_seconds(seconds)}: "
               f"{', '.join(winner.actions) or 'no actions'}")
