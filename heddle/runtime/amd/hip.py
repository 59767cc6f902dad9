"""HIP C++ to code objects: by COMGR where ROCm's library is, else by clang, the one on PATH or the one inside the `ziglang` wheel.

Inputs: HIP C++ that includes nothing. Outputs: an ELF object for an AMD GPU, which `CodeObject` links. No temporary files of ours.
Invariants: two compilers, versions or GPUs never share a `cachekey`.
"""
from __future__ import annotations

from heddle.device import Compiler, Probe
from heddle.errors import CompileError, DeviceError
from heddle.process import helper_threads
from heddle.runtime.amd import comgr
from heddle.runtime.common import objdump
from heddle.runtime.common.llvm import AMD_GPU
from heddle.runtime.cpu import clang

CURE = "Install clang 19 or newer (apt install clang-19), or: pip install ziglang. DEV=AMD:LLVM needs neither."
#: What is not relaxed about numbers is as in clang.py; divisions and roots round correctly, which is the language's default.
_COMMON = ("-O1", "-mcode-object-version=5", "-ffp-contract=fast-honor-pragmas", "-fwrapv", "-std=gnu++17", "-w",
           "-Wno-c++11-narrowing")
#: for the compiler proper, and for the driver, which COMGR calls
_PROPER = ("-emit-obj", "-fcuda-is-device", "-relaxed-aliasing", "-nostdsysteminc", "-nobuiltininc", "-x", "hip", "-o", "-", "-")
_DRIVER = ("-fno-strict-aliasing", "-nogpulib", "-nogpuinc", "-nostdinc")
_HOST = "x86_64-unknown-linux-gnu"  # which the language has to be told of, and no code is made for


class HIPCompiler(Compiler):
    """Compiles for the AMD GPU called `gpu`, such as gfx1100."""

    def disassemble(self, binary: bytes) -> str: return objdump.disassemble(binary)

    def usage(self, binary: bytes) -> str:
        """Registers, shared memory and spills."""
        from heddle.runtime.amd.code import CodeObject
        return "; ".join(map(str, CodeObject(binary).kernels.values()))


class ClangHIPCompiler(HIPCompiler):
    """By a process of clang."""

    def __init__(self, found: clang.Clang, gpu: str) -> None:
        super().__init__(f"hip clang {found.identity} {gpu} {' '.join(_COMMON + _PROPER)}")
        self._command = [*found.command, "-cc1", "-triple", AMD_GPU, "-aux-triple", _HOST, "-target-cpu", gpu, *_COMMON, *_PROPER]
        self._path = found.path

    def compile(self, source: str) -> bytes:
        """The object file. CompileError, with what clang said, if it refuses."""
        code, binary, said = helper_threads.call(lambda: clang.run(self._command, source))
        if code == 0 and binary: return binary
        raise CompileError(f"clang could not compile a kernel for an AMD GPU (exit status {code}, {self._path})", CURE,
                           source=source, output=said)


class COMGRCompiler(HIPCompiler):
    """By ROCm's library, in this process."""

    def __init__(self, library: comgr.Library, gpu: str) -> None:
        super().__init__(f"hip comgr {library.identity} {gpu} {' '.join(_COMMON + _DRIVER)}")
        self._library, self._isa = library, f"{AMD_GPU}--{gpu}"

    def compile(self, source: str) -> bytes:
        """The object file. CompileError, with what COMGR said, if it refuses."""
        binary, said = helper_threads.call(lambda: self._library.compile(source, self._isa, _COMMON + _DRIVER))
        if binary: return binary
        raise CompileError(f"COMGR could not compile a kernel for an AMD GPU ({self._library.path})",
                           "DEV=AMD:LLVM uses the other compiler. This is a fault of heddle: please report it.",
                           source=source, output=said)


def probe() -> Probe:
    """Whether COMGR or a clang is here. Whether a clang has AMD GPUs shows when it compiles."""
    if library := comgr.find_library(): return Probe(True, f"COMGR {'.'.join(map(str, library.version))} ({library.path})")
    found, passed = clang.find_clang()
    note = f"; passed over: {', '.join(passed)}" if passed else ""
    if found: return Probe(True, f"{found}{note}")
    return Probe(False, reason=f"neither COMGR nor a clang was found{note}", requires="ROCm's libamd_comgr, or clang 19 or newer",
                 looked="the system's libraries, PATH and the ziglang package", cure=CURE)


def hip_compiler(gpu: str) -> HIPCompiler:
    """The compiler for an AMD GPU. DeviceError if there is none."""
    if library := comgr.find_library(): return COMGRCompiler(library, gpu)
    found, _ = clang.find_clang()
    if found is None: raise DeviceError(f"AMD:HIP cannot be used here: {probe().why_not()}", CURE)
    return ClangHIPCompiler(found, gpu)
