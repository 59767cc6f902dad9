"""Fingerprints of the code that makes kernels, and of the code that makes schedules of them: parts of keys in the disk cache.

Inputs: the files of heddle. Outputs: digests. Invariants: equal in all processes that run the same text; unique to this process if
a file has changed since it began.
"""
from __future__ import annotations

import functools
import os
from collections.abc import Iterable

from heddle.device import disk_cache


@functools.cache
def code_fingerprint() -> bytes:
    """Changes when the text of any file that takes part in making kernels changes.

    The files are read once for each state of their sizes and times: afterwards the disk cache knows the answer. If somebody has
    changed them since this process began, it is not known which text runs here, and the answer is one that no other process gets.
    """
    return _fingerprint(_code_at_start)


@functools.cache
def schedule_fingerprint() -> bytes:
    """The same for making schedules: covers the scheduler, and whatever takes part in making kernels, which it may import."""
    return disk_cache.key_of(code_fingerprint(), _fingerprint(_schedule_at_start))


#: the size in bytes and the time of change in nanoseconds of each file, by its path
_State = dict[str, tuple[int, int]]


def _fingerprint(at_start: _State) -> bytes:
    if not _is_unchanged(at_start): return os.urandom(32)
    key = disk_cache.key_of(*[f"{path} {size} {time}" for path, (size, time) in sorted(at_start.items())])
    if (known := disk_cache.get("code", key)) is not None: return known
    parts: list[str | bytes] = []
    for path in sorted(at_start):
        with open(path, "rb", buffering=0) as file: parts += [os.path.basename(path), file.read()]
    fingerprint = disk_cache.key_of(*parts)
    disk_cache.put("code", key, fingerprint)
    return fingerprint


#: folders whose text never reaches a kernel: they build the graph and the schedule (both part of a kernel's key), or run programs.
#: Whatever is not named here takes part, so that a new folder can't be forgotten.
_WITHOUT_CODE = frozenset({"tensor", "schedule", "jit", "nn", "engine", "process", "tracing", "compat", "tools", "web", "llm", "data",
                           "distributed"})
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def _code_files() -> _State: return _files_in(_PACKAGE, _WITHOUT_CODE)
def _schedule_files() -> _State: return _files_in(os.path.join(_PACKAGE, "schedule"))


def _files_in(folder: str, without: frozenset[str] = frozenset()) -> _State:
    """The files of code in a folder, but for those in the folders `without` right inside of it. (`os.walk` takes twice as long.)"""
    found: _State = {}
    folders = [folder]
    while folders:
        inside = folders.pop()
        with os.scandir(inside) as entries:
            for entry in entries:
                if (name := entry.name).endswith(".py"): found[entry.path] = _size_and_time(entry.stat())
                elif entry.is_dir(follow_symlinks=False) and not (inside is folder and name in without): folders.append(entry.path)
    return found


def _state(files: Iterable[str]) -> _State:
    """Differs when one of the files is written to."""
    return {path: _size_and_time(os.stat(path)) for path in files}


def _size_and_time(status: os.stat_result) -> tuple[int, int]: return status.st_size, status.st_mtime_ns


_code_at_start, _schedule_at_start = _code_files(), _schedule_files()


def is_code_unchanged() -> bool:
    """Whether no file of code that makes kernels has been written to since this process began."""
    return _is_unchanged(_code_at_start)


def is_scheduler_unchanged() -> bool:
    """The same for the code that makes schedules."""
    return _is_unchanged(_schedule_at_start) and is_code_unchanged()


def _is_unchanged(at_start: _State) -> bool:
    # of these files alone: a new one takes part when one of them imports it
    try: return _state(at_start) == at_start
    except FileNotFoundError: return False
