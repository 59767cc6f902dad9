"""Memory that others own and an Adreno GPU uses in place: pages of the host, and what other libraries have of the driver.

Inputs: addresses whose owners keep the memory. Outputs: blocks by address, as the GPU and the host's caches need them. Invariants:
what lies at an address is looked up at each use and never remembered from an earlier one; an import ends with its last use.
"""
from __future__ import annotations

import ctypes
import errno
import threading
from collections.abc import Callable

from heddle.runtime.common.imported_pages import ImportedPages
from heddle.runtime.qcom import kgsl as driver
from heddle.runtime.qcom.kgsl import KGSL
from heddle.runtime.qcom.memory import PAGE, Block, GPUMemory


class ForeignMemory:
    """Memory of others in use on one GPU."""

    def __init__(self, kgsl: KGSL, memory: GPUMemory, finish: Callable[[], None]) -> None:
        """`finish`: waits until no launch is under way."""
        self._kgsl, self._memory = kgsl, memory
        self._pages = ImportedPages(PAGE, self._import, self._end_import, finish)
        self._lock = threading.RLock()
        self._uses: dict[tuple[int, int], list[Block | None]] = {}  # by address and bytes: the driver's memory, None for pages

    def use(self, pointer: int, nbytes: int) -> Block:
        """The memory that these bytes are in, which the GPU may use until as many calls of `release`. OSError if it may not."""
        own = self._memory.blocks.holding(pointer)
        if own is not None and own.is_own: return _with_room(own, pointer, nbytes)
        with self._lock:
            block = self._known(pointer)
            if block is None: self._pages.use(pointer, nbytes)
            else: self._memory.keep(_with_room(block, pointer, nbytes))
            self._uses.setdefault((pointer, nbytes), []).append(block)
        return block or Block(pointer // PAGE * PAGE, -(-(pointer % PAGE + nbytes) // PAGE) * PAGE, 0, is_own=False)

    def release(self, pointer: int, nbytes: int) -> None:
        """Ends a use, all launches on it being done. Safe in a finalizer."""
        uses = self._uses.get((pointer, nbytes))
        if not uses: return  # memory of our own
        block = uses.pop()
        if not uses: self._uses.pop((pointer, nbytes), None)
        if block is None: self._pages.release(pointer, nbytes)
        elif not any(block in others for others in list(self._uses.values())): self._memory.blocks.remove(block)

    def _known(self, pointer: int) -> Block | None:
        """Memory that this process has of the driver already, as the vendor's OpenCL has; not what is imported here."""
        info = self._kgsl.info_at(pointer)
        held = self._memory.blocks.holding(pointer)
        if info is None or (held is not None and held.number == info.id): return None
        if not info.flags & driver.USE_CPU_MAP:
            raise OSError(errno.EFAULT, "it is memory of the driver that this process does not see at the same address")
        return Block(info.gpuaddr, info.size, 0, is_own=False)

    def _import(self, start: int, nbytes: int) -> Block:
        where = driver.UserAddress(virtaddr=start)
        made = self._kgsl.call("GPUOBJ_IMPORT", priv=ctypes.addressof(where), priv_len=nbytes, type=driver.USER_ADDRESS,
                               flags=driver.USE_CPU_MAP | driver.WRITE_BACK)
        return self._memory.keep(Block(start, nbytes, made.id, is_own=False))

    def _end_import(self, block: Block) -> None:
        self._memory.blocks.remove(block)
        self._kgsl.call("GPUOBJ_FREE", id=block.number)


def _with_room(block: Block, pointer: int, nbytes: int) -> Block:
    """The block, if these bytes are in it."""
    if pointer + nbytes <= block.address + block.nbytes: return block
    raise OSError(errno.EFAULT, f"there are only {block.address + block.nbytes - pointer} bytes from there on")
