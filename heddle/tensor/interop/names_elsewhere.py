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
    "absolute": "x.abs()", "amax": "x.max(a)", "amin": "x.min(a)", "argwhere": "x.nonzero()", "astype": "x.cast(dtype)",
    "bmm": "x @ y", "clamp_max": "x.clamp(max_=n)", "clamp_min": "x.clamp(min_=n)",
    "concat": "x.cat(y, dim=a)", "concatenate": "x.cat(y, dim=a)",
    "copy": "x.clone()", "copy_": "x.assign(y)", "count_nonzero": "(x != 0).sum(a)", "cpu": 'x.to("CPU")', "cuda": 'x.to("CUDA")',
    "diff": "x[1:] - x[:-1]", "dim": "x.ndim", "divide": "x / y",
    "expand_as": "x.expand(y.shape)", "fill_": "x.assign(x.full_like(n))", "floor_divide": "x // y", "hstack": "x.cat(y, dim=1)",
    "hypot": "(x.square() + y.square()).sqrt()", "inverse": "x.inv()", "logical_xor": "x.bool() ^ y.bool()",
    "mT": "x.transpose(-2, -1)",
    "mm": "x @ y", "moveaxis": "x.permute(order)", "movedim": "x.permute(order)", "multiply": "x * y", "mv": "x @ y",
    "nan_to_num": "x.isnan().where(0, x)", "nansum": "x.isnan().where(0, x).sum()", "ndimension": "x.ndim", "negative": "-x",
    "nelement": "x.numel()", "new_ones": "x.ones_like()", "new_zeros": "x.zeros_like()", "norm": "x.square().sum(a).sqrt()",
    "power": "x ** y", "ravel": "x.flatten()", "register_hook": "heddle.custom_gradient", "remainder": "x % y",
    "rad2deg": "x * (180 / math.pi)", "deg2rad": "x * (math.pi / 180)",
    "select": "x[n]", "subtract": "x - y", "swapaxes": "x.transpose(a, b)", "swapdims": "x.transpose(a, b)", "t": "x.T",
    "take": "x.flatten()[y]", "tile": "x.repeat(sizes)", "trace": "x.diagonal().sum()", "true_divide": "x / y",
    "type_as": "x.cast(y.dtype)", "unbind": "tuple(x)", "view_as": "x.reshape(y.shape)", "vstack": "x.cat(y, dim=0)",
    "zero_": "x.assign(x.zeros_like())",
    "type": "x.cast(dtype)", "byte": 'x.cast("uint8")', "is_cuda": 'x.device == "CUDA"', "is_contiguous": "x.contiguous()",
    "uniform_": "x.assign(x.rand_like() * (b - a) + a)", "normal_": "x.assign(x.randn_like() * b + a)"}
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
    return f"x.assign(x.{base}(...))" if base != name and base in public else None
