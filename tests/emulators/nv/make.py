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
GRAPHICS, COPY0, COPY_ENGINES = 1, 9, 10
USERD_SIZE, NOTIFIERS = 512, 3 * 16
MAX_ENTRIES = 1 << 24


def _device(mock: NVMock, client: Client, parent: Object, handle: int, number: int, p: View | None) -> Object:
    gpu = mock.by_instance(p["deviceId"] if p is not None else 0)
    if p is not None and p["vaMode"] > 2: raise Refused(Status.INVALID_ARGUMENT, f"vaMode {p['vaMode']}")
    if not mock.is_open(gpu):
        raise Refused(Status.INVALID_DEVICE, f"{mock.path(gpu)} is not open and registered with the control file")
    return Device(handle, number, parent, gpu=gpu)


def _subdevice(mock: NVMock, client: Client, parent: Object, handle: int, number: int, p: View | None) -> Object:
    if p is not None and p["subDeviceId"]: raise Refused(Status.INVALID_ARGUMENT, "subDeviceId")
    return Subdevice(handle, number, parent, gpu=parent.gpu)


def _space(mock: NVMock, client: Client, parent: Object, handle: int, number: int, p: View | None) -> Object:
    assert p is not None
    if p["index"]: raise Refused(Status.INVALID_ARGUMENT, f"index {p['index']}")
    return VASpace(handle, number, parent, gpu=parent.gpu, flags=p["flags"])


def _memory(mock: NVMock, client: Client, parent: Object, handle: int, number: int, p: View | None) -> Object:
    assert p is not None
    gpu, is_video = parent.of_gpu(), number == 0x40
    check_memory(number, p["size"], p["attr"])
    size = up(p["size"], page_size(p["attr"], p["attr2"], p["size"]) if is_video else 4096)
    if p["alignment"] & p["alignment"] - 1: raise Refused(Status.INVALID_ARGUMENT, f"alignment {p['alignment']}")
    if is_video and gpu.used + size > gpu.spec.memory:
        raise Refused(Status.NO_MEMORY, f"{size} bytes of {gpu.spec.memory - gpu.used} that are left")
    if is_video: gpu.used += size
    p["size"], p["limit"] = size, size - 1
    storage = Storage(size, f"{'video' if is_video else 'system'} memory {handle:#x}").keep()
    return Memory(handle, number, parent, gpu=gpu, storage=storage, is_video=is_video)


def _virtual(mock: NVMock, client: Client, parent: Object, handle: int, number: int, p: View | None) -> Object:
    assert p is not None
    if p["hVASpace"]: client.find(p["hVASpace"], VASpace)
    return VirtualMemory(handle, number, parent, gpu=parent.gpu)


def _usermode(mock: NVMock, client: Client, parent: Object, handle: int, number: int, p: View | None) -> Object:
    return Usermode(handle, number, parent, gpu=parent.gpu)


def _group(mock: NVMock, client: Client, parent: Object, handle: int, number: int, p: View | None) -> Object:
    assert p is not None
    engine = p["engineType"]
    if engine != GRAPHICS and not COPY0 <= engine < COPY0 + COPY_ENGINES:
        raise Refused(Status.INVALID_ARGUMENT, f"engine type {engine}")
    space = cast("VASpace", client.find(p["hVASpace"], VASpace)) if p["hVASpace"] else None
    return Group(handle, number, parent, gpu=parent.gpu, space=space, engine=engine)


def _share(mock: NVMock, client: Client, parent: Object, handle: int, number: int, p: View | None) -> Object:
    assert p is not None
    if p["flags"] > 2: raise Refused(Status.INVALID_ARGUMENT, f"flags {p['flags']}")
    space = cast("VASpace", client.find(p["hVASpace"], VASpace))
    return Share(handle, number, parent, gpu=parent.gpu, space=space)


def _channel(mock: NVMock, client: Client, parent: Object, handle: int, number: int, p: View | None) -> Object:
    assert p is not None
    in_group = isinstance(parent, Group)
    if p["hContextShare"] and p["hVASpace"]: raise Refused(Status.INVALID_ARGUMENT, "both a context share and a VA space")
    if in_group and p["hVASpace"]: raise Refused(Status.INVALID_ARGUMENT, "a VA space for a channel of a group")
    if in_group and p["engineType"]:
        raise Refused(Status.INVALID_ARGUMENT, "an engine for a channel of a group, which has it from the group")
    if not in_group and not p["engineType"]: raise Refused(Status.INVALID_ARGUMENT, "no engine")
    entries = p["gpFifoEntries"]
    if not 2 <= entries <= MAX_ENTRIES or entries & entries - 1: raise Refused(Status.INVALID_ARGUMENT, f"a ring of {entries} entries")
    if p["gpFifoOffset"] % 8 or p["gpFifoOffset"] >> 40: raise Refused(Status.INVALID_ADDRESS, f"a ring at {p['gpFifoOffset']:#x}")
    if (p["gpFifoOffset"] + 8 * entries - 1) >> 40: raise Refused(Status.INVALID_ADDRESS, "a ring across 2**40")
    share = cast("Share", client.find(p["hContextShare"], Share)) if p["hContextShare"] else None
    if share is not None and share.parent is not parent: raise Refused(Status.INVALID_ARGUMENT, "a context share of another group")
    if p["hObjectBuffer"]: client.find(p["hObjectBuffer"], VirtualMemory if in_group else Object)
    space = cast("VASpace", client.find(p["hVASpace"], VASpace)) if p["hVASpace"] else None
    first = [int.from_bytes(p.raw(name)[:n], "little") for name, n in (("hUserdMemory", 4), ("userdOffset", 8))]
    userd = cast("Memory", client.find(first[0], Memory)).bytes_of()
    if first[1] % USERD_SIZE or first[1] + USERD_SIZE > userd.size: raise Refused(Status.INVALID_ARGUMENT, f"USERD at {first[1]:#x}")
    notifier = cast("Memory", client.find(p["hObjectError"], Memory)).bytes_of() if p["hObjectError"] else None
    if notifier is not None and notifier.size < NOTIFIERS: raise Refused(Status.INVALID_ARGUMENT, "room for less than three notifiers")
    for storage in (userd, notifier):
        if storage is not None: storage.keep()
    return Channel(handle, number, parent, gpu=parent.gpu, ring_at=p["gpFifoOffset"], entries=entries, userd=(userd, first[1]),
                   notifier=notifier, share=share, own_space=space)


def _engine(mock: NVMock, client: Client, parent: Object, handle: int, number: int, p: View | None) -> Object:
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
