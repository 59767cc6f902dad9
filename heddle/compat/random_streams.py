"""Reference-compatible random number streams: the same seed gives the values that the reference draws.

Inputs: what `heddle.tensor.random` asks of a stream. Outputs: tensors of the reference's numbers: `rand` bit by bit, what is made of
logarithms and cosines within the rounding of these.
Invariants: nothing changes before `use_reference_streams()`.

The construction, as its numbers show (version 0.14.0). The key of the n-th device that draws after `manual_seed(seed)` is the last
word of the SHA-256 of n, and the seed. A draw of n words at position c has a key of its own, threefry2x32(key, c); its words are
the first halves of threefry2x32(that key, (i, i + h)), i < h = n / 2 rounded up, and then the second halves. The position moves on n.
"""
from __future__ import annotations

import hashlib
import math
from typing import Any

from heddle.dtype import dtypes, unsigned_of
from heddle.errors import TransformError
from heddle.tensor import Tensor
from heddle.tensor.lock import locked
from heddle.tensor.node_builders import alu, cast, constant, mark, shaped_like
from heddle.tensor.random.random import Stream, check_count, draws, next_draw, use_stream
from heddle.tensor.random.threefry import joined, threefry
from heddle.uop import Ops, UOp

#: stored bits of the significand
_FRACTION = {"float64": 52, "float32": 23, "float16": 10, "bfloat16": 7, "fp8e4m3": 3, "fp8e5m2": 2}


def use_reference_streams() -> None:
    """From now on `Tensor.manual_seed`, and all that draws, give the reference's numbers, in every thread that gives a seed."""
    use_stream(_ReferenceStream())


def use_own_streams() -> None:
    """From now on random numbers are heddle's own again."""
    use_stream(Stream())


class _ReferenceStream(Stream):
    """The reference's numbers: its keys, and its ways from words to floats, normals and integers. All but one draw are functions of
    floats in [0, 1), so integers are drawn in the default float dtype."""

    one_by_inversion = counts_devices = draws_transposed_again = True

    def key(self, seed: int, thread: int, generators: int) -> tuple[int, int]:
        if thread: return super().key(seed, thread, generators)
        return int.from_bytes(hashlib.sha256(generators.to_bytes(4, "big")).digest()[-4:], "big"), seed & 0xFFFFFFFF

    def unit(self, sizes: tuple[int, ...], kind: Any, device: Any) -> UOp:
        """The fraction of a float in [1, 2) whose stored bits are random."""
        count = check_count(sizes)
        words = _as_unsigned(_words(math.ceil(count * kind.itemsize / 4), device), kind.itemsize)
        if words.shape != (count,): words = words.shrink([(0, count)])
        fraction, wide = _FRACTION[kind.name], kind if kind.itemsize >= 4 else dtypes.float32
        whole = alu(Ops.SHR, words, constant(words.dtype, kind.itemsize * 8 - fraction, (count,)))
        return mark(cast(alu(Ops.MUL, cast(whole, wide), constant(wide, 2.0 ** -fraction, (count,))), kind).reshape(sizes))

    def normal(self, sizes: tuple[int, ...], kind: Any, device: Any) -> UOp:
        """The method of Box and Muller (1958), in float32."""
        u = Tensor(self.unit((2, *sizes), dtypes.float32, device))
        return ((u[0] * (2 * math.pi)).cos() * ((1 - u[1]).log() * -2).sqrt()).cast(kind).uop

    def integers(self, sizes: tuple[int, ...], low: int, high: int, kind: Any, device: Any) -> UOp:
        return self.between(Tensor(self.unit(sizes, dtypes.float32, device)), low, high, kind).uop

    def width(self, kind: Any) -> Any: return dtypes.default_float

    def within(self, unit: Tensor, bound: float, kind: Any) -> Tensor: return (unit * 2 - 1).cast(kind) * bound

    def between(self, unit: Tensor, low: float, high: float, kind: Any) -> Tensor:
        return (unit * (high - low)).cast(kind) + low

    def samples(self, rows: int, count: int, device: Any) -> Tensor:
        return Tensor(self.unit((count, rows), dtypes.float32, device)).T

    def arrivals(self, weights: Tensor) -> Tensor:
        return -Tensor(self.unit(weights.shape, dtypes.float32, weights.device)).log() / weights


@locked
def _words(count: int, device: str | tuple[str, ...]) -> UOp:
    """(count,) uint32: one draw. TransformError inside a transformation, which would give all its elements the same."""
    if draws.overrides:
        raise TransformError("the reference's random numbers cannot be drawn for one element of many",
                             "Draw before vmap or scan and pass what was drawn, or use heddle's own numbers.")
    key, position = next_draw(device, count)
    half = (count + 1) // 2
    own = [x.expand((count,)) for x in threefry(key, position)]
    i = UOp.iota(count, dtypes.uint32, device if isinstance(device, str) else tuple(device))
    bound = constant(dtypes.uint32, half, (count,))
    in_first = shaped_like(UOp(Ops.CMPLT, dtypes.bool, (i, bound)), i, line=False)
    lower = joined(Ops.MOD, i, bound) if half else i
    a, b = threefry((own[0], own[1]), (lower, joined(Ops.ADD, lower, bound)))
    return shaped_like(UOp(Ops.WHERE, dtypes.uint32, (in_first, a, b)), a, line=False)


def _as_unsigned(words: UOp, itemsize: int) -> UOp:
    """The same bytes as unsigned integers of another size."""
    return words if itemsize == 4 else Tensor(words).bitcast(unsigned_of(itemsize)).uop
