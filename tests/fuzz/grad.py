"""Gradients of random programs against torch's autograd: first and second derivatives, with ties made on purpose.

A case is inputs of small integers (now and then large ones), a few operations, and which value is realized before the gradient is
taken.
"""
from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch

from heddle import Tensor
from tests.fuzz import harness
from tests.fuzz._grad_ops import ALL, EXACT, LINEAR, SMOOTH, takes_two

_SHAPES = ((2, 3), (2, 2), (1, 3), (2, 1))
_WIDE = (-100.0, -20.0, -1.0, 0.0, 1.0, 20.0, 100.0)
_MOST = 2.0 ** 20  # beyond this float32 may round small integers' sums of products
_SINGLE_ONLY = ("WEBGPU",)


@dataclass(frozen=True)
class Program:
    """`steps`: an operation and the numbers of its operands; the inputs come first. `realized`: a value that is computed before."""

    dtype: str
    inputs: tuple[tuple[tuple[float, ...], ...], ...]
    steps: tuple[tuple[str, tuple[int, ...]], ...]
    twice: bool
    realized: int | None


def draw(rng: random.Random, device: str) -> Program:
    dtype = "float32" if device in _SINGLE_ONLY or rng.random() < 0.5 else "float64"
    values = _WIDE if rng.random() < 0.15 else tuple(map(float, range(-2, 3)))
    count = rng.randint(1, 2)
    inputs = tuple(tuple(tuple(rng.choice(values) for _ in range(c)) for _ in range(r)) for r,
         c in (rng.choice(_SHAPES) for _ in range(count)))
    nodes: list[Any] = [torch.tensor(x, dtype=torch.float64) for x in inputs]
    exact, steps = [True] * count, list[tuple[str, tuple[int, ...]]]()
    for _ in range(rng.randint(1, 5)):
        for _ in range(20):  # until an operation fits the shapes
            args = (max(rng.randrange(len(nodes)), rng.randrange(len(nodes))), rng.randrange(len(nodes)))
            name = rng.choice(tuple(EXACT if rng.random() < 0.6 else SMOOTH) if all(exact[a] for a in args) else (*LINEAR, *SMOOTH))
            args = args if takes_two(name) else args[:1]
            try: made = ALL[name][1](*(nodes[a] for a in args))
            except (RuntimeError, IndexError): continue
            if made.ndim != 2 or not 0 < made.numel() <= 16: continue
            nodes.append(made)
            exact.append(name in EXACT and all(exact[a] for a in args))
            steps.append((name, args))
            break
    realized = rng.randrange(len(nodes)) if rng.random() < 0.3 else None
    return Program(dtype, inputs, tuple(steps), rng.random() < 0.35, realized)


def _run(program: Program, inputs: list[Any], side: int) -> list[Any]:
    nodes = list(inputs)
    for name, args in program.steps: nodes.append(ALL[name][side](*(nodes[a] for a in args)))
    return nodes


def _weights(shape: tuple[int, ...], seed: int) -> np.ndarray:
    """Halves of small integers, other than 0."""
    return np.random.default_rng(seed).integers(1, 8, shape) / 2.0


def _expected(program: Program) -> tuple[list[np.ndarray], float] | None:
    """torch's gradients in float64 and how far rounding may take one from them; None if they say nothing."""
    inputs = [torch.tensor(x, dtype=torch.float64, requires_grad=True) for x in program.inputs]
    nodes = _run(program, inputs, 1)
    total = (nodes[-1] * torch.tensor(_weights(tuple(nodes[-1].shape), 0))).sum()
    between = torch.autograd.grad(total, nodes, create_graph=True, allow_unused=True, materialize_grads=True)
    grads, scale = between[:len(inputs)], max(float(n.detach().abs().max()) for n in nodes)
    slope = max(float(g.detach().abs().max()) for g in between)
    if program.twice:
        again = sum((g * torch.tensor(_weights(tuple(g.shape), 1 + i))).sum() for i, g in enumerate(grads))
        if not isinstance(again, torch.Tensor) or not again.requires_grad: grads = tuple(torch.zeros_like(x) for x in inputs)
        else: grads = torch.autograd.grad(again, inputs, allow_unused=True, materialize_grads=True)
        slope = (1 + slope) * (1 + max(float(g.detach().abs().max()) for g in grads))
    found = [g.numpy(force=True) for g in grads]
    if not all(np.isfinite(g).all() for g in found) or not scale < _MOST or not slope < _MOST: return None
    return found, 3000 * float(np.finfo(program.dtype).eps) * (1 + scale) * (1 + slope)


def _computed(program: Program, device: str) -> list[np.ndarray]:
    inputs = [Tensor(x, dtype=program.dtype, device=device, requires_grad=True) for x in map(np.array, program.inputs)]
    nodes = _run(program, inputs, 0)
    if program.realized is not None: nodes[program.realized].realize()
    last = nodes[-1]
    grads = (last * Tensor(_weights(last.shape, 0), dtype=program.dtype, device=device)).sum().gradient(*inputs)
    if program.twice:
        weighted = [(g * Tensor(_weights(g.shape, 1 + i), dtype=program.dtype, device=device)).sum() for i, g in enumerate(grads)]
        grads = sum(weighted[1:], weighted[0]).gradient(*inputs)
    Tensor.realize(*grads)
    return [g.numpy().astype(np.float64) for g in grads]


def check(program: Program, device: str) -> str | None:
    expected = _expected(program)
    if expected is None: return None
    want, tolerance = expected
    for i, (g, w) in enumerate(zip(_computed(program, device), want, strict=True)):
        if g.shape != w.shape: return f"gradient {i} has shape {g.shape}, expected {w.shape}"
        if not (np.abs(g - w) <= tolerance).all(): return f"gradient {i} is {g.tolist()}, expected {w.tolist()} within {tolerance:.2g}"
    return None


def smaller(program: Program) -> Iterable[Program]:
    count = len(program.inputs)
    if program.realized is not None: yield replace(program, realized=None)
    if program.twice: yield replace(program, twice=False)
    for n in reversed(range(len(program.steps))):
        for instead in program.steps[n][1]:
            made = _without(program, n, count + n, instead)
            if made is not None: yield made
    for i, rows in enumerate(program.inputs):
        for r, row in enumerate(rows):
            for c, value in enumerate(row):
                if value == 0: continue
                new = tuple(tuple(0.0 if (j, k) == (r, c) else v for k, v in enumerate(line)) for j, line in enumerate(rows))
                yield replace(program, inputs=(*program.inputs[:i], new, *program.inputs[i + 1:]))


def _without(program: Program, n: int, node: int, instead: int) -> Program | None:
    """Without step n, whose readers read `instead`; None if the shapes do not fit then."""
    def moved(a: int) -> int: return instead if a == node else a - (a > node)
    steps = tuple((name, tuple(map(moved, args))) for name, args in program.steps[n + 1:])
    made = replace(program, steps=(*program.steps[:n], *steps), realized=None)
    if not made.steps: return None
    try: _run(made, [torch.tensor(x, dtype=torch.float64) for x in made.inputs], 1)
    except (RuntimeError, IndexError): return None
    return made


def show(program: Program) -> str:
    names = "xyzabcdefghij"
    lines = [f"{names[i]} = Tensor({[list(r) for r in x]}, dtype={program.dtype!r}, requires_grad=True)" for i,
         x in enumerate(program.inputs)]
    for n, (name, args) in enumerate(program.steps):
        lines.append(f"{names[len(program.inputs) + n]} = {name}   # a, b = {', '.join(names[a] for a in args)}")
    if program.realized is not None: lines.append(f"{names[program.realized]}.realize()")
    return "\n".join((*lines, f"gradient of the weighted sum{', twice' if program.twice else ''}"))


FUZZER = harness.Fuzzer("grad", draw, check, smaller, show, ("PYTHON", "CPU"))
