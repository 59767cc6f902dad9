"""WGSL, the shading language of WebGPU.

Inputs: the linear IR of a kernel.
Outputs: WGSL that needs no optional feature.
Invariants: all buffers are bound for reading and writing, because parts of one buffer may be inputs and outputs of a kernel.

What WGSL lacks is expanded: narrow integers are held in 32 bits and packed in memory (`wgsl_memory`); 64-bit integers are two words
(`wgsl_functions`); NaN and infinity have no literals, and compilers may assume that there are none, so what depends on them looks at
bits; vectors have up to four lanes of at most 32 bits, others become scalars (`lanes`).
"""
from __future__ import annotations

import math
from collections.abc import Sequence

from heddle.dtype import DType, dtypes
from heddle.errors import InternalError
from heddle.renderer import Renderer, gate_of, lane_values, memory_of
from heddle.renderer.expression_writer import (
    ATOM,
    COMPARE,
    MEMORY,
    PRODUCT,
    SUM,
    UNARY,
    Expr,
    KernelWriter,
    union,
)
from heddle.renderer.lane_expansion import split_lanes
from heddle.renderer.wgsl.float_algebra import Algebra, is_decidable
from heddle.renderer.wgsl.functions import FUNCTIONS, vector_function, with_needed
from heddle.renderer.wgsl.memory import (
    Layout,
    is_whole,
    layouts,
    load_part,
    load_whole,
    store_part,
    store_whole,
)
from heddle.renderer.wgsl.types import (
    LANES,
    LONGS,
    has_vectors,
    is_half,
    is_packed,
    literal,
    shaped,
    value_type,
    word,
)
from heddle.uop import Ops, UOp
from heddle.uop.interpreter.ops import to_bits

_MAGIC = 1.5 * 2.0 ** 23  # x + this rounds x to an integer, which then stands in the low bits of the sum
#: the bit that hides what a comparison is cast to: another than those of operands, or the two would cancel
_BIT_OF_CASTS = 2
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


class WGSLWriter(KernelWriter):
    """One kernel being written in WGSL: what it does otherwise than its relatives.

    An operator that is not arithmetic is always in parentheses: WGSL has no order among most of them, and takes `a < b, c > d` for
    a list of types.
    """

    language = "WGSL"

    def __init__(self, uops: Sequence[UOp], name: str) -> None:
        self.layouts = layouts(uops)
        super().__init__(split_lanes(uops, has_vectors, self._takes), name)
        self.algebra = Algebra(self.uops)

    def _takes(self, u: UOp) -> bool:
        """Whether there is an op for vectors of a format that there is."""
        if u.op in (Ops.LOAD, Ops.STORE) and (memory := memory_of(u.src[0])).op is not Ops.DEFINE_REG:
            return is_whole(u) and (self.layouts[memory].packed or self.layouts[memory].in_vectors)
        if u.op is Ops.VECTORIZE: return u.src[0].dtype.count == 1
        if u.op is Ops.BITCAST and (is_half(u.dtype) or is_half(u.src[0].dtype)): return False
        # a constant with a zero in some lanes only: see mul_zero and its like
        if u.op not in _SPECIAL_FOR_ZERO: return True
        return not any(s.op is Ops.CONST and 0 in (found := lane_values(s)) and any(found) for s in u.src)

    def source(self) -> str:
        self.write_ops()
        head = ["enable f16;"] if any(is_half(u.dtype) for u in self.uops) else []
        return "\n".join([*head, *self._declarations(), *with_needed(self.helpers), *self._head(), *self.lines, "}", ""])

    def _declarations(self) -> list[str]:
        lines: list[str] = []
        for at, (name, u, _) in enumerate(self.buffers):
            lines.append(f"@group(0) @binding({at}) var<storage, read_write> {name}: array<{self._element(u)}>;")
        if self.variables:
            lines.append(f"struct Variables {{ {', '.join(f'{name}: i32' for name, _ in self.variables)} }}")
            lines.append(f"@group(0) @binding({len(self.buffers)}) var<uniform> variables: Variables;")
        return lines + [f"var<workgroup> {name}: array<{self._element(u)}, {self._length(u)}>;" for name, u in self.locals]

    def _element(self, memory: UOp) -> str:
        """What an array holds."""
        layout = self.layouts[memory]
        if layout.packed: return "atomic<u32>" if layout.is_atomic else "u32"
        return value_type(memory.dtype.vec(LANES) if layout.in_vectors else memory.dtype)

    def _length(self, local: UOp) -> int: return -(-local.arg[1] // (LANES if self.layouts[local].in_vectors else 1))

    def _head(self) -> list[str]:
        found = {int(u.arg[-1]): u.src[0].arg for u in self.uops if u.op is Ops.SPECIAL and u.arg.startswith("lidx")}
        threads = ", ".join(str(found.get(d, 1)) for d in range(3))
        arguments = "@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) thread_id: vec3<u32>"
        return [f"@compute @workgroup_size({threads})", f"fn {self.name}({arguments}) {{"]

    # ---- names and text


    def emit_value(self, u: UOp, value: Expr) -> None:
        # f32 would be a type
        prefix = "v" if u.dtype.count > 1 else "x" if u.dtype.is_float() else "b" if u.dtype.is_bool() else "k"
        name = self.new_name(prefix)
        self.emit(f"let {name}: {value_type(u.dtype)} = {value.text};")
        self.values[u] = Expr(name)

    def call(self, name: str, *args: str) -> str:
        """A call of one of our functions."""
        if name in FUNCTIONS: self.helpers[name] = FUNCTIONS[name]
        return f"{name}({', '.join(args)})"

    def call_on(self, dtype: DType, name: str, *args: str) -> str:
        """A call of one of our functions of float32, lane by lane where `dtype` is a vector."""
        if dtype.count == 1: return self.call(name, *args)
        self.helpers[f"{name}_{dtype.count}"] = vector_function(name, dtype.count)
        return f"{name}_{dtype.count}({', '.join(args)})"

    # ---- declarations, constants, loops

    def define_var(self, u: UOp) -> None:
        super().define_var(u)
        name = self.values[u].text
        text = f"variables.{name}"
        if u.dtype in LONGS: text = self.call("long_of_int", text)
        self.values[u] = Expr(text)

    def define_reg(self, u: UOp) -> None:
        name = self.new_name("acc")
        self.register(u, name, f"var {name}: {value_type(u.dtype)};")

    def const(self, u: UOp) -> None:
        text = literal(u.dtype, u.arg)
        if "from_bits" in text: self.call("from_bits")
        self.values[u] = Expr(text, UNARY if text[0] == "-" else ATOM)

    def special(self, u: UOp) -> None:
        axis = f"{'group' if u.arg[0] == 'g' else 'thread_id'}.{'xyz'[int(u.arg[-1])]}"
        value = f"vec2<u32>({axis}, 0u)" if u.dtype in LONGS else f"i32({axis})"
        self.emit(f"let {u.arg}: {value_type(u.dtype)} = {value};")
        self.values[u] = Expr(u.arg)

    def range(self, u: UOp) -> None:
        """Opens a loop; a counter of 64 bits is two words."""
        size = self.read(u.src[0]).inside(COMPARE)
        self.settle()
        name = self.loop_name(u)
        if u.dtype in LONGS:
            less, more = self.call("ulong_less", name, size), self.call("long_add", name, "vec2<u32>(1u, 0u)")
            self.emit(f"for (var {name}: vec2<u32> = vec2<u32>(0u, 0u); {less}; {name} = {more}) {{")
        else: self.emit(f"for (var {name}: {value_type(u.dtype)} = 0; {name} < {size}; {name}++) {{")
        self.depth += 1
        self.values[u] = Expr(name)

    def barrier(self, u: UOp) -> None:
        self.settle()
        self.emit("workgroupBarrier();")

    # ---- memory

    def position(self, u: UOp, at: Expr) -> Expr:
        return Expr(f"{at.inside(ATOM)}.x", ATOM, at.reads) if u.dtype in LONGS else at

    def load(self, u: UOp) -> None:
        """An element from memory, a packed one cut out of its word; where there is a gate, `select`."""
        memory = memory_of(u.src[0])
        if memory.op is Ops.DEFINE_REG:
            register = self.values[u.src[0]]
            return self.define(u, Expr(register.text, UNARY, register.reads))
        value = self._load(u, memory, *self.addresses[u.src[0]])
        if (condition := gate_of(u)) is None: return self.define(u, value)
        other, gate = self.read(u.src[1]), self.read(condition)
        # an index out of bounds may be read all the same: the language clamps it
        self.define(u, Expr(f"select({other.text}, {value.text}, {gate.text})", ATOM, value.reads | other.reads | gate.reads))

    def _load(self, u: UOp, memory: UOp, name: str, at: Expr) -> Expr:
        layout, kind, index_type = self.layouts[memory], self._taken_out_as(memory.dtype), self._index_type(at)
        how = (name, memory.dtype, kind, value_type(u.dtype.scalar()), index_type, layout.is_atomic)
        if layout.packed and u.dtype.count > 1: function, text = f"load4_{name}", load_whole(*how)
        elif layout.packed: function, text = f"load_{name}", load_part(*how)
        elif layout.in_vectors and u.dtype.count == 1:
            function = f"load_{name}"
            text = f"fn {function}(at: {index_type}) -> {value_type(u.dtype)} {{ return {name}[at >> 2u][at & 3]; }}"
        else: return Expr(self._element_at(layout, name, at), ATOM, MEMORY)
        self.helpers[function] = text
        return Expr(f"{function}({at.text})", ATOM, MEMORY)

    def _element_at(self, layout: Layout, name: str, at: Expr) -> str:
        return f"{name}[{at.inside(ATOM)} >> 2u]" if layout.in_vectors else f"{name}[{at.text}]"

    def _taken_out_as(self, dtype: DType) -> str:
        """The type in which bits of a packed format are taken out of a word: signed where the sign is to be kept."""
        return "i32" if dtype.is_integer() and not dtype.is_unsigned() else "u32"

    def _index_type(self, at: Expr) -> str: return "u32" if at.text.endswith(".x") else "i32"

    def store(self, u: UOp) -> None:
        """Writes to memory or a register, after what waits and reads it."""
        value = self.read(u.src[1])
        gate = self.read(condition) if (condition := gate_of(u)) is not None else None
        memory = memory_of(u.src[0])
        if memory.op is Ops.DEFINE_REG: return self._store_register(u, value, gate)
        self.settle(MEMORY)
        pointer, at = self.addresses[u.src[0]]
        layout = self.layouts[memory]
        if layout.packed: text = self._store_packed(u, layout, pointer, at, value)
        else: text = f"{self._element_at(layout, pointer, at)} = {value.text};"
        self.emit(f"if ({gate.text}) {{ {text} }}" if gate else text)

    def _store_register(self, u: UOp, value: Expr, gate: Expr | None) -> None:
        register = self.values[u.src[0]]
        self.settle(register.reads)
        if self.declared == len(self.lines) and not gate and self.lines[-1].strip().startswith(f"var {register.text}:"):
            self.lines[-1] = f"{self.lines[-1][:-1]} = {value.text};"  # its declaration has just been written
        else: self.emit(f"if ({gate.text}) {{ {register.text} = {value.text}; }}" if gate else f"{register.text} = {value.text};")

    def _store_packed(self, u: UOp, layout: Layout, name: str, at: Expr, value: Expr) -> str:
        dtype, index_type = layout.memory.dtype, self._index_type(at)
        if u.src[1].dtype.count > 1: function, text = f"store4_{name}", store_whole(name, dtype, index_type, layout.is_atomic)
        else: function, text = f"store_{name}", store_part(name, dtype, index_type)
        self.helpers[function] = text
        return f"{function}({at.text}, {word(value.text, u.src[1].dtype)});"

    # ---- vectors

    def vectorize(self, u: UOp) -> None:
        distinct = u.src[:1] if all(s is u.src[0] for s in u.src) else u.src
        if len(distinct) == 1 and distinct[0] in self.waiting and self.uses[distinct[0]] > 1:
            self.emit_value(distinct[0], self.waiting.pop(distinct[0]))
        parts = [self.read(s) for s in distinct]
        self.define(u, Expr(f"{value_type(u.dtype)}({', '.join(p.text for p in parts)})", ATOM, union(parts)))

    def gep(self, u: UOp) -> None:
        source = self.read(u.src[0])
        self.define(u, Expr(f"{source.inside(ATOM)}.{''.join('xyzw'[i] for i in u.arg)}", ATOM, source.reads))

    # ---- arithmetic

    def alu(self, u: UOp) -> None:
        """An expression, by what the first source holds: bools, 64-bit integers, floats, or words."""
        parts = [self.read(s) for s in u.src]
        of = u.src[0].dtype
        if u.op is Ops.WHERE:
            chosen = [self._hidden_by(u.dtype, p, 0) if _is_negative_zero(s) else p for s, p in zip(u.src, parts, strict=True)]
            value = Expr(f"select({chosen[2].text}, {chosen[1].text}, {chosen[0].text})")
        elif of.is_bool(): value = Expr(self._on_bools(u.op, parts))
        elif of in LONGS: value = Expr(self._on_longs(u, of, parts))
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
        """An op on floats. Compilers may assume that there is no NaN, so comparisons with it are written over bits, or as the
        negation of the opposite one."""
        of = u.src[0].dtype
        value_type(of)
        op, left, right = u.op, u.src[0], u.src[-1]
        if op in (Ops.CMPNE, Ops.CMPEQ) and left is right:
            test = self.call_on(of, "is_nan", parts[0].text)
            return Expr(test if op is Ops.CMPNE else f"(!{test})")
        if (rounded := self._without_magic(u, parts)) is not None: return rounded
        if (by_bits := self._with_zero(u, of, parts)) is not None: return by_bits
        parts = self._hidden(u, of, parts)
        # != is false for NaN in some compilers
        if op is Ops.CMPNE: return Expr(f"(!({parts[0].inside(SUM)} == {parts[1].inside(SUM)}))")
        if (plain := self._arithmetic(op, parts)) is not None: return plain
        texts = [p.text for p in parts]
        if op is Ops.NEG: return Expr(f"(-{parts[0].inside(ATOM)})")
        if op is Ops.RECIPROCAL: return Expr(f"1.0f / {parts[0].inside(PRODUCT, right=True)}", PRODUCT)
        if op is Ops.MAX: return Expr(self.call_on(of, "max_float", *texts))
        if op is Ops.SIN: return Expr(self.call_on(of, "sine", *texts))
        if op is Ops.COS: return Expr(self.call_on(of, "cosine", *texts))
        if op in (Ops.SQRT, Ops.TRUNC): return Expr(f"{op.name.lower()}({texts[0]})")
        raise InternalError(f"WGSL has no {op.name} of {left.dtype}")

    def _with_zero(self, u: UOp, of: DType, parts: Sequence[Expr]) -> Expr | None:
        """Arithmetic with a constant 0 by the bits of the other operand: compilers take x * 0 and 0 / x for 0, x + 0 for x."""
        name = _SPECIAL_FOR_ZERO.get(u.op)
        zeros = [_is_zero(s) for s in u.src]
        if name is None or not any(zeros): return None
        texts = [p.text for p in parts]
        if u.op is Ops.MULACC:
            product = self.call_on(of, "mul_zero", *(texts[:2] if zeros[1] else texts[1::-1])) if any(zeros[:2]) else \
                f"{parts[0].inside(PRODUCT)} * {parts[1].inside(PRODUCT, right=True)}"
            if zeros[2]: return Expr(self.call_on(of, "add_zero", product, texts[2]))
            return Expr(f"{product} + {parts[2].inside(SUM, right=True)}", SUM)
        if u.op is Ops.SUB and zeros[0]: return Expr(self.call_on(of, name, f"-{parts[1].inside(ATOM)}", texts[0]))
        if u.op is Ops.SUB and u.src[1].op is not Ops.CONST: return Expr(self.call_on(of, name, texts[0], f"-{parts[1].inside(ATOM)}"))
        if u.op is Ops.SUB:
            turned = tuple(-x for x in lane_values(u.src[1]))
            return Expr(self.call_on(of, name, texts[0], literal(of, turned if of.count > 1 else turned[0])))
        if u.op is Ops.FDIV and zeros[0]: return Expr(self.call_on(of, "zero_div", texts[1], texts[0]))
        return Expr(self.call_on(of, name, *(texts if zeros[1] else texts[::-1])))

    def _hidden(self, u: UOp, of: DType, parts: Sequence[Expr]) -> Sequence[Expr]:
        """The operands, those changed by a number that is 0, but only at run time, of which a rewrite would give another result."""
        hidden = list(parts)
        for bit, at in enumerate(self.algebra.hidden(u)): hidden[at] = self._hidden_by(of, parts[at], bit)
        return hidden

    def _hidden_by(self, of: DType, value: Expr, bit: int) -> Expr:
        """A float, changed by a bit that is 0 at run time alone."""
        if not self.buffers: return value
        unsigned, kind = shaped("u32", of.count), value_type(of)
        name = f"hidden{bit or ''}_{value_type(of.scalar())}{'' if of.count == 1 else f'_{of.count}'}"
        zero = f"u32(arrayLength(&{self.buffers[0][0]}) == 0u){f' << {bit}u' if bit else ''}"
        body = f"return bitcast<{kind}>(bitcast<{unsigned}>(x) ^ {unsigned}({zero}));"
        self.helpers[name] = f"fn {name}(x: {kind}) -> {kind} {{ {body} }}"
        return Expr(f"{name}({value.text})", ATOM, value.reads)

    def _without_magic(self, u: UOp, parts: Sequence[Expr]) -> Expr | None:
        """(x + magic) - magic by integers: compilers may take it for x."""
        sign = {Ops.SUB: 1.0, Ops.ADD: -1.0}.get(u.op)
        if sign is None or u.src[1].op is not Ops.CONST: return None
        value, *others = set(lane_values(u.src[1]))
        magic = sign * float(value)
        if others or not _MAGIC <= magic < _MAGIC + 1024 or magic != int(magic): return None
        kind, whole = value_type(u.dtype), shaped("i32", u.dtype.count)
        return Expr(f"{kind}(bitcast<{whole}>({parts[0].text}) - {to_bits(dtypes.float32, magic):#x})")

    def _on_words(self, u: UOp, of: DType, parts: Sequence[Expr]) -> Expr:
        """An op on integers of up to 32 bits, held in i32 or u32; narrow results that may leave their range are cut."""
        op = u.op
        value = self._arithmetic(op, parts)
        if value is None:
            if op in _BITS: value = Expr(f"({parts[0].inside(ATOM)} {_BITS[op]} {parts[1].inside(ATOM)})")
            elif op in (Ops.SHL, Ops.SHR):
                amount = word(parts[1].text, u.src[1].dtype)
                if u.src[1].op is Ops.CONST: amount = literal(dtypes.uint32.vec(of.count), u.src[1].arg)
                value = Expr(f"({parts[0].inside(ATOM)} {'<<' if op is Ops.SHL else '>>'} {amount})")
            elif op is Ops.NOT: value = Expr(f"(~{parts[0].inside(ATOM)})")
            elif op is Ops.MAX: value = Expr(f"max({parts[0].text}, {parts[1].text})")
            elif op is Ops.NEG: value = Expr(f"({'0u - ' if of.is_unsigned() else '-'}{parts[0].inside(ATOM)})")
            else: raise InternalError(f"WGSL has no {op.name} of {of}")
        return self._cut(value, u.dtype) if op in _LEAVES_RANGE else value

    def _cut(self, value: Expr, dtype: DType) -> Expr:
        """What a narrow integer keeps of a result."""
        if not is_packed(dtype): return value
        return Expr(f"extractBits({value.text}, 0u, {dtype.bits}u)", ATOM, value.reads)

    def _on_longs(self, u: UOp, of: DType, parts: Sequence[Expr]) -> str:
        """An op on 64-bit integers, which are vec2<u32>, low word first; functions of the preamble compute what takes carries."""
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
        """Integers are cut to their width; a float made of a comparison is hidden."""
        value, source, to = self.read(u.src[0]), u.src[0].dtype, u.dtype
        if to.is_float() and is_decidable(u.src[0]):
            # a comparison may be false for a compiler whatever is in memory, and so is all that it computes of it
            wide = dtypes.float32.vec(to.count)
            value, source = self._hidden_by(wide, Expr(self._converted(value, source, wide), reads=value.reads), _BIT_OF_CASTS), wide
            if to == wide: return self.define(u, value)
        text = self._converted(value, source, to)
        result = self._cut(Expr(text), to) if to.is_integer() and not _fits(source, to) else Expr(text)
        self.define(u, Expr(result.text, value.binds if result.text == value.text else ATOM, value.reads))

    def _converted(self, value: Expr, source: DType, to: DType) -> str:
        kind, text = value_type(to), value.text
        if to.is_bool(): return text if source.is_bool() else self._is_not_zero(value, source)
        if to in LONGS: return self._to_long(value, source)
        if source in LONGS:
            if to.is_float():
                text = self.call("float_of_ulong" if source.is_unsigned() else "float_of_long", text)
                return f"f16({text})" if is_half(to) else text
            low = f"{value.inside(ATOM)}.x"
            return low if kind == "u32" else f"bitcast<i32>({low})"
        return text if kind == value_type(source) else f"{kind}({text})"

    def _to_long(self, value: Expr, source: DType) -> str:
        if source in LONGS: return value.text
        if source.is_float(): return self.call("long_of_float", f"f32({value.text})" if is_half(source) else value.text)
        if source.is_bool() or source.is_unsigned(): return f"vec2<u32>({word(value.text, source)}, 0u)"
        return self.call("long_of_int", value.text)

    def _is_not_zero(self, value: Expr, source: DType) -> str:
        if source in LONGS: return f"any({value.text} != vec2<u32>())"
        zero = literal(source, 0)
        return f"(!({value.inside(SUM)} == {zero}))" if source.is_float() else f"({value.inside(SUM)} != {zero})"

    def bitcast(self, u: UOp) -> None:
        """The same bits; what a narrow integer has beyond its own is cut."""
        value, source, to = self.read(u.src[0]), u.src[0].dtype, u.dtype
        held, kind = value_type(source), value_type(to)
        if to.is_bool(): text = self._is_not_zero(value, source)
        elif source.is_bool(): text = f"{kind}({value.text})"
        elif is_half(source) and not is_half(to): text = f"bitcast<{kind}>(vec2<f16>({value.text}, 0.0h))"
        elif is_half(to) and not is_half(source): text = f"bitcast<vec2<f16>>({word(value.text, source)}).x"
        elif held == kind: return self.define(u, value)
        else: text = f"bitcast<{kind}>({value.text})"
        if to.is_integer() and held != kind: text = self._cut(Expr(text), to).text
        self.define(u, Expr(text, ATOM, value.reads))


#: ops of floats that are written otherwise where an operand is a constant 0, and the function that does it
_SPECIAL_FOR_ZERO = {Ops.MUL: "mul_zero", Ops.ADD: "add_zero", Ops.SUB: "add_zero", Ops.FDIV: "div_zero", Ops.MULACC: "mul_zero"}


def _is_zero(u: UOp) -> bool:
    """Whether it is the constant 0, or -0, or the float with the bits of one, in every lane."""
    if u.op is Ops.VECTORIZE: return all(map(_is_zero, u.src))
    if u.op is Ops.BITCAST and u.src[0].op is Ops.CONST and u.dtype.is_float() and not u.src[0].dtype.is_float():
        return not any(int(bits) & (1 << u.dtype.bits - 1) - 1 for bits in lane_values(u.src[0]))
    return u.op is Ops.CONST and not any(lane_values(u))


def _is_negative_zero(u: UOp) -> bool:
    """Whether it is -0 in a lane, which compilers take for 0 in a choice between it and 1."""
    if u.op is not Ops.CONST or u.dtype.scalar() is not dtypes.float32: return False
    return any(x == 0 and math.copysign(1, x) < 0 for x in lane_values(u))


def _fits(source: DType, to: DType) -> bool:
    """Whether every value of `source` fits the integers `to`, so that nothing has to be clamped."""
    if not is_packed(to): return True
    return source.is_bool() or (source.is_integer() and to.min <= source.min and source.max <= to.max)
