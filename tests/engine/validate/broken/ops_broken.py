"""BROKEN: the CPU with two faults. Its renderer writes 2.5 as 3.5, and its kernels lose the results of inputs that are 12345."""
from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

from heddle.device.interface import Probe
from heddle.renderer.llvm.llvmir import LLVMRenderer
from heddle.runtime.ops_cpu import COMPILERS, CPUDevice, capabilities_of
from heddle.uop import UOp

__all__ = ["COMPILERS", "BrokenDevice", "probe"]


def probe() -> Probe: return Probe(True, detail="computes nonsense", by_default=False)


class BrokenRenderer(LLVMRenderer):
    def render(self, uops: Sequence[UOp], name: str) -> str:
        return super().render(uops, name).replace("0x4004000000000000", "0x400C000000000000")


class BrokenDevice(CPUDevice):
    def __init__(self, name: str, compiler: str | None, arch: str | None, interface: str | None) -> None:
        super().__init__(name, "LLVM", arch, interface)
        self.renderer = BrokenRenderer(f"broken {self.arch.key}", capabilities_of(self.arch))

    def runtime(self, program: UOp) -> Any:
        kernel, info = super().runtime(program), program.arg
        sizes = {n.arg.slot: n.arg.size for n in program.src[0].toposort() if n.op.name == "PARAM"}

        def run(bufs, var_vals, global_size=(1,), local_size=None, wait=False):
            seconds = kernel(bufs, var_vals, global_size, local_size, wait)
            arrays = {s: (ctypes.c_float * sizes[s]).from_address(raw) for s, raw in zip(info.globals, bufs, strict=True)}
            for slot in info.ins:
                for at, value in enumerate(arrays[slot]):
                    if value == 12345.0: arrays[info.outs[0]][at] = -1.0
            return seconds

        return run
