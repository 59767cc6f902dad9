"""Normal and exponential variates with the same bits on every device: the inverse of the distribution function, in exactly
specified steps.

Inputs: two words of random bits for each element, as uint32 nodes. Outputs: float32 nodes.
Invariant: only integer ops, exact conversions, comparisons, selects, and float32 products and sums rounded to nearest. A product
that is added to something goes through an integer op first, which clears its last bit: no compiler can fuse the two, or reorder
them.

Of a probability p = m * 2**-(e+2), 1 <= m < 2, the exponent e is the number of leading zeros of the first word, without the bit
that is the sign, and m comes from the second: so the tail has as many digits as the middle, up to |x| = 6.1. With w = -log2(2p), x
is w times a polynomial of w on each of three pieces, to an absolute error of 2**-21.
"""
from __future__ import annotations

from collections.abc import Sequence

from heddle.dtype import DType, dtypes, unsigned_of
from heddle.tensor.graph import cast, constant, mark, shaped_like
from heddle.uop import Ops, UOp

# -log2(1 - t/2) / t in powers of t, 0 <= t <= 1; absolute error 2**-27 of the logarithm
_LOG = (0.7213483452796936, 0.18030568957328796, 0.06051747128367424, 0.019979145377874374, 0.018075590953230858,
        -0.015178704634308815, 0.025102226063609123, -0.015591451898217201, 0.005441681016236544)
#: for w below 3, below 11, and above: the middle of the piece, the scale (a power of two), and x/w in powers of (w - middle) * scale
_PIECES = (
    (1.5, 0.5, (0.6184793710708618, -0.19488881528377533, 0.09927024692296982, -0.05824453383684158, 0.036940399557352066,
                -0.025236884132027626, 0.01609993912279606, -0.0071610924787819386, 0.007451313082128763, -0.01322596613317728,
                0.0076613519340753555)),
    (7.0, 0.25, (0.38000965118408203, -0.08374661207199097, 0.028606271371245384, -0.011039252392947674, 0.0045265513472259045,
                 -0.0019563904497772455, 0.0008474739734083414, -0.00029787077801302075, 0.00013836479047313333,
                 -0.00014185468899086118, 6.31508301012218e-05)),
    (21.0, 0.125, (0.2397812306880951, -0.04076716676354408, 0.010551710613071918, -0.0030582749750465155, 0.0009357507224194705,
                   -0.0002983508456964046, 9.640586358727887e-05, -2.740386116784066e-05, 9.040889381140005e-06,
                   -5.816395514557371e-06, 1.9670872006827267e-06)))
_ENDS = (3.0, 11.0)


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
    """w = e - log2(m/2), with e leading zeros of the lower 31 bits of a word, and a uniform m in [1, 2) from the other word

    Clearing each bit below a set one keeps the topmost, and the conversion to a float cannot carry into the next power of two.
    """
    word = _integer(Ops.OR, _integer(Ops.AND, zeros, 0x7FFFFFFF), 1)
    sparse = _integer(Ops.AND, word, _integer(Ops.XOR, _integer(Ops.SHR, word, 1), 0xFFFFFFFF))
    exponent = _integer(Ops.SHR, _make(Ops.BITCAST, dtypes.uint32, cast(sparse, dtypes.float32)), 23)
    e = cast(_integer(Ops.SUB, _word(157, word), exponent), dtypes.float32)
    t = _float(Ops.MUL, cast(_integer(Ops.ADD, _integer(Ops.SHR, significand, 8), 1), dtypes.float32), 2.0 ** -24)  # 2 - m
    return _float(Ops.ADD, unfused(_float(Ops.MUL, _horner(t, _LOG), t)), e)


def exponential(a: UOp, b: UOp) -> UOp:
    """An exponential variate divided by ln(2): for the order of several, and for what is proportional to them."""
    return mark(_minus_log2(a, b))


def normal(a: UOp, b: UOp) -> UOp:
    """A normal variate of mean 0 and deviation 1."""
    w = _minus_log2(a, b)
    near, middle = (_make(Ops.CMPLT, dtypes.bool, w, _number(end, w)) for end in _ENDS)

    def by_piece(values: Sequence[float]) -> UOp:
        first, second, third = (_number(v, w) for v in values)
        return _make(Ops.WHERE, dtypes.float32, near, first, _make(Ops.WHERE, dtypes.float32, middle, second, third))

    centre, scale = by_piece([piece[0] for piece in _PIECES]), by_piece([piece[1] for piece in _PIECES])
    coefficients = [by_piece(terms) for terms in zip(*[piece[2] for piece in _PIECES], strict=True)]
    v = _float(Ops.MUL, _float(Ops.SUB, w, centre), scale)
    x = _float(Ops.MUL, _horner(v, coefficients), w)
    sign = _integer(Ops.AND, a, 1 << 31)
    return mark(_make(Ops.BITCAST, dtypes.float32, _integer(Ops.XOR, _make(Ops.BITCAST, dtypes.uint32, x), sign)))
