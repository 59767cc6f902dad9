"""ONNX elementwise operators: arithmetic, functions, comparisons, bits, selection, casts."""
from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable

from heddle.dtype import DType, dtypes
from heddle.nn.onnx.table import Value, dtype_fault, op
from heddle.nn.onnx.values import to_dtype
from heddle.tensor import Tensor

# ---- one input, no attributes

_SAME_NAME = ("Abs", "Acos", "Acosh", "Asin", "Asinh", "Atan", "Atanh", "Ceil", "Cos", "Cosh", "Erf", "Exp", "Floor", "Log", "Neg",
              "Reciprocal", "Relu", "Round", "Sigmoid", "Sign", "Sin", "Sinh", "Softsign", "Sqrt", "Tan", "Tanh", "HardSwish", "Mish")


def _method(name: str) -> Callable[[Tensor], Tensor]:
    def call(x: Tensor) -> Tensor: return getattr(x, name)()
    return call


for _name in _SAME_NAME: op(_name)(_method(_name.lower()))
op("IsNaN")(_method("isnan"))
op("Not")(_method("logical_not"))
op("BitwiseNot", since=18)(_method("bitwise_not"))
op("Softplus")(_method("softplus"))


@op("Identity")
def identity(x: Value) -> tuple[Value]: return (x,)


# ---- functions with attributes


@op("Elu")
def elu(x: Tensor, *, alpha: float = 1.0) -> Tensor: return x.elu(alpha)


@op("Celu")
def celu(x: Tensor, *, alpha: float = 1.0) -> Tensor: return x.celu(alpha)


@op("Selu")
def selu(x: Tensor, *, alpha: float = 1.67326319217681884765625, gamma: float = 1.05070102214813232421875) -> Tensor:
    return x.selu(alpha, gamma)


@op("Gelu", since=20)
def gelu(x: Tensor, *, approximate: str = "none") -> Tensor: return x.gelu(approximate)


@op("HardSigmoid")
def hard_sigmoid(x: Tensor, *, alpha: float = 0.2, beta: float = 0.5) -> Tensor: return x.hardsigmoid(alpha, beta)


@op("LeakyRelu")
def leaky_relu(x: Tensor, *, alpha: float = 0.01) -> Tensor: return x.leaky_relu(alpha)


@op("ThresholdedRelu")
def thresholded_relu(x: Tensor, *, alpha: float = 1.0) -> Tensor: return (x > alpha).where(x, 0)


@op("Swish", since=24)
def swish(x: Tensor, *, alpha: float = 1.0) -> Tensor: return x * (x * alpha).sigmoid()


@op("Shrink")
def shrink(x: Tensor, *, bias: float = 0.0, lambd: float = 0.5) -> Tensor:
    return (x < -lambd).where(x + bias, (x > lambd).where(x - bias, 0)).cast(x.dtype)


@op("PRelu", since=7)
def prelu(x: Tensor, slope: Tensor) -> Tensor: return (x < 0).where(x * slope, x)


@op("IsInf")
def is_inf(x: Tensor, *, detect_negative: int = 1, detect_positive: int = 1) -> Tensor:
    return x.isinf(bool(detect_positive), bool(detect_negative))


@op("Clip")
def clip_6(x: Tensor, *, min: float = -math.inf, max: float = math.inf) -> Tensor: return x.clip(min, max)


@op("Clip", since=11)
def clip(x: Tensor, min: Tensor | None = None, max: Tensor | None = None) -> Tensor:
    x = x if min is None else x.maximum(min)
    return x if max is None else x.minimum(max)


# ---- two inputs


def div(a: Tensor, b: Tensor) -> Tensor:
    """Integers are divided towards 0."""
    return a / b if a.dtype.is_float() else a.div(b, rounding_mode="trunc").cast(a.dtype)


def power(a: Tensor, b: Tensor) -> Tensor:
    """In the dtype of `a`."""
    if a.dtype.is_integer() and b.dtype.is_float(): return (a.cast(b.dtype) ** b).cast(a.dtype)
    return (a ** b.cast(a.dtype)).cast(a.dtype)


def bit_and(a: Tensor, b: Tensor) -> Tensor: return a & b
def bit_or(a: Tensor, b: Tensor) -> Tensor: return a | b
def bit_xor(a: Tensor, b: Tensor) -> Tensor: return a ^ b


#: those that earlier versions broadcast along a named axis
BINARY: dict[str, Callable[[Tensor, Tensor], Tensor]] = {
    "Add": operator.add, "Sub": operator.sub, "Mul": operator.mul, "Div": div, "Pow": power, "And": bit_and, "Or": bit_or,
    "Xor": bit_xor, "Equal": operator.eq, "Greater": operator.gt, "Less": operator.lt}
for _name, _fn in BINARY.items(): op(_name, since=7)(_fn)
op("BitwiseAnd", since=18)(bit_and)
op("BitwiseOr", since=18)(bit_or)
op("BitwiseXor", since=18)(bit_xor)
op("GreaterOrEqual")(operator.ge)
op("LessOrEqual")(operator.le)


@op("Mod")
def mod(a: Tensor, b: Tensor, *, fmod: int = 0) -> Tensor:
    """With the sign of b; with `fmod` of a. So has a zero."""
    if fmod: return a.fmod(b)
    rest = a % b
    return (rest == 0).where(rest.zeros_like().copysign(b), rest) if rest.dtype.is_float() else rest


@op("SwiGLU", since=28)
def swiglu(a: Tensor, b: Tensor, *, alpha: float = 1.0) -> Tensor: return swish(a, alpha=alpha) * b


@op("BitShift", since=11)
def bit_shift(a: Tensor, b: Tensor, *, direction: str) -> Tensor:
    """By as many bits as there are, or more, nothing is left but the sign."""
    return a << b if direction == "LEFT" else a >> b


# ---- any number of inputs


@op("Max")
def maximum(*x: Tensor) -> Tensor: return functools.reduce(Tensor.maximum, x)


@op("Min")
def minimum(*x: Tensor) -> Tensor: return functools.reduce(Tensor.minimum, x)


@op("Sum")
def total(*x: Tensor) -> Tensor: return functools.reduce(Tensor.add, x)


@op("Mean")
def mean(*x: Tensor) -> Tensor: return total(*x) / len(x)


@op("Where")
def where(condition: Tensor, x: Tensor, y: Tensor) -> Tensor: return condition.where(x, y)


# ---- dtypes


@op("Cast", since=6, refuses=dtype_fault("to", on_host=True))
def cast(x: Tensor, *, to: int, saturate: int = 1, round_mode: str = "up") -> Tensor: return convert(x, to_dtype(to), bool(saturate))


@op("CastLike", since=15)
def cast_like(x: Tensor, like: Tensor, *, saturate: int = 1, round_mode: str = "up") -> Tensor:
    return convert(x, like.dtype, bool(saturate))


@op("BitCast", since=26, refuses=dtype_fault("to", on_host=True))
def bit_cast(x: Tensor, *, to: int) -> Tensor: return x.bitcast(to_dtype(to))


def convert(x: Tensor, dtype: DType, saturate: bool = True) -> Tensor:
    """`x` in another dtype; to fp8 with `saturate` too large finite values become the largest there is, and infinities too."""
    if dtype not in dtypes.fp8s or x.dtype in dtypes.fp8s or not x.dtype.is_float(): return x.cast(dtype)
    largest = 448.0 if dtype is dtypes.fp8e4m3 else 57344.0
    if saturate: return x.clip(-largest, largest).cast(dtype)
    # halfway to what would be the next number is rounded to the even one: that is the largest for fp8e4m3, and not for fp8e5m2
    too_large = x.abs() > 464.0 if dtype is dtypes.fp8e4m3 else x.abs() >= 61440.0
    return too_large.where(x.sign() * math.inf, x).cast(dtype)
