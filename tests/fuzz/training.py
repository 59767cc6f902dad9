"""Fuzzer of training: steps of optimizers with reads, writes, views and other passes in between, without graphs and with them.

Inputs: a list of steps, each a few random numbers. Outputs: the first value, gradient or error that is another one where every graph
is built at once.
Invariants: a program does the same both times, and all that it looks at is compared, bit by bit.
"""
from __future__ import annotations

import random
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

import numpy as np

from heddle import Tensor, TinyJit
from heddle.errors import HeddleError
from heddle.nn import optim
from heddle.settings import settings
from heddle.tensor.eager import deferred_calls
from tests.fuzz import harness
from tests.fuzz._steps import Case, show, smaller

MODELS = ("x.linear(w.T, b)", "(x @ w + b).relu() @ v", "(x.linear(w, b).tanh() * 2 - x).linear(v)", "x @ w @ w",
          "(x * b).sigmoid() @ v", "(x @ w).softmax() + b", "x @ v.detach() * b")
LOSSES = ("(out - y).square().mean()", "(out * y).sum()", "out.sum()", "(out - y).square().sum() * 0.5 + w.square().sum() * 0.125",
          "(out - out.mean()).square().mean()", "out.sparse_categorical_crossentropy(t)",
          "out.cross_entropy(t, label_smoothing=0.125)",
          "(out - y).pow(2).sum(axis=-1, keepdim=True).mean()", "out.mse_loss(y) + out.cross_entropy(y.softmax())")
OPTIMIZERS = ("SGD([w, b, v], 0.03125)",
              "SGD([w, b, v], 0.03125, momentum=0.5)", "Adam([w, b, v], 0.0625)", "AdamW([w, b, v], 0.0625)",
              "LAMB([w, v, b], 0.0625, weight_decay=0.25)", "LARS([w, b, v], 0.0625)", "Adam([w, b], 0.0625)",
              "Muon([w, v], 0.0625)", "OptimizerGroup(SGD([w], 0.0625), Adam([b, v], 0.0625))")
PARAMS = ("w", "b", "v")


class Program:
    """One run: the names so far, what it has seen, and the program as text."""

    def __init__(self, device: str) -> None:
        self.lines, self.seen = list[str](), list[Any]()
        self.env: dict[str, Any] = {"Tensor": Tensor, "TinyJit": TinyJit, "np": np, "device": device, "kept": [], **vars(optim)}
        rng = "np.random.default_rng({0}).standard_normal({1}, np.float32)"
        for i, (name, shape) in enumerate((("x", (4, 4)), ("y", (4, 4)), ("w", (4, 4)), ("b", (4,)), ("v", (4, 4)))):
            self.run(f"{name} = Tensor({rng.format(i, shape)}, device=device).realize()")
        self.run("t = Tensor([0, 3, 1, 2], device=device).realize()")
        self.run("out = loss = None")

    def run(self, line: str) -> None:
        self.lines.append(line)
        try: exec(compile(line, "<program>", "exec"), self.env)
        except HeddleError as fault: self.seen.append((line, type(fault).__name__, str(fault).splitlines()[0]))

    def see(self, text: str) -> None:
        """Notes what a tensor holds now."""
        self.run(f"found = {text}")
        found = self.env.pop("found", None)
        self.seen.append((text, None if found is None else found.numpy().tobytes()))


def model(p: Program, a: int, b: int) -> None:
    p.run(f"out = {MODELS[a % len(MODELS)]}")
    p.run(f"loss = {LOSSES[b % len(LOSSES)]}")


def train(p: Program, a: int, b: int, c: int) -> None:
    """Steps as a loop takes them."""
    for i in range(3 + c % 3):
        p.run("o.zero_grad()")
        if c % 4 == 1: p.run(f"x = Tensor(np.full((4, 4), {i}, np.float32), device=device).realize()")
        model(p, a, b)
        if c % 5 == 1: p.run("del out; out = None")
        if p.env["loss"] is None: return  # labels outside
        if c % 7 == 2: p.see("loss")
        p.run("loss.backward()")
        if c % 7 == 3: p.see("loss")
        if c % 5 == 2: p.run("loss = None")
        p.run("o.step()")
        if c % 3 == 1: p.see("loss")


def forward(p: Program, a: int, b: int, c: int) -> None: model(p, a, b)


def backward(p: Program, a: int, b: int, c: int) -> None:
    if p.env["loss"] is not None: p.run("loss.backward()")


def step(p: Program, a: int, b: int, c: int) -> None: p.run("o.step()")
def zero(p: Program, a: int, b: int, c: int) -> None: p.run("o.zero_grad()" if a % 2 else f"{PARAMS[b % 3]}.grad = None")


def see(p: Program, a: int, b: int, c: int) -> None:
    if (name := ("w", "b", "v", "out", "loss", "x")[a % 6]) and p.env[name] is not None:
        p.see(name if b % 2 else f"{name}.grad")


def write(p: Program, a: int, b: int, c: int) -> None:
    if c % 8 == 0: return p.run(f"t.assign({('[1, 2, 2, 0]', '[1, 2, 4, 0]', '[0, -1, 1, 1]')[a % 3]})")
    name = ("w", "b", "v", "x", "y")[a % 5]
    p.run((f"{name}.assign({name} * 0.5)", f"{name}.assign({name} * 0.5).realize()", f"{name} += 0.25", f"{name}[0] = 0.5",
           f"{name}.detach().assign({name}.detach() + 1)", f"{name}.replace(({name} * 2).realize())")[b % 6])
    return None


def flags(p: Program, a: int, b: int, c: int) -> None:
    p.run(f"{(*PARAMS, 'x')[a % 4]}.requires_grad = {(True, False, None, True)[b % 4]}")


def setup(p: Program, a: int, b: int, c: int) -> None:
    p.run((f"o = {OPTIMIZERS[b % len(OPTIMIZERS)]}", "o.lr.assign([0.125])", "o.lr.assign([0.125]).realize()", "o.b1 = 0.5",
           "o.wd = 0.5")[a % 5 if "o" in p.env else 0])


def keep(p: Program, a: int, b: int, c: int) -> None:
    """Tensors that live on: views, copies, values to come."""
    name = ("w", "b", "v", "x", "loss")[b % 5]
    if p.env[name] is None: return
    p.run((f"kept.append({name}.reshape(-1))", f"kept.append({name} * 2)", f"kept.append({name}.detach())", "kept.clear()",
           f"kept.append(({name} + 1).realize())", f"kept.append({name}.contiguous())", f"kept.append({name}.clone())",
           f"del {name}; {name} = None" if name == "loss" else "out = None")[a % 8])


def other(p: Program, a: int, b: int, c: int) -> None:
    """Other passes, captures and results."""
    if p.env["loss"] is None and a % 5 < 3: return
    p.run(("found, = loss.gradient(w)", "loss.realize()", "(loss * 2).backward()", "((x * w).sum() * 2).backward()",
           "f = TinyJit(lambda x: (w.assign(w * 0.5), (x + w).realize())[1]); f(x); f(x); f(x); f(x)")[a % 5])
    if "found" in p.env: p.see("found")


STEPS: tuple[Callable[[Program, int, int, int], None], ...] = (
    setup, train, train, train, forward, backward, step, zero, see, see, write, flags, keep, other)


@contextmanager
def effort(is_any: bool) -> Generator[None]:
    """A section in which every graph is built at once, or every call is looked at."""
    effort, (left, rest) = deferred_calls.effort, (0, 1 << 60) if not is_any else (1 << 60, 0)
    before = effort.left, effort.rest
    effort.left, effort.rest = left, rest
    try: yield
    finally: effort.left, effort.rest = before


def draw(rng: random.Random, device: str) -> Case:
    steps = [(0, 0, rng.randrange(len(OPTIMIZERS)), 0)]
    steps += [(rng.randrange(len(STEPS)), *(rng.randrange(420) for _ in range(3))) for _ in range(rng.randrange(2, 12))]
    return tuple(steps)


def _run(case: Case, device: str) -> Program:
    p = Program(device)
    for kind, a, b, c in case:
        if kind and "o" not in p.env: continue
        STEPS[kind](p, a, b, c)
    for name in PARAMS: p.see(name)
    for name in (*PARAMS, "x", "loss", "out"):
        if p.env[name] is not None: p.see(f"{name}.grad")
    for name in ("loss", "out"):
        if p.env[name] is not None: p.see(name)
    for i in range(len(p.env["kept"])): p.see(f"kept[{i}]")
    if isinstance(p.env.get("o"), optim.LAMB): p.see("o.m[0]")
    p.env.clear()  # what is known of values that were read is bounded: those of other programs are in the way
    return p


def check(case: Case, device: str) -> str | None:
    """The first thing that is seen without graphs and not with them."""
    with effort(False): expected = _run(case, device)
    with effort(True): found = _run(case, device)
    for a, b in zip(found.seen, expected.seen, strict=False):
        if a != b: return "\n".join((f"without graphs {a}", f"with graphs {b}", *found.lines))
    return None if len(found.seen) == len(expected.seen) else "\n".join(("more is seen", *found.lines))


def totals() -> str: return "" if not settings.VERIFY else "VERIFY is on, with which every call builds its graph"


FUZZER = harness.Fuzzer("training", draw, check, lambda case: smaller(case, (8, 9, 15)), show, totals=totals)
