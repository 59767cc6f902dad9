"""Values of 4-bit integers by lookup in a register: which kernels get them, and that every bit of the result stays."""
from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heddle import Tensor, dtypes
from heddle.codegen.pipeline import to_linear
from heddle.codegen.policy.cpu_schedule import optimise
from heddle.codegen.simplify import simplify
from heddle.codegen.table_lookup import use_table_lookup
from heddle.nn.gguf_blocks import TYPES
from heddle.renderer import Renderer
from heddle.renderer.c.clang import ClangRenderer
from heddle.renderer.llvm.llvmir import LLVMRenderer
from heddle.uop import Ops, UOp
from heddle.uop.interpreter.codegen import run_program
from heddle.uop.verify.verifier import Spec, verify
from tests.codegen.kernels import CAPABILITIES
from tests.schedule.graphs import kernels

WITH = replace(CAPABILITIES, lookup_lanes=16)


def linear(x: Tensor, caps=WITH) -> list[UOp]:
    """The linear IR of the only kernel of `x`."""
    (ast,) = kernels(x.uop.contiguous())
    return to_linear(ast, Renderer("", caps)).uops


def lookups(x: Tensor, caps=WITH) -> list[UOp]: return [u for u in linear(x, caps) if u.op is Ops.LOOKUP]


def packed(name: str, rows: int = 32) -> Tensor:
    kind = next(t for t in TYPES.values() if t.name == name)
    return kind.decode(Tensor.empty(rows * 512 // kind.size, kind.nbytes, dtype="uint8")).reshape(rows, 512)


# ---- which kernels


@pytest.mark.parametrize("name", ["Q4_0", "Q4_1", "IQ4_NL", "MXFP4", "IQ4_XS"])
def test_products_with_weights_of_four_bits_look_them_up(name):
    product = Tensor.empty(1, 512) @ packed(name).T
    assert lookups(product) and not lookups(product, CAPABILITIES)


@pytest.mark.parametrize("name", ["Q4_0", "IQ4_NL", "MXFP4"])
def test_both_halves_of_a_byte_share_a_table(name):
    found = lookups(Tensor.empty(1, 512) @ packed(name).T)
    assert len(found) == 2 * len({u.src[0] for u in found})


def test_the_number_is_not_cut_to_its_bits_first():
    uops = linear(Tensor.empty(1, 512) @ packed("Q4_0").T)
    numbers = [u.src[1] for u in uops if u.op is Ops.LOOKUP]
    assert numbers and all(n.op is Ops.SHR or n.src[0].op is Ops.LOAD for n in numbers)
    assert not any(u.op is Ops.AND and u.dtype.count > 1 for u in uops)


def test_what_is_as_cheap_without_a_table_is_computed():
    x = Tensor.empty(4096, dtype="uint8")
    assert not lookups((x & 15).float()) and lookups(((x & 15).float() * 0.5).sqrt() + 1)


@pytest.mark.parametrize("mask", [16, 31, 255])
def test_more_values_than_lanes_are_computed(mask):
    x = Tensor.empty(4096, dtype="uint8")
    assert not lookups(((x & mask).float() * 0.5).sqrt() + 1)


def test_a_function_of_two_numbers_is_computed():
    x, y = Tensor.empty(4096, dtype="uint8"), Tensor.empty(4096, dtype="uint8")
    assert not lookups(((x & 3).float() + (y & 3).float()).sqrt())


# ---- every bit


def of_bytes(function, data: np.ndarray, caps) -> np.ndarray:
    """`function` of bytes, by the interpreter."""
    x = Tensor.empty(*data.shape, dtype=dtypes.uint8)
    uops = linear(function(x), caps)
    verify(UOp(Ops.LINEAR, dtypes.void, tuple(uops)), Spec.linear_program)
    params = [u for u in uops if u.op is Ops.PARAM]
    arrays = [data.copy() if p.dtype is dtypes.uint8 else np.zeros(p.arg.size, np.float32) for p in params]
    run_program(uops, [memoryview(a).cast("B") for a in arrays])
    return next(a for a, p in zip(arrays, params, strict=True) if p.dtype is dtypes.float32)


STEPS = {
    "multiply": lambda v: v * 0.37, "add": lambda v: v + 1.3, "square": lambda v: v * v, "root": lambda v: v.abs().sqrt(),
    "reciprocal": lambda v: v.reciprocal(), "choose": lambda v: (v < 3).where(v * 5, -v), "exponent": lambda v: v.exp2(),
    "greatest": lambda v: v.maximum(4.5), "round": lambda v: (v * 0.7).trunc(), "logarithm": lambda v: v.log2(),
}


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 7), st.integers(0, 15), st.lists(st.sampled_from(sorted(STEPS)), min_size=1, max_size=5), st.booleans(),
       st.integers(0, 2**32 - 1))
def test_functions_of_small_integers_have_the_same_bits(shift, mask, steps, twice, seed):
    def function(x: Tensor) -> Tensor:
        halves = [x >> shift & mask] + ([x & 15] if twice else [])
        total = None
        for half in halves:
            value = half.float()
            for step in steps: value = STEPS[step](value)
            total = value if total is None else total + value
        return total
    data = np.random.default_rng(seed).integers(0, 256, 256, dtype=np.uint8)
    by_table, computed = of_bytes(function, data, WITH), of_bytes(function, data, CAPABILITIES)
    np.testing.assert_array_equal(by_table.view(np.uint32), computed.view(np.uint32))


@pytest.mark.parametrize("name", ["Q4_0", "Q4_1", "Q5_0", "IQ4_NL", "MXFP4", "Q2_K", "Q3_K", "Q4_K", "IQ4_XS"])
@pytest.mark.parametrize("compiler", ["LLVM", "CLANG"])
def test_blocks_on_this_machine_have_the_bits_of_the_interpreter(name, compiler):
    kind = next(t for t in TYPES.values() if t.name == name)
    raw = np.random.default_rng(1).integers(0, 256, (64, kind.nbytes), dtype=np.uint8)
    raw[:, 1::2] &= 0x7b  # neither NaN nor infinity in any half float
    here, there = (kind.decode(Tensor(raw, device=d)).numpy() for d in (f"CPU:{compiler}", "PYTHON"))
    np.testing.assert_array_equal(here.view(np.uint32), there.view(np.uint32))


# ---- the languages


@pytest.mark.parametrize("renderer, instruction", [(ClangRenderer, "__builtin_ia32_permvarsf512"),
                                                   (LLVMRenderer, "x86.avx512.permvar.sf.512")])
def test_languages_have_the_instruction(renderer, instruction):
    made = renderer("", WITH)
    assert instruction in made.render(linear(Tensor.empty(1, 512) @ packed("Q4_0").T), "kernel")


def test_an_optimised_ast_without_small_integers_stays_what_it_is():
    (ast,) = kernels((Tensor.empty(64, 64) @ Tensor.empty(64, 64)).uop.contiguous())
    sink, _ = optimise(simplify(ast), WITH)
    assert use_table_lookup(sink, WITH) is sink


@pytest.mark.parametrize("name", ["Q4_K", "Q5_K"])
def test_scales_in_two_pieces_are_read_without_conditions(name):
    """The first and the last four of eight lie differently: which they are depends on lanes alone, in vectors of eight."""
    assert not any(u.op is Ops.CMPLT and u.ranges for u in linear(Tensor.empty(1, 512) @ packed(name).T))
