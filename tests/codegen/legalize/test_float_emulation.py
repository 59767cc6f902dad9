"""Narrow floats by integer arithmetic: every bit pattern, every rounding, and whole kernels without the format."""
import ml_dtypes  # noqa: F401  NumPy learns of the formats from it
import numpy as np
import pytest

from heddle.codegen.legalize.float_emulation import NARROW, bits_to_float32, float32_to_bits
from heddle.codegen.legalize.legalize_ops import emulation_rules
from heddle.dtype import dtypes, encode_float
from heddle.renderer import Capabilities
from heddle.uop import GroupOp, Ops, ParamArg, UOp
from heddle.uop.interpreter.ops import cast
from heddle.uop.rewrite import PatternMatcher, graph_rewrite
from heddle.uop.rules import symbolic
from tests.codegen.numpy_evaluate import evaluate, free, numpy_dtype

FORMATS = list(NARROW)
NOTHING = Capabilities(dtypes=frozenset(dtypes.all) - frozenset(FORMATS))  # a device that knows no narrow float at all
STORES_HALF = Capabilities()


def lower(root, caps=NOTHING):
    """As the lowering does it: together with the rules of arithmetic, which must not undo these."""
    return graph_rewrite(root, symbolic + PatternMatcher(emulation_rules(caps)))


def all_bits(dtype):
    integer = np.dtype(NARROW[dtype].bits.name)
    return np.arange(np.iinfo(integer).max + 1, dtype=np.uint32).astype(integer)


@pytest.mark.parametrize("dtype", FORMATS, ids=str)
def test_every_bit_pattern_decodes(dtype):
    bits, x = all_bits(dtype), free(NARROW[dtype].bits)
    np.testing.assert_array_equal(evaluate(bits_to_float32(x, NARROW[dtype]), {x: bits}),
                                  bits.view(numpy_dtype(dtype)).astype(np.float32))


@pytest.mark.parametrize("dtype", FORMATS, ids=str)
def test_every_value_encodes_to_its_own_bits(dtype):
    bits, x = all_bits(dtype), free(dtypes.float32)
    values = bits.view(numpy_dtype(dtype)).astype(np.float32)
    keep = ~np.isnan(values)
    encoded = evaluate(float32_to_bits(x, NARROW[dtype]), {x: values})
    np.testing.assert_array_equal(encoded[keep], bits[keep])
    assert np.isnan(encoded[~keep].view(numpy_dtype(dtype)).astype(np.float32)).all()


def assert_values(bits, dtype, values):
    """Each of `bits` is what casting the value to `dtype` means."""
    got = bits.view(numpy_dtype(dtype)).astype(np.float32)
    np.testing.assert_array_equal(got, np.array([cast(dtype, v.item()) for v in values], np.float32))


def interesting(dtype, wide):
    """Values, the middles between neighbours, and what lies just beside the middles, in a wider float format."""
    with np.errstate(all="ignore"): values = all_bits(dtype).view(numpy_dtype(dtype)).astype(wide)
    values = np.unique(values[np.isfinite(values)])
    middles = values[1:] / 2 + values[:-1] / 2
    beside = [np.nextafter(middles, wide(np.inf)), np.nextafter(middles, wide(-np.inf))]
    with np.errstate(all="ignore"): top = values[-1] * np.array([1.01, 1.02, 1.05, 1.06, 1.07, 1.12, 1.2, 2, 1e9], wide)
    return np.concatenate([values, middles, *beside, top, -top, np.array([np.inf, -np.inf, np.nan, 1e-30, -1e-30, -0.0], wide)])


def saturated(values, dtype):
    """What ml_dtypes, which does not saturate, is given in place of `values`."""
    largest = dtypes.finfo(dtype).max if dtype.itemsize == 1 else np.inf
    return np.where(np.isfinite(values), np.clip(values, -largest, largest), values)


@pytest.mark.parametrize("dtype", FORMATS, ids=str)
def test_rounding_to_nearest_even(dtype):
    values, x = interesting(dtype, np.float32), free(dtypes.float32)
    with np.errstate(all="ignore"): expected = saturated(values, dtype).astype(numpy_dtype(dtype))
    got = evaluate(float32_to_bits(x, NARROW[dtype]), {x: values}).view(numpy_dtype(dtype))
    np.testing.assert_array_equal(got.astype(np.float32), expected.astype(np.float32))
    # where there is one zero and one NaN, these have no sign of their own
    signed = np.full(values.shape, True) if dtype not in dtypes.fp8_fnuz else (got.astype(np.float32) != 0) & np.isfinite(values)
    np.testing.assert_array_equal(np.signbit(got.astype(np.float32))[signed], np.signbit(values)[signed])


@pytest.mark.parametrize("dtype", FORMATS, ids=str)
def test_from_float64_rounds_once(dtype):
    values, x = interesting(dtype, np.float64)[::7], free(dtypes.float64)
    values = np.concatenate([values, np.random.default_rng(0).normal(size=300) * 3])
    assert_values(evaluate(lower(x.cast(dtype).bitcast(NARROW[dtype].bits)), {x: values}), dtype, values)


def test_a_value_that_rounds_wrongly_by_way_of_float32():
    """1 + 2**-11 + 2**-40 is above the middle of two halves, but float32 rounds it to the middle, a tie that goes down."""
    x = free(dtypes.float64)
    value = np.array([1 + 2.0 ** -11 + 2.0 ** -40])
    assert value.astype(np.float32).astype(np.float16) == 1
    for caps in (NOTHING, STORES_HALF):
        got = evaluate(lower(x.cast(dtypes.float16).bitcast(dtypes.uint16), caps), {x: value}).view(np.float16)
        assert got == np.float16(1 + 2.0 ** -10)


@pytest.mark.parametrize("source", [dtypes.int64, dtypes.uint64, dtypes.int32, dtypes.uint32, dtypes.int16, dtypes.uint8,
                                    dtypes.bool], ids=str)
@pytest.mark.parametrize("dtype", FORMATS, ids=str)
def test_integers_round_once(dtype, source):
    rng, x = np.random.default_rng(5), free(source)
    near_ties = [(2 ** p) + (2 ** (p - 8)) + d for p in range(10, 63) for d in (-1, 0, 1)]
    bits = source.bits
    values = [v for v in near_ties + [-v for v in near_ties] + list(range(-300, 300, 7)) if source.min <= v <= source.max]
    values = np.array(values + [int(rng.integers(0, 2)) for _ in range(bits)], numpy_dtype(source))
    assert_values(evaluate(lower(x.cast(dtype).bitcast(NARROW[dtype].bits)), {x: values}), dtype, values)


@pytest.mark.parametrize("op", sorted(GroupOp.ALU - {Ops.NOT, Ops.AND, Ops.OR, Ops.XOR, Ops.SHL, Ops.SHR, Ops.IDIV, Ops.MOD}))
@pytest.mark.parametrize("caps", [NOTHING, STORES_HALF], ids=["nothing", "stores half"])
@pytest.mark.parametrize("dtype", FORMATS, ids=str)
def test_no_arithmetic_is_left(op, dtype, caps):
    sources = [free(dtype.vec(4), i) for i in range(3)]
    if op is Ops.WHERE: sources[0] = free(dtypes.bool.vec(4), 0)
    arity = 1 if op in GroupOp.UNARY else 3 if op in GroupOp.TERNARY else 2
    node = UOp(op, dtypes.bool.vec(4) if op in GroupOp.COMPARE else dtype.vec(4), tuple(sources[:arity]))
    for n in lower(node, caps).toposort():
        if n.op in GroupOp.ALU and n.op is not Ops.WHERE: assert all(s.dtype.scalar() not in NARROW for s in n.src), n


@pytest.mark.parametrize("dtype", FORMATS, ids=str)
def test_addition_and_comparison(dtype):
    with np.errstate(all="ignore"): values = interesting(dtype, np.float32).astype(numpy_dtype(dtype))
    rng = np.random.default_rng(1)
    a, b = rng.choice(values, 500), rng.choice(values, 500)
    x, y = (free(NARROW[dtype].bits, i) for i in range(2))
    bits = {x: a.view(np.dtype(NARROW[dtype].bits.name)), y: b.view(np.dtype(NARROW[dtype].bits.name))}
    wide_a, wide_b = a.astype(np.float32), b.astype(np.float32)
    with np.errstate(all="ignore"): expected = saturated(wide_a + wide_b, dtype).astype(numpy_dtype(dtype))
    total = evaluate(lower((x.bitcast(dtype) + y.bitcast(dtype)).bitcast(x.dtype)), bits).view(numpy_dtype(dtype))
    np.testing.assert_array_equal(total.astype(np.float32), expected.astype(np.float32))
    np.testing.assert_array_equal(evaluate(lower(x.bitcast(dtype) < y.bitcast(dtype)), bits), wide_a < wide_b)


@pytest.mark.parametrize("lanes", [1, 8])
@pytest.mark.parametrize("dtype", [d for d in FORMATS if d != dtypes.float16], ids=str)
def test_a_kernel_keeps_bits_only(dtype, lanes):
    memory = [UOp(Ops.PARAM, dtype, (), ParamArg(i, 64)) for i in range(2)]
    at = UOp.range(8, id=0)
    register = UOp(Ops.DEFINE_REG, dtype.vec(lanes), (), 0)
    gate, other = at < 4, UOp.const(dtype.vec(lanes), 1.5)
    loaded = UOp(Ops.LOAD, dtype.vec(lanes), (memory[1].index(at), other, gate))
    chosen = UOp(Ops.WHERE, dtype.vec(lanes), (gate.splat(lanes), loaded * 2.0, other))
    filled = register.after(register.store(chosen))
    root = UOp.sink(memory[0].index(at).store(UOp(Ops.LOAD, register.dtype, (filled,)) + loaded).end(at))
    lowered = lower(root, STORES_HALF)
    assert not any(n.dtype.scalar() == dtype for n in lowered.toposort())
    assert {n.dtype.scalar() for n in lowered.toposort() if n.op is Ops.PARAM} == {NARROW[dtype].bits}
    constants = {n.arg for n in lowered.toposort() if n.op is Ops.CONST and n.dtype.scalar() == NARROW[dtype].bits}
    assert encode_float(dtype, 1.5) in constants


@pytest.mark.parametrize("op", [Ops.ADD, Ops.MUL, Ops.MAX])
def test_reductions_are_done_in_float32(op):
    axis = UOp.range(8, id=0)
    memory = UOp(Ops.PARAM, dtypes.bfloat16, (), ParamArg(0, 8))
    lowered = lower(memory.index(axis).load().reduce(op, axis), STORES_HALF).toposort()
    assert [n.dtype for n in lowered if n.op is Ops.REDUCE] == [dtypes.float32]


@pytest.mark.parametrize("caps", [NOTHING, STORES_HALF], ids=["nothing", "stores half"])
@pytest.mark.parametrize("other", dtypes.all, ids=str)
@pytest.mark.parametrize("dtype", FORMATS, ids=str)
def test_casts_come_to_rest(dtype, other, caps):
    for node in (free(dtype).cast(other), free(other).cast(dtype), free(other).cast(dtype).cast(other)):
        once = lower(node, caps)
        assert lower(once, caps) is once


def test_a_device_that_computes_in_them_is_left_alone():
    node = free(dtypes.bfloat16) + free(dtypes.float32, 1).cast(dtypes.bfloat16)
    assert lower(node, Capabilities(arithmetic=frozenset(dtypes.all))) is node


def test_half_in_memory_stays_half():
    node = (free(dtypes.float16) * free(dtypes.float16, 1)).cast(dtypes.float32)
    assert [n.op for n in lower(node, STORES_HALF).toposort()] == [
        Ops.DEFINE_REG, Ops.CAST, Ops.DEFINE_REG, Ops.CAST, Ops.MUL, Ops.CAST, Ops.CAST]
