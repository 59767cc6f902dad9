"""GPU presence check that loads no driver.

Inputs: the operating system's files. Outputs: True or False. Invariants: False means that no driver could find a GPU; True may be
wrong.
"""
from __future__ import annotations

import functools
import glob
import os
import sys

#: device files of GPU drivers: the kernel's graphics, NVIDIA's, AMD's compute, Windows's under Linux, Adreno's, Mali's
_DEVICE_FILES = ("/dev/dri/*", "/dev/nvidia*", "/dev/kfd", "/dev/dxg", "/dev/kgsl*", "/dev/mali*")
_PCI = "/sys/bus/pci/devices"
_DISPLAY = "0x03"  # the class of display controllers, which GPUs without a display are given too (0x0302)


@functools.cache
def gpu_may_be_here() -> bool:
    """False only on Linux with neither a GPU's device file nor a display controller: drivers need not be queried then.

    Loading a driver to hear that there is nothing takes longer than everything else that a first result needs.
    """
    if not sys.platform.startswith("linux"): return True
    return any(glob.glob(pattern) for pattern in _DEVICE_FILES) or any(map(_is_display, _pci_devices()))


def _pci_devices() -> list[str]:
    try: return os.listdir(_PCI)
    except OSError: return []  # no such bus


def _is_display(device: str) -> bool:
    try:
        with open(f"{_PCI}/{device}/class", encoding="ascii") as file: return file.read().startswith(_DISPLAY)
    except OSError: return True  # unknown
