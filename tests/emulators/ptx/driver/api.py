"""The stand-in itself: C entry points of libcuda as ctypes function pointers, over Python objects.

    standin = StandIn()                       # one device of compute capability 9.0
    lib = standin                             # use it where ctypes.CDLL("libcuda.so.1") was used
    lib.cuInit(0)

Each entry point is written with @entry("name", "letters"): the letters give the C types of its arguments. It gets
their values as Python integers (pointers too) and returns nothing, or raises Failure(code).
"""

from __future__ import annotations

import ctypes
import threading
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from ..errors import PtxError
from ..memory import Memory
from .codes import INVALID_CONTEXT, INVALID_HANDLE, NOT_INITIALIZED, STATUS, UNKNOWN, Failure, code_of

C_TYPES = {"p": ctypes.c_void_p, "i": ctypes.c_int, "u": ctypes.c_uint, "z": ctypes.c_size_t, "f": ctypes.c_float,
           "h": ctypes.c_ushort, "b": ctypes.c_ubyte}  # fmt: skip
Entry = Callable[..., None]
ENTRIES: dict[str, tuple[Entry, str]] = {}
ALWAYS = {"cuInit", "cuGetErrorName", "cuGetErrorString", "cuDriverGetVersion"}  # work before cuInit and after a fault
T = TypeVar("T")


def entry(names: str, letters: str) -> Callable[[Entry], Entry]:
    """Register an entry point under one or several names (those with _v2 behind them are the same function)."""

    def register(fn: Entry) -> Entry:
        for name in names.split():
            ENTRIES[name] = (fn, letters)
        return fn

    return register


@dataclass
class DeviceSpec:
    """What one device of the stand-in is like. Sizes in bytes."""

    name: str = "PTX emulator"
    capability: tuple[int, int] = (9, 0)
    memory: int = 4 << 30
    multiprocessors: int = 4
    shared_per_block: int = 48 << 10
    shared_opt_in: int = 227 << 10
    registers: int = 65536


@dataclass
class Injection:
    """The call number `at` (from 1, counted from now) of a function or kernel fails with `code`."""

    name: str
    code: int
    at: int
    seen: int = 0


@dataclass(eq=False)
class Context:
    """A primary context (or one made by cuCtxCreate) of one device. `lost` is the code that all later calls return."""

    device: int
    lost: int = 0
    peers: set[int] = field(default_factory=set)
    retained: int = 0


class StandIn:
    """libcuda in Python. `order` is "lazy" (work runs when something waits for it) or "eager" (at once)."""

    takes_cubins = False  # modules must be PTX, or a cubin whose PTX was registered

    def __init__(self, devices: int | list[DeviceSpec] = 1, order: str = "lazy", version: int = 12080,
                 **launch_options: object):  # fmt: skip
        self.specs = [DeviceSpec() for _ in range(devices)] if isinstance(devices, int) else devices
        self.order, self.version, self.launch_options = order, version, launch_options
        self.memory = Memory()
        self.serial = 0  # part of the identity of its GPUs: two processes with the same one share them
        self.used = [0] * len(self.specs)
        self.ready = False
        self.handles: dict[int, object] = {}
        self.primary: dict[int, int] = {}
        self.faults: list[PtxError] = []  # what kernels did wrong, newest last
        self.internal_errors: list[Exception] = []  # faults of the stand-in itself
        self.last_failure: Failure | None = None
        self.printed: list[str] = []
        self.ptx_of: dict[bytes, str] = {}
        self.calls: Counter[str] = Counter()
        self.injections: list[Injection] = []
        self.launches: list[tuple[str, tuple[int, int, int], tuple[int, int, int]]] = []
        self._current = threading.local()
        self._lock = threading.RLock()
        self._texts: dict[str, ctypes.Array[ctypes.c_char]] = {}
        self._next = 0x1000
        self.pools = [self.handle(("memory pool", i)) for i in range(len(self.specs))]
        self._functions = {name: self._bound(name, *made) for name, made in ENTRIES.items()}

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["_functions"][name]
        except KeyError:
            raise AttributeError(f"the stand-in has no {name}") from None

    __getitem__ = __getattr__

    def _bound(self, name: str, fn: Entry, letters: str) -> Any:
        types = [C_TYPES[c] for c in letters]

        def call(*args: Any) -> int:
            with self._lock:
                return self._call(name, fn, args)

        return ctypes.CFUNCTYPE(ctypes.c_int, *types)(call)

    def _call(self, name: str, fn: Entry, args: tuple[Any, ...]) -> int:
        self.calls[name] += 1
        try:
            if name not in ALWAYS:
                if not self.ready:
                    raise Failure(NOT_INITIALIZED, name)
                self._check_lost()
                self.inject(name)
            fn(self, *(0 if a is None else a for a in args))
            return 0
        except Failure as failure:
            self.last_failure = failure.with_traceback(None)  # whose frames hold what programs gave up
            return failure.code
        except PtxError as error:
            return self.fault(error)
        except Exception as error:  # nothing may cross the boundary to C: it is kept, and the call fails
            self.internal_errors.append(error)
            traceback.print_exc()
            return UNKNOWN

    # -- handles and contexts
    def handle(self, thing: object) -> int:
        self._next += 0x10
        self.handles[self._next] = thing
        return self._next

    def get(self, handle: int, kind: type[T]) -> T:
        thing = self.handles.get(handle)
        if not isinstance(thing, kind):
            raise Failure(INVALID_HANDLE, f"0x{handle:x} is no {kind.__name__}")
        return thing

    def drop(self, handle: int, kind: type[T]) -> T:
        thing = self.get(handle, kind)
        del self.handles[handle]
        return thing

    @property
    def stack(self) -> list[int]:
        if not hasattr(self._current, "stack"):
            self._current.stack = []
        return self._current.stack

    def context(self) -> Context:
        if not self.stack:
            raise Failure(INVALID_CONTEXT, "no context is current in this thread")
        return self.get(self.stack[-1], Context)

    def _check_lost(self) -> None:
        if self.stack:
            context = self.handles.get(self.stack[-1])
            if isinstance(context, Context) and context.lost:
                raise Failure(context.lost, "the context is lost")

    # -- faults
    def fault(self, error: PtxError, context: Context | None = None) -> int:
        """Keep what the emulator says; with a context, that is lost."""
        self.faults.append(error)
        code = code_of(error)
        if context is not None:
            context.lost = code
        return code

    def revive(self) -> None:
        """Contexts that a fault has lost are as good as new; a device would want a new process."""
        for thing in self.handles.values():
            if isinstance(thing, Context):
                thing.lost = 0

    def text_of(self, code: int) -> str:
        """The driver's words, with the emulator's own where the code is that of its last fault."""
        words = STATUS[code][1]
        if self.faults and code_of(self.faults[-1]) == code:
            words += f": {self.faults[-1]}"
        return words

    def c_text(self, text: str) -> int:
        """The address of a text that stays."""
        if text not in self._texts:
            self._texts[text] = ctypes.create_string_buffer(text.encode())
        return ctypes.addressof(self._texts[text])

    def fail(self, name: str, code: int, at: int = 1) -> None:
        """Let the at-th call from now of an entry point, or the at-th run of a kernel of this name, fail with `code`."""
        self.injections.append(Injection(name, code, at))

    def inject(self, name: str) -> None:
        for i in self.injections:
            if i.name == name.removesuffix("_v2") or i.name == name:
                i.seen += 1
                if i.seen == i.at:
                    self.injections.remove(i)
                    raise Failure(i.code, "injected")

    def register(self, cubin: bytes, ptx: str) -> None:
        """When this binary is loaded, run that PTX."""
        self.ptx_of[cubin] = ptx

    def leaks(self) -> list[str]:
        """What was made and not destroyed: memory, streams, events, modules, graphs."""
        found = [f"{b.what} of {b.size} bytes at 0x{b.start:x}" for b in self.memory.blocks if b.what in LEAKABLE]
        return found + [f"{type(t).__name__} 0x{h:x}" for h, t in self.handles.items() if type(t).__name__ in HANDLES]


LEAKABLE = ("device memory", "host memory", "managed memory")
HANDLES = ("Stream", "Event", "Module", "Graph", "GraphExec")


# -- writing results through pointers
def put(pointer: int, value: int | float, kind: Any = ctypes.c_void_p) -> None:
    if not pointer:
        raise Failure(1, "a null pointer for a result")
    kind.from_address(pointer).value = value


def pointers(address: int, n: int) -> list[int]:
    """An array of n pointers."""
    return [p or 0 for p in (ctypes.c_void_p * n).from_address(address)] if n else []
