"""OpenCL runtime: any OpenCL device from version 1.2 on, a GPU before a CPU. `CL:1` is the second best device of the machine.

Inputs: PROGRAMs whose BINARY is the driver's binary of OpenCL C. Outputs: launches in one in-order queue for each device.
Invariants: memory is a handle and an offset; only calls that bring data to the host block; a failed device stays lost, and every later
use raises at once.
"""
from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from heddle.device.interface import Launch, Probe
from heddle.dtype import dtypes
from heddle.renderer import Capabilities
from heddle.runtime.common.driver_device import DriverDevice, Requirement, choose_gpu
from heddle.runtime.opencl import library as opencl_library
from heddle.runtime.opencl.command_buffer import Functions, command_buffers
from heddle.runtime.opencl.compiler import CLCompiler
from heddle.runtime.opencl.graph import CLGraph
from heddle.runtime.opencl.library import CLError, CLInfo
from heddle.runtime.opencl.memory import CLAllocator
from heddle.runtime.opencl.queue import CLProgram, CLQueue
from heddle.uop import Ops

if TYPE_CHECKING:
    from heddle.uop import UOp

_NEEDS = Requirement("a device of OpenCL 1.2 or newer",
        "Install a driver: apt install ocl-icd-libopencl1 and pocl-opencl-icd for the CPU, or the OpenCL package of your GPU's "
        "maker; then look at `clinfo`.")
#: A driver's warnings about a kernel would clutter the terminal.
_OPTIONS = "-w"
_NATIVE = frozenset((Ops.SQRT, Ops.TRUNC, Ops.FDIV, Ops.RECIPROCAL, Ops.MULACC, Ops.MAX, Ops.NEG, Ops.WHERE, Ops.CMPEQ))
#: Maximum work-group size of kernels: larger ones gain nothing on any GPU, and cost registers.
_GROUP = 256

# ---- discovery


@functools.cache
def library() -> opencl_library.Library:
    """The OpenCL library, loaded once. OSError if there is none."""
    return opencl_library.open_library()


@functools.cache
def devices() -> tuple[CLInfo, ...]:
    """The usable devices of this machine, the best first."""
    return tuple(d for d in opencl_library.list_devices(library()) if d.is_usable)


def forget_devices() -> None:
    """Discovers the library and its devices again: for tests."""
    library.cache_clear()
    devices.cache_clear()

#: no architecture can be chosen
check_arch = None


def probe() -> Probe:
    """Usable where the library exists and lists a device; no context is made. A default device only if one is no CPU."""
    looked = ", ".join(opencl_library.LIBRARIES)
    try: found = opencl_library.list_devices(library())
    except OSError as fault: return _NEEDS.missing(f"the OpenCL library cannot be loaded: {fault}", looked)
    except CLError as fault:
        cure = "Take the driver that fails out of /etc/OpenCL/vendors, or install it again."
        return _NEEDS.missing(f"a driver fails at listing its devices: {fault.what}", library().path, cure, hardware=True)
    usable = [d for d in found if d.is_usable]
    if not usable:
        old = ", ".join(f"{d.name} has OpenCL {d.version[0]}.{d.version[1]}" for d in found)
        where = "the platforms that /etc/OpenCL/vendors names"
        return _NEEDS.missing(old or f"{library().path} lists no device", where, hardware=bool(found))
    return Probe(True, "; ".join(map(_describe, usable)), by_default=not usable[0].is_cpu, hardware=True)


def _describe(d: CLInfo) -> str:
    return f"{d.name}, {d.units} units, OpenCL {d.version[0]}.{d.version[1]}, driver {d.driver}"


# ---- the device


class CLDevice(DriverDevice):
    """`CL`, the best device, or `CL:1`, the next."""

    timed_by = "the device's events"

    def __init__(self, name: str, compiler: str | None, arch: str | None, interface: str | None) -> None:
        self.info = info = choose_gpu(name, devices(), "OpenCL", "device", _describe)
        self.queue = queue = CLQueue(library(), info, name)
        options = f"{_OPTIONS} -cl-fp32-correctly-rounded-divide-sqrt" if info.rounds_exactly else _OPTIONS
        from heddle.renderer.c.opencl import OpenCLRenderer
        self.allocator: CLAllocator
        super().__init__(name, queue, CLAllocator(name, queue), CLCompiler(queue, options),
                         OpenCLRenderer(f"OpenCL C {options}", capabilities_of(info)))

    def runtime(self, program: UOp) -> CLProgram:
        """Loads the kernel of a PROGRAM, recompiled if the driver no longer accepts its binary. CompileError, DeviceError."""
        try: return CLProgram(self.queue, program.arg, program.src[2].arg)
        except CLError as fault:
            if fault.code != opencl_library.INVALID_BINARY: raise
        return CLProgram(self.queue, program.arg, self.compiler.compile(program.src[1].arg))

    def graph(self) -> Callable[[Sequence[Launch]], CLGraph]:
        """The constructor of graphs; the driver keeps the list of launches where it can."""
        return functools.partial(CLGraph, self.queue, self.allocator, kept=self._kept)

    @functools.cached_property
    def _kept(self) -> Functions | None: return command_buffers(self.queue)


def capabilities_of(info: CLInfo) -> Capabilities:
    """The capabilities of this device for kernels."""
    lacking = {*(() if info.has_half else (dtypes.float16,)), *(() if info.has_double else (dtypes.float64,))}
    computed = frozenset((dtypes.bool, *dtypes.ints, dtypes.float16, dtypes.float32, dtypes.float64)) - lacking
    # a CPU's cores run the items of a group one after the other, with what each has in memory: one item that works as on the CPU
    # itself is many times as fast (PoCL 3.1, AVX-512, by time on its cores: matmul 512 8.8 -> 2.9 ms, convolution 3 x 3 100 -> 6.2 ms)
    by_core = info.is_cpu and not info.local_is_fast and info.float_lanes >= 8
    return Capabilities(
        dtypes=frozenset(dtypes.all) - (lacking & {dtypes.float64}), arithmetic=computed,
        as_bits=frozenset((dtypes.bfloat16, *dtypes.fp8s)) | (lacking & {dtypes.float16}), native=_NATIVE, index_dtype=dtypes.int32,
        vector=16 if not info.is_cpu else 4 * max(4, min(info.float_lanes, 16)),
        registers=16 if by_core and info.float_lanes < 16 else 32, shared_memory=info.local_memory,
        has_fast_shared=info.local_is_fast, workgroup=info.group_sizes, workgroup_threads=min(info.group_items, _GROUP),
        threads=info.units, image=info.image, has_scratch=by_core)
