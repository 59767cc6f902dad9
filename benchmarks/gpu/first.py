"""`python -m benchmarks.gpu.first [CUDA]`: what the device is, and a first kernel by each compiler, with what the cubin says it takes.

In: the device. Out: a few lines; the error where it cannot be used.
"""
from __future__ import annotations

import sys

from heddle import Context, Device, Tensor
from heddle.device import device_table


def main(device: str) -> None:
    """The device, its compilers, a sum by each that is here, and by the one that is taken where none is named."""
    found = next(row for row in device_table() if row.name == device)
    print(f"{device}: {found.detail}{f'. {found.cure}' if not found.usable else ''}")
    names = [device]
    for compiler in found.compilers:
        print(f"{compiler.name}: {compiler.why}{f'. {compiler.cure}' if not compiler.usable else ''}")
        if compiler.usable: names.append(f"{device}:{compiler.name}")
    for name in names:
        with Context(DEV=name, DEBUG=3):
            got = (Tensor([1.5, 2.5]) + 2.25).tolist()
        assert got == [3.75, 4.75], f"{name} computed {got}"
        print(f"{name}: {Device[name].renderer.target} computes")


if __name__ == "__main__": main(*(sys.argv[1:] or ["CUDA"]))
