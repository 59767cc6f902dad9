"""Factors of products in less memory than they would take: which nodes they are, and that they are never stored."""

from __future__ import annotations

import numpy as np
import pytest

from heddle import Tensor, dtypes
from heddle.schedule import create_schedule
from heddle.schedule.capabilities import SchedulingCapabilities
from heddle.schedule.patterns.packed_operands import is_packed, packed_nodes
from heddle.uop import Ops, UOp

PACKS = SchedulingCapabilities(packs_operands=True)


def weight(rows: int = 64, columns: int = 128, device: str = "CPU") -> Tensor:
    """8-bit integers with a scale for each row."""
    rng = np.random.default_rng(0)
    packed = Tensor(rng.integers(-128, 128, (rows, columns)).astype(np.int8), device=device)
    return packed.cast(dtypes.float32) * Tensor(rng.random((rows, 1), np.float32), device=device)


def activations(rows: int, columns: int = 128, device: str = "CPU") -> Tensor:
    return Tensor(np.random.default_rng(1).standard_normal((rows, columns)).astype(np.float32), device=device)


def stored(*results: Tensor) -> list[tuple[int, ...]]:
    """The shapes of what is stored on the way to these."""
    schedule = create_schedule(UOp.sink(*(t.uop for t in results)), lambda device: PACKS)
    return [b.shape for b in schedule.boundaries]


def packed(*results: Tensor) -> set[UOp]: return packed_nodes(list(UOp.sink(*(t.uop for t in results)).toposort()))


@pytest.mark.parametrize("rows", [1, 2, 8, 9, 16, 64, 512])
def test_a_weight_in_packed_memory_is_not_stored(rows: int) -> None:
    w = weight()
    y = activations(rows) @ w.T
    assert w.uop in packed(y) and stored(y) == []
    assert len(create_schedule(UOp.sink(y.uop), lambda device: PACKS).linear.src) == 1


def test_nor_is_it_in_a_long_product_that_is_cut() -> None:
    y = activations(16, 1 << 13) @ weight(64, 1 << 13).T
    (partial,) = stored(y)
    assert np.prod(partial) % (16 * 64) == 0 and np.prod(partial) < 64 << 13


def test_nor_is_it_where_it_would_be_transposed_first() -> None:
    w = weight(128, 256)
    for y in (w.T @ activations(128, 256), w.T @ activations(256, 128).T): assert stored(y) == []
    x = activations(128, 256)  # memory that is as large as what it holds is
    assert stored(x.T @ activations(128, 256)) != []


def test_smaller_memory_is_what_counts() -> None:
    w, x = weight(), activations(64)
    assert is_packed(w.uop)
    assert not is_packed((x * 2).uop), "the same size"
    assert not is_packed((x * w).uop), "more than it has"
    half = x.half().realize()
    assert is_packed((half.float() * 2).uop) and not is_packed((half * 2).uop)
    assert not is_packed((w / w.sum(1, keepdim=True)).uop), "sums have to be there first"
    rows = Tensor(np.arange(64, dtype=np.int32) % 7).reshape(64, 1) == Tensor.arange(128, dtype=dtypes.int32)
    assert is_packed(rows.cast(dtypes.float32).uop.src[0]) or is_packed(rows.cast(dtypes.float32).uop)


def test_what_others_read_is_not_part_of_a_factor() -> None:
    w = weight()
    y = activations(16) @ w.T
    assert w.uop not in packed(y, (w + 1).sum(1)) and w.uop in packed(y, w @ activations(1).T)


def test_a_table_of_embeddings_may_be_a_factor_too() -> None:
    w = weight()
    x = w[Tensor(np.array([3, 1, 63, 0], np.int32))]
    y = x.repeat(4, 1) @ w.T
    assert w.uop in packed(y)
    table = w.numpy().astype(np.float64)
    np.testing.assert_allclose(y.numpy(), np.tile(table[[3, 1, 63, 0]], (4, 1)) @ table.T, rtol=1e-4, atol=1e-3)


def test_the_side_with_few_elements_is_stored_where_the_other_one_is_shared_in_registers() -> None:
    """With up to 8 rows the kernel evaluates the activations for every column anew, so they are computed once."""
    x = activations(4, 512).half().realize()
    scaled = x.float() * 3 + 1
    assert scaled.uop not in packed(scaled @ weight(512, 512).T)
    assert (x.float().repeat(8, 1) * 3).uop not in packed(x.float() @ weight(512, 512).T)


@pytest.mark.parametrize("rows", [1, 5, 16, 33])
@pytest.mark.parametrize("device", ["CPU", "PYTHON"])
def test_values(rows: int, device: str) -> None:
    w, x = weight(24, 64, device), activations(rows, 64, device)
    want = x.numpy().astype(np.float64) @ w.numpy().astype(np.float64).T
    np.testing.assert_allclose((x @ w.T).numpy(), want, rtol=1e-4, atol=1e-3)
    np.testing.assert_allclose((w @ x.T).numpy(), want.T, rtol=1e-4, atol=1e-3)
    halves = (w.half() @ x.half().T).numpy()
    np.testing.assert_allclose(halves, want.T, rtol=2e-2, atol=2e-2 * np.abs(want).max())


@pytest.mark.parametrize("device", ["CPU", "PYTHON", "CL", "WEBGPU"])
def test_gradients_through_packed_weights(device: str) -> None:
    from heddle import Device
    if not (probe := Device.probe(device)).usable: pytest.skip(probe.why_not())
    w, x = weight(48, 32, device), activations(17, 32, device)
    x.requires_grad = True
    y = x @ w.T
    (y * y).sum().backward()
    a, b = x.numpy().astype(np.float64), w.numpy().astype(np.float64)
    assert x.grad is not None
    want = 2 * (a @ b.T) @ b
    np.testing.assert_allclose(x.grad.numpy(), want, rtol=1e-3, atol=1e-4 * np.abs(want).max())


def test_a_one_hot_factor_is_made_in_the_kernel() -> None:
    ids = Tensor(np.array([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8], np.int32))
    table = activations(10, 16)
    one_hot = (ids.reshape(12, 1) == Tensor.arange(10, dtype=dtypes.int32)).where(Tensor(1.0), 0.0)
    y = one_hot @ table
    assert stored(y) == []
    np.testing.assert_array_equal(y.numpy(), table.numpy()[ids.numpy()])


def test_nothing_is_packed_without_products() -> None:
    assert packed(weight().sum(1), weight() + 1) == set()
    assert Ops.REDUCE_AXIS in {n.op for n in weight().sum(1).uop.toposort()}
