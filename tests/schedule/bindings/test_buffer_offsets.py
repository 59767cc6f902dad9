"""Kernels on parts of their buffers: work at other constant offsets is the same kernel, on every device, and results stay the same."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from heddle import Context, Device, GlobalCounters, Tensor, TinyJit, Variable
from heddle.dtype import dtypes
from heddle.schedule import create_schedule
from heddle.schedule.bindings.buffer_offsets import Window, window_of
from heddle.schedule.capabilities import SchedulingCapabilities
from heddle.uop import AxisType, Ops, ParamArg, UOp

_rng = np.random.default_rng(0)


def floats(*shape: int) -> np.ndarray: return _rng.standard_normal(shape, np.float32)


def kernels(*tensors: Tensor, alignment: int = 1) -> list[UOp]:
    """The kernels of all the tensors, on a device whose parts begin at multiples of so many bytes."""
    aligned = SchedulingCapabilities(part_alignment=alignment)
    linear = create_schedule(UOp.sink(*[t.uop for t in tensors]), lambda device: aligned).linear
    return [call.src[0] for call in linear.src]


# ---- which part a kernel sees


def seen(at: UOp, valid: UOp | None = None, size: int = 100) -> Window:
    param = UOp(Ops.PARAM, dtypes.float32, (), ParamArg(0, size))
    return window_of(param, [param.index(at, valid)])


i, j = UOp.range(8, AxisType.LOOP, 0), UOp.range(5, AxisType.LOOP, 1)


@pytest.mark.parametrize("at, valid, want", [
    (i + 20, None, Window(20, 8)),
    (i * 5 + j + 10, None, Window(10, 40)),
    (i * -5 + 60, None, Window(25, 36)),
    (UOp.const(dtypes.index, 7), None, Window(7, 1)),
    (i + 19, (i < 1).alu(Ops.NOT), Window(20, 7)),  # the border of a padded row
    (i * 5 + j + 10, (i < 3) & (j < 1).alu(Ops.NOT), Window(11, 14)),
    (i * 5 + j, (i * 5 + j < 12), Window(0, 12)),
    (i + 96, None, Window(96, 4)),  # beyond the end nothing is seen
    (i + 200, None, Window(0, 1)),
])
def test_a_window_is_what_is_read(at: UOp, valid: UOp | None, want: Window) -> None:
    assert seen(at, valid) == want


def test_a_row_that_is_looked_up_is_known_by_its_condition() -> None:
    row = UOp(Ops.PARAM, dtypes.int32, (), ParamArg(1, 8)).index(i).load().cast(dtypes.index)
    inside = (row < 0).alu(Ops.NOT) & (row < 4)
    assert seen(row * 5 + j + 40, inside) == Window(40, 20)
    assert seen(row * 5 + j + 40) == Window(0, 100)


def test_a_window_begins_at_a_multiple() -> None:
    assert Window(70, 10).aligned(64) == Window(64, 16)
    assert Window(64, 10).aligned(64) == Window(64, 10)


# ---- equal kernels


def test_slices_are_one_kernel() -> None:
    x = Tensor(floats(10, 4, 6)).realize()
    assert len(set(kernels(*[x[t].exp() for t in range(10)]))) == 1
    assert len(set(kernels(*[(x[t] @ Tensor.ones(6, 3).contiguous().realize()) for t in range(10)]))) <= 2


def test_offsets_that_a_device_does_not_like_stay_in_the_kernel() -> None:
    x = Tensor(floats(16, 24)).realize()  # rows of 96 bytes
    rows = [x[t].exp() for t in range(16)]
    assert [len(set(kernels(*rows, alignment=n))) for n in (1, 16, 32, 256)] == [1, 1, 1, 8]


def test_stores_at_offsets_are_one_kernel() -> None:
    x, sources = Tensor.zeros(8, 5).contiguous().realize(), [Tensor(floats(5)).realize() for _ in range(8)]
    before = GlobalCounters.lowered_kernels
    with Context(CACHE=False):
        for t in range(8):
            x[t] = sources[t] * 3.25
            x.realize()
    assert GlobalCounters.lowered_kernels - before <= 1
    np.testing.assert_allclose(x.numpy(), np.stack([s.numpy() * np.float32(3.25) for s in sources]), rtol=1e-6)


def test_tables_of_layers_are_one_kernel() -> None:
    tables, ids = Tensor(floats(6, 9, 4)).realize(), Tensor([0, 8, 3, 3]).realize()
    assert len(set(kernels(*[tables[layer][ids] for layer in range(6)]))) == 1


def test_padded_slices_are_few_kernels() -> None:
    x, weight = Tensor(floats(9, 1, 1, 6, 6)).realize(), Tensor(floats(1, 1, 3, 3)).realize()
    assert len(set(kernels(*[x[t].conv2d(weight, padding=1) for t in range(9)]))) == 1


def test_what_is_joined_and_taken_apart_again_reads_its_piece_only() -> None:
    pieces = [Tensor(floats(3, 4)).realize() for _ in range(6)]
    joined = Tensor.stack(*pieces) * 2
    found = kernels(*[joined[t] + 1 for t in range(6)])
    assert len(set(found)) == 1
    assert len([n for n in found[0].toposort() if n.op is Ops.PARAM]) == 2
    np.testing.assert_array_equal(joined[4].numpy(), pieces[4].numpy() * 2)
    np.testing.assert_array_equal(pieces[0].cat(pieces[1], dim=1)[:, 4:].numpy(), pieces[1].numpy())
    np.testing.assert_array_equal(pieces[0].pad(((0, 0), (0, 3)))[:, 4:].numpy(), np.zeros((3, 3), np.float32))


# ---- results


CASES: dict[str, Callable[[Any], Any]] = {
    "one row": lambda x: x[3] * 2,
    "a column": lambda x: x[:, 5] + 1,
    "a block": lambda x: x[2:5, 3:7] * x[1:4, 1:5],
    "backwards": lambda x: x[5:1:-1] - 1,
    "every other": lambda x: x[1::2, 3:] + 1,
    "overlapping": lambda x: x[1:] - x[:-1],
    "sums": lambda x: x[3:].sum(0),
    "last": lambda x: x[-1:, -1:] * 3,
}


@pytest.mark.parametrize("device", ["CPU", "PYTHON", "CL", "WEBGPU"])
@pytest.mark.parametrize("dtype", ["float32", "int8", "bool"])
def test_results_are_those_of_numpy(device: str, dtype: str) -> None:
    if not (probe := Device.probe(device)).usable: pytest.skip(probe.why_not())
    data = (floats(7, 9) * 10).astype(dtype)
    x = Tensor(data, device=device).realize()
    for name, case in CASES.items():
        if dtype == "bool": got, want = case(x.int()), case(data.astype(np.int32))
        else: got, want = case(x), case(data)
        np.testing.assert_allclose(got.numpy(), want, rtol=1e-5, atol=1e-5, err_msg=name)


def test_reads_and_writes_of_one_memory_keep_their_order() -> None:
    data = floats(6, 4)
    x = Tensor(data).realize()
    for t in range(1, 6): x[t] = x[t] + x[t - 1]
    np.testing.assert_allclose(x.numpy(), data.cumsum(0), rtol=1e-5)


def test_captured_slices_follow_their_memory() -> None:
    @TinyJit
    def f(x: Tensor) -> Tensor:
        h = x[0] * 0
        for t in range(4): h = (h + x[t]).contiguous()
        return h.realize()

    for n in range(5):
        data = floats(4, 3)
        np.testing.assert_allclose(f(Tensor(data).realize()).numpy(), data.sum(0), rtol=1e-5, atol=1e-6, err_msg=str(n))


def test_symbolic_slices_behind_a_constant_offset() -> None:
    data = floats(12, 3)
    x = Tensor(data).realize()
    for n in (1, 3, 5):
        size = Variable("n", 1, 6).bind(n)
        np.testing.assert_allclose((x[4:].shrink([(0, size), None]) * 2).sum(0).numpy(), data[4:4 + n].sum(0) * 2, rtol=1e-5)
