"""GPU presence check that loads no driver.

Inputs: the operating system's files. Outputs: True or False. Invariants: False means that no driver could find a GPU; True may be
wrong.
"""
from __future__ import annotations

import functools
import os
import sys

#: how the device files of GPU drivers begin: NVIDIA's, AMD's compute, Windows's under Linux, Adreno's, Mali's; the kernel's graphics
#: have a folder
_DEVICES, _DEVICE_FILES, _GRAPHICS = "/dev", ("nvidia", "kfd", "dxg", "kgsl", "mali"), "dri"
_PCI = "/sys/bus/pci/devices"
_DISPLAY = "0x03"  # the class of display controllers, which GPUs without a display are given too (0x0302)


@functools.cache
def gpu_may_be_here() -> bool:
    """False only on Linux with neither a GPU's device file nor a display controller: drivers need not be queried then.

    Loading a driver to hear that there is nothing takes longer than everything else that a first result needs.
    """
    if not sys.platform.startswith("linux"): return True
    return bool(_names_in(f"{_DEVICES}/{_GRAPHICS}")) or any(name.startswith(_DEVICE_FILES) for name in _names_in(_DEVICES)) \
        or any(map(_is_display, _names_in(_PCI)))


def _names_in(folder: str) -> list[str]:
    try: return os.listdir(folder)
    except OSError: return []  # there is none, or it cannot be read


def _is_display(device: str) -> bool:
    try:
        with open(f"{_PCI}/{device}/class", encoding="ascii") as file: return file.read().startswith(_DISPLAY)
    except OSError: return True  # unknown
