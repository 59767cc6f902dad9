"""The ops of random programs: how each is drawn, run here, and computed by NumPy.

Inputs: the values there are. Outputs: `Step`s, plain data, that name an op, its operands by number and its parameters.
Invariants: a step that is drawn is legal; sizes stay tiny; `OPS[name].ours` and `.theirs` are given the same operands and parameters.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from heddle import Tensor
from heddle.dtype import dtypes, promote, sum_acc_dtype, to_dtype
from tests.fuzz._ops_values import (
    Value,
    discrete,
    exact,
    inexact,
    is_float,
    moved,
    rounded,
    spacing,
    twin,
    unknown_where,
)

MOST = 200  # elements of a value
INTS = ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")
FLOATS = ("float32", "float16", "bfloat16", "float64")
SPECIALS = (0.0, -0.0, 1.0, -1.0, 0.5, 2.0, float("inf"), float("-inf"), float("nan"), 3.0, -2.5, 1e4)


@dataclass(frozen=True)
class Step:
    """One op: its name, which values it takes, and its parameters."""

    op: str
    operands: tuple[int, ...]
    params: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Op:
    """`draw(rng, values)`: the operands' numbers and the parameters, or None where there is nothing fitting."""

    draw: Callable[[random.Random, Sequence[Value]], tuple[tuple[int, ...], tuple[Any, ...]] | None]
    ours: Callable[..., Tensor]
    theirs: Callable[..., Value]


OPS: dict[str, Op] = {}
Draw = Callable[[random.Random, Sequence[Value]], Any]


def op(name: str, draw: Draw, ours: Callable[..., Any], theirs: Callable[..., Value]) -> None:
    OPS[name] = Op(draw, ours, theirs)


# ---- drawing


def pick(rng: random.Random, values: Sequence[Value], fits: Callable[[Value], bool] = lambda v: True) -> int | None:
    """The number of a value; later ones more often."""
    found = [i for i, v in enumerate(values) if fits(v)]
    return rng.choice(found[-3:] if rng.random() < 0.6 else found) if found else None


def one(
    params: Callable[[random.Random, Value], tuple[Any, ...] | None] = lambda rng, v: (),
    fits: Callable[[Value], bool] = lambda v: True,
) -> Draw:
    """One operand, and parameters that depend on it."""

    def draw(rng: random.Random, values: Sequence[Value]) -> Any:
        if (i := pick(rng, values, fits)) is None or (found := params(rng, values[i])) is None:
            return None
        return (i,), found

    return draw


def _broadcast(a: Value, b: Value) -> bool:
    try:
        return math.prod(np.broadcast_shapes(a.shape, b.shape)) <= MOST
    except ValueError:
        return False


def two(fits: Callable[[Value], bool] = lambda v: True, both: Callable[[Value, Value], bool] = lambda a, b: True) -> Draw:
    """Two operands that broadcast."""

    def draw(rng: random.Random, values: Sequence[Value]) -> Any:
        if (i := pick(rng, values, fits)) is None:
            return None
        j = pick(rng, values, lambda v: fits(v) and _broadcast(values[i], v) and both(values[i], v))
        return None if j is None else ((i, j), ())

    return draw


def scalar(rng: random.Random, v: Value) -> Any:
    """A Python number that fits beside the value."""
    if v.is_float: return rng.choice([*SPECIALS, rng.randint(-9, 9), rng.uniform(-8, 8)])
    if rng.random() < 0.1: return rng.choice([*SPECIALS, rng.uniform(-8, 8)])
    if v.array.dtype == np.bool_: return rng.choice((True, False, 0, 1, 3, -2))
    info = np.iinfo(v.array.dtype)
    low, high = int(info.min), int(info.max)
    return rng.choice((0, 1, 2, 3, 7, high, low, max(-1, low), rng.randint(low, high)))


def axis_of(rng: random.Random, v: Value) -> int | None:
    return rng.randrange(-v.array.ndim, v.array.ndim) if v.array.ndim else None


# ---- meeting of dtypes


def met(*operands: Value | Any) -> tuple[list[Value], np.dtype]:
    """The operands in the dtype in which they meet; a Python number is weak."""
    values = [v for v in operands if isinstance(v, Value)]
    kind = promote(*(to_dtype(v.name) for v in values))
    for x in operands:
        if isinstance(x, Value):
            continue
        if isinstance(x, float) and not kind.is_float():
            kind = dtypes.default_float
        elif kind.is_bool() and not isinstance(x, bool):
            kind = dtypes.default_int
    dtype = twin(kind.name)
    return [cast_value(x, dtype) if isinstance(x, Value) else exact(_rounded_number(x, dtype)) for x in operands], dtype


def _rounded_number(x: Any, dtype: np.dtype) -> np.ndarray:
    with np.errstate(all="ignore"):
        return np.asarray(x).astype(dtype)


def cast_value(v: Value, dtype: np.dtype) -> Value:
    """The value in another dtype."""
    with np.errstate(all="ignore"):
        if v.array.dtype == dtype:
            return v
        if dtype == np.bool_:
            return discrete(v.array != 0, v)
        if is_float(dtype):
            wide = v.wide if v.is_float else v.array
            array = wide.astype(dtype)
            if v.is_exact:
                return Value(array, np.zeros(array.shape), v.signs)
            return Value(array, rounded(v.wide, dtype, v.error).error, v.signs)
        if not v.is_float:
            return discrete(v.array.astype(dtype), v)
        info = np.iinfo(dtype)
        whole = np.trunc(v.wide)
        outside = ~np.isfinite(whole) | (whole < float(info.min)) | (whole >= float(info.max) + (1 if info.bits < 64 else 0))
        array = np.where(outside, 0, whole).astype(dtype)
        return unknown_where(discrete(array, v), outside)


# ---- elementwise


def _arithmetic(name: str) -> Callable[..., Value]:
    def theirs(*operands: Any) -> Value:
        with np.errstate(all="ignore"):
            (a, b), dtype = met(*operands)
            x, y = a.array, b.array
            if dtype == np.bool_:
                return discrete({"add": x | y, "mul": x & y, "sub": x ^ y}[name], a, b)
            array = np.asarray({"add": np.add, "sub": np.subtract, "mul": np.multiply}[name](x, y)).astype(dtype)
            if not is_float(dtype):
                return discrete(array, a, b)
            return _with_error(name, a, b, array)

    return theirs


def _with_error(name: str, a: Value, b: Value, array: np.ndarray) -> Value:
    """A sum or product of floats; a product is allowed one ULP, as it may be contracted with a sum."""
    own = spacing(array)
    if name == "mul":
        error = np.abs(a.wide) * b.error + np.abs(b.wide) * a.error + a.error * b.error + own
    else:
        error = np.where(inexact(a, b), a.error + b.error + own, 0.0)
    error = np.where(np.isnan(error), np.inf, error)
    off = np.broadcast_to(inexact(a, b), array.shape)
    most = np.abs(array.astype(np.float64)) + error >= float(
        np.finfo(np.float64).max if array.dtype == np.float64 else _most(array)
    )
    # a product that overflows, and is then added, may be finite where it is contracted
    error = np.where(
        ~np.isfinite(array.astype(np.float64))
        & (off | (name == "mul") & np.isinf(array.astype(np.float64)) & np.isfinite(a.wide * b.wide)),
        np.inf,
        error,
    )
    return Value(array, np.where(most & np.isfinite(array.astype(np.float64)), np.inf, error), a.signs and b.signs)


def _most(array: np.ndarray) -> float:
    import ml_dtypes

    return float(ml_dtypes.finfo(array.dtype).max)


def _floats(*operands: Any) -> tuple[list[Value], np.dtype]:
    """Operands of a division: integers become the default float."""
    values = [
        cast_value(x, np.dtype("float32"))
        if isinstance(x, Value) and not x.is_float and any(not isinstance(y, Value) for y in operands)
        else x
        for x in operands
    ]
    found, dtype = met(*values)
    return ([cast_value(v, np.dtype("float32")) for v in found], np.dtype("float32")) if not is_float(dtype) else (found, dtype)


def _divide(*operands: Any) -> Value:
    with np.errstate(all="ignore"):
        (a, b), dtype = _floats(*operands)
        quotient = a.wide / b.wide
        below = np.abs(b.wide) - b.error
        error = (a.error + np.abs(quotient) * b.error) / np.where(below > 0, below, np.nan)
        array = quotient.astype(dtype)
        found = rounded(quotient, dtype, np.where(inexact(a, b), np.where(np.isnan(error), np.inf, error), 0.0), 3.0)
        lost = np.broadcast_to(inexact(a, b), array.shape) & ~np.isfinite(array.astype(np.float64))
        if not (a.signs and b.signs):
            lost = lost | np.broadcast_to(b.wide == 0, array.shape)
        return unknown_where(Value(found.array, found.error, a.signs and b.signs), lost)


def _floor(v: Value) -> Value:
    """The integer at or below, unknown where the error reaches one."""
    if not v.is_float:
        return v
    low, high = np.floor(v.wide - v.error), np.floor(v.wide + v.error)
    return unknown_where(Value(np.floor(v.wide).astype(v.array.dtype), np.zeros(v.shape), False), (low != high) & (v.error > 0))


def _floor_divide(*operands: Any) -> Value:
    with np.errstate(all="ignore"):
        (a, b), dtype = met(*operands)
        if is_float(dtype):
            found = _floor(_divide(a, b))
            # NumPy divides what is left of a without its remainder, which infinity does not have
            return Value(np.where(np.isinf(a.array) & (b.wide != 0), np.nan, found.array).astype(dtype), found.error, found.signs)
        if dtype == np.bool_:
            a, b = cast_value(a, np.dtype("int8")), cast_value(b, np.dtype("int8"))
        found = np.where(b.array == 0, 0, np.floor_divide(a.array, np.where(b.array == 0, np.ones_like(b.array), b.array)))
        return discrete(found.astype(a.array.dtype), a, b)


def _modulo(*operands: Any) -> Value:
    with np.errstate(all="ignore"):
        (a, b), dtype = met(*operands)
        if dtype == np.bool_:
            a, b, dtype = cast_value(a, np.dtype("int8")), cast_value(b, np.dtype("int8")), np.dtype("int8")
        if not is_float(dtype):
            found = np.where(b.array == 0, 0, np.mod(a.array, np.where(b.array == 0, np.ones_like(b.array), b.array)))
            return discrete(found.astype(dtype), a, b)
        rest, quotient = np.mod(a.wide, b.wide), a.wide / b.wide
        error = np.where(
            np.isfinite(quotient), 4 * spacing(a.array.astype(dtype)) + 4 * (np.abs(quotient) + 1) * _ulp_of(b.wide, dtype), 0
        )
        near = (
            np.isfinite(quotient)
            & (np.abs(quotient - np.round(quotient)) <= np.abs(quotient) * 8 * _epsilon(dtype))
            & (rest != 0)
        )
        whole = np.isfinite(quotient) & (rest == 0)
        infinite = np.isinf(b.wide) & np.isfinite(a.wide)
        found = rounded(rest, dtype, np.where(infinite, 0, error), 4, False)
        return unknown_where(
            found,
            near
            | whole & (np.abs(quotient) > 1 / _epsilon(dtype))
            | inexact(a, b)
            | whole & (np.abs(quotient) > 64)
            | np.isfinite(quotient) & (np.abs(quotient) > 0.1 / _epsilon(dtype))
            | np.isinf(quotient) & np.isfinite(a.wide) & (b.wide != 0)
            | (np.abs(a.wide) < 1e-30) & (a.wide != 0)
            | (np.abs(b.wide) < 1e-30) & (b.wide != 0),
        )


def _epsilon(dtype: np.dtype) -> float:
    import ml_dtypes

    return float(ml_dtypes.finfo(dtype).eps)


def _ulp_of(wide: np.ndarray, dtype: np.dtype) -> np.ndarray:
    return spacing(np.asarray(wide).astype(dtype))


def _compare(fn: Callable[[Any, Any], Any]) -> Callable[..., Value]:
    def theirs(a: Value, b: Any) -> Value:
        with np.errstate(all="ignore"):
            if not isinstance(b, Value) and isinstance(b, int) and not a.is_float and a.array.dtype != np.bool_:
                return discrete(
                    np.vectorize(lambda x: fn(int(x), b), otypes=[bool])(a.array) if a.array.size else a.array.astype(bool), a
                )
            (x, y), _ = met(a, b)
            return discrete(fn(x.array, y.array), x, y)

    return theirs


def _extreme(fn: Callable[[Any, Any], Any]) -> Callable[..., Value]:
    def theirs(*operands: Any) -> Value:
        (a, b), dtype = met(*operands)
        wide = fn(a.wide, b.wide) if is_float(dtype) else None
        array = fn(a.array, b.array) if wide is None else wide.astype(dtype)
        error = np.maximum(a.error, b.error) + np.zeros(array.shape)
        return Value(array, np.where(inexact(a, b) & ~np.isfinite(array.astype(np.float64)), np.inf, error), False)

    return theirs


def number_or_value(fits: Callable[[Value], bool], numbers: Callable[[random.Random, Value], Any] = scalar) -> Draw:
    """One operand and a Python number, in the order of the parameter `reverse`."""
    return one(lambda rng, v: (numbers(rng, v), rng.random() < 0.5), fits)


def _beside(fn: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    return lambda x, number, reverse: fn(number, x) if reverse else fn(x, number)


def _is_number(v: Value) -> bool:
    return v.array.dtype != np.bool_


def _is_float(v: Value) -> bool:
    return v.is_float


def _is_whole(v: Value) -> bool:
    return not v.is_float


def _is_integer(v: Value) -> bool:
    return not v.is_float and v.array.dtype != np.bool_


def _not_narrow(v: Value) -> bool:
    return not v.name.startswith("fp8")


_python: dict[str, tuple[Callable[[Any, Any], Any], Callable[..., Value], Callable[[Value], bool]]] = {
    "add": (lambda a, b: a + b, _arithmetic("add"), _not_narrow),
    "sub": (lambda a, b: a - b, _arithmetic("sub"), _is_number),
    "mul": (lambda a, b: a * b, _arithmetic("mul"), _not_narrow),
    "div": (lambda a, b: a / b, _divide, _not_narrow),
    "floordiv": (lambda a, b: a // b, _floor_divide, _not_narrow),
    "mod": (lambda a, b: a % b, _modulo, _not_narrow),
}
for _name, (_fn, _theirs, _fits) in _python.items():
    op(_name, two(_fits), _fn, _theirs)
    op(f"{_name}_number", number_or_value(_fits), _beside(_fn), _beside(_theirs))


def _wide_number(rng: random.Random, v: Value) -> Any:
    """A number, that need not fit."""
    return rng.choice((rng.randint(-300, 300), 1 << 31, -(1 << 40), (1 << 64) - 1, 1 << 63, scalar(rng, v)))


_comparisons: dict[str, Callable[[Any, Any], Any]] = {
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
}
for _name, _fn in _comparisons.items():
    op(_name, two(), _fn, _compare(_fn))
    op(f"{_name}_number", one(lambda rng, v: ((_wide_number if _is_integer(v) else scalar)(rng, v),)), _fn, _compare(_fn))

op("maximum", two(_not_narrow), Tensor.maximum, _extreme(np.maximum))
op("minimum", two(_not_narrow), Tensor.minimum, _extreme(np.minimum))
for _name, _bits in {"and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}.items():
    op(
        _name,
        two(_is_whole, lambda a, b: promote(to_dtype(a.name), to_dtype(b.name)) not in dtypes.floats),
        {"and": lambda a, b: a & b, "or": lambda a, b: a | b, "xor": lambda a, b: a ^ b}[_name],
        lambda a, b, fn=_bits: discrete(fn(*(v.array for v in met(a, b)[0])), a, b),
    )
op("not", one(fits=_is_whole), lambda x: ~x, lambda x: discrete(~x.array, x))
op("neg", one(fits=_is_number), lambda x: -x, lambda x: moved(x, lambda a: -a if a is x.array else a))
op("abs", one(fits=_is_number), Tensor.abs, lambda x: Value(np.abs(x.array), x.error, False))
op("logical_not", one(), Tensor.logical_not, lambda x: discrete(x.array == 0, x))
op(
    "sign",
    one(fits=_is_number),
    Tensor.sign,
    lambda x: Value(np.sign(x.wide).astype(x.array.dtype) if x.is_float else np.sign(x.array), discrete(x.array, x).error, False),
)
op("relu", one(fits=_is_number), Tensor.relu, lambda x: Value(np.maximum(x.array, np.zeros((), x.array.dtype)), x.error, False))


def _shifted(x: Value, n: int, left: bool) -> Value:
    return discrete((np.left_shift if left else np.right_shift)(x.array, np.asarray(n).astype(x.array.dtype)), x)


op(
    "lshift",
    one(lambda rng, v: (rng.randrange(8 * v.array.itemsize),), _is_integer),
    lambda x, n: x << n,
    lambda x, n: _shifted(x, n, True),
)
op(
    "rshift",
    one(lambda rng, v: (rng.randrange(8 * v.array.itemsize),), _is_integer),
    lambda x, n: x >> n,
    lambda x, n: _shifted(x, n, False),
)
op(
    "shift_by",
    two(_is_integer, lambda a, b: a.array.dtype == b.array.dtype),
    lambda x, n: x << (n & (x.dtype.bits - 1)),
    lambda x, n: discrete(np.left_shift(x.array, n.array & np.asarray(8 * x.array.itemsize - 1, x.array.dtype)), x, n),
)
for _name, _whole in {"floor": np.floor, "ceil": np.ceil, "trunc": np.trunc, "round": np.round}.items():
    op(
        _name,
        one(fits=_not_narrow),
        getattr(Tensor, _name),
        lambda x, fn=_whole: Value(fn(x.wide).astype(x.array.dtype), discrete(x.array, x).error, False) if x.is_float else x,
    )
for _name, _test in {"isnan": np.isnan, "isinf": np.isinf, "isfinite": np.isfinite}.items():
    op(
        _name,
        one(fits=lambda v: v.is_float and _not_narrow(v)),
        getattr(Tensor, _name),
        lambda x, fn=_test: discrete(fn(x.wide), x),
    )


def _square_root(x: Value) -> Value:
    with np.errstate(all="ignore"):
        root = np.sqrt(x.wide)
        found = rounded(root, x.array.dtype, np.where(x.error > 0, x.error / np.maximum(root, 1e-300), 0), 2, x.signs)
        return unknown_where(found, (x.error > 0) & ~(x.wide > 2 * x.error))


op("sqrt", one(fits=lambda v: v.is_float and _not_narrow(v)), Tensor.sqrt, _square_root)
op(
    "reciprocal",
    one(fits=lambda v: v.is_float and _not_narrow(v)),
    Tensor.reciprocal,
    lambda x: _divide(exact(np.ones((), x.array.dtype)), x),
)


def _where(condition: Value, a: Any, b: Any) -> Value:
    (x, y), _ = met(a, b)
    chosen, array = condition.array != 0, np.where(condition.array != 0, x.array, y.array)
    error = np.where(chosen, x.error, y.error) + np.where(condition.error > 0, np.inf, 0.0)
    return Value(array, error, x.signs and y.signs)


def _draw_where(rng: random.Random, values: Sequence[Value]) -> Any:
    found = two()(rng, values)
    if found is None:
        return None
    (i, j), _ = found
    shape = np.broadcast_shapes(values[i].shape, values[j].shape)
    k = pick(rng, values, lambda v: _broadcast(exact(np.zeros(shape)), v))
    return None if k is None else ((k, i, j), ())


op("where", _draw_where, lambda c, a, b: c.where(a, b), _where)
op(
    "where_number",
    lambda rng, values: (lambda found: None if found is None else (found[0], (scalar(rng, values[found[0][1]]),)))(
        two()(rng, values)
    ),
    lambda c, a, number: c.where(a, number),
    _where,
)
op(
    "clip",
    one(lambda rng, v: (1, 5) if _is_integer(v) else (-1.5, 2.0), lambda v: _is_number(v) and _not_narrow(v)),
    Tensor.clip,
    lambda x, low, high: Value(
        np.clip(x.wide, low, high).astype(x.array.dtype) if x.is_float else np.clip(x.array, low, high), x.error, False
    ),
)


# ---- casts


_CASTS = ("bool", *INTS, *FLOATS)


def cast_targets(rng: random.Random, v: Value) -> tuple[str]:
    return (rng.choice(_CASTS),)


op("cast", one(cast_targets), Tensor.cast, lambda x, name: cast_value(x, twin(name)))


def _bit_targets(rng: random.Random, v: Value) -> tuple[str] | None:
    found = [
        n
        for n in (*INTS, *FLOATS)
        if twin(n).itemsize == v.array.itemsize
        or (
            v.array.ndim
            and v.shape[-1] * v.array.itemsize % twin(n).itemsize == 0
            and v.shape[-1]
            and v.array.size * v.array.itemsize <= MOST
        )
    ]
    return (rng.choice(found),) if found else None


def _bitcast(x: Value, name: str) -> Value:
    target = twin(name)
    doubtful = (x.error > 0) | (np.isnan(x.wide) if x.is_float else False)
    if x.is_float:
        doubtful = doubtful | ((x.wide == 0) & (not x.signs)) | ((np.abs(x.wide) < _tiny(x.array.dtype)) & (x.wide != 0))
    array = np.ascontiguousarray(x.array).reshape(x.shape).view(target)
    doubtful = np.broadcast_to(doubtful, x.shape)
    if target.itemsize > x.array.itemsize:
        doubtful = doubtful.reshape(*array.shape, target.itemsize // x.array.itemsize).any(-1)
    elif target.itemsize < x.array.itemsize:
        doubtful = np.repeat(doubtful, x.array.itemsize // target.itemsize, -1)
    if is_float(target):
        with np.errstate(all="ignore"):
            wide = array.astype(np.float64)
        small = (np.abs(wide) < _tiny(target)) & (wide != 0)
        return unknown_where(exact(array), doubtful | small)
    return unknown_where(exact(array), doubtful)


def _tiny(dtype: np.dtype) -> float:
    import ml_dtypes

    return float(ml_dtypes.finfo(dtype).smallest_normal)


op("bitcast", one(_bit_targets, lambda v: v.array.dtype != np.bool_ and _not_narrow(v)), Tensor.bitcast, _bitcast)


# ---- reductions, scans, sorting


def _reduced(name: str) -> Callable[..., Value]:
    def theirs(x: Value, axis: Any, keep: bool) -> Value:
        with np.errstate(all="ignore"):
            return _reduce(name, x, axis, keep)

    return theirs


def _reduce(name: str, x: Value, axis: Any, keep: bool) -> Value:
    doubtful = (x.error > 0).any(axis=axis, keepdims=keep)
    if name in ("any", "all"):
        return unknown_where(exact(getattr(np, name)(x.array != 0, axis=axis, keepdims=keep)), doubtful)
    if name in ("max", "min"):
        array = getattr(np, name)(x.wide if x.is_float else x.array, axis=axis, keepdims=keep).astype(x.array.dtype)
        return Value(array, np.max(x.error, axis=axis, keepdims=keep), False)
    kind = x.array.dtype if x.is_float else twin(sum_acc_dtype(to_dtype(x.name)).name)
    if name == "prod" or name == "sum":
        kind = twin(_sum_dtype(name, x))
        if not is_float(kind):
            return unknown_where(exact(getattr(np, name)(x.array, axis=axis, keepdims=keep, dtype=kind)), doubtful)
    if not x.is_float:
        x, kind = cast_value(x, np.dtype("float32")), np.dtype("float32")
    count = x.array.size if axis is None else x.shape[axis]
    sizes = np.abs(x.wide)
    if name == "prod":
        wide = np.prod(x.wide, axis=axis, keepdims=keep)
        relative = np.sum(
            np.where(sizes > 0, x.error / np.where(sizes > 0, sizes, 1), np.where(x.error > 0, np.inf, 0)),
            axis=axis,
            keepdims=keep,
        )
        with np.errstate(all="ignore"):
            error = np.abs(wide) * (np.expm1(relative) + 2 * count * _accumulated(kind))
        lost = (
            ~np.isfinite(wide) & doubtful
            | (np.prod(np.maximum(sizes, 1), axis=axis, keepdims=keep) > 1e30)
            | (np.prod(np.where(sizes > 0, np.minimum(sizes, 1), 1), axis=axis, keepdims=keep) < 1e-30)
        )
        return unknown_where(rounded(wide, kind, np.nan_to_num(error, nan=np.inf, posinf=np.inf), 1, False), lost)
    wide = np.sum(x.wide, axis=axis, keepdims=keep)
    error = np.sum(x.error, axis=axis, keepdims=keep) + np.sum(sizes, axis=axis, keepdims=keep) * count * _accumulated(kind)
    lost = np.sum(sizes, axis=axis, keepdims=keep) > 1e37
    lost = lost & (np.any(np.isfinite(x.wide) & (sizes > 1e30), axis=axis, keepdims=keep) | doubtful)
    if name == "mean":
        wide, error = wide / max(count, 1), error / max(count, 1)
    error = np.where(np.isfinite(wide), error, np.where(doubtful, np.inf, 0))
    return unknown_where(rounded(wide, kind, error, 2, False), lost)


def _accumulated(kind: np.dtype) -> float:
    return _epsilon(kind) if kind.itemsize == 8 else 2.0**-23


def _sum_dtype(name: str, x: Value) -> str:
    given = Tensor.empty(1, dtype=x.name)
    return getattr(given, name)().dtype.name


for _name in ("sum", "prod", "max", "min", "mean", "any", "all"):
    op(
        _name,
        one(
            lambda rng, v: (rng.choice((None, axis_of(rng, v))), rng.random() < 0.5),
            lambda v: v.array.size > 0 and _not_narrow(v) and (v.array.ndim > 0),
        ),
        lambda x, axis, keep, name=_name: getattr(x, name)(axis, keep),
        _reduced(_name),
    )


def _scan(name: str) -> Callable[..., Value]:
    def theirs(x: Value, axis: int) -> Value:
        parts = [
            _reduce(
                "sum" if name == "cumsum" else "max",
                Value(*(np.take(a, range(n + 1), axis) for a in (x.array, x.error))),
                axis,
                True,
            )
            for n in range(x.shape[axis])
        ]
        return Value(np.concatenate([p.array for p in parts], axis), np.concatenate([p.error for p in parts], axis), False)

    return theirs


op(
    "cumsum",
    one(lambda rng, v: (axis_of(rng, v),), lambda v: v.array.ndim > 0 and v.array.size > 0 and _not_narrow(v)),
    Tensor.cumsum,
    _scan("cumsum"),
)


def _has_nan(v: Value) -> bool:
    return v.is_float and bool(np.isnan(v.wide).any())


def _sorts(v: Value) -> bool:
    return v.array.ndim > 0 and v.array.size > 0 and v.is_exact and not _has_nan(v) and _not_narrow(v)


def _sorted(x: Value, axis: int, descending: bool) -> np.ndarray:
    """The order of elements, equal ones as they were."""
    keys = x.wide if x.is_float else x.array
    order = np.argsort(keys if not descending else np.flip(keys, axis), axis=axis, kind="stable")
    return order if not descending else np.flip(x.shape[axis] - 1 - order, axis)


op(
    "sort",
    one(lambda rng, v: (axis_of(rng, v), rng.random() < 0.5), _sorts),
    lambda x, axis, down: x.sort(axis, down)[0],
    lambda x, axis, down: Value(np.take_along_axis(x.array, _sorted(x, axis, down), axis), np.zeros(x.shape), False),
)
op(
    "argsort",
    one(lambda rng, v: (axis_of(rng, v), rng.random() < 0.5), _sorts),
    lambda x, axis, down: x.sort(axis, down)[1],
    lambda x, axis, down: exact(_sorted(x, axis, down).astype(np.int32)),
)
op(
    "topk",
    one(lambda rng, v: (lambda axis: (rng.randint(1, v.shape[axis]), axis, rng.random() < 0.5))(axis_of(rng, v)), _sorts),
    lambda x, k, axis, largest: x.topk(k, axis, largest)[0],
    lambda x, k, axis, largest: Value(
        np.take(np.take_along_axis(x.array, _sorted(x, axis, largest), axis), range(k), axis),
        np.take(x.error, range(k), axis),
        False,
    ),
)
for _name in ("argmax", "argmin"):
    op(
        _name,
        one(lambda rng, v: (rng.choice((None, axis_of(rng, v))),), _sorts),
        getattr(Tensor, _name),
        lambda x, axis, name=_name: exact(
            np.asarray(getattr(np, name)(x.wide if x.is_float else x.array, axis=axis)).astype(np.int32)
        ),
    )


# ---- products


def _products(v: Value) -> bool:
    return v.array.ndim == 2 and _not_narrow(v) and v.array.dtype != np.bool_ and 0 not in v.shape


def _matmul(a: Value, b: Value) -> Value:
    with np.errstate(all="ignore"):
        (x, y), dtype = met(a, b)
        if not is_float(dtype):
            kind = twin(_matmul_dtype(x.name))
            return unknown_where(
                exact(np.matmul(x.array.astype(kind), y.array.astype(kind)).astype(kind)),
                np.matmul((x.error > 0) * 1.0, np.ones(y.shape)) + np.matmul(np.ones(x.shape), (y.error > 0) * 1.0) > 0,
            )
        sizes = np.matmul(np.abs(x.wide), np.abs(y.wide))
        error = (
            np.matmul(x.error, np.abs(y.wide) + y.error)
            + np.matmul(np.abs(x.wide), y.error)
            + sizes * (x.shape[-1] + 2) * _accumulated(dtype)
        )
        wide = np.matmul(x.wide, y.wide)
        # an operand of another dtype goes straight to the accumulator's: finite there, though the common dtype has no such number
        beyond = [(~np.isfinite(now.wide) & np.isfinite(v.wide)) * 1.0 for now, v in ((x, a), (y, b))]
        if any(mask.any() for mask in beyond):
            lost = np.matmul(beyond[0], np.ones(y.shape)) + np.matmul(np.ones(x.shape), beyond[1]) > 0
            most = np.nan_to_num(error, nan=np.inf, posinf=np.inf)
            return unknown_where(rounded(wide, dtype, most, 2, False), lost | ~(sizes < 1e37))
        return (
            unknown_where(
                rounded(wide, dtype, np.nan_to_num(error, nan=np.inf, posinf=np.inf), 2, False), ~(sizes < 1e37) | np.isnan(error)
            )
            if not (x.is_exact and y.is_exact and not np.isfinite(wide).all())
            else unknown_where(
                rounded(wide, dtype, np.where(np.isfinite(wide), error, 0), 2, False), (sizes > 1e37) & np.isfinite(sizes)
            )
        )


def _matmul_dtype(name: str) -> str:
    return (Tensor.empty(1, 1, dtype=name) @ Tensor.empty(1, 1, dtype=name)).dtype.name


op(
    "matmul",
    lambda rng, values: (
        lambda i: (
            None
            if i is None
            else (lambda j: None if j is None else ((i, j), ()))(
                pick(rng, values, lambda v: _products(v) and v.shape[0] == values[i].shape[1])
            )
        )
    )(pick(rng, values, _products)),
    lambda a, b: a @ b,
    _matmul,
)
op("matmul_self", one(fits=_products), lambda x: x @ x.T, lambda x: _matmul(x, moved(x, np.transpose)))


def _images(v: Value) -> bool:
    return v.array.ndim >= 2 and min(v.shape[-2:], default=0) >= 2 and v.array.size <= 64 and _not_narrow(v)


def _windows(x: np.ndarray, stride: int) -> np.ndarray:
    """(..., rows, columns, 4): windows of 2 x 2."""
    seen = np.lib.stride_tricks.sliding_window_view(x, (2, 2), axis=(-2, -1))[..., ::stride, ::stride, :, :]
    return seen.reshape(*seen.shape[:-2], 4)


def _as_images(x: Any) -> Any:
    return x.reshape(1, -1, *x.shape[-2:])


op(
    "max_pool",
    one(lambda rng, v: (rng.choice((1, 2)),), lambda v: _images(v) and not _has_nan(v) and _is_number(v)),
    lambda x, s: x.reshape(1, -1, *x.shape[-2:]).max_pool2d((2, 2), s),
    lambda x, s: Value(_windows(_as_images(x.array), s).max(-1), _windows(_as_images(x.error), s).max(-1), False),
)
op(
    "avg_pool",
    one(lambda rng, v: (rng.choice((1, 2)),), lambda v: _images(v) and v.is_float),
    lambda x, s: x.reshape(1, -1, *x.shape[-2:]).avg_pool2d((2, 2), s),
    lambda x, s: _reduce("mean", Value(_windows(_as_images(x.array), s), _windows(_as_images(x.error), s)), -1, False),
)


def _conv(x: Value, stride: int, kernel: tuple[int, ...]) -> Value:
    seen = Value(_windows(_as_images(x.array).swapaxes(0, 1), stride), _windows(_as_images(x.error).swapaxes(0, 1), stride))
    weights = exact(np.asarray(kernel).astype(x.array.dtype))
    flat = Value(seen.array.reshape(-1, 4), seen.error.reshape(-1, 4))
    found = _matmul(flat, exact(weights.array.reshape(4, 1)))
    return moved(found, lambda a: a.reshape(seen.array.shape[:-1]))


op(
    "conv",
    one(
        lambda rng, v: (rng.choice((1, 2)), tuple(rng.randint(0 if v.name.startswith("u") else -2, 3) for _ in range(4))),
        lambda v: _images(v) and _is_number(v),
    ),
    lambda x, s, w: x.reshape(-1, 1, *x.shape[-2:]).conv2d(
        Tensor([[[list(w[:2]), list(w[2:])]]], dtype=x.dtype, device=x.device), stride=s
    ),
    _conv,
)


# ---- movement and indexing


def _shapes(rng: random.Random, v: Value) -> tuple[Any]:
    n = v.array.size
    divisors = [d for d in range(1, n + 1) if n % d == 0] if n else [1]
    first = rng.choice(divisors)
    return (rng.choice(((n,), (first, n // first if n else 0), (1, n), (first, -1)) if n else ((0,), (0, 1), (3, 0))),)


op("reshape", one(_shapes), lambda x, shape: x.reshape(shape), lambda x, shape: moved(x, lambda a: a.reshape(shape)))
op(
    "permute",
    one(lambda rng, v: (tuple(rng.sample(range(v.array.ndim), v.array.ndim)),)),
    lambda x, order: x.permute(order),
    lambda x, order: moved(x, lambda a: a.transpose(order)),
)
op(
    "flip",
    one(lambda rng, v: (axis_of(rng, v),), lambda v: v.array.ndim > 0),
    Tensor.flip,
    lambda x, axis: moved(x, lambda a: np.flip(a, axis)),
)
op(
    "expand",
    one(lambda rng, v: (rng.randint(1, 3),), lambda v: v.array.size <= MOST // 3),
    lambda x, n: x.expand(n, *x.shape),
    lambda x, n: moved(x, lambda a: np.broadcast_to(a, (n, *a.shape)).copy()),
)
op(
    "repeat",
    one(
        lambda rng, v: (tuple(rng.randint(1, 2) for _ in v.shape),), lambda v: 0 < v.array.ndim < 4 and v.array.size <= MOST // 8
    ),
    lambda x, n: x.repeat(n),
    lambda x, n: moved(x, lambda a: np.tile(a, n)),
)
op(
    "roll",
    one(lambda rng, v: (rng.randint(-3, 3), axis_of(rng, v)), lambda v: v.array.ndim > 0 and v.array.size > 0),
    Tensor.roll,
    lambda x, n, axis: moved(x, lambda a: np.roll(a, n, axis)),
)
op(
    "unsqueeze",
    one(lambda rng, v: (rng.randint(0, v.array.ndim),), lambda v: v.array.ndim < 4),
    Tensor.unsqueeze,
    lambda x, axis: moved(x, lambda a: np.expand_dims(a, axis)),
)
op(
    "tril",
    one(lambda rng, v: (rng.randint(-2, 2),), lambda v: v.array.ndim >= 2),
    Tensor.tril,
    lambda x, k: moved(x, lambda a: np.tril(a, k)),
)
op("contiguous", one(), Tensor.contiguous, lambda x: x)
op("realize", one(), lambda x: x.clone().realize(), lambda x: x)

_MODES = {"constant": "constant", "reflect": "reflect", "replicate": "edge", "circular": "wrap"}


def _pads(rng: random.Random, v: Value) -> tuple[Any, ...] | None:
    if not v.array.ndim or not v.array.size or v.array.size > MOST // 4:
        return None
    mode = rng.choice(tuple(_MODES))
    most = [{"reflect": n - 1, "circular": n}.get(mode, 3) for n in v.shape]
    widths = tuple((rng.randint(0, min(3, m)), rng.randint(0, min(3, m))) for m in most)
    return widths, mode, rng.choice((0, scalar(rng, v))) if mode == "constant" else 0


def _pad(x: Value, widths: Any, mode: str, value: Any) -> Value:
    if mode != "constant":
        return moved(x, lambda a: np.pad(a, widths, mode=_MODES[mode]))
    (y, filled), _ = (
        met(x, value)
        if value != 0
        else ([x, exact(np.zeros((), x.array.dtype))], None)
    )
    return Value(np.pad(y.array, widths, constant_values=filled.array[()]), np.pad(y.error, widths), y.signs)


op("pad", one(_pads, lambda v: _not_narrow(v)), lambda x, widths, mode, value: x.pad(widths, mode=mode, value=value), _pad)


def _join(values: Sequence[Value], axis: int, fn: Callable[..., np.ndarray]) -> Value:
    found, _ = met(*values)
    return Value(fn([v.array for v in found], axis), fn([v.error for v in found], axis), all(v.signs for v in found))


def _draw_join(new: bool) -> Draw:
    def draw(rng: random.Random, values: Sequence[Value]) -> Any:
        i = pick(rng, values, lambda v: v.array.size <= MOST // 2 and (new or v.array.ndim > 0) and v.array.ndim < 4)
        if i is None:
            return None
        axis = rng.randint(0, values[i].array.ndim - (not new))

        def rest(v: Value) -> list[int]:
            return [n for a, n in enumerate(v.shape) if new or a != axis]

        j = pick(
            rng,
            values,
            lambda v: v.array.ndim == values[i].array.ndim and rest(v) == rest(values[i]) and v.array.size <= MOST // 2,
        )
        return None if j is None else ((i, j), (axis,))

    return draw


op("cat", _draw_join(False), lambda a, b, axis: a.cat(b, dim=axis), lambda a, b, axis: _join((a, b), axis, np.concatenate))
op("stack", _draw_join(True), lambda a, b, axis: a.stack(b, dim=axis), lambda a, b, axis: _join((a, b), axis, np.stack))


def _subscripts(rng: random.Random, v: Value) -> tuple[Any]:
    found: list[Any] = []
    for n in v.shape:
        kind = rng.random()
        if kind < 0.2 and n:
            found.append(rng.randrange(-n, n))
        elif kind < 0.75:
            found.append(
                ("slice", *(rng.choice((None, rng.randint(-n - 1, n + 1))) for _ in range(2)), rng.choice((None, 1, 2, -1, -2)))
            )
        elif kind < 0.9 and n and not any(isinstance(f, list) for f in found):
            found.append([rng.randrange(-n, n) for _ in range(rng.randint(1, 3))])
        else:
            found.append(("slice", None, None, None))
    if rng.random() < 0.2:
        found.insert(rng.randint(0, len(found)), None)
    # NumPy and torch differ where ints stand beside lists, so these come alone
    if any(isinstance(f, list) for f in found):
        found = [f for f in found if f is not None]
    if any(isinstance(f, list) for f in found):
        found = [("slice", None, None, None) if isinstance(f, int) else f for f in found]
    return (tuple(tuple(f) if isinstance(f, list) else f for f in found),)


def subscript(found: tuple[Any, ...]) -> tuple[Any, ...]:
    """The parameter as what stands between brackets."""
    return tuple(
        slice(*f[1:]) if isinstance(f, tuple) and f and f[0] == "slice" else list(f) if isinstance(f, tuple) else f for f in found
    )


op("getitem", one(_subscripts), lambda x, at: x[subscript(at)], lambda x, at: moved(x, lambda a: a[subscript(at)]))


def _set(x: Value, at: Any, value: Any) -> Value:
    array, error = x.array.copy(), x.error.copy()
    with np.errstate(all="ignore"):
        array[subscript(at)] = np.asarray(value).astype(array.dtype)
    error[subscript(at)] = 0
    return Value(array, error, x.signs)


def _set_ours(x: Tensor, at: Any, value: Any) -> Tensor:
    x = x.clone()
    x[subscript(at)] = value
    return x


op("setitem", one(lambda rng, v: (*_subscripts(rng, v), rng.choice((0, 1, True, 3))), lambda v: _not_narrow(v)), _set_ours, _set)


def _masks(rng: random.Random, v: Value) -> tuple[Any] | None:
    return (tuple(rng.random() < 0.5 for _ in range(v.shape[0])),) if v.array.ndim else None


op(
    "mask",
    one(_masks, lambda v: v.array.ndim > 0),
    lambda x, mask: x[list(mask)] if mask else x,
    lambda x, mask: moved(x, lambda a: a[np.asarray(mask, bool)] if mask else a),
)


def _gathers(rng: random.Random, v: Value) -> tuple[Any, ...] | None:
    if not v.array.ndim or not v.array.size:
        return None
    axis = rng.randrange(v.array.ndim)
    return (
        axis,
        tuple(rng.randrange(v.shape[axis]) for _ in range(rng.randint(1, 4))),
        rng.choice(("int32", "int64", "uint8", "int8")),
    )


def _spread(index: Any, axis: int, shape: tuple[int, ...]) -> np.ndarray:
    """An index of one axis, the same for all others."""
    return np.broadcast_to(
        np.asarray(index).reshape([-1 if a == axis else 1 for a in range(len(shape))]),
        [len(index) if a == axis else n for a, n in enumerate(shape)],
    ).copy()


op(
    "gather",
    one(_gathers),
    lambda x, axis, index, kind: x.gather(axis, Tensor(_spread(index, axis, x.shape).astype(kind), device=x.device)),
    lambda x, axis, index, kind: moved(x, lambda a: np.take_along_axis(a, _spread(index, axis, x.shape), axis)),
)


def _scattered(x: Value, axis: int, index: Any, kind: str) -> Value:
    found = x.array.copy()
    for n, i in enumerate(index):
        found[(*[slice(None)] * axis, i)] = np.asarray(n + 1).astype(found.dtype)
    error = x.error.copy()
    error[(*[slice(None)] * axis, list(index))] = 0
    return Value(found, error, x.signs)


def _scatter_ours(x: Tensor, axis: int, index: Any, kind: str) -> Tensor:
    places = _spread(index, axis, x.shape)
    src = _spread(range(1, len(index) + 1), axis, x.shape)
    return x.scatter(
        axis, Tensor(places.astype(kind), device=x.device), Tensor(src.astype(np.int8), device=x.device).cast(x.dtype)
    )


op("scatter", one(_gathers, lambda v: v.array.size <= 60), _scatter_ours, _scattered)
op(
    "one_hot",
    one(lambda rng, v: (rng.randint(1, 4),), lambda v: _is_integer(v) and v.array.size <= 50 and v.is_exact and v.array.ndim < 4),
    lambda x, n: (x & 3).one_hot(n + 3)[..., : n + 3],
    lambda x, n: exact(((x.array & np.asarray(3, x.array.dtype))[..., None] == np.arange(n + 3)).astype(np.int32)),
)
op(
    "any_of_index",
    one(lambda rng, v: (), lambda v: _is_integer(v) and 0 < v.array.size <= 20 and v.is_exact),
    lambda x: Tensor([3, 1, 4, 1, 5, 9, 2, 6], device=x.device)[x & 7],
    lambda x: exact(np.asarray([3, 1, 4, 1, 5, 9, 2, 6], np.int32)[(x.array & 7).astype(np.int64)]),
)
op(
    "arange_like",
    one(lambda rng, v: (rng.randint(-5, 5), rng.choice((1, 2, -3))), lambda v: v.array.ndim > 0),
    lambda x, start, step: Tensor.arange(start, start + step * x.shape[-1], step, device=x.device),
    lambda x, start, step: exact(np.arange(start, start + step * x.shape[-1], step, dtype=np.int32)),
)
