"""Loads and stores: every address is checked against the allocations before it is touched."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..errors import AsyncMisuse, Misaligned, OutOfBounds, Uninitialised
from ..memory import SPACE, poison, where
from ..syntax import Addr, Reg, Vec
from ..types import INT, UINT, Kind, as_dtype, type_of
from .registry import Array, op

if TYPE_CHECKING:
    from ..program import Builder, Step
    from ..syntax import Instr, Operand
    from ..wave import Wave

SPACES = ("global", "shared", "local", "const", "param")
U64 = UINT[64]


def space_of(ins: Instr) -> str:
    """The state space named by the instruction; "generic" if none is."""
    return next((s for m in ins.mods if (s := m.split("::")[0]) in SPACES), "generic")


class Site:
    """The memory operand of one instruction: where it points, and whether it may."""

    def __init__(self, b: Builder, ins: Instr, operand: Operand, space: str, size: int):
        assert isinstance(operand, Addr)
        self.ins, self.size = ins, size
        self.in_cluster = "shared::cluster" in ins.mods
        self.space = self._real_space(b, operand, space)
        self.slot, self.offset = self._base(b, operand)
        self.known = (0, 0, -1)  # start, end and table version of the allocation that was hit last

    def _real_space(self, b: Builder, o: Addr, space: str) -> str:
        """Parameters of device functions, and those declared at a call, live in the thread's local memory."""
        if space != "param":
            return space
        v = b.variable(o.base)
        is_kernel = v is None or v.space == "reg" or (b.entry.scope.variables.get(v.name) is v)
        return "global" if is_kernel else "local"

    def _base(self, b: Builder, o: Addr) -> tuple[int, np.uint64]:
        offset = np.uint64(o.offset % (1 << 64))
        if o.base is None:
            return b.constant(np.zeros(1, np.uint64)), offset
        v = b.variable(o.base)
        if isinstance(o.base, Reg) and v is not None and v.space == "reg":
            return b.src(o.base, KIND64), offset
        return b.src(o.base, KIND64), offset

    def addresses(self, x: Wave) -> Array:
        """Real addresses of the active lanes, or one for all of them. OutOfBounds, Misaligned."""
        return self.addresses_with(x, None)

    def addresses_with(self, x: Wave, more: Array | None) -> Array:
        """The same with another offset per lane."""
        a = as_dtype(x.r[self.slot], U64) + self.offset
        if more is not None:
            a = a + more
        if self.space == "shared" and self.in_cluster and x.clusters.size > 1:
            return self._in_cluster(x, a)
        if self.space == "shared":
            return self._in_window(x, a, x.shared_base, x.shared_size, "shared memory of the block")
        if self.space == "local":
            return self._in_window(x, x.spread(a), x.local_base, x.local_size, "local memory of the thread")
        if a.shape[0] > 1:
            a = x.active(a)
        self.check(x, a)
        return a

    def _in_window(self, x: Wave, offsets: Array, base: Array, room: int, what: str) -> Array:
        offsets = offsets & np.uint64(0xFFFFFFFF)
        if offsets.shape[0] > 1:
            offsets = x.active(offsets)
        if room < self.size or int(offsets.max()) > room - self.size:
            bad = offsets.astype(np.int64) > room - self.size
            text = f"{self.size} bytes at offset {int(offsets[bad][0])} lie outside the {room} bytes of {what}"
            raise x.fault(OutOfBounds, text, self._lanes(x, bad))
        self._aligned(x, offsets)
        return offsets + (x.active(base) if base.shape[0] > 1 else base)

    def _in_cluster(self, x: Wave, a: Array) -> Array:
        """Addresses of shared::cluster: of the block itself, or of another as mapa gives them."""
        a = a & np.uint64(0xFFFFFFFF)
        offsets, bases = x.clusters.resolve(x, x.active(a) if a.shape[0] > 1 else a)
        if (bad := offsets + np.uint64(self.size) > np.uint64(x.shared_size)).any():
            text = f"{self.size} bytes at offset {int(offsets[bad][0])} lie outside {x.shared_size} bytes of a block's shared memory"
            raise x.fault(OutOfBounds, text, self._lanes(x, bad))
        self._aligned(x, offsets)
        return offsets + bases

    def _lanes(self, x: Wave, bad: Array) -> Array:
        index = x.lanes()
        index = np.arange(x.n) if index is None else index
        return index[bad] if bad.shape[0] == len(index) else index

    def _aligned(self, x: Wave, a: Array) -> None:
        low = np.uint64(self.size - 1)
        if low and int(np.bitwise_or.reduce(a) & low):
            bad = (a & low) != 0
            text = f"address 0x{int(a[bad][0]):x} is no multiple of the access's {self.size} bytes"
            raise x.fault(Misaligned, text, self._lanes(x, bad))

    def check(self, x: Wave, a: Array) -> None:
        """Every address within one allocation that this device may touch."""
        self._aligned(x, a)
        low, high = (int(a[0]),) * 2 if a.shape[0] == 1 else (int(a.min()), int(a.max()))
        start, end, version = self.known
        if start <= low and high + self.size <= end and version == x.memory.version:
            return
        block = x.memory.find(low)
        if block is not None and high + self.size <= block.end and block is not x.shared:
            self._allowed(x, block, a)
            self.known = (block.start, block.end, x.memory.version)
            return
        self._check_each(x, a)

    def _check_each(self, x: Wave, a: Array) -> None:
        bad = x.memory.outside(a, self.size)
        in_shared = (a >= np.uint64(x.shared.start)) & (a < np.uint64(x.shared.end))
        if in_shared.any():
            group, offset = np.divmod((a - np.uint64(x.shared_start)).astype(np.int64), x.shared_room)
            mine = x.block_of[x.active_lanes()] if a.shape[0] > 1 else x.block_of[x.active_lanes()[:1]]
            others = group // x.clusters.size != mine // x.clusters.size
            bad = bad | (in_shared & (others | (offset + self.size > x.shared_size)))
        if bad.any():
            at = int(a[bad][0])
            text = f"{self.size} bytes at 0x{at:x}, {x.memory.describe(at)}"
            raise x.fault(OutOfBounds, text, self._lanes(x, bad))
        for at in np.unique(a[:: max(1, len(a) // 64)]):
            block = x.memory.find(int(at))
            if block is not None:
                self._allowed(x, block, a)

    def _allowed(self, x: Wave, block: object, a: Array) -> None:
        if not x.launch.reaches(block):  # type: ignore[arg-type]
            owner = getattr(block, "owner", "?")
            text = f"0x{int(a[0]):x} belongs to device {owner}, which this device has no peer access to"
            raise x.fault(OutOfBounds, text)

    # -- shared memory remembers which bytes were written: 1, and which a copy is on its way to: 2
    def touches_shared(self, x: Wave, a: Array) -> bool:
        if self.space == "shared":
            return True
        return self.space == "generic" and x.is_shared(int(a.reshape(-1)[0]))

    def mark_if_shared(self, x: Wave, a: Array, size: int) -> None:
        if self.touches_shared(x, a):
            x.mark_shared(a, size)

    def require_if_shared(self, x: Wave, a: Array, size: int) -> None:
        if self.touches_shared(x, a):
            self.require_written(x, a, size)

    def require_written(self, x: Wave, a: Array, size: int) -> None:
        state = x.shared_state(a, size)
        full = ONES & ((1 << 8 * size) - 1)
        bad = state != full
        if not bad.any():
            return
        at, what = int(a[bad].reshape(-1)[0]) - x.shared_start, f"{size} bytes of shared memory at offset "
        lanes = self._lanes(x, bad) if bad.ndim == 1 else None
        if (state[bad] & state.dtype.type(2 * full & ((1 << 8 * size) - 1))).any():
            text = f"{what}{at % x.shared_room} are read while an asynchronous copy to them was not waited for"
            raise x.fault(AsyncMisuse, text, lanes)
        raise x.fault(Uninitialised, f"{what}{at % x.shared_room} are read and were never written", lanes)


ONES = 0x0101010101010101
KIND64 = Kind("b64", 64, U64)


def vector_of(ins: Instr) -> int:
    return next((int(m[1:]) for m in ins.mods if m in ("v2", "v4", "v8")), 1)


@op("ld", "ldu")
def load(b: Builder, ins: Instr) -> Step:
    kind, count = type_of(ins.mods), vector_of(ins)
    site = Site(b, ins, ins.operands[1], space_of(ins), kind.bytes * count)
    targets = ins.operands[0].items if isinstance(ins.operands[0], Vec) else ins.operands[:1]
    slots = [b.dst(t) for t in targets]
    wide = [widening(kind, b.bits_of(s)) for s in slots]
    size, data = kind.bytes, SPACE[kind.bytes]
    shared = site.space in ("shared", "generic")

    def step(x: Wave) -> None:
        a = site.addresses(x)
        check = shared and site.touches_shared(x, a)
        for i, slot in enumerate(slots):
            at = a + np.uint64(i * size) if i else a
            if check:
                site.require_written(x, at, size)
                if x.races is not None:
                    x.races.read(at, size, x.active_lanes())
            value = data[where(at, size)]
            if wide[i] is not None:
                value = value.view(kind.dtype).astype(wide[i])
            x.put(slot, value) if value.shape[0] == 1 else x.put_active(slot, value)

    return step


def widening(kind: Kind, width: int) -> np.dtype | None:
    """What a loaded value becomes in a wider register."""
    if width <= kind.bits:
        return None
    return (INT if kind.is_signed else UINT)[width]


@op("st")
def store(b: Builder, ins: Instr) -> Step:
    kind, count = type_of(ins.mods), vector_of(ins)
    site = Site(b, ins, ins.operands[0], space_of(ins), kind.bytes * count)
    source = ins.operands[1]
    sources = source.items if isinstance(source, Vec) else (source,)
    slots = [b.src(s, kind) for s in sources]
    size, data, raw = kind.bytes, SPACE[kind.bytes], UINT[kind.bits]
    shared, nothing = site.space in ("shared", "generic"), poison(raw)

    def step(x: Wave) -> None:
        a = site.addresses(x)
        mark = shared and site.touches_shared(x, a)
        for i, slot in enumerate(slots):
            at = a + np.uint64(i * size) if i else a
            register = x.r[slot]
            value = as_dtype(register, raw) if register is not None else nothing
            if value.shape[0] > 1:
                value = x.active(value)
                if a.shape[0] == 1:
                    if mark and x.races is not None:
                        x.races.one_value(at, value)
                    value = value[-1:]
            cells = where(at, size)
            if mark and x.races is not None:
                store_watched(x, at, size, data, cells, value)
            else:
                data[cells] = value
            if mark:
                x.mark_shared(at, size)
        x.barriers.progress()

    return step


def store_watched(x: Wave, at: Array, size: int, data: Array, cells: Array, value: Array) -> None:
    """A store to shared memory: which lanes change something is what a race depends on."""
    assert x.races is not None
    if at.shape[0] == 1:  # all lanes to one address: the last one's value stays
        x.races.write(at, size, x.active_lanes()[-1:], np.broadcast_to(data[cells] != value, (1,)))
        data[cells] = value
        return
    changed = data[cells] != value
    data[cells] = value
    lost = data[cells] != value
    x.races.write(at, size, x.active_lanes(), changed | lost)
    if lost.any():
        x.races.overwritten(at, size, np.flatnonzero(lost))


@op("prefetch", "prefetchu", "applypriority", "discard", "createpolicy", "fence", "membar", "griddepcontrol",
    "nanosleep", "pmevent", "setmaxnreg")  # fmt: skip
def nothing(b: Builder, ins: Instr) -> Step:
    """Hints and orderings: here memory is always in order. A created policy is any number."""
    if ins.op in ("fence", "membar"):
        return lambda x: x.meet_clusters(x.mask)
    if ins.op == "createpolicy":
        d = b.dst(ins.operands[0])
        return lambda x: x.put(d, np.zeros(1, np.uint64))
    return lambda x: None


@op("alloca", "stacksave", "stackrestore")
def stack(b: Builder, ins: Instr) -> Step:
    raise b.error(ins, "memory taken from the stack at run time")
