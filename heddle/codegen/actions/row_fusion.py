"""Row fusion: two chained products and the ops between them in one kernel, with rows kept in scratch memory (attention).

Inputs: a kernel whose sum of products has a factor that is reduced along the very axis it sums over, and itself made of sums of
products:

    out[r, d] = sum_k p(r, k) * v[k, d],  p(r, k) = f(x(r, k), reduce_k' x(r, k'), …),  x(r, k) = g(sum_j a[r, j] * b[k, j])

Outputs: the same, where for a tile of rows every step is done for all k before the next one, and kept in a DEFINE_LOCAL [k][rows]:

    fill x;   reduce it;   fill exp(x - max) in its place;   reduce that;   sum_k p * v

Invariants: each value is what it was before, so rows that are wholly masked, infinities and NaN come out as they always do. Only a
factor that does not change with k leaves the last sum, as sums may be reduced in any order.
"""
from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable

from heddle.codegen.actions.causal_bounds import end_of
from heddle.codegen.actions.loop_transforms import factors_of, fresh_id, iterations, size_of
from heddle.dtype import dtypes
from heddle.errors import InternalError
from heddle.lazy_dataclass import dataclass
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.polynomial import divide, remainder
from heddle.uop.rewrite import rewrite_replaced
from heddle.uop.rules import symbolic


@dataclass(frozen=True)
class Chain:
    """A chain of two products, as `find_chain` finds it."""

    outer: UOp  # the second sum of products, the kernel's output
    factor: UOp  # the factor of its products that is computed by rows
    other: UOp
    inner: UOp  # the first sum of products, along the same axes
    reductions: tuple[UOp, ...]  # of rows, in dependency order

    @property
    def along(self) -> tuple[UOp, ...]:
        """The axes that it shares with all reductions of rows: one, unless it is split into digits."""
        return self.outer.src[1:]


def find_chain(sink: UOp) -> Chain | None:
    """The chain in `sink`, if there is one."""
    if len(sink.src) != 1: return None
    reductions = [n for n in sink.toposort() if n.op is Ops.REDUCE]
    if len(reductions) < 3 or not factors_of(outer := reductions[-1]): return None
    rows = tuple(f for f in reductions[:-1] if f.src[1:] == outer.src[1:])
    products = [f for f in reductions[:-1] if f not in rows]
    if len(products) != 1 or not factors_of(products[0]) or not rows: return None
    for factor, other in (sides := factors_of(outer), sides[::-1]):
        within = factor.toposort()
        if all(f in within for f in reductions[:-1]) and not any(n.op is Ops.REDUCE for n in other.toposort()):
            return Chain(outer, factor, other, products[0], rows)
    return None


def causal_ends(chain: Chain, tile: Iterable[UOp]) -> tuple[UOp, ...]:
    """Where the loops along a chain end for a tile of rows: beyond a causal bound, scores of all its rows are masked."""
    first, along = chain.reductions[0], list(chain.along)
    if first.arg is Ops.MAX and len(along) == 1 and along[0].src[0].op is Ops.CONST:
        end = end_of(first.src[0], along[0], tile)
        if end is not None: return (end,)
    return tuple(r.src[0] for r in along)


# ---- rows in scratch memory


def fuse_rows(sink: UOp, axes: tuple[UOp, ...], size: int) -> UOp:
    """The kernel with the rows of its chain kept, whole, for the tile of the output's `axes`, slowest first.

    The first product is unrolled `size` times along the rows, for a tile of it in registers.
    """
    chain = find_chain(sink)
    if chain is None: raise InternalError("no chain of products to keep rows of")
    return rewrite_replaced(sink, symbolic, {chain.outer: _Keeper(sink, chain, axes, size).run()})


#: Loops along the chain's axes: what stands for each axis, and the ranges in that.
_Loops = tuple[dict[UOp, UOp], tuple[UOp, ...]]
#: Iterations of a reduction of rows that are unrolled, which hides the latency of an addition, and of a step that fills.
_REDUCED_AT_ONCE, _FILLED_AT_ONCE = 4, 2


class _Keeper:
    """Lowers the steps of a chain in order: the inner product, the reductions of its rows, at last the factor."""

    def __init__(self, sink: UOp, chain: Chain, axes: tuple[UOp, ...], size: int) -> None:
        self.chain, self.axes, self.size = chain, axes, size
        self.ids = itertools.count(fresh_id(sink))
        self.locals = sum(n.op is Ops.DEFINE_LOCAL for n in sink.toposort())
        self.steps = [f.src[0] for f in chain.reductions]
        self.kept: dict[UOp, UOp] = {}  # values of steps, and the memory they are in
        self.reductions: dict[UOp, UOp] = {}  # reductions of rows, and the same of what is kept
        self.ends = causal_ends(chain, axes)

    def run(self) -> UOp:
        """The second product, of rows that are kept."""
        factor, op, scale = _without_scale(self.chain)
        last = len(self.steps)
        self.steps += [factor, scale]
        for n, (reduction, body) in enumerate(zip(self.chain.reductions, self.steps, strict=False)):
            if body not in self.kept and any(_uses(s, body) for s in self.steps[n + 1:]): self.keep(body, n)
            self.reductions[reduction] = self.reduced(reduction, body, _REDUCED_AT_ONCE)
        if not _is_at_hand(factor, self.kept): self.keep(factor, last)
        total = self.reduced(self.chain.outer, self.chain.outer.src[0].substitute({self.chain.factor: factor}), 1)
        return total if op is None else total.alu(op, scale.substitute(self.reductions))

    def reduced(self, reduction: UOp, body: UOp, at_once: int) -> UOp:
        """`reduction` of `body`, at hand, over loops of its own."""
        value = self.value(body)
        parts = [value.substitute(swap).reduce(reduction.arg, *ranges) for swap, ranges in self.loops(AxisType.REDUCE, at_once)]
        return functools.reduce(lambda a, b: a.alu(reduction.arg, b), parts)

    def keep(self, body: UOp, step: int) -> None:
        """Fills memory with the `body` of this step for all of the axis: in the memory of a value that has no other use."""
        rows = {r: UOp(Ops.RANGE, r.dtype, r.src, (next(self.ids), r.arg[1])) for r in self.axes}
        value = self.value(body)
        old = next((v for v, m in self.kept.items() if m.dtype == body.dtype and not self.is_used(v, body, step)), None)
        before = self.new_memory(body) if old is None else self.kept.pop(old)
        store = before.index(self.offset()).store(value)
        loops = self.loops(AxisType.LOOP, _FILLED_AT_ONCE) if self.kept or old is not None else [self.tiled_loops()]
        # rows outermost: a row is reduced before its memory is reused
        fills = [store.substitute({**rows, **swap}).end(*rows.values(), *ranges) for swap, ranges in loops]
        self.kept[body] = before.after(*fills)

    def is_used(self, old: UOp, body: UOp, step: int) -> bool:
        """Whether a later step uses `old`, or a reduction of it, other than through `body`."""
        mine = {f for f in self.reductions if _uses(f, old)}
        return any(n is old or n in mine for s in self.steps[step + 1:] for n in s.toposort(gate=lambda n: n is not body))

    def value(self, body: UOp) -> UOp:
        """`body` in terms of the rows in scratch memory."""
        return body.substitute({**self.reductions, **{v: memory.index(self.offset()).load() for v, memory in self.kept.items()}})

    def offset(self) -> UOp:
        """Position of an element in memory: along the chain's axes, then by row."""
        at = UOp.const(dtypes.index, 0)
        for r in (*self.chain.along, *self.axes): at = at * size_of(r) + r
        return at

    def new_memory(self, body: UOp) -> UOp:
        self.locals += 1
        return UOp(Ops.DEFINE_LOCAL, body.dtype, (), (self.locals - 1, iterations((*self.chain.along, *self.axes))))

    # ---- loops

    def range(self, size: int | UOp, kind: AxisType) -> UOp: return UOp.range(size, kind, next(self.ids))

    def loops(self, kind: AxisType, at_once: int) -> list[_Loops]:
        """New loops along the chain's axes, as far as rows reach, the innermost in pieces; what is left over is a loop of its own.

        Where rows reach as far as their tile, which pieces do not divide, there are none: a loop of perhaps 0 iterations would still
        have its first element read.
        """
        outer = {r: self.range(end, kind) for r, end in zip(self.chain.along[:-1], self.ends, strict=False)}
        k, end = self.chain.along[-1], self.ends[-1]
        if at_once == 1 or size_of(k) < 2 * at_once or not (end.op is Ops.CONST or divides(at_once, end)):
            inner = self.range(end, kind)
            return [({**outer, k: inner}, (*outer.values(), inner))]
        whole, left = divide(end, at_once), remainder(end, at_once)
        iteration, piece = self.range(whole, kind), self.range(at_once, AxisType.UNROLL)
        found: list[_Loops] = [({**outer, k: iteration * at_once + piece}, (*outer.values(), iteration, piece))]
        if left.op is Ops.CONST and left.arg == 0: return found
        rest = self.range(left, kind)
        return [*found, ({**outer, k: whole * at_once + rest}, (*outer.values(), rest))]

    def tiled_loops(self) -> _Loops:
        """The same for tiles of the first product: the last one starts earlier, or repeats the last score."""
        swap, ranges = self.loops(AxisType.LOOP, 1)[0]
        k, end, size = self.chain.along[-1], self.ends[-1], self.tile_size()
        if size == 1: return swap, ranges
        iteration, piece = self.range(divide(end + (size - 1), size), AxisType.LOOP), self.range(size, AxisType.UNROLL)
        at = iteration * size + piece
        if end.op is Ops.CONST and end.arg % size:
            at = (iteration < end.arg // size).where(iteration * size, UOp.const(k.dtype, end.arg - size)) + piece
        elif end.op is not Ops.CONST and not divides(size, end): at = (at < end).where(at, end - 1)
        return {**swap, k: at}, (*ranges[:-1], iteration, piece)

    def tile_size(self) -> int:
        """`size`, or where rows reach as far as their tile only, the next less that divides that."""
        end, most = self.ends[-1], min(self.size, size_of(self.chain.along[-1]))
        if end.op is Ops.CONST: return max(most, 1)
        return next((n for n in (16, 8, 4, 2) if n <= most and divides(n, end)), max(most, 1))


def divides(n: int, size: UOp) -> bool:
    """Whether `size` is a multiple of `n` for all values of its variables."""
    left = remainder(size, n)
    return left.op is Ops.CONST and left.arg == 0


def _without_scale(chain: Chain) -> tuple[UOp, Ops | None, UOp]:
    """The factor without what does not change along the sum, which is left to the sum: sum(p / l * v) = sum(p * v) / l"""
    factor, along = chain.factor, {*chain.along}
    if factor.op in (Ops.FDIV, Ops.MUL) and factor.dtype == chain.outer.dtype and chain.outer.src[0].op is Ops.MUL:
        for x, c in (factor.src, factor.src[::-1])[:2 if factor.op is Ops.MUL else 1]:
            if not along & c.ranges: return x, factor.op, c
    return factor, None, factor.const_like(1)


def _uses(x: UOp, value: UOp) -> bool: return value in x.toposort()


def _is_at_hand(x: UOp, kept: Iterable[UOp]) -> bool:
    """Whether `x` is in scratch memory, or a cast of such a value."""
    while x.op is Ops.CAST and x not in kept: x = x.src[0]
    return x in kept
