"""Roofline limits of a device: the highest measured rates of arithmetic and memory access.

Inputs: a device's name. Outputs: its `Ceiling`, measured once per machine with heddle's own kernels and kept in the disk cache.
Invariants: a ceiling is a rate that a kernel has reached, the best of several runs of several kernels; none comes from a data sheet.
"""
from __future__ import annotations

import struct
import time

from heddle.device import Device, disk_cache
from heddle.engine.execute import compile_linear, run_linear
from heddle.engine.launch import estimate_uop
from heddle.named_tuple import NamedTuple
from heddle.schedule import create_schedule
from heddle.settings import Context
from heddle.tensor import Tensor
from heddle.tracing import bus
from heddle.uop import UOp

_PACKED = struct.Struct("<dd")
_TRIES = 4
_SIDE = 768  # of the product: its operands stay in the caches
_LARGE = 32 << 20  # float32 elements, 128 MiB: more than most caches
_CHAINED, _LINKS = 1 << 20, 32  # elements, and multiply-adds on each
_SMALL_SIDE, _SMALL = 16, 1 << 10  # what is tried first
_SLOW = 2e7  # operations a second in that, below which it is left at that: an interpreter reaches some 5e6


class Ceiling(NamedTuple):
    """Of one device: float32 operations a second, and bytes a second to and from memory."""

    ops: float
    bytes: float


_known: dict[bytes, Ceiling] = {}


def ceiling_of(device: str) -> Ceiling:
    """The measured limits of a device. The first time on a machine this takes about a second and 256 MiB."""
    key = disk_cache.key_of("ceiling", Device[device].kernel_key, Device.probe(device).detail)
    if (found := _known.get(key)) is not None: return found
    if (kept := disk_cache.get("ceiling", key)) is not None: found = Ceiling(*_PACKED.unpack(kept))
    else:
        found = measure(device)
        disk_cache.put("ceiling", key, _PACKED.pack(*found))
    _known[key] = found
    return found


def measure(device: str) -> Ceiling:
    """Measures now. What runs meanwhile on the device makes it look slower. A device too slow for it is measured on small work."""
    with bus.muted(), Context(PROFILE=0, DEBUG=0, VALIDATE_WITH_CPU=0, BEAM=0):
        small = _measure(device, _SMALL_SIDE, _SMALL, _SMALL)
        if small.ops < _SLOW: return small
        large = _measure(device, _SIDE, _LARGE, _CHAINED)
    return Ceiling(max(small.ops, large.ops), large.bytes)


def _measure(device: str, side: int, elements: int, chained: int) -> Ceiling:
    """The best of products, chains of multiply-adds, sums and additions of these sizes."""
    a, b = (Tensor.full((side, side), 0.5, device=device).contiguous().realize() for _ in range(2))
    x = Tensor.full((elements,), 0.5, device=device).contiguous().realize()
    y = Tensor.full((chained,), 0.5, device=device).contiguous().realize()
    ops = [_best_rate(a @ b).ops, _best_rate(_chain(y)).ops]
    return Ceiling(max(ops), max(_best_rate(x.sum()).bytes, _best_rate(x + 1).bytes))


def _chain(x: Tensor) -> Tensor:
    for _ in range(_LINKS): x = x * 0.999 + 0.25
    return x


def _best_rate(result: Tensor) -> Ceiling:
    """(operations, bytes) a second of what computes a tensor."""
    linear = compile_linear(create_schedule(UOp.sink(result.uop)).linear)
    estimates = [estimate_uop(call) for call in linear.src]
    seconds = min(_seconds(linear, result.device) for _ in range(_TRIES))
    return Ceiling(sum(e.ops for e in estimates) / seconds, sum(e.bytes for e in estimates) / seconds)


def _seconds(linear: UOp, device: str) -> float:
    begin = time.perf_counter()
    run_linear(linear, update_stats=False)
    Device[device].synchronize()
    return max(time.perf_counter() - begin, 1e-9)
