"""LLVM IR with opaque pointers, op by op: what the writers for CPUs (`llvmir`) and for AMD's GPUs (`amdgcn`) have in common.

Inputs: the linear IR of a kernel.
Outputs: the lines of a function.
Invariants: what a list means here is what it means in C for clang; a bool is `i1` as a value and a byte 0 or 1 in memory; every
buffer is read and written with the alignment of an element, scratch memory with the alignment its position shows.
"""
from __future__ import annotations

import math
import struct
from collections.abc import Callable, Sequence

from heddle.dtype import ConstType, DType, dtypes, encode_float
from heddle.errors import InternalError
from heddle.renderer import UNFUSED, bytes_ahead, gate_of, lane_values
from heddle.renderer.llvm.readers import Base, base_of, picked_apart, shared_bases
from heddle.renderer.op_writer import OpWriter
from heddle.uop import AxisType, Ops, UOp

_TYPES = {"bool": "i1", "int8": "i8", "uint8": "i8", "int16": "i16", "uint16": "i16", "int32": "i32", "uint32": "i32", "int64": "i64",
          "uint64": "i64", "index": "i64", "float16": "half", "bfloat16": "i16", "fp8e4m3": "i8", "fp8e5m2": "i8",
          "float32": "float", "float64": "double"}
_LETTERS = {"half": "f16", "float": "f32", "double": "f64"}

# "contract" lets a product and a sum become one fused operation; nothing else about floats is relaxed
_FLOAT = {Ops.ADD: "fadd contract", Ops.SUB: "fsub contract", Ops.MUL: "fmul contract", Ops.FDIV: "fdiv",
          Ops.CMPLT: "fcmp olt", Ops.CMPNE: "fcmp une", Ops.CMPEQ: "fcmp oeq"}
_SIGNED = {Ops.ADD: "add", Ops.SUB: "sub", Ops.MUL: "mul", Ops.IDIV: "sdiv", Ops.MOD: "srem", Ops.AND: "and", Ops.OR: "or",
           Ops.XOR: "xor", Ops.SHL: "shl", Ops.SHR: "ashr", Ops.CMPLT: "icmp slt", Ops.CMPNE: "icmp ne", Ops.CMPEQ: "icmp eq"}
_UNSIGNED = _SIGNED | {Ops.IDIV: "udiv", Ops.MOD: "urem", Ops.SHR: "lshr", Ops.CMPLT: "icmp ult"}
_BOOL = _UNSIGNED | {Ops.ADD: "or", Ops.MUL: "and", Ops.MAX: "or"}
_SUMS_AND_PRODUCTS = frozenset((Ops.ADD, Ops.SUB, Ops.MUL))
_STORED_ONLY = frozenset((dtypes.bfloat16, *dtypes.fp8s))


def is_value_float(dtype: DType) -> bool:
    """Whether LLVM sees a float; formats that are only stored are integers to it."""
    return dtype.is_float() and dtype.scalar() not in _STORED_ONLY


def type_of(dtype: DType) -> str:
    """LLVM's name of a scalar or vector type."""
    scalar = _TYPES[dtype.name]
    return scalar if dtype.count == 1 else f"<{dtype.count} x {scalar}>"


def stored_type(dtype: DType) -> str:
    """The type of a value of `dtype` in memory."""
    return type_of(dtypes.uint8.vec(dtype.count)) if dtype.is_bool() else type_of(dtype)


class LLVMWriter(OpWriter):
    """One kernel being written. A target adds how arguments come in, and its own ops."""

    language = "LLVMRenderer"
    #: where registers are declared, if not in the usual memory
    registers_in = ""
    #: whether instructions take an address as a base and a constant
    adds_offsets = False

    def __init__(self, uops: Sequence[UOp], name: str) -> None:
        super().__init__(uops, name)
        self.entry: list[str] = []  # arguments and registers: they belong before every loop
        self.lines: list[str] = []
        self.block = "entry"  # label of the block being written: a loop's counter names where it came from
        self.values: dict[UOp, str] = {}
        self.loops: dict[UOp, tuple[str, str]] = {}  # RANGE -> (name, where its counter's line stands, to be completed)
        self.declared: dict[str, None] = {}
        #: addresses that others are a constant away from, by buffer and position: of this block and of those around it
        self.bases: list[dict[Base, str]] = [{}]
        #: the two halves of vectors that are never needed as a whole, since all that reads them picks lanes
        self.halves = picked_apart(uops)
        #: bases of several addresses, and the positions that are not computed for that
        self.shared, self.unneeded = shared_bases(uops) if self.adds_offsets else (frozenset[Base](), frozenset[UOp]())
        self.bytes: dict[UOp, str] = {}  # vectors of bools as they lie in memory: shuffles of bytes are instructions, of bits many
        self.count = 0
        self.buffers = self.variables = self.labels = self.scratch = 0

    def source(self) -> str:
        """The module."""
        raise NotImplementedError

    # ---- text

    def emit(self, text: str, result: bool = True) -> str:
        """One instruction; the name of its result."""
        if not result:
            self.lines.append(f"  {text}")
            return ""
        name = f"%v{self.count}"
        self.count += 1
        self.lines.append(f"  {name} = {text}")
        return name

    def label(self, name: str) -> None:
        """Begins a block."""
        self.lines.append(f"{name}:")
        self.block = name

    def call(self, function: str, result: str, arguments: Sequence[tuple[str, str]], flags: str = "") -> str:
        """A call of an intrinsic, `function` being its name without "llvm."."""
        self.declared[f"{result} @llvm.{function}({', '.join(kind for kind, _ in arguments)})"] = None
        return self.emit(f"call {flags}{result} @llvm.{function}({', '.join(f'{kind} {value}' for kind, value in arguments)})")

    def typed(self, u: UOp) -> str: return f"{type_of(u.dtype)} {self.values[u]}"

    def pointer(self, address: UOp) -> str:
        """The type of an address in the memory under `address`."""
        return "ptr"

    def alignment(self, address: UOp, dtype: DType) -> int:
        """What the address of an access of `dtype` is a multiple of."""
        return dtype.itemsize // dtype.count

    def streamed(self, store: UOp) -> str:
        """What marks a store that is to go past the caches."""
        return ""

    # ---- declarations and constants

    def define_reg(self, u: UOp) -> None:
        """A register: a stack slot, which LLVM promotes to a register."""
        name = f"%acc{len(self.values)}"
        self.entry.append(f"  {name} = alloca {type_of(u.dtype)}{self.registers_in}")
        self.values[u] = name

    def const(self, u: UOp) -> None:
        """A constant, or a vector of them."""
        scalar, count = u.dtype.scalar(), u.dtype.count
        if count == 1:
            self.values[u] = literal(scalar, u.arg)
            return
        lanes = lane_values(u)
        if len(lanes) == 1:
            self.values[u] = _splat(u.dtype, literal(scalar, lanes[0]))
            return
        self.values[u] = "<" + ", ".join(f"{type_of(scalar)} {literal(scalar, x)}" for x in lanes) + ">"

    # ---- loops

    def range(self, u: UOp) -> None: self.open_loop(u, "0", self.values[u.src[0]])

    def open_loop(self, u: UOp, first: str, stop: str) -> None:
        """A loop from `first` to before `stop`."""
        name, kind = f"{u.arg[1].value if u.arg[1] is not AxisType.LOOP else 'i'}{self.labels}", type_of(u.dtype)
        self.labels += 1
        before = self.block
        self.emit(f"br label %{name}.head", result=False)
        self.label(f"{name}.head")
        self.emit(f"%{name} = phi {kind} [ {first}, %{before} ], [ %{name}.next, %{name}.last ]", result=False)
        self.emit(f"%{name}.more = icmp slt {kind} %{name}, {stop}", result=False)
        self.emit(f"br i1 %{name}.more, label %{name}.body, label %{name}.done", result=False)
        self.label(f"{name}.body")
        self.bases.append({})
        self.values[u] = f"%{name}"

    def end(self, u: UOp) -> None:
        """Counts, and goes back to the head."""
        loop = next(s for s in u.src if s.op is Ops.RANGE)
        name = self.values[loop][1:]
        self.bases.pop()
        self.emit(f"br label %{name}.last", result=False)
        self.label(f"{name}.last")
        self.emit(f"%{name}.next = add nsw {type_of(loop.dtype)} %{name}, 1", result=False)
        self.emit(f"br label %{name}.head", result=False)
        self.label(f"{name}.done")

    # ---- memory

    def index(self, u: UOp) -> None:
        """An address. Those that are constants apart are counted from one, which itself may lie outside of the buffer."""
        at, kind, base = u.src[1], stored_type(u.dtype.scalar()), base_of(u)
        if base is not None and base in self.shared:
            first = self.base(base, f"{kind}, {self.pointer(u)} {self.values[u.src[0]]}")
            self.values[u] = self.emit(f"getelementptr {kind}, {self.pointer(u)} {first}, i64 {at.src[1].arg}")
            return
        position = self.values[at]
        if at.dtype.bits < 64: position = self.emit(f"sext {self.typed(at)} to i64")
        self.values[u] = self.emit(f"getelementptr inbounds {kind}, {self.pointer(u)} {self.values[u.src[0]]}, i64 {position}")

    def base(self, base: Base, buffer: str) -> str:
        """The address of a position in a buffer."""
        if (found := next((known[base] for known in self.bases if base in known), None)) is not None: return found
        made = self.bases[-1][base] = self.emit(f"getelementptr {buffer}, i64 {self.values[base[1]]}")
        return made

    def load(self, u: UOp) -> None:
        """A value from memory or a register; where there is a gate, the second source if it is false."""
        if not _is_element(u.src[0]):
            self.values[u] = self.emit(f"load {type_of(u.dtype)}, {self.address(u.src[0])}")
            return
        if (gate := gate_of(u)) is None:
            if ahead := bytes_ahead(u):
                line = self.emit(f"getelementptr i8, {self.address(u.src[0])}, i64 {ahead}")
                self.declared["void @llvm.prefetch.p0(ptr, i32 immarg, i32 immarg, i32 immarg)"] = None
                self.emit(f"call void @llvm.prefetch.p0(ptr {line}, i32 0, i32 3, i32 1)", result=False)
            self.values[u] = self._load(u.dtype, u.src[0], u)
            return
        other, before, name = self.values[u.src[1]], self.block, self._open_gate(gate)
        inside, block = self._load(u.dtype, u.src[0]), self.block
        self._close_gate(name)
        self.values[u] = self.emit(f"phi {type_of(u.dtype)} [ {inside}, %{block} ], [ {other}, %{before} ]")

    def address(self, u: UOp) -> str:
        """An address as an operand."""
        return f"{self.pointer(u)} {self.values[u]}"

    def _load(self, dtype: DType, at: UOp, u: UOp | None = None) -> str:
        value = self.emit(f"load {stored_type(dtype)}, {self.address(at)}, align {self.alignment(at, dtype)}")
        if not dtype.is_bool(): return value
        if u is not None and dtype.count > 1: self.bytes[u] = value
        return self.emit(f"icmp ne {stored_type(dtype)} {value}, {_zero(dtype)}")

    def _open_gate(self, gate: UOp) -> str:
        """A branch around what may only happen where `gate` is true."""
        name = f"gate{self.labels}"
        self.labels += 1
        self.emit(f"br i1 {self.values[gate]}, label %{name}.open, label %{name}.done", result=False)
        self.label(f"{name}.open")
        self.bases.append({})
        return name

    def _close_gate(self, name: str) -> None:
        self.bases.pop()
        self.emit(f"br label %{name}.done", result=False)
        self.label(f"{name}.done")

    def store(self, u: UOp) -> None:
        """Writes to memory or a register, where the gate is true. Bools lie in memory as 0 and 1."""
        gate = gate_of(u)
        name = self._open_gate(gate) if gate is not None else None
        value, address = u.src[1], self.address(u.src[0])
        if not _is_element(u.src[0]): self.emit(f"store {self.typed(value)}, {address}", result=False)
        else:
            text = self.typed(value)
            if value.dtype.is_bool():
                text = f"{stored_type(value.dtype)} " + self.emit(f"zext {text} to {stored_type(value.dtype)}")
            self.emit(f"store {text}, {address}, align {self.alignment(u.src[0], value.dtype)}{self.streamed(u)}", result=False)
        if name: self._close_gate(name)

    # ---- vectors

    def vectorize(self, u: UOp) -> None:
        """A vector of scalars, or of the lanes of two vectors."""
        kind, count = type_of(u.dtype), u.dtype.count
        if u.src[0].dtype.count > 1:  # the lanes of two vectors
            if u not in self.halves: self.shuffle(u, u.src, range(count))
            return
        if all(s is u.src[0] for s in u.src):
            one = self.emit(f"insertelement {kind} poison, {self.typed(u.src[0])}, i64 0")
            self.values[u] = self._shuffle(kind, [one], [0] * count)
            return
        value = "poison"
        for at, s in enumerate(u.src): value = self.emit(f"insertelement {kind} {value}, {self.typed(s)}, i64 {at}")
        self.values[u] = value

    def gep(self, u: UOp) -> None:
        """Lanes of a vector."""
        source = u.src[0]
        lanes: tuple[int, ...] = u.arg
        parts: Sequence[UOp] = source.src if source in self.halves else (source,)
        if len(lanes) == 1:
            number, lane = divmod(lanes[0], source.dtype.count // len(parts))
            self.values[u] = self.emit(f"extractelement {self.typed(parts[number])}, i64 {lane}")
        else: self.shuffle(u, parts, lanes)

    def shuffle(self, u: UOp, parts: Sequence[UOp], lanes: Sequence[int]) -> None:
        """The lanes of one vector, or of two, that `lanes` numbers."""
        kind = parts[0].dtype
        if all(p in self.bytes for p in parts):
            picked = self.bytes[u] = self._shuffle(stored_type(kind), [self.bytes[p] for p in parts], lanes)
            self.values[u] = self.emit(f"icmp ne {stored_type(u.dtype)} {picked}, {_zero(u.dtype)}")
        else: self.values[u] = self._shuffle(type_of(kind), [self.values[p] for p in parts], lanes)

    def _shuffle(self, kind: str, values: Sequence[str], lanes: Sequence[int]) -> str:
        mask = ", ".join(f"i32 {lane}" for lane in lanes)
        other = values[1] if len(values) > 1 else "poison"
        return self.emit(f"shufflevector {kind} {values[0]}, {kind} {other}, <{len(lanes)} x i32> <{mask}>")

    # ---- arithmetic

    def alu(self, u: UOp) -> None:
        """One instruction, or what `_SPECIAL` makes of the op."""
        if u in self.unneeded: return
        dtype = u.src[0].dtype
        special = _SPECIAL.get(u.op)
        if special is not None and not (u.op is Ops.MAX and dtype.is_bool()):
            self.values[u] = special(self, u)
            return
        table = _FLOAT if is_value_float(dtype) else _BOOL if dtype.is_bool() else _UNSIGNED if dtype.is_unsigned() else _SIGNED
        if u.op not in table: raise InternalError(f"{self.language} has no {u.op.name} of {dtype} (kernel {self.name})")
        nsw = " nsw" if u.op in _SUMS_AND_PRODUCTS and _never_wraps(u) else ""
        verb = table[u.op]
        # p - p of a product p is 0 or NaN: fused, it would be what the rounding of p has left
        if u.op is Ops.SUB and (u.src[0] is u.src[1] or u.arg == UNFUSED): verb = verb.removesuffix(" contract")
        self.values[u] = self.emit(f"{verb}{nsw} {self.typed(u.src[0])}, {self.values[u.src[1]]}")

    def neg(self, u: UOp) -> str:
        """The negative; of a float, its other sign."""
        if u.dtype.is_float(): return self.emit(f"fneg {self.typed(u.src[0])}")
        return self.emit(f"sub {type_of(u.dtype)} {_zero(u.dtype)}, {self.values[u.src[0]]}")

    def invert(self, u: UOp) -> str:
        """All bits inverted."""
        ones = literal(u.dtype.scalar(), True if u.dtype.is_bool() else -1)
        return self.emit(f"xor {self.typed(u.src[0])}, {_splat(u.dtype, ones)}")

    def reciprocal(self, u: UOp) -> str:
        """One divided by it."""
        one = _splat(u.dtype, literal(u.dtype.scalar(), 1.0))
        return self.emit(f"fdiv {type_of(u.dtype)} {one}, {self.values[u.src[0]]}")

    def rounding(self, u: UOp) -> str:
        """An LLVM intrinsic with the name of the op."""
        kind = type_of(u.dtype)
        return self.call(f"{u.op.name.lower()}.{mangled(u.dtype)}", kind, [(kind, self.values[u.src[0]])])

    def maximum(self, u: UOp) -> str:
        """The greater; of floats, the one that is NaN."""
        kind, a, b = type_of(u.dtype), u.src[0], u.src[1]
        if not u.dtype.is_float():
            verb = "umax" if u.dtype.is_unsigned() else "smax"
            return self.call(f"{verb}.{mangled(u.dtype)}", kind, [(kind, self.values[a]), (kind, self.values[b])])
        if _is_number(b): a, b = b, a  # first, it saves the test for NaN
        greater = self.emit(f"fcmp ogt {kind} {self.values[a]}, {self.values[b]}")
        value = self.emit(f"select {_bools(u.dtype)} {greater}, {self.typed(a)}, {self.typed(b)}")
        if _is_number(a): return value
        if u.dtype.count > 1: value = self.fenced(value, u.dtype)  # else LLVM makes one selection by two comparisons
        is_nan = self.emit(f"fcmp uno {kind} {self.values[a]}, {_splat(u.dtype, literal(u.dtype.scalar(), 0.0))}")
        return self.emit(f"select {_bools(u.dtype)} {is_nan}, {self.typed(a)}, {kind} {value}")

    def fenced(self, value: str, dtype: DType) -> str:
        """The value, where LLVM need not be kept from combining what computes it with what uses it."""
        return value

    def where(self, u: UOp) -> str:
        return self.emit(f"select {', '.join(self.typed(s) for s in u.src)}")

    def multiply_add(self, u: UOp) -> str:
        """A product and a sum, fused where the processor can."""
        kind = type_of(u.dtype)
        if u.dtype.is_float():
            return self.call(f"fmuladd.{mangled(u.dtype)}", kind, [(kind, self.values[s]) for s in u.src], "contract ")
        product = self.emit(f"mul {kind} {self.values[u.src[0]]}, {self.values[u.src[1]]}")
        return self.emit(f"add {kind} {product}, {self.values[u.src[2]]}")

    # ---- conversions

    def cast(self, u: UOp) -> None:
        """Another format for the same value."""
        self.values[u] = self.converted(self.values[u.src[0]], u.src[0].dtype, u.dtype)

    def converted(self, value: str, source: DType, to: DType) -> str:
        """A value of one format in another."""
        if {source.scalar(), to.scalar()} & _STORED_ONLY:
            raise InternalError(f"a cast from {source} to {to} should have become integer arithmetic (kernel {self.name})")
        if to.is_bool() and not source.is_bool():
            return self.emit(f"{'fcmp une' if source.is_float() else 'icmp ne'} {type_of(source)} {value}, {_zero(source)}")
        if type_of(source) == type_of(to): return value
        return self.emit(f"{_conversion(source, to)} {type_of(source)} {value} to {type_of(to)}")

    def bitcast(self, u: UOp) -> None:
        """Another format for the same bits."""
        source, to, value = u.src[0].dtype, u.dtype, self.values[u.src[0]]
        if source.is_bool() and not to.is_bool(): value = self.emit(f"zext {self.typed(u.src[0])} to {stored_type(source)}")
        if to.is_bool() and not source.is_bool(): value = self.emit(f"icmp ne {type_of(source)} {value}, {_zero(source)}")
        elif not source.is_bool() and type_of(source) != type_of(to):
            value = self.emit(f"bitcast {type_of(source)} {value} to {type_of(to)}")
        self.values[u] = value

    def after(self, u: UOp) -> None: self.values[u] = self.values[u.src[0]]


def literal(dtype: DType, value: ConstType) -> str:
    """`value` exactly, as a scalar of `dtype`."""
    if dtype.is_bool(): return "true" if value else "false"
    if dtype in _STORED_ONLY: return str(encode_float(dtype, float(value)))
    if not dtype.is_float(): return str(int(value))
    number = float(value)
    if dtype.name == "float16": return f"0xH{struct.unpack('<H', struct.pack('<e', number))[0]:04X}"
    if dtype.name == "float32": number = struct.unpack("<f", struct.pack("<f", number))[0]
    return f"0x{struct.unpack('<Q', struct.pack('<d', number))[0]:016X}"  # a float32 is written as the double it equals


def _conversion(source: DType, to: DType) -> str:
    if source.is_float() and to.is_float(): return "fptrunc" if to.bits < source.bits else "fpext"
    if source.is_float(): return "fptoui" if to.is_unsigned() else "fptosi"
    unsigned = source.is_unsigned() or source.is_bool()
    if to.is_float(): return "uitofp" if unsigned else "sitofp"
    return "trunc" if to.bits < source.bits else "zext" if unsigned else "sext"


def _never_wraps(u: UOp) -> bool:
    """Whether the bounds of a 64-bit result show that it fits: so it is with positions, and LLVM reasons better about them."""
    return u.dtype in (dtypes.int64, dtypes.index) and u.bounds != (u.dtype.min, u.dtype.max)


def _is_element(u: UOp) -> bool:
    while u.op is Ops.AFTER: u = u.src[0]
    return u.op is Ops.INDEX


def mangled(dtype: DType) -> str:
    scalar = _TYPES[dtype.name]
    return (f"v{dtype.count}" if dtype.count > 1 else "") + _LETTERS.get(scalar, scalar)


def _bools(dtype: DType) -> str: return type_of(dtypes.bool.vec(dtype.count))
def _zero(dtype: DType) -> str: return "zeroinitializer" if dtype.count > 1 else "0.0" if is_value_float(dtype) else "0"
def comment(text: str) -> str: return "".join(c if c.isprintable() else "?" for c in text)


def _is_number(u: UOp) -> bool:
    """Whether a value is a constant, and no lane of it NaN."""
    return u.op is Ops.CONST and not any(map(math.isnan, lane_values(u)))


def _splat(dtype: DType, value: str) -> str:
    if dtype.count == 1: return value
    return f"splat ({type_of(dtype.scalar())} {value})"


_SPECIAL: dict[Ops, Callable[[LLVMWriter, UOp], str]] = {
    Ops.NEG: LLVMWriter.neg, Ops.NOT: LLVMWriter.invert, Ops.RECIPROCAL: LLVMWriter.reciprocal, Ops.SQRT: LLVMWriter.rounding,
    Ops.TRUNC: LLVMWriter.rounding, Ops.MAX: LLVMWriter.maximum, Ops.WHERE: LLVMWriter.where, Ops.MULACC: LLVMWriter.multiply_add,
}
