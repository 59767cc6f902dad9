"""Activation functions as layers, for models that list their layers.

Inputs: activations. Outputs: the same shape, but for GLU, which halves an axis.
Invariants: torch's names and defaults; each class calls the Tensor method of that function. `inplace` is accepted and changes
nothing: no tensor is overwritten, and the memory of intermediates is planned.
"""
from __future__ import annotations

from heddle.dtype import DTypeLike
from heddle.errors import ShapeError
from heddle.nn.layer import Layer
from heddle.nn.parameters import DeviceLike, Initializer
from heddle.tensor import Tensor


class _MaybeInPlace(Layer):
    """An activation that accepts `inplace`, as other libraries have it, and ignores it: results are tensors of their own."""

    def __init__(self, inplace: bool = False) -> None: pass


class ReLU(_MaybeInPlace):
    """max(x, 0)."""

    def __call__(self, x: Tensor) -> Tensor: return x.relu()


class ReLU6(_MaybeInPlace):
    """x kept within [0, 6]."""

    def __call__(self, x: Tensor) -> Tensor: return x.relu6()


class LeakyReLU(Layer):
    """x above 0, else negative_slope · x."""

    def __init__(self, negative_slope: float = 0.01, inplace: bool = False) -> None: self.negative_slope = negative_slope
    def __call__(self, x: Tensor) -> Tensor: return x.leaky_relu(self.negative_slope)


class PReLU(Layer):
    """x above 0, else weight · x. weight: (1,) for all of x, or (num_parameters,) for axis 1; it is `init` at first, in `dtype` (the
    default float if None) and on `device` (the default one if None).

    DTypeError if `dtype` is no float; when called, ShapeError if there are several parameters and axis 1 has another size.
    """

    def __init__(self, num_parameters: int = 1, init: float = 0.25, *, dtype: DTypeLike | None = None,
                 device: DeviceLike = None) -> None:
        self.num_parameters = num_parameters
        self.weight = Initializer(self, dtype, device).filled((num_parameters,), init)

    def __call__(self, x: Tensor) -> Tensor:
        """x: (batch, num_parameters, ...), or any shape with one parameter -> the same shape."""
        if self.num_parameters == 1: return (x > 0).where(x, self.weight * x)
        if x.ndim < 2 or x.shape[1] != self.num_parameters:
            raise ShapeError(f"PReLU needs (batch, {self.num_parameters}, ...), got shape {x.shape}",
                             "Make the layer for the channels of the input.")
        return (x > 0).where(x, self.weight.reshape(-1, *[1] * (x.ndim - 2)) * x)


class ELU(Layer):
    """x above 0, else alpha (exp(x) - 1)."""

    def __init__(self, alpha: float = 1.0, inplace: bool = False) -> None: self.alpha = alpha
    def __call__(self, x: Tensor) -> Tensor: return x.elu(self.alpha)


class CELU(Layer):
    """x above 0, else alpha (exp(x / alpha) - 1)."""

    def __init__(self, alpha: float = 1.0, inplace: bool = False) -> None: self.alpha = alpha
    def __call__(self, x: Tensor) -> Tensor: return x.celu(self.alpha)


class SELU(_MaybeInPlace):
    """ELU scaled so that activations keep mean 0 and variance 1 (Klambauer and others 2017)."""

    def __call__(self, x: Tensor) -> Tensor: return x.selu()


class GELU(Layer):
    """x times the probability that a normal variable is below x: exactly, or with approximate="tanh"."""

    def __init__(self, approximate: str = "none") -> None: self.approximate = approximate
    def __call__(self, x: Tensor) -> Tensor: return x.gelu(self.approximate)


class SiLU(_MaybeInPlace):
    """x · sigmoid(x)."""

    def __call__(self, x: Tensor) -> Tensor: return x.silu()


class Mish(_MaybeInPlace):
    """x · tanh(softplus(x))."""

    def __call__(self, x: Tensor) -> Tensor: return x.mish()


class Sigmoid(Layer):
    """1 / (1 + exp(-x))."""

    def __call__(self, x: Tensor) -> Tensor: return x.sigmoid()


class LogSigmoid(Layer):
    """log(sigmoid(x)), without overflow."""

    def __call__(self, x: Tensor) -> Tensor: return x.logsigmoid()


class Hardsigmoid(_MaybeInPlace):
    """x / 6 + 1/2, kept within [0, 1]."""

    def __call__(self, x: Tensor) -> Tensor: return x.hardsigmoid()


class Hardswish(_MaybeInPlace):
    """x · hardsigmoid(x)."""

    def __call__(self, x: Tensor) -> Tensor: return x.hardswish()


class Hardtanh(Layer):
    """x kept within [min_val, max_val]."""

    def __init__(self, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False) -> None:
        self.min_val, self.max_val = min_val, max_val

    def __call__(self, x: Tensor) -> Tensor: return x.hardtanh(self.min_val, self.max_val)


class Tanh(Layer):
    """tanh(x)."""

    def __call__(self, x: Tensor) -> Tensor: return x.tanh()


class Softplus(Layer):
    """log(1 + exp(beta x)) / beta, without overflow."""

    def __init__(self, beta: float = 1.0) -> None: self.beta = beta
    def __call__(self, x: Tensor) -> Tensor: return x.softplus(self.beta)


class Softsign(Layer):
    """x / (1 + |x|)."""

    def __call__(self, x: Tensor) -> Tensor: return x.softsign()


class Softmax(Layer):
    """exp(x) over its sum along `dim`."""

    def __init__(self, dim: int = -1) -> None: self.dim = dim
    def __call__(self, x: Tensor) -> Tensor: return x.softmax(self.dim)


class LogSoftmax(Layer):
    """log(softmax(x)) along `dim`."""

    def __init__(self, dim: int = -1) -> None: self.dim = dim
    def __call__(self, x: Tensor) -> Tensor: return x.log_softmax(self.dim)


class GLU(Layer):
    """a · sigmoid(b), where a and b are the halves of x along `dim` (Dauphin and others 2017). ShapeError if that axis is odd."""

    def __init__(self, dim: int = -1) -> None: self.dim = dim

    def __call__(self, x: Tensor) -> Tensor:
        if x.shape[self.dim] % 2: raise ShapeError(f"GLU needs an even axis {self.dim}, got shape {x.shape}",
                                                   "Make the layer before it twice as wide as the output.")
        a, b = x.chunk(2, dim=self.dim)
        return a * b.sigmoid()
