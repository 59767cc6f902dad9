"""NV runtime: NVIDIA GPUs through the kernel driver's device files, from compute capability 8.0 on. `NV:1` is the second GPU.

Inputs: PROGRAMs whose BINARY is a cubin. Outputs: launches in hardware queues, without NVIDIA's user-space library.
Invariants: memory is an address; only calls that bring data to the host block; a failed device stays lost, and every later use raises
at once.
"""
from __future__ import annotations

import dataclasses
import weakref
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from heddle.device.interface import Compiler, Launch, Probe
from heddle.errors import DeviceError
from heddle.renderer import Renderer
from heddle.renderer.cuda.cuda import Architecture, CUDARenderer
from heddle.runtime.common.driver_device import DriverDevice, Requirement, choose_architecture, choose_gpu
from heddle.runtime.common.system import system
from heddle.runtime.common.update_graph import DoubleBufferedGraph
from heddle.runtime.cuda import nvrtc, ptxas
from heddle.runtime.cuda.nvrtc import NVRTCCompiler
from heddle.runtime.nv import driver as nv_driver
from heddle.runtime.nv.driver import Driver, Objects
from heddle.runtime.nv.graph import record
from heddle.runtime.nv.memory import NVAllocator
from heddle.runtime.nv.program import NVProgram
from heddle.runtime.nv.queue import NVQueue, refusals
from heddle.runtime.nv.resource_manager import CONTROL_FILE, OLD_CURE, UVM_FILE, NVError

if TYPE_CHECKING:
    from heddle.uop import UOp

#: compilers: NVIDIA's for CUDA C, or our own PTX and NVIDIA's assembler
COMPILERS = ("NVRTC", "PTX")
#: kernel driver interfaces
INTERFACES = ("NVK",)
#: DeviceError for an architecture that does not exist
check_arch = Architecture.parse

_LEAST_ARCH = 80
_NEEDS = Requirement("an NVIDIA GPU, of compute capability 8.0 or newer, and NVIDIA's kernel driver, release 535 or newer",
        "Install NVIDIA's driver (no CUDA library is needed), and see that this user may open /dev/nvidia*; in a container, pass "
        "these in. Without a kernel driver NV cannot be used (there is no interface PCI).")


def probe() -> Probe:
    """Usable where the driver's device files exist and a GPU is new enough; no channel is made."""
    looked = f"{CONTROL_FILE}, {UVM_FILE}"
    if not system().exists(CONTROL_FILE): return _NEEDS.missing(f"there is no {CONTROL_FILE}", looked)
    try: found = _gpus(nv_driver.driver())
    except DeviceError as fault: return _NEEDS.missing(fault.what.rstrip("."), looked, OLD_CURE, hardware=True)
    except (OSError, NVError) as fault: return _NEEDS.missing(f"the driver cannot be used: {fault}", looked, hardware=True)
    if not system().exists(UVM_FILE):
        cure = "Load the module nvidia-uvm (nvidia-modprobe -u -c 0 does), or pass the file into the container."
        return _NEEDS.missing(f"there is no {UVM_FILE}", looked, cure, hardware=True)
    if not found:
        old = "; ".join(str(o.info) for o in nv_driver.driver().gpus)
        if not old: return _NEEDS.missing("the driver lists no GPU", looked)
        return _NEEDS.missing(f"too old for NV: {old}", looked, "DEV=CUDA works from compute capability 7.5 on.", hardware=True)
    # no default device: it has run on one model of GPU, and CUDA is there wherever NVIDIA's driver is whole
    shown = "; ".join(str(objects.info) for objects in found)
    return Probe(True, f"{shown}; driver {nv_driver.driver().client.version}", hardware=True, by_default=False)


def probe_compiler(name: str) -> Probe:
    """Whether the compiler is installed."""
    return nvrtc.probe() if name == "NVRTC" else ptxas.probe()


def _gpus(driver: Driver) -> list[Objects]:
    """The supported GPUs, in the driver's order."""
    return [objects for objects in driver.gpus if objects.info.arch.number >= _LEAST_ARCH]


class NVDevice(DriverDevice):
    """`NV`, or `NV:1`; `NV:PTX` needs NVIDIA's assembler and no NVRTC; `NV::sm_80` compiles for the named architecture."""

    timed_by = "the GPU's clock"
    encodes_launches = True

    def __init__(self, name: str, compiler: str | None, arch: str | None, interface: str | None) -> None:
        self.queue = queue = _queue(name)
        architecture = choose_architecture(arch, queue.info, Architecture.parse, _runs)
        self.arch = str(architecture)
        super().__init__(name, queue.timeline, NVAllocator(name, queue), *_language(compiler, architecture, queue.info.units))
        queue.empty_cache = lambda: self.allocator.empty_cache()

    def runtime(self, program: UOp) -> NVProgram:
        """Loads the kernel of a PROGRAM. DeviceError if it is too large."""
        return NVProgram(self.queue, program.arg, program.src[2].arg, program.src[0].loc)

    def graph(self) -> Callable[[Sequence[Launch]], DoubleBufferedGraph]:
        """The constructor of graphs: many launches as one submission."""
        return lambda launches: DoubleBufferedGraph(self.queue.timeline, partial(record, self.queue, launches))


#: GPUs in use, by driver and name: compilers of one device share its memory, and so its order of launches
_queues: weakref.WeakValueDictionary[tuple[Driver, str], NVQueue] = weakref.WeakValueDictionary()


def _queue(name: str) -> NVQueue:
    with refusals(name):
        driver = nv_driver.driver()
        found = _queues.get((driver, name))
        return found if found is not None else _open(driver, name)


def _open(driver: Driver, name: str) -> NVQueue:
    """Opens the GPU's queues; a failure without other GPUs in use leaves nothing behind."""
    found = _gpus(driver)
    objects = choose_gpu(name, found, describe=lambda objects: str(objects.info),
                         passed_over=[f"{other.info}, which is too old" for other in driver.gpus if other not in found])
    try: queue = _queues[driver, name] = NVQueue(driver, objects, name)
    except (DeviceError, OSError, NVError, MemoryError) as fault:
        if not any(opened is driver for opened, _ in _queues):
            nv_driver.forget()
            driver.close()
        if not isinstance(fault, MemoryError): raise
        raise DeviceError(f"{name} cannot be used: no memory is left for its queues", "Look at what else uses the GPU.") from None
    return queue


def _language(compiler: str | None, arch: Architecture, units: int) -> tuple[Compiler, Renderer]:
    made: tuple[Compiler, Renderer]
    if compiler == "PTX" or (compiler is None and not nvrtc.probe().usable):
        from heddle.renderer.ptx.ptx import FP8_SINCE, PTXRenderer
        assembler = ptxas.PTXASCompiler(arch)
        made = assembler, PTXRenderer(arch, units, assembler.version >= FP8_SINCE)
    else: made = NVRTCCompiler(arch), CUDARenderer(arch, units)
    # TMA needs descriptors that only NVIDIA's library makes
    made[1].capabilities = dataclasses.replace(made[1].capabilities, has_tma=False)
    return made


def _runs(own: Architecture, arch: Architecture) -> bool:
    """Whether a GPU runs a cubin for an architecture: an older one of its generation, unless a letter ties that to its own GPUs."""
    is_near = arch.number // 10 == own.number // 10
    return arch.number == own.number or (is_near and arch.number < own.number and not arch.letter)
