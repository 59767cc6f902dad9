"""Sums of products in a kernel's linear IR: those that one instruction adds to an accumulator.

Inputs: the linear IR. Outputs: its sums. Invariants: a product is used by its sum alone.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from heddle.dtype import dtypes
from heddle.renderer import gate_of, memory_of
from heddle.uop import Ops, UOp

#: floats that there are instructions for
COMPUTED = (dtypes.float16, dtypes.float32)


def accumulating(uops: Sequence[UOp]) -> frozenset[UOp]:
    """Sums of an accumulator, or of such a sum, and a product that is used nowhere else: of a reduction, whose order is free.

    Both factors are loaded, whatever happens: a factor that is a constant 0 makes Mesa take `ffma` for a number, also beside NaN
    (src/compiler/nir/nir_range_analysis.c).
    """
    uses = Counter(s for u in uops for s in u.src)
    found: set[UOp] = set()
    for u in uops:
        if u.op is not Ops.ADD or u.dtype not in COMPUTED: continue
        for product, other in (u.src, u.src[::-1]):
            is_sum = other in found or (other.op is Ops.LOAD and memory_of(other.src[0]).op is Ops.DEFINE_REG)
            if product.op is Ops.MUL and uses[product] == 1 and is_sum and all(map(_is_loaded, product.src)): found.add(u)
    return frozenset(found)


def _is_loaded(u: UOp) -> bool:
    """Whether a value is an element of memory, perhaps in another format, that is read under no condition."""
    while u.op in (Ops.CAST, Ops.BITCAST, Ops.GEP) or (u.op in (Ops.SHL, Ops.AND) and u.src[1].op is Ops.CONST): u = u.src[0]
    return u.op is Ops.LOAD and gate_of(u) is None and memory_of(u.src[0]).op is not Ops.DEFINE_REG
