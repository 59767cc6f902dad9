"""Each fuzzer for a moment, with a fixed seed; and the loop that they share."""
from __future__ import annotations

import random

import pytest

from tests.fuzz import harness, registry


@pytest.mark.parametrize("name", registry.names())
def test_a_short_run_finds_nothing(name: str) -> None:
    report = harness.run(registry.load(name), seed=20261122, count=30, seconds=3)
    assert report.total and not report.failures, report.failures


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.names())
def test_a_longer_run_finds_nothing(name: str) -> None:
    report = harness.run(registry.load(name), seed=20261122, start=30, count=300, seconds=30)
    assert report.total and not report.failures, report.failures


def _has_no_seven(case: list[int], device: str) -> str | None: return "there is a 7" if 7 in case else None
def _draw(rng: random.Random, device: str) -> list[int]: return [rng.randrange(9) for _ in range(6)]
def _shorter(case: list[int]) -> list[list[int]]: return [case[:i] + case[i + 1:] for i in range(len(case))]


SEVENS = harness.Fuzzer("sevens", _draw, _has_no_seven, _shorter, devices=("A", "B"))


def test_what_fails_is_shrunk_and_can_be_run_again() -> None:
    told: list[str] = []
    report = harness.run(SEVENS, seed=1, count=40, tell=told.append)
    assert report.failures and all(f.program == "[7]" for f in report.failures)
    first = report.failures[0]
    again = harness.run(SEVENS, seed=1, start=first.number, count=1, devices=(first.device,), tell=told.append)
    assert [f.message for f in again.failures] == ["there is a 7"]
    assert f"--seed 1 --start {first.number} --count 1 --device {first.device}" in told[0]


def test_devices_share_the_cases_and_an_exception_is_a_failure() -> None:
    def refuse(case: list[int], device: str) -> str | None: raise KeyError("lost")
    fuzzer = harness.Fuzzer("refuse", _draw, refuse, devices=("A", "B"))
    report = harness.run(fuzzer, count=6, most_failures=9, tell=lambda text: None)
    assert report.counts == {"A": 3, "B": 3} and len(report.failures) == 6
    assert "KeyError" in report.failures[0].message


class _Faults:
    """An emulator whose device is lost with the first 7, until it is mended."""

    def __init__(self) -> None: self.said, self.lost = list[Exception](), False
    def faults(self) -> list[Exception]: return self.said
    def revive(self) -> None: self.lost = False

    def check(self, case: list[int], device: str) -> str | None:
        if self.lost: raise RuntimeError("the device is lost")
        self.lost = 7 in case
        if self.lost: self.said.append(ValueError("a kernel met a 7"))
        return None


def test_a_fault_on_an_emulated_device_fails_its_case_alone() -> None:
    emulator = _Faults()
    fuzzer = harness.on_emulator(harness.Fuzzer("sevens", _draw, emulator.check, _shorter, devices=("A",)), emulator)
    report = harness.run(fuzzer, seed=1, count=12, tell=lambda text: None)
    assert 0 < len(report.failures) < 12 and {(f.message, f.program) for f in report.failures} == {("a kernel met a 7", "[7]")}
