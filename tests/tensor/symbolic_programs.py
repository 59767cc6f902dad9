"""Random programs over sizes that are known at launch, run side by side with the same programs over plain integers.

A `Pair` is one value seen both ways. Every choice looks at names and bounds only, so one seed is one program for all bindings.
"""
from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from heddle import Tensor, Variable
from heddle.uop import Symbol
from heddle.uop.symbol import bounds_of, most

#: sizes with a remainder and without, from nothing and from one, at most and at least a vector
BOUNDS = {"n": (1, 20), "m": (0, 9), "k": (3, 33)}
ROOM = 40  # elements of each axis that slices are taken from


class Pair:
    """A tensor of symbolic shape and one of plain shape, with equal values."""

    def __init__(self, symbolic: Tensor, plain: Tensor) -> None:
        self.symbolic, self.plain = symbolic, plain

    @property
    def shape(self) -> tuple[Any, ...]: return self.symbolic.shape

    def both(self, fn: Callable[..., Tensor], *others: Any) -> Pair:
        """`fn` on each side; Symbols and Pairs among `others`, however nested, are taken for that side."""
        return Pair(fn(self.symbolic, *map(_symbolic, others)), fn(self.plain, *map(_plain, others)))


def _symbolic(x: Any) -> Any:
    if isinstance(x, Pair): return x.symbolic
    return type(x)(map(_symbolic, x)) if isinstance(x, (list, tuple)) else x


def _plain(x: Any) -> Any:
    if isinstance(x, Pair): return x.plain
    if isinstance(x, Symbol): return x.value()
    if isinstance(x, slice): return slice(_plain(x.start), _plain(x.stop))
    return type(x)(map(_plain, x)) if isinstance(x, (list, tuple)) else x


class Program:
    """Makes pairs, one from those before."""

    def __init__(self, seed: int, values: Mapping[str, int], device: str = "CPU") -> None:
        self.rng = random.Random(seed)
        self.sizes = {name: Variable(name, *bounds).bind(values[name]) for name, bounds in BOUNDS.items()}
        self.device = device
        self.pool = [self.source(np.random.default_rng([seed, i])) for i in range(2)]

    def source(self, rng: np.random.Generator) -> Pair:
        """A part of some memory: sizes from its beginning, or from a place that a variable names."""
        data = rng.integers(-3, 4, (ROOM, ROOM)).astype(np.float32)
        whole = Pair(Tensor(data, self.device).realize(), Tensor(data, self.device).realize())
        places = [self.slice() for _ in range(2)]
        return whole.both(lambda t, a, b: t[a, b], *places)

    def slice(self) -> Any:
        n = self.size()
        begin = self.rng.choice([0, 0, 2, self.sizes["m"] if most(n) + 9 <= ROOM else 1])
        return slice(begin, begin + n)

    def size(self) -> Any:
        """A size that is not always 0, at most 35."""
        name = self.rng.choice(["n", "n", "m", "k", "", ""])
        if not name: return self.rng.choice([1, 3, 4])
        n = self.sizes[name]
        return self.rng.choice([n, n, n + 1, n + 2, (n + 1) // 2 + 1])

    def pick(self) -> Pair: return self.pool[-1] if self.rng.random() < 0.6 else self.rng.choice(self.pool)

    def grow(self, steps: int) -> None:
        for _ in range(steps):
            made = self.rng.choice(STEPS)(self, self.pick())
            if made is not None and most(made.symbolic.numel()) < 20_000: self.pool.append(made)


# ---- steps: a pair from a pair, or None where it does not fit


def negate(p: Program, x: Pair) -> Pair: return x.both(lambda t: -t)
def clip(p: Program, x: Pair) -> Pair: return x.both(lambda t: t.maximum(-30).minimum(30) + 1)
def flip(p: Program, x: Pair) -> Pair | None: return x.both(lambda t, a: t.flip(a), p.rng.randrange(len(x.shape))) if x.shape else None
def store(p: Program, x: Pair) -> Pair: return x.both(lambda t: t.contiguous().realize())
def turn(p: Program, x: Pair) -> Pair: return x.both(lambda t, order: t.permute(order), shuffled(p, len(x.shape)))
def shuffled(p: Program, n: int) -> list[int]: return p.rng.sample(range(n), n)


def combine(p: Program, x: Pair) -> Pair | None:
    y = p.pick()
    a, b = x.shape, y.shape
    fits = all(m == n or m == 1 or n == 1 for m, n in zip(a[::-1], b[::-1], strict=False))
    fn = p.rng.choice([lambda s, t: s + t, lambda s, t: s.maximum(t), lambda s, t: (s < t).where(s, t * 2)])
    return x.both(fn, y) if fits else None


def reduce(p: Program, x: Pair) -> Pair | None:
    if not x.shape: return None
    axis, keep, how = p.rng.randrange(len(x.shape)), p.rng.random() < 0.5, p.rng.choice(["sum", "max", "mean", "prod"])
    if bounds_of(x.shape[axis])[0] < 1 and how in ("max", "mean"): how = "sum"
    if how == "prod": x = x.both(lambda t: t.maximum(0).minimum(1))
    return x.both(lambda t: getattr(t, how)(axis, keepdim=keep))


def sum_all(p: Program, x: Pair) -> Pair: return x.both(lambda t: t.sum())


def softmax(p: Program, x: Pair) -> Pair | None:
    if not x.shape: return None
    axis = p.rng.randrange(len(x.shape))
    return x.both(lambda t: (t.softmax(axis) * 64).round()) if bounds_of(x.shape[axis])[0] else None


def product(p: Program, x: Pair) -> Pair | None:
    if len(x.shape) < 2: return None
    y = p.pick()
    if len(y.shape) >= 2 and y.shape[-2] == x.shape[-1] and len(y.shape) == len(x.shape) == 2: return x.both(lambda s, t: s @ t, y)
    return x.both(lambda t: t @ t.transpose(-1, -2))


def new_axis(p: Program, x: Pair) -> Pair | None:
    if len(x.shape) > 3: return None
    at, n = p.rng.randrange(len(x.shape) + 1), p.size()
    return x.both(lambda t, shape: t.unsqueeze(at).expand(shape), [*x.shape[:at], n, *x.shape[at:]])


def merge(p: Program, x: Pair) -> Pair | None:
    if len(x.shape) < 2: return None
    at = p.rng.randrange(len(x.shape) - 1)
    return x.both(lambda t: t.flatten(at, at + 1))


def divide(p: Program, x: Pair) -> Pair | None:
    """The last axis, doubled, in two axes."""
    if not x.shape: return None
    double = x.both(lambda t: t.cat(t * 2, dim=-1))
    return double.both(lambda t, shape: t.reshape(shape), [*x.shape[:-1], *p.rng.choice([(2, x.shape[-1]), (x.shape[-1], 2)])])


def pad(p: Program, x: Pair) -> Pair | None:
    if not x.shape: return None
    widths = [p.rng.choice([(0, 0), (1, 2), (0, p.sizes["m"]), (p.sizes["n"], 0)]) for _ in x.shape]
    return x.both(lambda t, w: t.pad(w, value=p.rng.choice([0]) + 1.0), widths)


def cut(p: Program, x: Pair) -> Pair | None:
    if not x.shape or bounds_of(x.shape[0])[0] < 3: return None
    return x.both(lambda t: t[p.rng.choice([1]):-1])


def part(p: Program, x: Pair) -> Pair | None:
    """As many as another variable says, of an axis that has them."""
    if not x.shape or not isinstance(x.shape[-1], int): return None
    fitting = [n for n in p.sizes.values() if n.vmax <= x.shape[-1]]
    return x.both(lambda t, n: t[..., :n], p.rng.choice(fitting)) if fitting else None


def index(p: Program, x: Pair) -> Pair | None:
    """One row, named by a variable or from the end; or rows picked by a tensor."""
    if not x.shape or bounds_of(x.shape[0])[0] < 1: return None
    how = p.rng.randrange(3)
    if how == 0: return x.both(lambda t, i: t[i], x.shape[0] - 1)
    if how == 1: return x.both(lambda t, n: t[Tensor.arange(n, device=t.device).flip(0) // 2], x.shape[0])
    return x.both(lambda t: t[Tensor([0, 0], device=t.device)])


def count(p: Program, x: Pair) -> Pair | None:
    """A mask by places: beyond the diagonal, or by comparing with the value of a variable."""
    if len(x.shape) < 2: return x.both(lambda t, n: t * (n + 1), p.sizes["m"])
    if p.rng.random() < 0.5: return x.both(lambda t: p.rng.choice([t.tril])())
    return x.both(lambda t, n, w: (Tensor.arange(w, w + n, device=t.device) < 5).where(t, w * 2), x.shape[-1], p.sizes["m"])


def join(p: Program, x: Pair) -> Pair | None:
    y = p.pick()
    if len(x.shape) != len(y.shape) or not x.shape or x.shape[1:] != y.shape[1:]: return x.both(lambda t: t.stack(t + 1, dim=0))
    return x.both(lambda s, t: s.cat(t, dim=0), y)


def write(p: Program, x: Pair) -> Pair | None:
    """A part of some memory overwritten, and read with what is around it."""
    if len(x.shape) != 2 or any(most(n) + 2 > ROOM for n in x.shape): return None
    whole = Pair(*(Tensor(np.ones((ROOM, ROOM), np.float32), p.device).realize() for _ in range(2)))
    place = tuple(slice(p.rng.choice([0, 2]), None) for _ in range(2))
    part = whole.both(lambda t, a, b, shape: t[a, b].shrink([(0, n) for n in shape]), *place, list(x.shape))
    part.both(lambda t, value: t.assign(value), x)
    n = p.size()
    return whole.both(lambda t, n: t[:n, :n], n)


STEPS: list[Callable[[Program, Pair], Pair | None]] = [
    negate, clip, flip, store, turn, combine, combine, reduce, reduce, sum_all, softmax, product, new_axis, merge, divide, pad, cut,
    part, index, count, join, write]


def random_values(rng: random.Random) -> dict[str, int]:
    """A binding, often of the bounds themselves."""
    return {name: rng.choice([low, high, rng.randint(low, high)]) for name, (low, high) in BOUNDS.items()}


def check(seed: int, steps: int, device: str = "CPU", bindings: int = 3) -> None:
    """Both sides give equal values for several bindings."""
    values = random.Random(seed)
    for _ in range(bindings):
        program = Program(seed, random_values(values), device)
        program.grow(steps)
        for pair in program.pool[-3:]:
            got, wanted = pair.symbolic.numpy(), pair.plain.numpy()
            assert got.shape == wanted.shape, f"seed {seed}"
            np.testing.assert_allclose(got, wanted, rtol=1e-5, atol=1e-4, err_msg=f"seed {seed}")
