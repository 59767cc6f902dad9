"""NVIDIA GPUs through the kernel driver: resource manager, channels, launch descriptors."""
