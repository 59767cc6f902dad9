"""MMA in CUDA C: tensor core products, fragments from shared memory, asynchronous copies.

Inputs: WMMA, LDMATRIX, ASYNC_COPY, ASYNC_COMMIT and ASYNC_WAIT.
Outputs: the instructions of PTX, and functions of CUDA C around them.
Invariants: registers of fragments are 32 bits wide, whatever lies in them; copies are of 4, 8 or 16 bytes.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from heddle.dtype import dtypes
from heddle.renderer import APPROXIMATE, gate_of
from heddle.renderer.c.writer import address
from heddle.renderer.cuda.tma import FENCE, IN_SHARED, TMAWriter
from heddle.renderer.expression_writer import ATOM, MEMORY, Expr
from heddle.uop import Ops, UOp

COMMIT = "cp.async.commit_group"
_MMA = {"float16": "f16", "bfloat16": "bf16", "float32": "tf32", "fp8e4m3": "e4m3", "fp8e5m2": "e5m2"}


def inline(result: str, head: str, body: str) -> str: return f"static __device__ __forceinline__ {result} {head} {{ {body} }}"


# ---- instructions


def mma_kind(u: UOp) -> str: return _MMA[u.src[0].dtype.scalar().name]


def mma_instruction(u: UOp) -> str:
    """The instruction of a WMMA; its operands are registers of 32 bits: of results, both factors, what is added."""
    rows, columns, depth = u.arg
    return f"mma.sync.aligned.m{rows}n{columns}k{depth}.row.col.f32.{mma_kind(u)}.{mma_kind(u)}.f32"


def has_group_unit(uops: Sequence[UOp]) -> bool: return any(u.op is Ops.WGMMA for u in uops)


def words_of(u: UOp) -> int:
    """Registers of 32 bits that a fragment takes."""
    return u.dtype.count * u.dtype.scalar().itemsize // 4


def ldmatrix_instruction(u: UOp) -> str:
    """The instruction of an LDMATRIX."""
    return f"ldmatrix.sync.aligned.m8n8.x{words_of(u)}{'.trans' if u.arg else ''}.shared.b16"


def wait_instruction(u: UOp) -> str:
    """The instruction of a WAIT."""
    _, what, but = u.arg
    return f"{'wgmma.wait_group.sync.aligned' if what == 'products' else 'cp.async.wait_group'} {but}"


#: bytes of a row of a swizzled tile, of 8 rows, and of what an instruction takes of the reduced axis
_LINE, _EIGHT_LINES, _STEP = 128, 1024, 32


def sums_roughly(itemsize: int) -> bool:
    """Whether `wgmma` sums products of factors of so many bytes with fewer bits than float32.

    Products of bytes are aligned to the largest, what they are added to included, and cut off 13 bits after its first: so it was
    measured on an H100 (benchmarks/results/nvidia-h100-80gb-hbm3-2026-11-26.md).
    """
    return itemsize == 1


@dataclass(frozen=True)
class GroupProduct:
    """A WGMMA as instructions: one for each 32 bytes of the reduced axis. What the unit sums roughly has registers of its own."""

    kind: str
    itemsize: int
    rows: int
    columns: int
    depth: int
    registers: int
    across: tuple[bool, bool]

    @staticmethod
    def of(u: UOp) -> GroupProduct:
        rows, columns, depth, *across = u.arg
        return GroupProduct(mma_kind(u), u.src[0].dtype.itemsize, rows, columns, depth, len(u.src) - 2, (across[0], across[1]))

    @property
    def name(self) -> str:
        lines = "_".join("across" if x else "along" for x in self.across)
        return f"multiply_{self.rows}x{self.columns}x{self.depth}_{self.kind}_{lines}"

    @property
    def is_apart(self) -> bool:
        """Whether the sums of this product are made in registers of their own, which are then added to the results."""
        return sums_roughly(self.itemsize)

    @property
    def steps(self) -> int: return self.depth * self.itemsize // _STEP

    def descriptor(self, operand: int) -> int:
        """All of a matrix descriptor but its address: how far blocks of lines are apart, and 8 lines, in 16 bytes; the swizzle."""
        blocks = self.depth * _LINE if self.across[operand] else 16
        return blocks >> 4 << 16 | _EIGHT_LINES >> 4 << 32 | 1 << 62

    def further(self, operand: int, step: int) -> int:
        """What a step adds to a descriptor: the next part of each line, or the next lines."""
        return step * (_STEP // self.itemsize * _LINE if self.across[operand] else _STEP) >> 4

    def instruction(self, sums: Sequence[str], a: str, b: str) -> str:
        """One step, which adds to what there is where the predicate p is true."""
        layouts = "".join(f", {int(x)}" for x in self.across) if self.itemsize == 2 else ""
        shape = f"m{self.rows}n{self.columns}k{_STEP // self.itemsize}"
        return f"wgmma.mma_async.sync.aligned.{shape}.f32.{self.kind}.{self.kind} {{{', '.join(sums)}}}, {a}, {b}, p, 1, 1{layouts};"

    def block(self, sums: Sequence[str], descriptors: Sequence[tuple[str, str]]) -> list[str]:
        """All steps, as a group; one whose sums are apart ends when they are there."""
        zeros = [f"mov.f32 {s}, 0f00000000;" for s in sums] if self.is_apart else []
        opening = ["{ .reg .pred p; setp.ne.b32 p, 1, 0;", *zeros, "wgmma.fence.sync.aligned;"]
        ending = "wgmma.commit_group.sync.aligned;" + (" wgmma.wait_group.sync.aligned 0;" if self.is_apart else "")
        return [*opening, *(self.instruction(sums, a, b) for a, b in descriptors), f"{ending} }}"]


def copy_instruction(size: int) -> str:
    """That of a copy of so many bytes: 16 at a time need not go through the first cache."""
    return f"cp.async.{'cg' if size == 16 else 'ca'}.shared.global"


# ---- CUDA C


def mma(u: UOp) -> str:
    """The statements that add the product of the vectors a and b to c."""
    (n_x, n_y), n_sums = map(words_of, u.src[:2]), u.dtype.count
    lines = ["  const unsigned *x = (const unsigned *)a.lane, *y = (const unsigned *)b.lane;"]
    if u.src[0].dtype.scalar() == dtypes.float32:
        rounds = 'asm("cvt.rna.tf32.f32 %0, %1;" : "=r"({to}[i]) : "f"({of}.lane[i]));'
        factors = ((n_x, "x", "a"), (n_y, "y", "b"))
        lines = [f"  unsigned x[{n_x}], y[{n_y}];",
                 *(f"  for (int i = 0; i < {n}; i++) {rounds.format(to=to, of=of)}" for n, to, of in factors)]
    sums = ", ".join(f'"+f"(c.lane[{i}])' for i in range(n_sums))
    words = ", ".join(f'"r"({x}[{i}])' for x, n in (("x", n_x), ("y", n_y)) for i in range(n))
    registers = [f"%{i}" for i in range(n_sums + n_x + n_y)]
    parts = (registers[:n_sums], registers[n_sums:n_sums + n_x], registers[n_sums + n_x:], registers[:n_sums])
    operands = ", ".join(f"{{{', '.join(part)}}}" for part in parts)
    return "\n".join([*lines, f'  asm volatile("{mma_instruction(u)} {operands};"', f"    : {sums} : {words});"])


def _group_unit(x: GroupProduct) -> str:
    """The function that adds a product to registers: the addresses of two tiles, and the registers."""
    n = x.registers
    tiles = (("a", "x"), ("b", "y"))
    described = [f"  unsigned long long {name} = in_shared({tile}) >> 4 | {x.descriptor(i)}ull;"
                 for i, (name, tile) in enumerate(tiles)]
    addresses = [(f"%{n + 2 * s}", f"%{n + 2 * s + 1}") for s in range(x.steps)]
    text = x.block([f"%{i}" for i in range(n)], addresses)
    sums = ", ".join(f'"=&f"(s[{i}])' if x.is_apart else f'"+f"(d{i})' for i in range(n))
    factors = ", ".join(f'"l"(a + {x.further(0, s)}), "l"(b + {x.further(1, s)})' for s in range(x.steps))
    head = f"{x.name}(const void *x, const void *y, {', '.join(f'float &d{i}' for i in range(n))})"
    lines = [*described, "  asm volatile(", *(f'    "{line}\\n"' for line in text), f'    : {sums} : {factors} : "memory");']
    if x.is_apart: lines = [f"  float s[{n}];", *lines, "  " + " ".join(f"d{i} += s[{i}];" for i in range(n))]
    return "\n".join([f"static __device__ __forceinline__ void {head} {{", *lines, "}"])


#: bytes that are adjacent after a shuffle of single bytes: the lower halves of two words, the upper ones
LOWER_HALVES, UPPER_HALVES = 0x5410, 0x7632
#: words are exchanged between threads one apart, then two apart: which of the four, with which
EXCHANGES = ((1, ((0, 1), (2, 3))), (2, ((0, 2), (1, 3))))
#: 2**x, where results below the least normal number are 0
EXP2_INSTRUCTION = "ex2.approx.ftz.f32"
_SWAP = """\
static __device__ __forceinline__ void swap_words(unsigned &first, unsigned &second, int apart) {
  const bool upper = threadIdx.x & apart;
  const unsigned other = __shfl_xor_sync(~0u, upper ? first : second, apart);
  if (upper) first = other; else second = other;
}"""


def _quad_shuffle(itemsize: int) -> str:
    """The function of a QUAD_SHUFFLE."""
    swaps = " ".join(f"swap_words(x[{a}], x[{b}], {apart});" for apart, pairs in EXCHANGES for a, b in pairs)
    halves = ", ".join(f"__byte_perm(x[{a}], x[{a + 1}], {which:#x})" for which in (LOWER_HALVES, UPPER_HALVES) for a in (0, 2))
    joined = f" const unsigned y[4] = {{{halves}}}; for (int i = 0; i < 4; i++) x[i] = y[i];" if itemsize == 1 else ""
    body = f"unsigned *x = (unsigned *)v.lane; {swaps}{joined} return v;"
    return f"template <class T> {inline('T', f'quad_shuffle_{itemsize}(T v)', body)}"


#: elements one by one where they may lie anywhere
_FETCH = f"""\
template <bool aligned, int n, class T> static __device__ __forceinline__ void fetch(T *to, const T *from) {{
  constexpr int size = sizeof(T) * n;
  if constexpr (!aligned && n > 1) for (int i = 0; i < n; i++) to[i] = from[i];
  else if constexpr (size == 16) asm volatile("{copy_instruction(16)} [%0], [%1], 16;" :: "r"(in_shared(to)), "l"(from) : "memory");
  else asm volatile("{copy_instruction(4)} [%0], [%1], %2;" :: "r"(in_shared(to)), "l"(from), "n"(size) : "memory");
}}"""


_EXP2 = inline("float", "exp2_approximate(float x)", f'float y; asm("{EXP2_INSTRUCTION} %0, %1;" : "=f"(y) : "f"(x)); return y;')


def _ldmatrix(u: UOp, name: str, kind: str) -> str:
    """The function of an LDMATRIX: from the address of a row of a tile to the fragment."""
    n = words_of(u)
    results = ", ".join(f'"=r"(x[{i}])' for i in range(n))
    addresses = ", ".join(f"%{i}" for i in range(n))
    load = f'asm volatile("{ldmatrix_instruction(u)} {{{addresses}}}, [%{n}];" : {results} : "r"(in_shared(row)) : "memory");'
    body = f"{kind} v; unsigned *x = (unsigned *)v.lane; {load} return v;"
    return inline(kind, f"{name}(const void *row)", body)


class CUDAWriter(TMAWriter):
    """C with what only CUDA has."""

    def load_matrix(self, u: UOp) -> None:
        kind = self.type_of(u.dtype)
        name = f"ldmatrix_{words_of(u)}{'_transposed' if u.arg else ''}_{u.dtype.scalar().name}"
        self.helpers |= {"in_shared": IN_SHARED, name: _ldmatrix(u, name, kind)}
        self.emit_value(u, Expr(f"{name}({address(*self.addresses[u.src[0]])})", ATOM, MEMORY))

    def async_copy(self, u: UOp) -> None:
        """An asynchronous copy."""
        gate = self.read(condition) if (condition := gate_of(u)) is not None else None
        self.settle(MEMORY)
        self.helpers |= {"in_shared": IN_SHARED, "fetch": _FETCH}
        to, source = (address(*self.addresses[s]) for s in u.src[:2])
        aligned = "aligned" if u.arg > 1 else "true"
        self.emit(f"{f'if ({gate.text}) ' if gate else ''}fetch<{aligned}, {u.arg}>({to}, {source});")

    def quad_shuffle(self, u: UOp) -> None:
        """A vector exchanged with three other threads; all of a warp are here."""
        size = u.dtype.scalar().itemsize
        self.helpers |= {"swap_words": _SWAP, f"quad_shuffle_{size}": _quad_shuffle(size)}
        self.emit_value(u, Expr(f"quad_shuffle_{size}({self.read(u.src[0]).text})"))

    def alu(self, u: UOp) -> None:
        """As elsewhere, but for the instruction where an approximation is enough."""
        if u.op is not Ops.EXP2 or u.arg != APPROXIMATE: return super().alu(u)
        self.helpers["exp2_approximate"] = _EXP2
        x = self.read(u.src[0])
        self.define(u, Expr(f"exp2_approximate({x.text})", ATOM, x.reads))

    def unfused(self, kind: str) -> str: return inline(kind, f"difference({kind} a, {kind} b)", "return __fsub_rn(a, b);")

    def warp_shuffle(self, u: UOp) -> None: self.emit_value(u, Expr(f"__shfl_xor_sync(~0u, {self.read(u.src[0]).text}, {u.arg})"))

    def async_commit(self, u: UOp) -> None: self.emit(f'asm volatile("{COMMIT};" ::: "memory");')

    def async_wait(self, u: UOp) -> None:
        """A wait is for registers too: what is computed from them comes after it."""
        self.settle(MEMORY)
        registers = ", ".join(f'"+f"({self.values[s].text})' for s in u.src)
        self.emit(f'asm volatile("{wait_instruction(u)};" :{f" {registers} " if registers else ""}:: "memory");')
        if u.arg[1] == "copies" and has_group_unit(self.uops): self.emit(f'asm volatile("{FENCE};" ::: "memory");')

    def group_unit(self, u: UOp) -> None:
        """A product under way, added to registers."""
        product = GroupProduct.of(u)
        self.settle()
        self.helpers |= {"in_shared": IN_SHARED, product.name: _group_unit(product)}
        addresses = [address(*self.addresses[s]) for s in u.src[:2]]
        self.emit(f"{product.name}({', '.join([*addresses, *(self.values[s].text for s in u.src[2:])])});")
