"""Methods that few programs need, against torch: diagonals, windows, running log-sums, scattering with folds, unpooling, drawing."""
from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from heddle import Tensor, dtypes
from heddle.errors import DTypeError, ShapeError

RNG = np.random.default_rng(1)
F = torch.nn.functional


def floats(*shape: int) -> np.ndarray: return RNG.normal(size=shape).astype(np.float32)


@pytest.mark.parametrize("offset", [-5, -2, -1, 0, 1, 2, 3, 7])
@pytest.mark.parametrize("dims", [(0, 1), (2, 1), (-1, 0)])
def test_diagonal(offset: int, dims: tuple[int, int]) -> None:
    x = floats(4, 3, 5)
    want = torch.tensor(x).diagonal(offset, *dims).numpy()
    got = Tensor(x).diagonal(offset, *dims)
    assert got.shape == want.shape
    np.testing.assert_array_equal(got.numpy(), want)


@pytest.mark.parametrize("dim,size,step", [(0, 3, 1), (1, 2, 3), (-1, 5, 2), (2, 1, 1)])
def test_unfold(dim: int, size: int, step: int) -> None:
    x = floats(4, 6, 5)
    np.testing.assert_array_equal(Tensor(x).unfold(dim, size, step).numpy(), torch.tensor(x).unfold(dim, size, step).numpy())


def test_padding_and_cutting_to_a_size() -> None:
    x = floats(2, 3)
    wide = Tensor(x).pad_to(4, None)
    np.testing.assert_array_equal(wide.numpy(), np.pad(x, ((0, 2), (0, 0))))
    np.testing.assert_array_equal(wide.shrink_to((2, 2)).numpy(), x[:, :2])


SPECIAL = np.array([0.0, -0.0, 1.0, -1.0, math.inf, -math.inf, 3.5, -100.0], np.float32)


def test_signs_and_sums_of_exponentials(fast_device: str) -> None:
    a, b = (t.flatten() for t in torch.meshgrid(torch.tensor(SPECIAL), torch.tensor(SPECIAL), indexing="ij"))
    got = Tensor(a.numpy()).copysign(Tensor(b.numpy())).numpy()
    np.testing.assert_array_equal(got, torch.copysign(a, b).numpy())
    np.testing.assert_array_equal(np.signbit(got), torch.signbit(torch.copysign(a, b)).numpy())
    together = Tensor(a.numpy()).logaddexp(Tensor(b.numpy()))
    np.testing.assert_allclose(together.numpy(), torch.logaddexp(a, b).numpy(), rtol=1e-5, atol=1e-30)


def test_softplus_with_a_beta_of_0() -> None:
    """Was a ZeroDivisionError; torch divides log(2) by 0."""
    ours, theirs = Tensor([1.0, 0.0, -2.0]).requires_grad_(), torch.tensor([1.0, 0.0, -2.0], requires_grad=True)
    y, z = ours.softplus(0), F.softplus(theirs, beta=0)
    assert y.tolist() == z.tolist() == [math.inf] * 3
    (dx,), (dt,) = y.sum().gradient(ours), torch.autograd.grad(z.sum(), theirs)
    assert dx.tolist() == dt.tolist() == [0.5] * 3


def test_the_magnitude_of_a_zero_is_positive() -> None:
    assert not np.signbit(Tensor(SPECIAL).abs().numpy()).any() and (1 / Tensor([0.0, -0.0]).abs()).tolist() == [math.inf] * 2


def test_gradient_of_a_sum_of_exponentials() -> None:
    a, b = floats(9), floats(9)
    b[:3] = a[:3]
    ours, theirs = [Tensor(x, requires_grad=True) for x in (a, b)], [torch.tensor(x, requires_grad=True) for x in (a, b)]
    ours[0].logaddexp(ours[1]).sum().backward()
    torch.logaddexp(*theirs).sum().backward()
    for x, y in zip(ours, theirs, strict=True):
        assert x.grad is not None and y.grad is not None
        np.testing.assert_allclose(x.grad.numpy(), y.grad.numpy(), rtol=1e-5)


@pytest.mark.parametrize("axis", [0, 1, -1])
def test_running_sum_of_exponentials(fast_device: str, axis: int) -> None:
    x = floats(3, 4, 37) * 100
    x[0, 0, :5] = -math.inf
    np.testing.assert_allclose(Tensor(x).logcumsumexp(axis).numpy(), torch.tensor(x).logcumsumexp(axis).numpy(), rtol=1e-5)


def test_softmin() -> None:
    x = floats(3, 4)
    np.testing.assert_allclose(Tensor(x).softmin(0).numpy(), F.softmin(torch.tensor(x), 0).numpy(), rtol=1e-5)


@pytest.mark.parametrize("reduce", ["sum", "prod", "mean", "amax", "amin"])
@pytest.mark.parametrize("include", [True, False])
@pytest.mark.parametrize("dim", [0, 1])
def test_scatter_with_folds(reduce: str, include: bool, dim: int) -> None:
    for kind in (np.float32, np.int32):
        x, source = RNG.integers(-9, 9, (4, 5)).astype(kind), RNG.integers(-9, 9, (3, 6)).astype(kind)
        index = RNG.integers(0, x.shape[dim], (3, 4))
        if reduce == "mean" and kind is np.int32: source, x = abs(source), abs(x)
        want = torch.tensor(x).scatter_reduce(dim, torch.tensor(index), torch.tensor(source), reduce, include_self=include)
        got = Tensor(x).scatter_reduce(dim, Tensor(index.astype(np.int32)), Tensor(source), reduce, include)
        np.testing.assert_allclose(got.numpy(), want.numpy(), rtol=1e-6)


@pytest.mark.parametrize("kernel,stride,padding", [((2, 2), None, 0), ((3, 2), 2, (1, 0)), ((2, 3), (2, 3), (0, 1))])
def test_pooling_and_back(kernel: tuple[int, int], stride: object, padding: object) -> None:
    x = floats(2, 3, 8, 9)
    values, at = F.max_pool2d(torch.tensor(x), kernel, stride, padding, return_indices=True)
    ours, places = Tensor(x).max_pool2d(kernel, stride, padding=_borders(padding), return_indices=True)
    np.testing.assert_array_equal(ours.numpy(), values.numpy())
    np.testing.assert_array_equal(places.numpy(), at.numpy())
    want = F.max_unpool2d(values, at, kernel, stride, padding, output_size=(8, 9))
    back = ours.max_unpool2d(places, kernel, stride, padding=_borders(padding), output_size=(8, 9))
    np.testing.assert_array_equal(back.numpy(), want.numpy())
    if kernel == (2, 2):
        even = ours[..., :4, :4].max_unpool2d(places[..., :4, :4] % 64, kernel)
        assert even.shape == (2, 3, 8, 8)


def _borders(padding: object) -> object:
    """The same border at both ends."""
    return padding if isinstance(padding, int) else (padding[1], padding[1], padding[0], padding[0])  # type: ignore[index]


def test_drawing_by_weights(fast_device: str) -> None:
    Tensor.manual_seed(3)
    weights = np.array([[1.0, 0.0, 3.0, 4.0], [0.0, 2.0, 2.0, 0.0]], np.float32)
    drawn = Tensor(weights).multinomial(4000, replacement=True).numpy()
    for row, chances in zip(drawn, weights / weights.sum(1, keepdims=True), strict=True):
        np.testing.assert_allclose(np.bincount(row, minlength=4) / 4000, chances, atol=0.04)
    once = np.stack([Tensor(weights[0]).multinomial(3).numpy() for _ in range(5)])
    assert all(sorted(row) == [0, 2, 3] for row in once)
    many = Tensor(weights[:1]).expand(2000, 4).multinomial(2).numpy()
    assert (many[:, 0] != many[:, 1]).all() and not (many == 1).any()
    np.testing.assert_allclose(np.bincount(many[:, 0], minlength=4) / 2000, weights[0] / 8, atol=0.05)


def test_singular_values_near_1() -> None:
    x = floats(3, 6, 4)
    values = np.linalg.svd(Tensor(x).newton_schulz(5, (3.4445, -4.775, 2.0315)).numpy(), compute_uv=False)
    assert values.min() > 0.6 and values.max() < 1.3
    exact = Tensor(x).newton_schulz(30, (1.5, -0.5)).numpy()  # converges to the nearest orthogonal matrix
    u, _, v = np.linalg.svd(x, full_matrices=False)
    np.testing.assert_allclose(exact, u @ v, atol=1e-4)


def test_tensors_without_axes_and_indices_without_elements() -> None:
    assert [t.item() for t in Tensor(3.0).topk(1)] == [3.0, 0]
    x = Tensor(3.0)
    np.testing.assert_array_equal(x.unfold(0, 1, 1).numpy(), torch.tensor(3.0).unfold(0, 1, 1).numpy())
    assert x.scatter(0, Tensor(0), Tensor(2.0)).item() == 2 and x.gather(0, Tensor(0)).item() == 3
    for reduce in ("sum", "amax"): assert x.scatter_reduce(0, Tensor(0), Tensor(4.0), reduce).item() == (7 if reduce == "sum" else 4)
    y, none = floats(4), Tensor.zeros(0, dtype="int32")
    for reduce in ("sum", "prod", "mean", "amax", "amin"):
        np.testing.assert_array_equal(Tensor(y).scatter_reduce(0, none, Tensor.zeros(0), reduce, False).numpy(), y)


def test_means_of_halves_do_not_overflow() -> None:
    big = Tensor([60000.0, 1.0], dtype="float16")
    assert big.scatter_reduce(0, Tensor([0, 0]), big[:1].expand(2), "mean").tolist() == [60000, 1]


@pytest.mark.parametrize("counts", [[1, 0, 2, 1, 3], [0, 0, 0, 0, 0], [1, 1, 1, 1, 1]])
def test_repeats_for_each_element(counts: list[int]) -> None:
    x = floats(5, 3)
    for repeats in (counts, tuple(counts), np.array(counts), Tensor(counts)):
        ours, theirs = Tensor(x).requires_grad_(), torch.tensor(x, requires_grad=True)
        y, z = ours.repeat_interleave(repeats, 0), theirs.repeat_interleave(torch.tensor(counts), 0)
        np.testing.assert_array_equal(y.numpy(), z.detach().numpy())
        if not sum(counts): continue
        (y * y).sum().backward()
        (z * z).sum().backward()
        np.testing.assert_allclose(ours.grad.numpy(), theirs.grad.numpy(), rtol=1e-6)
    for twice in (np.int64(2), Tensor(2)): assert Tensor([1, 2]).repeat_interleave(twice).tolist() == [1, 1, 2, 2]
    for wrong in ([1, 2], [1, -1, 0, 0, 0]):
        with pytest.raises(ShapeError, match="a number of at least 0 for each of 5 elements"): Tensor(x).repeat_interleave(wrong, 0)


def test_roots_of_halves_whose_squares_overflow() -> None:
    x = (floats(3, 64) * 2000).astype(np.float16)
    for ours, theirs in ((Tensor(x).std(1), torch.tensor(x).std(1)), (Tensor(x).normalize(), F.normalize(torch.tensor(x)))):
        assert ours.dtype == dtypes.float16
        np.testing.assert_allclose(ours.numpy(), theirs.numpy(), rtol=2e-3)
    like = Tensor(x / 2000).newton_schulz(5, (3.4445, -4.775, 2.0315))
    assert like.dtype == dtypes.float16
    np.testing.assert_allclose(Tensor(x).newton_schulz(5, (3.4445, -4.775, 2.0315)).numpy(), like.numpy(), atol=0.02)


def test_nan_is_the_greatest_where_it_stands() -> None:
    x = floats(1, 1, 4, 4)
    x[0, 0, 1, 2], x[0, 0, 2:, :2] = math.nan, -math.inf
    values, at = F.max_pool2d(torch.tensor(x), 2, return_indices=True)
    ours, places = Tensor(x).max_pool2d(return_indices=True)
    np.testing.assert_array_equal(ours.numpy(), values.numpy())
    np.testing.assert_array_equal(places.numpy(), at.numpy())


@pytest.mark.parametrize("p", [0, 0.5, 1, 3, -1, math.inf, -math.inf])
def test_norms_of_any_power(p: float) -> None:
    x = floats(3, 4) + 0.1
    x[1] = 0
    ours, theirs = Tensor(x).requires_grad_(), torch.tensor(x, requires_grad=True)
    y, z = ours.normalize(p), F.normalize(theirs, p)
    np.testing.assert_allclose(y.numpy(), z.detach().numpy(), rtol=1e-5)
    if p < 0: return  # torch's gradient of a row of zeros is NaN there
    (y * y * y).sum().backward()
    (z * z * z).sum().backward()
    np.testing.assert_allclose(ours.grad.numpy()[[0, 2]], theirs.grad.numpy()[[0, 2]], rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("diagonal", [2**31 - 1, 2**31, -(2**31), -(2**40), 5, 4, 3, -3, -4, -2])
def test_triangles_of_any_diagonal(diagonal: int) -> None:
    x = floats(3, 4)
    np.testing.assert_array_equal(Tensor(x).tril(diagonal).numpy(), np.tril(x, diagonal))
    np.testing.assert_array_equal(Tensor(x).triu(diagonal).numpy(), np.triu(x, diagonal))


def test_bounds_that_are_nan_in_places() -> None:
    x, low = floats(8), np.array([np.nan, 0, -9, 9, np.nan, 0, 1, -1], np.float32)
    ours, theirs = Tensor(x).requires_grad_(), torch.tensor(x, requires_grad=True)
    y, z = ours.clip(Tensor(low), 0.5), theirs.clamp(torch.tensor(low), torch.tensor(0.5))
    np.testing.assert_array_equal(y.numpy(), z.detach().numpy())
    (y.isnan().where(0, y)).sum().backward()
    torch.where(z.isnan(), 0, z).sum().backward()
    np.testing.assert_array_equal(ours.grad.numpy(), theirs.grad.numpy())


def test_refused() -> None:
    x, index = Tensor.zeros(3, 4), Tensor.zeros(3, 4, dtype="int32")
    with pytest.raises(ShapeError, match="needs two axes"): x.diagonal(0, 1, 1)
    with pytest.raises(ShapeError, match="at least 1"): x.unfold(0, 0, 1)
    with pytest.raises(ShapeError, match=r"pad_to cannot make shape \(2, 4\)"): x.pad_to(2, 4)
    with pytest.raises(ShapeError, match="shrink_to cannot make"): x.shrink_to(3)
    with pytest.raises(DTypeError, match="no reduce 'median'"): x.scatter_reduce(0, index, x, "median")
    with pytest.raises(ShapeError, match="cannot draw 5 of 4"): x.multinomial(5)
    with pytest.raises(ShapeError, match="cannot draw 0 of 4"): x.multinomial(0)
    with pytest.raises(ShapeError, match="cannot draw 1 of 0"): Tensor.zeros(2, 0).multinomial(1, replacement=True)
    with pytest.raises(ShapeError, match="at least one factor"): x.newton_schulz(1, ())
    with pytest.raises(ShapeError, match="a source for each index"): x.scatter(0, index, Tensor.zeros(2, 4))
    with pytest.raises(ShapeError, match="without axes"): Tensor(1.0).scatter(0, Tensor([0]), Tensor([1.0]))
    with pytest.raises(DTypeError, match="integer sizes"): x.shrink_to(1.5, 2)
    space = Tensor.zeros(1, 1, 3, 4)
    with pytest.raises(ShapeError, match="stride needs numbers of at least 1"): space.max_pool2d(stride=0)
    with pytest.raises(ShapeError, match="a kernel of at least 1"): space.avg_pool2d((0, 1))
    with pytest.raises(ShapeError, match="dilation needs numbers"): space.conv2d(Tensor.zeros(1, 1, 1, 1), dilation=0)
    with pytest.raises(ShapeError, match="conv_transpose2d with 3 groups"): space.conv_transpose2d(Tensor.zeros(1, 1, 2, 2), groups=3)
    with pytest.raises(ShapeError, match="needs floats of one or two axes"): index.multinomial(1)
    with pytest.raises(ShapeError, match="needs float matrices"): index.newton_schulz(1, (1.0,))
    with pytest.raises(ShapeError, match="an index for each value"): Tensor.zeros(1, 1, 3, 4).max_unpool2d(index)


# ---- means of integers, and arrays of many axes


@pytest.mark.parametrize("name", ["int8", "uint8", "int16", "int32", "uint32"])
def test_a_mean_of_integers_does_not_wrap(name):
    most = getattr(dtypes, name).max
    x = Tensor([most, 1], dtype=name)
    index, src = Tensor([0, 0, 0]), Tensor([most, most, most], dtype=name)
    assert x.scatter_reduce(0, index, src, "mean").tolist() == [most, 1]
    assert x.scatter_reduce(0, index, src, "mean", include_self=False).tolist() == [most, 1]


@pytest.mark.parametrize("look", [np.asarray, np.array, lambda x: x.numpy()])
def test_arrays_have_at_most_64_axes(look):
    assert look(Tensor.ones(*[1] * 64)).shape == (1,) * 64
    with pytest.raises(ShapeError, match="at most 64 axes, this tensor has 65"): look(Tensor.ones(*[1] * 65))


def test_einsum_of_something_else():
    with pytest.raises(DTypeError, match="einsum needs tensors, got list"): Tensor.einsum("i,i->", Tensor([1.0]), [1.0])
