"""MMA in PTX: products of a warp and of a warp group, their fragments, and asynchronous copies.

Inputs: WMMA, WGMMA, LDMATRIX, QUAD_SHUFFLE, WARP_SHUFFLE, ASYNC_COPY, ASYNC_COMMIT, ASYNC_WAIT.
Outputs: lines of PTX; the instructions are those of renderer/cuda/mma.py.
"""
from __future__ import annotations

from heddle.dtype import dtypes
from heddle.renderer import gate_of
from heddle.renderer.cuda.mma import (
    COMMIT,
    EXCHANGES,
    LOWER_HALVES,
    UPPER_HALVES,
    GroupProduct,
    copy_instruction,
    has_group_unit,
    ldmatrix_instruction,
    mma_instruction,
    wait_instruction,
    words_of,
)
from heddle.renderer.cuda.tma import FENCE
from heddle.renderer.ptx.memory import MemoryWriter
from heddle.renderer.ptx.registers import held
from heddle.uop import UOp


class MatrixWriter(MemoryWriter):
    """What an entry says of MMA units."""

    def tensor_core(self, u: UOp) -> None:
        """The instruction of a warp's product, its factors packed into registers of 32 bits."""
        rows, columns = (self._fragment(s) for s in u.src[:2])
        sums = self.lanes[u.src[2]]
        results = [self.new("f32") for _ in range(u.dtype.count)]
        parts = ", ".join(f"{{{', '.join(part)}}}" for part in (results, rows, columns, sums))
        self.emit(f"{mma_instruction(u)} {parts}")
        self.lanes[u] = results

    def _fragment(self, u: UOp) -> list[str]:
        """A factor's elements in registers of 32 bits."""
        if u.dtype.scalar() != dtypes.float32: return self.words[u] if u in self.words else self.packed(u)
        return [self.make("cvt.rna.tf32.f32", dtypes.uint32, x) for x in (self.words[u] if u in self.words else self.lanes[u])]

    def quad_shuffle(self, u: UOp) -> None:
        """Words exchanged with three other threads; all of a warp are here."""
        word, x = dtypes.uint32, self.packed(u.src[0])
        thread = self.make("mov.u32", word, "%tid.x")
        for apart, pairs in EXCHANGES:
            upper = self.make("setp.ne.b32", dtypes.bool, self.make("and.b32", word, thread, str(apart)), "0")
            for a, b in pairs:
                given = self.make("selp.b32", word, x[a], x[b], upper)
                other = self.make("shfl.sync.bfly.b32", word, given, str(apart), "31", "-1")
                x[a], x[b] = self.make("selp.b32", word, other, x[a], upper), self.make("selp.b32", word, x[b], other, upper)
        if u.dtype.scalar().itemsize == 1:
            x = [self.make("prmt.b32", word, x[a], x[a + 1], hex(which)) for which in (LOWER_HALVES, UPPER_HALVES) for a in (0, 2)]
        self.words[u] = x
        if not self.aligned: self.lanes[u] = self.unpacked(u.dtype.scalar(), x)

    def warp_shuffle(self, u: UOp) -> None:
        """A word of another thread."""
        word = self.make("mov.b32", dtypes.uint32, self.read(u.src[0]))
        other = self.make("shfl.sync.bfly.b32", dtypes.uint32, word, str(u.arg), "31", "-1")
        self.values[u] = self.make("mov.b32", u.dtype, other)

    def load_matrix(self, u: UOp) -> None:
        """A fragment from shared memory, in the registers that the unit takes."""
        _, base, offset = self.address_of(u.src[0])
        words = self.words[u] = [self.new("b32") for _ in range(words_of(u))]
        self.emit(f"{ldmatrix_instruction(u)} {{{', '.join(words)}}}, [{base}+{offset}]")

    def async_copy(self, u: UOp) -> None:
        """An asynchronous copy; elements one by one where the source may lie anywhere."""
        gate, size = gate_of(u), u.arg * u.src[0].dtype.itemsize
        guard = f"@{self.read(gate)} " if gate is not None else ""
        if self.aligned or u.arg == 1:
            (_, to, further), (_, source, beyond) = (self.address_of(s) for s in u.src[:2])
            self.emit(f"{guard}{copy_instruction(size)} [{to}+{further}], [{source}+{beyond}], {size}")
            return
        registers = [self.new(held(u.src[0].dtype)[0]) for _ in range(u.arg)]
        for what, address, some in self.accesses(u.src[1], registers): self.emit(f"{guard}ld.{what} {some}, {address}")
        for what, address, some in self.accesses(u.src[0], registers): self.emit(f"{guard}st.{what} {address}, {some}")

    def async_commit(self, u: UOp) -> None: self.emit(COMMIT)

    def async_wait(self, u: UOp) -> None:
        """Waits for copies, or for products."""
        self.emit(wait_instruction(u))
        if u.arg[1] == "copies" and has_group_unit(self.uops): self.emit(FENCE)

    def group_unit(self, u: UOp) -> None:
        """A product under way, added to registers."""
        product = GroupProduct.of(u)
        first: list[str] = []
        for operand, index in enumerate(u.src[:2]):
            _, base, offset = self.address_of(index)
            start = self.make("add.u64", dtypes.uint64, base, str(offset)) if offset else base
            within = self.make("shr.u64", dtypes.uint64, start, "4")
            first.append(self.make("or.b64", dtypes.uint64, within, str(product.descriptor(operand))))
        steps = [tuple(self.make("add.u64", dtypes.uint64, x, str(product.further(i, s))) for i, x in enumerate(first))
                 for s in range(product.steps)]
        results = [self.read(s) for s in u.src[2:]]
        sums = [self.new("f32") for _ in results] if product.is_apart else results
        self.lines += [f"  {line}" for line in product.block(sums, [(a, b) for a, b in steps])]
        if product.is_apart:
            for result, own in zip(results, sums, strict=True): self.emit(f"add.f32 {result}, {result}, {own}")
