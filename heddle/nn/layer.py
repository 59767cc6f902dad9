"""Base of layers and optimizers: a misspelt attribute suggests the nearest name."""
from __future__ import annotations

from typing import NoReturn

from heddle.errors import MissingAttributeError


class Layer:
    """What layers and optimizers have in common. A model needs no base class; this one changes messages alone."""

    def __getattr__(self, name: str) -> NoReturn:
        raise MissingAttributeError.of(self, f"a {type(self).__name__}", name)
