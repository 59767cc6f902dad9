"""A kernel's ast -> a PROGRAM: simplified, optimised, expanded, made straight, and rendered.

In: a SINK from the schedule, the device's renderer. Out: PROGRAM(SINK, SOURCE) whose argument says how to launch it.
"""
from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from heddle.codegen.axes import size_of
from heddle.codegen.expand import expand
from heddle.codegen.heuristic import optimise
from heddle.codegen.linearize import linearize
from heddle.codegen.lower import finish, lower
from heddle.codegen.simplify import simplify
from heddle.dtype import dtypes
from heddle.renderer import Renderer
from heddle.settings import settings
from heddle.uop import AxisType, GroupOp, Ops, UOp
from heddle.uop.program import ProgramInfo

__all__ = ["to_linear", "to_program"]


@dataclass(frozen=True)
class Lowered:
    """A kernel ready to be rendered."""

    ast: UOp  # after optimisation
    uops: list[UOp]
    applied: tuple[str, ...]


def to_linear(sink: UOp, renderer: Renderer, watch: Callable[[str, UOp], None] | None = None) -> Lowered:
    """The kernel as a straight list of ops. `watch` is shown the graph after each pass."""
    show = watch or _ignore
    sink = simplify(sink)
    show("simplify", sink)
    applied: tuple[str, ...] = ()
    if not settings.NOOPT:
        sink, actions = optimise(sink, renderer.limits)
        applied = tuple(str(a) for a in actions)
        show("optimise", sink)
    ast = sink
    sink = lower(sink, renderer.limits)
    show("lower", sink)
    sink = finish(expand(sink))
    show("expand", sink)
    uops = linearize(sink)
    if settings.VERIFY:
        from heddle.uop.verify import Spec, verify
        verify(UOp(Ops.LINEAR, dtypes.void, tuple(uops)), Spec.linear_program)
    return Lowered(ast, uops, applied)


def _ignore(name: str, graph: UOp) -> None:
    """Nobody watches."""


def to_program(sink: UOp, renderer: Renderer, watch: Callable[[str, UOp], None] | None = None) -> UOp:
    """PROGRAM(sink, SOURCE) for the renderer's device."""
    lowered = to_linear(sink, renderer, watch)
    name = kernel_name(sink)
    source = renderer.render(lowered.uops, name)
    info = describe(sink, lowered, name)
    return UOp(Ops.PROGRAM, dtypes.void, (sink, UOp(Ops.SOURCE, dtypes.void, (), source)), info)


def kernel_name(sink: UOp) -> str:
    """A name that says what the kernel does and over which sizes: product, fold or map, outputs then folds."""
    order = sink.toposort()
    folds = [n for n in order if n.op is Ops.REDUCE]
    loops = [size_of(r) for r in sink.src[0].src[1:]]
    inner = [size_of(r) for r in dict.fromkeys(r for f in folds for r in f.src[1:])]
    from heddle.codegen.product import is_plain_product
    kind = "map" if not folds else "product" if any(is_plain_product(f) for f in folds) else "fold"
    return "_".join(map(str, [kind, *(loops or [1]), *(["over", *inner[:4]] if inner else [])]))


def describe(sink: UOp, lowered: Lowered, name: str) -> ProgramInfo:
    """What the engine needs to know to launch the kernel."""
    params = [u for u in lowered.uops if u.op is Ops.PARAM]
    written = {n.src[0].src[0] for n in lowered.ast.toposort() if n.op is Ops.STORE}
    read = {n.src[0].src[0] for n in lowered.ast.toposort() if n.op is Ops.LOAD}
    grid = next((size_of(u) for u in lowered.uops if u.op is Ops.RANGE and u.arg[1] is AxisType.GRID), 1)
    return ProgramInfo(
        name=name, globals=tuple(p.arg.slot for p in params),
        outs=tuple(p.arg.slot for p in params if p in written), ins=tuple(p.arg.slot for p in params if p in read),
        vars=tuple(u.arg[0] for u in lowered.uops if u.op is Ops.DEFINE_VAR), grid=(grid,),
        scratch=sum(-(-u.arg[1] * u.dtype.itemsize // 64) * 64 for u in lowered.uops if u.op is Ops.DEFINE_LOCAL),
        ops=count_ops(sink), bytes=count_bytes(sink), applied=lowered.applied)


def count_ops(sink: UOp) -> int:
    """Arithmetic of one launch, each value counted once for each setting of the axes it changes with."""
    total = 0
    for n in sink.toposort():
        if n.op in GroupOp.ALU and n.dtype != dtypes.index and not (n.src and n.src[0].dtype == dtypes.index):
            total += math.prod(size_of(r) for r in n.ranges)
        elif n.op is Ops.REDUCE: total += math.prod(size_of(r) for r in n.src[0].ranges | set(n.src[1:]))
    return total


def count_bytes(sink: UOp) -> int:
    """Bytes of one launch: each buffer once, or less where fewer elements are touched."""
    touched: dict[UOp, int] = {}
    for n in sink.toposort():
        if n.op is not Ops.INDEX: continue
        touched[n.src[0]] = max(touched.get(n.src[0], 0), math.prod(size_of(r) for r in n.ranges))
    return sum(min(p.arg.size, t) * p.dtype.itemsize for p, t in touched.items())
