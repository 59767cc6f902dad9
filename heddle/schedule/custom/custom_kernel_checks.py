"""Checks of custom kernels: bounds, loops, uninitialised registers, and races that can be decided.

Inputs: a `Written`.
Outputs: nothing, or a KernelError with the user's line and the cure.
Invariants: what is refused would read or write outside of its axis for some values of its loops, give another result in another
order of its threads, or read what nobody wrote. An index that comes from memory may have any value, and has to be compared first.
"""
from __future__ import annotations

from heddle.errors import KernelError, Location, SettingError
from heddle.schedule.custom.custom_kernel import Bound, Written
from heddle.schedule.index_map import TRUE
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.symbol import Symbol, most, plain
from heddle.uop.verify.bounds_proof import Access, Unproven, leaving


def check_written(found: Written) -> None:
    """KernelError for what is wrong with a kernel, at the line of the node."""
    _check_loops(found)
    _check_bounds(found)
    order = list(found.ast.toposort())
    for node in order:
        if node.op is Ops.LOAD: _check_read(node, found, order)
        if node.op is Ops.STORE: _check_write(node, found, order)


def _line(node: UOp, found: Written) -> Location | None:
    """The line of a node, or of the first one with a line below it."""
    stack = [node]
    while stack:
        node = stack.pop(0)
        if (line := found.lines.get(node)) is not None: return line
        stack += node.src
    return None


# ---- loops


def _check_loops(found: Written) -> None:
    for r in sorted(found.ast.ranges, key=lambda r: r.arg[0]):
        raise KernelError(f"loop {r.arg[0]} of the kernel {found.ast.arg.name}, of {_extent(r)} iterations, is never ended",
                          "Close it where its effects end: .end(i), or .set(value, end=i).", found.lines.get(r))
    closed: dict[UOp, UOp] = {}
    for node in found.ast.toposort():
        if node.op is not Ops.BARRIER: continue
        for r in node.ranges: closed[r] = node
    for r, barrier in closed.items():
        if any(n.op is Ops.SPECIAL and n.arg.startswith("lidx") for n in r.src[0].toposort()):
            raise KernelError("a barrier stands in a loop whose length differs between the threads of a work-group",
                              "Give the loop the same length for all of them.", _line(barrier, found))


def _extent(r: UOp) -> str: return str(int(r.vmax) + 1) if r.src[0].op is Ops.CONST else f"up to {int(r.vmax) + 1}"


# ---- bounds


def _check_bounds(found: Written) -> None:
    accesses: dict[int, tuple[Access, Bound]] = {}
    for bound in found.bounds:
        for access in _accesses(bound): accesses[id(access)] = access, bound
    try: bad = leaving([a for a, _ in accesses.values()])
    except SettingError: return  # without a solver only intervals decide, and they did not
    for one in bad:
        if one.values is None: continue  # not decided in time
        raise _out_of_bounds(one, accesses[id(one.access)][1])


def _accesses(bound: Bound) -> list[Access]:
    gates = () if bound.gate is TRUE else (bound.gate,)
    room = most(bound.size)
    if not isinstance(bound.size, Symbol): return [Access(bound.index, bound.index, 1, room, gates)]
    below = bound.index - UOp.number(bound.size) + UOp.number(room)
    return [Access(bound.index, bound.index, 1, room, gates), Access(bound.index, below.simplify(), 1, room, gates)]


def _out_of_bounds(one: Unproven, bound: Bound) -> KernelError:
    low, high = bound.index.bounds
    shape = f"({', '.join(map(plain, bound.shape))})"
    loads = any(n.op is Ops.LOAD for n in bound.index.toposort())
    where = f", with {one.values}" if one.values and not loads else ""
    cure = "Compare it first: ((i >= 0) & (i < n)).where(A[i], 0)." if loads else \
        "Shorten the loop, or read it where it is inside only: (i < n).where(A[i], 0); store to A[i.valid(i < n)]."
    how = "comes from memory and may be anything" if loads else f"goes from {low} to {high}"
    return KernelError(f"the index of axis {bound.axis} {how}, in memory of shape {shape}{where}", cure, bound.line)


# ---- reads and writes


def _address(node: UOp) -> tuple[UOp, UOp | None, list[UOp]]:
    """(memory, position in it, what it comes after) of a LOAD or STORE."""
    address, after = node.src[0], list[UOp]()
    at = address.src[1] if address.op is Ops.INDEX else None
    if address.op is Ops.INDEX: address = address.src[0]
    while address.op is Ops.AFTER:
        after += address.src[1:]
        address = address.src[0]
    return address, at, after


def _stores_below(effects: list[UOp], memory: UOp, through_barriers: bool) -> list[UOp]:
    """The STOREs to `memory` that `effects` are, or wait for."""
    def enters(n: UOp) -> bool: return through_barriers or n.op is not Ops.BARRIER
    return [n for e in effects for n in e.toposort(gate=enters) if n.op is Ops.STORE and _address(n)[0] is memory]


def _positions(order: list[UOp], prefix: str) -> list[UOp]:
    return [n for n in order if n.op is Ops.SPECIAL and n.arg.startswith(prefix) and n.vmax > 0]


def _check_read(load: UOp, found: Written, order: list[UOp]) -> None:
    memory, at, after = _address(load)
    if memory.op is Ops.PARAM: return
    what = "a register" if memory.op is Ops.DEFINE_REG else "memory of the work-group"
    if not _stores_below(after, memory, True):
        raise KernelError(f"{what} is read before anything was stored there", "Store first, and read from memory.after(store).",
                          _line(load, found))
    if memory.op is Ops.DEFINE_REG or not _positions(order, "lidx"): return
    for store in _stores_below(after, memory, False):
        if _address(store)[1] is at: continue  # what the thread itself has stored
        if (memory.arg[0] >> 20) and at is not None: continue  # memory of the thread alone
        raise KernelError("memory of the work-group is read where other threads may not have stored it yet",
                          "Wait for them: read from memory.after(store.barrier()).", _line(load, found))


def _check_write(store: UOp, found: Written, order: list[UOp]) -> None:
    memory, at, _ = _address(store)
    if memory.op is Ops.DEFINE_REG or at is None: return
    own = store.src[2:]
    below = set(at.toposort()) | {n for g in own for n in g.toposort()}
    if memory.op is Ops.PARAM:
        for special in [*_positions(order, "gidx"), *_positions(order, "lidx")]:
            if special not in below: raise _race(store, found, f"all {int(special.vmax) + 1} positions along {special.arg}")
    elif not memory.arg[0] >> 20:
        for special in _positions(order, "lidx"):
            if special not in below: raise _race(store, found, f"all {int(special.vmax) + 1} threads along {special.arg}")
    _check_accumulates(store, found)


def _race(store: UOp, found: Written, who: str) -> KernelError:
    return KernelError(f"{who} store to the same element",
                       "Index it by that position too, or let one of them store: C[i.valid(lid.eq(0))].",
                       _line(store, found))


def _check_accumulates(store: UOp, found: Written) -> None:
    """A sum that is read outside of the loop that adds to it would only have the last term."""
    memory, at, _ = _address(store)
    for load in store.src[1].toposort():
        if load.op is not Ops.LOAD or _address(load)[0] is not memory or _address(load)[1] is not at: continue
        for r in store.ranges - load.ranges:
            if r.arg[1] not in (AxisType.REDUCE, AxisType.LOOP) or (at is not None and r in at.ranges): continue
            raise KernelError(f"what is added to in loop {r.arg[0]} is read before it, so only the last iteration would count",
                              "Read it in the loop: C.after(k)[i].", _line(load, found))
