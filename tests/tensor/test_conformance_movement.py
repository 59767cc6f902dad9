"""Views, joining, padding and indexing against NumPy and torch: all exact."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import assume, given
from hypothesis import strategies as st

from heddle import Tensor
from heddle.errors import ShapeError
from tests.tensor.conformance import ALL, Case, array, shapes, sizes, tensor, values

PLAIN = Case("movement", lambda x: x, lambda x: x)


def _same(got: Tensor, want: Any) -> None:
    got, want = array(got), np.asarray(want)
    assert got.shape == want.shape
    if got.dtype.kind == "V": got, want = got.astype(np.float32), want.astype(np.float32)  # NumPy knows no NaN of bfloat16
    np.testing.assert_array_equal(got, want)


def _source(data: Any, shape: tuple[int, ...]) -> np.ndarray:
    return values(PLAIN, shape, data.draw(st.sampled_from(ALL)), data.draw(st.integers(0, 9)))


@given(data=st.data(), shape=shapes)
def test_reshape_permute_flip(fast_device: str, data: Any, shape: tuple[int, ...]) -> None:
    x = _source(data, shape)
    order = data.draw(st.permutations(range(len(shape))))
    axes = tuple(data.draw(st.lists(st.sampled_from(range(len(shape))), unique=True))) if shape else ()
    turned = np.flip(x.transpose(order), axes)
    _same(tensor(x).permute(order).flip(axes) if shape else tensor(x).permute(()), turned)
    _same(tensor(x).permute(order).flip(axes).reshape(-1) if x.size and shape else tensor(x).flatten(), turned.reshape(-1))
    _same(tensor(x).T, x.T)


@given(data=st.data(), shape=shapes)
def test_shrink_pad_expand(fast_device: str, data: Any, shape: tuple[int, ...]) -> None:
    x = _source(data, shape)
    parts = [tuple(sorted(data.draw(st.tuples(st.integers(0, n), st.integers(0, n))))) for n in shape]
    cut = x[tuple(slice(b, e) for b, e in parts)]
    _same(tensor(x).shrink(parts), cut)
    widths = [data.draw(st.tuples(st.integers(0, 3), st.integers(0, 3))) for _ in shape]
    _same(tensor(x).shrink(parts).pad(widths), np.pad(cut, widths) if shape else cut)
    _same(tensor(x).expand((2, *shape)), np.broadcast_to(x, (2, *shape)))


@pytest.mark.parametrize("shape", ((0,), (0, 2), (3, 0, 2)))
def test_nothing_is_padded_and_joined(fast_device: str, shape: tuple[int, ...]) -> None:
    x, one = np.zeros(shape, np.float32), np.ones((1, *shape[1:]), np.float32)
    _same(tensor(x).pad([(1, 2)] * len(shape)), np.pad(x, (1, 2)))
    _same(tensor(x).pad([(1, 1)] * len(shape), value=3.0) + 1, np.pad(x, 1, constant_values=3) + 1)
    _same(tensor(x).cat(tensor(x) + 1, tensor(one)), np.concatenate([x, x, one]))


@given(data=st.data(), shape=st.lists(sizes, min_size=1, max_size=3).map(tuple))
def test_joining_and_cutting(fast_device: str, data: Any, shape: tuple[int, ...]) -> None:
    x = _source(data, shape)
    y = values(PLAIN, shape, x.dtype.name, 3)
    axis = data.draw(st.integers(-len(shape), len(shape) - 1))
    with np.errstate(all="ignore"):
        _same(tensor(x).cat(tensor(y), tensor(x), dim=axis), np.concatenate([x, y, x], axis))
        _same(Tensor.stack(tensor(x), tensor(y), dim=axis), np.stack([x, y], axis))
    at = data.draw(st.integers(0, shape[axis]))
    for got, want in zip(tensor(x).split([at, shape[axis] - at], axis), np.split(x, [at], axis), strict=True): _same(got, want)
    _same(tensor(x).repeat_interleave(3, axis), np.repeat(x, 3, axis))
    _same(tensor(x).repeat((2, *[1] * len(shape))), np.tile(x, (2, *[1] * len(shape))))
    _same(tensor(x).roll(2, axis), np.roll(x, 2, axis))


@given(data=st.data(), shape=st.lists(sizes, min_size=2, max_size=3).map(tuple), diagonal=st.integers(-3, 3))
def test_triangles(fast_device: str, data: Any, shape: tuple[int, ...], diagonal: int) -> None:
    x = _source(data, shape)
    _same(tensor(x).tril(diagonal), np.tril(x, diagonal))
    _same(tensor(x).triu(diagonal), np.triu(x, diagonal))


@pytest.mark.parametrize("mode", ["constant", "reflect", "replicate", "circular"])
@given(widths=st.tuples(*[st.integers(-1, 3)] * 4), seed=st.integers(0, 9))
def test_pad_modes(fast_device: str, mode: str, widths: tuple[int, ...], seed: int) -> None:
    if mode == "circular": assume(all(w >= 0 for w in widths))
    if mode == "reflect": assume(min(widths) >= 0 or max(widths) < 3)  # what is cut off cannot be reflected
    x = values(PLAIN, (2, 5, 4), "float32", seed)
    _same(Tensor(x).pad(widths, mode=mode), torch.nn.functional.pad(torch.tensor(x), widths, mode=mode).numpy())
    if mode == "constant": _same(Tensor(x).pad(widths, value=3), torch.nn.functional.pad(torch.tensor(x), widths, value=3).numpy())


# ---- indexing


@st.composite
def subscripts(draw: Any, shape: tuple[int, ...]) -> tuple[Any, ...]:
    """Ints, slices, None and at most one ... for a tensor of this shape."""
    items: list[Any] = []
    for n in shape[:draw(st.integers(0, len(shape)))]:
        bound = st.one_of(st.none(), st.integers(-n - 2, n + 2))
        cut = st.builds(slice, bound, bound, st.sampled_from((None, 1, 2, 3, -1, -2, -3)))
        items.append(draw(st.one_of(cut, st.integers(-n, n - 1)) if n else cut))
        if draw(st.integers(0, 4)) == 0: items.append(None)
    if draw(st.booleans()): items.append(Ellipsis)
    return tuple(items)


@given(data=st.data(), shape=shapes)
def test_views_by_index(fast_device: str, data: Any, shape: tuple[int, ...]) -> None:
    x = _source(data, shape)
    index = data.draw(subscripts(shape))
    _same(tensor(x)[index], x[index])
    _same(tensor(x).clone()[index], x[index])  # and of what is not in memory


PICKS = [
    np.s_[[0, 2, -1]], np.s_[:, [0, 2]], np.s_[[0, 1], [1, 2]], np.s_[[0, 1], :,
                                                                      [1, 2]], np.s_[[[0], [1]], [0, 2]], np.s_[..., [0, 1], None],
    np.s_[1:3, [4, 0, 0]], np.s_[::-1, ..., [5, -6]], np.s_[np.array([[0, 1], [2, 3]])], np.s_[:, :, []],
]


@pytest.mark.parametrize("index", PICKS, ids=str)
def test_picking(device: str, index: Any) -> None:
    x = np.arange(4 * 5 * 6).reshape(4, 5, 6)
    if isinstance(index, tuple) and any(isinstance(i, list) and not i for i in index): return _same(Tensor(x)[index], x[:, :, :0])
    _same(Tensor(x)[index], x[index])
    items = index if isinstance(index, tuple) else (index,)
    as_tensors = tuple(Tensor(np.array(i)) if isinstance(i, (list, np.ndarray)) else i for i in items)
    _same(Tensor(x)[as_tensors], x[index])


def test_masks_and_indices_outside(fast_device: str) -> None:
    x = np.arange(20).reshape(4, 5)
    _same(Tensor(x)[x % 3 == 0], x[x % 3 == 0])
    _same(Tensor(x)[:, np.array([True, False, True, False, True])], x[:, [0, 2, 4]])
    _same(Tensor(x).masked_select(Tensor(x) > 7), x[x > 7])
    _same(Tensor(x).nonzero(), np.argwhere(x))
    # an index that is computed and outside picks the least integer
    assert Tensor(x)[Tensor([1, 9]).realize() + 0].tolist() == [x[1].tolist(), [-2 ** 63] * 5]


def test_gather_and_scatter(fast_device: str) -> None:
    rng = np.random.default_rng(0)
    x, v = rng.standard_normal((4, 5)).astype(np.float32), rng.standard_normal((3, 5)).astype(np.float32)
    for axis in (0, 1):
        index = rng.integers(0, x.shape[axis], (3, 5) if axis == 0 else (4, 2))
        _same(Tensor(x).gather(axis, Tensor(index)), np.take_along_axis(x, index, axis))
        _same(Tensor(x, requires_grad=True).gather(axis, Tensor(index)), np.take_along_axis(x, index, axis))
    unique = np.stack([rng.permutation(4)[:3] for _ in range(5)], 1)
    t = torch.tensor
    _same(Tensor(x).scatter(0, Tensor(unique), Tensor(v)), t(x).scatter(0, t(unique), t(v)).numpy())
    _same(Tensor(x).scatter(0, Tensor(unique), 2.0), t(x).scatter(0, t(unique), 2.0).numpy())
    repeated = rng.integers(0, 4, (3, 5))
    np.testing.assert_allclose(Tensor(x).scatter(0, Tensor(repeated), Tensor(v), "add").numpy(),
                               t(x).scatter_add(0, t(repeated), t(v)).numpy(), rtol=1e-6)


def test_one_hot_and_index_select(fast_device: str) -> None:
    assert Tensor([[0, 2], [1, 0]]).one_hot(3).tolist() == np.eye(3, dtype=int)[[[0, 2], [1, 0]]].tolist()
    assert Tensor([3, 1]).one_hot().shape == (2, 4)
    x = np.arange(12).reshape(3, 4)
    _same(Tensor(x).index_select(1, [3, 0]), x[:, [3, 0]])


# ---- creation


def test_sequences(fast_device: str) -> None:
    for args in ((5,), (2, 10, 3), (10, 2, -3), (0,), (5, 5), (0, 1, 0.25), (1.5, -1, -0.5)):
        want = np.arange(*args)
        got = Tensor.arange(*args)
        assert got.dtype.is_float() == (want.dtype.kind == "f")
        np.testing.assert_allclose(got.numpy(), want)
    np.testing.assert_allclose(Tensor.linspace(-1, 2, 7).numpy(), np.linspace(-1, 2, 7), rtol=1e-6)
    _same(Tensor.eye(3, 4), np.eye(3, 4))
    grids = Tensor.meshgrid(Tensor([1, 2]), Tensor([3, 4, 5]))
    for got, want in zip(grids, np.meshgrid([1, 2], [3, 4, 5], indexing="ij"), strict=True): _same(got, want)
    assert Tensor.full((2, 2), 7).tolist() == [[7, 7], [7, 7]] and Tensor.full((), 2.5).item() == 2.5
    assert Tensor([1, 2]).ones_like(dtype="float16").tolist() == [1, 1]


@pytest.mark.parametrize("widths", [(-1, 1), (-1, 0), (1, -1), (-1, -1), (2, -1), (-2, 1), (0, -2), (-1, 2)], ids=str)
def test_circular_borders_are_made_of_what_a_cut_leaves(widths: tuple[int, int]) -> None:
    x = np.arange(6, dtype=np.float32).reshape(1, 2, 3)
    want = torch.nn.functional.pad(torch.tensor(x), widths, mode="circular").numpy()
    np.testing.assert_array_equal(Tensor(x).pad(widths, mode="circular").numpy(), want)


@pytest.mark.parametrize("mode", ["constant", "reflect", "replicate", "circular"])
def test_cuts_of_all_and_of_more(mode: str) -> None:
    assert Tensor.ones(2, 3).pad((-2, -1), mode=mode).shape == (2, 0)
    with pytest.raises(ShapeError, match="pad cannot cut 4 of the 3 elements of axis 1"): Tensor.ones(2, 3).pad((-4, 1), mode=mode)
