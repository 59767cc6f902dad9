"""RM_ALLOC: objects of each class, made of their parameters.

In: parent, class and the class's structure. Out: an object below its parent, or `Refused`. Always true: what the parameters name
(address spaces, memory, shares) was found among the client's objects and is of the right kind.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from .channel import Channel
from .errors import Refused, Status
from .families import Family
from .objects import (
    GRAPHICS,
    Client,
    Debugger,
    Device,
    Engine,
    Group,
    Memory,
    Object,
    Share,
    Subdevice,
    Usermode,
    VASpace,
    VirtualMemory,
    check_memory,
    page_size,
)
from .pages import Storage, up
from .structs import View

if TYPE_CHECKING:
    from .mock import NVMock

Maker = Callable[["NVMock", Client, Object, int, int, "View | None"], Object]
COPY0, COPY_ENGINES = 9, 10
USERD_SIZE = 512
ALIGNMENT_FORCE = 0x100  # NVOS32_ALLOC_FLAGS_ALIGNMENT_FORCE
MAX_ENTRIES = 1 << 24


def _device(mock: NVMock, client: Client, parent: Object, handle: int, number: int, p: View | None) -> Object:
    """A GPU is attached while a file of it is open.

    Source: device.c: deviceConstruct_IMPL; gpu_mgr.c: gpumgrIsDeviceInstanceValid; nv.c: nvidia_open.
    """
    gpu = mock.by_instance(p["deviceId"] if p is not None else 0)
    if not mock.is_open(gpu): raise Refused(Status.INVALID_CLASS, f"{mock.path(gpu)} is not open")
    return Device(handle, number, parent, gpu=gpu)


def _subdevice(mock: NVMock, client: Client, parent: Object, handle: int, number: int, p: View | None) -> Object:
    """Source: subdevice.c: subdeviceConstruct_IMPL."""
    if p is not None and p["subDeviceId"]: raise Refused(Status.INVALID_CLASS, "subDeviceId")
    if any(isinstance(child, Subdevice) for child in parent.children):
        raise Refused(Status.INSUFFICIENT_RESOURCES, "the device has its subdevice already")
    return Subdevice(handle, number, parent, gpu=parent.gpu)


def _space(mock: NVMock, client: Client, parent: Object, handle: int, number: int, p: View | None) -> Object:
    """Source: vaspace_api.c: vaspaceapiConstruct_IMPL; nvos.h: NV_VASPACE_ALLOCATION_INDEX_GPU_NEW."""
    assert p is not None
    if p["index"]: raise Refused(Status.INVALID_ARGUMENT, f"index {p['index']}")
    return VASpace(handle, number, parent, gpu=parent.gpu, flags=p["flags"])


def _memory(mock: NVMock, client: Client, parent: Object, handle: int, number: int, p: View | None) -> Object:
    """Source: video_mem.c: vidmemConstruct_IMPL, _vidmemPmaAllocate; system_mem.c: sysmemConstruct_IMPL; mem_mgr_gm107.c:
    memmgrAllocDetermineAlignment_GM107 (an alignment that is forced).
    """
    assert p is not None
    gpu, is_video = parent.of_gpu(), number == 0x40
    check_memory(number, p)
    page = page_size(p["attr"], p["attr2"], p["size"]) if is_video else 4096
    size, alignment = up(p["size"], page), p["alignment"]
    if is_video and p["flags"] & ALIGNMENT_FORCE and alignment and alignment % page and page % alignment:
        raise Refused(Status.INVALID_ARGUMENT, f"alignment {alignment} with pages of {page}")
    if is_video and gpu.used + size > gpu.spec.memory:
        raise Refused(Status.NO_MEMORY, f"{size} bytes of {gpu.spec.memory - gpu.used} that are left")
    if is_video: gpu.used += size
    p["size"], p["limit"] = size, size - 1
    storage = Storage(size, f"{'video' if is_video else 'system'} memory {handle:#x}", is_video).keep()
    return Memory(handle, number, parent, gpu=gpu, storage=storage, is_video=is_video)


def _virtual(mock: NVMock, client: Client, parent: Object, handle: int, number: int, p: View | None) -> Object:
    """Source: virt_mem_range.c: vmrangeConstruct_IMPL."""
    assert p is not None
    if p["hVASpace"] not in (0, 0xFFFFFFFF): client.find(p["hVASpace"], VASpace)
    most = parent.of_gpu().spec.family.addresses
    if p["limit"] >= most: raise Refused(Status.INVALID_LIMIT, f"limit {p['limit']:#x} of addresses up to {most:#x}")
    return VirtualMemory(handle, number, parent, gpu=parent.gpu)


def _usermode(mock: NVMock, client: Client, parent: Object, handle: int, number: int, p: View | None) -> Object:
    return Usermode(handle, number, parent, gpu=parent.gpu)


def _group(mock: NVMock, client: Client, parent: Object, handle: int, number: int, p: View | None) -> Object:
    """Source: kernel_channel_group_api.c: kchangrpapiConstruct_IMPL; nv2080 engine types: cl2080_notification.h."""
    assert p is not None
    engine = p["engineType"]
    if engine != GRAPHICS and not COPY0 <= engine < COPY0 + COPY_ENGINES:
        raise Refused(Status.INVALID_ARGUMENT, f"engine type {engine}")
    space = cast("VASpace", client.find(p["hVASpace"], VASpace)) if p["hVASpace"] else None
    return Group(handle, number, parent, gpu=parent.gpu, space=space, engine=engine)


def _share(mock: NVMock, client: Client, parent: Object, handle: int, number: int, p: View | None) -> Object:
    """Source: kernel_ctxshare.c: kctxshareapiConstruct_IMPL; nvos.h: NV_CTXSHARE_ALLOCATION_FLAGS_SUBCONTEXT."""
    assert p is not None
    if p["flags"] > 2: raise Refused(Status.INVALID_ARGUMENT, f"flags {p['flags']}")
    space = cast("VASpace", client.find(p["hVASpace"], VASpace))
    return Share(handle, number, parent, gpu=parent.gpu, space=space)


def _channel(mock: NVMock, client: Client, parent: Object, handle: int, number: int, p: View | None) -> Object:
    """Source: kernel_channel.c: kchannelConstruct_IMPL; of the ring: dev_ram.ref.txt (NV_RAMFC_GP_BASE, a power of two of entries) and
    uvm_ampere.c (40 bits for what the host fetches); of USERD: kernel_channel_gv100.c: kchannelCreateUserdMemDesc_GV100.
    """
    assert p is not None
    in_group = isinstance(parent, Group)
    if p["hContextShare"] and p["hVASpace"]: raise Refused(Status.INVALID_ARGUMENT, "both a context share and a VA space")
    if in_group and p["hVASpace"]: raise Refused(Status.INVALID_ARGUMENT, "a VA space for a channel of a group")
    if not in_group and p["hContextShare"]: raise Refused(Status.INVALID_ARGUMENT, "a context share for a channel of no group")
    if isinstance(parent, Group) and p["engineType"] not in (0, parent.engine):
        raise Refused(Status.INVALID_ARGUMENT, f"engine {p['engineType']} in a group of engine {parent.engine}")
    if not in_group and not p["engineType"]: raise Refused(Status.INVALID_ARGUMENT, "no engine")
    shares = [c.share is not None for c in parent.children if isinstance(c, Channel)] if in_group else []
    if shares and shares[0] != bool(p["hContextShare"]):
        raise Refused(Status.INVALID_ARGUMENT, "all channels of a group have a context share, or none has")
    entries = p["gpFifoEntries"]
    if not 2 <= entries <= MAX_ENTRIES or entries & entries - 1: raise Refused(Status.INVALID_ARGUMENT, f"a ring of {entries} entries")
    if p["gpFifoOffset"] % 8 or p["gpFifoOffset"] >> 40: raise Refused(Status.INVALID_ADDRESS, f"a ring at {p['gpFifoOffset']:#x}")
    if (p["gpFifoOffset"] + 8 * entries - 1) >> 40: raise Refused(Status.INVALID_ADDRESS, "a ring across 2**40")
    share = cast("Share", client.find(p["hContextShare"], Share)) if p["hContextShare"] else None
    if share is not None and share.parent is not parent:
        raise Refused(Status.INVALID_OBJECT_PARENT, "a context share of another group")
    space = cast("VASpace", client.find(p["hVASpace"], VASpace)) if p["hVASpace"] else None
    first = [int.from_bytes(p.raw(name)[:n], "little") for name, n in (("hUserdMemory", 4), ("userdOffset", 8))]
    userd = cast("Memory", client.find(first[0], Memory)).bytes_of()
    if first[1] % USERD_SIZE or first[1] + USERD_SIZE > userd.size: raise Refused(Status.INVALID_ARGUMENT, f"USERD at {first[1]:#x}")
    notifier = cast("Memory", client.find(p["hObjectError"], Memory)).bytes_of() if p["hObjectError"] else None
    for storage in (userd, notifier):
        if storage is not None: storage.keep()
    return Channel(handle, number, parent, gpu=parent.gpu, ring_at=p["gpFifoOffset"], entries=entries, userd=(userd, first[1]),
                   notifier=notifier, share=share, own_space=space)


def _engine(mock: NVMock, client: Client, parent: Object, handle: int, number: int, p: View | None) -> Object:
    """Source: resource_list.h; clb0b5sw.h: NVB0B5_ALLOCATION_PARAMETERS_VERSION_0 and _1."""
    assert isinstance(parent, Channel)
    family: Family = parent.of_gpu().spec.family
    engine = parent.parent.engine if isinstance(parent.parent, Group) else GRAPHICS
    if number == family.compute and engine != GRAPHICS:
        raise Refused(Status.INVALID_CLASS, "a compute object on a copy engine's channel")
    if p is not None and p["version"] > 1: raise Refused(Status.INVALID_ARGUMENT, f"version {p['version']}")
    return Engine(handle, number, parent, gpu=parent.gpu)


def _debugger(mock: NVMock, client: Client, parent: Object, handle: int, number: int, p: View | None) -> Object:
    assert p is not None
    mock.client(p["hAppClient"]).find(p["hClass3dObject"], Engine)
    return Debugger(handle, number, parent, gpu=parent.gpu)


MAKERS: dict[type[Object], Maker] = {
    Device: _device, Subdevice: _subdevice, VASpace: _space, Memory: _memory, VirtualMemory: _virtual, Usermode: _usermode,
    Group: _group, Share: _share, Channel: _channel, Engine: _engine, Debugger: _debugger}
