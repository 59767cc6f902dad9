"""History of compile keys by kernel, kept on disk: it explains misses of the disk cache.

Inputs: the named parts of a program's key. Outputs: those of the last few programs that were compiled from the same ast.
Invariants: where the disk cache is off, truncated or read-only, explanations are shorter; nothing else.
"""
from __future__ import annotations

import marshal

from heddle.device import disk_cache

Parts = dict[str, str]
_KIND = "variants"
_KEPT = 8  # of one kernel, the newest


def earlier_parts(ast_key: bytes) -> tuple[Parts, ...]:
    """The parts of programs of this ast that have been compiled on this machine, the newest last."""
    found = disk_cache.get(_KIND, ast_key)
    return () if found is None else tuple(marshal.loads(found))


def remember_parts(ast_key: bytes, parts: Parts) -> None:
    """Adds those of a program that has just been compiled. Of two processes that do so at the same moment one may be lost."""
    before = [p for p in earlier_parts(ast_key) if p != parts]
    disk_cache.put(_KIND, ast_key, marshal.dumps([*before, parts][-_KEPT:]))
