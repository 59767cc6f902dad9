"""Lazy gradients: graphs kept beside the tensors that `backward()` reached, until `.grad` is read.

Inputs: gradients of tensors that no optimizer and no `requires_grad=True` named. Outputs: a `Tensor` once `.grad` is read.
Invariants: an unread gradient is never computed, and keeps no schedule from reusing memory; one that reads memory which has been
written to since is an error when it is read, never another value.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING, Final

from heddle.errors import GradientError
from heddle.tensor import tensor_hook
from heddle.tensor.lock import lock
from heddle.tensor.node_builders import alu, mark
from heddle.tensor.weak_list import WeakList
from heddle.uop import Ops, UOp

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor


class LazyGradient:
    """The graph of a gradient, or why there is none any more (`lost`: what happened, and the cure)."""

    __slots__ = ("graph", "lost")

    def __init__(self, graph: UOp, lost: tuple[str, str] | None = None) -> None:
        self.graph, self.lost = graph, lost

    def read(self, shape: tuple[int, ...]) -> Tensor:
        """The gradient as a tensor of `shape`. GradientError if it is lost."""
        Tensor = tensor_hook.tensor_class
        if self.lost is not None: raise GradientError(*self.lost)
        return Tensor._of(mark(self.graph.reshape(shape)), False)


_holders = WeakList(room=64)

#: why a gradient cannot be read: (what, cure)
WRITTEN: Final = ("memory that this gradient reads was written to after backward() and before anybody read .grad",
                  "Read .grad before the write (optimizer.step(), .assign()), or set requires_grad=True before backward().")
CAPTURED: Final = ("this gradient was made inside a captured function, and replays do not renew it",
                   "Read .grad inside the function, or set requires_grad=True before its first call; .grad = None forgets it.")
CONSTANT: Final = ("equal constants are one node of the graph, so this tensor has no gradient of its own",
                   "Make it with requires_grad=True, or call .realize() on it before it is used.")

FORGOTTEN: Final = ("this gradient goes through a value that was read too long ago, or computed from what was overwritten since",
                    "Set requires_grad=True on what it is of before it is used, or read values after backward().")


#: ids of the tensors whose gradient this thread has read or set while it captures a function; None otherwise
accessed: ContextVar[set[int] | None] = ContextVar("accessed_gradients", default=None)


def note_access(tensor: Tensor) -> None:
    """The gradient of `tensor`, or that it has none, is read or set."""
    if (found := accessed.get()) is not None: found.add(id(tensor))


def add(tensor: Tensor, graph: UOp) -> None:
    """Adds the gradient `graph`, of any shape of as many elements, to the gradient of `tensor`, without computing anything."""
    note_access(tensor)
    graph = graph.reshape(tensor.shape)
    before = tensor._grad
    if before is None: _keep(tensor, LazyGradient(graph))
    elif not isinstance(before, LazyGradient):
        assert isinstance(before, tensor_hook.tensor_class)
        tensor._grad = in_place(before, before + tensor._of(mark(graph), False))
    elif before.lost is None: _keep(tensor, LazyGradient(alu(Ops.ADD, before.graph, graph)))


def in_place(gradient: Tensor, value: Tensor) -> Tensor:
    """What a tensor has as its gradient if `value`, of the same shape, comes in place of `gradient`.

    A gradient in memory is written to, as in torch: captured functions that add to it, and read it, do so there in each replay.
    """
    fits = (gradient.dtype, gradient.shape, gradient.device) == (value.dtype, value.shape, value.device)
    if gradient._memory is None or not fits or gradient._needs_grad or value._needs_grad: return value
    return gradient.assign(value)


def refuse(tensor: Tensor, why: tuple[str, str]) -> None:
    """`tensor` has a gradient that cannot be had: reading it says why."""
    note_access(tensor)
    if tensor._grad is None: _keep(tensor, LazyGradient(tensor.uop, why))


def _keep(tensor: Tensor, gradient: LazyGradient) -> None:
    tensor._grad = gradient
    _holders.append(tensor)


def _held() -> list[LazyGradient]:
    """The unread gradients alive that are not lost."""
    if not len(_holders): return []
    with lock: tensors = _holders.forget(lambda t: not isinstance(t._grad, LazyGradient))
    return [g for t in tensors.values() if isinstance(g := t._grad, LazyGradient) and g.lost is None]


# ---- what happens to graphs meanwhile


def substitute(swap: dict[UOp, UOp]) -> None:
    """Replaces nodes in all unread gradients."""
    if not (swap and (held := _held())): return
    for gradient, new in zip(held, UOp.sink(*[g.graph for g in held]).substitute(swap).src, strict=True): gradient.graph = new


def lose_reading(memories: set[UOp], assigns: Sequence[UOp] = ()) -> None:
    """The BUFFERs `memories` hold something else now: unread gradients that read them, other than through `assigns`, are lost."""
    if not (memories and (held := _held())): return
    written, reading = set(assigns), set(memories)
    for node in UOp.sink(*[g.graph for g in held]).toposort(gate=lambda n: n not in written):
        if not reading.isdisjoint(node.src) and node not in written: reading.add(node)
    _lose([g for g in held if g.graph in reading], WRITTEN)


def _lose(gradients: Iterable[LazyGradient], why: tuple[str, str]) -> None:
    for gradient in gradients: gradient.lost, gradient.graph = why, UOp.sink()


def losing_new() -> Callable[[], None]:
    """What ends a capture: the unread gradients made since this call are lost, as replays do not make them."""
    before = {id(g): g for g in _held()}  # held, so that no other comes by their ids
    return lambda: _lose([g for g in _held() if id(g) not in before], CAPTURED)
