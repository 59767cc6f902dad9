"""The number of cores that this process may use, and what is bounded by it."""
from __future__ import annotations

import os
import subprocess
import sys

import pytest

from heddle.process import cores


@pytest.mark.parametrize("quota,count", [("max 100000", 64), ("150000 100000", 2), ("50000 100000", 1), ("9900000 100000", 64)])
def test_a_container_has_the_cores_its_time_is_worth(monkeypatch: pytest.MonkeyPatch, quota: str, count: int) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: set(range(64)), raising=False)
    monkeypatch.setattr(cores, "_quota", lambda: quota)
    assert cores.usable_cores() == count


_ON_ONE_CORE = """
import os, threading, time
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
from heddle.process import helper_threads
from heddle.runtime.common import llvm_pool
seen = set()
def work():
    seen.add(threading.current_thread().name)
    time.sleep(0.002)
for task in [helper_threads.submit(work) for _ in range(20)]: task.result()
print(llvm_pool._MOST, len(seen))
"""


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system binds no process to cores")
def test_a_process_bound_to_one_core_has_one_helper_and_one_worker() -> None:
    found = subprocess.run([sys.executable, "-c", _ON_ONE_CORE], capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["1", "1"]
