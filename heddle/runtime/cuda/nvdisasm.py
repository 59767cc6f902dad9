"""Disassembly of cubins, for DEBUG=7.

Inputs: a cubin. Outputs: what `nvdisasm` prints, from PATH or from the wheel `nvidia-cuda-nvdisasm`; if there is none, a line that
says so.
"""
from __future__ import annotations

import glob
import importlib.util
import os

from heddle.runtime.common.programs import disassembled, find_on_path

_MISSING = "(no assembly: nvdisasm is not there; pip install nvidia-cuda-nvdisasm brings it)"


def disassemble(binary: bytes) -> str:
    """The instructions of a cubin."""
    return _MISSING if (tool := _find()) is None else disassembled([tool, "-c"], binary)


def _find() -> str | None:
    spec = importlib.util.find_spec("nvidia")
    folders = list(spec.submodule_search_locations or ()) if spec else []
    wheels = [f for folder in folders for f in glob.glob(os.path.join(folder, "c*", "bin", "nvdisasm"))]
    return find_on_path("nvdisasm") or next(iter(wheels), None)
