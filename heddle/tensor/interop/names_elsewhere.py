"""Names of methods in torch and NumPy that Tensor does not have, and what to write instead.

Inputs: a missing name. Outputs: an expression of `x`, the tensor, and of the arguments that the other library takes.
Invariants: every expression runs, and gives what the other library gives; names that Tensor has are not in the table.
"""
from __future__ import annotations

from typing import NoReturn

from heddle.errors import MissingAttributeError
from heddle.names_elsewhere import PACKAGE

#: other arguments: a tensor y (and z), a number n, an axis a (and b)
EXPRESSIONS: dict[str, str] = {
    # elementwise
    "absolute": "x.abs()", **{f"arc{name}": f"x.a{name}()" for name in ("cos", "cosh", "sin", "sinh", "tan", "tanh")},
    "addcdiv": "x + n * y / z", "addcmul": "x + n * y * z", "bernoulli": "(x.rand_like() < x).cast(x.dtype)",
    "bitwise_left_shift": "x << n", "bitwise_right_shift": "x >> n", "clamp_max": "x.clamp(max_=n)", "clamp_min": "x.clamp(min_=n)",
    "deg2rad": "x * (math.pi / 180)", "divide": "x / y", "fix": "x.trunc()", "float_power": "x.double() ** y",
    "floor_divide": "x // y", "fmax": "x.isnan().where(y, y.isnan().where(x, x.maximum(y)))",
    "fmin": "x.isnan().where(y, y.isnan().where(x, x.minimum(y)))", "greater": "x > y", "greater_equal": "x >= y",
    "hardshrink": "(x.abs() > n).where(x, 0)", "heaviside": "(x == 0).where(y, (x > 0).cast(x.dtype))",
    "hypot": "(x.square() + y.square()).sqrt()", "isneginf": "x == -math.inf", "isposinf": "x == math.inf", "ldexp": "x * 2.0 ** y",
    "less": "x < y", "less_equal": "x <= y", "logaddexp2": "(x * math.log(2)).logaddexp(y * math.log(2)) / math.log(2)",
    "logical_xor": "x.bool() ^ y.bool()", "logit": "x.log() - (1 - x).log()", "multiply": "x * y",
    "nan_to_num": "x.isnan().where(0, x)", "negative": "-x", "not_equal": "x != y", "positive": "x", "power": "x ** y",
    "prelu": "(x > 0).where(x, y * x)", "rad2deg": "x * (180 / math.pi)", "remainder": "x % y", "sgn": "x.sign()",
    "signbit": "x.ones_like().copysign(x) < 0", "sinc": "(x == 0).where(1, (x * math.pi).sin() / (x * math.pi))",
    "softshrink": "(x.abs() - n).relu() * x.sign()", "subtract": "x - y", "tanhshrink": "x - x.tanh()",
    "threshold": "(x > n).where(x, b)", "true_divide": "x / y", "xlogy": "(x == 0).where(0, x * y.log())",
    # products
    "addmm": "x + y @ z", "addmv": "x + y @ z", "addr": "x + y.outer(z)", "baddbmm": "x + y @ z", "bmm": "x @ y",
    "cross": "x.roll(-1, -1) * y.roll(-2, -1) - x.roll(-2, -1) * y.roll(-1, -1)", "dist": "(x - y).square().sum().sqrt()",
    "ger": "x.outer(y)", "inner": "x @ y.T", "inverse": "x.inv()", "logdet": "x.det().log()", "mm": "x @ y", "mv": "x @ y",
    "trace": "x.diagonal().sum()", "vdot": "x @ y",
    # reductions, orders and counts
    "amax": "x.max(a)", "amin": "x.min(a)", "aminmax": "(x.min(), x.max())", "argwhere": "x.nonzero()",
    "bincount": "x.one_hot(n).sum(0)", "count_nonzero": "(x != 0).sum(a)", "equal": "(x == y).all().item()",
    "kthvalue": "x.sort(a)[0][n - 1]", "median": "x.flatten().sort()[0][(x.numel() - 1) // 2]", "msort": "x.sort(0)[0]",
    "nanmean": "x.isnan().where(0, x).sum() / (x == x).sum()", "nansum": "x.isnan().where(0, x).sum()",
    "norm": "x.square().sum(a).sqrt()", "searchsorted": "(x < y.unsqueeze(-1)).sum(-1)", "unique": "Tensor(np.unique(x.numpy()))",
    # shapes, parts and indices
    "concat": "x.cat(y, dim=a)", "concatenate": "x.cat(y, dim=a)", "diagflat": "x.flatten().diag()", "diff": "x[1:] - x[:-1]",
    "expand_as": "x.expand(y.shape)", "fliplr": "x.flip(1)", "flipud": "x.flip(0)", "hstack": "x.cat(y, dim=1)",
    "index_add": 'x.scatter_reduce(a, y.reshape(-1, 1).expand(z.shape), z, "sum")',
    "index_copy": "x.scatter(a, y.reshape(-1, 1).expand(z.shape), z)",
    "mT": "x.transpose(-2, -1)", "moveaxis": "x.permute(order)", "movedim": "x.permute(order)", "narrow": "x[n:n + b]",
    "ravel": "x.flatten()", "reshape_as": "x.reshape(y.shape)", "rot90": "x.transpose(0, 1).flip(0)", "select": "x[n]",
    "split_with_sizes": "x.split(sizes)", "swapaxes": "x.transpose(a, b)", "swapdims": "x.transpose(a, b)", "t": "x.T",
    "take": "x.flatten()[y]", "take_along_dim": "x.gather(a, y)", "tile": "x.repeat(sizes)", "unbind": "tuple(x)",
    "view_as": "x.reshape(y.shape)", "vstack": "x.cat(y, dim=0)",
    # dtypes, devices and memory
    "astype": "x.cast(dtype)", "byte": 'x.cast("uint8")', "char": 'x.cast("int8")', "copy": "x.clone()", "copy_": "x.assign(y)",
    "cpu": 'x.to("CPU")', "cuda": 'x.to("CUDA")', "dim": "x.ndim", "fill_": "x.assign(x.full_like(n))", "get_device": "x.device",
    "is_contiguous": "x.contiguous()", "is_cpu": 'x.device == "CPU"', "is_cuda": 'x.device == "CUDA"', "is_nonzero": "bool(x.item())",
    "is_same_size": "x.shape == y.shape", "itemsize": "x.dtype.itemsize", "ndimension": "x.ndim", "nelement": "x.numel()",
    "new_full": "x.full_like(n)", "new_ones": "x.ones_like()", "new_tensor": "Tensor(data, dtype=x.dtype, device=x.device)",
    "new_zeros": "x.zeros_like()", "register_hook": "heddle.custom_gradient", "tobytes": "x.numpy().tobytes()",
    "tofile": "x.numpy().tofile(path)", "type": "x.cast(dtype)", "type_as": "x.cast(y.dtype)", "zero_": "x.assign(x.zeros_like())",
    # random numbers
    "exponential_": "x.assign(-(1 - x.rand_like()).log() / n)", "normal_": "x.assign(x.randn_like() * b + a)",
    "random_": "x.assign(Tensor.randint(*x.shape, low=a, high=b).cast(x.dtype))", "uniform_": "x.assign(x.rand_like() * (b - a) + a)"}
#: methods that write to their tensor, by operators
IN_PLACE: dict[str, str] = {"add_": "x += y", "div_": "x /= y", "mul_": "x *= y", "pow_": "x **= y", "sub_": "x -= y"}

#: names of Tensor itself, or of the modules torch and NumPy
STATICS: dict[str, str] = {name: PACKAGE[name] for name in (
    "from_numpy", "tensor", "as_tensor", "is_tensor", "compile", "no_grad", "enable_grad", "inference_mode")}


class Elsewhere:
    """A class attribute that is missing: reading it is the error with what to write instead."""

    def __init__(self, name: str) -> None: self.name = name

    def __get__(self, instance: object, owner: type) -> NoReturn:
        called = "Tensor" if instance is None else "a Tensor"
        raise MissingAttributeError.of(owner if instance is None else instance, called, self.name, STATICS)


def explain_statics(cls: type) -> None:
    """Makes reading a name of `STATICS` of the class itself an error with what to write instead."""
    for name in STATICS: setattr(cls, name, Elsewhere(name))


def written_here(name: str, public: list[str]) -> str | None:
    """What to write instead of the method `name` of torch or NumPy; None if that is not known. `public`: the names of Tensor."""
    if (found := EXPRESSIONS.get(name) or IN_PLACE.get(name) or STATICS.get(name)) is not None: return found
    base = name.removesuffix("_")
    if base == name: return None
    return f"x.assign(x.{base}(...))" if base in public else f"x.assign({EXPRESSIONS[base]})" if base in EXPRESSIONS else None
