"""Normal and exponential variates with the same bits on every device, in exactly specified steps.

Inputs: words of random bits, as uint32 nodes. Outputs: float32 nodes.
Invariants: only integer ops, exact conversions, comparisons, selects, and float32 products and sums rounded to nearest. A product
that is added to something goes through an integer op first, which clears its last bit: no compiler can fuse the two, or reorder
them. Roots, logarithms and angles are composed of these, as those of devices differ.

A normal variate is a radius times the sine of an angle: G. E. P. Box, M. E. Muller, "A note on the generation of random normal
deviates" (1958). The square of the radius is the logarithm of a word of 32 bits, so that |x| is at most 6.7.
"""
from __future__ import annotations

import math
from collections.abc import Sequence

from heddle.dtype import DType, dtypes, unsigned_of
from heddle.tensor.node_builders import cast, constant, mark, shaped_like
from heddle.uop import Ops, UOp

# -log2(1 - t/2) / t in powers of t, 0 <= t <= 1; absolute error 2**-27 of the logarithm
_LOG = (0.7213483452796936, 0.18030568957328796, 0.06051747128367424, 0.019979145377874374, 0.018075590953230858,
        -0.015178704634308815, 0.025102226063609123, -0.015591451898217201, 0.005441681016236544)
# sin(pi v) / v in powers of v**2, |v| <= 1/2; relative error 2**-25
_SINE = (3.1415927410125732, -5.167720794677734, 2.550269842147827, -0.5994372963905334, 0.07983548194169998)


def _make(op: Ops, dtype: DType, *src: UOp) -> UOp:
    """A node without the user's line and checks, which take most of the time of building so many."""
    return shaped_like(UOp(op, dtype, src), next(s for s in src if s.device is not None), line=False)


def _float(op: Ops, a: UOp, b: UOp | float) -> UOp: return _make(op, dtypes.float32, a, b if isinstance(b, UOp) else _number(b, a))
def _number(value: float, like: UOp) -> UOp: return constant(dtypes.float32, value, like.shape)
def _word(value: int, like: UOp) -> UOp: return constant(dtypes.uint32, value, like.shape)
def _integer(op: Ops, a: UOp, b: UOp | int) -> UOp: return _make(op, dtypes.uint32, a, b if isinstance(b, UOp) else _word(b, a))


def unfused(x: UOp) -> UOp:
    """A product of floats without its last bit, to which something is added: as a node that cannot be fused with the sum."""
    words = unsigned_of(x.dtype.itemsize)
    bits = _make(Ops.BITCAST, words, x)
    return _make(Ops.BITCAST, x.dtype, _make(Ops.AND, words, bits, constant(words, int(words.max) - 1, x.shape)))


def _horner(x: UOp, coefficients: Sequence[UOp | float]) -> UOp:
    first, *others = reversed(coefficients)
    result = first if isinstance(first, UOp) else _number(first, x)
    for c in others: result = _float(Ops.ADD, unfused(_float(Ops.MUL, result, x)), c)
    return result


def _minus_log2(zeros: UOp, significand: UOp) -> UOp:
    """w = e - log2(m/2), with e leading zeros of the lower 31 bits of a word, and a uniform m in [1, 2) from the other word"""
    word = _integer(Ops.OR, _integer(Ops.AND, zeros, 0x7FFFFFFF), 1)
    e = cast(_integer(Ops.SUB, _leading_zeros(word), 1), dtypes.float32)
    t = _float(Ops.MUL, cast(_integer(Ops.ADD, _integer(Ops.SHR, significand, 8), 1), dtypes.float32), 2.0 ** -24)  # 2 - m
    return _float(Ops.ADD, unfused(_float(Ops.MUL, _horner(t, _LOG), t)), e)


def _leading_zeros(word: UOp) -> UOp:
    """Of a word that is not 0. Clearing each bit below a set one keeps the topmost, and the conversion to a float cannot carry into
    the next power of two.
    """
    sparse = _integer(Ops.AND, word, _integer(Ops.XOR, _integer(Ops.SHR, word, 1), 0xFFFFFFFF))
    exponent = _integer(Ops.SHR, _make(Ops.BITCAST, dtypes.uint32, cast(sparse, dtypes.float32)), 23)
    return _integer(Ops.SUB, _word(158, word), exponent)


def exponential(a: UOp, b: UOp) -> UOp:
    """An exponential variate divided by ln(2): for the order of several, and for what is proportional to them."""
    return mark(_minus_log2(a, b))


def normal(radius: UOp, angle: UOp) -> UOp:
    """A normal variate of mean 0 and deviation 1, from two words."""
    r = _root(_float(Ops.MUL, _minus_log2_of_word(radius), 2 * math.log(2)))
    return mark(_float(Ops.MUL, r, _sine(angle)))


def _minus_log2_of_word(word: UOp) -> UOp:
    """w = e - log2(m/2), 0 < w <= 32, with e leading zeros of the word, and its next 24 bits as m in [1, 2)"""
    word = _integer(Ops.OR, word, 1)
    e = _leading_zeros(word)
    digits = _integer(Ops.SHR, _integer(Ops.SHL, word, e), 8)
    t = _float(Ops.MUL, cast(_integer(Ops.SUB, _word(1 << 24, word), digits), dtypes.float32), 2.0 ** -23)  # 2 - m
    return _float(Ops.ADD, unfused(_float(Ops.MUL, _horner(t, _LOG), t)), cast(e, dtypes.float32))


def _root(x: UOp) -> UOp:
    """The square root of a normal number: x y, with y near 1 / sqrt(x) by three of Newton's steps from its halved bits"""
    halved = _integer(Ops.SHR, _make(Ops.BITCAST, dtypes.uint32, x), 1)
    y = _make(Ops.BITCAST, dtypes.float32, _integer(Ops.SUB, _word(0x5F3759DF, x), halved))
    half = _float(Ops.MUL, x, 0.5)
    for _ in range(3):
        square = unfused(_float(Ops.MUL, _float(Ops.MUL, half, y), y))
        y = _float(Ops.MUL, y, _float(Ops.SUB, _number(1.5, x), square))
    return _float(Ops.MUL, x, y)


def _sine(word: UOp) -> UOp:
    """The sine of a uniform angle: in (-pi/2, pi/2), as the other half of the circle has the same sines."""
    odd = cast(_make(Ops.BITCAST, dtypes.int32, _integer(Ops.OR, _integer(Ops.SHR, word, 8), 1)), dtypes.float32)
    v = _float(Ops.MUL, _float(Ops.SUB, odd, 2.0 ** 23), 2.0 ** -24)  # an odd multiple of 2**-24, exactly
    return _float(Ops.MUL, _horner(_float(Ops.MUL, v, v), _SINE), v)
