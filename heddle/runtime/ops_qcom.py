"""QCOM runtime: Adreno GPUs through KGSL, the driver of Qualcomm's own kernels, without the vendor's libraries.

Inputs: PROGRAMs whose BINARY is an `IR3Program`. Outputs: launches in a context of the driver. Invariants: memory is an address, the
same for the GPU and the host; calls that bring data to or from the host block; a failed device stays lost, and every later use raises
at once.
"""
from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from heddle.device.interface import Launch, Probe
from heddle.errors import DeviceError
from heddle.renderer.nir.adreno import Adreno
from heddle.renderer.nir.nir import NIRRenderer
from heddle.runtime.common.driver_device import DriverDevice, Requirement, choose_architecture, choose_gpu
from heddle.runtime.common.system import system
from heddle.runtime.common.update_graph import DoubleBufferedGraph
from heddle.runtime.qcom import kgsl, mesa, vendor_compiler
from heddle.runtime.qcom.gpu import QCOMInfo, connection, gpu_info, open_gpu
from heddle.runtime.qcom.graph import QCOMRecording
from heddle.runtime.qcom.ir3_compiler import IR3Compiler
from heddle.runtime.qcom.memory import QCOMAllocator
from heddle.runtime.qcom.program import QCOMProgram
from heddle.runtime.qcom.vendor_compiler import VendorCompiler

if TYPE_CHECKING:
    from heddle.uop import UOp

#: compilers
COMPILERS = ("IR3", "CL")
#: kernel driver interfaces
INTERFACES = ("KGSL",)
#: DeviceError for a model that does not exist
check_arch = Adreno.parse

_NEEDS = Requirement("an Adreno 6xx or 7xx GPU with Qualcomm's kernel driver kgsl",
        "Use a kernel of Qualcomm's (Android, or embedded Linux), whose driver is kgsl; other kernels have the driver msm, where "
        "DEV=CL is the way. Without a GPU, DEV=NULL:QCOM:a630 compiles for one.")
_GROUPS = ("Let this user open it: `ls -l /dev/kgsl-3d0` shows whose it is, and a container has to be given it.")


def probe() -> Probe:
    """Usable where the driver exists, may be opened, and has a supported GPU. No context is made."""
    if not system().exists(kgsl.PATH): return _NEEDS.missing(f"there is no {kgsl.PATH}", kgsl.PATH)
    try: info = gpu_info(connection())
    except OSError as fault: return _NEEDS.not_opened(kgsl.PATH, fault, _GROUPS)
    if info.limit: return _NEEDS.missing(f"{info}: {info.limit}", kgsl.PATH, "Use DEV=CL.", hardware=True)
    if not (compiler := mesa.probe()).usable: return compiler
    # not a default device until it has run on a GPU: it has to be named
    return Probe(True, str(info), hardware=True, by_default=False)


def probe_compiler(name: str) -> Probe:
    """Whether the compiler is installed."""
    return vendor_compiler.probe() if name == "CL" else mesa.probe()


class QCOMDevice(DriverDevice):
    """`QCOM`; `QCOM:IR3` names the usual compiler, `QCOM:CL` the vendor's."""

    timed_by = "the device's clock"
    encodes_launches = True

    def __init__(self, name: str, compiler: str | None, arch: str | None, interface: str | None) -> None:
        self.info = info = _choose(name)
        model = choose_architecture(arch, info, Adreno.parse, operator.eq,
                                    f"; DEV=NULL:QCOM:{arch} compiles for a GPU that is not here")
        self.arch = str(model)
        by_vendor = compiler == "CL"
        made = ((VendorCompiler(model), vendor_compiler.vendor_renderer(model)) if by_vendor else
                (IR3Compiler(model), NIRRenderer(model)))
        self.gpu = gpu = open_gpu(info, name)
        self.memory = QCOMAllocator(name, gpu)
        super().__init__(name, gpu.timeline, self.memory, *made)
        self.memory.scratch = gpu.private_bytes

    def runtime(self, program: UOp) -> QCOMProgram:
        """Loads the kernel of a PROGRAM. DeviceError if it is too large."""
        return QCOMProgram(self.gpu, self.memory, program.arg, program.src[2].arg, program.src[0].loc)

    def graph(self) -> Callable[[Sequence[Launch]], DoubleBufferedGraph]:
        """The constructor of graphs: launches as words in GPU-visible memory."""
        return lambda launches: DoubleBufferedGraph(self.gpu.timeline, partial(QCOMRecording, self.memory, launches))


def _choose(name: str) -> QCOMInfo:
    """The GPU: the driver has one. DeviceError for another index, or if it cannot be used."""
    try: info = gpu_info(connection())
    except OSError as fault:
        raise DeviceError(f"{name} cannot be opened: {fault.strerror}", _NEEDS.cure) from None
    usable = [] if info.limit else [info]
    return choose_gpu(name, usable, passed_over=[f"{info}: {info.limit}"] if info.limit else [])
