"""Searches with real workers: faults of all kinds, Ctrl-C, budgets, and that results stay as they are."""
from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import heddle
from heddle import Tensor
from heddle.device import Device
from heddle.dtype import dtypes
from heddle.engine import compile
from heddle.engine.beam import (
    allow_searches,
    find_actions,
    kept_pools,
    quarantine,
    session,
    winners,
    worker_pool,
)
from heddle.engine.beam.search import Duel, Search
from heddle.engine.compile import program_of
from heddle.engine.execute import run_linear
from heddle.errors import HeddleWarning
from heddle.renderer import Capabilities
from heddle.schedule import create_schedule
from heddle.settings import Context, settings
from heddle.uop import AxisType, Ops, ParamArg, UOp
from tests.codegen import kernels
from tests.engine.beam.kernels import ROOT, column_sums, faulty_command, first_lists
from tests.engine.kernels import buffer, call, linear, values

BEAM = Context(BEAM=1, BEAM_BUDGET=60.0, BEAM_TIMEOUT=5.0)


@pytest.fixture(autouse=True)
def fresh(tmp_path, monkeypatch):
    monkeypatch.setattr(settings, "CACHE_DIR", str(tmp_path / "cache"))
    for table in (compile._programs, winners._here, quarantine._here): table.clear()
    yield
    for table in (compile._programs, winners._here, quarantine._here): table.clear()
    allow_searches()


@pytest.fixture(autouse=True)
def recorded(fresh, tmp_path):
    """A profile of the whole test, which is whole and can be saved, whatever befell the workers, and goes on recording."""
    with heddle.profile() as p:
        yield p
        (Tensor([1.0, 2.0], device="CPU") + 1).realize()
    assert p.dropped == 0 and [e.name for e in p.events if e.kind == "kernel"][-1] == "map_2"
    for e in p.events: assert 0 <= e.seconds and e.start + e.seconds <= time.perf_counter()
    p.save(tmp_path / "trace.json")
    told = [e["name"] for e in json.loads((tmp_path / "trace.json").read_text())["traceEvents"] if e["ph"] == "X"]
    assert len(told) == len(p.events)


def searches(p) -> list[str]:
    """The kernels of the searches that are in a profile."""
    return [e.name for e in p.events if e.kind == "search" and e.seconds > 0]


@pytest.fixture
def short(monkeypatch) -> None:
    """Searches with two workers, that try what they begin with and stop."""
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    monkeypatch.setattr(Search, "_to_look_around", lambda self: [])
    monkeypatch.setattr(Search, "_final", lambda self: None)


@pytest.mark.parametrize("kind, says", [
    ("segv", "the worker was ended by SIGSEGV"), ("loop", "no end after"), ("dying compiler", "the worker was ended by SIGKILL"),
    ("slow compiler", "no end after 1 s"), ("wrong", None), ("outside", None)])
def test_a_candidate_that_misbehaves(kind, says, monkeypatch, tmp_path, short, recorded):
    """The search goes on and ends with something right; what crashed or hung is not tried again, in another process neither."""
    ast, device, log = column_sums(), Device["CPU"], tmp_path / "log"
    victim = first_lists(ast)[1]
    monkeypatch.setattr(worker_pool, "worker_command", faulty_command(kind, [victim], log))
    with Context(BEAM=1, BEAM_BUDGET=60.0, BEAM_TIMEOUT=1.0 if "slow" in kind else 3.0): found = find_actions([(ast, device)])[0]
    assert found is not None and found != victim and log.read_text().count(kind) == 1
    assert searches(recorded) == ["reduce_80_over_96"]
    quarantine._here.clear()
    reason = quarantine.reason(ast, device, victim)
    assert reason is None if says is None else reason is not None and reason.startswith(says)
    if kind != "segv": return
    winners.clear()
    with Context(BEAM=1, BEAM_BUDGET=60.0): assert find_actions([(ast, device)])[0] is not None
    assert log.read_text().count(kind) == 1


def test_a_worker_killed_from_outside(monkeypatch, short, recorded):
    """While the search runs, again and again."""
    run = Search._run

    def kill_then_run(self, plan, compiled):
        if self.tried == 1: os.kill(self.crew.runner.pid, signal.SIGKILL)
        run(self, plan, compiled)

    monkeypatch.setattr(Search, "_run", kill_then_run)
    with BEAM: assert find_actions([(column_sums(), Device["CPU"])])[0] is not None
    assert searches(recorded) == ["reduce_80_over_96"]


def test_ctrl_c_ends_with_the_best_so_far(monkeypatch, capfd, short, recorded):
    """In the middle of a search whose budget is an hour, with a candidate that never ends in its worker."""
    log = Path(settings.CACHE_DIR).parent / "log"
    ast, device = column_sums(), Device["CPU"]
    monkeypatch.setattr(worker_pool, "worker_command", faulty_command("loop", [first_lists(ast)[1]], log))
    began = threading.Event()
    send = worker_pool.Member.request

    def tell_then_send(self, request, limit):
        if request.words["do"] == "run" and not request.words["is_reference"]: began.set()
        return send(self, request, limit)

    def press() -> None:
        began.wait(60)
        time.sleep(0.2)
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(worker_pool.Member, "request", tell_then_send)
    monkeypatch.setattr(Search, "_limit", lambda self, most=0.0: 3600.0)
    finger = threading.Thread(target=press)
    finger.start()
    with Context(BEAM=1, BEAM_BUDGET=3600.0, BEAM_TIMEOUT=3600.0): program = program_of(ast, device)
    finger.join()
    assert program.arg.applied == first_lists(ast)[0]  # nothing else was measured yet
    assert searches(recorded) == ["reduce_80_over_96"]
    assert "stopped by Ctrl-C" in capfd.readouterr().err and winners.everything() == []
    with Context(BEAM=1): assert find_actions([(column_sums(96, 81), device)]) == [None]  # no more searches
    allow_searches()
    assert not session._stopped.is_set()


def test_ctrl_c_after_something_was_proven(monkeypatch, short):
    """What won its duels so far is used."""
    def prove_and_stop(self):
        self.best = self.measured[-1], Duel(2.0, 1.0, True)
        raise KeyboardInterrupt

    monkeypatch.setattr(Search, "_final", prove_and_stop)
    with BEAM: found = find_actions([(column_sums(), Device["CPU"])])[0]
    assert found in first_lists(column_sums())[1:]


def test_the_budget_is_kept_and_nothing_is_searched_without_one(monkeypatch):
    with Context(BEAM=1000, BEAM_BUDGET=1.5): assert find_actions([(kernels.product(64, 64, 64).ast, Device["CPU"])])[0] is not None
    monkeypatch.setattr(worker_pool, "worker_command", lambda: pytest.fail("a worker was started"))
    ast = column_sums(96, 81)
    with Context(BEAM=8, BEAM_BUDGET=0.0): assert find_actions([(ast, Device["CPU"])]) == [None]
    with Context(BEAM=8, NOOPT=1): assert find_actions([(ast, Device["CPU"])]) == [None]


def test_loops_that_hand_a_value_on_are_not_searched() -> None:
    (call,) = create_schedule(UOp.sink(Tensor.empty(64, 80).cumsum(1).uop)).linear.src
    with BEAM:
        assert find_actions([(call.src[0], Device["CPU"])]) == [None]
        assert Tensor.ones(70, 2).contiguous().cumsum(0).tolist() == [[n, n] for n in range(1, 71)]


def test_workers_are_kept_for_the_next_search_and_go_home(monkeypatch, short):
    """A batch, and another one: the same processes; in a forked child there are none."""
    def pids() -> set[int | None]: return {m.pid for _, c in session._crews._crews.values() for m in c.everyone()}

    with BEAM:
        assert find_actions([(column_sums(), Device["CPU"])])[0] is not None
        first = pids()
        assert find_actions([(column_sums(96, 81), Device["CPU"])])[0] is not None
        assert pids() == first and None not in first
        if (child := os.fork()) == 0: os._exit(0 if not pids() else 1)
        assert os.waitpid(child, 0)[1] == 0
        monkeypatch.setattr(kept_pools, "IDLE_SECONDS", 0.0)
        with Context(THREADS=1): assert find_actions([(column_sums(96, 82), Device["CPU"])])[0] is not None
    timer = session._crews._timer
    assert timer is not None
    timer.join(60)
    assert not pids() and not any(Path(f"/proc/{pid}").exists() for pid in first)


def test_workers_of_a_search_that_was_stopped_are_not_asked_again(short, monkeypatch):
    def stop(self): raise KeyboardInterrupt

    monkeypatch.setattr(Search, "_to_look_around", stop)
    with BEAM: assert find_actions([(column_sums(), Device["CPU"])])[0] is not None
    assert not session._crews._crews


def test_all_searches_together_take_no_longer_than_they_may(short):
    with Context(BEAM=1, BEAM_BUDGET=60.0, BEAM_TOTAL_BUDGET=1e-6):
        assert find_actions([(column_sums(), Device["CPU"])])[0] is not None  # it began in time
        with pytest.warns(HeddleWarning, match="searches have taken the 1 us of BEAM_TOTAL_BUDGET: the heuristic decides"):
            assert find_actions([(column_sums(96, 81), Device["CPU"])]) == [None]
    with BEAM: assert find_actions([(column_sums(96, 81), Device["CPU"])])[0] is not None


def test_a_known_winner_is_used_without_a_search(monkeypatch):
    from tests.engine.beam.test_winners import ACTIONS, winner
    monkeypatch.setattr(worker_pool, "worker_command", lambda: pytest.fail("a worker was started"))
    caps = Device["CPU"].renderer.capabilities
    winners.keep(winner(ACTIONS, beam=3), column_sums(), caps)
    with Context(BEAM=3): program = program_of(column_sums(), Device["CPU"])
    assert program.arg.applied == ACTIONS
    # an import changes what is compiled, though there is a program of this BEAM on disk
    winners.keep(winner((), beam=3), column_sums(), caps)
    compile._programs.clear()
    with Context(BEAM=3, VERIFY=0): assert program_of(column_sums(), Device["CPU"]).arg.applied == ()


def test_a_device_that_cannot_be_timed_says_so_and_the_heuristic_decides():
    with BEAM: assert find_actions([(column_sums(), Device["NULL"])]) == [None]


def test_workers_that_cannot_start_are_a_warning(monkeypatch):
    monkeypatch.setattr(worker_pool, "worker_command", lambda: ["/nowhere/python"])
    with BEAM, pytest.warns(HeddleWarning, match="BEAM cannot search for kernels of CPU: no process can be started"):
        assert find_actions([(column_sums(), Device["CPU"])]) == [None]


@pytest.mark.parametrize("make", [kernels.softmax_rows, kernels.in_place, kernels.two_results], ids=lambda f: f.__name__)
def test_results_are_those_of_the_heuristic(make):
    case = make()
    with Context(BEAM=2, BEAM_BUDGET=1.0): actions = find_actions([(case.ast, Device["CPU"])])[0]
    from heddle.codegen.actions.action import Action
    from heddle.codegen.simplify import simplify
    sink = simplify(case.ast)
    for text in actions: sink = Action.parse(text).apply(sink, Capabilities())
    case.check(kernels.on_cpu(case, sink), actions)


def test_a_kernel_whose_length_is_a_variable():
    """It is measured at its greatest length, and right at others."""
    n, size = UOp.variable("n", 1, 5000), 5000
    loop = UOp(Ops.RANGE, dtypes.index, (n,), (0, AxisType.LOOP))
    out, source = (UOp(Ops.PARAM, dtypes.float32, (), ParamArg(slot, size)) for slot in range(2))
    ast = UOp.sink(out.index(loop).store(source.index(loop).load() + 1.0).end(loop))
    a, b = buffer(size, values=[2.0] * size), buffer(size, values=[0.0] * size)
    with Context(BEAM=1, BEAM_BUDGET=1.0): run_linear(linear(call(ast, b, a)), {"n": 7})
    assert values(b) == [3.0] * 7 + [0.0] * (size - 7) and [w.name for w in winners.everything()] == ["map_5000"]


SCRIPT = '''
open("count", "a").write("x")
from heddle import Context, Tensor
x = Tensor([[float(i * j % 7) for i in range(40)] for j in range(50)])
with Context(BEAM=2, BEAM_BUDGET=1.0): found = (x.sum(0) * 2).tolist()
with Context(BEAM=0): assert found == (x.sum(0) * 2).tolist()
print(len(found))
'''


def test_a_script_without_a_main_guard_runs_once(tmp_path):
    (tmp_path / "train.py").write_text(SCRIPT)
    (tmp_path / "json.py").write_text("raise SystemExit('a module of the user was imported')")
    environ = {**os.environ, "PYTHONPATH": ROOT, "CACHE_DIR": settings.CACHE_DIR, "DEBUG": "2", "PROFILE": "1"}
    # -P: the script itself is not to stumble over its neighbour; what workers import is asked here
    done = subprocess.run([sys.executable, "-P", "train.py"], cwd=tmp_path, env=environ, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and done.stdout.split() == ["40"], done.stderr
    assert (tmp_path / "count").read_text() == "x" and "BEAM reduce_40_over_50:" in done.stderr
    # the profile of the process has the search; its workers have none of their own
    assert "Python: search" in done.stderr and done.stderr.count("best seen on CPU") == 1
