"""An action is one class: what derives from Action is parsed, checked, applied and searched, and no other file is touched."""
from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

import pytest

from heddle.codegen.actions import action as base
from heddle.codegen.actions.action import Action, Actions, action_classes
from heddle.codegen.actions.axis_types import output_loops
from heddle.codegen.actions.legality import follow
from heddle.codegen.actions.loop_transforms import axis_name, replace_ranges, size_of
from heddle.codegen.actions.search_space import edited, edits, planned, states_of
from heddle.codegen.simplify import simplify
from heddle.renderer import Capabilities
from heddle.uop import AxisType, UOp
from tests.codegen import kernels
from tests.codegen.kernels import CAPABILITIES


def reverse_class() -> type[Action]:
    @dataclass(frozen=True)
    class Reverse(Action):
        """reverse a by n: the first n iterations of axis a last first; `as twice`: all of them."""

        loud: bool = False

        name = "reverse"
        older_names = ("backwards",)
        kinds = ("twice",)
        flags = ("loud",)
        follows_splits = False

        @classmethod
        def of_older(cls, name: str, size: int, kind: str) -> tuple[int, str]: return 2 * size, "twice"

        def apply(self, sink: UOp, caps: Capabilities) -> UOp:
            r, = self.ranges(sink)
            return replace_ranges(sink, {r: ((size_of(r) - 1) - r, (r,))})

        def refusal(self, sink: UOp, axes: list[UOp], caps: Capabilities) -> str | None:
            return None if axes[0].arg[1] is AxisType.LOOP else "only loops are reversed"

        def alternatives(self, sink: UOp, caps: Capabilities) -> Iterator[Actions]: yield (replace(self, size=self.size + 1),)

        @classmethod
        def additions(cls, sink: UOp, caps: Capabilities, actions: Actions) -> Iterator[Actions]:
            yield from ((cls((axis_name(r),), 1),) for r in output_loops(sink))

        @classmethod
        def is_complete(cls, sink: UOp, order: Collection[UOp]) -> bool: return all(size_of(r) != 7 for r in output_loops(sink))

    return Reverse


@pytest.fixture
def reverse() -> Iterator[type[Action]]:
    found = reverse_class()
    yield found
    for name in (found.name, *found.older_names): del base._BY_NAME[name]


def test_it_is_parsed_and_printed(reverse: type[Action]) -> None:
    assert Action.parse("reverse b by 4 as twice loud") == reverse(("b",), 4, "twice", loud=True)  # type: ignore[call-arg]
    assert str(Action.parse("backwards 1 by 2")) == "reverse 1 by 4 as twice" and reverse in action_classes()
    with pytest.raises(ValueError, match="not an action"): Action.parse("reverse 1 mask")


def test_it_is_checked_and_applied(reverse: type[Action]) -> None:
    case = kernels.elementwise(6, 40)
    kernel, action = simplify(case.ast), Action.parse("reverse 1 by 1")
    after = follow(kernel, [action], CAPABILITIES)
    assert after is not None and after is not kernel
    case.check(kernels.interpret(after, case.arrays()), action)
    assert Action.parse("reverse 9").why_not(kernel, CAPABILITIES) == "the kernel has no axis 9"
    assert Action.parse("reverse 1 as loop").why_not(kernel, CAPABILITIES) is not None
    unrolled = Action.parse("mark 0 as unroll").apply(kernel, CAPABILITIES)
    assert Action.parse("reverse 0").why_not(unrolled, CAPABILITIES) == "only loops are reversed"
    assert follow(simplify(kernels.elementwise(7, 40).ast), [action], CAPABILITIES) is None


def test_it_is_searched(reverse: type[Action]) -> None:
    kernel = simplify(kernels.elementwise(6, 64).ast)

    def near(*texts: str) -> list[list[str]]:
        actions = tuple(map(Action.parse, texts))
        states = states_of(kernel, actions, CAPABILITIES)
        plans = [edited(states, actions, edit, CAPABILITIES) for edit in edits(kernel, actions, CAPABILITIES)]
        assert all(planned(kernel, p.actions, CAPABILITIES) == p for p in plans if p is not None)
        return [[str(a) for a in p.actions] for p in plans if p is not None]

    assert ["reverse a by 1"] in near()
    assert ["reverse a by 2"] in near("reverse a by 1")
    # it is put in before what comes last, and follows the axes when a split is put in before it
    assert ["reverse a by 1", "order b a"] in near("order b a")
    assert ["split b by 8 as vector", "reverse b.0 by 1"] in near("split b by 4 as vector", "reverse b.0 by 1")
