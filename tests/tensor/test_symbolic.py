"""Tensors over sizes that are known at launch: equal to those over plain sizes, and compiled once for all of them."""
from __future__ import annotations

import numpy as np
import pytest

from heddle import GlobalCounters, Tensor, TinyJit, Variable
from heddle.errors import IndexRangeError, JitError, ShapeError
from tests.tensor.symbolic_programs import check

N = Variable("n", 1, 20)
DATA = np.arange(20 * 8, dtype=np.float32).reshape(20, 8) % 7 - 3


@pytest.mark.parametrize("first", range(0, 120, 20))
def test_random_programs_equal_those_over_plain_sizes(first: int) -> None:
    for seed in range(first, first + 20): check(seed, 3 + seed % 8, "PYTHON", 2)


@pytest.mark.parametrize("seed", range(1000, 1010))
def test_random_programs_on_the_cpu(seed: int) -> None: check(seed, 5)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(2000, 4000, 100))
def test_many_random_programs(first: int) -> None:
    for seed in range(first, first + 100): check(seed, 3 + seed % 9, "CPU" if seed % 8 == 0 else "PYTHON")


def made() -> int: return GlobalCounters.lowered_kernels + GlobalCounters.schedule_misses


def test_one_compilation_for_all_lengths() -> None:
    x, counts = Tensor(DATA), []
    for n in range(1, 21):
        part = x[:N.bind(n)]
        np.testing.assert_allclose((part.softmax(0) @ part.T).sum(0).numpy(), wanted(DATA[:n]), rtol=1e-4, atol=1e-4)
        counts.append(made())
    assert len(set(counts)) == 1


def wanted(x: np.ndarray) -> np.ndarray:
    e = np.exp(x - x.max(0))
    return (e / e.sum(0) @ x.T).sum(0)


def test_running_folds_and_order_of_rows_known_at_launch() -> None:
    """Along the axis whose size is not known, and along another."""
    x, counts = Tensor(DATA), []
    for n in (3, 17, 20):
        part = x[:N.bind(n)]
        for axis in (0, 1): np.testing.assert_allclose(part.cumsum(axis).numpy(), DATA[:n].cumsum(axis), rtol=1e-4, atol=1e-4)
        np.testing.assert_array_equal(part.argsort(1).numpy(), DATA[:n].argsort(1, kind="stable"))
        np.testing.assert_array_equal(part.topk(2, 1)[0].numpy(), -np.sort(-DATA[:n], 1)[:, :2])
        counts.append(made())
    assert len(set(counts)) == 1


def test_products_over_rows_known_at_launch() -> None:
    """Tiles of registers, of which the last one goes beyond the rows; the memory behind them stays as it is."""
    rng = np.random.default_rng(3)
    a, b, c = (rng.standard_normal(s).astype(np.float32) for s in ((40, 30), (30, 50), (3, 40, 40)))
    x, w, scores, rows = Tensor(a), Tensor(b), Tensor(c), Variable("rows", 1, 40)
    for n in (1, 5, 6, 7, 12, 13, 39, 40):
        some = rows.bind(n)
        made = GlobalCounters.lowered_kernels
        np.testing.assert_allclose((x[:some] @ w + 1).relu().numpy(), np.maximum(a[:n] @ b + 1, 0), rtol=1e-4, atol=1e-5)
        # the fold is over what is known at launch, too
        np.testing.assert_allclose((scores[:, :some, :some] @ x[:some]).numpy(), c[:, :n, :n] @ a[:n], rtol=1e-4, atol=1e-5)
        assert n == 1 or GlobalCounters.lowered_kernels == made
    kept = Tensor(np.full((40, 50), 7, np.float32)).contiguous().realize()
    kept[:rows.bind(8)].assign(x[:rows.bind(8)] @ w)
    np.testing.assert_allclose(kept.numpy(), np.vstack([a[:8] @ b, np.full((32, 50), 7)]), rtol=1e-4, atol=1e-5)


def test_values_have_the_size_that_is_bound() -> None:
    x = Tensor(DATA)[:N.bind(3), :2] + 0.5
    assert x.numpy().shape == (3, 2) and x.tolist() == (DATA[:3, :2] + 0.5).tolist()
    assert x.data().tolist() == x.tolist() and Tensor(DATA)[:N.bind(1), 0].item() == DATA[0, 0]
    assert (Tensor([1, 2, 3]) * N.bind(4)).tolist() == [4, 8, 12] and Tensor(N.bind(4) - 7).item() == -3
    assert Tensor.arange(N.bind(3), N.bind(3) + 2).tolist() == [3, 4] and Tensor.ones(N.bind(2), 2).tolist() == [[1, 1]] * 2
    assert Tensor(DATA)[N.bind(7) - 1].tolist() == DATA[6].tolist()


def test_places_in_memory_are_assigned() -> None:
    cache, at = Tensor.zeros(20, 2).contiguous().realize(), Variable("at", 0, 19)
    for i in range(20): cache[at.bind(i):at.bind(i) + 1].assign(Tensor([[i, -i]], dtype="float32"))
    cache[:N.bind(2)] = 9
    assert cache.tolist() == [[9, 9]] * 2 + [[i, -i] for i in range(2, 20)]


def test_gradients() -> None:
    x = Tensor(DATA, requires_grad=True)
    (x[:N.bind(5)] ** 2).sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), np.where(np.arange(20)[:, None] < 5, 2 * DATA, 0))


@pytest.mark.parametrize(("program", "error", "text"), [
    (lambda x: x[:, :N.bind(3)], ShapeError, r"whether n <= 8 depends on the value of n\[1..20\]"),
    (lambda x: x[N.bind(3)], ShapeError, r"whether n < 20 depends on the value"),
    (lambda x: x[N.bind(3) + 20], IndexRangeError, "outside axis 0"),
    (lambda x: x[:N.bind(3)] + x[:4], ShapeError, "cannot broadcast"),
    (lambda x: len(x[:N.bind(3)]), ShapeError, r"len\(\) is n, which is known at launch"),
    (lambda x: x[:N.bind(3):2], ShapeError, "needs step 1"),
    (lambda x: (x[:N.bind(3)].sum() + x[:N.bind(4)].sum()).item(), ShapeError, "n is bound to 3 and to 4 in one run"),
    (lambda x: x[:N].sum().item(), ShapeError, "n has no value"),
    (lambda x: Tensor.arange(N.bind(3), 1), ShapeError, "depends on the value of n"),
])
def test_errors(program, error, text) -> None:
    with pytest.raises(error, match=text) as e: program(Tensor(DATA))
    assert "test_symbolic.py" in str(e.value)


# ---- captures


class Decoder:
    """Attention over what it has seen: (1, width) and its place -> (1, width)."""

    def __init__(self, longest: int, width: int = 8) -> None:
        rng = np.random.default_rng(3)
        self.weight = Tensor(rng.standard_normal((width, 3 * width), np.float32))
        self.keys, self.values = (Tensor.zeros(longest, width).contiguous().realize() for _ in range(2))

    def __call__(self, x: Tensor, at: Variable) -> Tensor:
        q, k, v = (x @ self.weight).chunk(3, 1)
        self.keys[at:at + 1].assign(k)
        self.values[at:at + 1].assign(v)
        return (q @ self.keys[:at + 1].T).softmax(-1) @ self.values[:at + 1]


def test_a_decoder_over_512_lengths_compiles_a_constant_number_of_kernels() -> None:
    plain, captured, at = Decoder(512), TinyJit(Decoder(512).__call__), Variable("at", 0, 511)
    counts = []
    for i in range(512):
        x = Tensor(np.random.default_rng(i).standard_normal((1, 8), np.float32))
        got = captured(x, at.bind(i))
        expected = plain(x, at.bind(i)).realize()
        if i < 40 or i % 64 == 0 or i == 511: np.testing.assert_allclose(got.numpy(), expected.numpy(), rtol=1e-4, atol=1e-5)
        counts.append(made())
    assert len(set(counts[2:])) == 1
    assert "at" in captured.explain() and captured.explain().count(" on CPU, grid") < 12


def test_captures_take_values_from_shapes_and_give_them_to_results() -> None:
    @TinyJit
    def f(x: Tensor, more: dict) -> tuple: return x * 2, more["y"].sum(0), x.shape[0] + 1, x

    data = Tensor(DATA).realize()
    for n in (3, 5, 20, 1, 7):
        x = data[:N.bind(n)]
        double, total, size, same = f(x, {"y": data[:N.bind(n)]})
        assert double.tolist() == (DATA[:n] * 2).tolist() and total.tolist() == DATA[:n].sum(0).tolist()
        assert size.val == n + 1 and same is x


def test_what_captures_refuse() -> None:
    data, other = Tensor(DATA).realize(), Variable("m", 1, 20)
    f = TinyJit(lambda x, n: x[:n].sum(0))
    for n in (1, 2, 3): f(data, N.bind(n))
    with pytest.raises(JitError, match=r"argument n was n\[1..20\] when it was captured, and is 4 now"): f(data, 4)
    with pytest.raises(JitError, match="argument n was n"): f(data, other.bind(3))
    with pytest.raises(ShapeError, match="n has no value"): f(data, N)
    g = TinyJit(lambda x, y: x.sum() + y.sum())
    for n in (1, 2): g(data[:N.bind(n)], data[:N.bind(n)])
    with pytest.raises(JitError, match="n is bound to 3 and to 4"): g(data[:N.bind(3)], data[:N.bind(4)])
    with pytest.raises(JitError, match="x: shape"): g(data[:other.bind(3)], data[:N.bind(3)])


@pytest.mark.parametrize(("function", "text"), [
    (lambda x, n: x[:n].sum() * n.val, "looks at the value of a tensor"),
    (lambda x, n: x[:n].sum() + x[:OTHER].sum(), "uses the variable m, which is not among its arguments"),
])
def test_what_cannot_be_captured(function, text) -> None:
    f, data = TinyJit(function), Tensor(DATA).realize()
    f(data, N.bind(2))
    with pytest.raises(JitError, match=text): f(data, N.bind(3))


OTHER = Variable("m", 1, 20).bind(4)


def test_a_tensor_of_symbolic_shape_has_to_be_passed() -> None:
    held = Tensor(DATA)[:N.bind(3)].contiguous().realize()
    f = TinyJit(lambda x: held * x)
    f(Tensor([1.0]))
    with pytest.raises(JitError, match="reads a tensor whose shape depends on variables"): f(Tensor([1.0]))
