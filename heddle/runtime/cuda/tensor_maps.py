"""TMA descriptors (CUtensorMap): encoded by the driver for buffers that a kernel reads by TMA (heddle/uop/tma_tiles.py).

Inputs: the tensor maps of a kernel's ProgramInfo, the addresses of a launch. Outputs: 128 bytes each, as arguments of that launch.
Invariants: a descriptor matches the current address; only descriptors of moved buffers are encoded again.
"""
from __future__ import annotations

import ctypes
from collections.abc import Sequence
from ctypes import c_int64, c_uint32, c_uint64

from heddle.renderer.cuda.tma import MAP_ALIGN, MAP_SIZE
from heddle.runtime.cuda.driver import Library
from heddle.uop.tma_tiles import TileMap

# constants of cuda.h: elements that are only moved are integers; lines of 128 bytes are swizzled, and fetched whole into the cache
_TYPES = {1: 0, 2: 1, 4: 2}
_PLAIN, _SWIZZLE, _PROMOTE, _ZEROS = 0, 3, 2, 0


class TensorMaps:
    """Memory for the tensor maps of one launch, at `addresses`."""

    def __init__(self, maps: Sequence[tuple[int, ...]]) -> None:
        self._room = (ctypes.c_char * (MAP_SIZE * len(maps) + MAP_ALIGN))()
        begin = -(-ctypes.addressof(self._room) // MAP_ALIGN) * MAP_ALIGN
        self.addresses = [begin + MAP_SIZE * n for n in range(len(maps))]
        self._maps = [(pointer, _Shape(itemsize, TileMap(*fields))) for pointer, itemsize, *fields in maps]
        self._made_for = [0] * len(maps)

    def follow(self, library: Library, pointers: Sequence[int] | ctypes.Array[c_int64]) -> None:
        """Makes the maps those of buffers at `pointers`, which are multiples of 16. CUDAError if the driver refuses one."""
        for n, (pointer, shape) in enumerate(self._maps):
            if (address := pointers[pointer]) == self._made_for[n]: continue
            library.call("cuTensorMapEncodeTiled", self.addresses[n], *shape.before, address, *shape.after)
            self._made_for[n] = address


class _Shape:
    """Arguments of the call that encodes a map, but for its address: those before it, and those after."""

    def __init__(self, itemsize: int, tile_map: TileMap) -> None:
        self.before = _TYPES[itemsize], 2
        sizes, stride = (c_uint64 * 2)(tile_map.row_length, tile_map.rows), (c_uint64 * 1)(tile_map.stride * itemsize)
        tile, steps = (c_uint32 * 2)(tile_map.tile_length, tile_map.tile_rows), (c_uint32 * 2)(1, 1)
        self.after = sizes, stride, tile, steps, _PLAIN, _SWIZZLE, _PROMOTE, _ZEROS
