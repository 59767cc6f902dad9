"""Dot-product instructions (DOT): pairs of narrow floats multiplied and accumulated by one instruction.

Inputs: a kernel with a sum of products and the axis of extent two of its reduction, along which both factors are contiguous.
Outputs: the same with one DOT of pairs in place of two products.
Invariants: sums are float32, and in another order than one by one; subnormal factors count as zero where the machine has it so
(AVX512-BF16 does).
"""
from __future__ import annotations

from heddle.codegen.actions.loop_transforms import is_fixed, size_of, stride
from heddle.codegen.tensorize.mma import factor_loads
from heddle.dtype import dtypes
from heddle.errors import InternalError
from heddle.renderer import Capabilities
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.rewrite import graph_rewrite
from heddle.uop.rules import symbolic

PAIR = 2
#: lanes of the vectors of sums that the instruction comes in
SUMS = (4, 8, 16)


def paired_axis(reduction: UOp, caps: Capabilities, width: int) -> UOp | None:
    """The axis of a sum of products that can be taken two elements at a time, with sums in vectors of so many lanes; None for none."""
    a, b = factor_loads(reduction)
    if a is None or b is None or a.dtype != b.dtype or a.dtype not in caps.dot_product_dtypes: return None
    if reduction.dtype != dtypes.float32 or width not in SUMS or not all(map(is_fixed, reduction.src[1:])): return None
    even = [k for k in reduction.src[1:] if size_of(k) % PAIR == 0]
    return max(even, key=lambda k: sum(stride(x.src[0].src[1], k) == 1 for x in (a, b)), default=None)


def pair_of(reduction: UOp) -> tuple[UOp, ...]:
    """The axis of pairs among those of a reduction, if it has been cut off."""
    return tuple(k for k in reduction.src[1:] if k.arg[1] is AxisType.UNROLL)


def use_dot_product(sink: UOp, pair: UOp) -> UOp:
    """The kernel with the products along `pair`, an axis of two iterations, done by one DOT."""
    reduction = next(n for n in sink.toposort() if n.op is Ops.REDUCE and pair in n.src[1:])
    a, b = (_both(x, pair) for x in factor_loads(reduction))
    rest = [k for k in reduction.src[1:] if k is not pair]
    products = UOp(Ops.DOT, reduction.dtype, (a, b), a.dtype.scalar())
    total = products.reduce(Ops.ADD, *rest) if rest else products.replace(src=(a, b, UOp.const(reduction.dtype, 0.0)))
    return sink.substitute({reduction: total})


def _both(load: UOp | None, pair: UOp) -> UOp:
    """The two elements along `pair` as one load."""
    if load is None or stride(load.src[0].src[1], pair) != 1 or len(load.src[0].src) > 2:
        raise InternalError(f"pairs of {load!r} are not contiguous")
    first = graph_rewrite(load.substitute({pair: UOp.const(pair.dtype, 0)}), symbolic)
    return first.replace(dtype=load.dtype.vec(PAIR))
