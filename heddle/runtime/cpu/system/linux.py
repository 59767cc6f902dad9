"""Linux: memory with huge pages, containers, and what procfs and sysfs say of the processor.

Inputs: files of the kernel. Outputs: `Linux`. Invariants: detection runs no program and imports nothing.
"""
from __future__ import annotations

import ctypes
import functools
import os

from heddle.process.cores import usable_cores
from heddle.runtime.cpu.system.interface import CPU, Bytes, CodeMemory
from heddle.runtime.cpu.system.machines import USUAL_CACHES, machine_of
from heddle.runtime.cpu.system.posix import Posix

_HUGE = 14  # MADV_HUGEPAGE
#: what the memory and the time of a container may be: control groups of version 2 and 1
CONTAINER_LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")
_CACHE_FILES = ("type", "level", "size", "shared_cpu_list", "coherency_line_size")


class Linux(Posix):
    """Linux on x86-64 or AArch64."""

    name = "linux"
    machines: tuple[str, ...] = ("x86_64", "aarch64")
    anonymous = 0x20
    libraries = (None, "libm.so.6", "libgcc_s.so.1")
    libraries_in_words = "libc, libm nor libgcc_s"
    security_cure = "Look at its security policy (SELinux, seccomp)."

    @functools.cached_property
    def _machine(self) -> str: return machine_of(os.uname().machine)

    def _advise_huge(self, address: int, nbytes: Bytes) -> None:
        self._lib().madvise(address, nbytes, _HUGE)  # advice: a kernel without huge pages refuses, and small ones serve

    def write_code(self, memory: CodeMemory, code: bytes, data: bytes) -> None:
        super().write_code(memory, code, data)
        if self._machine == "aarch64": self._clear_instruction_cache(memory.code, memory.code_size)

    def _clear_instruction_cache(self, address: int, nbytes: Bytes) -> None:
        clear = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(self.find_function("__clear_cache"))
        clear(address, address + nbytes)

    def memory_total(self) -> Bytes | None: return total_memory()

    def memory_free(self) -> Bytes | None:
        total, free = total_memory(), _available_memory()
        return free if total is None or free is None else min(total, free)

    def processor(self) -> CPU:
        machine, facts = self._machine, _read_cpuinfo()
        model = facts.get("model name") or facts.get("CPU part") or machine
        flags = frozenset((facts.get("flags") or facts.get("Features") or "").split())
        return CPU(machine, model, flags, *read_caches(), usable_cores())

    def core_numbers(self) -> list[int]: return sorted(os.sched_getaffinity(0))


class Other(Linux):
    """A system that kernels are not made for: heddle can be imported, and CPU says that it cannot be used."""

    name = "this system"
    machines = ()

    def core_numbers(self) -> list[int]: return list(range(os.cpu_count() or 1))


# ---- memory


@functools.cache
def total_memory() -> Bytes | None:
    """Bytes of the machine, or of the container that this process is in."""
    try: physical = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError): return None
    return min([physical, *(limit for path in CONTAINER_LIMITS if (limit := _limit_in(path)) is not None)])


def _limit_in(path: str) -> Bytes | None:
    try: text = read(path)
    except OSError: return None  # not in a container
    return int(text) if text.isdigit() else None  # "max" is no limit


def _available_memory() -> Bytes | None:
    """What programs can still take without others being swapped out, as Linux reckons it."""
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            rows = dict(line.split(":", 1) for line in file)
    except OSError: return None
    found = rows.get("MemAvailable", "").split()
    return int(found[0]) << 10 if found else None


# ---- processor


def _read_cpuinfo() -> dict[str, str]:
    """The first processor's facts. Reading on would ask every core for its frequency, which is slow where there are many."""
    try: fd = os.open("/proc/cpuinfo", os.O_RDONLY)
    except OSError: return {}
    try: text = os.read(fd, 8192).decode(errors="replace")
    finally: os.close(fd)
    lines = (line.partition(":") for line in text.split("\n\n")[0].splitlines())
    return {name.strip(): value.strip() for name, _, value in lines}


def read_caches() -> tuple[tuple[Bytes, ...], Bytes]:
    """Bytes of each level for one core (what several share, divided by their number), and the size of a line."""
    found: dict[int, Bytes] = {}
    line = 64
    for index in range(8):
        folder = f"/sys/devices/system/cpu/cpu0/cache/index{index}/"
        try: kind, level, size, shared, width = (read(folder + f) for f in _CACHE_FILES)
        except OSError: break
        if kind == "Instruction": continue
        found[int(level)] = int(size.rstrip("KMG")) * {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}.get(size[-1], 1) // count(shared)
        line = int(width or line)
    return tuple(found[level] for level in sorted(found)) or USUAL_CACHES, line


def read(path: str) -> str:
    """The text of a file of the kernel."""
    with open(path) as file: return file.read().strip()


def count(ranges: str) -> int:
    """How many numbers `0-3,8` names."""
    parts = [part.split("-") for part in ranges.split(",") if part]
    return sum(int(p[-1]) - int(p[0]) + 1 for p in parts) or 1
