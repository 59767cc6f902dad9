"""Base class of layers and optimizers: a misspelt attribute suggests the nearest name."""
from __future__ import annotations

from typing import NoReturn

from heddle.errors import MissingAttributeError
from heddle.tensor import Tensor
from heddle.tensor.host_data import give_own_node


class Layer:
    """What layers and optimizers have in common. A model needs no base class; this one changes messages alone."""

    def __getattr__(self, name: str) -> NoReturn:
        raise MissingAttributeError.of(self, f"a {type(self).__name__}", name)


def parameter(value: Tensor) -> Tensor:
    """`value`, a constant, as a node of its own: equal constants are one node, and would share their gradient."""
    give_own_node(value)
    return value
