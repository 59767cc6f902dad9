"""Operands of a kernel that a tile can hold: loads, and factors of products that are computed from loads.

Inputs: a kernel's ast.
Outputs: its operands in a fixed order, and where in memory each is read.
Invariants: an operand is a value; a computed one contains neither reductions nor loads from scratch memory, so it can be evaluated
wherever its axes are known: once per element of a tile, while the tile is filled, instead of once per use.
"""
from __future__ import annotations

from heddle.codegen.actions.loop_transforms import iterations
from heddle.dtype import dtypes
from heddle.uop import GroupOp, Ops, UOp


def loads(sink: UOp) -> list[UOp]:
    """The kernel's loads from buffers, in a fixed order."""
    return [n for n in sink.toposort() if n.op is Ops.LOAD and n.src[0].src[0].op is Ops.PARAM]


def operands(sink: UOp) -> list[UOp]:
    """What an action's operand number counts: the loads, then the computed factors of products."""
    found = dict.fromkeys(loads(sink))
    for node in sink.toposort():
        if node.op is not Ops.REDUCE: continue
        for factor in factors_of(node):
            operand = operand_of(factor)
            if operand is not None and is_computed(operand): found[operand] = None
    return list(found)


def factors_of(reduction: UOp) -> tuple[UOp, ...]:
    """The two factors of a sum of products; none for other reductions."""
    product = reduction.src[0]
    while product.op is Ops.CAST: product = product.src[0]
    return product.src if reduction.arg is Ops.ADD and product.op is Ops.MUL else ()


def is_computed(operand: UOp) -> bool: return operand.op is not Ops.LOAD


def operand_of(factor: UOp) -> UOp | None:
    """What to copy of a factor: its only load, or the factor itself where it is wider than that, or made of several loads.

    A tile of a narrow float holds it as it is stored; it is widened where it is used. None for a factor that cannot be copied.
    """
    found = value_loads(factor)
    if not found or any(n.op is Ops.LOAD for load in found for n in load.src[0].src[1].toposort()): return None
    value = factor
    while value.op is Ops.CAST and value.src[0].dtype.is_float(): value = value.src[0]
    if len(found) == 1 and value.dtype.itemsize <= found[0].dtype.itemsize: return found[0]
    return None if any(n.src[0].src[0].op is not Ops.PARAM for n in found) else value


def value_loads(value: UOp) -> list[UOp]:
    """The loads that a value is computed from by elementwise ops; none if anything else takes part."""
    inside = value.toposort(gate=lambda n: n.op in GroupOp.ELEMENTWISE and not _is_position(n))
    found = [n for n in inside if n.op is Ops.LOAD]
    leaves = GroupOp.ELEMENTWISE | {Ops.LOAD, Ops.CONST, Ops.RANGE}
    return found if all(n.op in leaves or _is_position(n) for n in inside) else []


def _is_position(node: UOp) -> bool: return node.op is not Ops.RANGE and node.dtype.scalar() is dtypes.index


def main_load(operand: UOp) -> UOp:
    """The load that moves the most data of an operand: its layout in memory counts as the operand's."""
    return max(value_loads(operand), key=lambda n: iterations(n.ranges))


def position(operand: UOp) -> UOp:
    """The position in memory that an operand is read from."""
    return main_load(operand).src[0].src[1]


def is_gated(operand: UOp) -> bool:
    """Whether an operand is a load under a condition."""
    return not is_computed(operand) and len(operand.src[0].src) == 3
