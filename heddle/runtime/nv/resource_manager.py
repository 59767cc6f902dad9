"""Bindings of NVIDIA's resource manager through the kernel driver's device files: objects, controls, mappings of memory.

Inputs: classes, handles, parameters. Outputs: handles, the driver's answers, addresses. Invariants: every status is checked and
converted to a message; structures have the layout of the installed driver.
"""
from __future__ import annotations

import contextlib
import ctypes
import itertools
import re
from collections.abc import Generator

from heddle.errors import DeviceError
from heddle.runtime.common.system import (
    MAP_FIXED,
    MAP_SHARED,
    PROT_READ,
    PROT_WRITE,
    Argument,
    DeviceFile,
    system,
)
from heddle.runtime.nv.structs import OLDEST, Structs

CONTROL_FILE, UVM_FILE = "/dev/nvidiactl", "/dev/nvidia-uvm"
OLD_CURE = f"Update NVIDIA's driver to release {OLDEST} or newer; DEV=CUDA works with older ones."

# numbers of requests, of which the size of their structure is a part
_ALLOC_MEMORY, _FREE, _CONTROL, _ALLOC, _MAP, _CARDS, _REGISTER = 0x27, 0x29, 0x2A, 0x2B, 0x4E, 200, 0xC9
# classes of objects
ROOT, DEVICE, SUBDEVICE, VIDEO_MEMORY, SYSTEM_MEMORY, HOST_MEMORY = 0x41, 0x80, 0x2080, 0x40, 0x3E, 0x71
VIRTUAL_MEMORY, ADDRESS_SPACE, CHANNEL_GROUP, CONTEXT_SHARE, DEBUGGER = 0x70, 0x90F1, 0xA06C, 0x9067, 0x83DE
#: Handles that this process chooses itself begin here: far from those that the driver chooses (0xCAF00000 to 0xCAF80000) and from
#: those of clients (0xC1D00000).
_FIRST_OWN_HANDLE = 0x71000000
# controls
_BUILD_VERSION, _ID_INFO = 0x13E, 0x205
_MOST_CARDS = 64

# what a status means, and which of them tell callers something
INVALID_ARGUMENT, INVALID_PARAMETERS, NO_MEMORY, INSUFFICIENT_RESOURCES, INVALID_DEVICE = 0x1F, 0x3A, 0x51, 0x1A, 0x26
STATUS = {
    0x03: "busy", 0x0F: "the GPU is lost", 0x12: "no GPU has this UUID", 0x16: "not allowed now", 0x17: "in use",
    0x19: "the handle is taken", 0x1A: "no resources are left", 0x1B: "permission is missing", 0x1E: "an address is invalid",
    0x1F: "an argument is invalid", 0x20: "it begins outside of the memory", 0x21: "the channel is not known, or known already",
    0x22: "the class is not known", 0x23: "the client is not known", 0x26: "the device is not known, or is not one for this",
    0x29: "a flag is invalid", 0x2E: "it ends outside of the memory", 0x39: "nobody owns it",
    0x33: "the object is not known", 0x36: "the object's parent is wrong", 0x3A: "a structure has the wrong size",
    0x40: "the object is in a wrong state", 0x51: "no memory is left", 0x56: "not supported", 0x57: "there is no such object",
    0x5A: "it is of another GPU", 0x5B: "an address is out of range", 0x63: "it is in use already",
    0x65: "the driver waited too long", 0x68: "the address is taken"}


class NVError(Exception):
    """A request that the driver refused."""

    def __init__(self, what: str, status: int) -> None:
        super().__init__(f"the driver refuses {what}: {STATUS.get(status, 'for a reason that has no name here')} (status {status:#x})")
        self.status = status


@contextlib.contextmanager
def closing_unless_done(file: DeviceFile) -> Generator[None]:
    """Closes the file, with which the driver frees what was made through it, if what is done inside fails."""
    try: yield
    except BaseException:
        file.close()
        raise


class Client:
    """A client of the resource manager, with the file that it speaks through."""

    def __init__(self) -> None:
        """OSError if there is no driver, DeviceError if it is too old, NVError if it refuses."""
        self.file = system().open(CONTROL_FILE)
        self.structs, self.handle, self.version = Structs(OLDEST), 0, ""
        self._own_handles = itertools.count(_FIRST_OWN_HANDLE)
        with closing_unless_done(self.file): self._begin()

    def _begin(self) -> None:
        self.handle = self.alloc(0, ROOT)
        self.version = self._version()
        release = int(self.version.split(".")[0])
        if release < OLDEST: raise DeviceError(f"NVIDIA's driver is release {self.version}, and NV needs {OLDEST} or newer", OLD_CURE)
        self.structs = Structs(release)

    def _version(self) -> str:
        """The driver's release, such as 580.105.08: the first field of a structure that comes in two sizes."""
        for release in (570, OLDEST):
            room = Structs(release)("NV0000_CTRL_SYSTEM_GET_BUILD_VERSION_V2_PARAMS")
            try: self.control(self.handle, _BUILD_VERSION, room)
            except NVError as fault:
                if release == OLDEST or fault.status not in (INVALID_ARGUMENT, INVALID_PARAMETERS): raise
                continue
            said = bytes(room.driverVersionBuffer).split(b"\0")[0].decode("ascii", "replace")
            if re.match(r"\d+\.", said): return said
            raise DeviceError(f"NVIDIA's driver says its release is {said!r}", OLD_CURE)
        raise AssertionError("the last size either answers or raises")

    # ---- objects

    def alloc(self, parent: int, kind: int, parameters: ctypes.Structure | None = None) -> int:
        """The handle of a new object of a class. NVError."""
        address, nbytes = (ctypes.addressof(parameters), ctypes.sizeof(parameters)) if parameters is not None else (0, 0)
        made = self.structs("NVOS21_PARAMETERS", hRoot=self.handle, hObjectParent=parent, hClass=kind, pAllocParms=address,
                            paramsSize=nbytes)
        self._ioctl(self.file, _ALLOC, made, f"an object of class {kind:#x}")
        return made.hObjectNew

    def free(self, parent: int, handle: int) -> None:
        """Gives an object back, and all that belong to it."""
        self._ioctl(self.file, _FREE, self.structs("NVOS00_PARAMETERS", hRoot=self.handle, hObjectParent=parent, hObjectOld=handle),
                  f"to free object {handle:#x}")

    def control(self, handle: int, command: int, parameters: ctypes.Structure) -> None:
        """A command to an object, whose answer is in `parameters`. NVError."""
        request = self.structs("NVOS54_PARAMETERS", hClient=self.handle, hObject=handle, cmd=command,
                               params=ctypes.addressof(parameters), paramsSize=ctypes.sizeof(parameters))
        self._ioctl(self.file, _CONTROL, request, f"the control {command:#x}")

    # ---- memory

    def wrap_host_memory(self, gpu: DeviceFile, device: int, address: int, nbytes: int, flags: int) -> int:
        """The handle of memory of this process, whose pages stay where they are for as long as it lives."""
        handle = next(self._own_handles)  # for this class the driver returns none
        inner = self.structs("NVOS02_PARAMETERS", hRoot=self.handle, hObjectParent=device, hObjectNew=handle, hClass=HOST_MEMORY,
                             flags=flags, pMemory=address, limit=nbytes - 1)
        outer = self.structs("nv_ioctl_nvos02_parameters_with_fd", fd=-1 & 0xFFFFFFFF)
        self._ioctl_with_file(gpu, _ALLOC_MEMORY, inner, outer, "memory of this process")
        return handle

    def map(self, owner: int, memory: int, nbytes: int, file: DeviceFile, address: int = 0) -> int:
        """Where the host sees an object's memory: at `address`, if one is given.

        `file` is one that has no mapping yet: the GPU's for its own memory and registers, the control file for that of the host.
        """
        inner = self.structs("NVOS33_PARAMETERS", hClient=self.handle, hDevice=owner, hMemory=memory, length=nbytes)
        outer = self.structs("nv_ioctl_nvos33_parameters_with_fd", fd=file.number())
        self._ioctl_with_file(self.file, _MAP, inner, outer, f"to map {nbytes} bytes")
        return file.mmap(address, nbytes, PROT_READ | PROT_WRITE, MAP_SHARED | (MAP_FIXED if address else 0))

    def _ioctl_with_file(self, file: DeviceFile, number: int, inner: ctypes.Structure, outer: ctypes.Structure, what: str) -> None:
        ctypes.memmove(ctypes.addressof(outer), ctypes.addressof(inner), ctypes.sizeof(inner))
        file.ioctl(_request(number, outer), outer)
        status = type(inner).from_buffer_copy(outer).status
        if status: raise NVError(what, status)

    def _ioctl(self, file: DeviceFile, number: int, structure: ctypes.Structure, what: str) -> None:
        file.ioctl(_request(number, structure), structure)
        if structure.status: raise NVError(what, structure.status)

    # ---- GPUs

    def cards(self) -> list[ctypes.Structure]:
        """A row of each GPU: its number with the driver, the number of its file, where it is plugged in."""
        rows = (self.structs.kind("nv_ioctl_card_info_t") * _MOST_CARDS)()
        self.file.ioctl(_request(_CARDS, rows), rows)
        return [row for row in rows if row.valid]

    def open_gpu(self, minor: int) -> DeviceFile:
        """A new file of a GPU, which knows this client."""
        file = system().open(f"/dev/nvidia{minor}")
        known = self.structs("nv_ioctl_register_fd_t", ctl_fd=self.file.number())
        with closing_unless_done(file): file.ioctl(_request(_REGISTER, known), known)
        return file

    def instance(self, gpu_id: int) -> int:
        """The number by which devices of a GPU are made."""
        room = self.structs("NV0000_CTRL_GPU_GET_ID_INFO_V2_PARAMS", gpuId=gpu_id)
        self.control(self.handle, _ID_INFO, room)
        return room.deviceInstance


def _request(number: int, structure: Argument) -> int:
    """The request's whole number: read and write, the size, the letter F."""
    return 0xC0000000 | ctypes.sizeof(structure) << 16 | 0x46 << 8 | number
