"""Inspection of compiler stages: rebuilds every form of a graph or kernel for display.

Inputs: a tensor graph as the schedule keeps it, or a kernel's ast and its device. Outputs: every intermediate form, with the rewrites
that led to it. Passes are pure, so these are the forms of the run itself.
Invariants: a stage that fails is the last one and holds the reason; nothing is raised.
"""
from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import CodeType
from typing import TYPE_CHECKING

from heddle.codegen.actions.action import Action, action_classes
from heddle.codegen.custom_kernel import linear_as_written
from heddle.codegen.linearize import as_node, linearize
from heddle.codegen.pipeline import allowed_capabilities, linear_passes, pipeline
from heddle.codegen.program_info import is_as_written
from heddle.device import Compiled
from heddle.schedule.rewrites import prepare
from heddle.schedule.sharding import split_by_device
from heddle.uop import Ops, UOp
from heddle.uop.rewrite_trace import Rewriting, RuleFunction, Trace, trace_rewrites

if TYPE_CHECKING:
    from heddle.renderer import Capabilities


@dataclass(frozen=True)
class Stage:
    """A graph on its way. `graph` is None where making it failed, for which see `error`."""

    name: str
    graph: UOp | None
    rewritings: list[Rewriting] = field(default_factory=list[Rewriting])
    error: str = ""


@dataclass(frozen=True)
class Step:
    """What makes the next graph of the one before."""

    name: str
    run: Callable[[UOp], UOp]
    #: what it changes without rules counts as replaced by this
    rule: RuleFunction


def graph_stages(general: UOp) -> Iterator[Stage]:
    """A tensor graph over numbered PARAMs, then as the schedule prepares it. The kernels follow from that in one go."""
    yield Stage("tensor graph", general)
    steps = [Step("prepared", prepare, prepare)]
    if any(n.op is Ops.MULTI for n in general.toposort()):
        steps.insert(0, Step("one part per device", lambda g: split_by_device(g).sink, split_by_device))
    yield from _run(general, steps)


def kernel_stages(ast: UOp, device: Compiled, actions: tuple[str, ...] | None) -> Iterator[Stage]:
    """A kernel's ast, each pass, each of the optimiser's actions, and the linear IR.

    `actions` are those of the kernel that ran; None leaves the choice to the heuristic.
    """
    caps = allowed_capabilities(device.renderer)
    yield Stage("ast", ast)
    yield from _run(ast, _steps_as_written(caps) if is_as_written(ast) else _kernel_steps(caps, actions))


def _kernel_steps(caps: Capabilities, actions: tuple[str, ...] | None) -> list[Step]:
    steps: list[Step] = []
    for p in pipeline():
        if p.name == "optimise" and actions is not None: steps += [_action(text, caps) for text in actions]
        else: steps.append(Step(p.name, lambda sink, p=p: p.run(sink, caps), _named(p.name, p.run)))
    steps.append(Step("linearize", lambda sink: as_node(linearize(sink, caps)), linearize))
    return steps + [Step(p.name, lambda uops, p=p: as_node(p.run(list(uops.src))), _named(p.name, p.run)) for p in linear_passes(caps)]


def _steps_as_written(caps: Capabilities) -> list[Step]:
    """Those of a kernel that the user wrote op by op."""
    return [Step("linearize", lambda sink: as_node(linear_as_written(sink, caps)), linear_as_written)]


def _action(text: str, caps: Capabilities) -> Step:
    name = text.partition(" ")[0]
    cls = next((cls for cls in action_classes() if cls.name == name), Action)
    return Step(f"optimise: {text}", lambda sink: Action.parse(text).apply(sink, caps), _named(name, cls.apply, cls.__doc__))


#: functions under other names, by those and their code
_NAMED: dict[tuple[str, CodeType], RuleFunction] = {}


def _named(name: str, fn: RuleFunction, doc: str | None = None) -> RuleFunction:
    """The function under another name."""
    @functools.wraps(fn)
    def named(*arguments: object) -> object: return fn(*arguments)
    named.__name__, named.__doc__ = name, doc or fn.__doc__
    return _NAMED.setdefault((name, inspect.unwrap(fn).__code__), named)


def _run(graph: UOp, steps: list[Step]) -> Iterator[Stage]:
    for step in steps:
        before = graph
        with trace_rewrites() as trace:
            try: graph = step.run(graph)
            except Exception as fault:  # the stages so far are what shows where it comes from
                yield _failed(step.name, trace, fault)
                return
        trace.complete(0, before, graph, step.rule)
        yield Stage(step.name, graph, trace.take())


def _failed(name: str, trace: Trace, fault: Exception) -> Stage:
    return Stage(name, None, trace.take(), f"{type(fault).__name__}: {fault}")
