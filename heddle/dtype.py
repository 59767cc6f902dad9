"""Number formats (dtypes): value ranges, promotion, and conversion of Python values.

Inputs: a name, two formats, or a Python value. Outputs: a `DType`.
Invariants: equal formats are one object, `count` is the number of vector lanes (1 for a scalar), and `promote` is the only place where
two formats become one.
"""
from __future__ import annotations

import builtins
import functools
import importlib
import math
import struct
from collections.abc import Sequence
from enum import Enum
from typing import NoReturn

from heddle.float_formats import LARGEST, FloatInfo, decode_float, encode_float, float_info
from heddle.lazy_dataclass import dataclass
from heddle.named_tuple import NamedTuple

ConstType = bool | int | float


@dataclass(frozen=True, eq=False)
class DType:
    """A number format, or a vector of `count` lanes of one. `itemsize` counts bytes of the whole vector."""

    name: str
    itemsize: int
    fmt: str | None  # the letter of the `struct` module; None where Python has none
    kind: str  # "bool", "uint", "int", "float", "index" or "void"
    rank: int  # order among formats; larger holds more
    count: int = 1

    def __repr__(self) -> str:
        return f"dtypes.{self.scalar().name}" + (f".vec({self.count})" if self.count > 1 else "")

    def __reduce__(self):
        return _restore, (self.name, self.count)

    def __lt__(self, other: DType) -> bool:
        return (self.rank, self.name) < (other.rank, other.name)

    @functools.cached_property
    def bits(self) -> int:
        """Bits of one lane."""
        return 1 if self.kind == "bool" else 8 * self.itemsize // self.count

    @property
    def bitsize(self) -> int:
        """Bits of the whole vector; 1 for bool."""
        return self.bits * self.count

    @property
    def priority(self) -> int:
        """Order among formats: of two, the one that holds more has the greater."""
        return self.rank

    def const(self, val: ConstType) -> ConstType:
        """`val` as this format stores it: floats rounded, fractions of integers cut off. NumberRangeError if it does not fit."""
        if self.kind in ("int", "uint") and not (math.isfinite(val) and self.min <= int(val) <= self.max):
            from heddle.errors import NumberRangeError
            raise NumberRangeError(f"{val!r} does not fit in {self.name}", f"It holds {self.min} to {self.max}.")
        if self in dtypes.weaks: return int(val) if self is dtypes.weakint else builtins.float(val)
        return round_to(self, val)

    @staticmethod
    def new(priority: int, bitsize: int, name: str, fmt: str | None) -> DType:
        """The format of this name, by itself or as C calls it, which has to be as described. DTypeError if there is none such."""
        from heddle.errors import DTypeError
        found = to_dtype(importlib.import_module("heddle.uop.number_formats").INVERSE_DTYPES_DICT.get(name, name))
        if found.bitsize == bitsize and found.fmt == fmt: return found
        raise DTypeError(f"{found.name} has {found.bitsize} bits and the letter {found.fmt}, not {bitsize} and {fmt}",
                         "New formats cannot be made: kernels support those of `dtypes`.")

    def vec(self, count: int) -> DType:
        """This scalar format, `count` lanes wide."""
        return _vector(self.scalar(), count)

    def scalar(self) -> DType:
        """One lane of this format."""
        return self if self.count == 1 else _BY_NAME[self.name]

    @property
    def base(self) -> DType:
        """This format: memory in kernels says its elements'."""
        return self

    def is_float(self) -> bool:
        return self.kind == "float"

    def is_integer(self) -> bool:
        """True for signed and unsigned integers and loop indices; false for bool."""
        return self.kind in ("int", "uint", "index")

    def is_unsigned(self) -> bool:
        return self.kind == "uint"

    def is_bool(self) -> bool:
        return self.kind == "bool"

    @functools.cached_property
    def min(self) -> ConstType:
        """The least value: -inf for floats that have it."""
        if self.kind == "float": return -LARGEST.get(self.name, math.inf)
        if self.kind == "bool": return False
        return 0 if self.kind == "uint" else -(1 << (self.bits - 1))

    @functools.cached_property
    def max(self) -> ConstType:
        """The greatest value: +inf for floats that have it."""
        if self.kind == "float": return LARGEST.get(self.name, math.inf)
        if self.kind == "bool": return True
        return (1 << self.bits) - 1 if self.kind == "uint" else (1 << (self.bits - 1)) - 1


class AddrSpace(Enum):
    """Where memory of a kernel is: a buffer of the device, memory that a work-group shares, registers of a work-item."""

    GLOBAL = "global"
    LOCAL = "local"
    REG = "reg"


class IntInfo(NamedTuple):
    """The range of an integer format, and its bits."""

    min: int
    max: int
    bits: int


@dataclass(frozen=True)
class ImageDType:
    """Memory as an image of `height` rows of `width` pixels of four floats, stored in `format`; what is read of it is float32.

    It is no number format: tensors over images are of float32, and only what makes memory takes one as its dtype.
    """

    format: DType
    height: int
    width: int

    @property
    def size(self) -> int:
        """Floats that it holds."""
        return self.height * self.width * 4

    @property
    def nbytes(self) -> int:
        """Bytes of the pixels, without what a device puts between rows."""
        return self.size * self.format.itemsize

    @property
    def name(self) -> str: return f"image{'h' if self.format.itemsize == 2 else 'f'}(({self.height}, {self.width}))"


class _Names(type):
    """The type of `dtypes`."""

    def __getattr__(cls, name: str) -> NoReturn:
        from heddle.errors import MissingAttributeError
        raise MissingAttributeError.of(cls, "dtypes", name)


class dtypes(metaclass=_Names):  # noqa: N801 (the public name)
    """Every number format by name, and the questions one asks about them."""

    void = DType("void", 0, None, "void", -1)
    bool = DType("bool", 1, "?", "bool", 0)
    int8 = char = DType("int8", 1, "b", "int", 1)
    uint8 = uchar = DType("uint8", 1, "B", "uint", 2)
    int16 = short = DType("int16", 2, "h", "int", 3)
    uint16 = ushort = DType("uint16", 2, "H", "uint", 4)
    int32 = int = DType("int32", 4, "i", "int", 5)
    uint32 = uint = DType("uint32", 4, "I", "uint", 6)
    int64 = long = DType("int64", 8, "q", "int", 7)
    uint64 = ulong = DType("uint64", 8, "Q", "uint", 8)
    fp8e4m3 = DType("fp8e4m3", 1, None, "float", 10)
    fp8e5m2 = DType("fp8e5m2", 1, None, "float", 11)
    #: without infinities and -0.0, and with one NaN: what AMD's MI300 computes in. Stored and computed in float32 on every device.
    fp8e4m3fnuz = DType("fp8e4m3fnuz", 1, None, "float", 10)
    fp8e5m2fnuz = DType("fp8e5m2fnuz", 1, None, "float", 11)
    float16 = half = DType("float16", 2, "e", "float", 12)
    bfloat16 = DType("bfloat16", 2, None, "float", 13)
    float32 = float = DType("float32", 4, "f", "float", 14)
    float64 = double = DType("float64", 8, "d", "float", 15)
    #: What a Python int and float are beside a tensor: they take the format of the other operand, and where memory is needed that of
    #: `default_int` and `default_float`. No tensor has them.
    weakint = DType("weakint", 100, None, "int", 0)
    weakfloat = DType("weakfloat", 100, None, "float", 9)
    #: Positions and sizes while a kernel is being built; every renderer is given a real integer instead.
    index = DType("index", 8, "q", "index", 16)

    default_float = float32
    default_int = int32

    fp8s = fp8_ocp = (fp8e4m3, fp8e5m2)
    fp8_fnuz = (fp8e4m3fnuz, fp8e5m2fnuz)
    floats = fp8s + (float16, bfloat16, float32, float64)
    uints = (uint8, uint16, uint32, uint64)
    sints = (int8, int16, int32, int64)
    ints = uints + sints
    all = (bool,) + ints + floats
    weaks = (weakint, weakfloat)
    int8s, int16s, int32s, int64s = (uint8, int8), (uint16, int16), (uint32, int32), (uint64, int64)

    @staticmethod
    def imageh(shape: tuple[builtins.int, builtins.int]) -> ImageDType:
        """An image of (height, width) pixels of four halves, which are float32 once they are read."""
        return _image(dtypes.float16, shape)

    @staticmethod
    def imagef(shape: tuple[builtins.int, builtins.int]) -> ImageDType:
        """An image of (height, width) pixels of four float32."""
        return _image(dtypes.float32, shape)

    @staticmethod
    def is_float(x: DType) -> builtins.bool: return x.is_float()
    @staticmethod
    def is_int(x: DType) -> builtins.bool: return x.is_integer()
    @staticmethod
    def is_unsigned(x: DType) -> builtins.bool: return x.is_unsigned()
    @staticmethod
    def is_bool(x: DType) -> builtins.bool: return x.is_bool()
    @staticmethod
    def min(x: DType) -> ConstType: return x.min
    @staticmethod
    def max(x: DType) -> ConstType: return x.max

    @staticmethod
    def finfo(dtype: DType) -> FloatInfo:
        """(exponent bits, mantissa bits) of a float, with its limits as attributes as in NumPy. DTypeError for others."""
        return float_info(to_dtype(dtype))

    @staticmethod
    def iinfo(dtype: DType) -> IntInfo:
        """(least, greatest) of an integer or bool, also as `.min` and `.max`. DTypeError for others."""
        kind = to_dtype(dtype)
        if kind.is_float():
            from heddle.errors import DTypeError
            raise DTypeError(f"{kind.name} is no integer", "Use dtypes.finfo for floats.")
        return IntInfo(builtins.int(kind.min), builtins.int(kind.max), kind.bits)

    @staticmethod
    def from_py(x: object) -> DType:
        """The default format of a Python number or of a (nested) list of them. DTypeError for anything else."""
        if isinstance(x, (list, tuple)):
            elements: list[object] = [*x]
            return functools.reduce(promote, map(dtypes.from_py, elements)) if elements else dtypes.default_float
        if isinstance(x, builtins.bool): return dtypes.bool
        if isinstance(x, builtins.int): return dtypes.default_int
        if isinstance(x, builtins.float): return dtypes.default_float
        from heddle.errors import DTypeError
        raise DTypeError(f"no dtype for {type(x).__name__} {x!r}", "Give numbers or bools.")


def _image(kind: DType, shape: Sequence[object]) -> ImageDType:
    match tuple(shape):
        case (int(height), int(width)) if height > 0 < width: return ImageDType(kind, height, width)
        case _:
            from heddle.errors import ShapeError
            raise ShapeError(f"an image has a height and a width of at least 1, got {shape!r}",
                             "Write dtypes.imagef((height, width)).")


DTypeLike = str | DType

_BY_NAME: dict[str, DType] = {d.name: d for d in (*dtypes.all, *dtypes.fp8_fnuz, *dtypes.weaks, dtypes.void, dtypes.index)}
_ALIASES = {"half": "float16", "float": "float32", "double": "float64", "char": "int8", "uchar": "uint8",
            "short": "int16", "ushort": "uint16", "int": "int32", "uint": "uint32", "long": "int64", "ulong": "uint64"}


@functools.cache
def _vector(scalar: DType, count: int) -> DType:
    if count == 1: return scalar
    return DType(scalar.name, scalar.itemsize * count, scalar.fmt, scalar.kind, scalar.rank, count)


def _restore(name: str, count: int) -> DType:
    return _BY_NAME[name].vec(count)


_TEXT: type = str  # the type checker takes the argument for a text in any case


def to_dtype(x: DTypeLike) -> DType:
    """The format meant by `x`: a DType, its name, or a NumPy-style alias such as "half". DTypeError if there is none."""
    if isinstance(x, DType): return x if x.itemsize != 100 else _stored(x)
    if isinstance(x, ImageDType):
        from heddle.errors import DTypeError
        raise DTypeError(f"{x.name} is a kind of memory and no number format",
                         "Tensor.empty, Tensor.from_blob and cast take it; elsewhere write float32.")
    name = x.lower() if isinstance(x, _TEXT) else ""  # what is called with is the user's
    if (found := _BY_NAME.get(_ALIASES.get(name, name))) is None or found.kind in ("void", "index"):
        from heddle.errors import DTypeError
        raise DTypeError.unknown(x, [d.name for d in dtypes.all])
    return _stored(found) if found.itemsize == 100 else found


def _stored(x: DType) -> DType:
    """The format in which a weak one is stored."""
    return dtypes.default_int if x is dtypes.weakint else dtypes.default_float if x is dtypes.weakfloat else x


# The one promotion table: each format and those just above it. Two formats promote to the least format that is
# above both. It is the lattice of the JAX note on type promotion (docs: "Type promotion semantics"), with bool at
# the bottom and with fp8 below both 16-bit floats.
_ABOVE: dict[DType, tuple[DType, ...]] = {
    dtypes.bool: (dtypes.weakint,), dtypes.weakint: (dtypes.int8, dtypes.uint8),
    dtypes.int8: (dtypes.int16,), dtypes.int16: (dtypes.int32,), dtypes.int32: (dtypes.int64,),
    dtypes.uint8: (dtypes.int16, dtypes.uint16), dtypes.uint16: (dtypes.int32, dtypes.uint32),
    dtypes.uint32: (dtypes.int64, dtypes.uint64),
    dtypes.int64: (dtypes.weakfloat,), dtypes.uint64: (dtypes.weakfloat,), dtypes.weakfloat: (*dtypes.fp8_ocp, *dtypes.fp8_fnuz),
    dtypes.fp8e4m3fnuz: (dtypes.float16, dtypes.bfloat16), dtypes.fp8e5m2fnuz: (dtypes.float16, dtypes.bfloat16),
    dtypes.fp8e4m3: (dtypes.float16, dtypes.bfloat16), dtypes.fp8e5m2: (dtypes.float16, dtypes.bfloat16),
    dtypes.float16: (dtypes.float32,), dtypes.bfloat16: (dtypes.float32,), dtypes.float32: (dtypes.float64,),
    dtypes.float64: (), dtypes.index: (),
}


@functools.cache
def _all_above(d: DType) -> frozenset[DType]:
    return frozenset((d,)).union(*(_all_above(up) for up in _ABOVE[d]))


@functools.cache
def promote(*formats: DType) -> DType:
    """The least format that holds every one of `formats` by the promotion table.

    int64 with any float is that float, as in the reference; uint64 with a signed integer would be weakfloat, which is stored as the
    default float.
    """
    if len(formats) == 1 or len(set(formats)) == 1: return formats[0]
    first, *others = [_all_above(d) for d in formats]
    least = min(first.intersection(*others))
    return dtypes.default_float if least is dtypes.weakfloat and dtypes.weakfloat not in formats else least


least_upper_dtype = promote


def least_upper_float(d: DType) -> DType:
    """`d` if it is a float, else the default float."""
    return d if d.is_float() else dtypes.default_float


def unsigned_of(nbytes: int) -> DType:
    """The unsigned integer of 1, 2, 4 or 8 bytes: it holds the bits of any format of that size."""
    return _UNSIGNED[nbytes]


_UNSIGNED = {d.itemsize: d for d in dtypes.uints}


def sum_acc_dtype(d: DType) -> DType:
    """The format in which a sum of `d` is accumulated: wide enough that small formats do not overflow at once."""
    if d.is_unsigned(): return promote(d, dtypes.uint32)
    if d.is_integer() or d.is_bool(): return promote(d, dtypes.int32)
    return promote(d, dtypes.float32)


def round_to(d: DType, value: ConstType) -> ConstType:
    """`value` as format `d` stores it: wrapped for integers, rounded to nearest even for floats.

    A float out of an integer's range (or NaN) becomes what wrapping its truncation gives, NaN becoming 0: the
    result of such casts differs between processors, so programs must not rely on it.
    """
    if d.kind == "bool": return bool(value)
    if d.kind in ("int", "uint", "index"):
        if isinstance(value, float): value = int(value) if math.isfinite(value) else 0
        value = int(value) & ((1 << d.bits) - 1)
        return value - (1 << d.bits) if d.kind != "uint" and value >> (d.bits - 1) else value
    value = float(value) if not isinstance(value, int) or abs(value) < 1 << 1000 else _too_large(d) * (-1 if value < 0 else 1)
    if d.name == "float64": return value
    if d.name in ("float32", "float16"):
        try: return struct.unpack(d.fmt or "", struct.pack(d.fmt or "", value))[0]
        except OverflowError: return math.copysign(math.inf, value)
    return decode_float(d, encode_float(d, value))


def _too_large(d: DType) -> float:
    """What an integer too large for any float is to `d`: infinity, unless finite numbers saturate."""
    return 1e300 if d in dtypes.fp8s or d in dtypes.fp8_fnuz else math.inf


# torch's names where they differ; all others are the same
_TORCH_NAMES = {"fp8e4m3": "float8_e4m3fn", "fp8e5m2": "float8_e5m2", "fp8e4m3fnuz": "float8_e4m3fnuz",
                "fp8e5m2fnuz": "float8_e5m2fnuz"}


def _from_torch_dtype(torch_dtype: object) -> DType:
    """heddle's twin of a torch dtype. DTypeError for those that have none (complex, quantised, smaller than a byte)."""
    from heddle.errors import DTypeError
    if not str(torch_dtype).startswith("torch."):
        raise DTypeError(f"{torch_dtype} is no dtype of torch",
                         "Give one such as torch.float32.")
    twin = next((d for d in (*dtypes.all, *dtypes.fp8_fnuz) if f"torch.{_TORCH_NAMES.get(d.name, d.name)}" == str(torch_dtype)), None)
    if twin is None: raise DTypeError(f"{torch_dtype} has no twin here", f"There are: {', '.join(d.name for d in dtypes.all)}.")
    return twin


def _to_torch_dtype(d: DType) -> object:
    """torch's twin of `d`. DTypeError for vectors and indices, which have none."""
    import torch

    from heddle.errors import DTypeError
    if d not in dtypes.all and d not in dtypes.fp8_fnuz:
        raise DTypeError(f"{d.name} has no twin in torch", "Only scalar dtypes of tensors have one.")
    return getattr(torch, _TORCH_NAMES.get(d.name, d.name))


_FOR_PROGRAMS = (_from_torch_dtype, _to_torch_dtype)  # which import them


#: small functions on values of formats, for programs: they need the interpreter, which needs this module
_IN_FORMATS = ("DTYPES_DICT", "INVERSE_DTYPES_DICT", "PyConst", "bitcast", "can_lossless_cast", "float_to_bf16", "float_to_fp16",
               "float_to_fp8", "fp8_to_float", "from_storage_scalar", "storage_fmt_for_dtype", "strong_dtype", "to_storage_scalar",
               "truncate", "weak_dtype")


def __getattr__(name: str) -> object:
    if name in _IN_FORMATS: return getattr(importlib.import_module("heddle.uop.number_formats"), name)
    from heddle.errors import MissingAttributeError
    raise MissingAttributeError.of((*_IN_FORMATS, *(n for n in globals() if not n.startswith("_"))), f"module {__name__!r}", name)
