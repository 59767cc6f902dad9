"""Random programs of ops, run on a device and by NumPy.

Inputs: a seed. Outputs: programs of a few ops over all dtypes, with special values, zeros and ends of ranges among the inputs.
Invariants: results are compared with bounds that follow the errors through the program (`_ops_values`): integers, movement and single
roundings are exact, and behind a rounded number nothing that jumps is promised.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from heddle import Context, Tensor
from heddle.device import Device
from heddle.dtype import dtypes
from tests.fuzz import harness
from tests.fuzz._ops_table import INTS, OPS, SPECIALS, Step, subscript
from tests.fuzz._ops_values import Value, difference, exact, is_float, made, read, twin

SHAPES = (
    (),
    (1,),
    (3,),
    (4,),
    (7,),
    (2, 3),
    (3, 2),
    (4, 1),
    (1, 4),
    (3, 3),
    (4, 4),
    (2, 3, 4),
    (0,),
    (2, 0),
    (1, 2, 2, 3),
    (17,),
    (5, 8),
)
KINDS = ("bool", *INTS, "float32", "float32", "float32", "float16", "bfloat16", "float64")


@dataclass(frozen=True)
class Input:
    """A tensor that a program starts from, element by element."""

    dtype: str
    shape: tuple[int, ...]
    values: tuple[float, ...]


@dataclass(frozen=True)
class Program:
    """Inputs, and steps whose operands are numbered from the first input on."""

    inputs: tuple[Input, ...]
    steps: tuple[Step, ...]


def draw(rng: random.Random, device: str) -> Program:
    """One to three inputs and one to five steps."""
    kinds = [k for k in KINDS if k != "float64" or _has_double(device)]
    inputs = tuple(_draw_input(rng, kinds) for _ in range(rng.randint(1, 3)))
    values, steps = [value_of(i) for i in inputs], list[Step]()
    for _ in range(rng.randint(1, 5)):
        name = rng.choice(_NAMES)
        if (found := OPS[name].draw(rng, values)) is None:
            continue
        step = Step(name, *found)
        if name == "cast" and step.params == ("float64",) and not _has_double(device):
            continue
        if name == "bitcast" and step.params == ("float64",) and not _has_double(device):
            continue
        result = apply(step, values)
        if result.array.size > 400:
            continue
        values.append(result)
        steps.append(step)
    return Program(inputs, tuple(steps))


_NAMES = sorted(OPS)


def _has_double(device: str) -> bool:
    return dtypes.float64 in Device[device].renderer.capabilities.arithmetic


def _draw_input(rng: random.Random, kinds: list[str]) -> Input:
    kind, shape = rng.choice(kinds), rng.choice(SHAPES)
    count = int(np.prod(shape))
    return Input(kind, shape, tuple(_number(rng, kind) for _ in range(count)))


def _number(rng: random.Random, kind: str) -> float:
    if kind == "bool":
        return rng.randint(0, 1)
    if is_float(twin(kind)):
        return rng.choice(SPECIALS) if rng.random() < 0.35 else rng.randint(-40, 40) / 8
    info = np.iinfo(kind)
    low, high = int(info.min), int(info.max)
    return rng.choice((0, 1, low, high, rng.randint(low, high), rng.randint(max(low, -5), 5), rng.randint(max(low, -5), 5)))


def value_of(given: Input) -> Value:
    """The value of an input."""
    numbers = list(given.values) if is_float(twin(given.dtype)) else [int(x) for x in given.values]
    with np.errstate(all="ignore"):
        return exact(np.array(numbers, None if numbers else np.float32).astype(twin(given.dtype)).reshape(given.shape))


def apply(step: Step, values: list[Value]) -> Value:
    """What NumPy makes of a step."""
    with np.errstate(all="ignore"):
        return OPS[step.op].theirs(*(values[i] for i in step.operands), *step.params)


def check(program: Program, device: str) -> str | None:
    """Compares everything that no later step takes."""
    values = [value_of(i) for i in program.inputs]
    with Context(DEV=device):
        tensors = [made(v.array) for v in values]
        for step in program.steps:
            values.append(apply(step, values))
            tensors.append(OPS[step.op].ours(*(tensors[i] for i in step.operands), *step.params))
        used = {i for step in program.steps for i in step.operands}
        ends = [i for i in range(len(program.inputs), len(values)) if i not in used]
        if ends:
            Tensor.realize(*[tensors[i] for i in ends])
        for i in ends:
            if (wrong := difference(read(tensors[i]), values[i])) is not None:
                return f"v{i} = {program.steps[i - len(program.inputs)].op}: {wrong}"
    return None


def smaller(program: Program) -> Iterable[Program]:
    """Without steps at the end or in between, without inputs, with simpler numbers."""
    count = len(program.inputs)
    for n in range(len(program.steps)):
        yield replace(program, steps=program.steps[:n])
    for n in range(len(program.steps)):
        if (found := _without(program, count + n)) is not None:
            yield found
    for n in range(count):
        if (found := _without(program, n)) is not None:
            yield found
    for n, given in enumerate(program.inputs):
        for simpler in (0.0, 1.0):
            for at, x in enumerate(given.values):
                if x in (0.0, 1.0) and x <= simpler:
                    continue
                changed = replace(given, values=(*given.values[:at], simpler, *given.values[at + 1 :]))
                yield replace(program, inputs=(*program.inputs[:n], changed, *program.inputs[n + 1 :]))


def _without(program: Program, gone: int) -> Program | None:
    """The program without an input or step; a step's users take its first operand, if they can."""
    count = len(program.inputs)
    steps = list(program.steps)
    instead = steps[gone - count].operands[0] if gone >= count else None
    if instead is None and any(gone in s.operands for s in steps):
        return None

    def number(i: int) -> int:
        if i == gone:
            i = instead if instead is not None else i
        return i - (i > gone)

    kept = tuple(replace(s, operands=tuple(map(number, s.operands))) for n, s in enumerate(steps) if n + count != gone)
    inputs = tuple(x for n, x in enumerate(program.inputs) if n != gone)
    found = Program(inputs, kept)
    return found if inputs and _is_legal(found) else None


def _is_legal(program: Program) -> bool:
    """Whether the reference computes it."""
    values = [value_of(i) for i in program.inputs]
    try:
        for step in program.steps:
            values.append(apply(step, values))
    except Exception:
        return False  # a shape or dtype that does not fit any more
    return True


def show(program: Program) -> str:
    """The program as the data of a test, with the ops in a comment's worth of Python."""
    lines = [repr(program)]
    for n, given in enumerate(program.inputs):
        lines.append(f"v{n} = {given.dtype} {given.shape} {list(given.values)}")
    for n, step in enumerate(program.steps, len(program.inputs)):
        params = [subscript(p) if step.op in ("getitem", "setitem") and isinstance(p, tuple) else p for p in step.params]
        lines.append(f"v{n} = {step.op}({', '.join([*(f'v{i}' for i in step.operands), *map(repr, params)])})")
    return "\n".join(lines)


FUZZER = harness.Fuzzer("ops", draw, check, smaller, show)
