"""Polling wait for a device: a busy loop at first, then sleeps that grow with the elapsed time.

Inputs: a predicate that is true once the work is done. Outputs: success, or that the time is up. Invariants: work of microseconds is
seen within microseconds; long work costs the host processor little; the wait ends after `KERNEL_TIMEOUT` seconds.
"""
from __future__ import annotations

import time
from collections.abc import Callable

from heddle.process.interrupts import raise_deferred
from heddle.settings import settings

_BUSY = 100e-6  # seconds before the first sleep
_FIRST_NAP, _LONGEST_NAP = 20e-6, 2e-3  # seconds between polls of long work


def wait_until(is_done: Callable[[], bool], now: Callable[[], float] = time.monotonic,
               sleep: Callable[[float], None] = time.sleep) -> bool:
    """Waits until the work is done: True, or False after KERNEL_TIMEOUT. Exceptions of `is_done` propagate."""
    begin, nap = now(), 0.0
    while not is_done():
        raise_deferred()
        passed = now() - begin
        if 0 < settings.KERNEL_TIMEOUT < passed: return False
        nap = 0.0 if passed < _BUSY else min(max(nap * 1.5, _FIRST_NAP), _LONGEST_NAP, passed / 8)
        sleep(nap)
    return True
