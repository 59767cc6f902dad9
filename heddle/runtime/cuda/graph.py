"""Graph launches on CUDA devices: a CUDA graph, instantiated once.

Inputs: `Launch`es. Outputs: a callable that runs them in order on the buffers of each run. Invariants: a replay updates the nodes
whose buffers or variables differ from the last run, and instantiates nothing; a launch with an empty grid is left to run one by one.
"""
from __future__ import annotations

import ctypes
import math
import weakref
from collections.abc import Mapping, Sequence
from ctypes import c_void_p
from typing import Any

from heddle.device.interface import Launch
from heddle.errors import DeviceError
from heddle.runtime.cuda.driver import CopyNode, Library
from heddle.runtime.cuda.stream import Arguments, CUDAProgram, CUDAStream


class Node:
    """One launch in a graph: a kernel or a copy, with what it was last set to."""

    def __init__(self, launch: Launch) -> None:
        self.launch, self.handle = launch, 0
        program: Any = launch.program
        self.program: CUDAProgram | None = program
        self.arguments = Arguments.of(launch.info) if launch.info else Arguments(len(launch.pointers))
        self.set_to: tuple[int, ...] = ()

    @property
    def title(self) -> str: return self.program.title if self.program is not None else f"a copy of {self.launch.nbytes} bytes"

    def wanted(self, raws: Sequence[int], var_vals: Mapping[str, int]) -> tuple[int, ...]:
        """Its pointers and variables in this run."""
        pointers = [raws[slot] + at for slot, at in self.launch.pointers]
        return *pointers, *(var_vals[name] for name in (self.launch.info.vars if self.launch.info else ()))

    def parameters(self, wanted: tuple[int, ...], var_vals: Mapping[str, int]) -> Any:
        """What the driver is told of it."""
        pointers = wanted[:len(self.launch.pointers)]
        if self.program is None: return CopyNode.row(pointers[0], pointers[1], self.launch.nbytes)
        return self.program.node(self.arguments, pointers, var_vals)


class CUDAGraph:
    """Calling it runs every launch: graph(memory of the buffers, values of the variables)."""

    def __init__(self, stream: CUDAStream, launches: Sequence[Launch]) -> None:
        self._stream, self._nodes = stream, [Node(launch) for launch in launches]
        self._exec = 0
        self._owned: list[tuple[str, int]] = []  # function that destroys it, handle
        weakref.finalize(self, _destroy, stream.library, self._owned).atexit = False

    def __call__(self, raws: Sequence[Any], var_vals: Mapping[str, int]) -> None:
        """Runs the launches in order, as one."""
        stream, memory = self._stream, [raw or 0 for raw in raws]
        if self._has_empty_launch(var_vals): return self._run_one_by_one(memory, var_vals)
        with stream.lock, stream.faults():
            stream.enter()
            if not self._exec: self._make(memory, var_vals)
            else: self._update(memory, var_vals)
            stream.launched.extend(node.title for node in self._nodes[-stream.launched.maxlen:])  # type: ignore[operator]
            stream.library.call("cuGraphLaunch", self._exec, stream.handle)

    def _has_empty_launch(self, var_vals: Mapping[str, int]) -> bool:
        infos = [node.launch.info for node in self._nodes if node.launch.info is not None and node.launch.info.vars]
        return any(var_vals[n] == 0 for info in infos for n in info.grid if isinstance(n, str))

    def _run_one_by_one(self, memory: Sequence[int], var_vals: Mapping[str, int]) -> None:
        for node in self._nodes:
            wanted = node.wanted(memory, var_vals)
            if node.program is None:
                self._stream.call("cuMemcpyDtoDAsync_v2", wanted[0], wanted[1], node.launch.nbytes, self._stream.handle)
                continue
            info = node.program.info
            grid = [var_vals[n] if isinstance(n, str) else n for n in info.grid]
            if math.prod(grid): node.program(wanted[:len(node.launch.pointers)], var_vals, grid, info.workgroup)

    def _make(self, memory: Sequence[int], var_vals: Mapping[str, int]) -> None:
        library = self._stream.library
        graph = library.make("cuGraphCreate", 0)
        self._owned.append(("cuGraphDestroy", graph))
        before: list[int] = []
        for node in self._nodes:
            node.set_to = node.wanted(memory, var_vals)
            after = (c_void_p * max(len(before), 1))(*before)
            what, *context = ("cuGraphAddMemcpyNode", self._stream.context) if node.program is None else ("cuGraphAddKernelNode_v2",)
            node.handle = library.make(what, graph, after, len(before), ctypes.byref(node.parameters(node.set_to, var_vals)), *context)
            before = [node.handle]
        self._exec = library.make("cuGraphInstantiateWithFlags", graph, 0)
        self._owned.append(("cuGraphExecDestroy", self._exec))

    def _update(self, memory: Sequence[int], var_vals: Mapping[str, int]) -> None:
        """Tells the driver of the nodes that are not what they were."""
        for node in self._nodes:
            if (wanted := node.wanted(memory, var_vals)) == node.set_to: continue
            parameters, functions = ctypes.byref(node.parameters(wanted, var_vals)), self._stream.library.functions
            if node.program is None:
                code = functions["cuGraphExecMemcpyNodeSetParams"](self._exec, node.handle, parameters, self._stream.context)
            else: code = functions["cuGraphExecKernelNodeSetParams_v2"](self._exec, node.handle, parameters)
            if code != 0: raise self._refused(node, code)
            node.set_to = wanted

    def _refused(self, node: Node, code: int) -> DeviceError:
        fault = self._stream.library.error("cuGraphExecUpdate", code)
        if fault.loses_device: return self._stream.failed(fault)
        what = f"{self._stream.name} refuses to give {node.title} other buffers or sizes in a captured graph: {fault.what}"
        return DeviceError(what,
                           "Capture the function again (jit.reset()), or call it without TinyJit; and please report it.")


def _destroy(library: Library, owned: list[tuple[str, int]]) -> None:
    while owned:
        function, handle = owned.pop()
        library.functions[function](handle)
