"""Scales of packed weights: which are unpacked in vectors before a row is summed up, and results against NumPy."""
from __future__ import annotations

import numpy as np
import pytest

from heddle import Context, Device, Tensor, dtypes
from heddle.codegen.actions.action import Action
from heddle.codegen.actions.legality import follow
from heddle.codegen.memory.tile_operands import scales_of
from heddle.codegen.policy.cpu_schedule import optimise
from heddle.codegen.simplify import simplify
from heddle.nn.gguf_blocks import TYPES, BlockType
from heddle.runtime.cpu import cpuinfo
from heddle.uop import Ops
from tests.codegen.kernels import CAPABILITIES
from tests.schedule.graphs import kernels

BY_PARTS = ["Q2_K", "Q4_K", "Q5_K", "Q6_K"]


def block_of(name: str) -> BlockType: return next(t for t in TYPES.values() if t.name == name)


def product(x: Tensor, raw: Tensor, block: BlockType) -> Tensor:
    """x @ weights.T, of bytes (blocks, bytes of a block)"""
    assert block.decode is not None
    return x @ block.decode(raw).reshape(-1, x.shape[-1]).T


def actions_of(rows: int, name: str) -> list[Action]:
    """Those of the kernel of a product with 48 rows of weights; each is legal."""
    block = block_of(name)
    raw = Tensor.empty(48 * 512 // block.size, block.nbytes, dtype=dtypes.uint8)
    (ast,) = map(simplify, kernels(product(Tensor.empty(rows, 512), raw, block).uop.contiguous()))
    _, actions = optimise(ast, CAPABILITIES)
    assert follow(ast, actions, CAPABILITIES) is not None, actions
    return actions


@pytest.mark.parametrize("name", BY_PARTS)
def test_scales_of_parts_of_blocks_are_unpacked_for_a_row(name: str) -> None:
    assert {a.size for a in actions_of(1, name) if a.name == "cache"} == {8 if name in ("Q4_K", "Q5_K") else 16}


@pytest.mark.parametrize("name", ["Q4_0", "Q8_0", "MXFP4"])
def test_those_of_blocks_are_not(name: str) -> None:
    assert not any(a.name == "cache" for a in actions_of(1, name)), "there is one for all of a block"


def test_values_that_share_their_parts_are_looked_at_once() -> None:
    """As those of an optimiser, each of which is used several times: there are 2**60 ways through these."""
    value = Tensor.empty(8, 64, dtype=dtypes.uint8).cast(dtypes.float32)
    for _ in range(60): value = value * value
    for ast in map(simplify, kernels((value @ Tensor.empty(64, 1)).uop.contiguous())):
        assert all(scales_of(n) == [] for n in ast.toposort() if n.op is Ops.REDUCE)


@pytest.mark.parametrize("name", BY_PARTS)
@pytest.mark.parametrize("rows", [2, 5, 30])
def test_schedules_of_more_rows_are_legal(name: str, rows: int) -> None:
    assert actions_of(rows, name)


@pytest.mark.parametrize("name", [*BY_PARTS, "Q3_K", "IQ4_XS"])
@pytest.mark.parametrize("rows", [1, 2])
@pytest.mark.parametrize("device", ["CPU:LLVM", "CPU:CLANG", "CPU:CLANG:x86_64,x86-64-v3"])
def test_results(name: str, rows: int, device: str) -> None:
    if "x86_64" in device and cpuinfo.host().machine != "x86_64": pytest.skip("for x86-64")
    if not (probe := Device.probe(device)).usable: pytest.skip(probe.why_not())
    block, rng = block_of(name), np.random.default_rng(rows)
    raw = rng.integers(0, 60, (37 * 512 // block.size, block.nbytes), dtype=np.uint8)  # halves are small then, and finite
    x = rng.standard_normal((rows, 512)).astype(np.float32)
    with Context(DEV=device):
        assert block.decode is not None
        weights = block.decode(Tensor(raw)).contiguous().numpy().reshape(37, 512).astype(np.float64)
        got = product(Tensor(x), Tensor(raw), block).numpy()
    np.testing.assert_allclose(got, x @ weights.T, rtol=1e-4, atol=1e-5 * np.abs(weights).max() * 512)
