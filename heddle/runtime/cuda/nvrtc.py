"""ctypes bindings of NVRTC, NVIDIA's CUDA C compiler: from the wheel `nvidia-cuda-nvrtc`, or from an installed CUDA toolkit.

Inputs: CUDA C and an architecture. Outputs: a cubin, or PTX for drivers that compile it further. Neither a GPU nor a driver is needed.
Invariants: the library is loaded at the first compilation, and not before; its file is part of the cache key.
"""
from __future__ import annotations

import ctypes
import functools
import glob
import importlib.util
import os
import sys
from collections.abc import Iterator
from ctypes import POINTER, c_char_p, c_int, c_size_t, c_void_p
from typing import TYPE_CHECKING

from heddle.device.interface import Probe
from heddle.errors import CompileError, DeviceError
from heddle.installation import install_command
from heddle.renderer.cuda.cuda import Architecture
from heddle.runtime.common.native import functions_of, load_first
from heddle.runtime.cuda.cubin import CubinCompiler

if TYPE_CHECKING:
    from heddle.runtime.common.native import CType

REQUIRED = "NVRTC 12 or newer"
CURE = f"{install_command('cuda')} brings it (the package nvidia-cuda-nvrtc); no CUDA toolkit is needed."
#: where it is looked for: in the folders of the wheels, then where the system's loader and the toolkit have it
_IN_WHEELS = ("cu*/lib/libnvrtc.so.*", "cuda_nvrtc/lib/libnvrtc.so.*", "cu*/bin/x86_64/nvrtc64_*.dll", "cuda_nvrtc/bin/nvrtc64_*.dll")
_INSTALLED = ("libnvrtc.so.13", "libnvrtc.so.12", "/usr/local/cuda/lib64/libnvrtc.so")
OPTIONS = ("--device-as-default-execution-space", "--std=c++17", "--disable-warnings")

_OUT, _SIZE = POINTER(c_void_p), POINTER(c_size_t)
_FUNCTIONS: dict[str, tuple[CType, ...]] = {
    "nvrtcVersion": (POINTER(c_int), POINTER(c_int)),
    "nvrtcCreateProgram": (_OUT, c_char_p, c_char_p, c_int, c_void_p, c_void_p),
    "nvrtcDestroyProgram": (_OUT,),
    "nvrtcCompileProgram": (c_void_p, c_int, POINTER(c_char_p)),
    "nvrtcGetProgramLogSize": (c_void_p, _SIZE), "nvrtcGetProgramLog": (c_void_p, c_char_p),
    "nvrtcGetCUBINSize": (c_void_p, _SIZE), "nvrtcGetCUBIN": (c_void_p, c_char_p),
    "nvrtcGetPTXSize": (c_void_p, _SIZE), "nvrtcGetPTX": (c_void_p, c_char_p),
    "nvrtcGetNumSupportedArchs": (POINTER(c_int),), "nvrtcGetSupportedArchs": (POINTER(c_int),),
}
_COMPILATION = 6
_BAD_OPTION = 5


def candidates() -> Iterator[str]:
    """Paths and names under which the library may be found, in order."""
    spec = importlib.util.find_spec("nvidia")
    for folder in (spec.submodule_search_locations or () if spec else ()):
        for pattern in _IN_WHEELS:
            yield from sorted((f for f in glob.glob(os.path.join(folder, pattern)) if "builtins" not in f), reverse=True)
    if sys.platform == "linux": yield from _INSTALLED


class Library:
    """The loaded library."""

    def __init__(self, path: str) -> None:
        self.path = path
        library = ctypes.CDLL(path)
        self.functions = functions_of(library, _FUNCTIONS)  # AttributeError: it is none, or older than 11.1
        library.nvrtcGetErrorString.restype = c_char_p
        self._says = library.nvrtcGetErrorString

    def call(self, name: str, *args: object) -> None:
        """DeviceError, with NVRTC's own words, if the function fails."""
        if (code := self.functions[name](*args)) != 0:
            raise DeviceError(f"{name} failed: {self._says(code).decode()} ({code}, {self.path})", "Install NVRTC again. " + CURE)

    def text(self, what: str, program: c_void_p) -> bytes:
        """One of a program's results: `CUBIN`, `PTX` or `ProgramLog`."""
        size = c_size_t(0)
        self.call(f"nvrtcGet{what}Size", program, ctypes.byref(size))
        room = ctypes.create_string_buffer(max(size.value, 1))
        self.call(f"nvrtcGet{what}", program, room)
        return room.raw[:size.value]

    @functools.cached_property
    def version(self) -> tuple[int, int]:
        major, minor = c_int(0), c_int(0)
        self.call("nvrtcVersion", ctypes.byref(major), ctypes.byref(minor))
        return major.value, minor.value

    @functools.cached_property
    def architectures(self) -> frozenset[int]:
        """Numbers of the architectures that it compiles for."""
        count = c_int(0)
        self.call("nvrtcGetNumSupportedArchs", ctypes.byref(count))
        found = (c_int * count.value)()
        self.call("nvrtcGetSupportedArchs", found)
        return frozenset(found)


def open_library(names: Iterator[str] | None = None) -> Library:
    """The first that loads. DeviceError with what each said if none does."""
    try: return load_first(names if names is not None else candidates(), Library, "{fault}")
    except OSError as fault:
        what = f"NVRTC cannot be loaded: {str(fault) or 'there is no file of that name'}"
        raise DeviceError(what, f"Required is {REQUIRED}. {CURE}") from None


@functools.cache
def library() -> Library:
    """The library, loaded once."""
    return open_library()


@functools.cache
def library_file() -> str:
    """The file that would be loaded, without loading it; empty if there is none in a wheel and the system decides."""
    return next((os.path.realpath(name) for name in candidates() if os.path.exists(name)), "")


def probe() -> Probe:
    """Whether there is an NVRTC. Loads it only where the system's loader has to be asked."""
    if library_file(): return Probe(True, detail=f"NVRTC {library_file()}")
    try: return Probe(True, detail=f"NVRTC {library().path}")
    except DeviceError as fault:
        return Probe(False, reason=fault.what.rstrip("."), requires=REQUIRED, cure=CURE,
                     looked="the folders of Python's packages and the system's libraries")


class NVRTCCompiler(CubinCompiler):
    """CUDA C to a cubin for one architecture, or to PTX."""

    def __init__(self, arch: Architecture, to_ptx: bool = False) -> None:
        file = library_file()
        identity = f"{os.path.basename(file)} {os.path.getsize(file)}" if file else "system"
        super().__init__(f"nvrtc {identity} {arch} {' '.join(OPTIONS)}{' ptx' if to_ptx else ''}")
        self.arch, self.to_ptx = arch, to_ptx

    def compile(self, source: str) -> bytes:
        """The cubin, or the PTX.

        CompileError with NVRTC's log; DeviceError if there is no NVRTC or it does not know the architecture.
        """
        nvrtc = library()
        if self.arch.number not in nvrtc.architectures and not self.to_ptx: raise self._unknown(nvrtc)
        program = c_void_p()
        nvrtc.call("nvrtcCreateProgram", ctypes.byref(program), source.encode(), b"kernel.cu", 0, None, None)
        try:
            self._compile(nvrtc, program, source)
            return nvrtc.text("PTX" if self.to_ptx else "CUBIN", program)
        finally: nvrtc.call("nvrtcDestroyProgram", ctypes.byref(program))

    def _compile(self, nvrtc: Library, program: c_void_p, source: str) -> None:
        known = {n for n in nvrtc.architectures if n <= self.arch.number}
        arch = str(self.arch) if self.arch.number in known else f"compute_{max(known)}"
        options = [f"--gpu-architecture={arch}", *OPTIONS]
        texts = (c_char_p * len(options))(*(o.encode() for o in options))
        code = nvrtc.functions["nvrtcCompileProgram"](program, len(options), texts)
        if code == 0: return
        log = nvrtc.text("ProgramLog", program).rstrip(b"\0").decode(errors="replace")
        if code not in (_COMPILATION, _BAD_OPTION): nvrtc.call("nvrtcCompileProgram", program, len(options), texts)
        raise CompileError(f"NVRTC {nvrtc.version[0]}.{nvrtc.version[1]} refused a kernel for {arch}", source=source, output=log)

    def _unknown(self, nvrtc: Library) -> DeviceError:
        known = ", ".join(f"sm_{n}" for n in sorted(nvrtc.architectures))
        old = "an older NVRTC (nvidia-cuda-nvrtc-cu12)" if self.arch.number < min(nvrtc.architectures) else "a newer NVRTC"
        return DeviceError(f"NVRTC {nvrtc.version[0]}.{nvrtc.version[1]} does not compile for {self.arch}",
                           f"It compiles for {known}. Install {old}.")

    def disassemble(self, binary: bytes) -> str:
        """PTX as it is; of a cubin the instructions, if nvdisasm is installed."""
        return binary.rstrip(b"\0").decode() if self.to_ptx else super().disassemble(binary)

    def usage(self, binary: bytes) -> str:
        """Registers, memory and spills of the kernels in a cubin; PTX does not know yet."""
        return "" if self.to_ptx else super().usage(binary)
