"""The polynomial normal form: sums, products, quotients and remainders have the values of Python's integers, and one form each."""
from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from heddle.dtype import dtypes
from heddle.uop import Ops, UOp, Variable
from heddle.uop.polynomial import (
    Sum,
    _bounds_of_nested,
    add,
    combine,
    linear,
    multiply,
    normal,
    quotient,
    remainder,
    rest,
    sum_bounds,
)
from heddle.uop.rewrite import graph_rewrite
from heddle.uop.rules import symbolic
from heddle.uop.symbol import greater, lesser

RANGES = {"a": (-4, 9), "b": (1, 5), "c": (0, 6)}
A, B, C = (UOp.variable(name, *ends) for name, ends in RANGES.items())
values = st.fixed_dictionaries({name: st.integers(*ends) for name, ends in RANGES.items()})
atoms = st.sampled_from([linear(A), linear(B), linear(C), ({}, 3), ({}, -2)])
operations = st.sampled_from([add, multiply, quotient, rest])
sums = st.recursive(atoms, lambda x: st.tuples(operations, x, x).map(lambda t: made(*t)), max_leaves=6)


def made(operation, x: Sum, y: Sum) -> Sum:
    return operation(x, y if operation in (add, multiply) or sum_bounds(y)[0] >= 1 else linear(B))


def at(x: Sum, found: dict[str, int]) -> int:
    node = combine(*x)
    swap = {v: UOp.const(v.dtype, found[v.arg[0]]) for v in node.toposort() if v.op is Ops.DEFINE_VAR}
    return graph_rewrite(node.substitute(swap), symbolic).arg


@given(sums, sums, values)
def test_sums_and_products_have_the_values_of_integers(x, y, found):
    a, b = at(x, found), at(y, found)
    assert (at(add(x, y), found), at(add(x, y, -2), found), at(multiply(x, y), found)) == (a + b, a - 2 * b, a * b)


@given(sums, sums, values)
def test_quotients_and_remainders_round_down(x, y, found):
    if sum_bounds(y)[0] < 1: y = linear(B)
    assert at(quotient(x, y), found) == at(x, found) // at(y, found)
    assert at(rest(x, y), found) == at(x, found) % at(y, found)


@given(sums, values)
def test_bounds_hold(x, found):
    low, high = sum_bounds(x)
    assert low <= at(x, found) <= high


@given(sums, sums, sums)
def test_equal_by_arithmetic_is_one_node(x, y, z):
    assert combine(*multiply(x, add(y, z))) is combine(*add(multiply(z, x), multiply(y, x)))
    assert add(add(x, y), y, -1) == x and linear(combine(*x)) == x


def test_the_node_of_a_sum_is_one_for_all_ways_to_write_it():
    assert normal(A * 2 + (B + A) + 1 + 3) is normal(4 + B + 3 * A) and normal(A - A).op is Ops.CONST
    assert normal(A // 4 * 4 + A % 4) is A and combine({}, 7) is UOp.const(dtypes.index, 7)


def test_bounds_see_what_varies_together():
    n = linear(UOp.variable("n", 1, 64))
    assert sum_bounds(add(n, rest(n, ({}, 4)), -1)) == (-2, 64)
    assert sum_bounds(multiply(quotient(n, ({}, 4)), ({}, 4))) == (0, 64)
    rounded = multiply(quotient(add(n, ({}, 3)), ({}, 4)), ({}, 4))
    assert sum_bounds(add(rounded, n, -1))[1] < 64


def test_a_remainder_of_a_multiple_is_none():
    assert remainder(A * 8, 4).arg == 0 and quotient(multiply(linear(A), linear(B)), linear(B)) == linear(A)


def test_bounds_of_nested_choices_take_few_steps():
    """What was replaced in one order is not replaced in all others, of which there are factorially many."""
    n = [Variable(name, low, 9) for low, name in enumerate("abcde")]
    size = lesser(n[0] + n[1], n[2]) * greater(n[3] - n[0], n[1]) + lesser(n[2] // 2, n[4]) - greater(n[0], n[2] - n[3]) + n[1] // 3
    _bounds_of_nested.cache_clear()
    sum_bounds((size.terms, size.constant))
    assert 0 < _bounds_of_nested.cache_info().misses < 200
