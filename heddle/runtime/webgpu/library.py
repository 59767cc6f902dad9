"""ctypes bindings of the WebGPU C interface used for compute: the part that all versions of `webgpu.h` share.

Inputs: an opened library and its provider (`webgpu_providers`). Outputs: `Library`, whose functions are called as in C. Invariants:
every function that is used is resolved when the library is opened.
"""
from __future__ import annotations

import ctypes
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_size_t, c_uint32, c_uint64, c_void_p
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from heddle.runtime.common.native import CType
    from heddle.runtime.webgpu.providers import Provider

    #: result and arguments of a function
    Signature = tuple[CType | None, tuple[CType, ...]]

# ---- numbers of webgpu.h

BUFFER_MAP_READ, BUFFER_COPY_SRC, BUFFER_COPY_DST, BUFFER_UNIFORM, BUFFER_STORAGE, BUFFER_QUERY = 1, 4, 8, 0x40, 0x80, 0x200
MAP_READ = 1
WHEN_WAITED_FOR, AT_ANY_TIME = 1, 3  # when a callback may be called
SUCCESS = 1  # of every status
TIMED_OUT = 2  # of a wait
VALIDATION, OUT_OF_MEMORY, INTERNAL = 1, 2, 3  # filters of error scopes
NO_ERROR, ERROR_OUT_OF_MEMORY, ERROR_DEVICE_LOST = 1, 3, 6  # kinds of errors
LOST_BY_US = 2  # reasons for which a device is lost: it was destroyed, or its instance was
STYPE_WGSL = 2
HIGH_PERFORMANCE = 2
ADAPTER_IS_CPU = 3
BACKEND_NULL = 1
QUERY_TIMESTAMP = 2
MESSAGE_ERROR = 1
WHOLE_LENGTH = (1 << 64) - 1

# ---- structures


class StringView(Structure):
    """Text that need not end in a zero byte."""

    _fields_ = (("data", c_void_p), ("length", c_size_t))

    def text(self) -> str:
        """The text; empty where there is none."""
        if not self.data or not self.length: return ""
        whole = self.length == WHOLE_LENGTH
        data = ctypes.string_at(self.data) if whole else ctypes.string_at(self.data, self.length)
        return data.decode(errors="replace")


def view(text: bytes) -> StringView:
    """A view of `text`, which has to stay alive."""
    return StringView(ctypes.cast(c_char_p(text), c_void_p), len(text))


def struct(name: str, *fields: tuple[str, CType]) -> type[Structure]:
    """A structure of C with these fields."""
    return type(name, (Structure,), {"_fields_": fields})


NEXT = ("next", c_void_p)
_LABEL = ("label", StringView)
Chained = struct("Chained", NEXT, ("type", c_uint32))
Callback = struct("Callback", NEXT, ("mode", c_uint32), ("function", c_void_p), ("token", c_void_p), ("unused", c_void_p))
ErrorCallback = struct("ErrorCallback", NEXT, ("function", c_void_p), ("token", c_void_p), ("unused", c_void_p))
DeviceDescriptor = struct(
    "DeviceDescriptor", NEXT, _LABEL, ("feature_count", c_size_t), ("features", POINTER(c_uint32)), ("limits", c_void_p),
    ("queue_next", c_void_p), ("queue_label", StringView), ("on_lost", Callback), ("on_error", ErrorCallback))
Toggles = struct("Toggles", ("chain", Chained), ("enabled_count", c_size_t), ("enabled", c_void_p),
                  ("disabled_count", c_size_t), ("disabled", c_void_p))
BufferDescriptor = struct("BufferDescriptor", NEXT, _LABEL, ("usage", c_uint64), ("size", c_uint64), ("mapped", c_uint32))
ShaderSource = struct("ShaderSource", ("chain", Chained), ("code", StringView))
Labelled = struct("Labelled", NEXT, _LABEL)  # a descriptor that says nothing more
PipelineDescriptor = struct("PipelineDescriptor", NEXT, _LABEL, ("layout", c_void_p), ("stage_next", c_void_p), ("module", c_void_p),
                             ("entry", StringView), ("constant_count", c_size_t), ("constants", c_void_p))
BindGroupEntry = struct("BindGroupEntry", NEXT, ("binding", c_uint32), ("buffer", c_void_p), ("offset", c_uint64),
                         ("size", c_uint64), ("sampler", c_void_p), ("texture", c_void_p))
BindGroupDescriptor = struct("BindGroupDescriptor", NEXT, _LABEL, ("layout", c_void_p), ("count", c_size_t), ("entries", c_void_p))
PassDescriptor = struct("PassDescriptor", NEXT, _LABEL, ("timestamps", c_void_p))
QueryDescriptor = struct("QueryDescriptor", NEXT, _LABEL, ("kind", c_uint32), ("count", c_uint32))
WaitInfo = struct("WaitInfo", ("future", c_uint64), ("completed", c_uint32))
Messages = struct("Messages", NEXT, ("count", c_size_t), ("messages", c_void_p))

# ---- callbacks: all are told which request they answer by a number

AnswerWithObject = CFUNCTYPE(None, c_uint32, c_void_p, StringView, c_void_p, c_void_p)  # an adapter or a device
AnswerWithText = CFUNCTYPE(None, c_uint32, StringView, c_void_p, c_void_p)  # a buffer is mapped
AnswerWithError = CFUNCTYPE(None, c_uint32, c_uint32, StringView, c_void_p, c_void_p)  # an error scope is closed
AnswerWithMessages = CFUNCTYPE(None, c_uint32, c_void_p, c_void_p, c_void_p)  # what a compiler said
TellOfDevice = CFUNCTYPE(None, c_void_p, c_uint32, StringView, c_void_p, c_void_p)  # it is lost, or an error is in no error scope

# ---- functions: result and arguments; those that return a number answer later

_H = c_void_p  # any object of the library
FUNCTIONS: dict[str, Signature] = {
    "wgpuCreateInstance": (_H, (c_void_p,)),
    "wgpuInstanceRequestAdapter": (c_uint64, (_H, c_void_p, Callback)),
    "wgpuInstanceWaitAny": (c_uint32, (_H, c_size_t, c_void_p, c_uint64)),
    "wgpuInstanceRelease": (None, (_H,)),
    "wgpuAdapterRequestDevice": (c_uint64, (_H, c_void_p, Callback)),
    "wgpuAdapterGetLimits": (c_uint32, (_H, c_void_p)),
    "wgpuAdapterGetInfo": (c_uint32, (_H, c_void_p)),
    "wgpuAdapterHasFeature": (c_uint32, (_H, c_uint32)),
    "wgpuAdapterRelease": (None, (_H,)),
    "wgpuDeviceGetQueue": (_H, (_H,)),
    "wgpuDevicePushErrorScope": (None, (_H, c_uint32)),
    "wgpuDevicePopErrorScope": (c_uint64, (_H, Callback)),
    "wgpuDeviceCreateBuffer": (_H, (_H, c_void_p)),
    "wgpuDeviceCreateShaderModule": (_H, (_H, c_void_p)),
    "wgpuDeviceCreateComputePipeline": (_H, (_H, c_void_p)),
    "wgpuDeviceCreateBindGroup": (_H, (_H, c_void_p)),
    "wgpuDeviceCreateCommandEncoder": (_H, (_H, c_void_p)),
    "wgpuDeviceCreateQuerySet": (_H, (_H, c_void_p)),
    "wgpuDeviceDestroy": (None, (_H,)),
    "wgpuDeviceRelease": (None, (_H,)),
    "wgpuShaderModuleGetCompilationInfo": (c_uint64, (_H, Callback)),
    "wgpuShaderModuleRelease": (None, (_H,)),
    "wgpuComputePipelineGetBindGroupLayout": (_H, (_H, c_uint32)),
    "wgpuComputePipelineRelease": (None, (_H,)),
    "wgpuBindGroupLayoutRelease": (None, (_H,)),
    "wgpuBindGroupRelease": (None, (_H,)),
    "wgpuBufferMapAsync": (c_uint64, (_H, c_uint64, c_size_t, c_size_t, Callback)),
    "wgpuBufferGetConstMappedRange": (c_void_p, (_H, c_size_t, c_size_t)),
    "wgpuBufferUnmap": (None, (_H,)),
    "wgpuBufferDestroy": (None, (_H,)),
    "wgpuBufferRelease": (None, (_H,)),
    "wgpuCommandEncoderBeginComputePass": (_H, (_H, c_void_p)),
    "wgpuCommandEncoderCopyBufferToBuffer": (None, (_H, _H, c_uint64, _H, c_uint64, c_uint64)),
    "wgpuCommandEncoderResolveQuerySet": (None, (_H, _H, c_uint32, c_uint32, _H, c_uint64)),
    "wgpuCommandEncoderFinish": (_H, (_H, c_void_p)),
    "wgpuCommandEncoderRelease": (None, (_H,)),
    "wgpuComputePassEncoderSetPipeline": (None, (_H, _H)),
    "wgpuComputePassEncoderSetBindGroup": (None, (_H, c_uint32, _H, c_size_t, c_void_p)),
    "wgpuComputePassEncoderDispatchWorkgroups": (None, (_H, c_uint32, c_uint32, c_uint32)),
    "wgpuComputePassEncoderEnd": (None, (_H,)),
    "wgpuComputePassEncoderRelease": (None, (_H,)),
    "wgpuCommandBufferRelease": (None, (_H,)),
    "wgpuQueueSubmit": (None, (_H, c_size_t, c_void_p)),
    "wgpuQueueWriteBuffer": (None, (_H, _H, c_uint64, c_void_p, c_size_t)),
    "wgpuQueueOnSubmittedWorkDone": (c_uint64, (_H, Callback)),
}


class Library:
    """An open library of a provider: `library.QueueSubmit` is wgpuQueueSubmit, in its version of the header."""

    def __init__(self, opened: object, path: str, provider: Provider) -> None:
        self.path, self.provider = path, provider
        self.functions: dict[str, Callable[..., int]] = {}
        for name, (result, arguments) in {**FUNCTIONS, **provider.functions}.items():
            function = getattr(opened, name + provider.async_suffix if arguments[-1:] == (Callback,) else name)
            function.restype, function.argtypes = result, list(arguments)
            self.functions[name.removeprefix("wgpu")] = function
        vars(self).update(self.functions)

    def __getattr__(self, name: str) -> Callable[..., int]:
        raise AttributeError(f"heddle calls no wgpu{name}")

    def describe(self) -> str:
        """Which library, and which version of it."""
        return f"{self.provider.title} {self.provider.version(self)}".strip()
