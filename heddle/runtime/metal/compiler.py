"""Run-time compilation of MSL by the Metal framework.

Inputs: source. Outputs: the same as bytes, once Metal has accepted it: macOS caches the machine code itself, and returns it without
compiling, to any process. Invariants: floats are computed as they are written (fast mathematics is off), and a source that was
compiled is not compiled again to be loaded.
"""
from __future__ import annotations

from collections import OrderedDict

from heddle.device.interface import Compiler
from heddle.errors import CompileError
from heddle.renderer.c.msl import LANGUAGES
from heddle.runtime.metal.framework import MATH_MODE_SAFE, Framework, MetalInfo
from heddle.runtime.metal.objects import Library
from heddle.runtime.opencl.compiler import with_lines

#: compiled sources that wait to be loaded
_KEPT = 256


class MetalCompiler(Compiler):
    """The compiler inside the framework."""

    def __init__(self, framework: Framework, info: MetalInfo) -> None:
        super().__init__(f"metal {info.name} {info.arch} macos {framework.macos}")
        self._framework, self._info = framework, info
        self._libraries: OrderedDict[bytes, Library] = OrderedDict()

    def compile(self, source: str) -> bytes:
        """The source as bytes. CompileError with Metal's own words if it refuses."""
        binary = source.encode()
        self._libraries[binary] = self._make(source)
        while len(self._libraries) > _KEPT: self._libraries.popitem(last=False)
        return binary

    def library(self, binary: bytes) -> Library:
        """The MTLLibrary of what `compile` gave, in this process or another. CompileError."""
        found = self._libraries.pop(binary, None)
        return found if found is not None else self._make(binary.decode())

    def _make(self, source: str) -> Library:
        with self._framework.pool():
            options = self._framework.metal.MTLCompileOptions.alloc().init()
            options.setLanguageVersion_(LANGUAGES[self._info.arch.language])
            # from macOS 15 on, fast mathematics is a mode
            if hasattr(options, "setMathMode_"): options.setMathMode_(MATH_MODE_SAFE)
            else: options.setFastMathEnabled_(False)
            library, error = self._info.handle.newLibraryWithSource_options_error_(source, options, None)
        if library is not None: return library
        said = str(error.localizedDescription()) if error is not None else ""
        raise CompileError(f"Metal's compiler ({self._info}) refused a kernel", source=source, output=with_lines(said, source))
