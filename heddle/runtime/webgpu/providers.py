"""WebGPU C libraries and their differences: versions of `webgpu.h`, where they are found, how they name things.

Inputs: the name of a provider, or none for the first that is found. Outputs: an open `Library`.
Invariants: no code outside of this file depends on the library; numbers and structures that are the same in all stand in `webgpu`.
"""
from __future__ import annotations

import ctypes
import importlib.util
import os
import platform
import sys
from collections.abc import Callable, Iterator, Mapping
from ctypes import Structure, c_float, c_size_t, c_uint32, c_uint64, c_void_p
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from heddle.runtime.common.native import load_first
from heddle.runtime.webgpu import library as gpu
from heddle.runtime.webgpu.library import Library, StringView, struct

if TYPE_CHECKING:
    from heddle.runtime.common.native import CType
    from heddle.runtime.webgpu.library import Signature


@dataclass(frozen=True)
class Provider:
    """A library, and its version of `webgpu.h` where versions differ."""

    name: str  # in the setting WEBGPU_PROVIDER
    title: str  # for people
    paths: Callable[[], Iterator[str]]
    version: Callable[[Library], str]
    #: suffix of the names of asynchronous functions
    async_suffix: str
    #: whether InstanceWaitAny works; else events are looked for again and again
    waits: bool
    #: whether a shader module reports its errors, line by line
    tells_lines: bool
    #: whether its compiler of WGSL can take the bits of a 16-bit float for an integer; else such floats are kept as bits
    reinterprets_half: bool
    features: Mapping[str, int]
    stype_toggles: int | None
    instance: Callable[[], Structure]  # descriptor of an instance whose waits can end
    options: type[Structure]
    info: type[Structure]
    limits: type[Structure]
    timestamps: type[Structure]
    message: type[Structure]
    #: arguments of the callback for the end of a queue's work
    done: tuple[CType, ...]
    functions: Mapping[str, Signature]
    #: raises OSError for a version whose header is another
    check: Callable[[Library], None] = lambda library: None

    def open(self) -> Library:
        """The first library that loads. OSError with the error of each path if none does."""
        def load(path: str) -> Library:
            library = Library(ctypes.CDLL(path), path, self)
            self.check(library)
            return library
        return load_first(self.paths(), load, "{name} lacks a function that heddle calls ({fault}): is it too old?")


def _suffix() -> str: return {"darwin": "dylib", "win32": "dll"}.get(sys.platform, "so")


def _package_folder(module: str) -> Iterator[str]:
    """Where an installed package lies, found without importing it."""
    found = importlib.util.find_spec(module)
    yield from (found.submodule_search_locations or ()) if found else ()


def _release(path: str, distribution: str, depth: int) -> str:
    """The version of the wheel that a library came in, by the name of the folder beside the package; empty if it came otherwise."""
    if len(Path(path).parents) <= depth: return ""
    found = sorted(Path(path).parents[depth].glob(f"{distribution}-*.dist-info"))
    return found[-1].name.removesuffix(".dist-info").split("-")[-1] if found else ""


# ---- Dawn, as of Chrome 133


def _dawn_paths() -> Iterator[str]:
    here = platform.machine()
    machine = {"AMD64": "x86_64", "arm64": "arm64" if sys.platform == "darwin" else "aarch64"}.get(here, here)
    name = "libwebgpu_dawn.dll" if sys.platform == "win32" else f"libwebgpu_dawn_{machine}.{_suffix()}"
    for folder in _package_folder("pydawn"): yield os.path.join(folder, "lib", name)
    yield f"libwebgpu_dawn.{_suffix()}"


_DawnInstance = struct("DawnInstance", gpu.NEXT, ("features_next", c_void_p), ("can_time_waits", c_uint32), ("most_waits", c_size_t))
_LIMITS_BEFORE = (
    *((name, c_uint32) for name in (
        "texture_1d", "texture_2d", "texture_3d", "texture_layers", "bind_groups", "bind_groups_plus", "bindings", "dynamic_uniform",
        "dynamic_storage", "sampled_textures", "samplers", "storage_buffers", "storage_textures", "uniform_buffers")),
    ("uniform_size", c_uint64), ("storage_size", c_uint64), ("uniform_alignment", c_uint32), ("storage_alignment", c_uint32),
    ("vertex_buffers", c_uint32), ("buffer_size", c_uint64), ("vertex_attributes", c_uint32), ("vertex_stride", c_uint32))
_LIMITS_AFTER = tuple((name, c_uint32) for name in (
    "stage_variables", "color_attachments", "color_bytes", "shared_memory", "group_items", "group_x", "group_y", "group_z", "groups"))
_INFO = (gpu.NEXT, ("vendor", StringView), ("architecture", StringView), ("device", StringView), ("description", StringView),
         ("backend", c_uint32), ("kind", c_uint32), ("vendor_id", c_uint32), ("device_id", c_uint32))
_MESSAGE = (gpu.NEXT, ("message", StringView), ("kind", c_uint32), ("line", c_uint64), ("column", c_uint64), ("offset", c_uint64),
            ("length", c_uint64))

DAWN = Provider(
    "dawn", "Dawn", _dawn_paths, lambda library: _release(library.path, "dawn_python", 2), async_suffix="2",
    waits=True, tells_lines=True, reinterprets_half=True,
    features={"timestamps": 3, "f16": 8, "threads": 327684}, stype_toggles=327690,
    instance=lambda: _DawnInstance(can_time_waits=1, most_waits=1),
    options=struct("DawnOptions", gpu.NEXT, ("surface", c_void_p), ("level", c_uint32), ("power", c_uint32), ("backend", c_uint32),
                   ("fallback", c_uint32), ("compatibility", c_uint32)),
    info=struct("DawnInfo", *_INFO, ("compatibility", c_uint32)),
    limits=struct("DawnLimits", gpu.NEXT, *_LIMITS_BEFORE, ("stage_components", c_uint32), *_LIMITS_AFTER,
                  *((name, c_uint32) for name in ("vertex_storage_buffers", "vertex_storage_textures", "fragment_storage_buffers",
                                                  "fragment_storage_textures"))),
    timestamps=struct("DawnTimestamps", ("queries", c_void_p), ("begin", c_uint32), ("end", c_uint32)),
    message=struct("DawnMessage", *_MESSAGE, ("utf16_column", c_uint64), ("utf16_offset", c_uint64), ("utf16_length", c_uint64)),
    done=(c_uint32, c_void_p, c_void_p), functions={})

# ---- wgpu-native, the engine of Firefox, as of its version 29


def _wgpu_paths() -> Iterator[str]:
    prefix = "" if sys.platform == "win32" else "lib"
    for folder in _package_folder("wgpu"): yield os.path.join(folder, "resources", f"{prefix}wgpu_native-release.{_suffix()}")
    yield f"{prefix}wgpu_native.{_suffix()}"


def _wgpu_version(library: Library) -> str: return ".".join(str(part) for part in int(library.GetVersion()).to_bytes(4, "big"))


def _check_wgpu(library: Library) -> None:
    version = _wgpu_version(library)
    if not version.startswith(f"{_WGPU_VERSION}."):
        raise OSError(f"{library.path} is version {version}, heddle needs version {_WGPU_VERSION}: pip install 'wgpu>=0.32,<0.33'")


_WGPU_VERSION = 29
_WgpuInstance = struct("WgpuInstance", gpu.NEXT, ("feature_count", c_size_t), ("features", c_void_p), ("limits", c_void_p))

WGPU = Provider(
    "wgpu", "wgpu-native", _wgpu_paths, _wgpu_version, async_suffix="", waits=False, tells_lines=False,
    reinterprets_half=False,
    features={"timestamps": 9, "f16": 11}, stype_toggles=None, instance=_WgpuInstance,
    options=struct("WgpuOptions", gpu.NEXT, ("level", c_uint32), ("power", c_uint32), ("fallback", c_uint32), ("backend", c_uint32),
                   ("surface", c_void_p)),
    info=struct("WgpuInfo", *_INFO, ("least_threads", c_uint32), ("most_threads", c_uint32)),
    limits=struct("WgpuLimits", gpu.NEXT, *_LIMITS_BEFORE, *_LIMITS_AFTER, ("immediate_size", c_uint32)),
    timestamps=struct("WgpuTimestamps", gpu.NEXT, ("queries", c_void_p), ("begin", c_uint32), ("end", c_uint32)),
    message=struct("WgpuMessage", *_MESSAGE), done=(c_uint32, StringView, c_void_p, c_void_p),
    functions={"wgpuGetVersion": (c_uint32, ()), "wgpuInstanceProcessEvents": (None, (c_void_p,)),
               "wgpuQueueGetTimestampPeriod": (c_float, (c_void_p,))}, check=_check_wgpu)

PROVIDERS = (DAWN, WGPU)


def open_library(name: str = "") -> Library:
    """The library of the provider called `name`, or of the first that has one. OSError with what each said if there is none."""
    said: list[str] = []
    for provider in PROVIDERS:
        if name not in ("", provider.name): continue
        try: return provider.open()
        except OSError as fault: said.append(f"{provider.title}: {fault}")
    raise OSError("; ".join(said))
