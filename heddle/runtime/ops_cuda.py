"""CUDA runtime: NVIDIA GPUs through the driver library, from compute capability 7.5 on. `CUDA:1` is the second GPU.

Inputs: PROGRAMs whose BINARY is a cubin or PTX. Outputs: launches in one stream for each device.
Invariants: memory is an address; only calls that bring data to the host block; a failed device stays lost, and every later use raises
at once.
"""
from __future__ import annotations

import dataclasses
import weakref
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from heddle.device.interface import Compiled, Compiler, Launch, Probe
from heddle.errors import ExchangeError
from heddle.renderer import Renderer
from heddle.renderer.cuda.cuda import Architecture, CUDARenderer
from heddle.runtime.common.driver_device import DriverDevice, Requirement, choose_architecture, choose_gpu
from heddle.runtime.cuda import driver as cuda_driver
from heddle.runtime.cuda import nvrtc
from heddle.runtime.cuda.driver import CUDAError, CUDAInfo
from heddle.runtime.cuda.graph import CUDAGraph
from heddle.runtime.cuda.memory import DLPACK_CUDA, CUDAAllocator
from heddle.runtime.cuda.nccl_group import NCCL
from heddle.runtime.cuda.nvrtc import NVRTCCompiler
from heddle.runtime.cuda.stream import CUDAProgram, CUDAStream

if TYPE_CHECKING:
    from heddle.uop import UOp

#: compilers: NVIDIA's for CUDA C, or our own PTX, which the driver compiles
COMPILERS = ("NVRTC", "PTX")
#: DLPack device types whose memory kernels can use in place
DLPACK_TYPES = (DLPACK_CUDA,)
#: replaces a stream, for an importer that synchronises by itself
_NOBODY_WAITS = -1

_NEEDS = Requirement("an NVIDIA GPU and its driver, version 525 or newer",
        "Install NVIDIA's driver (the CUDA toolkit is not needed), then look at `nvidia-smi`. Without a GPU, DEV=NULL:CUDA:sm_90 "
        "compiles for one.")
_OLD_CURE = "Update NVIDIA's driver to version 525 or newer."


def check_arch(name: str) -> Architecture:
    """The architecture of that name; `compute_90` is PTX for `sm_90`. DeviceError if there is none."""
    return Architecture.parse(name.replace("compute_", "sm_"))


def probe() -> Probe:
    """Usable where the driver exists, is new enough, and has a GPU; no context is made."""
    looked = ", ".join(cuda_driver.LIBRARIES)
    try: driver = cuda_driver.library()
    except OSError as fault:
        is_old = "too old" in str(fault)
        return _NEEDS.missing(f"the driver library cannot be loaded: {fault}", looked, _OLD_CURE if is_old else "", hardware=is_old)
    except CUDAError as fault: return _unusable(fault, looked)
    version = cuda_driver.driver_version(driver)
    if version < (cuda_driver.LEAST_DRIVER // 1000, 0):
        old = f"the driver is too old: it supports CUDA {version[0]}.{version[1]}"
        return _NEEDS.missing(old, driver.path, _OLD_CURE, hardware=True)
    try: found = cuda_driver.devices()
    except CUDAError as fault: return _unusable(fault, driver.path)
    usable = [d for d in found if d.is_usable]
    if not usable:
        old = ", ".join(f"{d.name} has compute capability {d.arch.number / 10}" for d in found)
        needs = dataclasses.replace(_NEEDS, requires=f"{_NEEDS.requires}, of compute capability 7.5 or newer")
        return needs.missing(old or "the driver lists no GPU", driver.path, hardware=bool(found))
    return Probe(True, "; ".join(map(str, usable)) + f"; CUDA {version[0]}.{version[1]}", hardware=True, count=len(usable))


def _unusable(fault: CUDAError, looked: str) -> Probe:
    return _NEEDS.missing(f"the driver cannot be used: {fault.what.rstrip('.')}", looked, fault.cure or "",
                          hardware=fault.code != cuda_driver.NO_DEVICE)


def probe_compiler(name: str) -> Probe:
    """Whether the compiler is installed."""
    return nvrtc.probe() if name == "NVRTC" else Probe(True, detail="our own PTX; the driver compiles it")


#: the index of the GPU that DLPack gives a number to
index_of_ordinal = cuda_driver.index_of_ordinal


class CUDADevice(DriverDevice):
    """`CUDA`, or `CUDA:1`; `CUDA:PTX` needs no compiler but the driver's.

    `CUDA::sm_80` makes code for an older GPU, `CUDA::compute_80` leaves the rest to the driver.
    """

    timed_by = "the device's events"
    memory_kind = "cuda"

    def __init__(self, name: str, compiler: str | None, arch: str | None, interface: str | None) -> None:
        driver, found = cuda_driver.library(), cuda_driver.devices()
        self.info = choose_gpu(name, [gpu for gpu in found if gpu.is_usable],
                               passed_over=[f"{gpu}, which is too old" for gpu in found if not gpu.is_usable])
        self.stream = stream = _stream(driver, self.info, name)
        architecture = choose_architecture(arch, self.info, check_arch, _runs)
        self.arch = str(architecture)
        to_ptx = not driver.takes_cubins or (arch or "").startswith("compute_")
        written = _language(compiler, architecture, to_ptx, self.info.units, cuda_driver.driver_version(driver))
        super().__init__(name, stream, CUDAAllocator(name, stream), *written)

    def runtime(self, program: UOp) -> CUDAProgram:
        """Loads the kernel of a PROGRAM. CompileError if the driver refuses it, DeviceError if it is too large."""
        return CUDAProgram(self.stream, program.arg, program.src[2].arg, program.src[0].loc)

    def graph(self) -> Callable[[Sequence[Launch]], CUDAGraph]:
        """The constructor of graphs: CUDA graphs."""
        return partial(CUDAGraph, self.stream)

    def copies_from(self, other: Compiled) -> bool:
        """From any GPU of the driver."""
        return isinstance(other, CUDADevice)

    def collectives(self) -> NCCL:
        """NCCL, in this device's stream. DeviceError if it is not installed."""
        return NCCL(self.stream)

    def lend_to(self, stream: int | None) -> Callable[[], None]:
        """Orders later work of the importer's stream after ours; without a stream the host waits, and for -1 nobody."""
        if stream == 0:
            raise ExchangeError("stream=0 may be the legacy default stream or that of the thread",
                                "Pass 1 for the former, 2 for the latter, or the handle of a stream.")
        if stream is None: self.synchronize()
        elif stream != _NOBODY_WAITS: self.stream.precede(stream)
        return partial(self.stream.reclaim, stream)


#: streams in use, by driver and GPU: compilers of one device share its memory, and so its order of launches
_streams: weakref.WeakValueDictionary[tuple[cuda_driver.Library, int], CUDAStream] = weakref.WeakValueDictionary()


def _stream(driver: cuda_driver.Library, info: CUDAInfo, name: str) -> CUDAStream:
    found = _streams.get((driver, info.handle))
    if found is None: found = _streams[driver, info.handle] = CUDAStream(driver, info, name)
    return found


def _language(compiler: str | None, arch: Architecture, to_ptx: bool, units: int, cuda: tuple[int, int]) -> tuple[Compiler, Renderer]:
    if compiler == "PTX" or (compiler is None and not nvrtc.probe().usable):
        from heddle.renderer.ptx.ptx import FP8_SINCE, PTXRenderer
        from heddle.runtime.cuda.ptx_compiler import PTXCompiler
        return PTXCompiler(arch), PTXRenderer(arch, units, cuda >= FP8_SINCE)
    return NVRTCCompiler(arch, to_ptx), CUDARenderer(arch, units)


def _runs(own: Architecture, arch: Architecture) -> bool:
    """Whether a GPU runs code for an architecture: an older one, unless a letter ties that to its own GPUs."""
    return arch.number == own.number or (arch.number < own.number and not arch.letter)
