"""Table lookup in a register: values of a few bits, computed once for each number that they may be.

Inputs: a kernel's ast after unrolling, for a device with an instruction that picks lanes of a vector by number.
Outputs: the same, where vectors of which each lane depends on a small integer and on nothing else that differs between lanes, such as
4-bit weights times the scale of their block, are picked (LOOKUP) out of a vector that has the value for every such integer.
Invariants: a lane of the table is made by the ops that made the value, so that results have the same bits.
"""
from __future__ import annotations

from collections.abc import Iterable

from heddle.dtype import dtypes
from heddle.renderer import Capabilities
from heddle.uop import GroupOp, Ops, UOp


def use_table_lookup(sink: UOp, caps: Capabilities) -> UOp:
    """The kernel with the values by lookup that take fewer ops so."""
    if not (lanes := caps.lookup_lanes): return sink
    order = sink.toposort()
    numbers = _numbers(order, lanes)
    by_table: dict[UOp, list[UOp]] = {}
    tables = _Tables(numbers, lanes)
    for value in _ends(order, numbers): by_table.setdefault(tables.of(value), []).append(value)
    new = {value: UOp(Ops.LOOKUP, value.dtype, (table, _index(numbers[value], lanes)))
           for table, values in by_table.items() if _takes_fewer_ops(table, values, numbers) for value in values}
    return sink.substitute(new) if new else sink


def _numbers(order: Iterable[UOp], lanes: int) -> dict[UOp, UOp]:
    """For each vector that is a function of a small integer in each lane, the vector of those integers."""
    found: dict[UOp, UOp] = {}
    uniform: set[UOp] = set()
    for node in order:
        if node.op is Ops.CONST and not isinstance(node.arg, tuple): uniform.add(node)
        if node.dtype.count != lanes: continue
        if node.op is Ops.VECTORIZE and len(set(node.src)) == 1 and node.src[0].dtype.count == 1: uniform.add(node)
        if node.op not in GroupOp.ELEMENTWISE: continue
        varying = [s for s in node.src if s not in uniform]
        of = {found.get(s) for s in varying}
        if not varying: uniform.add(node)
        elif len(of) == 1 and (number := of.pop()) is not None: found[node] = number
        elif node.dtype.is_integer() and 0 <= node.vmin and node.vmax < lanes: found[node] = node
    return found


def _ends(order: Iterable[UOp], numbers: dict[UOp, UOp]) -> list[UOp]:
    """The floats that something else reads than a function of the same integer."""
    found: dict[UOp, None] = {}
    for node in order:
        for s in node.src:
            if s in numbers and numbers[s] is not numbers.get(node) and s.dtype.scalar() is dtypes.float32: found[s] = None
    return list(found)


class _Tables:
    """The tables of values: each made once."""

    def __init__(self, numbers: dict[UOp, UOp], lanes: int) -> None:
        self._numbers, self._lanes = numbers, lanes
        self._made: dict[UOp, UOp] = {}

    def of(self, value: UOp) -> UOp:
        """`value`, where lane i of the integers that it is a function of is i."""
        number = self._numbers[value]
        every = UOp(Ops.CONST, number.dtype, (), tuple(range(self._lanes)))
        for node in value.toposort(gate=lambda n: n in self._numbers and n not in self._made):
            if node in self._made or node not in self._numbers: continue
            is_number = node is number or (node.op is Ops.AND and _cut(node, self._lanes) is number)
            self._made[node] = every if is_number else node.replace(src=tuple([self._made.get(s, s) for s in node.src]))
        return self._made[value]


def _takes_fewer_ops(table: UOp, values: list[UOp], numbers: dict[UOp, UOp]) -> bool:
    """Compares the ops from the integers to the values with those of the table and the lookups. Ops on constants are none."""
    before = {n for value in values for n in value.toposort(gate=lambda n: n in numbers) if n in numbers}
    varying: set[UOp] = set()
    for node in table.toposort():
        if node.op in GroupOp.ELEMENTWISE and node.dtype.count > 1 and any(s in varying or s.op is Ops.VECTORIZE for s in node.src):
            varying.add(node)
    return len(before) > 2 * len(values) + len(varying)


def _index(number: UOp, lanes: int) -> UOp:
    """The integers as 32 bits, of which the lowest say the lane: what cuts off the others is superfluous, and a shift is wider."""
    wide = dtypes.uint32.vec(lanes)
    if number.op is Ops.AND and (cut := _cut(number, lanes)) is not None: number = cut
    if number.op is Ops.SHR and number.dtype.is_unsigned() and number.src[1].vmin == number.src[1].vmax:
        return UOp(Ops.SHR, wide, (number.src[0].cast(wide), UOp.const(wide, int(number.src[1].vmin))))
    return number.cast(wide)


def _cut(number: UOp, lanes: int) -> UOp | None:
    """What an AND with lanes - 1 cuts."""
    a, b = number.src
    return a if b.vmin == b.vmax == lanes - 1 else b if a.vmin == a.vmax == lanes - 1 else None
