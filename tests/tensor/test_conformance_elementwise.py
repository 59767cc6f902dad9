"""Every elementwise op against NumPy, over shapes, dtypes and special values, on every runtime that computes here."""
from __future__ import annotations

import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from heddle import Tensor
from heddle.dtype import dtypes, promote
from heddle.uop import Ops
from tests.tensor.conformance import (
    ALL,
    FLOATS,
    INTS,
    SIGNED,
    Case,
    broadcast_shapes,
    compare,
    held,
    shapes,
    values,
)


def _torch(name: str):
    """torch's function, in float64."""
    fn = getattr(torch.nn.functional, name)
    return lambda x, **more: fn(torch.tensor(x), **more).numpy()


UNARY = [
    Case("exp2", Tensor.exp2, np.exp2, high=20, low=-20), Case("exp", Tensor.exp, np.exp, high=60, low=-60),
    Case("expm1", Tensor.expm1, np.expm1), Case("log2", Tensor.log2, np.log2, high=1e4), Case("log", Tensor.log, np.log, high=1e4),
    Case("log10", Tensor.log10, np.log10, high=1e4), Case("log1p", Tensor.log1p, np.log1p),
    Case("sqrt", Tensor.sqrt, np.sqrt, FLOATS), Case("rsqrt", Tensor.rsqrt, lambda x: 1 / np.sqrt(x)),
    Case("reciprocal", Tensor.reciprocal, lambda x: 1 / x, FLOATS),
    Case("sin", Tensor.sin, np.sin, high=100, low=-100, special=False), Case("cos", Tensor.cos, np.cos, high=100, low=-100,
                                                                             special=False),
    Case("tan", Tensor.tan, np.tan, ("float32", "float64"), low=-1.4, high=1.4, special=False),
    Case("asin", Tensor.asin, np.arcsin, low=-1, high=1, special=False), Case("acos", Tensor.acos, np.arccos, low=-1, high=1,
                                                                              special=False),
    Case("atan", Tensor.atan, np.arctan, high=50, low=-50), Case("sinh", Tensor.sinh, np.sinh, special=False),
    Case("cosh", Tensor.cosh, np.cosh, special=False), Case("tanh", Tensor.tanh, np.tanh, high=12, low=-12),
    Case("asinh", Tensor.asinh, np.arcsinh, high=1e5, low=-1e5, special=False),
    Case("acosh", Tensor.acosh, np.arccosh, low=1, high=1e5, special=False),
    Case("atanh", Tensor.atanh, np.arctanh, low=-0.99, high=0.99, special=False),
    Case("neg", lambda x: -x, np.negative, FLOATS + INTS), Case("abs", Tensor.abs, np.abs, FLOATS + INTS),
    Case("sign", Tensor.sign, np.sign, FLOATS + INTS), Case("square", Tensor.square, np.square, ("float32", "float64", *INTS),
                                                            wide=False),
    Case("trunc", Tensor.trunc, np.trunc, FLOATS + INTS), Case("floor", Tensor.floor, np.floor, FLOATS + INTS),
    Case("ceil", Tensor.ceil, np.ceil, FLOATS + INTS), Case("round", Tensor.round, np.round, FLOATS + INTS),
    Case("isnan", Tensor.isnan, np.isnan, FLOATS), Case("isinf", Tensor.isinf, np.isinf, FLOATS),
    Case("isfinite", Tensor.isfinite, np.isfinite, FLOATS), Case("logical_not", Tensor.logical_not, np.logical_not, ALL),
    Case("bitwise_not", lambda x: ~x, np.invert, (*INTS, "bool")), Case("bool", Tensor.bool, lambda x: x != 0, ALL),
    Case("relu", Tensor.relu, lambda x: np.maximum(x, 0), FLOATS + SIGNED), Case("relu6", Tensor.relu6, lambda x: np.clip(x, 0, 6)),
    Case("clip", lambda x: x.clip(-1, 2), lambda x: np.clip(x, -1, 2), FLOATS + SIGNED),
]
ACTIVATIONS = [
    Case("sigmoid", Tensor.sigmoid, _torch("sigmoid"), low=-30, high=30), Case("silu", Tensor.silu, _torch("silu"), special=False),
    Case("elu", Tensor.elu, _torch("elu")), Case("celu", Tensor.celu, _torch("celu"), special=False),
    Case("selu", Tensor.selu, _torch("selu"), special=False), Case("softplus", Tensor.softplus, _torch("softplus"), special=False),
    Case("logsigmoid", Tensor.logsigmoid, _torch("logsigmoid"), special=False), Case("mish", Tensor.mish, _torch("mish"),
                                                                                     special=False),
    Case("gelu", Tensor.gelu, lambda x: _torch("gelu")(x, approximate="tanh"), special=False),
    Case("gelu_erf", lambda x: x.gelu("none"), _torch("gelu"), ("float32", "float64"), special=False),
    Case("quick_gelu", Tensor.quick_gelu, lambda x: x / (1 + np.exp(-1.702 * x)), special=False),
    Case("hardswish", Tensor.hardswish, _torch("hardswish"), special=False),
    Case("hardsigmoid", Tensor.hardsigmoid, _torch("hardsigmoid"), special=False),
    Case("softsign", Tensor.softsign, _torch("softsign"), special=False),
    Case("leaky_relu", lambda x: x.leaky_relu(0.25), lambda x: np.where(x > 0, x, 0.25 * x), ("float32", "float64")),
    Case("erf", Tensor.erf, lambda x: torch.erf(torch.tensor(x)).numpy(), ("float32", "float64")),
]
COMPARISONS = [
    Case("lt", lambda a, b: a < b, np.less, ALL), Case("gt", lambda a, b: a > b, np.greater,
                                                       ALL), Case("le", lambda a, b: a <= b, np.less_equal, ALL),
    Case("ge", lambda a, b: a >= b, np.greater_equal, ALL), Case("eq", lambda a, b: a == b, np.equal, ALL),
    Case("ne", lambda a, b: a != b, np.not_equal, ALL),
]
BINARY = [
    Case("add", lambda a, b: a + b, np.add, ALL), Case("sub", lambda a, b: a - b, np.subtract, FLOATS + INTS),
    Case("mul", lambda a, b: a * b, np.multiply, ("float32", "float64", *INTS, "bool"), wide=False),
    Case("div", lambda a, b: a / b, np.divide, ("float32", "float64"), wide=False),
    Case("maximum", Tensor.maximum, np.maximum, ALL), Case("minimum", Tensor.minimum, np.minimum, ALL),
    Case("floordiv", lambda a, b: a // b, lambda a, b: np.where(b == 0, 0, np.floor_divide(a, np.where(b == 0, 1, b))), INTS),
    Case("mod", lambda a, b: a % b, lambda a, b: np.where(b == 0, 0, np.mod(a, np.where(b == 0, 1, b))), INTS),
    Case("mod", lambda a, b: a % (b + 5), lambda a, b: np.mod(a, b + 5), ("float32", "float64"), special=False, wide=False),
    Case("fmod", lambda a, b: a.fmod(b + 5), lambda a, b: np.fmod(a, b + 5), ("float32", "float64"), special=False, wide=False),
    Case("idiv", Tensor.idiv, lambda a, b: np.where(b == 0, 0, np.trunc(a.astype(np.longdouble) / np.where(b == 0, 1, b))),
         ("int8", "int16", "int32", "uint8", "uint32")),
    Case("and", lambda a, b: a & b, np.bitwise_and, (*INTS, "bool")), Case("or", lambda a, b: a | b, np.bitwise_or, (*INTS, "bool")),
    Case("xor", lambda a, b: a ^ b, np.bitwise_xor, (*INTS, "bool")),
    Case("lshift", lambda a, b: a << (b & 7), lambda a, b: np.left_shift(a, b & 7), INTS),
    Case("rshift", lambda a, b: a >> (b & 7), lambda a, b: np.right_shift(a, b & 7), INTS),
    Case("pow_tensor", lambda a, b: a ** b, np.power, ("float32", "float64"), low=0.1, special=False),
    Case("ipow", lambda a, b: a ** (b & 15), lambda a, b: np.power(a, b & 15), ("int32", "int64", "uint8"), wide=False),
    Case("lerp", lambda a, b: a.lerp(b, 0.25), lambda a, b: a + (b - a) * 0.25, ("float32", "float64"), special=False),
    Case("where", lambda a, b: (a != 0).where(a, b), lambda a, b: np.where(a != 0, a, b), ALL), *COMPARISONS,
]
NUMBERS = [
    Case("add", lambda x: 2 + x, lambda x: 2 + x, FLOATS + INTS), Case("sub", lambda x: 3 - x, lambda x: 3 - x, FLOATS + INTS,
                                                                       wide=False),
    Case("mul", lambda x: x * 3, lambda x: x * 3, FLOATS + INTS), Case("div", lambda x: 1 / x, lambda x: 1 / x,
                                                                       ("float32", "float64")),
    Case("floordiv", lambda x: x // 7, lambda x: x // 7, INTS), Case("floordiv", lambda x: x // -7, lambda x: x // -7, SIGNED),
    Case("mod", lambda x: x % 7, lambda x: x % 7, INTS), Case("mod", lambda x: x % -7, lambda x: x % -7, SIGNED),
    Case("pow", lambda x: x ** 3, lambda x: x ** 3, ("float32", "float64", *INTS), special=False, wide=False),
    Case("pow", lambda x: x ** -2, lambda x: x ** -2.0, ("float32", "float64"), special=False),
    Case("pow", lambda x: x ** 2.5, lambda x: x ** 2.5, ("float32", "float64"), low=0, special=False),
    Case("rpow", lambda x: 2.5 ** x, lambda x: 2.5 ** x, ("float32", "float64")),
    Case("lshift", lambda x: x << 3, lambda x: x << 3, INTS), Case("rshift", lambda x: x >> 3, lambda x: x >> 3, INTS),
]


def _named(cases: list[Case]):
    return pytest.mark.parametrize("case", cases, ids=lambda c: c.name)


@_named(UNARY + ACTIVATIONS + NUMBERS)
@given(data=st.data())
def test_one_operand(fast_device: str, case: Case, data: st.DataObject) -> None:
    dtype, shape = data.draw(st.sampled_from(case.dtypes)), data.draw(shapes)
    compare(case, [values(case, shape, dtype, data.draw(st.integers(0, 99)))])


@_named(BINARY)
@given(data=st.data())
def test_two_operands(fast_device: str, case: Case, data: st.DataObject) -> None:
    dtype, two = data.draw(st.sampled_from(case.dtypes)), data.draw(broadcast_shapes(2))
    seed = data.draw(st.integers(0, 99))
    compare(case, [values(case, shape, dtype, seed + i) for i, shape in enumerate(two)])


@pytest.mark.parametrize("case", UNARY[::3] + BINARY[::3], ids=lambda c: c.name)
def test_sample_on_every_device(device: str, case: Case) -> None:
    count = 2 if case in BINARY else 1
    for dtype in case.dtypes[:3]:
        compare(case, [values(case, (3, 5), dtype, i) for i in range(count)])


@given(a=st.sampled_from(dtypes.all), b=st.sampled_from(dtypes.all))
def test_two_dtypes_meet_in_the_promoted_one(a, b) -> None:
    x, y = Tensor.ones(2, dtype=a), Tensor.ones(3, 1, dtype=b)
    for result in (x + y, y * x, x.maximum(y), (x > 0).where(x, y)): assert result.dtype == promote(a, b) and result.shape == (3, 2)
    assert (x == y).dtype == dtypes.bool
    assert (x / y).dtype == (promote(a, b) if promote(a, b).is_float() else dtypes.default_float)


@pytest.mark.parametrize("dtype", dtypes.all, ids=lambda d: d.name)
def test_numbers_are_weak(dtype) -> None:
    x = Tensor.ones(2, dtype=dtype)
    assert (x + True).dtype == dtype
    assert (x + 1).dtype == (dtypes.default_int if dtype.is_bool() else dtype)
    assert (x + 1.0).dtype == (1.0 + x).dtype == (dtype if dtype.is_float() else dtypes.default_float)
    assert (x + np.float64(1)).dtype == (x + 1.0).dtype and (x + np.int8(1)).dtype == (x + 1).dtype


@pytest.mark.parametrize("source", ALL)
def test_casts(fast_device: str, source: str) -> None:
    case = Case("cast", lambda x: x, lambda x: x, low=-100, high=100, special=False, least=-100)
    x = values(case, (40,), source, 1)
    for target in (d for d in dtypes.all if d.fmt is not None and held(d.name) == d.name):
        # what does not fit is any value, so only what fits is compared
        fits = np.ones(x.shape, bool) if target.is_float() or source not in FLOATS else \
            (x.astype(np.float64) >= float(target.min)) & (x.astype(np.float64) <= float(target.max))
        from tests.tensor.conformance import tensor
        got = tensor(x).cast(target).numpy()
        with np.errstate(all="ignore"): want = (x != 0) if target.is_bool() else x.astype(target.name)
        np.testing.assert_array_equal(got[fits], want[fits], err_msg=f"{source} to {target.name}")


def test_bits_read_as_another_dtype(fast_device: str) -> None:
    x = np.arange(24, dtype=np.float32).reshape(2, 12)
    for name in ("int32", "uint32", "uint8", "uint16", "float64", "int64"):
        if held(name) != name: continue
        np.testing.assert_array_equal(Tensor(x).bitcast(name).numpy().view(np.uint8), x.view(np.uint8).reshape(2, -1))


def test_special_values_of_powers(fast_device: str) -> None:
    base = np.array([-2, -1, -0.5, 0, 0.5, 1, 2, np.inf, -np.inf, np.nan], np.float32)[:, None]
    exponent = np.array([-2, -1, -0.5, 0, 0.5, 1, 2, 3, np.inf], np.float32)[None]
    with np.errstate(all="ignore"): want = np.power(base, exponent)
    got = (Tensor(base) ** Tensor(exponent)).numpy()
    finite = np.isfinite(want) & np.isfinite(base) & (base != 0)
    np.testing.assert_allclose(got[finite], want[finite], rtol=1e-5)
    assert np.array_equal(np.isnan(got[:7]), np.isnan(want[:7]))


def test_unsigned_minimum_and_negative_numbers(fast_device: str) -> None:
    x = np.array([0, 1, 200, 255], np.uint8)
    assert Tensor(x).minimum(Tensor(np.uint8(100).reshape(1))).tolist() == [0, 1, 100, 100]
    assert (-Tensor(x)).tolist() == [0, 255, 56, 1]
    assert math.isnan(Tensor([math.nan]).minimum(1).item())




@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"])
def test_shifts_by_any_count_of_a_tensor(fast_device: str, dtype: str) -> None:
    """Some devices take a count modulo the bits, some the least of the two, and C says nothing."""
    info = np.iinfo(dtype)
    numbers = np.array([0, 1, 5, info.max, info.min, info.min + 7], dtype)[:, None]
    counts = np.array([0, 1, info.bits - 1, info.bits, info.bits + 1, 64, 127, *((-1, -7, info.min) if info.min < 0 else (info.max,))])
    counts = counts[(counts <= info.max)].astype(dtype)
    x, n = Tensor(numbers, device=fast_device), Tensor(counts, device=fast_device)
    np.testing.assert_array_equal((x << n).numpy(), np.left_shift(numbers, counts))
    np.testing.assert_array_equal((x >> n).numpy(), np.right_shift(numbers, counts))
    np.testing.assert_array_equal((5 << n).numpy(), np.left_shift(np.array(5, dtype), counts))
    np.testing.assert_array_equal((100 >> n).numpy(), np.right_shift(np.array(100, dtype), counts))


def test_shifts_whose_counts_are_known_to_be_in_range_are_plain() -> None:
    x, n = Tensor([1, 2, 3]), Tensor([40, -3, 2]) % 32
    assert (x << n).uop.op is Ops.SHL and (x >> n).uop.op is Ops.SHR and (x << n).tolist() == [256, 1073741824, 12]
