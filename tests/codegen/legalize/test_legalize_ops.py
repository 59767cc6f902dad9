"""Floor division, bools and odd casts in terms of plain operations: the same values, and the guarantees renderers rely on."""
import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.codegen.legalize.legalize_ops import emulation_rules
from heddle.dtype import dtypes
from heddle.renderer import Capabilities
from heddle.uop import GroupOp, Ops, UOp
from heddle.uop.interpreter.ops import fold
from heddle.uop.rewrite import PatternMatcher, graph_rewrite
from heddle.uop.rules import symbolic
from tests.codegen.numpy_evaluate import evaluate, free, numpy_dtype

RULES = symbolic + PatternMatcher(emulation_rules(Capabilities()))  # as the lowering uses them


def lower(root): return graph_rewrite(root, RULES)


def is_plain(root):
    """Every division left has a dividend of at least 0 and a divisor of at least 1."""
    return all(n.src[0].vmin >= 0 and n.src[1].vmin > 0 for n in root.toposort() if n.op in (Ops.IDIV, Ops.MOD))


def limited(dtype, least, greatest): return UOp(Ops.DEFINE_VAR, dtype, (), ("n", least, greatest))


def edges(dtype):
    """Numbers near 0, near the limits, and powers of two."""
    values = [v + d for v in (0, dtype.min, dtype.max, dtype.max // 2, 7, 100) for d in (-3, -2, -1, 0, 1, 2)]
    return sorted({v for v in values if dtype.min <= v <= dtype.max})


@pytest.mark.parametrize("op", [Ops.IDIV, Ops.MOD])
@pytest.mark.parametrize("dtype", dtypes.ints, ids=str)
def test_division_of_anything_by_anything(op, dtype):
    a, b = free(dtype, 0), free(dtype, 1)
    pairs = list(itertools.product(edges(dtype), edges(dtype)))
    lowered = lower(a.alu(op, b))
    assert is_plain(lowered)
    left, right = (np.array(column, numpy_dtype(dtype)) for column in zip(*pairs))
    expected = [fold(op, dtype, pair, dtype) for pair in pairs]
    np.testing.assert_array_equal(evaluate(lowered, {a: left, b: right}), np.array(expected, left.dtype))


@pytest.mark.parametrize("op", [Ops.IDIV, Ops.MOD])
@pytest.mark.parametrize("dtype", dtypes.ints, ids=str)
def test_division_by_a_constant_or_by_something_positive(op, dtype):
    a, at = free(dtype, 0), np.array(edges(dtype), numpy_dtype(dtype))
    for divisor in (1, 3, 7, 64, dtype.max):
        expected = np.array([fold(op, dtype, (int(v), divisor), dtype) for v in at], at.dtype)
        by_constant, by_variable = lower(a.alu(op, a.const_like(divisor))), lower(a.alu(op, n := limited(dtype, 1, dtype.max)))
        assert is_plain(by_constant) and is_plain(by_variable)
        np.testing.assert_array_equal(evaluate(by_constant, {a: at}), expected)
        np.testing.assert_array_equal(evaluate(by_variable, {a: at, n: at.dtype.type(divisor)}), expected)


@pytest.mark.parametrize("op", [Ops.IDIV, Ops.MOD])
def test_division_known_to_be_plain_stays(op):
    node = limited(dtypes.int64, 0, 99).alu(op, limited(dtypes.int64, 1, 5))
    assert lower(node) is node


def test_division_of_vectors():
    a, b = free(dtypes.int32.vec(4), 0), free(dtypes.int32.vec(4), 1)
    for node in (a // b, a % b, a // 3, a % 3):
        lowered = lower(node)
        assert is_plain(lowered) and all(n.dtype.count == 4 for n in lowered.toposort())


@given(st.integers(-2**31, 2**31 - 1), st.integers(-2**31, 2**31 - 1))
def test_quotient_and_remainder_belong_together(a, b):
    x, y = free(dtypes.int32, 0), free(dtypes.int32, 1)
    values = {x: np.array([a], np.int32), y: np.array([b], np.int32)}
    quotient, rest = (int(evaluate(lower(node), values)[0]) for node in (x // y, x % y))
    if b == 0: assert quotient == rest == 0
    else: assert (quotient * b + rest - a) % 2**32 == 0 and (rest == 0 or (rest < 0) == (b < 0))


BOOL_OPS = sorted(GroupOp.COMPARE | {Ops.ADD, Ops.MUL, Ops.MAX, Ops.SUB, Ops.NEG, Ops.MULACC})


@pytest.mark.parametrize("op", BOOL_OPS, ids=str)
def test_arithmetic_on_bools(op):
    arity = 1 if op is Ops.NEG else 3 if op is Ops.MULACC else 2
    sources = [free(dtypes.bool, i) for i in range(arity)]
    lowered = lower(UOp(op, dtypes.bool, tuple(sources)))
    assert {n.op for n in lowered.toposort()} <= {Ops.AND, Ops.OR, Ops.XOR, Ops.NOT, Ops.DEFINE_REG}
    for case in itertools.product((False, True), repeat=arity):
        got = evaluate(lowered, {s: np.array([v]) for s, v in zip(sources, case)})
        assert got[0] == fold(op, dtypes.bool, case, dtypes.bool), case


@pytest.mark.parametrize("dtype", [dtypes.float32, dtypes.float64, dtypes.int8, dtypes.uint64], ids=str)
def test_cast_to_bool_is_not_zero(dtype):
    x = free(dtype)
    values = np.array([0, 1, 2, 100], numpy_dtype(dtype))
    if dtype.is_float(): values = np.append(values, np.array([0.25, -0.0, np.nan, np.inf], values.dtype))
    lowered = lower(x.cast(dtypes.bool))
    assert not any(n.op is Ops.CAST for n in lowered.toposort())
    np.testing.assert_array_equal(evaluate(lowered, {x: values}), values != 0)


@pytest.mark.parametrize("source", [dtypes.float32, dtypes.float64], ids=str)
@pytest.mark.parametrize("dtype", dtypes.ints, ids=str)
def test_cast_of_floats_to_integers(dtype, source):
    x = free(source)
    inside = [v for v in (0, 1, -1, 2.75, -2.75, 100, 255, 2.0**31, 2.0**40 + 2.0**20, 2.0**63, -2.0**31, 1.5 * 2.0**63)
              if dtype.min <= int(v) <= dtype.max]
    wrapping = [300.0, -1.0, -200.0, 70000.0] if dtype.bits < 32 else [-1.0, -5.5] if dtype.is_unsigned() else []
    values = np.array(inside + wrapping, numpy_dtype(source))
    expected = np.array([fold(Ops.CAST, dtype, (float(v),), source) for v in values], numpy_dtype(dtype))
    np.testing.assert_array_equal(evaluate(lower(x.cast(dtype)), {x: values}), expected)


def test_a_second_pass_changes_nothing():
    a, b = free(dtypes.int16, 0), free(dtypes.int16, 1)
    for node in (a // b, a % b, a % 7, free(dtypes.float32).cast(dtypes.uint64), free(dtypes.bool) < free(dtypes.bool, 1)):
        once = lower(node)
        assert lower(once) is once
