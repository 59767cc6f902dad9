"""Loaded kernels of an AMD GPU, and their launches.

Inputs: a code object, arguments, launch dimensions. Outputs: an asynchronous launch, whose writes are visible to all later work.
Invariants: a kernel's code stays in GPU memory for as long as the program lives and its launches are unfinished; a kernel that does
not fit the GPU is refused before it is launched.
"""
from __future__ import annotations

import ctypes
import math
import struct
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from heddle.device.interface import extents
from heddle.errors import FileFormatError, Location
from heddle.renderer.llvm.amdgcn import SHARED_MEMORY
from heddle.runtime.amd.code import CodeObject
from heddle.runtime.amd.gpu import AMDGPU, user_data
from heddle.runtime.amd.memory import AMDAllocator
from heddle.runtime.amd.pm4 import Dispatch
from heddle.runtime.common.elf_file import CURE
from heddle.runtime.common.hardware_queue import Words
from heddle.runtime.common.kernels import argument_values, load_code, title_of, too_large

if TYPE_CHECKING:
    from heddle.uop.program_info import ProgramInfo

_CODE_ALIGN = 256  # bytes: registers hold the address of code without its lowest bits
_SHARED_UNIT = 512  # bytes of shared memory that the hardware gives at a time
_SHARED_AT = 15  # bit of RSRC2 at which their number stands
_PRIVILEGED = 1 << 20  # of RSRC1: waves start in privileged mode


class AMDProgram:
    """A kernel in the GPU's memory. Calling it queues a launch."""

    def __init__(self, gpu: AMDGPU, allocator: AMDAllocator, info: ProgramInfo, binary: bytes, loc: Location | None = None) -> None:
        self.gpu, self.info = gpu, info
        self.title = title_of(info, loc)
        gpu.timeline.check()
        code = CodeObject(binary)
        if info.name not in code.kernels:
            raise FileFormatError(f"the code object has no kernel {info.name!r}, only {', '.join(code.kernels) or 'none'}",
                                  CURE)
        self.kernel = kernel = code.kernels[info.name]
        self.threads = extents(info.workgroup)
        if kernel.shared > SHARED_MEMORY:
            needs = f"{kernel.shared} bytes of shared memory, and there are {SHARED_MEMORY}"
            raise too_large(self.title, gpu.timeline.name, needs, "work-group", loc)
        self.nbytes = max(kernel.arguments, 8 * (len(info.globals) + len(info.vars)))
        self._form = struct.Struct(f"<{len(info.globals)}Q{len(info.vars)}q")
        address = load_code(self, allocator, code.image, _CODE_ALIGN, info.name, loc)
        tmpring, self._scratch, self._scratch_bytes = gpu.scratch(kernel)
        shared = -(-kernel.shared // _SHARED_UNIT)
        rsrc1 = kernel.rsrc1 | (_PRIVILEGED if gpu.info.starts_privileged else 0)
        self._dispatch = Dispatch(address + kernel.entry, rsrc1, kernel.rsrc2 | shared << _SHARED_AT, kernel.rsrc3,
                                  self.threads, kernel.wave == 32, tmpring, self._scratch)
        user_data(kernel, 0, 0, 0)

    def __call__(self, bufs: Sequence[int | None], var_vals: Mapping[str, int], global_size: Sequence[int] = (1,),
                 local_size: Sequence[int] | None = None, wait: bool = False) -> float | None:
        """Queues the kernel over `global_size` work-groups; returns its seconds if it is to `wait`."""
        groups = extents(global_size)
        if not math.prod(groups): return 0.0 if wait else None
        gpu = self.gpu
        with gpu.timeline.lock:
            address = gpu.arguments.take(self.nbytes)
            self.write_arguments(address, self.values(bufs, var_vals))
            with gpu.timeline.submission(gpu.compute, self.title) as words:
                gpu.pm4.after_kernels(words)
                if wait: gpu.compute.stamp(words, gpu.begin)
                self.append(words, address, groups)
                if wait: gpu.compute.stamp(words, gpu.end)
            if not wait: return None
            gpu.timeline.finish()
            return (gpu.end.stamp - gpu.begin.stamp) / gpu.ticks_a_second

    def values(self, bufs: Sequence[int | None], var_vals: Mapping[str, int]) -> tuple[int, ...]:
        """The arguments of a launch."""
        return argument_values(self.info, bufs, var_vals)

    def write_arguments(self, address: int, values: tuple[int, ...]) -> None:
        """Writes the arguments of a launch to memory."""
        data = self._form.pack(*values)
        ctypes.memmove(address, data, len(data))

    def append(self, words: Words, arguments: int, groups: Sequence[int | str]) -> None:
        """A launch whose arguments are at the address `arguments`; sizes of the grid that are texts are filled in later."""
        data = user_data(self.kernel, arguments, self._scratch, self._scratch_bytes)
        self.gpu.pm4.launch(words, self._dispatch, data, tuple(groups))
