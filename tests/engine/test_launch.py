"""Launches of single kernels, copies and views."""
from __future__ import annotations

import pytest

from heddle.device.buffer import Buffer, uop_buffer
from heddle.dtype import dtypes
from heddle.engine.execute import compile_linear, run_linear
from heddle.engine.launch import copy_buffer, get_runtime, runtime_cache
from heddle.errors import InternalError
from heddle.settings import settings
from heddle.tracing.counters import GlobalCounters
from heddle.uop import Ops, UOp
from tests.engine.kernels import add_constant, buffer, call, copy, linear, values


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setattr(settings, "CACHE_DIR", str(tmp_path))
    GlobalCounters.reset()


def test_copies_between_devices():
    a, b, c = buffer(4, values=[1, 2, 3, 4]), buffer(4, "CPU:1"), buffer(4)
    run_linear(linear(copy(b, a), copy(c, b)))
    assert values(c) == [1, 2, 3, 4] and GlobalCounters.copy_bytes == 32
    assert uop_buffer(a).raw != uop_buffer(b).raw != uop_buffer(c).raw


def test_copies_of_nothing_and_of_other_sizes():
    assert copy_buffer(Buffer("CPU", 0, dtypes.int8), Buffer("NULL", 0, dtypes.int8)) == 0
    with pytest.raises(InternalError, match="between different sizes"):
        copy_buffer(Buffer("CPU", 1, dtypes.int8), Buffer("CPU", 2, dtypes.int8))


def test_views_are_made_without_a_copy():
    a, part = buffer(8, values=list(range(8))), buffer(3)
    run_linear(linear(call(UOp(Ops.BUFFER_VIEW, dtypes.float32, (), (3, 2)), part, a)))
    assert values(part) == [2, 3, 4] and uop_buffer(part).raw == uop_buffer(a).raw + 8


def test_kernels_are_loaded_once():
    schedule = linear(call(add_constant(12), buffer(12), buffer(12, values=[0] * 12)))
    run_linear(schedule)
    loaded, program = GlobalCounters.loaded_programs, compile_linear(schedule).src[0].src[0]
    run_linear(schedule)
    assert GlobalCounters.loaded_programs == loaded and runtime_cache[program.key, "CPU"] is get_runtime(program, "CPU")
