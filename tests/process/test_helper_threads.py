"""Calls in helper threads: results, errors with the caller's line, settings, Ctrl-C while they are under way."""
from __future__ import annotations

import _thread
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import pytest

from heddle.errors import CompileError, user_location
from heddle.process import helper_threads
from heddle.process.cores import usable_cores
from heddle.settings import Context, settings


def test_a_call_returns_and_raises_as_the_function_does() -> None:
    assert helper_threads.call(lambda: 3) == 3
    with pytest.raises(KeyError): helper_threads.call(lambda: {}[1])


def test_it_runs_elsewhere_and_calls_from_there_stay() -> None:
    assert helper_threads.call(lambda: threading.current_thread().name).startswith("heddle-helper")
    assert helper_threads.call(lambda: helper_threads.call(threading.current_thread) is threading.current_thread())


def test_settings_and_the_line_of_the_caller() -> None:
    with Context(BEAM=7): assert helper_threads.call(lambda: settings.BEAM) == 7
    here = user_location()
    fault = helper_threads.call(lambda: CompileError("refused"))
    assert here is not None and fault.where is not None and fault.where[0] == here[0]
    assert user_location() is not None and helper_threads.calling.frame is None


def test_many_tasks_finish_on_few_threads() -> None:
    seen: set[str] = set()
    def work(n: int) -> int:
        seen.add(threading.current_thread().name)
        time.sleep(0.001)
        return n
    tasks = [helper_threads.submit(lambda n=n: work(n)) for n in range(100)]
    assert [t.result() for t in tasks] == list(range(100)) and len(seen) <= usable_cores() + 1


def _unheard() -> None:
    """A signal that does not wake the wait, as one does that Python handles when the wait is about to begin."""
    time.sleep(0.2)  # the other thread waits by then
    _thread.interrupt_main()


@pytest.mark.parametrize("interrupt", [lambda: os.kill(os.getpid(), signal.SIGINT), _unheard], ids=("signal", "unheard signal"))
def test_ctrl_c_ends_the_wait_and_not_the_work(interrupt: Callable[[], None]) -> None:
    finished, begun, released = threading.Event(), threading.Event(), threading.Event()
    def work() -> None:
        begun.set()
        released.wait(30)
        finished.set()
    def interrupt_work() -> None:
        begun.wait()
        interrupt()
    threading.Thread(target=interrupt_work).start()
    with pytest.raises(KeyboardInterrupt): helper_threads.call(work)
    assert not finished.is_set()
    released.set()
    assert finished.wait(5)
    assert helper_threads.call(lambda: 5) == 5


def test_a_call_that_never_ends_keeps_nobody_from_the_next() -> None:
    """Ctrl-C leaves each of them behind: others get threads of their own."""
    release = threading.Event()
    for _ in range((os.cpu_count() or 1) + 1):
        task = helper_threads.submit(release.wait)
        task.abandoned = True
    assert helper_threads.call(lambda: 6) == 6
    release.set()


def test_threads_without_work_end_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    code = """
import threading, time
from heddle.process import helper_threads
from heddle.process.cores import usable_cores
helper_threads.IDLE_SECONDS = 0.05
idle = []
helper_threads.on_idle.append(lambda: idle.append(1))
for n in range(3):
    assert helper_threads.call(lambda: n) == n
    time.sleep(0.3)
    assert threading.active_count() == 1 and len(idle) == n + 1, (threading.enumerate(), idle)
"""
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stderr == ""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_starts_its_own() -> None:
    assert helper_threads.call(lambda: 1) == 1
    if (child := os.fork()) == 0: os._exit(helper_threads.call(lambda: 42))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 42


def test_at_the_end_of_a_process() -> None:
    code = "import atexit; from heddle.process import helper_threads\natexit.register(lambda: print(helper_threads.call(lambda: 3)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("3\n", "")
