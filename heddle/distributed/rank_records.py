"""Records of ranks, which they exchange at the start: what has to be equal on all, and who shares a machine's cores.

Inputs: this process, and the records of all. Outputs: its record; a DistributedError that says which ranks differ in what. Invariants:
nothing here exchanges anything.
"""
from __future__ import annotations

import hashlib
import os
import platform
import secrets
import socket
import sys
from collections.abc import Sequence

import heddle
from heddle.engine.code_fingerprint import code_fingerprint
from heddle.errors import DistributedError
from heddle.runtime.cpu.system import host_system
from heddle.settings import settings


def description() -> dict[str, str]:
    """What has to be equal on all ranks, and how this one is called."""
    main = sys.modules["__main__"]
    file: str | None = getattr(main, "__file__", None)
    text = "\0".join(sys.orig_argv[1:]).encode()
    if file is not None:
        with open(file, "rb") as source: text = source.read()
    return {"host": socket.gethostname(), "process": str(os.getpid()), "seed": str(secrets.randbits(32)),
            "cores": ",".join(map(str, host_system.core_numbers())), "heddle": heddle.__version__,
            "code": code_fingerprint().hex()[:16], "python": platform.python_version(),
            "program": f"{os.path.basename(file or 'python -c')} ({hashlib.sha256(text).hexdigest()[:12]})"}


#: parts of a record that have to be equal, in words
COMPARED = {"heddle": "versions of heddle", "code": "texts of heddle", "python": "versions of Python", "program": "programs"}


def share_cores(records: Sequence[dict[str, str]], rank: int) -> bool:
    """Divides the cores of this machine among the ranks that may use the same ones, unless THREADS says how many to use.

    Whether there are fewer cores than ranks.
    """
    own = records[rank]
    sharing, cores = sum((r["host"], r["cores"]) == (own["host"], own["cores"]) for r in records), len(own["cores"].split(","))
    if settings.THREADS == 0 and sharing > 1: settings.THREADS = max(1, cores // sharing)
    return sharing > cores


def check_same(key: str, values: Sequence[str]) -> None:
    """DistributedError if the ranks differ in this part of their records."""
    if len(set(values)) == 1: return
    rows: dict[str, list[int]] = {}
    for k, value in enumerate(values): rows.setdefault(value, []).append(k)
    listed = "; ".join(f"{value} on {ranks_text(ranks)}" for value, ranks in rows.items())
    raise DistributedError(f"the ranks run different {COMPARED[key]}: {listed}",
                           "Start the same program with the same installation on every rank.")


def ranks_text(ranks: Sequence[int]) -> str:
    """Ranks in words."""
    return f"rank {ranks[0]}" if len(ranks) == 1 else f"ranks {', '.join(map(str, ranks))}"
