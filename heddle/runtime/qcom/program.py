"""Loaded kernels of an Adreno GPU, and their launches.

Inputs: an `IR3Program`'s bytes, arguments, launch dimensions. Outputs: an asynchronous launch, whose writes are visible to all later
work. Invariants: a kernel's code stays in GPU memory for as long as the program lives and its launches are unfinished; a kernel that
does not fit the GPU is refused before it is launched.
"""
from __future__ import annotations

import ctypes
import math
import struct
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from heddle.device.interface import extents
from heddle.errors import InternalError, Location
from heddle.runtime.common.hardware_queue import Words
from heddle.runtime.common.kernels import argument_values, load_code, title_of, too_large
from heddle.runtime.qcom.gpu import QCOMGPU
from heddle.runtime.qcom.image import DESCRIPTOR_BYTES, TABLE_ALIGN, QCOMImage, descriptor, texel_descriptor
from heddle.runtime.qcom.ir3_program import IR3Program
from heddle.runtime.qcom.memory import QCOMAllocator
from heddle.runtime.qcom.pm4 import PM4, TICKS, Dispatch

if TYPE_CHECKING:
    from heddle.uop.program_info import ProgramInfo

_CODE_ALIGN = 128  # bytes: one unit of code
_GROUP_VECTORS = 64  # of registers: the threads that go together in the formula below


class QCOMProgram:
    """A kernel in the GPU's memory. Calling it queues a launch."""

    def __init__(self, gpu: QCOMGPU, allocator: QCOMAllocator, info: ProgramInfo, binary: bytes, loc: Location | None = None) -> None:
        self.gpu, self.info = gpu, info
        self.title = title_of(info, loc)
        gpu.timeline.check()
        program = IR3Program.of_bytes(binary)
        form = struct.Struct(f"<{len(info.globals)}Q{len(info.vars)}q")
        self.usual = self._load(program, allocator, form, loc)
        #: for buffers that are not where a texture may begin
        self.anywhere = self.usual if program.anywhere is None else self._load(program.anywhere, allocator, form, loc)
        self._texels = tuple((at, size) for at, size, _ in program.texels)

    def __call__(self, bufs: Sequence[int | None], var_vals: Mapping[str, int], global_size: Sequence[int] = (1,),
                 local_size: Sequence[int] | None = None, wait: bool = False) -> float | None:
        """Queues the kernel over `global_size` work-groups; returns its seconds if it is to `wait`."""
        groups = extents(global_size)
        if not math.prod(groups): return 0.0 if wait else None
        gpu, values = self.gpu, self.values(bufs, var_vals)
        kernel = self.usual if self.is_usual(values) else self.anywhere
        with gpu.timeline.lock:
            address = gpu.arguments.take(kernel.nbytes, TABLE_ALIGN)
            kernel.write_arguments(address, values)
            with gpu.timeline.submission(gpu.compute, self.title) as words:
                gpu.pm4.acquire(words)
                if wait: gpu.compute.stamp(words, gpu.begin)
                kernel.append(words, address, groups)
                if wait: gpu.compute.stamp(words, gpu.end)
            if not wait: return None
            gpu.timeline.finish()
            return (gpu.end.stamp - gpu.begin.stamp) / TICKS

    def values(self, bufs: Sequence[int | None], var_vals: Mapping[str, int]) -> tuple[int, ...]:
        """The arguments of a launch."""
        return argument_values(self.info, bufs, var_vals)

    def is_usual(self, values: tuple[int, ...]) -> bool:
        """Whether all buffers that are read as textures begin where textures may."""
        return not any(values[at] % size for at, size in self._texels)

    def _load(self, program: IR3Program, allocator: QCOMAllocator, form: struct.Struct, loc: Location | None) -> LoadedKernel:
        gpu, name = self.gpu, self.info.name
        if (needs := _excess(gpu, program)) is not None: raise too_large(self.title, gpu.timeline.name, needs, "work-group", loc)
        address = load_code(self, allocator, program.code, _CODE_ALIGN, name, loc)
        return LoadedKernel(gpu.pm4, name, Dispatch(program, address, *gpu.private(program)), form)


class LoadedKernel:
    """Code in the GPU's memory, and the constants and descriptors of its launches, of `nbytes` bytes."""

    def __init__(self, pm4: PM4, name: str, dispatch: Dispatch, form: struct.Struct) -> None:
        self.program = program = dispatch.program
        self._pm4, self._name, self._dispatch, self._form = pm4, name, dispatch, form
        self._tables = -(-16 * program.vectors // TABLE_ALIGN) * TABLE_ALIGN  # where descriptors follow the constants
        self.nbytes = max(self._tables + DESCRIPTOR_BYTES * len(program.tables), 16)
        self._texels = {at: (size, count) for at, size, count in program.texels}

    def write_arguments(self, address: int, values: tuple[int, ...]) -> None:
        """Writes the constants of a launch, and the descriptors of its images, to memory."""
        data = self.program.constants(self._form.pack(*values))
        if self.program.images: data = data.ljust(self._tables, b"\0") + self._descriptors(values)
        ctypes.memmove(address, data, len(data))

    def _descriptors(self, values: tuple[int, ...]) -> bytes:
        """Those of textures, in their order, and those of all images."""
        all_: list[bytes] = []
        for position in self.program.images:
            image = values[position]
            if position in self._texels: all_.append(texel_descriptor(image, *self._texels[position]))
            elif isinstance(image, QCOMImage): all_.append(descriptor(image))
            else: raise InternalError(f"argument {position} of {self._name} is no image")
        return b"".join(all_[number] for number in self.program.tables)

    def append(self, words: Words, arguments: int, groups: Sequence[int | str]) -> None:
        """A launch whose constants are at the address `arguments`; sizes of the grid that are texts are filled in later."""
        x, y, z = groups
        self._pm4.launch(words, self._dispatch, arguments, arguments + self._tables, (x, y, z))


def _excess(gpu: QCOMGPU, program: IR3Program) -> str | None:
    """What a kernel needs that the GPU does not have."""
    model, threads = gpu.model, math.prod(program.threads)
    if program.gpu != model.name: return f"a GPU of the model {program.gpu}, and this is {model}"
    if program.shared > model.shared: return f"{program.shared} bytes of shared memory, and there are {model.shared}"
    if program.constlen > model.constants: return f"{program.constlen} constants, and there are {model.constants}"
    footprint = max(program.full + (0 if program.is_merged else -(-program.half // 2)), 1)
    most = model.registers // footprint * _GROUP_VECTORS * 2
    return f"{threads} threads of {footprint} registers, of which {most} run at a time" if threads > most else None
