"""C and its relatives: OpenCL C, CUDA and Metal differ from the base below in tables and small methods.

In: the straight list of ops of one kernel. Out: source that a person can read (written by `cwriter`).

Vectors are clang's `ext_vector_type`. A bool vector is a mask: lanes of 0 and -1, as wide as what was compared, because that is what
compares give and what selects want; in memory a bool is a byte 0 or 1.
"""
from __future__ import annotations

import math
from collections.abc import Sequence

from heddle.dtype import DType, dtypes, encode_float
from heddle.errors import InternalError
from heddle.renderer import Renderer
from heddle.renderer.cwriter import CWriter
from heddle.renderer.writer import BITS, COMPARE, PRODUCT, SHIFT, SUM
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
                  locals_: Sequence[tuple[str, UOp]], items: Sequence[int]) -> tuple[str, list[str]]:
        """The kernel's head, and the lines that name its arguments.

        A buffer's third item: is it written? `items`: the extents of the work-group, if there are any.
        """
        raise NotImplementedError

    def loop_bounds(self, axis: AxisType, size: str) -> tuple[str, str]:
        """First value of a loop's counter and the value it stops before."""
        return "0", size

    def zero(self, kind: str, count: int) -> str:
        """What a scalar or vector is compared with to find out whether it is zero."""
        return "0"

    def matrix_unit(self, u: UOp) -> tuple[str, str]:
        """Name and definition of the function that does a WMMA with three sources."""
        raise InternalError(f"{type(self).__name__} has no matrix units")

    def dot(self, u: UOp) -> tuple[str, str]:
        """Name and definition of the function that does a DOT with three sources."""
        raise InternalError(f"{type(self).__name__} has no products of pairs")

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

    def load_pixel(self, image: str, x: str, y: str) -> str:
        """The pixel in a column and a row of an image."""
        raise InternalError(f"{type(self).__name__} has no images")

    def store_pixel(self, image: str, x: str, y: str, value: str) -> str:
        """The statement that writes a pixel."""
        raise InternalError(f"{type(self).__name__} has no images")

    def position(self, name: str) -> str:
        """The value of a SPECIAL: `gidx0` … of the work-group in the grid, `lidx0` … of the item in its work-group."""
        raise InternalError(f"{type(self).__name__} has no work-groups")

    def literal(self, dtype: DType, value: object) -> str:
        """`value` exactly, as a scalar of `dtype`."""
        if dtype.is_bool(): return "1" if value else "0"
        if dtype in (dtypes.bfloat16, *dtypes.fp8s): return str(encode_float(dtype, float(value)))  # type: ignore[arg-type]
        text = self._float(dtype, float(value)) if dtype.is_float() else self._integer(dtype, int(value))  # type: ignore
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


class ClangRenderer(CStyleRenderer):
    """C for clang 15 or newer, with its vector extensions and the kernel interface of the CPU device.

    Buffers are not `restrict`: the memory planner may hand an output the memory of an input that dies here, and several outputs
    make it visible in which order loads and stores happen. The op list loads what a loop does not change before that loop, so
    there is little left for the compiler to gain. Scratch memory is a kernel's own.
    """

    # a compare of byte vectors gives vectors of char, which is signed for the compiler proper whatever the machine's custom
    types = CStyleRenderer.types | {"float16": "_Float16", "int8": "char"}
    infinity = {"float64": "__builtin_inf()", "float32": "__builtin_inff()", "float16": "__builtin_inff()"}
    nan = {"float64": '__builtin_nan("")', "float32": '__builtin_nanf("")', "float16": '__builtin_nanf("")'}

    def type_of(self, dtype: DType) -> str:
        return self.types[dtype.name] if dtype.count == 1 else f"{_letters(dtype)}x{dtype.count}"

    def lanes(self, kind: str, vector: str, at: Sequence[int]) -> str:
        return f"__builtin_shufflevector({vector}, {vector}, {', '.join(map(str, at))})"

    def both(self, kind: str, a: str, b: str, count: int) -> str:
        return f"__builtin_shufflevector({a}, {b}, {', '.join(map(str, range(count)))})"

    def convert(self, kind: str, vector: str) -> str: return f"__builtin_convertvector({vector}, {kind})"

    def loop_bounds(self, axis: AxisType, size: str) -> tuple[str, str]:
        return ("begin", "end") if axis is AxisType.GRID else ("0", size)

    def preamble(self, vectors: Sequence[DType], helpers: Sequence[str]) -> list[str]:
        """A type for each vector in use, and its twin `...u` that may stand at any element."""
        lines: list[str] = []
        for kind in dict.fromkeys((self.types[d.name], self.type_of(d), d.count, d.itemsize // d.count) for d in vectors):
            scalar, name, count, size = kind
            lines.append(f"typedef {scalar} {name} __attribute__((ext_vector_type({count})));")
            lines.append(f"typedef {name} {name}u __attribute__((aligned({size})));")
        return [*lines, *helpers]

    def signature(self, name: str, buffers: Sequence[tuple[str, UOp, bool]], variables: Sequence[tuple[str, UOp]],
                  locals_: Sequence[tuple[str, UOp]], items: Sequence[int]) -> tuple[str, list[str]]:
        """`(bufs, vars, scratch, begin, end)`, the interface of CPU kernels; scratch arrays lie in one block, aligned to 64 bytes."""
        opening: list[str] = []
        for at, (text, u, written) in enumerate(buffers):
            kind = self.stored_type(u.dtype) if written else f"const {self.stored_type(u.dtype)}"
            opening.append(f"{kind} *{text} = bufs[{at}];")
        opening += [f"const long {text} = vars[{at}];" for at, (text, _) in enumerate(variables)]
        offset = 0
        for text, u in locals_:
            kind = self.stored_type(u.dtype)
            opening.append(f"{kind} *restrict {text} = __builtin_assume_aligned(scratch + {offset}, 64);")
            offset += -(-u.arg[1] * u.dtype.itemsize // 64) * 64
        return f"void {name}(void *const *bufs, const long *vars, char *scratch, long begin, long end)", opening

    def function(self, op: Ops, dtype: DType, to: DType | None = None) -> tuple[str, str]:
        """A small function for what C has no operator for."""
        kind, letters = self.type_of(dtype), _letters(dtype) + (f"x{dtype.count}" if dtype.count > 1 else "")
        if op is Ops.BITCAST and to is not None:
            name = f"bits_{letters}_{_letters(to)}"
            body = f"union {{ {kind} from; {self.type_of(to)} to; }} both = {{ x }}; return both.to;"
            return name, _inline(self.type_of(to), name, f"{kind} x", body)
        if op is Ops.MAX:
            name = f"max_{letters}"
            body = self.greater_or_nan if dtype.is_float() else "return a > b ? a : b;"
            return name, _inline(kind, name, f"{kind} a, {kind} b", body)
        if op in (Ops.SQRT, Ops.TRUNC): return self._rounding(op.name.lower(), kind, letters, dtype)
        return super().function(op, dtype, to)

    def dot(self, u: UOp) -> tuple[str, str]:
        """By AVX512-BF16; operands of its builtins are GCC's kind of vectors."""
        pairs, sums = (self.type_of(s.dtype) for s in u.src[1:])
        size, name = u.dtype.itemsize, f"dot_{pairs}"
        body = (f"typedef __bf16 pairs __attribute__((vector_size({size}))); typedef float sums __attribute__((vector_size({size}))); "
                f"return ({sums})__builtin_ia32_dpbf16ps_{8 * size}((sums)c, (pairs)a, (pairs)b);")
        return name, _inline(sums, name, f"{pairs} a, {pairs} b, {sums} c", body)

    def _rounding(self, verb: str, kind: str, letters: str, dtype: DType) -> tuple[str, str]:
        letter = {"float32": "f", "float64": "", "float16": "f16"}[dtype.name]
        name = f"{verb}_{letters}"
        if dtype.count == 1: return name, _inline(kind, name, f"{kind} x", f"return __builtin_{verb}{letter}(x);")
        # clang has the square root of vectors since 17; before, its vectoriser puts the lanes together again
        head = f"static inline __attribute__((always_inline)) {kind} {name}({kind} x) {{"
        return name, "\n".join((
            head, f"#if __has_builtin(__builtin_elementwise_{verb})", f"  return __builtin_elementwise_{verb}(x);", "#else",
            f"  for (int i = 0; i < {dtype.count}; i++) x[i] = __builtin_{verb}{letter}(x[i]);", "  return x;", "#endif", "}"))


def _letters(dtype: DType) -> str:
    """`f32` for float32 and so on; formats that are only stored go by the integer that holds them."""
    if dtype in (dtypes.bool, *dtypes.fp8s) or dtype.name.startswith(("bool", "fp8")): return "u8"
    if dtype.name == "bfloat16": return "u16"
    return {"float": "f", "uint": "u"}.get(dtype.kind, "i") + str(dtype.bits)


def _inline(result: str, name: str, arguments: str, body: str) -> str:
    return f"static inline __attribute__((always_inline)) {result} {name}({arguments}) {{ {body} }}"
