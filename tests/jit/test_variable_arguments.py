"""Captured functions in which a variable has several values: two arguments, or what the function binds itself."""
from __future__ import annotations

import numpy as np
import pytest

from heddle import GlobalCounters, Tensor, TinyJit, Variable
from heddle.errors import JitError, ShapeError

N = Variable("n", 1, 20)
DATA = np.arange(20 * 8, dtype=np.float32).reshape(20, 8) % 7 - 3
PAIRS = [(3, 3), (3, 3), (3, 4), (4, 4), (1, 20), (20, 2), (7, 7)]


def sums(n: int, m: int) -> np.ndarray: return DATA[:n].sum(0) + 2 * DATA[:m].sum(0)


@pytest.mark.parametrize("device", ["PYTHON", "CPU"])
@pytest.mark.parametrize("pairs", [PAIRS, PAIRS[2:], [(5, 2), (2, 5), (4, 4), (4, 5)]])
def test_two_arguments(device: str, pairs: list[tuple[int, int]]) -> None:
    """What is captured with one value is captured once more when there are two, and never again."""
    x, lowered = Tensor(DATA, device).realize(), list[int]()
    f = TinyJit(lambda x, n, m: x[:n].sum(0) + 2 * x[:m].sum(0))
    for n, m in pairs + pairs:
        np.testing.assert_allclose(f(x, N.bind(n), N.bind(m)).numpy(), sums(n, m))
        lowered.append(GlobalCounters.lowered_kernels)
    assert len(set(lowered[len(pairs):])) == 1


def test_tensors_seen_through_one_variable_with_two_values() -> None:
    x = Tensor(DATA).realize()
    g = TinyJit(lambda xs, k, y: (xs["a"].sum(0) + 2 * y.sum(0), y * k, y.shape[0]))
    for n, m, k in [(3, 3, 3), (2, 2, 2), (3, 4, 4), (4, 3, 4), (5, 6, 7), (1, 1, 1)]:
        total, scaled, size = g({"a": x[:N.bind(n)]}, N.bind(k), x[:N.bind(m)])
        np.testing.assert_allclose(total.numpy(), sums(n, m))
        np.testing.assert_allclose(scaled.numpy(), DATA[:m] * k)
        assert size == N.bind(m) and scaled.shape == (N.bind(m), 8)  # named as the user named them
        np.testing.assert_allclose((scaled + x[:N.bind(m)]).numpy(), DATA[:m] * (k + 1))


def test_sizes_that_meet_are_compared_in_replays() -> None:
    x = Tensor(DATA).realize()
    f = TinyJit(lambda a, b, n: a + b)
    for n in (3, 4): f(x[:N.bind(n)], x[:N.bind(n)], N.bind(9 - n))
    np.testing.assert_allclose(f(x[:N.bind(5)], x[:N.bind(5)], N.bind(2)).numpy(), DATA[:5] * 2)
    with pytest.raises(ShapeError, match="cannot broadcast"): f(x[:N.bind(5)], x[:N.bind(4)], N.bind(2))


@pytest.mark.parametrize("device", ["PYTHON", "CPU"])
def test_what_a_function_binds_itself_is_a_constant(device: str) -> None:
    """Also where an argument has the same value when it is captured."""
    x, at = Tensor(DATA, device).realize(), Variable("at", 0, 19)
    cache = Tensor.zeros(20, 8, device=device).contiguous().realize()

    def step(x: Tensor, n: Variable) -> tuple[Tensor, Variable, Tensor]:
        for i in range(3): cache[at.bind(i):at.bind(i) + 1].assign(x[at.bind(i) + 1:at.bind(i) + 2] * n)
        part = x[:N.bind(4)] + 1
        return x[:n].sum(0) + part.sum(0), part.shape[0], part

    f = TinyJit(step)
    for n in (4, 4, 5, 1, 20):
        total, size, part = f(x, N.bind(n))
        np.testing.assert_allclose(total.numpy(), DATA[:n].sum(0) + (DATA[:4] + 1).sum(0))
        np.testing.assert_allclose(cache.numpy()[:3], DATA[1:4] * n)
        np.testing.assert_allclose(part.numpy(), DATA[:4] + 1)
        assert size == N.bind(4)


def test_steps_that_are_bound_from_an_integer() -> None:
    """Which is baked in, as every number is."""
    x = Tensor(DATA).realize()
    f = TinyJit(lambda x, i: x[:N.bind(i)].sum(0))
    for _ in range(3): np.testing.assert_allclose(f(x, 5).numpy(), DATA[:5].sum(0))
    with pytest.raises(JitError, match="argument i was 5 when it was captured, and is 6 now"): f(x, 6)


def test_a_choice_by_a_size_is_checked_in_replays() -> None:
    x = Tensor(DATA).realize()
    f = TinyJit(lambda x, n: x[:n].sum(0) if n > 8 else x[:n].sum(0) * 100)
    for n in (3, 4, 8): np.testing.assert_allclose(f(x, N.bind(n)).numpy(), DATA[:n].sum(0) * 100)
    with pytest.raises(ShapeError, match="n <= 8 does not hold for n = 9") as e: f(x, N.bind(9))
    assert "test_variable_arguments.py" in str(e.value)


def test_files(tmp_path) -> None:
    x = Tensor(DATA).realize()
    f = TinyJit(lambda x, n, m: (x[:n].sum(0) + 2 * x[:m].sum(0) + x[:N.bind(2)].sum(0), m, x[:m] * 2))
    for n, m in [(3, 3), (3, 4)]: f(x, N.bind(n), N.bind(m))
    f.save(tmp_path / "two")
    loaded = TinyJit.load(tmp_path / "two")
    for n, m in [(5, 6), (7, 7), (2, 1)]:
        total, size, part = loaded(x, N.bind(n), N.bind(m))
        np.testing.assert_allclose(total.numpy(), sums(n, m) + DATA[:2].sum(0))
        np.testing.assert_allclose(part.numpy(), DATA[:m] * 2)
        assert size == N.bind(m) and part.shape == (N.bind(m), 8)
    g = TinyJit(lambda x, n, m: x[:n].sum(0) + 2 * x[:m].sum(0))
    for _ in range(2): g(x, N.bind(3), N.bind(3))
    g.save(tmp_path / "one")
    with pytest.raises(JitError, match="a variable has two values in the arguments"):
        TinyJit.load(tmp_path / "one")(x, N.bind(3), N.bind(4))


def test_states_and_gradients_beside_it() -> None:
    w = Tensor(DATA[:8] * 0.1, requires_grad=True)

    def step(x: Tensor, n: Variable, m: Variable) -> tuple[Tensor, Tensor]:
        w.grad = None
        loss = (x[:n] @ w).square().mean() + (x[:m] @ w).sum()
        loss.backward()
        return loss, w.grad + 0

    def plainly(n: int, m: int) -> np.ndarray:
        a, b = DATA[:n], DATA[:m]
        return 2 * a.T @ (a @ (DATA[:8] * 0.1)) / (n * 8) + b.T.sum(1, keepdims=True) @ np.ones((1, 8))

    f, x = TinyJit(step), Tensor(DATA).realize()
    for n, m in PAIRS: np.testing.assert_allclose(f(x, N.bind(n), N.bind(m))[1].numpy(), plainly(n, m), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("outside", [N.bind(3), N.bind(4)])
def test_variables_bound_outside_are_no_arguments(outside: Variable) -> None:
    x = Tensor(DATA).realize()
    f = TinyJit(lambda x, n: x[:n].sum(0) + x[:outside].sum(0))
    with pytest.raises(JitError):
        for n in (3, 3, 5): np.testing.assert_allclose(f(x, N.bind(n)).numpy(), DATA[:n].sum(0) + DATA[:outside.val].sum(0))
