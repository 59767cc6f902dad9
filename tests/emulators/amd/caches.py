"""The caches of a card: second level, and what is nearer to the compute units; lines that are stale or dirty until a packet says else.

In: accesses of kernels, copies and instruction fetches, and what packets ask of each level. Out: bytes as hardware may see them.
Always true: nothing is evicted by itself, so a line that was read stays as it was until it is invalidated, and a line that was
written is in no memory until it is written back; lines that are invalidated before lose what was written. The host and the command
processor see memory alone. Memory that is uncached or coherent (MTYPE_UC: gmc_v10_0_get_vm_pte, gmc_v11_0_get_vm_pte and
gmc_v12_0_get_vm_pte of amdgpu) is not kept in the second level.

Which level keeps what: "Memory Model gfx10-gfx11" and "gfx12" of LLVM's AMDGPUUsage: vector and scalar caches near a compute unit
are written through to the second level, which all units of the card share, and which alone keeps what is written. Copy engines go
through it too ("SDMA is connected to gL2": ROCr, amd_blit_sdma.h). Two cards share none of their caches.
"""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.emulators.amd.memory import COHERENT, UNCACHED, AddressSpace, Buffer

LINE = 128
_SHIFT = np.int64(7)
Array = np.ndarray


def _in_lines(buffer: Buffer) -> Array:
    return np.frombuffer(buffer.bytes(), np.uint8).reshape(-1, LINE)


class Lines:
    """A buffer's lines in one cache. valid: which are there."""

    def __init__(self, buffer: Buffer) -> None:
        self.memory = _in_lines(buffer)
        self.data = np.empty_like(self.memory)
        self.valid = np.zeros(len(self.data), bool)


class SecondLevel:
    """The cache that all units and copy engines of a card share."""

    def __init__(self) -> None:
        self._kept: dict[Buffer, WrittenLines] = {}

    def lines(self, buffer: Buffer) -> WrittenLines:
        """What it keeps of a buffer."""
        if buffer not in self._kept: self._kept[buffer] = WrittenLines(buffer)
        return self._kept[buffer]

    def forget(self, buffer: Buffer) -> None:
        """The buffer is unmapped: the driver flushes what it held (amdgpu_vm_bo_unmap and the TLB flush that follows)."""
        self._kept.pop(buffer, None)

    @property
    def dirty(self) -> int:
        """How many lines hold what memory does not."""
        return sum(int(lines.dirty_lines.sum()) for lines in self._kept.values())

    def write_back(self) -> None:
        """What was written goes to memory, and stays here."""
        for lines in self._kept.values(): lines.write_back()

    def invalidate(self) -> None:
        """All lines are gone, with what was written to them and not written back."""
        for lines in self._kept.values(): lines.invalidate()


class WrittenLines(Lines):
    """Lines that are written to and not through: each byte that memory has not is known."""

    def __init__(self, buffer: Buffer) -> None:
        super().__init__(buffer)
        self._dirty = np.zeros(self.data.shape, bool)
        self.dirty_lines = np.zeros(len(self.data), bool)

    def fetch(self, lines: Array) -> Array:
        """The lines of these numbers."""
        missing = lines[~self.valid[lines]]
        if missing.size:
            self.data[missing] = self.memory[missing]
            self.valid[missing] = True
        return self.data[lines]

    def put(self, offsets: Array, values: Array) -> None:
        """Writes bytes at offsets in the buffer."""
        lines = np.unique(offsets >> _SHIFT)
        self.fetch(lines)
        self.data.reshape(-1)[offsets] = values
        self._dirty.reshape(-1)[offsets] = True
        self.dirty_lines[lines] = True

    def write_back(self) -> None:
        """Dirty bytes go to memory."""
        lines = np.flatnonzero(self.dirty_lines)
        self.memory[lines] = np.where(self._dirty[lines], self.data[lines], self.memory[lines])
        self._clean(lines)

    def invalidate(self) -> None:
        """All lines are gone."""
        self._clean(np.flatnonzero(self.dirty_lines))
        self.valid[:] = False

    def _clean(self, lines: Array) -> None:
        self._dirty[lines] = False
        self.dirty_lines[lines] = False


class Uncached:
    """The same where the second level keeps nothing."""

    def __init__(self, buffer: Buffer) -> None:
        self._memory = _in_lines(buffer)

    def fetch(self, lines: Array) -> Array: return self._memory[lines]
    def put(self, offsets: Array, values: Array) -> None: self._memory.reshape(-1)[offsets] = values


class NearLines(Lines):
    """A buffer's lines near the units, as a kernel sees them: what it reads is kept for later kernels, what it writes for itself."""

    def __init__(self, buffer: Buffer, behind: WrittenLines | Uncached) -> None:
        super().__init__(buffer)
        self._behind = behind
        self._own = np.zeros(len(self.data), bool)  # lines that this kernel has written
        self._before: list[tuple[Array, Array, Array]] = []  # of those: numbers, what they held, whether they held anything

    def read(self, offsets: Array, nbytes: int) -> None:
        """Elements of `nbytes` at these offsets are read next."""
        first, last = offsets >> _SHIFT, offsets + (nbytes - 1) >> _SHIFT
        if self.valid[first].all() and self.valid[last].all(): return
        self._fill(np.unique(np.concatenate((first.reshape(-1), last.reshape(-1)))))

    def _fill(self, lines: Array) -> None:
        missing = lines[~self.valid[lines]]
        self.data[missing] = self._behind.fetch(missing)
        self.valid[missing] = True

    def will_write(self, offsets: Array, nbytes: int, is_atomic: bool = False) -> None:
        """Elements are written next. Atomic operations are done in the second level: they see what is there."""
        first, last = offsets >> _SHIFT, offsets + (nbytes - 1) >> _SHIFT
        lines = np.unique(np.concatenate((first.reshape(-1), last.reshape(-1))))
        new = lines[~self._own[lines]]
        if new.size:
            self._before.append((new, self.data[new], self.valid[new]))
            self._own[new] = True
        if is_atomic: self.valid[lines] = False
        self._fill(lines)

    def written(self, offsets: Array, nbytes: int) -> None:
        """They have been: through to the second level."""
        at = np.unique(offsets)[:, None] + np.arange(nbytes)
        self._behind.put(at.reshape(-1), self.data.reshape(-1)[at].reshape(-1))

    def forget(self) -> None:
        """The kernel itself invalidates what is near."""
        self._own[:] = True
        self._before.append((np.arange(len(self.data)), self.data.copy(), self.valid.copy()))
        self.valid[:] = False

    def end(self) -> None:
        """The kernel has ended: other units, on which later kernels may run, do not know what it wrote."""
        for lines, data, valid in reversed(self._before):
            self.data[lines], self.valid[lines] = data, valid
        self._before.clear()
        self._own[:] = False


class Near:
    """The vector, scalar or instruction caches of all units: a line is stale as long as one of them may have it."""

    def __init__(self, card: CardCaches) -> None:
        self._card = card
        self._kept: dict[Buffer, NearLines] = {}

    def lines(self, buffer: Buffer) -> NearLines:
        """What they keep of a buffer."""
        if buffer not in self._kept: self._kept[buffer] = NearLines(buffer, self._card.behind(buffer))
        return self._kept[buffer]

    def forget_buffer(self, buffer: Buffer) -> None:
        """The buffer is unmapped."""
        self._kept.pop(buffer, None)

    def invalidate(self) -> None:
        """All lines are gone."""
        self._kept.clear()

    def __iter__(self) -> Iterator[NearLines]: return iter(self._kept.values())


class CardCaches:
    """All caches of one card."""

    def __init__(self) -> None:
        self.second = SecondLevel()
        self.vectors, self.scalars, self.instructions = Near(self), Near(self), Near(self)

    def behind(self, buffer: Buffer) -> WrittenLines | Uncached:
        """What the near caches read from and write to."""
        return Uncached(buffer) if buffer.flags & (COHERENT | UNCACHED) else self.second.lines(buffer)

    def unmapped(self, buffer: Buffer) -> None:
        """A buffer is no longer mapped to the card."""
        for near in (self.vectors, self.scalars, self.instructions): near.forget_buffer(buffer)
        self.second.forget(buffer)


class SharedMemory:
    """Memory as copy engines see it: through the second level."""

    def __init__(self, space: AddressSpace, caches: CardCaches) -> None:
        self._space, self._caches = space, caches

    def read(self, address: int, nbytes: int) -> bytes:
        """A copy of what is there."""
        return b"".join(self._caches.behind(buffer).fetch(_lines(at, count)).reshape(-1)[at % LINE:at % LINE + count].tobytes()
                        for buffer, at, count in _pieces(self._space, address, nbytes, "read"))

    def write(self, address: int, data: bytes) -> None:
        """Puts bytes there; nothing is written if not all may be."""
        done = 0
        for buffer, at, count in list(_pieces(self._space, address, len(data), "write")):
            self._caches.behind(buffer).put(np.arange(at, at + count), np.frombuffer(data, np.uint8, count, done))
            done += count


def _lines(at: int, count: int) -> Array: return np.arange(at // LINE, (at + count - 1) // LINE + 1)


def _pieces(space: AddressSpace, address: int, nbytes: int, access: str) -> Iterator[tuple[Buffer, int, int]]:
    while nbytes > 0:
        buffer = space.allowed(address, access)
        count = min(nbytes, buffer.end - address)
        yield buffer, address - buffer.va, count
        address, nbytes = address + count, nbytes - count


class LaunchMemory:
    """Memory as one kernel sees it: implements dispatch.Memory. near: the caches that its accesses go through."""

    def __init__(self, space: AddressSpace, caches: CardCaches, near: Near | None = None) -> None:
        self._space, self._caches = space, caches
        self._near = near or caches.vectors

    @property
    def scalars(self) -> LaunchMemory:
        """The same through the scalar caches."""
        return LaunchMemory(self._space, self._caches, self._caches.scalars)

    def lines(self, address: int) -> NearLines:
        """The near lines of the mapping that `address` lies in."""
        return self._near.lines(self._space.allowed(address, "read"))

    def span(self, address: int, writable: bool = False) -> tuple[int, memoryview]:
        """The near lines of that mapping as bytes: to be announced before each access (`lines`)."""
        buffer = self._space.allowed(address, "write" if writable else "read")
        return buffer.va, self._near.lines(buffer).data.reshape(-1).data

    def read(self, address: int, nbytes: int, execute: bool = False) -> bytes:
        """A copy of what is there; of instructions, through their cache."""
        near = self._caches.instructions if execute else self._near
        found: list[bytes] = []
        for buffer, at, count in _pieces(self._space, address, nbytes, "execute" if execute else "read"):
            lines = near.lines(buffer)
            lines.read(_lines(at, count) * LINE, 1)
            found.append(lines.data.reshape(-1)[at:at + count].tobytes())
        return b"".join(found)

    def write(self, address: int, data: bytes) -> None:
        """Puts bytes there."""
        done = 0
        for buffer, at, count in list(_pieces(self._space, address, len(data), "write")):
            lines, offsets = self._near.lines(buffer), np.arange(at, at + count)
            lines.will_write(offsets, 1)
            lines.data.reshape(-1)[offsets] = np.frombuffer(data, np.uint8, count, done)
            lines.written(offsets, 1)
            done += count

    def view(self, address: int, nbytes: int, writable: bool = False) -> memoryview:
        """Memory itself, past all caches, for whoever only looks where it ends."""
        return self._space.view(address, nbytes, writable)

    def forget(self) -> None:
        """The kernel invalidates the near caches."""
        for lines in self._near: lines.forget()

    def end(self) -> None:
        """The kernel has ended."""
        for lines in self._caches.vectors: lines.end()
