"""PTX's fundamental types as NumPy sees them.

A register holds its value as a one-dimensional array over lanes, of length 1 when all lanes agree. The array's dtype
is whatever its last writer produced; `as_dtype` reinterprets the bits. Formats that NumPy lacks (bf16, fp8, tf32, the
packed pairs) are kept as bits and widened by their `load`, narrowed by their `store`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from . import rounding

Array = np.ndarray
UINT = {8: np.dtype(np.uint8), 16: np.dtype(np.uint16), 32: np.dtype(np.uint32), 64: np.dtype(np.uint64)}
INT = {8: np.dtype(np.int8), 16: np.dtype(np.int16), 32: np.dtype(np.int32), 64: np.dtype(np.int64)}
F16, F32, F64, BOOL = (np.dtype(t) for t in (np.float16, np.float32, np.float64, np.bool_))


@dataclass(frozen=True)
class Kind:
    """One PTX type: its bits, the dtype its bits are read as, and how to get from there to something to compute with."""

    name: str
    bits: int
    dtype: np.dtype
    is_float: bool = False
    lanes: int = 1  # values packed in one register
    to_work: Callable[[Array], Array] | None = None  # bits -> f32/f64; None: compute in `dtype` itself
    from_work: Callable[[Array], Array] | None = None

    @property
    def bytes(self) -> int:
        return self.bits // 8

    @property
    def is_signed(self) -> bool:
        return self.dtype.kind == "i"

    @property
    def is_plain(self) -> bool:
        return self.to_work is None and self.lanes == 1

    def load(self, raw: Array) -> Array:
        """Register -> values to compute with; packed pairs become a trailing axis."""
        a = as_dtype(raw, self.dtype)
        if self.lanes > 1:
            a = a.view(UINT[self.bits // self.lanes] if self.to_work else F16 if self.bits == 32 else F32)
            a = a.reshape(-1, self.lanes)
        return a if self.to_work is None else self.to_work(a)

    def store(self, value: Array) -> Array:
        """Values -> register, rounding to nearest even where the format is narrower."""
        if self.from_work is not None:
            value = self.from_work(value)
        if self.lanes > 1:
            value = np.ascontiguousarray(value).reshape(-1).view(self.dtype)
        return value


def as_dtype(a: Array, dtype: np.dtype) -> Array:
    """The same bits as `dtype`; a wider register gives its low bits, a narrower one is zero-extended."""
    if a.dtype is dtype:
        return a
    if a.dtype.itemsize == dtype.itemsize:
        return a.view(dtype)
    if a.dtype is BOOL:
        return a.astype(dtype)
    return a.view(UINT[a.dtype.itemsize * 8]).astype(UINT[dtype.itemsize * 8]).view(dtype)


def _kinds() -> dict[str, Kind]:
    kinds = [Kind("pred", 8, BOOL)]
    for n in (8, 16, 32, 64):
        kinds += [Kind(f"u{n}", n, UINT[n]), Kind(f"b{n}", n, UINT[n]), Kind(f"s{n}", n, INT[n])]
    kinds += [Kind("f16", 16, F16, True), Kind("f32", 32, F32, True), Kind("f64", 64, F64, True)]
    kinds += [Kind("f16x2", 32, UINT[32], True, 2), Kind("f32x2", 64, UINT[64], True, 2)]
    bf16 = (rounding.bf16_to_f32, rounding.f32_to_bf16)
    kinds += [Kind("bf16", 16, UINT[16], True, 1, *bf16), Kind("bf16x2", 32, UINT[32], True, 2, *bf16)]
    kinds += [Kind("tf32", 32, UINT[32], True, 1, rounding.tf32_to_f32, rounding.f32_to_tf32)]
    for name, form in (("e4m3", rounding.E4M3), ("e5m2", rounding.E5M2)):
        codec = (form.decode, form.encode)
        kinds += [Kind(name, 8, UINT[8], True, 1, *codec), Kind(name + "x2", 16, UINT[16], True, 2, *codec)]
        kinds += [Kind(name + "x4", 32, UINT[32], True, 4, *codec)]
    return {k.name: k for k in kinds}


KINDS = _kinds()


def kind(name: str) -> Kind:
    return KINDS[name]


def type_of(mods: tuple[str, ...], which: int = 0) -> Kind:
    """The which-th modifier that is a type; -1 is the last."""
    return KINDS[[m for m in mods if m in KINDS][which]]
