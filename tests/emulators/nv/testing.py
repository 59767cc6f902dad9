"""A small user of the driver, for the mock's own tests: the open sequence and streams of words, written from the fact sheets by hand.

In: a mock. Out: memory, channels, statuses. Always true: nothing here is heddle's; what a call answers is given back, and asserted
to be OK unless a test wants another status.
"""
from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any

from ..ptx.testing import HEADER
from .cubin import Kernel
from .errors import Status
from .mock import NVMock
from .qmd import CONSTANT_SHIFT, FIELDS, LOCAL_SHIFT, PROGRAM_SHIFT, SHARED_SHIFT, SIZE
from .rm import ESCAPES
from .structs import View, layout
from .twins import Twin
from .uvm import COMMANDS

SHARED, FIXED, READ_WRITE = 1, 0x10, 3
SHARED_WINDOW, LOCAL_WINDOW = 0x7F00_0000_0000, 0x7E00_0000_0000
FIRST = 0x20_0000_0000  # where GPU memory begins here
#: out[i] = in[i] + in[i], a thread each
DOUBLE = HEADER + """
.visible .entry double(.param .u64 o, .param .u64 a)
{
  .reg .b32 %i, %n, %t; .reg .f32 %x; .reg .b64 %o, %a;
  ld.param.u64 %o, [o]; ld.param.u64 %a, [a];
  mov.u32 %i, %ctaid.x; mov.u32 %t, %ntid.x; mul.lo.u32 %i, %i, %t; mov.u32 %t, %tid.x; add.u32 %i, %i, %t;
  mad.wide.u32 %a, %i, 4, %a; mad.wide.u32 %o, %i, 4, %o;
  ld.global.f32 %x, [%a]; add.f32 %x, %x, %x; st.global.f32 [%o], %x;
  ret;
}
"""
CODE = bytes(range(1, 129)) * 3  # stands for the machine code of DOUBLE


def header(method: int, count: int, subchannel: int = 0, operation: int = 1) -> int:
    return operation << 29 | count << 16 | subchannel << 13 | method >> 2


def methods(method: int, *values: int, subchannel: int = 0, operation: int = 1) -> list[int]:
    return [header(method, len(values), subchannel, operation), *values]


def wide(address: int) -> tuple[int, int]:
    """Upper and lower word."""
    return address >> 32, address & 0xFFFFFFFF


def signal(address: int, value: int, execute: int = 0x03100001) -> list[int]:
    return methods(0x5C, address & 0xFFFFFFFF, address >> 32, value & 0xFFFFFFFF, value >> 32, execute)


def wait(address: int, value: int, execute: int = 0x01001003) -> list[int]: return signal(address, value, execute)


def buffer(nbytes: int) -> Any: return (ctypes.c_uint8 * nbytes)()


@dataclass
class Queue:
    """A channel with its memory."""

    handle: int
    ring: int
    userd: int
    entries: int
    objects: dict[int, int]  # class -> handle
    token: int = 0
    put: int = 0


#: mocks that a bench was made of and nobody has closed yet: two of them would want the same addresses
LIVING: list[NVMock] = []


def close_all() -> None:
    """At the end of a test."""
    while LIVING: LIVING.pop().close()


class Bench:
    """The open sequence of the sheet, step by step, on one GPU."""

    def __init__(self, mock: NVMock, gpu: int = 0) -> None:
        if mock not in LIVING: LIVING.append(mock)
        self.mock, self.gpu = mock, mock.gpus[gpu]
        self.family = self.gpu.spec.family
        self.next = FIRST + (gpu << 36)
        self.control_file, self.uvm_file, self.uvm_second = (mock.open(f"/dev/nvidia{n}") for n in ("ctl", "-uvm", "-uvm"))
        self.client = self.alloc(0, 0x41, root=0)
        self.uvm(0x30000001)
        self.uvm(0x4B, file=self.uvm_second, uvmFd=self.uvm_file.number())
        self.card = self.fresh()
        info = self.control(self.client, 0x205, "NV0000_CTRL_GPU_GET_ID_INFO_V2_PARAMS", gpuId=self.gpu.gpu_id)
        self.device = self.alloc(self.client, 0x80, "NV0080_ALLOC_PARAMETERS", deviceId=info["deviceInstance"])
        self.subdevice = self.alloc(self.device, 0x2080, "NV2080_ALLOC_PARAMETERS")
        self.space = self.alloc(self.device, 0x90F1, "NV_VASPACE_ALLOCATION_PARAMETERS", flags=0x48)
        self.uuid = self.control(self.subdevice, 0x2080014A, "NV2080_CTRL_GPU_GET_GID_INFO_PARAMS", flags=2).raw("data")[:16]

    def start(self) -> Bench:
        """Up to a group, with the GPU registered and its doorbell mapped."""
        self.uvm(0x25, gpu_uuid=self.uuid, rmCtrlFd=-1)
        self.uvm(0x19, gpuUuid=self.uuid, rmCtrlFd=self.control_file.number(), hClient=self.client, hVaSpace=self.space)
        usermode = self.alloc(self.subdevice, self.family.usermode)
        at = self.map(usermode, 0x10000, self.fresh(), device=self.subdevice)
        self.doorbell = self.mock.registers(at, 0x10000, 4)
        self.group = self.new_group()
        return self

    def new_group(self, engine: int = 1) -> int:
        return self.alloc(self.device, 0xA06C, "NV_CHANNEL_GROUP_ALLOCATION_PARAMETERS", hVASpace=self.space, engineType=engine)

    # ---- calls
    def fresh(self, path: str = "") -> Any:
        """A file of the card, registered; or of another path."""
        file = self.mock.open(path or self.mock.path(self.gpu))
        if not path: self.rm(0xC9, file=file, ctl_fd=self.control_file.number())
        return file

    def rm(self, number: int, struct: int = 0, status: int | None = Status.OK, file: Any = None, size: int | None = None,
           **fields: Any) -> View:
        """An escape; its structure afterwards."""
        escape = ESCAPES[number]
        of = layout(escape.structs[struct], self.mock.version)
        data = buffer(max(of.size, size or 0))
        view = fill(View(ctypes.addressof(data), of), fields)
        view.keep = data  # type: ignore[attr-defined]
        (file or self.control_file).ioctl(3 << 30 | (size or of.size) << 16 | 0x46 << 8 | number, data)
        if escape.status and status is not None: assert view[escape.status] == status, self.mock.refusals[-1:]
        return view

    def alloc(self, parent: int, number: int, struct: str | None = None, status: int = Status.OK, root: int | None = None,
              handle: int = 0, **fields: Any) -> int:
        """RM_ALLOC; the handle."""
        params = buffer(4096)
        if struct is not None: fill(View(ctypes.addressof(params), layout(struct, self.mock.version)), fields)
        self.params = params
        view = self.rm(0x2B, 1, status, hRoot=self.client if root is None else root, hObjectParent=parent, hObjectNew=handle,
                       hClass=number,
                       pAllocParms=ctypes.addressof(params) if struct is not None else 0)
        return view["hObjectNew"]

    def control(self, target: int, command: int, struct: str, status: int = Status.OK, size: int | None = None, **fields: Any) -> View:
        """RM_CONTROL; the command's structure afterwards."""
        of = layout(struct, self.mock.version)
        params = buffer(max(of.size, size or 0))
        view = fill(View(ctypes.addressof(params), of), fields)
        view.keep = params  # type: ignore[attr-defined]
        self.rm(0x2A, status=status, hClient=self.client, hObject=target, cmd=command, params=ctypes.addressof(params),
                paramsSize=of.size if size is None else size)
        return view

    def uvm(self, number: int, status: int = Status.OK, file: Any = None, **fields: Any) -> View:
        """A command of UVM's."""
        of = layout(COMMANDS[number][1], self.mock.version)
        data = buffer(of.size)
        view = fill(View(ctypes.addressof(data), of), fields)
        view.keep = data  # type: ignore[attr-defined]
        (file or self.uvm_file).ioctl(number, data)
        assert view["rmStatus"] == status, self.mock.refusals[-1:]
        return view

    # ---- memory
    def map(self, handle: int, nbytes: int, file: Any, device: int | None = None, status: int = Status.OK, at: int = 0,
            flags: int = 0) -> int:
        """RM_MAP_MEMORY and mmap; the address."""
        fields = {"params.hClient": self.client, "params.hDevice": device or self.device, "params.hMemory": handle,
                  "params.length": nbytes,
                  "params.flags": flags, "fd": file.number()}
        self.rm(0x4E, status=status, **fields)
        return file.mmap(at, nbytes, READ_WRITE, SHARED | (FIXED if at else 0)) if status == Status.OK else 0

    def allocate(self, nbytes: int, video: bool = True, **fields: Any) -> int:
        """A handle of memory."""
        recipe = {"type": 0, "flags": 0x1C101, "attr": 0x18000000, "attr2": 0x5} if video else \
            {"type": 13, "flags": 0xC101, "attr": 0x1A000000, "attr2": 0x9}
        return self.alloc(self.device, 0x40 if video else 0x3E, "NV_MEMORY_ALLOCATION_PARAMS",
                          **{"owner": self.client, "size": nbytes, "alignment": 4096, "limit": nbytes - 1, **recipe, **fields})

    def show(self, handle: int, nbytes: int, at: int, status: int = Status.OK, kind: int = 1, uuid: bytes | None = None,
             offset: int = 0) -> None:
        """MAP_EXTERNAL_ALLOCATION."""
        self.uvm(0x21, status, base=at, length=nbytes, offset=offset,
                 perGpuAttributes=(uuid or self.uuid) + kind.to_bytes(4, "little"),
                 gpuAttributesCount=1, rmCtrlFd=self.control_file.number(), hClient=self.client, hMemory=handle)

    def memory(self, nbytes: int, video: bool = True, host: bool = True, at: int | None = None) -> int:
        """Memory at one address for the GPU and, if so wanted, for the program."""
        handle = self.allocate(nbytes, video)
        address = at or self.next
        if at is None: self.next += (nbytes + 0xFFFF) // 0x10000 * 0x10000
        if host: self.map(handle, nbytes, self.fresh("" if video else "/dev/nvidiactl"), at=address)
        self.uvm(0x49, base=address, length=nbytes)
        self.show(handle, nbytes, address)
        self.last = handle
        return address

    # ---- channels
    def channel(self, *classes: int, entries: int = 64, register: bool = True, schedule: bool = True, status: int = Status.OK,
                **fields: Any) -> Queue:
        """A channel of the group with objects of these classes, ready for work."""
        ring = self.memory(4096)
        userd, at_userd = self.last, ring + 2048
        self.errors = self.memory(4096, video=False)
        share = self.alloc(self.group, 0x9067, "NV_CTXSHARE_ALLOCATION_PARAMETERS", hVASpace=self.space, flags=1)
        handle = self.alloc(self.group, self.family.gpfifo, "NV_CHANNEL_ALLOC_PARAMS", status, **{
            "hObjectError": self.last, "gpFifoOffset": ring, "gpFifoEntries": entries, "hContextShare": share,
            "hUserdMemory": userd, "userdOffset": 2048, **fields})
        if status != Status.OK: return Queue(handle, ring, at_userd, entries, {})
        queue = Queue(handle, ring, at_userd, entries, {c: self.alloc(handle, c) for c in classes})
        token = self.control(queue.handle, 0xC36F0108, "NVC36F_CTRL_CMD_GPFIFO_GET_WORK_SUBMIT_TOKEN_PARAMS")
        queue.token = token["workSubmitToken"]
        if register: self.register(queue)
        if schedule: self.schedule()
        for i, number in enumerate(classes): queue.objects[i] = number
        return queue

    def register(self, queue: Queue, status: int = Status.OK, base: int | None = None, length: int = 4 << 20) -> None:
        self.uvm(0x1B, status, gpuUuid=self.uuid, rmCtrlFd=self.control_file.number(), hClient=self.client, hChannel=queue.handle,
                 base=base or self.next, length=length)
        if base is None: self.next += length

    def schedule(self, status: int = Status.OK, enable: int = 1) -> None:
        """The whole group."""
        self.control(self.group, 0xA06C0101, "NVA06C_CTRL_GPFIFO_SCHEDULE_PARAMS", status, bEnable=enable)

    def submit(self, queue: Queue, *words: int, ring: bool = True) -> None:
        """A pushbuffer of these words, and the doorbell."""
        at = self.memory(max(4096, (4 * len(words) + 4095) // 4096 * 4096))
        poke(at, b"".join(w.to_bytes(4, "little") for w in words))
        self.enter(queue, at | len(words) << 42)
        if ring: self.kick(queue)

    def enter(self, queue: Queue, entry: int) -> None:
        poke(queue.ring + 8 * queue.put, entry.to_bytes(8, "little"))
        queue.put = (queue.put + 1) % queue.entries

    def kick(self, queue: Queue, put: int | None = None, token: int | None = None) -> None:
        poke(queue.userd + 0x8C, (queue.put if put is None else put).to_bytes(4, "little"))
        self.mock.barrier()
        self.doorbell[0x90 // 4] = queue.token if token is None else token

    # ---- kernels
    def bind_compute(self, queue: Queue) -> None:
        """The object, windows and local memory on subchannel 1."""
        local = self.memory(6 << 20, host=False)
        self.submit(queue, *methods(0, self.family.compute, subchannel=1), *methods(0x2A0, *wide(SHARED_WINDOW), subchannel=1),
                    *methods(0x7B0, *wide(LOCAL_WINDOW), subchannel=1), *methods(0x790, *wide(local), subchannel=1),
                    *methods(0x2E4, 0, 3 << 20, 0xFF, subchannel=1))

    def kernel(self, code: bytes = CODE, ptx: str = DOUBLE, name: str = "double", holes: tuple[tuple[int, int], ...] = (),
               registers: int = 16,
               stack: int = 0, shared: int = 0, size: int = 16, arch: int = 0, barriers: int = 0) -> int:
        """Makes a kernel known, and its code lie in memory; the code's address."""
        at = self.family.bank0.parameters
        kernel = Kernel(name, code, holes, registers, stack, shared, {0: at + size}, (at, size), arch or self.family.arch, barriers)
        self.mock.twins.add_kernel(Twin(kernel, lambda: ptx))
        address = self.memory(8192)
        poke(address, code)
        return address

    def bank0(self, grid: tuple[int, int, int], block: tuple[int, int, int], *arguments: int, stack: int = 0xFFFDC0) -> bytes:
        """Constant bank 0 as code of the family reads it."""
        bank = self.family.bank0
        data = bytearray(bank.parameters + 8 * len(arguments))
        for at, values in ((bank.block, block), (bank.grid, grid), (bank.stack_pointer, (stack,))):
            for i, value in enumerate(values): data[at + 4 * i:at + 4 * i + 4] = value.to_bytes(4, "little")
        for at, value in ((bank.shared_window, SHARED_WINDOW), (bank.local_window, LOCAL_WINDOW)):
            if at is not None: data[at:at + 8] = value.to_bytes(8, "little")
        for i, value in enumerate(arguments): data[bank.parameters + 8 * i:bank.parameters + 8 * i + 8] = value.to_bytes(8, "little")
        return bytes(data)

    def qmd(self, program: int, grid: tuple[int, int, int], block: tuple[int, int, int], bank0: bytes, **fields: int) -> int:
        """A descriptor in memory; its address."""
        version = self.family.qmd
        constants = self.memory(4096)
        poke(constants, bank0)
        values: dict[str, int] = {
            "major": version, "minor": 0, "grid_x": grid[0], "grid_y": grid[1], "grid_z": grid[2], "block_x": block[0],
            "block_y": block[1],
            "block_z": block[2], "registers": 16, "barriers": 1, "shared": 0, "shared_min": 3, "shared_max": 26, "shared_target": 3,
            "program_lo": program >> PROGRAM_SHIFT[version] & 0xFFFFFFFF, "program_hi": program >> PROGRAM_SHIFT[version] >> 32,
            "constant0_lo": constants >> CONSTANT_SHIFT[version] & 0xFFFFFFFF,
            "constant0_hi": constants >> CONSTANT_SHIFT[version] >> 32,
            "constant0_size": (len(bank0) + 15) // 16, "constant0_valid": 1, **({"type": 2} if version > 3 else {}), **fields}
        for name, shift in (("shared", SHARED_SHIFT), ("local_high", LOCAL_SHIFT)):
            values[name] = values.get(name, 0) >> shift[version]
        number = 0
        for name, value in values.items():
            high, low = FIELDS[version][name]
            assert value >> high - low + 1 == 0, f"{name} = {value:#x} in {high - low + 1} bits"
            number |= value << low
        address = self.memory(4096)
        poke(address, number.to_bytes(SIZE[version], "little"))
        return address

    def launch(self, qmd: int, action: int = 9) -> list[int]:
        return [*methods(0x2B4, qmd >> 8, subchannel=1), *methods(0x2C0, action, subchannel=1)]


def fill(view: View, fields: dict[str, Any]) -> View:
    for name, value in fields.items():
        if isinstance(value, bytes): view.write(name, value)
        else: view[name] = value
    return view


def poke(address: int, data: bytes) -> None: ctypes.memmove(address, data, len(data))
def peek(address: int, nbytes: int = 8) -> int: return int.from_bytes(ctypes.string_at(address, nbytes), "little")
