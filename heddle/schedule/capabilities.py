"""Device capabilities that the scheduler uses; the caller of the scheduler supplies them."""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Traits(NamedTuple):
    """The capabilities of a device."""

    most_buffers: int | None = None  # of a kernel; None for any number
    side_by_side: int = 64  # loops that it runs next to each other before it has enough to do
    packs_operands: bool = False  # its kernels copy operands of products into memory of their own, as far as caches go
    keeps_rows: bool = False  # and rows of scores, however long they are
    part_alignment: int = 1  # bytes at whose multiples parts of buffers begin that kernels see


#: from a device's name to its traits
TraitsOf = Callable[[str], Traits]


def any_device(device: str) -> Traits:
    """A device without limits or wishes."""
    return Traits()
