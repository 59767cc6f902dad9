"""Command graphs: nodes with dependencies, instantiated once, updated and launched many times.

Nodes that are ready at the same time run latest first, so that a dependency somebody forgot shows.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .api import Context, entry, pointers, put
from .codes import INVALID_VALUE, Failure
from .memory import check_range, fill, move
from .modules import Call, Function, arguments, check_call, execute
from .queues import stream_of, submit

if TYPE_CHECKING:
    from .api import StandIn

SIZE, UINT = ctypes.c_size_t, ctypes.c_uint
HOST_MEMORY, DEVICE_MEMORY, UNIFIED = 1, 2, 4


class KernelParams(ctypes.Structure):
    """CUDA_KERNEL_NODE_PARAMS_v2; the older struct is its beginning."""

    _fields_ = (("function", ctypes.c_void_p), ("grid", UINT * 3), ("block", UINT * 3), ("shared", UINT),
                ("params", ctypes.c_void_p), ("extra", ctypes.c_void_p), ("kernel", ctypes.c_void_p),
                ("context", ctypes.c_void_p))  # fmt: skip


def side(name: str) -> tuple[tuple[str, type], ...]:
    return (
        (f"{name}_x", SIZE), (f"{name}_y", SIZE), (f"{name}_z", SIZE), (f"{name}_lod", SIZE), (f"{name}_kind", UINT),
        (f"{name}_host", ctypes.c_void_p), (f"{name}_device", ctypes.c_uint64), (f"{name}_array", ctypes.c_void_p),
        (f"{name}_reserved", ctypes.c_void_p), (f"{name}_pitch", SIZE), (f"{name}_height", SIZE),
    )  # fmt: skip


class Copy3D(ctypes.Structure):
    """CUDA_MEMCPY3D_v2"""

    _fields_ = (*side("source"), *side("to"), ("width", SIZE), ("height", SIZE), ("depth", SIZE))


class FillParams(ctypes.Structure):
    """CUDA_MEMSET_NODE_PARAMS_v1"""

    _fields_ = (("to", ctypes.c_uint64), ("pitch", SIZE), ("value", UINT), ("element", UINT), ("width", SIZE), ("height", SIZE))


@dataclass(eq=False)
class Node:
    kind: str
    run: Callable[[], None]
    what: object  # the Call of a kernel, (to, source, size) of a copy
    graph: Graph
    after: list[Node] = field(default_factory=list)


@dataclass(eq=False)
class Graph:
    context: Context
    nodes: list[Node] = field(default_factory=list)


@dataclass(eq=False)
class GraphExec:
    """An instantiated graph: its own work per node, which updates replace."""

    graph: Graph
    work: dict[Node, Callable[[], None]]
    what: dict[Node, object]
    launches: int = 0


@entry("cuGraphCreate", "pu")
def graph_create(s: StandIn, out: int, flags: int) -> None:
    put(out, s.handle(Graph(s.context())))


@entry("cuGraphDestroy", "p")
def graph_destroy(s: StandIn, handle: int) -> None:
    graph = s.drop(handle, Graph)
    for h in [h for h, t in s.handles.items() if isinstance(t, Node) and t.graph is graph]:
        if not any(isinstance(t, GraphExec) and t.graph is graph for t in s.handles.values()):
            del s.handles[h]


def add(s: StandIn, out: int, graph: int, after: int, count: int, kind: str, run: Callable[[], None], what: object) -> None:
    g = s.get(graph, Graph)
    before = [s.get(h, Node) for h in pointers(after, count)]
    if any(n.graph is not g for n in before):
        raise Failure(INVALID_VALUE, "a dependency on a node of another graph")
    node = Node(kind, run, what, g, before)
    g.nodes.append(node)
    put(out, s.handle(node))


def kernel_call(s: StandIn, params: int) -> Call:
    p = KernelParams.from_address(params)
    f = s.get(p.function or 0, Function)
    call = Call(f, tuple(p.grid), tuple(p.block), p.shared, arguments(f.program, p.params or 0, p.extra or 0))
    check_call(s, call)
    return call


@entry("cuGraphAddKernelNode cuGraphAddKernelNode_v2", "pppzp")
def add_kernel(s: StandIn, out: int, graph: int, after: int, count: int, params: int) -> None:
    call = kernel_call(s, params)
    add(s, out, graph, after, count, "kernel", lambda: execute(s, call), call)


def copy_of(s: StandIn, params: int) -> tuple[int, int, int]:
    """One row of a 3D copy: (to, source, bytes). More rows must lie one behind the other."""
    c = Copy3D.from_address(params)
    rows = max(c.height, 1) * max(c.depth, 1)
    if rows > 1 and not c.to_pitch == c.source_pitch == c.width:
        raise Failure(INVALID_VALUE, "the stand-in copies rows that follow each other only")
    ends: list[int] = []
    for name in ("to", "source"):
        kind, at = getattr(c, name + "_kind"), getattr(c, name + "_x")
        if kind not in (HOST_MEMORY, DEVICE_MEMORY, UNIFIED):
            raise Failure(INVALID_VALUE, f"memory type {kind}")
        address = (getattr(c, name + "_host") if kind == HOST_MEMORY else getattr(c, name + "_device")) + at
        if kind == DEVICE_MEMORY:
            check_range(s, address, c.width * rows)
        ends.append(address)
    return ends[0], ends[1], c.width * rows


@entry("cuGraphAddMemcpyNode", "pppzpp")
def add_copy(s: StandIn, out: int, graph: int, after: int, count: int, params: int, context: int) -> None:
    s.get(context, Context)
    what = copy_of(s, params)
    add(s, out, graph, after, count, "copy", lambda: move(s, *what), what)


def fill_of(s: StandIn, params: int) -> tuple[int, int, int, int]:
    p = FillParams.from_address(params)
    if p.height > 1 and p.pitch != p.width * p.element:
        raise Failure(INVALID_VALUE, "the stand-in fills rows that follow each other only")
    count = p.width * max(p.height, 1)
    check_range(s, p.to, count * p.element)
    return p.to, p.value, p.element, count


@entry("cuGraphAddMemsetNode", "pppzpp")
def add_fill(s: StandIn, out: int, graph: int, after: int, count: int, params: int, context: int) -> None:
    what = fill_of(s, params)
    add(s, out, graph, after, count, "fill", lambda: fill(s, *what), what)


@entry("cuGraphAddEmptyNode", "pppz")
def add_empty(s: StandIn, out: int, graph: int, after: int, count: int) -> None:
    add(s, out, graph, after, count, "empty", lambda: None, None)


@entry("cuGraphAddDependencies", "pppz")
def add_dependencies(s: StandIn, graph: int, before: int, after: int, count: int) -> None:
    for first, second in zip(pointers(before, count), pointers(after, count)):
        s.get(second, Node).after.append(s.get(first, Node))


@entry("cuGraphGetNodes", "ppp")
def graph_nodes(s: StandIn, graph: int, out: int, count: int) -> None:
    g = s.get(graph, Graph)
    found = [h for h, t in s.handles.items() if isinstance(t, Node) and t.graph is g]
    if out:
        room = min(SIZE.from_address(count).value, len(found))
        for i, handle in enumerate(found[:room]):
            put(out + 8 * i, handle)
    put(count, len(found), SIZE)


def ordered(graph: Graph) -> list[Node]:
    """Every node behind what it depends on, of those that are ready the latest first; a cycle is refused."""
    done: list[Node] = []
    left = list(graph.nodes)
    while left:
        ready = [n for n in left if all(a in done for a in n.after)]
        if not ready:
            raise Failure(INVALID_VALUE, "the graph has a cycle")
        done.append(ready[-1])
        left.remove(ready[-1])
    return done


def instantiate(s: StandIn, out: int, graph: int) -> None:
    g = s.get(graph, Graph)
    nodes = ordered(g)
    put(out, s.handle(GraphExec(g, {n: n.run for n in nodes}, {n: n.what for n in nodes})))


@entry("cuGraphInstantiateWithFlags", "ppz")
def instantiate_flags(s: StandIn, out: int, graph: int, flags: int) -> None:
    instantiate(s, out, graph)


@entry("cuGraphInstantiate_v2", "ppppz")
def instantiate_log(s: StandIn, out: int, graph: int, node: int, log: int, room: int) -> None:
    instantiate(s, out, graph)


@entry("cuGraphInstantiate", "ppz")
def instantiate_plain(s: StandIn, out: int, graph: int, flags: int) -> None:
    instantiate(s, out, graph)


@entry("cuGraphExecDestroy", "p")
def exec_destroy(s: StandIn, handle: int) -> None:
    s.drop(handle, GraphExec)


@entry("cuGraphLaunch", "pp")
def graph_launch(s: StandIn, handle: int, stream: int) -> None:
    executable = s.get(handle, GraphExec)
    work = list(executable.work.values())  # what an update changes later does not touch this launch
    executable.launches += 1

    def run() -> None:
        for one in work:
            one()

    submit(s, stream_of(s, stream), "graph", run)


@entry("cuGraphUpload", "pp")
def graph_upload(s: StandIn, handle: int, stream: int) -> None:
    s.get(handle, GraphExec)


def update(s: StandIn, handle: int, node: int, kind: str, run: Callable[[], None], what: object) -> None:
    executable, n = s.get(handle, GraphExec), s.get(node, Node)
    if n not in executable.work or n.kind != kind:
        raise Failure(INVALID_VALUE, f"no {kind} node of this graph")
    executable.work[n], executable.what[n] = run, what


@entry("cuGraphExecKernelNodeSetParams cuGraphExecKernelNodeSetParams_v2", "ppp")
def update_kernel(s: StandIn, handle: int, node: int, params: int) -> None:
    """Arguments, grid, block and function may change; the function's context may not."""
    call = kernel_call(s, params)
    old = s.get(handle, GraphExec).what.get(s.get(node, Node))
    if isinstance(old, Call) and old.function.module.context is not call.function.module.context:
        raise Failure(INVALID_VALUE, "the context of a node cannot change")
    update(s, handle, node, "kernel", lambda: execute(s, call), call)


@entry("cuGraphExecMemcpyNodeSetParams", "pppp")
def update_copy(s: StandIn, handle: int, node: int, params: int, context: int) -> None:
    what = copy_of(s, params)
    update(s, handle, node, "copy", lambda: move(s, *what), what)


@entry("cuGraphExecMemsetNodeSetParams", "pppp")
def update_fill(s: StandIn, handle: int, node: int, params: int, context: int) -> None:
    what = fill_of(s, params)
    update(s, handle, node, "fill", lambda: fill(s, *what), what)


@entry("cuGraphKernelNodeSetParams cuGraphKernelNodeSetParams_v2", "pp")
def set_kernel(s: StandIn, node: int, params: int) -> None:
    """The template's node: graphs instantiated before keep their own."""
    n, call = s.get(node, Node), kernel_call(s, params)
    n.run, n.what = lambda: execute(s, call), call
