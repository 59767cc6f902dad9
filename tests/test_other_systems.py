"""Imports on other systems, where Python lacks modules and functions that it has on Linux.

Inputs: a process in which those names are gone. Outputs: the modules that cannot be imported, and what each device's probe says. What
Python itself and other packages need of this system is imported before, by importing heddle as it is here. CPU's libraries are the
stand-ins of tests/runtime/cpu/fake_systems.py.
"""
from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import NamedTuple

import pytest

from heddle.process.fork_safety import free_in_child


class Lacks(NamedTuple):
    """What is not there: modules, names of `os`, names of `signal` ("Availability" in Python's documentation of each)."""

    modules: str
    os: str
    signal: str = ""


SYSTEMS = {
    "win32": Lacks(
        "fcntl resource pwd grp termios tty pty readline syslog",
        "fork forkpty register_at_fork sched_getaffinity sched_setaffinity uname sysconf memfd_create pread pwrite preadv pwritev "
        "posix_fallocate getuid geteuid getgid getpgid setsid setpgid killpg mkfifo O_ASYNC O_CLOEXEC O_NONBLOCK O_DIRECTORY "
        "O_NOFOLLOW O_DIRECT WNOHANG wait wait3 wait4 waitid statvfs fchown chown getloadavg nice pipe2 eventfd sendfile posix_spawn "
        "fdatasync sync getgroups lockf confstr",
        "SIGUSR1 SIGUSR2 SIGHUP SIGKILL SIGIO SIGALRM SIGCHLD SIGPIPE SIGQUIT SIGSTOP SIGCONT SIGTSTP SIGBUS SIGWINCH pthread_kill "
        "pthread_sigmask setitimer alarm sigwait siginterrupt"),
    "darwin": Lacks("", "sched_getaffinity sched_setaffinity memfd_create pipe2 eventfd posix_fallocate O_DIRECT fdatasync"),
}
_PROGRAM = """
import importlib, importlib.abc, json, os, pkgutil, signal, sys, traceback

def import_all():
    faults = {}
    for found in pkgutil.walk_packages(importlib.import_module("heddle").__path__, "heddle."):
        if found.name.endswith("__main__") or not found.name.startswith(prefix): continue
        try: importlib.import_module(found.name)
        except Exception as fault: faults[found.name] = repr(fault)
    return faults

class Absent(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name in modules: raise ModuleNotFoundError(f"No module named {name!r}", name=name)

platform, prefix, modules, of_os, of_signal = json.loads(sys.argv[1])
before = import_all()
for name in [name for name in sys.modules if name.partition(".")[0] == "heddle"]: del sys.modules[name]
for name in modules: sys.modules.pop(name, None)
sys.meta_path.insert(0, Absent())
for module, names in ((os, of_os), (signal, of_signal)):
    for name in names:
        if hasattr(module, name): delattr(module, name)
members = {name: number for name, number in signal.Signals.__members__.items() if name not in of_signal}
signal.Signals = type("Signals", (), {"__members__": members, "__class_getitem__": members.__getitem__})
sys.platform = platform
after = import_all()
import ctypes
from heddle import Device
from tests.runtime.cpu.fake_systems import Darwin, Kernel32
real, windows, darwin = ctypes.CDLL, Kernel32(), Darwin()
libraries = {"win32": {"kernel32": windows, "advapi32": windows}, "darwin": {None: darwin}}[platform]
ctypes.CDLL = lambda name, *args, **more: libraries.get(name) or real(name, *args, **more)
probes = {name: (probe.usable, probe.why_not()) for name in Device.names() for probe in [Device.probe(name)]}
print(json.dumps([before, after, probes]))
"""


@pytest.mark.parametrize("platform,prefix", [("win32", "heddle.runtime.ops_"), *(
    pytest.param(platform, "heddle.", marks=pytest.mark.slow) for platform in SYSTEMS)])
def test_every_module_can_be_imported_and_no_runtime_is_lost(platform: str, prefix: str) -> None:
    given = json.dumps([platform, prefix, *(names.split() for names in SYSTEMS[platform])])
    done = subprocess.run([sys.executable, "-c", _PROGRAM, given], capture_output=True, text=True, timeout=300, check=False,
                          cwd=Path(__file__).parent.parent)
    assert done.returncode == 0, done.stderr
    before, after, probes = json.loads(done.stdout.splitlines()[-1])
    assert set(after) <= set(before), after
    assert {"CPU", "CL", "CUDA", "METAL", "WEBGPU", "DISK", "NULL", "PYTHON"} <= set(probes)
    assert not [why for _, why in probes.values() if "its runtime cannot be imported" in why], probes
    assert all(probes[name][0] for name in ("CPU", "DISK", "NULL", "PYTHON")), probes


def test_a_lock_needs_no_method_for_forks_where_there_is_no_fork(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "register_at_fork")

    class Lock:  # as `threading.Lock` is on Windows: without `_at_fork_reinit`
        pass

    lock = Lock()
    assert free_in_child(lock) is lock
    assert free_in_child(threading.Lock()) is not None
