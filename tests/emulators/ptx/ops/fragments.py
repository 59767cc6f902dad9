"""Where each lane's registers lie in the matrices of mma and wgmma (PTX manual, "Matrix Fragments for mma").

One rule covers all shapes with A as (M, K) and B as (K, N). A register holds E neighbours along K. With group = lane // 4
and t = lane % 4, register r of A covers row group + 8*(r % 2) (just group for M = 8) and columns
4*E*(r // 2) + E*t onwards; register r of B covers rows 4*E*r + E*t onwards of column group. Element i of C and D is at
row group + 8*(i // 2 % 2), column 8*(i // 4) + 2*t + i % 2.
"""

from __future__ import annotations

from functools import cache

import numpy as np

Array = np.ndarray
LANE = np.arange(32)
GROUP, T = LANE // 4, LANE % 4


@cache
def a_index(m: int, k: int, per: int) -> Array:
    """(registers, 32, per) -> flat index into (m, k)."""
    alternate = 2 if m > 8 else 1
    count = m * k // (32 * per)
    r, e = np.arange(count)[:, None, None], np.arange(per)
    row = GROUP[None, :, None] + 8 * (r % alternate)
    column = 4 * per * (r // alternate) + per * T[None, :, None] + e
    return row * k + column


@cache
def b_index(k: int, n: int, per: int) -> Array:
    """(registers, 32, per) -> flat index into (k, n)."""
    count = k * n // (32 * per)
    r, e = np.arange(count)[:, None, None], np.arange(per)
    row = 4 * per * r + per * T[None, :, None] + e
    return row * n + GROUP[None, :, None]


@cache
def c_index(m: int, n: int) -> Array:
    """(elements, 32) -> flat index into (m, n)."""
    i = np.arange(m * n // 32)[:, None]
    if m == 8:
        return GROUP[None, :] * n + 8 * (i // 2) + 2 * T[None, :] + i % 2
    row = GROUP[None, :] + 8 * (i // 2 % 2)
    return row * n + 8 * (i // 4) + 2 * T[None, :] + i % 2


def gathered(values: Array, index: Array, m: int, n: int) -> Array:
    """values (registers, warps, 32, per) placed into (warps, m, n)."""
    out = np.zeros((values.shape[1], m * n), values.dtype)
    out[:, index.reshape(-1)] = np.moveaxis(values, 1, 0).reshape(values.shape[1], -1)
    return out.reshape(-1, m, n)


def scattered(matrix: Array, index: Array) -> Array:
    """(warps, m, n) -> (elements, warps * 32): what each lane holds."""
    flat = matrix.reshape(matrix.shape[0], -1)[:, index]  # warps, elements, 32
    return np.moveaxis(flat, 1, 0).reshape(index.shape[0], -1)
