"""Single-node tensor methods: any op of the graph by name, operands as tensors, sums and products of several tensors.

Inputs: tensors, numbers, an `Ops`. Outputs: tensors. Invariants: operands meet as they do in `+`: shapes broadcast, dtypes promote.
"""
from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from heddle.errors import DTypeError
from heddle.tensor.node_builders import alu, match, match_shapes, with_scalar
from heddle.uop import OPS, GroupOp, Ops

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor


class NodeMixin:
    """Ops of the graph by name."""

    __slots__ = ()

    def alu(self: Tensor, op: Ops, *src: object) -> Tensor:
        """The elementwise op `op` of this tensor and `src` (tensors or numbers): `x.alu(Ops.ADD, y)` is x + y.

        Operands broadcast and promote; the condition of WHERE stays bool. DTypeError for what is no elementwise op, or another
        number of operands than it has.
        """
        match op:
            case Ops() if op in GroupOp.ALU: pass
            case _: raise DTypeError(f"alu needs an elementwise op, got {op}",
                                     "Use a method of Tensor for others, such as .sum() or .cast().")
        if (arity := OPS[op].arity) not in (None, 1 + len(src)):
            raise DTypeError(f"{op.name} takes {arity} operands, got {1 + len(src)}", "Give this tensor's and no more.")
        operands = [self, *(self.ufix(x) for x in src)]
        nodes = [x.uop for x in operands]
        if op is Ops.WHERE: nodes = match_shapes("where", nodes[0], *match("where", *nodes[1:]))
        node = alu(op, *(nodes if op is Ops.WHERE else match(op.name.lower(), *nodes)))
        needs = True if any(x._needs_grad for x in operands) else None
        return self._of(node, needs if node.dtype.is_float() else False)

    def ufix(self: Tensor, x: object) -> Tensor:
        """`x` as a tensor: itself if it is one, a number in the dtype that it has beside this tensor (2.5 beside int8: float32)."""
        if isinstance(x, type(self)): return x
        if isinstance(x, (bool, int, float)):
            return type(self).const(x, with_scalar(self.uop, x)[1].dtype)
        return self._converted(x)

    def usum(self: Tensor, *uops: object) -> Tensor:
        """The sum of this tensor and the others, which broadcast."""
        return reduce(lambda a, b: a + b, uops, self)

    def uprod(self: Tensor, *uops: object) -> Tensor:
        """The product of this tensor and the others, which broadcast."""
        return reduce(lambda a, b: a * b, uops, self)

