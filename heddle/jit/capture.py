"""Captures: what a replay needs of the captured call, and the checks of a call's arguments against it.

Inputs: the arguments of a call. Outputs: its tensors in order and the values of its variables; or the results. Invariants: a mismatch
is a JitError that names the argument; the fast path gives the results of the general one (`Capture.take`, then `Replay` from `take` to
`run`), and leaves to it every call that differs from the captured one in anything but memory.
"""
from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

from heddle.device.buffer import Buffer, uop_buffer
from heddle.jit.argument_binding import Signature, changed, prepared, refused
from heddle.jit.guards import Guards
from heddle.jit.plain_values import is_same
from heddle.jit.replay import Replay
from heddle.jit.variable_arguments import Names, own_bindings
from heddle.tensor import aliasing
from heddle.tensor.pytree import Pattern, take_along
from heddle.tensor.tensor import Tensor
from heddle.tracing.bus import is_on, listening
from heddle.uop import Ops, Symbol, UOp
from heddle.uop.symbol import Leaf
from heddle.uop.variable_bindings import Bindings

#: the result of a call that has to take the general path
UNFIT: Final = object()

_now = time.perf_counter
_BUFFER, _RESHAPE = Ops.BUFFER, Ops.RESHAPE  # members of an Enum are slow to look up by attribute
_NO_VALUES: Mapping[str, int] = {}

Others = tuple[dict[int, tuple[str, Any]], dict[int, tuple[str, Any]]]


class Capture:
    """An executable with bindings and guards: `replay` binds its memory and makes the results, the rest checks a call's arguments."""

    def __init__(self, replay: Replay, pattern: Pattern, positions: list[int], others: Others, signature: Signature | None = None,
                 guards: Guards | None = None, size_names: Sequence[Names] = ()) -> None:
        self.replay, self.guards, self._signature = replay, guards, signature
        self.baked, self.sizes = others  # path and value by position: constants that must not change, and Symbols, unbound
        self.pattern, self.positions = pattern, positions  # of the tensors
        # without containers, the arguments are the leaves
        positional, named = pattern.parts
        self._is_flat = all(part.kind is None for part in (*positional.parts, *named.parts))
        self._positional, self._names = len(positional.parts), named.keys
        self.is_symbolic = bool(self.sizes or replay.constants) or any(a.is_symbolic for a in replay.arguments)
        # the capture's names of the variables in each Symbol, then in each tensor, where they differ
        self.names: list[Names] = [*(size_names or [{}] * len(self.sizes)), *(a.names for a in replay.arguments)]
        # a capture that writes only to new memory, without variables, of tensors that are all of their memory
        self.is_simple = not (replay.writes or replay.draws or self.is_symbolic) and all(
            a.view is None and isinstance(a.device, str) for a in replay.arguments)
        self._constants = [(i, value) for i, (_, value) in self.baked.items()]
        self._bases = positions if replay.only is None else ()  # of views among the results
        self._arguments = [(i, a.shape, a.dtype, a.device, a.needs_grad) for i, a in zip(positions, replay.arguments, strict=True)]

    @property
    def linear(self) -> UOp:
        """All kernels and copies of a replay, one by one."""
        return self.replay.executable.linear

    @property
    def jit_cache(self) -> list[UOp]:
        """The CALLs of `linear`."""
        return list(self.linear.src)

    def take(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[list[Tensor], list[Symbol]]:
        """The tensors among the arguments, realized, and the Symbols. JitError names the first that differs from the capture."""
        leaves = self.leaves(args, kwargs)
        for i, (path, value) in self.baked.items():
            if not is_same(value, leaves[i]): raise changed(f"argument {path}", value, leaves[i])
        if self.guards is not None and (found := self.guards.changed()) is not None: raise refused(found)
        for i, (path, size) in self.sizes.items():
            if not isinstance(leaves[i], Symbol) or leaves[i].unbound() != size: raise changed(f"argument {path}", size, leaves[i])
        tensors = [leaves[i] for i in self.positions]
        for x, argument in zip(tensors, self.replay.arguments, strict=True):
            if not isinstance(x, Tensor): raise changed(f"argument {argument.path}", "a tensor", x)
        return prepared(tensors), [leaves[i] for i in self.sizes]

    def leaves(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Sequence[Any]:
        """The leaves of the containers. JitError if the nesting differs; TypeError as from the function itself."""
        # what has the names and numbers of the canonical form is in it
        if self._is_flat and len(args) == self._positional and tuple(kwargs) == self._names:
            return (*args, *kwargs.values()) if kwargs else args
        given = (args, kwargs) if self._signature is None else self._signature.canonical(args, kwargs)
        leaves: list[Any] = []
        for part, x in zip(self.pattern.parts, given, strict=True): take_along(part, x, leaves)
        return leaves

    def values(self, tensors: list[Tensor], sizes: list[Symbol]) -> dict[str, int] | None:
        """The values of the variables in this call; None if one that the capture has once has two.

        ShapeError for one that has none, or is outside of what it indexes.
        """
        if not self.is_symbolic: return {}
        bindings = Bindings()
        values: dict[str, int] = dict(self.replay.constants)
        for own, names in zip(self.variables(tensors, sizes), self.names, strict=True):
            for name, leaf in own.items():
                if leaf.value is None: bindings.add_leaf(leaf)
                elif values.setdefault(names.get(name, name), leaf.value) != leaf.value: return None
        bindings.values()
        for condition in self.replay.conditions: condition.check(values)
        return values

    def variables(self, tensors: list[Tensor], sizes: list[Symbol]) -> list[dict[str, Leaf]]:
        """The variables of each Symbol, then of each tensor. JitError if one of these binds a variable to two values."""
        return [*(own_bindings(size.leaves()) for size in sizes), *self.replay.bindings(tensors)]

    # ---- the fast path

    def replay_simple(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """Replays a simple capture for a call that differs in the memory of its tensors alone: UNFIT for any other, and nothing has
        happened. JitError if the nesting of the arguments differs, or if a state is gone."""
        began = _now() if listening and is_on() else 0.0
        leaves = self.leaves(args, kwargs)
        buffers: list[Buffer] = []
        # as `Argument.memory_of`, in one pass
        for i, shape, dtype, device, needs_grad in self._arguments:
            x = leaves[i]
            if type(x) is not Tensor: return UNFIT
            if (unseen := x._unseen) is not None:  # a replay's result that has not been accessed
                buffer, size, _ = unseen
                if size != shape or buffer.dtype is not dtype or buffer.device != device: return UNFIT
                buffers.append(buffer)
                continue
            if (storage := x._storage) is None or storage.memory is None or storage.assigned is not None: return UNFIT
            uop = x.uop
            node = uop.src[0] if uop.op is _RESHAPE else uop
            if (node.op is not _BUFFER or (uop._shape != shape and uop.shape != shape) or uop.dtype is not dtype
                    or node.arg.device != device or (x._needs_grad and not needs_grad)): return UNFIT
            buffers.append(node.memory or uop_buffer(node))
        if aliasing.assigns: return UNFIT
        for i, value in self._constants:
            if leaves[i] is not value and not is_same(value, leaves[i]): return UNFIT
        if (guards := self.guards) is not None and not (guards.holds or guards.compiled())(): return UNFIT
        replay = self.replay
        if replay.states: buffers += [uop_buffer(m) for m in aliasing.flat([state.memory() for state in replay.states])]
        return replay.submit([leaves[i] for i in self._bases] if self._bases else (), buffers, _NO_VALUES, began)
