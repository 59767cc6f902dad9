"""The C interface of WebGPU, as far as computing needs it: structures and functions of `webgpu.h`, and where a library has them.

In: names of libraries. Out: `Library`, whose functions are called as in C. Always true: structures have the sizes that the library
was built with; every function that is used is there when the library is opened.
"""
from __future__ import annotations

import ctypes
import importlib.util
import os
import platform
import sys
from collections.abc import Iterator
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_size_t, c_uint32, c_uint64, c_void_p
from typing import Any

# ---- numbers of webgpu.h

BUFFER_MAP_READ, BUFFER_COPY_SRC, BUFFER_COPY_DST, BUFFER_UNIFORM, BUFFER_STORAGE, BUFFER_QUERY = 1, 4, 8, 0x40, 0x80, 0x200
MAP_READ = 1
WHEN_WAITED_FOR, AT_ANY_TIME = 1, 3  # when a callback may be called
SUCCESS = 1  # of every status
TIMED_OUT = 2  # of a wait
VALIDATION, OUT_OF_MEMORY, INTERNAL = 1, 2, 3  # filters of error scopes
NO_ERROR, ERROR_OUT_OF_MEMORY, ERROR_DEVICE_LOST = 1, 3, 6  # kinds of errors
LOST_BY_US = 2  # reasons for which a device is lost: it was destroyed, or its instance was
FEATURE_TIMESTAMPS, FEATURE_F16, FEATURE_THREADS = 3, 8, 327684
STYPE_WGSL, STYPE_TOGGLES = 2, 327690
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


def _struct(name: str, *fields: tuple[str, Any]) -> Any:
    return type(name, (Structure,), {"_fields_": fields})


_NEXT = ("next", c_void_p)
_LABEL = ("label", StringView)
Chained = _struct("Chained", _NEXT, ("type", c_uint32))
InstanceDescriptor = _struct("InstanceDescriptor", _NEXT, ("features_next", c_void_p), ("can_time_waits", c_uint32),
                             ("most_waits", c_size_t))
AdapterOptions = _struct("AdapterOptions", _NEXT, ("surface", c_void_p), ("level", c_uint32), ("power", c_uint32),
                         ("backend", c_uint32), ("fallback", c_uint32), ("compatibility", c_uint32))
Callback = _struct("Callback", _NEXT, ("mode", c_uint32), ("function", c_void_p), ("token", c_void_p), ("unused", c_void_p))
ErrorCallback = _struct("ErrorCallback", _NEXT, ("function", c_void_p), ("token", c_void_p), ("unused", c_void_p))
DeviceDescriptor = _struct(
    "DeviceDescriptor", _NEXT, _LABEL, ("feature_count", c_size_t), ("features", POINTER(c_uint32)), ("limits", c_void_p),
    ("queue_next", c_void_p), ("queue_label", StringView), ("on_lost", Callback), ("on_error", ErrorCallback))
Toggles = _struct("Toggles", ("chain", Chained), ("enabled_count", c_size_t), ("enabled", c_void_p),
                  ("disabled_count", c_size_t), ("disabled", c_void_p))
DeviceLimits = _struct(
    "DeviceLimits", _NEXT,
    *((name, c_uint32) for name in (
        "texture_1d", "texture_2d", "texture_3d", "texture_layers", "bind_groups", "bind_groups_plus", "bindings", "dynamic_uniform",
        "dynamic_storage", "sampled_textures", "samplers", "storage_buffers", "storage_textures", "uniform_buffers")),
    ("uniform_size", c_uint64), ("storage_size", c_uint64), ("uniform_alignment", c_uint32), ("storage_alignment", c_uint32),
    ("vertex_buffers", c_uint32), ("buffer_size", c_uint64),
    *((name, c_uint32) for name in (
        "vertex_attributes", "vertex_stride", "stage_components", "stage_variables", "color_attachments", "color_bytes",
        "shared_memory", "group_items", "group_x", "group_y", "group_z", "groups", "vertex_storage_buffers",
        "vertex_storage_textures", "fragment_storage_buffers", "fragment_storage_textures")))
AdapterInfo = _struct(
    "AdapterInfo", _NEXT, ("vendor", StringView), ("architecture", StringView), ("device", StringView), ("description", StringView),
    ("backend", c_uint32), ("kind", c_uint32), ("vendor_id", c_uint32), ("device_id", c_uint32), ("compatibility", c_uint32))
BufferDescriptor = _struct("BufferDescriptor", _NEXT, _LABEL, ("usage", c_uint64), ("size", c_uint64), ("mapped", c_uint32))
ShaderSource = _struct("ShaderSource", ("chain", Chained), ("code", StringView))
Labelled = _struct("Labelled", _NEXT, _LABEL)  # a descriptor that says nothing more
PipelineDescriptor = _struct("PipelineDescriptor", _NEXT, _LABEL, ("layout", c_void_p), ("stage_next", c_void_p), ("module", c_void_p),
                             ("entry", StringView), ("constant_count", c_size_t), ("constants", c_void_p))
BindGroupEntry = _struct("BindGroupEntry", _NEXT, ("binding", c_uint32), ("buffer", c_void_p), ("offset", c_uint64),
                         ("size", c_uint64), ("sampler", c_void_p), ("texture", c_void_p))
BindGroupDescriptor = _struct("BindGroupDescriptor", _NEXT, _LABEL, ("layout", c_void_p), ("count", c_size_t), ("entries", c_void_p))
TimestampWrites = _struct("TimestampWrites", ("queries", c_void_p), ("begin", c_uint32), ("end", c_uint32))
PassDescriptor = _struct("PassDescriptor", _NEXT, _LABEL, ("timestamps", c_void_p))
QueryDescriptor = _struct("QueryDescriptor", _NEXT, _LABEL, ("kind", c_uint32), ("count", c_uint32))
WaitInfo = _struct("WaitInfo", ("future", c_uint64), ("completed", c_uint32))
Message = _struct("Message", _NEXT, ("message", StringView), ("kind", c_uint32), ("line", c_uint64), ("column", c_uint64),
                  ("offset", c_uint64), ("length", c_uint64), ("utf16_column", c_uint64), ("utf16_offset", c_uint64),
                  ("utf16_length", c_uint64))
Messages = _struct("Messages", _NEXT, ("count", c_size_t), ("messages", c_void_p))

# ---- callbacks: all are told which request they answer by a number

AnswerWithObject = CFUNCTYPE(None, c_uint32, c_void_p, StringView, c_void_p, c_void_p)  # an adapter or a device
AnswerWithText = CFUNCTYPE(None, c_uint32, StringView, c_void_p, c_void_p)  # a buffer is mapped
AnswerPlain = CFUNCTYPE(None, c_uint32, c_void_p, c_void_p)  # the queue is done
AnswerWithError = CFUNCTYPE(None, c_uint32, c_uint32, StringView, c_void_p, c_void_p)  # an error scope is closed
AnswerWithMessages = CFUNCTYPE(None, c_uint32, c_void_p, c_void_p, c_void_p)  # what a compiler said
TellOfDevice = CFUNCTYPE(None, c_void_p, c_uint32, StringView, c_void_p, c_void_p)  # it is lost, or has an error nobody asked for

# ---- functions: result and arguments

_H = c_void_p  # any object of the library
FUNCTIONS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "wgpuCreateInstance": (_H, (c_void_p,)),
    "wgpuInstanceRequestAdapter2": (c_uint64, (_H, c_void_p, Callback)),
    "wgpuInstanceWaitAny": (c_uint32, (_H, c_size_t, c_void_p, c_uint64)),
    "wgpuInstanceRelease": (None, (_H,)),
    "wgpuAdapterRequestDevice2": (c_uint64, (_H, c_void_p, Callback)),
    "wgpuAdapterGetLimits": (c_uint32, (_H, c_void_p)),
    "wgpuAdapterGetInfo": (c_uint32, (_H, c_void_p)),
    "wgpuAdapterHasFeature": (c_uint32, (_H, c_uint32)),
    "wgpuAdapterRelease": (None, (_H,)),
    "wgpuDeviceGetQueue": (_H, (_H,)),
    "wgpuDevicePushErrorScope": (None, (_H, c_uint32)),
    "wgpuDevicePopErrorScope2": (c_uint64, (_H, Callback)),
    "wgpuDeviceCreateBuffer": (_H, (_H, c_void_p)),
    "wgpuDeviceCreateShaderModule": (_H, (_H, c_void_p)),
    "wgpuDeviceCreateComputePipeline": (_H, (_H, c_void_p)),
    "wgpuDeviceCreateBindGroup": (_H, (_H, c_void_p)),
    "wgpuDeviceCreateCommandEncoder": (_H, (_H, c_void_p)),
    "wgpuDeviceCreateQuerySet": (_H, (_H, c_void_p)),
    "wgpuDeviceDestroy": (None, (_H,)),
    "wgpuDeviceRelease": (None, (_H,)),
    "wgpuShaderModuleGetCompilationInfo2": (c_uint64, (_H, Callback)),
    "wgpuShaderModuleRelease": (None, (_H,)),
    "wgpuComputePipelineGetBindGroupLayout": (_H, (_H, c_uint32)),
    "wgpuComputePipelineRelease": (None, (_H,)),
    "wgpuBindGroupLayoutRelease": (None, (_H,)),
    "wgpuBindGroupRelease": (None, (_H,)),
    "wgpuBufferMapAsync2": (c_uint64, (_H, c_uint64, c_size_t, c_size_t, Callback)),
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
    "wgpuQueueOnSubmittedWorkDone2": (c_uint64, (_H, Callback)),
}


class Library:
    """An open library: `call(name)` is the function of that name."""

    def __init__(self, opened: Any, path: str) -> None:
        self.path = path
        self.functions: dict[str, Any] = {}
        for name, (result, arguments) in FUNCTIONS.items():
            function = getattr(opened, name)
            function.restype, function.argtypes = result, list(arguments)
            self.functions[name.removeprefix("wgpu")] = function

    def __getattr__(self, name: str) -> Any:
        """`library.QueueSubmit` is wgpuQueueSubmit."""
        return self.functions[name]


def _places() -> Iterator[str]:
    """Where the library may be, the likeliest first: in the wheel `dawn-python`, found without importing it, or in the system."""
    suffix = {"darwin": "dylib", "win32": "dll"}.get(sys.platform, "so")
    here = platform.machine()
    machine = {"AMD64": "x86_64", "arm64": "arm64" if sys.platform == "darwin" else "aarch64"}.get(here, here)
    found = importlib.util.find_spec("pydawn")
    for folder in found.submodule_search_locations or () if found else ():
        name = "libwebgpu_dawn.dll" if sys.platform == "win32" else f"libwebgpu_dawn_{machine}.{suffix}"
        yield os.path.join(folder, "lib", name)
    yield f"libwebgpu_dawn.{suffix}"


def open_library(places: tuple[str, ...] = ()) -> Library:
    """The first library that loads of `places`, or of where Dawn is usually found. OSError with what each said if none does."""
    said: list[str] = []
    for path in places or tuple(_places()):
        try: return Library(ctypes.CDLL(path), path)
        except OSError as fault: said.append(str(fault))
        except AttributeError as fault: said.append(f"{path} lacks a function that heddle calls ({fault})")
    raise OSError("; ".join(said))
