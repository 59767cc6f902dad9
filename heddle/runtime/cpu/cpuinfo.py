"""CPU feature detection: this machine's processor, and the instruction sets that a kernel may use.

Inputs: the operating system's description, and the ARCH part of a device's name. Outputs: `CPU` and `Arch`.
Invariants: detection runs no program and imports nothing; `Arch.key` differs between machines whose code differs.
"""
from __future__ import annotations

import functools
import re

from heddle.blake2 import blake2b
from heddle.dtype import DType, dtypes
from heddle.errors import DeviceError
from heddle.named_tuple import NamedTuple
from heddle.runtime.cpu.system import host_system
from heddle.runtime.cpu.system.interface import CPU, Bytes
from heddle.runtime.cpu.system.machines import machine_of

#: Vector registers of the levels that the x86-64 psABI names; any other processor is taken to be this one or its like.
_LEVELS = {"x86-64": 16, "x86-64-v2": 16, "x86-64-v3": 32, "x86-64-v4": 64}


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
        """Formats of which groups of lanes are multiplied and added by one instruction: pairs of bfloat16 (AVX512-BF16), four 8-bit
        integers (AVX512-VNNI)."""
        if self.machine != "x86_64" or self.vector != 64: return frozenset()
        found = set[DType]()
        for dtype, edit, flag in ((dtypes.bfloat16, "avx512bf16", "avx512_bf16"), (dtypes.int8, "avx512vnni", "avx512_vnni")):
            has = f"+{edit}" in self.edits or (self.cpu is None and {flag, "avx512vl"} <= host().flags)
            if has and f"-{edit}" not in self.edits: found.add(dtype)
        return frozenset(found)

    @property
    def lookup_lanes(self) -> int:
        """Lanes of the vectors of float32 of which one instruction picks any lane for each lane: AVX-512's vpermps."""
        return 16 if self.machine == "x86_64" and self.vector == 64 else 0

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
    if machine_of(machine) != here:
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
    return host_system.processor()


@functools.cache
def _fingerprint() -> str:
    cpu = host()
    return "native-" + blake2b(f"{cpu.model} {sorted(cpu.flags)}".encode(), digest_size=8).hexdigest()
