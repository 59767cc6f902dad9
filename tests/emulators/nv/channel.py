"""A GPFIFO channel: its ring, its pushbuffers word by word, and the work that its engines have not done yet.

In: a doorbell. Out: methods, handed to the host's and the engines' decoders one at a time; `choices` are what could happen next.
Always true: work of engines is done in any order that the stream's barriers allow, and a semaphore is passed no sooner than its value
allows; entries and words are read when the channel comes to them.
"""
from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from .errors import DeviceFault, Xid
from .host import HOST_END, Host
from .objects import Engine, Group, Object, Share, VASpace
from .pages import Storage
from .space import Space

if TYPE_CHECKING:
    from .gpu import GPU

INCREMENTING, FIXED, IMMEDIATE, ONCE = 1, 3, 4, 5
GP_GET, GP_PUT = 0x88, 0x8C
NO_OPERATION, EXTENDED_BASE = 0, 4
_OPERATIONS = (INCREMENTING, FIXED, IMMEDIATE, ONCE)


class Decoder(Protocol):
    """What methods of a subchannel go to."""

    name: str

    def method(self, number: int, value: int) -> None:
        """One method. DeviceFault if there is none, or its value is none."""
        ...


@dataclass(eq=False)
class Work:
    """Something an engine is to do. It may begin when none of `after` is left to be done."""

    name: str
    run: Callable[[], None]
    after: list[Work]


@dataclass(frozen=True)
class Entry:
    """An entry of the ring."""

    address: int
    words: int
    is_control: bool
    opcode: int
    operand: int

    @staticmethod
    def parse(low: int, high: int) -> Entry:
        """Source: clc56f.h, clc86f.h: NVC56F_GP_ENTRY0_*, NVC56F_GP_ENTRY1_*."""
        if low & 1: raise DeviceFault(Xid.PUSHBUFFER, f"ring entry {high:08x}_{low:08x}: fetch is conditional")
        words = high >> 10 & 0x1FFFFF
        return Entry((high & 0xFF) << 32 | low & ~3, words, words == 0, high & 0xFF, low >> 8 & 0x1FFFF)


@dataclass(eq=False)
class Channel(Object):
    """The object, and the hardware's state of it."""

    ring_at: int = 0
    entries: int = 0
    userd: tuple[Storage, int] | None = None
    notifier: Storage | None = None
    share: Share | None = None
    own_space: VASpace | None = None
    token: int = 0
    is_scheduled: bool = False
    is_registered: bool = False
    # the hardware's
    get: int = 0
    put: int = 0
    stopped: DeviceFault | None = None
    words: tuple[int, ...] = ()  # of the entry that is processed
    at: int = 0
    source: int = 0  # address of the first of these words
    base: int = 0  # bits 56:40 of pushbuffers' addresses
    wait: Callable[[], bool] | None = None  # holds the front end until it answers True
    waits_for: str = ""
    pending: list[Work] = field(default_factory=list)
    bound: dict[int, Decoder] = field(default_factory=dict)  # by subchannel
    host: Host = field(init=False)

    def __post_init__(self) -> None: self.host = Host(self)

    # ---- who belongs together
    def siblings(self) -> list[Channel]:
        """The channels of its group, itself among them."""
        if not isinstance(self.parent, Group): return [self]
        return [c for c in self.parent.children if isinstance(c, Channel)]

    def va_space(self) -> VASpace | None:
        if self.share is not None: return self.share.space
        return self.parent.space if isinstance(self.parent, Group) else self.own_space

    def space(self) -> Space:
        """Its addresses. DeviceFault if its address space was given to no UVM file.

        Source: uvm_va_space.c: uvm_va_space_register_gpu_va_space (page tables of an externally owned space are UVM's).
        """
        found = self.va_space()
        if found is None or found.uvm is None:
            raise DeviceFault(Xid.MMU_FAULT, "the channel's address space is not registered with UVM")
        return found.uvm

    def of_gpu(self) -> GPU:
        assert self.gpu is not None
        return self.gpu

    def freed(self) -> None:
        self.of_gpu().channels.pop(self.token, None)
        for storage in (self.userd[0] if self.userd else None, self.notifier):
            if storage is not None: storage.drop()

    # ---- memory
    def read(self, address: int, nbytes: int) -> bytes: return self.space().read(self.of_gpu().index, address, nbytes)
    def write(self, address: int, data: bytes) -> None: self.space().write(self.of_gpu().index, address, data)
    def word(self, address: int, nbytes: int) -> int: return self.space().word(self.of_gpu().index, address, nbytes)

    def _userd(self, offset: int) -> ctypes.c_uint32:
        assert self.userd is not None
        return ctypes.c_uint32.from_address(self.userd[0].own + self.userd[1] + offset)

    # ---- the ring
    def ring(self) -> None:
        """The doorbell was rung."""
        if self.stopped is not None: return
        try: self._accept(self._userd(GP_PUT).value)
        except DeviceFault as fault: self.of_gpu().fault(self, fault)

    def _accept(self, put: int) -> None:
        """Source: clc56f.h: Nvc56fControl.GPPut; dev_ram.ref.txt (GP_PUT is less than the number of entries)."""
        if not self.is_scheduled: raise DeviceFault(Xid.PUSHBUFFER, "doorbell of a channel that was not scheduled")
        if put >= self.entries: raise DeviceFault(Xid.PUSHBUFFER, f"GP_PUT {put} of a ring of {self.entries} entries")
        self.put = put

    def has_more(self) -> bool: return self.at < len(self.words) or self.get != self.put

    def is_idle(self) -> bool: return self.stopped is not None or not (self.has_more() or self.pending or self.wait)

    def choices(self) -> Iterator[Callable[[], None]]:
        """What could happen next."""
        if self.stopped is not None or self.of_gpu().is_lost: return
        for work in self.pending:
            if not any(w in self.pending for w in work.after): yield lambda work=work: self._guard(lambda: self._do(work))
        if self.wait is not None:
            if not self._guarded_wait(): return
            self.wait = None
        if self.has_more(): yield lambda: self._guard(self.advance)

    def _guarded_wait(self) -> bool:
        assert self.wait is not None
        try: return self.wait()
        except DeviceFault as fault:
            self.of_gpu().fault(self, fault)
            return False

    def _guard(self, step: Callable[[], None]) -> None:
        try: step()
        except DeviceFault as fault: self.of_gpu().fault(self, fault)

    def _do(self, work: Work) -> None:
        try: work.run()
        finally: self.pending.remove(work)

    def advance(self) -> None:
        """The next entry, or methods of this one up to something that others see."""
        if self.at >= len(self.words): return self._fetch()
        before = len(self.pending)
        while self.at < len(self.words) and self.wait is None and len(self.pending) == before and self.stopped is None:
            if self.of_gpu().is_lost: return
            self._header()
        if self.at >= len(self.words): self._userd(GP_GET).value = self.get

    def _fetch(self) -> None:
        """Source: clc86f.h: NVC86F_GP_ENTRY1_OPCODE_*; dev_pbdma.ref.txt."""
        gpu = self.of_gpu()
        low, high = (self.word(self.ring_at + 8 * self.get + i, 4) for i in (0, 4))
        entry = Entry.parse(low, high)
        self.get = (self.get + 1) % self.entries
        if entry.is_control:
            if entry.opcode == EXTENDED_BASE and gpu.spec.family.is_hopper_or_newer: self.base = entry.operand << 40
            elif entry.opcode != NO_OPERATION: raise DeviceFault(Xid.PUSHBUFFER, f"control entry with opcode {entry.opcode}")
            return
        self.source = self.base | entry.address
        data = self.read(self.source, 4 * entry.words)
        self.words, self.at = tuple(memoryview(data).cast("I")), 0

    # ---- methods
    def _header(self) -> None:
        """Source: clc56f.h: NVC56F_DMA_* (SEC_OP, METHOD_COUNT, METHOD_SUBCHANNEL, METHOD_ADDRESS, NOP)."""
        start, header = self.at, self.words[self.at]
        operation, count, subchannel, number = header >> 29, header >> 16 & 0x1FFF, header >> 13 & 7, (header & 0xFFF) << 2
        if not header:  # DMA_NOP
            self.at += 1
            return
        if operation not in _OPERATIONS: raise self._illegal(start, f"no method header: operation {operation}")
        self.at += 1
        if operation == IMMEDIATE: return self._method(start, subchannel, number, count)
        if self.at + count > len(self.words):
            raise self._illegal(start, f"the pushbuffer ends before the {count} words of method {number:#x}")
        for i in range(count):
            self.at += 1
            step = i if operation == INCREMENTING else min(i, 1) if operation == ONCE else 0
            self._method(start, subchannel, number + 4 * step, self.words[self.at - 1])
            if self.stopped is not None: return

    def _illegal(self, at: int, what: str) -> DeviceFault:
        return DeviceFault(Xid.PUSHBUFFER, f"{what} (word {at} of the pushbuffer at {self.source:#x}: {self.words[at]:08x})")

    def _method(self, at: int, subchannel: int, number: int, value: int) -> None:
        """Source: clc56f.h: methods below 0x100 are the host's; dev_ram.ref.txt."""
        self.of_gpu().count_method()
        if self.of_gpu().is_lost: return
        if number < HOST_END: return self.host.method(subchannel, number, value)
        if subchannel not in self.bound: raise self._illegal(at, f"method {number:#x} on subchannel {subchannel}, which has no object")
        self.bound[subchannel].method(number, value)

    def bind(self, subchannel: int, number: int) -> None:
        """SET_OBJECT: an object of that class was made on this channel.

        Source: clc56f.h: NVC56F_SET_OBJECT_NVCLASS; kernel_channel_gm107.c: kchannelGetClassEngineID_GM107.
        """
        from .compute import Compute
        from .copy_engine import CopyEngine
        family = self.of_gpu().spec.family
        if not any(isinstance(c, Engine) and c.number == number for c in self.children):
            raise DeviceFault(Xid.CLASS_ERROR, f"SET_OBJECT {number:#x}: no such object was made on the channel")
        self.bound[subchannel] = Compute(self) if number == family.compute else CopyEngine(self)

    # ---- work of engines
    def later(self, name: str, run: Callable[[], None], after: list[Work] | None = None) -> Work:
        """An engine is to do this, once those before are done."""
        work = Work(name, run, list(self.pending) if after is None else after)
        self.pending.append(work)
        return work

    def hold(self, until: Callable[[], bool], why: str) -> None:
        """The front end goes on when this is so."""
        self.wait, self.waits_for = until, why

    def drain(self, why: str) -> None:
        """The front end goes on when all that was given to engines is done."""
        if self.pending: self.hold(lambda: not self.pending, why)

    def stop(self, fault: DeviceFault) -> None:
        """It goes on no more; its notifier says why: a timestamp, the number, a status."""
        if self.stopped is not None: return
        self.stopped, self.pending, self.wait = fault, [], None
        if self.notifier is not None:
            time = self.of_gpu().now().to_bytes(8, "little")
            ctypes.memmove(self.notifier.own, time + int(fault.xid).to_bytes(4, "little") + b"\0\0\xff\xff", 16)

    def revive(self) -> None:
        """It goes on after a fault, with what is submitted from now on."""
        self.stopped, self.pending, self.wait, self.words, self.at = None, [], None, (), 0
        self.get = self.put = self._userd(GP_PUT).value
        if self.notifier is not None: ctypes.memset(self.notifier.own, 0, 16)

    # ---- for reports
    def dump(self) -> str:
        """Where it stands, in words."""
        state = f"stopped by {self.stopped}" if self.stopped else "idle" if self.is_idle() else "busy"
        where = f"GP_GET {self.get}, GP_PUT {self.put} of {self.entries}"
        lines = [f"GPU {self.of_gpu().index}, channel {self.handle:#x}, {state}: {where}"]
        if self.wait is not None: lines.append(f"  waits for {self.waits_for}")
        for work in self.pending: lines.append(f"  to be done: {work.name}")
        if self.words:
            lines.append(f"  pushbuffer at {self.source:#x}, word {self.at} of {len(self.words)}")
            near = range(max(0, self.at - 8), min(len(self.words), self.at + 8))
            lines.append("  " + " ".join(f"{'>' if i == self.at else ''}{self.words[i]:08x}" for i in near))
        return "\n".join(lines)
