"""Loop fission: reductions along one axis that depend on each other, as in a softmax, get a loop each.

Inputs: a kernel's ast.
Outputs: the same, in which no reduction goes through an axis that a reduction inside it goes through.
Invariants: the inner one keeps the axis.
"""
from __future__ import annotations

import itertools

from heddle.codegen.actions.loop_transforms import fresh_id, reductions_of
from heddle.uop import Ops, UOp
from heddle.uop.rewrite_trace import direct


@direct
def separate_steps(sink: UOp) -> UOp:
    """`sink` with an axis of its own for each reduction that comes after another one along the same."""
    axes = [r for reduction in reductions_of(sink) for r in reduction.src[1:]]
    if len(axes) == len(set(axes)): return sink
    fresh = itertools.count(fresh_id(sink))
    new: dict[UOp, UOp] = {}
    for node in sink.toposort():
        src = tuple([new[s] for s in node.src])
        made = node if src == node.src else node.replace(src=src)
        if node.op is Ops.REDUCE:
            taken = {r for n in reductions_of(made.src[0]) for r in n.src[1:]}
            made = _over(made, {r: r.replace(arg=(next(fresh), r.arg[1])) for r in made.src[1:] if r in taken})
        new[node] = made
    return new[sink]


def _over(reduction: UOp, own: dict[UOp, UOp]) -> UOp:
    """`reduction` over axes of its own; reductions inside it that go through the same ones stay as they are."""
    if not own: return reduction
    inside = {n: n for n in reductions_of(reduction.src[0]) if any(r in own for r in n.src[1:])}
    return reduction.replace(src=(reduction.src[0].substitute({**inside, **own}), *(own.get(r, r) for r in reduction.src[1:])))
