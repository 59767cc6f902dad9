"""Bindings of Apple's Metal framework through pyobjc: loading, error codes, device attributes.

Inputs: nothing, or a test's replacement of `load`. Outputs: a `Framework`, and the devices of this machine.
Invariants: `load` is the one place where pyobjc is imported; listing devices makes no queue.
"""
from __future__ import annotations

import functools
import importlib
import platform
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from types import ModuleType
from typing import Final

from heddle.renderer.c.msl import FAMILIES, LANGUAGES, AppleGPU
from heddle.runtime.metal.objects import Buffer, Device

# constants of the framework that we use
STORAGE_SHARED: Final = 0
COMPLETED, FAILED = 4, 5  # status of a command buffer
CONCURRENT_DISPATCH: Final = 32  # type of an indirect command
READ_AND_WRITE: Final = 3  # usage of a resource
FAMILY_APPLE: Final = 1000
MATH_MODE_SAFE: Final = 0
#: error codes of command buffers, in words, and what to do
COMMAND_ERRORS: Final[dict[int, tuple[str, str]]] = {
    1: ("an internal error of Metal", ""),
    2: ("it took too long, and the system stopped it", "The display shares the GPU: make the work of one kernel smaller."),
    3: ("a kernel touched memory that is not its own",
        "Run again with DEBUG=2, which waits for each kernel, and please report it with the file that VALIDATE_WITH_CPU=1 writes."),
    4: ("the system has shut this process out of the GPU, after faults of other work", ""),
    7: ("this process may not use the GPU now", "Apps in the background may not."),
    8: ("the device is out of memory", "Use smaller batches, or free tensors that are no longer needed."),
    9: ("a buffer was freed while a kernel used it", "Please report it."),
    11: ("the device was removed", ""),
    12: ("a kernel had no room on its stack", "Run with NOOPT=1, and please report it."),
}
OUT_OF_MEMORY: Final = 8


@dataclass(frozen=True)
class Framework:
    """What pyobjc gives. `pool` is entered around calls that make objects; `object_at` is the object at an address."""

    metal: ModuleType
    pool: Callable[[], AbstractContextManager[object]]
    object_at: Callable[[int], Buffer | None]
    macos: tuple[int, int]


def import_metal() -> Framework:
    """OSError if this is no macOS, ImportError if pyobjc's package is not installed."""
    if sys.platform != "darwin": raise OSError(f"Metal needs macOS, and this is {platform.system() or sys.platform}")
    metal, objc = importlib.import_module("Metal"), importlib.import_module("objc")
    major, minor, *_ = (*map(int, platform.mac_ver()[0].split(".")), 0)
    return Framework(metal, objc.autorelease_pool, lambda pointer: objc.objc_object(c_void_p=pointer), (major, minor))


#: how the framework is loaded; tests put a stand-in's loader here and call `forget`
load: Callable[[], Framework] = import_metal


@functools.cache
def framework() -> Framework:
    """The framework, loaded once. OSError, ImportError."""
    return load()


def forget() -> None:
    """Looks for the framework and its devices again: for tests, which may have changed `load`."""
    framework.cache_clear()
    devices.cache_clear()


@dataclass(frozen=True)
class MetalInfo:
    """A device as Metal describes it. Sizes in bytes."""

    handle: Device
    name: str
    arch: AppleGPU
    memory: int  # that it works well with
    most_buffer: int

    def __str__(self) -> str: return f"{self.name}, {self.arch}, {self.memory >> 30} GiB"


@functools.cache
def devices() -> tuple[MetalInfo, ...]:
    """The GPUs of this machine that kernels are made for, the default one first."""
    found = framework()
    default: Device | None = found.metal.MTLCreateSystemDefaultDevice()
    every: Sequence[Device] = found.metal.MTLCopyAllDevices() or ()
    listed = [d for d in every if default is None or d.registryID() != default.registryID()]
    described = (_describe(d, found.macos) for d in ([default] if default is not None else []) + listed)
    return tuple(d for d in described if d is not None)


def _describe(device: Device, macos: tuple[int, int]) -> MetalInfo | None:
    """None for a GPU that is not Apple's own, or is older than the M1."""
    family = next((f for f in reversed(FAMILIES) if device.supportsFamily_(FAMILY_APPLE + f)), None)
    if family is None: return None
    return MetalInfo(device, str(device.name()), AppleGPU(family, language_of(macos)), int(device.recommendedMaxWorkingSetSize()),
                     int(device.maxBufferLength()))


#: the first macOS with each version of the language
_MACOS = ((26, (4, 0)), (15, (3, 2)), (14, (3, 1)), (13, (3, 0)))


def language_of(macos: tuple[int, int]) -> tuple[int, int]:
    """The newest version of the language that a macOS has."""
    found = next((language for least, language in _MACOS if macos[0] >= least), (2, 4))
    assert found in LANGUAGES
    return found
