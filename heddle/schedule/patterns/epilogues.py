"""Epilogues: elementwise values on top of a product that only they read.

Inputs: a graph in topological order, and what is stored in any case.
Outputs: whether a node is such a value.
Invariants: a product whose epilogue is computed again and again is stored itself, so storing the epilogue in its place takes no
more memory and kernels.
"""
from __future__ import annotations

from collections.abc import Collection

from heddle.schedule.reductions import is_product
from heddle.uop import GroupOp, Ops, UOp
from heddle.uop.traversal import Readers

#: what keeps each element one element
ONE_TO_ONE = GroupOp.ELEMENTWISE | {Ops.RESHAPE, Ops.PERMUTE}


class Epilogues:
    """The epilogues of a graph. `stored` may grow meanwhile: what is stored ends an epilogue."""

    def __init__(self, readers: Readers, stored: Collection[UOp]) -> None:
        self._readers, self._stored = readers, stored

    def holds(self, node: UOp) -> bool:
        """Whether `node` is an epilogue of some product."""
        if node.op not in GroupOp.ELEMENTWISE: return False
        inside, products = self._below(node)
        return any(self._is_read_inside(product, node, inside) for product in products)

    def _below(self, node: UOp) -> tuple[set[UOp], list[UOp]]:
        """What computes `node` element for element, itself included, and the products that this begins with."""
        inside, stack, products = {node}, [node], list[UOp]()
        while stack:
            for s in stack.pop().src:
                if s in inside or s in self._stored or s.op is Ops.DEVICE or s.capacity != node.capacity: continue
                if s.op in ONE_TO_ONE:
                    inside.add(s)
                    stack.append(s)
                elif s.op is Ops.REDUCE_AXIS and s not in products and is_product(s): products.append(s)
        return inside, products

    def _is_read_inside(self, product: UOp, node: UOp, inside: set[UOp]) -> bool:
        """Whether nothing but `node` reads the product, or what is computed of it on the way."""
        stack, seen = [product], {product}
        while stack:
            for reader in self._readers.of(stack.pop()):
                if reader not in inside: return False
                if reader is node or reader in seen: continue
                seen.add(reader)
                stack.append(reader)
        return True
