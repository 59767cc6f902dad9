"""Every op on every dtype it works on, as kernels with one output per op, and what NumPy says of the same data."""
from __future__ import annotations

import warnings
from collections.abc import Callable

import numpy as np

from heddle.dtype import DType, dtypes
from heddle.uop import AxisType, GroupOp, Ops, UOp
from tests.renderer.kernels import NUMPY, Kernel

SIZE = 48
_FOR_ALL = (Ops.ADD, Ops.MUL, Ops.MAX, Ops.CMPLT, Ops.CMPNE, Ops.CMPEQ, Ops.WHERE)
_FOR_NUMBERS = (*_FOR_ALL, Ops.NEG, Ops.SUB, Ops.MULACC)
_FOR_FLOATS = (*_FOR_NUMBERS, Ops.FDIV, Ops.RECIPROCAL, Ops.SQRT, Ops.TRUNC)
_BITS = (Ops.AND, Ops.OR, Ops.XOR, Ops.NOT)
_FOR_INTS = (*_FOR_NUMBERS, *_BITS, Ops.SHL, Ops.SHR, Ops.IDIV, Ops.MOD)

REFERENCE: dict[Ops, Callable[..., np.ndarray]] = {
    Ops.ADD: lambda a, b, c: a + b, Ops.SUB: lambda a, b, c: a - b, Ops.MUL: lambda a, b, c: a * b, Ops.NEG: lambda a, b, c: -a,
    Ops.MAX: lambda a, b, c: np.maximum(a, b), Ops.CMPLT: lambda a, b, c: a < b, Ops.CMPNE: lambda a, b, c: a != b,
    Ops.CMPEQ: lambda a, b, c: a == b, Ops.WHERE: lambda a, b, c: np.where(c != 0, a, b), Ops.MULACC: lambda a, b, c: a * b + c,
    Ops.FDIV: lambda a, b, c: a / b, Ops.RECIPROCAL: lambda a, b, c: np.ones((), a.dtype) / a, Ops.SQRT: lambda a, b, c: np.sqrt(a),
    Ops.TRUNC: lambda a, b, c: np.trunc(a), Ops.AND: lambda a, b, c: a & b, Ops.OR: lambda a, b, c: a | b,
    Ops.XOR: lambda a, b, c: a ^ b, Ops.NOT: lambda a, b, c: ~a, Ops.SHL: lambda a, b, c: a << b, Ops.SHR: lambda a, b, c: a >> b,
    Ops.IDIV: lambda a, b, c: a // b, Ops.MOD: lambda a, b, c: a % b,
}


def ops_for(dtype: DType) -> tuple[Ops, ...]:
    return (*_FOR_ALL, *_BITS) if dtype.is_bool() else _FOR_FLOATS if dtype.is_float() else _FOR_INTS


def inputs(dtype: DType, seed: int = 0) -> list[np.ndarray]:
    """Three arrays of SIZE elements, with the values that go wrong first in every lane position of a vector of 16."""
    rng = np.random.default_rng(seed)
    kind = NUMPY[dtype]
    if dtype.is_bool(): return [rng.integers(0, 2, SIZE).astype(kind) for _ in range(3)]
    if dtype.is_float():
        hard = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1.5, -2.5, 1e-40], np.float64)
        arrays = [np.concatenate([np.resize(rng.permutation(hard), 24), rng.normal(0, 100, SIZE - 24)]) for _ in range(3)]
        return [a.astype(kind) for a in arrays]
    least, most = int(dtype.min), int(dtype.max)
    hard_int = np.array([least, most, 0, 1, most - 1, least + 1], kind)
    wide = [np.concatenate([np.resize(rng.permutation(hard_int), 24), rng.integers(least, most, SIZE - 24, kind, True)])
            for _ in range(3)]
    return [a.astype(kind) for a in wide]


def operands(op: Ops, dtype: DType, arrays: list[np.ndarray]) -> list[np.ndarray]:
    """The arrays that an op may be given: shifts below the width, divisions of what is not negative by what is positive."""
    a, b, c = arrays
    if op in (Ops.SHL, Ops.SHR): return [a, (b.astype(np.uint64) % dtype.bits).astype(b.dtype), c]
    if op in (Ops.IDIV, Ops.MOD): return [a & a.dtype.type(dtype.max), (b & b.dtype.type(dtype.max)) | b.dtype.type(1), c]
    return arrays


def expected(op: Ops, dtype: DType, arrays: list[np.ndarray]) -> np.ndarray:
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return REFERENCE[op](*operands(op, dtype, arrays))


def node(op: Ops, a: UOp, b: UOp, c: UOp) -> UOp:
    """The op on as many of the operands as it has; WHERE asks whether the last one is not 0."""
    if op is Ops.WHERE: return c.ne(UOp.const(c.dtype, 0)).where(a, b) if not c.dtype.is_bool() else c.where(a, b)
    if op in GroupOp.UNARY: return a.alu(op)
    return a.alu(op, b, c) if op is Ops.MULACC else a.alu(op, b)


def all_ops(dtype: DType, count: int) -> Kernel:
    """For each op an output and three inputs."""
    k = Kernel(f"all_ops_{dtype.name}_{count}")
    for op in ops_for(dtype):
        result = dtypes.bool if op in GroupOp.COMPARE else dtype
        out, *ins = k.param(result, SIZE), *(k.param(dtype, SIZE) for _ in range(3))
        with k.loop(SIZE // count) as i:
            k.store(out, i * count, k.add(node(op, *(k.load(x, i * count, count) for x in ins))))
    return k


def all_casts(source: DType, targets: tuple[DType, ...], count: int, op: Ops = Ops.CAST) -> Kernel:
    """One input, an output for each target."""
    k = Kernel(f"{op.name.lower()}_{source.name}_{count}")
    given = k.param(source, SIZE)
    outs = [k.param(to, SIZE) for to in targets]
    with k.loop(SIZE // count, AxisType.LOOP) as i:
        value = k.load(given, i * count, count)
        for out, to in zip(outs, targets, strict=True): k.store(out, i * count, UOp(op, to.vec(count), (value,)))
    return k
