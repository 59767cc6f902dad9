"""Trace of rewrites: what each call of the rewrite engine and each direct pass replaced, node by node.

Inputs: code that runs inside `trace_rewrites()`.
Outputs: a `Rewriting` for each call of `graph_rewrite`, and for each change that a function under `direct` made without rules.
Invariants: the graphs are the same with and without a trace; outside the block nothing is kept, and a rewrite costs one lookup of a
variable. The steps of a rewriting, applied to its root, give its result.
"""
from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import field
from typing import Any, Concatenate, ParamSpec

from heddle.errors import frame_at
from heddle.lazy_dataclass import dataclass
from heddle.named_tuple import NamedTuple
from heddle.uop.uop import UOp

_P = ParamSpec("_P")
#: what makes a new node of an old one: a rule of a pattern matcher, or a pass that does without
RuleFunction = Callable[..., Any]


class RewriteStep(NamedTuple):
    """`rule` made `after` of `before`, whose sources had been rewritten."""

    before: UOp
    after: UOp
    rule: RuleFunction


@dataclass(eq=False)
class Rewriting:
    """One call of `graph_rewrite`, or one change by a pass without rules. `by` is the function that made it; `result` is None if it
    raised.

    `direct`: the nodes that a step made are not rewritten in turn.
    """

    by: str
    root: UOp
    result: UOp | None = None
    steps: list[RewriteStep] = field(default_factory=list[RewriteStep])
    direct: bool = False


def _caller() -> str:
    """The function that called `graph_rewrite`, which called `Trace.begin`, which called this."""
    return frame_at(3).f_code.co_name


class Trace:
    """The rewritings so far, in the order in which they began."""

    def __init__(self) -> None:
        self.rewritings: list[Rewriting] = []

    def begin(self, root: UOp) -> Rewriting:
        """A call of `graph_rewrite` began. It adds its steps and its result to what this returns."""
        self.rewritings.append(Rewriting(_caller(), root))
        return self.rewritings[-1]

    def complete(self, since: int, root: UOp, result: UOp, by: RuleFunction) -> None:
        """Adds what `by` changed on the way from `root` to `result` besides the rewritings of whole graphs from number `since` on."""
        found, at = self.rewritings[:since], root
        for r in self.rewritings[since:]:
            if r.result is not None and (r.root is at or r.root.op is root.op):
                if r.root is not at: found.append(_direct(at, r.root, by))
                at = r.result
            found.append(r)
        if at is not result: found.append(_direct(at, result, by))
        self.rewritings = found

    def replaced(self, root: UOp, result: UOp, counterparts: Mapping[UOp, UOp], by: RuleFunction) -> None:
        """Adds one change that `by` made, with the nodes of `result` that correspond to nodes of `root`."""
        self.rewritings.append(_direct(root, result, by, counterparts))

    def take(self) -> list[Rewriting]:
        """The rewritings since the last call."""
        taken, self.rewritings = self.rewritings, []
        return taken


#: the trace of the rewrites of this thread or task
current_trace: ContextVar[Trace | None] = ContextVar("rewrite_trace", default=None)


@contextmanager
def trace_rewrites() -> Generator[Trace]:
    """Traces every rewrite inside the block, in this thread or task."""
    trace = Trace()
    token = current_trace.set(trace)
    try: yield trace
    finally: current_trace.reset(token)


def direct(fn: Callable[Concatenate[UOp, _P], UOp]) -> Callable[Concatenate[UOp, _P], UOp]:
    """Decorator of a pass: what it changes without rules is traced too, as steps with its name."""
    @functools.wraps(fn)
    def traced(graph: UOp, /, *arguments: _P.args, **named: _P.kwargs) -> UOp:
        trace = current_trace.get()
        if trace is None: return fn(graph, *arguments, **named)
        since = len(trace.rewritings)
        result = fn(graph, *arguments, **named)
        trace.complete(since, graph, result, fn)
        return result
    return traced


def _direct(root: UOp, result: UOp, by: RuleFunction, counterparts: Mapping[UOp, UOp] | None = None) -> Rewriting:
    steps = [RewriteStep(before, after, by) for before, after in differences(root, result, counterparts)]
    return Rewriting(by.__name__, root, result, steps, True)


def differences(root: UOp, result: UOp, counterparts: Mapping[UOp, UOp] | None = None) -> list[tuple[UOp, UOp]]:
    """Nodes of `root` and their replacements, sources first, that make it `result`; a node is given with its sources replaced.

    `counterparts`: the nodes of `result` that nodes of `root` correspond to; None finds them.
    """
    order = list(root.toposort())
    counterpart = {**(_counterparts(root, result) if counterparts is None else counterparts), root: result}
    new: dict[UOp, UOp] = {}
    made: dict[UOp, UOp] = {}  # several nodes may become one once their sources are replaced: it has one replacement
    for node in order:
        src = tuple([new[s] for s in node.src])
        current = node if src == node.src else node.replace(src=src)
        new[node] = made.setdefault(current, counterpart.get(node, current))
    if new[root] is not result: return [(root, result)]  # the root became what another node had been
    return [(before, after) for before, after in made.items() if before is not after]


def _counterparts(root: UOp, result: UOp) -> dict[UOp, UOp]:
    """Nodes of `root` and those of `result` that correspond to them, as their readers do.

    Where its readers call for several, a node corresponds to that of most readers: the other readers will be replaced themselves.
    """
    called_for: dict[UOp, list[UOp]] = {root: [result]}
    found: dict[UOp, UOp] = {}
    for node in reversed(list(root.toposort())):
        if node not in called_for: continue
        found[node] = other = Counter(called_for[node]).most_common(1)[0][0]
        if other.op is not node.op: continue
        for s, t in zip(node.src, other.src, strict=False): called_for.setdefault(s, []).append(t)
    return found
