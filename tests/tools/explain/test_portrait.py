"""Portraits of graphs: what differs is found, and no node is kept."""
from __future__ import annotations

import gc
import weakref

import pytest

from heddle import Tensor
from heddle.tools.explain.portrait import closest, differences, portrait


def of(x: Tensor): return portrait(x.uop)


X = Tensor.ones(4, 4).contiguous().realize()
Y = Tensor.ones(4, 6).contiguous().realize()


@pytest.mark.parametrize(("old", "new", "kinds"), [
    (X + 1, X + 1, []),
    (X + 1.5, X + 2.5, ["constants"]),
    (X * 2, Y * 2, ["sizes"]),
    (X * 2, Tensor.ones(4, 4, dtype="float64").contiguous().realize() * 2, ["dtypes"]),
    (X.permute(1, 0) + Y.permute(1, 0)[:4, :4], X.permute(1, 0) + Y[:4, :4], ["operations"]),
    (X + 1.5, Y + 2.5, ["sizes", "constants"]),
])
def test_kinds_of_differences(old, new, kinds):
    assert sorted(d.kind for d in differences(of(old), of(new))) == sorted(kinds)


def test_the_closest_is_compared_and_of_equals_the_latest():
    a, b, c = of(X + 1.5), of((X + 1.5).exp()), of(X + 2.5)
    assert [d.text for d in closest(of(X + 3.5), [a, b, c])] == ["2.5 became 3.5"]
    assert closest(of(X + 1.5), [a, b, c]) == []


def test_no_node_is_kept():
    x = Tensor.ones(4) + 123
    node = weakref.ref(x.uop)
    kept = of(x)
    del x
    gc.collect()
    assert node() is None and kept
