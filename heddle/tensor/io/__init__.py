"""Tensor file I/O: safetensors, downloads, atomic writes."""
