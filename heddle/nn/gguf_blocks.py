"""Block formats of GGUF: dequantisation of a block's bytes, as tensor expressions.

Inputs: uint8 tensors of shape (blocks, bytes of a block). Outputs: lazy float32 tensors of shape (blocks, elements of a block).
Invariants: nothing is computed here; a kernel that uses the values unpacks them as it reads the bytes. The properties of a format (its
number in files, bytes, elements) stand in one table. Layouts: ggml's `ggml-common.h`, version of GGUF 3.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from heddle.dtype import DType, dtypes
from heddle.tensor import Tensor
from heddle.tensor.io.packed_weights import Digits

Decoder = Callable[[Tensor], Tensor]


@dataclass(frozen=True)
class BlockType:
    """A way to store elements: `size` elements in `nbytes` bytes. Either plain numbers of `dtype`, or unpacked by `decode`.

    `digits` gives the integers and scales of a matrix of so many rows, for products that round their activations; None where a
    block is none of 8-bit integers times scales.
    """

    name: str
    size: int
    nbytes: int
    dtype: DType
    decode: Decoder | None = None
    digits: Callable[[Tensor, int], Digits] | None = None


# ---- pieces that formats are made of


def _half(raw: Tensor, at: int) -> Tensor:
    """(blocks, 1): the float16 at byte `at` of each block."""
    return _u16(raw, at).bitcast(dtypes.float16).cast(dtypes.float32)


def _u16(raw: Tensor, at: int) -> Tensor:
    low, high = raw[:, at:at + 1].cast(dtypes.uint16), raw[:, at + 1:at + 2].cast(dtypes.uint16)
    return low | high << 8


def _signed(raw: Tensor) -> Tensor: return raw.bitcast(dtypes.int8).cast(dtypes.float32)


def _fields(raw: Tensor, bits: int) -> Tensor:
    """(blocks, n) bytes -> (blocks, 8 / bits, n): all lowest fields of `bits` bits first, the highest last."""
    count = 8 // bits
    shifts = (Tensor.arange(count, dtype=dtypes.uint8, device=raw.device) * bits).reshape(1, count, 1)
    return raw.unsqueeze(1) >> shifts & ((1 << bits) - 1)


def _bits(raw: Tensor, at: int) -> Tensor:
    """(blocks, 32): the bits of the 4 bytes at byte `at` of each block, the lowest of the first byte first.

    Shifts of one 32-bit word: neighbouring elements then differ in nothing but the shift, so kernels compute them in vectors.
    """
    low, high = _u16(raw, at).cast(dtypes.uint32), _u16(raw, at + 2).cast(dtypes.uint32)
    return (low | high << 16) >> Tensor.arange(32, dtype=dtypes.uint32, device=raw.device) & 1


def _from_table(index: Tensor, values: tuple[int, ...]) -> Tensor:
    """values[index], chosen by comparing bits: no memory is looked up."""
    chosen = [float(v) for v in values]
    level: list[Tensor | float] = list(chosen)
    bit = 0
    while len(level) > 1:
        is_odd = (index >> bit & 1).bool()
        level = [is_odd.where(level[i + 1], level[i]) for i in range(0, len(level), 2)]
        bit += 1
    assert isinstance(level[0], Tensor)
    return level[0]


# ---- blocks of 32


def _nibbles(raw: Tensor, at: int) -> Tensor:
    """(blocks, 32): the lower halves of the 16 bytes at `at`, then the upper ones."""
    return _fields(raw[:, at:at + 16], 4).flatten(1)


def _five_bits(raw: Tensor, at: int) -> Tensor:
    """(blocks, 32): the fifth bits are 4 bytes at `at`, the lower four follow."""
    return (_nibbles(raw, at + 4).cast(dtypes.uint32) | _bits(raw, at) << 4).cast(dtypes.float32)


#: twice the values of the 4-bit floats
_E2M1_DOUBLED = (0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12)
_NONLINEAR = (-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113)


def _half_of_e8m0(e: Tensor) -> Tensor:
    """2**(e - 128) as float32: for e of 0 and 1 a subnormal, and else an exponent by itself."""
    wide = e.cast(dtypes.uint32)
    return (wide < 2).where((wide + 1) << 21, (wide - 1) << 23).cast(dtypes.uint32).bitcast(dtypes.float32)


# ---- blocks of 256: parts of 16 or 32 with scales of their own


def _two_bits(raw: Tensor) -> Tensor:
    """(blocks, 64) -> (blocks, 2, 4, 32): halves of the block, fields, positions in the field's run"""
    return _fields(raw.reshape(-1, 32), 2).reshape(-1, 2, 4, 32)


def _q2_k(raw: Tensor) -> Tensor:
    """d * scale * q - dmin * minimum, of each part of 16"""
    scales = _fields(raw[:, :16], 4).cast(dtypes.float32)  # (blocks, 2, 16): scales, minima
    q = _two_bits(raw[:, 16:80]).reshape(-1, 16, 16).cast(dtypes.float32)
    scale, minimum = scales[:, 0] * _half(raw, 80), scales[:, 1] * _half(raw, 82)
    return (q * scale.unsqueeze(2) - minimum.unsqueeze(2)).flatten(1)


def _q3_k(raw: Tensor) -> Tensor:
    """d * (scale - 32) * (q - 4), of each part of 16; the third bit of q lies elsewhere"""
    high = _fields(raw[:, :32], 1).reshape(-1, 2, 4, 32)
    q = _two_bits(raw[:, 32:96]) | high << 2
    low4, high2 = _fields(raw[:, 96:104], 4).flatten(1), _fields(raw[:, 104:108], 2).flatten(1)
    scale = ((low4 | high2 << 4).cast(dtypes.float32) - 32) * _half(raw, 108)
    return ((q.reshape(-1, 16, 16).cast(dtypes.float32) - 4) * scale.unsqueeze(2)).flatten(1)


def _six_bit_pairs(raw: Tensor) -> tuple[Tensor, Tensor]:
    """(blocks, 12) -> scales and minima, (blocks, 8) each: six bits of the first four, and the later four in two pieces"""
    first, second, last = raw[:, 0:4], raw[:, 4:8], raw[:, 8:12]
    scales = (first & 63).cat((last & 15) | (first >> 6) << 4, dim=1)
    minima = (second & 63).cat((last >> 4) | (second >> 6) << 4, dim=1)
    return scales.cast(dtypes.float32), minima.cast(dtypes.float32)


def _parts_of_32(raw: Tensor, q: Tensor) -> Tensor:
    """d * scale * q - dmin * minimum, of each part of 32. q: (blocks, 8, 32)"""
    scales, minima = _six_bit_pairs(raw[:, 4:16])
    scale, minimum = scales * _half(raw, 0), minima * _half(raw, 2)
    return (q.cast(dtypes.float32) * scale.unsqueeze(2) - minimum.unsqueeze(2)).flatten(1)


def _runs_of_nibbles(raw: Tensor) -> Tensor:
    """(blocks, 128) -> (blocks, 8, 32): of each 32 bytes all lower halves, then all upper ones"""
    return _fields(raw.reshape(-1, 32), 4).reshape(-1, 8, 32)


def _q4_k(raw: Tensor) -> Tensor: return _parts_of_32(raw, _runs_of_nibbles(raw[:, 16:144]))


def _five_bits_k(raw: Tensor) -> Tensor: return _runs_of_nibbles(raw[:, 48:176]) | _fields(raw[:, 16:48], 1) << 4


def _q5_k(raw: Tensor) -> Tensor: return _parts_of_32(raw, _five_bits_k(raw))


def _six_bits(raw: Tensor) -> Tensor:
    """(blocks, 2, 4, 32)"""
    low = _fields(raw[:, :128].reshape(-1, 64), 4).reshape(-1, 2, 4, 32)
    return low | _fields(raw[:, 128:192].reshape(-1, 32), 2).reshape(-1, 2, 4, 32) << 4


def _q6_k(raw: Tensor) -> Tensor:
    """d * scale * (q - 32), of each part of 16; scales are signed"""
    q = _six_bits(raw).reshape(-1, 16, 16).cast(dtypes.float32) - 32
    scale = _signed(raw[:, 192:208]) * _half(raw, 208)
    return (q * scale.unsqueeze(2)).flatten(1)


def _iq4_xs(raw: Tensor) -> Tensor:
    """d * (scale - 32) * table[q], of each part of 32"""
    low4 = _fields(raw[:, 4:8].reshape(-1, 1), 4).reshape(-1, 8)
    high2 = _fields(raw[:, 2:4].reshape(-1, 1), 2).reshape(-1, 8)
    scale = ((low4 | high2 << 4).cast(dtypes.float32) - 32) * _half(raw, 0)
    q = _fields(raw[:, 8:136].reshape(-1, 16), 4).reshape(-1, 8, 32)
    return (_from_table(q, _NONLINEAR) * scale.unsqueeze(2)).flatten(1)


# ---- integers and scales apart

#: runs, lanes and groups of 32 integers: two runs from halves of the same bytes, or one run of bytes
_HALVES, _WHOLE = (2, 4, 4), (1, 8, 4)


def _digits(integers: Tensor, scale: Tensor, rows: int, parts: tuple[int, ...], shape: tuple[int, int, int], offset: int = 0,
            minimum: Tensor | None = None) -> Digits:
    """Digits of `rows` rows whose blocks have `parts` with scales of their own."""
    return Digits(integers.reshape(rows, -1, *parts, *shape), scale.reshape(rows, -1, *parts), offset,
                  None if minimum is None else minimum.reshape(rows, -1, *parts))


def _q2_k_digits(raw: Tensor, rows: int) -> Digits:
    scales = _fields(raw[:, :16], 4).cast(dtypes.float32)
    scale, minimum = scales[:, 0] * _half(raw, 80), scales[:, 1] * _half(raw, 82)
    return _digits(_two_bits(raw[:, 16:80]), scale, rows, (2, 4, 2), (1, 4, 4), 0, minimum)


def _parts_of_32_digits(raw: Tensor, rows: int, q: Tensor) -> Digits:
    scales, minima = _six_bit_pairs(raw[:, 4:16])
    return _digits(q, scales * _half(raw, 0), rows, (4, 2), _WHOLE, 0, minima * _half(raw, 2))


def _q6_k_digits(raw: Tensor, rows: int) -> Digits:
    return _digits(_six_bits(raw), _signed(raw[:, 192:208]) * _half(raw, 208), rows, (2, 2, 2, 2), (1, 4, 4), 32)


# ---- the table


def _plain(dtype: DType, name: str) -> BlockType: return BlockType(name, 1, dtype.itemsize, dtype)
def _blocks(name: str, size: int, nbytes: int, decode: Decoder, digits: Callable[[Tensor, int], Digits] | None = None) -> BlockType:
    return BlockType(name, size, nbytes, dtypes.float32, decode, digits)


#: by the number in files; for blocks of 32 with the formula of an element
TYPES: dict[int, BlockType] = {
    0: _plain(dtypes.float32, "F32"), 1: _plain(dtypes.float16, "F16"), 30: _plain(dtypes.bfloat16, "BF16"),
    28: _plain(dtypes.float64, "F64"), 24: _plain(dtypes.int8, "I8"), 25: _plain(dtypes.int16, "I16"),
    26: _plain(dtypes.int32, "I32"), 27: _plain(dtypes.int64, "I64"),
    2: _blocks("Q4_0", 32, 18, lambda raw: (_nibbles(raw, 2).cast(dtypes.float32) - 8) * _half(raw, 0),  # d * (q - 8)
               lambda raw, rows: _digits(_nibbles(raw, 2), _half(raw, 0), rows, (), _HALVES, 8)),
    3: _blocks("Q4_1", 32, 20, lambda raw: _nibbles(raw, 4).cast(dtypes.float32) * _half(raw, 0) + _half(raw, 2),  # d * q + m
               lambda raw, rows: _digits(_nibbles(raw, 4), _half(raw, 0), rows, (), _HALVES, 0, -_half(raw, 2))),
    6: _blocks("Q5_0", 32, 22, lambda raw: (_five_bits(raw, 2) - 16) * _half(raw, 0)),  # d * (q - 16)
    7: _blocks("Q5_1", 32, 24, lambda raw: _five_bits(raw, 4) * _half(raw, 0) + _half(raw, 2)),  # d * q + m
    8: _blocks("Q8_0", 32, 34, lambda raw: _signed(raw[:, 2:34]) * _half(raw, 0),  # d * q
               lambda raw, rows: _digits(raw[:, 2:34] ^ 128, _half(raw, 0), rows, (), _WHOLE, 128)),  # q + 128: unsigned times signed
    20: _blocks("IQ4_NL", 32, 18, lambda raw: _from_table(_nibbles(raw, 2), _NONLINEAR) * _half(raw, 0)),  # d * table[q]
    # 2**(e - 128) * doubled[q]
    39: _blocks("MXFP4", 32, 17, lambda raw: _from_table(_nibbles(raw, 1), _E2M1_DOUBLED) * _half_of_e8m0(raw[:, :1])),
    10: _blocks("Q2_K", 256, 84, _q2_k, _q2_k_digits), 11: _blocks("Q3_K", 256, 110, _q3_k),
    12: _blocks("Q4_K", 256, 144, _q4_k, lambda raw, rows: _parts_of_32_digits(raw, rows, _runs_of_nibbles(raw[:, 16:144]))),
    13: _blocks("Q5_K", 256, 176, _q5_k, lambda raw, rows: _parts_of_32_digits(raw, rows, _five_bits_k(raw))),
    14: _blocks("Q6_K", 256, 210, _q6_k, _q6_k_digits),
    23: _blocks("IQ4_XS", 256, 136, _iq4_xs),
}

#: names of the types that there are besides, for messages
OTHER_TYPES: dict[int, str] = {
    9: "Q8_1", 15: "Q8_K", 16: "IQ2_XXS", 17: "IQ2_XS", 18: "IQ3_XXS", 19: "IQ1_S", 21: "IQ3_S", 22: "IQ2_S", 29: "IQ1_M",
    34: "TQ1_0", 35: "TQ2_0", 40: "NVFP4", 41: "Q1_0",
}
