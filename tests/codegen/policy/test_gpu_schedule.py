"""Kernels for devices with work-groups: what the heuristic does, run in the interpreter, where every race is an error."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from heddle import Tensor, Variable
from heddle.codegen.actions.action import Action
from heddle.codegen.actions.loop_transforms import axis_name
from heddle.codegen.actions.split import Split
from heddle.codegen.policy.gpu_schedule import group_size, groups_along, optimise_for_groups
from heddle.codegen.program_info import extents
from heddle.codegen.simplify import simplify
from heddle.dtype import DType, dtypes
from heddle.renderer import Capabilities, memory_of
from heddle.uop import Ops, UOp
from heddle.uop.interpreter.codegen import run_program
from heddle.uop.polynomial import linear
from heddle.uop.verify.verifier import Spec, verify
from tests.codegen import kernels
from tests.codegen.kernels import Case, interpret, straight
from tests.schedule.graphs import kernels as graph_kernels

GPU = Capabilities(native=frozenset(Ops), index_dtype=dtypes.int32, vector=16, registers=32, shared_memory=32 << 10,
             has_fast_shared=True, workgroup=(256, 256, 64), workgroup_threads=256, threads=4)
TINY = replace(GPU, vector=0, shared_memory=1024, workgroup=(16, 16, 16), workgroup_threads=16, grid=(8, 8, 8))
BY_CORE = replace(GPU, vector=64, has_fast_shared=False, has_scratch=True, shared_memory=1 << 20)
VECTORS = replace(GPU, computes_vectors=False, lanes_moved=4, copies_vectors=True, workgroup_threads=128)
SOFTWARE = replace(GPU, has_fast_shared=False)  # a GPU made of a processor
CASES = {
    "elementwise": kernels.elementwise, "rows": lambda: kernels.sum_rows(6, 300), "columns": kernels.sum_columns,
    "middle": kernels.greatest_of_middle, "softmax": lambda: kernels.softmax_rows(5, 140),
    "layernorm": kernels.layernorm_rows, "product": lambda: kernels.product(70, 32, 130),
    "turned": lambda: kernels.product(33, 48, 40, True),
    "uneven product": lambda: kernels.product(37, 19, 21), "bias": kernels.product_with_bias, "batches": kernels.batched_product,
    "convolution": kernels.convolution, "gathered": kernels.gathered, "padded": kernels.padded, "two": kernels.two_results,
    "in place": kernels.in_place, "reduction in place": kernels.in_place_reduction, "integers": kernels.integers,
    "few rows": lambda: kernels.product(7, 64, 130), "few rows across": lambda: kernels.product(3, 300, 12, True),
    "packed": kernels.packed_product, "packed row": lambda: kernels.packed_product(1, 512, 9),
    "all": lambda: kernels.sum_rows(1, 777), "many": lambda: kernels.sum_columns(2, 5000),
}


@pytest.mark.parametrize("caps", [GPU, VECTORS, SOFTWARE, TINY, BY_CORE], ids=["gpu", "vectors", "software", "tiny", "by core"])
@pytest.mark.parametrize("name", CASES)
def test_kernels_by_work_groups_compute_the_same(name: str, caps: Capabilities) -> None:
    case: Case = CASES[name]()
    optimised, actions = optimise_for_groups(case.ast, caps)
    case.check(interpret(optimised, case.arrays(), caps), actions)
    keep_to(caps, straight(optimised, caps))


def keep_to(caps: Capabilities, uops: list[UOp]) -> None:
    """Groups, items and local memory are within the limits."""
    grid, items = extents(uops, "gidx"), extents(uops, "lidx")
    total = 1
    for n in items: total *= n
    assert total <= caps.workgroup_threads and all(n <= m for n, m in zip(items, caps.workgroup or (), strict=False))
    assert len(grid) <= 3 and all(n <= m for n, m in zip(grid, caps.grid or (1 << 31,) * 3, strict=False))
    assert sum(u.arg[1] * u.dtype.itemsize for u in uops if u.op is Ops.DEFINE_LOCAL) <= (caps.shared_memory or 0)


UNKNOWN: dict[str, tuple[Callable[[Tensor, int], Tensor], Callable[[np.ndarray, int], np.ndarray]]] = {
    "sums": (lambda x, n: x[:, :n].sum(1), lambda a, n: a[:, :n].sum(1)),
    "greatest": (lambda x, n: (x[:, :n] - 9).max(1), lambda a, n: (a[:, :n] - 9).max(1)),
    "columns": (lambda x, n: (x[:n] * 2).sum(0), lambda a, n: (a[:n] * 2).sum(0)),
    "rows": (lambda x, n: x[:n] + 1, lambda a, n: a[:n] + 1),
    "sums of rows": (lambda x, n: x[:n].sum(1), lambda a, n: a[:n].sum(1)),
    "differences": (lambda x, n: x[:n] - x[:n].max(1, keepdim=True), lambda a, n: a[:n] - a[:n].max(1, keepdims=True)),
}


@pytest.mark.parametrize("caps", [GPU, TINY, replace(GPU, threads=1, workgroup_threads=16)], ids=["gpu", "tiny", "one"])
@pytest.mark.parametrize("name", UNKNOWN)
def test_lengths_that_are_known_at_launch(name: str, caps: Capabilities) -> None:
    make, expected = UNKNOWN[name]
    a = kernels.whole(90, 120)
    call, = kernels.calls(make(Tensor(a, device="CPU").realize(), Variable("n", 1, 90).bind(50)).contiguous().uop)
    optimised, actions = optimise_for_groups(call.src[0], caps)
    uops = straight(optimised, caps)
    keep_to(caps, uops)
    for n in (1, 37, 90):
        out, want = np.zeros(90 * 120, np.float32), expected(a, n)
        memory = {p: a.reshape(-1) if p.arg.slot else out for p in uops if p.op is Ops.PARAM}
        run_program(uops, [memoryview(x.view(np.uint8)) for x in memory.values()], {"n": n})
        np.testing.assert_array_equal(out[:want.size].reshape(want.shape), want, err_msg=str(actions))


def test_threads_share_what_is_as_long_as_a_variable() -> None:
    """Before: a group of as many threads as there are rows or vectors in one, with a loop each."""
    n = Variable("n", 1, 90).bind(50)
    for x, groups, threads in ((Tensor.empty(20, 90)[:, :n].sum(1), (20,), (64,)), (Tensor.empty(90, 64)[:n] + 1, (4,), (256,))):
        ast, = graph_kernels(x.contiguous().uop)
        uops = straight(optimise_for_groups(ast, GPU)[0], GPU)
        assert (extents(uops, "gidx"), extents(uops, "lidx")) == (groups, threads)


def test_long_rows_are_shared_and_short_ones_are_not() -> None:
    def barriers(case: Case) -> int: return sum(u.op is Ops.BARRIER for u in straight(optimise_for_groups(case.ast, GPU)[0], GPU))
    assert barriers(kernels.sum_rows(6, 300)) == 2
    assert barriers(kernels.sum_rows(6, 40)) == 0
    assert barriers(kernels.sum_columns(300, 4000)) == 0, "neighbouring threads read contiguous elements"


def test_a_row_shared_by_few_items_takes_one_barrier() -> None:
    case = kernels.sum_rows(4, 300)
    uops = straight(optimise_for_groups(case.ast, TINY)[0], TINY)
    assert [u.op for u in uops].count(Ops.BARRIER) == 1 and extents(uops, "lidx") == (16,)


def test_what_is_too_much_for_the_grid_is_a_loop_of_every_item() -> None:
    case = kernels.sum_columns(1, 9000)
    uops = straight(optimise_for_groups(case.ast, TINY)[0], TINY)
    assert len(extents(uops, "gidx")) == 3 and any(u.op is Ops.RANGE for u in uops)
    case.check(interpret(optimise_for_groups(case.ast, TINY)[0], case.arrays(), TINY))


def test_positions_are_as_narrow_as_the_device_wants_and_they_allow() -> None:
    def kinds(n: int) -> set[str]:
        x = UOp.new_buffer("CPU", n, dtypes.uint8)
        (call,) = kernels.calls((x + 1).contiguous())
        return {u.dtype.name for u in straight(optimise_for_groups(call.src[0], GPU)[0], GPU) if u.op is Ops.SPECIAL}
    assert kinds(1 << 20) == {"int32"}
    assert kinds((1 << 31) + (1 << 20)) == {"int64"}


@pytest.mark.parametrize("n,size", [(7, 7), (256, 256), (1000, 250), (1009, 256), (4096, 256)])
def test_items_of_a_group(n: int, size: int) -> None: assert group_size(n, GPU) == size


@pytest.mark.parametrize("n,most,along", [(5, 8, 5), (64, 8, 8), (17, 8, 6), (1_000_003, 65535, 62501)])
def test_groups_along_a_dimension(n: int, most: int, along: int) -> None:
    assert groups_along(n, most) == along <= most


@pytest.mark.parametrize("size", [1, 5, 16, 50, 64])
def test_masked_pieces_leave_out_what_is_not_there(size: int) -> None:
    for case in (kernels.sum_rows(6, 50), kernels.elementwise(7, 50)):
        for name in sorted(axis_name(n) for n in case.ast.toposort() if n.op is Ops.RANGE):
            action = Split((name,), size, "loop", mask=True)
            sink = action.apply(case.ast, GPU)
            verify(sink, Spec.kernel_ast)
            case.check(interpret(sink, case.arrays()), action)
            assert Action.parse(str(action)) == action


@pytest.mark.parametrize("transposed", [False, True])
def test_tiles_are_copied_by_vectors_along_memory(transposed: bool) -> None:
    case = kernels.product(64, 32, 128, transposed)
    optimised, actions = optimise_for_groups(case.ast, VECTORS)
    copies = [a for a in actions if a.name == "cache"]
    assert [a.size for a in copies] == [4, 4] and all(Action.parse(str(a)) == a for a in copies)
    uops = straight(optimised, VECTORS)
    loads = [u for u in uops if u.op is Ops.LOAD and memory_of(u.src[0]).op is Ops.PARAM]
    assert [u.dtype.count for u in loads] == [4, 4]
    case.check(interpret(optimised, case.arrays(), VECTORS), actions)


@pytest.mark.parametrize(("size", "why"), [(3, "the device does not load 3 elements at a time"), (4, None),
                                           (8, "the device does not load 8 elements at a time")])
def test_why_a_tile_is_not_copied_by_vectors(size: int, why: str | None) -> None:
    case = kernels.product(64, 32, 128)
    sink = case.ast
    for action in optimise_for_groups(case.ast, VECTORS)[1]:
        if action.name == "cache":
            assert replace(action, size=size).why_not(sink, VECTORS) == why
            return
        sink = action.apply(sink, VECTORS)
    pytest.fail("no tile is copied")


def test_tiles_of_items_that_share_nothing_are_larger() -> None:
    """Eight rows by two vectors, and four iterations of the reduction whose elements are loaded together."""
    uops = straight(optimise_for_groups(kernels.product(64, 32, 128).ast, SOFTWARE)[0], SOFTWARE)
    assert sum(u.op is Ops.DEFINE_REG for u in uops) == 16 and {u.dtype.count for u in uops if u.op is Ops.DEFINE_REG} == {4}
    assert not any(u.op in (Ops.DEFINE_LOCAL, Ops.BARRIER) for u in uops)


def test_a_core_has_a_group_of_one_item_and_its_tiles() -> None:
    """Where groups run core by core; with too little local memory for the tiles, without them."""
    case = kernels.product(70, 32, 130)
    for memory in (1 << 20, 256):
        caps = replace(BY_CORE, shared_memory=memory)
        optimised, actions = optimise_for_groups(case.ast, caps)
        assert any(a.name == "cache" for a in actions) == (memory > 256) and not any(a.kind == "workgroup" for a in actions)
        keep_to(caps, straight(optimised, caps))


@pytest.mark.parametrize(("dtype", "size", "lanes"), (
    (dtypes.float32, 1 << 20, 4), (dtypes.float16, 1 << 20, 8), (dtypes.int8, 1 << 20, 16), (dtypes.float16, 1 << 12, 4),
    (dtypes.int8, 1 << 12, 4)))
def test_items_move_16_bytes_of_the_format_in_memory_where_there_are_enough_of_them(dtype: DType, size: int, lanes: int) -> None:
    ast, = graph_kernels((Tensor.empty(size, dtype=dtype) + Tensor.empty(size, dtype=dtype)).uop)
    moving = replace(GPU, computes_vectors=False, threads=16)
    assert f"split a by {lanes} as vector" in map(str, optimise_for_groups(simplify(ast), moving)[1])
    assert "split a by 4 as vector" in map(str, optimise_for_groups(simplify(ast), replace(moving, computes_vectors=True))[1])


@pytest.mark.parametrize("length", (512, 1000, 1021, 2048))
@pytest.mark.parametrize("make", (kernels.softmax_rows, kernels.layernorm_rows))
def test_a_row_that_fits_registers_is_read_once(make: Callable[[int, int], Case], length: int) -> None:
    case = make(3, length)
    optimised, actions = optimise_for_groups(case.ast, VECTORS)
    case.check(interpret(optimised, case.arrays(), VECTORS), actions)
    uops = straight(optimised, VECTORS)
    loads = [u for u in uops if u.op is Ops.LOAD and memory_of(u.src[0]).op is Ops.PARAM]
    assert not any(u.op is Ops.RANGE for u in uops)  # loads that no loop repeats
    assert len({u.src[0].src[:2] for u in loads}) == len(loads)


def test_a_row_that_does_not_fit_registers_is_read_by_loops() -> None:
    case = kernels.softmax_rows(1, 16384)
    optimised, _ = optimise_for_groups(case.ast, VECTORS)
    assert any(u.op is Ops.RANGE for u in straight(optimised, VECTORS))


ASYNC = replace(GPU, computes_vectors=False, lanes_moved=4, registers=64, shared_memory=64 << 10, has_async_copies=True, threads=1)


@pytest.mark.parametrize("transposed", (False, True))
@pytest.mark.parametrize(("rows", "length", "columns"), ((128, 32, 128), (130, 48, 133)))
def test_tall_tiles_of_products_are_copied_ahead(rows: int, length: int, columns: int, transposed: bool) -> None:
    case = kernels.product(rows, length, columns, transposed)
    optimised, actions = optimise_for_groups(case.ast, ASYNC)
    names = [str(a) for a in actions]
    assert any(name.endswith("by 8 as unroll") for name in names) and any(name.startswith("pipeline") for name in names), names
    case.check(interpret(optimised, case.arrays(), ASYNC), actions)


def test_threads_side_by_side_copy_and_store_side_by_side() -> None:
    """Along a row of 128 columns, vectors of neighbouring threads are neighbours, in memory and in the tile."""
    optimised, _ = optimise_for_groups(kernels.product(128, 32, 128).ast, ASYNC)
    uops = straight(optimised, ASYNC)
    stores = [u for u in uops if u.op is Ops.STORE and memory_of(u.src[0]).op is Ops.PARAM]
    fastest = next(u for u in uops if u.op is Ops.SPECIAL and u.arg == "lidx0")
    assert all(u.src[1].dtype.count == 4 for u in stores)
    assert {linear(u.src[0].src[1])[0].get(fastest) for u in stores} == {4}
    loaded = [u for u in uops if u.op is Ops.LOAD and memory_of(u.src[0]).op is Ops.PARAM and u.dtype.count == 4]
    assert {linear(u.src[0].src[1])[0].get(fastest) for u in loaded} == {4}


def test_a_convolution_has_rows_along_memory() -> None:
    """Short rows are joined, and threads side by side load and store neighbours of one channel."""
    image, filters = kernels.whole(1, 16, 28, 28), kernels.whole(64, 16, 3, 3, seed=1)
    call, = kernels.calls(Tensor(image, device="CPU").realize().conv2d(Tensor(filters, device="CPU").realize(), padding=1).uop)
    optimised, actions = optimise_for_groups(call.src[0], ASYNC)
    assert str(actions[0]).startswith("join")
    uops = straight(optimised, ASYNC)
    fastest = next(u for u in uops if u.op is Ops.SPECIAL and u.arg == "lidx0")
    stores = [u for u in uops if u.op is Ops.STORE and memory_of(u.src[0]).op is Ops.PARAM]
    assert all(0 < (linear(u.src[0].src[1])[0].get(fastest) or 0) <= 8 for u in stores)
