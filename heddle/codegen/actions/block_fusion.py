"""Block fusion: two chained products and the ops between them in one kernel, by blocks of scores on tensor cores (attention).

Inputs: a kernel with a chain of products (row_fusion.py), a unit, and the axes of one of its tiles of the output.
Outputs: the same, with loops over blocks of keys, in each of which the warps of a work-group share the block's tile of b, and of v:

    for blocks:  x = a * b                                   the greatest of it, in registers; at last across the threads of a row
    for blocks:  x = a * b,  p = exp(x - max);  sum(p), out += p * v

p becomes a factor where it is, if the unit's threads hold factors as they hold results, and else through shared memory.
Invariants: no value is rescaled: a reduction that others need comes before them, over all blocks, and scores are computed again for
each such step, not kept. So rows that are wholly masked, infinities and NaN come out as they do in three kernels, any work on rows
is served, and shared memory does not grow with their length. Only a factor that does not change with the key leaves the last sum,
and between the products narrow floats are not rounded, as no memory holds them.
"""
from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Collection

from heddle.codegen.actions.axis_types import UNROLLED
from heddle.codegen.actions.group_reduce import after_readers, barrier
from heddle.codegen.actions.loop_transforms import (
    Replacement,
    factors_of,
    fresh_id,
    iterations,
    replace_ranges,
    size_of,
    stride,
)
from heddle.codegen.actions.predication import gated
from heddle.codegen.actions.row_fusion import Chain, causal_ends, find_chain
from heddle.codegen.expand import reduce_tree
from heddle.codegen.legalize.transcendental import NATIVE
from heddle.codegen.memory.shared_memory import fill_tile, transposed_axis
from heddle.codegen.memory.tile_layout import CHUNK, ZERO, Scope, Tile, layout_of, row_major
from heddle.codegen.memory.tile_operands import is_computed, whole_operand
from heddle.codegen.tensorize.mma import Operand, digits, fragment_product, load_fragment, reads_columns
from heddle.dtype import DType, dtypes
from heddle.errors import InternalError
from heddle.lazy_dataclass import dataclass
from heddle.renderer.tensor_cores import Digit, TensorCore
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.interpreter.ops import identity_of
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


def fuse_blocks(sink: UOp, unit: TensorCore, row: UOp, column: UOp, size: int) -> UOp:
    """The kernel with its chain computed by blocks of `size` keys, for tiles `row` × `column` of the output.

    InternalError for a kernel without such a chain.
    """
    chain = find_chain(sink)
    factors = None if chain is None else factors_of_chain(chain)
    if chain is None or factors is None: raise InternalError("no chain of products for tensor cores")
    return _Blocks(sink, chain, factors, unit, row, column, size).run()


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
    lanes = math.prod(d.extent for d in unit.c.column.thread)
    return tiles * factors.dtype.itemsize + len(chain.reductions) * warps * unit.rows * lanes * 4


class _Blocks:
    """Lowers the steps of a chain in order: the reductions of its rows, at last the second product."""

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
        self.at_row = self.coordinate(unit.c.row.thread, self.rows)
        self.reductions: dict[UOp, UOp] = {}  # reductions of rows, and what each thread has of them
        self.memory_of_b = self.shared(self.tile_of_b(ZERO)[1], factors.dtype)
        self.end = causal_ends(chain, (*self.warps, row))[0]
        self.steps: dict[int, UOp] = {}  # the loop over blocks of each step
        self.a = self.fragments_of_a()

    def run(self) -> UOp:
        """The kernel with the second product of the chain, by blocks."""
        value, op, scale = _without_scale(self.chain)
        levels: dict[UOp, int] = {}
        for reduction in self.chain.reductions: levels[reduction] = self.level(reduction.src[0], levels)
        for reduction in self.chain.reductions:
            self.reductions[reduction] = self.across(reduction, self.reduced(reduction, levels[reduction]))
        total = self.second_product(value, self.level(value, levels))
        columns = self.column_axes(AxisType.VECTOR if self.stores_rows() else AxisType.UNROLL)
        result = self.element(total, columns)
        if op is not None: result = result.alu(op, graph_rewrite(scale.substitute(self.reductions), symbolic))
        sink = self.sink.substitute({self.chain.outer: result})
        at: dict[UOp, Replacement] = {self.row: (self.at_row, tuple(self.rows.values())),
                                      self.column: (self.coordinate(self.unit.c.column.thread, columns), tuple(columns.values()))}
        sink = replace_ranges(sink, at)
        return UOp.sink(*(end.replace(src=(*end.src, self.lane)) for end in sink.src))

    def level(self, value: UOp, levels: dict[UOp, int]) -> int:
        """How many steps come before `value` is known: reductions that it needs are steps before it."""
        below = value.toposort()
        return max((1 + n for reduction, n in levels.items() if reduction in below), default=0)

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

    def blocks(self, step: int) -> UOp:
        """The loop over blocks of a step."""
        if step not in self.steps:
            self.steps[step] = self.range(divide(self.end + (self.size - 1), self.size), AxisType.REDUCE)
        return self.steps[step]

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

    def scores(self, step: int, tile: UOp, columns: dict[Digit, UOp]) -> UOp:
        """A thread's elements of a tile of a * b in a step's block."""
        f, block = self.factors, self.blocks(step)
        load, layout, key = self.tile_of_b(block)
        shared = self.filled(load, self.memory_of_b, layout, [block])
        column, within = self.range(self.unit.columns, AxisType.LOOP), self.range(self.unit.depth, AxisType.REDUCE)
        total: UOp | None = None
        for n, a in enumerate(self.a):
            b = shared.substitute({key: tile * self.unit.columns + column, f.depth: within + n * self.unit.depth})
            product = fragment_product(self.unit, a, Operand(graph_rewrite(b, symbolic), within, column), self.lane)
            total = product.replace(src=(*product.src, UOp.const(product.dtype, 0.0) if total is None else total))
        assert total is not None
        return self.element(total, columns)

    def value(self, body: UOp, step: int, tile: UOp, columns: dict[Digit, UOp], outside: float) -> UOp:
        """`body` of the scores of a step's block; `outside` where there is no such key."""
        key = self.blocks(step) * self.size + tile * self.unit.columns + self.coordinate(self.unit.c.column.thread, columns)
        swap = {self.chain.inner: self.scores(step, tile, columns), self.factors.key: key, self.row: self.at_row}
        value, inside = self.in_registers(body).substitute({**swap, **self.reductions}), self.inside(key)
        return graph_rewrite(value if inside is None else inside.where(value, UOp.const(value.dtype, outside)), symbolic)

    def in_registers(self, body: UOp) -> UOp:
        """`body` without roundings of scores to the format of the factors: what memory held in three kernels is in registers here."""
        if self.factors.dtype == dtypes.float32: return body
        wide = unrounded(body, {self.chain.inner, *self.chain.reductions})
        return wide if wide.dtype == body.dtype else wide.cast(body.dtype)

    def tile_axes(self) -> tuple[UOp, dict[Digit, UOp]]:
        """New axes of the tiles of a block, and of a thread's registers of one."""
        return self.range(self.size // self.unit.columns, AxisType.UNROLL), self.column_axes(AxisType.VECTOR)

    # ---- reductions of rows

    def reduced(self, reduction: UOp, step: int) -> UOp:
        """What a thread has of a reduction, of each of its rows."""
        tile, columns = self.tile_axes()
        value = self.value(reduction.src[0], step, tile, columns, identity_of(reduction.arg, reduction.dtype))
        return value.reduce(reduction.arg, tile, *columns.values()).reduce(reduction.arg, self.blocks(step))

    def across(self, reduction: UOp, part: UOp) -> UOp:
        """The reduction, of what the threads of a row have of it."""
        thread = self.unit.c.column.thread
        count = math.prod(d.extent for d in thread)
        number, weight = ZERO, 1
        for d in thread: number, weight = number + self.lane % self.unit.wave // d.divisor % d.extent * weight, weight * d.extent
        memory = UOp(Ops.DEFINE_LOCAL, part.dtype, (), (next(self.locals), iterations(self.warps) * self.unit.rows * count))
        first = (self.first_row() + self.at_row) * count
        own = {r: self.range(size_of(r), AxisType.UNROLL) for r in self.rows.values()}
        store = after_readers(memory, *self.loops).index(first + number).store(part).substitute(own).end(*own.values())
        there = memory.after(barrier(store))
        return reduce_tree(reduction.arg, [there.index(first + n).load(part.dtype) for n in range(count)])

    # ---- the second product

    def second_product(self, value: UOp, step: int) -> UOp:
        """A thread's fragment of the second product."""
        unit, block, f = self.unit, self.blocks(step), self.factors
        within = self.range(unit.depth, AxisType.REDUCE)
        load, layout, key = self.tile_of_v(block)
        v = self.filled(load, self.shared(layout, f.dtype), layout, [block])

        def columns_at(first: UOp) -> Operand:
            return Operand(graph_rewrite(v.substitute({key: first + within}), symbolic), within, self.column)

        if holds_as_results(unit): return self.chained(value, step, columns_at).reduce(Ops.ADD, block)
        at = self.range(self.size // unit.depth, AxisType.REDUCE)
        p = Operand(self.shared_value(value, step, self.row, at * unit.depth + within), self.row, within)
        return fragment_product(unit, p, columns_at(at * unit.depth), self.lane).reduce(Ops.ADD, block, at)

    def chained(self, value: UOp, step: int, columns_at: Callable[[UOp], Operand]) -> UOp:
        """The products of a block one after the other, of `value` as it is in registers."""
        unit, total = self.unit, None
        tile, columns = self.range(self.size // unit.columns, AxisType.UNROLL), self.column_axes(AxisType.UNROLL)
        p = self.value(value, step, tile, columns, 0.0)
        assert unit.a is not None and unit.b is not None
        for first in range(0, self.size, unit.depth):
            elements = [p.substitute(self.register_of_result(n, first, tile, columns)) for n in range(unit.a.registers)]
            a = UOp(Ops.VECTORIZE, p.dtype.vec(len(elements)), tuple(graph_rewrite(x, symbolic) for x in elements))
            b = load_fragment(columns_at(UOp.const(dtypes.index, first)), unit.b, self.lane, unit.has_matrix_loads)
            more = () if total is None else (total,)
            total = UOp(Ops.WMMA, dtypes.float32.vec(unit.c.registers), (a, b, *more), (unit.rows, unit.columns, unit.depth))
        assert total is not None
        return total

    def register_of_result(self, register: int, first: int, tile: UOp, columns: dict[Digit, UOp]) -> dict[UOp, UOp]:
        """The tile and the axes of registers of results where a register of the first factor is, which begins at column `first`."""
        layout = self.unit.a
        assert layout is not None
        row, column = (sum(register // d.divisor % d.extent * d.weight for d in c.register) for c in (layout.row, layout.column))
        column += first
        found = {tile: column // self.unit.columns}
        for axes, at in ((self.rows, row), (columns, column % self.unit.columns)):
            found |= {r: at // d.weight % d.extent for d, r in axes.items()}
        return {r: UOp.const(dtypes.index, n) for r, n in found.items()}

    def shared_value(self, value: UOp, step: int, row: UOp, key: UOp) -> UOp:
        """The load of the element (row, key) of a step's block of `value`, which the threads of each warp have put there."""
        tile, columns = self.tile_axes()
        rows = {r: self.range(size_of(r), AxisType.UNROLL) for r in self.rows.values()}
        length = self.size + CHUNK // self.factors.dtype.itemsize
        memory = UOp(Ops.DEFINE_LOCAL, value.dtype, (), (next(self.locals), iterations(self.warps) * self.unit.rows * length))
        first = self.first_row()
        to = (first + self.at_row) * length + tile * self.unit.columns + self.coordinate(self.unit.c.column.thread, columns)
        store = after_readers(memory, *self.loops, self.blocks(step)).index(to).store(self.value(value, step, tile, columns, 0.0))
        put = store.substitute(rows).end(*rows.values(), tile, *columns.values())
        return memory.after(barrier(put)).index((first + row) * length + key).load(value.dtype)


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
            new[node] = UOp(node.op, dtypes.float32, tuple(map(widened, src)), NATIVE if node.op is Ops.EXP2 else node.arg)
        else: new[node] = node.replace(src=tuple(map(widened, src)))
    return new.get(value, value)


def _without_scale(chain: Chain) -> tuple[UOp, Ops | None, UOp]:
    """The factor as tensor cores take it, without what does not change along the sum, which is left to the sum."""
    factor, along = narrowed(chain.factor), {*chain.along}
    value = factor.src[0] if factor.op is Ops.CAST else factor
    if value.op is Ops.FDIV and value.dtype == chain.outer.dtype and not along & value.src[1].ranges:
        x, c = value.src
        return (x.cast(factor.dtype) if factor is not value else x), Ops.FDIV, c
    return factor, None, factor.const_like(1)
