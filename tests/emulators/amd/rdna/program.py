"""Code as basic blocks of steps, made when a wave first gets there.

In: an address, and memory to fetch from. Out: `Block`s. Always true: a block ends with an instruction that may send waves elsewhere,
or after LONGEST instructions; every step knows the registers that it touches, so that those of loads under way are found.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from ..dispatch import Memory
from ..errors import MemoryFault
from . import ops as _ops  # noqa: F401  fills the tables
from .decode import Instr
from .errors import UnknownInstruction
from .generations import GENERATIONS
from .registry import LEAVES, SCALAR, SPECIAL, VECTOR, Step
from .steps import scalar_step, scalar_uses, vector_step, vector_uses
from .waves import Waves

LONGEST = 256
#: what says nothing to a model without timing
IGNORED = frozenset(
    (
        "s_nop",
        "s_clause",
        "s_delay_alu",
        "s_waitcnt_depctr",
        "s_sleep",
        "s_setprio",
        "s_set_inst_prefetch_distance",
        "s_icache_inv",
        "s_dcache_inv",
        "s_gl1_inv",
        "v_nop",
        "s_sendmsg",
        "s_incperflevel",
        "s_decperflevel",
        "s_wait_event",
        "s_wait_alu",
        "s_singleuse_vdst",
        "global_wb",
        "s_prefetch_inst",
        "s_prefetch_data",
        "s_ttracedata_imm",
        "v_pipeflush",
    )
)


def compiled(i: Instr) -> tuple[Step, frozenset[int]]:
    """What an instruction does, and the registers it touches. UnknownInstruction if it is not modelled."""
    if i.name in SPECIAL:
        return SPECIAL[i.name].make(i), SPECIAL[i.name].uses(i)
    if i.pair:
        x, y = (vector_step(part, VECTOR[part.name]) for part in i.pair)
        uses = frozenset().union(*(vector_uses(part, VECTOR[part.name]) for part in i.pair))

        def both(w: Waves) -> None:
            a, b = x.value(w), y.value(w)
            x.write(w, a)
            y.write(w, b)

        return both, uses
    if i.name in VECTOR:
        return vector_step(i, VECTOR[i.name]).run, vector_uses(i, VECTOR[i.name])
    if i.name in SCALAR:
        return scalar_step(i, SCALAR[i.name]), scalar_uses(i, SCALAR[i.name])
    raise UnknownInstruction(i.pc, i.words, f"{i} is not modelled")


@dataclass
class Block:
    """Instructions that run one after the other."""

    start: int
    code: bytes
    instructions: list[Instr]
    steps: list[tuple[Step, frozenset[int]]]
    leave: Step | None  # None: the waves go on behind the block

    def run(self, w: Waves) -> None:
        at, due = 0, w.waiting.due
        try:
            for at, (step, uses) in enumerate(self.steps):
                if due and not uses.isdisjoint(due):
                    w.waiting.check(self.instructions[at], uses)
                step(w)
            at = len(self.steps)
            if self.leave:
                self.leave(w)
            else:
                w.push(self.start + len(self.code), w.active)
        except Exception as error:
            error.add_note(self.neighbourhood(min(at, len(self.instructions) - 1)))
            raise

    def neighbourhood(self, at: int) -> str:
        """The instructions around one of them."""
        lines = [f"{'->' if n == at else '  '} {i.pc:#x}: {i}" for n, i in enumerate(self.instructions) if abs(n - at) <= 4]
        return "\n".join(lines)


class Program:
    """The code of one launch."""

    def __init__(self, generation: int, memory: Memory, known: dict[int, Block]) -> None:
        self.decoder, self.memory = GENERATIONS[generation](generation), memory
        self.known, self.checked = known, dict[int, Block]()

    def block(self, pc: int) -> Block:
        """The block that begins at `pc`; one of an earlier launch if the code is still the same."""
        block = self.checked.get(pc)
        if block is None:
            block = self.known.get(pc)
            if block is None or not self.is_there(block):
                block = self.make(pc)
            self.known[pc] = self.checked[pc] = block
        return block

    def is_there(self, block: Block) -> bool:
        """Whether memory still holds this code; what was mapped then need not be mapped now."""
        try:
            return self.memory.read(block.start, len(block.code), execute=True) == block.code
        except MemoryFault:
            return False

    def fetch(self, address: int) -> int:
        return struct.unpack("<I", self.memory.read(address, 4, execute=True))[0]

    def make(self, start: int) -> Block:
        instructions, steps, pc, leave = list[Instr](), list[tuple[Step, frozenset[int]]](), start, None
        try:
            while leave is None and len(steps) < LONGEST:
                i = self.decoder.decode(pc, self.fetch)
                pc += i.size
                instructions.append(i)
                if i.name in LEAVES:
                    leave = LEAVES[i.name](i)
                elif i.name not in IGNORED:
                    steps.append(compiled(i))
                if i.name in IGNORED:
                    instructions.pop()
        except UnknownInstruction as error:
            error.add_note("\n".join(["   ...", *(f"   {i.pc:#x}: {i}" for i in instructions[-6:])]))
            raise
        code = self.memory.read(start, pc - start, execute=True)
        return Block(start, code, instructions, steps, leave)
