"""Which operands are hidden from compilers that treat floats as real numbers."""
from __future__ import annotations

from collections.abc import Callable

import pytest

from heddle.dtype import dtypes
from heddle.renderer.wgsl.float_algebra import Algebra
from heddle.uop import Ops, UOp

X, Y, Z = (UOp(Ops.DEFINE_VAR, dtypes.float32, (), (name, 0, 9)) for name in "xyz")
C, D = UOp.const(dtypes.float32, 2.0), UOp.const(dtypes.float32, 3.0)


def sub(a: UOp, b: UOp) -> UOp: return a.alu(Ops.SUB, b)
def div(a: UOp, b: UOp) -> UOp: return a.alu(Ops.FDIV, b)
def hidden(root: UOp) -> tuple[int, ...]: return tuple(Algebra(root.toposort()).hidden(root))


CASES: list[tuple[str, Callable[[], UOp], tuple[int, ...]]] = [
    ("x - x", lambda: sub(X, X), (1,)), ("x + x", lambda: X.alu(Ops.ADD, X), ()),
    ("x + -x", lambda: X.alu(Ops.ADD, X.alu(Ops.NEG)), (1,)),
    ("x + y", lambda: X.alu(Ops.ADD, Y), ()), ("(x + y) - x", lambda: sub(X.alu(Ops.ADD, Y), X), (0,)),
    ("x - (y + x)", lambda: sub(X, Y.alu(Ops.ADD, X)), (1,)), ("(x + y) - z", lambda: sub(X.alu(Ops.ADD, Y), Z), ()),
    ("((x + y) + z) - x", lambda: sub(X.alu(Ops.ADD, Y).alu(Ops.ADD, Z), X), (0,)),
    ("(x + c) + d", lambda: X.alu(Ops.ADD, C).alu(Ops.ADD, D), (0,)), ("x * c * d", lambda: X.alu(Ops.MUL, C).alu(Ops.MUL, D), (0,)),
    ("x * y * x", lambda: X.alu(Ops.MUL, Y).alu(Ops.MUL, X), ()), ("x * y / y", lambda: div(X.alu(Ops.MUL, Y), Y), (0,)),
    ("x * y / z", lambda: div(X.alu(Ops.MUL, Y), Z), ()), ("x / x", lambda: div(X, X), (1,)),
    ("1 / (1 / x)", lambda: X.alu(Ops.RECIPROCAL).alu(Ops.RECIPROCAL), (0,)), ("1 / x", lambda: X.alu(Ops.RECIPROCAL), ()),
    ("sqrt x * sqrt y", lambda: X.alu(Ops.SQRT).alu(Ops.MUL, Y.alu(Ops.SQRT)), (1,)),
    ("x * y - y * x", lambda: sub(X.alu(Ops.MUL, Y), Y.alu(Ops.MUL, X)), (1,)),
    ("x + y < x", lambda: X.alu(Ops.ADD, Y) < X, (0,)), ("x + c < d", lambda: X.alu(Ops.ADD, C) < D, (0,)),
    ("x < y", lambda: X < Y, ()),
    ("x * y + (x + z)", lambda: X.alu(Ops.MULACC, Y, X.alu(Ops.ADD, Z)), (2,)), ("x * y + z", lambda: X.alu(Ops.MULACC, Y, Z), ()),
]


@pytest.mark.parametrize(("name", "build", "want"), CASES, ids=[name for name, _, _ in CASES])
def test_operands(name: str, build: Callable[[], UOp], want: tuple[int, ...]) -> None: assert hidden(build()) == want


def test_long_chains_stay_small() -> None:
    total = X
    for n in range(3000): total = total.alu(Ops.ADD, UOp(Ops.DEFINE_VAR, dtypes.float32, (), (f"v{n}", 0, 9)))
    assert hidden(total) == ()
