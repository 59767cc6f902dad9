"""Legality of actions: an action that would change results, or that the device cannot run, is refused with a reason.

Inputs: a kernel's ast as earlier actions left it, an `Action`, the device's capabilities.
Outputs: None, or why not.
Invariants: a list of actions that passes step by step stores the same values as the kernel without it, float sums in another order.
The heuristic's own lists pass. Lists from files and from searches are checked here before anything is done.
"""
from __future__ import annotations

from collections.abc import Iterable, Sequence

from heddle.codegen.actions.action import KINDS, OF_LOADS, TMA, Action, apply
from heddle.codegen.actions.group_reduce import shared_bytes
from heddle.codegen.actions.loop_transforms import is_fixed, iterations, size_of, stride
from heddle.codegen.actions.row_fusion import find_chain
from heddle.codegen.memory.shared_memory import WARP, Swizzled, tile_over
from heddle.codegen.memory.software_pipeline import tiles_of
from heddle.codegen.memory.tile_operands import is_computed, operands, value_loads
from heddle.codegen.memory.tma import bytes_of_barriers, rows_of
from heddle.codegen.policy.cpu_schedule import reads_what_it_writes
from heddle.codegen.tensorize.dot_product import PAIR, SUMS
from heddle.codegen.tensorize.mma import factor_loads
from heddle.codegen.thread_indices import axes_of
from heddle.dtype import dtypes
from heddle.renderer import Capabilities, TensorCore
from heddle.uop import AxisType, Ops, UOp

LOOP, REDUCE, UNROLL, VECTOR = AxisType.LOOP, AxisType.REDUCE, AxisType.UNROLL, AxisType.VECTOR
GRID, WORKGROUP = AxisType.GRID, AxisType.WORKGROUP
#: The most copies of a value by unrolling: beyond it, compilers take minutes and registers spill.
MOST_COPIES = 256
#: The most nodes of an ast: each split with a remainder duplicates the kernel.
MOST_NODES = 4000
#: The most bytes of a tile, where the size of the device's scratch memory is unknown.
MOST_STAGED = 8 << 20
#: Capabilities that some device may have, to check lists of actions for an absent device. They are checked again before use.
SOME_DEVICE = Capabilities(vector=256, has_scratch=True, shared_memory=MOST_STAGED, workgroup=(1024, 1024, 1024),
                           workgroup_threads=1024)


def why_not(sink: UOp, action: Action, caps: Capabilities) -> str | None:
    """The reason why `action` may not be done to `sink`; None if it may."""
    kinds = (TMA,) if action.what == "cache_shared" else tuple(KINDS)
    if action.kind and action.kind not in kinds: return f"there is no kind of axis {action.kind!r}"
    numbers = action.axes[1:] if action.what in OF_LOADS else action.axes
    named = {n.arg[0]: n for n in sink.toposort() if n.op is Ops.RANGE}
    if missing := [n for n in numbers if n not in named]: return f"the kernel has no axis {missing[0]}"
    axes = [named[n] for n in numbers]
    if len(set(axes)) < len(axes): return "an axis is named twice"
    if any(r.src[0].op is not Ops.CONST for r in axes): return "the length of the axis is not known before the launch"
    if any(r.arg[1] is GRID for r in named.values()) and (caps.workgroup is None or action.kind != "grid"):
        return "the grid is made last"
    check = {"split": _why_not_split, "mark": _why_not_mark, "join": _why_not_join, "order": _why_not_order,
             "fuse_rows": _why_not_fuse_rows,
             "cache_read": _why_not_cache_read, "cache_shared": _why_not_cache_shared, "dot_product": _why_not_dot_product,
             "tensorize": _why_not_tensorize,
             "pipeline": _why_not_pipeline}[action.what]
    return check(sink, action, axes, caps)


def follow(kernel: UOp, actions: Iterable[Action], caps: Capabilities) -> UOp | None:
    """`kernel` after all of `actions`; None if one of them is illegal."""
    for action in actions:
        if why_not(kernel, action, caps) is not None: return None
        kernel = apply(kernel, action)
    return kernel if is_sane(kernel, caps) else None


def is_sane(sink: UOp, caps: Capabilities) -> bool:
    """Whether a kernel can be lowered and is not too long.

    No value has lanes of two axes, few copies are unrolled, and all reductions that a work-group shares are for groups of one size.
    """
    order = sink.toposort()
    if len(order) > MOST_NODES or not _groups_agree(sink, order, caps): return False
    if not _units_are_fed(sink, order) or not _tma_loads_arrive(order): return False
    if not all(_sums(n) in SUMS for n in order if n.op is Ops.DOT): return False
    return all(_lanes_do_not_meet(n) and _copies(n.ranges) <= MOST_COPIES for n in order)


def _units_are_fed(sink: UOp, order: Iterable[UOp]) -> bool:
    """Whether the threads of a warp that copy also multiply, loops reduce the products, and pending products are waited for."""
    warps = {n for n in order if n.op is Ops.RANGE and n.arg[1] is AxisType.WARP}
    if not warps <= set(axes_of(sink, AxisType.WARP)): return False
    units = [n for n in order if n.op in (Ops.WMMA, Ops.WGMMA)]
    reductions = [n for n in order if n.op is Ops.REDUCE and n.src[0] in units]
    if any(r.arg[1] in (UNROLL, VECTOR) for n in reductions for r in n.src[1:]): return False
    if any(r.arg[1] is VECTOR for n in units for r in n.ranges): return False
    return any(n.op is Ops.ASYNC_WAIT for n in order) or all(n.op is not Ops.WGMMA for n in units)


def _tma_loads_arrive(order: Iterable[UOp]) -> bool:
    """Whether TMA loads are pipelined, in one loop per work-group: mbarriers count its iterations from the start of the kernel."""
    waits = [n for n in order if n.op is Ops.MBARRIER_WAIT]
    if not waits: return all(n.op is not Ops.TMA_TILE for n in order)
    loops = {r for n in waits for r in n.ranges if r.arg[1] not in (GRID, WORKGROUP, AxisType.WARP)}
    return len(loops) == 1 and all(n.op is not Ops.AFTER or n.src[1].src[0].op is not Ops.TMA_TILE for n in order)


def _groups_agree(sink: UOp, order: Iterable[UOp], caps: Capabilities) -> bool:
    threads, grid = [*axes_of(sink, WORKGROUP), *axes_of(sink, AxisType.WARP)], axes_of(sink, GRID)
    if len(threads) > 3 or len(grid) > (3 if caps.workgroup is not None else 1): return False
    shared = [[r for r in n.src[1:] if r.arg[1] is WORKGROUP] for n in order if n.op is Ops.REDUCE]
    sizes = {size_of(r) for axes in shared for r in axes}
    if threads: sizes.add(iterations(threads))
    if not all(len(axes) < 2 for axes in shared) or len(sizes) > 1: return False
    return all(n <= caps.workgroup_threads for n in sizes)


def _lanes_do_not_meet(node: UOp) -> bool: return sum(r.arg[1] is VECTOR for r in node.ranges) < 2


def _sums(node: UOp) -> int:
    """Lanes of a value."""
    return iterations(r for r in node.ranges if r.arg[1] is VECTOR)


def _copies(axes: Iterable[UOp]) -> int: return iterations(r for r in axes if r.arg[1] is UNROLL)


# ---- conditions of each kind of action


def _why_not_split(sink: UOp, action: Action, axes: Sequence[UOp], caps: Capabilities) -> str | None:
    r = axes[0]
    if len(axes) != 1: return "a split is of one axis"
    if r.arg[1] not in (LOOP, REDUCE): return f"axis {r.arg[0]} is no loop any more"
    if not 2 <= action.size < size_of(r): return f"an axis of {size_of(r)} is not cut in pieces of {action.size}"
    if _fills(sink, r): return "tiles are made when all axes that they change with are cut"
    if not is_fixed(r) and (action.overlap or action.mask): return "where the last piece ends is known at launch only"
    if action.overlap and size_of(r) % action.size:
        if not any(r in end.src[1:] for end in sink.src): return "a reduction would count what overlaps twice"
        if reads_what_it_writes(sink): return "what overlaps would be computed from its own result"
    if action.overlap and action.mask: return "the last piece either starts earlier or does less"
    if not action.kind: return "the inner part has no kind"
    kind = KINDS[action.kind]
    if action.mask and kind not in (LOOP, REDUCE, WORKGROUP, GRID): return "a mask would be needed for each lane"
    if kind is GRID and caps.workgroup is not None: return _why_not_grid(sink, [r], caps)
    return _why_not_kind(sink, r, action.size, kind, caps)


def _why_not_mark(sink: UOp, action: Action, axes: Sequence[UOp], caps: Capabilities) -> str | None:
    kind = KINDS.get(action.kind)
    if kind is None: return "the axis is given no kind"
    if any(r.arg[1] not in (LOOP, REDUCE) for r in axes): return "an axis is no loop any more"
    if kind is GRID: return _why_not_grid(sink, axes, caps)
    if any(_fills(sink, r) for r in axes): return "tiles are made when all axes that they change with are marked"
    if kind not in (LOOP, REDUCE) and not all(map(is_fixed, axes)): return "how often an axis iterates is known at launch only"
    return next((why for r in axes if (why := _why_not_kind(sink, r, size_of(r), kind, caps))), None)


def _why_not_kind(sink: UOp, r: UOp, size: int, kind: AxisType, caps: Capabilities) -> str | None:
    """Why `size` iterations of `r` may not get that axis type; None if they may."""
    if kind is UNROLL and size > MOST_COPIES: return f"{size} iterations are too many to be unrolled"
    if kind is VECTOR and (size & size - 1 or not 2 <= size <= max(caps.vector, 4)): return f"there are no vectors of {size}"
    if kind is WORKGROUP: return _why_not_threads(sink, r, size, caps)
    # LOOP and REDUCE are interchangeable here: the END or REDUCE that closes the axis decides
    return None if kind in (LOOP, REDUCE, UNROLL, VECTOR) else f"an axis inside the kernel cannot be {kind.name.lower()}"


def _why_not_threads(sink: UOp, r: UOp, size: int, caps: Capabilities) -> str | None:
    """Why `size` iterations of `r` may not be the threads of a work-group; None if they may."""
    if caps.workgroup is None: return "the device has no work-groups"
    if size > min(caps.workgroup_threads, caps.workgroup[0]): return f"a work-group cannot have {size} threads"
    if all(r in end.src[1:] for end in sink.src): return None
    reductions = [n for n in sink.toposort() if n.op is Ops.REDUCE and r in n.src[1:]]
    if not reductions: return "the outputs do not share the axis"
    if size & size - 1: return "reductions are shared by a power of two of threads"
    if any(f.ranges & {k for g in reductions for k in g.src[1:]} for f in reductions):
        return "a reduction inside a shared one cannot be shared"
    room = sum(shared_bytes(size, f.dtype.itemsize) for f in reductions)
    return None if room <= (caps.shared_memory or 0) else f"local memory has no room for {room} bytes"


def _why_not_grid(sink: UOp, axes: Sequence[UOp], caps: Capabilities) -> str | None:
    r = axes[0]
    if caps.workgroup is not None:
        most = min(caps.grid or (size_of(r),))
        if not is_fixed(r): return "how many groups there are is known at launch only"
        if any(r not in end.src[1:] for end in sink.src): return "the grid is of loops of all outputs"
        return None if r.arg[1] is LOOP and size_of(r) <= most else f"the grid has no {size_of(r)} groups along an axis"
    loops = [[q for q in end.src[1:] if q.arg[1] not in (UNROLL, VECTOR)] for end in sink.src]
    if len(axes) != 1 or any(not inside or inside[0] is not r for inside in loops):
        return "the grid is the outermost loop of all outputs"
    tiles = [n for n in sink.toposort() if n.op is Ops.INDEX and n.src[0].op is Ops.AFTER]
    # a tile is filled as far out as its axes allow: one that changes with any loop of the outputs is filled inside the outermost
    if any(not n.src[0].ranges for n in tiles): return "a tile would be filled outside the pieces of the grid"
    is_filled_along = any(r in n.src[1].ranges and r not in n.src[0].ranges for n in tiles)  # and is not filled anew as it iterates
    return "a tile lies along it" if is_filled_along else None


def _why_not_join(sink: UOp, action: Action, axes: Sequence[UOp], caps: Capabilities) -> str | None:
    if len(axes) != 2 or not action.kind: return "two loops are joined to one of a kind"
    outer, inner = axes
    if outer.arg[1] is not inner.arg[1] or outer.arg[1] not in (LOOP, REDUCE): return "the axes are not loops of one kind"
    if KINDS[action.kind] not in (LOOP, REDUCE): return "what is joined is a loop"
    if not is_fixed(inner): return "how often the inner loop iterates is known at launch only"
    if action.size: return _why_not_in_groups(sink, outer, inner, action.size)
    for n in sink.toposort():
        if n.op not in (Ops.END, Ops.REDUCE) or not {outer, inner} & set(n.src[1:]): continue
        if not {outer, inner} <= set(n.src[1:]) or n.src.index(inner) != n.src.index(outer) + 1: return "the loops are not neighbours"
    return None


def _why_not_in_groups(sink: UOp, outer: UOp, inner: UOp, together: int) -> str | None:
    if not 2 <= together <= size_of(outer): return f"there are no groups of {together} of {size_of(outer)} iterations"
    shared = all(r in end.src[1:] for end in sink.src for r in (outer, inner))
    return None if shared else "groups are of loops of all outputs"


def _why_not_order(sink: UOp, action: Action, axes: Sequence[UOp], caps: Capabilities) -> str | None:
    if len({end.src[1:] for end in sink.src}) != 1: return "the outputs have different loops"
    return None if all(r in sink.src[0].src[1:] for r in axes) else "only loops of the outputs have an order"


def _why_not_cache_read(sink: UOp, action: Action, axes: Sequence[UOp], caps: Capabilities) -> str | None:
    if not caps.has_scratch: return "the device has no fast memory for tiles"
    if why := _why_no_tile(sink, action, axes): return why
    if not 1 <= action.size <= max(caps.vector, 1): return f"there are no copies of {action.size} at a time"
    load = operands(sink)[action.axes[0]]
    room = MOST_STAGED if caps.shared_memory is None else caps.shared_memory
    size = iterations(axes) * load.dtype.itemsize
    return None if size <= room else f"a tile of {size} bytes does not fit in {room}"


def _why_not_fuse_rows(sink: UOp, action: Action, axes: Sequence[UOp], caps: Capabilities) -> str | None:
    if not caps.has_scratch: return "the device has no fast memory for rows"
    chain = find_chain(sink)
    if chain is None: return "the kernel has no chain of products"
    if not 1 <= action.size <= MOST_COPIES: return f"{action.size} scores are no tile"
    if reads_what_it_writes(sink): return "rows would be made of what has been written since"
    if any(r not in sink.src[0].src[1:] for r in axes): return "a tile of rows is of loops of the output"
    if any(r not in axes for r in chain.factor.ranges if r.arg[1] in (UNROLL, VECTOR) and r not in chain.along):
        return "a tile of rows holds all that is unrolled"
    size, room = iterations((*chain.along, *axes)) * chain.outer.dtype.itemsize, caps.shared_memory
    return None if size <= (MOST_STAGED if room is None else room) else f"rows of {size} bytes do not fit"


def _why_no_tile(sink: UOp, action: Action, axes: Sequence[UOp]) -> str | None:
    """Why there may be no tile of a load over the axes; None if there may."""
    found = operands(sink)
    if not action.axes or action.axes[0] >= len(found): return "the kernel has no such load"
    if any(n.op is Ops.DOT for n in sink.toposort()): return "pairs are multiplied when there are all tiles"
    if reads_what_it_writes(sink): return "a tile would hold what has been written since"
    load = found[action.axes[0]]
    if any(n.op is Ops.LOAD for part in value_loads(load) for n in part.src[0].toposort()):
        return "the place of the load is itself read from memory"
    if not axes or any(r not in load.ranges for r in axes): return "the load does not move along an axis of the tile"
    if any(r not in axes for r in load.ranges if r.arg[1] in (UNROLL, VECTOR)): return "a tile holds all that is unrolled"
    return None if all(map(is_fixed, axes)) else "the size of the tile would be known at launch only"


# ---- tiles of work-groups, and MMA units


def _why_not_cache_shared(sink: UOp, action: Action, axes: Sequence[UOp], caps: Capabilities) -> str | None:
    if caps.workgroup is None: return "the device has no work-groups"
    if why := _why_no_tile(sink, action, axes): return why
    threads = axes_of(sink, WORKGROUP)
    if action.size and not any(u.warps * WARP == action.size for u in caps.tensor_cores):
        return f"there are no warps of {action.size} threads"
    if not threads and not action.size: return "no threads share the tile"
    if action.size and _lane_size(sink) not in (0, action.size): return "the threads that copy are others than those that multiply"
    load = operands(sink)[action.axes[0]]
    tile = tile_over(tuple(axes), load.dtype.itemsize, action.size)
    if isinstance(tile, Swizzled) and not tile.is_whole: return "a tile is of whole lines"
    if action.kind == TMA and is_computed(load): return "TMA copies tiles as they are"
    if action.kind == TMA and not caps.has_tma: return "the device has no TMA"
    if action.kind == TMA and isinstance(why := rows_of(load, tile), str): return why
    if any(r not in axes for r in load.ranges if r.arg[1] is WORKGROUP): return "a tile is for all threads of the group"
    if any(r.arg[1] is WORKGROUP for n in sink.toposort() if n.op is Ops.REDUCE for r in n.src[1:]):
        return "the threads that share a reduction have no tile to share"
    return _why_no_room(_bytes_of_tiles(sink) + tile.size * load.dtype.itemsize, caps)


def _why_no_room(size: int, caps: Capabilities) -> str | None:
    room = caps.shared_memory or 0
    return None if size <= room else f"local memory has no room for {size} bytes"


def _bytes_of_tiles(sink: UOp) -> int:
    return sum(n.arg[1] * n.dtype.itemsize for n in sink.toposort() if n.op is Ops.DEFINE_LOCAL)


def _why_not_dot_product(sink: UOp, action: Action, axes: Sequence[UOp], caps: Capabilities) -> str | None:
    if len(axes) != 1 or size_of(axes[0]) != PAIR: return "a pair is of one axis of two iterations"
    reductions = [n for n in sink.toposort() if n.op is Ops.REDUCE]
    if len(reductions) != 1 or axes[0] not in reductions[0].src[1:] or reductions[0].dtype != dtypes.float32:
        return "no sum of products is over that axis"
    a, b = factor_loads(reductions[0])
    if a is None or b is None or a.dtype != b.dtype: return "pairs are of what is loaded, in one format"
    if a.dtype not in caps.dot_product_dtypes: return f"the device has no instruction for pairs of {a.dtype}"
    if any(stride(x.src[0].src[1], axes[0]) != 1 or len(x.src[0].src) > 2 for x in (a, b)): return "the pairs are not contiguous"
    return None if _sums(reductions[0].src[0]) in SUMS else f"the sums are not in vectors of {', '.join(map(str, SUMS))}"


def _why_not_tensorize(sink: UOp, action: Action, axes: Sequence[UOp], caps: Capabilities) -> str | None:
    if len(axes) != 3: return "an MMA unit takes rows, columns and what is reduced"
    row, column, k = axes
    if any(r.arg[1] not in (LOOP, REDUCE) for r in axes): return "an axis is no loop any more"
    if any(n.op is Ops.WMMA for n in sink.toposort()): return "an MMA unit is at work already"
    if any(r not in end.src[1:] for end in sink.src for r in (row, column)): return "the outputs do not share the rows and columns"
    reductions = [n for n in sink.toposort() if n.op is Ops.REDUCE]
    if len(reductions) != 1 or k not in reductions[0].src[1:] or reductions[0].dtype != dtypes.float32:
        return "no sum of products is over that axis"
    a, b = factor_loads(reductions[0])
    if a is None or b is None: return "an MMA unit takes the products of what is loaded"
    unit = next((u for u in caps.tensor_cores if u.dtype == a.dtype == b.dtype and _takes(u, *map(size_of, axes))), None)
    if unit is None: return f"the device has no unit for {size_of(row)} × {size_of(column)} × {size_of(k)}"
    if _lane_size(sink) not in (0, unit.warps * WARP): return "the threads that copy are others than those that multiply"
    if unit.warps > 1 and any(x.src[0].src[0].op is not Ops.AFTER for x in (a, b)): return "four warps multiply what they share"
    apart = all((row in x.ranges) != (column in x.ranges) for x in (a, b)) and (row in a.ranges) != (row in b.ranges)
    return None if apart and k in a.ranges and k in b.ranges else "rows and columns are not those of different factors"


def _takes(unit: TensorCore, rows: int, columns: int, depth: int) -> bool:
    fits_columns = columns == unit.columns if unit.warps == 1 else columns % 8 == 0 and columns <= unit.columns
    return (rows, depth) == (unit.rows, unit.depth) and fits_columns


def _lane_size(sink: UOp) -> int:
    """The number of threads that copy or multiply together, a warp or several; 0 if there are none yet."""
    return next((size_of(n) for n in sink.toposort() if n.op is Ops.RANGE and n.arg[1] is AxisType.WARP), 0)


def _why_not_pipeline(sink: UOp, action: Action, axes: Sequence[UOp], caps: Capabilities) -> str | None:
    if len(axes) != 1 or axes[0].arg[1] not in (LOOP, REDUCE): return "tiles are filled ahead of the iterations of one loop"
    if not caps.has_async_copies: return "the device copies nothing while threads go on"
    tiles = tiles_of(sink, axes[0])
    if not tiles: return "no tile is filled by each iteration of the loop"
    least = 3 if any(n.op is Ops.WGMMA for n in sink.toposort()) else 2  # of the previous iteration, products are still under way
    if not least <= action.size <= size_of(axes[0]): return f"there are no {action.size} of {size_of(axes[0])} iterations"
    more = sum(t.size * t.local.dtype.itemsize for t in tiles) * (action.size - 1)
    if any(t.by_tma for t in tiles): more += bytes_of_barriers(action.size)
    return _why_no_room(_bytes_of_tiles(sink) + more, caps)


def _fills(sink: UOp, r: UOp) -> bool:
    """Whether each iteration of `r` refills a tile: if it is unrolled, all copies would fill the same tile."""
    return any(n.op is Ops.AFTER and r in n.ranges for n in sink.toposort())
