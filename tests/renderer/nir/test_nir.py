"""NIR text: what reductions and conditions become. Whole kernels are golden ones, in tests/codegen."""
from __future__ import annotations

from heddle import Tensor
from heddle.codegen.pipeline import to_program
from heddle.renderer.nir.adreno import Adreno
from heddle.renderer.nir.nir import NIRRenderer
from tests.schedule.graphs import kernels as graph_kernels

RENDERER = NIRRenderer(Adreno.parse("a630"))


def text_of(t: Tensor) -> str:
    """The last kernel that computes a tensor."""
    return to_program(graph_kernels(t.uop)[-1], RENDERER).src[1].arg


def words(text: str, op: str) -> int: return sum(line.split()[2:3] == [op] for line in text.splitlines())


def test_products_are_added_to_accumulators_by_one_instruction() -> None:
    text = text_of(Tensor.empty(64, 64) @ Tensor.empty(64, 64))
    assert words(text, "ffma") == 32 and words(text, "fadd") == 0


def test_sums_that_are_no_reduction_round_twice() -> None:
    x, y, z = (Tensor.empty(64) for _ in range(3))
    text = text_of(x * y + z)
    assert words(text, "ffma") == 0 and words(text, "fadd") == words(text, "fmul") > 0


def test_factors_that_may_be_a_constant_zero_are_added_by_two_instructions() -> None:
    """Beyond the edge they are, and Mesa would take the sum for a number, whatever the other factor is."""
    text = text_of(Tensor.empty(3, 3).pad(((0, 3), (1, 2))) @ Tensor.empty(3, 3).pad(((1, 2), (0, 3))))
    assert words(text, "ffma") == 0 and words(text, "fadd") > 0
