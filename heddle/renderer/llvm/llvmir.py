"""LLVM IR for CPUs.

Inputs: the linear IR of a kernel.
Outputs: a module, without triple or data layout (the compiler adds its own), with the kernel interface of the CPU device.
Invariants: those of `writer`. Buffers are not `noalias`, for the reason given at `ClangRenderer`; scratch memory is.
"""
from __future__ import annotations

import re
from collections.abc import Sequence

from heddle.dtype import DType, dtypes
from heddle.renderer import STREAMED, Capabilities, Renderer, local_bytes, memory_of
from heddle.renderer.llvm.writer import LLVMWriter, comment, is_value_float, mangled, type_of
from heddle.uop import AxisType, Ops, UOp

#: a store that goes past the caches where the buffer begins with a line
_STREAMED = re.compile(r"align \d+  ; streamed, align (\d+)")


class LLVMRenderer(Renderer):
    """Text for the LLVM in the Python dependency, with the kernel interface of the CPU device."""

    def render(self, uops: Sequence[UOp], name: str) -> str:
        """Source of the kernel `name` made of `uops`. InternalError for an op or dtype that has no instruction."""
        return CPUWriter(uops, name, self.capabilities).source()


def _head(name: str, linkage: str = "") -> list[str]:
    return [f"define {linkage}void @{name}(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {{", "entry:"]


class CPUWriter(LLVMWriter):
    """A function that is called with tables of buffers and variables, and the part of the grid that it is to do."""

    adds_offsets = True

    def __init__(self, uops: Sequence[UOp], name: str, caps: Capabilities) -> None:
        super().__init__(uops, name)
        self.vector_bits, self.line = caps.vector * 8, caps.line
        self.streams: dict[str, None] = {}  # buffers with streamed stores

    def source(self) -> str:
        """The module."""
        self.write_ops()
        functions = self._both_ways() if self.streams else [*_head(self.name), *self.entry, *self.lines, "  ret void", "}"]
        declarations = [f"declare {d}" for d in self.declared]
        return "\n".join([*declarations, *functions, f"attributes #0 = {{ nounwind {self._vector_width()}}}", ""])

    def _both_ways(self) -> list[str]:
        """A function whose streamed stores go past the caches; the kernel, which calls it if the buffers begin with cache lines."""
        self.declared["void @llvm.x86.sse.sfence()"] = None
        name, found = f"{self.name}.streaming", list[str]()
        lines = [_STREAMED.sub(r"align \1, !nontemporal !0", line) for line in self.lines]
        # such stores are seen by other cores in any order, up to the fence
        streaming = [*_head(name, "internal "), *self.entry, *lines, "  call void @llvm.x86.sse.sfence()", "  ret void", "}"]
        for at, buffer in enumerate(self.streams):
            found.append(f"  %s{at} = ptrtoint ptr {buffer} to i64")
            found.append(f"  %t{at} = " + (f"or i64 %t{at - 1}, %s{at}" if at else "or i64 0, %s0"))
        found += [f"  %low = and i64 %t{len(self.streams) - 1}, {self.line - 1}", "  %fits = icmp eq i64 %low, 0",
                  "  br i1 %fits, label %streaming, label %cached", "streaming:",
                  f"  call void @{name}(ptr %bufs, ptr %vars, ptr %scratch, i64 %begin, i64 %end)", "  ret void", "cached:"]
        cached = [line.replace("%entry ]", "%cached ]") for line in self.lines]
        return [*streaming, *_head(self.name), *self.entry, *found, *cached, "  ret void", "}", "!0 = !{i32 1}"]

    def streamed(self, store: UOp) -> str:
        """The length of the vector, which the address is a multiple of if the buffer begins with a cache line."""
        if store.arg != STREAMED: return ""
        self.streams[self.values[memory_of(store.src[0])]] = None
        return f"  ; streamed, align {store.src[1].dtype.itemsize}"

    def shuffle(self, u: UOp, parts: Sequence[UOp], lanes: Sequence[int]) -> None:
        """As the base does, behind a fence where two vectors are shuffled.

        LLVM tries to combine such a shuffle with the ones that it picks from, eight of them deep: without fences that is half its time
        for a kernel that transposes blocks, and the instructions are the same.
        """
        super().shuffle(u, parts, lanes)
        if len(parts) > 1 and is_value_float(u.dtype): self.values[u] = self.fenced(self.values[u], u.dtype)

    def fenced(self, value: str, dtype: DType) -> str:
        """The value of a float behind a fence, which is no instruction and keeps LLVM from looking through it."""
        kind = type_of(dtype)
        return self.call(f"arithmetic.fence.{mangled(dtype)}", kind, [(kind, value)])

    def _vector_width(self) -> str:
        # some processors prefer half their width where it is left to them; our vectors are chosen already
        return f'"prefer-vector-width"="{self.vector_bits}" ' if self.vector_bits else ""

    def param(self, u: UOp) -> None:
        """A buffer, from the table of them."""
        at, name = self.buffers, f"%d{u.arg.slot}"
        self.buffers += 1
        self.entry.append(f"  {name}_at = getelementptr inbounds ptr, ptr %bufs, i64 {at}")
        self.entry.append(f"  {name} = load ptr, ptr {name}_at, align 8, !invariant.load !{{}}")
        self.values[u] = name

    def define_var(self, u: UOp) -> None:
        """A variable, from the table of them."""
        at, name = self.variables, f"%n{self.variables}"
        self.variables += 1
        self.entry.append(f"  {name}_at = getelementptr inbounds i64, ptr %vars, i64 {at}")
        self.entry.append(f"  {name} = load i64, ptr {name}_at, align 8, !invariant.load !{{}}  ; {comment(u.arg[0])}")
        self.values[u] = name

    def define_local(self, u: UOp) -> None:
        """A part of the scratch memory."""
        name = f"%tile{self.scratch}"
        self.entry.append(f"  {name} = getelementptr inbounds i8, ptr %scratch, i64 {self.scratch}")
        self.scratch += local_bytes(u)
        self.values[u] = name

    def barrier(self, u: UOp) -> None: """One thread has nobody to wait for."""

    def range(self, u: UOp) -> None:
        """A loop; over the grid, the part of it that the call is for."""
        if u.arg[1] is not AxisType.GRID: return super().range(u)
        stop = "%end"
        if u.src[0].op is not Ops.CONST:  # the grid has the most pieces
            is_less = self.emit(f"icmp slt i64 {self.values[u.src[0]]}, %end")
            stop = self.emit(f"select i1 {is_less}, i64 {self.values[u.src[0]]}, i64 %end")
        self.open_loop(u, "%begin", stop)

    def lookup(self, u: UOp) -> None:
        """By AVX-512."""
        table, at = u.src
        arguments = [(type_of(s.dtype), self.values[s]) for s in (table, at)]
        self.values[u] = self.call("x86.avx512.permvar.sf.512", type_of(u.dtype), arguments)

    def dot(self, u: UOp) -> None:
        """By AVX512-BF16, or AVX512-VNNI, which takes unsigned times signed: signed a * b = (a + 128) * b - 128 * b."""
        kind, is_bytes = type_of(u.dtype), u.arg.is_integer()
        name, of = ("avx512.vpdpbusd", kind) if is_bytes else ("avx512bf16.dpbf16ps", f"<{u.src[0].dtype.count} x bfloat>")
        factors = sorted(u.src[:2], key=lambda s: is_bytes and s.dtype.scalar() == dtypes.int8)
        a, b = (self.emit(f"bitcast {self.typed(s)} to {of}") for s in factors)
        def dot(total: str, first: str) -> str:
            return self.call(f"x86.{name}.{8 * u.dtype.itemsize}", kind, [(kind, total), (of, first), (of, b)])
        both_signed, total = factors[0].dtype.scalar() == dtypes.int8, self.values[u.src[2]]
        high = f"<{', '.join(['i32 -2139062144'] * u.dtype.count)}>"  # 128 in each byte
        more = dot(total, self.emit(f"xor {kind} {a}, {high}") if both_signed else a)
        self.values[u] = self.emit(f"sub {kind} {more}, {dot('zeroinitializer', high)}") if both_signed else more
