"""Random functions that read outside state in many ways, as source text, and the changes of that state between calls.

A `Program` is data. Its text is executed once for NumPy and once for heddle, each with an `Outside` of its own.
"""
from __future__ import annotations

import functools
import random
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from tests.tensor.replay_programs import SIZE, numbers

VALUES = (1.0, 2.0, 3.0)
CALLS = 40  # one plain, one that captures, 38 replays

#: expressions of a number, which are changed under the same name by `change`
NUMBERS = {
    "attribute": "o.scale", "inner attribute": "o.inner.scale", "class attribute": "o.kind", "property": "o.double",
    "slot": "slotted.scale", "getattr": "getattr(o, 'scale')", "element": "table[1]", "length": "len(table)",
    "deep": "deep['a'][0]['b']",
    "option": "options['k']", "pair": "o.pair[0]", "global": "FACTOR", "global element": "FACTORS[0]", "cell": "cell",
    "array element": "float(array[0, 1])", "default": "helper()", "keyword default": "keyword()", "partial": "part()",
    "module": "module.value", "flag": "(2.0 if o.flag else 3.0)", "set": "float(len(flags))",
    "comprehension": "sum([v for v in table])", "callable": "act.scale", "caught": "caught()",
}
#: expressions of a matrix
MATRICES = {"array": "w.new(array)", "tensor": "o.tensor", "tensor element": "tensors[0]", "swapped helper": "o.act(x)",
            "state": "states[0]"}

TEXT = '''
def make(w, o, slotted, table, deep, options, array, part, module, flags, tensors, states, helper, keyword, act, counts):
    cell = 2.0
    def caught():
        try: return o.sometimes
        except AttributeError: return 1.0
    def f(x, more, n=None):
        counts.append(1)
        y, z = (more["y"], more["z"][0]) if isinstance(more, dict) else more
{body}
    def set_cell(value):
        nonlocal cell
        cell = value
    return f, set_cell
'''


class Step(NamedTuple):
    """A line: an operation on values by number, with an outside value."""

    op: str
    a: int
    b: int
    read: str


class Change(NamedTuple):
    """Outside state under a name of NUMBERS or MATRICES is given a value; "same" gives it an equal one in another object."""

    name: str
    value: float


class Call(NamedTuple):
    """A call: changes before it, how each of three arguments is made, a seed, the value of the variable, and whether to reset."""

    changes: tuple[Change, ...]
    kinds: tuple[str, ...]
    seed: int
    size: int
    resets: str  # "", "always", or "refused": if the call before was


@dataclass(frozen=True)
class Program:
    """A function and its calls."""

    steps: tuple[Step, ...]
    result: str
    calls: tuple[Call, ...]
    container: str
    is_symbolic: bool
    lazy: bool


OPS: dict[str, str] = {
    "scale": "w.clip({a} * {n})", "shift": "w.clip({a} + {n})", "add": "w.clip({a} + {b})", "product": "w.clip({a} @ {b})",
    "matrix": "w.clip({a} + {m})", "turn": "{a}.T", "branch": "w.clip({a} + {b}) if {n} > 1.5 else w.clip({a} * 2)",
    "assign": "w.assign(states[1], {a})", "move on": "w.assign(states[0], w.clip(states[0] + {a}))",
    "leave": "o.left = w.clip({a} * 2)",
    "count": "o.count += 1", "log": "o.log.append(1)", "counted": "o.seen += 1; {v} = w.clip({a} * (o.seen % 3))",
    "argument": "w.assign(x, w.clip(x + {a}))", "sized": "w.clip({a} + w.rows({b}, n))",
}
OFTEN = ("scale", "shift", "matrix", "branch", "add", "product", "scale", "shift", "matrix")
SELDOM = ("turn", "assign", "move on", "leave", "count", "log", "argument", "counted")
RESULTS = {"last": "{last}", "pair": "({last}, [{before}, 3])", "views": "{{'view': {last}.T, 'again': {last}, 'state': states[0]}}",
           "argument": "[x, {last}, x.T]", "number": "({last}, {n})"}
ARGUMENTS = ("new", "new", "new", "new", "new", "result", "result", "same", "state", "part", "lazy", "turned", "strided", "left")


def body(program: Program) -> str:
    """The lines of the function."""
    names, lines = ["x", "y", "z"], []
    for i, step in enumerate(program.steps):
        name = f"v{i}"
        number, matrix = NUMBERS.get(step.read, NUMBERS["attribute"]), MATRICES.get(step.read, MATRICES["tensor"])
        text = OPS[step.op].format(a=names[step.a % len(names)], b=names[step.b % len(names)], n=number, m=matrix, v=name)
        if step.op in ("assign", "move on", "leave", "count", "log", "argument"): lines.append(text)
        else:
            lines.append(text if step.op == "counted" else f"{name} = {text}")
            names.append(name)
    last, before = (names[-1], names[-2]) if len(names) > 3 else ("w.clip(x * 2)", "y")
    lines.append(f"return {RESULTS[program.result].format(last=last, before=before, n=NUMBERS['option'])}")
    return "\n".join(f"        {line}" for line in lines)


def text_of(program: Program) -> str: return TEXT.replace("{body}", body(program)).strip()


def draw(rng: random.Random, device: str) -> Program:
    """A random program."""
    reads = [rng.choice(list(NUMBERS)) for _ in range(2)] + [rng.choice(list(MATRICES))]
    is_symbolic = rng.random() < 0.15

    def step() -> Step:
        op = rng.choice(OFTEN) if rng.random() < 0.75 else rng.choice(SELDOM)
        if op == "counted" and rng.random() < 0.7: op = "count"
        if is_symbolic and rng.random() < 0.4: op = "sized"
        return Step(op, rng.randrange(60), rng.randrange(60), reads[2] if op == "matrix" else rng.choice(reads[:2]))
    steps = tuple(step() for _ in range(rng.randint(1, 5)))
    read = [s.read for s in steps if "{n}" in OPS[s.op] or "{m}" in OPS[s.op]] or ["attribute"]
    calls = tuple(_call(rng, i, read, is_symbolic) for i in range(CALLS))
    return Program(steps, rng.choice(list(RESULTS)), calls, rng.choice(("dict", "tuple", "list", "names")), is_symbolic,
                   device == "PYTHON" and rng.random() < 0.1)


RESETS = ("always", *[""] * 30, *["refused"] * 60)


def _call(rng: random.Random, i: int, read: list[str], is_symbolic: bool) -> Call:
    changes: list[Change] = []
    if rng.random() < 0.1: changes.append(Change(rng.choice(read), rng.choice(VALUES)))
    if rng.random() < 0.1: changes.append(Change("same", 0.0))
    if rng.random() < 0.05: changes.append(Change(rng.choice([*NUMBERS, *MATRICES]), rng.choice(VALUES)))
    kinds = tuple(rng.choice(ARGUMENTS) if i != 1 or rng.random() < 0.3 else "new" for _ in range(3))
    return Call(tuple(changes), kinds, 100 + 10 * (i % 5), rng.randint(1, SIZE) if is_symbolic else 0,
                rng.choice(RESETS))


def smaller(program: Program) -> Iterator[Program]:
    """The program without one of its steps, calls or changes, or with plainer arguments."""
    for i in range(len(program.steps)): yield replace(program, steps=program.steps[:i] + program.steps[i + 1:])
    for i in range(len(program.calls) - 1, -1, -1):
        if len(program.calls) > 2: yield replace(program, calls=program.calls[:i] + program.calls[i + 1:])
    for i, call in enumerate(program.calls):
        plainer = [call._replace(changes=call.changes[:k] + call.changes[k + 1:]) for k in range(len(call.changes))]
        other_kinds = [(*call.kinds[:k], "new", *call.kinds[k + 1:]) for k, kind in enumerate(call.kinds) if kind != "new"]
        plainer += [call._replace(kinds=kinds) for kinds in other_kinds]
        if call.resets: plainer.append(call._replace(resets=""))
        for other in plainer: yield replace(program, calls=(*program.calls[:i], other, *program.calls[i + 1:]))
    if program.result != "last": yield replace(program, result="last")
    if program.container != "tuple": yield replace(program, container="tuple")


# ---- the state


class Slotted:
    """A number in a slot."""

    __slots__ = ("scale",)


def _make_object() -> Any:
    class Thing:
        kind = 2.0
        @property
        def double(self) -> float: return self._half * 2
    return Thing()


class Outside:
    """What a program reads, in one of the worlds, and how it is changed."""

    def __init__(self, program: Program, world: Any) -> None:
        self.world, self.counts = world, []
        o = self.o = _make_object()
        o.scale, o._half, o.flag, o.pair, o.count, o.seen, o.log, o.left = 2.0, 1.0, True, (2.0, 1.0), 0, 0, [], None
        o.inner = types.SimpleNamespace(scale=2.0)
        o.tensor, o.act = world.new(numbers(7)), _act(world, 2.0)
        self.slotted, self.act = Slotted(), types.SimpleNamespace(scale=2.0)
        self.slotted.scale = 2.0
        self.table, self.deep, self.options = [1.0, 2.0], {"a": [{"b": 2.0}]}, {"k": 2.0, "other": "text"}
        self.array, self.flags = numbers(8), {"a", "b"}
        self.module = types.ModuleType("made_at_run_time")
        self.module.value = 2.0  # type: ignore[attr-defined]
        self.parts = {"value": 2.0}
        self.tensors, self.states = [world.new(numbers(9))], [world.new(numbers(i)) for i in (1, 2)]

        def helper(value: float = 2.0) -> float: return value
        def keyword(*, value: float = 2.0) -> float: return value
        self.helper, self.keyword = helper, keyword
        self.names: dict[str, Any] = {"FACTOR": 2.0, "FACTORS": [2.0], "__name__": "made"}
        exec(compile(text_of(program), "<made>", "exec"), self.names)  # noqa: S102  the text above
        part = functools.partial(lambda values: values["value"], self.parts)
        self.function, self.set_cell = self.names.pop("make")(
            world, o, self.slotted, self.table, self.deep, self.options, self.array, part, self.module, self.flags, self.tensors,
            self.states, helper, keyword, self.act, self.counts)

    def change(self, change: Change) -> None:
        """Changes what is read under a name."""
        if change.name == "same": self._make_equal()
        else: CHANGES[change.name](self, change.value)

    def _make_equal(self) -> None:
        """Equal values in other objects."""
        self.o.scale, self.o.pair = float(repr(self.o.scale)), (float(repr(self.o.pair[0])), 1.0)
        self.table[:] = [float(repr(v)) for v in self.table]
        self.array[...] = self.array.copy()
        self.o.inner = types.SimpleNamespace(scale=float(repr(self.o.inner.scale)))

    def seen(self) -> list[Any]:
        """Everything that a call may have changed, besides its results and arguments."""
        return [*self.states, *([] if self.o.left is None else [self.o.left]), self.o.tensor, self.tensors[0]]


def _act(world: Any, scale: float) -> Callable[[Any], Any]: return lambda x: world.clip(x * scale)
def _set(name: str) -> Callable[[Outside, float], None]: return lambda s, v: setattr(s.o, name, v)


def _sometimes(s: Outside, v: float) -> None:
    if v > 2: vars(s.o).pop("sometimes", None)
    else: s.o.sometimes = v


def _length(s: Outside, v: float) -> None: s.table[2:] = [1.0] * int(v)
def _flags(s: Outside, v: float) -> None:
    s.flags.clear()
    s.flags.update("abc"[:int(v)])


CHANGES: dict[str, Callable[[Outside, float], None]] = {
    "attribute": _set("scale"), "getattr": _set("scale"), "property": lambda s, v: setattr(s.o, "_half", v / 2),
    "inner attribute": lambda s, v: setattr(s.o.inner, "scale", v), "class attribute": lambda s, v: setattr(type(s.o), "kind", v),
    "slot": lambda s, v: setattr(s.slotted, "scale", v), "element": lambda s, v: s.table.__setitem__(1, v), "length": _length,
    "deep": lambda s, v: s.deep["a"][0].update(b=v), "option": lambda s, v: s.options.update(k=v),
    "pair": lambda s, v: setattr(s.o, "pair", (v, 1.0)), "global": lambda s, v: s.names.update(FACTOR=v),
    "global element": lambda s, v: s.names["FACTORS"].__setitem__(0, v), "cell": lambda s, v: s.set_cell(v),
    "array element": lambda s, v: s.array.__setitem__((0, 1), v), "array": lambda s, v: s.array.__setitem__((1, 1), v),
    "default": lambda s, v: setattr(s.helper, "__defaults__", (v,)),
    "keyword default": lambda s, v: s.keyword.__kwdefaults__.update(value=v),
    "partial": lambda s, v: s.parts.update(value=v), "module": lambda s, v: setattr(s.module, "value", v),
    "flag": lambda s, v: setattr(s.o, "flag", v > 1.5), "set": _flags, "comprehension": lambda s, v: s.table.__setitem__(0, v),
    "callable": lambda s, v: setattr(s.act, "scale", v), "caught": _sometimes,
    "tensor": lambda s, v: setattr(s.o, "tensor", s.world.new(numbers(int(v)))),
    "tensor element": lambda s, v: s.tensors.__setitem__(0, s.world.new(numbers(int(v)))),
    "swapped helper": lambda s, v: setattr(s.o, "act", _act(s.world, v)),
    "state": lambda s, v: s.world.assign(s.states[0], s.world.new(numbers(int(v)))),
}
assert set(CHANGES) == {*NUMBERS, *MATRICES}
assert isinstance(numbers(1), np.ndarray)
