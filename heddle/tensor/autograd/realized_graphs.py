"""Graphs behind realized values: what computed the contents of memory, so that gradients flow on through it.

Inputs: the nodes that a run computed, with their memory; the memory that writes replace.
Outputs: the graph behind memory, as a traversal for gradients needs it.
Invariants: `loss.item()` before `loss.backward()` does not cut the graph; no graph is kept longer than its memory, and those of
values that were merely read are bounded; a graph that read memory which was overwritten since is lost, and a gradient through it is
an error.
"""
from __future__ import annotations

import collections
import itertools
import weakref
from collections.abc import Callable, Collection, Container, Iterable
from typing import TYPE_CHECKING

from heddle.device.buffer import find_buffer
from heddle.errors import GradientError
from heddle.tensor import aliasing
from heddle.uop import GroupOp, Ops, UOp

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

#: memory -> the graph that computed it
_computed_by: weakref.WeakKeyDictionary[UOp, UOp] = weakref.WeakKeyDictionary()
#: memory whose graph read, or was, something that has been written to since: no gradient can be taken through it any more
_lost: weakref.WeakKeyDictionary[UOp, bool] = weakref.WeakKeyDictionary()
#: the same, with the number of the run, for memory that is there because a value was read and no gradient was requested
_read: weakref.WeakKeyDictionary[UOp, tuple[UOp, int]] = weakref.WeakKeyDictionary()
#: memory whose graph was dropped from there: gradients that reach it are incomplete
_forgotten: weakref.WeakSet[UOp] = weakref.WeakSet()
#: memory whose computation was requested explicitly -> the graph before that, and whether the memory was written to since
_requested: weakref.WeakKeyDictionary[UOp, tuple[weakref.ref[UOp], bool]] = weakref.WeakKeyDictionary()


def remember_inner(becomes: dict[UOp, UOp], graphs: list[UOp], remember_one: Callable[[UOp, UOp], None]) -> None:
    """Remembers values inside `graphs` that are in memory now and through which gradients may flow."""
    inside = UOp.sink(*graphs).toposort(gate=lambda n: n not in becomes) if graphs else {}
    for node in inside:
        if node in becomes: remember_one(node, becomes[node])


#: an ASSIGN is remembered by what was assigned, and views that cut gradients off have no graph of their own
_UNREMEMBERED = (Ops.ASSIGN, Ops.DETACH, Ops.BITCAST)


def remember(old: UOp, new: UOp) -> None:
    """Records that memory `new` holds `old`, through which a gradient may flow."""
    if (found := stored_graph(old, new)) is not None: _computed_by[found[0]] = found[1]


def stored_graph(old: UOp, new: UOp) -> tuple[UOp, UOp] | None:
    """The whole memory behind `new`, and the graph of its contents; None if there is none to remember."""
    while old.op in GroupOp.MOVEMENT and new.op is old.op: old, new = old.src[0], new.src[0]
    memory = aliasing.memory_of(new)
    if memory is None or old.op in _UNREMEMBERED or not (aliasing.is_whole(new) or aliasing.is_laid_out(new)): return None
    return memory, old


OVERWRITTEN = ("a gradient flows through memory that was written to since, or whose operands were",
                "Write .detach() values, make a new tensor in place of the write, or call backward() before it.")
#: the last runs, of results of so many bytes, are remembered: a loop that reads its state in each iteration holds no more
_MOST_READ, _MOST_READ_BYTES = 64, 64 << 20
_runs = itertools.count()
#: the last results with a call in place of a graph (eager/deferred_calls.py) that have been computed, and that gradients flow through
_calls: collections.deque[weakref.ref[Tensor]] = collections.deque()


def note_call(tensor: Tensor) -> None:
    """Registers `tensor`, whose value was computed, and whose graph is built if somebody looks at it. The lock must be held."""
    _calls.append(weakref.ref(tensor))
    if len(_calls) > _MOST_READ and (oldest := _calls.popleft()()) is not None: oldest._see()


def _see_calls() -> None:
    """Remembers the graphs of such results as those of others. The lock must be held."""
    while _calls:
        if (tensor := _calls.popleft()()) is not None: tensor._see()


def _lose_calls(memories: set[UOp]) -> None:
    """Those that read one of `memories` have lost their graph, which is not built. The lock must be held."""
    kept: list[weakref.ref[Tensor]] = []
    for ref in _calls:
        if (tensor := ref()) is None or (call := tensor._call_behind) is None: continue
        if memories.isdisjoint(call.leaves): kept.append(ref)
        else: tensor._lose_call(lose_gradient if tensor._needs_grad else forget)
    _calls.clear()
    _calls.extend(kept)


def next_run() -> int:
    """The number of a new run."""
    return next(_runs)


def remember_read(old: UOp, new: UOp, run_number: int) -> None:
    """Records that memory `new` holds `old` because its value, or one that depends on it, was read."""
    if (found := stored_graph(old, new)) is None or not found[1].dtype.is_float(): return
    memory, graph = found
    inside = graph.toposort()
    below = [n for n in inside if n.op in aliasing.MEMORY]
    # what is drawn from nothing but a generator needs no graph, unless a tensor on the way is there to take a gradient of
    if not any(n.dtype.is_float() for n in below) and not _is_made_of_tensors(graph, inside): return
    if any(map(_is_imported, below)):  # its owner gets the memory back as soon as no tensor looks at it
        _forgotten.add(memory)
        return
    _read[memory] = graph, run_number
    if len(_read) > _MOST_READ or memory.size * memory.dtype.itemsize > _MOST_READ_BYTES // _MOST_READ: _forget_oldest(run_number)


def remember_requested(old: UOp, new: UOp) -> None:
    """Records that memory `new` holds `old` by explicit request: results that were read before refer to it as `old` only."""
    if (found := stored_graph(old, new)) is not None and found[1].dtype.is_float(): remember_request(found[0], weakref.ref(found[1]))


def remember_request(memory: UOp, graph: weakref.ref[UOp]) -> None:
    """Records that `memory` holds the value of `graph` by explicit request, if anything else still refers to that."""
    if graph() is not None: _requested[memory] = graph, False


def requested_within(reached: Container[UOp]) -> dict[UOp, tuple[UOp, bool]]:
    """Memories of parts of a graph that were explicitly realized after results were read: their nodes at that time, and whether
    the memory was written to since."""
    aliasing.see_all()
    found: dict[UOp, tuple[UOp, bool]] = {}
    for key in _requested.keyrefs():  # a list that is made at once: other threads may add to them meanwhile
        if (memory := key()) is None or (entry := _requested.get(memory)) is None: continue
        ref, is_overwritten = entry
        if (graph := ref()) is None: _requested.pop(memory, None)  # no result holds it any more
        elif graph in reached: found[memory] = graph, is_overwritten
    return found


def _is_made_of_tensors(graph: UOp, inside: Collection[UOp]) -> bool:
    """Whether a live unrealized float tensor is a proper part of `graph`, whose nodes are `inside`."""
    ends = {graph, aliasing.unshaped(graph)}
    return any(t.dtype.is_float() and t.uop not in ends and t.uop in inside for t in aliasing.pending_tensors())


def _is_imported(memory: UOp) -> bool:
    """Whether the memory is owned by another library."""
    buffer = find_buffer(memory) if memory.op is Ops.BUFFER else None
    return buffer is not None and buffer.owner is not None


def _forget_oldest(newest: int) -> None:
    """Bounds the memory of graphs of read values: drops whole runs, as a gradient through part of one is useless."""
    runs: dict[int, list[UOp]] = {}
    for memory, (_, number) in list(_read.items()): runs.setdefault(number, []).append(memory)
    total = sum(memory.size * memory.dtype.itemsize for memory in list(_read))
    for number, memories in sorted(runs.items()):
        if number == newest or (len(runs) <= _MOST_READ and total <= _MOST_READ_BYTES): return
        for memory in memories:
            total -= memory.size * memory.dtype.itemsize
            _read.pop(memory, None)
            _forgotten.add(memory)
        runs = {n: m for n, m in runs.items() if n > number}


def forget_reading(memories: set[UOp]) -> None:
    """The BUFFERs `memories` were overwritten: values that were computed from them have lost their graph."""
    if memories and _calls: _lose_calls(memories)
    for memory in memories:
        if (found := _requested.get(memory)) is not None: _requested[memory] = found[0], True
    if memories and _read:
        for result, (graph, _) in list(_read.items()):
            if not memories.isdisjoint(aliasing.leaves_of(result)): _read.pop(result, None)
            elif not memories.isdisjoint(graph.toposort()):
                _read.pop(result, None)
                _forgotten.add(result)
    if not (memories and _computed_by): return
    for result, graph in list(_computed_by.items()):
        if memories.isdisjoint(aliasing.leaves_of(result)) and memories.isdisjoint(graph.toposort()): continue
        _computed_by.pop(result, None)
        _lost[result] = True


def lose_gradient(memory: UOp) -> None:
    """A part of `memory` was overwritten with a value that a gradient flows to."""
    _lost[memory] = True


def has_lost_gradient(memory: UOp) -> bool:
    """Whether a gradient through the contents of `memory` is an error."""
    return memory in _lost


def carries_gradient(memory: UOp) -> bool:
    """Whether a gradient flows, or would have flowed, through the contents of `memory`."""
    return memory in _computed_by or memory in _lost


def graph_behind(memory: UOp) -> UOp | None:
    """The graph that computed the contents of `memory`, if a gradient may flow through it. GradientError if it is lost."""
    if memory in _lost:
        raise GradientError(*OVERWRITTEN)
    if (found := _computed_by.get(memory)) is not None: return found
    return entry[0] if (entry := _read.get(memory)) is not None else None


def forget(memory: UOp) -> None:
    """`memory` holds what was computed from something that has been written to since, and was not requested."""
    _forgotten.add(memory)


def has_graph(memory: UOp) -> bool:
    """Whether something is known about a graph behind `memory`."""
    return any(known and memory in known for known in (_computed_by, _lost, _read, _forgotten))


#: of graphs in `_requested`, the ids of the memories that they read
_requested_reads: weakref.WeakKeyDictionary[UOp, frozenset[int]] = weakref.WeakKeyDictionary()


def may_reach_requested(memories: Iterable[UOp]) -> bool:
    """Whether a graph that reads `memories` may have a part that was explicitly realized after results were read."""
    if not _requested: return False
    own = set(map(id, memories))
    for ref, _ in list(_requested.values()):
        if (graph := ref()) is None: continue
        if (reads := _requested_reads.get(graph)) is None:
            reads = _requested_reads[graph] = frozenset([id(n) for n in graph.toposort() if n.op in aliasing.MEMORY])
        if reads and reads <= own: return True
    return False


def is_forgotten(memory: UOp) -> bool:
    """Whether the gradient graph of `memory` is incomplete: see `graph_behind`."""
    return memory in _forgotten


def move_leaf(old: UOp, new: UOp) -> None:
    """Updates graphs that were computed from a leaf after the leaf has moved."""
    for memory, graph in list(_computed_by.items()):
        if (moved := graph.substitute({old: new})) is graph: continue
        if memory in moved.toposort(): _computed_by.pop(memory, None)  # the leaf itself has no graph
        else: _computed_by[memory] = moved


def rebuild(swap: dict[UOp, UOp], number: int) -> None:
    """Rebuilds the graphs remembered by run `number` from the current tensors, so that a gradient reaches them."""
    _see_calls()
    for memory, (graph, run_number) in list(_read.items()):
        if run_number != number or not graph.src: continue
        src = UOp.sink(*graph.src).substitute(swap).src
        if src == graph.src or memory in UOp.sink(*src).toposort(): continue
        whole, moved = graph.gradient, graph.replace(src=src)
        if whole is not None and moved.gradient is None:
            moved.gradient = whole.moved({**swap, **dict(zip(graph.src, src, strict=True))})
        _read[memory] = moved, number


def remember_assigned(storage: aliasing.Storage, memory: UOp, value: UOp, written: set[UOp]) -> None:
    """Remembers `value` as the graph of a memory that was fully overwritten with it, if a gradient flows to it."""
    _lost.pop(memory, None)
    if not storage.takes_gradient: return
    storage.takes_gradient = False
    if written.isdisjoint(value.toposort()): _computed_by[memory] = value
    else: _lost[memory] = True


def substitute(swap: dict[UOp, UOp]) -> None:
    """Replaces nodes in every remembered graph."""
    _see_calls()
    for memory, graph in list(_computed_by.items()): _computed_by[memory] = graph.substitute(swap)
    for memory, (graph, number) in list(_read.items()): _read[memory] = graph.substitute(swap), number
