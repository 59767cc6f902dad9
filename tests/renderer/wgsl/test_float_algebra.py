"""Which operands are hidden from compilers that treat floats as real numbers."""
from __future__ import annotations

from collections.abc import Callable

import pytest

from heddle.dtype import dtypes
from heddle.renderer.wgsl.float_algebra import Algebra, is_decidable
from heddle.uop import Ops, ParamArg, UOp

X, Y, Z = (UOp(Ops.DEFINE_VAR, dtypes.float32, (), (name, 0, 9)) for name in "xyz")
CONDITION, ZERO = UOp(Ops.DEFINE_VAR, dtypes.bool, (), ("c", 0, 1)), UOp.const(dtypes.float32, 0.0)
C, D = UOp.const(dtypes.float32, 2.0), UOp.const(dtypes.float32, 3.0)


def sub(a: UOp, b: UOp) -> UOp: return a.alu(Ops.SUB, b)
def div(a: UOp, b: UOp) -> UOp: return a.alu(Ops.FDIV, b)
def chosen(a: UOp, b: UOp) -> UOp: return CONDITION.where(a, b)


def load(is_gated: bool) -> UOp:
    memory = UOp(Ops.PARAM, dtypes.float32, (), ParamArg(0, 8))
    place = UOp(Ops.INDEX, dtypes.float32, (memory, UOp.const(dtypes.index, 3)))
    return UOp(Ops.LOAD, dtypes.float32, (place, ZERO, CONDITION) if is_gated else (place,))


def hidden(root: UOp) -> tuple[int, ...]: return tuple(Algebra(root.toposort()).hidden(root))


CASES: list[tuple[str, Callable[[], UOp], tuple[int, ...]]] = [
    ("x - where(c, x, 0)", lambda: sub(X, chosen(X, ZERO)), (1,)), ("x - where(c, y, 0)", lambda: sub(X, chosen(Y, ZERO)), ()),
    ("max(x, x) - x", lambda: sub(X.alu(Ops.MAX, X), X), (1,)), ("max(x, y) - z", lambda: sub(X.alu(Ops.MAX, Y), Z), ()),
    ("where(c, -x, y) + x", lambda: chosen(X.alu(Ops.NEG), Y).alu(Ops.ADD, X), (1,)),
    ("where(c, x, y) + x", lambda: chosen(X, Y).alu(Ops.ADD, X), ()),
    ("where(c, x + y, 0) - x", lambda: sub(chosen(X.alu(Ops.ADD, Y), ZERO), X), (0,)),
    ("x / where(c, x, 2)", lambda: div(X, chosen(X, C)), (1,)), ("where(c, 2, 0) * 3", lambda: chosen(C, ZERO).alu(Ops.MUL, D), ()),
    ("load - gated load", lambda: sub(load(False), load(True)), (1,)),
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
    ("x * y + x * z", lambda: X.alu(Ops.MUL, Y).alu(Ops.ADD, X.alu(Ops.MUL, Z)), (1,)),
    ("x * c + y * c", lambda: X.alu(Ops.MUL, C).alu(Ops.ADD, Y.alu(Ops.MUL, C)), (1,)),
    ("x * y + z * c", lambda: X.alu(Ops.MUL, Y).alu(Ops.ADD, Z.alu(Ops.MUL, C)), ()),
    ("x * c + (x * d + y), fused", lambda: X.alu(Ops.MULACC, C, X.alu(Ops.MULACC, D, Y)), (2,)),
    ("x * y + (x + z)", lambda: X.alu(Ops.MULACC, Y, X.alu(Ops.ADD, Z)), (2,)), ("x * y + z", lambda: X.alu(Ops.MULACC, Y, Z), ()),
]


@pytest.mark.parametrize(("name", "build", "want"), CASES, ids=[name for name, _, _ in CASES])
def test_operands(name: str, build: Callable[[], UOp], want: tuple[int, ...]) -> None: assert hidden(build()) == want


def test_long_chains_stay_small() -> None:
    total = X
    for n in range(3000): total = total.alu(Ops.ADD, UOp(Ops.DEFINE_VAR, dtypes.float32, (), (f"v{n}", 0, 9)))
    assert hidden(total) == ()


def test_lanes_of_a_product_are_compared_one_by_one() -> None:
    """x.zzzz * y and x.wwww * x share a factor in lane 2 alone, x.zzzz * y and x.wwww * y in all, x * y and x.yzwx * z in none."""
    x, y, z = (UOp(Ops.DEFINE_VAR, dtypes.float32.vec(4), (), (name, 0, 9)) for name in "xyz")

    def spread(*lanes: int) -> UOp: return UOp(Ops.VECTORIZE, x.dtype, tuple(x.gep(i) for i in lanes))

    assert hidden(spread(2, 2, 2, 2).alu(Ops.MUL, y).alu(Ops.ADD, spread(3, 3, 3, 3).alu(Ops.MUL, x))) == (1,)
    assert hidden(spread(2, 2, 2, 2).alu(Ops.MUL, y).alu(Ops.ADD, spread(3, 3, 3, 3).alu(Ops.MUL, y))) == (1,)
    assert hidden(x.alu(Ops.MUL, y).alu(Ops.ADD, spread(1, 2, 3, 0).alu(Ops.MUL, z))) == ()


def test_a_register_may_hold_what_a_compiler_knows() -> None:
    """A bool that a loop leaves in a register is a constant to it where all rounds leave the same; one in memory is not."""
    register = UOp(Ops.DEFINE_REG, dtypes.bool, (), (0, 1))
    memory = UOp(Ops.PARAM, dtypes.bool, (), ParamArg(0, 4, "WEBGPU", None))
    loads = [UOp(Ops.LOAD, dtypes.bool, (m.index(UOp.const(dtypes.index, 0)),)) for m in (register, memory)]
    assert [is_decidable(load) for load in loads] == [True, False]
    assert is_decidable(X < X) and not is_decidable(UOp.const(dtypes.bool, False))
