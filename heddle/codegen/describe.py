"""What a kernel says of itself: its name, its work, how it is launched.

In: the ast that the schedule made, the optimised ast and the straight list. Out: a `ProgramInfo`.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from heddle.codegen.axes import is_fixed, size_of, turns
from heddle.codegen.product import is_plain_product
from heddle.dtype import dtypes
from heddle.uop import AxisType, GroupOp, Ops, UOp
from heddle.uop.program import ProgramInfo


def kernel_name(sink: UOp) -> str:
    """A name that says what the kernel does and over which sizes: product, fold or map, outputs then folds."""
    order = sink.toposort()
    folds = [n for n in order if n.op is Ops.REDUCE]
    loops = [size_of(r) for r in sink.src[0].src[1:]]
    inner = [size_of(r) for r in dict.fromkeys(r for f in folds for r in f.src[1:])]
    kind = "map" if not folds else "product" if any(is_plain_product(f) for f in folds) else "fold"
    return "_".join(map(str, [kind, *(loops or [1]), *(["over", *inner[:4]] if inner else [])]))


def describe(sink: UOp, optimised: UOp, uops: Sequence[UOp], name: str) -> ProgramInfo:
    """What the engine needs to know to launch the kernel."""
    params = [u for u in uops if u.op is Ops.PARAM]
    written = {n.src[0].src[0] for n in optimised.toposort() if n.op is Ops.STORE}
    read = {n.src[0].src[0] for n in optimised.toposort() if n.op is Ops.LOAD}
    grid, items = extents(uops, "gidx"), extents(uops, "lidx")
    if not grid: grid = (next((size_of(u) for u in uops if u.op is Ops.RANGE and u.arg[1] is AxisType.GRID), 1),)
    return ProgramInfo(
        name=name, globals=tuple(p.arg.slot for p in params),
        outs=tuple(p.arg.slot for p in params if p in written), ins=tuple(p.arg.slot for p in params if p in read),
        vars=tuple(u.arg[0] for u in uops if u.op is Ops.DEFINE_VAR), grid=grid, workgroup=items or None,
        scratch=sum(-(-u.arg[1] * u.dtype.itemsize // 64) * 64 for u in uops if u.op is Ops.DEFINE_LOCAL),
        ops=count_ops(sink), bytes=count_bytes(sink), applied=optimised.arg or ())


def extents(uops: Sequence[UOp], name: str) -> tuple[int, ...]:
    """Extents of the grid ("gidx") or of a work-group ("lidx"), one for each dimension up to the last that is used."""
    found = {int(u.arg[len(name):]): size_of(u) for u in uops if u.op is Ops.SPECIAL and u.arg.startswith(name)}
    return tuple(found.get(d, 1) for d in range(max(found, default=-1) + 1))


#: so many operations or bytes for each of the turns of some loops, the most there can be, and how often those loops turn
Counted = tuple[int, int, tuple[UOp, ...]]


def op_terms(sink: UOp) -> Iterator[Counted]:
    """Arithmetic of one launch, each value counted once for each setting of the axes it changes with."""
    for n in sink.toposort():
        if n.op in GroupOp.ALU and n.dtype != dtypes.index and not (n.src and n.src[0].dtype == dtypes.index): axes = n.ranges
        elif n.op is Ops.REDUCE: axes = n.src[0].ranges | set(n.src[1:])
        else: continue
        yield turns(filter(is_fixed, axes)), turns(axes), _unknown(axes)


def byte_terms(sink: UOp) -> Iterator[Counted]:
    """Bytes of one launch: each buffer once, or less where fewer elements are touched."""
    touched: dict[UOp, UOp] = {}
    for n in sink.toposort():
        if n.op is not Ops.INDEX: continue
        known = touched.get(n.src[0])
        if known is None or turns(n.ranges) > turns(known.ranges): touched[n.src[0]] = n
    for p, index in touched.items():
        each, unknown = turns(filter(is_fixed, index.ranges)), _unknown(index.ranges)
        yield each * p.dtype.itemsize, min(p.arg.size, turns(index.ranges)) * p.dtype.itemsize, unknown


def _unknown(axes: Iterable[UOp]) -> tuple[UOp, ...]:
    """How often those loops turn of which that is known at launch."""
    return tuple(r.src[0] for r in sorted((r for r in axes if not is_fixed(r)), key=lambda r: r.arg[0]))


def count_ops(sink: UOp) -> int:
    """Arithmetic of one launch, where variables are at their greatest."""
    return sum(most for _, most, _ in op_terms(sink))


def count_bytes(sink: UOp) -> int:
    """Bytes of one launch, where variables are at their greatest."""
    return sum(most for _, most, _ in byte_terms(sink))
