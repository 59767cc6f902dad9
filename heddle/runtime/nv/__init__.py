"""NVIDIA's GPUs through the kernel driver: resource manager, channels, descriptors of launches."""
