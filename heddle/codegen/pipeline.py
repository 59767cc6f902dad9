"""The pipeline of the kernel compiler: the order of its passes, from a kernel's ast to linear IR and to a PROGRAM.

Inputs: a SINK from the schedule, the device's renderer, and the actions of a search if there are any.
Outputs: linear IR; PROGRAM(SINK, SOURCE) whose argument says how to launch it.

    SINK ─ pipeline(), ast to ast ─▶ ast of one thread ─ linearize, scalarize, fetch ─▶ linear IR ─ Renderer.render ─▶ source

A kernel that the user wrote op by op goes to linear IR directly (custom_kernel.py).
"""
from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import replace

from heddle.codegen.actions.action import Action
from heddle.codegen.actions.group_reduce import group_reductions
from heddle.codegen.expand import expand
from heddle.codegen.legalize.lower import lower
from heddle.codegen.legalize.scalarize import scalarize
from heddle.codegen.linearize import as_node, linearize
from heddle.codegen.loop_fission import separate_steps
from heddle.codegen.memory.coalesce_loads import join_loads
from heddle.codegen.memory.images import touch_by_pixels, write_by_pixels
from heddle.codegen.memory.prefetch import prefetch
from heddle.codegen.memory.reinterpret import reinterpret
from heddle.codegen.memory.streaming_stores import stream_stores
from heddle.codegen.policy import choose_actions
from heddle.codegen.program_info import describe, is_as_written, kernel_name
from heddle.codegen.simplify import simplify
from heddle.codegen.table_lookup import use_table_lookup
from heddle.codegen.thread_indices import to_threads
from heddle.dtype import dtypes
from heddle.lazy_dataclass import dataclass
from heddle.renderer import Capabilities, Renderer
from heddle.settings import settings
from heddle.uop import KernelInfo, Ops, UOp
from heddle.uop.traversal import keeping_orders

#: observer of passes, called with the name of a pass and its result
Watch = Callable[[str, UOp], None]


@dataclass(frozen=True)
class Pass:
    """A pass from ast to ast, for a device with given capabilities."""

    name: str
    run: Callable[[UOp, Capabilities], UOp]


def pipeline(actions: Sequence[str] | None = None) -> tuple[Pass, ...]:
    """The passes from ast to ast, in order; with `actions` as text, those are applied instead of a default schedule."""
    return (
        Pass("simplify", lambda sink, caps: simplify(sink)),  # constants, index arithmetic, axes that are one
        Pass("reinterpret memory", lambda sink, caps: reinterpret(sink)),  # what is read as another dtype is memory of that
        Pass("write by pixels", write_by_pixels),  # images: outputs are stored four elements at a time
        Pass("optimise", _optimise if actions is None else _follow(actions)),  # the schedule: tiles, threads, tensor cores
        Pass("separate steps", lambda sink, caps: separate_steps(sink)),  # a loop for each of the reductions along one axis
        Pass("lower", lower),  # ops and dtypes that the device lacks, by others
        Pass("expand", lambda sink, caps: expand(sink, caps.computes_vectors)),  # unrolled and vector axes
        Pass("look up", use_table_lookup),  # values of 4-bit integers, in a vector of all of them
        Pass("touch by pixels", touch_by_pixels),  # images: loads too
        Pass("join loads", join_loads),  # contiguous loads by vectors
        Pass("shuffle stores", _shuffle_stores),  # results of tensor cores, among the threads of a quad
        Pass("share reductions", group_reductions),  # by shared memory and barriers
        Pass("thread indices", to_threads),  # grid and work-group axes
    )


def _shuffle_stores(sink: UOp, caps: Capabilities) -> UOp:
    """`sink` with the stores of neighbouring tiles shuffled (tensorize/mma_store_shuffle.py), which only tensor cores need."""
    if not caps.tensor_cores: return sink
    from heddle.codegen.tensorize.mma_store_shuffle import shuffle_stores
    return shuffle_stores(sink, caps)


@dataclass(frozen=True)
class LinearPass:
    """A pass from linear IR to linear IR."""

    name: str
    run: Callable[[list[UOp]], list[UOp]]


def linear_passes(caps: Capabilities) -> tuple[LinearPass, ...]:
    """The passes over linear IR for a device with these capabilities, in order."""
    passes: list[LinearPass] = []
    if not caps.computes_vectors: passes.append(LinearPass("scalarize", lambda uops: scalarize(uops, caps.lanes_moved)))
    if caps.ahead: passes.append(LinearPass("prefetch", lambda uops: prefetch(uops, caps)))  # streams, ahead of their use
    if caps.streamed: passes.append(LinearPass("stream stores", lambda uops: stream_stores(uops, caps)))  # of large results
    if caps.has_async_copies:
        from heddle.codegen.memory.software_pipeline import fetch
        passes.append(LinearPass("copy asynchronously", fetch))  # what only a store to shared memory uses
    return tuple(passes)


@dataclass(frozen=True)
class Lowered:
    """A lowered kernel, for a renderer."""

    ast: UOp  # after optimisation; its argument is the actions as text
    uops: list[UOp]


def to_linear(sink: UOp, renderer: Renderer, watch: Watch | None = None, actions: Sequence[str] | None = None) -> Lowered:
    """The kernel as linear IR. `watch` is called with the graph after each pass; `actions`: see `pipeline`."""
    graphs, caps = {"ast": sink}, allowed_capabilities(renderer)
    if is_as_written(sink): return _lower_as_written(sink, caps)
    if actions is None and isinstance(sink.arg, KernelInfo): actions = sink.arg.opts_to_apply
    checked: set[UOp] = set()
    for step in pipeline(actions):
        sink = graphs[step.name] = step.run(sink, caps)
        if watch is not None: watch(step.name, sink)
        if settings.VERIFY: _verify(sink, step.name, checked)
    uops = linearize(sink, caps)  # blocks of loops in order, accumulators in registers
    for step in linear_passes(caps): uops = step.run(uops)
    if settings.VERIFY: _verify(as_node(uops), "linearize")
    return Lowered(graphs["optimise"], uops)


def to_program(sink: UOp, renderer: Renderer, watch: Watch | None = None, actions: Sequence[str] | None = None) -> UOp:
    """PROGRAM(sink, SOURCE) for the renderer's device."""
    with keeping_orders(): lowered = to_linear(sink, renderer, watch, actions)
    name = kernel_name(sink)
    if settings.CHECK_OOB: _check_accesses(lowered.uops, name, sink)
    source = renderer.render(lowered.uops, name)
    info = describe(sink, lowered.ast, lowered.uops, name)
    return UOp(Ops.PROGRAM, dtypes.void, (sink, UOp(Ops.SOURCE, dtypes.void, (), source)), info)


def _lower_as_written(sink: UOp, caps: Capabilities) -> Lowered:
    from heddle.codegen.custom_kernel import linear_as_written
    if settings.VERIFY: _verify(sink, "writing a kernel")
    uops = linear_as_written(sink, caps)
    if settings.VERIFY: _verify(as_node(uops), "linearize")
    return Lowered(sink.replace(arg=()), uops)


# ---- the pass "optimise", and what is checked after each pass


def allowed_capabilities(renderer: Renderer) -> Capabilities:
    """The capabilities of the renderer's device that the settings allow kernels to use. A search uses them too."""
    return _allowed(renderer.capabilities, settings.TF32, settings.TMA)


@functools.cache
def _allowed(caps: Capabilities, rounding: bool, tma: bool) -> Capabilities:
    """The capabilities without tensor cores that round and without TMA, unless these are allowed."""
    units = tuple(u for u in caps.tensor_cores if rounding or not u.rounds)
    return replace(caps, tensor_cores=units, has_tma=caps.has_tma and tma)


def _optimise(sink: UOp, caps: Capabilities) -> UOp:
    """The default schedule; the argument of the SINK is its actions as text."""
    if settings.NOOPT: return sink
    optimised, actions = choose_actions(sink, caps)
    return optimised.replace(arg=tuple(str(a) for a in actions))


def _follow(actions: Sequence[str]) -> Callable[[UOp, Capabilities], UOp]:
    """A schedule that a search found, in place of the default."""
    def follow(sink: UOp, caps: Capabilities) -> UOp:
        for text in actions: sink = Action.parse(text).apply(sink, caps)
        return sink.replace(arg=tuple(actions))
    return follow


def _verify(graph: UOp, after: str, checked: set[UOp] | None = None) -> None:
    from heddle.uop.verify.verifier import Spec, verify
    verify(graph, Spec.linear_program if graph.op is Ops.LINEAR else Spec.kernel_ast, after, checked)


def _check_accesses(uops: list[UOp], name: str, ast: UOp) -> None:
    from heddle.uop.verify.bounds_proof import check_accesses
    check_accesses(uops, name, ast.loc)
