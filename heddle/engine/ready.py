"""A compiled LINEAR made ready to be run many times: what stays the same from run to run is looked up once.

In: a LINEAR over PARAMs; for each run a Buffer for each PARAM, and values of variables. Out: what `run_linear` would have done.
Always true: what is ready was worked out from the settings and devices as they are; launches that are to be shown, timed one by one or
compared go through `run_linear`.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from heddle.buffer import Buffer, node_of, uop_buffer
from heddle.dtype import DType
from heddle.engine.graph import launch_graph, load_graph, place_in_param
from heddle.engine.realize import (
    ExecContext,
    compile_linear,
    device_of,
    get_runtime,
    is_view_of_param,
    is_watched,
    launch_copy,
    launch_kernel,
    recorder,
    run_linear,
)
from heddle.errors import InternalError
from heddle.events import ReplayRecord
from heddle.settings import settings
from heddle.uop.ops import Ops
from heddle.uop.uop import UOp

#: runs one CALL on all buffers of a run
Launch = Callable[[list[Any], ExecContext], None]


class ReadyLinear:
    """`run(buffers, values)` runs `linear` with Buffer i in place of PARAM i."""

    def __init__(self, linear: UOp, count: int) -> None:
        self._linear, self._state = linear, settings.state()
        self._places = _Places(count)
        self.compiled = compile_linear(linear)
        self._launches = () if is_watched() else tuple([_launch(call, self._places) for call in self.compiled.src])
        # copies may give memory to what they fill
        filled = {call.src[1] for call in linear.src if call.src[0].op is Ops.COPY}
        nodes = dict.fromkeys(b for call in linear.src for b in call.src[1:] if b not in filled) if len(linear.src) > 1 else ()
        self._allocated = [self._places.number(b) for b in nodes]

    def holds(self) -> bool:
        """Whether settings and devices are still those it was made for."""
        return settings.is_still(self._state)

    def run(self, inputs: Sequence[Buffer], values: Mapping[str, int], replay: ReplayRecord | None = None) -> None:
        """Runs everything once; `replay` is what it is told in. OutOfMemoryError before anything has run, DeviceError."""
        if not self._launches or recorder.get() is not None:
            return run_linear(self._linear, values, [node_of(b) for b in inputs], jit=True)
        buffers, ctx = self._places.fill(inputs), ExecContext(values, jit=True, replay=replay)
        for i in self._allocated:
            if (buffer := buffers[i]).raw is None: buffer.allocate()
        for launch in self._launches: launch(buffers, ctx)


class _Places:
    """The buffers of a run in one list: those of the PARAMs, those that are always the same, and parts of the former."""

    def __init__(self, count: int) -> None:
        self._count = count  # of PARAMs
        self._numbers: dict[UOp, int] = {}  # of all others
        self._fixed: list[Buffer | None] = []  # None for a part of a PARAM
        self._parts: list[tuple[int, int, int, DType, int]] = []  # its place, the PARAM's, elements, dtype, offset in bytes

    def number(self, node: UOp) -> int:
        """Where in the list the buffer of a CALL's source is."""
        if node.op is Ops.PARAM: return node.arg.slot
        if (found := self._numbers.get(node)) is not None: return found
        number = self._numbers[node] = self._count + len(self._fixed)
        if is_view_of_param(node):
            slot, offset = place_in_param(node)
            self._parts.append((number, slot, node.arg[0], node.dtype, offset))
            self._fixed.append(None)
        else: self._fixed.append(uop_buffer(node))
        return number

    def fill(self, inputs: Sequence[Buffer]) -> list[Any]:
        """The list for one run."""
        buffers: list[Any] = [*inputs, *self._fixed]
        for number, slot, size, dtype, offset in self._parts: buffers[number] = inputs[slot].view(size, dtype, offset)
        return buffers


def _launch(call: UOp, places: _Places) -> Launch:
    """What runs a compiled CALL."""
    what, *nodes = call.src
    numbers = [places.number(node) for node in nodes]
    if what.op is Ops.COPY:
        dest, src = numbers
        return lambda buffers, ctx: launch_copy(call, buffers[dest], buffers[src], ctx)
    if what.op is Ops.LINEAR:
        graph = load_graph(what)
        return lambda buffers, ctx: launch_graph(graph, [buffers[i] for i in numbers], ctx)
    if what.op is not Ops.PROGRAM: raise InternalError(f"a capture cannot hold {call!r}")
    device = device_of(call)
    runtime = get_runtime(what, device)
    return lambda buffers, ctx: launch_kernel(call, device, runtime, [buffers[i] for i in numbers], ctx)
