"""What the emulator reports. Each error names the instruction, its line in the PTX, and the threads it happened in."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Where:
    """Kernel, source line and instruction text, and up to a handful of (block, thread) coordinates."""

    kernel: str = "?"
    line: int = 0
    text: str = "?"
    threads: list[tuple[tuple[int, int, int], tuple[int, int, int]]] = field(default_factory=list)
    others: int = 0  # threads of the same fault that are not listed

    def __str__(self) -> str:
        at = ", ".join(f"block {b} thread {t}" for b, t in self.threads)
        more = f" and {self.others} more" if self.others else ""
        return f"{self.kernel}, line {self.line}: {self.text}" + (f"\n  {at}{more}" if at else "")


class PtxError(Exception):
    """Base of all: `what` is the plain text, `where` the instruction."""

    def __init__(self, what: str, where: Where | None = None):
        super().__init__(what if where is None else f"{what}\n  in {where}")
        self.what, self.where = what, where


class PtxSyntaxError(PtxError):
    """The text is no PTX, or an instruction the emulator does not know."""


class OutOfBounds(PtxError):
    """An address outside every allocation, or outside the block's shared or the thread's local memory."""


class Misaligned(PtxError):
    """An address that is no multiple of the access's size."""


class Uninitialised(PtxError):
    """A read of a register or a shared byte that nobody wrote."""


class BarrierMisuse(PtxError):
    """A barrier that can never complete, or that a warp reached at different instructions."""


class Race(PtxError):
    """Two threads of a block at one address of shared memory within a barrier interval, of which at least one writes."""


class AsyncMisuse(PtxError):
    """Data of an asynchronous copy or product touched before the wait that makes it visible, or a wait without one."""


class Trap(PtxError):
    """trap, a failed assert, or a breakpoint."""


class Endless(PtxError):
    """More instructions than the watchdog allows."""


class TooLarge(PtxError):
    """A launch beyond the device's limits."""
