"""RM's objects: clients and what hangs below them, and the rules of which class may be made where, with which parameters.

In: RM_ALLOC's structure. Out: an object, or `Refused`. Always true: a class's parents and parameters are those of `Rules`, which is
the driver's own resource table; what an object holds goes when it is freed, and its children before it.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from .errors import Refused, Status
from .pages import PAGE, Storage

if TYPE_CHECKING:
    from .gpu import GPU
    from .space import Space
    from .structs import View


USE_BEGIN_END, VIRTUAL = 0x20000, 0x80000  # NVOS32_ALLOC_FLAGS_*
GRAPHICS = 1  # NV2080_ENGINE_TYPE_GRAPHICS
EXTERNALLY_OWNED = 0x8  # NV_VASPACE_ALLOCATION_FLAGS_IS_EXTERNALLY_OWNED


@dataclass(eq=False)
class Object:
    """Anything with a handle."""

    handle: int
    number: int  # of its class
    parent: Object | None
    children: list[Object] = field(default_factory=list)
    gpu: GPU | None = None

    def freed(self) -> None:
        """What it held goes."""

    def of_gpu(self) -> GPU:
        assert self.gpu is not None, f"class {self.number:#x} belongs to no GPU"
        return self.gpu


@dataclass(eq=False)
class Client(Object):
    objects: dict[int, Object] = field(default_factory=dict)
    owner: object = None  # the control file it was made through

    def find(self, handle: int, kind: type[Object], status: Status = Status.INVALID_OBJECT_HANDLE) -> Object:
        """Source: rs_client.c: clientGetResourceRefByType_IMPL."""
        found = self.objects.get(handle)
        if not isinstance(found, kind): raise Refused(status, f"{handle:#x} is no {kind.__name__} of client {self.handle:#x}")
        return found


class Device(Object): pass
class Subdevice(Object): pass
class Usermode(Object): pass
class Debugger(Object): pass
class VirtualMemory(Object): pass


@dataclass(eq=False)
class VASpace(Object):
    flags: int = 0
    uvm: Space | None = None  # the UVM file that it is registered with


@dataclass(eq=False)
class Memory(Object):
    storage: Storage | None = None
    is_video: bool = False

    def bytes_of(self) -> Storage:
        assert self.storage is not None
        return self.storage

    def freed(self) -> None:
        storage = self.bytes_of()
        if self.is_video: self.of_gpu().used -= storage.size
        storage.drop()


@dataclass(eq=False)
class Share(Object):
    space: VASpace | None = None


@dataclass(eq=False)
class Group(Object):
    space: VASpace | None = None
    engine: int = 0


@dataclass(eq=False)
class Engine(Object):
    """A compute or copy object of a channel."""


@dataclass(frozen=True)
class Rule:
    """What a class makes, its parents, its parameters' structure; these are "required", "optional" or must be null ("none")."""

    kind: type[Object]
    parents: tuple[type[Object], ...]
    params: str | None = None
    need: str = "none"


class Rules:
    """The driver's resource table, for one family of GPUs."""

    common: ClassVar[dict[int, Rule]] = {
        0x80: Rule(Device, (Client,), "NV0080_ALLOC_PARAMETERS", "optional"),
        0x2080: Rule(Subdevice, (Device,), "NV2080_ALLOC_PARAMETERS", "optional"),
        0x90F1: Rule(VASpace, (Device, Subdevice), "NV_VASPACE_ALLOCATION_PARAMETERS", "required"),
        0x40: Rule(Memory, (Device, Subdevice), "NV_MEMORY_ALLOCATION_PARAMS", "required"),
        0x3E: Rule(Memory, (Device,), "NV_MEMORY_ALLOCATION_PARAMS", "required"),
        0x70: Rule(VirtualMemory, (Device,), "NV_MEMORY_VIRTUAL_ALLOCATION_PARAMS", "required"),
        0xA06C: Rule(Group, (Device,), "NV_CHANNEL_GROUP_ALLOCATION_PARAMETERS", "required"),
        0x9067: Rule(Share, (Group,), "NV_CTXSHARE_ALLOCATION_PARAMETERS", "required"),
        0x83DE: Rule(Debugger, (Device,), "NV83DE_ALLOC_PARAMETERS", "required"),
    }

    @classmethod
    def of(cls, number: int, gpu: GPU | None) -> Rule:
        """Refused if there is no such class on that GPU.

        Source: resource_list.h: RS_ENTRY (external class, parents, parameters).
        """
        from .channel import Channel
        if number in cls.common: return cls.common[number]
        family = gpu.spec.family if gpu is not None else None
        if family is not None and number == family.usermode:
            if not family.is_hopper_or_newer: return Rule(Usermode, (Subdevice,))
            return Rule(Usermode, (Subdevice,), "NV_HOPPER_USERMODE_A_PARAMS", "optional")
        if family is not None and number == family.gpfifo:
            return Rule(Channel, (Device, Group), "NV_CHANNEL_ALLOC_PARAMS", "required")
        if family is not None and number == family.compute: return Rule(Engine, (Channel,), None, "optional")
        if family is not None and number == family.copy: return Rule(Engine, (Channel,), "NVB0B5_ALLOCATION_PARAMETERS", "optional")
        raise Refused(Status.INVALID_CLASS, f"no class {number:#x}" + (f" on {family.name}" if family else " there"))


# ---- memory's attributes


def page_size(attr: int, attr2: int, nbytes: int) -> int:
    """Of an allocation: by default, and from 2 MiB on, huge pages."""
    match attr >> 23 & 3:
        case 1: return 4 << 10
        case 2: return 64 << 10
        case 3: return 2 << 20
        case _: return 2 << 20 if nbytes >= 2 << 20 else 4 << 10


def check_memory(number: int, p: View) -> None:
    """The place that the attributes name is that of the class, and somebody owns it.

    Source: standard_mem.c: stdmemValidateParams; video_mem.c: vidmemConstruct_IMPL; system_mem.c: sysmemConstruct_IMPL.
    """
    location = p["attr"] >> 25 & 3
    if p["internalflags"]: raise Refused(Status.INVALID_ARGUMENT, f"internal flags {p['internalflags']:#x}")
    if p["owner"] in (0, 0xFFFFFFFF): raise Refused(Status.INVALID_OWNER, f"owner {p['owner']:#x}")
    if not p["flags"] & USE_BEGIN_END and (p["rangeLo"] or p["rangeHi"]):
        raise Refused(Status.INVALID_ARGUMENT, "a range without its flag")
    if p["flags"] & VIRTUAL: raise Refused(Status.INVALID_ARGUMENT, "virtual memory")
    if p["size"] <= 0: raise Refused(Status.INVALID_ARGUMENT, "memory of no bytes")
    if number == 0x40 and location != 0:
        raise Refused(Status.INVALID_ARGUMENT, f"class 0x40 is video memory, the attributes say {location}")
    if number == 0x3E and location == 0:
        raise Refused(Status.INVALID_ARGUMENT, "class 0x3e is system memory, the attributes say video")


def check_os_descriptor(flags: int, address: int, limit: int) -> None:
    """What the driver asks of pages of the program's own (class 0x71): they begin with a page, and may end within one.

    Source: escape.c: RmAllocOsDescriptor (flags), RmCreateOsDescriptor (address, limit).
    """
    for name, low, mask, allowed in (("location", 8, 0xF, (0,)), ("mapping", 30, 3, (1,)), ("coherency", 12, 0xF, (0, 1, 5))):
        if flags >> low & mask not in allowed: raise Refused(Status.INVALID_FLAGS, f"{name} {flags >> low & mask} in flags {flags:#x}")
    if address % PAGE: raise Refused(Status.NOT_SUPPORTED, f"pages at {address:#x}")
    if limit + 1 >= 1 << 64: raise Refused(Status.INVALID_LIMIT, f"limit {limit:#x}")
    if not address: raise Refused(Status.INVALID_ADDRESS, "pages at 0")
