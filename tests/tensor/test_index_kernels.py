"""What is stored where an index says, row by row: equal to what comparisons of all indices with all rows give."""
from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from heddle import Context, Device, Tensor, TinyJit, function, grad, vmap
from heddle.tensor import index_kernels
from heddle.uop import Ops

Program = Callable[[Tensor], Tensor]


@pytest.fixture(params=["CPU:LLVM", "CPU:CLANG"], autouse=True)
def device(request: pytest.FixtureRequest) -> str:
    if not (probe := Device.probe(request.param)).usable: pytest.skip(probe.why_not())
    return request.param


@pytest.fixture(autouse=True)
def all_sizes(monkeypatch: pytest.MonkeyPatch, device: str) -> object:
    """Small tables too are filled row by row."""
    monkeypatch.setattr(index_kernels, "_FEWEST_ROWS", 1)
    monkeypatch.setattr(index_kernels, "_FEWEST_OPS", 1)
    with Context(DEV=device): yield


def numbers(*shape: int, seed: int = 0) -> np.ndarray: return np.random.default_rng(seed).integers(-4, 5, shape).astype(np.float32)


def by_comparing(monkeypatch: pytest.MonkeyPatch, program: Callable[[], Tensor]) -> np.ndarray:
    """The result where every index is compared with every row."""
    with monkeypatch.context() as patch:
        patch.setattr(index_kernels, "_FEWEST_OPS", 1 << 60)
        return program().float().numpy()


def has_kernel(x: Tensor) -> bool: return any(n.op is Ops.KERNEL for n in x.uop.toposort())


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "float16"])
@pytest.mark.parametrize("kind", ["int32", "int64", "uint8"])
@pytest.mark.parametrize("shape", [(9, 5), (7, 64), (6,), (5, 3, 4), (130, 67)])
def test_the_gradient_of_rows_is_added_up(shape: tuple[int, ...], kind: str, dtype: str) -> None:
    table, at = numbers(*shape), np.random.default_rng(1).integers(0, shape[0], (4, 6))
    x, weights = Tensor(table).cast(dtype), numbers(4, 6, *shape[1:], seed=2)
    (found,) = (x[Tensor(at).cast(kind)] * Tensor(weights).cast(dtype)).sum().gradient(x)
    assert has_kernel(found)
    expected = np.zeros(shape, np.float32)
    np.add.at(expected, at, weights)
    np.testing.assert_array_equal(found.float().numpy(), expected)


def test_gradients_of_gradients() -> None:
    table, at = numbers(6, 5), np.array([1, 1, 3, 5, 1])
    x = Tensor(table)
    (first,) = (x[Tensor(at)] ** 3).sum().gradient(x)
    (second,) = (first * first).sum().gradient(x)
    count = np.bincount(at, minlength=6)[:, None]
    np.testing.assert_allclose(first.numpy(), 3 * count * table ** 2, rtol=1e-6)
    np.testing.assert_allclose(second.numpy(), 36 * count ** 2 * table ** 3, rtol=1e-5)


def test_transformations_compare() -> None:
    at = Tensor(np.array([2, 0, 2]))
    def loss(x: Tensor) -> Tensor: return (x[at] * x[at]).sum()
    tables = numbers(3, 4, 5)
    found = vmap(grad(loss))(Tensor(tables)).numpy()
    np.testing.assert_array_equal(found, np.stack([grad(loss)(Tensor(t)).numpy() for t in tables]))


@pytest.mark.parametrize("reduce", ["add", "sum", "mean", None])
@pytest.mark.parametrize("include_self", [True, False])
@pytest.mark.parametrize(("axis", "of_index", "of_source"), [
    (0, (7, 4), (7, 4)), (1, (3, 6), (5, 8)), (-1, (5, 1), (5, 3)), (0, (2, 3), (9, 9))])
@pytest.mark.parametrize("dtype", ["float32", "float16", "int32"])
def test_scattering(monkeypatch: pytest.MonkeyPatch, axis: int, of_index: tuple[int, int], of_source: tuple[int, int],
                    reduce: str | None, include_self: bool, dtype: str) -> None:
    x, source = Tensor(numbers(5, 4)).cast(dtype).realize(), Tensor(numbers(*of_source, seed=3)).cast(dtype).realize()
    at = Tensor(np.random.default_rng(4).integers(0, (5, 4)[axis], of_index)).realize()

    def program() -> Tensor:
        if reduce in ("add", None): return x.scatter(axis, at, source, reduce)
        return x.scatter_reduce(axis, at, source, reduce, include_self)
    np.testing.assert_array_equal(program().float().numpy(), by_comparing(monkeypatch, program))


def test_gradients_of_what_is_scattered(monkeypatch: pytest.MonkeyPatch) -> None:
    x, source, at = Tensor(numbers(5, 4)), Tensor(numbers(7, 4, seed=3)), Tensor(np.random.default_rng(4).integers(0, 5, (7, 4)))
    for name in ("add", "sum", "mean"):
        def gradient(of: int, name: str = name) -> Tensor:
            y = x.scatter_add(0, at, source) if name == "add" else x.scatter_reduce(0, at, source, name)
            return (y * y).sum().gradient(x, source)[of]
        for of in (0, 1): np.testing.assert_allclose(gradient(of).numpy(), by_comparing(monkeypatch, lambda: gradient(of)), rtol=1e-6)


def written(text: str) -> Callable[[Tensor | np.ndarray, object], None]:
    def write(x: object, v: object) -> None: exec(f"x[{text}] = v", {"x": x, "v": v})
    return write


@pytest.mark.parametrize("text", ["[2, 0, 2, 4]", "[-1, 1, -1, 0]", "[[1, 3], [1, 0]]", "[0, 1, 1], [3, 2, 2]", ":, [1, 1, 0]",
                                  "[4, 4], 1:3", "1:, [2, 0]", "::-1, [0, 3]"])
@pytest.mark.parametrize("dtype", ["float32", "int64", "bool"])
def test_writing_by_indices(text: str, dtype: str) -> None:
    x = (numbers(5, 4) > 0 if dtype == "bool" else numbers(5, 4)).astype(dtype)
    shape = eval(f"x[{text}]", {"x": x}).shape
    v = (numbers(*shape, seed=5) > 0 if dtype == "bool" else numbers(*shape, seed=5)).astype(dtype)
    mine, given = Tensor(x), Tensor(v)
    written(text)(mine, given)
    written(text)(x, v)  # NumPy keeps the last value too
    np.testing.assert_array_equal(mine.numpy(), x)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "int8", "bool"])
def test_sums_are_made_in_the_dtype_of_sums(monkeypatch: pytest.MonkeyPatch, dtype: str) -> None:
    x, at = Tensor.zeros(3, dtype=dtype).contiguous(), Tensor.ones(4096, dtype="int32").contiguous()
    def program() -> Tensor: return x.scatter_add(0, at, Tensor.ones(4096, dtype=dtype))
    expected = {"float16": 4096, "bfloat16": 4096, "int8": 0, "bool": 1}[dtype]
    assert program().float().tolist() == [0, expected, 0] == by_comparing(monkeypatch, program).tolist()


def test_functions_and_graphs_with_parameters() -> None:
    @function
    def added(x: Tensor, at: Tensor, v: Tensor) -> Tensor: return x.scatter_add(0, at, v)
    @function
    def loss(x: Tensor, at: Tensor) -> Tensor: return (x[at] * x[at]).sum()
    tables, ats = [numbers(6, 4, seed=n) for n in (0, 1)], [np.array([1, 5, 1]), np.array([0, 0, 2])]
    weights = [numbers(3, 4, seed=n) for n in (2, 3)]
    expected = [np.zeros((6, 4), np.float32) for _ in range(2)]
    for e, at, v in zip(expected, ats, weights, strict=True): np.add.at(e, at, v)
    rows = [Tensor(at).unsqueeze(1).expand(3, 4) for at in ats]
    graph = Tensor(tables[0]).as_param(0).scatter_add(0, rows[0].as_param(1), Tensor(weights[0]).as_param(2))
    for results in ([added(Tensor(x), at, Tensor(v)) for x, at, v in zip(tables, rows, weights, strict=True)],
                    [Tensor(x).call(at, Tensor(v), fxn=graph) for x, at, v in zip(tables, rows, weights, strict=True)]):
        both = (results[0] * 1).cat(results[1] * 1)  # in one schedule
        np.testing.assert_array_equal(both.numpy(), np.concatenate([x + e for x, e in zip(tables, expected, strict=True)]))
    xs = [Tensor(x) for x in tables]
    found = (loss(xs[0], Tensor(ats[0])) + loss(xs[1], Tensor(ats[1]))).gradient(*xs)
    for g, x, at in zip(found, tables, ats, strict=True):
        np.testing.assert_array_equal(g.numpy(), 2 * x * np.bincount(at, minlength=6)[:, None])


def test_indices_out_of_range_in_a_capture() -> None:
    table = numbers(5, 4)

    @TinyJit
    def step(x: Tensor, at: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
        (found,) = (x[at] * v).sum().gradient(x)
        return found.realize(), x.scatter_add(0, at.unsqueeze(1).expand(3, 4), v).realize()
    for n in range(6):
        at = np.array([n, 1, n])
        v = numbers(3, 4, seed=n)
        found, added = step(Tensor(table).realize(), Tensor(at).realize(), Tensor(v).realize()) if n < 5 else (None, None)
        if found is None or added is None: continue
        expected = np.zeros_like(table)
        np.add.at(expected, at, v)
        np.testing.assert_array_equal(found.numpy(), expected)
        np.testing.assert_array_equal(added.numpy(), table + expected)
    found, added = step(Tensor(table).realize(), Tensor(np.array([0, 7, -9])).realize(), Tensor(numbers(3, 4)).realize())
    assert np.isnan(added.numpy()).any() and np.isfinite(found.numpy()[1:]).all()


def test_large_tables_take_no_longer_than_they_are_long() -> None:
    table = Tensor.zeros(200_000, 4).contiguous().realize()
    at = np.random.default_rng(0).integers(0, 200_000, 200_000)
    v = numbers(200_000, 4)
    table[Tensor(at)] = Tensor(v)  # 40 billion comparisons else
    expected = np.zeros((200_000, 4), np.float32)
    expected[at] = v
    np.testing.assert_array_equal(table.numpy(), expected)
