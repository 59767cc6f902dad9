"""Custom kernels: the graph that a user wrote, lowered to a kernel's ast.

Inputs: the SINK that the user's function returned, over placeholders (uop/kernel_builder.py), and the lines of its nodes.
Outputs: a `Written`: an ast of INDEX, LOAD, STORE, loops and barriers over numbered PARAMs, and what has to be checked
(custom_kernel_checks.py).
Invariants: an element that is needed only where a condition holds is read only there; loops over the grid and over the threads of a
work-group are positions (SPECIAL), unless the optimiser is to choose them; registers that are indexed by what is not constant are
memory of the thread.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field

from heddle.dtype import dtypes
from heddle.errors import DTypeError, KernelError, Location
from heddle.lazy_dataclass import dataclass
from heddle.schedule.bindings.pack_bindings import memory_of
from heddle.schedule.index_map import TRUE, ZERO, both, flatten, source_index
from heddle.uop import AxisType, GroupOp, KernelInfo, Ops, ParamArg, UOp
from heddle.uop.polynomial import linear
from heddle.uop.symbol import capacity

Lines = Mapping[UOp, Location | None]
Gate = tuple[UOp, ...]  # conditions that hold together

_MEMORY = frozenset((Ops.PARAM, Ops.DEFINE_LOCAL, Ops.DEFINE_REG))
_ADDRESSES = _MEMORY | GroupOp.MOVEMENT | {Ops.ELEMENT, Ops.AFTER}
_EFFECTS = frozenset((Ops.STORE, Ops.END, Ops.GROUP, Ops.BARRIER))
#: registers of users have numbers from here on, memory of single threads too
_OWN = 1 << 20


@dataclass(frozen=True)
class Bound:
    """`index` has to be in [0, size) wherever `gate` holds; `axis` of memory of that `shape`."""

    index: UOp
    size: int
    gate: UOp
    axis: int
    shape: tuple[int, ...]
    line: Location | None


@dataclass
class Written:
    """`ast`: a SINK with a KernelInfo. `outputs`: the slots that it writes. `lines` are those of its own nodes."""

    ast: UOp
    outputs: tuple[int, ...]
    bounds: list[Bound]
    lines: dict[UOp, Location | None] = field(default_factory=dict[UOp, "Location | None"])


def written_kernel(sink: object, lines: Lines) -> Written:
    """The kernel that a user's function returned. KernelError or DTypeError, at the user's line, for what is none."""
    if not isinstance(sink, UOp) or sink.op is not Ops.SINK:
        got = sink.op.name if isinstance(sink, UOp) else type(sink).__name__
        raise KernelError(f"the function of a kernel has to return a SINK of its effects, got {got}",
                          "End it with .sink(arg=KernelInfo(name)), after .end() of its loops.")
    info = sink.arg if sink.arg is not None else KernelInfo()
    if not isinstance(info, KernelInfo):
        raise KernelError(f"the argument of a kernel's SINK is {info!r}", "Give a KernelInfo(name=...).")
    _check_effects(sink, lines)
    is_plain = info.opts_to_apply != () and not any(n.op in _NOT_PLAIN for n in sink.toposort())
    if is_plain and (found := _plain(_translated(sink, lines, {}, info))) is not None: return found
    if info.opts_to_apply:
        raise KernelError(f"{info.name} cannot be optimised: it is more than loops that each store their own elements",
                          "Give opts_to_apply=().")
    found = _translated(sink, lines, _positions(sink, lines), info)
    found.ast = UOp.sink(*[e for s in found.ast.src for e in _flat_effects(s)], arg=KernelInfo(info.name, ()))
    return found


_NOT_PLAIN = frozenset((Ops.AFTER, Ops.BARRIER, Ops.SPECIAL, Ops.DEFINE_LOCAL, Ops.DEFINE_REG))


def _check_effects(sink: UOp, lines: Lines) -> None:
    """KernelError, with the user's line, for a STORE to no memory, an END of no loop, and a root without effect."""
    for node in sink.toposort():
        if node.op is Ops.STORE and node.src[0].op not in _ADDRESSES:
            raise KernelError(f"{node.src[0].op.name} cannot be stored to", "Store to an element of memory: C[i].store(x).",
                              lines.get(node))
        if node.op in (Ops.END, Ops.REDUCE):
            if (other := next((s for s in node.src[1:] if s.op is not Ops.RANGE), None)) is not None and other.op is not Ops.SPECIAL:
                raise KernelError(f"{node.op.name.lower()} closes loops, and was given {other.op.name}", "Give it RANGEs.",
                                  lines.get(node))
    for s in sink.src:
        effect = s
        while effect.op in (Ops.AFTER, Ops.END): effect = effect.src[1] if effect.op is Ops.AFTER else effect.src[0]
        if effect.op not in _EFFECTS:
            raise KernelError(f"{effect.op.name} has no effect", "End in stores: C[i].store(x).end(i).sink(...).", lines.get(s))


# ---- loops over the grid


def _positions(sink: UOp, lines: Lines) -> dict[UOp, UOp]:
    """The positions that replace loops over the grid and over the threads of work-groups; the last one written is the innermost."""
    order = sink.toposort()
    found: dict[UOp, UOp] = {}
    for kind, prefix in ((AxisType.GRID, "gidx"), (AxisType.WORKGROUP, "lidx")):
        loops = [n for n in order if n.op is Ops.RANGE and n.arg[1] is kind and n.src[0].op is Ops.CONST]
        loops.sort(key=lambda n: n.arg[0])
        if not loops: continue
        if any(n.op is Ops.SPECIAL and n.arg.startswith(prefix) for n in order):
            raise KernelError(f"a kernel has loops over {kind} and {prefix} positions", "Use one of the two.", lines.get(loops[0]))
        if len(loops) > 3:
            raise KernelError(f"a kernel has {len(loops)} loops over {kind}",
                              "There are three dimensions: join some.", lines.get(loops[3]))
        found |= {n: UOp(Ops.SPECIAL, dtypes.index, n.src, f"{prefix}{d}") for d, n in enumerate(reversed(loops))}
    return found


def thread_number(order: Iterable[UOp]) -> tuple[UOp, int]:
    """The number of this thread in its work-group, and how many it has."""
    axes = sorted({n for n in order if n.op is Ops.SPECIAL and n.arg.startswith("lidx")}, key=lambda n: n.arg)
    number, count = ZERO, 1
    for axis in axes:
        number = axis * count + number if count > 1 else axis
        count *= int(axis.vmax) + 1
    return number, count


# ---- conditions


def _gates(order: Sequence[UOp]) -> dict[UOp, Gate]:
    """The conditions of `where` under which each node is needed; `~c` stands for the other branch."""
    found: dict[UOp, Gate] = {}

    def require(node: UOp, gate: Gate) -> None:
        known = found.get(node)
        if known is None: found[node] = gate
        elif known != gate: found[node] = _common(known, gate)

    for node in reversed(order):
        gate = found.setdefault(node, ())
        if node.op is Ops.WHERE:
            condition, yes, no = node.src
            require(condition, gate)
            require(yes, (*gate, condition))
            require(no, (*gate, condition.alu(Ops.NOT)))
        else:
            for s in node.src: require(s, gate)
    return found


def _common(a: Gate, b: Gate) -> Gate:
    """The conditions with which both begin."""
    n = 0
    while n < min(len(a), len(b)) and a[n] is b[n]: n += 1
    return a[:n]


# ---- translating


class _Translator:
    """Translates one kernel's graph, where memory has shapes and movement ops, to an ast with flat positions and gates.

    `gates`: for each address, the conditions of the WHEREs around it. `bounds`: the extents that indices are checked against.
    `arrays`: the numbers of register arrays that are indexed by a variable; they live in memory, one part per thread. `own_lines`:
    the user's line of a translated node.
    """

    def __init__(self, sink: UOp, lines: Lines, positions: Mapping[UOp, UOp], arrays: set[int]) -> None:
        self.sink, self.lines, self.positions, self.arrays = sink, lines, positions, arrays
        self.order = list(sink.toposort())
        self.gates = _gates(self.order)
        self.thread, self.threads = thread_number([*self.order, *positions.values()])
        self.new: dict[UOp, UOp] = {}
        self.loads: dict[UOp, UOp] = {}
        self.bounds: dict[tuple[UOp, int], Bound] = {}
        self.own_lines: dict[UOp, Location | None] = {}
        self.current: Location | None = None  # of what is being translated

    def run(self) -> UOp:
        """The translated SINK. The gates of an address are translated before it, because its load needs them."""
        stack: list[tuple[UOp, bool]] = [(self.sink, False)]
        while stack:
            node, entered = stack.pop()
            if node in self.new: continue
            if entered:
                self.current = self.lines.get(node, self.current)
                self.new[node] = made = self.translate(node)
                if node in self.lines: self.own_lines.setdefault(made, self.lines[node])
                continue
            stack.append((node, True))
            conditions = self.gates.get(node, ()) if node.op in _ADDRESSES else ()
            stack += [(s, False) for s in (*reversed(node.src), *reversed(conditions)) if s not in self.new]
        return self.new[self.sink]

    def translate(self, node: UOp) -> UOp:
        """The node over translated sources. An address stays as it is: `value` makes the load, `store` the store, `effect` the
        order."""
        if node in self.positions: return self.positions[node]
        if node.op in _ADDRESSES and not (node.op is Ops.AFTER and self.root(node).op not in _MEMORY): return node  # when it is used
        if node.op is Ops.STORE: return self.store(node)
        if node.op is Ops.VALID: return self.value(node.src[0])
        if node.op in (Ops.END, Ops.REDUCE):
            loops = [self.new[s] for s in node.src[1:] if self.new[s].op is Ops.RANGE]
            first = self.effect(node.src[0]) if node.op is Ops.END else self.value(node.src[0])
            return node.replace(src=(first, *loops)) if loops else first
        if node.op in (Ops.GROUP, Ops.BARRIER, Ops.SINK): return node.replace(src=tuple([self.effect(s) for s in node.src]))
        return node.replace(src=tuple([self.value(s) for s in node.src])) if node.src else node

    def root(self, node: UOp) -> UOp:
        """The memory of an address."""
        while node.op in GroupOp.MOVEMENT or node.op in (Ops.ELEMENT, Ops.AFTER): node = node.src[0]
        return node

    def effect(self, node: UOp) -> UOp:
        """Memory after effects, as those effects; a value as itself, for a barrier to wait for."""
        if node.op not in _ADDRESSES: return self.new[node]
        if node.op is Ops.ELEMENT: return self.value(node)
        found: list[UOp] = []
        while node.op is Ops.AFTER or node.op in GroupOp.MOVEMENT:
            if node.op is Ops.AFTER: found += [self.effect(s) for s in node.src[1:] if s.op is not Ops.RANGE]
            node = node.src[0]
        return found[0] if len(found) == 1 else UOp(Ops.GROUP, dtypes.void, tuple(found))

    def value(self, node: UOp) -> UOp:
        """The value of a node: of an address, the element there."""
        if node.op not in _ADDRESSES or node not in self.new or self.new[node] is not node: return self.new[node]
        if (load := self.loads.get(node)) is None:
            address, _ = self.address(node, self.gates.get(node, ()))
            load = self.loads[node] = address.load()
            self.own_lines.setdefault(load, self.line_of(node))
        return load

    def line_of(self, node: UOp) -> Location | None:
        while node not in self.lines and node.src: node = node.src[0]
        return self.lines.get(node, self.current)

    def store(self, node: UOp) -> UOp:
        """A STORE, gated where its position may be outside or the kernel gives a gate. Registers have no gated store: they are
        written with the value that they had. DTypeError if the value's dtype is not that of the memory."""
        target, value = node.src[0], self.value(node.src[1])
        gates = [self.value(g) for g in node.src[2:]]
        address, valid = self.address(target, ())
        if value.dtype != address.dtype:
            raise DTypeError(f"a kernel stores {value.dtype.name} to memory of {address.dtype.name}",
                             f"Cast it: .cast(dtypes.{address.dtype.name}).", self.lines.get(node))
        for gate in gates: valid = both(valid, gate)
        if valid is TRUE: return UOp(Ops.STORE, dtypes.void, (address, value))
        if address.op is not Ops.INDEX: return address.store(valid.where(value, address.load()))  # a register
        return UOp(Ops.STORE, dtypes.void, (address.replace(src=address.src[:2]), value, valid))

    # ---- addresses

    def address(self, node: UOp, gate: Gate) -> tuple[UOp, UOp]:
        """The INDEX, or the register, of an element, and the condition under which it may be touched."""
        if node.shape:
            raise KernelError(f"memory of shape {node.shape} is used as if it was one element", "Index each of its axes.",
                              self.line_of(node))
        valid, index, effects = TRUE, tuple[UOp, ...](), list[UOp]()
        for condition in gate: valid = both(valid, self.condition(condition))
        pending: list[tuple[UOp, UOp, int]] = []  # ELEMENT, index, axis
        here = node
        while here.op not in _MEMORY:
            if here.op is Ops.AFTER: effects += [self.new[s] if s.op is Ops.RANGE or s in self.positions else self.effect(s)
                                                 for s in here.src[1:]]
            elif here.op is Ops.ELEMENT:
                own, valid = self.indices(here, valid)
                pending += [(here, at, axis) for axis, at in enumerate(own)]
                index = (*own, *index)
            elif here.op in GroupOp.MOVEMENT: index, valid = source_index(here, index, valid)
            else: raise KernelError(f"{here.op.name} is not memory",
                                   "Index what the kernel was given, or a placeholder.", self.line_of(node))
            here = here.src[0]
        for element, at, axis in pending: self.bound(element, at, axis, valid)
        at = flatten(index, capacity(here.shape))
        memory, at = self.memory(here, at)
        if effects: memory = memory.after(*dict.fromkeys(e for e in effects if e.op is not Ops.SPECIAL))
        if memory.op is Ops.DEFINE_REG or (memory.op is Ops.AFTER and here.op is Ops.DEFINE_REG and here.arg[0] not in self.arrays):
            return memory, valid
        return memory.index(at, None if valid is TRUE else valid), valid

    def indices(self, element: UOp, valid: UOp) -> tuple[list[UOp], UOp]:
        """The indices of an ELEMENT, translated, and `valid` with the conditions of those that have one (VALID)."""
        found: list[UOp] = []
        for index in element.src[1:]:
            at = index
            while at.op is Ops.VALID: at, valid = at.src[0], both(valid, self.value(at.src[1]))
            found.append(position(self.value(at)))
        return found, valid

    def condition(self, condition: UOp) -> UOp:
        """A condition of `where`, or the negation of one that the graph itself does not have."""
        if condition in self.new: return self.value(condition)
        return self.value(condition.src[0]).alu(Ops.NOT)

    def bound(self, element: UOp, at: UOp, axis: int, gate: UOp) -> None:
        size, shape = element.src[0].shape[axis], element.src[0].shape
        self.bounds.setdefault((at, axis), Bound(at, size, gate, axis, shape, self.line_of(element)))

    def memory(self, base: UOp, at: UOp) -> tuple[UOp, UOp]:
        """The memory in a kernel's ast, and the position in it."""
        if base.op is Ops.PARAM: return UOp(Ops.PARAM, base.dtype, (), ParamArg(base.arg.slot, base.arg.size)), at
        if base.op is Ops.DEFINE_LOCAL: return base, at
        number, size = base.arg
        if number in self.arrays:  # of this thread alone
            own = UOp(Ops.DEFINE_LOCAL, base.dtype, (), (_OWN + number, size * self.threads))
            return own, self.thread * size + at if self.threads > 1 else at
        if at.op is not Ops.CONST: raise _NeedsArray(number)
        return UOp(Ops.DEFINE_REG, base.dtype, (), _OWN + number * _OWN + at.arg), at


class _NeedsArray(Exception):  # noqa: N818 (no error: the translation begins again)
    """Registers that are indexed by what is not constant."""

    def __init__(self, number: int) -> None: self.number = number


def position(at: UOp) -> UOp:
    """An index in the dtype of positions."""
    return at if at.dtype == dtypes.index else at.cast(dtypes.index)


def _translated(sink: UOp, lines: Lines, positions: Mapping[UOp, UOp], info: KernelInfo) -> Written:
    """The kernel over flat memory, and what it stores to. Registers whose index turns out to be variable become arrays, and the
    translation begins again with these. KernelError if nothing that was given is stored to."""
    arrays: set[int] = set()
    while True:
        translator = _Translator(sink, lines, positions, arrays)
        try: ast = translator.run()
        except _NeedsArray as found: arrays.add(found.number)
        else: break
    order = ast.toposort()
    stored = {memory_of(n) for n in order if n.op is Ops.STORE}
    swap = {n: n.src[0] for n in order if n.op is Ops.AFTER and n.src[0].op is Ops.PARAM and n.src[0] not in stored
            and all(s.op is Ops.RANGE for s in n.src[1:])}  # what never changes may be read at any time
    ast = ast.substitute(swap).replace(arg=info)
    for node in order if swap else ():
        if node in translator.own_lines: translator.own_lines.setdefault(node.substitute(swap), translator.own_lines[node])
    slots = [memory_of(n).arg.slot for n in ast.toposort() if n.op is Ops.STORE and memory_of(n).op is Ops.PARAM]
    if not slots: raise KernelError(f"the kernel {info.name} stores nothing in what it was given",
                                     "Store to an element of an argument.")
    return Written(ast, tuple(dict.fromkeys(slots)), list(translator.bounds.values()), translator.own_lines)


# ---- kernels for the optimiser


def _flat_effects(node: UOp) -> list[UOp]:
    return [e for s in node.src for e in _flat_effects(s)] if node.op is Ops.GROUP else [node]


def _plain(found: Written) -> Written | None:
    """The kernel as the schedule would make it, if each store has elements of its own, read nowhere else; else None."""
    stores: list[tuple[UOp, tuple[UOp, ...]]] = []
    stack = [(s, tuple[UOp, ...]()) for s in reversed(found.ast.src)]
    while stack:
        node, loops = stack.pop()
        if node.op is Ops.END: stack.append((node.src[0], (*loops, *node.src[1:])))
        elif node.op is Ops.GROUP: stack += [(s, loops) for s in reversed(node.src)]
        elif node.op is Ops.STORE: stores.append((node, loops))
        else: return None
    written = {memory_of(store): store.src[0].src[1] for store, _ in stores}
    if len(written) < len(stores) or any(not _own_elements(store.src[0].src[1], loops) for store, loops in stores): return None
    loads = [n for n in found.ast.toposort() if n.op is Ops.LOAD]
    if any(written.get(memory_of(n), n.src[0].src[1]) is not n.src[0].src[1] for n in loads): return None
    ends = {r for _, loops in stores for r in loops}
    reductions = {r for n in found.ast.toposort() if n.op is Ops.REDUCE for r in n.src[1:]}
    if ends & reductions: return None
    swap = {r: r.replace(arg=(r.arg[0], AxisType.LOOP if r in ends else AxisType.REDUCE)) for r in ends | reductions}
    sink = UOp.sink(*[store.end(*loops) for store, loops in stores], arg=found.ast.arg)
    found.ast = sink.substitute({r: q for r, q in swap.items() if r is not q})
    found.lines |= {q: found.lines.get(r) for r, q in swap.items()}
    found.bounds = [Bound(b.index.substitute(swap), b.size, b.gate.substitute(swap), b.axis, b.shape, b.line) for b in found.bounds]
    return found


def _own_elements(at: UOp, loops: tuple[UOp, ...]) -> bool:
    """Whether different iterations of `loops` are sure to have different positions."""
    terms, _ = linear(at)
    if len(set(loops)) < len(loops) or any(r.src[0].ranges for r in loops): return False
    if set(terms) != {r for r in loops if r.vmax > 0}: return False
    reach = 0
    for r, step in sorted(terms.items(), key=lambda term: abs(term[1])):
        if abs(step) <= reach: return False
        reach += abs(step) * int(r.vmax)
    return True
