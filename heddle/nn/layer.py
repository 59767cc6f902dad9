"""Base class of layers and optimizers: a misspelt attribute suggests the nearest name."""
from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, NoReturn

from heddle.errors import MissingAttributeError
from heddle.names_elsewhere import LAYER_METHODS, explain_keywords
from heddle.tensor import Tensor
from heddle.tensor.host_data import give_own_node


class Layer:
    """What layers and optimizers have in common. A model needs no base class; this one changes messages alone."""

    #: what to write instead of attributes that another library's have
    _elsewhere: ClassVar[Mapping[str, str]] = LAYER_METHODS

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        explain_keywords(cls)

    def __getattr__(self, name: str) -> NoReturn:
        raise MissingAttributeError.of(self, f"a {type(self).__name__}", name, self._elsewhere)


def parameter(value: Tensor) -> Tensor:
    """`value`, a constant, as a node of its own: equal constants are one node, and would share their gradient."""
    give_own_node(value)
    return value
