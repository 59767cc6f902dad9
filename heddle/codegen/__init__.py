"""A kernel's ast -> a PROGRAM: simplified, optimised, expanded, made straight, and rendered.

In: a SINK from the schedule, the device's renderer. Out: PROGRAM(SINK, SOURCE) whose argument says how to launch it.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from heddle.codegen.describe import describe, kernel_name
from heddle.codegen.expand import expand
from heddle.codegen.grouped import group_folds
from heddle.codegen.groups import optimise_for_groups
from heddle.codegen.heuristic import optimise
from heddle.codegen.items import to_items
from heddle.codegen.linearize import linearize
from heddle.codegen.lower import finish, lower
from heddle.codegen.simplify import simplify
from heddle.dtype import dtypes
from heddle.renderer import Limits, Renderer
from heddle.settings import settings
from heddle.uop import Ops, UOp

__all__ = ["PIPELINE", "Lowered", "Pass", "to_linear", "to_program"]

#: is shown a graph and the name of the pass that made it
Watch = Callable[[str, UOp], None]


@dataclass(frozen=True)
class Pass:
    """One step from ast to ast, for a device with certain limits."""

    name: str
    run: Callable[[UOp, Limits], UOp]


def _optimise(sink: UOp, limits: Limits) -> UOp:
    """The heuristic's choice; the SINK carries the actions as text."""
    if settings.NOOPT: return sink
    optimised, actions = (optimise if limits.workgroup is None else optimise_for_groups)(sink, limits)
    return optimised.replace(arg=tuple(str(a) for a in actions))


PIPELINE = (
    Pass("simplify", lambda sink, limits: simplify(sink)),
    Pass("optimise", _optimise),
    Pass("lower", lower),
    Pass("expand", lambda sink, limits: finish(expand(sink))),
    Pass("share folds", group_folds),
    Pass("items", to_items),
)


@dataclass(frozen=True)
class Lowered:
    """A kernel ready to be rendered."""

    ast: UOp  # after optimisation; its argument is the actions as text
    uops: list[UOp]


def to_linear(sink: UOp, renderer: Renderer, watch: Watch | None = None) -> Lowered:
    """The kernel as a straight list of ops. `watch` is shown the graph after each pass."""
    graphs = {"ast": sink}
    for step in PIPELINE:
        sink = graphs[step.name] = step.run(sink, renderer.limits)
        if watch is not None: watch(step.name, sink)
        if settings.VERIFY: _verify(sink, step.name)
    uops = linearize(sink, renderer.limits)
    if settings.VERIFY: _verify(UOp(Ops.LINEAR, dtypes.void, tuple(uops)), "linearize")
    return Lowered(graphs["optimise"], uops)


def _verify(graph: UOp, after: str) -> None:
    from heddle.uop.verify import Spec, verify
    verify(graph, Spec.linear_program if graph.op is Ops.LINEAR else Spec.kernel_ast, after)


def to_program(sink: UOp, renderer: Renderer, watch: Watch | None = None) -> UOp:
    """PROGRAM(sink, SOURCE) for the renderer's device."""
    lowered = to_linear(sink, renderer, watch)
    name = kernel_name(sink)
    source = renderer.render(lowered.uops, name)
    info = describe(sink, lowered.ast, lowered.uops, name)
    return UOp(Ops.PROGRAM, dtypes.void, (sink, UOp(Ops.SOURCE, dtypes.void, (), source)), info)
