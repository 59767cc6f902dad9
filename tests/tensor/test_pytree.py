"""Containers are taken apart and put together again, and what is nested otherwise is refused."""
from __future__ import annotations

from collections import OrderedDict, namedtuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.errors import JitError
from heddle.tensor.pytree import Pattern, paths_of, put_together, take_along, take_apart

Point = namedtuple("Point", "x y")
NESTED = st.recursive(st.integers(), lambda inner: st.one_of(
    st.lists(inner, max_size=3), st.tuples(inner, inner), st.dictionaries(st.text(max_size=2), inner, max_size=3),
    st.builds(Point, inner, inner), st.builds(OrderedDict, st.dictionaries(st.integers(), inner, max_size=2))), max_leaves=12)


@given(NESTED)
def test_put_together_is_the_inverse(x):
    leaves: list = []
    pattern = take_apart(x, "x", leaves)
    again: list = []
    take_along(pattern, x, again)
    made = put_together(pattern, leaves)
    assert made == x and type(made) is type(x) and again == leaves and len(paths_of(pattern)) == len(leaves)


def test_paths_are_what_a_user_would_write():
    x = {"a": [1, (2, Point(3, 4))], 5: {"b": 6}}
    leaves: list = []
    paths = paths_of(take_apart(x, "x", leaves))
    assert paths == ["x['a'][0]", "x['a'][1][0]", "x['a'][1][1][0]", "x['a'][1][1][1]", "x[5]['b']"]
    assert [eval(path, {"x": x}) for path in paths] == leaves


@pytest.mark.parametrize(("then", "now", "message"), [
    ([1, 2], (1, 2), "x: a list when it was captured, a tuple now"),
    ([1, 2], [1], "x: 2 elements when it was captured, 1 now"),
    ({"a": 1}, {"b": 1}, r"x: keys \['a'\] when it was captured, \['b'\] now"),
    ({"a": (1, 2)}, {"a": Point(1, 2)}, r"x\['a'\]: a tuple when it was captured, a Point now"),
    ({"a": 1}, OrderedDict(a=1), "x: a dict when it was captured, a OrderedDict now"),
    ([], 3, "x: a list when it was captured, a int now"),
])
def test_other_nesting_is_refused(then, now, message):
    with pytest.raises(JitError, match=message): take_along(take_apart(then, "x", []), now, [])


def test_a_leaf_takes_anything():
    leaves: list = []
    take_along(Pattern("x"), [1, 2], leaves)
    assert leaves == [[1, 2]]
