"""A forked child finds every lock free, whoever held it: it computes on a device of its own, or is told that it may not."""
from __future__ import annotations

import os
import subprocess
import sys
import threading

import pytest

from heddle.process.fork_safety import free_in_child
from heddle.settings import settings

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

#: forks once for each lock of a module, while another thread holds it
PROGRAM = """
import faulthandler, os, sys, threading, types
import heddle.engine.beam, heddle.runtime.common.llvm, heddle.process.helper_threads, heddle.runtime.ops_cl
import heddle.runtime.opencl.queue, heddle.runtime.cpu.pool
from heddle import Context, Device, GlobalCounters, Tensor, TinyJit; from heddle.device import disk_cache as diskcache
from heddle.errors import DeviceError
from heddle.settings import settings

KINDS = (type(threading.Lock()), type(threading.RLock()))
HELD_AT_FORK = {"heddle.uop.intern._table_lock", "heddle.tensor.aliasing.seeing"}  # what a fork waits for
x = (Tensor([1.0, 2.0]) + 1).realize()
double = TinyJit(lambda x: x * 2)
for _ in range(3): double(x).realize()


def locks():
    for module in [m for n, m in sorted(sys.modules.items()) if n.startswith("heddle")]:
        for name, value in vars(module).items():
            if isinstance(value, KINDS): yield f"{module.__name__}.{name}", value
    yield from (("settings", settings._lock), ("counters", GlobalCounters.lock), ("devices", Device._lock))
    for device in Device.opened():
        yield from ((f"{part} of {device.name}", part._lock) for part in (device.allocator, device.compiler))


def use():
    for refused in (lambda: (x + 1).tolist(), lambda: double(x).tolist(), lambda: Tensor([5.0]).realize()):
        try: refused()
        except DeviceError as fault: assert "opened before this process was forked" in str(fault), fault
        else: raise AssertionError("the parent's device was used")
    with Context(DEV="PYTHON", CACHE=1), heddle.profile() as events:
        assert (Tensor([1.0, 2.0], device="PYTHON") * 3).tolist() == [3.0, 6.0]
        diskcache.put("program", b"key", bytes(9))
        settings.DEBUG = 0
    assert any(e.kind == "kernel" for e in events.events)


def fork_while_held(name, lock):
    held, done = threading.Event(), threading.Event()

    def hold():
        with lock:
            held.set()
            done.wait()
    thread = threading.Thread(target=hold)
    thread.start()
    held.wait()
    if (child := os.fork()) == 0:
        faulthandler.dump_traceback_later(30, exit=True)
        try: use()
        except BaseException as fault: print(name, repr(fault), file=sys.stderr, flush=True)
        else: os._exit(0)
        os._exit(1)
    done.set()
    thread.join()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0, name


found = {id(lock): (name, lock) for name, lock in locks() if name not in HELD_AT_FORK}
for name, lock in found.values(): fork_while_held(name, lock)
print(*sorted(name for name, _ in found.values()), sep=", ")
"""


def test_every_lock_is_free_in_a_forked_child() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=120,
                          env=os.environ | {"CACHE_DIR": settings.CACHE_DIR, "DEV": "CPU", "VERIFY": "0"})
    assert done.returncode == 0, done.stderr
    for name in ("disk_cache._lock", "compile._lock", "launch._load_lock", "llvm_pool._here", "recorder._lock",
                 "schedule._cache_lock",
                 "weak_list.lock", "pool._lock", "helper_threads._lock", "session._lock", "opencl.queue._one_build",
                 "settings", "counters", "devices"):
        assert name in done.stdout, name


@pytest.mark.parametrize("make", (threading.Lock, threading.RLock))
def test_a_lock_is_the_parents_after_the_fork(make) -> None:
    lock = free_in_child(make())
    with lock:
        if (child := os.fork()) == 0: os._exit(0 if lock.acquire(blocking=False) else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        taken: list[bool] = []
        other = threading.Thread(target=lambda: taken.append(lock.acquire(blocking=False)))
        other.start()
        other.join()
    assert taken == [False]
