"""Texels: buffers that a kernel may read through texture units, as vectors of four floats.

Inputs: the linear IR of a kernel. Outputs: the PARAMs that are read so, and how many vectors each has. Invariants: such a buffer is
not written by the kernel; all that is loaded of it are whole vectors of four float32 or float16, from multiples of four on.

What it saves: a position in a texture is one number of 32 bits, an address takes 64. It also goes through a cache of its own.
"""
from __future__ import annotations

from collections.abc import Sequence

from heddle.dtype import dtypes
from heddle.renderer import memory_of
from heddle.renderer.nir.sums import accumulating
from heddle.uop import Ops, UOp
from heddle.uop.polynomial import linear

#: elements of a texel
TEXEL = 4
#: most texels of a buffer: 15 bits of a descriptor's width, and 12 of its height that Mesa's Vulkan driver uses (tu_device.cc,
#: maxTexelBufferElements)
MOST_TEXELS = 1 << 27
_READ = (dtypes.float16, dtypes.float32)


def texels_of(uops: Sequence[UOp]) -> dict[UOp, int]:
    """Number of texels by PARAM, of the kernel's factors; empty where the kernel sums no products."""
    if not accumulating(uops): return {}
    written = {memory_of(u.src[0]) for u in uops if u.op is Ops.STORE}
    loads: dict[UOp, list[UOp]] = {}
    for u in uops:
        if u.op is Ops.LOAD and (memory := memory_of(u.src[0])).op is Ops.PARAM: loads.setdefault(memory, []).append(u)
    return {p: p.size // TEXEL for p, found in loads.items() if p not in written and _can_be(p) and all(map(_is_texel, found))}


def _can_be(param: UOp) -> bool:
    return param.image is None and param.dtype in _READ and param.size % TEXEL == 0 and param.size // TEXEL <= MOST_TEXELS


def _is_texel(load: UOp) -> bool:
    """Whether a load is of four elements, from a multiple of four on."""
    at = load.src[0].src[1]
    terms, constant = linear(at)
    return load.dtype.count == TEXEL and at.dtype.itemsize == 4 and not constant % TEXEL and not any(f % TEXEL for f in terms.values())
