"""Strides of views: NumPy's, for the same movement."""
from __future__ import annotations

import random

import numpy as np
import pytest

from heddle import Tensor
from heddle.tensor.interop.strides import reshaped, row_major, strides_of


def both(t: Tensor, a: np.ndarray) -> None:
    """The strides of `t`, over the memory of `a`, show `a`; if there are none, NumPy cannot show it without a copy either."""
    found = strides_of(t.uop)
    assert found is not None
    start, strides = found
    flat = np.arange(24, dtype=np.int32)
    seen = np.lib.stride_tricks.as_strided(flat[start:], t.shape, [s * 4 for s in strides])
    np.testing.assert_array_equal(seen, a)


def moves(rng: random.Random, t: Tensor, a: np.ndarray) -> tuple[Tensor, np.ndarray]:
    """One movement of both."""
    kind = rng.choice(("permute", "shrink", "flip", "expand", "reshape"))
    if kind == "permute":
        axes = rng.sample(range(a.ndim), a.ndim)
        return t.permute(*axes), a.transpose(axes)
    if kind == "shrink":
        cuts = [sorted((rng.randint(0, n), rng.randint(0, n))) for n in a.shape]
        cuts = [(b, e) if e > b else (0, n) for (b, e), n in zip(cuts, a.shape)]
        return t.shrink(tuple(cuts)), a[tuple(slice(b, e) for b, e in cuts)]
    if kind == "flip":
        axis = rng.randrange(a.ndim)
        return t.flip(axis), np.flip(a, axis)
    if kind == "expand": return t.unsqueeze(0).expand(2, *a.shape), np.broadcast_to(a, (2, *a.shape))
    flat = (a.size // 2, 2) if a.size % 2 == 0 else (a.size,)
    try: return t.reshape(flat), np.reshape(a, flat, copy=False)
    except ValueError: return t, a


@pytest.mark.parametrize("seed", range(60))
def test_strides_are_numpys(seed):
    rng = random.Random(seed)
    t, a = Tensor(np.arange(24, dtype=np.int32)).reshape(2, 3, 4), np.arange(24, dtype=np.int32).reshape(2, 3, 4)
    for _ in range(rng.randint(1, 4)):
        t, a = moves(rng, t, a)
        if a.ndim > 5 or a.size > 500: break
    assert t.shape == a.shape
    both(t, a)


def test_what_no_strides_describe():
    x = Tensor(np.arange(12, dtype=np.int32)).reshape(3, 4)
    assert strides_of(x.T.reshape(12).uop) is None and strides_of(x.pad(((1, 0), (0, 0))).uop) is None
    assert reshaped((3, 4), (1, 3), (12,)) is None and reshaped((3, 4), (4, 1), (2, 6)) == (6, 1)


def test_row_major(): assert row_major((2, 3, 4)) == (12, 4, 1) and row_major(()) == () and row_major((5, 0)) == (0, 1)
