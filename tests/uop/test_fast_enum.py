"""Closed sets of names behave as Enums do, wherever that is relied on."""
from __future__ import annotations

import copy
import pickle

import pytest

from heddle.uop import AxisType, Ops
from heddle.uop.fast_enum import Names, auto


class Colour(Names):
    RED = auto()
    GREEN = auto()

    @property
    def is_warm(self) -> bool: return self is Colour.RED


def test_members_have_names_and_values_in_order() -> None:
    assert [(c.name, c.value) for c in Colour] == [("RED", 1), ("GREEN", 2)] and len(Colour) == 2
    assert [a.value for a in AxisType] == ["g", "w", "t", "p", "l", "r", "u", "v"]
    assert Colour.RED.is_warm and not Colour.GREEN.is_warm


def test_they_are_found_by_name_and_by_value() -> None:
    assert Ops["ADD"] is Ops.ADD and "ADD" in Ops.__members__ and "AND_THEN" not in Ops.__members__
    assert AxisType("r") is AxisType.REDUCE and Colour(2) is Colour.GREEN
    with pytest.raises(KeyError): Colour["BLUE"]
    with pytest.raises(ValueError, match="3 is no value of Colour"): Colour(3)


@pytest.mark.parametrize("member", [Ops.ADD, AxisType.LOOP])
def test_copies_are_the_member_itself(member: Names) -> None:
    assert copy.copy(member) is copy.deepcopy(member) is pickle.loads(pickle.dumps(member)) is member


def test_members_are_keys_by_identity_and_print_as_they_are_written() -> None:
    assert {Ops.ADD: 1}[Ops.ADD] == 1 and Ops.ADD != Ops.SUB and sorted([Ops.ADD, Ops.CONST]) == [Ops.CONST, Ops.ADD]
    assert repr(Ops.ADD) == "Ops.ADD" and isinstance(Ops.ADD, Ops) and repr(AxisType.LOOP) == "AxisType.LOOP"
    match Ops.ADD:
        case Ops.SUB: raise AssertionError
        case Ops.ADD: pass
