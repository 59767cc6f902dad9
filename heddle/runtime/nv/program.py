"""Loaded kernels of an NV device, and their launches.

Inputs: a cubin, memory, variables, launch dimensions. Outputs: a launch descriptor and constant bank 0 in memory of their own for each
launch, and the launch in the queue. Invariants: a launch sees the writes of earlier ones; what differs between launches is rewritten.
"""
from __future__ import annotations

import ctypes
import math
import struct
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from heddle.device.interface import extents
from heddle.errors import CompileError, InternalError, Location
from heddle.renderer.cuda.cuda import ANYWHERE, STATIC_SHARED
from heddle.runtime.common.kernels import argument_values, title_of, too_large
from heddle.runtime.nv import pushbuffer
from heddle.runtime.nv.code import Entry, Image
from heddle.runtime.nv.gpu import whole
from heddle.runtime.nv.qmd import ALIGN, Descriptor, layout_of
from heddle.runtime.nv.queue import NVQueue

if TYPE_CHECKING:
    from heddle.uop.program_info import ProgramInfo

_ALIGNED = 15  # bits of an address that are not zero where a vector access would be refused
_MOST_THREADS = 1024
_REGISTERS, _REGISTER_STEP, _WARPS_TOGETHER = 64 << 10, 256, 4  # of a multiprocessor; taken by a warp; warps at a time
_MOST_BLOCKS = 32  # of a multiprocessor, on any architecture
_RESERVED_SHARED = 1 << 10  # what a block has of shared memory besides its own
#: KiB of shared memory that a multiprocessor can be set to (CUDA programming guide, compute capabilities)
_CARVE_OUTS = {80: (8, 16, 32, 64, 100, 132, 164), 86: (8, 16, 32, 64, 100), 90: (8, 16, 32, 64, 100, 132, 164, 196, 228),
               120: (8, 16, 32, 64, 100)}
_LIKE_80 = (80, 87)
_LOCAL_TOP, _LOCAL_KEPT, _LOCAL_STEP = 0x1000000, 0x240, 32  # local memory is used from the top; so much of it is not the kernel's
_BANK_STEP = 16


@dataclass(frozen=True)
class Words:
    """Where constant bank 0 has what the driver tells kernels."""

    block: int
    grid: int
    shared_window: int
    local_window: int
    stack: int


_UP_TO_HOPPER = Words(block=0x00, grid=0x0C, shared_window=0x18, local_window=0x20, stack=0x28)
_BLACKWELL = Words(block=0x360, grid=0x370, shared_window=0x2F0, local_window=0x2F8, stack=0x37C)
_SIGNED = {1: "b", 2: "h", 4: "i", 8: "q"}


def carve_outs(number: int) -> tuple[int, ...]:
    """Bytes of shared memory that a multiprocessor of this architecture can be set to."""
    near = 80 if number in _LIKE_80 else max(n for n in _CARVE_OUTS if n <= number)
    return tuple(kib << 10 for kib in _CARVE_OUTS[near])


class Kernel:
    """One entry of a program's code, as launches need it."""

    def __init__(self, queue: NVQueue, entry: Entry, code: int, block: tuple[int, int, int], dynamic: int, title: str) -> None:
        number = queue.info.arch.number
        least = _RESERVED_SHARED if number >= 90 else 0  # newer ones count in what is reserved
        shared = whole(max(entry.shared, least) + dynamic, ALIGN)
        self._check(queue, entry, math.prod(block), shared - least, title)
        stack = whole(entry.usage.spilled + _LOCAL_KEPT, _LOCAL_STEP) if entry.usage.spilled else 0
        self._words = _BLACKWELL if number >= 100 else _UP_TO_HOPPER
        self._entry, self.local = entry, stack
        self._bank = self._make_bank(queue, block)
        layout = layout_of(number)
        own = shared + (0 if least else _RESERVED_SHARED)
        values = {"program": code + entry.code, "registers": entry.usage.registers, "barriers": entry.barriers, "shared": shared,
                  "local": stack, **dict(zip(("block_x", "block_y", "block_z"), block, strict=True)),
                  **_configuration(carve_outs(number), own, _resident(queue, entry, block))}
        banks = {bank: (code + at, whole(nbytes, _BANK_STEP)) for bank, (at, nbytes) in entry.banks.items()}
        self._descriptor = Descriptor(layout, values, banks, len(self._bank))
        self._bank_at = whole(layout.nbytes, ALIGN)
        self.nbytes = self._bank_at + whole(len(self._bank), ALIGN)
        self._gap = bytes(self._bank_at - layout.nbytes)
        self._parameters = _packer(entry.parameters)
        self.count = len(entry.parameters)

    def _check(self, queue: NVQueue, entry: Entry, threads: int, shared: int, title: str) -> None:
        """DeviceError if a block does not fit a multiprocessor."""
        room, most = queue.info.arch.shared_memory, _threads_that_fit(entry.usage.registers)
        needs = ""
        if threads > most: needs = f"{threads} threads of {entry.usage.registers} registers, and the device has room for {most}"
        elif shared > room: needs = f"{shared} bytes of shared memory, and the device has {room}"
        if needs: raise too_large(title, queue.name, needs)

    def _make_bank(self, queue: NVQueue, block: tuple[int, int, int]) -> bytearray:
        """Constant bank 0 without what differs between launches."""
        words, bank = self._words, bytearray(whole(max(self._entry.bank_bytes, self._entry.parameters_at), _BANK_STEP))
        shared, local = queue.gpu.driver.windows
        struct.pack_into("<III", bank, words.block, *block)
        struct.pack_into("<Q", bank, words.shared_window, shared)
        struct.pack_into("<Q", bank, words.local_window, local)
        struct.pack_into("<I", bank, words.stack, _LOCAL_TOP - _LOCAL_KEPT)
        return bank

    def launch(self, address: int, grid: Sequence[int], values: Sequence[int]) -> bytes:
        """What is to be in memory at `address`, `nbytes` in all, for a launch of so many blocks with these arguments."""
        bank = self._bank
        struct.pack_into("<III", bank, self._words.grid, *grid)
        self._parameters.pack_into(bank, self._entry.parameters_at, *values)
        return b"".join((self._descriptor.launch(grid, address + self._bank_at), self._gap, bank))


def _packer(parameters: Sequence[tuple[int, int]]) -> struct.Struct:
    """Writes parameters, which come in order, at their offsets."""
    form, at = "<", 0
    for offset, nbytes in parameters:
        if nbytes not in _SIGNED or offset < at: raise InternalError(f"a kernel has a parameter of {nbytes} bytes at {offset}")
        form += f"{offset - at}x{_SIGNED[nbytes]}"
        at = offset + nbytes
    return struct.Struct(form)


def _registers_of_warp(registers: int) -> int: return whole(32 * registers, _REGISTER_STEP)


def _threads_that_fit(registers: int) -> int:
    """Threads that a block may have, at most, if each has so many registers."""
    warps = _REGISTERS // max(_registers_of_warp(registers), 1) // _WARPS_TOGETHER * _WARPS_TOGETHER
    return min(_MOST_THREADS, 32 * warps)


def _resident(queue: NVQueue, entry: Entry, block: tuple[int, int, int]) -> int:
    """Blocks that a multiprocessor can keep, but for their shared memory."""
    warps = whole(-(-math.prod(block) // 32), _WARPS_TOGETHER)
    by_registers = _REGISTERS // (_registers_of_warp(max(entry.usage.registers, 1)) * warps)
    return max(1, min(_MOST_BLOCKS, queue.info.warps // warps, by_registers))


def _configuration(sizes: tuple[int, ...], own: int, blocks: int) -> dict[str, int]:
    """How much of a multiprocessor's memory is shared memory: what one block needs, what all that fit need, what there is."""
    def setting(nbytes: int) -> int: return next((size for size in sizes if size >= nbytes), sizes[-1]) // 4096 + 1
    return {"least_shared": setting(own), "target_shared": setting(own * blocks), "most_shared": setting(sizes[-1])}


class NVProgram:
    """A kernel. Calling it queues a launch."""

    def __init__(self, queue: NVQueue, info: ProgramInfo, binary: bytes, loc: Location | None = None) -> None:
        self.queue, self.info = queue, info
        self.title = title_of(info, loc)
        image = Image(binary)
        if image.arch > queue.info.arch.number: raise self._other_architecture(image)
        code = queue.take_own(image.nbytes, f"the code of {self.title}")
        weakref.finalize(self, queue.timeline.retire, partial(queue.code.free, code, image.nbytes)).atexit = False
        queue.staging.send(code, image.at(code), queue.copy)
        dynamic = info.scratch if info.scratch > STATIC_SHARED else 0
        block = extents(info.workgroup)

        def kernel(name: str) -> Kernel: return Kernel(queue, image.entries[name], code, block, dynamic, self.title)
        self.kernel = kernel(info.name)
        self.anywhere = kernel(info.name + ANYWHERE) if info.name + ANYWHERE in image.entries else self.kernel
        if self.kernel.count != len(info.globals) + len(info.vars):
            raise InternalError(f"{self.title} takes {self.kernel.count} parameters and not {len(info.globals) + len(info.vars)}")
        queue.need_local(max(self.kernel.local, self.anywhere.local))

    def _other_architecture(self, image: Image) -> CompileError:
        return CompileError(f"{self.title} was compiled for sm_{image.arch}, and {self.queue.name} is {self.queue.info.arch}",
                            kernel=self.title, cure="Leave the architecture out of the device's name.")

    def choose(self, bufs: Sequence[int | None]) -> Kernel:
        """The entry for these buffers: vectors are moved where all lie at multiples of 16 bytes."""
        bits = 0
        for pointer in bufs: bits |= pointer or 0  # a Buffer of no bytes has no memory
        return self.anywhere if bits & _ALIGNED else self.kernel

    def values(self, bufs: Sequence[int | None], var_vals: Mapping[str, int]) -> tuple[int, ...]:
        """The arguments of a launch."""
        return argument_values(self.info, bufs, var_vals)

    def __call__(self, bufs: Sequence[int | None], var_vals: Mapping[str, int], global_size: Sequence[int] = (1,),
                 local_size: Sequence[int] | None = None, wait: bool = False) -> float | None:
        """Queues the kernel over `global_size` blocks; returns its seconds if it is to `wait`."""
        grid, queue, kernel = extents(global_size), self.queue, self.choose(bufs)
        if not math.prod(grid): return 0.0 if wait else None
        with queue.timeline.lock:
            with queue.timeline.submission(queue.compute, self.title) as words:
                address = queue.arguments.take(kernel.nbytes, ALIGN)
                made = kernel.launch(address, grid, self.values(bufs, var_vals))
                ctypes.memmove(address, made, len(made))
                words.add(*pushbuffer.settle())
                if wait: queue.compute.stamp(words, queue.group.begun)
                words.add(*pushbuffer.launch(address))
            return queue.seconds() if wait else None
