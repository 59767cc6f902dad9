"""What packets ask of caches: the bits of GCR_CNTL, as ACQUIRE_MEM, RELEASE_MEM and the SDMA engines' GCR have them.

In: control words. Out: caches written back and invalidated. Always true: a level is written back before it is invalidated. Bits:
PACKET3_ACQUIRE_MEM_GCR_CNTL_* and PACKET3_RELEASE_MEM_GCR_* of amdgpu's nvd.h, SDMA_PKT_GCR of ROCr's sdma_registers.h.
"""
from __future__ import annotations

from tests.emulators.amd.caches import CardCaches, SecondLevel
from tests.emulators.amd.errors import CommandFault

#: of ACQUIRE_MEM
_INSTRUCTIONS, _SCALARS, _VECTORS, _FIRST, _INVALIDATE, _WRITE_BACK = 3, 1 << 7, 1 << 8, 1 << 9, 1 << 14, 1 << 15
#: bits of RELEASE_MEM's first word, and of ACQUIRE_MEM that mean the same
_OF_RELEASE = {1 << 14: _VECTORS, 1 << 15: _FIRST, 1 << 20: _INVALIDATE, 1 << 21: _WRITE_BACK, 1 << 30: _SCALARS}


def acquire_bits(event: int) -> int:
    """The first word of RELEASE_MEM, as ACQUIRE_MEM would say it."""
    return sum(to for bit, to in _OF_RELEASE.items() if event & bit)


def control_caches(caches: CardCaches, generation: int, control: int, what: str) -> None:
    """Does what ACQUIRE_MEM's last word says. CommandFault if that loses what kernels wrote."""
    control_second_level(caches.second, control, what)
    if control & _INSTRUCTIONS: caches.instructions.invalidate()
    if control & _SCALARS: caches.scalars.invalidate()
    needed = _VECTORS | (_FIRST if generation < 12 else 0)  # gfx12 has no first level of its own (AMDGPUUsage, memory model gfx12)
    if control & needed == needed: caches.vectors.invalidate()


def control_second_level(second: SecondLevel, control: int, what: str) -> None:
    """The second level's part. gfx_v10_0, gfx_v11_0 and gfx_v12_0_emit_mem_sync of amdgpu always ask for both.

    Source: gfx_v10_0_emit_mem_sync of amdgpu's gfx_v10_0.c.
    """
    if control & _WRITE_BACK: second.write_back()
    if not control & _INVALIDATE: return
    lost = second.dirty
    second.invalidate()
    if lost: raise CommandFault(f"{what} invalidates the second level, and {lost} lines of it were not written back: they are lost")
