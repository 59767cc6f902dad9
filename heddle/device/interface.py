"""Runtime interface: probe, compiler, and device with its allocator, renderer and program loader.

Inputs: the parts that a runtime supplies. Outputs: `Probe`, `Compiler`, `Compiled`, which the rest of heddle uses.
Invariants: a source is compiled once per process; equal cache keys mean equal binaries.
"""
from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

from heddle.blake2 import blake2b
from heddle.errors import InternalError, user_location
from heddle.lazy_dataclass import dataclass
from heddle.named_tuple import NamedTuple
from heddle.process import helper_threads
from heddle.tracing.bus import emit, listeners_to
from heddle.tracing.counters import Bytes, GlobalCounters
from heddle.tracing.events import Repeated

if TYPE_CHECKING:
    from heddle.device.allocator import AnyAllocator
    from heddle.device.collectives import CollectiveLibrary
    from heddle.device.device_lost import Loss
    from heddle.renderer import Renderer
    from heddle.uop.program_info import ProgramInfo
    from heddle.uop.uop import UOp

# ---- results of probes


@dataclass(frozen=True)
class Probe:
    """Whether a device or compiler can be used here. If not: what was required, where it was looked for, what was found, the cure."""

    usable: bool
    detail: str = ""  # if usable: a description (model, version, cores)
    reason: str = ""  # if not: what happened
    requires: str = ""
    looked: str = ""
    cure: str = ""
    hardware: bool = False  # the hardware is there, even if it cannot be used
    by_default: bool = True  # may be the default device
    count: int | None = None  # devices of this kind, where they are counted

    def why_not(self) -> str:
        """The reason why it cannot be used, in one line."""
        required = f"requires {self.requires}" if self.requires else ""
        looked = f"looked in {self.looked}" if self.looked else ""
        return "; ".join(part for part in (self.reason, required, looked) if part)


# ---- implemented by a runtime

#: prg(bufs, var_vals, global_size, local_size, wait) -> seconds, if it waited
Program = Callable[..., float | None]


#: reasons of a step that is not done are less than this
REASONS = 8


class Step(NamedTuple):
    """A native function of a graph that may not be done when it returns: `i64 step(void *const *bufs, i64 what, i64 looks)` (pool.c).

    Where it is not done, or has failed, `resume(found, again)` is called; `found` is the reason, and REASONS times the step's number.
    `again()` takes one more look, and goes on with the graph if it is done now: resume returns its result once that is not `found`, or
    raises.
    """

    function: int
    what: int
    resume: Callable[[int, Callable[[], int]], int] | None = None


class Launch(NamedTuple):
    """One kernel of a graph, or a copy of `nbytes` where there is no program: from its second pointer to its first.

    `pointers`: for each pointer of the kernel, in order, which of the graph's buffers and how many bytes into it; `sizes`: how many
    bytes from there on are the kernel's. `step`: a step in place of either, where `graph_takes_steps`.
    """

    program: Program | None
    info: ProgramInfo | None
    pointers: tuple[tuple[int, int], ...]
    nbytes: int = 0
    sizes: tuple[int, ...] = ()
    step: Step | None = None


Size = TypeVar("Size")


def extents(sizes: Sequence[Size] | None) -> tuple[Size | int, Size | int, Size | int]:
    """Three of them: those of a grid or a work-group, with 1 for each absent dimension."""
    x, y, z = (*(sizes or ()), 1, 1, 1)[:3]
    return x, y, z


#: graph(raws, var_vals): runs all launches, in order, on the buffers of this run
Graph = Callable[[Sequence[object], Mapping[str, int]], None]


class TimedGraph(Protocol):
    """A graph that can time its launches."""

    def stamps(self, runs: int) -> Stamps:
        """Storage for the stamps of so many runs in the calling thread."""
        ...

    def run_timed(self, raws: Sequence[object], var_vals: Mapping[str, int], target: object, began: float) -> bool:
        """Runs all launches, as the graph itself does, and leaves stamps at the `target` of a `Stamps`, and `began` with them.

        False, and nothing has run, if there is no room left, or it is another thread's, or was closed.
        """
        ...

    def moments(self, stamps: object) -> Sequence[tuple[float, Sequence[float]]]:
        """For each run that is done what was left with it, and when its first launch began and when each was done.

        In seconds on the clock of `time.perf_counter`.
        """
        ...


class Stamps(Protocol):
    """Storage for the time stamps of so many timed runs: small, for many are kept."""

    runs: int
    target: object

    def taken(self) -> int:
        """The number of runs that have begun to fill it."""
        ...

    def close(self) -> None:
        """No further run is recorded here."""
        ...


_KEPT = 4096  # binaries that a compiler keeps in this process
_KEPT_BYTES = Bytes(64 << 20)
_repeat_listeners = listeners_to(Repeated)


class Compiler:
    """Source to binary. `cachekey` identifies compiler, version and options: equal keys give equal binaries."""

    def __init__(self, cachekey: str) -> None:
        self.cachekey = cachekey
        self._lock = threading.Lock()
        self._binaries: dict[bytes, bytes] = {}
        self._held = 0  # bytes of them
        self._busy: dict[bytes, threading.Event] = {}
        self._dropped: set[bytes] = set()  # evicted keys, to report what is compiled again

    def compile(self, source: str) -> bytes:
        """The binary. CompileError with the compiler's own message if it refuses."""
        raise InternalError(f"{type(self).__name__} does not compile")

    def disassemble(self, binary: bytes) -> str:
        """The instructions in `binary` as text; empty without a disassembler."""
        return ""

    def usage(self, binary: bytes) -> str:
        """Register and memory use of the kernels in `binary`, as text; empty if unknown."""
        return ""

    def compile_cached(self, source: str, find: Callable[[], bytes | None] | None = None) -> bytes:
        """`compile`, but once per process for each source, and not at all if `find` gives the binary of another process.

        Threads that need the same source wait for the first of them. Ctrl-C ends the wait and leaves the compiler at work.
        """
        key = blake2b(f"{self.cachekey}\0{source}".encode(), digest_size=32).digest()
        with self._lock: found = self._binaries.get(key)
        return found if found is not None else helper_threads.call(lambda: self._compile_once(key, source, find))

    def prepare(self) -> None:
        """Starts, without waiting, whatever `compile` will need: a compilation follows soon."""

    def _compile_once(self, key: bytes, source: str, find: Callable[[], bytes | None] | None) -> bytes:
        """In a helper thread, where nothing is interrupted: compiles, unless another thread does; then it waits for that one."""
        while True:
            with self._lock:
                if (found := self._binaries.get(key)) is not None: return found
                if (busy := self._busy.get(key)) is None:
                    busy = self._busy[key] = threading.Event()
                    break
            busy.wait()  # then look again: the other thread's compiler may have failed
        try:
            binary = None if find is None else find()
            if binary is None: binary = self._run_compiler(key, source)
            self._keep(key, binary)
            return binary
        finally:
            with self._lock: del self._busy[key]
            busy.set()

    def _run_compiler(self, key: bytes, source: str) -> bytes:
        if key in self._dropped and _repeat_listeners: emit(Repeated("source", _KEPT, user_location()))
        binary = self.compile(source)
        GlobalCounters.add(compiled_kernels=1)
        return binary

    def _keep(self, key: bytes, binary: bytes) -> None:
        with self._lock:
            self._held += len(binary)
            while self._binaries and (len(self._binaries) >= _KEPT or self._held > _KEPT_BYTES): self._drop_oldest()
            self._binaries[key] = binary

    def _drop_oldest(self) -> None:
        oldest = next(iter(self._binaries))
        self._held -= len(self._binaries.pop(oldest))
        if len(self._dropped) >= 8 * _KEPT: self._dropped.clear()
        self._dropped.add(oldest)


class Compiled:
    """An open device. `name` is that of its memory; a runtime sets the parts and writes `runtime`."""

    #: the clock that measures launches; empty where nothing runs
    timed_by = "the host's clock"
    #: the architecture that kernels are compiled for, as text or an object that prints as one; None where there is just one
    arch: object = None
    #: how MPI calls its memory, where that is no host memory but has addresses (MPI 4.1, 12.4.3: memory allocation kinds)
    memory_kind = ""
    #: whether its graphs can hold steps
    graph_takes_steps = False
    #: whether a launch is encoded for a hardware queue, so that a graph replays even one of them for less
    encodes_launches = False

    def __init__(self, name: str, allocator: AnyAllocator, compiler: Compiler, renderer: Renderer) -> None:
        self.name, self.allocator, self.compiler, self.renderer = name, allocator, compiler, renderer
        self.opened_as = ""  # the full name, with compiler and architecture, by which any process opens the same

    @property
    def device(self) -> str:
        """The same as `name`."""
        return self.name

    @functools.cached_property
    def kernel_key(self) -> str:
        """Everything about this device that a kernel's binary depends on, as text that is equal in every process."""
        caps = ((f.name, getattr(self.renderer.capabilities, f.name)) for f in fields(self.renderer.capabilities))
        shown = (f"{name}={sorted(map(str, cast('frozenset[object]', v))) if isinstance(v, frozenset) else v}" for name, v in caps)
        return f"{self.renderer.target} {self.compiler.cachekey} {' '.join(shown)}"

    def runtime(self, program: UOp) -> Program:
        """The callable kernel of a PROGRAM that has its BINARY.

        It is called as prg(bufs: list of `Buffer.raw`, var_vals: dict[str, int], global_size, local_size, wait=False) and
        returns seconds if it waited.
        """
        raise InternalError(f"{self.name} does not run programs")

    def graph(self) -> Callable[[Sequence[Launch]], Graph] | None:
        """The constructor of graphs, which make many launches one, if the device supports them.

        It is given launches of this device in order, with copies between it and devices whose allocator is of the same kind.
        """
        return None

    def copies_from(self, other: Compiled) -> bool:
        """Whether a graph of this device may copy from memory of `other`."""
        return type(other.allocator) is type(self.allocator)

    def collectives(self) -> CollectiveLibrary | None:
        """The library of collectives with devices of other processes. DeviceError if it is not installed; None where there is none."""
        return None

    def lose(self, loss: Loss) -> None:
        """Marks its memory as lost: every later use raises DeviceError."""
        self.allocator.lost = loss

    def synchronize(self) -> None:
        """Waits for all work of the device."""

    def lend_to(self, stream: int | None) -> Callable[[], None] | None:
        """Orders the work of an importer's `stream`, in DLPack's numbering, after all work given to the device.

        Nobody waits but that stream, if there are streams and it is named. What is returned is called when the memory comes back.
        ExchangeError if there is no such stream.
        """
        self.synchronize()
        return None
