"""WGSL, the language of WebGPU.

In: the straight list of ops of one kernel. Out: WGSL that needs no optional feature.
Always true: all buffers are bound for reading and writing, because parts of one buffer may be inputs and outputs of a kernel.

What WGSL lacks is spelt out: narrow integers are held in 32 bits and packed in memory, four or two to a word, which several items may
store to at a time; 64-bit integers are two words (`wgsl_long`); NaN and infinity have no literals, and compilers may assume that
there are none, so what depends on them looks at bits.
"""
from __future__ import annotations

import math
from collections.abc import Sequence

from heddle.dtype import DType, dtypes
from heddle.errors import DeviceError, InternalError
from heddle.renderer import Renderer, gate_of
from heddle.renderer.wgsl_functions import FUNCTIONS, with_needed
from heddle.renderer.writer import ATOM, MEMORY, PRODUCT, SUM, UNARY, Expr, KernelWriter, memory_of, union
from heddle.uop import Ops, UOp

_LONGS = (dtypes.int64, dtypes.uint64)
_MAGIC = 1.5 * 2.0 ** 23  # x + this rounds x to an integer, which then stands in the low bits of the sum
_INFIX = {Ops.ADD: ("+", SUM), Ops.SUB: ("-", SUM), Ops.MUL: ("*", PRODUCT), Ops.FDIV: ("/", PRODUCT), Ops.IDIV: ("/", PRODUCT),
          Ops.MOD: ("%", PRODUCT)}
_BITS = {Ops.AND: "&", Ops.OR: "|", Ops.XOR: "^"}
_COMPARE = {Ops.CMPLT: "<", Ops.CMPNE: "!=", Ops.CMPEQ: "=="}
_ON_BOOLS = {Ops.ADD: "|", Ops.OR: "|", Ops.MAX: "|", Ops.MUL: "&", Ops.AND: "&", Ops.XOR: "!=", Ops.CMPNE: "!=", Ops.SUB: "!=",
             Ops.CMPEQ: "=="}
#: ops whose results may not fit a narrow integer
_LEAVES_RANGE = (Ops.ADD, Ops.SUB, Ops.MUL, Ops.NEG, Ops.MULACC, Ops.SHL, Ops.NOT)


class WGSLRenderer(Renderer):
    """Kernels as compute entry points."""

    def render(self, uops: Sequence[UOp], name: str) -> str:
        """Source of the kernel `name`. DeviceError for a dtype that WGSL has no way to compute in."""
        return WGSLWriter(uops, name).source()


def value_type(dtype: DType) -> str:
    """The type that values of `dtype` are held in."""
    if dtype.count > 1: raise InternalError(f"WGSL kernels have no vectors, and one has {dtype}")
    if dtype.is_bool(): return "bool"
    if dtype in _LONGS: return "vec2<u32>"
    if dtype == dtypes.float32: return "f32"
    if dtype.is_integer(): return "u32" if dtype.is_unsigned() else "i32"
    if dtype == dtypes.float64:
        raise DeviceError("WEBGPU has no float64", "Cast to float32, or use a device that has it, such as CPU.")
    raise InternalError(f"{dtype} should have become bits before it came to WGSL")


def _is_packed(dtype: DType) -> bool: return dtype.itemsize < 4


def _word(value: str, dtype: DType) -> str:
    """A 32-bit or bool value as a u32."""
    if dtype.is_bool(): return f"u32({value})"
    return value if dtype.is_unsigned() else f"bitcast<u32>({value})"


def literal(dtype: DType, value: object) -> str:
    """`value` exactly, as a scalar of `dtype`."""
    if dtype.is_bool(): return "true" if value else "false"
    if dtype in _LONGS:
        bits = int(value) & (1 << 64) - 1  # type: ignore[arg-type]
        return f"vec2<u32>({bits & 0xFFFFFFFF}u, {bits >> 32}u)"
    if dtype.is_integer(): return f"{int(value)}{'u' if dtype.is_unsigned() else ''}"  # type: ignore[arg-type]
    return _float(float(value))  # type: ignore[arg-type]


def _float(value: float) -> str:
    if math.isnan(value): return "from_bits(0x7fc00000u)"
    if math.isinf(value): return f"from_bits(0x{'ff' if value < 0 else '7f'}800000u)"
    decimal = repr(value)  # the shortest text of the double, so exact for float32 too
    return (decimal if len(decimal) < 12 else value.hex()) + "f"


class WGSLWriter(KernelWriter):
    """One kernel being written in WGSL: what it does otherwise than its relatives.

    An operator that is not arithmetic is always in parentheses: WGSL has no order among most of them, and takes `a < b, c > d` for
    a list of types.
    """

    language = "WGSL"

    def source(self) -> str:
        self.write_ops()
        return "\n".join([*self._declarations(), *with_needed(self.helpers), *self._head(), *self.lines, "}", ""])

    def _declarations(self) -> list[str]:
        lines: list[str] = []
        for at, (name, u, written) in enumerate(self.buffers):
            kind = ("atomic<u32>" if written else "u32") if _is_packed(u.dtype) else value_type(u.dtype)
            lines.append(f"@group(0) @binding({at}) var<storage, read_write> {name}: array<{kind}>;")
        if self.variables:
            lines.append(f"struct Variables {{ {', '.join(f'{name}: i32' for name, _ in self.variables)} }}")
            lines.append(f"@group(0) @binding({len(self.buffers)}) var<uniform> variables: Variables;")
        return lines + [f"var<workgroup> {name}: array<{value_type(u.dtype)}, {u.arg[1]}>;" for name, u in self.locals]

    def _head(self) -> list[str]:
        found = {int(u.arg[-1]): u.src[0].arg for u in self.uops if u.op is Ops.SPECIAL and u.arg.startswith("lidx")}
        items = ", ".join(str(found.get(d, 1)) for d in range(3))
        arguments = "@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) item: vec3<u32>"
        return [f"@compute @workgroup_size({items})", f"fn {self.name}({arguments}) {{"]

    # ---- names and text


    def write_out(self, u: UOp, value: Expr) -> None:
        # f32 would be a type
        prefix = "x" if u.dtype.is_float() else "b" if u.dtype.is_bool() else "k"
        name = self.new_name(prefix)
        self.emit(f"let {name}: {value_type(u.dtype)} = {value.text};")
        self.values[u] = Expr(name)

    def call(self, name: str, *args: str) -> str:
        """A call of one of our functions."""
        if name in FUNCTIONS: self.helpers[name] = FUNCTIONS[name]
        return f"{name}({', '.join(args)})"

    # ---- declarations, constants, loops

    def define_var(self, u: UOp) -> None:
        super().define_var(u)
        name = self.values[u].text
        text = f"variables.{name}"
        if u.dtype in _LONGS: text = self.call("long_of_int", text)
        self.values[u] = Expr(text)

    def define_reg(self, u: UOp) -> None:
        name = self.new_name("acc")
        self.register(u, name, f"var {name}: {value_type(u.dtype)};")

    def const(self, u: UOp) -> None:
        text = literal(u.dtype, u.arg)
        if text.startswith("from_bits"): self.call("from_bits")
        self.values[u] = Expr(text, UNARY if text[0] == "-" else ATOM)

    def special(self, u: UOp) -> None:
        axis = f"{'group' if u.arg[0] == 'g' else 'item'}.{'xyz'[int(u.arg[-1])]}"
        value = f"vec2<u32>({axis}, 0u)" if u.dtype in _LONGS else f"i32({axis})"
        self.emit(f"let {u.arg}: {value_type(u.dtype)} = {value};")
        self.values[u] = Expr(u.arg)

    def range(self, u: UOp) -> None:
        size = self.read(u.src[0]).text
        self.settle()
        name = self.loop_name(u)
        if u.dtype in _LONGS:
            less, more = self.call("ulong_less", name, size), self.call("long_add", name, "vec2<u32>(1u, 0u)")
            self.emit(f"for (var {name}: vec2<u32>; {less}; {name} = {more}) {{")
        else: self.emit(f"for (var {name}: {value_type(u.dtype)} = 0; {name} < {size}; {name}++) {{")
        self.depth += 1
        self.values[u] = Expr(name)

    def barrier(self, u: UOp) -> None:
        self.settle()
        self.emit("workgroupBarrier();")

    # ---- memory

    def position(self, u: UOp, at: Expr) -> Expr:
        return Expr(f"{at.inside(ATOM)}.x", ATOM, at.reads) if u.dtype in _LONGS else at

    def load(self, u: UOp) -> None:
        memory = memory_of(u.src[0])
        if memory.op is Ops.DEFINE_REG:
            register = self.values[u.src[0]]
            return self.define(u, Expr(register.text, UNARY, register.reads))
        pointer, at = self.places[u.src[0]]
        if memory.op is Ops.PARAM and _is_packed(memory.dtype): value = self._load_packed(memory, pointer, at)
        else: value = Expr(f"{pointer}[{at.text}]", ATOM, MEMORY)
        if (condition := gate_of(u)) is None: return self.define(u, value)
        other, gate = self.read(u.src[1]), self.read(condition)
        # a place outside of memory may be read all the same: the language keeps it inside
        self.define(u, Expr(f"select({other.text}, {value.text}, {gate.text})", ATOM, value.reads | other.reads | gate.reads))

    def _load_packed(self, memory: UOp, name: str, at: Expr) -> Expr:
        dtype, per_word = memory.dtype, 4 // memory.dtype.itemsize
        word = f"{name}[at >> {per_word // 2}u]"
        if any(n == name and written for n, _, written in self.buffers): word = f"atomicLoad(&{word})"
        if dtype.is_integer() and not dtype.is_unsigned(): word = f"bitcast<i32>({word})"
        kind = "u32" if dtype.is_bool() else value_type(dtype)
        position = f"(u32(at) & {per_word - 1}u) * {dtype.itemsize * 8}u"
        self.helpers[f"load_{name}"] = (f"fn load_{name}(at: {self._place_type(at)}) -> {kind} "
                                        f"{{ return extractBits({word}, {position}, {dtype.itemsize * 8}u); }}")
        text = f"load_{name}({at.text})"
        return Expr(f"({text} != 0u)" if dtype.is_bool() else text, ATOM, MEMORY)

    def _place_type(self, at: Expr) -> str: return "u32" if at.text.endswith(".x") else "i32"

    def store(self, u: UOp) -> None:
        value = self.read(u.src[1])
        gate = self.read(condition) if (condition := gate_of(u)) is not None else None
        memory = memory_of(u.src[0])
        if memory.op is Ops.DEFINE_REG: return self._store_register(u, value, gate)
        self.settle(MEMORY)
        pointer, at = self.places[u.src[0]]
        if memory.op is Ops.PARAM and _is_packed(memory.dtype): text = self._store_packed(memory, pointer, at, value)
        else: text = f"{pointer}[{at.text}] = {value.text};"
        self.emit(f"if ({gate.text}) {{ {text} }}" if gate else text)

    def _store_register(self, u: UOp, value: Expr, gate: Expr | None) -> None:
        register = self.values[u.src[0]]
        self.settle(register.reads)
        if self.declared == len(self.lines) and not gate and self.lines[-1].strip().startswith(f"var {register.text}:"):
            self.lines[-1] = f"{self.lines[-1][:-1]} = {value.text};"  # its declaration has just been written
        else: self.emit(f"if ({gate.text}) {{ {register.text} = {value.text}; }}" if gate else f"{register.text} = {value.text};")

    def _store_packed(self, memory: UOp, name: str, at: Expr, value: Expr) -> str:
        """Other items may store to other parts of the word at the same time: each changes its own bits only."""
        bits, per_word = memory.dtype.itemsize * 8, 4 // memory.dtype.itemsize
        mask = f"0x{(1 << bits) - 1:x}u"
        place = f"&{name}[at >> {per_word // 2}u]"
        self.helpers[f"store_{name}"] = "\n".join((
            f"fn store_{name}(at: {self._place_type(at)}, value: u32) {{",
            f"  let shift = (u32(at) & {per_word - 1}u) * {bits}u;",
            f"  atomicAnd({place}, ~({mask} << shift));",
            f"  atomicOr({place}, (value & {mask}) << shift);", "}"))
        return f"store_{name}({at.text}, {_word(value.text, memory.dtype)});"

    # ---- arithmetic

    def alu(self, u: UOp) -> None:
        parts = [self.read(s) for s in u.src]
        of = u.src[0].dtype
        if u.op is Ops.WHERE: value = Expr(f"select({parts[2].text}, {parts[1].text}, {parts[0].text})")
        elif of.is_bool(): value = Expr(self._on_bools(u.op, parts))
        elif of in _LONGS: value = Expr(self._on_longs(u, of, parts))
        elif of.is_float(): value = self._on_floats(u, parts)
        else: value = self._on_words(u, of, parts)
        value.reads |= union(parts)
        self.define(u, value)

    def _on_bools(self, op: Ops, parts: Sequence[Expr]) -> str:
        if op is Ops.NOT: return f"(!{parts[0].inside(ATOM)})"
        a, b = (p.inside(ATOM) for p in parts)
        return f"(!{a} & {b})" if op is Ops.CMPLT else f"({a} {_ON_BOOLS[op]} {b})"

    def _arithmetic(self, op: Ops, parts: Sequence[Expr]) -> Expr | None:
        """What is written the same for all numbers of 32 bits."""
        if op in _INFIX:
            sign, binds = _INFIX[op]
            return Expr(f"{parts[0].inside(binds)} {sign} {parts[1].inside(binds, right=True)}", binds)
        if op in _COMPARE: return Expr(f"({parts[0].inside(SUM)} {_COMPARE[op]} {parts[1].inside(SUM)})")
        if op is Ops.MULACC:
            product = f"{parts[0].inside(PRODUCT)} * {parts[1].inside(PRODUCT, right=True)}"
            return Expr(f"{product} + {parts[2].inside(SUM, right=True)}", SUM)
        return None

    def _on_floats(self, u: UOp, parts: Sequence[Expr]) -> Expr:
        value_type(u.src[0].dtype)
        op, left, right = u.op, u.src[0], u.src[-1]
        if op in (Ops.CMPNE, Ops.CMPEQ) and left is right:
            test = self.call("is_nan", parts[0].text)
            return Expr(test if op is Ops.CMPNE else f"(!{test})")
        # != is false for NaN in some compilers
        if op is Ops.CMPNE: return Expr(f"(!({parts[0].inside(SUM)} == {parts[1].inside(SUM)}))")
        if (rounded := self._without_magic(u, parts)) is not None: return rounded
        if op is Ops.MUL and (zero := next((s for s in u.src if s.op is Ops.CONST and s.arg == 0), None)) is not None:
            # compilers take it for zero, whatever is multiplied
            texts = [p.text for p in parts]
            return Expr(self.call("mul_zero", *(texts if zero is right else texts[::-1])))
        if (plain := self._arithmetic(op, parts)) is not None: return plain
        texts = [p.text for p in parts]
        if op is Ops.NEG: return Expr(f"(-{parts[0].inside(ATOM)})")
        if op is Ops.RECIPROCAL: return Expr(f"1.0f / {parts[0].inside(PRODUCT, right=True)}", PRODUCT)
        if op is Ops.MAX: return Expr(self.call("max_float", *texts))
        if op is Ops.SIN: return Expr(self.call("sine", *texts))
        if op in (Ops.SQRT, Ops.TRUNC): return Expr(f"{op.name.lower()}({texts[0]})")
        raise InternalError(f"WGSL has no {op.name} of {left.dtype}")

    def _without_magic(self, u: UOp, parts: Sequence[Expr]) -> Expr | None:
        """(x + magic) - magic by integers: compilers may take it for x."""
        sign = {Ops.SUB: 1.0, Ops.ADD: -1.0}.get(u.op)
        if sign is None or u.src[1].op is not Ops.CONST or u.src[1].arg != sign * _MAGIC: return None
        return Expr(f"f32(bitcast<i32>({parts[0].text}) - 0x4b400000)")

    def _on_words(self, u: UOp, of: DType, parts: Sequence[Expr]) -> Expr:
        op = u.op
        value = self._arithmetic(op, parts)
        if value is None:
            if op in _BITS: value = Expr(f"({parts[0].inside(ATOM)} {_BITS[op]} {parts[1].inside(ATOM)})")
            elif op in (Ops.SHL, Ops.SHR):
                amount = _word(parts[1].text, u.src[1].dtype) if u.src[1].op is not Ops.CONST else f"{u.src[1].arg}u"
                value = Expr(f"({parts[0].inside(ATOM)} {'<<' if op is Ops.SHL else '>>'} {amount})")
            elif op is Ops.NOT: value = Expr(f"(~{parts[0].inside(ATOM)})")
            elif op is Ops.MAX: value = Expr(f"max({parts[0].text}, {parts[1].text})")
            elif op is Ops.NEG: value = Expr(f"({'0u - ' if of.is_unsigned() else '-'}{parts[0].inside(ATOM)})")
            else: raise InternalError(f"WGSL has no {op.name} of {of}")
        return self._cut(value, u.dtype) if op in _LEAVES_RANGE else value

    def _cut(self, value: Expr, dtype: DType) -> Expr:
        """What a narrow integer keeps of a result."""
        if not _is_packed(dtype): return value
        return Expr(f"extractBits({value.text}, 0u, {dtype.bits}u)", ATOM, value.reads)

    def _on_longs(self, u: UOp, of: DType, parts: Sequence[Expr]) -> str:
        op, texts = u.op, [p.text for p in parts]
        whole = [p.inside(ATOM) for p in parts]
        kind = "ulong" if of.is_unsigned() else "long"
        if op in _BITS: return f"({whole[0]} {_BITS[op]} {whole[1]})"
        if op is Ops.NOT: return f"(~{whole[0]})"
        if op is Ops.CMPEQ: return f"all({texts[0]} == {texts[1]})"
        if op is Ops.CMPNE: return f"any({texts[0]} != {texts[1]})"
        if op is Ops.CMPLT: return self.call(f"{kind}_less", *texts)
        if op is Ops.MAX: return f"select({texts[0]}, {texts[1]}, {self.call(f'{kind}_less', *texts)})"
        if op in (Ops.SHL, Ops.SHR):
            amount = f"{u.src[1].arg}u" if u.src[1].op is Ops.CONST else f"{whole[1]}.x"
            return self.call("long_left" if op is Ops.SHL else f"{kind}_right", texts[0], amount)
        if op is Ops.MULACC: return self.call("long_add", self.call("long_mul", *texts[:2]), texts[2])
        names = {Ops.ADD: "long_add", Ops.SUB: "long_sub", Ops.MUL: "long_mul", Ops.NEG: "long_neg", Ops.IDIV: "ulong_div",
                 Ops.MOD: "ulong_mod"}
        if op not in names: raise InternalError(f"WGSL has no {op.name} of {of}")
        return self.call(names[op], *texts)

    # ---- conversions

    def cast(self, u: UOp) -> None:
        value, source, to = self.read(u.src[0]), u.src[0].dtype, u.dtype
        text = self._converted(value, source, to)
        result = self._cut(Expr(text), to) if to.is_integer() and not _fits(source, to) else Expr(text)
        self.define(u, Expr(result.text, value.binds if result.text == value.text else ATOM, value.reads))

    def _converted(self, value: Expr, source: DType, to: DType) -> str:
        kind, text = value_type(to), value.text
        if to.is_bool(): return text if source.is_bool() else self._is_not_zero(value, source)
        if to in _LONGS: return self._to_long(value, source)
        if source in _LONGS:
            if to.is_float(): return self.call("float_of_ulong" if source.is_unsigned() else "float_of_long", text)
            low = f"{value.inside(ATOM)}.x"
            return low if kind == "u32" else f"bitcast<i32>({low})"
        return text if kind == value_type(source) else f"{kind}({text})"

    def _to_long(self, value: Expr, source: DType) -> str:
        if source in _LONGS: return value.text
        if source.is_float(): return self.call("long_of_float", value.text)
        if source.is_bool() or source.is_unsigned(): return f"vec2<u32>({_word(value.text, source)}, 0u)"
        return self.call("long_of_int", value.text)

    def _is_not_zero(self, value: Expr, source: DType) -> str:
        if source in _LONGS: return f"any({value.text} != vec2<u32>())"
        if source.is_float(): return f"(!({value.inside(SUM)} == 0.0f))"
        return f"({value.inside(SUM)} != {'0u' if source.is_unsigned() else '0'})"

    def bitcast(self, u: UOp) -> None:
        value, source, to = self.read(u.src[0]), u.src[0].dtype, u.dtype
        held, kind = value_type(source), value_type(to)
        if to.is_bool(): text = self._is_not_zero(value, source)
        elif source.is_bool(): text = f"{kind}({value.text})"
        elif held == kind: return self.define(u, value)
        else: text = f"bitcast<{kind}>({value.text})"
        if to.is_integer() and held != kind: text = self._cut(Expr(text), to).text
        self.define(u, Expr(text, ATOM, value.reads))


def _fits(source: DType, to: DType) -> bool:
    """Whether every value of `source` has its place in the integers `to`, so that nothing has to be cut off."""
    if not _is_packed(to): return True
    return source.is_bool() or (source.is_integer() and to.min <= source.min and source.max <= to.max)
