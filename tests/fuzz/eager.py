"""Fuzzer of small steps: the same few operations again and again, with writes, views, reads and gradients in between, against NumPy.

Inputs: a list of steps, each a few random numbers. Outputs: the first tensor or gradient that is not what NumPy says.
Invariants: numbers are small integers, so that comparison is exact; shapes are few, so that most calls have been met before and are
deferred; a gradient is right or a GradientError.
"""
from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from heddle import Tensor
from heddle.errors import GradientError
from heddle.settings import settings
from tests.fuzz import harness
from tests.fuzz._steps import Case, show, smaller

SHAPES = ((4, 4), (4,), (1, 4))
FEW = 6  # values alive at a time

UNARY: tuple[tuple[str, Callable[[Any], Any]], ...] = (
    ("{0}.relu()", lambda x: np.maximum(x, 0)), ("-{0}", lambda x: -x), ("{0} * 2", lambda x: x * 2), ("1 + {0}", lambda x: x + 1),
    ("{0}.sum(-1, True)", lambda x: x.sum(-1, keepdims=True)), ("{0}.max(0)", lambda x: x.max(0)), ("3 - {0}", lambda x: 3 - x),
    ("{0}.minimum(5)", lambda x: np.minimum(x, 5)), ("{0}.square()", lambda x: x * x), ("{0}.sum()", lambda x: x.sum()),
    ("{0} / 1", lambda x: x / 1), ("{0}.T", lambda x: x.T), ("{0}.reshape(-1)", lambda x: x.reshape(-1)),
    ("{0}[..., 1:]", lambda x: x[..., 1:]), ("{0}.flip(0)", lambda x: x[::-1]), ("{0}.contiguous()", lambda x: x.copy()))
BINARY: tuple[tuple[str, Callable[[Any, Any], Any]], ...] = (
    ("{0} + {1}", lambda x, y: x + y), ("{0} - {1}", lambda x, y: x - y), ("{0} * {1}", lambda x, y: x * y),
    ("{0}.maximum({1})", np.maximum), ("{0} @ {1}", lambda x, y: x @ y),
    ("({0} + {1}).relu() * {0}", lambda x, y: np.maximum(x + y, 0) * x),
    ("({0} @ {1} + {1}).sum(-1)", lambda x, y: (x @ y + y).sum(-1)), ("{0} @ {1}.T + 1", lambda x, y: x @ y.T + 1),
    ("{0}.T - {1}", lambda x, y: x.T - y), ("{0}[..., 1:] * {1}[..., :-1]", lambda x, y: x[..., 1:] * y[..., :-1]),
    ("{0}.flip(0) + {1}", lambda x, y: x[::-1] + y), ("{0}.reshape(-1) + {1}.sum()", lambda x, y: x.reshape(-1) + y.sum()),
    ("({0}.T[1:] @ {1}).relu()", lambda x, y: np.maximum(x.T[1:] @ y, 0)),
    ("{0}.expand(4, 4) + {1}", lambda x, y: np.broadcast_to(x, (4, 4)) + y))


class Program:
    """One run: the tensors and their values so far, and the program as text. A value that a write changes has memory of its own."""

    def __init__(self, device: str) -> None:
        self.lines = list[str]()
        self.env: dict[str, Any] = {"Tensor": Tensor, "device": device}
        self.values: dict[str, np.ndarray] = {}
        self.count = 0

    def run(self, line: str) -> Any:
        self.lines.append(line)
        exec(compile(line, "<program>", "exec"), self.env)

    def make(self, text: str, value: Any) -> None:
        """A new tensor; what grew out of the exact integers is not kept."""
        if not np.all(np.abs(value) < 1 << 20): return
        name = f"t{self.count}"
        self.count += 1
        self.run(f"{name} = {text}")
        if self.count % 4: self.run(f"{name}.realize()")
        self.values[name] = np.asarray(value, np.float32)
        while len(self.values) > FEW: self.drop(next(iter(self.values)))

    def drop(self, name: str) -> None:
        self.run(f"del {name}")
        del self.values[name]

    def pick(self, n: int) -> str: return list(self.values)[n % len(self.values)]

    def wrong(self, name: str, how: str = "numpy()") -> str | None:
        self.run(f"found = {name}.{how}")
        got, expected = np.asarray(self.env["found"], np.float32), self.values[name]
        return None if got.shape == expected.shape and np.array_equal(got, expected) else \
            f"{name} is {got.tolist()}, and should be {expected.tolist()}"


def create(p: Program, a: int, b: int, c: int) -> str | None:
    value = ((np.arange(np.prod(SHAPES[a % 3])) * 3 + b) % 7 - 3).reshape(SHAPES[a % 3])
    p.make(f"Tensor({value.tolist()}, dtype='float32', device=device).realize()", value)
    return None


def unary(p: Program, a: int, b: int, c: int) -> str | None:
    (text, formula), name = UNARY[b % len(UNARY)], p.pick(a)
    value = p.values[name]
    if not value.ndim or not value.size: return None
    # a view is a tensor of its own here: what it shares is another fuzzer's matter
    own = ".contiguous()" if text in ("{0}.T", "{0}.reshape(-1)", "{0}[..., 1:]", "{0}.flip(0)") else ""
    p.make(text.format(name) + own, formula(value))
    return None


def binary(p: Program, a: int, b: int, c: int) -> str | None:
    (text, formula), x, y = BINARY[b % len(BINARY)], p.pick(a), p.pick(c)
    try: value = formula(p.values[x], p.values[y])
    except (ValueError, IndexError): return None
    if "[" in text and not min(p.values[x].ndim, p.values[y].ndim): return None
    if value.size <= 64: p.make(text.format(x, y), value)
    return None


def write(p: Program, a: int, b: int, c: int) -> str | None:
    x, y = p.pick(a), p.pick(c)
    old, new = p.values[x], p.values[y]
    kind = b % 6
    if kind == 0 and old.shape == new.shape: p.run(f"{x}.assign({y})")
    elif kind == 1 and old.shape == new.shape and np.all(np.abs(old + new) < 1 << 20):
        p.run(f"{x} += {y}")
        new = old + new
    elif kind == 2 and old.ndim and old.size:
        p.run(f"{x}[0] = {c % 5}")
        new = old.copy()
        new[0] = c % 5
    elif kind == 3 and old.shape == new.shape: p.run(f"{x}.replace({y} * 1)")
    elif kind == 4 and old.shape == new.shape and np.all(np.abs(new) < 1 << 10):
        p.run(f"{x}.assign({x} * 0 + {y}).realize()")
    elif kind == 5 and old.ndim == 2 and old.size:
        p.run(f"{x}.T[..., 0] = 2")
        new = old.copy()
        new.T[..., 0] = 2
    else: return None
    p.values[x] = new
    return None


def settle(p: Program, a: int, b: int, c: int) -> str | None:
    name, kind = p.pick(a), b % 8
    if kind < 3: p.run(f"{name}.realize()")
    elif kind == 3: return p.wrong(name)
    elif kind == 4: return p.wrong(name, "tolist()")
    elif kind == 5: p.run(f"{name}.uop")
    elif kind == 6 and len(p.values) > 2: p.drop(name)
    elif kind == 7 and p.values[name].size == 1: return p.wrong(name, "reshape(()).item()") if not p.values[name].ndim else None
    return None


def gradient(p: Program, a: int, b: int, c: int) -> str | None:
    """Of a product with a value, read before it or not, and written to after it or not."""
    x, y = p.pick(a), p.pick(c)
    left, right = p.values[x], p.values[y]
    if left.shape != right.shape or x == y: return None
    p.run(f"z = {x} * {y}.detach()")
    if b % 3 == 0: p.run("z.numpy()")
    if b % 5 == 0: p.run("z = z + 1")
    try: p.run(f"(found,) = (z * 2).sum().gradient({x})")
    except GradientError: return None
    got = p.env["found"].numpy()
    return None if np.array_equal(got, 2 * right) else f"the gradient of {x} is {got.tolist()}, and should be {(2 * right).tolist()}"


STEPS: tuple[Callable[[Program, int, int, int], str | None], ...] = (
    create, unary, unary, binary, binary, write, settle, settle, gradient)


def draw(rng: random.Random, device: str) -> Case:
    """Three numbers a step, and which kind it is."""
    steps = [(0, 0, rng.randrange(7), 0), (0, rng.randrange(3), rng.randrange(7), 0)]
    steps += [(rng.randrange(len(STEPS)), *(rng.randrange(420) for _ in range(3))) for _ in range(rng.randrange(5, 25))]
    return tuple(steps)


def check(case: Case, device: str) -> str | None:
    """The first tensor or gradient that is wrong."""
    p = Program(device)
    message: str | None = None
    for kind, a, b, c in case:
        if kind and not p.values: continue
        if (message := STEPS[kind](p, a, b, c)) is not None: break
    else: message = next((found for name in list(p.values) if (found := p.wrong(name)) is not None), None)
    return None if message is None else "\n".join((message, *p.lines))


def totals() -> str: return "" if not settings.VERIFY else "VERIFY is on, with which every call builds its graph"


FUZZER = harness.Fuzzer("eager", draw, check, lambda case: smaller(case, (8, 16, 8)), show, totals=totals)
