"""Graph launches on CUDA devices: a CUDA graph, instantiated once.

Inputs: `Launch`es. Outputs: a callable that runs them in order on the buffers of each run. Invariants: a replay updates the nodes
whose buffers or variables differ from the last run, and instantiates nothing; a launch with an empty grid is left to run one by one.
"""
from __future__ import annotations

import ctypes
import weakref
from collections.abc import Mapping, Sequence
from ctypes import c_void_p

from heddle.device.interface import Launch
from heddle.errors import DeviceError
from heddle.runtime.common.kernels import programs_of
from heddle.runtime.common.update_graph import AddressGraph, Binding
from heddle.runtime.cuda.driver import CopyNode, KernelNode, Library
from heddle.runtime.cuda.stream import REMEMBERED, Arguments, CUDAProgram, CUDAStream


class CUDAGraph(AddressGraph):
    """Calling it runs every launch: graph(memory of the buffers, values of the variables)."""

    def __init__(self, stream: CUDAStream, launches: Sequence[Launch]) -> None:
        super().__init__(launches)
        self._stream = stream
        self._programs = programs_of(launches, CUDAProgram)
        self._arguments = [Arguments.of(launch.info) if launch.info else None for launch in launches]
        self._titles = [p.title if p is not None else f"a copy of {launch.nbytes} bytes"
                        for p, launch in zip(self._programs, launches, strict=True)]
        self._exec = 0
        self._nodes: list[int] = []
        self._owned: list[tuple[str, int]] = []  # function that destroys it, handle
        weakref.finalize(self, _destroy, stream.library, self._owned).atexit = False

    def __call__(self, raws: Sequence[object], var_vals: Mapping[str, int]) -> None:
        """Runs the launches in order, as one."""
        stream = self._stream
        with stream.lock, stream.faults():
            stream.enter()
            self.update(raws, var_vals)
            if self.empty: return self._run_one_by_one()
            if not self._exec: self._record()
            stream.launched.extend(self._titles[-REMEMBERED:])
            stream.library.call("cuGraphLaunch", self._exec, stream.handle)

    def _run_one_by_one(self) -> None:
        for n, (program, launch) in enumerate(zip(self._programs, self.launches, strict=True)):
            memory, values, grid = self.binding(n)
            if program is None: self._stream.call("cuMemcpyDtoDAsync_v2", *memory, launch.nbytes, self._stream.handle)
            elif n not in self.empty: program(memory, values, grid, program.info.workgroup)

    def _record(self) -> None:
        library = self._stream.library
        graph = library.make("cuGraphCreate", 0)
        self._owned.append(("cuGraphDestroy", graph))
        self._nodes = []
        for n, program in enumerate(self._programs):
            after = (c_void_p * 1)(*self._nodes[-1:])
            what, *context = ("cuGraphAddMemcpyNode", self._stream.context) if program is None else ("cuGraphAddKernelNode_v2",)
            parameters = ctypes.byref(self._parameters(n, self.binding(n)))
            self._nodes.append(library.make(what, graph, after, min(n, 1), parameters, *context))
        self._exec = library.make("cuGraphInstantiateWithFlags", graph, 0)
        self._owned.append(("cuGraphExecDestroy", self._exec))

    def _parameters(self, n: int, binding: Binding[int]) -> KernelNode | CopyNode:
        program, arguments = self._programs[n], self._arguments[n]
        if program is None or arguments is None:
            return CopyNode.row(*binding.ends, self.launches[n].nbytes)
        return program.node(arguments, binding.memory, binding.values, binding.grid)

    def patch(self, n: int, binding: Binding[int]) -> None:
        """Sets the parameters of an instantiated node; those of a launch without blocks are set once it has some."""
        if not self._exec or binding.is_empty: return
        parameters, functions = ctypes.byref(self._parameters(n, binding)), self._stream.library.functions
        if self._programs[n] is None:
            code = functions["cuGraphExecMemcpyNodeSetParams"](self._exec, self._nodes[n], parameters, self._stream.context)
        else: code = functions["cuGraphExecKernelNodeSetParams_v2"](self._exec, self._nodes[n], parameters)
        if code != 0: raise self._refused(n, code)

    def _refused(self, n: int, code: int) -> DeviceError:
        fault = self._stream.library.error("cuGraphExecUpdate", code)
        if fault.loses_device: return self._stream.failed(fault)
        what = f"{self._stream.name} refuses to give {self._titles[n]} other buffers or sizes in a captured graph: {fault.what}"
        return DeviceError(what,
                           "Capture the function again (jit.reset()), or call it without TinyJit; and please report it.")


def _destroy(library: Library, owned: list[tuple[str, int]]) -> None:
    while owned:
        function, handle = owned.pop()
        library.functions[function](handle)
