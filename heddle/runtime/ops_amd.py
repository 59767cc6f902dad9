"""AMD runtime: AMD GPUs through the kernel's own driver, without ROCm. `AMD:1` is the second GPU.

Inputs: PROGRAMs whose BINARY is a code object. Outputs: launches in a hardware queue of each device.
Invariants: memory is an address; only calls that bring data to the host block; a failed device stays lost, and every later use raises
at once. The interface is KFD, amdgpu's compute interface.
"""
from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from heddle.device.interface import Launch, Probe
from heddle.errors import DeviceError
from heddle.renderer.c.hip import HIPRenderer
from heddle.renderer.llvm.amdgcn import AMDArchitecture, AMDRenderer
from heddle.runtime.amd import hip, kfd
from heddle.runtime.amd.gpu import open_gpu
from heddle.runtime.amd.graph import record
from heddle.runtime.amd.memory import AMDAllocator
from heddle.runtime.amd.program import AMDProgram
from heddle.runtime.amd.topology import NODES, AMDInfo, list_gpus
from heddle.runtime.common import llvm
from heddle.runtime.common.driver_device import DriverDevice, Requirement, choose_architecture, choose_gpu
from heddle.runtime.common.system import system
from heddle.runtime.common.update_graph import DoubleBufferedGraph

if TYPE_CHECKING:
    from heddle.device import Compiler
    from heddle.renderer import Renderer
    from heddle.uop import UOp

#: compilers
COMPILERS = ("LLVM", "HIP")
#: kernel driver interfaces
INTERFACES = ("KFD",)
#: DeviceError for an architecture that does not exist
check_arch = AMDArchitecture.parse

_NEEDS = Requirement("an AMD GPU (RDNA2 or newer) with the kernel's driver amdgpu",
        "Use a Linux kernel whose amdgpu driver has compute (CONFIG_HSA_AMD), and see that it is loaded: `lsmod | grep amdgpu`. "
        "Without a GPU, DEV=NULL:AMD:gfx1100 compiles for one.")
_GROUPS = ("Add yourself to the groups that own it (`sudo usermod -aG render,video $USER`, then log in again), or give it to the "
           "container.")


def probe() -> Probe:
    """Usable where the driver exists, may be opened, and has a supported GPU. No queue is made."""
    if not system().exists(kfd.PATH): return _NEEDS.missing(f"there is no {kfd.PATH}", kfd.PATH)
    try: found = list_gpus()
    except OSError as fault: return _NEEDS.missing(f"the driver's files cannot be read: {fault}", NODES, hardware=True)
    usable = [gpu for gpu in found if not gpu.limit]
    if not usable:
        caps = "; ".join(f"{gpu}: {gpu.limit}" for gpu in found)
        return _NEEDS.missing(caps or "the driver lists no GPU", NODES, hardware=bool(found))
    for path in (kfd.PATH, *(gpu.path for gpu in usable)):
        try: system().open(path).close()
        except OSError as fault: return _NEEDS.not_opened(path, fault, _GROUPS)
    # not a default device until it has run on a GPU: it has to be named
    return Probe(True, "; ".join(map(str, usable)), hardware=True, by_default=False)


def probe_compiler(name: str) -> Probe:
    """Whether the compiler is installed."""
    return hip.probe() if name == "HIP" else llvm.probe()


class AMDDevice(DriverDevice):
    """`AMD`, or `AMD:1`; `AMD:LLVM` and `AMD:HIP` name the compiler."""

    timed_by = "the device's clock"
    encodes_launches = True

    def __init__(self, name: str, compiler: str | None, arch: str | None, interface: str | None) -> None:
        self.info = info = _choose(name)
        architecture = choose_architecture(arch, info, AMDArchitecture.parse, operator.eq,
                                           f"; DEV=NULL:AMD:{arch} compiles for a GPU that is not here")
        self.arch = str(architecture)
        made: tuple[Compiler, Renderer]
        if compiler == "HIP": made = hip.hip_compiler(self.arch), HIPRenderer(architecture, info.units)
        else: made = llvm.amd_compiler(self.arch), AMDRenderer(architecture, info.units)
        self.gpu = gpu = open_gpu(info, name)
        self.memory = AMDAllocator(name, gpu)
        super().__init__(name, gpu.timeline, self.memory, *made)
        self.memory.scratch = gpu.scratch_bytes

    def runtime(self, program: UOp) -> AMDProgram:
        """Loads the kernel of a PROGRAM. DeviceError if it is too large."""
        return AMDProgram(self.gpu, self.memory, program.arg, program.src[2].arg, program.src[0].loc)

    def graph(self) -> Callable[[Sequence[Launch]], DoubleBufferedGraph]:
        """The constructor of graphs: launches as words in GPU-visible memory."""
        return lambda launches: DoubleBufferedGraph(self.gpu.timeline, partial(record, self.gpu, launches))


def _choose(name: str) -> AMDInfo:
    """The GPU of this index. DeviceError, listing them, if there are fewer."""
    try:
        found = list_gpus()
        return choose_gpu(name, [gpu for gpu in found if not gpu.limit], passed_over=[f"{g}: {g.limit}" for g in found if g.limit])
    except OSError as fault:
        raise DeviceError(f"{name} cannot be opened: the driver's files cannot be read: {fault}", _NEEDS.cure) from None
