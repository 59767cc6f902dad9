"""Copies and pickles of tensors: pickle, `copy.deepcopy`, `copy.copy`.

Inputs: a tensor. Outputs: its value as bytes and what is needed to make the tensor again; or another tensor.
Invariants: a deep copy and what a pickle holds share no memory with the original; both keep dtype, shape, device, `requires_grad`,
`is_param`, `.grad` and attributes that programs have added. The graph that a value was computed by is not kept.
"""
from __future__ import annotations

import copy
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from heddle.dtype import DType
from heddle.errors import ExchangeError
from heddle.schedule.sharding import axis_of
from heddle.tensor import aliasing, tensor_hook
from heddle.tensor import host_data as host
from heddle.uop.mesh import Layout
from heddle.uop.symbol import bound_shape

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

#: `requires_grad`, `.grad`, attributes that programs have added, and what the tensor is excluded from
_State: TypeAlias = "tuple[bool | None, Tensor | None, dict[str, object], str | None]"
_OlderState: TypeAlias = "tuple[bool | None, Tensor | None, dict[str, object]]"


class CopyMixin:
    """For pickle and copy."""

    __slots__ = ()

    def __reduce__(self: Tensor) -> tuple[Callable[..., Tensor], tuple[object, ...], _State]:
        """A pickle holds the value, computed now. It is made again on the same device, or from a file on the default one."""
        device = self.device
        axis = None if isinstance(device, str) else axis_of(self.uop)
        if isinstance(axis, Layout):
            raise ExchangeError("a tensor on a mesh cannot be pickled: its devices are those of several processes",
                                "Pickle .to(\"CPU\") of it, on every rank.")
        if isinstance(device, str) and not host.runs_kernels(device): device = None
        state = self._needs_grad, self.grad, dict(vars(self)), aliasing.exclusion(self)
        return _made_again, (bytes(self._bytes()), bound_shape(self.shape), self.dtype, device, axis), state

    def __setstate__(self: Tensor, state: _State | _OlderState) -> None:
        self.requires_grad, self.grad = state[0], state[1]
        vars(self).update(state[2])
        if len(state) > 3 and state[3] == "parameter": self.is_param = False

    def __deepcopy__(self: Tensor, memo: dict[int, object]) -> Tensor:
        """The same value in memory of its own; one that has a `requires_grad` is a leaf."""
        made = memo[id(self)] = self.detach().clone()
        grad, more = copy.deepcopy(self.grad, memo), copy.deepcopy(vars(self), memo)
        made.__setstate__((self._needs_grad, grad, more, aliasing.exclusion(self)))
        return made

    def __copy__(self: Tensor) -> Tensor:
        """Another tensor over the same memory."""
        made = self._seen_as(self.uop, self._needs_grad, self._shared_storage())
        made.grad = self.grad
        aliasing.note_excluded(made, aliasing.exclusion(self))
        vars(made).update(vars(self))
        return made


def _made_again(raw: bytes, shape: tuple[int, ...], dtype: DType, device: str | tuple[str, ...] | None, axis: int | None) -> Tensor:
    from heddle.device import Device
    Tensor = tensor_hook.tensor_class
    first = Device.canonicalize(device if device is None or isinstance(device, str) else device[0])
    made = Tensor(host.filled_buffer(raw, dtype, shape, first))
    return made if device is None or isinstance(device, str) else made.shard(device, axis)
