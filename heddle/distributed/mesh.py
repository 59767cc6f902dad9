"""The mesh that users make: the devices of all processes, with named axes.

Inputs: sizes by name; the devices of this process. Outputs: a `Mesh`. Invariants: all processes make the same meshes, with equally
many devices each.
"""
from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Self

from heddle.device import Device
from heddle.distributed.world import rank, size
from heddle.errors import DeviceError, ShapeError
from heddle.uop.mesh import DeviceMesh


class Mesh(DeviceMesh):
    """The devices of all processes in a grid with named axes: `Mesh({"data": 4, "model": 2})`.

    axes: the size of each axis; their product is the number of processes times the number of `devices`, which are those of this
    process (by default one, the default device). Members are numbered row by row, the last axis fastest, the devices of rank 0 first.
    As a tuple it has the devices of this process. ShapeError, with the number of members there are, if the sizes do not fit them;
    DeviceError if a device is unknown or named twice.
    """

    def __new__(cls, axes: Mapping[str, int], devices: str | Sequence[str] | None = None) -> Self:
        given = [devices or Device.DEFAULT] if devices is None or isinstance(devices, str) else list(devices)
        names = [Device.canonicalize(d) for d in given]
        if len(set(names)) < len(names):
            raise DeviceError(f"the devices {', '.join(names)} are not all different", "Number them: CPU, CPU:1, CPU:2.")
        sizes = tuple(axes.values())
        if not axes or any(n < 1 for n in sizes) or math.prod(sizes) != len(names) * size():
            raise ShapeError(f"a mesh of {dict(axes)} has {math.prod(sizes)} members, and there are {len(names) * size()}: "
                             f"{len(names)} in each of {size()} processes", "Give axes whose product is that, or other devices.")
        return super().__new__(cls, names, tuple(axes), sizes, _box(sizes, len(names)), rank())


def _box(sizes: Sequence[int], count: int) -> list[int]:
    """Of `count` consecutive members the extent along each axis. ShapeError if they are no box."""
    box, left = [1] * len(sizes), count
    for i in reversed(range(len(sizes))):
        box[i] = math.gcd(left, sizes[i])
        left //= box[i]
        if left > 1 and box[i] < sizes[i]: break
    if left == 1: return box
    raise ShapeError(f"{count} devices of a process are no block of a mesh of {' x '.join(map(str, sizes))}",
                     "Give the last axis a size that is a multiple or a divisor of that number.")
