"""Ctrl-C in a finalizer is raised a moment later; other errors there are told as ever."""
from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading

import pytest

from heddle.process import interrupts

CODE = """
import os, signal, sys, time
from heddle import Tensor
from heddle.tensor import aliasing as live
def interrupted(*_): os.kill(os.getpid(), signal.SIGINT)
{0}
try:
    x = (Tensor([1, 2]) + 1).realize()
    del x
    for _ in range(2000): time.sleep(0.001)
except KeyboardInterrupt: print("interrupted")
print((Tensor([1, 2]) + 1).tolist())
"""


@pytest.mark.parametrize("where", ["live.Storage._release = lambda self: interrupted()",
                                   "import heddle.device.allocator as a; a.Allocator.free = lambda self, *_: interrupted()"])
def test_an_interrupt_in_a_finalizer_is_raised_afterwards(where: str) -> None:
    # once: the finalizers of what follows are as they were
    where = where.replace("interrupted()", "first.pop()() if first else None") + "\nfirst = [interrupted]"
    done = subprocess.run([sys.executable, "-c", CODE.format(where)], capture_output=True, text=True, timeout=60,
                          env=os.environ | {"DEV": "PYTHON", "VERIFY": "0"})
    assert (done.stdout, done.stderr) == ("interrupted\n[2, 3]\n", "")


def test_other_errors_are_told_as_ever() -> None:
    code = CODE.format("live.Storage._release = lambda self: 1 / 0") + "os._exit(0)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, env=os.environ | {"DEV": "PYTHON"})
    assert "ZeroDivisionError" in done.stderr and "Exception ignored in" in done.stderr


def test_a_weak_reference_to_a_node() -> None:
    code = """
import os, signal, time, weakref
import heddle.device.buffer
from heddle import dtypes
from heddle.uop import Ops, UOp, intern
class Table(dict):
    def get(self, *a):
        os.kill(os.getpid(), signal.SIGINT)
        return dict.get(self, *a)
intern._drop.__defaults__ = (Table(intern._table), intern._table_lock)
try:
    node = UOp(Ops.CONST, dtypes.int32, (), 123456)
    del node
    for _ in range(2000): time.sleep(0.001)
except KeyboardInterrupt: print("interrupted", flush=True)
os._exit(0)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("interrupted\n", "")


@pytest.mark.parametrize("make", ["weakref.WeakSet(); found.add(x)", "weakref.WeakKeyDictionary(); found[x] = 1",
                                  "weakref.WeakValueDictionary(); found[1] = x"])
def test_what_python_calls_when_a_member_of_a_weak_collection_goes(make: str) -> None:
    code = f"""
import os, signal, time, weakref
import heddle.tensor
class Interrupting:
    def __bool__(self): os.kill(os.getpid(), signal.SIGINT); return False
class Member: pass
x = Member()
found = {make}
found._iterating = Interrupting()
try:
    del x
    for _ in range(2000): time.sleep(0.001)
except KeyboardInterrupt: print("interrupted", flush=True)
os._exit(0)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("interrupted\n", "")


# ---- sections


def interrupt() -> None: os.kill(os.getpid(), signal.SIGINT)


def test_a_section_is_interrupted_at_its_end() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt):
        with interrupts.deferred():
            with interrupts.DeferringLock():
                interrupt()
                done.append(1)
            done.append(2)
        done.append(3)
    assert done == [1, 2] and signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_section_that_waits_may_be_left() -> None:
    with pytest.raises(KeyboardInterrupt), interrupts.DeferringLock():
        interrupt()
        interrupts.raise_deferred()
        raise AssertionError("it went on")
    interrupts.raise_deferred()
    with interrupts.deferred(): interrupts.raise_deferred()


def test_a_run_is_whole_from_its_first_launch_on() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), interrupts.whole_run():
        interrupt()
        done.append(1)
    with pytest.raises(KeyboardInterrupt), interrupts.whole_run():
        interrupts.begin_run()
        interrupt()
        interrupts.raise_deferred()  # waiting for a device is no reason to leave
        with interrupts.whole_run(), interrupts.DeferringLock(): interrupts.begin_run()
        done.append(2)
    assert done == [2] and interrupts._Deferred.depth == 0 and not interrupts._Deferred.is_run


def test_handlers_of_the_program_and_other_threads() -> None:
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    try:
        with interrupts.deferred():
            interrupt()
            assert not heard
        assert heard == [signal.SIGINT]
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        with interrupts.deferred(): interrupt()
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally: signal.signal(signal.SIGINT, before)
    def work() -> None:
        with interrupts.deferred(), interrupts.DeferringLock(): heard.append(interrupts._Deferred.depth)
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert heard == [signal.SIGINT, 0]


def test_what_is_assigned_runs_once_however_often_it_is_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    from heddle import Tensor
    from heddle.engine.executable import Executable
    weight = Tensor.zeros(4, device="PYTHON").contiguous().realize()
    real = Executable.run
    def interrupted(self: Executable, *args: object) -> None:
        real(self, *args)  # type: ignore[arg-type]
        interrupt()
    monkeypatch.setattr(Executable, "run", interrupted)
    for _ in range(3):
        weight.assign(weight + 1)
        with pytest.raises(KeyboardInterrupt): weight.realize()
    monkeypatch.undo()
    assert weight.tolist() == [3.0] * 4
