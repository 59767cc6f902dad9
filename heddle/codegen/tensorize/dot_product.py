"""Dot-product instructions (DOT): groups of narrow factors multiplied and accumulated by one instruction.

Inputs: a kernel with a sum of products and a reduced axis of as many iterations as a group has elements, along which both factors are
contiguous: pairs of bfloat16, or groups of four 8-bit integers.
Outputs: the same with one DOT of groups in place of their products. A factor of integers may be computed from what is loaded,
element by element, as the halves of bytes are.
Invariants: sums of floats are float32, in another order than one by one, and subnormal factors count as zero where the machine has
it so (AVX512-BF16 does). Sums of integers are exact: int32, and they wrap as those of single products do.
"""
from __future__ import annotations

from heddle.codegen.actions.loop_transforms import factor_loads, is_fixed, size_of, stride
from heddle.dtype import DType, dtypes
from heddle.errors import InternalError
from heddle.renderer import Capabilities
from heddle.uop import AxisType, GroupOp, Ops, UOp
from heddle.uop.rewrite import rewrite_replaced
from heddle.uop.rules import symbolic

#: elements of a group, by what they are
GROUPS: dict[DType, int] = {dtypes.bfloat16: 2, dtypes.int8: 4}
#: lanes of the vectors of sums that the instruction comes in
SUMS = (4, 8, 16)
_BYTES = (dtypes.int8, dtypes.uint8)
_FEW = 16  # iterations of an axis that is unrolled beside a group


def narrow_factors(reduction: UOp) -> tuple[DType, UOp, UOp] | None:
    """The format of GROUPS that the factors of a sum of products have, and those; None for none."""
    if (factors := byte_factors(reduction)) is not None: return dtypes.int8, *factors
    a, b = factor_loads(reduction)
    if a is None or b is None or a.dtype != b.dtype or reduction.dtype != dtypes.float32: return None
    return (a.dtype, a, b) if a.dtype in GROUPS and a.dtype.is_float() else None


def byte_factors(reduction: UOp) -> tuple[UOp, UOp] | None:
    """The two factors of 8 bits of a sum of int32, one of them signed; None where they are others."""
    if reduction.arg is not Ops.ADD or reduction.dtype != dtypes.int32 or reduction.src[0].op is not Ops.MUL: return None
    casts = reduction.src[0].src
    if any(s.op is not Ops.CAST or s.src[0].dtype not in _BYTES for s in casts): return None
    a, b = (s.src[0] for s in casts)
    return (a, b) if dtypes.int8 in (a.dtype, b.dtype) else None


def grouped_axis(reduction: UOp, caps: Capabilities, width: int) -> tuple[UOp, int] | None:
    """The axis of a sum of products of loads that can be taken a group at a time, with sums in vectors of so many lanes, and the
    elements of a group; None for none."""
    if (found := narrow_factors(reduction)) is None or width not in SUMS or not all(map(is_fixed, reduction.src[1:])): return None
    kind, *factors = found
    if kind not in caps.dot_product_dtypes or any(x.op is not Ops.LOAD for x in factors): return None
    whole = [k for k in reduction.src[1:] if size_of(k) % GROUPS[kind] == 0]
    if not whole: return None
    return max(whole, key=lambda k: sum(stride(x.src[0].src[1], k) == 1 for x in factors)), GROUPS[kind]


def group_of(reduction: UOp) -> tuple[UOp, ...]:
    """The axis of groups among those of a reduction, if it has been cut off."""
    return tuple(k for k in reduction.src[1:] if k.arg[1] is AxisType.UNROLL)


def use_dot_product(sink: UOp, axis: UOp) -> UOp:
    """The kernel with the products along `axis`, which has the iterations of a group, done by one DOT."""
    reduction = next(n for n in sink.toposort() if n.op is Ops.REDUCE and axis in n.src[1:])
    if (found := narrow_factors(reduction)) is None: raise InternalError(f"no instruction for the products of {reduction!r}")
    kind, *factors = found
    a, b = (grouped(x, axis) for x in factors)
    rest = [k for k in reduction.src[1:] if k is not axis]
    products = UOp(Ops.DOT, reduction.dtype, (a, b), kind)
    total = products.reduce(Ops.ADD, *rest) if rest else products.replace(src=(a, b, UOp.const(reduction.dtype, 0)))
    return sink.substitute({reduction: total})


def can_group(factor: UOp, axis: UOp) -> bool:
    """Whether the elements of a factor along `axis` are a vector of what is loaded, or computed from such vectors and from numbers
    that all of a group share: constants, and what axes decide that are unrolled."""
    if factor.op is Ops.LOAD: return stride(factor.src[0].src[1], axis) == 1 and len(factor.src) == 1 and len(factor.src[0].src) == 2
    if factor.op not in GroupOp.ELEMENTWISE or factor.dtype not in _BYTES or axis not in factor.ranges: return False
    return all(_is_shared(s) or can_group(s, axis) for s in factor.src)


def _is_shared(x: UOp) -> bool:
    known = all(r.arg[1] is AxisType.UNROLL or (is_fixed(r) and size_of(r) <= _FEW) for r in x.ranges)
    return known and not any(n.op is Ops.LOAD or (n.op is Ops.RANGE and n.arg[1] is AxisType.VECTOR) for n in x.toposort())


def grouped(factor: UOp, axis: UOp) -> UOp:
    """The elements of a factor along `axis` as one vector, see `can_group`."""
    if not can_group(factor, axis): raise InternalError(f"groups of {factor!r} are not contiguous")
    if factor.op is Ops.LOAD:
        first = rewrite_replaced(factor, symbolic, {axis: UOp.const(axis.dtype, 0)})
        return first.replace(dtype=factor.dtype.vec(size_of(axis)))
    parts = (s.splat(size_of(axis)) if _is_shared(s) else grouped(s, axis) for s in factor.src)
    return factor.replace(dtype=factor.dtype.vec(size_of(axis)), src=tuple(parts))
