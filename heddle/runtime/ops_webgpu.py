"""WebGPU runtime: the best GPU that WebGPU offers, through Dawn, the engine of Chrome, or wgpu-native, that of Firefox.

Inputs: PROGRAMs whose BINARY is WGSL source. Outputs: launches, many to a submission. Invariants: memory is a buffer and an offset;
only calls that bring data to the host block; a failed device stays lost, and every later use raises at once.
"""
from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from heddle.device import on_fork
from heddle.device.interface import Compiler, Graph, Launch, Probe
from heddle.dtype import dtypes
from heddle.installation import install_command
from heddle.renderer import Capabilities
from heddle.runtime.common.driver_device import DriverDevice, Requirement, choose_gpu
from heddle.runtime.webgpu import providers
from heddle.runtime.webgpu.device import Instance, WGDevice, WGInfo, describe_adapter
from heddle.runtime.webgpu.memory import WGAllocator
from heddle.runtime.webgpu.queue import WGProgram, WGQueue, compile_module
from heddle.settings import settings
from heddle.uop import Ops

if TYPE_CHECKING:
    from heddle.uop import UOp

_NO_LIBRARY_CURE = (f"{install_command('webgpu')}, which brings Dawn in the package dawn-python; or pip install wgpu, which brings "
                    "wgpu-native.")
_NEEDS = Requirement("the shared library of Dawn or of wgpu-native, and an adapter",
        "Install the Vulkan driver of your GPU, or a software one: apt install mesa-vulkan-drivers libvulkan1; then look at "
        "`vulkaninfo --summary`.")
_NATIVE = frozenset((Ops.SQRT, Ops.TRUNC, Ops.FDIV, Ops.RECIPROCAL, Ops.MULACC, Ops.MAX, Ops.NEG, Ops.WHERE, Ops.CMPEQ, Ops.SIN,
                     Ops.COS))
#: Maximum work-group size of kernels: larger ones gain nothing on any GPU, and cost registers.
_GROUP = 256

# ---- discovery


@functools.cache
def instance() -> Instance:
    """The library's instance, loaded once. OSError if there is none."""
    return Instance(providers.open_library(settings.WEBGPU_PROVIDER))


@functools.cache
def adapter_info() -> WGInfo:
    """The properties of the best adapter. OSError if there is none."""
    opened = instance()
    adapter = opened.adapter()
    try: return describe_adapter(opened.library, adapter)[0]
    finally: opened.library.AdapterRelease(adapter)


def forget_adapters() -> None:
    """Discovers the library and its adapters again: for tests, and after a fork."""
    instance.cache_clear()
    adapter_info.cache_clear()


on_fork.append(forget_adapters)

#: no architecture can be chosen
check_arch = None


def probe() -> Probe:
    """Usable where the library exists and finds an adapter; no device is opened. A default device only if the adapter is a GPU."""
    try: library = instance().library
    except OSError as fault: return _NEEDS.missing(f"no WebGPU library can be loaded: {fault}", _looked(), _NO_LIBRARY_CURE)
    try: info = adapter_info()
    except OSError as fault: return _NEEDS.missing(f"WebGPU finds no adapter: {fault}", library.path)
    return Probe(True, f"{info.name}, {info.driver}, {library.describe()}", by_default=not info.is_cpu, hardware=not info.is_cpu)


def _looked() -> str:
    requested = settings.WEBGPU_PROVIDER
    return "; ".join(", ".join(p.paths()) for p in providers.PROVIDERS if requested in ("", p.name))


# ---- the device


class WGCompiler(Compiler):
    """Checks WGSL; the binary is the source, and drivers translate it when a kernel is loaded."""

    def __init__(self, device: WGDevice) -> None:
        super().__init__("wgsl")
        self._device = device

    def compile(self, source: str) -> bytes:
        """The source. CompileError with Dawn's messages, line by line."""
        text = source.encode()
        self._device.library.ShaderModuleRelease(compile_module(self._device, text))
        return text


class WebgpuDevice(DriverDevice):
    """`WEBGPU`, the best adapter."""

    def __init__(self, name: str, compiler: str | None, arch: str | None, interface: str | None) -> None:
        choose_gpu(name, ["the best adapter"], "WebGPU", "adapter")
        self.gpu = WGDevice(instance(), name)
        self.queue = WGQueue(self.gpu)
        from heddle.renderer.wgsl.wgsl import WGSLRenderer
        self.memory = WGAllocator(name, self.queue)
        super().__init__(name, self.gpu, self.memory, WGCompiler(self.gpu), WGSLRenderer("wgsl", capabilities_of(self.gpu.info)))
        if self.gpu.info.has_timestamps: self.timed_by = "the device's timestamps"

    def runtime(self, program: UOp) -> WGProgram:
        """Loads the kernel of a PROGRAM. CompileError if the driver refuses it."""
        return WGProgram(self.queue, program.arg, program.src[2].arg)

    def synchronize(self) -> None:
        """Submits what was recorded, and waits for all launches. DeviceError if one hangs or the device is lost."""
        self.queue.finish()

    def graph(self) -> Callable[[Sequence[Launch]], Graph]:
        """The constructor of graphs: many launches as one submission."""
        from heddle.runtime.webgpu.graph import WGGraph
        return lambda launches: WGGraph(self.queue, self.memory, launches)


def capabilities_of(info: WGInfo) -> Capabilities:
    """The capabilities of this adapter for kernels."""
    known = frozenset(dtypes.all) - {dtypes.float64}
    lacking = {dtypes.bfloat16, *dtypes.fp8s, *([] if info.has_half else [dtypes.float16])}
    return Capabilities(
        dtypes=known, arithmetic=frozenset((dtypes.bool, *dtypes.ints, dtypes.float32)),
        as_bits=frozenset(lacking), native=_NATIVE, index_dtype=dtypes.int32, vector=16, part_alignment=info.storage_alignment,
        buffers_per_kernel=info.storage_buffers, binding=info.storage_size,
        shared_memory=info.shared_memory // 4,  # an element of one byte takes a word there
        has_fast_shared=not info.is_cpu, workgroup=info.group_sizes, workgroup_threads=min(info.group_items, _GROUP),
        grid=(info.groups, info.groups, info.groups))

