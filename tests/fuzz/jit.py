"""Fuzzer of captured functions: programs with outside state, which changes between calls, against NumPy.

Each call of a TinyJit gives what NumPy gives, in results, states, arguments and what is left behind, or is a JitError. Counts replays,
and refusals by their reason.
"""
from __future__ import annotations

import re
import warnings
from collections import Counter
from typing import Any

import numpy as np

from heddle import Tensor, TinyJit, Variable
from heddle.errors import HeddleWarning, JitError
from tests.fuzz import harness
from tests.fuzz._outside import Call, Outside, Program, draw, smaller, text_of
from tests.tensor.replay_programs import SIZE, Heddle, Numpy, leaves, numbers


class Arrays(Numpy):
    """NumPy, with the first rows of a matrix by a plain number."""

    @staticmethod
    def rows(x: Any, n: Any) -> Any: return x[:n].sum(0)


class Tensors(Heddle):
    """heddle, with the first rows of a tensor by a bound variable."""

    def rows(self, x: Any, n: Any) -> Any: return self.stored(x[:n].sum(0))


COUNTS: Counter[str] = Counter()
SIZES = Variable("n", 1, SIZE)
REASONS = {
    "outside value changed": r"was .* when it was captured, and is|the code of|attributes of",
    "tensor replaced": r"is gone|another memory",
    "view other than the captured view": r"strides .* expected", "reads and changes": r"reads .* and (changes it|puts)",
    "gives or keeps an argument": r"was given, or that was there", "memory in common": r"same memory",
    "constants differ": r"computes with|holds something else", "nothing to capture": r"computed nothing",
    "attempts": r"cannot be captured|in every call", "shape or dtype": r"(shape|dtype|device) .* expected"}


def reason_of(error: JitError) -> str:
    return next((name for name, pattern in REASONS.items() if re.search(pattern, error.what)), error.what)


class Session:
    """The calls of a program in one world."""

    def __init__(self, program: Program, world: Any, jit: bool) -> None:
        self.program, self.world, self.outside, self.is_jit = program, world, Outside(program, world), jit
        self.call: Any = TinyJit(self.outside.function) if jit else self.outside.function
        self.last: Any = None

    def argument(self, kind: str, seed: int, given: list[Any]) -> Any:
        world, found = self.world, [x for x in leaves(self.last) if tuple(x.shape) == (SIZE, SIZE)]
        if kind == "result" and found: return found[seed % len(found)]
        if kind == "same" and given: return given[0]
        if kind == "state": return self.outside.states[seed % 2]
        if kind == "left" and self.outside.o.left is not None: return self.outside.o.left
        if kind == "part": return world.new(numbers(seed, 6))[seed % 3:seed % 3 + SIZE]
        if kind == "strided": return world.new(numbers(seed, 6))[::2]
        if kind == "turned": return world.new(numbers(seed)).T
        return world.new(numbers(seed)) + (1 if kind == "lazy" else 0) if kind == "lazy" else world.new(numbers(seed))

    def prepare(self, call: Call) -> list[Any]:
        """Changes what is outside; the arguments of the call."""
        for change in call.changes: self.outside.change(change)
        given: list[Any] = []
        for i, kind in enumerate(call.kinds): given.append(self.argument(kind, call.seed + i, given))
        return given

    def run(self, call: Call, given: list[Any]) -> tuple[list[Any], list[Any]]:
        """All arrays or tensors that can be seen after a call, and its plain results."""
        x, y, z = given
        more: Any = {"y": y, "z": [z]} if self.program.container in ("dict", "names") else (y, z)
        if self.program.container == "list": more = [y, z]
        size: Any = {} if not self.program.is_symbolic else {"n": SIZES.bind(call.size) if self.is_jit else call.size}
        self.last = self.call(more=more, x=x, **size) if self.program.container == "names" else self.call(x, more, **size)
        found: list[Any] = []
        _plain(self.last, found)
        return [*leaves(self.last), *self.outside.seen(), *given], found


def _plain(x: Any, found: list[Any]) -> None:
    if isinstance(x, dict): x = list(x.values())
    if isinstance(x, (list, tuple)):
        for v in x: _plain(v, found)
    elif not hasattr(x, "shape"): found.append(x)


def check(program: Program, device: str) -> str | None:
    """What is wrong with a program; None if nothing."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", HeddleWarning)
        return _difference(Session(program, Arrays(), False), Session(program, Tensors(program.lazy, device), True))


def _difference(plain: Session, jit: Session) -> str | None:
    kept: list[tuple[Any, Any]] = []
    was_refused = False
    for number, call in enumerate(plain.program.calls):
        if call.resets == "always" or (call.resets == "refused" and was_refused): jit.call.reset()
        expected_arguments, arguments = plain.prepare(call), jit.prepare(call)
        begun, was_refused = len(jit.outside.counts), False
        try: got, got_plain = jit.run(call, arguments)
        except JitError as error:
            was_refused = True
            COUNTS["refused: " + reason_of(error)] += 1
            if len(jit.outside.counts) > begun: return None  # it began, and stopped half-way
            wrong = _mismatch(number, [*jit.outside.seen(), *arguments], [*plain.outside.seen(), *expected_arguments])
            if wrong: return f"refused, and {wrong}"
            continue
        COUNTS["replays" if len(jit.outside.counts) == begun else "runs in Python"] += 1
        expected, expected_plain = plain.run(call, expected_arguments)
        if (wrong := _mismatch(number, got, expected)) is not None: return wrong
        if got_plain != expected_plain: return f"call {number}: plain results {got_plain} instead of {expected_plain}"
        kept += zip(leaves(jit.last), leaves(plain.last), strict=True)
    wrong = next((i for i, (a, b) in enumerate(kept) if not np.array_equal(a.numpy(), b)), None)
    return None if wrong is None else f"result {wrong} has changed afterwards"


def _mismatch(number: int, got: list[Tensor], expected: list[np.ndarray]) -> str | None:
    if len(got) != len(expected): return f"call {number} shows {len(got)} values instead of {len(expected)}"
    for i, (a, b) in enumerate(zip(got, expected, strict=True)):
        if not np.array_equal(a.numpy(), b): return f"call {number}, value {i}: {a.tolist()} instead of {b.tolist()}"
    return None


def show(program: Program) -> str: return f"{text_of(program)}\n# {program}"


def totals() -> str:
    """How many replays there were, and the share of each reason among the refusals."""
    refused = {name.removeprefix("refused: "): n for name, n in COUNTS.items() if name.startswith("refused: ")}
    total = max(sum(refused.values()), 1)
    shares = ", ".join(f"{name} {100 * n / total:.1f} %" for name, n in sorted(refused.items(), key=lambda item: -item[1]))
    return f"{COUNTS['replays']:,} replays, {COUNTS['runs in Python']:,} runs in Python, {sum(refused.values()):,} refusals ({shares})"


FUZZER = harness.Fuzzer("jit", draw, check, smaller, show, totals=totals)
