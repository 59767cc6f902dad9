"""C and its relatives: OpenCL C, CUDA, Metal and WGSL-like languages differ from the base below in tables and small methods.

In: the straight list of ops of one kernel. Out: source that a person can read.
Always true: names depend on the list alone. A value used once is written where it is used, unless a store or the edge of a
loop lies between; so every load happens where the list has it, as far as a reader of memory can tell.

Vectors are clang's `ext_vector_type`. A bool vector is a mask: lanes of 0 and -1, as wide as what was compared, because that is what
compares give and what selects want; in memory a bool is a byte 0 or 1.
"""
from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from heddle.dtype import DType, dtypes, encode_float
from heddle.errors import InternalError
from heddle.renderer import Renderer
from heddle.uop import AxisType, GroupOp, Ops, UOp

# How tightly an operator binds, as in C; lower is tighter.
ATOM, UNARY, PRODUCT, SUM, SHIFT, COMPARE, BITS, TERNARY = 0, 1, 2, 3, 4, 5, 7, 12
_LONGEST = 100  # characters of an expression that is still written inside another
_MEMORY = 1  # the bit of `_Expr.reads` for memory; registers take the bits after it


@dataclass(slots=True)
class _Expr:
    """Text of a value. `reads` has a bit for each thing whose change would change it; `lane` is the bits of a mask's lane."""

    text: str
    binds: int = ATOM
    reads: int = 0
    lane: int = 0

    def inside(self, binds: int, right: bool = False) -> str:
        """The text as an operand of an operator that binds so tightly; shifts, compares and bits always get parentheses."""
        bare = self.binds < SHIFT and (self.binds < binds or (self.binds == binds and not right))
        return self.text if bare or self.binds == ATOM else f"({self.text})"


class CStyleRenderer(Renderer):
    """The parts that all dialects share. A dialect overrides tables and the methods under "what a dialect may say otherwise"."""

    types = {"void": "void", "bool": "_Bool", "int8": "signed char", "uint8": "unsigned char", "int16": "short",
             "uint16": "unsigned short", "int32": "int", "uint32": "unsigned int", "int64": "long", "uint64": "unsigned long",
             "index": "long", "float16": "half", "bfloat16": "unsigned short", "fp8e4m3": "unsigned char",
             "fp8e5m2": "unsigned char", "float32": "float", "float64": "double"}
    suffix = {"float32": "f", "int64": "l", "index": "l", "uint32": "u", "uint64": "ul"}
    infinity = {"float64": "INFINITY", "float32": "INFINITY", "float16": "INFINITY"}
    nan = {"float64": "NAN", "float32": "NAN", "float16": "NAN"}
    infix = {Ops.ADD: ("+", SUM), Ops.SUB: ("-", SUM), Ops.MUL: ("*", PRODUCT), Ops.FDIV: ("/", PRODUCT), Ops.IDIV: ("/", PRODUCT),
             Ops.MOD: ("%", PRODUCT), Ops.AND: ("&", BITS), Ops.OR: ("|", BITS), Ops.XOR: ("^", BITS), Ops.SHL: ("<<", SHIFT),
             Ops.SHR: (">>", SHIFT), Ops.CMPLT: ("<", COMPARE), Ops.CMPNE: ("!=", COMPARE), Ops.CMPEQ: ("==", COMPARE)}
    bool_infix = {Ops.ADD: "|", Ops.MUL: "&", Ops.MAX: "|", Ops.AND: "&", Ops.OR: "|", Ops.XOR: "^", Ops.CMPNE: "^"}
    barrier = ""

    def render(self, uops: Sequence[UOp], name: str) -> str:
        """Source of the kernel `name` made of `uops`. InternalError for an op or dtype that the language has no word for."""
        return _Kernel(self, uops, name).source()

    # ---- what a dialect may say otherwise

    def type_of(self, dtype: DType) -> str:
        """The name of a scalar or vector type."""
        return self.types[dtype.name] + (str(dtype.count) if dtype.count > 1 else "")

    def stored_type(self, dtype: DType) -> str:
        """The type of `dtype`'s elements in memory."""
        return "unsigned char" if dtype.is_bool() else self.types[dtype.name]

    def function(self, op: Ops, dtype: DType, to: DType | None = None) -> tuple[str, str]:
        """Name of the function that does `op` on `dtype`, and its definition ("" if it is built in)."""
        raise InternalError(f"{type(self).__name__} has no {op.name} of {dtype}")

    def preamble(self, vectors: Sequence[DType], helpers: Sequence[str]) -> list[str]:
        """Lines before the kernel: vector types and functions that it uses."""
        return list(helpers)

    def signature(self, name: str, buffers: Sequence[tuple[str, UOp, bool]], variables: Sequence[tuple[str, UOp]],
                  locals_: Sequence[tuple[str, UOp]]) -> tuple[str, list[str]]:
        """The kernel's head, and the lines that name its arguments. A buffer's third item: is it written?"""
        raise NotImplementedError

    def loop_bounds(self, axis: AxisType, size: str) -> tuple[str, str]:
        """First value of a loop's counter and the value it stops before."""
        return "0", size

    def splat(self, kind: str, value: str) -> str: return f"({kind})({value})"
    def join(self, kind: str, values: Sequence[str]) -> str: return f"({kind}){{{', '.join(values)}}}"
    def lane(self, vector: str, at: int) -> str: return f"{vector}[{at}]"
    def lanes(self, kind: str, vector: str, at: Sequence[int]) -> str: raise NotImplementedError
    def convert(self, kind: str, vector: str) -> str: raise NotImplementedError

    def literal(self, dtype: DType, value: object) -> str:
        """`value` exactly, as a scalar of `dtype`."""
        if dtype.is_bool(): return "1" if value else "0"
        if dtype in (dtypes.bfloat16, *dtypes.fp8s): return str(encode_float(dtype, float(value)))  # type: ignore[arg-type]
        text = self._float(dtype, float(value)) if dtype.is_float() else self._integer(dtype, int(value))  # type: ignore
        needs_cast = dtype.bits < 32
        return f"({self.types[dtype.name]}){text}" if needs_cast else text

    def _float(self, dtype: DType, value: float) -> str:
        if math.isnan(value): return self.nan[dtype.name]
        if math.isinf(value): return ("-" if value < 0 else "") + self.infinity[dtype.name]
        decimal = repr(value)  # the shortest text of the double, so exact for narrower formats too
        # a hexadecimal fraction needs no digits beyond those that are there, so it is also the shorter one for long numbers
        return (decimal if len(decimal) < 9 else _short_hex(value)) + self.suffix.get(dtype.name, "")

    def _integer(self, dtype: DType, value: int) -> str:
        suffix = self.suffix.get(dtype.name, "")
        # C has no negative literals: the least integer is a difference, since its magnitude does not fit
        if dtype.bits >= 32 and value == dtype.min and value < 0: return f"({value + 1}{suffix} - 1)"
        return f"{value}{suffix}"


def _short_hex(value: float) -> str:
    mantissa, exponent = value.hex().split("p")
    return f"{mantissa.rstrip('0').rstrip('.') if '.' in mantissa else mantissa}p{int(exponent)}"


class _Kernel:
    """One kernel being written."""

    def __init__(self, dialect: CStyleRenderer, uops: Sequence[UOp], name: str) -> None:
        self.dialect, self.uops, self.name = dialect, uops, name
        self.lines: list[str] = []
        self.depth = 1
        self.values: dict[UOp, _Expr] = {}
        self.waiting: dict[UOp, _Expr] = {}  # values with one reader, not yet written anywhere
        self.places: dict[UOp, tuple[str, _Expr]] = {}  # INDEX -> (pointer, position)
        self.bits: dict[UOp, int] = {}  # DEFINE_REG -> its bit in `reads`
        self.uses: dict[UOp, int] = {}
        self.names: dict[str, int] = {}
        self.vectors: dict[DType, None] = {}
        self.helpers: dict[str, str] = {}
        self.buffers: list[tuple[str, UOp, bool]] = []
        self.variables: list[tuple[str, UOp]] = []
        self.locals: list[tuple[str, UOp]] = []

    def source(self) -> str:
        for u in self.uops:
            for s in u.src: self.uses[s] = self.uses.get(s, 0) + 1
        self._name_buffers()
        for u in self.uops:
            step = _STEPS.get(u.op)
            if step is None: raise InternalError(f"{type(self.dialect).__name__} does not render {u.op.name} (kernel {self.name})")
            step(self, u)
        head, opening = self.dialect.signature(self.name, self.buffers, self.variables, self.locals)
        lines = [*self.dialect.preamble(list(self.vectors), list(self.helpers.values())), f"{head} {{"]
        return "\n".join([*lines, *(f"  {line}" for line in opening), *self.lines, "}", ""])

    # ---- names and text

    def _name_buffers(self) -> None:
        """Buffers are called in, out or io after what is done to them, with their slot."""
        written, read = set(), set()
        for u in self.uops:
            if u.op in (Ops.LOAD, Ops.STORE):
                (read if u.op is Ops.LOAD else written).add(_memory(u.src[0]))
        for u in self.uops:
            if u.op is not Ops.PARAM: continue
            role = "io" if u in written and u in read else "out" if u in written else "in"
            self.values[u] = _Expr(f"{role}{u.arg.slot}")
            self.buffers.append((f"{role}{u.arg.slot}", u, u in written))

    def new_name(self, prefix: str) -> str:
        self.names[prefix] = number = self.names.get(prefix, -1) + 1
        return f"{prefix}{number}"

    def emit(self, line: str) -> None:
        self.lines.append("  " * self.depth + line)

    def type_of(self, dtype: DType) -> str:
        if dtype.count > 1: self.vectors[dtype] = None
        return self.dialect.type_of(dtype)

    def held_type(self, dtype: DType, lane: int) -> str:
        """The type of a variable; a bool vector is a mask of lanes of `lane` bits."""
        return self.type_of(_mask(dtype.count, lane) if dtype.is_bool() and dtype.count > 1 else dtype)

    # ---- values: defined, kept waiting, read

    def define(self, u: UOp, value: _Expr) -> None:
        """Gives `u` its text: kept for its one reader if that keeps the source readable, else a variable."""
        readers = self.uses.get(u, 0)
        if readers == 0: return
        if readers == 1 and len(value.text) < _LONGEST: self.waiting[u] = value
        elif value.binds == ATOM and not value.reads and "(" not in value.text: self.values[u] = value  # a name or a lane
        else: self.write_out(u, value)

    def write_out(self, u: UOp, value: _Expr) -> None:
        prefix = {"float": "f", "bool": "b", "index": "n"}.get(u.dtype.kind, "k")
        name = self.new_name("v" if u.dtype.count > 1 else prefix)
        self.emit(f"{self.held_type(u.dtype, value.lane)} {name} = {value.text};")
        self.values[u] = _Expr(name, lane=value.lane)

    def read(self, u: UOp) -> _Expr:
        return self.waiting.pop(u) if u in self.waiting else self.values[u]

    def settle(self, bit: int | None = None) -> None:
        """Writes out what waits and would change with `bit` (everything if None)."""
        for u, value in list(self.waiting.items()):
            if bit is None or value.reads & bit:
                del self.waiting[u]
                self.write_out(u, value)

    def plain(self, u: UOp, value: _Expr) -> _Expr:
        """A small 64-bit constant without its suffix, for places where its neighbour is 64 bits wide."""
        small = u.op is Ops.CONST and u.dtype in (dtypes.int64, dtypes.index) and 0 <= u.arg < 1 << 31
        return _Expr(str(u.arg)) if small else value

    def as_mask(self, value: _Expr, count: int, lane: int) -> _Expr:
        """A bool vector with lanes of another width."""
        if value.lane == lane: return value
        return _Expr(self.dialect.convert(self.type_of(_mask(count, lane)), value.text), ATOM, value.reads, lane)

    # ---- steps: declarations and constants

    def param(self, u: UOp) -> None: pass

    def define_var(self, u: UOp) -> None:
        clean = "".join(c if c.isascii() and c.isalnum() else "_" for c in u.arg[0])
        name = f"n{len(self.variables)}_{clean}"  # the number keeps names apart from words of the language
        self.variables.append((name, u))
        self.values[u] = _Expr(name)

    def define_local(self, u: UOp) -> None:
        name = self.new_name("tile")
        self.locals.append((name, u))
        self.values[u] = _Expr(name)

    def define_reg(self, u: UOp) -> None:
        name = self.new_name("acc")
        self.bits[u] = _MEMORY << (len(self.bits) + 1)
        self.emit(f"{self.held_type(u.dtype, 8)} {name};")
        self.values[u] = _Expr(name, ATOM, self.bits[u], 8 if u.dtype.is_bool() and u.dtype.count > 1 else 0)

    def const(self, u: UOp) -> None:
        scalar, count = u.dtype.scalar(), u.dtype.count
        if count == 1: self.values[u] = self._scalar_literal(scalar, u.arg)
        elif scalar.is_bool():
            parts = ["-1" if x else "0" for x in (u.arg if isinstance(u.arg, tuple) else (u.arg,))]
            self.values[u] = _Expr(self._vector(_mask(count, 8), parts), UNARY, lane=8)
        else:
            parts = [self.dialect.literal(scalar, x) for x in (u.arg if isinstance(u.arg, tuple) else (u.arg,))]
            self.values[u] = _Expr(self._vector(u.dtype, parts), UNARY)

    def _scalar_literal(self, dtype: DType, value: object) -> _Expr:
        text = self.dialect.literal(dtype, value)
        return _Expr(text, UNARY if text[0] in "-(" else ATOM)

    def _vector(self, dtype: DType, parts: Sequence[str]) -> str:
        kind = self.type_of(dtype)
        return self.dialect.splat(kind, parts[0]) if len(parts) == 1 else self.dialect.join(kind, parts)

    # ---- steps: loops

    def range(self, u: UOp) -> None:
        size = self.plain(u.src[0], self.read(u.src[0])).text
        self.settle()
        name = self.new_name(u.arg[1].value if u.arg[1] is not AxisType.LOOP else "i")
        first, stop = self.dialect.loop_bounds(u.arg[1], size)
        self.emit(f"for ({self.type_of(u.dtype)} {name} = {first}; {name} < {stop}; {name}++) {{")
        self.depth += 1
        self.values[u] = _Expr(name)

    def end(self, u: UOp) -> None:
        self.settle()
        self.depth -= 1
        self.emit("}")

    def barrier(self, u: UOp) -> None:
        self.settle()
        if self.dialect.barrier: self.emit(self.dialect.barrier)

    # ---- steps: memory

    def index(self, u: UOp) -> None:
        at = self.read(u.src[1])
        if at.reads or (self.uses.get(u, 0) > 1 and at.binds != ATOM):
            self.write_out(u.src[1], at)
            at = self.values[u.src[1]]
        self.places[u] = (self.values[u.src[0]].text, self.plain(u.src[1], at))

    def load(self, u: UOp) -> None:
        source = u.src[0]
        if _memory(source).op is Ops.DEFINE_REG:
            register = self.values[source]
            return self.define(u, _Expr(register.text, UNARY, register.reads, register.lane))
        value = self._load_scalar(u) if u.dtype.count == 1 else self._load_vector(u)
        if len(u.src) == 1: return self.define(u, value)
        other, gate = self.read(u.src[1]), self.read(u.src[2])
        if value.lane: other = self.as_mask(other, u.dtype.count, value.lane)
        text = f"{gate.inside(SHIFT)} ? {value.inside(SHIFT)} : {other.inside(SHIFT)}"
        self.define(u, _Expr(text, TERNARY, value.reads | other.reads | gate.reads, value.lane))

    def _load_scalar(self, u: UOp) -> _Expr:
        pointer, at = self.places[u.src[0]]
        if u.dtype.is_bool(): return _Expr(f"{pointer}[{at.text}] != 0", COMPARE, _MEMORY)
        return _Expr(f"{pointer}[{at.text}]", ATOM, _MEMORY)

    def _load_vector(self, u: UOp) -> _Expr:
        pointer, at = self.places[u.src[0]]
        held = _mask(u.dtype.count, 8) if u.dtype.is_bool() else u.dtype
        kind = self.type_of(held)
        if u.dtype.count & (u.dtype.count - 1):  # a type of 3 lanes is as large as one of 4, and would read too far
            text = self.dialect.join(kind, [f"{pointer}[{_plus(at, i)}]" for i in range(u.dtype.count)])
        else: text = f"*(const {kind}u *){_address(pointer, at)}"
        if u.dtype.is_bool(): return _Expr(f"{text} != 0", COMPARE, _MEMORY, 8)
        return _Expr(text, UNARY, _MEMORY)

    def store(self, u: UOp) -> None:
        value = self.read(u.src[1])
        gate = self.read(u.src[2]) if len(u.src) > 2 else None
        prefix = f"if ({gate.text}) " if gate else ""
        if _memory(u.src[0]).op is Ops.DEFINE_REG:
            register = self.values[u.src[0]]
            self.settle(register.reads)
            if register.lane: value = self.as_mask(value, u.src[0].dtype.count, register.lane)
            return self.emit(f"{prefix}{register.text} = {value.text};")
        count, is_bool = u.src[1].dtype.count, u.src[1].dtype.is_bool()
        if is_bool and count > 1: value = _Expr(f"-{self.as_mask(value, count, 8).inside(UNARY)}", UNARY, value.reads)
        held = _mask(count, 8) if is_bool else u.src[1].dtype
        if count & (count - 1): self._store_lanes(u, held, value, prefix)
        else:
            self.settle(_MEMORY)
            pointer, at = self.places[u.src[0]]
            place = f"{pointer}[{at.text}]" if count == 1 else f"*({self.type_of(held)}u *){_address(pointer, at)}"
            self.emit(f"{prefix}{place} = {value.text};")

    def _store_lanes(self, u: UOp, held: DType, value: _Expr, prefix: str) -> None:
        name = self.new_name("v")
        self.emit(f"{self.type_of(held)} {name} = {value.text};")
        self.settle(_MEMORY)
        pointer, at = self.places[u.src[0]]
        writes = " ".join(f"{pointer}[{_plus(at, i)}] = {self.dialect.lane(name, i)};" for i in range(held.count))
        self.emit(f"{prefix}{{ {writes} }}" if prefix else writes)

    # ---- steps: vectors

    def vectorize(self, u: UOp) -> None:
        if u.dtype.is_bool():
            held, sign, lane = _mask(u.dtype.count, 8), "-", 8
        else: held, sign, lane = u.dtype, "", 0
        distinct = u.src[:1] if all(s is u.src[0] for s in u.src) else u.src
        if len(distinct) == 1: self._name_once(distinct[0])
        parts = [self.read(s) for s in distinct]
        texts = [sign + p.inside(UNARY) if sign else p.text for p in parts]
        self.define(u, _Expr(self._vector(held, texts), UNARY, _union(parts), lane))

    def _name_once(self, u: UOp) -> None:
        if u in self.waiting and self.uses[u] > 1: self.write_out(u, self.waiting.pop(u))

    def gep(self, u: UOp) -> None:
        source = self.read(u.src[0])
        lanes = u.arg if isinstance(u.arg, tuple) else (u.arg,)
        vector = source.inside(UNARY) if source.binds == ATOM else f"({source.text})"
        if len(lanes) == 1:
            text = self.dialect.lane(vector, lanes[0])
            value = _Expr(f"{text} != 0", COMPARE, source.reads) if source.lane else _Expr(text, ATOM, source.reads)
        else:
            held = _mask(len(lanes), source.lane) if source.lane else u.dtype
            text = self.dialect.lanes(self.type_of(held), source.text, lanes)
            value = _Expr(text, ATOM, source.reads, source.lane)
        self.define(u, value)

    # ---- steps: arithmetic

    def alu(self, u: UOp) -> None:
        parts = [self.read(s) for s in u.src]
        if u.dtype.count > 1 and (u.dtype.is_bool() or u.src[0].dtype.is_bool()): value = self._mask_alu(u, parts)
        elif u.op is Ops.WHERE: value = self._where(parts, 0)
        elif u.src[0].dtype.is_bool(): value = self._bool_alu(u.op, parts)
        else: value = self._number_alu(u, parts)
        value.reads = _union(parts)
        self.define(u, value)

    def _where(self, parts: Sequence[_Expr], lane: int) -> _Expr:
        gate, yes, no = (p.inside(SHIFT) for p in parts)
        return _Expr(f"{gate} ? {yes} : {no}", TERNARY, lane=lane)

    def _bool_alu(self, op: Ops, parts: Sequence[_Expr]) -> _Expr:
        if op is Ops.NOT: return _Expr(f"!{parts[0].inside(ATOM)}", UNARY)
        if op is Ops.CMPLT: return _Expr(f"!{parts[0].inside(ATOM)} & {parts[1].inside(BITS)}", BITS)
        if op is Ops.CMPEQ: return _Expr(f"{parts[0].inside(COMPARE)} == {parts[1].inside(COMPARE)}", COMPARE)
        return _Expr(f"{parts[0].inside(BITS)} {self.dialect.bool_infix[op]} {parts[1].inside(BITS)}", BITS)

    def _mask_alu(self, u: UOp, parts: list[_Expr]) -> _Expr:
        """Compares that give masks, and whatever takes them."""
        first, count = u.src[0].dtype, u.dtype.count
        if u.op is Ops.WHERE:
            lane = 8 if u.dtype.is_bool() else u.dtype.bits
            kept = parts[1:] if not u.dtype.is_bool() else [self.as_mask(p, count, lane) for p in parts[1:]]
            return self._where([self.as_mask(parts[0], count, lane), *kept], lane if u.dtype.is_bool() else 0)
        if not first.is_bool(): return _Expr(self._infix(u, parts), COMPARE, lane=first.bits)
        lane = parts[0].lane if all(p.lane == parts[0].lane for p in parts) else 8
        a, *rest = (self.as_mask(p, count, lane).inside(BITS) for p in parts)
        if u.op is Ops.NOT: return _Expr(f"~{a}", UNARY, lane=lane)
        if u.op is Ops.CMPLT: return _Expr(f"~{a} & {rest[0]}", BITS, lane=lane)
        if u.op is Ops.CMPEQ: return _Expr(f"~({a} ^ {rest[0]})", UNARY, lane=lane)
        return _Expr(f"{a} {self.dialect.bool_infix[u.op]} {rest[0]}", BITS, lane=lane)

    def _infix(self, u: UOp, parts: Sequence[_Expr]) -> str:
        op, (left, right) = u.op, u.src
        if right.op is not Ops.CONST and op not in (Ops.SHL, Ops.SHR): parts = (self.plain(left, parts[0]), parts[1])
        if left.op is not Ops.CONST: parts = (parts[0], self.plain(right, parts[1]))
        sign, binds = self.dialect.infix[op]
        return f"{parts[0].inside(binds)} {sign} {parts[1].inside(binds, right=True)}"

    def _number_alu(self, u: UOp, parts: Sequence[_Expr]) -> _Expr:
        op, dtype = u.op, u.src[0].dtype
        if op in GroupOp.COMPARE: return _Expr(self._infix(u, parts), COMPARE)
        if op is Ops.NEG: value = _Expr(f"-{parts[0].inside(ATOM)}", UNARY)
        elif op is Ops.NOT: value = _Expr(f"~{parts[0].inside(ATOM)}", UNARY)
        elif op is Ops.RECIPROCAL: value = _Expr(f"{self._one(dtype)} / {parts[0].inside(PRODUCT, right=True)}", PRODUCT)
        elif op is Ops.MULACC:
            value = _Expr(f"{parts[0].inside(PRODUCT)} * {parts[1].inside(PRODUCT, right=True)} + "
                          f"{parts[2].inside(SUM, right=True)}", SUM)
        elif op in self.dialect.infix: value = _Expr(self._infix(u, parts), self.dialect.infix[op][1])
        # a constant is no NaN: first, it saves the test for one
        elif op is Ops.MAX and u.src[1].op is Ops.CONST: return self._call(op, dtype, (parts[1], parts[0]))
        else: return self._call(op, dtype, parts)
        # C computes on narrow integers as int: cut the result back
        narrow = dtype.is_integer() and dtype.bits < 32 and dtype.count == 1
        return _Expr(f"({self.type_of(dtype)}){value.inside(ATOM)}", UNARY) if narrow else value

    def _one(self, dtype: DType) -> str:
        one = self.dialect.literal(dtype.scalar(), 1.0)
        return one if dtype.count == 1 else self._vector(dtype, [one])

    def _call(self, op: Ops, dtype: DType, parts: Sequence[_Expr], to: DType | None = None) -> _Expr:
        name, definition = self.dialect.function(op, dtype, to)
        if dtype.count > 1: self.vectors[dtype] = None
        if to is not None and to.count > 1: self.vectors[to] = None
        if definition: self.helpers[name] = definition
        return _Expr(f"{name}({', '.join(p.text for p in parts)})")

    # ---- steps: conversions

    def cast(self, u: UOp) -> None:
        value, source = self.read(u.src[0]), u.src[0].dtype
        if {source.scalar(), u.dtype.scalar()} & {dtypes.bfloat16, *dtypes.fp8s}:
            raise InternalError(f"a cast from {source} to {u.dtype} should have become integer arithmetic (kernel {self.name})")
        reads = value.reads
        if u.dtype.is_bool():
            zero = _Expr(f"{value.inside(COMPARE)} != 0", COMPARE, reads, source.bits if u.dtype.count > 1 else 0)
            return self.define(u, value if source.is_bool() else zero)
        kind = self.type_of(u.dtype)
        if not value.lane and kind == self.type_of(source): return self.define(u, value)
        if u.dtype.count == 1: return self.define(u, _Expr(f"({kind}){value.inside(ATOM)}", UNARY, reads))
        inner = f"-{value.inside(ATOM)}" if value.lane else value.text
        self.define(u, _Expr(self.dialect.convert(kind, inner), ATOM, reads))

    def bitcast(self, u: UOp) -> None:
        value, source, to = self.read(u.src[0]), u.src[0].dtype, u.dtype
        if to.is_bool(): return self.define(u, _Expr(f"{value.inside(COMPARE)} != 0", COMPARE, value.reads, 8 if to.count > 1 else 0))
        if value.lane:
            value = _Expr(f"-{self.as_mask(value, to.count, 8).inside(ATOM)}", UNARY, value.reads)
            source = _mask(to.count, 8)
        same_kind = self.dialect.types[source.name] == self.dialect.types[to.name]
        whole = not source.is_float() and not to.is_float()
        if same_kind: return self.define(u, value)
        if to.count > 1 or whole:  # between vectors a cast keeps the bits, and between integers of one size too
            return self.define(u, _Expr(f"({self.type_of(to)}){value.inside(ATOM)}", UNARY, value.reads))
        result = self._call(Ops.BITCAST, source, [value], to)
        result.reads = value.reads
        self.define(u, result)

    def after(self, u: UOp) -> None: self.values[u] = self.values[u.src[0]]
    def nothing(self, u: UOp) -> None: pass


def _mask(count: int, lane: int) -> DType:
    """The vector type of a mask."""
    return {8: dtypes.int8, 16: dtypes.int16, 32: dtypes.int32, 64: dtypes.int64}[lane].vec(count)


def _memory(u: UOp) -> UOp:
    """The buffer, scratch array or register under an address."""
    while u.op in (Ops.INDEX, Ops.AFTER): u = u.src[0]
    return u


def _union(parts: Sequence[_Expr]) -> int:
    reads = 0
    for p in parts: reads |= p.reads
    return reads


def _plus(at: _Expr, more: int) -> str:
    if more == 0: return at.text
    return str(more) if at.text == "0" else f"{at.inside(SUM)} + {more}"


def _address(pointer: str, at: _Expr) -> str:
    return pointer if at.text == "0" else f"({pointer} + {at.inside(SUM)})"


_STEPS: dict[Ops, Callable[[_Kernel, UOp], None]] = {
    Ops.PARAM: _Kernel.param, Ops.DEFINE_VAR: _Kernel.define_var, Ops.DEFINE_LOCAL: _Kernel.define_local,
    Ops.DEFINE_REG: _Kernel.define_reg, Ops.CONST: _Kernel.const, Ops.RANGE: _Kernel.range, Ops.END: _Kernel.end,
    Ops.BARRIER: _Kernel.barrier, Ops.INDEX: _Kernel.index, Ops.LOAD: _Kernel.load, Ops.STORE: _Kernel.store,
    Ops.VECTORIZE: _Kernel.vectorize, Ops.GEP: _Kernel.gep, Ops.CAST: _Kernel.cast, Ops.BITCAST: _Kernel.bitcast,
    Ops.AFTER: _Kernel.after, Ops.SINK: _Kernel.nothing, Ops.GROUP: _Kernel.nothing, **{op: _Kernel.alu for op in GroupOp.ALU},
}


class ClangRenderer(CStyleRenderer):
    """C for clang 15 or newer, with its vector extensions and the kernel interface of the CPU device.

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
        return f"__builtin_shufflevector({vector}, {vector}, {', '.join(map(str, at))})"

    def convert(self, kind: str, vector: str) -> str: return f"__builtin_convertvector({vector}, {kind})"

    def loop_bounds(self, axis: AxisType, size: str) -> tuple[str, str]:
        return ("begin", "end") if axis is AxisType.GRID else ("0", size)

    def preamble(self, vectors: Sequence[DType], helpers: Sequence[str]) -> list[str]:
        """A type for each vector in use, and its twin `...u` that may stand at any element."""
        lines = []
        for kind in dict.fromkeys((self.types[d.name], self.type_of(d), d.count, d.itemsize // d.count) for d in vectors):
            scalar, name, count, size = kind
            lines.append(f"typedef {scalar} {name} __attribute__((ext_vector_type({count})));")
            lines.append(f"typedef {name} {name}u __attribute__((aligned({size})));")
        return [*lines, *helpers]

    def signature(self, name: str, buffers: Sequence[tuple[str, UOp, bool]], variables: Sequence[tuple[str, UOp]],
                  locals_: Sequence[tuple[str, UOp]]) -> tuple[str, list[str]]:
        opening = []
        for at, (text, u, written) in enumerate(buffers):
            kind = self.stored_type(u.dtype) if written else f"const {self.stored_type(u.dtype)}"
            opening.append(f"{kind} *{text} = bufs[{at}];")
        opening += [f"const long {text} = vars[{at}];" for at, (text, _) in enumerate(variables)]
        offset = 0
        for text, u in locals_:
            kind = self.stored_type(u.dtype)
            opening.append(f"{kind} *restrict {text} = __builtin_assume_aligned(scratch + {offset}, 64);")
            offset += -(-u.arg[1] * u.dtype.itemsize // 64) * 64
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
            # the greater, or the one that is NaN: a compare with NaN is false, so b needs no test of its own
            body = "return a != a ? a : a > b ? a : b;" if dtype.is_float() else "return a > b ? a : b;"
            return name, _inline(kind, name, f"{kind} a, {kind} b", body)
        if op in (Ops.SQRT, Ops.TRUNC): return self._rounding(op.name.lower(), kind, letters, dtype)
        return super().function(op, dtype, to)

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
