"""ptxas, NVIDIA's PTX assembler: from the wheel `nvidia-cuda-nvcc`, from PATH, or from an installed CUDA toolkit.

Inputs: PTX and an architecture. Outputs: a cubin. Neither a GPU nor a driver is needed. Invariants: the program's identity is part of
the cache key.
"""
from __future__ import annotations

import functools
import glob
import importlib.util
import os
import re
import subprocess
import tempfile
from collections.abc import Iterator

from heddle.device.interface import Probe
from heddle.errors import CompileError, DeviceError
from heddle.installation import install_command
from heddle.renderer.cuda.cuda import Architecture
from heddle.runtime.common.programs import find_on_path
from heddle.runtime.cuda.cubin import CubinCompiler

REQUIRED = "ptxas 12.4 or newer, NVIDIA's assembler"
CURE = f"{install_command('nv')} brings it (the package nvidia-cuda-nvcc); no CUDA toolkit is needed."
_IN_WHEELS = ("cu*/bin/ptxas", "cuda_nvcc/bin/ptxas")
_INSTALLED = "/usr/local/cuda/bin/ptxas"


def candidates() -> Iterator[str]:
    """Programs that may be it, in order."""
    spec = importlib.util.find_spec("nvidia")
    for folder in (spec.submodule_search_locations or () if spec else ()):
        for pattern in _IN_WHEELS: yield from sorted(glob.glob(os.path.join(folder, pattern)), reverse=True)
    if (found := find_on_path("ptxas")) is not None: yield found
    if os.access(_INSTALLED, os.X_OK): yield _INSTALLED


@functools.cache
def program() -> str | None:
    """The first that is there."""
    return next(candidates(), None)


@functools.cache
def version(path: str) -> str:
    """What it says of itself. DeviceError if it does not run."""
    try: said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
    except OSError as fault: raise DeviceError(f"{path} does not run: {fault}", CURE) from None
    found = re.search(r"\bV(\d+\.\d+\.\d+)", said)
    if found is None: raise DeviceError(f"{path} does not say its version", CURE)
    return found[1]


def probe() -> Probe:
    """Whether there is one; it is not started."""
    found = program()
    if found is not None: return Probe(True, detail=f"our own PTX, and {found}")
    return Probe(False, reason="there is no ptxas", requires=REQUIRED,
                 looked=f"the folders of Python's packages, PATH and {_INSTALLED}",
                 cure=CURE)


class PTXASCompiler(CubinCompiler):
    """PTX to a cubin for one architecture."""

    def __init__(self, arch: Architecture) -> None:
        """DeviceError if there is no ptxas."""
        found = program()
        if found is None: raise DeviceError(f"there is no ptxas; required is {REQUIRED}", CURE)
        super().__init__(f"ptxas {version(found)} {arch}")
        self._path, self.arch = found, arch

    @property
    def version(self) -> tuple[int, int]:
        """Of the program, which takes PTX of the CUDA of the same version."""
        major, minor, _ = map(int, version(self._path).split("."))
        return major, minor

    def compile(self, source: str) -> bytes:
        """The cubin. CompileError with what ptxas said, if it refuses."""
        with tempfile.TemporaryDirectory(prefix="heddle-ptxas-") as folder:
            out = os.path.join(folder, "kernel.cubin")
            command = [self._path, f"--gpu-name={self.arch}", "--output-file", out, "-"]
            done = subprocess.run(command, input=source, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                what = f"ptxas {version(self._path)} refused a kernel for {self.arch}"
                raise CompileError(what, source=source, output=done.stderr.strip())
            with open(out, "rb") as file: return file.read()
