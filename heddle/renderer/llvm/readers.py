"""Values whose readers need them in parts only, so that the whole is not written.

Inputs: the linear IR of a kernel.
Outputs: sets of ops.
Invariants: an op in one of them has no reader but those that the set is about.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from heddle.uop import Ops, UOp

#: a buffer and a position in it
Base = tuple[UOp, UOp]


def picked_apart(uops: Sequence[UOp]) -> frozenset[UOp]:
    """The vectors made of two others that only lanes are picked of."""
    joined = frozenset(u for u in uops if u.op is Ops.VECTORIZE and u.src[0].dtype.count > 1)
    return joined.difference(s for u in uops if u.op is not Ops.GEP for s in u.src)


def base_of(index: UOp) -> Base | None:
    """The address that an INDEX is a constant away from."""
    buffer, at = index.src[:2]
    return (buffer, at.src[0]) if at.op is Ops.ADD and at.src[1].op is Ops.CONST and at.dtype.bits == 64 else None


def shared_bases(uops: Sequence[UOp]) -> tuple[frozenset[Base], frozenset[UOp]]:
    """The bases of several addresses, and the positions that are read by such addresses alone."""
    counts = Counter(base_of(u) for u in uops if u.op is Ops.INDEX)
    shared = frozenset(base for base, n in counts.items() if base is not None and n > 1)
    positions = frozenset(u.src[1] for u in uops if u.op is Ops.INDEX and base_of(u) in shared)
    others = (s for u in uops for n, s in enumerate(u.src) if not (u.op is Ops.INDEX and n == 1 and base_of(u) in shared))
    return shared, positions.difference(others)
