"""Fusion: the loops that each node is computed under, and the values that are stored in memory.

Inputs: a prepared graph.
Outputs: a `Plan`: the stored nodes, and for each node its `Use`s: in which kernel, at which index, under which condition it is
needed.
Invariants: a node is visited after all its readers; a stored node is computed once, under loops of its own; every other node is
computed at each use. `cost_model.py` has the costs that decide.
"""
from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import field

from heddle.dtype import dtypes
from heddle.errors import InternalError
from heddle.lazy_dataclass import dataclass
from heddle.schedule import cost_model
from heddle.schedule.fusion_report import Reason, Why
from heddle.schedule.index_map import FALSE, TRUE, ZERO, Index, both, choice, loops_over, source_index
from heddle.schedule.patterns.attention_fusion import CHUNK, OUTER, ROWS, is_marked, values_between
from heddle.schedule.patterns.epilogues import Epilogues
from heddle.schedule.patterns.narrowing_casts import Narrowing
from heddle.schedule.patterns.packed_operands import (
    factor_values,
    is_byte_product,
    packed_nodes,
    scaled_byte_products,
)
from heddle.schedule.patterns.rival_products import rival_epilogues
from heddle.schedule.patterns.scan_kernels import CARRYING, carried_last, opened, source_uses
from heddle.schedule.reductions import is_product, reduction_length
from heddle.schedule.rewrites import TRANSFERS, held_in, reads_elsewhere, transferred
from heddle.uop import AxisType, GroupOp, Ops, UOp
from heddle.uop.traversal import Readers

#: ops whose value is always in memory
STORED = CARRYING | {Ops.CONTIGUOUS, Ops.COPY, Ops.COLLECTIVE, Ops.ASSIGN, Ops.KERNEL}
MEMORY = frozenset((Ops.BUFFER, Ops.PARAM, Ops.BUFFER_VIEW))


#: what opens the loop that all reductions of a chain share
_ALONG = (OUTER, ROWS, CHUNK)
_NO_LOOPS: frozenset[UOp] = frozenset()
#: key of a use of a node: kernel, index, condition
Key = tuple[int, Index, UOp]


@dataclass(eq=False, repr=False)
class Kernel:
    """A kernel under construction: the stored nodes it computes (all under the same loops) and properties of its body."""

    root: UOp
    loops: tuple[UOp, ...]
    outputs: list[UOp]
    ranges: int = 0  # loops opened so far
    has_product: bool = False  # holds a sum of products, which needs the loops for itself
    has_row_reduce: bool = False
    along: UOp | None = None  # of a chain of products: the loop that all its reductions share (patterns/attention_fusion.py)
    by_chunk: bool = False  # and that goes along a chunk of keys, for all rows at once (patterns/split_keys.py)


@dataclass(eq=False, repr=False)
class Use:
    """One use of a node: by `kernel`, at `index` where `valid`, inside `loops` (outermost first)."""

    kernel: Kernel
    index: Index
    valid: UOp
    loops: tuple[UOp, ...]
    sources: list[Use] = field(default_factory=list["Use"])
    reduce_ranges: tuple[UOp, ...] = ()
    value: UOp | None = None  # the expression, set by kernels.py

    def known(self) -> UOp:
        """The expression, set once kernels.py has visited this use."""
        if self.value is None: raise InternalError("a value is used before it is made")
        return self.value

    def moving(self) -> frozenset[UOp]:
        """The loops that the index depends on."""
        return _NO_LOOPS.union(*(i.ranges for i in self.index))

    def hoisted(self) -> tuple[UOp, ...]:
        """The loops around this after hoisting: down to the innermost one that it depends on."""
        moving = self.moving()
        last = max((n for n, loop in enumerate(self.loops) if loop in moving), default=-1)
        return self.loops[:last + 1]

    def evaluations(self) -> int:
        """The number of times that this is computed."""
        return math.prod(int(loop.vmax) + 1 for loop in self.hoisted())


@dataclass
class Plan:
    """The result of `find_loops`."""

    uses: dict[UOp, dict[Key, Use]]
    roots: dict[UOp, Use]  # the use in which a stored node is computed
    kernels: list[Kernel]
    why: dict[UOp, Why]  # the reason of each store that is a choice


@dataclass(frozen=True)
class Estimate:
    """The cost of computing one element of a node, including its unstored sources."""

    cost: int  # picoseconds
    length: int  # ops
    buffers: frozenset[UOp]


def estimates(order: list[UOp], stored: set[UOp], most_buffers: int, between: Collection[UOp] = ()) -> dict[UOp, Estimate]:
    """An estimate for every node. Where an expression would be too long, parts of it that are not `between` are added to `stored`."""
    found: dict[UOp, Estimate] = {}  # as readers see it
    own: dict[UOp, Estimate] = {}
    below = _Below(stored, found)
    likely = factors(order)
    for node in order:
        leaf = Estimate(0, 1, frozenset((node,)))
        if node.op in MEMORY or node in stored:
            found[node] = own[node] = leaf
            continue
        estimate = _estimate(node, found, below)
        if node.op in GroupOp.ELEMENTWISE and node not in between and _is_too_long(estimate, most_buffers):
            for s in node.src: _cut(s, stored, found)
            below.forget()
            estimate = _estimate(node, found, below)
        own[node] = estimate
        found[node] = leaf if node in likely else estimate
    return own


def factors(order: list[UOp]) -> set[UOp]:
    """Factors of products, which are read many times and therefore likely to be stored."""
    found: set[UOp] = set()
    for node in order:
        if node.op is not Ops.REDUCE_AXIS or not is_product(node): continue
        found.update(s for s in factor_values(node) if s.op in GroupOp.ELEMENTWISE)
    return found


def _is_too_long(e: Estimate, most_buffers: int) -> bool:
    return e.length > cost_model.LONGEST_EXPRESSION or len(e.buffers) > most_buffers


def _cut(node: UOp, stored: set[UOp], found: dict[UOp, Estimate]) -> None:
    """Stores the node under the movement ops of `node`, unless it is cheap."""
    chain = [node]
    while chain[-1].op in GroupOp.MOVEMENT: chain.append(chain[-1].src[0])
    base = chain[-1]
    if base.op not in GroupOp.ELEMENTWISE or found[base].length < 8: return
    stored.add(base)
    for n in chain: found[n] = Estimate(0, 1, frozenset((base,)))


def _estimate(node: UOp, found: dict[UOp, Estimate], below: _Below) -> Estimate:
    if node.op is Ops.REDUCE_AXIS and is_product(node): return Estimate(cost_model.ALU, 1, frozenset((node,)))
    parts = [found[s] for s in node.src if s.op is not Ops.DEVICE]
    buffers = _NO_LOOPS.union(*(p.buffers for p in parts))
    if sum(p.length > 1 and bool(p.buffers) for p in parts) < 2:
        cost, length = sum(p.cost for p in parts), sum(p.length for p in parts)
    else: cost, length = below.size(node)  # sources may share nodes below them, which count once
    if node.op is Ops.REDUCE_AXIS: return Estimate(cost_model.ALU, length + 1, buffers)
    # a constant of any shape has no length: compilers spend no time on it
    is_constant = node.op is Ops.CONST or (node.op in GroupOp.MOVEMENT and not length)
    return Estimate(cost + _own_cost(node), length if is_constant else length + 1, buffers)


class _Below:
    """The sizes of expressions down to their leaves, by sets of nodes: a set is a number with a bit for each of its nodes.

    Expressions that share most of their nodes, such as the rounds of a random number, would else be walked for each of them.
    """

    def __init__(self, stored: set[UOp], found: dict[UOp, Estimate]) -> None:
        self._stored, self._found = stored, found
        self.forget()

    def forget(self) -> None:
        """Starts again, after leaves have changed."""
        self._sets: dict[UOp, int] = {}  # of each node: itself, and those below it
        self._by_cost: dict[int, int] = {}
        self._with_length = 0

    def size(self, node: UOp) -> tuple[int, int]:
        """The cost and the length of what is below `node`, where it is no leaf."""
        nodes = 0
        for s in node.src:
            if s not in self._sets: self._add(s)
            nodes |= self._sets[s]
        cost = sum(each * (nodes & those).bit_count() for each, those in self._by_cost.items())
        return cost, (nodes & self._with_length).bit_count()

    def _add(self, root: UOp) -> None:
        sets, stored = self._sets, self._stored
        for n in root.toposort(gate=lambda n: n not in sets and n not in stored and n.op not in _OPAQUE):
            if n in sets: continue
            nodes = bit = 1 << len(sets)
            if n not in stored:
                if cost := _own_cost(n): self._by_cost[cost] = self._by_cost.get(cost, 0) | bit
                if n.op not in _OPAQUE:
                    for s in n.src: nodes |= sets[s]
            if n not in self._found or self._found[n].length > 0: self._with_length |= bit
            sets[n] = nodes


#: leaves of an expression in the estimate of its length: memory, and reductions, which have estimates of their own
_OPAQUE = MEMORY | {Ops.REDUCE_AXIS}


def _own_cost(node: UOp) -> int:
    if node.op in GroupOp.MOVEMENT or node.op in MEMORY: return 0
    return cost_model.ALU if node.op is Ops.REDUCE_AXIS else cost_model.op_cost(node)


def find_loops(sink: UOp, most_buffers: int = cost_model.MOST_BUFFERS, most_outputs: int | None = None) -> Plan:
    """Visits `sink`'s graph from the outputs back and decides what is stored; no kernel has more than `most_outputs` outputs."""
    return _Walk(sink, most_buffers, most_outputs).run()


class _Walk:
    """The walk that decides which values are stored. It fills `plan`.

    `stored`: values that are stored whatever they cost (roots, and what `estimates` found too long). `estimate`: cost and buffers
    of each value if it is computed where it is used.
    """

    def __init__(self, sink: UOp, most_buffers: int, most_outputs: int | None) -> None:
        self.most_outputs = most_outputs
        self.order = [n for n in sink.toposort() if n is not sink and n.op is not Ops.DEVICE]
        self.stored = {n for n in self.order if n.op in STORED} | {s for s in sink.src if s.op not in MEMORY}
        anyway = frozenset(self.stored)
        self.between = values_between(self.order)
        self.byte_products = scaled_byte_products(self.order)
        self.packed = packed_nodes(self.order, self.byte_products)
        readers = Readers(self.order)
        rivals = {n: length for n, length in rival_epilogues(self.order, readers, self.stored).items() if n not in self.between}
        self.stored |= rivals.keys()
        self.epilogues = Epilogues(readers, self.stored)
        self.narrowing = Narrowing(readers, self.stored, anyway)
        self.estimate = estimates(self.order, self.stored, most_buffers, self.between)
        self.plan = Plan({n: {} for n in self.order}, {}, [], {
            n: Why(Reason.PRODUCT, length=rivals[n]) if n in rivals else Why(Reason.LONG_EXPRESSION) for n in self.stored - anyway})

    def run(self) -> Plan:
        """The plan. Outputs come first, so all uses of a node are known when it is visited."""
        for node in reversed(self.order):
            if node.op in MEMORY or node.op is Ops.CONST: continue
            if not (node in self.stored or self.should_store(node)):
                for use in self.plan.uses[node].values(): self.enter(node, use)
            elif (path := self.narrowing.path_from(node)) and path[-1] not in self.plan.roots: self.store_narrowed(path)
            else: self.open_kernel(node)
        return self.plan

    # ---- store or recompute

    def should_store(self, node: UOp) -> bool:
        """Whether a node that is not stored anyway should be: it computes something, and doing so at each use costs more."""
        uses = list(self.plan.uses[node].values())
        if not uses or node.op in GroupOp.MOVEMENT or node.op is Ops.IOTA or node in self.between or node in self.packed: return False
        if node.op is Ops.REDUCE_AXIS: return self.should_store_reduce(node, uses)
        if node.op is Ops.CAST and node.src[0].dtype.itemsize <= node.dtype.itemsize: return False  # but its source, which is smaller
        return self.repeating_costs_more(node, uses, self.estimate[node].cost)

    def repeating_costs_more(self, node: UOp, uses: list[Use], cost: int) -> bool:
        """Compares the cost of recomputing the node at every use with the cost of storing it once."""
        if all(use.kernel is uses[0].kernel and use.kernel.by_chunk and use.kernel.along in use.moving() for use in uses):
            return False  # it is computed once for each key
        is_chain = all(use.kernel.along is not None for use in uses)
        is_computed = not self.estimate[node].buffers and cost <= cost_model.CHEAP
        if is_computed and (is_chain or node.capacity <= cost_model.TINY): return False
        times = sum(use.evaluations() for use in uses)
        if len(uses) == 1 and times <= node.capacity: return False
        kernels = len({id(use.kernel) for use in uses})
        read = sum(cost_model.READ_BYTE * b.dtype.itemsize for b in self.estimate[node].buffers if b.capacity * 2 > node.capacity)
        again = (times - node.capacity) * cost + max(kernels - 1, 0) * node.capacity * read
        store = cost_model.LAUNCH + node.capacity * node.dtype.itemsize * (cost_model.WRITE_BYTE + kernels * cost_model.READ_BYTE)
        if 0 < again <= store and self.epilogues.holds(node): store = 0  # the product below would be stored instead
        if again > store: self.plan.why[node] = Why(Reason.REPEATED, again, store)
        return again > store

    def should_store_reduce(self, node: UOp, uses: list[Use]) -> bool:
        """Whether a reduction is stored, with the reason in `plan.why`: it is inside the loop of a chain, in several kernels and
        above 4096 additions, dearer to repeat than to store, or does not fit the loops of its kernel."""
        length = reduction_length(node)
        if any(use.kernel.along is not None for use in uses):
            self.plan.why[node] = Why(Reason.INSIDE_REDUCE, length=length)
            return True
        if len({id(use.kernel) for use in uses}) > 1:
            self.plan.why[node] = Why(Reason.SEVERAL_KERNELS, length=length)
            return length * node.capacity > 4096
        per_element = length * (self.estimate[node.src[0]].cost + cost_model.ALU)
        if self.repeating_costs_more(node, uses, per_element): return True
        why = next((why for use in uses if (why := self.why_not_inside(node, use, length)) is not None), None)
        if why is not None: self.plan.why[node] = Why(why, length=length)
        return why is not None

    def why_not_inside(self, node: UOp, use: Use, length: int) -> Reason | None:
        """Why the kernel of `use` should not contain this reduce; None if it may."""
        kernel, own = use.kernel, use.kernel.loops
        moving = use.moving()
        inside_reduce = any(loop in moving for loop in use.loops if loop not in own)
        if inside_reduce and length <= cost_model.SHORT_REDUCE and is_byte_product(node): return None
        if is_product(node) or node in self.byte_products:
            fits = use.hoisted() == own and moving >= frozenset(own) and not kernel.has_product and not kernel.has_row_reduce
            fits = fits and not (is_marked(node) and len(kernel.outputs) > 1)
            if fits: kernel.has_product = True
            return None if fits else Reason.PRODUCT
        if inside_reduce or kernel.has_product: return None if length <= cost_model.SHORT_REDUCE else Reason.INSIDE_REDUCE
        outer = [loop in moving for loop in own]
        is_prefix = outer == sorted(outer, reverse=True)
        pieces = math.prod(int(loop.vmax) + 1 for loop, m in zip(own, outer, strict=True) if m)
        if not is_prefix: return Reason.NOT_BY_ROW
        if pieces < 16 and length * pieces > cost_model.LONG_REDUCE: return Reason.FEW_ROWS
        # each element of an output may have a short sum of its own beside that of a product
        kernel.has_row_reduce |= not (all(outer) and length <= cost_model.UNROLLED_REDUCE)
        return None

    # ---- uses of sources

    def open_kernel(self, node: UOp) -> None:
        """Opens the loops of a stored node: one for each axis longer than 1 (a transfer or a custom kernel has none)."""
        if node.op is Ops.KERNEL: return self.open_written(node)
        if node.op in TRANSFERS:
            kernel = Kernel(node, (), [node])
            self.plan.kernels.append(kernel)
            self.plan.roots[node] = root = Use(kernel, (), TRUE, ())
            for source in dict.fromkeys(transferred(node)): self.use_whole(root, source)
            return
        joined = self.joins(node)
        if joined is not None:
            kernel, index = joined.kernel, joined.index
            kernel.outputs.append(node)
        else:
            index = loops_over(node.shape)
            kernel = Kernel(node, carried_last(node, index), [node], len(index))
            self.plan.kernels.append(kernel)
        root = self.plan.roots[node] = Use(kernel, index, TRUE, kernel.loops)
        self.enter(node, root)

    def open_written(self, node: UOp) -> None:
        """A custom kernel: one for all its outputs."""
        known = next((k for k in self.plan.kernels if is_same_kernel(k.root, node)), None)
        if known is not None: known.outputs.append(node)
        else: self.plan.kernels.append(known := Kernel(node, (), [node]))
        root = self.plan.roots[node] = Use(known, (), TRUE, ())
        for source in dict.fromkeys(map(held_in, node.src)): self.use_whole(root, source)

    def use_whole(self, root: Use, source: UOp) -> None:
        """Adds a use of all elements of a stored source."""
        if source.op in MEMORY: return
        index = tuple(UOp.range(s, AxisType.LOOP, i) if s != 1 else ZERO for i, s in enumerate(source.shape))
        root.sources.append(self.use_of(source, root.kernel, index, TRUE, ()))

    def joins(self, node: UOp) -> Use | None:
        """The use by which `node` may become another output of its only reader's kernel: same loops, same index."""
        uses = list(self.plan.uses[node].values())
        if len(uses) != 1 or node.op not in (Ops.ASSIGN, Ops.CONTIGUOUS): return None
        use = uses[0]
        if use.kernel.along is not None: return None
        if self.most_outputs is not None and len(use.kernel.outputs) >= self.most_outputs: return None
        own = tuple(i for i in use.index if i.op is Ops.RANGE)
        same = own == use.kernel.loops == use.loops and use.valid is TRUE
        whole = [i.src[0] for i in own] == [UOp.number(s) for s in node.shape if s != 1]
        if not (same and whole) or use.kernel.root.device != node.device or use.kernel.root.op in (*TRANSFERS, Ops.KERNEL): return None
        return use if self.may_be_written_together([*use.kernel.outputs, node]) else None

    def may_be_written_together(self, outputs: list[UOp]) -> bool:
        """Whether one loop nest may write all these: none may read what another one has already overwritten.

        A value stored for an ASSIGN stays in a kernel of its own: it is read before the memory is overwritten.
        """
        assigns = [n for n in outputs if n.op is Ops.ASSIGN]
        if any(a.src[1] is n for a in assigns for n in outputs if n.op is Ops.CONTIGUOUS): return False
        values = [n.src[1] if n.op is Ops.ASSIGN else n for n in outputs]
        return not any(reads_elsewhere(v, a.src[0], lambda n: n in outputs or n not in self.stored) for a in assigns for v in values)

    def store_narrowed(self, path: list[UOp]) -> None:
        """Stores the CAST at the end of `path` in place of the value at its start, which only it reads, and computes that there."""
        node, cast = path[0], path[-1]
        for inner in path[:-1]: self.plan.uses[inner].clear()
        if node in self.plan.why: self.plan.why[cast] = self.plan.why.pop(node)
        self.open_kernel(cast)
        kernel = self.plan.roots[cast].kernel
        if node.op is Ops.REDUCE_AXIS:
            if is_product(node): kernel.has_product = True
            else: kernel.has_row_reduce = True
        for inner in reversed(path[:-1]):
            for use in self.plan.uses[inner].values(): self.enter(inner, use)

    def use_of(self, node: UOp, kernel: Kernel, index: Index, valid: UOp, loops: tuple[UOp, ...]) -> Use:
        key = (id(kernel), index, valid)
        uses = self.plan.uses[node]
        if (use := uses.get(key)) is None: use = uses[key] = Use(kernel, index, valid, loops)
        return use

    def enter(self, node: UOp, use: Use) -> None:
        """Adds the uses of the node's sources under `use`."""
        kernel, index, valid, loops = use.kernel, use.index, use.valid, use.loops
        if node.op in GroupOp.MOVEMENT:
            index, valid = source_index(node, index, valid)
            if valid is FALSE: return  # all of it is padding
        elif node.op is Ops.REDUCE_AXIS:
            index, use.reduce_ranges = self.open_reduce(node, use)
            if is_marked(node) and node.arg[2] in _ALONG: kernel.along = use.reduce_ranges[0]
            if is_marked(node, CHUNK): kernel.by_chunk = True
            loops = (*use.hoisted(), *use.reduce_ranges)
        if node.op is Ops.GATHER:
            picked = node.src[1]
            use.sources = self.enter_gather(node, use, picked)
            return
        if node.op in CARRYING:
            use.reduce_ranges = opened(node, kernel.ranges)
            kernel.ranges += len(use.reduce_ranges)
            use.sources = [self.use_of(s, kernel, at, valid, around) for s, at, around in source_uses(node, index, loops)]
            return
        sources = node.src[1:] if node.op is Ops.ASSIGN else node.src
        if node.op is Ops.WHERE and (chosen := choice(node, index)) is not None: sources = (node.src[chosen],)
        use.sources = [self.use_of(s, kernel, index, valid, loops) for s in sources if s.op is not Ops.DEVICE]

    def enter_gather(self, node: UOp, use: Use, picked: UOp) -> list[Use]:
        """The uses of a GATHER's sources. The row is a placeholder, which depends on the index's loops, until the index is lowered."""
        rank = picked.ndim
        inner = self.use_of(picked, use.kernel, use.index[:rank], use.valid, use.loops)
        row = UOp(Ops.INDEX, dtypes.index, (picked, *use.index[:rank]))
        rows = (row, *use.index[rank:])
        valid = use.valid if is_clamped(node) else both(use.valid, in_rows(row, node.src[0].shape[0]))
        table = self.use_of(node.src[0], use.kernel, rows, valid, use.loops)
        return [table, inner]

    def open_reduce(self, node: UOp, use: Use) -> tuple[Index, tuple[UOp, ...]]:
        """New loops for the reduced axes. The reductions of a chain by rows share one loop: its kernel keeps the rows."""
        index = list(use.index)
        opened: list[UOp] = []
        by_rows = node in self.between and (not is_marked(node) or is_marked(node, CHUNK))
        axes: tuple[int, ...] = node.arg[1]
        for axis in axes:
            size = node.src[0].shape[axis]
            if size == 1: continue
            if by_rows and use.kernel.along is not None: index[axis] = use.kernel.along
            else:
                index[axis] = UOp.range(size, AxisType.REDUCE, use.kernel.ranges)
                use.kernel.ranges += 1
            opened.append(index[axis])
        return tuple(index), tuple(opened)


def is_same_kernel(a: UOp, b: UOp) -> bool:
    """Whether two results are outputs of one run of a custom kernel."""
    return a.op is b.op is Ops.KERNEL and a.src == b.src and a.arg[0] is b.arg[0]


def is_clamped(gather: UOp) -> bool:
    """Whether a GATHER has the nearest row for an index out of range; the number of rows is known then."""
    return gather.arg is True and type(gather.src[0].shape[0]) is int


def in_rows(row: UOp, rows: int) -> UOp:
    """0 <= row < rows, for a row that is not known yet."""
    return (row < 0).alu(Ops.NOT) & (row < UOp.number(rows))
