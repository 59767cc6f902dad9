"""The table of ONNX ops: which there are, from which version of the operator set on, and what each takes.

In: functions, written as the ops' documentation writes their inputs and attributes. Out: a `Version` for a node. Always true: the
signature of a function is the declaration: positional parameters are inputs in order, those annotated `Host` come as NumPy arrays
because they decide shapes, keyword-only parameters are attributes, and one without a default must be given.
"""
from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from heddle.nn.onnx.values import to_numpy_dtype
from heddle.tensor import Tensor
from heddle.tensor.graph import resolve_axis

#: an input whose value is needed while the graph is built
Host = np.ndarray
#: a graph among the attributes: called with its inputs
Branch = Callable[..., list[Any]]

_F = TypeVar("_F", bound=Callable[..., Any])
Refusal = Callable[[Mapping[str, Any]], str | None]

#: not an attribute: how many results the node names
OUTPUTS = "outputs"


@dataclass(frozen=True)
class Version:
    """An op as it is from version `since` of the operator set on.

    `needs`: the inputs that must be given; `results`: the most it can give; `refuses` looks at attributes.
    """

    name: str
    since: int
    call: Callable[..., Any]
    host: tuple[bool, ...]
    variadic: bool
    needs: tuple[str, ...]
    attributes: frozenset[str]
    required: frozenset[str]
    results: int
    refuses: Refusal | None
    may_be_empty: frozenset[str] = frozenset()  # of `needs`: those that a node may name by an empty text

    def is_host(self, index: int) -> bool:
        """Whether input number `index` is wanted as an array."""
        return self.host[min(index, len(self.host) - 1)] if self.host else False


_OPS: dict[tuple[str, str], list[Version]] = {}


def op(*names: str, since: int = 1, results: int = 1, refuses: Refusal | None = None, domain: str = "") -> Callable[[_F], _F]:
    """Puts a function into the table under each of `names`."""
    def enter(fn: _F) -> _F:
        for name in names:
            found = _OPS.setdefault((domain, name), [])
            found.append(_version(name, since, fn, results, refuses))
            found.sort(key=lambda v: -v.since)
        return fn
    return enter


def _version(name: str, since: int, fn: Callable[..., Any], results: int, refuses: Refusal | None) -> Version:
    parameters = list(inspect.signature(fn).parameters.values())
    inputs = [p for p in parameters if p.kind is not p.KEYWORD_ONLY]
    attributes = [p for p in parameters if p.kind is p.KEYWORD_ONLY and p.name != OUTPUTS]
    host, required = tuple("Host" in str(p.annotation) for p in inputs), frozenset(p.name for p in attributes if p.default is p.empty)
    needs = tuple(p.name for p in inputs if p.default is p.empty and p.kind is not p.VAR_POSITIONAL)
    return Version(name, since, fn, host, any(p.kind is p.VAR_POSITIONAL for p in inputs), needs,
                   frozenset(p.name for p in attributes), required, results, refuses,
                   frozenset(p.name for p in inputs if "None" in str(p.annotation)))


def find(domain: str, name: str, opset: int) -> Version | None:
    """The op as version `opset` of the operator set has it; None if there is none."""
    return next((v for v in _OPS.get((_plain(domain), name), ()) if v.since <= opset), None)


def known() -> dict[tuple[str, str], list[Version]]:
    """All versions of all ops, by domain and name, the newest first."""
    return _OPS


def _plain(domain: str) -> str: return "" if domain == "ai.onnx" else domain


def wants_outputs(version: Version) -> bool:
    """Whether the function is told how many results the node names."""
    return OUTPUTS in inspect.signature(version.call).parameters


def on_host(x: Any) -> Host:
    """The value of a tensor, or the array itself; formats that NumPy lacks are those of the package ml_dtypes."""
    if not isinstance(x, Tensor): return np.asarray(x)
    return x.numpy() if x.dtype.fmt is not None else x.numpy().astype(to_numpy_dtype(x.dtype))


def axis_of(axis: int, rank: int) -> int:
    """`axis` counted from the front. AxisError if there is no such axis, DTypeError if it is no integer."""
    return resolve_axis(axis, rank, "the op")


def integers(x: Host) -> list[int]:
    """The numbers of an array, as Python's."""
    return [int(n) for n in np.asarray(x).reshape(-1)]
