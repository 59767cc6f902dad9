"""The table of a GPU's blocks, against a search through all of them."""
from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from heddle.runtime.common.block_table import BlockTable


class Piece(NamedTuple):
    address: int
    nbytes: int


@pytest.mark.parametrize("seed", range(8))
def test_it_finds_what_a_search_through_all_finds(seed: int) -> None:
    rng, table, pieces = random.Random(seed), BlockTable[Piece](), list[Piece]()
    for _ in range(200):
        piece = Piece(rng.randrange(100), rng.randint(1, 8))
        overlapping = sorted(p for p in pieces if p.address < piece.address + piece.nbytes and piece.address < p.address + p.nbytes)
        assert table.overlapping(*piece) == overlapping
        assert table.holding(piece.address) == next((p for p in pieces if 0 <= piece.address - p.address < p.nbytes), None)
        if not overlapping:
            assert table.add(piece) is piece
            pieces.append(piece)
        elif rng.random() < 0.3:
            table.remove(overlapping[0])
            pieces.remove(overlapping[0])


def test_a_block_that_is_not_there_is_not_taken_out() -> None:
    table = BlockTable[Piece]()
    table.remove(Piece(16, 4))
    table.add(Piece(16, 4))
    table.remove(Piece(16, 8))
    assert table.holding(19) == Piece(16, 4) and table.holding(20) is None
