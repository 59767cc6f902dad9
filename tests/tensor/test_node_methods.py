"""Single nodes, constants and random bits by their names in the reference; values against NumPy and the reference's own numbers."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from heddle import Tensor, Variable, dtypes
from heddle.errors import DTypeError, ShapeError
from heddle.uop import Ops

X, Y = np.array([[1.0, 5.0, 3.0], [4.0, 2.0, 6.0]], np.float32), np.array([[2.0], [0.5]], np.float32)


@pytest.mark.parametrize(("op", "formula"), [
    (Ops.ADD, np.add), (Ops.SUB, np.subtract), (Ops.MUL, np.multiply), (Ops.MAX, np.maximum), (Ops.CMPLT, np.less),
    (Ops.CMPNE, np.not_equal)], ids=lambda x: getattr(x, "name", None) or getattr(x, "__name__", ""))
def test_alu(fast_device: str, op: Ops, formula: Callable[..., Any]) -> None:
    np.testing.assert_array_equal(Tensor(X).alu(op, Tensor(Y)).numpy(), formula(X, Y))
    np.testing.assert_array_equal(Tensor(X).alu(op, 2).numpy(), formula(X, np.float32(2)))


def test_alu_promotes_and_broadcasts() -> None:
    found = Tensor([1, 2]).alu(Ops.ADD, Tensor([[0.5], [1.5]]))
    assert found.dtype is dtypes.float32 and found.tolist() == [[1.5, 2.5], [2.5, 3.5]]
    assert (Tensor(X) > 3).alu(Ops.WHERE, Tensor(X), 0.0).tolist() == np.where(X > 3, X, 0).tolist()
    assert Tensor(X).alu(Ops.NEG).tolist() == (-X).tolist()


@pytest.mark.parametrize("call", [lambda x: x.alu(Ops.ADD), lambda x: x.alu(Ops.ADD, x, x), lambda x: x.alu(Ops.REDUCE, x),
                                  lambda x: x.alu("ADD", x), lambda x: x.alu(Ops.NEG, x)],
                         ids=["one", "three", "reduce", "text", "two"])
def test_alu_of_what_is_no_op(call: Callable[[Tensor], Any]) -> None:
    with pytest.raises(DTypeError): call(Tensor(X))


def test_sums_and_products_of_several() -> None:
    assert Tensor(X).usum().tolist() == X.tolist() and Tensor.usum(Tensor(X), Tensor(Y), 1).tolist() == (X + Y + 1).tolist()
    assert Tensor(X).uprod(Tensor(Y), 2).tolist() == (X * Y * 2).tolist()


def test_ufix() -> None:
    x = Tensor([1, 2])
    assert x.ufix(x) is x and x.ufix(3).dtype is dtypes.int32 and x.ufix(2.5).dtype is dtypes.float32
    assert Tensor([1.0], dtype="float16").ufix(3).dtype is dtypes.float16 and Tensor([True]).ufix(3).dtype is dtypes.int32
    assert x.ufix([3, 4]).tolist() == [3, 4]


def test_constants() -> None:
    assert Tensor.const(3).dtype is dtypes.int32 and Tensor.const(3).shape == ()
    assert Tensor.const(2.5, "float16").dtype is dtypes.float16
    assert (Tensor(X, device="CPU") + Tensor.const(1)).tolist() == (X + 1).tolist()
    assert Tensor(X).const_like(3).tolist() == np.full_like(X, 3).tolist()
    assert Tensor(X).const_like(3, dtypes.int8).dtype is dtypes.int8
    made = Tensor.invalids(2, 3, dtype="int16")
    assert made.shape == (2, 3) and made.dtype is dtypes.int16 and Tensor.invalids(2).dtype is dtypes.bool
    assert made.numpy().shape == (2, 3)
    with pytest.raises(DTypeError, match="number first"): Tensor.const(dtypes.int32, 3)  # type: ignore[arg-type]


@pytest.mark.parametrize("buffer", [True, False])
def test_full(buffer: bool) -> None:
    x = Tensor.full((2,), 3, dtypes.float32, "CPU", buffer)
    assert x.dtype is dtypes.float32 and x.device == "CPU" and x.tolist() == [3.0, 3.0]
    assert x.full_like(4, dtypes.int8, None, buffer).tolist() == [4, 4]
    x.assign(Tensor([1.0, 2.0], device="CPU")).realize()
    assert x.tolist() == [1.0, 2.0] and Tensor.full((2,), 3, dtypes.float32, "CPU", buffer).tolist() == [3.0, 3.0]


def test_the_dtype_comes_before_the_device() -> None:
    assert Tensor.arange(0, 3, 1, dtypes.int8, "CPU").dtype is dtypes.int8 and Tensor.eye(2, 2, dtypes.int8).dtype is dtypes.int8
    assert Tensor.linspace(0, 1, 3, dtypes.float16).dtype is dtypes.float16
    assert Tensor.ones(2).empty_like(dtypes.int8).dtype is dtypes.int8


def test_greatest_sizes() -> None:
    x, n = Tensor.ones(10, 2), Variable("n", 1, 10)
    assert x.max_shape == (10, 2) and x.max_numel() == 20
    assert x[:n.bind(3)].max_shape == (10, 2) and x[:n.bind(3)].max_numel() == 20


def test_random_bits_are_those_of_the_reference(fast_device: str) -> None:
    def words(*values: int) -> Tensor: return Tensor(list(values), dtype=dtypes.uint32)
    six = [290397809, 3630990729, 1164159774, 3527179513, 2106506081, 3443015807]  # of tinygrad 0.14.0, as all numbers here
    assert Tensor.random_bits(words(1, 2), words(0, 0), 6).tolist() == six
    assert Tensor.random_bits(words(1, 2), words(0, 0), 5).tolist() == six[:5]
    assert Tensor.random_bits(words(1, 2), words(0, 0), 1).tolist() == [3262115082]
    assert Tensor.random_bits(words(1, 2), words(3, 0), 2).tolist() == [3326471166, 2359701811]
    assert Tensor.random_bits(words(1, 2), words(0, 3), 2).tolist() == [2494598452, 1384237046]
    assert Tensor.random_bits(words(1, 2), words(0, 0), 0).shape == (0,)


def test_threefry() -> None:
    counters, seven = Tensor([1, 2], dtype="uint64"), Tensor([7], dtype="uint64")
    assert counters.threefry(seven).tolist() == [5731837475286458671, 1351350879580556977]
    # kat_vectors of Random123
    key, counter = 0x0370734413198A2E, 0x85A308D3243F6A88
    assert Tensor([counter], dtype="uint64").threefry(Tensor([key], dtype="uint64")).tolist() == [0x483DF7A0C4923A9C]
    with pytest.raises(DTypeError, match="uint64"): Tensor([1]).threefry(seven)
    with pytest.raises(ShapeError, match="two words"): Tensor.random_bits(seven.cast("uint32"), seven.cast("uint32"), 2)


def test_shard_like() -> None:
    x, there = Tensor([1, 2, 3, 4], device="CPU"), Tensor.ones(4, device="CPU").shard(("CPU", "CPU:1"), 0)
    found = x.shard_like(there)
    assert found.device == there.device and found.tolist() == x.tolist() and (found + there).tolist() == [2, 3, 4, 5]
    assert x.shard_like(Tensor.ones(3, device="CPU:1")).device == "CPU:1"


# ---- a size instead of a look at the values


@pytest.mark.parametrize("size", [0, 1, 3, 5, 9])
def test_nonzero_and_masked_select_of_a_size(fast_device: str, size: int) -> None:
    x = np.array([[0, 3, 0], [4, 0, 5]], np.int32)
    rows = np.argwhere(x)
    want = np.full((size, 2), -1)
    want[:len(rows)] = rows[:size]
    np.testing.assert_array_equal(Tensor(x).nonzero(size=size, fill_value=-1).numpy(), want)
    picked = np.full(size, 9)
    picked[:3] = x[x > 0][:size]
    found = Tensor(x).masked_select(Tensor(x) > 0, size=size, fill_value=9)
    np.testing.assert_array_equal(found.numpy(), picked)
    assert found.dtype is dtypes.int32 and Tensor(x).nonzero(size=size).dtype is dtypes.int32


def test_sizes_of_what_has_no_elements_or_axes() -> None:
    assert Tensor.ones(0, 3).nonzero(size=2, fill_value=7).tolist() == [[7, 7], [7, 7]]
    assert Tensor(3).nonzero(size=2).shape == (2, 0) and Tensor(3).nonzero().shape == (1, 0)
    assert Tensor.ones(0).masked_select(Tensor.ones(0, dtype="bool"), size=2, fill_value=4).tolist() == [4.0, 4.0]
    with pytest.raises(ShapeError, match="at least 0"): Tensor([1]).nonzero(size=-1)


def test_pad_to_a_value() -> None:
    assert Tensor([1, 2]).pad_to(4, value=7).tolist() == [1, 2, 7, 7] and Tensor([[1, 2]]).pad_to((None, 3)).tolist() == [[1, 2, 0]]


def test_clone_on_a_device() -> None:
    x = Tensor([1.0, 2.0], device="CPU", requires_grad=True)
    y = x.clone("CPU:1")
    assert y.device == "CPU:1" and y.tolist() == [1.0, 2.0] and x.clone(device="CPU").device == "CPU"
    (y * 2).sum().to("CPU").backward()
    assert x.grad is not None and x.grad.tolist() == [2.0, 2.0]


def test_allclose_is_a_tensor() -> None:
    x = Tensor(X)
    found = x.allclose(x + 1e-9)
    assert isinstance(found, Tensor) and found.dtype is dtypes.bool and found.shape == () and bool(found)
    assert not x.allclose(other=x + 1) and x.isclose(x=X).all().item()


def test_extremes_of_nothing() -> None:
    nothing = Tensor.ones(0, 3)
    assert nothing.max().item() == -np.inf and nothing.min().item() == np.inf and nothing.max(0).tolist() == [-np.inf] * 3
    assert nothing.int().max().item() == dtypes.int32.min and nothing.bool().max().item() is False
    assert nothing.bool().min().item() is True
    assert nothing.max(1).shape == (0,)
    with pytest.raises(ShapeError, match="how many classes"): nothing.int().one_hot()
    assert nothing.int().one_hot(4).shape == (0, 3, 4)


def test_windows() -> None:
    x = np.arange(30, dtype=np.float32).reshape(5, 6)
    found = Tensor(x)._pool((2, 3), stride=(1, 2), dilation=(2, 1)).numpy()
    want = np.lib.stride_tricks.sliding_window_view(x, (3, 3))[::1, ::2][:, :, ::2, :]
    np.testing.assert_array_equal(found, want)


@pytest.mark.parametrize("padding", [0, 1, (1, 2)])
def test_images_are_the_plain_ones(padding: Any) -> None:
    rng = np.random.default_rng(0)
    x, w = Tensor(rng.standard_normal((1, 4, 6, 5), np.float32)), Tensor(rng.standard_normal((6, 2, 3, 3), np.float32))
    a, b = x.image_conv2d(w, groups=2, padding=padding), x.conv2d(w, groups=2, padding=padding)
    np.testing.assert_array_equal(a.numpy(), b.numpy())
    np.testing.assert_array_equal(x.image_dot(x.transpose(-1, -2)).numpy(), x.dot(x.transpose(-1, -2)).numpy())


def test_linear_in_a_dtype() -> None:
    x, w = Tensor([[1.0, 2.0]]), Tensor([[3.0], [4.0]])
    found = x.linear(w, Tensor([0.5]), dtype=dtypes.float16)
    assert found.dtype is dtypes.float16 and found.tolist() == [[11.5]]


# ---- arrays of too many axes


def test_arrays_of_more_axes_than_numpy_has() -> None:
    x = Tensor.ones(*[1] * 65)
    with pytest.raises(ShapeError, match="NumPy has no arrays of 65 axes"): x.numpy()
    assert x.flatten().numpy().tolist() == [1.0]


# ---- running extremes with their places


def test_running_extremes_of_every_kind(fast_device: str) -> None:
    assert [y.tolist() for y in Tensor(3.0).cummax()] == [3.0, 0] and [y.shape for y in Tensor.ones(0, 2).cummin(1)] == [(0, 2)] * 2
    assert [y.tolist() for y in Tensor([False, True, False]).cummax()] == [[False, True, True], [0, 1, 1]]
    assert [y.tolist() for y in Tensor([3, 1, 2, 0], dtype="uint8").cummin()] == [[3, 1, 1, 0], [0, 1, 1, 3]]
    assert [y.tolist() for y in Tensor([-np.inf, -np.inf, 1.0]).cummax()] == [[-np.inf, -np.inf, 1.0], [0, 0, 2]]
    values, places = Tensor([2.0, np.nan, 9.0, np.nan]).cummax()
    assert np.isnan(values.numpy()[1:]).all() and places.tolist() == [0, 1, 1, 1]
