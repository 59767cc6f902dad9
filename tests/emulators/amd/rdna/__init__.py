"""An interpreter of RDNA3 machine code (gfx11, waves of 32 lanes), written from AMD's public documents and LLVM's encodings."""

from __future__ import annotations

from .launch import execute

__all__ = ["execute"]
