"""Data-parallel primitives: the first source read from other lanes of its row.

In: the control field. Out: for each lane which lane it reads, or none. A row is 16 lanes. A lane that does not run counts as absent,
unless `fetch_inactive`; what an absent lane gives is 0 with bound_ctrl, otherwise the destination is left as it was.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from .errors import UnknownInstruction

if TYPE_CHECKING:
    from .decode import Dpp, Instr
    from .waves import Waves

Array = np.ndarray
LANE = np.arange(64)  # of waves of 32, the first half


def lanes_of(i: Instr, d: Dpp) -> tuple[Array, Array]:
    """Which lane each lane reads, and where there is one."""
    here, row = LANE % 16, LANE & ~15
    c, n, all_there = d.control, d.control & 15, np.ones(64, bool)
    if d.lanes is not None:
        return (LANE & ~7) + (d.lanes >> 3 * (LANE % 8) & 7), all_there
    if c < 0x100:
        return (LANE & ~3) + (c >> 2 * (LANE % 4) & 3), all_there
    match c >> 4:
        case 0x10:
            return row + (here + n) % 16, here + n < 16
        case 0x11:
            return row + (here - n) % 16, here >= n
        case 0x12:
            return row + (here - n) % 16, all_there
        case 0x14 if n == 0:
            return row + 15 - here, all_there
        case 0x14 if n == 1:
            return (LANE & ~7) + 7 - LANE % 8, all_there
        case 0x15:
            return row + n, all_there
        case 0x16:
            return row + (here ^ n), all_there
        case _:
            raise UnknownInstruction(i.pc, i.words, f"{i.name}: the DPP control {c:#x} is not known")


def permuted(i: Instr, read: Callable[[Waves], Array]) -> Callable[[Waves], Array]:
    """The source with its lanes permuted; absent lanes give 0."""
    assert i.dpp is not None
    index, there = lanes_of(i, i.dpp)
    fetch_inactive = i.dpp.fetch_inactive

    def source(w: Waves) -> Array:
        chosen, present = index[: w.width], there[: w.width]
        a = w.spread(read(w))[:, chosen]
        if w.whole or fetch_inactive:
            return a if present.all() else np.where(present, a, np.uint32(0))
        return np.where(present & w.mask[:, chosen], a, np.uint32(0))

    return source


def written(i: Instr) -> Callable[[Waves], Array] | None:
    """The lanes whose destination is written: those of the row and bank masks, and without bound_ctrl only those with a source."""
    assert i.dpp is not None
    d = i.dpp
    index, there = lanes_of(i, d)
    allowed = (d.row_mask >> LANE // 16 & 1) & (d.bank_mask >> LANE % 16 // 4 & 1) != 0
    if d.lanes is not None:
        return None
    if d.bound:
        return None if allowed.all() else (lambda w: w.mask & allowed[: w.width])
    if d.fetch_inactive:
        return lambda w: w.mask & (allowed & there)[: w.width]
    return lambda w: w.mask & (allowed & there)[: w.width] & w.mask[:, index[: w.width]]
