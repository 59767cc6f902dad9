"""Unrolling and vectorization of axes.

Inputs: a kernel's ast with UNROLL and VECTOR axes.
Outputs: one without them: a node for each value of the unrolled axes it changes with, and vector dtypes where it changes with the
vector axis.
Invariants: a node changes with at most one VECTOR axis; indices in memory are scalars.
"""
from __future__ import annotations

import functools
import itertools
from collections.abc import Callable

from heddle.codegen.actions.loop_transforms import iterations, offset_by, size_of
from heddle.codegen.load_conditions import gate_accesses, gated_load
from heddle.codegen.vector_shuffles import interleaved, load_strided, transpose, transpose_columns
from heddle.dtype import ConstType, dtypes
from heddle.errors import InternalError
from heddle.lazy_dataclass import dataclass
from heddle.uop import AxisType, GroupOp, Ops, UOp
from heddle.uop.polynomial import combine, linear
from heddle.uop.rewrite import rewrite_replaced
from heddle.uop.rewrite_trace import direct
from heddle.uop.rules import symbolic

#: Sums in flight of one reduction: more would not stay in registers, and hide no more of an addition's latency.
_MOST_SUMS = 32
Setting = tuple[int, ...]  # a value for each unrolled axis that a node depends on


@direct
def expand(sink: UOp, computes_vectors: bool = True) -> UOp:
    """`sink` without UNROLL and VECTOR axes. `computes_vectors`: whether vector shuffles are one instruction."""
    return _Expander(sink, computes_vectors).run()


class _Expander:
    """Expands one kernel, node by node, sources first.

    `axes`: the UNROLL axes that a node depends on, by number. `values`: for each node one new node for each setting of those axes.
    `positions`: an INDEX whose position is linear in the unrolled axes, as a base and factors; it is rebuilt from these.
    """

    def __init__(self, sink: UOp, computes_vectors: bool) -> None:
        self.sink, self.computes_vectors = sink, computes_vectors
        self.written = {n.src[0].src[0] for n in sink.toposort() if n.op is Ops.STORE and n.src[0].op is Ops.INDEX}
        self.positions = {n: position for n in sink.toposort() if n.op is Ops.INDEX and (position := _linear_index(n)) is not None}
        self.order = self.needed(list(sink.toposort()))
        self.axes: dict[UOp, tuple[UOp, ...]] = {}
        self.values: dict[UOp, dict[Setting, UOp]] = {}
        self.has_rebuilt = False  # whether positions or conditions were rebuilt node by node, and may have something to simplify
        self.handed_on: dict[UOp, UOp] = {}  # the value of each LOOP_CARRIED in the next iteration
        self.loaded: dict[tuple[object, ...], list[UOp]] = {}  # transposed blocks, by the LOAD, the setting, and where they begin
        self.stored: dict[tuple[object, ...], list[UOp]] = {}  # stores of such blocks, by the STORE and the setting

    def run(self) -> UOp:
        """The expanded SINK, with the conditions of its loads in place."""
        if not any(n.op is Ops.RANGE and n.arg[1] in _UNROLLED for n in self.sink.toposort()): return gate_accesses(self.sink)
        for node in self.order: self.axes[node], self.values[node] = self.unrolled(node), {}
        waiting = self.carried()
        for node in self.order:
            if node not in waiting: self.build_all(node)
        if waiting: self.build_iterations([n for n in self.order if n in waiting])
        found = self.values[self.sink][()]
        return gate_accesses(found) if self.has_rebuilt else found

    def build_all(self, node: UOp, fixed: dict[UOp, int] | None = None) -> None:
        """The node for every setting of its axes, except those that are `fixed`."""
        axes = self.axes[node]
        pick = [self.picker(axes, s) for s in self.sources(node)]
        for setting in itertools.product(*([fixed[r]] if fixed and r in fixed else range(size_of(r)) for r in axes)):
            self.values[node][setting] = self.build(node, setting, [p(setting) for p in pick])

    # ---- unrolled iterations of a loop with a loop-carried value

    def carried(self) -> set[UOp]:
        """The nodes that depend on a LOOP_CARRIED some of whose iterations are unrolled."""
        found: set[UOp] = set()
        for node in self.order:
            is_unrolled = node.op is Ops.LOOP_CARRIED and any(r.arg[1] is AxisType.UNROLL for r in node.src[2:])
            if is_unrolled or not found.isdisjoint(node.src):
                found.add(node)
        return found

    def build_iterations(self, waiting: list[UOp]) -> None:
        """Expands the loop-carried values iteration by iteration, then the other nodes that depend on them."""
        self.handed_on = {n.src[0]: n.src[1] for n in waiting if n.op is Ops.YIELD}
        loops = {r for n in self.handed_on for r in n.src[2:] if r.arg[1] is AxisType.UNROLL}
        if len(loops) != 1: raise InternalError(f"a value is carried through {len(loops)} loops that are unrolled")
        (loop,) = loops
        needed = UOp.sink(*self.handed_on.values()).toposort()
        for iteration in range(size_of(loop)):
            for node in waiting:
                if node in needed: self.build_all(node, {loop: iteration})
        for node in waiting:
            if node not in needed: self.build_all(node)

    def build_carry(self, node: UOp, setting: Setting, src: list[UOp]) -> UOp:
        """The value of the previous unrolled iteration; in the first one, the LOOP_CARRIED of the remaining loop."""
        first, which, *_ = src
        loops = [r for r in node.src[2:] if r.arg[1] is not AxisType.UNROLL]
        n, iteration = self.written_iteration(node, setting)
        if iteration:
            value, before = self.handed_on[node], (*setting[:n], iteration - 1, *setting[n + 1:])
            return self.values[value][before]
        first = first.splat(count := max(first.dtype.count, which.dtype.count))
        return UOp(Ops.LOOP_CARRIED, node.dtype.vec(count), (first, which, *loops)) if loops else first

    def build_next(self, node: UOp, setting: Setting) -> UOp:
        """The YIELD of the last unrolled iteration to the next iteration of the loop."""
        carried, value = node.src
        n, _ = self.written_iteration(carried, setting)
        if n == len(setting): begin = end = setting
        else:
            last = next(size_of(r) for r in carried.src[2:] if r.arg[1] is AxisType.UNROLL) - 1
            begin, end = ((*setting[:n], iteration, *setting[n + 1:]) for iteration in (0, last))
        register = self.values[carried][begin]
        if register.op is not Ops.LOOP_CARRIED: return UOp(Ops.GROUP, dtypes.void, ())
        return UOp(Ops.YIELD, dtypes.void, (register, self.values[value][end]))

    def written_iteration(self, carried: UOp, setting: Setting) -> tuple[int, int]:
        """(position in the setting, iteration) of the loop of `carried` that is unrolled; (number of axes, 0) if none is."""
        axes = self.axes[carried]
        return next(((n, setting[n]) for n, r in enumerate(axes) if r in carried.src[2:]), (len(axes), 0))

    def needed(self, order: list[UOp]) -> list[UOp]:
        """`order` without nodes that are used by linear positions alone: those are rebuilt from their terms."""
        used = {self.sink}
        for node in reversed(order):
            if node in used: used.update(self.sources(node))
        return [n for n in order if n in used]

    def sources(self, node: UOp) -> tuple[UOp, ...]:
        return (node.src[0], *node.src[2:]) if node in self.positions else node.src

    def unrolled(self, node: UOp) -> tuple[UOp, ...]:
        """The UNROLL axes that a node depends on."""
        if sum(r.arg[1] is AxisType.VECTOR for r in node.ranges) > 1:
            raise InternalError(f"lanes of two axes meet, and a vector has one: {node!r}")
        return tuple(sorted((r for r in node.ranges if r.arg[1] is AxisType.UNROLL), key=lambda r: r.arg[0]))

    def picker(self, axes: tuple[UOp, ...], source: UOp) -> Callable[[Setting], UOp]:
        """A function from a reader's setting to the source's value. A source with more axes (a reduction's) is selected later."""
        table, used = self.values[source], self.axes[source]
        if any(r not in axes for r in used): return lambda setting: source
        positions = [axes.index(r) for r in used]
        return lambda setting: table[tuple([setting[p] for p in positions])]

    def build(self, node: UOp, setting: Setting, src: list[UOp]) -> UOp:
        """The node for one setting of its axes; `src`: its sources for that setting, in the order of `sources`."""
        if node.op is Ops.RANGE: return self.build_range(node, setting)
        if node.op is Ops.REDUCE: return self.build_reduce(node, setting)
        if node.op is Ops.END: return self.build_end(node, setting)
        if node.op is Ops.GEP and len(node.src) == 2: return self.build_lane(node, setting, src[0])
        if node in self.positions: return self.build_linear(node, setting, src)
        if node.op is Ops.INDEX: return self.build_index(node, src)
        if node.op is Ops.LOAD:
            alone = node.dtype.count == 1  # one element in each lane
            transposed = (self.build_transposed(node, setting) or self.build_strided(node, src)) if alone else None
            return _load(node, src) if transposed is None else transposed
        if node.op is Ops.STORE:
            transposed = self.store_transposed(node, setting, src)
            return _store(node, src) if transposed is None else transposed
        if node.op is Ops.DOT: return _dot(node, src)
        if node.op is Ops.LOOP_CARRIED: return self.build_carry(node, setting, src)
        if node.op is Ops.YIELD: return self.build_next(node, setting)
        if node.dtype.kind in ("index", "bool") and tuple(src) != node.src: self.has_rebuilt = True
        if node.op in GroupOp.ELEMENTWISE: return _elementwise(node, src)
        return node if tuple(src) == node.src else node.replace(src=tuple(src))

    def build_range(self, node: UOp, setting: Setting) -> UOp:
        if node.arg[1] is AxisType.UNROLL: return UOp.const(node.dtype, setting[0])
        if node.arg[1] is AxisType.VECTOR:
            return UOp(Ops.CONST, node.dtype.vec(size_of(node)), (), tuple(range(size_of(node))))
        return node

    def settings_inside(self, node: UOp, setting: Setting) -> list[UOp]:
        """The first source's values for every setting of the axes that `node` closes."""
        body, outer = node.src[0], self.axes[node]
        choices = [[setting[outer.index(r)]] if r in outer else range(size_of(r)) for r in self.axes[body]]
        return [self.values[body][s] for s in itertools.product(*choices)]

    def build_reduce(self, node: UOp, setting: Setting) -> UOp:
        """The reduction over what is left of its axes.

        Unrolled iterations are partial results: each has an accumulator of its own over the remaining loops, and these are combined
        as a tree; beyond `_MOST_SUMS` accumulators they are combined one by one inside the loop. Then follow the lanes of a vector
        axis, and last the threads of a WORKGROUP axis.
        """
        loops = tuple(r for r in node.src[1:] if r.arg[1] not in (AxisType.UNROLL, AxisType.VECTOR, AxisType.WORKGROUP))
        threads = tuple(r for r in node.src[1:] if r.arg[1] is AxisType.WORKGROUP)  # combined last, across threads
        unrolled = [r for r in node.src[1:] if r.arg[1] is AxisType.UNROLL and r in self.axes[node.src[0]]]
        lanes = [r for r in node.src[1:] if r.arg[1] is AxisType.VECTOR and r in node.src[0].ranges]
        # a value that does not depend on an axis is reduced with itself
        again = iterations(r for r in node.src[1:] if r.arg[1] in _UNROLLED and r not in node.src[0].ranges)
        parts = self.settings_inside(node, setting) if unrolled else \
            [self.values[node.src[0]][self.project(node, setting)]]
        parts = [p for p in parts for _ in range(again)]
        sums = len(parts) * iterations(r for r in node.ranges if r.arg[1] is AxisType.UNROLL)
        if not loops and _are_dots(node.arg, parts): total = _added_to(UOp.const(parts[0].dtype, 0), parts)
        elif loops and sums > _MOST_SUMS: total = _one_by_one(node.arg, parts).reduce(node.arg, *loops)
        else: total = reduce_tree(node.arg, [p.reduce(node.arg, *loops) for p in parts])
        if lanes: total = reduce_lanes(node.arg, total)
        return total.reduce(node.arg, *threads)

    def project(self, node: UOp, setting: Setting) -> Setting:
        outer = self.axes[node]
        return tuple(setting[outer.index(r)] for r in self.axes[node.src[0]])

    def build_end(self, node: UOp, setting: Setting) -> UOp:
        loops = tuple(r for r in node.src[1:] if r.arg[1] not in (AxisType.UNROLL, AxisType.VECTOR))
        parts = self.settings_inside(node, setting)
        body = parts[0] if len(parts) == 1 else UOp(Ops.GROUP, dtypes.void, tuple(parts))
        return body.end(*loops)

    def build_linear(self, node: UOp, setting: Setting, src: list[UOp]) -> UOp:
        """A linear position: a base independent of unrolled axes, plus a constant."""
        position = self.positions[node]
        values = dict(zip(self.axes[node], setting, strict=True))
        offset = position.constant + sum(position.factors.get(r, 0) * v for r, v in values.items())
        offset += sum(factor * _value_at(term, values) for term, factor in position.steps.items())
        at = offset_by(position.base, offset)
        arg = None if position.lane is None else ("stride", position.factors.get(position.lane, 0), size_of(position.lane))
        return UOp(Ops.INDEX, node.dtype, (src[0], at, *src[1:]), arg)

    def build_index(self, node: UOp, src: list[UOp]) -> UOp:
        """A position that is not linear in the lanes: one scalar position per lane."""
        lane = next((r for r in node.src[1].ranges if r.arg[1] is AxisType.VECTOR), None)
        if lane is None: return node if tuple(src) == node.src else node.replace(src=tuple(src))
        return UOp(Ops.INDEX, node.dtype, tuple(src), ("lanes", 0, size_of(lane)))

    def build_lane(self, node: UOp, setting: Setting, vector: UOp) -> UOp:
        """A lane that axes number: those that are unrolled say which, a vector axis makes it several."""
        terms, constant = linear(node.src[1])
        lane = next((r for r in terms if r.arg[1] is AxisType.VECTOR), None)
        first = constant + sum(terms.get(r, 0) * v for r, v in zip(self.axes[node], setting, strict=True))
        return vector.gep(tuple(first + terms[lane] * n for n in range(size_of(lane))) if lane is not None else first)

    def build_transposed(self, node: UOp, setting: Setting) -> UOp | None:
        """A load that strides along the lanes and is consecutive along an unrolled axis: vectors are loaded along that axis and
        transposed in registers, a power of two at a time; the last ones overlap where needed. As `store_transposed`, the other way."""
        index, axes = node.src[0], self.axes[node]
        first = self.values[index][setting] if self.axes[index] == axes else None
        if first is None or first.arg is None or first.arg[0] != "stride" or first.arg[1] in (0, 1) or len(first.src) == 3: return None
        step: int = first.arg[1]
        lanes: int = first.arg[2]
        beside = [i for i, r in enumerate(axes) if size_of(r) >= LEAST_TRANSPOSED and self.positions[index].stride(r) == 1]
        if not beside or lanes & (lanes - 1): return None
        position = beside[0]
        n, along = size_of(axes[position]), setting[position]
        if n != lanes and not self.computes_vectors: return None
        width = min(lanes, 1 << (n.bit_length() - 1))
        start = min(along - along % width, n - width)
        block = node, setting[:position], start, setting[position + 1:]
        if (rows := self.loaded.get(block)) is None:
            buffer, at = self.values[index][(*setting[:position], 0, *setting[position + 1:])].src

            def row(lane: int) -> UOp:
                return UOp(Ops.INDEX, index.dtype, (buffer, offset_by(at, lane * step + start))).load(node.dtype.vec(width))

            rows = self.loaded[block] = transpose_columns([row(lane) for lane in range(lanes)])
        return rows[along - start]

    def build_strided(self, node: UOp, src: list[UOp]) -> UOp | None:
        """A load that strides along the lanes, from vectors that are contiguous."""
        is_strided = src[0].arg is not None and src[0].arg[0] == "stride" and src[0].src[0] not in self.written
        return load_strided(src[0], node.dtype) if is_strided and self.computes_vectors else None

    def store_transposed(self, node: UOp, setting: Setting, src: list[UOp]) -> UOp | None:
        """A store that strides along the lanes and is consecutive along an unrolled axis: the values of that axis are transposed
        in registers and stored contiguous, a power of two at a time; the last ones overlap where needed."""
        index, axes = node.src[0], self.axes[node]
        if len(src) > 2 or index not in self.positions or self.axes[index] != axes: return None
        if src[0].arg is None or src[0].arg[1] in (0, 1): return None
        _, step, lanes = src[0].arg
        beside = [i for i, r in enumerate(axes) if self.positions[index].stride(r) == 1]
        position = next((i for i in beside if size_of(axes[i]) >= LEAST_TRANSPOSED or size_of(axes[i]) == step), None)
        if position is None: return None
        n, along = size_of(axes[position]), setting[position]
        block = node, setting[:position], setting[position + 1:]
        if (stores := self.stored.get(block)) is None:
            pick = self.picker(axes, node.src[1])
            rows = [pick((*setting[:position], i, *setting[position + 1:])) for i in range(n)]
            first = self.values[index][(*setting[:position], 0, *setting[position + 1:])]
            stores = self.stored[block] = self.stores_of(first, rows, step, lanes) if all(x.dtype.count == lanes for x in rows) else []
        own = stores[along::n]  # every setting of the axis stores a share
        return UOp(Ops.GROUP, dtypes.void, tuple(own)) if len(own) > 1 else own[0] if own else None

    @staticmethod
    def stores_of(first: UOp, rows: list[UOp], step: int, lanes: int) -> list[UOp]:
        """The contiguous stores of `rows` that begin at `first`, where lanes are `step` apart."""
        buffer, at = first.src
        n = len(rows)

        def store(start: int, x: UOp) -> UOp: return UOp(Ops.INDEX, first.dtype, (buffer, offset_by(at, start))).store(x)

        if n < LEAST_TRANSPOSED: return [store(part * lanes, interleaved(rows, part)) for part in range(n)]
        width = min(lanes, 1 << (n.bit_length() - 1))
        starts = [*range(0, n - width, width), n - width]
        blocks = [(start, transpose(rows[start:start + width])) for start in starts]
        return [store(lane * step + start, columns[lane]) for start, columns in blocks for lane in range(lanes)]


#: values along an unrolled axis from which on transposing them costs less than storing each alone
LEAST_TRANSPOSED = 4



def reduce_tree(op: Ops, parts: list[UOp]) -> UOp:
    """The parts reduced pairwise: the shortest chain of dependent ops, and the smallest rounding error."""
    while len(parts) > 1:
        parts = [a.alu(op, b) for a, b in zip(parts[::2], parts[1::2], strict=False)] + parts[len(parts) & ~1:]
    return parts[0]


def reduce_lanes(op: Ops, x: UOp) -> UOp:
    """The lanes of a vector reduced: its halves with each other as long as they are vectors."""
    while (half := x.dtype.count // 2) > 1 and x.dtype.count % 2 == 0:
        x = x.gep(tuple(range(half))).alu(op, x.gep(tuple(range(half, 2 * half))))
    return reduce_tree(op, [x.gep(i) for i in range(x.dtype.count)])


@dataclass(frozen=True)
class LinearIndex:
    """A position as base + constant + sum(axis * factor) over the axes that are unrolled, `lane` among them if any, + sum(step *
    factor) over what depends on unrolled axes alone: where the last of several overlapping blocks begins."""

    base: UOp
    constant: int
    factors: dict[UOp, int]
    steps: dict[UOp, int]
    lane: UOp | None

    def stride(self, r: UOp) -> int | None:
        """How far it moves along one of these axes; None if that is not constant."""
        return None if any(r in step.ranges for step in self.steps) else self.factors.get(r, 0)


_UNROLLED = (AxisType.UNROLL, AxisType.VECTOR)


def _linear_index(index: UOp) -> LinearIndex | None:
    """The position of an INDEX as a `LinearIndex`; None if an unrolled axis moves it in another way, or is reduced for it."""
    terms, constant = linear(index.src[1])
    written = {r for r in index.src[1].ranges if r.arg[1] in _UNROLLED}
    lane = next((r for r in written if r.arg[1] is AxisType.VECTOR), None)
    steps = {t: f for t, f in terms.items() if t not in written and written & t.ranges}
    if any(not _is_step(t, written - {lane}) for t in steps) or any(map(_unrolls_reduction, terms)): return None
    base = combine({t: f for t, f in terms.items() if t not in written and t not in steps}, 0)
    return LinearIndex(base, constant, {t: f for t, f in terms.items() if t in written}, steps, lane)


def _is_step(x: UOp, unrolled: set[UOp]) -> bool:
    """Whether a term is arithmetic on these axes alone: `split` with `overlap` chooses so where the last block begins."""
    return x.ranges <= unrolled and all(n.op in (Ops.RANGE, Ops.CONST, Ops.CMPLT, Ops.WHERE, Ops.ADD, Ops.MUL) for n in x.toposort())


def _value_at(step: UOp, values: dict[UOp, int]) -> int:
    """The value of an expression of unrolled axes for one of each."""
    found = rewrite_replaced(step, symbolic, {r: UOp.const(r.dtype, v) for r, v in values.items()})
    if found.op is not Ops.CONST: raise InternalError(f"a position does not depend on unrolled axes alone: {found!r}")
    value: int = found.arg
    return value


def _unrolls_reduction(x: UOp) -> bool:
    """Whether a value, such as a position that was looked for, is reduced over an axis that is unrolled."""
    if x.op is Ops.RANGE: return False
    return any(n.op is Ops.REDUCE and any(r.arg[1] in _UNROLLED for r in n.src[1:]) for n in x.toposort())


def _lane_of_const(x: UOp, i: int) -> ConstType:
    lanes: tuple[ConstType, ...] | ConstType = x.arg
    return lanes[i] if isinstance(lanes, tuple) else lanes


def _lane(x: UOp, i: int) -> UOp:
    if x.dtype.count == 1: return x
    if x.op is Ops.CONST: return UOp.const(x.dtype.scalar(), _lane_of_const(x, i))
    return x.gep(i)


def _elementwise(node: UOp, src: list[UOp]) -> UOp:
    count = max(s.dtype.count for s in src)
    if count > 1: src = [_repeated(s, count) for s in src]
    dtype = node.dtype.vec(count)
    return node if tuple(src) == node.src and dtype == node.dtype else UOp(node.op, dtype, tuple(src), node.arg)


def _dot(node: UOp, src: list[UOp]) -> UOp:
    """A DOT of vectors; a group that all lanes share is repeated. It comes first: what signs cost depends on the second factor then,
    and is the same for all rows of a tile."""
    count, group = max(s.dtype.count for s in src[:2]), node.src[0].dtype.count // node.dtype.count
    shared_first = sorted(src[:2], key=lambda s: s.dtype.count) if node.arg.is_integer() else src[:2]
    a, b = (_repeated(s, count) for s in shared_first)
    return UOp(Ops.DOT, node.dtype.vec(count // group), (a, b, *(s.splat(count // group) for s in src[2:])), node.arg)


def _are_dots(op: Ops, parts: list[UOp]) -> bool:
    """Whether parts are DOTs that are still to be added to something."""
    return op is Ops.ADD and all(p.op is Ops.DOT and len(p.src) == 2 for p in parts)


def _added_to(total: UOp, dots: list[UOp]) -> UOp:
    """A sum and some DOTs, each of which adds to the one before."""
    return functools.reduce(lambda total, dot: dot.replace(src=(*dot.src, total)), dots, total)


def _one_by_one(op: Ops, parts: list[UOp]) -> UOp:
    """Parts reduced to one value; DOTs add to each other by themselves."""
    if _are_dots(op, parts): return _added_to(parts[0], parts[1:])
    return functools.reduce(lambda a, b: a.alu(op, b), parts)


def _repeated(x: UOp, count: int) -> UOp:
    """The elements of `x` again and again, as a vector of so many."""
    if x.dtype.count in (1, count) or (x.op is Ops.CONST and not isinstance(x.arg, tuple)): return x.splat(count)
    return x.gep(tuple(range(x.dtype.count)) * (count // x.dtype.count))


def _lane_indices(index: UOp) -> list[UOp]:
    """One scalar INDEX for each lane."""
    buffer, at, *valid = index.src
    how, step, lanes = index.arg
    spots = [offset_by(at, i * step) if how == "stride" else _lane(at, i) for i in range(lanes)]
    return [UOp(Ops.INDEX, index.dtype, (buffer, s, *(_lane(v, i) for v in valid))) for i, s in enumerate(spots)]


def _is_consecutive(index: UOp) -> bool:
    return index.arg is not None and index.arg[:2] == ("stride", 1) and all(v.dtype.count == 1 for v in index.src[2:])


def _load(node: UOp, src: list[UOp]) -> UOp:
    index = src[0]
    if index.arg is None:
        if len(index.src) == 3 and index.src[2].dtype.count > 1:  # one address, loaded in some lanes only
            gate = index.src[2]
            positions = [UOp(Ops.INDEX, index.dtype, (*index.src[:2], _lane(gate, i))) for i in range(gate.dtype.count)]
            return UOp(Ops.VECTORIZE, node.dtype.vec(len(positions)), tuple(gated_load(p, node.dtype) for p in positions))
        if len(src) == 1 and len(index.src) == 3: return gated_load(index, node.dtype)
        return node if tuple(src) == node.src else node.replace(src=tuple(src))
    if node.dtype.count > 1: return _load_parts(node, index)
    if _is_consecutive(index): return gated_load(index.replace(arg=None), node.dtype.vec(index.arg[2]))
    return UOp(Ops.VECTORIZE, node.dtype.vec(index.arg[2]), tuple(gated_load(p, node.dtype) for p in _lane_indices(index)))


def _load_parts(node: UOp, index: UOp) -> UOp:
    """Several elements in each lane: one load where they follow each other."""
    (how, step, lanes), size = index.arg, node.dtype.count
    whole = node.dtype.scalar().vec(lanes * size)
    if (how, step) == ("stride", size): return gated_load(index.replace(arg=None), whole)
    parts = [gated_load(p, node.dtype) for p in _lane_indices(index)]
    return UOp(Ops.VECTORIZE, whole, tuple(part.gep(i) for part in parts for i in range(size)))


def _store(node: UOp, src: list[UOp]) -> UOp:
    index, value, *gate = src
    if index.arg is None and node.src[1].dtype.count > 1: return node.replace(src=tuple(src))  # several elements in any case
    if index.arg is None:
        return node if tuple(src) == node.src else node.replace(src=(index, _lane(value, value.dtype.count - 1), *gate))
    lanes = index.arg[2]
    if (size := node.src[1].dtype.count) > 1: return _store_parts(index, value, size)
    if _is_consecutive(index): return index.replace(arg=None).store(value.splat(lanes), *gate).replace(arg=node.arg)
    parts = (p.store(_lane(value, i), *gate).replace(arg=node.arg) for i, p in enumerate(_lane_indices(index)))
    return UOp(Ops.GROUP, dtypes.void, tuple(parts))


def _store_parts(index: UOp, value: UOp, size: int) -> UOp:
    """Several elements of each lane: one store where they follow each other."""
    how, step, lanes = index.arg
    if (how, step) == ("stride", size): return index.replace(arg=None).store(_repeated(value, lanes * size))
    parts = (p.store(value.gep(tuple(range(i * size, (i + 1) * size)))) for i, p in enumerate(_lane_indices(index)))
    return UOp(Ops.GROUP, dtypes.void, tuple(parts))
