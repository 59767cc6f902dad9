"""HIP C++, for the kernels of AMD GPUs.

Inputs: the linear IR of a kernel, vectors scalarized.
Outputs: HIP C++ for clang's device compilation, with its builtins for amdgcn in place of HIP's headers.
Invariants: nothing is included; a kernel's arguments are its buffers, then its variables, 8 bytes each, as in the LLVM path.
"""
from __future__ import annotations

import math
from collections.abc import Sequence

from heddle.dtype import DType, dtypes
from heddle.renderer import APPROXIMATE
from heddle.renderer.c.clang import ClangRenderer
from heddle.renderer.c.writer import CWriter
from heddle.renderer.expression_writer import Expr
from heddle.renderer.llvm.amdgcn import AMDArchitecture, capabilities_of, shuffle_controls
from heddle.uop import Ops, UOp

_INLINE = "static inline __attribute__((always_inline))"
#: conversions of bfloat16, which is held as its bits: name, definition
_FROM_BF16: tuple[str, str] = ("from_bf16", f"{_INLINE} float from_bf16(unsigned short x) {{ "
                "union { unsigned int from; float to; } both = { (unsigned int)x << 16 }; return both.to; }")
_TO_BF16: tuple[str, str] = ("to_bf16", f"{_INLINE} unsigned short to_bf16(float x) {{ "
              "union { __bf16 from; unsigned short to; } both = { (__bf16)x }; return both.to; }")
_TO_F16 = ("to_f16", f"{_INLINE} _Float16 to_f16(float x) {{ return (_Float16)x; }}")


class HIPRenderer(ClangRenderer):
    """Scalars, and vectors that are only moved, for one architecture. Helper functions are the device's by a pragma."""

    types = ClangRenderer.types | {"bool": "bool"}
    barrier = ('__builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup"); __builtin_amdgcn_s_barrier(); '
               '__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");')

    def __init__(self, arch: AMDArchitecture, units: int = 64) -> None:
        super().__init__(f"HIP {arch}", capabilities_of(arch, units))
        self.arch = arch

    def render(self, uops: Sequence[UOp], name: str) -> str:
        """Source of the kernel `name`. InternalError for an op or dtype that the language has no word for."""
        text = HIPWriter(self, uops, name).source()
        return f"#pragma clang force_cuda_host_device begin\n{text}#pragma clang force_cuda_host_device end\n"

    def signature(self, name: str, buffers: Sequence[tuple[str, UOp, bool]], variables: Sequence[tuple[str, UOp]],
                  locals_: Sequence[tuple[str, UOp]], threads: Sequence[int]) -> tuple[str, list[str]]:
        """A kernel whose work-groups have one size. Variables come in 64 bits."""
        pointers = [f"{'' if written else 'const '}{self.stored_type(u.dtype)} *{text}" for text, u, written in buffers]
        numbers = [f"const long {text}" for text, _ in variables]
        opening = [f"static __attribute__((shared)) __attribute__((aligned(16))) {self.stored_type(u.dtype)} {text}[{u.arg[1]}];"
                   for text, u in locals_]
        most = math.prod(threads)
        head = f'extern "C" __attribute__((global)) __attribute__((amdgpu_flat_work_group_size({most}, {most})))'
        return f"{head}\nvoid {name}({', '.join([*pointers, *numbers])})", opening

    def position(self, name: str) -> str:
        return f"__builtin_amdgcn_{'workgroup' if name[0] == 'g' else 'workitem'}_id_{'xyz'[int(name[-1])]}()"

    def conversion(self, source: DType, to: DType) -> list[tuple[str, str]] | None:
        steps = [step for d, step in ((source, _FROM_BF16), (to, _TO_BF16)) if d == dtypes.bfloat16]
        if source == dtypes.bfloat16 and to == dtypes.float16: steps.append(_TO_F16)
        return steps or None

    def tensor_core(self, u: UOp) -> tuple[str, str]:
        """WMMA of RDNA3 and RDNA4, MFMA of CDNA3 (names: clang's BuiltinsAMDGPU); bfloat16 is given as its bits."""
        a, b, c = (self.type_of(s.dtype) for s in u.src)
        factors, size = u.src[0].dtype, "x".join(map(str, u.arg))
        is_half = factors.scalar() == dtypes.float16
        name = f"multiply_{a}"
        bits = "" if is_half else f"typedef short bits __attribute__((ext_vector_type({factors.count}))); "
        given = ["a", "b", "c"] if is_half else ["(bits)a", "(bits)b", "c"]
        if self.arch.major == 9:  # with nothing broadcast and no lanes permuted
            builtin, given = f"mfma_f32_{size}{'f16' if is_half else 'bf16_1k'}", [*given, "0", "0", "0"]
        else: builtin = f"wmma_f32_{size}_{'f16' if is_half else 'bf16'}_w32{'_gfx12' if self.arch.major == 12 else ''}"
        return name, f"{_INLINE} {c} {name}({a} a, {b} b, {c} c) {{ {bits}return __builtin_amdgcn_{builtin}({', '.join(given)}); }}"

    def warp_shuffle(self, u: UOp) -> tuple[str, str]:
        """Moves of data parallel primitives (DPP), which the next instruction takes in."""
        kind, name = self.type_of(u.dtype), f"shuffle_{u.arg}"
        moves = " ".join(f"all.word = __builtin_amdgcn_update_dpp(0, all.word, {control:#x}, 0xf, 0xf, true);"
                         for control in shuffle_controls(self.arch, u.arg))
        return name, f"{_INLINE} {kind} {name}({kind} x) {{ union {{ {kind} x; int word; }} all = {{ x }}; {moves} return all.x; }}"


class HIPWriter(CWriter):
    """One kernel being written."""

    def alu(self, u: UOp) -> None:
        """As elsewhere, except two differences of floats.

        LLVM reads 0.0 - x as negated (see `AMDWriter.alu`); and x - x stays one where a product x overflows, which it would not as
        a product that is fused with the difference.
        """
        if u.op is Ops.EXP2 and u.arg == APPROXIMATE: return self._by_helper(u, "exp2", " return __builtin_amdgcn_exp2f(x); ")
        left, right = u.src[0], u.src[-1]
        is_difference = u.op is Ops.SUB and u.dtype.is_float()
        if is_difference and left is right:
            return self._by_helper(u, "less_itself", "\n#pragma clang fp contract(off)\n  return x - x;\n")
        if is_difference and left.op is Ops.CONST and left.arg == 0 and math.copysign(1, left.arg) > 0:
            return self._by_helper(u, "minus", f" return x == 0 ? ({self.type_of(u.dtype)})0 : -x; ")
        super().alu(u)

    def unfused(self, kind: str) -> str: return f"{_INLINE} {super().unfused(kind)}"

    def _by_helper(self, u: UOp, verb: str, body: str) -> None:
        """A function of the last source."""
        kind, x, name = self.type_of(u.dtype), self.read(u.src[-1]), f"{verb}_{u.dtype.name}"
        self.helpers[name] = f"{_INLINE} {kind} {name}({kind} x) {{{body}}}"
        self.define(u, Expr(f"{name}({x.text})", reads=x.reads))
