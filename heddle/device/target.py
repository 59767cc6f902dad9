"""Device name syntax: `[INTERFACE+]DEVICE[:INDEX][:COMPILER[:ARCH]]`.

Inputs: a name as a user writes it. Outputs: a `Target`; whether such a device exists is not checked here.
Invariants: `parse_target(str(t)) == t`; names are upper case, except for the path of a DISK and the ARCH.
"""
from __future__ import annotations

import functools
import re

from heddle.errors import DeviceError, OldSpellingWarning, warn_once
from heddle.lazy_dataclass import dataclass

# names that devices had in older versions of the reference
_OLD_NAMES = {"GPU": "CL", "CLANG": "CPU:CLANG", "LLVM": "CPU:LLVM"}
_FORM = "A device is written [INTERFACE+]DEVICE[:INDEX][:COMPILER[:ARCH]], such as CPU, CPU:1, CPU:LLVM, KFD+AMD or CUDA::sm_90"


@dataclass(frozen=True)
class Target:
    """A device's name in parts. `index` is a path for DISK. None: the default."""

    device: str
    index: int | str = 0
    compiler: str | None = None
    arch: str | None = None
    interface: str | None = None

    @property
    def name(self) -> str:
        """Name of the memory: `CPU`, `CPU:1`, `DISK:/a/file`. Compilers of one device share it."""
        return self.device if self.index == 0 else f"{self.device}:{self.index}"

    def __str__(self) -> str:
        text = self.name if self.interface is None else f"{self.interface}+{self.name}"
        if self.compiler or self.arch: text += f":{self.compiler or ''}"
        return f"{text}:{self.arch}" if self.arch else text


@functools.lru_cache(maxsize=4096)
def parse_target(text: str) -> Target:
    """The parts of `text`. DeviceError for a syntax error."""
    interface, plus, rest = text.strip().partition("+")
    if not plus or ":" in interface: interface, rest = "", text.strip()
    device, _, tail = rest.partition(":")
    device = device.strip().upper()
    if device == "DISK": return Target("DISK", tail or 0)
    if device in _OLD_NAMES:
        new = _OLD_NAMES[device]
        warn_once(f"device {device} is an older name of {new}", OldSpellingWarning)
        device, _, compiler = new.partition(":")
        if compiler: tail = ":".join(p for p in (tail, compiler) if p)
    if not re.fullmatch(r"[A-Z][A-Z0-9_]*", device): raise DeviceError(f"{text!r} is not the name of a device", _FORM)
    index, compiler, arch = _split_tail(tail, text)
    return Target(device, index, compiler.upper() or None, arch or None, interface.strip().upper() or None)


def _split_tail(tail: str, text: str) -> tuple[int, str, str]:
    parts = tail.split(":") if tail else []
    index = int(parts.pop(0)) if parts and parts[0].strip().isdigit() else 0
    if len(parts) > 2: raise DeviceError(f"{text!r} has too many parts", _FORM)
    compiler, arch = (*parts, "", "")[:2]
    return index, compiler.strip(), arch.strip()
