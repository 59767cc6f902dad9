"""What the mock of the driver answers and reports: RM's status codes, faults of the GPU, and its own limits."""
from __future__ import annotations

from enum import IntEnum


class Status(IntEnum):
    """RM's status codes (nvstatuscodes.h), as far as they are answered here."""

    OK = 0
    BUSY_RETRY = 0x03
    GPU_IS_LOST = 0x0F
    GPU_UUID_NOT_FOUND = 0x12
    ILLEGAL_ACTION = 0x16
    IN_USE = 0x17
    INSERT_DUPLICATE_NAME = 0x19
    INSUFFICIENT_RESOURCES = 0x1A
    INSUFFICIENT_PERMISSIONS = 0x1B
    INVALID_ADDRESS = 0x1E
    INVALID_ARGUMENT = 0x1F
    INVALID_BASE = 0x20
    INVALID_CHANNEL = 0x21
    INVALID_CLASS = 0x22
    INVALID_CLIENT = 0x23
    INVALID_DEVICE = 0x26
    INVALID_FLAGS = 0x29
    INVALID_LIMIT = 0x2E
    INVALID_OBJECT_HANDLE = 0x33
    INVALID_OBJECT_PARENT = 0x36
    INVALID_PARAM_STRUCT = 0x3A
    INVALID_OFFSET = 0x37
    INVALID_OWNER = 0x39
    INVALID_STATE = 0x40
    NO_MEMORY = 0x51
    NOT_SUPPORTED = 0x56
    OBJECT_NOT_FOUND = 0x57
    OTHER_DEVICE_FOUND = 0x5A
    OUT_OF_RANGE = 0x5B
    STATE_IN_USE = 0x63
    TIMEOUT = 0x65
    UVM_ADDRESS_IN_USE = 0x68


class Refused(Exception):
    """A call that the driver answers with a status. `why` is for those who look into `NVMock.refusals`."""

    def __init__(self, status: Status, why: str) -> None:
        super().__init__(f"{status.name} ({status:#x}): {why}")
        self.status, self.why = status, why


class Xid(IntEnum):
    """Numbers by which the driver tells of what went wrong on a GPU (info32 of the error notifier)."""

    GRAPHICS_EXCEPTION = 13
    MMU_FAULT = 31
    PUSHBUFFER = 32
    COPY_ENGINE = 39
    CLASS_ERROR = 69
    FALLEN_OFF_THE_BUS = 79


class DeviceFault(Exception):
    """Something the GPU cannot do: its channel's group stops, and the error notifier tells the number."""

    def __init__(self, xid: Xid, what: str, address: int | None = None, write: bool = False) -> None:
        super().__init__(f"Xid {int(xid)} ({xid.name.lower().replace('_', ' ')}): {what}")
        self.xid, self.what, self.address, self.write = xid, what, address, write
        self.channel = ""

    def __str__(self) -> str: return f"{self.channel}: {self.args[0]}" if self.channel else str(self.args[0])


class Misuse(Exception):
    """What a GPU would not notice, or would answer with nonsense, and no program should do."""


class Deadlock(Exception):
    """The program waits, and no channel can get on. The text shows the rings."""


class MockLimit(Exception):
    """Something a real driver may well do, and this model of it cannot."""
