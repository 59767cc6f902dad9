"""Programs with symbolic sizes that the fuzzer found to have no kernel on devices with work-groups: each now has one."""
from __future__ import annotations

import functools
import operator

import pytest

from heddle import Tensor, Variable
from heddle.renderer.cuda.cuda import Architecture, CUDARenderer
from tests.fuzz._symbolic_steps import COLUMNS, ROWS, STEPS
from tests.schedule.test_few_results import GPUS, kernels_of

RENDERERS = GPUS | {"few multiprocessors": CUDARenderer(Architecture(90, "a"), 4)}

#: least and greatest size, sizes that are bound at once, and steps
CASES: list[tuple[int, int, tuple[int, ...], tuple[tuple[str, int], ...]]] = [
    # "the extent … is not known: it cannot be joined"
    (1, 12, (8, 1), (("head", 0), ("cat_ones", 3))), (0, 6, (3, 5), (("stack", 2), ("linear", 1))),
    (1, 12, (1, 12), (("scatter", 1),)),
    (1, 9, (3, 9), (("eye", 3),)), (2, 12, (2, 4), (("head", 0), ("border", 2))), (2, 9, (4, 9), (("split", 0), ("repeat_each", 2))),
    # "a reduction over 2 work-group axes"
    (0, 10, (5, 10), (("repeat", 1),)),
    # StopIteration: nothing is left to be cut
    (1, 5, (1,), (("split", 0), ("var", 1))), (1, 5, (1,), (("eye", 3), ("unfold_so_far", 2))),
    # factors of different lengths; memory of nothing
    (1, 9, (7, 9), (("repeat_each", 0), ("argmax", 3))), (0, 10, (1,), (("head", 0), ("tail", 0)))]


@pytest.mark.parametrize("gpu", RENDERERS)
@pytest.mark.parametrize(("low", "high", "values", "steps"), CASES)
def test_sums_of_results_have_kernels(gpu: str, low: int, high: int, values: tuple[int, ...],
                                      steps: tuple[tuple[str, int], ...]) -> None:
    x, sums, size = Tensor.empty(ROWS, COLUMNS), list[Tensor](), Variable("v", low, high)
    for value in values:
        result = functools.reduce(lambda t, step: STEPS[step[0]][0](t, size.bind(value), step[1]), steps, x)
        sums.append((result * 1).sum())
    assert kernels_of(functools.reduce(operator.add, sums), RENDERERS[gpu])
