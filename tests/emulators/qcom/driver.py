"""KGSL: the kernel driver's requests, its objects of memory, its one context's commands.

In: request numbers and structures as bytes. Out: the driver's answers, or OSError. Always true: a structure is read by the layout of
the public header and not by heddle's own; commands run later than they are submitted; a fault ends the context for good.

Sources: qualcomm-linux/kgsl, include/uapi/linux/msm_kgsl.h (numbers, layouts); kgsl.c (gpumem_alloc_entry, get_mmap_entry,
kgsl_ioctl_gpumem_get_info, _gpumem_sync_cache, gpuobj_import, kgsl_setup_anon_useraddr, memdesc_sg_virt, _process_command_input,
kgsl_ioctl_get_fault_report), kgsl_iommu.c (kgsl_iommu_set_svm_region: ranges that overlap), adreno.c (_verify_ib,
adreno_waittimestamp), adreno_drawctxt.c (adreno_drawctxt_create).
"""
from __future__ import annotations

import bisect
import ctypes
import errno
import os
import struct
from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np

from heddle.runtime.common.system import MAP_PRIVATE, PROT_READ, PROT_WRITE, System
from tests.emulators.amd.memory import is_mapped
from tests.emulators.qcom.errors import CommandFault, KernelFault, Misuse, QCOMError, no_memory
from tests.emulators.qcom.ir3.execute import Launch, execute
from tests.emulators.qcom.models import Model
from tests.emulators.qcom.packets import MOST_WORDS, CommandProcessor, StuckError

PAGE = 4096
_USE_CPU_MAP, _RANGE = 1 << 28, 1 << 31
_CONTEXT_NEEDS, _FAULT_INFO = 0x12, 0x40000000  # NO_GMEM_ALLOC and PREAMBLE; faults are noted
_READ, _WRITE, _TRANSLATION = 1, 2, 4  # KGSL_PAGEFAULT_TYPE_*
_MOST_SIZE = (1 << 32) - 1
TICKS = 19_200_000


class Object:
    """Memory of the driver. It has no address before it is mapped."""

    def __init__(self, number: int, size: int, flags: int) -> None:
        self.number, self.size, self.flags = number, size, flags
        self.address = 0
        self.is_user = False
        self.pinned: np.ndarray[Any, Any] | None = None  # of imported pages, what they hold once the host has unmapped them


def refuse(code: int, why: str) -> OSError: return OSError(code, f"{os.strerror(code)} ({why})")


class Driver:
    """/dev/kgsl-3d0 of a machine. `room`: bytes of memory. `orders`: by name of a request, the error of the next one."""

    def __init__(self, model: Model, linux: System, room: int = 4 << 30) -> None:
        self.model, self.linux, self.room = model, linux, room
        self.objects: dict[int, Object] = {}
        self.faults: list[Exception] = []
        self.orders: dict[str, int] = {}
        self.calls: list[str] = []
        self.textures_read = 0  # by the last kernel
        self._numbers = 0
        self._starts: list[int] = []
        self._by_start: dict[int, Object] = {}
        self._contexts: dict[int, CommandProcessor] = {}
        self._ended: set[int] = set()
        self._noted: dict[int, list[tuple[int, int]]] = {}  # of contexts that ask for it, page faults: address, type
        self._queue: deque[tuple[int, int, int, int]] = deque()  # context, timestamp, address, bytes
        self._queued: dict[int, int] = {}
        self._retired: dict[int, int] = {}
        self._requests: dict[int, tuple[str, str, Callable[..., tuple[int, ...] | None]]] = {
            0xC0180902: ("DEVICE_GETPROPERTY", "<I4xQQ", self._property),
            0x400C0907: ("DEVICE_WAITTIMESTAMP_CTXTID", "<3I", self._wait),
            0xC0080913: ("DRAWCTXT_CREATE", "<2I", self._create), 0x40040914: ("DRAWCTXT_DESTROY", "<I", self._destroy),
            0xC00C0916: ("CMDSTREAM_READTIMESTAMP_CTXTID", "<3I", self._read_timestamp),
            0xC0480936: ("GPUMEM_GET_INFO", "<QIIQQQ32x", self._info), 0x40200937: ("GPUMEM_SYNC_CACHE", "<QIIQQ", self._sync),
            0xC0300945: ("GPUOBJ_ALLOC", "<QQQQIIQ", self._alloc), 0x40200946: ("GPUOBJ_FREE", "<QQIII4x", self._free),
            0xC0200948: ("GPUOBJ_IMPORT", "<QQQII", self._import), 0xC040094A: ("GPU_COMMAND", "<QQIIQIIQIIII", self._command),
            0xC018095E: ("GET_FAULT_REPORT", "<QIII4x", self._report)}

    def ioctl(self, request: int, argument: Any) -> int:
        """A request. OSError if it is refused."""
        if request not in self._requests: raise refuse(errno.ENOTTY, f"there is no request {request:#x}")
        name, form, handle = self._requests[request]
        if ctypes.sizeof(argument) != request >> 16 & 0x3FFF or struct.calcsize(form) != ctypes.sizeof(argument):
            raise Misuse(f"{name} with {ctypes.sizeof(argument)} bytes")
        self.calls.append(name)
        code, fields = self.orders.pop(name, 0), struct.unpack(form, bytes(argument))
        # EPROTO reports an earlier fault once: the commands are queued, and nothing is copied back (adreno_drawctxt.c)
        if code and (name, code) != ("GPU_COMMAND", errno.EPROTO): raise refuse(code, "on order")
        out = handle(*fields)
        if code: raise refuse(code, "on order, and queued")
        if out is not None:
            data = struct.pack(form, *out)
            ctypes.memmove(ctypes.addressof(argument), data, len(data))
        return 0

    # ---- the device

    def _property(self, kind: int, value: int, nbytes: int) -> None:
        if kind != 1: raise refuse(errno.EINVAL, f"property {kind}")
        data = struct.pack("<IIi4xQI4xQ", 1, self.model.chip, 1, 0, 0, 1 << 20)
        ctypes.memmove(value, data, min(nbytes, len(data)))

    def _create(self, flags: int, _: int) -> tuple[int, int]:
        if flags & _CONTEXT_NEEDS != _CONTEXT_NEEDS: raise refuse(errno.EINVAL, f"a context with flags {flags:#x}")
        self._numbers += 1
        self._contexts[self._numbers] = CommandProcessor(self.model, self)
        self._queued[self._numbers] = self._retired[self._numbers] = 0
        if flags & _FAULT_INFO: self._noted[self._numbers] = []
        return flags, self._numbers

    def _destroy(self, context: int) -> None:
        if self._contexts.pop(context, None) is None: raise refuse(errno.EINVAL, f"no context {context}")

    # ---- memory

    def _alloc(self, size: int, flags: int, va_len: int, _: int, number: int, metadata: int, where: int) -> tuple[int, ...]:
        if not 0 < size <= _MOST_SIZE: raise refuse(errno.EINVAL, f"{size} bytes")
        rounded = -(-size // PAGE) * PAGE
        if sum(o.size for o in self.objects.values()) + rounded > self.room: raise refuse(errno.ENOMEM, "no room")
        made = self._object(rounded, flags)
        return size, flags, va_len, rounded, made.number, metadata, where

    def _object(self, size: int, flags: int) -> Object:
        self._numbers += 1
        made = self.objects[self._numbers] = Object(self._numbers, size, flags)
        return made

    def map(self, address: int, nbytes: int, offset: int) -> int:
        """mmap of the device's file."""
        if (code := self.orders.pop("mmap", 0)) != 0: raise refuse(code, "on order")
        found = self.objects.get(offset // PAGE)
        if found is None or offset % PAGE: raise refuse(errno.EINVAL, f"nothing to map at {offset:#x}")
        if found.is_user or found.address: raise refuse(errno.EBUSY, "it has an address")
        if nbytes != found.size: raise refuse(errno.ERANGE, f"{nbytes} bytes of an object of {found.size}")
        align = 1 << min(found.flags >> 16 & 0xFF, 25)
        spare = align if align > PAGE else 0
        start = self.linux.mmap(address, nbytes + spare, PROT_READ | PROT_WRITE, MAP_PRIVATE)
        aligned = -(-start // max(align, PAGE)) * max(align, PAGE)
        if aligned > start: self.linux.munmap(start, aligned - start)
        if (tail := start + nbytes + spare - aligned - nbytes) > 0: self.linux.munmap(aligned + nbytes, tail)
        return self._place(found, aligned)

    def _place(self, found: Object, address: int) -> int:
        found.address = address
        bisect.insort(self._starts, address)
        self._by_start[address] = found
        return address

    def _free(self, flags: int, priv: int, number: int, kind: int, nbytes: int) -> None:
        found = self.objects.pop(number, None)
        if found is None: raise refuse(errno.EINVAL, f"no object {number}")
        if found.address:
            self._starts.remove(found.address)
            del self._by_start[found.address]

    def _import(self, priv: int, nbytes: int, flags: int, kind: int, _: int) -> tuple[int, ...]:
        if kind != 2: raise refuse(errno.EOPNOTSUPP, f"memory of kind {kind}")
        address = ctypes.c_uint64.from_address(priv).value
        if address % PAGE: raise refuse(errno.EINVAL, f"user memory at {address:#x}")
        if not nbytes or nbytes % PAGE: raise refuse(errno.EINVAL, f"{nbytes} bytes are no whole pages")
        for other in self.objects.values():
            if not other.address or other.address >= address + nbytes or address >= other.address + other.size: continue
            if other.is_user: raise refuse(errno.ENOMEM, f"the GPU has something else from {other.address:#x} on")
            raise refuse(errno.EFAULT, "it belongs to the driver already")
        if not is_mapped(address, nbytes): raise refuse(errno.EFAULT, f"no host memory at {address:#x}")
        made = self._object(nbytes, flags)
        made.is_user = True
        self._place(made, address)
        return priv, nbytes, flags, kind, made.number

    def host_unmaps(self, address: int, nbytes: int) -> None:
        """The GPU keeps the pages that were imported, whatever comes to their addresses (memdesc_sg_virt holds them)."""
        for found in self.objects.values():
            if not found.is_user or found.pinned is not None: continue
            if found.address < address + nbytes and address < found.address + found.size:
                found.pinned = np.frombuffer(ctypes.string_at(found.address, found.size), np.uint8).copy()

    def find(self, address: int) -> Object | None:
        """The object that an address lies in."""
        at = bisect.bisect_right(self._starts, address) - 1
        found = self._by_start[self._starts[at]] if at >= 0 else None
        return found if found is not None and address < found.address + found.size else None

    def _info(self, address: int, number: int, *_: int) -> tuple[int, ...]:
        found = self.objects.get(number) if number else self.find(address) if address else None
        if found is None: raise refuse(errno.EINVAL, f"no memory at {address:#x}")
        return found.address, found.number, found.flags & 0xFFFFFFFF, found.size, found.size, 0

    def _sync(self, address: int, number: int, operation: int, offset: int, length: int) -> None:
        found = self.objects.get(number) if number else self.find(address)
        if found is None: raise refuse(errno.EINVAL, f"no memory at {address:#x}")
        if operation & _RANGE and offset + length > found.size: raise refuse(errno.ERANGE, f"{offset} and {length} of {found.size}")

    # ---- commands

    def _command(self, flags: int, commands: int, size: int, count: int, objects: int, object_size: int, object_count: int,
                 syncs: int, sync_size: int, sync_count: int, context: int, stamp: int) -> tuple[int, ...]:
        if context in self._ended: raise refuse(errno.EDEADLK, "the context was ended by a fault")
        if context not in self._contexts: raise refuse(errno.EINVAL, f"no context {context}")
        if (commands, size, count) != (commands, 32, 1) or objects or syncs: raise Misuse("a command list that is not emulated")
        _, address, nbytes, kind, _ = struct.unpack("<QQQII", ctypes.string_at(commands, 32))
        if not kind & 7: raise refuse(errno.EINVAL, "a command object of no kind")
        if not 0 < nbytes <= 4 * MOST_WORDS or address % 4: raise refuse(errno.EINVAL, f"{nbytes} bytes of commands at {address:#x}")
        self._queued[context] += 1
        self._queue.append((context, self._queued[context], address, nbytes))
        return flags, commands, size, count, 0, object_size, object_count, 0, sync_size, sync_count, context, self._queued[context]

    def run(self) -> bool:
        """Runs the next submission; whether there was one that got on."""
        if not self._queue: return False
        context, stamp, address, nbytes = self._queue[0]
        if context in self._ended or context not in self._contexts:
            self._queue.popleft()
            return True
        try: self._contexts[context].run(address, nbytes)
        except StuckError: return False
        except QCOMError as fault:
            self.faults.append(fault)
            self._ended.add(context)
            if fault.address is not None and context in self._noted:
                self._noted[context].append((fault.address, (_WRITE if fault.writes else _READ) | _TRANSLATION))
        else: self._retired[context] = stamp
        self._queue.popleft()
        return True

    def _wait(self, context: int, stamp: int, timeout: int) -> None:
        self.run()
        if context in self._ended: raise refuse(errno.EDEADLK, "the context was ended by a fault")
        if context not in self._contexts: raise refuse(errno.ENOENT, f"no context {context}")
        if self._retired[context] < stamp: raise refuse(errno.ETIMEDOUT, f"{stamp} is not done")

    def _read_timestamp(self, context: int, kind: int, _: int) -> tuple[int, int, int]:
        return context, kind, (self._queued if kind == 3 else self._retired)[context]

    def _report(self, faults: int, entries: int, size: int, context: int) -> tuple[int, ...]:
        """Faults of an ended context: how many types there are, how many of each type, or what they were."""
        if context not in self._noted or context not in self._ended: raise refuse(errno.EINVAL, f"no faults are noted of {context}")
        if not faults: return 0, 2, size, context
        noted = self._noted[context]
        given = [struct.unpack("<QIII", ctypes.string_at(faults + n * size, 20)) for n in range(entries)]
        if not any(where for where, *_ in given):
            if noted: ctypes.memmove(faults, struct.pack("<QIIII", 0, 1, len(noted), 0, 0), min(size, 24))
            return faults, entries, size, context
        for where, kind, count, each in given:
            if kind > 1: raise refuse(errno.EINVAL, f"faults of type {kind}")
            for n, (address, what) in enumerate(noted[:count]):
                ctypes.memmove(where + n * each, struct.pack("<QQQII", address, 0, 0, what, 0), min(each, 32))
        return faults, entries, size, context

    def revive(self) -> None:
        """Makes a context that a fault has ended usable again; what was queued is gone."""
        self.faults.clear()
        self._ended.clear()
        for noted in self._noted.values(): noted.clear()
        self._queue.clear()

    # ---- what the command processor touches

    def span(self, address: int) -> tuple[int, Any]:
        found = self.find(address)
        if found is None: raise no_memory(KernelFault, address, f"a kernel touches {address:#x}")
        if found.pinned is not None: return found.address, found.pinned
        return found.address, np.frombuffer((ctypes.c_char * found.size).from_address(found.address), np.uint8)

    def read(self, address: int, nbytes: int) -> bytes:
        self._check(address, nbytes)
        return ctypes.string_at(address, nbytes)

    def write(self, address: int, data: bytes) -> None:
        self._check(address, len(data))
        ctypes.memmove(address, data, len(data))

    def _check(self, address: int, nbytes: int) -> None:
        found = self.find(address)
        if found is None or address + nbytes > found.address + found.size:
            raise no_memory(CommandFault, address, f"packets touch {nbytes} bytes at {address:#x}")

    def clock(self) -> int: return int(self.linux.now() * TICKS)

    @property
    def launches(self) -> int:
        """Kernels run so far, by contexts that still are."""
        return sum(processor.launches for processor in self._contexts.values())

    @property
    def indirect(self) -> int:
        """Indirect buffers run so far, by contexts that still are."""
        return sum(processor.indirect for processor in self._contexts.values())

    def launch(self, what: Launch) -> None:
        self.textures_read = len(what.textures)
        execute(what, self)
