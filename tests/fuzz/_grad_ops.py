"""The operations of the gradient fuzzer: each as heddle and as torch spell it, over matrices.

Inputs: matrices. Outputs: one matrix. Invariants: EXACT operations give exact results on small integers, so ties in them are ties in
every rounding; SMOOTH ones round, and nothing that selects comes after them.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from heddle import Tensor

F = torch.nn.functional
Op = Callable[..., Any]


def _like(fn: Op) -> tuple[Op, Op]: return fn, fn


def _index(x: Any, at: list[list[int]]) -> Any:
    return Tensor(at, device=x.device, dtype="int32") if isinstance(x, Tensor) else torch.tensor(at)


def _logcumsumexp(a: Any) -> Any:
    """torch's own loses the part of a second derivative that comes from where the first is 0."""
    return torch.stack([a[:, :n + 1].logsumexp(1) for n in range(a.shape[1])], 1)


EXACT: dict[str, tuple[Op, Op]] = {
    "a + b": _like(lambda a, b: a + b), "a - b": _like(lambda a, b: a - b), "a * b": _like(lambda a, b: a * b),
    "-a": _like(lambda a: -a), "a * 2": _like(lambda a: a * 2), "a.square()": _like(lambda a: a.square()),
    "a.relu()": _like(lambda a: a.relu()), "a.abs()": _like(lambda a: a.abs()), "a.clip(-1, 2)": _like(lambda a: a.clip(-1, 2)),
    "a.maximum(b)": _like(lambda a, b: a.maximum(b)), "a.minimum(b)": _like(lambda a, b: a.minimum(b)),
    "a.maximum(0)": (lambda a: a.maximum(0), lambda a: torch.maximum(a, torch.zeros_like(a))),
    "a.leaky_relu(0.5)": (lambda a: a.leaky_relu(0.5), lambda a: F.leaky_relu(a, 0.5)),
    "(a > b).where(a, b)": (lambda a, b: (a > b).where(a, b), lambda a, b: torch.where(a > b, a, b)),
    "(a * b > a).where(a * b, b)": (lambda a, b: (a * b > a).where(a * b, b), lambda a, b: torch.where(a * b > a, a * b, b)),
    **{f"a.{name}({axis}, keepdim=True)": (lambda a, n=name, x=axis: getattr(a, n)(x, keepdim=True),
                                           lambda a, n=theirs, x=axis: getattr(a, n)(x, keepdim=True))
       for name, theirs in (("sum", "sum"), ("max", "amax"), ("min", "amin"), ("prod", "prod")) for axis in (0, 1)},
    "(a * a).sum(1, keepdim=True).max(0, keepdim=True)": (lambda a: (a * a).sum(1, keepdim=True).max(0, keepdim=True),
                                                          lambda a: (a * a).sum(1, keepdim=True).amax(0, keepdim=True)),
    **{f"a.{name}({axis})": (lambda a, n=name, x=axis: _values(getattr(a, n)(x)), lambda a, n=name, x=axis: _values(getattr(a, n)(x)))
       for name in ("cumsum", "cumprod", "cummax", "cummin") for axis in (0, 1)},
    "a.sort(1)[0]": (lambda a: a.sort(1)[0], lambda a: a.sort(dim=1, stable=True).values),
    "a @ b": _like(lambda a, b: a @ b), "a.T": _like(lambda a: a.T), "a.flip(1)": _like(lambda a: a.flip((1,))),
    "a[:, :2]": _like(lambda a: a[:, :2]), "a[1:]": _like(lambda a: a[1:]), "a[:, ::2]": _like(lambda a: a[:, ::2]),
    "a[[0, 1, 1]]": _like(lambda a: a[[0, 1, 1]]), "a.reshape": _like(lambda a: a.reshape(a.shape[1], a.shape[0])),
    "a.gather": (lambda a: a.gather(1, _index(a, [[0, 1], [1, 1]])), lambda a: a.gather(1, _index(a, [[0, 1], [1, 1]]))),
    "a.cat(b, dim=0)": (lambda a, b: a.cat(b, dim=0), lambda a, b: torch.cat([a, b], 0)),
    "a.pad((1, 0, 0, 1))": (lambda a: a.pad((1, 0, 0, 1)), lambda a: F.pad(a, (1, 0, 0, 1))),
    "a.tril()": _like(lambda a: a.tril()), "a.roll(1, 1)": (lambda a: a.roll(1, 1), lambda a: a.roll(1, 1)),
    "a.scatter_add": (lambda a, b: a.scatter_add(0, _index(a, [[1, 0], [1, 1]]), b[:2, :2]), lambda a,
         b: a.scatter_add(0, _index(a, [[1, 0], [1, 1]]), b[:2, :2])),
    "a.max_pool2d((1, 2))": (lambda a: a.max_pool2d((1, 2), 1), lambda a: a.unfold(1, 2, 1).amax(-1)),
}

SMOOTH: dict[str, tuple[Op, Op]] = {
    **{f"a.{n}()": (lambda a, n=n: getattr(a, n)(), lambda a, f=f: f(a)) for n, f in {
        "tanh": torch.tanh, "sigmoid": torch.sigmoid, "silu": F.silu, "softplus": lambda a: F.softplus(a, 1, 60), "mish": F.mish,
             "elu": F.elu,
             "erf": torch.erf,
        "logsigmoid": F.logsigmoid, "softsign": F.softsign, "atan": torch.atan, "asinh": torch.asinh, "sin": torch.sin,
             "cos": torch.cos}.items()},
    "a.gelu()": (lambda a: a.gelu(), lambda a: F.gelu(a, approximate="tanh")), "a.gelu('none')": (lambda a: a.gelu("none"), F.gelu),
    "a.quick_gelu()": (lambda a: a.quick_gelu(), lambda a: a * torch.sigmoid(1.702 * a)),
    "a.tanh().exp()": _like(lambda a: a.tanh().exp()), "a.tanh().expm1()": _like(lambda a: a.tanh().expm1()),
    "(a * a + 1).log()": _like(lambda a: (a * a + 1).log()), "(a * a + 1).sqrt()": _like(lambda a: (a * a + 1).sqrt()),
    "(a * a).log1p()": _like(lambda a: (a * a).log1p()), "a / (b * b + 1)": _like(lambda a, b: a / (b * b + 1)),
    "(a * a + 1) ** -1.5": _like(lambda a: (a * a + 1) ** -1.5),
         "(a * a + 1) ** b.tanh()": _like(lambda a, b: (a * a + 1) ** b.tanh()),
    "a.softmax(1)": _like(lambda a: a.softmax(1)), "a.log_softmax(0)": _like(lambda a: a.log_softmax(0)),
    "a.logsumexp(1, keepdim=True)": _like(lambda a: a.logsumexp(1, keepdim=True)),
         "a.mean(0, keepdim=True)": _like(lambda a: a.mean(0, keepdim=True)),
    "a.var": (lambda a: a.var(1, keepdim=True, correction=0), lambda a: a.var(1, keepdim=True, correction=0)),
    "a.logaddexp(b)": _like(lambda a, b: a.logaddexp(b)), "a.logcumsumexp(1)": (lambda a: a.logcumsumexp(1), _logcumsumexp),
    "a.layernorm()": (lambda a: a.layernorm(), lambda a: F.layer_norm(a, a.shape[-1:])),
}
#: operations that may come after SMOOTH ones: they select nothing by value
LINEAR = ("a + b", "a - b", "a * b", "-a", "a * 2", "a.square()", "a.sum(0, keepdim=True)", "a.sum(1, keepdim=True)",
     "a.prod(1, keepdim=True)",
          "a.cumsum(0)", "a.cumsum(1)", "a.cumprod(1)", "a @ b", "a.T", "a.flip(1)", "a[:, :2]", "a[1:]", "a[[0, 1, 1]]",
               "a.cat(b, dim=0)",
          "a.pad((1, 0, 0, 1))", "a.tril()", "a.roll(1, 1)", "a.gather", "a.scatter_add")
ALL = {**EXACT, **SMOOTH}


def takes_two(name: str) -> bool: return ALL[name][1].__code__.co_varnames[:2] == ("a", "b") if hasattr(ALL[name][1],
     "__code__") else False


def _values(x: Any) -> Any: return x[0] if isinstance(x, tuple) else x
