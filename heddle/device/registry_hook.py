"""The registry of devices, for buffers, which it is built on and whose methods open devices by name.

Inputs: an assignment in registry.py. Outputs: `devices`. Invariants: it is set once `heddle.device` is imported, and nothing else
assigns it.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from heddle.device.interface import Compiled


class Devices(Protocol):
    """The registry."""

    def __getitem__(self, name: str) -> Compiled:
        """The open device of that name."""
        ...

    def canonicalize(self, device: str | None) -> str:
        """The canonical form of a device's name."""
        ...


devices: Devices
