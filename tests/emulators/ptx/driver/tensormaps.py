"""cuTensorMapEncodeTiled, with the checks that the driver makes."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

from ..tensormap import TYPES, TensorMap
from .api import entry
from .codes import INVALID_VALUE, Failure

if TYPE_CHECKING:
    from .api import StandIn

U32, U64 = ctypes.c_uint32, ctypes.c_uint64
SPAN = {1: 32, 2: 64, 3: 128}  # bytes of a swizzled line


def array(address: int, kind: type, n: int) -> tuple[int, ...]:
    return tuple((kind * n).from_address(address)) if n else ()


@entry("cuTensorMapEncodeTiled", "piupppppiiii")
def encode_tiled(s: StandIn, out: int, kind: int, rank: int, address: int, dims: int, strides: int, box: int, steps: int,
                 interleave: int, swizzle: int, promotion: int, fill: int) -> None:  # fmt: skip
    if not 1 <= rank <= 5 or not 0 <= kind < len(TYPES):
        raise Failure(INVALID_VALUE, f"rank {rank}, data type {kind}")
    found = TensorMap(address, kind, array(dims, U64, rank), array(strides, U64, rank - 1), array(box, U32, rank),
                      array(steps, U32, rank), swizzle, bool(fill))  # fmt: skip
    for wrong, why in complaints(found, out, interleave):
        if wrong:
            raise Failure(INVALID_VALUE, why)
    ctypes.memmove(out, found.encode(), 128)


def complaints(t: TensorMap, out: int, interleave: int) -> list[tuple[bool, str]]:
    """What cuda.h demands."""
    inner = t.box[0] * t.element
    return [
        (out % 64 != 0, "the tensor map is not aligned to 64 bytes"),
        (t.address % 16 != 0, "the tensor is not aligned to 16 bytes"),
        (interleave != 0, "the stand-in has no interleaved layouts"),
        (any(not 1 <= d <= 1 << 32 for d in t.dims), "a dimension outside 1..2**32"),
        (any(b % 16 or not 0 < b < 1 << 40 for b in t.strides), "a stride that is no multiple of 16 bytes below 2**40"),
        (any(not 1 <= b <= 256 for b in t.box), "a box dimension outside 1..256"),
        (inner % 16 != 0, "the box's inner extent is no multiple of 16 bytes"),
        (any(not 1 <= e <= 8 for e in t.element_strides), "an element stride outside 1..8"),
        (t.swizzle not in (0, *SPAN), f"swizzle {t.swizzle}"),
        (t.swizzle in SPAN and inner > SPAN.get(t.swizzle, 0), "the box's inner extent is wider than the swizzle"),
    ]


@entry("cuTensorMapReplaceAddress", "pp")
def replace_address(s: StandIn, out: int, address: int) -> None:
    from dataclasses import replace

    from ..tensormap import decode

    found = decode(ctypes.string_at(out, 128))
    if found is None or address % 16:
        raise Failure(INVALID_VALUE)
    ctypes.memmove(out, replace(found, address=address).encode(), 128)
