"""Workers answer, die, hang and are replaced."""
from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from heddle.engine.beam import worker_pool
from heddle.engine.beam.messages import Message
from heddle.engine.beam.worker_pool import Crew, Member, NoWorkerError
from heddle.process import workers
from heddle.uop.printer import show_graph
from tests.engine.beam.kernels import column_sums, faulty_command, first_lists
from tests.process.test_workers import is_gone

OPEN = Message({"do": "open", "device": "CPU", "switches": {"THREADS": 1}})


@pytest.fixture
def kernel():
    return Message({"do": "kernel", "variables": {}, "kind": "positive", "seed": 0}, show_graph(column_sums()).encode())


@pytest.fixture
def member(kernel):
    found = Member([OPEN, kernel])
    yield found
    found.kill()


def compile_request(actions) -> Message: return Message({"do": "compile", "actions": list(actions)})


def test_a_worker_compiles_and_runs(member):
    compiled = member.request(compile_request(first_lists(column_sums())[0]), 30)
    assert compiled.ok and compiled.data and compiled.words["info"]["name"] == "reduce_80_over_96"
    run = {"do": "run", "info": compiled.words["info"], "is_reference": True, "give_up": 1.0}
    seconds = member.request(Message(run, compiled.data), 30).words["seconds"]
    assert len(seconds) >= 3 and all(s > 0 for s in seconds)


def test_what_cannot_be_compiled_is_an_answer_and_the_worker_lives(member):
    answer = member.request(compile_request(["split 77 by 2 as loop"]), 30)
    pid = member.pid
    assert not answer.ok and "no axis 77" in answer.why and not answer.ended
    assert member.request(compile_request([]), 30).ok and member.pid == pid


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV])
def test_a_worker_that_dies_is_replaced(member, number):
    assert member.request(compile_request([]), 30).ok
    first = member.pid
    os.kill(first, number)
    answer = member.request(compile_request([]), 30)
    assert answer.ended == f"the worker was ended by {number.name}" and not answer.ok and not answer.late and member.pid is None
    assert member.request(compile_request([]), 30).ok and member.pid != first


def test_a_worker_that_is_late_is_killed(kernel, monkeypatch, tmp_path):
    monkeypatch.setattr(worker_pool, "worker_command", faulty_command("slow compiler", ["all"], tmp_path / "log"))
    member = Member([OPEN, kernel])
    answer = member.request(compile_request([]), 0.3)
    assert answer.late and answer.ended == "no end after 0.3 s" and member.pid is None


def test_the_watchdog_ends_a_worker_that_nobody_waits_for(kernel, monkeypatch, tmp_path):
    monkeypatch.setattr(worker_pool, "worker_command", faulty_command("slow compiler", ["all"], tmp_path / "log"))
    monkeypatch.setattr(worker_pool, "_GRACE_SECONDS", 0.2)
    member = Member([OPEN, kernel])
    member.begin(compile_request([]), 0.1)
    assert member._process.wait(timeout=60) == 1  # by itself
    member.kill()


def test_compilers_work_side_by_side_and_answers_keep_their_order(kernel):
    team = Crew("CPU", {}, 2)
    try:
        team.take(kernel)
        lists = [("split 0 by 4 as unroll",), ("split 9 by 4 as unroll",), (), ("mark 1 as reduce",), ("split 1 by 8 as loop",)]
        answers = list(team.compile(lists, lambda: 30.0))
        assert [a.ok for a in answers] == [True, False, True, True, True]
        assert [tuple(a.words["info"]["applied"]) for a in answers if a.ok] == [lists[0], lists[2], lists[3], lists[4]]
        assert None not in {m.pid for m in team.everyone()}
    finally: team.stop()
    assert {m.pid for m in team.everyone()} == {None}


def test_a_device_that_others_cannot_open():
    member = Member([Message({"do": "open", "device": "NOWHERE", "switches": {}})])
    with pytest.raises(NoWorkerError, match="a worker could not begin: DeviceError: unknown device 'NOWHERE'"):
        member.request(compile_request([]), 30)
    member.kill()


def test_no_process_can_be_started(monkeypatch):
    monkeypatch.setattr(worker_pool, "worker_command", lambda: ["/nowhere/python"])
    with pytest.raises(NoWorkerError, match="no process can be started"): Member([OPEN]).request(compile_request([]), 1)


def test_workers_end_with_the_process_that_started_them(tmp_path):
    program = ("from heddle.engine.beam.worker_pool import Member; from heddle.engine.beam.messages import Message; import os\n"
               f"m = Member([Message({OPEN.words!r})]); m.start(); print(m.pid, flush=True); os._exit(0)")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    pid = int(done.stdout)
    for _ in range(600):
        if not Path(f"/proc/{pid}").exists() or "Z" in Path(f"/proc/{pid}/stat").read_text().split()[2]: return
        __import__("time").sleep(0.05)
    raise AssertionError("the worker lives on")


def test_a_worker_in_the_middle_of_a_candidate_ends_at_once_with_its_parent(tmp_path):
    """SIGTERM runs nothing in the parent that could end its workers, and the time limit of the candidate is far away."""
    program = (f"import time\nfrom heddle.engine.beam import worker_pool as crew\nfrom heddle.engine.beam.messages import Message\n"
               f"from tests.engine.beam.kernels import faulty_command, column_sums\nfrom heddle.uop.printer import show_graph\n"
               f"crew.worker_command = faulty_command('slow compiler', ['all'], {str(tmp_path / 'log')!r})\n"
               f"kernel = Message(dict(do='kernel', variables=dict(), kind='positive', seed=0), show_graph(column_sums()).encode())\n"
               f"m = crew.Member([Message({OPEN.words!r}), kernel])\nm.begin(Message(dict(do='compile', actions=[])), 1000)\n"
               f"print(m.pid, flush=True)\ntime.sleep(1000)")
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[3])
    pid = int(parent.stdout.readline())
    until = time.monotonic() + 60
    while not (tmp_path / "log").exists() and time.monotonic() < until: time.sleep(0.02)  # it is at work
    parent.send_signal(signal.SIGTERM)
    parent.wait()
    until = time.monotonic() + 2
    while not is_gone(pid): assert time.monotonic() < until


def test_modules_of_the_user_are_not_on_the_path(monkeypatch, tmp_path):
    monkeypatch.setattr(sys.modules["__main__"], "__file__", str(tmp_path / "train.py"), raising=False)
    monkeypatch.setattr(sys, "path", ["", str(tmp_path), "/elsewhere", *sys.path])
    found = workers.search_path()
    assert "" not in found and str(tmp_path) not in found and "/elsewhere" in found
    home = next(p for p in found if (Path(p) / "heddle").is_dir())
    assert home == str(Path(workers.__file__).resolve().parents[2])
