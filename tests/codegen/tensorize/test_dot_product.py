"""Products of pairs of narrow floats by one instruction: which kernels get them, and their results against NumPy."""
from __future__ import annotations

from dataclasses import replace

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heddle import Device, Tensor, dtypes
from heddle.codegen.actions.action import Action
from heddle.codegen.actions.dot_product import DotProduct
from heddle.codegen.actions.legality import follow
from heddle.codegen.actions.loop_transforms import axis_name
from heddle.codegen.actions.schedule_builder import Optimiser
from heddle.codegen.actions.search_space import edited, edits, starts, states_of
from heddle.codegen.policy.cpu_schedule import optimise
from heddle.codegen.simplify import simplify
from heddle.errors import InternalError
from heddle.renderer.c.clang import ClangRenderer
from heddle.renderer.llvm.llvmir import LLVMRenderer
from heddle.runtime.cpu import cpuinfo
from heddle.settings import Context
from heddle.uop import AxisType, Ops, UOp
from tests.codegen.kernels import CAPABILITIES, interpret, straight
from tests.schedule.graphs import kernels

PAIRS = replace(CAPABILITIES, dot_product_dtypes=frozenset((dtypes.bfloat16,)))
LAYOUTS = ("nn", "nt", "tn")


def operands(m: int, k: int, n: int, layout: str) -> tuple[Tensor, Tensor]:
    def operand(rows: int, columns: int, how: str) -> Tensor:
        return Tensor.empty(rows, columns, dtype="bfloat16") if how == "n" else Tensor.empty(columns, rows, dtype="bfloat16").T
    return operand(m, k, layout[0]), operand(k, n, layout[1])


def optimised(x: Tensor, caps=PAIRS) -> tuple[UOp, list[Action]]:
    (ast,) = kernels(x.uop.contiguous())
    return optimise(simplify(ast), caps)


def has_pairs(x: Tensor, caps=PAIRS) -> bool: return any(a.name == "dot_product" for a in optimised(x, caps)[1])


# ---- which kernels


@pytest.mark.parametrize("layout", LAYOUTS)
def test_products_of_bfloat16_are_of_pairs(layout):
    a, b = operands(64, 32, 48, layout)
    assert has_pairs(a @ b) and not has_pairs(a @ b, CAPABILITIES)


def test_a_convolution_is_of_pairs():
    x, w = Tensor.empty(1, 8, 12, 12, dtype="bfloat16"), Tensor.empty(16, 8, 3, 3, dtype="bfloat16")
    assert has_pairs(x.conv2d(w, padding=1))


@pytest.mark.parametrize("m, k, dtype", [(64, 31, "bfloat16"), (8, 32, "bfloat16"), (64, 32, "float16"), (64, 32, "float32")],
                         ids=("odd reduction", "few rows", "float16", "float32"))
def test_other_products_are_not(m, k, dtype):
    assert not has_pairs(Tensor.empty(m, k, dtype=dtype) @ Tensor.empty(k, 48, dtype=dtype))


def test_pairs_that_do_not_lie_side_by_side_are_refused():
    a, b = operands(64, 32, 48, "tn")
    (ast,) = kernels((a @ b).uop.contiguous())
    sink = simplify(ast)
    reduction = next(n for n in sink.toposort() if n.op is Ops.REDUCE)
    opt = Optimiser(sink, CAPABILITIES)
    _, pair = opt.split(reduction.src[1], 2)
    assert "strided" in (DotProduct((axis_name(pair),)).why_not(opt.sink, PAIRS) or "")
    with pytest.raises(InternalError, match="not contiguous"): opt.do(DotProduct((axis_name(pair),)))


def test_an_action_is_read_as_it_is_written():
    assert Action.parse("dot_product a.1") == DotProduct(("a.1",)) and str(DotProduct(("a.1",))) == "dot_product a.1"


def test_what_a_search_starts_from_and_comes_to_may_be_done():
    a, b = operands(64, 32, 48, "nn")
    (ast,) = kernels((a @ b).uop.contiguous())
    kernel = simplify(ast)
    plans = starts(kernel, PAIRS)
    assert any(x.name == "dot_product" for x in plans[0].actions)
    assert any(all(x.name != "dot_product" for x in p.actions) for p in plans[1:])
    assert follow(kernel, plans[0].actions, PAIRS) is plans[0].sink and follow(kernel, plans[0].actions, CAPABILITIES) is None
    states = states_of(kernel, plans[0].actions, PAIRS)
    others = [p for e in edits(kernel, plans[0].actions, PAIRS) if (p := edited(states, plans[0].actions, e, PAIRS)) is not None]
    assert len(others) > 20
    for plan in others[::7]: straight(plan.sink, PAIRS)


# ---- 8-bit integers

BYTES = replace(CAPABILITIES, dot_product_dtypes=frozenset((dtypes.int8,)))
KINDS = (("int8", "int8"), ("uint8", "int8"), ("int8", "uint8"))


def byte_product(m: int, k: int, n: int, kinds: tuple[str, str], layout: str) -> Tensor:
    """The product in int32."""
    a = Tensor.empty(*((m, k) if layout[0] == "n" else (k, m)), dtype=kinds[0])
    b = Tensor.empty(*((k, n) if layout[1] == "n" else (n, k)), dtype=kinds[1])
    x, y = (a if layout[0] == "n" else a.T), (b if layout[1] == "n" else b.T)
    return x.cast(dtypes.int32) @ y.cast(dtypes.int32)


@pytest.mark.parametrize("kinds", KINDS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_products_of_bytes_are_of_groups(kinds: tuple[str, str], layout: str) -> None:
    product = byte_product(64, 32, 48, kinds, layout)
    assert has_pairs(product, BYTES) and not has_pairs(product, CAPABILITIES)


@pytest.mark.parametrize("m", [1, 5, 8])
def test_so_are_those_of_few_rows_along_which_both_are_contiguous(m: int) -> None:
    assert has_pairs(byte_product(m, 64, 48, KINDS[0], "nt"), BYTES)
    assert not has_pairs(byte_product(m, 64, 48, KINDS[0], "nn"), BYTES)
    assert not has_pairs(byte_product(m, 36, 48, KINDS[0], "nt"), BYTES), "9 groups fill no vector"


def test_products_of_other_integers_are_not() -> None:
    assert not has_pairs(byte_product(64, 32, 48, ("uint8", "uint8"), "nn"), BYTES), "the instruction takes a signed factor"
    assert not has_pairs(byte_product(64, 30, 48, KINDS[0], "nn"), BYTES), "30 is no whole number of groups"
    wide = Tensor.empty(64, 32, dtype="int16").cast(dtypes.int32) @ Tensor.empty(32, 48, dtype="int16").cast(dtypes.int32)
    assert not has_pairs(wide, BYTES)


def numbers_of(rng: np.random.Generator, kind: str, *shape: int) -> np.ndarray:
    limits = np.iinfo(kind)
    x = rng.integers(limits.min, limits.max + 1, shape).astype(kind)
    return np.where(rng.random(shape) < 0.2, rng.choice([limits.min, limits.max], shape), x).astype(kind)


@settings(max_examples=20)
@given(st.integers(1, 40), st.integers(1, 10), st.integers(4, 40), st.sampled_from(LAYOUTS), st.sampled_from(KINDS),
       st.integers(0, 2**32))
def test_products_of_bytes_interpreted(m, quarter, n, layout, kinds, seed):
    k, rng = 4 * quarter, np.random.default_rng(seed)
    product = byte_product(m, k, n, kinds, layout)
    sink, _ = optimised(product, BYTES)
    x, y = numbers_of(rng, kinds[0], m, k), numbers_of(rng, kinds[1], k, n)
    held = [np.zeros((m, n), np.int32), *(np.ascontiguousarray(a if how == "n" else a.T) for a, how in zip((x, y), layout))]
    out = interpret(sink, held, BYTES)[0]
    np.testing.assert_array_equal(out, x.astype(np.int32) @ y.astype(np.int32))


@pytest.mark.parametrize("kinds", KINDS)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("m, k, n", [(64, 64, 64), (130, 36, 70), (1, 256, 33), (7, 128, 17), (257, 96, 300), (24, 4, 5)])
@pytest.mark.parametrize("compiler", ["CLANG", "LLVM"])
def test_products_of_bytes_on_this_processor(compiler, m, k, n, layout, kinds):
    rng = np.random.default_rng(m + k + n)
    x, y = numbers_of(rng, kinds[0], m, k), numbers_of(rng, kinds[1], k, n)
    with Context(DEV=f"CPU:{compiler}"):
        a = Tensor(x) if layout[0] == "n" else Tensor(np.ascontiguousarray(x.T)).T
        b = Tensor(y) if layout[1] == "n" else Tensor(np.ascontiguousarray(y.T)).T
        got = (a.cast(dtypes.int32) @ b.cast(dtypes.int32)).numpy()
    np.testing.assert_array_equal(got, x.astype(np.int32) @ y.astype(np.int32))


def test_many_groups_of_an_iteration_are_added_one_after_the_other() -> None:
    """More sums than registers hold are no sums of their own."""
    (ast,) = kernels(byte_product(1, 4096, 40, KINDS[0], "nt").uop.contiguous())
    opt = Optimiser(simplify(ast), BYTES)
    _, inner = opt.split(next(n for n in opt.sink.toposort() if n.op is Ops.REDUCE).src[1], 32)
    vector, group = opt.split(inner, 4, AxisType.UNROLL)
    opt.mark(vector, AxisType.VECTOR)
    opt.do(DotProduct((axis_name(group),)))
    loop = next(r for n in opt.sink.toposort() if n.op is Ops.REDUCE for r in n.src[1:] if r.arg[1] is AxisType.REDUCE)
    opt.split(loop, 64, AxisType.UNROLL)
    rng = np.random.default_rng(0)
    x, y = numbers_of(rng, "int8", 1, 4096), numbers_of(rng, "int8", 4096, 40)
    out = interpret(opt.sink, [np.zeros((1, 40), np.int32), x, np.ascontiguousarray(y.T)], BYTES)[0]
    np.testing.assert_array_equal(out, x.astype(np.int32) @ y.astype(np.int32))


def test_sums_of_bytes_wrap_as_those_of_single_products_do() -> None:
    """132,104 products of 127 * 128 are more than int32 holds."""
    x, y = (Tensor.full((rows, 1 << 18), -128, dtype=dtypes.int8).contiguous() for rows in (1, 3))
    got = (x.cast(dtypes.int32) @ y.cast(dtypes.int32).T).numpy()
    np.testing.assert_array_equal(got, np.full((1, 3), (1 << 18) * 16384 - (1 << 32), np.int64).astype(np.int32))


# ---- results


def bits(x: np.ndarray) -> np.ndarray: return x.astype(ml_dtypes.bfloat16)


@settings(max_examples=12)
@given(st.integers(24, 40), st.integers(1, 6), st.integers(4, 40), st.sampled_from(LAYOUTS), st.integers(0, 2**32))
def test_interpreted(m, half, n, layout, seed):
    k, rng = 2 * half, np.random.default_rng(seed)
    a, b = operands(m, k, n, layout)
    sink, actions = optimised(a @ b)
    assert any(x.name == "dot_product" for x in actions)
    x, y = (bits(rng.integers(-8, 8, s) / 4) for s in ((m, k), (k, n)))
    held = {(False, "n"): x, (False, "t"): x.T, (True, "n"): y, (True, "t"): y.T}
    params = sorted({u.arg.slot for u in straight(sink, PAIRS) if u.op is Ops.PARAM})
    inputs = [np.ascontiguousarray(held[second, layout[second]]).view(np.uint16) for second in (False, True)]
    arrays = [np.zeros((m, n), np.uint16), *inputs]
    assert params == [0, 1, 2]
    out = interpret(sink, arrays, PAIRS)[0].view(ml_dtypes.bfloat16)
    np.testing.assert_array_equal(out.astype(np.float32), bits(x.astype(np.float32) @ y.astype(np.float32)).astype(np.float32))


@pytest.fixture(params=["CLANG", "LLVM"])
def device(request):
    if not cpuinfo.parse_arch(None).dot_product_dtypes: pytest.skip("this processor does not multiply pairs of bfloat16")
    with Context(DEV=f"CPU:{request.param}"): yield Device[f"CPU:{request.param}"]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("m, k, n", [(64, 64, 64), (130, 34, 70), (100, 2, 17), (24, 130, 5), (257, 96, 300)])
def test_on_this_processor(device, m, k, n, layout):
    rng = np.random.default_rng(m + k + n)
    x, y = bits(rng.standard_normal((m, k))), bits(rng.standard_normal((k, n)))
    a = Tensor(x) if layout[0] == "n" else Tensor(np.ascontiguousarray(x.T)).T
    b = Tensor(y) if layout[1] == "n" else Tensor(np.ascontiguousarray(y.T)).T
    got, want = (a @ b).numpy().astype(np.float64), x.astype(np.float64) @ y.astype(np.float64)
    np.testing.assert_allclose(got, want, rtol=2**-8, atol=1e-5 * np.sqrt(k))


def test_infinities_and_nan_on_this_processor(device):
    x = np.ones((32, 8), np.float32)
    x[1, 3], x[2, 5], x[3, 1] = np.inf, np.nan, -np.inf
    got = (Tensor(bits(x)) @ Tensor(bits(np.ones((8, 16))))).numpy().astype(np.float32)
    np.testing.assert_array_equal(got[:4, 0], [8, np.inf, np.nan, -np.inf])


def test_a_feature_that_is_taken_away_is_not_used():
    if cpuinfo.host().machine != "x86_64": pytest.skip("features of x86-64")
    assert dtypes.bfloat16 not in cpuinfo.parse_arch("x86_64,-avx512bf16").dot_product_dtypes
    assert dtypes.int8 not in cpuinfo.parse_arch("x86_64,-avx512vnni").dot_product_dtypes
    assert cpuinfo.parse_arch("x86_64,x86-64-v4,+avx512vnni").dot_product_dtypes == {dtypes.int8}
    assert cpuinfo.parse_arch("x86_64,x86-64-v4").dot_product_dtypes == frozenset()
    assert cpuinfo.parse_arch("x86_64,x86-64-v4,+avx512bf16").dot_product_dtypes == {dtypes.bfloat16}
    assert cpuinfo.parse_arch("x86_64,+avx512bf16,-avx512f").dot_product_dtypes == frozenset()


# ---- text


def test_both_renderers_name_the_instruction():
    a, b = operands(64, 32, 48, "nn")
    uops = straight(optimised(a @ b)[0], PAIRS)
    assert "__builtin_ia32_dpbf16ps_512" in ClangRenderer("test", PAIRS).render(uops, "f")
    declared = "@llvm.x86.avx512bf16.dpbf16ps.512(<16 x float>, <32 x bfloat>, <32 x bfloat>)"
    assert declared in LLVMRenderer("test", PAIRS).render(uops, "f")
