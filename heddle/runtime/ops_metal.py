"""Metal runtime: Apple GPUs, from the M1 on. `METAL:1` is the second GPU of a machine.

Inputs: PROGRAMs whose BINARY is MSL. Outputs: launches in one queue for each device. Invariants: memory is a host-visible buffer and
an offset; only calls with which the host reads or writes it block; a failed device stays lost, and every later use raises at once.
"""
from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from heddle.device.interface import Launch, Probe
from heddle.installation import install_command
from heddle.renderer.c.msl import AppleGPU, MSLRenderer
from heddle.runtime.common.driver_device import DriverDevice, Requirement, choose_architecture, choose_gpu
from heddle.runtime.metal import framework as metal_framework
from heddle.runtime.metal.compiler import MetalCompiler
from heddle.runtime.metal.framework import Framework, MetalInfo
from heddle.runtime.metal.graph import MetalGraph
from heddle.runtime.metal.memory import MetalAllocator
from heddle.runtime.metal.queue import MetalProgram, MetalQueue

if TYPE_CHECKING:
    from heddle.uop import UOp

#: torch's device whose storages are buffers of Metal
TORCH_DEVICE = "mps"

_NEEDS = Requirement("an Apple GPU, M1 or newer, and pyobjc's package of the Metal framework",
                     "Run it on a Mac with an M1 or newer. Elsewhere DEV=NULL:METAL shows the kernels for one.")

#: DeviceError for an architecture that does not exist
check_arch = AppleGPU.parse


def probe() -> Probe:
    """Usable on a Mac whose GPU is Apple's own; no queue is made."""
    try: found = metal_framework.devices()
    except OSError as fault: return _NEEDS.missing(str(fault))
    except ImportError as fault:
        return _NEEDS.missing(f"pyobjc cannot be imported: {fault}", "the installed packages", install_command("metal"), hardware=True)
    if not found:
        return _NEEDS.missing("Metal lists no GPU of Apple's (a virtual machine or a session without one has none)",
                              "MTLCreateSystemDefaultDevice and MTLCopyAllDevices")
    return Probe(True, "; ".join(map(str, found)), hardware=True)


class MetalDevice(DriverDevice):
    """`METAL`, or `METAL:1`. `METAL::apple7-3.0` compiles kernels for an older family or language."""

    timed_by = "the device's clock"

    def __init__(self, name: str, compiler: str | None, arch: str | None, interface: str | None) -> None:
        self.info = info = choose_gpu(name, metal_framework.devices(), "Metal")
        framework = metal_framework.framework()
        self.queue = queue = _queue(framework, info, name)
        self._compiler = MetalCompiler(framework, info)
        architecture = choose_architecture(arch, info, AppleGPU.parse, _runs)
        super().__init__(name, queue, MetalAllocator(name, queue), self._compiler, MSLRenderer(architecture))

    def runtime(self, program: UOp) -> MetalProgram:
        """Loads the kernel of a PROGRAM. CompileError if Metal refuses it, DeviceError if it is too large."""
        binary: bytes = program.src[2].arg
        return MetalProgram(self.queue, program.arg, self._compiler.library(binary), binary.decode(), program.src[0].loc)

    def graph(self) -> Callable[[Sequence[Launch]], MetalGraph]:
        """The constructor of graphs: indirect command buffers."""
        return partial(MetalGraph, self.queue)


#: queues in use, by GPU: kernels of one device for several architectures share its memory, and so its order of launches
_queues: weakref.WeakValueDictionary[int, MetalQueue] = weakref.WeakValueDictionary()


def _queue(framework: Framework, info: MetalInfo, name: str) -> MetalQueue:
    number = info.handle.registryID()
    found = _queues.get(number)
    if found is None or found.framework is not framework: found = _queues[number] = MetalQueue(framework, info, name)
    return found


def _runs(own: AppleGPU, arch: AppleGPU) -> bool:
    """Whether a GPU runs code for a family and a version of the language: those up to its own."""
    return arch.family <= own.family and arch.language <= own.language
