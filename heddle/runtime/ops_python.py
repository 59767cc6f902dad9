"""PYTHON runtime: an interpreter as a device. Slow, exact, and without any compiler: the reference for kernel semantics.

Inputs: PROGRAMs whose source is their printed linear IR. Outputs: calls of Python functions compiled from these ops.
Invariants: every result is bit for bit that of the op table; an out-of-bounds access is an InternalError and never a crash.
"""
from __future__ import annotations

import ctypes
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from heddle.device import Compiled, Compiler, Probe
from heddle.device.allocator import Allocator
from heddle.dtype import dtypes
from heddle.renderer import Capabilities, Renderer
from heddle.uop import Ops, UOp
from heddle.uop.interpreter.codegen import compile_program, translate
from heddle.uop.printer import read_graph, show_graph

if TYPE_CHECKING:
    from heddle.uop.program_info import ProgramInfo

COMPILERS: tuple[str, ...] = ()
#: DLPack device types whose memory this device can use
DLPACK_TYPES = (1,)

#: no architecture can be chosen
check_arch = None


def probe() -> Probe:
    """Always usable, never by default."""
    return Probe(True, detail="the plain interpreter: slow and exact", by_default=False)


class PythonAllocator(Allocator[memoryview]):
    """Memory is a view of a bytearray, which the view keeps alive."""

    def _alloc(self, nbytes: int) -> memoryview:
        return memoryview(bytearray(nbytes))

    def _free(self, opaque: memoryview, nbytes: int) -> None:
        """Python frees the bytearray with its last view."""

    def copyin(self, dest: memoryview, mv: memoryview) -> None:
        dest[:mv.nbytes] = mv

    def copyout(self, mv: memoryview, src: memoryview) -> None:
        mv[:] = src[:mv.nbytes]

    def offset(self, opaque: memoryview, nbytes: int, at: int) -> memoryview:
        return opaque[at:at + nbytes]

    def as_memoryview(self, opaque: memoryview, nbytes: int) -> memoryview:
        return opaque[:nbytes]

    dlpack_device = (1, 0)

    def wrap(self, pointer: int, nbytes: int) -> memoryview:
        return memoryview((ctypes.c_uint8 * nbytes).from_address(pointer)).cast("B")

    def address(self, opaque: memoryview) -> int:
        return ctypes.addressof(ctypes.c_uint8.from_buffer(opaque))


class PythonRenderer(Renderer):
    """Renders a kernel as its linear IR in text form, which can be stored on disk and parsed."""

    def __init__(self) -> None:
        everything = Capabilities(arithmetic=frozenset(dtypes.all), native=frozenset(Ops))
        super().__init__("python", everything)

    def render(self, uops: Sequence[UOp], name: str) -> str:
        return show_graph(UOp(Ops.LINEAR, dtypes.void, tuple(uops), name))


class PythonCompiler(Compiler):
    """The binary is the source."""

    def compile(self, source: str) -> bytes:
        return source.encode()

    def disassemble(self, binary: bytes) -> str:
        """The Python function compiled from the kernel."""
        return translate(read_graph(binary.decode(errors="replace")).src)


class PythonDevice(Compiled):
    """`PYTHON`."""

    def __init__(self, name: str, compiler: str | None, arch: str | None, interface: str | None) -> None:
        super().__init__(name, PythonAllocator(name), PythonCompiler("python"), PythonRenderer())

    def runtime(self, program: UOp) -> PythonProgram:
        """Loads the kernel of a PROGRAM. FileFormatError if its binary is not a printed list of ops."""
        return PythonProgram(program.arg, program.src[-1].arg)


class PythonProgram:
    """A kernel as a Python function. A call runs the whole grid."""

    def __init__(self, info: ProgramInfo, binary: bytes) -> None:
        self.name = info.name
        self._kernel = compile_program(read_graph(binary.decode(errors="replace")).src)

    def __call__(self, bufs: Sequence[memoryview | int], var_vals: Mapping[str, int], global_size: Sequence[int] = (1,),
                 local_size: Sequence[int] | None = None, wait: bool = False) -> float | None:
        """Runs the kernel; returns seconds with `wait`. The grid's size is in the kernel itself."""
        begin = time.perf_counter()
        # an empty Buffer has no memory, and gives 0
        self._kernel([b if isinstance(b, memoryview) else b"" for b in bufs], dict(var_vals))
        return time.perf_counter() - begin if wait else None
