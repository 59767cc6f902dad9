"""Fingerprint of the code that makes kernels: a part of every key in the disk cache.

Inputs: the files of heddle. Outputs: a digest. Invariants: equal in all processes that run the same text; unique to this process if
a file has changed since it began.
"""
from __future__ import annotations

import functools
import os
from collections.abc import Iterator

from heddle.device import disk_cache


@functools.cache
def code_fingerprint() -> bytes:
    """Changes when the text of any file that takes part in making kernels changes.

    The files are read once for each state of their sizes and times: afterwards the disk cache knows the answer. If somebody has
    changed them since this process began, it is not known which text runs here, and the answer is one that no other process gets.
    """
    if (state := _code_state()) != _code_at_start: return os.urandom(32)
    if (known := disk_cache.get("code", state)) is not None: return known
    parts: list[str | bytes] = []
    for path in sorted(_code_files()):
        with open(path, "rb") as file: parts += [os.path.basename(path), file.read()]
    fingerprint = disk_cache.key_of(*parts)
    disk_cache.put("code", state, fingerprint)
    return fingerprint


def _code_state() -> bytes:
    """Changes when a file of code is written to."""
    return disk_cache.key_of(*[f"{path} {s.st_size} {s.st_mtime_ns}" for path in sorted(_code_files()) for s in (os.stat(path),)])


#: folders whose text never reaches a kernel: they build the graph and the schedule (both part of a kernel's key), or run programs.
#: Whatever is not named here takes part, so that a new folder can't be forgotten.
_WITHOUT_CODE = frozenset({"tensor", "schedule", "jit", "nn", "engine", "process", "tracing", "compat", "tools", "web", "llm", "data",
                           "distributed"})


def _code_files() -> Iterator[str]:
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    for parent, folders, names in os.walk(package):
        if parent == package: folders[:] = [folder for folder in folders if folder not in _WITHOUT_CODE]
        yield from (os.path.join(parent, name) for name in names if name.endswith(".py"))


_code_at_start = _code_state()


def is_code_unchanged() -> bool:
    """Whether no file of code has been written to since this process began."""
    return _code_state() == _code_at_start
