"""Stream of a CUDA device, loaded kernels, and their launches.

Inputs: memory, arguments, launch dimensions. Outputs: an asynchronous launch, whose writes are visible to all later work.
Invariants: an error that loses the device is stored, names the kernels that may have caused it, and is the error of every later call;
a wait ends after `KERNEL_TIMEOUT` seconds. The context is the device's primary one, which other libraries of the process use too.
"""
from __future__ import annotations

import contextlib
import ctypes
import math
import threading
from collections import deque
from collections.abc import Callable, Generator, Mapping, Sequence
from ctypes import c_float, c_int64, c_void_p
from typing import TYPE_CHECKING

from heddle.device.device_lost import Losable
from heddle.device.interface import extents
from heddle.errors import CompileError, DeviceError, Location
from heddle.renderer.cuda.cuda import ANYWHERE, STATIC_SHARED
from heddle.runtime.common.kernels import title_of, too_large
from heddle.runtime.common.polling import wait_until
from heddle.runtime.common.retired import Retired
from heddle.runtime.cuda import driver
from heddle.runtime.cuda.driver import CUDAError, CUDAInfo, KernelNode, Library
from heddle.runtime.cuda.tensor_maps import TensorMaps

if TYPE_CHECKING:
    from heddle.uop.program_info import ProgramInfo

_LOG = 8192  # characters of what the driver's compiler may say
REMEMBERED = 8  # kernels that an error may name
_ALIGNED = 15  # bits that are 0 in addresses that are multiples of 16


class CUDAStream(Losable):
    """The primary context of a device and a stream in it."""

    cure = "Start a new process: nothing can be relied on after such an error. Run it with DEBUG=2 to see which kernel it is."

    def __init__(self, library: Library, info: CUDAInfo, name: str) -> None:
        super().__init__(name)
        self.library, self.info = library, info
        self.lock = threading.RLock()  # the arguments of a kernel are one piece of memory for all its launches
        self.launched: deque[str] = deque(maxlen=REMEMBERED)  # kernels since someone last waited
        self.retired: Retired[int] = Retired(self._unload)  # modules
        self.during_waits: list[Callable[[], None]] = []  # called while the host waits for this stream; they may raise
        self.context = library.make("cuDevicePrimaryCtxRetain", info.handle)
        library.call("cuCtxSetCurrent", self.context)
        self.handle = library.make("cuStreamCreate", driver.STREAM_NON_BLOCKING)
        self._begin, self._end = (library.make("cuEventCreate", driver.EVENT_TIMED) for _ in range(2))
        self._order = library.make("cuEventCreate", driver.EVENT_UNTIMED)
        self._communication = 0

    # ---- faults

    def failed(self, fault: CUDAError) -> DeviceError:
        """The error to raise for a call that failed; the device is lost if that follows."""
        if not fault.loses_device: return fault
        kernels = " or ".join(self.launched)
        return self.lose(f"it was lost when {fault.what.rstrip('.')}{f', in {kernels}' if kernels else ''}", fault.cure or "")

    # ---- calls

    def enter(self) -> None:
        """Makes this device the thread's own: another library may have set another."""
        self.check()
        self.library.functions["cuCtxSetCurrent"](self.context)

    def call(self, function: str, *args: object) -> None:
        """A call of the driver with this device current."""
        with self.faults():
            self.enter()
            self.library.call(function, *args)

    @contextlib.contextmanager
    def faults(self) -> Generator[None]:
        """Errors of the driver become those that users are to see."""
        try: yield
        except CUDAError as fault: raise self.failed(fault) from None

    def finish(self) -> None:
        """Returns when all that was launched is done. DeviceError if it failed or takes longer than KERNEL_TIMEOUT."""
        self.wait("cuStreamQuery", self.handle)
        self.launched.clear()

    def _unload(self, modules: list[int]) -> None:
        """After what runs of them: the driver takes the code away at once."""
        with self.lock:
            self.finish()
            for module in modules: self.call("cuModuleUnload", module)

    def wait(self, question: str, handle: int) -> None:
        """Returns when a stream or an event is done."""
        self.enter()
        query = self.library.functions[question]

        def is_done() -> bool:
            code = query(handle)
            if code not in (0, driver.NOT_READY): raise self.failed(self.library.error(question, code))
            if code != 0:
                for check in tuple(self.during_waits): check()
            return code == 0

        if not wait_until(is_done): raise self.hang(" or ".join(self.launched) or "a copy")

    def communication_stream(self) -> int:
        """A second stream of this device, made at the first call, whose work takes precedence over that of the first one.

        A collective needs a few multiprocessors at once, and other GPUs wait for it: it is not to queue behind blocks of kernels.
        """
        if not self._communication:
            with self.lock:
                self.enter()
                how = driver.STREAM_NON_BLOCKING, driver.STREAM_HIGH_PRIORITY
                self._communication = self.library.make("cuStreamCreateWithPriority", *how)
        return self._communication

    def follow(self, other: CUDAStream) -> None:
        """What comes later in this stream waits for what is in `other` now."""
        other.call("cuEventRecord", other._order, other.handle)
        self.call("cuStreamWaitEvent", self.handle, other._order, 0)

    def precede(self, other: int) -> None:
        """What comes later in `other`, a stream of another library, waits for what is in this one now."""
        with self.lock:
            self.call("cuEventRecord", self._order, self.handle)
            self.call("cuStreamWaitEvent", other, self._order, 0)

    def reclaim(self, other: int | None) -> None:
        """What comes later in this stream waits for what is in `other`, which memory was exported to. Does not raise.

        The host waits for everything where that stream is not known, is another in each thread, or is no more.
        """
        if self.lost is not None: return
        functions, event = self.library.functions, c_void_p()  # one of its own: a finalizer may run while another thread is here
        functions["cuCtxSetCurrent"](self.context)
        is_ordered = False
        if other not in (None, -1, driver.STREAM_OF_THREAD):
            functions["cuEventCreate"](ctypes.byref(event), driver.EVENT_UNTIMED)
            is_ordered = functions["cuEventRecord"](event, other) == 0 == functions["cuStreamWaitEvent"](self.handle, event, 0)
            functions["cuEventDestroy_v2"](event)
        if not is_ordered: functions["cuCtxSynchronize"]()

    def timed(self, launch: Callable[[], None]) -> float:
        """The seconds between what comes before `launch` and its end, by the device's own clock."""
        with self.lock:
            self.call("cuEventRecord", self._begin, self.handle)
            launch()
            self.call("cuEventRecord", self._end, self.handle)
            self.wait("cuEventQuery", self._end)
            self.launched.clear()
            milliseconds = c_float(0)
            self.call("cuEventElapsedTime", ctypes.byref(milliseconds), self._begin, self._end)
        return milliseconds.value * 1e-3


class Arguments:
    """Room for the arguments of one launch, as the driver wants them: pointers to values."""

    def __init__(self, count: int, maps: Sequence[tuple[int, ...]] = ()) -> None:
        self.values = (c_int64 * max(count, 1))()
        self.maps = TensorMaps(maps)
        begin = ctypes.addressof(self.values)
        addresses = [*(begin + 8 * n for n in range(count)), *self.maps.addresses]
        self.pointers = (c_void_p * max(len(addresses), 1))(*addresses)

    @staticmethod
    def of(info: ProgramInfo) -> Arguments:
        """Those of a kernel: buffers, variables, tensor maps."""
        return Arguments(len(info.globals) + len(info.vars), info.maps)


class CUDAProgram:
    """A kernel of a module. Calling it queues a launch."""

    def __init__(self, stream: CUDAStream, info: ProgramInfo, binary: bytes, loc: Location | None = None) -> None:
        self.stream, self.info, self.name = stream, info, info.name
        self.title = title_of(info, loc)
        stream.retired.make_room()
        stream.enter()
        module = load_module(stream, self.title, binary)
        stream.retired.follow(self, module)
        self.function = self._find(module, info.name)
        self.anywhere = self._find(module, info.name + ANYWHERE)
        self.dynamic = info.scratch if info.scratch > STATIC_SHARED else 0
        self._arguments = Arguments.of(info)
        self._check_size(self.function)

    def _find(self, module: int, name: str) -> int:
        """The function `name`; for a second entry that there is not, the first one."""
        library, found = self.stream.library, c_void_p()
        code = library.functions["cuModuleGetFunction"](ctypes.byref(found), module, name.encode())
        if code == driver.NOT_FOUND and name != self.name: return self.function
        if code != 0: raise self.stream.failed(library.error("cuModuleGetFunction", code, f" for {self.title}"))
        return found.value or 0

    def _check_size(self, function: int) -> None:
        """DeviceError if a block of this kernel does not fit the device."""
        library, threads = self.stream.library, math.prod(self.info.workgroup or (1,))

        def attribute(which: int) -> int: return library.number("cuFuncGetAttribute", which, function)
        with self.stream.faults():
            most, shared = attribute(driver.FUNC_MOST_THREADS), attribute(driver.FUNC_SHARED) + self.dynamic
            registers = attribute(driver.FUNC_REGISTERS)
            self._wants = f"{threads} threads of {registers} registers and {shared} bytes of shared memory"
            if threads > most: raise self._too_large(f"{threads} threads of {registers} registers, and the device has room for {most}")
            available = max(self.stream.info.shared_memory, STATIC_SHARED)
            if shared > available: raise self._too_large(f"{shared} bytes of shared memory, and the device has {available}")
            if not self.dynamic: return
            for entry in {self.function, self.anywhere}:
                library.call("cuFuncSetAttribute", entry, driver.FUNC_DYNAMIC_SHARED, self.dynamic)

    def _too_large(self, needs: str) -> DeviceError: return too_large(self.title, self.stream.name, needs)

    def __call__(self, bufs: Sequence[int | None], var_vals: Mapping[str, int], global_size: Sequence[int] = (1,),
                 local_size: Sequence[int] | None = None, wait: bool = False) -> float | None:
        """Queues the kernel over `global_size` blocks of `local_size` threads; returns its seconds if it is to `wait`."""
        stream = self.stream
        with stream.lock:
            function = self.fill(self._arguments, bufs, var_vals)
            sizes = *extents(global_size), *extents(local_size), self.dynamic
            launch = function, *sizes, stream.handle, self._arguments.pointers, None
            stream.enter()
            stream.launched.append(self.title)
            if wait: return stream.timed(lambda: self._launch(launch))
            self._launch(launch)
            return None

    def _launch(self, launch: tuple[object, ...]) -> None:
        library = self.stream.library
        code = library.functions["cuLaunchKernel"](*launch)
        if code == driver.TOO_LARGE: raise self._too_large(f"{self._wants}: {library.error('cuLaunchKernel', code).what}")
        if code != 0: raise self.stream.failed(library.error("cuLaunchKernel", code, f" for {self.title}"))

    def fill(self, arguments: Arguments, bufs: Sequence[int | None], var_vals: Mapping[str, int]) -> int:
        """Writes the arguments of a launch down; the entry that they are for."""
        values, bits, at = arguments.values, 0, 0
        for pointer in bufs:
            values[at] = pointer = pointer or 0  # a Buffer of no bytes has no memory
            bits |= pointer
            at += 1
        for name in self.info.vars:
            values[at] = var_vals[name]
            at += 1
        if bits & _ALIGNED: return self.anywhere  # which has no use for maps
        if self.info.maps: arguments.maps.follow(self.stream.library, values)
        return self.function

    def node(self, arguments: Arguments, bufs: Sequence[int | None], var_vals: Mapping[str, int], grid: Sequence[int]) -> KernelNode:
        """The launch over `grid` blocks as a node of a graph; `arguments` has to live as long as it."""
        function = self.fill(arguments, bufs, var_vals)
        return KernelNode(function, *grid, *extents(self.info.workgroup), self.dynamic, ctypes.addressof(arguments.pointers))


def load_module(stream: CUDAStream, title: str, binary: bytes) -> int:
    """The module in a cubin or in PTX. CompileError with what the driver's compiler said, if it refuses it."""
    library, module = stream.library, c_void_p()
    log = ctypes.create_string_buffer(_LOG)
    options = (ctypes.c_int * 2)(driver.JIT_ERROR_LOG, driver.JIT_ERROR_LOG_SIZE)
    values = (c_void_p * 2)(ctypes.addressof(log), _LOG)
    code = library.functions["cuModuleLoadDataEx"](ctypes.byref(module), binary, 2, options, values)
    if code == 0: return module.value or 0
    fault = library.error("cuModuleLoadDataEx", code, f" for {title}")
    said = log.value.decode(errors="replace")
    if code not in driver.PTX_FAILED: raise stream.failed(fault)
    raise CompileError(f"the driver does not take {title}: {fault.what}", kernel=title, output=said,
                       cure="A driver as new as NVRTC takes what that compiles: look at `nvidia-smi`, and update the driver, or "
                            "install an older nvidia-cuda-nvrtc.")
