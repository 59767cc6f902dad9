"""Short rows: which kernels have them, that their lanes are rows, and that every number of rows comes out right."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from heddle import Tensor, Variable
from heddle.codegen.expand import expand
from heddle.codegen.policy.cpu_schedule import optimise
from heddle.codegen.policy.short_rows_schedule import find_short_rows
from heddle.codegen.simplify import simplify
from heddle.uop import AxisType, Ops, UOp
from tests.codegen.kernels import CAPABILITIES
from tests.schedule.graphs import kernels

Formula = Callable[[Tensor], Tensor]
LANES = 16


def asts(x: Tensor) -> list[UOp]: return [simplify(ast) for ast in kernels(x.contiguous().uop)]


def sizes(sink: UOp, kind: AxisType) -> list[int]:
    return sorted(int(r.vmax) + 1 for r in sink.toposort() if r.op is Ops.RANGE and r.arg[1] is kind)


FORMULAS: dict[str, Formula] = {
    "softmax": lambda x: x.softmax(1), "log_softmax": lambda x: x.log_softmax(1), "sum": lambda x: x.sum(1),
    "argmax": lambda x: x.argmax(1), "layernorm": lambda x: x.layernorm(), "spread": lambda x: x.std(1),
    "unit": lambda x: x / (x * x).sum(1, keepdim=True).sqrt(), "columns": lambda x: x.T.softmax(0),
    "of_each": lambda x: x.reshape(-1, 2, x.shape[1]).softmax(2)}


@pytest.mark.parametrize("name", FORMULAS)
def test_lanes_are_rows_and_all_along_a_row_is_written_out(name: str) -> None:
    ast, *_ = asts(FORMULAS[name](Tensor.empty(1280, 10)))
    sink, _ = optimise(ast, CAPABILITIES)
    assert sizes(sink, AxisType.VECTOR) == [LANES] and len(sizes(sink, AxisType.GRID)) == 1
    assert not sizes(sink, AxisType.LOOP) and not sizes(sink, AxisType.REDUCE)


@pytest.mark.parametrize("formula", [lambda x: x.log_softmax(1)[:, 3].mean(),
                                     lambda x: x.cross_entropy(Tensor.empty(1280, dtype="int32"))])
def test_lanes_are_rows_where_these_are_added_up(formula: Formula) -> None:
    sinks = [optimise(ast, CAPABILITIES)[0] for ast in asts(formula(Tensor.empty(1280, 10)))]
    (sink,) = (s for s in sinks if any(n.op is Ops.EXP2 for n in s.toposort()))
    assert sizes(sink, AxisType.VECTOR) == [LANES] and set(sizes(sink, AxisType.UNROLL)) == {10}


@pytest.mark.parametrize("x", [
    lambda: Tensor.empty(1280, 10) * 2,  # nothing is reduced
    lambda: Tensor.empty(7, 10).softmax(1),  # too few rows
    lambda: Tensor.empty(1280, 6).sum(1),  # as fast row by row
    lambda: Tensor.empty(1280, 40).softmax(1),  # too long
    lambda: Tensor.empty(1280, 20).sum(1),  # too long for what it computes
    lambda: Tensor.empty(1280, 5, 2).max(1),  # two results of their own in each row
    lambda: Tensor.empty(1280, 8) @ Tensor.empty(8, 3),
    lambda: Tensor.empty(1280, 10)[Tensor.empty(640, dtype="int32")].sum(1),  # rows that are anywhere
    lambda: Tensor.empty(4096, 10)[:Variable("n", 1, 4096).bind(1280)].softmax(1),  # so many as are known at launch
    lambda: Tensor.empty(1270, 10).pad(((10, 0), (0, 0))).softmax(1),  # not all rows are there
])
def test_what_has_no_short_rows(x: Callable[[], Tensor]) -> None:
    assert [find_short_rows(ast, LANES) for ast in asts(x())] == [None] * len(asts(x()))


def test_much_is_written_out_further() -> None:
    x = Tensor.empty(1280, 24)
    assert [find_short_rows(asts(FORMULAS[name](x))[0], LANES) is not None for name in ("softmax", "argmax", "spread", "sum")] \
        == [True, True, False, False]


@pytest.mark.parametrize("n", [10, 24, 32])
@pytest.mark.parametrize("name", ["softmax", "layernorm", "spread", "log_softmax"])
def test_a_row_has_the_same_bits_in_every_batch(name: str, n: int) -> None:
    x = np.random.default_rng(n).standard_normal((300, n)).astype(np.float32)
    whole = FORMULAS[name](Tensor(x)).numpy()
    for rows in (8, 15, 16, 64, 129):
        np.testing.assert_array_equal(FORMULAS[name](Tensor(x[:rows])).numpy(), whole[:rows])


def test_vectors_of_eight_lanes() -> None:
    (ast,) = asts(Tensor.empty(1280, 10).softmax(1))
    assert sizes(optimise(ast, replace(CAPABILITIES, vector=32))[0], AxisType.VECTOR) == [8]


@pytest.mark.parametrize(("x", "lanes"), [
    (lambda: Tensor.empty(1280, 3) * Tensor.empty(3), [16]),  # vectors alternate in memory
    (lambda: Tensor.empty(1280, 2) - Tensor.empty(1280, 1), [16]),
    (lambda: Tensor.empty(8, 224, 3, dtype="uint8").float() / 255 - Tensor.empty(3), [16]),
    (lambda: Tensor.empty(1280, 5).add(Tensor.empty(5)).exp(), [16]),  # each is a polynomial
    (lambda: Tensor.empty(1280, 5) + Tensor.empty(5), [4]),
    (lambda: Tensor.empty(1280, 3) + 1, [16]),  # is one row
])
def test_rows_of_a_few_elements_that_are_computed_alike(x: Callable[[], Tensor], lanes: list[int]) -> None:
    (ast,) = asts(x())
    sink, _ = optimise(ast, CAPABILITIES)
    assert sizes(sink, AxisType.VECTOR) == lanes
    assert all(u.src[1].dtype.count >= 4 for u in expand(sink).toposort() if u.op is Ops.STORE)  # none is stored by itself


# ---- values


def reference(name: str, x: np.ndarray) -> np.ndarray:
    def softmax(x: np.ndarray) -> np.ndarray:
        e = np.exp(x - x.max(-1, keepdims=True))
        return e / e.sum(-1, keepdims=True)
    if name == "of_each": return softmax(x.reshape(-1, 2, x.shape[1]))
    return {"softmax": softmax(x), "log_softmax": np.log(softmax(x)), "sum": x.sum(1), "argmax": x.argmax(1),
            "spread": x.std(1, ddof=1), "layernorm": (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-5),
            "unit": x / np.sqrt((x * x).sum(1, keepdims=True)), "columns": softmax(x).T}[name]


@pytest.mark.parametrize("dtype", ["float32", "float16", "float64"])
@pytest.mark.parametrize(("rows", "n"), [(64, 2), (130, 10), (1002, 16), (258, 24), (70, 32)])
@pytest.mark.parametrize("name", FORMULAS)
def test_values(name: str, rows: int, n: int, dtype: str) -> None:
    """Of numbers of rows that vectors divide and do not."""
    x = np.random.default_rng(rows).standard_normal((rows, n)).astype(dtype)
    got, expected = FORMULAS[name](Tensor(x)).numpy(), reference(name, x.astype(np.float64))
    np.testing.assert_allclose(got, expected, rtol=1e-2 if dtype == "float16" else 1e-5, atol=1e-2 if dtype == "float16" else 1e-5)


@pytest.mark.parametrize("dtype", ["float32", "uint8", "float16", "int64"])
@pytest.mark.parametrize(("rows", "n"), [(64, 2), (131, 3), (1000, 3), (67, 5), (130, 7), (70, 13)])
def test_values_that_are_computed_alike(rows: int, n: int, dtype: str) -> None:
    rng = np.random.default_rng(rows + n)
    x, of_column, of_row = (rng.integers(0, 9, shape).astype(dtype) for shape in ((rows, n), (n,), (rows, 1)))
    a, b, c = Tensor(x), Tensor(of_column), Tensor(of_row)
    np.testing.assert_array_equal((a * b + c).numpy(), x * of_column + of_row)
    np.testing.assert_array_equal((a > 4).where(b, c).numpy(), np.where(x > 4, of_column, of_row))
    np.testing.assert_array_equal(a.flip(1).numpy(), x[:, ::-1])
    np.testing.assert_array_equal(a.flip(0).add(b).numpy(), x[::-1] + of_column)
    np.testing.assert_array_equal(a.T.contiguous().numpy(), x.T)
    np.testing.assert_array_equal(Tensor(np.ascontiguousarray(x.T)).T.mul(c).numpy(), x * of_row)
    exp = np.exp((x.astype(np.float64) + of_column) / 9)
    np.testing.assert_allclose(((a.cast("float32") + b) / 9).exp().numpy(), exp, rtol=1e-5)


@pytest.mark.parametrize(("rows", "n"), [(64, 3), (70, 3), (131, 2), (99, 5)])
def test_rows_that_are_overwritten_are_computed_once(rows: int, n: int) -> None:
    x = np.random.default_rng(n).standard_normal((rows, n)).astype(np.float32)
    t, scale = Tensor(x).realize(), Tensor(np.arange(1, n + 1, dtype=np.float32))
    t *= scale
    np.testing.assert_allclose(t.numpy(), x * np.arange(1, n + 1), rtol=1e-6)
    t.assign((t + scale).exp())
    np.testing.assert_allclose(t.numpy(), np.exp(x * np.arange(1, n + 1) + np.arange(1, n + 1)), rtol=1e-5)


@pytest.mark.parametrize("rows", [64, 130, 1003])
def test_a_loss_over_all_rows_and_its_gradient(rows: int) -> None:
    rng = np.random.default_rng(rows)
    x, labels = rng.standard_normal((rows, 10)).astype(np.float32), rng.integers(0, 10, rows)
    w = Tensor(x, requires_grad=True)
    loss = w.cross_entropy(Tensor(labels))
    loss.backward()
    soft, one = reference("softmax", x.astype(np.float64)), np.eye(10)[labels]
    np.testing.assert_allclose(loss.item(), -np.log((soft * one).sum(1)).mean(), rtol=1e-5)
    assert w.grad is not None
    np.testing.assert_allclose(w.grad.numpy(), (soft - one) / rows, rtol=1e-4, atol=1e-8)


@pytest.mark.parametrize("rows", [64, 70, 131])
def test_rows_are_computed_once_where_they_are_overwritten(rows: int) -> None:
    x = np.random.default_rng(rows).standard_normal((rows, 10)).astype(np.float32)
    t = Tensor(x).realize()
    t.assign(t.softmax(1)).realize()
    np.testing.assert_allclose(t.numpy(), reference("softmax", x.astype(np.float64)), rtol=1e-5)
    t.assign(t.softmax(1)).realize()
    np.testing.assert_allclose(t.numpy(), reference("softmax", reference("softmax", x.astype(np.float64))), rtol=1e-5)


def test_rows_that_are_in_no_memory() -> None:
    """Nothing is loaded, and what all rows add up to is stored once."""
    x = np.arange(1000, dtype=np.float64).reshape(100, 10) % 7
    t = Tensor.arange(1000).reshape(100, 10) % 7
    assert t.max(1).sum().item() == x.max(1).sum() and t.float().softmax(1).sum().item() == pytest.approx(100)
    np.testing.assert_allclose(t.float().softmax(1).numpy(), reference("softmax", x), rtol=1e-6)


@pytest.mark.parametrize("columns", [7, 33, 64])
def test_as_many_columns_as_are_known_at_launch(columns: int) -> None:
    x = np.random.default_rng(columns).standard_normal((3000, 64)).astype(np.float32)
    some = Tensor(x)[:, :Variable("columns", 1, 64).bind(columns)]
    np.testing.assert_allclose(some.sum(0).numpy(), x[:, :columns].sum(0), rtol=1e-3, atol=1e-3)
    np.testing.assert_array_equal(some.max(1).numpy(), x[:, :columns].max(1))


def test_specials_are_those_of_their_own_row() -> None:
    x = np.zeros((128, 10), np.float32)
    x[3, 4], x[17, 0], x[90, 9] = np.inf, np.nan, -np.inf
    with np.errstate(all="ignore"): expected = reference("softmax", x.astype(np.float64))
    np.testing.assert_allclose(Tensor(x).softmax(1).numpy(), expected, rtol=1e-6)
    assert Tensor(x).argmax(1).numpy()[[3, 90]].tolist() == [4, 0]
