"""The compute registers that SET_SH_REG may write, by number, as names without COMPUTE_: mmCOMPUTE_* of PAL's offset headers.

gfx9_plus_merged_offset.h for gfx10 and gfx11, gfx12_merged_offset.h for gfx12; amdgpu's gc_10_3_0, gc_11_0_0 and gc_12_0_0_offset.h
have the same, counted from 0x1260 words further down.
"""
from __future__ import annotations

from tests.emulators.amd.topology import GPU

SH_BASE = 0x2C00

_COMMON = {
    0x2E04: "START_X", 0x2E05: "START_Y", 0x2E06: "START_Z",
    0x2E07: "NUM_THREAD_X", 0x2E08: "NUM_THREAD_Y", 0x2E09: "NUM_THREAD_Z",
    0x2E0A: "PIPELINESTAT_ENABLE", 0x2E0B: "PERFCOUNT_ENABLE",
    0x2E0C: "PGM_LO", 0x2E0D: "PGM_HI", 0x2E0E: "DISPATCH_PKT_ADDR_LO", 0x2E0F: "DISPATCH_PKT_ADDR_HI",
    0x2E12: "PGM_RSRC1", 0x2E13: "PGM_RSRC2", 0x2E15: "RESOURCE_LIMITS",
    0x2E16: "STATIC_THREAD_MGMT_SE0", 0x2E17: "STATIC_THREAD_MGMT_SE1", 0x2E18: "TMPRING_SIZE",
    0x2E19: "STATIC_THREAD_MGMT_SE2", 0x2E1A: "STATIC_THREAD_MGMT_SE3",
    0x2E1B: "RESTART_X", 0x2E1C: "RESTART_Y", 0x2E1D: "RESTART_Z", 0x2E1E: "THREAD_TRACE_ENABLE",
    0x2E28: "PGM_RSRC3",
    **{0x2E40 + i: f"USER_DATA_{i}" for i in range(16)},
}
_SINCE_11 = {
    0x2E10: "DISPATCH_SCRATCH_BASE_LO", 0x2E11: "DISPATCH_SCRATCH_BASE_HI", 0x2E2F: "DISPATCH_INTERLEAVE",
    **{0x2E2B + i: f"STATIC_THREAD_MGMT_SE{4 + i}" for i in range(4)},
}


def sh_registers(gpu: GPU) -> dict[int, str]:
    """Those of this card."""
    return _COMMON | (_SINCE_11 if gpu.major >= 11 else {}) | ({0x2E23: "STATIC_THREAD_MGMT_SE8"} if gpu.major >= 12 else {})
