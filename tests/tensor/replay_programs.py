"""Small random functions with state, and random ways to call them, for TinyJit and for NumPy alike.

NumPy computes at once and shares memory between views: what it shows is what plain calls, and so replays, have to show. A `Case` is
data: its steps and calls can be taken out one by one, which is how a failing one is made small.
"""
from __future__ import annotations

import random
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from heddle import Tensor, TinyJit
from heddle.errors import HeddleError, HeddleWarning, JitError

SIZE = 3
CALLS = 7  # one plain, one that captures, five replays


class Step(NamedTuple):
    """An operation on values by number, modulo how many there are."""

    op: str
    a: int
    b: int
    c: int


class Call(NamedTuple):
    """How each of three arguments is come by, and a seed for new numbers."""

    kinds: tuple[str, ...]
    seed: int


@dataclass(frozen=True)
class Case:
    """A function and its calls.

    `lazy`: values are computed when they are wanted, in kernels of their own for each function. `stop`: the second call, the one to
    be captured, raises an error of its own after so many steps; what it did until then has happened.
    """

    steps: tuple[Step, ...]
    result: str
    calls: tuple[Call, ...]
    container: str
    lazy: bool
    stop: int | None = None
    dtype: str = "float32"


class Stopped(Exception):
    """An error of the function's own."""


# ---- the two worlds


def numbers(seed: int, rows: int = SIZE) -> np.ndarray:
    """Small whole numbers: sums are exact in any order."""
    return np.random.default_rng(seed).integers(-3, 4, (rows, SIZE)).astype(np.float32)


class Numpy:
    """Arrays."""

    @staticmethod
    def new(x: np.ndarray) -> Any: return x.copy()
    @staticmethod
    def clip(x: Any) -> Any: return np.minimum(np.maximum(x, -20), 20)
    @staticmethod
    def assign(x: Any, value: Any) -> None: x[...] = np.array(value)
    @staticmethod
    def read(x: Any) -> Any: return x.copy()  # NumPy 2.4 forgets to where a row is set to an overlapping column: a[1] = a.T[2]
    @staticmethod
    def stored(x: Any) -> Any: return x
    @staticmethod
    def clone(x: Any) -> Any: return x.copy()
    @staticmethod
    def shift(x: Any) -> Any: return np.pad(x, ((1, 0), (0, 0)))[:-1].copy()


class Heddle:
    """Tensors, computed at once unless `lazy`."""

    def __init__(self, lazy: bool, device: str, dtype: str = "float32") -> None:
        self.lazy, self.device, self.dtype = lazy, device, dtype

    def new(self, x: np.ndarray) -> Any: return Tensor(x, self.device, dtype=self.dtype)
    def clip(self, x: Any) -> Any: return self.stored(x.maximum(-20).minimum(20))
    def assign(self, x: Any, value: Any) -> None: self.stored(x.assign(value))
    def read(self, x: Any) -> Any: return x
    def stored(self, x: Any) -> Any: return x if self.lazy else x.realize()
    def clone(self, x: Any) -> Any: return self.stored(x.clone())
    def shift(self, x: Any) -> Any: return self.stored(x.pad(((1, 0), (0, 0)))[:-1].contiguous())


class Function:
    """What a case does, in one of the worlds. Two states and an attribute outlive a call."""

    def __init__(self, case: Case, world: Any) -> None:
        self.case, self.world = case, world
        self.states = [world.new(numbers(i)) for i in (1, 2)]
        self.left: Any = None
        self.begun = 0  # runs in Python
        self.stop: int | None = None

    def __call__(self, x: Any, more: Any, scale: float = 2.0) -> Any:
        self.begun += 1
        y, z = (more["y"], more["z"][0]) if isinstance(more, dict) else more
        pool = [x, y, z, self.world.clip(x * scale)]
        for i, step in enumerate(self.case.steps):
            if i == self.stop: raise Stopped
            made = OPS[step.op](self, pool, step)
            if made is not None: pool.append(made)
        return RESULTS[self.case.result](self, pool)


def at(pool: list[Any], n: int) -> Any: return pool[n % len(pool)]


def op_add(f: Function, p: list[Any], s: Step) -> Any: return f.world.clip(at(p, s.a) + at(p, s.b))
def op_multiply(f: Function, p: list[Any], s: Step) -> Any: return f.world.clip(at(p, s.a) * at(p, s.b) - 1)
def op_product(f: Function, p: list[Any], s: Step) -> Any: return f.world.clip(at(p, s.a) @ at(p, s.b))
def op_fold(f: Function, p: list[Any], s: Step) -> Any: return f.world.clip(at(p, s.a) - at(p, s.b).sum(s.c % 2))
def op_turn(f: Function, p: list[Any], s: Step) -> Any: return at(p, s.a).T
def op_flip(f: Function, p: list[Any], s: Step) -> Any: return at(p, s.a)[::-1]
def op_shift(f: Function, p: list[Any], s: Step) -> Any: return f.world.shift(at(p, s.a))
def op_clone(f: Function, p: list[Any], s: Step) -> Any: return f.world.clone(at(p, s.a))
def op_read(f: Function, p: list[Any], s: Step) -> Any: return f.world.clip(f.states[s.a % 2] + at(p, s.b))
def op_see(f: Function, p: list[Any], s: Step) -> Any: return f.states[s.a % 2]
def op_constant(f: Function, p: list[Any], s: Step) -> Any: return f.world.clip(at(p, s.a) + f.world.new(numbers(s.b)))
def op_assign(f: Function, p: list[Any], s: Step) -> None: f.world.assign(f.states[s.a % 2], at(p, s.b))
def op_move_on(f: Function, p: list[Any], s: Step) -> None: f.world.assign(x := f.states[s.a % 2], f.world.clip(x + at(p, s.b)))
def op_row(f: Function, p: list[Any], s: Step) -> None: f.states[s.a % 2][s.c % SIZE] = f.world.read(at(p, s.b)[s.a % SIZE])
def op_argument(f: Function, p: list[Any], s: Step) -> None: f.world.assign(p[s.a % 3], f.world.clip(p[s.a % 3] + at(p, s.b)))


def op_leave(f: Function, p: list[Any], s: Step) -> None:
    f.left = f.world.clip(at(p, s.a) * 2)


OPS: dict[str, Callable[[Function, list[Any], Step], Any]] = {
    name.removeprefix("op_"): fn for name, fn in list(globals().items()) if name.startswith("op_")}

RESULTS: dict[str, Callable[[Function, list[Any]], Any]] = {
    "last": lambda f, p: p[-1],
    "tuple": lambda f, p: (p[-1], [p[-2], 3]),
    "views": lambda f, p: {"view": p[-1].T, "again": p[-1], "row": p[-1][1:], "state": f.states[0]},
    "argument": lambda f, p: [p[0], p[-1], p[0].T],
    "sum": lambda f, p: (p[-1].sum(0), {"state": f.states[1].T}),
    # what is left behind is filled again in place, so a result of it is a copy
    "left": lambda f, p: (p[-1], f.world.clone(f.left)) if f.left is not None else p[-1],
}

ARGUMENTS = ("new", "new", "new", "result", "result", "same", "state", "part", "lazy", "left")
CONTAINERS = ("dict", "tuple", "list", "names")
DTYPES = ("float32", "float16", "bfloat16")  # which all hold whole numbers up to 20, to which values are clipped


# ---- making cases


def random_case(seed: int) -> Case:
    rng = random.Random(seed)
    steps = tuple(Step(rng.choice(list(OPS)), *(rng.randrange(60) for _ in range(3))) for _ in range(rng.randint(1, 6)))
    calls = tuple(Call(tuple(rng.choice(ARGUMENTS) for _ in range(3)), 100 + 10 * i) for i in range(CALLS))
    result, container, lazy = rng.choice(list(RESULTS)), rng.choice(CONTAINERS), rng.random() < 0.15
    stop = rng.randrange(len(steps)) if rng.random() < 0.3 else None
    return Case(steps, result, calls, container, lazy, stop, rng.choice(DTYPES))


def smaller(case: Case) -> Iterator[Case]:
    """The case without one of its steps or later calls, or with plainer arguments or a plainer result."""
    for i in range(len(case.steps)): yield replace(case, steps=case.steps[:i] + case.steps[i + 1:])
    if len(case.calls) > 3: yield replace(case, calls=case.calls[:-1])
    for i, call in enumerate(case.calls):
        for k, kind in enumerate(call.kinds):
            if kind == "new": continue
            plainer = call._replace(kinds=(*call.kinds[:k], "new", *call.kinds[k + 1:]))
            yield replace(case, calls=(*case.calls[:i], plainer, *case.calls[i + 1:]))
    if case.result != "last": yield replace(case, result="last")
    if case.stop is not None: yield replace(case, stop=None)
    if case.container != "tuple": yield replace(case, container="tuple")
    if case.dtype != "float32": yield replace(case, dtype="float32")


# ---- running them


class Session:
    """The calls of a case in one world. What each call is given comes from what this world has."""

    def __init__(self, case: Case, world: Any, jit: bool) -> None:
        self.case, self.world, self.function = case, world, Function(case, world)
        self.call: Any = TinyJit(self.function.__call__) if jit else self.function
        self.last: Any = None

    def argument(self, kind: str, seed: int, given: list[Any]) -> Any:
        world, found = self.world, [x for x in leaves(self.last) if x.shape == (SIZE, SIZE)]
        if kind == "result" and found: return found[seed % len(found)]
        if kind == "same" and given: return given[0]
        if kind == "state": return self.function.states[seed % 2]
        if kind == "part": return world.new(numbers(seed, 6))[seed % 3:seed % 3 + SIZE]
        if kind == "lazy": return world.new(numbers(seed)) + 1
        if kind == "left" and self.function.left is not None: return self.function.left
        return world.new(numbers(seed))

    def run(self, call: Call) -> list[Any]:
        """Everything that can be seen after a call."""
        given: list[Any] = []
        for i, kind in enumerate(call.kinds): given.append(self.argument(kind, call.seed + i, given))
        x, y, z = given
        if self.case.container == "dict": self.last = self.call(x, {"y": y, "z": [z]})
        elif self.case.container == "names": self.last = self.call(more={"z": (z,), "y": y}, x=x)
        else: self.last = self.call(x, (y, z) if self.case.container == "tuple" else [y, z])
        return [*leaves(self.last), *self.function.states, *leaves(self.function.left), *given]


def leaves(x: Any) -> list[Any]:
    if isinstance(x, dict): return [t for v in x.values() for t in leaves(v)]
    if isinstance(x, (list, tuple)): return [t for v in x for t in leaves(v)]
    return [x] if hasattr(x, "shape") else []


def take_over(plain: Session, jit: Session, kept: list[tuple[Any, Any]]) -> None:
    """After a call that stopped half-way while it was captured: what it had done until then has happened for `plain` too."""
    for a, b in [*zip(jit.function.states, plain.function.states, strict=True), *kept]: b[...] = a.numpy()
    left = jit.function.left
    if left is not None: plain.function.left = left.numpy().copy()


def difference(case: Case, device: str) -> str:
    """What a TinyJit shows otherwise than NumPy; empty if nothing. Calls that it refuses with a JitError are passed over."""
    plain, jit = Session(case, Numpy(), False), Session(case, Heddle(case.lazy, device, case.dtype), True)
    kept: list[tuple[Any, Any]] = []
    for number, call in enumerate(case.calls):
        begun = jit.function.begun
        plain.function.stop = jit.function.stop = case.stop if number == 1 else None
        try: got = jit.run(call)
        except Stopped:
            with suppress(Stopped): plain.run(call)
            continue
        except JitError:
            # one that is refused before the function begins has to leave everything as it was
            if jit.function.begun > begun: take_over(plain, jit, kept)
            continue
        wanted = plain.run(call)
        if len(got) != len(wanted): return f"call {number} shows {len(got)} values instead of {len(wanted)}"
        pairs = list(zip(got, wanted, strict=True))
        for i, (a, b) in enumerate(pairs):
            if not np.array_equal(a.numpy(), b): return f"call {number}, value {i}: {a.tolist()} instead of {b.tolist()}"
        kept += pairs[:len(leaves(jit.last))]
    wrong = next((i for i, (a, b) in enumerate(kept) if not np.array_equal(a.numpy(), b)), None)
    return "" if wrong is None else f"result {wrong} has changed afterwards"


def fault(case: Case, device: str) -> str:
    """The difference, or the error that is none of the user's."""
    try: return difference(case, device)
    except HeddleError as e: return f"{type(e).__name__}: {e}"


def check_many(first: int, count: int) -> None:
    """`check` of so many seeds. That overlapping arguments are not replayed is said once for each function: too often here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", HeddleWarning)
        for seed in range(first, first + count): check(seed)


def check(seed: int) -> None:
    """AssertionError with the seed and the smallest case that still fails."""
    case = random_case(seed)
    device = "PYTHON" if case.lazy else "CPU"
    found = fault(case, device)
    if not found: return
    going = True
    while going:
        tried = next(((c, why) for c in smaller(case) if (why := fault(c, device))), None)
        if going := tried is not None: case, found = tried
    raise AssertionError(f"seed {seed}: {found}\n{case}")
