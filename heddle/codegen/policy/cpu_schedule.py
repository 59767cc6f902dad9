"""Default schedules of kernels on a CPU.

Inputs: a simplified ast, the device's capabilities.
Outputs: the optimised ast and the actions that made it. Three kinds of kernels: products (matmul_cpu.py), reductions, and plain
nests. The vector axis is the one that the heaviest accesses walk one element at a time; where that axis is reduced, the reduction
runs in vectors, several at a time.
"""
from __future__ import annotations

import itertools
import math

from heddle.codegen.actions.action import Action
from heddle.codegen.actions.loop_transforms import (
    WRITE_OUT,
    accesses,
    axis_name,
    carried_axes,
    changes,
    is_around_outputs,
    is_fixed,
    is_short,
    iterations,
    lanes_within,
    output_axes,
    reads_what_it_writes,
    reductions_of,
    size_of,
    stride,
)
from heddle.codegen.actions.partition import MOST_PARTS, Partition
from heddle.codegen.actions.row_fusion import find_chain
from heddle.codegen.actions.schedule_builder import Optimiser, replaced
from heddle.codegen.expand import LEAST_TRANSPOSED
from heddle.codegen.policy.attention_cpu import chain_axes, optimise_chain
from heddle.codegen.policy.byte_sums_schedule import optimise_byte_sums
from heddle.codegen.policy.byte_tiles_schedule import optimise_byte_tiles
from heddle.codegen.policy.matmul_cpu import (
    Product,
    beside_product,
    find_product,
    make_grid,
    optimise_product,
    unroll_short_reductions,
)
from heddle.codegen.policy.packed_scales import unpack_scales_of_row
from heddle.codegen.policy.register_tiling import IN_FLIGHT, PIECES
from heddle.codegen.policy.scan_schedule import optimise_carried
from heddle.codegen.policy.short_rows_schedule import optimise_short_rows
from heddle.codegen.policy.stencil_schedule import find_window, optimise_window
from heddle.renderer import Capabilities
from heddle.uop import AxisType, GroupOp, Ops, UOp

#: Rows that share an operand in registers: with eight, their accumulators hide the latency of an addition on their own.
_SHARED_ROWS = 8
#: Rows that are read at once where a reduction walks through rows.
_STREAMS = 8
#: Vectors of a row that are read together where they share cache lines: one by one, each would read most lines of all rows.
#: (31775 x 33: 138 us, together 58; 10485 x 100: 107, together 57; Zen 4)
_FEW_VECTORS = 8
#: Elements that may be computed twice for each one that is: 1 of 16.
_LITTLE = 16
#: Columns from which on threads should share a row, and the most of a block of one.
_LONG_ROW = 4096
#: Lanes from which on the end of a reduction is a vector.
_LEAST_LANES = 4
#: Expressions up to this many ops are repeated for several vectors in an iteration.
_SHORT = 40


def optimise(sink: UOp, caps: Capabilities) -> tuple[UOp, list[Action]]:
    """`sink` as the heuristic would have it run on a device with these capabilities."""
    opt = Optimiser(sink, caps)
    if caps.vector == 0: return sink, []
    if carried_axes(sink): return optimise_carried(opt, caps, lanes_of(sink, caps))
    if (chain := find_chain(sink)) is not None and (axes := chain_axes(sink, chain)) is not None:
        optimise_chain(opt, chain, axes, caps)
        return opt.sink, opt.actions
    in_place = reads_what_it_writes(sink)
    if optimise_byte_sums(opt, in_place) or optimise_byte_tiles(opt, in_place): return opt.sink, opt.actions
    unroll_short_reductions(opt, beside_product(sink))
    product = _fixed_product(opt.sink, caps)
    if product is not None and not (in_place and size_of(product.vector) % 4):  # else no vector would divide its columns
        optimise_product(opt, product, caps, in_place)
        return opt.sink, opt.actions
    sink, lanes = opt.sink, lanes_of(opt.sink, caps)
    if not in_place and (window := find_window(sink, caps)) is not None:
        make_grid(opt, optimise_window(opt, window, caps, lanes))
        return opt.sink, opt.actions
    if optimise_short_rows(opt, lanes, in_place): return opt.sink, opt.actions
    if not in_place and partition_columns(opt, lanes): optimise_parts(opt, lanes)
    else: _optimise_loops(opt, caps, lanes, in_place)
    return opt.sink, opt.actions


def _optimise_loops(opt: Optimiser, caps: Capabilities, lanes: int, in_place: bool) -> None:
    """The actions for a kernel without a product, window, short rows or parts: vectors along the output, or along reductions; rows
    that share an operand; and a grid."""
    sink, reductions = opt.sink, reductions_of(opt.sink)
    vector = output_vector(sink, lanes)
    rows = rows_that_share(sink, reductions) if vector is None else None
    if vector is None and rows is None and len(reductions) == 1 and caps.has_scratch:
        unpack_scales_of_row(opt, reductions[0])
        sink, reductions = opt.sink, reductions_of(opt.sink)
    grid = [r for r in _grid_loops(sink, vector, caps) if r is not rows]
    if rows is not None: grid = _in_order_of_memory(grid, reductions[0], rows)
    outputs = 1 if rows is None else _outputs_of_tile(grid, reductions[0], rows, in_place)
    inside = _vectorise_reductions(opt, reductions, vector, lanes, 1 if rows is None else size_of(rows) * outputs)
    if rows is not None and inside:
        opt.mark(rows, AxisType.UNROLL)
        if outputs > 1: grid[-1:] = opt.current([opt.split(grid[-1], outputs, AxisType.UNROLL, overlap=not in_place)[0]])
        opt.order(grid)
    if vector is not None:
        blocks = None if reductions else _transpose_blocks(opt, vector, lanes, grid)
        grid = blocks or _vectorise_output(opt, vector, lanes, grid)
    make_grid(opt, [r for r in grid if is_around_outputs(opt.sink, r)])


def _fixed_product(sink: UOp, caps: Capabilities) -> Product | None:
    """The product in `sink`, if its loops have known extents, which tiles need; one axis of rows and the reduction may be known at
    launch only.

    Then the last tile repeats the last row: a buffer that is read as well would have changed meanwhile.
    """
    unknown = [n for n in sink.toposort() if n.op is Ops.RANGE and not is_fixed(n)]
    found = find_product(sink, caps)
    if found is None or not unknown: return found
    rows = [r for r in unknown if r in found.rows]
    if reads_what_it_writes(sink) or len(rows) > 1 or not all(r in rows or r in found.reduction.src[1:] for r in unknown): return None
    return found


def lanes_of(sink: UOp, caps: Capabilities) -> int:
    """Lanes of a vector of the widest format that the kernel computes in; formats under 4 bytes count as 4.

    What changes with no loop is computed once and is in no vector.
    """
    addressing = (Ops.PARAM, Ops.INDEX, Ops.RANGE, Ops.CONST)
    wide = any(n.dtype.itemsize > 4 and n.dtype.kind in ("float", "int", "uint") and n.ranges
               for n in sink.toposort() if n.op not in addressing)
    return caps.vector // (8 if wide else 4)


def output_vector(sink: UOp, lanes: int) -> UOp | None:
    """The output axis to vectorise, or None where no axis is worth it or the reductions had better be vectors."""
    best, best_score = None, 0.0
    for r in output_axes(sink):
        if size_of(r) < 4 or _is_better_reduced(sink, r, lanes): continue
        score = _evenness(sink, r)
        if score > best_score: best, best_score = r, score
    return best


def _evenness(sink: UOp, r: UOp) -> float:
    """Traffic that is consecutive along `r`, less twice what is not; what the first store does counts double."""
    written = {n.src[0] for n in sink.toposort() if n.op is Ops.STORE}
    total = 0.0
    for index in accesses(sink):
        if r not in index.ranges: continue
        times = iterations(index.ranges) * (2 if index in written else 1)
        even = stride(index.src[1], r) == 1 and not any(r in v.ranges for v in index.src[2:])
        total += times if even else -0.4 * times
    return total


def _is_better_reduced(sink: UOp, r: UOp, lanes: int) -> bool:
    """True where a long reduction moves with `r`, and its own loads are consecutive along the reduced axis but not along `r`."""
    for n in reductions_of(sink):
        if r not in n.src[0].ranges or iterations(n.src[1:]) < lanes: continue
        moving = [x.src[1] for x in n.src[0].toposort() if x.op is Ops.INDEX and r in x.ranges]
        if moving and all(stride(at, r) != 1 for at in moving) and any(stride(at, k) == 1 for at in moving for k in n.src[1:]):
            return True
    return False


def length(x: UOp) -> int:
    """Ops below `x`, a transcendental counted as the polynomial that it will be."""
    return sum(20 if n.op in GroupOp.TRANSCENDENTAL else 1 for n in x.toposort() if n.op is not Ops.CONST)


def rows_that_share(sink: UOp, reductions: list[UOp]) -> UOp | None:
    """A short output axis along which one operand of a long reduction stays where it is: loaded once, it serves all rows.

    A layer applied to a few vectors is such a reduction: its weights are read from memory once, and not once for each vector.
    """
    if len(reductions) != 1 or len(sink.src) != 1 or iterations(reductions[0].src[1:]) <= WRITE_OUT: return None
    operands = [n for n in reductions[0].src[0].toposort() if n.op is Ops.INDEX]
    for r in sink.src[0].src[1:]:
        if r.src[0].op is not Ops.CONST or not 2 <= size_of(r) <= _SHARED_ROWS: continue
        if 0 < sum(r in n.ranges for n in operands) < len(operands): return r
    return None


def _in_order_of_memory(grid: list[UOp], reduction: UOp, rows: UOp) -> list[UOp]:
    """The loops around a reduction in the order in which the operand that all rows share is in memory, so that it is read from one
    end to the other."""
    shared = next(n.src[1] for n in reduction.src[0].toposort() if n.op is Ops.INDEX and rows not in n.ranges)
    steps = {r: stride(shared, r) for r in grid}
    if any(step is None for step in steps.values()): return grid
    return sorted(grid, key=lambda r: -abs(steps[r] or 0))


def _outputs_of_tile(grid: list[UOp], reduction: UOp, rows: UOp, in_place: bool) -> int:
    """Iterations of the innermost loop that share what is loaded of the rows: these come from the second cache, if they are long.

    One core of a Zen 4, weights of 16384 x 4096, alone and four at a time, in ms: floats and 2 rows 20.6 and 12.6, 8 bits and 4 rows
    13.4 and 9.3, 4 bits and 4 rows 12.6 and 9.5; but 4 bits and 2 rows 6.0 and 7.1, where more is computed for each element.
    """
    if not grid or not is_fixed(grid[-1]): return 1
    along, n = grid[-1], size_of(grid[-1])
    if any({rows, along} <= index.ranges for index in reduction.src[0].toposort() if index.op is Ops.INDEX): return 1
    choices = (4, 2) if length(reduction.src[0]) <= _SHORT or size_of(rows) > 2 else ()
    return next((t for t in choices if t * size_of(rows) <= 2 * IN_FLIGHT and n >= 4 * t and (n % t == 0 or not in_place)), 1)


def _grid_loops(sink: UOp, vector: UOp | None, caps: Capabilities) -> list[UOp]:
    """The outermost output loops, but for the vector axis: enough of them for every thread to have several pieces."""
    chosen: list[UOp] = []
    for r in sink.src[0].src[1:]:
        if r is vector or not is_around_outputs(sink, r): break
        if chosen and not is_fixed(r): break  # only the outermost of joined axes may have iterations that are not known
        chosen.append(r)
        if iterations(chosen) >= 16 * caps.threads: break
    return chosen


def partition_columns(opt: Optimiser, lanes: int) -> bool:
    """Partitions the loop along which results are contiguous where conditions on it change, as of concatenated or padded tensors:
    lanes of a vector would each have a condition of their own. Returns whether it did.

    A loop without others outside, which the grid is made of, is split instead where blocks of it have no condition inside.
    """
    sink, threads = opt.sink, opt.caps.threads
    if len(sink.src) != 1 or len(sink.src[0].src) < 2 or reductions_of(sink): return False
    body, *outer, columns = sink.src[0].src
    if body.op is not Ops.STORE or not all(map(is_fixed, (*outer, columns))) or stride(body.src[0].src[1], columns) != 1: return False
    n, cuts = size_of(columns), changes(sink, columns)
    if not cuts or len(cuts) >= MOST_PARTS or all(at % lanes == 0 for at in (n, *cuts)): return False
    if threads > 1 and iterations(outer) < threads and n > _LONG_ROW:
        common = math.gcd(n, *cuts)
        block = next((b for b in range(min(common, _LONG_ROW), lanes, -1) if common % b == 0), None)
        if block is not None: opt.split(columns, block)
        return False
    rest = axis_name(columns)
    for begin, cut in itertools.pairwise((0, *cuts)):
        opt.do(Partition((rest,), cut - begin))
        rest += ".1"
    return True


def optimise_parts(opt: Optimiser, lanes: int) -> None:
    """Each part of a partitioned loop in vectors of its own; the loops that all parts share stay loops."""
    sink, grid = opt.sink, _grid_loops(opt.sink, None, opt.caps)
    for end in sink.src:
        vector = output_vector(UOp.sink(end), lanes)
        if vector is not None and not is_around_outputs(sink, vector): _vectorise_output(opt, vector, lanes, grid)
    make_grid(opt, grid)


def _vectorise_output(opt: Optimiser, r: UOp, lanes: int, grid: list[UOp]) -> list[UOp]:
    """Splits `r` into lanes, and into several vectors an iteration where the expression is short; returns the grid's loops."""
    width, in_place = lanes_within(size_of(r), lanes), reads_what_it_writes(opt.sink)
    moves_reductions = any(r in n.src[0].ranges for n in reductions_of(opt.sink))
    walks_rows = moves_reductions and _are_plain(reductions_of(opt.sink))
    ends = [end for end in opt.sink.src if r in end.src[1:]]
    has_rows = any(q.arg[1] is AxisType.UNROLL for end in ends for q in end.src[1:])
    is_worth = not has_rows and is_fixed(r) and (length(UOp.sink(*ends)) < _SHORT or moves_reductions)
    several = next((u for u in _several(opt.sink, moves_reductions) if _fills(size_of(r), width, u, in_place)), 1) if is_worth else 1
    if several > 1 and size_of(r) % width and not in_place:
        # the last block starts earlier: vectors of one whose number is unrolled would not lie at constant distances
        outer, inner = opt.split(r, width * several, overlap=True)
        vectors, _ = opt.split(inner, width, AxisType.VECTOR)
        if vectors is not None: opt.mark(vectors, AxisType.UNROLL)
    else:
        outer, _ = opt.split(r, width, AxisType.VECTOR, overlap=not in_place)
        if several > 1 and outer is not None: outer, _ = opt.split(outer, several, AxisType.UNROLL)
    if walks_rows and not has_rows and outer is not None:
        vectors = several * size_of(outer)
        shares_lines = size_of(r) % (width * several) > 0 or several * opt.caps.vector < opt.caps.line
        is_one_pass = shares_lines and is_fixed(outer) and vectors <= _FEW_VECTORS and not grid
        _read_several_rows(opt, min(_STREAMS, opt.caps.registers // 2 // vectors) if is_one_pass else _STREAMS)
        if is_one_pass:
            opt.mark(outer, AxisType.UNROLL)
            return grid
    return [*grid, outer] if outer is not None and not grid else grid


def _fills(n: int, width: int, several: int, in_place: bool) -> bool:
    """Whether blocks of so many vectors fill `n` elements, at least four times, with little that is computed twice."""
    if n % width == 0 or in_place: return n // width % several == 0 and n >= 4 * several * width
    return -(-n // width) >= 4 * several and -n % (several * width) * _LITTLE <= n


def _transpose_blocks(opt: Optimiser, vector: UOp, lanes: int, grid: list[UOp]) -> list[UOp] | None:
    """Cuts both axes of a transpose, that which loads run along and `vector`, into squares of as many rows as there are lanes, or of
    a power of two where there are fewer: these are loaded in vectors, transposed in registers (see expand.py) and stored in vectors.
    Returns the grid's loops; None for others."""
    transposed_axis = axis_to_transpose(opt.sink, vector, lanes)
    if transposed_axis is None or not is_fixed(vector) or size_of(vector) < lanes or lanes & (lanes - 1): return None
    may_overlap = not reads_what_it_writes(opt.sink)
    rows, row = opt.split(transposed_axis, lanes_within(size_of(transposed_axis), lanes), AxisType.UNROLL, overlap=may_overlap)
    columns, lane = opt.split(vector, lanes, AxisType.VECTOR, overlap=may_overlap)
    grid = replaced(grid, transposed_axis, rows)
    if columns is not None and (not grid or iterations(grid) < PIECES * opt.caps.threads):
        grid.append(columns)
        opt.order([*grid, row, lane])
    return grid


def axis_to_transpose(sink: UOp, vector: UOp, lanes: int) -> UOp | None:
    """The output axis along which some load runs that strides along `vector`, if it is the only such axis and long enough.

    A vector then needs an element of as many rows as it has lanes, and a square of both has few more loads than one column of it:
    2 to 5 times as fast from some 20 KiB on (Zen 5, by vectors of 16 to 64 bytes; the same below, where the launch takes longer).
    """
    transposed: set[UOp] = set()
    for index in accesses(sink):
        step = stride(index.src[1], vector) if vector in index.ranges else 1
        if step == 1 or step is None or len(index.src) == 3: continue
        transposed.update(r for r in index.ranges if stride(index.src[1], r) == 1)
    found = [r for r in transposed if is_fixed(r) and size_of(r) >= LEAST_TRANSPOSED and is_around_outputs(sink, r)]
    return found[0] if len(transposed) == 1 and found else None


def _several(sink: UOp, moves_reductions: bool) -> tuple[int, ...]:
    """Vectors an iteration that are worth trying, most first.

    A long reduction of plain loads reads 1 KiB of each row where it can: memory is read in long runs, and the sums stay in registers.
    """
    if not moves_reductions: return 4, 2
    return (16, 8, 4, 2) if _are_plain(reductions_of(sink)) else (8, 4, 2)


def _are_plain(reductions: list[UOp]) -> bool:
    """True for long reductions of little more than what is loaded."""
    return all(length(n.src[0]) < 16 and iterations(n.src[1:]) >= 64 for n in reductions)


def _read_several_rows(opt: Optimiser, streams: int) -> None:
    """Takes so many rows an iteration of a reduction whose sums run along the rows: memory is then read in as many streams.

    One stream breaks off where a row's run ends, and what is prefetched with it (sums of a vector times a matrix of 64 MiB:
    13 GB/s a row at a time, 25 GB/s eight at a time; one core of a Zen 4).
    """
    if streams < 2: return
    walked = dict.fromkeys(f.src[1] for f in reductions_of(opt.sink) if len(f.src) == 2 and is_fixed(f.src[1]))
    for k in walked: opt.split(k, streams, AxisType.UNROLL)


def _vectorise_reductions(opt: Optimiser, reductions: list[UOp], vector: UOp | None, lanes: int, rows: int) -> bool:
    """Writes short reductions out and runs long consecutive ones in vectors, `rows` at once. True if any reduction is a vector's."""
    done: set[UOp] = set()
    in_vectors: list[UOp] = []
    for reduction in reductions:
        axes = [k for k in reduction.src[1:] if k not in done and k in reduction.src[0].ranges and k.arg[1] is AxisType.REDUCE]
        done.update(axes)
        if not axes: continue
        if is_short(reduction):
            for k in axes: opt.mark(k, AxisType.UNROLL)
        elif vector is None or vector not in reduction.src[0].ranges:
            # a reduction inside this one that runs in vectors keeps to one lane of this one's axis
            free = [k for k in axes if not any(k in f.src[0].ranges for f in in_vectors)]
            parts = iterations(k for k in reduction.src[1:] if k.arg[1] is AxisType.UNROLL)
            if free and _vectorise_reduction(opt, reduction, free, lanes, rows * parts): in_vectors.append(reduction)
    return bool(in_vectors)


def _vectorise_reduction(opt: Optimiser, reduction: UOp, axes: list[UOp], lanes: int, rows: int) -> bool:
    """The axis of `axes` that memory is walked along, as lanes, with up to eight vectors an iteration over all rows."""
    moving = [(n.src[1], iterations(n.ranges)) for n in reduction.src[0].toposort() if n.op is Ops.INDEX]
    k = max(axes, key=lambda k: sum(times for at, times in moving if stride(at, k) == 1))
    if not any(stride(at, k) == 1 for at, _ in moving) or size_of(k) < lanes: return False
    choices = (2,) if length(reduction.src[0]) > _SHORT else (IN_FLIGHT, 4, 2)
    several = next((u for u in choices if u * rows <= 2 * IN_FLIGHT and size_of(k) >= lanes * u * 2), 1)
    if is_fixed(k) and len(axes) == 1 and size_of(k) // lanes * rows <= IN_FLIGHT: several = size_of(k) // lanes  # all of it
    rest = size_of(k) % (lanes * several) if is_fixed(k) else lanes * several - 1
    outer, inner = opt.split(k, lanes * several)
    vectors, _ = opt.split(inner, lanes, AxisType.VECTOR)
    if vectors is not None: opt.mark(vectors, AxisType.UNROLL)
    name = axis_name(k)
    while rest >= _LEAST_LANES and (left := opt.find(name := f"{name}.2")) is not None:
        width = lanes_within(rest, lanes)
        opt.split(left, width, AxisType.VECTOR)
        rest %= width
    if several == 1 and rest == 0: _unroll_around(opt, [outer, *(r for r in reversed(axes) if r is not k)], IN_FLIGHT // rows)
    return True


def _decides(sink: UOp, axis: UOp) -> bool:
    """Whether a condition in the kernel depends on the axis and on nothing else that changes."""
    return any(n.op is Ops.WHERE and n.src[0].ranges == frozenset((axis,)) for n in sink.toposort())


def _unroll_around(opt: Optimiser, axes: list[UOp | None], most: int) -> None:
    """Unrolls the axes of a reduction around a vector that is its whole axis, innermost first: up to `most` sums in flight.

    Of an axis that conditions depend on, distant iterations are unrolled instead of neighbours: in each the conditions are known.
    """
    for r in axes:
        if r is None: continue
        times = next((u for u in (8, 4, 2) if u <= most and size_of(r) % u == 0), 1) if is_fixed(r) else 1
        if times == 1: return
        if times < size_of(r) and _decides(opt.sink, r):
            outer, _ = opt.split(r, size_of(r) // times)
            if outer is not None: opt.mark(outer, AxisType.UNROLL)
            return
        opt.split(r, times, AxisType.UNROLL)
        if times < size_of(r): return
        most //= times
