"""Comparison of plain Python values, which a capture stores as constants.

Inputs: values. Outputs: whether they are the same. Invariants: two values are the same only if no program could tell them apart: equal
plain values of one type (0.0 is not -0.0), or one object.
"""
from __future__ import annotations

from enum import Enum

from heddle.dtype import DType
from heddle.uop.fast_enum import Names

_PLAIN = (type(None), bool, int, float, complex, str, bytes, range, slice, DType, Enum, Names)

_EXACT = frozenset((int, str, bytes))  # of which equal values are the same: no -0.0, no NaN


def is_plain(x: object) -> bool:
    """Whether `x` is immutable and holds no tensor."""
    return isinstance(x, _PLAIN)


def is_same(old: object, new: object) -> bool:
    """Whether a capture made with `old` is valid for `new`."""
    if old is new: return True
    if type(old) in _EXACT: return type(old) is type(new) and bool(old == new)
    return type(old) is type(new) and is_plain(old) and repr(old) == repr(new)
