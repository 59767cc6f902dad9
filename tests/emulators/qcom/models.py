"""Adreno models: what the driver and the hardware say of them.

Written from Mesa's src/freedreno/common/freedreno_devices.py, apart from heddle's own table.
"""
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Model:
    """`fibers`: threads of a shader processor with private memory. `preload`: the most units of code that are loaded ahead."""

    name: str
    chip: int
    processors: int
    fibers: int
    preload: int
    lpac: bool = False

    @property
    def generation(self) -> int:
        """7 for names such as a730."""
        return 7 if self.name.startswith("a7") else 6


A618 = Model("a618", 0x06010800, 1, 2048, 64)
A630 = Model("a630", 0x06030001, 2, 2048, 64)
A640 = Model("a640", 0x06040001, 2, 8192, 64)
A650 = Model("a650", 0x06050002, 3, 4096, 127)
A660 = Model("a660", 0x06060001, 3, 4096, 127, lpac=True)
A730 = Model("a730", 0x07030001, 4, 4096, 127)
A740 = Model("a740", 0x43050A01, 6, 4096, 127)
MODELS = {model.name: model for model in (A618, A630, A640, A650, A660, A730, A740)}
