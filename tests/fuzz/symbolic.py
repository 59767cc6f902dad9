"""Programs over sizes known at launch against NumPy: for several values of the variable, eager, captured, and two values in one run.

Inputs: a seed. Outputs: for each case None, or where heddle and NumPy differ. Invariants: a case is right if every value gives NumPy's
numbers and shape, or an error where the size would leave its axis; what heddle refuses because it depends on values is counted.
Gradients are those of the same program over integers.
"""
from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from heddle import Tensor, TinyJit, Variable
from heddle.errors import GradientError, IndexRangeError, JitError, ShapeError
from tests.fuzz._symbolic_steps import COLUMNS, ROWS, STEPS, Refused, Unknown
from tests.fuzz.harness import Fuzzer


class Case(NamedTuple):
    """`steps`: names with a small number each. `low` and `high` are the bounds of the one variable, `values` what it is bound to.

    `second`: every other step has a size of its own, which is the same variable with the next of the values. `grad`: gradients too.
    """

    low: int
    high: int
    values: tuple[int, ...]
    steps: tuple[tuple[str, int], ...]
    captured: bool
    second: bool = False
    grad: bool = False


def _data() -> np.ndarray: return np.random.default_rng(5).integers(-9, 10, (ROWS, COLUMNS)).astype(np.float32)


def draw(rng: random.Random, device: str) -> Case:
    low = rng.choice([0, 1, 1, 1, 2])
    high = rng.choice([low + 1, 5, 6, 9, 9, 12]) if low else rng.choice([6, 9, 10])
    values = tuple(dict.fromkeys([low, max(high, low), *(rng.randint(low, max(high, low)) for _ in range(3))]))
    steps = tuple((rng.choice(tuple(STEPS)), rng.randrange(4)) for _ in range(rng.randint(1, 5)))
    if rng.random() < 0.6: steps = (("head", 0), *steps)
    return Case(low, max(high, low + 1), tuple(rng.sample(values, len(values))), steps, rng.random() < 0.5,
                rng.random() < 0.25, rng.random() < 0.3)


_counts = {"refused by bounds": 0, "refused by values": 0, "refused by conditions of a capture": 0, "right": 0, "gradients right": 0}


Wanted = np.ndarray | type[Exception]


def _sizes(case: Case, value: int) -> tuple[int, int]:
    """The size of the steps with an even number, and of the others."""
    after = case.values[(case.values.index(value) + 1) % len(case.values)]
    return value, after if case.second else value


def _wanted(case: Case, value: int) -> Wanted:
    """NumPy's result; Refused if the program is an error for this value, Unknown if it is not compared."""
    a: Any = _data()
    for i, (name, k) in enumerate(case.steps):
        try: a = np.asarray(STEPS[name][1](a, _sizes(case, value)[i % 2], k), np.float64)
        except (Refused, Unknown) as none: return type(none)
        if a.ndim != 2 or a.size > 4000 or not np.isfinite(a).all() or np.abs(a).max(initial=0) > 1e5: return Unknown
    return a


def _program(case: Case, x: Tensor, *sizes: Any) -> Tensor:
    for i, (name, k) in enumerate(case.steps): x = STEPS[name][0](x, sizes[i % 2], k)
    return x * 1


def _with_gradient(case: Case, x: Tensor, *sizes: Any) -> tuple[Tensor, Tensor]:
    """The result, and the gradient of its sum of squares."""
    x = x.detach()
    x.requires_grad = True
    result = _program(case, x, *sizes)
    try: (result * result * 0.5).sum().backward()
    except GradientError: return result, x.zeros_like()
    return result, x.zeros_like() if x.grad is None else x.grad * 1


def check(case: Case, device: str) -> str | None:
    x, variable = Tensor(_data(), device).realize(), Variable("v", case.low, case.high)
    expected = {value: _wanted(case, value) for value in case.values}
    plain: Callable[..., Any] = lambda x, *s: _with_gradient(case, x, *s) if case.grad else (_program(case, x, *s),)
    run = plain
    if case.captured:
        if any(isinstance(expected[v], type) for v in case.values[:2]): return None  # what is captured has to run
        run = TinyJit(run)
    pending: list[tuple[int, Tensor]] = []
    for value in case.values:
        sizes = _sizes(case, value)
        bound = [variable.bind(n) for n in sizes]
        try: got = run(x, *bound)
        except JitError as error:
            if "computed nothing" in error.what: return None
            raise
        except (ShapeError, IndexRangeError) as error:
            if (why := _reason(error, case, expected[value])) is None: return f"v = {sizes}: refused, {error.what}"
            _counts[f"refused by {why}"] += 1
            if case.captured and value in case.values[:2]: return None
            continue
        if (message := _compared(got[0], expected[value])) is not None: return f"v = {sizes}: {message}"
        if case.grad and isinstance(expected[value], np.ndarray) and (message := _gradients(case, x, sizes, got[1])) is not None:
            return f"v = {sizes}: {message}"
        if not case.captured: pending.append((value, plain(x, *bound)[0]))
    return _together(pending, expected)


def _reason(error: ShapeError | IndexRangeError, case: Case, expected: Wanted) -> str | None:
    """Why heddle may refuse this; None if it may not. Conditions of a capture are those of its `choice`, `chunk` and `split`."""
    if isinstance(expected, type): return "values"
    if case.captured and "does not hold for" in error.what and _CHOOSING & dict(case.steps).keys(): return "conditions of a capture"
    by_bounds = ("depends on the value", "known at launch", "known now", "reshape cannot", "cannot broadcast", "expand can only",
                 "needs equal", "divisor has to be")
    return "bounds" if any(text in str(error) for text in by_bounds) else None


_CHOOSING = frozenset({"choice", "chunk", "split"})


def _compared(got: Tensor, wanted: Wanted) -> str | None:
    found = got.numpy()
    if wanted is Refused: return f"a result of shape {found.shape}, where a size leaves its axis"
    if isinstance(wanted, type): return None
    _counts["right"] += 1
    if found.shape != wanted.shape: return f"shape {found.shape}, NumPy has {wanted.shape}"
    if np.allclose(found, wanted, rtol=1e-3, atol=1e-3): return None
    at = tuple(np.argwhere(~np.isclose(found, wanted, rtol=1e-3, atol=1e-3))[0])
    return f"{found[at]} at {at}, NumPy has {wanted[at]}"


def _gradients(case: Case, x: Tensor, sizes: tuple[int, int], found: Tensor) -> str | None:
    """Compares a gradient with that of the program over integers."""
    wanted, got = _with_gradient(case, Tensor(_data(), "PYTHON"), *sizes)[1].numpy(), found.numpy()
    scale = max(1.0, float(np.abs(np.nan_to_num(wanted)).max(initial=0)))
    _counts["gradients right"] += 1
    if np.allclose(got, wanted, rtol=1e-2, atol=1e-3 * scale, equal_nan=True): return None
    at = tuple(np.argwhere(~np.isclose(got, wanted, rtol=1e-2, atol=1e-3 * scale, equal_nan=True))[0])
    return f"gradient {got[at]} at {at}, over integers {wanted[at]}"


def _together(pending: list[tuple[int, Tensor]], expected: dict[int, Wanted]) -> str | None:
    """The results for all values, computed in one run."""
    kept = [(v, t) for v, t in pending if not isinstance(expected[v], type)]
    if len(kept) < 2: return None
    total = kept[0][1].sum()
    for _, t in kept[1:]: total = total + t.sum()
    found, wanted = total.item(), sum(float(np.sum(expected[v])) for v, _ in kept)
    return None if np.isclose(found, wanted, rtol=1e-2, atol=0.5) else f"in one run {found}, NumPy has {wanted}"


def smaller(case: Case) -> Iterable[Case]:
    for i in range(len(case.steps)):
        if len(case.steps) > 1: yield case._replace(steps=case.steps[:i] + case.steps[i + 1:])
    if case.captured: yield case._replace(captured=False)
    if case.second: yield case._replace(second=False)
    if case.grad: yield case._replace(grad=False)
    for i in range(len(case.values)):
        if len(case.values) > 1: yield case._replace(values=case.values[:i] + case.values[i + 1:])


def totals() -> str: return ", ".join(f"{n:,} {what}" for what, n in _counts.items())


FUZZER = Fuzzer("symbolic", draw, check, smaller, devices=("PYTHON", "CPU"), totals=totals)
