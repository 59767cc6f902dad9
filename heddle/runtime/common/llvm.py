"""LLVM IR to object code, by the LLVM inside the llvmlite wheel.

Inputs: a module's text. Outputs: an ELF object, for every system (on Windows only the calling convention differs), or for an AMD GPU.
LLVM itself runs in worker processes (llvm_pool.py), out of reach of Ctrl-C.
Invariants: two versions or processors never share a `cachekey`.
"""
from __future__ import annotations

import functools
import importlib.util
import os

from heddle.blake2 import blake2b
from heddle.device import Compiler, Probe
from heddle.errors import CompileError, DeviceError
from heddle.process import helper_threads
from heddle.runtime.common import llvm_pool, objdump
from heddle.runtime.common.llvm_pool import WorkerEndedError
from heddle.runtime.common.llvm_worker import Options, RefusedError
from heddle.runtime.cpu.cpuinfo import Arch
from heddle.runtime.cpu.system import host_system
from heddle.runtime.cpu.system.machines import TARGETS

CURE = "pip install llvmlite"
_ENDED_CURE = "Free memory, if the system ends processes for want of it (SIGKILL). Else this is a fault of heddle: please report it."
#: LLVM's target of AMD GPUs, as their drivers load code
AMD_GPU = "amdgcn-amd-amdhsa"


@functools.cache
def find_llvm() -> str | None:
    """The path of llvmlite's LLVM, without importing it; None if it is not installed."""
    spec = importlib.util.find_spec("llvmlite")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        for name in ("libllvmlite.so", "libllvmlite.dylib", "llvmlite.dll"):
            path = os.path.join(folder, "binding", name)
            if os.path.exists(path): return path
    return None


class TextCompiler(Compiler):
    """Compiles for a target machine; `kind` names it and its options."""

    def __init__(self, library: str, kind: str, options: Options) -> None:
        status = os.stat(library)
        identity = blake2b(f"{library} {status.st_size} {status.st_mtime_ns}".encode(), digest_size=8).hexdigest()
        super().__init__(f"llvm {identity} {kind}")
        self._options = options

    def prepare(self) -> None: llvm_pool.prepare()

    def compile(self, source: str) -> bytes:
        """The object file. CompileError, with LLVM's message, if it refuses, or if two workers crash on it."""
        try: return helper_threads.call(lambda: llvm_pool.compile_apart(source, self._options))
        except RefusedError as fault: raise CompileError("LLVM could not read a kernel", source=source, output=str(fault)) from fault
        except WorkerEndedError as fault:
            raise CompileError(f"LLVM did not finish a kernel: {fault.how}, twice", _ENDED_CURE, source=source,
                               output=fault.wrote) from fault

    def disassemble(self, binary: bytes) -> str: return objdump.disassemble(binary)


class LLVMCompiler(TextCompiler):
    """Compiles for the processor `arch`, with the calling convention of `system`, named as in `TARGETS`."""

    def __init__(self, library: str, arch: Arch, system: str = host_system.name) -> None:
        target = TARGETS[system]
        features = target.features.get(arch.machine, ())
        options = Options(target.triple(arch.machine), arch.cpu or "", (*arch.edits, *features), loops=True)
        super().__init__(library, " ".join((arch.key, *features, target.system, "O1 or vectors pic")), options)
        self.arch, self.system = arch, system


class AMDCompiler(TextCompiler):
    """Compiles for the AMD GPU called `gpu`, such as gfx1100. The binary is an object that `amd_code` links."""

    def __init__(self, library: str, gpu: str) -> None:
        super().__init__(library, f"{gpu} amdhsa O1 pic", Options(AMD_GPU, gpu, (), loops=False))

    def usage(self, binary: bytes) -> str:
        """Registers, shared memory and spills."""
        from heddle.runtime.amd.code import CodeObject
        kernels = CodeObject(binary).kernels
        return "; ".join(str(k) if len(kernels) == 1 else f"{k.name}: {k}" for k in kernels.values())


def probe() -> Probe:
    """Whether LLVM is installed, for devices that have no other compiler."""
    found = find_llvm()
    if found is not None: return Probe(True, detail=f"the LLVM in {found}")
    return Probe(False, reason="llvmlite, which brings LLVM, is not installed", requires="llvmlite", looked="the installed packages",
                 cure=CURE)


def amd_compiler(gpu: str) -> AMDCompiler:
    """The compiler for an AMD GPU. DeviceError if LLVM is not here."""
    library = find_llvm()
    if library is None: raise DeviceError("kernels for AMD GPUs are compiled by LLVM, and llvmlite is not installed", CURE)
    return AMDCompiler(library, gpu)
