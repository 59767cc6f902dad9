"""Modules loaded into a device, and kernels run over a grid."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from .clusters import by_cluster
from .errors import PtxSyntaxError, TooLarge, Where
from .memory import Block, Memory
from .parser import parse
from .program import Builder, Program, alignment, element_bytes, size_of
from .syntax import Addr, Imm, Module, Reg, Variable
from .types import KINDS
from .wave import Launch, Triple, Wave

LANES = 4096  # of one wave: wide enough to hide NumPy's cost per call, small enough for the cache
MAX_THREADS = 1024


class Loaded:
    """One module in one device: its global and constant variables have addresses, its kernels are decoded on demand."""

    def __init__(self, text: str, memory: Memory, device: int = 0):
        self.module: Module = parse(text)
        self.memory, self.device = memory, device
        self.symbols: dict[str, int] = {}
        self.blocks: list[Block] = []
        self.programs: dict[str, Program] = {}
        variables = [v for v in self.module.scope.variables.values() if v.space in ("global", "const")]
        for v in variables:
            self._place(v)
        for v in variables:
            self._initialise(v)

    def _place(self, v: Variable) -> None:
        block = self.memory.allocate(max(size_of(v), 1), self.device, f"variable {v.name}")
        block.bytes()[:] = 0
        self.blocks.append(block)
        self.symbols[v.name] = block.start

    def _initialise(self, v: Variable) -> None:
        if v.init is None:
            return
        size = element_bytes(v) // v.vector
        block = next(b for b in self.blocks if b.start == self.symbols[v.name])
        for i, item in enumerate(v.init):
            value = self._value(item, v)
            data = np.frombuffer((value % (1 << 8 * size)).to_bytes(size, "little"), np.uint8)
            block.bytes()[i * size : (i + 1) * size] = data

    def _value(self, item: object, v: Variable) -> int:
        if isinstance(item, Addr):
            assert isinstance(item.base, Reg)
            return self.symbols[item.base.name] + item.offset
        assert isinstance(item, Imm)
        kind = KINDS[v.type]
        if kind.is_float and item.float_bits and item.float_bits != kind.bits:
            number = np.array([item.value], np.uint64 if item.float_bits == 64 else np.uint32)
            return int(number.view(f"f{item.float_bits // 8}").astype(kind.dtype).view(f"u{kind.bytes}")[0])
        return item.value

    def kernels(self) -> list[str]:
        return [f.name for f in self.module.functions.values() if f.is_entry and f.body is not None]

    def program(self, name: str) -> Program:
        if name not in self.programs:
            if name not in self.kernels():
                raise PtxSyntaxError(f"no kernel {name!r}; there is {', '.join(self.kernels())}", Where("module"))
            self.programs[name] = Builder(self.module, self.symbols).program(name)
        return self.programs[name]

    def unload(self) -> None:
        for block in self.blocks:
            self.memory.free(block)
        self.blocks = []


def pack(program: Program, values: list[object]) -> bytes:
    """Arguments (ints, floats, bytes or NumPy scalars) into the layout of the kernel's parameters."""
    buffer = bytearray(program.param_size)
    for p, value in zip(program.params, values, strict=True):
        at, size = program.param_offsets[p.name], size_of(p)
        if isinstance(value, bytes):
            data = value
        elif isinstance(value, np.generic):
            data = value.tobytes()
        elif isinstance(value, float):
            data = np.array([value], KINDS[p.type].dtype if KINDS[p.type].is_float else f"f{size}").tobytes()
        else:
            data = (int(value) % (1 << 8 * size)).to_bytes(size, "little")  # type: ignore[call-overload]
        buffer[at : at + size] = data
    return bytes(buffer)


def run(launch: Launch) -> None:
    """The whole grid, a wave of blocks after another. Any PtxError of the kernel."""
    check_size(launch)
    blocks = int(np.prod(launch.grid))
    threads = -(-int(np.prod(launch.block)) // 32) * 32
    together = int(np.prod(launch.cluster))
    per_wave = blocks if launch.cooperative else max(1, LANES // threads // together) * together
    order = by_cluster(launch.grid, launch.cluster) if together > 1 else range(blocks)
    params = launch.memory.allocate(max(launch.program.param_size, 1), -2, "kernel parameters")
    params.bytes()[: len(launch.params)] = np.frombuffer(launch.params, np.uint8)
    try:
        with np.errstate(all="ignore"):
            for first in range(0, blocks, per_wave):
                wave = Wave(launch, order[first : first + per_wave], params.start)
                try:
                    wave.run()
                finally:
                    wave.close()
    finally:
        launch.memory.free(params, poison=False)


def check_size(launch: Launch) -> None:
    threads = int(np.prod(launch.block))
    limit = launch.program.directives
    for name, allowed in (("maxntid", limit.get("maxntid")), ("device", (MAX_THREADS,))):
        if allowed and threads > int(np.prod(allowed)):
            raise TooLarge(f"{threads} threads in a block, {name} allows {int(np.prod(allowed))}", Where(launch.program.name))
    required = limit.get("reqntid")
    if required and tuple(launch.block[: len(required)]) != tuple(required):
        raise TooLarge(f"block {launch.block}, the kernel requires {required}", Where(launch.program.name))


class Machine:
    """The emulator without a driver: memory, modules, launches. For tests of single kernels.

    m = Machine(); k = m.load(ptx); out = m.array(np.zeros(32, np.float32)); m.launch(k, "kernel", 1, 32, out); m.read(out)
    """

    def __init__(self, **options: object):
        self.memory = Memory()
        self.options = options
        self.arrays: dict[int, tuple[Block, np.dtype, tuple[int, ...]]] = {}
        self.printed: list[str] = []

    def load(self, text: str) -> Loaded:
        return Loaded(text, self.memory)

    def array(self, values: np.ndarray) -> int:
        """Device memory with these values; its address."""
        block = self.memory.allocate(values.nbytes)
        block.bytes()[:] = np.ascontiguousarray(values).reshape(-1).view(np.uint8)
        self.arrays[block.start] = (block, values.dtype, values.shape)
        return block.start

    def read(self, address: int) -> np.ndarray:
        block, dtype, shape = self.arrays[address]
        return block.bytes().copy().view(dtype).reshape(shape)

    def launch(self, loaded: Loaded, kernel: str, grid: int | Triple, block: int | Triple, *args: object,
               shared: int = 0, **options: object) -> None:  # fmt: skip
        program = loaded.program(kernel)
        one = Launch(program, triple(grid), triple(block), pack(program, list(args)), self.memory, shared,
                     printed=self.printed)  # fmt: skip
        run(replace(one, **{**self.options, **options}))  # type: ignore[arg-type]


def triple(extent: int | Triple) -> Triple:
    if isinstance(extent, int):
        return (extent, 1, 1)
    return (*extent, 1, 1)[:3]  # type: ignore[return-value]


__all__ = ["LANES", "Callable", "Loaded", "Machine", "alignment", "pack", "run"]
