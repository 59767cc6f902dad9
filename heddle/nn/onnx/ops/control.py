"""ONNX control-flow operators: If, Loop, Scan. Conditions and trip counts are read while the graph is built."""
from __future__ import annotations

import numpy as np

from heddle.errors import ShapeError, UnsupportedError
from heddle.nn.onnx.ops.containers import stacked
from heddle.nn.onnx.table import ArrayValue, Branch, Host, Ints, Value, axis_of, on_host, op
from heddle.tensor import Tensor

_ANY = 1 << 16
_MOST_ITERATIONS = 100_000  # of a loop without a condition: each is a part of the graph


@op("If", results=_ANY)
def if_(condition: Host, *, then_branch: Branch, else_branch: Branch) -> tuple[Value, ...]:
    """The results of one of the branches. ShapeError if the condition is not one value."""
    if condition.size != 1: raise ShapeError(f"the condition of If has the shape {condition.shape}", "Give one truth value.")
    return tuple(then_branch() if bool(condition.reshape(-1)[0]) else else_branch())


@op("Loop", results=_ANY)
def loop(most: Host | None, condition: Host | None, *carried: Value, body: Branch, outputs: int) -> tuple[Value, ...]:
    """Runs the body once an iteration: (iteration, condition, *carried) -> (condition, *carried, *values to be stacked)."""
    state: list[Value] = list(carried)
    scanned: list[list[Value]] = [[] for _ in range(outputs - len(state))]
    if condition is None and most is not None and int(most.reshape(-1)[0]) > _MOST_ITERATIONS:
        raise UnsupportedError(f"a loop of {int(most.reshape(-1)[0])} iterations, which are unrolled",
                               f"Export it with at most {_MOST_ITERATIONS}.")
    going, iteration = condition is None or bool(condition.reshape(-1)[0]), 0
    while going and (most is None or iteration < int(most.reshape(-1)[0])):
        flag, *found = body(np.array(iteration, np.int64), np.array(going), *state)
        state = found[:len(state)]
        for rows, value in zip(scanned, found[len(state):], strict=True): rows.append(value)
        going, iteration = bool((on_host(flag)).reshape(-1)[0]), iteration + 1
    return (*state, *[_rows(rows) for rows in scanned])


def _rows(rows: list[Value]) -> ArrayValue: return stacked(rows, 0) if rows else Tensor.zeros(0)


@op("Scan", since=8, results=_ANY)
def scan_8(lengths: Host | None, *values: Tensor, body: Branch, num_scan_inputs: int, directions: Ints = None,
           outputs: int) -> tuple[Value, ...]:
    """For each row of the batch (the first axis of everything) the scan over the second axis, with zeros past the row's length."""
    states, batch, longest = len(values) - num_scan_inputs, values[-1].shape[0], values[-1].shape[1]
    rows: list[list[Value]] = []
    for b in range(batch):
        length = longest if lengths is None else int(lengths.reshape(-1)[b])
        given = [v[b] if i < states else v[b, :length] for i, v in enumerate(values)]
        found = scan(*given, body=body, num_scan_inputs=num_scan_inputs, scan_input_directions=directions, outputs=outputs)
        short = [(0, longest - length)]
        rows.append([v if i < states else v.pad(short + [(0, 0)] * (v.ndim - 1)) for i, v in enumerate(map(_tensor, found))])
    return tuple(Tensor.stack(*column) for column in zip(*rows, strict=True))


def _tensor(x: object) -> Tensor: return x if isinstance(x, Tensor) else Tensor(x)


@op("Scan", since=9, results=_ANY)
def scan(*values: Tensor, body: Branch, num_scan_inputs: int, scan_input_axes: Ints = None,
         scan_input_directions: Ints = None, scan_output_axes: Ints = None,
         scan_output_directions: Ints = None, outputs: int) -> tuple[Value, ...]:
    """Runs the body once for each element of the scanned axes: (*states, *elements) -> (*states, *values to be stacked)."""
    if not 0 < num_scan_inputs <= len(values):
        raise ShapeError(f"Scan has {len(values)} inputs, {num_scan_inputs} of them to be scanned",
                         "Scan at least one and at most all.")
    count = len(values) - num_scan_inputs
    state, scanned = list(values[:count]), values[count:]
    axes = [axis_of(a, x.ndim) for a, x in zip(scan_input_axes or [0] * num_scan_inputs, scanned, strict=True)]
    backwards = list(scan_input_directions or [0] * num_scan_inputs)
    lengths = {x.shape[a] for a, x in zip(axes, scanned, strict=True)}
    if len(lengths) != 1: raise ShapeError(f"Scan goes over axes of sizes {sorted(lengths)}", "Give axes of one size.")
    length = lengths.pop()
    columns: list[list[Value]] = [[] for _ in range(outputs - count)]
    for i in range(length):
        elements = [x[(*[slice(None)] * a, length - 1 - i if back else i)] for x, a,
                    back in zip(scanned, axes, backwards, strict=True)]
        found = body(*state, *elements)
        state = found[:count]
        for rows, value in zip(columns, found[count:], strict=True): rows.append(value)
    into = zip(columns, scan_output_axes or [0] * len(columns), scan_output_directions or [0] * len(columns), strict=True)
    return (*state, *[stacked(rows[::-1] if back else rows, a) if rows else Tensor.zeros(0) for rows, a, back in into])
