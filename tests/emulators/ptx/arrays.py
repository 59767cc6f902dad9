"""Arrays of another library on the emulated driver, lent and borrowed by DLPack: memory and a stream of its own, as torch has.

    library = Library(standin)
    a = library.array(np.ones(8, np.float32))       # in device memory
    a.add(2.0)                                      # a kernel, queued in the library's stream
    tensor = heddle.Tensor.from_dlpack(a)           # the same memory, after the kernel

Memory goes back in the order of the library's stream, with the last reference: whoever borrowed it must be done by then.
"""

from __future__ import annotations

import ctypes
import weakref
from typing import TYPE_CHECKING, Any

import numpy as np

from .driver.api import C_TYPES, ENTRIES
from .testing import HEADER

if TYPE_CHECKING:
    from .driver import StandIn

DLPACK_CUDA = 2
#: a[i] += amount
_ADD = (
    HEADER
    + """
.visible .entry add(.param .u64 a, .param .f32 amount, .param .u32 n)
{
  .reg .pred %p; .reg .b32 %i, %n, %t; .reg .f32 %x, %k; .reg .b64 %a;
  ld.param.u64 %a, [a]; ld.param.f32 %k, [amount]; ld.param.u32 %n, [n];
  mov.u32 %i, %ctaid.x; mov.u32 %t, %ntid.x; mul.lo.u32 %i, %i, %t; mov.u32 %t, %tid.x; add.u32 %i, %i, %t;
  setp.ge.u32 %p, %i, %n; @%p bra DONE;
  mad.wide.u32 %a, %i, 4, %a; ld.global.f32 %x, [%a]; add.f32 %x, %x, %k; st.global.f32 [%a], %x;
DONE: ret;
}
"""
)


class Library:
    """The library, on one device."""

    def __init__(self, standin: StandIn, device: int = 0):
        self.standin, self.device = standin, device
        self.call("cuInit", 0)
        self.context = self._make("cuDevicePrimaryCtxRetain", device)
        self.call("cuCtxSetCurrent", self.context)
        self.stream = self._make("cuStreamCreate", 1)
        self._order = self._make("cuEventCreate", 2)
        self.kernel = self._make("cuModuleGetFunction", self._make("cuModuleLoadData", _ADD.encode()), b"add")

    def call(self, name: str, *args: object) -> None:
        """By a function pointer of our own: argument types that another library has set are not ours."""
        address: Any = ctypes.cast(getattr(self.standin, name), ctypes.c_void_p).value
        code = ctypes.CFUNCTYPE(ctypes.c_int, *(C_TYPES[c] for c in ENTRIES[name][1]))(address)(*args)
        if code:
            raise RuntimeError(f"{name}: {code}")

    def _make(self, name: str, *args: object) -> int:
        handle = ctypes.c_void_p()
        self.call(name, ctypes.byref(handle), *args)
        return handle.value or 0

    def enter(self) -> None:
        self.call("cuCtxSetCurrent", self.context)

    def array(self, values: np.ndarray) -> DeviceArray:
        """A copy of float32 values in device memory."""
        self.enter()
        address = self._make("cuMemAllocAsync", values.nbytes, self.stream)
        self.call("cuMemcpyHtoDAsync_v2", address, values.ctypes.data, values.nbytes, self.stream)
        return DeviceArray(self, address, values.size, None)

    def from_dlpack(self, lender: Any) -> DeviceArray:
        """An array over the memory of `lender`, whose work is done before that of our stream."""
        from heddle.tensor.interop import dlpack_capsule

        if lender.__dlpack_device__() != (DLPACK_CUDA, self.device):
            raise ValueError("memory of another device")
        lent = dlpack_capsule.read(lender.__dlpack__(stream=self.stream, max_version=(1, 0)))
        return DeviceArray(self, lent.pointer, int(np.prod(lent.shape)), lent.take())

    def wait_before(self, stream: int) -> None:
        """What comes next in `stream` waits for what is in ours."""
        self.enter()
        self.call("cuEventRecord", self._order, self.stream)
        self.call("cuStreamWaitEvent", stream, self._order, 0)


class DeviceArray:
    """float32 in device memory. `owner`: who lent it; None for our own."""

    def __init__(self, library: Library, address: int, count: int, owner: object):
        self.library, self.address, self.owner = library, address, owner
        words: Any = (ctypes.c_uint32 * count).from_address(address)
        if owner is None:  # with the last of those who see this memory, capsules among them
            weakref.finalize(words, _free, library, address).atexit = False
        self.words = np.frombuffer(words, np.uint32)

    def add(self, amount: float, times: int = 1) -> None:
        """Queues kernels that add to every element."""
        self.library.enter()
        values = [ctypes.c_uint64(self.address), ctypes.c_float(amount), ctypes.c_uint(self.words.size)]
        arguments = (ctypes.c_void_p * 3)(*(ctypes.addressof(v) for v in values))
        for _ in range(times):
            self.library.call("cuLaunchKernel", self.library.kernel, -(-self.words.size // 128), 1, 1, 128, 1, 1, 0,
                              self.library.stream, arguments, None)  # fmt: skip

    def copy(self) -> DeviceArray:
        """An array of our own with these values, once our stream comes to it."""
        self.library.enter()
        address = self.library._make("cuMemAllocAsync", self.words.nbytes, self.library.stream)
        self.library.call("cuMemcpyDtoDAsync_v2", address, self.address, self.words.nbytes, self.library.stream)
        return DeviceArray(self.library, address, self.words.size, None)

    def numpy(self) -> np.ndarray:
        """The values, once our stream has computed them."""
        self.library.enter()
        self.library.call("cuStreamSynchronize", self.library.stream)
        return self.words.view(np.float32).copy()

    def __dlpack_device__(self) -> tuple[int, int]:
        return DLPACK_CUDA, self.library.device

    def __dlpack__(self, *, stream: int | None = None, max_version: Any = None, dl_device: Any = None, copy: Any = None) -> Any:
        from heddle.dtype import dtypes
        from heddle.tensor.interop import dlpack_capsule

        self.library.wait_before(1 if stream is None else stream)
        return dlpack_capsule.make(self.words, dtypes.float32, self.__dlpack_device__(), max_version is not None, False)


def _free(library: Library, address: int) -> None:
    library.enter()
    library.call("cuMemFreeAsync", address, library.stream)


__all__ = ["DeviceArray", "Library"]
