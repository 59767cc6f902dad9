"""Executables with collectives as one graph: kernels, copies and collectives of the host's memory are one native call.

Inputs: a compiled LINEAR, and the agreement of the ranks on its collectives. Outputs: its launch, or why it needs several. Invariants:
what comes out is what the CALLs give one by one; until all ranks are known to run the same, a run writes to new memory alone and
begins no collective of the library; collectives that are under way are looked at after each kernel.
"""
from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from heddle.device import Device
from heddle.device.buffer import Buffer
from heddle.device.interface import Launch
from heddle.engine.communicator import Agreement, ExchangeSteps, communicator
from heddle.engine.graph import (
    as_graph,
    graph_device,
    launch_of,
    load_calls,
    nbytes_of,
    slot_and_offset,
    written_by,
)
from heddle.engine.launch import ExecContext
from heddle.errors import OutOfMemoryError
from heddle.uop.args import START, WAIT
from heddle.uop.ops import Ops
from heddle.uop.uop import UOp


class ExchangeGraph:
    """Runs an executable with collectives. `nodes` are its buffers, in the order in which a run is given them."""

    def __init__(self, call: UOp, device: str, steps: ExchangeSteps, sent: Sequence[int], is_kept: Callable[[UOp], bool]) -> None:
        graph, *self.nodes = call.src
        kept = {i for i, node in enumerate(self.nodes) if is_kept(node)}
        self._steps = steps
        calls = [c for c in graph.src if c.src[0].op is not Ops.COLLECTIVE]
        self._loaded = load_calls(calls, Device[device], _launches(graph.src, device, steps, kept), sent)
        self._check = steps.check

    def run(self, buffers: Sequence[Buffer], ctx: ExecContext) -> None:
        """Runs it on these buffers. DistributedError if a process is lost, late, or runs something else."""
        self._check()
        loaded = self._loaded
        raws = [b.raw if b.raw is not None else b.allocate().raw for b in buffers]
        try: loaded.run(raws, ctx.var_vals)
        except OutOfMemoryError: raise  # before anything has run
        except BaseException:
            self._steps.abandon(buffers)
            raise
        if ctx.update_stats: loaded.count(ctx.var_vals)


def exchange_graph(linear: UOp, agreement: Agreement, is_kept: Callable[[UOp], bool]) -> ExchangeGraph | str:
    """The graph of all CALLs of `linear`, compiled; or why there is none.

    `is_kept`: whether the memory of a node has a value that must not be lost.
    """
    device = linear.src[0].src[1].device
    if device is None or not Device[device].graph_takes_steps: return f"graphs of {device} hold no collectives"
    if (other := next((c for c in linear.src if not _fits(c, device)), None)) is not None:
        used = dict.fromkeys(b.device for b in other.src[1:] if b.device is not None)
        return f"its graph would hold a {other.src[0].op.name.lower()} on {' and '.join(used)}"
    steps = communicator().steps(agreement)
    if isinstance(steps, str): return steps
    return ExchangeGraph(as_graph(linear.src), device, steps, [call.what.sent(call.nbytes) for call in agreement.calls],
                         is_kept)


def _fits(call: UOp, device: str) -> bool:
    if call.src[0].op is Ops.COLLECTIVE: return all(b.device == device for b in call.src[1:])
    return graph_device(call) == device


def _launches(calls: Sequence[UOp], device: str, steps: ExchangeSteps, kept: Collection[int]) -> list[Launch]:
    """The CALLs with collectives as a start and a wait each. The ranks agree as late as they may: before memory is written that is
    `kept`, by the number of its PARAM."""
    found = [Launch(None, None, (), step=steps.begin())]
    under_way: dict[int, int] = {}  # the numbers of collectives, by their positions in their schedules
    begun, agreed = 0, False
    for call in calls:
        what, *buffers = call.src
        starts = what.op is Ops.COLLECTIVE and what.arg.phase != WAIT
        if not agreed and (any(b.arg.slot in kept for b in written_by(call)) or (starts and steps.needs_agreement(begun))):
            found.append(Launch(None, None, (), step=steps.agree()))
            agreed = True
        if what.op is not Ops.COLLECTIVE:
            found.append(launch_of(call, device))
            found += [Launch(None, None, (), step=steps.progress(n)) for n in under_way.values()]
            continue
        if starts:
            n, begun = begun, begun + 1
            pointers = slot_and_offset(buffers[0]), slot_and_offset(buffers[1])
            found.append(Launch(None, None, pointers, max(map(nbytes_of, buffers)), step=steps.start(n)))
            under_way[what.arg.order] = n
        if what.arg.phase != START: found.append(Launch(None, None, (), step=steps.wait(under_way.pop(what.arg.order))))
    return found if agreed else [*found, Launch(None, None, (), step=steps.agree())]
