"""Staging for work-groups: the items copy a tile of an input into local memory together, and read it there.

In: a kernel, one of its loads, the axes of the tile (slowest first). Out: the kernel with that load read from a DEFINE_LOCAL that all
items of the group fill, element by element, side by side in memory, between two barriers.
Always true: conditions on the load are settled while copying; no item reads a tile that is being filled.
"""
from __future__ import annotations

from collections.abc import Sequence

from heddle.codegen.axes import fresh_id, size_of, stride, turns
from heddle.codegen.grouped import after_readers, barrier
from heddle.codegen.stage import loads
from heddle.dtype import dtypes
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.rewrite import graph_rewrite
from heddle.uop.rules import symbolic

ZERO = UOp.const(dtypes.index, 0)


def share_operand(sink: UOp, operand: int, axes: tuple[UOp, ...]) -> UOp:
    """The kernel with load number `operand` shared by the work-group, as a tile over `axes`, slowest first."""
    load = loads(sink)[operand]
    items = sorted((n for n in sink.toposort() if n.op is Ops.RANGE and n.arg[1] is AxisType.WORKGROUP), key=lambda r: r.arg[0])
    number = _position(items, items)
    local = UOp(Ops.DEFINE_LOCAL, load.dtype, (), (sum(n.op is Ops.DEFINE_LOCAL for n in sink.toposort()), turns(axes)))
    filled = local.after(barrier(_fill(sink, load, local, axes, number, turns(items))))
    at = _position(axes, axes)
    return graph_rewrite(sink.substitute({load: filled.index(at).load(load.dtype)}), symbolic)


def _position(axes: Sequence[UOp], at: Sequence[UOp]) -> UOp:
    """Where the element `at` lies in a tile over `axes`, slowest first."""
    return sum((x * turns(axes[n + 1:]) for n, x in enumerate(at)), ZERO)


def _fill(sink: UOp, load: UOp, local: UOp, axes: tuple[UOp, ...], number: UOp, items: int) -> UOp:
    """Each item copies every `items`-th element, counted along memory."""
    size = turns(axes)
    each = -(-size // items)
    turn = UOp.range(each, AxisType.LOOP, fresh_id(sink)) if each > 1 else None
    element = number if turn is None else turn * items + number
    order = sorted(axes, key=lambda r: -abs(stride(load.src[0].src[1], r) or 0))  # neighbours in memory are neighbours in the count
    digits = {r: element // turns(order[n + 1:]) % size_of(r) for n, r in enumerate(order)}
    value = graph_rewrite(load.substitute(digits), symbolic)
    spot = _position(axes, [digits[r] for r in axes])
    gate = () if size % items == 0 else (element < size,)
    outside = load.substitute(dict.fromkeys(axes, ZERO))  # changes with the loops around the tile, and not with those that copy it
    store = after_readers(local, outside).index(graph_rewrite(spot, symbolic)).store(_within(value, *gate), *gate)
    return store.end(*([turn] if turn is not None else []))


def _within(value: UOp, *gate: UOp) -> UOp:
    """The load, not touching memory for elements that are not there. (Digits wrap, so it would stay within its memory anyway.)"""
    if not gate: return value
    index = value.src[0]
    valid = index.src[2] & gate[0] if len(index.src) > 2 else gate[0]
    return value.replace(src=(index.replace(src=(*index.src[:2], valid)),))
