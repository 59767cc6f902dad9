"""Helper functions that programs written for the reference import beside the tensor: the user-facing part of `tinygrad.helpers`.

Inputs and outputs: those of the reference. Invariants: a switch such as DEBUG has the current value of heddle's setting; helpers of
the reference without a counterpart are listed in `EXCUSED`, with the reason.
"""
from __future__ import annotations

from typing import Any

from heddle.compat import system as _system
from heddle.compat.sequences import *  # noqa: F403 (all of them are public)
from heddle.compat.switches import TRAINING as TRAINING
from heddle.compat.switches import Context as Context
from heddle.compat.switches import ContextVar as ContextVar
from heddle.compat.switches import switch_called, switch_names
from heddle.compat.system import *  # noqa: F403
from heddle.compat.terminal import *  # noqa: F403
from heddle.device.target import Target as Target
from heddle.errors import MissingAttributeError
from heddle.settings import getenv as getenv
from heddle.tensor.io.download import fetch as fetch
from heddle.tracing.counters import GlobalCounters as GlobalCounters

#: bytes that are read or hashed together
CHUNK_SIZE = 1 << 20
diskcache = _system.memoized_on_disk

#: public names of the reference's helpers that are not here, and why
EXCUSED: dict[str, str] = {
    "amdgpu_disassemble": "works on the reference's own binaries; `python -m heddle explain` shows a kernel's assembly",
    "cpu_objdump": "works on the reference's own binaries; DEBUG=7 shows the assembly of heddle's",
    "capstone_flatdump": "works on the reference's own binaries; DEBUG=7 shows the assembly of heddle's",
    "db_connection": "opens a database, and heddle keeps files: diskcache_get and diskcache_put read and write them",
    "fetch_fw": "fetches firmware for the reference's own drivers",
    "VERSION": "numbers the tables of the reference's own database",
}

_NO_HELPERS = {"annotations", "Any", "MissingAttributeError", "EXCUSED", "switch_called", "switch_names", "memoized_on_disk"}
_HERE = {name for name in globals() if not name.startswith("_")} - _NO_HELPERS


def __getattr__(name: str) -> Any:
    if name in EXCUSED: raise MissingAttributeError(f"heddle has no helper {name}: it {EXCUSED[name]}", "Leave it out of the program.")
    if name in ("cache_dir", "CACHEDB"): return getattr(_system, name)
    return switch_called(name, __name__)


def __dir__() -> list[str]:
    return sorted({*_HERE, *switch_names(), "cache_dir", "CACHEDB", "diskcache"})
