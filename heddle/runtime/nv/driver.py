"""NVIDIA's kernel driver as used by this process: opened once, with its GPUs and the address space that they share.

Inputs: the device files. Outputs: a `Driver`, and of each GPU an `NVInfo`. Invariants: GPU properties are queried without creating a
channel; a forked child opens the driver anew.
"""
from __future__ import annotations

import ctypes
import functools
import weakref
from dataclasses import dataclass

from heddle.device import on_fork
from heddle.errors import DeviceError
from heddle.renderer.cuda.cuda import Architecture
from heddle.runtime.common.system import DeviceFile, System, system
from heddle.runtime.nv.address_space import WINDOW, Addresses, reserve_low, reserve_wide
from heddle.runtime.nv.resource_manager import DEVICE, SUBDEVICE, Client, closing_unless_done
from heddle.runtime.nv.uvm import UVM

_CLASSES, _UUID, _GRAPHICS_INFO, _TPC_MASK = 0x800201, 0x2080014A, 0x20801201, 0x2080122B
_MEMORY_INFO, _TIME = 0x20801301, 0x20800403
_BINARY_UUID, _UUID_BYTES = 2, 16
# indices of properties of the graphics engine and the memory; the number of GPCs is what the chip can have at most
_SM_VERSION, _WARPS, _MOST_GPCS, _SMS_OF_TPC = 0x0C, 0x0D, 0x14, 0x20
_TOTAL_KIB, _FREE_KIB = 0x08, 0x16
_SEVERAL_SPACES = 2  # vaMode: address spaces are objects of their own
_NO_UNITS_CURE = "A GPU that is divided (MIG) is not for NV: use DEV=CUDA, or end its division with nvidia-smi -mig 0."
#: consumers' Blackwell, as some releases of the driver call it
_ALSO_120 = 0xA04


@dataclass(frozen=True)
class NVInfo:
    """A GPU as the driver describes it. Sizes in bytes."""

    minor: int
    gpu_id: int
    name: str
    arch: Architecture
    warps: int  # that a multiprocessor keeps
    tpcs: int  # groups of `sms_of_tpc` multiprocessors that are there: chips are sold with some switched off
    sms_of_tpc: int
    memory: int

    @property
    def units(self) -> int: return self.tpcs * self.sms_of_tpc

    def __str__(self) -> str: return f"{self.name}, {self.arch}, {self.units} multiprocessors, {self.memory >> 30} GiB"


class Objects:
    """What the resource manager holds of a GPU: its file, the device, and the part of it that answers questions."""

    def __init__(self, client: Client, card: ctypes.Structure) -> None:
        self.client = client
        self.file: DeviceFile = client.open_gpu(card.minor_number)
        self.card = card
        with closing_unless_done(self.file):
            params = client.structs("NV0080_ALLOC_PARAMETERS", deviceId=client.instance(card.gpu_id), vaMode=_SEVERAL_SPACES)
            self.device = client.alloc(client.handle, DEVICE, params)
            self.subdevice = client.alloc(self.device, SUBDEVICE, client.structs("NV2080_ALLOC_PARAMETERS"))

    def classes(self) -> frozenset[int]:
        """The classes of objects that this GPU has."""
        room = self.client.structs("NV0080_CTRL_GPU_GET_CLASSLIST_PARAMS")
        self.client.control(self.device, _CLASSES, room)
        found = (ctypes.c_uint32 * room.numClasses)()
        room.classList = ctypes.addressof(found)
        self.client.control(self.device, _CLASSES, room)
        return frozenset(found)

    def uuid(self) -> bytes:
        """The name by which unified memory knows the GPU."""
        room = self.client.structs("NV2080_CTRL_GPU_GET_GID_INFO_PARAMS", flags=_BINARY_UUID)
        self.client.control(self.subdevice, _UUID, room)
        return bytes(room.data)[:_UUID_BYTES]

    def query(self, command: int, structure: str, prefix: str, *indices: int) -> list[int]:
        """Values of the properties with these indices."""
        rows = (ctypes.c_uint32 * (2 * len(indices)))(*(word for index in indices for word in (index, 0)))
        room = self.client.structs(structure, **{f"{prefix}ListSize": len(indices), f"{prefix}List": ctypes.addressof(rows)})
        self.client.control(self.subdevice, command, room)
        return list(rows[1::2])

    def memory(self) -> tuple[int, int]:
        """Bytes of the GPU's memory: all, and what is free."""
        total, free = self.query(_MEMORY_INFO, "NV2080_CTRL_FB_GET_INFO_PARAMS", "fbInfo", _TOTAL_KIB, _FREE_KIB)
        return total << 10, free << 10

    def time(self) -> int:
        """Nanoseconds on the clock that the GPU's stamps are of."""
        room = self.client.structs("NV2080_CTRL_TIMER_GET_TIME_PARAMS")
        self.client.control(self.subdevice, _TIME, room)
        return room.time_nsec

    @functools.cached_property
    def info(self) -> NVInfo:
        """What the GPU is."""
        version, warps, gpcs, sms = self.query(_GRAPHICS_INFO, "NV2080_CTRL_GR_GET_INFO_PARAMS", "grInfo", _SM_VERSION, _WARPS,
                                             _MOST_GPCS, _SMS_OF_TPC)
        number = 120 if version == _ALSO_120 else (version >> 8) * 10 + (version & 0xFF)
        tpcs = sum(self._tpc_mask(gpc).bit_count() for gpc in range(gpcs))
        if not tpcs: raise DeviceError(f"the driver lists no multiprocessors of {_model(self.card)}", _NO_UNITS_CURE)
        return NVInfo(self.card.minor_number, self.card.gpu_id, _model(self.card), Architecture.of_device(number), warps, tpcs, sms,
                      self.memory()[0])

    def _tpc_mask(self, gpc: int) -> int:
        """The TPCs that are there in a GPC; none for one that is not there itself."""
        room = self.client.structs("NV2080_CTRL_GR_GET_TPC_MASK_PARAMS", gpcId=gpc)
        self.client.control(self.subdevice, _TPC_MASK, room)
        return room.tpcMask


def _model(card: ctypes.Structure) -> str:
    """What the GPU is called, where the driver says so in a file."""
    bus, slot_function, ids = _plug(card)
    path = f"/proc/driver/nvidia/gpus/{card.pci_info[0]:04x}:{bus:02x}:{slot_function}/information"
    if system().exists(path):
        for line in system().text(path).splitlines():
            if line.startswith("Model:"): return line.partition(":")[2].strip()
    return f"NVIDIA GPU {ids}"


def _plug(card: ctypes.Structure) -> tuple[int, str, str]:
    """Bus, slot and function, and the numbers of maker and model."""
    word, ids = card.pci_info[1], card.pci_info[2]
    return word & 0xFF, f"{word >> 8 & 0xFF:02x}.{word >> 16 & 0xFF:x}", f"{ids & 0xFFFF:04x}:{ids >> 16:04x}"


class Driver:
    """The driver with its GPUs."""

    def __init__(self) -> None:
        """OSError if there is none, DeviceError if it is too old, NVError if it refuses."""
        self.client = Client()
        with closing_unless_done(self.client.file): self.gpus = tuple(Objects(self.client, card) for card in self.client.cards())

    @functools.cached_property
    def uvm(self) -> UVM:
        """Who maps memory for the GPUs. OSError, NVError."""
        return UVM(self.client)

    @functools.cached_property
    def low(self) -> Addresses:
        """Addresses below LOW_END, and of what the host sees."""
        return reserve_low()

    @functools.cached_property
    def wide(self) -> Addresses:
        """Addresses of what only GPUs see."""
        return reserve_wide()

    @functools.cached_property
    def windows(self) -> tuple[int, int]:
        """Where generic addresses mean shared memory, and where local memory: nothing else is there."""
        return self.low.take(WINDOW, WINDOW), self.low.take(WINDOW, WINDOW)

    def close(self) -> None:
        """Gives up everything that was made, none of which is in use."""
        made: tuple[UVM | Addresses, ...] = tuple(vars(self)[name] for name in ("uvm", "low", "wide") if name in vars(self))
        for one in made: one.close()
        for objects in self.gpus: objects.file.close()
        self.client.file.close()


_drivers: weakref.WeakKeyDictionary[System, Driver] = weakref.WeakKeyDictionary()


def driver() -> Driver:
    """The driver of this system, opened at the first call."""
    found = _drivers.get(system())
    if found is None: found = _drivers[system()] = Driver()
    return found


def forget() -> None:
    """The next call of `driver` opens it anew."""
    _drivers.clear()


on_fork.append(forget)
