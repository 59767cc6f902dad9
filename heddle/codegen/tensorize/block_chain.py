"""Chains of products as kernels by blocks have them: sums of products, what is made of them element by element, and its reductions.

Inputs: a kernel's ast.
Outputs: a `BlockChain`, if all of the kernel is one:

    element(r, k) = f(sum_j a1[r, j] * b1[k, j], sum_j a2[r, j] * b2[k, j], …, reductions of the row r)
    out[r, d] = sum_k element(r, k) * v[k, d]    or    out[r] = reduction of element(r, k) over k

Attention is one with one product and the reductions of a softmax; its gradients have one or two and read what softmax reduced.
Invariants: every reduction of the kernel is one of these.
"""
from __future__ import annotations

from collections.abc import Iterable

from heddle.codegen.actions.causal_bounds import begin_of, end_of
from heddle.codegen.actions.loop_transforms import factors_of
from heddle.dtype import dtypes
from heddle.lazy_dataclass import dataclass
from heddle.uop import Ops, UOp


@dataclass(frozen=True)
class SecondProduct:
    """The sum of elements times rows of another factor."""

    sum: UOp
    factor: UOp  # the elements
    other: UOp


@dataclass(frozen=True)
class BlockChain:
    """The reductions of a kernel."""

    inner: tuple[UOp, ...]  # the sums of products that elements are made of
    reductions: tuple[UOp, ...]  # of rows of elements, in dependency order
    second: SecondProduct | None  # without one, the last reduction is the output

    @property
    def last(self) -> UOp: return self.reductions[-1] if self.second is None else self.second.sum

    @property
    def key(self) -> UOp:
        """The axis of elements that is reduced."""
        return self.last.src[1]


def find_block_chain(sink: UOp) -> BlockChain | None:
    """The chain in `sink`, if there is one, along one axis."""
    if len(sink.src) != 1: return None
    *before, last = [n for n in sink.toposort() if n.op is Ops.REDUCE] or [sink]
    if not before or len(last.src) != 2: return None
    rows = tuple(f for f in before if f.src[1:] == last.src[1:])
    inner = tuple(f for f in before if f not in rows)
    if not inner or not all(factors_of(f) and last.src[1] in f.ranges for f in inner): return None
    if any(n.op is Ops.REDUCE for f in inner for s in factors_of(f) for n in s.toposort()): return None
    below = last.src[0].toposort()
    if any(f not in below for f in before): return None
    for factor, other in (sides, sides[::-1]) if (sides := factors_of(last)) else ():
        within = factor.toposort()
        if all(f in within for f in before) and not any(n.op is Ops.REDUCE for n in other.toposort()):
            return BlockChain(inner, rows, SecondProduct(last, factor, other))
    return BlockChain(inner, (*rows, last), None)


def bounds_of_keys(chain: BlockChain, tile: Iterable[UOp]) -> tuple[UOp, UOp]:
    """Where the loop over keys begins and ends for a tile of rows: beyond causal bounds, scores of all its rows are -inf.

    There a maximum has nothing to find, and an exponential that everything else is proportional to is 0.
    """
    begin, end = UOp.const(dtypes.index, 0), chain.key.src[0]
    if end.op is not Ops.CONST: return begin, end
    first = chain.reductions[0] if chain.reductions else chain.last
    if first.arg is Ops.MAX: found = first.src[0]
    else: found = _score_of(first.src[0]) if first is chain.last else None
    if found is None: return begin, end
    tile = tuple(tile)
    first_seen, behind = begin_of(found, chain.key, tile), end_of(found, chain.key, tile)
    return begin if first_seen is None else first_seen, end if behind is None else behind


def _score_of(value: UOp) -> UOp | None:
    """What the maximum is subtracted from in the exponent of an exponential that `value` is proportional to, if it is to one."""
    stack = [value]
    while stack:
        x = stack.pop()
        if x.op is Ops.EXP2:
            exponent = x.src[0]
            while exponent.op is Ops.MUL and exponent.src[1].op is Ops.CONST and exponent.src[1].arg > 0: exponent = exponent.src[0]
            if exponent.op is Ops.SUB: return exponent.src[0]
        elif x.op is Ops.MUL: stack += x.src
        elif x.op in (Ops.CAST, Ops.NEG, Ops.FDIV): stack.append(x.src[0])
        elif x.op is Ops.WHERE and x.src[2].op is Ops.CONST and x.src[2].arg == 0: stack.append(x.src[1])
    return None
