"""Sequence, nested-list, shape and dict helpers of `heddle.helpers`."""
from __future__ import annotations

import functools
import importlib
import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import mul
from typing import Any, TypeVar, cast

from heddle.errors import DTypeError, ShapeError
from heddle.narrowing import is_instance

T = TypeVar("T")
U = TypeVar("U")


def prod(x: Iterable[T]) -> T | int:
    """The product of all; 1 of nothing."""
    return functools.reduce(mul, x, 1)  # type: ignore[return-value, arg-type]


def ceildiv(num: int, amt: int) -> int:
    """num / amt, rounded up."""
    return -(-num // amt)


def round_up(num: int, amt: int) -> int:
    """The least multiple of `amt` that is not below `num`."""
    return ceildiv(num, amt) * amt


def round_down(num: int, amt: int) -> int:
    """The greatest multiple of `amt` that is not above `num`."""
    return num // amt * amt


def argfix(*x: Any) -> tuple[Any, ...]:
    """f(1, 2), f((1, 2)) and f([1, 2]) alike: (1, 2). DTypeError for f((1, 2), 3)."""
    first = x[0] if x else None
    if not is_instance(first, (list, tuple)): return x
    if len(x) > 1: raise DTypeError(f"one sequence or several values were expected, got {x}", "Pass one of these.")
    return tuple(first)


def argsort(x: Sequence[Any]) -> Any:
    """The indices that sort `x`, in its own type."""
    return type(x)(sorted(range(len(x)), key=x.__getitem__))  # type: ignore[call-arg]


def make_tuple(x: int | Sequence[int], cnt: int) -> tuple[int, ...]:
    """`cnt` times the same number, or the numbers given."""
    return (x,) * cnt if isinstance(x, int) else tuple(x)


def all_same(items: Sequence[Any]) -> bool:
    """Whether no item differs from the first."""
    return all(item == items[0] for item in items)


def all_int(t: Sequence[Any]) -> bool:
    """Whether all are Python integers."""
    return all(isinstance(s, int) for s in t)


def dedup(x: Iterable[T]) -> list[T]:
    """Each once, in order."""
    return list(dict.fromkeys(x))


def flatten(l: Iterable[Iterable[T]]) -> list[T]:  # noqa: E741 (a public name)
    """The elements of the elements."""
    return [item for items in l for item in items]


def fully_flatten(l: Any) -> list[Any]:  # noqa: E741 (a public name)
    """The leaves of nested lists and tuples."""
    found, stack = list[Any](), [l]
    while stack:
        x = stack.pop()
        if is_instance(x, (list, tuple)): stack.extend(reversed(x))
        else: found.append(x)
    return found


def partition(itr: Iterable[T], fxn: Callable[[T], bool]) -> tuple[list[T], list[T]]:
    """Those for which `fxn` is true, and the others."""
    yes, no = list[T](), list[T]()
    for item in itr: (yes if fxn(item) else no).append(item)
    return yes, no


def merge_dicts(ds: Iterable[dict[T, U]]) -> dict[T, U]:
    """All entries. ValueError where two have a key with different values."""
    merged: dict[T, U] = {}
    for key, value in (entry for d in ds for entry in d.items()):
        if merged.setdefault(key, value) != value: raise ValueError(f"{key!r} has the values {merged[key]!r} and {value!r}")
    return merged


_SEVERAL: tuple[type, ...] = (list, tuple)
_TABLE: type = dict


def get_child(obj: Any, key: str) -> Any:
    """What a path such as "layers.0.weight" leads to from `obj`."""
    for part in key.split("."):
        if isinstance(obj, _SEVERAL) and part.isdigit(): obj = obj[int(part)]
        else: obj = obj[part] if isinstance(obj, _TABLE) else getattr(obj, part)
    return obj


def unwrap(x: T | None) -> T:
    """`x`. ValueError if it is None."""
    if x is None: raise ValueError("a value was expected, there is None")
    return x


def count(start: int = 0, step: int = 1) -> Iterator[int]:
    """start, start + step, …"""
    return itertools.count(start, step)


def to_tuple(x: T | tuple[T, ...]) -> tuple[T, ...]:
    """A tuple as it is, anything else as the only element of one."""
    return cast("tuple[T, ...]", x) if isinstance(x, tuple) else (x,)


def get_single_element(x: Sequence[T]) -> T:
    """The element. ShapeError unless there is exactly one."""
    if len(x) != 1: raise ShapeError(f"one element was expected, there are {len(x)}: {x!r}", "Pass a sequence of one.")
    return x[0]


def fromimport(mod: str, frm: str) -> Any:
    """`from mod import frm`"""
    return getattr(importlib.import_module(mod), frm)


# ---- shapes


def get_shape(x: Any) -> tuple[int, ...]:
    """The shape of nested lists, or of what has one itself. ShapeError if rows differ."""
    if hasattr(x, "shape"): return tuple(x.shape)
    if not is_instance(x, (list, tuple)): return ()
    inner = {get_shape(row) for row in x}
    if len(inner) > 1: raise ShapeError(f"rows of different shapes: {sorted(inner)}", "Make all rows equally long.")
    return (len(x), *(inner.pop() if inner else ()))


def is_image_shape(shape: Any) -> bool:
    """Whether a shape is that of an image for a GPU's texture units: rows, columns, 4 channels."""
    return is_instance(shape, tuple) and len(shape) == 3 and shape[2] == 4


def strides_for_shape(shape: Sequence[int]) -> tuple[int, ...]:
    """Elements from one index to the next along each axis of contiguous memory; 0 where there is one index."""
    return canonicalize_strides(shape, [math.prod(shape[i + 1:]) for i in range(len(shape))])


def canonicalize_strides(shape: Sequence[int], strides: Sequence[int]) -> tuple[int, ...]:
    """The strides, 0 where there is one index."""
    return tuple(0 if n == 1 else stride for n, stride in zip(shape, strides, strict=True))


def flat_to_grouped(padding: Sequence[T]) -> tuple[tuple[T, T], ...]:
    """Padding as torch gives it, the last axis first, as (before, after) pairs, the first axis first."""
    return tuple((padding[i], padding[i + 1]) for i in range(len(padding) - 2, -1, -2))


def resolve_pool_pads(padding: int | Sequence[int], dims: int) -> Sequence[int]:
    """Padding of a window, as 2 numbers an axis, the last axis first. ShapeError unless it is 1, `dims` or 2 `dims` numbers."""
    if isinstance(padding, int): return [padding] * 2 * dims
    if len(padding) == 2 * dims: return padding
    if len(padding) == dims: return [p for p in reversed(padding) for _ in range(2)]
    raise ShapeError(f"padding must be 1, {dims} or {2 * dims} numbers, got {padding}", "Give a number, or one or two an axis.")


# ---- integers


def cdiv(x: int, y: int) -> int:
    """x / y rounded towards zero, as in C; 0 for y = 0."""
    return 0 if y == 0 else abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


def cmod(x: int, y: int) -> int:
    """The rest of `cdiv`, with the sign of x."""
    return x - cdiv(x, y) * y


def floordiv(x: int, y: int) -> int:
    """x // y; 0 for y = 0."""
    return 0 if y == 0 else x // y


def floormod(x: int, y: int) -> int:
    """The rest of `floordiv`, with the sign of y."""
    return x - floordiv(x, y) * y


def next_power2(x: int) -> int:
    """The least power of two that is not below x."""
    return 1 << max(0, x - 1).bit_length()


def lo32(x: Any) -> Any:
    """Bits 0 to 31."""
    return x & 0xFFFFFFFF


def hi32(x: Any) -> Any:
    """The bits from 32 on."""
    return x >> 32


def data64(data: Any) -> tuple[Any, Any]:
    """Upper and lower word."""
    return hi32(data), lo32(data)


def data64_le(data: Any) -> tuple[Any, Any]:
    """Lower and upper word."""
    return lo32(data), hi32(data)


def to_be32(val: int) -> int:
    """The 4 bytes in the other order."""
    return int.from_bytes(val.to_bytes(4, "little"), "big")


def to_be64(val: int) -> int:
    """The 8 bytes in the other order."""
    return int.from_bytes(val.to_bytes(8, "little"), "big")


def getbits(value: int, start: int, end: int) -> int:
    """Bits `start` to `end`, both included."""
    return value >> start & (1 << end - start + 1) - 1


def i2u(bits: int, value: int) -> int:
    """A negative number as its two's complement in so many bits."""
    return value % (1 << bits) if value < 0 else value


def pad_bytes(b: bytes, align: int) -> bytes:
    """The bytes with zeros up to the next multiple of `align`."""
    return b + bytes(-len(b) % align)


def polyN(x: Any, p: Sequence[float]) -> Any:  # noqa: N802 (a public name)
    """The polynomial of x with these coefficients, that of the highest power first (Horner)."""
    return functools.reduce(lambda result, c: result * x + c, p, 0.0)
