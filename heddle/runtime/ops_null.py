"""NULL runtime: a device that does everything except run, for testing and measuring the compiler.

Its memory is counted and does not exist; its kernels are rendered, take no time and compute nothing; reading its data is an error.
"""
from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING

from heddle.device import Compiled, Compiler, Probe, Program
from heddle.device.allocator import Allocator, AnyAllocator
from heddle.dtype import ImageDType
from heddle.errors import DeviceError
from heddle.renderer import Capabilities, Renderer

if TYPE_CHECKING:
    from heddle.uop.uop import UOp

#: the language of kernels; CUDA C, AMD's and QCOM's are compiled too, since that needs no GPU
COMPILERS = ("CLANG", "LLVM", "CUDA", "PTX", "AMD", "QCOM", "METAL")


def probe() -> Probe:
    """Always usable, never by default."""
    return Probe(True, detail="renders kernels and does not run them", by_default=False)


class NullAllocator(Allocator[int]):
    """Returns addresses without memory."""

    gives_zeros = False  # reading is no error and gives zeros: for plans, which run programs that read

    def __init__(self, device: str) -> None:
        super().__init__(device)
        self._addresses = itertools.count(1 << 32, 1 << 32)

    def _alloc(self, nbytes: int) -> int:
        return next(self._addresses)

    def check_image(self, image: ImageDType) -> None:
        """Any will do: kernels in a language without images use it as other memory."""

    def copyin(self, dest: int, mv: memoryview) -> None:
        """Discards the data."""

    def copyout(self, mv: memoryview, src: int) -> None:
        if self.gives_zeros:
            mv.cast("B")[:] = bytes(mv.nbytes)
            return
        raise DeviceError(f"{self.device} has no data to read: its kernels are not run",
                          "Use it to look at schedules and kernels only, and another device for results.")

    def transfer(self, dest: int, src: int, nbytes: int, source: AnyAllocator) -> bool:
        return isinstance(source, NullAllocator)

    def wrap(self, pointer: int, nbytes: int) -> int: return pointer


class NullCompiler(Compiler):
    """The binary is the source."""

    def compile(self, source: str) -> bytes:
        return source.encode()

    def compile_cached(self, source: str, find: Callable[[], bytes | None] | None = None) -> bytes:
        return source.encode()


class NullDevice(Compiled):
    """`NULL`, or `NULL:LLVM` to render in another language, or `NULL:CUDA:sm_90` to compile for a GPU that is not here."""

    timed_by = ""

    def __init__(self, name: str, compiler: str | None, arch: str | None, interface: str | None) -> None:
        if compiler in ("CUDA", "PTX"): made = _cuda(compiler, arch)
        elif compiler == "AMD": made = _amd(arch)
        elif compiler == "QCOM": made = _qcom(arch)
        else: made = NullCompiler("null"), _renderer(compiler or COMPILERS[0], arch)
        super().__init__(name, NullAllocator(name), *made)

    def runtime(self, program: UOp) -> Program:
        """A kernel that does nothing."""
        return _run_nothing


def _run_nothing(bufs: list[int], var_vals: dict[str, int], global_size: tuple[int, ...] = (1,),
                 local_size: tuple[int, ...] | None = None, wait: bool = False) -> float | None:
    return 0.0 if wait else None


def probe_compiler(name: str) -> Probe:
    """Whether the language's compiler is here, where one is used."""
    if name == "AMD":
        from heddle.runtime.common import llvm
        return llvm.probe()
    if name == "QCOM":
        from heddle.runtime.qcom import mesa
        return mesa.probe()
    if name != "CUDA": return Probe(True)
    from heddle.runtime.cuda import nvrtc
    return nvrtc.probe()


def _cuda(language: str | None, arch: str | None) -> tuple[Compiler, Renderer]:
    from heddle.renderer.cuda.cuda import Architecture, CUDARenderer
    architecture = Architecture.parse(arch or "sm_90")
    if language == "PTX":
        from heddle.renderer.ptx.ptx import PTXRenderer
        return NullCompiler("null"), PTXRenderer(architecture)
    from heddle.runtime.cuda.nvrtc import NVRTCCompiler
    return NVRTCCompiler(architecture), CUDARenderer(architecture)


def _amd(arch: str | None) -> tuple[Compiler, Renderer]:
    from heddle.renderer.llvm.amdgcn import AMDArchitecture, AMDRenderer
    from heddle.runtime.common.llvm import amd_compiler
    architecture = AMDArchitecture.parse(arch or "gfx1100")
    return amd_compiler(str(architecture)), AMDRenderer(architecture)


def _qcom(arch: str | None) -> tuple[Compiler, Renderer]:
    from heddle.renderer.nir.adreno import Adreno
    from heddle.renderer.nir.nir import NIRRenderer
    from heddle.runtime.qcom.ir3_compiler import IR3Compiler
    gpu = Adreno.parse(arch or "a630")
    return IR3Compiler(gpu), NIRRenderer(gpu)


def _renderer(compiler: str, arch: str | None) -> Renderer:
    """A renderer for a fixed machine model. ARCH is the size of its vector registers in bytes, or Metal's family of GPUs."""
    if compiler == "METAL":
        from heddle.renderer.c.msl import AppleGPU, MSLRenderer
        return MSLRenderer(AppleGPU.parse(arch or str(AppleGPU())))
    if arch is not None and arch not in ("0", "16", "32", "64"):
        raise DeviceError(f"NULL has no architecture {arch!r}", "Write the bytes of a vector register: 0, 16, 32 or 64.")
    caps = Capabilities(vector=int(arch or 32), cache=(32 << 10, 1 << 20))
    if compiler == "LLVM":
        from heddle.renderer.llvm.llvmir import LLVMRenderer
        return LLVMRenderer("null llvm", caps)
    from heddle.renderer.c.clang import ClangRenderer
    return ClangRenderer("null clang", caps)
