"""Driver device: choice of a GPU by index, architecture, device loss and synchronization, alike for all drivers.

Inputs: the GPUs that a driver lists, and the name and architecture that the user wrote. Outputs: the base class of devices, and probe
results. Invariants: an index that no GPU has, and an architecture that a GPU cannot run, are errors that name those there are; a lost
device stays lost, with its memory.
"""
from __future__ import annotations

import errno
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from heddle.device.allocator import AnyAllocator
from heddle.device.device_lost import Losable
from heddle.device.interface import Compiled, Compiler, Probe
from heddle.errors import DeviceError
from heddle.renderer import Renderer

Info = TypeVar("Info")
Arch = TypeVar("Arch")
ArchCo = TypeVar("ArchCo", covariant=True)


class GPUInfo(Protocol[ArchCo]):
    """A GPU as its driver describes it."""

    @property
    def name(self) -> str:
        """The model."""
        ...

    @property
    def arch(self) -> ArchCo:
        """The architecture of its kernels."""
        ...


@dataclass(frozen=True)
class Requirement:
    """What a runtime needs on a machine, and how to get it."""

    requires: str
    cure: str

    def missing(self, reason: str, looked: str = "", cure: str = "", hardware: bool = False) -> Probe:
        """The probe result where it is missing; `cure` where a better one is known."""
        return Probe(False, reason=reason, requires=self.requires, looked=looked, cure=cure or self.cure, hardware=hardware)

    def not_opened(self, path: str, fault: OSError, permit: str) -> Probe:
        """The probe result where a device file is there and cannot be opened; `permit`: how to let this user."""
        cure = permit if fault.errno in (errno.EACCES, errno.EPERM) else ""
        return self.missing(f"{path} cannot be opened: {fault.strerror}", path, cure, hardware=True)


def choose_gpu(name: str, found: Sequence[Info], driver: str = "the driver", noun: str = "GPU",
               describe: Callable[[Info], str] = str, passed_over: Sequence[str] = ()) -> Info:
    """The GPU of the index in a device's name, among the usable ones. DeviceError, listing them, if there are fewer.

    `passed_over`: descriptions of those that cannot be used, which have no index.
    """
    kind, _, index = name.partition(":")
    if (number := int(index or 0)) < len(found): return found[number]
    count = f"{len(found)} {noun}{'s' if len(found) != 1 else ''}"
    listed = "; ".join(f"{kind}:{n} is {describe(info)}" for n, info in enumerate(found))
    cure = [*([f"There is: {listed}."] if found else []), *([f"Not usable: {'; '.join(passed_over)}."] if passed_over else [])]
    raise DeviceError(f"there is no {name}: {driver} lists {count} for {kind}", " ".join(cure))


def choose_architecture(requested: str | None, info: GPUInfo[Arch], parse: Callable[[str], Arch],
                        runs: Callable[[Arch, Arch], bool], advice: str = "") -> Arch:
    """The architecture to compile for: the one the user wrote, or the GPU's. DeviceError if not `runs(the GPU's, that)`."""
    if requested is None: return info.arch
    arch = parse(requested)
    if runs(info.arch, arch): return arch
    raise DeviceError(f"{info.name} is {info.arch} and cannot run code for {requested}",
                      f"Leave it out, or write {info.arch}{advice}.")


class DriverDevice(Compiled):
    """A device behind a driver. `order` is its queue, stream or timeline: what gives its work an order, and may be lost."""

    def __init__(self, name: str, order: Losable, allocator: AnyAllocator, compiler: Compiler, renderer: Renderer) -> None:
        super().__init__(name, allocator, compiler, renderer)
        self.order = order
        order.on_lost = self.lose

    def copies_from(self, other: Compiled) -> bool:
        """Only where both have one order of work: copies from other devices wait for their queues."""
        return isinstance(other, DriverDevice) and other.order is self.order

    def synchronize(self) -> None:
        """Waits for all launches. DeviceError if one fails or hangs, or the device is lost."""
        self.order.finish()
