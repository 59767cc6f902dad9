"""TMA in PTX: TMA_TILE, TMA_LOAD, MBARRIER_WAIT and mbarriers (see cuda/tma.py).

Inputs: those ops, a writer's registers and addresses.
Outputs: its lines.
Invariants: in the entry for buffers that lie anywhere all threads copy, element by element.
"""
from __future__ import annotations

import math

from heddle.dtype import dtypes
from heddle.renderer import workgroup_of
from heddle.renderer.cuda.tma import (
    COPY,
    EXPECT,
    FENCE,
    INIT,
    MAP_ALIGN,
    MAP_SIZE,
    PIECE,
    TRY_WAIT,
    is_certain,
)
from heddle.renderer.ptx.memory import MemoryWriter
from heddle.uop import Ops, UOp
from heddle.uop.tma_tiles import TileMap, loaded_bytes, map_numbers, tiles_of


def map_parameter(number: int) -> str: return f"  .param .align {MAP_ALIGN} .b8 a{number}[{MAP_SIZE}]"


class TMAWriter:
    """The TMA part of a writer. Made with the barriers, before anything else is done."""

    def __init__(self, writer: MemoryWriter, barriers: UOp) -> None:
        """Barriers for one arrival, that of the first thread; the address of each map."""
        self.to, self.labels = writer, 0
        extents = workgroup_of(writer.uops)
        self.threads = math.prod(extents)
        x, y, z = (writer.make("mov.u32", dtypes.int32, f"%tid.{d}") for d in "xyz")
        plane = writer.make("mad.lo.s32", dtypes.int32, z, str(extents[1]), y)
        self.thread = writer.make("mad.lo.s32", dtypes.int32, plane, str(extents[0]), x)
        self.is_first = writer.make("setp.eq.s32", dtypes.bool, self.thread, "0")
        for n in range(barriers.arg[1]): writer.emit(f"@{self.is_first} {INIT} [{writer.read(barriers)}+{8 * n}], 1")
        writer.emit(FENCE)
        writer.emit("bar.sync 0")
        self.maps = {found: self._map(n) for found, n in map_numbers(writer.uops).items()}

    def _map(self, number: int) -> str:
        """The address of a map, which is an argument."""
        before = sum(u.op in (Ops.PARAM, Ops.DEFINE_VAR) for u in self.to.uops)
        parameter = self.to.make("mov.u64", dtypes.uint64, f"a{before + number}")
        return self.to.make("cvta.param.u64", dtypes.uint64, parameter)

    def tma_load(self, u: UOp) -> None:
        """The first thread tells the mbarrier how many bytes to expect, and issues the copies; or all copy."""
        gate = None if is_certain(u.src[1]) else self.to.read(u.src[1])
        if not self.to.aligned: return self._copy_all(u, gate)
        is_issuer = self.is_first if gate is None else self.to.make("and.pred", dtypes.bool, self.is_first, gate)
        barrier = self._address(u.src[0])
        self.to.emit(f"@{is_issuer} {EXPECT} _, {barrier}, {loaded_bytes(u)}")
        for tile, tile_map in tiles_of(u):
            x, y = (self._position(p) for p in tile.src[2:])
            source = f"[{self.maps[tile.src[1], tile_map]}, {{{x}, {y}}}]"
            self.to.emit(f"@{is_issuer} {COPY} {self._address(tile.src[0])}, {source}, {barrier}")

    def mbarrier_wait(self, u: UOp) -> None:
        """All threads wait, or have what they copied seen by the unit."""
        if not self.to.aligned: return self.to.emit(FENCE)
        barrier, parity, label = self._address(u.src[0]), self._position(u.src[1]), self._label("WAIT")
        self.to.lines.append(f"{label}:")
        done = self.to.new("pred")
        self.to.emit(f"{TRY_WAIT} {done}, {barrier}, {parity}")
        self.to.emit(f"@!{done} bra {label}")

    def _address(self, index: UOp) -> str:
        _, base, offset = self.to.address_of(index)
        return f"[{base}+{offset}]"

    def _position(self, u: UOp) -> str:
        """A number of 32 bits."""
        text = self.to.register(u)
        return text if u.dtype.itemsize == 4 else self.to.make("cvt.u32.u64", dtypes.int32, text)

    def _label(self, name: str) -> str:
        self.labels += 1
        return f"{name}{self.labels - 1}"

    # ---- tiles at any alignment

    def _copy_all(self, u: UOp, gate: str | None) -> None:
        end = self._label("COPIED")
        addresses = [(self.to.address_of(tile.src[0]), *(self._position(p) for p in tile.src[2:])) for tile in u.src[2:]]
        if gate is not None: self.to.emit(f"@!{gate} bra {end}")
        for (tile, tile_map), ((_, base, offset), x, y) in zip(tiles_of(u), addresses, strict=True):
            self._copy_tile(tile, tile_map, (base, offset), x, y)
        self.to.lines.append(f"{end}:")

    def _copy_tile(self, tile: UOp, tile_map: TileMap, to: tuple[str, int], x: str, y: str) -> None:
        """Each thread copies an element, and then those as far on as there are threads."""
        make, size = self.to.make, tile.src[1].dtype.itemsize

        def number(instruction: str, *operands: str) -> str: return make(f"{instruction}.s32", dtypes.int32, *operands)

        piece, label, i = PIECE // size, self._label("COPY"), self.to.new("b32")
        self.to.emit(f"mov.s32 {i}, {self.thread}")
        self.to.lines.append(f"{label}:")
        row, at = number("div", i, str(tile_map.tile_length)), number("rem", i, str(tile_map.tile_length))
        swapped = make("xor.b32", dtypes.int32, number("div", at, str(piece)), number("rem", row, "8"))
        within = number("mad.lo", swapped, str(piece), number("rem", at, str(piece)))
        spot = make("mad.wide.s32", dtypes.uint64, number("mad.lo", row, str(tile_map.tile_length), within), str(size), to[0])
        begin = make("mad.wide.s32", dtypes.uint64, number("add", x, at), str(size), self.to.read(tile.src[1]))
        source = make("mad.wide.s32", dtypes.uint64, number("add", y, row), str(tile_map.stride * size), begin)
        element = make(f"ld.global.u{8 * size}", dtypes.uint16 if size < 4 else dtypes.uint32, f"[{source}]")
        self.to.emit(f"st.shared.u{8 * size} [{spot}+{to[1]}], {element}")
        self.to.emit(f"add.s32 {i}, {i}, {self.threads}")
        self.to.emit(f"@{make('setp.lt.s32', dtypes.bool, i, str(tile_map.tile_length * tile_map.tile_rows))} bra {label}")
