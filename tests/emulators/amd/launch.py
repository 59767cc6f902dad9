"""From the registers of a DISPATCH packet to a launch, with the checks that hardware answers with a hang or wrong results.

In: registers as they were set, the extent of the grid, the initiator. Out: `Dispatch`. Always true: a kernel's descriptor is looked
for beside its code, in what the GPU maps; where there is one, registers may not ask for less than it needs.

The descriptor: llvm's AMDHSAKernelDescriptor.h; what a launch fills in besides (LDS granules, PRIV, scratch): "Kernel Descriptor" and
"Initial Kernel Execution State" of AMDGPUUsage. Registers of a launch: Dispatch::BuildIb of kfdtest. Units of TMPRING_SIZE:
AqlQueue::FillComputeTmpRingSize, _Gfx11 and _Gfx12 of ROCr's amd_aql_queue.cpp. The initiator: COMPUTE_DISPATCH_INITIATOR of PAL's
gfx9_plus_merged_registers.h.
"""
from __future__ import annotations

import struct
from collections.abc import Mapping

import numpy as np

from tests.emulators.amd.dispatch import Dispatch
from tests.emulators.amd.errors import CommandFault
from tests.emulators.amd.memory import AddressSpace
from tests.emulators.amd.topology import GPU

ENABLE, PARTIAL_GROUPS, START_AT_ZERO, THREAD_DIMENSIONS, WAVE32 = 1, 2, 4, 1 << 5, 1 << 15
#: bits of the initiator that mean something (ORDER_MODE, L1 invalidation, TUNNEL_ENABLE, RESTORE, AMP_SHADER_EN)
_INITIATOR = ENABLE | PARTIAL_GROUPS | START_AT_ZERO | THREAD_DIMENSIONS | 1 << 6 | 3 << 10 | 1 << 13 | 1 << 14 | WAVE32
_NEEDED = ("PGM_LO", "PGM_HI", "PGM_RSRC1", "PGM_RSRC2", *(f"{name}_{axis}" for name in ("NUM_THREAD", "START") for axis in "XYZ"))
#: bits of RSRC2 that say which registers a wave starts with
_INPUTS = 0x1FBF
#: bits of TMPRING_SIZE.WAVESIZE, by generation
_WAVE_SIZE = {10: 0x1FFF, 11: 0x7FFF, 12: 0x3FFFF}
_MOST_ITEMS, _MOST_LDS = 1024, 64 << 10
_PRIVILEGED = 1 << 20  # of RSRC1
_PREFETCH = 256  # bytes behind the first instruction that are fetched with it
_WINDOW = 16 << 20  # how far from its code a descriptor is looked for
#: user SGPRs by bit of kernel_code_properties
_USER_SGPRS = ((0, 4), (1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 1))
_KERNARG_BIT, _WAVE32_BIT = 3, 10


Extent = tuple[int, int, int]


def launch(gpu: GPU, memory: AddressSpace, registers: Mapping[str, int], groups: Extent, initiator: int) -> Dispatch:
    """The launch that a DISPATCH packet asks for. CommandFault or MemoryFault for one that the card would not survive.

    Source: Dispatch::BuildIb of kfdtest's Dispatch.cpp.
    """
    if missing := [name for name in _NEEDED if name not in registers]: raise CommandFault(f"dispatch: {', '.join(missing)} never set")
    _check_initiator(gpu, initiator)
    size = _group_size(registers)
    if initiator & THREAD_DIMENSIONS: groups = _whole_groups(groups, size)
    code = (registers["PGM_HI"] << 32 | registers["PGM_LO"]) << 8
    memory.check(code, _PREFETCH, "execute", "instructions of a dispatch")
    descriptor = find_descriptor(memory, code, registers["PGM_RSRC1"])
    found = Dispatch(gpu.arch, code, descriptor, dict(registers), groups, size, 32 if initiator & WAVE32 else 64)
    if gpu.needs_privilege and not registers["PGM_RSRC1"] & _PRIVILEGED:
        raise CommandFault(f"RSRC1 {registers['PGM_RSRC1']:#x} without PRIV: waves of {gpu.arch} trap when they are saved")
    if found.lds_bytes > _MOST_LDS: raise CommandFault(f"dispatch with {found.lds_bytes} bytes of LDS: a workgroup has {_MOST_LDS}")
    if registers["PGM_RSRC2"] & 1: _check_scratch(gpu, memory, found)
    if descriptor is not None: _check_descriptor(memory, found, descriptor)
    return found


def _check_initiator(gpu: GPU, initiator: int) -> None:
    """Source: COMPUTE_DISPATCH_INITIATOR of PAL's gfx9_plus_merged_registers.h."""
    allowed = _INITIATOR | (1 << 16 if gpu.major >= 11 else 0)
    if initiator & ~allowed: raise CommandFault(f"dispatch initiator {initiator:#x} has reserved bits {initiator & ~allowed:#x}")
    if not initiator & ENABLE: raise CommandFault(f"dispatch initiator {initiator:#x} without COMPUTE_SHADER_EN")
    if initiator & PARTIAL_GROUPS: raise CommandFault("partial workgroups are not emulated")


def _group_size(registers: Mapping[str, int]) -> Extent:
    """Source: COMPUTE_NUM_THREAD_X of PAL's gfx9_plus_merged_registers.h; amdgpu-flat-work-group-size of LLVM's AMDGPUUsage.rst."""
    x, y, z = (registers[f"NUM_THREAD_{axis}"] for axis in "XYZ")
    for axis, count in zip("XYZ", (x, y, z), strict=True):
        if not 1 <= count <= _MOST_ITEMS: raise CommandFault(f"NUM_THREAD_{axis} is {count:#x}")
    if x * y * z > _MOST_ITEMS: raise CommandFault(f"a workgroup of {x * y * z} work-items; {_MOST_ITEMS} are the most")
    return x, y, z


def _whole_groups(items: Extent, size: Extent) -> Extent:
    """Source: PARTIAL_TG_EN of COMPUTE_DISPATCH_INITIATOR, PAL's gfx9_plus_merged_registers.h."""
    if any(count % s for count, s in zip(items, size, strict=True)): raise CommandFault(f"{items} work-items in workgroups of {size}")
    x, y, z = (count // s for count, s in zip(items, size, strict=True))
    return x, y, z


def _check_scratch(gpu: GPU, memory: AddressSpace, launch: Dispatch) -> None:
    """Source: AqlQueue::FillComputeTmpRingSize of ROCr's amd_aql_queue.cpp."""
    ring = launch.registers.get("TMPRING_SIZE", 0)
    waves, each = ring & 0xFFF, (ring >> 12 & _WAVE_SIZE[gpu.major]) * gpu.scratch_unit
    if not waves or not each: raise CommandFault(f"private memory is enabled, and TMPRING_SIZE is {ring:#x}")
    if gpu.major >= 11: waves *= gpu.engines  # it counts those of one engine
    if waves > gpu.scratch_waves: raise CommandFault(f"TMPRING_SIZE for {waves} waves: the card has {gpu.scratch_waves}")
    if launch.descriptor is not None:
        need = struct.unpack_from("<I", launch.descriptor, 4)[0] * launch.wave
        if each < need: raise CommandFault(f"TMPRING_SIZE gives a wave {each} bytes, and the kernel needs {need}")
    if gpu.major >= 11: memory.check(launch.scratch_base, waves * each, "write", "private memory of a dispatch")
    elif launch.descriptor is not None and launch.descriptor[56] & 1: _check_private_buffer(memory, launch, waves * each)


def _check_private_buffer(memory: AddressSpace, launch: Dispatch, nbytes: int) -> None:
    """The first four scalar registers as AqlQueue::FillBufRsrcWord0 to 3_Gfx10 of ROCr, and INDEX_STRIDE as the firmware fills it.

    Source: AqlQueue::FillBufRsrcWord3_Gfx10 of ROCr's amd_aql_queue.cpp.
    """
    low, high, records, form = (launch.registers.get(f"USER_DATA_{n}", 0) for n in range(4))
    expected = 0x21814FAC | (2 if launch.wave == 32 else 3) << 21
    if form != expected: raise CommandFault(f"the buffer of private memory has {form:#x} in word 3; {expected:#x} is right")
    if high >> 16 != 1 << 15: raise CommandFault(f"the buffer of private memory has {high:#x} in word 1, not swizzled without stride")
    if records < nbytes: raise CommandFault(f"the buffer of private memory has {records} bytes of {nbytes}")
    memory.check((high & 0xFFFF) << 32 | low, nbytes, "write", "private memory of a dispatch")


def find_descriptor(memory: AddressSpace, code: int, rsrc1: int) -> bytes | None:
    """The 64 bytes whose offset of the first instruction leads to `code`. Of several, one that RSRC1 was taken from."""
    buffer = memory.find(code)
    assert buffer is not None
    start = max(buffer.va, (code - _WINDOW) & -64)
    words = np.frombuffer(buffer.bytes()[start - buffer.va:min(buffer.end, code + _WINDOW) - buffer.va], np.uint8)
    table = words[:len(words) & -64].view(np.int64).reshape(-1, 8)
    begins = start + 64 * np.arange(len(table), dtype=np.int64)
    at = np.flatnonzero((table[:, 2] + begins == code) & (begins != code))
    found = [table[i].tobytes() for i in at]
    if len(found) > 1: found = [d for d in found if struct.unpack_from("<I", d, 48)[0] == rsrc1] or found
    return found[-1] if found else None


def _check_descriptor(memory: AddressSpace, launch: Dispatch, descriptor: bytes) -> None:
    """Source: kernel_descriptor_t of LLVM's AMDHSAKernelDescriptor.h."""
    lds, _, kernarg_bytes = struct.unpack_from("<III", descriptor)
    rsrc1, rsrc2, properties = struct.unpack_from("<IIH", descriptor, 48)
    set1, set2 = launch.registers["PGM_RSRC1"], launch.registers["PGM_RSRC2"]
    if launch.lds_bytes < lds: raise CommandFault(f"RSRC2 gives {launch.lds_bytes} bytes of LDS, and the kernel needs {lds}")
    wave = 32 if properties >> _WAVE32_BIT & 1 else 64
    if wave != launch.wave: raise CommandFault(f"dispatch in waves of {launch.wave}, and the kernel was compiled for {wave}")
    if set1 & 0x3F < rsrc1 & 0x3F: raise CommandFault(f"RSRC1 gives {set1 & 0x3F} granules of vector registers of {rsrc1 & 0x3F}")
    if (set2 ^ rsrc2) & _INPUTS: raise CommandFault(f"RSRC2 is {set2:#x}, and the kernel wants other inputs: {rsrc2:#x}")
    used = sum(count for bit, count in _USER_SGPRS if properties >> bit & 1)
    missing = [i for i in range(used) if f"USER_DATA_{i}" not in launch.registers]
    if missing: raise CommandFault(f"dispatch: USER_DATA {missing} never set")
    if not properties >> _KERNARG_BIT & 1 or not kernarg_bytes: return
    first = sum(count for bit, count in _USER_SGPRS[:_KERNARG_BIT] if properties >> bit & 1)
    low, high = launch.user_sgprs[first:first + 2]
    memory.check(high << 32 | low, kernarg_bytes, "read", "arguments of a dispatch")
