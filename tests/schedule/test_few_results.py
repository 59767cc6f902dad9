"""Reductions with few results, on devices that run threads: cut in pieces until there are groups for most multiprocessors."""
from __future__ import annotations

import math

import numpy as np
import pytest

from heddle import Tensor, Variable
from heddle.codegen import to_linear, to_program
from heddle.dtype import DType, dtypes
from heddle.engine.execute import scheduled_for, scheduling_capabilities, scheduling_capabilities_of
from heddle.renderer import Renderer, memory_of
from heddle.renderer.cuda.cuda import Architecture, CUDARenderer
from heddle.renderer.llvm.amdgcn import AMDArchitecture, AMDRenderer
from heddle.schedule import create_schedule
from heddle.schedule.capabilities import SchedulingCapabilities
from heddle.schedule.reductions import is_along_memory
from heddle.schedule.rewrites import prepare
from heddle.uop import Ops, UOp
from heddle.uop.program_info import ProgramInfo

GPUS = {"sm_90a": CUDARenderer(Architecture(90, "a"), 132), "gfx1100": AMDRenderer(AMDArchitecture.parse("gfx1100"), 96)}


def grids(x: Tensor, renderer: Renderer) -> list[int]:
    """Groups of each kernel."""
    found = scheduling_capabilities_of(renderer.capabilities)
    calls = create_schedule(UOp.sink(x.uop), lambda device: found).linear.src
    programs = [to_program(c.src[0], renderer).arg for c in calls]
    return [math.prod(n for n in p.grid if isinstance(n, int)) for p in programs]


def kernels_of(x: Tensor, renderer: Renderer) -> list[tuple[ProgramInfo, list[DType]]]:
    """Each kernel, and the formats of its loads from memory."""
    found = scheduling_capabilities_of(renderer.capabilities)
    asts = [c.src[0] for c in create_schedule(UOp.sink(x.uop), lambda device: found).linear.src]
    return [(to_program(ast, renderer).arg, [u.dtype for u in to_linear(ast, renderer).uops if u.op is Ops.LOAD and is_buffer(u)])
            for ast in asts]


def is_buffer(load: UOp) -> bool: return memory_of(load.src[0]).op is Ops.PARAM


def given(*shape: int, dtype: str = "bfloat16") -> Tensor: return Tensor.empty(*shape, dtype=dtype)


@pytest.mark.parametrize("gpu", GPUS)
def test_one_row_by_a_matrix(gpu: str) -> None:
    """Before: 4 groups, and 1."""
    for dtype in ("bfloat16", "float32"):
        assert grids(given(1, 4096, dtype=dtype) @ given(4096, 4096, dtype=dtype), GPUS[gpu]) == [128, 4]
        assert grids(given(1, 1024, dtype=dtype) @ given(1024, 1024, dtype=dtype), GPUS[gpu]) == [64, 1]
    assert grids(given(1, 4096) @ given(4096, 4096).T, GPUS[gpu]) == [4096], "rows are contiguous: a group has each"


@pytest.mark.parametrize("gpu", GPUS)
@pytest.mark.parametrize("rows", (2, 4, 7))
def test_a_few_rows_by_a_matrix(gpu: str, rows: int) -> None:
    """Before: 128 groups of 16 threads, and where rows are contiguous a group for each of 4 pieces of each result."""
    (product, loads), (total, _) = kernels_of(given(rows, 4096) @ given(4096, 4096), GPUS[gpu])
    assert product.grid == (4, 32) and product.workgroup == (256,) and total.workgroup == (256,)
    assert min(d.count for d in loads) == 4 and len(loads) == rows + 4, "each element of the matrix is loaded once"
    ((product, loads),) = kernels_of(given(rows, 4096) @ given(4096, 4096).T, GPUS[gpu])
    assert product.grid == (4096,) and product.workgroup in ((64,), (128,))
    assert [d.count for d in loads] == [4] * (rows + 1)


def test_eight_rows_are_few_where_no_tensor_core_takes_them() -> None:
    wide, narrow = (kernels_of(given(8, 4096, dtype=d) @ given(4096, 4096, dtype=d), GPUS["sm_90a"]) for d in ("float32", "bfloat16"))
    assert wide[0][0].grid == (4, 32) and "product_4_8" in narrow[0][0].name
    assert "product_8_" in kernels_of(given(8, 4096) @ given(4096, 4096).T, GPUS["sm_90a"])[0][0].name


@pytest.mark.parametrize("gpu", GPUS)
@pytest.mark.parametrize("rows", (1, 3))
def test_weights_of_bytes_with_scales(gpu: str, rows: int) -> None:
    """A scale for each row of weights. Before: 16 groups, whose threads loaded bytes 4096 apart."""
    weights = given(4096, 4096, dtype="fp8e4m3").cast("bfloat16") * given(4096, 1)
    ((product, loads),) = kernels_of(given(rows, 4096) @ weights.T, GPUS[gpu])
    assert product.grid == (4096,) and [d.count for d in loads if d.itemsize == d.count] == [4]


@pytest.mark.parametrize("gpu", GPUS)
@pytest.mark.parametrize("rows", (1, 3))
def test_weights_in_blocks(gpu: str, rows: int) -> None:
    """Q8_0. Before: a group of 32 threads with an element each for each of 32 pieces of a result."""
    raw = given(4096 * 4096 // 32, 34, dtype="uint8")
    weights = (raw[:, 2:].bitcast("int8").float() * raw[:, :2].bitcast("float16").float()).reshape(4096, 4096)
    ((product, loads),) = kernels_of(given(rows, 4096) @ weights.T.cast("bfloat16"), GPUS[gpu])
    assert product.grid == (4096,) and product.workgroup == ((256,) if rows == 1 else (128,))
    assert len(loads) <= rows + 4, "a scale of two bytes for four elements"


@pytest.mark.parametrize("gpu", GPUS)
@pytest.mark.parametrize("heads", (32, pytest.param(8, marks=pytest.mark.slow)))
def test_one_query_against_a_cache_of_unknown_length(gpu: str, heads: int) -> None:
    """A work-group for each head of keys and chunk of the longest cache, for all heads of queries that share it."""
    n = Variable("n", 1, 4096).bind(1000)
    q, k, v = given(1, 32, 1, 128), given(1, heads, 4096, 128)[:, :, :n], given(1, heads, 4096, 128)[:, :, :n]
    chunks, joined = (p for p, _ in kernels_of(q.scaled_dot_product_attention(k, v, enable_gqa=heads < 32), GPUS[gpu]))
    assert chunks.grid == (32, heads) and chunks.workgroup == (128,) and joined.grid == (32,)


@pytest.mark.parametrize("gpu", GPUS)
@pytest.mark.parametrize("heads", (32, pytest.param(8, marks=pytest.mark.slow)))
def test_one_query_against_a_cache_whose_heads_are_no_vectors(gpu: str, heads: int) -> None:
    """Before: the softmax of all heads in one group of 32 threads, and every other step in 32 groups with a loop over keys."""
    n = Variable("n", 1, 4096).bind(1000)
    q, k, v = given(1, 32, 1, 124), given(1, heads, 4096, 124)[:, :, :n], given(1, heads, 4096, 124)[:, :, :n]
    found = kernels_of(q.scaled_dot_product_attention(k, v, enable_gqa=heads < 32), GPUS[gpu])
    scores, softmax, product, total = (p for p, _ in found)
    assert scores.grid in ((4096, heads), (2048, heads)) and softmax.grid == (32,) and softmax.workgroup == (256,)
    assert math.prod(n for n in product.grid if isinstance(n, int)) >= 128 and total.grid == (4,)


@pytest.mark.parametrize("gpu", GPUS)
def test_a_sum_of_unknown_length_of_what_a_condition_chooses(gpu: str) -> None:
    """Before: one factor was as long as it can be and the other, made of a bool, as it is: an error of shapes."""
    n = Variable("n", 1, 4096).bind(1000)
    x, flags = given(4, 4096)[:, :n], given(4, 4096, dtype="bool")[:, :n]
    for total in ((x * flags).sum(1), (flags.float() * x).sum(), flags.float().sum(1)): assert kernels_of(total, GPUS[gpu])


@pytest.mark.parametrize("gpu", GPUS)
def test_sums_of_columns(gpu: str) -> None:
    """Before: 4 groups, 1 and 1."""
    assert grids(given(4096, 4096).sum(0), GPUS[gpu]) == [128, 4]
    assert grids(given(4096, 1024, dtype="float32").sum(0), GPUS[gpu]) == [128, 1]
    assert grids(given(65536, 64, dtype="float32").sum(0), GPUS[gpu]) == [128, 8, 1], "in three steps of at most 128 each"


@pytest.mark.parametrize("gpu", GPUS)
def test_few_long_rows(gpu: str) -> None:
    """Before: 16 groups of which each has 16384 elements."""
    assert grids(given(16, 16384).sum(1), GPUS[gpu])[0] == 128


@pytest.mark.parametrize("gpu", GPUS)
def test_what_keeps_the_gpu_busy_is_not_cut(gpu: str) -> None:
    for x in (given(4096, 1024).sum(1), given(64, 64, 4096).sum(0), given(128, 256).sum(0), given(100).sum()):
        assert len(grids(x, GPUS[gpu])) == 1


@pytest.mark.parametrize("sizes", ((0, 16, 8), (4, 4096, 0), (4, 0, 8)))
def test_products_of_nothing(sizes: tuple[int, int, int]) -> None:
    """Before: an IndexError in the question whether it is a product."""
    m, k, n = sizes
    found = scheduling_capabilities_of(GPUS["sm_90a"].capabilities)
    x = given(m, k) @ given(k, n)
    calls = create_schedule(UOp.sink(x.uop), lambda device: found).linear.src
    assert x.shape == (m, n) and len(calls) == (1 if m * n else 0)


def test_cores_are_as_before() -> None:
    x = Tensor.empty(4096, 4096, device="CPU").sum(0)
    assert len([c for c in create_schedule(UOp.sink(x.uop)).linear.src if c.src[0].op is Ops.SINK]) == 1


def test_what_is_on_no_device_is_not_asked_about() -> None:
    node = UOp.iota(1 << 19, dtypes.int32).reshape((1024, 512)).reduce_axis(Ops.ADD, (0,))

    def known(device: str) -> SchedulingCapabilities:
        assert device
        return scheduling_capabilities_of(GPUS["sm_90a"].capabilities)

    assert prepare(UOp.sink(node), known).src[0].shape == (1, 512)


def test_which_way_memory_runs() -> None:
    x = UOp.new_buffer("CPU", 64 * 32, dtypes.float32).reshape((64, 32))
    rows, columns = ((x * 2 + 1).reduce_axis(Ops.ADD, (a,)) for a in (1, 0))
    assert is_along_memory(rows) and not is_along_memory(columns)
    assert is_along_memory((x.permute((1, 0)) * 2).reduce_axis(Ops.ADD, (0,)))


@pytest.mark.parametrize("how", ("sum", "max", "mean"))
def test_pieces_give_the_same(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On this machine, as a device with threads would cut it."""
    x = np.random.default_rng(3).normal(size=(1024, 3, 256)).astype(np.float32)
    token = scheduled_for.set(scheduling_capabilities_of(GPUS["sm_90a"].capabilities))
    try:
        for axis in ((0,), (0, 1), (2,)):
            want = getattr(x, how)(axis)
            np.testing.assert_allclose(getattr(Tensor(x, device="CPU").realize(), how)(axis).numpy(), want, rtol=1e-4, atol=1e-4)
    finally: scheduled_for.reset(token)


def test_pieces_of_a_product_of_a_few_rows_give_the_same() -> None:
    a, b = (np.random.default_rng(n).integers(-3, 4, size).astype(np.float32) for n, size in enumerate(((4, 1024), (1024, 512))))
    token = scheduled_for.set(scheduling_capabilities_of(GPUS["sm_90a"].capabilities))
    try:
        x, y = (Tensor(data, device="CPU").realize() for data in (a, b))
        assert len(create_schedule(UOp.sink((x @ y).uop), scheduling_capabilities).linear.src) == 2
        np.testing.assert_array_equal((x @ y).numpy(), a @ b)
    finally: scheduled_for.reset(token)


@pytest.mark.parametrize("gpu", GPUS)
@pytest.mark.parametrize(("channels", "results", "stride"), [(4, 8, 4), (64, 16, 8), (4, 3, 2)])
def test_fewer_filters_than_a_stride_leaves_out(gpu: str, channels: int, results: int, stride: int) -> None:
    """A convolution that reads 1 of stride² pixels has fewer products than elements then. Before: a ZeroDivisionError."""
    x, w = given(1, channels, 32, 32, dtype="float32"), given(results, channels, 1, 1, dtype="float32")
    assert all(n >= 1 for n in grids(x.conv2d(w, stride=stride), GPUS[gpu]))


@pytest.mark.parametrize("gpu", GPUS)
def test_slices_of_larger_memory(gpu: str) -> None:
    """Both factors use fewer elements than their memories have: the kernels are those of matrices of their own."""
    table = given(1000, 64, dtype="float32")
    whole = [given(*shape, dtype="float32") for shape in ((2, 8), (8, 5), (2, 64), (64, 3))]
    assert grids(table[:2, :8] @ table[:8, :5], GPUS[gpu]) == grids(whole[0] @ whole[1], GPUS[gpu])
    assert grids(table[::500] @ table[:64, :3], GPUS[gpu]) == grids(whole[2] @ whole[3], GPUS[gpu])
    assert len(grids(Tensor.einsum("iij,jkk->ik", given(3, 3, 2), given(2, 4, 4)), GPUS[gpu])) == 1
