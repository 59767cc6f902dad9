"""Actions on a kernel's axes: parsing, printing, application. A list of actions is a whole schedule.

Inputs: a kernel's ast and an `Action`.
Outputs: the kernel with it applied. An axis is named by its number.
Invariants: the set of values stored is the same; float sums may be reduced in another order.
"""
from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from heddle.codegen.actions.block_swizzle import in_groups
from heddle.codegen.actions.loop_transforms import (
    Replacement,
    fresh_id,
    is_fixed,
    iterations_of_both,
    reorder,
    replace_ranges,
    retype,
    size_of,
)
from heddle.codegen.actions.predication import masked
from heddle.codegen.actions.row_fusion import fuse_rows
from heddle.codegen.memory.cache_read import cache_operand
from heddle.codegen.memory.shared_memory import cache_operand_shared
from heddle.codegen.memory.software_pipeline import pipelined
from heddle.codegen.memory.tile_operands import operands
from heddle.codegen.memory.tma import load_by_tma
from heddle.codegen.tensorize.dot_product import use_dot_product
from heddle.codegen.tensorize.mma import use_mma
from heddle.codegen.tensorize.wgmma import ROWS, use_wgmma
from heddle.dtype import dtypes
from heddle.errors import InternalError
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.polynomial import divide, remainder

#: axis types by their names in actions
KINDS = {kind.name.lower(): kind for kind in AxisType}
#: the kind of a copy by TMA, instead of thread by thread
TMA = "tma"
_WORDS = frozenset(("split", "mark", "join", "order", "cache_read", "cache_shared", "dot_product", "tensorize", "fuse_rows",
                    "pipeline"))
#: actions whose first number is not an axis but a load
OF_LOADS = ("cache_read", "cache_shared")
#: names of older versions, in cached or exported search results
_OLDER = {"stage": "cache_read", "share": "cache_shared", "pair": "dot_product", "matrix": "tensorize", "keep": "fuse_rows"}


@dataclass(frozen=True)
class Action:
    """An action on axes, given by number.

    split a by n as kind: the inner part of axis a gets extent n and that kind; the parts get new numbers, outer first.
        Where n does not divide, or is not known yet, the remainder is computed by loops of its own; or with `overlap` the last piece
        starts earlier (where that is not known: it repeats the last element), or with `mask` it skips elements out of bounds.
    mark a b … as kind: whole axes. join a b as kind: two nested loops as one; `by n`: in groups of n iterations of a, see
        block_swizzle.py. order a b …: nesting, outermost first.
    cache_read n a b … by l: operand n (memory/tile_operands.py) over the tile of those axes is copied to scratch memory, l elements at
        once (memory/cache_read.py). cache_shared n a b …: to shared memory, by all threads of a work-group (memory/shared_memory.py);
        `by 32` for the fragments of a warp, `by 128` for those of four warps, `by 128 as tma` by TMA (memory/tma.py), in a pipeline.
    dot_product a: products along a reduced axis of extent two as one DOT, see tensorize/dot_product.py.
    tensorize a b c: rows a × columns b × depth c on a tensor core, see tensorize/mma.py; of 64 rows, by a warp group, see
        tensorize/wgmma.py.
    fuse_rows a b … by n: the rows of a chain of products over the tile of those axes, n scores at a time, see row_fusion.py.
    pipeline a by n: a software pipeline of depth n of the tiles that loop a fills, see memory/software_pipeline.py.
        After all splits and marks: two copies of a loop would fill one tile. The grid may only hold axes outside the tile.
    """

    what: str
    axes: tuple[int, ...]
    size: int = 0
    kind: str = ""
    overlap: bool = False
    mask: bool = False

    def __str__(self) -> str:
        words = [self.what, *map(str, self.axes)]
        if self.size: words += ["by", str(self.size)]
        if self.kind: words += ["as", self.kind]
        return " ".join(words + ["overlap"] * self.overlap + ["mask"] * self.mask)

    @staticmethod
    def parse(text: str) -> Action:
        """Parses an action, as `str` prints it."""
        m = re.fullmatch(r"(\w+)((?: \d+)+)(?: by (\d+))?(?: as (\w+))?( overlap)?( mask)?", text.strip())
        what = "" if m is None else _OLDER.get(m[1], m[1])
        if m is None or what not in _WORDS: raise ValueError(f"not an action: {text!r}")
        kind = TMA if m[4] == "boxes" else m[4] or ""
        return Action(what, tuple(map(int, m[2].split())), int(m[3] or 0), kind, bool(m[5]), bool(m[6]))


def axis(sink: UOp, number: int) -> UOp:
    """The RANGE with this number."""
    for n in sink.toposort():
        if n.op is Ops.RANGE and n.arg[0] == number: return n
    raise InternalError(f"the kernel has no axis {number}")


def apply(sink: UOp, action: Action) -> UOp:
    """The kernel after `action`."""
    if action.what in OF_LOADS:
        number, tile = action.axes[0], tuple(axis(sink, a) for a in action.axes[1:])
        if action.what == "cache_read": return cache_operand(sink, number, tile, action.size)
        return load_by_tma(sink, number, tile) if action.kind == TMA else cache_operand_shared(sink, number, tile, action.size)
    axes = [axis(sink, a) for a in action.axes]
    if action.what == "dot_product": return use_dot_product(sink, axes[0])
    if action.what == "tensorize": return (use_wgmma if size_of(axes[0]) == ROWS else use_mma)(sink, *axes)
    if action.what == "fuse_rows": return fuse_rows(sink, tuple(axes), action.size)
    if action.what == "pipeline": return pipelined(sink, axes[0], action.size)
    if action.what == "split": return _split(sink, axes[0], action)
    if action.what == "mark": return retype(sink, dict.fromkeys(axes, KINDS[action.kind]))
    if action.what == "order": return reorder(sink, axes)
    if action.size: return replace_ranges(sink, in_groups(sink, axes[0], axes[1], action.size, KINDS[action.kind]))
    return _join(sink, axes[0], axes[1], KINDS[action.kind])


class Optimiser:
    """A kernel and the actions that have been applied to it."""

    def __init__(self, sink: UOp) -> None:
        self.sink = sink
        self.actions: list[Action] = []

    def do(self, action: Action) -> None:
        self.sink = apply(self.sink, action)
        self.actions.append(action)

    def split(self, r: UOp, size: int, kind: AxisType = AxisType.LOOP, overlap: bool = False,
              mask: bool = False) -> tuple[UOp | None, UOp]:
        """(outer, inner) parts of `r`; the outer part is None where it has one iteration."""
        if size == size_of(r) and is_fixed(r): return None, self.mark(r, kind)
        first = fresh_id(self.sink)
        uneven = is_fixed(r) and size_of(r) % size != 0
        # lanes are contiguous, and a repeated element is not
        overlap = overlap and (uneven or (kind is AxisType.UNROLL and not is_fixed(r)))
        self.do(Action("split", (r.arg[0],), size, kind.name.lower(), overlap, mask and uneven))
        return self.find(first), axis(self.sink, first + 1)

    def find(self, number: int) -> UOp | None:
        """The axis with this number, if there is one."""
        return next((n for n in self.sink.toposort() if n.op is Ops.RANGE and n.arg[0] == number), None)

    def mark(self, r: UOp, kind: AxisType) -> UOp:
        if r.arg[1] is not kind: self.do(Action("mark", (r.arg[0],), kind=kind.name.lower()))
        return axis(self.sink, r.arg[0])

    def join(self, outer: UOp, inner: UOp, kind: AxisType = AxisType.LOOP, together: int = 0) -> UOp:
        first = fresh_id(self.sink)
        self.do(Action("join", (outer.arg[0], inner.arg[0]), together, kind.name.lower()))
        return axis(self.sink, first)

    def order(self, loops: Iterable[UOp | None]) -> None:
        self.do(Action("order", tuple(r.arg[0] for r in loops if r is not None)))

    def fuse_rows(self, tile: Iterable[UOp | None], size: int) -> None:
        self.do(Action("fuse_rows", tuple(r.arg[0] for r in tile if r is not None), size))

    def cache_read(self, load: UOp, tile: Iterable[UOp | None], lanes: int) -> None:
        self.do(Action("cache_read", (operands(self.sink).index(load), *(r.arg[0] for r in tile if r is not None)), lanes))


def _split(sink: UOp, r: UOp, action: Action) -> UOp:
    n, size = size_of(r), action.size
    i = fresh_id(sink)
    inner = UOp.range(size, KINDS[action.kind], i + 1)
    if not is_fixed(r): return (_split_clamped if action.overlap else _split_unknown)(sink, r, inner, i)
    iterations = -(-n // size) if action.overlap or action.mask else n // size
    outer, loops = _loop(iterations, r.arg[1], i)
    if n % size == 0: return replace_ranges(sink, {r: (outer * size + inner, (*loops, inner))})
    if action.mask: return masked(sink, r, outer * size + inner, (*loops, inner))
    if action.overlap:
        start = (outer < n // size).where(outer * size, UOp.const(r.dtype, n - size))
        return replace_ranges(sink, {r: (start + inner, (*loops, inner))})
    rest, rest_loops = _loop(n % size, r.arg[1], i + 2)
    return _split_with_rest(sink, r, (outer * size + inner, (*loops, inner)), (rest + iterations * size, rest_loops))


def _split_unknown(sink: UOp, r: UOp, inner: UOp, i: int) -> UOp:
    """Splits an axis of n iterations, known at launch: n // size times the inner one, and a loop of n % size iterations."""
    size, n = size_of(inner), r.src[0]
    whole, left = divide(n, size), remainder(n, size)
    outer, rest = UOp.range(whole, r.arg[1], i), UOp.range(left, r.arg[1], i + 2)
    whole_of: Replacement = outer * size + inner, (outer, inner)
    if left.op is Ops.CONST and left.arg == 0: return replace_ranges(sink, {r: whole_of})
    return _split_with_rest(sink, r, whole_of, (rest + whole * size, (rest,)))


def _split_clamped(sink: UOp, r: UOp, inner: UOp, i: int) -> UOp:
    """Splits an axis of n iterations, known at launch, into pieces; the last one repeats element n - 1 beyond the end."""
    size, n = size_of(inner), r.src[0]
    outer = UOp.range(divide(n + (size - 1), size), r.arg[1], i)
    at = outer * size + inner
    return replace_ranges(sink, {r: ((at < n).where(at, n - 1), (outer, inner))})


def _loop(iterations: int, kind: AxisType, number: int) -> tuple[UOp, tuple[UOp, ...]]:
    """A loop counter and its loop; one iteration needs no loop."""
    if iterations == 1: return UOp.const(dtypes.index, 0), ()
    r = UOp.range(iterations, kind, number)
    return r, (r,)


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


def _join(sink: UOp, outer: UOp, inner: UOp, kind: AxisType) -> UOp:
    if not is_fixed(inner): raise InternalError(f"the iterations of {inner!r} are not known: it cannot be joined into another axis")
    both = UOp.range(iterations_of_both(outer, inner), kind, fresh_id(sink))
    return replace_ranges(sink, {outer: (both // size_of(inner), (both,)), inner: (both % size_of(inner), (both,))})
