"""The stages of graphs and kernels, made once more to be looked at."""

from __future__ import annotations

import pytest

from heddle import Context, Device, Tensor, schedule
from heddle.codegen import Pass, pipeline, to_linear
from heddle.dtype import dtypes
from heddle.engine import inspect_stages
from heddle.engine.compile import program_of
from heddle.engine.inspect_stages import graph_stages, kernel_stages
from heddle.tracing.bus import subscribed
from heddle.tracing.events import Scheduled
from heddle.uop import KernelInfo, Ops, ParamArg, UOp


def scheduled(tensor: Tensor) -> tuple[UOp, UOp]:
    """The graph over numbered PARAMs, and the LINEAR."""
    heard: list[tuple[UOp, UOp]] = []
    with subscribed(Scheduled, lambda event: heard.append((event.planned.general(), event.schedule.linear))):
        schedule.create_schedule(UOp.sink(tensor.uop))
    return heard[0]


@pytest.fixture
def product() -> tuple[UOp, UOp]:
    with Context(DEV="NULL"):
        return scheduled(
            (Tensor.ones(32, 48).contiguous().realize() @ Tensor.ones(48, 16).contiguous().realize()).relu()
        )


def test_a_graph_is_shown_as_it_is_and_as_it_is_prepared(product):
    stages = list(graph_stages(product[0]))
    assert [s.name for s in stages] == ["tensor graph", "prepared"]
    assert stages[0].graph is product[0] and stages[1].rewritings[0].by == "prepare"


def test_a_kernel_is_shown_after_each_pass_and_action(product):
    ast, device = product[1].src[0].src[0], Device["NULL"]
    program = program_of(ast, device)
    stages = list(kernel_stages(ast, device, program.arg.applied))
    names = [s.name for s in stages]
    assert names[:2] == ["ast", "simplify"] and names[-1] == "linearize"
    assert [n.removeprefix("optimise: ") for n in names if n.startswith("optimise: ")] == list(
        program.arg.applied
    )
    assert [n for n in names if not n.startswith("optimise: ")] == [
        "ast",
        *(p.name for p in pipeline() if p.name != "optimise"),
        "linearize",
    ]
    assert stages[0].graph is ast and not any(s.error for s in stages)


def test_the_last_stage_is_what_was_rendered(product):
    ast, device = product[1].src[0].src[0], Device["NULL"]
    program = program_of(ast, device)
    *_, last = kernel_stages(ast, device, program.arg.applied)
    assert device.renderer.render(list(last.graph.src), program.arg.name) == program.src[1].arg


def test_without_actions_the_heuristic_chooses(product):
    names = [s.name for s in kernel_stages(product[1].src[0].src[0], Device["NULL"], None)]
    assert names == ["ast", *(p.name for p in pipeline()), "linearize"]


def test_a_kernel_as_its_user_wrote_it_goes_to_linear_ir_directly():
    out = UOp(Ops.PARAM, dtypes.float32, (), ParamArg(0, 8))
    at = UOp(Ops.SPECIAL, dtypes.index, (UOp.const(dtypes.index, 8),), "lidx0")
    ast = UOp.sink(out.index(at).store(UOp.const(dtypes.float32, 2.0)), arg=KernelInfo("twos", ()))
    stages = list(kernel_stages(ast, Device["NULL"], ()))
    assert [(s.name, s.error) for s in stages] == [("ast", ""), ("linearize", "")]
    linear = stages[1].graph
    assert linear is not None and to_linear(ast, Device["NULL"].renderer).uops == list(linear.src)
    assert any(r.steps for r in stages[1].rewritings)


def test_a_stage_that_fails_is_the_last_and_says_why(product, monkeypatch):
    def fail(sink, caps):
        raise ZeroDivisionError("no such luck")

    simplify, *_ = pipeline()
    monkeypatch.setattr(inspect_stages, "pipeline", lambda: (simplify, Pass("lower", fail)))
    stages = list(kernel_stages(product[1].src[0].src[0], Device["NULL"], ()))
    assert [s.name for s in stages] == ["ast", "simplify", "lower"]
    assert stages[-1].graph is None and stages[-1].error == "ZeroDivisionError: no such luck"


def test_listeners_hear_of_schedules_that_the_cache_has_too():
    with Context(DEV="NULL"):
        heard = [scheduled(Tensor.ones(7).contiguous().realize() + 2.5) for _ in range(2)]
    assert heard[0][0] is heard[1][0]
    assert all(linear.op is Ops.LINEAR for _, linear in heard)
