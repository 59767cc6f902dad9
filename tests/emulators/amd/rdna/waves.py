"""Waves that run together: registers, masks, and the scheduler.

In: a program and its waves' first registers. Out: everything that the waves did to memory. Always true: a scalar register is an array
of shape (waves, 1), a vector register one of (waves, lanes), or with 1 for an axis along which all agree; such arrays are never
changed in place, so registers may share them. Waves have 32 lanes or 64; masks of 64 are two scalar registers. 4-byte registers are
kept in whatever dtype wrote them and read with `view`.

The scheduler holds, per address, the waves that are about to run there and always runs the lowest one: waves that took different ways
meet again behind both, because compilers lay code out forwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .decode import EXEC, M0, NULL, VCC
from .errors import BarrierFault, Endless
from .waiting import Waiting

if TYPE_CHECKING:
    from .program import Program
    from .space import Space

Array = np.ndarray
WIDTHS = (32, 64)
FAIR = 64  # after so many turns whoever waits longest gets one: a lock's holder must run
U32, I32, F32 = np.dtype(np.uint32), np.dtype(np.int32), np.dtype(np.float32)
U64, I64, F64 = np.dtype(np.uint64), np.dtype(np.int64), np.dtype(np.float64)
ONE = np.uint64(32)
POISON = 0xFBADC0DE
BITS = np.uint32(1) << np.arange(32, dtype=np.uint32)


class Waves:
    """The state of `count` waves, of `groups` workgroups of `per_group` waves each."""

    def __init__(
        self, program: Program, spaces: tuple[Space, Space], width: int, groups: int, per_group: int, lds_bytes: int, step_limit: int
    ) -> None:
        self.program, self.width = program, width
        self.lane = np.arange(width)
        self.space, self.scalar_space = spaces  # as vector and as scalar instructions see memory
        self.groups, self.per_group, self.count = groups, per_group, groups * per_group
        self.group_of = np.repeat(np.arange(groups), per_group)
        self.lds_bytes, self.lds_room = lds_bytes, -(-max(lds_bytes, 8) // 8) * 8
        self.lds = np.full(groups * self.lds_room, 0xFB, np.uint8)
        self.lds_base = (self.group_of * self.lds_room)[:, None]
        self.scratch_base, self.scratch_bytes = np.zeros((1, width), np.uint64), 0
        poison = np.full((1, 1), POISON, U32)
        self.s: list[Array] = [poison] * 128
        for r in (NULL, M0, 127, VCC, 107):
            self.s[r] = np.zeros((1, 1), U32)
        self.v: list[Array] = [poison] * 256
        self.scc: Array = np.zeros((1, 1), bool)
        self.flush32 = self.flush64 = False
        self.round32 = self.round64 = 0
        self.active = np.ones((self.count, 1), bool)
        self.all_active = True
        self.mask = np.ones((self.count, width), bool)
        self.whole = True
        self.mask_of: dict[int, tuple[Array, Array, Array]] = {}  # by register: the words that a mask was made of, and the mask
        self.wide: dict[int, tuple[Array, Array, Array]] = {}
        self.waiting = Waiting(self)
        self.pending: dict[int, Array] = {}
        self.parked: dict[int, Array] = {}
        self.live = self.active.copy()
        self.steps, self.step_limit = 0, step_limit
        self.age: dict[int, int] = {}

    # -- scalar registers
    def put_s(self, n: int, value: Array) -> None:
        """Write a scalar register of the active waves."""
        if n == NULL:
            return
        if value.dtype is not U32:
            value = value.view(U32)
        self.s[n] = value if self.all_active else np.where(self.active, value, self.s[n])
        if n == EXEC or (n == EXEC + 1 and self.width == 64):
            self.refresh()

    def put_scc(self, value: Array) -> None:
        self.scc = value if self.all_active else np.where(self.active, value, self.scc)

    def wide_s(self, n: int) -> Array:
        """Two scalar registers as a 64-bit number."""
        if n == NULL:
            return np.zeros((1, 1), U64)
        return self.s[n + 1].astype(U64) << ONE | self.s[n]

    def put_wide_s(self, n: int, value: Array) -> None:
        if n == NULL:
            return
        value = value.view(U64)
        self.put_s(n + 1, (value >> ONE).astype(U32))
        self.put_s(n, value.astype(U32))

    # -- vector registers
    def put(self, n: int, value: Array) -> None:
        """Write a vector register, of four bytes, in the active lanes."""
        if self.whole:
            self.v[n] = value
        else:
            self.v[n] = np.where(self.mask, value if value.dtype is U32 else value.view(U32), self.bits(n))

    def bits(self, n: int) -> Array:
        a = self.v[n]
        return a if a.dtype is U32 else a.view(U32)

    def wide_v(self, n: int) -> Array:
        """Two vector registers as a 64-bit number."""
        low, high = self.v[n], self.v[n + 1]
        known = self.wide.get(n)
        if known and known[0] is low and known[1] is high:
            return known[2]
        value = self.bits(n + 1).astype(U64)
        value = value << ONE | self.bits(n)
        self.wide[n] = (low, high, value)
        return value

    def put_wide(self, n: int, value: Array) -> None:
        value = value if value.dtype is U64 else value.view(U64)
        self.put(n, value.astype(U32))
        self.put(n + 1, (value >> ONE).astype(U32))
        if self.whole:
            self.wide[n] = (self.v[n], self.v[n + 1], value)

    # -- masks
    def lanes(self, n: int) -> Array:
        """The bits of a scalar register as booleans per lane."""
        low = self.s[n]
        high = self.s[n + 1] if self.width == 64 else low
        known = self.mask_of.get(n)
        if known and known[0] is low and known[1] is high:
            return known[2]
        mask = (low & BITS) != 0
        if self.width == 64:
            mask = np.concatenate(np.broadcast_arrays(mask, (high & BITS) != 0), axis=1)
        self.mask_of[n] = (low, high, mask)
        return mask

    def none_in(self, n: int) -> Array:
        """Whether a mask is empty."""
        return (self.s[n] if self.width == 32 else self.s[n] | self.s[n + 1]) == 0

    def put_lanes(self, n: int, mask: Array) -> None:
        """Write a scalar register from booleans per lane; lanes that do not run are 0."""
        if n == NULL:
            return
        if not self.whole:
            mask = mask & self.mask
        elif mask.shape[1] == 1:
            mask = np.broadcast_to(mask, (mask.shape[0], self.width))
        words = np.packbits(mask, axis=1, bitorder="little").view(U32)
        if self.width == 64:
            self.put_s(n + 1, np.ascontiguousarray(words[:, 1:]))
            self.put_s(n, np.ascontiguousarray(words[:, :1]))
            return
        self.put_s(n, words)
        if self.s[n] is words:
            self.mask_of[n] = (words, words, mask)

    def refresh(self) -> None:
        """The mask of lanes that run, after EXEC or the set of active waves changed."""
        mask = self.lanes(EXEC)
        if self.all_active:
            self.mask = np.broadcast_to(mask, (self.count, self.width))
        else:
            self.mask = mask & self.active
        self.whole = self.all_active and bool(mask.all())

    def spread(self, a: Array) -> Array:
        return np.broadcast_to(a, (self.count, self.width))

    # -- scheduling
    def push(self, pc: int, who: Array) -> None:
        """These waves (a mask) go on at `pc`."""
        have = self.pending.get(pc)
        self.pending[pc] = who if have is None else have | who

    def jump(self, taken: Array, target: int, following: int) -> None:
        """The active waves go on at one of two places."""
        taken = np.broadcast_to(taken, self.active.shape)
        yes = taken & self.active
        if yes.any():
            self.push(target, yes)
        no = self.active & ~taken
        if no.any():
            self.push(following, no)

    def run(self) -> None:
        turns, blocks = 0, self.program
        while self.pending or self._release():
            turns += 1
            pending = self.pending
            if len(pending) == 1:
                pc = next(iter(pending))
            else:
                pc = min(pending) if turns % FAIR else min(pending, key=lambda p: self.age.get(p, 0))
            self.age[pc] = turns
            self.enter(pending.pop(pc))
            block = blocks.block(pc)
            self.steps += len(block.steps)
            if self.steps > self.step_limit:
                raise Endless(f"at {pc:#x}: more than {self.step_limit} instructions: an endless loop?")
            block.run(self)

    def enter(self, who: Array) -> None:
        self.active, self.all_active = who, bool(who.all())
        self.refresh()

    def end(self) -> None:
        """The active waves have ended."""
        self.live = self.live & ~self.active

    def park(self, pc: int) -> None:
        """The active waves wait at a barrier and go on at `pc`."""
        have = self.parked.get(pc)
        self.parked[pc] = self.active if have is None else have | self.active

    def _release(self) -> bool:
        """Lets the workgroups go on whose waves have all arrived. False when everybody has ended."""
        if not self.parked:
            return False
        waiting = np.zeros(self.live.shape, bool)
        for who in self.parked.values():
            waiting = waiting | who
        missing: Array = np.any((self.live & ~waiting).reshape(self.groups, self.per_group), axis=1)
        free = ~missing[self.group_of][:, None]
        for pc, who in list(self.parked.items()):
            if (who & free).any():
                self.push(pc, who & free)
                del self.parked[pc]
                if (who & ~free).any():
                    self.parked[pc] = who & ~free
        if not self.pending:
            raise BarrierFault(f"waves wait at barriers before {', '.join(map(hex, self.parked))} for others that never arrive")
        return True
