"""Table of the memory blocks of a GPU, by address.

Inputs: blocks, as a driver gave them. Outputs: the block that contains an address. Invariants: blocks are in order of their addresses.
"""
from __future__ import annotations

import bisect
from typing import Generic, Protocol, TypeVar


class Block(Protocol):
    """A range of addresses, in bytes."""

    @property
    def address(self) -> int: ...

    @property
    def nbytes(self) -> int: ...


B = TypeVar("B", bound=Block)


def _address(block: Block) -> int: return block.address


class BlockTable(Generic[B]):
    """The blocks of one GPU, which do not overlap: `overlapping` finds those that have to go before another is added."""

    def __init__(self) -> None: self._blocks: list[B] = []

    def add(self, block: B) -> B:
        """Enters a block."""
        bisect.insort(self._blocks, block, key=_address)
        return block

    def remove(self, block: B) -> None:
        """Takes a block out, if it is there."""
        at = bisect.bisect_left(self._blocks, block.address, key=_address)
        if self._blocks[at:at + 1] == [block]: del self._blocks[at]

    def holding(self, address: int) -> B | None:
        """The block that contains an address."""
        return next(iter(self.overlapping(address, 1)), None)

    def overlapping(self, address: int, nbytes: int) -> list[B]:
        """The blocks that have some of these bytes."""
        first = max(bisect.bisect_right(self._blocks, address, key=_address) - 1, 0)
        end = bisect.bisect_left(self._blocks, address + nbytes, key=_address)
        return [b for b in self._blocks[first:end] if address < b.address + b.nbytes]
