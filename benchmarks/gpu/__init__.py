"""heddle on an NVIDIA GPU against torch, eager and compiled: `python -m benchmarks.gpu`."""
