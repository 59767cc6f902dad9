"""Running a LINEAR: kernels, copies, views, statistics, and what DEBUG shows of them."""
from __future__ import annotations

import re
import threading
from dataclasses import replace

import pytest

from heddle.device import Device
from heddle.device.buffer import has_buffer, uop_buffer
from heddle.dtype import dtypes
from heddle.engine import debug_output, execute, launch
from heddle.engine.execute import compile_linear, run_linear
from heddle.engine.kernel_cost import Estimate
from heddle.engine.launch import estimate_uop, get_runtime, runtime_cache
from heddle.errors import InternalError
from heddle.settings import Context
from heddle.tracing import bus, events
from heddle.tracing.counters import GlobalCounters
from heddle.tracing.recorder import Recorder
from heddle.uop import Ops, UOp
from heddle.uop.program_info import ProgramInfo
from tests.engine.kernels import add_constant, buffer, call, copy, linear, param, values


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setattr(execute.settings, "CACHE_DIR", str(tmp_path))
    GlobalCounters.reset()


def test_calls_run_in_order():
    a, b, c = buffer(20, values=list(range(20))), buffer(20), buffer(20)
    run_linear(linear(call(add_constant(20), b, a), call(add_constant(20, 10.0), c, b), call(add_constant(20), b, c)))
    assert values(c) == [x + 11 for x in range(20)] and values(b) == [x + 12 for x in range(20)]
    assert GlobalCounters.kernel_count == 3


@pytest.mark.parametrize("device", ["CPU", "CPU:LLVM", "CPU:1"])
def test_devices_and_compilers(device):
    a, b = buffer(5, device, values=[1, 2, 3, 4, 5]), buffer(5, device)
    run_linear(linear(call(add_constant(5), b, a)))
    assert values(b) == [2, 3, 4, 5, 6]


def test_buffers_get_memory_before_the_launch():
    a, b = buffer(20, values=[0] * 20), buffer(20)
    assert not has_buffer(b)
    run_linear(linear(call(add_constant(20), b, a)))
    assert has_buffer(b)


def test_params_are_the_inputs_of_the_run():
    shared = linear(call(add_constant(4), param(1, 4), param(0, 4)))
    for start in (1.0, 5.0):
        a, b = buffer(4, values=[start] * 4), buffer(4)
        run_linear(shared, input_uops=(a, b))
        assert values(b) == [start + 1] * 4
    with pytest.raises(InternalError, match=r"1 input buffers were given, and PARAM .* needs number 1"):
        run_linear(shared, input_uops=(a,))


def test_parts_of_buffers_and_of_params():
    a, b = buffer(8, values=list(range(8))), buffer(8, values=[0] * 8)
    views = [UOp(Ops.BUFFER_VIEW, dtypes.float32, (source,), (4, 4)) for source in (a, b, param(0, 8), param(1, 8))]
    run_linear(linear(call(add_constant(4), views[1], views[0])))
    assert values(b) == [0, 0, 0, 0, 5, 6, 7, 8]
    run_linear(linear(call(add_constant(4, 2.0), views[3], views[2])), input_uops=(a, b))
    assert values(b) == [0, 0, 0, 0, 6, 7, 8, 9]


def test_unknown_work_is_an_internal_error():
    with pytest.raises(InternalError, match="no rule runs CALL"): run_linear(linear(call(UOp(Ops.BARRIER), buffer(1))))


# ---- compiling


def test_compile_linear_runs_nothing():
    a, b = buffer(4, values=[0] * 4), buffer(4)
    schedule = linear(call(add_constant(4), b, a), copy(buffer(4), a))
    compiled = compile_linear(schedule)
    assert [c.src[0].op for c in compiled.src] == [Ops.PROGRAM, Ops.COPY] and not has_buffer(b)
    assert [s.op for s in compiled.src[0].src[0].src] == [Ops.SINK, Ops.SOURCE, Ops.BINARY]
    assert isinstance(compiled.src[0].src[0].arg, ProgramInfo) and GlobalCounters.kernel_count == 0
    assert compile_linear(schedule) is compiled and compile_linear(compiled) is compiled and compile_linear(linear()) is linear()


def test_compile_linear_forgets_with_the_linear():
    before = len(execute._compiled)
    schedule = linear(call(add_constant(4), buffer(4), buffer(4)))
    compile_linear(schedule)
    assert len(execute._compiled) == before + 1
    del schedule
    assert len(execute._compiled) == before


def test_program_without_binary_is_compiled():
    program = compile_linear(linear(call(add_constant(4), buffer(4), buffer(4)))).src[0].src[0]
    a, b = buffer(4, values=[1] * 4), buffer(4)
    run_linear(linear(call(program.replace(src=program.src[:2]), b, a)))
    assert values(b) == [2] * 4
    with pytest.raises(InternalError, match="has no BINARY"): get_runtime(program.replace(src=program.src[:2]), "CPU")


def test_choice_of_compiler_may_change():
    schedule = linear(call(add_constant(4), buffer(4), buffer(4, values=[0] * 4)))
    sources = []
    for choice in ("CPU:LLVM", "NULL", "CPU:LLVM"):
        with Context(DEV=choice):
            run_linear(schedule)
            sources.append(compile_linear(schedule).src[0].src[0].src[1].arg)
    assert "define void @map_4" in sources[0] and sources[0] == sources[2]


# ---- hand-made programs on NULL


def null_program(grid=(4,), variables=(), name="made", workgroup=None) -> UOp:
    info = ProgramInfo(name, globals=(1, 0), outs=(0,), ins=(1,), vars=variables, grid=grid, workgroup=workgroup, ops=100, bytes=200)
    return UOp(Ops.PROGRAM, src=(UOp.sink(), UOp(Ops.SOURCE, arg="text"), UOp(Ops.BINARY, arg=b"text")), arg=info)


@pytest.fixture
def launches(monkeypatch):
    """What a runtime of NULL was called with."""
    seen = []

    def run(*args):
        seen.append(args)
        return 0.5 if args[4] else None
    monkeypatch.setattr(Device["NULL"], "runtime", lambda program: run)
    runtime_cache.clear()
    yield seen
    runtime_cache.clear()


def test_launch_arguments(launches):
    a, b = buffer(4, "NULL"), buffer(4, "NULL")
    run_linear(linear(call(null_program(grid=(2, "n", 3), variables=("n",), workgroup=(8,)), a, b)), {"n": 7})
    assert launches == [([uop_buffer(b).raw, uop_buffer(a).raw], {"n": 7}, (2, 7, 3), (8,), False)]


def test_statistics(launches):
    schedule = linear(call(null_program(), buffer(4, "NULL"), buffer(4, "NULL")))
    run_linear(schedule)
    assert (GlobalCounters.kernel_count, GlobalCounters.ops, GlobalCounters.bytes, GlobalCounters.time_sum_s) == (1, 100, 200, 0)
    run_linear(schedule, wait=True)
    assert (GlobalCounters.kernel_count, GlobalCounters.global_ops, GlobalCounters.global_mem) == (2, 200, 400)
    assert GlobalCounters.time_sum_s == 0.5
    run_linear(schedule, update_stats=False)
    assert GlobalCounters.kernel_count == 2 and len(launches) == 3


def test_estimates():
    assert estimate_uop(call(null_program(), buffer(1), buffer(1))) == Estimate(100, 200)
    assert estimate_uop(call(add_constant(1000), buffer(1000), buffer(1000))) == Estimate(1000, 8000)
    assert estimate_uop(copy(buffer(10, "CPU:1"), buffer(10))) == Estimate(0, 80)
    assert estimate_uop(call(UOp(Ops.BUFFER_VIEW, dtypes.float32, (), (3, 2)), buffer(3), buffer(8))) == Estimate(0, 0)


def test_eight_threads_give_the_sequential_result():
    schedules = []
    for n in range(8):
        a, b, c = buffer(50, values=[float(n)] * 50), buffer(50), buffer(50)
        turns = [t for k in range(10) for t in (call(add_constant(50, float(k)), c, b), call(add_constant(50, 1.0), b, c))]
        schedules.append((b, linear(call(add_constant(50, 3.0), b, a), *turns)))
    threads = [threading.Thread(target=lambda s=s: [run_linear(s) for _ in range(5)]) for _, s in schedules]
    for t in threads: t.start()
    for t in threads: t.join()
    for n, (b, _) in enumerate(schedules): assert values(b) == [n + 3.0 + 55.0] * 50
    assert GlobalCounters.kernel_count == 8 * 5 * 21


# ---- what is shown


def test_level_2_is_a_line_for_each_launch(launches, capsys):
    a, b, c = buffer(4, "NULL"), buffer(4, "NULL"), buffer(4, "NULL:1")
    assert Device["NULL:1"].name == "NULL:1"  # opening it is shown too
    with Context(DEBUG=2): run_linear(linear(call(null_program(grid=(2, 3)), a, b), copy(c, a)))
    kernel, moved = capsys.readouterr().err.splitlines()
    assert re.fullmatch(r" +1  NULL +made +grid 2x3 +500 ms +200 FLOPS +400 B/s  mem [\d.]+ .?i?B", kernel), kernel
    assert re.match(r" +2  NULL:1 +copy 16 B, NULL:1 <- NULL  ", moved) and "\033" not in kernel


def test_what_a_launch_spans() -> None:
    info = ProgramInfo("made", (), (), (), grid=(2, "rows"))
    assert info.extent() == "grid 2xrows" and info.extent((2, 3)) == "grid 2x3"
    assert replace(info, workgroup=(16, 4)).extent((2, 3)) == "grid 2x3 of 16x4"


def test_nothing_is_shown_below_level_2(launches, capsys):
    with Context(DEBUG=1): run_linear(linear(call(null_program(), buffer(4, "NULL"), buffer(4, "NULL"))))
    assert capsys.readouterr() == ("", "")


def test_filter_narrows(launches, capsys):
    with Context(DEBUG=2, FILTER="want"):
        run_linear(linear(*(call(null_program(name=name), buffer(4, "NULL"), buffer(4, "NULL")) for name in ("wanted", "other"))))
    assert "wanted" in (shown := capsys.readouterr().err) and "other" not in shown


def test_colours_are_for_terminals(launches, capsys, monkeypatch):
    monkeypatch.setattr(debug_output.sys.stderr, "isatty", lambda: True, raising=False)
    schedule = linear(call(null_program(), buffer(4, "NULL"), buffer(4, "NULL")))
    with Context(DEBUG=2): run_linear(schedule)
    assert "\033[36mmade" in capsys.readouterr().err
    with Context(DEBUG=2, NO_COLOR="1"): run_linear(schedule)
    assert "\033" not in capsys.readouterr().err


def test_each_launch_is_told_to_who_listens(launches):
    a, b, heard = buffer(4, "NULL"), buffer(4, "NULL"), Recorder()
    heard.open()
    run_linear(linear(call(null_program(), a, b), copy(a, b)))
    heard.close()
    run_linear(linear(copy(a, b)))
    kernel, moved = (e for e in heard.events() if e.kind in events.DEVICE_KINDS)
    assert kernel[:3] == ("kernel", "made", "NULL") and kernel[4:7] == (0.5, 100, 200)
    assert kernel.program.op is Ops.PROGRAM and kernel.thread == bus.this_thread()
    assert moved.kind == "copy" and moved.start > kernel.start


def test_the_interface_has_its_names_where_programs_import_them() -> None:
    from heddle.engine import realize
    names = ("run_linear", "compile_linear", "pm_exec", "pm_compile", "ExecContext", "exec_kernel", "exec_copy", "exec_view",
             "exec_graph", "get_runtime", "runtime_cache", "track_stats", "estimate_uop")
    for name in names: assert getattr(realize, name) is (getattr(execute, name, None) or getattr(launch, name)), name
    assert set(realize.__all__) == set(names)
