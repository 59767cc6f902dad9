"""Lost devices: the reason why a device is unusable, and the cure.

Inputs: the reason that a driver gives, or the fact that this process was forked. Outputs: the same DeviceError from every later use of
the device. Invariants: a lost device stays lost; no memory is freed on it, and no call waits for it.
"""
from __future__ import annotations

from collections.abc import Callable

from heddle.errors import DeviceError, InternalError
from heddle.named_tuple import NamedTuple
from heddle.settings import settings


class Loss(NamedTuple):
    """Why a device cannot be used, and the cure."""

    why: str
    cure: str

    def error(self, device: str) -> DeviceError:
        """The error for every use of the device."""
        return DeviceError(f"{device} cannot be used: {self.why}", self.cure)


FORKED = Loss("it was opened before this process was forked",
              "Open devices after forking, or start worker processes with the \"spawn\" method: tensors that are handed to these are "
              "copied, and nothing else of them is shared.")


class Losable:
    """A driver's device, which may be lost. `on_lost` is called when it is."""

    #: the general cure after a fault
    cure = "Start a new process. If it happens again, look at the system's log for messages of the driver, and try other sizes."

    def __init__(self, name: str) -> None:
        self.name = name
        self.lost: Loss | None = None
        self.on_lost: Callable[[Loss], None] = lambda loss: None

    def check(self) -> None:
        """DeviceError if the device was lost."""
        if self.lost is not None: raise self.lost.error(self.name)

    def finish(self) -> None:
        """Waits for all work. DeviceError if a part of it fails or hangs, or the device is lost."""
        raise InternalError(f"{type(self).__name__} waits for nothing")

    def lose(self, why: str, advice: str = "") -> DeviceError:
        """Marks the device as lost; returns the error to raise. `advice` is for this fault alone, and precedes the cure."""
        self.lost = loss = Loss(why, f"{advice} {self.cure}".strip())
        self.on_lost(loss)
        return loss.error(self.name)

    def hang(self, doing: str = "") -> DeviceError:
        """Marks a device as lost that made no progress for KERNEL_TIMEOUT seconds, while `doing` that; returns the error to raise."""
        within = f"within {settings.KERNEL_TIMEOUT:g} seconds (KERNEL_TIMEOUT)"
        return self.lose(f"a kernel did not end {within}{doing and ': '}{doing}")
