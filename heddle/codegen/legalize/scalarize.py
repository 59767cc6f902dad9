"""Scalarization of vectors, for languages that load and store vectors but compute with scalars.

Inputs: the linear IR of a kernel.
Outputs: a list in which only loads and stores of memory and MMA units have vectors, with VECTORIZE and GEP beside them.
Invariants: a vector in memory has 2, 4, 8 or 16 elements, as many as the language has at most, and at most 16 bytes, and lies at a
multiple of its size if the memory does; the lanes of a register are registers.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from heddle.codegen.actions.loop_transforms import offset_by
from heddle.codegen.linearize import as_node
from heddle.renderer import gate_of, lane_values
from heddle.uop import GroupOp, Ops, UOp
from heddle.uop.rewrite_trace import current_trace

_T = TypeVar("_T")
#: bytes that one access moves
_WIDEST = 16


def scalarize(uops: Sequence[UOp], lanes_moved: int = 16) -> list[UOp]:
    """The list, lane by lane; `lanes_moved`: the most elements of a vector in memory."""
    apart = _Apart(lanes_moved)
    out = apart.run(uops)
    if (trace := current_trace.get()) is not None:
        trace.replaced(as_node(uops), as_node(out), {u: _as_vector(lanes) for u, lanes in apart.lanes.items()}, scalarize)
    return out


def _as_vector(lanes: Sequence[UOp]) -> UOp:
    return lanes[0] if len(lanes) == 1 else UOp(Ops.VECTORIZE, lanes[0].dtype.vec(len(lanes)), tuple(lanes))


class _Apart:
    """Scalarizes one list. `lanes` has the scalars that stand for a rewritten node, one for all lanes or one for each."""

    def __init__(self, lanes_moved: int) -> None:
        self.lanes_moved = lanes_moved
        self.out: list[UOp] = []
        self.scopes: list[set[UOp]] = [set()]  # what is listed, by open loop
        self.lanes: dict[UOp, list[UOp]] = {}  # vector -> its lanes

    def run(self, uops: Sequence[UOp]) -> list[UOp]:
        """The scalarized list. An INDEX is listed when an access uses it, because each piece of a vector has an address of its own."""
        for u in uops:
            if u.op is Ops.RANGE:
                self.add(u)
                self.scopes.append(set())
            elif u.op is Ops.END:
                self.scopes.pop()
                self.out.append(u)
            elif u.op is Ops.STORE: self.store(u)
            elif u.op in (Ops.WGMMA, Ops.ASYNC_WAIT): self.add(u.replace(src=tuple(s for source in u.src for s in self.parts(source))))
            elif u.dtype.count > 1: self.lanes[u] = self.split(u)
            elif u.op is Ops.GEP: self.lanes[u] = [self.lanes[u.src[0]][int(u.arg[0])]]
            elif u.op is not Ops.INDEX: self.add(self.now(u))
        return self.out

    # ---- the list

    def add(self, node: UOp) -> UOp:
        """Lists what `node` reads, then itself, unless an open loop has it already."""
        todo = [(node, False)]
        while todo:
            n, entered = todo.pop()
            if any(n in scope for scope in self.scopes): continue
            if entered or not n.src:
                self.out.append(n)
                self.scopes[-1].add(n)
            else: todo += [(n, True), *((s, False) for s in reversed(n.src))]
        return node

    def now(self, u: UOp) -> UOp:
        """A scalar, or an address, over the sources that there are now."""
        if u in self.lanes: return self.lanes[u][0]
        src = tuple(self.now(s) if s.op is Ops.INDEX else self.lanes[s][0] if s in self.lanes else s for s in u.src)
        if src == u.src: return u
        new = u.replace(src=src)
        self.lanes[u] = [new]
        return new

    # ---- one op

    def split(self, u: UOp) -> list[UOp]:
        """The scalars of a vector op, one for each lane. Those of a DEFINE_REG are listed when they are first written."""
        scalar = u.dtype.scalar()
        if u.op is Ops.CONST: return [self.add(UOp.const(scalar, v)) for v in _each(lane_values(u), u.dtype.count)]
        if u.op is Ops.VECTORIZE: return [lane for s in u.src for lane in self.lanes_of(s)]
        if u.op is Ops.GEP: return [self.lanes[u.src[0]][lane] for lane in u.arg]
        if u.op is Ops.DEFINE_REG:
            return [u.replace(dtype=scalar, arg=(u.arg, lane)) for lane in range(u.dtype.count)]  # listed when first written
        if u.op is Ops.LOAD: return self.load(u)
        if u.op is Ops.LDMATRIX:
            tile = self.add(u.replace(src=tuple(map(self.now, u.src))))  # once more, where another loop has filled the tile again
            return [tile.gep(lane) for lane in range(u.dtype.count)]
        if u.op in (Ops.WMMA, Ops.QUAD_SHUFFLE):
            tile = self.add(u.replace(src=tuple(self.vector(self.lanes_of(s)) for s in u.src)))
            return [self.add(tile.gep(lane)) for lane in range(u.dtype.count)]
        if u.op not in GroupOp.ELEMENTWISE and u.op is not Ops.WARP_SHUFFLE: return [self.add(u)]
        sources = [_each(self.lanes_of(s), u.dtype.count) for s in u.src]
        return [self.add(_chosen(u.replace(dtype=scalar, src=src))) for src in zip(*sources, strict=True)]

    def parts(self, u: UOp) -> list[UOp]:
        """An address as rewritten so far, or the registers of a vector."""
        return [self.now(u)] if u.op is Ops.INDEX else self.lanes_of(u)

    def lanes_of(self, u: UOp) -> list[UOp]:
        return self.lanes[u] if u in self.lanes else [u]

    def load(self, u: UOp) -> list[UOp]:
        """The lanes of a LOAD of several elements: from registers one by one, from memory in aligned pieces, each with the gate and
        the lanes of the alternative value that belong to it."""
        if u.src[0] in self.lanes and u.src[0].op is Ops.DEFINE_REG:
            return [self.add(u.replace(dtype=r.dtype, src=(r,))) for r in self.lanes[u.src[0]]]
        gate = gate_of(u)
        found: list[UOp] = []
        for first, count, address in self.pieces(u.src[0], u.dtype.count):
            more = () if gate is None else (self.vector(self.lanes_of(u.src[1])[first:first + count]), self.now(gate))
            piece = self.add(UOp(Ops.LOAD, u.dtype.scalar().vec(count), (address, *more), u.arg))
            found += [piece] if count == 1 else [self.add(piece.gep(lane)) for lane in range(count)]
        return found

    def store(self, u: UOp) -> None:
        """Lists the STOREs of a value: to registers one by one, to memory in aligned pieces. All have the same gate."""
        lanes, gate = self.lanes_of(u.src[1]), gate_of(u)
        more = () if gate is None else (self.now(gate),)
        if u.src[0] in self.lanes and u.src[0].op is Ops.DEFINE_REG:
            for register, lane in zip(self.lanes[u.src[0]], lanes, strict=True): self.write(u, register, lane, more)
        elif u.src[0].op is Ops.DEFINE_REG: self.write(u, u.src[0], lanes[0], more)
        else:
            for first, count, address in self.pieces(u.src[0], len(lanes)):
                self.write(u, address, self.vector(lanes[first:first + count]), more)

    def write(self, u: UOp, address: UOp, value: UOp, gate: tuple[UOp, ...]) -> None:
        """A store is listed each time: what it writes may be the same node, in a loop that has advanced."""
        for s in (address, value, *gate): self.add(s)
        self.out.append(u.replace(src=(address, value, *gate)))

    def vector(self, lanes: list[UOp]) -> UOp:
        """A vector of scalars; the lanes of one vector are that vector."""
        whole = lanes[0].src[0] if lanes[0].op is Ops.GEP else None
        if whole is not None and lanes == [whole.gep(n) for n in range(whole.dtype.count)]: return whole
        return lanes[0] if len(lanes) == 1 else self.add(UOp(Ops.VECTORIZE, lanes[0].dtype.vec(len(lanes)), tuple(lanes)))

    def pieces(self, index: UOp, count: int) -> list[tuple[int, int, UOp]]:
        """(first lane, lanes, address) of accesses that lie at multiples of their size."""
        memory, at = index.src
        found: list[tuple[int, int, UOp]] = []
        first = 0
        while first < count:
            address = offset_by(at, first)
            width = next(w for w in (16, 8, 4, 2, 1) if w <= count - first and self.is_one_access(memory, address, w))
            found.append((first, width, self.add(index.replace(src=(memory, self.add(address))))))
            first += width
        return found

    def is_one_access(self, memory: UOp, at: UOp, count: int) -> bool:
        if count == 1: return True
        if count > self.lanes_moved: return False
        return not memory.dtype.is_bool() and count * memory.dtype.itemsize <= _WIDEST and residue(at, count) == 0


def _each(lanes: Sequence[_T], count: int) -> list[_T]:
    """One for each lane, of one for all or one for each."""
    return list(lanes) * (count // len(lanes))


def _chosen(u: UOp) -> UOp:
    """A choice by a constant is what is chosen: lanes may differ in nothing else."""
    gate = u.src[0]
    if u.op is Ops.CMPLT and all(s.op is Ops.CONST for s in u.src): return UOp.const(u.dtype, gate.arg < u.src[1].arg)
    return (u.src[1] if gate.arg else u.src[2]) if u.op is Ops.WHERE and gate.op is Ops.CONST else u


def residue(x: UOp, n: int) -> int | None:
    """What the integer `x` leaves over when divided by `n`, a power of two; None if that is not known."""
    if n == 1: return 0
    if x.op is Ops.CONST: return x.arg % n
    if x.op is Ops.CAST: return residue(x.src[0], n)
    if x.op in (Ops.MUL, Ops.SHL) and x.src[1].op is Ops.CONST:
        factor = x.src[1].arg if x.op is Ops.MUL else 1 << x.src[1].arg
        known = residue(x.src[0], max(n // (factor & -factor), 1)) if factor else 0
        return None if known is None else known * factor % n
    if x.op in (Ops.ADD, Ops.SUB, Ops.WHERE, Ops.MAX, Ops.MOD):
        a, b = (residue(s, n) for s in x.src[-2:])
        if a is None or b is None: return None
        if x.op in (Ops.ADD, Ops.SUB): return (a + b if x.op is Ops.ADD else a - b) % n
        if x.op is Ops.MOD: return a if b == 0 else None
        return a if a == b else None
    return None
