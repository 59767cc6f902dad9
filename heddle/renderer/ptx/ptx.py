"""PTX, the virtual assembly language that NVIDIA's driver compiles.

Inputs: the linear IR of a kernel, vectors scalarized.
Outputs: PTX, with an entry for any address where vectors are moved (see `cuda`). What is left to the driver: which registers there
are, and in what order things are done.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from heddle.dtype import dtypes
from heddle.renderer import Capabilities, Renderer
from heddle.renderer.cuda.cuda import ANYWHERE, STATIC_SHARED, Architecture, capabilities_of, moves_vector
from heddle.renderer.cuda.mma import has_group_unit
from heddle.renderer.ptx.writer import PTXWriter, shared_bytes
from heddle.uop import Ops, UOp

#: the oldest version of the language that supports an architecture; newer drivers take older versions
_VERSIONS = ((120, 8.7), (100, 8.6), (75, 8.0))
#: the one that supports floats of 8 bits on all architectures that have them, in MMA units too; and the first CUDA that takes it
_FP8_VERSION, FP8_SINCE = 8.4, (12, 4)


def ptx_capabilities(arch: Architecture, units: int = 64, supports_fp8: bool = True) -> Capabilities:
    """As for CUDA C, without functions that the language has only approximations of."""
    caps = capabilities_of(arch, units)
    caps = replace(caps, native=caps.native - {Ops.EXP2, Ops.LOG2})
    if supports_fp8: return caps
    known = tuple(u for u in caps.tensor_cores if u.dtype not in dtypes.fp8s)
    return replace(caps, tensor_cores=known, as_bits=caps.as_bits | frozenset(dtypes.fp8s))


class PTXRenderer(Renderer):
    """One module with one kernel. `supports_fp8`: whether the driver takes the version of the language that has floats of 8 bits."""

    def __init__(self, arch: Architecture, units: int = 64, supports_fp8: bool = True) -> None:
        super().__init__(f"PTX {arch}{'' if supports_fp8 else ' without fp8'}", ptx_capabilities(arch, units, supports_fp8))
        self.arch = arch

    def render(self, uops: Sequence[UOp], name: str) -> str:
        """The module. InternalError for an op or dtype that the language has no word for."""
        version = next(v for number, v in _VERSIONS if self.arch.number >= number)
        if any(u.dtype.scalar() in dtypes.fp8s for u in uops): version = max(version, _FP8_VERSION)
        lines = [f".version {version}", f".target {self.arch}", ".address_size 64"]
        align = 1024 if has_group_unit(uops) else 128
        if shared_bytes(uops) > STATIC_SHARED: lines.append(f".extern .shared .align {align} .b8 shared[];")
        entries = [(name, True), (name + ANYWHERE, False)] if any(map(moves_vector, uops)) else [(name, True)]
        for entry, aligned in entries: lines += PTXWriter(uops, entry, aligned, self.arch).entry()
        return "\n".join([*lines, ""])
