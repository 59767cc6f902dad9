"""Update graphs: which launches are patched when buffers, variables or the epoch differ, and what an exception leaves."""
from __future__ import annotations

from typing import Any

import pytest

from heddle.device.interface import Launch
from heddle.errors import InternalError
from heddle.runtime.common.update_graph import AddressGraph, Binding
from heddle.uop.program_info import ProgramInfo


def kernel(*pointers: tuple[int, int], vars: tuple[str, ...] = (), grid: tuple[int | str, ...] = (1,)) -> Launch:
    return Launch(lambda *_: None, ProgramInfo("k", tuple(range(len(pointers))), (0,), (), vars, grid=grid), pointers)


class Recorded(AddressGraph):
    """A graph that lists what is patched."""

    def __init__(self, *launches: Launch) -> None:
        super().__init__(launches)
        self.patched: list[tuple[int, Binding[int], Binding[int] | None]] = []
        self.fails_at: int | None = None

    def patch(self, n: int, binding: Binding[int], before: Binding[int] | None) -> None:
        if n == self.fails_at: raise KeyboardInterrupt
        self.patched.append((n, binding, before))

    def numbers(self, raws: list[Any], var_vals: dict[str, int] | None = None, epoch: int = 0) -> list[int]:
        """The launches that an update patches, in order."""
        self.patched.clear()
        self.update(raws, var_vals or {}, epoch)
        return [n for n, _, _ in self.patched]


def test_only_launches_whose_buffers_differ_are_patched() -> None:
    graph = Recorded(kernel((0, 0), (1, 8)), kernel((1, 0)), Launch(None, None, ((2, 4), (0, 0)), 16))
    assert graph.numbers([100, 200, 300]) == [0, 1, 2]
    assert graph.numbers([100, 200, 300]) == []
    assert graph.numbers([100, 200, 400]) == [2] and graph.patched[0][1:] == (((404, 100), {}, (1, 1, 1)), ((304, 100), {}, (1, 1, 1)))
    assert graph.numbers([500, 200, 400]) == [0, 2]
    assert graph.binding(0) == ((500, 208), {}, (1, 1, 1))


def test_update_says_whether_anything_differs() -> None:
    graph = Recorded(kernel((0, 0)))
    assert [graph.update([at], {}) for at in (8, 8, 16, 16)] == [True, False, True, False]


def test_variables_concern_the_launches_that_are_given_them() -> None:
    graph = Recorded(kernel((0, 0)), kernel((0, 0), vars=("n",)), kernel((0, 0), vars=("m",), grid=("m", 2)))
    assert graph.numbers([8], {"n": 1, "m": 3}) == [0, 1, 2]
    assert graph.numbers([8], {"n": 2, "m": 3}) == [1]
    assert graph.numbers([8], {"n": 2, "m": 3, "other": 1}) == []
    assert graph.numbers([8], {"n": 2, "m": 0}) == [2] and graph.empty == {2} and graph.binding(2).grid == (0, 2, 1)
    assert graph.numbers([8], {"n": 2, "m": 1}) == [2] and not graph.empty


def test_a_buffer_without_bytes_has_no_memory() -> None:
    graph = Recorded(kernel((0, 0), (1, 0)))
    assert graph.numbers([None, 8]) == [0] and graph.binding(0).memory == (0, 8)


def test_another_epoch_patches_everything() -> None:
    graph = Recorded(kernel((0, 0)), kernel((1, 0)))
    graph.update([8, 16], {})
    assert graph.numbers([8, 16], epoch=1) == [0, 1] and graph.patched[0][2] is None
    assert graph.numbers([8, 16], epoch=1) == []


def test_what_an_exception_interrupts_is_patched_later() -> None:
    graph = Recorded(kernel((0, 0)), kernel((0, 8)), kernel((0, 16)))
    graph.update([8], {})
    graph.fails_at = 1
    with pytest.raises(KeyboardInterrupt): graph.update([16], {})
    graph.fails_at = None
    assert graph.numbers([8]) == [0, 1], "launch 2 is as it was; of launch 1 nothing is known"
    assert [before is None for _, _, before in graph.patched] == [False, True]


def test_a_launch_without_an_update_has_no_binding() -> None:
    with pytest.raises(InternalError, match="launch 0"): Recorded(kernel((0, 0))).binding(0)
