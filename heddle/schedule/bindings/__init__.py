"""Kernel parameters that do not fit a device: packed, split, or given as offsets."""
