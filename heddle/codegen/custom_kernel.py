"""Compilation of custom kernels: linear IR of a kernel as its user wrote it, without any action.

Inputs: an ast from schedule/custom/, a device's capabilities.
Outputs: its linear IR.
Invariants: effects keep the order that the user's `after` gives them; a value is read before what it was read from is overwritten;
devices without work-groups run the threads of one after another, between barriers (legalize/workgroup_loops.py).
"""
from __future__ import annotations

from heddle.codegen.legalize.lower import lower
from heddle.codegen.legalize.scalarize import scalarize
from heddle.codegen.legalize.workgroup_loops import without_groups
from heddle.codegen.linearize import linearize
from heddle.codegen.load_conditions import gate_accesses
from heddle.errors import KernelError
from heddle.renderer import Capabilities
from heddle.uop import Ops, UOp
from heddle.uop.cost import size_of
from heddle.uop.rewrite import graph_rewrite
from heddle.uop.rules import symbolic


def linear_as_written(sink: UOp, caps: Capabilities) -> list[UOp]:
    """The kernel as a list of ops. KernelError for more threads, or fast memory, than the device has."""
    sink = graph_rewrite(sink, symbolic)
    sink = _with_numbered_loads(gate_accesses(lower(_with_closed_loops(sink), caps)))
    _check_limits(sink, caps)
    uops = linearize(sink, caps)
    if caps.workgroup is None: uops = without_groups(uops)
    return uops if caps.computes_vectors else scalarize(uops, caps.lanes_moved)


def _with_closed_loops(sink: UOp) -> UOp:
    """Each effect as an END, of no loop if it is in none: the input form of `linearize`."""
    return sink.replace(src=tuple([s if s.op is Ops.END else UOp(Ops.END, s.dtype, (s,)) for s in sink.src]))


def _with_numbered_loads(sink: UOp) -> UOp:
    """Numbers each LOAD: without AFTER, two loads of one address would be one node."""
    new: dict[UOp, UOp] = {}
    for node in sink.toposort():
        src = tuple([new[s] for s in node.src])
        if node.op is Ops.LOAD: new[node] = UOp(Ops.LOAD, node.dtype, src, len(new))
        else: new[node] = node if src == node.src else node.replace(src=src)
    return new[sink]


def _check_limits(sink: UOp, caps: Capabilities) -> None:
    """KernelError if the kernel needs more shared memory, a larger grid or larger work-groups than the device has."""
    order = sink.toposort()
    local = sum(n.arg[1] * n.dtype.itemsize for n in order if n.op is Ops.DEFINE_LOCAL)
    name = sink.arg.name
    if caps.workgroup is None: return
    if caps.shared_memory is not None and local > caps.shared_memory:
        raise KernelError(f"the kernel {name} takes {local} bytes of a work-group's memory, and the device has {caps.shared_memory}",
                          "Make its tiles smaller.")
    extents = {n.arg: size_of(n) for n in order if n.op is Ops.SPECIAL}
    threads = 1
    for axis, size in extents.items():
        most = (caps.workgroup if axis.startswith("lidx") else caps.grid or (size,) * 3)[int(axis[-1])]
        threads *= size if axis.startswith("lidx") else 1
        if size > most:
            raise KernelError(f"the kernel {name} has {size} positions along {axis}, and the device {most}",
                              "Give each thread more to do.")
    if threads > caps.workgroup_threads:
        raise KernelError(f"the kernel {name} has work-groups of {threads} threads, and the device has at most "
                          f"{caps.workgroup_threads}",
                          "Make its work-groups smaller.")
