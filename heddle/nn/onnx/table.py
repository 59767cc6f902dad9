"""Table of ONNX operators: implementations by operator-set version, with their inputs and attributes.

Inputs: functions, written as the ops' documentation writes their inputs and attributes. Outputs: a `Version` for a node.
Invariants: the signature of a function is the declaration: positional parameters are inputs in order, those annotated `Host` come
as NumPy arrays because they decide shapes, those annotated `Value` come as they are, keyword-only parameters are attributes, and
one without a default must be given.
"""
from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

import numpy as np

from heddle.nn.onnx.values import DTYPES, dtype_name, is_known, plain_domain, to_numpy_dtype
from heddle.tensor import Tensor
from heddle.tensor.node_builders import resolve_axis

#: an input whose value is needed while the graph is built
Host = np.ndarray
#: what maps are from and to
Key: TypeAlias = int | str
Entry: TypeAlias = int | float | str | Tensor
#: an input that comes as it is: a tensor, an array of the host, a list of values (a sequence), a map, or None (an empty optional)
Value: TypeAlias = "Tensor | np.ndarray | list[Value] | dict[Key, Entry] | None"
#: lists among the attributes, None where they are left out
Ints = Sequence[int] | None
Floats = Sequence[float] | None
Texts = Sequence[str] | None
#: a graph among the attributes: called with its inputs
Branch = Callable[..., list[Value]]
#: an input that comes as it is, and is a tensor or an array of the host
ArrayValue: TypeAlias = Tensor | np.ndarray
#: of a function with several results a tuple
Results: TypeAlias = "Value | tuple[Value, ...]"

_F = TypeVar("_F", bound=Callable[..., Results])
Refusal = Callable[[Mapping[str, object]], str | None]

#: computes the value of a name of the graph again, from other values by name
Recompute = Callable[[str, Mapping[str, Value]], Value]
#: no attributes: how many results the node names; a function that computes a name of the graph again from other values
OUTPUTS, RECOMPUTE = "outputs", "recompute"
_NO_ATTRIBUTES = (OUTPUTS, RECOMPUTE)


@dataclass(frozen=True)
class Version:
    """An op as it is from version `since` of the operator set on.

    `needs`: the inputs that must be given; `results`: the most it can give; `refuses` looks at attributes; `folds`: ONNX's own
    evaluator may compute it on the host.
    """

    name: str
    since: int
    call: Callable[..., Results]
    kinds: tuple[str, ...]
    variadic: bool
    needs: tuple[str, ...]
    attributes: frozenset[str]
    required: frozenset[str]
    results: int
    refuses: Refusal | None
    may_be_empty: frozenset[str]  # of `needs`: those that a node may name by an empty text
    extra: frozenset[str]  # of OUTPUTS and RECOMPUTE: further inputs of the function
    folds: bool

    def kind(self, index: int) -> str:
        """How input number `index` is passed: as a "Tensor", as an array ("Host"), or as it is ("Value")."""
        return self.kinds[min(index, len(self.kinds) - 1)] if self.kinds else "Tensor"


_OPS: dict[tuple[str, str], list[Version]] = {}


def op(*names: str, since: int = 1, results: int = 1, refuses: Refusal | None = None, domain: str = "",
       folds: bool | None = None) -> Callable[[_F], _F]:
    """Puts a function into the table under each of `names`. `folds`: see `Version`; by default what the standard itself defines."""
    def enter(fn: _F) -> _F:
        for name in names:
            found = _OPS.setdefault((domain, name), [])
            found.append(_version(name, since, fn, results, refuses, domain == "" if folds is None else folds))
            found.sort(key=lambda v: -v.since)
        return fn
    return enter


def _version(name: str, since: int, fn: Callable[..., Results], results: int, refuses: Refusal | None, folds: bool) -> Version:
    parameters = list(inspect.signature(fn).parameters.values())
    inputs = [p for p in parameters if p.kind is not p.KEYWORD_ONLY]
    attributes = [p for p in parameters if p.kind is p.KEYWORD_ONLY and p.name not in _NO_ATTRIBUTES]
    kinds = tuple(next((k for k in ("Host", "Value") if k in str(p.annotation)), "Tensor") for p in inputs)
    required = frozenset(p.name for p in attributes if p.default is p.empty)
    needs = tuple(p.name for p in inputs if p.default is p.empty and p.kind is not p.VAR_POSITIONAL)
    return Version(name, since, fn, kinds, any(p.kind is p.VAR_POSITIONAL for p in inputs), needs,
                   frozenset(p.name for p in attributes), required, results, refuses,
                   frozenset(p.name for p in inputs if "None" in str(p.annotation)),
                   frozenset(p.name for p in parameters) & frozenset(_NO_ATTRIBUTES), folds)


def dtype_fault(name: str, default: int = 1, on_host: bool = False) -> Refusal:
    """Refuses in the attribute `name` a dtype that no device has, and with `on_host` the host neither, unless it is the default."""
    def refuses(attributes: Mapping[str, object]) -> str | None:
        number = attributes.get(name, default)
        is_held = number == default or (is_known(number) if on_host else number in DTYPES)
        return None if is_held else f"the attribute {name}={dtype_name(number)}"
    return refuses


def find(domain: str, name: str, opset: int) -> Version | None:
    """The op as version `opset` of the operator set has it; None if there is none."""
    return next((v for v in _OPS.get((plain_domain(domain), name), ()) if v.since <= opset), None)


def known() -> dict[tuple[str, str], list[Version]]:
    """All versions of all ops, by domain and name, the newest first."""
    return _OPS


def on_host(x: object) -> Host:
    """The value of a tensor, or the array itself; formats that NumPy lacks are those of the package ml_dtypes."""
    if not isinstance(x, Tensor): return np.asarray(x)
    return x.numpy() if x.dtype.fmt is not None else x.numpy().astype(to_numpy_dtype(x.dtype))


def axis_of(axis: int, rank: int) -> int:
    """`axis` counted from the front. AxisError if there is no such axis, DTypeError if it is no integer."""
    return resolve_axis(axis, rank, "the op")


def integers(x: Host) -> list[int]:
    """The numbers of an array, as Python's."""
    return [int(n) for n in np.asarray(x).reshape(-1)]
