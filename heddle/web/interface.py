"""Interface of an exported program: names, dtypes, shapes, and JavaScript array types of its inputs and results.

Inputs: a `Capture` and its `Program`. Outputs: `Input`s, `Variable`s and `Result`s. Invariants: names are those of the function's
parameters and of the keys it returns, with dots between levels; no two inputs and no two results have the same.
"""
from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TypedDict

from heddle.dtype import DType, dtypes
from heddle.errors import ExportError, InternalError
from heddle.jit.bindings import Argument, param_in, without_values
from heddle.jit.capture import Capture
from heddle.jit.capture_codec import write_value
from heddle.jit.results import Source
from heddle.schedule.size_codec import write_size
from heddle.tensor.pytree import paths_of
from heddle.uop import Ops, Symbol, UOp
from heddle.uop.symbol import capacity
from heddle.uop.symbolic_shapes import laid_out
from heddle.web.program import Program

#: what holds the elements in JavaScript. 16-bit floats are spread to 32 bits on the way in and out
ARRAYS: dict[DType, str] = {
    dtypes.bool: "Uint8Array", dtypes.int8: "Int8Array", dtypes.uint8: "Uint8Array", dtypes.int16: "Int16Array",
    dtypes.uint16: "Uint16Array", dtypes.int32: "Int32Array", dtypes.uint32: "Uint32Array", dtypes.int64: "BigInt64Array",
    dtypes.uint64: "BigUint64Array", dtypes.float16: "Float32Array", dtypes.bfloat16: "Float32Array", dtypes.float32: "Float32Array"}


class Leaf(TypedDict):
    """A variable in a size."""

    variable: str
    least: int
    greatest: int


class Division(TypedDict):
    """A quotient ("//") or a remainder ("%") in a size."""

    op: str
    of: Size
    by: Size


class Sum(TypedDict):
    """A size that depends on variables: products of a factor and atoms, and a constant."""

    sum: list[tuple[int, list[Leaf | Division]]]
    plus: int


#: a size as `write_size` has it
Size = int | Sum


@dataclass(frozen=True)
class Input:
    """A tensor that is passed. Sizes in `shape` are JSON (see `write_size`); `room` are their greatest values."""

    name: str
    dtype: str
    array: str
    shape: list[Size]
    room: tuple[int, ...]
    buffer: int


@dataclass(frozen=True)
class Variable:
    """A size that is passed, as a number."""

    name: str
    least: int
    greatest: int


@dataclass(frozen=True)
class Result:
    """A tensor, a size (`size`), or a value that is always the same (`value`)."""

    name: str
    dtype: str = ""
    array: str = ""
    shape: list[Size] | None = None
    room: tuple[int, ...] = ()
    buffer: int | None = None
    size: Size | None = None
    value: object = None


def inputs_of(captured: Capture, program: Program) -> list[Input]:
    """The tensors that a run is given. ExportError for a format that JavaScript has no array for."""
    arguments = captured.arguments
    names = _distinct([_name(a.path) for a in arguments], "inputs")
    return [Input(name, a.dtype.name, _array(a.dtype, f"input {name}"), write_size(a.shape), capacity(_check_view(a).shape), slot)
            for name, a, slot in zip(names, arguments, program.slots, strict=False)]


def variables_of(captured: Capture) -> list[Variable]:
    """The sizes that a run is given."""
    sizes = [*(size for _, size in captured.inputs.sizes.values()), *(n for a in captured.arguments for n in a.shape)]
    leaves = {leaf.name: leaf for n in sizes if isinstance(n, Symbol) for leaf in n.leaves()}
    return [Variable(leaf.name, leaf.least, leaf.greatest) for leaf in leaves.values()]


def results_of(captured: Capture, program: Program) -> list[Result]:
    """What a run gives."""
    paths = [re.sub(r"^result(?=.)", "", path) for path in paths_of(captured.results.pattern)]
    names = _distinct([_name(path) for path in paths], "results")
    results: list[Result] = []
    for name, source in zip(names, captured.results.sources, strict=True):
        results.append(_result(name, source, captured, program, results))
    return results


def _result(name: str, source: Source, captured: Capture, program: Program, before: list[Result]) -> Result:
    if isinstance(source.value, Symbol): return Result(name, size=write_size(source.value.unbound()))
    if source.kind == "value": return Result(name, value=write_value(source.value, f"result {name}"))
    if source.kind == "result": return replace(before[source.number], name=name)
    if source.kind != "output" or source.view is None: raise InternalError(f"result {name} is no memory of its own")
    view = without_values(source.view)
    if not _is_row_major(view): raise InternalError(f"result {name} is not in row-major order")
    slot = len(program.slots) - len(captured.outputs) + source.number
    return Result(name, view.dtype.name, _array(view.dtype, f"result {name}"), write_size(view.shape), capacity(view.shape),
                  program.slots[slot])


def _is_row_major(view: UOp) -> bool:
    """Whether a view is all of its memory in order, or, of symbolic sizes, laid out with room for the greatest."""
    node = view
    while node.op in (Ops.RESHAPE, Ops.DETACH): node = node.src[0]
    return node.op is Ops.PARAM or laid_out(param_in(view), view.shape) is view


def _check_view(a: Argument) -> Argument:
    if a.view is not None and not _is_row_major(a.view): raise InternalError(f"argument {a.path} is not in row-major order")
    return a


def _array(dtype: DType, what: str) -> str:
    if dtype in ARRAYS: return ARRAYS[dtype]
    raise ExportError(f"{what} is of {dtype.name}, for which JavaScript has no array", "Cast it to float32 inside the function.")


def _name(path: str) -> str:
    """`weights['w'][0]` -> `weights.w.0`"""
    return ".".join(part.strip("'\"") for part in re.split(r"[\[\]]+", path) if part)


def _distinct(names: list[str], what: str) -> list[str]:
    twice = next((n for i, n in enumerate(names) if n in names[:i]), None)
    if twice is None: return names
    raise ExportError(f"two {what} are called {twice!r}", "Give the keys of dicts other names.")
