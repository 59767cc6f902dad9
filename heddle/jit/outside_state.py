"""Outside state of one call of a captured function: checks before, during and after the call.

Inputs: the function, and the objects among its arguments. Outputs: guards for later replays, or the reason why this call cannot be
replayed. Invariants: a call is replayed only if it changed nothing that it reads, apart from tensors that it leaves behind, and if an
equal call before it computed with equal constants.
"""
from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from heddle.dtype import dtypes
from heddle.errors import JitError
from heddle.jit.call_recording import CallRecording
from heddle.jit.guard_discovery import guards_of
from heddle.jit.guards import MISSING, Change, Guards, referent, text_of
from heddle.jit.plain_values import is_plain, is_same
from heddle.jit.trace_constants import Trace
from heddle.settings import settings
from heddle.tensor import aliasing
from heddle.tensor.autograd import autocast
from heddle.tensor.tensor import Tensor
from heddle.uop import UOp

#: state that every function depends on: an object and an attribute of it, by name
MODES: Final[dict[str, tuple[object, str]]] = {
    "Tensor.training": (Tensor, "training"), "DEV": (settings, "DEV"), "dtypes.default_float": (dtypes, "default_float"),
    "dtypes.default_int": (dtypes, "default_int"), "autocast": (autocast.state, "dtype")}


class Outside:
    """The outside state that a call reads. `baked`: the non-tensor arguments, by path."""

    def __init__(self, fn: Callable[..., object], owner: weakref.ref[object] | None, baked: Mapping[str, object],
                 tensors: Sequence[Tensor]) -> None:
        self._fn, self._owner, self._baked = fn, owner, baked
        self.guards = self._follow()
        self.trace = Trace()
        # work on the arguments before the call is no part of a capture
        self._is_comparable = all(t._storage is not None and t._memory is not None and t._storage.assigned is None for t in tensors)
        self._before: Outside | None = None

    def _follow(self) -> Guards:
        return guards_of(self._fn, self._owner, {path: x for path, x in self._baked.items() if not is_plain(x)}, MODES)

    def after(self, before: Outside) -> Outside:
        """Itself. Its constants are compared with those of the call `before`, if that was one like it."""
        alike = list(before._baked) == list(self._baked) and all(map(is_same, before._baked.values(), self._baked.values()))
        if alike and before._is_comparable and before.guards.changed_meanwhile(False) is None: self._before = before
        return self

    def finish(self, results: Sequence[object]) -> None:
        """The call has run plainly, with these results."""
        self.trace.finish(results)
        if self.guards.changed_meanwhile(True) is not None: self._is_comparable = False

    # ---- after a capture

    def close(self, capture: CallRecording, name: str) -> str | None:
        """After the capture: why it cannot be replayed; None if it can. JitError for a tensor that it reads and replaces."""
        captured = capture.captured
        assert captured is not None
        self.trace = capture.trace
        self.trace.finish([source.value for source in captured.results.sources])
        changes, before = self.guards.changes(), self._before
        self._before = None
        left: list[Change] = []
        for change in changes:
            if (reason := self._reason(change, capture, name)) is not None: return reason
            left.append(change)
        if left: self._leave(left)
        self.guards.leave_out_gradients(capture.gradients)
        self._leave_stored(captured.left)
        return None if before is None or not self._is_comparable else before.trace.difference(self.trace)

    def _reason(self, change: Change, capture: CallRecording, name: str) -> str | None:
        """Why a call that made this change cannot be replayed; None if it has left a tensor of its own."""
        then, now = change.then, change.now
        if self.guards.rows[change.row].test == "state": return f"it changes {change.path} in every call"
        old = referent(then)
        if not isinstance(now, Tensor) or isinstance(old, type):
            return f"it reads {change.path} and changes it: {text_of(then)} before the call, {text_of(now, then)} after it"
        if isinstance(old, Tensor) and _is_used(old, capture):
            raise JitError(f"{name} reads the tensor {change.path} and puts another one in its place",
                           "Change it with .assign() where it is now replaced by a new tensor.")
        memory = aliasing.memory_of(now.uop)
        if memory is None or not all(map(capture.recording.is_new, aliasing.leaves_of(memory))):
            return f"it puts a tensor that it was given, or that was there before, into {change.path}"
        return None

    def _leave(self, left: Sequence[Change]) -> None:
        """Guards of the current values. A tensor that is new must be absent again before a replay, which restores it."""
        self.guards = self._follow()
        rows = {row.path: i for i, row in enumerate(self.guards.rows)}
        for change in left:
            if (i := rows.get(change.path)) is None or isinstance(change.then, weakref.ref) or change.then is MISSING: continue
            assert isinstance(change.now, Tensor)
            self.guards.expect(i, change.then)
            self.guards.restore(i, change.now)

    def _leave_stored(self, left: Sequence[UOp]) -> None:
        """Attributes that are only set, to tensors: replays set them again."""
        if not left: return
        for i, value in self.guards.unread():
            if not isinstance(value, Tensor) or (memory := aliasing.memory_of(value.uop)) is None: continue
            if all(leaf in left for leaf in aliasing.leaves_of(memory)): self.guards.restore(i, value)


def _is_used(tensor: Tensor, capture: CallRecording) -> bool:
    """Whether the captured call read the memory of a tensor, or may have."""
    memory = aliasing.memory_of(tensor.uop)
    return memory is None or any(leaf in capture.recording.used for leaf in aliasing.leaves_of(memory))

