"""Arguments that find the errors of a function: every size, dense ranges, and the neighbours of the places known to be hard.

Inputs: a function of the table, a dtype. Outputs: one array (two for functions of two arguments) of that dtype, the same in every run.
Invariant: float16 and bfloat16 are exhausted for functions of one argument.
"""
from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import ml_dtypes
import numpy as np

from heddle.codegen.legalize.sine import INVERSE_PI, INVERSE_PI_BITS
from tests.accuracy.functions import Function

DTYPES: dict[str, Any] = {"float16": np.dtype(np.float16), "bfloat16": np.dtype(ml_dtypes.bfloat16),
                          "float32": np.dtype(np.float32), "float64": np.dtype(np.float64)}
#: stored bits of the fraction, exponent of the least normal number, exponent of the first power of two that is too large
SHAPE = {"float16": (10, -14, 16), "bfloat16": (7, -126, 128), "float32": (23, -126, 128), "float64": (52, -1022, 1024)}
SPECIAL = (0.0, -0.0, math.inf, -math.inf, math.nan)


def neighbours(values: Sequence[float] | np.ndarray, dtype: str, count: int = 24) -> np.ndarray:
    """Each value rounded to the dtype, with `count` numbers of the dtype on either side."""
    kind, unsigned = DTYPES[dtype], np.dtype(f"u{DTYPES[dtype].itemsize}")
    with np.errstate(all="ignore"): bits = np.asarray(values, np.float64).astype(kind).view(unsigned)
    steps = np.arange(-count, count + 1).astype(np.int64).astype(unsigned)
    found = (bits[:, None] + steps).ravel().view(kind)
    return found[np.isfinite(found)]


def every_exponent(dtype: str, each: int, rng: np.random.Generator) -> np.ndarray:
    """`each` numbers per exponent and sign, subnormal numbers included."""
    kind, unsigned = DTYPES[dtype], np.dtype(f"u{DTYPES[dtype].itemsize}")
    fraction, least, top = SHAPE[dtype]
    exponents = np.arange(0, top - least + 1, dtype=np.uint64)
    fractions = rng.integers(0, 1 << fraction, (len(exponents), each), dtype=np.uint64)
    fractions[:, :2] = 0, (1 << fraction) - 1
    bits = (exponents[:, None] << np.uint64(fraction) | fractions).astype(unsigned).ravel()
    sign = unsigned.type(1 << 8 * kind.itemsize - 1)
    subnormal = np.minimum(np.uint64(1) << np.arange(fraction, dtype=np.uint64), np.uint64((1 << fraction) - 1)).astype(unsigned)
    bits = np.concatenate([bits, subnormal])
    return np.concatenate([bits, bits | sign]).view(kind)


@functools.cache
def nearest_to_multiples_of_half_pi(dtype: str) -> np.ndarray:
    """For each exponent the significands that come nearest to a multiple of pi/2

    m * 2**e is near n * pi/2 where n/m is near 2**e * 2/pi: the best such fractions are the convergents of the continued fraction
    (W. Kahan, "Minimizing q*m - n", 1983). Those with a denominator m of at most 24 (53) bits are taken, and their multiples.
    """
    fraction, _, top = SHAPE[dtype]
    limit, found = 1 << fraction + 1, []
    for exponent in range(-fraction, top - fraction):
        value = Fraction(INVERSE_PI * 2, 1 << INVERSE_PI_BITS) * (Fraction(2) ** exponent)
        found += [math.ldexp(m, exponent) for m in _denominators(value, limit)]
    largest = float(np.asarray(np.finfo(DTYPES[dtype]).max)) if dtype != "bfloat16" else 3.3e38
    return np.array([v for v in found if v <= largest]).astype(DTYPES[dtype])


def _denominators(value: Fraction, limit: int) -> list[int]:
    """Denominators of the last convergents below `limit`, scaled to the full length of a significand."""
    before, at, found, rest = 0, 1, [], value
    for _ in range(200):
        whole = math.floor(rest)
        rest -= whole
        if rest == 0: break
        rest = 1 / rest
        before, at = at, math.floor(rest) * at + before
        if at >= limit: break
        found.append(at)
    return [m * k for m in found[-4:] for k in (1, 3, 5, 7, (limit - 1) // m) if 0 < m * k < limit]


def exhaustive(dtype: str) -> np.ndarray:
    """Every number of a format of 16 bits."""
    return np.arange(1 << 16, dtype=np.uint32).astype(np.uint16).view(DTYPES[dtype])


@functools.cache
def _common(dtype: str, density: int) -> np.ndarray:
    rng = np.random.default_rng(7)
    ranges = [(-1, 1), (0.25, 4), (-10, 10), (-110, 110), (-1000, 1000)]
    dense = [rng.uniform(low, high, density) for low, high in ranges]
    near_1 = 1 + rng.choice([-1, 1], density) * np.exp2(rng.uniform(-SHAPE[dtype][0] - 1, -1, density))
    multiples = np.arange(1, 400) * (math.pi / 2)
    with np.errstate(all="ignore"): joined = np.concatenate([*dense, near_1, -near_1]).astype(DTYPES[dtype])
    worst = nearest_to_multiples_of_half_pi(dtype)
    return np.concatenate([joined, every_exponent(dtype, max(4, density // 256), rng), neighbours(multiples, dtype, 3),
                           worst, -worst, np.array(SPECIAL).astype(DTYPES[dtype])])


def arguments(function: Function, dtype: str, density: int = 20_000) -> np.ndarray:
    """What a function of one argument is measured on; `density`: numbers per dense range."""
    if dtype in ("float16", "bfloat16"): return exhaustive(dtype)
    edges = [*function.edges, 0.5, 1.0, 2.0, math.pi, -1.0]
    return np.concatenate([_common(dtype, density), neighbours(edges, dtype)])


def pairs(function: Function, dtype: str, density: int = 20_000) -> tuple[np.ndarray, np.ndarray]:
    """What a function of two arguments is measured on: all sizes of both; for powers also results within range, and bases near 1."""
    rng, kind = np.random.default_rng(11), DTYPES[dtype]
    a, b = rng.permutation(_common(dtype, density // 4)), rng.permutation(_common(dtype, density // 4))
    fraction, _, top = SHAPE[dtype]
    base = np.exp2(rng.uniform(-12, 12, density))
    exponent = rng.uniform(-top, top, density) / np.log2(base)
    near_1 = 1 + rng.choice([-1, 1], density) * np.exp2(rng.uniform(-fraction, -2, density))
    near_1 = near_1.astype(kind).astype(np.float64)
    with np.errstate(all="ignore"):
        long = rng.uniform(-top, top, density) / np.log2(near_1)
        small = rng.uniform(-20, 20, (2, density))
        return (np.concatenate([a, base.astype(kind), near_1.astype(kind), small[0].astype(kind), (-base).astype(kind)]),
                np.concatenate([b, exponent.astype(kind), long.astype(kind), small[1].astype(kind), np.rint(exponent).astype(kind)]))
