"""The action `split`: an axis as two nested ones, of which the inner one has a given extent and type."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from heddle.codegen.actions.action import Action, Actions
from heddle.codegen.actions.axis_types import (
    AXIS_TYPES,
    LOOPS,
    fills_tile,
    own_loops,
    why_not_grid,
    why_not_typed,
)
from heddle.codegen.actions.loop_transforms import (
    Replacement,
    axis_name,
    fresh_id,
    is_fixed,
    part_of,
    reads_what_it_writes,
    replace_ranges,
    size_of,
)
from heddle.codegen.actions.predication import masked
from heddle.dtype import dtypes
from heddle.lazy_dataclass import dataclass
from heddle.renderer import Capabilities
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.polynomial import divide, remainder

_MASKED = (*LOOPS, AxisType.WORKGROUP, AxisType.GRID)


@dataclass(frozen=True)
class Split(Action):
    """split a by n as kind: the inner part of axis a, a.1, gets extent n and that kind; the outer part is a.0.

    Where n does not divide, or is not known yet, the remainder is computed by loops of its own, a.2; or with `overlap` the last piece
    starts earlier (where that is not known: it repeats the last element), or with `mask` it skips elements out of bounds. A mask as
    long as an axis can be leaves no outer part.
    """

    overlap: bool = False
    mask: bool = False

    name = "split"
    flags = ("overlap", "mask")
    follows_splits = False

    def apply(self, sink: UOp, caps: Capabilities) -> UOp:
        """The kernel with the axis split; a remainder is the kernel once more, or one more reduction."""
        r, = self.ranges(sink)
        n, size = size_of(r), self.size
        i = fresh_id(sink)
        inner = part_of(r, 1, size, AXIS_TYPES[self.kind], i + 1)
        if not is_fixed(r) and self.mask: return _split_masked(sink, r, inner, i)
        if not is_fixed(r): return (_split_clamped if self.overlap else _split_unknown)(sink, r, inner, i)
        iterations = -(-n // size) if self.overlap or self.mask else n // size
        outer, loops = _loop(r, 0, iterations, i)
        if n % size == 0: return replace_ranges(sink, {r: (outer * size + inner, (*loops, inner))})
        if self.mask: return masked(sink, r, outer * size + inner, (*loops, inner))
        if self.overlap:
            start = (outer < n // size).where(outer * size, UOp.const(r.dtype, n - size))
            return replace_ranges(sink, {r: (start + inner, (*loops, inner))})
        rest, rest_loops = _loop(r, 2, n % size, i + 2)
        return _split_with_rest(sink, r, (outer * size + inner, (*loops, inner)), (rest + iterations * size, rest_loops))

    def refusal(self, sink: UOp, axes: list[UOp], caps: Capabilities) -> str | None:
        """No element may be counted twice, or computed from its own result; a tile is not filled by several copies of a loop."""
        r = axes[0]
        if len(axes) != 1: return "a split takes one axis"
        if r.arg[1] not in LOOPS: return f"axis {axis_name(r)} is not a loop"
        most = size_of(r) * 2 if self.mask else size_of(r)
        is_whole = self.size == size_of(r) and (is_fixed(r) or not self.mask)
        if not 2 <= self.size < most or is_whole: return f"an axis of extent {size_of(r)} is not split by {self.size}"
        if fills_tile(sink, r): return "the axis fills a tile: axes are split before tiles are made"
        if not is_fixed(r) and self.overlap: return "the extent of the axis is symbolic"
        if self.overlap and size_of(r) % self.size:
            if not any(r in end.src[1:] for end in sink.src): return "overlapping pieces would be reduced twice"
            if reads_what_it_writes(sink): return "overlapping pieces would be computed from their own results"
        if self.overlap and self.mask: return "the last piece either overlaps or is masked"
        if not self.kind: return "the inner axis needs a type"
        kind = AXIS_TYPES[self.kind]
        if self.mask and kind not in _MASKED: return "lanes of a vector cannot be masked"
        if kind is AxisType.GRID and caps.workgroup is not None: return why_not_grid(sink, [r], caps)
        return why_not_typed(sink, r, self.size, kind, caps)

    def alternatives(self, sink: UOp, caps: Capabilities) -> Iterator[Actions]:
        for size in (self.size // 2, self.size * 2) if self.kind == "vector" else sizes_near(self.size):
            yield (replace(self, size=size),)
        if self.kind == "unroll": yield (replace(self, kind="loop"),)
        if self.kind == "loop": yield (replace(self, kind="unroll"),)
        yield (replace(self, overlap=not self.overlap),)

    @classmethod
    def additions(cls, sink: UOp, caps: Capabilities, actions: Actions) -> Iterator[Actions]:
        """Splits of every loop, for registers, caches, vectors and threads."""
        for r in own_loops(sink):
            n, axes = size_of(r), (axis_name(r),)
            yield from ((cls(axes, size, "unroll"),) for size in (2, 4, 8) if size < n)
            yield from ((cls(axes, size, "loop"),) for size in (8, 32, 128) if size < n)
            for lanes in (caps.vector // 4, caps.vector // 8):
                if 1 < lanes < n: yield (cls(axes, lanes, "vector"),)
                if 1 < lanes < n and n % lanes: yield (cls(axes, lanes, "vector", overlap=True),)
            if caps.workgroup is None: continue
            yield from ((cls(axes, size, "workgroup", mask=True),) for size in (8, 32, 128) if size < n)


def sizes_near(size: int) -> tuple[int, ...]:
    """The sizes that a search tries in place of one."""
    steps = (size // 2, size * 2, size - 1, size + 1, size * 4, size // 4, size - 2, size + 2)
    return tuple(s for s in dict.fromkeys(steps) if s > 1)


def _split_unknown(sink: UOp, r: UOp, inner: UOp, i: int) -> UOp:
    """Splits an axis of n iterations, known at launch: n // size times the inner one, and a loop of n % size iterations."""
    size, n = size_of(inner), r.src[0]
    whole, left = divide(n, size), remainder(n, size)
    outer, rest = part_of(r, 0, whole, r.arg[1], i), part_of(r, 2, left, r.arg[1], i + 2)
    whole_of: Replacement = outer * size + inner, (outer, inner)
    if left.op is Ops.CONST and left.arg == 0: return replace_ranges(sink, {r: whole_of})
    return _split_with_rest(sink, r, whole_of, (rest + whole * size, (rest,)))


def _split_clamped(sink: UOp, r: UOp, inner: UOp, i: int) -> UOp:
    """Splits an axis of n iterations, known at launch, into pieces; the last one repeats element n - 1 beyond the end."""
    size, n = size_of(inner), r.src[0]
    outer = part_of(r, 0, divide(n + (size - 1), size), r.arg[1], i)
    at = outer * size + inner
    return replace_ranges(sink, {r: ((at < n).where(at, n - 1), (outer, inner))})


def _split_masked(sink: UOp, r: UOp, inner: UOp, i: int) -> UOp:
    """Splits an axis of n iterations, known at launch, into pieces of which the last one has elements out of bounds."""
    size = size_of(inner)
    if size >= size_of(r): return masked(sink, r, inner, (inner,))
    outer = part_of(r, 0, divide(r.src[0] + (size - 1), size), r.arg[1], i)
    return masked(sink, r, outer * size + inner, (outer, inner))


def _loop(r: UOp, n: int, iterations: int, number: int) -> tuple[UOp, tuple[UOp, ...]]:
    """The counter of part `n` of an axis, and its loop; one iteration needs no loop."""
    if iterations == 1: return UOp.const(dtypes.index, 0), ()
    part = part_of(r, n, iterations, r.arg[1], number)
    return part, (part,)


def _split_with_rest(sink: UOp, r: UOp, whole_of: Replacement, rest_of: Replacement) -> UOp:
    """reduce(n) = reduce(n // size * size) combined with reduce(the rest); of a store, the rest is a loop of its own."""
    if any(r in end.src[1:] for end in sink.src):
        parts = [replace_ranges(sink, {r: new}) for new in (whole_of, rest_of)]
        return UOp.sink(*parts[0].src, *(s for s in parts[1].src if s not in parts[0].src))
    new: dict[UOp, UOp] = {}
    for node in sink.toposort():
        src = tuple([new[s] for s in node.src])
        made = new[node] = node if src == node.src else node.replace(src=src)
        if node.op is Ops.REDUCE and r in node.src[1:]:
            whole, left = (replace_ranges(UOp.sink(made), {r: part}).src[0] for part in (whole_of, rest_of))
            new[node] = whole.alu(node.arg, left)
    return new[sink]
