"""cp.async.bulk and cp.async.bulk.tensor: whole blocks moved by one thread, announced to an mbarrier or to a bulk group.

Sources are read at the issue. Into shared memory the bytes arrive when somebody looks at the mbarrier, and are marked as
under way until then; out of shared memory they arrive at the wait for the group, or at the kernel's end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..errors import AsyncMisuse, Misaligned, OutOfBounds
from ..memory import SPACE, where
from ..syntax import Addr, Operand, Vec
from ..tensormap import TensorMap, decode
from ..types import KINDS, UINT, Kind, as_dtype, type_of
from .access import Site
from .async_copy import active_lanes
from .registry import Array, op
from .wgmma import swizzled

if TYPE_CHECKING:
    from ..program import Builder, Step
    from ..syntax import Instr
    from ..wave import Wave


@dataclass
class Arrival:
    """Bytes on their way to shared memory."""

    barrier: int
    to: Array  # an address per byte
    data: Array
    ins: Instr
    lane: int  # that asked for it


@dataclass
class Leaving:
    """Bytes on their way out of shared memory, of one thread. `write` puts them where they belong."""

    lane: int
    group: int | None
    write: Callable[[], None]


class Traffic:
    def __init__(self, x: Wave):
        self.wave = x
        self.arrivals: list[Arrival] = []
        self.leaving: list[Leaving] = []
        self.committed = np.zeros(x.n, np.int64)
        x.at_end.append(self.finish)

    def finish(self) -> None:
        """At the kernel's end, stores that nobody waited for arrive too; what is still on its way to a block's memory is an error."""
        for late in self.arrivals[:1]:
            text = f"{len(late.data)} bytes are on their way to shared memory when the kernel ends"
            raise AsyncMisuse(text, self.wave.where(late.ins, np.array([late.lane])))
        for one in self.leaving:
            one.write()


def traffic(x: Wave) -> Traffic:
    if "bulk" not in x.state:
        x.state["bulk"] = Traffic(x)
    return x.state["bulk"]  # type: ignore[return-value]


def deliver(x: Wave, barrier: int) -> None:
    """Somebody looks at this mbarrier: what was sent to it arrives, up to the end of the phase.

    What a phase did not expect comes later than its end, as it may on a device.
    """
    from .mbarrier import arrive_at

    t, found = traffic(x), arrive_at(x, barrier)
    phase = found.phase
    for a in [a for a in t.arrivals if a.barrier == barrier]:
        if found.phase != phase:
            return
        t.arrivals.remove(a)
        SPACE[1][where(a.to, 1)] = a.data
        x.mark_shared(a.to, 1)
        found.add_bytes(x, -len(a.data))


# -- the instructions
def bulk(b: Builder, ins: Instr) -> Step:
    if ins.has("commit_group"):
        return commit
    if ins.has("wait_group"):
        keep = ins.operands[0].value  # type: ignore[union-attr]
        return wait_reading if ins.has("read") else (lambda x: wait(x, keep))
    if ins.has("prefetch"):
        return lambda x: None
    if ins.has("tensor"):
        return tensor(b, ins)
    return plain(b, ins)


def commit(x: Wave) -> None:
    t = traffic(x)
    lanes = active_lanes(x)
    for one in t.leaving:
        if one.group is None and one.lane in lanes:
            one.group = int(t.committed[one.lane])
    t.committed[lanes] += 1


def wait(x: Wave, keep: int) -> None:
    t, lanes = traffic(x), set(active_lanes(x).tolist())
    stay: list[Leaving] = []
    for one in t.leaving:
        if one.group is not None and one.lane in lanes and one.group < t.committed[one.lane] - keep:
            one.write()
        else:
            stay.append(one)
    t.leaving = stay


def wait_reading(x: Wave) -> None:
    """.read: the sources may be written again. They were read at the issue."""


def aligned16(x: Wave, *values: int) -> None:
    for v in values:
        if v % 16:
            raise x.fault(Misaligned, f"{v:#x}: addresses and sizes of bulk copies are multiples of 16")


def span(start: int, size: int) -> Array:
    return np.uint64(start) + np.arange(size, dtype=np.uint64)


def send(x: Wave, ins: Instr, lane: int, barrier: int, to: Array, data: Array) -> None:
    from .mbarrier import arrive_at

    arrive_at(x, barrier)
    if any(np.isin(a.to, to).any() for a in traffic(x).arrivals):
        raise x.fault(AsyncMisuse, "another copy to these bytes of shared memory is under way")
    x.mark_shared(to, 1, state=2)
    traffic(x).arrivals.append(Arrival(barrier, to, data, ins, lane))


def receivers(b: Builder, ins: Instr, operand: int) -> Callable[[Wave], list[int] | None]:
    """With .multicast::cluster, the ranks that the active lanes' copies go to, as bits."""
    if "multicast::cluster" not in ins.mods:
        return lambda x: None
    slot = b.src(ins.operands[operand], KINDS["u16"])
    return lambda x: x.active(as_dtype(x.r[slot], UINT[16])).astype(int).tolist()


def send_to(x: Wave, ins: Instr, lane: int, barrier: int, to: Array, data: Array, ranks: int | None) -> None:
    """A copy, or one to the same place of each of these ranks, announced to the barrier at the same place there."""
    if ranks is None:
        return send(x, ins, lane, barrier, to, data)
    if ranks == 0 or ranks >> x.clusters.size:
        raise x.fault(AsyncMisuse, f"a copy to ranks {ranks:#b} of a cluster of {x.clusters.size} blocks")
    for rank in (r for r in range(x.clusters.size) if ranks >> r & 1):
        there = x.clusters.beside(int(to[0]), rank) - int(to[0])
        send(x, ins, lane, x.clusters.beside(barrier, rank), to + np.uint64(there % (1 << 64)), data)


class Ends:
    """Sites of the operands, and the lanes one at a time: few threads issue bulk copies."""

    def __init__(self, b: Builder, ins: Instr, operands: dict[str, tuple[Operand, str]]):
        self.sites = {name: Site(b, ins, o, space, 1) for name, (o, space) in operands.items()}

    def of(self, x: Wave) -> list[dict[str, int]]:
        columns = {name: np.broadcast_to(site.addresses(x), (x.count,)) for name, site in self.sites.items()}
        return [{name: int(a[i]) for name, a in columns.items()} for i in range(x.count)]


def shared_room(x: Wave, address: int, size: int) -> None:
    block = (address - x.shared_start) // x.shared_room
    if (address - x.shared_start) % x.shared_room + size > x.shared_size or not 0 <= block < x.groups:
        raise x.fault(OutOfBounds, f"{size} bytes do not fit into the block's shared memory")


def plain(b: Builder, ins: Instr) -> Step:
    """[to], [source], size, [mbarrier] into shared memory; [to], [source], size out of it; with .reduce an update."""
    inward = ins.mods[[i for i, m in enumerate(ins.mods) if m.split("::")[0] in ("shared", "global")][0]].startswith("shared")
    spaces = ("shared", "global") if inward else ("global", "shared")
    operands = {"to": (ins.operands[0], spaces[0]), "source": (ins.operands[1], spaces[1])}
    if inward:
        operands["barrier"] = (ins.operands[3], "shared")
    ends, size_slot = Ends(b, ins, operands), b.src(ins.operands[2], KINDS["u32"])
    many = receivers(b, ins, 4)
    globe = Site(b, ins, ins.operands[1 if inward else 0], "global", 16)
    kind, update = reduction(ins)

    def step(x: Wave) -> None:
        sizes = x.active(as_dtype(x.r[size_slot], UINT[32]))
        masks = many(x)
        for n, (end, size, lane) in enumerate(zip(ends.of(x), sizes.tolist(), active_lanes(x).tolist())):
            aligned16(x, end["to"], end["source"], size)
            globe.check(x, span(end["source" if inward else "to"], size)[::16])
            shared_room(x, end["to" if inward else "source"], size)
            if inward:
                send_to(x, ins, lane, end["barrier"], span(end["to"], size), read(end["source"], size), masks and masks[n])
            else:
                require(x, span(end["source"], size))
                leave(x, lane, span(end["to"], size), read(end["source"], size), kind, update)

    return step


def read(start: int, size: int) -> Array:
    return SPACE[1][where(span(start, size), 1)]


def require(x: Wave, addresses: Array) -> None:
    if (x.shared_state(addresses, 1) != 1).any():
        raise x.fault(AsyncMisuse, "shared memory is copied out that was never written, or is still on its way in")


def leave(x: Wave, lane: int, to: Array, data: Array, kind: Kind | None, update: Callable[..., Array] | None) -> None:
    """Bytes that will be stored, or combined with what is there."""

    def write() -> None:
        if kind is None or update is None:
            SPACE[1][where(to, 1)] = data
            return
        cells = where(to[:: kind.bytes], kind.bytes)
        old = kind.load(SPACE[kind.bytes][cells])
        new = kind.store(update(old, kind.load(data.view(UINT[kind.bits]))))
        SPACE[kind.bytes][cells] = as_dtype(np.ascontiguousarray(new), UINT[kind.bits])

    traffic(x).leaving.append(Leaving(lane, None, write))


def reduction(ins: Instr) -> tuple[Kind | None, Callable[..., Array] | None]:
    from .atomics import OPERATIONS, update_of

    if not ins.has("reduce"):
        return None, None
    kind = type_of(ins.mods, -1) if any(m in KINDS for m in ins.mods) else None
    name = next(m for m in ins.mods if m in OPERATIONS)
    return kind, update_of(name, kind or KINDS["u32"])


# -- tensors
def tensor(b: Builder, ins: Instr) -> Step:
    """[to], [map, {coordinates}], [mbarrier] into shared memory; [map, {coordinates}], [source] out of it."""
    if ins.has("im2col") or any(m.startswith(("im2col", "tile::")) for m in ins.mods):
        raise b.error(ins, "im2col, gather and scatter copies")
    inward = not ins.has("global") or ins.mods.index("global") > next(
        i for i, m in enumerate(ins.mods) if m.startswith("shared")
    )
    described = ins.operands[1 if inward else 0]
    assert isinstance(described, Addr)
    coordinates = described.parts[0]
    slots = [b.src(o, KINDS["s32"]) for o in (coordinates.items if isinstance(coordinates, Vec) else (coordinates,))]
    other = ins.operands[0 if inward else 1]
    operands = {"map": (Addr(described.base, described.offset), "generic"), "near": (other, "shared")}
    if inward:
        operands["barrier"] = (ins.operands[2], "shared")
    ends, many = Ends(b, ins, operands), receivers(b, ins, 3)
    update = next((m for m in ins.mods if m in ("add", "min", "max", "inc", "dec", "and", "or", "xor")), None)

    def step(x: Wave) -> None:
        from .atomics import update_of

        at = np.stack([x.active(as_dtype(x.r[s], UINT[32])).view(np.int32) for s in slots], axis=1)
        masks = many(x)
        for n, (end, start, lane) in enumerate(zip(ends.of(x), at.tolist(), active_lanes(x).tolist())):
            found = checked_map(x, end["map"], len(slots))
            near, far, inside = box(x, found, start, end["near"])
            if inward:
                filled = np.zeros(len(near), np.uint8) if not found.fill_nan else nan_bytes(found, len(near))
                filled[inside] = SPACE[1][where(far[inside], 1)]
                send_to(x, ins, lane, end["barrier"], near, filled, masks and masks[n])
            else:
                require(x, near)
                data = SPACE[1][where(near[inside], 1)]
                kind = KINDS[found.type_name] if update else None
                leave(x, lane, far[inside], data, kind, update_of(update, kind) if update and kind else None)

    return step


def checked_map(x: Wave, address: int, rank: int) -> TensorMap:
    if address % 64:
        raise x.fault(Misaligned, f"{address:#x}: a tensor map lies at a multiple of 64 bytes")
    found = decode(read(address, 128).tobytes())
    if found is None:
        raise x.fault(AsyncMisuse, f"no tensor map at {address:#x}")
    if found.rank != rank:
        raise x.fault(AsyncMisuse, f"a tensor map of rank {found.rank} used with {rank} coordinates")
    return found


def box(x: Wave, found: TensorMap, start: list[int], near: int) -> tuple[Array, Array, Array]:
    """Per byte of the box: where it lies in shared memory, where in global memory, and whether it is inside the tensor."""
    size = int(np.prod(found.box)) * found.element
    if near % 128:
        raise x.fault(Misaligned, f"{near:#x}: a box in shared memory begins at a multiple of 128 bytes")
    shared_room(x, near, size)
    index = np.indices(found.box[::-1]).reshape(found.rank, -1)[::-1]  # innermost dimension first
    steps = np.array(found.element_strides[: found.rank])[:, None]
    place = np.array(start)[:, None] + index * steps
    inside = ((place >= 0) & (place < np.array(found.dims)[:, None])).all(axis=0)
    strides = np.array([found.element, *found.strides], np.int64)[:, None]
    far = np.uint64(found.address) + (place * strides).sum(axis=0).astype(np.int64).view(np.uint64)
    bytes_of = np.arange(found.element, dtype=np.uint64)
    far = (far[:, None] + bytes_of).reshape(-1)
    inside = np.repeat(inside, found.element)
    bad = x.memory.outside(far[inside], 1)
    if bad.any():
        at = int(far[inside][bad][0])
        raise x.fault(OutOfBounds, f"a tensor map reaches {at:#x}: {x.memory.describe(at)}")
    offset = near - x.shared_start  # blocks begin at multiples of 1 KiB, so this has the pattern's phase
    local = swizzled(offset + np.arange(size), {0: 0, 1: 3, 2: 2, 3: 1}[found.swizzle])
    return np.uint64(x.shared_start) + local.astype(np.uint64), far, inside


def nan_bytes(found: TensorMap, n: int) -> Array:
    """Out-of-bounds elements as NaN of the map's type."""
    value = np.array([np.nan], KINDS[found.type_name].dtype if found.type_name in ("f16", "f32", "f64") else np.float32)
    raw = value.view(np.uint8) if found.type_name != "bf16" else np.array([0xFF, 0x7F], np.uint8)
    return np.resize(raw, n)


@op("tensormap", "multimem", "tcgen05")
def unsupported(b: Builder, ins: Instr) -> Step:
    raise b.error(ins, f"{ins.op} instructions")
