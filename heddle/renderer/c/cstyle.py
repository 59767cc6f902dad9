"""C-style languages: tables and methods in which clang's C, OpenCL C, CUDA and Metal differ.

Inputs: the linear IR of a kernel.
Outputs: source that a person can read (written by `cwriter`).

Vectors are clang's `ext_vector_type`. A bool vector is a mask: lanes of 0 and -1, as wide as what was compared, because that is what
compares give and what selects want; in memory a bool is a byte 0 or 1.
"""
from __future__ import annotations

import math
from collections.abc import Sequence

from heddle.dtype import ConstType, DType, dtypes, encode_float
from heddle.errors import InternalError
from heddle.renderer import Renderer
from heddle.renderer.c.writer import CWriter
from heddle.renderer.expression_writer import BITS, COMPARE, PRODUCT, SHIFT, SUM
from heddle.uop import AxisType, Ops, UOp


class CStyleRenderer(Renderer):
    """The parts that all dialects share. A dialect overrides tables and the methods under "what a dialect may say otherwise"."""

    types = {"void": "void", "bool": "_Bool", "int8": "signed char", "uint8": "unsigned char", "int16": "short",
             "uint16": "unsigned short", "int32": "int", "uint32": "unsigned int", "int64": "long", "uint64": "unsigned long",
             "index": "long", "float16": "half", "bfloat16": "unsigned short", "fp8e4m3": "unsigned char",
             "fp8e5m2": "unsigned char", "float32": "float", "float64": "double"}
    suffix = {"float32": "f", "int64": "l", "index": "l", "uint32": "u", "uint64": "ul"}
    infinity = {"float64": "INFINITY", "float32": "INFINITY", "float16": "INFINITY"}
    nan = {"float64": "NAN", "float32": "NAN", "float16": "NAN"}
    infix = {Ops.ADD: ("+", SUM), Ops.SUB: ("-", SUM), Ops.MUL: ("*", PRODUCT), Ops.FDIV: ("/", PRODUCT), Ops.IDIV: ("/", PRODUCT),
             Ops.MOD: ("%", PRODUCT), Ops.AND: ("&", BITS), Ops.OR: ("|", BITS), Ops.XOR: ("^", BITS), Ops.SHL: ("<<", SHIFT),
             Ops.SHR: (">>", SHIFT), Ops.CMPLT: ("<", COMPARE), Ops.CMPNE: ("!=", COMPARE), Ops.CMPEQ: ("==", COMPARE)}
    bool_infix = {Ops.ADD: "|", Ops.MUL: "&", Ops.MAX: "|", Ops.AND: "&", Ops.OR: "|", Ops.XOR: "^", Ops.CMPNE: "^"}
    barrier = ""
    reinterpret = ""  # how the functions begin that read the bits of a value as another type; "": a cast does that
    #: body of a function that gives the greater, or the one that is NaN: a compare with NaN is false, so b needs no test of its own
    greater_or_nan = "return a != a ? a : a > b ? a : b;"
    wraps_by_cast = False  # signed arithmetic that wraps has to be written on unsigned numbers

    def render(self, uops: Sequence[UOp], name: str) -> str:
        """Source of the kernel `name` made of `uops`. InternalError for an op or dtype that the language has no word for."""
        return CWriter(self, uops, name).source()

    # ---- what a dialect may say otherwise

    def type_of(self, dtype: DType) -> str:
        """The name of a scalar or vector type."""
        return self.types[dtype.name] + (str(dtype.count) if dtype.count > 1 else "")

    def stored_type(self, dtype: DType) -> str:
        """The type of `dtype`'s elements in memory."""
        return "unsigned char" if dtype.is_bool() else self.types[dtype.name]

    def function(self, op: Ops, dtype: DType, to: DType | None = None) -> tuple[str, str]:
        """Name of the function that does `op` on `dtype`, and its definition ("" if it is built in)."""
        raise InternalError(f"{type(self).__name__} has no {op.name} of {dtype}")

    def preamble(self, vectors: Sequence[DType], helpers: Sequence[str]) -> list[str]:
        """Lines before the kernel: vector types and functions that it uses."""
        return list(helpers)

    def signature(self, name: str, buffers: Sequence[tuple[str, UOp, bool]], variables: Sequence[tuple[str, UOp]],
                  locals_: Sequence[tuple[str, UOp]], threads: Sequence[int]) -> tuple[str, list[str]]:
        """The kernel's head, and the lines that name its arguments.

        A buffer's third entry: whether it is written. `threads`: the extents of the work-group, if there are any.
        """
        raise NotImplementedError

    def loop_bounds(self, axis: AxisType, size: str) -> tuple[str, str]:
        """First value of a loop's counter and the value it stops before."""
        return "0", size

    def zero(self, kind: str, count: int) -> str:
        """What a scalar or vector is compared with to find out whether it is zero."""
        return "0"

    def tensor_core(self, u: UOp) -> tuple[str, str]:
        """Name and definition of the function that does a WMMA with three sources."""
        raise InternalError(f"{type(self).__name__} has no MMA")

    def dot(self, u: UOp) -> tuple[str, str]:
        """Name and definition of the function that does a DOT with three sources."""
        raise InternalError(f"{type(self).__name__} has no products of pairs")

    def lookup(self, u: UOp) -> tuple[str, str]:
        """Name and definition of the function that does a LOOKUP."""
        raise InternalError(f"{type(self).__name__} has no lookup of lanes")

    def warp_shuffle(self, u: UOp) -> tuple[str, str]:
        """Name and definition of the function that does a WARP_SHUFFLE."""
        raise InternalError(f"{type(self).__name__} has no shuffles")

    def conversion(self, source: DType, to: DType) -> list[tuple[str, str]] | None:
        """Names and definitions of the functions that convert a narrow float, the first first; None if a cast does it."""
        return None

    def splat(self, kind: str, value: str) -> str: return f"({kind})({value})"
    def join(self, kind: str, values: Sequence[str]) -> str: return f"({kind}){{{', '.join(values)}}}"
    def lane(self, vector: str, at: int) -> str: return f"{vector}[{at}]"
    def lanes(self, kind: str, vector: str, at: Sequence[int]) -> str: raise NotImplementedError
    def both(self, kind: str, a: str, b: str, count: int) -> str: raise NotImplementedError
    def convert(self, kind: str, vector: str) -> str: raise NotImplementedError

    def vector_load(self, kind: str, count: int, address: str, memory: UOp) -> str:
        """`count` elements from an address in `memory` that is aligned to one of them."""
        return f"*(const {kind}u *){address}"

    def vector_store(self, kind: str, count: int, address: str, value: str, memory: UOp) -> str:
        """The statement that writes a vector to such an address."""
        return f"*({kind}u *){address} = {value}"

    def streaming_store(self, kind: str, address: str, value: str, other: str) -> str:
        """The statement that writes a vector past the caches, or does `other` where the buffers do not begin with a cache line."""
        raise InternalError(f"{type(self).__name__} does not write past the caches")

    def streaming(self, name: str, head: str, body: Sequence[str], buffers: Sequence[int]) -> list[str]:
        """The function of a kernel with such statements: with these buffers, if all of them begin with a cache line."""
        raise InternalError(f"{type(self).__name__} does not write past the caches")

    def prefetch(self, pointer: str, ahead: int) -> str:
        """The statement that asks for the line that is so many bytes behind a pointer."""
        raise InternalError(f"{type(self).__name__} does not prefetch")

    def load_pixel(self, image: str, x: str, y: str) -> str:
        """The pixel in a column and a row of an image."""
        raise InternalError(f"{type(self).__name__} has no images")

    def store_pixel(self, image: str, x: str, y: str, value: str) -> str:
        """The statement that writes a pixel."""
        raise InternalError(f"{type(self).__name__} has no images")

    def position(self, name: str) -> str:
        """The value of a SPECIAL: `gidx0` … of the work-group in the grid, `lidx0` … of the thread in its work-group."""
        raise InternalError(f"{type(self).__name__} has no work-groups")

    def literal(self, dtype: DType, value: ConstType) -> str:
        """`value` exactly, as a scalar of `dtype`."""
        if dtype.is_bool(): return "1" if value else "0"
        if dtype in (dtypes.bfloat16, *dtypes.fp8s): return str(encode_float(dtype, float(value)))
        text = self._float(dtype, float(value)) if dtype.is_float() else self._integer(dtype, int(value))
        needs_cast = dtype.bits < 32
        return f"({self.types[dtype.name]}){text}" if needs_cast else text

    def _float(self, dtype: DType, value: float) -> str:
        if math.isnan(value): return self.nan[dtype.name]
        if math.isinf(value): return ("-" if value < 0 else "") + self.infinity[dtype.name]
        decimal = repr(value)  # the shortest text of the double, so exact for narrower formats too
        # a hexadecimal fraction needs no digits beyond those that are there, so it is also the shorter one for long numbers
        return (decimal if len(decimal) < 9 else _short_hex(value)) + self.suffix.get(dtype.name, "")

    def _integer(self, dtype: DType, value: int) -> str:
        suffix = self.suffix.get(dtype.name, "")
        # C has no negative literals: the least integer is a difference, since its magnitude does not fit
        if dtype.bits >= 32 and value == dtype.min and value < 0: return f"({value + 1}{suffix} - 1)"
        return f"{value}{suffix}"


def _short_hex(value: float) -> str:
    mantissa, exponent = value.hex().split("p")
    return f"{mantissa.rstrip('0').rstrip('.') if '.' in mantissa else mantissa}p{int(exponent)}"
