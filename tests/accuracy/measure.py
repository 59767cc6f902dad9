"""Errors in units in the last place: of heddle on a device, and of torch, against a reference of more digits.

Inputs: a function of the table, a dtype, a device. Outputs: `Measured`, with the largest error and where it is.
Invariant: arguments are finite (`inputs.SPECIAL` has tests of its own); a result of another kind than the reference's (NaN for a
number, or a number for NaN) has an infinite error; an infinite result is the number after the largest one.
"""
from __future__ import annotations

import functools
from dataclasses import dataclass

import ml_dtypes
import mpmath
import numpy as np

from heddle import Tensor
from tests.accuracy import inputs
from tests.accuracy.functions import BINARY, UNARY, Function

#: as many arguments of float64 as a reference of mpmath is computed for
MPMATH_COUNT = 3000


@dataclass(frozen=True)
class Measured:
    """The largest error, in ULP, the argument (or arguments) that has it, the result there and the true one."""

    ulp: float
    argument: tuple[float, ...]
    result: float
    reference: float

    def __str__(self) -> str:
        at = ", ".join(f"{a!r}" for a in self.argument)
        return f"{self.ulp:.3g} ULP at {at}: {self.result!r}, exactly {self.reference!r}"


def errors(got: np.ndarray, reference: np.ndarray, dtype: str) -> np.ndarray:
    """|got - reference| in ULP of the reference."""
    fraction, least, top = inputs.SHAPE[dtype]
    with np.errstate(all="ignore"):
        wide, largest = got.astype(reference.dtype), reference.dtype.type(2.0) ** top
        true = np.clip(reference, -largest, largest)
        held = np.clip(wide, -largest, largest)
        exponent = np.clip(np.frexp(np.where(np.isfinite(true), true, 1))[1] - 1, least, top - 1)
        distance = np.abs(held - true) / np.ldexp(reference.dtype.type(1), exponent - fraction)
    return np.where(np.isnan(got) | np.isnan(reference), np.where(np.isnan(got) & np.isnan(reference), 0.0, np.inf), distance)


def to_tensor(x: np.ndarray, device: str) -> Tensor:
    """A tensor on `device` with these values."""
    if x.dtype != ml_dtypes.bfloat16: return Tensor(x, device=device)
    return Tensor(x.view(np.uint16), device=device).bitcast("bfloat16")


def of_tensor(t: Tensor) -> np.ndarray:
    """The values of a tensor, bfloat16 as ml_dtypes has it."""
    return t.bitcast("uint16").numpy().view(ml_dtypes.bfloat16) if t.dtype.name == "bfloat16" else t.numpy()


def run(function: Function, arguments: tuple[np.ndarray, ...], device: str) -> np.ndarray:
    """heddle's results."""
    return of_tensor(function.ours(*(to_tensor(a, device) for a in arguments)))


def run_torch(function: Function, arguments: tuple[np.ndarray, ...]) -> np.ndarray:
    """torch's results, on the CPU."""
    import torch
    tensors = [torch.from_numpy(a.view(np.int16)).view(torch.bfloat16) if a.dtype == ml_dtypes.bfloat16 else torch.from_numpy(a.copy())
               for a in arguments]
    result = function.torch(torch, *tensors)
    return result.view(torch.int16).numpy().view(ml_dtypes.bfloat16) if result.dtype == torch.bfloat16 else result.numpy()


def reference(function: Function, arguments: tuple[np.ndarray, ...], dtype: str) -> np.ndarray:
    """The true results in more digits than the dtype has."""
    if function.exact is not None and dtype == "float64": return _exact(function, arguments)
    with np.errstate(all="ignore"): return np.asarray(function.reference(*(a.astype(np.longdouble) for a in arguments)), np.longdouble)


def _exact(function: Function, arguments: tuple[np.ndarray, ...]) -> np.ndarray:
    assert function.exact is not None
    with mpmath.workprec(120):
        values = [function.exact(mpmath, *map(mpmath.mpf, row)) for row in zip(*(a.tolist() for a in arguments), strict=True)]
        return np.array([np.longdouble(mpmath.nstr(v, 25)) for v in values], np.longdouble)


@functools.lru_cache(maxsize=64)
def prepared(name: str, dtype: str, density: int) -> tuple[tuple[np.ndarray, ...], np.ndarray]:
    """Arguments and true results of a function."""
    function = UNARY.get(name) or BINARY[name]
    arguments: tuple[np.ndarray, ...] = inputs.pairs(function, dtype, density)
    if name in UNARY: arguments = (inputs.arguments(function, dtype, density),)
    finite = np.logical_and.reduce([np.isfinite(a) for a in arguments])
    arguments = tuple(a[finite] for a in arguments)
    if function.exact is not None and dtype == "float64":
        chosen = np.random.default_rng(3).permutation(len(arguments[0]))[:MPMATH_COUNT]
        arguments = tuple(a[chosen] for a in arguments)
    return arguments, reference(function, arguments, dtype)


def worst(got: np.ndarray, arguments: tuple[np.ndarray, ...], true: np.ndarray, dtype: str) -> Measured:
    """The largest error of results."""
    found = errors(got, true, dtype)
    at = int(np.argmax(found))
    return Measured(float(found[at]), tuple(float(a[at]) for a in arguments), float(got[at]), float(true[at]))


def measure(name: str, dtype: str, device: str, density: int = 20_000, every: int = 1) -> Measured:
    """heddle's largest error; `every`: of so many arguments, one is measured (for interpreters)."""
    arguments, true = prepared(name, dtype, density)
    arguments, true = tuple(a[::every].copy() for a in arguments), true[::every]
    return worst(run(UNARY.get(name) or BINARY[name], arguments, device), arguments, true, dtype)


def measure_torch(name: str, dtype: str, density: int = 20_000) -> Measured:
    """torch's largest error."""
    arguments, true = prepared(name, dtype, density)
    return worst(run_torch(UNARY.get(name) or BINARY[name], arguments), arguments, true, dtype)
