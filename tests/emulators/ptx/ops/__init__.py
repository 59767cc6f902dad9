"""What each instruction does, one module per group of the PTX manual's chapter on instructions."""

from . import (
    access,
    async_copy,
    atomics,
    bulk,
    control,
    convert,
    floating,
    integer,
    logic,
    matrix,
    mbarrier,
    warp,
    wgmma,
)
from .registry import CONTROL, GATES, OPS
