"""Writer of a PTX entry, op by op.

Inputs: the linear IR of a kernel.
Outputs: the lines of an entry for it: parameters, registers, and what is done with them.
"""
from __future__ import annotations

from collections.abc import Sequence

from heddle.dtype import DType, dtypes
from heddle.renderer import local_bytes, workgroup_of
from heddle.renderer.cuda.cuda import STATIC_SHARED, Architecture
from heddle.renderer.cuda.mma import has_group_unit
from heddle.renderer.ptx.arithmetic import ArithmeticWriter
from heddle.renderer.ptx.mma import MatrixWriter
from heddle.renderer.ptx.registers import held, literal
from heddle.renderer.ptx.tma import TMAWriter, map_parameter
from heddle.uop import Ops, UOp
from heddle.uop.tma_tiles import holds_barriers, map_numbers


def shared_bytes(uops: Sequence[UOp]) -> int:
    """What the arrays of a block take together."""
    return sum(local_bytes(u) for u in uops if u.op is Ops.DEFINE_LOCAL)


class PTXWriter(ArithmeticWriter, MatrixWriter):
    """One entry being written."""

    tma: TMAWriter

    def __init__(self, uops: Sequence[UOp], name: str, aligned: bool, arch: Architecture) -> None:
        super().__init__(uops, name, aligned, arch)
        self.loops: dict[UOp, tuple[str, str]] = {}  # RANGE -> label, register that says where it ends
        self.parameters: list[str] = []
        self.dynamic = shared_bytes(uops) > STATIC_SHARED
        self.offset = 0  # into the shared memory that a launch gives

    def entry(self) -> list[str]:
        """The lines of the entry: its parameters, the threads of a block, the registers in use, and what is done with them."""
        self.write_ops()
        threads = ", ".join(map(str, workgroup_of(self.uops)))
        # a block may have so many registers that a multiprocessor has room for no other
        bounds = [".minnctapersm 1"] if any(u.op in (Ops.WMMA, Ops.WGMMA) for u in self.uops) else []
        plain = [f"  .param .{kind} a{n}" for n, kind in enumerate(self.parameters)]
        parameters = ",\n".join([*plain, *(map_parameter(len(plain) + n) for n in range(len(map_numbers(self.uops))))])
        head = [f".visible .entry {self.name}(", parameters, ")", f".maxntid {threads}", *bounds]
        return [*head, "{", *self.declarations(), *self.lines, "  ret;", "}"]

    # ---- declarations, constants, loops

    def param(self, u: UOp) -> None:
        pointer = self._argument("u64", dtypes.uint64)
        self.values[u] = self.make("cvta.to.global.u64", dtypes.uint64, pointer)

    def define_var(self, u: UOp) -> None: self.values[u] = self._argument(f"u{8 * u.dtype.itemsize}", u.dtype)

    def _argument(self, kind: str, dtype: DType) -> str:
        self.parameters.append(kind)
        return self.make(f"ld.param.{kind}", dtype, f"[a{len(self.parameters) - 1}]")

    def define_local(self, u: UOp) -> None:
        self._declare(u)
        if holds_barriers(u): self.tma = TMAWriter(self, u)

    def _declare(self, u: UOp) -> None:
        """An array of the block: named where all of them fit what a module may ask for, else a part of what the launch gives."""
        size = local_bytes(u)
        if not self.dynamic:
            align = 1024 if has_group_unit(self.uops) else 16
            self.lines.append(f"  .shared .align {align} .b8 tile{u.arg[0]}[{size}];")
            self.values[u] = self.make("mov.u64", dtypes.uint64, f"tile{u.arg[0]}")
            return
        start = self.make("mov.u64", dtypes.uint64, "shared")
        self.values[u] = self.make("add.u64", dtypes.uint64, start, str(self.offset))
        self.offset += size

    def define_reg(self, u: UOp) -> None: self.values[u] = self.new(held(u.dtype)[0])

    def special(self, u: UOp) -> None:
        position = self.make("mov.u32", dtypes.int32, f"%{'ctaid' if u.arg[0] == 'g' else 'tid'}.{'xyz'[int(u.arg[-1])]}")
        self.values[u] = position if u.dtype == dtypes.int32 else self.make("cvt.u64.u32", u.dtype, position)

    def const(self, u: UOp) -> None:
        if u.dtype.is_bool(): self.values[u] = self.make("mov.pred", u.dtype, "1" if u.arg else "0")
        else: self.values[u] = literal(u.dtype, u.arg)

    def range(self, u: UOp) -> None:
        """Opens a loop: a counter and a label. Its condition stands at its end."""
        kind, stop = held(u.dtype)[1], self.read(u.src[0])
        counter, label = self.make(f"mov.{kind}", u.dtype, "0"), f"LOOP{len(self.loops)}"
        if u.src[0].op is not Ops.CONST:  # there may be no iteration
            self.emit(f"@{self.make(f'setp.ge.{kind}', dtypes.bool, counter, stop)} bra {label}_END")
        self.lines.append(f"{label}:")
        self.values[u], self.loops[u] = counter, (label, stop)
        self.scopes.append({})

    def end(self, u: UOp) -> None:
        """Increments the counter, and branches back while iterations are left."""
        loop = u.src[0]
        kind, counter, (label, stop) = held(loop.dtype)[1], self.values[loop], self.loops[loop]
        self.emit(f"add.{kind} {counter}, {counter}, 1")
        self.emit(f"@{self.make(f'setp.lt.{kind}', dtypes.bool, counter, stop)} bra {label}")
        self.lines.append(f"{label}_END:")
        self.scopes.pop()

    def barrier(self, u: UOp) -> None: self.emit("bar.sync 0")
    def index(self, u: UOp) -> None: """An address is computed where it is used."""
    def tma_load(self, u: UOp) -> None: self.tma.tma_load(u)
    def mbarrier_wait(self, u: UOp) -> None: self.tma.mbarrier_wait(u)

