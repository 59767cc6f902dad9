"""Cache key of schedules: a graph without the identities of its buffers and the values of its variables.

Inputs: the roots of a graph, and live graphs whose values may be needed later.
Outputs: a `Form`, whose `key` is equal for two graphs if and only if one schedule serves both.
Invariants: one walk finds it; what has no memory below it stands in the key as itself, for equal nodes are one.
"""
from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable

from heddle.errors import KernelError, ShapeError
from heddle.named_tuple import NamedTuple
from heddle.uop import Ops, ParamArg, Symbol, UOp
from heddle.uop.symbol import Leaf
from heddle.uop.symbolic_shapes import MAY_HOLD_SYMBOLS, holds_symbols, map_sizes
from heddle.uop.traversal import walk
from heddle.uop.variable_bindings import Bindings, symbols_of

_BUFFER, _RESHAPE, _CONST = Ops.BUFFER, Ops.RESHAPE, Ops.CONST  # members of an Enum are slow to look up by attribute
_ELSEWHERE = frozenset((Ops.COPY, Ops.SHARD))  # ops that move a value to other devices
#: ops that are in memory already, or never need to be
IN_PLACE = frozenset((Ops.BUFFER, Ops.PARAM, Ops.BUFFER_VIEW, Ops.MULTI, Ops.CONST, Ops.IOTA, Ops.DEVICE))


class Form(NamedTuple):
    """A graph of a run. `entries` are nodes below the roots that live graphs read."""

    key: Hashable
    roots: tuple[UOp, ...]
    entries: tuple[UOp, ...]
    nodes: list[UOp]  # of the roots, sources first: equal keys mean corresponding nodes have equal numbers
    slots: list[UOp]  # the BUFFERs among them
    sized: list[UOp]  # those with a Symbol in their argument
    devices: tuple[str, ...]  # of the whole graph
    names: RunNames  # the names of variables in the schedule

    def general(self) -> tuple[UOp, dict[UOp, int]]:
        """SINK(roots, entries) with buffers replaced by numbered PARAMs and variables unbound, and the numbers of its nodes.

        The argument of the SINK is the number of roots.
        """
        slots, sized = {b: i for i, b in enumerate(self.slots)}, set(self.sized)
        new: dict[UOp, UOp] = {}
        for node in self.nodes:
            if node in slots:
                new[node] = UOp(Ops.PARAM, node.dtype, (), ParamArg(slots[node], node.arg.size, node.arg.device, image=node.image))
                continue
            src, arg = tuple([new[s] for s in node.src]), self.names.argument(node) if node in sized else node.arg
            if node.op is Ops.CUSTOM_GRADIENT: arg = None  # gradient rules do not affect a schedule
            new[node] = node if src == node.src and arg is node.arg else node.replace(src=src, arg=arg)
        sink = UOp.sink(*[new[n] for n in (*self.roots, *self.entries)], arg=len(self.roots))
        return sink, {new[node]: number for number, node in enumerate(self.nodes)}

    def values(self) -> dict[str, int]:
        """The values of the variables. ShapeError, at the node's line, if one has none."""
        if not self.sized: return {}
        bindings = Bindings()
        for node in self.sized:
            try:
                for n in symbols_of(node.arg.sizes if node.op is Ops.KERNEL else node.arg): bindings.add(self.names.bound(n))
                bindings.values()
            except ShapeError as fault:
                fault.where = node.loc or fault.where
                raise
        return bindings.values()


class RunNames:
    """The names of variables in one run. A variable with several values gets another name for each value after the first."""

    def __init__(self) -> None:
        self._names: dict[Leaf, str] = {}
        self._taken: dict[str, Leaf] = {}

    def of(self, leaf: Leaf) -> str:
        """The name of a variable with its value."""
        if (name := self._names.get(leaf)) is not None: return name
        name, number = leaf.name, 1
        while not self._may_take(name, leaf): name, number = f"{leaf.name}_{number + 1}", number + 1
        if leaf.value is not None or name not in self._taken: self._taken[name] = leaf
        self._names[leaf] = name
        return name

    def _may_take(self, name: str, leaf: Leaf) -> bool:
        """Whether nothing else has the name. One without a value, or with other bounds, keeps its own."""
        other = self._taken.get(name)
        if other is None or other == leaf or None in (leaf.value, other.value): return True
        return name == leaf.name == other.name and other[:3] != leaf[:3]

    def bound(self, n: Symbol) -> int:
        """A size in terms of the names of the run, with values."""
        return n.map(lambda leaf: leaf._replace(name=self.of(leaf)))

    def unbound(self, n: Symbol) -> int:
        """The same without values."""
        return n.map(lambda leaf: leaf._replace(name=self.of(leaf), value=None))

    def argument(self, node: UOp) -> Hashable:
        """The argument of a node, without values."""
        return map_sizes(node, self.unbound)


def form_of(roots: tuple[UOp, ...], alive: Iterable[UOp] = ()) -> Form:
    """The form of the graph of `roots`, of which the graphs `alive` may read parts later."""
    content: list[object] = []  # op, dtype, argument and sources of each node: no source is an op, so it is unambiguous
    known: dict[UOp, UOp | int] = {}  # each node's number; the node itself if it is a constant, or movement of one
    slots: list[UOp] = []
    sized: list[UOp] = []
    named: list[str] = []  # devices
    names = RunNames()
    add = content.extend
    for node in walk(roots, known):
        op, arg, src = node.op, node.arg, node.src
        if op is _BUFFER:
            slots.append(node)
            add((op, node.dtype, arg[1:]))
            named.append(arg.device)
        elif op in MAY_HOLD_SYMBOLS and holds_symbols(node):
            sized.append(node)
            add((op, node.dtype, names.argument(node), *[known[s] for s in src]))
        elif op is Ops.CUSTOM_GRADIENT: add((op, node.dtype, *[known[s] for s in src]))
        elif len(src) == 1:
            below = known[src[0]]
            if op in _ELSEWHERE: named += _each(node.device)
            if type(below) is not int:
                known[node] = node
                continue
            add((op, node.dtype, arg, below))
        elif len(src) == 2: add((op, node.dtype, arg, known[src[0]], known[src[1]]))  # nearly all that are left, without a list
        elif src: add((op, node.dtype, arg, *[known[s] for s in src]))
        else:
            if op is Ops.PARAM: raise _no_memory(node)
            known[node] = node
            if (device := node.device) is not None: named += _each(device)
            continue
        known[node] = len(known)
    entries = entries_of(alive, known, roots) if alive else ()
    key = tuple(content), tuple([known[r] for r in roots]), tuple([known[e] for e in entries])
    return Form(key, roots, entries, list(known), slots, sized, tuple(dict.fromkeys(named)), names)


class OpForm(NamedTuple):
    """The form of a single op on memory and constants, without a walk: equal keys mean equal keys of `form_of`."""

    key: Hashable
    slots: list[UOp]
    device: str


def form_of_op(root: UOp) -> OpForm | None:
    """The form of a node whose sources are BUFFERs of one device, reshapes of some, or constants without a device; None for others."""
    slots: list[UOp] = []
    # for each source the shape that it has if it is reshaped, and then the number of its BUFFER, what is new of it, or the constant
    content: list[object] = [root.op, root.dtype, root.arg]
    add = content.append
    for node in root.src:
        if node.op is _RESHAPE and (below := node.src[0]).op is _BUFFER:
            add(node.arg)
            node = below
        if node.op is _BUFFER:
            if node in slots: add(slots.index(node))
            else:
                _, device, size, image = node.arg
                content += len(slots), node.dtype, device, size, image
                slots.append(node)
        elif (base := node.base).op is _CONST and not base.src: add(node)
        else: return None
    if not slots: return None
    return OpForm(tuple(content), slots, slots[0].arg.device)


def _no_memory(param: UOp) -> KernelError:
    return KernelError(f"parameter {param.arg.slot} of a graph stands for no memory, so nothing that is made of it can be computed",
                       "Call the graph on tensors: x.call(y, fxn=graph).")


def _each(device: str | tuple[str, ...]) -> tuple[str, ...]: return device if isinstance(device, tuple) else (device,)


def entries_of(alive: Iterable[UOp], known: Collection[UOp], roots: tuple[UOp, ...]) -> tuple[UOp, ...]:
    """The first known nodes on the way down from each graph alive, but for roots, memory, and views of memory; sources first."""
    found: set[UOp] = set()
    seen: set[UOp] = set()
    stack = list(alive)
    while stack:
        node = stack.pop()
        if node in seen: continue
        seen.add(node)
        if node not in known: stack += node.src
        elif node not in roots and node.base.op not in IN_PLACE: found.add(node)
    return tuple([n for n in known if n in found]) if found else ()
