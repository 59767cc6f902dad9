"""Alias of `heddle.nn.gguf` under the reference's module name: GGUF files."""
from __future__ import annotations

from heddle.nn.gguf import ggml_data_to_tensor as ggml_data_to_tensor
from heddle.nn.gguf import gguf_load as gguf_load

__all__ = ["ggml_data_to_tensor", "gguf_load"]
