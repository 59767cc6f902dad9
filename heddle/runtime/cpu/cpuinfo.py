"""CPU feature detection: this machine's processor, and the instruction sets that a kernel may use.

Inputs: the operating system's description, and the ARCH part of a device's name. Outputs: `CPU` and `Arch`.
Invariants: detection runs no program and imports nothing; `Arch.key` differs between machines whose code differs.
"""
from __future__ import annotations

import functools
import os
import re
from typing import NamedTuple

from heddle.dtype import DType, dtypes
from heddle.errors import DeviceError

Bytes = int

_MACHINES = {"x86_64": "x86_64", "x86-64": "x86_64", "amd64": "x86_64", "aarch64": "aarch64", "arm64": "aarch64"}
#: Vector registers of the levels that the x86-64 psABI names; any other processor is taken to be this one or its like.
_LEVELS = {"x86-64": 16, "x86-64-v2": 16, "x86-64-v3": 32, "x86-64-v4": 64}


class CPU(NamedTuple):
    """A processor. `cache` counts bytes per core from the nearest cache on; `cores` are those this process may use."""

    machine: str
    model: str
    flags: frozenset[str]
    cache: tuple[Bytes, ...]
    line: Bytes
    cores: int


class Arch(NamedTuple):
    """What code is made for: a machine, a processor by name (None: this one), features added ("+x") or taken away ("-x")."""

    machine: str
    cpu: str | None = None
    edits: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Text that is equal only where the same code may be used."""
        return " ".join((self.machine, self.cpu or _fingerprint(), *self.edits))

    @property
    def vector(self) -> Bytes:
        """Bytes of the widest vector register; 0 for a machine we know nothing about."""
        if self.machine == "aarch64": return 16
        if self.machine != "x86_64": return 0
        if self.cpu in _LEVELS: width = _LEVELS[self.cpu]
        else: width = 64 if "avx512f" in host().flags else 32 if "avx" in host().flags else 16
        for edit in self.edits: width = _after_edit(width, edit)
        return width

    @property
    def dot_product_dtypes(self) -> frozenset[DType]:
        """Formats of which pairs of lanes are multiplied and added by one instruction."""
        if self.machine != "x86_64" or self.vector != 64 or "-avx512bf16" in self.edits: return frozenset()
        has = "+avx512bf16" in self.edits or (self.cpu is None and {"avx512_bf16", "avx512vl"} <= host().flags)
        return frozenset((dtypes.bfloat16,)) if has else frozenset()

    @property
    def registers(self) -> int:
        """Vector registers."""
        return 32 if self.machine == "aarch64" or self.vector == 64 else 16


def _after_edit(width: Bytes, edit: str) -> Bytes:
    match edit:
        case "+avx512f": return 64
        case "-avx512f": return min(width, 32)
        case "+avx" | "+avx2": return max(width, 32)
        case "-avx": return 16
        case _: return width


def parse_arch(text: str | None) -> Arch:
    """The ARCH of a device's name: `native`, or a machine, then at most one processor, then features, as in `x86_64,-avx512f`.

    DeviceError if it has another form or names a machine that is not this one.
    """
    here = host().machine
    machine, *rest = [part.strip() for part in (text or "native").split(",")]
    if machine == "native": machine = here
    if _MACHINES.get(machine.lower(), machine) != here:
        raise DeviceError(f"code for {machine!r} does not run here: this machine is {here}", _form(here))
    names = [part for part in rest if part[:1] not in ("+", "-")]
    if len(names) > 1 or not all(re.fullmatch(r"[+-]?[A-Za-z0-9][A-Za-z0-9_.\-]*", part) for part in rest):
        raise DeviceError(f"{text!r} is no architecture", _form(here))
    cpu = names[0] if names and names[0] != "native" else None
    return Arch(here, cpu, tuple(part for part in rest if part[0] in "+-"))


def _form(here: str) -> str:
    return f"Write native, or {here}, then if you like a processor's name and features: {here},-avx512f or {here},x86-64-v3."


@functools.cache
def host() -> CPU:
    """The processor this process runs on."""
    name = os.uname().machine.lower() if hasattr(os, "uname") else "unknown"
    machine = _MACHINES.get(name, name)
    facts = _read_cpuinfo()
    model = facts.get("model name") or facts.get("CPU part") or machine
    flags = frozenset((facts.get("flags") or facts.get("Features") or "").split())
    cache, line = _read_caches()
    return CPU(machine, model, flags, cache, line, _usable_cores())


def _read_cpuinfo() -> dict[str, str]:
    """The first processor's facts. Reading on would ask every core for its frequency, which is slow where there are many."""
    try: fd = os.open("/proc/cpuinfo", os.O_RDONLY)
    except OSError: return {}
    try: text = os.read(fd, 8192).decode(errors="replace")
    finally: os.close(fd)
    lines = (line.partition(":") for line in text.split("\n\n")[0].splitlines())
    return {name.strip(): value.strip() for name, _, value in lines}


def _read_caches() -> tuple[tuple[Bytes, ...], Bytes]:
    """Bytes of each level for one core (what several share, divided by their number), and the size of a line."""
    found: dict[int, Bytes] = {}
    line = 64
    for index in range(8):
        folder = f"/sys/devices/system/cpu/cpu0/cache/index{index}/"
        try: kind, level, size, shared, width = (_read(folder + f) for f in _CACHE_FILES)
        except OSError: break
        if kind == "Instruction": continue
        found[int(level)] = int(size.rstrip("KMG")) * {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}.get(size[-1], 1) // _count(shared)
        line = int(width or line)
    return tuple(found[level] for level in sorted(found)) or (32 << 10, 512 << 10), line


_CACHE_FILES = ("type", "level", "size", "shared_cpu_list", "coherency_line_size")


def _read(path: str) -> str:
    with open(path) as file: return file.read().strip()


def _count(ranges: str) -> int:
    """How many numbers `0-3,8` names."""
    parts = [part.split("-") for part in ranges.split(",") if part]
    return sum(int(p[-1]) - int(p[0]) + 1 for p in parts) or 1


def _usable_cores() -> int:
    """Cores this process may run on, no more than the time its container is given is worth."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try: quota, period = _read("/sys/fs/cgroup/cpu.max").split()
    except (OSError, ValueError): return cores
    return cores if quota == "max" else max(1, min(cores, -(-int(quota) // int(period))))


@functools.cache
def _fingerprint() -> str:
    import hashlib
    cpu = host()
    return "native-" + hashlib.blake2b(f"{cpu.model} {sorted(cpu.flags)}".encode(), digest_size=8).hexdigest()
