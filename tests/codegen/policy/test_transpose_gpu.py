"""Transposes by work-groups: right for any sizes, and side by side in memory wherever threads are side by side."""
from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from heddle.codegen.policy.gpu_schedule import optimise_for_groups
from heddle.codegen.program_info import extents
from heddle.renderer import Capabilities
from heddle.uop import Ops, UOp
from heddle.uop.polynomial import linear
from tests.codegen import kernels
from tests.codegen.kernels import Case, interpret, straight
from tests.codegen.policy.test_gpu_schedule import GPU, SOFTWARE, TINY, VECTORS
from tests.schedule.graphs import stored


def transpose(rows: int, columns: int) -> Case:
    a = kernels.whole(rows, columns)
    return kernels.case((stored(a).permute((1, 0)).contiguous(), a.T))


def sum_of_three() -> Case:
    """Two are transposed."""
    a, b, c = kernels.whole(40, 65), kernels.whole(40, 65), kernels.whole(65, 40)
    x, y, z = (stored(v) for v in (a, b, c))
    return kernels.case((x.permute((1, 0)) + y.permute((1, 0)) * 2.0 + z, a.T + b.T * 2 + c))


def beside_strided() -> Case:
    """What else strides along the columns comes first, and is no transpose."""
    a, b, c = kernels.whole(40, 65), kernels.whole(65, 80), kernels.whole(80, 1)
    x, y, z = (stored(v) for v in (a, b, c))
    even = y.reshape((65, 40, 2)).shrink(((0, 65), (0, 40), (0, 1))).reshape((65, 40))
    beside = z.reshape((1, 40, 2)).shrink(((0, 1), (0, 40), (0, 1))).reshape((1, 40)).expand((65, 40))
    return kernels.case((even + beside + x.permute((1, 0)), b[:, ::2] + c[::2, 0] + a.T))


def batches() -> Case:
    a = kernels.whole(3 * 33, 70)
    return kernels.case((stored(a).reshape((3, 33, 70)).permute((0, 2, 1)).contiguous(), a.reshape(3, 33, 70).transpose(0, 2, 1)))


def outermost_last() -> Case:
    """The axis between them moves with the grid."""
    a = kernels.whole(64, 5 * 33)
    return kernels.case((stored(a).reshape((64, 5, 33)).permute((2, 1, 0)).contiguous(), a.reshape(64, 5, 33).transpose(2, 1, 0)))


CASES: dict[str, Callable[[], Case]] = {
    "square": lambda: transpose(64, 64), "uneven": lambda: transpose(33, 97), "least": lambda: transpose(32, 32),
    "sum": sum_of_three, "batches": batches, "outermost last": outermost_last,
}


@pytest.mark.parametrize("caps", [GPU, VECTORS], ids=["gpu", "vectors"])
@pytest.mark.parametrize("name", CASES)
def test_squares_go_through_shared_memory(name: str, caps: Capabilities) -> None:
    case = CASES[name]()
    optimised, actions = optimise_for_groups(case.ast, caps)
    assert any(str(a).startswith("cache") for a in actions)
    case.check(interpret(optimised, case.arrays(), caps), actions)
    uops = straight(optimised, caps)
    across, down = extents(uops, "lidx")[:2]
    assert across == 32 and across * down <= caps.workgroup_threads
    accesses = [n.src[1] for n in uops if n.op is Ops.INDEX and n.src[0].op is Ops.PARAM]
    assert accesses and all(step_between_threads(at) == 1 for at in accesses)


def step_between_threads(at: UOp) -> int:
    """How far apart the elements of two threads side by side are."""
    terms, _ = linear(at)
    return sum(factor for term, factor in terms.items() if term.op is Ops.SPECIAL and term.arg == "lidx0")


def test_only_what_is_transposed_is_shared() -> None:
    """Loads that stride along the columns and do not run along the rows stay as they are."""
    case = beside_strided()
    optimised, actions = optimise_for_groups(case.ast, GPU)
    case.check(interpret(optimised, case.arrays(), GPU), actions)
    uops = straight(optimised, GPU)
    assert {step_between_threads(n.src[1]) for n in uops if n.op is Ops.INDEX and n.src[0].op is Ops.PARAM} == {1, 2}
    assert sum(n.op is Ops.DEFINE_LOCAL for n in optimised.toposort()) == 1


def test_rows_of_a_square_are_in_all_banks() -> None:
    """32 threads that store down a column of it touch 32 words of different banks."""
    uops = straight(optimise_for_groups(transpose(64, 64).ast, GPU)[0], GPU)
    steps = [step_between_threads(n.src[1]) for n in uops if n.op is Ops.INDEX and n.src[0].op is not Ops.PARAM]
    assert sorted(set(steps)) == [1, 33]


@pytest.mark.parametrize(("case", "caps"), [
    (lambda: transpose(31, 200), GPU), (lambda: transpose(200, 31), GPU), (lambda: transpose(64, 64), TINY),
    (lambda: transpose(64, 64), SOFTWARE), (kernels.elementwise, GPU), (kernels.in_place, GPU),
], ids=["few rows", "few columns", "few threads", "a processor", "no transpose", "in place"])
def test_others_do_not(case: Callable[[], Case], caps: Capabilities) -> None:
    optimised, actions = optimise_for_groups(case().ast, caps)
    assert not any(str(a).startswith("cache") for a in actions)
    np.testing.assert_equal([n for n in optimised.toposort() if n.op is Ops.DEFINE_LOCAL], [])
