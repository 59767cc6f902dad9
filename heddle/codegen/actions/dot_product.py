"""The action `dot_product`: products along a reduced axis of the extent of a group by one instruction."""
from __future__ import annotations

from collections.abc import Collection

from heddle.codegen.actions.action import Action
from heddle.codegen.actions.loop_transforms import iterations, reductions_of, size_of
from heddle.codegen.tensorize.dot_product import GROUPS, SUMS, can_group, narrow_factors, use_dot_product
from heddle.lazy_dataclass import dataclass
from heddle.renderer import Capabilities
from heddle.uop import AxisType, Ops, UOp


@dataclass(frozen=True)
class DotProduct(Action):
    """dot_product a: products along a reduced axis of extent two or four as one DOT, see tensorize/dot_product.py."""

    name = "dot_product"
    older_names = ("pair",)

    def apply(self, sink: UOp, caps: Capabilities) -> UOp: return use_dot_product(sink, *self.ranges(sink))

    def refusal(self, sink: UOp, axes: list[UOp], caps: Capabilities) -> str | None:
        """The device has the instruction for the format, and the elements of a group are contiguous in both factors."""
        if len(axes) != 1: return "a dot product takes one axis"
        reduction = next((r for r in reductions_of(sink) if axes[0] in r.src[1:]), None)
        if reduction is None: return "the axis is not reduced by a sum of products"
        if (found := narrow_factors(reduction)) is None: return "the factors are no loads of one dtype, nor of 8 bits with one signed"
        kind, *factors = found
        if kind not in caps.dot_product_dtypes: return f"the device has no dot product of {kind}"
        if size_of(axes[0]) != GROUPS[kind]: return f"a dot product of {kind} takes one axis of extent {GROUPS[kind]}"
        if not all(can_group(x, axes[0]) for x in factors): return "the factors are strided"
        return None if _lanes(reduction.src[0]) in SUMS else f"the sums are not vectors of {', '.join(map(str, SUMS))}"

    @classmethod
    def is_complete(cls, sink: UOp, order: Collection[UOp]) -> bool: return all(_lanes(n) in SUMS for n in order if n.op is Ops.DOT)


def _lanes(node: UOp) -> int: return iterations(r for r in node.ranges if r.arg[1] is AxisType.VECTOR)
