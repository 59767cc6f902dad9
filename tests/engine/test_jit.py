"""Recordings of LINEARs and what is made of them: places, intermediates in one arena, memory that is filled again."""
from __future__ import annotations

import gc
import itertools
import weakref

import pytest

from heddle.device.buffer import Buffer, uop_buffer
from heddle.engine import execute
from heddle.engine.execute import compile_linear, recorder, run_linear
from heddle.engine.graph import written_by
from heddle.engine.jit import Recording, assemble
from heddle.errors import InternalError, JitError
from heddle.schedule.memory_planner import ALIGN
from heddle.uop import Ops, UOp
from tests.engine.kernels import add_constant, buffer, call, copy, linear, values


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setattr(execute.settings, "CACHE_DIR", str(tmp_path))


def inputs(size: int, *starts: float) -> list[UOp]: return [buffer(size, values=[start] * size) for start in starts]
def buffers(*nodes: UOp) -> list[Buffer]: return list(map(uop_buffer, nodes))


def test_what_runs_inside_is_recorded_and_runs():
    (a,), b = inputs(4, 1.0), buffer(4)
    with Recording() as recording:
        run_linear(linear(call(add_constant(4), b, a)))
        run_linear(linear(call(add_constant(4, 2.0), a, b), copy(b, a)))
    run_linear(linear(call(add_constant(4), b, b)))
    assert [c.src[0].op for c in recording.calls] == [Ops.PROGRAM, Ops.PROGRAM, Ops.COPY] and list(recording.used) == [b, a]
    assert recording.written == {a, b} and values(b) == [5] * 4 and recorder.get() is None


def test_replays_use_the_buffers_they_are_given():
    (a,), b = inputs(4, 1.0), buffer(4)
    with Recording() as recording:
        hidden = buffer(4)
        run_linear(linear(call(add_constant(4), hidden, a), call(add_constant(4, 10.0), b, hidden)))
    captured = assemble(recording, [a, b], [])
    assert recording.is_computed(hidden) and not recording.is_new(a)
    assert captured.arenas.size == ALIGN and captured.arenas.unplanned == 16
    assert not any(n.op is Ops.BUFFER and n in (a, b, hidden) for n in captured.linear.toposort())
    for start in (5.0, 7.0):
        (x,), y = inputs(4, start), buffer(4)
        captured.run(buffers(x, y))
        assert values(y) == [start + 11] * 4 and values(b) == [12] * 4


def test_intermediates_whose_lives_do_not_overlap_share_memory():
    (a,), b = inputs(1000, 1.0), buffer(1000)
    with Recording() as recording:
        chain = [a, *(buffer(1000) for _ in range(5)), b]
        for source, dest in itertools.pairwise(chain): run_linear(linear(call(add_constant(1000), dest, source)))
    captured = assemble(recording, [a, b], [])
    assert captured.arenas.unplanned == 20_000 and captured.arenas.size == 2 * 4096 and len(captured.submitted.src) == 1
    y = buffer(1000)
    captured.run(buffers(*inputs(1000, 3.0), y))
    assert values(y) == [9] * 1000
    kept = assemble(recording, [a, b], chain[1:3])
    kept.run(buffers(*inputs(1000, 4.0), y))
    assert values(chain[2]) == [6] * 1000 and kept.arenas.unplanned == 12_000


def test_memory_that_the_host_filled_is_filled_again():
    (a,), b = inputs(4, 1.0), buffer(4)
    with Recording() as recording:
        (total,) = inputs(4, 10.0)
        run_linear(linear(call(add_constant(4), b, total)))
        run_linear(linear(call(add_constant(4), total, total), call(add_constant(4), a, total)))
    assert values(b) == [11] * 4 and values(a) == [12] * 4
    captured, x, y = assemble(recording, [a, b], []), buffer(4), buffer(4)
    for _ in range(3):
        captured.run(buffers(x, y))
        assert values(y) == [11] * 4 and values(x) == [12] * 4


def test_constants_stay_and_may_be_held_as_a_copy():
    b = buffer(4)
    with Recording() as recording:
        (constant,) = inputs(4, 3.0)
        run_linear(linear(call(add_constant(4), b, constant)))
    captured, y = assemble(recording, [b], []), buffer(4)
    captured.run(buffers(y))
    assert values(y) == [4] * 4
    recording.hold_copy(constant)
    captured = assemble(recording, [b], [])
    run_linear(linear(call(add_constant(4), constant, constant)))
    captured.run(buffers(y))
    assert values(y) == [4] * 4


def test_the_check_is_told_before_anything_runs():
    (a,), b, told = inputs(4, 1.0), buffer(4), []

    def check(node: UOp, is_written: bool) -> None:
        told.append((node, is_written))
        if node is a and is_written: raise ValueError
    with Recording(check):
        run_linear(linear(call(add_constant(4), b, a)))
        with pytest.raises(ValueError): run_linear(linear(call(add_constant(4), b, b), call(add_constant(4), a, b)))
    assert told == [(b, True), (b, False), (a, False), (a, True)] and values(b) == [2] * 4


def test_who_checks_is_not_kept_alive():
    class Checker:
        def __init__(self) -> None: self.recording = Recording(self.check)
        def check(self, node: UOp, is_written: bool) -> None: pass
    gc.disable()
    try:
        checker = Checker()
        with checker.recording: pass
        gone = weakref.ref(checker)
        del checker
        assert gone() is None
    finally: gc.enable()


def test_what_cannot_be_recorded():
    with Recording(), pytest.raises(JitError, match="n is bound to 3 and to 4 in one captured call"):
        for value in (3, 4): run_linear(linear(), {"n": value})
    view = call(UOp(Ops.BUFFER_VIEW, uop_buffer(buffer(4)).dtype, (), (2, 0)), buffer(2), buffer(4))
    with pytest.raises(InternalError, match="a capture cannot hold CALL"): written_by(view)
    (a,), b = inputs(4, 1.0), buffer(4)
    assert written_by(compile_linear(linear(call(add_constant(4), b, a))).src[0]) == [b]
