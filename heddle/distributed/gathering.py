"""Layers whose tensors are cut over the members of a mesh, and whole while they are used.

Inputs: a layer, whose tensors may be cut along an axis of a mesh. Outputs: the same object; its class has become a subclass whose
calls gather them. Invariants: attributes, names of parameters and `isinstance` stay; a gathered tensor is kept neither for the
backward pass, which gathers it again, nor for the next call.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import cast

from heddle.tensor import Tensor
from heddle.tensor.autograd.checkpoint import checkpoint
from heddle.tensor.shard import layout_on, spread
from heddle.uop.mesh import DeviceMesh


def gather_at_use(layer: object, mesh: DeviceMesh, name: str) -> None:
    """From now on calls of `layer` use its tensors whole along mesh axis `name`."""
    own = type(layer)

    def call(self: object, *args: object, **kwargs: object) -> object:
        cut = _cut_tensors(self, mesh, name)

        def run(cut: dict[str, Tensor], args: tuple[object, ...], kwargs: dict[str, object]) -> object:
            before = {n: vars(self)[n] for n in cut}
            vars(self).update({n: gathered(t, mesh, name) for n, t in cut.items()})
            try: return cast("Callable[..., object]", own.__call__)(self, *args, **kwargs)
            finally: vars(self).update(before)

        return checkpoint(run, cut, args, kwargs)

    if not _cut_tensors(layer, mesh, name): return
    layer.__class__ = type(own.__name__, (own,), {"__call__": call, "__module__": own.__module__, "__doc__": own.__doc__})


def gathered(t: Tensor, mesh: DeviceMesh, name: str) -> Tensor:
    """`t`, not cut along mesh axis `name`; itself if it is not cut along that."""
    found, i = layout_on(t, mesh), mesh.names.index(name)
    return t if found.cuts[i] is None else spread(t, found.with_cuts((*found.cuts[:i], None, *found.cuts[i + 1:])))


def _cut_tensors(layer: object, mesh: DeviceMesh, name: str) -> dict[str, Tensor]:
    """The attributes of a layer that are tensors cut along mesh axis `name`."""
    return {n: t for n, t in vars(layer).items() if isinstance(t, Tensor) and gathered(t, mesh, name) is not t}
