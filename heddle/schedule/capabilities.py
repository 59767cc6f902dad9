"""Device capabilities that the scheduler uses; the caller of the scheduler supplies them."""
from __future__ import annotations

from collections.abc import Callable

from heddle.dtype import DType
from heddle.named_tuple import NamedTuple


class SchedulingCapabilities(NamedTuple):
    """The capabilities of a device."""

    most_buffers: int | None = None  # of a kernel; None for any number
    parallel_loops: int = 64  # loops that it runs next to each other before it has enough to do
    packs_operands: bool = False  # its kernels copy operands of products into memory of their own, as far as caches go
    fuses_rows: bool = False  # and rows of scores, however long they are
    fuses_blocks: tuple[DType, ...] = ()  # number formats of factors of two chained products that it multiplies by blocks of scores
    splits_keys: bool = False  # the threads of its work-groups share scores in fast memory: attention of few rows is split along keys
    part_alignment: int = 1  # bytes at whose multiples parts of buffers begin that kernels see


#: from a device's name to its capabilities
CapabilitiesOf = Callable[[str], SchedulingCapabilities]


def any_device(device: str) -> SchedulingCapabilities:
    """A device without limits or wishes."""
    return SchedulingCapabilities()
