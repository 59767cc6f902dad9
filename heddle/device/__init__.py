"""Devices: the registry, the interface that every runtime implements, buffers and allocators, and the disk cache."""
from heddle.device.allocator import Allocator, MemoryStats
from heddle.device.buffer import Buffer, has_buffer, set_uop_buffer, uop_buffer
from heddle.device.interface import Compiled, Compiler, Probe, Program
from heddle.device.registry import (
    DEFAULT_ORDER,
    CompilerRow,
    Device,
    DeviceRow,
    canonicalize_device,
    device_table,
    empty_cache,
    is_dtype_supported,
    memory_stats,
    on_fork,
    reset_peak_memory,
)
from heddle.device.target import Target, parse_target

__all__ = ["DEFAULT_ORDER", "Allocator", "Buffer", "Compiled", "Compiler", "CompilerRow", "Device", "DeviceRow", "MemoryStats",
           "Probe", "Program", "Target", "canonicalize_device", "device_table", "empty_cache", "has_buffer", "is_dtype_supported",
           "memory_stats", "on_fork", "parse_target", "reset_peak_memory", "set_uop_buffer", "uop_buffer"]
