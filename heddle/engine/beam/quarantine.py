"""On-disk list of candidates that crashed or hung, so that no process tries them again.

Inputs: a kernel, a device, a list of actions. Outputs: why it must not be tried, or None.
Invariants: an entry is written immediately after a fault. It holds for this device, this compiler and this source text of heddle: a
repaired version tries the same actions again.
"""
from __future__ import annotations

from collections.abc import Sequence

from heddle.device import Compiled, disk_cache, on_fork
from heddle.engine.code_fingerprint import code_fingerprint
from heddle.uop import UOp

_KIND = "quarantine"
_here: dict[bytes, str] = {}  # of this process: holds with CACHE=0 too
on_fork.append(_here.clear)


def _key(ast: UOp, device: Compiled, actions: Sequence[str]) -> bytes:
    return disk_cache.key_of(ast.key, device.kernel_key, code_fingerprint(), "\n".join(actions))


def quarantine(ast: UOp, device: Compiled, actions: Sequence[str], why: str) -> None:
    """Never again, for this reason."""
    key = _key(ast, device, actions)
    _here[key] = why
    disk_cache.put(_KIND, key, why.encode())


def reason(ast: UOp, device: Compiled, actions: Sequence[str]) -> str | None:
    """Why this candidate is not to be tried; None if it may be."""
    key = _key(ast, device, actions)
    if (found := _here.get(key)) is not None: return found
    data = disk_cache.get(_KIND, key)
    return None if data is None else data.decode(errors="replace")
