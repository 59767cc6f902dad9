"""Rules proven: for all values of integers and bools by z3, for all values of float16 by trying them."""
from __future__ import annotations

import itertools
import math
import random

import numpy as np
import pytest

from heddle.codegen.legalize import legalize_ops
from heddle.dtype import DType, dtypes, round_to
from heddle.uop import Ops, UOp
from heddle.uop.interpreter.ops import fold
from heddle.uop.ops import OPS, GroupOp
from heddle.uop.rewrite import PatternMatcher, UPat, graph_rewrite
from heddle.uop.rules import constants, integers, logic, symbolic
from tests.uop.instances import DTYPES, all_instances, variable
from tests.uop.instances import constants as telling_constants
from tests.uop.proof import Translation, counterexample, outside
from tests.uop.test_rules import value_of

TABLE = [(pattern, function) for module in (constants, logic, integers) for pattern, function in module.RULES]
#: rules about values that are known or bounded: `test_constants_…` and `test_bounds_…` are about them
_BY_VALUE = {constants.fold_constants, constants.single_value}
#: rules that look at a whole sum and not at a pattern alone: `test_comparisons_of_sums_…` is about them
_OF_SUMS = {integers.less_than_multiple, integers.less_than_constant}
_PATTERNS = [(p, f) for p, f in TABLE if f not in _BY_VALUE | _OF_SUMS]
_INTS = (*dtypes.ints,)


def _is_float(node: UOp) -> bool: return any(n.dtype.is_float() for n in node.toposort())


# ---- the symbolic rules, pattern by pattern


@pytest.mark.parametrize(("pattern", "function"), _PATTERNS, ids=[f"{f.__name__}-{n}" for n, (_, f) in enumerate(_PATTERNS)])
def test_a_rule_holds_for_all_values(pattern: UPat, function) -> None:
    matcher, applied = PatternMatcher([(pattern, function)]), 0
    for node in all_instances(pattern, most=120):
        new = matcher.rewrite(node)
        if new is None: continue
        applied += 1
        assert new.dtype == node.dtype
        assert (_difference_in_float16(node, new) if _is_float(node) else counterexample(node, new)) is None, (node, new)
    assert applied, "no instance of the pattern is rewritten"


@pytest.mark.parametrize("inner", [dtypes.float32, dtypes.float64, dtypes.bfloat16, dtypes.int32], ids=str)
def test_casts_by_way_of_another_dtype_hold_for_all_float16(inner: DType) -> None:
    x = variable(dtypes.float16, "x")
    for outer in (dtypes.float16, dtypes.bfloat16, dtypes.fp8e4m3):
        node = x.cast(inner).cast(outer)
        new = PatternMatcher(constants.RULES).rewrite(node)
        if new is not None: assert _difference_in_float16(node, new) is None


def _float16_values() -> np.ndarray:
    """All of them, NaN once."""
    every = np.arange(1 << 16, dtype=np.uint16).view(np.float16).astype(np.float64)
    return np.concatenate([every[~np.isnan(every)], [np.nan]])


def _difference_in_float16(old: UOp, new: UOp) -> str | None:
    """Values for which two graphs of float16 differ: one variable takes all values, further ones those that are telling."""
    free = [n for n in old.toposort() if n.op is Ops.DEFINE_VAR]
    floats = [n for n in free if n.dtype.is_float()]
    few = [0.0, -0.0, 1.0, -2.5, 2.0 ** -24, 65504.0, math.inf, -math.inf, math.nan]
    choices = [few if n.dtype.is_float() else [False, True] for n in free]
    if len(floats) == 1: choices[free.index(floats[0])] = [float(v) for v in _float16_values()]
    for values in itertools.product(*choices):
        env = dict(zip(free, values, strict=True))
        a, b = value_of(old, env), value_of(new, env)
        if not _same(a, b): return f"{values}: {a} and {b}"
    return None


def _same(a, b) -> bool:
    if isinstance(a, float): return (a != a and b != b) or (a == b and math.copysign(1, a) == math.copysign(1, b))
    return a == b


# ---- sums, quotients and remainders of index arithmetic


def _random_index(rng: random.Random) -> UOp:
    """An index expression as schedules make them, over counters of random extents and one variable that may be negative."""
    pool = [UOp.variable(name, 0, rng.choice([1, 2, 3, 7, 8, 15, 63, 1000])) for name in "abc"]
    pool.append(UOp.variable("n", -rng.randint(1, 40), 40))
    for _ in range(rng.randint(2, 7)):
        x, y, k = rng.choice(pool), rng.choice(pool), rng.choice([1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 64])
        pool.append(rng.choice([x + y, x * k, x // k, x % k, x - y, x + k, -x, x * -k, (x < k).where(x, y), x * k + y % k]))
    last = pool[-1]
    return rng.choice([last, last // rng.choice([2, 3, 4, 8, 12]), last % rng.choice([2, 3, 4, 8, 12]), last < rng.randint(-20, 90)])


@pytest.mark.parametrize("seed", range(8))
def test_index_arithmetic_holds_for_all_values(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(25):
        node = _random_index(rng)
        new = graph_rewrite(node, symbolic)
        assert counterexample(node, new) is None, (node, new)
        assert outside(new, *new.bounds) is None, new


@pytest.mark.parametrize("c", [1, 2, 3, 4, 6, 8, 12, 64])
def test_division_by_a_constant_holds_without_any_bounds(c: int) -> None:
    x, y = variable(dtypes.index, "x"), variable(dtypes.index, "y")
    for a, b, k in itertools.product((1, 2, 3, 4, 12), (1, 6, 8), (0, 5, -9)):
        total = x * a + y * b + k
        assert counterexample(total // c, integers.divide(total, c)) is None
        assert counterexample(total % c, integers.remainder(total, c)) is None


@pytest.mark.parametrize("rule", sorted(_OF_SUMS, key=lambda f: f.__name__), ids=lambda f: f.__name__)
def test_comparisons_of_sums_hold_for_all_values(rule) -> None:
    rng, matcher, applied = random.Random(5), PatternMatcher([(p, f) for p, f in TABLE if f is rule]), 0
    for _ in range(400):
        low = rng.choice([0, 0, -9])
        a, b = UOp.variable("a", low, low + rng.choice([1, 7, 40])), UOp.variable("b", 0, rng.choice([1, 3, 7, 15]))
        g = rng.choice([-12, -3, 2, 4, 8, 12])
        total = rng.choice([a * g, a * g + b, a * g + b * 2, a * g + a * 5 + b]) + rng.randint(-9, 9)
        node = total < g * rng.randint(-5, 9) + rng.choice([0, 0, 1])
        new = matcher.rewrite(node)
        if new is None: continue
        applied += 1
        assert counterexample(node, new) is None, (node, new)
    assert applied > 9


# ---- constants and bounds: z3's meaning of an op against the interpreter's, and against the intervals


def _values(dtype: DType, op: Ops, position: int) -> list[int]:
    if op in (Ops.SHL, Ops.SHR) and position == 1: return [0, 1, dtype.bits - 1]
    return [c.arg for c in telling_constants(dtype)]


@pytest.mark.parametrize("op", sorted(GroupOp.BINARY - {Ops.FDIV}), ids=lambda op: op.name)
def test_constants_are_folded_as_the_op_means(op: Ops) -> None:
    for dtype in (d for d in DTYPES if not d.is_float() and d != dtypes.index):
        if OPS[op].ints_only and dtype.is_bool() and op not in (Ops.AND, Ops.OR, Ops.XOR): continue
        result = dtypes.bool if op in GroupOp.COMPARE else dtype
        for pair in itertools.product(_values(dtype, op, 0), _values(dtype, op, 1)):
            node = UOp(op, result, tuple(UOp.const(dtype, v) for v in pair))
            value = fold(op, result, pair, dtype)
            assert value is not None and counterexample(node, UOp.const(result, value)) is None, (node, value)


def _interval(rng: random.Random, dtype: DType, name: str) -> UOp:
    if dtype.is_bool(): return UOp(Ops.DEFINE_VAR, dtype, (), (name, False, True))
    low, high = (-_WIDE, _WIDE) if dtype == dtypes.index else (dtype.min, dtype.max)
    near = [low, high, 0, 1, -1, 7, 8, rng.randint(low, high), rng.randint(low, high), rng.randint(-9, 9), rng.randint(0, 99)]
    a, b = (min(max(rng.choice(near), low), high) for _ in range(2))
    return UOp(Ops.DEFINE_VAR, dtype, (), (name, min(a, b), max(a, b)))


_WIDE = 1 << 20
_NARROW = (dtypes.int8, dtypes.uint8, dtypes.index)


@pytest.mark.parametrize("op", sorted((GroupOp.BINARY | {Ops.NEG, Ops.NOT, Ops.WHERE, Ops.CAST}) - {Ops.FDIV}), ids=lambda op: op.name)
def test_bounds_hold_for_all_values(op: Ops) -> None:
    """Intervals of every kind, at 8 bits and for index: the code of bounds.py is the same for all widths."""
    rng = random.Random(op.name)
    for dtype in _NARROW:
        if dtype == dtypes.index and op in (Ops.AND, Ops.OR, Ops.XOR, Ops.SHL, Ops.SHR): continue
        for _ in range(40):
            x, y = _interval(rng, dtype, "x"), _interval(rng, dtype, "y")
            node = _applied(op, x, y, rng)
            assert outside(node, *node.bounds) is None, (node, node.bounds, x.arg, y.arg)


def _applied(op: Ops, x: UOp, y: UOp, rng: random.Random) -> UOp:
    if op in (Ops.NEG, Ops.NOT): return x.alu(op)
    if op is Ops.CAST: return x.cast(rng.choice([d for d in (dtypes.int8, dtypes.uint8, dtypes.int16, dtypes.uint16) if d != x.dtype]))
    if op is Ops.WHERE:
        k = UOp.const(x.dtype, rng.randint(0, 20))
        return rng.choice([(x < y).where(x, y), (x < k).where(x, y), (x < k).where(x * 3, y), (x < k).where(y, x)])
    if op in (Ops.SHL, Ops.SHR): y = UOp.const(x.dtype, rng.randint(0, 7))
    elif rng.random() < 0.4: y = UOp.const(y.dtype, rng.choice(y.arg[1:]))
    return x.alu(op, y)


# ---- legalisation: what devices lack


def _divisors(dtype: DType) -> list[UOp]:
    full = variable(dtype, "b")
    positive = UOp(Ops.DEFINE_VAR, dtype, (), ("b", 1, dtype.max))
    return [full, positive, UOp.const(dtype, 1), UOp.const(dtype, 7), UOp.const(dtype, dtype.max)] + \
        ([] if dtype.is_unsigned() else [UOp.const(dtype, -3), UOp.const(dtype, dtype.min)])


def _legalized(node: UOp) -> UOp:
    return graph_rewrite(node, PatternMatcher(legalize_ops._integer_rules()))


@pytest.mark.parametrize("dtype", [dtypes.int8, dtypes.uint8], ids=str)
@pytest.mark.parametrize("op", [Ops.IDIV, Ops.MOD], ids=lambda op: op.name)
def test_floor_division_is_legalized_for_all_values(op: Ops, dtype: DType) -> None:
    """By all divisors, zero and negative ones too, at 8 bits: the rules are the same for all widths."""
    non_negative = UOp(Ops.DEFINE_VAR, dtype, (), ("a", 0, dtype.max))
    for a, b in itertools.product((variable(dtype, "a"), non_negative), _divisors(dtype)):
        node = a.alu(op, b)
        new = _legalized(node)
        assert counterexample(node, new) is None, (node, new)


@pytest.mark.parametrize("dtype", [dtypes.int16, dtypes.int32, dtypes.int64, dtypes.uint32, dtypes.uint64], ids=str)
@pytest.mark.parametrize("op", [Ops.IDIV, Ops.MOD], ids=lambda op: op.name)
def test_floor_division_is_legalized_at_the_ends_of_every_width(op: Ops, dtype: DType) -> None:
    ends = [v for v in (dtype.min, dtype.min + 1, -8, -7, -1, 0, 1, 6, 7, 8, dtype.max - 1, dtype.max) if dtype.min <= v <= dtype.max]
    for b in _divisors(dtype):
        a = variable(dtype, "a")
        node = a.alu(op, b)
        new = _legalized(node)
        for x, y in itertools.product(ends, ends if b.op is Ops.DEFINE_VAR else [None]):
            if y is not None and not b.vmin <= y <= b.vmax: continue
            env = {a: x} | ({b: y} if y is not None else {})
            assert value_of(node, env) == value_of(new, env), (node, x, y)


@pytest.mark.parametrize("op", sorted(legalize_ops._LOGIC), ids=lambda op: op.name)
def test_arithmetic_on_bools_is_logic(op: Ops) -> None:
    a, b, c = (variable(dtypes.bool, name) for name in "abc")
    node = a.alu(op, *(b, c)[:(OPS[op].arity or 1) - 1])
    new = _legalized(node)
    assert new is not node or op not in legalize_ops._LOGIC
    assert counterexample(node, new) is None


@pytest.mark.parametrize("dtype", _INTS, ids=str)
def test_a_cast_to_bool_is_a_comparison(dtype: DType) -> None:
    node = variable(dtype, "x").cast(dtypes.bool)
    assert counterexample(node, _legalized(node)) is None


@pytest.mark.parametrize("n", range(1, 20))
def test_powers_are_squarings(n: int) -> None:
    from heddle.codegen.simplify import power
    x = variable(dtypes.uint8, "x")
    plain = x
    for _ in range(n - 1): plain = plain * x
    assert counterexample(plain, power(x, n)) is None


def test_a_wrong_rule_is_found() -> None:
    """x // 2 * 2 = x is wrong for odd x, and x + 1 > x where x + 1 wraps."""
    x, i = variable(dtypes.index, "x"), variable(dtypes.int32, "i")
    assert counterexample(x // 2 * 2, x) is not None
    assert counterexample(i < i + 1, UOp.const(dtypes.bool, True)) is not None
    assert outside(i + 1, dtypes.int32.min + 1, dtypes.int32.max) is not None


def test_rounding_of_constants_is_part_of_the_proofs() -> None:
    """A constant that does not fit its dtype would be another number in z3 than in a kernel."""
    assert round_to(dtypes.int8, 200) == -56
    assert Translation().of(UOp.const(dtypes.int8, 200)) == "(_ bv200 8)"
