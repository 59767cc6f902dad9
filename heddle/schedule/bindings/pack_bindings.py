"""Packed bindings: the inputs of a kernel with more buffers than its device allows are packed into one.

Inputs: steps in order, and how many buffers a kernel of each device may have.
Outputs: steps that keep to it.
Invariants: results are the same; what is packed is copied right before it is read, so that it is of the version that was meant;
devices without a limit see no difference.

An input is packed as the bits of its elements, one in each word as wide as the widest of them.
"""
from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

from heddle.dtype import DType, unsigned_of
from heddle.errors import InternalError, KernelError
from heddle.schedule.capabilities import CapabilitiesOf
from heddle.schedule.index_map import ZERO, plus
from heddle.schedule.kernels import Step
from heddle.uop import AxisType, BufferArg, KernelInfo, Ops, ParamArg, UOp


def fit_bindings(steps: Sequence[Step], capabilities: CapabilitiesOf) -> list[Step]:
    """`steps` in which no kernel has more buffers than its device takes."""
    ids = (b.arg.id for step in steps for b in step.buffers if b.op is Ops.BUFFER)
    fresh = itertools.count(1 - min(ids, default=0))
    return [part for step in steps for part in _fitted(step, capabilities, fresh)]


def _fitted(step: Step, capabilities: CapabilitiesOf, fresh: itertools.count[int]) -> list[Step]:
    device = step.buffers[0].device or ""
    most = capabilities(device).most_buffers if step.what.op is Ops.SINK else None
    if most is None or len(step.buffers) <= most: return [step]
    written = {m for n in step.what.toposort() if n.op is Ops.STORE and (m := memory_of(n)).op is Ops.PARAM}
    inputs = sorted((p for p in _params(step.what) if p not in written), key=lambda p: -p.arg.size * p.dtype.itemsize)
    kept = most - len(written) - 1
    if isinstance(info := step.what.arg, KernelInfo) and (kept < 0 or _is_ordered(step.what, inputs)):
        raise KernelError(f"the kernel {info.name} has {len(step.buffers)} buffers, and {device} takes {most}",
                          "Pack some of them into one.", step.loc)
    if kept < 0: raise InternalError(f"a kernel writes {len(written)} buffers at once, and {device} takes {most} in all")
    return _packed(step, inputs[kept:], device, -next(fresh))


def _is_ordered(ast: UOp, inputs: list[UOp]) -> bool:
    """Whether a user said when one of `inputs` is to be read."""
    return any(n.op is Ops.AFTER and memory_of(n) in inputs for n in ast.toposort())


def memory_of(node: UOp) -> UOp:
    """The memory of a LOAD, a STORE or an INDEX."""
    while node.op in (Ops.STORE, Ops.LOAD, Ops.INDEX, Ops.AFTER): node = node.src[0]
    return node


def _params(ast: UOp) -> list[UOp]: return [n for n in ast.toposort() if n.op is Ops.PARAM]


def _packed(step: Step, inputs: list[UOp], device: str, number: int) -> list[Step]:
    """Steps that pack `inputs` into a new buffer, and `step` reading them there."""
    word = unsigned_of(max(p.dtype.itemsize for p in inputs))
    total = sum(p.arg.size for p in inputs)
    pack = UOp(Ops.BUFFER, word, (), BufferArg(number, device, total))
    steps: list[Step] = []
    begins: dict[UOp, int] = {}
    for p in inputs:
        begins[p] = sum(q.arg.size for q in begins)
        steps.append(Step(_pack_kernel(p, word, begins[p], total), (pack, _buffer_of(step, p)), loc=step.loc))
    return [*steps, _reading_pack(step, begins, pack)]


def _buffer_of(step: Step, param: UOp) -> UOp:
    slot: int = param.arg.slot
    return step.buffers[slot]


def _pack_kernel(param: UOp, word: DType, begin: int, total: int) -> UOp:
    """pack[begin + i] = the bits of param[i]"""
    source = UOp(Ops.PARAM, param.dtype, (), ParamArg(1, param.arg.size))
    i = UOp.range(param.arg.size, AxisType.LOOP, 0) if param.arg.size > 1 else ZERO
    value = source.index(i).load()
    bits = value if value.dtype.is_bool() else value.bitcast(unsigned_of(value.dtype.itemsize))
    element = UOp(Ops.PARAM, word, (), ParamArg(0, total)).index(plus(i, begin))
    return UOp.sink(element.store(bits.cast(word)).end(*([i] if i.op is Ops.RANGE else [])))


def _reading_pack(step: Step, begins: dict[UOp, int], pack: UOp) -> Step:
    """`step` with what was packed read from there."""
    left = [p for p in sorted(_params(step.what), key=lambda p: p.arg.slot) if p not in begins]
    new = {p: UOp(Ops.PARAM, p.dtype, (), replace(p.arg, slot=n)) for n, p in enumerate(left)}
    packed = UOp(Ops.PARAM, pack.dtype, (), ParamArg(len(left), pack.arg.size))
    values: dict[UOp, UOp] = {}
    for node in step.what.toposort():
        if node in new: values[node] = new[node]
        elif node.op is Ops.LOAD and (param := node.src[0].src[0]) in begins:
            _, at, *valid = (values.get(s, s) for s in node.src[0].src)
            values[node] = _from_bits(packed.index(plus(at, begins[param]), *valid).load(), node.dtype)
        elif node.op is Ops.PARAM or (node.op is Ops.INDEX and node.src[0] in begins): continue
        else: values[node] = node.replace(src=tuple(values[s] for s in node.src)) if node.src else node
    buffers = (*(_buffer_of(step, p) for p in left), pack)
    return replace(step, what=values[step.what], buffers=buffers)


def _from_bits(word: UOp, dtype: DType) -> UOp:
    """The element whose bits are in a word."""
    return word.ne(0) if dtype.is_bool() else word.cast(unsigned_of(dtype.itemsize)).bitcast(dtype)
