"""What a run leaves out."""
from __future__ import annotations

import subprocess

import pytest

from heddle.device import device_table
from tests.conftest import computing_devices
from tests.runtime import gpus


def test_slow_tests_are_left_out_unless_asked_for(request: pytest.FixtureRequest) -> None:
    """Those marked while tests are collected too: the op suite of a device whose driver compiles takes minutes."""
    slow = [item.nodeid for item in request.session.items if item.get_closest_marker("slow") is not None]
    assert not slow or request.config.option.markexpr != "not slow", slow[:5]


def test_devices_that_can_be_used_are_not_left_out() -> None:
    """`device` runs a test on each device whose sum is right: one whose sum is wrong would be missing from all of them."""
    usable = {f"{row.name}:{c.name}" if row.compilers else row.name for row in device_table() if row.usable
              for c in row.compilers or [None] if c is None or c.usable}
    left_out = {name.partition(":")[0] for name in usable - set(computing_devices())}
    assert left_out <= {"DISK", "NULL"}  # files, and what only renders


@pytest.mark.parametrize(("status", "said"), [(-11, ""), (2, "1 error in 0.31s"), (4, "ImportError while loading conftest")])
def test_a_crash_on_an_emulated_gpu_is_no_skip(status: int, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpus.subprocess, "run", lambda command, **_: subprocess.CompletedProcess(command, status, said, ""))
    with pytest.raises((AssertionError, pytest.skip.Exception)) as found: gpus.run_emulated(__file__, "CUDA")
    assert found.type is AssertionError
