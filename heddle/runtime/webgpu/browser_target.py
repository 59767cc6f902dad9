"""WebGPU target without an adapter: renders kernels within given limits, for programs that run in a browser.

Inputs: WebGPU's limits by their names. Outputs: a device that kernels can be compiled for, and that neither holds memory nor runs
them. Invariants: with the limits that WebGPU guarantees (`GUARANTEED`), its kernels run on every adapter.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from heddle.device.interface import Compiled
from heddle.runtime.ops_null import NullAllocator, NullCompiler
from heddle.runtime.webgpu.device import WGInfo

if TYPE_CHECKING:
    from heddle.renderer import Capabilities

#: What every adapter offers at least: https://www.w3.org/TR/webgpu/#limits, as far as kernels are concerned. Sizes in bytes.
GUARANTEED: dict[str, int] = {
    "maxStorageBuffersPerShaderStage": 8,
    "maxStorageBufferBindingSize": 128 << 20,
    "maxBufferSize": 256 << 20,
    "maxComputeWorkgroupStorageSize": 16384,
    "maxComputeInvocationsPerWorkgroup": 256,
    "maxComputeWorkgroupSizeX": 256,
    "maxComputeWorkgroupSizeY": 256,
    "maxComputeWorkgroupSizeZ": 64,
    "maxComputeWorkgroupsPerDimension": 65535,
}
ALIGNMENT = 256  # bytes: where a binding may begin on every adapter (minStorageBufferOffsetAlignment)


class WebTarget(Compiled):
    """A device for `CompileRequest`: kernels for any adapter that offers `limits`."""

    def __init__(self, limits: Mapping[str, int]) -> None:
        from heddle.renderer.wgsl.wgsl import WGSLRenderer
        super().__init__("WebGPU", NullAllocator("WebGPU"), NullCompiler("wgsl for the web"),
                         WGSLRenderer("wgsl for the web", kernel_capabilities(limits)))


def kernel_capabilities(limits: Mapping[str, int]) -> Capabilities:
    """What kernels may count on where WebGPU offers `limits`."""
    from heddle.runtime.ops_webgpu import capabilities_of
    sizes = limits["maxComputeWorkgroupSizeX"], limits["maxComputeWorkgroupSizeY"], limits["maxComputeWorkgroupSizeZ"]
    return capabilities_of(WGInfo(
        name="any adapter", driver="", is_cpu=False, has_timestamps=False, has_half=False,
        storage_buffers=limits["maxStorageBuffersPerShaderStage"], storage_size=limits["maxStorageBufferBindingSize"],
        storage_alignment=ALIGNMENT, uniform_alignment=ALIGNMENT, buffer_size=limits["maxBufferSize"],
        shared_memory=limits["maxComputeWorkgroupStorageSize"], group_items=limits["maxComputeInvocationsPerWorkgroup"],
        group_sizes=sizes, groups=limits["maxComputeWorkgroupsPerDimension"]))
