"""Writer of NIR text: a kernel's linear IR as instructions on numbered values.

Inputs: the linear IR, vectors scalarized.
Outputs: the lines of a kernel (`nir.py` has their grammar).
Invariants: an instruction has one result, which is named once; integers of 8 and 16 bits are held in 32 and cut back after
arithmetic; bools have one bit, and are bytes in memory.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence

from heddle.dtype import ConstType, DType, dtypes
from heddle.errors import InternalError
from heddle.renderer import gate_of, lane_values, local_bytes, memory_of
from heddle.renderer.nir.sums import COMPUTED, accumulating
from heddle.renderer.op_writer import OpWriter
from heddle.uop import GroupOp, Ops, UOp
from heddle.uop.interpreter.ops import to_bits

#: elements of one access, at most
LANES = 4
#: float32: 1, 1/2, and 4097, which splits a float's digits in halves; 2**96 and 2**-32
_ONE, _HALF, _SPLITTER, _GREAT, _SCALE = 0x3F800000, 0x3F000000, 0x45800800, 0x6F800000, 0x2F800000
#: positions below this many bytes are computed in 32 bits
_NEAR = 1 << 31
_FLOATS = {Ops.ADD: "fadd", Ops.SUB: "fsub", Ops.MUL: "fmul", Ops.TRUNC: "ftrunc", Ops.NEG: "fneg", Ops.CMPLT: "flt",
           Ops.CMPNE: "fneu", Ops.CMPEQ: "feq", Ops.MULACC: "ffma"}
#: what half floats have no instruction for that rounds to nearest
_IN_FLOAT32 = (Ops.FDIV, Ops.RECIPROCAL, Ops.SQRT)
#: of integers; of those that differ, the signed and the unsigned one
_INTEGERS = {Ops.ADD: "iadd", Ops.SUB: "isub", Ops.MUL: "imul", Ops.NEG: "ineg", Ops.AND: "iand", Ops.OR: "ior", Ops.XOR: "ixor",
             Ops.NOT: "inot", Ops.SHL: "ishl", Ops.CMPNE: "ine", Ops.CMPEQ: "ieq"}
_SIGNED = {Ops.IDIV: "idiv", Ops.MOD: "irem", Ops.SHR: "ishr", Ops.CMPLT: "ilt", Ops.MAX: "imax"}
_UNSIGNED = {Ops.IDIV: "udiv", Ops.MOD: "umod", Ops.SHR: "ushr", Ops.CMPLT: "ult", Ops.MAX: "umax"}
_BOOLS = {Ops.ADD: "ior", Ops.MAX: "ior", Ops.OR: "ior", Ops.MUL: "iand", Ops.AND: "iand", Ops.SUB: "ixor", Ops.XOR: "ixor",
          Ops.CMPNE: "ixor", Ops.NOT: "inot", Ops.CMPEQ: "ieq"}


def held_bits(dtype: DType) -> int:
    """The bits of a value of this scalar dtype."""
    if dtype.is_bool(): return 1
    return 8 * dtype.itemsize if (dtype.is_float() and dtype.itemsize > 1) or dtype.itemsize > 4 else 32


class NIRWriter(OpWriter):
    """One kernel being written."""

    language = "NIRRenderer"

    def __init__(self, uops: Sequence[UOp], name: str, texels: Mapping[UOp, int] | None = None) -> None:
        super().__init__(uops, name)
        self._texels = texels or {}  # PARAMs that are read as so many vectors
        self.lines: list[str] = []
        self.values: dict[UOp, str] = {}
        self.lanes: dict[UOp, list[str]] = {}
        self.shared = 0  # bytes that a work-group shares
        self.arguments = 0  # bytes of arguments
        self.images = 0
        self._depth, self._numbers, self._registers = 1, 0, 0
        self._accumulating = accumulating(uops)
        self._counters: dict[UOp, str] = {}  # RANGE -> the register of its counter
        self._scopes: list[dict[tuple[UOp, UOp | None], str]] = [{}]  # addresses that are known, by open block

    # ---- lines

    def emit(self, line: str) -> None: self.lines.append("  " * self._depth + line)

    def make(self, instruction: str, *operands: str) -> str:
        """The value that an instruction makes."""
        self._numbers += 1
        value = f"%{self._numbers - 1}"
        self.emit(" ".join((value, "=", instruction, *operands)))
        return value

    def constant(self, bits: int, value: int) -> str: return self.make(f"const {bits} {value & (1 << bits) - 1:#x}")

    def _open(self, line: str) -> None:
        self.emit(line)
        self._depth += 1
        self._scopes.append({})

    def _close(self, line: str = "}") -> None:
        self._depth -= 1
        self._scopes.pop()
        self.emit(line)

    def _register(self, bits: int, lanes: int = 1) -> str:
        self._registers += 1
        name = f"r{self._registers - 1}"
        self.lines.insert(0, f"  register {name} {bits}x{lanes}")
        return name

    # ---- declarations, constants, positions

    def param(self, u: UOp) -> None:
        """A buffer's address; of an image, its number."""
        if u.image is None and u not in self._texels:
            self.values[u] = self._argument(64)
            return
        self.values[u] = str(self.images)
        kind = f" {8 * u.dtype.itemsize} {self._texels[u]}" if u in self._texels else ""
        self.emit(f"{'texels' if kind else 'image'} {self.arguments // 8}{kind}")
        self.images, self.arguments = self.images + 1, self.arguments + 8

    def define_var(self, u: UOp) -> None: self.values[u] = self._argument(32 if u.dtype.itemsize <= 4 else 64)

    def _argument(self, bits: int) -> str:
        """Every argument takes 8 bytes."""
        self.arguments += 8
        return self.make(f"argument {bits} {self.arguments - 8}")

    def define_local(self, u: UOp) -> None:
        self.values[u] = self.constant(32, self.shared)
        self.shared += local_bytes(u)

    def define_reg(self, u: UOp) -> None: self.values[u] = self._register(max(held_bits(u.dtype), 16))

    def special(self, u: UOp) -> None:
        """A position of the group or the thread along a dimension."""
        what = "workgroup_id" if u.arg[0] == "g" else "local_invocation_id"
        position = self.make(what, str(int(u.arg[-1])))
        self.values[u] = position if u.dtype.itemsize == 4 else self.make("u2u64", position)

    def const(self, u: UOp) -> None:
        scalar = u.dtype.scalar()
        lanes = [self.constant(held_bits(scalar), literal(scalar, value)) for value in lane_values(u)]
        if u.dtype.count > 1: self.lanes[u] = lanes if len(lanes) > 1 else lanes * u.dtype.count
        else: self.values[u] = lanes[0]

    # ---- loops

    def range(self, u: UOp) -> None:
        """Opens a loop, whose counter is a register."""
        bits = held_bits(u.dtype)
        counter = self._register(bits)
        self.emit(f"set {counter} {self.constant(bits, 0)}")
        self._open("loop {")
        value = self.values[u] = self.make("get", counter)
        self.emit(f"break_if {self.make('ige', value, self.values[u.src[0]])}")
        self._counters[u] = counter

    def end(self, u: UOp) -> None:
        """Increments the counter, and closes the loop."""
        loop = u.src[0]
        self.emit(f"set {self._counters[loop]} {self.make('iadd', self.values[loop], self.constant(held_bits(loop.dtype), 1))}")
        self._close()

    def barrier(self, u: UOp) -> None: self.emit("barrier")
    def after(self, u: UOp) -> None: self.values[u] = self.values[u.src[0]]
    def index(self, u: UOp) -> None: """An address is computed where it is used."""

    # ---- memory

    def _address(self, index: UOp) -> tuple[str, str, int]:
        """(`global` or `shared`, address, bytes further on) of an INDEX."""
        memory, at = index.src
        further, base = 0, memory
        while base.op is Ops.AFTER: base = base.src[0]
        if at.op is Ops.ADD and at.src[1].op is Ops.CONST: at, further = at.src[0], at.src[1].arg
        space, size = ("shared" if base.op is Ops.DEFINE_LOCAL else "global"), memory.dtype.itemsize
        if at.op is Ops.CONST: return space, self.values[memory], (at.arg + further) * size
        found = next((scope[memory, at] for scope in self._scopes if (memory, at) in scope), None)
        if found is None: found = self._scopes[-1][memory, at] = self._computed(space, memory, at, size)
        return space, found, further * size

    def _computed(self, space: str, memory: UOp, at: UOp, size: int) -> str:
        """An address: 32 bits of shared memory, 64 of global; a position known to be small is multiplied in 32 bits, which is
        cheaper."""
        position = self.values[at]
        if space == "shared":
            if at.dtype.itemsize > 4: position = self.make("u2u32", position)
            return self.make("iadd", self.values[memory], self.make("imul", position, self.constant(32, size)))
        least, most = at.bounds
        if at.dtype.itemsize == 4 and least >= 0 and most * size < _NEAR:
            if size > 1: position = self.make("imul", position, self.constant(32, size))
            return self.make("iadd", self.values[memory], self.make("u2u64", position))
        if at.dtype.itemsize == 4: position = self.make("i2i64", position)
        return self.make("iadd", self.values[memory], self.make("imul", position, self.constant(64, size)))

    def _pieces(self, index: UOp, lanes: int) -> list[tuple[str, int, int]]:
        """(instruction's end, first lane, lanes) of the accesses that move contiguous elements."""
        space, address, further = self._address(index)
        size = index.dtype.scalar().itemsize
        most = max(min(LANES, 16 // size), 1)
        return [(f"{space} {8 * size}x{min(most, lanes - first)} {address} {further + first * size}", first, min(most, lanes - first))
                for first in range(0, lanes, most)]

    def load(self, u: UOp) -> None:
        """Elements from memory, or a register; where there is a gate, the second source if it is false."""
        scalar, gate = u.dtype.scalar(), gate_of(u)
        if u.src[0].op is Ops.DEFINE_REG or (u.src[0].op is Ops.AFTER and self.values[u.src[0]].startswith("r")):
            value = self.make("get", self.values[u.src[0]])
            self.values[u] = self.make("ine", value, self.constant(16, 0)) if scalar.is_bool() else value
            return
        found = self._loaded(u, scalar) if gate is None else self._gated(u, scalar, gate)
        if u.dtype.count > 1: self.lanes[u] = found
        else: self.values[u] = found[0]

    def _loaded(self, u: UOp, scalar: DType) -> list[str]:
        """The lanes as NIR has them after a load: of a pixel, a texel, or pieces of at most 16 bytes."""
        if memory_of(u.src[0]).image is not None:
            pixel = self.make("load_pixel", *self._pixel(u.src[0]))
            return [self.make("component", pixel, str(n)) for n in range(4)]
        if memory_of(u.src[0]) in self._texels:
            texel = self.make("load_texel", self.values[memory_of(u.src[0])], self._texel(u.src[0].src[1]))
            return [self.make("component", texel, str(n)) for n in range(4)]
        found: list[str] = []
        for piece, _, lanes in self._pieces(u.src[0], u.dtype.count):
            value = self.make(f"load {piece}")
            found += [self.make("component", value, str(n)) for n in range(lanes)] if lanes > 1 else [value]
        return [self._widened(scalar, value) for value in found]

    def _gated(self, u: UOp, scalar: DType, gate: UOp) -> list[str]:
        """Loads under a condition: registers hold the alternative values, and an `if` overwrites them."""
        others = self.lanes[u.src[1]] if u.dtype.count > 1 else [self.values[u.src[1]]]
        bits = max(held_bits(scalar), 16)
        registers = [self._register(bits) for _ in others]
        for register, other in zip(registers, others, strict=True): self.emit(f"set {register} {self._kept(scalar, other)}")
        self._open(f"if {self.values[gate]} {{")
        for register, value in zip(registers, self._loaded(u, scalar), strict=True):
            self.emit(f"set {register} {self._kept(scalar, value)}")
        self._close()
        values = [self.make("get", register) for register in registers]
        return [self.make("ine", v, self.constant(16, 0)) for v in values] if scalar.is_bool() else values

    def _pixel(self, index: UOp) -> tuple[str, str, str]:
        """An image, and the column and row of the pixel whose first float is at a position."""
        at, memory = index.src[1], memory_of(index)
        assert memory.image is not None
        bits = held_bits(at.dtype)
        pixel, width = self.make("ushr", self.values[at], self.constant(32, 2)), self.constant(bits, memory.image.width)
        column, row = self.make("umod", pixel, width), self.make("udiv", pixel, width)
        if bits == 64: column, row = self.make("u2u32", column), self.make("u2u32", row)
        return self.values[memory], column, row

    def _texel(self, at: UOp) -> str:
        """The number of the vector at a position. What is constant is added to it, so that neighbours share the rest."""
        further = 0
        if at.op is Ops.ADD and at.src[1].op is Ops.CONST: at, further = at.src[0], at.src[1].arg // 4
        vector = self.make("ushr", self.values[at], self.constant(32, 2))
        return self.make("iadd", vector, self.constant(32, further)) if further else vector

    def _kept(self, scalar: DType, value: str) -> str:
        """A value as registers have it."""
        return self.make("b2i16", value) if scalar.is_bool() else value

    def store(self, u: UOp) -> None:
        """Writes to memory or a register, where the gate is true."""
        index, value, gate = u.src[0], u.src[1], gate_of(u)
        scalar = value.dtype.scalar()
        if gate is not None: self._open(f"if {self.values[gate]} {{")
        if self.values.get(index, "").startswith("r"): self.emit(f"set {self.values[index]} {self._kept(scalar, self.values[value])}")
        else:
            lanes = self.lanes[value] if value.dtype.count > 1 else [self.values[value]]
            lanes = [self._narrowed(scalar, lane) for lane in lanes]
            if memory_of(index).image is not None: self.emit(" ".join(["store_pixel", *self._pixel(index), self.make("vec4", *lanes)]))
            else: self._store_pieces(index, lanes)
        if gate is not None: self._close()

    def _store_pieces(self, index: UOp, lanes: Sequence[str]) -> None:
        for piece, first, count in self._pieces(index, len(lanes)):
            some = lanes[first:first + count]
            self.emit(f"store {piece} {some[0] if count == 1 else self.make(f'vec{count}', *some)}")

    def _widened(self, scalar: DType, value: str) -> str:
        """An element of memory as it is held."""
        if scalar.is_bool(): return self.make("ine", value, self.constant(8, 0))
        if 8 * scalar.itemsize == held_bits(scalar): return value
        return self.make("u2u32" if scalar.is_unsigned() or not scalar.is_integer() else "i2i32", value)

    def _narrowed(self, scalar: DType, value: str) -> str:
        """A value as memory has it."""
        if scalar.is_bool(): return self.make("b2i8", value)
        return value if 8 * scalar.itemsize == held_bits(scalar) else self.make(f"u2u{8 * scalar.itemsize}", value)

    def vectorize(self, u: UOp) -> None: self.lanes[u] = [self.values[s] for s in u.src]
    def gep(self, u: UOp) -> None: self.values[u] = self.lanes[u.src[0]][u.arg[0]]

    # ---- arithmetic

    def alu(self, u: UOp) -> None:
        """One instruction, or a few, by what the first source holds."""
        dtype, operands = u.src[0].dtype, [self.values[s] for s in u.src]
        if u.op is Ops.WHERE: self.values[u] = self.make("bcsel", *operands)
        elif dtype.is_bool(): self.values[u] = self._of_bools(u, operands)
        elif u in self._accumulating: self.values[u] = self._multiply_add(u)
        elif dtype in COMPUTED: self.values[u] = self._of_floats(u, operands)
        elif dtype.is_float(): self._refuse(u)
        else: self.values[u] = self._of_integers(u, operands)

    def _multiply_add(self, u: UOp) -> str:
        """A product and what it is added to. (The product by itself is written too, and Mesa leaves it out.)"""
        product, other = u.src if u.src[0].op is Ops.MUL else u.src[::-1]
        return self.make("ffma", *(self.values[s] for s in (*product.src, other)))

    def _refuse(self, u: UOp) -> None:
        raise InternalError(f"{self.language} has no {u.op.name} of {u.src[0].dtype} (kernel {self.name})")

    def _of_bools(self, u: UOp, operands: list[str]) -> str:
        if u.op is Ops.CMPLT: return self.make("iand", self.make("inot", operands[0]), operands[1])
        if u.op not in _BOOLS: self._refuse(u)
        return self.make(_BOOLS[u.op], *operands)

    def _of_floats(self, u: UOp, operands: list[str]) -> str:
        if u.op in _IN_FLOAT32 and u.src[0].dtype == dtypes.float16:
            return self.make("f2f16_rtne", self._of_float32(u, [self.make("f2f32", value) for value in operands]))
        return self._of_float32(u, operands)

    def _of_float32(self, u: UOp, operands: list[str]) -> str:
        """Operations that half floats have too, and those of float32 alone."""
        if u.op is Ops.MAX:  # the greater, or the one that is NaN
            a, b = operands
            greater = self.make("bcsel", self.make("flt", b, a), a, b)
            return self.make("bcsel", self.make("fneu", a, a), a, greater)
        if u.op is Ops.FDIV: return self._quotient(*operands)
        if u.op is Ops.RECIPROCAL: return self._quotient(self.constant(32, _ONE), *operands)
        if u.op is Ops.SQRT: return self._root(*operands)
        if u.op not in _FLOATS: self._refuse(u)
        return self.make(_FLOATS[u.op], *operands)

    def _quotient(self, a: str, b: str) -> str:
        """a/b, rounded to nearest: the product with the hardware's reciprocal, corrected by what it leaves of a.

        Reciprocals of the greatest divisors would be subnormal, which are zeros here: both are divided by 2**32 first.
        """
        is_great = self.make("flt", self.constant(32, _GREAT), self.make("fabs", b))
        scale = self.make("bcsel", is_great, self.constant(32, _SCALE), self.constant(32, _ONE))
        a, b = self.make("fmul", a, scale), self.make("fmul", b, scale)
        inverse = self.make("frcp", b)
        rough = self.make("fmul", a, inverse)
        rest = self._rest(a, rough, b)
        better = self.make("fadd", rough, self.make("fmul", rest, inverse))
        return self._corrected(rough, rest, better)

    def _root(self, a: str) -> str:
        """The square root, rounded to nearest: the hardware's, corrected by what its square leaves of a."""
        rough = self.make("fsqrt", a)
        rest = self._rest(a, rough, rough)
        half = self.make("fmul", self.make("frcp", rough), self.constant(32, _HALF))
        return self._corrected(rough, rest, self.make("fadd", rough, self.make("fmul", rest, half)))

    def _corrected(self, rough: str, rest: str, better: str) -> str:
        """`better`, but 0, infinity and NaN as they are: there the rest is NaN, or a zero's sign would be lost."""
        is_plain = self.make("iand", self.make("feq", rest, rest), self.make("fneu", rough, self.constant(32, 0)))
        return self.make("bcsel", is_plain, better, rough)

    def _rest(self, a: str, x: str, y: str) -> str:
        """a - x*y without the product's rounding, which is known exactly (T. Dekker, "A floating-point technique", 1971)."""
        product = self.make("fmul", x, y)
        (x1, x2), (y1, y2) = self._halves(x), self._halves(y)
        lost = self.make("fsub", self.make("fmul", x1, y1), product)
        for p, q in ((x1, y2), (x2, y1), (x2, y2)): lost = self.make("fadd", lost, self.make("fmul", p, q))
        return self.make("fsub", self.make("fsub", a, product), lost)

    def _halves(self, x: str) -> tuple[str, str]:
        """Two floats of 12 bits with the sum x."""
        far = self.make("fmul", x, self.constant(32, _SPLITTER))
        upper = self.make("fsub", far, self.make("fsub", far, x))
        return upper, self.make("fsub", x, upper)

    def _of_integers(self, u: UOp, operands: list[str]) -> str:
        dtype = u.src[0].dtype
        if u.op is Ops.MULACC: return self._fit(u.dtype, self.make("iadd", self.make("imul", *operands[:2]), operands[2]))
        name = _INTEGERS.get(u.op) or (_UNSIGNED if dtype.is_unsigned() or not dtype.is_integer() else _SIGNED).get(u.op)
        if name is None: return self._refuse(u) or ""
        if u.op in (Ops.SHL, Ops.SHR) and u.src[1].dtype.itemsize > 4: operands[1] = self.make("u2u32", operands[1])
        value = self.make(name, *operands)
        return value if u.op in GroupOp.COMPARE else self._fit(u.dtype, value)

    def _fit(self, dtype: DType, value: str) -> str:
        """An integer of 8 or 16 bits as it is held, after arithmetic on 32."""
        if dtype.itemsize >= 4: return value
        return self._widened(dtype, self.make(f"u2u{8 * dtype.itemsize}", value))

    # ---- conversions

    def cast(self, u: UOp) -> None:
        self.values[u] = self._converted(u.dtype, u.src[0].dtype, self.values[u.src[0]])

    def _converted(self, to: DType, source: DType, value: str) -> str:
        if to == source: return value
        bits = held_bits(to)
        if source.is_bool(): return self.make(f"b2{'f' if to.is_float() else 'i'}{bits}", value)
        if source.is_float() and to.is_float():
            return self.make("f2f32", value) if bits == 32 else self.make("f2f16_rtne", value)
        if source.is_float():
            if source.itemsize == 2: value = self.make("f2f32", value)
            return self._fit(to, self.make(f"f2{'u' if to.is_unsigned() else 'i'}{bits}", value))
        sign = "u" if source.is_unsigned() else "i"
        if to.is_float():
            value = self.make(f"{sign}2f32", value)
            return value if bits == 32 else self.make("f2f16_rtne", value)
        if held_bits(source) != bits: value = self.make(f"{sign}2{sign}{bits}", value)
        return self._fit(to, value)

    def bitcast(self, u: UOp) -> None:
        """The same bits; 16-bit floats have 16 of them, and integers of 16 bits are held in 32."""
        source, to, value = u.src[0].dtype, u.dtype, self.values[u.src[0]]
        if source.is_bool() or to.is_bool(): raise InternalError(f"the bits of {source} are not read as {to} (kernel {self.name})")
        if held_bits(source) == held_bits(to): self.values[u] = self._fit(to, value) if held_bits(to) == 32 else value
        elif held_bits(to) == 16: self.values[u] = self.make("u2u16", value)
        else: self.values[u] = self._widened(to, value)


def literal(dtype: DType, value: ConstType) -> int:
    """The bits of a constant."""
    return to_bits(dtype, float(value)) if dtype.is_float() else int(value)
