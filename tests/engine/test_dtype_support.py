"""What a device lacks is said before anything is compiled: op, format, device, the user's line, and what to use instead."""
from __future__ import annotations

from dataclasses import replace

import pytest

from heddle import Tensor, dtypes
from heddle.device import Device
from heddle.dtype import DType
from heddle.engine.dtype_support import check_dtypes, nearest_format
from heddle.errors import DTypeError
from tests.engine.kernels import add_constant


def without(monkeypatch: pytest.MonkeyPatch, *lacking: DType) -> None:
    """The NULL device, which from now on lacks these formats."""
    renderer = Device["NULL"].renderer
    monkeypatch.setattr(renderer, "capabilities", replace(renderer.capabilities, dtypes=renderer.capabilities.dtypes - set(lacking)))


@pytest.mark.parametrize(("dtype", "near"), [(dtypes.float64, "float32"), (dtypes.int64, "int32"),
                                             (dtypes.uint8, "uint16")])
def test_unsupported_format_names_line_and_cure(monkeypatch: pytest.MonkeyPatch, dtype: DType, near: str) -> None:
    without(monkeypatch, dtype)
    x = Tensor.empty(4, dtype=dtypes.int32, device="NULL")
    with pytest.raises(DTypeError) as caught:
        (x.cast(dtype) + 1).realize()  # the line that is meant
    said = str(caught.value)
    assert f"NULL has no {dtype.name}" in said and f"Cast to {near}" in said
    assert "test_dtype_support.py" in said and "x.cast(dtype)" in said


def test_positions_are_no_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every kernel counts positions; that asks nothing of the device's own 64-bit integers."""
    without(monkeypatch, dtypes.int64, dtypes.uint64)
    (Tensor.empty(4, 5, device="NULL").sum(1) + 1).realize()


def test_narrow_floats_are_computed_in_wider_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, dtypes.float16)
    (Tensor.empty(4, dtype=dtypes.float16, device="NULL") + 1).realize()


def test_the_cpu_has_all() -> None:
    check_dtypes(add_constant(4), Device["CPU"])


def test_nothing_near() -> None:
    assert nearest_format(dtypes.bool, frozenset((dtypes.float32,))) is None
    assert nearest_format(dtypes.float64, frozenset((dtypes.float16, dtypes.float32))) is dtypes.float32
