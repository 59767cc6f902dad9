"""Native thread pool of the CPU device (`pool.c`), and the scratch memory of its threads.

Inputs: the device's compiler, at the first kernel worth running in parallel. Outputs: `Pool`, whose `run` distributes a kernel's grid
pieces over threads.
Invariants: one pool per process; importing this starts no thread; a forked child, which has none of its parent's threads, starts its
own on demand; the pool's code stays mapped, since parked threads are inside it until the process ends.

For LLVM there is a text for each system and machine, such as `pool.linux.x86_64.ll`, made from `pool.c` by clang without optimisation
(`generate` below, which a test runs to check that they agree).
"""
from __future__ import annotations

import ctypes
import os
import re
import threading
from collections.abc import Sequence

from heddle.device import Compiler, disk_cache
from heddle.runtime.common import elf
from heddle.runtime.cpu import cpuinfo
from heddle.runtime.cpu.memory import HUGE_PAGE, map_huge, map_pages, unmap
from heddle.runtime.cpu.system import host_system
from heddle.runtime.cpu.system.machines import TARGETS
from heddle.settings import settings

_FOLDER = os.path.dirname(os.path.abspath(__file__))
_RUN = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_void_p, *[ctypes.c_int64] * 4)
_START = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)
_STEPS = (ctypes.c_int64, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int64)
_GRAPH = (*_STEPS, ctypes.c_void_p, ctypes.c_double)
_RESUME = (ctypes.c_int64, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)


def thread_count() -> int:
    """Threads that a kernel may use: THREADS, or one for each core."""
    return settings.THREADS or cpuinfo.host().cores


def pool_source(language: str, machine: str, system: str = host_system.name) -> str:
    """The pool's source, for a compiler of "c" or "ll"."""
    return f"#define {_macro(system)}\n{_text('pool.c')}" if language == "c" else _text(f"pool.{system}.{machine}.ll")


def _text(name: str) -> str:
    with open(os.path.join(_FOLDER, name), encoding="utf-8") as file: return file.read()


def _macro(system: str) -> str: return f"HEDDLE_{system.upper()}"


class Pool:
    """Threads that wait for kernels. `run(kernel, bufs, vars, scratch, stride, pieces, chunk, threads)` returns when all is done.

    So does `run_graph(graph, buffers, values, room, threads, page, began)`, which runs many (graph.py makes its table); and
    `run_short_graph`, which keeps other Python threads waiting meanwhile: that costs less than letting them go. `run_steps` and
    `run_short_steps` run graphs with steps; `resume_steps(graph, values, room, threads, step)` goes on with one. `copy` is the address
    of a kernel that copies bytes. `ticks()` is the clock of the stamps, `thread()` what no other thread has that lives at the time.
    """

    def __init__(self, binary: bytes) -> None:
        self._code = elf.load(binary, permanent=True)
        self._start = _START(self._code["heddle_pool_start"])
        self.run = _RUN(self._code["heddle_pool_run"])
        self.run_graph = ctypes.CFUNCTYPE(*_GRAPH)(self._code["heddle_graph_run"])
        self.run_short_graph = ctypes.PYFUNCTYPE(*_GRAPH)(self._code["heddle_graph_run"])
        self.run_steps = ctypes.CFUNCTYPE(*_STEPS)(self._code["heddle_graph_run_steps"])
        self.run_short_steps = ctypes.PYFUNCTYPE(*_STEPS)(self._code["heddle_graph_run_steps"])
        self.resume_steps = ctypes.CFUNCTYPE(*_RESUME)(self._code["heddle_graph_resume"])
        self.copy: int = self._code["heddle_graph_copy"]
        self.ticks = ctypes.PYFUNCTYPE(ctypes.c_int64)(self._code["heddle_ticks"])
        self.thread = ctypes.PYFUNCTYPE(ctypes.c_int64)(self._code["heddle_thread"])
        self.threads = 1  # the caller's

    def grow(self, threads: int) -> int:
        """Starts workers until `threads` can work, the caller included; returns how many can, which may be fewer."""
        if threads > self.threads:
            with _lock: self.threads = 1 + self._start(threads - 1)
        return min(threads, self.threads)


_lock = threading.Lock()
_pools: list[Pool] = []  # none or one


def get_pool(compiler: Compiler, language: str, machine: str) -> Pool:
    """The pool of this process; made by `compiler` if there is none yet."""
    if _pools: return _pools[0]
    with _lock:
        if not _pools: _pools.append(Pool(_binary(compiler, pool_source(language, machine))))
        return _pools[0]


def native_binary(compiler: Compiler, name: str) -> bytes:
    """The object file of a source in this folder, which is the same for all systems."""
    return _binary(compiler, _text(name))


def _binary(compiler: Compiler, source: str) -> bytes:
    """An object file, from the disk cache if it is there. It is no kernel, and is not counted as one."""
    key = disk_cache.key_of(compiler.cachekey, source)
    if (found := disk_cache.get("pool", key)) is not None: return found
    binary = compiler.compile(source)
    disk_cache.put("pool", key, binary)
    return binary


def _forget() -> None:
    """In a forked child: the threads and whatever held the lock stayed with the parent."""
    global _lock
    _lock = threading.Lock()
    _pools.clear()


if hasattr(os, "register_at_fork"): os.register_at_fork(after_in_child=_forget)


class Scratch:
    """Memory for kernels to work in, kept between launches. A launch has its block to itself."""

    def __init__(self) -> None:
        self._free: list[tuple[int, int]] = []  # (address, bytes); append and pop are atomic

    def take(self, nbytes: int) -> tuple[int, int]:
        """A block of at least `nbytes`. MemoryError if the system has none."""
        try: address, size = self._free.pop()
        except IndexError: address, size = 0, 0
        if size >= nbytes: return address, size
        if size: unmap(address, size)
        return (map_huge(nbytes) if nbytes >= HUGE_PAGE else map_pages(nbytes)), nbytes

    def kept(self) -> int:
        """Bytes of the blocks that nobody works in now."""
        return sum(size for _, size in self._free.copy())

    def give(self, block: tuple[int, int]) -> None:
        """Takes a block back."""
        if block[1]: self._free.append(block)


def generate(command: Sequence[str], machine: str, system: str, file: str = "pool.c") -> str:
    """A C file as LLVM text for `machine`, made by the clang that `command` starts: plain enough for every LLVM from 17 on."""
    import subprocess
    done = subprocess.run([*command, "-cc1", "-triple", TARGETS[system].triple(machine), f"-D{_macro(system)}", "-O0",
                           "-disable-O0-optnone", "-emit-llvm", "-ffreestanding", "-o", "-", "-x", "c",
                           os.path.join(_FOLDER, file)], capture_output=True, text=True, check=True)
    version = re.search(r"clang version [\d.]+", done.stdout)
    return _HEAD.format(file, version[0] if version else "clang") + _without_target(done.stdout)


_HEAD = "; Made from {} by heddle.runtime.cpu.pool.generate: {} -O0 -emit-llvm, without what names a target or a compiler.\n"


def _without_target(text: str) -> str:
    """LLVM text without target, attributes and metadata: whoever compiles it adds those of this machine."""
    kept = [line for line in text.splitlines()
            if not re.match(r'; (ModuleID|Function Attrs)|source_filename|target |attributes |!', line)]
    body = re.sub(r"(,)? ![\w.]+ !\d+| #\d+| dso_local| noundef", "", "\n".join(kept))
    return re.sub(r"\n{3,}", "\n\n", body).strip() + "\n"
