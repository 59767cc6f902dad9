"""Wrong programs: each error names the operation, the sizes, the user's line, and a cure, when the graph is built."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from heddle import Tensor, nn
from heddle.errors import DeviceError, DTypeError, IndexRangeError, ShapeError, UserError

A = (32, 128)
PROGRAMS: list[tuple[Callable[[], Any], type[UserError], str]] = [
    (lambda: Tensor.ones(32, 128) @ Tensor.ones(64, 10), ShapeError,
     r"equal inner sizes, got 128 and 64 \(a is \(32, 128\), b is \(64, 10\)\)"),
    (lambda: Tensor.ones(2, 3) @ Tensor.ones(5, 3), ShapeError, r"Try b\.transpose"),
    (lambda: Tensor.ones(()) @ Tensor.ones(3), ShapeError, "needs tensors with axes"),
    (lambda: Tensor.ones(2, 3) + Tensor.ones(4, 3), ShapeError,
     r"add cannot broadcast \(2, 3\) and \(4, 3\): axis -2 has sizes 2 and 4"),
    (lambda: Tensor.ones(2, 3).where(Tensor.ones(5), 0), ShapeError, "where cannot broadcast"),
    (lambda: Tensor.ones(2, 3).reshape(4), ShapeError, r"cannot make \(4,\) of \(2, 3\), which has 6 elements"),
    (lambda: Tensor.ones(2, 3).reshape(-1, -1), ShapeError, "one -1"),
    (lambda: Tensor.ones(2, 3).reshape(4, -1), ShapeError, "which has 6 elements"),
    (lambda: Tensor.ones(2, 3).reshape(2, 3.0), DTypeError, "needs integer sizes"),
    (lambda: Tensor.ones(2, 3).permute(0, 0), ShapeError, "each of the 2 axes"),
    (lambda: Tensor.ones(2, 3).expand(4, 3), ShapeError, "only repeat axes of size 1"),
    (lambda: Tensor.ones(2, 3).shrink(((0, 3), (0, 3))), ShapeError, "0 <= begin <= end <= size"),
    (lambda: Tensor.ones(2, 3).sum(2), ShapeError, "sum has no axis 2: the tensor has 2 axes"),
    (lambda: Tensor.ones(2, 3).sum((0, 0)), ShapeError, "axis twice"),
    (lambda: Tensor.ones(2, 3).transpose(0, 5), ShapeError, "Axes go from -2 to 1"),
    (lambda: Tensor.ones(0).argmax(), ShapeError, "argmax of no elements"),
    (lambda: Tensor.ones(0, 0).argmin(0), ShapeError, "argmin of no elements"),
    (lambda: Tensor.ones(2, 3).cat(Tensor.ones(3, 3), dim=1), ShapeError,
     r"cat along axis 1 needs equal other sizes, got \(2, 3\), \(3, 3\)"),
    (lambda: Tensor.ones(2, 3).stack(Tensor.ones(3, 3)), ShapeError, "stack needs equal shapes"),
    (lambda: Tensor.ones(2, 3).split([1, 3]), ShapeError, "sizes that add up to 2"),
    (lambda: Tensor.ones(2, 3)[2], IndexRangeError, r"index 2 is outside axis 0 of size 2.*Indices go from -2 to 1"),
    (lambda: Tensor.ones(2, 3)[:, [0, -4]], IndexRangeError, "index -4 is outside axis 1 of size 3"),
    (lambda: Tensor.ones(2, 3)[0, 0, 0], ShapeError, "3 indices for a tensor with 2 axes"),
    (lambda: Tensor.ones(2, 3)[..., ...], ShapeError, "only one ..."),
    (lambda: Tensor.ones(2, 3)[1.0], DTypeError, "indexed with float"),
    (lambda: Tensor.full((2,), "a"), DTypeError, "no dtype for str 'a'"),
    (lambda: Tensor.ones(2).cast(5), DTypeError, "unknown dtype '5'"),
    (lambda: Tensor([1], dtype=int), DTypeError, "unknown dtype"),
    (lambda: Tensor([1.0], device=5), DeviceError, 'called by a text such as "CPU:1", not 5'),
    (lambda: Tensor.ones(2).to(5), DeviceError, 'called by a text such as "CPU:1", not 5'),
    (lambda: Tensor.ones(2, 3)[Tensor([1.0])], DTypeError, "index must be integers"),
    (lambda: Tensor.ones(2, 3)[::0], ShapeError, "step other than 0"),
    (lambda: Tensor.ones(2, 3).gather(0, Tensor([[0.5]])), DTypeError, "integer index"),
    (lambda: Tensor.ones(2, 3).gather(0, Tensor([[0, 0, 0, 0]])), ShapeError, "no larger than"),
    (lambda: Tensor.ones(2, 3).item(), ShapeError, r"item\(\) needs a tensor with one element, got shape \(2, 3\)"),
    (lambda: bool(Tensor.ones(2)), ShapeError, "truth of a tensor"),
    (lambda: list(Tensor(1)), ShapeError, "iterated over"),
    (lambda: Tensor.ones(2, 3).conv2d(Tensor.ones(1, 1, 2, 2)), ShapeError, "equally many axes"),
    (lambda: Tensor.ones(1, 3, 8, 8).conv2d(Tensor.ones(4, 2, 3, 3)), ShapeError, "1 groups needs 1 x 2 input channels"),
    (lambda: Tensor.ones(1, 3, 2, 2).conv2d(Tensor.ones(4, 3, 3, 3)), ShapeError, "kernel .* larger than the space"),
    (lambda: Tensor.ones(1).conv_transpose2d(Tensor.ones(1)), ShapeError, "got input .* and weight"),
    (lambda: Tensor.ones(1).sum().gradient([Tensor.ones(1)]), DTypeError, r"target 0 is a list.*Write gradient\(\*targets\)"),
    (lambda: Tensor.ones(1, 1, 2, 2).max_pool2d(3), ShapeError, "larger than the space"),
    (lambda: Tensor.ones(2) & Tensor.ones(2), DTypeError, "and needs integers or bools, got float32 and float32"),
    (lambda: ~Tensor.ones(2), DTypeError, "bitwise_not needs integers"),
    (lambda: Tensor.ones(2, 1) + None, DTypeError, "an operand is None.*a function without a return"),
    (lambda: None * Tensor(1.0), DTypeError, "an operand is None"),
    (lambda: Tensor.ones(1) < None, DTypeError, "an operand is None"),
    (lambda: Tensor.ones(1) @ None, DTypeError, "an operand is None"),
    (lambda: (Tensor.ones(1) > 0).where(1.0, None), DTypeError, "an operand is None"),
    (lambda: Tensor.ones(1).mse_loss(None), DTypeError, "an operand is None"),
    (lambda: Tensor.ones(1).isclose(None), DTypeError, "an operand is None"),
    (lambda: Tensor.ones(3).__setitem__(0, None), DTypeError, "an operand is None"),
    (lambda: Tensor([1]) << 40, ShapeError, "int32 cannot be shifted by 40 bits"),
    (lambda: Tensor([True]) - Tensor([True]), DTypeError, "bools cannot be subtracted"),
    (lambda: Tensor([2]) ** -1, DTypeError, "no negative powers"),
    (lambda: Tensor([2]).cast("floot32"), DTypeError, "Did you mean 'float32'"),
    (lambda: Tensor.ones(3).bitcast("int64"), ShapeError, "last axis of whole 8 bytes"),
    (lambda: Tensor.ones(2, device="CPU") + Tensor.ones(2, device="PYTHON"), DeviceError,
     r"(?s)add needs operands on one device.*operand 0: shape \(2,\) on CPU.*operand 1: shape \(2,\) on PYTHON"),
    (lambda: Tensor.ones(2, device="CPU").cat(Tensor.ones(2, device="PYTHON")), DeviceError, "cat needs operands on one device"),
    (lambda: Tensor.ones(4, device="CPU")[Tensor([1], device="PYTHON")], DeviceError, "indexing needs operands on one device"),
    (lambda: Tensor.zeros(-1), ShapeError, "sizes of at least 0"),
    (lambda: Tensor.arange(0, 5, 0), ShapeError, "step other than 0"),
    (lambda: Tensor.full((2,), 300, dtype="uint8"), DTypeError, "300 does not fit in uint8"),
    (lambda: Tensor.rand(2, dtype="int32"), DTypeError, "rand needs a float dtype"),
    (lambda: Tensor.randint(2, low=3, high=3), ShapeError, "low < high"),
    (lambda: Tensor.ones(2).dropout(1.5), ShapeError, "chance between 0 and 1"),
    (lambda: Tensor.ones(2).pad((1, 1), mode="mirror"), DTypeError, "There are: constant, reflect, replicate, circular"),
    (lambda: Tensor.ones(2).pad((2, 2), mode="reflect"), ShapeError, "needs more than its 2 elements"),
    (lambda: Tensor.einsum("ij,jk->ik", Tensor.ones(2, 3), Tensor.ones(4, 5)), ShapeError, "'j' has sizes 3 and 4"),
    (lambda: Tensor.einsum("ij->k", Tensor.ones(2, 3)), DTypeError, "must come in an operand"),
    (lambda: Tensor.ones(3, 4).sparse_categorical_crossentropy(Tensor([1, 2])), ShapeError, r"labels of shape \(3,\)"),
    (lambda: Tensor.ones(2).mse_loss(Tensor.ones(2), "men"), DTypeError, 'There are: "mean", "sum", "none"'),
    (lambda: nn.Embedding(3, 4)(Tensor([1.0])), DTypeError, "embedding needs integer indices"),
    (lambda: nn.LayerNorm(4)(Tensor.ones(2, 3)), ShapeError, r"layer norm needs last axes \(4,\)"),
    (lambda: nn.Conv2d(3, 4, 3, groups=2), ShapeError, "2 groups do not divide"),
]


@pytest.mark.parametrize(("program", "error", "text"), PROGRAMS, ids=[text[:40] for _, _, text in PROGRAMS])
def test_message(program: Callable[[], Any], error: type[UserError], text: str) -> None:
    with pytest.raises(error, match="(?s)" + text) as caught: program()
    where = caught.value.where
    assert where is not None and where[0] == __file__ and where[2] == "<lambda>"
    assert where[1] in range(program.__code__.co_firstlineno, program.__code__.co_firstlineno + 3)


def test_nodes_carry_the_line_that_made_them() -> None:
    y = Tensor([1.0, 2.0]).exp() + 1  # this line
    line = y.uop.loc
    assert line is not None and line[0] == __file__ and "this line" in open(__file__).read().splitlines()[line[1] - 1]


@pytest.mark.parametrize("mask", [[True, False, True], [True], [[True, False, True]] * 3, [[True, False]] * 2], ids=str)
def test_a_mask_of_another_size_picks_nothing(mask: list[Any]) -> None:
    """As in NumPy: an IndexError, and no elements from beyond the axis."""
    x = Tensor.ones(2, 3)
    for form in (mask, Tensor(mask), np.array(mask)):
        for take in (lambda f=form: x[f], lambda f=form: x[0:2, :][f], lambda f=form: x.contiguous().__setitem__(f, 0)):
            with pytest.raises(IndexError, match="mask") as caught: take()
            assert isinstance(caught.value, ShapeError) and caught.value.cure
