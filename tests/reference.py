"""A second, independent meaning of the tensor graph: every op evaluated with NumPy, node by node.

In: a tensor or a node. Out: its value. Nothing is scheduled, compiled or run: what disagrees with this is wrong somewhere else,
or here. ASSIGN gives the value assigned and changes no memory.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np

from heddle.dtype import DType
from heddle.uop import GroupOp, Ops, UOp

_SPECIAL = {"bfloat16": ml_dtypes.bfloat16, "fp8e4m3": ml_dtypes.float8_e4m3fn, "fp8e5m2": ml_dtypes.float8_e5m2,
            "fp8e4m3fnuz": ml_dtypes.float8_e4m3fnuz, "fp8e5m2fnuz": ml_dtypes.float8_e5m2fnuz}


def numpy_dtype(dtype: DType) -> np.dtype:
    """NumPy's twin of a dtype; ml_dtypes' for those NumPy lacks."""
    return np.dtype("int64") if dtype.name == "index" else np.dtype(_SPECIAL.get(dtype.name, dtype.name))


def evaluate(value: Any) -> np.ndarray:
    """The value of a tensor or node, in its own dtype."""
    root: UOp = value.uop if hasattr(value, "uop") else value
    found: dict[UOp, np.ndarray] = {}
    with np.errstate(all="ignore"):
        for node in root.toposort():
            if node.op is Ops.DEVICE: continue
            found[node] = _value(node, [found[s] for s in node.src if s.op is not Ops.DEVICE])
    return found[root]


def _value(node: UOp, src: list[np.ndarray]) -> np.ndarray:
    dtype = numpy_dtype(node.dtype)
    if node.op in GroupOp.ALU: result = _ALU[node.op](*src)
    elif node.op in _MOVES: result = _MOVES[node.op](src[0], node.arg)
    elif node.op in (Ops.CONTIGUOUS, Ops.COPY, Ops.DETACH, Ops.CUSTOM_GRADIENT): result = src[0]
    else: result = _OTHERS[node.op](node, src)
    result = np.asarray(result)
    assert result.shape == node.shape, (node.op, result.shape, node.shape)
    return result.astype(dtype) if result.dtype != dtype else result


# ---- elementwise


def _shifted(a: np.ndarray, b: np.ndarray, left: bool) -> np.ndarray:
    b = b.astype(a.dtype)
    return np.left_shift(a, b) if left else np.right_shift(a, b)


def _floor_divide(a: np.ndarray, b: np.ndarray) -> np.ndarray: return np.where(b == 0, 0, np.floor_divide(a, np.where(b == 0, 1, b)))
def _modulo(a: np.ndarray, b: np.ndarray) -> np.ndarray: return np.where(b == 0, 0, np.mod(a, np.where(b == 0, 1, b)))


def _wide(fn: Callable[..., Any]) -> Callable[..., np.ndarray]:
    """Computed in float64 and rounded once."""
    return lambda *xs: fn(*(x.astype(np.float64) for x in xs)).astype(xs[0].dtype)


_ALU: dict[Ops, Callable[..., Any]] = {
    Ops.NEG: lambda a: -a, Ops.EXP2: _wide(np.exp2), Ops.LOG2: _wide(np.log2), Ops.SIN: _wide(np.sin), Ops.COS: _wide(np.cos),
    Ops.SQRT: _wide(np.sqrt),
    Ops.RECIPROCAL: _wide(lambda a: 1 / a), Ops.TRUNC: np.trunc, Ops.NOT: np.invert,
    Ops.ADD: lambda a, b: a + b, Ops.SUB: lambda a, b: a - b, Ops.MUL: lambda a, b: a * b, Ops.FDIV: lambda a, b: a / b,
    Ops.IDIV: _floor_divide, Ops.MOD: _modulo, Ops.MAX: np.maximum, Ops.AND: np.bitwise_and, Ops.OR: np.bitwise_or,
    Ops.XOR: np.bitwise_xor, Ops.SHL: lambda a, b: _shifted(a, b, True), Ops.SHR: lambda a, b: _shifted(a, b, False),
    Ops.CMPLT: np.less, Ops.CMPNE: np.not_equal, Ops.CMPEQ: np.equal, Ops.WHERE: np.where, Ops.MULACC: lambda a, b, c: a * b + c,
}


# ---- movement

_MOVES: dict[Ops, Callable[[np.ndarray, Any], np.ndarray]] = {
    Ops.RESHAPE: lambda x, shape: x.reshape(shape), Ops.PERMUTE: lambda x, axes: x.transpose(axes),
    Ops.EXPAND: lambda x, shape: np.broadcast_to(x, shape),
    Ops.PAD: lambda x, widths: np.pad(x, widths) if x.ndim else x,
    Ops.SHRINK: lambda x, parts: x[tuple(slice(b, e) for b, e in parts)],
    Ops.FLIP: lambda x, axes: np.flip(x, axes),
}


# ---- the rest


def _buffer(node: UOp, _: list[np.ndarray]) -> np.ndarray:
    from heddle.device.buffer import uop_buffer
    return np.frombuffer(uop_buffer(node).tobytes(), numpy_dtype(node.dtype)) if node.size else np.empty(0, numpy_dtype(node.dtype))


def _cast(node: UOp, src: list[np.ndarray]) -> np.ndarray:
    x, wanted = src[0], numpy_dtype(node.dtype)
    if wanted == np.bool_: return x != 0
    if x.dtype.kind in "fV" and node.dtype.is_integer():
        whole = np.nan_to_num(np.trunc(x.astype(np.float64)), nan=0, posinf=0, neginf=0)
        return np.array([int(v) & (1 << 64) - 1 for v in whole.flat], np.uint64).reshape(x.shape).astype(wanted)
    return x.astype(wanted)


def _reduce(node: UOp, src: list[np.ndarray]) -> np.ndarray:
    op, axes = node.arg
    x = src[0]
    if x.dtype == np.bool_: return (np.all if op is Ops.MUL else np.any)(x, axis=axes, keepdims=True)
    kind = x.dtype if x.dtype.kind != "V" and x.dtype.itemsize > 2 or x.dtype.kind in "iu" else np.dtype(np.float32)
    if op is Ops.ADD: return x.astype(np.float64 if kind.kind == "f" else kind).sum(axis=axes, keepdims=True,
                                                                                    dtype=np.float64 if kind.kind == "f" else kind)
    if op is Ops.MUL: return x.prod(axis=axes, keepdims=True, dtype=kind)
    return x.max(axis=axes, keepdims=True, initial=node.dtype.min)


def _scan(node: UOp, src: list[np.ndarray]) -> np.ndarray:
    op, axis = node.arg
    x = src[0]
    if len(src) > 1: x = np.concatenate([src[1], x], axis)
    fold = {Ops.ADD: np.logical_or if x.dtype == np.bool_ else np.add, Ops.MUL: np.multiply, Ops.MAX: np.maximum}[op]
    done = fold.accumulate(x, axis, dtype=x.dtype)
    return done.take(range(done.shape[axis] - src[0].shape[axis], done.shape[axis]), axis)


def _merge(node: UOp, src: list[np.ndarray]) -> np.ndarray:
    """Runs of k in order, sorted as runs of 2k."""
    rows, (span,) = src
    parts = [np.sort(rows[..., i:i + int(span)], kind="stable") for i in range(0, rows.shape[-1], int(span))]
    return np.concatenate(parts, -1).reshape(node.shape)


def _gather(node: UOp, src: list[np.ndarray]) -> np.ndarray:
    rows, index = src
    inside = (index >= 0) & (index < rows.shape[0])
    if not rows.shape[0]: return np.zeros(node.shape, rows.dtype)
    if node.arg is True: return rows[np.clip(index.astype(np.int64), 0, rows.shape[0] - 1)]
    picked = rows[np.where(inside, index, 0).astype(np.int64)]
    return np.where(inside.reshape(inside.shape + (1,) * (rows.ndim - 1)), picked, np.zeros((), rows.dtype))


_OTHERS: dict[Ops, Callable[[UOp, list[np.ndarray]], np.ndarray]] = {
    Ops.CONST: lambda n, s: np.array(n.arg).astype(numpy_dtype(n.dtype)),
    Ops.IOTA: lambda n, s: np.arange(n.arg).astype(numpy_dtype(n.dtype)),
    Ops.BUFFER: _buffer, Ops.BUFFER_VIEW: _buffer, Ops.CAST: _cast, Ops.REDUCE_AXIS: _reduce, Ops.GATHER: _gather,
    Ops.SCAN: _scan, Ops.MERGE: _merge,
    Ops.BITCAST: lambda n, s: np.ascontiguousarray(s[0]).view(numpy_dtype(n.dtype)).reshape(n.shape),
    Ops.ASSIGN: lambda n, s: s[1],
}
