"""Programs that nobody holds are given back to the driver; those that are held, and graphs of them, run on."""
from __future__ import annotations

import gc
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import pytest

from heddle import Tensor, TinyJit, schedule
from heddle.device import Device
from heddle.engine import launch
from heddle.runtime.common import retired
from heddle.runtime.common.retired import Retired
from heddle.settings import Context
from tests.conftest import computing_devices

MANY, KEPT, AT_ONCE = 30, 6, 4


class _Program: pass


def test_handles_wait_until_there_are_enough() -> None:
    given: list[list[int]] = []
    waiting: Retired[int] = Retired(given.append)
    held = [_Program() for _ in range(retired._AT_ONCE)]
    for n, program in enumerate(held): waiting.follow(program, n)
    waiting.make_room()
    del program
    first = held.pop(0)
    held.clear()
    waiting.make_room()
    assert not given, "one is held, and the others are too few"
    del first
    waiting.make_room()
    waiting.make_room()
    assert [sorted(handles) for handles in given] == [list(range(retired._AT_ONCE))]


def load_many(monkeypatch: pytest.MonkeyPatch, device: str) -> list[object]:
    """Runs a captured function and more kernels than are kept; the handles that were given back."""
    opened: Any = Device[device]
    queue, given = opened.stream if device == "CUDA" else opened.queue, list[object]()
    give_back = queue.retired._give_back

    def record(handles: list[object]) -> None:
        given.extend(handles)
        give_back(handles)
    monkeypatch.setattr(queue.retired, "_give_back", record)
    monkeypatch.setattr(launch, "_LOADED_KEPT", KEPT)
    monkeypatch.setattr(launch, "runtime_cache", {})
    monkeypatch.setattr(schedule, "_CACHED", KEPT)
    monkeypatch.setattr(schedule, "schedule_cache", OrderedDict())
    monkeypatch.setattr(retired, "_AT_ONCE", AT_ONCE)
    x = Tensor([1.0, 2.0, 3.0], device=device).realize()
    step = TinyJit(lambda v: ((v * 7).contiguous() + 5).realize())
    for _ in range(3): assert step(x).tolist() == [12, 19, 26]
    gc.freeze()  # what other tests left alive is not searched through 30 times
    with Context(CACHE=0):
        for n in range(MANY):
            assert (x * 2.5 + n).tolist() == [2.5 + n, 5 + n, 7.5 + n]
            shifted = Tensor.arange(n + 3, device=device) * (n + 2)
            assert shifted.tolist() == [i * (n + 2) for i in range(n + 3)]
            gc.collect()
    assert step(x).tolist() == [12, 19, 26] and step(x * 2).tolist() == [19, 33, 47]
    return given


@pytest.mark.parametrize("opened", [name for name in ("CL", "WEBGPU") if name in computing_devices()])
def test_programs_that_nobody_holds_are_given_back(monkeypatch: pytest.MonkeyPatch, opened: str) -> None:
    given = load_many(monkeypatch, opened)
    assert len(given) >= MANY


def test_modules_are_unloaded(monkeypatch: pytest.MonkeyPatch, open_gpu: Callable[..., Any]) -> None:
    open_gpu()
    given = load_many(monkeypatch, "CUDA")
    assert len(given) >= MANY
