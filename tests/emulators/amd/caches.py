"""Whether a compute queue says what its caches must do: asked for by `Machine.checks_caches`.

In: packets as they are done. Out: CommandFault at a launch that may see what was there before, or that nobody else may see the
results of. Always true: what others may have written meanwhile (the host at each doorbell, other queues at each wait) is seen
after ACQUIRE_MEM that has all levels forget; what kernels before wrote, after one that has the near levels forget; what kernels
wrote is seen by others after RELEASE_MEM that writes the second level back. Rings and arguments in memory that is not cached
would do with less.
"""
from __future__ import annotations

from tests.emulators.amd.errors import CommandFault

#: of ACQUIRE_MEM: instructions (two bits), scalars, vectors, first level, second level
_INSTRUCTIONS, _SCALARS, _VECTORS, _FIRST, _SECOND = 3, 1 << 7, 1 << 8, 1 << 9, 1 << 14
_WRITE_BACK = 1 << 21  # of RELEASE_MEM: the second level


class Caches:
    """What a queue has said so far. generation: of the card; from gfx12 on there is no first level of its own."""

    def __init__(self, generation: int) -> None:
        self._near = _SCALARS | _VECTORS | (_FIRST if generation < 12 else 0)
        self._others_wrote = True
        self._kernels_wrote = False  # and later ones wait for that
        self._begun = False
        self._is_kept = False

    def other_may_have_written(self) -> None:
        """The queue was told of new words, or waited for somebody."""
        self._others_wrote = True

    def waited_for_kernels(self) -> None:
        """CS_PARTIAL_FLUSH."""
        self._kernels_wrote |= self._begun
        self._begun = False

    def acquire(self, control: int) -> None:
        """ACQUIRE_MEM, with its last word."""
        if self._near & ~control: return
        self._kernels_wrote = False
        if control & _INSTRUCTIONS and control & _SECOND: self._others_wrote = False

    def launch(self) -> None:
        """A launch. CommandFault if it may see what was there before."""
        if self._others_wrote: raise CommandFault("a launch without ACQUIRE_MEM of all levels since others may have written")
        if self._kernels_wrote: raise CommandFault("a launch without ACQUIRE_MEM since kernels wrote that it waited for")
        self._begun = self._is_kept = True

    def release(self, event: int) -> None:
        """RELEASE_MEM, with its first word."""
        if event & _WRITE_BACK: self._is_kept = False

    def ran_dry(self) -> None:
        """There are no more words. CommandFault if what kernels wrote is still kept from others."""
        if self._is_kept: raise CommandFault("kernels wrote, and no RELEASE_MEM has the second level written back")
