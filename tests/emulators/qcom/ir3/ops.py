"""What instructions of ir3 compute, on arrays with one element for each thread.

In: operands as unsigned integers of 16 or 32 bits. Out: the result in the same form. Always true: integers wrap; floats round to
nearest even; a comparison gives 1 or 0. mad rounds twice. What instructions on floats read or make that is subnormal, of 16 or of 32
bits, is a zero of its sign; moves, loads and instructions on bits keep it.

Sources: Mesa, src/freedreno/isa/ir3-cat{1,2,3,4}.xml (names, operands), src/freedreno/ir3/ir3_compiler_nir.c (emit_alu: which NIR
operation each is), src/compiler/nir/nir_opcodes.py (what those mean), src/freedreno/ir3/ir3_nir_imul.py (mull, madsh);
src/freedreno/vulkan/tu_device.cc (tu_get_physical_device_properties_1_2: before A8xx, shaderDenormFlushToZeroFloat16 and -Float32, and
no shaderDenormPreserve; what that covers: Vulkan, "Precision and Operation of SPIR-V Instructions").
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
_FLOATS = {16: np.float16, 32: np.float32}
_SIGNED = {16: np.int16, 32: np.int32}
_UNSIGNED = {16: np.uint16, 32: np.uint32}


def as_float(bits: int, x: Array) -> Array:
    """What an instruction on floats reads."""
    return flushed(float_bits(bits, x))


def as_signed(bits: int, x: Array) -> Array: return x.astype(_UNSIGNED[bits]).view(_SIGNED[bits])
def from_float(bits: int, x: Array) -> Array:
    """What an instruction on floats makes."""
    return flushed(np.asarray(x, _FLOATS[bits])).view(_UNSIGNED[bits])


def bits_of(bits: int, x: Array) -> Array:
    """The bits of a float that is moved."""
    return np.asarray(x, _FLOATS[bits]).view(_UNSIGNED[bits])


def float_bits(bits: int, x: Array) -> Array:
    """What moves and images have: the float of these bits."""
    return x.astype(_UNSIGNED[bits]).view(_FLOATS[bits])


def flushed(x: Array) -> Array:
    """Floats, with zeros of the same sign for subnormal ones."""
    return np.where(np.abs(x) < np.finfo(x.dtype).tiny, np.copysign(x.dtype.type(0), x), x)


def from_signed(bits: int, x: Array) -> Array: return np.asarray(x).astype(_SIGNED[bits]).view(_UNSIGNED[bits])


def ashr(a: Array) -> Array:
    """Every bit the sign."""
    return (a.view(np.int32) >> 31).view(np.uint32)


def _leading_zeros(a: Array) -> Array:
    """Of 32 bits; of zero all bits are set, which is how Mesa tells (emit_alu, ufind_msb)."""
    exponent = np.frexp(a.astype(np.float64))[1]
    return np.where(a == 0, np.int64(-1), 32 - exponent).astype(np.int32).view(np.uint32)


def _reversed(a: Array) -> Array:
    for at, mask in ((1, 0x55555555), (2, 0x33333333), (4, 0x0F0F0F0F), (8, 0x00FF00FF), (16, 0x0000FFFF)):
        a = (a >> np.uint32(at)) & np.uint32(mask) | (a & np.uint32(mask)) << np.uint32(at)
    return a


def _min(a: Array, b: Array) -> Array: return np.fmin(a, b)
def _max(a: Array, b: Array) -> Array: return np.fmax(a, b)
def _nothing(a: Array) -> Array: return a


def _sign(a: Array) -> Array:
    """1, -1, or a zero with its sign; of NaN 0 (nir_opcodes.py, fsign)."""
    return np.where(np.isnan(a), np.zeros_like(a), np.where(a == 0, a, np.copysign(np.ones_like(a), a)))


FLOAT_OPS: dict[str, Callable[..., Array]] = {
    "add.f": np.add, "mul.f": np.multiply, "min.f": _min, "max.f": _max, "absneg.f": _nothing, "trunc.f": np.trunc,
    "floor.f": np.floor, "ceil.f": np.ceil, "rndne.f": np.rint, "mad.f32": lambda a, b, c: a * b + c,
    "mad.f16": lambda a, b, c: a * b + c, "sign.f": _sign, "rcp": lambda a: 1 / a, "sqrt": np.sqrt,
    "exp2": lambda a: np.exp2(a.astype(np.float64)).astype(a.dtype), "log2": lambda a: np.log2(a.astype(np.float64)).astype(a.dtype),
    "rsq": lambda a: (1 / np.sqrt(a.astype(np.float64))).astype(a.dtype)}
SIGNED_OPS: dict[str, Callable[..., Array]] = {
    "min.s": np.minimum, "max.s": np.maximum, "absneg.s": _nothing, "add.s": np.add, "sub.s": np.subtract}
#: of unsigned integers; the width in bits comes first
UNSIGNED_OPS: dict[str, Callable[..., Array]] = {
    "add.u": lambda w, a, b: a + b, "sub.u": lambda w, a, b: a - b, "min.u": lambda w, a, b: np.minimum(a, b),
    "max.u": lambda w, a, b: np.maximum(a, b), "and.b": lambda w, a, b: a & b, "or.b": lambda w, a, b: a | b,
    "xor.b": lambda w, a, b: a ^ b, "not.b": lambda w, a: ~a,
    "shl.b": lambda w, a, b: a << (b & w - 1), "shr.b": lambda w, a, b: a >> (b & w - 1),
    "ashr.b": lambda w, a, b: from_signed(w, as_signed(w, a) >> as_signed(w, b & w - 1)),
    "mull.u": lambda w, a, b: (a & 0xFFFF) * (b & 0xFFFF),
    "madsh.m16": lambda w, a, b, c: ((a & 0xFFFF) * (b >> 16) << 16) + c,
    "clz.b": lambda w, a: _leading_zeros(a), "clz.s": lambda w, a: _leading_zeros(a ^ ashr(a)),
    "cbits.b": lambda w, a: np.bitwise_count(a).astype(np.uint32), "bfrev.b": lambda w, a: _reversed(a),
    "mul.u24": lambda w, a, b: (a & 0xFFFFFF) * (b & 0xFFFFFF),
    "mul.s24": lambda w, a, b: from_signed(w, (as_signed(w, a << 8) >> 8) * (as_signed(w, b << 8) >> 8)),
    "mad.u24": lambda w, a, b, c: (a & 0xFFFFFF) * (b & 0xFFFFFF) + c,
    "mad.s24": lambda w, a, b, c: from_signed(w, (as_signed(w, a << 8) >> 8) * (as_signed(w, b << 8) >> 8)) + c,
    "mad.u16": lambda w, a, b, c: (a & 0xFFFF) * (b & 0xFFFF) + c,
    "sad.s32": lambda w, a, b, c: a + b + c,
    "sel.b32": lambda w, a, b, c: np.where(b != 0, a, c), "sel.b16": lambda w, a, b, c: np.where(b != 0, a, c),
    "shrm": lambda w, a, b, c: b >> (a & w - 1) & c, "shlm": lambda w, a, b, c: b << (a & w - 1) & c,
    "shrg": lambda w, a, b, c: b >> (a & w - 1) | c, "shlg": lambda w, a, b, c: b << (a & w - 1) | c,
    "andg": lambda w, a, b, c: b & a | c}
_COMPARE: dict[str, Callable[[Array, Array], Array]] = {
    "lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal, "eq": np.equal, "ne": np.not_equal}


def compare(name: str, bits: int, a: Array, b: Array) -> Array:
    """cmps.KIND.RELATION of operands of so many bits: 1 or 0."""
    _, kind, relation = name.split(".")
    held = {"f": as_float, "s": as_signed}.get(kind)
    if held is not None: a, b = held(bits, a), held(bits, b)
    return _COMPARE[relation](a, b).astype(np.uint32)


def _integer_of_float(values: Array, kind: str) -> Array:
    """Toward zero; out of range the nearest integer there is, NaN 0."""
    bits = int(kind[1:])
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if kind[0] == "s" else (0, (1 << bits) - 1)
    wide = np.nan_to_num(np.trunc(values.astype(np.float64)), nan=0.0, posinf=float(high), neginf=float(low))
    return np.clip(wide, low, high).astype(np.int64)


def convert(source: str, to: str, values: Array, rounds_even: bool) -> Array:
    """cov.SOURCE+TO of values as unsigned integers: the bits of the result."""
    source_bits, bits = int(source[1:]), int(to[1:])
    if source[0] == "f": number: Array = as_float(source_bits, values)
    else:
        number = values.astype(np.int64) & (1 << source_bits) - 1
        # Mesa sign-extends bytes by cov.u8s16 and cov.u8s32, and masks where it extends by zeros (ir3_compiler_nir.c, create_cov)
        if source[0] == "s" or (source == "u8" and to[0] == "s"): number = number - ((number >> source_bits - 1) << source_bits)
    if to[0] != "f":
        whole = _integer_of_float(number, to) if source[0] == "f" else number
        return (whole & (1 << bits) - 1).astype(np.uint32)
    if bits == 16 and source == "f32" and not rounds_even: return from_float(16, _toward_zero(number))
    return from_float(bits, number.astype(_FLOATS[bits]))


def _toward_zero(number: Array) -> Array:
    nearest = number.astype(np.float16)
    too_far = np.abs(nearest.astype(np.float32)) > np.abs(number)
    return np.where(too_far, np.nextafter(nearest, np.float16(0)), nearest)
