"""Every rule of the symbolic set: both sides agree on random values, a second pass changes nothing, graphs do not grow."""
from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest

from heddle.dtype import dtypes
from heddle.uop import Ops, UOp
from heddle.uop.interpreter.ops import fold
from heddle.uop.rewrite import graph_rewrite
from heddle.uop.rules import constants, integers, logic, symbolic

a, b, big = (UOp.variable(n, lo, hi) for n, lo, hi in (("a", 0, 7), ("b", -5, 9), ("big", 0, 1000)))
i, j = (UOp(Ops.DEFINE_VAR, dtypes.int32, (), (n, -9, 9)) for n in "ij")
f = UOp(Ops.DEFINE_VAR, dtypes.float32, (), ("f", -3.5, 3.5))
p, q = (UOp(Ops.DEFINE_VAR, dtypes.bool, (), (n, False, True)) for n in "pq")
true, false = UOp.const(dtypes.bool, True), UOp.const(dtypes.bool, False)


def k(value: float, dtype=dtypes.index) -> UOp: return UOp.const(dtype, value)


CASES: dict[Callable, list[UOp]] = {
    constants.fold_constants: [k(3) + k(4), k(7) // k(-2), k(2.5, dtypes.float32) * k(4.0, dtypes.float32), k(5).cast(dtypes.int8)],
    constants.single_value: [(a < 8).alu(Ops.AND, a < 9), a // 8, p.where(k(2), k(2))],
    constants.cast_to_same: [UOp(Ops.CAST, dtypes.int32, (i,))],
    constants.cast_twice: [p.cast(dtypes.int32).cast(dtypes.float32), i.cast(dtypes.int64).cast(dtypes.int8)],
    logic.logic_identity: [p & true, p | false, p ^ false],
    logic.logic_absorb: [p & false, p | true],
    logic.logic_same: [p & p, i | i, f.alu(Ops.MAX, f)],
    logic.xor_itself: [i ^ i, p ^ p, (i | j) ^ (i | j)],
    logic.and_again: [(p & q) & q],
    logic.less_than_itself: [i < i, f < f, (f * f) < (f * f)],
    logic.equal_to_itself: [i.alu(Ops.CMPNE, i), p.alu(Ops.CMPEQ, p), i.alu(Ops.CMPEQ, i)],
    logic.not_twice: [p.alu(Ops.NOT).alu(Ops.NOT)],
    logic.where_known: [true.where(i, j), false.where(f, f + f)],
    logic.where_same: [p.where(i, i)],
    logic.where_inside_yes: [p.where(p.where(i, j), j + j)],
    logic.where_inside_no: [p.where(i, p.where(j, i + j))],
    logic.where_truth: [p.where(UOp.const(dtypes.bool, True), UOp.const(dtypes.bool, False))],
    logic.where_not: [p.alu(Ops.NOT).where(i, j)],
    integers.normal_sum: [a * 2 + (b + a) + 1 + 3, b - a, -(a + 1), (big // 4) * 4 + big % 4, (big // 8 % 4) * 24 + big % 8 * 3],
    integers.integer_identity: [i + 0, i * 1, i - 0, i // 1, i | 0, i ^ 0],
    integers.float_identity: [f * 1, f.alu(Ops.FDIV, k(1, dtypes.float32)), f - 0],
    integers.integer_zero: [i * 0, i & 0],
    integers.add_twice: [(i + 3) + 4],
    integers.divide_sum: [(a * 8 + b) // 4, (big * 6 + a) // 12, (big // 3) // 5, (b + 40) // 8, (a * 4 + 3) // 8],
    integers.remainder_of_sum: [(a * 8 + b) % 4, (big * 6 + 1) % 12, (big % 12) % 4, (big + 24) % 8, (b * 4 + a % 4) % 8],
    integers.less_than_multiple: [big * 8 + a % 4 < 64, big * 12 + b % 3 * 4 + 3 < 36, big * 8 + a % 8 < -16],
    integers.less_than_constant: [big * 4 + 3 < 101, a * -3 + 5 < 2, big * 6 + b * 4 < 33, a + 2 < 5],
}


def value_of(node: UOp, env: dict[UOp, object]) -> object:
    known = dict(env)
    for n in node.toposort():
        if n in known: continue
        if n.op is Ops.CONST: known[n] = n.arg
        else: known[n] = fold(n.op, n.dtype, tuple(known[s] for s in n.src), n.src[0].dtype)
    return known[node]


def settings_of(node: UOp, rng: random.Random) -> dict[UOp, object]:
    env: dict[UOp, object] = {}
    for n in node.toposort():
        if n.op is not Ops.DEFINE_VAR: continue
        _, low, high = n.arg
        env[n] = rng.random() < 0.5 if n.dtype == dtypes.bool else rng.choice([-0.0, 0.0, rng.randint(-28, 28) / 8]) \
            if n.dtype.is_float() else rng.randint(low, high)
    return env


def measure(node: UOp) -> int:
    """Ops of a graph; a - b and -a are written a + b * -1 and a * -1 in the normal form."""
    return sum({Ops.CONST: 0, Ops.SUB: 2}.get(n.op, 1) for n in node.toposort())


def test_every_rule_has_cases() -> None:
    rules = {fn for table in (constants, logic, integers) for _, fn in table.RULES}
    assert rules == set(CASES)


@pytest.mark.parametrize("rule", CASES, ids=lambda r: r.__name__)
def test_rule_applies_to_its_cases(rule: Callable) -> None:
    table = [(pat, fn) for module in (constants, logic, integers) for pat, fn in module.RULES if fn is rule]
    from heddle.uop.rewrite import PatternMatcher
    matcher = PatternMatcher(table)
    for case in CASES[rule]: assert any(matcher.rewrite(n) is not None for n in case.toposort()), case


@pytest.mark.parametrize("case", [c for cases in CASES.values() for c in cases], ids=str)
def test_both_sides_agree(case: UOp) -> None:
    new = graph_rewrite(case, symbolic)
    rng = random.Random(7)
    for _ in range(300):
        env = settings_of(case, rng)
        old_value, new_value = value_of(case, env), value_of(new, env)
        assert old_value == new_value and math.copysign(1, old_value) == math.copysign(1, new_value), (env, new)
    assert graph_rewrite(new, symbolic) is new
    assert measure(new) <= measure(case)


def test_index_arithmetic_agrees_on_random_expressions() -> None:
    rng = random.Random(3)
    for _ in range(300):
        pool = [a, b, big, k(rng.randint(1, 9))]
        for _ in range(8):
            x, y, c = rng.choice(pool), rng.choice(pool), rng.choice([1, 2, 3, 4, 6, 8, 12])
            pool.append(rng.choice([lambda: x + y, lambda: x * c, lambda: x // c, lambda: x % c, lambda: x - y,
                                    lambda: (x < c).where(x, y)])())
        case = pool[-1]
        new = graph_rewrite(case, symbolic)
        for _ in range(20):
            env = settings_of(case, rng)
            assert value_of(case, env) == value_of(new, env), (case, new, env)
            assert new.vmin <= value_of(new, env) <= new.vmax
