"""The table of GPU kernels in the docs: what compilers say of them, and what can be counted, per architecture. No GPU is needed.

    python scripts/gpu_kernels.py                  prints the table
    python scripts/gpu_kernels.py --write          puts it into docs/gpu-kernels.md
    python scripts/gpu_kernels.py attention sm_80  only rows and architectures whose names contain one of these

In: the programs below. Out: the text between the marks of the page. Always true: nothing in the table is written by hand; where a
compiler is not installed, or is the driver's, its columns have a dash.
"""
from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from heddle import Tensor, Variable, dtypes  # noqa: E402
from heddle.codegen.pipeline import allowed_capabilities, to_linear, to_program  # noqa: E402
from heddle.device import Device  # noqa: E402
from heddle.dtype import DType  # noqa: E402
from heddle.engine.execute import scheduling_capabilities_of  # noqa: E402
from heddle.errors import HeddleError  # noqa: E402
from heddle.renderer import Renderer  # noqa: E402
from heddle.runtime.amd.code import CodeObject  # noqa: E402
from heddle.runtime.cuda import cubin  # noqa: E402
from heddle.schedule import create_schedule  # noqa: E402
from heddle.uop import GroupOp, Ops, UOp  # noqa: E402
from heddle.uop.program_info import ProgramInfo  # noqa: E402

PAGE = ROOT / "docs" / "gpu-kernels.md"
BEGIN, END = "<!-- kernels: begin (scripts/gpu_kernels.py writes this) -->", "<!-- kernels: end -->"
BF16, F32 = dtypes.bfloat16, dtypes.float32


@dataclass(frozen=True)
class Card:
    """A card of an architecture: peaks as its maker states them, dense, and how threads issue."""

    name: str
    device: str
    matrix: float  # operations a second of its matrix units, on bfloat16 or float16
    f32: float  # operations a second of its ALUs: two for a fused multiply-add
    issue: float  # operations of lanes that are begun a second: multiprocessors × lanes that get an instruction each cycle × clock
    memory: float  # bytes a second
    warp: int = 32
    sync: float = 1.0  # part of `matrix` that instructions of one warp reach


#: NVIDIA's data sheets of the A100, H100 and B200 (SXM); AMD's of the RX 7900 XTX, RX 9070 XT and Instinct MI300X; Apple's of the M1.
#: Of Hopper, mma.sync reaches 0.62 of what wgmma does (Luo et al. 2024, Benchmarking and Dissecting the Nvidia Hopper GPU
#: Architecture); Blackwell is taken to have units for mma.sync as Hopper has, where tcgen05 has twice as many again
CARDS = (
    Card("sm_80 (A100)", "NULL:CUDA:sm_80", 312e12, 19.5e12, 108 * 128 * 1.41e9, 2.04e12),
    Card("sm_90a (H100)", "NULL:CUDA:sm_90a", 989e12, 67e12, 132 * 128 * 1.98e9, 3.35e12, sync=0.62),
    Card("sm_100 (B200)", "NULL:CUDA:sm_100", 2250e12, 75e12, 148 * 128 * 1.97e9, 8e12, sync=0.31),
    Card("gfx1100 (7900 XTX)", "NULL:AMD:gfx1100", 123e12, 61.4e12, 96 * 64 * 2.5e9, 0.96e12),
    Card("gfx1201 (9070 XT)", "NULL:AMD:gfx1201", 195e12, 48.7e12, 64 * 64 * 2.97e9, 0.64e12),
    Card("gfx942 (MI300X)", "NULL:AMD:gfx942", 1307e12, 163e12, 304 * 64 * 2.1e9, 5.3e12, warp=64),
    Card("METAL (M1)", "NULL:METAL", 2.6e12, 2.6e12, 8 * 128 * 1.28e9, 0.068e12),
)


def empty(*shape: int, dtype: DType = BF16) -> Tensor: return Tensor.empty(*shape, dtype=dtype, device="NULL:METAL")


def attention(causal: bool) -> Tensor:
    q, k, v = (empty(4, 16, 2048, 128) for _ in range(3))
    return q.scaled_dot_product_attention(k, v, is_causal=causal)


def gradients() -> tuple[Tensor, ...]:
    """Attention, and the gradients of queries, keys and values by that of its output."""
    q, k, v = (empty(4, 16, 2048, 128).requires_grad_(True) for _ in range(3))
    out = q.scaled_dot_product_attention(k, v)
    return out, *out.gradient(q, k, v, gradient=empty(4, 16, 2048, 128))


def decode(length: int = 4096) -> Tensor:
    """One query against a cache whose length is known at launch."""
    n = Variable("n", 1, length).bind(length)
    q, k, v = empty(1, 32, 1, 128), empty(1, 8, length, 128)[:, :, :n], empty(1, 8, length, 128)[:, :, :n]
    return q.scaled_dot_product_attention(k, v, enable_gqa=True)


def scaled(rows: int) -> Tensor:
    """Weights of 8 bits with a scale for each of their rows."""
    return empty(rows, 4096) @ (empty(11008, 4096, dtype=dtypes.fp8e4m3).cast(BF16) * empty(11008, 1)).T


def packed(rows: int) -> Tensor:
    """Weights in blocks of 32 bytes and a scale (Q8_0)."""
    raw = empty(11008 * 4096 // 32, 34, dtype=dtypes.uint8)
    weights = (raw[:, 2:].bitcast(dtypes.int8).float() * raw[:, :2].bitcast(dtypes.float16).float()).reshape(11008, 4096)
    return empty(rows, 4096) @ weights.cast(BF16).T


@dataclass(frozen=True)
class Work:
    """A program, and the operations that its products need: two for a multiplication and an addition."""

    name: str
    make: Callable[[], Tensor | tuple[Tensor, ...]]
    products: float = 0.0


WORK = (
    Work("attention, bf16, 4×16×2048×128", lambda: attention(False), 4 * 64 * 2048 * 2048 * 128),
    Work("attention, causal", lambda: attention(True), 2 * 64 * 2048 * 2048 * 128),
    Work("attention and its gradients", gradients, 12 * 64 * 2048 * 2048 * 128),
    Work("product, bf16, 4096³", lambda: empty(4096, 4096) @ empty(4096, 4096), 2 * 4096.0**3),
    Work("product, f32, 4096³", lambda: empty(4096, 4096, dtype=F32) @ empty(4096, 4096, dtype=F32), 2 * 4096.0**3),
    Work("one row, bf16, 4096×11008", lambda: empty(1, 4096) @ empty(4096, 11008), 2 * 4096 * 11008),
    Work("4 rows, bf16, 4096×11008", lambda: empty(4, 4096) @ empty(4096, 11008), 8 * 4096 * 11008),
    Work("one row, fp8 with scales, 4096×11008", lambda: scaled(1), 2 * 4096 * 11008),
    Work("one row, Q8_0, 4096×11008", lambda: packed(1), 2 * 4096 * 11008),
    Work("decode, bf16, 32 heads of 8, 4096 keys", decode, 4 * 32 * 4096 * 128),
    Work("conv 3×3, bf16, 32×64×56×56", lambda: empty(32, 64, 56, 56).conv2d(empty(64, 64, 3, 3), padding=1),
         2 * 32 * 64 * 64 * 9 * 56 * 56),
    Work("softmax, f32, 4096×4096", lambda: empty(4096, 4096, dtype=F32).softmax()),
    Work("layer norm, bf16, 8192×4096", lambda: empty(8192, 4096).layernorm()),
    Work("sum of columns, f32, 8192×8192", lambda: empty(8192, 8192, dtype=F32).sum(0)),
    Work("transpose, f32, 8192×8192", lambda: empty(8192, 8192, dtype=F32).T.contiguous()),
    Work("gelu, bf16, 2²⁶", lambda: empty(1 << 26).gelu()),
)


@dataclass
class Counts:
    """What all threads of a program's kernels do, and what compilers say of the largest."""

    kernels: int = 0
    by_warps: float = 0.0  # operations on matrix units, by instructions of one warp
    by_groups: float = 0.0  # and of four warps
    multiplied: float = 0.0  # operations on floats by ALUs
    issued: float = 0.0  # operations of lanes
    moved: float = 0.0  # bytes that loads and stores ask of memory, before any cache
    shared: int = 0
    registers: list[str] = field(default_factory=list[str])
    spills: list[str] = field(default_factory=list[str])

    @property
    def matrix(self) -> float: return self.by_warps + self.by_groups


#: no instruction of its own, or one that is not counted
_FREE = frozenset((Ops.CONST, Ops.PARAM, Ops.DEFINE_LOCAL, Ops.DEFINE_REG, Ops.DEFINE_VAR, Ops.SPECIAL, Ops.INDEX, Ops.RANGE, Ops.END,
                   Ops.GEP, Ops.VECTORIZE))
_EVERY_FLOAT_OP = frozenset((Ops.ADD, Ops.SUB, Ops.MUL, Ops.MAX, Ops.FDIV, Ops.EXP2, Ops.LOG2, Ops.SQRT))


def trips(size: UOp) -> float:
    """Iterations of a loop: of one whose length depends on the work-group, on average over a range that is even."""
    return (max(size.vmin, 0) + size.vmax) / 2


def times(uops: Sequence[UOp]) -> Iterator[tuple[UOp, float]]:
    """Each op, and how often a thread does it."""
    open_loops: list[float] = [1.0]
    for u in uops:
        if u.op is Ops.RANGE: open_loops.append(open_loops[-1] * trips(u.src[0]))
        elif u.op is Ops.END: open_loops.pop()
        yield u, open_loops[-1]


def memory_under(address: UOp) -> UOp:
    while address.op in (Ops.INDEX, Ops.AFTER): address = address.src[0]
    return address


def count(counts: Counts, uops: Sequence[UOp], info: ProgramInfo, card: Card) -> None:
    """Adds what a kernel does to `counts`."""
    threads = math.prod(n for n in info.grid if isinstance(n, int)) * math.prod(info.workgroup or (1,))
    for u, n in times(uops):
        if u.op in _FREE: continue
        done = n * threads
        if u.op in (Ops.WMMA, Ops.WGMMA):
            products = math.prod(u.arg[:3])
            if u.op is Ops.WMMA: counts.by_warps += 2 * products * done / card.warp
            else: counts.by_groups += 2 * products * done / 128
        elif u.op is Ops.ASYNC_COPY: counts.moved += done * u.arg * u.src[1].dtype.scalar().itemsize
        elif u.op is Ops.TMA_LOAD: counts.moved += n * threads / math.prod(info.workgroup or (1,)) * _bytes_by_tma(u)
        elif u.op in (Ops.LOAD, Ops.STORE):
            memory = memory_under(u.src[0])
            if memory.op is Ops.DEFINE_REG: continue
            size = u.dtype.itemsize if u.op is Ops.LOAD else u.src[1].dtype.itemsize
            if memory.op is Ops.PARAM: counts.moved += done * size
        elif u.op in GroupOp.ELEMENTWISE and u.dtype.is_float() and u.op in _EVERY_FLOAT_OP: counts.multiplied += done * u.dtype.count
        counts.issued += done * (u.dtype.count if u.op in GroupOp.ELEMENTWISE else 1)


def _bytes_by_tma(load: UOp) -> int:
    tiles = [t for s in load.src[2:] for t in s.toposort() if t.op is Ops.TMA_TILE]
    return sum(t.arg[3] * t.arg[4] * t.src[1].dtype.scalar().itemsize for t in tiles)


def compiled(counts: Counts, card: Card, program: UOp) -> None:
    """Adds what the architecture's compiler says of a kernel."""
    try: binary = Device[card.device].compiler.compile(program.src[1].arg)
    except HeddleError as fault:
        counts.registers.append(f"not compiled: {fault}")
        return
    if "CUDA" in card.device:
        use = next(u for name, u in cubin.usage(binary).items() if not name.endswith("_anywhere"))
        counts.registers.append(str(use.registers))
        counts.spills.append(str(use.spilled))
    elif "AMD" in card.device:
        kernel, = CodeObject(binary).kernels.values()
        counts.registers.append(str(kernel.vector_registers))
        counts.spills.append(str(kernel.spilled))


def measured(work: Work, card: Card) -> tuple[Counts, int]:
    """What a program's kernels do on an architecture, and the bytes of its inputs and outputs: the least that memory moves."""
    renderer: Renderer = Device[card.device].renderer
    caps = scheduling_capabilities_of(allowed_capabilities(renderer))
    made = work.make()
    results = UOp.sink(*(x.uop.contiguous() for x in (made if isinstance(made, tuple) else (made,))))
    counts, outside = Counts(), sum(x.size * x.dtype.itemsize for x in results.src)
    outside += sum(n.size * n.dtype.itemsize for n in results.toposort() if n.op is Ops.BUFFER)
    for call in create_schedule(results, lambda device: caps).linear.src:
        if call.src[0].op is not Ops.SINK: continue
        program = to_program(call.src[0], renderer)
        counts.kernels += 1
        counts.shared = max(counts.shared, program.arg.scratch)
        count(counts, to_linear(call.src[0], renderer).uops, program.arg, card)
        compiled(counts, card, program)
    return counts, outside


def bound(work: Work, card: Card, counts: Counts, least: int) -> tuple[float, str]:
    """The share of the card's peak that the counts allow at most, and by what.

    The peak is what the program's products take on the card's matrix units (float32: on its ALUs), or its memory to be read and
    written once, whichever takes longer.
    """
    peak = card.f32 if "f32" in work.name else card.matrix
    units = counts.by_groups / card.matrix + counts.by_warps / (card.matrix * card.sync)
    found = {"matrix units": units, "issue": counts.issued / card.issue, "memory": least / card.memory}
    by = max(found, key=found.__getitem__)
    return min(max(work.products / peak, least / card.memory) / found[by], 1.0), by


def row(work: Work, card: Card) -> str:
    counts, least = measured(work, card)
    share, by = bound(work, card, counts, least)
    units = counts.matrix / (counts.matrix + counts.multiplied) if counts.matrix else 0.0
    spills = "—" if not counts.spills else "none" if not any(s != "0" for s in counts.spills) else " ".join(counts.spills)
    registers = " ".join(counts.registers) or "—"
    return (f"| {work.name} | {card.name} | {counts.kernels} | {registers} | {spills} | {counts.shared / 1024:.0f} | "
            f"{units:.0%} | {counts.moved / least:.1f} | {share:.0%}, {by} |")


def table(chosen: Sequence[str]) -> str:
    """The table of the rows and architectures whose names contain one of `chosen`; of all where there is none."""
    def is_wanted(name: str, others: Sequence[str]) -> bool:
        mine = [c for c in chosen if any(c in n for n in others)]
        return not mine or any(c in name for c in mine)

    lines = ["| program | architecture | kernels | registers | spills | shared KiB | on units | asked / least bytes | at most |",
             "|---|---|---|---|---|---|---|---|---|"]
    for work in WORK:
        for card in CARDS:
            if is_wanted(work.name, [w.name for w in WORK]) and is_wanted(card.name, [c.name for c in CARDS]):
                lines.append(row(work, card))
                print(lines[-1], file=sys.stderr, flush=True)
    return "\n".join(lines)


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    arguments.add_argument("--write", action="store_true", help=f"put the table into {PAGE.relative_to(ROOT)}")
    arguments.add_argument("names", nargs="*", help="parts of names of programs and architectures")
    options = arguments.parse_args()
    text = table(options.names)
    if not options.write: return print(text)
    before, rest = PAGE.read_text().split(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n{text}\n{END}{rest.split(END)[1]}")


if __name__ == "__main__": main()
