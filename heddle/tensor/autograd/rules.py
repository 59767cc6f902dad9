"""Gradient rules: one named rule per op.

Inputs: the gradient of a node, and the node. Outputs: one gradient, or None, for each of its sources, as graphs.
Invariants: a rule reads its node and that node's sources only; ops without a rule (comparisons, integers, DETACH) stop gradients.
"""
from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from heddle.dtype import dtypes
from heddle.errors import GradientError
from heddle.schedule.sharding import axis_of
from heddle.tensor import tensor_hook
from heddle.tensor.autograd.composite_rules import Whole
from heddle.tensor.autograd.selection import pinned
from heddle.tensor.host_data import own_node
from heddle.tensor.index_kernels import summed_rows
from heddle.tensor.node_builders import alu, broadcast, cast, constant, mark
from heddle.tensor.ops.reduce import accumulator, reduced
from heddle.uop import Ops, UOp

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

Grads = Sequence[UOp | None]
#: op -> rule(grad of the node, node)
RULES: dict[Ops, Callable[[UOp, UOp], Grads]] = {}


def gradient_of(*ops: Ops) -> Callable[[Callable[[UOp, UOp], Grads]], Callable[[UOp, UOp], Grads]]:
    """Registers a rule."""
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
    return cast(reduced(Ops.ADD, cast(node, wide), tuple(axes), True), node.dtype)


# ---- rules: elementwise


@gradient_of(Ops.CAST)
def grad_cast(g: UOp, n: UOp) -> Grads:
    """g in the dtype of the source"""
    return (cast(g, n.src[0].dtype) if n.src[0].dtype.is_float() else None,)


@gradient_of(Ops.NEG)
def grad_neg(g: UOp, n: UOp) -> Grads:
    """-g"""
    return (_neg(g),)


@gradient_of(Ops.TRUNC)
def grad_trunc(g: UOp, n: UOp) -> Grads:
    """0: piecewise constant"""
    return (_number(g, 0),)


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
    """g cos(x)"""
    return (_mul(g, alu(Ops.COS, n.src[0])),)


@gradient_of(Ops.COS)
def grad_cos(g: UOp, n: UOp) -> Grads:
    """-g sin(x)"""
    return (_neg(_mul(g, alu(Ops.SIN, n.src[0]))),)


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
    """g to the greater; half each for equal ones; where the second is constant, nothing for equal ones: relu has gradient 0 at 0"""
    a, b = n.src
    zero = _number(g, 0)
    if b.base.op is Ops.CONST: return _where(alu(Ops.CMPLT, b, n), g, zero), _where(alu(Ops.CMPLT, a, b), g, zero)
    a, b = pinned(a), pinned(b)
    tie = _where(alu(Ops.CMPEQ, a, b), _mul(g, _number(g, 0.5)), zero)
    return _where(alu(Ops.CMPLT, b, a), g, tie), _where(alu(Ops.CMPLT, a, b), g, tie)


@gradient_of(Ops.WHERE)
def grad_where(g: UOp, n: UOp) -> Grads:
    """g to the selected one"""
    zero, (condition, a, b) = _number(g, 0), n.src
    if a.base.op is not Ops.CONST and b.base.op is not Ops.CONST: condition = pinned(condition)
    return None, _where(condition, g, zero), _where(condition, zero, g)


# ---- rules: movement


@gradient_of(Ops.RESHAPE)
def grad_reshape(g: UOp, n: UOp) -> Grads:
    """g in the old shape"""
    return (mark(g.reshape(n.src[0].shape)),)


@gradient_of(Ops.PERMUTE)
def grad_permute(g: UOp, n: UOp) -> Grads:
    """g in the inverse order"""
    return (mark(g.permute(sorted(range(len(n.arg)), key=n.arg.__getitem__))),)


@gradient_of(Ops.EXPAND)
def grad_expand(g: UOp, n: UOp) -> Grads:
    """g summed over the repeated axes"""
    return (_sum(g, (i for i, (a, b) in enumerate(zip(n.src[0].shape, n.arg, strict=True)) if a != b)),)


@gradient_of(Ops.PAD)
def grad_pad(g: UOp, n: UOp) -> Grads:
    """g without the border"""
    return (mark(g.shrink([(b, b + s) for (b, _), s in zip(n.arg, n.src[0].shape, strict=True)])),)


@gradient_of(Ops.SHRINK)
def grad_shrink(g: UOp, n: UOp) -> Grads:
    """g padded with zeros"""
    return (mark(g.pad([(b, s - e) for (b, e), s in zip(n.arg, n.src[0].shape, strict=True)])),)


@gradient_of(Ops.FLIP)
def grad_flip(g: UOp, n: UOp) -> Grads:
    """g reversed"""
    return (mark(g.flip(n.arg)),)


# ---- rules: reductions and gather


@gradient_of(Ops.REDUCE_AXIS)
def grad_reduce(g: UOp, n: UOp) -> Grads:
    """sum: g; maximum: g, shared by equal values; product: g times the product of the others"""
    op, axes = n.arg
    x = n.src[0]
    spread = broadcast(g, x.shape)
    if op is Ops.ADD: return (spread,)
    if op is Ops.MAX:
        kept = pinned(x)
        hit = alu(Ops.CMPEQ, kept, broadcast(reduced(Ops.MAX, kept, axes, True), x.shape))
        share = _div(g, _sum(cast(hit, g.dtype), axes))
        return (_where(hit, broadcast(share, x.shape), _number(spread, 0)),)
    return (_mul(spread, _product_of_others(x, axes)),)


def _product_of_others(x: UOp, axes: tuple[int, ...]) -> UOp:
    """For each factor the product of the others along `axes`."""
    others = _by_division(x, axes)
    if others.gradient is None:
        def rule(g: Tensor, x: Tensor) -> tuple[Callable[[], Tensor]]: return (lambda: _pulled_through_each(g, x, axes),)
        others.gradient = Whole((x,), rule)
    return others


def _pulled_through_each(g: Tensor, x: Tensor, axes: tuple[int, ...]) -> Tensor:
    """The gradient of the products of others, as products over a matrix in whose row i factor i is replaced by 1."""
    kept = [a for a in range(x.ndim) if a not in axes]
    order = (*kept, *axes)

    def others(x: Tensor) -> Tensor:
        rows = x.permute(order).flatten(len(kept)).unsqueeze(len(kept))
        position = x._of(UOp.iota(rows.shape[-1], dtypes.int32))
        products = (position.unsqueeze(1) == position).where(1.0, rows).prod(-1)
        return products.reshape([x.shape[a] for a in order]).permute(sorted(range(x.ndim), key=order.__getitem__))

    return x._of(_pulled_through(others, x.uop, g.uop))


def _pulled_through(build: Callable[[Tensor], Tensor], x: UOp, g: UOp) -> UOp:
    """The gradient of `x` if `g` is that of `build(x)`."""
    Tensor = tensor_hook.tensor_class
    own = own_node(x)  # movement ops on it do not cancel those that `x` ends in
    return tensor_hook.chain_rule(build(Tensor._of(own, True)).uop, g, {own})[own].substitute({own: x})


def _by_division(x: UOp, axes: tuple[int, ...]) -> UOp:
    """Correct for zero factors too: with one zero only it gets a gradient, with two none does. Its chain rule is not: it divides."""
    zero = alu(Ops.CMPEQ, x, _number(x, 0))
    nonzero = _where(zero, _number(x, 1), x)
    product = broadcast(reduced(Ops.MUL, nonzero, axes, True), x.shape)
    zeros = broadcast(_sum(cast(zero, x.dtype), axes), x.shape)
    beside_none = _where(alu(Ops.CMPEQ, zeros, _number(x, 0)), _div(product, nonzero), _number(x, 0))
    alone = _where(alu(Ops.CMPEQ, zeros, _number(x, 1)), product, _number(x, 0))
    return _where(zero, alone, beside_none)


@gradient_of(Ops.SCAN)
def grad_scan(g: UOp, n: UOp) -> Grads:
    """of a cumulative sum the reversed cumulative sum; of others, the gradient of the equivalent reductions"""
    op, axis = n.arg
    if op is Ops.ADD: return (mark(g.flip([axis]).scan(Ops.ADD, axis).flip([axis])),)
    from heddle.tensor.ops.scan import positions_of_cummax, spelt_out
    Tensor = tensor_hook.tensor_class
    if op is Ops.MUL: return (_pulled_through(lambda x: spelt_out(x, op, axis), n.src[0], g),)
    positions = positions_of_cummax(Tensor._of(pinned(n.src[0]), False), axis)
    return (_pulled_through(lambda x: x.gather(axis, positions), n.src[0], g),)


@gradient_of(Ops.GATHER)
def grad_gather(g: UOp, n: UOp) -> Grads:
    """scatter-add of g: rows are added up, or multiplied with the one-hot indices"""
    rows, index = n.src
    if (found := summed_rows(g, index, rows.shape[0])) is not None: return mark(cast(found, g.dtype).reshape(rows.shape)), None
    count, width = rows.shape[0], math.prod(rows.shape[1:])
    flat = index.reshape((index.numel,))
    shape = (count, width, index.numel)
    wide = accumulator(g.dtype)
    counter = UOp.iota(count, index.dtype).reshape((count, 1, 1)).expand(shape)
    named = cast(alu(Ops.CMPEQ, flat.reshape((1, 1, index.numel)).expand(shape), counter), wide)
    values = cast(g, wide).reshape((index.numel, width)).permute((1, 0)).reshape((1, width, index.numel)).expand(shape)
    summed = reduced(Ops.ADD, _mul(named, values), (2,), False)
    return mark(cast(summed, g.dtype).reshape(rows.shape)), None


# ---- rules: memory


@gradient_of(Ops.CONTIGUOUS)
def grad_contiguous(g: UOp, n: UOp) -> Grads:
    """g"""
    return (g,)


@gradient_of(Ops.COPY)
def grad_copy(g: UOp, n: UOp) -> Grads:
    """g on the source's device"""
    device: str | tuple[str, ...] | None = n.src[0].device
    if isinstance(device, tuple): return (mark(g.shard(device, axis_of(n.src[0]))),)
    return (mark(g.copy_to_device(device)) if device else g,)


@gradient_of(Ops.KERNEL)
def grad_kernel(g: UOp, n: UOp) -> Grads:
    """the user's rule, or none (see tensor/custom_kernel.py)"""
    raise GradientError(f"the kernel {n.arg.ast.arg.name} has no gradient",
                        "Give custom_kernel a grad_fxn=, or .detach() its arguments.",
                        n.loc)


@gradient_of(Ops.SHARD)
def grad_shard(g: UOp, n: UOp) -> Grads:
    """g on the source's device"""
    return grad_copy(g, n)


@gradient_of(Ops.ASSIGN)
def grad_assign(g: UOp, n: UOp) -> Grads:
    """g to the written value"""
    return None, g
