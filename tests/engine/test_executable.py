"""Executables: what is looked up once, and when it is looked up again."""
from __future__ import annotations

import pytest

from heddle import Context, GlobalCounters, profile
from heddle.device.buffer import Buffer, uop_buffer
from heddle.dtype import dtypes
from heddle.engine import execute
from heddle.engine.executable import Executable
from heddle.engine.execute import compile_linear
from heddle.engine.graph import with_graphs
from heddle.errors import DeviceError, OutOfMemoryError
from heddle.settings import settings
from heddle.uop import Ops, UOp
from tests.engine.kernels import add_constant, buffer, call, copy, linear, param, values


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setattr(execute.settings, "CACHE_DIR", str(tmp_path))


def slot(number: int, size: int = 4) -> UOp: return param(number, size)
def part(node: UOp, size: int, offset: int) -> UOp: return UOp(Ops.BUFFER_VIEW, node.dtype, (node,), (size, offset))


def ready(*calls: UOp) -> Executable: return Executable(with_graphs(compile_linear(linear(*calls))))


def run(found: Executable, *nodes: UOp) -> None: found.run([uop_buffer(n) for n in nodes], {})


def test_a_kernel_runs_on_the_buffers_of_the_day() -> None:
    found = ready(call(add_constant(4), slot(1), slot(0)))
    for start in (1.0, 5.0):
        out = buffer(4)
        run(found, buffer(4, values=[start] * 4), out)
        assert values(out) == [start + 1] * 4


def test_fixed_buffers_parts_copies_and_graphs() -> None:
    kept = buffer(4, values=[10, 20, 30, 40])
    calls = [call(add_constant(2), part(slot(1), 2, 2), part(kept, 2, 0)), copy(slot(2), slot(1)),
             call(add_constant(4), slot(1), slot(0)), call(add_constant(4, 2.0), slot(0), slot(1))]
    for form in (ready(*calls), Executable(compile_linear(linear(*calls)))):
        a, b, c = buffer(4, values=[1] * 4), buffer(4, values=[7] * 4), buffer(4)
        run(form, a, b, c)
        assert (values(c), values(b), values(a)) == ([7, 7, 11, 21], [2] * 4, [4] * 4)


def test_a_device_that_has_no_short_way_to_launch_runs_as_ever() -> None:
    found = Executable(compile_linear(linear(call(add_constant(4), param(1, 4, "PYTHON"), param(0, 4, "PYTHON")))))
    before, out = GlobalCounters.kernel_count, buffer(4, "PYTHON")
    for _ in range(2): run(found, buffer(4, "PYTHON", [2.0] * 4), out)
    assert values(out) == [3.0] * 4 and GlobalCounters.kernel_count == before + 2


def test_launches_are_counted_and_told() -> None:
    found, a, b = ready(call(add_constant(4), slot(1), slot(0))), buffer(4, values=[1] * 4), buffer(4)
    before = GlobalCounters.kernel_count
    with profile() as p: run(found, a, b)
    assert GlobalCounters.kernel_count == before + 1 and [e.kind for e in p.events if e.kind == "kernel"] == ["kernel"]


def test_what_is_ready_holds_while_no_setting_changes() -> None:
    found = ready(call(add_constant(4), slot(1), slot(0)))
    assert not settings.is_still(found.state)
    run(found, buffer(4), buffer(4))
    assert settings.is_still(found.state)
    with Context(DEBUG=1): assert not settings.is_still(found.state)
    assert settings.is_still(found.state)
    settings.THREADS = settings.THREADS
    assert not settings.is_still(found.state)


def test_where_launches_are_shown_they_run_one_by_one(capsys: pytest.CaptureFixture[str]) -> None:
    with Context(DEBUG=2):
        found, out = ready(call(add_constant(4), slot(1), slot(0)), call(add_constant(4), slot(0), slot(1))), buffer(4)
        run(found, buffer(4, values=[1] * 4), out)
    assert values(out) == [2] * 4 and len([line for line in capsys.readouterr().err.splitlines() if "CPU" in line]) >= 2


def test_nothing_runs_if_there_is_no_memory_for_all() -> None:
    a = buffer(4, values=[1] * 4)
    calls = call(add_constant(4), slot(0), slot(0)), copy(slot(1, 1 << 40), slot(2, 1 << 40)), call(add_constant(4), slot(0), slot(2))
    found = Executable(compile_linear(linear(*calls)))
    too_large = [Buffer("CPU", 1 << 40, dtypes.float32) for _ in range(2)]
    with pytest.raises(OutOfMemoryError): found.run([uop_buffer(a), *too_large], {})
    assert values(a) == [1] * 4


def test_memory_that_no_kernel_uses_is_left_alone() -> None:
    found = ready(call(add_constant(4), slot(1), slot(0)))
    a, unused = buffer(4, values=[1] * 4), Buffer("CPU", 1 << 40, dtypes.float32)
    for _ in range(2):
        out = buffer(4)
        found.run([*map(uop_buffer, (a, out)), unused], {})
        assert values(out) == [2] * 4 and not unused.is_allocated()


def test_the_owner_of_memory_is_heard_before_a_kernel_runs_on_it() -> None:
    class Owner:
        def check(self) -> None: raise DeviceError("the owner has gone", "Keep it.")

    found, out = ready(call(add_constant(4), slot(1), slot(0))), buffer(4, values=[5] * 4)
    run(found, buffer(4, values=[1] * 4), out)
    memory = Buffer("CPU", 4, dtypes.float32)
    memory.adopt(uop_buffer(buffer(4, values=[1] * 4)).raw, Owner())
    with pytest.raises(DeviceError, match="the owner has gone"): found.run([memory, uop_buffer(out)], {})
    assert values(out) == [2] * 4
