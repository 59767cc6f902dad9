"""Tensors over sizes that are known at launch: equal to those over plain sizes, and compiled once for all of them."""
from __future__ import annotations

import numpy as np
import pytest

from heddle import GlobalCounters, Tensor, TinyJit, Variable, scan
from heddle.errors import IndexRangeError, JitError, ShapeError, TransformError
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
    (lambda x: x[:, :N.bind(9)], ShapeError, "the slice from 0 to n does not lie within an axis of 8 elements, with n = 9"),
    (lambda x: x[N.bind(20)], IndexRangeError, "outside axis 0 of size 20"),
    (lambda x: x.shrink((None, (N.bind(6), N.bind(6) + 4))), ShapeError, "shrink needs 0 <= begin <= end <= size"),
    (lambda x: x[:N.bind(2)][:3], ShapeError, "the slice from 0 to 3 does not lie within an axis of n elements, with n = 2"),
    (lambda x: x[N.bind(3) + 20], IndexRangeError, "outside axis 0"),
    (lambda x: x[:N.bind(3)] + x[:4], ShapeError, "cannot broadcast"),
    (lambda x: len(x[:N.bind(3)]), ShapeError, r"len\(\) is n, which is known at launch"),
    (lambda x: x[:N.bind(3):-2], ShapeError, "needs a step of at least 1"),
    (lambda x: x[:N].chunk(2), ShapeError, "n has no value"),
    (lambda x: scan(lambda c, row: (c + row, None), x[0], x[:N.bind(3)]), TransformError, "their number is n, which is known"),
    (lambda x: x[:N.bind(3)].svd(), ShapeError, "svd needs rows and columns that are known now, got n and 8"),
    (lambda x: x[:N.bind(3)].cast("uint8").interpolate((4, 4)), ShapeError, "interpolate of bytes from n to 4 elements"),
    (lambda x: x[:N.bind(3)].unfold(0, 4, 1), ShapeError, "the kernel .* is larger than the space"),
    (lambda x: x[:N.bind(3)].split(N.bind(3) - 3), ShapeError, "split needs parts of at least 1 element, got n - 3"),
    (lambda x: Tensor.linspace(0, 1, N.bind(3) - 5), ShapeError, "linspace needs at least 0 steps, got n - 5"),
    (lambda x: x[:N.bind(3)].pad((0, 0, 3, 0), mode="reflect"), ShapeError, "reflect padding of axis 0"),
    (lambda x: N.bind(3) / 2, ShapeError, "n / 2 is a fraction of a size"),
    (lambda x: (x[:N.bind(3)].sum() + x[:Variable("n", 1, 9).bind(4)].sum()).item(), ShapeError, "two variables are called n"),
    (lambda x: x[:N].sum().item(), ShapeError, "n has no value"),
    (lambda x: Tensor.arange(N.bind(3), 1), ShapeError, "arange from n to 1 has no elements"),
    (lambda x: Tensor.ones(2 - N.bind(3)), ShapeError, "sizes of at least 0"),
])
def test_errors(program, error, text) -> None:
    with pytest.raises(error, match=text) as e: program(Tensor(DATA))
    assert "test_symbolic.py" in str(e.value)


def test_sizes_that_bounds_do_not_settle_are_looked_up() -> None:
    """Up to the last value that fits, eager and in replays; the next one is an error, also in a replay, at the line of the capture."""
    x = Tensor(DATA).realize()
    programs = [(lambda x, n: (x[:, :n] + 1)[:, :3], lambda n: (DATA[:, :n] + 1)[:, :3], 3, 8),
                (lambda x, n: x.shrink((None, (n, n + 4))) * 2, lambda n: DATA[:, n:n + 4] * 2, 1, 4),
                (lambda x, n: x[n] + 1, lambda n: DATA[n] + 1, 1, 19),
                (lambda x, n: x[:, :n:2].sum(0), lambda n: DATA[:, :n:2].sum(0), 1, 8),
                (lambda x, n: x.T[:n].sort(0)[0] + 1, lambda n: np.sort(DATA.T[:n], 0) + 1, 1, 8),
                (lambda x, n: x[:n].topk(3, 0)[0] + 1, lambda n: -np.sort(-DATA[:n], 0)[:3] + 1, 3, 20)]
    for program, wanted, low, high in programs:
        captured = TinyJit(program)
        for n in (low, high, low + 1, high - 1, high):
            for f in (program, captured): np.testing.assert_allclose(f(x, N.bind(n)).numpy(), wanted(n), rtol=1e-5)
        if high == 20: continue
        for f in (program, captured):
            with pytest.raises((ShapeError, IndexRangeError)) as e: f(x, N.bind(high + 1))
            assert "test_symbolic.py" in str(e.value)
        np.testing.assert_allclose(captured(x, N.bind(high)).numpy(), wanted(high), rtol=1e-5)


def test_a_row_of_a_cache_named_by_a_place_that_may_be_its_end() -> None:
    at = Variable("at", 0, 8)
    cache = Tensor.zeros(8, 2).contiguous().realize()
    step = TinyJit(lambda x, at: (cache[at:at + 1].assign(x), cache.sum(0))[1])
    for i in range(8): assert step(Tensor([[1.0, i]]).realize(), at.bind(i)).tolist() == [i + 1, sum(range(i + 1))]
    with pytest.raises(ShapeError, match=r"at \+ 1 <= 8 does not hold for at = 8"): step(Tensor([[9.0, 9.0]]).realize(), at.bind(8))
    assert cache.tolist() == [[1, i] for i in range(8)]


def test_saved_captures_check_too(tmp_path) -> None:
    f = TinyJit(lambda x, n: x[:, :n].sum(1))
    for n in (1, 8, 3): f(Tensor(DATA).realize(), N.bind(n))
    f.save(tmp_path / "sums")
    loaded = TinyJit.load(tmp_path / "sums")
    np.testing.assert_allclose(loaded(Tensor(DATA).realize(), N.bind(5)).numpy(), DATA[:, :5].sum(1))
    with pytest.raises(ShapeError, match="n <= 8 does not hold for n = 9"): loaded(Tensor(DATA).realize(), N.bind(9))


@pytest.mark.parametrize("device", ["PYTHON", "CPU"])
def test_one_variable_with_several_values_in_a_run(device: str) -> None:
    x = Tensor(DATA, device).realize()
    parts = [x[:N.bind(n)] for n in (3, 20, 1, 7)]
    sums = [p.sum(0) for p in parts]
    total = sums[0] + sums[1] * 10 + sums[2] * 100 + sums[3] * 1000
    wanted = sum(DATA[:n].sum(0) * 10 ** i for i, n in enumerate((3, 20, 1, 7)))
    np.testing.assert_allclose(total.numpy(), wanted)
    np.testing.assert_allclose(parts[0].cat(parts[3]).numpy(), np.vstack([DATA[:3], DATA[:7]]))
    assert (Tensor([1, 2], device=device) * N.bind(4) + N.bind(5)).tolist() == [9, 13]


def test_a_part_as_long_as_the_lesser_of_a_size_and_its_axis(tmp_path) -> None:
    """The length of a loop that is a choice is a bound of its own in every language."""
    wide, data = Variable("w", 1, 12), DATA.reshape(-1)[:54].reshape(6, 9)
    for device in ("PYTHON", "CPU"):
        x = Tensor(data, device).realize()
        sums = [x[:, :wide.bind(n)].T.sum() for n in (6, 7)]
        assert (sums[0] + sums[1]).item() == data[:, :6].sum() + data[:, :7].sum()
        assert (x[:, :wide.bind(9)] + Tensor.ones(wide.bind(9), device=device)).sum().item() == data.sum() + 54


def test_a_joined_length_in_a_capture() -> None:
    x, kernels = Tensor(DATA).realize(), set()
    f = TinyJit(lambda part: part.cat(x, part * 2) + 1)
    for n in (2, 5, 1, 20, 7):
        np.testing.assert_allclose(f(x[:N.bind(n)]).numpy(), np.vstack([DATA[:n], DATA, 2 * DATA[:n]]) + 1)
        kernels.add(GlobalCounters.lowered_kernels)
    assert len(kernels) <= 3


def test_numbers_and_steps_of_sequences() -> None:
    assert Tensor.full((N.bind(2), 2), N.bind(2) * 3).tolist() == [[6, 6]] * 2
    assert Tensor.full((2,), N.bind(3), dtype="float32").tolist() == [3, 3]
    assert Tensor.arange(0, 10, N.bind(3)).tolist() == [0, 3, 6, 9] and Tensor.arange(N.bind(5), 0, -2).tolist() == [5, 3, 1]
    assert [Tensor.arange(5 - Variable("k", 0, 5).bind(n)).tolist() for n in (0, 3, 5)] == [[0, 1, 2, 3, 4], [0, 1], []]
    assert Tensor.rand(N.bind(3), 2).numpy().shape == (3, 2) and Variable("n", min_val=1, max_val=20) == N


def test_an_axis_without_elements_reads_nothing() -> None:
    """Nothing is read before a loop that has no iteration, though it would not move with the loop."""
    n = Variable("n", 1, 2).bind(1)
    assert Tensor(DATA, "PYTHON")[:, :n][:, :-1].flip(1).numpy().shape == (20, 0)


def test_a_cumulative_maximum_of_nothing() -> None:
    n = Variable("n", 0, 5)
    for i in (0, 1, 5):
        values, places = Tensor(DATA, "PYTHON")[:n.bind(i)].cummax(0)
        np.testing.assert_array_equal(values.numpy(), np.maximum.accumulate(DATA[:i], 0))
        assert places.numpy().shape == (i, 8) and (i == 0 or places.numpy()[0].tolist() == [0] * 8)


@pytest.mark.parametrize("symbolic", [False, True])
def test_the_gradient_of_a_convolution_over_nothing(symbolic: bool) -> None:
    """Which has positions in its border."""
    n, weight = Variable("n", 0, 5), Tensor([[[0.5, -0.25]]], device="PYTHON")
    for i in (0, 2):
        x = Tensor(DATA[:, :5], "PYTHON", requires_grad=True)
        x[:, :n.bind(i) if symbolic else i].unsqueeze(1).conv2d(weight, padding=1).square().sum().backward()
        border = np.pad(DATA[:, :i], [(0, 0), (1, 1)])
        slope = 2 * (border[:, :-1] * 0.5 - border[:, 1:] * 0.25)
        wanted = np.pad(slope[:, 1:] * 0.5 - slope[:, :-1] * 0.25, [(0, 0), (0, 5 - i)])
        np.testing.assert_allclose(np.zeros_like(wanted) if x.grad is None else x.grad.numpy(), wanted, rtol=1e-5)


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
    with pytest.raises(JitError, match="x: shape"): g(data[:other.bind(3)], data[:N.bind(3)])


@pytest.mark.parametrize(("function", "text"), [
    (lambda x, n: x[:n].sum() * n.val, "reads the value of a tensor"),
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


@pytest.mark.parametrize("name", ["float16", "bfloat16", "fp8e4m3", "fp8e5m2"])
def test_extremes_of_narrow_floats(device: str, name: str) -> None:
    """A loop over what a split leaves may be empty: its maximum is a number of the format, which `fp8e4m3` has no infinity for."""
    values = np.arange(-24, 24, dtype=np.float32).reshape(6, 8) / 2
    x, n = Tensor(values, device=device).cast(name).realize(), Variable("n", 1, 6)
    greatest, least = TinyJit(lambda x: x.max().realize()), TinyJit(lambda x: x.min().realize())
    for rows in (3, 5, 2, 6, 1):
        part, wanted = x[:n.bind(rows)], Tensor(values).cast(name).float().numpy()[:rows]
        assert greatest(part).float().item() == wanted.max() and least(part).float().item() == wanted.min()
