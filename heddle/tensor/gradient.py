"""Gradients by reverse mode: from a result back through its graph, one rule an op.

In: a node, its gradient, and the nodes wanted. Out: their gradients, as graphs. Always true: only nodes between result and targets
are visited; no walk recurses; a rule returns one gradient, or None, for each source.
"""
from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from heddle.dtype import dtypes
from heddle.errors import GradientError, ShapeError, describe_location
from heddle.tensor import live
from heddle.tensor.graph import alu, broadcast, cast, constant, mark
from heddle.tensor.linalg import accumulator
from heddle.tensor.reduce import fold
from heddle.uop import Ops, UOp

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

Grads = Sequence[UOp | None]
#: op -> rule(grad of the node, node)
RULES: dict[Ops, Callable[[UOp, UOp], Grads]] = {}


def gradient_of(*ops: Ops) -> Callable[[Callable[[UOp, UOp], Grads]], Callable[[UOp, UOp], Grads]]:
    """Enters a rule into the table."""
    def enter(rule: Callable[[UOp, UOp], Grads]) -> Callable[[UOp, UOp], Grads]:
        for op in ops: RULES[op] = rule
        return rule
    return enter


def _number(like: UOp, value: float) -> UOp: return constant(like.dtype, value, like.shape)
def _mul(a: UOp, b: UOp) -> UOp: return alu(Ops.MUL, a, b)
def _div(a: UOp, b: UOp) -> UOp: return alu(Ops.FDIV, a, b)
def _neg(a: UOp) -> UOp: return alu(Ops.NEG, a)
def _where(c: UOp, a: UOp, b: UOp) -> UOp: return alu(Ops.WHERE, c, a, b)
def _sum(node: UOp, axes: Iterable[int]) -> UOp:
    wide = accumulator(node.dtype)
    return cast(fold(Ops.ADD, cast(node, wide), tuple(axes), True), node.dtype)


# ---- rules: elementwise


@gradient_of(Ops.CAST)
def grad_cast(g: UOp, n: UOp) -> Grads:
    """in the dtype of the source"""
    return (cast(g, n.src[0].dtype) if n.src[0].dtype.is_float() else None,)


@gradient_of(Ops.NEG)
def grad_neg(g: UOp, n: UOp) -> Grads:
    """-g"""
    return (_neg(g),)


@gradient_of(Ops.EXP2)
def grad_exp2(g: UOp, n: UOp) -> Grads:
    """g 2**x ln 2"""
    return (_mul(_mul(g, n), _number(g, math.log(2))),)


@gradient_of(Ops.LOG2)
def grad_log2(g: UOp, n: UOp) -> Grads:
    """g / (x ln 2)"""
    return (_div(g, _mul(n.src[0], _number(g, math.log(2)))),)


@gradient_of(Ops.SIN)
def grad_sin(g: UOp, n: UOp) -> Grads:
    """g cos(x), where cos(x) = 1 - 2 sin(x/2)**2"""
    half = alu(Ops.SIN, _mul(n.src[0], _number(g, 0.5)))
    return (_mul(g, alu(Ops.SUB, _number(g, 1), _mul(_mul(half, half), _number(g, 2)))),)


@gradient_of(Ops.SQRT)
def grad_sqrt(g: UOp, n: UOp) -> Grads:
    """g / (2 sqrt(x))"""
    return (_div(g, _mul(n, _number(g, 2))),)


@gradient_of(Ops.RECIPROCAL)
def grad_reciprocal(g: UOp, n: UOp) -> Grads:
    """-g / x**2"""
    return (_neg(_mul(g, _mul(n, n))),)


@gradient_of(Ops.ADD)
def grad_add(g: UOp, n: UOp) -> Grads:
    """g to both"""
    return g, g


@gradient_of(Ops.SUB)
def grad_sub(g: UOp, n: UOp) -> Grads:
    """g and -g"""
    return g, _neg(g)


@gradient_of(Ops.MUL)
def grad_mul(g: UOp, n: UOp) -> Grads:
    """g times the other factor"""
    return _mul(g, n.src[1]), _mul(g, n.src[0])


@gradient_of(Ops.FDIV)
def grad_div(g: UOp, n: UOp) -> Grads:
    """g / b and -g a / b**2"""
    return _div(g, n.src[1]), _neg(_div(_mul(g, n), n.src[1]))


@gradient_of(Ops.MAX)
def grad_max(g: UOp, n: UOp) -> Grads:
    """g to the greater; to equal ones half each, but nothing beside a constant, so that relu has gradient 0 at 0"""
    a, b = n.src
    zero = _number(g, 0)
    if a.base.op is Ops.CONST or b.base.op is Ops.CONST:
        return _where(alu(Ops.CMPLT, b, a), g, zero), _where(alu(Ops.CMPLT, a, b), g, zero)
    tie = _where(alu(Ops.CMPEQ, a, b), _mul(g, _number(g, 0.5)), zero)
    return _where(alu(Ops.CMPLT, b, a), g, tie), _where(alu(Ops.CMPLT, a, b), g, tie)


@gradient_of(Ops.WHERE)
def grad_where(g: UOp, n: UOp) -> Grads:
    """g to the one that was chosen"""
    zero = _number(g, 0)
    return None, _where(n.src[0], g, zero), _where(n.src[0], zero, g)


# ---- rules: movement


@gradient_of(Ops.RESHAPE)
def grad_reshape(g: UOp, n: UOp) -> Grads:
    """the old shape"""
    return (mark(g.reshape(n.src[0].shape)),)


@gradient_of(Ops.PERMUTE)
def grad_permute(g: UOp, n: UOp) -> Grads:
    """the inverse order"""
    return (mark(g.permute(sorted(range(len(n.arg)), key=n.arg.__getitem__))),)


@gradient_of(Ops.EXPAND)
def grad_expand(g: UOp, n: UOp) -> Grads:
    """the sum over what was repeated"""
    return (_sum(g, (i for i, (a, b) in enumerate(zip(n.src[0].shape, n.arg, strict=True)) if a != b)),)


@gradient_of(Ops.PAD)
def grad_pad(g: UOp, n: UOp) -> Grads:
    """without the border"""
    return (mark(g.shrink([(b, b + s) for (b, _), s in zip(n.arg, n.src[0].shape, strict=True)])),)


@gradient_of(Ops.SHRINK)
def grad_shrink(g: UOp, n: UOp) -> Grads:
    """zeros where nothing was taken"""
    return (mark(g.pad([(b, s - e) for (b, e), s in zip(n.arg, n.src[0].shape, strict=True)])),)


@gradient_of(Ops.FLIP)
def grad_flip(g: UOp, n: UOp) -> Grads:
    """turned back"""
    return (mark(g.flip(n.arg)),)


# ---- rules: folds and picking


@gradient_of(Ops.REDUCE_AXIS)
def grad_reduce(g: UOp, n: UOp) -> Grads:
    """of a sum g; of a maximum g, shared by equal values; of a product g times the product of the others"""
    op, axes = n.arg
    x = n.src[0]
    spread = broadcast(g, x.shape)
    if op is Ops.ADD: return (spread,)
    if op is Ops.MAX:
        hit = cast(alu(Ops.CMPEQ, x, broadcast(n, x.shape)), g.dtype)
        return (_mul(hit, broadcast(_div(g, _sum(hit, axes)), x.shape)),)
    return (_mul(spread, _product_of_others(x, axes)),)


def _product_of_others(x: UOp, axes: tuple[int, ...]) -> UOp:
    """Right where factors are 0 too: with one zero only it sees a product, with two nobody does."""
    zero = alu(Ops.CMPEQ, x, _number(x, 0))
    nonzero = _where(zero, _number(x, 1), x)
    product = broadcast(fold(Ops.MUL, nonzero, axes, True), x.shape)
    zeros = broadcast(_sum(cast(zero, x.dtype), axes), x.shape)
    beside_none = _where(alu(Ops.CMPEQ, zeros, _number(x, 0)), _div(product, nonzero), _number(x, 0))
    alone = _where(alu(Ops.CMPEQ, zeros, _number(x, 1)), product, _number(x, 0))
    return _where(zero, alone, beside_none)


@gradient_of(Ops.GATHER)
def grad_gather(g: UOp, n: UOp) -> Grads:
    """to each row the sum over the indices that named it: a product with the one-hot indices"""
    rows, index = n.src
    count, width = rows.shape[0], math.prod(rows.shape[1:])
    flat = index.reshape((index.numel,))
    shape = (count, width, index.numel)
    wide = accumulator(g.dtype)
    counter = UOp.iota(count, index.dtype).reshape((count, 1, 1)).expand(shape)
    named = cast(alu(Ops.CMPEQ, flat.reshape((1, 1, index.numel)).expand(shape), counter), wide)
    values = cast(g, wide).reshape((index.numel, width)).permute((1, 0)).reshape((1, width, index.numel)).expand(shape)
    summed = fold(Ops.ADD, _mul(named, values), (2,), False)
    return mark(cast(summed, g.dtype).reshape(rows.shape)), None


# ---- rules: memory


@gradient_of(Ops.CONTIGUOUS)
def grad_contiguous(g: UOp, n: UOp) -> Grads:
    """g"""
    return (g,)


@gradient_of(Ops.COPY)
def grad_copy(g: UOp, n: UOp) -> Grads:
    """back on the device it came from"""
    return (mark(g.copy_to_device(n.src[0].device)) if n.src[0].device else g,)


@gradient_of(Ops.ASSIGN)
def grad_assign(g: UOp, n: UOp) -> Grads:
    """to the value that was written"""
    return None, g


# ---- the walk


def _sources(node: UOp) -> tuple[UOp, ...]:
    """What the gradient of `node` goes to: its sources, or the graph that computed what is in memory."""
    from heddle.tensor.realization import graph_behind
    if node.op in live.MEMORY: return () if (graph := graph_behind(node)) is None else (graph,)
    return node.src if node.op in RULES else ()


def _order(root: UOp) -> list[UOp]:
    """All nodes a gradient of `root` may reach, sources first."""
    done: dict[UOp, None] = {}
    stack: list[tuple[UOp, bool]] = [(root, False)]
    while stack:
        node, entered = stack.pop()
        if node in done: continue
        if entered: done[node] = None
        else:
            stack.append((node, True))
            stack.extend((s, False) for s in _sources(node) if s not in done)
    return list(done)


def compute(root: UOp, grad: UOp, targets: set[UOp]) -> dict[UOp, UOp]:
    """The gradients of those of `targets` that `root` was computed from, `grad` being that of `root`."""
    order = _order(root)
    leads: set[UOp] = set()
    for node in order:
        if node in targets or any(s in leads for s in _sources(node)): leads.add(node)
    grads: dict[UOp, UOp] = {root: grad}
    for node in reversed(order):
        if node not in leads or (g := grads.get(node)) is None or not _sources(node): continue
        for source, part in zip(_sources(node), _apply(g, node), strict=True):
            if part is None or source not in leads: continue
            before = grads.get(source)
            grads[source] = part if before is None else alu(Ops.ADD, before, part)
        if node not in targets: del grads[node]
    return {t: grads[t] for t in targets if t in grads}


def _apply(g: UOp, node: UOp) -> Grads:
    if node.op in live.MEMORY: return (mark(g.reshape(_sources(node)[0].shape)),)
    return RULES[node.op](g, node)


def pull_back(view: UOp, source: UOp, value: UOp) -> UOp:
    """`value`, of the shape of `view`, placed where the elements of `view` are in `source`; 0 elsewhere."""
    while view is not source:
        (placed,) = RULES[view.op](value, view)
        assert placed is not None
        view, value = view.src[0], placed
    return value


# ---- what Tensor calls


def _start(result: Tensor, gradient: Tensor | None) -> UOp:
    if not result.dtype.is_float():
        raise GradientError(f"only floats have gradients, this result is {result.dtype.name}", "Start from a float, such as a loss.")
    if gradient is not None:
        if gradient.shape != result.shape: raise ShapeError(f"the gradient must have shape {result.shape}, got {gradient.shape}")
        return cast(gradient.uop, result.dtype)
    if result.numel() != 1:
        raise GradientError(f"backward() needs a result with one element, got shape {result.shape}",
                            "Take .sum() or .mean() first, or pass gradient=.")
    return constant(result.dtype, 1, result.shape)


def _node_of(target: Tensor) -> UOp:
    """The node that stands for `target` in graphs: reshaping what is already reshaped leaves the first shape out."""
    node = target.uop
    while node.op is Ops.RESHAPE: node = node.src[0]
    return node if node.op in live.MEMORY or node.op is Ops.ASSIGN else target.uop


def gradients(result: Tensor, targets: Sequence[Tensor], gradient: Tensor | None) -> list[Tensor]:
    """See `Tensor.gradient`."""
    start = _start(result, gradient)
    _check_targets(targets)
    nodes = [_node_of(t) for t in targets]
    found = compute(result.uop, start, set(nodes))
    for i, (t, node) in enumerate(zip(targets, nodes, strict=True)):
        if node not in found: raise _unreachable(i, t)
    return [_wrapped(found[node], t) for t, node in zip(targets, nodes, strict=True)]


def _check_targets(targets: Sequence[Tensor]) -> None:
    seen: dict[UOp, int] = {}
    for i, t in enumerate(targets):
        if (first := seen.setdefault(t.uop, i)) != i and targets[first] is not t:
            raise GradientError(f"targets {first} and {i} are equal constants, which are one node of the graph",
                                "Make them with requires_grad=True, before they are used.")


def _unreachable(i: int, target: Tensor) -> GradientError:
    made = "" if target.uop.loc is None else f" (shape {target.shape}, made at {describe_location(target.uop.loc)})"
    return GradientError(f"the result does not depend on target {i}{made} through operations that have a gradient",
                         "Comparisons, integers and detach() stop gradients; so does assigning to what a realised value came from.")


def backward(result: Tensor, gradient: Tensor | None) -> None:
    """See `Tensor.backward`."""
    start = _start(result, gradient)
    leaves = {_node_of(t): t for t in live.leaves()}
    found = compute(result.uop, start, set(leaves))
    if not found:
        raise GradientError("the result was computed from no tensor that wants a gradient",
                            "Make one with requires_grad=True, or hand the parameters to an optimizer first.")
    for node, grad in found.items():
        leaf = leaves[node]
        new = _wrapped(grad, leaf)
        leaf.grad = new if leaf.grad is None else leaf.grad + new


def _wrapped(grad: UOp, target: Tensor) -> Tensor:
    return target._of(mark(grad.reshape(target.shape)), False)


__all__ = ["Any", "backward", "compute", "dtypes", "gradients", "pull_back"]
