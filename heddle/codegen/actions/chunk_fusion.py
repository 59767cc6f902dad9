"""Chunk fusion: attention of a few rows to a chunk of keys by one work-group, with scores in shared memory.

Inputs: a kernel of schedule/patterns/split_keys.py: for rows r, a chunk, and columns e of which the last ones are no values,

    out[r, e] = sum_k p(r, k) * v[k, e],  or at one column each  max_k x(r, k)  and sums over k
    x(r, k) = f(sum_d a[r, d] * b[k, d]),  p of x and its maximum

Outputs: the same, where the threads of a work-group share each step, for all rows:

    a * b of all keys, into shared memory    some threads for a key, each of which loads vectors along the depth; by shuffles
    max x, sums, p into shared memory        some threads for a row; by shuffles
    p * v, into shared memory                some threads for a row of v, vectors along the columns; others for other keys
    the sums of these, and all that is known of rows, are stored

Invariants: keys and values are loaded once, from neighbours by neighbours. Keys beyond the end are not touched: where they would
be, the first one is loaded, whose score takes no part. All threads meet at every barrier; sums have a fixed order.
"""
from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence

from heddle.codegen.actions.group_reduce import barrier
from heddle.codegen.actions.loop_transforms import factors_of, fresh_id, iterations, replace_ranges, size_of
from heddle.codegen.expand import reduce_tree
from heddle.codegen.tensorize.score_blocks import unfused, unrounded
from heddle.dtype import dtypes
from heddle.errors import InternalError
from heddle.lazy_dataclass import dataclass
from heddle.renderer import Capabilities
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.polynomial import linear
from heddle.uop.rewrite import graph_rewrite
from heddle.uop.rules import symbolic

#: Bytes that a thread loads at a time.
_WIDTH = 16
#: Threads that exchange values by shuffles: neighbours in a warp.
_NEIGHBOURS = 16
#: Sums of a thread for keys that it loads before it needs them.
_SUMS = 16


@dataclass(frozen=True)
class Chunk:
    """The parts of a kernel of one chunk of keys."""

    inner: UOp  # the sum of products that scores are made of
    a: UOp
    b: UOp  # the factor that changes with the key
    reductions: tuple[UOp, ...]  # of rows: the maximum, then sums
    second: UOp
    factor: UOp  # of the second product, made of scores
    other: UOp
    column: UOp  # the axis of the output behind whose first `width` elements there is what rows are reduced to
    width: int

    @property
    def key(self) -> UOp: return self.second.src[1]

    @property
    def depth(self) -> UOp: return self.inner.src[1]


def find_chunk(sink: UOp) -> Chunk | None:
    """The chunk that a kernel is the work of, if it is one."""
    if len(sink.src) != 1 or sink.src[0].op is not Ops.END or sink.src[0].src[0].op is not Ops.STORE: return None
    value, found = sink.src[0].src[0].src[1], list[tuple[int, UOp]]()
    columns = set[UOp]()
    while value.op is Ops.WHERE and value.src[0].op is Ops.CMPEQ and value.src[0].src[1].op is Ops.CONST:
        at = value.src[0].src[0]
        columns.add(at.src[0] if at.op is Ops.CAST else at)
        found.append((value.src[0].src[1].arg, value.src[1]))
        value = value.src[2]
    if len(columns) != 1 or (column := columns.pop()) not in sink.src[0].src[1:]: return None
    first, *sums = (r for _, r in sorted(found, key=lambda f: f[0]))
    every = [n for n in sink.toposort() if n.op is Ops.REDUCE]
    inner = [n for n in every if n is not value and n not in (first, *sums)]
    if len(inner) != 1 or value.op is not Ops.REDUCE or len(every) != len(sums) + 3 or first.arg is not Ops.MAX: return None
    if any(r.src[1:] != value.src[1:] or column in r.ranges for r in (first, *sums)) or len(value.src) != 2: return None
    if not factors_of(inner[0]) or not factors_of(value) or len(inner[0].src) != 2: return None
    key, keys = value.src[1], [s for s in factors_of(inner[0]) if value.src[1] in s.ranges]
    factors = [s for s in factors_of(value) if inner[0] in s.toposort()]
    if len(keys) != 1 or len(factors) != 1 or factors[0].dtype != dtypes.float32 or key not in inner[0].ranges: return None
    a, other = (next(s for s in pair if s is not known) for pair, known in (
        (factors_of(inner[0]), keys[0]), (factors_of(value), factors[0])))
    if any(r.op is Ops.REDUCE for s in (*keys, a, other) for r in s.toposort()): return None
    return Chunk(inner[0], a, keys[0], (first, *sums), value, factors[0], other, column, min(n for n, _ in found))


def row_axes(sink: UOp, chunk: Chunk) -> list[UOp]:
    """The loops of the output that are those of rows: of neither keys nor values."""
    return [r for r in sink.src[0].src[1:] if r is not chunk.column and r not in chunk.b.ranges and r not in chunk.other.ranges]


@dataclass(frozen=True)
class Threads:
    """How the threads of a work-group share a chunk."""

    count: int
    by_depth: int  # threads that share the depth of a product
    by_row: int  # that share the scores of a row
    by_column: int  # that share the columns of a row of values
    depth_lanes: int  # elements that one loads at a time
    column_lanes: int
    parts: int  # parts of the keys that the second product is summed over


def threads_of(chunk: Chunk, count: int, rows: int, caps: Capabilities) -> Threads:
    """How `count` threads, a power of two and no more than there are keys, share a chunk of so many rows."""
    depth, width = size_of(chunk.depth), chunk.width
    depth_lanes, column_lanes = _lanes(chunk.b, chunk.depth, depth, caps), _lanes(chunk.other, chunk.column, width, caps)
    neighbours = _NEIGHBOURS if caps.has_shuffles else 1
    by_depth = math.gcd(depth // depth_lanes, neighbours, count)
    by_row = min(neighbours, count >> (rows - 1).bit_length())
    by_column = width // column_lanes
    parts = 1 << (count // by_column).bit_length() >> 1
    return Threads(count, by_depth, by_row, by_column, depth_lanes, column_lanes, parts)


def _lanes(x: UOp, axis: UOp, n: int, caps: Capabilities) -> int:
    """Elements that a thread loads at a time, of a factor, of `n` along an axis."""
    itemsize = max((load.dtype.itemsize for load in x.toposort() if load.op is Ops.LOAD and axis in load.ranges), default=4)
    return math.gcd(max(min(_WIDTH // itemsize, caps.lanes_moved), 1), n)


def shared_bytes_of_chunk(chunk: Chunk, threads: Threads, rows: int) -> int:
    """Bytes of shared memory for products, factors, sums by parts, and reductions."""
    return 4 * rows * (2 * size_of(chunk.key) + threads.parts * chunk.width + len(chunk.reductions))


def fuse_chunk(sink: UOp, rows: Iterable[UOp], threads: int, caps: Capabilities) -> UOp:
    """The kernel with its steps shared by so many threads. InternalError for a kernel that is not one of a chunk of keys."""
    chunk, rows = find_chunk(sink), tuple(rows)
    if chunk is None: raise InternalError("no chunk of keys")
    return _Chunk(sink, chunk, rows, threads_of(chunk, threads, iterations(rows), caps)).run()


class _Chunk:
    """Lowers the steps one after the other."""

    def __init__(self, sink: UOp, chunk: Chunk, rows: tuple[UOp, ...], threads: Threads) -> None:
        self.sink, self.chunk, self.rows, self.threads = sink, chunk, rows, threads
        self.ids = itertools.count(fresh_id(sink))
        self.locals = itertools.count(sum(n.op is Ops.DEFINE_LOCAL for n in sink.toposort()))
        self.outside = [r for r in sink.src[0].src[1:] if r not in rows and r is not chunk.column]
        self.thread = self.range(threads.count, AxisType.WORKGROUP)
        self.keys, self.count = size_of(chunk.key), iterations(rows)
        self.there, self.before = _end_of_keys(chunk, self.outside)
        self.left = _keys_left(chunk, self.there[0]) if self.there else None

    def run(self) -> UOp:
        products = self.products()
        weights, known = self.reduced(products)
        return self.stored(self.second(weights), known)

    # ---- helpers

    def range(self, size: int | UOp, kind: AxisType) -> UOp: return UOp.range(size, kind, next(self.ids))

    def over_keys(self, group: int, kind: AxisType) -> tuple[tuple[UOp, UOp], UOp]:
        """Loops over the keys that there are, by a power of two of them, and some of these groups at once; and the group's number."""
        at_once = math.gcd(self.keys // group, 1 << (max(_SUMS // self.count, 2).bit_length() - 1))
        size = self.keys // (group * at_once) if self.left is None else (self.left + (group * at_once - 1)) // (group * at_once)
        loop, inner = self.range(size, kind), self.range(at_once, AxisType.UNROLL)
        return (loop, inner), loop * at_once + inner

    def shared(self, size: int) -> UOp:
        """Shared memory for so many floats, which no thread reads any more."""
        memory = UOp(Ops.DEFINE_LOCAL, dtypes.float32, (), (next(self.locals), size))
        return memory.after(barrier(*self.outside)) if self.outside else memory

    def at_row(self, row: UOp) -> dict[UOp, UOp]:
        """The axes of rows at a row's number."""
        found: dict[UOp, UOp] = {}
        for r in reversed(self.rows): found[r], row = row % size_of(r), row // size_of(r)
        return found

    def loaded(self, x: UOp, key: UOp, at: Mapping[UOp, UOp]) -> UOp:
        """`x` at a key and `at` other axes: loads whose only condition on the key is that there is one are those of the first one
        where there is none."""
        there = self.conditions(x)
        gates = {n.src[0]: _without(n.src[0], there) for n in x.toposort() if _is_gated(n)}
        if not there or any(self.chunk.key in c.ranges for g in gates.values() for c in g.src[2:]):
            return _ungated(_simple(x.substitute({**at, self.chunk.key: key})))
        inside, first = _all(there).substitute({self.chunk.key: key}), UOp.const(dtypes.index, 0) - self.before
        return _ungated(_simple(x.substitute(gates).substitute({**at, self.chunk.key: inside.where(key, first)})))

    def conditions(self, x: UOp) -> list[UOp]:
        """The conditions of loads of `x` that there is such a key."""
        gated = [c for n in x.toposort() if _is_gated(n) for c in _conjuncts(n.src[0].src[2])]
        return [c for c in self.there if c in gated]

    def across(self, op: Ops, value: UOp, threads: int) -> UOp:
        """A reduction of what so many neighbours have, for all of them."""
        apart = 1
        while apart < threads: value, apart = value.alu(op, UOp(Ops.WARP_SHUFFLE, value.dtype, (value,), apart)), 2 * apart
        return value

    # ---- steps

    def products(self) -> UOp:
        """The first products, by row and key."""
        c, t = self.chunk, self.threads
        at_once = t.count // t.by_depth
        lane, (loops, number) = self.thread % t.by_depth, self.over_keys(at_once, AxisType.LOOP)
        key = number * at_once + self.thread // t.by_depth
        steps = self.range(size_of(c.depth) // (t.by_depth * t.depth_lanes), AxisType.REDUCE)
        step = steps if size_of(steps) > 1 else UOp.const(dtypes.index, 0)
        depths = [(step * t.by_depth + lane) * t.depth_lanes + j for j in range(t.depth_lanes)]
        b = joined_loads([self.loaded(c.b, key, {c.depth: d}) for d in depths])
        memory, stores = self.shared(self.count * self.keys), list[UOp]()
        for row in range(self.count):
            own = self.at_row(UOp.const(dtypes.index, row))
            a = joined_loads([_simple(c.a.substitute({**own, c.depth: d})) for d in depths])
            body = c.inner.src[0]
            parts = [body.substitute({c.a: x, c.b: y}) for x, y in zip(a, b, strict=True)]
            total = reduce_tree(Ops.ADD, parts)
            total = self.across(Ops.ADD, total.reduce(Ops.ADD, steps) if size_of(steps) > 1 else total, t.by_depth)
            gate = [lane < 1] if t.by_depth > 1 else []
            stores.append(memory.index(row * self.keys + key).store(total, *gate))
        return memory.after(barrier(UOp(Ops.GROUP, dtypes.void, tuple(stores)).end(*loops)))

    def reduced(self, products: UOp) -> tuple[UOp, UOp]:
        """The factors of the second product, by row and key; and the reductions of rows, by reduction and row."""
        c, by_row = self.chunk, self.threads.by_row
        number = self.thread // by_row
        is_one = number < self.count
        is_all = self.threads.count == self.count * by_row
        row = number if is_all else is_one.where(number, UOp.const(dtypes.index, self.count - 1))
        known: dict[UOp, UOp] = {}

        def of(body: UOp, loop: UOp) -> tuple[UOp, UOp]:
            """The position in the chunk, and `body` there, over the first product as it is stored and the reductions made so far."""
            key = loop * by_row + self.thread % by_row
            at = row * self.keys + key
            leaves = {c.inner, *known}
            wide = unrounded(body, leaves) if _is_narrow(c.b) else body
            value = unfused(wide, leaves)
            product = UOp(Ops.DEFINE_REG, dtypes.float32, (), "product")
            value = _simple(value.substitute({c.inner: product, **self.at_row(row), c.key: key} | {
                r: UOp(Ops.DEFINE_REG, dtypes.float32, (), n) for n, r in enumerate(known)}))
            there = [] if self.left is None else [_simple(_all(self.there).substitute({c.key: key}))]  # others are not computed
            return at, value.substitute({product: products.index(at, *there).load()} | {
                UOp(Ops.DEFINE_REG, dtypes.float32, (), n): x for n, x in enumerate(known.values())})

        for reduction in c.reductions:
            loop = self.range(self.keys // by_row, AxisType.REDUCE)
            known[reduction] = self.across(reduction.arg, of(reduction.src[0], loop)[1].reduce(reduction.arg, loop), by_row)
        loop = self.range(self.keys // by_row, AxisType.LOOP)
        at, value = of(c.factor, loop)
        weights, rows = self.shared(self.count * self.keys), self.shared(len(c.reductions) * self.count)
        stores = [weights.index(at).store(value, *([] if is_all else [is_one])).end(loop)]
        is_first = is_one & (self.thread % by_row < 1)
        stores += [rows.index(n * self.count + row).store(x, is_first) for n, x in enumerate(known.values())]
        arrived = barrier(*stores)
        return weights.after(arrived), rows.after(arrived)

    def second(self, weights: UOp) -> UOp:
        """The second products, by part of the keys, row and column."""
        c, t = self.chunk, self.threads
        part, lane = self.thread // t.by_column, self.thread % t.by_column
        is_one = part < t.parts
        gate = [is_one] if t.parts * t.by_column < t.count else []
        if gate: part = is_one.where(part, UOp.const(dtypes.index, t.parts - 1))
        loops, number = self.over_keys(t.parts, AxisType.REDUCE)
        key = number * t.parts + part
        columns = [lane * t.column_lanes + j for j in range(t.column_lanes)]
        values = joined_loads([self.loaded(c.other, key, {c.column: e}) for e in columns])
        if there := self.conditions(c.other):
            inside = _simple(_all(there).substitute({c.key: key}))
            values = [inside.where(v, v.const_like(0)) for v in values]
        memory, stores = self.shared(t.parts * self.count * c.width), list[UOp]()
        for row in range(self.count):
            weight = weights.index(row * self.keys + key).load()
            for e, value in zip(columns, values, strict=True):
                total = c.second.src[0].substitute({c.factor: weight, c.other: value}).reduce(Ops.ADD, *loops)
                stores.append(memory.index((part * self.count + row) * c.width + e).store(total, *gate))
        return memory.after(barrier(UOp(Ops.GROUP, dtypes.void, tuple(stores))))

    def stored(self, parts: UOp, known: UOp) -> UOp:
        """The kernel, whose threads store rows and columns one after the other."""
        c, length = self.chunk, size_of(self.chunk.column)
        size = self.count * length
        loop = self.range(-(-size // self.threads.count), AxisType.LOOP)
        number = loop * self.threads.count + self.thread
        is_one = number < size
        number = is_one.where(number, UOp.const(dtypes.index, size - 1))
        row, column = number // length, number % length
        part = self.range(self.threads.parts, AxisType.REDUCE)
        at = (part * self.count + row) * c.width + (column < c.width).where(column, UOp.const(dtypes.index, 0))
        swap = {r: known.index(n * self.count + row).load() for n, r in enumerate(c.reductions)}
        swap[c.second] = parts.index(at).load().reduce(Ops.ADD, part)
        sink = self.sink.substitute(swap)
        store = sink.src[0].src[0]
        store = store.replace(src=(*store.src[:2], store.src[2] & is_one if len(store.src) > 2 else is_one))
        sink = UOp.sink(store.end(*sink.src[0].src[1:]))
        loops = {r: (at, ()) for r, at in self.at_row(row).items()}
        return replace_ranges(sink, {**loops, c.column: (column, (loop, self.thread))})


def _simple(x: UOp) -> UOp: return graph_rewrite(x, symbolic)


def _is_gated(node: UOp) -> bool: return node.op is Ops.LOAD and len(node.src[0].src) > 2


def _is_narrow(x: UOp) -> bool:
    """Whether a factor is a narrow float, so that what is left out of an exponential is far below its rounding."""
    while x.op is Ops.CAST and x.src[0].dtype.is_float(): x = x.src[0]
    return x.dtype.is_float() and x.dtype.itemsize < 4


def _ungated(x: UOp) -> UOp:
    """`x` without conditions of its loads that always hold."""
    gates = {n.src[0]: n.src[0].replace(src=n.src[0].src[:2]) for n in x.toposort() if _is_gated(n) and n.src[0].src[2].vmin}
    return x.substitute(gates) if gates else x


def _end_of_keys(chunk: Chunk, outside: Iterable[UOp]) -> tuple[list[UOp], UOp]:
    """The condition that there is such a key, if some chunks have others; and the number of keys before the chunk.

    Split along the keys, a score is -inf where there is none: where its number, a sum of the axis and of an outer one, is not less
    than the length. The first key there always is.
    """
    score, nothing = chunk.reductions[0].src[0], UOp.const(dtypes.index, 0)
    if score.op is not Ops.WHERE or score.src[2].op is not Ops.CONST or score.src[2].arg != -math.inf: return [], nothing
    for condition in _conjuncts(score.src[0]):
        if condition.op is not Ops.CMPLT or condition.src[0].dtype != dtypes.index: continue
        terms, _ = linear(condition.src[0])
        mine = {t: f for t, f in terms.items() if t is chunk.key or t in outside}
        chunks = [t for t in mine if t is not chunk.key]
        is_number = mine.get(chunk.key) == 1 and len(chunks) == 1 and mine[chunks[0]] == size_of(chunk.key)
        others = [t for t in terms if t not in mine]
        if is_number and all(t.op is not Ops.RANGE and not t.ranges for t in others) and not condition.src[1].ranges:
            return [condition], chunks[0] * size_of(chunk.key)
    return [], nothing


def _keys_left(chunk: Chunk, there: UOp) -> UOp | None:
    """How many keys of a chunk there are, none behind the end, where a length that is known at launch says; else None."""
    if not any(n.op is Ops.DEFINE_VAR for n in there.toposort()): return None
    keys, nothing = UOp.const(dtypes.index, size_of(chunk.key)), UOp.const(dtypes.index, 0)
    left = _simple(there.src[1] - there.src[0].substitute({chunk.key: nothing}))
    missing = (keys - left).alu(Ops.MAX, nothing)
    return (keys - missing).alu(Ops.MAX, nothing)


def _conjuncts(condition: UOp) -> list[UOp]:
    return [c for s in condition.src for c in _conjuncts(s)] if condition.op is Ops.AND else [condition]


def _all(conditions: list[UOp]) -> UOp:
    total, *others = conditions
    for c in others: total = total & c
    return total


def _without(index: UOp, conditions: list[UOp]) -> UOp:
    """An INDEX under its other conditions only."""
    left = [c for c in _conjuncts(index.src[2]) if c not in conditions]
    return index.replace(src=(*index.src[:2], *([_all(left)] if left else [])))


def joined_loads(values: list[UOp]) -> list[UOp]:
    """Values at neighbouring positions, with their loads of neighbours, from a multiple of a vector on, as loads of vectors."""
    loads = [[n for n in v.toposort() if n.op is Ops.LOAD] for v in values]
    if len({len(x) for x in loads}) != 1: return values
    swap: dict[UOp, UOp] = {}
    for same in zip(*loads, strict=True):
        lanes = math.gcd(_WIDTH // same[0].dtype.itemsize, len(values))
        for first in range(0, len(values), lanes):
            if lanes > 1 and (wide := _as_vector(same[first:first + lanes])) is not None:
                swap |= {load: wide.gep(i) for i, load in enumerate(same[first:first + lanes])}
    return [v.substitute(swap) for v in values]


def _as_vector(loads: Sequence[UOp]) -> UOp | None:
    """The load of a vector that has these; None if there is none."""
    first, indices = loads[0], [load.src[0] for load in loads]
    memory, at = indices[0].src[:2]
    if memory.op is not Ops.PARAM or first.dtype.count > 1: return None
    terms, constant = linear(at)
    if constant % len(loads) or any(f % len(loads) for f in terms.values()): return None
    for n, index in enumerate(indices):
        same, position, *gates = index.src
        if same is not memory or gates or linear(position) != (terms, constant + n): return None
    return UOp(Ops.LOAD, first.dtype.vec(len(loads)), first.src)
