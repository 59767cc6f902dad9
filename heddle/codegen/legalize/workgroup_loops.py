"""Loops in place of work-groups, for devices without: threads run one after another, from barrier to barrier.

Inputs: a linear IR with positions (SPECIAL) and barriers.
Outputs: the same without: loops over the grid around everything, and over the threads around each stretch between two barriers.
Invariants: all threads have done a stretch before the first does the next one; what a thread keeps from one stretch to another is
in memory of its own; what it can compute again it does.
"""
from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field

from heddle.dtype import dtypes
from heddle.errors import KernelError
from heddle.lazy_dataclass import dataclass
from heddle.uop import AxisType, GroupOp, Ops, UOp
from heddle.uop.cost import size_of

_WORKGROUP = frozenset((Ops.SPECIAL, Ops.BARRIER))
#: numbers of the memories that keep values of threads
_KEPT = 1 << 50


@dataclass
class _Loop:
    """A loop of the list, with its inside."""

    loop: UOp
    body: list[UOp | _Loop] = field(default_factory=list["UOp | _Loop"])


_Body = list["UOp | _Loop"]


def without_groups(uops: Sequence[UOp]) -> list[UOp]:
    """The list for a device without work-groups; as it is if the kernel has no positions."""
    return list(uops) if _WORKGROUP.isdisjoint([u.op for u in uops]) else _Threads(uops).run()


class _Threads:
    """The rewriting of one kernel. A stretch is what runs between two barriers.

    `grid` and `threads` are the SPECIAL ops gidx and lidx, by descending number. A value that one stretch makes and another one
    reads is computed again if it is pure, and otherwise `kept` in memory with one element per thread.
    """

    def __init__(self, uops: Sequence[UOp]) -> None:
        self.uops = uops
        self.dtype = next((u.dtype for u in uops if u.op is Ops.SPECIAL), dtypes.int64)
        positions = sorted({u for u in uops if u.op is Ops.SPECIAL}, key=lambda u: u.arg, reverse=True)
        self.grid = [u for u in positions if u.arg.startswith("gidx")]
        self.threads = [u for u in positions if u.arg.startswith("lidx")]
        self.numbers = itertools.count(1 + max((u.arg[0] for u in uops if u.op is Ops.RANGE), default=0))
        self.memories = itertools.count(_KEPT)
        self.has_barriers = any(u.op is Ops.BARRIER for u in uops)
        self.head: list[UOp] = [u for u in uops if u.op in GroupOp.DECLARED]
        self.made: dict[UOp, UOp] = {}  # what stands for a node, outside of stretches
        self.kept: dict[UOp, UOp] = {}  # memory of the threads for a value, or a register
        self.home: dict[UOp, int] = {}  # the stretch that a node is computed in

    def run(self) -> list[UOp]:
        """The whole list: shared memory, loops over the grid (the outer one marked GRID), stretches, and the ends of the loops."""
        body = _tree([u for u in self.uops if u.op not in GroupOp.DECLARED and u.op is not Ops.SPECIAL])
        self.made |= {u: u for u in self.head}
        around: list[UOp] = []
        for n, u in enumerate(self.grid):
            loop = self.loop(u, AxisType.GRID if n == 0 else AxisType.LOOP, around)
            self.made[u] = loop
        stretches = self.divide(body)
        self.find_homes(stretches)
        inside: list[UOp] = []
        self.emit(stretches, inside)
        closing = [UOp(Ops.END, dtypes.void, (u,)) for u in reversed(around) if u.op is Ops.RANGE]
        return [*self.head, *around, *inside, *closing]

    def loop(self, position: UOp, kind: AxisType, out: list[UOp]) -> UOp:
        """Opens a loop over a position."""
        size = UOp.const(self.dtype, size_of(position))
        made = UOp(Ops.RANGE, self.dtype, (size,), (next(self.numbers), kind))
        out += [size, made]
        return made

    # ---- stretches

    def divide(self, body: _Body) -> list[_Body | _Loop]:
        """What runs between barriers, and the loops that hold some (whose bodies are divided likewise when they are emitted)."""
        found: list[_Body | _Loop] = []
        current: _Body = []
        for part in body:
            if isinstance(part, UOp) and part.op is Ops.BARRIER: found, current = [*found, current], []
            elif isinstance(part, _Loop) and _has_barrier(part):
                found, current = [*found, current, part], []
            else: current.append(part)
        return [part for part in (*found, current) if part]

    def find_homes(self, parts: Iterable[_Body | _Loop]) -> None:
        """Numbers the stretches, and allocates memory for values that are used in another stretch than they are made in."""
        count = math.prod(map(size_of, self.threads))
        for node, number in list(self.number_uses(parts, itertools.count())):
            if node not in self.home or self.home[node] == number or self.again(node) or node in self.kept: continue
            if number < 0:
                raise KernelError("a loop around a barrier has a length that depends on what a thread has read",
                                  "Give it a length that is the same for all threads.")
            if node.op is Ops.INDEX: continue
            self.kept[node] = UOp(Ops.DEFINE_LOCAL, node.dtype, (), (next(self.memories), count))
        self.head += self.kept.values()

    def number_uses(self, parts: Iterable[_Body | _Loop], numbers: Iterator[int]) -> Iterator[tuple[UOp, int]]:
        """(node, number of the stretch that reads it), -1 for trip counts of loops around barriers. Sets `home` on the way."""
        for part in parts:
            if isinstance(part, _Loop):
                yield from ((s, -1) for s in part.loop.src)
                yield from self.number_uses(self.divide(part.body), numbers)
                continue
            number = next(numbers)
            for u in _flat(part):
                if u.op is not Ops.END: self.home.setdefault(u, number)
                yield from ((s, number) for s in u.src)

    def again(self, node: UOp) -> bool:
        """Whether a value may simply be computed again."""
        return all(n.op in _PURE or n.op in GroupOp.DECLARED or n.op is Ops.RANGE for n in node.toposort())

    def emit(self, parts: Iterable[_Body | _Loop], out: list[UOp]) -> None:
        """Appends stretches, and loops around barriers, which all threads run in step: one loop with stretches inside."""
        for part in parts:
            if not isinstance(part, _Loop):
                self.emit_stretch(part, out)
                continue
            loop = part.loop.replace(src=tuple([self.rebuilt(s, {}, out) for s in part.loop.src]))
            self.made[part.loop] = loop
            out.append(loop)
            self.emit(self.divide(part.body), out)
            out.append(UOp(Ops.END, dtypes.void, (loop,)))

    def emit_stretch(self, body: _Body, out: list[UOp]) -> None:
        """A stretch, once for each thread."""
        loops: list[UOp] = []
        local: dict[UOp, UOp] = {}
        for u in self.threads:
            opened: list[UOp] = []
            local[u] = self.loop(u, AxisType.LOOP, opened)
            out += opened
            loops.append(local[u])
        number = self.number(local, out) if self.kept else None
        for u in _flat(body):
            if u.op is Ops.END:
                out.append(UOp(Ops.END, dtypes.void, (local[u.src[0]],)))
                continue
            if u in self.kept and u.op is Ops.DEFINE_REG: continue
            made = self.copied(u, local, out, number)
            if u in self.kept and number is not None:
                address = self.kept[u].index(number)
                out += [address, UOp(Ops.STORE, dtypes.void, (address, made))]
        out += [UOp(Ops.END, dtypes.void, (loop,)) for loop in reversed(loops)]

    def number(self, local: dict[UOp, UOp], out: list[UOp]) -> UOp:
        """The number of the thread in its group."""
        total: UOp | None = None
        for u in self.threads:
            if total is None:
                total = local[u]
                continue
            size = UOp.const(self.dtype, size_of(u))
            scaled = UOp(Ops.MUL, self.dtype, (total, size))
            total = UOp(Ops.ADD, self.dtype, (scaled, local[u]))
            out += [size, scaled, total]
        if total is None: out.append(total := UOp.const(self.dtype, 0))
        return total

    def copied(self, u: UOp, local: dict[UOp, UOp], out: list[UOp], number: UOp | None) -> UOp:
        """An op of a stretch for the thread of its loops."""
        src = tuple([self.source(s, local, out, number) for s in u.src])
        made = local[u] = u.replace(src=src) if src != u.src else u
        out.append(made)
        return made

    def source(self, s: UOp, local: dict[UOp, UOp], out: list[UOp], number: UOp | None) -> UOp:
        """What stands for `s` in the current thread: its element of memory that is kept, its value in this stretch, a node outside
        of stretches, or else the value computed again. `number`: of the thread; None where nothing is kept."""
        if s in self.kept and s.op is Ops.DEFINE_REG and number is not None:
            address = self.kept[s].index(number)
            out.append(address)
            return address
        if s in local: return local[s]
        if s in self.made: return self.made[s]
        if s in self.kept and number is not None:
            address = self.kept[s].index(number)
            local[s] = UOp(Ops.LOAD, s.dtype, (address,))
            out += [address, local[s]]
            return local[s]
        return self.rebuilt(s, local, out, number)

    def rebuilt(self, node: UOp, local: dict[UOp, UOp], out: list[UOp], number: UOp | None = None) -> UOp:
        """A value that is recomputed where it is used."""
        for n in node.toposort(gate=lambda n: n not in local and n not in self.made and n not in self.kept):
            is_there = n in local or n in self.made or (n in self.kept and number is not None)
            if not is_there: self.copied(n, local, out, number)
        return self.source(node, local, out, number)


_PURE = GroupOp.ELEMENTWISE | {Ops.CONST, Ops.SPECIAL, Ops.VECTORIZE, Ops.GEP}


def _tree(uops: Iterable[UOp]) -> _Body:
    """The list with loops nested. Depth of recursion is none: loops are kept on a stack."""
    root: _Body = []
    stack: list[_Body] = [root]
    for u in uops:
        if u.op is Ops.RANGE:
            loop = _Loop(u)
            stack[-1].append(loop)
            stack.append(loop.body)
        elif u.op is Ops.END: stack.pop()
        else: stack[-1].append(u)
    return root


def _has_barrier(loop: _Loop) -> bool: return any(u.op is Ops.BARRIER for u in _flat(loop.body))


def _flat(body: _Body) -> Iterator[UOp]:
    """The ops of a body, loops opened and closed."""
    for part in body:
        if isinstance(part, UOp): yield part
        else:
            yield part.loop
            yield from _flat(part.body)
            yield UOp(Ops.END, dtypes.void, (part.loop,))
