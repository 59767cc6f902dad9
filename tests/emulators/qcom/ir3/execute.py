"""Runs a program of ir3 over work-groups, all threads of a batch at a time.

In: code, constants, the grid, memory. Out: what the threads wrote. Always true: of threads at different instructions, those at the
first go on, so that they meet again where paths join; at a barrier a thread waits for its work-group; an address outside of the GPU's
memory, or one that is not a multiple of the element's size, is a fault.
"""
from __future__ import annotations

import ctypes
import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np

from tests.emulators.qcom.errors import KernelFault
from tests.emulators.qcom.ir3 import ops
from tests.emulators.qcom.ir3.decode import Instruction, Operand, decode
from tests.emulators.qcom.ir3.images import Image

Array = np.ndarray[Any, Any]
_REGISTERS = 64 * 4
_SHARED = 48 * 4  # the first register that is shared by a wave
_BATCH = 16384  # threads that run at a time
_MOST_STEPS = 50_000_000
_TYPES = {"u8": np.uint8, "u16": np.uint16, "u32": np.uint32, "f16": np.uint16, "f32": np.uint32, "s8": np.int8, "s16": np.int16,
          "s32": np.uint32}


@dataclass(frozen=True)
class Launch:
    """What registers of the GPU say of a launch. `group_id` and `local_id`: the first of three registers, or None; so are
    `size_id` and `offset_id`, of the work-group's threads. `entry`: the first instruction."""

    gpu: str
    code: bytes
    constants: tuple[int, ...]
    groups: tuple[int, int, int]
    threads: tuple[int, int, int]
    shared: int
    private: int
    is_merged: bool
    group_id: int | None
    local_id: int | None
    textures: tuple[Image, ...] = ()
    images: tuple[Image, ...] = ()
    size_id: int | None = None
    offset_id: int | None = None
    entry: int = 0


class Memory(Protocol):
    """What the GPU sees."""

    def span(self, address: int) -> tuple[int, Array]:
        """The mapping that an address lies in: where it begins, and its bytes. KernelFault if there is none."""
        ...


def execute(launch: Launch, memory: Memory) -> None:
    """Runs the launch to its end."""
    program = decode(launch.gpu, launch.code)
    count = math.prod(launch.threads)
    groups = [(x, y, z) for z, y, x in itertools.product(*map(range, reversed(launch.groups)))]
    some = max(_BATCH // count, 1)
    with np.errstate(all="ignore"):
        for first in range(0, len(groups), some): _Batch(launch, program, memory, groups[first:first + some]).run()


def _holder(half: int) -> int:
    """The full register that a half one is in, where they are merged; shared ones, from r48.x on, have their own (ir3_ra.h,
    ra_physreg_to_num)."""
    return half // 2 if half < _SHARED else _SHARED + (half - _SHARED) // 2


class _Batch:
    """Threads of some work-groups, with their registers."""

    def __init__(self, launch: Launch, program: tuple[Instruction, ...], memory: Memory, groups: list[tuple[int, int, int]]) -> None:
        self.launch, self.program, self.memory = launch, program, memory
        self.per_group = math.prod(launch.threads)
        self.count = len(groups) * self.per_group
        self.registers = np.zeros((_REGISTERS, self.count), np.uint32)
        self.halves = self.registers if launch.is_merged else np.zeros((_REGISTERS // 2, self.count), np.uint32)
        self.predicates = np.zeros((4, self.count), bool)
        self.addresses = np.zeros((2, self.count), np.int64)
        self.constants = np.zeros((512 * 4,), np.uint32)
        self.constants[:len(launch.constants)] = launch.constants
        self.shared = np.zeros(len(groups) * max(launch.shared, 64), np.uint8)
        self.private = np.zeros(self.count * max(launch.private, 64), np.uint8)
        self.pc = np.full(self.count, launch.entry, np.int64)
        self.ended, self.waits = np.zeros(self.count, bool), np.zeros(self.count, bool)
        self.on = np.ones(self.count, bool)  # not switched off by predt or predf
        self._place(groups)

    def _place(self, groups: list[tuple[int, int, int]]) -> None:
        x, y, z = self.launch.threads
        local = np.stack([np.tile(np.arange(x), y * z), np.tile(np.repeat(np.arange(y), x), z), np.repeat(np.arange(z), x * y)])
        positions = np.repeat(np.array(groups, np.uint32).T, self.per_group, axis=1)
        if self.launch.local_id is not None:
            self.registers[self.launch.local_id:self.launch.local_id + 3] = np.tile(local, len(groups))
        extents = np.array(self.launch.threads, np.uint32)[:, None]
        of_groups = (self.launch.size_id, extents), (self.launch.offset_id, positions * extents), (self.launch.group_id, positions)
        for at, values in of_groups:
            if at is not None: self.registers[at:at + 3] = values

    # ---- control

    def run(self) -> None:
        for _ in range(_MOST_STEPS):
            ready = ~(self.ended | self.waits)
            if not ready.any():
                if self.ended.all(): return
                self._pass_barrier()
                continue
            at = int(self.pc[ready].min())
            mask = ready & (self.pc == at)
            self.step(self.program[at], np.flatnonzero(mask), at)
        raise KernelFault("a kernel does not end")

    def _pass_barrier(self) -> None:
        of_group = self.pc.reshape(-1, self.per_group)
        waits = self.waits.reshape(-1, self.per_group)
        for pcs, waiting in zip(of_group, waits, strict=True):
            if len(set(pcs[waiting].tolist())) > 1: raise KernelFault("threads of a work-group wait at different barriers")
        self.waits[:] = False

    def step(self, it: Instruction, lanes: Array, at: int) -> None:
        """Runs an instruction for threads, by their numbers."""
        self.pc[lanes] = at + 1
        name = it.name
        if name in ("nop", "shpe", "shps", "lock", "unlock") or name.startswith(("alias.", "fence")): return
        if name == "prede": self.on[lanes] = True
        elif name == "predt": self.on[lanes] = self.predicates[0, lanes]
        elif name == "predf": self.on[lanes] = ~self.predicates[0, lanes]
        else:
            lanes = lanes[self.on[lanes]]
            if len(lanes): self._work(it, lanes)

    def _work(self, it: Instruction, lanes: Array) -> None:
        name = it.name
        if name == "end": self.ended[lanes] = True
        elif name.startswith("bar"): self.waits[lanes] = True
        elif name == "jump": self.pc[lanes] = it.target
        elif name == "getone": self.pc[lanes[1:]] = it.target
        elif name in ("br", "brao", "braa"): self._branch(it, lanes)
        elif it.access is not None: self._access(it, lanes)
        elif it.image is not None: self._touch_image(it, lanes)
        else:
            for n in range(it.rpt + 1): self._compute(it, lanes, n)

    def _branch(self, it: Instruction, lanes: Array) -> None:
        taken = [self.predicates[p.number & 3, lanes] ^ p.inverted for p in it.operands]
        joined: Callable[[Array, Array], Array] = np.logical_or if it.name == "brao" else np.logical_and
        whether = taken[0] if len(taken) == 1 else joined(*taken)
        self.pc[lanes[whether]] = it.target

    # ---- operands

    def read(self, o: Operand, lanes: Array, n: int, is_float: bool, bits: int) -> Array:
        """A source as unsigned integers, its modifiers applied."""
        step = n if o.repeats else 0
        if o.file == "i": raw = self._immediate(o, lanes, is_float, bits)
        elif o.file == "p": raw = (self.predicates[o.number & 3, lanes] ^ o.inverted).astype(np.uint32)
        elif o.file == "a": raw = self.addresses[o.number, lanes].astype(np.uint32)
        elif o.relative: raw = self._relative(o, lanes, step)
        elif o.file == "c": raw = np.full(len(lanes), self._constant(o, step), np.uint32)
        else: raw = self._register(o.number + step, o.half, lanes)
        if o.file == "c" and o.half: raw = raw & 0xFFFF
        if not (o.negated or o.absolute): return raw
        if is_float:
            sign = np.uint32(1 << bits - 1)
            if o.absolute: raw = raw & (sign - np.uint32(1))
            return raw ^ sign if o.negated else raw
        signed = ops.as_signed(bits, raw).astype(np.int64)
        if o.absolute: signed = np.abs(signed)
        return ((-signed if o.negated else signed) & (1 << bits) - 1).astype(np.uint32)

    def _immediate(self, o: Operand, lanes: Array, is_float: bool, bits: int) -> Array:
        if isinstance(o.value, int): raw = o.value & (1 << bits) - 1
        else: raw = int(ops.from_float(bits, np.array([o.value]).astype(np.float32 if bits == 32 else np.float16))[0])
        return np.full(len(lanes), raw, np.uint32)

    def _constant(self, o: Operand, step: int) -> int: return int(self.constants[o.number + step])

    def _relative(self, o: Operand, lanes: Array, step: int) -> Array:
        at = self.addresses[int(o.relative[1]), lanes] + o.number + step
        if o.file == "c": return self.constants[at]
        if o.half: raise KernelFault("a half register at an address is not emulated")
        return self.registers[at, lanes]

    def _register(self, number: int, half: bool, lanes: Array) -> Array:
        if not half: return self.registers[number, lanes]
        if not self.launch.is_merged: return self.halves[number, lanes]
        return self.registers[_holder(number), lanes] >> np.uint32(16 * (number & 1)) & np.uint32(0xFFFF)

    def write(self, o: Operand, lanes: Array, n: int, values: Array) -> None:
        """A result into a register."""
        if o.file == "p":
            self.predicates[o.number & 3, lanes] = values != 0
            return
        if o.file == "a":
            self.addresses[o.number, lanes] = values.astype(np.uint16).astype(np.int16)
            return
        number = o.number + n
        if o.relative: raise KernelFault("a result at an address is not emulated")
        if o.file != "r": raise KernelFault(f"a result goes to {o.file}{number}")
        if not o.half: self.registers[number, lanes] = values
        elif not self.launch.is_merged: self.halves[number, lanes] = values & 0xFFFF
        else:
            at = np.uint32(16 * (number & 1))
            kept = self.registers[_holder(number), lanes] & ~np.uint32(0xFFFF << at)
            self.registers[_holder(number), lanes] = kept | (values.astype(np.uint32) & np.uint32(0xFFFF)) << at

    # ---- values

    def _compute(self, it: Instruction, lanes: Array, n: int) -> None:
        dest, *sources = it.operands
        name = it.name
        if name.startswith(("swz.", "gat.", "sct.")): return self._move_many(it, lanes)
        if name.startswith(("mov.", "cov.")): return self.write(dest, lanes, n, self._moved(it, sources[0], lanes, n))
        if name in ("mova", "mova1"): return self.write(dest, lanes, n, self.read(sources[0], lanes, n, False, 16))
        bits = 16 if any(s.half for s in sources if s.file in "rci") and all(s.half or s.file in "ip" for s in sources) else 32
        if name in ops.FLOAT_OPS:
            floats = [ops.as_float(bits, self._float(s, lanes, n, bits)) for s in sources]
            result = np.asarray(ops.FLOAT_OPS[name](*floats))
            if it.saturates: result = np.clip(np.nan_to_num(result), 0, 1)
            value = ops.from_float(16 if dest.half else 32, result.astype(np.float16 if dest.half else np.float32))
        elif name.startswith("cmps."):
            pair = [self._float(s, lanes, n, bits) if name[5] == "f" else self.read(s, lanes, n, False, bits) for s in sources]
            value = ops.compare(name, bits, *pair)
        elif name in ops.SIGNED_OPS:
            signed = [ops.as_signed(bits, self.read(s, lanes, n, False, bits)) for s in sources]
            value = ops.from_signed(bits, ops.SIGNED_OPS[name](*signed))
            if not dest.half and bits == 16: value = value.view(np.int16).astype(np.int32).view(np.uint32)
        elif name in ops.UNSIGNED_OPS:
            values = [self.read(s, lanes, n, False, 16 if s.half else 32).astype(np.uint32) for s in sources]
            if any(s.inverted for s in sources if s.file != "p"): raise KernelFault(f"{it.text!r} has an inverted operand")
            value = ops.UNSIGNED_OPS[name](bits if name not in ("shrg", "shlg", "shrm", "shlm") else 32, *values)
        else: raise KernelFault(f"{it.text!r} is not emulated")
        if it.saturates and name not in ops.FLOAT_OPS: value = self._saturated(it, bits, value, lanes, n)
        self.write(dest, lanes, n, value)

    def _float(self, o: Operand, lanes: Array, n: int, bits: int) -> Array:
        """A source of an instruction on floats. A constant that is read as a half is a float32 (Mesa, ir3_cp.c, lower_immed)."""
        if o.file != "c" or not o.half: return self.read(o, lanes, n, True, bits)
        wide = ops.as_float(32, self.read(replace(o, half=False), lanes, n, True, 32))
        return ops.from_float(16, wide.astype(np.float16)).astype(np.uint32)

    def _saturated(self, it: Instruction, bits: int, value: Array, lanes: Array, n: int) -> Array:
        """The nearest number there is to a sum or difference of integers."""
        name, operation = it.name[-1], it.name[:3]
        if it.name not in ("add.u", "add.s", "sub.u", "sub.s"): raise KernelFault(f"{it.text!r} saturates, which is not emulated")
        a, b = (self.read(s, lanes, n, False, bits) for s in it.operands[1:])
        if name == "s": a, b = ops.as_signed(bits, a), ops.as_signed(bits, b)
        exact = a.astype(np.int64) + b if operation == "add" else a.astype(np.int64) - b
        low, high = (0, (1 << bits) - 1) if name == "u" else (-(1 << bits - 1), (1 << bits - 1) - 1)
        return (np.clip(exact, low, high) & (1 << bits) - 1).astype(np.uint32)

    def _move_many(self, it: Instruction, lanes: Array) -> None:
        """Several registers at once: two to two, four to registers in a row, registers in a row to four (ir3-cat1.xml)."""
        kind, first = it.name[:3], it.operands[0]
        if it.rpt or it.name[4:7] != it.name[7:]: raise KernelFault(f"{it.text!r} is not emulated")
        if kind == "swz": dests, sources = it.operands[:2], it.operands[2:]
        elif kind == "gat":
            sources = it.operands[1:]
            dests = tuple(replace(first, number=first.number + n) for n in range(len(sources)))
        else:
            dests, source = it.operands[:-1], it.operands[-1]
            sources = tuple(replace(source, number=source.number + n) for n in range(len(dests)))
        bits = int(it.name[-2:])
        values = [self.read(source, lanes, 0, it.name[4] == "f", bits) for source in sources]
        for dest, value in zip(dests, values, strict=True): self.write(dest, lanes, 0, value)

    def _moved(self, it: Instruction, source: Operand, lanes: Array, n: int) -> Array:
        found = it.name.split(".")[1]
        kinds = found[:-3] if len(found) % 3 == 0 or found[-3:] in ("f16", "f32", "u16", "u32", "s16", "s32") else found[:-2], ""
        source_kind = kinds[0]
        to = found[len(source_kind):]
        values = self.read(source, lanes, n, source_kind[0] == "f", int(source_kind[1:]))
        if source_kind == to: return values
        return ops.convert(source_kind, to, values, it.rounds_even)

    # ---- images

    def _touch_image(self, it: Instruction, lanes: Array) -> None:
        """isam reads components of a pixel through a texture unit; stib writes a whole one."""
        assert it.image is not None
        if not it.operands:
            if it.image >= len(self.launch.images): raise KernelFault(f"{it.text!r} fetches image {it.image} ahead")
            return
        register, place = it.operands
        bits = 16 if register.half else 32
        table = self.launch.textures if it.components else self.launch.images
        if it.image >= len(table): raise KernelFault(f"{it.text!r} uses image {it.image} of {len(table)}")
        aliases = dict(it.aliases)
        column, row = (self.read(aliases[place.number + n], lanes, 0, False, 32) if place.number + n in aliases else
                       self._register(place.number + n, place.half, lanes) for n in range(2))
        data, at = table[it.image].pixels(self.memory, column, row)
        if it.components:
            for n in it.components:
                self.write(replace(register, number=register.number + n), lanes, 0, ops.bits_of(bits, data[at + n]))
            return
        for n in range(4):
            data[at + n] = ops.float_bits(bits, self._register(register.number + n, register.half, lanes)).astype(data.dtype)

    # ---- memory

    def _access(self, it: Instruction, lanes: Array) -> None:
        access = it.access
        assert access is not None
        kind = _TYPES[it.name.split(".")[-1]]
        size = np.dtype(kind).itemsize
        if it.name.startswith("stc"): return self._store_constants(it, lanes)
        is_load = it.name.startswith("ld")
        # elements of 8 and 16 bits are in half registers, which the disassembler does not say of stl.u8
        register = replace(it.operands[0], half=it.operands[0].half or (size < 4 and it.operands[0].file == "r"))
        start = self._start(it, lanes)  # before a result may take the place of the address
        for n in range(it.count):
            data, index = self._elements(it, lanes, start + n * size, kind)
            one = Operand("r", register.number + n, register.half)
            if is_load: self.write(one, lanes, 0, data[index].astype(np.uint32))
            else: data[index] = self._stored(register, lanes, n).astype(kind)

    def _start(self, it: Instruction, lanes: Array) -> Array:
        """The address of each thread's first element."""
        access = it.access
        assert access is not None
        if access.space != "g":
            if access.base is None: return np.full(len(lanes), access.offset, np.int64)
            return self.read(access.base, lanes, 0, False, 32).view(np.int32).astype(np.int64) + access.offset
        assert access.base is not None
        low, high = (self._register(access.base.number + n, False, lanes).astype(np.int64) for n in range(2))
        address = (low | high << 32) + access.offset
        if access.index is None: return address
        return address + (self.read(access.index, lanes, 0, False, 32).astype(np.int64) << access.shift)

    def _stored(self, register: Operand, lanes: Array, n: int) -> Array:
        if register.file == "r": return self._register(register.number + n, register.half, lanes)
        return self.read(register, lanes, 0, False, 32)

    def _elements(self, it: Instruction, lanes: Array, at: Array, kind: Any) -> tuple[Array, Array]:
        """(memory as elements, which of them each thread touches)."""
        access, size = it.access, np.dtype(kind).itemsize
        assert access is not None
        if (at % size).any(): raise KernelFault(f"{it.text!r} touches {int(at[at % size != 0][0]):#x}, which is no multiple of {size}")
        if access.space == "g": return self._global(it, at, kind)
        room = max(self.launch.shared if access.space == "l" else self.launch.private, 64)
        if ((at < 0) | (at + size > room)).any(): raise KernelFault(f"{it.text!r} touches byte {at.max()} of {room}")
        owner = lanes // self.per_group if access.space == "l" else lanes
        data = self.shared if access.space == "l" else self.private
        return data.view(kind), (owner * room + at) // size

    def _global(self, it: Instruction, address: Array, kind: Any) -> tuple[Array, Array]:
        size = np.dtype(kind).itemsize
        start, data = self._span(it, int(address[0]))
        at = address - start
        if ((at < 0) | (at + size > len(data))).any(): return self._across(it, address, kind)
        return data[:len(data) // size * size].view(kind), at // size

    def _span(self, it: Instruction, address: int) -> tuple[int, Array]:
        try: return self.memory.span(address)
        except KernelFault as fault:
            fault.writes = not it.name.startswith("ld")
            raise

    def _across(self, it: Instruction, address: Array, kind: Any) -> tuple[Array, Array]:
        """Threads that touch several mappings: a window over all of them, if each thread's is one."""
        size = np.dtype(kind).itemsize
        for one in np.unique(address).tolist():
            start, data = self._span(it, one)
            if one + size > start + len(data): raise KernelFault(f"{it.text!r} touches {one:#x}, at the end of a mapping")
        low, high = int(address.min()), int(address.max()) + size
        window = np.frombuffer((ctypes.c_char * (high - low)).from_address(low), np.uint8)
        return window.view(kind), (address - low) // size

    def _store_constants(self, it: Instruction, lanes: Array) -> None:
        access = it.access
        assert access is not None
        first = access.offset + (int(self.addresses[access.base.number, lanes[0]]) if access.base is not None else 0)
        for n in range(it.count): self.constants[first + n] = self._register(it.operands[0].number + n, False, lanes[:1])[0]
