"""Writer of C-style kernels: what all dialects of C share.

Inputs: the linear IR and a dialect (`cstyle.CStyleRenderer`).
Outputs: the lines of the function.
Invariants: bool vectors are masks of lanes that are all ones or zeros, and are converted where masks of other widths meet them.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from heddle.dtype import DType, dtypes, unsigned_of
from heddle.errors import InternalError
from heddle.renderer import STREAMED, UNFUSED, bytes_ahead, gate_of, lane_values, memory_of, workgroup_of
from heddle.renderer.expression_writer import (
    ATOM,
    BITS,
    COMPARE,
    MEMORY,
    PRODUCT,
    SHIFT,
    SUM,
    TERNARY,
    UNARY,
    Expr,
    KernelWriter,
    union,
)
from heddle.uop import GroupOp, Ops, UOp

if TYPE_CHECKING:
    from heddle.renderer.c.cstyle import CStyleRenderer


class CWriter(KernelWriter):
    """One kernel being written in a dialect of C."""

    def __init__(self, dialect: CStyleRenderer, uops: Sequence[UOp], name: str) -> None:
        super().__init__(uops, name)
        self.dialect, self.language = dialect, type(dialect).__name__
        self.vectors: dict[DType, None] = {}
        self.streams: dict[UOp, None] = {}  # buffers with streamed stores

    def source(self) -> str:
        """Types and helpers, the head, buffers and variables by name, then the lines."""
        self.write_ops()
        threads = workgroup_of(self.uops) if any(u.op is Ops.SPECIAL for u in self.uops) else ()
        head, opening = self.dialect.signature(self.name, self.buffers, self.variables, self.locals, threads)
        types = self.dialect.preamble(list(self.vectors), list(self.helpers.values()))
        body = [*(f"  {line}" for line in opening), *self.lines, "}"]
        streams = [at for at, (_, u, _) in enumerate(self.buffers) if u in self.streams]
        function = self.dialect.streaming(self.name, head, body, streams) if streams else [f"{head} {{", *body]
        return "\n".join([*types, *function, ""])

    def type_of(self, dtype: DType) -> str:
        if dtype.count > 1: self.vectors[dtype] = None
        return self.dialect.type_of(dtype)

    def held_type(self, dtype: DType, lane: int) -> str:
        """The type of a variable; a bool vector is a mask of lanes of `lane` bits."""
        return self.type_of(_mask(dtype.count, lane) if dtype.is_bool() and dtype.count > 1 else dtype)

    def emit_value(self, u: UOp, value: Expr) -> None:
        prefix = {"float": "f", "bool": "b", "index": "n"}.get(u.dtype.kind, "k")
        name = self.new_name("v" if u.dtype.count > 1 else prefix)
        self.emit(f"{self.held_type(u.dtype, value.lane)} {name} = {value.text};")
        self.values[u] = Expr(name, lane=value.lane)

    def plain(self, u: UOp, value: Expr) -> Expr:
        """A small 64-bit constant without its suffix, for operands whose neighbour is 64 bits wide."""
        small = u.op is Ops.CONST and u.dtype in (dtypes.int64, dtypes.index) and 0 <= u.arg < 1 << 31
        return Expr(str(u.arg)) if small else value

    def position(self, u: UOp, at: Expr) -> Expr: return self.plain(u, at)

    def as_mask(self, value: Expr, count: int, lane: int) -> Expr:
        """A bool vector with lanes of another width."""
        if value.lane == lane: return value
        return Expr(self.dialect.convert(self.type_of(_mask(count, lane)), value.text), ATOM, value.reads, lane)

    # ---- steps: declarations and constants

    def define_reg(self, u: UOp) -> None:
        name = self.new_name("acc")
        lane = 8 if u.dtype.is_bool() and u.dtype.count > 1 else 0
        self.register(u, name, f"{self.held_type(u.dtype, 8)} {name};", lane)

    def const(self, u: UOp) -> None:
        """A literal; of a vector one value for all lanes, or each; of a bool vector a mask of 8-bit lanes."""
        scalar, count = u.dtype.scalar(), u.dtype.count
        if count == 1:
            text = self.dialect.literal(scalar, u.arg)
            self.values[u] = Expr(text, UNARY if text[0] in "-(" else ATOM)
            return
        lanes = lane_values(u)
        held, lane = (_mask(count, 8), 8) if scalar.is_bool() else (u.dtype, 0)
        parts = [("-1" if x else "0") if lane else self.dialect.literal(scalar, x) for x in lanes]
        self.values[u] = Expr(self._vector(held, parts), UNARY, lane=lane)

    def _vector(self, dtype: DType, parts: Sequence[str]) -> str:
        kind = self.type_of(dtype)
        return self.dialect.splat(kind, parts[0]) if len(parts) == 1 else self.dialect.join(kind, parts)

    def special(self, u: UOp) -> None:
        self.emit(f"const {self.type_of(u.dtype)} {u.arg} = {self.dialect.position(u.arg)};")
        self.values[u] = Expr(u.arg)

    # ---- steps: loops

    def range(self, u: UOp) -> None:
        """Opens a loop. What waits is written before it, or it would be computed in every iteration."""
        size = self.plain(u.src[0], self.read(u.src[0])).inside(COMPARE)
        self.settle()
        name = self.loop_name(u)
        first, stop = self.dialect.loop_bounds(u.arg[1], size)
        if u.src[0].op is not Ops.CONST and stop != size: stop = f"({size} < {stop} ? {size} : {stop})"  # the grid has the most pieces
        self.emit(f"for ({self.type_of(u.dtype)} {name} = {first}; {name} < {stop}; {name}++) {{")
        self.depth += 1
        self.values[u] = Expr(name)

    def barrier(self, u: UOp) -> None:
        self.settle()
        if self.dialect.barrier: self.emit(self.dialect.barrier)

    # ---- steps: memory

    def load(self, u: UOp) -> None:
        """Elements from memory, or a register; where there is a gate, the second source if it is false."""
        source = u.src[0]
        if memory_of(source).op is Ops.DEFINE_REG:
            register = self.values[source]
            return self.define(u, Expr(register.text, UNARY, register.reads, register.lane))
        if ahead := bytes_ahead(u): self.emit(self.dialect.prefetch(address(*self.addresses[source]), ahead))
        value = self._load_scalar(u) if u.dtype.count == 1 else self._load_vector(u)
        if (condition := gate_of(u)) is None: return self.define(u, value)
        other, gate = self.read(u.src[1]), self.read(condition)
        if value.lane: other = self.as_mask(other, u.dtype.count, value.lane)
        text = f"{gate.inside(SHIFT)} ? {value.inside(SHIFT)} : {other.inside(SHIFT)}"
        self.define(u, Expr(text, TERNARY, value.reads | other.reads | gate.reads, value.lane))

    def _load_scalar(self, u: UOp) -> Expr:
        pointer, at = self.addresses[u.src[0]]
        if u.dtype.is_bool(): return Expr(f"{pointer}[{at.text}] != 0", COMPARE, MEMORY)
        return Expr(f"{pointer}[{at.text}]", ATOM, MEMORY)

    def _load_vector(self, u: UOp) -> Expr:
        pointer, at = self.addresses[u.src[0]]
        if (image := memory_of(u.src[0]).image) is not None:
            return Expr(self.dialect.load_pixel(pointer, *_pixel(at, image.width)), ATOM, MEMORY)
        held = _mask(u.dtype.count, 8) if u.dtype.is_bool() else u.dtype
        kind = self.type_of(held)
        if u.dtype.count & (u.dtype.count - 1):  # a type of 3 lanes is as large as one of 4, and would read too far
            text = self.dialect.join(kind, [f"{pointer}[{_plus(at, i)}]" for i in range(u.dtype.count)])
        else: text = self.dialect.vector_load(kind, u.dtype.count, address(pointer, at), memory_of(u.src[0]))
        if u.dtype.is_bool(): return Expr(f"{text} != {self.dialect.zero(kind, u.dtype.count)}", COMPARE, MEMORY, 8)
        return Expr(text, UNARY if text.startswith("*") else ATOM, MEMORY)

    def store(self, u: UOp) -> None:
        """Writes to memory or a register, after what waits and reads it. Bools lie in memory as 0 and 1, and not as masks."""
        value = self.read(u.src[1])
        gate = self.read(condition) if (condition := gate_of(u)) is not None else None
        prefix = f"if ({gate.text}) " if gate else ""
        if memory_of(u.src[0]).op is Ops.DEFINE_REG:
            register = self.values[u.src[0]]
            self.settle(register.reads)
            if register.lane: value = self.as_mask(value, u.src[0].dtype.count, register.lane)
            if self.declared == len(self.lines) and not prefix and self.lines[-1].endswith(f" {register.text};"):
                self.lines[-1] = f"{self.lines[-1][:-1]} = {value.text};"  # its declaration has just been written
                return
            return self.emit(f"{prefix}{register.text} = {value.text};")
        count, is_bool = u.src[1].dtype.count, u.src[1].dtype.is_bool()
        if is_bool and count > 1: value = Expr(f"-{self.as_mask(value, count, 8).inside(UNARY)}", UNARY, value.reads)
        held = _mask(count, 8) if is_bool else u.src[1].dtype
        if count & (count - 1): self._store_lanes(u, held, value, prefix)
        else:
            self.settle(MEMORY)
            (pointer, at), memory = self.addresses[u.src[0]], memory_of(u.src[0])
            if (image := memory.image) is not None:
                return self.emit(f"{prefix}{self.dialect.store_pixel(pointer, *_pixel(at, image.width), value.text)};")
            if count == 1: return self.emit(f"{prefix}{pointer}[{at.text}] = {value.text};")
            if u.arg == STREAMED: return self._store_past_caches(u, self.type_of(held), value)
            self.emit(f"{prefix}{self.dialect.vector_store(self.type_of(held), count, address(pointer, at), value.text, memory)};")

    def _store_past_caches(self, u: UOp, kind: str, value: Expr) -> None:
        memory, where, name = memory_of(u.src[0]), address(*self.addresses[u.src[0]]), self.new_name("v")
        self.streams[memory] = None
        self.emit(f"{kind} {name} = {value.text};")
        other = self.dialect.vector_store(kind, u.src[1].dtype.count, where, name, memory)
        self.emit(f"{self.dialect.streaming_store(kind, where, name, other)};")

    def _store_lanes(self, u: UOp, held: DType, value: Expr, prefix: str) -> None:
        name = self.new_name("v")
        self.emit(f"{self.type_of(held)} {name} = {value.text};")
        self.settle(MEMORY)
        pointer, at = self.addresses[u.src[0]]
        writes = " ".join(f"{pointer}[{_plus(at, i)}] = {self.dialect.lane(name, i)};" for i in range(held.count))
        self.emit(f"{prefix}{{ {writes} }}" if prefix else writes)

    # ---- steps: vectors

    def vectorize(self, u: UOp) -> None:
        """A vector of scalars, or of the lanes of two vectors; of bools a mask of 8-bit lanes."""
        if u.src[0].dtype.count > 1: return self.define(u, self._vector_of(u))
        if u.dtype.is_bool():
            held, sign, lane = _mask(u.dtype.count, 8), "-", 8
        else: held, sign, lane = u.dtype, "", 0
        distinct = u.src[:1] if all(s is u.src[0] for s in u.src) else u.src
        if len(distinct) == 1: self._name_once(distinct[0])
        parts = [self.read(s) for s in distinct]
        texts = [sign + p.inside(UNARY) if sign else p.text for p in parts]
        self.define(u, Expr(self._vector(held, texts), UNARY, union(parts), lane))

    def _vector_of(self, u: UOp) -> Expr:
        """The lanes of two vectors in one."""
        if len(u.src) != 2: raise InternalError(f"{len(u.src)} vectors side by side, not two (kernel {self.name})")
        first, second = u.src
        a, b = self.read(first), self.read(second)
        if a.lane != b.lane: a, b = self.as_mask(a, first.dtype.count, 8), self.as_mask(b, second.dtype.count, 8)
        kind = self.type_of(_mask(u.dtype.count, a.lane) if a.lane else u.dtype)
        return Expr(self.dialect.both(kind, a.text, b.text, u.dtype.count), ATOM, a.reads | b.reads, a.lane)

    def _name_once(self, u: UOp) -> None:
        if u in self.waiting and self.uses[u] > 1: self.emit_value(u, self.waiting.pop(u))

    def gep(self, u: UOp) -> None:
        """One lane as a scalar, or several as a vector."""
        source = self.read(u.src[0])
        lanes: tuple[int, ...] = u.arg
        vector = source.inside(UNARY) if source.binds == ATOM else f"({source.text})"
        if len(lanes) == 1:
            text = self.dialect.lane(vector, lanes[0])
            value = Expr(f"{text} != 0", COMPARE, source.reads) if source.lane else Expr(text, ATOM, source.reads)
        else:
            held = _mask(len(lanes), source.lane) if source.lane else u.dtype
            text = self.dialect.lanes(self.type_of(held), source.text, lanes)
            value = Expr(text, ATOM, source.reads, source.lane)
        self.define(u, value)

    def tensor_core(self, u: UOp) -> None: self._call_unit(u, *self.dialect.tensor_core(u))
    def dot(self, u: UOp) -> None: self._call_unit(u, *self.dialect.dot(u))
    def lookup(self, u: UOp) -> None: self._call_unit(u, *self.dialect.lookup(u))

    def warp_shuffle(self, u: UOp) -> None:
        """A variable where all threads are: its reader may be under a condition."""
        name, definition = self.dialect.warp_shuffle(u)
        x = self.read(u.src[0])
        self.helpers[name] = definition
        self.emit_value(u, Expr(f"{name}({x.text})", ATOM))

    def _call_unit(self, u: UOp, name: str, definition: str) -> None:
        parts = [self.read(s) for s in u.src]
        self.helpers[name] = definition
        self.define(u, Expr(f"{name}({', '.join(p.text for p in parts)})", ATOM, union(parts)))

    # ---- steps: arithmetic

    def alu(self, u: UOp) -> None:
        """An expression: of masks where vectors of bools are compared or chosen by, of numbers else."""
        if u.op is Ops.SUB and u.arg == UNFUSED: return self._difference(u)
        parts = [self.read(s) for s in u.src]
        if u.dtype.count > 1 and (u.dtype.is_bool() or u.src[0].dtype.is_bool()): value = self._mask_alu(u, parts)
        elif u.op is Ops.WHERE: value = self._where(parts, 0)
        elif u.src[0].dtype.is_bool(): value = self._bool_alu(u.op, parts)
        else: value = self._number_alu(u, parts)
        value.reads = union(parts)
        self.define(u, value)

    def _difference(self, u: UOp) -> None:
        """A function, in which nothing is fused."""
        kind, parts = self.type_of(u.dtype), [self.read(s) for s in u.src]
        self.helpers["unfused"] = self.unfused(kind)
        self.define(u, Expr(f"difference({', '.join(p.text for p in parts)})", ATOM, union(parts)))

    def unfused(self, kind: str) -> str:
        """The function that subtracts without a fused multiply-add."""
        return f"{kind} difference({kind} a, {kind} b) {{\n#pragma clang fp contract(off)\n  return a - b;\n}}"

    def _where(self, parts: Sequence[Expr], lane: int) -> Expr:
        gate, yes, no = (p.inside(SHIFT) for p in parts)
        return Expr(f"{gate} ? {yes} : {no}", TERNARY, lane=lane)

    def _bool_alu(self, op: Ops, parts: Sequence[Expr]) -> Expr:
        if op is Ops.NOT: return Expr(f"!{parts[0].inside(ATOM)}", UNARY)
        if op is Ops.CMPLT: return Expr(f"!{parts[0].inside(ATOM)} & {parts[1].inside(BITS)}", BITS)
        if op is Ops.CMPEQ: return Expr(f"{parts[0].inside(COMPARE)} == {parts[1].inside(COMPARE)}", COMPARE)
        return Expr(f"{parts[0].inside(BITS)} {self.dialect.bool_infix[op]} {parts[1].inside(BITS)}", BITS)

    def _mask_alu(self, u: UOp, parts: list[Expr]) -> Expr:
        """Compares that give masks, and whatever takes them."""
        first, count = u.src[0].dtype, u.dtype.count
        if u.op is Ops.WHERE:
            lane = 8 if u.dtype.is_bool() else u.dtype.bits
            kept = parts[1:] if not u.dtype.is_bool() else [self.as_mask(p, count, lane) for p in parts[1:]]
            return self._where([self.as_mask(parts[0], count, lane), *kept], lane if u.dtype.is_bool() else 0)
        if not first.is_bool(): return Expr(self._infix(u, parts), COMPARE, lane=first.bits)
        lane = parts[0].lane if all(p.lane == parts[0].lane for p in parts) else 8
        a, *rest = (self.as_mask(p, count, lane).inside(BITS) for p in parts)
        if u.op is Ops.NOT: return Expr(f"~{a}", UNARY, lane=lane)
        if u.op is Ops.CMPLT: return Expr(f"~{a} & {rest[0]}", BITS, lane=lane)
        if u.op is Ops.CMPEQ: return Expr(f"~({a} ^ {rest[0]})", UNARY, lane=lane)
        return Expr(f"{a} {self.dialect.bool_infix[u.op]} {rest[0]}", BITS, lane=lane)

    def _infix(self, u: UOp, parts: Sequence[Expr]) -> str:
        op, left, right = u.op, u.src[0], u.src[1]
        if right.op is not Ops.CONST and op not in (Ops.SHL, Ops.SHR): parts = (self.plain(left, parts[0]), parts[1])
        if left.op is not Ops.CONST: parts = (parts[0], self.plain(right, parts[1]))
        sign, binds = self.dialect.infix[op]
        return f"{parts[0].inside(binds)} {sign} {parts[1].inside(binds, right=True)}"

    def _number_alu(self, u: UOp, parts: Sequence[Expr]) -> Expr:
        """An op on numbers as an expression with its precedence; narrow integers are cut back after C has promoted them to int."""
        op, dtype = u.op, u.src[0].dtype
        if op in GroupOp.COMPARE: return Expr(self._infix(u, parts), COMPARE)
        if self.dialect.wraps_by_cast and _may_wrap(u): return self._wrapped(u, parts)
        if op is Ops.NEG: value = Expr(f"-{parts[0].inside(ATOM)}", UNARY)
        elif op is Ops.NOT: value = Expr(f"~{parts[0].inside(ATOM)}", UNARY)
        elif op is Ops.RECIPROCAL: value = Expr(f"{self._one(dtype)} / {parts[0].inside(PRODUCT, right=True)}", PRODUCT)
        elif op is Ops.MULACC:
            value = Expr(f"{parts[0].inside(PRODUCT)} * {parts[1].inside(PRODUCT, right=True)} + "
                          f"{parts[2].inside(SUM, right=True)}", SUM)
        elif op in self.dialect.infix: value = Expr(self._infix(u, parts), self.dialect.infix[op][1])
        # a constant is no NaN: first, it saves the test for one
        elif op is Ops.MAX and u.src[1].op is Ops.CONST: return self._call(op, dtype, (parts[1], parts[0]))
        else: return self._call(op, dtype, parts)
        # C computes on narrow integers as int: cut the result back
        narrow = dtype.is_integer() and dtype.bits < 32 and dtype.count == 1
        return Expr(f"({self.type_of(dtype)}){value.inside(ATOM)}", UNARY) if narrow else value

    def _wrapped(self, u: UOp, parts: Sequence[Expr]) -> Expr:
        """Signed arithmetic that may wrap, done on unsigned numbers, where the language does not define it otherwise."""
        unsigned = unsigned_of(u.dtype.scalar().itemsize).vec(u.dtype.count)
        a, *b = (self.reinterpret(unsigned, p) for p in parts)
        if u.op is Ops.NEG: text = f"-{a}"
        elif u.op is Ops.MULACC: text = f"{a} * {b[0]} + {b[1]}"
        else: text = f"{a} {self.dialect.infix[u.op][0]} {b[0]}"
        return Expr(self.reinterpret(u.dtype, Expr(text, SUM)), UNARY)

    def _one(self, dtype: DType) -> str:
        one = self.dialect.literal(dtype.scalar(), 1.0)
        return one if dtype.count == 1 else self._vector(dtype, [one])

    def _call(self, op: Ops, dtype: DType, parts: Sequence[Expr], to: DType | None = None) -> Expr:
        name, definition = self.dialect.function(op, dtype, to)
        if dtype.count > 1: self.vectors[dtype] = None
        if to is not None and to.count > 1: self.vectors[to] = None
        if definition: self.helpers[name] = definition
        return Expr(f"{name}({', '.join(p.text for p in parts)})")

    # ---- steps: conversions

    def cast(self, u: UOp) -> None:
        """A conversion. InternalError for narrow floats, which should have become integers before."""
        value, source = self.read(u.src[0]), u.src[0].dtype
        if (steps := self.dialect.conversion(source, u.dtype)) is not None: return self.define(u, self._convert(steps, value, u.dtype))
        if {source.scalar(), u.dtype.scalar()} & {dtypes.bfloat16, *dtypes.fp8s}:
            raise InternalError(f"a cast from {source} to {u.dtype} should have become integer arithmetic (kernel {self.name})")
        reads = value.reads
        if u.dtype.is_bool():
            return self.define(u, value if source.is_bool() else self.is_not_zero(value, source))
        kind = self.type_of(u.dtype)
        if not value.lane and kind == self.type_of(source): return self.define(u, value)
        if u.dtype.count == 1: return self.define(u, Expr(f"({kind}){value.inside(ATOM)}", UNARY, reads))
        inner = f"-{value.inside(ATOM)}" if value.lane else value.text
        self.define(u, Expr(self.dialect.convert(kind, inner), ATOM, reads))

    def _convert(self, steps: Sequence[tuple[str, str]], value: Expr, to: DType) -> Expr:
        """A narrow float made, or read, by functions of the dialect."""
        text = value.text
        for name, definition in steps:
            self.helpers[name] = definition
            text = f"{name}({text})"
        if to.is_float() and to.bits <= 32: return Expr(text, ATOM, value.reads)
        return Expr(f"({self.type_of(to)}){text}", UNARY, value.reads)

    def is_not_zero(self, value: Expr, source: DType) -> Expr:
        zero = self.dialect.zero(self.type_of(source), source.count)
        return Expr(f"{value.inside(COMPARE)} != {zero}", COMPARE, value.reads, source.bits if source.count > 1 else 0)

    def bitcast(self, u: UOp) -> None:
        """The same bits: nothing where the types are held alike, a cast of vectors and integers, a union where a float is a scalar."""
        value, source, to = self.read(u.src[0]), u.src[0].dtype, u.dtype
        if to.is_bool(): return self.define(u, self.is_not_zero(value, source))
        if value.lane:
            value = Expr(f"-{self.as_mask(value, to.count, 8).inside(ATOM)}", UNARY, value.reads)
            source = _mask(to.count, 8)
        same_kind = self.dialect.types[source.name] == self.dialect.types[to.name]
        whole = not source.is_float() and not to.is_float()
        if same_kind: return self.define(u, value)
        if to.count > 1 or whole:
            return self.define(u, Expr(self.reinterpret(to, value), UNARY, value.reads))
        # C computes on narrow integers as int, and some languages reinterpret only between types of one size
        if source.is_integer() and source.bits < 32: value = Expr(f"({self.type_of(source)}){value.inside(ATOM)}", UNARY, value.reads)
        result = self._call(Ops.BITCAST, source, [value], to)
        result.reads = value.reads
        self.define(u, result)

    def reinterpret(self, to: DType, value: Expr) -> str:
        """The bits of a vector, or of an integer, as another type of that size. A cast wraps integers of whatever type."""
        kind, function = self.type_of(to), self.dialect.reinterpret
        return f"{function}{kind}({value.text})" if function and to.count > 1 else f"({kind}){value.inside(ATOM)}"



#: ops whose signed arithmetic is done on the unsigned twin where it may wrap; narrower scalars are computed as int anyway
_WRAPPING = frozenset((Ops.ADD, Ops.SUB, Ops.MUL, Ops.NEG, Ops.MULACC, Ops.SHL))


def _may_wrap(u: UOp) -> bool:
    """Whether a signed result may leave its format; one whose bounds are known does not."""
    scalar = u.dtype.scalar()
    if u.op not in _WRAPPING or scalar not in dtypes.sints: return False
    return u.bounds == (scalar.min, scalar.max) and (scalar.bits >= 32 or u.dtype.count > 1)


def _mask(count: int, lane: int) -> DType:
    """The vector type of a mask."""
    return {8: dtypes.int8, 16: dtypes.int16, 32: dtypes.int32, 64: dtypes.int64}[lane].vec(count)


def _pixel(at: Expr, width: int) -> tuple[str, str]:
    """Column and row of the pixel whose first float is at a position."""
    position = at.inside(PRODUCT)
    return f"{position} / 4 % {width}", f"{position} / {4 * width}"


def _plus(at: Expr, more: int) -> str:
    if more == 0: return at.text
    return str(more) if at.text == "0" else f"{at.inside(SUM)} + {more}"


def address(pointer: str, at: Expr) -> str:
    return pointer if at.text == "0" else f"({pointer} + {at.inside(SUM)})"
