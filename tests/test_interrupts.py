"""Ctrl-C in a finalizer is raised a moment later; other errors there are told as ever."""
from __future__ import annotations

import os
import subprocess
import sys

import pytest

CODE = """
import os, signal, sys, time
from heddle import Tensor
from heddle.tensor import live
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
                                   "import heddle.buffer as b; b.Buffer.deallocate = lambda self: interrupted()"])
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
from heddle import dtypes
from heddle.uop import Ops, UOp, intern
class Table(dict):
    def pop(self, *a):
        os.kill(os.getpid(), signal.SIGINT)
        return dict.pop(self, *a)
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
