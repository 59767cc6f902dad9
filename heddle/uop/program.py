"""What a compiled kernel says of itself: everything the engine needs to launch it without looking at its ops."""
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ProgramInfo:
    """The argument of a PROGRAM.

    `globals` are the PARAM slots in the order of the kernel's pointers; `outs` and `ins` those written and read.
    `grid` is the number of independent pieces (its dimensions; variables by name), `workgroup` the items in each.
    `scratch` counts bytes of fast memory a piece needs. `ops` and `bytes` are estimates for one launch.
    """

    name: str
    globals: tuple[int, ...]
    outs: tuple[int, ...]
    ins: tuple[int, ...]
    vars: tuple[str, ...] = ()
    grid: tuple[int | str, ...] = (1,)
    workgroup: tuple[int, ...] | None = None
    scratch: int = 0
    ops: int = 0
    bytes: int = 0
    applied: tuple[str, ...] = ()  # the optimiser's actions, as text
