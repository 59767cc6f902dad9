"""Capture of a function for export, as the list of its kernels and copies, on any device.

Inputs: a function and example inputs. Outputs: a `Capture`, as a TinyJit keeps it, whose results all have memory of their own.
Invariants: the function has run three times, and memory that it assigned is restored.
"""
from __future__ import annotations

import functools
import weakref
from collections.abc import Callable, Mapping, Sequence

from heddle.device import Device
from heddle.device.buffer import find_buffer
from heddle.engine.execute import compile_linear, recorder, scheduled_for
from heddle.engine.graph import written_by
from heddle.errors import ExportError
from heddle.jit.bindings import in_memory
from heddle.jit.capture import Capture
from heddle.jit.jit import TinyJit
from heddle.schedule.capabilities import SchedulingCapabilities
from heddle.tensor import Tensor, aliasing
from heddle.tensor.pytree import Pattern, put_together, take_apart
from heddle.tensor.realize import realize_all
from heddle.uop import Ops, UOp

_CALLS = 6  # a TinyJit needs two, and gives up by itself after some more
Inputs = Tensor | Sequence[object] | Mapping[str, object]


def capture(fn: Callable[..., object], inputs: Inputs, capabilities: SchedulingCapabilities) -> Capture:
    """The captured call of `fn` on copies of `inputs`: one tensor, arguments by position, or a dict of arguments by name.

    It is scheduled for a device with `capabilities`, and runs where its tensors are. JitError, with the reason, for a function that
    cannot be captured; ExportError for what no browser can do.
    """
    if isinstance(fn, TinyJit): fn = fn.function()
    args, kwargs = _arguments(inputs)
    jit = TinyJit(_with_own_results(fn))
    realize_all(())  # what was assigned or drawn before is no effect of this function
    token = scheduled_for.set(capabilities)
    try: _run(jit, fn, args, kwargs)
    finally: scheduled_for.reset(token)
    if jit.captured is None:
        raise ExportError("the function runs inside another one that is being captured", "Export it outside of any TinyJit.")
    _check(jit.captured)
    return jit.captured


def _run(jit: TinyJit[..., object], fn: Callable[..., object], args: Sequence[object], kwargs: Mapping[str, object]) -> None:
    """Runs the function until it is captured, without a trace in what it writes to."""
    waiting = aliasing.pending_tensors()
    with PutBack() as effects:
        effects.watch(lambda: _compute(fn(*args, **kwargs), waiting))
        for _ in range(_CALLS):
            if jit.captured is None: jit(*args, **kwargs)


def _arguments(inputs: Inputs) -> tuple[list[object], dict[str, object]]:
    """Copies of the inputs, so that none shares memory with anything that the function finds."""
    if isinstance(inputs, Mapping): return [], {name: _copied(x, name) for name, x in inputs.items()}
    given = [inputs] if isinstance(inputs, Tensor) else inputs
    return [_copied(x, f"inputs[{i}]") for i, x in enumerate(given)], {}


def _copied(x: object, path: str) -> object:
    leaves: list[object] = []
    pattern = take_apart(x, path, leaves)
    return put_together(pattern, [in_memory(leaf.detach().clone()) if isinstance(leaf, Tensor) else leaf for leaf in leaves])


def _compute(result: object, waiting: Sequence[Tensor]) -> None:
    """Computes a result; first what it reads of tensors that were `waiting` to be computed, so that they are exported as weights."""
    tensors = [x for x in _leaves(result)[1] if isinstance(x, Tensor)]
    read = UOp.sink(*(x.uop for x in tensors)).toposort()
    realize_all([x for x in waiting if x.uop in read])
    realize_all(tensors)


def _leaves(result: object) -> tuple[Pattern, list[object]]:
    leaves: list[object] = []
    return take_apart(result, "result", leaves), leaves


def _with_own_results(fn: Callable[..., object]) -> Callable[..., object]:
    """`fn`, with each tensor that it returns in consecutive memory of its own."""
    @functools.wraps(fn)
    def whole(*args: object, **kwargs: object) -> object:
        pattern, leaves = _leaves(fn(*args, **kwargs))
        return put_together(pattern, [_own(x) if isinstance(x, Tensor) else x for x in leaves])
    return whole


def _own(x: Tensor) -> Tensor:
    """`x` in memory that nobody else looks at."""
    return x.detach().contiguous() if aliasing.memory_of(x.uop) is None and x.uop.base.op is not Ops.ASSIGN else x.detach().clone()


def _check(captured: Capture) -> None:
    """ExportError for inputs that are assigned."""
    for i in captured.written_arguments:
        path = captured.arguments[i].path
        raise ExportError(f"the function assigns to its argument {path}, which whoever passes it in a browser would not see",
                          "Return the new value; or let the function find the tensor by itself: then it is a state, kept on the "
                          "device from run to run.")


class PutBack:
    """`with PutBack() as p: p.watch(run)`: memory that `run` writes to holds at the end what it held before."""

    def __init__(self) -> None:
        self._kept: dict[UOp, tuple[list[weakref.ref[aliasing.Storage]], bytes]] = {}

    def __enter__(self) -> PutBack: return self

    def watch(self, run: Callable[[], None]) -> None:
        """Runs, and keeps the content of memory before it is written to."""
        token = recorder.set(self._note)
        try: run()
        finally: recorder.reset(token)

    def _note(self, linear: UOp, values: Mapping[str, int]) -> None:
        for node in (b for call in compile_linear(linear).src for b in written_by(call)):
            buffer = find_buffer(node)
            if node in self._kept or buffer is None or not buffer.is_allocated(): continue  # or new: nobody has seen it
            Device[buffer.device].synchronize()
            storages = [weakref.ref(s) for s in aliasing.storages_of(node)]
            self._kept[node] = storages, bytes(buffer.copyout(memoryview(bytearray(buffer.nbytes))))

    def __exit__(self, *_: object) -> None:
        for node, (storages, data) in self._kept.items():
            # a state may have been given other memory, where the old one was shared
            memory = next((s.memory for ref in storages if (s := ref()) is not None and s.memory is not None), node)
            buffer = find_buffer(node if memory.op is Ops.MULTI else memory)
            if buffer is None: continue
            Device[buffer.device].synchronize()
            buffer.copyin(memoryview(data))
