"""Imports of the host's pages: which ranges a driver is given, and when they are freed."""
from __future__ import annotations

import errno
import random

import pytest

from heddle.runtime.common.imported_pages import ImportedPages

PAGE = 16


class Driver:
    """What imports overlap, and what is freed before launches are done, is an error. `holes`: pages that cannot be imported."""

    def __init__(self) -> None:
        self.imports: dict[int, int] = {}
        self.holes: set[int] = set()
        self.waits = 0
        self.pages = ImportedPages(PAGE, self.make, self.free, self.finish)

    def make(self, address: int, nbytes: int) -> int:
        if any(page in self.holes for page in range(address, address + nbytes, PAGE)): raise OSError(errno.EFAULT, "a hole")
        assert nbytes > 0 and not address % PAGE and not nbytes % PAGE
        assert not any(address < start + size and start < address + nbytes for start, size in self.imports.items())
        self.imports[address] = nbytes
        return address

    def free(self, address: int) -> None: del self.imports[address]
    def finish(self) -> None: self.waits += 1


def test_ranges_are_whole_pages_and_freed_with_the_last_use() -> None:
    driver = Driver()
    driver.pages.use(20, 4)
    driver.pages.use(17, 14)
    assert driver.imports == {16: 16} and driver.waits == 0
    driver.pages.release(20, 4)
    assert driver.imports == {16: 16}
    driver.pages.release(17, 14)
    assert driver.imports == {}


def test_a_range_that_overlaps_imports_joins_them() -> None:
    driver = Driver()
    for start, nbytes in ((0, 16), (32, 16), (96, 16), (10, 30)): driver.pages.use(start, nbytes)
    assert driver.imports == {0: 48, 96: 16} and driver.waits == 1
    driver.pages.release(10, 30)
    assert driver.imports == {0: 48, 96: 16}
    driver.pages.use(20, 4)  # which no use holds any more: other memory may be there
    assert driver.imports == {0: 16, 16: 16, 32: 16, 96: 16} and driver.waits == 2


def test_what_cannot_be_imported_leaves_what_was() -> None:
    driver = Driver()
    driver.holes = {48}
    driver.pages.use(0, 16)
    driver.pages.use(32, 16)
    for start, nbytes in ((8, 60), (48, 1)):
        with pytest.raises(OSError, match="a hole"): driver.pages.use(start, nbytes)
        assert driver.imports == {0: 16, 32: 16}
    driver.pages.release(0, 16)
    assert driver.imports == {32: 16}


def test_a_release_within_a_use_is_counted_by_the_next() -> None:
    """As a finalizer that runs while the driver is called."""
    driver = Driver()
    driver.pages.use(0, 16)
    make = driver.make
    driver.pages._make = lambda address, nbytes: (driver.pages.release(0, 16), make(address, nbytes))[1]
    driver.pages.use(64, 16)
    assert driver.imports == {0: 16, 64: 16}
    driver.pages.use(128, 16)
    assert 0 not in driver.imports


@pytest.mark.parametrize("seed", range(20))
def test_uses_and_releases_in_any_order(seed: int) -> None:
    rng, driver = random.Random(seed), Driver()
    held: list[tuple[int, int]] = []
    for _ in range(200):
        if held and rng.random() < 0.5: driver.pages.release(*held.pop(rng.randrange(len(held))))
        else:
            held.append((rng.randrange(400), rng.randrange(1, 80)))
            driver.pages.use(*held[-1])
        for start, nbytes in held: assert any(at <= start and start + nbytes <= at + size for at, size in driver.imports.items())
    for span in held: driver.pages.release(*span)
    assert driver.imports == {}
