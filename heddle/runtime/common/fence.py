"""Full memory barrier of the processor: what was written before it is seen by devices before what is written after it.

Inputs: the processor's kind. Outputs: a function that orders all accesses of this thread.
Invariants: memory of devices is ordered too. An atomic instruction does that on x86-64, where it also empties the buffers of
write-combined memory (Intel SDM, volume 3, "Store buffer" and "Methods of caching available"). On aarch64 atomics order normal memory
among themselves alone, so that a barrier instruction of the widest kind is called (Arm ARM, "Data Synchronization Barrier").
"""
from __future__ import annotations

import ctypes
import functools
import platform
import threading
from collections.abc import Callable

from heddle.errors import DeviceError
from heddle.runtime.cpu.system import host_system

#: dsb sy; ret
AARCH64 = bytes.fromhex("9f3f03d5 c0035fd6")
_X86_64 = ("x86_64", "amd64")


def full_barrier(machine: str) -> Callable[[], None]:
    """The barrier of a kind of processor, named as `platform.machine` does. DeviceError if none is known."""
    if machine.lower() in _X86_64: return _by_atomics
    if machine.lower() in ("aarch64", "arm64"): return function_of(AARCH64)
    raise DeviceError(f"no memory barrier is known for the processor {machine}, without which a GPU's queues cannot be filled",
                      "Use a machine with an x86-64 or ARM64 processor.")


@functools.cache
def barrier_here() -> Callable[[], None]:
    """That of this machine."""
    return full_barrier(platform.machine())


def _by_atomics() -> None:
    # acquiring and releasing a lock takes atomic instructions
    with threading.Lock(): pass


def function_of(code: bytes) -> Callable[[], None]:
    """Machine code without arguments and result as a function, for the life of the process."""
    memory = host_system.map_code(-(-len(code) // host_system.page) * host_system.page, 0)
    host_system.write_code(memory, code, b"")
    return ctypes.CFUNCTYPE(None)(memory.code)
