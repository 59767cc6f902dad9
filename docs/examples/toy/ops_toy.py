"""TOY: a whole device in one file. Its memory is bytes of Python, its language is Python, its compiler is Python's own.

`docs/adding-a-device.md` walks through it; a test puts this folder on heddle's path of runtimes and computes with it.
"""
from __future__ import annotations

import marshal
import time
from collections.abc import Sequence
from typing import Any

from heddle.device.allocator import Allocator
from heddle.device.interface import Compiled, Compiler, Probe, Program
from heddle.dtype import dtypes
from heddle.errors import CompileError
from heddle.renderer import Capabilities, Renderer
from heddle.uop import AxisType, GroupOp, Ops, UOp
from heddle.uop.interpreter.ops import fold


# --8<-- [start:probe]
def probe() -> Probe:
    """Always usable, but only when it is asked for."""
    return Probe(True, detail="a device for reading, made of Python", by_default=False)
# --8<-- [end:probe]


# --8<-- [start:allocator]
class ToyAllocator(Allocator):
    """A block is a memoryview of bytes; a part of it is a slice."""

    def _alloc(self, nbytes: int) -> memoryview:
        return memoryview(bytearray(nbytes))

    def copyin(self, dest: memoryview, mv: memoryview) -> None:
        dest[:mv.nbytes] = mv

    def copyout(self, mv: memoryview, src: memoryview) -> None:
        mv[:] = src[:mv.nbytes]

    def offset(self, opaque: memoryview, nbytes: int, at: int) -> memoryview:
        return opaque[at:at + nbytes]
# --8<-- [end:allocator]


# --8<-- [start:renderer]
FORMATS = (dtypes.bool, *dtypes.ints, dtypes.float32, dtypes.float64)  # what a memoryview can be cast to
CAPABILITIES = Capabilities(dtypes=frozenset(FORMATS), arithmetic=frozenset(FORMATS), native=frozenset(GroupOp.ALU), vector=0)


class ToyRenderer(Renderer):
    """The list of ops as lines of Python, a loop deeper for each RANGE."""

    def render(self, uops: Sequence[UOp], name: str) -> str:
        names: dict[UOp, str] = {}
        lines, depth = [f"def {name}(bufs, variables):"], 1
        for number, u in enumerate(uops):
            if u.op is Ops.END: depth -= 1
            else: names[u] = f"{u.op.name.lower()}{number}"
            lines += [" " * depth + line for line in self.lines(u, names)]
            if u.op is Ops.RANGE: depth += 1
        return "\n".join(lines) + "\n"

    def lines(self, u: UOp, names: dict[UOp, str]) -> list[str]:
        """What one op is in Python. What names nothing (END, INDEX) is no line, and is written where it is used."""
        src = [names.get(s, "") for s in u.src]
        me = names.get(u, "")
        match u.op:
            case Ops.PARAM: return [f"{me} = bufs[{u.arg.slot}].cast({u.dtype.fmt!r})"]
            case Ops.DEFINE_VAR: return [f"{me} = variables[{u.arg[0]!r}]"]
            case Ops.CONST: return [f"{me} = {f'float({str(u.arg)!r})' if u.dtype.is_float() else u.arg}"]
            case Ops.DEFINE_REG: return [f"{me} = None"]
            case Ops.RANGE: return [f"for {me} in range({src[0]}):"]
            case Ops.LOAD: return [f"{me} = {self.gated(place(u.src[0], names), *src[1:])}"]
            case Ops.STORE: return [f"{f'if {src[2]}: ' if u.src[2:] else ''}{place(u.src[0], names)} = {src[1]}"]
            case op if op in GroupOp.ELEMENTWISE:
                return [f"{me} = fold({op}, {u.dtype}, ({', '.join(src)},), {u.src[0].dtype})"]
            case Ops.INDEX | Ops.END | Ops.SINK: return []
            case _: raise CompileError(f"TOY has no word for {u.op.name}")

    @staticmethod
    def gated(value: str, otherwise: str = "", gate: str = "") -> str:
        """`value`, or `otherwise` where the gate is false."""
        return f"{value} if {gate} else {otherwise}" if gate else value


def place(u: UOp, names: dict[UOp, str]) -> str:
    """An element of memory, or a register."""
    return f"{names[u.src[0]]}[{names[u.src[1]]}]" if u.op is Ops.INDEX else names[u]
# --8<-- [end:renderer]


# --8<-- [start:compiler]
class ToyCompiler(Compiler):
    """Python source to Python's byte code."""

    def compile(self, source: str) -> bytes:
        try: return marshal.dumps(compile(source, "<TOY>", "exec"))
        except SyntaxError as e: raise CompileError("Python refused a kernel", source=source, output=str(e)) from e
# --8<-- [end:compiler]


# --8<-- [start:device]
class ToyDevice(Compiled):
    """The five parts together; the fifth, a graph of launches, it does without."""

    def __init__(self, name: str, compiler: str | None, arch: str | None, interface: str | None) -> None:
        super().__init__(name, ToyAllocator(name), ToyCompiler("toy 1"), ToyRenderer("toy python", CAPABILITIES))

    def runtime(self, program: UOp) -> Program:
        """The kernel as a callable."""
        space: dict[str, Any] = {"fold": fold, "Ops": Ops, "dtypes": dtypes, "AxisType": AxisType}
        exec(marshal.loads(program.src[2].arg), space)
        kernel, slots = space[program.arg.name], program.arg.globals

        def run(bufs: list[memoryview], var_vals: dict[str, int], global_size: Sequence[int] = (1,),
                local_size: Sequence[int] | None = None, wait: bool = False) -> float | None:
            started = time.perf_counter()
            kernel(dict(zip(slots, bufs, strict=True)), var_vals)
            return time.perf_counter() - started if wait else None
        return run
# --8<-- [end:device]
