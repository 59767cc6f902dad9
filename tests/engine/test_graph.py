"""Graphs: what is batched, that the result is that of running one by one, what is counted and shown."""
from __future__ import annotations

import gc
import threading
import time
from dataclasses import replace
from itertools import pairwise

import pytest

from heddle.device import Device
from heddle.device.buffer import has_buffer, uop_buffer
from heddle.dtype import dtypes
from heddle.engine import execute, graph
from heddle.engine.execute import compile_linear, run_linear
from heddle.engine.graph import graph_cache, with_graphs
from heddle.settings import Context
from heddle.tracing import bus
from heddle.tracing.counters import GlobalCounters
from heddle.tracing.recorder import Recorder
from heddle.uop import Ops, UOp
from tests.engine.kernels import add_constant, buffer, call, copy, linear, param, values


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setattr(execute.settings, "CACHE_DIR", str(tmp_path))
    GlobalCounters.reset()


def graphed(*calls: UOp) -> UOp: return with_graphs(compile_linear(linear(*calls)))


def part(source: UOp, size: int, offset: int) -> UOp: return UOp(Ops.BUFFER_VIEW, source.dtype, (source,), (size, offset))


# ---- what is batched


def test_consecutive_kernels_are_one_call_over_the_buffers_they_use():
    a, b, c = buffer(20, values=list(range(20))), buffer(20), buffer(20)
    made = graphed(call(add_constant(20), b, a), call(add_constant(20, 10.0), c, b), call(add_constant(20), b, c))
    (one,) = made.src
    assert one.src[0].op is Ops.LINEAR and len(one.src[0].src) == 3 and one.src[1:] == (b, a, c)
    assert not any(n.op is Ops.BUFFER for n in one.src[0].toposort())
    run_linear(made)
    assert values(c) == [x + 11 for x in range(20)] and values(b) == [x + 12 for x in range(20)]


def test_other_devices_and_single_kernels_stand_apart():
    a, b, n, m = buffer(4, values=[1] * 4), buffer(4), buffer(4, "PYTHON"), buffer(4, "PYTHON")
    made = graphed(call(add_constant(4), b, a), copy(n, b), call(add_constant(4), m, n), copy(b, m), call(add_constant(4), a, b),
                   call(add_constant(4), b, a))
    assert [c.src[0].op for c in made.src] == [Ops.PROGRAM, Ops.COPY, Ops.PROGRAM, Ops.COPY, Ops.LINEAR]
    run_linear(made)
    assert values(b) == [5] * 4


def test_copies_between_memories_of_the_host_are_taken_in():
    a, b, c = buffer(100_000, values=[1] * 100_000), buffer(100_000, "CPU:1"), buffer(100_000)
    made = graphed(copy(c, b), call(add_constant(100_000), a, c), copy(c, a))
    assert [len(x.src[0].src) for x in made.src] == [3]
    uop_buffer(b).copyin(memoryview(uop_buffer(a).tobytes()))
    run_linear(made)
    assert values(c) == [2] * 100_000 and GlobalCounters.copy_bytes == 800_000


def test_parts_of_buffers():
    a, b = buffer(8, values=list(range(8))), buffer(8, values=[0] * 8)
    run_linear(graphed(call(add_constant(4), part(b, 4, 4), part(a, 4, 2)), call(add_constant(2), part(b, 2, 0), part(b, 2, 6))))
    assert values(b) == [6, 7, 0, 0, 3, 4, 5, 6]


def test_one_kernel_is_a_graph_where_launches_are_encoded_for_a_queue(monkeypatch):
    monkeypatch.setattr(type(Device["CPU"]), "encodes_launches", True)
    a, b, n = buffer(4), buffer(4, values=[0] * 4), buffer(4, "PYTHON")
    made = graphed(call(add_constant(4), a, b), copy(n, a))
    assert [c.src[0].op for c in made.src] == [Ops.LINEAR, Ops.COPY]
    run_linear(made)
    assert values(n) == [1] * 4


def test_nothing_to_batch():
    assert graphed() is linear()
    a, b = buffer(4), buffer(4, values=[0] * 4)
    compiled = compile_linear(linear(call(add_constant(4), a, b)))
    assert with_graphs(compiled) is compiled


# ---- running


def test_params_are_the_inputs_of_the_run():
    source, target = param(0, 4), param(1, 8)
    made = graphed(*(call(add_constant(4), part(target, 4, at), source) for at in (4, 0)))
    for start in (1.0, 5.0):
        a, b = buffer(4, values=[start] * 4), buffer(8)
        run_linear(made, input_uops=(a, b))
        assert values(b) == [start + 1] * 8


def test_buffers_get_memory_before_the_run():
    a, b, c = buffer(4, values=[1] * 4), buffer(4), buffer(4)
    assert not has_buffer(b)
    run_linear(graphed(call(add_constant(4), b, a), call(add_constant(4), c, b)))
    assert values(c) == [3] * 4


def test_equal_work_on_other_buffers_is_one_graph():
    def made() -> tuple[UOp, UOp]:
        a, b = buffer(4, values=[1] * 4), buffer(4)
        return graphed(call(add_constant(4), b, a), call(add_constant(4), a, b)), a
    (first, a), (second, b) = made(), made()
    assert first.src[0].src[0] is second.src[0].src[0]
    run_linear(first)
    run_linear(second)
    assert values(a) == values(b) == [3] * 4


def test_a_graph_is_made_ready_once_and_forgotten_with_its_linear():
    gc.collect()
    before = len(graph_cache)
    made = graphed(call(add_constant(4, 3.5), buffer(4), buffer(4)), call(add_constant(4, 4.5), buffer(4), buffer(4)))
    run_linear(made)
    ready = graph.load_graph(made.src[0].src[0])
    run_linear(made)
    assert graph.load_graph(made.src[0].src[0]) is ready and len(graph_cache) == before + 1
    del made
    assert len(graph_cache) == before


def test_eight_threads_share_a_graph():
    calls = [t for k in range(50) for t in (call(add_constant(50, float(k)), param(1, 50), param(0, 50)),
                                            call(add_constant(50), param(0, 50), param(1, 50)))]
    shared, buffers = graphed(*calls), [(buffer(50, values=[float(n)] * 50), buffer(50)) for n in range(8)]
    threads = [threading.Thread(target=lambda b=b: [run_linear(shared, input_uops=b) for _ in range(5)]) for b in buffers]
    for t in threads: t.start()
    for t in threads: t.join()
    for n, (a, _) in enumerate(buffers): assert values(a) == [n + 5 * (50 + 49 * 25.0)] * 50


# ---- counting and showing


def test_a_graph_counts_what_its_kernels_would():
    calls = [call(add_constant(20), buffer(20), buffer(20, values=[0] * 20)) for _ in range(3)]
    compiled = compile_linear(linear(*calls))
    run_linear(compiled)
    wanted = GlobalCounters.kernel_count, GlobalCounters.ops, GlobalCounters.bytes
    GlobalCounters.reset()
    run_linear(with_graphs(compiled))
    assert (GlobalCounters.kernel_count, GlobalCounters.ops, GlobalCounters.bytes) == wanted and wanted[0] == 3 and wanted[2] > 0
    run_linear(with_graphs(compiled), update_stats=False)
    assert GlobalCounters.kernel_count == 3


def test_level_2_shows_each_kernel(capsys):
    a, b = buffer(4, values=[1] * 4), buffer(4)
    made = graphed(call(add_constant(4), param(0, 4), a), call(add_constant(4), a, param(0, 4)))
    with Context(DEBUG=2): run_linear(made, input_uops=(b,))
    assert len([line for line in capsys.readouterr().err.splitlines() if "map_4" in line]) == 2
    assert values(a) == [3] * 4 and GlobalCounters.kernel_count == 2


def test_timing_and_validation_see_each_kernel():
    a, b = buffer(4, values=[1] * 4), buffer(4)
    made = graphed(call(add_constant(4), b, a), call(add_constant(4), a, b))
    run_linear(made, wait=True)
    assert GlobalCounters.kernel_count == 2 and GlobalCounters.time_sum_s > 0
    with Context(VALIDATE_WITH_CPU=1): run_linear(made)
    assert GlobalCounters.kernel_count == 4 and values(a) == [5] * 4


def test_parts_of_parts_of_inputs_one_by_one():
    a, b = buffer(4, values=[0] * 4), buffer(8, values=list(range(8)))
    inside = part(part(param(0, 8), 6, 2), 4, 1)
    made = graphed(call(add_constant(4), a, inside), call(add_constant(4), a, a))
    run_linear(made, input_uops=(b,), wait=True)
    assert values(a) == [5, 6, 7, 8] and GlobalCounters.kernel_count == 2


def test_dtypes_of_views_count_their_own_elements():
    a, b = buffer(4, values=[1, 2, 3, 4]), UOp.new_buffer("CPU", 32, dtypes.uint8)
    view = UOp(Ops.BUFFER_VIEW, dtypes.float32, (b,), (4, 4))
    run_linear(graphed(call(add_constant(4), view, a), call(add_constant(4), a, view)))
    assert values(a) == [3, 4, 5, 6]


# ---- what is told of graphs


def test_each_launch_of_a_graph_is_told_with_its_own_time():
    a, b, c = buffer(20, values=list(range(20))), buffer(20), buffer(20)
    made = graphed(call(add_constant(20), b, a), copy(c, b), call(add_constant(20, 10.0), a, c))
    heard = Recorder()
    heard.open()
    begin = time.perf_counter()
    for _ in range(2): run_linear(made)
    end = time.perf_counter()
    heard.close()
    run_linear(made)
    told = [e for e in heard.events() if e.within]
    assert [e.kind for e in told] == ["kernel", "copy", "kernel"] * 2 and {e.within for e in told} == {"graph of 3"}
    assert told[0].bytes == told[2].bytes == 160 and told[1].name == "copy 80 B, CPU <- CPU"
    assert told[0].program.op is Ops.PROGRAM and all(e.thread == bus.this_thread() for e in told)
    for e, after in pairwise(told): assert e.start + e.seconds <= after.start + 1e-6
    assert begin - 1e-4 < told[0].start and told[-1].start + told[-1].seconds < end + 1e-4


def test_a_graph_that_knows_no_times_is_told_as_a_whole(monkeypatch):
    a, b = buffer(20, values=[1] * 20), buffer(20)
    made = graphed(call(add_constant(20), b, a), call(add_constant(20), a, b))
    loaded = graph.load_graph(made.src[0].src[0])
    monkeypatch.setattr(graph, "load_graph", lambda _: replace(loaded, timed=None))
    heard = Recorder()
    heard.open()
    run_linear(made)
    heard.close()
    (told,) = (e for e in heard.events() if e.kind == "graph")
    assert told.name == "graph of 2" and told.device == "CPU" and values(a) == [3] * 20
