"""A WebGPU library made of Python, with Dawn's header: it answers at once, runs nothing, and fails where it is told to."""
from __future__ import annotations

import ctypes
import itertools
from ctypes import CFUNCTYPE
from typing import Any

from heddle.runtime.webgpu import library as gpu
from heddle.runtime.webgpu.providers import DAWN


class _Function:
    """A function of the library: it can be told its types, as those of ctypes are, and does not care."""

    restype: Any = None
    argtypes: Any = None

    def __init__(self, call: Any) -> None: self._call = call
    def __call__(self, *args: Any) -> Any: return self._call(*args)


class FakeWebGPU:
    """`no_adapter`, `refuses_device`: what it says when asked for one. `out_of_memory`, `bad_source`: errors inside scopes.

    `hangs`: work never ends. `missing`: a function that is not there. `version`: of wgpu-native.
    """

    def __init__(self, no_adapter: str = "", refuses_device: str = "", out_of_memory: bool = False, bad_source: str = "",
                 hangs: bool = False, missing: str = "", version: int = 0) -> None:
        self.no_adapter, self.refuses_device, self.out_of_memory = no_adapter, refuses_device, out_of_memory
        self.bad_source, self.hangs, self.missing, self.version = bad_source, hangs, missing, version
        self.calls: list[str] = []
        self.told: Any = None  # the descriptor with which the device was opened
        self._handles = itertools.count(1)
        self._scopes: list[int] = []

    def __getattr__(self, name: str) -> _Function:
        if not name.startswith("wgpu") or name == self.missing: raise AttributeError(name)
        return _Function(lambda *args: self._called(name, args))

    def _called(self, name: str, args: tuple[Any, ...]) -> Any:
        self.calls.append(name)
        found = getattr(type(self), f"do_{name.removeprefix('wgpu')}", None)
        return found(self, *args) if found else next(self._handles)

    def _answer(self, kind: Any, callback: Any, *args: Any) -> int:
        kind(callback.function)(*args, callback.token, None)
        return next(self._handles)

    # ---- what is not just a handle

    def do_InstanceRequestAdapter2(self, instance: int, options: Any, callback: Any) -> int:  # noqa: N802
        words = self.no_adapter.encode()
        return self._answer(gpu.AnswerWithObject, callback, 3 if words else gpu.SUCCESS, None if words else 7, gpu.view(words))

    def do_AdapterRequestDevice2(self, adapter: int, described: Any, callback: Any) -> int:  # noqa: N802
        self.told = described._obj
        words = self.refuses_device.encode()
        return self._answer(gpu.AnswerWithObject, callback, 3 if words else gpu.SUCCESS, None if words else 8, gpu.view(words))

    def do_AdapterGetLimits(self, adapter: int, limits: Any) -> int:  # noqa: N802
        found = limits._obj
        found.storage_buffers, found.storage_size, found.storage_alignment, found.uniform_alignment = 8, 1 << 20, 256, 256
        found.buffer_size, found.shared_memory, found.group_items, found.groups = 1 << 21, 16384, 256, 65535
        found.group_x = found.group_y = found.group_z = 64
        return gpu.SUCCESS

    def do_GetVersion(self) -> int: return self.version  # noqa: N802
    def do_AdapterHasFeature(self, adapter: int, feature: int) -> int: return 0  # noqa: N802
    def do_InstanceWaitAny(self, *args: Any) -> int: return gpu.TIMED_OUT  # noqa: N802
    def do_DevicePushErrorScope(self, device: int, kind: int) -> None: self._scopes.append(kind)  # noqa: N802

    def do_DevicePopErrorScope2(self, device: int, callback: Any) -> int:  # noqa: N802
        kind = self._scopes.pop()
        memory, source = kind == gpu.OUT_OF_MEMORY and self.out_of_memory, kind == gpu.VALIDATION and self.bad_source
        error = gpu.ERROR_OUT_OF_MEMORY if memory else 2 if source else gpu.NO_ERROR
        return self._answer(gpu.AnswerWithError, callback, gpu.SUCCESS, error, gpu.view(b"refused"))

    def do_ShaderModuleGetCompilationInfo2(self, module: int, callback: Any) -> int:  # noqa: N802
        words = self.bad_source.encode()
        message = DAWN.message(message=gpu.view(words), kind=gpu.MESSAGE_ERROR, line=2)
        listed = gpu.Messages(count=1, messages=ctypes.addressof(message))
        return self._answer(gpu.AnswerWithMessages, callback, gpu.SUCCESS, ctypes.addressof(listed))

    def do_QueueOnSubmittedWorkDone2(self, queue: int, callback: Any) -> int:  # noqa: N802
        return next(self._handles) if self.hangs else self._answer(CFUNCTYPE(None, *DAWN.done), callback, gpu.SUCCESS)
