"""Puts the stand-in for NCCL in its place, in a process whose CUDA devices are emulated."""
from __future__ import annotations

import ctypes
import functools
import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import pytest

from heddle.runtime.cuda import nccl
from heddle.settings import rank_of_launcher
from tests.emulators.ptx.driver import StandIn
from tests.emulators.ptx.driver.codes import Failure
from tests.emulators.ptx.driver.devices import device_uuid
from tests.emulators.ptx.driver.queues import stream_of, submit

SOURCE = Path(__file__).with_name("nccl.c")
COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
needs_compiler = pytest.mark.skipif(COMPILER is None, reason="needs a C compiler")

_STEP = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
_ENQUEUE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_uint64, ctypes.c_void_p, ctypes.c_void_p)
_CHECK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_int)
_DEVICE_OF = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_uint64)
_CURRENT = ctypes.CFUNCTYPE(ctypes.c_int)
_IDENTIFY = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_void_p)


class Hooks(ctypes.Structure):
    """What nccl.c asks of the driver."""

    _fields_ = (("enqueue", _ENQUEUE), ("check", _CHECK), ("device_of", _DEVICE_OF), ("current", _CURRENT), ("identify", _IDENTIFY))


@functools.cache
def built() -> str:
    """The path of the compiled stand-in."""
    assert COMPILER is not None
    name = f"heddle-nccl-{os.getuid()}-{hashlib.sha256(SOURCE.read_bytes()).hexdigest()[:16]}.so"
    path = Path(tempfile.gettempdir()) / name
    if not path.exists():
        own = path.with_suffix(f".{os.getpid()}")
        options = ["-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]
        subprocess.run([COMPILER, *options, "-o", own, SOURCE], check=True)
        own.replace(path)
    return str(path)


class NCCLStandIn:
    """The stand-in library over a driver."""

    def __init__(self, driver: StandIn) -> None:
        self.driver, self.library = driver, ctypes.CDLL(built())
        self._hooks = Hooks(_ENQUEUE(self._enqueue), _CHECK(self._check), _DEVICE_OF(self._device_of), _CURRENT(self._current),
                            _IDENTIFY(self._identify))
        for name in ("standin_faults", "standin_calls"): getattr(self.library, name).restype = ctypes.c_char_p
        self.library.standin_install(ctypes.byref(self._hooks))

    def faults(self) -> str:
        """What was done that no rule allows, and no status said."""
        return self.library.standin_faults().decode()

    def calls(self) -> list[str]:
        """The calls that were accepted, in order."""
        return self.library.standin_calls().decode().splitlines()

    def communicators(self) -> int:
        """How many were neither destroyed nor aborted."""
        return self.library.standin_open()

    # ---- hooks

    def _enqueue(self, stream: int, step: int, operation: int) -> int:
        run = _STEP(step)
        submit(self.driver, stream_of(self.driver, stream), "a collective", lambda: None, lambda: bool(run(operation)))
        return 0

    def _check(self, address: int, nbytes: int, device: int) -> int:
        block = self.driver.memory.find(address)
        return int(block is not None and block.owner == device and address + nbytes <= block.end)

    def _device_of(self, stream: int) -> int:
        try: return stream_of(self.driver, stream).context.device
        except Failure: return -1

    def _current(self) -> int:
        try: return self.driver.context().device
        except Failure: return -1

    def _identify(self, device: int, gpu: int) -> None:
        device_uuid(self.driver, gpu, device)


def install(serial: int | None = None) -> NCCLStandIn:
    """In a process with EMULATE=CUDA: its GPUs are its own, unless another one has the same `serial`, and NCCL is the stand-in."""
    from tests import emulators
    emulator: Any = emulators.install()
    emulator.standin.serial = (rank_of_launcher() or 0) if serial is None else serial
    made = NCCLStandIn(emulator.standin)
    nccl.load = lambda name: made.library
    return made
