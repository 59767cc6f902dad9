"""Buffer offsets: kernels that bind parts of their buffers, so that one kernel serves any constant offset.

Inputs: steps whose kernels see buffers from their first element on, and the bytes at whose multiples a device likes a part to
begin.
Outputs: steps whose kernels see only what they read or write of each buffer, as a BUFFER_VIEW.
Invariants: each kernel touches the same memory as before; a part begins at a multiple of the device's alignment, and what is left
of the offset stays in the kernel.

Iterations of a loop over steps differ in little but offsets: after this they are equal kernels, which are compiled once.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from heddle.lazy_dataclass import dataclass
from heddle.schedule.capabilities import CapabilitiesOf
from heddle.schedule.index_map import plus
from heddle.uop import KernelInfo, Ops, UOp
from heddle.uop.polynomial import linear

if TYPE_CHECKING:
    from heddle.schedule.kernels import Step


@dataclass(frozen=True)
class Window:
    """The elements `first` … `first + size - 1` of a buffer."""

    first: int
    size: int

    def meets(self, other: Window) -> bool: return self.first < other.first + other.size and other.first < self.first + self.size

    def aligned(self, elements: int) -> Window:
        """The same, beginning at a multiple of so many elements."""
        first = self.first // elements * elements
        return Window(first, self.first + self.size - first)


def part_of(buffer: UOp, window: Window) -> UOp:
    """That part of a buffer."""
    return UOp(Ops.BUFFER_VIEW, buffer.dtype, (buffer,), (window.size, window.first))


def see_parts(steps: Iterable[Step], capabilities: CapabilitiesOf) -> list[Step]:
    """`steps` whose kernels see parts of their buffers, where they need no more. Kernels that users wrote stay as they are."""
    return [step if step.what.op is not Ops.SINK or isinstance(step.what.arg, KernelInfo) else _on_parts(step, capabilities)
            for step in steps]


def _on_parts(step: Step, capabilities: CapabilitiesOf) -> Step:
    order, accesses = step.what.toposort(), dict[UOp, list[UOp]]()
    for node in order:
        if node.op is Ops.INDEX and node.src[0].op is Ops.PARAM: accesses.setdefault(node.src[0], []).append(node)
    windows: dict[UOp, Window] = {}
    for param, indices in accesses.items():
        if param.image is not None or not param.arg.size: continue
        window = window_of(param, indices)
        if window.size == param.arg.size: continue
        alignment = capabilities(_buffer_of(step.buffers, param).device or "").part_alignment
        windows[param] = window.aligned(max(1, alignment // param.dtype.itemsize))
    if not windows: return step
    ast, buffers = on_parts(order, step.buffers, windows)
    return replace(step, what=ast, buffers=buffers)


def on_parts(order: Iterable[UOp], buffers: Sequence[UOp], windows: Mapping[UOp, Window]) -> tuple[UOp, tuple[UOp, ...]]:
    """The kernel with these nodes, its SINK the last of them, on parts of those of its buffers that have windows."""
    new = {p: UOp(Ops.PARAM, p.dtype, (), replace(p.arg, size=w.size)) for p, w in windows.items()}
    values: dict[UOp, UOp] = dict(new)
    sink = None
    for node in order:
        if node in values: continue
        src = tuple([values[s] for s in node.src])
        if node.op is Ops.INDEX and node.src[0] in windows: src = (src[0], plus(src[1], -windows[node.src[0]].first), *src[2:])
        sink = values[node] = node if src == node.src else node.replace(src=src)
    assert sink is not None
    found = list(buffers)
    for p, w in windows.items(): found[p.arg.slot] = part_of(_buffer_of(found, p), w)
    return sink, tuple(found)


def _buffer_of(buffers: Sequence[UOp], param: UOp) -> UOp:
    slot: int = param.arg.slot
    return buffers[slot]


# ---- what a kernel sees


def window_of(param: UOp, indices: Iterable[UOp]) -> Window:
    """What these INDEXes see of a buffer, as far as is known."""
    ends = [_ends(index) for index in indices]
    first, last = max(min(low for low, _ in ends), 0), min(max(high for _, high in ends), param.arg.size - 1)
    return Window(first, last - first + 1) if first <= last else Window(0, 1)  # all of it is beyond the buffer: nothing is seen


def _ends(index: UOp) -> tuple[int, int]:
    """The least and greatest position of an INDEX where its condition holds."""
    low, high = (int(n) for n in index.src[1].bounds)
    if len(index.src) < 3: return low, high
    terms, constant = linear(index.src[1])
    found = [constant, constant]
    for sums, least, greatest in _conditions(index.src[2]):
        factor = _factor(sums, terms)
        if not factor: continue
        for t in sums: del terms[t]
        ends = (factor * least, factor * greatest)
        found = [found[0] + min(ends), found[1] + max(ends)]
    for t, f in terms.items():
        ends = (f * int(t.vmin), f * int(t.vmax))
        found = [found[0] + min(ends), found[1] + max(ends)]
    return max(low, found[0]), min(high, found[1])


def _factor(sums: Mapping[UOp, int], terms: Mapping[UOp, int]) -> int:
    """The number that `sums` is multiplied by where it is a part of the sum `terms`; 0 where it is none."""
    first = next(iter(sums))
    factor, left = divmod(terms.get(first, 0), sums[first])
    return factor if not left and all(terms.get(t) == factor * f for t, f in sums.items()) else 0


def _conditions(valid: UOp) -> Iterable[tuple[dict[UOp, int], int, int]]:
    """Sums, as factor by term, and the least and greatest value that each has where `valid` is true."""
    found: dict[frozenset[tuple[UOp, int]], list[int]] = {}
    stack = [valid]
    while stack:
        node = stack.pop()
        if node.op is Ops.AND: stack += node.src
        below = node.op is Ops.CMPLT
        compared = node if below else node.src[0] if node.op is Ops.NOT and node.src[0].op is Ops.CMPLT else None
        if compared is None or compared.src[1].op is not Ops.CONST or not compared.src[0].dtype.is_integer(): continue
        terms, constant = linear(compared.src[0])
        if not terms: continue
        if (ends := found.get(key := frozenset(terms.items()))) is None:
            parts = [(f * int(t.vmin), f * int(t.vmax)) for t, f in terms.items()]
            ends = found[key] = [sum(map(min, parts)), sum(map(max, parts))]
        limit = int(compared.src[1].arg) - constant
        if below: ends[1] = min(ends[1], limit - 1)
        else: ends[0] = max(ends[0], limit)
    return [(dict(key), least, greatest) for key, (least, greatest) in found.items()]
