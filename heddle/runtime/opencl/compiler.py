"""OpenCL C compiler: binaries of one driver, and its messages about refused source.

Inputs: source. Outputs: the bytes from which the driver rebuilds the program without compiling.
Invariants: a binary is used with the device, driver and options that made it: all are in the `cachekey`.
"""
from __future__ import annotations

import ctypes
import re
from ctypes import c_void_p

from heddle.device.interface import Compiler
from heddle.errors import CompileError
from heddle.runtime.opencl import library as opencl_library
from heddle.runtime.opencl.library import CLError
from heddle.runtime.opencl.queue import CLQueue


class CLCompiler(Compiler):
    """The compiler inside the driver."""

    def __init__(self, queue: CLQueue, options: str) -> None:
        info = queue.info
        super().__init__(f"opencl {info.name} {info.vendor} {info.driver} {options}")
        self._queue, self._options = queue, options.encode()

    def compile(self, source: str) -> bytes:
        """The driver's binary. CompileError with its log and the lines that the log speaks of."""
        library = self._queue.library
        text = ctypes.c_char_p(source.encode())
        with self._queue.alone():
            program = library.make("clCreateProgramWithSource", self._queue.context, 1, ctypes.byref(text), None)
            try:
                self._build(program, source)
                return _binary(library, program)
            finally: library.call("clReleaseProgram", program)

    def _build(self, program: int, source: str) -> None:
        try: self._queue.build(program, self._options)
        except CLError as fault:
            if fault.code not in opencl_library.COMPILE_FAILED: raise
            log = self._queue.library.text("clGetProgramBuildInfo", program, self._queue.info.handle, opencl_library.PROGRAM_BUILD_LOG)
            raise CompileError(f"OpenCL's compiler ({self._queue.info.name}) refused a kernel", source=source,
                               output=with_lines(log, source)) from None


def _binary(library: opencl_library.Library, program: int) -> bytes:
    """The binary of a program that was built for one device."""
    size = library.number("clGetProgramInfo", program, opencl_library.PROGRAM_BINARY_SIZES)
    room = ctypes.create_string_buffer(size)
    where = c_void_p(ctypes.addressof(room))
    library.call("clGetProgramInfo", program, opencl_library.PROGRAM_BINARIES, ctypes.sizeof(c_void_p), ctypes.byref(where), None)
    return room.raw


def with_lines(log: str, source: str) -> str:
    """A compiler's log, with each line of source that it gives the number of."""
    lines = source.splitlines()
    named = dict.fromkeys(int(n) for n in re.findall(r":(\d+):\d+: (?:fatal )?error", log))
    shown = [f"line {n}: {lines[n - 1].strip()}" for n in named if 0 < n <= len(lines)]
    return "\n".join([log, *shown])
