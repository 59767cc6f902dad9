"""Sums of products: which kernels are ones, the register tile, and matrices of all sizes against NumPy."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heddle import Tensor, Variable
from heddle.codegen.actions.loop_transforms import WRITE_OUT, factors_of, size_of, stride
from heddle.codegen.actions.split import Split
from heddle.codegen.policy.cpu_schedule import optimise
from heddle.codegen.policy.matmul_cpu import Product, choose_row, find_product, memory_of_tile
from heddle.codegen.policy.register_tiling import WAYS, Memory, block_tiles, choose_tile
from heddle.codegen.simplify import simplify
from heddle.dtype import dtypes
from heddle.renderer import Capabilities
from heddle.schedule import cost_model
from heddle.uop import AxisType, Ops, UOp
from tests.codegen import kernels
from tests.codegen.kernels import CAPABILITIES, Case, interpret, on_cpu, whole
from tests.schedule.graphs import conv, empty, matmul, run, softmax, stored
from tests.schedule.graphs import kernels as asts

#: a Zen 3
AVX2 = replace(CAPABILITIES, vector=32, registers=16, cache=(32 << 10, 512 << 10))


def product_of(ast: UOp) -> Product | None:
    return find_product(simplify(ast), CAPABILITIES)


# ---- which kernels are products


def sizes(axes: tuple[UOp, ...]) -> list[int]:
    return [size_of(r) for r in axes]


def test_axes_of_a_matrix_product() -> None:
    found = product_of(kernels.product(20, 14, 48).ast)
    assert found is not None and sizes(found.rows) == [20] and sizes(found.columns) == [48] and found.batches == ()
    assert found.vector is found.columns[0] and found.b.ranges >= {found.vector} and found.vector not in found.a.ranges


def test_axes_of_a_batch() -> None:
    found = product_of(kernels.batched_product(3, 16, 8, 32).ast)
    assert found is not None and sizes(found.batches) == [3] and sizes(found.rows) == [16]


def test_axes_of_a_convolution() -> None:
    (ast,) = asts(conv(empty(1, 4, 10, 12), empty(32, 4, 3, 3), padding=1).contiguous())
    found = product_of(ast)
    assert found is not None and len(found.reduction.src) == 4 and {size_of(found.vector)} <= {32, 10, 12, 120}


def test_bias_and_activation_come_along() -> None:
    assert product_of(kernels.product_with_bias(16, 12, 32).ast) is not None


@pytest.mark.parametrize(
    "make",
    [
        kernels.elementwise,
        kernels.sum_rows,
        kernels.softmax_rows,
        kernels.integers,
        kernels.two_results,
        kernels.greatest_of_middle,
    ],
    ids=lambda f: f.__name__,
)
def test_what_is_no_product(make) -> None:
    assert product_of(make().ast) is None


def test_products_without_something_to_tile_are_not() -> None:
    x = empty(40, 50)
    (weighted,) = asts((x * empty(1, 50).expand((40, 50))).reduce_axis(Ops.ADD, (1,)).contiguous())
    assert product_of(weighted) is None  # a matrix times a vector
    (few,) = asts(matmul(empty(40, 9), empty(9, 3)).contiguous())
    assert (found := product_of(few)) is None or size_of(found.vector) >= 4
    (thin,) = asts(matmul(empty(2, 30), empty(2, 30).permute((1, 0))).contiguous())
    assert product_of(thin) is None


def test_plain_products() -> None:
    reductions = [n for make in (kernels.product, kernels.sum_rows) for n in make().ast.toposort() if n.op is Ops.REDUCE]
    assert [bool(factors_of(f)) for f in reductions] == [True, False]


# ---- the register tile


@settings(max_examples=300)
@given(
    st.integers(1, 300),
    st.integers(4, 300),
    st.sampled_from([16, 32]),
    st.sampled_from([16, 32, 64]),
    st.sampled_from([4, 8]),
    st.booleans(),
)
def test_tiles_fit_the_registers(rows: int, columns: int, registers: int, vector: int, itemsize: int, exact: bool) -> None:
    tile = choose_tile(rows, columns, replace(CAPABILITIES, registers=registers, vector=vector), itemsize, exact)
    assert 1 <= tile.rows <= rows and 1 <= tile.vectors * tile.width <= columns
    assert tile.width * itemsize <= vector and tile.width & (tile.width - 1) == 0
    # accumulators, one row of B, and one element of A in all lanes
    assert tile.rows * tile.vectors + tile.vectors + 1 <= registers
    if exact:
        assert rows % tile.rows == 0 and columns % (tile.vectors * tile.width) == 0


def test_big_matrices_use_most_of_the_registers() -> None:
    for registers, least in ((16, 10), (32, 16)):
        tile = choose_tile(1024, 1024, replace(CAPABILITIES, registers=registers), 4, False)
        assert tile.rows * tile.vectors >= least and tile.width == 16


def test_tiles_waste_little_at_the_edges() -> None:
    for rows, columns in itertools.product((7, 16, 25, 100), (16, 33, 64, 100)):
        tile = choose_tile(rows, columns, CAPABILITIES, 4, False)
        done = -(-rows // tile.rows) * tile.rows * -(-columns // (tile.vectors * tile.width)) * tile.vectors * tile.width
        assert done <= 2.1 * rows * columns


def test_the_loop_nest_of_a_big_product() -> None:
    sink, actions = optimise(simplify(asts(matmul(empty(512, 512), empty(512, 512)).contiguous())[0]), CAPABILITIES)
    texts = [str(a) for a in actions]
    kinds = [r.arg[1] for r in sink.src[0].src[1:]]
    loops = [k for k in kinds if k not in (AxisType.UNROLL, AxisType.VECTOR)]
    assert loops[0] is AxisType.GRID and loops.count(AxisType.GRID) == kinds.count(AxisType.VECTOR) == 1
    assert any(t.startswith("cache") for t in texts) and texts[-1].endswith("as grid")
    grid = next(r for r in sink.src[0].src[1:] if r.arg[1] is AxisType.GRID)
    assert size_of(grid) >= CAPABILITIES.threads
    tiles = [n.arg[1] * n.dtype.itemsize for n in sink.toposort() if n.op is Ops.DEFINE_LOCAL]
    assert sum(tiles) <= CAPABILITIES.cache[1]


def test_without_fast_memory_nothing_is_staged() -> None:
    ast = simplify(asts(matmul(empty(256, 256), empty(256, 256)).contiguous())[0])
    assert any(a.name == "cache" for a in optimise(ast, CAPABILITIES)[1])
    assert not any(a.name == "cache" for a in optimise(ast, replace(CAPABILITIES, has_scratch=False))[1])
    sink, _ = optimise(ast, replace(CAPABILITIES, vector=0))
    assert sink is ast


# ---- values


@pytest.mark.parametrize(
    ("m", "k", "n"), [(1, 1, 1), (3, 5, 4), (12, 1, 16), (13, 7, 17), (24, 16, 16), (25, 9, 33), (30, 40, 50), (33, 17, 64)]
)
@pytest.mark.parametrize("transposed", [False, True])
def test_products_of_all_sizes(m: int, k: int, n: int, transposed: bool) -> None:
    case = kernels.product(m, k, n, transposed)
    sink, actions = optimise(simplify(case.ast), CAPABILITIES)
    case.check(interpret_staged(case, sink), [str(a) for a in actions])


def interpret_staged(case: Case, sink: UOp) -> list[np.ndarray]:
    """In the interpreter, which clears scratch memory at every piece of the grid: the grid becomes a loop here."""
    from heddle.codegen.actions.loop_transforms import retype

    grid = {n: AxisType.LOOP for n in sink.toposort() if n.op is Ops.RANGE and n.arg[1] is AxisType.GRID}
    return interpret(retype(sink, grid), case.arrays())


@pytest.mark.parametrize(
    ("m", "k", "n", "transposed"),
    [
        (100, 70, 130, False),
        (100, 70, 130, True),
        (64, 256, 48, False),
        (1, 200, 300, False),
        (200, 3, 5, True),
        (257, 33, 65, False),
    ],
)
def test_products_on_the_cpu(m: int, k: int, n: int, transposed: bool) -> None:
    a, b = whole(m, k), whole(k, n, seed=1)
    right = stored(np.ascontiguousarray(b.T)).permute((1, 0)) if transposed else stored(b)
    np.testing.assert_array_equal(run(matmul(stored(a), right).contiguous())[0], a @ b)
    np.testing.assert_array_equal(
        run(matmul(stored(np.ascontiguousarray(a.T)).permute((1, 0)), right).contiguous())[0], a @ b
    )


@pytest.mark.parametrize(("padding", "stride", "dilation", "size"), [(1, 1, 1, 29), (1, 2, 1, 40), (2, 1, 2, 23), (0, 3, 1, 31)])
@pytest.mark.parametrize("out", [5, 32])
def test_windows_are_staged_in_blocks_of_rows(padding: int, stride: int, dilation: int, size: int, out: int) -> None:
    """Few results a position: vectors along the picture, which has the border; many: vectors of results."""
    case = kernels.convolution(padding, stride, dilation, size, 3, out)
    for caps in (CAPABILITIES, replace(CAPABILITIES, cache=(1 << 10, 24 << 10))):
        sink, actions = optimise(simplify(case.ast), caps)
        texts = [str(a) for a in actions]
        assert any(t.startswith("cache") for t in texts) or not padding
        case.check(interpret(sink, case.arrays(), caps), texts)


def test_tiles_go_along_the_axis_whose_elements_share_lines() -> None:
    """Positions two elements apart, in rows of a picture: of two axes of 14, the one along the row."""
    found = product_of(kernels.convolution(0, 2, 1, 29, 3, 32).ast)
    assert found is not None
    row, tile = choose_row(found, CAPABILITIES, in_place=False)
    alone = choose_tile(size_of(row), 32, CAPABILITIES, 4, False)
    assert stride(found.a.src[0].src[1], row) == 2 and (tile.rows, tile.vectors) == (alone.rows, alone.vectors)


def test_products_in_other_formats() -> None:
    a, b = whole(20, 30), whole(30, 40, seed=1)
    for dtype in (dtypes.float64, dtypes.int32):
        case = kernels.case((matmul(stored(a).cast(dtype), stored(b).cast(dtype)).contiguous(), (a @ b).astype(dtype.name)))
        sink, _ = optimise(simplify(case.ast), CAPABILITIES)
        case.check(interpret_staged(case, sink))
    half = matmul(stored(a).cast(dtypes.float16).cast(dtypes.float32), stored(b)).contiguous()
    np.testing.assert_array_equal(run(half)[0], a @ b)


def test_a_product_with_itself() -> None:
    a = whole(40, 40)
    x = stored(a)
    np.testing.assert_array_equal(run(matmul(x, x).contiguous())[0], a @ a)
    np.testing.assert_array_equal(run(matmul(x, x.permute((1, 0))).contiguous())[0], a @ a.T)


@pytest.mark.parametrize("left_transposed", [False, True])
@pytest.mark.parametrize("right_transposed", [False, True])
def test_both_factors_of_a_product_with_itself_are_told_apart(left_transposed: bool, right_transposed: bool) -> None:
    """The factor along the vector axis is staged, though the other one is read from the same buffer."""
    a = whole(48, 48)
    x = stored(a)
    left, right = (x.permute((1, 0)) if transposed else x for transposed in (left_transposed, right_transposed))
    case = kernels.case((matmul(left, right).contiguous(), (a.T if left_transposed else a) @ (a.T if right_transposed else a)))
    sink, actions = optimise(simplify(case.ast), CAPABILITIES)
    assert any(act.name == "cache" for act in actions)
    case.check(interpret_staged(case, sink), [str(act) for act in actions])


@pytest.mark.parametrize(("m", "k", "is_far"), [(1024, 1024, True), (100, 1024, False), (1000, 1024, True), (1024, 6, False)])
def test_rows_of_a_transposed_left_factor_come_from_the_cache_that_holds_their_lines(m: int, k: int, is_far: bool) -> None:
    """k lines, m elements apart: 1024 of them share 16 sets of the second cache; 4 MB do not fit it either."""
    a, b = whole(k, m), whole(k, 64, seed=1)
    found = product_of(kernels.case((matmul(stored(a).permute((1, 0)), stored(b)).contiguous(), a.T @ b)).ast)
    assert found is not None
    left = next(x for x in (found.a, found.b) if x.src[0].src[0].arg.size == m * k)
    rows, columns = (next(r for r in (*found.rows, *found.columns) if size_of(r) == n) for n in (m, 64))
    right = next(x for x in (found.a, found.b) if x is not left)
    along_columns = replace(found, a=left, b=right, rows=(rows,), columns=(columns,), vector=columns)
    assert memory_of_tile(along_columns, rows, CAPABILITIES).is_far == is_far


def test_rows_that_come_from_afar_share_their_lines_with_many() -> None:
    """Narrow tiles would ask for as many lines, for fewer products each."""
    near, far = (choose_tile(1024, 256, CAPABILITIES, 4, False, memory=Memory(is_far=is_far, is_contiguous=True))
                 for is_far in (False, True))
    assert far.rows * 4 > 48 and near.rows * near.vectors >= 24
    assert far.cycles > near.cycles


def test_results_that_evict_each_other_are_few() -> None:
    """Stores of parts of lines, 4 KiB apart, wait for their lines: no more of them than fit a core's buffer."""
    tiles = [choose_tile(3072, 64, CAPABILITIES, 4, False, memory=Memory(length=768, is_along=False, apart=apart))
             for apart in (3088 * 4, 3072 * 4)]
    assert [t.vectors * t.width for t in tiles] == [64, 32]


def test_few_iterations_are_worth_no_wide_tile_of_results_to_transpose() -> None:
    short, long = (choose_tile(112, 64, CAPABILITIES, 4, False, memory=Memory(length=n, is_along=False, apart=112 * 4))
                   for n in (27, 2000))
    assert short.rows == 8 and long.rows * long.vectors > short.rows * short.vectors


def test_rows_that_fall_on_each_other_are_not_copied_for_each_narrow_block() -> None:
    """Blocks of half the columns, for the second cache holds no more: what is copied is copied for each of them."""
    apart, near = (choose_tile(512, 49, AVX2, 4, False, memory=Memory(length=2048, rows_apart=n)) for n in (8192, 8192 + 64))
    assert apart.rows <= WAYS < near.rows


def test_rows_in_lines_of_their_own_are_few() -> None:
    near, apart = (choose_tile(8, 128, AVX2, 4, False, memory=Memory(length=512, rows_apart=n, is_scattered=n > 64, kept=8))
                   for n in (4, 784 * 512 * 4))
    assert apart.cycles > 1.1 * near.cycles


@pytest.mark.parametrize(("channels", "side", "filters"), [(512, 28, 128), (1024, 14, 256), (2048, 7, 512), (960, 7, 160)])
def test_vectors_of_pictures_lie_along_positions(channels: int, side: int, filters: int) -> None:
    """Rows or vectors of pictures would read a line for each; so do filters that are transposed in each call, by narrow vectors."""
    x, w = empty(8, channels, side * side), empty(filters, channels)
    (ast,) = asts(matmul(w.reshape((1, filters, channels)).expand((8, filters, channels)), x).contiguous())
    found = find_product(simplify(ast), AVX2)
    assert found is not None and size_of(found.vector) == side * side and size_of(choose_row(found, AVX2, False)[0]) == filters


@pytest.mark.parametrize(("columns", "blocks"), [(24 * 131, [33]), (24 * 86, [29]), (24 * 7, [7]), (24 * 43, [1])])
def test_blocks_of_columns_compute_few_tiles_twice(columns: int, blocks: list[int]) -> None:
    """Of 131 and of 86 tiles one, of 43 none: a row of results is then written in long pieces though the number of tiles is prime."""
    assert [block_tiles(columns, 24, Memory(length=64, pieces=8), replace(AVX2, threads=1), 4, False)] == blocks
    assert columns // 24 % block_tiles(columns, 24, Memory(length=64, pieces=8), AVX2, 4, True) == 0


@pytest.mark.parametrize("width", [24, 32, 48])
def test_products_are_added_once_to_memory_in_blocks_that_do_not_divide(width: int) -> None:
    a, b, x = whole(40, 16), whole(16, width * 131, seed=1), whole(40, width * 131, seed=2)
    t = Tensor(x).realize()
    t += Tensor(a) @ Tensor(b)
    np.testing.assert_array_equal(t.numpy(), x + a @ b)


def test_windows_that_share_few_elements_are_copied_for_large_blocks() -> None:
    narrow, large = (block_tiles(256, 16, Memory(length=2304, pieces=8, is_strided=by > 1), AVX2, 4, False)
                     for by in (1, 2))
    assert (narrow, large) == (1, 8)


@pytest.mark.parametrize("step", [1, 2, 3])
@pytest.mark.parametrize("filters", [40, 264])
@pytest.mark.parametrize("size", [1, 3])
@pytest.mark.parametrize("caps", [AVX2, CAPABILITIES])
def test_convolutions_in_blocks(caps: Capabilities, size: int, filters: int, step: int) -> None:
    x, w = whole(2, 16, 12, 12), whole(filters, 16, size, size, seed=1)
    case = kernels.case((conv(stored(x), stored(w), size // 2, step).contiguous(), kernels.conv_reference(x, w, size // 2, step, 1)))
    sink, actions = optimise(simplify(case.ast), caps)
    case.check(interpret_staged(case, sink), [str(act) for act in actions])
    case.check(on_cpu(case, sink))


@pytest.mark.parametrize(("m", "k", "n"), [(32, 300, 16), (40, 260, 70), (33, 1100, 64)])
def test_products_of_a_transposed_left_factor(m: int, k: int, n: int) -> None:
    wide = whole(k, 1024)
    a, b = wide[:, :m], whole(k, n, seed=1)
    left = stored(wide).shrink(((0, k), (0, m))).permute((1, 0))
    case = kernels.case((matmul(left, stored(b)).contiguous(), a.T @ b))
    sink, actions = optimise(simplify(case.ast), CAPABILITIES)
    copied = [str(act) for act in actions if act.name == "cache"]
    assert len(copied) <= 1  # copying the left factor, line by line, would take as long as reading it so
    case.check(interpret_staged(case, sink), [str(act) for act in actions])


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("pieces", [1, 4, 16])
def test_a_short_sum_beside_a_product_is_unrolled(pieces: int, first: bool) -> None:
    """As of the pieces of another product, in a residual block: one kernel, whose tile is that of the product alone."""
    a, b, c = whole(40, 64), whole(64, 48, seed=1), whole(pieces, 40, 48, seed=2)
    product, total = matmul(stored(a), stored(b)), stored(c).reduce_axis(Ops.ADD, (0,)).reshape((40, 48))
    case = kernels.case(((product + total if first else total + product).contiguous(), a @ b + c.sum(0)))
    sink, actions = optimise(simplify(case.ast), CAPABILITIES)
    assert any(act.name == "cache" for act in actions)
    case.check(interpret_staged(case, sink), [str(act) for act in actions])
    case.check(on_cpu(case, sink))


def test_sums_that_fuse_with_a_product_are_unrolled() -> None:
    assert cost_model.UNROLLED_REDUCE == WRITE_OUT


@pytest.mark.parametrize("device", ["CPU", "CL"])
def test_a_short_sum_beside_a_product_on_devices_with_tiles_of_their_own(device: str) -> None:
    a, b, c = whole(40, 64), whole(64, 48, seed=1), whole(4, 40, 48, seed=2)
    x, w, pieces = (Tensor(v, device=device) for v in (a, b, c))
    np.testing.assert_array_equal((pieces.sum(0) + x @ w).numpy(), a @ b + c.sum(0))
    np.testing.assert_array_equal((x @ w - pieces.sum(0)).relu().numpy(), np.maximum(a @ b - c.sum(0), 0))


@pytest.mark.parametrize(("m", "k", "n"), [(13, 5, 7), (24, 40, 20), (50, 5, 35), (64, 40, 100), (64, 16, 64)])
def test_updates_by_a_product_happen_once(m: int, k: int, n: int) -> None:
    """c -= a @ b in place: no tile may overlap another."""
    a, b, c = whole(m, k), whole(k, n, seed=1), whole(m, n, seed=2)
    x = stored(c)
    case = kernels.case((x.assign(x - matmul(stored(a), stored(b))), c - a @ b))
    sink, actions = optimise(simplify(case.ast), CAPABILITIES)
    assert not any(isinstance(a, Split) and a.overlap for a in actions)
    case.check(interpret_staged(case, sink), [str(a) for a in actions])
    case.check(on_cpu(case, sink))


def test_a_product_of_a_softmax() -> None:
    a, b = whole(17, 20), whole(20, 33, seed=1)
    e = np.exp(a - a.max(1, keepdims=True))
    np.testing.assert_allclose(
        run(matmul(softmax(stored(a)), stored(b)).contiguous())[0], e / e.sum(1, keepdims=True) @ b, rtol=1e-4, atol=1e-5
    )


def of_some_rows(columns: int = 96) -> UOp:
    """A product of rows whose number is known at launch."""
    some = Variable("rows", 1, 64).bind(9)
    (ast,) = asts((Tensor.empty(64, 128)[:some] @ Tensor.empty(128, columns)).uop)
    return simplify(ast)


def test_rows_known_at_launch_come_in_tiles_that_end_with_the_last_row_again() -> None:
    _, actions = optimise(of_some_rows(), CAPABILITIES)
    fixed, _ = optimise(simplify(kernels.product(64, 128, 96).ast), CAPABILITIES)
    assert str(actions[0]).endswith("as unroll overlap") and any(a.name == "cache" for a in actions)
    assert any(n.op is Ops.DEFINE_LOCAL for n in fixed.toposort())


def test_a_product_that_updates_rows_known_at_launch_has_no_tiles() -> None:
    sink = of_some_rows()
    store = sink.src[0].src[0]
    update = store.replace(src=(store.src[0], store.src[1] + store.src[0].load(), *store.src[2:]))
    _, actions = optimise(sink.substitute({store: update}), CAPABILITIES)
    assert not any(isinstance(a, Split) and a.overlap for a in actions)


# ---- convolutions


def conv_ast(x: tuple[int, ...], w: tuple[int, ...], **walk: int) -> UOp:
    (ast,) = asts(conv(empty(*x), empty(*w), **walk).contiguous())
    return ast


def actions_of(ast: UOp, threads: int = 1) -> list[str]:
    return [str(a) for a in optimise(simplify(ast), replace(CAPABILITIES, threads=threads))[1]]


def test_few_channels_of_windows_some_steps_apart_are_a_product() -> None:
    """Lanes a few elements apart are picked from vectors; without tiles each would be loaded under its condition."""
    found = product_of(conv_ast((2, 3, 48, 192), (8, 3, 3, 3), padding=1, stride=2))
    assert found is not None and sizes(found.rows) == [8] and size_of(found.vector) == 96
    assert product_of(matmul(empty(4, 64), empty(64, 20).permute((1, 0)).contiguous().permute((1, 0))).contiguous()) is None


@pytest.mark.parametrize("window, padding, lanes", [(7, 3, 64), (5, 2, 64), (3, 1, 64), (2, 0, 56)])
def test_lanes_are_channels_where_sums_outweigh_transposed_stores(window: int, padding: int, lanes: int) -> None:
    """Results that are contiguous along rows are transposed in registers; conditions on lanes would cost more, if there are any."""
    found = product_of(conv_ast((1, 3, 112, 112), (64, 3, window, window), padding=padding, stride=2))
    assert found is not None and size_of(found.vector) == lanes


def test_sums_of_few_columns_stay_products_whatever_the_number_of_rows() -> None:
    """16 or 8 rows of weights by values of depth 8: lanes along the rows would be loaded one by one. One schedule, and so one order of
    the sums, for a sequence and for its parts."""
    for rows in (8, 16, 24):
        found = product_of(asts(matmul(empty(2, 4, rows, 16), empty(2, 4, 16, 8)).contiguous())[0])
        assert found is not None and size_of(found.vector) == 8 and sizes(found.rows) == [rows]
    for few in (4, 8):  # vectors along the reduction; along the few, most lanes would be empty
        weights, positions = empty(258, 256), empty(few, 256)
        assert product_of(asts(matmul(positions, weights.permute((1, 0))).contiguous())[0]) is None
        assert product_of(asts(matmul(weights, positions.permute((1, 0))).contiguous())[0]) is None


@pytest.mark.parametrize("channels", [24, 40, 48])
def test_whole_rows_of_windows_are_staged(channels: int) -> None:
    """Rows that are cut would have their conditions settled element by element."""
    ast = conv_ast((1, 96, 40, 64), (channels, 96, 3, 3), padding=1)
    found = product_of(ast)
    assert found is not None
    assert not any(a.startswith(("split 2 by 2 ", "split 6 by 2 ")) for a in actions_of(ast))


def test_pictures_of_a_batch_are_cut_in_blocks() -> None:
    """Tiles go along the batch, on which no condition depends: all its windows at once would fill the caches."""
    actions = actions_of(conv_ast((256, 64, 4, 4), (32, 64, 3, 3), padding=1))
    assert "split a by 8 as unroll" in actions and "split a.0 by 8 as loop" in actions


def test_operands_that_no_cache_holds_are_staged_for_fewer_rows() -> None:
    def stages(rows: int, long: int, columns: int) -> bool:
        ast = kernels.product(rows, long, columns).ast
        return any(a.startswith("cache") for a in actions_of(ast))
    assert stages(20, 512, 1024) and not stages(20, 256, 512) and not stages(12, 512, 1024) and stages(24, 256, 512)
