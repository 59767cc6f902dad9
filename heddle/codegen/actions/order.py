"""The action `order`: the nesting of the outputs' loops."""
from __future__ import annotations

from collections.abc import Iterator

from heddle.codegen.actions.action import Action, Actions
from heddle.codegen.actions.axis_types import output_loops
from heddle.codegen.actions.loop_transforms import axis_name, reorder
from heddle.lazy_dataclass import dataclass
from heddle.renderer import Capabilities
from heddle.uop import UOp


@dataclass(frozen=True)
class Order(Action):
    """order a b …: nesting, outermost first; other loops are outside."""

    name = "order"

    def apply(self, sink: UOp, caps: Capabilities) -> UOp: return reorder(sink, self.ranges(sink))

    def refusal(self, sink: UOp, axes: list[UOp], caps: Capabilities) -> str | None:
        if len({end.src[1:] for end in sink.src}) != 1: return "the outputs have different loops"
        return None if all(r in sink.src[0].src[1:] for r in axes) else "only loops of the outputs are reordered"

    def alternatives(self, sink: UOp, caps: Capabilities) -> Iterator[Actions]: yield from _interchanges(self.axes)

    @classmethod
    def additions(cls, sink: UOp, caps: Capabilities, actions: Actions) -> Iterator[Actions]:
        yield from _interchanges(tuple(map(axis_name, output_loops(sink))))


def _interchanges(axes: tuple[str, ...]) -> Iterator[Actions]:
    """Each two neighbours interchanged."""
    for n in range(len(axes) - 1): yield (Order((*axes[:n], axes[n + 1], axes[n], *axes[n + 2:])),)
