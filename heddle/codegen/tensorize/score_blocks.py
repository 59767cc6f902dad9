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
from heddle.codegen.actions.loop_transforms import (
    factors_of,
    fresh_id,
    output_axes,
    size_of,
    stride,
)
from heddle.codegen.actions.predication import gated
from heddle.codegen.expand import reduce_tree
from heddle.codegen.memory.shared_memory import fill_tile, transposed_axis
from heddle.codegen.memory.tile_layout import CHUNK, ZERO, Scope, Tile, layout_of, row_major
from heddle.codegen.memory.tile_operands import is_computed, whole_operand
from heddle.codegen.tensorize.block_chain import BlockChain, SecondProduct, bounds_of_keys
from heddle.codegen.tensorize.mma import Operand, digits, fragment_product, reads_columns
from heddle.dtype import DType, dtypes
from heddle.lazy_dataclass import dataclass
from heddle.renderer import APPROXIMATE, UNFUSED
from heddle.renderer.tensor_cores import Digit, TensorCore
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.polynomial import divide
from heddle.uop.rewrite import graph_rewrite, rewrite_replaced
from heddle.uop.rules import symbolic


@dataclass(frozen=True)
class Product:
    """A sum of products: rows of a by rows of b, which are the keys."""

    sum: UOp
    a: UOp
    b: UOp
    depth: UOp  # the axis that a * b is summed over


@dataclass(frozen=True)
class Factors:
    """What is multiplied: elements are made of products, and at last rows of elements multiply those of v, if there is a v."""

    products: tuple[Product, ...]
    v: UOp | None
    key: UOp

    @property
    def dtype(self) -> DType: return self.products[0].b.dtype


def factors_of_chain(chain: BlockChain) -> Factors | None:
    """The factors of a chain, if tensor cores can take them: all of one format, and each is all there is to a product's side."""
    products = [_product(inner, chain.key) for inner in chain.inner]
    v = None if chain.second is None else whole_operand(chain.second.other)
    found = [p for p in products if p is not None]
    if len(found) < len(products): return None
    dtype = found[0].b.dtype
    if chain.second is not None:
        if v is None or chain.key not in v.ranges or is_computed(v): return None
        if not v.dtype == dtype == narrowed(chain.second.factor).dtype: return None
    is_exact = all(f.dtype == dtypes.float32 for f in (*chain.inner, *chain.reductions, chain.last))
    return Factors(tuple(found), v, chain.key) if is_exact and all(p.a.dtype == p.b.dtype == dtype for p in found) else None


def _product(inner: UOp, key: UOp) -> Product | None:
    if len(inner.src) != 2: return None
    depth, sides = inner.src[1], [whole_operand(s) for s in factors_of(inner)]
    if sides[0] is None or sides[1] is None: return None
    a, b = (sides[1], sides[0]) if key in sides[0].ranges else (sides[0], sides[1])
    if key in a.ranges or key not in b.ranges or any(depth not in x.ranges for x in (a, b)) or is_computed(b): return None
    return Product(inner, a, b, depth)


def narrowed(value: UOp) -> UOp:
    """A value below the casts of narrower floats around it."""
    while value.op is Ops.CAST and value.src[0].dtype.is_float() and value.src[0].dtype.itemsize < value.dtype.itemsize:
        value = value.src[0]
    return value


def holds_as_results(unit: TensorCore) -> bool:
    """Whether a thread has the elements of the first factor that it would have of tiles of results side by side."""
    a, c = unit.a, unit.c
    return a is not None and a.row.thread == c.row.thread and a.column.thread == c.column.thread and unit.depth % unit.columns == 0


def shared_rows(factors: Factors, unit: TensorCore) -> list[Product]:
    """The products whose rows of a are in shared memory: those that are computed, and those for which registers have no room."""
    found, room = list[Product](), _ROW_REGISTERS
    for p in factors.products:
        assert unit.a is not None
        room -= size_of(p.depth) // unit.depth * unit.a.registers * factors.dtype.itemsize // 4
        if is_computed(p.a) or room < 0: found.append(p)
    return found


#: registers of a thread for rows of a, at most
_ROW_REGISTERS = 96


def bytes_of_blocks(factors: Factors, unit: TensorCore, columns: int, warps: int, size: int) -> int:
    """Shared memory that blocks of `size` keys take, where `columns` of the output are computed."""
    pad = CHUNK // factors.dtype.itemsize
    depths = [size_of(p.depth) + pad for p in factors.products]
    shared = shared_rows(factors, unit)
    tiles = size * sum(depths) + sum(warps * unit.rows * n for n, p in zip(depths, factors.products, strict=True) if p in shared)
    if factors.v is not None:
        tiles += size * columns + max(size, columns) * pad
        if not holds_as_results(unit): tiles += warps * unit.rows * (size + pad)
    return tiles * factors.dtype.itemsize


class ScoreBlocks:
    """A chain of products being lowered by blocks of scores."""

    def __init__(
            self, sink: UOp, chain: BlockChain, factors: Factors, unit: TensorCore, row: UOp, column: UOp | None, size: int) -> None:
        self.sink, self.chain, self.factors = sink, chain, factors
        self.unit, self.row, self.column, self.size = unit, row, column, size
        self.ids = itertools.count(fresh_id(sink))
        self.locals = itertools.count(sum(n.op is Ops.DEFINE_LOCAL for n in sink.toposort()))
        self.lane = self.range(unit.threads, AxisType.WARP)
        closed = output_axes(sink)
        self.warps = [r for r in closed if r.arg[1] is AxisType.WORKGROUP]
        self.loops = [r for r in closed if r.arg[1] is AxisType.LOOP and r not in (row, column)]
        self.rows = {d: self.range(d.extent, AxisType.UNROLL) for d in unit.c.row.register if d.extent > 1}
        self.weights: dict[Digit, int] = {}  # of the digits of rows in the number of a thread's row
        for d in unit.c.row.register: self.weights[d] = math.prod(e.extent for e in self.weights)
        self.at_row = self.coordinate(unit.c.row.thread, self.rows)
        self.memory_of_b = [self.shared(self.tile_of_b(p, ZERO)[1], factors.dtype) for p in factors.products]
        self.begin, self.end = bounds_of_keys(chain, (*self.warps, row))
        self.a = [self.fragments_of_a(p) for p in factors.products]

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
        return self.column is not None and all(stride(end.src[0].src[0].src[1], self.column) == 1 for end in self.sink.src)

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

    def loop_over_blocks(self) -> tuple[UOp, UOp]:
        """A loop over the blocks that are not wholly masked, and the number of the block in it."""
        last, first = divide(self.end + (self.size - 1), self.size), divide(self.begin, self.size)
        if first.op is Ops.CONST and first.arg == 0: return (loop := self.range(last, AxisType.REDUCE)), loop
        loop = self.range((first < last).where(last - first, ZERO), AxisType.REDUCE)
        return loop, loop + first

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

    def filled_tiles(self, loop: UOp, block: UOp, with_values: bool) -> list[Callable[[UOp, UOp], UOp]]:
        """The tiles of b, and of v, that the threads copy in each iteration: of the first key and one more the load of an element."""
        tiles = [(memory, *self.tile_of_b(p, block)) for memory, p in zip(self.memory_of_b, self.factors.products, strict=True)]
        if with_values:
            load, tile, key = self.tile_of_v(block)
            tiles.append((self.shared(tile, self.factors.dtype), load, tile, key))
        threads, loops = [*self.warps, self.lane], (*self.loops, loop)
        arrived = barrier(*(fill_tile(load, memory, tile, threads, next(self.ids), loops) for memory, load, tile, _ in tiles))

        def element(memory: UOp, tile: Tile, key: UOp) -> Callable[[UOp, UOp], UOp]:
            there = memory.after(arrived).index(tile.position(tile.axes)).load(self.factors.dtype)
            return lambda first, more: there.substitute({key: first + more})

        return [element(memory, tile, key) for memory, _, tile, key in tiles]

    def scope(self) -> Scope: return Scope.WARP if self.unit.threads == Scope.WARP.lanes else Scope.WAVE

    def tile_of_b(self, product: Product, block: UOp) -> tuple[UOp, Tile, UOp]:
        """The block's rows of b, the tile they are in, and its axis along them."""
        key = self.range(self.size, AxisType.LOOP)
        tile = layout_of((key, product.depth), self.factors.dtype.itemsize, self.scope())
        return self.at_key(product.b, block * self.size + key), tile, key

    def tile_of_v(self, block: UOp) -> tuple[UOp, Tile, UOp]:
        """The same of v."""
        key, f = self.range(self.size, AxisType.REDUCE), self.factors
        assert f.v is not None
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

    def fragments_of_a(self, product: Product) -> list[Operand]:
        """a, cut along the depth; or where it is shared, which it is first."""
        load, depth, within = product.a, product.depth, self.range(self.unit.depth, AxisType.REDUCE)
        if product in shared_rows(self.factors, self.unit):
            tile = layout_of((*self.warps, self.row, depth), load.dtype.itemsize, self.scope())
            load = self.filled(load, self.shared(tile, load.dtype), tile, [])
        starts = range(0, size_of(depth), self.unit.depth)
        return [Operand(rewrite_replaced(load, symbolic, {depth: within + n}), self.row, within) for n in starts]

    def fragments(self, product: int, b: Callable[[UOp, UOp], UOp]) -> list[UOp]:
        """A thread's fragments of the tiles of a * b of a block, of the product of that number."""
        depth = self.factors.products[product].depth
        found: list[UOp] = []
        column, within = self.range(self.unit.columns, AxisType.LOOP), self.range(self.unit.depth, AxisType.REDUCE)
        for tile in range(0, self.size, self.unit.columns):
            total = UOp.const(dtypes.float32.vec(self.unit.c.registers), 0.0)
            for n, a in enumerate(self.a[product]):
                load = b(UOp.const(dtypes.index, tile), column).substitute({depth: within + n * self.unit.depth})
                part = fragment_product(self.unit, a, Operand(graph_rewrite(load, symbolic), within, column), self.lane)
                total = part.replace(src=(*part.src, total))
            found.append(total)
        return found

    def elements(self, body: UOp, scores: list[list[UOp]], block: UOp, rows: Mapping[UOp, UOp], outside: float) -> list[list[UOp]]:
        """`body` of each element of a block that a thread has, by tiles; `outside` where there is no such key.

        `scores` are the fragments of each product, `rows` reductions that are known, a lane for each row. These are leaves while a
        body is simplified.
        """
        found: list[list[UOp]] = []
        products = {inner: UOp(Ops.DEFINE_REG, dtypes.float32, (), ("product", n)) for n, inner in enumerate(self.chain.inner)}
        known = {r: UOp(Ops.DEFINE_REG, dtypes.float32, (), n) for n, r in enumerate(rows)}
        for tile in range(self.size // self.unit.columns):
            of_tile: list[UOp] = []
            for register in range(self.unit.c.registers):
                row, column = self.at_register(register)
                key = block * self.size + tile * self.unit.columns + column
                value = body.substitute({**products, self.factors.key: key, self.row: row, **known})
                inside = self.inside(key)
                value = graph_rewrite(value if inside is None else inside.where(value, UOp.const(value.dtype, outside)), symbolic)
                lanes = {leaf: rows[r].gep(self.row_of(register)) for r, leaf in known.items()}
                lanes |= {leaf: scores[n][tile].gep(register) for n, leaf in enumerate(products.values())}
                of_tile.append(value.substitute(lanes))
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
        leaves = {*self.chain.inner, *self.chain.reductions}
        wide = body if self.factors.dtype == dtypes.float32 else unrounded(body, leaves)
        return unfused(wide if wide.dtype == body.dtype else wide.cast(body.dtype), leaves)

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

    An exponential is then the device's own, and a quotient by what is the same for a row or a column is a product with its reciprocal:
    what that leaves out, some 2**-20 of it, is far below the rounding of a factor.
    """
    new: dict[UOp, UOp] = {}

    def widened(x: UOp) -> UOp: return x.cast(dtypes.float32) if x.dtype.is_float() and x.dtype.itemsize < 4 else x

    for node in value.toposort(gate=lambda n: n not in leaves):
        if node in leaves or not any(s in new for s in node.src):
            if node in leaves: new[node] = node
            continue
        src = tuple(new.get(s, s) for s in node.src)
        if node.op is Ops.CAST and node.dtype.is_float(): new[node] = src[0].cast(dtypes.float32)
        elif node.op is Ops.FDIV and node.src[1] not in new:
            new[node] = widened(src[0]) * widened(src[1]).alu(Ops.RECIPROCAL)
        elif node.dtype.is_float():
            new[node] = UOp(node.op, dtypes.float32, tuple(map(widened, src)), APPROXIMATE if node.op is Ops.EXP2 else node.arg)
        else: new[node] = node.replace(src=tuple(map(widened, src)))
    return new.get(value, value)


def unfused(value: UOp, leaves: Collection[UOp]) -> UOp:
    """`value` with floats subtracted as they are rounded: what is as great as a maximum is to differ from it by 0."""
    new = {n: n for n in leaves}
    for node in value.toposort(gate=lambda n: n not in leaves):
        if node in new: continue
        src, arg = tuple([new[s] for s in node.src]), UNFUSED if node.op is Ops.SUB and node.dtype.is_float() else node.arg
        new[node] = node if src == node.src and arg == node.arg else node.replace(src=src, arg=arg)
    return new[value]


def value_without_scale(second: SecondProduct) -> tuple[UOp, Ops | None, UOp]:
    """The factor as tensor cores take it, without what does not change along the sum, which is left to the sum."""
    factor, along = narrowed(second.factor), {*second.sum.src[1:]}
    value = factor.src[0] if factor.op is Ops.CAST else factor
    if value.op is Ops.FDIV and value.dtype == second.sum.dtype and not along & value.src[1].ranges:
        x, c = value.src
        return (x.cast(factor.dtype) if factor is not value else x), Ops.FDIV, c
    return factor, None, factor.const_like(1)
