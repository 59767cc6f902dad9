"""Device errors: a name that is unknown, or that stands for a device that cannot be used here.

Inputs: the name as it was written, the rows of the device table. Outputs: a `DeviceError` of at most twelve lines: what was requested,
the nearest name, what can be used, and where the rest is explained.
Invariants: no device is opened. Names of other libraries (`mps`, `tpu`, `rocm`) are understood here and are no names of devices.
"""
from __future__ import annotations

from collections.abc import Sequence

from heddle.device.interface import Probe
from heddle.device.target import parse_target
from heddle.errors import DeviceError, nearest
from heddle.lazy_dataclass import dataclass


@dataclass(frozen=True)
class CompilerRow:
    """One compiler of a device, in the device table."""

    name: str
    usable: bool
    is_default: bool
    why: str
    cure: str = ""


@dataclass(frozen=True)
class DeviceRow:
    """One line of the device table. `may_be_default`: whether it is in the order in which a default device is chosen."""

    name: str
    usable: bool
    is_default: bool
    detail: str
    cure: str
    compilers: tuple[CompilerRow, ...]
    may_be_default: bool = False


#: what other libraries call devices, and the ones that are meant, best first; none where heddle has no such device
_ELSEWHERE: dict[str, tuple[str, ...]] = {
    "MPS": ("METAL",), "APPLE": ("METAL",), "ROCM": ("AMD",), "HIP": ("AMD",), "NVIDIA": ("CUDA", "NV"), "OPENCL": ("CL",),
    "XPU": ("CL",), "VULKAN": ("WEBGPU",), "GPU": ("METAL", "AMD", "NV", "CUDA", "CL", "WEBGPU"), "X86": ("CPU",), "HOST": ("CPU",),
    "TPU": (), "NPU": (), "HPU": (), "XLA": (),
}
_LISTED = 4  # usable devices that get a line each
_WIDTH = 100  # of such a line
_MORE = "`python -m heddle devices` shows all devices, why not each, and the cure."


def unknown_device(name: str, rows: Sequence[DeviceRow], by: str = "") -> DeviceError:
    """The error for a device that does not exist. `by`: what names it, if that is not the program."""
    return DeviceError(f"{by}unknown device {name!r}", "\n  ".join([*_hints(parse_target(name).device, rows), *what_is_usable(rows)]))


def unusable_device(name: str, probe: Probe, rows: Sequence[DeviceRow], written: str = "") -> DeviceError:
    """The error for the device `name`, which exists and cannot be used here. `written`: how the program called it."""
    word = written.strip().partition(":")[0].upper()
    hints = _hints(word, [row for row in rows if row.usable]) if word in _ELSEWHERE else []
    lines = [probe.cure, *hints, *what_is_usable(rows)]
    return DeviceError(f"{name} cannot be used here: {probe.why_not()}", "\n  ".join(line for line in lines if line))


def _hints(word: str, rows: Sequence[DeviceRow]) -> list[str]:
    """What may have been meant, best first; nothing if nothing is near."""
    meant = _ELSEWHERE.get(word)
    if meant is None: return [f"Did you mean {near!r}?"] if (near := nearest(word, [row.name for row in rows])) else []
    if not meant: return [f"heddle has no runtime for {word}s."]
    by_name = {row.name: row for row in rows}
    found = [by_name[name] for name in meant if name in by_name]
    best = next((row for row in found if row.usable), found[0] if found else None)
    if best is None: return [f"No {word} can be used here."]
    why = best.detail.partition("; ")[0]
    return [f"Did you mean {best.name!r}?" + ("" if best.usable else f" It cannot be used here: {why}.")]


def what_is_usable(rows: Sequence[DeviceRow]) -> list[str]:
    """A line for each device that can be used, one with the names of the others, and where to read more."""
    listed = [row for row in rows if row.usable and row.may_be_default][:_LISTED]
    also = ", ".join(row.name for row in rows if row.usable and row not in listed)
    unusable = ", ".join(row.name for row in rows if not row.usable)
    others = [f"also {also}" if listed and also else also, f"not usable: {unusable}" if unusable else ""]
    lines = ["Usable here:" if listed or also else "No device can be used here:"]
    return [*lines, *(f"  {row.name}: {_short(row.detail)}" for row in listed), f"  {'; '.join(filter(None, others))}", _MORE]


def _short(text: str) -> str:
    """One line of bounded width."""
    text = " ".join(text.split())
    return text if len(text) <= _WIDTH else text[:_WIDTH - 1].rstrip(" ,;") + "…"
