"""Assignment against NumPy: lazy readers, views, parts, sharing; a property test runs random programs on both."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heddle import Tensor
from heddle.errors import DeviceError, DTypeError, ShapeError
from heddle.tensor import aliasing


def test_values_built_before_see_the_old_memory() -> None:
    x = Tensor([1.0, 2.0, 3.0])
    before = x + 1
    x.assign(x * 10)
    assert before.tolist() == [2, 3, 4] and x.tolist() == [10, 20, 30]
    before = x + 1
    x.assign(x * 10).realize()  # computes `before` too, though nobody asked for it
    assert before.tolist() == [11, 21, 31] and x.tolist() == [100, 200, 300]


WRITES: dict[str, Callable[[Tensor], object]] = {
    "all": lambda x: x.assign(x * 0 + 5), "all, now": lambda x: x.assign(x + 10).realize(),
    "in place": lambda x: x.__iadd__(1).realize(),
    "a row": lambda x: x.__setitem__(1, 5), "a column": lambda x: x.__setitem__((slice(None), 0), 5),
    "rows": lambda x: x.__setitem__(slice(1, 3), x[:2] + 0),
}
PARTS: dict[str, Callable[[Any], Any]] = {
    "all": lambda x: x, "rows": lambda x: x[1:3], "a row": lambda x: x[1], "part of a row": lambda x: x[2, 1:3],
    "a column": lambda x: x[:, 1],
}


@pytest.mark.parametrize("written", WRITES)
@pytest.mark.parametrize("part", PARTS)
def test_a_copy_to_another_device_has_the_value_that_it_was_made_of(part: str, written: str) -> None:
    """A consecutive part is copied right from the memory that is written to."""
    values = np.arange(12, dtype=np.float32).reshape(4, 3)
    x = Tensor(values.copy()).realize()
    copy = PARTS[part](x).to("CPU:1")
    back = copy.to("CPU")
    WRITES[written](x)
    np.testing.assert_array_equal(copy.numpy(), PARTS[part](values))
    np.testing.assert_array_equal(back.numpy(), PARTS[part](values))


@pytest.mark.parametrize("axes", [(0, 1), (1, 0), (None, 0), (0, None), (1, None)])
@pytest.mark.parametrize("written", WRITES)
def test_a_sum_of_shards_along_two_axes_has_the_values_that_it_was_made_of(axes: tuple[int | None, int | None], written: str) -> None:
    """Shards are copied from device to device when the sum is computed."""
    values = np.arange(16, dtype=np.float32).reshape(4, 4)
    x, y = (Tensor(values.copy()).shard(("CPU", "CPU:1"), axis).realize() for axis in axes)
    total = x + y
    WRITES[written](x)
    np.testing.assert_array_equal(total.numpy(), 2 * values)


def test_values_built_after_see_the_new_one_and_it_is_written_once() -> None:
    x = Tensor([1.0, 2.0])
    x.assign(x * 10)
    after = x + 1
    assert after.tolist() == [11, 21] and x.tolist() == [10, 20] and (after + x).tolist() == [21, 41]


def test_views_see_assignments_both_ways() -> None:
    x = Tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    row, turned, back = x[1], x.T, x.flip(0)
    x.assign(x + 10)
    assert row.tolist() == [14, 15, 16] and turned[0].tolist() == [11, 14] and back[0].tolist() == [14, 15, 16]
    row += 100
    assert x.tolist() == [[11, 12, 13], [114, 115, 116]]
    turned[0] = 0
    assert x.tolist() == [[0, 12, 13], [0, 115, 116]]
    assert x.detach()[1, 1].item() == 115


def test_a_padded_tensor_keeps_its_value() -> None:
    x = Tensor([1.0, 2.0])
    padded = x.pad(((1, 1),))
    x.assign(x + 1).realize()
    assert padded.tolist() == [0, 1, 2, 0]


def test_equal_tensors_share_no_memory_that_is_written() -> None:
    a, b = Tensor.zeros(3).contiguous().realize(), Tensor.zeros(3).contiguous().realize()
    a += 1
    assert a.tolist() == [1, 1, 1] and b.tolist() == [0, 0, 0]
    c, d = Tensor.zeros(3).contiguous(), Tensor.zeros(3).contiguous()
    c.realize(d)
    c[1] = 5
    assert c.tolist() == [0, 5, 0] and d.tolist() == [0, 0, 0]


def test_clone_and_contiguous_are_memory_of_their_own() -> None:
    x = Tensor([1.0, 2.0])
    copy, turned = x.clone().realize(), x.flip(0).contiguous().realize()
    x.assign(x * 0).realize()
    assert copy.tolist() == [1, 2] and turned.tolist() == [2, 1]


def test_in_place_operators() -> None:
    x = Tensor([8, 9])
    for step in (lambda t: t.__iadd__(3), lambda t: t.__imul__(2), lambda t: t.__isub__(2), lambda t: t.__ifloordiv__(3),
                 lambda t: t.__ixor__(1)):
        step(x)
    assert x.tolist() == [7, 6]
    y = Tensor([1.0]) + 1
    alias = y
    y *= 4
    assert alias is y and y.tolist() == [8]


def test_lazy_tensors_stand_for_the_changed_value() -> None:
    x = Tensor([1.0, 2.0, 3.0]) * 1
    before = x + 0
    x[1:] = Tensor([20.0, 30.0])
    assert x.tolist() == [1, 20, 30] and before.tolist() == [1, 2, 3]


def test_memory_stays_where_it_is() -> None:
    x = Tensor([1.0, 2.0]).realize()
    memory = aliasing.memory_of(x.uop)
    for _ in range(3): x.assign(x + 1).realize()
    assert aliasing.memory_of(x.uop) is memory and x.tolist() == [4, 5]


def test_values_of_other_kinds() -> None:
    x = Tensor.zeros(2, 3).contiguous().realize()
    assert x.assign(2).tolist() == [[2] * 3] * 2 and x.assign([1.0, 2.0, 3.0]).tolist() == [[1, 2, 3]] * 2
    assert Tensor.empty(2).assign(Tensor([1.0, 2.0])).tolist() == [1, 2]


def test_files_can_be_written(tmp_path: Any) -> None:
    file = tmp_path / "x"
    Tensor.empty(4, dtype="int32", device=f"DISK:{file}").assign(Tensor([1, 2, 3, 4], dtype="int32"))
    assert np.fromfile(file, np.int32).tolist() == [1, 2, 3, 4]
    assert Tensor(file).bitcast("int32")[1:3].tolist() == [2, 3]


def test_what_does_not_fit() -> None:
    x = Tensor([1.0, 2.0])
    with pytest.raises(ShapeError, match=r"assign needs shape \(2,\), got \(3,\)"): x.assign(Tensor([1.0, 2.0, 3.0]))
    with pytest.raises(DTypeError, match="assign needs dtype float32, got int32"): x.assign(Tensor([1, 2]))
    with pytest.raises(DeviceError, match="assign needs a value on CPU"): x.to("CPU").assign(Tensor([1.0, 2.0], device="PYTHON"))
    with pytest.raises(ShapeError, match="cannot write shape"): x[:1] = Tensor([1.0, 2.0])
    with pytest.raises(ShapeError, match="keeps the shape"): x += Tensor([[1.0], [2.0]])
    with pytest.raises(DTypeError, match="keeps the dtype int32"):
        y = Tensor([1, 2])
        y += 0.5


SLICES = [np.s_[0], np.s_[:, 1], np.s_[:, ::2, 1:3], np.s_[..., ::-1], np.s_[1, 2, 3], np.s_[0, None, :2],
          np.s_[:, ::-2, ::3], np.s_[1:1],
          np.s_[[0, 1], [2, 0]], np.s_[:, [0, 2]], np.s_[:, 1, [3, 0]]]


@pytest.mark.parametrize("index", SLICES, ids=str)
@pytest.mark.parametrize("in_memory", [True, False])
def test_setitem_as_numpy(index: Any, in_memory: bool) -> None:
    x = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
    t = Tensor(x) if in_memory else Tensor(x) + 0
    want = x.copy()
    for value in (7.0, np.random.default_rng(0).standard_normal(x[index].shape).astype(np.float32)):
        want[index], t[index] = value, value
        np.testing.assert_array_equal(t.numpy(), want)


def test_setitem_by_mask_and_repeated_index() -> None:
    x = np.arange(12, dtype=np.float32).reshape(3, 4)
    t, want = Tensor(x), x.copy()
    t[Tensor(x) > 5], want[x > 5] = 0, 0
    np.testing.assert_array_equal(t.numpy(), want)
    t[[0, 0, 1]], want[[0, 0, 1]] = Tensor(x[:3]), x[:3]  # of two values for one row the last one stays
    np.testing.assert_array_equal(t.numpy(), want)


@pytest.mark.parametrize("seed", range(12))
def test_setitem_by_mask_with_a_value_for_each_selected_element(seed: int) -> None:
    rng = np.random.default_rng(seed)
    shape = tuple(rng.integers(1, 5, size=rng.integers(1, 4)))
    x, mask = rng.standard_normal(shape).astype(np.float32), rng.random(shape[:rng.integers(1, len(shape) + 1)]) < 0.5
    t, want, selected = Tensor(x), x.copy(), Tensor(mask)
    values = rng.standard_normal(x[mask].shape).astype(np.float32)
    t[selected], want[mask] = Tensor(values), values
    np.testing.assert_array_equal(t.numpy(), want)
    t[selected] *= 3
    want[mask] *= 3
    np.testing.assert_array_equal(t.numpy(), want)


def test_setitem_by_mask_is_in_order_of_the_elements_and_has_gradients() -> None:
    x, v = Tensor.zeros(2, 3), Tensor([1.0, 2.0, 3.0], requires_grad=True)
    x[Tensor([[True, True, False], [True, False, False]])] = v  # not a row for each row of the mask
    assert x.tolist() == [[1, 2, 0], [3, 0, 0]]
    (x * Tensor([[1.0, 10.0, 100.0]])).sum().backward()
    assert v.grad.tolist() == [1, 10, 1]
    with pytest.raises(ShapeError, match=r"cannot write shape \(3,\) to indices of shape \(2,\)"):
        x[Tensor([[True, True, False], [False, False, False]])] = v
    x[Tensor([False, False])] = Tensor.zeros(0, 3)
    assert x.tolist() == [[1, 2, 0], [3, 0, 0]]


# ---- random programs


VIEWS = (lambda a: a[1:], lambda a: a[::-1], lambda a: a.T, lambda a: a[:, ::2], lambda a: a.reshape(-1)[2:8], lambda a: a[1],
         lambda a: a[..., None])


@settings(max_examples=25)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 9), st.integers(0, 9), st.integers(0, 6)), min_size=1, max_size=9))
def test_random_programs(steps: list[tuple[int, int, int, int]]) -> None:
    """Views, values, writes and looks in any order: what NumPy says, whether a tensor is in memory yet or not."""
    ours, theirs = [Tensor(np.arange(12.0).reshape(3, 4))], [np.arange(12.0).reshape(3, 4)]
    for what, i, j, view in steps:
        i, j = i % len(ours), j % len(ours)
        if what == 0 and theirs[i].ndim == 2 and theirs[i].shape[0] > 1 and theirs[i].size >= 8:
            if view == 4 and not theirs[i].flags.c_contiguous: continue  # there NumPy's reshape copies, ours looks at the memory
            ours.append(VIEWS[view](ours[i]))
            theirs.append(VIEWS[view](theirs[i]))
        elif what == 1:  # a new value, which may stay uncomputed for long
            ours.append(ours[i] * 2 + 1)
            theirs.append(theirs[i] * 2 + 1)
            ours[-1].realize() if j % 2 else None
        elif what == 2:
            ours[i].assign(ours[i] + j)
            theirs[i][...] = theirs[i] + j
        elif what == 3 and ours[i].shape == ours[j].shape:
            ours[i].assign(ours[j])
            theirs[i][...] = theirs[j].copy()
        elif what == 4 and theirs[i].ndim:
            ours[i][0], theirs[i][0] = j, j
        elif what == 5: np.testing.assert_array_equal(ours[i].numpy(), theirs[i])
    for a, b in zip(ours, theirs, strict=True): np.testing.assert_array_equal(a.numpy(), b)


@pytest.mark.usefixtures("nothing_else_is_pending")
def test_a_reshaped_value_that_is_computed_alone_is_written_in_its_memory() -> None:
    t = Tensor.arange(6, dtype="float32").reshape(2, 3)
    t.realize()
    t[0] = 9
    u = (Tensor.arange(6).reshape(2, 3) * 2).reshape(3, 2)
    u.realize()
    u[:, 1] = -1
    v = u.reshape(6)
    v[0] = 7
    assert t.tolist() == [[9, 9, 9], [3, 4, 5]] and u.tolist() == [[7, -1], [4, -1], [8, -1]]
