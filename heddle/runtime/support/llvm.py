"""Text of LLVM's intermediate language to object code, by the LLVM inside the llvmlite wheel.

In: a module's text. Out: an ELF object, for every system (on Windows only the calling convention differs), or for an AMD GPU.
llvmlite is imported only when there is something to compile.
Always true: two versions or processors never share a `cachekey`.
"""
from __future__ import annotations

import functools
import hashlib
import importlib.util
import os
import threading
from collections.abc import Callable
from typing import Any

from heddle.device import Compiler, Probe
from heddle.errors import CompileError, DeviceError
from heddle.forking import free_in_child
from heddle.runtime.support.cpuinfo import Arch

CURE = "pip install llvmlite"
#: by `os.name`, what kernels are compiled for: how functions are called there, in the one format that our loader reads
SYSTEMS = {"posix": "unknown-linux-gnu", "nt": "pc-windows-msvc-elf"}
#: LLVM's name of AMD's GPUs, as their drivers load code
AMD_GPU = "amdgcn-amd-amdhsa"
# LLVM's own objects may only be used by one thread at a time
_lock = free_in_child(threading.Lock())


@functools.cache
def find_llvm() -> str | None:
    """The file of llvmlite's LLVM, without importing it; None if it is not installed."""
    spec = importlib.util.find_spec("llvmlite")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        for name in ("libllvmlite.so", "libllvmlite.dylib", "llvmlite.dll"):
            path = os.path.join(folder, "binding", name)
            if os.path.exists(path): return path
    return None


class TextCompiler(Compiler):
    """Compiles for what `machine` makes a target machine of; `kind` names it and its options."""

    def __init__(self, library: str, kind: str, machine: Callable[[], Any], loops: bool) -> None:
        status = os.stat(library)
        identity = hashlib.blake2b(f"{library} {status.st_size} {status.st_mtime_ns}".encode(), digest_size=8).hexdigest()
        super().__init__(f"llvm {identity} {kind}")
        self._machine, self._loops = machine, loops

    def compile(self, source: str) -> bytes:
        """The object file. CompileError, with what LLVM said, if it refuses."""
        with _lock:
            llvm, machine = _llvm(), self._machine()
            # a context keeps each constant and type that it ever saw: this one goes with the kernel
            with llvm.create_context() as context:
                try:
                    module = llvm.parse_assembly(source, context)
                    module.verify()
                except RuntimeError as fault:
                    raise CompileError("LLVM could not read a kernel", source=source, output=str(fault)) from fault
                with module:
                    module.triple, module.data_layout = machine.triple, str(machine.target_data)
                    _optimise(llvm, machine, module, self._loops)
                    return machine.emit_object(module)

    def disassemble(self, binary: bytes) -> str:
        """The instructions of an object file."""
        from heddle.runtime.support.objdump import disassemble
        return disassemble(binary)


class LLVMCompiler(TextCompiler):
    """Compiles for the processor `arch`, as functions are called on `system`, which is called as in `os.name`."""

    def __init__(self, library: str, arch: Arch, system: str = os.name) -> None:
        super().__init__(library, f"{arch.key} {SYSTEMS[system]} O1 pic", lambda: _target_machine(arch, system), loops=True)
        self.arch, self.system = arch, system


class AMDCompiler(TextCompiler):
    """Compiles for the AMD GPU called `gpu`, such as gfx1100. The binary is an object that `amd_code` links."""

    def __init__(self, library: str, gpu: str) -> None:
        super().__init__(library, f"{gpu} amdhsa O1 pic", lambda: _gpu_machine(gpu), loops=False)

    def usage(self, binary: bytes) -> str:
        """Registers, shared memory and what was spilled."""
        from heddle.runtime.support.amd_code import CodeObject
        kernels = CodeObject(binary).kernels
        return "; ".join(str(k) if len(kernels) == 1 else f"{k.name}: {k}" for k in kernels.values())


def probe() -> Probe:
    """Whether LLVM is here, for devices that have no other compiler."""
    found = find_llvm()
    if found is not None: return Probe(True, detail=f"the LLVM in {found}")
    return Probe(False, reason="llvmlite, which brings LLVM, is not installed", wanted="llvmlite", looked="the installed packages",
                 cure=CURE)


def amd_compiler(gpu: str) -> AMDCompiler:
    """The compiler for an AMD GPU. DeviceError if LLVM is not here."""
    library = find_llvm()
    if library is None: raise DeviceError("kernels for AMD GPUs are compiled by LLVM, and llvmlite is not installed", CURE)
    return AMDCompiler(library, gpu)


@functools.cache
def _llvm() -> Any:
    import llvmlite.binding as llvm  # pyright: ignore[reportMissingTypeStubs]
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()  # for the few instructions that pool.c spells out
    return llvm


@functools.cache
def _target_machine(arch: Arch, system: str) -> Any:
    llvm = _llvm()
    features = [] if arch.cpu else [f"{'+' if on else '-'}{name}" for name, on in llvm.get_host_cpu_features().items()]
    target = llvm.Target.from_triple(f"{arch.machine}-{SYSTEMS[system]}")
    return target.create_target_machine(cpu=arch.cpu or llvm.get_host_cpu_name(), features=",".join([*features, *arch.edits]),
                                        opt=2, reloc="pic", codemodel="small")


@functools.cache
def _gpu_machine(gpu: str) -> Any:
    llvm = _llvm()
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(AMD_GPU).create_target_machine(cpu=gpu, opt=2, reloc="pic", codemodel="small")


def _optimise(llvm: Any, machine: Any, module: Any, loops: bool) -> None:
    # as for clang (see there): kernels have unrolled what they want unrolled
    options = llvm.create_pipeline_tuning_options(speed_level=1)
    options.loop_vectorization = options.slp_vectorization = loops
    options.loop_interleaving = options.loop_unrolling = False
    with llvm.create_pass_builder(machine, options) as builder, builder.getModulePassManager() as passes: passes.run(module, builder)
