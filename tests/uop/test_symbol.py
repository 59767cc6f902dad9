"""Sizes known at launch: arithmetic equals that of the integers they stand for, and answers hold for every value."""
from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from heddle.dtype import dtypes
from heddle.errors import DTypeError, ShapeError
from heddle.uop import Symbol, UOp, Variable
from heddle.uop.symbol import bound_shape, bounds_of, capacity, greater, is_symbolic, lesser, plain
from heddle.uop.variable_bindings import Bindings, rebound

NAMES = {"a": (1, 9), "b": (0, 5), "c": (3, 4)}
values = st.fixed_dictionaries({name: st.integers(*bounds) for name, bounds in NAMES.items()})
variable = st.sampled_from(sorted(NAMES)).map(lambda name: Variable(name, *NAMES[name]))
sizes = st.recursive(variable | st.integers(-3, 9), lambda x: st.tuples(st.sampled_from("+-*"), x, x).map(lambda t: combine(*t)),
                     max_leaves=6)


def combine(op, a, b): return a + b if op == "+" else a - b if op == "-" else a * b
def at(n, found): return n if isinstance(n, int) else rebound(n, found).val


@given(sizes, sizes, values, st.sampled_from("+-*"))
def test_arithmetic_is_that_of_the_values(a, b, found, op):
    assert at(combine(op, a, b), found) == combine(op, at(a, found), at(b, found))


choices = st.recursive(sizes, lambda x: st.tuples(st.sampled_from((lesser, greater)), x, x).map(lambda t: t[0](*t[1:])), max_leaves=4)


@given(choices, choices, variable | st.integers(1, 7), values)
def test_bounds_do_not_depend_on_names_and_values(a, b, by, found):
    if bounds_of(by)[0] < 1: by = 3
    n = a + b // by * by - lesser(a, b)
    if isinstance(n, int): return
    assert bounds_of(n.map(lambda leaf: leaf._replace(name={"a": "z", "b": "y", "c": "x"}[leaf.name]))) == n.bounds
    assert bounds_of(n.map(lambda leaf: leaf._replace(value=found[leaf.name]))) == n.bounds


def test_capacities_of_captured_sizes_are_those_of_the_call():
    """A capture renames variables: the room for a result is computed before and after."""
    n = Variable("n", 1, 12).bind(5)
    for most in range(7, 10):
        count = greater(lesser(n - 2, most), 0)
        assert count.bounds == count.unbound().bounds == (0, most)


@given(sizes, variable | st.integers(1, 7), values)
def test_quotient_and_remainder(a, b, found):
    assume(bounds_of(b)[0] >= 1)
    assert at(a // b, found) == at(a, found) // at(b, found)
    assert at(a % b, found) == at(a, found) % at(b, found)


@given(sizes, values)
def test_bounds_hold(n, found):
    low, high = bounds_of(n)
    assert low <= at(n, found) <= high


@given(sizes, sizes, values)
def test_comparisons_hold_for_every_value_or_refuse(a, b, found):
    x, y = at(a, found), at(b, found)
    for compare in ("__lt__", "__le__", "__gt__", "__ge__"):
        try: said = bool(getattr(a - b if isinstance(a - b, Symbol) else int(a - b), compare)(0))
        except ShapeError: continue
        assert said == getattr(x - y, compare)(0)
    if a == b: assert x == y


@given(sizes, values)
def test_the_expression_of_a_kernel_has_the_same_value(n, found):
    from heddle.uop.rewrite import graph_rewrite
    from heddle.uop.rules import symbolic
    node = UOp.number(n)
    swap = {v: UOp.const(v.dtype, found[v.arg[0]]) for v in node.toposort() if v.op.name == "DEFINE_VAR"}
    assert graph_rewrite(node.substitute(swap), symbolic).arg == at(n, found)


def test_equal_by_arithmetic_is_equal():
    n = Variable("n", 1, 8)
    assert (n + 1) * 2 - n == n + 2 and hash(2 * n + 2) == hash((n + 1) * 2) and n - n == 0
    assert (4 * n + 8) // 4 == n + 2 and (6 * n) % 3 == 0 and (n * 5) // n == 5
    assert n != 3 and not n == n.bind(3)


def test_values():
    n = Variable("n", 1, 8)
    assert n.bind(3).val == 3 and (n.bind(3) * 2 + 1).val == 7 and int(n.bind(2)) == 2 and n.bind(3).unbind() == (n, 3)
    assert bound_shape((2, n.bind(3))) == (2, 3) and capacity((n, 4)) == (8, 4) and is_symbolic(((0, 1), (0, n)))
    assert plain(2 * n.bind(3) - 1) == "2*n - 1"


@pytest.mark.parametrize(("program", "text"), [
    (lambda n: n.bind(9), "n cannot be 9: it is a Variable from 1 to 8"),
    (lambda n: n.bind(2).bind(3), "n is bound to 2 already"),
    (lambda n: n.val, "n has no value"),
    (lambda n: Variable("m", 3, 2), "Variable 'm' needs bounds in order, got 3 and 2"),
    (lambda n: bool(n < 4), r"whether n < 4 depends on the value of n\[1..8\]"),
    (lambda n: n // (n - 1), r"n // \(n - 1\): the divisor has to be at least 1"),
    (lambda n: 5 % (n - 1), r"5 % \(n - 1\): the divisor has to be at least 1"),
])
def test_errors(program, text):
    with pytest.raises(ShapeError, match=text) as e: program(Variable("n", 1, 8))
    assert "test_symbol.py" in str(e.value)


def test_one_value_a_run():
    bindings, n = Bindings(), Variable("n", 1, 8)
    bindings.add(n.bind(3) + 1)
    with pytest.raises(ShapeError, match="n is bound to 3 and to 4 in one run"): bindings.add(n.bind(4))
    with pytest.raises(ShapeError, match="two variables are called n"): bindings.add(Variable("n", 1, 9).bind(3))
    assert bindings.values() == {"n": 3}


def test_the_names_of_the_reference():
    n = Variable(name="n", min_val=1, max_val=10, dtype=dtypes.int32)
    assert n.expr == "n" and n.dtype is dtypes.int32 and Variable("n", 1, 10).dtype is dtypes.weakint and n == Variable("n", 1, 10)
    assert n.render() == n.bind(3).render() == "n" and (n + 1).render() == "(n+1)" and (n * 2 + 3).render() == "(n*2+3)"
    assert (n - 1).render() == "(n-1)" and (n // 3).render() == "(n//3)" and (n % 3).render() == "(n%3)"
    assert n.bind(val=3).unbind() == (n, 3) and (n.vmin, n.vmax) == (1, 10)


def test_multiples():
    n = Variable("n", 0, 64, multiple_of=8)
    assert n.bind(16).val == 16
    with pytest.raises(ShapeError, match="multiple of 8"): n.bind(3)
    with pytest.raises(ShapeError, match="multiple of 0"): Variable("n", 0, 64, multiple_of=0)
    with pytest.raises(DTypeError, match="no integer dtype"): Variable("n", 0, 64, dtype=dtypes.float32)
