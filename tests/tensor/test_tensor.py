"""What a Tensor is made from, what it says of itself, and how values come back."""
from __future__ import annotations

import subprocess
import sys
from enum import IntEnum
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from heddle import Device, Tensor, UOp, Variable, dtypes
from heddle.errors import DeviceError, DTypeError, FileMissingError, ShapeError
from heddle.tensor import aliasing
from tests.reference import evaluate


@given(hnp.arrays(st.sampled_from([d.name for d in dtypes.all if d.fmt is not None]),
                  hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4)))
def test_arrays_come_back_as_they_went_in(x: np.ndarray) -> None:
    t = Tensor(x)
    assert t.shape == x.shape and t.dtype.name == x.dtype.name and t.nbytes() == x.nbytes
    np.testing.assert_array_equal(t.numpy(), x)
    np.testing.assert_array_equal(np.array(t.tolist(), x.dtype).reshape(x.shape), x)


def test_arrays_of_any_layout_and_byte_order() -> None:
    x = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
    for y in (x.T, x[:, ::-1, ::2], x.astype(">f4"), np.broadcast_to(x[0],
                                                                     (5, 3,
                                                                      4))): np.testing.assert_array_equal(Tensor(y).numpy(), y)


def test_later_changes_of_the_array_change_nothing() -> None:
    x = np.ones(3, np.float32)
    t = Tensor(x)
    x[:] = 7
    assert t.tolist() == [1, 1, 1]
    y = t.numpy()
    y[:] = 9
    assert t.tolist() == [1, 1, 1]


def test_python_values() -> None:
    assert Tensor(3).dtype == dtypes.int32 and Tensor(3.5).dtype == dtypes.float32 and Tensor(True).dtype == dtypes.bool
    assert Tensor([[1, 2.5], [3, 4]]).tolist() == [[1, 2.5], [3, 4]] and Tensor([[], []]).shape == (2, 0)
    assert Tensor(range(3)).tolist() == [0, 1, 2] and Tensor((True, False)).dtype == dtypes.bool
    assert Tensor(b"\x01\xff").tolist() == [1, 255] and Tensor(b"\x00\x00\x80\x3f", dtype="float32").tolist() == [1.0]
    assert Tensor(None).shape == (0,) and Tensor([1, 2], dtype="half").dtype == dtypes.float16
    assert Tensor(np.float64(2)).dtype == dtypes.float64 or Tensor(np.float64(2)).item() == 2
    assert Tensor([np.int64(3), 4]).tolist() == [3, 4]
    assert Tensor(Variable("n", 1, 9).bind(4)).dtype == dtypes.int32
    assert Tensor(UOp.const(dtypes.float32, 2.0)).item() == 2.0


def test_lists_of_numbers_of_other_libraries_have_the_dtype_of_their_kind() -> None:
    """As float32, which their integers were, 2**24 + 1 is another number."""
    big = 2**24 + 1
    for integer in (np.int64, np.uint32, IntEnum("Kind", {"A": big})):
        x = Tensor([integer(big), 4])
        assert x.dtype == dtypes.int32 and x.tolist() == [big, 4]
    assert Tensor([np.bool_(True), np.bool_(False)]).dtype == dtypes.bool and Tensor([np.array(3), np.array(4)]).dtype == dtypes.int32
    assert Tensor([np.bool_(True), 2, np.uint8(3)]).tolist() == [1, 2, 3] and Tensor([np.bool_(True), 2]).dtype == dtypes.int32
    for x in (Tensor([np.float32(1.5), 2]), Tensor([np.int64(1), 2.5]), Tensor([Fraction(1, 2)]), Tensor([np.array(1.5), True])):
        assert x.dtype == dtypes.float32
    assert Tensor([np.float32(2.5), np.int8(1)], dtype="int64").tolist() == [2, 1]
    with pytest.raises(DTypeError, match="1099511627776 does not fit in int32"): Tensor([np.int64(2**40)])
    with pytest.raises(DTypeError, match=r"np\.stack"): Tensor([np.ones(2), np.ones(2)])


def test_memoryviews_keep_their_numbers() -> None:
    """Plain bytes are uint8; a view of numbers is the array that it shows, and not its bytes one after another."""
    x = np.arange(24, dtype=np.float32).reshape(4, 6)
    for array in (x, x[::-1, ::2], x[:, 1], x.astype(np.int8), x.astype(np.uint8), x > 5, x.astype(np.float16)):
        y = Tensor(memoryview(array))
        np.testing.assert_array_equal(y.numpy(), array)
        assert y.dtype.name == array.dtype.name
    y = Tensor(x)
    assert Tensor(y.data()).tolist() == y.tolist()
    assert Tensor(memoryview(b"\x01\xff")).tolist() == [1, 255]
    assert Tensor(memoryview(x).cast("B"), dtype="float32").tolist() == x.ravel().tolist()


@pytest.mark.parametrize("dtype", ["bfloat16", "fp8e4m3", "fp8e5m2", "float16"])
def test_narrow_floats(dtype: str) -> None:
    x = Tensor([0.0, -1.5, 2.0, 448.0], dtype=dtype)
    assert x.tolist() == [0.0, -1.5, 2.0, 448.0] and x.numpy().dtype == (np.float16 if dtype == "float16" else np.float32)
    assert (x * 2)[:3].tolist() == [0.0, -3.0, 4.0]


def test_files(tmp_path: Path) -> None:
    file = tmp_path / "data"
    np.arange(10, dtype=np.float32).tofile(file)
    t = Tensor(file)
    assert t.dtype == dtypes.uint8 and t.shape == (40,) and t.device == f"DISK:{file}"
    assert t.bitcast("float32")[2:5].tolist() == [2, 3, 4] and t[:4].tolist() == [0] * 4
    assert (t.bitcast("float32").to("CPU") + 1).tolist() == list(range(1, 11))
    for computed in (t + 1, (t + 1).to("CPU"), t[:8].contiguous().to("CPU"), t.cat(t).to("CPU"), t.cast("int32").to("CPU").sum()):
        with pytest.raises(DeviceError, match="holds data and computes nothing"): computed.realize()
    with pytest.raises(FileMissingError, match="cannot open"): Tensor(tmp_path / "nothing")


def test_facts() -> None:
    x = Tensor.zeros(2, 3, dtype="float64")
    assert (x.ndim, x.numel(), x.element_size(), x.nbytes(), x.size(), x.size(1), len(x)) == (2, 6, 8, 48, (2, 3), 3, 2)
    assert x.is_floating_point() and [r.shape for r in x] == [(3,), (3,)] and x.device == Device.DEFAULT
    assert repr(x) == f"<Tensor (2, 3) float64 on {Device.DEFAULT}>"
    assert repr(x.contiguous().realize()).endswith("in memory>")
    assert float(Tensor([2.5])) == 2.5 and int(Tensor(3)) == 3 and bool(Tensor([[1]])) and not Tensor(0.0)


def test_data_is_a_memoryview() -> None:
    view = Tensor([[1, 2], [3, 4]]).data()
    assert view.format == "i" and view.shape == (2, 2) and view.tolist() == [[1, 2], [3, 4]]
    with pytest.raises(DTypeError, match="no format for bfloat16"): Tensor([1.0], dtype="bfloat16").data()


def test_devices() -> None:
    x = Tensor([1.0, 2.0], device="cpu")
    assert x.device == "CPU" and x.to("CPU") is x
    y = (x + 1).to("PYTHON")
    assert y.device == "PYTHON" and (y * 2).tolist() == [4, 6] and (y * 2).to("CPU").tolist() == [4, 6]
    z = Tensor([1.0]).to_("PYTHON")
    assert z.device == "PYTHON" and z.tolist() == [1]


def test_realize_together_and_twice() -> None:
    x = Tensor([1.0, 2.0])
    a, b = x + 1, x.sum()
    assert a.realize(b) is a and a._memory is not None and b._memory is not None
    memory = a._memory
    assert a.realize()._memory is memory
    assert aliasing.memory_of((a * 1).realize().uop) is not memory


def test_what_was_computed_is_not_computed_again() -> None:
    x = Tensor([1.0, 2.0]) * 3
    later = x + 1
    x.realize()
    assert x._memory in later.uop.toposort()
    assert later.tolist() == [4, 7]


def test_training_mode() -> None:
    assert not Tensor.training
    with Tensor.train():
        assert Tensor.training
        with Tensor.test(): assert not Tensor.training
        assert Tensor.training

    @Tensor.train()
    def inside() -> bool: return Tensor.training
    assert inside() and not Tensor.training


def test_sequential_and_numpy_on_the_left() -> None:
    assert Tensor([-1.0, 4.0]).sequential([Tensor.relu, Tensor.sqrt]).tolist() == [0, 2]
    assert isinstance(np.ones(2, np.float32) * Tensor([1.0, 2.0]), Tensor)
    assert (np.eye(2, dtype=np.float32) @ Tensor([1.0, 2.0])).tolist() == [1, 2]


def test_none_is_no_tensor_and_values_are_found() -> None:
    for x in (Tensor(1.0), Tensor([1.0, 2.0])):
        assert (x == None) is False and (x != None) is True and (None == x) is False  # noqa: E711
        assert x in [None, x] and 1 in x and 3.0 not in x
    assert Tensor([1]).pad((1, 1), value=None).tolist() == [0, 1, 0]


def test_deep_graphs_are_built_and_computed_without_recursion() -> None:
    x = Tensor([1.0])
    y = x
    for _ in range(50_000): y = y + 1
    assert evaluate(y).tolist() == [50_001]
    whole = Tensor.stack(*[x + i for i in range(1000)])
    assert whole.shape == (1000, 1)


@pytest.mark.slow
def test_deep_and_wide_graphs_run() -> None:
    y = Tensor([1.0])
    for _ in range(200_000): y = y + 1
    assert y.tolist() == [200_001]
    many = Tensor.stack(*[Tensor([float(i)]) for i in range(10_000)])
    np.testing.assert_array_equal(many.numpy(), np.arange(10_000, dtype=np.float32)[:, None])


def test_joining_many_is_joining_groups() -> None:
    xs = [np.full((2, i % 3), i, np.float32) for i in range(150)]
    np.testing.assert_array_equal(Tensor.cat(*map(Tensor, xs), dim=1).numpy(), np.concatenate(xs, 1))
    assert Tensor.cat([Tensor([1]), Tensor([2])]).tolist() == [1, 2]


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_cat_passes_bits_on(fast_device: str, dtype: Any) -> None:
    xs = [np.array([[-0.0, 0, np.inf], [1, -0.0, np.nan]], dtype), np.array([[-0.0], [0.0]], dtype), np.array([[3, -0.0]] * 2, dtype)]
    assert Tensor.cat(*map(Tensor, xs), dim=1).numpy().tobytes() == np.concatenate(xs, 1).tobytes()


def test_import_loads_nothing_heavy() -> None:
    code = ("import sys, heddle; from heddle import Tensor; heavy = 'numpy', 'llvmlite', 'torch'; "
            "print(Tensor([[1, 2], [3, 4]]).shape, [m for m in heavy if m in sys.modules])")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "(2, 2) []"


def test_what_a_tensor_cannot_be_made_from() -> None:
    for value, error, text in (
        ([[1, 2], [3]], ShapeError, "rows of a list differ in length"), ([1, [2]], DTypeError,
                                                                         "list of list"), ("abc", DTypeError, "pathlib.Path"),
        ({1: 2}, DTypeError, "made from dict"), ([None], DTypeError, "list of NoneType"), ([Tensor([1])], DTypeError, "Tensor.stack"),
        ([2 ** 40], DTypeError, "1099511627776 does not fit in int32"), (2 ** 40, DTypeError, "does not fit in int32"),
        (np.array(["a"]), DTypeError, "made from an array of <U1"),
    ):
        with pytest.raises(error, match=text): Tensor(value)
    with pytest.raises(DTypeError, match="300 does not fit in uint8"): Tensor([300], dtype="uint8")
    with pytest.raises(DTypeError, match="Did you mean 'float32'"): Tensor([1], dtype="flaot32")
    with pytest.raises(DeviceError, match="unknown device"): Tensor([1], device="CPUU")
    with pytest.raises(ShapeError, match="no whole number of int32"): Tensor(b"abc", dtype="int32")
