"""Addresses are handed out once, in order, and joined again when they come back."""
from __future__ import annotations

import ctypes
import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from heddle.runtime.common.system import MAP_FIXED, MAP_PRIVATE, PROT_READ, PROT_WRITE, system
from heddle.runtime.nv.address_space import LOW_END, Addresses, reserve_low, reserve_wide

_PAGE = 4096


@pytest.fixture
def addresses() -> Iterator[Addresses]:
    found = reserve_low()
    yield found
    system().munmap(found.base, found.end - found.base)


def test_low_addresses_are_low_and_others_elsewhere(addresses: Addresses) -> None:
    assert addresses.end <= LOW_END
    other, wide = reserve_low(), reserve_wide()
    spans = sorted((a.base, a.end) for a in (addresses, other, wide))
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
    for a in (other, wide): system().munmap(a.base, a.end - a.base)


def test_parts_are_aligned_and_lie_apart(addresses: Addresses) -> None:
    one, two = addresses.take(_PAGE, _PAGE), addresses.take(3 << 20, 2 << 20)
    assert (one, two) == (addresses.base, addresses.base + (2 << 20))
    assert addresses.take(_PAGE, _PAGE) == one + _PAGE, "what alignment left out is used"


def test_what_comes_back_is_joined(addresses: Addresses) -> None:
    draw = random.Random(5)
    taken = [(addresses.take(size, _PAGE), size) for size in (draw.randrange(1, 9) * _PAGE for _ in range(50))]
    draw.shuffle(taken)
    for address, size in taken: addresses.give_back(address, size)
    assert addresses.take(addresses.end - addresses.base, _PAGE) == addresses.base


def test_there_is_an_end(addresses: Addresses) -> None:
    with pytest.raises(MemoryError, match="of addresses are left"): addresses.take(1 << 50, _PAGE)


def test_nothing_is_left_of_what_was_mapped_there(addresses: Addresses) -> None:
    at = addresses.take(_PAGE, _PAGE)
    system().mmap(at, _PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED)
    ctypes.memset(at, 1, _PAGE)
    addresses.clear(at, _PAGE)
    addresses.give_back(at, _PAGE)
    assert addresses.take(_PAGE, _PAGE) == at
    system().mmap(at, _PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED)
    assert ctypes.string_at(at, 4) == bytes(4)
