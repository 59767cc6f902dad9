"""WGSL, the shading language of WebGPU."""
