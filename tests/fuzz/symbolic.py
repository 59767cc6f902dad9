"""Programs over sizes known at launch against NumPy: for several values of the variables, eager, captured, and two values in one run.

Inputs: a seed. Outputs: for each case None, or where heddle and NumPy differ. Invariants: a case is right if every value gives NumPy's
numbers and shape, or an error where the size would leave its axis; what heddle refuses because bounds do not settle it is counted.
"""
from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from heddle import Tensor, TinyJit, Variable
from heddle.errors import IndexRangeError, JitError, ShapeError
from tests.fuzz.harness import Fuzzer

ROWS, COLUMNS = 6, 9


class Case(NamedTuple):
    """`steps`: names with a small number each. `low` and `high` are the bounds of the one variable, `values` what it is bound to."""

    low: int
    high: int
    values: tuple[int, ...]
    steps: tuple[tuple[str, int], ...]
    captured: bool


class Refused(Exception):  # noqa: N818 (what NumPy's side says of a size that leaves its axis)
    """The program is an error for this value."""


class Unknown(Exception):  # noqa: N818 (no error: there is nothing to compare with)
    """NumPy has no result, or one that is not compared."""


def _within(begin: int, end: int, size: int) -> None:
    if not 0 <= begin <= end <= size: raise Refused


def _shrunk(a: np.ndarray, begin: int, end: int) -> np.ndarray:
    _within(begin, end, a.shape[-1])
    return a[..., begin:end]


def _row(a: np.ndarray, i: int) -> np.ndarray:
    if not -a.shape[0] <= i < a.shape[0]: raise Refused
    return np.concatenate([a, a[i:i + 1] if i != -1 else a[i:]], 0)


def _sized(a: np.ndarray) -> np.ndarray:
    if not a.size: raise Unknown
    return a


def _softmax(a: np.ndarray) -> np.ndarray:
    e = np.exp(a - _sized(a).max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def _shrink(t: Tensor, begin: Any, end: Any) -> Tensor: return t.shrink([*[None] * (t.ndim - 1), (begin, end)])


def _arange(t: Tensor, s: Any, k: int) -> Tensor: return t.sum() + Tensor.arange(k, s, 1 + k % 3, device=t.device).sum()


def _ramp(n: int, k: int) -> float:
    if n < k: raise Refused
    return float(np.arange(k, n, 1 + k % 3).sum())


def _keep_below(t: Tensor, s: Any, k: int) -> Tensor:
    cache = Tensor(np.zeros((ROWS, 2), np.float32), t.device).realize()
    cache[s:s + 1].assign(Tensor(np.full((1, 2), k + 1, np.float32), t.device))
    return t.sum() + cache.sum() * 100 + cache[s].sum()


def _kept(a: np.ndarray, n: int, k: int) -> np.ndarray:
    _within(n, n + 1, ROWS)
    return a.sum() + 202.0 * (k + 1)


def _ge(n: int, least: int) -> None:
    if n < least: raise Refused


#: name -> what heddle does with (tensor, size, number), what NumPy does with (array, its value, number)
STEPS: dict[str, tuple[Callable[[Tensor, Any, int], Tensor], Callable[[np.ndarray, int, int], Any]]] = {
    "head": (lambda t, s, k: t[..., :s], lambda a, n, k: _shrunk(a, 0, n)),
    "head_plus": (lambda t, s, k: t[..., :s + k], lambda a, n, k: _shrunk(a, 0, n + k)),
    "window": (lambda t, s, k: t[..., s:s + k], lambda a, n, k: _shrunk(a, n, n + k)),
    "shrink": (lambda t, s, k: _shrink(t, s, s + k), lambda a, n, k: _shrunk(a, n, n + k)),
    "tail": (lambda t, s, k: t[..., s:], lambda a, n, k: _shrunk(a, n, a.shape[-1])),
    "fixed": (lambda t, s, k: _shrink(t, 0, k), lambda a, n, k: _shrunk(a, 0, k)),
    "last": (lambda t, s, k: t[..., -1:] if k else t[..., :-1], lambda a, n, k: _sized(a)[..., -1:] if k else _sized(a)[..., :-1]),
    "stepped": (lambda t, s, k: t[..., :s:2 + k % 2], lambda a, n, k: _shrunk(a, 0, n)[..., ::2 + k % 2]),
    "row": (lambda t, s, k: t.cat(t[s - k].unsqueeze(0), dim=0), lambda a, n, k: _row(a, n - k)),
    "transpose": (lambda t, s, k: t.transpose(0, -1), lambda a, n, k: a.swapaxes(0, -1)),
    "add": (lambda t, s, k: t * 0.5 + k, lambda a, n, k: a * 0.5 + k),
    "times_size": (lambda t, s, k: t * (s + k), lambda a, n, k: a * (n + k)),
    "less": (lambda t, s, k: (t < s).where(t, s), lambda a, n, k: np.where(a < n, a, n)),
    "sum": (lambda t, s, k: t.sum(-1, keepdim=True), lambda a, n, k: a.sum(-1, keepdims=True)),
    "max": (lambda t, s, k: t.max(0, keepdim=True), lambda a, n, k: _sized(a).max(0, keepdims=True)),
    "mean": (lambda t, s, k: t.mean(-1, keepdim=True), lambda a, n, k: _sized(a).mean(-1, keepdims=True)),
    "softmax": (lambda t, s, k: t.softmax(-1), lambda a, n, k: _softmax(a)),
    "cumsum": (lambda t, s, k: t.cumsum(-1 if k else 0), lambda a, n, k: a.cumsum(-1 if k else 0)),
    "cummax": (lambda t, s, k: t.cummax(-1)[0], lambda a, n, k: np.maximum.accumulate(a, -1)),
    "sort": (lambda t, s, k: t.sort(-1, descending=bool(k % 2))[0], lambda a, n, k: -np.sort(-a, -1) if k % 2 else np.sort(a, -1)),
    "topk": (lambda t, s, k: t.topk(k, -1)[0], lambda a, n, k: (_ge(a.shape[-1], k), -np.sort(-a, -1)[..., :k])[1]),
    "product": (lambda t, s, k: t @ t.transpose(0, -1), lambda a, n, k: a @ a.swapaxes(0, -1)),
    "cat": (lambda t, s, k: t.cat(t + k, dim=-1), lambda a, n, k: np.concatenate([a, a + k], -1)),
    "cat_ones": (lambda t, s, k: t.cat(Tensor.ones(s, t.shape[1], device=t.device) * k, dim=0),
                 lambda a, n, k: np.concatenate([a, np.full((n, a.shape[1]), k)], 0)),
    "pad": (lambda t, s, k: t.pad([(0, 0)] * (t.ndim - 1) + [(k, s)], value=2.0),
            lambda a, n, k: np.pad(a, [(0, 0)] * (a.ndim - 1) + [(k, n)], constant_values=2.0)),
    "flip": (lambda t, s, k: t.flip(-1), lambda a, n, k: a[..., ::-1]),
    "roll": (lambda t, s, k: t.roll(k, 1), lambda a, n, k: np.roll(_sized(a), k, 1)),
    "repeat": (lambda t, s, k: t.repeat(1, 2), lambda a, n, k: np.tile(a, (1, 2))),
    "flatten": (lambda t, s, k: t.flatten().reshape(1, -1), lambda a, n, k: a.reshape(1, -1)),
    "triangle": (lambda t, s, k: t.tril(), lambda a, n, k: np.tril(a)),
    "arange": (lambda t, s, k: _arange(t, s, k).reshape(1, 1), lambda a, n, k: np.reshape(a.sum() + _ramp(n, k), (1, 1))),
    "full": (lambda t, s, k: t + Tensor.full((s, 1), s, device=t.device, dtype="float32").sum(), lambda a, n, k: a + n * n),
    "realized": (lambda t, s, k: t.contiguous(), lambda a, n, k: a),
    "cache": (lambda t, s, k: _keep_below(t, s, k).reshape(1, 1), lambda a, n, k: np.reshape(_kept(a, n, k), (1, 1))),
    "rand": (lambda t, s, k: t + (Tensor.rand(s, 2, device=t.device) < 1).sum(), lambda a, n, k: a + 2 * n),
    "argmax": (lambda t, s, k: t.round().argmax(-1, keepdim=True).float(), lambda a, n, k: np.round(_sized(a)).argmax(-1)[..., None]),
}


def _data() -> np.ndarray: return np.random.default_rng(5).integers(-9, 10, (ROWS, COLUMNS)).astype(np.float32)


def draw(rng: random.Random, device: str) -> Case:
    low = rng.choice([0, 1, 1, 1, 2])
    high = rng.choice([low + 1, 5, 6, 9, 9, 12]) if low else rng.choice([6, 9, 10])
    values = tuple(dict.fromkeys([low, max(high, low), *(rng.randint(low, max(high, low)) for _ in range(3))]))
    steps = tuple((rng.choice(tuple(STEPS)), rng.randrange(4)) for _ in range(rng.randint(1, 5)))
    if rng.random() < 0.6: steps = (("head", 0), *steps)
    return Case(low, max(high, low + 1), tuple(rng.sample(values, len(values))), steps, rng.random() < 0.5)


_refused = {"by bounds": 0, "by values": 0, "right": 0}


Wanted = np.ndarray | type[Exception]


def _wanted(case: Case, value: int) -> Wanted:
    """NumPy's result; Refused if the program is an error for this value, Unknown if it is not compared."""
    a: Any = _data()
    for name, k in case.steps:
        try: a = np.asarray(STEPS[name][1](a, value, k), np.float64)
        except (Refused, Unknown) as none: return type(none)
        if a.ndim != 2 or a.size > 4000 or not np.isfinite(a).all() or np.abs(a).max(initial=0) > 1e5: return Unknown
    return a


def _program(case: Case, x: Tensor, size: Any) -> Tensor:
    for name, k in case.steps: x = STEPS[name][0](x, size, k)
    return x * 1


def check(case: Case, device: str) -> str | None:
    x, variable = Tensor(_data(), device).realize(), Variable("v", case.low, case.high)
    expected = {value: _wanted(case, value) for value in case.values}
    run: Callable[[Tensor, Any], Tensor] = lambda x, s: _program(case, x, s)
    if case.captured:
        if any(isinstance(expected[v], type) for v in case.values[:2]): return None  # what is captured has to run
        run = TinyJit(run)
    pending: list[tuple[int, Tensor]] = []
    for value in case.values:
        try: got = run(x, variable.bind(value))
        except JitError as error:
            if "computed nothing" in error.what: return None
            raise
        except (ShapeError, IndexRangeError) as error:
            if isinstance(expected[value], type) or _by_bounds(error):
                _refused["by values" if expected[value] is Refused else "by bounds"] += 1
                if case.captured and value in case.values[:2]: return None
                continue
            return f"v = {value}: refused, {error.what}"
        if (message := _compared(got, expected[value], value)) is not None: return message
        if not case.captured: pending.append((value, run(x, variable.bind(value))))
    return _together(pending, expected)


def _by_bounds(error: Exception) -> bool:
    """Whether heddle says that it does not do this for sizes known at launch."""
    return any(text in str(error) for text in ("depends on the value", "known at launch", "known now", "reshape cannot",
                                               "cannot broadcast", "expand can only", "needs equal", "divisor has to be"))


def _compared(got: Tensor, wanted: Wanted, value: int) -> str | None:
    found = got.numpy()
    if wanted is Refused: return f"v = {value}: a result of shape {found.shape}, where a size leaves its axis"
    if isinstance(wanted, type): return None
    _refused["right"] += 1
    if found.shape != wanted.shape: return f"v = {value}: shape {found.shape}, NumPy has {wanted.shape}"
    if np.allclose(found, wanted, rtol=1e-3, atol=1e-3): return None
    at = tuple(np.argwhere(~np.isclose(found, wanted, rtol=1e-3, atol=1e-3))[0])
    return f"v = {value}: {found[at]} at {at}, NumPy has {wanted[at]}"


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
    for i in range(len(case.values)):
        if len(case.values) > 1: yield case._replace(values=case.values[:i] + case.values[i + 1:])


def totals() -> str: return ", ".join(f"{n:,} {what}" for what, n in _refused.items())


FUZZER = Fuzzer("symbolic", draw, check, smaller, devices=("PYTHON", "CPU"), totals=totals)
