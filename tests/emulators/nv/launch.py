"""Launches: a descriptor is read and checked against the code it names, and the code's twin runs in the PTX emulator.

In: the address of a QMD. Out: the kernel's writes, semaphores released, the dependent descriptor's address. Always true: everything is
read when the launch runs and not before; each rule of `_RULES` is checked on every launch.
"""
from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..ptx.errors import OutOfBounds, PtxError
from ..ptx.launch import Loaded, run
from ..ptx.memory import Block
from ..ptx.wave import Launch
from .compute import Setting
from .errors import DeviceFault, MockLimit, Xid
from .families import KIB, RESERVED_SHARED, Family
from .qmd import GRID_OF_BLOCKS, QMD, SIZE, Constant, Release
from .space import Mapping
from .twins import Twin

if TYPE_CHECKING:
    from .channel import Channel

REGISTERS = 64 * KIB  # of a multiprocessor
WARP, LOCAL_SPACE = 32, 1 << 24
_GRID, _BLOCK, _THREADS = (2**31 - 1, 65535, 65535), (1024, 1024, 64), 1024


@dataclass(frozen=True)
class Case:
    """One launch, with all that its rules look at."""

    qmd: QMD
    family: Family
    twin: Twin
    setting: Setting
    bank0: bytes
    tpcs: int
    sms: int
    readable: Callable[[int, int], bool]

    def word(self, at: int, nbytes: int = 4) -> int: return int.from_bytes(self.bank0[at:at + nbytes], "little")


def up(n: int, to: int) -> int:
    """The next multiple."""
    return -(-n // to) * to


# ---- rules: what is wrong, or None


def code_is_for_the_gpu(c: Case) -> str | None:
    """Code runs on GPUs of its generation that are not older.

    Source: CUDA programming guide, binary compatibility of cubins.
    """
    made, arch = c.twin.kernel.arch, c.family.arch
    return f"code for sm_{made}, the GPU is sm_{arch}" if made // 10 != arch // 10 or made > arch else None


def registers_suffice(c: Case) -> str | None:
    """The descriptor gives a thread the registers that its code uses.

    Source: clc6c0qmd.h: REGISTER_COUNT_V (clcbc0qmd.h: REGISTER_COUNT); record 0x2F of .nv.info.
    """
    if c.qmd["registers"] < c.twin.kernel.registers: return f"{c.qmd['registers']} registers, the code uses {c.twin.kernel.registers}"
    return None


def registers_fit(c: Case) -> str | None:
    """All of a block's registers are in one multiprocessor: warps take them by 256, and come in fours.

    Source: CUDA programming guide, technical specifications: 64 Ki registers, taken by a warp in units of 256.
    """
    warps = up(math.prod(c.qmd.block), WARP) // WARP
    wanted = up(c.qmd["registers"] * WARP, 256) * up(warps, 4)
    return f"{wanted} registers for {warps} warps, there are {REGISTERS}" if wanted > REGISTERS else None


def barriers_suffice(c: Case) -> str | None:
    """The descriptor gives a block the barriers that its code uses, of the 16 that there are.

    Source: clc6c0qmd.h, clcbc0qmd.h, clcdc0qmd.h: BARRIER_COUNT; the PTX manual: barrier resources 0 to 15.
    """
    if c.qmd["barriers"] < c.twin.kernel.barriers: return f"{c.qmd['barriers']} barriers, the code uses {c.twin.kernel.barriers}"
    return "more than 16 barriers" if c.qmd["barriers"] > 16 else None


def shared_suffices(c: Case) -> str | None:
    """The code's own shared memory is there, and no more than a block can have.

    Source: clcbc0qmd.h: SHARED_MEMORY_SIZE; CUDA programming guide: maximum of a block; .nv.shared of compiled cubins (0x400 kept).
    """
    wanted = max(c.twin.kernel.shared, RESERVED_SHARED if c.family.is_hopper_or_newer and c.qmd.shared else 0)
    if c.qmd.shared < wanted: return f"{c.qmd.shared} bytes of shared memory, the code has {wanted}"
    return f"{c.qmd.shared} bytes of shared memory of {c.family.block_shared}" if c.qmd.shared > c.family.block_shared else None


def carveout_is_one(c: Case) -> str | None:
    """The multiprocessor's shared memory is set to sizes it can have, the least of which holds a block.

    Source: nak/qmd.rs of Mesa (size / 4096 + 1); CUDA programming guide: the capacities of each compute capability.
    """
    values = {name: c.qmd[f"shared_{name}"] for name in ("min", "max", "target")}
    allowed = {kib // 4 + 1 for kib in c.family.carveouts}
    for name, value in values.items():
        if value not in allowed: return f"{name} shared memory configuration {value}, of {sorted(allowed)}"
    if not values["min"] <= values["target"] <= values["max"]: return f"shared memory configurations {values}"
    room = (values["min"] - 1) * 4 * KIB
    return f"shared memory configuration of {room} bytes for {c.qmd.shared}" if room < c.qmd.shared else None


def bank0_holds_parameters(c: Case) -> str | None:
    """Constant buffer 0 is as large as the code's image of it, and parameters stand where the family has them.

    Source: compiled cubins: .nv.constant0, record 0x0A of .nv.info.
    """
    at, size = c.twin.kernel.parameters
    if size and at != c.family.bank0.parameters:
        return f"code with parameters at {at:#x}, {c.family.name} has them at {c.family.bank0.parameters:#x}"
    wanted = max(c.twin.kernel.constants.get(0, 0), at + size)
    return f"constant buffer 0 of {len(c.bank0)} bytes, the code reads {wanted}" if len(c.bank0) < wanted else None


def bank0_tells_extents(c: Case) -> str | None:
    """Block and grid stand in constant buffer 0 as in the descriptor.

    Source: compiled cubins, disassembled: what %ntid and %nctaid read.
    """
    for name, at, wanted in (("blockDim", c.family.bank0.block, c.qmd.block), ("gridDim", c.family.bank0.grid, c.qmd.grid)):
        found = tuple(c.word(at + 4 * i) for i in range(3))
        if found != wanted: return f"{name} {found} in constant buffer 0, {wanted} in the descriptor"
    return None


def bank0_tells_windows(c: Case) -> str | None:
    """The windows in constant buffer 0 are those of the channel, which are set, apart, and at multiples of 4 GiB.

    Source: clcbc0.h: NVCBC0_SET_SHADER_SHARED_MEMORY_WINDOW_A, _LOCAL_; compiled cubins: what generic addresses are made with.
    """
    bank = c.family.bank0
    for name, at, wanted in (("shared", bank.shared_window, c.setting.shared_window),
                             ("local", bank.local_window, c.setting.local_window)):
        if wanted is None: return f"the {name} window is not set"
        if wanted % (1 << 32): return f"the {name} window at {wanted:#x}"
        if at is not None and c.word(at, 8) != wanted:
            return f"{name} window {c.word(at, 8):#x} in constant buffer 0, {wanted:#x} on the channel"
    return "both windows are one" if c.setting.shared_window == c.setting.local_window else None


def constants_are_valid(c: Case) -> str | None:
    """Each bank that the code has is a constant buffer of its size.

    Source: clcbc0qmd.h: CONSTANT_BUFFER_VALID, CONSTANT_BUFFER_SIZE_SHIFTED4; sections .nv.constantN of compiled cubins.
    """
    for bank, size in c.twin.kernel.constants.items():
        found = c.qmd.constant(bank)
        if found is None: return f"constant buffer {bank} is not valid, the code has it"
        if found.size < size: return f"constant buffer {bank} of {found.size} bytes, the code has {size}"
        if not c.readable(found.address, found.size): return f"constant buffer {bank} at {found.address:#x} is not mapped"
    return None


def stack_is_there(c: Case) -> str | None:
    """A thread's local memory holds the code's stack below the initial stack pointer.

    Source: compiled cubins, disassembled: the stack pointer is read from bank 0; clcbc0qmd.h: SHADER_LOCAL_MEMORY_HIGH_SIZE.
    """
    stack, pointer = c.twin.kernel.stack, c.word(c.family.bank0.stack_pointer)
    if not stack: return None
    if c.qmd.local < stack: return f"{c.qmd.local} bytes of local memory, the code's stack has {stack}"
    if not LOCAL_SPACE - c.qmd.local + stack <= pointer <= LOCAL_SPACE:
        return f"stack pointer {pointer:#x} with {c.qmd.local} bytes at the top"
    return None


def local_memory_is_set(c: Case) -> str | None:
    """What the channel has for local memory holds that of all warps: by 512 bytes a warp and 32 KiB a TPC.

    Source: Mesa, nvk_queue.c: nvk_slm_area_ensure; clcbc0.h: NVCBC0_SET_SHADER_LOCAL_MEMORY_NON_THROTTLED_A.
    """
    if not c.qmd.local: return None
    each = up(up(c.qmd.local * WARP, 0x200) * c.family.warps * c.sms, 0x8000)
    if c.setting.local_bytes < each: return f"{c.setting.local_bytes} bytes of local memory for each TPC, wanted are {each}"
    if c.setting.local_memory is None: return "no local memory is set"
    total = c.setting.local_bytes * c.tpcs
    if c.readable(c.setting.local_memory, total): return None
    return f"local memory at {c.setting.local_memory:#x}, {total} bytes: not mapped"


_RULES: tuple[Callable[[Case], str | None], ...] = (
    code_is_for_the_gpu, registers_suffice, registers_fit, barriers_suffice, shared_suffices, carveout_is_one,
    bank0_holds_parameters, bank0_tells_extents,
    bank0_tells_windows, constants_are_valid, stack_is_there, local_memory_is_set)


def check_extents(qmd: QMD) -> None:
    """Grid and block are within what can be launched.

    Source: CUDA programming guide, technical specifications per compute capability.
    """
    for name, extent, limit in (("grid", qmd.grid, _GRID), ("block", qmd.block, _BLOCK)):
        if not all(0 < n <= most for n, most in zip(extent, limit)): raise _refused(f"{name} {extent}, at most {limit}")
    if math.prod(qmd.block) > _THREADS: raise _refused(f"{math.prod(qmd.block)} threads in a block")


def _refused(what: str) -> DeviceFault: return DeviceFault(Xid.GRAPHICS_EXCEPTION, f"launch: {what}")


class Launcher:
    """Launches of a channel, with what was set on it when they were scheduled."""

    def __init__(self, channel: Channel, setting: Setting) -> None:
        self.channel, self.setting = channel, setting
        self.gpu = channel.of_gpu()
        self.mock = self.gpu.mock

    def launch(self, address: int) -> int | None:
        """Runs it; the address of the descriptor that depends on it.

        Source: clcbc0qmd.h: NVCBC0_QMDV04_00_DEPENDENT_QMD_ACTION_*.
        """
        case = self._case(self._descriptor(address))
        for rule in _RULES:
            if (wrong := rule(case)) is not None: raise _refused(f"{case.twin.kernel.name}: {wrong} ({rule.__name__})")
        self._run(case)
        self.mock.launches.append((case.twin.kernel.name, case.qmd.grid, case.qmd.block))
        for release in case.qmd.releases(): self._release(release)
        following = case.qmd.next()
        if following is not None and case.qmd["dependent_action"] not in (1, 3):
            raise MockLimit("dependent descriptors are scheduled, or nothing")
        return following

    def _descriptor(self, address: int) -> QMD:
        """Source: clc6c0qmd.h: QMD_MAJOR_VERSION, IS_QUEUE; clcbc0qmd.h, clcdc0qmd.h: QMD_TYPE_GRID_CTA."""
        version = self.gpu.spec.family.qmd
        qmd = QMD.parse(version, self.channel.read(address, SIZE[version]))
        if (qmd["major"], qmd["minor"]) != (version, 0):
            raise _refused(f"descriptor of version {qmd['major']}.{qmd['minor']}, {self.gpu.spec.family.name} has {version}.0")
        if version == 3 and qmd["is_queue"]: raise _refused("the descriptor is a queue's")
        if version > 3 and qmd["type"] != GRID_OF_BLOCKS: raise _refused(f"descriptor of type {qmd['type']}")
        check_extents(qmd)
        return qmd

    def _readable(self, address: int, nbytes: int) -> bool:
        try: return sum(n for _, n in self.channel.space().pieces(self.gpu.index, address, nbytes)) == nbytes
        except DeviceFault: return False

    def _case(self, qmd: QMD) -> Case:
        """Source: none: code is known by its bytes here; of the alignment: nvdisasm of compiled cubins (sections of code align to
        128).
        """
        if qmd.program % 128: raise _refused(f"code at {qmd.program:#x}")
        twins = self.mock.twins.find(lambda n: self.channel.read(qmd.program, n) if self._readable(qmd.program, n) else b"")
        if not twins:
            self.channel.read(qmd.program, 128)  # MMU fault if it is not mapped
            raise _refused(f"at {qmd.program:#x} lies no code that a compiler made in this run")
        # loads that a source has in vain are not in the code: of several that allow the launch, the shortest has fewest
        twin = min((t for t in twins if self._allows(t, qmd)), key=lambda t: len(t.ptx()), default=twins[0]) if twins[1:] else twins[0]
        zero = qmd.constant(0)
        if zero is None: raise _refused("constant buffer 0 is not valid")
        spec = self.gpu.spec
        return Case(qmd, spec.family, twin, self.setting, self._bank(zero), spec.tpc_count, spec.sms, self._readable)

    def _allows(self, twin: Twin, qmd: QMD) -> bool:
        """Whether the source lets a block be so large: of sources with the same code, that is the one."""
        limits = self.mock.loaded(twin).program(twin.kernel.name).directives
        most, exactly = limits.get("maxntid"), limits.get("reqntid")
        if exactly: return tuple(exactly) == qmd.block[:len(exactly)]
        return not most or math.prod(qmd.block) <= math.prod(most)

    def _bank(self, of: Constant) -> bytes:
        """Source: clcbc0qmd.h: CONSTANT_BUFFER_ADDR_LOWER_SHIFTED6, CONSTANT_BUFFER_SIZE_SHIFTED4; CUDA programming guide (64 KiB of
        constants).
        """
        if of.size > 64 * KIB or of.address % 64: raise _refused(f"constant buffer 0 of {of.size} bytes at {of.address:#x}")
        return self.channel.read(of.address, of.size)

    def _run(self, case: Case) -> None:
        """Source: the PTX manual; see tests/emulators/ptx."""
        kernel, qmd = case.twin.kernel, case.qmd
        loaded = self.mock.loaded(case.twin)
        program = loaded.program(kernel.name)
        at, size = kernel.parameters
        dynamic = max(0, qmd.shared - kernel.shared)
        one = Launch(program, qmd.grid, qmd.block, case.bank0[at:at + size], self.mock.memory, dynamic, self.gpu.index,
                     self._reaches(loaded), printed=self.mock.printed)
        try:
            with self.mock.pages.opened(): run(one)
        except OutOfBounds as error:
            self.mock.errors_of_kernels.append(error)
            raise DeviceFault(Xid.MMU_FAULT, f"{kernel.name}: {error}") from error
        except PtxError as error:
            self.mock.errors_of_kernels.append(error)
            raise _refused(f"{kernel.name}: {error}") from error

    def _reaches(self, loaded: Loaded) -> Callable[[Block], bool]:
        """Shared and local memory, the module's own variables, and what is mapped for this GPU."""
        def reaches(block: Block) -> bool:
            if isinstance(block.keep, Mapping): return self.gpu.index in block.keep.rights
            return block.owner == -2 or block in loaded.blocks
        return reaches

    def _release(self, release: Release) -> None:
        """Source: clcbc0qmd.h: RELEASE_STRUCTURE_SIZE_*, RELEASE_PAYLOAD64B."""
        nbytes = 8 if release.is_wide else 4
        if release.structure == 0 and release.address % 16: raise _refused(f"a semaphore at {release.address:#x}")
        data = (release.payload & (1 << 8 * nbytes) - 1).to_bytes(nbytes, "little")
        if release.structure == 0: data = data.ljust(8, b"\0") + self.gpu.now().to_bytes(8, "little")
        self.channel.write(release.address, data)
