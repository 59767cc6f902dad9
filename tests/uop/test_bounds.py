"""Bounds: what a number really is lies within, and they are as tight as index arithmetic needs."""

from __future__ import annotations

import math
import random

import pytest

from heddle.dtype import DType, dtypes
from heddle.uop import GroupOp, Ops, ParamArg, UOp
from heddle.uop.interpreter.ops import fold

I, I8, U8, I32, F32, BOOL = dtypes.index, dtypes.int8, dtypes.uint8, dtypes.int32, dtypes.float32, dtypes.bool
a, b, n = (UOp.variable(name, low, high) for name, low, high in (("a", 0, 7), ("b", -5, 9), ("n", 3, 3)))
r = UOp.range(12, id=0)
p = UOp(Ops.DEFINE_VAR, BOOL, (), ("p", False, True))
byte = UOp(Ops.DEFINE_VAR, U8, (), ("byte", 0, 255))
memory = UOp(Ops.PARAM, I8, (), ParamArg(0, 9))


def k(value: int, dtype: DType = I) -> UOp:
    return UOp.const(dtype, value)


@pytest.mark.parametrize(
    ("node", "low", "high"),
    [
        (k(5), 5, 5),
        (a, 0, 7),
        (r, 0, 11),
        (UOp.range(UOp.variable("m", 2, 6), id=1), 0, 5),
        (UOp.range(k(0), id=2), 0, 0),
        (UOp(Ops.SPECIAL, I, (k(8),), "x"), 0, 7),
        (a + b, -5, 16),
        (a - b, -9, 12),
        (-b, -9, 5),
        (a * b, -35, 63),
        (b * b, -45, 81),
        (r * 4 + 3, 3, 47),
        (a.maximum(b), 0, 9),
        (r // 5, 0, 2),
        (b // 2, -3, 4),
        (b // -2, -5, 2),
        (r % 5, 0, 4),
        (b % 4, 0, 3),
        ((r + 24) % 12, 0, 11),
        ((a + 8) % 16, 8, 15),
        (n % 2, 1, 1),
        (b // a, I.min, I.max),
        (b % a, I.min, I.max),
        (r & 3, 0, 3),
        (b & 3, 0, 3),
        (b.alu(Ops.SHR, k(1)), -3, 4),
        (p.where(a, b), -5, 9),
        ((r < 3).where(r * 8, k(1)), 0, 16),
        (p.cast(I), 0, 1),
        (a.cast(I8), 0, 7),
        (byte.cast(I32), 0, 255),
        # what may wrap may be anything
        (byte.cast(I8), -128, 127),
        (byte + byte, 0, 255),
        (-byte, 0, 255),
        (memory.index(a).load(), -128, 127),
        (a < 8, True, True),
        (b < -5, False, False),
        (a < b, False, True),
        (a.ne(9), True, True),
        (n.eq(3), True, True),
        (a.eq(9), False, False),
        (a.ne(a), False, True),
        ((a < 8) & p, False, True),
        ((a < 8) & (b < 10), True, True),
        ((a < 8) | p, True, True),
        (p.alu(Ops.NOT), False, True),
        ((a < 8).alu(Ops.NOT), False, False),
        (k(1, F32) + k(2, F32), -math.inf, math.inf),
        (k(1, F32) < k(2, F32), False, True),
        (UOp.sink(a), 0, 0),
        # vectors: what any lane may be
        (UOp(Ops.VECTORIZE, I8.vec(2), (b, k(100, I8))), b.vmin, 100),
        (UOp(Ops.VECTORIZE, F32.vec(2), (k(1, F32), k(2, F32))), -math.inf, math.inf),
        (UOp(Ops.CONST, I8.vec(2), (), (-3, 7)), -3, 7),
        (UOp(Ops.VECTORIZE, I.vec(2), (n, n)) + UOp(Ops.CONST, I.vec(2), (), (-3, 7)), n.vmin - 3, n.vmax + 7),
    ],
    ids=str,
)
def test_bounds(node: UOp, low: int, high: int) -> None:
    assert (node.vmin, node.vmax) == (low, high) and node.bounds == (low, high)


OPERANDS: dict[DType, list[UOp]] = {
    d: [UOp(Ops.DEFINE_VAR, d, (), (f"{d.name}{i}", low, high)) for i, (low, high) in enumerate(spans)]
    for d, spans in (
        (I8, [(-128, 127), (-5, 9), (1, 3)]),
        (U8, [(0, 255), (3, 17), (1, 2)]),
        (I, [(-40, 40), (0, 11), (1, 6)]),
    )
}
OPS = (
    Ops.ADD,
    Ops.SUB,
    Ops.MUL,
    Ops.IDIV,
    Ops.MOD,
    Ops.MAX,
    Ops.AND,
    Ops.OR,
    Ops.XOR,
    Ops.SHR,
    Ops.NEG,
    Ops.NOT,
    Ops.CMPLT,
    Ops.CMPNE,
    Ops.CMPEQ,
)


def grow(rng: random.Random, dtype: DType) -> UOp:
    """A random expression on integers of one dtype, with casts and choices."""
    pool = [*OPERANDS[dtype], *(k(rng.randint(1, 12), dtype) for _ in range(2))]
    tests = [p]
    for _ in range(8):
        x, y, op = rng.choice(pool), rng.choice(pool), rng.choice(OPS)
        if op is Ops.SHR:
            y = k(rng.randint(0, 7), dtype)
        made = x.alu(op) if op in GroupOp.UNARY else x.alu(op, y)
        if op in GroupOp.COMPARE:
            tests.append(made & rng.choice(tests) if rng.random() < 0.5 else made.alu(Ops.NOT))
        else:
            pool.append(made)
        if rng.random() < 0.3:
            pool.append(rng.choice(tests).where(x, pool[-1]))
        if rng.random() < 0.2:
            pool.append(x.cast(rng.choice([I8, U8, I32, BOOL])).cast(dtype))
    return UOp.sink(*pool, *tests)


@pytest.mark.parametrize("dtype", OPERANDS, ids=str)
def test_no_value_lies_outside(dtype: DType) -> None:
    rng = random.Random(5)
    for _ in range(150):
        root = grow(rng, dtype)
        order = [n for n in root.toposort() if n is not root]
        for _ in range(6):
            value: dict[UOp, object] = {}
            for node in order:
                if node.op is Ops.DEFINE_VAR:
                    value[node] = rng.choice([*node.arg[1:], rng.randint(*map(int, node.arg[1:]))])
                elif node.op is Ops.CONST:
                    value[node] = node.arg
                else:
                    value[node] = fold(node.op, node.dtype, tuple(value[s] for s in node.src), node.src[0].dtype)
                assert node.vmin <= value[node] <= node.vmax, node


def test_bounds_of_deep_sums() -> None:
    total = a
    for _ in range(50_000):
        total = total + p.cast(I)
    assert total.bounds == (0, 50_007)
