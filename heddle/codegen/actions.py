"""What can be done to a kernel's axes (DESIGN D4): a list of actions is a whole optimisation, and reads as text.

In: a kernel's ast and an `Action`. Out: the kernel with it applied. An axis is named by its number.
Always true: the set of values stored is the same; float sums may be folded in another order.
"""
from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from heddle.codegen.axes import (
    Replacement,
    fresh_id,
    is_fixed,
    reorder,
    replace_ranges,
    retype,
    size_of,
    turns_of_both,
)
from heddle.codegen.block_order import in_groups
from heddle.codegen.boxes import share_by_boxes
from heddle.codegen.group_stage import share_operand
from heddle.codegen.masks import masked
from heddle.codegen.matrix import use_matrix_unit
from heddle.codegen.matrix_group import ROWS, use_group_unit
from heddle.codegen.operands import operands
from heddle.codegen.pairs import use_pairs
from heddle.codegen.prefetch import fill_ahead
from heddle.codegen.rows import keep_rows
from heddle.codegen.stage import stage_operand
from heddle.dtype import dtypes
from heddle.errors import InternalError
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.rules.integers import divide, remainder

#: what an axis can be, as actions spell it
KINDS = {kind.name.lower(): kind for kind in AxisType}
#: how a tile may be shared besides item by item
BOXES = "boxes"


@dataclass(frozen=True)
class Action:
    """One step, applied to axes by number.

    split a by n as kind: the inner part of axis a gets n turns and that kind; the parts get new numbers, outer first.
        Where n does not divide, or is not known yet, the rest is computed apart; or with `overlap` the last piece starts earlier
        (where it is not known when that would be: it repeats the last element), or with `mask` it does nothing for the elements that
        are not there.
    mark a b … as kind: whole axes. join a b as kind: two nested loops as one; `by n`: in groups of n turns of a, see block_order.py.
        order a b …: nesting, outermost first.
    stage n a b … by l: operand number n (see operands.py) over the tile of those axes, copied l elements at a time, see stage.py.
        share n a b …: the same for a work-group, whose items copy the tile together, see group_stage.py.
        With `by 32` the items of a warp take part, with `by 128` those of four warps, see there.
        With `by 128 as boxes` the device copies the tile by itself, see boxes.py; a pipeline asks it to.
    pair a: products along a folded axis of two turns as one DOT, see pairs.py.
    matrix a b c: rows a × columns b × depth c to a matrix unit, see matrix.py; of 64 rows, to one that four warps use together,
        see matrix_group.py.
    keep a b … by n: the rows of a chain of products over the tile of those axes, n scores at a time, see rows.py.
    pipeline a by n: the tiles that the turns of loop a fill are filled n - 1 turns ahead, see prefetch.py.
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
        """The action written as `text`, as `str` prints it."""
        m = re.fullmatch(r"(split|mark|join|order|stage|share|pair|matrix|keep|pipeline)((?: \d+)+)"
                         r"(?: by (\d+))?(?: as (\w+))?( overlap)?( mask)?", text.strip())
        if m is None: raise ValueError(f"not an action: {text!r}")
        return Action(m[1], tuple(map(int, m[2].split())), int(m[3] or 0), m[4] or "", bool(m[5]), bool(m[6]))


def axis(sink: UOp, number: int) -> UOp:
    """The RANGE with this number."""
    for n in sink.toposort():
        if n.op is Ops.RANGE and n.arg[0] == number: return n
    raise InternalError(f"the kernel has no axis {number}")


def apply(sink: UOp, action: Action) -> UOp:
    """The kernel with `action` done to it."""
    if action.what == "share" and action.kind == BOXES:
        return share_by_boxes(sink, action.axes[0], tuple(axis(sink, a) for a in action.axes[1:]))
    if action.what == "share":
        return share_operand(sink, action.axes[0], tuple(axis(sink, a) for a in action.axes[1:]), action.size)
    if action.what == "stage": return stage_operand(sink, action.axes[0], tuple(axis(sink, a) for a in action.axes[1:]), action.size)
    axes = [axis(sink, a) for a in action.axes]
    if action.what == "pair": return use_pairs(sink, axes[0])
    if action.what == "matrix": return (use_group_unit if size_of(axes[0]) == ROWS else use_matrix_unit)(sink, *axes)
    if action.what == "keep": return keep_rows(sink, tuple(axes), action.size)
    if action.what == "pipeline": return fill_ahead(sink, axes[0], action.size)
    if action.what == "split": return _split(sink, axes[0], action)
    if action.what == "mark": return retype(sink, dict.fromkeys(axes, KINDS[action.kind]))
    if action.what == "order": return reorder(sink, axes)
    if action.size: return replace_ranges(sink, in_groups(sink, axes[0], axes[1], action.size, KINDS[action.kind]))
    return _join(sink, axes[0], axes[1], KINDS[action.kind])


class Optimiser:
    """A kernel and the actions done to it so far."""

    def __init__(self, sink: UOp) -> None:
        self.sink = sink
        self.actions: list[Action] = []

    def do(self, action: Action) -> None:
        self.sink = apply(self.sink, action)
        self.actions.append(action)

    def split(self, r: UOp, size: int, kind: AxisType = AxisType.LOOP, overlap: bool = False,
              mask: bool = False) -> tuple[UOp | None, UOp]:
        """(outer, inner) parts of `r`; the outer part is None where it has one turn."""
        if size == size_of(r) and is_fixed(r): return None, self.mark(r, kind)
        first = fresh_id(self.sink)
        uneven = is_fixed(r) and size_of(r) % size != 0
        # lanes lie side by side, and an element that is repeated does not
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

    def keep(self, tile: Iterable[UOp | None], size: int) -> None:
        self.do(Action("keep", tuple(r.arg[0] for r in tile if r is not None), size))

    def stage(self, load: UOp, tile: Iterable[UOp | None], lanes: int) -> None:
        self.do(Action("stage", (operands(self.sink).index(load), *(r.arg[0] for r in tile if r is not None)), lanes))


def _split(sink: UOp, r: UOp, action: Action) -> UOp:
    n, size = size_of(r), action.size
    i = fresh_id(sink)
    inner = UOp.range(size, KINDS[action.kind], i + 1)
    if not is_fixed(r): return (_split_clamped if action.overlap else _split_unknown)(sink, r, inner, i)
    turns = -(-n // size) if action.overlap or action.mask else n // size
    outer, loops = _loop(turns, r.arg[1], i)
    if n % size == 0: return replace_ranges(sink, {r: (outer * size + inner, (*loops, inner))})
    if action.mask: return masked(sink, r, outer * size + inner, (*loops, inner))
    if action.overlap:
        start = (outer < n // size).where(outer * size, UOp.const(r.dtype, n - size))
        return replace_ranges(sink, {r: (start + inner, (*loops, inner))})
    rest, rest_loops = _loop(n % size, r.arg[1], i + 2)
    return _split_with_rest(sink, r, (outer * size + inner, (*loops, inner)), (rest + turns * size, rest_loops))


def _split_unknown(sink: UOp, r: UOp, inner: UOp, i: int) -> UOp:
    """An axis of n turns, known at launch: n // size times the inner one, and n % size turns apart."""
    size, n = size_of(inner), r.src[0]
    whole, left = divide(n, size), remainder(n, size)
    outer, rest = UOp.range(whole, r.arg[1], i), UOp.range(left, r.arg[1], i + 2)
    whole_of: Replacement = outer * size + inner, (outer, inner)
    if left.op is Ops.CONST and left.arg == 0: return replace_ranges(sink, {r: whole_of})
    return _split_with_rest(sink, r, whole_of, (rest + whole * size, (rest,)))


def _split_clamped(sink: UOp, r: UOp, inner: UOp, i: int) -> UOp:
    """An axis of n turns, known at launch, in pieces of which the last one repeats element n - 1 where there are no more."""
    size, n = size_of(inner), r.src[0]
    outer = UOp.range(divide(n + (size - 1), size), r.arg[1], i)
    at = outer * size + inner
    return replace_ranges(sink, {r: ((at < n).where(at, n - 1), (outer, inner))})


def _loop(turns: int, kind: AxisType, number: int) -> tuple[UOp, tuple[UOp, ...]]:
    """A counter and the loop it needs: one turn needs none."""
    if turns == 1: return UOp.const(dtypes.index, 0), ()
    r = UOp.range(turns, kind, number)
    return r, (r,)


def _split_with_rest(sink: UOp, r: UOp, whole_of: Replacement, rest_of: Replacement) -> UOp:
    """fold(n) = fold(n // size * size) combined with fold(the rest); of a store, the rest is a loop of its own."""
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
    if not is_fixed(inner): raise InternalError(f"the turns of {inner!r} are not known: it cannot be joined into another axis")
    both = UOp.range(turns_of_both(outer, inner), kind, fresh_id(sink))
    return replace_ranges(sink, {outer: (both // size_of(inner), (both,)), inner: (both % size_of(inner), (both,))})
