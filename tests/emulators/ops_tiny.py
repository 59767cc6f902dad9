"""TINY: a device with hardly anything, to see that kernels keep to what they are told: 2 buffers a kernel, 16 items and 1 KiB of
local memory a work-group, 8 groups in each dimension. Kernels are interpreted, and races are errors (uop/interpreter/workgroups.py).
"""
from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from heddle.device.interface import Compiled, Compiler, Probe
from heddle.dtype import dtypes
from heddle.errors import InternalError
from heddle.renderer import Capabilities
from heddle.runtime.ops_python import PythonAllocator, PythonProgram, PythonRenderer
from heddle.uop import Ops, UOp

CAPABILITIES = Capabilities(arithmetic=frozenset(dtypes.all), native=frozenset(Ops), index_dtype=dtypes.int32, buffers_per_kernel=2,
                shared_memory=1024, has_fast_shared=True, workgroup=(16, 16, 16), workgroup_threads=16, grid=(8, 8, 8))


def probe() -> Probe:
    """Always usable, never by default."""
    return Probe(True, detail="made up for tests, interpreted", by_default=False)


class TinyCompiler(Compiler):
    """The binary is the source."""

    def compile(self, source: str) -> bytes: return source.encode()


class TinyProgram(PythonProgram):
    """Refuses what the device could not run."""

    def __init__(self, program: UOp) -> None:
        super().__init__(program.arg, program.src[-1].arg)
        info = program.arg
        self.within("buffers", len(info.globals), CAPABILITIES.buffers_per_kernel)
        self.within("bytes of local memory", info.scratch, CAPABILITIES.shared_memory)

    def within(self, what: str, found: int, most: int | None) -> None:
        if most is not None and found > most: raise InternalError(f"{self.name} wants {found} {what}, TINY has {most}")

    def __call__(self, bufs: Sequence[Any], var_vals: Mapping[str, int], global_size: Sequence[int] = (1,),
                 local_size: Sequence[int] | None = None, wait: bool = False) -> float | None:
        self.within("items", math.prod(local_size or ()), CAPABILITIES.workgroup_threads)
        self.within("dimensions", len(global_size), 3)
        for size, most in zip(global_size, CAPABILITIES.grid or (), strict=False): self.within("groups in a dimension", size, most)
        return super().__call__(bufs, var_vals, global_size, local_size, wait)


class TinyDevice(Compiled):
    """`TINY`."""

    def __init__(self, name: str, compiler: str | None, arch: str | None, interface: str | None) -> None:
        renderer = PythonRenderer()
        renderer.target, renderer.capabilities = "tiny", CAPABILITIES
        super().__init__(name, PythonAllocator(name), TinyCompiler("tiny"), renderer)

    def runtime(self, program: UOp) -> TinyProgram: return TinyProgram(program)
