"""What a process remembers, forgotten: for tests of what happens the first time."""
from __future__ import annotations

from heddle.engine import compile, execute, launch
from heddle.schedule import schedule_cache


def forget() -> None:
    """As in a new process: schedules, kernels and loaded programs of this one are gone. Compilers keep their binaries."""
    schedule_cache.clear()
    execute._compiled.clear()
    compile._programs.clear()
    launch.runtime_cache.clear()
