"""OpenCL C.

Inputs: the linear IR of a kernel.
Outputs: OpenCL C 1.2, with the extensions for half and double where a kernel uses them.
Invariants: buffers come as memory and an offset in bytes, so that a view needs no object of its own; a bool is a char in memory.
"""
from __future__ import annotations

from collections.abc import Sequence

from heddle.dtype import DType, dtypes
from heddle.renderer.c.cstyle import CStyleRenderer
from heddle.uop import Ops, UOp

#: lanes of the language's widest vectors
_MOST_LANES = 16


class OpenCLRenderer(CStyleRenderer):
    """Vectors, masks and selects are those of the language, and are what the base expects of them."""

    types = CStyleRenderer.types | {
        "bool": "bool", "int8": "char", "uint8": "uchar", "uint16": "ushort", "uint32": "uint", "uint64": "ulong",
        "bfloat16": "ushort", "fp8e4m3": "uchar", "fp8e5m2": "uchar"}
    infinity = {"float64": "(double)INFINITY", "float32": "INFINITY", "float16": "INFINITY"}
    nan = {"float64": "(double)NAN", "float32": "NAN", "float16": "NAN"}
    barrier = "barrier(CLK_LOCAL_MEM_FENCE);"
    reinterpret = "as_"
    wraps_by_cast = True

    def render(self, uops: Sequence[UOp], name: str) -> str:
        has_half = any(u.dtype.scalar() == dtypes.float16 for u in uops)
        text = super().render(without_wide_vectors(uops), name)
        return ("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" if has_half else "") + text

    def signature(self, name: str, buffers: Sequence[tuple[str, UOp, bool]], variables: Sequence[tuple[str, UOp]],
                  locals_: Sequence[tuple[str, UOp]], threads: Sequence[int]) -> tuple[str, list[str]]:
        """The size of a work-group is part of the kernel. A buffer is a handle and an offset; an image uses the first alone."""
        arguments = [f"{_argument(text, u, written, at)}, const long at{at}" for at, (text, u, written) in enumerate(buffers)]
        arguments += [f"const long {text}" for text, _ in variables]
        extents = [*threads, 1, 1, 1][:3]
        opening = [self._named(text, u, written, at) for at, (text, u, written) in enumerate(buffers) if u.image is None]
        opening += [f"__local {self.stored_type(u.dtype)} {text}[{u.arg[1]}];" for text, u in locals_]
        head = f"__kernel __attribute__((reqd_work_group_size({', '.join(map(str, extents))})))"
        return f"{head}\nvoid {name}({', '.join(arguments)})", opening

    def _named(self, text: str, u: UOp, written: bool, at: int) -> str:
        kind = f"__global {self.stored_type(u.dtype)} *" if written else f"__global const {self.stored_type(u.dtype)} *"
        return f"{kind}{text} = ({kind})(mem{at} + at{at});"

    def function(self, op: Ops, dtype: DType, to: DType | None = None) -> tuple[str, str]:
        """OpenCL's own functions, which serve vectors too; `max` of floats is ours."""
        if op is Ops.BITCAST and to is not None: return f"as_{self.type_of(to)}", ""
        if op in (Ops.SQRT, Ops.TRUNC, Ops.EXP2, Ops.LOG2, Ops.SIN, Ops.COS): return op.name.lower(), ""
        kind = self.type_of(dtype)
        # C computes narrow numbers as int and positions beside sizes as long: of the built-in's many types none is then meant
        if op is Ops.MAX and dtype.is_integer() and dtype.count == 1:
            return f"max_{kind}", f"{kind} max_{kind}({kind} a, {kind} b) {{ return a > b ? a : b; }}"
        if op is Ops.MAX and dtype.is_integer(): return "max", ""
        if op is not Ops.MAX: return super().function(op, dtype, to)
        # fmax prefers numbers to NaN
        body = self.greater_or_nan if dtype.count == 1 else "return a != a ? a : (a > b ? a : b);"
        return f"max_{kind}", f"{kind} max_{kind}({kind} a, {kind} b) {{ {body} }}"

    def stored_type(self, dtype: DType) -> str: return "char" if dtype.is_bool() else self.types[dtype.name]

    # an int would be wider than the lanes of a narrow vector, which the language does not convert
    def zero(self, kind: str, count: int) -> str: return f"({kind})(0)" if count > 1 else "0"
    def join(self, kind: str, values: Sequence[str]) -> str: return f"({kind})({', '.join(values)})"
    def lane(self, vector: str, at: int) -> str: return f"{vector}.s{at:x}"
    def both(self, kind: str, a: str, b: str, count: int) -> str: return f"({kind})({a}, {b})"
    def convert(self, kind: str, vector: str) -> str: return f"convert_{kind}({vector})"
    def vector_load(self, kind: str, count: int, address: str, memory: UOp) -> str: return f"vload{count}(0, {address})"

    def lanes(self, kind: str, vector: str, at: Sequence[int]) -> str:
        return f"({vector}).s{''.join(f'{lane:x}' for lane in at)}"

    def vector_store(self, kind: str, count: int, address: str, value: str, memory: UOp) -> str:
        return f"vstore{count}({value}, 0, {address})"

    def load_pixel(self, image: str, x: str, y: str) -> str: return f"read_imagef({image}, (int2)({x}, {y}))"
    def store_pixel(self, image: str, x: str, y: str, value: str) -> str: return f"write_imagef({image}, (int2)({x}, {y}), {value})"

    def position(self, name: str) -> str:
        return f"{'get_group_id' if name[0] == 'g' else 'get_local_id'}({name[-1]})"


def without_wide_vectors(uops: Sequence[UOp]) -> list[UOp]:
    """The list with lanes that are picked from two vectors at once picked from each, where both together would be more than 16."""
    pairs: dict[UOp, tuple[UOp, ...]] = {}
    new: dict[UOp, UOp] = {}
    out: dict[UOp, None] = {}
    for u in uops:
        src = tuple([new.get(s, s) for s in u.src])
        if u.op is Ops.VECTORIZE and u.dtype.count > _MOST_LANES: pairs[u] = src
        elif u.op is Ops.GEP and u.src[0] in pairs:
            count = src[0].dtype.count // 2
            picked: tuple[int, ...] = u.arg
            lanes = [pairs[u.src[0]][lane // count].gep(lane % count) for lane in picked]
            made = new[u] = lanes[0] if len(lanes) == 1 else UOp(Ops.VECTORIZE, u.dtype, tuple(lanes))
            out |= dict.fromkeys([*lanes, made])
        else:
            new[u] = u if src == u.src else u.replace(src=src)
            out[new[u]] = None
    return list(out)


def _argument(text: str, memory: UOp, written: bool, at: int) -> str:
    """How a kernel is given a buffer, or an image, which is only read or only written."""
    if memory.image is None: return f"__global char *mem{at}"
    return f"{'__write_only' if written else '__read_only'} image2d_t {text}"
