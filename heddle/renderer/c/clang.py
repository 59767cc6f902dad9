"""Clang's C, for the kernels of the CPU device.

Inputs: the linear IR of a kernel.
Outputs: C for clang 15 or newer, with its vector extensions.
Invariants: nothing is included; the bool vectors of `cstyle` are what clang's compares give.
"""
from __future__ import annotations

from collections.abc import Sequence

from heddle.dtype import DType, dtypes
from heddle.renderer import local_bytes
from heddle.renderer.c.cstyle import CStyleRenderer
from heddle.uop import AxisType, Ops, UOp

_SHUFFLE = "__builtin_shufflevector"


class ClangRenderer(CStyleRenderer):
    """Vectors are computed as a whole, and kernels have the interface of the CPU device.

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
        return f"{_SHUFFLE}({vector}, {vector}, {', '.join(map(str, at))})"

    def both(self, kind: str, a: str, b: str, count: int) -> str:
        half = f"{kind[:kind.rindex('x')]}x{count // 2}"
        # to clang 15 a shuffle that changes the number of lanes is a vector of another kind, which does not go with one of ours
        a, b = (f"({half}){text}" if text.startswith(_SHUFFLE) else text for text in (a, b))
        return f"{_SHUFFLE}({a}, {b}, {', '.join(map(str, range(count)))})"

    def convert(self, kind: str, vector: str) -> str: return f"__builtin_convertvector({vector}, {kind})"

    def prefetch(self, pointer: str, ahead: int) -> str: return f"__builtin_prefetch((const char*)({pointer}) + {ahead}, 0, 3);"

    def streaming_store(self, kind: str, address: str, value: str, other: str) -> str:
        return f"if (streams) __builtin_nontemporal_store({value}, ({kind} *){address}); else {other}"

    def streaming(self, name: str, head: str, body: Sequence[str], buffers: Sequence[int]) -> list[str]:
        """Both ways from one text. Other cores see such stores in any order, up to the fence."""
        own = head.replace(f"void {name}(", f"static inline __attribute__((always_inline)) void {name}_stores(")
        where, line = " | ".join(f"(unsigned long)bufs[{at}]" for at in buffers), self.capabilities.line
        arguments = "bufs, vars, scratch, begin, end"
        return [f"{own[:-1]}, const _Bool streams) {{", *body, f"{head} {{",
                f"  if ((({where}) & {line - 1}) != 0) return {name}_stores({arguments}, 0);",
                f"  {name}_stores({arguments}, 1);", "  __builtin_ia32_sfence();", "}"]

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
                  locals_: Sequence[tuple[str, UOp]], threads: Sequence[int]) -> tuple[str, list[str]]:
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
            offset += local_bytes(u)
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
        if u.arg.is_integer(): return self._byte_dot(u)
        pairs, sums = (self.type_of(s.dtype) for s in u.src[1:])
        size, name = u.dtype.itemsize, f"dot_{pairs}"
        body = (f"typedef __bf16 pairs __attribute__((vector_size({size}))); typedef float sums __attribute__((vector_size({size}))); "
                f"return ({sums})__builtin_ia32_dpbf16ps_{8 * size}((sums)c, (pairs)a, (pairs)b);")
        return name, _inline(sums, name, f"{pairs} a, {pairs} b, {sums} c", body)

    def _byte_dot(self, u: UOp) -> tuple[str, str]:
        """By AVX512-VNNI's instruction, whose builtins take other types in each version; it multiplies unsigned by signed."""
        a, b, c = (self.type_of(s.dtype) for s in u.src)
        first, second = ("b", "a") if u.src[1].dtype.scalar() == dtypes.uint8 else ("a", "b")
        name, emit = f"dot_{a}_{b}", '__asm__("vpdpbusd %2, %1, %0" : "+v"({}) : "v"({}), "v"({}));'.format
        if u.src[0].dtype == u.src[1].dtype:  # signed a * b = (a + 128) * b - 128 * b
            body = f"{c} less = ({c})(0), high = ({c})(-2139062144); {c} more = ({c})a ^ high; " + emit("c", "more", "b") + " " + \
                emit("less", "high", "b") + " return c - less;"
        else: body = emit("c", first, second) + " return c;"
        return name, _inline(c, name, f"{a} a, {b} b, {c} c", body)

    def lookup(self, u: UOp) -> tuple[str, str]:
        """By AVX-512; operands of its builtin are GCC's kind of vectors."""
        table, at = (self.type_of(s.dtype) for s in u.src)
        body = (f"typedef float floats __attribute__((vector_size({u.dtype.itemsize}))); "
                f"typedef int numbers __attribute__((vector_size({u.dtype.itemsize}))); "
                f"return ({table})__builtin_ia32_permvarsf512((floats)table, (numbers)at);")
        return "lookup", _inline(table, "lookup", f"{table} table, {at} at", body)

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
