"""Capabilities of GPUs that are not here, by the target of their renderer.

Inputs: a target, `CUDA C sm_90a`, as stored with what a search found on another machine. Outputs: the capabilities of such a GPU.
Invariants: `capabilities_of_target(renderer.target)` has everything that `renderer.capabilities` has but the count of its units.
"""
from __future__ import annotations

from heddle.renderer import Capabilities
from heddle.renderer.c import msl
from heddle.renderer.cuda import cuda
from heddle.renderer.llvm import amdgcn
from heddle.renderer.ptx.ptx import ptx_capabilities

_WITHOUT_FP8 = " without fp8"


def capabilities_of_target(target: str) -> Capabilities | None:
    """The capabilities of a GPU; None for a target that says less than a kind of GPU. DeviceError for a GPU that is unknown."""
    language, _, arch = target.removesuffix(_WITHOUT_FP8).rpartition(" ")
    if language == "CUDA C": return cuda.capabilities_of(cuda.Architecture.parse(arch))
    if language == "PTX": return ptx_capabilities(cuda.Architecture.parse(arch), supports_fp8=not target.endswith(_WITHOUT_FP8))
    if language == "LLVM" and arch.startswith("gfx"): return amdgcn.capabilities_of(amdgcn.AMDArchitecture.parse(arch))
    return msl.capabilities_of(msl.AppleGPU.parse(arch)) if language == "MSL" else None
