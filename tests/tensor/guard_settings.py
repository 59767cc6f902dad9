"""A module of plain values and functions, for test_guards.py: what functions of other modules read."""
from __future__ import annotations

SCALE = 2.0
TABLE = {"scale": 2.0, "bias": [1.0]}
_hidden = 2.0


def scaled(x):
    """Reads a global of this module."""
    return x * SCALE


def hidden():
    """A value that only this module holds."""
    return _hidden
