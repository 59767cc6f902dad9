"""What the schedule knows of devices: a few facts for each, which whoever runs schedules gives it."""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Traits(NamedTuple):
    """What the schedule asks of a device."""

    most_buffers: int | None = None  # of a kernel; None for any number
    turns_factors: bool = False  # products want the factor that they read element by element to lie along the sum


#: from a device's name to its traits
TraitsOf = Callable[[str], Traits]


def any_device(device: str) -> Traits:
    """A device without limits or wishes."""
    return Traits()
