"""Block fusion: two chained products and the ops between them in one kernel, by blocks of scores on tensor cores (attention).

Inputs: a kernel with a chain of products (row_fusion.py), a unit, and the axes of one of its tiles of the output.
Outputs: the same, with loops over blocks of keys, in each of which the warps of a work-group share the block's tile of b, and of v:

    for blocks:  x = a * b;  m = max(m, x), in registers and across the threads of a row;  r = exp(old m - m),  p = exp(x - m);
                 l = l * r + sum(p),  out = out * r + p * v

p becomes a factor where it is, if the unit's threads hold factors as they hold results, and else through shared memory.
Invariants: what is proportional to one exponential of the score minus a maximum of rows is summed while that maximum grows, and
rescaled (uop/rescaling.py). Other reductions that need one of a row have a loop over all blocks of their own, in which scores
are computed again: so any work on rows is served, and shared memory does not grow with their length. Rows that are wholly masked are
NaN, and infinities and NaN come out as they do in three kernels. Only a factor that does not change with the key leaves the last sum.
"""
from __future__ import annotations

import math
from collections.abc import Callable

from heddle.codegen.actions.group_reduce import after_readers, barrier
from heddle.codegen.actions.loop_transforms import Replacement, iterations, replace_ranges
from heddle.codegen.memory.tile_layout import CHUNK, row_major
from heddle.codegen.tensorize.block_chain import find_block_chain
from heddle.codegen.tensorize.mma import Operand, fragment_product, load_fragment
from heddle.codegen.tensorize.score_blocks import (
    ScoreBlocks,
    factors_of_chain,
    holds_as_results,
    value_without_scale,
)
from heddle.codegen.thread_indices import stored_by
from heddle.dtype import dtypes
from heddle.errors import InternalError
from heddle.renderer.tensor_cores import TensorCore
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.interpreter.ops import identity_of
from heddle.uop.rescaling import Rescaling, steps_of
from heddle.uop.rewrite import graph_rewrite, rewrite_replaced
from heddle.uop.rules import symbolic


def fuse_blocks(sink: UOp, unit: TensorCore, row: UOp, column: UOp | None, size: int) -> UOp:
    """The kernel with its chain computed by blocks of `size` keys, for tiles `row` × `column` of the output, or rows of reductions.

    InternalError for a kernel without such a chain.
    """
    chain = find_block_chain(sink)
    factors = None if chain is None else factors_of_chain(chain)
    if chain is None or factors is None: raise InternalError("no chain of products for tensor cores")
    return _Blocks(ScoreBlocks(sink, chain, factors, unit, row, column, size)).run()


class _Blocks:
    """Lowers the steps of a chain in order: the reductions of its rows, and the second product."""

    def __init__(self, scores: ScoreBlocks) -> None:
        self.scores, self.chain = scores, scores.chain
        self.product = None if self.chain.second is None else self.chain.second.sum
        self.summands = {r: scores.in_registers(r.src[0]) for r in self.chain.reductions}
        self.op: Ops | None = None
        if self.chain.second is not None:
            value, self.op, self.scale = value_without_scale(self.chain.second)
            self.summands[self.chain.second.sum] = scores.in_registers(value)
        self.steps = steps_of(self.summands)
        self.rows: dict[UOp, UOp] = {}  # of each reduction that is known what a thread has of it, a lane for each of its rows
        self.factors: dict[Rescaling, UOp] = {}  # by which an iteration rescales, and the whole sum at last

    def run(self) -> UOp:
        """The kernel with the chain's last reduction, by blocks."""
        for number in range(1 + max(step.number for step in self.steps.values())): self.run_step(number)
        return self.of_rows() if self.product is None else self.of_tiles(self.product)

    def of_rows(self) -> UOp:
        """The kernel of a reduction of rows, which the first thread of each stores."""
        scores, last = self.scores, self.chain.last
        sink = scores.sink.substitute({last: scores.lane_of_row(self.rows[last])})
        sink = replace_ranges(sink, {scores.row: (scores.at_row, tuple(scores.rows.values()))})
        sink = stored_by(sink, scores.coordinate(scores.unit.c.column.thread, {}) < 1)
        return UOp.sink(*(end.replace(src=(*end.src, scores.lane)) for end in sink.src))

    def of_tiles(self, product: UOp) -> UOp:
        """The kernel of a second product."""
        scores, total = self.scores, self.rows[product]
        assert scores.column is not None
        columns = scores.column_axes(AxisType.VECTOR if scores.stores_rows() else AxisType.UNROLL)
        result = scores.element(total, columns)
        of_row = {r: scores.lane_of_row(self.rows[r]) for r in self.chain.reductions}
        rescaling = self.steps[product].rescaling
        if rescaling is not None: result = result * scores.lane_of_row(self.factors[rescaling])
        if self.op is not None: result = result.alu(self.op, rewrite_replaced(self.scale, symbolic, of_row))
        sink = scores.sink.substitute({product: result})
        at: dict[UOp, Replacement] = {
            scores.row: (scores.at_row, tuple(scores.rows.values())),
            scores.column: (scores.coordinate(scores.unit.c.column.thread, columns), tuple(columns.values()))}
        sink = replace_ranges(sink, at)
        return UOp.sink(*(end.replace(src=(*end.src, scores.lane)) for end in sink.src))

    def run_step(self, number: int) -> None:
        """One loop over all blocks, and what is known after it."""
        scores, (loop, block) = self.scores, self.scores.loop_over_blocks()
        mine = [r for r, step in self.steps.items() if step.number == number]
        maxima = {step.rescaling.maximum for r in mine if (step := self.steps[r]).rescaling is not None}
        tiles = scores.filled_tiles(loop, block, with_values=self.product in mine)
        fragments = [scores.fragments(n, tile) for n, tile in enumerate(tiles[:len(self.chain.inner)])]
        final: dict[UOp, UOp] = {}
        for reduction in mine:
            rescaling, is_product = self.steps[reduction].rescaling, reduction is self.product
            outside = identity_of(reduction.arg, reduction.dtype)
            values = scores.elements(self.summands[reduction], fragments, block, self.rows, outside)
            part = self.second_product(values, loop, tiles[-1]) if is_product else scores.by_rows(reduction.arg, values)
            if reduction in maxima: final[reduction] = self.growing(reduction, scores.across(Ops.MAX, part), loop)
            else:
                if rescaling is not None: part = self.rescaled(part, rescaling, is_product)
                total = part.reduce(reduction.arg, loop)
                final[reduction] = total if is_product else scores.across(reduction.arg, total)
        self.rows |= final
        self.finish(mine)

    # ---- sums that are rescaled

    def growing(self, maximum: UOp, part: UOp, loop: UOp) -> UOp:
        """The maximum after all blocks. Until the step ends, what is known of it is that of the blocks so far."""
        least = UOp.const(part.dtype, -math.inf)
        before = UOp(Ops.LOOP_CARRIED, part.dtype, (least, row_major(self.scores.loops, self.scores.loops), loop))
        now = before.alu(Ops.MAX, part)
        handed_on = UOp(Ops.YIELD, dtypes.void, (before, now))
        self.rows[maximum] = _subtractable(now)
        for rescaling in self.rescalings_by(maximum):
            self.factors[rescaling] = self.scores.each_row(rescaling.factor, before, self.rows[maximum]).after(handed_on)
        return now.after(handed_on).reduce(Ops.MAX, loop)

    def rescalings_by(self, maximum: UOp) -> set[Rescaling]:
        found = {step.rescaling for step in self.steps.values() if step.rescaling is not None}
        return {rescaling for rescaling in found if rescaling.maximum is maximum}

    def rescaled(self, part: UOp, rescaling: Rescaling, is_product: bool) -> UOp:
        """What a block adds to a sum that is rescaled first."""
        factor = self.factors[rescaling]
        if is_product: factor = self.scores.lanes_of_fragment(factor)
        return UOp(Ops.RESCALED, part.dtype, (part, factor))

    def finish(self, mine: list[UOp]) -> None:
        """Sums of the step at the maximum itself: where that is not what was subtracted, because it is infinite, they are NaN."""
        for rescaling in dict.fromkeys(r for m in mine if (r := self.steps[m].rescaling) is not None):
            maximum = self.rows[rescaling.maximum]
            self.factors[rescaling] = self.scores.each_row(rescaling.factor, _subtractable(maximum), maximum)
        for reduction in mine:
            rescaling = self.steps[reduction].rescaling
            if rescaling is not None and reduction is not self.product:
                self.rows[reduction] = self.rows[reduction] * self.factors[rescaling]

    # ---- the second product

    def second_product(self, values: list[list[UOp]], loop: UOp, v: Callable[[UOp, UOp], UOp]) -> UOp:
        """A thread's fragment of the second product of a block, of `values` as they are in registers."""
        scores, unit, total = self.scores, self.scores.unit, None
        assert scores.column is not None
        within = scores.range(unit.depth, AxisType.REDUCE)
        first_factor = self.chained(values) if holds_as_results(unit) else self.shared(values, loop, within)
        for first in range(0, scores.size, unit.depth):
            columns = Operand(graph_rewrite(v(UOp.const(dtypes.index, first), within), symbolic), within, scores.column)
            a = first_factor(first)
            if isinstance(a, Operand): product = fragment_product(unit, a, columns, scores.lane)
            else:
                assert unit.b is not None
                b = load_fragment(columns, unit.b, scores.lane, unit.has_matrix_loads)
                product = UOp(Ops.WMMA, dtypes.float32.vec(unit.c.registers), (a, b), (unit.rows, unit.columns, unit.depth))
            total = product if total is None else product.replace(src=(*product.src, total))
        assert total is not None
        return total

    def chained(self, values: list[list[UOp]]) -> Callable[[int], UOp]:
        """The fragment of the first factor whose columns begin somewhere, of the registers of results."""
        unit = self.scores.unit
        layout = unit.a
        assert layout is not None

        def fragment(first: int) -> UOp:
            """One thread's registers of the fragment; where a result is held is a sum of digits of the register number, by the
            layout."""
            found: list[UOp] = []
            for register in range(layout.registers):
                row, column = (sum(register // d.divisor % d.extent * d.weight for d in c.register)
                               for c in (layout.row, layout.column))
                tile, within = divmod(first + column, unit.columns)
                found.append(values[tile][self.scores.register_at(row, within)])
            return UOp(Ops.VECTORIZE, found[0].dtype.vec(len(found)), tuple(found))

        return fragment

    def shared(self, values: list[list[UOp]], loop: UOp, within: UOp) -> Callable[[int], Operand]:
        """The same through shared memory, where the threads of each warp put their rows."""
        scores, dtype = self.scores, values[0][0].dtype
        length = scores.size + CHUNK // dtype.itemsize
        memory = UOp(Ops.DEFINE_LOCAL, dtype, (), (next(scores.locals), iterations(scores.warps) * scores.unit.rows * length))
        free, first_row = after_readers(memory, *scores.loops, loop), scores.first_row()
        stores: list[UOp] = []
        for tile, of_tile in enumerate(values):
            for register, value in enumerate(of_tile):
                row, column = scores.at_register(register)
                to = (first_row + row) * length + tile * scores.unit.columns + column
                stores.append(free.index(graph_rewrite(to, symbolic)).store(value))
        there = memory.after(barrier(UOp(Ops.GROUP, dtypes.void, tuple(stores))))
        return lambda first: Operand(there.index((first_row + scores.row) * length + first + within).load(dtype), scores.row, within)


def _subtractable(maximum: UOp) -> UOp:
    """A maximum, or 0 where that is -inf: of rows whose scores are all masked so far, differences would be NaN and not -inf."""
    least = UOp.const(maximum.dtype, -math.inf)
    return maximum.alu(Ops.CMPEQ, least).where(UOp.const(maximum.dtype, 0.0), maximum)
