"""Disassembly of cubins, for DEBUG=7.

Inputs: a cubin. Outputs: what `nvdisasm` prints, from PATH or from the wheel `nvidia-cuda-nvdisasm`; if there is none, a line that
says so.
"""
from __future__ import annotations

import glob
import importlib.util
import os

from heddle.runtime.common.programs import find_on_path

_MISSING = "(no assembly: nvdisasm is not there; pip install nvidia-cuda-nvdisasm brings it)"


def disassemble(binary: bytes) -> str:
    """The instructions of a cubin."""
    if (tool := _find()) is None: return _MISSING
    import subprocess
    import tempfile
    with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
        file.write(binary)
        file.flush()
        done = subprocess.run([tool, "-c", file.name], capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else f"(no assembly: nvdisasm says {done.stderr.strip()})"


def _find() -> str | None:
    spec = importlib.util.find_spec("nvidia")
    folders = list(spec.submodule_search_locations or ()) if spec else []
    wheels = [f for folder in folders for f in glob.glob(os.path.join(folder, "c*", "bin", "nvdisasm"))]
    return find_on_path("nvdisasm") or next(iter(wheels), None)
