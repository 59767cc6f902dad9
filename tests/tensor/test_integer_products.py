"""Sums of products of integers on every device, against NumPy: matrices, batches, convolutions, and blocks with scales."""
from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle import Tensor, dtypes

KINDS = ("int8", "uint8", "int16", "int32", "bool")
SIZES = st.sampled_from((1, 2, 3, 4, 7, 8, 9, 16, 17, 24, 31, 33, 64, 65))
LENGTHS = st.one_of(SIZES, st.sampled_from((4, 8, 16, 32, 64, 128, 256)))


def numbers(rng: np.random.Generator, kind: str, *shape: int) -> np.ndarray:
    """Small ones, and the least and the largest there are."""
    if kind == "bool": return rng.random(shape) < 0.5
    limits = np.iinfo(kind)
    x = rng.integers(max(limits.min, -300), min(limits.max, 300) + 1, shape).astype(kind)
    return np.where(rng.random(shape) < 0.1, np.array(rng.choice([limits.min, limits.max]), kind), x).astype(kind)


def wide(x: np.ndarray, transposed: bool = False) -> Tensor:
    """The matrix in int32, of memory in its own dtype, in which it may be transposed."""
    return (Tensor(np.ascontiguousarray(x.T)).T if transposed else Tensor(x)).cast(dtypes.int32)


@given(m=SIZES, k=LENGTHS, n=SIZES, kinds=st.tuples(*[st.sampled_from(KINDS)] * 2), layout=st.tuples(st.booleans(), st.booleans()),
       seed=st.integers(0, 2**32))
def test_products_of_matrices(fast_device: str, m: int, k: int, n: int, kinds: tuple[str, str], layout: tuple[bool, bool],
                              seed: int) -> None:
    rng = np.random.default_rng(seed)
    x, y, bias = numbers(rng, kinds[0], m, k), numbers(rng, kinds[1], k, n), numbers(rng, "int32", n)
    want = x.astype(np.int32) @ y.astype(np.int32)
    product = wide(x, layout[0]) @ wide(y, layout[1])
    np.testing.assert_array_equal(product.numpy(), want)
    np.testing.assert_array_equal((product + Tensor(bias)).relu().numpy(), np.maximum(want + bias, 0))


@pytest.mark.parametrize("m, k, n, layout", [(8, 64, 64, "nn"), (65, 256, 64, "nn"), (65, 256, 65, "nt"), (33, 64, 64, "tn")])
@pytest.mark.parametrize("kinds", [("int8", "int8"), ("int16", "uint8"), ("bool", "int32")])
def test_products_in_tiles(fast_device: str, m: int, k: int, n: int, layout: str, kinds: tuple[str, str]) -> None:
    """Such tiles were copied in vectors of as many elements as a register has bytes, which OpenCL has no type for."""
    rng = np.random.default_rng(0)
    x, y = numbers(rng, kinds[0], m, k), numbers(rng, kinds[1], k, n)
    got = (wide(x, layout[0] == "t") @ wide(y, layout[1] == "t")).numpy()
    np.testing.assert_array_equal(got, x.astype(np.int32) @ y.astype(np.int32))


@given(channels=st.tuples(st.integers(1, 8), st.integers(1, 8)), size=st.integers(4, 9), padding=st.integers(0, 1),
       kinds=st.tuples(*[st.sampled_from(KINDS)] * 2), seed=st.integers(0, 2**32))
def test_convolutions(fast_device: str, channels: tuple[int, int], size: int, padding: int, kinds: tuple[str, str], seed: int) -> None:
    rng = np.random.default_rng(seed)
    x, w = numbers(rng, kinds[0], 1, channels[0], size, size), numbers(rng, kinds[1], channels[1], channels[0], 3, 3)
    got = Tensor(x).cast(dtypes.int32).conv2d(Tensor(w).cast(dtypes.int32), padding=padding).numpy()
    padded = np.pad(x.astype(np.int32), ((0, 0), (0, 0), (padding, padding), (padding, padding)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), (2, 3))
    np.testing.assert_array_equal(got, np.einsum("bchwij,ocij->bohw", windows, w.astype(np.int32)))


@given(m=SIZES, n=SIZES, parts=st.sampled_from((1, 2, 4, 8)), length=st.sampled_from((4, 8, 16, 32, 64)),
       lanes=st.sampled_from((1, 2, 4, 8)), kinds=st.tuples(*[st.sampled_from(("int8", "uint8", "bool"))] * 2),
       seed=st.integers(0, 2**32))
def test_blocks_with_scales(fast_device: str, m: int, n: int, parts: int, length: int, lanes: int, kinds: tuple[str, str],
                            seed: int) -> None:
    """A short sum of integers inside a long one of floats."""
    if length // lanes < 4: lanes = 1
    rng = np.random.default_rng(seed)
    x, y = numbers(rng, kinds[0], m, parts, length), numbers(rng, kinds[1], n, parts, length)
    scales = [rng.random((rows, parts), np.float32) for rows in (m, n)]
    a = wide(x).reshape(m, 1, parts, lanes, length // lanes)
    b = wide(y).reshape(1, n, parts, lanes, length // lanes)
    scale = Tensor(scales[0]).reshape(m, 1, parts, 1) * Tensor(scales[1]).reshape(1, n, parts, 1)
    got = ((a * b).sum(-1).float() * scale).sum((2, 3)).numpy()
    exact = [v.astype(np.float64) for v in (x, y, *scales)]
    want, most = (np.einsum("mpg,npg,mp,np->mn", *map(how, exact)) for how in (lambda v: v, np.abs))
    assert (np.abs(got - want) <= 1e-5 * most + 1e-6).all()
