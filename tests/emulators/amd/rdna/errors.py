"""What a kernel can do wrong, beyond addresses that are not mapped."""

from __future__ import annotations

from ..errors import KernelFault


class UnknownInstruction(KernelFault):
    """Words that are no instruction, or one that is not modelled."""

    def __init__(self, pc: int, words: tuple[int, ...], why: str) -> None:
        self.pc, self.words, self.why = pc, words, why
        super().__init__(f"at {pc:#x}: {' '.join(f'{w:08x}' for w in words)}: {why}")


class NotWaitedFor(KernelFault):
    """A register was used while a load that will fill it was under way."""


class LdsFault(KernelFault):
    """An access beyond the local memory that the workgroup has."""


class BarrierFault(KernelFault):
    """Waves wait for others that never arrive."""


class Endless(KernelFault):
    """More instructions than a kernel of a test can need."""


__all__ = ["BarrierFault", "Endless", "LdsFault", "NotWaitedFor", "UnknownInstruction"]
