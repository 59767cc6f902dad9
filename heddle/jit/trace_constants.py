"""Constants of a traced run: those that two runs of a function must share before a replay may replace the third.

Inputs: the LINEARs of a run, as they are about to run, and its plain results. Outputs: the first constant in which two runs of the
same kernels differ. Invariants: runs of other kernels (because something was computed for the first time) are not compared.
"""
from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from heddle.blake2 import blake2b
from heddle.device.buffer import find_buffer
from heddle.dtype import dtypes
from heddle.engine.execute import compile_linear
from heddle.engine.graph import base_of, written_by
from heddle.errors import describe_location
from heddle.jit.plain_values import is_plain, is_same
from heddle.uop import Ops, UOp

_SHOWN: Final = 8  # elements of a memory in a message


class Trace:
    """The kernels of a run, the memories that the host filled for it, and its plain results."""

    def __init__(self) -> None:
        self.kernels: list[UOp] = []
        self.memories: list[tuple[str, bytes]] = []
        self.results: list[object] = []
        self._seen: set[UOp] = set()
        self._first_id: int = UOp.new_buffer("", 0, dtypes.uint8).arg.id

    def add(self, linear: UOp) -> None:
        """Records a LINEAR that is about to run."""
        calls = compile_linear(linear).src
        self.note_kernels(calls)
        for call in calls:
            for buffer in (*written_by(call), *map(base_of, call.src[1:])): self.note_memory(buffer)

    def note_kernels(self, calls: Sequence[UOp]) -> None:
        """Records compiled CALLs."""
        self.kernels += [call.src[0].src[0] for call in calls if call.src[0].op is Ops.PROGRAM]

    def note_memory(self, node: UOp) -> None:
        """Records a memory that the host has filled since the run began."""
        if node in self._seen or node.op is not Ops.BUFFER: return
        self._seen.add(node)
        buffer = find_buffer(node) if node.arg.id >= self._first_id else None
        if buffer is None or not buffer.is_allocated() or not buffer.nbytes: return
        data = bytes(buffer.copyout(memoryview(bytearray(buffer.nbytes))))
        about = f"{node.size} x {node.dtype.name}" + (f", made at {describe_location(node.loc)}" if node.loc else "")
        self.memories.append((about, data if len(data) <= _SHOWN * 8 else blake2b(data).digest()))

    def finish(self, results: Sequence[object]) -> None:
        """Ends the run, with its results."""
        self.results = [x if is_plain(x) else None for x in results]
        self._seen.clear()

    def difference(self, later: Trace) -> str | None:
        """The first constant that differs in a later run of the same kernels; None if there is none."""
        if len(self.kernels) != len(later.kernels): return None
        pairs = [(a, b) for a, b in zip(self.kernels, later.kernels, strict=True) if a is not b]
        if any(_without_constants(a) is not _without_constants(b) for a, b in pairs): return None
        for a, b in pairs:
            if (found := _other_constant(a, b)) is not None: return found
        if len(self.memories) == len(later.memories):
            for (about, a), (_, b) in zip(self.memories, later.memories, strict=True):
                if a != b: return f"a constant tensor holds something else in each call: {about}"
        if len(self.results) == len(later.results):
            for i, (a, b) in enumerate(zip(self.results, later.results, strict=True)):
                if not is_same(a, b): return f"plain result number {i} was {a!r}, and then {b!r}"
        return None


@lru_cache(maxsize=256)
def _without_constants(kernel: UOp) -> UOp:
    """The graph of a kernel with 0 for each number."""
    return kernel.substitute({c: c.replace(arg=type(c.arg)(0)) for c in _constants(kernel) if isinstance(c.arg, int | float)})


def _constants(kernel: UOp) -> list[UOp]: return [node for node in kernel.toposort() if node.op is Ops.CONST]


def _other_constant(a: UOp, b: UOp) -> str | None:
    old, new = set(_constants(a)), set(_constants(b))
    gone, come = sorted(str(c.arg) for c in old - new), sorted(str(c.arg) for c in new - old)
    if not gone and not come: return None
    return f"a kernel computes with {', '.join(gone) or 'nothing'} in one call and with {', '.join(come) or 'nothing'} in the next"
