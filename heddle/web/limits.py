"""WebGPU limits of an exported program: those it may require, and those it does.

Inputs: the limits that the user allows, dispatches. Outputs: limits by WebGPU's names. Invariants: by default, a program requires
nothing beyond what WebGPU guarantees everywhere.
"""
from __future__ import annotations

import re
from collections.abc import Mapping

from heddle.errors import HERE, ExportError, InternalError, Location
from heddle.runtime.webgpu.browser_target import GUARANTEED

_SCALARS = {"bool": 4, "i32": 4, "u32": 4, "f32": 4, "f16": 2}
#: bytes of an element in memory that a work-group shares, by what WGSL calls it
_SHARED_BYTES = {**_SCALARS, "atomic<u32>": 4, **{f"vec{n}<{kind}>": n * size for n in (2, 4) for kind, size in _SCALARS.items()}}
_SHARED = re.compile(r"^var<workgroup> \w+: array<(.+), (\d+)>;$", re.MULTILINE)


class LimitNameError(ExportError):
    """A limit that WebGPU does not have."""

    thing = "limit of WebGPU"


def allowed_limits(requested: Mapping[str, int] | None) -> dict[str, int]:
    """The limits that kernels may use: WebGPU's guaranteed ones, and what is `requested` above them."""
    limits = dict(GUARANTEED)
    for name, value in (requested or {}).items():
        if name not in limits: raise LimitNameError.unknown(name, limits)
        match value:
            case int() if value > 0: limits[name] = value
            case _:
                raise ExportError(f"{name} is a whole number above 0, got {value!r}",
                                  "Give a positive integer.")
    return limits


def shared_bytes(source: str) -> int:
    """Bytes of the memory that the threads of a work-group share, in a kernel of WGSL."""
    found = _SHARED.findall(source)
    unknown = {kind for kind, _ in found} - set(_SHARED_BYTES)
    if unknown: raise InternalError(f"how large are {', '.join(sorted(unknown))} of WGSL?")
    return sum(_SHARED_BYTES[kind] * int(count) for kind, count in found)


class Needs:
    """The most that any part of a program needs of each limit."""

    def __init__(self, allowed: Mapping[str, int]) -> None:
        self._allowed = allowed
        self.found: dict[str, int] = {}

    def require(self, name: str, value: int, what: str, where: Location | None = None) -> None:
        """`what`, made at the user's line `where`, needs `value`. ExportError if that is more than allowed."""
        if value > self._allowed[name]:
            guaranteed = GUARANTEED[name]
            raise ExportError(
                f"{what} needs a {name} of {value}, and {self._allowed[name]} is allowed", f"Make it smaller, or pass limits="
                f"{{{name!r}: {value}}}: then only adapters that offer it can run the program (all offer {guaranteed})", where or HERE)
        self.found[name] = max(value, self.found.get(name, 0))

    def require_group(self, workgroup: tuple[int, ...], source: str, what: str, where: Location | None = None) -> None:
        """A kernel's work-group, and the memory that its threads share."""
        x, y, z = (*workgroup, 1, 1, 1)[:3]
        for axis, threads in zip("XYZ", (x, y, z), strict=True): self.require(f"maxComputeWorkgroupSize{axis}", threads, what, where)
        self.require("maxComputeInvocationsPerWorkgroup", x * y * z, what, where)
        shared = shared_bytes(source)
        if shared: self.require("maxComputeWorkgroupStorageSize", shared, what, where)
