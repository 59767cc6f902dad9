"""NIR text: kernels for Adreno GPUs, in the operations of NIR, Mesa's intermediate representation.

Inputs: the linear IR of a kernel, vectors scalarized.
Outputs: text, a line for each instruction, from which `runtime/qcom/nir_builder.py` builds the shader that Mesa compiles.
Invariants: arithmetic rounds as written, except `ffma`, which may round once or twice; arguments are the buffers' addresses, then the
variables, 8 bytes each.

The lines, where `%n` is a value and `rN` a register:

    kernel NAME X Y Z               work-groups of X x Y x Z threads; what follows is theirs
    shared BYTES / arguments BYTES  what a work-group shares, and what a launch is given
    image POSITION                  an argument that is an image; these are numbered in their order
    texels POSITION BITS COUNT      a buffer that is read as COUNT vectors of four floats of BITS; numbered with the images
    register rN BITSxLANES
    %n = const BITS VALUE           %n = argument BITS OFFSET
    %n = workgroup_id DIMENSION     %n = local_invocation_id DIMENSION
    %n = load SPACE BITSxLANES %address OFFSET      store SPACE BITSxLANES %address OFFSET %value
    %n = load_pixel IMAGE %column %row              store_pixel IMAGE %column %row %value
    %n = load_texel IMAGE %vector                   vector number %vector of texels
    %n = component %m LANE          %n = get rN     set rN %m
    loop { / break_if %m / if %m { / }              barrier
    %n = OP %a ...                  any other word: an arithmetic instruction of NIR (nir_opcodes.py)
"""
from __future__ import annotations

from collections.abc import Sequence

from heddle.dtype import dtypes
from heddle.errors import DeviceError
from heddle.renderer import Capabilities, Renderer, workgroup_of
from heddle.renderer.nir.adreno import Adreno
from heddle.renderer.nir.texels import texels_of
from heddle.renderer.nir.writer import LANES, NIRWriter
from heddle.settings import settings
from heddle.uop import Ops, UOp

#: threads of a work-group that kernels are made for, at most: more leave each fewer registers
_GROUP = 128
_NATIVE = frozenset((Ops.SQRT, Ops.TRUNC, Ops.FDIV, Ops.RECIPROCAL, Ops.MULACC, Ops.MAX, Ops.NEG, Ops.WHERE, Ops.CMPEQ))
_LONGEST = 65535  # groups along a dimension
_IMAGE = 16384, 16384  # most rows, most pixels of a row: 15 and 14 bits of a descriptor


def capabilities_of(gpu: Adreno) -> Capabilities:
    """What kernels may count on.

    Subnormal numbers: Mesa's Vulkan driver of these GPUs offers shaderDenormFlushToZero for 16 and 32 bits and no shaderDenormPreserve
    (src/freedreno/vulkan/tu_device.cc, for models before A8xx).
    """
    known = frozenset(dtypes.all) - {dtypes.float64}
    computed = frozenset((dtypes.bool, *dtypes.ints, dtypes.float16, dtypes.float32))
    return Capabilities(
        dtypes=known, arithmetic=computed, flushed=frozenset((dtypes.float16, dtypes.float32)), native=_NATIVE,
        index_dtype=dtypes.int32, vector=16, computes_vectors=False, lanes_moved=LANES, copies_vectors=True, registers=48,
        threads=gpu.processors * 2, part_alignment=16, shared_memory=gpu.shared, has_fast_shared=True, image=_IMAGE,
        workgroup=(1024, 1024, 1024), workgroup_threads=_GROUP, grid=(_LONGEST, _LONGEST, _LONGEST))


class NIRRenderer(Renderer):
    """Kernels for one model."""

    def __init__(self, gpu: Adreno) -> None:
        super().__init__(f"NIR {gpu}", capabilities_of(gpu))
        self.gpu = gpu

    def render(self, uops: Sequence[UOp], name: str) -> str:
        """The kernel `name`. InternalError for an op or dtype that has no instruction; DeviceError for float64."""
        if any(u.dtype.scalar() == dtypes.float64 for u in uops):
            raise DeviceError("QCOM has no float64", "Cast to float32, or use a device that has it, such as CPU.")
        writer = NIRWriter(uops, name, texels_of(uops) if settings.TEXTURES else {})
        writer.write_ops()
        threads = " ".join(map(str, workgroup_of(uops)))
        head = [f"kernel {name} {threads}", f"shared {writer.shared}", f"arguments {writer.arguments}"]
        return "\n".join([*head, *writer.lines, ""])
