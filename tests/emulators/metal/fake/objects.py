"""What all objects of the stand-in share: whose they are, and what is said when they are used wrongly.

In: a rule of Metal's and whether it was kept. Out: MetalMisuse, which names the call, if it was not.
"""
from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from tests.emulators.metal.errors import MetalMisuse

if TYPE_CHECKING:
    from tests.emulators.metal.fake.device import Device
    from tests.emulators.metal.fake.framework import FakeMetal


class Object:
    """An object of a device."""

    def __init__(self, device: Device) -> None:
        self._device = device

    @property
    def _metal(self) -> FakeMetal: return self._device._framework

    def _check(self, holds: object, says: str) -> None:
        """MetalMisuse, naming the method of this object that was called, unless the rule is kept."""
        if holds: return
        frame = inspect.currentframe()
        name = frame.f_back.f_code.co_name if frame and frame.f_back else "?"
        raise MetalMisuse(f"-[{type(self).__name__} {name.replace('_', ':')}] {says}")

    def _own(self, *others: Any) -> None:
        for other in others:
            if other._device is not self._device:
                raise MetalMisuse(f"a {type(other).__name__} of another device is given to a {type(self).__name__}")

    def device(self) -> Device: return self._device


class Error:
    """NSError."""

    def __init__(self, code: int, text: str) -> None:
        self._code, self._text = code, text

    def code(self) -> int: return self._code
    def localizedDescription(self) -> str: return self._text


class Descriptor:
    """An object that only holds what was set: `alloc().init()`, then `setX_(value)`. `_known`: its properties and their defaults."""

    _known: dict[str, Any] = {}

    def __init__(self) -> None: self._set = dict(self._known)

    @classmethod
    def alloc(cls) -> type: return cls

    @classmethod
    def init(cls) -> Any: return cls()

    def __getattr__(self, name: str) -> Any:
        prop = name[3:-1]
        key = prop[:1].lower() + prop[1:]
        if not (name.startswith("set") and name.endswith("_") and key in type(self)._known): raise AttributeError(name)
        return lambda value: self._set.__setitem__(key, value)


class MTLCompileOptions(Descriptor):
    _known = {"languageVersion": None, "fastMathEnabled": True}


class MTLCompileOptions15(Descriptor):
    """From macOS 15 on, what floats may do is a mode."""

    _known = MTLCompileOptions._known | {"mathMode": 2}


class MTLComputePipelineDescriptor(Descriptor):
    _known = {"computeFunction": None, "supportIndirectCommandBuffers": False, "maxTotalThreadsPerThreadgroup": 0, "label": None}


class MTLIndirectCommandBufferDescriptor(Descriptor):
    _known = {"commandTypes": 0, "inheritBuffers": True, "inheritPipelineState": True, "maxKernelBufferBindCount": 0}
