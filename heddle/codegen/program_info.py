"""Program info: a kernel's name, launch dimensions and cost.

Inputs: the ast that the schedule made, the optimised ast and the linear IR.
Outputs: a `ProgramInfo`.
"""
from __future__ import annotations

from collections.abc import Iterable, Sequence

from heddle.codegen.actions.loop_transforms import factors_of, size_of
from heddle.renderer import local_bytes, memory_of
from heddle.uop import AxisType, KernelInfo, Ops, UOp
from heddle.uop.cost import count_bytes, count_ops
from heddle.uop.program_info import ProgramInfo
from heddle.uop.tma_tiles import map_numbers


def kernel_name(sink: UOp) -> str:
    """Name of a kernel: its kind (chain of products, product, reduce or map), the sizes of its outputs, then of its reductions."""
    if isinstance(sink.arg, KernelInfo): return "".join(c if c.isalnum() and c.isascii() else "_" for c in f"k_{sink.arg.name}"[:60])
    order = sink.toposort()
    reductions = [n for n in order if n.op is Ops.REDUCE]
    loops = [size_of(r) for r in sink.src[0].src[1:]]
    inner = [size_of(r) for r in dict.fromkeys(r for f in reductions for r in f.src[1:])]
    products = sum(bool(factors_of(f)) for f in reductions)
    kind = "map" if not reductions else "reduce" if not products else "product" if products == 1 else "chain"
    return "_".join(map(str, [kind, *(loops or [1]), *(["over", *inner[:4]] if inner else [])]))


def is_as_written(sink: UOp) -> bool:
    """Whether a kernel is compiled as its user wrote it."""
    return isinstance(sink.arg, KernelInfo) and sink.arg.opts_to_apply == ()


def describe(sink: UOp, optimised: UOp, uops: Sequence[UOp], name: str) -> ProgramInfo:
    """The launch description of a kernel for the engine."""
    params = [u for u in uops if u.op is Ops.PARAM]
    order = optimised.toposort()
    written = _slots(memory_of(n.src[0]) for n in order if n.op is Ops.STORE)
    read = _slots(n.src[1] if n.op is Ops.TMA_TILE else memory_of(n.src[0]) for n in order if n.op in (Ops.LOAD, Ops.TMA_TILE))
    grid, threads = extents(uops, "gidx"), extents(uops, "lidx")
    if not grid: grid = (next((size_of(u) for u in uops if u.op is Ops.RANGE and u.arg[1] is AxisType.GRID), 1),)
    return ProgramInfo(
        name=name, globals=tuple(p.arg.slot for p in params),
        outs=tuple(p.arg.slot for p in params if p.arg.slot in written), ins=tuple(p.arg.slot for p in params if p.arg.slot in read),
        vars=tuple(u.arg[0] for u in uops if u.op is Ops.DEFINE_VAR), grid=grid, workgroup=threads or None,
        scratch=sum(local_bytes(u) for u in uops if u.op is Ops.DEFINE_LOCAL),
        ops=count_ops(sink), bytes=count_bytes(sink), applied=() if isinstance(optimised.arg, KernelInfo) else optimised.arg or (),
        maps=tuple((params.index(p), p.dtype.itemsize, *lines) for p, lines in map_numbers(uops)))


def _slots(memories: Iterable[UOp]) -> set[int]:
    """The slots of what is a PARAM. (Nodes may differ: one whose format the device stores as integers has been lowered to these.)"""
    return {n.arg.slot for n in memories if n.op is Ops.PARAM}


def extents(uops: Sequence[UOp], name: str) -> tuple[int, ...]:
    """Extents of the grid ("gidx") or of a work-group ("lidx"), one for each dimension up to the last that is used."""
    found = {int(u.arg[len(name):]): size_of(u) for u in uops if u.op is Ops.SPECIAL and u.arg.startswith(name)}
    return tuple(found.get(d, 1) for d in range(max(found, default=-1) + 1))
