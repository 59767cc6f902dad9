"""Reductions with few results, on devices that run threads: cut in pieces until there are groups for most multiprocessors."""
from __future__ import annotations

import math

import numpy as np
import pytest

from heddle import Tensor
from heddle.codegen import to_program
from heddle.dtype import dtypes
from heddle.engine.execute import scheduling_capabilities_of
from heddle.renderer import Renderer
from heddle.renderer.cuda.cuda import Architecture, CUDARenderer
from heddle.renderer.llvm.amdgcn import AMDArchitecture, AMDRenderer
from heddle.schedule import create_schedule
from heddle.schedule.capabilities import SchedulingCapabilities
from heddle.schedule.reductions import is_along_memory
from heddle.schedule.rewrites import prepare
from heddle.uop import Ops, UOp

GPUS = {"sm_90a": CUDARenderer(Architecture(90, "a"), 132), "gfx1100": AMDRenderer(AMDArchitecture.parse("gfx1100"), 96)}


def grids(x: Tensor, renderer: Renderer) -> list[int]:
    """Groups of each kernel."""
    found = scheduling_capabilities_of(renderer.capabilities)
    calls = create_schedule(UOp.sink(x.uop), lambda device: found).linear.src
    programs = [to_program(c.src[0], renderer).arg for c in calls]
    return [math.prod(n for n in p.grid if isinstance(n, int)) for p in programs]


def given(*shape: int, dtype: str = "bfloat16") -> Tensor: return Tensor.empty(*shape, dtype=dtype)


@pytest.mark.parametrize("gpu", GPUS)
def test_one_row_by_a_matrix(gpu: str) -> None:
    """Before: 4 groups, and 1."""
    for dtype in ("bfloat16", "float32"):
        assert grids(given(1, 4096, dtype=dtype) @ given(4096, 4096, dtype=dtype), GPUS[gpu]) == [128, 4]
        assert grids(given(1, 1024, dtype=dtype) @ given(1024, 1024, dtype=dtype), GPUS[gpu]) == [64, 1]
    assert grids(given(1, 4096) @ given(4096, 4096).T, GPUS[gpu]) == [4096], "rows are contiguous: a group has each"


@pytest.mark.parametrize("gpu", GPUS)
def test_sums_of_columns(gpu: str) -> None:
    """Before: 4 groups, 1 and 1."""
    assert grids(given(4096, 4096).sum(0), GPUS[gpu]) == [128, 4]
    assert grids(given(4096, 1024, dtype="float32").sum(0), GPUS[gpu]) == [128, 1]
    assert grids(given(65536, 64, dtype="float32").sum(0), GPUS[gpu]) == [128, 8, 1], "in three steps of at most 128 each"


@pytest.mark.parametrize("gpu", GPUS)
def test_few_long_rows(gpu: str) -> None:
    """Before: 16 groups of which each has 16384 elements."""
    assert grids(given(16, 16384).sum(1), GPUS[gpu])[0] == 128


@pytest.mark.parametrize("gpu", GPUS)
def test_what_keeps_the_gpu_busy_is_not_cut(gpu: str) -> None:
    for x in (given(4096, 1024).sum(1), given(64, 64, 4096).sum(0), given(128, 256).sum(0), given(100).sum()):
        assert len(grids(x, GPUS[gpu])) == 1


def test_cores_are_as_before() -> None:
    x = Tensor.empty(4096, 4096, device="CPU").sum(0)
    assert len([c for c in create_schedule(UOp.sink(x.uop)).linear.src if c.src[0].op is Ops.SINK]) == 1


def test_what_is_on_no_device_is_not_asked_about() -> None:
    node = UOp.iota(1 << 19, dtypes.int32).reshape((1024, 512)).reduce_axis(Ops.ADD, (0,))

    def known(device: str) -> SchedulingCapabilities:
        assert device
        return scheduling_capabilities_of(GPUS["sm_90a"].capabilities)

    assert prepare(UOp.sink(node), known).src[0].shape == (1, 512)


def test_which_way_memory_runs() -> None:
    x = UOp.new_buffer("CPU", 64 * 32, dtypes.float32).reshape((64, 32))
    rows, columns = ((x * 2 + 1).reduce_axis(Ops.ADD, (a,)) for a in (1, 0))
    assert is_along_memory(rows) and not is_along_memory(columns)
    assert is_along_memory((x.permute((1, 0)) * 2).reduce_axis(Ops.ADD, (0,)))


@pytest.mark.parametrize("how", ("sum", "max", "mean"))
def test_pieces_give_the_same(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On this machine, as a device with threads would cut it."""
    from heddle.engine.execute import scheduled_for
    x = np.random.default_rng(3).normal(size=(1024, 3, 256)).astype(np.float32)
    token = scheduled_for.set(scheduling_capabilities_of(GPUS["sm_90a"].capabilities))
    try:
        for axis in ((0,), (0, 1), (2,)):
            want = getattr(x, how)(axis)
            np.testing.assert_allclose(getattr(Tensor(x, device="CPU").realize(), how)(axis).numpy(), want, rtol=1e-4, atol=1e-4)
    finally: scheduled_for.reset(token)
