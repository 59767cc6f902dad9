"""Names of processors, and what kernels are compiled for on each system.

Inputs: names as systems have them. Outputs: ours, and the target of each system. Invariants: every target gives ELF objects, the one
format that our loader reads; only calling conventions and registers differ.
"""
from __future__ import annotations

from heddle.named_tuple import NamedTuple

_MACHINES = {"x86_64": "x86_64", "x86-64": "x86_64", "amd64": "x86_64", "aarch64": "aarch64", "arm64": "aarch64"}
#: where a system does not say: those of most processors
USUAL_CACHES = (32 << 10, 512 << 10)


def machine_of(name: str) -> str:
    """A machine's name as LLVM has it: `x86_64` for AMD64, `aarch64` for arm64. Others stay as they are."""
    return _MACHINES.get(name.lower(), name.lower())


class Target(NamedTuple):
    """What kernels are compiled for: the end of the triple, features by machine, and macros of C."""

    system: str
    features: dict[str, tuple[str, ...]]
    macros: tuple[str, ...] = ()

    def triple(self, machine: str) -> str: return f"{machine}-{self.system}"


#: By the name of the system. macOS calls functions as Linux does, as far as kernels go: integers, pointers and doubles are in
#: registers. Code may not use x18 there, which changes at any moment (Apple, "Writing ARM64 code for Apple platforms"). On Windows
#: arguments are in other registers, and `long` has 32 bits in C (Microsoft, "x64 calling convention", "Data type ranges").
TARGETS = {
    "linux": Target("unknown-linux-gnu", {}),
    "macos": Target("unknown-linux-gnu", {"aarch64": ("+reserve-x18",)}),
    "windows": Target("pc-windows-msvc-elf", {}, ("long=long long",)),
}
