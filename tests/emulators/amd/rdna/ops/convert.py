"""Conversions between formats. Floats to integers go to the nearest end of the range, and NaN to 0."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.emulators.ptx.rounding import BF16

from ..registry import vector
from ..waves import Array

F16, F32, F64, U32, I32, U16, I16 = np.float16, np.float32, np.float64, np.uint32, np.int32, np.uint16, np.int16


def to_integer(a: Array, dtype: Any) -> Array:
    """Toward zero."""
    info = np.iinfo(dtype)
    wide = np.trunc(a.astype(F64))
    return np.where(np.isnan(wide), 0, np.clip(wide, float(info.min), float(info.max))).astype(np.int64).astype(dtype)


def toward_zero(a: Array) -> Array:
    """float32 to float16, cut off."""
    near = a.astype(F16)
    over = np.abs(near.astype(F32)) > np.abs(a)
    cut = np.where(over, np.nextafter(near, F16(0)), near)
    return np.where(np.isinf(near) & np.isfinite(a), np.copysign(F16(65504), a).astype(F16), cut)


def pack(low: Array, high: Array) -> Array:
    """Two 16-bit values in 32 bits."""
    return low.view(U16).astype(U32) | high.view(U16).astype(U32) << U32(16)


def normalised(scale: float, dtype: Any) -> Any:
    return lambda a: to_integer(np.rint(np.clip(a.astype(F64), -1 if scale == 32767.0 else 0, 1) * scale), dtype)


vector(
    "i32 f32",
    v_cvt_i32_f32=lambda a: to_integer(a, I32),
    v_cvt_nearest_i32_f32=lambda a: to_integer(np.floor(a + F64(0.5)), I32),
    v_cvt_floor_i32_f32=lambda a: to_integer(np.floor(a), I32),
)
vector("u32 f32", v_cvt_u32_f32=lambda a: to_integer(a, U32))
vector("i32 f64", v_cvt_i32_f64=lambda a: to_integer(a, I32))
vector("u32 f64", v_cvt_u32_f64=lambda a: to_integer(a, U32))
vector("f32 i32", v_cvt_f32_i32=lambda a: a.astype(F32))
vector(
    "f32 u32",
    v_cvt_f32_u32=lambda a: a.astype(F32),
    **{f"v_cvt_f32_ubyte{k}": lambda a, k=k: (a >> U32(8 * k) & U32(255)).astype(F32) for k in range(4)},
)
vector("f64 i32", v_cvt_f64_i32=lambda a: a.astype(F64))
vector("f64 u32", v_cvt_f64_u32=lambda a: a.astype(F64))
vector("f32 f64", v_cvt_f32_f64=lambda a: a.astype(F32))
vector("f64 f32", v_cvt_f64_f32=lambda a: a.astype(F64))
vector("f16 f32", v_cvt_f16_f32=lambda a: a.astype(F16))
vector("f32 f16", v_cvt_f32_f16=lambda a: a.astype(F32))
vector("f16 u16", v_cvt_f16_u16=lambda a: a.astype(F32).astype(F16))
vector("f16 i16", v_cvt_f16_i16=lambda a: a.astype(F32).astype(F16))
vector("u16 f16", v_cvt_u16_f16=lambda a: to_integer(a, U16), v_cvt_norm_u16_f16=normalised(65535.0, U16))
vector("i16 f16", v_cvt_i16_f16=lambda a: to_integer(a, I16), v_cvt_norm_i16_f16=normalised(32767.0, I16))
vector("i32 i16", v_cvt_i32_i16=lambda a: a.astype(I32))
vector("u32 u16", v_cvt_u32_u16=lambda a: a.astype(U32))
vector(
    "u32 f32 f32",
    v_cvt_pk_rtz_f16_f32=lambda a, b: pack(*np.broadcast_arrays(toward_zero(a), toward_zero(b))),
    v_cvt_pk_i16_f32=lambda a, b: pack(to_integer(a, I16), to_integer(b, I16)),
    v_cvt_pk_u16_f32=lambda a, b: pack(to_integer(a, U16), to_integer(b, U16)),
    v_cvt_pk_norm_i16_f32=lambda a, b: pack(normalised(32767.0, I16)(a), normalised(32767.0, I16)(b)),
    v_cvt_pk_norm_u16_f32=lambda a, b: pack(normalised(65535.0, U16)(a), normalised(65535.0, U16)(b)),
)
vector(
    "u32 f16 f16",
    v_pack_b32_f16=pack,
    v_cvt_pk_norm_i16_f16=lambda a, b: pack(normalised(32767.0, I16)(a), normalised(32767.0, I16)(b)),
    v_cvt_pk_norm_u16_f16=lambda a, b: pack(normalised(65535.0, U16)(a), normalised(65535.0, U16)(b)),
)
vector(
    "u32 f32 u32 u32",
    v_cvt_pk_u8_f32=lambda a, b, c: (
        (c & ~(U32(255) << (b & U32(3)) * U32(8))) | to_integer(np.rint(a), np.uint8).astype(U32) << (b & U32(3)) * U32(8)
    ),
)


def saturate_pairs(a: Array) -> Array:
    """Two i16 to two bytes."""
    low, high = (np.clip((a >> U32(s)).astype(U16).view(I16), 0, 255).astype(U16) for s in (0, 16))
    return low | high << U16(8)


vector("u16 u32", v_sat_pk_u8_i16=saturate_pairs)


def bf16_to_f32(bits: Array) -> Array:
    return (bits.astype(U32) << U32(16)).view(F32)


def f32_to_bf16(a: Array) -> Array:
    return BF16.encode(a)
