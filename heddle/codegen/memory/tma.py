"""Tiles loaded by TMA, NVIDIA's Tensor Memory Accelerator: parts of a buffer seen as rows.

Inputs: a load and the swizzled tile that four warps share (tile_layout.py).
Outputs: TMA_TILEs, one for each 128 bytes of a row of the tile, which a pipeline (software_pipeline.py) loads some iterations
ahead, and waits for.
Invariants: a TMA tile lies within the rows, so nothing is filled in; threads do not take part in a copy, and one of them issues
it.

A buffer is seen as rows of `stride` elements: terms that move by whole rows give the row, the others the position in the row.
"""
from __future__ import annotations

from collections.abc import Iterable

from heddle.codegen.actions.group_reduce import barrier
from heddle.codegen.actions.loop_transforms import iterations, stride
from heddle.codegen.memory.tile_layout import ZERO, Scope, Swizzled, Tile, layout_of, new_local, read_from
from heddle.codegen.memory.tile_operands import operands
from heddle.dtype import dtypes
from heddle.errors import InternalError
from heddle.lazy_dataclass import dataclass
from heddle.uop import Ops, UOp
from heddle.uop.polynomial import combine, linear
from heddle.uop.tma_tiles import BARRIERS, TileMap

#: bytes of a row of a TMA tile, and of which the stride of rows is a multiple
_ROW, _STEP = 128, 16
#: most rows of a TMA tile (CUDA driver API, cuTensorMapEncodeTiled), and of what is counted in 32 bits
_MOST_ROWS, _POSITIONS = 256, 1 << 31


@dataclass(frozen=True)
class Rows:
    """A tile as a part of rows: its first element and row, and the tensor map of the rows."""

    buffer: UOp
    at: UOp
    row: UOp
    map: TileMap


def rows_of(load: UOp, tile: Tile) -> Rows | str:
    """The tile of `load` as a part of rows; as text, why it is none."""
    if not isinstance(tile, Swizzled): return "TMA fills swizzled tiles"
    (buffer, address, *conditions), n = load.src[0].src, tile.in_rows
    if conditions or buffer.op is not Ops.PARAM: return "TMA copies from buffers, without conditions"
    step = _step(address, tile.axes[:n])
    if _step(address, tile.axes[n:]) != 1 or step is None or step <= 0: return "the rows of the tile are not contiguous"
    if step * load.dtype.itemsize % _STEP: return f"the row stride is not a multiple of {_STEP} bytes"
    terms, constant = linear(address.substitute(dict.fromkeys(tile.axes, ZERO)))
    row = combine({t: f // step for t, f in terms.items() if f % step == 0}, constant // step)
    at = combine({t: f for t, f in terms.items() if f % step}, constant % step)
    rows, length = iterations(tile.axes[:n]), iterations(tile.axes[n:])
    if rows > _MOST_ROWS: return f"a TMA tile cannot have {rows} rows"
    if at.vmin < 0 or at.vmax + length > step or row.vmin < 0: return "rows of the tile wrap into the next row of the buffer"
    if row.vmax + rows > _POSITIONS or step * load.dtype.itemsize > _POSITIONS: return "positions do not fit 32 bits"
    return Rows(buffer, at, row, TileMap(at.vmax + length, row.vmax + rows, step, _ROW // load.dtype.itemsize, rows))


def _step(at: UOp, axes: tuple[UOp, ...]) -> int | None:
    """Elements from one iteration of all `axes`, slowest first, to the next; None if that is not one number."""
    step = stride(at, axes[-1]) if axes else None
    same = step is not None and all(stride(at, r) == step * iterations(axes[n + 1:]) for n, r in enumerate(axes))
    return step if same else None


def load_by_tma(sink: UOp, operand: int, axes: tuple[UOp, ...]) -> UOp:
    """The kernel with load number `operand` shared by four warps, as a tile over `axes`, slowest first, that the device copies."""
    load = operands(sink)[operand]
    tile = layout_of(axes, load.dtype.itemsize, Scope.TMA)
    local = new_local(sink, load, tile)
    return read_from(sink, load, local.after(barrier(*_tma_tiles(load, local, tile))), tile.position(axes))


def _tma_tiles(load: UOp, local: UOp, tile: Tile) -> tuple[UOp, ...]:
    """What fills `local` with the tile."""
    found = rows_of(load, tile)
    if isinstance(found, str): raise InternalError(f"TMA tiles do not make a tile of {load!r}: {found}")
    width = found.map.tile_length
    size = width * found.map.tile_rows

    def part(n: int) -> UOp:
        to = local.index(UOp.const(dtypes.index, n * size))
        return UOp(Ops.TMA_TILE, dtypes.void, (to, found.buffer, found.at + n * width, found.row), tuple(found.map))
    return tuple(map(part, range(tile.size // size)))


def barriers(number: int, count: int) -> UOp:
    """Memory of `count` barriers."""
    return UOp(Ops.DEFINE_LOCAL, dtypes.uint64, (), (number, count, BARRIERS))


def bytes_of_barriers(count: int) -> int: return -(-count * dtypes.uint64.itemsize // 64) * 64


def tma_load(address: UOp, gate: UOp, filled: Iterable[UOp]) -> UOp:
    """The TMA tiles loaded, where `gate` is true, signalled to the mbarrier at `address`."""
    return UOp(Ops.TMA_LOAD, dtypes.void, (address, gate, *filled))


def mbarrier_wait(memory: UOp, loop: UOp, depth: int, *effects: UOp) -> UOp:
    """Waits for this iteration's TMA tiles: each mbarrier is used once in `depth` iterations, in even and odd phases."""
    return UOp(Ops.MBARRIER_WAIT, dtypes.void, (memory.index(loop % depth), loop // depth % 2, *effects))
