"""Operands of a kernel that a tile can hold: loads, and factors of products that are computed from loads.

Inputs: a kernel's ast.
Outputs: its operands in a fixed order, and where in memory each is read.
Invariants: an operand is a value; a computed one contains neither reductions nor loads from scratch memory, so it can be evaluated
wherever its axes are known: once per element of a tile, while the tile is filled, instead of once per use.
"""
from __future__ import annotations

from heddle.codegen.actions.loop_transforms import factors_of, iterations
from heddle.dtype import dtypes
from heddle.uop import GroupOp, Ops, UOp


def loads(sink: UOp) -> list[UOp]:
    """The kernel's loads from buffers, in a fixed order."""
    return [n for n in sink.toposort() if n.op is Ops.LOAD and n.src[0].src[0].op is Ops.PARAM]


def operands(sink: UOp) -> list[UOp]:
    """What an action's operand number counts: the loads, then the computed factors of products, then those for tensor cores alone,
    then the scales of sums, then factors that widen floats."""
    found = dict.fromkeys(loads(sink))
    factors = [f for node in sink.toposort() if node.op is Ops.REDUCE for f in factors_of(node)]
    for choose in (operand_of, whole_operand):
        found |= dict.fromkeys(x for f in factors if (x := choose(f)) is not None and is_computed(x))
    found |= dict.fromkeys(x for node in sink.toposort() if node.op is Ops.REDUCE for x in scales_of(node) if is_computed(x))
    found |= dict.fromkeys(f for f in factors if is_widened(f))
    return list(found)


def scales_of(reduction: UOp) -> list[UOp]:
    """What packed weights of a sum are scaled by, or moved by. Of one around other reductions: the largest values there that are
    computed without them, and the factors of these. Of a sum of products: what changes with fewer axes than the factor that it is
    a part of."""
    order = reduction.src[0].toposort()
    if not any(n.op is Ops.LOAD and n.dtype.itemsize == 1 for n in order): return []
    found: dict[UOp, None] = {}
    seen: set[UOp] = set()
    around = {n for n in order if n.op is Ops.REDUCE}
    for n in order:
        if not around.isdisjoint(n.src): around.add(n)

    def walk(value: UOp) -> None:
        if value in seen or value.op is Ops.REDUCE: return
        seen.add(value)
        is_apart = value not in around
        if is_apart and _is_of_buffers(value_loads(value)): found[value] = None
        if value.op is Ops.MUL or (not is_apart and value.op in GroupOp.ELEMENTWISE):
            for s in value.src: walk(s)

    def walk_factor(value: UOp) -> None:
        if value in seen: return
        seen.add(value)
        for s in value.src if value.op in GroupOp.ELEMENTWISE and not _is_position(value) else ():
            if s.ranges == value.ranges: walk_factor(s)
            elif _is_of_buffers(value_loads(s)): found[s] = None

    if around: walk(reduction.src[0])
    else:
        for factor in factors_of(reduction): walk_factor(factor)
    return list(found)


def is_computed(operand: UOp) -> bool: return operand.op is not Ops.LOAD


def operand_of(factor: UOp) -> UOp | None:
    """What to copy of a factor: its only load, or the factor itself where it is wider than that, a narrower float, or made of several
    loads.

    A tile of a narrow float holds it as it is stored; it is widened where it is used. None for a factor that cannot be copied.
    """
    found = value_loads(factor)
    if not found or any(n.op is Ops.LOAD for load in found for n in load.src[0].src[1].toposort()): return None
    value, is_copied = _unwidened(factor), _is_of_buffers(found)
    is_narrowed = is_copied and found[0].dtype.is_float() and value.dtype.itemsize < found[0].dtype.itemsize
    if len(found) == 1 and value.dtype.itemsize <= found[0].dtype.itemsize and not is_narrowed: return found[0]
    return value if is_copied else None


def is_widened(factor: UOp) -> bool:
    """Whether a factor is nothing but a load of narrower floats."""
    if factor.op is not Ops.CAST or not factor.dtype.is_float(): return False
    load = _unwidened(factor)
    return load.op is Ops.LOAD and load.dtype.is_float() and load.dtype.itemsize < factor.dtype.itemsize and _is_of_buffers([load])


def copied_load(operand: UOp) -> UOp:
    """The load that an operand is, or that it widens; an operand that is computed of more is itself."""
    return _unwidened(operand) if is_widened(operand) else operand


def whole_operand(factor: UOp) -> UOp | None:
    """All of a factor but for what widens it, which a tensor core does by itself. None for a factor that cannot be copied."""
    operand, value = operand_of(factor), _unwidened(factor)
    if operand is None or value in (operand, *value_loads(operand)): return operand
    return value if _is_of_buffers(value_loads(value)) else None


def _unwidened(value: UOp) -> UOp:
    """A value below the casts of narrower floats around it, or of narrower integers."""
    while value.op is Ops.CAST and (source := value.src[0]).dtype.itemsize <= value.dtype.itemsize and \
            (source.dtype.is_float() or (source.dtype.is_integer() and value.dtype.is_integer())):
        value = source
    return value


def value_loads(value: UOp) -> list[UOp]:
    """The loads that a value is computed from by elementwise ops; none if anything else takes part."""
    inside = value.toposort(gate=lambda n: n.op in GroupOp.ELEMENTWISE and not _is_position(n))
    found = [n for n in inside if n.op is Ops.LOAD]
    leaves = GroupOp.ELEMENTWISE | {Ops.LOAD, Ops.CONST, Ops.RANGE}
    return found if all(n.op in leaves or _is_position(n) for n in inside) else []


def _is_of_buffers(found: list[UOp]) -> bool:
    """Whether there are loads, none of them from scratch memory."""
    return bool(found) and all(n.src[0].src[0].op is Ops.PARAM for n in found)


def _is_position(node: UOp) -> bool: return node.op is not Ops.RANGE and node.dtype.scalar() is dtypes.index


def main_load(operand: UOp) -> UOp:
    """The load that moves the most data of an operand: its layout in memory counts as the operand's."""
    return max(value_loads(operand), key=lambda n: iterations(n.ranges))


def position(operand: UOp) -> UOp:
    """The position in memory that an operand is read from."""
    return main_load(operand).src[0].src[1]


def is_gated(operand: UOp) -> bool:
    """Whether an operand is a load under a condition, as it is or widened."""
    load = copied_load(operand)
    return not is_computed(load) and len(load.src[0].src) == 3
