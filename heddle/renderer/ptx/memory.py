"""Loads and stores in PTX: addresses, vector accesses, and narrow elements packed in 32-bit registers.

Inputs: LOAD, STORE and the INDEX under them, vectors and their lanes.
Outputs: lines of PTX.
Invariants: an address is a register and an offset, computed once for each loop; where vectors may lie anywhere, elements of
global memory are moved one by one.
"""
from __future__ import annotations

from collections.abc import Sequence

from heddle.dtype import DType, dtypes
from heddle.renderer import gate_of
from heddle.renderer.cuda.cuda import Architecture
from heddle.renderer.ptx.registers import RegisterWriter, held, joined
from heddle.uop import Ops, UOp

#: elements of one access
_MOST_LANES = 4
#: which bytes of two registers `prmt` is to put next to each other: every other one
_EVEN_BYTES = "0x6420"


class MemoryWriter(RegisterWriter):
    """What an entry says of memory."""

    def __init__(self, uops: Sequence[UOp], name: str, aligned: bool, arch: Architecture) -> None:
        super().__init__(uops, name, aligned, arch)
        self.scopes: list[dict[tuple[UOp, UOp | None], str]] = [{}]  # addresses that are known, by open loop

    def address_of(self, index: UOp) -> tuple[str, str, int]:
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
        """(space and type, address, registers) of the instructions that move contiguous elements."""
        space, base, offset = self.address_of(index)
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
            self.words[u], self.lanes[u] = words, self.unpacked(scalar, words)
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
        index, value, gate = u.src[0], u.src[1], gate_of(u)
        guard = f"@{self.read(gate)} " if gate is not None else ""
        if index.op is Ops.DEFINE_REG:
            self.emit(f"{guard}mov.{held(value.dtype)[0]} {self.read(index)}, {self.read(value)}")
            return
        if self.moves_words(index, value.dtype):
            what, address, words = self.words_at(index, self.words[value] if value in self.words else self.packed(value))
            self.emit(f"{guard}st.{what} {address}, {joined(words)}")
            return
        registers = self.lanes[value] if value.dtype.count > 1 else [self.register(value)]
        if value.dtype.is_bool(): registers = [self.make("selp.b16", dtypes.uint16, "1", "0", p) for p in registers]
        for what, address, some in self.accesses(index, registers): self.emit(f"{guard}st.{what} {address}, {some}")

    def moves_words(self, index: UOp, dtype: DType) -> bool:
        """Whether elements of 1 or 2 bytes are moved as registers of 32 bits, which lie at multiples of what they are together."""
        narrow = dtype.count > 1 and dtype.scalar().itemsize < 4 and not dtype.scalar().is_bool()
        return narrow and dtype.itemsize in (4, 8, 16) and (self.aligned or index.src[0].op is Ops.DEFINE_LOCAL)

    def words_at(self, index: UOp, words: list[str]) -> tuple[str, str, list[str]]:
        """(space and type, address, registers) of the instruction that moves registers of 32 bits."""
        space, base, offset = self.address_of(index)
        return f"{space}{f'.v{len(words)}' if len(words) > 1 else ''}.b32", f"[{base}+{offset}]", words

    def unpacked(self, dtype: DType, words: Sequence[str]) -> list[str]:
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

    def packed(self, u: UOp) -> list[str]:
        """The elements of a vector, 1 or 2 bytes each, in registers of 32 bits."""
        word, lanes = dtypes.uint32, self.lanes[u]
        pairs = [self.make("mov.b32", word, f"{{{a}, {b}}}") for a, b in zip(lanes[::2], lanes[1::2], strict=True)]
        if u.dtype.scalar().itemsize == 2: return pairs
        return [self.make("prmt.b32", word, a, b, _EVEN_BYTES) for a, b in zip(pairs[::2], pairs[1::2], strict=True)]
