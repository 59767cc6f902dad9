"""Kernels of a fusion plan: each stored node becomes a SINK of STOREs over loops.

Inputs: a `Plan`.
Outputs: a `Step` for each kernel or copy: what runs, on which buffers, after which others.
Invariants: a kernel's ast has PARAMs for its buffers, numbered in order of appearance, so equal kernels are one node.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import field

from heddle.dtype import dtypes
from heddle.errors import Location
from heddle.lazy_dataclass import dataclass
from heddle.schedule.buckets import Part, parts_of_message
from heddle.schedule.fusion import MEMORY, Kernel, Plan, Use, in_rows, is_clamped
from heddle.schedule.index_map import TRUE, ZERO, both, flatten, loops_over, source_index
from heddle.schedule.patterns.scan_kernels import CARRYING, iteration
from heddle.schedule.rewrites import TRANSFERS, assigned_memory, held_in, transferred
from heddle.uop import BufferArg, GroupOp, KernelArg, Ops, ParamArg, UOp
from heddle.uop.symbol import capacity


@dataclass(eq=False, repr=False)
class Step:
    """A CALL under construction: `what` on `buffers`. `reads` and `writes` are versions: memory, or the ASSIGN that changed it."""

    what: UOp
    buffers: tuple[UOp, ...]
    reads: set[UOp] = field(default_factory=lambda: set())
    writes: list[UOp] = field(default_factory=list[UOp])
    loc: Location | None = None


def build_steps(order: list[UOp], plan: Plan, outputs: Sequence[UOp] = ()) -> tuple[list[Step], dict[UOp, UOp]]:
    """The steps, and the buffer that holds each stored node. `outputs` are read after the run."""
    homes, parts = _messages(order, plan, outputs)
    for node in order:
        if node in plan.roots and node not in homes: homes[node] = _home(node, len(homes))
        for use in plan.uses[node].values(): use.value = _value_of_use(node, use, plan, homes, parts)
        if node in plan.roots and node.op is not Ops.KERNEL: plan.roots[node].value = _value(node, plan.roots[node], plan, homes)
        # a kernel that uses its own output does not read it back from memory
        for use in plan.uses[node].values():
            if node in plan.roots and plan.roots[node].kernel is use.kernel: use.value = plan.roots[node].value
    owner = {node: kernel for kernel in plan.kernels for node in kernel.outputs}
    seen: dict[Kernel, None] = {owner[n]: None for n in order if n in owner and n.numel}  # an empty tensor needs no kernel
    steps: list[Step] = []
    for kernel in seen:
        if kernel.root.op is Ops.KERNEL: steps += _written_steps(kernel, homes)
        elif kernel.root.op in TRANSFERS: steps += _transfer_steps(kernel.root, homes, parts)
        else: steps.append(_step(kernel, plan, homes, parts, owner))
    return steps, homes


def _messages(order: list[UOp], plan: Plan, outputs: Sequence[UOp]) -> tuple[dict[UOp, UOp], dict[UOp, Part]]:
    """Memory for each message of several values, and of the values that are stored right there, for only the message needs all of
    them: their parts of it."""
    homes: dict[UOp, UOp] = {}
    parts: dict[UOp, Part] = {}
    joined = [n for n in order if n.op is Ops.COLLECTIVE and len(n.src) > 1 and n in plan.roots]
    if not joined: return homes, parts
    whole = Counter(s for n in order if n in plan.roots for s in (
        transferred(n) if n.op in TRANSFERS else map(held_in, n.src) if n.op is Ops.KERNEL else ()))
    for node in joined:
        size = sum(s.numel for s in node.src)
        message = homes[_message(node)] = UOp(Ops.BUFFER, node.dtype, (), BufferArg(-1 - len(homes), node.device or "", size))
        for source, part in zip(transferred(node), parts_of_message(node), strict=True):
            if source.op is not Ops.CONTIGUOUS or whole[source] > 1 or source in outputs: continue
            homes[source], parts[source] = message, part
    return homes, parts


def _message(node: UOp) -> UOp:
    """What stands for the joined sources of a COLLECTIVE among stored nodes."""
    return UOp(Ops.GROUP, dtypes.void, node.src, node.arg)


def _home(node: UOp, number: int) -> UOp:
    """The memory of a stored node: a buffer of its own, or the target of its ASSIGN.

    Numbers, not ids: equal graphs give equal kernels.
    """
    if node.op is Ops.ASSIGN: return assigned_memory(node)
    return UOp(Ops.BUFFER, node.dtype, (), BufferArg(-1 - number, node.device or "", node.capacity))


def _value_of_use(node: UOp, use: Use, plan: Plan, homes: dict[UOp, UOp], parts: dict[UOp, Part]) -> UOp:
    if node in plan.roots:
        if plan.roots[node].kernel is use.kernel: return ZERO  # replaced by the root's value once it is made
        if node.op is Ops.ASSIGN: return _load_assigned(node, use)
        return _load(homes[node], _position(node, use.index, parts), _where_it_runs(use), node)
    if node.op in MEMORY: return _load(node, flatten(use.index, node.shape), _where_it_runs(use), node)
    return _value(node, use, plan, homes)


def _position(node: UOp, index: tuple[UOp, ...], parts: dict[UOp, Part]) -> UOp:
    """The position in its memory of an element of a stored node."""
    position = flatten(index, capacity(node.shape))
    return position if (part := parts.get(node)) is None else part.at(position)


def _load(memory: UOp, at: UOp, valid: UOp, version: UOp) -> UOp:
    # AFTER marks the version of the memory until the step is made
    source = memory if version is memory else UOp(Ops.AFTER, memory.dtype, (memory,), version)
    return source.index(at, None if valid is TRUE else valid).load()


def _load_assigned(node: UOp, use: Use) -> UOp:
    memory, at, _ = _address(node.src[0], use.index)
    return _load(memory, at, _where_it_runs(use), node)


def _where_it_runs(use: Use) -> UOp:
    """The condition of a use, and that its loops of at most one iteration are not empty: loads may be hoisted out of them."""
    valid = use.valid
    for r in use.loops:
        if r.src[0].op is not Ops.CONST and r.vmax == 0 and r.src[0].vmin < 1: valid = both(valid, ZERO < r.src[0])
    return valid


def _address(target: UOp, index: tuple[UOp, ...]) -> tuple[UOp, UOp, UOp]:
    """(memory, position in it) of the element `index` of an assigned view."""
    valid, node = TRUE, target
    while node.op in GroupOp.MOVEMENT or node.op is Ops.ASSIGN:
        if node.op is not Ops.ASSIGN: index, valid = source_index(node, index, valid)
        node = node.src[0]
    return node, flatten(index, node.shape), valid


def _value(node: UOp, use: Use, plan: Plan, homes: dict[UOp, UOp]) -> UOp:
    """The node's value at `use`, from the values of its sources there."""
    values = [s.known() for s in use.sources]
    match node.op:
        case Ops.CONST: return UOp.const(node.dtype, node.arg)
        case Ops.IOTA: return UOp(Ops.CAST, node.dtype, (use.index[0],))
        case Ops.PAD: return _padded(node, use, values[0]) if values else UOp.const(node.dtype, 0)
        case Ops.REDUCE_AXIS: return values[0].reduce(node.arg[0], *use.reduce_ranges)
        case Ops.SCAN | Ops.MERGE: return iteration(node, use.index, values, use.reduce_ranges).value
        case Ops.GATHER: return _gathered(node, use, values[0], values[1])
        case Ops.CONTIGUOUS | Ops.ASSIGN | Ops.COPY | Ops.COLLECTIVE: return values[0] if values else ZERO
        case op if op in GroupOp.MOVEMENT: return values[0]
        case Ops.WHERE if len(values) == 1: return values[0]  # chosen by position
        case _: return UOp(node.op, node.dtype, tuple(values), node.arg)


def _is_gated_load(value: UOp) -> bool:
    """Whether `value` is a conditional load, perhaps cast, which gives 0 where its condition is false; other values need a WHERE."""
    while value.op is Ops.CAST: value = value.src[0]
    return value.op is Ops.LOAD and len(value.src[0].src) == 3


def _padded(node: UOp, use: Use, value: UOp) -> UOp:
    inside = source_index(node, use.index, TRUE)[1]
    if inside is TRUE or _is_gated_load(value): return value
    return inside.where(value, UOp.const(value.dtype, 0))


def _gathered(node: UOp, use: Use, value: UOp, row: UOp) -> UOp:
    picked = node.src[1]
    placeholder = UOp(Ops.INDEX, dtypes.index, (picked, *use.index[:picked.ndim]))
    if is_clamped(node): row = _clamped(row, node.src[0].shape[0] - 1)
    elif not _is_gated_load(value):
        value = in_rows(placeholder, node.src[0].shape[0]).where(value, UOp.const(value.dtype, 0))
    return value.substitute({placeholder: row.cast(dtypes.index)})


def _clamped(row: UOp, last: int) -> UOp:
    """The nearest integer in [0, last]."""
    low, high = row.bounds
    if high > last: row = (row < last).where(row, last)
    return row.maximum(0) if low < 0 else row


def _transfer_steps(root: UOp, homes: dict[UOp, UOp], parts: dict[UOp, Part]) -> list[Step]:
    """The step of a transfer; before it, copies into its message of those values that are not stored there."""
    sources = transferred(root)
    if len(sources) == 1:
        held = homes.get(sources[0], sources[0])
        return [Step(root.replace(src=()), (homes[root], held), {sources[0]}, [root], root.loc)]
    message = homes[_message(root)]
    send = Step(root.replace(src=()), (homes[root], message), set(), [root], root.loc)
    steps: list[Step] = []
    for source, part in zip(sources, parts_of_message(root), strict=True):
        if source in parts: send.reads.add(source)
        else:
            copied = UOp(Ops.AFTER, root.dtype, (message,), ("copied", part.begin))
            held = homes.get(source, source)
            steps.append(Step(_copying(held, message, part), (message, held), {source}, [copied], root.loc))
            send.reads.add(copied)
    return [*steps, send]


def _step(kernel: Kernel, plan: Plan, homes: dict[UOp, UOp], parts: dict[UOp, Part], owner: dict[UOp, Kernel]) -> Step:
    """The step of a fused kernel: its outputs as STOREs inside its loops, over PARAMs numbered in the order of outputs, then of use.

    `reads`: the versions of memory that other kernels write; a value that the kernel itself has stored is no dependency.
    """
    root = kernel.root
    stores: list[UOp] = []
    # outputs were found from the last to the first
    for node in reversed(kernel.outputs):
        use = plan.roots[node]
        if node.op is Ops.ASSIGN: memory, at, _ = _address(node.src[0], use.index)
        else: memory, at = homes[node], _position(node, use.index, parts)
        store = memory.index(at).store(use.known())
        if node.op in CARRYING: store = _with_next(store, node, use)
        stores.append(store.end(*kernel.loops))
    sink = UOp.sink(*stores)
    order = sink.toposort()
    loaded = {n.src[0].src[0] for n in order if n.op is Ops.LOAD}
    reads = {m.arg if m.op is Ops.AFTER else m for m in loaded}
    slots: dict[UOp, int] = {}
    for memory in (*(_stored_to(s) for s in stores), *order):
        if memory.op in MEMORY and memory not in slots: slots[memory] = len(slots)
    swap = {n: UOp(Ops.PARAM, n.dtype, (), ParamArg(i, n.size, image=n.image)) for n, i in slots.items()}
    swap |= {n: swap[n.src[0]] for n in order if n.op is Ops.AFTER and n.src[0] in swap}
    reads = {r for r in reads if owner.get(r) is not kernel}
    return Step(sink.substitute(swap), tuple(slots), reads, list(kernel.outputs), root.loc)


def _written_steps(kernel: Kernel, homes: dict[UOp, UOp]) -> list[Step]:
    """The step of a custom kernel; before it, copies of the buffers that it changes."""
    root, steps = kernel.root, list[Step]()
    arg: KernelArg = root.arg
    ast, _, outputs, fresh, _ = arg
    buffers = [homes.get(held := held_in(s), held) for s in root.src]
    run = Step(ast, (), {held_in(s) for s in root.src}, list(kernel.outputs), root.loc)
    for slot in outputs:
        result = root.replace(arg=arg._replace(out=slot))
        if result not in homes: homes[result] = _home(result, len(homes))
        before, buffers[slot] = buffers[slot], homes[result]
        if slot in fresh: continue
        copied = UOp(Ops.AFTER, before.dtype, (homes[result],), "copied")
        steps.append(Step(_copying(before, homes[result]), (homes[result], before), {held_in(root.src[slot])}, [copied], root.loc))
        run.reads.add(copied)
    run.buffers = tuple(buffers)
    return [*steps, run]


def _copying(memory: UOp, to: UOp, part: Part | None = None) -> UOp:
    """A kernel that copies a whole buffer to another one, or to a part of that."""
    dest, source = (UOp(Ops.PARAM, memory.dtype, (), ParamArg(slot, b.size)) for slot, b in enumerate((to, memory)))
    shape = (memory.size,) if part is None else (part.rows, part.size)
    index = loops_over(shape)
    position = flatten(index, shape)
    store = dest.index(position if part is None else part.at(position)).store(source.index(position).load())
    return UOp.sink(store.end(*[i for i in index if i.op is Ops.RANGE]))


def _with_next(store: UOp, node: UOp, use: Use) -> UOp:
    """The store of an element, and the YIELD of its loop."""
    handed_on = iteration(node, use.index, [s.known() for s in use.sources], use.reduce_ranges).next
    return store if handed_on is None else UOp(Ops.GROUP, dtypes.void, (store, handed_on))


def _stored_to(store: UOp) -> UOp:
    """The memory that a STORE, perhaps inside ENDs, writes to."""
    while store.op is not Ops.STORE: store = store.src[0]
    return store.src[0].src[0]
