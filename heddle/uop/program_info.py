"""Program info: everything that the engine needs to launch a compiled kernel without its ops."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from heddle.lazy_dataclass import dataclass


def _as_tuples(value: object) -> Any:
    return tuple(_as_tuples(v) for v in cast("list[object]", value)) if isinstance(value, list) else value


@dataclass(frozen=True)
class ProgramInfo:
    """The argument of a PROGRAM.

    `globals` are the PARAM slots in the order of the kernel's pointers; `outs` and `ins` those written and read.
    `grid` is the number of independent pieces (its dimensions; variables by name), `workgroup` the threads in each.
    `maps`: the buffer descriptions that the kernel takes (tma_tiles.py), as (which of its pointers, bytes of an element, *TileMap).
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
    maps: tuple[tuple[int, ...], ...] = ()

    @staticmethod
    def of_words(words: Mapping[str, object]) -> ProgramInfo:
        """One that was written down with lists for tuples."""
        return ProgramInfo(**{name: _as_tuples(value) for name, value in words.items()})

    def extent(self, grid: Sequence[int | str] | None = None) -> str:
        """`grid 2x3`, or `grid 2x3 of 16x4` where each piece is a work-group of threads; `grid` where a launch replaces it."""
        pieces = "x".join(map(str, self.grid if grid is None else grid))
        return f"grid {pieces} of {'x'.join(map(str, self.workgroup))}" if self.workgroup else f"grid {pieces}"


@dataclass(frozen=True)
class KernelInfo:
    """The argument of a written kernel's SINK.

    `name`: what it is called. `opts_to_apply`: None leaves a kernel of plain loops to the optimiser; () has it run as it is written;
    otherwise actions as text, as `DEBUG=3` prints them.
    """

    name: str = "kernel"
    opts_to_apply: tuple[str, ...] | None = None
