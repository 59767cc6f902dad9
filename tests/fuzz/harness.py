"""The loop that all fuzzers share: draw a case from a seed, check it, shrink what fails, report.

Inputs: a `Fuzzer` (how to draw, check and shrink). Outputs: a `Report` with every failure as a short program that can become a test.
Invariants: case number i of a seed is the same in every process and on every machine; a check that raises is a failure of its case.
"""
from __future__ import annotations

import random
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from tests.emulators import Emulator

Case = TypeVar("Case")


@dataclass(frozen=True)
class Fuzzer(Generic[Case]):
    """How cases of one kind are drawn and checked.

    `draw(rng, device)`: a case, which is plain data with a readable `repr`. `check(case, device)`: None if the case is right,
    else what is wrong in one line or a few. `smaller(case)`: simpler cases to try, simplest first. `show(case)`: it as a program.
    `devices`: those that are tried when none is named; each gets an equal share of the cases. `totals()`: what the fuzzer counted by
    itself, for the summary.
    """

    name: str
    draw: Callable[[random.Random, str], Case]
    check: Callable[[Case, str], str | None]
    smaller: Callable[[Case], Iterable[Case]] = lambda case: ()
    show: Callable[[Case], str] = repr
    devices: tuple[str, ...] = ("PYTHON", "CPU")
    totals: Callable[[], str] = str


@dataclass
class Failure:
    """A case that is wrong: its number, what was wrong with it, and the smallest case found that is wrong too."""

    number: int
    device: str
    message: str
    program: str


@dataclass
class Report:
    """What a run found. `counts` is the number of cases by device."""

    name: str
    seed: int
    counts: dict[str, int] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    seconds: float = 0.0
    totals: str = ""

    @property
    def total(self) -> int: return sum(self.counts.values())

    def summary(self) -> str:
        shares = ", ".join(f"{device} {count:,}" for device, count in self.counts.items())
        text = f"{self.name}: {self.total:,} cases ({shares}), {len(self.failures)} mismatches, seed {self.seed}, {self.seconds:.0f} s"
        return f"{text}; {self.totals}" if self.totals else text


def case_of(fuzzer: Fuzzer[Case], seed: int, number: int, device: str) -> Case:
    """Case `number` of `seed`: reproducible by these alone."""
    return fuzzer.draw(random.Random(f"{fuzzer.name}:{seed}:{number}"), device)


def run(fuzzer: Fuzzer[Case], *, seed: int = 0, start: int = 0, count: int | None = None, seconds: float | None = None,
        devices: tuple[str, ...] = (), most_failures: int = 10, tell: Callable[[str], None] = print) -> Report:
    """Runs cases until `count` or `seconds` is reached, or `most_failures` were found."""
    devices = devices or fuzzer.devices
    report, began = Report(fuzzer.name, seed, dict.fromkeys(devices, 0)), time.monotonic()
    for number in _numbers(start, count, seconds, began):
        device = devices[number % len(devices)]
        case = case_of(fuzzer, seed, number, device)
        message = checked(fuzzer, case, device)
        report.counts[device] += 1
        if message is None: continue
        smallest = shrink(fuzzer, case, device)
        failure = Failure(number, device, checked(fuzzer, smallest, device) or message, fuzzer.show(smallest))
        report.failures.append(failure)
        tell(f"{fuzzer.name}: case {number} of seed {seed} on {device} is wrong: {failure.message}\n{failure.program}\n"
             f"again: python -m tests.fuzz {fuzzer.name} --seed {seed} --start {number} --count 1 --device {device}")
        if len(report.failures) >= most_failures: break
    report.totals = fuzzer.totals()
    report.seconds = time.monotonic() - began
    return report


def _numbers(start: int, count: int | None, seconds: float | None, began: float) -> Iterator[int]:
    number = start
    while (count is None or number < start + count) and (seconds is None or time.monotonic() - began < seconds):
        yield number
        number += 1


def checked(fuzzer: Fuzzer[Case], case: Case, device: str) -> str | None:
    """What is wrong with a case; an exception that the fuzzer did not expect is wrong, too."""
    try: return fuzzer.check(case, device)
    except Exception as error:  # reported as a failure of the case, with its innermost frames
        return f"{type(error).__name__}: {error}\n" + "".join(traceback.format_tb(error.__traceback__)[-3:])


def on_emulator(fuzzer: Fuzzer[Case], emulator: Emulator) -> Fuzzer[Case]:
    """The fuzzer on an emulated device: a fault of a kernel fails its case alone, for it leaves the device lost and is then mended."""
    def check(case: Case, device: str) -> str | None:
        before = len(emulator.faults())
        message = checked(fuzzer, case, device)
        if found := emulator.faults()[before:]:
            emulator.revive()
            return "\n".join(map(str, found))
        return message
    return replace(fuzzer, check=check)


def shrink(fuzzer: Fuzzer[Case], case: Case, device: str, seconds: float = 30.0) -> Case:
    """The smallest case found that still fails: takes the first simpler one that does, again and again."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for simpler in fuzzer.smaller(case):
            if time.monotonic() > until: return case
            if checked(fuzzer, simpler, device) is not None:
                case = simpler
                break
        else: return case
    return case
