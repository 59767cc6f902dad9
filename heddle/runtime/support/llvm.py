"""Text of LLVM's intermediate language to object code, by the LLVM inside the llvmlite wheel.

In: a module's text. Out: an ELF object, for every system: on Windows only the calling convention differs. llvmlite is imported only
when there is something to compile.
Always true: two versions or processors never share a `cachekey`.
"""
from __future__ import annotations

import functools
import hashlib
import importlib.util
import os
import threading
from typing import Any

from heddle.device import Compiler
from heddle.errors import CompileError
from heddle.forking import free_in_child
from heddle.runtime.support.cpuinfo import Arch

CURE = "pip install llvmlite"
#: by `os.name`, what kernels are compiled for: how functions are called there, in the one format that our loader reads
SYSTEMS = {"posix": "unknown-linux-gnu", "nt": "pc-windows-msvc-elf"}
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


class LLVMCompiler(Compiler):
    """Compiles for `arch`, as functions are called on `system`, which is called as in `os.name`."""

    def __init__(self, library: str, arch: Arch, system: str = os.name) -> None:
        status = os.stat(library)
        identity = hashlib.blake2b(f"{library} {status.st_size} {status.st_mtime_ns}".encode(), digest_size=8).hexdigest()
        super().__init__(f"llvm {identity} {arch.key} {SYSTEMS[system]} O1 pic")
        self.arch, self.system = arch, system

    def compile(self, source: str) -> bytes:
        """The object file. CompileError, with what LLVM said, if it refuses."""
        with _lock:
            llvm, machine = _llvm(), _target_machine(self.arch, self.system)
            # a context keeps each constant and type that it ever saw: this one goes with the kernel
            with llvm.create_context() as context:
                try:
                    module = llvm.parse_assembly(source, context)
                    module.verify()
                except RuntimeError as fault:
                    raise CompileError("LLVM could not read a kernel", source=source, output=str(fault)) from fault
                with module:
                    module.triple, module.data_layout = machine.triple, str(machine.target_data)
                    _optimise(llvm, machine, module)
                    return machine.emit_object(module)

    def disassemble(self, binary: bytes) -> str:
        """The instructions of an object file."""
        from heddle.runtime.support.objdump import disassemble
        return disassemble(binary)


@functools.cache
def _llvm() -> Any:
    import llvmlite.binding as llvm  # pyright: ignore[reportMissingTypeStubs]
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm


@functools.cache
def _target_machine(arch: Arch, system: str) -> Any:
    llvm = _llvm()
    features = [] if arch.cpu else [f"{'+' if on else '-'}{name}" for name, on in llvm.get_host_cpu_features().items()]
    target = llvm.Target.from_triple(f"{arch.machine}-{SYSTEMS[system]}")
    return target.create_target_machine(cpu=arch.cpu or llvm.get_host_cpu_name(), features=",".join([*features, *arch.edits]),
                                        opt=2, reloc="pic", codemodel="small")


def _optimise(llvm: Any, machine: Any, module: Any) -> None:
    # as for clang (see there): kernels have unrolled what they want unrolled
    options = llvm.create_pipeline_tuning_options(speed_level=1)
    options.loop_vectorization = options.slp_vectorization = True
    options.loop_interleaving = options.loop_unrolling = False
    with llvm.create_pass_builder(machine, options) as builder, builder.getModulePassManager() as passes: passes.run(module, builder)
