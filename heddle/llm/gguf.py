"""GGUF files under the reference's name: what `heddle.nn.gguf` has."""
from __future__ import annotations

from heddle.nn.gguf import gguf_load as gguf_load

__all__ = ["gguf_load"]
