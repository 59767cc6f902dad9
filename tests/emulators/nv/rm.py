"""/dev/nvidiactl and /dev/nvidiaN: the resource manager's escapes.

In: an ioctl's number, its structure, the file it came through. Out: the answer in the structure. Always true: a structure has the size
of the release's (else EINVAL), an escape comes through a file that it is for, and RM's refusals are statuses in the structure.
"""
from __future__ import annotations

import errno
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .controls import COMMANDS
from .errors import MockLimit, Refused, Status
from .make import MAKERS
from .objects import Client, Device, Memory, Object, Rules, Subdevice, Usermode, check_os_descriptor
from .pages import UserStorage, up
from .structs import View, layout

if TYPE_CHECKING:
    from .files import RMFile
    from .mock import NVMock

Handler = Callable[["NVMock", "RMFile", View], None]
ROOTS = (0x0, 0x1, 0x41)
REGISTERS_SIZE = 0x10000  # of the usermode mapping


@dataclass(frozen=True)
class Escape:
    """structs: each is a size that is accepted; where: "control", "device" or "either" file."""

    name: str
    structs: tuple[str, ...]
    where: str
    handler: Handler | None
    status: str = "status"
    since: tuple[int, ...] = ()


@dataclass(eq=False)
class Area:
    """What a file may map: a part of a memory, or a GPU's registers."""

    what: Memory | Usermode
    offset: int
    nbytes: int
    may_write: bool
    linear: int


# ---- objects
def alloc(mock: NVMock, file: RMFile, v: View) -> None:
    """Source: escape.c: RmIoctl (NV_ESC_RM_ALLOC); rs_server.c: serverAllocResource."""
    number, handle = v["hClass"], v["hObjectNew"]
    if number in ROOTS:
        handle = handle or mock.free_handle()
        if handle in mock.clients: raise Refused(Status.INSERT_DUPLICATE_NAME, f"client {handle:#x}")
        mock.clients[handle] = Client(handle, 0x41, None, owner=file)
    else:
        client = mock.client(v["hRoot"])
        handle = new_handle(mock, client, handle)
        made = _make(mock, client, v["hObjectParent"], handle, number, v["pAllocParms"])
        client.objects[handle] = made
        assert made.parent is not None
        made.parent.children.append(made)
    v["hObjectNew"] = handle


def new_handle(mock: NVMock, client: Client, wanted: int) -> int:
    """The handle that the program wants, or for 0 one that the driver picks.

    Source: rs_client.c: clientAssignResourceHandle_IMPL, clientValidateNewResourceHandle_IMPL.
    """
    handle = wanted or mock.free_handle()
    if handle == client.handle: raise Refused(Status.INVALID_OBJECT_HANDLE, f"{handle:#x} is the client's own")
    if handle in client.objects: raise Refused(Status.INSERT_DUPLICATE_NAME, f"{handle:#x}")
    return handle


def _make(mock: NVMock, client: Client, parent_handle: int, handle: int, number: int, params: int) -> Object:
    """Source: resource_list.h: RS_ENTRY; param_copy.c: rmapiParamsCopyInit, rmapiParamsAcquire; alloc_free.c:
    serverAllocResourceUnderLock.
    """
    parent = client if parent_handle == client.handle else client.find(parent_handle, Object, Status.INVALID_OBJECT_PARENT)
    if parent.gpu is not None: mock.check_lost(parent.gpu)
    rule = Rules.of(number, parent.gpu)
    if not isinstance(parent, rule.parents):
        kinds = " or ".join(kind.__name__ for kind in rule.parents)
        raise Refused(Status.INVALID_OBJECT_PARENT, f"class {number:#x} below a {type(parent).__name__}, its parent is a {kinds}")
    if rule.need == "required" and not params: raise Refused(Status.INVALID_ARGUMENT, f"class {number:#x} without parameters")
    if rule.need == "none" and params: raise Refused(Status.INVALID_ARGUMENT, f"class {number:#x} takes no parameters")
    view = View(params, layout(rule.params, mock.version)) if params and rule.params is not None else None
    return MAKERS[rule.kind](mock, client, parent, handle, number, view)


def free(mock: NVMock, file: RMFile, v: View) -> None:
    client = mock.client(v["hRoot"])
    if v["hObjectOld"] == client.handle: mock.free_client(client)
    else: mock.free_object(client, client.find(v["hObjectOld"], Object))


def control(mock: NVMock, file: RMFile, v: View) -> None:
    """Source: control.c: _rmapiRmControl (size), rs_resource.c: resControlLookup_IMPL (class)."""
    client = mock.client(v["hClient"])
    target = client if v["hObject"] == client.handle else client.find(v["hObject"], Object)
    if target.gpu is not None: mock.check_lost(target.gpu)
    command = COMMANDS.get(v["cmd"])
    if command is None: raise Refused(Status.NOT_SUPPORTED, f"control {v['cmd']:#x}")
    if not isinstance(target, command.kind):
        raise Refused(Status.INVALID_OBJECT_HANDLE, f"control {v['cmd']:#x} of a {command.kind.__name__} on a {type(target).__name__}")
    wanted = layout(command.params, mock.version)
    if v["paramsSize"] != wanted.size or not v["params"]:
        raise Refused(Status.INVALID_ARGUMENT, f"control {v['cmd']:#x} with {v['paramsSize']} bytes, {mock.version} has {wanted.size}")
    command.answer(mock, target, View(v["params"], wanted))


def alloc_memory(mock: NVMock, file: RMFile, v: View) -> None:
    """Pages of the program's own. Unlike RM_ALLOC it tells no handle: `hObjectNew` stays what the program has put there, and for 0
    the memory has one that nobody learns.

    Source: escape.c: RmIoctl (NV_ESC_RM_ALLOC_MEMORY on a GPU's file), RmAllocOsDescriptor (only `status` is written back) and
    RmCreateOsDescriptor; rs_client.c: clientValidateNewResourceHandle_IMPL.
    """
    client = mock.client(v["params.hRoot"])
    device = client.find(v["params.hObjectParent"], Device, Status.INVALID_OBJECT_PARENT)
    if v["params.hClass"] != 0x71: raise MockLimit(f"RM_ALLOC_MEMORY of class {v['params.hClass']:#x}")
    check_os_descriptor(v["params.flags"], v["params.pMemory"], v["params.limit"])
    size = up(v["params.limit"] + 1)
    handle = new_handle(mock, client, v["params.hObjectNew"])
    memory = Memory(handle, 0x71, device, gpu=device.gpu, storage=UserStorage(v["params.pMemory"], size).keep())
    client.objects[handle] = memory
    device.children.append(memory)


# ---- mappings
def map_memory(mock: NVMock, file: RMFile, v: View) -> None:
    """What a file may map from now on: system memory is the control file's, all else a file of its GPU.

    Source: mapping_cpu.c: serverMap_Prologue, memMap_IMPL; osapi.c: RmCreateMmapContextLocked; nv-usermap.c:
    nv_add_mapping_context_to_file.
    """
    client = mock.client(v["params.hClient"])
    above = client.find(v["params.hDevice"], Object, Status.INVALID_DEVICE)
    what = client.find(v["params.hMemory"], Object)
    if not isinstance(above, Device | Subdevice): raise Refused(Status.INVALID_DEVICE, "hDevice is neither device nor subdevice")
    if not isinstance(what, Memory | Usermode): raise Refused(Status.INVALID_OBJECT_HANDLE, f"a {type(what).__name__} is mapped")
    if isinstance(what, Usermode) and above is not what.parent:
        raise Refused(Status.INVALID_OBJECT_PARENT, "registers are the subdevice's")
    if what.number == 0x71: raise Refused(Status.NOT_SUPPORTED, "pages of the program's own are mapped already")
    size = REGISTERS_SIZE if isinstance(what, Usermode) else what.bytes_of().size
    offset, nbytes = v["params.offset"], v["params.length"]
    if offset >= size: raise Refused(Status.INVALID_BASE, f"from byte {offset} of {size}")
    if not nbytes or offset + nbytes > size: raise Refused(Status.INVALID_LIMIT, f"{nbytes} bytes at {offset} of {size}")
    if offset % 4096: raise MockLimit("a mapping that begins within a page")
    target = mock.rm_file(v["fd"])
    of_gpu = isinstance(what, Usermode) or what.is_video
    if target is None or (target.gpu is None) == of_gpu or (of_gpu and target.gpu is not what.gpu):
        wanted = f"a file of {mock.path(what.of_gpu())}" if of_gpu else "a file of /dev/nvidiactl"
        raise Refused(Status.INVALID_ARGUMENT, f"fd {v['fd']} is not {wanted}")
    if target.area is not None: raise Refused(Status.STATE_IN_USE, "the file has a mapping already")
    linear = 0xE000_0000_0000 + (mock.free_handle() << 24)
    target.area = Area(what, offset, nbytes, not v["params.flags"] & 1, linear)
    v["params.pLinearAddress"] = linear


def unmap_memory(mock: NVMock, file: RMFile, v: View) -> None:
    """Source: mapping_cpu.c: rmapiUnmapFromCpuWithSecInfo."""
    what = mock.client(v["hClient"]).find(v["hMemory"], Object)
    mapped = (f for f in mock.rm_files() if f.area is not None and f.area.what is what)
    found = next((f for f in mapped if f.area is not None and f.area.linear == v["pLinearAddress"]), None)
    if found is None: raise Refused(Status.INVALID_ARGUMENT, f"no mapping has the linear address {v['pLinearAddress']:#x}")
    found.area = None


# ---- files and cards
def card_info(mock: NVMock, file: RMFile, v: View) -> None:
    """An array, of which the ioctl's size tells the length."""
    one = layout("nv_ioctl_card_info_t", mock.version)
    for i, gpu in enumerate(mock.gpus):
        p = View(v.address + i * one.size, one)
        p["valid"], p["gpu_id"], p["minor_number"], p["interrupt_line"] = 1, gpu.gpu_id, gpu.minor, 11
        p["pci_info.domain"], p["pci_info.bus"], p["pci_info.slot"], p["pci_info.function"] = 0, gpu.bus, 0, 0
        p["pci_info.vendor_id"], p["pci_info.device_id"] = 0x10DE, 0x2000 + gpu.index
        p["reg_size"], p["fb_size"] = 16 << 20, gpu.spec.memory


def register_fd(mock: NVMock, file: RMFile, v: View) -> None:
    """Source: escape.c: RmIoctl (NV_ESC_REGISTER_FD)."""
    control = mock.rm_file(v["ctl_fd"])
    if control is None or control.gpu is not None or file.control is not None: raise OSError(errno.EINVAL, "REGISTER_FD")
    file.control = control


def check_version(mock: NVMock, file: RMFile, v: View) -> None:
    """Source: osapi.c: rm_perform_version_check."""
    asked = v.raw("versionString").split(b"\0")[0].decode()
    v["reply"] = int(v["cmd"] == 0x32 or asked == mock.version)
    v.write("versionString", mock.version.encode().ljust(64, b"\0"))
    if v["cmd"] == 0 and not v["reply"]: raise OSError(errno.EINVAL, f"version {asked}, the driver is {mock.version}")


def sys_params(mock: NVMock, file: RMFile, v: View) -> None: v["memblock_size"] = 128 << 20
def wait_open(mock: NVMock, file: RMFile, v: View) -> None: v["rc"], v["adapterStatus"] = 0, 0


ESCAPES: dict[int, Escape] = {
    0x27: Escape("RM_ALLOC_MEMORY", ("nv_ioctl_nvos02_parameters_with_fd",), "device", alloc_memory, "params.status"),
    0x29: Escape("RM_FREE", ("NVOS00_PARAMETERS",), "control", free),
    0x2A: Escape("RM_CONTROL", ("NVOS54_PARAMETERS",), "control", control),
    0x2B: Escape("RM_ALLOC", ("NVOS21_PARAMETERS", "NVOS64_PARAMETERS"), "control", alloc),
    0x34: Escape("RM_DUP_OBJECT", ("NVOS55_PARAMETERS",), "either", None),
    0x4E: Escape("RM_MAP_MEMORY", ("nv_ioctl_nvos33_parameters_with_fd",), "control", map_memory, "params.status"),
    0x4F: Escape("RM_UNMAP_MEMORY", ("NVOS34_PARAMETERS",), "control", unmap_memory),
    0x57: Escape("RM_MAP_MEMORY_DMA", ("NVOS46_PARAMETERS",), "control", None),
    0x58: Escape("RM_UNMAP_MEMORY_DMA", ("NVOS47_PARAMETERS",), "control", None),
    0xC8: Escape("CARD_INFO", (), "control", card_info, ""),
    0xC9: Escape("REGISTER_FD", ("nv_ioctl_register_fd_t",), "either", register_fd, ""),
    0xD2: Escape("CHECK_VERSION_STR", ("nv_ioctl_rm_api_version_t",), "control", check_version, ""),
    0xD6: Escape("SYS_PARAMS", ("SYS_PARAMS",), "control", sys_params, ""),
    0xDA: Escape("WAIT_OPEN_COMPLETE", ("WAIT_OPEN_COMPLETE",), "either", wait_open, "", (550,)),
}
XFER = 0xD3


def escape(mock: NVMock, file: RMFile, number: int, size: int, address: int) -> int:
    """One escape, of `size` bytes at `address`.

    Source: escape.c: RmIoctl (NV_CTL_DEVICE_ONLY, NV_ACTUAL_DEVICE_ONLY, sizes); nv.c: nvidia_ioctl.
    """
    found = ESCAPES.get(number)
    if found is None or mock.release < found.since: raise OSError(errno.EINVAL, f"escape {number:#x}")
    if found.where == ("control" if file.gpu is not None else "device"):
        raise OSError(errno.EINVAL, f"{found.name} through {file.path}")
    one = layout("nv_ioctl_card_info_t", mock.version)
    if not found.structs:
        if size < one.size * len(mock.gpus): raise OSError(errno.EINVAL, f"{found.name} with room for {size // one.size} GPUs")
        of = one
    else:
        of = next((at for name in found.structs if (at := layout(name, mock.version)).size == size), None)
        if of is None: raise OSError(errno.EINVAL, f"{found.name} with {size} bytes, {mock.version} has {_sizes(mock, found)}")
    view = View(address, of)
    handler = found.handler
    if handler is None: raise MockLimit(f"{found.name} is not modelled")
    mock.serve(_names(found.name, view), view, found.status, lambda: handler(mock, file, view), size)
    return 0


def _sizes(mock: NVMock, found: Escape) -> str: return " or ".join(str(layout(name, mock.version).size) for name in found.structs)


def _names(name: str, v: View) -> list[str]:
    """What a call is known by to those who order faults: the escape, and the escape with its class or command."""
    field = next((f for f in ("cmd", "hClass", "params.hClass") if f in v and name not in ("CHECK_VERSION_STR",)), None)
    return [name] if field is None else [name, f"{name} {v[field]:#x}"]
