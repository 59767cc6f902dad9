"""Kernels written by hand as linear IR: what the renderers are tested with."""
from __future__ import annotations

import contextlib
from collections.abc import Iterator

import numpy as np

from heddle.device import Compiled, Device
from heddle.dtype import DType, dtypes
from heddle.uop import AxisType, Ops, ParamArg, UOp
from heddle.uop.program_info import ProgramInfo

NUMPY = {d: np.dtype(d.name) for d in dtypes.all if d not in (dtypes.bfloat16, *dtypes.fp8s)}
NUMPY |= {dtypes.bfloat16: np.dtype("uint16"), **{d: np.dtype("uint8") for d in dtypes.fp8s}}  # their bits


class Kernel:
    """A list of ops being written; a node is listed when it is first needed, in the loop that is open then."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.ops: list[UOp] = []
        self.scopes: list[set[UOp]] = [set()]
        self.params: list[UOp] = []
        self.vars: list[str] = []
        self.grid: tuple[int | str, ...] = (1,)
        self.scratch = self.ids = 0

    def add(self, node: UOp) -> UOp:
        """Lists what `node` reads, then itself, unless an open loop has it already."""
        todo = [(node, False)]
        while todo:
            n, entered = todo.pop()
            if any(n in scope for scope in self.scopes): continue
            if entered:
                self.ops.append(n)
                self.scopes[-1].add(n)
            else: todo += [(n, True), *((s, False) for s in reversed(n.src))]
        return node

    def param(self, dtype: DType, size: int) -> UOp:
        self.params.append(UOp(Ops.PARAM, dtype, (), ParamArg(len(self.params), size)))
        return self.add(self.params[-1])

    def var(self, name: str, least: int, most: int) -> UOp:
        self.vars.append(name)
        return self.add(UOp(Ops.DEFINE_VAR, dtypes.int64, (), (name, least, most)))

    def local(self, dtype: DType, size: int) -> UOp:
        self.scratch += -(-size * dtype.itemsize // 64) * 64
        return self.add(UOp(Ops.DEFINE_LOCAL, dtype, (), (self._id(), size)))

    def register(self, dtype: DType, start: object = 0) -> UOp:
        reg = self.add(UOp(Ops.DEFINE_REG, dtype, (), self._id()))
        self.set(reg, UOp.const(dtype, start))  # type: ignore[arg-type]
        return reg

    def get(self, reg: UOp) -> UOp:
        """What the register holds now; a node of its own each time."""
        return self.add(UOp(Ops.LOAD, reg.dtype, (reg,), f"read {self._id()}"))

    def set(self, reg: UOp, value: UOp, *gate: UOp) -> None:
        self.add(UOp(Ops.STORE, dtypes.void, (reg, value, *gate)))

    @contextlib.contextmanager
    def loop(self, size: int | UOp, axis: AxisType = AxisType.LOOP) -> Iterator[UOp]:
        stop = size if isinstance(size, UOp) else UOp.const(dtypes.int64, size)
        if axis is AxisType.GRID: self.grid = (size if isinstance(size, int) else size.arg[0],)
        counter = self.add(UOp(Ops.RANGE, dtypes.int64, (stop,), (self._id(), axis)))
        self.scopes.append(set())
        yield counter
        self.scopes.pop()
        self.ops.append(UOp(Ops.END, dtypes.void, (counter,)))

    def at(self, memory: UOp, position: UOp | int) -> UOp:
        position = position if isinstance(position, UOp) else UOp.const(dtypes.int64, position)
        return UOp(Ops.INDEX, memory.dtype, (memory, position))

    def load(self, memory: UOp, position: UOp | int, count: int = 1, other: UOp | None = None, gate: UOp | None = None) -> UOp:
        gated = () if other is None or gate is None else (other, gate)
        return self.add(UOp(Ops.LOAD, memory.dtype.vec(count), (self.at(memory, position), *gated), self._id() or None))

    def store(self, memory: UOp, position: UOp | int, value: UOp, *gate: UOp) -> None:
        self.add(UOp(Ops.STORE, dtypes.void, (self.at(memory, position), value, *gate)))

    def _id(self) -> int:
        self.ids += 1
        return self.ids

    def info(self, **more: int) -> ProgramInfo:
        slots = tuple(range(len(self.params)))
        return ProgramInfo(self.name, slots, slots, slots, tuple(self.vars), self.grid, None, self.scratch, **more)

    def run(self, device: Compiled, *arrays: np.ndarray, **variables: int) -> None:
        """Compiles and runs it on arrays in the order of its params."""
        source = device.renderer.render(self.ops, self.name)
        binary = device.compiler.compile_cached(source)
        program = UOp(Ops.PROGRAM, dtypes.void, (UOp(Ops.BINARY, dtypes.void, (), binary),), self.info())
        grid = tuple(variables[n] if isinstance(n, str) else n for n in self.grid)
        device.runtime(program)([a.ctypes.data for a in arrays], variables, grid, None)


def usable(compiler: str) -> bool:
    from heddle.runtime.ops_cpu import probe_compiler
    return probe_compiler(compiler).usable


def device(compiler: str) -> Compiled:
    return Device[f"CPU:{compiler}"]


# ---- programs that are run and whose text is kept


def add_vectors() -> Kernel:
    k = Kernel("add_vectors")
    out, a, b = (k.param(dtypes.float32, 1024) for _ in range(3))
    with k.loop(8, AxisType.GRID) as g, k.loop(8) as i:
        at = g * 128 + i * 16
        k.store(out, at, k.load(a, at, 16) + k.load(b, at, 16))
    return k


def sum_rows() -> Kernel:
    """out[r] = sum of 100 values, 16 at a time and 4 left over."""
    k = Kernel("sum_rows")
    out, a = k.param(dtypes.float32, 8), k.param(dtypes.float32, 800)
    wide = dtypes.float32.vec(16)
    with k.loop(8, AxisType.GRID) as g:
        acc = k.register(wide)
        with k.loop(6, AxisType.REDUCE) as r: k.set(acc, k.get(acc) + k.load(a, g * 100 + r * 16, 16))
        total = k.register(dtypes.float32)
        lanes = k.get(acc)
        for lane in range(16): k.set(total, k.get(total) + k.add(lanes.gep(lane)))
        with k.loop(4, AxisType.REDUCE) as r: k.set(total, k.get(total) + k.load(a, g * 100 + r + 96))
        k.store(out, g, k.get(total))
    return k


def matmul_tile() -> Kernel:
    """out (8, 16) = a (8, n) @ b (n, 16), one row a piece, the columns of b in scratch memory first."""
    k = Kernel("matmul_tile")
    out, a, b = k.param(dtypes.float32, 128), k.param(dtypes.float32, 8 * 32), k.param(dtypes.float32, 32 * 16)
    n = k.var("n", 1, 32)
    wide = dtypes.float32.vec(16)
    with k.loop(8, AxisType.GRID) as g:
        tile = k.local(dtypes.float32, 32 * 16)
        with k.loop(n) as i: k.store(tile, i * 16, k.load(b, i * 16, 16))
        acc = k.register(wide)
        with k.loop(n, AxisType.REDUCE) as r:
            row = k.load(a, g * 32 + r).splat(16)
            k.set(acc, UOp(Ops.MULACC, wide, (row, k.load(tile, r * 16, 16), k.get(acc))))
        k.store(out, g * 16, k.get(acc))
    return k


def masked_relu() -> Kernel:
    """out[i] = max(a[i], 0) where m[i], else -1; the last 3 of 19 elements by gates."""
    k = Kernel("masked_relu")
    out, a, m = k.param(dtypes.float32, 19), k.param(dtypes.float32, 19), k.param(dtypes.bool, 19)
    zero, no = UOp.const(dtypes.float32, 0.0), UOp.const(dtypes.bool, False)
    wide = k.load(a, 0, 16).maximum(zero.splat(16))
    k.store(out, 0, k.load(m, 0, 16).where(wide, wide.const_like(-1.0)))
    with k.loop(4) as i:
        inside = i < 3
        x = k.load(a, i + 16, 1, zero, inside).maximum(zero)
        k.store(out, i + 16, k.load(m, i + 16, 1, no, inside).where(x, x.const_like(-1.0)), inside)
    return k


GOLDEN = (add_vectors, sum_rows, matmul_tile, masked_relu)
