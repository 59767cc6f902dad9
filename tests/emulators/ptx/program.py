"""A kernel decoded once: calls inlined, memory laid out, basic blocks of Python closures.

    Builder(module, symbols).program("kernel")  ->  Program

Each instruction becomes one `Step`, a function of the Wave. What an instruction does stands in `ops/`: a handler gets the
Builder and the instruction and returns the step; Builder.src and Builder.dst turn operands into register slots.
Constants and special registers are slots too, so a step never asks what kind of operand it has.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from . import special
from .errors import PtxSyntaxError, Where
from .liveness import guard_unwritten
from .ops import CONTROL, GATES, OPS
from .syntax import Addr, Args, Function, Imm, Instr, Module, Operand, Reg, Scope, Variable
from .types import BOOL, KINDS, UINT, Kind
from .wave import Wave

Array = np.ndarray
Step = Callable[[Wave], None]
SINK = "_"


@dataclass
class BasicBlock:
    start: int
    instrs: list[Instr]
    steps: list[Step]
    leave: Step
    gate: Callable[[Wave], bool] | None = None
    follows: list[int] = field(default_factory=list)

    @property
    def first(self) -> Instr:
        return self.instrs[0]


@dataclass
class Program:
    """What a launch needs of one kernel."""

    name: str
    blocks: dict[int, BasicBlock]
    slots: int
    constants: dict[int, Array]
    specials: dict[int, str]
    addresses: dict[int, int]  # slot -> offset of a kernel parameter, whose address it holds
    shared_size: int
    local_size: int
    params: list[Variable]
    param_offsets: dict[str, int]
    param_size: int
    directives: dict[str, tuple[int, ...]]

    def fresh_registers(self, x: Wave) -> list[Array]:
        r: list[Array] = [None] * self.slots  # type: ignore[list-item]
        for slot, value in self.constants.items():
            r[slot] = value
        for slot, name in self.specials.items():
            r[slot] = special.value(name, x)
        for slot, offset in self.addresses.items():
            r[slot] = np.array([x.param_base + offset], np.uint64)
        return r


@dataclass
class Frame:
    """One (inlined) call of a function: where its names live."""

    function: Function
    slots: dict[tuple[int, str], int] = field(default_factory=dict)
    offsets: dict[tuple[int, str], int] = field(default_factory=dict)  # in the thread's local memory
    start: int = 0
    end: int = 0
    pcs: list[int] = field(default_factory=list)  # position in the body -> flat position


@dataclass
class Node:
    """One flat instruction. `jump` is an internal branch target, made by the builder itself."""

    ins: Instr
    frame: Frame
    jump: int | None = None
    reads: list[tuple[int, str]] = field(default_factory=list)
    writes: list[int] = field(default_factory=list)


class Builder:
    def __init__(self, module: Module, symbols: dict[str, int]):
        self.module, self.symbols = module, symbols
        self.nodes: list[Node] = []
        self.constants: dict[int, Array] = {}
        self.specials: dict[int, str] = {}
        self.addresses: dict[int, int] = {}
        self.known: dict[object, int] = {}
        self.slots = 0
        self.shared: dict[str, int] = {}
        self.shared_size = self.local_size = 0
        self.widths: dict[int, int] = {}
        self.calls: list[str] = []
        self.node: Node

    # -- from function to program
    def program(self, name: str) -> Program:
        entry = self.module.functions[name]
        self.entry = entry
        self.param_offsets, self.param_size = layout(entry.params)
        self._lay_out_shared(entry, set())
        self._flatten(Frame(entry))
        blocks = self._basic_blocks()
        guard_unwritten(blocks, self.nodes)
        return Program(
            name, blocks, self.slots, self.constants, self.specials, self.addresses, self.shared_size,
            self.local_size, entry.params, self.param_offsets, self.param_size, entry.directives,
        )  # fmt: skip

    def _lay_out_shared(self, f: Function, seen: set[str]) -> None:
        """Static variables in the order of their first use, then the one array of dynamic size."""
        dynamic: list[Variable] = []
        for v in self._shared_of(f, seen):
            if v.external or 0 in v.dims:
                dynamic.append(v)
            elif v.name not in self.shared:
                at = align(self.shared_size, alignment(v))
                self.shared[v.name] = at
                self.shared_size = at + size_of(v)
        self.shared_size = align(self.shared_size, max([16, *(alignment(v) for v in dynamic)]) if dynamic else 1)
        for v in dynamic:
            self.shared[v.name] = self.shared_size

    def _shared_of(self, f: Function, seen: set[str]) -> list[Variable]:
        found: list[Variable] = []
        seen.add(f.name)
        for ins in f.body or []:
            for name in names_in(ins.operands):
                owner = ins.scope.owner(name, "variables")
                if owner is not None and owner.variables[name].space == "shared":
                    found.append(owner.variables[name])
                elif name in self.module.functions and name not in seen:
                    found += self._shared_of(self.module.functions[name], seen)
        return found

    def _flatten(self, frame: Frame) -> None:
        frame.start = len(self.nodes)
        self.calls.append(frame.function.name)
        for ins in frame.function.body or []:
            frame.pcs.append(len(self.nodes))
            divides = ins.op in CONTROL or ins.op in GATES
            if ins.guard is not None and ins.op != "bra" and (divides or ins.op == "call"):
                skip = Reg(ins.guard.name, not ins.guard.negated)
                jump = Node(Instr("bra", (), (), skip, ins.scope, ins.line, ins.text), frame)
                self.nodes.append(jump)
                self._one(Instr(ins.op, ins.mods, ins.operands, None, ins.scope, ins.line, ins.text), frame)
                jump.jump = len(self.nodes)
            else:
                self._one(ins, frame)
        frame.pcs.append(len(self.nodes))
        if len(self.calls) == 1:  # falling off the end is an exit
            last = (frame.function.body or [None])[-1]
            line = last.line if last else 0
            self.nodes.append(Node(Instr("exit", (), (), None, frame.function.scope, line, "(end of kernel)"), frame))
        frame.end = len(self.nodes)
        self.calls.pop()

    def _one(self, ins: Instr, frame: Frame) -> None:
        name = self._callee(ins)
        if name is None or name not in self.module.functions or self.module.functions[name].body is None:
            self.nodes.append(Node(ins, frame))
            return
        if name in self.calls:
            raise self.error(ins, f"recursion of {name}: the emulator inlines every call")
        callee = self.module.functions[name]
        groups = [o for o in ins.operands if isinstance(o, Args)]
        results = groups.pop(0).items if callee.results else ()
        args = groups[0].items if groups else ()
        inner = Frame(callee)
        self._bind(callee, callee.params, args, frame, inner, ins, into=True)
        for formal, actual in zip(callee.results, results):
            if formal.space == "param":
                inner.offsets[(id(callee.scope), formal.name)] = self._local_offset(actual, frame, ins)
        self._flatten(inner)
        self._bind(callee, [r for r in callee.results if r.space == "reg"], results, inner, frame, ins, into=False)

    def _bind(self, callee: Function, formals: list[Variable], actuals: tuple[Operand, ...], source: Frame,
              target: Frame, ins: Instr, into: bool) -> None:  # fmt: skip
        """Parameters in .param share the caller's memory; those in .reg are moved."""
        for formal, actual in zip(formals, actuals):
            if formal.space == "param":
                target.offsets[(id(callee.scope), formal.name)] = self._local_offset(actual, source, ins)
                continue
            slot = self._register(callee.scope, formal.name, target if into else source)
            other = self._slot_in(actual, KINDS[formal.type], source if into else target, ins)
            pair = (slot, other) if into else (other, slot)
            move = Instr("_move", (), (Imm(pair[0]), Imm(pair[1])), None, ins.scope, ins.line, ins.text)
            self.nodes.append(Node(move, source))

    def _slot_in(self, o: Operand, kind: Kind, frame: Frame, ins: Instr) -> int:
        self.node = Node(ins, frame)
        return self.src(o, kind)

    def _local_offset(self, o: Operand, frame: Frame, ins: Instr) -> int:
        assert isinstance(o, Reg)
        owner = ins.scope.owner(o.name, "variables")
        if owner is None:
            raise self.error(ins, f"unknown parameter {o.name}")
        return self._offset_of(owner, owner.variables[o.name], frame)

    def _callee(self, ins: Instr) -> str | None:
        if ins.op != "call":
            return None
        return next((o.name for o in ins.operands if isinstance(o, Reg)), None)

    # -- basic blocks
    def _basic_blocks(self) -> dict[int, BasicBlock]:
        leaders = {0}
        for pc, node in enumerate(self.nodes):
            if node.ins.op in CONTROL:
                leaders |= {pc + 1, *self.targets(node)}
            if node.ins.op in GATES:
                leaders |= {pc, pc + 1}
        starts = sorted(pc for pc in leaders if pc < len(self.nodes))
        ends = [*starts[1:], len(self.nodes)]
        return {start: self._basic_block(start, end) for start, end in zip(starts, ends)}

    def _basic_block(self, start: int, end: int) -> BasicBlock:
        steps: list[Step] = []
        gate = leave = None
        block = BasicBlock(start, [n.ins for n in self.nodes[start:end]], steps, fall_through(end))
        block.follows = [end] if end < len(self.nodes) else []
        for pc in range(start, end):
            self.node = node = self.nodes[pc]
            if node.ins.op in GATES:
                gate = GATES[node.ins.op](self, node.ins, pc)
            if node.ins.op in CONTROL:
                block.follows = [*self.targets(node), *([] if ends_thread(node) else [end])]
                leave = CONTROL[node.ins.op](self, node.ins, pc)
            else:
                steps.append(self._step(node))
        block.gate, block.leave = gate, leave or block.leave
        return block

    def _step(self, node: Node) -> Step:
        handler = OPS.get(node.ins.op)
        if handler is None:
            raise self.error(node.ins, f"unknown instruction {node.ins.op!r}")
        try:
            return handler(self, node.ins)
        except (KeyError, IndexError, StopIteration) as missing:
            raise self.error(node.ins, f"the emulator does not know this form ({missing!r})") from missing

    def targets(self, node: Node) -> list[int]:
        """Where a branch may go."""
        ins, frame = node.ins, node.frame
        if node.jump is not None:
            return [node.jump]
        if ins.op == "bra":
            return [self._label(ins, ins.operands[0], frame)]
        if ins.op == "brx":
            name = ins.operands[1]
            assert isinstance(name, Reg)
            owner = ins.scope.owner(name.name, "targets")
            if owner is None:
                raise self.error(ins, f"unknown branch targets {name.name}")
            return [self._label(ins, Reg(t), frame) for t in owner.targets[name.name]]
        if ins.op == "ret" and frame.function is not self.entry:
            return [frame.end]
        return []

    def _label(self, ins: Instr, o: Operand, frame: Frame) -> int:
        assert isinstance(o, Reg)
        owner = ins.scope.owner(o.name, "labels")
        if owner is None:
            raise self.error(ins, f"unknown label {o.name}")
        return frame.pcs[owner.labels[o.name]]

    def error(self, ins: Instr, what: str) -> PtxSyntaxError:
        return PtxSyntaxError(what, Where(self.entry.name, ins.line, ins.text))

    # -- operands
    def dst(self, o: Operand) -> int:
        """The slot an instruction writes."""
        if not isinstance(o, Reg):
            raise self.error(self.node.ins, "a destination must be a register")
        if o.name == SINK:
            return self.scratch()
        owner = self.node.ins.scope.owner(o.name, "variables")
        if owner is None or owner.variables[o.name].space != "reg":
            raise self.error(self.node.ins, f"{o.name} is no register")
        slot = self._register(owner, o.name, self.node.frame)
        self.node.writes.append(slot)
        return slot

    def src(self, o: Operand, kind: Kind) -> int:
        """The slot an instruction reads; constants of `kind` get one of their own."""
        if isinstance(o, Imm):
            return self.constant(immediate(o, kind))
        if isinstance(o, Addr):
            assert isinstance(o.base, Reg)
            return self._name(o.base, kind, o.offset)
        if not isinstance(o, Reg):
            raise self.error(self.node.ins, f"cannot read {o}")
        return self._name(o, kind, 0)

    def _name(self, o: Reg, kind: Kind, offset: int) -> int:
        owner = self.node.ins.scope.owner(o.name, "variables")
        if owner is not None:
            v = owner.variables[o.name]
            if v.space == "reg":
                slot = self._register(owner, o.name, self.node.frame)
                self.node.reads.append((slot, o.name))
                return slot
            return self.address_of(owner, v, offset)
        if o.name in self.symbols:
            return self.constant(np.array([self.symbols[o.name] + offset], np.uint64))
        if o.name == "WARP_SZ":
            return self.constant(np.array([32], np.uint32))
        if special.known(o.name):
            return self.known_slot(("special", o.name), lambda slot: self.specials.__setitem__(slot, o.name))
        raise self.error(self.node.ins, f"unknown name {o.name}")

    def address_of(self, owner: Scope, v: Variable, offset: int) -> int:
        """A slot that holds the variable's address in its own space (global and kernel parameters: the real one)."""
        if v.space == "param" and v.name in self.param_offsets and owner is self.entry.scope:
            at = self.param_offsets[v.name] + offset
            return self.known_slot(("param", at), lambda slot: self.addresses.__setitem__(slot, at))
        if v.space in ("global", "const"):
            return self.constant(np.array([self.symbols[v.name] + offset], np.uint64))
        if v.space == "shared":
            return self.constant(np.array([self.shared[v.name] + offset], np.uint64))
        return self.constant(np.array([self._offset_of(owner, v, self.node.frame) + offset], np.uint64))

    def variable(self, o: Operand | None) -> Variable | None:
        """The variable that an address names, if it names one."""
        if not isinstance(o, Reg):
            return None
        owner = self.node.ins.scope.owner(o.name, "variables")
        return owner.variables[o.name] if owner is not None else None

    def _offset_of(self, owner: Scope, v: Variable, frame: Frame) -> int:
        key = (id(owner), v.name)
        if key not in frame.offsets:
            at = align(self.local_size, alignment(v))
            frame.offsets[key] = at
            self.local_size = at + size_of(v)
        return frame.offsets[key]

    def _register(self, owner: Scope, name: str, frame: Frame) -> int:
        key = (id(owner), name)
        if key not in frame.slots:
            frame.slots[key] = self.scratch()
            self.widths[frame.slots[key]] = KINDS.get(owner.variables[name].type, KINDS["b64"]).bits
        return frame.slots[key]

    def bits_of(self, slot: int) -> int:
        """The declared width of a register; 0 for a sink."""
        return self.widths.get(slot, 0)

    def scratch(self) -> int:
        self.slots += 1
        return self.slots - 1

    def constant(self, value: Array) -> int:
        key = (value.dtype.str, value.tobytes())
        return self.known_slot(key, lambda slot: self.constants.__setitem__(slot, value))

    def known_slot(self, key: object, register: Callable[[int], None]) -> int:
        if key not in self.known:
            self.known[key] = self.scratch()
            register(self.known[key])
        return self.known[key]


def immediate(o: Imm, kind: Kind) -> Array:
    """The bits of a literal as `kind` reads them."""
    value = o.value
    if kind.dtype is BOOL:
        return np.array([bool(value)])
    if kind.is_float and o.float_bits and o.float_bits != kind.bits:
        number = struct.unpack("<f" if o.float_bits == 32 else "<d", value.to_bytes(o.float_bits // 8, "little"))[0]
        return kind.store(np.array([number], np.float32 if kind.to_work else kind.dtype))
    if kind.is_float and not o.float_bits and kind.is_plain and kind.bits >= 32:
        return np.array([value], kind.dtype)
    return np.array([value & ((1 << kind.bits) - 1)], np.uint64).astype(UINT[kind.bits]).view(kind.dtype)


def ends_thread(node: Node) -> bool:
    """Control never goes on behind it (a guarded one goes on for the others)."""
    return node.ins.op in ("exit", "ret", "trap", "bra", "brx") and node.ins.guard is None


def fall_through(pc: int) -> Step:
    def step(x: Wave) -> None:
        x.push(pc, x.mask)

    return step


def names_in(operands: tuple[Operand, ...]) -> list[str]:
    names: list[str] = []
    for o in operands:
        if isinstance(o, Reg):
            names.append(o.name)
        elif isinstance(o, Addr):
            names += names_in(((o.base,) if o.base is not None else ()) + o.parts)
        elif hasattr(o, "items"):
            names += names_in(o.items)  # type: ignore[union-attr]
    return names


def align(n: int, to: int) -> int:
    return -(-n // to) * to


def element_bytes(v: Variable) -> int:
    return max(1, KINDS[v.type].bytes) * v.vector


def alignment(v: Variable) -> int:
    return v.align or element_bytes(v)


def size_of(v: Variable) -> int:
    return element_bytes(v) * int(np.prod(v.dims, dtype=np.int64)) if v.dims else element_bytes(v)


def layout(params: list[Variable]) -> tuple[dict[str, int], int]:
    """Offsets of kernel parameters in their buffer, and its size: each at its natural or declared alignment."""
    offsets: dict[str, int] = {}
    at = 0
    for p in params:
        at = align(at, alignment(p))
        offsets[p.name] = at
        at += size_of(p)
    return offsets, at
