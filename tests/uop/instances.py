"""Every way to meet the pattern of a rule, over all dtypes: what the proofs of rules are about.

A rule that is added is met here by itself: variables stand for any value of their dtype, constants are taken from a list of
telling ones.
"""
from __future__ import annotations

import itertools
from collections.abc import Iterator

from heddle.dtype import DType, dtypes
from heddle.uop import Ops, UOp
from heddle.uop.ops import OPS, GroupOp
from heddle.uop.rewrite import UPat

#: float16 stands for the floats: all its values can be tried
DTYPES = (dtypes.bool, *dtypes.ints, dtypes.index, dtypes.float16)
#: so far from zero that no sum or product in a rule comes near: index arithmetic has no greatest value
_FAR = 1 << 40

Bound = dict[str, UOp]


def variable(dtype: DType, name: str) -> UOp:
    """A variable that may have any value of the dtype."""
    if dtype == dtypes.index: return UOp.variable(name, -_FAR, _FAR)
    return UOp(Ops.DEFINE_VAR, dtype, (), (name, dtype.min, dtype.max))


def constants(dtype: DType) -> list[UOp]:
    """Values at which rules may go wrong."""
    if dtype.is_bool(): return [UOp.const(dtype, v) for v in (False, True)]
    if dtype.is_float(): return [UOp.const(dtype, v) for v in (0.0, -0.0, 1.0, -1.0, 2.5, float("inf"), float("nan"))]
    ends = () if dtype == dtypes.index else (dtype.min, dtype.max, dtype.max - 1)
    return [UOp.const(dtype, v) for v in dict.fromkeys((0, 1, 2, 3, 8, 100, *ends, *(() if dtype.is_unsigned() else (-1, -7))))]


def _operand_dtypes(op: Ops, dtype: DType) -> list[tuple[DType, ...]]:
    """The dtypes that the sources of `op` may have where its result is `dtype`."""
    meaning = OPS[op]
    if op is Ops.WHERE: return [(dtypes.bool, dtype, dtype)]
    if op is Ops.CAST: return [(source,) for source in DTYPES if not source.is_float()]
    if op in GroupOp.COMPARE: return [(source, source) for source in DTYPES] if dtype.is_bool() else []
    if (meaning.floats_only and not dtype.is_float()) or (meaning.ints_only and dtype.is_float()): return []
    if dtype.is_bool() and op not in (Ops.AND, Ops.OR, Ops.XOR, Ops.NOT, Ops.ADD, Ops.MUL, Ops.MAX): return []
    return [(dtype,) * (meaning.arity or 0)]


def instances(pattern: UPat, dtype: DType, bound: Bound) -> Iterator[tuple[UOp, Bound]]:
    """The nodes of `dtype` that look like `pattern`, each with the nodes that stand for its names."""
    if pattern.name is not None and pattern.name in bound:
        if bound[pattern.name].dtype == dtype: yield bound[pattern.name], bound
        return
    if pattern.dtype is not None and dtype not in pattern.dtype: return
    for node, inner in _unnamed(pattern, dtype, bound):
        if pattern.where is not None and not pattern.where(node): continue
        yield node, inner if pattern.name is None else {**inner, pattern.name: node}


def _unnamed(pattern: UPat, dtype: DType, bound: Bound) -> Iterator[tuple[UOp, Bound]]:
    if pattern.op is None: yield variable(dtype, pattern.name or f"v{len(bound)}"), bound
    elif pattern.op == {Ops.CONST}: yield from ((c, bound) for c in constants(dtype))
    else:
        for op in sorted(pattern.op & GroupOp.ELEMENTWISE):
            for operands in _operand_dtypes(op, dtype): yield from _with_sources(pattern, op, dtype, operands, bound)


def _with_sources(pattern: UPat, op: Ops, dtype: DType, operands: tuple[DType, ...], bound: Bound) -> Iterator[tuple[UOp, Bound]]:
    if isinstance(pattern.src, tuple): sources: tuple[UPat, ...] = pattern.src
    else: sources = tuple(pattern.src or UPat.var(f"operand{i}") for i in range(len(operands)))
    if len(sources) != len(operands): return
    for node_bound in _sources(list(zip(sources, operands, strict=True)), [], bound):
        src, inner = node_bound
        yield UOp(op, dtype, tuple(src)), inner


def _sources(left: list[tuple[UPat, DType]], done: list[UOp], bound: Bound) -> Iterator[tuple[list[UOp], Bound]]:
    if not left:
        yield done, bound
        return
    (pattern, dtype), *rest = left
    for node, inner in instances(pattern, dtype, bound): yield from _sources(rest, [*done, node], inner)


def all_instances(pattern: UPat, most: int) -> list[UOp]:
    """Nodes that look like `pattern`, over all dtypes; not more than `most` of each dtype."""
    return [node for dtype in DTYPES for node, _ in itertools.islice(instances(pattern, dtype, {}), most)]
