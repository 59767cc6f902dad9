"""Tiles filled ahead, and what a search may do with them: which lists of actions are refused, and which it tries."""
from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from heddle.codegen import to_program
from heddle.codegen.actions.action import Action
from heddle.codegen.actions.legality import follow
from heddle.codegen.actions.loop_transforms import axis_name, size_of
from heddle.codegen.actions.search_space import Plan, edited, edits, starts, states_of
from heddle.codegen.memory.software_pipeline import fetch, tiles_of
from heddle.codegen.policy import choose_actions
from heddle.codegen.simplify import simplify
from heddle.dtype import dtypes
from heddle.renderer import Capabilities
from heddle.renderer.cuda.cuda import STATIC_SHARED, Architecture, capabilities_of
from heddle.renderer.ptx.ptx import PTXRenderer
from heddle.uop import Ops, UOp
from heddle.uop.program_info import ProgramInfo
from heddle.uop.tma_tiles import TileMap
from tests.codegen.tensorize.test_mma import product
from tests.emulators.ptx import Machine
from tests.emulators.ptx.tensormap import TensorMap
from tests.renderer.kernels import Kernel

AMPERE = capabilities_of(Architecture(80), units=4)
KERNEL = simplify(product(256, 256, 128, dtypes.bfloat16))


def chosen(caps: Capabilities = AMPERE) -> tuple[Action, ...]: return tuple(choose_actions(KERNEL, caps)[1])


def before(what: str, actions: tuple[Action, ...]) -> tuple[UOp, Action]:
    """The kernel as it was before the first action of that kind, and the action."""
    at = next(n for n, a in enumerate(actions) if a.name == what)
    return states_of(KERNEL, actions[:at], AMPERE)[-1], actions[at]


def test_the_heuristics_own_list_may_be_done() -> None:
    assert {a.name for a in chosen()} >= {"cache", "tensorize", "pipeline"}
    assert follow(KERNEL, chosen(), AMPERE) is not None


def test_tiles_have_a_place_for_each_stage() -> None:
    sink, action = before("pipeline", chosen())
    loop = next(n for n in sink.toposort() if n.op is Ops.RANGE and axis_name(n) == action.axes[0])
    tiles = tiles_of(sink, loop)
    assert len(tiles) == 2 and size_of(loop) == 4
    after = follow(KERNEL, chosen(), AMPERE)
    assert after is not None
    sizes = {n.arg for n in after.toposort() if n.op is Ops.DEFINE_LOCAL}
    assert sizes == {(t.local.arg[0], action.size * t.size) for t in tiles}


REFUSED = (
    ("pipeline", {"size": 1}, {}, "a depth of 1 is out of range"), ("pipeline", {"size": 6}, {}, "a depth of 6 is out of range"),
    ("pipeline", {}, {"has_async_copies": False}, "no asynchronous copies"),
    ("pipeline", {}, {"shared_memory": 20000}, "shared memory has no room"),
    ("tensorize", {}, {"tensor_cores": ()}, "the device has no tensor core for 16 × 8 × 16"),
    ("cache", {}, {"tensor_cores": ()}, "the device has no tensor core for 32 threads"),
    ("cache", {}, {"workgroup": None}, "no work-groups"),
    ("cache", {}, {"shared_memory": 1000}, "shared memory has no room"),
)


@pytest.mark.parametrize(("what", "change", "caps", "reason"), REFUSED)
def test_what_does_not_fit_is_refused(what: str, change: dict[str, int], caps: dict[str, object], reason: str) -> None:
    sink, action = before(what, chosen())
    assert action.why_not(sink, AMPERE) is None
    refusal = replace(action, **change).why_not(sink, replace(AMPERE, **caps))  # type: ignore[arg-type]
    assert refusal is not None and reason in refusal


def test_a_unit_takes_rows_of_one_factor_and_columns_of_the_other() -> None:
    sink, action = before("tensorize", chosen())
    row, column, k = action.axes
    assert replace(action, axes=(column, row, k)).why_not(sink, AMPERE) == "the device has no tensor core for 8 × 16 × 16"
    assert replace(action, axes=(row, column)).why_not(sink, AMPERE) == "a tensor core takes rows, columns and the reduced axis"


def test_a_search_starts_from_other_blocks_and_without_units() -> None:
    plans = starts(KERNEL, AMPERE)
    on_cores = [p for p in plans if any(a.name == "tensorize" for a in p.actions)]
    blocks = {tuple(a.size for a in p.actions if a.name == "split")[:2] for p in on_cores}
    assert len(blocks) > 2 and any(not any(a.name == "tensorize" for a in p.actions) and p.actions for p in plans)


def test_a_search_changes_the_number_of_stages() -> None:
    actions, found = chosen(), dict[int, Plan]()
    for edit in edits(KERNEL, actions, AMPERE):
        is_pipeline = edit.put and edit.put[0].name == "pipeline"
        plan = edited(states_of(KERNEL, actions, AMPERE), actions, edit, AMPERE) if is_pipeline else None
        if plan is not None: found[edit.put[0].size] = plan
    assert set(found) == {2, 3, 4, 5}  # 5: all four iterations are filled ahead
    assert all(follow(KERNEL, plan.actions, AMPERE) is not None for plan in found.values())


def test_what_is_loaded_for_more_than_the_tile_is_not_fetched() -> None:
    k = Kernel("copies")
    out, a, tile = k.param(dtypes.float32, 8), k.param(dtypes.float32, 8), k.local(dtypes.float32, 8)
    alone, twice, short = k.load(a, 0, 4), k.load(a, 4), k.param(dtypes.int8, 8)
    byte = k.load(short, 0)
    small = k.local(dtypes.int8, 8)
    for place, at, value in ((tile, 0, alone), (tile, 4, twice), (small, 0, byte)):
        k.add(UOp(Ops.STORE, dtypes.void, (k.at(place, at), value), "behind"))
    k.store(out, 0, twice)
    ops = fetch(k.ops)
    assert [(u.arg, u.src[1]) for u in ops if u.op is Ops.ASYNC_COPY] == [(4, alone.src[0])] and alone not in ops and twice in ops


# ---- on the emulator of PTX


def three(sizes: tuple[int, ...]) -> tuple[int, int, int]:
    x, y, z = (*sizes, 1, 1, 1)[:3]
    return x, y, z


def multiplied(ast: UOp, plan: Plan, renderer: PTXRenderer, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a @ b by the kernel that a plan makes."""
    program = to_program(ast, renderer, None, [str(action) for action in plan.actions])
    info, machine = program.arg, Machine()
    memory = [machine.array(x) for x in (np.zeros((a.shape[0], b.shape[1]), np.float32), a, b)]
    grid, block = (three(sizes) for sizes in (info.grid, info.workgroup))
    shared = info.scratch if info.scratch > STATIC_SHARED else 0
    given = [memory[n] for n in info.globals]
    machine.launch(machine.load(program.src[1].arg), info.name, grid, block, *given, *maps_of(info, given), shared=shared)
    return machine.read(memory[0]).reshape(a.shape[0], b.shape[1])


def maps_of(info: ProgramInfo, given: list[int]) -> list[bytes]:
    """The tensor maps that the kernel is to be given, with its pointers."""
    lines = [(given[pointer], itemsize, TileMap(*rest)) for pointer, itemsize, *rest in info.maps]
    return [TensorMap(at, itemsize - 1, (m.row_length, m.rows), (m.stride * itemsize,), (m.tile_length, m.tile_rows), (1, 1), 3)
            .encode() for at, itemsize, m in lines]


@pytest.mark.parametrize(("arch", "sizes"), ((Architecture(80), (32, 16, 64)), (Architecture(90, "a"), (64, 64, 256))))
def test_what_a_search_makes_of_a_product_is_that_product(arch: Architecture, sizes: tuple[int, int, int]) -> None:
    """Everything one step from the heuristic's list that still has a unit."""
    m, n, k = sizes
    renderer, ast = PTXRenderer(arch, 4), product(m, n, k, dtypes.float16)
    kernel, rng = simplify(ast), np.random.default_rng(5)
    a, b = (rng.normal(size=shape).astype(np.float16) for shape in ((m, k), (k, n)))
    first = starts(kernel, renderer.capabilities)[0]
    caps = renderer.capabilities
    states = states_of(kernel, first.actions, caps)
    plans = (edited(states, first.actions, edit, caps) for edit in edits(kernel, first.actions, caps))
    with_unit = {p.sink: p for p in (first, *plans) if p is not None and any(a.name == "tensorize" for a in p.actions)}
    assert len(with_unit) >= 3
    for plan in with_unit.values():
        got = multiplied(ast, plan, renderer, a, b)
        np.testing.assert_allclose(got, a.astype(np.float64) @ b, rtol=0, atol=1e-3, err_msg=str([str(x) for x in plan.actions]))
