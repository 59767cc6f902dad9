"""Fast path of a replay, for calls that differ from the captured one only in the memory of their tensors.

Inputs: a `Plan`; the arguments of a call. Outputs: the results; or `UNFIT`, in which case nothing has happened. Invariants: the fast
path gives the results of the general one (`Plan.take`, then `Replay` from `take` to `run`). A call that differs from the captured
one in anything else is left to the general path, which handles the difference or reports it.
"""
from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from heddle.device.buffer import Buffer, uop_buffer
from heddle.jit.plain_values import is_same
from heddle.tensor import aliasing
from heddle.tensor.tensor import Tensor
from heddle.tracing.bus import is_on, listening
from heddle.uop import Ops

if TYPE_CHECKING:
    from heddle.jit.argument_binding import Plan

#: the result of a call that has to take the general path
UNFIT: Final = object()

_now = time.perf_counter

_BUFFER, _RESHAPE = Ops.BUFFER, Ops.RESHAPE  # members of an Enum are slow to look up by attribute


class Shortcut:
    """`shortcut(plan, args, kwargs)` replays. It holds no reference to the plan, which would be a cycle."""

    __slots__ = ("_arguments", "_baked", "_replay", "_seen_again", "_states")

    def __init__(self, plan: Plan) -> None:
        self._replay, self._states = plan.replay, plan.replay.states
        self._baked = [(place, value) for place, (_, value) in plan.baked.items()]
        self._seen_again = plan.places if plan.replay.only is None else ()  # bases of views among the results
        arguments = zip(plan.places, plan.replay.arguments, strict=True)
        self._arguments = [(place, a.shape, a.dtype, a.device, a.needs_grad) for place, a in arguments]

    @staticmethod
    def of(plan: Plan) -> Shortcut | None:
        """For a capture that writes only to new memory, without variables, of tensors that are all of their memory."""
        replay = plan.replay
        if replay.writes or replay.draws or plan.is_symbolic: return None
        whole = all(a.view is None and isinstance(a.device, str) for a in replay.arguments)
        return Shortcut(plan) if whole else None

    def __call__(self, plan: Plan, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """The results, or UNFIT. JitError if the nesting of the arguments differs, or if a state is gone."""
        began = _now() if listening and is_on() else 0.0
        leaves = plan.leaves(args, kwargs)
        buffers = self._memories(leaves)
        if buffers is None or aliasing.assigns or self._has_changed(plan, leaves): return UNFIT
        replay, states = self._replay, [state.memory() for state in self._states]
        if states: buffers += [uop_buffer(m) for m in aliasing.flat(states)]
        return replay.submit([leaves[place] for place in self._seen_again], buffers, {}, began)

    def _memories(self, leaves: Sequence[Any]) -> list[Buffer] | None:
        """The memory of each argument, if all match the capture: as `Argument.memory_of`, in one pass."""
        found: list[Buffer] = []
        for place, shape, dtype, device, needs_grad in self._arguments:
            x = leaves[place]
            if type(x) is not Tensor: return None
            if (unseen := x._unseen) is not None:  # a replay's result that has not been accessed
                buffer, size, _ = unseen
                if size != shape or buffer.dtype is not dtype or buffer.device != device: return None
                found.append(buffer)
                continue
            if (storage := x._storage) is None: return None
            if storage.memory is None or storage.assigned is not None: return None
            uop = x.uop
            node = uop.src[0] if uop.op is _RESHAPE else uop
            if (node.op is not _BUFFER or (uop._shape != shape and uop.shape != shape) or uop.dtype is not dtype
                    or node.arg.device != device or (x._needs_grad and not needs_grad)): return None
            found.append(node.memory or uop_buffer(node))
        return found

    def _has_changed(self, plan: Plan, leaves: Sequence[Any]) -> bool:
        """Whether a value that the capture stores as a constant has changed."""
        for place, value in self._baked:
            if leaves[place] is not value and not is_same(value, leaves[place]): return True
        guards = plan.guards
        return guards is not None and not guards.hold()
