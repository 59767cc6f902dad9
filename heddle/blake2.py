"""BLAKE2b, the hash of keys, without OpenSSL.

Inputs: bytes. Outputs: those of `hashlib.blake2b`, which is this same class.
Invariants: none beyond those of hashlib. Importing `hashlib` loads OpenSSL, which takes longer than all hashes of a first result.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashlib import blake2b
else:
    try:
        from _blake2 import blake2b  # of CPython, as its `random` takes SHA-512
    except ImportError:
        from hashlib import blake2b

__all__ = ["blake2b"]
