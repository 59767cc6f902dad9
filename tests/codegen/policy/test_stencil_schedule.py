"""Windows with a border: which kernels have one, what is staged of it, and that every size comes out right."""
from __future__ import annotations

from dataclasses import replace

import pytest

from heddle.codegen.actions.loop_transforms import size_of
from heddle.codegen.policy.cpu_schedule import optimise
from heddle.codegen.policy.stencil_schedule import find_window, reductions_to_unroll
from heddle.codegen.simplify import simplify
from tests.codegen import kernels
from tests.codegen.kernels import CAPABILITIES, Case, interpret


def actions_of(case: Case, caps=CAPABILITIES) -> list[str]: return [str(a) for a in optimise(simplify(case.ast), caps)[1]]


def test_a_depthwise_convolution_is_a_window() -> None:
    found = find_window(simplify(kernels.depthwise().ast), CAPABILITIES)
    assert found is not None and [int(r.vmax) + 1 for r in (*found.positions, *found.reduced)] == [9, 21, 5, 5]


@pytest.mark.parametrize("make", [
    kernels.padded,  # nothing is reduced
    kernels.sum_rows,  # nothing slides
    lambda: kernels.depthwise(border=0),  # there is no border to settle
    lambda: kernels.depthwise(width=3),  # no vectors
])
def test_what_is_no_window(make) -> None:
    assert find_window(simplify(make().ast), CAPABILITIES) is None


def test_a_device_without_fast_memory_has_none() -> None:
    assert find_window(simplify(kernels.depthwise().ast), replace(CAPABILITIES, has_scratch=False)) is None


def test_a_plane_that_the_cache_does_not_hold_is_cut_in_blocks_of_rows() -> None:
    case = kernels.depthwise(size=16)
    whole = actions_of(case, replace(CAPABILITIES, threads=1))
    small = actions_of(case, replace(CAPABILITIES, cache=(1 << 10, 3 << 10)))
    assert "split c by 8 as loop" not in whole and "split c by 8 as loop" in small
    assert sum(a.startswith("cache") for a in small) == 1
    assert find_window(simplify(case.ast), replace(CAPABILITIES, cache=(64, 64))) is None


def test_a_picture_alone_has_pieces_for_every_thread() -> None:
    case = kernels.depthwise(channels=1, size=64)
    assert "split b by 8 as loop" in actions_of(case, replace(CAPABILITIES, threads=4))


@pytest.mark.parametrize("kernel, written_out", [(3, [3, 3]), (5, [5]), (17, [])])
def test_what_slides_along_the_rows_is_written_out(kernel: int, written_out: list[int]) -> None:
    """All of a small kernel; else its rows, so that a vector that was loaded serves all rows of results that see it."""
    found = find_window(simplify(kernels.depthwise(1, 32, 32, kernel, kernel // 2).ast), CAPABILITIES)
    assert found is not None and [size_of(k) for k in reductions_to_unroll(found)] == written_out


@pytest.mark.parametrize("step", [1, 2, 3])
def test_windows_further_apart(step: int) -> None:
    case = kernels.depthwise(2, 20, 37, 5, 2, step)
    assert find_window(simplify(case.ast), CAPABILITIES) is not None
    sink, actions = optimise(simplify(case.ast), CAPABILITIES)
    case.check(interpret(sink, case.arrays(), CAPABILITIES), [str(a) for a in actions])


@pytest.mark.parametrize("size, width, kernel, border", [(1, 16, 3, 1), (7, 7, 3, 1), (17, 40, 3, 2), (8, 33, 7, 3), (6, 4, 5, 4)])
@pytest.mark.parametrize("cache", [(32 << 10, 1 << 20), (256, 2 << 10)])
def test_windows_of_every_size(size: int, width: int, kernel: int, border: int, cache: tuple[int, int]) -> None:
    case, caps = kernels.depthwise(2, size, width, kernel, border), replace(CAPABILITIES, cache=cache)
    sink, actions = optimise(simplify(case.ast), caps)
    case.check(interpret(sink, case.arrays(), caps), [str(a) for a in actions])


def test_windows_taller_than_the_plane_slide_over_one_plane() -> None:
    """Rows of the next channel lie where they would reach to, but for the border."""
    case = kernels.depthwise(channels=8, size=3, width=24, kernel=5, border=2)
    found = find_window(simplify(case.ast), CAPABILITIES)
    assert found is not None and [size_of(r) for r in found.positions] == [3, 24]
    sink, actions = optimise(simplify(case.ast), CAPABILITIES)
    case.check(interpret(sink, case.arrays(), CAPABILITIES), [str(a) for a in actions])
