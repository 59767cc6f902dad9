"""Device buffers: a block of device memory with a size and a dtype, and its association with a BUFFER node.

Inputs: a device name, a number of elements, a dtype. Outputs: memory, allocated on first use.
Invariants: a Buffer owns its memory, or holds a reference to its owner (a base buffer, or any Python object), so no pointer dangles.
Memory is freed with the last reference, without the garbage collector.
"""
from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Callable
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Protocol, Self, cast

from heddle.device import registry_hook
from heddle.dtype import DType, ImageDType
from heddle.errors import (
    DeviceError,
    DTypeError,
    ExchangeError,
    InternalError,
    Location,
    ShapeError,
    user_location,
)
from heddle.process import interrupts
from heddle.process.fork_safety import free_in_child
from heddle.uop.args import BufferArg
from heddle.uop.ops import Ops
from heddle.uop.uop import UOp

if TYPE_CHECKING:
    import numpy as np

    from heddle.device.allocator import AnyAllocator


interrupts.install()  # buffers and nodes are freed wherever the last reference to one goes


class Buffer:
    """`size` elements of `dtype` on `device`. `raw` is the runtime's handle: None until there is memory.

    `external_ptr` (or `opaque`, what the device's allocator gives) makes it a window on memory that heddle does not own; `owner` is
    kept alive as long as the Buffer and its views are. What is `readonly` may not be written to: tensors that are assigned get other
    memory. `loc` is the user's line, for the report when memory runs out. `initial_value`: as many bytes as it holds, copied now;
    `preallocate` takes memory at once; `uop_refcount` is as `ref`. `options` are notes for the reference's own allocators, which
    change nothing here.
    """

    __slots__ = ("__weakref__", "_allocator", "_block", "_readonly", "_refs", "base", "device", "dtype", "image", "loc", "nbytes",
                 "offset", "owner", "raw", "size")

    size: int  # elements
    nbytes: int
    offset: int  # bytes
    raw: object
    _allocator: AnyAllocator | None
    _block: tuple[object, int, int] | None  # to be freed by us: what the allocator's `free` is given

    def __init__(self, device: str, size: int, dtype: DType, opaque: object = None, options: object = None,
                 initial_value: bytes | None = None, uop_refcount: int = 0, base: Buffer | None = None, offset: int = 0,
                 preallocate: bool = False, *, external_ptr: object = None, owner: object = None, loc: Location | None = None,
                 readonly: bool = False, image: ImageDType | None = None) -> None:
        self.device, self.size, self.dtype, self.offset = device, size, dtype, offset
        self.nbytes = size * dtype.itemsize
        self.base, self.owner, self.loc, self.raw = base, owner, loc, external_ptr if opaque is None else opaque
        self._allocator = self._block = None
        self._refs = 0
        if uop_refcount: self.ref(uop_refcount)
        self._readonly, self.image = readonly, image
        if external_ptr is not None and isinstance(external_ptr, int) and external_ptr % dtype.itemsize:
            raise DTypeError(f"the pointer {external_ptr:#x} is not aligned to the {dtype.itemsize} bytes of {dtype.name}",
                             "Copy the data to an aligned address, or wrap it as uint8.")
        if initial_value is not None: self.copyin(memoryview(initial_value))
        elif preallocate: self.ensure_allocated()

    # ---- memory

    @property
    def allocator(self) -> AnyAllocator:
        """The allocator of this buffer's device, which is opened if necessary."""
        found = self._allocator
        if found is None: found = self._allocator = registry_hook.devices[self.device].allocator
        return found

    @property
    def readonly(self) -> bool:
        """Whether the memory must not be written, since others rely on it."""
        return self._readonly if self.base is None else self.base._readonly

    def is_allocated(self) -> bool: return self.raw is not None

    def is_initialized(self) -> bool:
        """Whether there is memory, its own or that of its base."""
        return self.raw is not None or (self.base is not None and self.base.raw is not None)

    @property
    def uop_refcount(self) -> int:
        """The number of references held by `ref`."""
        return self._refs

    def get_buf(self, device: str | None = None) -> object:
        """The runtime's handle; memory is allocated if there is none. DeviceError if `device` is not its own."""
        canonicalize = registry_hook.devices.canonicalize
        if device is not None and canonicalize(device) != canonicalize(self.device):
            raise DeviceError(f"{self!r} is not on {device}", "Copy it there: Buffer(device, size, dtype).copy_from(buffer).")
        return self.ensure_allocated().raw

    def allocate(self, opaque: object = None, external_ptr: int | None = None, *, allocator: AnyAllocator | None = None) -> Self:
        """Takes memory, from the allocator of its device; or is given some: `opaque` or `external_ptr`, as when it is made.

        OutOfMemoryError if there is none. InternalError if it has some already.
        """
        if self.raw is not None: raise InternalError(f"{self!r} already has memory")
        if opaque is not None or external_ptr is not None:
            self.raw = external_ptr if opaque is None else opaque
            return self
        if allocator is not None: self._allocator = allocator
        if self.base is not None:
            self.raw = self.allocator.offset(self.base.ensure_allocated().raw, self.nbytes, self.offset)
            if type(self.base) is CheckedBuffer: self._check_each_use()
        elif self.nbytes == 0: self.raw = 0
        else:
            if self.loc is None: self.loc = user_location()
            nbytes = self.nbytes if self.image is None else self._room()
            raw, ticket = (allocator or self.allocator).alloc(nbytes, (self.size, self.dtype), self.loc)
            self.raw, self._block = raw, (raw, nbytes, ticket)
        return self

    def _room(self) -> int:
        """The size requested from the allocator."""
        if self.image is None: return self.nbytes
        from heddle.device.allocator import ImageSize
        return ImageSize(self.image)

    def ensure_allocated(self) -> Self:
        """Allocates memory if there is none."""
        return self if self.raw is not None else self.allocate()

    def adopt(self, pointer: int, owner: object) -> Self:
        """Makes host memory that `owner` keeps alive the memory of this buffer, which has none yet. Others see it: readonly.

        If the owner has a method `check`, that is called whenever the memory is used, and may raise.
        """
        if self.raw is not None or self.base is not None: raise InternalError(f"{self!r} already has memory")
        self.raw, self.owner, self._readonly = pointer, owner, True
        if hasattr(owner, "check"): self._check_each_use()
        return self

    def _check_each_use(self) -> None: object.__setattr__(self, "__class__", CheckedBuffer)

    def deallocate(self) -> None:
        """Frees the memory now; its contents are lost, and it may be allocated again. Views must be gone."""
        self.raw = None
        if self._block is not None:
            block, self._block = self._block, None
            self.allocator.free(*block)

    def __del__(self, ends: Callable[[], bool] = sys.is_finalizing) -> None:
        # when Python ends, names of modules are gone before the last objects; the system takes all memory back anyway
        try: block = self._block
        except AttributeError: return  # refused while it was made
        if block is not None and not ends():
            assert self._allocator is not None  # what gave the block
            self._allocator.free(*block)

    def ref(self, cnt: int) -> Self:
        """Keeps the buffer alive (cnt > 0) for work that no Python object stands for, or lets go of it again (cnt < 0)."""
        self._refs += cnt
        if self._refs < 0: raise InternalError(f"{self!r} was let go more often than it was held")
        if self._refs: _held[id(self)] = self
        else: _held.pop(id(self), None)
        return self

    # ---- data

    def copyin(self, mv: memoryview) -> Self:
        """Fills the buffer with `mv`, which must have the same number of bytes. ShapeError otherwise."""
        source = self._as_bytes(mv)
        self.allocator.check()
        self.ensure_allocated()
        if self.nbytes: self.allocator.copyin(self.raw, source)
        return self

    def copyout(self, mv: memoryview) -> memoryview:
        """Copies the buffer into `mv` (writable, of the same number of bytes) and returns it. ShapeError if the sizes differ."""
        target = self._as_bytes(mv)
        self.allocator.check()
        self.ensure_allocated()
        if self.nbytes: self.allocator.copyout(target, self.raw)
        return mv

    def as_memoryview(self, allow_zero_copy: bool = True, force_zero_copy: bool = False, no_sync: bool = False) -> memoryview | None:
        """The memory itself as bytes, without a copy, if the host sees it; it keeps this buffer alive. None if it does not.

        What is written there is not waited for (`no_sync`): synchronise the device first. With `allow_zero_copy` false it is a copy.
        With `force_zero_copy` an ExchangeError takes the place of None.
        """
        if not allow_zero_copy and not force_zero_copy: return self.copyout(memoryview(bytearray(self.nbytes)))
        if (seen := self._seen()) is None and force_zero_copy:
            raise ExchangeError(f"the host does not see the memory of {self!r}", "Leave force_zero_copy out, and copy: .tobytes().")
        return seen

    def _seen(self) -> memoryview | None:
        self.allocator.check()
        self.ensure_allocated()
        if not self.nbytes: return memoryview(bytearray())
        mv = self.allocator.as_memoryview(self.raw, self.nbytes)
        if mv is None: return None
        return _keep_alive(mv, self).toreadonly() if self.readonly else _keep_alive(mv, self)

    def numpy(self) -> np.ndarray:
        """A copy of the data as a NumPy array of one axis. DTypeError for a dtype that NumPy does not have."""
        import numpy as np
        if self.dtype.fmt is None:
            raise DTypeError(f"NumPy has no {self.dtype.name}", "Take .tobytes(), or .numpy() of the tensor, which is float32.")
        return np.frombuffer(bytearray(self.tobytes()), self.dtype.scalar().name)

    def copy_from(self, src: Buffer) -> Self:
        """Copies the data of another buffer of the same number of bytes, on any device. ShapeError if the sizes differ."""
        return self.copyin(src.copyout(memoryview(bytearray(src.nbytes))))

    def tobytes(self) -> bytes:
        """A copy of the data."""
        return bytes(self.copyout(memoryview(bytearray(self.nbytes))))

    def view(self, size: int, dtype: DType, offset: int) -> Buffer:
        """`size` elements of `dtype`, `offset` bytes into this memory, which stays alive with the view.

        ShapeError if it reaches beyond the end.
        """
        if self.image is not None and (offset or size * dtype.itemsize != self.nbytes):
            raise DTypeError(f"no part of {self!r} is memory of its own: it is an image", "Make it contiguous first.")
        if offset < 0 or offset + size * dtype.itemsize > self.nbytes:
            raise ShapeError(f"a view of {size} x {dtype.name} at byte {offset} reaches beyond the {self.nbytes} bytes of {self!r}",
                             "Take a smaller view.")
        base = self if self.base is None else self.base
        return Buffer(self.device, size, dtype, base=base, offset=self.offset + offset, loc=self.loc)

    def _as_bytes(self, mv: memoryview) -> memoryview:
        if mv.nbytes != self.nbytes:
            raise ShapeError(f"{self!r} holds {self.nbytes} bytes, got {mv.nbytes}",
                             "Give as many bytes as the buffer holds.")
        if not mv.c_contiguous:
            raise ShapeError(f"{self!r} can only be copied from and to contiguous memory",
                             "Copy it first: memoryview(bytes(mv)).")
        if mv.nbytes == 0: return memoryview(b"")  # Python does not cast views with a 0 in their shape
        return mv if mv.format == "B" and mv.ndim == 1 else mv.cast("B")

    def __repr__(self) -> str:
        part = f" at byte {self.offset} of {self.base!r}" if self.base is not None else ""
        return f"<buffer {self.device} {self.size} x {self.dtype.name}{part}>"


class NewBuffer(Buffer):
    """A Buffer of more than 0 `nbytes`, which takes its memory at once: half the time of the two steps. OutOfMemoryError."""

    __slots__ = ()

    def __init__(self, device: str, size: int, dtype: DType, nbytes: int, allocator: AnyAllocator, loc: Location | None) -> None:
        if loc is None: loc = user_location()
        raw, ticket = allocator.alloc(nbytes, (size, dtype), loc)
        self.raw, self._block, self._allocator = raw, (raw, nbytes, ticket), allocator
        self.device, self.size, self.dtype, self.nbytes, self.loc = device, size, dtype, nbytes, loc
        self.base = self.owner = self.image = None
        self.offset = self._refs = 0
        self._readonly = False


class _Checked(Protocol):
    def check(self) -> None: ...


class CheckedBuffer(Buffer):
    """A Buffer, or a view of one, whose owner checks its memory at each use; other Buffers pay nothing for it."""

    __slots__ = ()

    @property
    def raw(self) -> object:  # pyright: ignore[reportIncompatibleVariableOverride]
        """The runtime's handle. Raises what the owner's `check` does."""
        cast("_Checked", (self if self.base is None else self.base).owner).check()
        return _get_raw(self)

    @raw.setter
    def raw(self, pointer: object) -> None: _set_raw(self, pointer)


_slot: MemberDescriptorType = Buffer.__dict__["raw"]
_get_raw, _set_raw = _slot.__get__, _slot.__set__


_held: dict[int, Buffer] = {}


def _keep_alive(mv: memoryview, owner: object) -> memoryview:
    """The same memory as `mv`, keeping `owner` alive for as long as any view of it lives."""
    if mv.nbytes == 0: return mv
    kind = ctypes.c_char * mv.nbytes
    if mv.readonly: return mv  # cannot be wrapped, and need not be: what exports it keeps the memory alive
    window = kind.from_address(ctypes.addressof(kind.from_buffer(mv)))
    vars(window)["owner"] = owner
    return memoryview(window).cast("B")


# ---- the Buffer of a node

_attaching = free_in_child(threading.Lock())  # concurrent threads get the same Buffer of a node


def _attach(node: UOp, buffer: Buffer) -> Buffer:
    with _attaching:
        if node.memory is None: node.memory = buffer
        return node.memory


def uop_buffer(node: UOp) -> Buffer:
    """The Buffer of a BUFFER node, or of a BUFFER_VIEW of one; made on first use, without memory.

    It is freed with the node, at once.
    """
    if node.memory is not None: return node.memory
    if node.op is Ops.BUFFER:
        arg: BufferArg = node.arg
        return _attach(node, Buffer(arg.device, arg.size, node.dtype, loc=node.loc, image=arg.image))
    if node.op is Ops.BUFFER_VIEW:
        size, offset = node.arg
        return _attach(node, uop_buffer(node.src[0]).view(size, node.dtype, offset * node.dtype.itemsize))
    raise InternalError(f"{node.op.name} is not memory")


def set_uop_buffer(node: UOp, buffer: Buffer) -> Buffer:
    """Makes `buffer` the memory of a BUFFER node, replacing any earlier one."""
    if buffer.size != node.arg.size or buffer.dtype.itemsize != node.dtype.itemsize:
        raise InternalError(f"{buffer!r} cannot be the memory of {node.arg} of {node.dtype.name}")
    node.memory = buffer
    return buffer


def node_of(buffer: Buffer, id: int | None = None) -> UOp:
    """A new BUFFER node whose memory is `buffer`. `id`: one of `new_buffer_id()`."""
    node = UOp.new_buffer(buffer.device, buffer.size, buffer.dtype, buffer.image, id)
    node.loc, node.memory = buffer.loc, buffer
    return node


def find_buffer(node: UOp) -> Buffer | None:
    """The Buffer of the node, if there is one."""
    return node.memory


def has_buffer(node: UOp) -> bool:
    """Whether the BUFFER node has memory."""
    found = find_buffer(node)
    return found is not None and found.raw is not None
