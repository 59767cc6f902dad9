"""Writer of kernels as expressions: what all languages with expressions share.

Inputs: the linear IR.
Outputs: the lines of the function, and what has to be declared before it.
Invariants: a value used once is written where it is used, unless a store to what it reads or the edge of a loop lies between; so
every load happens where the list has it, as far as memory is concerned. Names depend on the list alone.
"""
from __future__ import annotations

from collections.abc import Sequence

from heddle.lazy_dataclass import dataclass
from heddle.renderer import memory_of
from heddle.renderer.op_writer import OpWriter
from heddle.uop import AxisType, Ops, UOp

# How tightly an operator binds, as in C; lower is tighter.
ATOM, UNARY, PRODUCT, SUM, SHIFT, COMPARE, BITS, TERNARY = 0, 1, 2, 3, 4, 5, 7, 12
_LONGEST = 100  # characters of an expression that is still written inside another
MEMORY = 1  # the bit of `Expr.reads` for memory; registers take the bits after it


@dataclass(slots=True)
class Expr:
    """Text of a value. `reads` has a bit for each thing whose change would change it; `lane` is the bits of a mask's lane."""

    text: str
    binds: int = ATOM
    reads: int = 0
    lane: int = 0

    def inside(self, binds: int, right: bool = False) -> str:
        """The text as an operand of an operator that binds so tightly; shifts, compares and bits always get parentheses."""
        bare = self.binds < SHIFT and (self.binds < binds or (self.binds == binds and not right))
        return self.text if bare or self.binds == ATOM else f"({self.text})"


class KernelWriter(OpWriter):
    """One kernel being written. A language adds `source`, and a method for each op that it has."""

    def __init__(self, uops: Sequence[UOp], name: str) -> None:
        super().__init__(uops, name)
        self.lines: list[str] = []
        self.depth = 1
        self.values: dict[UOp, Expr] = {}
        self.waiting: dict[UOp, Expr] = {}  # values with one reader, not yet written anywhere
        self.addresses: dict[UOp, tuple[str, Expr]] = {}  # INDEX -> (pointer, position)
        self.declared = -1  # how many lines there were after the last register was declared
        self.bits: dict[UOp, int] = {}  # DEFINE_REG -> its bit in `reads`
        self.uses: dict[UOp, int] = {}
        self.names: dict[str, int] = {}
        self.helpers: dict[str, str] = {}
        self.buffers: list[tuple[str, UOp, bool]] = []
        self.variables: list[tuple[str, UOp]] = []
        self.locals: list[tuple[str, UOp]] = []

    def source(self) -> str:
        """The whole kernel with what it needs, such as small functions. InternalError for an op that the language lacks."""
        raise NotImplementedError

    def write_ops(self) -> None:
        """Writes `lines`, op by op, and collects what they need."""
        for u in self.uops:
            for s in u.src: self.uses[s] = self.uses.get(s, 0) + 1
        self._name_buffers()
        super().write_ops()

    # ---- names and text

    def _name_buffers(self) -> None:
        """Buffers are called in, out or io after what is done to them, with their slot."""
        written: set[UOp] = set()
        read: set[UOp] = set()
        for u in self.uops:
            if u.op in (Ops.LOAD, Ops.STORE):
                (read if u.op is Ops.LOAD else written).add(memory_of(u.src[0]))
        for u in self.uops:
            if u.op is not Ops.PARAM: continue
            role = "io" if u in written and u in read else "out" if u in written else "in"
            self.values[u] = Expr(f"{role}{u.arg.slot}")
            self.buffers.append((f"{role}{u.arg.slot}", u, u in written))

    def new_name(self, prefix: str) -> str:
        """`prefix` and a number that no other name with that prefix has."""
        self.names[prefix] = number = self.names.get(prefix, -1) + 1
        return f"{prefix}{number}"

    def loop_name(self, r: UOp) -> str:
        """A name for the counter of a loop: what the axis is, or `i`."""
        return self.new_name(r.arg[1].value if r.arg[1] is not AxisType.LOOP else "i")

    def emit(self, line: str) -> None:
        """One more line, as far in as it belongs."""
        self.lines.append("  " * self.depth + line)

    # ---- values: defined, kept waiting, read

    def define(self, u: UOp, value: Expr) -> None:
        """Gives `u` its text: kept for its one reader if that keeps the source readable, else a variable."""
        readers = self.uses.get(u, 0)
        if readers == 0: return
        if readers == 1 and len(value.text) < _LONGEST: self.waiting[u] = value
        elif value.binds == ATOM and not value.reads and "(" not in value.text: self.values[u] = value  # a name or a lane
        else: self.emit_value(u, value)

    def emit_value(self, u: UOp, value: Expr) -> None:
        """Makes a variable of a value."""
        raise NotImplementedError

    def read(self, u: UOp) -> Expr:
        """The text of a source, for one reader: what waited for it waits no more."""
        return self.waiting.pop(u) if u in self.waiting else self.values[u]

    def settle(self, bit: int | None = None) -> None:
        """Writes out what waits and would change with `bit` (everything if None)."""
        for u, value in list(self.waiting.items()):
            if bit is None or value.reads & bit:
                del self.waiting[u]
                self.emit_value(u, value)

    # ---- steps that are the same in all languages

    def param(self, u: UOp) -> None: pass

    def define_var(self, u: UOp) -> None:
        clean = "".join(c if c.isascii() and c.isalnum() else "_" for c in u.arg[0])
        name = f"n{len(self.variables)}_{clean}"  # the number keeps names apart from words of the language
        self.variables.append((name, u))
        self.values[u] = Expr(name)

    def define_local(self, u: UOp) -> None:
        name = self.new_name("tile")
        self.locals.append((name, u))
        self.values[u] = Expr(name)

    def register(self, u: UOp, name: str, line: str, lane: int = 0) -> None:
        """Declares `name`, which stands for a DEFINE_REG, by `line`."""
        self.bits[u] = MEMORY << (len(self.bits) + 1)
        self.emit(line)
        self.declared = len(self.lines)
        self.values[u] = Expr(name, ATOM, self.bits[u], lane)

    def end(self, u: UOp) -> None:
        self.settle()
        self.depth -= 1
        self.emit("}")

    def index(self, u: UOp) -> None:
        at = self.read(u.src[1])
        if at.reads or (self.uses.get(u, 0) > 1 and at.binds != ATOM):
            self.emit_value(u.src[1], at)
            at = self.values[u.src[1]]
        self.addresses[u] = (self.values[u.src[0]].text, self.position(u.src[1], at))

    def position(self, u: UOp, at: Expr) -> Expr:
        """The text of an index, between the brackets of an access."""
        return at

    def after(self, u: UOp) -> None: self.values[u] = self.values[u.src[0]]


def union(parts: Sequence[Expr]) -> int:
    """The bits of `Expr.reads` of all of them."""
    reads = 0
    for p in parts: reads |= p.reads
    return reads
