"""Blocks of scores: what all kernels share that compute two chained products on tensor cores, a block of keys at a time.

Inputs: a chain of products (actions/row_fusion.py), a unit, the axes of one of its tiles of the output, the number of keys of a block.
Outputs: axes and coordinates of the elements that a thread holds, tiles of the factors in shared memory, fragments of the scores, and
reductions across the threads of a row.
Invariants: between the products narrow floats are not rounded, as no memory holds them; keys beyond the end are not loaded.
"""
from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Collection, Mapping

from heddle.codegen.actions.axis_types import UNROLLED
from heddle.codegen.actions.group_reduce import barrier
from heddle.codegen.actions.loop_transforms import factors_of, fresh_id, size_of, stride
from heddle.codegen.actions.predication import gated
from heddle.codegen.actions.row_fusion import Chain, causal_ends
from heddle.codegen.expand import reduce_tree
from heddle.codegen.memory.shared_memory import fill_tile, transposed_axis
from heddle.codegen.memory.tile_layout import CHUNK, ZERO, Scope, Tile, layout_of, row_major
from heddle.codegen.memory.tile_operands import is_computed, whole_operand
from heddle.codegen.tensorize.mma import Operand, digits, fragment_product, reads_columns
from heddle.dtype import DType, dtypes
from heddle.lazy_dataclass import dataclass
from heddle.renderer import APPROXIMATE
from heddle.renderer.tensor_cores import Digit, TensorCore
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.polynomial import divide
from heddle.uop.rewrite import graph_rewrite
from heddle.uop.rules import symbolic


@dataclass(frozen=True)
class Factors:
    """What is multiplied: rows of a by those of b, which are the keys, and of what comes of it those of v."""

    a: UOp
    b: UOp
    v: UOp
    depth: UOp  # the axis that a * b is summed over
    key: UOp

    @property
    def dtype(self) -> DType: return self.b.dtype


def factors_of_chain(chain: Chain) -> Factors | None:
    """The factors of a chain, if tensor cores can take them: all of one format, and each is all there is to a product's side."""
    if len(chain.along) != 1 or len(chain.inner.src) != 2: return None
    key, depth = chain.along[0], chain.inner.src[1]
    sides = [whole_operand(s) for s in factors_of(chain.inner)]
    v = whole_operand(chain.other)
    if v is None or sides[0] is None or sides[1] is None: return None
    a, b = (sides[1], sides[0]) if key in sides[0].ranges else (sides[0], sides[1])
    if key in a.ranges or any(key not in x.ranges for x in (b, v)) or any(depth not in x.ranges for x in (a, b)): return None
    if is_computed(b) or is_computed(v) or not b.dtype == a.dtype == v.dtype or narrowed(chain.factor).dtype != b.dtype: return None
    exact = chain.inner.dtype == chain.outer.dtype == dtypes.float32
    return Factors(a, b, v, depth, key) if exact and all(f.dtype == dtypes.float32 for f in chain.reductions) else None


def narrowed(value: UOp) -> UOp:
    """A value below the casts of narrower floats around it."""
    while value.op is Ops.CAST and value.src[0].dtype.is_float() and value.src[0].dtype.itemsize < value.dtype.itemsize:
        value = value.src[0]
    return value


def holds_as_results(unit: TensorCore) -> bool:
    """Whether a thread has the elements of the first factor that it would have of tiles of results side by side."""
    a, c = unit.a, unit.c
    return a is not None and a.row.thread == c.row.thread and a.column.thread == c.column.thread and unit.depth % unit.columns == 0


def bytes_of_blocks(chain: Chain, factors: Factors, unit: TensorCore, columns: int, warps: int, size: int) -> int:
    """Shared memory that blocks of `size` keys take, where `columns` of the output are computed."""
    pad, depth = CHUNK // factors.dtype.itemsize, size_of(factors.depth)
    tiles = size * (depth + pad) + size * columns + max(size, columns) * pad
    if not holds_as_results(unit): tiles += warps * unit.rows * (size + pad)
    if is_computed(factors.a): tiles += warps * unit.rows * (depth + pad)
    return tiles * factors.dtype.itemsize


class ScoreBlocks:
    """A chain of products being lowered by blocks of scores."""

    def __init__(self, sink: UOp, chain: Chain, factors: Factors, unit: TensorCore, row: UOp, column: UOp, size: int) -> None:
        self.sink, self.chain, self.factors = sink, chain, factors
        self.unit, self.row, self.column, self.size = unit, row, column, size
        self.ids = itertools.count(fresh_id(sink))
        self.locals = itertools.count(sum(n.op is Ops.DEFINE_LOCAL for n in sink.toposort()))
        self.lane = self.range(unit.threads, AxisType.WARP)
        closed = dict.fromkeys(r for end in sink.src for r in end.src[1:])
        self.warps = [r for r in closed if r.arg[1] is AxisType.WORKGROUP]
        self.loops = [r for r in closed if r.arg[1] is AxisType.LOOP and r not in (row, column)]
        self.rows = {d: self.range(d.extent, AxisType.UNROLL) for d in unit.c.row.register if d.extent > 1}
        self.weights: dict[Digit, int] = {}  # of the digits of rows in the number of a thread's row
        for d in unit.c.row.register: self.weights[d] = math.prod(e.extent for e in self.weights)
        self.at_row = self.coordinate(unit.c.row.thread, self.rows)
        self.memory_of_b = self.shared(self.tile_of_b(ZERO)[1], factors.dtype)
        self.end = causal_ends(chain, (*self.warps, row))[0]
        self.a = self.fragments_of_a()

    # ---- axes

    def range(self, size: int | UOp, kind: AxisType) -> UOp: return UOp.range(size, kind, next(self.ids))

    def coordinate(self, thread: tuple[Digit, ...], register: dict[Digit, UOp]) -> UOp:
        """A row or column of a tile of results, from the thread and the axes of its registers."""
        return sum((r * d.weight for d, r in register.items()), digits(thread, self.lane % self.unit.wave))

    def column_axes(self, neighbours: AxisType) -> dict[Digit, UOp]:
        """New axes of the registers along columns of a tile of results: neighbouring ones are of that kind."""
        def kind(d: Digit) -> AxisType: return neighbours if (d.divisor, d.weight) == (1, 1) else AxisType.UNROLL
        return {d: self.range(d.extent, kind(d)) for d in self.unit.c.column.register if d.extent > 1}

    def stores_rows(self) -> bool:
        """Whether neighbouring columns are contiguous in the output."""
        return all(stride(end.src[0].src[0].src[1], self.column) == 1 for end in self.sink.src)

    def element(self, tile: UOp, columns: dict[Digit, UOp]) -> UOp:
        """The element of a thread's fragment of results, over the axes of its registers."""
        register = sum((r * d.divisor for d, r in (self.rows | columns).items()), ZERO)
        return UOp(Ops.GEP, dtypes.float32, (tile, register))

    def lane_of_row(self, rows: UOp) -> UOp:
        """Of a vector with a lane for each row that a thread has results of, that of the row, over the axes of registers."""
        if not self.rows: return rows
        return UOp(Ops.GEP, rows.dtype.scalar(), (rows, sum((r * self.weights[d] for d, r in self.rows.items()), ZERO)))

    def row_of(self, register: int) -> int:
        """The number of the row that a register is in, among those that a thread has results of."""
        return sum(register // d.divisor % d.extent * weight for d, weight in self.weights.items())

    def lanes_of_fragment(self, rows: UOp) -> UOp:
        """A vector with a lane for each row as one with a lane for each register."""
        lanes = tuple(map(self.row_of, range(self.unit.c.registers)))
        return rows.gep(lanes) if rows.dtype.count > 1 else rows.splat(len(lanes))

    def each_row(self, function: Callable[..., UOp], *rows: UOp) -> UOp:
        """A vector with a lane for each row, which `function` has from those of others."""
        return as_vector([function(*(x.gep(n) for x in rows)) for n in range(rows[0].dtype.count)])

    def at_register(self, register: int) -> tuple[UOp, UOp]:
        """Row and column, in a tile of results, of an element that a thread has."""
        n, thread = UOp.const(dtypes.index, register), self.lane % self.unit.wave
        row, column = (digits(c.thread, thread) + digits(c.register, n) for c in (self.unit.c.row, self.unit.c.column))
        return graph_rewrite(row, symbolic), graph_rewrite(column, symbolic)

    def register_at(self, row: int, column: int) -> int:
        """The register of what a thread has at this row and column of a tile of results, among its own."""
        layout, at = self.unit.c, ((self.unit.c.row, row), (self.unit.c.column, column))
        assert layout.registers > 0
        return sum(n // d.weight % d.extent * d.divisor for c, n in at for d in c.register)

    def loop_over_blocks(self) -> UOp: return self.range(divide(self.end + (self.size - 1), self.size), AxisType.REDUCE)

    def inside(self, key: UOp) -> UOp | None:
        """Whether there is such a key; None where blocks have no others."""
        length = self.factors.key.src[0]
        is_whole = length.op is Ops.CONST and length.arg % self.size == 0
        return None if is_whole else key < length

    def first_row(self) -> UOp:
        """Where a warp's rows begin, among those of the work-group."""
        return row_major(self.warps, self.warps) * self.unit.rows

    # ---- shared memory

    def shared(self, tile: Tile, dtype: DType) -> UOp: return UOp(Ops.DEFINE_LOCAL, dtype, (), (next(self.locals), tile.size))

    def filled(self, load: UOp, memory: UOp, tile: Tile, inside: list[UOp]) -> UOp:
        """An element of a tile that the threads of the work-group copy in each iteration of the loops `inside`."""
        store = fill_tile(load, memory, tile, [*self.warps, self.lane], next(self.ids), (*self.loops, *inside))
        return memory.after(barrier(store)).index(tile.position(tile.axes)).load(load.dtype)

    def filled_tiles(self, block: UOp, with_values: bool) -> list[Callable[[UOp, UOp], UOp]]:
        """The tiles of b, and of v, that the threads copy in each iteration: of the first key and one more the load of an element."""
        tiles = [(self.memory_of_b, *self.tile_of_b(block))]
        if with_values:
            load, tile, key = self.tile_of_v(block)
            tiles.append((self.shared(tile, self.factors.dtype), load, tile, key))
        threads, loops = [*self.warps, self.lane], (*self.loops, block)
        arrived = barrier(*(fill_tile(load, memory, tile, threads, next(self.ids), loops) for memory, load, tile, _ in tiles))

        def element(memory: UOp, tile: Tile, key: UOp) -> Callable[[UOp, UOp], UOp]:
            there = memory.after(arrived).index(tile.position(tile.axes)).load(self.factors.dtype)
            return lambda first, more: there.substitute({key: first + more})

        return [element(memory, tile, key) for memory, _, tile, key in tiles]

    def scope(self) -> Scope: return Scope.WARP if self.unit.threads == Scope.WARP.lanes else Scope.WAVE

    def tile_of_b(self, block: UOp) -> tuple[UOp, Tile, UOp]:
        """The block's rows of b, the tile they are in, and its axis along them."""
        key, f = self.range(self.size, AxisType.LOOP), self.factors
        tile = layout_of((key, f.depth), f.dtype.itemsize, self.scope())
        return self.at_key(f.b, block * self.size + key), tile, key

    def tile_of_v(self, block: UOp) -> tuple[UOp, Tile, UOp]:
        """The same of v."""
        key, f = self.range(self.size, AxisType.REDUCE), self.factors
        columns = [r for r in f.v.ranges if r is self.column or r.arg[1] in UNROLLED]
        columns.sort(key=lambda r: r is self.column)
        load = self.at_key(f.v, block * self.size + key)
        is_transposed = reads_columns(self.unit) and transposed_axis(load, (*columns, key)) is not None
        axes = (*columns, key) if is_transposed else (key, *columns)
        return load, layout_of(axes, f.dtype.itemsize, self.scope()), key

    def at_key(self, load: UOp, key: UOp) -> UOp:
        """The load of a key's row; of one that is not there, nothing is loaded."""
        load, inside = load.substitute({self.factors.key: key}), self.inside(key)
        return graph_rewrite(load if inside is None else load.replace(src=(gated(load.src[0], inside),)), symbolic)

    # ---- the first product

    def fragments_of_a(self) -> list[Operand]:
        """a, cut along the depth. What is computed is shared first."""
        f, within = self.factors, self.range(self.unit.depth, AxisType.REDUCE)
        load = f.a
        if is_computed(load):
            tile = layout_of((*self.warps, self.row, f.depth), f.dtype.itemsize, self.scope())
            load = self.filled(load, self.shared(tile, f.dtype), tile, [])
        starts = range(0, size_of(f.depth), self.unit.depth)
        return [Operand(graph_rewrite(load.substitute({f.depth: within + n}), symbolic), self.row, within) for n in starts]

    def fragments(self, b: Callable[[UOp, UOp], UOp]) -> list[UOp]:
        """A thread's fragments of the tiles of a * b of a block."""
        found: list[UOp] = []
        column, within = self.range(self.unit.columns, AxisType.LOOP), self.range(self.unit.depth, AxisType.REDUCE)
        for tile in range(0, self.size, self.unit.columns):
            total = UOp.const(dtypes.float32.vec(self.unit.c.registers), 0.0)
            for n, a in enumerate(self.a):
                load = b(UOp.const(dtypes.index, tile), column).substitute({self.factors.depth: within + n * self.unit.depth})
                product = fragment_product(self.unit, a, Operand(graph_rewrite(load, symbolic), within, column), self.lane)
                total = product.replace(src=(*product.src, total))
            found.append(total)
        return found

    def elements(self, body: UOp, scores: list[UOp], block: UOp, rows: Mapping[UOp, UOp], outside: float) -> list[list[UOp]]:
        """`body` of each score of a block that a thread has, by tiles; `outside` where there is no such key.

        `rows` are reductions that are known, a lane for each row. They and the scores are leaves while a body is simplified.
        """
        found: list[list[UOp]] = []
        score = UOp(Ops.DEFINE_REG, dtypes.float32, (), "score")
        known = {r: UOp(Ops.DEFINE_REG, dtypes.float32, (), n) for n, r in enumerate(rows)}
        for tile, fragment in enumerate(scores):
            of_tile: list[UOp] = []
            for register in range(self.unit.c.registers):
                row, column = self.at_register(register)
                key = block * self.size + tile * self.unit.columns + column
                value = body.substitute({self.chain.inner: score, self.factors.key: key, self.row: row, **known})
                inside = self.inside(key)
                value = graph_rewrite(value if inside is None else inside.where(value, UOp.const(value.dtype, outside)), symbolic)
                lanes = {leaf: rows[r].gep(self.row_of(register)) for r, leaf in known.items()}
                of_tile.append(value.substitute({score: fragment.gep(register), **lanes}))
            found.append(of_tile)
        return found

    def by_rows(self, op: Ops, values: list[list[UOp]]) -> UOp:
        """A thread's elements of a block reduced, a lane for each of its rows."""
        rows: dict[int, list[UOp]] = {}
        for of_tile in values:
            for register, value in enumerate(of_tile): rows.setdefault(self.row_of(register), []).append(value)
        return as_vector([reduce_tree(op, rows[n]) for n in sorted(rows)])

    def in_registers(self, body: UOp) -> UOp:
        """`body` without roundings of scores to the format of the factors: what memory held in three kernels is in registers here."""
        if self.factors.dtype == dtypes.float32: return body
        wide = unrounded(body, {self.chain.inner, *self.chain.reductions})
        return wide if wide.dtype == body.dtype else wide.cast(body.dtype)

    def across(self, op: Ops, part: UOp) -> UOp:
        """A reduction of what the threads of a row have, for all of them."""
        for d in self.unit.c.column.thread:
            apart = d.divisor
            while apart < d.divisor * d.extent:
                part, apart = part.alu(op, UOp(Ops.WARP_SHUFFLE, part.dtype, (part,), apart)), 2 * apart
        return part


def as_vector(lanes: list[UOp]) -> UOp:
    return lanes[0] if len(lanes) == 1 else UOp(Ops.VECTORIZE, lanes[0].dtype.vec(len(lanes)), tuple(lanes))


def unrounded(value: UOp, leaves: Collection[UOp]) -> UOp:
    """`value` with all that is computed from `leaves` in float32, whatever narrower floats it was rounded to in between.

    An exponential is then the device's own: what that leaves out, some 2**-20 of it, is far below the rounding of a factor.
    """
    new: dict[UOp, UOp] = {}

    def widened(x: UOp) -> UOp: return x.cast(dtypes.float32) if x.dtype.is_float() and x.dtype.itemsize < 4 else x

    for node in value.toposort(gate=lambda n: n not in leaves):
        if node in leaves or not any(s in new for s in node.src):
            if node in leaves: new[node] = node
            continue
        src = tuple(new.get(s, s) for s in node.src)
        if node.op is Ops.CAST and node.dtype.is_float(): new[node] = src[0].cast(dtypes.float32)
        elif node.dtype.is_float():
            new[node] = UOp(node.op, dtypes.float32, tuple(map(widened, src)), APPROXIMATE if node.op is Ops.EXP2 else node.arg)
        else: new[node] = node.replace(src=tuple(map(widened, src)))
    return new.get(value, value)


def value_without_scale(chain: Chain) -> tuple[UOp, Ops | None, UOp]:
    """The factor as tensor cores take it, without what does not change along the sum, which is left to the sum."""
    factor, along = narrowed(chain.factor), {*chain.along}
    value = factor.src[0] if factor.op is Ops.CAST else factor
    if value.op is Ops.FDIV and value.dtype == chain.outer.dtype and not along & value.src[1].ranges:
        x, c = value.src
        return (x.cast(factor.dtype) if factor is not value else x), Ops.FDIV, c
    return factor, None, factor.const_like(1)
