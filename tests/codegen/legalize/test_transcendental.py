"""EXP2, LOG2 and SIN as polynomials: largest error against mpmath and 80-bit floats, and every special value."""
import math

import numpy as np
import pytest

from heddle.codegen.legalize.sine import cos, largest_magnitude, sin, sine_without_float64
from heddle.codegen.legalize.transcendental import (
    exp,
    exp2,
    expand_logarithm,
    expand_transcendental,
    log,
    log2,
    log10,
)
from heddle.dtype import dtypes
from heddle.uop import AxisType, Ops, UOp
from tests.codegen import numpy_evaluate
from tests.codegen.numpy_evaluate import free

mpmath = pytest.importorskip("mpmath")
mpmath.mp.prec = 1300  # the largest float64 has 1024 bits before the point

FORMATS = {np.float32: dtypes.float32, np.float64: dtypes.float64}
# ULP, per formula and format
# e**f on |f| <= ln(2) takes one rounding more than on half of that, which would leave no room for subnormal results
TOLERANCE = {(exp2, np.float32): 1.5, (exp2, np.float64): 1.5, (exp, np.float32): 1.9,
             (exp, np.float64): 1.9, (log2, np.float32): 1.5, (log2, np.float64): 1.5,
             (log, np.float32): 1.5, (log, np.float64): 1.5, (log10, np.float32): 2.0, (log10, np.float64): 2.0,
             (sin, np.float32): 0.7, (sin, np.float64): 2.5, (cos, np.float32): 0.7, (cos, np.float64): 2.5}
SHORT_SINE = 2.5  # of a small argument, without float64


def evaluate(formula, values):
    """`formula` of every one of `values`, with NumPy's arithmetic in the same formats."""
    x = free(FORMATS[values.dtype.type])
    return numpy_evaluate.evaluate(formula(x), {x: values})


def errors(formula, values, reference):
    """|formula - reference| in ULP of the format."""
    info = np.finfo(values.dtype)
    exponent = np.frexp(np.abs(reference))[1] - 1
    ulp = np.ldexp(np.longdouble(1), np.maximum(exponent, info.minexp) - info.nmant)
    return np.abs(evaluate(formula, values).astype(np.longdouble) - reference) / ulp


def exact(function, values):
    """`function` of mpmath on each value, as an 80-bit float."""
    return np.array([np.longdouble(mpmath.nstr(function(mpmath.mpf(float(v))), 25)) for v in values])


def range_of(fmt): return (-126, 128) if fmt is np.float32 else (-1022, 1024)


@pytest.mark.parametrize("fmt", FORMATS)
def test_exp2(fmt):
    rng, (low, high) = np.random.default_rng(1), range_of(fmt)
    values = np.concatenate([rng.uniform(low, high - 1e-3, 30000), rng.uniform(-1, 1, 30000), rng.normal(size=1000) * 1e-9,
                             np.linspace(high - 1, high - 1e-3, 1000), np.linspace(low, low + 1, 1000)]).astype(fmt)
    assert errors(exp2, values, np.exp2(values.astype(np.longdouble))).max() < TOLERANCE[exp2, fmt]
    whole = np.arange(low, high, dtype=fmt)
    np.testing.assert_array_equal(evaluate(exp2, whole), np.ldexp(fmt(1), whole.astype(int)), "powers of two are exact")


@pytest.mark.parametrize("fmt", FORMATS)
def test_exp2_special_values(fmt):
    low, high = range_of(fmt)
    values = np.array([np.nan, np.inf, -np.inf, high, high + 0.5, 1e30, -1e30, low - 1, low - 200, -0.0, 0.0], fmt)
    expected = np.array([np.nan, np.inf, 0, np.inf, np.inf, np.inf, 0, fmt(2) ** (low - 1), 0, 1, 1], fmt)
    np.testing.assert_array_equal(evaluate(exp2, values), expected)
    assert np.isfinite(evaluate(exp2, np.nextafter(np.array([high], fmt), fmt(0))))


def exp_range_of(fmt): return tuple(math.log(2) * v for v in range_of(fmt))


@pytest.mark.parametrize("fmt", FORMATS)
def test_exp(fmt):
    rng, (low, high) = np.random.default_rng(6), exp_range_of(fmt)
    values = np.concatenate([rng.uniform(low, high, 60000), rng.uniform(-1, 1, 30000), rng.normal(size=1000) * 1e-9]).astype(fmt)
    with np.errstate(over="ignore"): finite = np.isfinite(np.exp(values)) & (np.exp(values) >= np.finfo(fmt).tiny)
    assert errors(exp, values[finite], np.exp(values[finite].astype(np.longdouble))).max() < TOLERANCE[exp, fmt]


@pytest.mark.parametrize("fmt", FORMATS)
def test_exp_at_the_ends_of_its_range(fmt):
    for end in exp_range_of(fmt):
        values = np.array([fmt(end)] * 41)
        for i in range(1, 21):
            values[20 + i] = np.nextafter(values[19 + i], fmt(np.inf))
            values[20 - i] = np.nextafter(values[21 - i], fmt(-np.inf))
        with np.errstate(all="ignore"): expected = np.array([float(mpmath.exp(mpmath.mpf(float(v)))) for v in values]).astype(fmt)
        np.testing.assert_allclose(evaluate(exp, values), expected, rtol=2 * np.finfo(fmt).eps, atol=np.finfo(fmt).smallest_subnormal)
    values = np.array([np.nan, np.inf, -np.inf, 1e30, -1e30, -0.0, 0.0], fmt)
    np.testing.assert_array_equal(evaluate(exp, values), np.array([np.nan, np.inf, 0, np.inf, 0, 1, 1], fmt))


@pytest.mark.parametrize("dtype", [dtypes.float32, dtypes.float64], ids=str)
@pytest.mark.parametrize("sign", [1, -1])
def test_the_exponential_of_a_tensor_is_known(dtype, sign):
    x = free(dtype)
    found = expand_transcendental((x * (sign / math.log(2))).alu(Ops.EXP2))
    assert found is (exp(x) if sign == 1 else exp(-x))
    assert expand_transcendental((x * 1.4).alu(Ops.EXP2)) is exp2(x * 1.4)


@pytest.mark.parametrize("fmt", FORMATS)
def test_exponentials_are_subnormal_before_they_are_0(fmt):
    info = np.finfo(fmt)
    below = np.linspace(math.log2(float(info.tiny)) - info.nmant - 3, math.log2(float(info.tiny)) + 1, 4000)
    for formula, reference, scale in ((exp, np.exp, math.log(2)), (exp2, np.exp2, 1.0)):
        values = (below * scale).astype(fmt)
        result = evaluate(formula, values)
        assert errors(formula, values, reference(values.astype(np.longdouble))).max() < TOLERANCE[formula, fmt]
        assert ((result > 0) & (result < info.tiny)).any()


@pytest.mark.parametrize("formula, constant", [(log, math.log(2)), (log10, math.log10(2))])
def test_natural_and_common_logarithms_are_recognised(formula, constant):
    x = free(dtypes.float32)
    assert expand_logarithm(x.alu(Ops.LOG2) * constant) is formula(x)
    assert expand_logarithm(x.alu(Ops.LOG2) * 1.5) is None and expand_logarithm(x * constant) is None


@pytest.mark.parametrize("fmt", FORMATS)
@pytest.mark.parametrize("formula, reference", [(log, np.log), (log10, np.log10)])
def test_log_and_log10(formula, reference, fmt):
    rng, (low, high) = np.random.default_rng(2), range_of(fmt)
    values = np.concatenate([np.exp2(rng.uniform(low, high - 1e-3, 30000)), rng.uniform(0.5, 2, 30000),
                             1 + rng.normal(size=20000) * 1e-4, np.finfo(fmt).tiny * np.linspace(0.01, 0.99, 500)]).astype(fmt)
    assert errors(formula, values, reference(values.astype(np.longdouble))).max() < TOLERANCE[formula, fmt]
    special = np.array([np.nan, np.inf, -np.inf, 0, -0.0, -1, 1], fmt)
    np.testing.assert_array_equal(evaluate(formula, special), np.array([np.nan, np.inf, np.nan, -np.inf, -np.inf, np.nan, 0], fmt))


@pytest.mark.parametrize("fmt", FORMATS)
def test_cos_of_every_size_and_next_to_its_zeros(fmt):
    """1 - 2 sin(x/2)**2 was off by 8e7 ULP next to the zeros."""
    rng, high = np.random.default_rng(4), range_of(fmt)[1]
    every_size = rng.choice([-1, 1], 600) * np.exp2(rng.uniform(-30, high - 1e-3, 600))
    values = np.concatenate([every_size, rng.uniform(-40, 40, 2000), near_multiples_of_half_pi(fmt, 200), [0.0, -0.0, 1e-30]])
    values = values.astype(fmt)
    assert errors(cos, values, exact(mpmath.cos, values)).max() < TOLERANCE[cos, fmt]
    assert np.isnan(evaluate(cos, np.array([np.nan, np.inf, -np.inf], fmt))).all()


def test_nan_stays_nan_whatever_its_bits():
    payloads = np.array([0x7FC001FF, 0xFFC00123, 0x7F800001, 0xFFFFFFFF], np.uint32).view(np.float32)
    for formula in (exp2, exp, log2, log, log10, sin, cos): assert np.isnan(evaluate(formula, payloads)).all()


@pytest.mark.parametrize("fmt", FORMATS)
def test_log2(fmt):
    rng, (low, high) = np.random.default_rng(2), range_of(fmt)
    values = np.concatenate([np.exp2(rng.uniform(low, high - 1e-3, 30000)), rng.uniform(0.5, 2, 30000),
                             1 + rng.normal(size=20000) * 1e-4, rng.uniform(0.706, 0.709, 20000)]).astype(fmt)
    assert errors(log2, values, np.log2(values.astype(np.longdouble))).max() < TOLERANCE[log2, fmt]


@pytest.mark.parametrize("fmt", FORMATS)
def test_log2_special_values(fmt):
    info = np.finfo(fmt)
    least = -149 if fmt is np.float32 else -1074
    values = np.array([np.nan, np.inf, -np.inf, 0, -0.0, -1, -info.smallest_subnormal, 1, 2, 0.5, info.smallest_subnormal], fmt)
    expected = np.array([np.nan, np.inf, np.nan, -np.inf, -np.inf, np.nan, np.nan, 0, 1, -1, least], fmt)
    np.testing.assert_array_equal(evaluate(log2, values), expected)
    subnormal = (info.tiny * np.linspace(0.01, 0.99, 500)).astype(fmt)
    assert errors(log2, subnormal, np.log2(subnormal.astype(np.longdouble))).max() < TOLERANCE[log2, fmt]


def near_multiples_of_half_pi(fmt, count):
    exact_points = np.array([float(mpmath.pi * k / 2) for k in range(1, count)]).astype(fmt)
    return np.concatenate([exact_points, np.nextafter(exact_points, fmt(0)), np.nextafter(exact_points, fmt(np.inf))])


@pytest.mark.parametrize("fmt", FORMATS)
def test_sin(fmt):
    rng = np.random.default_rng(3)
    values = np.concatenate([rng.uniform(-10, 10, 30000), rng.uniform(-2000, 2000, 30000), rng.normal(size=9000) * 1e-4]).astype(fmt)
    assert errors(sin, values, np.sin(values.astype(np.longdouble))).max() < TOLERANCE[sin, fmt]


@pytest.mark.parametrize("fmt", FORMATS)
def test_sin_of_every_size_and_next_to_its_zeros(fmt):
    rng, high = np.random.default_rng(4), range_of(fmt)[1]
    every_size = rng.choice([-1, 1], 600) * np.exp2(rng.uniform(-30, high - 1e-3, 600))
    borders = np.exp2(np.arange(0, high, 1.0))
    values = np.concatenate([every_size, borders, np.nextafter(borders, 0), near_multiples_of_half_pi(fmt, 200)]).astype(fmt)
    assert errors(sin, values, exact(mpmath.sin, values)).max() < TOLERANCE[sin, fmt]


@pytest.mark.parametrize("quarters,function", [(0, mpmath.sin), (1, mpmath.cos)], ids=["sin", "cos"])
def test_a_sine_without_float64_of_every_size_and_next_to_its_zeros(quarters, function):
    """Devices that compute no float64 reduce the argument in integers."""
    rng = np.random.default_rng(5)
    every_size = rng.choice([-1, 1], 3000) * np.exp2(rng.uniform(-30, 128 - 1e-3, 3000))
    borders = np.exp2(np.arange(0, 128, 1.0))
    points = [every_size, rng.uniform(-100, 100, 3000), borders, np.nextafter(borders, 0), near_multiples_of_half_pi(np.float32, 200)]
    values = np.concatenate(points).astype(np.float32)

    def formula(x): return sine_without_float64(x, quarters)
    assert errors(formula, values, exact(function, values)).max() < SHORT_SINE
    assert all(u.dtype.scalar() != dtypes.float64 for u in formula(free(dtypes.float32)).toposort())
    special = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0], np.float32)
    with np.errstate(invalid="ignore"): wanted = np.cos(special) if quarters else np.sin(special)
    got = evaluate(formula, special)
    np.testing.assert_array_equal(got, wanted)
    np.testing.assert_array_equal(np.signbit(got[3:]), np.signbit(wanted[3:]))


def test_sin_nearest_of_all_to_a_multiple_of_half_pi():
    """6381956970095103 * 2**797 is within 2**-61 of one (Muller, "Elementary Functions", table of worst cases)."""
    x = np.array([math.ldexp(6381956970095103, 797), math.ldexp(6381956970095103, 798)])
    assert errors(sin, x, exact(mpmath.sin, x)).max() < 2.5
    assert errors(cos, x / 2, exact(mpmath.cos, x / 2)).max() < 2.5


@pytest.mark.parametrize("fmt", FORMATS)
def test_sin_special_values(fmt):
    values = np.array([np.nan, np.inf, -np.inf, 0, -0.0, np.finfo(fmt).smallest_subnormal, 1e-20], fmt)
    result = evaluate(sin, values)
    np.testing.assert_array_equal(result[:3], np.full(3, np.nan, fmt))
    np.testing.assert_array_equal(result[3:], values[3:])
    assert np.signbit(result[4]) and not np.signbit(result[3])


@pytest.mark.parametrize("dtype", [dtypes.float32, dtypes.float64])
def test_sin_of_something_small_is_short_and_as_good(dtype):
    fmt = np.dtype(dtype.name).type
    steps = UOp.range(4096, AxisType.LOOP, 0).cast(dtype)
    small = steps * (2 * math.pi / 4096)
    assert largest_magnitude(small) == pytest.approx(2 * math.pi, rel=1e-3) and largest_magnitude(small + 1.0) > 7.2
    assert len(sin(small).toposort()) < len(sin(free(dtype)).toposort()) / 2
    values = near_multiples_of_half_pi(fmt, 16)
    short = sin(small)
    swapped = short.substitute({small: (x := free(dtype))})
    assert errors(lambda y: swapped.substitute({x: y}), values, exact(mpmath.sin, values)).max() < SHORT_SINE


@pytest.mark.parametrize("x, bound", [
    (UOp.const(dtypes.float32, -3.0), 3.0), (free(dtypes.float32), math.inf),
    (free(dtypes.float32).alu(Ops.SIN) * 3.0 - 1.0, 4.0), (free(dtypes.uint8).cast(dtypes.float32), 255.0),
    (free(dtypes.float32) * 0.0, math.inf),
    ((free(dtypes.float32) < 0.0).where(UOp.const(dtypes.float32, 1.0), -2.0), 2.0)], ids=str)
def test_largest_magnitude(x, bound):
    assert largest_magnitude(x) == bound


@pytest.mark.parametrize("op", [Ops.EXP2, Ops.LOG2, Ops.SIN, Ops.COS])
@pytest.mark.parametrize("lanes", [1, 8])
@pytest.mark.parametrize("dtype", dtypes.floats, ids=str)
def test_expansion_keeps_dtype_and_lanes(op, lanes, dtype):
    x = free(dtype.vec(lanes))
    expanded = expand_transcendental(x.alu(op))
    assert expanded is not None and expanded.dtype == x.dtype
    below = expanded.toposort()
    assert all(n.dtype.count == lanes for n in below)
    assert not any(n.op in (Ops.EXP2, Ops.LOG2, Ops.SIN, Ops.COS) for n in below)


def test_other_ops_are_left_alone():
    assert expand_transcendental(free(dtypes.float32).alu(Ops.SQRT)) is None
