"""`python -m benchmarks.gpu.first`: what the device is, and a first kernel by each compiler, with what the cubin says that it takes.

In: nothing but the device. Out: a few lines; the error where it cannot be used.
"""
from __future__ import annotations

from heddle import Context, Device, Tensor
from heddle.runtime.ops_cuda import COMPILERS, probe_compiler


def main() -> None:
    """The device, its compilers, a sum by each that is here, and by the one that is taken where none is named."""
    found = Device.probe("CUDA")
    print(f"CUDA: {found.detail or f'{found.why_not()}. {found.cure}'}")
    names = ["CUDA"]
    for name in COMPILERS:
        probe = probe_compiler(name)
        print(f"{name}: {probe.detail or f'{probe.why_not()}. {probe.cure}'}")
        if probe.usable: names.append(f"CUDA:{name}")
    for name in names:
        with Context(DEV=name, DEBUG=3):
            got = (Tensor([1.5, 2.5]) + 2.25).tolist()
        assert got == [3.75, 4.75], f"{name} computed {got}"
        print(f"{name}: {Device[name].renderer.target} computes")


if __name__ == "__main__": main()
