"""Tiles in fast memory: their layout, who shares an element, how they are filled, and that values stay."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from heddle.codegen.actions.action import Action
from heddle.codegen.actions.loop_transforms import stride
from heddle.codegen.expand import expand
from heddle.codegen.memory.cache_read import tile_axes
from heddle.codegen.memory.tile_layout import strided
from heddle.codegen.memory.tile_operands import loads
from heddle.codegen.policy.cpu_schedule import optimise
from heddle.codegen.simplify import simplify
from heddle.dtype import dtypes
from heddle.uop import AxisType, Ops, ParamArg, UOp
from tests.codegen import kernels
from tests.codegen.kernels import CAPABILITIES, Case, conv_reference, interpret, whole
from tests.schedule.graphs import conv, run, stored

F32 = dtypes.float32


def param(slot: int, size: int = 4096) -> UOp:
    return UOp(Ops.PARAM, F32, (), ParamArg(slot, size))


def load_of(sink: UOp, slot: int) -> int:
    """The number of the load from this slot."""
    return next(n for n, x in enumerate(loads(sink)) if x.src[0].src[0].arg.slot == slot)


def staged(case: Case, *texts: str) -> UOp:
    sink = simplify(case.ast)
    for text in texts:
        sink = Action.parse(text).apply(sink, CAPABILITIES)
    case.check(interpret(sink, case.arrays()), texts)
    return sink


def scratch(sink: UOp) -> list[int]:
    return [n.arg[1] for n in sink.toposort() if n.op is Ops.DEFINE_LOCAL]


# ---- layout


@pytest.mark.parametrize(
    ("extents", "itemsize", "strides"),
    [
        ([5], 4, [1]),
        ([3, 5], 4, [5, 1]),
        ([2, 3, 5], 4, [15, 5, 1]),
        ([4, 256], 4, [272, 1]),
        ([2, 4, 256], 4, [1088, 272, 1]),
        ([4, 128], 4, [128, 1]),
        ([4, 128], 8, [136, 1]),
        ([4, 512], 2, [544, 1]),
        ([3, 16, 16], 4, [256, 16, 1]),
    ],
)
def test_rows_that_would_fall_on_each_other_lie_a_line_further(
    extents: list[int], itemsize: int, strides: list[int]
) -> None:
    assert list(strided(extents, itemsize).steps) == strides


i, j, u, v = (UOp.range(n, id=m) for m, n in enumerate((6, 8, 3, 5)))


def axes_of(at: UOp, *axes: UOp, valid: UOp | None = None) -> list[tuple[dict[UOp, int], int]]:
    return [(t.steps, t.extent) for t in tile_axes(param(1).index(at, valid).load(), axes)]


def test_axes_that_slide_share_one_axis_of_the_tile() -> None:
    assert axes_of(i + u, i, u) == [({i: 1, u: 1}, 8)]
    assert axes_of(i * 2 + u, i, u) == [({u: 1, i: 2}, 13)]
    assert axes_of(i + u * 2, i, u) == [({i: 1, u: 2}, 10)]


def test_axes_that_meet_other_elements_do_not() -> None:
    assert axes_of(i * 3 + u, i, u) == [({i: 1}, 6), ({u: 1}, 3)]
    assert axes_of(i * 4 + u, i, u) == [({i: 1}, 6), ({u: 1}, 3)]
    assert axes_of(i * 100 + j, j, i) == [({j: 1}, 8), ({i: 1}, 6)]


def test_two_windows_at_once() -> None:
    """Rows and columns of a picture of width 20, each with its window."""
    assert axes_of((i + u) * 20 + j + v, i, u, j, v) == [({i: 1, u: 1}, 8), ({j: 1, v: 1}, 12)]


def test_conditions_must_slide_along() -> None:
    assert axes_of(i + u, i, u, valid=i + u < 7) == [({i: 1, u: 1}, 8)]
    assert axes_of(i + u, i, u, valid=i < 5) == [({i: 1}, 6), ({u: 1}, 3)]


def test_tiles_of_which_the_last_starts_earlier_slide_with_their_window() -> None:
    tile = UOp.range(3, id=9)
    start = (tile < 2).where(tile * 8, UOp.const(dtypes.index, 13))  # 21 positions in tiles of 8
    at = start + j + u
    assert axes_of(at, tile, j, u) == [({u: 1, j: 1, start: 1}, 23)]
    assert axes_of(at, tile, j, u, valid=at < 20) == [({u: 1, j: 1, start: 1}, 23)]
    assert [extent for _, extent in axes_of(start + j, tile, j)] == [3, 8]  # without a window each tile is copied apart
    assert [extent for _, extent in axes_of(at, tile, j, u, valid=j + u < 5)] == [3, 10]


# ---- filling


def test_every_access_to_the_tile_lies_in_it_and_is_filled() -> None:
    """The interpreter finds reads of what nothing wrote and accesses outside; tiles are no larger than they need to be."""
    sink = staged(kernels.product(9, 14, 20), "cache 0 2 0 by 1 as thread", "cache 1 2 1 by 16 as thread")
    assert sorted(scratch(sink)) == [9 * 14, 14 * 20]


@pytest.mark.parametrize("lanes", [1, 4, 8, 16])
@pytest.mark.parametrize("shape", [(5, 7, 9), (16, 16, 16), (18, 33, 20)], ids=str)
@pytest.mark.parametrize("transposed", [False, True])
def test_tiles_of_products(shape: tuple[int, int, int], lanes: int, transposed: bool) -> None:
    """Both operands over all their axes, in both orders; vectors, their rests, and blocks transposed in registers."""
    case = kernels.product(*shape, transposed=transposed)
    for first, second in itertools.product(("2 0", "0 2"), ("2 1", "1 2")):
        staged(case, f"stage 0 {first} by {lanes}")
        staged(case, f"stage 1 {second} by {lanes}")


def test_an_operand_that_lies_across_is_transposed_in_registers() -> None:
    case = kernels.product(20, 32, 48, transposed=True)
    number = load_of(simplify(case.ast), 2)
    sink = staged(case, f"stage {number} 2 1 by 16")
    wide = [n for n in expand(sink).toposort() if n.op is Ops.LOAD and n.dtype == F32.vec(16)]
    assert len(wide) == 16 and any(n.op is Ops.GEP and n.dtype.count == 16 for n in expand(sink).toposort())
    straight = staged(case, f"stage {number} 1 2 by 16")
    assert not any(n.op is Ops.GEP for n in expand(straight).toposort())


def test_blocks_of_an_operand_that_lies_across_are_read_along_its_rows() -> None:
    """The loop over blocks along memory is the innermost one, so that each row of a block is read as one stream."""
    case = kernels.product(20, 64, 96, transposed=True)
    sink = staged(case, "split 1 by 32 as loop", f"stage {load_of(simplify(case.ast), 2)} 3 2 4 by 16")
    fill = next(n for n in sink.toposort() if n.op is Ops.AFTER).src[1]
    load = next(n for n in fill.toposort() if n.op is Ops.LOAD)
    steps = [stride(load.src[0].src[1], r) for r in fill.src[1:] if r.arg[1] is AxisType.LOOP]
    assert steps == sorted(steps, reverse=True) and steps[-1] == 16 and len(steps) > 1


def test_the_last_vector_of_a_row_starts_earlier() -> None:
    sink = staged(kernels.product(4, 6, 21), "cache 1 2 1 by 16 as thread")
    vectors = [n for n in expand(sink).toposort() if n.op is Ops.LOAD and n.dtype.count == 16]
    assert len(vectors) == 1


def test_tiles_follow_the_loops_outside() -> None:
    """Only the inner part of a split axis is in the tile: it is filled once for each iteration of the outer part."""
    case = kernels.product(6, 10, 32)
    sink = staged(case, "split 1 by 8 as loop", "order 3 0 4", f"stage {load_of(simplify(case.ast), 2)} 2 4 by 8")
    assert scratch(sink) == [80]
    fill = next(n for n in sink.toposort() if n.op is Ops.AFTER).src[1]
    assert {r.arg[0] for r in fill.ranges} == {3}


def test_conditions_are_settled_while_copying() -> None:
    case = kernels.convolution(padding=1)
    sink = simplify(case.ast)
    number = next(n for n, x in enumerate(loads(sink)) if len(x.src[0].src) == 3)
    axes = sorted(r.arg[0] for r in loads(sink)[number].ranges)
    sink = staged(case, f"stage {number} {' '.join(map(str, axes))} by 4")
    reduction = next(n for n in sink.toposort() if n.op is Ops.REDUCE)
    local = next(n for n in reduction.toposort() if n.op is Ops.LOAD and n.src[0].src[0].op is Ops.AFTER)
    assert len(local.src[0].src) == 2


def test_a_border_is_filled_apart_and_what_is_inside_is_copied_without_conditions() -> None:
    case = kernels.convolution(padding=1)
    sink = simplify(case.ast)
    number = next(n for n, x in enumerate(loads(sink)) if len(x.src[0].src) == 3)
    axes = sorted(r.arg[0] for r in loads(sink)[number].ranges)
    filled = next(n for n in staged(case, f"stage {number} {' '.join(map(str, axes))} by 4").toposort() if n.op is Ops.AFTER).src[1]
    assert all(len(x.src[0].src) == 2 for x in filled.toposort() if x.op is Ops.LOAD)
    zeros = [n for n in filled.toposort() if n.op is Ops.STORE and n.src[1].op is Ops.CONST]
    assert len(zeros) == 4  # the rows above and below, and the columns left and right of the rest


@pytest.mark.parametrize(("length", "vectors"), [(16, 1), (50, 4), (64, 4), (80, 1)])
def test_rows_of_a_few_vectors_are_copied_without_a_loop(length: int, vectors: int) -> None:
    """One load by a loop, or one for each vector."""
    sink = staged(kernels.product(4, 6, length), "cache 1 1 by 16 as thread")
    assert len([n for n in expand(sink).toposort() if n.op is Ops.LOAD and n.dtype.count == 16]) == vectors


def test_a_tile_of_windows_holds_each_element_once() -> None:
    case = kernels.convolution(padding=0, size=6, channels=2, out=5)
    sink = simplify(case.ast)
    number = next(n for n, x in enumerate(loads(sink)) if len(x.ranges) == 5)
    axes = sorted(r.arg[0] for r in loads(sink)[number].ranges)
    assert scratch(staged(case, f"stage {number} {' '.join(map(str, axes))} by 1")) == [2 * 6 * 7]


@pytest.mark.parametrize(("padding", "stride", "dilation"), list(itertools.product((0, 1, 2), (1, 2), (1, 2))))
def test_windows_of_every_kind(padding: int, stride: int, dilation: int) -> None:
    case = kernels.convolution(padding, stride, dilation, size=7)
    sink = simplify(case.ast)
    for number, x in enumerate(loads(sink)):
        axes = sorted((r for r in x.ranges), key=lambda r: r.arg[0])
        for tile in (axes, axes[::-1], axes[len(axes) // 2 :]):
            staged(case, f"stage {number} {' '.join(str(r.arg[0]) for r in tile)} by 4")
    case.check(interpret(optimise(sink, CAPABILITIES)[0], case.arrays()))


@pytest.mark.parametrize(("padding", "stride", "dilation"), [(1, 1, 1), (0, 2, 1), (2, 1, 2), (1, 2, 2)])
def test_convolutions_on_the_cpu(padding: int, stride: int, dilation: int) -> None:
    x, w = whole(2, 8, 17, 19), whole(24, 8, 3, 3, seed=1)
    (got,) = run(conv(stored(x), stored(w), padding, stride, dilation).contiguous())
    np.testing.assert_array_equal(got, conv_reference(x, w, padding, stride, dilation))


def test_windows_that_run_backwards() -> None:
    """A flipped kernel and a flipped picture: elements are met in falling order."""
    x, w = whole(1, 2, 7, 8), whole(5, 2, 3, 3, seed=1)
    node = conv(stored(x).flip((3,)), stored(w).flip((2, 3)), 1).contiguous()
    case = kernels.case((node, conv_reference(x[..., ::-1], w[:, :, ::-1, ::-1], 1, 1, 1)))
    sink = simplify(case.ast)
    for number, load in enumerate(loads(sink)):
        axes = sorted(r.arg[0] for r in load.ranges)
        for lanes in (1, 8):
            staged(case, f"stage {number} {' '.join(map(str, axes))} by {lanes}")
    case.check(interpret(optimise(sink, CAPABILITIES)[0], case.arrays()))


def test_several_tiles_have_numbers_of_their_own() -> None:
    sink = staged(kernels.product(9, 14, 20), "cache 0 2 by 1 as thread", "cache 1 2 1 by 4 as thread")
    assert sorted(n.arg[0] for n in sink.toposort() if n.op is Ops.DEFINE_LOCAL) == [0, 1]
    assert len([n for n in sink.toposort() if n.op is Ops.RANGE and n.arg[1] is AxisType.VECTOR]) <= 2
