"""Open device files, as `heddle.runtime.common.system.DeviceFile` has them, and the registers behind a doorbell's mapping.

In: ioctls and mmaps. Out: what the driver does. Always true: sizes come from the request's number for RM and from the release for
UVM, and no structure is touched that is smaller than that.
"""
from __future__ import annotations

import ctypes
import errno
import os
from typing import TYPE_CHECKING, Any

from .errors import Misuse, MockLimit
from .gpu import DOORBELL, GPU
from .objects import Usermode
from .pages import ANONYMOUS, FIXED, NONE, PRIVATE, SHARED, mmap
from .rm import XFER, Area, escape
from .structs import View, layout
from .uvm import COMMANDS, UVM

if TYPE_CHECKING:
    from .mock import NVMock

_READ_WRITE, _RM_TYPE = 3, 0x46
PROT_WRITE = 2


class MockFile:
    """What files share."""

    def __init__(self, mock: NVMock, path: str, number: int) -> None:
        self.mock, self.path, self._number, self.is_closed = mock, path, number, False

    def read(self, nbytes: int, offset: int = 0) -> bytes:
        """Source: nv.c: nvidia_fops (no read)."""
        raise OSError(errno.EINVAL, f"{self.path} is not read")
    def write(self, data: bytes, offset: int = 0) -> int:
        """Source: nv.c: nvidia_fops (no write)."""
        raise OSError(errno.EINVAL, f"{self.path} is not written")

    def wait(self, seconds: float) -> bool:
        self.mock.sleep(seconds)
        return False

    def number(self) -> int: return self._number

    def close(self) -> None:
        """Source: close(2)."""
        if self.is_closed: raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        self.is_closed = True
        self.mock.closed(self)

    def room(self, argument: Any, wanted: int) -> int:
        """The argument's address. EFAULT if it is smaller than what the driver copies.

        Source: nv.c: nvidia_ioctl (NV_COPY_FROM_USER); uvm_api.h: __UVM_ROUTE_CMD_STACK.
        """
        if self.is_closed: raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        if ctypes.sizeof(argument) < wanted:
            raise OSError(errno.EFAULT, f"{ctypes.sizeof(argument)} bytes where the driver copies {wanted}")
        return ctypes.addressof(argument)


class RMFile(MockFile):
    """/dev/nvidiactl (`gpu` is None) or /dev/nvidiaN."""

    def __init__(self, mock: NVMock, path: str, number: int, gpu: GPU | None) -> None:
        super().__init__(mock, path, number)
        self.gpu = gpu
        self.control: RMFile | None = None  # that it was registered with
        self.area: Area | None = None

    def ioctl(self, request: int, argument: Any) -> int:
        """Source: nv.c: nvidia_ioctl; nv-ioctl-numbers.h: NV_IOCTL_MAGIC, NV_ESC_IOCTL_XFER_CMD."""
        kind, size, number = request >> 8 & 0xFF, request >> 16 & 0x3FFF, request & 0xFF
        if kind != _RM_TYPE or request >> 30 != _READ_WRITE: raise OSError(errno.EINVAL, f"request {request:#x} is not RM's")
        address = self.room(argument, size)
        if number != XFER: return escape(self.mock, self, number, size, address)
        if size != layout("XFER", self.mock.version).size: raise OSError(errno.EINVAL, "XFER_CMD")
        view = View(address, layout("XFER", self.mock.version))
        return escape(self.mock, self, view["cmd"], view["size"], view["ptr"])

    def mmap(self, address: int, nbytes: int, protection: int, flags: int, offset: int = 0) -> int:
        """All of the area, at offset 0; of system memory a part will do. Without the right to write, the pages cannot be written.

        Source: nv-mmap.c: nvidia_mmap_helper.
        """
        self.mock.injected(f"mmap {self.path}")
        area = self.area
        if area is None: raise OSError(errno.EINVAL, f"{self.path}: mmap before RM_MAP_MEMORY")
        if offset: raise OSError(errno.EINVAL, f"mmap from {offset}, areas begin at 0")
        sizes = f"mmap of {nbytes} bytes, the area has {area.nbytes}"
        if self.gpu is not None and nbytes != area.nbytes: raise OSError(errno.ENXIO, sizes)
        if nbytes > area.nbytes: raise OSError(errno.ERANGE, sizes)
        if flags & (SHARED | PRIVATE) != SHARED: raise MockLimit("a private mapping of device memory")
        if not area.may_write: protection &= ~PROT_WRITE
        if isinstance(area.what, Usermode):
            at = mmap(address, nbytes, NONE, flags & FIXED | PRIVATE | ANONYMOUS)  # only registers() reaches them
            self.mock.doorbells[at] = (area.what.of_gpu(), area.offset)
            return at
        return self.mock.pages.map(address, nbytes, protection, flags, area.what.bytes_of(), area.offset)


class UVMFile(MockFile):
    """/dev/nvidia-uvm."""

    def __init__(self, mock: NVMock, path: str, number: int) -> None:
        super().__init__(mock, path, number)
        self.uvm = UVM(mock)

    def ioctl(self, request: int, argument: Any) -> int:
        """Source: uvm.c: uvm_ioctl; uvm_linux_ioctl.h."""
        if request not in COMMANDS: raise OSError(errno.EINVAL, f"UVM command {request:#x}")
        name, struct, _ = COMMANDS[request]
        of = layout(struct, self.mock.version)
        view = View(self.room(argument, of.size), of)
        self.mock.serve([name], view, "rmStatus", lambda: self.uvm.call(request, view), of.size)
        return 0

    def mmap(self, address: int, nbytes: int, protection: int, flags: int, offset: int = 0) -> int:
        """Source: uvm.c: uvm_mmap (this is where managed memory would be made)."""
        raise OSError(errno.EINVAL, "managed memory is not modelled")


class Doorbell:
    """A GPU's usermode registers, 4 bytes each, from `offset` on."""

    def __init__(self, gpu: GPU, offset: int) -> None: self.gpu, self.offset = gpu, offset

    def __getitem__(self, index: int) -> int: return self.gpu.read_register(self.offset + 4 * index)

    def __setitem__(self, index: int, value: int) -> None:
        offset = self.offset + 4 * index
        if offset == DOORBELL:
            self.gpu.mock.stores.doorbell()
            self.gpu.ring(value)
        else: self.gpu.mock.faults.append(Misuse(f"GPU {self.gpu.index}: write to register {offset:#x} of the usermode mapping"))
