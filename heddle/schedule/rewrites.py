"""Rewrites of the tensor graph into the form that fusion expects.

Inputs: the graph of the tensors to compute.
Outputs: an equal graph in which empty tensors are constants, long reduces are cut in two, views of memory are BUFFER_VIEWs where a
device cannot run kernels, and what an ASSIGN would overwrite too early is copied.
"""
from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence

from heddle.dtype import ConstType
from heddle.schedule.capabilities import CapabilitiesOf, SchedulingCapabilities, any_device
from heddle.schedule.cost_model import (
    COLUMN_PIECE,
    FEWEST_PIECES,
    GROUP,
    LANES,
    LARGE_REDUCE,
    LONG_REDUCE,
    MANY_LOOPS,
    MOST_PIECES,
    ROW_PIECE,
)
from heddle.schedule.index_map import TRUE, flatten, source_index
from heddle.schedule.patterns.attention_fusion import is_marked, mark_chains
from heddle.schedule.patterns.narrowing_casts import store_narrow_copies
from heddle.schedule.patterns.operand_layout import iteration_rules
from heddle.schedule.patterns.packed_operands import FEW_ROWS, value_of
from heddle.schedule.patterns.split_keys import split_keys
from heddle.schedule.patterns.split_scan import cut_scan_rules
from heddle.schedule.reductions import is_along_memory, is_product, summed, uses_of_elements
from heddle.uop import AxisType, GroupOp, Ops, UOp
from heddle.uop.interpreter.ops import identity_of
from heddle.uop.polynomial import linear
from heddle.uop.rewrite import PatternMatcher, Rule, UPat, graph_rewrite, rule
from heddle.uop.rewrite_trace import direct
from heddle.uop.symbol import capacity, is_symbolic, most
from heddle.uop.symbolic_shapes import holds_symbols, laid_out

RULES: list[Rule] = []
x = UPat.var("x")


def _constant(like: UOp, value: ConstType) -> UOp:
    """`value` in the shape and dtype of `like`, and on its device: it may be all that is left to say where to compute."""
    return UOp.const(like.dtype, value, like.device).broadcast_to(like.shape)


@rule(RULES, UPat(Ops.DETACH, src=(x,)))
def drop_detach(x: UOp) -> UOp:
    """detach(x) = x: only gradients look at it"""
    return x


@rule(RULES, UPat(Ops.CUSTOM_GRADIENT, name="node"))
def drop_custom_gradient(node: UOp) -> UOp:
    """custom_gradient(x, sources) = x: only gradients look at it"""
    return node.src[0]


@rule(RULES, UPat(Ops.COPY, src=(x,), name="copy"))
def copy_to_same_device(x: UOp, copy: UOp) -> UOp | None:
    """copy(x, d) = x where x is on d"""
    return x if x.device == copy.arg else None


def _reduction(reduce: UOp) -> tuple[Ops, tuple[int, ...]]: return reduce.arg[:2]


@rule(RULES, UPat(Ops.REDUCE_AXIS, src=(x,), name="reduce"))
def reduce_nothing(x: UOp, reduce: UOp) -> UOp | None:
    """reduce over no elements = the op's identity; reduce over axes of size 1 = x"""
    op, axes = _reduction(reduce)
    if x.numel == 0 and reduce.numel: return _constant(reduce, identity_of(op, reduce.dtype))
    return x if all(x.shape[a] == 1 for a in axes) else None


@rule(RULES, UPat(GroupOp.ELEMENTWISE | GroupOp.MOVEMENT | {Ops.REDUCE_AXIS, Ops.SCAN, Ops.MERGE, Ops.CONTIGUOUS, Ops.GATHER,
                                                         Ops.IOTA, Ops.COPY, Ops.COLLECTIVE}, name="empty"))
def empty_is_constant(empty: UOp) -> UOp | None:
    """a tensor with no elements = 0, expanded to its shape"""
    if empty.numel or (empty.op in GroupOp.MOVEMENT and empty.base.op is Ops.CONST): return None
    return _constant(empty, 0)


@rule(RULES, UPat(Ops.PAD, src=(x,), name="pad"))
def pad_nothing(x: UOp, pad: UOp) -> UOp | None:
    """a padded tensor without elements = 0: its memory, which has none either, is not read"""
    return _constant(pad, 0) if x.numel == 0 and pad.numel else None


@rule(RULES, UPat(Ops.GATHER, src=(UPat.var("table"), UPat.var("index")), name="picked"))
def gather_from_nothing(table: UOp, index: UOp, picked: UOp) -> UOp | None:
    """rows of a table without rows = 0"""
    return _constant(picked, 0) if table.numel == 0 else None


@rule(RULES, UPat(Ops.REDUCE_AXIS, src=(x,), name="reduce"))
def cut_long_reduce(x: UOp, reduce: UOp, ctx: CapabilitiesOf | None) -> UOp | None:
    """reduce(n elements) = reduce(reduce(n/p elements) p times)

    Where there are few results and many elements in each, so that the pieces can run side by side. The inner results are
    stored. Any order of reducing is allowed by the op's meaning.
    """
    op, axes = _reduction(reduce)
    if is_marked(reduce): return None
    capabilities = any_device("") if ctx is None or reduce.device is None else ctx(reduce.device)
    if is_symbolic([x.shape[a] for a in axes]):
        if op is not Ops.ADD or capabilities.parallel_loops < MANY_LOOPS: return None
        whole = reduce.replace(src=(_filled_up(x, axes),))
        return None if whole.src[0] is x else cut_long_reduce(whole.src[0], whole, ctx)
    axis = next((a for a in axes if x.shape[a] > 1), None)
    if axis is None or (pieces := _count_pieces(reduce, axis, capabilities)) == 1: return None
    s = x.shape
    split = _reshaped(x, (*s[:axis], pieces, s[axis] // pieces, *s[axis + 1:]))
    inner_axes = [axis + 1, *(a + (a > axis) for a in axes if a != axis)]
    inner = split.reduce_axis(op, inner_axes)
    # the results of a piece side by side, as the whole would store them, where a thread has one or some of them
    by_thread = capabilities.parallel_loops >= MANY_LOOPS and not is_along_memory(reduce)
    first = 0 if is_product(reduce) or by_thread else axis
    order = [axis, *(a for a in range(inner.ndim) if a != axis)] if first != axis else range(inner.ndim)
    return inner.permute(order).contiguous().reduce_axis(op, (first,)).reshape(reduce.shape)


def _count_pieces(reduce: UOp, axis: int, capabilities: SchedulingCapabilities) -> int:
    """Into how many pieces `axis` is cut, a divisor of its size; 1 if the reduction stays whole."""
    shape = reduce.src[0].shape
    length = math.prod(shape[a] for a in _reduction(reduce)[1])
    rows = uses_of_elements(reduce) if is_product(reduce) else 1
    by_threads = capabilities.parallel_loops >= MANY_LOOPS and length * reduce.capacity // rows >= LARGE_REDUCE
    if is_product(reduce) and not (by_threads and _is_by_threads(reduce, rows, capabilities)):
        # few rows need no tiles: vectors run along the sum, through each row of the other factor from one end to the other
        if capabilities.packs_operands and rows <= FEW_ROWS and is_along_memory(reduce): return 1
        return _product_pieces(shape[axis], length, reduce.capacity, _operands(reduce) if capabilities.packs_operands else 0)
    if length >= LONG_REDUCE and reduce.capacity < 64: return _pieces(shape[axis], length)
    if by_threads: return _pieces_for_threads(reduce, axis, length, capabilities.parallel_loops, reduce.capacity // rows)
    return 1


def _reshaped(x: UOp, shape: tuple[int, ...]) -> UOp:
    """`x` in another shape; a product is made of its reshaped factors, so that it is still seen to be one."""
    if x.op not in (Ops.CAST, Ops.MUL): return x.reshape(shape)
    return x.replace(src=tuple([_reshaped(s, shape) if x.op is Ops.CAST else s.reshape(shape) for s in x.src]))


def _is_by_threads(product: UOp, rows: int, capabilities: SchedulingCapabilities) -> bool:
    """Whether threads have all rows of a product each, of some columns or parts of them: where there are few, and no tensor core
    takes them."""
    is_on_units = value_of(summed(product).src[0]).dtype in capabilities.fuses_blocks and not is_along_memory(product)
    return rows < FEW_ROWS or (rows == FEW_ROWS and not is_on_units)


def _filled_up(x: UOp, axes: tuple[int, ...]) -> UOp:
    """`x` as long along these axes as it can be, with zeros beyond the length that it gets at launch; a product is still seen to be
    one. What is cut in pieces has to have a length."""
    if x.op in (Ops.CAST, Ops.MUL) and all(s.dtype.is_float() for s in x.src):
        return x.replace(src=tuple([_filled_up(s, axes) for s in x.src]))
    return x.pad(tuple((0, most(size) - size) if a in axes else (0, 0) for a, size in enumerate(x.shape)))


def _operands(reduce: UOp) -> int:
    """Elements of both factors of a product."""
    return sum(factor.base.capacity for factor in summed(reduce).src)


def _product_pieces(size: int, length: int, results: int, operands: int) -> int:
    """Pieces for a long sum of products: each some 1024 long, so that its tile stays in the second cache.

    The results of all pieces together should stay near too. Where they do not, pieces of 2048 still pay for storing them, up to as
    much as `operands` (1024 × 1024 results of 4096 products: 131 ms in one piece, 86 in two; one core of a Cascade Lake).
    """
    if length < 1 << 12: return 1
    limit = max(min(length // 1024, (1 << 20) // max(results, 1)), min(length // 2048, operands // max(results, 1)))
    return max((p for p in range(1, limit + 1) if size % p == 0), default=1)


def _pieces(size: int, length: int) -> int:
    """The number of pieces, a divisor of `size`: at most 256, each of some thousand elements."""
    limit = min(256, length // 4096)
    return max(p for p in range(1, limit + 1) if size % p == 0)


def _pieces_for_threads(reduce: UOp, axis: int, length: int, loops: int, results: int) -> int:
    """Pieces for a reduction by threads, of which groups of some hundred have a row each, if memory is contiguous along the
    reduction, and else each a vector of results: as many as keep the device busy, of as many elements as make storing them cheap.

    `results`: those that are not made of the same elements.
    """
    size = reduce.src[0].shape[axis]
    if is_along_memory(reduce): limit = min(length // ROW_PIECE, loops // GROUP // results)
    else: limit = min(length // COLUMN_PIECE, LANES * loops // results)
    if limit < FEWEST_PIECES: return 1
    return max((p for p in range(1, min(limit, MOST_PIECES) + 1) if size % p == 0), default=1)


def memory_view(node: UOp) -> tuple[UOp, int] | None:
    """(buffer, byte offset) where `node` is a consecutive part of it, seen through movement ops and BITCASTs; else None."""
    chain: list[UOp] = []
    base = node
    while base.op in GroupOp.MOVEMENT or base.op is Ops.BITCAST:
        chain.append(base)
        base = base.src[0]
    if base.op not in (Ops.BUFFER, Ops.PARAM) or any(map(holds_symbols, chain)): return None
    offset, top = 0, node
    position = UOp.range(max(node.numel, 1), AxisType.LOOP, 0)
    for part in [*(n for n in chain if n.op is Ops.BITCAST), base]:
        start = _start(top, part, position)
        if start is None: return None
        offset += start * part.dtype.itemsize
        if part is not base:
            top = part.src[0]
            position = UOp.range(max(top.numel, 1), AxisType.LOOP, 0)
    return base, offset


def _start(top: UOp, part: UOp, position: UOp) -> int | None:
    """Elements of `part` before `top` where `top` is a consecutive part of it."""
    from heddle.schedule.index_map import unflatten
    index, valid, node = unflatten(position, top.shape), TRUE, top
    while node is not part:
        index, valid = source_index(node, index, valid)
        node = node.src[0]
    if valid is not TRUE: return None
    terms, constant = linear(flatten(index, part.shape))
    consecutive = terms == {position: 1} or (top.numel == 1 and not terms)
    return constant if consecutive else None


@rule(RULES, UPat(Ops.COPY, src=(x,), name="copy"))
def copy_from_memory(x: UOp, copy: UOp) -> UOp | None:
    """copy(consecutive part of a buffer) = copy(BUFFER_VIEW), copy(anything else) = copy(contiguous(x))

    A disk runs no kernels, and even where kernels run a view costs nothing.
    """
    base = x.base
    if base.op in (Ops.BUFFER, Ops.PARAM, Ops.BITCAST) and (found := memory_view(x)) is not None:
        buffer, offset = found
        if offset == 0 and buffer.size == x.numel and buffer.dtype == x.dtype: source = buffer
        elif offset % x.dtype.itemsize == 0 and buffer.image is None:
            source = UOp(Ops.BUFFER_VIEW, x.dtype, (buffer,), (x.numel, offset // x.dtype.itemsize))
        else: source = None
        if source is not None:
            flat = UOp(Ops.COPY, x.dtype, (source,), copy.arg)
            return None if source is x else flat.reshape(x.shape)
    stored = x.op in (Ops.CONTIGUOUS, Ops.BUFFER, Ops.PARAM, Ops.BUFFER_VIEW, Ops.COPY, Ops.COLLECTIVE)
    return None if stored else UOp(Ops.COPY, x.dtype, (UOp(Ops.CONTIGUOUS, x.dtype, (x,)),), copy.arg)


def held_in(node: UOp) -> UOp:
    """What stores all of `node` row by row, with room for its greatest sizes: what it reshapes, or `node` itself."""
    base, shape = node, node.shape
    while base.op in (Ops.RESHAPE, Ops.SHRINK): base = base.src[0]
    if base is node or (base.capacity == math.prod(capacity(shape)) and laid_out(base, shape) is node): return base
    while node.op is Ops.RESHAPE and not is_symbolic(node.shape) and not is_symbolic(node.src[0].shape): node = node.src[0]
    return node


_HOLDING = frozenset((Ops.BUFFER, Ops.PARAM, Ops.CONTIGUOUS, Ops.COPY, Ops.COLLECTIVE, Ops.KERNEL, Ops.SCAN))


def _is_held(node: UOp) -> bool:
    """Whether all of `node` is stored by itself. What is assigned is, if it is all of a memory."""
    held = held_in(node)
    if held.op is Ops.ASSIGN: return held_in(held.src[0]).op in (Ops.BUFFER, Ops.PARAM)
    return held.op in _HOLDING and held.image is None


@rule(RULES, UPat(Ops.KERNEL, name="kernel"))
def kernel_of_memory(kernel: UOp) -> UOp | None:
    """kernel(x) = kernel(contiguous(x)): what a user wrote looks at memory"""
    if all(map(_is_held, kernel.src)): return None
    return kernel.replace(src=tuple([s if _is_held(s) else UOp(Ops.CONTIGUOUS, s.dtype, (s,)) for s in kernel.src]))


@rule(RULES, UPat(Ops.COLLECTIVE, name="node"))
def collective_of_memory(node: UOp) -> UOp | None:
    """collective(x, …) = collective(contiguous(x), …): other processes get memory"""
    bases = transferred(node)
    if all(map(_is_transferable, bases)): return None
    return node.replace(src=tuple([s if _is_transferable(base) else UOp(Ops.CONTIGUOUS, base.dtype, (base,)).reshape(s.shape)
                                   for s, base in zip(node.src, bases, strict=True)]))


def _is_transferable(base: UOp) -> bool:
    return base.op in (Ops.CONTIGUOUS, Ops.BUFFER, Ops.PARAM, Ops.BUFFER_VIEW, Ops.COPY, Ops.COLLECTIVE) and base.image is None


#: ops that are no kernels: they move memory
TRANSFERS = (Ops.COPY, Ops.COLLECTIVE)


def transferred(node: UOp) -> list[UOp]:
    """The memory that a transfer moves, of each of its sources."""
    return [_unshaped(s) for s in node.src] if node.op is Ops.COLLECTIVE else [node.src[0]]


def _unshaped(node: UOp) -> UOp:
    while node.op is Ops.RESHAPE: node = node.src[0]
    return node


prepare_rules = iteration_rules + cut_scan_rules + PatternMatcher(RULES)  # before long sums are cut


def assigned_memory(target: UOp) -> UOp:
    """The BUFFER that writing to `target` changes."""
    node = target
    while node.op in GroupOp.MOVEMENT or node.op is Ops.ASSIGN or node.op is Ops.BITCAST: node = node.src[0]
    return node


def reads_other_elements(assign: UOp) -> bool:
    """True if the value reads the memory it is written to at other elements than the one being written.

    What is stored on the way has been read before the writing starts. Of an image, any element: a kernel reads it or writes it.
    """
    target, value = assign.src
    if (memory := assigned_memory(target)).image is not None:
        return memory in value.toposort(gate=lambda n: n.op not in _STORED) and value is not target
    return value is not target and reads_elsewhere(value, target, lambda n: n.op not in _STORED)


def reads_elsewhere(value: UOp, target: UOp, inside: Callable[[UOp], bool]) -> bool:
    """True if `value` reads the memory of `target` at other elements than its own; only nodes `inside` are looked into.

    Elementwise ops and assignments keep the positions of elements.
    """
    memory = assigned_memory(target)
    moved: dict[UOp, bool] = {target: False, memory: memory is not target}  # reads the memory: in place, or elsewhere
    for node in value.toposort(gate=lambda n: n is not target and inside(n)):
        if node in moved: continue
        if not inside(node):
            # an earlier version of the same memory
            if node.op is Ops.ASSIGN and assigned_memory(node) is memory: moved[node] = True
            continue
        reads = [moved[s] for s in node.src if s in moved]
        if reads: moved[node] = any(reads) or node.op not in _KEEP_POSITIONS
    return moved.get(value, False)


_KEEP_POSITIONS = GroupOp.ELEMENTWISE | {Ops.ASSIGN, Ops.CONTIGUOUS}
_STORED = frozenset((Ops.CONTIGUOUS, Ops.COPY, Ops.COLLECTIVE, Ops.SCAN, Ops.MERGE, Ops.KERNEL))


@direct
def prepare(sink: UOp, capabilities: CapabilitiesOf = any_device, required: Collection[UOp] | None = None) -> UOp:
    """The graph in the form that the rest of the schedule expects.

    Of the sources of `sink`, those not `required` (all, if None) are followed only to be found again: nobody reads them.
    """
    split = split_keys(sink, capabilities, required)
    if required is not None: required = {new for old, new in zip(sink.src, split.src, strict=True) if old in required}
    sink = graph_rewrite(mark_chains(split, capabilities, required), prepare_rules, capabilities)
    sink = _on_devices(sink.replace(src=tuple(map(_without_reshape, sink.src))))
    if narrow := store_narrow_copies(sink, capabilities): sink = sink.substitute(narrow)
    swap: dict[UOp, UOp] = {}
    for node in sink.toposort():
        if node.op is Ops.ASSIGN and node.src[1].op is not Ops.CONTIGUOUS and reads_other_elements(node):
            swap[node.src[1]] = UOp(Ops.CONTIGUOUS, node.dtype, (node.src[1],))
    return _rebuild(sink, swap) if swap else sink


@direct
def _on_devices(sink: UOp) -> UOp:
    """What is made of constants alone, and may get memory of its own, on the device of its readers."""
    if not any(n.device is None and n.op in _MAY_BE_STORED for n in sink.toposort()): return sink
    placed: dict[str, dict[UOp, UOp]] = {}
    new: dict[UOp, UOp] = {}
    for node in sink.toposort():
        device = node.device
        src = tuple([new[s] if s.device is not None or device is None else _placed(new[s], device, placed) for s in node.src])
        new[node] = node if src == node.src else node.replace(src=src)
    return new[sink]


def _placed(node: UOp, device: str, placed: dict[str, dict[UOp, UOp]]) -> UOp:
    """`node`, which is on no device, on `device`."""
    done = placed.setdefault(device, {})
    for n in node.toposort(gate=lambda n: n not in done):
        if n in done: continue
        src = (UOp(Ops.DEVICE, arg=device),) if n.op in (Ops.CONST, Ops.IOTA) else tuple([done[s] for s in n.src])
        done[n] = n.replace(src=src)
    return done[node]


_MAY_BE_STORED = frozenset((Ops.REDUCE_AXIS, Ops.SCAN, Ops.MERGE, Ops.GATHER, Ops.CONTIGUOUS, Ops.IOTA))


#: the argument of a CONTIGUOUS that all readers of its source are to read instead: what has to have the same bits for all of them
SHARED = "shared"


def share_stored(nodes: Sequence[UOp], count: int) -> tuple[UOp, ...]:
    """`nodes` with every reader of a value that is stored as SHARED reading it there. The first `count` nodes are stored anyway."""
    order = UOp.sink(*nodes).toposort()
    stored = {n.src[0] for n in order if n.op is Ops.CONTIGUOUS and n.arg == SHARED}
    if not stored: return tuple(nodes)
    outputs = set(nodes[:count])
    made: dict[UOp, UOp] = {}  # each node as it is computed
    read: dict[UOp, UOp] = {}  # each node as its readers have it
    for node in order:
        if node.op is Ops.CONTIGUOUS and node.arg == SHARED:
            made[node] = read[node] = read[node.src[0]]
            continue
        src = tuple([read[s] for s in node.src])
        made[node] = read[node] = node if src == node.src else node.replace(src=src)
        if node in stored and node not in outputs and node.op not in _STORED:
            read[node] = UOp(Ops.CONTIGUOUS, node.dtype, (made[node],))
    return (*(made[n] for n in nodes[:count]), *(read[n] for n in nodes[count:]))


def _without_reshape(stored: UOp) -> UOp:
    """A stored copy, or the pieces of a long scan, without the RESHAPE around them: the same elements in the same order."""
    node = _unshaped(stored)
    return node if node.op in (Ops.COPY, Ops.COLLECTIVE, Ops.SCAN, Ops.MERGE) else stored


def _rebuild(sink: UOp, swap: dict[UOp, UOp]) -> UOp:
    """`sink` with the values of its ASSIGNs replaced as `swap` says."""
    new: dict[UOp, UOp] = {}
    for node in sink.toposort():
        src = tuple(new[s] for s in node.src)
        if node.op is Ops.ASSIGN and node.src[1] in swap: src = (src[0], UOp(Ops.CONTIGUOUS, node.dtype, (src[1],)))
        new[node] = node if src == node.src else node.replace(src=src)
    return new[sink]
