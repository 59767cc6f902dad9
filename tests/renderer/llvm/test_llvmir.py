"""Text for LLVM: what it looks like. That it computes the right thing is tested in test_on_cpu.py."""
from __future__ import annotations

import pytest

from heddle.dtype import dtypes
from heddle.errors import InternalError
from heddle.renderer import Capabilities
from heddle.renderer.llvm.llvmir import LLVMRenderer, literal
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
