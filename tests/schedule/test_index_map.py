"""Index arithmetic of movement ops: the expressions, evaluated, point where NumPy looks."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from heddle.dtype import dtypes
from heddle.schedule.index_map import (
    TRUE,
    ZERO,
    both,
    flatten,
    less_than,
    not_below,
    plus,
    source_index,
    unflatten,
)
from heddle.uop import GroupOp, Ops, UOp
from heddle.uop.interpreter.ops import fold


def evaluate(node: UOp, env: dict[UOp, int]) -> object:
    """The value of an expression, the values of its RANGEs being given."""
    known: dict[UOp, object] = dict(env)
    for n in node.toposort(gate=lambda n: n not in known):
        if n in known:
            continue
        known[n] = n.arg if n.op is Ops.CONST else fold(n.op, n.dtype, tuple(known[s] for s in n.src), n.src[0].dtype)
    return known[node]


def loops(shape: tuple[int, ...]) -> tuple[UOp, ...]:
    return tuple(ZERO if s == 1 else UOp.range(s, id=i) for i, s in enumerate(shape))


def walk_down(node: UOp) -> tuple[UOp, UOp, UOp]:
    """The base under movement ops, the position in it of the element at the loops of `node`, and the condition."""
    index, valid = loops(node.shape), TRUE
    while node.op in GroupOp.MOVEMENT:
        index, valid = source_index(node, index, valid)
        node = node.src[0]
    return node, flatten(index, node.shape), valid


def read(node: UOp, memory: np.ndarray) -> np.ndarray:
    """The tensor, element by element, through its index expression."""
    base, position, valid = walk_down(node)
    out = np.zeros(node.shape, memory.dtype)
    for spot in np.ndindex(*node.shape):
        env = {r: i for r, i in zip(loops(node.shape), spot, strict=True) if r.op is Ops.RANGE}
        at = evaluate(position, env)
        assert evaluate(valid, env) in (True, False)
        if evaluate(valid, env):
            assert position.vmin <= at <= position.vmax and 0 <= at < base.size
            out[spot] = memory.reshape(-1)[at]
    return out


def move(rng, node: UOp, value: np.ndarray) -> tuple[UOp, np.ndarray]:
    """One random movement op on both."""
    kind, axes = rng.choice(["reshape", "reshape", "permute", "expand", "pad", "shrink", "flip"]), range(value.ndim)
    if kind == "reshape":
        shape, left = [], value.size
        while left > 1 and len(shape) < 4:
            shape.append(rng.choice([d for d in range(1, left + 1) if left % d == 0]))
            left //= shape[-1]
        shape.append(left)
        return node.reshape(shape), value.reshape(shape)
    if kind == "permute":
        order = rng.sample(axes, value.ndim)
        return node.permute(order), value.transpose(order)
    if kind == "expand":
        shape = tuple(rng.choice([1, 2, 3]) if s == 1 else s for s in value.shape)
        return node.expand(shape), np.broadcast_to(value, shape)
    if kind == "pad":
        widths = [(rng.randint(0, 2), rng.randint(0, 2)) for _ in axes]
        return node.pad(widths), np.pad(value, widths) if widths else value
    if kind == "shrink":
        parts = [(begin := rng.randint(0, s - 1), rng.randint(begin + 1, s)) for s in value.shape]
        return node.shrink(parts), value[tuple(slice(b, e) for b, e in parts)]
    transposed = [a for a in axes if rng.random() < 0.5]
    return node.flip(transposed), np.flip(value, transposed)


@settings(max_examples=150)
@given(st.lists(st.integers(1, 5), min_size=1, max_size=3), st.integers(1, 7), st.randoms(use_true_random=False))
def test_random_chains_of_movement_equal_numpy(shape: list[int], steps: int, rng) -> None:
    value = np.arange(1, 1 + np.prod(shape))
    node = UOp.new_buffer("CPU", value.size, dtypes.int32).reshape(shape)
    value = value.reshape(shape)
    for _ in range(steps):
        moved = move(rng, node, value)
        if moved[1].size <= 150:
            node, value = moved
    np.testing.assert_array_equal(read(node, np.arange(1, 1 + np.prod(shape))), value)


@settings(max_examples=100)
@given(st.permutations([2, 3, 4]), st.lists(st.sampled_from([2, 3, 4, 6, 8, 12, 24]), max_size=3))
def test_every_reshape_of_24_elements(old: list[int], new: list[int]) -> None:
    left = 24
    for s in new:
        left = left // s if left % s == 0 else 0
    assume(left)
    node = UOp.new_buffer("CPU", 24, dtypes.int32).reshape((1, *old)).permute((0, 3, 1, 2)).reshape((*new, left, 1))
    np.testing.assert_array_equal(
        read(node, np.arange(24)), np.arange(24).reshape(old).transpose(2, 0, 1).reshape(*new, left, 1)
    )


# ---- the form of the expressions: this is what kernels are made of


def x(*shape: int) -> UOp:
    return UOp.new_buffer("CPU", int(np.prod(shape)), dtypes.float32).reshape(shape)


def test_a_reshape_that_only_splits_is_a_sum_of_strides() -> None:
    i, j, k = loops((2, 3, 4))
    assert walk_down(x(24).reshape((2, 3, 4)))[1] is i * 12 + j * 4 + k
    assert walk_down(x(2, 3, 4).permute((2, 0, 1)))[1] is flatten(
        (loops((4, 2, 3))[1], loops((4, 2, 3))[2], loops((4, 2, 3))[0]), (2, 3, 4)
    )


def test_there_and_back_is_as_it_was() -> None:
    for node in (
        x(6, 4).reshape((24,)).reshape((2, 12)).reshape((6, 4)),
        x(6, 4).permute((1, 0)).permute((1, 0)),
        x(6, 4).flip((0,)).flip((0,)),
        x(6, 4).pad(((1, 2), (0, 0))).shrink(((1, 7), (0, 4))),
        UOp(Ops.RESHAPE, dtypes.float32, (x(6, 4).reshape((3, 2, 4)),), (6, 4)),
    ):
        base, position, valid = walk_down(node)
        i, j = loops((6, 4))
        assert base.op is Ops.BUFFER and position is i * 4 + j and valid is TRUE


def test_digits_are_joined_again() -> None:
    """Rows of 4 in pairs, each pair turned into a row of 8: position r*8 + c, with no division left."""
    _, position, _ = walk_down(x(6, 4).reshape((3, 8)))
    assert not any(n.op in (Ops.IDIV, Ops.MOD) for n in position.toposort())
    transposed = x(6, 4).permute((1, 0)).reshape((24,)).reshape((4, 6)).permute((1, 0))
    assert not any(n.op in (Ops.IDIV, Ops.MOD) for n in walk_down(transposed)[1].toposort())


def test_repeated_axes_do_not_move_the_source() -> None:
    base, position, _ = walk_down(x(4, 1).expand((4, 9)))
    assert base.size == 4 and position is loops((4, 9))[0]


def test_conditions_are_only_those_that_may_fail() -> None:
    (i,) = loops((7,))
    assert (
        walk_down(x(4).pad(((3, 0),)))[2] is not_below(plus(i, -3))
        and str(walk_down(x(4).pad(((3, 0),)))[2].op) == "Ops.NOT"
    )
    assert walk_down(x(4).pad(((0, 3),)))[2] is (i < 4)
    assert walk_down(x(4).pad(((1, 2),)).shrink(((1, 5),)))[2] is TRUE
    assert walk_down(x(4).pad(((1, 2),)).shrink(((0, 5),)))[2] is not_below(plus(loops((5,))[0], -1))


def test_both_leaves_out_what_is_always_true() -> None:
    a, b = loops((3, 3))
    assert both(TRUE, a < 1) is (a < 1) and both(a < 1, TRUE) is (a < 1) and both(a < 1, a < 1) is (a < 1)
    assert both(a < 1, b < 1) is ((a < 1) & (b < 1))


@pytest.mark.parametrize("limit", range(-2, 9))
def test_comparisons_of_sums(limit: int) -> None:
    i, j = loops((3, 2))
    total = i * 2 + j + 1
    for a, b in itertools.product(range(3), range(2)):
        env = {i: a, j: b}
        assert evaluate(less_than(total, limit), env) == (a * 2 + b + 1 < limit)
        assert evaluate(not_below(plus(total, -limit)), env) == (a * 2 + b + 1 >= limit)
    if limit > 6:
        assert less_than(total, limit) is TRUE


def test_positions_and_indices_are_inverse() -> None:
    shape = (3, 1, 4, 2)
    index = loops(shape)
    assert unflatten(flatten(index, shape), shape) == index
    whole = UOp.range(24, id=0)
    assert flatten(unflatten(whole, shape), shape) is whole and unflatten(whole, (24,)) == (whole,)


def test_what_is_no_movement_is_refused() -> None:
    with pytest.raises(ValueError, match="is no movement op"):
        source_index(x(4) + 1, (ZERO,), TRUE)
