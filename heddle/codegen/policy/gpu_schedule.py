"""Default schedules of kernels on devices with work-groups.

Inputs: a simplified ast, the device's capabilities.
Outputs: the optimised ast and the actions that made it. Every output element is a thread's, unless that would repeat reductions:
then a thread has a row, or, where reductions are long, the threads of a work-group share it.
"""
from __future__ import annotations

import math
from dataclasses import replace

from heddle.codegen.actions.action import Action
from heddle.codegen.actions.chunk_fusion import find_chunk
from heddle.codegen.actions.group_reduce import most_threads, shared_bytes
from heddle.codegen.actions.loop_transforms import (
    accesses,
    carried_axes,
    factors_of,
    is_around_outputs,
    is_fixed,
    is_unrolled,
    iterations,
    reads_what_it_writes,
    reductions_of,
    size_of,
    stride,
)
from heddle.codegen.actions.schedule_builder import Optimiser, replaced
from heddle.codegen.memory.images import writes_images
from heddle.codegen.policy.attention_gpu import (
    block_axes,
    choose_blocks,
    optimise_chain_by_blocks,
    optimise_chunk,
)
from heddle.codegen.policy.cpu_schedule import lanes_of
from heddle.codegen.policy.matmul_cpu import (
    Product,
    beside_product,
    find_product,
    optimise_product,
    unroll_short_reductions,
)
from heddle.codegen.policy.matmul_gpu import optimise_group_product
from heddle.codegen.policy.matmul_mma import optimise_matrix_product, tensor_core, with_whole_factors
from heddle.codegen.policy.transpose_gpu import transpose_by_tiles
from heddle.codegen.tensorize.block_chain import find_block_chain
from heddle.renderer import Capabilities
from heddle.uop import AxisType, Ops, UOp

#: An axis shorter than this is joined with the one around it before it becomes the threads of a work-group.
_SHORT_AXIS = 64
#: How much more reducing is worth having a thread for each element instead of each row.
_REPEATED = 4
#: Reductions of at least this many elements may be shared by a work-group.
_LONG_REDUCTION = 64
#: Threads that share a reduction where local memory is no faster than other memory: what they exchange is then worth little.
_FEW_THREADS = 16
#: Threads that share the reductions of several rows, at least.
_LEAST_THREADS = 32
#: Work-groups for each multiprocessor, at least, before threads of a grid iterate over an axis of unknown length.
_GROUPS_AT_ONCE = 4
#: Rows so few that a work-group for each is better even where its threads read far apart.
_FEW_ROWS = 64
#: Elements of a row that a thread keeps in registers from one pass over the row to the next, at most.
_KEPT = 64
#: Rows of a factor that each thread takes through a row of the other one.
_ROWS_AT_ONCE = 8
#: Most groups of a dimension, where the device names no limit.
_MOST_GROUPS = (1 << 31) - 1


def optimise_for_groups(sink: UOp, caps: Capabilities) -> tuple[UOp, list[Action]]:
    """`sink` as the heuristic would have it run on a device with work-groups."""
    opt = Optimiser(sink, caps)
    if carried := carried_axes(sink):
        spread(opt, [r for r in shared_loops(sink) if r not in carried], caps)
        return opt.sink, opt.actions
    loops = shared_loops(sink)
    rows = rows_of(sink, loops)
    if caps.image is not None and writes_images(sink): return optimise_by_pixels(opt, loops, caps)
    if not caps.has_scratch and optimise_attention(opt, caps): return opt.sink, opt.actions
    if caps.has_fast_shared and (chunk := find_chunk(sink)) is not None and optimise_chunk(opt, chunk, make_grid, caps):
        return opt.sink, opt.actions
    in_place = reads_what_it_writes(sink)
    fixed = all(is_fixed(n) for n in sink.toposort() if n.op is Ops.RANGE)
    if not fixed and caps.has_fast_shared:
        bound_loops(opt, caps)
        loops = shared_loops(opt.sink)
        rows = rows_of(opt.sink, loops)
    unroll_short_reductions(opt, beside_product(sink))
    product = find_product(opt.sink, caps) if caps.vector and fixed else None
    if product is not None and not (in_place and size_of(product.vector) % 4):
        return _optimise_product(opt, product, caps, in_place)
    if transpose_by_tiles(opt, loops, caps, make_grid): return opt.sink, opt.actions
    unroll_short_reductions(opt, reductions_of(opt.sink))
    if reductions_to_share(opt.sink, loops, rows, caps):
        loops, rows = keep_few_rows(opt, loops, rows)
    if (reductions := reductions_to_share(opt.sink, loops, rows, caps)) and (n := threads_for(opt.sink, reductions, caps)) > 1:
        share(opt, reductions, n, loops, rows, caps)
        return opt.sink, opt.actions
    if len(rows) == len(loops) and not leaves_idle(opt.sink, rows, caps): rows = vectorise(opt, rows, caps)
    spread(opt, rows, caps)
    return opt.sink, opt.actions


def _optimise_product(opt: Optimiser, product: Product, caps: Capabilities, in_place: bool) -> tuple[UOp, list[Action]]:
    """On a device with scratch memory each thread for itself; else on tensor cores if they take it, or in tiles of a group."""
    if caps.has_scratch: return alone(opt, product, in_place)
    whole = with_whole_factors(product)
    unit = tensor_core(whole, caps, in_place)
    if unit is not None: optimise_matrix_product(opt, whole, unit, caps, make_grid)
    else: optimise_group_product(opt, product, caps, in_place, make_grid)
    return opt.sink, opt.actions


def optimise_attention(opt: Optimiser, caps: Capabilities) -> bool:
    """Does the actions for a chain of products, if the kernel has one and tensor cores for it; returns whether it has."""
    chain = find_block_chain(opt.sink)
    axes = None if chain is None else block_axes(opt.sink, chain)
    if chain is None or axes is None or (blocks := choose_blocks(opt.sink, chain, axes, caps)) is None: return False
    optimise_chain_by_blocks(opt, axes, blocks, make_grid, caps)
    return True


def optimise_by_pixels(opt: Optimiser, loops: list[UOp], caps: Capabilities) -> tuple[UOp, list[Action]]:
    """Each pixel of an image is a thread's."""
    unroll_short_reductions(opt, reductions_of(opt.sink))
    spread(opt, [r for r in loops if r.arg[1] is AxisType.LOOP], caps)
    return opt.sink, opt.actions


def alone(opt: Optimiser, product: Product, in_place: bool) -> tuple[UOp, list[Action]]:
    """A product on a device whose work-groups each run on one core: groups of one thread, which keeps its tiles for itself."""
    plain, actions, caps = opt.sink, list(opt.actions), opt.caps
    optimise_product(opt, product, caps, in_place)
    tiles = sum(n.arg[1] * n.dtype.itemsize for n in opt.sink.toposort() if n.op is Ops.DEFINE_LOCAL)
    if tiles > (caps.shared_memory or 0):
        opt.sink, opt.actions = plain, actions
        optimise_product(opt, product, replace(caps, has_scratch=False), in_place)
    return opt.sink, opt.actions


# ---- which axes are the threads'


def shared_loops(sink: UOp) -> list[UOp]:
    """The axes around all outputs, outermost first; those whose extent is known only at launch stay loops."""
    return [r for r in sink.src[0].src[1:] if r.src[0].op is Ops.CONST and is_around_outputs(sink, r)]


def bound_loops(opt: Optimiser, caps: Capabilities) -> None:
    """Makes loops around the outputs whose extent is known only at launch such of the greatest extent, with a condition, or where
    that is more than the device has threads for, loops over pieces of so many iterations."""
    for r in opt.sink.src[0].src[1:]:
        if is_fixed(r) or r.arg[1] is not AxisType.LOOP or not is_around_outputs(opt.sink, r): continue
        most = _GROUPS_AT_ONCE * caps.workgroup_threads * caps.threads // iterations(shared_loops(opt.sink))
        if most > 1: opt.split(r, size_of(r) if most >= size_of(r) else most_threads(most), mask=True)


def rows_of(sink: UOp, loops: list[UOp]) -> list[UOp]:
    """The axes to spread over threads: all, or those that reductions change with where other threads would only repeat them."""
    once = repeated = 0
    moving: set[UOp] = set()
    for reduction in reductions_of(sink):
        work = iterations(reduction.src[0].ranges | set(reduction.src[1:]))
        missing = iterations(r for r in loops if r not in reduction.ranges)
        once, repeated = once + work, repeated + work * missing
        if missing > 1: moving |= {r for r in reduction.ranges if r in loops}
    elements = iterations(loops)
    if repeated <= _REPEATED * (once + elements): return loops
    return [r for r in loops if r in moving]


def vectorise(opt: Optimiser, loops: list[UOp], caps: Capabilities) -> list[UOp]:
    """Gives each thread a vector of elements that are contiguous wherever they are touched; returns the loops that are left."""
    lanes = lanes_moved(opt.sink, loops, caps)
    r = next((r for r in reversed(loops) if lanes > 1 and size_of(r) > lanes and _is_contiguous(opt.sink, r)), None)
    if r is None: return loops
    width = next((w for w in (16, 8, 4, 2) if w <= lanes and size_of(r) % w == 0), 1)
    if width == 1: return loops
    outer, _ = opt.split(r, width, AxisType.VECTOR)
    return replaced(loops, r, outer)


def lanes_moved(sink: UOp, loops: list[UOp], caps: Capabilities) -> int:
    """Elements that a thread is given, at most: where vectors are only moved, as many as memory gives at a time of the widest format
    there, if that leaves a group for every core."""
    lanes = lanes_of(sink, caps)
    if caps.computes_vectors: return lanes
    more = min(caps.vector // max((n.dtype.itemsize for n in accesses(sink)), default=1), caps.lanes_moved)
    return more if more > lanes and iterations(loops) >= more * caps.workgroup_threads * caps.threads else lanes


def leaves_idle(sink: UOp, loops: list[UOp], caps: Capabilities) -> bool:
    """Whether elements, for each of which a thread repeats loops of reductions, are too few for all threads of the device."""
    repeats = any(not is_unrolled(f) and any(r not in f.ranges for r in loops) for f in reductions_of(sink))
    return repeats and iterations(loops) < caps.workgroup_threads * caps.threads


def _is_contiguous(sink: UOp, r: UOp) -> bool:
    """True if every access walks consecutive elements along `r`, or does not move, and no condition changes with it."""
    if any(q.arg[1] is AxisType.VECTOR for n in sink.toposort() if r in n.ranges for q in n.ranges): return False  # lanes would meet
    steps = [stride(n.src[1], r) for n in accesses(sink) if r in n.ranges]
    return all(s == 1 for s in steps) and not any(r in v.ranges for n in accesses(sink) for v in n.src[2:])


# ---- rows that a work-group shares


def reductions_to_share(sink: UOp, loops: list[UOp], rows: list[UOp], caps: Capabilities) -> list[UOp]:
    """The reductions, one row at a time, that the threads of a work-group should share; none if each thread can have a row."""
    every = reductions_of(sink)
    inner = {k for f in every for k in f.src[1:]}
    outer = [f for f in every if not f.ranges & inner and not any(r in f.ranges for r in loops if r not in rows)]
    long = [f for f in outer if iterations(f.src[1:]) >= _LONG_REDUCTION]
    few = iterations(rows) < _FEW_ROWS
    if not long or not (few or any(_runs_along_reduction(f, rows) for f in long)): return []
    taken = {k for f in every if f not in outer for k in f.src[1:]}  # of reductions that change with a thread's own elements
    return [f for f in outer if all(k.arg[1] is AxisType.REDUCE and k not in taken for k in f.src[1:])]


def _runs_along_reduction(reduction: UOp, rows: list[UOp]) -> bool:
    """True if memory is consecutive along the reduced axes and not along the rows: threads side by side would read far apart.

    Memory with fewer elements, such as scales of rows, comes from caches.
    """
    offsets = _main_offsets(reduction)
    return any(stride(at, k) == 1 for at in offsets for k in reduction.src[1:]) and \
        not any(stride(at, r) == 1 for at in offsets for r in rows[-1:])


def _main_offsets(reduction: UOp) -> list[UOp]:
    """The positions in memory of which a reduction reads the most."""
    offsets = [n.src[1] for n in reduction.src[0].toposort() if n.op is Ops.INDEX]
    most = max((iterations(at.ranges) for at in offsets), default=0)
    return [at for at in offsets if iterations(at.ranges) == most]


def keep_few_rows(opt: Optimiser, loops: list[UOp], rows: list[UOp]) -> tuple[list[UOp], list[UOp]]:
    """Unrolls the rows of a product's smaller factor, if they are few: a group then reads the larger factor's row once for all.

    Returns the loops and rows that are left.
    """
    found = [f for f in reductions_of(opt.sink) if factors_of(f)]
    if len(found) != 1 or len(reductions_of(opt.sink)) != 1: return loops, rows
    moving = {r for at in _main_offsets(found[0]) for r in at.ranges}
    few = [r for r in rows if r not in moving]
    if not few or set(few) == set(rows) or iterations(few) > _ROWS_AT_ONCE: return loops, rows
    for r in few: opt.mark(r, AxisType.UNROLL)
    return [r for r in loops if r not in few], [r for r in rows if r not in few]


def threads_for(sink: UOp, reductions: list[UOp], caps: Capabilities) -> int:
    """Threads of the work-groups that share `reductions`: as many as have something to do and as local memory allows."""
    lanes = max(lanes_of(sink, caps), 1)  # of vectors, which a reduction whose length is known at launch has none of
    longest = max(iterations(f.src[1:]) // (lanes if all(map(is_fixed, f.src[1:])) else 1) for f in reductions)
    most = caps.workgroup_threads if caps.has_fast_shared else min(caps.workgroup_threads, _FEW_THREADS)
    n = min(most_threads(longest), most_threads(most), most_threads(caps.workgroup[0] if caps.workgroup else 1))
    results = {f: iterations(r for r in f.ranges if r.arg[1] is AxisType.UNROLL) for f in reductions}
    n = max(n // most_threads(max(results.values())), min(n, _LEAST_THREADS))  # each result is one more that all threads exchange
    room = caps.shared_memory or 0
    while n > 1 and sum(shared_bytes(n, f.dtype.itemsize) * results[f] for f in reductions) > room: n //= 2
    return n


def share(opt: Optimiser, reductions: list[UOp], n: int, loops: list[UOp], rows: list[UOp], caps: Capabilities) -> None:
    """A work-group of `n` threads for each row: they share the row's reductions, and then its elements.

    Where the row is read again and a thread's part of it fits its registers, the loops over the parts are unrolled: the loads of
    all passes are then the same ones, done once.
    """
    free = [r for r in loops if r not in rows]
    keep = caps.has_fast_shared and 0 < read_again(opt.sink, reductions, free) <= _KEPT * n
    for axes in dict.fromkeys(tuple(f.src[1:]) for f in reductions):
        left = take_vectors(opt, [k for k in opt.current(axes) if not is_shared(opt.sink, k)], n, caps)
        k = join_reduction(opt, left)
        if k is not None: split_for_threads(opt, k, n, caps, keep)
    if free: split_for_threads(opt, opt.join_all(free), n, caps, keep)
    make_grid(opt, rows, caps)


def read_again(sink: UOp, reductions: list[UOp], free: list[UOp]) -> int:
    """The elements of a row that several passes over it read: its length, for each buffer that the kernel only reads. 0 if there are
    none, or passes differ in their axes."""
    every: list[tuple[UOp, ...]] = [*(f.src[1:] for f in reductions), *([tuple(free)] if free else [])]
    passes = list(dict.fromkeys(every))
    axes = passes[0]
    sizes = [size_of(r) for r in axes]
    if reads_what_it_writes(sink) or not all(is_fixed(r) for p in passes for r in p): return 0
    if len(set(axes)) != len(axes) or any([size_of(r) for r in p] != sizes for p in passes): return 0
    swap = {r: q for p in passes for r, q in zip(p, axes, strict=True)}
    loads: dict[tuple[UOp, UOp], set[UOp]] = {}
    for n in sink.toposort():
        if n.op is not Ops.LOAD or n.src[0].src[0].op is not Ops.PARAM or not any(r in n.ranges for r in swap): continue
        index = n.src[0]
        if not any(index.src[1].ranges.issuperset(p) for p in passes): continue
        loads.setdefault((index.src[0], index.src[1].substitute(swap)), set()).add(n)
    return sum(math.prod(sizes) for same in loads.values() if len(same) > 1)


def is_shared(sink: UOp, k: UOp) -> bool:
    """Whether the threads of a work-group share a reduction with this axis already: by one axis, which can be another one."""
    return any(k in f.src[1:] and any(r.arg[1] is AxisType.WORKGROUP for r in f.src[1:]) for f in reductions_of(sink))


def take_vectors(opt: Optimiser, axes: list[UOp], n: int, caps: Capabilities) -> list[UOp]:
    """The axes of a reduction without a vector of the last one, where that is contiguous and the reduction as one is not: memory
    comes in blocks, such as of packed weights."""
    loops = [k for k in axes if k.arg[1] is AxisType.REDUCE]
    if len(loops) < 2 or not _is_contiguous(opt.sink, loops[-1]): return axes
    lanes, last = lanes_of(opt.sink, caps), loops[-1]
    width = next((w for w in (16, 8, 4, 2) if w <= lanes and size_of(last) % w == 0 and iterations(loops) >= w * n), 1)
    if width == 1 or size_of(last) == width: return axes
    outer, _ = opt.split(last, width, AxisType.VECTOR)
    return replaced(axes, last, outer)


def split_for_threads(opt: Optimiser, r: UOp, n: int, caps: Capabilities, keep: bool = False) -> None:
    """Spreads an axis over `n` threads, each of which takes a vector at a time where the axis is walked along memory.

    `keep`: what is left of it, the parts of a thread, is written out.
    """
    lanes = lanes_of(opt.sink, caps)
    width = next((w for w in (16, 8, 4, 2) if w <= lanes and size_of(r) % w == 0 and size_of(r) >= w * n), 1) if is_fixed(r) else 1
    rest: UOp | None = r
    if width > 1 and _is_contiguous(opt.sink, r): rest, _ = opt.split(r, width, AxisType.VECTOR)
    if rest is None: return
    parts, _ = opt.split(rest, n, AxisType.WORKGROUP, mask=True)
    if keep and parts is not None: opt.mark(parts, AxisType.UNROLL)


def join_reduction(opt: Optimiser, axes: list[UOp]) -> UOp | None:
    """The axes of a reduction as one, if every reduction with one of them has them all, and the inner ones are of known length; else
    the longest; None if all are taken."""
    axes = [k for k in axes if k.arg[1] is AxisType.REDUCE]
    if not axes: return None
    together = all(set(axes) <= set(f.src[1:]) or not set(axes) & set(f.src[1:]) for f in reductions_of(opt.sink))
    return opt.join_all(axes, AxisType.REDUCE) if together and all(map(is_fixed, axes[1:])) else max(axes, key=size_of)


# ---- threads and groups


def spread(opt: Optimiser, axes: list[UOp], caps: Capabilities) -> None:
    """Makes `axes`, outermost first, the grid, and part of the innermost the threads of a work-group."""
    if not axes: return
    axes = list(axes)
    while len(axes) > 1 and size_of(axes[-1]) < _SHORT_AXIS: axes[-2:] = [opt.join(axes[-2], axes[-1])]
    threads = group_size(size_of(axes[-1]), caps)
    outer, _ = opt.split(axes[-1], threads, AxisType.WORKGROUP, mask=True)
    make_grid(opt, [*axes[:-1], *([outer] if outer is not None else [])], caps)


def group_size(n: int, caps: Capabilities) -> int:
    """Threads of a work-group along an axis of `n`: all, or what divides `n` well, or as many as there can be."""
    most = min(caps.workgroup_threads, caps.workgroup[0] if caps.workgroup else 1)
    if n <= most: return n
    whole = next((d for d in range(most, most // 4, -1) if n % d == 0), None)
    return whole or most


def make_grid(opt: Optimiser, axes: list[UOp], caps: Capabilities) -> None:
    """Makes `axes` the grid: joined, or cut, until they fit the dimensions there are; what is too much stays a loop."""
    most = caps.grid or (_MOST_GROUPS,) * 3
    while len(axes) > 3: axes[:2] = [opt.join(axes[0], axes[1])]
    if all(size_of(r) <= m for r, m in zip(reversed(axes), most, strict=False)): return mark_grid(opt, axes)
    left: UOp | None = opt.join_all(axes)
    cut: list[UOp] = []
    for m in most:
        if left is None: break
        left, inner = opt.split(left, groups_along(size_of(left), m), mask=True)
        cut.append(inner)
    mark_grid(opt, cut[::-1])


def mark_grid(opt: Optimiser, axes: list[UOp]) -> None:
    for r in axes: opt.mark(r, AxisType.GRID)


def groups_along(n: int, most: int) -> int:
    """Groups along a dimension that can have `most`, of `n` in all: what divides `n` well, or even pieces."""
    if n <= most: return n
    whole = next((d for d in range(most, most // 2, -1) if n % d == 0), None)
    return whole or -(-n // -(-n // most))
