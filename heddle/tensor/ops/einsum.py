"""Einstein summation (einsum).

Inputs: "ij,jk->ik" and tensors. Outputs: one product of all operands, summed over the letters that the result lacks.
Invariants: the summed axes come last, so that two operands make the same graph as a matmul.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from heddle.dtype import DTypeLike, promote, to_dtype
from heddle.errors import DTypeError, ShapeError
from heddle.tensor.ops.joining import as_tensors
from heddle.tensor.ops.reduce import accumulator
from heddle.uop import Ops

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor


def einsum(formula: str, operands: Sequence[object], dtype: DTypeLike | None) -> Tensor:
    """See `Tensor.einsum`."""
    tensors = as_tensors("einsum", operands)
    inputs, output = _parse(formula.replace(" ", ""), [t.ndim for t in tensors])
    kind = promote(*(t.dtype for t in tensors)) if dtype is None else to_dtype(dtype)
    pairs = [_take_diagonals(t.cast(accumulator(kind)), letters) for t, letters in zip(tensors, inputs, strict=True)]
    sizes = _sizes(formula, pairs)
    order = output + "".join(c for c in dict.fromkeys("".join(letters for _, letters in pairs)) if c not in output)
    product: Tensor | None = None
    for tensor, letters in pairs:
        aligned = _align(tensor, letters, order, sizes)
        product = aligned if product is None else product * aligned
    assert product is not None
    product = product.expand([sizes[c] for c in order])
    summed = product._reduced(Ops.ADD, tuple(range(len(output), len(order))), False, "einsum") if len(order) > len(output) else product
    return summed.cast(kind)


def _parse(formula: str, ranks: list[int]) -> tuple[list[str], str]:
    """The letters of each operand and of the result; `...` becomes capital letters from the end of the alphabet."""
    left, arrow, right = formula.partition("->")
    inputs = left.split(",")
    if len(inputs) != len(ranks):
        raise DTypeError(f"einsum {formula!r} names {len(inputs)} operands, got {len(ranks)}",
                         "Give one operand for each part between commas.")
    most = 0
    expanded: list[str] = []
    for letters, rank in zip(inputs, ranks, strict=True):
        extra = rank - len(letters.replace("...", ""))
        if extra < 0 or (extra and "..." not in letters):
            raise ShapeError(f"einsum {formula!r}: {letters!r} does not fit a tensor with {rank} axes",
                             "Give one letter for each axis, or ....")
        most = max(most, extra)
        expanded.append(letters.replace("...", _dots(extra)))
    if arrow: output = right.replace("...", _dots(most))
    else:
        every = "".join(expanded)
        output = _dots(most) + "".join(sorted(c for c in set(every) - set(_dots(most)) if every.count(c) == 1))
    for c in output:
        if not any(c in letters for letters in expanded) or output.count(c) > 1:
            raise DTypeError(f"einsum {formula!r}: {c!r} of the result must come in an operand, and once in the result",
                             "Name in the result only letters of the operands, each once.")
    return expanded, output


def _dots(count: int) -> str:
    return "".join(chr(0x3b1 + 20 - i) for i in range(count))[::-1]


def _take_diagonals(tensor: Tensor, letters: str) -> tuple[Tensor, str]:
    """Axes with the same letter become one: their diagonal."""
    for c in dict.fromkeys(letters):
        while letters.count(c) > 1:
            a, b = (i for i, x in enumerate(letters) if x == c and letters[:i].count(c) < 2)
            if tensor.shape[a] != tensor.shape[b]:
                raise ShapeError(f"einsum: {c!r} has sizes {tensor.shape[a]} and {tensor.shape[b]}",
                                 "Give axes with the same letter the same size.")
            tensor = tensor.diagonal(0, a, b)
            letters = "".join(x for i, x in enumerate(letters) if i not in (a, b)) + c
    return tensor, letters


def _sizes(formula: str, pairs: list[tuple[Tensor, str]]) -> dict[str, int]:
    """The size of each letter. ShapeError if two operands differ in it and neither has 1."""
    sizes: dict[str, int] = {}
    for tensor, letters in pairs:
        for c, n in zip(letters, tensor.shape, strict=True):
            if sizes.get(c, 1) == 1: sizes[c] = n
            elif n not in (1, sizes[c]):
                raise ShapeError(f"einsum {formula!r}: {c!r} has sizes {sizes[c]} and {n}",
                                 "Give axes with the same letter the same size, or 1.")
    return sizes


def _align(tensor: Tensor, letters: str, order: str, sizes: dict[str, int]) -> Tensor:
    """The axes in `order`, with size 1 where the operand lacks a letter."""
    present = [c for c in order if c in letters]
    turned = tensor.permute([letters.index(c) for c in present])
    return turned.reshape([turned.shape[present.index(c)] if c in present else 1 for c in order])
