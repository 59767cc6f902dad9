"""Shape rules of the tensor graph's ops.

Inputs: a node whose sources have shapes.
Outputs: its shape, or a ShapeError that names the operation and the sizes.
"""
from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from heddle.errors import AxisError, ShapeError
from heddle.uop.args import Collective
from heddle.uop.mesh import Layout, layout_of
from heddle.uop.ops import GroupOp, Ops
from heddle.uop.size_conditions import may_be_within, settled_by_bounds
from heddle.uop.symbol import Symbol

if TYPE_CHECKING:
    from heddle.uop.uop import UOp

Shape = tuple[int, ...]


def _reshape(node: UOp, s: Shape) -> Shape:
    count = math.prod(node.arg)
    if type(count) is int and count > 0: is_negative = min(node.arg, default=1) < 0  # without Symbols
    else: is_negative = any(n < 0 for n in node.arg if not isinstance(n, Symbol))
    if is_negative or count != math.prod(s):
        raise ShapeError(f"reshape cannot make {node.arg} ({math.prod(node.arg)} elements) of {s} ({math.prod(s)} elements)",
                         "Give sizes whose product is the number of elements.")
    return node.arg


def _permute(node: UOp, s: Shape) -> Shape:
    axes: tuple[int, ...] = node.arg
    if sorted(axes) != list(range(len(s))): raise AxisError(f"permute needs each axis of {s} once, got {axes}", "Name each axis once.")
    return tuple([s[a] for a in axes])


def _expand(node: UOp, s: Shape) -> Shape:
    target: Shape = node.arg
    if len(s) == len(target):
        for a, b in zip(s, target, strict=True):
            if a != b and a != 1: break
        else: return target
    raise ShapeError(f"expand can only repeat axes of size 1: {s} does not become {target}", "Use .repeat() for axes of another size.")


def _pad(node: UOp, s: Shape) -> Shape:
    if len(node.arg) != len(s) or any(settled_by_bounds(0, "<=", w) is False for pair in node.arg for w in pair):
        raise ShapeError(f"pad needs one (before, after) of at least 0 for each axis of {s}, got {node.arg}",
                         "Give non-negative pairs.")
    return tuple([n + b + e for n, (b, e) in zip(s, node.arg, strict=True)])


def _shrink(node: UOp, s: Shape) -> Shape:
    if len(node.arg) != len(s) or any(not may_be_within(b, e, n) for n, (b, e) in zip(s, node.arg, strict=False)):
        raise ShapeError(f"shrink needs 0 <= begin <= end <= size for each axis of {s}, got {node.arg}",
                         "Give bounds within the shape.")
    return tuple([e - b for b, e in node.arg])


def _reduce(node: UOp, s: Shape) -> Shape:
    if any(not 0 <= a < len(s) for a in node.arg[1]):
        raise AxisError(f"reduce over axes {node.arg[1]} of a tensor with {len(s)} axes, shape {s}", "Name axes that the tensor has.")
    return tuple([1 if i in node.arg[1] else n for i, n in enumerate(s)])


def _scan(node: UOp, s: Shape) -> Shape:
    axis: int = node.arg[1]
    if not 0 <= axis < len(s):
        raise AxisError(f"scan along axis {axis} of a tensor with {len(s)} axes, shape {s}",
                        "Name an axis that the tensor has.")
    start = tuple(1 if a == axis else n for a, n in enumerate(s))
    if any(src.shape != start for src in node.src[1:]):
        raise ShapeError(f"scan of {s} along axis {axis} cannot start with {node.src[1].shape}",
                         "Give a start of the shape without that axis.")
    return s


def _merge(node: UOp, s: Shape) -> Shape:
    piece: int = node.arg[0]
    if not s or s[-1] % piece or node.src[1].shape != (1,):
        raise ShapeError(f"merge cannot cut rows of {s} into pieces of {piece}",
                         "Give a size of pieces that divides the last axis.")
    return (*s[:-1], s[-1] // piece, piece)


def _flip(node: UOp, s: Shape) -> Shape: return s


def _shard(node: UOp, s: Shape) -> Shape:
    layout = layout_of(*node.arg)
    for axis in dict.fromkeys(layout.cuts):
        if axis is not None and (not 0 <= axis < len(s) or s[axis] % layout.count(axis)):
            raise ShapeError(f"shard cannot cut axis {axis} of {s} into {layout.count(axis)} equal parts",
                             "Pad the axis, or shard along another one.")
    return s


def _multi(node: UOp, s: Shape) -> Shape:
    axis: int | Layout | None = node.arg
    cuts = axis.cuts if isinstance(axis, Layout) else (axis,)
    if any(part.shape != s for part in node.src) or any(a is not None and not 0 <= a < len(s) for a in cuts):
        raise ShapeError(f"parts of shapes {', '.join(str(p.shape) for p in node.src)} do not make one tensor along axis {axis}",
                         "Make the parts equal on the other axes.")
    if isinstance(axis, Layout): return axis.whole(s)
    return s if axis is None else (*s[:axis], s[axis] * len(node.src), *s[axis + 1:])


def _collective(node: UOp, s: Shape) -> Shape:
    what: Collective = node.arg
    n = len(what.ranks)
    if len(node.src) > 1: s = (*s[:-1], sum(x.shape[-1] for x in node.src))
    if what.kind == "all_gather": return (n, *s)
    if what.kind in ("reduce_scatter", "all_to_all") and (not s or s[0] != n):
        raise ShapeError(f"{what.name} over {n} ranks needs a part for each along axis 0, got {s}", "Reshape the value.")
    return s[1:] if what.kind == "reduce_scatter" else s


#: ops that have the shape of their first source
_OF_FIRST = GroupOp.ELEMENTWISE | {Ops.CONTIGUOUS, Ops.COPY, Ops.DETACH, Ops.ASSIGN, Ops.LOAD}
_RULES: dict[Ops, Callable[[UOp, Shape], Shape]] = {
    Ops.RESHAPE: _reshape, Ops.PERMUTE: _permute, Ops.EXPAND: _expand, Ops.PAD: _pad, Ops.SHRINK: _shrink,
    Ops.REDUCE_AXIS: _reduce, Ops.SCAN: _scan, Ops.MERGE: _merge, Ops.FLIP: _flip, Ops.SHARD: _shard, Ops.MULTI: _multi,
    Ops.COLLECTIVE: _collective,
}


def _memory_shape(node: UOp) -> Shape:
    size: int = node.arg[1]
    return (size,)


def _result_shape(node: UOp) -> Shape:
    out: int = node.arg.out
    return node.src[out].shape


def shape_of(node: UOp) -> Shape:
    """The shape of `node`, given its sources' shapes."""
    if (rule := _RULES.get(node.op)) is not None: return rule(node, node.src[0].shape)
    if node.op is Ops.BUFFER: return (node.arg.size,)
    if node.op is Ops.PARAM: return node.arg.shape if node.arg.shape is not None else (node.arg.size,)
    if node.op is Ops.IOTA: return (node.arg,)
    if node.op is Ops.BUFFER_VIEW: return (node.arg[0],)
    if (node.op is Ops.DEFINE_LOCAL or node.op is Ops.DEFINE_REG) and isinstance(node.arg, tuple): return _memory_shape(node)
    if node.op is Ops.ELEMENT: return node.src[0].shape[len(node.src) - 1:]
    if node.op is Ops.AFTER: return node.src[0].shape
    if node.op is Ops.KERNEL: return _result_shape(node)
    if node.op is Ops.CUSTOM_GRADIENT: return node.src[0].shape
    if node.op is Ops.GATHER: return node.src[1].shape + node.src[0].shape[1:]
    if node.op in _OF_FIRST:
        first = node.src[0].shape
        for s in node.src:
            if s.shape != first and node.op is not Ops.LOAD:
                raise ShapeError(f"{node.op.name} needs equal shapes, got {', '.join(str(s.shape) for s in node.src)}",
                                 "Broadcast the operands first.")
        return first
    return ()


def broadcast_axes(src_shape: tuple[int, ...], out_shape: tuple[int, ...]) -> tuple[int, ...]:
    """The axes of `out_shape` along which a value of `src_shape` is repeated. ShapeError if it does not broadcast to it."""
    added = len(out_shape) - len(src_shape)
    padded = (*[1] * added, *src_shape)
    if added < 0 or any(a != b and a != 1 for a, b in zip(padded, out_shape, strict=True)):
        raise ShapeError(f"{src_shape} does not broadcast to {out_shape}", "Each size, from the last, has to be equal or 1.")
    return tuple([i for i, (a, b) in enumerate(zip(padded, out_shape, strict=True)) if i < added or a != b])
