"""Tiles of products of quantized matrices: which kernels get them, and their results against NumPy."""
from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heddle import Context, Tensor, dtypes
from heddle.codegen.actions.action import Action
from heddle.codegen.actions.legality import follow
from heddle.codegen.policy.cpu_schedule import optimise
from heddle.codegen.simplify import simplify
from heddle.nn.gguf_blocks import TYPES
from heddle.renderer import Renderer
from heddle.tensor.io import packed_weights
from heddle.tensor.io.packed_weights import Packed, as_packed
from heddle.uop import Ops, UOp
from tests.codegen.kernels import CAPABILITIES, interpret
from tests.schedule.graphs import kernels

BYTES = replace(CAPABILITIES, dot_product_dtypes=frozenset((dtypes.int8,)))


def quantized(t: int, n: int, blocks: int, size: int, halves: bool = False) -> Tensor:
    """sum over blocks of (sum of weights * rows - offset) * half of the weights * float of the rows. `halves`: weights of 4 bits, the
    first half of a block in the lower bits."""
    raw = Tensor.empty(n, blocks, size // 2 if halves else size, dtype=dtypes.uint8)
    if halves:
        shifts = (Tensor.arange(2, dtype=dtypes.uint8) * 4).reshape(2, 1, 1)
        weights = raw.reshape(n, blocks, 1, size // 8, 4) >> shifts & 15
    else: weights = raw.reshape(n, blocks, 1, size // 4, 4) ^ 128
    rows = Tensor.empty(t, blocks, size, dtype=dtypes.int8).reshape(t, 1, *((blocks, *weights.shape[2:])))
    dot = (weights.unsqueeze(0).cast(dtypes.int32) * rows.cast(dtypes.int32)).sum((-3, -2, -1))
    dot = dot - Tensor.empty(t, 1, blocks, dtype=dtypes.int32)
    scale = Tensor.empty(n, blocks, dtype=dtypes.float16).cast(dtypes.float32)
    return (dot.float() * scale.unsqueeze(0) * Tensor.empty(t, 1, blocks)).sum(-1)


def optimised(x: Tensor) -> tuple[UOp, list[Action]]:
    ast = next(k for k in kernels(x.uop.contiguous()) if sum(n.op is Ops.REDUCE for n in k.toposort()) == 2)
    return optimise(simplify(ast), BYTES)


def is_tile(actions: list[Action]) -> bool:
    names = [a.name for a in actions]
    return names.count("cache") == 2 and "dot_product" in names


@pytest.mark.parametrize("halves", [False, True])
def test_products_of_quantized_matrices_are_tiles(halves: bool) -> None:
    assert is_tile(optimised(quantized(12, 48, 3, 32, halves))[1]), "weights and scales are copied once for all rows"
    assert not is_tile(optimised(quantized(2, 48, 3, 32, halves))[1]), "they would be copied for few rows"
    assert not is_tile(optimised(quantized(12, 7, 3, 32, halves))[1]), "7 columns fill no vector"


def test_so_are_those_whose_columns_are_several_loops() -> None:
    """As those are to which looked-up rows of packed weights are added."""
    beside = Tensor.empty(64, 16, 4, dtype=dtypes.uint8).permute(0, 2, 1).reshape(64, 64).cast(dtypes.float32)
    sink, actions = optimised(quantized(64, 64, 3, 32) + beside)
    assert is_tile(actions) and len(sink.src) == 1


def test_a_sum_is_moved_by_what_is_unpacked_too() -> None:
    """Minima of weights, which the sums of rows are multiplied with."""
    moved = Tensor.empty(48, 3, dtype=dtypes.float16).cast(dtypes.float32).unsqueeze(0) * Tensor.empty(12, 1, 3)
    raw, rows = Tensor.empty(48, 3, 8, 4, dtype=dtypes.uint8) ^ 128, Tensor.empty(12, 1, 3, 8, 4, dtype=dtypes.int8)
    dot = (raw.unsqueeze(0).cast(dtypes.int32) * rows.cast(dtypes.int32)).sum((-2, -1))
    assert sum(a.name == "cache" for a in optimised((dot.float() - moved).sum(-1))[1]) == 2, "weights and minima"


def test_each_of_two_products_has_a_kernel() -> None:
    """A gate, and what it is multiplied with: of few rows they share one."""
    for t, count in ((16, 2), (2, 1)):
        both = quantized(t, 48, 3, 32).silu() * quantized(t, 48, 3, 32)
        sums = [k for k in kernels(both.uop.contiguous()) if any(n.op is Ops.REDUCE for n in k.toposort())]
        assert len(sums) == count


@pytest.mark.parametrize("name", ["Q4_0", "Q8_0", "Q2_K", "Q4_K", "Q6_K"])
@pytest.mark.parametrize("rows", [1, 2, 3, 4, 20])
def test_schedules_of_packed_weights_are_legal(name: str, rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each action may be done where it is: none changes what a copied tile depends on."""
    block = next(t for t in TYPES.values() if t.name == name)
    raw = Tensor.empty(48 * 512 // block.size, block.nbytes, dtype=dtypes.uint8)
    assert block.digits is not None and block.decode is not None
    weight = as_packed(block.decode(raw).reshape(48, 512), raw, Packed(block.digits))
    monkeypatch.setattr(packed_weights, "Device", {"CPU": SimpleNamespace(renderer=Renderer("test", BYTES))})
    with Context(INT8_ACTIVATIONS=True, DEV="CPU"): product = Tensor.empty(rows, 512) @ weight.T
    found = 0
    for ast in map(simplify, kernels(product.uop.contiguous())):
        _, actions = optimise(ast, BYTES)
        found += any(a.name == "dot_product" for a in actions)
        assert follow(ast, actions, BYTES) is not None, actions
    assert found == 1


def test_every_weight_is_moved_in_words() -> None:
    """No element is loaded alone: 16 groups of four are one vector."""
    sink, _ = optimised(quantized(16, 64, 2, 32))
    assert sorted({n.dtype.count for n in sink.toposort() if n.op is Ops.LOAD and n.dtype.scalar() == dtypes.uint8}) == [4]


@settings(max_examples=15)
@given(st.integers(4, 20), st.integers(16, 40), st.integers(2, 4), st.sampled_from((16, 32)), st.integers(0, 2**32))
def test_interpreted(t: int, n: int, blocks: int, size: int, seed: int) -> None:
    sink, actions = optimised(quantized(t, n, blocks, size))
    assert is_tile(actions)
    rng = np.random.default_rng(seed)
    rows, raw = rng.integers(-128, 128, (t, blocks, size), np.int8), rng.integers(0, 256, (n, blocks, size), np.uint8)
    moved, scale = rng.integers(-999, 999, (t, blocks), np.int32), rng.integers(-8, 8, (n, blocks)).astype(np.float16)
    by_row = rng.integers(-8, 8, (t, blocks)).astype(np.float32)
    held = {("uint8", raw.size): raw, ("int8", rows.size): rows, ("int32", moved.size): moved, ("float16", scale.size): scale,
            ("float32", by_row.size): by_row}
    params = sorted({u for u in sink.toposort() if u.op is Ops.PARAM}, key=lambda u: u.arg.slot)
    arrays = [np.zeros((t, n), np.float32), *(held[p.dtype.name, p.arg.size].reshape(-1) for p in params[1:])]
    weights = (raw ^ 128).astype(np.int64)
    dot = np.einsum("tbi,nbi->tnb", rows.astype(np.int64), weights) - moved[:, None]
    want = (dot * scale.astype(np.int64)[None] * by_row.astype(np.int64)[:, None]).sum(-1)
    np.testing.assert_array_equal(interpret(sink, arrays, BYTES)[0].reshape(t, n), want.astype(np.float32))
