"""Qualcomm's OpenCL compiler, where its library is installed, for kernels that are launched without it (`DEV=QCOM:CL`).

Inputs: OpenCL C. Outputs: the bytes of an `IR3Program`. Invariants: the library compiles and does nothing else; a container that
cannot be read or launched is refused, never run.
"""
from __future__ import annotations

import functools
from dataclasses import replace

from heddle.device.interface import Compiler, Probe
from heddle.dtype import dtypes
from heddle.errors import DeviceError
from heddle.renderer.c.opencl import OpenCLRenderer
from heddle.renderer.nir.adreno import Adreno
from heddle.renderer.nir.nir import capabilities_of
from heddle.runtime.opencl import library as opencl_library
from heddle.runtime.opencl.compiler import CLCompiler
from heddle.runtime.opencl.library import CLError, CLInfo, Library
from heddle.runtime.opencl.queue import CLQueue
from heddle.runtime.qcom.ir3_program import FORM, IR3Program
from heddle.runtime.qcom.vendor_binary import read_binary
from heddle.runtime.qcom.vendor_program import vendor_program

_OPTIONS = "-w"
_REQUIRED = "Qualcomm's OpenCL library"
_CURE = "It comes with the GPU's driver (libOpenCL.so of the vendor partition). DEV=QCOM:IR3 does without it."


@functools.cache
def vendor_device() -> tuple[Library, CLInfo]:
    """The library, and the GPU as it lists it. OSError, or CLError, where there is none."""
    library = opencl_library.open_library()
    found = next((d for d in opencl_library.list_devices(library) if "QUALCOMM" in d.vendor.upper()), None)
    if found is None: raise OSError(f"{library.path} lists no device of Qualcomm's")
    return library, found


def probe() -> Probe:
    """Whether the library is there."""
    looked = ", ".join(opencl_library.LIBRARIES)
    try: _, info = vendor_device()
    except (OSError, CLError) as fault: return Probe(False, reason=str(fault), requires=_REQUIRED, looked=looked, cure=_CURE)
    return Probe(True, detail=f"Qualcomm's OpenCL compiler, driver {info.driver}")


class VendorCompiler(Compiler):
    """Compiles for the GPU that is here."""

    def __init__(self, gpu: Adreno) -> None:
        try: library, info = vendor_device()
        except (OSError, CLError) as fault: raise DeviceError(f"{_REQUIRED} cannot be used: {fault}", _CURE) from None
        self._compiler = CLCompiler(CLQueue(library, info, "QCOM"), _OPTIONS)
        super().__init__(f"{self._compiler.cachekey} form {FORM} {gpu}")
        self.gpu = gpu

    def compile(self, source: str) -> bytes:
        """The bytes of an IR3Program. CompileError if the compiler refuses; FileFormatError if its container cannot be launched."""
        return vendor_program(read_binary(self._compiler.compile(source)), source, self.gpu).to_bytes()

    def usage(self, binary: bytes) -> str:
        """Registers, instructions, constants, shared memory."""
        return str(IR3Program.of_bytes(binary))


def vendor_renderer(gpu: Adreno) -> OpenCLRenderer:
    """OpenCL C for this compiler."""
    known = capabilities_of(gpu)
    return OpenCLRenderer(f"OpenCL C for {gpu}", replace(known, as_bits=frozenset((dtypes.bfloat16, *dtypes.fp8s))))
