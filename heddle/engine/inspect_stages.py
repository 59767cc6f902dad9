"""Inspection of compiler stages: rebuilds every form of a graph or kernel for display.

Inputs: a tensor graph as the schedule keeps it, or a kernel's ast and its device. Outputs: every intermediate form, with the rewrites
that led to it. Passes are pure, so these are the forms of the run itself.
Invariants: a stage that fails is the last one and holds the reason; nothing is raised.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from heddle.device import Compiled
from heddle.uop import Ops, UOp
from heddle.uop.rewrite import Rewriting, Trace, trace_rewrites

if TYPE_CHECKING:
    from heddle.renderer import Capabilities


@dataclass(frozen=True)
class Stage:
    """A graph on its way. `graph` is None where making it failed, for which see `error`."""

    name: str
    graph: UOp | None
    rewritings: list[Rewriting] = field(default_factory=list[Rewriting])
    error: str = ""


#: a name, and what makes the next graph of the one before
Step = tuple[str, Callable[[UOp], UOp]]


def graph_stages(general: UOp) -> Iterator[Stage]:
    """A tensor graph over numbered PARAMs, then as the schedule prepares it. The kernels follow from that in one go."""
    from heddle.schedule.rewrites import prepare
    from heddle.schedule.sharding import split_by_device
    yield Stage("tensor graph", general)
    steps: list[Step] = [("prepared", prepare)]
    if any(n.op is Ops.MULTI for n in general.toposort()): steps.insert(0, ("a part a device", lambda g: split_by_device(g).sink))
    yield from _run(general, steps)


def kernel_stages(ast: UOp, device: Compiled, actions: tuple[str, ...] | None) -> Iterator[Stage]:
    """A kernel's ast, each pass, each of the optimiser's actions, and the linear IR.

    `actions` are those of the kernel that ran; None leaves the choice to the heuristic.
    """
    yield Stage("ast", ast)
    yield from _run(ast, _kernel_steps(device, actions))


def _kernel_steps(device: Compiled, actions: tuple[str, ...] | None) -> list[Step]:
    from heddle.codegen.pipeline import allowed_capabilities, pipeline
    caps = allowed_capabilities(device.renderer)
    steps: list[Step] = []
    for p in pipeline():
        if p.name == "optimise" and actions is not None: steps += [(f"optimise: {text}", _action(text, caps)) for text in actions]
        else: steps.append((p.name, lambda sink, p=p: p.run(sink, caps)))
    return [*steps, ("linearize", lambda sink: _straight_list(sink, caps))]


def _action(text: str, caps: Capabilities) -> Callable[[UOp], UOp]:
    from heddle.codegen.actions.action import Action
    return lambda sink: Action.parse(text).apply(sink, caps)


def _straight_list(sink: UOp, caps: Capabilities) -> UOp:
    from heddle.codegen.linearize import linearize
    return UOp(Ops.LINEAR, src=tuple(linearize(sink, caps)))


def _run(graph: UOp, steps: list[Step]) -> Iterator[Stage]:
    for name, step in steps:
        with trace_rewrites() as trace:
            try: graph = step(graph)
            except Exception as fault:  # the stages so far are what shows where it comes from
                yield _failed(name, trace, fault)
                return
        yield Stage(name, graph, trace.take())


def _failed(name: str, trace: Trace, fault: Exception) -> Stage:
    return Stage(name, None, trace.take(), f"{type(fault).__name__}: {fault}")
