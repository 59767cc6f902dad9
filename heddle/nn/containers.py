"""Parameter-free layers: Sequential, dropout, and changes of shape.

Inputs: activations, and layers for `Sequential`. Outputs: activations.
Invariants: torch's names and defaults; a Sequential is a list, so that its parameters are called "0.weight", "1.bias" and so on.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, SupportsIndex, TypeVar, cast

from heddle.errors import SettingError
from heddle.nn.layer import Layer
from heddle.tensor import Tensor

T = TypeVar("T")


Function = Callable[..., Any]


class Sequential(list[Function]):
    """Layers, or any functions, called one after the other: `Sequential(a, b)(x)` is b(a(x)).

    It is a list: `seq[0]`, `seq[1:]` (a Sequential), `seq.append(layer)`; the parameters of layer i are named "i.weight" as in
    torch.
    """

    def __init__(self, *layers: Function | Sequence[Function]) -> None:
        listed = len(layers) == 1 and isinstance(layers[0], (list, tuple))
        super().__init__(cast("Sequence[Function]", layers[0] if listed else layers))

    def __getitem__(self, at: SupportsIndex | slice) -> Any:
        return Sequential(*super().__getitem__(at)) if isinstance(at, slice) else super().__getitem__(at)

    def __call__(self, x: object) -> Any:
        for layer in self: x = layer(x)
        return x


class Identity(Layer):
    """x as it is. Arguments are accepted and not used, so that it can take any layer's place."""

    def __init__(self, *args: object, **kwargs: object) -> None: pass
    def __call__(self, x: T) -> T: return x


class Flatten(Layer):
    """Axes start_dim to end_dim of x as one."""

    def __init__(self, start_dim: int = 1, end_dim: int = -1) -> None: self.start_dim, self.end_dim = start_dim, end_dim
    def __call__(self, x: Tensor) -> Tensor: return x.flatten(self.start_dim, self.end_dim)


class Unflatten(Layer):
    """Axis `dim` of x as axes of `unflattened_size`."""

    def __init__(self, dim: int, unflattened_size: tuple[int, ...]) -> None: self.dim, self.sizes = dim, tuple(unflattened_size)
    def __call__(self, x: Tensor) -> Tensor: return x.unflatten(self.dim, self.sizes)


class Dropout(Layer):
    """While `Tensor.training`: each element is 0 with probability p, else divided by 1 - p. Otherwise x as it is.

    SettingError if p is not from 0 to 1. `inplace` is accepted and changes nothing.
    """

    def __init__(self, p: float = 0.5, inplace: bool = False) -> None:
        if not 0 <= p <= 1: raise SettingError(f"the probability of dropout is {p}", "Give a probability from 0 to 1.")
        self.p = p

    def __call__(self, x: Tensor) -> Tensor: return x.dropout(self.p)


class Dropout2d(Dropout):
    """`Dropout` of whole channels: x (batch, channels, *space), for any number of axes of space."""

    def __call__(self, x: Tensor) -> Tensor:
        if not Tensor.training or not self.p: return x
        kept = Tensor.ones(*x.shape[:2], *[1] * (x.ndim - 2), dtype=x.dtype, device=x.device).dropout(self.p)
        return x * kept


Dropout1d = Dropout3d = Dropout2d
