"""Candidates are judged by what they write and where, on made data."""
from __future__ import annotations

import pytest

from heddle.codegen import to_program
from heddle.device import Device
from heddle.dtype import dtypes
from heddle.engine.beam.candidate_run import (
    Candidate,
    Refused,
    Trial,
    duel,
    info_as_words,
    launches_for,
)
from heddle.uop import AxisType, Ops, ParamArg, UOp
from heddle.uop.program_info import ProgramInfo
from tests.codegen import kernels
from tests.engine.beam.faulty import with_fault
from tests.engine.beam.kernels import column_sums, first_lists


def candidate(ast: UOp, actions=None, fault: str | None = None, device: str = "CPU") -> Candidate:
    opened = Device[device]
    program = to_program(ast, opened.renderer, actions=actions)
    source = program.src[1].arg
    return Candidate(opened, ast, program.arg, opened.compiler.compile(with_fault(fault, source) if fault else source))


def trial(ast: UOp, kind: str = "positive", device: str = "CPU") -> Trial:
    found = Trial(ast, Device[device], {}, kind, 0)
    found.first_run(candidate(ast, device=device), is_reference=True)
    return found


@pytest.mark.parametrize("make", kernels.CASES, ids=lambda f: f.__name__)
def test_every_start_of_a_search_is_right(make):
    ast = make().ast
    t = trial(ast, "mixed")
    for actions in first_lists(ast): t.first_run(candidate(ast, actions))


def test_it_runs_on_a_device_that_interprets():
    t = trial(column_sums(6, 5), device="PYTHON")
    assert t.times(candidate(column_sums(6, 5), device="PYTHON"), 0.0, 1.0)


def test_a_wrong_value_is_refused():
    t = trial(column_sums())
    with pytest.raises(Refused, match="to element 3 of buffer 0, not"): t.first_run(candidate(column_sums(), fault="wrong"))
    t.first_run(candidate(column_sums()))  # and the buffers are as they were


def test_a_write_outside_of_its_buffer_is_refused():
    t = trial(column_sums())
    with pytest.raises(Refused, match="it wrote outside of buffer 0"): t.first_run(candidate(column_sums(), fault="outside"))
    t.first_run(candidate(column_sums()))


def test_what_was_not_written_is_noticed():
    t = trial(column_sums())
    with pytest.raises(Refused, match="element 0 of buffer 0"): t.first_run(candidate(column_sums(), fault="nothing"))


def test_integers_are_compared_exactly():
    loop = UOp.range(64, AxisType.LOOP, 0)
    out, source = (UOp(Ops.PARAM, dtypes.int32, (), ParamArg(slot, 64)) for slot in range(2))
    add = [UOp.sink(out.index(loop).store(source.index(loop).load() + n).end(loop)) for n in (1000000, 1000001)]
    t = trial(add[0])
    with pytest.raises(Refused, match="element 0"): t.first_run(candidate(add[1]))


def test_a_kernel_that_updates_its_input_starts_afresh():
    case = kernels.in_place()
    t = trial(case.ast)
    c = candidate(case.ast)
    first = t.first_run(c)
    assert len(t.times(c, first, 1.0)) >= 3
    t.first_run(c)  # would be refused if it read what an earlier launch left


def test_one_that_is_clearly_slower_runs_once():
    t = trial(column_sums())
    assert t.times(candidate(column_sums()), 0.5, 0.1) == [0.5]


def test_a_duel_is_in_turns():
    calls: list[str] = []

    class Turns:
        updates = False
        def launch(self, c): return 1.0
        def sample(self, c, launches):
            calls.append(c)
            return {"a": 2.0, "b": 3.0}[c]

    assert duel(Turns(), "a", "b", 3) == [[2.0] * 3, [3.0] * 3]  # type: ignore[arg-type]
    assert calls == ["a", "b", "b", "a", "a", "b"]


def test_short_launches_are_timed_together():
    assert launches_for(1e-6) == 200 and launches_for(1e-4) == 2 and launches_for(1.0) == 1 and launches_for(0.0) == 200


def test_infos_travel_as_json():
    import json
    info = to_program(column_sums(), Device["CPU"].renderer).arg
    assert ProgramInfo.of_words(json.loads(json.dumps(info_as_words(info)))) == info
