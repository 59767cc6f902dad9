"""C to object code by clang: the one on PATH, or the one inside the `ziglang` wheel.

Inputs: C source. Outputs: an ELF object. No shell, no temporary files; no process is started before there is something to compile.
Invariants: two compilers, versions or processors never share a `cachekey`; a clang known to be older than 15 is not used, since it
lacks half floats and vector functions.
"""
from __future__ import annotations

import functools
import importlib.util
import itertools
import os
import re

from heddle.blake2 import blake2b
from heddle.device import Compiler
from heddle.errors import CompileError
from heddle.named_tuple import NamedTuple
from heddle.process import helper_threads
from heddle.process.workers import OWN_GROUP
from heddle.runtime.common import objdump
from heddle.runtime.common.programs import find_on_path, program_file
from heddle.runtime.cpu.cpuinfo import Arch, host
from heddle.runtime.cpu.system import host_system
from heddle.runtime.cpu.system.machines import TARGETS

OLDEST, NEWEST_LOOKED_FOR = 15, 30
#: A clang of PATH older than this is used only where the ziglang package is not there. Other packages bring such clangs along
#: (PoCL on Debian 12 brings clang 15), and their kernels are slower.
_GOOD = 18
CURE = "Install clang 15 or newer (apt install clang-19), or: pip install ziglang."

# Compiler proper, without the driver that costs half the time of a small kernel. Signed integers wrap, memory has no type (the planner
# reuses it for another), products and sums may fuse, nothing else about floats is relaxed. At level 1 loops are still turned into
# vectors where kernels left that open, and kernels have unrolled what they want unrolled: level 2 ran no faster on products, folds and
# chains of 1024 x 1024 (within 3 %, Xeon with AVX-512) and took 54 ms instead of 31 for a product of matrices.
_OPTIONS = ("-emit-obj", "-O1", "-mrelocation-model", "pic", "-pic-level", "2", "-ffreestanding", "-fwrapv", "-relaxed-aliasing",
            "-ffp-contract=fast", "-vectorize-loops", "-vectorize-slp", "-nostdsysteminc", "-nobuiltininc", "-std=gnu17", "-w",
            "-x", "c", "-o", "-", "-")


class Clang(NamedTuple):
    """A clang: the words that start it, its file, and its major version where the file's name tells."""

    command: tuple[str, ...]
    path: str
    version: int | None

    @property
    def identity(self) -> str:
        """Differs when the compiler was replaced; costs no run of it."""
        status = os.stat(self.path)
        return blake2b(f"{self.path} {status.st_size} {status.st_mtime_ns}".encode(), digest_size=8).hexdigest()

    def __str__(self) -> str:
        kind = f"clang {self.version}" if self.version else "the clang of ziglang" if len(self.command) > 1 else "clang"
        return f"{self.path} ({kind})"


@functools.cache
def find_clang() -> tuple[Clang | None, tuple[str, ...]]:
    """The clang to use, and what was passed over and why."""
    passed: list[str] = []
    for name in ("clang", *(f"clang-{n}" for n in range(NEWEST_LOOKED_FOR, OLDEST - 1, -1))):
        if (path := find_on_path(name)) is None: continue
        real = os.path.realpath(path)
        numbers = re.findall(r"(?:clang|llvm)-(\d+)", real)
        version = int(numbers[-1]) if numbers else None
        if version is not None and version < OLDEST:
            passed.append(f"{path} is clang {version}, older than {OLDEST}")
            continue
        found = Clang((path,), real, version)
        newer = _clang_of_ziglang() if version is not None and version < _GOOD else None
        if newer is not None: passed.append(f"{path} is clang {version}, older than {_GOOD}")
        return newer or found, tuple(passed)
    return _clang_of_ziglang(), tuple(passed)


def _clang_of_ziglang() -> Clang | None:
    spec = importlib.util.find_spec("ziglang")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        path = os.path.join(folder, program_file("zig"))
        if os.access(path, os.X_OK): return Clang((path, "clang"), path, None)
    return None


class ClangCompiler(Compiler):
    """Compiles for `arch`, with vectors `vector` bytes wide, with the calling convention of `system`, named as in `TARGETS`."""

    def __init__(self, clang: Clang, arch: Arch, vector: int, system: str = host_system.name) -> None:
        super().__init__(f"clang {clang.identity} {arch.key} {vector} {' '.join((*_OPTIONS, *_system_options(arch, system)))}")
        self.clang, self.arch, self.vector, self.system = clang, arch, vector, system

    def compile(self, source: str) -> bytes:
        """The object file. CompileError, with what clang said, if it refuses."""
        command = [*self.clang.command, "-cc1", *_target_options(self.clang, self.arch, self.system),
                   f"-mprefer-vector-width={self.vector * 8}", *_OPTIONS]
        code, binary, said = helper_threads.call(lambda: run(command, source))
        if code != 0 or not binary: raise self._refused(source, code, said)
        return binary

    def _refused(self, source: str, code: int, said: str) -> CompileError:
        return CompileError(f"clang could not compile a kernel (exit status {code}, {self.clang.path})",
                            "DEV=CPU:LLVM uses the other compiler. This is a fault of heddle: please report it.",
                            source=source, output=said)

    def disassemble(self, binary: bytes) -> str: return objdump.disassemble(binary)


def run(command: list[str], source: str) -> tuple[int, bytes, str]:
    """Exit status, output, and what was said. CompileError if it cannot be started."""
    import subprocess
    # a session of its own: Ctrl-C in a terminal is for this process alone, which goes on with what was compiled
    try:
        done = subprocess.run(command, input=source.encode(), capture_output=True, check=False, start_new_session=True,
                              creationflags=OWN_GROUP)
    except OSError as fault:
        raise CompileError(f"{command[0]} could not be started: {fault.strerror}", CURE, source=source) from fault
    return done.returncode, done.stdout, done.stderr.decode(errors="replace")


@functools.cache
def _target_options(clang: Clang, arch: Arch, system: str) -> tuple[str, ...]:
    """What the driver tells the compiler proper about the processor. It is asked once a process, and only to compile."""
    about = _x86_words(arch) if arch.machine == "x86_64" else _aarch64_words(arch)
    if (system, arch.machine) != ("linux", host().machine): about = (f"--target={TARGETS[system].triple(arch.machine)}", *about)
    code, _, said = helper_threads.call(lambda: run([*clang.command, "-###", "-c", "-x", "c", *about, "-"], ""))
    version = re.search(r"clang version (\d+)", said)
    if version and int(version[1]) < OLDEST:
        raise CompileError(f"{clang.path} is clang {version[1]}, older than {OLDEST}", CURE + " Or use DEV=CPU:LLVM.", output=said)
    line = next((line for line in said.splitlines() if '"-cc1"' in line), None)
    if code != 0 or line is None: raise CompileError(f"{clang.path} cannot compile for {arch.key}", CURE, output=said)
    return (*_target_words(line), *(word for edit in arch.edits for word in ("-target-feature", edit)), *_system_options(arch, system))


def _x86_words(arch: Arch) -> tuple[str, ...]: return (f"-march={arch.cpu or 'native'}",)


def _aarch64_words(arch: Arch) -> tuple[str, ...]:
    # helpers for atomics are in a part of libgcc that only linkers find
    return f"-mcpu={arch.cpu or 'native'}", "-mno-outline-atomics"


def _system_options(arch: Arch, system: str) -> tuple[str, ...]:
    target = TARGETS[system]
    return (*(word for feature in target.features.get(arch.machine, ()) for word in ("-target-feature", feature)),
            *(word for macro in target.macros for word in ("-D", macro)))


_ABOUT_TARGET = ("-triple", "-target-cpu", "-target-feature", "-target-abi", "-tune-cpu")


def _target_words(line: str) -> list[str]:
    words = re.findall(r'"((?:[^"\\]|\\.)*)"', line)
    return [w for option, value in itertools.pairwise(words) if option in _ABOUT_TARGET for w in (option, value)]
