"""PTX passed to the driver unchanged: the driver compiles it for its GPU when the kernel is loaded.

Inputs: PTX. Outputs: its bytes. Invariants: no compiler of ours or NVIDIA's takes part before the driver does.
"""
from __future__ import annotations

from heddle.device.interface import Compiler
from heddle.renderer.cuda.cuda import Architecture


class PTXCompiler(Compiler):
    """The binary is the text, with the zero at its end that the driver wants."""

    def __init__(self, arch: Architecture) -> None:
        super().__init__(f"ptx {arch}")

    def compile(self, source: str) -> bytes: return source.encode() + b"\0"
    def disassemble(self, binary: bytes) -> str: return binary.rstrip(b"\0").decode()
