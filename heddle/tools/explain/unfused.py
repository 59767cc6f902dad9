"""Explanations of missed fusions: the schedule's boundaries, with the names of the kernels on both sides.

Inputs: the event of a schedule. Outputs: a finding for each value that passed from kernel to kernel through memory.
"""
from __future__ import annotations

from heddle.engine.execute import compile_linear
from heddle.schedule.fusion_report import Boundary, Reason
from heddle.tools.explain.findings import Finding
from heddle.tracing.counters import format_bytes, format_seconds
from heddle.tracing.events import Scheduled
from heddle.uop import Ops, UOp

_CURES = {
    Reason.RESULT: "It is in memory because it was realised too. If nothing else needs its value, leave it out of what is realised.",
    Reason.ASKED: "Leave .contiguous() out, unless the value is read many times afterwards.",
    Reason.SCAN: "Nothing to do: a scan or a merge is a kernel of its own.",
    Reason.ASSIGNED: "Compute with the value that is assigned instead of reading the tensor back, or read it at the same positions.",
    Reason.OVERWRITTEN: "Read and write the same positions, or assign to another tensor.",
    Reason.COPIED: "Keep both tensors on one device.",
    Reason.TRANSPOSED: "Nothing to do: transposing it once is faster than strided reads for each tile of the product.",
    Reason.CUT_REDUCE: "Nothing to do: its pieces run in parallel, which is faster than one loop.",
    Reason.LONG_EXPRESSION: "Nothing to do: one long kernel would compile slowly and run no faster.",
    Reason.REPEATED: "Nothing to do as long as each element is read so often. If it need not be, read it in its own order.",
    Reason.SEVERAL_KERNELS: "Give the results that need it one shape, so that one kernel computes them all; else it is stored once.",
    Reason.PRODUCT: "Nothing to do: a product uses all registers and fast memory for itself. What follows it elementwise is fused.",
    Reason.INSIDE_REDUCE: "Nothing to do: inside the other loop it would be computed again in every iteration.",
    Reason.NOT_BY_ROW: "Reduce over the last axes, or transpose first: then a row's result is ready when the row is written.",
    Reason.FEW_ROWS: "Use larger batches: with more rows, each row's reduction stays inside the kernel that writes it.",
}


def explain_boundaries(event: Scheduled) -> list[Finding]:
    """A finding for each boundary of a schedule that has run."""
    if not event.schedule.boundaries: return []
    calls = compile_linear(event.schedule.linear).src
    return [_finding(b, calls) for b in event.schedule.boundaries]


def _finding(b: Boundary, calls: tuple[UOp, ...]) -> Finding:
    readers = [_name(calls[i]) for i in b.readers]
    listed = ", ".join(readers[:3]) + (f" and {len(readers) - 3} more" if len(readers) > 3 else "")
    value = f"{'x'.join(map(str, b.shape)) or 'a scalar'} {b.dtype}, {format_bytes(b.nbytes)}"
    return Finding("fusion", b.loc, f"{_name(calls[b.writer])} writes {value}; {listed} read{'s' * (len(readers) == 1)} it",
                   b.why.reason.value + _numbers(b), _CURES[b.why.reason])


def _numbers(b: Boundary) -> str:
    if b.why.again: return f" ({format_seconds(b.why.again / 1e12)} against {format_seconds(b.why.store / 1e12)}, by estimate)"
    return f" (of {b.why.length} elements)" if b.why.length else ""


def _name(call: UOp) -> str:
    """A kernel with its line, or a copy."""
    if call.src[0].op is not Ops.PROGRAM: return f"the copy to {call.src[1].device}"
    return call.src[0].arg.name
