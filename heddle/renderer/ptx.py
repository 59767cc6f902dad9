"""PTX, the assembly language that NVIDIA's driver compiles: no other compiler takes part.

In: the straight list of ops of one kernel, vectors taken apart. Out: PTX, with an entry for any address where vectors are moved
(see `cuda`). Always true: a value has a register of its own, of the class that its dtype wants; integers of 8 bits are held
extended in 16; a place in memory is a register and an offset, found once for each loop. What is left to the driver: which registers
there are, and in what order things are done.
"""
from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from heddle.dtype import DType, dtypes
from heddle.errors import InternalError
from heddle.renderer import Limits, Renderer, gate_of
from heddle.renderer.cuda import (
    ANYWHERE,
    FP8,
    FP8S,
    STATIC_SHARED,
    Architecture,
    limits_of,
    moves_vector,
)
from heddle.renderer.cuda_boxes import FENCE
from heddle.renderer.cuda_matrix import (
    COMMIT,
    LOWER_HALVES,
    TURN_STEPS,
    UPPER_HALVES,
    GroupProduct,
    copy_instruction,
    has_group_unit,
    ldmatrix_instruction,
    mma_instruction,
    wait_instruction,
    words_of,
)
from heddle.renderer.ptx_boxes import Boxes, map_parameter
from heddle.uop import GroupOp, Ops, UOp
from heddle.uop.boxes import holds_barriers, map_numbers
from heddle.uop.interpret import to_bits

#: the oldest version of the language that knows an architecture; newer drivers take older versions
_VERSIONS = ((120, 8.7), (100, 8.6), (75, 8.0))
#: the one that knows floats of 8 bits on all architectures that have them, in matrix units too; and the first CUDA that takes it
_KNOWS_FP8, FP8_SINCE = 8.4, (12, 4)
#: elements of one access
_MOST_LANES = 4
#: dtype -> class of register, type in instructions of arithmetic, type in loads and stores
_HELD = {
    "bool": ("pred", "pred", "u8"), "int8": ("b16", "s16", "s8"), "uint8": ("b16", "u16", "u8"), "int16": ("b16", "s16", "b16"),
    "uint16": ("b16", "u16", "b16"), "int32": ("b32", "s32", "b32"), "uint32": ("b32", "u32", "b32"), "int64": ("b64", "s64", "b64"),
    "uint64": ("b64", "u64", "b64"), "float16": ("b16", "f16", "b16"), "bfloat16": ("b16", "bf16", "b16"),
    "float32": ("f32", "f32", "f32"), "float64": ("f64", "f64", "f64"),
    "fp8e4m3": ("b16", "b16", "u8"), "fp8e5m2": ("b16", "b16", "u8")}
_LETTERS = {"pred": "p", "b16": "h", "b32": "r", "b64": "d", "f32": "f", "f64": "g"}
_NARROW = (dtypes.float16, dtypes.bfloat16, *dtypes.fp8s)
#: which bytes of two registers `prmt` is to put side by side: every other one
_EVEN_BYTES = "0x6420"

_ARITHMETIC = {Ops.ADD: "add", Ops.SUB: "sub", Ops.IDIV: "div", Ops.MOD: "rem"}
_ON_BITS = {Ops.AND: "and", Ops.OR: "or", Ops.XOR: "xor"}
_ON_BOOLS = {Ops.ADD: "or", Ops.MAX: "or", Ops.MUL: "and", Ops.SUB: "xor", Ops.CMPNE: "xor", **_ON_BITS}
_COMPARE = {Ops.CMPLT: "lt", Ops.CMPNE: "ne", Ops.CMPEQ: "eq"}


def ptx_limits(arch: Architecture, units: int = 64, knows_fp8: bool = True) -> Limits:
    """As for CUDA C, without functions that the language has only approximations of."""
    limits = limits_of(arch, units)
    limits = replace(limits, native=limits.native - {Ops.EXP2, Ops.LOG2})
    if knows_fp8: return limits
    known = tuple(u for u in limits.matrix_units if u.dtype not in dtypes.fp8s)
    return replace(limits, matrix_units=known, as_bits=limits.as_bits | frozenset(dtypes.fp8s))


class PTXRenderer(Renderer):
    """One module with one kernel. `knows_fp8`: whether the driver takes the version of the language that has floats of 8 bits."""

    def __init__(self, arch: Architecture, units: int = 64, knows_fp8: bool = True) -> None:
        super().__init__(f"PTX {arch}{'' if knows_fp8 else ' without fp8'}", ptx_limits(arch, units, knows_fp8))
        self.arch = arch

    def render(self, uops: Sequence[UOp], name: str) -> str:
        """The module. InternalError for an op or dtype that the language has no word for."""
        version = next(v for number, v in _VERSIONS if self.arch.number >= number)
        if any(u.dtype.scalar() in dtypes.fp8s for u in uops): version = max(version, _KNOWS_FP8)
        shared = shared_arrays(uops)
        lines = [f".version {version}", f".target {self.arch}", ".address_size 64"]
        align = 1024 if has_group_unit(uops) else 128
        if sum(size for _, size in shared) > STATIC_SHARED: lines.append(f".extern .shared .align {align} .b8 shared[];")
        entries = [(name, True), (name + ANYWHERE, False)] if any(map(moves_vector, uops)) else [(name, True)]
        for entry, aligned in entries: lines += PTXWriter(uops, entry, aligned, self.arch).entry()
        return "\n".join([*lines, ""])


def shared_arrays(uops: Sequence[UOp]) -> list[tuple[UOp, int]]:
    """The arrays of a block, and their bytes up to a multiple of 64."""
    return [(u, -(-u.arg[1] * u.dtype.itemsize // 64) * 64) for u in uops if u.op is Ops.DEFINE_LOCAL]


class PTXWriter:
    """One entry being written. `aligned`: vectors lie at multiples of their size."""

    steps: dict[Ops, Callable[[Any, UOp], None]]
    boxes: Boxes

    def __init__(self, uops: Sequence[UOp], name: str, aligned: bool, arch: Architecture) -> None:
        self.uops, self.name, self.aligned, self.arch = uops, name, aligned, arch
        self.lines: list[str] = []
        self.counts = dict.fromkeys(_LETTERS, 0)
        self.values: dict[UOp, str] = {}
        self.lanes: dict[UOp, list[str]] = {}
        self.words: dict[UOp, list[str]] = {}  # vectors as matrix units have them, 32 bits to a register
        self.loops: dict[UOp, tuple[str, str]] = {}  # RANGE -> label, register that says where it ends
        self.scopes: list[dict[tuple[UOp, UOp | None], str]] = [{}]  # addresses that are known, by open loop
        self.parameters: list[str] = []
        self.dynamic = sum(size for _, size in shared_arrays(uops)) > STATIC_SHARED
        self.offset = 0  # into the shared memory that a launch gives

    def entry(self) -> list[str]:
        """The lines of the entry: its parameters, the items of a block, the registers in use, and what is done with them."""
        for u in self.uops:
            step = self.steps.get(u.op)
            if step is None: raise InternalError(f"PTX has no {u.op.name} (kernel {self.name})")
            step(self, u)
        extents = {u.arg: u.src[0].arg for u in self.uops if u.op is Ops.SPECIAL}
        items = ", ".join(str(extents.get(f"lidx{d}", 1)) for d in range(3))
        # a block may have so many registers that a multiprocessor has room for no other
        bounds = [".minnctapersm 1"] if any(u.op in (Ops.WMMA, Ops.WGMMA) for u in self.uops) else []
        registers = [f"  .reg .{kind} %{_LETTERS[kind]}<{n}>;" for kind, n in self.counts.items() if n]
        plain = [f"  .param .{kind} a{n}" for n, kind in enumerate(self.parameters)]
        parameters = ",\n".join([*plain, *(map_parameter(len(plain) + n) for n in range(len(map_numbers(self.uops))))])
        head = [f".visible .entry {self.name}(", parameters, ")", f".maxntid {items}", *bounds]
        return [*head, "{", *registers, *self.lines, "  ret;", "}"]

    # ---- text

    def emit(self, line: str) -> None: self.lines.append(f"  {line};")

    def new(self, kind: str) -> str:
        """A register of a class."""
        self.counts[kind] += 1
        return f"%{_LETTERS[kind]}{self.counts[kind] - 1}"

    def make(self, instruction: str, dtype: DType, *operands: str) -> str:
        """The register with an instruction's result."""
        result = self.new(held(dtype)[0])
        self.emit(f"{instruction} {', '.join((result, *operands))}")
        return result

    def read(self, u: UOp) -> str: return self.values[u]

    def register(self, u: UOp) -> str:
        """A value where no constant may stand."""
        text = self.values[u]
        return text if text.startswith("%") else self.make(f"mov.{held(u.dtype)[0]}", u.dtype, text)

    def fit(self, dtype: DType, value: str) -> str:
        """An integer of 8 bits as it is held, after arithmetic on 16."""
        if dtype == dtypes.int8: return self.make("cvt.s16.s8", dtype, value)
        return self.make("and.b16", dtype, value, "255") if dtype == dtypes.uint8 or dtype in dtypes.fp8s else value

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
        if holds_barriers(u): self.boxes = Boxes(self, u)

    def _declare(self, u: UOp) -> None:
        """An array of the block: named where all of them fit what a module may ask for, else a part of what the launch gives."""
        size = -(-u.arg[1] * u.dtype.itemsize // 64) * 64
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
        place = self.make("mov.u32", dtypes.int32, f"%{'ctaid' if u.arg[0] == 'g' else 'tid'}.{'xyz'[int(u.arg[-1])]}")
        self.values[u] = place if u.dtype == dtypes.int32 else self.make("cvt.u64.u32", u.dtype, place)

    def const(self, u: UOp) -> None:
        if u.dtype.is_bool(): self.values[u] = self.make("mov.pred", u.dtype, "1" if u.arg else "0")
        else: self.values[u] = literal(u.dtype, u.arg)

    def range(self, u: UOp) -> None:
        """Opens a loop: a counter and a label. Its condition stands at its end."""
        kind, stop = held(u.dtype)[1], self.read(u.src[0])
        counter, label = self.make(f"mov.{kind}", u.dtype, "0"), f"LOOP{len(self.loops)}"
        if u.src[0].op is not Ops.CONST:  # it may turn not even once
            self.emit(f"@{self.make(f'setp.ge.{kind}', dtypes.bool, counter, stop)} bra {label}_END")
        self.lines.append(f"{label}:")
        self.values[u], self.loops[u] = counter, (label, stop)
        self.scopes.append({})

    def end(self, u: UOp) -> None:
        """Counts, and goes back while there are turns left."""
        loop = u.src[0]
        kind, counter, (label, stop) = held(loop.dtype)[1], self.values[loop], self.loops[loop]
        self.emit(f"add.{kind} {counter}, {counter}, 1")
        self.emit(f"@{self.make(f'setp.lt.{kind}', dtypes.bool, counter, stop)} bra {label}")
        self.lines.append(f"{label}_END:")
        self.scopes.pop()

    def barrier(self, u: UOp) -> None: self.emit("bar.sync 0")
    def nothing(self, u: UOp) -> None: pass

    # ---- memory

    def place(self, index: UOp) -> tuple[str, str, int]:
        """(state space, register, bytes further on) of an INDEX."""
        memory, at = index.src
        further = 0
        if at.op is Ops.ADD and at.src[1].op is Ops.CONST: at, further = at.src[0], at.src[1].arg
        space, size = ("shared" if memory.op is Ops.DEFINE_LOCAL else "global"), memory.dtype.itemsize
        if at.op is Ops.CONST: return space, self.read(memory), (at.arg + further) * size
        found = next((scope[memory, at] for scope in self.scopes if (memory, at) in scope), None)
        if found is None:
            step = "mad.wide.s32" if at.dtype.itemsize == 4 else "mad.lo.s64"
            found = self.scopes[-1][memory, at] = self.make(step, dtypes.uint64, self.register(at), str(size), self.read(memory))
        return space, found, further * size

    def accesses(self, index: UOp, registers: Sequence[str]) -> list[tuple[str, str, str]]:
        """(space and type, address, registers) of the instructions that move elements side by side."""
        space, base, offset = self.place(index)
        kind, size = held(index.dtype)[2], index.dtype.itemsize
        width = min(len(registers), _MOST_LANES) if self.aligned or space == "shared" else 1
        found: list[tuple[str, str, str]] = []
        for first in range(0, len(registers), width):
            some = registers[first:first + width]
            found.append((f"{space}{f'.v{width}' if width > 1 else ''}.{kind}", f"[{base}+{offset + first * size}]", joined(some)))
        return found

    def load(self, u: UOp) -> None:
        """Elements from memory, or a register; where there is a gate, the second source if it is false."""
        if u.src[0].op is Ops.DEFINE_REG:
            self.values[u] = self.make(f"mov.{held(u.dtype)[0]}", u.dtype, self.read(u.src[0]))
            return
        scalar, gate = u.dtype.scalar(), gate_of(u)
        if gate is None and self.moves_words(u.src[0], u.dtype):
            what, address, words = self.words_at(u.src[0], [self.new("b32") for _ in range(u.dtype.itemsize // 4)])
            self.emit(f"ld.{what} {joined(words)}, {address}")
            self.words[u], self.lanes[u] = words, self._unpacked(scalar, words)
            return
        kind = "b16" if scalar.is_bool() else held(scalar)[0]
        results = [self.new(kind) for _ in range(u.dtype.count)]
        if gate is not None:
            others = self.lanes[u.src[1]] if u.dtype.count > 1 else [self.read(u.src[1])]
            if scalar.is_bool(): others = [self.make("selp.b16", dtypes.uint16, "1", "0", p) for p in others]
            for result, other in zip(results, others, strict=True): self.emit(f"mov.{kind} {result}, {other}")
        guard = f"@{self.read(gate)} " if gate is not None else ""
        for what, address, some in self.accesses(u.src[0], results): self.emit(f"{guard}ld.{what} {some}, {address}")
        if scalar.is_bool(): results = [self.make("setp.ne.b16", scalar, r, "0") for r in results]
        if u.dtype.count > 1: self.lanes[u] = results
        else: self.values[u] = results[0]

    def store(self, u: UOp) -> None:
        """Writes to memory or a register, where the gate is true. Bools lie in memory as 0 and 1."""
        place, value, gate = u.src[0], u.src[1], gate_of(u)
        guard = f"@{self.read(gate)} " if gate is not None else ""
        if place.op is Ops.DEFINE_REG:
            self.emit(f"{guard}mov.{held(value.dtype)[0]} {self.read(place)}, {self.read(value)}")
            return
        if self.moves_words(place, value.dtype):
            what, address, words = self.words_at(place, self.words[value] if value in self.words else self._packed(value))
            self.emit(f"{guard}st.{what} {address}, {joined(words)}")
            return
        registers = self.lanes[value] if value.dtype.count > 1 else [self.register(value)]
        if value.dtype.is_bool(): registers = [self.make("selp.b16", dtypes.uint16, "1", "0", p) for p in registers]
        for what, address, some in self.accesses(place, registers): self.emit(f"{guard}st.{what} {address}, {some}")

    def moves_words(self, index: UOp, dtype: DType) -> bool:
        """Whether elements of 1 or 2 bytes are moved as registers of 32 bits, which lie at multiples of what they are together."""
        narrow = dtype.count > 1 and dtype.scalar().itemsize < 4 and not dtype.scalar().is_bool()
        return narrow and dtype.itemsize in (4, 8, 16) and (self.aligned or index.src[0].op is Ops.DEFINE_LOCAL)

    def words_at(self, index: UOp, words: list[str]) -> tuple[str, str, list[str]]:
        """(space and type, address, registers) of the instruction that moves registers of 32 bits."""
        space, base, offset = self.place(index)
        return f"{space}{f'.v{len(words)}' if len(words) > 1 else ''}.b32", f"[{base}+{offset}]", words

    def _unpacked(self, dtype: DType, words: Sequence[str]) -> list[str]:
        """The elements in registers of 32 bits."""
        found: list[str] = []
        for word in words:
            halves = [self.new("b16") for _ in range(2)]
            self.emit(f"mov.b32 {{{', '.join(halves)}}}, {word}")
            if dtype.itemsize == 2: found += halves
            else: found += [self.fit(dtype, part) for half in halves for part in (half, self.make("shr.u16", dtype, half, "8"))]
        return found

    def vectorize(self, u: UOp) -> None: self.lanes[u] = [self.register(s) for s in u.src]
    def gep(self, u: UOp) -> None: self.values[u] = self.lanes[u.src[0]][u.arg[0]]

    def matrix_unit(self, u: UOp) -> None:
        """The instruction of a warp's product, its factors packed into registers of 32 bits."""
        rows, columns = (self._fragment(s) for s in u.src[:2])
        sums = self.lanes[u.src[2]]
        results = [self.new("f32") for _ in range(u.dtype.count)]
        parts = ", ".join(f"{{{', '.join(part)}}}" for part in (results, rows, columns, sums))
        self.emit(f"{mma_instruction(u)} {parts}")
        self.lanes[u] = results

    def _fragment(self, u: UOp) -> list[str]:
        """A factor's elements in registers of 32 bits."""
        if u.dtype.scalar() != dtypes.float32: return self.words[u] if u in self.words else self._packed(u)
        return [self.make("cvt.rna.tf32.f32", dtypes.uint32, x) for x in (self.words[u] if u in self.words else self.lanes[u])]

    def _packed(self, u: UOp) -> list[str]:
        """The elements of a vector, 1 or 2 bytes each, in registers of 32 bits."""
        word, lanes = dtypes.uint32, self.lanes[u]
        pairs = [self.make("mov.b32", word, f"{{{a}, {b}}}") for a, b in zip(lanes[::2], lanes[1::2], strict=True)]
        if u.dtype.scalar().itemsize == 2: return pairs
        return [self.make("prmt.b32", word, a, b, _EVEN_BYTES) for a, b in zip(pairs[::2], pairs[1::2], strict=True)]

    def turn(self, u: UOp) -> None:
        """Words exchanged with three other threads; all of a warp are here."""
        word, x = dtypes.uint32, self._packed(u.src[0])
        thread = self.make("mov.u32", word, "%tid.x")
        for apart, pairs in TURN_STEPS:
            upper = self.make("setp.ne.b32", dtypes.bool, self.make("and.b32", word, thread, str(apart)), "0")
            for a, b in pairs:
                given = self.make("selp.b32", word, x[a], x[b], upper)
                other = self.make("shfl.sync.bfly.b32", word, given, str(apart), "31", "-1")
                x[a], x[b] = self.make("selp.b32", word, other, x[a], upper), self.make("selp.b32", word, x[b], other, upper)
        if u.dtype.scalar().itemsize == 1:
            x = [self.make("prmt.b32", word, x[a], x[a + 1], hex(which)) for which in (LOWER_HALVES, UPPER_HALVES) for a in (0, 2)]
        self.words[u] = x
        if not self.aligned: self.lanes[u] = self._unpacked(u.dtype.scalar(), x)

    def load_matrix(self, u: UOp) -> None:
        """A fragment from shared memory, in the registers that the unit takes."""
        _, base, offset = self.place(u.src[0])
        words = self.words[u] = [self.new("b32") for _ in range(words_of(u))]
        self.emit(f"{ldmatrix_instruction(u)} {{{', '.join(words)}}}, [{base}+{offset}]")

    def fetch(self, u: UOp) -> None:
        """A copy behind the thread's back; elements one by one where the source may lie anywhere."""
        gate, size = gate_of(u), u.arg * u.src[0].dtype.itemsize
        guard = f"@{self.read(gate)} " if gate is not None else ""
        if self.aligned or u.arg == 1:
            (_, to, further), (_, source, beyond) = (self.place(s) for s in u.src[:2])
            self.emit(f"{guard}{copy_instruction(size)} [{to}+{further}], [{source}+{beyond}], {size}")
            return
        registers = [self.new(held(u.src[0].dtype)[0]) for _ in range(u.arg)]
        for what, address, some in self.accesses(u.src[1], registers): self.emit(f"{guard}ld.{what} {some}, {address}")
        for what, address, some in self.accesses(u.src[0], registers): self.emit(f"{guard}st.{what} {address}, {some}")

    def commit(self, u: UOp) -> None: self.emit(COMMIT)

    def wait(self, u: UOp) -> None:
        """Waits for copies, or for products."""
        self.emit(wait_instruction(u))
        if u.arg[1] == "copies" and has_group_unit(self.uops): self.emit(FENCE)

    def deliver(self, u: UOp) -> None: self.boxes.deliver(u)
    def receive(self, u: UOp) -> None: self.boxes.receive(u)

    def group_unit(self, u: UOp) -> None:
        """A product under way, added to registers."""
        product = GroupProduct.of(u)
        first: list[str] = []
        for operand, index in enumerate(u.src[:2]):
            _, base, offset = self.place(index)
            place = self.make("add.u64", dtypes.uint64, base, str(offset)) if offset else base
            within = self.make("shr.u64", dtypes.uint64, place, "4")
            first.append(self.make("or.b64", dtypes.uint64, within, str(product.descriptor(operand))))
        steps = [tuple(self.make("add.u64", dtypes.uint64, x, str(product.further(i, s))) for i, x in enumerate(first))
                 for s in range(product.steps)]
        self.lines += [f"  {line}" for line in product.block([self.read(s) for s in u.src[2:]], [(a, b) for a, b in steps])]

    # ---- arithmetic

    def alu(self, u: UOp) -> None:
        """One instruction, or a few, by what the first source holds; integers of 8 bits are cut back."""
        dtype, operands = u.src[0].dtype, [self.read(s) for s in u.src]
        if dtype.is_bool() and u.op not in (Ops.WHERE, Ops.NOT): self.values[u] = self._of_bools(u, operands)
        elif u.op in GroupOp.COMPARE:
            unordered = "u" if u.op is Ops.CMPNE and dtype.is_float() else ""
            a = self.register(u.src[0])
            self.values[u] = self.make(f"setp.{_COMPARE[u.op]}{unordered}.{held(dtype)[1]}", u.dtype, a, operands[1])
        elif u.op is Ops.WHERE: self.values[u] = self._where(u, operands)
        elif u.op in _ON_BITS: self.values[u] = self.make(f"{_ON_BITS[u.op]}.{bits_of(dtype)}", u.dtype, *operands)
        elif u.op is Ops.NOT: self.values[u] = self.fit(u.dtype, self.make(f"not.{bits_of(dtype)}", u.dtype, *operands))
        elif u.op is Ops.MAX: self.values[u] = self._greater(u, operands)
        elif u.op in (Ops.SHL, Ops.SHR): self.values[u] = self._shift(u, operands)
        else: self.values[u] = self.fit(u.dtype, self.make(self._instruction(u), u.dtype, *operands))

    def _of_bools(self, u: UOp, operands: list[str]) -> str:
        if u.op in _ON_BOOLS: return self.make(f"{_ON_BOOLS[u.op]}.pred", u.dtype, *operands)
        if u.op is Ops.CMPLT: return self.make("and.pred", u.dtype, self.make("not.pred", u.dtype, operands[0]), operands[1])
        if u.op is not Ops.CMPEQ: raise InternalError(f"PTX has no {u.op.name} of bools (kernel {self.name})")
        return self.make("not.pred", u.dtype, self.make("xor.pred", u.dtype, *operands))

    def _instruction(self, u: UOp) -> str:
        """The name of what takes operands and gives a result of one dtype."""
        kind, is_float = held(u.dtype)[1], u.dtype.is_float()
        if u.op in _ARITHMETIC: return f"{_ARITHMETIC[u.op]}.{kind}"
        if u.op is Ops.MUL: return f"mul.{kind}" if is_float else f"mul.lo.{kind}"
        if u.op is Ops.MULACC: return f"fma.rn.{kind}" if is_float else f"mad.lo.{kind}"
        if u.op is Ops.NEG: return f"neg.{kind.replace('u', 's')}"
        if u.op is Ops.TRUNC: return f"cvt.rzi.{kind}.{kind}"
        found = {Ops.FDIV: "div.rn", Ops.RECIPROCAL: "rcp.rn", Ops.SQRT: "sqrt.rn"}.get(u.op)
        if found is None: raise InternalError(f"PTX has no {u.op.name} of {u.dtype} (kernel {self.name})")
        return f"{found}.{kind}"

    def _where(self, u: UOp, operands: list[str]) -> str:
        gate, yes, no = operands
        if not u.dtype.is_bool(): return self.make(f"selp.{held(u.dtype)[0]}", u.dtype, yes, no, gate)
        then = self.make("and.pred", u.dtype, gate, yes)
        otherwise = self.make("and.pred", u.dtype, self.make("not.pred", u.dtype, gate), no)
        return self.make("or.pred", u.dtype, then, otherwise)

    def _greater(self, u: UOp, operands: list[str]) -> str:
        """The greater; of floats, the one that is NaN."""
        kind, (a, b) = held(u.dtype)[1], (self.register(u.src[0]), operands[1])
        if not u.dtype.is_float(): return self.make(f"max.{kind}", u.dtype, a, b)
        if u.dtype == dtypes.float32 and self.arch.number >= 80: return self.make("max.NaN.f32", u.dtype, a, b)
        larger = self.make(f"selp.{kind}", u.dtype, a, b, self.make(f"setp.gt.{kind}", dtypes.bool, a, b))
        return self.make(f"selp.{kind}", u.dtype, a, larger, self.make(f"setp.nan.{kind}", dtypes.bool, a, a))

    def _shift(self, u: UOp, operands: list[str]) -> str:
        """The instruction counts in 32 bits."""
        value, count = operands
        if count.startswith("%") and u.src[1].dtype.itemsize != 4:
            count = self.make(f"cvt.u32.u{max(8 * u.src[1].dtype.itemsize, 16)}", dtypes.uint32, count)
        kind = bits_of(u.dtype) if u.op is Ops.SHL else held(u.dtype)[1]
        return self.fit(u.dtype, self.make(f"{'shl' if u.op is Ops.SHL else 'shr'}.{kind}", u.dtype, value, count))

    # ---- conversions

    def cast(self, u: UOp) -> None: self.values[u] = self._converted(u.dtype, u.src[0].dtype, self.register(u.src[0]))

    def _converted(self, to: DType, source: DType, value: str) -> str:
        if to == source: return value
        if source.is_bool():
            chosen = self.make("selp.b32", dtypes.int32, "1", "0", value)
            return self._converted(to, dtypes.int32, chosen)
        if source in _NARROW: return self._converted(to, dtypes.float32, self._widened(source, value))
        if to in _NARROW and source != dtypes.float32: value, source = self._converted(dtypes.float32, source, value), dtypes.float32
        from_kind, to_kind = held(source)[1], held(to)[1]
        if source.is_integer() and to.is_integer(): return self._resized(to, source, value)
        if to in dtypes.fp8s: return self._to_fp8(FP8S[to.name], value)
        rounding = ""
        if source.is_float() and to.is_integer(): rounding = ".rzi"
        elif not (source == dtypes.float32 and to == dtypes.float64): rounding = ".rn"
        return self.make(f"cvt{rounding}.{to_kind}.{from_kind}", to, value)

    def _resized(self, to: DType, source: DType, value: str) -> str:
        """An integer of another size or sign: what is too much is cut off."""
        if max(source.itemsize, 2) == max(to.itemsize, 2): return self.fit(to, self.make(f"mov.{bits_of(to)}", to, value))
        return self.fit(to, self.make(f"cvt.{held(to)[1]}.{held(source)[1]}", to, value))

    def _widened(self, source: DType, value: str) -> str:
        """A narrow float as float32."""
        if source in dtypes.fp8s:
            pair = self.make(f"cvt.rn.f16x2.{FP8S[source.name].kind}x2", dtypes.uint32, value)
            value, source = self.make("cvt.u16.u32", dtypes.float16, pair), dtypes.float16
        if source == dtypes.float16: return self.make("cvt.f32.f16", dtypes.float32, value)
        zero = self.make("mov.b16", dtypes.uint16, "0")
        return self.make("mov.b32", dtypes.float32, f"{{{zero}, {value}}}")

    def _to_fp8(self, form: FP8, value: str) -> str:
        """float32 as a float of 8 bits: the instruction makes the largest number of what is too large."""
        byte = dtypes.uint8
        rounded = self.make(f"cvt.rn.satfinite.{form.kind}x2.f32", byte, literal(dtypes.float32, 0.0), value)
        size = self.make("abs.f32", dtypes.float32, value)
        over = self.make(f"setp.{form.compare}.f32", dtypes.bool, size, literal(dtypes.float32, form.limit))
        signed = self.make("and.b16", byte, rounded, "128")
        return self.make("selp.b16", byte, self.make("or.b16", byte, signed, str(form.instead)), rounded, over)

    def bitcast(self, u: UOp) -> None:
        source, to = u.src[0].dtype, u.dtype
        value = self.register(u.src[0])
        if source.is_bool() or to.is_bool(): raise InternalError(f"the bits of {source} are not read as {to} (kernel {self.name})")
        if held(source)[0] == held(to)[0]: self.values[u] = self.fit(to, value)
        else: self.values[u] = self.make(f"mov.{bits_of(to)}", to, value)


def joined(registers: Sequence[str]) -> str:
    """Registers of one access as an operand."""
    return registers[0] if len(registers) == 1 else f"{{{', '.join(registers)}}}"


def held(dtype: DType) -> tuple[str, str, str]:
    """Class of register, type in arithmetic, type in memory."""
    return _HELD[dtype.scalar().name]


def bits_of(dtype: DType) -> str:
    """The type of instructions that look at bits only."""
    return "pred" if dtype.is_bool() else f"b{max(8 * dtype.itemsize, 16)}"


def literal(dtype: DType, value: Any) -> str:
    """A constant, exactly."""
    if dtype in _NARROW: return str(to_bits(dtype, float(value)))
    if dtype == dtypes.float32: return f"0f{struct.pack('>f', value).hex().upper()}"
    if dtype == dtypes.float64: return f"0d{struct.pack('>d', value).hex().upper()}"
    return str(int(value))


_W = PTXWriter
_W.steps = {
    Ops.PARAM: _W.param, Ops.DEFINE_VAR: _W.define_var, Ops.DEFINE_LOCAL: _W.define_local, Ops.DEFINE_REG: _W.define_reg,
    Ops.SPECIAL: _W.special, Ops.CONST: _W.const, Ops.RANGE: _W.range, Ops.END: _W.end, Ops.BARRIER: _W.barrier, Ops.INDEX: _W.nothing,
    Ops.LOAD: _W.load, Ops.STORE: _W.store, Ops.VECTORIZE: _W.vectorize, Ops.GEP: _W.gep, Ops.WMMA: _W.matrix_unit,
    Ops.WGMMA: _W.group_unit, Ops.LDMATRIX: _W.load_matrix, Ops.TURN: _W.turn, Ops.FETCH: _W.fetch,
    Ops.COMMIT: _W.commit, Ops.WAIT: _W.wait, Ops.BOX: _W.nothing, Ops.DELIVER: _W.deliver, Ops.RECEIVE: _W.receive,
    Ops.CAST: _W.cast, Ops.BITCAST: _W.bitcast, Ops.SINK: _W.nothing, Ops.GROUP: _W.nothing, **dict.fromkeys(GroupOp.ALU, _W.alu),
}
