"""Op values on Python numbers, and queries on shapes. Helpers of `heddle.uop.ops`."""
from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from heddle.dtype import ConstType, DType, round_to
from heddle.errors import DTypeError, ShapeError
from heddle.uop.interpreter.ops import EXACT, fold
from heddle.uop.ops import GroupOp, Ops

_IDENTITIES: dict[Ops, Callable[[DType], ConstType]] = {Ops.ADD: lambda _: 0, Ops.MUL: lambda _: 1, Ops.MAX: lambda d: d.min}


def identity_element(op: Ops, dt: DType) -> ConstType:
    """What leaves a value as it is when it is added (ADD), multiplied (MUL) or compared (MAX). DTypeError for another op."""
    if op in _IDENTITIES: return round_to(dt, _IDENTITIES[op](dt))
    raise DTypeError(f"{op} has no identity element", "It is there for ADD, MUL and MAX.")


def exec_alu(op: Ops, dtype: DType, operands: Sequence[Any], truncate_output: bool = True) -> Any:
    """What an elementwise op gives for Python numbers, as `dtype` stores it; exactly, without `truncate_output`.

    DTypeError for what is no elementwise op.
    """
    if op not in GroupOp.ALU: raise DTypeError(f"{op} is no elementwise op", "Give one such as Ops.ADD.")
    if not truncate_output and op in EXACT: return EXACT[op](*operands)
    return fold(op, dtype, tuple(operands), dtype)


def safe_exp2(x: float) -> float:
    """2 ** x, infinity where that is too large."""
    try: return 2 ** x
    except OverflowError: return math.inf


def safe_pow(x: float, y: float) -> Any:
    """x ** y; NaN where that is no real number, infinity where it is too large or 1 / 0."""
    try: found = x ** y
    except ZeroDivisionError: return math.inf
    except OverflowError: return math.inf if x > 0 or y % 2 == 0 else -math.inf
    return math.nan if isinstance(found, complex) else found


def broadcast_axes(src_shape: tuple[Any, ...], out_shape: tuple[Any, ...]) -> tuple[int, ...]:
    """The axes of `out_shape` along which a value of `src_shape` is repeated. ShapeError if it does not broadcast to it."""
    added = len(out_shape) - len(src_shape)
    padded = (*[1] * added, *src_shape)
    if added < 0 or any(a != b and a != 1 for a, b in zip(padded, out_shape, strict=True)):
        raise ShapeError(f"{src_shape} does not broadcast to {out_shape}", "Each size, from the last, has to be equal or 1.")
    return tuple([i for i, (a, b) in enumerate(zip(padded, out_shape, strict=True)) if i < added or a != b])
