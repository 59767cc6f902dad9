"""LLVM IR for AMD GPUs (amdgcn).

Inputs: the linear IR of a kernel, vectors scalarized.
Outputs: a module with one kernel, without triple or data layout (the compiler adds its own).
Invariants: a kernel's arguments are its buffers, then its variables, 8 bytes each; global memory is read and written with the
alignment of an element, which the hardware allows; a kernel requests none of the implicit arguments of the system.
"""
from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from heddle.dtype import DType, dtypes
from heddle.errors import DeviceError
from heddle.renderer import APPROXIMATE, Capabilities, Renderer, memory_of, workgroup_of
from heddle.renderer.llvm.writer import LLVMWriter, stored_type, type_of
from heddle.renderer.tensor_cores import Coordinate, Digit, Fragment, TensorCore
from heddle.uop import Ops, UOp

# ---- what AMD's architectures can do

#: bytes that a work-group may share (LDS), on all of these
SHARED_MEMORY = 64 << 10
#: Threads of a work-group that kernels are made for, at most: more gain nothing, and leave each fewer registers.
_GROUP = 256
#: Registers of results that a thread keeps: with the factors' they fill half of those that it may have.
_RESULTS = 64
#: gfx numbers by family: RDNA2, RDNA3, RDNA3.5, RDNA4, CDNA3
_KNOWN = ("gfx1030", "gfx1031", "gfx1032", "gfx1033", "gfx1034", "gfx1035", "gfx1036", "gfx1100", "gfx1101", "gfx1102", "gfx1103",
          "gfx1150", "gfx1151", "gfx1152", "gfx1153", "gfx1200", "gfx1201", "gfx942")
#: ops with an instruction, or a few that round as they should
_NATIVE = frozenset((Ops.SQRT, Ops.TRUNC, Ops.FDIV, Ops.RECIPROCAL, Ops.MULACC, Ops.MAX, Ops.NEG, Ops.WHERE, Ops.CMPEQ))


@dataclass(frozen=True)
class AMDArchitecture:
    """`gfx1100` in parts."""

    major: int
    minor: int
    stepping: int

    def __str__(self) -> str: return f"gfx{self.major}{self.minor:x}{self.stepping:x}"

    @property
    def wave(self) -> int:
        """Threads that go together: what kernels are compiled for."""
        return 64 if self.major == 9 else 32

    @staticmethod
    def parse(text: str) -> AMDArchitecture:
        """DeviceError if `text` is not the name of one that kernels are made for."""
        word = text.strip().lower()
        found = re.fullmatch(r"gfx(\d{1,2})([0-9a-f])([0-9a-f])", word)
        if found is None or word not in _KNOWN:
            raise DeviceError(f"there is no AMD architecture {text!r} that kernels are made for", f"There is: {', '.join(_KNOWN)}.")
        return AMDArchitecture(int(found[1]), int(found[2], 16), int(found[3], 16))

    @staticmethod
    def of_version(number: int) -> AMDArchitecture:
        """The one that the kernel driver writes as a decimal number: 110000 is gfx1100."""
        return AMDArchitecture(number // 10000, number // 100 % 100, number % 100)


def is_known(arch: AMDArchitecture) -> bool:
    """Whether kernels are made for it."""
    return str(arch) in _KNOWN


#: of RDNA3 (its instruction set manual, WMMA): a thread holds a whole row of a and column of b, and every other result of a column
_ROW_OF_A = Fragment(Coordinate((Digit(1, 16),)), Coordinate((), (Digit(1, 16),)))
_EVERY_OTHER = Fragment(Coordinate((Digit(16, 2),), (Digit(1, 8, 2),)), Coordinate((Digit(1, 16),)))


def _parts_of_rows(parts: int) -> Fragment:
    """A thread holds one of so many parts of a row of a; of b and of the results, one of as many of a column."""
    return Fragment(Coordinate((Digit(1, 16),)), Coordinate((Digit(16, parts, 16 // parts),), (Digit(1, 16 // parts),)))


#: by major version: layouts of a, and of the results, as that of b is a's transposed. Halves of rows on RDNA4 (its instruction set
#: manual, WMMA), quarters on CDNA3, whose waves have 64 threads (its manual, "dense matrix multiply": V_MFMA_F32_16X16X16)
_LAYOUTS = {11: (_ROW_OF_A, _EVERY_OTHER), 12: (_parts_of_rows(2), _parts_of_rows(2).transposed),
            9: (_parts_of_rows(4), _parts_of_rows(4).transposed)}


def _matrix_units(arch: AMDArchitecture) -> tuple[TensorCore, ...]:
    """What WMMA multiplies on RDNA3 and RDNA4, and MFMA on CDNA3."""
    if arch.major not in _LAYOUTS: return ()
    a, c = _LAYOUTS[arch.major]
    tiles = _RESULTS // c.registers
    return tuple(TensorCore(d, 16, 16, 16, c, a, a.transposed, wave=arch.wave, tiles=tiles) for d in (dtypes.float16, dtypes.bfloat16))


def capabilities_of(arch: AMDArchitecture, units: int = 64) -> Capabilities:
    """What kernels may count on; `units` is the number of compute units."""
    return Capabilities(
        as_bits=frozenset(dtypes.fp8s), native=_NATIVE, approximate=frozenset((Ops.EXP2,)),
        index_dtype=dtypes.int32, vector=16, computes_vectors=False, registers=64,
        part_alignment=16, shared_memory=SHARED_MEMORY, has_fast_shared=True, workgroup=(1024, 1024, 1024), workgroup_threads=_GROUP,
        grid=((1 << 31) - 1, 65535, 65535), threads=units, tensor_cores=_matrix_units(arch),
        has_shuffles=True)


#: controls of a move of data parallel primitives (the manuals' DPP_CTRL): four threads as two bits each say, or 16 mirrored, of two
#: halves, rotated by eight, or any 16 by an exclusive or, which is not on CDNA
_QUAD, _MIRRORED_HALF, _ROTATED, _XOR = 0, 0x141, 0x120, 0x160
_SWAPPED = {1: (_QUAD | 0b10_11_00_01,), 2: (_QUAD | 0b01_00_11_10,), 4: (_MIRRORED_HALF, _QUAD | 0b00_01_10_11), 8: (_ROTATED | 8,)}


def shuffle_controls(arch: AMDArchitecture, apart: int) -> tuple[int, ...]:
    """The moves that give a thread what one of the 16 around has whose number differs by that exclusive or."""
    return _SWAPPED[apart] if arch.major == 9 else (_XOR | apart,)


# ---- the language

#: address spaces, by what names the memory
_GLOBAL, _LOCAL, _PRIVATE = 1, 3, 5
_SPACES = {Ops.PARAM: _GLOBAL, Ops.DEFINE_LOCAL: _LOCAL, Ops.DEFINE_REG: _PRIVATE}
#: arguments that a kernel could find besides its own, which ours have no use for (LLVM, "AMDGPU LLVM IR Attributes")
_UNUSED_ARGUMENTS = ("dispatch-ptr", "dispatch-id", "queue-ptr", "implicitarg-ptr", "hostcall-ptr", "multigrid-sync-arg", "heap-ptr",
                  "default-queue", "completion-action", "lds-kernel-id")
#: the form of code objects that the loader reads (version 5)
_CODE_OBJECT = 500
#: positions below this many bytes are computed in 32 bits
_NEAR = 1 << 31


def split_constant(at: UOp) -> tuple[UOp, int]:
    """A position as one that is not negative either, and a constant further on."""
    if at.op is not Ops.ADD or at.src[1].op is not Ops.CONST or at.src[1].arg < 0 or at.src[0].bounds[0] < 0: return at, 0
    return at.src[0], at.src[1].arg


class AMDRenderer(Renderer):
    """Modules for one architecture."""

    def __init__(self, arch: AMDArchitecture, units: int = 64) -> None:
        super().__init__(f"LLVM {arch}", capabilities_of(arch, units))
        self.arch = arch

    def render(self, uops: Sequence[UOp], name: str) -> str:
        """The module of the kernel `name`. InternalError for an op or dtype that has no instruction."""
        return AMDWriter(uops, name, self.arch).source()


class AMDWriter(LLVMWriter):
    """One kernel being written."""

    language = "AMDRenderer"
    registers_in = f", addrspace({_PRIVATE})"

    def __init__(self, uops: Sequence[UOp], name: str, arch: AMDArchitecture) -> None:
        super().__init__(uops, name)
        self.arch = arch
        self.arguments: list[str] = []
        self.globals: list[str] = []

    def source(self) -> str:
        """The module: shared memory, the kernel, its attributes, the threads of a work-group."""
        self.write_ops()
        threads = workgroup_of(self.uops)
        unused = [f'"amdgpu-no-{what}"' for what in _UNUSED_ARGUMENTS]
        head = f"define amdgpu_kernel void @{self.name}({', '.join(self.arguments)}) #0 !reqd_work_group_size !1 {{"
        most = math.prod(threads)
        return "\n".join([
            *self.globals, *(f"declare {d}" for d in self.declared), head, "entry:", *self.entry, *self.lines, "  ret void", "}",
            f'attributes #0 = {{ nounwind "amdgpu-flat-work-group-size"="{most},{most}" "uniform-work-group-size"="true" '
            f'{" ".join(unused)} }}',
            "!llvm.module.flags = !{!0}", f'!0 = !{{i32 1, !"amdhsa_code_object_version", i32 {_CODE_OBJECT}}}',
            f"!1 = !{{{', '.join(f'i32 {n}' for n in threads)}}}", ""])

    # ---- memory

    def pointer(self, address: UOp) -> str: return f"ptr addrspace({_SPACES[memory_of(address).op]})"

    def alignment(self, address: UOp, dtype: DType) -> int:
        """In shared memory a vector lies at a multiple of its size."""
        return dtype.itemsize if memory_of(address).op is Ops.DEFINE_LOCAL else super().alignment(address, dtype)

    def index(self, u: UOp) -> None:
        """An address: its distance from the start in 32 bits where that is enough, which the hardware adds by itself, and a constant
        that instructions hold."""
        at, size = u.src[1], u.dtype.scalar().itemsize
        least, most = at.bounds
        if at.dtype.bits == 32 and least >= 0 and most * size < _NEAR and u.dtype.scalar() != dtypes.bool:
            at, constant = split_constant(at)
            scaled = self.values[at] if size == 1 else self.emit(f"mul nuw nsw i32 {self.values[at]}, {size}")
            further = self.emit(f"zext nneg i32 {scaled} to i64")
            self.values[u] = self.emit(f"getelementptr inbounds i8, {self.pointer(u)} {self.values[u.src[0]]}, i64 {further}")
            if constant:
                self.values[u] = self.emit(f"getelementptr inbounds i8, {self.pointer(u)} {self.values[u]}, i64 {constant * size}")
            return
        super().index(u)

    # ---- arithmetic

    def alu(self, u: UOp) -> None:
        """As on the CPU, except a float subtracted from 0.0, which is 0.0 where the float is 0.0.

        LLVM's instruction selection for these GPUs (SelectVOP3Mods) reads `fsub 0.0, x` as a negated operand of the next
        instruction, which would be -0.0 there, and 1 / (0 - x) the wrong infinity.
        """
        if u.op is Ops.EXP2 and u.arg == APPROXIMATE:
            self.values[u] = self.call("amdgcn.exp2.f32", "float", [("float", self.values[u.src[0]])])
            return
        zero = u.src[0]
        if not (u.op is Ops.SUB and zero.op is Ops.CONST and u.dtype.is_float() and zero.arg == 0 and math.copysign(1, zero.arg) > 0):
            super().alu(u)
            return
        x = u.src[1]
        negative = self.emit(f"fneg {self.typed(x)}")
        is_zero = self.emit(f"fcmp oeq {self.typed(x)}, {self.values[zero]}")
        self.values[u] = self.emit(f"select i1 {is_zero}, {self.typed(zero)}, {type_of(u.dtype)} {negative}")

    # ---- declarations

    def param(self, u: UOp) -> None:
        name = f"%d{u.arg.slot}"
        self.arguments.append(f"ptr addrspace({_GLOBAL}) {name}")
        self.values[u] = name

    def define_var(self, u: UOp) -> None:
        """A variable of the launch, which comes in 64 bits."""
        name = f"%n{self.variables}"
        self.variables += 1
        self.arguments.append(f"i64 {name}")
        self.values[u] = name if u.dtype.bits == 64 else self.emit(f"trunc i64 {name} to {type_of(u.dtype)}")

    def define_local(self, u: UOp) -> None:
        name = f"@{self.name}_tile{u.arg[0]}"
        kind = f"[{u.arg[1]} x {stored_type(u.dtype)}]"
        self.globals.append(f"{name} = internal addrspace({_LOCAL}) global {kind} poison, align 16")
        self.values[u] = name

    def special(self, u: UOp) -> None:
        """The position of the work-group in the grid, or of the thread in its work-group."""
        which = "workgroup" if u.arg[0] == "g" else "workitem"
        address = self.call(f"amdgcn.{which}.id.{'xyz'[int(u.arg[-1])]}", "i32", ())
        self.values[u] = address if u.dtype.bits == 32 else self.emit(f"zext nneg i32 {address} to {type_of(u.dtype)}")

    def barrier(self, u: UOp) -> None:
        """All threads come here before one goes on, and see what the others wrote to shared memory."""
        self.emit('fence syncscope("workgroup") release', result=False)
        self.declared["void @llvm.amdgcn.s.barrier()"] = None
        self.emit("call void @llvm.amdgcn.s.barrier()", result=False)
        self.emit('fence syncscope("workgroup") acquire', result=False)

    def converted(self, value: str, source: DType, to: DType) -> str:
        """As on the CPU, but LLVM converts between float32 and bfloat16, which is held as its bits."""
        if source == to: return value
        if source == dtypes.bfloat16:
            value, source = self.emit(f"fpext bfloat {self.emit(f'bitcast i16 {value} to bfloat')} to float"), dtypes.float32
        if to != dtypes.bfloat16: return super().converted(value, source, to)
        narrow = self.emit(f"fptrunc float {super().converted(value, source, dtypes.float32)} to bfloat")
        return self.emit(f"bitcast bfloat {narrow} to i16")

    def warp_shuffle(self, u: UOp) -> None:
        """A word of one of 16 threads."""
        word = self.emit(f"bitcast {self.typed(u.src[0])} to i32")
        for control in shuffle_controls(self.arch, u.arg):
            given = [("i32", "0"), ("i32", word), ("i32", str(control)), ("i32", "15"), ("i32", "15"), ("i1", "true")]
            word = self.call("amdgcn.update.dpp.i32", "i32", given)
        self.values[u] = self.emit(f"bitcast i32 {word} to {type_of(u.dtype)}")

    def tensor_core(self, u: UOp) -> None:
        """The instruction of a wave's product: each thread has a line of both factors and a part of the sums."""
        kinds, factors = [type_of(s.dtype) for s in u.src], u.src[0].dtype
        size, is_half = "x".join(map(str, u.arg)), factors.scalar() == dtypes.float16
        given = [(kind, self.values[s]) for kind, s in zip(kinds, u.src, strict=True)]
        if self.arch.major == 9:  # with nothing broadcast and no lanes permuted
            name, given = f"amdgcn.mfma.f32.{size}{'f16' if is_half else 'bf16.1k'}", [*given, *[("i32", "0")] * 3]
        else:
            form, bits = ("f16", "f16") if is_half else ("bf16", "i16")
            name = f"amdgcn.wmma.f32.{size}.{form}.v{u.dtype.count}f32.v{factors.count}{bits}"
        self.values[u] = self.call(name, kinds[2], given)
