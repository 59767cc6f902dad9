"""Bits read as another dtype, before and after elements are moved, chosen and padded, on every runtime."""
from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from heddle import Tensor
from tests.tensor.conformance import array, held, numpy_dtype, tensor

PAIRS = [("int8", "uint8"), ("uint8", "int8"), ("int16", "uint16"), ("uint16", "int16"), ("int16", "float16"), ("float16", "uint16"),
         ("uint16", "bfloat16"), ("bfloat16", "int16"), ("float16", "bfloat16"), ("int32", "uint32"), ("uint32", "float32"),
         ("float32", "int32"), ("int64", "uint64"), ("uint64", "int64"), ("float64", "int64"), ("int64", "float64")]
Move = Callable[[Tensor], Tensor]
MOVES: dict[str, tuple[Move, Callable[[np.ndarray], np.ndarray]]] = {
    "circular pad": (lambda x: x.pad(((0, 0), (2, 1)), mode="circular"), lambda x: np.pad(x, ((0, 0), (2, 1)), mode="wrap")),
    "pad": (lambda x: x.pad(((1, 0), (0, 2))), lambda x: np.pad(x, ((1, 0), (0, 2)))),
    "replicate pad and cat": (lambda x: x.pad(((1, 0), (0, 0)), mode="replicate").cat(x), lambda x: np.concatenate([x[:1], x, x])),
    "where": (lambda x: Tensor([True, False, True, False]).where(x, x.flip(1)),
              lambda x: np.where(np.array([True, False, True, False]), x, np.flip(x, 1))),
    "a part, transposed": (lambda x: x[1:, ::-1].T, lambda x: x[1:, ::-1].T),
}


@pytest.mark.parametrize("move", MOVES)
@pytest.mark.parametrize(("source", "to"), PAIRS)
def test_bitcast_and_movement(source: str, to: str, move: str, device: str) -> None:
    if "float64" in (source, to) and held("float64") != "float64": pytest.skip(f"{device} has no float64")
    ours, theirs = MOVES[move]
    bits = np.arange(1, 13, dtype=np.uint64).reshape(3, 4) * 0x0135_0246_1357_1468 + 0x2000_2000_2000_2000
    x = bits.astype(f"u{numpy_dtype(source).itemsize}").view(numpy_dtype(source))
    unsigned = f"u{numpy_dtype(to).itemsize}"
    for got, want in ((ours(tensor(x).bitcast(to)), theirs(x.view(numpy_dtype(to)))),
                      (ours(tensor(x)).bitcast(to), np.ascontiguousarray(theirs(x)).view(numpy_dtype(to)))):
        np.testing.assert_array_equal(array(got).view(unsigned), np.ascontiguousarray(want).view(unsigned))
