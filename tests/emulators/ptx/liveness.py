"""Which registers may be read before they are written: those reads get a check, all others cost nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .syntax import Addr, Reg, Vec
from .types import type_of

if TYPE_CHECKING:
    from .program import BasicBlock, Node
    from .syntax import Instr
    from .wave import Wave

Step = Callable[["Wave"], None]


def guard_unwritten(blocks: dict[int, BasicBlock], nodes: list[Node]) -> None:
    """Wrap the steps whose registers are not surely written before, and the writers of those registers.

    Forward data flow over basic blocks: a register is surely written where it is on every way from the start.
    selp may pick the other operand, and of what mov packs a part may never be used (compilers leave such halves
    unwritten), so both are left to whoever uses their results: those read poison. A part of a stored vector may be
    unwritten if the same thread writes that part of memory again before anything is read (`replaced`).
    """
    sure = surely_written(blocks, nodes)
    doubtful: dict[int, list[tuple[int, str]]] = {}
    for start, block in blocks.items():
        have = set(sure[start])
        end = start + len(block.instrs)
        for pc in range(start, end):
            node = nodes[pc]
            bad = [(slot, name) for slot, name in node.reads if slot not in have and not passes_on(node.ins)]
            if bad and node.ins.op == "st":
                bad = [(slot, name) for slot, name in bad if not replaced(name, node, nodes[pc + 1 : end])]
            if bad:
                doubtful[pc] = bad
            if node.ins.guard is None:
                have.update(node.writes)
    tracked = {slot for bad in doubtful.values() for slot, _ in bad}
    if tracked:
        for start, block in blocks.items():
            _wrap(start, block, nodes, doubtful, tracked)


def passes_on(ins: Instr) -> bool:
    """Does this instruction only choose or join what it reads?"""
    return ins.op == "selp" or (ins.op == "mov" and isinstance(ins.operands[1], Vec))


def replaced(name: str, node: Node, after: list[Node]) -> bool:
    """Do the stores behind this one write the parts of its vector that come from `name`, before any memory is read?

    Compilers store a vector of a known and an unknown part, and then the other part at the same base register.
    """
    target, source = node.ins.operands
    if not isinstance(target, Addr) or not isinstance(target.base, Reg) or not isinstance(source, Vec):
        return False
    base = next((read for read in node.reads if read[1] == target.base.name), None)
    missing = {target.offset + at for at in bytes_of(node.ins, name)}
    for later in after:
        ins = later.ins
        if any(isinstance(operand, Addr) for operand in ins.operands):
            to = ins.operands[0]
            if ins.op != "st" or ins.guard is not None:
                return False
            if isinstance(to, Addr) and to.base == target.base and base in later.reads:
                missing -= {to.offset + at for at in bytes_of(ins)}
                if not missing:
                    return True
        if base is None or base[0] in later.writes:
            return False
    return False


def bytes_of(ins: Instr, name: str | None = None) -> set[int]:
    """Offsets from its address of the bytes that a store writes: all, or those that come from one register."""
    source, size = ins.operands[1], type_of(ins.mods).bytes
    items = source.items if isinstance(source, Vec) else (source,)
    return {
        i * size + at
        for i, item in enumerate(items) if name is None or (isinstance(item, Reg) and item.name == name) for at in range(size)
    }  # fmt: skip


def surely_written(blocks: dict[int, BasicBlock], nodes: list[Node]) -> dict[int, frozenset[int]]:
    writes = {
        start: frozenset(w for n in nodes[start : start + len(b.instrs)] if n.ins.guard is None for w in n.writes)
        for start, b in blocks.items()
    }
    sure: dict[int, frozenset[int] | None] = dict.fromkeys(blocks)
    sure[0] = frozenset()
    work = [0]
    while work:
        start = work.pop()
        out = (sure[start] or frozenset()) | writes[start]
        for after in blocks[start].follows:
            old = sure[after]
            new = out if old is None else old & out
            if new != old:
                sure[after] = new
                work.append(after)
    return {start: s if s is not None else frozenset() for start, s in sure.items()}


def _wrap(start: int, block: BasicBlock, nodes: list[Node], doubtful: dict[int, list[tuple[int, str]]],
          tracked: set[int]) -> None:  # fmt: skip
    for i in range(len(block.instrs)):
        node = nodes[start + i]
        reads = doubtful.get(start + i, [])
        writes = [w for w in node.writes if w in tracked]
        if not reads and not writes:
            continue
        if i < len(block.steps):
            block.steps[i] = checked(block.steps[i], reads, writes)
        else:
            block.leave = checked(block.leave, reads, writes)


def checked(step: Step, reads: list[tuple[int, str]], writes: list[int]) -> Step:
    guard = getattr(step, "guard", None)
    inner = getattr(step, "inner", step)

    def run(x: Wave) -> None:
        for slot, name in reads:
            x.require_written(slot, name)
        inner(x)
        for slot in writes:
            x.mark_written(slot)

    return guard(run) if guard is not None else run
