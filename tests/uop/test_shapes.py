"""The shape rule of every op of the tensor graph, and what it says of sizes that do not fit."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.dtype import dtypes
from heddle.errors import ShapeError
from heddle.uop import Ops, ParamArg, UOp

F32, I32 = dtypes.float32, dtypes.int32


def tensor(*shape: int, dtype=F32) -> UOp:
    return UOp.new_buffer("CPU", int(np.prod(shape)), dtype).reshape(shape)


x = tensor(2, 3, 4)


@pytest.mark.parametrize(
    ("node", "shape"),
    [
        (UOp.const(F32, 1.0), ()),
        (UOp.new_buffer("CPU", 6, F32), (6,)),
        (UOp.iota(5, I32), (5,)),
        (UOp(Ops.DEVICE, arg="CPU"), ()),
        (UOp(Ops.PARAM, F32, (), ParamArg(0, 6)), (6,)),
        (UOp(Ops.PARAM, F32, (), ParamArg(0, 6, None, (2, 3))), (2, 3)),
        (UOp(Ops.BUFFER_VIEW, F32, (tensor(9),), (4, 2)), (4,)),
        (x.reshape((4, 6)), (4, 6)),
        (x.permute((2, 0, 1)), (4, 2, 3)),
        (tensor(1, 3).expand((5, 3)), (5, 3)),
        (tensor(1, 3).expand((0, 3)), (0, 3)),
        (x.pad(((1, 0), (0, 0), (2, 3))), (3, 3, 9)),
        (x.shrink(((0, 0), (1, 3), (4, 4))), (0, 2, 0)),
        (x.flip((0, 2)), (2, 3, 4)),
        (x.reduce_axis(Ops.ADD, (0, 2)), (1, 3, 1)),
        (x + x, (2, 3, 4)),
        (x.cast(I32), (2, 3, 4)),
        ((x < x).where(x, x), (2, 3, 4)),
        (x.gather(tensor(5, 7, dtype=I32)), (5, 7, 3, 4)),
        (x.gather(UOp.const(I32, 1)), (3, 4)),
        (tensor(6).gather(UOp.iota(2, I32)), (2,)),
        (x.contiguous(), (2, 3, 4)),
        (x.detach(), (2, 3, 4)),
        (x.copy_to_device("NULL"), (2, 3, 4)),
        (x.assign(x + 1), (2, 3, 4)),
        (UOp.sink(x), ()),
        (UOp.range(4), ()),
    ],
    ids=lambda v: v.op.name if isinstance(v, UOp) else str(v),
)
def test_shapes(node: UOp, shape: tuple[int, ...]) -> None:
    assert node.shape == shape and node.ndim == len(shape)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (
            lambda: UOp(Ops.RESHAPE, F32, (x,), (5, 5)),
            r"reshape cannot make \(5, 5\) \(25 elements\) of \(2, 3, 4\) \(24 elements\)",
        ),
        (lambda: UOp(Ops.RESHAPE, F32, (x,), (-4, -6)), "reshape cannot make"),
        (lambda: x.permute((0, 0, 1)), r"permute needs each axis of \(2, 3, 4\) once, got \(0, 0, 1\)"),
        (lambda: x.permute((0, 1)), "permute needs each axis"),
        (lambda: x.expand((2, 3, 8)), "expand can only repeat axes of size 1"),
        (lambda: x.expand((2, 3)), r"\(2, 3, 4\) does not become \(2, 3\)"),
        (lambda: x.pad(((1, 1), (0, 0))), "pad needs one"),
        (lambda: x.pad(((-1, 1), (0, 0), (0, 0))), "of at least 0"),
        (lambda: UOp(Ops.SHRINK, F32, (x,), ((0, 2), (0, 3), (3, 5))), "shrink needs 0 <= begin <= end <= size"),
        (lambda: UOp(Ops.SHRINK, F32, (x,), ((0, 2), (2, 1), (0, 4))), "shrink needs"),
        (lambda: UOp(Ops.SHRINK, F32, (x,), ()), "shrink needs"),
        (lambda: x.reduce_axis(Ops.ADD, (3,)), r"reduce over axes \(3,\) of a tensor with 3 axes"),
        (lambda: x + tensor(3, 4), r"ADD needs equal shapes, got \(2, 3, 4\), \(3, 4\)"),
        (lambda: x.assign(tensor(24)), "ASSIGN needs equal shapes"),
        (lambda: (x < x).where(x, tensor(2, 3, 1)), "WHERE needs equal shapes"),
    ],
)
def test_sizes_that_do_not_fit(make: Callable[[], UOp], says: str) -> None:
    with pytest.raises(ShapeError, match=says):
        _ = make().shape


def test_the_error_comes_from_the_first_node_that_does_not_fit() -> None:
    bad = tensor(3) + tensor(4)
    with pytest.raises(ShapeError, match=r"ADD needs equal shapes, got \(3,\), \(4,\)"):
        _ = ((-bad) * 2.0).shape
    assert tensor(3).shape == (3,)


@given(st.lists(st.integers(0, 4), max_size=4), st.randoms(use_true_random=False))
def test_movement_has_numpys_shapes(shape: list[int], rng) -> None:
    value, node = np.zeros(shape), tensor(*shape)
    for _ in range(4):
        axes = rng.sample(range(value.ndim), value.ndim)
        widths = [(rng.randint(0, 2), rng.randint(0, 2)) for _ in axes]
        value, node = np.pad(value.transpose(axes), widths) if axes else value, node.permute(axes).pad(widths)
        parts = [tuple(sorted((rng.randint(0, s), rng.randint(0, s)))) for s in value.shape]
        value, node = value[tuple(slice(b, e) for b, e in parts)], node.shrink(parts)
        assert node.shape == value.shape and node.numel == value.size
