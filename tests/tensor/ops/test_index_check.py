"""Indices, labels and masks that do not fit: refused where they are known, and marked in the result where they are computed."""
from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from heddle import Context, Tensor, TinyJit, dtypes, nn
from heddle.errors import IndexRangeError, ShapeError
from heddle.tensor.host_data import runs_on_host


def _set(x: Tensor, at: Tensor) -> Tensor:
    x = x.clone().realize()
    x[at] = 7
    return x


Use = Callable[[Tensor], Tensor]
#: uses of an index or of labels in [0, 3), and what a computed one outside gives
READS: dict[str, tuple[Use, Any]] = {
    "getitem": (lambda i: Tensor([1.0, 2.0, 3.0])[i], [1.0, math.nan]),
    "getitem of int32": (lambda i: Tensor([1, 2, 3])[i], [1, -2 ** 31]),
    "getitem of uint8": (lambda i: Tensor([1, 2, 3], dtype="uint8")[i], [1, 255]),
    "getitem of bool": (lambda i: Tensor([True, True, True])[i], [True, False]),
    "getitem of two axes": (lambda i: Tensor([[1.0, 2.0, 3.0]])[i * 0, i], [1.0, math.nan]),
    "index_select": (lambda i: Tensor([1.0, 2.0, 3.0]).index_select(0, i), [1.0, math.nan]),
    "gather": (lambda i: Tensor([1.0, 2.0, 3.0]).gather(0, i), [1.0, math.nan]),
    "scatter": (lambda i: Tensor([1.0, 2.0, 3.0]).scatter(0, i, 9.0), [math.nan] * 3),
    "scatter_reduce": (lambda i: Tensor([1, 2, 3]).scatter_reduce(0, i, Tensor([5, 6]), "sum"), [-2 ** 31] * 3),
    "setitem": (lambda i: _set(Tensor([1.0, 2.0, 3.0]), i), [math.nan] * 3),
    "embedding": (lambda i: nn.Embedding(3, 1)(i).isnan().squeeze(-1), [False, True]),
    "one_hot": (lambda i: i.one_hot(3), [[1, 0, 0], [-2 ** 31] * 3]),
    "cross_entropy": (lambda i: Tensor.zeros(2, 3).cross_entropy(i, "none").isnan(), [False, True]),
    "nll_loss": (lambda i: Tensor.zeros(2, 3).nll_loss(i, reduction="none"), [0.0, math.nan]),
    "nll_loss with weights": (lambda i: Tensor.zeros(2, 3).nll_loss(i, Tensor.ones(3), reduction="none"), [0.0, math.nan]),
    "sparse_categorical_crossentropy": (lambda i: Tensor.zeros(2, 3).sparse_categorical_crossentropy(i, reduction="none").isnan(),
                                        [False, True]),
}


@pytest.mark.parametrize("use", READS)
@pytest.mark.parametrize("bad", [3, 100, -5])
def test_an_index_outside_that_is_known_is_refused(use: str, bad: int) -> None:
    with Context(DEV="CPU"):
        with pytest.raises(IndexRangeError, match=rf"the index {bad} at 1 is outside an axis of size 3") as caught:
            READS[use][0](Tensor([0, bad]))
        assert caught.value.where is not None and caught.value.where[0] == __file__


@pytest.mark.parametrize("use", READS)
def test_an_index_outside_that_is_computed_leaves_a_mark(use: str, fast_device: str) -> None:
    fn, want = READS[use]
    np.testing.assert_array_equal(fn(Tensor([0, 5]).realize() + 0).numpy(), np.array(want))


@pytest.mark.parametrize("use", READS)
def test_with_validate_every_index_is_looked_at(use: str) -> None:
    with Context(VALIDATE=1), pytest.raises(IndexRangeError, match="the index 5 at 1"): READS[use][0](Tensor([0, 5]).realize() + 0)


def test_with_validate_every_call_of_a_captured_function_is_looked_at() -> None:
    table = Tensor([1.0, 2.0, 3.0]).realize()

    @TinyJit
    def pick(index: Tensor) -> Tensor: return table.gather(0, index)

    def call(*index: int) -> list[float]: return pick((Tensor(list(index)).realize() + 0).realize()).tolist()
    for _ in range(3): assert call(0, 2) == [1, 3]
    assert np.isnan(call(0, 5)).tolist() == [False, True]
    with Context(VALIDATE=1), pytest.raises(IndexRangeError, match="the index 5 at 1"): call(0, 5)
    assert call(2, 1) == [3, 2]


@pytest.mark.parametrize("use", [u for u in READS if u not in ("scatter", "setitem", "scatter_reduce")])
def test_indices_inside_are_left_alone(use: str, fast_device: str) -> None:
    known, computed = Tensor([0, 2]), Tensor([0, 2]).realize() + 0
    Tensor.manual_seed(1)
    first = READS[use][0](known).numpy()
    Tensor.manual_seed(1)
    np.testing.assert_array_equal(READS[use][0](computed).numpy(), first)


def test_what_is_ignored_is_not_outside() -> None:
    labels = Tensor([0, -100])
    assert Tensor.zeros(2, 3).nll_loss(labels, ignore_index=-100).item() == 0
    assert abs(Tensor.zeros(2, 3).sparse_categorical_crossentropy(Tensor([0, -1])).item() - math.log(3)) < 1e-6
    computed = Tensor.zeros(2, 3).nll_loss(labels.realize() + 0, ignore_index=-100)
    assert computed.item() == 0


def test_narrow_and_unsigned_indices_name_every_place() -> None:
    big = Tensor.arange(300)
    at = Tensor([255], dtype="uint8")
    assert big[at].item() == 255 and big.gather(0, at).item() == 255 and at.one_hot(300).argmax(-1).item() == 255
    assert big.scatter(0, at, -1)[255].item() == -1
    assert Tensor.zeros(1, 300).cross_entropy(at).item() == pytest.approx(math.log(300))
    with pytest.raises(IndexRangeError), Context(DEV="CPU"): big[Tensor(np.array([2 ** 64 - 1], np.uint64))]


MASKS: list[tuple[tuple[int, ...], Any]] = [
    ((3,), [True, False]), ((3,), [True] * 4), ((3,), Tensor([True, False])), ((2, 3), Tensor([[True, False]])),
    ((2, 3), (slice(None), Tensor([True, False]))), ((2, 3), (..., Tensor([True, False]))), ((2, 3), (0, [True, False])),
    ((2, 2, 3), (slice(None), Tensor([[True, False], [False, True]])))]


@pytest.mark.parametrize(("shape", "at"), MASKS)
def test_a_mask_of_another_length_is_refused(shape: tuple[int, ...], at: Any) -> None:
    with pytest.raises(ShapeError, match="mask of"): Tensor.ones(*shape)[at]


def test_masks_that_fit() -> None:
    x = np.arange(12).reshape(2, 2, 3)
    mask = np.array([[True, False, True], [False, True, True]])
    np.testing.assert_array_equal(Tensor(x)[:, Tensor(mask)].numpy(), x[:, mask])
    np.testing.assert_array_equal(Tensor(x)[..., Tensor(mask[0])].numpy(), x[..., mask[0]])
    np.testing.assert_array_equal(Tensor(x)[None, [True, False]].numpy(), x[None, [True, False]])


def test_a_captured_function_is_marked_too() -> None:
    pick = TinyJit(lambda x, i: x[i])
    x = Tensor([1.0, 2.0, 3.0]).realize()
    for _ in range(4): assert pick(x, Tensor([0, 2]).realize()).tolist() == [1.0, 3.0]
    np.testing.assert_array_equal(pick(x, Tensor([0, 9]).realize()).numpy(), [1.0, np.nan])


def test_which_devices_are_looked_at() -> None:
    assert runs_on_host("CPU") and runs_on_host("PYTHON") and not runs_on_host("NULL:CUDA:sm_90")


@pytest.mark.parametrize("at", [(slice(1, 0), [2, 2], slice(None, None, 2)), (None, slice(-1, -3, 2), slice(3, None, -2), 3),
                                (-1, slice(None, 0, 1), slice(2, None)), (slice(1, 1), Tensor([0, 1]))])
def test_writing_to_nothing(at: Any) -> None:
    for x in (Tensor.zeros(2, 3, 4).contiguous(), Tensor.zeros(2, 3, 4).contiguous().realize()):
        x[at] = 1
        assert not x.any().item()


def test_indices_in_memory_of_a_device_without_data_are_not_known() -> None:
    x, i = Tensor.empty(4, 3, device="NULL"), Tensor([1, 2], device="NULL").realize()
    for read in (x[i], x.gather(0, i.reshape(2, 1)), i.one_hot(3), x[:2].sparse_categorical_crossentropy(i)): read.realize()
    x[i] = 1


# ---- axes of more than 2 ** 31 elements

LONG = 2 ** 31 + 5


@pytest.mark.parametrize("dtype", ["int8", "uint16", "int32", "uint32", "int64", "uint64"])
def test_indices_of_any_dtype_into_a_long_axis(dtype: str) -> None:
    x, i = Tensor.empty(LONG, dtype="int8", device="NULL").realize(), Tensor.empty(3, dtype=dtype, device="NULL")
    src = Tensor.empty(3, dtype="int8", device="NULL")
    for read in (x[i], x.gather(0, i), x.index_select(0, i)): assert read.realize().shape == (3,)
    for written in (x.scatter(0, i, 1), x.scatter_reduce(0, i, src, "sum")): assert written.realize().shape == (LONG,)
    assert i.one_hot(LONG).realize().shape == (3, LONG)
    x[i] = 1
    table = Tensor.empty(65536, 65537, dtype="int8", device="NULL")
    assert table[i, i].realize().shape == (3,)


def test_positions_in_a_long_axis_are_int64() -> None:
    x = Tensor.empty(LONG, dtype="int8", device="NULL")
    pooled = Tensor.empty(1, 1, LONG, dtype="int8", device="NULL").max_pool2d((2,), return_indices=True)
    for positions in (x.cummax(0)[1], x.cummin(0)[1], x.argmax(), x.nonzero(size=4), pooled[1]):
        assert positions.realize().dtype is dtypes.int64
    assert x.masked_select(x > 0, size=4).realize().shape == (4,)


@pytest.mark.slow
def test_a_mask_over_a_long_axis_selects_its_elements() -> None:
    values = np.zeros(LONG, np.uint8)
    values[[3, 2 ** 31 + 1, -1]] = 7, 9, 5
    x = Tensor(values)
    assert x[x > 0].tolist() == x.masked_select(x > 0).tolist() == [7, 9, 5]
    assert x.nonzero().flatten().tolist() == [3, 2 ** 31 + 1, LONG - 1]
