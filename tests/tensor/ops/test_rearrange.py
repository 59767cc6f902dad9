"""Axes split, moved and joined by name."""
from __future__ import annotations

import numpy as np
import pytest

from heddle import Tensor
from heddle.errors import ShapeError

X = np.arange(2 * 3 * 4 * 5).reshape(2, 3, 4, 5)


@pytest.mark.parametrize("formula,sizes,wanted", [
    ("a b c d -> d c b a", {}, X.transpose(3, 2, 1, 0)),
    ("a b c d -> a (b c) d", {}, X.reshape(2, 12, 5)),
    ("a b (c e) d -> (e a) b d c", {"e": 2}, X.reshape(2, 3, 2, 2, 5).transpose(3, 0, 1, 4, 2).reshape(4, 3, 5, 2)),
    ("a ... -> ... a", {}, X.transpose(1, 2, 3, 0)),
    ("a ... d -> (a ...) d", {}, X.reshape(24, 5)),
    ("a b c d -> a 1 b () c d", {}, X.reshape(2, 1, 3, 1, 4, 5)),
    ("(one two) b c d -> two b c d one", {"one": 1}, X.reshape(2, 3, 4, 5, 1)),
    ("batch height ... -> batch (height ...)", {}, X.reshape(2, 60)),
    ("a b ... -> a b (...)", {}, X.reshape(2, 3, 20)),
    ("a b c ... -> (...) c b a", {}, X.transpose(3, 2, 1, 0)),
    ("a b c d ... -> a b c d (...)", {}, X.reshape(2, 3, 4, 5, 1)),
    ("a b c d ... -> a b c d ...", {}, X),
])
def test_formulas(formula: str, sizes: dict[str, int], wanted: np.ndarray) -> None:
    np.testing.assert_array_equal(Tensor(X).rearrange(formula, **sizes).numpy(), wanted)


def test_it_is_a_view() -> None:
    assert Tensor(X).realize().rearrange("a b c d -> (a b) (c d)").realize().uop.base is not None
    row = Tensor(X).realize()
    row.rearrange("a b c d -> a (b c d)")[0, 0] = -1
    assert row[0, 0, 0, 0].item() == -1


@pytest.mark.parametrize("formula,sizes,said", [
    ("a b c d", {}, "needs one '->'"),
    ("a b c d -> a b c", {}, "d is on one side only"),
    ("a a c d -> a c d", {}, "a comes twice"),
    ("a b c -> c b a", {}, "is for 3 axes"),
    ("a b (c e) d -> a b c e d", {}, "only one of c, e"),
    ("a b (c e) d -> a b c e d", {"e": 3}, "size 4 is not"),
    ("a b c d -> a (b c d", {}, "parentheses do not pair"),
    ("a b c) d -> a b c d", {}, "parentheses do not pair"),
    ("a b c ((d)) -> a b c d", {}, "parentheses do not pair"),
    ("a b c % -> a b c %", {}, "'%' is no name"),
    ("a b c d -> d c b a", {"e": 1}, "has no axis e"),
    ("... a ... -> a ...", {}, "comes twice"),
    ("a (...) -> a ...", {}, "'...' is split"),
])
def test_formulas_that_do_not_fit(formula: str, sizes: dict[str, int], said: str) -> None:
    with pytest.raises(ShapeError, match=said): Tensor(X).rearrange(formula, **sizes)
