"""A target names what kernels may count on, for a GPU that is not here."""
from __future__ import annotations

import pytest

from heddle.errors import DeviceError
from heddle.renderer import Renderer
from heddle.renderer.c.clang import ClangRenderer
from heddle.renderer.c.msl import AppleGPU, MSLRenderer
from heddle.renderer.cuda.cuda import Architecture, CUDARenderer
from heddle.renderer.llvm.amdgcn import AMDArchitecture, AMDRenderer
from heddle.renderer.ptx.ptx import PTXRenderer
from heddle.renderer.targets import capabilities_of_target

HOPPER = Architecture(90, "a")


@pytest.mark.parametrize("renderer", [
    CUDARenderer(HOPPER), CUDARenderer(Architecture(80)), PTXRenderer(HOPPER), PTXRenderer(HOPPER, supports_fp8=False),
    AMDRenderer(AMDArchitecture.parse("gfx1100")), MSLRenderer(AppleGPU()), MSLRenderer(AppleGPU.parse("apple7-3.0"))],
    ids=lambda renderer: renderer.target)
def test_the_capabilities_of_a_target_are_those_of_its_renderer(renderer: Renderer) -> None:
    assert capabilities_of_target(renderer.target) == renderer.capabilities


def test_other_targets() -> None:
    assert capabilities_of_target(ClangRenderer("CPU CLANG x86_64 native").target) is None and capabilities_of_target("") is None
    with pytest.raises(DeviceError, match="no NVIDIA architecture 'sm_7'"): capabilities_of_target("CUDA C sm_7")
