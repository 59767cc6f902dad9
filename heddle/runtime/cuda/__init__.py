"""NVIDIA GPUs through the driver library: streams, memory, graphs, NVRTC and ptxas."""
