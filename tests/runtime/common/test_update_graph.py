"""Update graphs: which launches are patched when buffers, variables or the epoch differ; recordings that queues read."""
from __future__ import annotations

import ctypes
from typing import Any

import pytest

from heddle.device.interface import Launch
from heddle.errors import DeviceError, InternalError
from heddle.runtime.common.hardware_queue import Signal, Timeline
from heddle.runtime.common.update_graph import AddressGraph, Binding, DoubleBufferedGraph, Recording
from heddle.settings import settings
from heddle.uop.program_info import ProgramInfo


def kernel(*pointers: tuple[int, int], vars: tuple[str, ...] = (), grid: tuple[int | str, ...] = (1,)) -> Launch:
    return Launch(lambda *_: None, ProgramInfo("k", tuple(range(len(pointers))), (0,), (), vars, grid=grid), pointers)


class Recorded(AddressGraph):
    """A graph that lists what is patched."""

    def __init__(self, *launches: Launch) -> None:
        super().__init__(launches)
        self.patched: list[tuple[int, Binding[int]]] = []
        self.fails_at: int | None = None

    def patch(self, n: int, binding: Binding[int]) -> None:
        if n == self.fails_at: raise KeyboardInterrupt
        self.patched.append((n, binding))

    def numbers(self, raws: list[Any], var_vals: dict[str, int] | None = None, epoch: int = 0) -> list[int]:
        """The launches that an update patches, in order."""
        self.patched.clear()
        self.update(raws, var_vals or {}, epoch)
        return [n for n, _ in self.patched]


def test_only_launches_whose_buffers_differ_are_patched() -> None:
    graph = Recorded(kernel((0, 0), (1, 8)), kernel((1, 0)), Launch(None, None, ((2, 4), (0, 0)), 16))
    assert graph.numbers([100, 200, 300]) == [0, 1, 2]
    assert graph.numbers([100, 200, 300]) == []
    assert graph.numbers([100, 200, 400]) == [2] and graph.patched[0][1] == ((404, 100), {}, (1, 1, 1))
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
    assert graph.numbers([8, 16], epoch=1) == [0, 1]
    assert graph.numbers([8, 16], epoch=1) == []


def test_what_an_exception_interrupts_is_patched_later() -> None:
    graph = Recorded(kernel((0, 0)), kernel((0, 8)), kernel((0, 16)))
    graph.update([8], {})
    graph.fails_at = 1
    with pytest.raises(KeyboardInterrupt): graph.update([16], {})
    graph.fails_at = None
    assert graph.numbers([8]) == [0, 1], "launch 2 is as it was; of launch 1 nothing is known"


def test_a_launch_without_an_update_has_no_binding() -> None:
    with pytest.raises(InternalError, match="launch 0"): Recorded(kernel((0, 0))).binding(0)


# ---- recordings that a queue reads


class Counted(Recording):
    """A recording of one kernel, which a timeline counts as submitted in two parts."""

    def __init__(self, timeline: Timeline, patched: list[tuple[Counted, int]]) -> None:
        super().__init__([kernel((0, 0))])
        self.timeline, self.patched, self.fails = timeline, patched, False

    def patch(self, n: int, binding: Binding[int]) -> None:
        self.patched.append((self, *binding.memory))

    def submit(self) -> None:
        self.timeline.submitted += 1
        if self.fails: raise KeyboardInterrupt
        self.timeline.submitted += 1


@pytest.fixture
def timeline() -> Timeline:
    memory = (ctypes.c_uint64 * 2)()
    made = Timeline("QUEUE", Signal(ctypes.addressof(memory)))
    made.keeps = memory  # type: ignore[attr-defined]
    return made


def test_two_recordings_are_run_by_turns(timeline: Timeline) -> None:
    patched: list[tuple[Counted, int]] = []
    graph = DoubleBufferedGraph(timeline, lambda: Counted(timeline, patched))
    for n, at in enumerate((8, 8, 16, 8, 16)):
        timeline.done.reset(2 * max(n - 1, 0))  # the run before is under way
        graph([at], {})
    (first, _), (second, _) = patched[:2]
    assert first is not second and patched[2:] == [(first, 16)], "of two recordings each differs from its own last run"


def test_a_recording_that_is_read_is_not_patched(timeline: Timeline, monkeypatch: pytest.MonkeyPatch) -> None:
    patched: list[tuple[Counted, int]] = []
    graph = DoubleBufferedGraph(timeline, lambda: Counted(timeline, patched))
    for at in (8, 16): graph([at], {})
    timeline.done.reset(1)
    monkeypatch.setattr(settings, "KERNEL_TIMEOUT", 0.01)
    with pytest.raises(DeviceError, match="did not end within"): graph([24], {})
    assert len(patched) == 2
    with pytest.raises(DeviceError, match="QUEUE cannot be used"): graph([24], {})


def test_what_was_submitted_before_an_exception_is_waited_for(timeline: Timeline) -> None:
    made: list[Counted] = []

    def record() -> Counted:
        made.append(Counted(timeline, []))
        made[-1].fails = True
        return made[-1]

    graph = DoubleBufferedGraph(timeline, record)
    with pytest.raises(KeyboardInterrupt): graph([8], {})
    assert made[0].last == timeline.submitted == 1
