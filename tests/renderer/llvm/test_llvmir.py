"""Text for LLVM: what it looks like. That it computes the right thing is tested in test_on_cpu.py."""
from __future__ import annotations

import pytest

from heddle.dtype import dtypes
from heddle.errors import InternalError
from heddle.renderer import Capabilities
from heddle.renderer.llvm.llvmir import LLVMRenderer
from heddle.renderer.llvm.writer import literal
from heddle.uop import Ops, UOp
from tests.renderer import cases
from tests.renderer.kernels import Kernel

LLVM = LLVMRenderer("test", Capabilities(vector=64))


def test_literals_are_exact() -> None:
    assert literal(dtypes.float32, 0.1) == "0x3FB99999A0000000"
    assert literal(dtypes.float64, 0.1) == "0x3FB999999999999A"
    assert literal(dtypes.float16, 65504.0) == "0xH7BFF"
    assert literal(dtypes.float32, float("inf")) == "0x7FF0000000000000"
    assert literal(dtypes.bfloat16, 1.0) == "16256"
    assert literal(dtypes.uint64, 2**64 - 1) == "18446744073709551615"


def test_products_and_sums_of_floats_may_fuse_and_nothing_else_is_relaxed() -> None:
    text = LLVM.render(cases.all_ops(dtypes.float32, 4).ops, "k")
    assert "fmul contract" in text and "fadd contract" in text
    assert not any(flag in text for flag in ("fast", "nnan", "ninf", "nsz", "reassoc", "arcp", "afn"))


def test_positions_that_fit_are_marked() -> None:
    k = Kernel("positions")
    out, a = k.param(dtypes.int64, 64), k.param(dtypes.int64, 64)
    with k.loop(8) as i: k.store(out, i * 8 + 1, k.load(a, i) * 3)
    text = LLVM.render(k.ops, k.name)
    assert "mul nsw i64 %i0, 8" in text
    assert "mul i64 %v" in text  # of loaded values nothing is known


def test_what_has_no_instruction_is_an_internal_error() -> None:
    k = Kernel("exp")
    out, a = (k.param(dtypes.float32, 8) for _ in range(2))
    k.store(out, 0, k.load(a, 0).alu(Ops.EXP2))
    with pytest.raises(InternalError, match="has no EXP2"): LLVM.render(k.ops, k.name)
    k = Kernel("special")
    k.ops.append(UOp(Ops.SPECIAL, dtypes.int32, (UOp.const(dtypes.int32, 4),), "gidx0"))
    with pytest.raises(InternalError, match="does not render SPECIAL"): LLVM.render(k.ops, k.name)


def test_addresses_that_are_constants_apart_are_counted_from_one_of_their_block() -> None:
    k = Kernel("apart")
    out, a = k.param(dtypes.float32, 64), k.param(dtypes.float32, 64)
    with k.loop(8) as i: k.store(out, i, k.load(a, i * 4 + 1) + k.load(a, i * 4 + 2))
    with k.loop(8) as j: k.store(out, j + 8, k.load(a, j * 4 + 3))
    text = LLVM.render(k.ops, k.name)
    assert text.count("getelementptr float, ptr %d1, i64 %v") == 1
    base = next(line.split()[0] for line in text.splitlines() if "getelementptr float, ptr %d1" in line)
    assert [f"getelementptr float, ptr {base}, i64 {n}" in text for n in (1, 2)] == [True, True]
    assert "getelementptr inbounds float, ptr %d1" in text  # the one of the second loop stands alone


def test_lanes_of_two_vectors_are_one_shuffle_and_bools_are_shuffled_as_bytes() -> None:
    for dtype, kind in ((dtypes.float32, "float"), (dtypes.bool, "i8")):
        k = Kernel("lanes")
        out, a = k.param(dtype, 64), k.param(dtype, 64)
        both = UOp(Ops.VECTORIZE, dtype.vec(8), (k.load(a, 0, 4), k.load(a, 8, 4)))
        k.store(out, 0, both.gep((0, 2, 4, 6)))
        shuffles = [line for line in LLVM.render(k.ops, k.name).splitlines() if "shufflevector" in line]
        assert len(shuffles) == 1 and f"shufflevector <4 x {kind}> %v" in shuffles[0] and "i32 4, i32 6>" in shuffles[0]


def test_shuffles_of_two_vectors_are_behind_fences_and_others_are_not() -> None:
    for dtype, fences in ((dtypes.float32, 1), (dtypes.float16, 1), (dtypes.bfloat16, 0), (dtypes.int32, 0)):
        k = Kernel("lanes")
        out, a = k.param(dtype, 64), k.param(dtype, 64)
        both = UOp(Ops.VECTORIZE, dtype.vec(8), (k.load(a, 0, 4), k.load(a, 8, 4)))
        k.store(out, 0, both.gep((0, 2, 4, 6)).gep((3, 2, 1, 0)))
        lines = LLVM.render(k.ops, k.name).splitlines()
        assert sum("= call" in line and "arithmetic.fence" in line for line in lines) == fences
        first, second = (line for line in lines if "shufflevector" in line)
        assert (first.split()[0] in second) is not bool(fences)  # the second reads the fence


def test_a_vector_s_maximum_is_behind_a_fence_from_its_test_for_nan() -> None:
    """LLVM would make one selection of the two, by two comparisons, and no `vmaxps`."""
    for lanes in (4, 1):
        k = Kernel("maxima")
        out, a, b = (k.param(dtypes.float32, 64) for _ in range(3))
        k.store(out, 0, k.load(a, 0, lanes).alu(Ops.MAX, k.load(b, 0, lanes)))
        assert ("= call <4 x float> @llvm.arithmetic.fence.v4f32" in LLVM.render(k.ops, k.name)) is (lanes == 4)
