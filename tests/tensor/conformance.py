"""The frame of the conformance suite: a case is a function of heddle and one of NumPy (or torch), and what they are tried on.

In: rows of a table. Out: hypothesis tests that draw shapes, dtypes and values, run both, and compare by tests/tolerances.py.
Always true: sizes 0 and 1 are drawn as often as others, and special values (NaN, infinities, zeros of both signs, extremes) are put
where the case allows them.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np
from hypothesis import strategies as st

from heddle import Tensor
from heddle.device import Device
from heddle.dtype import dtypes, to_dtype
from tests.tolerances import assert_close

FLOATS = ("float32", "float64", "float16", "bfloat16")
SIGNED = ("int8", "int16", "int32", "int64")
UNSIGNED = ("uint8", "uint16", "uint32", "uint64")
INTS = SIGNED + UNSIGNED
ALL = FLOATS + INTS + ("bool",)

_SPECIAL = (np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -2.5, 1e-30, -1e30)
sizes = st.sampled_from((0, 1, 2, 3, 5, 8, 17, 33))
shapes = st.lists(sizes, min_size=0, max_size=3).map(tuple)


def flushes(name: str) -> bool:
    """Whether arithmetic makes zeros of subnormal numbers of that dtype; of bfloat16 where it does of float32, which computes it."""
    capabilities = Device[Device.DEFAULT].renderer.capabilities
    found = to_dtype(name)
    return (found if found in capabilities.arithmetic else dtypes.float32) in capabilities.flushed


def held(name: str) -> str:
    """The dtype of that name, or float32 where the device has no float64."""
    known = dtypes.float64 in Device[Device.DEFAULT].renderer.capabilities.arithmetic
    return "float32" if name == "float64" and not known else name


def normal(rng: np.random.Generator, *shape: int) -> np.ndarray:
    """Normally distributed numbers of the widest float format that the default device has: float64, or float32."""
    return rng.standard_normal(shape).astype(held("float64"))


def numpy_dtype(name: str) -> np.dtype:
    """NumPy's or ml_dtypes' twin of a dtype."""
    return np.dtype(ml_dtypes.bfloat16) if name == "bfloat16" else np.dtype(name)


@dataclass(frozen=True)
class Case:
    """One op. `low`, `high`: range of float values. `special`: NaN and the like are in its domain. `inputs`: number of operands.

    `wide`: the reference is given float64 in place of floats, and its result is rounded once.
    """

    name: str
    ours: Callable[..., Any]
    theirs: Callable[..., Any]
    dtypes: tuple[str, ...] = ("float32", "float64", "float16")
    inputs: int = 1
    low: float = -4.0
    high: float = 4.0
    special: bool = True
    wide: bool = True
    least: int = 0  # least value of integers, for what has no meaning below
    op: str = ""  # row of the table of tolerances, if it is not the name


def values(case: Case, shape: tuple[int, ...], dtype: str, seed: int) -> np.ndarray:
    """Numbers of the case's domain."""
    rng = np.random.default_rng(seed)
    kind = numpy_dtype(held(dtype))
    if dtype == "bool": return rng.random(shape) < 0.5
    if dtype in INTS:
        info = np.iinfo(kind)
        found = rng.integers(max(info.min, case.least or info.min), info.max, shape, kind, endpoint=True)
        near_zero = rng.integers(max(info.min, case.least or -4), 5, shape).astype(kind)
        return np.where(rng.random(shape) < 0.5, found, near_zero).astype(kind)
    found = rng.uniform(case.low, case.high, shape)
    if case.special: found = np.where(rng.random(shape) < 0.3, rng.choice(_SPECIAL, shape), found)
    with np.errstate(over="ignore"): return np.asarray(found).astype(kind)


def tensor(x: np.ndarray) -> Tensor:
    """A tensor of these values; NumPy's bfloat16 goes in as bits."""
    if x.dtype != ml_dtypes.bfloat16: return Tensor(x)
    return Tensor(x.view(np.uint16)).bitcast("bfloat16").reshape(x.shape)


def array(t: Tensor) -> np.ndarray:
    """The values, bfloat16 as such."""
    return t.bitcast("uint16").numpy().view(ml_dtypes.bfloat16) if t.dtype.name == "bfloat16" else t.numpy()


def compare(case: Case, xs: list[np.ndarray]) -> None:
    """Runs both functions on `xs` and compares."""
    got = array(case.ours(*map(tensor, xs)))
    wide = [x.astype(np.float64) if case.wide and x.dtype.kind in "fV" else x for x in xs]
    with np.errstate(all="ignore"):
        want = np.asarray(case.theirs(*wide))
        if got.dtype.kind in "fV" and want.dtype.kind in "fV": want = want.astype(got.dtype)
    if got.dtype.kind in "biu": want = want.astype(got.dtype)
    assert_close(case.op or case.name, got, want, got.dtype.kind in "fV" and flushes(got.dtype.name))


@st.composite
def broadcast_shapes(draw: Any, count: int) -> list[tuple[int, ...]]:
    """`count` shapes that broadcast together."""
    whole = draw(shapes)
    found = []
    for _ in range(count):
        shape = tuple(1 if draw(st.booleans()) and draw(st.booleans()) else n for n in whole)
        found.append(shape[draw(st.integers(0, len(shape))):] if draw(st.booleans()) and shape else shape)
    return found
