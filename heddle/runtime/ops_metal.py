"""Metal runtime: Apple GPUs, from the M1 on. `METAL:1` is the second GPU of a machine.

Inputs: PROGRAMs whose BINARY is MSL. Outputs: launches in one queue for each device. Invariants: memory is a host-visible buffer and
an offset; only calls with which the host reads or writes it block; a failed device stays lost, and every later use raises at once.
"""
from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from heddle.device.interface import Compiled, Launch, Probe
from heddle.errors import DeviceError
from heddle.installation import install_command
from heddle.renderer.c.msl import AppleGPU, MSLRenderer
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

_WANTED = "an Apple GPU, M1 or newer, and pyobjc's package of the Metal framework"
_CURE = "Run it on a Mac with an M1 or newer. Elsewhere DEV=NULL:METAL shows the kernels for one."

#: DeviceError for an architecture that does not exist
check_arch = AppleGPU.parse


def probe() -> Probe:
    """Usable on a Mac whose GPU is Apple's own; no queue is made."""
    try: found = metal_framework.devices()
    except OSError as fault: return Probe(False, reason=str(fault), wanted=_WANTED, cure=_CURE)
    except ImportError as fault:
        return Probe(False, reason=f"pyobjc cannot be imported: {fault}", wanted=_WANTED, looked="the installed packages",
                     cure=install_command("metal"), hardware=True)
    if not found:
        return Probe(False, reason="Metal lists no GPU of Apple's (a virtual machine or a session without one has none)",
                     wanted=_WANTED, looked="MTLCreateSystemDefaultDevice and MTLCopyAllDevices", cure=_CURE)
    return Probe(True, "; ".join(map(str, found)), hardware=True)


class MetalDevice(Compiled):
    """`METAL`, or `METAL:1`. `METAL::apple7-3.0` compiles kernels for an older family or language."""

    timed_by = "the device's clock"

    def __init__(self, name: str, compiler: str | None, arch: str | None, interface: str | None) -> None:
        self.info = info = _choose(name)
        framework = metal_framework.framework()
        self.queue = queue = _queue(framework, info, name)
        self._compiler = MetalCompiler(framework, info)
        super().__init__(name, MetalAllocator(name, queue), self._compiler, MSLRenderer(_architecture(arch, info)))
        queue.on_lost = self.lose

    def runtime(self, program: UOp) -> MetalProgram:
        """Loads the kernel of a PROGRAM. CompileError if Metal refuses it, DeviceError if it is too large."""
        binary: bytes = program.src[2].arg
        return MetalProgram(self.queue, program.arg, self._compiler.library(binary), binary.decode(), program.src[0].loc)

    def graph(self) -> Callable[[Sequence[Launch]], MetalGraph]:
        """The constructor of graphs: indirect command buffers."""
        return partial(MetalGraph, self.queue)

    def copies_from(self, other: Compiled) -> bool:
        """Only within the device: copies from others wait for their queues."""
        return other.allocator is self.allocator

    def synchronize(self) -> None:
        """Waits for all launches. DeviceError if one fails or hangs, or the device is lost."""
        self.queue.finish()


#: queues in use, by GPU: kernels of one device for several architectures share its memory, and so its order of launches
_queues: weakref.WeakValueDictionary[int, MetalQueue] = weakref.WeakValueDictionary()


def _queue(framework: Framework, info: MetalInfo, name: str) -> MetalQueue:
    number = info.handle.registryID()
    found = _queues.get(number)
    if found is None or found.framework is not framework: found = _queues[number] = MetalQueue(framework, info, name)
    return found


def _architecture(wanted: str | None, info: MetalInfo) -> AppleGPU:
    """The architecture to compile for. DeviceError if the GPU cannot run it."""
    if wanted is None: return info.gpu
    gpu = AppleGPU.parse(wanted)
    if gpu.family > info.gpu.family or gpu.language > info.gpu.language:
        raise DeviceError(f"{info.name} is {info.gpu} and cannot run code for {wanted}", f"Leave it out, or write {info.gpu}.")
    return gpu


def _choose(name: str) -> MetalInfo:
    """The GPU of this index. DeviceError, listing them, if there are fewer."""
    number, found = int(name.partition(":")[2] or 0), metal_framework.devices()
    if number < len(found): return found[number]
    listed = "; ".join(f"METAL:{n} is {d}" for n, d in enumerate(found))
    raise DeviceError(f"there is no {name}: Metal lists {len(found)} GPU{'s' if len(found) != 1 else ''}", f"There is: {listed}.")
