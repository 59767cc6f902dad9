"""Random functions of tensors with state, and random ways to call them: what replays are compared with plain calls on.

A `Program` is a list of steps, so that two copies, each with states of its own, do the same.
"""
from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from heddle import Tensor

SHAPE = (4, 3)


def numbers(seed: int, shape: tuple[int, ...] = SHAPE) -> np.ndarray:
    """Small whole numbers: sums are exact in any order."""
    return np.random.default_rng(seed).integers(-3, 4, shape).astype(np.float32)


@dataclass
class Program:
    """A function of tensors (4, 3) or nested ones, with two states, a row that is assigned in part, and attributes."""

    seed: int
    states: list[Tensor] = field(default_factory=list)
    left: Any = None
    last: Any = None

    def __post_init__(self) -> None:
        self.states = [Tensor(numbers(self.seed + i)) for i in range(2)]
        rng = random.Random(self.seed)
        self.steps = [(rng.choice(STEPS), [rng.randrange(100) for _ in range(3)]) for _ in range(rng.randint(2, 9))]
        self.result = rng.randrange(len(RESULTS))
        self.draws = rng.random() < 0.3

    def __call__(self, x: Tensor, more: dict[str, Any], scale: float = 1.0) -> Any:
        pool = [x, more["y"], more["list"][0], x * scale]
        if self.draws: pool.append((Tensor.rand(*SHAPE) * 8).trunc())
        for step, picks in self.steps:
            made = step(self, pool, *picks)
            if made is not None: pool.append(made.maximum(-50).minimum(50))
        return RESULTS[self.result](self, pool)


def pick(pool: list[Tensor], n: int) -> Tensor: return pool[n % len(pool)]


def add(p: Program, pool: list[Tensor], a: int, b: int, c: int) -> Tensor: return pick(pool, a) + pick(pool, b)
def multiply(p: Program, pool: list[Tensor], a: int, b: int, c: int) -> Tensor: return pick(pool, a) * pick(pool, b) - c
def turn(p: Program, pool: list[Tensor], a: int, b: int, c: int) -> Tensor: return pick(pool, a).flip(c % 2)
def product(p: Program, pool: list[Tensor], a: int, b: int, c: int) -> Tensor: return pick(pool, a) @ (pick(pool, b).T @ pick(pool, c))
def centre(p: Program, pool: list[Tensor], a: int, b: int, c: int) -> Tensor: return pick(pool, a) - pick(pool, b).sum(c % 2, True)
def shift(p: Program, pool: list[Tensor], a: int, b: int, c: int) -> Tensor: return pick(pool, a).pad(((1, 0), (0, 0)))[:-1]
def store(p: Program, pool: list[Tensor], a: int, b: int, c: int) -> Tensor: return (pick(pool, a) + 1).realize()
def compute(p: Program, pool: list[Tensor], a: int, b: int, c: int) -> None: pick(pool, a).realize()
def read(p: Program, pool: list[Tensor], a: int, b: int, c: int) -> Tensor: return p.states[a % 2] - pick(pool, b)
def constant(p: Program, pool: list[Tensor], a: int, b: int, c: int) -> Tensor: return pick(pool, a) + Tensor(numbers(b))
def host_made(p: Program, pool: list[Tensor], a: int, b: int, c: int) -> Tensor:
    total = Tensor(numbers(b))
    total.assign(total + pick(pool, a))
    return total if c % 2 else total.realize()


def assign(p: Program, pool: list[Tensor], a: int, b: int, c: int) -> None:
    p.states[a % 2].assign(clip(p.states[a % 2] + pick(pool, b)))


def assign_now(p: Program, pool: list[Tensor], a: int, b: int, c: int) -> None:
    p.states[a % 2].assign(clip(pick(pool, b).flip(0) - p.states[c % 2].flip(1))).realize()


def assign_row(p: Program, pool: list[Tensor], a: int, b: int, c: int) -> None:
    p.states[a % 2][c % 4] = pick(pool, b).sum(0)


def assign_argument(p: Program, pool: list[Tensor], a: int, b: int, c: int) -> None:
    pool[0].assign(clip(pool[0] + pick(pool, b).flip(0)))


def leave_behind(p: Program, pool: list[Tensor], a: int, b: int, c: int) -> None:
    p.left = (pick(pool, a) * 2).realize() if c % 2 else pick(pool, a) * 2


def clip(x: Tensor) -> Tensor: return x.maximum(-50).minimum(50)


STEPS: list[Callable[..., Tensor | None]] = [
    add, multiply, turn, product, centre, shift, store, compute, read, read, constant, host_made, assign, assign, assign_now,
    assign_row, assign_argument, leave_behind]

RESULTS: list[Callable[[Program, list[Tensor]], Any]] = [
    lambda p, pool: pool[-1],
    lambda p, pool: [pool[-1], (pool[-2].sum(), 3)],
    lambda p, pool: {"view": pool[-1].T, "again": pool[-1], "state": p.states[0]},
    lambda p, pool: (pool[0], pool[-1].realize()),
    lambda p, pool: (p.left, pool[-1]) if isinstance(p.left, Tensor) else pool[-1],
]


# ---- calling them


def call(fn: Any, program: Program, rng: random.Random, turn: int) -> Any:
    """A call with arguments that are new, earlier results, the same twice, a state, or a part of something larger."""
    given = [argument(program, rng, 10 * turn + i) for i in range(3)]
    if rng.random() < 0.1: given[1] = given[0]
    built = given[0] * 2 + program.states[0], program.states[1].pad(((0, 1), (0, 0)))
    program.last = fn(given[0], {"y": given[1], "list": (given[2],)}, scale=2.0)
    return built, program.last, program.left, program.states, given


def argument(program: Program, rng: random.Random, seed: int) -> Tensor:
    kind = rng.random()
    if kind < 0.5: return Tensor(numbers(seed))
    if kind < 0.65:
        found = [t for t in tensors_in(program.last) if t.shape == SHAPE]
        return found[0] if found else Tensor(numbers(seed))
    if kind < 0.7: return program.states[seed % 2]
    if kind < 0.85: return Tensor(numbers(seed, (9, 3)))[seed % 5:seed % 5 + 4]
    return Tensor(numbers(seed)) + 1


def tensors_in(x: Any) -> list[Tensor]:
    if isinstance(x, Tensor): return [x]
    if isinstance(x, dict): return [t for v in x.values() for t in tensors_in(v)]
    return [t for v in x for t in tensors_in(v)] if isinstance(x, (list, tuple)) else []


def values_in(x: Any) -> list[Any]:
    """Every number, as lists."""
    return [t.tolist() for t in tensors_in(x)]
