"""Fuzzer of shared memory: creations, views, writes and reads in any order, against a model of which tensors share what.

Inputs: a list of steps, each a few random numbers. Outputs: the first tensor or gradient that is not what the model says.
Invariants: numbers are small integers, so that comparison is exact; a gradient is right or a GradientError.
"""
from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from heddle import Tensor, dtypes
from heddle.errors import GradientError
from tests.fuzz import harness
from tests.fuzz._steps import Case, show, smaller
from tests.fuzz._views_model import Model

LEAF = np.array([[1, 2, 3], [4, 5, 6]], np.float32)
WIDTH = 1 + LEAF.size
SHAPES = ((3,), (2, 3), (1, 3), (2, 2), (4,), (), (3, 1))
FEW = 8  # tensors alive at a time
LOST = "a gradient flows through memory that was written to"


class Program:
    """One run: the tensors and models so far, and the program as text."""

    def __init__(self, device: str) -> None:
        self.device, self.lines, self.models = device, list[str](), list[Model]()
        self.env: dict[str, Any] = {"Tensor": Tensor, "np": np, "dtypes": dtypes, "device": device}
        self.leaf = LEAF.reshape(-1).astype(float)
        self.names: list[str] = []
        self.has_leaf = False
        self.count = 0

    # ---- steps

    def run(self, line: str) -> Any:
        self.lines.append(line)
        exec(compile(line, "<program>", "exec"), self.env)

    def make(self, text: str, model: Model) -> None:
        name = f"t{self.count}"
        self.count += 1
        self.run(f"{name} = {text}")
        self.names.append(name)
        self.models.append(model)
        if len(self.names) > FEW: self.drop(0)

    def drop(self, i: int) -> None:
        self.run(f"del {self.names.pop(i)}")
        self.models.pop(i)

    def pick(self, n: int) -> tuple[str, Model]:
        i = n % len(self.names)
        return self.names[i], self.models[i]

    def constant(self, values: Any, dtype: str) -> Model:
        numbers = np.asarray(values, float)
        rows = np.zeros((*numbers.shape, WIDTH))
        rows[..., 0] = numbers
        return Model.of(rows, dtype)

    # ---- looking

    def wrong(self, i: int) -> str | None:
        name, model = self.names[i], self.models[i]
        got = self.env[name].numpy()
        wanted = model.value(self.leaf)
        if (got.shape, got.dtype, got.tobytes()) == (wanted.shape, wanted.dtype, wanted.tobytes()): return None
        return f"{name} is {got.tolist()}, and should be {wanted.tolist()}"

    def wrong_gradient(self, i: int) -> str | None:
        name, model = self.names[i], self.models[i]
        if not self.has_leaf or model.dtype != "float32" or not model.is_plain or model.is_leaf: return None
        weights = np.arange(1, model.places.size + 1, dtype=np.float32).reshape(model.shape)
        wanted = np.tensordot(weights, model.rows(self.leaf)[..., 1:], weights.ndim).reshape(LEAF.shape)
        self.env["leaf"].grad, self.env["weights"] = None, weights
        try: self.run(f"({name} * Tensor(weights, device)).sum().backward()")
        except GradientError as fault:
            self.lines.pop()
            if LOST in str(fault) or not wanted.any(): return None
            return f"{name}.backward() raised: {fault}; the gradient is {wanted.tolist()}"
        grad = self.env["leaf"].grad
        got = np.zeros_like(LEAF) if grad is None else grad.numpy()
        return None if np.array_equal(got, wanted) else f"the gradient of {name} is {got.tolist()}, and should be {wanted.tolist()}"


def _numbers(n: int, shape: tuple[int, ...]) -> Any:
    size = int(np.prod(shape))
    return ((np.arange(size) * 3 + n) % 7 + 1).reshape(shape)


# ---- creations


def create(p: Program, a: int, b: int, c: int) -> None:
    shape, kind, dtype = SHAPES[a % len(SHAPES)], b % 14, ("int32", "float32", "float16")[c % 3]
    more, values = f"dtype=\"{dtype}\", device=device", _numbers(c, SHAPES[a % len(SHAPES)])
    given = f"Tensor({values.tolist()}, dtype=\"{dtype}\", device=device)"
    if kind == 0: p.make(f"Tensor.zeros({shape}, {more})", p.constant(np.zeros(shape), dtype))
    elif kind == 1: p.make(f"Tensor.full({shape}, 2, {more}).realize()", p.constant(np.full(shape, 2), dtype))
    elif kind == 2: p.make(f"Tensor.arange(6, {more}).reshape(2, 3)", p.constant(np.arange(6).reshape(2, 3), dtype))
    elif kind == 3: p.make(f"Tensor.ones({shape}, {more}) * 2", p.constant(np.full(shape, 2), dtype))
    elif kind == 4: p.make(f"{given} + 1", p.constant(values + 1, dtype))
    elif kind == 5: p.make(f"({given} + 1).realize()", p.constant(values + 1, dtype))
    elif kind == 6 and shape: p.make(f"{given}.pad([(1, 0)] + [(0, 0)] * {len(shape) - 1})" + ".realize()" * (c % 2),
                                     p.constant(np.pad(values, [(1, 0)] + [(0, 0)] * (len(shape) - 1)), dtype))
    elif kind == 7: p.make(f"Tensor([1, 2, 3], {more}).expand(2, 3)" + ".realize()" * (c % 2), p.constant([[1, 2, 3]] * 2, dtype))
    elif kind == 8: p.make(f"Tensor.eye(2, {more})", p.constant(np.eye(2), dtype))
    elif kind == 9: p.make(f"Tensor.zeros({shape}, {more}).contiguous().realize()", p.constant(np.zeros(shape), dtype))
    elif kind in (10, 11) and not p.has_leaf:
        p.run(f"leaf = Tensor({LEAF.tolist()}, device=device, requires_grad=True)")
        p.has_leaf = True
        rows = np.zeros((*LEAF.shape, WIDTH))
        rows.reshape(-1, WIDTH)[:, 1:] = np.eye(LEAF.size)
        p.make("(leaf * 1)" + ".realize()" * (c % 2), Model.of(rows, "float32"))
    else: p.make(given, p.constant(values, dtype))


# ---- views

_BITS = {"int32": "float32", "float32": "int32", "float16": "int16", "int16": "float16"}


def _indices(shape: tuple[int, ...], n: int) -> tuple[str, Any]:
    """A basic index for that shape: its text, and itself."""
    if not shape or 0 in shape: return ("...", ...) if n % 2 else ("None", None)
    table: list[tuple[str, Any]] = [("0", 0), ("-1", -1), ("1:", np.s_[1:]), ("::2", np.s_[::2]), ("::-1", np.s_[::-1]),
                                    ("::-2", np.s_[::-2]), ("...", np.s_[...]), ("None", None), (":", np.s_[:]),
                                    ("..., 0", np.s_[..., 0]),
                                    ("..., 1:", np.s_[..., 1:]), ("..., None", np.s_[..., None]), ("..., ::2", np.s_[..., ::2]),
                                    (":1", np.s_[:1]), ("1:1", np.s_[1:1])]
    return table[n % len(table)]


def look(p: Program, a: int, b: int, c: int) -> None:
    name, x = p.pick(a)
    shape, kind = x.shape, b % 14
    if kind in (0, 1, 2):
        text, index = _indices(shape, c)
        p.make(f"{name}[{text}]", x.view(lambda places: places[index]))
    elif kind == 3: p.make(f"{name}.reshape(-1)", x.view(lambda places: places.reshape(-1)))
    elif kind == 4: p.make(f"{name}.T", x.view(lambda places: places.T))
    elif kind == 5 and shape: p.make(f"{name}.flip({c % len(shape)})", x.view(lambda places: np.flip(places, c % len(shape))))
    elif kind == 6: p.make(f"{name}.unsqueeze(0)", x.view(lambda places: places[None]))
    elif kind == 7: p.make(f"{name}.detach()", x.detached())
    elif kind == 8:
        other = _BITS[x.dtype]
        p.make(f"{name}.bitcast(dtypes.{other})", x.bits(other))
    elif kind == 9 and x.places.size <= 4: p.make(f"{name}.expand({(2, *shape)})", x.expanded((2, *shape)))
    elif kind == 10: p.make(f"{name}.squeeze()", x.view(np.squeeze))
    elif kind == 11 and len(shape) == 2: p.make(f"{name}.diagonal()", x.view(np.diagonal))
    elif kind == 12 and shape and shape[0] > 1: p.make(f"{name}.split(1)[1]", x.view(lambda places: places[1:2]))
    elif kind == 13 and len(shape) == 2: p.make(f"{name}.rearrange(\"a b -> (b a)\")", x.view(lambda places: places.T.reshape(-1)))


# ---- values of their own


def _same(p: Program, x: Model) -> Model: return Model.of(x.rows(p.leaf), x.dtype)


#: methods that may have nothing to do, by the text that calls them
NOTHING = (
    "abs()", "floor()", "ceil()", "round()", "trunc()", "contiguous()", "clone()", "cast({dtype})", "roll(0, 0)", "cat()", "dropout()",
    "pad([(0, 0)] * {rank})", "sum({one}, keepdim=True).cast({dtype})", "max({one}, keepdim=True)", "cumsum({one}).cast({dtype})",
    "sort({one})[0]", "topk(1, {one})[0]", "repeat(*[1] * {rank})", "cummax({one})[0]", "prod({one}, keepdim=True).cast({dtype})",
    "repeat_interleave(1, 0)")


def compute(p: Program, a: int, b: int, c: int) -> None:
    name, x = p.pick(a)
    if not x.is_plain: return
    shape, kind, rows = x.shape, b % 9, x.rows(p.leaf)
    if kind in (0, 1, 2):
        text = NOTHING[c % len(NOTHING)]
        one = next((i for i, n in enumerate(shape) if n == 1), None)
        if ("{one}" in text and one is None) or (("0" in text or "cat" in text or "repeat" in text) and not shape): return
        if text in ("ceil()", "floor()", "round()", "trunc()") and x.dtype == "float32": return  # they stop gradients
        p.make(f"{name}." + text.format(one=one, rank=len(shape), dtype=f"dtypes.{x.dtype}"), _same(p, x))
    elif kind == 3 and np.abs(x.value(p.leaf)).max(initial=0) < 1 << 16: p.make(f"{name} * 2", Model.of(rows * 2, x.dtype))
    elif kind == 4: p.make(f"Tensor({name})", _same(p, x))
    elif kind == 5 and shape and x.places.size: p.make(f"{name}.repeat({(2, *[1] * (len(shape) - 1))})",
                                                       Model.of(np.concatenate([rows, rows]), x.dtype))
    elif kind == 6 and len(shape) == 1 and shape[0] >= 2:
        step = 1 + c % 2
        seen = np.stack([rows[i:i + 2] for i in range(0, shape[0] - 1, step)])
        p.make(f"{name}.unfold(0, 2, {step})", Model.of(seen, x.dtype))
    elif kind == 7:
        rows = rows + 0
        rows[..., 0] += 1
        p.make(f"{name} + 1", Model.of(rows, x.dtype))
    elif kind == 8: p.make(f"{name}.to(\"CPU:1\").to(device)", _same(p, x))


# ---- writes


def _value_for(p: Program, x: Model, shape: tuple[int, ...], n: int) -> tuple[str, np.ndarray]:
    """Something to write there: a number, numbers, or a tensor of the program that fits."""
    fitting = [(name, m) for name, m in zip(p.names, p.models, strict=True) if m.is_plain and x.is_plain and m.dtype == x.dtype
               and (m.shape == shape or m.shape == shape[1:])]
    if fitting and n % 3 == 0:
        name, m = fitting[n % len(fitting)]
        return name, m.rows(p.leaf)
    if n % 3 == 1 or not x.is_plain:
        numbers = _numbers(n, shape)
        made = f"Tensor({numbers.tolist()}, dtype=\"{x.cell.dtype}\", device=device)" if numbers.size else \
            f"Tensor.zeros({shape}, dtype=\"{x.cell.dtype}\", device=device)"
        return (made if x.is_plain else f"{made}.bitcast(dtypes.{x.dtype})"), p.constant(numbers, x.dtype).rows(p.leaf)
    return str(n % 5), p.constant(n % 5, x.dtype).rows(p.leaf)


def write(p: Program, a: int, b: int, c: int) -> None:
    name, x = p.pick(a)
    shape, kind = x.shape, b % 10
    small = x.is_plain and np.abs(x.value(p.leaf)).max(initial=0) < (900 if x.cell.dtype == "float16" else 1 << 16)
    if kind in (0, 1, 2):
        text, index = _indices(shape, c // 3)
        part = x.view(lambda places: places[index])
        value, rows = _value_for(p, x, part.shape, c)
        p.run(f"{name}[{text}] = {value}")
        part.write(rows.copy())
    elif kind == 3:
        value, rows = _value_for(p, x, shape, c)
        if p.env.get(value) is p.env[name]: return  # no write: gradients stay
        p.run(f"{name}.assign({value})")
        x.write(rows.copy())
    elif kind == 4 and small:
        p.run(f"{name} += 1")
        rows = x.rows(p.leaf).copy()
        rows[..., 0] += 1
        x.write(rows)
    elif kind == 5 and small:
        p.run(f"{name} *= 2")
        x.write(x.rows(p.leaf) * 2)
    elif kind == 6 and shape and shape[0]:
        value, rows = _value_for(p, x, shape[1:], c)
        p.run(f"{name}[Tensor([0], device=device)] = {value}")
        x.view(lambda places: places[:1]).write(rows.copy())
    elif kind == 7 and x.is_plain and x.places.size:
        numbers = x.value(p.leaf)
        mask = numbers > 2
        p.run(f"{name}[{name} > 2] = 1")
        x.view(lambda places: places[mask]).write(np.eye(WIDTH)[0])
    elif kind == 8 and shape and x.is_plain:
        p.run(f"{name}.assign({name}.flip(0))")
        x.write(x.rows(p.leaf)[::-1].copy())
    elif kind == 9 and sum(p.env[other] is p.env[name] for other in p.names) == 1:  # a view that equals its operand may be it
        for i, (other, m) in enumerate(zip(p.names, p.models, strict=True)):
            if m is x or m.shape != shape or m.dtype != x.dtype or i % 2 != c % 2: continue
            p.run(f"{name}.replace({other})")
            p.models[p.models.index(x)] = Model(m.cell, m.places, m.dtype, m.is_cut)
            break


# ---- order


def settle(p: Program, a: int, b: int, c: int) -> str | None:
    name, _ = p.pick(a)
    kind = b % 6
    if kind in (0, 1): p.run(f"{name}.realize()")
    elif kind == 2: p.run(f"{name}.realize({p.pick(c)[0]})")
    elif kind == 3: return p.wrong(a % len(p.names))
    elif kind == 4: return p.wrong_gradient(a % len(p.names))
    elif len(p.names) > 2: p.drop(a % len(p.names))
    return None


STEPS: tuple[Callable[[Program, int, int, int], str | None], ...] = (create, look, look, compute, write, write, settle)  # type: ignore[assignment]


def draw(rng: random.Random, device: str) -> Case:
    """Three numbers a step, and which kind it is."""
    steps = [(0, rng.randrange(70), rng.randrange(420), rng.randrange(420))]
    steps += [(rng.randrange(len(STEPS)), *(rng.randrange(420) for _ in range(3))) for _ in range(rng.randrange(3, 11))]
    return tuple(steps)


def _run(case: Case, device: str) -> tuple[Program, str | None]:
    p = Program(device)
    for kind, a, b, c in case:
        if kind and not p.names: continue
        if (message := STEPS[kind](p, a, b, c)) is not None: return p, message
    for i in range(len(p.names)):
        if (message := p.wrong(i)) is not None: return p, message
    for i in range(len(p.names)):
        if (message := p.wrong_gradient(i)) is not None: return p, message
    return p, None


def check(case: Case, device: str) -> str | None:
    """The first tensor or gradient that is wrong."""
    p, message = _run(case, device)
    return None if message is None else "\n".join((message, *p.lines))


FUZZER = harness.Fuzzer("views", draw, check, lambda case: smaller(case, (8, 14, 12)), show)
