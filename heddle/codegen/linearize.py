"""Linearization: a kernel's ast as linear IR, with loops opened and closed.

Inputs: an expanded ast.
Outputs: its ops in an order where each op follows its sources. Values are hoisted out of loops that they do not depend on, each RANGE
is closed by one END, and each REDUCE or LOOP_CARRIED is a register that its loop updates.
"""
from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import field

from heddle.dtype import DType, dtypes
from heddle.errors import InternalError
from heddle.lazy_dataclass import dataclass
from heddle.renderer import Capabilities
from heddle.uop import GroupOp, Ops, UOp
from heddle.uop.interpreter.ops import identity_of
from heddle.uop.rewrite_trace import current_trace, direct
from heddle.uop.traversal import walk


@dataclass(eq=False, repr=False)
class OpGroup:
    """Ops that are emitted together, in `block`, after the groups in `needs`."""

    ops: tuple[UOp, ...]
    block: Block
    needs: list[OpGroup] = field(default_factory=list["OpGroup"])


@dataclass(eq=False, repr=False)
class Block:
    """The body of a loop; without a loop, the whole kernel."""

    loop: UOp | None
    parent: Block | None
    depth: int
    entries: list[OpGroup | Block] = field(default_factory=list["OpGroup | Block"])


Entry = OpGroup | Block


def linearize(sink: UOp, caps: Capabilities | None = None) -> list[UOp]:
    """The kernel as a list of ops, positions in the index dtype of a device with these capabilities."""
    sink = separate_loops(sink)
    if any(n.op is Ops.LOOP_CARRIED for n in sink.toposort()): sink = _numbered_carries(sink)
    linearizer = _Linearizer(sink, list(sink.toposort()), index_dtype(sink, caps or Capabilities()))
    uops = linearizer.run()
    if (trace := current_trace.get()) is not None:
        trace.replaced(sink, as_node(uops), linearizer.values, linearize)
    return uops


def as_node(uops: Sequence[UOp]) -> UOp:
    """Linear IR as one node."""
    return UOp(Ops.LINEAR, dtypes.void, tuple(uops))


def with_argument(uops: Sequence[UOp], chosen: Collection[UOp], arg: Hashable, by: Callable[..., object]) -> list[UOp]:
    """The linear IR with `arg` as the argument of the `chosen` ops; `by` is the pass that does it."""
    new: dict[UOp, UOp] = {}
    for u in uops:
        src, own = tuple([new.get(s, s) for s in u.src]), arg if u in chosen else u.arg
        new[u] = u if src == u.src and own == u.arg else u.replace(src=src, arg=own)
    out = [new[u] for u in uops]
    if (trace := current_trace.get()) is not None: trace.replaced(as_node(uops), as_node(out), {u: new[u] for u in chosen}, by)
    return out


def index_dtype(sink: UOp, caps: Capabilities) -> DType:
    """The integer dtype of positions: the device's own, or int64 where that overflows and the device has int64."""
    required = caps.index_dtype
    if required == dtypes.int64 or dtypes.int64 not in caps.dtypes: return required
    indices = (n for n in sink.toposort() if n.dtype.scalar() is dtypes.index)
    return required if all(required.min <= n.vmin and n.vmax <= required.max for n in indices) else dtypes.int64


@direct
def separate_loops(sink: UOp) -> UOp:
    """Duplicates axes that reductions or outputs use inside different loops: a RANGE can be opened only once.

    Such axes come from computing the remainder of a split axis separately.
    """
    while swap := _with_own_axes(sink): sink = sink.substitute(swap)
    return sink


def _with_own_axes(sink: UOp) -> dict[UOp, UOp]:
    """The reductions and outputs with an axis that an earlier one has inside other loops, over duplicates of such axes."""
    swap: dict[UOp, UOp] = {}
    first: dict[UOp, frozenset[UOp]] = {}  # the loops around the first use of an axis
    apart: dict[tuple[UOp, frozenset[UOp]], UOp] = {}
    order = sink.toposort()
    fresh = itertools.count(1 + max([n.arg[0] for n in order if n.op is Ops.RANGE], default=0))
    for node in order:
        if node.op not in GroupOp.CLOSING: continue
        own: dict[UOp, UOp] = {}
        for n, r in enumerate(node.src[1:], 1):
            outer = node.ranges.union(node.src[1:n])
            if first.setdefault(r, outer) == outer: continue
            if (r, outer) not in apart: apart[r, outer] = r.replace(arg=(next(fresh), r.arg[1]))
            own[r] = apart[r, outer]
        if own: swap[node] = node.substitute(own)
    return swap


@direct
def _numbered_carries(sink: UOp) -> UOp:
    """`sink` with its LOOP_CARRIEDs numbered; the source that distinguished them is dropped, because nothing computes it."""
    new: dict[UOp, UOp] = {}
    for node in sink.toposort():
        src = tuple([new[s] for s in node.src])
        new[node] = node if src == node.src else node.replace(src=src)
        if node.op is Ops.LOOP_CARRIED: new[node] = UOp(Ops.LOOP_CARRIED, node.dtype, (src[0], *src[2:]), len(new))
    return new[sink]


def loop_parents(order: list[UOp], sink: UOp) -> dict[UOp, UOp | None]:
    """The parent of each loop in the loop nest."""
    depth: dict[UOp, int] = {}
    for end in sink.src:
        for r in end.src[1:]: depth.setdefault(r, len(depth))
    for node in reversed(order):  # outer reductions before the reductions inside them
        if node.op in GroupOp.CLOSING:
            for r in node.src[1:]: depth.setdefault(r, len(depth))
    together: dict[UOp, set[UOp]] = {r: set() for r in depth}
    nests = {node.ranges for node in order}
    nests |= {node.ranges.union(node.src[1:], node.src[0].ranges) for node in order if node.op in GroupOp.CLOSING}
    for inside in nests:
        for r in inside: together[r] |= inside
    parents: dict[UOp, UOp | None] = {}
    for r in sorted(depth, key=lambda r: -depth[r]):
        outer = {q for q in together[r] if depth[q] < depth[r]}
        parent = parents[r] = max(outer, key=lambda q: depth[q], default=None)
        if parent is not None: together[parent] |= outer
    return parents


def loops_of_unknown_iterations(order: list[UOp]) -> dict[UOp, frozenset[UOp]]:
    """For each STORE the enclosing loops that may have no iteration: it stays inside them, even if it does not depend on them."""
    found: dict[UOp, frozenset[UOp]] = {}
    for end in order:
        if end.op is not Ops.END or not (unknown := frozenset(r for r in end.src[1:] if r.src[0].op is not Ops.CONST)): continue
        stack = [end.src[0]]
        while stack:
            node = stack.pop()
            if node.op is Ops.STORE: found[node] = found.get(node, frozenset()) | unknown
            elif node.op in (Ops.GROUP, Ops.AFTER, Ops.END): stack += node.src
    return found


def by_reuse(order: list[UOp]) -> list[UOp]:
    """`order` with the reductions of a loop sorted by shared values, so that fewer values are live at a time.

    Greedy: the next reduction is the one with the fewest values that no earlier one uses, the first of those in `order`. A tile of
    sums is thus computed row by row, and the elements of all rows are not live at once.
    """
    reductions: dict[tuple[UOp, ...], list[UOp]] = {}
    for node in order:
        if node.op is Ops.REDUCE: reductions.setdefault(node.src[1:], []).append(node)
    for loops, group in reductions.items():
        if len(group) < _FEWEST_SORTED or _are_nested(order, group): continue
        order = _moved_together(order, _by_fewest_new(group, frozenset(loops)))
    return order


#: the fewest reductions of a loop that are sorted: fewer fit the registers in any order
_FEWEST_SORTED = 8


def _are_nested(order: list[UOp], group: list[UOp]) -> bool:
    """Whether one reduction of `group` is computed from another."""
    left, above = set(group), set[UOp]()
    for node in order:
        is_above = not above.isdisjoint(node.src)
        if node in left:
            if is_above: return True
            left.remove(node)
            if not left: return False
            above.add(node)
        elif is_above: above.add(node)
    return False


def _by_fewest_new(group: list[UOp], loops: frozenset[UOp]) -> list[UOp]:
    """The reductions of one loop in the order of `by_reuse`."""
    inside = {reduction: _changing_with(loops, reduction.src[0]) for reduction in group}
    new = {reduction: len(nodes) for reduction, nodes in inside.items()}
    users: dict[UOp, list[UOp]] = {}
    for reduction, nodes in inside.items():
        for n in nodes: users.setdefault(n, []).append(reduction)
    left, done = list(group), list[UOp]()
    while left:
        best = min(left, key=new.__getitem__)
        left.remove(best)
        done.append(best)
        for n in inside[best]:
            for reduction in users.pop(n, ()): new[reduction] -= 1
    return done


def _changing_with(loops: frozenset[UOp], value: UOp) -> set[UOp]:
    """The nodes from `value` down that change with one of `loops`."""
    found: set[UOp] = set()
    stack = [value]
    while stack:
        node = stack.pop()
        if node in found or loops.isdisjoint(node.ranges): continue
        found.add(node)
        stack += node.src
    return found


def _moved_together(order: list[UOp], group: list[UOp]) -> list[UOp]:
    """`order` with the reductions of `group` moved together, in that order, to the first of them, each after what it is computed
    from."""
    members = set(group)
    first = next(n for n, node in enumerate(order) if node in members)
    out = order[:first]
    seen = set(out)
    for node in walk(group, seen):
        seen.add(node)
        out.append(node)
    return out + [node for node in order[first:] if node not in seen]


class _Linearizer:
    """Builds the tree of blocks of one kernel, one block per loop, and emits it.

    `values`: the node in linear IR of each node of the ast. `groups`: where a node is emitted; nodes that emit nothing by
    themselves (END, GROUP, AFTER) have a group without ops, for others to depend on.
    """

    def __init__(self, sink: UOp, order: list[UOp], index: DType) -> None:
        self.sink, self.index = sink, index
        self.order = by_reuse(order)
        self.root = Block(None, None, 0)
        self.blocks: dict[UOp, Block] = {}
        self.homes: dict[frozenset[UOp], Block] = {}
        self.groups: dict[UOp, OpGroup] = {}
        self.values: dict[UOp, UOp] = {}
        self.unknown = loops_of_unknown_iterations(self.order)
        self.registers = self.barriers = 0

    def run(self) -> list[UOp]:
        """The linear IR: memory and variables first, then the loop nest in the order of dependencies."""
        self.make_blocks()
        for node in self.order:
            if node is not self.sink: self.add(node)
        self.read_before_writing()
        out: list[UOp] = [self.values[n] for n in self.order if n.op in GroupOp.DECLARED]
        # tiles come first, where memory is aligned
        out.sort(key=lambda n: (n.op.value, n.arg.slot if n.op is Ops.PARAM else len(n.arg) if n.op is Ops.DEFINE_LOCAL else 0))
        self.close_blocks()
        self.emit(self.root, self.dependencies(), out)
        for block in (self.root, *self.blocks.values()): block.entries.clear()  # groups and blocks refer to each other
        return out

    def make_blocks(self) -> None:
        """Makes a block for each loop inside that of its parent, parents first."""
        parents = loop_parents(self.order, self.sink)
        for r in parents:
            chain: list[UOp] = []
            q: UOp | None = r
            while q is not None and q not in self.blocks:
                chain.append(q)
                q = parents[q]
            block = self.root if q is None else self.blocks[q]
            for loop in reversed(chain): block = self.blocks[loop] = Block(loop, block, block.depth + 1)

    def home(self, ranges: frozenset[UOp]) -> Block:
        """The innermost block of these loops."""
        found = self.homes.get(ranges)
        if found is None: found = self.homes[ranges] = max([self.blocks[r] for r in ranges], key=lambda b: b.depth, default=self.root)
        return found

    def new(self, ops: tuple[UOp, ...], block: Block, needs: list[OpGroup]) -> OpGroup:
        group = OpGroup(ops, block, needs)
        block.entries.append(group)
        return group

    def add(self, node: UOp) -> None:
        """Puts one node into the block of the innermost loop that it depends on. A CAST between index dtypes that became one is its
        source; a DOT, WMMA or WGMMA that a REDUCE accumulates is emitted by that REDUCE."""
        groups, values, op = self.groups, self.values, node.op
        needs = [groups[s] for s in node.src if s in groups]
        if op in _APART: return self.add_apart(node, needs)
        dtype = self.index.vec(node.dtype.count) if node.dtype.kind == "index" else node.dtype
        value = values[node] = UOp(op, dtype, tuple([values[s] for s in node.src]), node.arg)
        if op is Ops.CAST and value.src[0].dtype == dtype:
            values[node] = value.src[0]
            if needs: groups[node] = needs[0]
            return
        if op in GroupOp.DECLARED or node in groups: return
        if op is Ops.CONST: block = self.root
        elif op is Ops.STORE: block = self.home(node.ranges | self.unknown.get(node, frozenset()))
        else: block = self.home(node.ranges)
        groups[node] = self.new(() if op in _PRODUCTS and _accumulates(node) else (value,), block, needs)  # the REDUCE emits those

    def add_apart(self, node: UOp, needs: list[OpGroup]) -> None:
        """The same for a node that is no value, or has more than one group."""
        if node.op is Ops.RANGE:
            self.values[node] = node.replace(dtype=self.index, src=(self.values[node.src[0]],))
            if needs: self.new((), self.blocks[node], needs)  # the loop comes after its trip count
        elif node.op is Ops.REDUCE: self.add_reduce(node, needs)
        elif node.op is Ops.LOOP_CARRIED: self.add_carry(node)
        elif node.op is Ops.YIELD: self.add_next(node, needs)
        elif node.op in _MEETINGS: self.add_barrier(node, needs)
        else: self.add_effect(node, needs)

    def read_before_writing(self) -> None:
        """Orders a store of an element after every load of it: kernels read their memory as it was before them."""
        loads: dict[UOp, list[OpGroup]] = {}
        for node in self.order:
            if node.op is Ops.LOAD and node.src[0].op is Ops.INDEX and node.src[0].src[0].op is Ops.PARAM:
                loads.setdefault(node.src[0], []).append(self.groups[node])
        for node in self.order:
            if node.op is Ops.STORE: self.groups[node].needs += loads.get(node.src[0], ())

    def add_effect(self, node: UOp, needs: list[OpGroup]) -> None:
        """END and GROUP emit nothing; AFTER is its first source with more dependencies."""
        if not node.src: return
        self.values[node] = self.values[node.src[0]]
        self.groups[node] = self.new((), self.home(node.ranges), needs)

    def add_barrier(self, node: UOp, needs: list[OpGroup]) -> None:
        """A barrier is in the loops of the effects that it waits for; in linear IR it has a number and no sources."""
        self.barriers += 1
        number = self.barriers if node.arg is None else (self.barriers, *node.arg)
        sources = tuple(self.values[s] for s in node.src[:2]) if node.op is Ops.MBARRIER_WAIT else ()
        value = self.values[node] = UOp(node.op, dtypes.void, sources, number)
        self.groups[node] = self.new((value,), self.home(node.ranges), needs)

    def add_reduce(self, node: UOp, needs: list[OpGroup]) -> None:
        """Three groups: the register and its identity element before the loops, the update inside them, the result behind them.

        A running reduction reads the register of its LOOP_CARRIED instead; a WGMMA accumulates in place, and its result is read
        after a wait.
        """
        block = self.home(node.ranges)
        if (carried := _running(node)) is not None:  # the register that has it already
            result = self.values[node] = UOp(Ops.LOAD, node.dtype, (self.values[carried].src[0],), "result")
            self.groups[node] = self.new((result,), block, needs)
            return
        register = UOp(Ops.DEFINE_REG, node.dtype, (), self.registers)
        self.registers += 1
        start = UOp.const(node.dtype, identity_of(node.arg, node.dtype))
        constant = self.groups.get(start) or self.groups.setdefault(start, self.new((start,), self.root, []))
        begin = self.new((register, register.store(start)), block, [constant])
        inner = self.home(node.src[0].ranges | frozenset(node.src[1:]))
        old = UOp(Ops.LOAD, node.dtype, (register,))
        new = self.values[node.src[0]]
        result = UOp(Ops.LOAD, node.dtype, (register,), "result")
        if new.op is Ops.WGMMA: steps = (new.replace(dtype=dtypes.void, src=(*new.src, register)),)
        else:
            totals = _reduced(node.arg, old, new)
            steps = (old, *totals, register.store(totals[-1]))
        update = self.new(steps, inner, [begin, *needs])
        self.values[node] = result
        self.groups[node] = self.new((*self.arrivals(new, register), result), block, [update])

    def add_carry(self, node: UOp) -> None:
        """A register that is initialised before its loops and read at the start of each iteration."""
        first, *loops = node.src
        inside = sorted((self.blocks[r] for r in loops), key=lambda b: b.depth)
        register = UOp(Ops.DEFINE_REG, node.dtype, (), self.registers)
        self.registers += 1
        needs = [self.groups[first]] if first in self.groups else []
        begin = self.new((register, register.store(self.values[first])), inside[0].parent or self.root, needs)
        value = self.values[node] = UOp(Ops.LOAD, node.dtype, (register,))
        self.groups[node] = self.new((value,), inside[-1], [begin])

    def add_next(self, node: UOp, needs: list[OpGroup]) -> None:
        """The register is updated after it has been read."""
        carried, value = node.src
        update = self.values[carried].src[0].store(self.values[value])
        self.groups[node] = self.new((update,), self.groups[carried].block, needs)

    def arrivals(self, added: UOp, register: UOp) -> tuple[UOp, ...]:
        """The wait for asynchronous products that accumulate in a register."""
        if added.op is not Ops.WGMMA: return ()
        self.barriers += 1
        return (UOp(Ops.ASYNC_WAIT, dtypes.void, (register,), (self.barriers, "products", 0)),)

    def close_blocks(self) -> None:
        """Makes each block an entry of the one around it, after what is in that already."""
        for block in self.blocks.values():
            if block.parent is not None: block.parent.entries.append(block)

    def dependencies(self) -> dict[Entry, set[Entry]]:
        """For each entry the others of its block that come before it, dependencies of nested entries included."""
        blocks = (self.root, *self.blocks.values())
        needs: dict[Entry, set[Entry]] = {entry: set() for block in blocks for entry in block.entries}
        for block in blocks:
            for group in block.entries:
                if isinstance(group, Block): continue
                for other in group.needs:
                    mine, theirs = (group, other) if other.block is block else _meeting(group, other)
                    if mine is not theirs: needs[mine].add(theirs)
        return needs

    def emit(self, block: Block, needs: Mapping[Entry, set[Entry]], out: list[UOp]) -> None:
        """Emits a block. The recursion is as deep as the loop nest."""
        for entry in _sorted(block.entries, needs):
            if isinstance(entry, OpGroup): out.extend(entry.ops)
            elif entry.loop is not None:
                loop = self.values[entry.loop]
                out.append(loop)
                self.emit(entry, needs, out)
                out.append(UOp(Ops.END, dtypes.void, (loop,)))


#: ops that synchronise, and are emitted once each
_MEETINGS = frozenset((Ops.BARRIER, Ops.ASYNC_COMMIT, Ops.ASYNC_WAIT, Ops.MBARRIER_WAIT))
#: ops of nodes that are no values, or have more than one group
_APART = _MEETINGS | {Ops.RANGE, Ops.REDUCE, Ops.LOOP_CARRIED, Ops.YIELD, Ops.END, Ops.GROUP, Ops.AFTER}
#: products that may be summed by themselves, and what is rescaled in between
_PRODUCTS = frozenset((Ops.DOT, Ops.WMMA, Ops.WGMMA, Ops.RESCALED))


def _accumulates(node: UOp) -> bool:
    """Whether a product is still to be added to something: itself, or the first of a chain of them, or what is rescaled first."""
    if node.op is Ops.RESCALED: return True
    while node.op in (Ops.DOT, Ops.WMMA) and len(node.src) == 3: node = node.src[2]
    return node.op in (Ops.DOT, Ops.WMMA, Ops.WGMMA) and len(node.src) == 2


def _running(reduction: UOp) -> UOp | None:
    """The LOOP_CARRIED whose values are `reduction` so far, if those are what is reduced: its last one is the reduction."""
    running = reduction.src[0]
    handed_on = running.src[1] if running.op is Ops.AFTER else running
    if handed_on.op is not Ops.YIELD or handed_on.src[1] is not running.src[0] or running.src[0].op is not reduction.arg: return None
    carried = handed_on.src[0]
    first = carried.src[0]
    is_all = carried in running.src[0].src and carried.src[1:] == reduction.src[1:] and first.op is Ops.CONST
    return carried if is_all and first.arg == identity_of(reduction.arg, reduction.dtype) else None


def _reduced(op: Ops, old: UOp, new: UOp) -> tuple[UOp, ...]:
    """The accumulator after one more value, last; DOT and WMMA accumulate by themselves, one after the other."""
    if new.op is Ops.RESCALED:
        rescaled = old.alu(Ops.MUL, new.src[1])
        return rescaled, *_reduced(op, rescaled, new.src[0])
    if op is not Ops.ADD or new.op not in (Ops.DOT, Ops.WMMA) or not _accumulates(new): return (UOp(op, old.dtype, (old, new)),)
    before = _reduced(op, old, new.src[2]) if len(new.src) == 3 else ()
    return *before, new.replace(src=(*new.src[:2], before[-1] if before else old))


def _meeting(group: OpGroup, other: OpGroup) -> tuple[Entry, Entry]:
    """The entries of the innermost block around both that are or contain them."""
    mine: Entry = group
    theirs: Entry = other
    a, b = group.block, other.block
    while a is not b:
        if a.depth >= b.depth:
            assert a.parent is not None  # only the whole kernel has none, and it is around both
            mine, a = a, a.parent
        else:
            assert b.parent is not None
            theirs, b = b, b.parent
    return mine, theirs


def _sorted(entries: list[Entry], needs: Mapping[Entry, set[Entry]]) -> list[Entry]:
    """The entries of a block in dependency order; ties in the order of the graph."""
    number = {e: n for n, e in enumerate(entries)}
    users: dict[Entry, list[Entry]] = {e: [] for e in entries}
    waits = {e: len(needs[e]) for e in entries}
    for e in entries:
        for n in needs[e]: users[n].append(e)
    ready = [number[e] for e in entries if waits[e] == 0]
    heapq.heapify(ready)
    out: list[Entry] = []
    while ready:
        e = entries[heapq.heappop(ready)]
        out.append(e)
        for u in users[e]:
            waits[u] -= 1
            if waits[u] == 0: heapq.heappush(ready, number[u])
    if len(out) != len(entries): raise InternalError("cyclic dependency between a kernel's loops")
    return out


