"""Splitting along the keys: attention of a few rows by chunks of its keys, in one kernel, and a second one that joins the chunks.

Inputs: a tensor graph.
Outputs: an equal graph in which a chain of two products with few rows (decoding: a row of queries for each head, and a cache of keys)

    out[r, e] = sum_k p(r, k) * v[k, e],  p proportional to exp(c * (x(r, k) - m(r))),  m(r) = max_k x(r, k)

is computed for chunks of the keys, each with a maximum and sums of its own, which are stored, side by side, in float32:

    m[r, j] = max x,  l[r, j] = sum exp(c * (x - m[r, j])),  o[r, j, e] = sum p * v        over the keys of chunk j
    M = max_j m[r, j],  out[r, e] = sum_j o[r, j, e] * exp(c * (m[r, j] - M)) / sum_j l[r, j] * exp(c * (m[r, j] - M))

So keys and values are read once, by as many work-groups as there are chunks, and scores are never stored. Sums that may be rescaled
are those of uop/rescaling.py; nothing here is about softmax.
Invariants: values between are read by nothing else, and are not rounded to narrow floats; a row that is wholly masked is NaN, as are
those of infinite maxima, as without the rule. A length that is known at launch only, or that chunks do not divide, is filled up by
keys of score -inf.
"""
from __future__ import annotations

import math
from collections.abc import Collection, Mapping

from heddle.dtype import DType, dtypes
from heddle.errors import InternalError
from heddle.named_tuple import NamedTuple
from heddle.schedule.capabilities import CapabilitiesOf, SchedulingCapabilities
from heddle.schedule.cost_model import (
    CHAIN_ROWS,
    CHUNK_COLUMNS,
    CHUNK_DEPTH,
    FEWEST_KEYS,
    LEAST_CHUNK,
    LOOPS_OF_CHUNK,
    MOST_CHUNK,
)
from heddle.schedule.index_map import TRUE, ZERO, Index, loops_over, source_index
from heddle.schedule.patterns.attention_fusion import CHUNK, INNER, JOINED, is_marked
from heddle.schedule.reductions import repeats, summed
from heddle.uop import AxisType, GroupOp, Ops, UOp
from heddle.uop.rescaling import Rescaling, steps_of
from heddle.uop.symbol import bounds_of, is_symbolic, most
from heddle.uop.traversal import readers_of

#: Floats that are stored for a chunk behind its columns: a maximum and up to so many sums but one; a row is whole vectors then.
_BESIDE = 4


def split_keys(sink: UOp, capabilities: CapabilitiesOf, required: Collection[UOp] | None = None) -> UOp:
    """`sink` with each chain of products of a few rows split along its keys, on devices that do that (`splits_keys`).

    Of its sources, those not `required` (all, if None) may stay values between.
    """
    order = sink.toposort()
    sums = [n for n in order if n.op is Ops.REDUCE_AXIS and _may_be_outer(n)]
    outers = [n for n in sums if n.device is not None and capabilities(n.device).splits_keys]
    if not outers: return sink
    readers = readers_of(order)
    if required is not None: readers |= {n: [r for r in readers[n] if r is not sink] for n in sink.src if n not in required}
    chains = {n: chain for n in outers if (chain := _find_chain(n, readers)) is not None}
    if not chains: return sink
    swap: dict[UOp, UOp] = {}
    for node in order:
        src = tuple([swap[s] for s in node.src])
        swap[node] = node if src == node.src else node.replace(src=src)
        if node in chains: swap[node] = _split(chains[node], capabilities(node.device), swap)
    return swap[sink]


def _may_be_outer(node: UOp) -> bool:
    """Whether a reduction is a sum of products along enough keys."""
    if is_marked(node) or node.arg[0] is not Ops.ADD or len(node.arg[1]) != 1: return False
    product = summed(node)
    if product.op is not Ops.MUL or node.dtype != dtypes.float32 or not product.capacity: return False
    return most(product.shape[_reduced(node)]) >= FEWEST_KEYS


def _reduced(reduction: UOp) -> int:
    """The only axis that is reduced."""
    axes: tuple[int, ...] = reduction.arg[1]
    return axes[0]


# ---- matching


class _At(NamedTuple):
    """A node of a chain: its axis along the keys, and its elements in loops of the second product."""

    node: UOp
    axis: int
    element: Index


class _Chain(NamedTuple):
    """Attention with few rows."""

    outer: UOp
    axis: int  # of the second product, along the keys
    column: int  # and along the values
    weights: UOp  # the factor of the second product that is made of scores
    values: UOp  # the other one
    inner: UOp
    between: frozenset[UOp]
    reductions: dict[UOp, _At]  # of rows of scores, in dependency order
    rescalings: dict[UOp, Rescaling]  # of each sum, that of the outer product too
    divided: tuple[_At, ...]  # from the factor down to what divides it by a number of its row, if anything does

    @property
    def maximum(self) -> UOp: return next(r for r in self.reductions if r.arg[0] is Ops.MAX)

    @property
    def rows(self) -> list[int]:
        product = summed(self.outer)
        return _rows(product, self.axis, self.column)

    @property
    def loops(self) -> Index: return loops_over(summed(self.outer).shape)


def _find_chain(outer: UOp, readers: Mapping[UOp, list[UOp]]) -> _Chain | None:
    """The chain that ends with `outer`, if it is one whose keys can be split."""
    product = summed(outer)
    axis = _reduced(outer)
    loops = loops_over(product.shape)
    for weights, values in (product.src, product.src[::-1]):
        columns = [n for n in repeats(weights) if product.shape[n] != 1]
        if len(columns) != 1 or axis in columns or columns[0] in repeats(values): continue
        if is_symbolic(tuple(n for a, n in enumerate(product.shape) if a != axis)): continue
        width = product.shape[columns[0]]
        if width % 8 or width > CHUNK_COLUMNS or bounds_of(product.shape[axis])[0] < 1: continue
        found = _below(weights, axis, loops)
        if found is None: continue
        inner, between, reductions = found
        if not _is_few_rows(inner, columns[0], product, axis): continue
        inside = between | {outer, product, *_casts(outer)}
        if not all(inside.issuperset(readers[n]) for n in between): continue
        if any(_rows_of(at, loops) != _rows(product, axis, columns[0]) for at in reductions.values()): continue
        divided = _divisor_of(weights, axis, between)
        quotient = divided[-1].node if divided else None
        rescalings = _rescalings(outer, weights, _Scalars(between, reductions, inner.node, quotient))
        if rescalings is None: continue
        return _Chain(outer, axis, columns[0], weights, values, inner.node, between, reductions, rescalings, divided)
    return None


def _casts(reduction: UOp) -> list[UOp]:
    """The casts of the products that are summed."""
    chain = [reduction.src[0]]
    while chain[-1].op is Ops.CAST: chain.append(chain[-1].src[0])
    return chain


def _below(top: UOp, axis: int, loops: Index) -> tuple[_At, frozenset[UOp], dict[UOp, _At]] | None:
    """The only first product under a factor, the values from there to the factor, and the reductions of rows among them."""
    stack, seen = [_At(top, axis, loops)], set[_At]()
    ends = set[UOp]()
    inner: _At | None = None
    reductions: dict[UOp, _At] = {}
    while stack:
        entry = node, along, index = stack.pop()
        if entry in seen: continue
        seen.add(entry)
        if _is_inner(node, along):
            if inner is not None: return None
            inner = entry
        elif node.op in GroupOp.ELEMENTWISE or node.op is Ops.DETACH: stack += [_At(s, along, index) for s in node.src]
        elif (below := _axis_below(node, along)) is not None:
            stack.append(_At(node.src[0], below, source_index(node, index, TRUE)[0]))
        elif _is_of_rows(node, along):
            if node in reductions: return None
            reductions[node] = entry
            stack.append(_At(node.src[0], along, tuple(loops[axis] if a == along else i for a, i in enumerate(index))))
        else: ends.add(node)
    if inner is None or any(r.arg[0] not in (Ops.ADD, Ops.MAX) for r in reductions): return None
    between = {inner.node}
    for node in top.toposort(gate=lambda n: n is not inner.node):
        if any(s in between for s in node.src): between.add(node)
    met = [e.node for e in seen if e.node in between]
    if ends & between or len(met) != len(between) or len(set(met)) != len(met): return None  # or met in two ways
    order = [n for n in top.toposort() if n in reductions and n in between]
    if len(order) != len(reductions): return None
    return inner, frozenset(between), {n: reductions[n] for n in order}


def _is_inner(node: UOp, along: int) -> bool:
    """Whether a node is a sum of products for each key."""
    if node.op is not Ops.REDUCE_AXIS or is_marked(node) or node.arg[0] is not Ops.ADD or node.dtype != dtypes.float32: return False
    product = summed(node)
    return node.shape[along] != 1 and product.op is Ops.MUL and product.capacity > 0 and len(node.arg[1]) == 1


def _is_of_rows(node: UOp, along: int) -> bool:
    """Whether a node is a reduction along the keys and nothing else."""
    if node.op is not Ops.REDUCE_AXIS or is_marked(node): return False
    return [a for a in node.arg[1] if node.src[0].shape[a] != 1] == [along]


def _axis_below(node: UOp, axis: int) -> int | None:
    """Which axis of the source of a movement op is `axis` of its result; None where that is none, or not all of one."""
    if node.op is Ops.EXPAND: return axis
    if node.op is Ops.PERMUTE: return node.arg[axis]
    if node.op is not Ops.RESHAPE: return None
    source, before = node.src[0].shape, math.prod(node.shape[:axis])
    return next((a for a, n in enumerate(source) if n == node.shape[axis] and math.prod(source[:a]) == before), None)


def _rows(product: UOp, axis: int, column: int) -> list[int]:
    """The axes of the second product that are those of its rows."""
    return [a for a, n in enumerate(product.shape) if n != 1 and a not in (axis, column)]


def _rows_of(at: _At, loops: Index) -> list[int]:
    """The axes of the second product that a reduction of rows moves along; [-1] if it does otherwise."""
    moving = [i for i in at.element if i is not ZERO]
    return sorted(loops.index(i) for i in moving) if all(i in loops for i in moving) and len(set(moving)) == len(moving) else [-1]


def _is_few_rows(inner: _At, column: int, product: UOp, axis: int) -> bool:
    """Whether keys are multiplied by a few rows only, each deep enough for vectors and not deeper than registers."""
    first = summed(inner.node)
    depth = first.shape[_reduced(inner.node)]
    if is_symbolic((depth,)) or depth % 8 or depth > CHUNK_DEPTH: return False
    if is_symbolic(tuple(n for a, n in enumerate(first.shape) if a != inner.axis)): return False
    keys = [s for s in first.src if inner.axis not in repeats(s)]
    if len(keys) != 1: return False
    rows = [first.shape[a] for a in repeats(keys[0]) if a != inner.axis and a not in inner.node.arg[1]]
    return max(rows, default=1) < CHAIN_ROWS


# ---- what is proportional to which exponential


class _Scalars:
    """Values between, element by element, as kernels have them: what else they are made of are leaves."""

    def __init__(self, between: Collection[UOp], reductions: Collection[UOp], inner: UOp, quotient: UOp | None) -> None:
        self.between, self.reductions, self.inner, self.quotient = between, reductions, inner, quotient
        self.key, self.row = UOp.range(2, AxisType.REDUCE, 0), UOp.range(2, AxisType.LOOP, 1)
        self.known: dict[UOp, UOp] = {}

    def of(self, top: UOp) -> UOp:
        for node in top.toposort(gate=lambda n: n not in self.known and n in self.between):
            if node not in self.known: self.known[node] = self._value(node)
        return self.known[top]

    def _value(self, node: UOp) -> UOp:
        if node.base.op is Ops.CONST: return UOp.const(_wide(node.dtype), node.base.arg)
        if node not in self.between or node is self.inner: return UOp(Ops.DEFINE_REG, _wide(node.dtype), (), len(self.known))
        src = tuple([self.known[s] for s in node.src])
        if node in self.reductions: return src[0].reduce(node.arg[0], self.key)
        if node.op in GroupOp.MOVEMENT or node.op is Ops.DETACH or node is self.quotient: return src[0]
        if node.op is Ops.CAST and node.src[0].dtype.is_float() and node.dtype.is_float(): return src[0]
        return UOp(node.op, _wide(node.dtype), src, node.arg)


def _wide(dtype: DType) -> DType: return dtypes.float32 if dtype.is_float() and dtype.itemsize < 4 else dtype


def _rescalings(outer: UOp, weights: UOp, scalars: _Scalars) -> dict[UOp, Rescaling] | None:
    """How each sum changes with the one maximum there is; None if that is not by a factor."""
    top, reductions = scalars.of(weights), scalars.reductions
    summands = {scalars.of(r): scalars.of(r.src[0]) for r in reductions}
    last = top.reduce(Ops.ADD, scalars.key, scalars.row)
    summands[last] = top
    steps = steps_of(summands)
    maxima = [r for r in summands if r.arg is Ops.MAX]
    if len(maxima) != 1 or steps[maxima[0]].number or len(summands) > _BESIDE + 1: return None
    found: dict[UOp, Rescaling] = {}
    for reduction, scalar in (*((r, scalars.of(r)) for r in reductions), (outer, last)):
        if scalar is maxima[0]: continue
        step = steps[scalar]
        if step.number or step.rescaling is None or step.rescaling.maximum is not maxima[0]: return None
        found[reduction] = step.rescaling
    return found


def _divisor_of(top: UOp, axis: int, between: Collection[UOp]) -> tuple[_At, ...]:
    """What divides a factor by a number of its row, and all from there to the factor, which is proportional to that; none if nothing
    does."""
    path = [_At(top, axis, ())]
    while (node := path[-1].node) in between:
        axis = path[-1].axis
        parts = [s for s in node.src if s in between]
        if node.op is Ops.FDIV and node.src[0] in parts:
            divisor = node.src[1]
            return tuple(path) if divisor.op is Ops.EXPAND and divisor.src[0].shape[axis] == 1 else ()
        below = _axis_below(node, axis) if node.op in GroupOp.MOVEMENT else axis
        is_scaled = node.op in (Ops.MUL, Ops.NEG, Ops.CAST) or node.op in GroupOp.MOVEMENT
        if below is None or len(parts) != 1 or not is_scaled or not node.dtype.is_float(): break
        path.append(_At(parts[0], below, ()))
    return ()


# ---- axes along the keys, written otherwise


class _Rewriter:
    """Values with other axes in place of the one along the keys: `sizes`, where they have as many elements as there are keys."""

    def __init__(self, chain: _Chain, sizes: tuple[int, ...], swap: Mapping[UOp, UOp]) -> None:
        self.chain, self.sizes, self.swap = chain, sizes, swap
        self.known: dict[tuple[UOp, int], UOp] = {}

    def of(self, node: UOp, axis: int) -> UOp:
        """`node` with its `axis` replaced."""
        if (found := self.known.get((node, axis))) is None:
            is_between = node in self.chain.between
            found = self.known[node, axis] = self.between(node, axis) if is_between else self.leaf(self.swap[node], axis)
        return found

    def between(self, node: UOp, axis: int) -> UOp:
        """A value between, in float32 where that is wider."""
        if node.op in GroupOp.MOVEMENT: return self.moved(node, axis, self.of(node.src[0], _below_movement(node, axis)))
        src = tuple([_widened(self.of(s, axis)) for s in node.src])
        if node.op is Ops.DETACH or (node.op is Ops.CAST and node.dtype.is_float() and node.src[0].dtype.is_float()): return src[0]
        return UOp(node.op, _wide(node.dtype), src, node.arg)

    def leaf(self, node: UOp, axis: int) -> UOp:
        """What is not made of scores."""
        if node.shape[axis] == 1: return node.reshape((*node.shape[:axis], *(1 for _ in self.sizes), *node.shape[axis + 1:]))
        raise InternalError(f"{node!r} changes with the keys")

    def moved(self, node: UOp, axis: int, src: UOp) -> UOp:
        """The movement op `node` on its source so rewritten."""
        below, more = _below_movement(node, axis), len(self.sizes) - 1
        if node.op is Ops.PERMUTE:
            order = [p + more * (p > below) for p in node.arg]
            return src.permute((*order[:axis], *range(below, below + more + 1), *order[axis + 1:]))
        own = self.sizes if node.op is Ops.EXPAND and node.shape[axis] != 1 else src.shape[below:below + more + 1]
        shape = (*node.shape[:axis], *own, *node.shape[axis + 1:])
        return src.expand(shape) if node.op is Ops.EXPAND else src.reshape(shape)


def _below_movement(node: UOp, axis: int) -> int:
    below = _axis_below(node, axis)
    if below is None: raise InternalError(f"{node!r} moves the keys")
    return below


def _widened(x: UOp) -> UOp: return x.cast(_wide(x.dtype))


class _Chunks(_Rewriter):
    """The first kernel's values: an axis of chunks and one of the keys in each."""

    def __init__(self, chain: _Chain, chunk: int, swap: Mapping[UOp, UOp]) -> None:
        self.length = summed(chain.outer).shape[chain.axis]
        count = -(-most(self.length) // chunk)
        self.more = count * chunk - self.length  # keys that there are not
        super().__init__(chain, (count, chunk), swap)
        self.is_uneven = is_symbolic((self.length,)) or self.more != 0
        self.parts: dict[UOp, UOp] = {}  # of each reduction of rows, that of each chunk

    def leaf(self, node: UOp, axis: int) -> UOp:
        """A value with its axis of keys as (chunks, keys of a chunk), padded to whole chunks; what is constant along the keys stays
        expanded."""
        before, behind = node.shape[:axis], node.shape[axis + 1:]
        if node.shape[axis] == 1: return super().leaf(node, axis)
        if node.base.op is Ops.CONST: return node.base.broadcast_to((*before, *self.sizes, *behind))
        if node.op is Ops.EXPAND and node.src[0].shape[axis] == 1:
            return self.leaf(node.src[0], axis).expand((*before, *self.sizes, *behind))
        widths = [(0, self.more if a == axis else 0) for a in range(node.ndim)]
        return (node.pad(widths) if self.is_uneven else node).reshape((*before, *self.sizes, *behind))

    def between(self, node: UOp, axis: int) -> UOp:
        if node is self.chain.inner: return self.product(node, axis)
        if node in self.chain.reductions: return self.part(node, axis)
        if self.chain.divided and node is self.chain.divided[-1].node: return self.of(node.src[0], axis)
        value = super().between(node, axis)
        return self.inside(value, axis, -math.inf) if node is self.chain.maximum.src[0] else value

    def inside(self, value: UOp, axis: int, outside: float) -> UOp:
        """`value`, with chunks from `axis` on, or `outside` where there is no such key."""
        if not self.is_uneven: return value
        there = UOp.const(dtypes.bool, True).broadcast_to((self.length,)).pad([(0, self.more)])
        shape = [1] * value.ndim
        shape[axis:axis + 2] = self.sizes
        return there.reshape(shape).expand(value.shape).where(value, value.const_like(outside))

    def part(self, reduction: UOp, axis: int) -> UOp:
        """The reduction of each chunk, as values between use it."""
        op, value = reduction.arg[0], self.of(reduction.src[0], axis)
        if op is Ops.ADD: value = self.inside(value, axis, 0.0)
        part = self.parts[reduction] = _tagged(value.reduce_axis(op, (axis + 1,)), CHUNK)
        # of rows whose scores are all masked, differences would be NaN and not -inf
        return part if op is Ops.ADD else part.eq(part.const_like(-math.inf)).where(part.const_like(0.0), part)

    def product(self, node: UOp, axis: int) -> UOp:
        """The first product; it stays one of its factors."""
        def of(x: UOp) -> UOp:
            if x is not product: return x.replace(src=(of(x.src[0]),))
            return x.replace(src=tuple([self.leaf(self.swap[s], axis) for s in x.src]))

        product, reduced = summed(node), _reduced(node)
        return _tagged(of(node.src[0]).reduce_axis(Ops.ADD, (reduced + (reduced > axis),)), INNER)


def _tagged(reduction: UOp, how: str) -> UOp: return reduction.replace(arg=(*reduction.arg[:2], how))


# ---- the two kernels


def _split(chain: _Chain, known: SchedulingCapabilities, swap: Mapping[UOp, UOp]) -> UOp:
    """What `chain.outer` is, by chunks, made of what `swap` has for nodes."""
    width = summed(chain.outer).shape[chain.column]
    chunks = _Chunks(chain, _chunk_of(chain, known), swap)
    stored = _stored_parts(chain, chunks)
    axis = stored.ndim - 2

    def column(first: int, count: int = 1) -> UOp:
        return stored.shrink((*((0, n) for n in stored.shape[:-1]), (first, first + count)))

    parts = {r: column(width + n) for n, r in enumerate(chain.reductions)}
    greatest = parts[chain.maximum]
    maximum = _tagged(greatest.reduce_axis(Ops.MAX, (axis,)), JOINED)
    factors = {r: _factor(rescaling, greatest, maximum.expand(greatest.shape)) for r, rescaling in chain.rescalings.items()}

    def joined(part: UOp, factor: UOp) -> UOp:
        return _tagged((part * factor.expand(part.shape)).reduce_axis(Ops.ADD, (axis,)), JOINED)

    total = _as_output(chain, joined(column(0, width), factors[chain.outer]))
    if not chain.divided: return total
    whole = _Rewriter(chain, (1,), swap)
    for r, at in chain.reductions.items():
        whole.known[r, at.axis] = _as_row(chain, at, maximum if r is chain.maximum else joined(parts[r], factors[r]))
    *above, quotient = chain.divided
    divisor = _widened(whole.of(quotient.node.src[1], quotient.axis))
    for at in reversed(above):
        if at.node.op in GroupOp.MOVEMENT: divisor = whole.moved(at.node, at.axis, divisor)
    return total.alu(Ops.FDIV, divisor)


def _chunk_of(chain: _Chain, known: SchedulingCapabilities) -> int:
    """Keys of a chunk: few enough for a work-group for each multiprocessor and more, where there are so many."""
    product, first = summed(chain.outer), summed(chain.inner)
    keys = most(product.shape[chain.axis])
    rows = math.prod(product.shape[a] for a in chain.rows)
    elements = max(s.base.capacity for s in first.src) // (keys * first.shape[_reduced(chain.inner)])
    groups, chunk = min(rows, max(elements, 1)), LEAST_CHUNK
    while chunk < MOST_CHUNK and groups * keys // (2 * chunk) >= known.parallel_loops // LOOPS_OF_CHUNK: chunk *= 2
    return min(chunk, 1 << (keys - 1).bit_length() - 1)


def _stored_parts(chain: _Chain, chunks: _Chunks) -> UOp:
    """All that is known of each chunk: (rows…, chunks, columns), the columns being those of values, the maximum and the sums."""
    product, axis, rows = summed(chain.outer), chain.axis, chain.rows
    column, width = chain.column + (chain.column > axis), product.shape[chain.column]
    weights, values = chunks.inside(chunks.of(chain.weights, axis), axis, 0.0), _widened(chunks.of(chain.values, axis))
    values = values.pad([(0, _BESIDE if a == column else 0) for a in range(values.ndim)])
    weights = weights.shrink([(0, 1 if a == column else n) for a, n in enumerate(weights.shape)]).expand(values.shape)
    total = _tagged((weights * values).reduce_axis(Ops.ADD, (axis + 1,)), CHUNK)
    shape = (*(product.shape[a] for a in rows), chunks.sizes[0], width + _BESIDE)
    found = _permuted(total, [*(a + (a > axis) for a in rows), axis, column]).reshape(shape)
    position = UOp.iota(width + _BESIDE, dtypes.int32).broadcast_to(shape)
    for n, (reduction, at) in reversed(list(enumerate(chain.reductions.items()))):
        chunks.of(reduction, at.axis)
        own = {chain.loops.index(i): a + (a > at.axis) for a, i in enumerate(at.element) if i is not ZERO}
        part = _permuted(chunks.parts[reduction], [*(own[a] for a in rows), at.axis]).reshape((*shape[:-1], 1)).expand(shape)
        found = position.eq(position.const_like(width + n)).where(part, found)
    return found.contiguous()


def _permuted(x: UOp, first: list[int]) -> UOp:
    """`x` with those axes first."""
    return x.permute([*first, *(a for a in range(x.ndim) if a not in first)])


def _factor(rescaling: Rescaling, before: UOp, after: UOp) -> UOp:
    """What a sum at the maximum `before` is multiplied by to be one at the maximum `after`."""
    scale, exponent = 1.0, rescaling.exponential.src[0]
    while exponent is not rescaling.difference: scale, exponent = scale * exponent.src[1].arg, exponent.src[0]
    difference = before.alu(Ops.SUB, after)
    return (difference * difference.const_like(scale)).alu(Ops.EXP2)


def _as_output(chain: _Chain, x: UOp) -> UOp:
    """(rows…, 1, columns) in the shape of the output."""
    axes = [*chain.rows, chain.column]
    x = x.reshape([n for a, n in enumerate(x.shape) if a != x.ndim - 2])
    return x.permute([axes.index(a) for a in sorted(axes)]).reshape(chain.outer.shape)


def _as_row(chain: _Chain, at: _At, x: UOp) -> UOp:
    """(rows…, 1, 1) in the shape of a reduction of rows."""
    own = [chain.loops.index(i) for i in at.element if i is not ZERO]
    return x.reshape(x.shape[:-2]).permute([chain.rows.index(a) for a in own]).reshape(at.node.shape)
