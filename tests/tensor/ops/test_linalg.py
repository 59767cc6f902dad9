"""Linear systems and factorizations against NumPy; their gradients against torch."""
from __future__ import annotations

import gc
from collections.abc import Callable

import numpy as np
import pytest
import torch

from heddle import GlobalCounters, Tensor, Variable
from heddle.errors import DTypeError, ShapeError
from heddle.uop import Ops
from heddle.uop.intern import live_nodes

SHAPES = [(4, 4), (5, 3), (3, 5), (2, 3, 3), (1, 1), (3, 1), (1, 3)]


def drawn(*shape: int, dtype: type = np.float32) -> np.ndarray:
    return np.random.default_rng(sum(shape)).normal(size=shape).astype(dtype)


def turned(a: np.ndarray) -> np.ndarray: return np.swapaxes(a, -1, -2)
def positive(n: int) -> np.ndarray: return (drawn(n, n) @ drawn(n, n).T + np.eye(n)).astype(np.float32)


def assert_orthogonal(q: np.ndarray) -> None:
    square = turned(q) @ q
    np.testing.assert_allclose(square, np.broadcast_to(np.eye(q.shape[-1]), square.shape), atol=3e-6)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_qr(shape: tuple[int, ...]) -> None:
    a = drawn(*shape)
    q, r = (x.numpy() for x in Tensor(a).qr())
    assert q.shape == (*shape[:-1], shape[-2]) and r.shape == shape
    np.testing.assert_allclose(q @ r, a, atol=3e-6)
    np.testing.assert_array_equal(r, np.triu(r))
    assert_orthogonal(q)


@pytest.mark.parametrize("full", [True, False])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_svd(shape: tuple[int, ...], full: bool) -> None:
    a = drawn(*shape)
    u, s, v = (x.numpy() for x in Tensor(a).svd(full))
    wanted = np.linalg.svd(a, full)
    assert [x.shape for x in (u, s, v)] == [x.shape for x in wanted]
    np.testing.assert_allclose(s, wanted[1], rtol=1e-5, atol=1e-6)
    k = s.shape[-1]
    np.testing.assert_allclose(u[..., :k] * s[..., None, :] @ v[..., :k, :], a, atol=5e-6)
    assert_orthogonal(u if full else u[..., :k])
    assert_orthogonal(turned(v))


@pytest.mark.parametrize("a", [np.zeros((3, 2)), np.ones((3, 3)), np.eye(3), np.diag([3.0, 0, 1e-3]), np.outer([1, 2, 3.0], [1, -1]),
                               np.full((2, 2), 1e30), np.full((2, 2), 1e-30)], ids=range(7))
def test_svd_of_matrices_without_full_rank_and_of_extremes(a: np.ndarray) -> None:
    a = a.astype(np.float32)
    u, s, v = (x.numpy() for x in Tensor(a).svd())
    k = s.shape[-1]
    scale = max(float(np.abs(a).max()), 1e-37)
    np.testing.assert_allclose(u[:, :k] * (s / scale) @ v[:k], a / scale, atol=3e-6)
    assert_orthogonal(u), assert_orthogonal(v.T)
    assert (np.diff(s) <= 0).all() and (s >= 0).all()


@pytest.mark.parametrize("n", [1, 2, 5])
def test_systems(n: int) -> None:
    a, b = drawn(n, n), drawn(n, 3)
    np.testing.assert_allclose(Tensor(a).solve(Tensor(b)).numpy(), np.linalg.solve(a, b), rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(Tensor(a).solve(Tensor(b[:, 0])).numpy(), np.linalg.solve(a, b[:, 0]), rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(Tensor(a).inv().numpy(), np.linalg.inv(a), rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(Tensor(a).det().numpy(), np.linalg.det(a), rtol=1e-4)
    for ours, wanted in zip(Tensor(a).slogdet(), np.linalg.slogdet(a), strict=True):
        np.testing.assert_allclose(ours.numpy(), wanted, rtol=1e-4)
    np.testing.assert_allclose(Tensor(positive(n)).cholesky().numpy(), np.linalg.cholesky(positive(n)), rtol=1e-5, atol=1e-5)


def test_rows_are_swapped_where_the_pivot_is_small() -> None:
    a = np.array([[0, 1, 2], [1e-9, 0, 1], [1, 1, 1]], np.float32)
    np.testing.assert_allclose(Tensor(a).inv().numpy(), np.linalg.inv(a.astype(np.float64)), rtol=1e-5)
    assert Tensor(np.eye(3, dtype=np.float32)[[1, 0, 2]]).det().item() == -1


def test_batches_broadcast() -> None:
    a, b = drawn(2, 1, 3, 3), drawn(4, 3, 2)
    np.testing.assert_allclose(Tensor(a).solve(Tensor(b)).numpy(), np.linalg.solve(a, b), rtol=1e-3, atol=1e-4)
    assert Tensor(a).det().shape == (2, 1)


def test_other_floats() -> None:
    a = drawn(3, 3, dtype=np.float64)
    np.testing.assert_allclose(Tensor(a).inv().numpy(), np.linalg.inv(a), rtol=1e-12)
    np.testing.assert_allclose(Tensor(a).svd()[1].numpy(), np.linalg.svd(a)[1], rtol=1e-13)
    half = Tensor(a).half()
    assert half.inv().dtype == half.dtype and half.qr()[0].dtype == half.dtype
    np.testing.assert_allclose(half.solve(half).float().numpy(), np.eye(3), atol=5e-3)


def test_what_has_no_solution_is_no_number() -> None:
    assert not np.isfinite(Tensor([[1.0, 2], [2, 4]]).inv().numpy()).any()
    assert Tensor([[1.0, 2], [2, 4]]).det().item() == 0
    ones = np.ones((3, 3), np.float32)
    singular = np.stack([0 * ones, ones, np.diag([0, 0, 2.0]), np.diag([3.0, 0, 0]), np.triu(ones, 1), np.eye(3)]).astype(np.float32)
    sign, log = Tensor(singular).slogdet()
    assert Tensor(singular).det().tolist() == [0, 0, 0, 0, 0, 1] == sign.tolist() and log.tolist() == [-np.inf] * 5 + [0]
    infinite = Tensor(np.diag(np.array([np.inf, 0, 1], np.float32)))
    assert np.isnan(infinite.det().item()) and np.isnan(Tensor([[np.nan, 1], [1, 2]]).det().item())
    assert np.isnan(Tensor([[1.0, 2], [2, 1]]).cholesky().numpy()).any()


def test_all_steps_are_one_set_of_kernels() -> None:
    compiled = []
    for n in (12, 13):
        before = GlobalCounters.lowered_kernels
        Tensor(positive(n)).cholesky().realize()
        compiled.append(GlobalCounters.lowered_kernels - before)
    assert max(compiled) <= 10


def test_what_is_refused() -> None:
    with pytest.raises(DTypeError, match="qr needs floats"): Tensor([[1, 2], [3, 4]]).qr()
    with pytest.raises(ShapeError, match="inv needs square matrices"): Tensor.ones(2, 3).inv()
    with pytest.raises(ShapeError, match="svd needs matrices"): Tensor.ones(3).svd()
    with pytest.raises(ShapeError, match="as many rows"): Tensor.eye(3).solve(Tensor.ones(2, 2))


#: what is differentiated, of a matrix and weights, here and in torch
GRADIENTS: dict[str, tuple[Callable, Callable]] = {
    "solve": (lambda a, w: (a.solve(w) * w).sum(), lambda a, w: (torch.linalg.solve(a, w) * w).sum()),
    "inv": (lambda a, w: (a.inv() * w).sum(), lambda a, w: (torch.linalg.inv(a) * w).sum()),
    "det": (lambda a, w: a.det() * w.sum(), lambda a, w: torch.linalg.det(a) * w.sum()),
    "slogdet": (lambda a, w: a.slogdet()[1] * w.sum(), lambda a, w: torch.linalg.slogdet(a)[1] * w.sum()),
    "qr": (lambda a, w: (a.qr()[1].abs() * w).sum(), lambda a, w: (torch.linalg.qr(a)[1].abs() * w).sum()),
    "singular values": (lambda a, w: (a.svd()[1] * w[0]).sum(), lambda a, w: (torch.linalg.svd(a)[1] * w[0]).sum()),
    "singular vectors": (lambda a, w: (a.svd()[0].abs() * w).sum() + (a.svd()[2].square() * w).sum(),
                         lambda a, w: (torch.linalg.svd(a)[0].abs() * w).sum() + (torch.linalg.svd(a)[2].square() * w).sum()),
    "cholesky": (lambda a, w: ((a @ a.T).cholesky() * w).sum(), lambda a, w: (torch.linalg.cholesky(a @ a.T) * w).sum()),
}


@pytest.mark.parametrize("name", GRADIENTS)
def test_gradients_are_those_of_torch(name: str) -> None:
    ours, theirs = GRADIENTS[name]
    a, w = drawn(3, 3, dtype=np.float64), np.random.default_rng(9).normal(size=(3, 3))
    mine = (Tensor(a, requires_grad=True), Tensor(w, requires_grad=True))
    peer = (torch.tensor(a, requires_grad=True), torch.tensor(w, requires_grad=True))
    ours(*mine).backward()
    theirs(*peer).backward()
    for x, y in zip(mine, peer, strict=True): np.testing.assert_allclose(x.grad.numpy(), y.grad.numpy(), rtol=1e-7, atol=1e-9)


def _cofactors(a: np.ndarray) -> np.ndarray:
    """By minors, in float64."""
    if a.ndim > 2: return np.stack([_cofactors(x) for x in a])
    n = len(a)
    return np.array([[(-1) ** (i + j) * np.linalg.det(np.delete(np.delete(a, i, 0), j, 1)) for j in range(n)] for i in range(n)])


_FACTORS = np.array([[2, -1, 0], [1, 3, -2], [0, 1, 1], [-3, 2, 1]]), np.array([[1, 0, 2, -1], [0, 1, -1, 3], [2, 2, 0, 1]])
#: rank n - 1, n - 2 and less; zeros that elimination with partial pivoting meets before the last pivot; a determinant near 0
SINGULAR = {
    "zero of 1": np.zeros((1, 1)), "zeros of 2": np.zeros((2, 2)), "zeros of 3": np.zeros((3, 3)), "ones of 2": np.ones((2, 2)),
    "ones of 3": np.ones((3, 3)), "rank 3 of 4": _FACTORS[0] @ _FACTORS[1], "rank 2 of 4": _FACTORS[0][:, :2] @ _FACTORS[1][:2],
    "nilpotent": np.triu(np.ones((3, 3)), 1), "a column of zeros": np.array([[0, 2], [0, 3]]),
    "near": np.array([[1, 2], [2, 4 + 1e-6]]), "a permutation": np.eye(4)[[2, 0, 3, 1]],
    "a batch": np.stack([np.arange(9).reshape(3, 3), np.eye(3), np.ones((3, 3))])}


@pytest.mark.parametrize("name", SINGULAR)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_the_gradient_of_det_is_the_cofactors_of_any_matrix(name: str, dtype: str) -> None:
    """det times the inverse was 0 times infinity for a singular matrix."""
    a = SINGULAR[name].astype(dtype)
    x = Tensor(a, requires_grad=True)
    x.det().sum().backward()
    unit = max(1.0, float(np.abs(a).max()) ** (a.shape[-1] - 1))
    np.testing.assert_allclose(x.grad.numpy(), _cofactors(a.astype(np.float64)), atol=3 * float(np.finfo(dtype).eps) * unit)


def test_the_second_derivative_of_det_at_a_singular_matrix() -> None:
    a, w, step = (_FACTORS[0][:3, :2] @ _FACTORS[1][:2, :3]).astype(np.float64), np.arange(9.0).reshape(3, 3), 1e-4
    x = Tensor(a, requires_grad=True)
    (x.det().gradient(x)[0] * Tensor(w)).sum().backward()
    wanted = [((_cofactors(a + e) - _cofactors(a - e)) * w).sum() / (2 * step) for e in step * np.eye(9).reshape(9, 3, 3)]
    np.testing.assert_allclose(x.grad.numpy().ravel(), wanted, atol=1e-6)


def test_the_gradient_of_det_of_sizes_known_at_launch_and_of_none() -> None:
    a = np.zeros((6, 6))
    a[:3, :3] = np.arange(9).reshape(3, 3)
    x = Tensor(a, requires_grad=True)
    n = Variable("n", 1, 6).bind(3)
    x[:n, :n].det().backward()
    np.testing.assert_allclose(x.grad.numpy()[:3, :3], _cofactors(a[:3, :3]), atol=1e-12)
    assert not x.grad.numpy()[3:].any()
    for bad in (np.nan, np.inf):
        y = Tensor([[bad, 1.0], [1.0, 2.0]], requires_grad=True)
        y.det().backward()
        assert not np.isfinite(y.grad.numpy()).all()
    empty = Tensor.zeros(0, 0, requires_grad=True)
    empty.det().backward()
    assert empty.grad.shape == (0, 0)


def test_gradients_of_a_tall_matrix() -> None:
    a, w = drawn(5, 3, dtype=np.float64), np.random.default_rng(9).normal(size=(5, 3))
    x, y = Tensor(a, requires_grad=True), torch.tensor(a, requires_grad=True)
    u, _, v = x.svd(full_matrices=False)
    ((u @ v) * Tensor(w)).sum().backward()
    u, _, v = torch.linalg.svd(y, full_matrices=False)
    ((u @ v) * torch.tensor(w)).sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), y.grad.numpy(), rtol=1e-7, atol=1e-9)


#: scalar functions of a matrix, in heddle and in torch, that are differentiated twice
TWICE: dict[str, tuple[Callable, Callable]] = {
    "inv": (lambda a: a.inv().sum(), lambda a: torch.linalg.inv(a).sum()),
    "det": (lambda a: a.det(), torch.linalg.det),
    "singular values": (lambda a: a.svd()[1].square().square().sum(), lambda a: torch.linalg.svd(a)[1].square().square().sum()),
    "singular vectors": (lambda a: a.svd()[0][0].square().square().sum(), lambda a: torch.linalg.svd(a)[0][0].square().square().sum()),
    "cholesky": (lambda a: (a @ a.T).cholesky().square().square().sum(),
                 lambda a: torch.linalg.cholesky(a @ a.T).square().square().sum()),
}


@pytest.mark.parametrize("realized", [False, True], ids=["lazy", "realized"])
@pytest.mark.parametrize("name", TWICE)
def test_second_derivatives(name: str, realized: bool) -> None:
    a = drawn(2, 2, dtype=np.float64)
    x, y = Tensor(a, requires_grad=True), torch.tensor(a, requires_grad=True)
    ours, theirs = TWICE[name]
    result = ours(x)
    if realized: result.realize()
    (first,) = result.gradient(x)
    first.square().sum().backward()
    (wanted,) = torch.autograd.grad(theirs(y), y, create_graph=True)
    wanted.square().sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), y.grad.numpy(), rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize("name", ["qr", "svd", "cholesky"])
@pytest.mark.parametrize("realized", [False, True], ids=["lazy", "realized"])
def test_results_that_are_gone_leave_nothing_behind(name: str, realized: bool) -> None:
    def once() -> None:
        a = Tensor(np.eye(3, dtype=np.float32) * 2, requires_grad=True)
        results = getattr(a, name)()
        total = sum((r.sum() for r in (results if isinstance(results, tuple) else (results,))), start=Tensor(0.0))
        if realized: total.realize()
        total.backward()
        a.grad.realize()

    once()
    gc.collect()
    gc.disable()
    try:
        once()
        before = sum(1 for _ in live_nodes())
        for _ in range(3): once()
        assert sum(1 for _ in live_nodes()) == before
    finally: gc.enable()


def test_nodes_that_reach_themselves_are_freed_by_the_collector() -> None:
    x = Tensor([1.0])
    y = x.exp2()
    y.uop.gradient = [y.reshape(1, 1).sin()]
    del y
    gc.collect()
    assert not any(x.uop in n.src for n in live_nodes() if n.op in (Ops.EXP2, Ops.SIN))


#: functions whose gradient is a rule of its own, and which are views, or are detached from their operand
ENDS: dict[str, tuple[Callable, Callable]] = {
    "det reshaped": (lambda a: a.det().reshape(1).square(), lambda a: torch.linalg.det(a).reshape(1).square()),
    "solve transposed": (lambda a: a.solve(a.exp()).T.reshape(9), lambda a: torch.linalg.solve(a, a.exp()).T.reshape(9)),
    "beside itself detached": (lambda a: a.det() * a.detach().det(), lambda a: torch.linalg.det(a) * torch.linalg.det(a.detach())),
    "singular values cut": (lambda a: a.svd()[1][:2], lambda a: torch.linalg.svd(a)[1][:2]),
    "convolution reshaped": (lambda a: a.reshape(1, 1, 3, 3).conv2d(a.reshape(1, 1, 3, 3)[..., :2, :2]).reshape(2, 2).T.flip(0),
                             lambda a: torch.conv2d(a[None, None], a[None, None, :2, :2]).reshape(2, 2).T.flip(0)),
}


@pytest.mark.parametrize("realized", [False, True], ids=["lazy", "realized"])
@pytest.mark.parametrize("name", ENDS)
def test_a_rule_counts_through_views_and_after_realize(name: str, realized: bool) -> None:
    a = drawn(3, 3, dtype=np.float64) + 2 * np.eye(3)
    x, y = Tensor(a, requires_grad=True), torch.tensor(a, requires_grad=True)
    ours, theirs = ENDS[name]
    result = ours(x)
    if realized: result.realize()
    (result.sum() + x.square().sum()).backward()
    (theirs(y).sum() + y.square().sum()).backward()
    np.testing.assert_allclose(x.grad.numpy(), y.grad.numpy(), rtol=1e-7, atol=1e-9)
