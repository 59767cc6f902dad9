"""CUDA C.

Inputs: the linear IR of a kernel, vectors scalarized.
Outputs: CUDA C that includes no header, with a line of PTX where the language has no word without one.
Invariants: a kernel that moves vectors has two entries. `name` is for buffers that all lie at multiples of 16 bytes,
`name_anywhere` moves element by element; narrow floats are the integers of their bits until they are converted.
"""
from __future__ import annotations

import copy
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from heddle.dtype import ConstType, DType, dtypes
from heddle.errors import DeviceError
from heddle.renderer import Capabilities, local_bytes, workgroup_of
from heddle.renderer.c.cstyle import CStyleRenderer
from heddle.renderer.cuda.mma import CUDAWriter, has_group_unit, inline, mma, mma_kind, sums_roughly
from heddle.renderer.tensor_cores import Coordinate, Digit, Fragment, TensorCore
from heddle.uop import Ops, UOp
from heddle.uop.interpreter.ops import to_bits
from heddle.uop.tma_tiles import map_numbers

#: bytes of shared memory that a block has by default; a kernel that needs more requests it at its launch
STATIC_SHARED = 48 << 10
#: what the second entry of a kernel that moves vectors is called
ANYWHERE = "_anywhere"

# ---- what NVIDIA's architectures can do

_KIB = 1 << 10
#: shared memory of a block, by compute capability (CUDA programming guide, "technical specifications per compute capability")
_SHARED = {75: 64, 80: 163, 86: 99, 87: 163, 88: 99, 89: 99, 90: 227, 100: 227, 103: 227, 110: 227, 120: 99, 121: 99}
_NATIVE = frozenset((Ops.SQRT, Ops.TRUNC, Ops.FDIV, Ops.RECIPROCAL, Ops.MULACC, Ops.MAX, Ops.NEG, Ops.WHERE, Ops.CMPEQ, Ops.EXP2,
                     Ops.LOG2))
#: Threads of a block that kernels are made for, at most: more gain nothing, and leave each fewer registers.
_GROUP = 256


#: one instruction from sm_80 on, where comparisons take four
_MAX = 'float y; asm("max.NaN.f32 %0, %1, %2;" : "=f"(y) : "f"(a), "f"(b)); return y;'
#: architectures with features that only they have, which kernels are compiled for as `sm_90a`
_WITH_OWN_FEATURES = frozenset((90,))


@dataclass(frozen=True)
class Architecture:
    """`sm_90a` in parts: compute capability times 10, and the letter of features that no later one has."""

    number: int
    letter: str = ""

    def __str__(self) -> str: return f"sm_{self.number}{self.letter}"

    @property
    def shared_memory(self) -> int:
        """Bytes that a block may have."""
        return _SHARED.get(self.number, _SHARED[max(n for n in _SHARED if n <= max(self.number, 75))]) * _KIB

    @staticmethod
    def of_device(number: int) -> Architecture:
        """That of a GPU, with its own features where we use them."""
        return Architecture(number, "a" if number in _WITH_OWN_FEATURES else "")

    @staticmethod
    def parse(text: str) -> Architecture:
        """DeviceError if `text` is not the name of one."""
        found = re.fullmatch(r"sm_(\d{2,3})([af]?)", text.strip().lower())
        if found is None or int(found[1]) < 75:
            raise DeviceError(f"there is no NVIDIA architecture {text!r}",
                              f"Write sm_ and the compute capability, from 7.5 on: {', '.join(f'sm_{n}' for n in _SHARED)}, sm_90a.")
        return Architecture(int(found[1]), found[2])


#: results of a warp: rows 8 apart, and two of eight columns for each of four threads
_ROWS = Coordinate((Digit(4, 8),), (Digit(2, 2, 8),))
_QUAD = Coordinate((Digit(1, 4, 2),), (Digit(1, 2),))


def warp_unit(dtype: DType, depth: int, rounds: bool = False, tiles: int = 32) -> TensorCore:
    """`mma.sync`: 16 × 8 results (PTX manual, "matrix fragments for mma").

    Factors are held in words of 32 bits along the reduced axis, half of it apart.
    """
    word, line = 4 // dtype.itemsize, (Digit(4, 8),)

    def along(words: int) -> Coordinate: return Coordinate((Digit(1, 4, word),), (Digit(1, word), Digit(words * word, 2, depth // 2)))

    a = Fragment(Coordinate(line, (Digit(word, 2, 8),)), along(2))
    b = Fragment(along(1), Coordinate(line))
    return TensorCore(dtype, 16, 8, depth, Fragment(_ROWS, _QUAD), a, b, has_matrix_loads=True, rounds=rounds, tiles=tiles)


def warpgroup_unit(dtype: DType) -> TensorCore:
    """`wgmma`: 64 rows by four warps (PTX manual, "register fragments for wgmma.mma_async"), of rows of 128 bytes in shared memory."""
    column = _QUAD._replace(register=(Digit(4, 32, 8), *_QUAD.register))
    return TensorCore(dtype, 64, 256, 128 // dtype.itemsize, Fragment(_ROWS, column), warps=4, column_step=8,
                      sums_roughly=sums_roughly(dtype.itemsize))


def _units(arch: Architecture) -> tuple[TensorCore, ...]:
    if arch.number < 80: return ()
    narrow = (dtypes.float16, dtypes.bfloat16)
    together = (*narrow, *dtypes.fp8s) if str(arch) == "sm_90a" else ()
    units = [*map(warpgroup_unit, together), warp_unit(dtypes.float32, 8, rounds=True), *(warp_unit(d, 16) for d in narrow)]
    # Ada and consumers' Blackwell multiply bytes; what is between makes float16 of them for this instruction, which takes registers
    tiles = 16 if 90 <= arch.number < 120 else 32
    return *units, *(warp_unit(d, 32, tiles=tiles) for d in dtypes.fp8s if arch.number >= 89)


def capabilities_of(arch: Architecture, units: int = 64) -> Capabilities:
    """What kernels for this architecture may count on; `units` is the number of its multiprocessors."""
    lacking = {*(() if arch.number >= 80 else (dtypes.bfloat16,)), *(() if arch.number >= 89 else dtypes.fp8s)}
    return Capabilities(
        as_bits=frozenset(lacking), native=_NATIVE, approximate=frozenset((Ops.EXP2,)),
        index_dtype=dtypes.int32, vector=16, computes_vectors=False, registers=64,
        part_alignment=16, tensor_cores=_units(arch), shared_memory=arch.shared_memory, has_fast_shared=True,
        has_async_copies=arch.number >= 80, has_tma=arch.number >= 90, has_shuffles=True,
        workgroup=(1024, 1024, 64), workgroup_threads=_GROUP, grid=((1 << 31) - 1, 65535, 65535), threads=units)


# ---- the language

_VECTOR = """\
template <class T, int n> struct __align__(sizeof(T) * n) vec {
  T lane[n];
  static __device__ __forceinline__ vec splat(T x) {
    vec v;
    for (int i = 0; i < n; i++) v.lane[i] = x;
    return v;
  }
  template <class... S> static __device__ __forceinline__ vec of(S... x) { return {{T(x)...}}; }
};
template <bool aligned, int n, class T> static __device__ __forceinline__ vec<T, n> load(const T *p) {
  if constexpr (aligned) return *(const vec<T, n> *)p;
  vec<T, n> v;
  for (int i = 0; i < n; i++) v.lane[i] = p[i];
  return v;
}
template <bool aligned, class T, int n> static __device__ __forceinline__ void store(T *p, vec<T, n> v) {
  if constexpr (aligned) *(vec<T, n> *)p = v;
  else for (int i = 0; i < n; i++) p[i] = v.lane[i];
}"""


def _by_ptx(result: str, letter: str, name: str, argument: str, kind: str, instruction: str) -> str:
    body = f'{result} y; asm("{instruction} %0, %1;" : "={letter}"(y) : "{kind}"(x)); return y;'
    return inline(result, f"{name}({argument} x)", body)


_SHORT, _CHAR = "unsigned short", "unsigned char"


@dataclass(frozen=True)
class FP8:
    """A float of 8 bits: its name in instructions, and the infinity or NaN that infinite numbers become.

    The instruction makes the largest number of everything too large, infinite numbers included.
    """

    kind: str
    infinity: int


FP8S = {"fp8e4m3": FP8("e4m3", 0x7F), "fp8e5m2": FP8("e5m2", 0x7C)}


def _fp8_from_float(name: str) -> str:
    form = FP8S[name]
    body = (f'{_SHORT} y; asm("cvt.rn.satfinite.{form.kind}x2.f32 %0, %1, %2;" : "=h"(y) : "f"(0.0f), "f"(x)); '
            f"return fabsf(x) == __int_as_float(0x7f800000) ? ({_CHAR})(y & 0x80 | {form.infinity:#x}) : ({_CHAR})y;")
    return inline(_CHAR, f"to_{form.kind}(float x)", body)


def _fp8_to_float(name: str) -> str:
    kind = FP8S[name].kind
    body = (f'unsigned y; asm("cvt.rn.f16x2.{kind}x2 %0, %1;" : "=r"(y) : "h"(({_SHORT})x)); '
            f'float z; asm("cvt.f32.f16 %0, %1;" : "=f"(z) : "h"(({_SHORT})y)); return z;')
    return inline("float", f"from_{kind}({_CHAR} x)", body)


_TO_FLOAT = {
    "float16": ("from_f16", _by_ptx("float", "f", "from_f16", _SHORT, "h", "cvt.f32.f16")),
    "bfloat16": ("from_bf16", inline("float", f"from_bf16({_SHORT} x)", "return __uint_as_float((unsigned)x << 16);")),
    **{name: (f"from_{form.kind}", _fp8_to_float(name)) for name, form in FP8S.items()}}
_FROM_FLOAT = {
    "float16": ("to_f16", _by_ptx(_SHORT, "h", "to_f16", "float", "f", "cvt.rn.f16.f32")),
    "bfloat16": ("to_bf16", _by_ptx(_SHORT, "h", "to_bf16", "float", "f", "cvt.rn.bf16.f32")),
    **{name: (f"to_{form.kind}", _fp8_from_float(name)) for name, form in FP8S.items()}}


class CUDARenderer(CStyleRenderer):
    """Scalars, and vectors that are only moved."""

    types = CStyleRenderer.types | {
        "bool": "bool", "int64": "long long", "uint64": "unsigned long long", "index": "long long", "float16": _SHORT}
    suffix = CStyleRenderer.suffix | {"int64": "ll", "index": "ll", "uint64": "ull"}
    infinity = {"float64": "__longlong_as_double(0x7ff0000000000000ll)", "float32": "__int_as_float(0x7f800000)"}
    nan = {"float64": "__longlong_as_double(0x7ff8000000000000ll)", "float32": "__int_as_float(0x7fc00000)"}
    barrier = "__syncthreads();"
    wraps_by_cast = True
    _moves_vectors = _has_units = _has_group_units = False  # of the kernel being written
    _maps = 0

    def __init__(self, arch: Architecture, units: int = 64) -> None:
        super().__init__(f"CUDA C {arch}", capabilities_of(arch, units))
        self.arch = arch

    def render(self, uops: Sequence[UOp], name: str) -> str:
        """Source of the kernel, in one entry or two."""
        dialect = copy.copy(self)
        dialect._moves_vectors = any(map(moves_vector, uops))
        dialect._has_group_units = has_group_unit(uops)
        dialect._has_units = dialect._has_group_units or any(u.op is Ops.WMMA for u in uops)
        dialect._maps = len(map_numbers(uops))
        writer = CUDAWriter(dialect, uops, name)
        text = writer.source()
        return text + dialect._entries(writer) if dialect._moves_vectors else text

    def _entries(self, writer: CUDAWriter) -> str:
        """The two kernels around a body that moves vectors."""
        maps = [f"map{n}" for n in range(self._maps)]
        names = ", ".join([*(text for text, *_ in writer.buffers), *(text for text, _ in writer.variables), *maps])
        arguments = self._arguments(writer.buffers, writer.variables, "const __grid_constant__ Map ")
        threads = workgroup_of(writer.uops)
        return "".join(f"{_head(f'{writer.name}{ending}', threads, self._has_units)}({arguments}) {{ body<{aligned}>({names}); }}\n"
                       for ending, aligned in (("", "true"), (ANYWHERE, "false")))

    def signature(self, name: str, buffers: Sequence[tuple[str, UOp, bool]], variables: Sequence[tuple[str, UOp]],
                  locals_: Sequence[tuple[str, UOp]], threads: Sequence[int]) -> tuple[str, list[str]]:
        opening = self._shared(locals_)
        head = _head(name, threads, self._has_units)
        if self._moves_vectors: head = "template <bool aligned>\nstatic __device__ __forceinline__ void body"
        return f"{head}({self._arguments(buffers, variables)})", opening

    def _shared(self, arrays: Sequence[tuple[str, UOp]]) -> list[str]:
        """Declares the arrays of a block: one by one, or as parts of what the launch gives."""
        sizes = [local_bytes(u) for _, u in arrays]
        kinds = [self.stored_type(u.dtype) for _, u in arrays]
        if sum(sizes) <= STATIC_SHARED:
            align = 1024 if self._has_group_units else 16
            return [f"__shared__ __align__({align}) {kind} {text}[{u.arg[1]}];" for kind, (text, u) in zip(kinds, arrays, strict=True)]
        parts = [f"{kind} *const {text} = ({kind} *)(shared + {sum(sizes[:n])});"
                 for n, (kind, (text, _)) in enumerate(zip(kinds, arrays, strict=True))]
        return [f"extern __shared__ __align__({1024 if self._has_group_units else 128}) char shared[];", *parts]

    def _arguments(self, buffers: Sequence[tuple[str, UOp, bool]], variables: Sequence[tuple[str, UOp]],
                   map_type: str = "const Map &") -> str:
        pointers = [f"{'' if written else 'const '}{self.stored_type(u.dtype)} *{text}" for text, u, written in buffers]
        numbers = [f"const {self.type_of(u.dtype)} {text}" for text, u in variables]
        return ", ".join([*pointers, *numbers, *(f"{map_type}map{n}" for n in range(self._maps))])

    def preamble(self, vectors: Sequence[DType], helpers: Sequence[str]) -> list[str]:
        return [*([_VECTOR] if vectors else []), *dict.fromkeys(helpers)]  # `bits` has a name for each type it gives

    def type_of(self, dtype: DType) -> str:
        return self.types[dtype.name] if dtype.count == 1 else f"vec<{self.types[dtype.scalar().name]}, {dtype.count}>"

    def literal(self, dtype: DType, value: ConstType) -> str:
        if dtype == dtypes.float16: return str(to_bits(dtype, float(value)))
        return super().literal(dtype, value)

    def function(self, op: Ops, dtype: DType, to: DType | None = None) -> tuple[str, str]:
        """CUDA's own functions, which are overloaded by the type; templates where it has none."""
        letter = "f" if dtype == dtypes.float32 else ""
        if op in (Ops.SQRT, Ops.TRUNC, Ops.EXP2, Ops.LOG2): return f"{op.name.lower()}{letter}", ""
        if op is Ops.BITCAST and to is not None:
            return f"bits<{self.type_of(to)}>", "template <class T, class S> " + inline("T", "bits(S x)", "return *(T *)&x;")
        if op is not Ops.MAX: return super().function(op, dtype, to)
        # fmaxf prefers numbers to NaN
        if dtype == dtypes.float32 and self.arch.number >= 80:
            return "max_or_nan", inline("float", "max_or_nan(float a, float b)", _MAX)
        if dtype.is_float(): return "max_or_nan", "template <class T> " + inline("T", "max_or_nan(T a, T b)", self.greater_or_nan)
        if dtype.is_integer() and dtype.count == 1: name = f"greater<{self.type_of(dtype)}>"  # of operands that C computes wider, too
        else: name = "greater"
        return name, "template <class T> " + inline("T", "greater(T a, T b)", "return a > b ? a : b;")

    def tensor_core(self, u: UOp) -> tuple[str, str]:
        a, b, c = (self.type_of(s.dtype) for s in u.src)
        name = f"multiply_{mma_kind(u)}"
        return name, inline(c, f"{name}({a} a, {b} b, {c} c)", "\n" + mma(u) + "\n  return c;\n")

    def conversion(self, source: DType, to: DType) -> list[tuple[str, str]] | None:
        steps = [table[d.name] for d, table in ((source, _TO_FLOAT), (to, _FROM_FLOAT)) if d.name in table]
        return steps or None

    def splat(self, kind: str, value: str) -> str: return f"{kind}::splat({value})"

    # a function, since NVRTC looks in braces for constants: through all that the values are made of, as often as it is used
    def join(self, kind: str, values: Sequence[str]) -> str: return f"{kind}::of({', '.join(values)})"
    def lane(self, vector: str, at: int) -> str: return f"{vector}.lane[{at}]"
    def vector_load(self, kind: str, count: int, address: str, memory: UOp) -> str: return f"load<aligned, {count}>({address})"

    def vector_store(self, kind: str, count: int, address: str, value: str, memory: UOp) -> str:
        return f"store<aligned>({address}, {value})"

    def position(self, name: str) -> str:
        return f"{'blockIdx' if name[0] == 'g' else 'threadIdx'}.{'xyz'[int(name[-1])]}"


def _head(name: str, threads: Sequence[int], one_is_enough: bool) -> str:
    """`one_is_enough`: a block may have so many registers that a multiprocessor has room for no other."""
    return f'extern "C" __global__ void __launch_bounds__({math.prod(threads)}{", 1" if one_is_enough else ""}) {name}'


def moves_vector(u: UOp) -> bool:
    """Whether an op moves several elements of memory at a time."""
    if u.op in (Ops.ASYNC_COPY, Ops.TMA_LOAD): return u.op is Ops.TMA_LOAD or u.arg > 1
    if u.op not in (Ops.LOAD, Ops.STORE) or u.src[0].op is not Ops.INDEX: return False
    return (u.dtype if u.op is Ops.LOAD else u.src[1].dtype).count > 1
