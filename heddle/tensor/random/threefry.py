"""Threefry2x32: random bits as a pure function of a key and a counter.

Inputs: uint32 nodes of one shape on one device. Outputs: uint32 nodes of that shape, the same bits on every device.

20 rounds: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3" (2011).
"""
from __future__ import annotations

from heddle.dtype import dtypes
from heddle.tensor.node_builders import alu, cast, constant, shaped_like
from heddle.uop import Ops, UOp

_ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))
_PARITY = 0x1BD11BDA  # section 4.2 of the paper


def threefry(key: tuple[UOp, UOp], counter: tuple[UOp, UOp]) -> tuple[UOp, UOp]:
    """Two words of 32 random bits for each pair of counters; all uint32 of one shape and on one device."""
    parity = joined(Ops.XOR, joined(Ops.XOR, *key), word(_PARITY, key[0]))
    keys = (key[0], key[1], parity)
    a, b = joined(Ops.ADD, counter[0], key[0]), joined(Ops.ADD, counter[1], key[1])
    for group in range(5):
        for bits in _ROTATIONS[group % 2]:
            a = joined(Ops.ADD, a, b)
            b = joined(Ops.XOR, _rotate(b, bits), a)
        a = joined(Ops.ADD, a, keys[(group + 1) % 3])
        b = joined(Ops.ADD, b, joined(Ops.ADD, keys[(group + 2) % 3], word(group + 1, b)))
    return a, b


def joined(op: Ops, a: UOp, b: UOp) -> UOp:
    """One of the hundred nodes of a draw: without the user's line and checks, which would take most of the time of making a model."""
    return shaped_like(UOp(op, dtypes.uint32, (a, b)), a, line=False)


def word(value: int, like: UOp) -> UOp: return constant(dtypes.uint32, value, like.shape)


def _rotate(x: UOp, bits: int) -> UOp:
    return joined(Ops.OR, joined(Ops.SHL, x, word(bits, x)), joined(Ops.SHR, x, word(32 - bits, x)))


def words_of(x: UOp) -> tuple[UOp, UOp]:
    """The lower and the upper word of uint64."""
    return cast(x, dtypes.uint32), cast(alu(Ops.SHR, x, constant(dtypes.uint64, 32, x.shape)), dtypes.uint32)


def joined_words(low: UOp, high: UOp) -> UOp:
    """uint64 of its two words."""
    wide = alu(Ops.SHL, cast(high, dtypes.uint64), constant(dtypes.uint64, 32, high.shape))
    return alu(Ops.OR, wide, cast(low, dtypes.uint64))
