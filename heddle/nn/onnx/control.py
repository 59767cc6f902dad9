"""ONNX ops that choose what runs: If and Loop. Conditions and counts are looked at while the graph is built."""
from __future__ import annotations

from typing import Any

import numpy as np

from heddle.errors import UnsupportedError
from heddle.nn.onnx.table import Branch, Host, op
from heddle.tensor import Tensor

_ANY = 1 << 16
_MOST_ITERATIONS = 100_000  # of a loop without a condition: each is a part of the graph


@op("If", results=_ANY)
def if_(condition: Host, *, then_branch: Branch, else_branch: Branch) -> tuple[Any, ...]:
    return tuple(then_branch() if bool(condition.reshape(-1)[0]) else else_branch())


@op("Loop", results=_ANY)
def loop(most: Host | None, condition: Host | None, *carried: Tensor, body: Branch, outputs: int) -> tuple[Any, ...]:
    """Runs the body once a turn: (turn, condition, *carried) -> (condition, *carried, *values to be stacked)."""
    state: list[Any] = list(carried)
    scanned: list[list[Any]] = [[] for _ in range(outputs - len(state))]
    if condition is None and most is not None and int(most.reshape(-1)[0]) > _MOST_ITERATIONS:
        raise UnsupportedError(f"a loop of {int(most.reshape(-1)[0])} iterations, which are unrolled",
                               f"Export it with at most {_MOST_ITERATIONS}.")
    going, turn = condition is None or bool(condition.reshape(-1)[0]), 0
    while going and (most is None or turn < int(most.reshape(-1)[0])):
        flag, *found = body(np.array(turn, np.int64), np.array(going), *state)
        state = found[:len(state)]
        for rows, value in zip(scanned, found[len(state):], strict=True): rows.append(value)
        going, turn = bool((flag.numpy() if isinstance(flag, Tensor) else flag).reshape(-1)[0]), turn + 1
    return (*state, *[_stacked(rows) for rows in scanned])


def _stacked(rows: list[Any]) -> Any:
    if not rows: return Tensor.zeros(0)
    if all(isinstance(r, np.ndarray) for r in rows): return np.stack(rows)
    return Tensor.stack(*[r if isinstance(r, Tensor) else Tensor(r) for r in rows])
