"""The action `dot_product`: products along a reduced axis of extent two by one instruction."""
from __future__ import annotations

from collections.abc import Collection

from heddle.codegen.actions.action import Action
from heddle.codegen.actions.loop_transforms import iterations, reductions_of, size_of, stride
from heddle.codegen.tensorize.dot_product import PAIR, SUMS, use_dot_product
from heddle.codegen.tensorize.mma import factor_loads
from heddle.dtype import dtypes
from heddle.lazy_dataclass import dataclass
from heddle.renderer import Capabilities
from heddle.uop import AxisType, Ops, UOp


@dataclass(frozen=True)
class DotProduct(Action):
    """dot_product a: products along a reduced axis of extent two as one DOT, see tensorize/dot_product.py."""

    name = "dot_product"
    older_names = ("pair",)

    def apply(self, sink: UOp, caps: Capabilities) -> UOp: return use_dot_product(sink, *self.ranges(sink))

    def refusal(self, sink: UOp, axes: list[UOp], caps: Capabilities) -> str | None:
        """The device has the instruction for the format, and the two elements are contiguous in both factors."""
        if len(axes) != 1 or size_of(axes[0]) != PAIR: return "a dot product takes one axis of extent 2"
        reductions = reductions_of(sink)
        if len(reductions) != 1 or axes[0] not in reductions[0].src[1:] or reductions[0].dtype != dtypes.float32:
            return "the axis is not reduced by a sum of products"
        a, b = factor_loads(reductions[0])
        if a is None or b is None or a.dtype != b.dtype: return "the factors of a dot product are loads of one dtype"
        if a.dtype not in caps.dot_product_dtypes: return f"the device has no dot product of {a.dtype}"
        if any(stride(x.src[0].src[1], axes[0]) != 1 or len(x.src[0].src) > 2 for x in (a, b)): return "the factors are strided"
        return None if _lanes(reductions[0].src[0]) in SUMS else f"the sums are not vectors of {', '.join(map(str, SUMS))}"

    @classmethod
    def is_complete(cls, sink: UOp, order: Collection[UOp]) -> bool: return all(_lanes(n) in SUMS for n in order if n.op is Ops.DOT)


def _lanes(node: UOp) -> int: return iterations(r for r in node.ranges if r.arg[1] is AxisType.VECTOR)
