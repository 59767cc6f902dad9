"""Vectors scalarized: what stays a vector, and that kernels compute what they computed."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from heddle.codegen.legalize.scalarize import residue, scalarize
from heddle.codegen.policy.gpu_schedule import optimise_for_groups
from heddle.dtype import dtypes
from heddle.uop import GroupOp, Ops, UOp
from heddle.uop.verify.verifier import Spec, verify
from tests.codegen.kernels import interpret
from tests.codegen.policy.test_gpu_schedule import CASES, GPU
from tests.renderer.kernels import GOLDEN, Kernel

MOVES = replace(GPU, computes_vectors=False)


def accesses(k: Kernel) -> list[tuple[Ops, int]]:
    found = [u for u in scalarize(k.ops) if u.op in (Ops.LOAD, Ops.STORE) and u.src[0].op is Ops.INDEX]
    return [(u.op, (u.dtype if u.op is Ops.LOAD else u.src[1].dtype).count) for u in found]


@pytest.mark.parametrize("make", GOLDEN)
def test_only_moves_are_of_vectors(make: Callable[[], Kernel]) -> None:
    k = make()
    apart = scalarize(k.ops)
    verify(UOp(Ops.LINEAR, dtypes.void, tuple(apart)), Spec.linear_program, "take apart")
    for u in apart: assert u.dtype.count == 1 or u.op in (Ops.LOAD, Ops.VECTORIZE)
    assert any(u.op in GroupOp.ALU for u in apart)


def test_pieces_lie_at_multiples_of_their_size() -> None:
    k = Kernel("pieces")
    out, a = (k.param(dtypes.float32, 64) for _ in range(2))
    with k.loop(2) as i: k.store(out, i * 16 + 2, k.load(a, i * 16, 8))
    assert accesses(k) == [(Ops.LOAD, 4), (Ops.LOAD, 4), (Ops.STORE, 2), (Ops.STORE, 4), (Ops.STORE, 2)]


def test_what_may_lie_anywhere_is_moved_one_by_one() -> None:
    k = Kernel("odd")
    out, a = (k.param(dtypes.float32, 64) for _ in range(2))
    with k.loop(3) as i: k.store(out, i * 3, k.load(a, i * 2, 4))
    assert accesses(k) == [(Ops.LOAD, 2)] * 2 + [(Ops.STORE, 1)] * 4


def test_bools_are_moved_one_by_one() -> None:
    k = Kernel("bools")
    out, a = (k.param(dtypes.bool, 64) for _ in range(2))
    k.store(out, 0, k.load(a, 0, 4))
    assert accesses(k) == [(Ops.LOAD, 1)] * 4 + [(Ops.STORE, 1)] * 4


def test_what_is_left_over() -> None:
    i = UOp.variable("i", 0, 100)
    assert residue(i * 4 + 8, 4) == 0 and residue(i * 4 + 6, 4) == 2 and residue(i * 2 + 2, 4) is None and residue(i, 2) is None
    assert residue((i < 3).where(i * 8, i.const_like(4)), 4) == 0 and residue((i < 3).where(i * 8, i.const_like(3)), 4) is None
    assert residue(i.alu(Ops.SHL, i.const_like(2)), 4) == 0 and residue(i.const_like(-1), 4) == 3
    assert residue((i * 8) % 24, 8) == 0 and residue((i * 8 + 4) % 12, 8) is None and residue(i, 1) == 0


@pytest.mark.parametrize("name", CASES)
def test_kernels_taken_apart_compute_the_same(name: str) -> None:
    case = CASES[name]()
    optimised, actions = optimise_for_groups(case.ast, MOVES)
    case.check(interpret(optimised, case.arrays(), MOVES), actions)
