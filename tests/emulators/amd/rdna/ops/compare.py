"""Comparisons: one bit per lane into a scalar register, or into EXEC for the forms with an x."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..registry import vector
from ..waves import Array

Compare = Callable[[Array, Array], Array]
ORDERED: dict[str, Compare] = {"lt": np.less, "eq": np.equal, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal}


def always(a: Array, b: Array) -> Array:
    return np.ones(np.broadcast_shapes(a.shape, b.shape), bool)


def never(a: Array, b: Array) -> Array:
    return np.zeros(np.broadcast_shapes(a.shape, b.shape), bool)


def unordered(a: Array, b: Array) -> Array:
    return np.isnan(a) | np.isnan(b)


def negated(fn: Compare) -> Compare:
    return lambda a, b: ~fn(a, b)


def float_class(a: Array, wanted: Array) -> Array:
    """Is the number of a class whose bit is set? 0 signalling NaN, 1 quiet NaN, then -inf, -normal, -subnormal, -0, +0, ..."""
    size = a.dtype.itemsize
    info, raw = np.finfo(a.dtype), np.ascontiguousarray(a).view(f"u{size}")
    nan, quiet = np.isnan(a), raw >> raw.dtype.type(info.nmant - 1) & raw.dtype.type(1)
    size_class = np.where(np.isinf(a), 0, np.where(np.abs(a) >= info.tiny, 1, np.where(a != 0, 2, 3)))
    index = np.where(nan, np.where(quiet != 0, 1, 0), np.where(np.signbit(a), 2 + size_class, 9 - size_class))
    return wanted.astype(np.uint32) >> index.astype(np.uint32) & np.uint32(1) != 0


def fill() -> None:
    less_or_greater: Compare = lambda a, b: (a < b) | (a > b)
    of_floats = {**ORDERED, "lg": less_or_greater, "u": unordered, "f": never, "t": always}
    of_floats |= {
        "nge": negated(np.greater_equal),
        "nlg": negated(less_or_greater),
        "ngt": negated(np.greater),
        "o": negated(unordered),
        "nle": negated(np.less_equal),
        "neq": np.not_equal,
        "nlt": negated(np.less),
    }
    of_integers = {**ORDERED, "ne": np.not_equal, "f": never, "t": always}
    for start in ("v_cmp", "v_cmpx"):
        for kind in ("f16", "f32", "f64"):
            vector(f"mask {kind} {kind}", **{f"{start}_{name}_{kind}": fn for name, fn in of_floats.items()})
            vector(f"mask {kind} {'u16' if kind == 'f16' else 'u32'}", **{f"{start}_class_{kind}": float_class})
        for kind in ("u16", "i16", "u32", "i32", "u64", "i64"):
            vector(f"mask {kind} {kind}", **{f"{start}_{name}_{kind}": fn for name, fn in of_integers.items()})


fill()
