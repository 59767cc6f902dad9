"""Types and constants in WGSL.

Inputs: a format, a value.
Outputs: text.
Invariants: floats are read back exactly; NaN and infinity have no literals.
"""
from __future__ import annotations

import math

from heddle.dtype import ConstType, DType, dtypes
from heddle.errors import DeviceError, InternalError

#: integers that are held in two words
LONGS = (dtypes.int64, dtypes.uint64)
LANES = 4  # of the widest vectors


def is_packed(dtype: DType) -> bool:
    """Whether several elements share a word of memory."""
    return dtype.scalar().itemsize < 4 and not is_half(dtype)


def is_half(dtype: DType) -> bool:
    """Whether it is the 16-bit float, which only kernels for devices that have it contain as such."""
    return dtype.scalar() == dtypes.float16


def value_type(dtype: DType) -> str:
    """The type that values of `dtype` are held in."""
    if dtype.count > 1: return f"vec{dtype.count}<{value_type(dtype.scalar())}>"
    if dtype.is_bool(): return "bool"
    if dtype in LONGS: return "vec2<u32>"
    if dtype == dtypes.float32: return "f32"
    if is_half(dtype): return "f16"
    if dtype.is_integer(): return "u32" if dtype.is_unsigned() else "i32"
    if dtype == dtypes.float64:
        raise DeviceError("WEBGPU has no float64", "Cast to float32, or use a device that has it, such as CPU.")
    raise InternalError(f"{dtype} should have become bits before it came to WGSL")


def has_vectors(dtype: DType) -> bool:
    """Whether there are such vectors."""
    return dtype.count <= LANES and dtype.scalar() not in LONGS


def shaped(kind: str, count: int) -> str:
    """The type of `count` values of the type `kind`."""
    return kind if count == 1 else f"vec{count}<{kind}>"


def word(value: str, dtype: DType) -> str:
    """Values of 32 bits or bools as u32."""
    kind = shaped("u32", dtype.count)
    if dtype.is_bool(): return f"{kind}({value})"
    return value if dtype.is_unsigned() else f"bitcast<{kind}>({value})"


def literal(dtype: DType, value: ConstType | tuple[ConstType, ...]) -> str:
    """`value` exactly, as a value of `dtype`; for a vector, a tuple with a value a lane or one in every lane."""
    if dtype.count > 1:
        lanes = value if isinstance(value, tuple) else (value,)
        return f"{value_type(dtype)}({', '.join(literal(dtype.scalar(), x) for x in lanes)})"
    if isinstance(value, tuple): raise InternalError(f"{value} is no {dtype}")
    if dtype.is_bool(): return "true" if value else "false"
    if dtype in LONGS:
        bits = int(value) & (1 << 64) - 1
        return f"vec2<u32>({bits & 0xFFFFFFFF}u, {bits >> 32}u)"
    if dtype.is_integer(): return f"{int(value)}{'u' if dtype.is_unsigned() else ''}"
    text = _float(float(value))
    return f"f16({text})" if is_half(dtype) else text


def _float(value: float) -> str:
    if math.isnan(value): return "from_bits(0x7fc00000u)"
    if math.isinf(value): return f"from_bits(0x{'ff' if value < 0 else '7f'}800000u)"
    if value == 0 and math.copysign(1, value) < 0: return "from_bits(0x80000000u)"  # -0.0 is a negation, of which compilers make 0.0
    decimal = repr(value)  # the shortest text of the double, so exact for float32 too
    return (decimal if len(decimal) < 12 else value.hex()) + "f"
