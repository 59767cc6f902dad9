"""Cores that this process may use: what bounds the numbers of its threads and workers.

Inputs: the operating system's affinity mask and quota. Outputs: a number of cores.
Invariants: at least 1; other cores of the machine, which belong to somebody else, are not counted.
"""
from __future__ import annotations

import os


def usable_cores() -> int:
    """Cores this process may run on, no more than the time its container is given is worth."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try: quota, period = _quota().split()
    except (OSError, ValueError): return cores
    return cores if quota == "max" else max(1, min(cores, -(-int(quota) // int(period))))


def _quota() -> str:
    """Microseconds of all cores together in each period, and the period."""
    with open("/sys/fs/cgroup/cpu.max") as file: return file.read().strip()
