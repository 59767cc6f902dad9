"""An interpreter of RDNA2, 3 and 4 machine code, waves of 32 and 64 lanes, from AMD's public documents and LLVM's encodings."""

from __future__ import annotations

from .launch import execute

__all__ = ["execute"]
