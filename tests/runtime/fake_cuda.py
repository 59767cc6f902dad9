"""A made-up NVIDIA driver: functions of Python under the driver's names, with memory that is the host's, and faults on demand.

Copies are done, in order, when they are asked for; kernels are written down in `launches`, graphs in `graphs`. It refuses what the
driver refuses: a call without a context, memory it did not give, a handle it does not know, a node with another function's graph.
`FakeCUDA(fail={"cuMemAllocAsync": 2})` fails there with that code, `hang=True` never ends a launch.
"""
from __future__ import annotations

import ctypes
import itertools
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

from heddle.runtime.cuda import driver
from heddle.runtime.cuda.driver import CopyNode, KernelNode

_ATTRIBUTES = {16: 8, 75: 9, 76: 0, 115: 1, 97: 227 << 10}
_NAMES = {2: "out of memory", 100: "no CUDA-capable device is detected", 700: "an illegal memory access was encountered",
          701: "too many resources requested for launch", 803: "system has unsupported display driver / cuda driver combination",
          910: "the graph update was not performed because it included changes which violated constraints",
          218: "a PTX JIT compilation failed", 999: "unknown error"}


class LaunchSeen(NamedTuple):
    """One launch: the entry, its extents, its dynamic shared memory, and the first of its arguments."""

    entry: str
    grid: tuple[int, ...]
    block: tuple[int, ...]
    shared: int
    arguments: tuple[int, ...]


class FakeCUDA:
    """Stands where `ctypes.CDLL` gives a library."""

    def __init__(self, version: int = 12080, gpus: int = 1, fail: dict[str, int] | None = None, hang: bool = False, log: str = "",
                 entries: tuple[str, ...] = ("k", "k_anywhere"), registers: int = 32, most_threads: int = 1024,
                 lacks: tuple[str, ...] = (), memory: int = 8 << 30, arch: tuple[int, int] = (9, 0), arguments: int = 1,
                 takes_cubins: bool = True, archs: tuple[tuple[int, int], ...] = ()) -> None:
        self.version, self.gpus, self.fail, self.hang, self.log = version, gpus, fail or {}, hang, log
        self.entries, self.registers, self.most_threads, self.lacks = entries, registers, most_threads, lacks
        self.total, self.archs, self.arguments, self.takes_cubins = memory, archs or (arch,) * gpus, arguments, takes_cubins
        self.blocks: dict[int, Any] = {}
        self.where: dict[int, int] = {}  # block -> GPU
        self.names: dict[int, str] = {}  # function -> entry
        self.launches: list[LaunchSeen] = []
        self.graphs: dict[int, list[Any]] = {}
        self.updates: list[int] = []  # nodes that were given new parameters
        self.loaded: list[bytes] = []
        self.calls: list[str] = []
        self._current = threading.local()
        self._handles = itertools.count(1000)

    def __getattr__(self, name: str) -> Any:
        if name not in driver.FUNCTIONS or name in self.lacks: raise AttributeError(name)
        return _Function(self, name, getattr(type(self), "_" + name, None))

    def new(self) -> int: return next(self._handles)

    # ---- devices

    def _cuDriverGetVersion(self, found: Any) -> int: return _give(found, self.version)
    def _cuDeviceGetCount(self, found: Any) -> int: return _give(found, self.gpus)
    def _cuDeviceGet(self, found: Any, n: int) -> int: return _give(found, n)
    def _cuDeviceTotalMem_v2(self, found: Any, device: int) -> int: return _give(found, self.total)
    def _cuDevicePrimaryCtxRetain(self, found: Any, device: int) -> int: return _give(found, 100 + device)

    def _cuGetErrorName(self, code: int, found: Any) -> int: return _give(found, b"CUDA_ERROR")
    def _cuGetErrorString(self, code: int, found: Any) -> int: return _give(found, _NAMES.get(code, "an error").encode())

    def _cuDeviceGetName(self, room: Any, size: int, device: int) -> int:
        room.value = f"Fake GPU {device}".encode()
        return 0

    def _cuDeviceGetAttribute(self, found: Any, which: int, device: int) -> int:
        major, minor = self.archs[device]
        return _give(found, {**_ATTRIBUTES, 75: major, 76: minor}[which])

    def _cuCtxSetCurrent(self, context: int) -> int:
        self._current.context = context
        return 0

    # ---- memory

    def _cuMemAllocAsync(self, found: Any, nbytes: int, stream: int) -> int:
        block = ctypes.create_string_buffer(nbytes + 256)
        address = -(-ctypes.addressof(block) // 256) * 256
        self.blocks[address], self.where[address] = block, self._current.context - 100
        return _give(found, address)

    def _cuMemFreeAsync(self, address: int, stream: int) -> int: return 0 if self.blocks.pop(address, None) is not None else 1
    def _cuMemHostAlloc(self, found: Any, nbytes: int, flags: int) -> int: return self._cuMemAllocAsync(found, nbytes, 0)

    def _cuMemcpyHtoDAsync_v2(self, dest: int, source: int, nbytes: int, stream: int) -> int: return self._move(dest, source, nbytes)
    def _cuMemcpyDtoHAsync_v2(self, dest: int, source: int, nbytes: int, stream: int) -> int: return self._move(dest, source, nbytes)
    def _cuMemcpyDtoDAsync_v2(self, dest: int, source: int, nbytes: int, stream: int) -> int: return self._move(dest, source, nbytes)

    def _cuMemcpyPeerAsync(self, dest: int, to: int, source: int, since: int, nbytes: int, stream: int) -> int:
        assert {to, since} == {100, 101}, "a copy between two devices"
        return self._move(dest, source, nbytes)

    def _move(self, dest: int, source: int, nbytes: int) -> int:
        if not (self._knows(dest, nbytes) and self._knows(source, nbytes)): return 1
        ctypes.memmove(dest, source, nbytes)
        return 0

    def _knows(self, address: int, nbytes: int) -> bool:
        return any(base <= address and address + nbytes <= base + len(block) for base, block in self.blocks.items())

    def _cuPointerGetAttribute(self, found: Any, which: int, address: int) -> int:
        base = next((b for b, block in self.blocks.items() if b <= address < b + len(block)), None)
        return 1 if base is None else _give(found, self.where[base])

    def _cuMemGetInfo_v2(self, free: Any, total: Any) -> int: return _give(free, self.total // 2) + _give(total, self.total)

    # ---- launches

    def _cuStreamQuery(self, stream: int) -> int: return self.fail.get("a launch", 600 if self.hang and self.launches else 0)
    def _cuEventQuery(self, event: int) -> int: return self._cuStreamQuery(0)
    def _cuEventElapsedTime(self, found: Any, begin: int, end: int) -> int: return _give(found, 0.25)

    def _cuModuleLoadDataEx(self, found: Any, image: bytes, count: int, options: Any, values: Any) -> int:
        self.loaded.append(image)
        if self.fail.get("the image"):
            ctypes.memmove(values[0], self.log.encode() + b"\0", len(self.log) + 1)
            return self.fail["the image"]
        return _give(found, self.new())

    def _cuModuleGetFunction(self, found: Any, module: int, name: bytes) -> int:
        if name.decode() not in self.entries: return 500
        self.names[handle := self.new()] = name.decode()
        return _give(found, handle)

    def _cuFuncGetAttribute(self, found: Any, which: int, function: int) -> int:
        return _give(found, {0: self.most_threads, 1: 0, 4: self.registers}[which])

    def _cuLaunchKernel(self, function: int, *rest: Any) -> int:
        *sizes, shared, _stream, arguments, _ = rest
        self.launches.append(self._seen(function, sizes, shared, arguments))
        return 0

    def _seen(self, function: int, sizes: Any, shared: int, arguments: Any) -> LaunchSeen:
        values = tuple(ctypes.c_int64.from_address(arguments[n]).value for n in range(self.arguments))
        return LaunchSeen(self.names[function], tuple(sizes[:3]), tuple(sizes[3:]), shared, values)

    # ---- graphs

    def _cuGraphCreate(self, found: Any, flags: int) -> int:
        self.graphs[handle := self.new()] = []
        return _give(found, handle)

    def _cuGraphAddKernelNode_v2(self, found: Any, graph: int, after: Any, count: int, node: Any) -> int:
        return self._add(found, graph, after, count, self._kernel(node._obj))

    def _cuGraphAddMemcpyNode(self, found: Any, graph: int, after: Any, count: int, node: Any, context: int) -> int:
        return self._add(found, graph, after, count, self._copy(node._obj))

    def _add(self, found: Any, graph: int, after: Any, count: int, what: Any) -> int:
        nodes = self.graphs[graph]
        assert [after[n] for n in range(count)] == [handle for handle, _ in nodes[-1:]], "each node comes after the one before"
        nodes.append((handle := self.new(), what))
        return _give(found, handle)

    def _kernel(self, node: KernelNode) -> LaunchSeen:
        sizes = [getattr(node, f"{kind}{d}") for kind in ("grid", "block") for d in "xyz"]
        return self._seen(node.func, sizes, node.shared, (ctypes.c_void_p * self.arguments).from_address(node.arguments))

    def _copy(self, node: CopyNode) -> tuple[int, int, int]:
        assert (node.source_kind, node.dest_kind, node.height, node.depth) == (2, 2, 1, 1)
        return node.dest, node.source, node.width

    def _cuGraphInstantiateWithFlags(self, found: Any, graph: int, flags: int) -> int:
        self.graphs[handle := self.new()] = list(self.graphs[graph])
        return _give(found, handle)

    def _cuGraphExecKernelNodeSetParams_v2(self, graph: int, node: int, new: Any) -> int:
        return self._change(graph, node, self._kernel(new._obj))

    def _cuGraphExecMemcpyNodeSetParams(self, graph: int, node: int, new: Any, context: int) -> int:
        return self._change(graph, node, self._copy(new._obj))

    def _change(self, graph: int, node: int, what: Any) -> int:
        at = [handle for handle, _ in self.graphs[graph]].index(node)
        self.graphs[graph][at] = node, what
        self.updates.append(at)
        return 0

    def _cuGraphLaunch(self, graph: int, stream: int) -> int:
        for _, what in self.graphs[graph]:
            if isinstance(what, LaunchSeen): self.launches.append(what)
            elif (code := self._move(*what)) != 0: return code
        return 0

    def _cuGraphExecDestroy(self, graph: int) -> int: return 0 if self.graphs.pop(graph, None) is not None else 1
    def _cuGraphDestroy(self, graph: int) -> int: return self._cuGraphExecDestroy(graph)


#: functions that need no context
_WITHOUT_CONTEXT = ("cuInit", "cuDriver", "cuGetError", "cuDevice", "cuCtx", "cuPointer", "cuGraphDestroy", "cuGraphExecDestroy",
                    "cuMemPool")


class _Function:
    """One function: it fails if it is to, else does what the fake does; one without a body makes a handle if asked for one."""

    def __init__(self, library: FakeCUDA, name: str, body: Callable[..., int] | None) -> None:
        self.library, self.name, self.body = library, name, body

    def __call__(self, *args: Any) -> int:
        library = self.library
        library.calls.append(self.name)
        if code := library.fail.get(self.name, 0): return code
        if not self.name.startswith(_WITHOUT_CONTEXT) and not hasattr(library._current, "context"): return 201
        if self.body is not None: return self.body(library, *args)
        return _give(args[0], library.new()) if args and hasattr(args[0], "_obj") else 0


def _give(found: Any, value: Any) -> int:
    found._obj.value = value
    return 0
