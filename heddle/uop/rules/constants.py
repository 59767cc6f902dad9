"""Constant folding: an op on constants is a constant, and so is a number whose bounds are one value."""
from __future__ import annotations

from heddle.uop.interpreter.ops import fold
from heddle.uop.ops import GroupOp, Ops
from heddle.uop.rewrite import Rule, UPat, rule
from heddle.uop.uop import UOp

RULES: list[Rule] = []


@rule(RULES, UPat(GroupOp.ELEMENTWISE, src=UPat(Ops.CONST), name="x"))
def fold_constants(x: UOp) -> UOp | None:
    """op(c1, c2, …) = c

    By the meaning in the op table. Lanes that differ are left alone, and so are tensors, whose constants have shapes of
    their own.
    """
    if any(isinstance(s.arg, tuple) for s in x.src) or x.op is Ops.BITCAST: return None
    value = fold(x.op, x.dtype.scalar(), tuple(s.arg for s in x.src), x.src[0].dtype.scalar())
    if value is None: return None
    device = next((s.src for s in x.src if s.src), ())
    return UOp(Ops.CONST, x.dtype, device, value)


@rule(RULES, UPat(GroupOp.BINARY | {Ops.WHERE}, name="x", where=lambda x: x.dtype.kind != "float" and x.dtype.count == 1))
def single_value(x: UOp) -> UOp | None:
    """x = c where c <= x <= c

    Scalars outside the tensor graph: a tensor keeps its shape in its sources.
    """
    low, high = x.bounds
    return UOp.const(x.dtype, low) if low == high and not x.shape else None


@rule(RULES, UPat(Ops.CAST, name="x"))
def cast_to_same(x: UOp) -> UOp | None:
    """cast(x) = x where x has that dtype already"""
    return x.src[0] if x.src[0].dtype == x.dtype else None


@rule(RULES, UPat(Ops.CAST, src=(UPat(Ops.CAST, src=(UPat.var("x"),), name="inner"),), name="outer"))
def cast_twice(x: UOp, inner: UOp, outer: UOp) -> UOp | None:
    """cast(cast(x, b), c) = cast(x, c)

    Only where b holds every value of x: a wider integer of any sign for an unsigned x, or of the same sign, a wider float
    of the same layout, anything for bool.
    """
    a, b = x.dtype.scalar(), inner.dtype.scalar()
    wider = b.itemsize > a.itemsize and (a.kind == b.kind or (a.kind == "uint" and b.kind in ("int", "index")))
    same_width = b.itemsize == a.itemsize and {a.kind, b.kind} <= {"int", "index"}
    return x.cast(outer.dtype) if a.is_bool() or wider or same_width else None
