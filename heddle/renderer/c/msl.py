"""Metal's shading language (MSL).

Inputs: the linear IR of a kernel, vectors scalarized.
Outputs: MSL for the language version of the target.
Invariants: memory is read and written in packed vectors, which may stand at any element; functions are the precise ones, whatever
the options of the compiler; integers of the launch come in one buffer, after the kernel's own.
"""
from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from heddle.dtype import ConstType, DType, dtypes
from heddle.errors import DeviceError, DTypeError
from heddle.renderer import Capabilities
from heddle.renderer.c.cstyle import CStyleRenderer
from heddle.renderer.tensor_cores import Coordinate, Digit, Fragment, TensorCore
from heddle.uop import Ops, UOp

# ---- what Apple's GPUs can do

#: entries of the table of buffers that a kernel may have (Metal feature set tables); the last is for the integers of the launch
ARGUMENTS = 31
#: bytes that the threads of a group may share, and threads of a group, on every family from Apple7 on (same tables)
SHARED_MEMORY, MOST_THREADS = 32 << 10, 1024
#: Threads of a group that kernels are made for, at most: more gain nothing, and leave each fewer registers.
_GROUP = 256
#: a position is an unsigned integer in the kernel, and an int for us
_MOST_GROUPS = (1 << 31) - 1
#: families of GPUs: M1, M2, M3 and M4, M5
FAMILIES = (7, 8, 9, 10)
#: versions of the language, and what MTLCompileOptions calls them
LANGUAGES = {(2, 4): 131076, (3, 0): 196608, (3, 1): 196609, (3, 2): 196610, (4, 0): 262144}
_NATIVE = frozenset((Ops.SQRT, Ops.TRUNC, Ops.FDIV, Ops.RECIPROCAL, Ops.MULACC, Ops.MAX, Ops.NEG, Ops.WHERE, Ops.CMPEQ, Ops.EXP2,
                     Ops.LOG2, Ops.SIN, Ops.COS))


@dataclass(frozen=True)
class AppleGPU:
    """`apple7-3.1` in parts: the family of the GPU, and the version of the language."""

    family: int = 7
    language: tuple[int, int] = (3, 1)

    def __str__(self) -> str: return f"apple{self.family}-{self.language[0]}.{self.language[1]}"

    @property
    def has_bfloat(self) -> bool: return self.language >= (3, 1)

    @staticmethod
    def parse(text: str) -> AppleGPU:
        """DeviceError if `text` names no family or language."""
        found = re.fullmatch(r"apple(\d+)(?:-(\d)\.(\d))?", text.strip().lower())
        gpu = AppleGPU(int(found[1]), (int(found[2]), int(found[3])) if found[2] else (3, 1)) if found else None
        if gpu is None or gpu.family not in FAMILIES or gpu.language not in LANGUAGES:
            raise DeviceError(f"there is no Metal architecture {text!r}",
                              f"Write apple and the family of the GPU ({', '.join(map(str, FAMILIES))}), and after a dash the version "
                              f"of the language if it is not 3.1, such as apple7 or apple8-3.0.")
        return gpu


#: two neighbours of a row in each thread, a quarter of the matrix in each 8 of them (the kernels of MLX rely on that)
_MATRIX = Fragment(Coordinate((Digit(16, 2, 4), Digit(2, 4))), Coordinate((Digit(8, 2, 4), Digit(1, 2, 2)), (Digit(1, 2),)))


def _units(gpu: AppleGPU) -> tuple[TensorCore, ...]:
    """What `simdgroup_multiply_accumulate` multiplies, on every family from Apple7 on."""
    formats = (dtypes.float32, dtypes.float16, *((dtypes.bfloat16,) if gpu.has_bfloat else ()))
    return tuple(TensorCore(d, 8, 8, 8, _MATRIX, _MATRIX, _MATRIX) for d in formats)


def capabilities_of(gpu: AppleGPU, units: int = 16) -> Capabilities:
    """What kernels for this GPU may count on; `units` is the number of its cores."""
    lacking = {*dtypes.fp8s, *(() if gpu.has_bfloat else (dtypes.bfloat16,))}
    return Capabilities(
        dtypes=frozenset(dtypes.all) - {dtypes.float64},
        arithmetic=frozenset((dtypes.bool, *dtypes.ints, dtypes.float16, dtypes.float32)), as_bits=frozenset(lacking), native=_NATIVE,
        index_dtype=dtypes.int32, vector=16, computes_vectors=False, lanes_moved=4, registers=32, buffers_per_kernel=ARGUMENTS - 1,
        part_alignment=16, shared_memory=SHARED_MEMORY, has_fast_shared=True, workgroup=(MOST_THREADS, MOST_THREADS, MOST_THREADS),
        workgroup_threads=_GROUP, tensor_cores=_units(gpu), grid=(_MOST_GROUPS, _MOST_GROUPS, _MOST_GROUPS), threads=units,
        has_shuffles=True)


# ---- the language


class MSLRenderer(CStyleRenderer):
    """Scalars, and vectors of up to four elements that are only moved."""

    types = CStyleRenderer.types | {
        "bool": "bool", "int8": "char", "uint8": "uchar", "uint16": "ushort", "uint32": "uint", "uint64": "ulong",
        "bfloat16": "bfloat", "fp8e4m3": "uchar", "fp8e5m2": "uchar"}
    suffix = CStyleRenderer.suffix | {"float16": "f", "bfloat16": "f"}
    infinity = {"float32": "INFINITY", "float16": "INFINITY", "bfloat16": "INFINITY"}
    nan = {"float32": "NAN", "float16": "NAN", "bfloat16": "NAN"}
    barrier = "threadgroup_barrier(mem_flags::mem_threadgroup);"
    wraps_by_cast = True

    def __init__(self, gpu: AppleGPU, units: int = 16) -> None:
        super().__init__(f"MSL {gpu}", capabilities_of(gpu, units))
        self.gpu = gpu

    def signature(self, name: str, buffers: Sequence[tuple[str, UOp, bool]], variables: Sequence[tuple[str, UOp]],
                  locals_: Sequence[tuple[str, UOp]], threads: Sequence[int]) -> tuple[str, list[str]]:
        """Buffers by their index in the table, the launch's integers as one more, and the positions of the thread."""
        arguments = [f"{_SPACES[u.op]} {'' if written else 'const '}{self.stored_type(u.dtype)} *{text} [[buffer({at})]]"
                     for at, (text, u, written) in enumerate(buffers)]
        if variables: arguments.append(f"constant long *variables [[buffer({len(buffers)})]]")
        if threads: arguments += [f"uint3 {kind} [[{word}]]" for kind, word in _POSITIONS.items()]
        opening = [f"const {self.type_of(u.dtype)} {text} = variables[{at}];" for at, (text, u) in enumerate(variables)]
        opening += [f"{_SPACES[u.op]} {self.stored_type(u.dtype)} {text}[{u.arg[1]}];" for text, u in locals_]
        most = f"[[max_total_threads_per_threadgroup({math.prod(threads)})]]\n" if threads else ""
        return f"{most}kernel void {name}({', '.join(arguments)})", opening

    def preamble(self, vectors: Sequence[DType], helpers: Sequence[str]) -> list[str]:
        return ["#include <metal_stdlib>", "using namespace metal;", *filter(None, dict.fromkeys(helpers))]

    def type_of(self, dtype: DType) -> str:
        if dtype.scalar() == dtypes.float64:
            raise DTypeError("METAL has no float64", "Cast to float32, or use a device that has it, such as CPU.")
        return super().type_of(dtype) if dtype.count == 1 else f"{self.types[dtype.scalar().name]}{dtype.count}"

    def stored_type(self, dtype: DType) -> str: return "uchar" if dtype.is_bool() else self.type_of(dtype.scalar())

    def literal(self, dtype: DType, value: ConstType) -> str:
        if dtype != dtypes.bfloat16: return super().literal(dtype, value)
        return f"({self.types[dtype.name]}){self._float(dtype, float(value))}"

    def function(self, op: Ops, dtype: DType, to: DType | None = None) -> tuple[str, str]:
        """Metal's own functions; those of float in the precise form, which options for speed leave alone."""
        if op in (Ops.EXP2, Ops.LOG2, Ops.SIN, Ops.COS, Ops.SQRT):
            return f"{'precise::' if dtype == dtypes.float32 else ''}{op.name.lower()}", ""
        if op is Ops.TRUNC: return "trunc", ""
        if op is Ops.BITCAST and to is not None: return f"as_type<{self.type_of(to)}>", ""
        if op is not Ops.MAX: return super().function(op, dtype, to)
        if dtype.is_integer() and dtype.count == 1:  # of operands that C computes wider, too
            return f"greater<{self.type_of(dtype)}>", "template <class T> T greater(T a, T b) { return a > b ? a : b; }"
        if dtype.is_integer(): return "max", ""
        # max prefers numbers to NaN
        return "max_or_nan", f"template <class T> T max_or_nan(T a, T b) {{ {self.greater_or_nan} }}"

    def conversion(self, source: DType, to: DType) -> list[tuple[str, str]] | None:
        """A bfloat is made of a float and read as one: there is no conversion between it and half."""
        if dtypes.bfloat16 not in (source, to) or dtypes.bfloat16 in self.capabilities.as_bits: return None
        read = [("float", "")] if source in (dtypes.bfloat16, dtypes.float16) else []
        return read + ([("bfloat", "")] if to == dtypes.bfloat16 else [])

    def tensor_core(self, u: UOp) -> tuple[str, str]:
        """The two elements that each thread of a SIMD group holds of a matrix go in and come out."""
        a, b, c = (self.type_of(s.dtype) for s in u.src)
        name = f"multiply_{self.types[u.src[0].dtype.scalar().name]}"
        rows, columns, depth = u.arg
        lines: list[str] = []
        for s, vector, matrix, shape in zip(u.src, "abc", "xyz", ((rows, depth), (depth, columns), (rows, columns)), strict=True):
            lines.append(f"  simdgroup_matrix<{self.types[s.dtype.scalar().name]}, {shape[0]}, {shape[1]}> {matrix};")
            lines += [f"  {matrix}.thread_elements()[{n}] = {vector}[{n}];" for n in range(s.dtype.count)]
        results = ", ".join(f"z.thread_elements()[{n}]" for n in range(u.dtype.count))
        lines += ["  simdgroup_multiply_accumulate(z, x, y, z);", f"  return {c}({results});"]
        return name, "\n".join([f"{c} {name}({a} a, {b} b, {c} c) {{", *lines, "}"])

    def warp_shuffle(self, u: UOp) -> tuple[str, str]:
        kind, name = self.type_of(u.dtype), f"shuffle_{u.arg}"
        return name, f"{kind} {name}({kind} x) {{ return simd_shuffle_xor(x, (ushort){u.arg}); }}"

    def splat(self, kind: str, value: str) -> str: return f"{kind}({value})"
    def join(self, kind: str, values: Sequence[str]) -> str: return f"{kind}({', '.join(values)})"
    def lane(self, vector: str, at: int) -> str: return f"{vector}.{'xyzw'[at]}"

    def vector_load(self, kind: str, count: int, address: str, memory: UOp) -> str:
        return f"{kind}(*({_SPACES[memory.op]} const packed_{kind} *){address})"

    def vector_store(self, kind: str, count: int, address: str, value: str, memory: UOp) -> str:
        return f"*({_SPACES[memory.op]} packed_{kind} *){address} = packed_{kind}({value})"

    def position(self, name: str) -> str: return f"{'group' if name[0] == 'g' else 'thread_id'}.{'xyz'[int(name[-1])]}"


#: where memory lies, by what names it
_SPACES = {Ops.PARAM: "device", Ops.DEFINE_LOCAL: "threadgroup"}
#: the built-in values for a kernel's position in the launch
_POSITIONS = {"group": "threadgroup_position_in_grid", "thread_id": "thread_position_in_threadgroup"}
