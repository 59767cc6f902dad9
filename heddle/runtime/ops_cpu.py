"""CPU runtime: kernels as native code in this process, compiled by LLVM or clang, run on a thread pool.

Inputs: PROGRAMs whose BINARY is an object file. Outputs: calls of their functions.
Invariants: a kernel that is already compiled neither starts nor imports a compiler; results do not depend on the number of threads;
launches are synchronous.

A kernel is `void NAME(void *const *bufs, const int64_t *vars, char *scratch, int64_t begin, int64_t end)` and computes the grid pieces
from `begin` up to `end`.
"""
from __future__ import annotations

import ctypes
import math
import operator
import os
import struct
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from heddle.device.interface import Compiled, Compiler, Graph, Launch, Probe
from heddle.dtype import dtypes
from heddle.errors import DeviceError, OutOfMemoryError
from heddle.renderer import Capabilities, Renderer
from heddle.runtime.common import llvm
from heddle.runtime.common.elf import load
from heddle.runtime.cpu import clang, cpuinfo
from heddle.runtime.cpu.memory import HostAllocator
from heddle.runtime.cpu.pool import Pool, Scratch, get_pool, thread_count
from heddle.runtime.cpu.system import host_system
from heddle.runtime.cpu.system.interface import CPU
from heddle.uop import Ops

if TYPE_CHECKING:
    from heddle.uop import UOp
    from heddle.uop.program_info import ProgramInfo

#: the preferred one first: its worker compiles a kernel in half the time of clang's process, and the kernels run as fast
COMPILERS = ("LLVM", "CLANG")
#: DLPack device types whose memory kernels can use: host memory, also where it is pinned for CUDA or ROCm
DLPACK_TYPES = (1, 3, 11)

_ARGUMENTS = (ctypes.c_char_p, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
_KERNEL = ctypes.CFUNCTYPE(None, *_ARGUMENTS)
_SHORT_KERNEL = ctypes.PYFUNCTYPE(None, *_ARGUMENTS)  # blocks other Python threads, which costs less than releasing the GIL
_UNTYPED, _SHORT_UNTYPED = ctypes.CFUNCTYPE(None), ctypes.PYFUNCTYPE(None)
# A kernel of less than about 20 microseconds of one core (16 operations or 16 bytes a nanosecond) is not worth waking another.
_SMALL_OPS, _SMALL_BYTES = 1 << 19, 1 << 18
_CHUNKS_PER_THREAD = 8  # a slow core delays the others by at most one chunk
# bytes: scratch memory of two threads is in pages of its own, or a core that writes it fetches lines that are another's (weights of
# Q4_K, 16384 x 1024, by one row: 0.64 ms on one core, 0.42 on two with memory side by side, 0.34 in pages of their own)
_APART = 4096
#: Bytes of a result from which on it is not left to the caches (codegen/memory/streaming_stores.py): as many as the last cache holds,
#: within these bounds. A result of 24 MiB that stays in one of 32 takes 0.7 ms to make and 0.4 to add up, past it 0.9 and 0.9 (Zen 4).
_STREAMED_FROM, _STREAMED_AT_MOST = 16 << 20, 32 << 20
_AHEAD = 4096  # bytes, of what is prefetched: 2048 are as good for 4-bit weights, and 8-bit ones take 1.15 times as long
_NATIVE = frozenset((Ops.SQRT, Ops.TRUNC, Ops.FDIV, Ops.RECIPROCAL, Ops.MULACC, Ops.MAX, Ops.NEG, Ops.WHERE, Ops.CMPEQ))

# ---- discovery


def probe() -> Probe:
    """Usable where our loader supports the machine and there is a compiler; reports which compiler and why."""
    cpu = cpuinfo.host()
    if cpu.machine not in host_system.machines:
        return Probe(False, reason=f"no loader for {cpu.machine} on {host_system.name}",
                     requires="Linux or macOS on x86-64 or aarch64, or Windows on x86-64",
                     cure="Use DEV=PYTHON, which is slow.")
    chosen = _usable_compiler()
    if chosen is None:
        return Probe(False, reason="no compiler", requires="llvmlite, or clang 15 or newer", looked="PATH and Python's packages",
                     cure=f"{llvm.CURE}. Or: {clang.CURE}")
    why = "" if chosen == COMPILERS[0] else f", since {probe_compiler(COMPILERS[0]).reason}"
    cores = f"{cpu.cores} core{'s' if cpu.cores != 1 else ''}"
    return Probe(True, f"{cpu.model}, {cores}, {_vectors(cpuinfo.parse_arch(None))}; {chosen}: {probe_compiler(chosen).detail}{why}")


def _usable_compiler() -> str | None:
    """The first of `COMPILERS` that can be used here; those after it are not looked for."""
    return next((name for name in COMPILERS if probe_compiler(name).usable), None)


def probe_compiler(name: str) -> Probe:
    """Whether one of `COMPILERS` can be used here."""
    if name == "LLVM":
        if library := llvm.find_llvm(): return Probe(True, f"the LLVM of llvmlite ({os.path.dirname(os.path.dirname(library))})")
        return Probe(False, reason="llvmlite is not installed", requires="llvmlite", looked="Python's packages", cure=llvm.CURE)
    found, passed = clang.find_clang()
    note = f"; passed over: {', '.join(passed)}" if passed else ""
    if found: return Probe(True, f"{found}{note}")
    return Probe(False, reason=f"no clang was found{note}", requires=f"clang {clang.OLDEST} or newer",
                 looked="PATH and the ziglang package", cure=clang.CURE)


def _vectors(arch: cpuinfo.Arch) -> str: return f"{arch.vector * 8}-bit vectors"


# ---- the device


class CPUDevice(Compiled):
    """`CPU`, `CPU:1` (memory of its own, the same cores), `CPU:CLANG`, `CPU:LLVM:x86_64,-avx512f`."""

    graph_takes_steps = True

    def __init__(self, name: str, compiler: str | None, arch: str | None, interface: str | None) -> None:
        self.arch = parsed = cpuinfo.parse_arch(arch)
        self._machine = parsed.machine
        chosen = compiler or _usable_compiler() or COMPILERS[-1]
        self.language = "ll" if chosen == "LLVM" else "c"
        super().__init__(name, HostAllocator(name), _make_compiler(chosen, parsed), _make_renderer(chosen, parsed))
        self.scratch = Scratch()
        self.allocator.scratch = self.scratch.kept

    def runtime(self, program: UOp) -> CPUProgram:
        """Loads the kernel of a PROGRAM. FileFormatError if its binary is no object file."""
        return CPUProgram(self, program.arg, program.src[-1].arg)

    def graph(self) -> Callable[[Sequence[Launch]], Graph]:
        """The constructor of graphs: launches as one native call."""
        from heddle.runtime.cpu.graph import CPUGraph, StepGraph
        return lambda launches: (StepGraph if any(launch.step for launch in launches) else CPUGraph)(self, launches)

    def pool(self) -> Pool:
        """The worker threads of this process."""
        return get_pool(self.compiler, self.language, self._machine)

    def take_scratch(self, nbytes: int) -> tuple[int, int]:
        """Scratch memory for a kernel, to be returned to `scratch`. OutOfMemoryError if there is none."""
        if nbytes == 0: return 0, 0
        try: return self.scratch.take(nbytes)
        except MemoryError:
            raise OutOfMemoryError(f"{self.name} has no {nbytes} bytes for kernels to work in",
                                   "Use fewer threads (THREADS=1), or free tensors that are no longer needed.",
                                   device=self.name, requested=nbytes) from None


def _make_compiler(name: str, arch: cpuinfo.Arch) -> Compiler:
    found = probe_compiler(name)
    if not found.usable: raise DeviceError(f"CPU:{name} cannot be used here: {found.why_not()}", found.cure)
    if name == "LLVM": return llvm.LLVMCompiler(llvm.find_llvm() or "", arch)
    compiler, _ = clang.find_clang()
    assert compiler is not None  # the probe has found it
    return clang.ClangCompiler(compiler, arch, arch.vector)


def _make_renderer(name: str, arch: cpuinfo.Arch) -> Renderer:
    target = f"CPU {name} {arch.key}"
    if name == "LLVM":
        from heddle.renderer.llvm.llvmir import LLVMRenderer
        return LLVMRenderer(target, capabilities_of(arch))
    from heddle.renderer.c.clang import ClangRenderer
    return ClangRenderer(target, capabilities_of(arch))


def capabilities_of(arch: cpuinfo.Arch) -> Capabilities:
    """The capabilities of `arch` on this machine."""
    cpu = cpuinfo.host()
    computed = frozenset((dtypes.bool, *dtypes.ints, dtypes.float32, dtypes.float64))
    return Capabilities(arithmetic=computed, native=_NATIVE, dot_product_dtypes=arch.dot_product_dtypes,
                        lookup_lanes=arch.lookup_lanes, vector=arch.vector, registers=arch.registers, cache=cpu.cache, line=cpu.line,
                        threads=thread_count(), has_scratch=True, ahead=_AHEAD if arch.vector else 0,
                        streamed=_streamed(cpu) if arch.vector and arch.machine == "x86_64" else 0)


def _streamed(cpu: CPU) -> int:
    last = cpu.cache[2] * cpu.cores if len(cpu.cache) > 2 else 0
    return min(max(last, _STREAMED_FROM), _STREAMED_AT_MOST)


# ---- kernels


class CPUProgram:
    """A kernel in memory. A call runs it synchronously."""

    def __init__(self, device: CPUDevice, info: ProgramInfo, binary: bytes) -> None:
        self._device, self._vars = device, info.vars
        self._code = load(binary)
        self.address: int = self._code[info.name]
        self.is_short = is_short = _is_short(info)
        self._kernel = (_SHORT_KERNEL if is_short else _KERNEL)(self.address)
        self._untyped = (_SHORT_UNTYPED if is_short else _UNTYPED)(self.address)
        for function in (self._kernel, self._untyped): vars(function)["code"] = self._code  # which keeps its memory alive
        self._pack_buffers = struct.Struct(f"{len(info.globals)}Q").pack
        self._pack_vars = struct.Struct(f"{len(info.vars)}q").pack if info.vars else None
        self.scratch = -(-info.scratch // _APART) * _APART  # bytes for each thread
        self._alone = self.scratch == 0 and (is_short or all(n == 1 for n in info.grid))

    def __call__(self, bufs: Sequence[int], var_vals: Mapping[str, int], global_size: Sequence[int] = (1,),
                 local_size: Sequence[int] | None = None, wait: bool = False) -> float | None:
        """Runs all grid pieces; returns seconds with `wait`. OutOfMemoryError if there is no scratch memory."""
        if wait: return self._timed(bufs, var_vals, global_size)
        buffers = self._pack_buffers(*bufs)
        variables = self._pack_vars(*[var_vals[name] for name in self._vars]) if self._pack_vars else None
        if self._alone: self._kernel(buffers, variables, None, 0, math.prod(global_size))
        else: self._share(buffers, variables, math.prod(global_size))
        return None

    def fixed(self, global_size: Sequence[int], slots: Sequence[int]) -> Callable[[Sequence[int]], object] | None:
        """The fast launcher of all grid pieces on the buffers with these numbers, for a kernel that needs nothing else."""
        if self._vars or not self._alone or not slots: return None
        # of known types, which a function without types takes as they are, in half the time
        kernel, first, pieces = self._untyped, ctypes.c_int64(0), ctypes.c_int64(math.prod(global_size))
        pack = self._pack_buffers
        if len(slots) == 1:
            (only,) = slots
            return lambda raws: kernel(pack(raws[only]), None, None, first, pieces)
        take = operator.itemgetter(*slots)
        return lambda raws: kernel(pack(*take(raws)), None, None, first, pieces)

    def _timed(self, bufs: Sequence[int], var_vals: Mapping[str, int], global_size: Sequence[int]) -> float:
        begin = time.perf_counter()
        self(bufs, var_vals, global_size)
        return time.perf_counter() - begin

    def _share(self, buffers: bytes, variables: bytes | None, pieces: int) -> None:
        """Runs on all threads, up to one per grid piece."""
        threads = 1 if self.is_short else min(thread_count(), pieces)
        if threads <= 1: return self._run_alone(buffers, variables, pieces)
        pool = self._device.pool()
        threads = pool.grow(threads)
        block = self._device.take_scratch(self.scratch * threads)
        chunk = max(1, pieces // (threads * _CHUNKS_PER_THREAD))
        try: pool.run(self.address, buffers, variables, block[0], self.scratch, pieces, chunk, threads)
        finally: self._device.scratch.give(block)

    def _run_alone(self, buffers: bytes, variables: bytes | None, pieces: int) -> None:
        block = self._device.take_scratch(self.scratch)
        try: self._kernel(buffers, variables, block[0], 0, pieces)
        finally: self._device.scratch.give(block)


def _is_short(info: ProgramInfo) -> bool:
    """Whether a launch is known to be too short to run in parallel."""
    return 0 < info.ops + info.bytes and info.ops < _SMALL_OPS and info.bytes < _SMALL_BYTES
